#!/usr/bin/env python3
"""Tests of the tioli program from outside: every command, good input and bad.

Runs the functions test_* of the modules test_*.py beside this file, or of
those that are named, and prints TAP. The program is $TIOLI, the project's
root $TIOLI_SOURCE.
"""

import importlib
import pathlib
import sys
import tempfile
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from program import SLOW  # noqa: E402


def collect(names):
    for path in sorted(HERE.glob("test_*.py")):
        if names and path.stem not in names and path.stem[5:] not in names:
            continue
        module = importlib.import_module(path.stem)
        if SLOW and getattr(module, "SAME_IN_EVERY_BUILD", False):
            continue
        for name, function in vars(module).items():
            if not name.startswith("test_") or not callable(function):
                continue
            if not SLOW or not hasattr(function, "plain_only"):
                yield path.stem[5:], function


def title(group, function):
    words = (function.__doc__ or function.__name__[5:].replace("_", " "))
    return group + ": " + words.strip().splitlines()[0].replace("#", "")


def main(names):
    tests = list(collect(names))
    failures = 0
    print("TAP version 13")
    print(f"1..{len(tests)}", flush=True)
    for number, (group, function) in enumerate(tests, 1):
        trouble = ""
        try:
            with tempfile.TemporaryDirectory(prefix="tioli-cli-") as folder:
                function(pathlib.Path(folder))
        except Exception:
            trouble = traceback.format_exc()
            failures += 1
        print("not ok" if trouble else "ok", number, "-",
              title(group, function), flush=True)
        for line in trouble.splitlines():
            print("# " + line)
    return 1 if failures or not tests else 0


sys.exit(main(sys.argv[1:]))
