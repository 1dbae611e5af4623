#!/usr/bin/env python3
"""Drives the sidebar among the samples through pseudo-terminals with random keys.

    sidebar.py SIDEBAR [KEYS]

The same keys, KEYS of them or 2,000, are also read from a file, for which the sidebar prints all
rows after each key. Each screen has to show a part of these rows, with the selected one among them;
rows that were there before keep their places, unless the selected row needs the space. Needs pyte
(Debian's python3-pyte).
"""

import concurrent.futures
import os
import random
import subprocess
import sys

from terminal import Terminal, fail, failures

sidebar = os.path.abspath(sys.argv[1])
KEYS_OF_RUN = 100
# The keys that can begin to load stations.
LOADING_KEYS = ["l", "*", " ", "+", "r", "u"]
KEYS = ["j", "j", "j", "k", "k", "l", "h", "\x1b[H", "\x1b[F", "*", " ", "m", "p", "p", "+", "n", "r",
        "\x1b[5~", "\x1b[6~",
        "u", "?", "x"]


class Frame:
    """The rows and the message that the sidebar prints after a key."""

    def __init__(self, text):
        lines = text.split("\n")
        # Each section ends with an empty line, and the message follows the last one.
        rows = len(lines) - lines[::-1].index("")
        self.rows = lines[:rows]
        self.message = [line for line in lines[rows:] if not line.startswith("changes: ")]
        self.selected = next((i for i, row in enumerate(self.rows) if row.startswith(">")), None)
        self.names = [name_of(row) for row in self.rows]
        self.shown = [row.replace(">", " ", 1).rstrip() for row in self.rows]


def name_of(row):
    """Returns the item of a row; the lines of sections have none."""
    if not row.startswith((">", " ")):
        return None
    return row[1:].strip("▸▾ ").split(" (")[0].split(" –")[0].removesuffix(" *")


def frames_of(keys):
    output = subprocess.run(
        [sidebar], input=keys.encode(), stdout=subprocess.PIPE, check=True).stdout.decode()
    first, *others = output.removesuffix("\n").split("\n\n== ")
    return [Frame(first)] + [Frame(text.split("\n", 1)[1]) for text in others]


def scrolled(first, on_screen, frame, space, moved):
    """Returns the first line of a screen that scrolls by the least."""
    if first > 0:
        places = [
            frame.names.index(name) - distance for distance, name in enumerate(on_screen)
            if name is not None and name != moved and name in frame.names]
        first = places[0] if places else first
    line = frame.selected
    if line is not None:
        header = space > 1 and line > 0 and frame.names[line - 1] is None
        first = min(max(first, line - space + 1), line - 1 if header else line)
    return max(0, min(first, len(frame.rows) - space))


def screen_of(frame, terminal, starts):
    """Returns the first line on screen and its items if the screen shows a frame, or None."""
    # The line of changes is there or not.
    for count in (0, 1):
        space = max(1, terminal.rows - len(frame.message) - count)
        for first in starts(space):
            lines = (frame.shown[first:first + space] + frame.message)[:terminal.rows]
            selected = [] if frame.selected is None else [frame.selected - first]
            if terminal.lines[:len(lines)] == lines and terminal.highlighted == selected:
                return first, frame.names[first:first + space]
    return None


def drive(seed):
    choose = random.Random(seed)
    keys = [choose.choice(KEYS) for _ in range(KEYS_OF_RUN)]
    frames = frames_of("".join(keys))
    if len(frames) != len(keys) + 1:
        return fail(f"seed {seed}: {len(frames)} frames for {len(keys)} keys")
    terminal = Terminal(sidebar, rows=choose.randint(4, 26))
    first, on_screen, marked = 0, [], None
    for number, (before, frame) in enumerate(zip([frames[0]] + frames, frames)):
        moved = None
        if number > 0:
            key = keys[number - 1]
            moved = marked if key == "p" else None
            if choose.random() < 0.1:
                terminal.resize(choose.randint(4, 26), 80)
            terminal.written = b""
            terminal.type(key)

        def starts(space):
            # Rows that load come after a screen without them, which can scroll in between.
            if number > 0 and key in LOADING_KEYS and len(frame.rows) != len(before.rows):
                return range((len(frame.rows) if frame.selected is None else frame.selected) + 1)
            start = scrolled(first, on_screen, frame, space, moved)
            # The line of changes can come after a screen without it.
            without = scrolled(first, on_screen, frame, space + 1, moved)
            names = frame.names[without:without + space + 1]
            return [start, scrolled(without, names, frame, space, moved)]

        def matches():
            # The screen before the key can be equal.
            return screen_of(frame, terminal, starts) if terminal.written else None

        # A load can begin after the row has been drawn.
        while terminal.wait(matches, f"seed {seed}, after {keys[:number]!r}"):
            if not terminal.read(0.02):
                break
        if matches() is None:
            print("all rows are:\n" + "\n".join(frame.rows + frame.message), flush=True)
            break
        first, on_screen = matches()
        if frame.message[0].startswith("mark "):
            marked = frame.message[0].removeprefix("mark ")
        elif number > 0 and keys[number - 1] == "p":
            marked = None
    terminal.type("q")
    terminal.wait(lambda: terminal.process.poll() is not None, f"seed {seed}: no end")
    terminal.check_sanity(f"seed {seed}")
    if terminal.end() != 0:
        fail(f"seed {seed}: not a success")


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(os.environ.get("OUTLINE_SEED", "1"))
    seeds = range(seed * 1_000_000, seed * 1_000_000 + max(1, count // KEYS_OF_RUN))
    # The sidebar waits a second for its server, and most runs wait at the same time.
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        for run in [pool.submit(drive, seed) for seed in seeds]:
            run.result()
    sys.exit(1 if failures else 0)


main()
