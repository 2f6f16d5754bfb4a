"""Points of test_server.py about what is stored: lists and what they cost, who
may have how much, what is forgotten, and tables that nobody has opened yet."""

import json
import re
import resource
import sqlite3
import time

from client import http
from players import (Player, Server, bytes_of_chance, change, choose, figure,
                     game_of, luck_of, play_on)
from stock import copy_tables, id_of, put_records

DAY = 24 * 3600 * 1000
WAIT = 30


def wait_until(ready, what):
    end = time.monotonic() + WAIT
    while not ready():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def rows(server, statement, *values):
    store = sqlite3.connect(server.db)
    found = store.execute(statement, values).fetchall()
    store.close()
    return found


def records(server, before=None):
    reply = http(server.port, "/api/records" +
                 (f"?before={before}" if before else ""))
    assert reply.status == 200, reply.status
    answer = json.loads(reply.body)
    return [r["table"] for r in answer["records"]], answer["next"]


def when_due(place, due):
    """Changes the moment in the line about a table: its second number."""
    def change_line(number, about):
        parts = about.split(" ")
        parts[1] = str(due)
        return " ".join(parts)
    return change_line


def points(test):
    @test("public records are found at once, however many others there are")
    def _(folder):
        server = Server(folder)
        server.start()
        server.stop()
        now = int(time.time() * 1000)
        put_records(server.db, 2500, listed=0)
        put_records(server.db, 120, listed=1, first=10000,
                    time_of=lambda place: now - 10000000 - place // 3)
        put_records(server.db, 1, listed=1, first=20000, about='{"public":',
                    time_of=lambda _: now)
        with server:
            found, pages, following = [], 0, None
            while pages == 0 or following:
                page, following = records(server, following)
                found += page
                pages += 1
            assert pages == 3, pages
            assert sorted(found) == [id_of(10000 + i) for i in range(120)]
            assert "list of records can't be read" in server.log()

    @test("a server knows 2 000 tables without reading one")
    def _(folder):
        server = Server(folder, "--max-tables", "10000")
        with server:
            luck = luck_of("many tables")
            anna, ben = Player(server, "Anna"), Player(server, "Ben")
            plain = anna.create(players=3)
            listed = anna.create(players=2, listed=True)
            days, (cleo, _) = game_of(
                server, 2, luck, clock={"kind": "days", "base": 3 * DAY})
            closed = anna.create(players=2)
            anna.do("close", table=closed)
            was = [p.do("mine")["tables"] for p in (anna, cleo)]
            shown = json.loads(http(server.port, "/api/tables").body)
            assert server.stop()[0] == 0
            copies = copy_tables(server.db, [plain, listed, days], 2000)
            server.start()
            assert figure(server, "tioli_tables_loaded") == 0
            assert figure(server, "tioli_tables", phase="open") == 2 + 1334
            assert figure(server, "tioli_tables", phase="playing") == 1 + 666
            assert figure(server, "tioli_tables", phase="closed") == 1
            tables = json.loads(http(server.port, "/api/tables").body)["tables"]
            assert len(tables) == 100
            assert [t for t in tables if t["table"] == listed] in (
                [], shown["tables"]), tables[0]
            assert all(t["table"] in copies or t["table"] == listed
                       for t in tables)
            for player, lists in zip((anna, cleo), was):
                player.connect()
                mine = {t["table"]: t for t in player.do("mine")["tables"]}
                for table in lists:
                    now = mine.get(table["table"], table)
                    assert now == table, (now, table)
            assert figure(server, "tioli_tables_loaded") == 0
            # Whoever hosts that many makes no more.
            anna.refused("too-many-tables", "create")
            # Each is there for whoever comes.
            ben.connect()
            ben.join(copies[0])
            assert figure(server, "tioli_tables_loaded") == 1
            assert cleo.enter(copies[2])["ok"]
            assert cleo.state(copies[2])["phase"] == "playing"
            assert figure(server, "tioli_tables_loaded") == 2
            assert ben.enter(days)["ok"]
            assert figure(server, "tioli_tables_damaged") == 0

    @test("a line about a table that can't be right is not believed")
    def _(folder):
        server = Server(folder)
        with server:
            anna = Player(server, "Anna")
            tables = []
            for _ in range(20):
                tables.append(anna.create(players=2))
                anna.do("exit", table=tables[-1])
                del anna.views[tables[-1]]
            was = anna.do("mine")["tables"]
            assert server.stop()[0] == 0
            lines = dict(rows(server, "SELECT table_id, about FROM summary"))
            parts = lines[tables[0]].split(" ")
            wrong = ["", "x", " ".join(parts[:-1]),
                     " ".join(["9" * 30, *parts[1:]]),
                     " ".join(["7", *parts[1:]]),  # another number of events
                     lines[tables[0]].replace("Anna", "\x1b[2J"),
                     lines[tables[0]] + "\t1 0"]
            # Numbers that are too large: phase, watch, players, whether it is
            # listed, and who its host is.
            for place, value in ((4, 9), (5, 3), (6, 6), (8, 2), (14, 5)):
                wrong.append(" ".join([*parts[:place], str(value),
                                       *parts[place + 1:]]))
            # A code that nobody could have been told.
            said = lines[tables[0]].split("\t")[-1]
            assert re.fullmatch("[B-DF-HJKMNP-TV-Z]{5}", said), said
            wrong.append(lines[tables[0]].replace("\t" + said, "\tAAAAA"))
            # An owner who is none, or is not behind a blank and before a tab; a
            # seat of no kind; persons and empty seats with the wrong names.
            owner = parts[18].split("\t")[0]
            for old, new in ((owner + "\t", "g" + owner[1:] + "\t"),
                             (owner + "\t", owner + " "),
                             ("\t1 ", "\t9 "), (" Anna", " "),
                             ("0" * 32 + " ", "0" * 32 + " X")):
                assert old in lines[tables[0]], lines[tables[0]]
                wrong.append(lines[tables[0]].replace(old, new, 1))
            assert len(wrong) == 18
            change(server, *(("UPDATE summary SET about = ? WHERE table_id = ?",
                              line, table)
                             for line, table in zip(wrong, tables)))
            server.start()
            assert figure(server, "tioli_tables_loaded") == 18
            anna.reconnect()
            assert anna.do("mine")["tables"] == was
            # They were written down again.
            assert server.stop()[0] == 0
            now = dict(rows(server, "SELECT table_id, about FROM summary"))
            # All but the second field, when a table is next looked after: time
            # without a server makes no table older. A table whose line was not
            # believed has another code.
            for table, line in lines.items():
                line, code = line.rsplit("\t", 1)
                other, new_code = now[table].rsplit("\t", 1)
                changed = table in tables[:len(wrong)]
                assert (new_code != code) == changed, (line, now)
                assert re.fullmatch("[B-DF-HJKMNP-TV-Z]{5}", new_code), now
                old, new = line.split(" "), other.split(" ")
                assert new[:1] + new[2:] == old[:1] + old[2:], (line, now)
                assert int(old[1]) <= int(new[1]), (line, now)
            assert len(now) == len(lines)
            server.start()
            assert figure(server, "tioli_tables_loaded") == 0

    @test("after a restart bots and clocks go on without a visitor")
    def _(folder):
        server = Server(folder)
        with server:
            luck = luck_of("nobody comes")
            quick, players = game_of(server, 2, luck, grace=1000, starts=1)
            days, (anna, ben) = game_of(
                server, 2, luck, starts=1, first=1,
                clock={"kind": "days", "base": 3600000})
            for player in (*players, anna, ben):
                player.end()
            server.kill()
            server.start()
            # Stand-ins play the one to its end, and the other waits.
            wait_until(lambda: figure(server, "tioli_games_finished_total") == 1,
                       "nobody stands in")
            assert figure(server, "tioli_tables", phase="playing") == 1
            assert server.stop()[0] == 0
            # Its moment comes: the clock went on when the server was back.
            change(server, ("UPDATE summary SET about = ? WHERE table_id = ?",
                            when_due(1, 1)(0, *rows(
                                server, "SELECT about FROM summary WHERE "
                                "table_id = ?", days)[0]), days))
            server.start()
            wait_until(lambda: figure(server, "tioli_tables_loaded") == 1,
                       "nobody looks after it")
            anna.reconnect()
            anna.enter(days)
            left = anna.state(days)["seats"][0]["clock"]
            assert 3000000 < left <= 3600000, left
            assert quick not in [t["table"] for t in anna.do("mine")["tables"]]
            # However late somebody looks, it went on from the start.
            anna.end()
            assert server.stop()[0] == 0
            server.start()
            wait_until(lambda: figure(server, "tioli_uptime_seconds") > 1, "")
            assert figure(server, "tioli_tables_loaded") == 0
            anna.reconnect()
            anna.enter(days)
            left = anna.state(days)["seats"][0]["clock"]
            assert 3000000 < left < 3599500, left

    @test("what is stored for one person is bounded, and others don't suffer")
    def _(folder):
        with Server(folder, db="memory") as server:
            flood = Player(server, "Flood", check=False)
            made, answer = 0, {"ok": True}
            while answer.get("ok") and made < 1000:
                if flood.sent > 50:
                    flood.reconnect()
                answer = flood.ask("create")
                if answer.get("ok"):
                    made += 1
                    flood.do("close", table=answer["table"])
            assert answer.get("error") == "rate", answer
            assert "stored for you" in answer["words"], answer
            # 8 MiB of 16 KiB each, and what happens there.
            assert 400 < made <= 512, made
            reply = http(server.port, "/api/tables", method="POST", body=b"{}",
                         fields=[f"Cookie: tioli={flood.token}",
                                 "Content-Type: application/json"])
            assert reply.status == 429, reply.status
            assert json.loads(reply.body)["error"] == "rate"
            # What is left is enough for a few names of 2 KiB.
            names = [flood.ask("me", name=f"F{i}", colour="#000000")
                     for i in range(9)]
            assert names[-1].get("error") == "rate", names
            assert Player(server, "Anna").create(players=2)

    @test("newcomers who flood an address don't stop those who have played")
    def _(folder):
        with Server(folder, db="memory") as server:
            luck = luck_of("school")
            table, (anna, ben) = game_of(server, 2, luck, starts=1,
                                         check=False)
            mover = next(p for p in (anna, ben) if p.moves(table))
            mover.do("move", table=table,
                     move=choose(mover.moves(table), luck))
            anna.do("close", table=table)
            # A name is 16 KiB of 32 MiB, the first tables are the rest.
            before = figure(server, "tioli_store_rows", kind="values")
            begun = time.monotonic()
            number, most = 0, 2048
            while number < most + 12:
                http(server.port, "/api/hello", method="POST",
                     body=b'{"name":"N%d"}' % number,
                     fields=["Content-Type: application/json"])
                number += 1
                # 16 MiB come back in an hour.
                most = 2048 + (time.monotonic() - begun) * 1024 / 3600
            kept = figure(server, "tioli_store_rows", kind="values") - before
            assert 1900 < kept < most, (kept, most)
            eve = Player(server, check=False)
            eve.refused("rate", "create")
            eve.refused("rate", "me", name="Eve", colour="#000000")
            assert anna.do("create")["ok"]
            anna.do("me", name="Anne", colour="#000000")
            assert ben.do("create")["ok"]

    @test("games that nobody played go with their table, the others stay")
    def _(folder):
        server = Server(folder)
        with server:
            luck = luck_of("kept")
            played, players = game_of(server, 2, luck, starts=1)
            play_on(players, played, luck)
            players[0].do("close", table=played)
            empty, both = game_of(server, 2, luck)
            both[0].do("close", table=empty)
            never = both[0].create(players=2)
            both[0].do("close", table=never)
            for player in (*players, *both):
                assert len(player.do("mine")["records"]) == 1
            assert server.stop()[0] == 0
            lines = rows(server, "SELECT table_id, about FROM summary")
            assert len(lines) == 3
            for table, line in lines:
                # Ten minutes after it was closed, or one.
                _, due, closed, *_ = line.split(" ")
                assert int(due) - int(closed) == (
                    600000 if table == played else 60000), line
                change(server, ("UPDATE summary SET about = ? WHERE "
                                "table_id = ?", when_due(1, 1)(0, line), table))
            server.start()
            wait_until(lambda: figure(server, "tioli_tables",
                                      phase="closed") == 0, "none goes")
            for player in players:
                player.reconnect()
                assert len(player.do("mine")["records"]) == 1
            for player in both:
                player.reconnect()
                assert player.do("mine")["records"] == []
            assert figure(server, "tioli_store_rows", kind="records") == 1
            assert figure(server, "tioli_store_rows", kind="entries") == 2
            assert server.stop()[0] == 0
            for kind in ("event", "log", "summary"):
                assert rows(server, f"SELECT count(*) FROM {kind}") == [(0,)]

    @test("records, games and names are kept for so many days")
    def _(folder):
        now = int(time.time() * 1000)
        server = Server(folder, "--keep-records", "30", "--keep-games", "60")
        with server:
            luck = luck_of("days")
            table, players = game_of(server, 2, luck, starts=1)
            play_on(players, table, luck)
            eve = Player(server, "Eve")
            assert server.stop()[0] == 0
            put_records(server.db, 120, listed=0,
                        time_of=lambda place: now - 31 * DAY - place)
            put_records(server.db, 3, listed=0, first=900,
                        time_of=lambda place: now - 29 * DAY)
            change(server,
                   ("UPDATE record SET time = ? WHERE table_id = ?",
                    now - 40 * DAY, table),
                   ("UPDATE entry SET time = ?", now - 50 * DAY),
                   ("UPDATE value SET time = ? WHERE time > 0",
                    now - 401 * DAY))
            names = len(rows(server, "SELECT 1 FROM value"))
            server.start()
            # A few at a time.
            wait_until(lambda: figure(server, "tioli_store_forgotten_total",
                                      kind="records") == 121, "they stay")
            wait_until(lambda: figure(server, "tioli_store_rows",
                                      kind="records") == 3, "they stay")
            wait_until(lambda: figure(server, "tioli_store_rows",
                                      kind="values") == names - 1, "they stay")
            # The list outlives the record, and who has a list has a name.
            players[0].reconnect()
            assert len(players[0].do("mine")["records"]) == 1
            reply = http(server.port, f"/api/tables/{table}/record",
                         fields=[f"Authorization: Bearer {players[0].token}"])
            assert reply.status == 404
            eve.reconnect()
            assert server.stop()[0] == 0
            change(server, ("UPDATE entry SET time = ?", now - 61 * DAY))
            server.start()
            wait_until(lambda: figure(server, "tioli_store_rows",
                                      kind="entries") == 0, "they stay")
            players[0].reconnect()
            assert players[0].do("mine")["records"] == []
            assert server.stop()[0] == 0
            change(server, ("UPDATE record SET time = 1",))
        server = Server(folder, "--keep-records", "0")
        with server:
            wait_until(lambda: figure(server, "tioli_commits_total") >= 0, "")
            assert figure(server, "tioli_store_rows", kind="records") == 3

    @test("whoever comes back is seen, and their name stays")
    def _(folder):
        server = Server(folder)
        with server:
            anna, ben, cleo = (Player(server, name)
                               for name in ("Anna", "Ben", "Cleo"))
            assert server.stop()[0] == 0
            old = int(time.time() * 1000) - 399 * DAY
            change(server, ("UPDATE value SET time = ? WHERE time > 0", old))
            server.start()
            anna.reconnect()
            reply = http(server.port, "/api/hello", method="POST", body=b"{}",
                         fields=[f"Cookie: tioli={ben.token}",
                                 "Content-Type: application/json"])
            assert json.loads(reply.body)["name"] == "Ben"
            assert server.stop()[0] == 0
            times = [t for t, in rows(server, "SELECT time FROM value WHERE "
                                      "time > 0 ORDER BY time")]
            assert times[0] == old and min(times[1:]) > old + 398 * DAY, times
            assert len(times) == 3 and cleo

    @test("with little room on the disk games go on, and no table is made")
    def _(folder):
        server = Server(folder)
        with server:
            luck = luck_of("no room")
            table, players = game_of(server, 2, luck, starts=1)
            assert figure(server, "tioli_disk_low") == 0
            assert figure(server, "tioli_disk_free_bytes") > 0
            assert figure(server, "tioli_store_bytes", part="file") > 0
            assert server.stop()[0] == 0
        server = Server(folder, "--disk-reserve", "100000000")
        with server:
            assert figure(server, "tioli_disk_low") == 1
            for player in players:
                player.server = server
                player.reconnect()
            players[0].refused("no-room", "create")
            reply = http(server.port, "/api/tables", method="POST", body=b"{}",
                         fields=[f"Cookie: tioli={players[0].token}",
                                 "Content-Type: application/json"])
            assert reply.status == 503, reply.status
            play_on(players, table, luck)
            left = re.search(r"the disk is almost full, (\d+) MiB are left",
                             server.log())
            room = figure(server, "tioli_disk_free_bytes") / (1 << 20)
            assert room / 2 < int(left[1]) < room * 2, (left[1], room)

    @test("a table that can't be replayed is left alone, and others are not")
    def _(folder):
        server = Server(folder)
        with server:
            luck = luck_of("replay")
            bad, (anna, ben) = game_of(server, 2, luck, starts=1)
            good, players = game_of(server, 2, luck, starts=1)
            mover = next(p for p in (anna, ben) if p.moves(bad))
            mover.do("move", table=bad, move=choose(mover.moves(bad), luck))
            assert server.stop()[0] == 0
            change(server, ("UPDATE event SET bytes = CAST(bytes || ' ' AS BLOB) WHERE "
                            "table_id = ? AND seq = 2", bad))
            stored = rows(server, "SELECT * FROM event WHERE table_id = ?", bad)
            server.start()
            for player in (anna, ben, *players):
                player.connect()
            for player in (anna, ben):
                for _ in range(2):
                    player.refused("damaged", "enter", table=bad)
                    player.refused("damaged", "move", table=bad, move="pass")
            assert figure(server, "tioli_tables_damaged") == 1
            for player in players:
                player.enter(good, after=player.views[good].seq)
            play_on(players, good, luck)
            assert "damaged at event 2 " in server.log()
            assert server.stop()[0] == 0
            assert rows(server, "SELECT * FROM event WHERE table_id = ?",
                        bad) == stored

    @test("whoever watches a table sees it again when the disk is back")
    def _(folder):
        with Server(folder) as server:
            anna, ben = Player(server, "Anna"), Player(server, "Ben")
            table = anna.create(players=3)
            ben.enter(table)
            states = [p.views[table].states for p in (anna, ben)]
            pid = server.process.pid
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, -1))
            ben.refused("not-saved", "sit", table=table,
                        bytes=bytes_of_chance())
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (-1, -1))
            for player, before in zip((anna, ben), states):
                player.until(lambda p=player: p.notices[-1:] == ["store-up"])
                player.until(lambda p=player, b=before:
                             p.views[table].states > b)
                seats = player.state(table)["seats"]
                assert [s["kind"] for s in seats] == ["person", "empty",
                                                      "empty"], seats
            ben.join(table)
