#!/usr/bin/env python3
"""Checks that the processor time of outline-tool grows no faster than its input.

    growth.py TOOL [SHAPE...]

For each shape of an input and each command, the script compares the times of a small and a larger
input. If they suggest that the time grows faster, it doubles the input until the times can be
measured well, and reports commands whose time grows more than 2.6-fold each time. Other processes
disturb measurements. The script therefore measures such a command again, alone, and reports it only
if its time grows as fast.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LIMIT = 2.6
# The number of rows of the small input, and how many times the larger one doubles it.
ROWS = 2000
DOUBLINGS = 4
# The seconds that are too short to compare.
SHORT = 0.02
# The seconds of the run before the last two doublings, and the seconds that end a run.
MEASURABLE = 0.2
LONGEST = 10


def opml(rows):
    return f'<opml version="2.0"><body>{rows}</body></opml>\n'


def tree(count, first, leaf, last="", children=8):
    """Returns groups of rows by functions of their numbers."""
    return "".join(
        first(group) + "".join(leaf(group * children + row) for row in range(children)) + last
        for group in range(count // (children + 1)))


def chain(count, step=1):
    """Returns the numbers of the levels of a chain; a negative step reverses it."""
    return list(range(count))[::step]


# Each shape has a file name, and a function of a count and a version that returns the contents. The
# second version differs from the first in some rows.
def word(row, version):
    return f"row {row}" + (" new" if version and row % 100 == 7 else "")


SHAPES = {
    "groups.opml": lambda n, v: opml(tree(
        n, lambda g: f'<outline text="group {g}" created="{g}">',
        lambda r: f'<outline text="{word(r, v)}" _note="n{r}" url="u{r}"/>\n', "</outline>")),
    "attributes.opml": lambda n, v: opml(
        '<outline text="a" ' + " ".join(f'a{r}="{word(r, v)}"' for r in range(n)) + "/>"),
    "chain.opml": lambda n, v: opml(
        '<outline text="x" a="1">\n' * n + "</outline>" * n),
    "groups.org": lambda n, v: tree(
        n, lambda g: f"* group {g}\n", lambda r: f"** TODO {word(r, v)} :tag:\n:PROPERTIES:\n"
        f":size: {r}\n:END:\nnote {r}\n"),
    "keywords.org": lambda n, v: "".join(f"#+TODO: T{r} | D{r}\n" for r in range(n)) + "".join(
        f"* T{r} {word(r, v)}\n" for r in range(n)),
    "properties.org": lambda n, v: "* a\n:PROPERTIES:\n" + "".join(
        f":p{r}: {word(r, v)}\n" for r in range(n)) + ":END:\n",
    "groups.md": lambda n, v: tree(
        n, lambda g: f"# group {g}\n\ntext {g}\n\n", lambda r: f"- [ ] {word(r, v)} #tag\n"),
    "groups.json": lambda n, v: "[" + ",\n".join(
        json.dumps({"name": f"group {g}", "children": [
            {"name": word(g * 8 + r, v), "size": r} for r in range(8)]}) for g in range(n // 9)) + "]",
    "members.json": lambda n, v: '{"name": "a", "children": [{"name": "b", ' + ",\n".join(
        f'"m{r}": "{word(r, v)}"' for r in range(n)) + "}]}",
    "array.json": lambda n, v: '{"a": [' + ",\n".join(
        f'{{"path": "{word(r, v)}", "b": [{r}]}}' for r in range(n)) + "]}",
    "records.json": lambda n, v: "[" + ",\n".join(
        f'{{"id": {r}, "parent": {r // 9 or "null"}, "name": "{word(r, v)}"}}'
        for r in range(1, n)) + "]",
    "records.csv": lambda n, v: "id,parent,name,size\n" + "".join(
        f"{r},{r // 9 or ''},{word(r, v)},{r}\n" for r in range(1, n)),
    "columns.csv": lambda n, v: "".join(
        ",".join(start + word(r, v) for r in range(n)) + "\n" for start in ("", "a", "b")),
    "numbered columns.csv": lambda n, v: "".join(
        ",".join(f"Tier {r + 1}" if line < 0 else f"{line}.{r}" for r in range(n)) + "\n"
        for line in range(-1, 2)),
    "unlinked.csv": lambda n, v: "name,size,kind\n" + "".join(
        f"{word(r, v)},{r},x\n" for r in range(n)),
    "du.txt": lambda n, v: "".join(
        f"{r}\t./d{r % 97}/e{r % 89}/{word(r, v)}\n" for r in range(n)) + "9\t.\n",
    "ls-tree.txt": lambda n, v: "".join(
        f"100644 blob {r:040x}\td{r % 97}/{word(r, v)}\n" for r in range(n)),
    "find.txt": lambda n, v: "".join(f"./d{r % 97}/{word(r, v)}\n" for r in range(n)),
    "find0.txt": lambda n, v: "".join(f"./d{r % 97}/{word(r, v)}\0" for r in range(n)),
    "drawing.txt": lambda n, v: "root\n" + tree(
        n, lambda g: f"├── group {g}\n", lambda r: f"│   ├── {word(r, v)}\n"),
    "groups.txt": lambda n, v: tree(n, lambda g: f"group {g}\n", lambda r: f"\t{word(r, v)}\n"),
    "same.txt": lambda n, v: "".join("a\n" if r % 100 != 7 or v else "b\n" for r in range(n)),
    "groups.otl": lambda n, v: tree(
        n, lambda g: f"group {g}\n\t: note {g}\n", lambda r: f"\t[_] {word(r, v)}\n"),
    "groups.taskpaper": lambda n, v: tree(
        n, lambda g: f"group {g}:\n\tnote\n", lambda r: f"\t- {word(r, v)} @size({r})\n"),
    "groups.mm": lambda n, v: '<map><node TEXT="root">' + tree(
        n, lambda g: f'<node TEXT="group {g}" FOLDED="true">',
        lambda r: f'<node TEXT="{word(r, v)}" LINK="l{r}"/>\n', "</node>") + "</node></map>",
    "groups.html": lambda n, v: "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>\n" + tree(
        n, lambda g: f"<DT><H3 FOLDED>group {g}</H3><DL><p>\n",
        lambda r: f'<DT><A HREF="http://a.example/{r}">{word(r, v)}</A>\n', "</DL><p>\n")
    + "</DL><p>\n",
    "word.md": lambda n, v: f"- ![a](data:{'A1b2' * n}{v})\n",
    "note.org": lambda n, v: "* a\n" + "".join(f"{word(r, v)}\n" for r in range(n)),
    # The reversed chain, whose edits have long paths.
    "reversed.txt": lambda n, v: "".join(
        "\t" * level + f"r{row}\n" for level, row in enumerate(chain(int(n ** 0.5), 1 - 2 * v))),
    "renamed.txt": lambda n, v: "a\n" + "".join(f"\t{'new ' * v}{r * 7919}\n" for r in range(n)),
    "shuffled.txt": lambda n, v: "a\n" + "".join(
        f"\trow {r * 7919 % n if v else r}\n" for r in range(n)),
}

COMMANDS = [
    ["show"], ["show", "--width", "80"], ["show", "--notes"],
    ["show", "--where", "size>5"], ["show", "--where", "tag:x", "--where", "state=TODO"],
    ["show", "--attribute", "size"], ["show", "--rows", "--line"], ["show", "--json"],
    ["show", "--sort", "natural"], ["show", "--match", "*new*"],
    *(["show", "--to", format] for format in ("opml", "org", "markdown", "csv", "paths", "html")),
    ["diff"], ["diff", "--notes", "--rows"], ["diff", "--json"], ["diff", "--ignore-order"],
]


def seconds(tool, command, folder, name, count):
    """Returns the processor time of a command for an input of this many rows, in a new folder."""
    with tempfile.TemporaryDirectory(dir=folder) as folder:
        for version in (0, 1):
            Path(folder, str(version)).mkdir()
            Path(folder, str(version), name).write_text(
                SHAPES[name](count, version), newline="", encoding="utf-8")
        arguments = [tool, *command, f"0/{name}"]
        if command[0] == "diff":
            arguments.append(f"1/{name}")
        process = subprocess.Popen(
            ["sh", "-c", f"ulimit -t {LONGEST}; exec \"$@\"", "sh", *arguments], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    time = usage.ru_utime + usage.ru_stime
    if process.returncode not in (0, 1) and time < LONGEST - 1:
        raise ValueError(f"{' '.join(arguments)}: status {process.returncode}")
    return time


def fault(tool, command, folder, name):
    """Returns how fast the time of a command grows if that is too fast, or `None`."""
    start = seconds(tool, command, folder, name, 2)
    small, large = (
        max(seconds(tool, command, folder, name, ROWS << doublings) - start, SHORT / scale)
        for doublings, scale in ((0, 1 << DOUBLINGS), (DOUBLINGS, 1)))
    # Half of the doublings may be too short to show a growth.
    if large < small * LIMIT ** DOUBLINGS:
        return None

    times = []
    count = ROWS
    while len(times) < 3 or times[-3] < MEASURABLE and times[-1] < LONGEST / 4:
        times.append(min(seconds(tool, command, folder, name, count) for _ in range(2)))
        count *= 2
        if times[-1] > LONGEST - 1:
            break
    growth = min(after / before for before, after in zip(times[-3:], times[-2:]))
    return f"{growth:.1f}-fold, {times[-1]:.1f} s" if growth > LIMIT else None


def main(tool, *names):
    tool = os.path.abspath(tool)
    tasks = [(command, name) for name in names or SHAPES for command in COMMANDS]
    faults = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as threads:
        found = threads.map(lambda task: fault(tool, task[0], folder, task[1]), tasks)
        suspects = [task for task, growth in zip(tasks, found) if growth]
        for command, name in suspects:
            if growth := fault(tool, command, folder, name):
                faults += 1
                print(f"{' '.join(command)} {name}: {growth}", flush=True)
    print(f"{len(tasks)} commands, {faults} that grow more than {LIMIT}-fold for twice the input")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
