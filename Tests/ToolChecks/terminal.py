"""Programs on pseudo-terminals, and the screens that they draw.

Needs pyte (Debian's python3-pyte).
"""

import difflib
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
import unicodedata

import pyte

environment = {
    "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
    # Only a script that sets another directory lets programs remember anything.
    "HOME": "/dev/null"}
failures = []


def fail(text):
    failures.append(text)
    print("error: " + text, flush=True)


class Screen(pyte.Screen):
    """A screen that also knows whether the alternate screen, the mouse and the cursor are on."""

    def __init__(self, columns, rows):
        self.private_modes = set()
        super().__init__(columns, rows)

    def set_mode(self, *modes, **options):
        if options.get("private"):
            self.private_modes.update(modes)
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes, **options):
        if options.get("private"):
            self.private_modes.difference_update(modes)
        super().reset_mode(*modes, **options)


class Terminal:
    """A program on a pseudo-terminal."""

    def __init__(self, *command, rows=24, columns=80, input=None, **variables):
        self.master, slave = pty.openpty()
        self.slave = slave
        self.resize(rows, columns, tells=False)
        self.settings = termios.tcgetattr(slave)
        self.written = b""

        def start():
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            command, stdin=slave if input is None else input, stdout=slave, stderr=slave,
            preexec_fn=start, env=environment | variables)

    def resize(self, rows, columns, tells=True):
        self.rows, self.columns = rows, columns
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if tells:
            self.screen.resize(rows, columns)
        else:
            self.screen = Screen(columns, rows)
            self.stream = pyte.ByteStream(self.screen)

    def read(self, seconds):
        """Shows what the program writes within some time; returns whether it wrote anything."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.written += data
        self.stream.feed(data)
        return True

    def type(self, keys):
        os.write(self.master, keys.encode())

    def has_read_keys(self):
        size = fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4)
        return size == b"\0" * 4

    @property
    def lines(self):
        return [unicodedata.normalize("NFC", line.rstrip()) for line in self.screen.display]

    @property
    def highlighted(self):
        """The rows in reverse video, without the status line."""
        return [
            row for row in range(self.rows - 1)
            if self.screen.buffer[row][0].reverse]

    def wait(self, condition, what, seconds=10):
        end = time.monotonic() + seconds
        while not condition():
            if not self.read(0.05) and time.monotonic() > end:
                if what is not None:
                    fail(f"{what}; the screen is:\n" + "\n".join(self.lines))
                return False
        return True

    def expect(self, lines, what, highlighted=None):
        expected = [unicodedata.normalize("NFC", line.rstrip()) for line in lines]
        expected += [""] * (self.rows - 1 - len(expected))

        def matches():
            shown = self.lines[:len(expected)]
            return shown == expected and highlighted in (None, *self.highlighted)
        if self.wait(matches, None):
            return True
        differences = difflib.unified_diff(
            expected, self.lines[:len(expected)], "expected", "screen", lineterm="", n=1)
        fail(f"{what}: rows {self.highlighted}, not {highlighted}\n" + "\n".join(differences))
        return False

    def expect_status(self, text, what):
        return self.wait(lambda: text in self.lines[-1], f"{what}: no status '{text}'")

    def end(self, signal_number=None):
        """Waits for the end of the program; returns its status."""
        end = time.monotonic() + 10
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.02)
        while self.read(0.02):
            pass
        if self.process.poll() is None:
            screen = "\n".join(self.lines)
            fail(f"{self.process.args} does not end; the screen is:\n{screen}")
            self.process.kill()
        status = self.process.wait()
        os.close(self.master)
        os.close(self.slave)
        return status

    def check_sanity(self, what):
        """Checks that the terminal is as it was."""
        while self.read(0.02):
            pass
        if termios.tcgetattr(self.slave) != self.settings:
            fail(f"{what}: the terminal has other settings")
        for mode in (1049, 1000, 1006):
            if mode << 5 in self.screen.private_modes or mode in self.screen.private_modes:
                fail(f"{what}: mode {mode} is still on")
        if pyte.modes.DECAWM not in self.screen.mode:
            fail(f"{what}: long lines do not wrap")
        if self.screen.cursor.hidden:
            fail(f"{what}: the cursor is hidden")
