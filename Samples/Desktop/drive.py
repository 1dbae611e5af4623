#!/usr/bin/python3
"""Drives the sidebar by keys, clicks, drags and changes on disk, and compares the rows that a
screen reader finds with the rows of the snapshot after each step.

    drive.py PROGRAM [PICTURES]

Needs a display and a session bus; `run check` provides both. With a folder for PICTURES, it stores
three pictures there: the sidebar before, during and after a folder loads.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402, the version comes first

PATIENCE = 60  # seconds for a change to arrive, on a busy machine
INDENTATION = 16

FILES = [
    "Desktop/To do.txt",
    "Documents/Invoices/January.pdf", "Documents/Invoices/February.pdf",
    "Documents/Letters/Ada.odt", "Documents/Letters/Ben.odt", "Documents/Letters/Clara.odt",
    "Documents/Recipes/Bread.txt", "Documents/Recipes/Soup.txt",
    "Documents/Budget.pdf", "Documents/Notes.txt",
    "Downloads/Photos.zip",
    "Music/Jazz/Misty.ogg", "Music/Jazz/Naima.ogg",
    "Pictures/Holiday/Beach.jpg", "Pictures/Holiday/Harbor.jpg", "Pictures/Cat.png",
    "Projects/Garden/Plan.txt", "Projects/Outline/Notes.md",
]


class Failure(Exception):
    pass


def wait(what, condition):
    """Waits until a condition has a result that is true, and returns it."""
    end = time.monotonic() + PATIENCE
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise Failure(f"waited too long for {what}")
        time.sleep(0.1)


class Sidebar:
    def __init__(self, program, home, log, *options, size=None):
        self.log = log
        self.process = subprocess.Popen([program, str(home), "--log", str(log), *options])
        self.list = wait("the window", self.find_list)
        window = subprocess.check_output(
            ["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(self.process.pid)],
            text=True).split()[-1]
        self.window = window
        if size:
            subprocess.check_call(["xdotool", "windowsize", "--sync", window, *map(str, size)])
        subprocess.check_call(["xdotool", "windowfocus", "--sync", window])
        text = subprocess.check_output(["xdotool", "getwindowgeometry", "--shell", window], text=True)
        geometry = {key: int(value) for key, value in (line.split("=") for line in text.split())}
        frame = self.list
        while frame.get_role() != Atspi.Role.FRAME:
            frame = frame.get_parent()

        def margins():  # the shadow of the window, once GTK knows its size
            extents = frame.get_extents(Atspi.CoordType.WINDOW)
            margins = (geometry["WIDTH"] - extents.width, geometry["HEIGHT"] - extents.height)
            return margins if all(0 <= margin < 100 for margin in margins) else None
        width, height = wait("the size of the window", margins)
        self.left, self.top = geometry["X"] + width // 2, geometry["Y"] + height // 2

    def find_list(self):
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(index)
            if application and application.get_process_id() == self.process.pid:
                return find(application, lambda a: a.get_role() == Atspi.Role.TREE)
        return None

    # What the snapshot has, and what a screen reader finds.

    def snapshot(self):
        if not self.log.exists():
            return []
        lines = self.log.read_text().splitlines()
        return [tuple(line.split("\t")) for line in lines]

    def accessible_rows(self):
        """The level, disclosure state, selection and name of each row."""
        rows = []
        for index in range(self.list.get_child_count()):
            row = self.list.get_child_at_index(index)
            if row.get_role() != Atspi.Role.TREE_ITEM:
                raise Failure(f"the role of row {index} is {row.get_role_name()}")
            states = row.get_state_set()
            state = "none"
            if states.contains(Atspi.StateType.EXPANDABLE):
                expanded = states.contains(Atspi.StateType.EXPANDED)
                state = "expanded" if expanded else "collapsed"
            if states.contains(Atspi.StateType.BUSY):
                state = "loading"
            selected = "selected" if states.contains(Atspi.StateType.SELECTED) else ""
            box = row.get_child_at_index(0).get_extents(Atspi.CoordType.WINDOW)
            left = row.get_extents(Atspi.CoordType.WINDOW).x
            level = int(row.get_description().removeprefix("Level ") or 0) - 1
            # Headers and roots are not indented. Rows out of the window have no width.
            indentation = max(level - 1, 0)
            if box.width and round((box.x - left) / INDENTATION) != indentation:
                level = f"{level} with another indentation"
            rows.append((level, state, selected, row.get_name()))
        return rows

    def compare(self):
        """Waits until the screen reader and the snapshot agree."""
        def agree():
            expected = [
                (int(level), state, selected, name)
                for level, state, selected, name in self.snapshot()]
            return expected and self.accessible_rows() == expected
        try:
            wait("the accessible rows", agree)
        except Failure:
            print("accessible:", *self.accessible_rows(), sep="\n  ")
            print("snapshot:", *self.snapshot(), sep="\n  ")
            raise

    def expect(self, what, condition):
        try:
            wait(what, lambda: condition(self.snapshot()))
        except Failure:
            print("snapshot:", *self.snapshot(), sep="\n  ")
            raise
        self.compare()
        print(f"ok: {what}")

    # What a user does.

    def row(self, name, below="Folders"):
        """The accessible row with a name, below a header."""
        is_below = False
        for index in range(self.list.get_child_count()):
            row = self.list.get_child_at_index(index)
            if is_below and row.get_name() == name:
                return row
            is_below = is_below or row.get_name() == below
        raise Failure(f"no row {name} below {below}")

    def point(self, accessible, part=0.5):
        box = accessible.get_extents(Atspi.CoordType.WINDOW)
        return [str(int(self.left + box.x + box.width / 2)),
                str(int(self.top + box.y + box.height * part))]

    def click(self, accessible):
        subprocess.check_call(
            ["xdotool", "mousemove", *self.point(accessible), "sleep", "0.2", "click", "1"])

    def toggle(self, name):
        row = self.row(name)
        self.click(find(row, lambda a: a.get_role() == Atspi.Role.PUSH_BUTTON))

    def press(self, *keys):
        for key in keys:
            subprocess.check_call(["xdotool", "key", key])
            time.sleep(0.2)

    def drag(self, source, target, part=0.5):
        (x, y), (end_x, end_y) = self.point(source), self.point(target, part)
        command = ["xdotool", "mousemove", x, y, "sleep", "0.4", "mousedown", "1"]
        # The drag begins some pixels away, and the target answers at the second movement.
        path = [(int(x) + step * 3, int(y) - step * 4) for step in range(1, 5)]
        for point in path + [(end_x, end_y), (int(end_x) + 1, end_y)]:
            command += ["sleep", "0.4", "mousemove", str(point[0]), str(point[1])]
        subprocess.check_call(command + ["sleep", "1", "mouseup", "1"])

    def scroll_to(self, top):
        """Turns the wheel until a row is in the upper half of the window."""
        subprocess.check_call(["xdotool", "mousemove", *self.point(self.list, 0.1)])
        while top() > 240:
            subprocess.check_call(["xdotool", "click", "5"])
            time.sleep(0.2)

    def take_picture(self, path):
        time.sleep(0.5)  # for transitions of GTK
        subprocess.check_call(
            ["import", "-window", self.window, "-strip", "+dither", "-colors", "64", f"PNG8:{path}"])

    def end(self):
        self.process.terminate()
        self.process.wait()


def find(accessible, condition):
    if condition(accessible):
        return accessible
    for index in range(accessible.get_child_count()):
        found = find(accessible.get_child_at_index(index), condition)
        if found:
            return found
    return None


def has(name, state=None, level=None, selected=None):
    """A condition: the snapshot has a row."""
    return lambda rows: any(
        row[3] == name and state in (None, row[1]) and level in (None, int(row[0]))
        and selected in (None, row[2] == "selected") for row in rows)


def lacks(name):
    return lambda rows: not has(name)(rows)


def make_home(folder):
    home = Path(folder) / "Home"
    for age, name in enumerate(FILES):
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        os.utime(file, (time.time() - age, time.time() - age))
    return home


def take_pictures(program, home, log, folder):
    sidebar = Sidebar(program, home, log, "--delay", "6000")
    try:
        sidebar.expect("the folders load", has("Projects", "collapsed", 1))
        sidebar.expect("the recent files load", has("To do.txt"))
        sidebar.click(sidebar.row("Documents"))
        sidebar.expect("a click selects a folder", has("Documents", selected=True))
        sidebar.take_picture(folder / "closed.png")
        sidebar.press("Right")
        # Compared with the screen reader afterward: on a busy machine that takes as long as the load.
        wait("the loading mark", lambda: has("Documents", "loading", 1)(sidebar.snapshot()))
        sidebar.take_picture(folder / "opening.png")
        sidebar.expect("the folder expands", has("Letters", "collapsed", 2))
        sidebar.take_picture(folder / "open.png")
    finally:
        sidebar.end()


def check(program, home, log):
    # All rows fit: a list view scrolls while the user drags a row near its edge.
    sidebar = Sidebar(program, home, log, size=(640, 960))
    documents = home / "Documents"
    try:
        sidebar.expect("the folders load", has("Projects", "collapsed", 1))
        sidebar.expect("the recent files load", has("To do.txt"))
        sidebar.toggle("Documents")
        sidebar.expect("the button expands a folder", has("Letters", "collapsed", 2))
        sidebar.click(sidebar.row("Letters"))
        sidebar.expect("a click selects a row", has("Letters", selected=True))
        sidebar.press("Right")
        sidebar.expect("Right expands the row", has("Clara.odt", "none", 3))
        sidebar.press("Right", "Down")
        sidebar.expect("keys move the selection", has("Ben.odt", selected=True))

        (documents / "Accounts.txt").touch()
        sidebar.expect("a new file appears", has("Accounts.txt", "none", 2))
        sidebar.expect("the selection stays", has("Ben.odt", selected=True))
        (documents / "Letters").rename(documents / "Mail")
        sidebar.expect("a renamed folder stays expanded", has("Mail", "expanded", 2))
        sidebar.expect("its files stay selected", has("Ben.odt", selected=True))
        (documents / "Accounts.txt").unlink()
        sidebar.expect("a deleted file disappears", lacks("Accounts.txt"))

        sidebar.press("F2")
        time.sleep(0.5)
        subprocess.check_call(["xdotool", "type", "--delay", "50", "Benjamin"])
        sidebar.press("Return")
        sidebar.expect("F2 renames a file", has("Benjamin.odt", "none", 3, selected=True))
        wait("the name on disk", (documents / "Mail/Benjamin.odt").exists)

        sidebar.drag(sidebar.row("Notes.txt"), sidebar.row("Recipes"))
        wait("the file on disk", (documents / "Recipes/Notes.txt").exists)
        sidebar.expect("a drag moves a file", lambda rows: not has("Notes.txt", level=2)(rows))
        sidebar.drag(sidebar.row("Mail"), sidebar.row("Music"))
        wait("the folder on disk", (home / "Music/Mail/Clara.odt").exists)
        sidebar.toggle("Music")
        sidebar.expect("a moved folder stays expanded", has("Clara.odt", "none", 3))
        sidebar.drag(sidebar.row("Pictures", "Places"), sidebar.row("Desktop", "Places"), 0.2)
        sidebar.expect("a drag orders places", lambda rows: rows[1][3] == "Pictures")

        sidebar.click(sidebar.row("Documents"))
        sidebar.press("Left")
        sidebar.expect("Left collapses a folder", has("Documents", "collapsed", 1, selected=True))
        (documents / "Later.txt").touch()
        sidebar.press("Right")
        sidebar.expect("a folder loads again when it expands", has("Later.txt", "none", 2))
    finally:
        sidebar.end()


def check_scrolling(program, home, log):
    songs = home / "Music/Songs"
    songs.mkdir()
    for number in range(100):
        (songs / f"Song {number:03}.ogg").touch()
    sidebar = Sidebar(program, home, log, size=(480, 480))

    def top():
        row = sidebar.row("Song 050.ogg").get_extents(Atspi.CoordType.WINDOW)
        return row.y if row.width else 1000  # rows out of the window have no width

    def expect_in_place(what, condition):
        is_selected = has("Song 050.ogg", selected=True)
        sidebar.expect(what, lambda rows: condition(rows) and is_selected(rows))
        wait("the selected row at its old place", lambda: top() == old_top)
    try:
        sidebar.expect("the folders load", has("Projects", "collapsed", 1))
        sidebar.expect("the recent files load", has("To do.txt"))
        sidebar.toggle("Music")
        sidebar.expect("a folder expands", has("Songs", "collapsed", 2))
        sidebar.toggle("Songs")
        sidebar.expect("a long folder expands", has("Song 099.ogg", "none", 3))
        sidebar.toggle("Documents")
        sidebar.expect("a folder above it expands", has("Letters", "collapsed", 2))
        sidebar.scroll_to(top)
        sidebar.click(sidebar.row("Song 050.ogg"))
        sidebar.expect("a click selects a row", has("Song 050.ogg", selected=True))
        old_top = top()

        (home / "Documents/Accounts.txt").touch()
        expect_in_place("a file appears above", has("Accounts.txt"))
        (home / "Documents/Accounts.txt").unlink()
        expect_in_place("a file disappears above", lacks("Accounts.txt"))
        (home / "Archive").mkdir()
        expect_in_place("all folders load again", has("Archive"))
        for number in range(40):
            (songs / f"Song {number:03}.ogg").unlink()
        expect_in_place("many files disappear above", lacks("Song 039.ogg"))
        (songs / "Song 050b.ogg").touch()
        expect_in_place("a file appears below", has("Song 050b.ogg"))
    finally:
        sidebar.end()


def main(program, pictures=None):
    Atspi.init()
    with tempfile.TemporaryDirectory() as folder:
        home = make_home(folder)
        if pictures:
            take_pictures(program, home, Path(folder) / "log", Path(pictures))
        else:
            check(program, home, Path(folder) / "log")
            check_scrolling(program, make_home(Path(folder) / "long"), Path(folder) / "log of long")


try:
    main(*sys.argv[1:])
except Failure as failure:
    sys.exit(f"drive.py: {failure}")
