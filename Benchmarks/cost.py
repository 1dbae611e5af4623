#!/usr/bin/env python3
"""Measures what a program pays for importing a product of Outline, and prints Markdown rows.

    python3 cost.py            each build three times
    python3 cost.py --smoke    each build once

The script writes a package with small programs to a temporary folder. It needs strip.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tool.measuring import Program

PACKAGE = Path(__file__).resolve().parent.parent
MANIFEST = """\
// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Cost", platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Outline", path: "%s"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(name: "Nothing"),
    .executableTarget(
      name: "WithOutline", dependencies: [.product(name: "Outline", package: "Outline")]),
    .executableTarget(
      name: "WithOutlineCore", dependencies: [.product(name: "OutlineCore", package: "Outline")]),
    .executableTarget(
      name: "WithOrderedCollections",
      dependencies: [.product(name: "OrderedCollections", package: "swift-collections")]),
    .executableTarget(
      name: "WithHashTreeCollections",
      dependencies: [.product(name: "HashTreeCollections", package: "swift-collections")]),
  ]
)
"""
NOTHING = """\
for item in ["Fruit", "Apple"] {
  print(item)
}
"""
OUTLINE = """\
import {product}

var outline = SectionSnapshot<String>()
try outline.append(["Fruit"])
try outline.append(["Apple"], to: "Fruit")
outline.expand(["Fruit"])
for row in outline.rows {{
  print(row.level, row.item)
}}
"""
PRODUCTS = ["Outline", "OutlineCore"]
PROGRAMS = {product: OUTLINE.format(product=product) for product in PRODUCTS} | {
    "OrderedCollections": """\
import OrderedCollections

var items: OrderedSet = ["Fruit"]
items.append("Apple")
for item in items {
  print(item)
}
""",
    "HashTreeCollections": """\
import HashTreeCollections

var items: TreeSet = ["Fruit"]
items.insert("Apple")
for item in items {
  print(item)
}
""",
}


def write_package(folder):
    (folder / "Package.swift").write_text(MANIFEST % PACKAGE, encoding="utf-8")
    targets = {"Nothing": NOTHING} | {f"With{name}": text for name, text in PROGRAMS.items()}
    for name, text in targets.items():
        source = folder / "Sources" / name / "main.swift"
        source.parent.mkdir(parents=True)
        source.write_text(text, encoding="utf-8")


def row(what, figures, unit, limit):
    cells = " | ".join(f"{figures[name]:.3g} {unit}" for name in PROGRAMS)
    met = ", ".join(name for name in PRODUCTS if figures[name] <= limit) or "**no**"
    print(f"| {what} | {cells} | ≤ {limit} {unit} | {met} |", flush=True)


def measure_builds(folder, configuration, limit, rounds):
    """Measures the processor time that builds of the products and of their dependencies take."""
    builds = [Program(name, "swift", "build", "--package-path", folder, "-c", configuration,
                      "--target", name) for name in PROGRAMS]
    for _ in range(rounds):
        for build in builds:
            subprocess.run(["swift", "package", "--package-path", folder, "clean"], check=True)
            build.run()
    row(f"building the product, {configuration}, CPU",
        {build.name: build.cpu / 1000 for build in builds}, "s", limit)


def stripped_size(folder, program):
    build = ["swift", "build", "--package-path", folder, "-c", "release", "--product", program]
    subprocess.run(build, check=True, stdout=sys.stderr)
    products = subprocess.check_output([*build, "--show-bin-path"], text=True).strip()
    stripped = folder / "stripped"
    subprocess.run(["strip", "-o", stripped, Path(products) / program], check=True)
    return stripped.stat().st_size / 1e6


def main():
    if sys.argv[1:] not in ([], ["--smoke"]):
        sys.exit(__doc__)
    rounds = 1 if sys.argv[1:] else 3
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        write_package(folder)
        subprocess.run(["swift", "package", "--package-path", folder, "resolve"], check=True,
                       stdout=sys.stderr)
        print("| cost of importing | " + " | ".join(PROGRAMS) + " | limit | met by |")
        print("|---" * (len(PROGRAMS) + 3) + "|", flush=True)
        measure_builds(folder, "release", 20, rounds)
        measure_builds(folder, "debug", 15, rounds)
        nothing = stripped_size(folder, "Nothing")
        row("a small program, stripped, without the size of the same program without the module",
            {name: stripped_size(folder, f"With{name}") - nothing for name in PROGRAMS}, "MB", 0.8)


main()
