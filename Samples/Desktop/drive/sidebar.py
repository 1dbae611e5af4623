"""A sidebar on a display, as a user and a screen reader meet it."""

import subprocess
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402, the version comes first

PATIENCE = 60  # seconds for a change to arrive, on a busy machine
Atspi.set_timeout(PATIENCE * 1000, PATIENCE * 1000)
INDENTATION = 16


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
        frame = self.window_of_list()

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

    def window_of_list(self):
        window = self.list
        while window.get_role() != Atspi.Role.FRAME:
            window = window.get_parent()
        return window

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
            level, _, note = row.get_description().removeprefix("Level ").partition(", ")
            if note == "cannot be read":
                state = "failed"
            selected = "selected" if states.contains(Atspi.StateType.SELECTED) else ""
            box = row.get_child_at_index(0).get_extents(Atspi.CoordType.WINDOW)
            left = row.get_extents(Atspi.CoordType.WINDOW).x
            level = int(level or 0) - 1
            # Headers and roots are not indented. Rows out of the window have no width.
            indentation = max(level - 1, 0)
            if box.width and round((box.x - left) / INDENTATION) != indentation:
                level = f"{level} with another indentation"
            state = "more" if row.get_name() == "Load more" and state == "none" else state
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

    def wait_for(self, what, condition):
        """Waits until the snapshot satisfies a condition."""
        try:
            wait(what, lambda: condition(self.snapshot()))
        except Failure:
            print("snapshot:", *self.snapshot(), sep="\n  ")
            raise

    def expect(self, what, condition):
        self.wait_for(what, condition)
        self.compare()
        print(f"ok: {what}")

    # What a user does.

    def row(self, name, below="Folders"):
        """The accessible row with a name, below another one."""
        is_below = below is None
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
        point = None
        while point != self.point(accessible):  # the list can still scroll
            point = self.point(accessible)
            subprocess.check_call(["xdotool", "mousemove", *point, "sleep", "0.2"])
        subprocess.check_call(["xdotool", "click", "1"])

    def toggle(self, name, below="Folders"):
        row = self.row(name, below)
        self.click(find(row, lambda a: a.get_role() == Atspi.Role.PUSH_BUTTON))

    def find(self, role, name):
        """The accessible widget with a role and a name, next to the list."""
        return find(
            self.window_of_list(), lambda a: a.get_role() == role and a.get_name() == name)

    def type(self, text):
        subprocess.check_call(["xdotool", "type", "--delay", "50", text])

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
        end = time.monotonic() + PATIENCE
        while top() > 240:
            if time.monotonic() > end:
                raise Failure("the wheel does not scroll to the row")
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


def lacks(name, above=None):
    """A condition: the snapshot lacks a row, or has none above another one."""
    def condition(rows):
        names = [row[3] for row in rows]
        return name not in (names[:names.index(above)] if above else names)
    return condition
