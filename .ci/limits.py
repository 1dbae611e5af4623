#!/usr/bin/env python3
"""Checks the limits that CONTRIBUTING.md names: lines of a file and of a function,
columns of a comment.

    limits.py FOLDER...

The check relies on the layout of `swift format`: a body ends at the first line that closes it with
the indentation of its declaration. The lines of a text literal and the labels of a switch do not
count.
"""

import re
import sys
from pathlib import Path

FILE_LIMIT = 300
FUNCTION_LIMIT = 40
COLUMN_LIMIT = 100  # `swift format` checks the columns of code

DECLARATION = re.compile(
    r"^( *)(?:(?:@\w+(?:\([^)]*\))?|[a-z]+(?:\(\w+\))?) +)*"
    r"(?:func\b|init\b[?!]?[<(]|deinit\b|subscript\b[<(]|var +\w+\s*:[^={]*\{$)")


def functions(lines):
    """Yields the number of the first line of each function, and the number of its lines."""
    in_literal = False
    ignored_lines = 0
    pending = []  # per open declaration: indentation, first line, ignored lines before it, has a body
    for number, line in enumerate(lines, 1):
        text = line.strip()
        was_in_literal = in_literal
        if line.count('"""') % 2:
            in_literal = not in_literal
        if was_in_literal:
            ignored_lines += 1
            continue
        if text.startswith("case ") and text.endswith(":"):
            ignored_lines += 1
        if match := DECLARATION.match(line):
            if not (text.endswith("}") and line.count("{") == line.count("}")):
                pending.append([len(match[1]), number, ignored_lines, text.endswith("{")])
            continue
        while pending and text:
            indentation, first, earlier_ignored_lines, has_body = pending[-1]
            is_outside = len(line) - len(line.lstrip()) <= indentation
            if not has_body and is_outside and not text.startswith((")", "->", "where", "{")):
                pending.pop()  # a requirement of a protocol
                continue
            if not has_body:
                pending[-1][3] = text.endswith("{")
            elif is_outside and text.startswith("}"):
                pending.pop()
                yield first, number - first + 1 - (ignored_lines - earlier_ignored_lines)
            break


def main(folders):
    found = 0
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.swift")):
            lines = path.read_text(encoding="utf-8").split("\n")
            if len(lines) - 1 > FILE_LIMIT:
                found += 1
                print(f"{path}: {len(lines) - 1} lines, and a file has at most {FILE_LIMIT}")
            for number, line in enumerate(lines, 1):
                if len(line) > COLUMN_LIMIT and line.lstrip().startswith("//"):
                    found += 1
                    print(f"{path}:{number}: a comment of {len(line)} columns, "
                          f"and one has at most {COLUMN_LIMIT}")
            for first, count in functions(lines):
                if count > FUNCTION_LIMIT:
                    found += 1
                    print(f"{path}:{first}: a function of {count} lines, "
                          f"and one has at most {FUNCTION_LIMIT}")
    sys.exit(1 if found else 0)


main(sys.argv[1:])
