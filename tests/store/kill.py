#!/usr/bin/env python3
"""Kill a program that writes into a store, again and again (kill -9).

usage: kill.py WRITER       (TAP on standard output)

The writer prints each batch that was acknowledged. After each kill the file
is opened again: all of those must be there, nothing twice, and only whole
batches. TIOLI_TEST_KILLS says how often.
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile


def read_until(process, wanted):
    """The number of the last batch printed; stops at `wanted` lines."""
    last = 0
    for _ in range(wanted):
        line = process.stdout.readline()
        if not line.endswith("\n") or not line.strip().isdigit():
            raise AssertionError(f"the writer said {line!r}")
        last = int(line)
    return last


def check(writer, path):
    done = subprocess.run([writer, "--check", path], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stdout.strip() or done.stderr.strip())
    return int(done.stdout)


def kills(writer, path, count):
    chance = random.Random(4)
    before = 0
    for number in range(count):
        with subprocess.Popen([writer, path], stdout=subprocess.PIPE,
                              text=True) as process:
            try:
                told = read_until(process, 1 + chance.randrange(1, 40))
                if told < before:
                    raise AssertionError(f"{before} batches became {told}")
                # So that not every kill comes just after a line.
                for _ in range(chance.randrange(20000)):
                    pass
            finally:
                process.kill()
            # What it had said before it was hit counts, too.
            lines = process.stdout.read().split("\n")[:-1]
        if lines:
            told = int(lines[-1])
        found = check(writer, path)
        if not told <= found <= told + 1:
            raise AssertionError(f"kill {number}: {told} batches were "
                                 f"acknowledged, {found} are there")
        before = found
    return before


def one_server(writer, path):
    """Whoever comes second is told so, and changes nothing."""
    with subprocess.Popen([writer, path], stdout=subprocess.PIPE,
                          text=True) as process:
        try:
            read_until(process, 3)
            second = subprocess.run([writer, path], capture_output=True,
                                    text=True, check=False)
            told = read_until(process, 3)
        finally:
            process.kill()
        told = max([told] + [int(line) for line
                             in process.stdout.read().split("\n")[:-1]])
    if second.returncode != 1 or "another program" not in second.stdout:
        raise AssertionError(f"the second said {second.stdout!r}")
    if check(writer, path) < told:
        raise AssertionError("batches are lost")


def main(arguments):
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments and len(arguments) == 1 else 2
    writer = arguments[0]
    count = int(os.environ.get("TIOLI_TEST_KILLS", "20"))
    failed = False
    print("1..2")
    with tempfile.TemporaryDirectory(prefix="tioli-kill-") as folder:
        path = str(pathlib.Path(folder) / "a.db")
        try:
            batches = kills(writer, path, count)
            print(f"ok 1 - {count} kills lose nothing, {batches} batches")
        except AssertionError as error:
            print(f"not ok 1 - killed\n# {error}")
            failed = True
        try:
            one_server(writer, path)
            print("ok 2 - a file has one server")
        except AssertionError as error:
            print(f"not ok 2 - a file has one server\n# {error}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
