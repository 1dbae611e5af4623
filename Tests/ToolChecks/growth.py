#!/usr/bin/env python3
"""Checks that the processor time of outline-tool grows no faster than its input.

    growth.py TOOL [COUNT]

The script doubles an input of each shape twice, from COUNT rows, and reports the commands whose time
grows more than 2.6-fold each time. Small inputs are doubled until the command takes long enough to
measure.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

LIMIT = 2.6
# The seconds of the second run, from which times are comparable, and the doublings to reach them.
SECONDS = 0.15
DOUBLINGS = 7
# The seconds after which no longer input is needed.
LONGEST = 20


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
    ["diff"], ["diff", "--notes", "--rows"], ["diff", "--json"], ["diff", "--ignore-order"],
]


def seconds(tool, command, folder, name):
    """Returns the processor time of a command."""
    if command[0] == "diff":
        arguments = [tool, *command, f"0/{name}", f"1/{name}"]
    else:
        arguments = [tool, *command[1:], f"0/{name}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(
        arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status not in (0, 1):
        sys.exit(f"{' '.join(arguments)}: status {status}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def write(folder, name, count):
    for version in (0, 1):
        (folder / str(version) / name).write_text(SHAPES[name](count, version), newline="")


def growth(tool, command, folder, name, count):
    """Returns the smaller growth of the last two doublings, and the last time."""
    times = []
    for doubling in range(DOUBLINGS):
        write(folder, name, count << doubling)
        times.append(min(seconds(tool, command, folder, name) for _ in range(2)))
        if doubling > 1 and times[-2] >= SECONDS or times[-1] > LONGEST:
            break
    return min(after / before for before, after in zip(times[-3:], times[-2:])), times[-1]


def main(tool, count="4000", *names):
    tool = os.path.abspath(tool)
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for version in "01":
            (folder / version).mkdir()
        for name in names or SHAPES:
            for command in COMMANDS:
                factor, time = growth(tool, command, folder, name, int(count))
                if factor > LIMIT:
                    faults += 1
                    print(f"{' '.join(command)} {name}: {factor:.1f}-fold, {time:.1f} s", flush=True)
    if faults:
        sys.exit(f"{faults} commands take more than {LIMIT} times as long for twice the input")


if __name__ == "__main__":
    main(*sys.argv[1:])
