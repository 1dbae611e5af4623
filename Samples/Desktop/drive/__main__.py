"""Drives the sidebar by keys, clicks, drags and changes on disk, at random and in fixed orders, and
compares the rows that a screen reader finds with the rows of the snapshot after each step.

    drive PROGRAM [PICTURES [SCHEME]...]

Needs a display and a session bus; `run check` provides both. `DESKTOP_ACTIONS` is the number of
random actions, and `OUTLINE_SEED` their seed. With a folder for PICTURES, it stores three pictures
there for each SCHEME, light or dark: the sidebar before, during and after a folder loads.
"""

import os
import random
import sys
import tempfile
import time
from pathlib import Path

from random_user import RandomUser
from sidebar import Atspi, Failure, Sidebar, find, has, lacks, wait

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


def make_home(folder):
    home = Path(folder) / "Home"
    for age, name in enumerate(FILES):
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        os.utime(file, (time.time() - age, time.time() - age))
    return home


def take_pictures(program, home, log, folder, scheme):
    os.environ["GTK_THEME"] = {"light": "Adwaita", "dark": "Adwaita:dark"}[scheme]
    sidebar = Sidebar(program, home, log, "--delay", "6000")
    try:
        sidebar.expect("the folders load", has("Projects", "collapsed", 1))
        sidebar.expect("the recent files load", has("To do.txt"))
        sidebar.click(sidebar.find(Atspi.Role.CHECK_BOX, "Video"))  # other boxes become mixed
        sidebar.click(sidebar.row("Documents"))
        sidebar.expect("a click selects a folder", has("Documents", selected=True))
        sidebar.take_picture(folder / f"closed-{scheme}.png")
        sidebar.press("Right")
        # Compared with the screen reader afterward: on a busy machine that takes as long as the load.
        wait("the loading mark", lambda: has("Documents", "loading", 1)(sidebar.snapshot()))
        sidebar.take_picture(folder / f"opening-{scheme}.png")
        sidebar.expect("the folder expands", has("Letters", "collapsed", 2))
        sidebar.take_picture(folder / f"open-{scheme}.png")
    finally:
        sidebar.end()


def check(program, home, log):
    # All rows fit: a list view scrolls while the user drags a row near its edge.
    sidebar = Sidebar(program, home, log, "--page", "12", size=(640, 1560))
    documents = home / "Documents"
    try:
        sidebar.expect("the folders load", has("Projects", "collapsed", 1))
        sidebar.expect("the recent files load", has("To do.txt"))
        sidebar.drag(sidebar.row("Pictures", "Places"), sidebar.row("Desktop", "Places"), 0.2)
        sidebar.expect("a drag orders places", lambda rows: rows[1][3] == "Pictures")
        sidebar.toggle("Documents")
        sidebar.expect("the button expands a folder", has("Letters", "collapsed", 2))
        sidebar.toggle("Letters")
        sidebar.expect("the button expands a folder", has("Clara.odt", "none", 3))
        sidebar.drag(sidebar.row("Letters"), sidebar.row("Music"))
        wait("the folder on disk", (home / "Music/Letters/Clara.odt").exists)
        sidebar.toggle("Music")
        sidebar.expect("a moved folder stays expanded", has("Clara.odt", "none", 3))
        sidebar.click(sidebar.row("Documents"))
        sidebar.press("Left")
        sidebar.expect("Left collapses a folder", has("Documents", "collapsed", 1, selected=True))
        (documents / "Later.txt").touch()
        sidebar.press("Right")
        sidebar.expect("a folder loads again when it expands", has("Later.txt", "none", 2))
        seed = int(os.environ.get("OUTLINE_SEED") or random.randrange(1_000_000))
        RandomUser(sidebar, home, seed).run(int(os.environ.get("DESKTOP_ACTIONS") or 150))
    finally:
        sidebar.end()


def check_features(program, home, log):
    (home / "Empty").mkdir()
    elsewhere = home.parent / "Elsewhere"
    (home / "Link").symlink_to(elsewhere)
    elsewhere.mkdir()
    (elsewhere / "Far.txt").touch()
    sidebar = Sidebar(program, home, log, size=(640, 960))
    try:
        sidebar.expect("an empty folder has no button", has("Empty", "none", 1))
        (home / "Empty/First.txt").touch()
        sidebar.expect("a folder with a first file has one", has("Empty", "collapsed", 1))

        elsewhere.rename(home.parent / "Away")
        sidebar.toggle("Link")
        sidebar.expect("a folder that is gone shows an error", has("Link", "failed", 1))
        (home.parent / "Away").rename(elsewhere)
        sidebar.toggle("Link")
        sidebar.expect("the button tries again", has("Far.txt", "none", 2))

        sidebar.toggle("Documents")
        sidebar.expect("a folder expands", has("Letters", "collapsed", 2))
        sidebar.drag(sidebar.row("Notes.txt"), sidebar.row("Recipes"))
        sidebar.expect("a drag moves a file", lacks("Notes.txt"))
        sidebar.click(sidebar.find(Atspi.Role.PUSH_BUTTON, "Edit"))
        sidebar.press("Return")
        wait("the file on disk", (home / "Documents/Notes.txt").exists)
        sidebar.expect("the menu undoes it", has("Notes.txt", "none", 2))

        sidebar.toggle("Letters")
        sidebar.expect("a folder expands", has("Clara.odt", "none", 3))
        sidebar.click(sidebar.row("Clara.odt"))
        sidebar.press("F2")
        sidebar.type("Renamed")
        sidebar.press("Return")
        wait("the new name on disk", (home / "Documents/Letters/Renamed.odt").exists)
        sidebar.click(sidebar.find(Atspi.Role.CHECK_BOX, "Documents"))
        sidebar.expect("a check box hides files", lacks("Renamed.odt"))
        sidebar.press("ctrl+z")
        wait("the reason", lambda: sidebar.find(
            Atspi.Role.LABEL, "Renamed.odt is hidden. Check the box Document."))
        sidebar.click(sidebar.find(Atspi.Role.CHECK_BOX, "Documents"))
        sidebar.expect("the check box shows them again", has("Renamed.odt", "none", 3))
        sidebar.press("ctrl+z")
        sidebar.expect("the change can be undone then", has("Clara.odt", "none", 3))
        sidebar.click(sidebar.row("Documents"))
        sidebar.expect("a click selects a folder", has("Documents", selected=True))

        before = sidebar.snapshot()
        sidebar.click(sidebar.find(Atspi.Role.ENTRY, "Filter"))
        sidebar.type("LETT")
        sidebar.expect("a filter shows matches with their folders", lambda rows: [
            row[3] for row in rows] == ["Folders", "Documents", "Letters"])
        (home / "Documents/Letter.txt").touch()
        sidebar.expect("a late match appears", has("Letter.txt", "none", 2))
        sidebar.toggle("Documents")
        sidebar.expect("a folder collapses within the filter", lacks("Letters"))
        (home / "Documents/Letter.txt").unlink()
        sidebar.click(sidebar.find(Atspi.Role.ENTRY, "Filter"))
        sidebar.press(*["BackSpace"] * 4)
        sidebar.expect("without a filter, all rows return", lambda rows: rows == before)
    finally:
        sidebar.end()


def sticky_rows(sidebar):
    return find(sidebar.window_of_list(), lambda a: (
        a.get_role() == Atspi.Role.PANEL and a.get_name().startswith("Folders, ")))


def is_selection_uncovered(sidebar):
    name = next(row[3] for row in sidebar.snapshot() if row[2])
    covered, row = (
        a.get_extents(Atspi.CoordType.WINDOW)
        for a in [sticky_rows(sidebar), sidebar.row(name)])
    return row.width and row.y >= covered.y + covered.height


def check_scrolling(program, home, log):
    songs = home / "Music/Songs"
    songs.mkdir()
    for number in range(100):
        (songs / f"Song {number:03}.ogg").touch()
    sidebar = Sidebar(program, home, log, "--page", "80", size=(480, 480))

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
        sidebar.expect("a long folder shows its first page", has("Load more", "more", 3))
        sidebar.click(sidebar.row("Songs"))
        sidebar.type("load more")
        sidebar.expect("letters find the row for more", has("Load more", selected=True))
        sidebar.press("Return")
        sidebar.expect("the second page arrives", has("Song 099.ogg", "none", 3))
        sidebar.expect("it is the last one", lacks("Load more"))
        sidebar.type("song 060")
        sidebar.expect("letters find a song", has("Song 060.ogg", selected=True))
        sidebar.press("Page_Up", "Page_Up")
        wait("the selected row below the sticky rows", lambda: is_selection_uncovered(sidebar))
        print("ok: sticky rows do not cover a row that Page Up selects")
        sidebar.press("Home")
        sidebar.toggle("Documents")
        sidebar.expect("a folder above it expands", has("Letters", "collapsed", 2))
        sidebar.scroll_to(top)
        wait("the sticky ancestors", lambda: sidebar.find(
            Atspi.Role.PANEL, "Folders, Music, Songs"))

        # The selected row, a header, is above the rows on screen.
        old_top = top()
        (home / "Documents/Above.txt").touch()
        sidebar.expect("a file appears above", has("Above.txt"))
        wait("the rows at their old place", lambda: top() == old_top)
        (home / "Documents/Above.txt").rename(home / "Documents/Recipes/Above.txt")
        sidebar.expect("it moves to another folder", lacks("Above.txt"))
        wait("the rows at their old place", lambda: top() == old_top)
        (home / "Documents/Letters").rename(home / "Documents/Zoo")
        sidebar.expect("a folder moves above", has("Zoo"))
        wait("the rows at their old place", lambda: top() == old_top)
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


def check_deep_folders(program, home, log):
    names = [f"Folder {number}" for number in range(16)]
    deepest = home.joinpath("Deep", *names)
    deepest.mkdir(parents=True)
    (deepest / "Last.txt").touch()
    sidebar = Sidebar(program, home, log, size=(480, 480))
    try:
        sidebar.expect("the folders load", has("Deep", "collapsed", 1))
        sidebar.click(sidebar.row("Deep"))
        for name in [*names, "Last.txt"]:
            sidebar.press("Right")
            wait(f"the row {name}", lambda: has(name)(sidebar.snapshot()))
            sidebar.press("Right")

        sidebar.expect("Right goes to the first child", has("Last.txt", selected=True))
        wait("the sticky ancestors", lambda: sticky_rows(sidebar))
        wait("the selected row below them", lambda: is_selection_uncovered(sidebar))
        wait("the name of a button", lambda: find(
            sticky_rows(sidebar), lambda a: a.get_name() == "Collapse Deep"))
        print("ok: sticky rows do not cover a deep row")
    finally:
        sidebar.end()


def main(program, pictures=None, *schemes):
    Atspi.init()
    with tempfile.TemporaryDirectory() as folder:
        home = make_home(folder)
        if pictures:
            for scheme in schemes:
                take_pictures(program, home, Path(folder) / f"log of {scheme}", Path(pictures), scheme)
        else:
            check(program, home, Path(folder) / "log")
            check_features(program, make_home(Path(folder) / "more"), Path(folder) / "log of more")
            check_scrolling(program, make_home(Path(folder) / "long"), Path(folder) / "log of long")
            check_deep_folders(
                program, make_home(Path(folder) / "deep"), Path(folder) / "log of deep")


try:
    main(*sys.argv[1:])
except Failure as failure:
    sys.exit(f"drive: {failure}")
