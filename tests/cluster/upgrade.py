#!/usr/bin/env python3
"""A rolling upgrade: servers of the commit before and of this one use the same
database, whichever of them makes its tables, and one after the other is replaced
while people play. The program of before is built here, from what git has.

usage: upgrade.py [PROGRAM]     (TAP; PROGRAM is the one of before, if there is)
"""

import os
import pathlib
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "server"), str(TESTS / "support")]
from players import (SOURCE, TIOLI, Player, Server, luck_of,  # noqa: E402
                     play_on)
from postgres import Postgres  # noqa: E402
from test_servers import (events_of, move_to, servers_meet,  # noqa: E402
                          table_of)


def build_before(folder):
    """The program of the commit before this one."""
    tree = pathlib.Path(folder) / "before"
    tree.mkdir()
    archive = subprocess.run(["git", "-C", SOURCE, "archive", "HEAD~1"],
                             check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "x", "-C", tree], input=archive, check=True)
    for words in (["meson", "setup", "build", "--buildtype=debugoptimized"],
                  ["ninja", "-C", "build", "tioli"]):
        subprocess.run(words, cwd=tree, check=True, stdout=subprocess.DEVNULL)
    return str(tree / "build" / "tioli")


def upgrade(folder, before, after):
    """Two servers of `before`, replaced by two of `after`."""
    with Postgres() as database:
        places = []
        for number in range(2):
            home = pathlib.Path(folder) / f"s{number}"
            home.mkdir(exist_ok=True)
            places.append(Server(home, "--name", f"s{number}",
                                 db=database.url, program=before))
        for server in places:
            server.start()
        try:
            servers_meet(places)
            luck = luck_of("upgrade")
            players = [Player(server) for server in places]
            table = table_of(players, starts=2)
            for number, server in enumerate(places):
                moves = iter(range(4))
                play_on(players, table, luck,
                        step=lambda _: next(moves, None) is None)
                assert server.stop()[0] == 0
                server.program = after
                move_to(players[number], places[1 - number])
                server.start()
                servers_meet(places)
                move_to(players[number], server)
            play_on(players, table, luck)
            events = events_of(database, table)
            assert events == list(range(events[0], events[0] + len(events)))
        finally:
            for server in places:
                if server.process.poll() is None:
                    server.kill()


def main():
    with tempfile.TemporaryDirectory() as folder:
        before = sys.argv[1] if len(sys.argv) > 1 else build_before(folder)
        print("1..2")
        upgrade(folder, before, TIOLI)
        print("ok 1 - from the commit before to this one, one server at a time")
        upgrade(folder, TIOLI, before)
        print("ok 2 - and back")


if __name__ == "__main__":
    os.umask(0o022)
    main()
