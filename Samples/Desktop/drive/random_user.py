"""A user who acts at random, and knows what each action must show."""

import random
import shutil
import time
from pathlib import Path

from sidebar import Atspi, Failure, find, wait

KINDS = {
    "pdf": "Document", "odt": "Document", "jpg": "Image", "png": "Image", "ogg": "Music",
    "mp4": "Video", "zip": "Archive"}
GROUPS = {
    "All files": ["Documents", "Media", "Archive"], "Documents": ["Document", "Text"],
    "Media": ["Image", "Music", "Video"]}
PLACES = ["Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos"]


class Row:
    """A row of the snapshot."""

    def __init__(self, number, line, parent):
        level, self.state, selected, self.name = line
        self.number, self.level, self.parent = number, int(level), parent
        self.is_selected = selected == "selected"
        # The names of the row and its ancestors: a header, and then the names of a path.
        self.path = (*(parent.path if parent else ()), self.name)

    @property
    def is_file(self):
        return self.path[0] == "Folders" and self.level > 0 and self.state != "more"

    @property
    def is_folder(self):
        return self.path[0] == "Folders" and self.state in ["collapsed", "expanded"]


def parse(lines):
    rows, ancestors = [], []
    for number, line in enumerate(lines):
        del ancestors[int(line[0]):]
        rows.append(Row(number, line, ancestors[-1] if ancestors else None))
        ancestors.append(rows[-1])
    return rows


def leaves(box):
    return [leaf for each in GROUPS[box] for leaf in leaves(each)] if box in GROUPS else [box]


class RandomUser:
    """Performs actions that have an effect now, and waits for the effect of each."""

    def __init__(self, sidebar, home, seed):
        self.sidebar, self.home = sidebar, home
        self.random = random.Random(seed)
        self.seed = seed
        self.count = 0  # of names that the user has invented
        self.filter = ""
        self.hidden_kinds = set()
        # The last change that the user can undo: the path of a file before and after it.
        self.undoable = self.redoable = None
        self.has_focus = False  # the list, which then receives the keys
        self.typing_end = 0

    def run(self, count):
        done = {}
        for step in range(1, count + 1):
            rows = self.rows()
            what = None
            try:
                while not what:
                    action = self.random.choices(list(ACTIONS), ACTIONS.values())[0]
                    what = action(self, rows)
                self.settle(*what)
            except Failure as failure:
                action = what[0] if what else action.__name__
                raise Failure(f"seed {self.seed}, action {step} ({action}): {failure}")
            name = what[0].split()[0]
            if name not in ["click", "key", "letters", "rename"]:
                self.has_focus = False  # GTK can move it from a row that disappears.
            done[name] = done.get(name, 0) + 1
        print(f"ok: {count} random actions with seed {self.seed}: {done}")

    def settle(self, what, condition):
        """Waits until an action has its effect, and until the rows are those of the disk."""
        self.sidebar.wait_for(f"the effect of {what}", lambda lines: (
            condition(parse(lines)) and self.is_on_disk(parse(lines))))
        self.sidebar.compare()

    def rows(self):
        return parse(self.sidebar.snapshot())

    # What the disk says.

    def path(self, row):
        return self.home.joinpath(*row.path[1:])

    def names(self, folder):
        return {
            file.name for file in folder.iterdir()
            if file.is_dir() or self.kind(file.name) not in self.hidden_kinds}

    @staticmethod
    def kind(name):
        return KINDS.get(Path(name).suffix[1:], "Text")

    def recent(self):
        files = [*self.home.iterdir(), *(
            file for folder in self.home.iterdir() if folder.is_dir() for file in folder.iterdir())]
        files = [
            (int(file.stat().st_mtime), file.name) for file in files
            if not file.is_dir() and self.kind(file.name) not in self.hidden_kinds]
        return [name for _, name in sorted(files, reverse=True)[:4]]

    def is_on_disk(self, rows):
        """Returns whether the expanded folders show their files, unless a filter hides some."""
        if any(row.state == "loading" for row in rows):
            return False
        if self.filter:
            return True
        for folder in rows:
            if folder.state != "expanded":
                continue
            children = [row for row in rows if row.parent is folder]
            shown = [row.name for row in children if row.state != "more"]
            if folder.path == ("Recent",):
                if shown != self.recent():
                    return False
            elif folder.path == ("Places",):
                if set(shown) != self.names(self.home) & set(PLACES):
                    return False
            elif len(shown) == len(children):
                if sorted(shown) != sorted(self.names(self.path(folder))):
                    return False
            elif not set(shown) < self.names(self.path(folder)):
                return False
        return True

    # What is on the screen.

    def accessible(self, row):
        return self.sidebar.list.get_child_at_index(row.number)

    def on_screen(self, rows):
        """The rows that the user can click: sticky rows can cover the first ones."""
        def boxes():
            found = (self.accessible(row).get_extents(Atspi.CoordType.WINDOW) for row in rows)
            return [(box.width, box.y, box.y + box.height) for box in found]
        area = self.sidebar.list.get_extents(Atspi.CoordType.WINDOW)
        # The list can still scroll.
        old, new = None, boxes()
        while old != new:
            time.sleep(0.1)
            old, new = new, boxes()
        top = area.y + (0 if new[0][0] and new[0][1] >= area.y else 90)
        found = [
            (row, start, end) for row, (width, start, end) in zip(rows, new)
            if width and start >= top and end <= area.y + area.height]
        # GTK also keeps the places of rows that have left the screen.
        is_certain = all(end <= start for (_, _, end), (_, start, _) in zip(found, found[1:]))
        return [row for row, _, _ in found] if is_certain else []

    def choose(self, rows):
        return self.random.choice(rows) if rows else None

    # What the user does. An action returns a description and a condition, or `None` if it is
    # impossible now.

    def click(self, rows):
        row = self.choose([row for row in self.on_screen(rows) if not row.is_selected])
        if not row:
            return None
        self.sidebar.click(self.accessible(row))
        self.has_focus = True
        return f"click on {row.path}", selects(row)

    def toggle(self, rows):
        """Clicks a disclosure button, or performs its action as a screen reader does."""
        row = self.choose([row for row in self.on_screen(rows) if row.state != "none"])
        if not row:
            return None
        button = find(self.accessible(row), lambda a: a.get_role() == Atspi.Role.PUSH_BUTTON)
        if self.random.random() < 0.5:
            self.sidebar.click(button)
        elif not button.do_action(0):
            raise Failure("the button performs no action")
        if row.state == "more":
            def count(rows):
                return sum(
                    each.parent is not None and each.parent.path == row.parent.path
                    and each.state != "more" for each in rows)
            shown = count(rows)
            return f"more of {row.parent.path}", lambda rows: count(rows) > shown
        return f"toggle of {row.path}", lambda rows: any(
            each.path == row.path and each.state not in [row.state, "loading"] for each in rows)

    def press(self, rows):
        selected = next((row for row in rows if row.is_selected), None)
        if not self.has_focus or not selected:
            return None
        key = self.random.choice(
            ["Up", "Down", "Left", "Left", "Right", "Right", "Home", "End", "asterisk", "space"])
        last = len(rows) - 1
        next_row = rows[min(selected.number + 1, last)]
        target, opened, closed = selected, [], []
        match key:
            case "Up": target = rows[max(selected.number - 1, 0)]
            case "Down": target = next_row
            case "Home": target = rows[0]
            case "End": target = rows[last]
            case "Left" if selected.state == "expanded": closed = [selected]
            case "Left": target = selected.parent or selected
            case "Right" if selected.state == "collapsed": opened = [selected]
            case "Right" if next_row.parent is selected: target = next_row
            case "asterisk":
                opened = [
                    row for row in rows if row.parent is selected.parent
                    and row.path[0] == selected.path[0] and row.state == "collapsed"]
        self.sidebar.press(key)
        opened, closed = [row.path for row in opened], [row.path for row in closed]
        return f"key {key} on {selected.path}", lambda rows: selects(target)(rows) and not any(
            row.state == "collapsed" and row.path in opened
            or row.state == "expanded" and row.path in closed for row in rows)

    def type(self, rows):
        selected = next((row for row in rows if row.is_selected), None)
        if not self.has_focus or not selected:
            return None
        text = self.random.choice(rows).name.lower()[:self.random.choice([1, 2, 4])].strip()
        target = selected.number
        for end in range(1, len(text) + 1):
            prefix, start = text[:end], target + (1 if end == 1 else 0)
            for number in [*range(start, len(rows)), *range(start)]:
                if rows[number].name.lower().startswith(prefix):
                    target = number
                    break
        time.sleep(max(0, self.typing_end + 1.1 - time.monotonic()))
        self.sidebar.type(text)
        self.typing_end = time.monotonic()
        return f"letters {text}", selects(rows[target])

    def change_disk(self, rows):
        """Creates, deletes, renames or moves a file, as another program does.

        The program watches the folders that are expanded.
        """
        files = [row for row in rows if row.is_file]
        folder = self.choose([row for row in rows if row.is_folder and row.state == "expanded"])
        if self.filter or not folder:
            return None
        self.undoable = self.redoable = None
        row = self.choose(files)
        match self.random.randrange(5):
            case 0 if len(rows) < 40:
                file = self.path(folder) / self.invent(".txt")
                file.touch()
                return f"disk gets {file.name}", lambda rows: True
            case 1 if len(rows) < 40:
                file = self.path(folder) / self.invent("")
                file.mkdir()
                return f"disk gets folder {file.name}", lambda rows: True
            case 2 if row and len(files) > 12 and self.path(row).name not in PLACES:
                if self.path(row).is_dir():
                    shutil.rmtree(self.path(row))
                else:
                    self.path(row).unlink()
                return f"disk loses {row.path}", lambda rows: True
            case 3 if row and row.name not in PLACES:
                self.path(row).rename(self.path(row).with_stem(self.invent("")))
                return f"disk renames {row.path}", keeps(rows, row)
            case 4 if row and self.can_move(row, folder):
                self.path(row).rename(self.path(folder) / row.name)
                return f"disk moves {row.path} to {folder.path}", lambda rows: True
        return None

    def can_move(self, row, folder):
        return (
            row.parent is not folder and folder.path[:len(row.path)] != row.path
            and row.name not in PLACES and not (self.path(folder) / row.name).exists())

    def invent(self, suffix):
        self.count += 1
        return f"New {self.count}{suffix}"

    def rename(self, rows):
        selected = next((row for row in rows if row.is_selected), None)
        if (self.filter or not self.has_focus or not selected or not selected.is_file
                or selected.name in PLACES):
            return None
        old = self.path(selected)
        new = old.with_stem(self.invent(""))
        self.sidebar.press("F2")
        wait("the field", lambda: find(
            self.accessible(selected), lambda a: a.get_role() == Atspi.Role.TEXT))
        self.sidebar.type(new.stem)
        self.sidebar.press("Return")
        wait("the new name on disk", new.exists)
        self.undoable, self.redoable = (old, new), None
        return f"rename of {selected.path}", lambda rows: any(
            row.is_selected and row.name == new.name for row in rows)

    def drag(self, rows):
        visible = self.on_screen(rows)
        folder = self.choose([row for row in visible if row.is_folder])
        row = self.choose([
            row for row in visible if row.is_file and folder and self.can_move(row, folder)])
        if self.filter or not row:
            return None
        old, new = self.path(row), self.path(folder) / row.name
        self.sidebar.drag(self.accessible(row), self.accessible(folder))
        wait("the file on disk", new.exists)
        self.undoable, self.redoable = (old, new), None
        return f"drag of {row.path} to {folder.path}", lambda rows: True

    def undo(self, rows):
        if not self.undoable:
            return None
        old, new = self.undoable
        if self.is_hidden(new):
            return self.fail("ctrl+z", new)
        self.undoable, self.redoable = None, self.undoable
        self.sidebar.press("ctrl+z")
        wait("the old file on disk", lambda: old.exists() and not new.exists())
        return f"undo of {new}", lambda rows: True

    def redo(self, rows):
        if not self.redoable:
            return None
        old, new = self.redoable
        if self.is_hidden(old):
            return self.fail("ctrl+shift+z", old)
        self.undoable, self.redoable = self.redoable, None
        self.sidebar.press("ctrl+shift+z")
        wait("the new file on disk", lambda: new.exists() and not old.exists())
        return f"redo of {new}", lambda rows: True

    def is_hidden(self, file):
        return not file.is_dir() and self.kind(file.name) in self.hidden_kinds

    def fail(self, key, file):
        """Presses a key to undo or redo a change of a hidden file, which stays as it is."""
        self.sidebar.press(key)
        reason = f"{file.name} is hidden. Check the box {self.kind(file.name)}."
        wait("the reason", lambda: self.sidebar.find(Atspi.Role.LABEL, reason))
        if not file.exists():
            raise Failure(f"the key has moved {file}")
        return f"{key} for {file}", lambda rows: True

    def change_filter(self, rows):
        """Shows only the rows whose names contain some letters, or all rows again."""
        row = self.choose([row for row in rows if row.level > 0 and row.state != "more"])
        if not self.filter and (not row or self.random.random() < 0.7):
            return None
        self.sidebar.click(self.sidebar.find(Atspi.Role.ENTRY, "Filter"))
        self.undoable = self.redoable = None  # The field has its own undo.
        if self.filter:
            self.filter = ""
            self.sidebar.press("ctrl+a", "BackSpace")
            return "filter off", lambda rows: True
        self.filter = text = row.name.lower()[:3]
        self.sidebar.type(text)
        found = {
            row.path for row in rows
            if text in row.name.lower() and row.level > 0 and row.state != "more"}

        def is_filtered(rows):
            parents = {row.parent.path for row in rows if row.parent}
            return found <= {row.path for row in rows} and all(
                text in row.name.lower() or row.path in parents for row in rows)
        return f"filter {text}", is_filtered

    def check(self, rows):
        """Clicks a check box, and expects the states of all boxes."""
        if self.filter:
            return None
        box = self.random.choice(["All files", "All files", *sum(GROUPS.values(), [])])
        kinds = set(leaves(box))
        if kinds & self.hidden_kinds:
            self.hidden_kinds -= kinds
        else:
            self.hidden_kinds |= kinds
        self.sidebar.click(self.sidebar.find(Atspi.Role.CHECK_BOX, box))

        def is_right(name):
            states = self.sidebar.find(Atspi.Role.CHECK_BOX, name).get_state_set()
            hidden = [leaf in self.hidden_kinds for leaf in leaves(name)]
            return (
                states.contains(Atspi.StateType.CHECKED) == (not any(hidden))
                and states.contains(Atspi.StateType.INDETERMINATE) == (
                    any(hidden) and not all(hidden)))
        boxes = ["All files", *sum(GROUPS.values(), [])]
        wait(f"the boxes without {self.hidden_kinds}", lambda: all(map(is_right, boxes)))
        return f"box {box}", lambda rows: True


def selects(target):
    return lambda rows: [row.path for row in rows if row.is_selected] == [target.path]


def keeps(old_rows, changed):
    """The selection stays, also on a renamed row."""
    selected = [row for row in old_rows if row.is_selected and changed.path != row.path[
        :len(changed.path)]]
    return selects(selected[0]) if selected and selected[0].path[0] != "Recent" else (
        lambda rows: True)


ACTIONS = {
    RandomUser.click: 4, RandomUser.toggle: 6, RandomUser.press: 12, RandomUser.type: 4,
    RandomUser.change_disk: 6, RandomUser.rename: 2, RandomUser.drag: 2, RandomUser.undo: 8,
    RandomUser.redo: 8, RandomUser.change_filter: 5, RandomUser.check: 1}
