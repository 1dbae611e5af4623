"""Damages files: a piece cut off, bytes changed, and wrong encodings."""

import random


def kind(byte):
    """Returns the kind of a byte; each sign is a separate kind."""
    if byte >= 0xC0:
        return "first of several"
    if byte >= 0x80:
        return "further one"
    character = chr(byte)
    return "word" if character.isalnum() else character


def positions(contents):
    """Returns a position for each pair of kinds that are neighbors."""
    found = {}
    for position in range(1, len(contents)):
        found.setdefault((kind(contents[position - 1]), kind(contents[position])), position)
    return sorted(found.values())


def cuts(contents):
    for position in positions(contents):
        yield f"cut-at-{position}", contents[:position]


def changes(contents):
    """Yields files with changed bytes at random positions, which are the same in each run."""
    chance = random.Random(len(contents))
    size = len(contents)
    for number in range(6):
        position = chance.randrange(size)
        flipped = bytes([contents[position] ^ 1 << chance.randrange(8)])
        yield f"flipped-{number}", contents[:position] + flipped + contents[position + 1:]
    for number in range(4):
        first, second, third = sorted(chance.sample(range(size + 1), 3))
        parts = contents[:first], contents[first:second], contents[second:third], contents[third:]
        yield f"swapped-{number}", parts[0] + parts[2] + parts[1] + parts[3]
        yield f"repeated-{number}", contents[:second] + contents[first:]
        yield f"deleted-{number}", contents[:first] + contents[second:]
    for label, piece in [
            ("zero", b"\0"), ("mark", b"\xEF\xBB\xBF"), ("return", b"\r"), ("escape", b"\x1B[31m"),
            ("bad-byte", b"\xFF"), ("overlong", b"\xC0\xBC"), ("surrogate", b"\xED\xA0\x80"),
            ("too-large", b"\xF7\xBF\xBF\xBF"), ("next-line", b"\xC2\x85"), ("quote", b'"'),
            ("reversal", "\u202E".encode()), ("combining", "\u0301".encode() * 50)]:
        position = chance.randrange(size)
        yield f"with-{label}", contents[:position] + piece + contents[position:]


def missing_signs(contents):
    """Yields files without the first occurrence of each sign, and without all of them."""
    for sign in sorted(set(contents) & set(b"<>/='\"&;:,{}[]\\|`#\n\t\0")):
        sign = bytes([sign])
        yield f"one-less-{sign.hex()}", contents.replace(sign, b"", 1)
        yield f"without-{sign.hex()}", contents.replace(sign, b"")


def wrong_encodings(contents):
    """Yields a UTF-8 file in other encodings, with a missing or wrong declaration."""
    text = contents.decode()
    for encoding in ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp037"]:
        yield encoding, text.encode(encoding, "replace")
    yield "utf-16-of-odd-length", text.encode("utf-16")[:-1]
    yield "utf-16-without-halves", text.encode("utf-16-le").replace(b"\xE4\0", b"\x3D\xD8")
    yield "utf-16-mark-alone", b"\xFF\xFE" + contents
    yield "latin-1", text.encode("iso-8859-1", "replace")
    yield "twice-encoded", contents.decode("iso-8859-1").encode()
    yield "two-marks", b"\xEF\xBB\xBF" * 2 + contents
    yield "half-a-mark", b"\xEF\xBB" + contents
    declaration = b'<?xml version="1.0" encoding="ISO-8859-1"?>'
    yield "said-to-be-latin-1", declaration + text.encode("utf-16-le")
    yield "returns-only", contents.replace(b"\n", b"\r")
