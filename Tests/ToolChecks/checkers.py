"""Python's own parsers, which say whether a file is well-formed."""

import csv
import io
import json
import re
from xml.etree import ElementTree
from xml.parsers.expat import errors


class Malformed(Exception):
    pass


def unique(members):
    if len({key for key, _ in members}) < len(members):
        raise Malformed
    return dict(members)


def refuse(word):
    raise Malformed(word)


def check_json(text):
    decoder = json.JSONDecoder(object_pairs_hook=unique, parse_constant=refuse)
    position = 0
    while match := re.compile(r"[ \t\r\n]*(?=[^ \t\r\n])").match(text, position):
        try:
            _, position = decoder.raw_decode(text, match.end())
        except ValueError as error:
            raise Malformed from error


def check_xml(text):
    # The declaration describes the original bytes, any letter can be in a name, and the contents
    # of some elements are skipped.
    text = re.sub(r"[^\0-\x7F]", "x", re.sub(r"^<\?xml[^?]*\?>", "", text))
    text = re.sub(r"(?s)<(hook|richcontent)\b.*?</\1>", "", text)
    try:
        ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        code = errors.messages[error.code]
        if code in (errors.XML_ERROR_NO_ELEMENTS, errors.XML_ERROR_TAG_MISMATCH):
            is_told = re.search("<[A-Za-z]", re.sub("(?s)<!.*?>", "", text))
        else:
            line, column = error.position
            place = len("".join(text.splitlines(keepends=True)[:line - 1])) + column
            tag = text[text.rfind("<", 0, place + 1):place + 1] if "<" in text[:place + 1] else ""
            is_unfinished = code == errors.XML_ERROR_UNCLOSED_TOKEN and tag == "<"
            is_told = is_unfinished or re.match("</?[A-Za-z][^>]*$", tag)
        # The text between tags is ignored.
        if is_told:
            raise Malformed from error


def check_csv(text):
    delimiter = max(",;\t", key=text.split("\n")[0].count)
    try:
        records = [record for record in csv.reader(
            io.StringIO(text, newline=""), delimiter=delimiter, strict=True) if record]
    except csv.Error as error:
        raise Malformed from error
    if len(set(map(len, records))) > 1:
        raise Malformed


def check_bookmarks(text):
    if len(re.findall(r"(?i)<dl\b", text)) != len(re.findall(r"(?i)</dl\b", text)):
        raise Malformed


def check_text(text):
    if re.search(r"(?m)^\t", text) and re.search(r"(?m)^ +[^\s]", text):
        raise Malformed


CHECKERS = {
    "opml": check_xml, "freemind": check_xml, "json": check_json, "csv": check_csv,
    "bookmarks": check_bookmarks, "text": check_text,
}


def is_malformed(form, contents):
    """Whether a UTF-8 file violates its format; false if that is unknown."""
    try:
        # Bytes that are not UTF-8, and controls, are shown escaped and not reported otherwise.
        text = contents.decode("utf-8-sig", "replace")
        CHECKERS.get(form, lambda text: None)(re.sub("[\x01-\x08\x0B\x0C\x0E-\x1F]", "?", text))
    except Malformed:
        return True
    return False
