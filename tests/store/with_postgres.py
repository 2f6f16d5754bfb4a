#!/usr/bin/env python3
"""Runs a program with a PostgreSQL of its own, whose address is in
TIOLI_POSTGRES.

usage: with_postgres.py PROGRAM [ARGUMENTS...]
"""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]
                       / "support"))
from postgres import Postgres  # noqa: E402

with Postgres() as database:
    environment = dict(os.environ, TIOLI_POSTGRES=database.url)
    sys.exit(subprocess.run(sys.argv[1:], env=environment,
                            check=False).returncode)
