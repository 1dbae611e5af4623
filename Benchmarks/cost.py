#!/usr/bin/env python3
"""Measures what a program pays for importing a product of Outline, and prints a Markdown table.

    python3 cost.py [--smoke] [--package DIR]

    --smoke          builds once instead of three times
    --package DIR    also measures another checkout of Outline in the same run

The script writes packages with small programs to a temporary folder. It needs strip.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tool.measuring import Program, begin_table, digits

OUTLINE_PACKAGE = Path(__file__).resolve().parent.parent
MANIFEST = """\
// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Cost", platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Outline", path: "{path}"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(name: "Nothing"),
{targets}
  ]
)
"""
TARGET = """\
    .executableTarget(
      name: "With{name}", dependencies: [.product(name: "{product}", package: "{package}")]),"""
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
OUTLINE_PROGRAMS = {name: OUTLINE.format(product=name) for name in ("Outline", "OutlineCore")}
# Forty operations on one type of items.
OPERATIONS = """\
import Outline

struct File: Hashable, Sendable {
  var path: String
}

@MainActor func use(_ a: File, _ b: File, _ source: OutlineDataSource<String, File>) throws {
  var outline = SectionSnapshot<File>()
  try outline.append([a])
  try outline.append([b], to: a)
  try outline.insert([a], before: b)
  try outline.insert([a], after: b)
  try outline.move(a, to: b)
  try outline.move([a], before: b)
  try outline.setChildren([a, b], of: nil)
  try outline.sortChildren { $0.path < $1.path }
  try outline.replace(a, with: b)
  try outline.delete([a])
  outline.expand([a])
  outline.collapse([a])
  outline.expandAll()
  outline.reveal(a)
  outline.keepExpansion(of: outline)
  _ = try SectionSnapshot(roots: [a]) { _ in [b] }
  _ = outline.filtered { $0 == a }
  _ = outline.row(of: a)
  _ = outline.parent(of: a)
  _ = outline.children(of: a)
  _ = outline.rows.first
  _ = outline == outline
  _ = outline.difference(from: outline)
  let patch = outline.patch(from: outline)
  try outline.apply(patch)
  _ = outline.merge(patch)
  var snapshot = Snapshot<String, File>()
  try snapshot.appendSections(["a"])
  try snapshot.appendItems([a], toSection: "a")
  try snapshot.deleteItems([a])
  try snapshot.moveItems([a], to: .before(b))
  snapshot["a"] = outline
  _ = snapshot.sectionIdentifier(containingItem: a)
  _ = snapshot.difference(from: snapshot)
  _ = snapshot.patch(from: snapshot)
  try source.update { try $0.appendItems([a], toSection: "a") }
  source.apply(outline, to: "a", keepingExpansion: true)
  source.toggle(a)
  source.setContent { $0.path }
  try source.drop([a], to: .after(b))
}

try use(File(path: "a"), File(path: "b"), OutlineDataSource())
"""
OTHER_PROGRAMS = {
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


class Product:
    """A product, and the package of a program that imports it."""

    def __init__(self, name, folder, column):
        self.name = name
        self.folder = folder
        self.column = column

    def build(self, configuration):
        """Returns a command that builds the program and its dependencies."""
        return Program(self.column, "swift", "build", "--package-path", self.folder, "-c",
                       configuration, "--target", f"With{self.name}")

    def size(self):
        """Returns the size that the product adds to a program, in megabytes."""
        return (stripped_size(self.folder, f"With{self.name}")
                - stripped_size(self.folder, "Nothing"))


def write_package(folder, checkout, programs):
    targets = [
        TARGET.format(name=name, product="Outline" if name == "Operations" else name,
                      package="swift-collections" if name in OTHER_PROGRAMS else "Outline")
        for name in programs]
    folder.mkdir()
    (folder / "Package.swift").write_text(
        MANIFEST.format(path=checkout, targets="\n".join(targets)), encoding="utf-8")
    sources = {"Nothing": NOTHING} | {f"With{name}": text for name, text in programs.items()}
    for name, text in sources.items():
        source = folder / "Sources" / name / "main.swift"
        source.parent.mkdir(parents=True)
        source.write_text(text, encoding="utf-8")
    subprocess.run(["swift", "package", "--package-path", folder, "resolve"], check=True,
                   stdout=sys.stderr)


def stripped_size(folder, program):
    build = ["swift", "build", "--package-path", folder, "-c", "release", "--product", program]
    subprocess.run(build, check=True, stdout=sys.stderr)
    products = subprocess.check_output([*build, "--show-bin-path"], text=True).strip()
    stripped = folder / "stripped"
    subprocess.run(["strip", "-o", stripped, Path(products) / program], check=True)
    return stripped.stat().st_size / 1e6


def build_times(products, configuration, rounds):
    """Returns the processor time of clean builds, in seconds."""
    builds = [(product, product.build(configuration)) for product in products]
    for _ in range(rounds):
        for product, build in builds:
            subprocess.run(["swift", "package", "--package-path", product.folder, "clean"],
                           check=True)
            build.run()
    return [build.cpu / 1000 for _, build in builds]


def compile_time(product, rounds):
    """Returns the processor time to compile a program whose dependencies are built, in seconds."""
    build = product.build("release")
    build.run()
    build.cpu = float("inf")
    for _ in range(rounds):
        (product.folder / "Sources" / f"With{product.name}" / "main.swift").touch()
        build.run()
    return build.cpu / 1000


def operations_rows(folder, rounds, columns):
    """Prints what forty operations on one type of items add to a small program."""
    product, small = Product("Operations", folder, "Outline"), Product("Outline", folder, "Outline")
    rest = [None] * (columns - 1)
    time = compile_time(product, rounds) - compile_time(small, rounds)
    row("compiling forty operations, optimized, CPU", [time, *rest], "s", "–")
    row("size added by these operations", [product.size() - small.size(), *rest], "MB", "–")


def row(what, figures, unit, quoted):
    cells = ["–" if figure is None else f"{digits(figure)} {unit}" for figure in figures] + [quoted]
    print(f"| {what} | {' | '.join(cells)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--package", type=Path, metavar="DIR")
    arguments = parser.parse_args()
    rounds = 1 if arguments.smoke else 3
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        # A package cannot depend on another one whose folder has the same name.
        main_folder, other_folder = folder / "outline-cost", folder / "other-outline-cost"
        write_package(main_folder, OUTLINE_PACKAGE,
                      OUTLINE_PROGRAMS | {"Operations": OPERATIONS} | OTHER_PROGRAMS)
        products = [Product(name, main_folder, name) for name in OUTLINE_PROGRAMS]
        if arguments.package:
            checkout = arguments.package.resolve(strict=True)
            write_package(other_folder, checkout, OUTLINE_PROGRAMS)
            products += [Product(name, other_folder, f"{name} of `{arguments.package}`")
                         for name in OUTLINE_PROGRAMS]
        products += [Product(name, main_folder, name) for name in OTHER_PROGRAMS]
        begin_table("cost", "cost of importing", *(product.column for product in products),
                    "DifferenceKit[^q]")
        row("release build, CPU", build_times(products, "release", rounds), "s", "4 s")
        row("debug build, CPU", build_times(products, "debug", rounds), "s", "5.5 s")
        row("size added to a small program", [product.size() for product in products], "MB",
            "0.15 MB")
        operations_rows(main_folder, rounds, len(products))


main()
