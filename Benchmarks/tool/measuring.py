"""Runs programs in turns and prints their time and memory as rows of a table."""

import os
import subprocess
import sys
import time


class Program:
    """A command, and the minimum time and memory of its runs."""

    def __init__(self, name, *command, exit_code=0):
        self.name = name
        self.exit_code = exit_code
        self.command = [str(part) for part in command]
        self.wall = self.cpu = self.memory = float("inf")

    def run(self):
        begin = time.perf_counter()
        process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        end = time.perf_counter()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != self.exit_code:
            sys.exit(f"error: exit code {process.returncode}: {' '.join(self.command)}")
        self.wall = min(self.wall, (end - begin) * 1000)
        self.cpu = min(self.cpu, (usage.ru_utime + usage.ru_stime) * 1000)
        self.memory = min(self.memory, usage.ru_maxrss / 1024)

    def require_lines(self, least):
        """Ends the script if the command prints too little to be compared."""
        with subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
            count = sum(block.count(b"\n") for block in iter(lambda: process.stdout.read(65536), b""))
        if count < least:
            sys.exit(f"error: fewer than {least} lines: {' '.join(self.command)}")


def take_turns(rounds, *programs):
    for _ in range(rounds):
        for program in programs:
            program.run()


def digits(number):
    return f"{number:.3g}" if number < 1000 else f"{number:,.0f}"


def processor_time(program):
    return f"{digits(program.cpu)} ms, {digits(program.memory)} MiB"


def elapsed_time(program):
    return f"{digits(program.wall)} ms"


def row(what, program, others=(), small=None, figure=processor_time):
    """Prints a row of the table of the tool."""
    growth = f"{program.cpu / small.cpu:.1f} ×" if small else "–"
    beside = "; ".join(f"{other.name} {figure(other)}" for other in others)
    print(f"| {what} | {figure(program)} | {growth} | {beside or '–'} |", flush=True)


def begin_table(name, *columns):
    """Prints the head of a table below a comment, by which `tables.py` finds it."""
    print(f"<!-- table: {name} -->\n| {' | '.join(columns)} |")
    print("|---" * len(columns) + "|", flush=True)
