"""Writes the same outline in each format that outline-tool reads, and makes directories."""

import random
from array import array
from itertools import pairwise

WORDS = "Äpfel Birne café data ergänzt fig grün house 日本語 kilo løve mañana node Ωmega plan".split()


def outline(row_count):
    """Yields the levels of rows, at most 13, their texts, and the levels of the next rows."""
    generator = random.Random(row_count)

    def rows():
        level = 0
        for number in range(row_count):
            yield level, f"{number} {' '.join(generator.choices(WORDS, k=4))}"
            level = max(0, min(12, level + generator.choice((1, 1, 1, 0, 0, -1, -3))))
        yield 0, ""
    for (level, text), (following, _) in pairwise(rows()):
        yield level, text, following


def is_stored_collapsed(number, level, following):
    """Returns whether a file stores a row as collapsed: one of a hundred rows with children is."""
    return following > level and number % 100 == 0


def text_lines(row_count):
    for level, text, _ in outline(row_count):
        yield "\t" * level + text


def changed(lines, mark=""):
    """Yields lines of which ten have another text; `mark` follows the text of a row."""
    lines = list(lines)
    for number, line in enumerate(lines):
        is_changed = number % (len(lines) // 10) == 7
        end = line.index(mark) if is_changed and mark else len(line)
        yield f"{line[:end]} changed{line[end:]}" if is_changed else line


def opml_lines(row_count):
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head>'
    yield f"<expansionState>{','.join(map(str, expanded_rows(row_count)))}</expansionState>"
    yield "</head><body>"
    for level, text, following in outline(row_count):
        end = ">" if following > level else "/>" + "</outline>" * (level - following)
        yield f'<outline text="{text}" created="2026-11-22"{end}'
    yield "</body></opml>"


def expanded_rows(row_count):
    """Yields the numbers of the expanded rows. OPML counts visible rows alone."""
    visible, collapsed = 0, 13
    for number, (level, _, following) in enumerate(outline(row_count)):
        if level > collapsed:
            continue
        visible += 1
        is_collapsed = is_stored_collapsed(number, level, following)
        collapsed = level if is_collapsed else 13
        if following > level and not is_collapsed:
            yield visible


def json_lines(row_count):
    yield "["
    for number, (level, text, following) in enumerate(outline(row_count)):
        state = '"collapsed":true,' if is_stored_collapsed(number, level, following) else ""
        end = "" if following > level else "]}" * (level - following + 1)
        comma = "," if end and number < row_count - 1 else ""
        yield f'{{"name":"{text}",{state}"children":[{end}{comma}'
    yield "]"


def csv_lines(row_count):
    yield "id,parent,name"
    above = []
    for number, (level, text, _) in enumerate(outline(row_count), start=1):
        del above[level:]
        yield f"{number},{above[-1] if above else ''},{text}"
        above.append(number)


def path_lines(row_count):
    above = []
    for number, (level, _, _) in enumerate(outline(row_count)):
        above[level:] = [str(number)]
        yield "/".join(["", *above])


def long_path_lines(row_count):
    """Yields the paths of a random recursive tree, whose names have 17 bytes."""
    generator = random.Random(row_count)
    # A list of paths would be memory of the launcher, which counts as memory of each program.
    parents = array("i")
    for number in range(row_count):
        parents.append(generator.randrange(number) if number else -1)
        names = []
        while number >= 0:
            names.append(f"directory {number:07}")
            number = parents[number]
        yield "/".join(reversed(names))


def long_opml_lines(row_count):
    """Yields outlines with attributes of about 280 bytes."""
    generator = random.Random(row_count)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head/><body>'
    for level, text, following in outline(row_count):
        note = " ".join(generator.choices(WORDS, k=30))
        end = ">" if following > level else "/>" + "</outline>" * (level - following)
        yield f'<outline text="{text}" created="2026-11-22" _note="{note}"{end}'
    yield "</body></opml>"


def org_lines(row_count):
    for level, text, _ in outline(row_count):
        yield "*" * (level + 1) + " " + text


def markdown_lines(row_count):
    """Yields headings of three levels, and lists below them."""
    for level, text, _ in outline(row_count):
        yield ("#" * (level + 1) if level < 3 else "  " * (level - 3) + "-") + " " + text


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)


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
