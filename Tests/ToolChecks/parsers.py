"""Reads trees from files with Python's parsers."""

import csv
import io
import json
from html.parser import HTMLParser
from xml.etree import ElementTree

from writers import Node


class Unfit(Exception):
    """A file that is malformed or has an unsupported kind."""


def parse_xml(contents, name, read):
    """Returns a node for each element of a name, with the same nesting."""
    try:
        root = ElementTree.fromstring(contents)
    except ElementTree.ParseError as error:
        raise Unfit from error
    if root.find(".//expansionState") is not None:
        raise Unfit
    roots = []
    open_elements = [(root, roots)]
    while open_elements:
        element, nodes = open_elements.pop()
        if element.tag == name:
            node = read(element)
            nodes.append(node)
            nodes = node.children
        open_elements += [(child, nodes) for child in reversed(element)]
    return roots


def parse_opml(contents):
    def read(element):
        texts = [element.get(key) for key in ["text", "title", "xmlUrl", "url"]]
        text = next((text for text in texts if text), "(untitled)")
        return Node(text, element.get("collapse") == "true")
    return parse_xml(contents, "outline", read)


def parse_freemind(contents):
    def read(element):
        rich = element.find("richcontent[@TYPE='NODE']")
        text = element.get("TEXT") or single_spaced("".join(rich.itertext()))
        return Node(text, element.get("FOLDED") == "true")
    return parse_xml(contents, "node", read)


def single_spaced(text):
    """Returns a text as a browser shows it."""
    return " ".join(word for word in text.replace("\t", " ").replace("\n", " ").split(" ") if word)


class BookmarkParser(HTMLParser):
    """Collects headings and links, below the headings that have them in a list."""

    def __init__(self):
        super().__init__()
        self.roots = []
        self.lists = []
        self.last = None
        self.text = None

    def handle_starttag(self, tag, attrs):
        if tag == "dl":
            self.lists.append(self.last.children if self.last else self.roots)
        elif tag in ("h3", "a"):
            self.last = Node("", "folded" in dict(attrs))
            (self.lists[-1] if self.lists else self.roots).append(self.last)
            self.text = ""

    def handle_endtag(self, tag):
        if tag == "dl":
            self.lists.pop()
        elif tag in ("h3", "a") and self.text is not None:
            self.last.text = single_spaced(self.text)
            self.text = None

    def handle_data(self, data):
        if self.text is not None:
            self.text += data


def parse_bookmarks(contents):
    parser = BookmarkParser()
    parser.feed(contents.decode())
    parser.close()
    return parser.roots


def parse_json(contents):
    """Reads nested children, records that name their parents, and lists of children."""
    try:
        data = json.loads(contents)
    except ValueError as error:
        raise Unfit from error
    data = data.get("nodes", [data]) if isinstance(data, dict) else data
    if any("parent" in record for record in data):
        return linked((record["id"], record.get("parent"), record["name"]) for record in data)
    if "id" in data[0]:
        return listed(data)
    roots = []
    open_records = [(record, roots) for record in reversed(data)]
    while open_records:
        record, nodes = open_records.pop()
        texts = [record[key] for key in ["name", "title", "text"] if key in record]
        if not texts:
            raise Unfit
        node = Node(texts[0], record.get("collapsed", False))
        nodes.append(node)
        for key in ["children", "items", "nodes"]:
            open_records += [(child, node.children) for child in reversed(record.get(key, []))]
    return roots


def parse_lines(contents):
    return parse_json(b"[" + b",".join(contents.splitlines()) + b"]")


def parse_table(delimiters):
    def parse(contents):
        text = contents.decode()
        delimiter = next(sign for sign in delimiters if sign in text.split("\r\n")[0])
        records = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        if not {"id", "parent", "name"} <= set(records.fieldnames):
            raise Unfit
        return linked((record["id"], record["parent"], record["name"]) for record in records)
    return parse


def linked(records):
    """Makes a tree of identities, identities of parents, and texts."""
    records = list(records)
    nodes = {identity: Node(text) for identity, _, text in records}
    roots = []
    for identity, parent, _ in records:
        (nodes[parent].children if parent in nodes else roots).append(nodes[identity])
    return roots


def listed(records):
    """Makes a tree of records that list the identities of their children."""
    nodes = {record["id"]: Node(record["content"], record["collapsed"]) for record in records}
    children = set()
    for record in records:
        nodes[record["id"]].children += [nodes[identity] for identity in record["children"]]
        children.update(record["children"])
    return [node for identity, node in nodes.items() if identity not in children]


#: Parsers by file name extension.
PARSERS = {
    "opml": parse_opml, "mm": parse_freemind, "htm": parse_bookmarks, "json": parse_json,
    "ndjson": parse_lines, "csv": parse_table(",;"), "tsv": parse_table("\t"),
}
