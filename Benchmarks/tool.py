#!/usr/bin/env python3
"""Measures outline-tool beside other programs and prints Markdown rows.

    python3 tool.py            a million lines, 210,421 directory entries
    python3 tool.py --smoke    a thousandth of that, to see that it still runs

The inputs are made in a temporary folder. Each figure is the least of several runs, in which the
programs take turns; their output is thrown away. The table needs tree, gawk and wc, and swiftc for
the empty program.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
WORDS = "Äpfel Birne café data ergänzt fig grün house 日本語 kilo løve mañana node Ωmega plan".split()


class Program:
    """A command, and the least that a run of it took."""

    def __init__(self, name, *command):
        self.name = name
        self.command = [str(part) for part in command]
        self.wall = self.cpu = self.memory = float("inf")

    def run(self):
        begin = time.perf_counter()
        process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        end = time.perf_counter()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"error: exit code {process.returncode}: {' '.join(self.command)}")
        self.wall = min(self.wall, (end - begin) * 1000)
        self.cpu = min(self.cpu, (usage.ru_utime + usage.ru_stime) * 1000)
        self.memory = min(self.memory, usage.ru_maxrss / 1024)

    def require_lines(self, least):
        """Ends the program when the command prints too little to be compared."""
        with subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
            count = sum(block.count(b"\n") for block in iter(lambda: process.stdout.read(65536), b""))
        if count < least:
            sys.exit(f"error: fewer than {least} lines: {' '.join(self.command)}")


def take_turns(rounds, *programs):
    for _ in range(rounds):
        for program in programs:
            program.run()


def write_outline(path, line_count):
    """Writes lines of 13 levels, some 36 bytes each."""
    generator = random.Random(line_count)
    level = 0
    with open(path, "w", encoding="utf-8") as file:
        for number in range(line_count):
            words = " ".join(generator.choices(WORDS, k=4))
            file.write("\t" * level + f"{number} {words}\n")
            level = max(0, min(12, level + generator.choice((1, 1, 1, 0, 0, -1, -3))))


def make_directories(root, shape):
    """Makes folders inside folders, the last of them full of empty files; returns how many."""
    *outer, file_count = shape
    folders = [root]
    count = 0
    for width in outer:
        folders = [folder / f"folder {n:02}" for folder in folders for n in range(width)]
        count += len(folders)
        for folder in folders:
            folder.mkdir()
    for folder in folders:
        for number in range(file_count):
            (folder / f"file {number:02}.txt").touch()
    return count + len(folders) * file_count


def row(what, figure, unit, rivals, bar, is_met, growth=None):
    beside = ", ".join(f"{name} {number:.3g} {unit} ({figure / number:.2f})" for name, number in rivals)
    growth = f"{growth:.1f} ×" if growth else "–"
    met = "yes" if is_met else "**no**"
    print(f"| {what} | {figure:.3g} {unit} | {growth} | {beside} | {bar} | {met} |", flush=True)


def measure_text(tool, folder, line_count, rounds):
    small_path, large_path = folder / "small.txt", folder / "large.txt"
    write_outline(small_path, line_count // 10)
    write_outline(large_path, line_count)
    bullets = r"""{ match($0, /^\t*/); printf "%*s- %s\n", 2 * RLENGTH, "", substr($0, RLENGTH + 1) }"""
    small = Program("outline-tool", tool, small_path)
    large = Program("outline-tool", tool, large_path)
    gawk = Program("gawk to bullets", "gawk", bullets, large_path)
    wc = Program("wc -l", "wc", "-l", large_path)
    large.require_lines(line_count)
    take_turns(rounds, small, large, gawk, wc)
    size = large_path.stat().st_size / 1e6
    what = f"{line_count:,} lines of text ({size:.0f} MB) to rows"
    growth = large.cpu / small.cpu
    row(f"{what}, CPU", large.cpu, "ms", [(p.name, p.cpu) for p in (gawk, wc)],
        "≤ 400 ms, growth ≤ 12 × from a tenth", large.cpu <= 400 and growth <= 12, growth)
    row(f"{what}, memory", large.memory, "MiB", [(gawk.name, gawk.memory)],
        "≤ 250 MB", large.memory * 1.048576 <= 250, large.memory / small.memory)


def measure_directory(tool, folder, shape, rounds):
    root = folder / "directory"
    root.mkdir()
    entry_count = make_directories(root, shape)
    outline = Program("outline-tool", tool, root)
    tree = Program("tree", "tree", root)
    find = Program("find", "find", root)
    outline.require_lines(entry_count)
    take_turns(rounds, outline, tree, find)
    row(f"a directory of {entry_count:,} entries", outline.wall, "ms",
        [(p.name, p.wall) for p in (tree, find)], "≤ 0.5 of tree",
        outline.wall <= 0.5 * tree.wall)


def measure_start(tool, folder, rounds):
    source, binary = folder / "empty.swift", folder / "empty"
    source.write_text("")
    subprocess.run(["swiftc", "-O", source, "-o", binary], check=True)
    outline = Program("outline-tool", tool, "--version")
    empty = Program("empty Swift program", binary)
    take_turns(rounds, outline, empty)
    row("start-up, `--version`", outline.wall, "ms", [(empty.name, empty.wall)],
        "≤ 2 ms more than the empty program", outline.wall - empty.wall <= 2)


def build_tool():
    build = ["swift", "build", "-c", "release", "--product", "outline-tool", "--package-path", PACKAGE]
    subprocess.run(build, check=True, stdout=sys.stderr)
    folder = subprocess.check_output([*build, "--show-bin-path"], text=True).strip()
    return Path(folder) / "outline-tool"


def main():
    is_smoke = sys.argv[1:] == ["--smoke"]
    if sys.argv[1:] and not is_smoke:
        sys.exit(__doc__)
    os.environ["LC_ALL"] = "C.UTF-8"
    tool = build_tool()
    print("| what | outline-tool | growth | beside it (ratio) | bar | met |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure_text(tool, folder, 1000 if is_smoke else 1_000_000, rounds=1 if is_smoke else 7)
        measure_directory(
            tool, folder, (2, 5, 5, 2) if is_smoke else (20, 20, 25, 20), rounds=1 if is_smoke else 7)
        measure_start(tool, folder, rounds=5 if is_smoke else 200)


main()
