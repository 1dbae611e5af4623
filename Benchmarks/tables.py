#!/usr/bin/env python3
"""Measures the tables of README.md, prints them, and writes them into it.

    python3 tables.py [--smoke] [TABLE ...]

    --smoke    measures once, at a small size, and leaves README.md unchanged
    TABLE      the name in the comment above a table; without names, all tables are measured

The command of a table is the indented line above its comment in README.md. It prints the table
below the same comment.
"""

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().with_name("README.md")
COMMAND = re.compile(r"^    (.*)\n\n<!-- table: (.*) -->$", re.MULTILINE)
TABLE = r"^<!-- table: {} -->\n(?:\|.*\n)*"


def measure(name, command, is_smoke):
    """Runs a command, and returns the table that it prints."""
    words = shlex.split(command) + (["--smoke"] if is_smoke else [])
    run = subprocess.run(words, cwd=README.parent, stdout=subprocess.PIPE, text=True, check=True)
    table = re.search(TABLE.format(re.escape(name)), run.stdout, re.MULTILINE)
    if not table:
        sys.exit(f"error: no table {name} in the output of: {command}")
    return table[0]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("tables", nargs="*", metavar="TABLE")
    arguments = parser.parse_args()
    commands = {name: command for command, name in COMMAND.findall(README.read_text("utf-8"))}
    for name in arguments.tables:
        if name not in commands:
            sys.exit(f"error: no table {name} in README.md; its tables: {', '.join(commands)}")
    for name in arguments.tables or commands:
        table = measure(name, commands[name], arguments.smoke)
        print(table, flush=True)
        if not arguments.smoke:
            # Other tables are kept if a later command fails.
            text = README.read_text("utf-8")
            pattern = TABLE.format(re.escape(name))
            README.write_text(re.sub(pattern, lambda _: table, text, flags=re.MULTILINE), "utf-8")


main()
