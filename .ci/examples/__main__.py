"""Compiles and runs the Swift examples of the documentation, and asserts their stated results.

`python3 .ci/examples` reads the doc comments of the library, its articles and README.md;
`python3 .ci/examples Row` only the files whose path contains "Row". CONTRIBUTING.md describes how
an example states its results and its context. The contexts and helpers are in Tests/Examples.
"""

import re
import subprocess
import sys

from blocks import ROOT, Problem, all_blocks
from package import PACKAGE, group, write_package
from results import Checks

# The compiler reports these about every example that ends with a declaration.
HARMLESS = re.compile(r"never (used|mutated|read)|will never be executed")


def build():
    # SwiftPM caches the paths of the library's sources, and fails if one no longer exists.
    done = subprocess.run(
        ["swift", "build", "--disable-build-manifest-caching", "--package-path", str(PACKAGE)],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    found = set()
    for line in done.stdout.splitlines():
        message = re.match(r"(\S+?:\d+):\d+: (error|warning): (.*)", line)
        if message:
            place = message[1].removeprefix(str(ROOT) + "/")
            # Absolute paths are those of the library, and Tests/ has the contexts.
            in_example = not message[1].startswith(("/", "Tests/"))
            if message[2] == "error" or in_example and not HARMLESS.search(message[3]):
                found.add(f"{place}: {message[3]}")
    if found:
        # The compiler does not repeat the warnings of unchanged files.
        for path in (PACKAGE / "Sources").rglob("*.swift"):
            path.touch()
        raise Problem("\n".join(sorted(found)))
    if done.returncode:
        raise Problem(done.stdout)


def run(programs, checks):
    reached, failures = set(), []
    for program in programs:
        try:
            done = subprocess.run(
                [PACKAGE / ".build/debug" / program], text=True, timeout=120,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except subprocess.TimeoutExpired:
            raise Problem(f"{program} does not end") from None
        for line in done.stdout.splitlines():
            word, _, rest = line.partition(" ")
            if word == "reached":
                reached.add(int(rest))
            elif word == "failed":
                number, _, text = rest.partition(" ")
                failures.append(f"{checks.places[int(number)]}: {text}")
            elif word == "threw":
                failures.append(rest)
        if done.returncode:
            failures.append(f"{program} ends with {done.returncode}:\n{done.stderr}")
    if not failures:
        failures = [
            f"{place}: never reached"
            for number, place in enumerate(checks.places) if number not in reached]
    if failures:
        raise Problem("\n".join(failures))


def main():
    try:
        found = list(all_blocks(sys.argv[1:]))
        if not found:
            raise Problem("no file with examples has " + " and ".join(sys.argv[1:]))
        groups, checks = group(found), Checks()
        programs = write_package(groups, checks)
        build()
        run(programs, checks)
    except Problem as problem:
        sys.exit(f"{problem}\nerror: examples of the documentation fail")
    left_out = sum(block.option == "no-check" for block in found)
    count = sum(block.language == "swift" for block in found) - left_out
    results = len(checks.places)
    print(f"{count} examples compile, {results} stated results are true; {left_out} not checked")


main()
