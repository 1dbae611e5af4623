#!/usr/bin/env python3
"""Writes outlines with `--to`, reads them again, and compares the rows.

    round_trips.py TOOL COUNT [FOLDER...]

The outlines are COUNT generated ones with hostile texts, as many tables, the samples, and the files of the folders. Texts, levels, and what the format holds must be the same,
unless the tool reports what it could not hold. What is read again must be written as the same bytes. OPML must be well-formed XML for another parser.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

# The formats, and those that read them.
FORMATS = {
    "text": "text", "markdown": "markdown", "headings": "markdown", "opml": "opml", "org": "org",
    "csv": "csv", "paths": "paths",
}
HOLDS_EXPANSION = {"markdown", "headings", "opml", "org"}
HOLDS_NOTES = {"markdown", "headings", "opml", "org", "csv"}
HOLDS_LINKS = {"markdown", "headings", "opml", "org", "csv"}
HOLDS_ATTRIBUTES = {"opml", "org", "csv"}
# The names of other attributes in the generated outlines.
NAMES = [
    "size", "Size", "Größe", "a b", "id", "title", "parent", "DEADLINE", "expanded", "key", "xmlns", "a·", "·",
    "Temp_°C", "m²", "Preis_€", "\u0085x", "x\u0085", "字", "2nd", "-x", ".x", "x-.2",
]
# Those of other columns in the generated tables.
COLUMNS = ["size", "note", "notes", "_note", "url", "c d", "Größe", "2024", "Temp_°C", "m²", "xmlns"]
MORE_COLUMNS = [f"c{number}x" for number in range(70)]
# Options that separate rows of a table from records that they need.
CHOICES = [
    ["--sort", "-text"], ["--sort", "-size"], ["--match", "*a*"], ["--match", "*1*", "--prune", "subtree"],
    ["--at", "*/**"], ["--depth", "1"], ["--depth", "2"], ["--ignore", "a*"],
]

PIECES = [
    "word", "Ä", "日本", "a b", "  ", " ", "- ", "* ", "+ ", "• ", "# ", "#", "## x ##", "> ", "1. ",
    "2) ", "10. ", "---", "***", "===", "```", "~~~", "`", "``", "`code`", "\\", "\\\\", "*it*", "_",
    "[", "]", "[a](b)", "![a](b)", "[[a]]", "[[a][b]]", "[ ] ", "[x] ", "[X] ", "TODO ", "DONE ", "<", ">",
    "<b>x</b>", "</p>", "<br>", "<!-- x -->", "<!-- markmap: fold -->", "<script>", "&", "&amp;",
    "&lt;", "&#10;", "&copy;", "key:: value", ":LOGBOOK:", ":PROPERTIES:", ":END:", ":a:b:", "   :tag:",
    "[#A] ", "#+title: x", "https://a.org/x_(y)", "http://b.org", "[l]: http://c.org", "/", ".", "..",
    ",", ";", "|", "\t", '"', '""', "'", "\n", "\r", "\x1b[31m", "\x07", "\u0085", "\u202e", "\u2028",
    "\ufeff", "\ufffe", "x" * 90, "<outline", "]]>", "<doc:A>", "``A``", "Topics", "0", "12\tx",
    "COMMENT ", "{", "}", "=", "~", "^", "$", "| a | b |", "term\n: x", "<a href='u'>t</a>", "@tag(x)",
]


def random_text(chance):
    return "".join(chance.choice(PIECES) for _ in range(chance.choice([0, 1, 1, 1, 2, 2, 3, 5])))


def random_note(chance):
    lines = [random_text(chance) for _ in range(chance.choice([1, 1, 2, 4]))]
    return chance.choice(["\n", "\n\n", "\n  "]).join(lines)


def random_row(chance, depth, is_tame):
    row = {"text": chance.choice(["a", "b", "c d"]) if is_tame else random_text(chance)}
    if chance.random() < 0.2:
        row["note"] = random_note(chance)
    if chance.random() < 0.2:
        addresses = ["https://a.org", "x y", "a(b", "<", "a]b", "https://a.org/?a=b&c=`", "", "../x.md"]
        row["url"] = chance.choice(addresses)
    if chance.random() < 0.1:
        row[chance.choice(NAMES)] = chance.choice([random_text(chance), row["text"]])
    if chance.random() < 0.05:
        row["size"], row["Size"] = "1", "2"
    row["children"] = []
    if depth > 0 and chance.random() < 0.6:
        row["children"] = [
            random_row(chance, depth - 1, is_tame) for _ in range(chance.randrange(4))
        ]
        row["collapsed"] = chance.random() < 0.2
    return row


def random_table(chance):
    """Returns a table of records in the order of their rows, which link each other in some way."""
    kind = chance.choice(["parents", "paths", "tiers", "levels", "plain"])
    delimiter = chance.choice([",", ",", ";", "\t"])
    others = chance.sample(COLUMNS, chance.randrange(5))
    if chance.random() < 0.2:
        others += MORE_COLUMNS
    hides_levels = chance.random() < 0.5
    names = {
        "parents": ["id", "parent", "name"], "paths": ["path", "title"],
        "tiers": ["Tier 1", "Tier 2", "Tier 3"], "levels": ["level", "name"], "plain": ["name"],
    }[kind]
    records = []
    path = []
    first = chance.choice([0, 1, 10])
    for number in range(first, first + chance.randrange(2, 12)):
        level = chance.randrange(min(len(path), 2) + 1)
        path = path[:level] + [number]
        texts = [f"{chance.choice('abc')}{item}" for item in path]
        record = {
            "parents": [str(number), str(path[-2]) if level else "", texts[-1]],
            "paths": ["/".join(str(item) for item in path), texts[-1]],
            "tiers": [f"t{item}" for item in path] + [""] * (2 - level),
            "levels": ["" if hides_levels and level == 0 else str(level + 1), texts[-1]],
            "plain": [texts[-1]],
        }[kind]
        records.append(record + [random_text(chance) for _ in others])

    def line(fields):
        quoted = [
            '"' + field.replace('"', '""') + '"' if re.search(r'[\s",;|]', field) else field
            for field in fields]
        return delimiter.join(quoted) + end

    end = chance.choice(["\n", "\n", "\r\n"])
    has_header = kind != "parents" or others or chance.random() < 0.5
    return "".join(map(line, ([names + others] if has_header else []) + records))


def run(tool, *arguments, data=None):
    process = subprocess.run([tool, *arguments], input=data, capture_output=True)
    if process.returncode not in (0, 1):
        raise AssertionError(f"{arguments}: exit code {process.returncode}: {process.stderr}")
    return process.stdout, process.stderr.decode(errors="replace")


def rows(tool, name, data, *options):
    """Returns the level, text, state, note, address and other attributes of each row."""
    names = dict.fromkeys(["url"] + NAMES + COLUMNS + MORE_COLUMNS)
    names = [option for name in names for option in ["--attribute", name]]
    output, _ = run(tool, "--from", name, "--json", "--notes", *names, *options, "-", data=data)
    found = []
    open_rows = [(0, row) for row in reversed(json.loads(output)[0]["children"])]
    while open_rows:
        level, row = open_rows.pop()
        attributes = row.get("attributes", {})
        address = attributes.pop("url", None)
        found.append(
            (level, row["text"], row.get("collapsed"), row.get("note"), address, attributes))
        open_rows += [(level + 1, child) for child in reversed(row.get("children", []))]
    return found


def texts_as_opml(tool, data, *options):
    """Returns the level and the text of each row of a table."""
    output, _ = run(tool, "--from", "csv", "--to", "opml", *options, "-", data=data)
    found = []
    open_rows = [(0, row) for row in reversed(xml.etree.ElementTree.fromstring(output)[1])]
    while open_rows:
        level, row = open_rows.pop()
        found.append((level, row.get("text")))
        open_rows += [(level + 1, child) for child in reversed(row)]
    return found


def check_choices(tool, path):
    """Yields the options with which the rows of a table differ after it was written as CSV."""
    data = path.read_bytes()
    for options in CHOICES:
        written, _ = run(tool, "--from", "csv", "--to", "csv", *options, "-", data=data)
        before = texts_as_opml(tool, data, *options)
        after = texts_as_opml(tool, written)
        if before != after:
            yield f"{path} --to csv {' '.join(options)}: {before}, then {after}"


def losses(messages, target):
    """Returns the numbers in the messages about what the format cannot hold."""
    names = {"row": 0, "text": 0, "link": 0, "note": 0, "attributes": 0, "descendants": 0}
    pattern = rf": {target} cannot hold (?:\w+ )*?({'|'.join(names)})s?(?: of)? '.*?'(?: and (?:of )?(\d+) more rows?)?(?: \(.*\)|: '.*)?$"
    for name, more in re.findall(pattern, messages, re.MULTILINE):
        names[name] += 1 + int(more or 0)
    return names


def named_losses(messages, target):
    """Returns the attributes that a message names, or `None` if it omits some."""
    found = re.search(rf": {target} cannot hold attributes of .*: ('[^']*'(?:, '[^']*')*)( and \d+ more)?$", messages, re.MULTILINE)
    if found and found[2]:
        return None
    return set(found[1][1:-1].split("', '")) if found else set()


def without_sign(text):
    return re.sub(r"^(\[[ xX_]\]|TODO|DONE) ", "", text)


def with_held_fields(found, target):
    """Returns the rows of a table, in which fields are attributes or links instead of rows if the target holds these."""
    names = set(COLUMNS + MORE_COLUMNS + ["name", "path", "title", "id", "parent", "level", "Tier 1"])
    fields = [row[1].partition(": ")[0] for row in found if row[0] == 1]
    if names.isdisjoint(fields):
        return found
    if target in HOLDS_ATTRIBUTES:
        return [row for row in found if row[0] == 0]
    is_held = lambda row: row[0] and target in HOLDS_LINKS and row[1].startswith("url: ")
    # The fields with the notes are rows.
    return [row[:3] + (None, *row[4:]) for row in found if not is_held(row)]


def check(tool, path, source):
    """Yields the differences of a file after it was written and read again.

    The records of a table with the suffix `.table` are in the order of their rows, so it is copied.
    """
    data = path.read_bytes()
    is_table = path.suffix == ".table"
    for target, reader in FORMATS.items():
        expansion = ["--expand", "stored"] if target in HOLDS_EXPANSION else []
        written, messages = run(tool, "--from", source, "--to", target, *expansion, "-", data=data)
        if is_table and target == "csv" and written != data:
            yield f"{path} --to csv: other bytes"
        lost = losses(messages, target)
        label = f"{path} --to {target}"
        if target == "opml":
            try:
                xml.etree.ElementTree.fromstring(written)
            except xml.etree.ElementTree.ParseError as error:
                yield f"{label}: {error}"
        again, _ = run(tool, "--from", reader, "--to", target, *expansion, "-", data=written)
        if again != written and not lost["text"] + lost["link"] + lost["note"] + lost["attributes"]:
            yield f"{label}: writing twice gives other bytes"
        if lost["row"]:
            continue

        is_same = source == reader
        def text(row):
            return row[1] if is_same else without_sign(row[1])

        before = rows(tool, source, data)
        if is_table and target != "csv":
            before = with_held_fields(before, target)
        after = rows(tool, reader, written)
        if target == "paths" and lost["text"]:
            continue
        if [row[0] for row in before] != [row[0] for row in after]:
            yield f"{label}: other levels"
            continue
        pairs = list(zip(before, after))
        changed = [(old, new) for old, new in pairs if text(old) != text(new)]
        if len(changed) > lost["text"]:
            yield f"{label}: {len(changed)} texts, but {lost['text']} reported: {changed[0]}"
        if target in HOLDS_NOTES:
            changed = [(old[3], new[3]) for old, new in pairs if old[3] != new[3]]
            if len(changed) > lost["note"]:
                yield f"{label}: {len(changed)} notes, but {lost['note']} reported: {changed[0]}"
        if target in HOLDS_LINKS:
            # Some readers find addresses in texts.
            changed = [(o, n) for o, n in pairs if o[4] and o[4] != n[4] and text(o) == text(n)]
            if len(changed) > lost["link"] + lost["attributes"]:
                yield f"{label}: {len(changed)} links, but {lost['link']} reported: {changed[0]}"
        if target in HOLDS_ATTRIBUTES:
            def kept(row):
                # The text is no attribute, and readers ignore empty values.
                return {k: v for k, v in row[5].items() if v and v not in (text(row), row[1], row[3])}

            # Org ignores the case of names.
            implied = {("id", row[5].get("id")) for row in before if source == "org"}
            # The parent of a row is also its place.
            implied |= {("parent", row[5].get("id")) for row in before}
            changed = [
                (o, n) for o, n in pairs if set(kept(o).items()) - n[5].items() - implied]
            if len(changed) > lost["attributes"]:
                yield f"{label}: attributes of {len(changed)} rows, but {lost['attributes']} reported: {changed[0]}"
            named = named_losses(messages, target)
            if named is not None:
                changed = [
                    (name, value) for o, n in pairs
                    for name, value in set(kept(o).items()) - n[5].items() - implied if name not in named]
                if changed:
                    yield f"{label}: {len(changed)} attributes whose names are not reported: {changed[0]}"
        if expansion:
            old = rows(tool, source, data, *expansion)
            if is_table:
                old = with_held_fields(old, target)
            new = rows(tool, reader, written, *expansion)
            if [row[:1] + row[2:3] for row in old] != [row[:1] + row[2:3] for row in new]:
                yield f"{label}: other expansion"


def main():
    tool, count, folders = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    root = pathlib.Path(__file__).parents[2]
    checked = 0
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for seed in range(count):
            chance = random.Random(f"round trip {seed}")
            roots = [random_row(chance, seed % 6, seed % 3 == 0) for _ in range(1 + seed % 7)]
            path = pathlib.Path(folder) / f"{seed}.json"
            path.write_text(json.dumps(roots))
            table = pathlib.Path(folder) / f"{seed}.table"
            table.write_bytes(random_table(random.Random(f"table {seed}")).encode())
            paths += [path, table]
        for place in [root / "Samples", *map(pathlib.Path, folders)]:
            paths += [path for path in sorted(place.rglob("*")) if path.is_file()]
        for path in paths:
            if "Samples" in path.parts and path.suffix not in (".txt", ".md", ".opml"):
                continue
            options = ["--from", "csv"] if path.suffix == ".table" else []
            verbose = subprocess.run(
                [tool, "-v", "-L1", *options, path], capture_output=True, text=True)
            source = re.search(r": read as (\w+),", verbose.stderr)
            if source:
                checked += 1
                failures += check(tool, path, source.group(1))
                if path.suffix == ".table":
                    failures += check_choices(tool, path)
    for failure in failures[:40]:
        print(failure)
    print(f"{checked} outlines in {len(FORMATS)} formats, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
