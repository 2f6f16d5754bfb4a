#!/usr/bin/env python3
"""A server whose file is changed, damaged, taken away or put back behind its
back: what was acknowledged is never lost in silence, and nobody plays on with
what can't be right.

usage: test_storage.py [WORDS...]     (TAP; only the points that have a word)
"""

import pathlib
import re
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from players import (Player, Server, Suite, choose, game_of,  # noqa: E402
                     luck_of, play_on)
from client import http  # noqa: E402

test = Suite()


def figure(server, name):
    """A figure of /metrics, without labels."""
    text = http(server.port, "/metrics").body.decode()
    return float(re.search(rf"^{name} (\S+)$", text, re.MULTILINE)[1])


def change(server, *statements):
    """Changes the file of a server that is stopped."""
    store = sqlite3.connect(server.db)
    for statement, *values in statements:
        store.execute(statement, values)
    store.commit()
    store.close()


# ---- Damage ----------------------------------------------------------------

def flip_a_roll(server, table):
    """One die of a stored roll shows something else."""
    store = sqlite3.connect(server.db)
    seq, old = next(
        (seq, bytes) for seq, bytes in store.execute(
            "SELECT seq, bytes FROM event WHERE table_id = ? ORDER BY seq",
            (table,)) if b"roll" in bytes)
    store.close()
    new = re.sub(rb"(roll.*?)([1-6])(?=[ \"])",
                 lambda m: m[1] + str(int(m[2]) % 6 + 1).encode(), old, 1)
    assert new != old
    change(server, ("UPDATE event SET bytes = ? WHERE table_id = ? AND seq = ?",
                    new, table, seq))
    return seq


def swap_two(server, table):
    change(server,
           ("UPDATE event SET seq = seq + 100000 WHERE table_id = ? AND "
            "seq IN (3, 4)", table),
           ("UPDATE event SET seq = 100007 - seq WHERE table_id = ? AND "
            "seq > 100000", table))
    return 3


def drop_the_last(server, table):
    """As if the last move had never been, and the log were shorter."""
    store = sqlite3.connect(server.db)
    last, = store.execute("SELECT max(seq) FROM event WHERE table_id = ?",
                          (table,)).fetchone()
    store.close()
    change(server,
           ("DELETE FROM event WHERE table_id = ? AND seq = ?", table, last),
           ("UPDATE log SET last = ?2, head = (SELECT mac FROM event WHERE "
            "table_id = ?1 AND seq = ?2) WHERE table_id = ?1",
            table, last - 1))
    return 1


@test("a table whose log was changed is not played on, the others are")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("damaged")
        sound, playing = game_of(server, 2, luck, starts=1)
        games = [game_of(server, 2, luck, starts=1) for _ in range(3)]
        for table, players in games:
            left = iter(range(6))
            play_on(players, table, luck,
                    step=lambda *_, left=left: next(left, None) is None)
        assert figure(server, "tioli_tables_damaged") == 0
        assert server.stop()[0] == 0
        where = [how(server, table) for how, (table, _) in zip(
            (flip_a_roll, swap_two, drop_the_last), games)]
        server.start()
        for (table, players), seq in zip(games, where):
            player = players[0]
            player.end()
            player.connect()
            for do, more in (("enter", {}), ("move", {"move": "pass"}),
                             ("stand", {}), ("hint", {}), ("close", {})):
                player.refused("damaged", do, table=table, **more)
            line = next(line for line in server.log().split("\n")
                        if table[:6] in line)
            assert f"damaged at event {seq} " in line, line
            assert table not in server.log()
        assert figure(server, "tioli_tables_damaged") == 3
        for player in playing:
            player.reconnect()
        play_on(playing, sound, luck)
        # What is damaged stays as it is, for somebody to look at.
        assert server.stop()[0] == 0
        store = sqlite3.connect(server.db)
        for table, _ in games:
            assert store.execute("SELECT count(*) FROM event WHERE table_id "
                                 "= ?", (table,)).fetchone()[0] > 0
        store.close()
        server.start()


if __name__ == "__main__":
    sys.exit(test.run())
