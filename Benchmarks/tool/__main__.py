#!/usr/bin/env python3
"""Measures outline-tool and comparable programs, and prints Markdown rows.

    python3 tool            a million rows in each format, 210,420 directory entries
    python3 tool --smoke [TOOL]
                            a thousandth of that, as a test; runs TOOL, or builds it

The script writes the inputs to a temporary folder. Each figure is the minimum of several runs, in
which the programs take turns. Their output is discarded. The table needs tree, gawk, wc, xmllint, jq and
cc.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import inputs
from measuring import MEGABYTES, Program, head, row, take_turns

PACKAGE = Path(__file__).resolve().parent.parent.parent
BULLETS = r"""{ match($0, /^\t*/); printf "%*s- %s\n", 2 * RLENGTH, "", substr($0, RLENGTH + 1) }"""


class Format:
    """A format with a limit for its reader, and the programs to compare."""

    def __init__(self, name, ending, lines, rivals, least_ratio=None):
        self.name = name
        self.ending = ending
        self.lines = lines
        self.rivals = rivals
        #: The least speed, as a multiple of the speed of the first rival.
        self.least_ratio = least_ratio


FORMATS = [
    Format("lines of text", "txt", inputs.text_lines,
           [("gawk to bullets", "gawk", BULLETS), ("wc -l", "wc", "-l")]),
    Format("outlines of OPML", "opml", inputs.opml_lines,
           [("xmllint --noout", "xmllint", "--noout")], least_ratio=3),
    Format("nodes of JSON", "json", inputs.json_lines, [("jq .", "jq", ".")], least_ratio=6),
]

# The names of the other formats, their file names, and their writers.
FURTHER_FORMATS = [
    ("records of CSV with `id` and `parent`", "a.csv", inputs.csv_lines),
    ("headlines of Org", "a.org", inputs.org_lines),
    ("headings and items of Markdown", "a.md", inputs.markdown_lines),
    ("bookmarks", "a.html", inputs.bookmark_lines),
    ("nodes of Freemind", "a.mm", inputs.freemind_lines),
    ("paths", "paths", inputs.path_lines),
    ("items of TaskPaper", "a.taskpaper", inputs.taskpaper_lines),
    ("branches of a drawing", "drawing", inputs.drawing_lines),
]


def measure_format(tool, folder, form, row_count, rounds):
    small_path, large_path = folder / f"small.{form.ending}", folder / f"large.{form.ending}"
    inputs.write(small_path, form.lines(row_count // 10))
    inputs.write(large_path, form.lines(row_count))
    small = Program("small", tool, small_path)
    large = Program("plain", tool, large_path)
    variants = [Program("`--expand stored`", tool, "--expand", "stored", large_path),
                Program("`--match '*grün*'`", tool, "--match", "*grün*", large_path),
                Program("`--width 80`", tool, "--width", "80", large_path)]
    rivals = [Program(name, *command, large_path) for name, *command in form.rivals]
    large.require_lines(row_count)
    take_turns(rounds, small, large, *variants, *rivals)
    what = f"{row_count:,} {form.name} ({large_path.stat().st_size / 1e6:.0f} MB)"
    growth = large.cpu / small.cpu
    bar, is_met = "≤ 400 ms, growth ≤ 11 × from a tenth", large.cpu <= 400 and growth <= 11
    if form.least_ratio:
        bar += f", {form.least_ratio} × as fast as {rivals[0].name}"
        is_met = is_met and large.cpu * form.least_ratio <= rivals[0].cpu
    row(f"{what}, CPU", large.cpu, "ms", [(p.name, p.cpu) for p in rivals], bar, is_met, growth)
    row(f"{what}, memory", large.memory, "MiB", [(p.name, p.memory) for p in rivals[:1]],
        "≤ 250 MB", large.memory * MEGABYTES <= 250, large.memory / small.memory)
    for variant in variants:
        row(f"{what}, {variant.name}, CPU", variant.cpu, "ms", [(large.name, large.cpu)],
            "≤ 1.3 of plain", variant.cpu <= 1.3 * large.cpu)


def measure_diff(tool, folder, row_count, rounds):
    """Measures the comparison of two files, ten rows of which differ."""
    for form, mark in zip(FORMATS[:2], ["", '" created']):
        old_path, new_path = folder / f"old.{form.ending}", folder / f"new.{form.ending}"
        inputs.write(old_path, form.lines(row_count))
        inputs.write(new_path, inputs.changed(form.lines(row_count), mark))
        both = Program("both printed", tool, old_path, new_path)
        diff = Program("diff", tool, "diff", old_path, new_path, exit_code=1)
        both.require_lines(2 * row_count)
        take_turns(rounds, both, diff)
        row(f"`diff` of {row_count:,} {form.name} with 10 changes, CPU", diff.cpu, "ms",
            [(both.name, both.cpu)], "≤ 1.5 of printing both", diff.cpu <= 1.5 * both.cpu)
        old_path.unlink()
        new_path.unlink()


def measure_growth(tool, folder, row_count, rounds):
    """Measures how the time of the other readers grows from a tenth of the rows."""
    for what, name, lines in FURTHER_FORMATS:
        programs = []
        for size in [row_count // 10, row_count]:
            path = folder / str(size) / name
            path.parent.mkdir(exist_ok=True)
            inputs.write(path, lines(size))
            programs.append(Program(name, tool, path))
            programs[-1].require_lines(size)
        take_turns(rounds, *programs)
        small, large = programs
        growth = large.cpu / small.cpu
        size = path.stat().st_size / 1e6
        path.unlink()
        row(f"{row_count:,} {what} ({size:.0f} MB), CPU", large.cpu, "ms", [],
            "growth ≤ 11 × from a tenth", growth <= 11, growth)


def measure_memory(tool, folder, row_count):
    """Measures the memory for files that are many times as long as the texts of their rows."""
    path = folder / "long paths"
    inputs.write(path, inputs.long_path_lines(row_count))
    paths, tree = Program("outline-tool", tool, path), Program("tree", "tree", "--fromfile", path)
    paths.require_lines(row_count)
    take_turns(1, paths, tree)
    row(f"{row_count:,} long paths ({path.stat().st_size / 1e6:.0f} MB), memory", paths.memory,
        "MiB", [("tree --fromfile", tree.memory)], "≤ 300 MiB", paths.memory <= 300)
    path.unlink()
    path = folder / "notes.opml"
    inputs.write(path, inputs.long_opml_lines(row_count))
    size = path.stat().st_size
    notes, lint = Program("outline-tool", tool, path), Program("xmllint", "xmllint", "--noout", path)
    notes.require_lines(row_count)
    take_turns(1, notes, lint)
    row(f"{row_count:,} outlines of OPML with notes ({size / 1e6:.0f} MB), memory", notes.memory,
        "MiB", [("xmllint --noout", lint.memory)], "≤ 2.5 of the file",
        notes.memory * MEGABYTES * 1e6 <= 2.5 * size)
    path.unlink()


def measure_directory(tool, folder, shape, rounds):
    root = folder / "directory"
    root.mkdir()
    entry_count = inputs.make_directories(root, shape)
    outline = Program("outline-tool", tool, root)
    tree = Program("tree", "tree", root)
    find = Program("find", "find", root)
    outline.require_lines(entry_count)
    take_turns(rounds, outline, tree, find)
    row(f"a directory of {entry_count:,} entries", outline.wall, "ms",
        [(p.name, p.wall) for p in (tree, find)], "≤ 0.5 of tree",
        outline.wall <= 0.5 * tree.wall)


def measure_start(tool, static_tool, folder, rounds):
    source, binary = folder / "empty.c", folder / "empty"
    source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    subprocess.run(["cc", "-O2", source, "-o", binary], check=True)
    outline = Program("outline-tool", static_tool, "--version")
    empty = Program("empty C program", binary)
    dynamic = Program("linked dynamically", tool, "--version")
    take_turns(rounds, outline, empty, dynamic)
    row("start-up, `--version`, linked statically", outline.wall, "ms",
        [(p.name, p.wall) for p in (empty, dynamic)], "≤ 2 × the empty program + 1 ms",
        outline.wall <= 2 * empty.wall + 1)


def build_tool(*options):
    build = ["swift", "build", "-c", "release", "--product", "outline-tool",
             "--package-path", PACKAGE, *options]
    subprocess.run(build, check=True, stdout=sys.stderr)
    folder = subprocess.check_output([*build, "--show-bin-path"], text=True).strip()
    return Path(folder) / "outline-tool"


def main():
    is_smoke = sys.argv[1:2] == ["--smoke"]
    if sys.argv[3:] or sys.argv[1:] and not is_smoke:
        sys.exit(__doc__)
    os.environ["LC_ALL"] = "C.UTF-8"
    if is_smoke:
        tool = static_tool = Path(sys.argv[2]).resolve(strict=True) if sys.argv[2:] else build_tool()
    else:
        tool = build_tool()
        static_tool = build_tool("--static-swift-stdlib", "-Xswiftc", "-static-executable",
                                 "--scratch-path", PACKAGE / ".build/static")
    row_count, rounds = (1000, 1) if is_smoke else (1_000_000, 7)
    head()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for form in FORMATS:
            measure_format(tool, folder, form, row_count, rounds)
        measure_diff(tool, folder, row_count, rounds)
        measure_growth(tool, folder, row_count, rounds)
        measure_memory(tool, folder, row_count)
        measure_directory(tool, folder, (2, 5, 5, 2) if is_smoke else (20, 20, 25, 20), rounds)
        measure_start(tool, static_tool, folder, rounds=5 if is_smoke else 200)


main()
