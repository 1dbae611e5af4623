"""Finds the blocks of code in doc comments and Markdown files."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
HIDDEN = re.compile(r"\s*<!-- example: (.*?) -->\s*$")


class Problem(Exception):
    """The problems of examples, as lines of text."""


class Block:
    """A block of code: its first line's number, its text, and the words of its hidden line."""

    def __init__(self, path, line, code, language, option):
        self.path, self.line, self.language = path, line, language
        self.option, _, self.argument = (option or "").partition(" ")
        self.option = self.option.rstrip(",")
        indent = min((len(text) - len(text.lstrip()) for text in code if text.strip()), default=0)
        self.code = [text[indent:].rstrip() for text in code]
        while self.code and not self.code[-1]:
            self.code.pop()

    @property
    def place(self):
        return self.place_of(0)

    def place_of(self, index):
        return f"{self.path}:{self.line + index}"


def doc_comments(lines):
    """Yields each doc comment as a list of line numbers and texts."""
    comment = []
    for number, line in enumerate(lines + [""], 1):
        line = line.strip()
        if line.startswith("///"):
            comment.append((number, line[4:]))
        elif comment:
            yield comment
            comment = []


def blocks(path, lines, takes_indented):
    """Yields the blocks of code of a text."""
    option, in_list, index = None, False, 0
    while index < len(lines):
        number, text = lines[index]
        index += 1
        if hidden := HIDDEN.match(text):
            option = hidden[1]
        elif fence := re.match(r"\s*```(.*)", text):
            start = index
            while index < len(lines) and not lines[index][1].strip().startswith("```"):
                index += 1
            code = [text for _, text in lines[start:index]]
            yield Block(path, number + 1, code, fence[1].strip(), option)
            option, index = None, index + 1
        elif takes_indented and text.startswith("    ") and not in_list and text.strip():
            start = index - 1
            while index < len(lines) and (
                    lines[index][1].startswith("    ") or not lines[index][1].strip()):
                index += 1
            yield Block(path, number, [text for _, text in lines[start:index]], "swift", option)
            option = None
        elif text.strip():
            is_item = re.match(r"\s*(-|\d+\.) ", text) is not None
            in_list = is_item or in_list and text.startswith(" ")
            if option is not None:
                raise Problem(f"{path}:{number}: no code follows the hidden line above")


def all_blocks(words):
    """Yields the blocks of every file of the documentation."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    for path in [*sorted((ROOT / "Sources/Outline").rglob("*")), *pages]:
        name = str(path.relative_to(ROOT))
        if path.suffix not in (".swift", ".md") or not all(word in name for word in words):
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        if path.suffix == ".md":
            yield from blocks(name, list(enumerate(lines, 1)), takes_indented=False)
        else:
            for comment in doc_comments(lines):
                yield from blocks(name, comment, takes_indented=True)
