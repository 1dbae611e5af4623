"""Writes the examples as a Swift package."""

import re

from blocks import ROOT, Problem
from results import text_literal

HELPERS = ROOT / "Tests/Examples"
PACKAGE = ROOT / ".build/examples"


def contexts():
    """Returns the functions of Contexts.swift by name.

    Each has the number of its first line, and the text before and after the place of the example.
    """
    found = {}
    path = HELPERS / "Contexts.swift"
    text = path.read_text(encoding="utf-8")
    function = re.compile(r"^@MainActor func (\w+)\(\) async throws \{\n(.*?)^\}$", re.M | re.S)
    for match in function.finditer(text):
        before, marker, after = match[2].partition("// example\n")
        if not marker:
            raise Problem(f"{path}: the context {match[1]} has no line '// example'")
        found[match[1]] = (text[:match.start(2)].count("\n") + 1, before, after)
    return found


def located(path, line, text):
    return f'#sourceLocation(file: "{path}", line: {line})\n{text}\n#sourceLocation()\n'


def group(found):
    """Returns lists of blocks that continue each other."""
    groups = []
    for block in found:
        goes_on = block.option in ("continue", "lines")
        if block.option == "no-check":
            if not block.argument:
                raise Problem(f"{block.place}: no reason for no-check")
        elif goes_on and (not groups or groups[-1][0].path != block.path):
            raise Problem(f"{block.place}: no example of this file comes before")
        elif block.option == "continue" and block.argument:
            target = next((blocks for blocks in groups if blocks[0].path == block.path
                           and block.argument in ("first", blocks[0].option)), None)
            if target is None:
                raise Problem(f"{block.place}: no example of this file has the context {block.argument}")
            target.append(block)
        elif goes_on:
            groups[-1].append(block)
        elif block.language == "swift":
            groups.append([block])
        elif block.option:
            raise Problem(f"{block.place}: a hidden line, but no Swift code")
    return groups


def code_of(blocks, checks):
    """Returns the code of blocks that continue each other, with their results as assertions."""
    text = ""
    for block in blocks:
        if block.option == "lines":
            lines = text_literal("\n".join(block.code))
            expression = block.argument.removeprefix("of ")
            call = checks.call(block.place, "checkLines", expression, lines)
            text += located(block.path, block.line, call)
        else:
            # The package imports Outline, and has stand-ins for the views of other modules.
            code = re.sub(r"^import \w+$", "", "\n".join(checks.asserted(block)), flags=re.M)
            text += located(block.path, block.line, code)
    return text


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def write_package(groups, checks):
    """Writes the package, and returns the names of its executables."""
    known = contexts()
    header = "import Foundation\nimport Outline\n\n"
    functions, files, programs = [], {}, {}
    problems = []
    for number, blocks in enumerate(groups):
        name, first = f"example{number}", blocks[0]
        try:
            code = code_of(blocks, checks)
        except Problem as problem:
            problems.append(str(problem))
            continue
        if first.option == "main":
            programs[f"main{number}"] = header + code + "finish()\n"
            continue
        context = known.get(first.option or "usual")
        if context is None:
            raise Problem(f"{first.place}: Contexts.swift has no context '{first.option}'")
        line, before, after = context
        path = "Tests/Examples/Contexts.swift"
        file = re.sub(r"\W", "-", first.path)
        files[file] = files.get(file, header) + (
            f"@MainActor func {name}() async throws {{\n"
            + located(path, line, before.rstrip()) + code
            + located(path, line + before.count("\n") + 1, after) + "}\n\n")
        functions.append(f'await run("{first.place}", {name})\n')
    if problems:
        raise Problem("\n".join(problems))
    programs["examples"] = "".join(functions) + "finish()\n"
    sources = PACKAGE / "Sources"
    wanted = {sources / "examples" / f"{name}.swift": text for name, text in files.items()}
    for program, text in programs.items():
        wanted[sources / program / "main.swift"] = text
        for helper in HELPERS.glob("*.swift"):
            if helper.name != "Contexts.swift":
                wanted[sources / program / helper.name] = helper.read_text(encoding="utf-8")
    for path in sources.rglob("*.swift"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        write(path, text)
    write(PACKAGE / "Package.swift", manifest(programs))
    return list(programs)


def manifest(programs):
    text = (ROOT / "Package.swift").read_text(encoding="utf-8")
    features = ", ".join(re.findall(r'\.enableUpcomingFeature\("\w+"\)', text))
    library = f'.product(name: "Outline", package: "{ROOT.name}")'
    dependencies = f"dependencies: [{library}], swiftSettings: settings"
    targets = "".join(
        f'    .executableTarget(name: "{name}", {dependencies}),\n' for name in programs)
    return (
        f"// swift-tools-version: 6.2\n\nimport PackageDescription\n\n"
        f"let settings: [SwiftSetting] = [{features}]\n"
        f'let package = Package(\n  name: "examples", platforms: [.macOS(.v15)],\n'
        f'  dependencies: [.package(path: "{ROOT}")],\n  targets: [\n{targets}  ])\n')
