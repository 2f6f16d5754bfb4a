#!/usr/bin/env python3
"""A server whose disk is slow: a commit is held for as long as the test likes.
Whoever needn't wait for the disk is served meanwhile, nothing is told before it
is saved, and nothing is lost or told twice when it is, or when it can't be.

usage: test_slow.py LIBRARY [WORDS...]     (TAP; the library that holds syncs)
"""

import contextlib
import fcntl
import json
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from players import (WAIT, Player, Server, Suite, choose,  # noqa: E402
                     figure, game_of, luck_of, play_on)
from client import http  # noqa: E402

LIBRARY = str(pathlib.Path(sys.argv.pop(1)).resolve())

test = Suite()


class Disk:
    """The disk of a server that is started with `env`."""

    def __init__(self, folder):
        self.path = pathlib.Path(folder) / "gate"
        self.path.write_bytes(b"")
        self.gate = open(self.path, "r+b")
        self.env = {"LD_PRELOAD": LIBRARY, "SLOW_DISK": str(self.path)}

    def hold(self):
        """No sync ends from now on."""
        fcntl.flock(self.gate, fcntl.LOCK_EX)

    def release(self):
        fcntl.flock(self.gate, fcntl.LOCK_UN)

    def fail(self):
        """Those that are held fail, and all that follow."""
        self.path.write_bytes(b"broken")
        self.release()

    def mend(self):
        self.path.write_bytes(b"")


@contextlib.contextmanager
def machine(folder):
    disk = Disk(folder)
    with Server(folder, env=disk.env) as server:
        try:
            yield disk, server
        finally:
            disk.mend()
            disk.release()


def wait_for(ready):
    end = time.monotonic() + WAIT
    while not ready():
        assert time.monotonic() < end, "it never comes"
        time.sleep(0.005)


def laps(server, *players):
    """Some laps of the loop, in which whatever can be told is told."""
    for _ in range(3):
        for player in players:
            player.do("ping")
        assert http(server.port, "/healthz").status == 200


def mover_of(players, table):
    for player in players:
        player.pump()
    return next(p for p in players if p.moves(table))


def send_move(player, table, luck, **more):
    """A move that nobody waits for."""
    return player.send("move", table=table, at=player.state(table)["position"],
                       move=choose(player.moves(table), luck), **more)


def held_move(server, player, table, luck):
    """The same, and the server has looked at it when this returns."""
    before = figure(server, "tioli_requests_total")
    id = send_move(player, table, luck)
    wait_for(lambda: figure(server, "tioli_requests_total") > before)
    return id


def play_some(players, table, luck):
    """It goes on."""
    left = iter(range(5))
    play_on(players, table, luck, step=lambda _: next(left, None) is None)


def told_nothing(*players):
    for player in players:
        assert player.socket.quiet(), (player.name, player.socket.recv())


@test("whoever needn't wait for the disk is served while a commit is held")
def _(folder):
    with machine(folder) as (disk, server):
        luck = luck_of("slow")
        slow, players = game_of(server, 2, luck, starts=1)
        other, others = game_of(server, 3, luck, starts=1, watch="public")
        watcher, stranger = Player(server), Player(server)
        watcher.enter(slow)
        for player in [*players, *others, watcher, stranger]:
            player.pump()
        disk.hold()
        mover = mover_of(players, slow)
        id = held_move(server, mover, slow, luck)
        seq = watcher.views[slow].seq

        # A ping, a look at another table, reads of another table.
        laps(server, stranger, *others)
        stranger.enter(other)
        assert stranger.state(other)["phase"] == "playing"
        other_mover = mover_of(others, other)
        move = choose(other_mover.moves(other), luck)
        assert "ok" in other_mover.do("try", table=other, move=move)
        assert "deck" in stranger.do("deck", table=other)
        assert others[0].do("react", table=other, reaction="bravo")
        stranger.until(lambda: stranger.views[other].said)
        lists = json.loads(http(server.port, "/api/tables").body)
        assert [t["table"] for t in lists["tables"]] == [other]
        assert http(server.port, "/readyz").status == 200
        assert figure(server, "tioli_requests_waiting") == 0
        assert figure(server, "tioli_commits_in_flight") == 1

        # And nobody was told of the move.
        told_nothing(*players, watcher)
        assert figure(server, "tioli_moves_total") == 0
        disk.release()
        mover.until(lambda: id in mover.answers)
        assert mover.answers.pop(id)["ok"]
        watcher.until(lambda: watcher.views[slow].seq > seq)
        wait_for(lambda: figure(server, "tioli_commits_in_flight") == 0)
        play_some(players, slow, luck)
        play_some(others, other, luck)


@test("what comes for a table that is being saved waits, in its order")
def _(folder):
    with machine(folder) as (disk, server):
        luck = luck_of("order")
        table, players = game_of(server, 2, luck, starts=1)
        late = Player(server)
        for player in [*players, late]:
            player.pump()
        disk.hold()
        mover = mover_of(players, table)
        held_move(server, mover, table, luck)
        mover.seen.clear()
        first = mover.send("react", table=table, reaction="bravo")
        second = mover.send("ping")
        third = mover.send("deck", table=table)
        late.send("enter", table=table)
        wait_for(lambda: figure(server, "tioli_requests_waiting") == 4)
        told_nothing(*players, late)
        disk.release()
        mover.until(lambda: third in mover.answers)
        order = [json.loads(text).get("re") for text in mover.seen]
        assert ([id for id in order if id in (first, second, third)]
                == [first, second, third]), order
        late.until(lambda: table in late.views and late.state(table))
        wait_for(lambda: figure(server, "tioli_requests_waiting") == 0)
        assert late.views[table].seq == mover.views[table].seq
        play_some(players, table, luck)


@test("moves at two tables: the second is saved and told after the first")
def _(folder):
    with machine(folder) as (disk, server):
        luck = luck_of("two")
        games = [game_of(server, 2, luck, starts=1) for _ in range(2)]
        commits = figure(server, "tioli_commits_total")
        disk.hold()
        ids = []
        for table, players in games:
            mover = mover_of(players, table)
            ids.append((mover, held_move(server, mover, table, luck)))
        # The second is collected for the next commit.
        again = games[1][1][0].send("deck", table=games[1][0])
        wait_for(lambda: figure(server, "tioli_requests_waiting") == 1)
        told_nothing(*games[0][1], *games[1][1])
        disk.release()
        for mover, id in ids:
            mover.until(lambda: id in mover.answers)
            assert mover.answers.pop(id)["ok"]
        asked = games[1][1][0]
        asked.until(lambda: again in asked.answers)
        assert figure(server, "tioli_commits_total") >= commits + 2
        for table, players in games:
            play_some(players, table, luck)


@test("requests that read from the store wait for it")
def _(folder):
    with machine(folder) as (disk, server):
        luck = luck_of("readers")
        table, players = game_of(server, 2, luck, starts=1)
        known = Player(server)
        made = []
        ask = json.dumps({"id": "1", "settings": {"players": 2}}).encode()
        fields = [f"Authorization: Bearer {known.token}",
                  "Content-Type: application/json"]
        disk.hold()
        mover = mover_of(players, table)
        id = held_move(server, mover, table, luck)
        threads = [threading.Thread(target=lambda: made.append(http(
            server.port, "/api/tables", "POST", fields, ask)))]
        threads.append(threading.Thread(target=lambda: made.append(http(
            server.port, "/api/records"))))
        threads.append(threading.Thread(target=lambda: made.append(
            Player(server, "New"))))
        for thread in threads:
            thread.start()
        mine = known.send("mine")
        create = known.send("create", settings={"players": 2})
        wait_for(lambda: figure(server, "tioli_requests_waiting") == 5)
        laps(server)
        assert not made
        told_nothing(known, *players)
        disk.release()
        for thread in threads:
            thread.join(WAIT)
        assert len(made) == 3
        statuses = sorted(m.status for m in made if not isinstance(m, Player))
        assert statuses == [200, 201], statuses
        known.until(lambda: mine in known.answers and create in known.answers)
        assert known.answers[create]["ok"] and known.answers[mine]["ok"]
        mover.until(lambda: id in mover.answers)
        assert figure(server, "tioli_tables", phase="open") == 2


@test("the queue is bounded: a connection that asks on and on is told so")
def _(folder):
    with machine(folder) as (disk, server):
        luck = luck_of("bounded")
        table, players = game_of(server, 2, luck, starts=1)
        mover = mover_of(players, table)
        disk.hold()
        id = held_move(server, mover, table, luck)
        ids = [mover.id() for _ in range(40)]
        for one in ids:
            mover.socket.send(json.dumps(
                {"id": one, "do": "deck", "table": table}) + 4000 * " ")
        # 64 KiB have room, and the others are refused when they come; but behind
        # the answer to the move.
        waiting = 64 * 1024 // 4100
        wait_for(lambda: abs(figure(server, "tioli_requests_waiting")
                             - waiting) <= 1)
        wait_for(lambda: figure(server, "tioli_refusals_total",
                                error="busy") >= 40 - waiting - 1)
        told_nothing(mover)
        disk.release()
        mover.until(lambda: id in mover.answers
                    and all(i in mover.answers for i in ids))
        busy = [i for i in ids if mover.answers[i].get("error") == "busy"]
        assert abs(len(busy) - 40 + waiting) <= 1, len(busy)
        assert busy == ids[-len(busy):]
        assert all(mover.answers[i]["ok"] for i in ids if i not in busy)


@test("a stop waits for the commit in flight")
def _(folder):
    with machine(folder) as (disk, server):
        luck = luck_of("stop")
        table, players = game_of(server, 2, luck, starts=1)
        disk.hold()
        mover = mover_of(players, table)
        id = held_move(server, mover, table, luck)
        waits = mover.send("deck", table=table)
        wait_for(lambda: figure(server, "tioli_requests_waiting") == 1)
        server.process.terminate()
        wait_for(lambda: "draining" in server.log())
        assert server.process.poll() is None
        told_nothing(*players)
        disk.release()
        mover.until(lambda: id in mover.answers and waits in mover.answers)
        assert mover.answers[id]["ok"]
        assert server.process.wait(WAIT) == 0
        seq = mover.answers[id]["seq"]
        server.start()
        for player in players:
            player.end()
            player.connect()
            player.enter(table)
            assert player.views[table].seq >= seq
        play_some(players, table, luck)


@test("a commit that fails in the end: nothing of it has happened")
def _(folder):
    with machine(folder) as (disk, server):
        luck = luck_of("fails")
        games = [game_of(server, 2, luck, starts=1) for _ in range(2)]
        before = [players[0].views[table].seq for table, players in games]
        disk.hold()
        ids = []
        for table, players in games:
            mover = mover_of(players, table)
            ids.append((mover, held_move(server, mover, table, luck)))
        waits = ids[0][0].send("deck", table=games[0][0])
        wait_for(lambda: figure(server, "tioli_requests_waiting") == 1)
        told_nothing(*games[0][1], *games[1][1])
        disk.fail()
        for mover, id in ids:
            mover.until(lambda: id in mover.answers)
            assert mover.answers.pop(id)["error"] == "not-saved"
            mover.until(lambda: "store-down" in mover.notices)
        ids[0][0].until(lambda: waits in ids[0][0].answers)
        assert figure(server, "tioli_moves_total") == 0
        disk.mend()
        for (table, players), seq in zip(games, before):
            for player in players:
                player.until(lambda: "store-up" in player.notices)
                assert player.views[table].seq >= seq
            play_some(players, table, luck)


@test("whoever goes while their move is saved finds it when they come back")
def _(folder):
    with machine(folder) as (disk, server):
        luck = luck_of("gone")
        table, players = game_of(server, 2, luck, starts=1)
        disk.hold()
        mover = mover_of(players, table)
        seq = mover.views[table].seq
        id = held_move(server, mover, table, luck)
        mover.send("deck", table=table)
        wait_for(lambda: figure(server, "tioli_requests_waiting") == 1)
        mover.end()
        wait_for(lambda: figure(server, "tioli_requests_waiting") == 0)
        disk.release()
        other = next(p for p in players if p is not mover)
        other.until(lambda: other.views[table].seq > seq)
        mover.connect()
        mover.enter(table, after=seq)
        assert mover.ask("move", id=id, table=table, at=0,
                         move="pass")["again"]
        play_some(players, table, luck)


if __name__ == "__main__":
    sys.exit(test.run())
