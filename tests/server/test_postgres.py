#!/usr/bin/env python3
"""A server whose games are in PostgreSQL: what was acknowledged is there after
the server, the connection or the database dies, once, and in order; and whoever
gives a wrong address is told what is wrong with it.

usage: test_postgres.py [WORDS...]     (TAP)
"""

import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                str(pathlib.Path(__file__).resolve().parents[1] / "support")]
from players import (TIOLI, WAIT, Player, Server, Suite,  # noqa: E402
                     choose, figure, game_of, luck_of, play_on)
from client import http  # noqa: E402
from postgres import Postgres, Proxy  # noqa: E402

test = Suite()


def wait_for(ready):
    end = time.monotonic() + WAIT
    while not ready():
        assert time.monotonic() < end, "it never comes"
        time.sleep(0.02)


def play_some(players, table, luck, count=4):
    left = iter(range(count))
    play_on(players, table, luck, step=lambda _: next(left, None) is None)


def mover_of(players, table):
    found = []

    def look():
        for player in players:
            player.pump()
        found[:] = [p for p in players if p.moves(table)]
        return found
    wait_for(look)
    return found[0]


def move(player, table, luck, id=None):
    return player.ask("move", id=id, table=table,
                      at=player.state(table)["position"],
                      move=choose(player.moves(table), luck))


def come_back(players, table):
    for player in players:
        player.end()
        player.connect()
        player.enter(table, after=player.views[table].seq)


def events_of(database, table):
    return [int(line) for line in database.sql(
        f"SELECT seq FROM tioli.event WHERE table_id = '{table}' "
        "ORDER BY seq").split()]


@test("a game goes on after a restart, and its record is kept")
def _(folder):
    with Postgres() as database, Server(folder, db=database.url) as server:
        luck = luck_of("postgres")
        table, players = game_of(server, 2, luck, starts=1)
        play_some(players, table, luck)
        assert server.stop()[0] == 0
        assert database.sql("SELECT count(*) FROM tioli.log") == "1"
        server.start()
        come_back(players, table)
        play_on(players, table, luck)
        mine = players[0].do("mine")
        assert [game["table"] for game in mine["records"]] == [table]
        record = http(server.port, f"/api/tables/{table}/record",
                      fields=[f"Authorization: Bearer {players[0].token}"])
        assert record.status == 200 and b"tioli" in record.body
        assert figure(server, "tioli_store_rows", kind="records") == 1
        assert figure(server, "tioli_store_bytes", part="file") > 1e6
        assert "postgres@" not in server.log()
        assert "Games are kept in postgresql://127.0.0.1:" in server.log()


@test("a server that is killed after any move has lost none")
def _(folder):
    with Postgres() as database, Server(folder, db=database.url) as server:
        luck = luck_of("killed")
        table, players = game_of(server, 2, luck, starts=1)
        for _ in range(6):
            answer = move(mover_of(players, table), table, luck)
            assert answer["ok"], answer
            server.kill()
            events = events_of(database, table)
            assert events == list(range(1, len(events) + 1))
            assert len(events) >= answer["seq"]
            server.start()
            come_back(players, table)
        play_some(players, table, luck)


@test("a commit whose request or reply is lost is made once, and acknowledged")
def _(folder):
    with Postgres() as database:
        proxy = Proxy(database.port)
        with Server(folder, db=proxy.url) as server:
            luck = luck_of("lost")
            table, players = game_of(server, 2, luck, starts=1)
            for number, how in enumerate(["reply", "request"] * 3):
                mover = mover_of(players, table)
                proxy.cut = how
                answer = move(mover, table, luck)
                assert answer.get("ok"), (how, answer)
                assert proxy.cuts == number + 1
                for player in players:
                    player.until(lambda p=player: p.views[table].seq
                                 >= answer["seq"])
                assert len(events_of(database, table)) >= answer["seq"]
            assert "store-down" not in players[0].notices
            assert database.sql("SELECT epoch FROM tioli.writer") == "7"
            play_some(players, table, luck)
        proxy.close()


@test("a connection that is cut again and again: each move is there once")
def _(folder):
    with Postgres() as database:
        proxy = Proxy(database.port)
        with Server(folder, db=proxy.url) as server:
            luck = luck_of("again and again")
            table, players = game_of(server, 2, luck, starts=4)
            unsure = 0
            for number in range(1, 19):
                mover = mover_of(players, table)
                cut = ["reply", "request", number][number % 3]
                proxy.cut, proxy.then = cut, number
                asked = dict(table=table, at=mover.state(table)["position"],
                             move=choose(mover.moves(table), luck))
                id = mover.id()
                answer = mover.ask("move", id=id, **asked)
                while answer.get("error") == "not-saved":
                    # Nobody knew: asked again, it is done, or was.
                    unsure += 1
                    wait_for(lambda: http(server.port,
                                          "/readyz").status == 200)
                    answer = mover.ask("move", id=id, **asked)
                assert answer.get("ok"), (number, cut, answer)
                for player in players:
                    player.until(lambda p=player: p.views[table].seq
                                 >= answer["seq"])
                events = events_of(database, table)
                assert events == list(range(1, len(events) + 1))
                assert database.sql(
                    "SELECT count(*) FROM tioli.event WHERE "
                    f"encode(bytes, 'escape') LIKE '%{id}%'") == "1"
            assert proxy.cuts >= 9 and unsure, (proxy.cuts, unsure)
            proxy.cut = proxy.then = None
        proxy.close()


@test("a database that is away: nothing is accepted, all goes on when it is back")
def _(folder):
    with Postgres() as database, Server(folder, db=database.url) as server:
        luck = luck_of("away")
        table, players = game_of(server, 2, luck, starts=1)
        play_some(players, table, luck, 2)
        mover = mover_of(players, table)
        database.stop()
        answer = move(mover, table, luck)
        assert answer.get("error") == "not-saved", answer
        mover.until(lambda: "store-down" in mover.notices)
        assert http(server.port, "/readyz").status == 503
        assert figure(server, "tioli_store_up") == 0
        mover.do("ping")
        Player(server)  # can say hello
        database.start()
        for player in players:
            player.until(lambda p=player: "store-up" in p.notices)
        assert http(server.port, "/readyz").status == 200
        play_some(players, table, luck)


@test("a database that hangs holds up nobody who needn't wait for it")
def _(folder):
    with Postgres() as database, Server(folder, db=database.url) as server:
        luck = luck_of("hangs")
        table, players = game_of(server, 2, luck, starts=1)
        other, others = game_of(server, 2, luck, starts=1)
        mover = mover_of(players, table)
        backend = int(database.sql("SELECT pid FROM pg_stat_activity WHERE "
                                   "application_name LIKE 'tioli %'"))
        os.kill(backend, signal.SIGSTOP)
        try:
            before = figure(server, "tioli_requests_total")
            id = mover.send("move", table=table,
                            at=mover.state(table)["position"],
                            move=choose(mover.moves(table), luck))
            wait_for(lambda: figure(server, "tioli_requests_total") > before)
            for _ in range(3):
                others[0].do("ping")
                others[1].enter(other)
            assert mover.socket.quiet()
        finally:
            os.kill(backend, signal.SIGCONT)
        mover.until(lambda: id in mover.answers)
        assert mover.answers.pop(id)["ok"]
        # For good: then it is given up, and another connection is made.
        mover = mover_of(players, table)
        os.kill(backend, signal.SIGSTOP)
        try:
            answer = move(mover, table, luck)
            assert answer.get("ok"), answer
        finally:
            os.kill(backend, signal.SIGCONT)
        play_some(players, table, luck)


@test("whoever asks whether a server is ready hears of the database, played or not")
def _(folder):
    with Postgres() as database, Server(folder, db=database.url) as server:
        ready = http(server.port, "/readyz")
        assert (ready.status, ready.body) == (200, b"ready\n")
        assert figure(server, "tioli_store_up") == 1
        database.stop()
        wait_for(lambda: http(server.port, "/readyz").status == 503)
        assert http(server.port, "/readyz").body == b"the store fails\n"
        assert http(server.port, "/healthz").status == 200
        assert figure(server, "tioli_store_up") == 0
        wait_for(lambda: figure(server, "tioli_store_lag_seconds") > 0)
        database.start()
        wait_for(lambda: http(server.port, "/readyz").status == 200)
        assert figure(server, "tioli_store_up") == 1
        assert figure(server, "tioli_store_lag_seconds") == 0


@test("a standby takes over; a former primary that comes back is refused")
def _(folder):
    with Postgres() as first, Postgres(standby_of=first) as second:
        hosts = (f"postgresql://postgres@127.0.0.1:{first.port},"
                 f"127.0.0.1:{second.port}/postgres")
        with Server(folder, db=hosts) as server:
            luck = luck_of("takes over")
            table, players = game_of(server, 2, luck, starts=1)
            play_some(players, table, luck, 2)
            mover = mover_of(players, table)
            where = first.sql("SELECT pg_current_wal_lsn()")
            wait_for(lambda: second.sql(
                f"SELECT pg_last_wal_replay_lsn() >= '{where}'") == "t")
            first.stop()
            second.promote()
            answer = move(mover, table, luck)
            if answer.get("error") == "not-saved":
                mover.until(lambda: "store-up" in mover.notices)
            mover.until(lambda: mover.moves(table) or any(
                p.moves(table) for p in players if not p.pump()))
            play_some(players, table, luck, 3)
            # Those last moves are not in the first one's data.
            mover_of(players, table)
            ups = [p.notices.count("store-up") for p in players]
            second.stop()
            first.start()
            answer = move(mover_of(players, table), table, luck)
            assert answer.get("error") == "not-saved", answer
            wait_for(lambda: "lacks what was saved" in server.log())
            assert http(server.port, "/readyz").status == 503
            first.stop()
            second.start()
            for player, count in zip(players, ups):
                player.until(lambda p=player, c=count:
                             p.notices.count("store-up") > c)
            play_some(players, table, luck)


@test("a table that was changed behind its back is not played on")
def _(folder):
    with Postgres() as database, Server(folder, db=database.url) as server:
        luck = luck_of("changed")
        table, players = game_of(server, 2, luck, starts=1)
        assert server.stop()[0] == 0
        database.sql("UPDATE tioli.event SET bytes = bytes || ' '::bytea "
                     "WHERE seq = 3")
        server.start()
        players[0].end()
        players[0].connect()
        players[0].refused("damaged", "enter", table=table)


@test("games move from a file to a database and back, and go on")
def _(folder):
    with Postgres() as database:
        luck = luck_of("copies")
        with Server(folder) as server:
            table, players = game_of(server, 2, luck, starts=1)
            other, others = game_of(server, 2, luck, starts=1)
            play_on(others, other, luck)
            play_some(players, table, luck)
            assert server.stop()[0] == 0
            copy(server.db, database.url)
            server.db = database.url
            server.start()
            come_back(players, table)
            play_some(players, table, luck)
            mine = others[0]
            mine.end()
            mine.connect()
            assert len(mine.do("mine")["records"]) == 1
            # Not while it runs.
            assert "stop them first" in copy(database.url, f"{folder}/no.db", 1)
            assert server.stop()[0] == 0
            copy(database.url, f"{folder}/back.db")
            server.db = f"{folder}/back.db"
            server.start()
            come_back(players, table)
            play_on(players, table, luck)


def copy(source, to, status=0):
    done = subprocess.run([TIOLI, "store", "copy", source, to],
                          capture_output=True, text=True, check=False)
    assert done.returncode == status, done
    return done.stdout + done.stderr


# ---- Wrong addresses --------------------------------------------------------

def refused(db, *words):
    """The server does not start, and says why."""
    done = subprocess.run(
        [TIOLI, "serve", "--listen", "127.0.0.1", "--port", "0", "--no-qr",
         "--db", db], capture_output=True, text=True, timeout=WAIT,
        stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 1, (done.returncode, done.stderr)
    for word in words:
        assert word in done.stderr, (word, done.stderr)
    assert "secret" not in done.stderr, done.stderr


@test("whoever gives a wrong address is told what is wrong with it")
def _(folder):
    with Postgres() as database:
        at = f"127.0.0.1:{database.port}"
        refused("postgresql://postgres:secret@[", "is not an address")
        refused(f"postgresql://postgres@{at}/nothing", '"nothing" does not exist')
        refused(f"postgresql://nobody@{at}/postgres", '"nobody" does not exist')
        refused("postgresql://postgres:secret@127.0.0.1:1/postgres",
                "connection", "refused")
        database.sql("CREATE ROLE guest LOGIN")
        refused(f"postgresql://guest@{at}/postgres", "has no right",
                "GRANT it CREATE ON DATABASE")
        assert database.sql("SELECT count(*) FROM pg_namespace "
                            "WHERE nspname = 'tioli'") == "0"
        # A schema that was made for it is enough.
        database.sql("CREATE SCHEMA tioli AUTHORIZATION guest")
        with Server(folder, db=f"postgresql://guest@{at}/postgres"):
            pass
        database.sql("UPDATE tioli.version SET version = 99, steps = 99")
        refused(database.url, "a later version of tioli", "99")
        database.sql("DROP SCHEMA tioli CASCADE; CREATE SCHEMA tioli; "
                     "CREATE TABLE tioli.mine (id int)")
        refused(database.url, "is not this program's")
        assert database.sql("SELECT count(*) FROM pg_class JOIN pg_namespace "
                            "ON relnamespace = pg_namespace.oid "
                            "WHERE nspname = 'tioli'") == "1"
        database.sql("DROP SCHEMA tioli CASCADE")
        with Postgres(standby_of=database) as standby:
            refused(standby.url, "read-only")


@test("rights that are taken away: a sentence, and then it goes on")
def _(folder):
    with Postgres() as database:
        database.sql("CREATE ROLE guest LOGIN; "
                     "CREATE SCHEMA tioli AUTHORIZATION guest")
        url = f"postgresql://guest@127.0.0.1:{database.port}/postgres"
        with Server(folder, db=url) as server:
            luck = luck_of("rights")
            table, players = game_of(server, 2, luck, starts=1)
            database.sql("ALTER TABLE tioli.event OWNER TO postgres")
            answer = move(mover_of(players, table), table, luck)
            assert answer["error"] == "not-saved", answer
            wait_for(lambda: "has no right" in server.log())
            database.sql("ALTER TABLE tioli.event OWNER TO guest")
            for player in players:
                player.until(lambda p=player: "store-up" in p.notices)
            play_some(players, table, luck)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    sys.exit(test.run(3))
