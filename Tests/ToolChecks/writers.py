"""Writes trees as files of several formats."""

import csv
import html
import io
import json
import re
from dataclasses import dataclass, field
from xml.etree import ElementTree


@dataclass
class Node:
    text: str
    is_collapsed: bool = False
    children: list = field(default_factory=list)


def preorder(roots):
    """Yields each node with its number, from 1, and the number of its parent, 0 for roots."""
    open_nodes, number = [(0, node) for node in reversed(roots)], 0
    while open_nodes:
        parent, node = open_nodes.pop()
        number += 1
        yield number, parent, node
        open_nodes += [(number, child) for child in reversed(node.children)]


def write_opml(roots, chance):
    def add(parent, node):
        attributes = {"text": node.text, "created": "1"}
        if chance.random() < 0.2:
            attributes = {"text": "", "title": node.text}
        if node.is_collapsed:
            attributes["collapse"] = "true"
        element = ElementTree.SubElement(parent, "outline", attributes)
        for child in node.children:
            add(element, child)
    root = ElementTree.Element("opml", {"version": "2.0"})
    ElementTree.SubElement(ElementTree.SubElement(root, "head"), "title").text = "<&>"
    body = ElementTree.SubElement(root, "body")
    for node in roots:
        add(body, node)
    if chance.random() < 0.5:
        ElementTree.indent(root, "\t")
    encoding = chance.choice(["us-ascii", "utf-8", "utf-16", "iso-8859-1"])
    return ElementTree.tostring(root, encoding, xml_declaration=True)


def write_freemind(roots, chance):
    def add(parent, node):
        attributes = {"FOLDED": "true"} if node.is_collapsed else {}
        is_rich = chance.random() < 0.2
        if not is_rich:
            attributes["TEXT"] = node.text
        element = ElementTree.SubElement(parent, "node", attributes)
        if is_rich:
            rich = ElementTree.SubElement(element, "richcontent", {"TYPE": "NODE"})
            body = ElementTree.SubElement(ElementTree.SubElement(rich, "html"), "body")
            ElementTree.SubElement(body, "p").text = node.text
        ElementTree.SubElement(element, "icon", {"BUILTIN": "idea"})
        for child in node.children:
            add(element, child)
    root = ElementTree.Element("map", {"version": "1.0.1"})
    for node in roots:
        add(root, node)
    return ElementTree.tostring(root, "us-ascii")


def write_bookmarks(roots, chance):
    lines = ["<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<TITLE>Bookmarks</TITLE>", "<DL><p>"]

    def add(node):
        text = html.escape(node.text, quote=chance.random() < 0.5)
        if not node.children:
            lines.append(f'<DT><A HREF="http://a/?b&c">{text}</A>')
            return
        lines.append(f"<DT><H3{' FOLDED' if node.is_collapsed else ''}>{text}</H3>")
        lines.append("<DD>a note\n<DL><p>" if chance.random() < 0.2 else "<DL><p>")
        for child in node.children:
            add(child)
        lines.append("</DL><p>")
    for node in roots:
        add(node)
    return "\n".join([*lines, "</DL><p>", ""]).encode()


def spelled(data, chance):
    return json.dumps(
        data, ensure_ascii=chance.random() < 0.5, indent=chance.choice([None, 2])).encode()


def write_nested(roots, chance):
    label, below = chance.choice([("name", "children"), ("title", "items"), ("text", "nodes")])

    def member(node):
        members = [(label, node.text), (below, [member(child) for child in node.children])]
        if node.is_collapsed:
            members.append(("collapsed", True))
        chance.shuffle(members)
        return dict(members)
    return spelled([member(node) for node in roots], chance)


def write_records(roots, chance):
    records = [{"id": number, "parent": parent or None, "name": node.text}
               for number, parent, node in preorder(roots)]
    return spelled(records, chance)


def write_lists(roots, chance):
    records = {number: {"id": f"n{number}", "content": node.text, "collapsed": node.is_collapsed,
                        "children": []} for number, _, node in preorder(roots)}
    for number, parent, _ in preorder(roots):
        if parent:
            records[parent]["children"].append(f"n{number}")
    return spelled({"nodes": list(records.values())}, chance)


def write_lines(roots, chance):
    return b"".join(
        spelled({"id": number, "parent": parent or None, "name": node.text}, chance)
        .replace(b"\n", b" ") + b"\n" for number, parent, node in preorder(roots))


def write_table(delimiter):
    def write(roots, chance):
        file = io.StringIO(newline="")
        quoting = chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
        writer = csv.writer(file, delimiter=delimiter, quoting=quoting)
        writer.writerow(["id", "parent", "name"])
        for number, parent, node in preorder(roots):
            writer.writerow([number, parent or "", node.text])
        return file.getvalue().encode()
    return write


def write_markdown(roots, chance):
    deepest = chance.randrange(1, 4)
    lines = []

    def add(node, level, indent):
        text = re.sub(r"([!-/:-@[-`{-~])", r"\\\1", " ".join(node.text.split()))
        if level <= deepest:
            lines.append(f"\n{'#' * level} {text}\n")
        else:
            marker = chance.choice(["-", "*", "1."])
            lines.append(f"{indent}{marker} {text}")
            indent += " " * (len(marker) + 1)
        for child in node.children:
            add(child, level + 1, indent)
    for node in roots:
        add(node, 1, "")
    return "\n".join(lines).encode()


def write_org(roots, chance):
    lines = [chance.choice(["#+title: x", ""])]

    def add(node, level):
        words = [chance.choice(["TODO", ""]), chance.choice(["[#A]", ""]), *node.text.split(),
                 chance.choice([":x:", ""])]
        lines.append(" ".join(["*" * level, *filter(None, words)]))
        lines.append(chance.choice(["", "a text", "#+begin_src c\n ** no headline\n#+end_src"]))
        for child in node.children:
            # Rows with 15 stars are inline tasks.
            add(child, min(14, level + chance.randrange(1, 3)))
    for node in roots:
        add(node, 1)
    return "\n".join(lines).encode()


def write_indented(indents, before, after=("",), between=("", " \t")):
    """Returns a writer of lines, with random signs around each text and lines that are no rows."""
    def write(roots, chance):
        indent = chance.choice(indents)
        lines, levels = [], {0: -1}
        for number, parent, node in preorder(roots):
            levels[number] = levels[parent] + 1
            margin = indent * levels[number]
            text = node.text.replace("\n", " ")
            lines.append(f"{margin}{chance.choice(before)}{text}{chance.choice(after)}")
            if chance.random() < 0.2:
                lines.append(margin + chance.choice(between))
        return "\n".join(lines).encode()
    return write


#: Writers by file name; the extension selects the parser.
WRITERS = {
    "a.opml": write_opml, "a.mm": write_freemind, "a.htm": write_bookmarks,
    "nested.json": write_nested, "records.json": write_records, "lists.json": write_lists,
    "a.ndjson": write_lines, "commas.csv": write_table(","), "semicolons.csv": write_table(";"),
    "a.tsv": write_table("\t"), "a.md": write_markdown, "a.org": write_org,
    "a.txt": write_indented(["\t", " ", "  ", "   "], ["", "- ", "* ", "+ ", "•\t"], ["", " "]),
    "a.taskpaper": write_indented(["\t"], ["", "- "], ["", ":", " @done", ": @due(1)"]),
    "a.otl": write_indented(
        ["\t"], ["", "[_] ", "[X] "], between=[": a", "; b", "| c |", "> d", ""]),
}
