#!/usr/bin/env python3
"""A server on a machine whose clock is wrong: behind or ahead when it starts, or
set while it runs. Bots answer, players have the time they had, no table is
closed for it, and the log says what was noticed.

usage: test_clock.py LIBRARY [WORDS...]     (TAP; the library that changes clocks)
"""

import contextlib
import json
import mmap
import pathlib
import sqlite3
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from players import (Player, Server, Suite, figure, game_of,  # noqa: E402
                     luck_of, play_on)
from client import http  # noqa: E402

LIBRARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
HOUR = 3600
MOVE = 1800  # seconds for each move where there is a clock

test = Suite()


class Clock:
    """The clocks of a server that is started with `env`."""

    def __init__(self, folder):
        path = pathlib.Path(folder) / "clock"
        path.write_bytes(bytes(16))
        with open(path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 16)
        self.env = {"LD_PRELOAD": LIBRARY, "OTHER_CLOCK": str(path)}

    def add(self, day, steady):
        """Seconds to both clocks, at once."""
        old = struct.unpack_from("qq", self.map)
        struct.pack_into("qq", self.map, 0, old[0] + 1000 * day,
                         old[1] + 1000 * steady)

    def set(self, seconds):
        """Somebody sets the time of day."""
        self.add(seconds, 0)

    def wait(self, seconds):
        """Time passes."""
        self.add(seconds, seconds)

    def now(self):
        return time.time() + struct.unpack_from("q", self.map)[0] / 1000


@contextlib.contextmanager
def machine(folder):
    clock = Clock(folder)
    with Server(folder, env=clock.env) as server:
        yield clock, server


def against_bot(server, **settings):
    """A game with a bot, in which it is Anna's turn."""
    anna = Player(server, "Anna")
    table = anna.create(players=2, starts=3, **settings)
    anna.do("start", table=table, level="easy")
    anna.until(lambda: anna.moves(table))
    return anna, table


def exchange(anna, table):
    """Anna moves, and then it is her turn again: so the bot has answered."""
    view = anna.views[table]
    news = len([n for n in view.news.values() if n["event"] == "move"])
    made = []
    play_on([anna], table, luck_of("clock"),
            step=lambda p: len(made) == 4 or made.append(p))
    bots = [n for n in view.news.values()
            if n["event"] == "move" and n.get("by") != "person"]
    assert len(view.news) > news and bots, view.news
    anna.until(lambda: anna.moves(table))


def ordered(server, table):
    """Times of a table's events, which never go back."""
    store = sqlite3.connect(f"file:{server.db}?mode=ro", uri=True)
    rows = store.execute("SELECT bytes FROM event WHERE table_id = ? "
                         "ORDER BY seq", (table,)).fetchall()
    store.close()
    times = [int(row[0].split()[1]) for row in rows]
    assert times == sorted(times), times
    return times


def left(player, table, seat=0):
    """Seconds on a seat's clock, as of now."""
    player.enter(table)
    return player.state(table)["seats"][seat]["clock"] / 1000


def said(server, words):
    Player(server).do("ping")
    assert words in server.log(), server.log()


def created(server, table):
    reply = http(server.port, "/api/tables")
    one, = (t for t in json.loads(reply.body)["tables"]
            if t["table"] == table)
    return one["created"] / 1000


@test("started two hours behind, and set right later")
def _(folder):
    with machine(folder) as (clock, server):
        anna, table = against_bot(server, clock={"kind": "move",
                                                 "base": MOVE * 1000})
        exchange(anna, table)
        assert server.stop()[0] == 0
        clock.set(-2 * HOUR)
        server.start()
        said(server, "clock is 7")
        anna.reconnect()
        exchange(anna, table)
        before = left(anna, table)
        clock.wait(20)
        anna.do("ping")
        after = left(anna, table)
        assert 20 <= before - after < 40, (before, after)
        clock.set(2 * HOUR)
        said(server, "set forward by 7200 s")
        exchange(anna, table)
        other, second = against_bot(server)
        exchange(other, second)
        assert abs(left(anna, table) - MOVE) < 20
        assert server.stop()[0] == 0
        assert abs(ordered(server, table)[-1] / 1000 - clock.now()) < 120
        server.start()


@test("started 26 hours ahead, no table is closed")
def _(folder):
    with machine(folder) as (clock, server):
        host = Player(server)
        table = host.create(players=2, listed=True)
        anna, game = against_bot(server, clock={"kind": "move",
                                                "base": MOVE * 1000})
        assert server.stop()[0] == 0
        clock.set(26 * HOUR)
        server.start()
        said(server, "no server ran for 93")
        host.reconnect()
        assert host.state(table)["phase"] == "open"
        anna.reconnect()
        assert MOVE - left(anna, game) < 20
        exchange(anna, game)
        # Right again, which is back: the games go on from their own time.
        server.kill()
        clock.set(-26 * HOUR)
        server.start()
        said(server, "behind the time of the games")
        anna.reconnect()
        exchange(anna, game)
        Player(server).join(table)
        server.kill()
        ordered(server, game)
        server.start()


@test("years ahead, nobody loses a game or a name")
def _(folder):
    with machine(folder) as (clock, server):
        table, players = game_of(server, 2, luck_of("years"), check=False)
        play_on(players, table, luck_of("years"))
        kinds = ("records", "entries", "values")
        before = [figure(server, "tioli_store_rows", kind=kind)
                  for kind in kinds]
        assert before[:2] == [1, 2] and before[2] >= 2
        assert server.stop()[0] == 0
        clock.set(3 * 365 * 24 * HOUR)
        server.start()
        # The first look for what is old was before it was ready.
        assert [figure(server, "tioli_store_rows", kind=kind)
                for kind in kinds] >= before
        assert not any(figure(server, "tioli_store_forgotten_total", kind=kind)
                       for kind in kinds)


@test("set forward and back while it runs")
def _(folder):
    with machine(folder) as (clock, server):
        host = Player(server)
        table = host.create(players=2, listed=True)
        anna, game = against_bot(server, clock={"kind": "game",
                                                "base": MOVE * 1000})
        for hours, way in ((26, "forward"), (-52, "back"), (26, "forward")):
            clock.set(hours * HOUR)
            said(server, f"set {way} by {abs(hours) * HOUR} s")
            exchange(anna, game)
            assert MOVE - left(anna, game) < 30
        assert abs(created(server, table) - clock.now()) < 60
        host.enter(table)
        assert host.state(table)["phase"] == "open"
        text = http(server.port, "/metrics").body.decode()
        assert "\ntioli_clock_jumps_total 3\n" in text
        assert server.log().count("clock was set") == 3
        server.kill()
        ordered(server, game)
        server.start()


@test("a clock that was set and stays so is followed, and nobody pays for it")
def _(folder):
    with machine(folder) as (clock, server):
        host = Player(server)
        table = host.create(players=2, listed=True)
        anna, game = against_bot(server, clock={"kind": "game",
                                                "base": MOVE * 1000})
        idle = Player(server)
        away = idle.create(players=2)
        exchange(anna, game)
        clock.set(26 * HOUR)
        said(server, "set forward by 93600 s")
        assert "follows this machine's clock" not in server.log()
        clock.wait(61)
        said(server, "follows this machine's clock, by 936")
        for player in (host, anna, idle):
            player.reconnect()
        assert host.state(table)["phase"] == "open"
        assert idle.state(away)["phase"] == "open"
        assert MOVE - left(anna, game) < 61 + 30
        exchange(anna, game)
        fresh = host.create(players=2, listed=True)
        assert abs(created(server, fresh) - clock.now()) < 60
        # What the leap was is kept for the next run.
        server.kill()
        server.start()
        host.reconnect()
        assert host.state(table)["phase"] == "open"
        assert abs(created(server, table) + 26 * HOUR - clock.now()) < 180
        server.kill()
        ordered(server, game)
        server.start()


@test("a database without a time, or with nonsense, on a machine that is behind")
def _(folder):
    with machine(folder) as (clock, server):
        anna, game = against_bot(server)
        for change, words in (
                ("DELETE FROM value WHERE name = 'time'", "a table is 7"),
                ("UPDATE value SET bytes = x'736f' WHERE name = 'time'",
                 "makes no sense")):
            assert server.stop()[0] == 0
            store = sqlite3.connect(server.db)
            assert store.execute(change).rowcount == 1
            store.commit()
            store.close()
            clock.set(-2 * HOUR)
            server.start()
            said(server, words)
            anna.reconnect()
            exchange(anna, game)
        assert server.stop()[0] == 0
        ordered(server, game)
        server.start()


@test("a table is too old after a day in which there was a server")
def _(folder):
    with machine(folder) as (clock, server):
        host = Player(server)
        table = host.create(players=2)
        clock.wait(13 * HOUR)
        Player(server).do("ping")
        assert server.stop()[0] == 0
        clock.wait(26 * HOUR)
        server.start()
        clock.wait(10 * HOUR)
        guest = Player(server)
        guest.enter(table)
        assert guest.state(table)["phase"] == "open"
        guest.end()
        clock.wait(2 * HOUR)
        guest = Player(server)
        guest.enter(table)
        guest.until(lambda: guest.state(table)["phase"] == "closed")


if __name__ == "__main__":
    sys.exit(test.run())
