#!/usr/bin/env python3
"""Runs outline-tool over damaged files, and reports violations of its documentation.

    damaged_files.py TOOL [LEVELS [COUNT]]     checks all files, and prints their number
    damaged_files.py --write FOLDER            writes the small files for inspection

No file may end the tool by a signal or keep it running. The tool reports malformed syntax with its
position. All layouts have the same rows. The large files have LEVELS levels, a million by default,
and COUNT repetitions of other elements, 100,000 by default.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from damages import changes, cuts, missing_signs, wrong_encodings
from extremes import ODDITIES, extremes
from checkers import is_malformed
from seeds import seeds

# The limits of a run: seconds of processor time, with a margin for slow machines, and kilobytes.
LIMITED = ["sh", "-c", 'ulimit -t 120; ulimit -v 6000000; exec "$@"', "sh"]
SECONDS = 1800
MESSAGE = re.compile(r"outline-tool: (.+?)(?::(\d+):(\d+))?: (?!\d+:\d+:)(.*)")
WITHOUT_POSITION = re.compile(r"no rows: |\d+ more problems?$|no member or column ")
NOT_UTF8 = " of invalid UTF-8"
FORMATS = "bookmarks csv freemind json markdown opml org otl paths taskpaper text tree".split()


@dataclass
class Case:
    path: str
    contents: bytes
    is_malformed: bool
    #: Whether messages count its lines.
    has_lines: bool = True


class Fault(Exception):
    """A violation of the documentation of the tool."""


class Run:
    """The result of one run of the tool over some files."""

    def __init__(self, tool, folder, options, paths):
        command = [*LIMITED, tool, *options, "--", *paths]
        try:
            process = subprocess.run(
                command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired as error:
            raise Fault(f"still running after {SECONDS} s") from error
        self.status = process.returncode
        if self.status not in (0, 1, 2):
            raise Fault(f"ends with {self.status}: {process.stderr[-300:]}")
        try:
            self.output, self.errors = process.stdout.decode(), process.stderr.decode()
        except UnicodeDecodeError as error:
            raise Fault(f"prints what is no UTF-8: {error}") from error
        self.messages = {path: [] for path in paths}
        for line in self.errors.splitlines():
            match = MESSAGE.fullmatch(line)
            if not match or match[1] not in self.messages:
                raise Fault(f"says: {line[:300]}")
            self.messages[match[1]].append(match)


def sections_of_rows(output, paths):
    """Returns the levels, states and texts of each file's rows, as `--rows` prints them."""
    sections, rows, last = {}, [], -1
    if len(paths) == 1:
        sections[paths[0]] = rows
    for line in output.removesuffix("\n").split("\n") if output else []:
        _, level, state, _, text = line.split("\t", 4)
        if (level, state) == ("-", "section"):
            rows, last = sections.setdefault(text, []), -1
            continue
        if not 0 <= int(level) <= last + 1 or state not in ("leaf", "expanded", "collapsed"):
            raise Fault(f"row is not in order: {line[:300]}")
        last = int(level)
        rows.append((last, state))
    return sections


def sections_of_json(output):
    """Returns the same from the output of `--json`."""
    try:
        data = json.loads(output)
    except ValueError as error:
        raise Fault(f"prints what is no JSON: {error}") from error
    sections = {}
    for section in data:
        rows = sections[section["section"]] = []
        open_rows = [(0, row) for row in reversed(section["children"])]
        while open_rows:
            level, row = open_rows.pop()
            children = row.get("children", [])
            state = "expanded" if children else "collapsed" if row.get("collapsed") else "leaf"
            rows.append((level, state))
            open_rows += [(level + 1, child) for child in reversed(children)]
    return sections


def expect(condition, complaint):
    if not condition:
        raise Fault(complaint)


def check_messages(case, messages):
    lines = case.contents.removeprefix(b"\xEF\xBB\xBF").split(b"\n")
    for message in messages:
        if message[2] is None:
            expect(WITHOUT_POSITION.match(message[4]),
                   f"{case.path}: without a position: {message[0]}")
        elif case.has_lines:
            line, column = int(message[2]), int(message[3])
            expect(
                line <= len(lines) and column <= len(lines[line - 1]) + 1,
                f"{case.path}: no such position: {message[0]}")
    expect(
        not case.is_malformed or any(message[2] for message in messages),
        f"{case.path}: malformed, but that is not told")


def is_fault(message):
    """Returns whether --strict rejects a file because of a message.

    A valid file can have no rows.
    """
    return not message[4].startswith("no rows: ")


def check(tool, folder, options, cases):
    """Runs the tool in each way over some files that need the same options."""
    paths = [case.path for case in cases]
    plain = Run(tool, folder, options, paths)
    expect(plain.status < 2, f"refuses: {plain.errors[-300:]}")
    expect(plain.status == 0 or plain.errors, "fails without a message")
    for case in cases:
        check_messages(case, plain.messages[case.path])

    def run(*more, hides_rows=False):
        result = Run(tool, folder, [*options, *more], paths)
        # The tool reports bytes that are not UTF-8 if it shows them, and with --strict.
        told = [line for line in plain.errors.splitlines(True)
                if not hides_rows or NOT_UTF8 not in line or line in result.errors]
        expect((result.status, result.errors) == (plain.status, "".join(told)),
               f"{' '.join(more)}: other messages: {result.errors[-300:]}")
        return result.output

    rows = sections_of_rows(run("--rows"), paths)
    expect(list(rows) == paths, "not all sections are printed")
    expect(sections_of_json(run("--json")) == rows, "--json has other rows than --rows")
    sections_of_rows(run("--rows", "--expand", "stored", hides_rows=True), paths)

    strict = Run(tool, folder, [*options, "--strict", "--rows"], paths)
    rejected = {path for path in paths if any(map(is_fault, strict.messages[path]))}
    expected = 2 if rejected else plain.status
    expect(strict.status == expected, f"--strict ends with {strict.status}, not {expected}")
    expect(strict.errors or not plain.errors, "--strict accepts what is told without it")
    for path in paths:
        told = [message[0] for message in strict.messages[path]]
        first = [message[0] for message in plain.messages[path] if is_fault(message)][:1]
        others = [message[0] for message in plain.messages[path]]
        expect(told == (first or others) or not first and len(told) == 1 and NOT_UTF8 in told[0],
               f"{path}: --strict does not tell the first message")
    accepted = {path: rows[path] for path in paths if path not in rejected}
    if len(paths) > 1 or accepted:
        expect(sections_of_rows(strict.output, paths) == accepted, "--strict has other rows")


def faults(tool, folder, options, cases):
    """Yields the faults of each of some files, after one run over all of them."""
    try:
        check(tool, folder, options, cases)
    except Fault as fault:
        found = []
        if len(cases) > 1:
            for case in cases:
                found += faults(tool, folder, options, [case])
        return found or [f"{' '.join(options)} {cases[0].path}: {fault}"]
    return []


def small_cases():
    """Yields small files of each format: the options for them, and the files."""
    for seed in seeds():
        is_text = seed.name.startswith("UTF-8") or seed.format != "opml"
        cases = [Case(f"whole/{seed.name}", seed.contents, False, is_text)]
        for damage in [cuts, changes, missing_signs]:
            for label, contents in damage(seed.contents):
                has_lines = is_text and 0 not in contents[:2]
                malformed = has_lines and is_malformed(seed.format, contents)
                cases.append(Case(f"{label}/{seed.name}", contents, malformed, has_lines))
        if is_text:
            for label, contents in wrong_encodings(seed.contents):
                cases.append(Case(f"{label}/{seed.name}", contents, False, has_lines=False))
        yield seed.options, cases
    for form in FORMATS:
        yield ["--from", form], [
            Case(f"{label}/{form}", contents, False, has_lines=False)
            for label, contents in ODDITIES.items()]


def write(folder, cases):
    for case in cases:
        path = folder / case.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(case.contents)


def main(tool, levels="1000000", count="100000"):
    os.environ.update(LC_ALL="C.UTF-8", SWIFT_BACKTRACE="enable=no")
    tool = Path(tool).resolve(strict=True)
    found, file_count = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, (options, cases) in enumerate(small_cases()):
            write(folder, cases)
            file_count += len(cases)
            found += faults(tool, folder, options, cases)
            other = ["--from", FORMATS[number % len(FORMATS)]]
            found += faults(tool, folder, other, [
                Case(case.path, case.contents, False, has_lines=False) for case in cases])
        for extreme in extremes(int(levels), int(count)):
            case = Case(f"{extreme.name}.{extreme.format}", extreme.contents, extreme.is_malformed)
            write(folder, [case])
            file_count += 1
            found += faults(tool, folder, ["--from", extreme.format, *extreme.options], [case])
            (folder / case.path).unlink()
    for fault in found:
        print(fault)
    print(f"{file_count} files, {len(found)} faults")
    sys.exit(1 if found else 0)


if sys.argv[1:2] == ["--write"] and len(sys.argv) == 3:
    for _, small in small_cases():
        write(Path(sys.argv[2]), small)
elif 1 < len(sys.argv) < 5 and not sys.argv[1].startswith("-"):
    main(*sys.argv[1:])
else:
    sys.exit(__doc__)
