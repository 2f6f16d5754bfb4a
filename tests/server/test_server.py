#!/usr/bin/env python3
"""The server from outside: whole games over real sockets, and everything that
may go wrong on the way.

usage: test_server.py [WORDS...]     (TAP; only the points that have a word)
"""

import contextlib
import json
import os
import pathlib
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from players import (BURST, SOURCE, TIOLI, Gone, Player,  # noqa: E402
                     Server, Suite,
                     View, bytes_of_chance, choose, figure, figures, game_of,
                     luck_of, play_on)
from client import CLOSE, TEXT, WebSocket, connect, http  # noqa: E402
import schema  # noqa: E402
import with_figures  # noqa: E402
import with_lists  # noqa: E402
import with_people  # noqa: E402
import with_programs  # noqa: E402
import with_sections  # noqa: E402
import with_storage  # noqa: E402

test = Suite()


def verify(server, table, game, who, folder):
    """Fetches a record and holds it against the rules and the dice."""
    reply = http(server.port, f"/api/tables/{table}/record?game={game}",
                 fields=[f"Authorization: Bearer {who.token}"])
    assert reply.status == 200, (reply.status, reply.body)
    path = pathlib.Path(folder) / "game.tioli"
    path.write_bytes(reply.body)
    done = subprocess.run([TIOLI, "verify", str(path)], timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return reply.body.decode()


# ---- Games -----------------------------------------------------------------

@test("a short game, every message held against the schema")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("schema")
        table, players = game_of(server, 2, luck, starts=1)
        play_on(players, table, luck)
        for player in players:
            assert player.state(table)["phase"] == "over"
            assert sorted(player.views[table].news) == list(
                range(min(player.views[table].news),
                      player.views[table].seq + 1))
        players[0].do("levels")
        players[0].do("ping")
        for path, name in (("hello", "http_hello"), ("tables", "http_made")):
            reply = http(server.port, f"/api/{path}", method="POST", body=b"{}",
                         fields=[f"Cookie: tioli={players[0].token}",
                                 "Content-Type: application/json"])
            schema.check(name, json.loads(reply.body))


@test("dates are those of the calendar")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("dates")
        began = int(time.time() * 1000)

        def good(when):
            return began - 1000 <= when <= time.time() * 1000 + 1000

        table, players = game_of(server, 2, luck, starts=1, listed=True,
                                 watch="public")
        listed = json.loads(http(server.port, "/api/tables").body)
        schema.check("http_tables", listed)
        one, = listed["tables"]
        assert good(one["created"]) and good(one["time"]), one
        assert one["created"] <= one["time"]
        play_on(players, table, luck)
        news = players[0].views[table].news
        times = [news[seq]["time"] for seq in sorted(news)]
        assert times == sorted(times) and all(map(good, times)), times
        mine = players[0].do("mine")
        listed = json.loads(http(server.port, "/api/records").body)
        schema.check("http_records", listed)
        record, = listed["records"]
        for told in (mine["tables"][0], mine["records"][0], record):
            assert good(told["time"]), told
        assert record["time"] == mine["records"][0]["time"]
        assert record["time"] in times[-3:], (record, times[-3:])


@test("all who ask at once are answered, also when somebody goes meanwhile")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("at once")
        table, players = game_of(server, 2, luck, starts=1)
        judge = Player(server, "Judge")
        pid = server.process.pid
        for room, error, late in ((-1, None, 1), (0, "not-saved", 0),
                                  (0, "not-saved", 1)):
            mover = next(p for p in players if p.moves(table))
            comes, goes = Player(server, "Comes"), Player(server, "Goes")
            # What they send is there when it looks again, all in one turn.
            os.kill(pid, signal.SIGSTOP)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (room, -1))
            asked = [(judge, judge.send("ping"), None),
                     (mover, mover.send("move", table=table, move=choose(
                         mover.moves(table), luck)), error)]
            if late:
                asked.append((comes, comes.send("enter", table=table), error))
            me = {"id": "1", "do": "me", "name": "X", "colour": "#000000"}
            goes.socket.sock.sendall(
                goes.socket.frame(TEXT, json.dumps(me).encode()) +
                goes.socket.frame(CLOSE, b"\x03\xe8"))
            os.kill(pid, signal.SIGCONT)
            for player, id, wanted in asked:
                player.until(lambda: id in player.answers)
                answer = player.answers[id]
                assert answer.get("error") == wanted, (player.name, answer)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (-1, -1))
            seq = mover.answers[asked[1][1]].get("seq", 0)
            for player in players:
                player.until(lambda: player.views[table].seq >= seq)
            if room == 0:
                judge.until(lambda: judge.notices[-1:] == ["store-up"])
                judge.notices.clear()
                mover.until(lambda: mover.moves(table))


@test("games of two to five end, and their records are fair")
def _(folder):
    with Server(folder) as server:
        for count in (2, 3, 4, 5):
            luck = luck_of(f"game {count}")
            table, players = game_of(
                server, count, luck, check=False, starts=1,
                edition="schmidt" if count % 2 else "gamewright",
                free_hand=count == 4, piles="down" if count == 3 else "open")
            play_on(players, table, luck)
            record = verify(server, table, 1, players[0], folder)
            totals = [p["total"] for p in
                      players[0].state(table)["game"]["players"]]
            assert f"end {' '.join(map(str, totals))}" in record or \
                all(str(t) in record for t in totals), (totals, record[-300:])
            for player in players:
                player.end()


@test("a rematch is a second game with a secret of its own")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("again")
        table, players = game_of(server, 2, luck, check=False, starts=1)
        play_on(players, table, luck)
        commits = {players[0].state(table)["fair"]["last"]["commit"]}
        for player in players:
            player.do("again", table=table, bytes=bytes_of_chance())
        for player in players:
            player.until(lambda p=player: p.state(table)["games"] == 2)
        play_on(players, table, luck)
        commits.add(players[0].state(table)["fair"]["last"]["commit"])
        assert len(commits) == 2
        for game in (1, 2):
            verify(server, table, game, players[1], folder)


@test("a host begins a rematch without who does not answer")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("not waiting")
        for watch in ("link", "nobody"):
            table, (anna, ben, cleo) = game_of(server, 3, luck, check=False,
                                               starts=1, watch=watch)
            play_on([anna, ben, cleo], table, luck)
            ben.check = True
            anna.refused("not-agreed", "start", table=table)
            for player in (anna, ben):
                player.do("again", table=table, bytes=bytes_of_chance())
            ben.refused("not-host", "start", table=table)
            anna.do("start", table=table, level="easy")
            for player in (anna, ben):
                player.until(lambda p=player: p.state(table)["games"] == 2)
            assert anna.state(table)["seats"][2]["kind"] == "bot"
            assert {"event": "leave", "seat": 3, "by": "host"} in [
                {key: n.get(key) for key in ("event", "seat", "by")}
                for n in ben.views[table].news.values()]
            if watch == "nobody":
                cleo.until(lambda: cleo.views[table].gone == "no-watching")
            else:
                cleo.until(lambda: cleo.state(table)["games"] == 2)
                assert cleo.state(table)["you"]["seat"] is None
                assert "hand" not in cleo.state(table)["game"]
                cleo.refused("not-open", "sit", table=table,
                             bytes=bytes_of_chance())


@test("bots fill the seats, and a person plays with them")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("bots")
        anna = Player(server, "Anna", check=False)
        table = anna.create(players=3, starts=1)
        anna.do("bot", table=table, level="normal")
        anna.do("start", table=table, level="easy")
        anna.until(lambda: anna.state(table)["phase"] == "playing")
        play_on([anna], table, luck)
        by = {news.get("by") for news in anna.views[table].news.values()}
        assert {"person", "bot"} <= by, by
        verify(server, table, 1, anna, folder)


@test("a program plays a seat, and one that dies is replaced")
def _(folder):
    example = f"{sys.executable} {SOURCE / 'examples' / 'bot.py'}"
    dying = f"{sys.executable} {SOURCE / 'tests' / 'zoo' / 'bad_bot.py'} die"
    with Server(folder, "--bot", f"mine={example}", "--bot",
                f"dying={dying}") as server:
        luck = luck_of("program")
        anna = Player(server, "Anna", check=False)
        levels = [l["level"] for l in anna.do("levels")["levels"]]
        assert "mine" in levels and "dying" in levels, levels
        anna.refused("no-such-bot", "bot",
                     table=anna.create(players=2), level="cmd:/bin/false")
        table = anna.create(players=3, starts=1, cast="off")
        anna.do("bot", table=table, level="mine")
        anna.do("bot", table=table, level="dying")
        anna.do("start", table=table)
        anna.until(lambda: anna.state(table)["phase"] == "playing")

        def moved(seat):
            return sum(n["event"] == "move" and n["seat"] == seat
                       for n in anna.views[table].news.values())

        # Programs take their time: a whole game is a long one.
        whole = bool(os.environ.get("TIOLI_TEST_LONG"))
        play_on([anna], table, luck, lambda _: not whole and min(
            moved(2), moved(3)) >= 1)
        assert moved(2) and moved(3)
        if whole:
            verify(server, table, 1, anna, folder)
        metrics = http(server.port, "/metrics").body.decode()
        faults = [l for l in metrics.splitlines()
                  if l.startswith("tioli_program_faults")]
        assert faults and faults[0].split()[1] == "1", faults
        assert ("a program on a seat has failed and a bot takes over: it ended "
                "before the game did") in server.log(), server.log()


test.tests += with_programs.test.tests


# ---- Asking twice ----------------------------------------------------------

@test("a request that is sent twice happens once")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("twice")
        anna = Player(server, "Anna")
        table = anna.create(id="my-wish", players=2, starts=1)
        assert anna.create(id="my-wish", players=2, starts=1) == table
        other = Player(server, "Other", check=False)
        assert other.create(id="my-wish", players=2) != table
        ben = Player(server, "Ben", check=False)
        ben.enter(table)
        sit = {"table": table, "bytes": bytes_of_chance()}
        first = ben.do("sit", id="sit-1", **sit)
        second = ben.do("sit", id="sit-1", **sit)
        assert "again" not in first and second["again"], second
        assert first["seq"] == second["seq"]
        for _ in range(10):
            players = [anna, ben]
            for player in players:
                player.pump()
            mover = next((p for p in players if p.moves(table)), None)
            if not mover:
                continue
            view = mover.views[table]
            move = {"table": table, "at": view.state["position"],
                    "move": choose(mover.moves(table), luck)}
            id = mover.id()
            first = mover.do("move", id=id, **move)
            mover.until(lambda: view.seq >= first["seq"])
            second = mover.do("move", id=id, **move)
            assert second["again"] and second["seq"] == first["seq"]


@test("a move that was made for an older position is stale")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("stale")
        table, players = game_of(server, 2, luck, check=False)
        mover = next(p for p in players if p.moves(table))
        at = mover.state(table)["position"]
        answer = mover.refused("stale", "move", table=table, at=at - 1,
                               move=choose(mover.moves(table), luck))
        assert answer["position"] == at, answer


@test("what was just done can be taken back, tried and asked for")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("undo")
        table, players = game_of(server, 2, luck)
        mover = next(p for p in players if p.moves(table))
        before = mover.state(table)["game"]
        take = "take " + before["tray"][0]
        answer = mover.do("try", table=table, move=take)
        assert answer["try"]["legal"], answer
        answer = mover.do("try", table=table, move="take R9")
        assert not answer["try"]["legal"], answer
        hints = mover.do("hint", table=table)["hints"]
        assert hints and hints[0]["tale"], hints
        mover.do("move", table=table, move=hints[0]["move"])
        undone = mover.ask("undo", table=table)
        if undone.get("ok"):
            view = mover.views[table]
            mover.until(lambda: view.seq >= undone["seq"])
            assert view.state["game"]["tray"] == before["tray"]
        idle = next(p for p in players if p is not mover)
        idle.pump()
        if not idle.moves(table):
            idle.refused("illegal", "hint", table=table)


def solo_move(anna, table, luck):
    """One decision against bots, up to the next one or the end."""
    def asked():
        state = anna.state(table)
        return state["phase"] == "over" or anna.moves(table)

    def take_back():
        position = anna.state(table)["position"]
        done = anna.do("undo", table=table)
        anna.until(lambda: anna.views[table].state_seq >= done["seq"])
        assert anna.state(table)["position"] > position
        return anna.views[table].news[done["seq"]].get("moves", 1)

    anna.until(asked)
    if anna.state(table)["phase"] == "over":
        return False, 0
    tray = anna.state(table)["game"]["tray"]
    done = anna.do("move", table=table, move=choose(anna.moves(table), luck))
    anna.until(lambda: anna.views[table].state_seq >= done["seq"] and asked())
    state = anna.state(table)
    if state["phase"] == "over" or not state["you"]["undo"] \
            or state["game"]["phase"] != "turn" or luck.random() < 0.5:
        return True, 0
    moves = take_back()
    assert sorted(anna.state(table)["game"]["tray"]) == sorted(tray)
    return True, moves


@test("alone against bots their answers are taken back, and the record says so")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("takeback")
        anna = Player(server, check=False)
        table = anna.create(players=3, starts=1, bot=0)
        anna.do("start", table=table, level="easy")
        goes, most = True, 0
        while goes:
            goes, moves = solo_move(anna, table, luck)
            most = max(most, moves)
        assert most > 1, "no answer of a bot was taken back"
        record = verify(server, table, 1, anna, folder)
        assert "\ntakeback yes\n" in record, record[:400]
        second = subprocess.run(
            [SOURCE / "tools" / "verify-record", "-"], input=record, text=True,
            capture_output=True, timeout=60, check=False)
        assert second.returncode == 0, second


@test("who has passed against bots skips ahead")
def _(folder):
    with Server(folder, db="memory") as server:
        anna = Player(server, check=False)
        table = anna.create(players=5, starts=1, first=1, bot=20000)
        anna.do("start", table=table, level="easy")
        anna.until(lambda: anna.moves(table))
        anna.refused("no-hurry", "hurry", table=table)
        assert "hurry" not in anna.state(table)["you"]
        anna.do("move", table=table, move="pass")
        anna.until(lambda: anna.state(table)["you"].get("hurry"))
        began = time.monotonic()
        anna.do("hurry", table=table)
        anna.until(lambda: anna.state(table)["game"]["phase"] != "turn")
        assert time.monotonic() - began < 10, "bots took their time"


# ---- Coming back -----------------------------------------------------------

@test("who was away gets exactly what was missed")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("resume")
        table, players = game_of(server, 3, luck, check=False, starts=1)
        tab = Player(server, "tab", token=players[1].token, check=False)
        tab.enter(table, after=0)
        watcher = Player(server, "watcher", check=False)
        watcher.enter(table, after=0)
        late = {}
        moves = []

        def step(_):
            moves.append(1)
            made = len(moves)
            if made in (2, 7, 12):
                late[made] = [
                    Player(server, f"late {made}", token=t, check=False)
                    for t in (players[1].token, watcher.token)]
                for one in late[made]:
                    one.enter(table, after=0)
                    one.end()
            return False

        play_on(players, table, luck, step)
        for one in (tab, watcher):
            one.until(lambda o=one: o.state(table)["phase"] == "over")
        wanted = [tab.views[table].news, watcher.views[table].news]
        assert len(late) == 3
        for pair in late.values():
            for one, news in zip(pair, wanted):
                one.connect()
                one.enter(table, after=one.views[table].seq)
                for seq in sorted(news):
                    assert one.views[table].news[seq] == news[seq], (
                        seq, one.views[table].news[seq], news[seq])
                assert one.state(table) == (
                    tab if news is wanted[0] else watcher).state(table)


# ---- Logs ------------------------------------------------------------------

SLICE = 16 << 10        # bytes of a log that are read at a time
TURN = 64 << 10         # and in one lap of the loop for all together
SNAPSHOT = 16 << 10     # of an event, at the most


def log_bytes(folder, table):
    """What a server that has ended left of a table's log: bytes, and the
    numbers of its events."""
    with contextlib.closing(sqlite3.connect(
            pathlib.Path(folder) / "tioli.db")) as db:
        rows = db.execute("SELECT seq, length(bytes) FROM event WHERE "
                          "table_id = ? ORDER BY seq", [table]).fetchall()
    return sum(size for _, size in rows), [seq for seq, _ in rows]


def long_deck(number):
    """12 kB, and no two of them alike."""
    lines = [f"combo {1 + (number + i) % 20} L1 L2 L3 D4 D5 # {i:055}"
             for i in range(150)]
    return "\n".join(lines) + "\naction take 2 x50\n"


@test("settings take the place of each other, in the log and for who is told")
def _(folder):
    with Server(folder) as server:
        anna = Player(server, check=False)
        table = anna.create(id="once", players=2)
        before = anna.views[table].seq
        for number in range(120):
            anna.do("set", table=table, settings={"deck": "own"},
                    deck=long_deck(number))
        anna.until(lambda: anna.views[table].seq >= before + 120)
        told = anna.views[table].news.values()
        assert sum(news["event"] == "set" for news in told) == 120
        assert sum(news["event"] == "snapshot" for news in told) >= 20
        # Fifty times all of it is as much as fifty snapshots and a bit.
        read = figure(server, "tioli_replay_bytes_total")
        for number in range(50):
            late = Player(server, check=False)
            late.enter(table, after=0)
            late.end()
        read = figure(server, "tioli_replay_bytes_total") - read
        assert 0 < read <= 50 * 3 * SNAPSHOT, read
        # Whoever asks from before the beginning gets the state, and no error.
        ben = Player(server, check=False)
        assert ben.enter(table, after=1)["ok"]
        assert ben.state(table)["settings"]["deck"] == "own"
        assert min(ben.views[table].news, default=before + 2) > before
    bytes_left, events = log_bytes(folder, table)
    assert bytes_left <= 3 * SNAPSHOT, bytes_left
    assert events[-1] > 140 and len(events) < 10, events
    with Server(folder) as server:
        anna = Player(server, token=anna.token, check=False)
        anna.enter(table)
        assert figure(server, "tioli_replay_bytes_total") <= 3 * SNAPSHOT
        # When it was made is known: a retry finds it.
        answer = anna.do("create", id="once", settings={"players": 2})
        assert answer["again"] and answer["table"] == table, answer
        assert anna.state(table)["settings"]["deck"] == "own"
        you = anna.state(table)["you"]
        assert you == {"seat": 1, "host": True, "undo": False,
                       "spoken": you["spoken"]}, you
        anna.do("start", table=table)


def some(players, table, luck, moves):
    left = iter(range(moves))
    play_on(players, table, luck, step=lambda _: next(left, None) is None)


@test("a rematch begins a new log, and the first record stays")
def _(folder):
    luck = luck_of("new log")
    with Server(folder) as server:
        table, players = game_of(server, 2, luck, check=False, starts=1)
        some(players, table, luck, 6)
        middle = players[0].views[table].seq
        play_on(players, table, luck)
        over = players[0].views[table].seq
        for player in players:
            player.do("again", table=table, bytes=bytes_of_chance())
        for player in players:
            player.until(lambda p=player: p.state(table)["games"] == 2)
        news = players[1].views[table].news
        second = max(seq for seq in news if news[seq]["event"] == "snapshot")
        assert second > over and news[second + 1]["event"] == "start"
        # From the middle of the first game: what there still is, and the state.
        late = Player(server, check=False)
        late.enter(table, after=middle)
        assert min(late.views[table].news) == second
        assert late.state(table)["games"] == 2
        late.end()
        some(players, table, luck, 8)
    bytes_left, events = log_bytes(folder, table)
    assert events[0] == second, (events[0], second)
    with Server(folder) as server:
        for player in players:
            player.server = server
            player.reconnect()
        assert (figure(server, "tioli_replay_bytes_total")
                <= 2 * bytes_left + 3 * SLICE)
        play_on(players, table, luck)
        assert players[0].state(table)["phase"] == "over"
        for game in (1, 2):
            verify(server, table, game, players[0], folder)


def pass_host_around(players, table, times):
    """Events that a game's log has to keep, long ones."""
    for number in range(times):
        who = players[number % 2]
        who.do("host", id=os.urandom(16).hex(), table=table,
               seat=2 - number % 2)
    for player in players:
        player.do("ping")
    return players[0].views[table].seq


@test("the past is told in parts, between other work and in its order")
def _(folder):
    with Server(folder, db="memory") as server:
        table, players = game_of(server, 2, luck_of("parts"), check=False)
        last = pass_host_around(players, table, 1200)
        slices = figure(server, "tioli_replay_slices_total")
        read = figure(server, "tioli_replay_bytes_total")
        cora = Player(server, check=False)
        # Whoever asks in one breath for the past and for something else has the
        # second answer before all of the past was told.
        at_once(cora, ("enter", {"table": table, "after": 0}), ("ping", {}))
        assert table not in cora.views or not cora.state(table)
        cora.until(lambda: table in cora.views and cora.state(table))
        view = cora.views[table]
        assert view.seq == view.state_seq == last
        assert sorted(view.news) == list(range(last - 511, last + 1))
        slices = figure(server, "tioli_replay_slices_total") - slices
        read = figure(server, "tioli_replay_bytes_total") - read
        assert read > 100000 and read / slices <= SLICE + 300, (read, slices)

        # Nothing is read again for whoever has missed nothing.
        read = figure(server, "tioli_replay_bytes_total")
        cora.enter(table, after=last)
        assert figure(server, "tioli_replay_bytes_total") == read

        # What happens meanwhile comes after it.
        for number in range(10):
            view.news.clear()
            view.state, view.seq = None, 0
            cora.send("enter", table=table, after=0)
            who = players[number % 2]
            seq = who.do("host", table=table, seat=2 - number % 2)["seq"]
            cora.until(lambda: view.state and view.seq >= seq)
            assert view.state_seq == view.seq
            assert sorted(view.news)[-1] == seq
            cora.reconnect()

        # Fifty at once, one of whom goes in the middle of it.
        many = [Player(server, check=False) for _ in range(50)]
        for player in many:
            player.send("enter", table=table, after=0)
        many.pop().end()
        players[0].do("ping")
        last = players[0].views[table].seq
        for player in many:
            player.until(lambda p=player: table in p.views and p.state(table))
            assert len(player.views[table].news) == 512
            assert player.views[table].seq == last
        assert figure(server, "tioli_watchers_catching_up") == 0
        most = figure(server, "tioli_replay_lap_bytes_max")
        assert SLICE < most <= TURN + 2 * SLICE, most  # and states

        # A table that ends is told to its end.
        late = Player(server, check=False)
        late.send("enter", table=table, after=0)
        host = players[0 if players[0].state(table)["you"]["host"] else 1]
        host.do("close", table=table)
        late.until(lambda: table in late.views and late.views[table].gone)
        assert late.views[table].gone == "closed"
        assert late.state(table)["phase"] == "closed"
        assert late.views[table].news[late.views[table].seq]["event"] == "close"


@test("of two tables one connection is told the past of one after the other")
def _(folder):
    with Server(folder, db="memory") as server:
        players = [Player(server, check=False) for _ in range(2)]
        tables = []
        for _ in range(2):
            tables.append(players[0].create(players=2))
            players[1].join(tables[-1])
            pass_host_around(players, tables[-1], 300)
        cora = Player(server, check=False)
        at_once(cora, *(("enter", {"table": table, "after": 0})
                        for table in tables))
        cora.until(lambda: all(table in cora.views and cora.state(table)
                               for table in tables))
        order = [tables.index(message["table"]) for message in
                 map(json.loads, cora.seen) if "table" in message]
        assert len(order) > 600 and order == sorted(order), order


def told_all(server, before):
    """Waits until nobody is told of the past any more, or nobody can be: then
    many laps of the loop pass in which nothing of it is read. Returns how many
    parts were told, or None if nobody can be told more than `before`."""
    quiet, last = 0, before
    while quiet < 50:
        slices = figure(server, "tioli_replay_slices_total")
        quiet = quiet + 1 if slices == last else 0
        last = slices
        if slices > before and not figure(server, "tioli_watchers_catching_up"):
            return slices
    return None


@test("a connection that reads nothing is told the past when it reads")
def _(folder):
    with Server(folder, db="memory") as server:
        table, players = game_of(server, 2, luck_of("deaf"), check=False)
        last = pass_host_around(players, table, 600)
        deaf = WebSocket(server.port)
        deaf.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 17)
        deaf.send('{"id":"h","do":"hello","version":1}')
        asked = told = 0
        while told is not None:
            asked += 1
            assert asked < BURST
            deaf.send(json.dumps({"id": f"e{asked}", "do": "enter",
                                  "table": table, "after": 0}))
            told = told_all(server, told)
            players[0].do("ping")
        assert asked > 1
        # What it asked for last may have waited until now to be read.
        message, answered = {}, False
        while not (answered and "state" in message):
            message = json.loads(deaf.recv())
            answered = answered or message.get("re") == f"e{asked}"
        assert message["seq"] == last, message["seq"]
        deaf.end()


@test("a new log may begin while the old one is read")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("cut off")
        table, players = game_of(server, 2, luck, check=False, starts=1)
        pass_host_around(players, table, 1000)
        play_on(players, table, luck)
        players[0].do("again", table=table, bytes=bytes_of_chance())
        players[1].pump()
        # So many that some of them are in the middle of it.
        many = [Player(server, check=False) for _ in range(20)]
        for cora in many:
            cora.send("enter", table=table, after=0)
        many[-1].until(lambda: many[-1].answers)
        players[1].do("again", table=table, bytes=bytes_of_chance())
        for cora in many:
            def begun():
                view = cora.views.setdefault(table, View())
                view.behind = True  # it goes on with the snapshot
                return view.state and view.state["games"] == 2
            cora.until(begun)
            cora.views[table].behind = False
        assert figure(server, "tioli_tables_damaged") == 0
        last = cora.views[table].seq
        play_on(players, table, luck)
        cora.until(lambda: cora.state(table)["phase"] == "over")
        assert sorted(cora.views[table].news)[-1] > last


@test("a game has room for so many moves that are taken back")
def _(folder):
    with Server(folder, db="memory") as server:
        table, players = game_of(server, 2, luck_of("undo"), check=False,
                                 first=1)
        anna = players[0]

        def take():
            anna.do("move", table=table,
                    move="take " + anna.state(table)["game"]["tray"][0])
        for number in range(200):
            take()
            anna.until(lambda: anna.state(table)["you"]["undo"])
            anna.do("undo", table=table)
            anna.until(lambda: not anna.state(table)["you"]["undo"])
        take()
        anna.refused("too-many-undos", "undo", table=table)
        assert not anna.state(table)["you"]["undo"]


def until_figure(server, name, value):
    end = time.monotonic() + 20
    while figure(server, name) != value:
        assert time.monotonic() < end, (name, value, figures(server))
        time.sleep(0.01)  # an address may not ask without end


def searches_in_crowd(folder, level):
    with Server(folder, "--threads", "1", db="memory") as server:
        crowd = Player(server, check=False)
        # Their moment is far away: nothing cuts the searches short.
        tables = [crowd.create(players=2, first=2, bot=60000)
                  for _ in range(15)]
        anna = Player(server, check=False)
        table = anna.create(players=2, first=2, bot=0)
        for other in tables:
            crowd.do("start", table=other, level="expert")
        anna.do("start", table=table, level=level)
        anna.until(lambda: anna.moves(table))
        assert figure(server, "tioli_thoughts_total") < 15, figures(server)


@test("searches of some do not hold up the bots of others", searches=True)
def _(folder):
    searches_in_crowd(folder, "normal")


@test("searches of some do not hold up the searches of others", searches=True)
def _(folder):
    searches_in_crowd(folder, "hard")


@test("what bots think about ends when nobody needs it", searches=True)
def _(folder):
    with Server(folder, "--threads", "1", db="memory") as server:
        anna = Player(server, check=False)
        tables = [anna.create(players=2, first=2, bot=60000)
                  for _ in range(8)]
        for table in tables:
            anna.do("start", table=table, level="expert")
        for table in tables:
            anna.do("close", table=table)
        until_figure(server, "tioli_thinking", 0)
        now = figures(server)
        assert now["tioli_thoughts_dropped_total"] >= 5, now
        assert (now["tioli_thoughts_dropped_total"] +
                now["tioli_thoughts_total"]) == 8, now
        assert now["tioli_bot_wait_seconds_count"] == now[
            "tioli_thoughts_total"], now


def host_of_many(server, count, level, **settings):
    """Tables at which four bots have to decide at once, and the host."""
    host = Player(server, check=False)
    wish = {"players": 5, "free_hand": True, **settings}
    tables = [answer["table"] for answer in at_once(
        host, *[("create", {"settings": wish})] * count)]
    at_once(host, *[("sit", {"table": table, "bytes": bytes_of_chance()})
                    for table in tables])
    at_once(host, *[("start", {"table": table, "level": level})
                    for table in tables])
    return host, tables


@test("bots that find no room are asked when there is", searches=True)
def _(folder):
    with Server(folder, "--threads", "1", db="memory") as server:
        crowd = [host_of_many(server, 16, "expert", bot=60000)
                 for _ in range(9)]
        # All of it together is too much for one address.
        late, tables = host_of_many(server, 10, "hard", bot=0)
        assert 400 < figure(server, "tioli_thinking") <= 512
        for host, others in crowd:
            again = another(host)
            at_once(again, *[("close", {"table": table}) for table in others])
        for table in tables:
            late.until(lambda: (late.state(table)["game"] or {}).get(
                "deciders") == [1])
        until_figure(server, "tioli_thinking", 0)


# ---- Hints -----------------------------------------------------------------

def alone(server, name=None):
    """A table with a bot, at which the person has to decide."""
    player = Player(server, name, check=False)
    table = player.create(players=2, first=1)
    player.do("start", table=table, level="easy")
    player.until(lambda: player.moves(table))
    return player, table


def another(player):
    """One more connection of the same person."""
    return Player(player.server, player.name, token=player.token, check=False)


@test("hints of some do not hold up the bots of others", searches=True)
def _(folder):
    with Server(folder, "--threads", "1", db="memory") as server:
        asking = []
        for _ in range(2):
            player, table = alone(server)
            asking += [(one, table) for one in
                       (player, *(another(player) for _ in range(3)))]
        anna = Player(server, check=False)
        own = anna.create(players=2, first=2)
        ids = [one.send("hint", table=table) for one, table in asking]
        anna.do("start", table=own, level="hard")
        anna.until(lambda: anna.moves(own))
        given = figure(server, "tioli_hints_total")
        assert given < 8, given
        # The one that was put aside is not forgotten.
        one, id = asking[0][0], ids[0]
        one.until(lambda: id in one.answers)
        assert one.answers[id]["hints"]
        assert figure(server, "tioli_hints_dropped_total") == 0


@test("a hint for a connection that is closed is not thought about",
      searches=True)
def _(folder):
    with Server(folder, "--threads", "1", db="memory") as server:
        player, table = alone(server)
        for _ in range(30):
            one = another(player)
            one.send("hint", table=table)
            one.end()
        until_figure(server, "tioli_sessions", 1)
        until_figure(server, "tioli_thinking", 0)
        now = figures(server)
        assert now["tioli_hints_dropped_total"] >= 25, now
        assert sum(now[f"tioli_hints_{what}_total"] for what in
                   ("dropped", "refused")) + now["tioli_hints_total"] == 30
        assert player.do("hint", table=table)["hints"]


def answers_to(player, number):
    """All answers to the last but so many of a player's requests."""
    id = f"{player.prefix}-{player.number - number}"
    found = [json.loads(text) for text in player.seen]
    return [message for message in found if message.get("re") == id]


@test("a hint that nobody needs any more is refused, once", searches=True)
def _(folder):
    with Server(folder, db="memory") as server:
        player, table = alone(server)
        player.check = True
        at = {"table": table}
        move = {"table": table, "move": "take " +
                player.moves(table)["take"][0]}
        first, second = at_once(player, ("hint", at), ("hint", at))
        assert first["error"] == "rate" and second["hints"], (first, second)
        hint, moved = at_once(player, ("hint", at), ("move", move))
        assert hint["error"] == "stale", hint
        assert hint["position"] == moved["seq"], (hint, moved)
        player.until(lambda: player.moves(table))
        hint, _ = at_once(player, ("hint", at), ("close", at))
        assert hint["error"] == "not-playing", hint
        player.do("ping")
        for number in (1, 2, 3, 4, 5, 6):
            assert len(answers_to(player, number)) == 1, number
        table, players = game_of(server, 2, luck_of("stand"), check=False)
        mover = next(p for p in players if p.moves(table))
        hint, _ = at_once(mover, ("hint", {"table": table}),
                          ("stand", {"table": table}))
        assert hint["error"] == "not-seated", hint
        until_figure(server, "tioli_thinking", 0)
        assert figure(server, "tioli_hints_total") == 1
        assert figure(server, "tioli_hints_dropped_total") == 4
        assert figure(server, "tioli_refusals_total", error="stale") == 1


@test("one person has only so many hints at a time, and so has an address",
      searches=True)
def _(folder):
    with Server(folder, "--threads", "1", db="memory") as server:
        persons = [(player, table, [another(player) for _ in range(4)])
                   for player, table in (alone(server) for _ in range(9))]
        # As long as bots have to think no hint is begun.
        crowd = Player(server, check=False)
        for _ in range(15):
            table = crowd.create(players=2, first=2, bot=60000)
            crowd.do("start", table=table, level="expert")
        for _, table, tabs in persons[:8]:
            for one in tabs:
                one.send("hint", table=table)
                one.do("ping")
        player, table, _ = persons[0]
        player.refused("rate", "hint", table=table)
        player, table, tabs = persons[8]
        player.refused("rate", "hint", table=table)
        now = figures(server)
        assert now["tioli_hints_refused_total"] == 2, now
        assert now["tioli_hints_running"] == now["tioli_hints_total"] == 0
        assert now["tioli_hints_waiting"] == 32, now
        assert 32 <= now["tioli_thinking"] <= 32 + 15, now
        # Whoever goes makes room.
        persons[0][2][0].end()
        until_figure(server, "tioli_hints_waiting", 31)
        player.send("hint", table=table)
        until_figure(server, "tioli_hints_waiting", 32)


def combos_of(game):
    """As phrases name them: what is printed on them, without the dice there."""
    def printed(what, *names):
        return {name: what[name] for name in names}

    return [{**printed(card, "card", "text", "points"),
             **({"slots": [printed(slot, "colour", "face")
                           for slot in card["slots"]]} if "slots" in card else
                {"sum": printed(card["sum"], "colour", "count", "low", "high")})}
            for card in game["hand"] if card["kind"] == "combo"]


@test("hints have the figures that they should", searches=True)
def _(folder):
    with Server(folder, db="memory") as server:
        player, table = alone(server)
        luck = luck_of("hint figures")
        phases = []
        spreads, gained, wins, combos = [], [], [], []

        def check(_):
            game = player.state(table)["game"]
            # The last one left knows how a round ends: go on until it is open.
            unknown = max(spreads, default=0) > 0.3
            if (phases.count(game["phase"]) >= 3
                    and (game["phase"] != "turn" or unknown)):
                return unknown and "lay" in phases
            phases.append(game["phase"])
            hints = player.do("hint", table=table)["hints"]
            assert hints, game
            gains = [hint["gain"] for hint in hints]
            for hint in hints:
                assert -20 < hint["gain"] < 40 and 0 <= hint["win"] <= 1, hint
                assert all(0 <= c <= 1 for c in hint["combos"]), hint
                assert len(hint["combos"]) == sum(
                    card["kind"] == "combo" for card in game["hand"]), hint
                [[why, seat, *about]] = hint["tale"]
                assert seat in (None, 2), hint  # there is no third
                for one in about:
                    assert (re.fullmatch("[LDR][1-6]", one)
                            if isinstance(one, str)
                            else one in combos_of(game)), hint
                best = hint is hints[0]
                if hint["move"].startswith("discard "):
                    assert why == ("DISCARD" if best else "ANOTHER_CARD"), hint
                elif hint["move"] == "keep":
                    assert why == ("KEEP" if best else "WAITS"), hint
                elif why in ("DENIES", "RID"):
                    assert about[0] in hint["move"].split(), hint
            if game["phase"] == "turn":
                # Nobody knows how a round ends, but within some points.
                spreads.extend(hint["spread"] for hint in hints)
                gained.extend(gains)
                wins.extend(hint["win"] for hint in hints)
                combos.extend(c for hint in hints for c in hint["combos"])
                assert max(gains) - min(gains) < 40, gains
                if phases.count("turn") <= 3:  # later it may be decided
                    assert 0.002 < hints[0]["win"] < 0.998, hints
            elif game["phase"] == "lay":
                for hint in hints:
                    tried = player.do("try", table=table, move=hint["move"])
                    assert hint["gain"] == tried["try"]["net"], (hint, tried)
                    assert hint["spread"] == 0, hint
            return False

        play_on([player], table, luck, check)
        assert 0.3 < max(spreads) < 15 and min(spreads) >= 0, spreads
        for several, places in ((spreads, 2), (gained, 2), (wins, 4),
                                (combos, 4)):
            rounded = [[round(x, n) for x in several]
                       for n in (places - 1, places)]
            assert rounded[0] != several == rounded[1], several


# ---- Figures ---------------------------------------------------------------

@test("figures of answers are those of a client's own stopwatch",
      searches=True)
def _(folder):
    with Server(folder) as server:
        asked = moves = 0
        took = 0.0
        hello = json.dumps({"id": "h", "do": "hello", "version": 1})

        def ask(socket, text):
            nonlocal asked, took
            asked += 1
            began = time.monotonic()
            socket.send(text)
            while "re" not in (answer := json.loads(socket.recv())):
                pass
            took += time.monotonic() - began
            return answer

        def do(socket, what, **fields):
            return ask(socket, json.dumps({"id": f"i{asked}", "do": what,
                                           **fields}))

        one = WebSocket(server.port)
        assert do(one, "ping")["error"] == "hello-first"
        ask(one, hello)
        assert ask(one, "{")["error"] == "bad-json"
        table = do(one, "create", settings={"players": 2, "first": 1})["table"]
        assert do(one, "enter", table=table)["ok"]
        assert do(one, "sit", table=table, bytes=bytes_of_chance())["ok"]
        assert do(one, "start", table=table, level="easy")["ok"]
        assert do(one, "try", table=table, move="pass")["try"]
        before = figures(server)
        assert do(one, "hint", table=table)["hints"]
        after = figures(server)
        name = "tioli_answer_seconds"
        # A thousand playouts take longer than that on any machine.
        assert after[f"{name}_sum"] - before[f"{name}_sum"] > 0.005
        assert after[f"{name}_count"] - before[f"{name}_count"] == 1
        assert do(one, "move", table=table, move="pass")["ok"]
        moves += 1
        assert do(one, "enter", table=table, after=0)["ok"]
        now = figures(server)
        assert now[f"{name}_count"] == asked, (now, asked)
        assert 0 < now[f"{name}_sum"] <= took, (now, took)
        assert now["tioli_move_seconds_count"] == moves, now
        assert 0 < now["tioli_move_seconds_sum"] <= now[f"{name}_sum"], now
        with_figures.check_buckets(now, name)


def crowded_searches(folder):
    with Server(folder, "--threads", "1", db="memory") as server:
        crowd = Player(server, check=False)
        tables = [crowd.create(players=2, first=2, bot=0) for _ in range(12)]
        for other in tables:
            crowd.do("start", table=other, level="expert")
        for other in tables:
            news = crowd.views[other].news

            def moves():
                return [n for n in news if news[n]["event"] == "move"]

            crowd.until(moves)
            first = min(moves())
            took = news[first]["time"] - news[first - 1]["time"]
            # A late one would wait for another second and a half.
            assert 1500 <= took < 2900, took


def forgotten_game(folder):
    with Server(folder, db="memory") as server:
        table, players = game_of(server, 2, luck_of("forgotten"),
                                 grace=150000)
        for player in players:
            player.end()
        time.sleep(165)
        watcher = Player(server)
        watcher.enter(table)
        seats = watcher.state(table)["seats"]
        assert all(seat["stand_in"] for seat in seats), seats


# Nothing happens for minutes; and no machine that is slow enough is in time.
if os.environ.get("TIOLI_TEST_LONG"):
    test("searches that wait for each other are in time")(crowded_searches)
    test("a forgotten game is played on")(forgotten_game)


@test("who leaves a game holds up nobody")
def _(folder):
    with Server(folder, db="memory") as server:
        for watch in ("nobody", "link"):
            table, (anna, ben) = game_of(server, 2, luck_of("leave"),
                                         watch=watch)
            ben.do("stand", table=table)
            ben.do("ping")
            assert (ben.views[table].gone == "no-watching") == (
                watch == "nobody")
            ben.end()
            anna.until(lambda: anna.views[table].presence == [
                {"seat": 1, "present": True}, {"seat": 2, "present": False}])
            anna.do("ping")
            assert http(server.port, "/healthz").status == 200


@test("a person is present as long as one of their tabs is")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("tabs")
        table, (anna, ben) = game_of(server, 2, luck)
        tab = Player(server, ben.name, token=ben.token)
        tab.enter(table)

        def present():
            seats = anna.views[table].presence or anna.state(table)["seats"]
            return next(s["present"] for s in seats if s["seat"] == 2)

        ben.end()
        anna.do("ping")
        anna.pump()
        assert present()
        tab.do("exit", table=table)
        anna.until(lambda: not present())
        ben.connect()
        ben.enter(table, after=ben.views[table].seq)
        anna.until(present)


@test("a server that is killed goes on where it was")
def _(folder):
    server = Server(folder)
    with server:
        luck = luck_of("kill")
        table, players = game_of(server, 3, luck, check=False, starts=1)
        moves = []

        def step(player):
            moves.append(player)
            if len(moves) in (3, 9, 10, 15):
                server.kill()
                server.start()
                for one in players:
                    one.reconnect()
            return False

        play_on(players, table, luck, step)
        assert len(moves) > 15
        verify(server, table, 1, players[2], folder)
        news = [p.views[table].news for p in players]
        for seq in set(news[0]) & set(news[1]):
            assert news[0][seq]["event"] == news[1][seq]["event"]


@test("SIGTERM tells the players, saves, and ends in time")
def _(folder):
    server = Server(folder)
    with server:
        luck = luck_of("drain")
        table, players = game_of(
            server, 2, luck, check=False,
            clock={"kind": "game", "base": 60000, "more": 0})
        clocks = [s["clock"] for s in players[0].state(table)["seats"]]
        before = time.monotonic()
        status, took = server.stop()
        assert status == 0 and took < 5, (status, took)
        for player in players:
            try:
                while True:
                    player.read()
            except Gone:
                pass
            assert player.notices == ["draining"], player.notices
            assert player.socket.close_code == 1001, player.socket.close_code
        time.sleep(1)
        server.start()
        for player in players:
            player.reconnect()
        # The second down was nobody's, however slow the rest was.
        after = [s["clock"] for s in players[0].state(table)["seats"]]
        most = (time.monotonic() - before) * 1000 - 900
        assert all(b - a < most for a, b in zip(after, clocks)), (
            clocks, after, most)
        mover = next(p for p in players if p.moves(table))
        mover.do("move", table=table, move=choose(mover.moves(table), luck))


def requests(server):
    """That it has answered so far."""
    figures = http(server.port, "/metrics").body.decode()
    return int(re.search(r"(?m)^tioli_requests_total (\d+)$", figures)[1])


@test("a server that drains is not ready, and says so")
def _(folder):
    with Server(folder, db="memory") as server:
        asking, second = connect(server.port), connect(server.port)
        for sock in (asking, second):
            reply = http(server.port, "/readyz", sock=sock)
            assert (reply.status, reply.body) == (200, b"ready\n")
        # What it still has to send to somebody who does not read keeps it.
        slow = Player(server, check=False)
        slow.socket.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        faces = luck_of("large deck")
        large = "".join("combo 9 " + " ".join(
            faces.choice("LD") + faces.choice("123456") for _ in range(8))
            + "\n" for _ in range(170)) + "action take 2 x20\n"
        table = slow.create(deck="large", own=large)
        for _ in range(50):
            slow.send("deck", table=table)
        # It may not be heard before it reads; else it is in this many turns.
        heard = -1
        while requests(server) != heard:
            heard = requests(server)
            for _ in range(20):
                http(server.port, "/readyz", sock=asking)
        assert heard > 3
        server.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(ConnectionError):
            while True:
                connect(server.port).close()
                time.sleep(0.005)
        reply = http(server.port, "/readyz", sock=asking)
        assert (reply.status, reply.body) == (503, b"draining\n")
        reply = http(server.port, "/metrics", sock=second)
        assert b"\ntioli_draining 1\n" in reply.body
        slow.end()


# ---- What one has ----------------------------------------------------------

def mine(player, **wanted):
    """The first table of the list, with the fields that are asked for."""
    tables = player.do("mine")["tables"]
    return {key: tables[0][key] for key in wanted} if tables else None


def has_first(player, **wanted):
    assert mine(player, **wanted) == wanted, (wanted, mine(player, **wanted))


@test("everybody has a list of their tables and games, after a restart too")
def _(folder):
    server = Server(folder)
    with server:
        luck = luck_of("mine")
        anna, ben, eve = (Player(server, name) for name in
                          ("Anna", "Ben", "Eve"))
        answer = anna.do("mine")
        assert answer["tables"] == answer["records"] == [], answer
        table = anna.create(players=2, starts=1, watch="nobody")
        has_first(anna, table=table, link=f"/t/{table}", phase="open",
                  players=2, seat=1, host=True, yours=False,
                  seats=[{"seat": 1, "kind": "person", "name": "Anna"}])
        assert "round" not in anna.do("mine")["tables"][0]
        ben.join(table)
        both = (anna, ben)
        for player in both:
            player.until(lambda p=player: p.moves(table) or
                         p.state(table)["game"])
            has_first(player, table=table, phase="playing", round=1,
                      rounds=2, host=player is anna,
                      yours=bool(player.moves(table)))
        assert sum(mine(p, yours=0)["yours"] for p in both) == 1
        assert eve.do("mine")["tables"] == []
        other = ben.create(players=3)
        assert [t["table"] for t in ben.do("mine")["tables"]] == [other, table]
        # Exactly who has to decide is told so, at every moment.
        def step(_):
            for player in both:
                player.do("ping")
                waits = next(t["yours"] for t in player.do("mine")["tables"]
                             if t["table"] == table)
                assert waits == bool(player.moves(table))
        play_on(both, table, luck, step)
        has_first(anna, phase="over", yours=False)
        for seat, player in enumerate(both, 1):
            records = player.do("mine")["records"]
            totals = [p["total"] for p in
                      player.state(table)["game"]["players"]]
            assert records == [{
                "table": table, "game": 1, "finished": True, "seat": seat,
                "time": records[0]["time"], "players": [
                    {"name": "Anna", "total": totals[0]},
                    {"name": "Ben", "total": totals[1]}],
                "won": seat in player.state(table)["game"]["winners"]
            }], records
        before = [p.do("mine") for p in both]
        assert server.stop()[0] == 0
        server.start()
        for player, was in zip(both, before):
            player.reconnect()
            now = player.do("mine")
            assert now["records"] == was["records"]
            assert ([(t["table"], t["phase"], t["seats"]) for t in
                     now["tables"]] ==
                    [(t["table"], t["phase"], t["seats"]) for t in
                     was["tables"]])
        ben.do("stand", table=table)
        assert [t["table"] for t in ben.do("mine")["tables"]] == [other]
        anna.do("close", table=table)
        assert anna.do("mine")["tables"] == []
        assert len(anna.do("mine")["records"]) == 1


@test("a game that was broken off is in the lists, and whose host has changed")
def _(folder):
    with Server(folder, db="memory") as server:
        anna, ben = Player(server, "Anna"), Player(server, "Ben")
        table = anna.create(players=2)
        ben.join(table)
        anna.do("host", table=table, seat=2)
        has_first(anna, host=False, seat=1)
        has_first(ben, host=True, seat=2)
        ben.do("close", table=table)
        for seat, player in enumerate((anna, ben), 1):
            record, = player.do("mine")["records"]
            assert record["seat"] == seat and not record["finished"]
            assert record["players"] == [{"name": "Anna"}, {"name": "Ben"}]


def at_once(player, *requests):
    """Sends them in one piece, which the server reads in one lap of its
    loop. Returns the answers."""
    ids = [player.id() for _ in requests]
    player.sent += len(ids)
    player.socket.sock.sendall(b"".join(
        player.socket.frame(1, json.dumps({"id": id, "do": do, **fields}))
        for id, (do, fields) in zip(ids, requests)))
    player.until(lambda: all(id in player.answers for id in ids))
    return [player.answers.pop(id) for id in ids]


@test("no record is lost to a rematch that begins with the last move")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("at once")
        table, (anna, ben) = game_of(server, 2, luck, check=False, starts=1,
                                     watch="nobody")
        play_on((anna, ben), table, luck, lambda p: p.state(table)["game"][
            "round"] == 2 and p.state(table)["game"]["phase"] == "turn")
        # Anna alone has dice at the end, so that the last word is hers.
        game = {}
        while game.get("phase") != "lay":
            for player in (anna, ben):
                player.do("ping")
                moves = player.moves(table)
                game = player.state(table)["game"]
                if moves and game["phase"] == "turn":
                    takes = player is anna and not game["players"][0]["dice"]
                    player.do("move", table=table, move="done" if moves["done"]
                              else f"take {moves['take'][0]}" if takes
                              else "pass")
        last = {"move": "lay none", "table": table}
        more = {"table": table, "bytes": bytes_of_chance()}
        answers = at_once(anna, ("move", last), ("again", more),
                          ("start", {"table": table}),
                          ("close", {"table": table}))
        assert all(answer.get("ok") for answer in answers), answers
        for player, games in ((anna, [(2, False), (1, True)]),
                              (ben, [(1, True)])):
            records = player.do("mine")["records"]
            assert [(r["game"], r["finished"]) for r in records] == games, (
                records)
        for player in (anna, ben):
            verify(server, table, 1, player, folder)
        for player, status in ((anna, 200), (ben, 404)):
            reply = http(server.port, f"/api/tables/{table}/record?game=2",
                         fields=[f"Authorization: Bearer {player.token}"])
            assert reply.status == status, reply.status


@test("of two names that are told at once the later one stays")
def _(folder):
    with Server(folder) as server:
        anna = Player(server, "Anna")
        colour = "#3a7bd5"
        answers = at_once(anna, ("me", {"name": "Ann", "colour": colour}),
                          ("me", {"name": "Anna", "colour": colour}))
        assert all(answer["ok"] for answer in answers), answers
        answer = json.loads(WebSocket(server.port).ask(json.dumps(
            {"id": "1", "do": "hello", "version": 1, "token": anna.token})))
        assert answer["name"] == "Anna", answer


@test("a token that comes with the connection need not be said again")
def _(folder):
    def greet(fields, **more):
        ws = WebSocket(server.port, fields)
        return json.loads(ws.ask(json.dumps(
            {"id": "1", "do": "hello", "version": 1, **more})))

    with Server(folder, db="memory") as server:
        anna, ben = Player(server, "Anna"), Player(server, "Ben")
        bearer = [f"Authorization: Bearer {anna.token}"]
        answer = greet(bearer)
        assert (answer["name"], "token" in answer) == ("Anna", False), answer
        assert greet(bearer, token=ben.token)["name"] == "Ben"
        for wrong in ([], ["Authorization: Bearer x"],
                      [f"Authorization: Bearer {anna.token}0"]):
            answer = greet(wrong)
            assert answer["token"] not in (anna.token, ben.token), answer


@test("lists have the latest fifty")
def _(folder):
    with Server(folder, db="memory") as server:
        anna = Player(server, "Anna", check=False)
        tables = []
        for _ in range(3):
            host = Player(server, check=False)
            for _ in range(18):
                table = host.do("create", settings={"players": 3})["table"]
                host.do("exit", table=table)
                anna.do("sit", table=table, bytes=bytes_of_chance())
                tables.append(table)
        listed = [t["table"] for t in anna.do("mine")["tables"]]
        assert len(listed) == 50
        # Some are of the same millisecond.
        assert set(listed[:40]) <= set(tables[-50:]), listed
        times = [t["time"] for t in anna.do("mine")["tables"]]
        assert times == sorted(times, reverse=True)
        tables = []
        for _ in range(52):
            table = anna.create(players=2)
            anna.do("start", table=table)
            anna.do("close", table=table)
            tables.append(table)
        listed = [r["table"] for r in anna.do("mine")["records"]]
        assert listed == tables[:1:-1], listed


@test("who played may read the record for ever, and nobody else")
def _(folder):
    server = Server(folder)

    def status(player, table, game=1):
        fields = [f"Cookie: tioli={player.token}"] if player else []
        return http(server.port, f"/api/tables/{table}/record?game={game}",
                    fields=fields).status

    with server:
        luck = luck_of("archive")
        anna, ben, eve = (Player(server, check=False) for _ in range(3))
        tables = {}
        for watch in ("nobody", "link"):
            table = anna.create(players=3, starts=1, watch=watch)
            ben.join(table)
            anna.do("bot", table=table, level="random")
            eve.enter(table)
            anna.do("start", table=table)
            for player in (anna, ben):
                player.until(lambda p=player:
                             p.state(table)["phase"] == "playing")
            play_on((anna, ben), table, luck)
            # Who leaves has played all the same.
            ben.do("stand", table=table)
            tables[watch] = table

        def check():
            for watch, others in (("nobody", 404), ("link", 200)):
                table = tables[watch]
                assert status(anna, table) == 200
                assert status(ben, table) == 200
                assert status(eve, table) == others
                assert status(None, table) == others
                assert status(anna, table, 2) == 404

        check()
        for table in tables.values():
            anna.do("close", table=table)
        check()
        assert server.stop()[0] == 0
        # What archiving does when a table has been closed for a while.
        store = sqlite3.connect(server.db)
        store.execute("DELETE FROM event")
        store.execute("DELETE FROM log")
        store.commit()
        store.close()
        server.start()
        anna.reconnect()
        anna.refused("no-such-table", "enter", table=tables["link"])
        check()
        assert len(anna.do("mine")["records"]) == 2


# ---- Who may what ----------------------------------------------------------

@test("onlookers see what is public, and only where they may")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("watch")
        eve = Player(server, "Eve")
        open_table, players = game_of(server, 2, luck, watch="link", starts=1)
        assert eve.enter(open_table)["ok"]
        game = eve.state(open_table)["game"]
        assert "hand" not in game and "moves" not in game
        assert eve.state(open_table)["you"]["seat"] is None
        eve.refused("not-seated", "move", table=open_table, move="pass")
        eve.refused("not-seated", "hint", table=open_table)
        eve.refused("not-host", "close", table=open_table)
        closed_table, others = game_of(server, 2, luck, watch="nobody")
        for do, more in (("enter", {}), ("move", {"move": "pass"}),
                         ("sit", {"bytes": bytes_of_chance()}), ("undo", {}),
                         ("close", {}), ("try", {"move": "pass"}),
                         ("hint", {}), ("kick", {"seat": 1}),
                         ("again", {"bytes": bytes_of_chance()})):
            eve.refused("no-watching", do, table=closed_table, **more)
        eve.refused("no-such-table", "enter", table="0" * 24)
        reply = http(server.port, "/api/tables")
        assert closed_table not in reply.body.decode()
        assert open_table not in reply.body.decode()
        assert len(others) == 2


@test("an onlooker who may not look on any more is sent away")
def _(folder):
    with Server(folder, db="memory") as server:
        anna = Player(server, "Anna")
        eve = Player(server, "Eve")
        ben = Player(server, "Ben")
        table = anna.create(players=3, watch="nobody")
        eve.enter(table)
        ben.join(table)
        ben.refused("not-host", "kick", table=table, seat=1)
        anna.do("kick", table=table, seat=2)
        ben.until(lambda: ben.views[table].gone == "kicked")
        ben.refused("kicked", "sit", table=table, bytes=bytes_of_chance())
        anna.do("bot", table=table, level="easy")
        anna.do("start", table=table, level="easy")
        eve.until(lambda: eve.views[table].gone == "no-watching")
        texts = len(eve.seen)
        anna.until(lambda: anna.moves(table))
        eve.do("ping")
        assert len(eve.seen) == texts + 1, eve.seen[texts:]
        anna.do("close", table=table)
        anna.until(lambda: anna.views[table].gone == "closed")


@test("whoever was sent away can't come back, by no connection")
def _(folder):
    with Server(folder) as server:
        anna = Player(server, "Anna")
        ben = Player(server, "Ben")
        second = Player(server, "Ben", token=ben.token)
        other = Player(server, "Otherwise")
        table = anna.create(players=3, watch="link")
        ben.join(table)
        second.enter(table)
        anna.do("kick", table=table, seat=2)
        for player in (ben, second):
            player.until(lambda: player.views[table].gone == "kicked")
        third = Player(server, "Benny", token=ben.token)
        for player in (ben, second, third):
            for do, more in (("enter", {}), ("try", {"move": "pass"}),
                             ("enter", {"after": 0}), ("deck", {}),
                             ("sit", {"bytes": bytes_of_chance()}),
                             ("hint", {})):
                player.refused("kicked", do, table=table, **more)
        other.enter(table)
        server.kill()
        server.start()
        ben = Player(server, "Ben", token=ben.token)
        ben.refused("kicked", "enter", table=table)
        ben.refused("kicked", "sit", table=table, bytes=bytes_of_chance())


@test("names that look alike or like nothing are refused")
def _(folder):
    with Server(folder, db="memory") as server:
        anna = Player(server, "Anna")
        table = anna.create(players=4)
        socket = Player(server, "Somebody")
        for name in ("\u200b", "\u2800", "\u3164", "\u115f", "\u00ad",
                     "\u0301", "\u200f", "P\u0430ul", "\u202eabc"):
            answer = socket.ask("hello", version=1, name=name,
                                token=socket.token)
            assert answer["error"] == "bad-message", (name, answer)
            assert answer["field"] == "name", (name, answer)
        for name in ("anna", "AN\u00adNA", "Anna\u200b", "\uff21nna"):
            double = Player(server, name)
            double.enter(table)
            double.refused("name-taken", "sit", table=table,
                           bytes=bytes_of_chance())
        for name in ("\u0410\u043d\u043d\u0430", "\u674e\u5c0f\u9f99"):
            Player(server, name).join(table)
        ben = Player(server, "Ben")
        anna.do("bot", table=table, level="easy")
        anna.until(lambda: anna.views[table].seq)
        ben.enter(table)
        ben.refused("full", "sit", table=table, bytes=bytes_of_chance())
        anna.do("name", table=table, name="ANNA", colour="#112233")
        anna.refused("name-taken", "name", table=table,
                     name="\u0430\u043d\u043d\u0430", colour="#112233")


@test("what is no request is refused, and says which field")
def _(folder):
    with Server(folder, db="memory") as server:
        socket = WebSocket(server.port)
        for text, error, field in (
                ("{", "bad-json", None), ("[]", "bad-json", None),
                ("{" + '"a":[' * 9, "bad-json", None),
                # Four in each other may be, and strings don't count.
                ('{"a":[[[0]]]}', "bad-message", "id"),
                ('{"a":[[[0]]],"b":[[[0]]]}', "bad-message", "id"),
                ('{"a":"[[[[[\\"[["}', "bad-message", "id"),
                ('{"a":[[[[0]]]]}', "bad-json", None),
                ('{"a":{"b":{"c":{"d":{}}}}}', "bad-json", None),
                ('{"id":"1","do":"ping","do":"ping"}', "bad-json", None),
                ('{"do":"ping"}', "bad-message", "id"),
                ('{"id":"1"}', "bad-message", "do"),
                ('{"id":"1","do":"fly"}', "bad-message", "do"),
                ('{"id":"%s","do":"ping"}' % ("x" * 33), "bad-message", "id"),
                ('{"id":"1","do":"ping"}', "hello-first", None),
                ('{"id":"1","do":"hello","version":2}', "bad-version",
                 "version"),
                ('{"id":"1","do":"hello","version":1,"token":"0"}',
                 "bad-message", "token")):
            answer = json.loads(socket.ask(text))
            assert answer["error"] == error, (text, answer)
            assert answer.get("field") == field, (text, answer)
        anna = Player(server, "Anna", check=False)
        table = anna.create(players=2)
        for do, more, field in (
                ("move", {"move": "pass", "seat": 1}, "seat"),
                ("move", {"move": 5}, "move"),
                ("sit", {"seat": 0}, "seat"), ("sit", {"seat": 6}, "seat"),
                ("sit", {"bytes": "zz"}, "bytes"),
                ("set", {"settings": {"players": 9}}, "settings.players"),
                ("set", {"settings": {"clock": {"k": 1}}}, "settings.clock.k"),
                ("set", {"settings": {"odd": 1}}, "settings.odd"),
                ("enter", {"after": -1}, "after"),
                ("enter", {"after": 2 ** 60}, "after"),
                ("start", {"level": ""}, "level"),
                ("name", {"name": "\u202e", "colour": "#000000"}, "name")):
            answer = anna.ask(do, table=table, **more)
            assert answer["error"] == "bad-message", (do, more, answer)
            assert answer["field"] == field, (do, more, answer)
        anna.refused("bad-message", "hello", version=1, token="0" * 32)
        # Nobody gives bytes before the commitment can be seen.
        answer = anna.ask("create", bytes=bytes_of_chance())
        assert answer["field"] == "bytes", answer


@test("one person has only so many tables")
def _(folder):
    with Server(folder, db="memory") as server:
        anna = Player(server, "Anna", check=False)
        for _ in range(20):
            table = anna.do("create")["table"]
            anna.do("exit", table=table)
        anna.refused("too-many-tables", "create")
        anna.do("close", table=table)
        anna.do("create")


@test("passwords can't be guessed")
def _(folder):
    with Server(folder, db="memory") as server:
        anna, ben, eve = (Player(server, name) for name in
                          ("Anna", "Ben", "Eve"))
        table = anna.create(players=4, code="sesame")
        other = anna.create(players=3, code="sesame")

        def guess(player, code, at=table):
            return player.ask("sit", table=at, code=code,
                              bytes=bytes_of_chance()).get("error")

        ben.do("sit", table=table, code="sesame", bytes=bytes_of_chance(),
               id="b1")
        for number in range(10):
            assert guess(eve, f"guess {number}") == "bad-code"
        # Even the right one is not looked at now, of the same person.
        assert guess(eve, "sesame") == "rate"
        assert guess(eve, "sesame", other) is None
        # A friend at the same address has one try, which is right or wrong.
        mallory = Player(server)
        assert guess(mallory, "wrong") == "bad-code"
        assert guess(mallory, "sesame") == "rate"
        friend = Player(server)
        assert guess(friend, "sesame") is None
        text = http(server.port, "/metrics").body.decode()
        assert 'tioli_codes_refused_total{by="person"} 1\n' in text
        assert 'tioli_codes_refused_total{by="address"} 1\n' in text
        # Whom the address has brought too many of are not told apart.
        # One of fifty may be taken for another: they have 65 536 places.
        refused = 0
        for number in range(300):
            late = Player(server, check=False)
            refused = refused + 1 if guess(late, "wrong") == "rate" else 0
            if refused == 2:
                break
            late.end()
        assert 50 <= number < 100, number
        # Who sits there asks again, and nobody else is in the way.
        again = ben.do("sit", table=table, code="sesame", id="b1",
                       bytes=bytes_of_chance())
        assert again["again"] is True
        # The host needs no code, whoever guesses at the same address.
        own = anna.do("create", settings={"players": 3, "code": "sesame"})[
            "table"]
        for number in range(10):
            assert guess(eve, f"guess {number}", own) == "bad-code"
        assert guess(ben, "sesame", own) is None
        anna.do("sit", table=own, bytes=bytes_of_chance())
        anna.do("start", table=table)
    with Server(folder, "--max-per-address", "0", db="memory") as server:
        anna, eve = Player(server, "Anna"), Player(server, "Eve")
        table = anna.create(players=3, code="sesame")
        for number in range(10):
            assert guess(eve, f"guess {number}", table) == "bad-code"
        assert guess(eve, "sesame", table) == "rate"
        assert guess(Player(server), "sesame", table) is None


@test("who watches too many tables is told that a new one is not entered")
def _(folder):
    with Server(folder, db="memory") as server:
        anna = Player(server, "Anna")
        for _ in range(16):
            answer = anna.do("create")
            assert answer["entered"] is True, answer
        last = anna.do("create")
        assert last["entered"] is False, last
        assert last["table"] not in anna.views
        anna.refused("busy", "enter", table=last["table"])
        anna.do("exit", table=answer["table"])
        assert anna.enter(last["table"])["ok"]


@test("one address has only a fifth of the tables")
def _(folder):
    with Server(folder, "--max-tables", "150", db="memory") as server:
        made = 0
        for _ in range(3):
            player = Player(server, check=False)
            for _ in range(20):
                answer = player.ask("create")
                made += bool(answer.get("ok"))
        assert answer["error"] == "too-many-tables"
        assert made == 30, made
    with Server(folder, "--max-tables", "150", "--max-per-address", "0",
                db="memory") as server:
        for _ in range(2):
            player = Player(server, check=False)
            for _ in range(20):
                player.do("create")


@test("secrets are told to nobody, and stand in no log")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("secrets")
        code = "sesame-7291"
        players = [Player(server, f"Q{i}", check=False) for i in range(3)]
        eve = Player(server, "Eve", check=False)
        table = players[0].create(players=3, starts=1, code=code)
        eve.enter(table)
        eve.refused("bad-code", "sit", table=table, bytes=bytes_of_chance(),
                    code="guess")
        for player in players[1:]:
            player.join(table, code=code)
        everyone = [*players, eve]
        for player in players:
            player.until(lambda p=player: p.state(table)["phase"] == "playing")
        for player in everyone:
            player.do("ping")
        for player in players:
            hand = player.state(table)["game"]["hand"]
            assert len(hand) == 5
            for card in hand:
                for other in everyone:
                    told = "".join(other.seen)
                    assert other is player or f'"{card["card"]}"' not in told
                    assert other is player or f' {card["card"]} ' not in told
        marks = {id(p): len(p.seen) for p in everyone}
        play_on(players, table, luck)
        secret = players[0].state(table)["fair"]["last"]["secret"]
        log = server.log()
        for player in everyone:
            texts = player.seen[:marks[id(player)]]
            assert not any(secret in text for text in texts)
            for other in everyone:
                # Who was given a token when saying hello saw it, once.
                seen = [t for t in player.seen if other.token in t]
                assert len(seen) == (other is player), seen
            assert player.token not in log
            assert player is players[0] or not any(
                code in t for t in player.seen)
        assert code not in log and secret not in log
        for player in players:
            for text in player.seen:
                assert "person" not in json.loads(text).get("state", {})
        for path in pathlib.Path(folder).glob("tioli.db*"):
            stored = path.read_bytes()
            for player in everyone:
                assert player.token.encode() not in stored
                assert bytes.fromhex(player.token) not in stored


# ---- The disk --------------------------------------------------------------

@test("a disk that fails is told, and nothing that was not saved happened")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("disk")
        table, players = game_of(server, 2, luck, starts=1)
        idle = Player(server, "Idle")
        pid = server.process.pid
        for _ in range(2):
            mover = next(p for p in players if p.moves(table))
            before = mover.views[table].seq
            state = mover.state(table)["game"]
            began = time.monotonic()
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, -1))
            move = {"table": table, "move": choose(mover.moves(table), luck)}
            id = mover.id()
            mover.refused("not-saved", "move", id=id, **move)
            for player in (*players, idle):
                player.until(lambda p=player: p.notices[-1:] == ["store-down"])
                assert player.views.get(table) is None or \
                    player.views[table].seq == before
            down = time.monotonic()
            mover.refused("not-saved", "move", **move)
            # Nobody sees what did not happen.
            late = Player(server, mover.name, token=mover.token)
            late.enter(table)
            assert late.views[table].seq <= before, late.views[table].seq
            late.end()
            mover.refused("not-saved", "me", name="X", colour="#000000")
            mover.refused("not-saved", "create", settings={})
            mover.do("ping")
            reply = http(server.port, "/readyz")
            assert (reply.status, reply.body) == (503, b"the store fails\n")
            least = time.monotonic() - down
            now = figures(server)
            lag = now["tioli_store_lag_seconds"]
            assert least - 0.002 <= lag <= time.monotonic() - began, (least,
                                                                      lag)
            assert now["tioli_store_up"] == 0
            assert now["tioli_commits_failed_total"] >= 1
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (-1, -1))
            for player in (*players, idle):
                player.until(lambda p=player: p.notices[-1:] == ["store-up"])
            back = int(re.findall(r"the store is back after (\d+) ms",
                                  server.log())[-1]) / 1000
            assert lag <= back <= time.monotonic() - began, (lag, back)
            now = figures(server)
            assert now["tioli_store_lag_seconds"] == 0, now
            assert now["tioli_store_up"] == 1
            view = mover.views[table]
            mover.until(lambda: view.state_seq > before)
            assert view.state["game"]["tray"] == state["tray"]
            assert view.state["game"]["hand"] == state["hand"]
            answer = mover.do("move", id=id, **move)
            assert "again" not in answer
            for player in players:
                player.until(lambda p=player:
                             p.views[table].seq >= answer["seq"])
                player.do("ping")
        server.kill()
        server.start()
        for player in players:
            player.reconnect()
        play_on(players, table, luck)
        verify(server, table, 1, players[0], folder)


@test("only what depended on a turn that could not be saved is refused")
def _(folder):
    with Server(folder) as server:
        player, table = alone(server)
        other = player.create(players=2, first=1)
        player.do("start", table=other, level="easy")
        player.until(lambda: player.moves(other))
        pid = server.process.pid
        for same in (False, True):
            before = figures(server)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, -1))
            answers = at_once(
                player, ("ping", {}),
                ("move", {"table": table, "move": "pass"}), ("ping", {}),
                ("try", {"table": other, "move": "pass"}), ("levels", {}),
                ("me", {"name": "X", "colour": "#000000"}),
                ("hint", {"table": table if same else other}), ("ping", {}))
            errors = [answer.get("error") for answer in answers]
            lost = "not-saved"
            assert errors == [None, lost, None, None, None, lost,
                              lost if same else None, None], errors
            assert answers[3]["try"]["legal"] and answers[4]["levels"]
            assert same or answers[6]["hints"]
            player.do("ping")
            for number in range(1, 9):
                assert len(answers_to(player, number)) == 1, number
            now = figures(server)
            name = "tioli_answer_seconds_count"
            assert now[name] - before[name] == 9, (before, now)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (-1, -1))
            player.until(lambda: player.notices[-1:] == ["store-up"])
            player.until(lambda: player.moves(table))
            player.notices.clear()


@test("a snapshot that could not be saved is not cut off at")
def _(folder):
    with Server(folder) as server:
        anna = Player(server, check=False)
        table = anna.create(players=2)

        def set_deck(number):
            return {"table": table, "settings": {"deck": "own"},
                    "deck": long_deck(number)}

        def snapshots():
            anna.do("ping")
            return sum(news["event"] == "snapshot"
                       for news in anna.views[table].news.values())
        for number in range(4):  # every second one brings a snapshot
            anna.do("set", **set_deck(number))
        before = snapshots()
        assert before == 2
        anna.do("set", **set_deck(5))
        limits = resource.RLIMIT_FSIZE
        resource.prlimit(server.process.pid, limits, (0, -1))
        anna.refused("not-saved", "set", **set_deck(6))
        resource.prlimit(server.process.pid, limits, (-1, -1))
        anna.until(lambda: anna.notices[-1:] == ["store-up"])
        anna.do("name", table=table, name="Anna", colour="#123456")
        assert snapshots() == before
        anna.do("set", **set_deck(6))
        assert snapshots() == before + 1
        last = anna.views[table].seq
    bytes_left, events = log_bytes(folder, table)
    assert events == [last], events
    assert bytes_left < SNAPSHOT


with_lists.points(test)
with_figures.points(test)
test.tests += with_storage.test.tests
test.tests += with_sections.test.tests
test.tests += with_people.test.tests

if __name__ == "__main__":
    sys.exit(test.run(jobs=4))
