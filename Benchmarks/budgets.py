#!/usr/bin/env python3
"""Counts the instructions of tasks under callgrind, and compares them with `budgets.txt`.

    budgets.py BENCHMARKS TOOL             builds of `benchmarks` and of `outline-tool`
    budgets.py --write BENCHMARKS TOOL     replaces the budgets by the counts

A count that exceeds its budget by more than 2 % is an error. The counts are the same in each run:
hashes have a fixed seed, the environment is empty, the loader binds all functions before the task,
and glibc uses no functions for special processors. Other compilers, libraries and makes of
processors can give other counts.
If the first line of `budgets.txt` does not describe this system, the script only prints the counts.
"""

import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import tool.inputs as inputs

BUDGETS = Path(__file__).with_name("budgets.txt")
TOLERANCE = 0.02
ENVIRONMENT = {
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "LD_BIND_NOW": "1",
    # Valgrind passes AVX2 on if the processor has it. Then glibc would copy memory in another way.
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM",
}


def system():
    """Returns the compiler, the processor and the C library, on which the counts depend."""
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    compiler = re.search(r"Swift version (\S+)", version)[1]
    libc = " ".join(platform.libc_ver())
    return f"Swift {compiler}, {platform.machine()}, {libc}, {processor()}"


def processor():
    """The make of the processor, by which glibc selects functions."""
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    return "".join(re.findall(r"^vendor_id\s*: (.*)$", text, re.MULTILINE)[:1])


def count(function, *command, exit_code=0):
    """Returns the number of instructions of a command in a function and in its callees."""
    with tempfile.NamedTemporaryFile() as output:
        run = subprocess.run(
            ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={output.name}",
             f"--toggle-collect={function}", *command],
            env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if run.returncode != exit_code:
            sys.exit(f"error: {command} failed:\n{run.stderr}")
        total = int(re.search(r"^(?:totals|summary): (\d+)", Path(output.name).read_text(), re.M)[1])
    if total == 0:
        sys.exit(f"error: callgrind did not find the function {function} of {command}")
    return total


def measure(task, benchmarks, tool):
    if task not in ("print text", "convert OPML", "diff text"):
        return count("*countInstructions*", benchmarks, "--count", task)
    with tempfile.TemporaryDirectory() as folder:
        if task == "convert OPML":
            path = Path(folder, "a.opml")
            inputs.write(path, inputs.opml_lines(20_000))
            return count("outline_tool_main", tool, "--to", "paths", path)
        old, new = Path(folder, "old.txt"), Path(folder, "new.txt")
        lines = list(inputs.text_lines(100_000))
        inputs.write(old, lines)
        inputs.write(new, inputs.changed(lines))
        if task == "print text":
            return count("outline_tool_main", tool, old)
        return count("outline_tool_main", tool, "diff", old, new, exit_code=1)


def main():
    is_writing = sys.argv[1] == "--write"
    benchmarks, tool = (str(Path(path).resolve()) for path in sys.argv[-2:])
    expected, *lines = BUDGETS.read_text().splitlines()
    actual = system()
    failures = []
    counts = []
    for task, budget in (line.rsplit(maxsplit=1) for line in lines):
        instructions = measure(task, benchmarks, tool)
        counts.append(f"{task:30} {instructions:12}")
        ratio = instructions / int(budget)
        print(f"{task:30} {instructions:12} of {int(budget):12}  {ratio:7.2%}", flush=True)
        if ratio > 1 + TOLERANCE:
            failures.append(f"{task}: {instructions} instructions exceed the budget of {budget}")
        elif ratio < 1 - TOLERANCE:
            print(f"note: {task}: the budget can fall from {budget} to {instructions}")
    if is_writing:
        BUDGETS.write_text("\n".join([actual, *counts, ""]))
    elif actual != expected:
        print(f"note: the budgets are for {expected}, but this is {actual}: nothing was checked")
    elif failures:
        sys.exit("\n".join(f"error: {failure}" for failure in failures))


main()
