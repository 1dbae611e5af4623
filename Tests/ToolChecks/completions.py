#!/usr/bin/env python3
"""Checks the completions for bash, fish and zsh, and the manual page of outline-tool.

    completions.py TOOL

Each shell completes some command lines. Groff and mandoc format the page.
"""

import os
import shlex
import subprocess
import sys
import tempfile

# The words before the cursor, with some of the completions, and with words that are none.
CASES = [
    ("", "browse diff show", "--depth"),
    ("--exp", "--expand", "--depth --explain"),
    ("--expand st", "stored", "all --expand"),
    ("diff --con", "--context --contents", "--count"),
    ("--numb", "--numbered", "--contents"),
    ("diff --numb", "", "--numbered"),
    ("browse --wat", "--watch", "--word"),
    ("browse --numb", "--numbered", "--contents"),
    ("diff --wat", "", "--watch"),
    ("--from o", "opml org", "csv"),
    ("--completions ", "bash fish zsh", ""),
    ("--help ", "formats diff browse patterns", "notes"),
    ("notes --dep", "--depth", ""),
    ("not", "notes", "--notes"),
    ("-o two", "'two words.txt'", ""),
]


def run(command, folder):
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if process.returncode or process.stderr:
        sys.exit(f"{command[0]} ends with {process.returncode}: {process.stderr}")
    return process.stdout


def bash(script, line, folder):
    words = line.split(" ")
    words = " ".join(map(shlex.quote, words))
    program = f"""source {script}; COMP_WORDS=(outline-tool {words})
      COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); compopt() {{ :; }}; _outline_tool
      printf '%s\\n' "${{COMPREPLY[@]}}" """
    return run(["bash", "-uc", program], folder).splitlines()


def fish(script, line, folder):
    program = f"source {script}; complete -C {shlex.quote('outline-tool ' + line)}"
    lines = run(["fish", "--no-config", "-c", program], folder).splitlines()
    return [candidate.split("\t")[0].replace("\\ ", " ") for candidate in lines]


def zsh(script, folder):
    """Returns the specifications of options that zsh takes, for each command."""
    for words in ("outline-tool x", "outline-tool diff", "outline-tool browse"):
        yield run(["zsh", "-fc", f"""compdef() {{ :; }}; _arguments() {{ printf '%s\\n' "$@" }}
          source {script}; words=({words}); _outline_tool"""], folder).splitlines()


def main(tool):
    tool = os.path.abspath(tool)
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("notes", "two words.txt"):
            open(os.path.join(folder, name), "w", encoding="utf-8").close()
        scripts = {}
        for shell in ("bash", "fish", "zsh"):
            scripts[shell] = os.path.join(folder, "." + shell)
            with open(scripts[shell], "w", encoding="utf-8") as file:
                file.write(run([tool, "--completions", shell], folder))

        for complete in (bash, fish):
            for line, expected, others in CASES:
                found = complete(scripts[complete.__name__], line, folder)
                missing = [word for word in shlex.split(expected) if word not in found]
                wrong = [word for word in others.split() if word in found]
                if missing or wrong:
                    faults.append(f"{complete.__name__}: '{line}': {missing} {wrong} {found}")

        show, *others = zsh(scripts["zsh"], folder)
        names = [[line[1:].split("[")[0] for line in lines] for lines in (show, *others)]
        for name, *takers in [
                ("--depth=", True, True, True), ("-c", True, False, True),
                ("--by=", False, True, False), ("--watch", False, False, True)]:
            if [name in known for known in names] != takers:
                faults.append(f"zsh: {name}")
        if not any(line.endswith(":(all stored none)") for line in show):
            faults.append("zsh: --expand has no values")
        if not any("::topic:(rows patterns" in line for line in show):
            faults.append("zsh: --help has no topics")

        page = os.path.join(folder, ".page")
        with open(page, "w", encoding="utf-8") as file:
            file.write(run([tool, "--man"], folder))
        text = run(["groff", "-man", "-Tutf8", "-P-cbou", "-ww", page], folder)
        if "EXIT STATUS" not in text or "PATTERNS" not in text:
            faults.append("groff: sections are missing")
        run(["mandoc", "-Tlint", "-Werror", page], folder)
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
