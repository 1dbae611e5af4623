#!/usr/bin/env python3
"""Measures outline-tool and comparable programs, and prints a Markdown table.

    python3 tool            a million rows in each format, 210,420 directory entries
    python3 tool --smoke [TOOL]
                            a thousandth of that, as a test; runs TOOL, or builds it

The script writes the inputs to a temporary folder. Each figure is the minimum of several runs, in
which the programs take turns. Their output is discarded. The table needs tree, gawk, wc, xmllint, jq,
diff, git and cc.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import inputs
from measuring import Program, begin_table, elapsed_time, row, take_turns

PACKAGE = Path(__file__).resolve().parent.parent.parent
BULLETS = r"""{ match($0, /^\t*/); printf "%*s- %s\n", 2 * RLENGTH, "", substr($0, RLENGTH + 1) }"""

# The names of the formats, their file names, their writers, and the programs to compare.
FORMATS = [
    ("lines of text", "a.txt", inputs.text_lines,
     [("`gawk` to bullets", "gawk", BULLETS), ("`wc -l`", "wc", "-l")]),
    ("outlines of OPML", "a.opml", inputs.opml_lines,
     [("`xmllint --noout`", "xmllint", "--noout"),
      ("`xmllint --stream`", "xmllint", "--noout", "--stream")]),
    ("nodes of JSON", "a.json", inputs.json_lines, [("`jq .`", "jq", ".")]),
    ("records of CSV with `id` and `parent`", "a.csv", inputs.csv_lines, []),
    ("headlines of Org", "a.org", inputs.org_lines, []),
    ("headings and items of Markdown", "a.md", inputs.markdown_lines, []),
    ("paths", "paths", inputs.path_lines, []),
]
OPTIONS = ["--expand", "stored", "--match", "*grün*", "--width", "80"]


def measure_formats(tool, folder, row_count, rounds):
    for what, name, lines, commands in FORMATS:
        paths = []
        for size in [row_count // 10, row_count]:
            paths.append(folder / str(size) / name)
            paths[-1].parent.mkdir(exist_ok=True)
            inputs.write(paths[-1], lines(size))
        small, large = (Program("outline-tool", tool, path) for path in paths)
        others = [Program(other, *command, paths[1]) for other, *command in commands]
        large.require_lines(row_count)
        take_turns(rounds, small, large, *others)
        megabytes = paths[1].stat().st_size / 1e6
        row(f"{row_count:,} {what} ({megabytes:.0f} MB)", large, others, small)
        for path in paths:
            path.unlink()


def measure_options(tool, folder, row_count, rounds):
    path = folder / "a.opml"
    inputs.write(path, inputs.opml_lines(row_count))
    plain = Program("without options", tool, path)
    with_options = Program("outline-tool", tool, *OPTIONS, path)
    take_turns(rounds, plain, with_options)
    row(f"the OPML with `{' '.join(OPTIONS)}`", with_options, [plain])
    path.unlink()


def measure_diff(tool, folder, row_count, rounds):
    """Measures the comparison of two files, ten rows of which differ."""
    for (what, name, lines, _), mark in zip(FORMATS[:2], ["", '" created']):
        old, new = folder / f"old {name}", folder / f"new {name}"
        inputs.write(old, lines(row_count))
        inputs.write(new, inputs.changed(lines(row_count), mark))
        diff = Program("outline-tool", tool, "diff", old, new, exit_code=1)
        others = [Program("`diff -u`", "diff", "-u", old, new, exit_code=1),
                  Program("`git diff --no-index`", "git", "diff", "--no-index", old, new,
                          exit_code=1)]
        take_turns(rounds, diff, *others)
        row(f"`diff` of {row_count:,} {what} with 10 changes", diff, others)
        old.unlink()
        new.unlink()


def measure_memory(tool, folder, row_count):
    """Measures files that are many times as long as the texts of their rows."""
    path = folder / "long paths"
    inputs.write(path, inputs.long_path_lines(row_count))
    paths = Program("outline-tool", tool, path)
    tree = Program("`tree --fromfile`", "tree", "--fromfile", path)
    paths.require_lines(row_count)
    take_turns(1, paths, tree)
    row(f"{row_count:,} long paths ({path.stat().st_size / 1e6:.0f} MB)", paths, [tree])
    path.unlink()
    path = folder / "notes.opml"
    inputs.write(path, inputs.long_opml_lines(row_count))
    notes = Program("outline-tool", tool, path)
    lint = Program("`xmllint --noout`", "xmllint", "--noout", path)
    notes.require_lines(row_count)
    take_turns(1, notes, lint)
    row(f"{row_count:,} outlines of OPML with notes ({path.stat().st_size / 1e6:.0f} MB)", notes,
        [lint])
    path.unlink()


def measure_directory(tool, folder, shape, rounds):
    root = folder / "directory"
    root.mkdir()
    entry_count = inputs.make_directories(root, shape)
    outline = Program("outline-tool", tool, root)
    others = [Program("`tree`", "tree", root), Program("`find`", "find", root),
              Program("`ls -R`", "ls", "-R", root)]
    outline.require_lines(entry_count)
    take_turns(rounds, outline, *others)
    row(f"a directory of {entry_count:,} entries, elapsed time", outline, others,
        figure=elapsed_time)


def measure_start(tool, static_tool, folder, rounds):
    source, binary = folder / "empty.c", folder / "empty"
    source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    subprocess.run(["cc", "-O2", source, "-o", binary], check=True)
    outline = Program("outline-tool", static_tool, "--version")
    others = [Program("linked dynamically", tool, "--version"),
              Program("an empty C program", binary)]
    take_turns(rounds, outline, *others)
    row("`--version`, linked statically, elapsed time", outline, others, figure=elapsed_time)


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
    begin_table("tool", "task", "outline-tool", "growth", "other programs")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure_formats(tool, folder, row_count, rounds)
        measure_options(tool, folder, row_count, rounds)
        measure_diff(tool, folder, row_count, rounds)
        measure_memory(tool, folder, row_count)
        measure_directory(tool, folder, (2, 5, 5, 2) if is_smoke else (20, 20, 25, 20), rounds)
        measure_start(tool, static_tool, folder, rounds=5 if is_smoke else 200)


main()
