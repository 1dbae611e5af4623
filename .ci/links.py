"""Checks the links between the Markdown pages, as a code host shows them.

    python3 .ci/links.py

A relative link must lead to a file of the repository, its anchor to a heading, and a footnote must
have a text. DocC checks the links between symbols and articles.
"""

import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent


def prose(page):
    """The text of a page without its code."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", lambda code: re.sub(r"[\[\]()#]", "", code[0]), text)


def anchors(page):
    """The anchors of the headings of a page: lowercase words and hyphens."""
    headings = re.findall(r"^#+ +(.*)", prose(page), re.M)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in words}


def problems(page):
    text = prose(page)
    pictures = re.findall(r'src(?:set)?="([^"]+)"', text)
    for link in re.findall(r"\]\(([^)\s]+)\)", text) + pictures:
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists():
            yield f"no file for the link {link}"
        elif anchor and anchor not in anchors(target):
            yield f"no heading for the link {link}"
    texts = set(re.findall(r"^\[\^(\w+)\]:", text, re.M))
    for note in sorted(texts ^ set(re.findall(r"\[\^(\w+)\](?!:)", text))):
        yield f"the footnote {note} has no text, or no place"


names = subprocess.run(
    ["git", "ls-files", "-z", "*.md"], cwd=root, stdout=subprocess.PIPE, text=True, check=True)
found = [
    f"{name}: {problem}" for name in names.stdout.split("\0")[:-1]
    for problem in problems(root / name)]
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
