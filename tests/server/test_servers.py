#!/usr/bin/env python3
"""Several servers on one database: whoever plays need not know at which of them
the others are, what two write at once is judged once, and what one leaves behind
another takes up.

usage: test_servers.py [WORDS...]     (TAP)
"""

import contextlib
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import threading
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                str(pathlib.Path(__file__).resolve().parents[1] / "support")]
from players import (SOURCE, TIOLI, WAIT, Gone, Player,  # noqa: E402
                     Server, Suite, choose, figure, figures, luck_of, play_on)
from client import http  # noqa: E402
from postgres import Postgres  # noqa: E402

test = Suite()


def wait_for(ready, what="it never comes"):
    end = time.monotonic() + WAIT
    while not ready():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def servers_meet(found):
    """Each knows of all before anything is tried."""
    wait_for(lambda: all(
        figure(server, "tioli_cluster_servers") == len(found)
        for server in found), "they don't find each other")


@contextlib.contextmanager
def servers(folder, count=2, *options):
    """So many on a database of their own."""
    with Postgres() as database, contextlib.ExitStack() as stack:
        found = []
        for number in range(count):
            home = pathlib.Path(folder) / f"s{number}"
            home.mkdir()
            found.append(stack.enter_context(
                Server(home, "--name", f"s{number}", *options,
                       db=database.url)))
        servers_meet(found)
        yield database, found


def pump(players):
    for player in players:
        player.pump()


def until_all(players, ready, what="they wait in vain"):
    end = time.monotonic() + WAIT
    while not all(ready(player) for player in players):
        assert time.monotonic() < end, what
        select.select([p.socket.sock for p in players], [], [], 0.05)
        pump(players)


def same_seq(players, table, seq):
    until_all(players, lambda p: p.views[table].state_seq >= seq,
              f"somebody is not told of {seq}")


def table_of(players, **settings):
    """A table of all of them, wherever they are; it has begun."""
    table = players[0].create(players=len(players), **settings)
    for player in players[1:]:
        player.join(table)
    until_all(players, lambda p: p.state(table)["phase"] == "playing")
    return table


def events_of(database, table):
    return [int(line) for line in database.sql(
        f"SELECT seq FROM tioli.event WHERE table_id = '{table}' "
        "ORDER BY seq").split()]


def move_to(player, server):
    """As if the proxy had led the next connection elsewhere."""
    player.server = server
    player.reconnect()


def all_can_move(players, table):
    return [p for p in players if p.moves(table)]


@test("a game of people at different servers, and its record at both")
def _(folder):
    with servers(folder, 3) as (database, found):
        luck = luck_of("several servers")
        players = [Player(server) for server in found]
        table = table_of(players, starts=1)
        play_on(players, table, luck)
        last = max(p.views[table].seq for p in players)
        same_seq(players, table, last)
        totals = [[one["total"] for one in p.state(table)["game"]["players"]]
                  for p in players]
        assert totals.count(totals[0]) == len(totals), totals
        events = events_of(database, table)
        assert events == list(range(events[0], events[0] + len(events)))
        for player, server in zip(players, reversed(found)):
            move_to(player, server)
            assert [game["table"] for game in player.do("mine")["records"]] == [
                table]
            record = http(server.port, f"/api/tables/{table}/record",
                          fields=[f"Authorization: Bearer {player.token}"])
            assert record.status == 200, record.status
        path = pathlib.Path(folder) / "record"
        path.write_bytes(record.body)
        subprocess.run([TIOLI, "verify", str(path)], check=True,
                       stdout=subprocess.DEVNULL)
        assert sum(figure(server, "tioli_games_finished_total")
                   for server in found) == 1


@test("a table is there at every server at once: by its link, its code, in lists")
def _(folder):
    with servers(folder) as (_, (one, two)):
        anna, ben = Player(one), Player(two)
        for _ in range(5):
            table = anna.create(players=2, listed=True)
            assert ben.enter(table)["ok"]
            spoken = anna.state(table)["you"]["spoken"]
            assert ben.do("find", spoken=spoken.lower())["table"] == table
            assert ben.state(table)["you"]["spoken"] == spoken
            anna.do("close", table=table)
            ben.until(lambda: ben.views[table].gone == "closed")
            ben.refused("no-such-code", "find", spoken=spoken)
        table = anna.create(players=2, listed=True)
        wait_for(lambda: table in http(two.port, "/api/tables").body.decode())
        for server in (two, one):
            move_to(anna, server)
            tables = anna.do("mine")["tables"]
            assert [at["table"] for at in tables] == [table], tables
        ben.refused("no-such-table", "enter", table="0" * 24)


def hold(database, table):
    """Keeps the table's log locked for a second; a thread that is joined."""
    thread = threading.Thread(target=database.sql, args=(
        f"BEGIN; SELECT 1 FROM tioli.log WHERE table_id = '{table}' "
        "FOR UPDATE; SELECT pg_sleep(1); COMMIT",))
    thread.start()
    wait_for(lambda: database.sql(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE wait_event = 'PgSleep'") == "1", "the log is not held")
    return thread


@test("what two servers write at once is judged once, in one order")
def _(folder):
    with servers(folder) as (database, (one, two)):
        luck = luck_of("at once")
        players = [Player(one), Player(two)]
        table = table_of(players, starts=3)
        both = 0

        def at_once(_):
            """Both answer a common phase without having read of the other."""
            nonlocal both
            able = all_can_move(players, table)
            if len(able) < 2:
                return False
            if both == 0:  # both find the log locked, and so both meet
                holder = hold(database, table)
            asked = [(p, p.send("move", table=table,
                                at=p.state(table)["position"],
                                move=choose(p.moves(table), luck)))
                     for p in able]
            if both == 0:
                holder.join()
            for player, id in asked:
                player.until(lambda: id in player.answers)
                answer = player.answers.pop(id)
                assert answer.get("ok"), answer
                assert database.sql(
                    "SELECT count(*) FROM tioli.event WHERE "
                    f"encode(bytes, 'escape') LIKE '%{id}%'") == "1"
            both += 1
            same_seq(players, table, events_of(database, table)[-1])
            return False
        play_on(players, table, luck, step=at_once)
        assert both >= 3, both
        conflicts = sum(figure(s, "tioli_conflicts_total") for s in (one, two))
        assert conflicts >= 1, "they never met"
        events = events_of(database, table)
        assert events == list(range(events[0], events[0] + len(events)))


@test("a request that is asked again at another server is not done again")
def _(folder):
    with servers(folder) as (_, (one, two)):
        luck = luck_of("again")
        anna, ben = players = [Player(one), Player(two)]
        table = table_of(players, starts=1)
        for number in range(6):
            until_all(players, lambda _: all_can_move(players, table))
            mover = all_can_move(players, table)[0]
            id = mover.id()
            asked = dict(table=table, at=mover.state(table)["position"],
                         move=choose(mover.moves(table), luck))
            first = mover.ask("move", id=id, **asked)
            move_to(mover, two if mover.server is one else one)
            again = mover.ask("move", id=id, **asked)
            assert first["ok"] and again["ok"], (first, again)
            assert again["seq"] == first["seq"] and again["again"]
            same_seq(players, table, first["seq"])
        made = anna.do("create", id="once", settings={"players": 2})
        move_to(anna, one if anna.server is two else two)
        again = anna.do("create", id="once", settings={"players": 2})
        assert again["table"] == made["table"] and again["again"]


@test("whoever comes to another server hears at least what they knew")
def _(folder):
    with servers(folder) as (_, found):
        luck = luck_of("comes")
        players = [Player(found[0]), Player(found[1])]
        table = table_of(players, starts=1)

        def move_on(player):
            if luck.random() < 0.3:
                other = found[0] if player.server is found[1] else found[1]
                known = player.views[table].seq
                move_to(player, other)
                assert player.views[table].seq >= known
            return False
        play_on(players, table, luck, step=move_on)


@test("who is there, reactions, and being there twice")
def _(folder):
    with servers(folder) as (_, (one, two)):
        anna, ben = players = [Player(one), Player(two)]
        table = table_of(players, starts=1)

        def there(player):
            seats = player.state(table)["seats"]
            present = {i + 1: seat["present"] for i, seat in enumerate(seats)}
            for said in player.views[table].presence:
                present[said["seat"]] = said["present"]
            return present

        until_all(players, lambda p: there(p) == {1: True, 2: True})
        anna.do("react", table=table, reaction="bravo")
        until_all(players, lambda p: p.views[table].said[-1:] == [(1, "bravo")])
        ben.end()
        until_all([anna], lambda p: there(p) == {1: True, 2: False})
        ben.connect()
        ben.enter(table, after=ben.views[table].seq)
        until_all(players, lambda p: there(p)[2])
        # At both: leaving one of them changes nothing.
        second = Player(one, token=ben.token)
        second.enter(table)
        ben.end()
        until_all([second], lambda p: there(p)[2])
        anna.do("react", table=table, reaction="bravo")
        until_all([anna, second], lambda p: p.views[table].said)
        assert there(anna)[2] and there(second)[2]


@test("bots go on when their server dies, and clocks run on")
def _(folder):
    with servers(folder, 3) as (database, found):
        luck = luck_of("bots")
        anna = Player(found[0])
        tables = []
        for _ in range(8):
            table = anna.create(players=2, starts=1)
            anna.do("bot", table=table, level="easy")
            anna.do("start", table=table)
            anna.until(lambda t=table: anna.state(t)["phase"] == "playing")
            tables.append(table)
        for victim in found[1:]:
            victim.kill()
            for table in tables:
                moves = iter(range(2))
                play_on([anna], table, luck,
                        step=lambda _: next(moves, None) is None)
        wait_for(lambda: figure(found[0], "tioli_cluster_shards",
                                of="this") == 64, "it does not take over")
        for victim in found[1:]:
            victim.start()
        wait_for(lambda: figure(found[0], "tioli_cluster_shards",
                                of="this") <= 22, "shares are not even")
        for table in tables:
            play_on([anna], table, luck)


@test("a server that was stopped for long wakes up as one of many")
def _(folder):
    with servers(folder) as (database, (one, two)):
        luck = luck_of("asleep")
        anna, ben = players = [Player(one), Player(two)]
        tables = []
        for _ in range(4):
            table = ben.create(players=3, starts=1)
            anna.join(table)
            ben.do("bot", table=table, level="easy")
            ben.do("start", table=table)
            until_all(players, lambda p, t=table:
                      p.state(t)["phase"] == "playing")
            tables.append(table)
        os.kill(one.process.pid, signal.SIGSTOP)
        try:
            wait_for(lambda: figure(two, "tioli_cluster_shards",
                                    of="this") == 64, "nobody takes over")
            for table in (t for t in tables if ben.moves(t)):
                ben.ask("move", table=table, at=ben.state(table)["position"],
                        move=choose(ben.moves(table), luck))
        finally:
            os.kill(one.process.pid, signal.SIGCONT)
        for table in tables:
            play_on(players, table, luck)
            events = events_of(database, table)
            assert events == list(range(events[0], events[0] + len(events)))


@test("a server that is asked to stop sends its players to the others")
def _(folder):
    with servers(folder) as (database, (one, two)):
        luck = luck_of("drain")
        anna, ben = players = [Player(one), Player(two)]
        table = table_of(players, starts=1)
        said = subprocess.run([TIOLI, "serve", "--db", database.url, "--drain",
                               "nobody"], capture_output=True, text=True)
        assert said.returncode == 1 and "s0, s1" in said.stderr, said
        asked = subprocess.Popen([TIOLI, "serve", "--db", database.url,
                                  "--drain", "s0"], stdout=subprocess.PIPE,
                                 text=True)
        with contextlib.suppress(Gone):
            anna.until(lambda: False)
        assert "draining" in anna.notices
        move_to(anna, two)
        assert asked.wait(timeout=WAIT) == 0
        assert "s0 has stopped" in asked.stdout.read()
        assert one.process.wait(timeout=WAIT) == 0
        wait_for(lambda: figure(two, "tioli_cluster_shards", of="this") == 64)
        play_on(players, table, luck)
        one.start()  # the stack ends it once more


@test("a server that comes back under its name takes its own place at once")
def _(folder):
    with servers(folder) as (_, (one, two)):
        one.kill()
        one.start()
        wait_for(lambda: figure(one, "tioli_cluster_servers") == 2)
        # Two of one name: the one that came first finds out, and stops.
        with Server(pathlib.Path(folder), "--name", "s0", db=one.db):
            assert one.process.wait(timeout=WAIT) == 0
        one.start()


@test("figures of several servers are documented, each of them")
def _(folder):
    told = (SOURCE / "docs" / "operating.md").read_text()
    table = told.split("| name, of several servers |")[1].split("\n\n")[0]
    told = set(re.findall(r"`(tioli_\w+)(?:\{\w+\})?`", table))
    with servers(folder) as (_, (one, _)):
        there = {name.split("{")[0] for name in figures(one)
                 if name.startswith("tioli_cluster")}
    assert told == there, told ^ there


@test("limits hold across servers: wrong codes here are wrong codes there")
def _(folder):
    with servers(folder) as (_, (one, two)):
        eve = Player(one)
        for _ in range(30):
            answer = eve.ask("find", spoken="BBBBB")
            if answer["error"] == "rate":
                break
        assert answer["error"] == "rate", answer
        other = Player(two)
        wait_for(lambda: other.ask("find", spoken="BBBBB")["error"] == "rate",
                 "the other server does not know of it")


if __name__ == "__main__":
    sys.exit(test.run(jobs=2))
