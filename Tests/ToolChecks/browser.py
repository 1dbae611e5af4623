#!/usr/bin/env python3
"""Drives `outline-tool browse` through a pseudo-terminal and compares its screen.

    browser.py TOOL [KEYS | measure]

A screen emulator shows what the tool writes. Scripts of keys are compared with expected screens.
Then random keys, clicks and sizes follow, KEYS of them or 2,000: a plain model here computes each
screen from the rows that `outline-tool --rows` prints. With `measure`, prints the processor time of
each key on a hundred thousand and on a million rows. Needs pyte (Debian's python3-pyte).
"""

import base64
import itertools
import os
import pathlib
import random
import re
import signal
import string
import subprocess
import sys
import tempfile
import time

from wcwidth import wcswidth

from terminal import Terminal, fail, failures

tool = os.path.abspath(sys.argv[1])
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


def browse(path, *options, **settings):
    return Terminal(tool, "browse", *options, path, **settings)


def rows_of(path, *options):
    """Returns the level and the text of all rows."""
    output = subprocess.run(
        [tool, "--rows", *options, path], stdout=subprocess.PIPE, check=True).stdout.decode()
    rows = [line.split("\t") for line in output.splitlines()]
    return [(int(row[1]), row[4].replace("\\\\", "\\")) for row in rows]


# MARK: Scripts

GARDEN = """Beds
  Legumes
    Peas
    Beans
  Roots
    Beetroot
Orchard
  Apples
Shed
"""


def check_scripts(folder):
    path = str(folder / "garden.txt")
    pathlib.Path(path).write_text(GARDEN)

    at_start = ["▸ Beds", "▸ Orchard", "  Shed"]
    expanded = ["▾ Beds", "  ▸ Legumes", "  ▸ Roots", "▸ Orchard", "  Shed"]
    scripts = [
        ("", at_start, 0, "1/3"), ("j", at_start, 1, "2/3"), (DOWN + DOWN, at_start, 2, "3/3"),
        ("G", at_start, 2, "3/3"), ("Gk", at_start, 1, "2/3"), ("l", expanded, 0, "1/5"),
        (RIGHT + RIGHT, expanded, 1, "2/5"), ("llh", expanded, 0, "1/5"),
        ("llp", expanded, 0, "1/5"), ("llhh", at_start, 0, "1/3"), (" ", expanded, 0, "1/5"),
        ("\r\r", at_start, 0, "1/3"), ("jjl", at_start, 2, "3/3"), ("jjh", at_start, 2, "3/3"),
        ("lJ", expanded, 3, "4/5"), ("lJK", expanded, 0, "1/5"), ("2C", at_start, 0, "1/3"),
        ("*", ["▾ Beds", "  ▸ Legumes", "  ▸ Roots", "▾ Orchard", "    Apples", "  Shed"], 0, "1/6"),
        ("E", ["▾ Beds", "  ▾ Legumes", "      Peas", "      Beans", "  ▾ Roots", "      Beetroot",
               "▾ Orchard", "    Apples", "  Shed"], 0, "1/9"),
        ("lljr", ["▸ Roots"][:0] + ["▾ Roots", "    Beetroot"], 0, "1/2"),
        ("lljrR", ["▾ Beds", "  ▸ Legumes", "  ▾ Roots", "      Beetroot", "▸ Orchard", "  Shed"],
         2, "3/6"),
        ("/bee\r", ["▾ Beds", "  ▸ Legumes", "  ▾ Roots", "      Beetroot", "▸ Orchard", "  Shed"],
         3, "4/6"),
        ("/bee\x1b", at_start, 0, "1/3"), ("/BEE\r", at_start, 0, "1/3"),
        ("/e\rnn", ["▾ Beds", "  ▾ Legumes", "      Peas", "      Beans", "  ▸ Roots", "▸ Orchard",
                    "  Shed"], 2, "3/7"),
        ("fapp\r", ["▾ Orchard", "    Apples"], 0, "1/2  filter: app"),
        ("fapp\rj\x1b", ["▸ Beds", "▾ Orchard", "    Apples", "  Shed"], 2, "3/4"),
        ("fxyz\r", at_start, 0, "no row contains 'xyz'"),
        ("/xyz\r", at_start, 0, "no row contains 'xyz'"),
        ("lljrfbee\r", ["▾ Roots", "    Beetroot"], 0, "1/2  filter: bee"),
        ("lljrfe\rR", ["▾ Beds", "  ▾ Roots", "      Beetroot"], 1, "2/3  filter: e"),
        ("lljrfpea\r", ["▾ Roots", "    Beetroot"], 0, "no row here contains 'pea'"),
        ("i", at_start, 0, "the row has no note"),
        ("\x1b[<0;4;2M", at_start, 1, "2/3"), ("\x1b[<0;1;1M", expanded, 0, "1/5"),
        ("jjk\x1b[<65;1;1M", at_start, 1, "2/3"), ("x", at_start, 0, "no action for x"),
        ("lj9", ["▾ Beds", "  ▾ Legumes", "      Peas", "      Beans", "  ▾ Roots", "      Beetroot",
                 "▾ Orchard", "    Apples", "  Shed"], 1, "2/9  "),
    ]
    for keys, lines, row, status in scripts:
        terminal = browse(path)
        terminal.expect(at_start, "at the start", 0)
        # Each key in a write of its own: Escape is a key if nothing follows it.
        terminal.type(keys)
        terminal.expect(lines, f"after {keys!r}", row)
        terminal.expect_status(status, f"after {keys!r}")
        terminal.type("\x1b" if keys.endswith("\x1b") else "q")
        if keys.endswith("\x1b"):
            terminal.expect(lines, f"after {keys!r} and Escape", row)
            terminal.type("q")
        if terminal.end() != 0:
            fail(f"{keys!r}: not a success")


# MARK: Endings and pauses


def check_signals(folder):
    path = str(folder / "garden.txt")
    fatal = [
        signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV, signal.SIGBUS,
        signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGFPE, signal.SIGUSR1, signal.SIGALRM,
        signal.SIGIO, signal.SIGRTMIN, signal.SIGRTMIN + 16, signal.SIGRTMAX]
    for number in fatal:
        terminal = browse(path)
        terminal.expect_status("1/3", "at the start")
        terminal.process.send_signal(number)
        terminal.wait(lambda: terminal.process.poll() is not None, f"{number!r} ends the browser")
        terminal.check_sanity(f"after {number!r}")
        status = terminal.end()
        if status != -number:
            fail(f"{number!r}: status {status}")
    for keys in ["q", "\x03", "o", "/a\x03\x03", "?\x03"]:
        terminal = browse(path)
        terminal.expect_status("1/3", "at the start")
        terminal.type(keys)
        terminal.wait(lambda: terminal.process.poll() is not None, f"{keys!r} ends the browser")
        terminal.check_sanity(f"after {keys!r}")
        terminal.end()
    # The terminal goes away.
    terminal = browse(path)
    terminal.expect_status("1/3", "at the start")
    os.close(terminal.slave)
    os.close(terminal.master)
    try:
        terminal.process.wait(10)
    except subprocess.TimeoutExpired:
        fail("the browser survives its terminal")
        terminal.process.kill()


def check_pauses(folder):
    path = str(folder / "garden.txt")
    at_start = ["▸ Beds", "▸ Orchard", "  Shed"]
    # A shell with job control starts the browser, and continues it.
    terminal = Terminal("bash", "--norc", "-i", PS1="ready> ", BASH_SILENCE_DEPRECATION_WARNING="1")
    terminal.wait(lambda: "ready>" in terminal.lines[0], "the shell starts")
    terminal.type(f"{tool} browse {path}\r")
    for pause in ["\x1a", "TSTP", "STOP"]:
        terminal.expect_status("1/3", "in the shell")
        if pause == "\x1a":
            terminal.type(pause)
        else:
            browser = subprocess.run(
                ["pgrep", "-P", str(terminal.process.pid)], stdout=subprocess.PIPE).stdout
            os.kill(int(browser), getattr(signal, "SIG" + pause))
        terminal.wait(lambda: b"Stopped" in terminal.written, f"{pause!r} stops the browser")
        terminal.written = b""
        if pause != "STOP":
            terminal.type("stty -a | tr ' ' '\\n' | grep -x -e -echo -e -icanon -e echo\r")
            terminal.wait(lambda: "echo" in terminal.lines, f"{pause!r}: echo is on")
        terminal.type("fg\r")
        terminal.expect(at_start, f"{pause!r}, then fg", 0)
        terminal.type("j")
        terminal.expect(at_start, "after a pause", 1)
        terminal.type("k")
    terminal.type("q")
    terminal.wait(lambda: "ready>" in terminal.lines[terminal.screen.cursor.y], "back in the shell")
    terminal.type("\rexit\r")
    terminal.end()
    # Without a shell, a pause has no effect.
    terminal = browse(path)
    terminal.expect(at_start, "at the start", 0)
    terminal.type("\x1a")
    terminal.wait(lambda: terminal.written.count(b"\x1b[?1049h") == 2, "a pause without a shell")
    terminal.type("j")
    terminal.expect(at_start, "after a pause without a shell", 1)
    terminal.type("/sh\x1a")
    terminal.wait(lambda: terminal.written.count(b"\x1b[?1049h") == 3, "a pause of a prompt")
    terminal.type("e\r")
    terminal.expect_status("3/3", "after a pause of a prompt")
    terminal.type("q")
    terminal.end()


def check_output(folder):
    """Without a terminal, `browse` is `show`; `o` prints the visible rows."""
    path = str(folder / "garden.txt")
    shown = subprocess.run([tool, path], stdout=subprocess.PIPE).stdout
    for options in ([], ["--rows"]):
        expected = subprocess.run([tool, *options, path], stdout=subprocess.PIPE).stdout
        actual = subprocess.run([tool, "browse", *options, path], stdout=subprocess.PIPE).stdout
        if actual != expected:
            fail(f"browse {options} without a terminal differs from show")
    for terminal in [browse(path, "--no-pager", TERM="dumb"), browse(path, "--no-pager", "--rows")]:
        terminal.end()
        if b"\x1b[?1049h" in terminal.written:
            fail("a full screen on a terminal that has none")
    terminal = browse(path)
    terminal.expect_status("1/3", "at the start")
    terminal.type("lo")
    terminal.end()
    printed = "├── Beds\r\n│   ├── ▸ Legumes\r\n│   └── ▸ Roots\r\n├── ▸ Orchard\r\n└── Shed\r\n"
    plain = re.sub(r"\x1b\][^\x1b]*\x1b\\\\|\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.written.decode())
    if not plain.endswith(printed):
        fail(f"o printed {plain[-300:]!r}")
    terminal = browse(path, NO_COLOR="1")
    terminal.expect_status("1/3", "without colors")
    terminal.type("q")
    terminal.end()
    codes = set(re.findall(rb"\x1b\[([0-9;]*)m", terminal.written))
    if not codes <= {b"0", b"7"}:
        fail(f"NO_COLOR: {codes}")


def check_hostile_labels(folder):
    """Labels cannot write to the terminal."""
    path = folder / "hostile.txt"
    path.write_bytes(
        b"\x1b[2Jclear\n\tb\x07ell\xff\nc1\xc2\x9b31m\n\xe2\x80\xaeoverride\n"
        + b"a" + "\u0301".encode() * 100000 + b"\n" + b"x" * 100000 + b"\n")
    for rows, columns in [(24, 80), (5, 20), (2, 7), (1, 3)]:
        terminal = browse(str(path), rows=rows, columns=columns)
        terminal.wait(lambda: b"\x1b[K" in terminal.written, "hostile labels")
        for key in "jlljjj":
            terminal.type(key)
            terminal.read(0.05)
        terminal.type("q")
        if terminal.end() != 0:
            fail("hostile labels: not a success")
        for bad in (b"\x1b[2Jclear", b"\x07ell", b"\x9b31m", "\u202e".encode(), b"\xff"):
            if bad in terminal.written:
                fail(f"hostile labels: {bad!r} reached the terminal")
        if (rows, columns) == (24, 80) and b"\\u{1B}[2Jclear" not in terminal.written:
            fail("hostile labels: the escape is missing")


def check_memory_of_lines(folder):
    """Only changed lines are written."""
    path = folder / "many.txt"
    path.write_text("".join(f"row {number}\n" for number in range(1000)))
    terminal = browse(str(path))
    terminal.expect([f"  row {number}" for number in range(23)], "at the start", 0)
    terminal.written = b""
    terminal.type("j")
    terminal.expect([f"  row {number}" for number in range(23)], "after j", 1)
    terminal.expect_status("2/1000", "after j")
    if terminal.written.count(b"\x1b[K") != 3:
        fail(f"j writes {terminal.written!r}")
    terminal.type("q")
    terminal.end()


def check_sticky_rows(folder):
    """Ancestors of the first rows stay at the top of the screen while their descendants scroll."""
    path = folder / "sticky.txt"
    path.write_text("A\n\tB\n" + "".join(f"\t\tb{number}\n" for number in range(9))
                    + "\tC\n" + "".join(f"\t\tc{number}\n" for number in range(9)))
    rows = ["▾ A", "  ▾ B"] + [f"      b{number}" for number in range(9)] + ["  ▾ C"] + [
        f"      c{number}" for number in range(9)]
    wheel_down, wheel_up = "\x1b[<65;1;1M", "\x1b[<64;1;1M"
    scripts = [
        ("E", rows[:7], 0), ("Ejjjjjjj", rows[:2] + rows[3:8], 6), ("Ejjjjjjjkkkk", rows[:2] + rows[3:8], 2),
        # A row below covered ones is selected, so they appear.
        ("Ejjjjjjjkkkkk", rows[:7], 2),
        ("E" + wheel_down, rows[:2] + rows[5:10], 2),
        ("E" + wheel_down * 2, rows[:2] + rows[8:13], 2),
        ("E" + wheel_down * 3, rows[:2] + rows[11:16], 2),
        ("E" + wheel_down * 3 + wheel_up, rows[:2] + rows[8:13], 5),
        ("EG", rows[:1] + rows[11:12] + rows[16:21], 6),
        # A click on an ancestor selects it, or collapses it.
        ("EG\x1b[<0;9;2M", rows[:1] + rows[11:17], 1),
        ("EG\x1b[<0;3;2M", rows[:2] + rows[7:11] + ["  ▸ C"], 6),
        ("EGpr", ["▾ C"] + [f"    c{number}" for number in range(6)], 0),
    ]
    for keys, lines, row in scripts:
        terminal = browse(str(path), rows=8)
        terminal.expect_status("1/3", "at the start")
        terminal.type(keys)
        terminal.expect(lines, f"after {keys!r}", row)
        terminal.type("q")
        terminal.end()


def check_directories(folder):
    """Directories are read when they are expanded."""
    base = folder / "base"
    for name in ["a/b/c", "a/.hidden", "d/e", "empty"]:
        (base / name).mkdir(parents=True)
    (base / "a" / "file").write_text("")
    (base / "d" / "e" / "f").symlink_to("..")
    at_start = ["▸ a", "▸ d", "▸ empty"]
    with_a = ["▾ a", "  ▸ b", "    file", "▸ d", "▸ empty"]
    everything = ["▾ a", "  ▸ b", "    file", "▾ d", "  ▸ e", "  empty"]
    read = at_start[:2] + ["  empty"]
    all_levels = ["▾ a", "  ▾ b", "      c", "    file", "▾ d", "  ▾ e", "      f -> ..", "  empty"]
    scripts = [
        (["l"], with_a, 0), (["l", "ll"], ["▾ a", "  ▾ b", "    ▸ c"] + with_a[2:], 1),
        (["l", "h"], at_start, 0), (["jj", "l"], ["▸ a", "▸ d", "  empty"], 2),
        (["*"], everything, 0), (["E"], all_levels, 0), (["9"], all_levels, 0),
        (["2"], everything, 0), (["2", "1"], read, 0), (["E", "C"], read, 0),
        (["l", "jr", "E"], ["▾ b", "    c"], 0), (["l", "C", "l"], with_a, 0),
        (["l", "ffil\r"], ["▾ a", "    file"], 0),
    ]
    for steps, lines, row in scripts:
        terminal = browse(str(base))
        terminal.expect(at_start, "the directory", 0)
        for step in steps:
            terminal.type(step)
            while terminal.read(0.2):
                pass
        terminal.expect(lines, f"after {steps}", row)
        terminal.type("q")
        if terminal.end() != 0:
            fail(f"{steps}: not a success")
    terminal = browse(str(base), "-a", "--expand", "all")
    terminal.expect(
        ["▾ a", "    .hidden"[:2] + "  .hidden", "  ▾ b", "      c", "    file", "▾ d", "  ▾ e",
         "      f -> ..", "  empty"], "--expand all", 0)
    terminal.type("q")
    terminal.end()
    (base / "gone" / "x").mkdir(parents=True)
    terminal = browse(str(base))
    terminal.expect(["▸ a", "▸ d", "▸ empty", "▸ gone"], "the directory", 0)
    (base / "gone" / "x").rmdir()
    (base / "gone").rmdir()
    terminal.type("jjj")
    terminal.expect_status("4/4", "the directory")
    terminal.type("l")
    terminal.expect_status("No such file", "a directory that is gone")
    (base / "gone").mkdir()
    (base / "gone" / "y").write_text("")
    terminal.type("l")
    terminal.expect(["▸ a", "▸ d", "▸ empty", "▾ gone", "    y"], "a directory that is back", 3)
    terminal.type("q")
    terminal.end()


def check_help(folder):
    """The screen with the keys is the table of the help."""
    output = subprocess.run(
        [tool, "--help", "browse"], stdout=subprocess.PIPE).stdout.decode().splitlines()
    first = next(index for index, line in enumerate(output) if line.startswith("    down, j "))
    table = [line[4:] for line in output[first:]]
    terminal = browse(str(folder / "garden.txt"))
    terminal.expect_status("1/3", "at the start")
    terminal.type("?")
    terminal.expect(table[:23], "the help")
    terminal.type("j")
    terminal.expect(table[1:24], "the help, a line further")
    terminal.type("\x06\x06\x06")
    terminal.expect(table[-23:], "the end of the help")
    terminal.type("?")
    terminal.expect(["▸ Beds", "▸ Orchard", "  Shed"], "after the help", 0)
    terminal.type("q")
    terminal.end()


def check_notes(folder):
    """i shows the note of a row, wrapped at words."""
    path = folder / "notes.md"
    path.write_text("# A\n\n" + "word " * 12 + "\n\n" + "x" * 50 + "\n\n## B\n")
    terminal = browse(str(path), rows=6, columns=32)
    terminal.expect(["▾ A", "    B"], "a file with a note", 0)
    terminal.type("i")
    note = ["word " * 6, "word " * 6, "", "x" * 32, "x" * 18]
    terminal.expect([line.rstrip() for line in note], "a note")
    terminal.expect_status("note  press a key to return", "a note")
    terminal.resize(4, 32)
    terminal.expect([line.rstrip() for line in note[:3]], "a note on fewer lines")
    terminal.type("j")
    terminal.expect([line.rstrip() for line in note[1:4]], "a note, a line further")
    terminal.type("x")
    terminal.expect(["▾ A", "    B"], "after the note", 0)
    terminal.type("q")
    terminal.end()


def check_reasons(folder):
    """An empty screen gives the reason, and options without effect are errors."""
    for name, text, options, reason in [
            ("a.org", "text\n", [], "no headlines found"), ("a.txt", "", [], "the input is empty"),
            ("b.txt", "x\n", ["--match", "y"], "no row satisfies the options"),
            ("void", None, [], "no entries; -a also shows those that begin with a dot"),
            ("void", None, ["-a"], "the directory is empty")]:
        path = folder / name
        if text is None:
            path.mkdir(exist_ok=True)
        else:
            path.write_text(text)
        terminal = browse(str(path), *options)
        terminal.expect_status("no rows  " + reason, f"{name} {options}")
        terminal.type("q")
        terminal.end()
    for options in [["--numbered"], ["-c"]]:
        terminal = browse(str(folder), *options)
        if terminal.end() != 2 or b"has no effect on the screen" not in terminal.written:
            fail(f"{options} is accepted: {terminal.written!r}")


def check_slow_input(folder):
    """Rows appear before the input has ended; expansion and selection stay."""
    reader, writer = os.pipe()
    terminal = Terminal(tool, "browse", input=reader)
    os.close(reader)
    terminal.expect_status("no rows so far  waiting for standard input", "before any input")
    for text, lines, row, status, keys in [
            ("a\nb\n\tc\nhalf", ["  a", "▸ b"], 0, "1/2 so far", "jl"),
            (" a line\n", ["  a", "▾ b", "    c", "  half a line"], 1, "2/4 so far", "k")]:
        os.write(writer, text.encode())
        terminal.expect(lines, f"after {text!r}", row)
        terminal.expect_status(status, f"after {text!r}")
        terminal.type(keys)
    os.write(writer, b"en\0\n")
    terminal.expect_status("zero byte", "a zero byte that arrives late")
    terminal.expect(["  a", "▾ b", "    c", "  half a line"], "a zero byte that arrives late", 0)
    terminal.type("q")
    if terminal.end() != 0:
        fail("a zero byte: not a success")
    os.close(writer)


def check_end_of_slow_input():
    """The last line of a slow input needs no line end."""
    reader, writer = os.pipe()
    terminal = Terminal(tool, "browse", input=reader)
    os.close(reader)
    terminal.expect_status("no rows so far  waiting for standard input", "before any input")
    os.write(writer, b"a\nb\n\tc\n")
    terminal.expect(["  a", "▸ b"], "the first lines", 0)
    terminal.type("jlk")
    os.write(writer, b"half a line\nend")
    os.close(writer)
    terminal.expect(["  a", "▾ b", "    c", "  half a line", "  end"], "at the end", 0)
    terminal.expect_status("1/5  ", "at the end")
    terminal.type("q")
    if terminal.end() != 0:
        fail("a slow input: not a success")


def check_searches(folder):
    """The way to the matches of --match and --where is expanded."""
    path = folder / "tagged.txt"
    path.write_text(GARDEN.replace("Peas", "Peas #new"))
    matches = ["▾ Beds", "  ▾ Legumes", "      Peas #new"]
    for options, lines in [
            (["--match", "Peas*"], matches), (["--where", "tag:new"], matches),
            (["--match", "Peas*", "--expand", "1"], ["▾ Beds", "  ▸ Legumes"])]:
        terminal = browse(str(path), *options)
        terminal.expect(lines, f"{options}", 0)
        terminal.type("q")
        terminal.end()


def check_order_of_keys(folder):
    """Keys that arrive during a filter come before those that arrive after it."""
    path = folder / "many.txt"
    path.write_text("".join(f"row {number}\n" for number in range(500_000)))
    terminal = browse(str(path))
    terminal.expect_status("/500000", "many rows")
    text = string.ascii_lowercase
    for _ in range(5):
        terminal.type("fxyz\r")
        for key in "\x1bf" + text:
            time.sleep(0.004)
            terminal.type(key)
        terminal.expect_status(f"filter: {text}", "keys in order")
        terminal.type("\x1b")
        terminal.wait(lambda: "filter" not in terminal.lines[-1], "keys in order: no end")
    terminal.type("q")
    terminal.end()


def check_state(folder):
    """The expanded rows and the selection of a file are remembered."""
    path = folder / "state.txt"
    path.write_text(GARDEN)
    state = {"XDG_STATE_HOME": str(folder / "a" / "state")}
    at_start = ["▸ Beds", "▸ Orchard", "  Shed"]
    left = ["▾ Beds", "  ▾ Legumes", "      Peas", "      Beans", "  ▸ Roots", "▸ Orchard", "  Shed"]
    changed = ["  First", "▾ Beds", "  ▾ Legumes", "      Beans", "  ▸ Roots", "▸ Orchard", "  Shed"]

    def visit(lines, row, keys, what, *options, **settings):
        terminal = browse(str(path), *options, **state, **settings)
        terminal.expect(lines, what, row)
        terminal.type(keys + "q")
        if terminal.end() != 0:
            fail(f"{what}: not a success")

    visit(at_start, 0, "jjlkk", "without a state", "--no-state")
    visit(at_start, 0, "llljj", "a first time")
    visit(left, 3, "", "a second time")
    visit(at_start, 0, "", "--no-state", "--no-state")
    visit(["▸ Beds"] + at_start[1:], 0, "E", "--expand none", "--expand", "none")
    visit(left[:1] + left[2:4], 2, "", "a smaller screen", rows=4)
    path.write_text("First\n" + GARDEN.replace("    Peas\n", ""))
    visit(changed, 3, "pph", "a changed file")
    visit(["  First", "▸ Beds", "▸ Orchard", "  Shed"], 1, "", "a collapsed row")
    # The expansion of hidden rows stays.
    visit(["  First", "▸ Beds", "▸ Orchard", "  Shed"], 1, "lj", "a hidden row")
    visit(changed, 2, "", "a hidden row")
    path = folder / "twins.txt"
    path.write_text("A\n  B\n" * 3)
    visit(["▸ A"] * 3, 0, "jjl", "equal siblings")
    visit(["▸ A", "▸ A", "▾ A", "    B"], 2, "", "the last of equal siblings")


def check_copies(folder):
    """y and Y copy with the sequence OSC 52."""
    path = str(folder / "garden.txt")
    terminal = browse(path)
    terminal.expect_status("1/3", "at the start")
    for keys, text in [("y", "Beds"), ("lljY", "Beds/Roots")]:
        terminal.type(keys)
        sequence = b"\x1b]52;c;" + base64.b64encode(text.encode()) + b"\x07"
        terminal.wait(lambda: sequence in terminal.written, f"{keys} copies {text!r}")
        terminal.expect_status(f"copied: {text}", f"after {keys}")
    terminal.type("q")
    terminal.end()
    terminal = browse(str(folder / "base"))
    terminal.expect_status("1/", "a directory")
    terminal.type("Y")
    terminal.expect_status(f"copied: {folder}/base/a", "the path of an entry")
    terminal.type("q")
    terminal.end()


def check_editor(folder):
    """e runs an editor, and shows the new version of the file with the same rows expanded."""
    path = folder / "edited file.txt"
    path.write_text(GARDEN)
    editor = folder / "editor"
    editor.write_text(f"""#!/bin/sh
echo "$@" > '{folder}/arguments'
stty -a | tr ' ' '\\n' | grep -x echo > '{folder}/settings'
trap > '{folder}/traps'
grep SigBlk /proc/self/status > '{folder}/blocked' 2>/dev/null
echo ready to edit
read -r line
test "$line" = fail && exit 1
printf 'Bank\\n' | cat - '{path}' | sed -e /Legumes/d -e s/Roots/Carrots/ > '{folder}/new'
mv '{folder}/new' '{path}'
""")
    editor.chmod(0o755)
    for variables in [{"EDITOR": str(editor)}, {"VISUAL": f"'{editor}' -x", "EDITOR": "false"}]:
        path.write_text(GARDEN)
        terminal = browse(str(path), **variables)
        terminal.expect_status("1/3", "at the start")
        terminal.type("lljl")
        terminal.expect(
            ["▾ Beds", "  ▸ Legumes", "  ▾ Roots", "      Beetroot", "▸ Orchard", "  Shed"],
            "before editing", 2)
        terminal.written = b""
        terminal.type("e")
        terminal.wait(lambda: b"ready to edit" in terminal.written, "the editor has the screen")
        # Keys that are typed in the editor belong to it; an interruption ends only the editor.
        terminal.type("ok\r")
        terminal.expect_status("Beds", "after editing")
        terminal.wait(lambda: "▾ Carrots" in " ".join(terminal.lines), "the new version")
        if terminal.lines[0] != "  Bank" or terminal.highlighted != [
                number for number, line in enumerate(terminal.lines) if "Carrots" in line]:
            fail(f"after editing: {terminal.lines}, {terminal.highlighted}")
        arguments = (folder / "arguments").read_text()
        if not arguments.endswith(f"+5 {path}\n"):
            fail(f"the editor received {arguments!r}")
        if (folder / "settings").read_text() != "echo\n":
            fail("the editor has no echo")
        if "\t0000000000000000" not in (folder / "blocked").read_text() + "\t0000000000000000" * (
                not os.path.exists("/proc/self/status")):
            fail("the editor blocks signals: " + (folder / "blocked").read_text())
        terminal.type("q")
        if terminal.end() != 0:
            fail("after editing: not a success")
    terminal = browse(str(path), EDITOR=str(editor))
    terminal.expect_status("1/", "at the start")
    terminal.type("e")
    terminal.wait(lambda: b"ready to edit" in terminal.written, "the editor has the screen")
    terminal.type("fail\r")
    terminal.expect_status("the editor failed", "a failure")
    terminal.type("e")
    terminal.wait(lambda: terminal.written.count(b"ready to edit") == 2, "the editor again")
    terminal.type("\x03")
    terminal.expect_status("the editor failed", "an interrupted editor")
    path.unlink()
    terminal.type("e")
    terminal.wait(lambda: terminal.written.count(b"ready to edit") == 3, "the editor again")
    terminal.type("ok\r")
    terminal.wait(lambda: terminal.written.count(b"\x1b[?1049h") == 4, "back from the editor")
    terminal.type("q")
    terminal.end()


def check_watch(folder):
    """--watch shows each new version; expansion, selection and scroll position stay."""
    path = folder / "watched.txt"
    path.write_text(GARDEN)
    terminal = browse(str(path), "--watch")
    terminal.expect_status("1/3", "at the start")
    terminal.type("lljl")
    before = ["▾ Beds", "  ▸ Legumes", "  ▾ Roots", "      Beetroot", "▸ Orchard", "  Shed"]
    terminal.expect(before, "before a change", 2)
    path.write_text(GARDEN.replace("Legumes", "Herbs\n  Pulses").replace("Shed", "House"))
    after = ["▾ Beds", "    Herbs", "  ▸ Pulses", "  ▾ Roots", "      Beetroot", "▸ Orchard",
             "  House"]
    terminal.expect(after, "after a change", 3)
    # The file is gone for a moment, and then half written.
    path.unlink()
    time.sleep(0.7)
    with open(path, "w") as file:
        for line in GARDEN.splitlines(keepends=True):
            file.write(line)
            file.flush()
            time.sleep(0.05)
            terminal.read(0)
            if terminal.lines[:7] != [line.rstrip() for line in after]:
                fail(f"a half-written file is shown: {terminal.lines}")
                break
    terminal.expect(before, "a file that is back", 2)
    # Programs empty a file before they write it.
    path.write_text("")
    time.sleep(0.7)
    path.write_text(GARDEN.replace("Shed", "House"))
    terminal.expect(before[:-1] + ["  House"], "a file that was empty for a moment", 2)
    path.write_text("")
    terminal.expect_status("the file is gone or empty", "a file that is empty")
    path.write_text(GARDEN)
    terminal.expect(before, "a file that has rows again", 2)
    path.unlink()
    terminal.expect_status("the file is gone", "a file that is gone")
    terminal.expect(before, "a file that is gone", 2)
    # Selected rows that are deleted give way to their siblings.
    path.write_text(GARDEN.replace("  Roots\n    Beetroot\n", ""))
    terminal.expect(["▾ Beds", "  ▸ Legumes", "▸ Orchard", "  Shed"], "a deleted row", 1)
    terminal.type("fp")
    terminal.expect_status("filter: p", "the prompt of a filter")
    path.write_text(GARDEN)
    terminal.wait(lambda: terminal.lines[2] == "  ▸ Roots", "a change during a prompt")
    terminal.type("\r")
    kept = ["▾ Beds", "  ▾ Legumes", "      Peas", "▾ Orchard", "    Apples"]
    terminal.expect(kept, "a filter", 1)
    path.write_text(GARDEN.replace("Peas", "Pears"))
    terminal.expect([line.replace("Peas", "Pears") for line in kept], "a new version, filtered", 1)
    path.write_text("X\n")
    terminal.expect(["  X"], "a version without a match", 0)
    # A file of another size can be written within the same tick of the clock.
    for number in range(5):
        path.write_text("".join(f"row {row} {number}\n" for row in range(100)))
        terminal.expect([f"  row {row} {number}" for row in range(23)], f"version {number}")
    terminal.type("q")
    if terminal.end() != 0:
        fail("--watch: not a success")

    # Rows go while the user types.
    path.write_text("A\n  B\n")
    terminal = browse(str(path), "--watch")
    terminal.expect(["▾ A", "    B"], "at the start", 0)
    terminal.type("/")
    path.write_text("B\n")
    terminal.wait(lambda: terminal.lines[0] == "  B", "a selected row that goes during a prompt")
    terminal.type("\x1b")
    terminal.expect(["  B"], "the end of a prompt whose row has gone", 0)
    terminal.type("iy")
    path.write_text("A\nA\n")
    terminal.wait(lambda: terminal.lines[1] == "  A", "two rows")
    terminal.type("fA\rr")
    terminal.wait(lambda: terminal.lines[1] == "", "a root in a filter")
    path.write_text("B\n  C\n  A\n")
    terminal.wait(lambda: "A" in "".join(terminal.lines[:3]), "a version without the root")
    terminal.type("/")
    path.write_text("C\n  C\n    A\n      B\n")
    terminal.wait(lambda: "C" in terminal.lines[0], "a version during a prompt")
    terminal.type("l\x1b")
    terminal.type("q")
    if terminal.end() != 0:
        fail("--watch with prompts: not a success")


def check_watch_directory(folder):
    """--watch shows the entries that come and go in each directory that has been read."""
    root = folder / "watched"
    for name in ["a", "b/c", "d"]:
        (root / name).mkdir(parents=True)
    (root / "b" / "c" / "deep").write_text("")
    (root / "b" / "x").write_text("")
    terminal = browse(str(root), "--watch")
    terminal.expect(["▸ a", "▸ b", "▸ d"], "at the start", 0)
    terminal.type("jl")
    terminal.expect(["▸ a", "▾ b", "  ▸ c", "    x", "▸ d"], "an expanded directory", 1)
    terminal.type("jl")
    before = ["▸ a", "▾ b", "  ▾ c", "      deep", "    x", "▸ d"]
    terminal.expect(before, "before a change", 2)
    # Rows above the selected one, in its directory and below it.
    (root / "aa").write_text("")
    (root / "b" / "bb").mkdir()
    (root / "b" / "c" / "new").write_text("")
    after = ["▸ a", "  aa", "▾ b", "  ▸ bb", "  ▾ c", "      deep", "      new", "    x", "▸ d"]
    terminal.expect(after, "new entries", 4)
    (root / "aa").unlink()
    (root / "b" / "bb").rmdir()
    (root / "b" / "c" / "new").rename(root / "b" / "new")
    terminal.expect(before[:4] + ["    new", "    x", "▸ d"], "entries that go and move", 2)
    # A file becomes a directory, and an unread directory becomes a file.
    (root / "b" / "x").unlink()
    (root / "b" / "x").mkdir()
    (root / "d").rmdir()
    (root / "d").write_text("")
    terminal.expect(before[:4] + ["    new", "  ▸ x", "  d"], "entries of other kinds", 2)
    # The directory of the selected row goes.
    for path in [root / "b" / "c" / "deep", root / "b" / "c"]:
        path.unlink() if path.is_file() else path.rmdir()
    terminal.expect(["▸ a", "▾ b", "    new", "  ▸ x", "  d"], "a directory that goes", 2)
    terminal.type("fnew\r")
    terminal.expect(["▾ b", "    new"], "a filter", 1)
    (root / "b" / "newer").write_text("")
    terminal.expect(["▾ b", "    new", "    newer"], "a new match", 1)
    terminal.type("\x1b")
    root.rename(folder / "elsewhere")
    terminal.expect_status("the directory is gone", "a directory that is gone")
    (folder / "elsewhere").rename(root)
    terminal.wait(lambda: "gone" not in terminal.lines[-1], "a directory that is back")
    terminal.type("q")
    if terminal.end() != 0:
        fail("--watch of a directory: not a success")


# MARK: Random keys


class Model:
    """A plain model of the browser."""

    def __init__(self, rows, lines, columns):
        self.levels = [level for level, _ in rows]
        self.texts = [text for _, text in rows]
        self.parents, path = [], []
        for number, level in enumerate(self.levels):
            del path[level:]
            self.parents.append(path[-1] if path else None)
            path.append(number)
        self.lines, self.columns = lines, columns
        self.expanded = set()
        self.filter = None
        self.kept = set(range(len(rows)))
        self.filter_expanded = set()
        self.roots = []
        self.pattern = ""
        self.prompt = None
        self.message = ""
        self.top = 0
        roots = [number for number in self.kept if self.levels[number] == 0]
        if len(roots) == 1:
            self.expanded = set(roots)
        self.selected = roots[0]
        self.shown = self.visible()

    @property
    def open(self):
        return self.expanded if self.filter is None else self.filter_expanded

    def children(self, parent, kept=None):
        kept = self.kept if kept is None else kept
        return [number for number in sorted(kept) if self.parents[number] == parent]

    def end(self, number):
        end = number + 1
        while end < len(self.levels) and self.levels[end] > self.levels[number]:
            end += 1
        return end

    def subtree(self, number):
        return [other for other in range(number, self.end(number)) if other in self.kept]

    def ancestors(self, number):
        while (number := self.parents[number]) is not None:
            yield number

    def visible(self):
        expanded, visible = {None, *self.open}, []
        shown = {None}
        for number in sorted(self.kept):
            if (parent := self.parents[number]) in shown and parent in expanded:
                shown.add(number)
                visible.append(number)
        return visible

    @property
    def root(self):
        visible = set(self.visible())
        return next((root for root in reversed(self.roots) if root in visible), None)

    def window(self):
        rows, root = self.visible(), self.root
        if root is None:
            return rows
        end = self.end(root)
        return [row for row in rows if root <= row < end]

    @property
    def page(self):
        return max(1, self.lines - 1)

    def go(self, row):
        """Selects a row by its number in all visible rows."""
        rows, window = self.visible(), self.window()
        first = rows.index(window[0])
        self.selected = rows[min(max(row, first), first + len(window) - 1)]

    def scroll(self, count):
        rows, window = self.visible(), self.window()
        first = rows.index(window[0])
        self.top = max(first, min(self.top + count, first + len(window) - self.page))
        row = max(rows.index(self.selected), self.top + len(self.sticky(self.top)))
        self.go(min(row, self.top + self.page - 1))

    def click(self, line, column):
        rows = self.rows_on_screen()
        if line >= len(rows):
            return
        mark = len(self.indent(rows[line]))
        if self.selected == rows[line] or mark <= column < mark + 2:
            if self.children(rows[line]):
                self.open.symmetric_difference_update([rows[line]])
        self.selected = rows[line]

    def move(self, count):
        rows = self.visible()
        if self.selected in rows:
            self.go(rows.index(self.selected) + count)

    def reveal(self, number):
        if number not in self.kept:
            return set()
        self.selected = number
        closed = {ancestor for ancestor in self.ancestors(number)} - self.open
        self.open.update(closed)
        return closed

    def matches(self, text, number):
        label = self.texts[number]
        return text in label if any(c.isupper() for c in text) else text in label.lower()

    def find(self, text, start, forward):
        rows = sorted(self.kept)
        if self.root is not None:
            rows = self.subtree(self.root)
        after = [row for row in rows if row >= start]
        before = [row for row in rows if row < start]
        order = after + before if forward else before[::-1] + after[::-1]
        return next((row for row in order if self.matches(text, row)), None)

    def press(self, key):
        self.message = ""
        if self.prompt is not None:
            self.press_prompt(key)
        else:
            self.press_rows(key)
        self.follow()

    def press_prompt(self, key):
        kind, text, origin, opened = self.prompt
        if key == "\r":
            self.prompt = None
            if kind == "/":
                self.pattern = text or self.pattern
                if text and self.find(text, origin, True) is None:
                    self.message = "none"
            elif not text:
                self.leave_filter()
            else:
                self.apply_filter(text)
            return
        if kind == "/":
            self.open.difference_update(opened)
            opened = set()
            self.selected = origin
        if key == "\x1b" or key == "\x7f" and not text:
            self.selected = origin
            self.prompt = None
            return
        text = text[:-1] if key == "\x7f" else text + key
        if kind == "/" and text:
            match = self.find(text, origin, True)
            if match is None:
                self.message = "none"
            else:
                opened = self.reveal(match)
        self.prompt = (kind, text, origin, opened)

    def apply_filter(self, text):
        rows = range(len(self.levels)) if self.root is None else range(self.root, self.end(self.root))
        matches = [row for row in rows if self.matches(text, row)]
        if not matches:
            self.message = "none"
            return
        self.filter = self.pattern = text
        self.kept = set(matches).union(*(self.ancestors(row) for row in matches))
        self.filter_expanded = set(self.kept)

    def leave_filter(self):
        self.filter = None
        self.kept = set(range(len(self.levels)))
        self.reveal(self.selected)

    def press_rows(self, key):
        selected, root = self.selected, self.root
        children = self.children(selected)
        is_open = selected in self.open and children
        if key in ("j", DOWN):
            self.move(1)
        elif match := re.fullmatch("\x1b\\[<(\\d+);(\\d+);(\\d+)M", key):
            button, column, line = map(int, match.groups())
            if button == 0:
                self.click(line - 1, column - 1)
            else:
                self.scroll(-3 if button == 64 else 3)
        elif key in ("k", UP):
            self.move(-1)
        elif key in ("\x06", "\x02"):
            self.move(2 * self.page // 2 if key == "\x06" else -(2 * self.page // 2))
        elif key in ("\x04", "\x15"):
            half = max(1, self.page // 2)
            self.move(half if key == "\x04" else -half)
        elif key == "g":
            self.go(0)
        elif key == "G":
            self.go(len(self.levels))
        elif key in ("l", RIGHT):
            if is_open:
                self.selected = children[0]
            elif children:
                self.open.add(selected)
        elif key in ("h", LEFT) and is_open:
            self.open.discard(selected)
        elif key in ("h", LEFT, "p"):
            if selected != root and self.parents[selected] is not None:
                self.selected = self.parents[selected]
        elif key in (" ", "\r"):
            if children:
                self.open.symmetric_difference_update([selected])
        elif key in ("J", "K"):
            siblings = self.children(self.parents[selected])
            index = siblings.index(selected) + (1 if key == "J" else -1)
            if selected != root and 0 <= index < len(siblings):
                self.selected = siblings[index]
        elif key == "*":
            siblings = self.children(self.parents[selected])
            self.open.update([selected] if selected == root else siblings)
        elif key in ("E", "C"):
            rows = self.kept if root is None else self.subtree(root)
            self.open.update(rows) if key == "E" else self.open.difference_update(rows)
        elif key.isdigit():
            rows = self.kept if root is None else self.subtree(root)
            base = 0 if root is None else self.levels[root]
            self.open.difference_update(rows)
            self.open.update(row for row in rows if self.levels[row] < base + int(key) - 1)
        elif key == "r":
            if selected != root:
                self.roots.append(selected)
                if children:
                    self.open.add(selected)
        elif key == "R":
            if self.roots:
                self.reveal(self.roots.pop())
        elif key in ("n", "N"):
            if not self.pattern:
                self.message = "none"
                return
            match = self.find(self.pattern, selected + (key == "n"), key == "n")
            if match is None:
                self.message = "none"
            else:
                self.reveal(match)
        elif key in ("/", "f"):
            self.prompt = (key, "", selected, set())
        elif key == "\x1b":
            self.leave_filter()

    def replacement(self, number, old):
        """Returns the row to select instead of one that a filter removes."""
        while number not in self.kept:
            siblings = self.children(self.parents[number], old)
            index = siblings.index(number)
            for sibling in siblings[index + 1:] + siblings[:index][::-1]:
                if sibling in self.kept:
                    return sibling
            number = self.parents[number]
            if number is None:
                return None
        return number

    def follow(self):
        old = self.shown
        line = old.index(self.selected) - self.top if self.selected in old else None
        self.selected = self.replacement(self.selected, self.old_kept)
        rows, window = self.visible(), self.window()
        if self.selected is None:
            self.selected = window[0]
        while self.selected not in rows:
            self.selected = self.parents[self.selected]
        first = rows.index(window[0])
        last = first + len(window) - 1
        row = min(max(rows.index(self.selected), first), last)
        self.selected = rows[row]
        if self.has_changed and line is not None and 0 <= line < self.page:
            self.top = row - line
        self.top = min(max(self.top, row - self.page + 1), row)
        self.top = max(first, min(self.top, last + 1 - self.page))
        while row - self.top < len(self.sticky(self.top)):
            self.top -= 1
        self.remember()

    @property
    def has_changed(self):
        return self.old_state != (sorted(self.kept), sorted(self.open), self.filter)

    def remember(self):
        self.shown = self.visible()
        self.old_kept = set(self.kept)
        self.old_state = (sorted(self.kept), sorted(self.open), self.filter)

    def sticky(self, top):
        """Returns the ancestors that cover the rows from a position on."""
        rows, window = self.visible(), set(self.window())
        limit = self.page // 3
        base = 0 if self.root is None else self.levels[self.root]
        base = max(base, self.levels[rows[top]] - limit)
        sticky = []
        for line, row in enumerate(rows[top:top + limit]):
            if row not in window or self.levels[row] <= base + line:
                break
            sticky.append(next(
                other for other in self.ancestors(row) if self.levels[other] == base + line))
        return sticky

    def rows_on_screen(self):
        shown = self.visible()[self.top:self.top + self.page]
        sticky = self.sticky(self.top)
        shown[:len(sticky)] = sticky
        window = set(self.window())
        return list(itertools.takewhile(window.__contains__, shown))

    def indent(self, row):
        level = self.levels[row] - (0 if self.root is None else self.levels[self.root])
        return "  " * level if 4 * level <= self.columns else f"(level {self.levels[row]}) "

    def screen(self):
        """Returns the lines, and the number of the selected one."""
        lines = []
        for row in self.rows_on_screen():
            mark = "  " if not self.children(row) else "▾ " if row in self.open else "▸ "
            lines.append(cut([self.indent(row), mark], self.texts[row], self.columns))
        return lines, self.visible().index(self.selected) - self.top


def cut(glyphs, text, columns):
    """Cuts a text at a number of columns. The glyphs before it are whole or missing."""
    if sum(map(len, glyphs)) + wcswidth(text) <= columns:
        return "".join([*glyphs, text])
    line = ""
    for each in glyphs:
        if len(line) + len(each) > columns - 1:
            return line + "…"
        line += each
    end = 0
    while end < len(text) and len(line) + wcswidth(text[:end + 1]) <= columns - 1:
        end += 1
    return line + text[:end] + "…"


def random_text(generator):
    words = ["ab", "Bea", "tree", "x", "Wide 漢字かな", "e\u0301tude", "שלום", "مرحبا", "ä", "long " * 20]
    return " ".join(generator.choice(words) for _ in range(generator.randint(1, 3))).strip()


def check_random_keys(folder, seed, count):
    keys = (
        ["j", "k", DOWN, UP] * 4 + ["l", RIGHT, "h", LEFT] * 4 + list(" \rpJKgG*ECrRnN\x1b")
        + list("123456789") + ["\x06", "\x02", "\x04", "\x15"])
    texts = ["a", "be", "Bea", "tree", "long", "漢", "zz", "x"]
    for trial in range(max(1, count // 500)):
        generator = random.Random(f"{seed} {trial}")
        path = folder / f"random-{trial}.txt"
        level, lines = 0, []
        for _ in range(generator.choice([1, 5, 60, 200])):
            lines.append("\t" * level + random_text(generator))
            level = generator.randint(0, level + 1) if generator.random() < .7 else level + 1
        path.write_text("\n".join(lines) + "\n")

        rows, columns = generator.choice([(24, 80), (10, 40), (4, 20), (40, 100)])
        model = Model(rows_of(str(path)), rows, columns)
        model.remember()
        terminal = browse(str(path), rows=rows, columns=columns)
        # Before the first screen, the terminal may turn Return into another key.
        terminal.expect(*model.screen()[:1], f"seed {seed}, trial {trial}", model.screen()[1])
        history = []
        typed = []
        for _ in range(500):
            if not typed:
                if generator.random() < .05:
                    text = generator.choice(texts)
                    typed = [generator.choice("/f"), *text, generator.choice(["\r", "\r", "\x1b"])]
                    if generator.random() < .2:
                        typed[-1:-1] = ["\x7f"] * generator.randint(1, 2)
                    if "\x7f" in typed and len(text) < typed.count("\x7f"):
                        typed = typed[:-1]
                elif generator.random() < .1:
                    column, line = generator.randint(1, 12), generator.randint(1, model.page)
                    typed = [f"\x1b[<{generator.choice([0, 0, 64, 65])};{column};{line}M"]
                else:
                    typed = [generator.choice(keys)]
            size = generator.randint(2, 40), generator.randint(12, 100)
            if generator.random() < .02 and size != (model.lines, model.columns):
                model.lines, model.columns = size
                # The program can learn of a size before it reads earlier keys.
                terminal.wait(terminal.has_read_keys, "unread keys")
                while terminal.read(0.03):
                    pass
                terminal.written = b""
                terminal.resize(model.lines, model.columns)
                terminal.wait(lambda: b"\x1b[2J" in terminal.written, "resize")
                history.append((model.lines, model.columns))
                model.follow()
                terminal.expect(*model.screen()[:1], f"resized, trial {trial}", model.screen()[1])
            key = typed.pop(0)
            if key == "\x1b" and not model.prompt and model.filter is None:
                # Without an effect on the screen, the next key could seem to belong to it.
                continue
            history.append(key)
            terminal.type(key)
            model.press(key)
            lines, selected = model.screen()
            what = f"seed {seed}, trial {trial}, after {''.join(map(str, history[-20:]))!r}"
            if not terminal.expect(lines, what, selected):
                break
            # The program must have read this key before the next one.
            if model.prompt:
                label = "/" if model.prompt[0] == "/" else "filter: "
                shown = (label + model.prompt[1])[:model.columns - 2].rstrip()
                if not terminal.wait(
                        lambda: terminal.lines[-1].startswith(shown),
                        f"{what}: no prompt '{shown}'"):
                    break
            elif not model.message:
                window = model.window()
                position = f"{window.index(model.selected) + 1}/{len(window)}"
                if not terminal.expect_status(position, what):
                    break
                if model.filter is None and not terminal.wait(
                        lambda: "filter: " not in terminal.lines[-1], f"{what}: still a filter"):
                    break
        terminal.type("\x1b")
        terminal.read(0.1)
        terminal.type("q")
        terminal.end()


# MARK: Speed


KEYS = [
    ("down", "j"), ("expand", "l"), ("page down", "\x06"), ("half a page down", "\x04"),
    ("half a page up", "\x15"), ("page up", "\x02"), ("toggle", " "), ("toggle back", " "),
    ("expand all", "E"), ("last row", "G"), ("up", "k"), ("parent", "p"), ("previous sibling", "K"),
    ("next sibling", "J"), ("wheel", "\x1b[<64;1;1M"), ("click", "\x1b[<0;30;9M"),
    ("expand siblings", "*"), ("collapse", "h"), ("first row", "g"), ("1 level", "1"),
    ("2 levels", "2"), ("3 levels", "3"), ("4 levels", "4"), ("9 levels", "9"),
    ("collapse all", "C"), ("subtree", "r"), ("expand all there", "E"), ("2 levels there", "2"),
    ("last row there", "G"), ("leave the subtree", "R"), ("note", "i"), ("copy", "y"),
    ("copy the path", "Y"), ("help", "?"), ("leave the help", "?"), ("find: /", "/"),
    ("find: first character", "i"), ("find: more, far away", "tem 9 99 99"),
    ("find: no match", "x"), ("cancel", "\x1b"), ("find, typed at once", "/item 50 50\r"),
    ("next", "n"), ("previous", "N"), ("filter: f", "f"), ("filter: text", "9 99"),
    ("filter: apply", "\r"), ("move", "j"), ("leave the filter", "\x1b"),
    ("filter with all rows", "fe\r"), ("move there", "j"), ("collapse all there", "C"),
    ("expand all there", "E"), ("leave it", "\x1b"), ("redraw", "\x0c"), ("resize", None)]


def costs_of_keys(folder, groups):
    """Yields the name and the processor time in milliseconds of each key on 10,000 rows a group."""
    path = folder / f"{groups}.txt"
    with open(path, "w") as file:
        for first in range(groups):
            file.write(f"group {first}\n")
            for second in range(100):
                file.write(f"\tfolder {first} {second}\n")
                file.writelines(f"\t\titem {first} {second} {third}\n" for third in range(100))
    terminal = browse(str(path))

    def used():
        """The processor time of all threads, in milliseconds."""
        tasks = pathlib.Path(f"/proc/{terminal.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6

    terminal.wait(lambda: f"1/{groups}" in terminal.lines[-1], f"{groups} groups", seconds=60)
    yield "start", used()
    for name, keys in KEYS:
        before = used()
        if keys is None:
            terminal.resize(30, 100)
        else:
            terminal.type(keys)
        last = before
        while terminal.read(0.2) or used() > last:
            last = used()
        yield name, last - before
    terminal.type("q")
    terminal.end()


# The keys that search or change all rows.
LINEAR_KEYS = [
    "start", "collapse all", "expand all", "filter", "find", "leave", "level", "next", "previous"]


def check_growth_of_keys(folder):
    """The cost of most keys does not grow with the outline, and no cost grows faster than it."""
    few = list(costs_of_keys(folder, 10))
    for (name, before), (_, after) in zip(few, costs_of_keys(folder, 100)):
        is_linear = any(word in name for word in LINEAR_KEYS)
        limit = 20 * before + 40 if is_linear else 4 * before + 8
        if after > limit:
            fail(f"{name}: {before:.2f} ms for 100,000 rows, and {after:.2f} ms for 1,000,000")


def measure(folder):
    """Prints the processor time of each key on a hundred thousand and on a million rows."""
    print(f"{'':24} {'100,000':>10} {'1,000,000':>10} ms")
    for (name, few), (_, many) in zip(costs_of_keys(folder, 10), list(costs_of_keys(folder, 100))):
        print(f"{name:24} {few:10.2f} {many:10.2f}")


def main():
    seed = int(os.environ.get("OUTLINE_SEED", "1"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if sys.argv[2:] == ["measure"]:
            measure(folder)
            return
        check_scripts(folder)
        check_signals(folder)
        check_pauses(folder)
        check_output(folder)
        check_hostile_labels(folder)
        check_memory_of_lines(folder)
        check_sticky_rows(folder)
        check_directories(folder)
        check_help(folder)
        check_notes(folder)
        check_reasons(folder)
        check_slow_input(folder)
        check_end_of_slow_input()
        check_searches(folder)
        check_order_of_keys(folder)
        check_state(folder)
        check_copies(folder)
        check_editor(folder)
        check_watch(folder)
        check_watch_directory(folder)
        check_growth_of_keys(folder)
        check_random_keys(folder, seed, int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
    sys.exit(1 if failures else 0)


main()
