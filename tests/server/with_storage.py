"""A server whose file is changed, damaged, taken away or put back behind its
back: what was acknowledged is never lost in silence, and nobody plays on with
what can't be right. test_server.py runs these points."""

import os
import pathlib
import re
import shutil
import sqlite3
import time

from client import http
from players import (Server, Suite, change, choose, figure, game_of, luck_of,
                     play_on)

test = Suite()


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
            left = iter(range(3))
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


# ---- The file under the server ----------------------------------------------

def ready(server):
    reply = http(server.port, "/readyz")
    return reply.status, reply.body.decode().strip()


def take_away(server):
    """The file, from under it."""
    place = server.db
    os.rename(place, f"{place}.away")

    def back():
        os.rename(f"{place}.away", place)
    return back


def replace_by_older(server):
    """A backup, put back by somebody who thinks that the server is stopped."""
    place = server.db
    for end in ("", "-wal"):
        os.rename(place + end, f"{place}.away{end}")
    shutil.copy(f"{place}.backup", place)

    def back():
        for end in ("", "-wal"):
            os.rename(f"{place}.away{end}", place + end)
    return back


def move_folder(server):
    folder = os.path.dirname(server.db)
    os.rename(folder, f"{folder}.away")

    def back():
        os.rename(f"{folder}.away", folder)
    return back


def delete_and_rescue(server):
    """Only the server still has it."""
    place, pid = server.db, server.process.pid
    found = {}
    for number in os.listdir(f"/proc/{pid}/fd"):
        link = f"/proc/{pid}/fd/{number}"
        found.setdefault(os.readlink(link), link)
    for end in ("", "-wal"):
        os.unlink(place + end)

    def back():
        for end in ("-wal", ""):
            shutil.copy(found[place + end], f"{place}.new")
            os.rename(f"{place}.new", place + end)
    return back


@test("a file that is taken away or replaced under the server")
def _(folder):
    home = pathlib.Path(folder) / "home"
    home.mkdir()
    with Server(folder, db="home/tioli.db") as server:
        luck = luck_of("away")
        table, players = game_of(server, 2, luck, starts=3)
        assert server.stop()[0] == 0
        shutil.copy(server.db, f"{server.db}.backup")
        server.start()
        for player in players:
            player.reconnect()
        for how, words in ((take_away, "removed or moved"),
                           (replace_by_older, "not the file that was open"),
                           (move_folder, "removed or moved"),
                           (delete_and_rescue, "removed or moved")):
            left = iter(range(3))
            play_on(players, table, luck,
                    step=lambda *_, left=left: next(left, None) is None)
            mover = next(p for p in players if p.moves(table))
            seq = mover.views[table].seq
            move = {"table": table, "at": mover.state(table)["position"],
                    "move": choose(mover.moves(table), luck)}
            lines = server.log().count("nothing is accepted")
            back = how(server)
            mover.refused("not-saved", "move", **move)
            assert ready(server) == (503, "the store fails"), how
            mover.refused("not-saved", "create", settings={})
            log = server.log()
            assert log.count("nothing is accepted") == lines + 1, log
            assert words in log.rpartition("nothing is accepted")[2], log
            back()
            for player in players:
                player.until(lambda p=player: p.notices[-1:] == ["store-up"])
            assert ready(server) == (200, "ready")
            assert mover.views[table].seq >= seq
            # Everything that was acknowledged is in the file that is there.
            server.kill()
            server.start()
            for player in players:
                player.reconnect()
                assert player.views[table].seq >= seq


@test("a file that is gone is noticed where nobody plays")
def _(folder):
    with Server(folder) as server:
        assert ready(server) == (200, "ready")
        back = take_away(server)
        assert ready(server) == (503, "the store fails")
        back()
        end = time.monotonic() + 20
        while ready(server)[0] != 200 and time.monotonic() < end:
            time.sleep(0.05)
        assert ready(server) == (200, "ready")


@test("a file that becomes empty, or whose WAL is removed")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("emptied")
        table, players = game_of(server, 2, luck, starts=3)
        left = iter(range(6))
        play_on(players, table, luck,
                step=lambda *_: next(left, None) is None)
        seq = players[0].views[table].seq
        # What is open can be saved, and so nobody notices.
        os.unlink(f"{server.db}-wal")
        left = iter(range(3))
        play_on(players, table, luck,
                step=lambda *_: next(left, None) is None)
        assert players[0].views[table].seq > seq
        seq = players[0].views[table].seq
        server.kill()
        server.start()
        for player in players:
            player.reconnect()
            assert player.views[table].seq >= seq
        shutil.copy(server.db, f"{server.db}.copy")
        mover = next(p for p in players if p.moves(table))
        os.truncate(server.db, 0)
        mover.refused("not-saved", "move", table=table,
                      move=choose(mover.moves(table), luck))
        assert ready(server) == (503, "the store fails")
        assert "become an empty file" in server.log()
        with open(server.db, "r+b") as file:
            file.write(pathlib.Path(f"{server.db}.copy").read_bytes())
        for player in players:
            player.until(lambda p=player: p.notices[-1:] == ["store-up"])
        left = iter(range(3))
        play_on(players, table, luck,
                step=lambda *_: next(left, None) is None)
