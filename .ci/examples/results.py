"""Turns the results that examples state into assertions."""

import re

from blocks import Problem

RESULT = re.compile(r'[\[".{]|-?\d|(true|false|nil)\b')
BINDING = re.compile(r"(?:let|var) (\w+)(?:: [^=]+)? = ")
STATEMENT = re.compile(
    r"[@#}]|(let|var|func|if|for|while|guard|switch|case|default|return|throw|do|defer"
    r"|struct|enum|class|actor|final|extension|init|import)\b")


def split_comment(line):
    """Returns the code of a line and its trailing comment, or `None` for the comment."""
    quoted = False
    for index, character in enumerate(line):
        if character == '"' and (index == 0 or line[index - 1] != "\\"):
            quoted = not quoted
        elif not quoted and line.startswith("//", index):
            return line[:index].rstrip(), line[index + 2:].removeprefix(" ")
    return line.rstrip(), None


def comments(lines):
    """Returns the comments that lines begin with."""
    texts = []
    for line in lines:
        code, comment = split_comment(line)
        if code.strip() or comment is None:
            break
        texts.append(comment)
    return texts


def balance(text):
    """Returns how many brackets of a text stay open, those in strings left out."""
    text = re.sub(r'"(\\.|[^"\\])*"', "", split_comment(text)[0])
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))


class Checks:
    """Turns the results that examples state into calls of Harness.swift."""

    def __init__(self):
        self.places = []

    def call(self, place, function, *arguments):
        self.places.append(place)
        return f"{function}({', '.join([*arguments, str(len(self.places) - 1)])})"

    def asserted(self, block):
        """Returns the code of a block with its results as assertions, line for line."""
        source, result = block.code, list(block.code)
        index = 0
        while index < len(source):
            end = index
            code, comment = split_comment(source[index])
            index += 1
            if not code.strip():
                if comment == "Prints:":
                    below = comments(source[index:])
                    text = text_literal("\n".join(below))
                    result[end] = self.call(block.place_of(end), "checkOutput", text)
                    index += len(below)
                continue
            prints = code.strip().startswith("print(")
            if comment is None and not prints:
                comment = next(iter(comments(source[index:index + 1])), None)
                if comment is None or not RESULT.match(comment):
                    continue
                index += 1
            if comment is None or not (prints or RESULT.match(comment)):
                continue
            if not prints:
                for line in comments(source[index:]):
                    if balance(comment) <= 0:
                        break
                    comment += " " + line.strip()
                    index += 1
            self.state(block, result, end, code, comment, prints)
        return result

    def state(self, block, result, end, code, comment, prints):
        """Asserts the result of the statement that ends on a line."""
        place = block.place_of(end)
        if prints:
            result[end] = code + "; " + self.call(place, "checkPrint", text_literal(comment))
            return
        start, depth = end, balance(code)
        while start > 0 and (depth < 0 or block.code[start].lstrip().startswith(".")):
            start -= 1
            depth += balance(block.code[start])
        first = block.code[start]
        indent = first[:len(first) - len(first.lstrip())]
        if comment.startswith((".", "[.")):
            expected = "equals: " + comment
        else:
            expected = text_literal(comment)
        if binding := BINDING.match(first.strip()):
            result[end] = code + "; " + self.call(place, "check", binding[1], expected)
        elif STATEMENT.match(first.strip()) or re.search(r" [-+*/]?= ", first):
            raise Problem(f"{place}: a result, but no expression that has it")
        else:
            result[end] = code
            value = "\n".join(result[start:end + 1])[len(indent):]
            lines = (indent + self.call(place, "check", value, expected)).split("\n")
            result[start:end + 1] = lines


def text_literal(text):
    """Returns a string literal on one line."""
    return '##"' + text.replace("\n", '\\##n') + '"##'
