#!/usr/bin/env python3
"""Compares the rows that outline-tool shows of well-formed files with those of other parsers.

    second_opinions.py TOOL [FOLDER]

The files are random, but the same in each run. Python's parsers, markdown-it-py and Emacs
read them, and `tree` shows and draws directories and lists of paths. With FOLDER, the files below
it are compared as well, if a parser can read them.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from parsers import PARSERS, Unfit, plans
from writers import WRITERS, Node

LABELS = [
    "plain", "a & b", "<i>", "&amp;", '"quoted"', "it's", "日本語", "👩‍🚀", "e\u0301", "C:\\new", "a/b",
    "x" * 300, "1.0", "null", "100 %", "[x]", "{}", "a, b; c", "- a", "# b", "* c", "ΩMEGA", "a\tb",
    "a\nb", "two  blanks", "]]>", "-->", "\u00A0", "\u202Eabc", "é" * 40,
]


def random_tree(chance, size):
    """Returns the roots of a tree with this many nodes, each with a unique label."""
    roots, nodes = [], []
    for number in range(size):
        node = Node(f"{chance.choice(LABELS)} {number}", chance.random() < 0.2)
        parent = chance.choice([None, *nodes[-6:]]) if number > 1 else (nodes or [None])[0]
        (roots if parent is None else parent.children).append(node)
        nodes.append(node)
    return roots


def visible_rows(roots, all_are_open):
    """Returns the levels and texts of the visible rows, and which of them hide others."""
    rows, open_rows = [], [(0, node) for node in reversed(roots)]
    while open_rows:
        level, node = open_rows.pop()
        hides = bool(node.is_collapsed and node.children and not all_are_open)
        rows.append((level, node.text, hides))
        if not hides:
            open_rows += [(level + 1, child) for child in reversed(node.children)]
    return rows


def shown_rows(tool, path, options):
    """Returns the same from the output of the tool."""
    process = subprocess.run([tool, "--json", *options, path], capture_output=True, check=False)
    if process.returncode or process.stderr:
        return f"ends with {process.returncode}: {process.stderr.decode(errors='replace')[:300]}"
    open_rows = [(0, row) for row in reversed(json.loads(process.stdout)[0]["children"])]
    rows = []
    while open_rows:
        level, row = open_rows.pop()
        rows.append((level, row["text"], row.get("collapsed", False)))
        open_rows += [(level + 1, child) for child in reversed(row.get("children", []))]
    return rows


def without_emphasis(rows):
    """Removes the signs of emphasis, which the tool shows and markdown-it does not, and the blanks,
    which the tool shows once and Org aligns."""
    return [(level, re.sub(r"[*_`<>\s]", "", text), hides) for level, text, hides in rows]


def compare(tool, path, roots, options=()):
    """Yields the differences between the tool and a parser for a file."""
    # The parsers of Markdown and Org do not read the stored expansion.
    is_prose = path.suffix in (".md", ".org")
    for expansion in ["all"] if is_prose else ["all", "stored"]:
        expected = visible_rows(roots, expansion == "all")
        shown = shown_rows(tool, path, ["--expand", expansion, *options])
        if is_prose and not isinstance(shown, str):
            expected, shown = without_emphasis(expected), without_emphasis(shown)
        if isinstance(shown, str):
            yield f"{path}: {shown}"
        elif shown != expected:
            pairs = [pair for pair in zip(expected, shown) if pair[0] != pair[1]]
            what = f"{pairs[0][0]} is shown as {pairs[0][1]}" if pairs else "the number of rows"
            yield f"{path}, --expand {expansion}: {what}"


def made_files(tool, folder):
    """Compares files of each kind that has a writer."""
    for name, write in WRITERS.items():
        if name.split(".")[-1] not in PARSERS:
            print(f"skipped {name}: needs markdown-it-py or Emacs")
            continue
        for seed in range(10):
            chance = random.Random(f"{name} {seed}")
            contents = write(random_tree(chance, chance.choice([2, 6, 60])), chance)
            path = folder / f"{seed}-{name}"
            path.write_bytes(contents)
            yield list(compare(tool, path, PARSERS[name.split(".")[-1]](contents)))


def real_files(tool, folder):
    """Compares the files of a folder that Python can parse."""
    for path in sorted(folder.rglob("*")):
        parse = PARSERS.get(path.suffix[1:])
        # The chapters outside the list of such a file are rows, too.
        if not path.is_file() or not parse or path.name.endswith("SUMMARY.md"):
            continue
        try:
            roots = parse(path.read_bytes())
        except (Unfit, LookupError, TypeError, AttributeError):
            # The kind is unsupported.
            continue
        yield list(compare(tool, path, roots))


def directories(tool, folder):
    """Compares drawings of a directory and of a list of paths with those of `tree`."""
    chance = random.Random("directories")
    root = folder / "directory"
    folders = [root]
    for number in range(200):
        parent = chance.choice(folders[-20:])
        name = f"{chance.choice(['.', '', 'Ä ', 'z-', '日本'])}{chance.choice('aBcD')}{number}"
        if chance.random() < 0.4:
            (parent / name).mkdir(parents=True)
            folders.append(parent / name)
        elif parent.exists() and chance.random() < 0.2:
            (parent / name).symlink_to(chance.choice(["nowhere", "..", "/", name]))
        elif parent.exists():
            (parent / name).touch()
    listing = folder / "paths"
    names = sorted(str(path.relative_to(root)) for path in root.rglob("*"))
    listing.write_text("\n".join(names) + "\n", encoding="utf-8")
    for tool_command, tree_command in [
            ([tool, "-a", root], ["tree", "-a", "--noreport", root]),
            ([tool, root], ["tree", "--noreport", root]),
            ([tool, "--sort", "text", "--from", "paths", listing],
             ["tree", "-a", "--noreport", "--fromfile", listing])]:
        drawing = subprocess.check_output(tree_command).replace("\u00A0".encode(), b" ")
        shown = subprocess.run(tool_command, capture_output=True, check=False).stdout
        if shown.split(b"\n")[1:] != drawing.split(b"\n")[1:]:
            yield [f"{' '.join(map(str, tool_command))} differs from tree"]
        else:
            yield []


def drawings(tool, folder):
    """Compares the rows of drawings by `tree` with those that its JSON lists."""
    root = folder / "directory"
    listed = json.loads(subprocess.check_output(["tree", "-aJ", root]))[0]
    expected = []
    open_entries = [(0, listed)]
    while open_entries:
        level, entry = open_entries.pop()
        target = f" -> {entry['target']}" if "target" in entry else ""
        expected.append((level, entry["name"] + target, False))
        open_entries += [(level + 1, child) for child in reversed(entry.get("contents", []))]
    path = folder / "drawing"
    for options in [["--charset=UTF-8"], ["--charset=US-ASCII"], ["-C"], ["--noreport"]]:
        path.write_bytes(subprocess.check_output(["tree", "-a", *options, root]))
        shown = shown_rows(tool, path, ["--from", "tree"])
        yield [] if shown == expected else [f"tree {options} is read as other rows than tree -J has"]


def org_attributes(tool, folder):
    """Compares the priorities and planned times of headlines with those that Emacs finds."""
    if "org" not in PARSERS:
        return
    chance = random.Random("org")
    priorities = ["[#A]", "[#1]", "[#12]", "[#b]", "[#123]", "[#]", "[#A-]", "A", ""]
    times = [
        "<2026-03-01>", "<2026-03-01 Sun 10:00 +1w>", "[2026-03-01 Sun]", "<YYYY-MM-DD Day>",
        "<%%(diary-float t 4 2)>", "<%<%Y-%m-%d %a>>", "%^t", "2026-03-01", "<2026-3-1>", "<>", "",
    ]
    text = ""
    for number in range(200):
        words = ["TODO", chance.choice(priorities), chance.choice(["", "COMMENT"]), str(number)]
        text += "* " + " ".join(words[chance.randrange(2):]) + "\n"
        text += chance.choice(["", "SCHEDULED: ", " DEADLINE:", "closed: "])
        text += chance.choice(times) + "\n"
    path = folder / "plans.org"
    path.write_text(text)
    names = ["PRIORITY", "SCHEDULED", "DEADLINE", "CLOSED"]
    options = [f"--attribute={name}" for name in names]
    shown = subprocess.run(
        [tool, "--rows", *options, path], capture_output=True, check=False).stdout.decode()
    shown = [line.split("\t", 5)[5] for line in shown.splitlines()]
    yield [f"{path}: attributes {ours!r}, in Emacs {theirs!r}"
           for ours, theirs in zip(shown, plans(text.encode()), strict=True) if ours != theirs]


def main(tool, folder=None):
    os.environ["LC_ALL"] = "C.UTF-8"
    with tempfile.TemporaryDirectory() as name:
        made = Path(name)
        results = [
            *made_files(tool, made), *directories(tool, made), *drawings(tool, made),
            *org_attributes(tool, made)]
        if folder:
            results += real_files(tool, Path(folder))
    found = sum(results, [])
    for fault in found:
        print(fault)
    print(f"{len(results)} files, {len(found)} faults")
    sys.exit(1 if found else 0)


if len(sys.argv) in (2, 3):
    main(*sys.argv[1:])
else:
    sys.exit(__doc__)
