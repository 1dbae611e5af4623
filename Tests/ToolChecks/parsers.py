"""Reads trees from files with parsers of Python, markdown-it-py and Emacs."""

import csv
import io
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from xml.etree import ElementTree

try:
    from markdown_it import MarkdownIt
except ImportError:
    MarkdownIt = None

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


def nested(levels, texts):
    """Makes a tree of the levels and texts of rows; a row can be many levels below its parent."""
    roots, open_rows = [], []
    for level, text in zip(levels, texts):
        while open_rows and open_rows[-1][0] >= level:
            open_rows.pop()
        node = Node(text)
        (open_rows[-1][1].children if open_rows else roots).append(node)
        open_rows.append((level, node))
    return roots


def parse_markdown(contents):
    """Reads headings and list items; an item is below the heading above it."""
    levels, texts = [], []
    # For each open item: its start, until its row is known.
    items = []
    quotes = 0
    text = re.sub(r"\A---\n(?s:.*?)\n---\n", "", contents.decode("utf-8-sig"))
    tokens = MarkdownIt("commonmark", {"maxNesting": 1000}).parse(text)
    for number, token in enumerate(tokens):
        quotes += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if quotes:
            continue
        if token.type == "list_item_open":
            items.append(f"{token.info}{token.markup} " if token.info else "")
        elif token.type == "list_item_close":
            items.pop()
        elif token.type in ("heading_open", "paragraph_open") and items and items[-1] is not None:
            levels.append(6 + len(items))
            texts.append(items[-1] + inline_text(tokens[number + 1]))
            items[-1] = None
        elif token.type == "heading_open" and not items:
            levels.append(int(token.tag[1]))
            texts.append(inline_text(tokens[number + 1]))
        elif token.type in ("heading_open", "html_block", "fence", "code_block") and items:
            raise Unfit
        elif token.type == "html_block" and re.search("(?i)<h[1-6]", token.content):
            raise Unfit
    return nested(levels, texts)


def inline_text(token):
    pieces = {"softbreak": " ", "hardbreak": " "}
    return "".join(
        inline_text(part) if part.type == "image" else pieces.get(part.type, part.content)
        for part in token.children)


def run_org_mode(function, contents):
    """Returns what a function in Emacs Lisp prints at each headline."""
    program = f"""(with-temp-buffer
      (insert-file-contents "/dev/stdin") (org-mode) (org-map-entries (lambda () {function})))"""
    return subprocess.run(
        ["emacs", "--batch", "-Q", "-l", "org", "--eval", program], input=contents,
        capture_output=True, check=True).stdout.decode().splitlines()


#: Prints the level and the line of a headline.
HEADLINE = r"""(princ (format "%d %s\n" (org-outline-level)
  (org-link-display-format (buffer-substring-no-properties
    (line-beginning-position) (line-end-position)))))"""

#: Prints the priority and the planned times of a headline.
PLAN = r"""(princ (format "%s\t%s\t%s\t%s\n"
  (if (save-excursion (re-search-forward org-priority-regexp (line-end-position) t))
    (match-string 2) "")
  (or (org-entry-get nil "SCHEDULED") "") (or (org-entry-get nil "DEADLINE") "")
  (or (org-entry-get nil "CLOSED") "")))"""


def plans(contents):
    """Returns the priority and the planned times of each headline, between tabs."""
    return run_org_mode(PLAN, contents)


def parse_org(contents):
    rows = [line.split(" ", 1) for line in run_org_mode(HEADLINE, contents)]
    return nested(
        [int(level) for level, _ in rows], [line.lstrip("*").strip() for _, line in rows])


def parse_indented(bullets, indents="[\t ]*", body=""):
    """Returns a parser of lines whose indents match a pattern, without lines of body text."""
    def parse(contents):
        lines = [line for line in contents.decode("utf-8-sig").splitlines() if line.strip()]
        found = [re.match(f"({indents})[\t ]*(.*)", line.rstrip("\t ")).groups() for line in lines]
        if len({sign for indent, _ in found for sign in indent}) > 1:
            raise Unfit
        rows = [(indent, text) for indent, text in found if text[0] not in body]
        return nested(
            [len(indent) for indent, _ in rows],
            [re.sub(rf"^{bullets}([\t ]+|$)", "", text) for _, text in rows])
    return parse


#: Parsers by file name extension.
PARSERS = {
    "opml": parse_opml, "mm": parse_freemind, "htm": parse_bookmarks, "json": parse_json,
    "ndjson": parse_lines, "csv": parse_table(",;"), "tsv": parse_table("\t"),
    "txt": parse_indented("[-*+•]"), "taskpaper": parse_indented("[-•]", "\t*"),
    "otl": parse_indented("[-*+•]", body=":;|<>"),
}
if MarkdownIt:
    PARSERS["md"] = parse_markdown
if shutil.which("emacs"):
    PARSERS["org"] = parse_org
