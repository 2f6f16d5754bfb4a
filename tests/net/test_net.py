#!/usr/bin/env python3
"""HTTP and WebSocket from outside: what a client may do and what it may not.

usage: test_net.py ECHO_SERVER TALK [NUMBER...]        (TAP on standard output)

Each cases_*.py beside this file adds its tests.
"""

import importlib
import os
import pathlib
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from common import TESTS  # noqa: E402

for name in ("sockets", "http", "persons", "files", "listening", "client"):
    importlib.import_module(f"cases_{name}")


def main():
    print(f"1..{len(TESTS)}", flush=True)
    chosen = sys.argv[3:]
    failed = 0
    for number, (words, function) in enumerate(TESTS, 1):
        if chosen and str(number) not in chosen:
            continue
        started = time.monotonic()
        try:
            function()
            print(f"ok {number} - {words}", flush=True)
        except Exception:
            failed += 1
            print(f"not ok {number} - {words}", flush=True)
            for line in traceback.format_exc().splitlines():
                print(f"# {line}")
        if os.environ.get("TIOLI_TEST_TIMES"):
            print(f"# {time.monotonic() - started:.2f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
