#!/usr/bin/env python3
"""Compares the files that `outline-tool --gitignore` shows with those that git keeps.

    git_ignore.py [--others] TOOL [COUNT [SEED]]
    git_ignore.py [--others] TOOL REPOSITORY

Without REPOSITORY, the working trees are random. git lists tracked files and untracked files that
are not ignored. With --others, only the untracked files are compared.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ["foo", "bar", "keep", "a", "b", "a.o", "b.o", "x1", "x-", "é", "日本", "a b", "a ", "#a", "!a",
         "[a]", "a\\b", "A", "build", "foobar", "a\tb", b"\xFFz".decode(errors="surrogateescape")]
PIECES = ["*", "**", "?", "??", "[a-f]", "[!a]", "[^b]*", "[[:digit:]]", "[[:alpha:]]*", "[[:space:]]",
          "[[:bad:]]", "[[:punct:]x]", "[]a]", "[a-", "[é]", "*.o", "*o", "f*", "fo?", "\\a", "\\#a", "\\!a",
          "a\\ ", "\\", "a**", "**a", "***", "[a-c-e]", "[\\]a]", "[[a]", "[a[:digit]", "*[[:upper:]]*"]

ESCAPES = {rb"\\": b"\\", rb"\t": b"\t", rb"\xFF": b"\xFF"}
ESCAPE = re.compile(rb"\\(?:\\|t|xFF)")


def random_rule(chance):
    """Returns a line of a `.gitignore`."""
    if chance.random() < 0.05:
        return chance.choice(["", "# a", " ", "!", "/", "//", "!/", "\\", "/*", "!*/*", "*/", "!*/", "**/", "/**"])
    parts = [chance.choice(PIECES if chance.random() < 0.5 else NAMES)
             for _ in range(chance.choice([1, 1, 1, 2, 2, 3]))]
    if chance.random() < 0.15:
        parts[-1] += chance.choice(PIECES)
    return "".join([
        chance.choice(["", "", "", "!"]), chance.choice(["", "", "", "/"]), "/".join(parts),
        chance.choice(["", "", "", "/", "/*", "/**", "//"]), chance.choice(["", "", "", " ", "\\ ", "\r"]),
    ])


def random_rules(chance):
    """Returns the contents of a `.gitignore`."""
    lines = [random_rule(chance) for _ in range(chance.choice([1, 2, 3, 6]))]
    if chance.random() < 0.3:
        lines += chance.choice([["foo/*", "!foo/keep"], ["*", "!*/*"], ["*", "!*/", "!*.o"], ["/*", "!/foo/"]])
    text = chance.choice(["", "", "\uFEFF"]) + "\n".join(lines) + chance.choice(["", "\n"])
    return text.encode(errors="surrogateescape")


def make_tree(chance, folder, depth=0):
    """Creates random files in a folder, with at least one of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in chance.sample(NAMES, chance.choice([1, 3, 5, 8])):
        if depth < 3 and chance.random() < 0.4:
            make_tree(chance, folder / name, depth + 1)
        elif chance.random() < 0.05:
            (folder / name).symlink_to("foo")
        else:
            (folder / name).touch()
    if chance.random() < (0.9 if depth == 0 else 0.2):
        (folder / ".gitignore").write_bytes(random_rules(chance))


def make_repository(git, folder):
    """Creates an empty repository, faster than `git init`."""
    for name in ["objects", "refs", "info"]:
        (git / name).mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    if git != folder / ".git":
        (folder / ".git").write_text(f"gitdir: {git}\n")


def track(chance, folder):
    """Adds some files to the index, ignored ones as well."""
    names = [name for name in all_files(folder) if chance.random() < 0.3]
    lines = "".join(f"100644 {'1' * 40}\t{name}\0" for name in names)
    version = chance.choice([2, 4])
    subprocess.run(["git", "-c", f"index.version={version}", "update-index", "-z", "--index-info"],
                   cwd=folder, input=lines.encode(errors="surrogateescape"), check=True)


def all_files(folder):
    """Returns the paths of all files and links."""
    names = []
    for place, folders, files in os.walk(folder):
        paths = [Path(place) / name for name in files + folders]
        names += [str(path.relative_to(folder)) for path in paths if is_file(path)]
        folders[:] = [name for name in folders if name != ".git"]
    return sorted(name for name in names if name != ".git")


def is_file(path):
    return path.is_symlink() or path.is_file()


def listed_by_git(folder, *options):
    """Returns the paths of the files that `git ls-files` lists."""
    output = subprocess.check_output(
        ["git", "ls-files", "-z", *options, "--exclude-standard"], cwd=folder)
    names = {os.fsdecode(name) for name in output.split(b"\0")[:-1]}
    return {name for name in names if is_file(folder / name)}


def kept_by_tool(tool, folder):
    """Returns the paths of the files that the tool shows."""
    process = subprocess.run([tool, "--gitignore", "-a", "--rows", "."], cwd=folder,
                             capture_output=True, check=False)
    if process.returncode or process.stderr:
        return {f"ends with {process.returncode}: {process.stderr.decode(errors='replace')[:300]}"}
    names = set()
    for row in process.stdout.split(b"\n")[:-1]:
        # Some bytes are escaped.
        name = row.split(b"\t")[3].removeprefix(b"./")
        names.add(os.fsdecode(ESCAPE.sub(lambda match: ESCAPES[match[0]], name)))
    return {name for name in names if is_file(folder / name)}


def compare(tool, folder, label):
    """Prints the difference between git and the tool, and returns whether there is one."""
    expected, shown = listed_by_git(folder, "--others"), kept_by_tool(tool, folder)
    tracked = listed_by_git(folder, "--cached")
    if ONLY_OTHERS:
        shown -= tracked
    else:
        expected |= tracked
    if expected == shown:
        return False
    hidden, extra = sorted(expected - shown)[:3], sorted(shown - expected)[:3]
    print(f"{label}: hidden although git keeps them {hidden!a}, shown although it does not {extra!a}")
    return True


def random_case(tool, chance, home, label):
    """Compares a random working tree, and returns whether there is a difference."""
    folder = home / "tree"
    make_tree(chance, folder)
    git = folder / ".git"
    if chance.random() < 0.1:
        git = home / "git"
    make_repository(git, folder)
    if chance.random() < 0.2:
        (git / "info" / "exclude").write_bytes(random_rules(chance))
    if chance.random() < 0.2:
        user_rules = chance.choice([home / ".config/git/ignore", home / "rules \"#"])
        user_rules.parent.mkdir(parents=True, exist_ok=True)
        user_rules.write_bytes(random_rules(chance))
        if user_rules.parent == home:
            (home / ".gitconfig").write_text(
                '[user]\n\tname = x ; y\n[Core] ExcludesFile = ~/"rules \\"#" # rules\n')
    if chance.random() < 0.3:
        track(chance, folder)
    is_fault = compare(tool, folder, label)
    if is_fault:
        for path in [*sorted(folder.rglob(".gitignore")), git / "info/exclude"]:
            if path.is_file():
                print(f"  {path.relative_to(home)}: {path.read_bytes()!r}")
    return is_fault


def main(tool, *arguments):
    tool = str(Path(tool).resolve())
    if arguments and not arguments[0].isdigit():
        sys.exit(1 if compare(tool, Path(arguments[0]), arguments[0]) else 0)
    count = int(arguments[0]) if arguments else 1500
    seed = int(arguments[1]) if len(arguments) > 1 else random.randrange(1 << 32)
    faults = 0
    with tempfile.TemporaryDirectory() as name:
        os.environ.update(HOME=f"{name}/home", GIT_CONFIG_NOSYSTEM="1", LC_ALL="C.UTF-8")
        os.environ.pop("XDG_CONFIG_HOME", None)
        for number in range(count):
            home = Path(name) / "home"
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir()
            faults += random_case(tool, random.Random(f"{seed} {number}"), home, f"tree {number}")
    print(f"{count} working trees of seed {seed}, {faults} faults")
    sys.exit(1 if faults else 0)


ONLY_OTHERS = sys.argv[1:2] == ["--others"]
if ONLY_OTHERS:
    del sys.argv[1]
if len(sys.argv) in (2, 3, 4):
    main(*sys.argv[1:])
else:
    sys.exit(__doc__)
