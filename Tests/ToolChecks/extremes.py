"""Files that are very deep or very wide, and files with hardly any contents."""

from dataclasses import dataclass, field


@dataclass
class Extreme:
    name: str
    format: str
    contents: bytes
    is_malformed: bool = False
    options: list = field(default_factory=list)


ODDITIES = {
    "nothing": b"", "blanks": b" \t  ", "line-ends": b"\n\r\n\r\n\n", "zeros": b"\0" * 99,
    "mark": b"\xEF\xBB\xBF", "mark-of-utf-16": b"\xFF\xFE", "half": b"\xC3", "bad": b"\xFF" * 99,
    "byte": b"a", "open": b"<", "brackets": b"[" * 99, "braces": b"{" * 99, "tags": b"<a>" * 99,
    "end": b"</a>", "quote": b'"', "backslash": b"\\", "ampersand": b"&", "slash": b"/",
    "separators": b",;\t|,;\t|", "escape": b"\x1B]8;;x\x07", "dashes": b"---\n---\n---",
}


def deep(count):
    """Yields files with this many levels; fewer if each level makes the lines longer."""
    few = min(count // 50, 3000)
    outline, node = b'<outline text="a">', b'<node TEXT="a">'
    folder, member, row = b"<DL><DT><H3>a</H3>\n", b'{"name":"a","children":[', b"- a\n"
    for name, form, start, end in [
            ("outlines", "opml", outline, b"</outline>"), ("elements", "opml", b"<a>", b"</a>"),
            ("comments", "opml", b"<!--", b"-->"), ("nodes", "freemind", node, b"</node>"),
            ("hooks", "freemind", b'<node><hook NAME="a">', b"</hook></node>"),
            ("texts", "freemind", b'<node><richcontent TYPE="NODE">', b"</richcontent></node>"),
            ("folders", "bookmarks", folder, b"</DL>"), ("arrays", "json", b"[", b"]"),
            ("members", "json", b'{"a":', b"}"), ("children", "json", member, b"]}"),
            ("dependencies", "json", b'{"dependencies":{"a":', b"}}"),
            ("records", "json", b'[{"id":1,"parent":0},', b"]")]:
        yield Extreme(name, form, start * count + end * count)
        is_malformed = name != "comments"
        yield Extreme(f"unended-{name}", form, start * count, is_malformed)
        yield Extreme(f"loose-ends-of-{name}", form, start + end * count, is_malformed)
    for name, form, piece in [
            ("bullets", "markdown", b"- "), ("numbers", "markdown", b"1. "),
            ("quotes", "markdown", b"> "), ("signs", "markdown", b"#"),
            ("backticks", "markdown", b"`"), ("links", "markdown", b"["),
            ("blocks", "markdown", b"<div>\n"), ("stars", "org", b"*"), ("tabs", "text", b"\t"),
            ("bullets", "text", b"- "), ("tabs", "taskpaper", b"\t"), ("tabs", "otl", b"\t"),
            ("vertical-lines", "tree", b"|   "), ("drawn-vertical-lines", "tree", "│   ".encode()),
            ("folders", "paths", b"a/"), ("slashes", "paths", b"/"), ("quotes", "csv", b'"'),
            ("commas", "csv", b","), ("drawers", "org", b":PROPERTIES:\n"),
            ("blocks", "org", b"#+begin_src\n")]:
        yield Extreme(f"line-of-{name}", form, b"- a\n" + piece * count + b" a\n")
    for name, form, line in [
            ("tabs", "text", lambda level: b"\t" * level + b"a"),
            ("spaces", "text", lambda level: b" " * level + b"a"),
            ("tabs", "taskpaper", lambda level: b"\t" * level + row),
            ("tabs", "otl", lambda level: b"\t" * level + b"a"),
            ("stars", "org", lambda level: b"*" * (level + 1) + b" a"),
            ("items", "org", lambda level: b" " * level + b"- a"),
            ("items", "markdown", lambda level: b"  " * level + b"- a"),
            ("branches", "tree", lambda level: b"    " * level + b"`-- a"),
            ("folders", "paths", lambda level: b"a/" * (level + 1))]:
        yield Extreme(f"stairs-of-{name}", form, b"\n".join(map(line, range(few))))
    chain = [(number, number - 1) for number in range(1, count + 1)]
    yield from linked("chain", chain)
    yield from linked("chain-upwards", chain[::-1])


def linked(name, links, is_malformed=False):
    """Yields records that name their parents, in each format that has them."""
    lines = [f"{{\"id\":{child},\"parent\":{parent}}}" for child, parent in links]
    table = "id,parent\n" + "\n".join(f"{child},{parent}" for child, parent in links)
    yield Extreme(name, "json", f"[{','.join(lines)}]".encode(), is_malformed)
    yield Extreme(f"lines-of-{name}", "json", "\n".join(lines).encode(), is_malformed)
    yield Extreme(name, "csv", table.encode(), is_malformed)
    lists = ",".join(f'{{"id":{parent},"children":[{child}]}}' for child, parent in links)
    yield Extreme(f"lists-of-{name}", "json", f"[{lists}]".encode(), is_malformed)


def cycles(count):
    yield from linked("self", [(1, 0), (2, 2), (3, 1)])
    yield from linked("cycle", [(1, 0), (2, 4), (3, 2), (4, 3), (5, 1)], is_malformed=True)
    yield from linked("selves", [(n, n) for n in range(1, count)] + [(0, 1)])
    yield from linked("long-cycle", [(n, (n + 1) % count) for n in range(count)])
    yield from linked("same", [(1, 0), (2, 1)] * count, is_malformed=True)


def wide(count):
    """Yields files with this many repetitions, or with a line a hundred times as long."""
    line = b"a" * (count * 100)
    for name, form, contents in [
            ("text", "text", line), ("text", "markdown", b"- " + line),
            ("text", "org", b"* " + line), ("text", "csv", b"id,parent\n" + line + b",\n"),
            ("text", "json", b'["' + line + b'"]'), ("word", "json", b"1" * len(line)),
            ("escapes", "json", b'["' + b"\\u00e9" * count + b'"]'),
            ("text", "opml", b'<outline text="' + line + b'"/>'),
            ("name", "opml", b"<" + line + b"/><outline text='a'/>"),
            ("references", "opml", b'<outline text="' + b"&#228;" * count + b'"/>'),
            ("text", "freemind", b'<node TEXT="' + line + b'"/>'), ("text", "paths", b"a/" + line),
            ("text", "bookmarks", b"<DL><DT><A HREF=''>" + line + b"</A></DL>"),
            ("text", "tree", b"`-- " + line), ("text", "taskpaper", line), ("text", "otl", line)]:
        yield Extreme(f"long-{name}", form, contents)
    numbers = ",".join(map(str, range(count)))
    attributes = " ".join(f'a{number}="b"' for number in range(count))
    keys = ",".join(f'"{number}":0' for number in range(count))
    for name, form, contents in [
            ("attributes", "opml", f"<outline text='a' {attributes}/>"),
            ("attributes", "freemind", f"<node TEXT='a' {attributes}/>"),
            ("attributes", "bookmarks", f"<DL><DT><A {attributes}>a</A></DL>"),
            ("numbers", "opml", f"<expansionState>{numbers}</expansionState>" + "<outline>" * 2),
            ("digits", "opml", f"<expansionState>{'9' * count}</expansionState><outline/>"),
            ("keys", "json", f"{{{keys}}}"), ("elements", "json", f"[{numbers}]"),
            ("roots", "json", "1\n" * count), ("columns", "csv", numbers + "\n" + numbers),
            ("columns-of-a-path", "csv", "a" + numbers.replace(",", ",a") + "\n" + numbers),
            ("records", "csv", "a\n" * count), ("empty-fields", "csv", ",\n" * count),
            ("headings", "markdown", "# a\n\n" * count),
            ("definitions", "markdown", "[a]: b\n" * count),
            ("rules", "markdown", "- a\n***\n" * count),
            ("fences", "markdown", "```\n- a\n" * count),
            ("pages", "markdown", "---\na: b\n" * count),
            ("settings", "org", "#+STARTUP: a\n" * count),
            ("blocks", "org", "\n".join(f"#+begin_{number}" for number in range(count))),
            ("drawers", "org", ":a:\n- a\n:end:\n- b\n" * count),
            ("tags", "org", "* a " + ":b" * count + ":"), ("blank-lines", "text", " \n" * count)]:
        yield Extreme(f"many-{name}", form, contents.encode())
    for name, form, contents in [
            ("same-keys", "json", "{" + '"a":0,' * count + '"b":0}'),
            ("ampersands", "opml", "<outline text='" + "&" * count + "'/>"),
            ("less-thans", "opml", "<" * count + "<outline text='a'/>"),
            ("quotes", "opml", '<outline text="' + '"a' * count + '"/>'),
            ("open-values", "opml", '<outline text="a>' * count),
            ("open-values-before-another", "opml", '<outline text="a>"b' * count + '>="c'),
            ("loose-quotes", "json", '["' + '"a' * count + '"]'), ("colons", "json", ":" * count),
            ("commas", "json", "[" + "," * count + "]"), ("comments", "json", "[" + "/*" * count),
            ("backslashes", "json", '["' + "\\q" * count + '"]'),
            ("open-texts", "json", '"a\n' * count),
            ("ragged", "csv", "id,parent\n1,2,3\n" * count),
            ("open-fields", "csv", 'id,parent\n1,"a\n' * count),
            ("same-paths", "paths", "a/b\n" * count),
            ("indents", "text", "a\n\tb\n  c\n" * count), ("skips", "text", "a\n\t\t\tb\n" * count),
            ("open-lists", "bookmarks", "<DL><p>\n" * count + "<DT><A HREF='a'>a</A>")]:
        yield Extreme(f"bad-{name}", form, contents.encode(), is_malformed=True)


def extremes(levels, count):
    for size in sorted({levels // 10, levels}):
        for extreme in deep(size):
            extreme.name = f"deep-{size}-{extreme.name}"
            yield restricted(extreme)
    for extreme in [*cycles(count), *wide(count)]:
        yield restricted(extreme)


def restricted(extreme):
    """Shows few rows of a file, after reading all of it."""
    extreme.options = ["-L3", *(["--tree", "both"] if extreme.format == "org" else [])]
    return extreme
