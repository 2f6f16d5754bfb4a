"""Points of test_server.py about what is told: the numbers in /metrics are held
against what the system and the clients say, lists against what happens; and
about what is kept of a person and of the time, right or wrong."""

import hashlib
import json
import os
import pathlib
import re
import time

from client import WebSocket, http
from players import (SOURCE, Player, Server, View, change, figure, figures,
                     game_of, luck_of, play_on)
from with_lists import rows, wait_until

HOUR = 3600 * 1000


def of_process(pid):
    """Processor time in seconds, and bytes of memory, by the system."""
    words = pathlib.Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()
    pages = int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
    return ((int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"),
            pages * os.sysconf("SC_PAGE_SIZE"))


def sleeps(pid):
    """How often a process went to sleep by itself."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"(?m)^voluntary_ctxt_switches:\s+(\d+)", status)[1])


COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#6b46c1",
           "#b83280", "#00838f", "#8d6e00", "#9b2c2c")


def guest_of(token):
    """The name and the colour of whoever has that token and none chosen."""
    person = hashlib.sha256(token.encode()).digest()[:16]
    bytes_ = hashlib.sha256(person).digest()
    number = 1000 + int.from_bytes(bytes_[:2], "little") % 9000
    return f"Guest {number}", COLOURS[bytes_[2] % len(COLOURS)]


def hello(server, cookie=None, **fields):
    """The token, and what is said."""
    more = [f"Cookie: tioli={cookie}"] if cookie else []
    reply = http(server.port, "/api/hello", method="POST",
                 body=json.dumps(fields).encode(),
                 fields=["Content-Type: application/json", *more])
    assert reply.status == 200, reply.status
    return (re.search("tioli=([0-9a-f]+)", reply.fields["set-cookie"])[1],
            json.loads(reply.body))


def check_buckets(now, name):
    """Sixteen microseconds, and each next bound twice that; together they fit
    the sum."""
    bounds = [16 * 2 ** i / 1e6 for i in range(21)]
    counts = [now[f'{name}_bucket{{le="{bound:.6f}"}}'] for bound in bounds]
    assert len([key for key in now if key.startswith(f"{name}_bucket")]) == 22
    assert now[f'{name}_bucket{{le="+Inf"}}'] == now[f"{name}_count"]
    assert counts == sorted(counts) and counts[-1] == now[f"{name}_count"]
    each = [b - a for a, b in zip([0, *counts], counts)]
    least = sum(n * low for n, low in zip(each, [0, *bounds]))
    most = sum(n * high for n, high in zip(each, bounds))
    assert least <= now[f"{name}_sum"] <= most, (least, now, most)


def check_panel(panel, known):
    """Each name and label of a panel's expressions is one that there is. A label
    in a legend is one that its expression leaves."""
    for target in panel["targets"]:
        text = re.sub(r"\[\w+\]", "", target["expr"])
        names = re.findall(r"\b(?:tioli|process)_\w+", text)
        assert names, target
        for name in names:
            assert name in known, f"{name} is not in /metrics"
        labels = {"instance"}.union(*(known[name] for name in names))
        used = re.findall(r"(\w+)\s*(?:=~?|!=|!~)\s*\"", text)
        kept = re.findall(r"by \((.*?)\)", text)
        for list_ in kept:
            used += [label.strip() for label in list_.split(",")]
        assert set(used) <= labels, (used, labels, target)
        if kept:
            labels = set(re.findall(r"\w+", kept[0]))
        legend = set(re.findall(r"{{(\w+)}}", target["legendFormat"]))
        assert legend <= labels, (legend, labels, target)


def check_places(panels):
    """No two panels have the same number or lie on each other."""
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"])
                 for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken and at["x"] + at["w"] <= 24, panel["title"]
        taken |= cells


def points(test):
    @test("the dashboard shows figures that there are")
    def _(folder):
        with Server(folder) as server:
            known = {}
            for sample in figures(server):
                name, _, labels = sample.partition("{")
                known.setdefault(name, set()).update(
                    re.findall(r'(\w+)="', labels))
        # Only where there are several servers: test_servers.py holds these
        # against what is there.
        told = (SOURCE / "docs" / "operating.md").read_text()
        for name, label in re.findall(r"`(tioli_cluster_\w+)(?:\{(\w+)\})?`",
                                      told):
            known.setdefault(name, set()).update({label} - {""})
        board = json.loads((SOURCE / "data" / "dashboard.json").read_text())
        assert len(board["panels"]) > 5
        check_places(board["panels"])
        for panel in board["panels"]:
            check_panel(panel, known)
        for variable in board["templating"]["list"]:
            for name in re.findall(r"tioli_\w+", variable["query"]):
                assert name in known, variable

    @test("figures of the process are those of the system")
    def _(folder):
        began = time.monotonic()
        with Server(folder, db="memory") as server:
            started = time.monotonic()
            one, two = Player(server), Player(server)
            for _ in range(30):
                one.do("levels")
            low, memory = of_process(server.process.pid)
            before = time.monotonic() - started
            now = figures(server)
            after = time.monotonic() - began
            high, _ = of_process(server.process.pid)
            assert before - 0.01 <= now["tioli_uptime_seconds"] <= after
            tick = 2 / os.sysconf("SC_CLK_TCK")
            assert low - tick <= now["process_cpu_seconds_total"] <= \
                high + tick, (low, now["process_cpu_seconds_total"], high)
            assert (memory / 2 < now["process_resident_memory_bytes"]
                    < memory * 2), (memory, now)
            assert now["tioli_draining"] == 0
            assert now["tioli_store_up"] == 1
            assert now["tioli_store_lag_seconds"] == 0
            # The third connection is the one that asks.
            wait_until(lambda: figure(server, "tioli_connections") == 3, now)
            assert now["tioli_sockets"] == now["tioli_sessions"] == 2
            before = figures(server)
            for _ in range(5):
                two.do("ping")
            two.end()
            wait_until(lambda: figure(server, "tioli_sessions") == 1, now)
            now = figures(server)
            for name in ("requests", "received_messages", "sent_messages"):
                name = f"tioli_{name}_total"
                assert now[name] - before[name] == 5, (name, before, now)
            assert now["tioli_sockets"] == 1

    @test("a server that has nothing to do sleeps")
    def _(folder):
        with Server(folder) as server:
            anna = Player(server, check=False)
            open_table = anna.create(players=3)
            table = anna.create(players=2, first=1)
            anna.do("start", table=table, level="easy")
            anna.until(lambda: anna.moves(table))
            before = sleeps(server.process.pid)
            time.sleep(1)  # what is measured
            woken = sleeps(server.process.pid) - before
            # One that asks itself all the time wakes up each millisecond.
            assert woken < 60, (woken, open_table)

    @test("figures of tables are those of what happens there")
    def _(folder):
        with Server(folder) as server:
            anna, ben, eve = (Player(server, check=False) for _ in range(3))
            before = figures(server)
            table = anna.create(players=3, starts=1)
            anna.do("bot", table=table, level="easy")
            ben.join(table)
            eve.enter(table)
            for player in (anna, ben):
                player.until(lambda p=player: p.state(table)["game"])
            now = figures(server)
            assert now["tioli_persons_present"] == 2
            assert now["tioli_watchers"] == 3
            eve.do("exit", table=table)
            assert figure(server, "tioli_watchers") == 2
            ben.end()
            wait_until(lambda: figure(server, "tioli_persons_present") == 1,
                       figures(server))
            ben.connect()
            ben.enter(table)
            play_on((anna, ben), table, luck_of("figures"))
            anna.do("ping")
            now = figures(server)
            told = anna.views[table].news

            def rise(name):
                return now[name] - before.get(name, 0)

            assert rise("tioli_events_total") == max(told), (now, max(told))
            moves = [news for news in told.values() if news["event"] == "move"]
            assert rise("tioli_moves_total") == len(moves), (now, moves)
            assert rise("tioli_tables_created_total") == 1
            assert rise("tioli_games_finished_total") == 1
            by_bot = sum(news["by"] == "bot" for news in moves)
            assert rise("tioli_thoughts_total") >= by_bot > 0
            assert (now["tioli_thought_seconds_count"]
                    == now["tioli_bot_wait_seconds_count"]
                    == now["tioli_thoughts_total"]), now
            assert now["tioli_commit_seconds_count"] == \
                now["tioli_commits_total"] > 0
            assert now["tioli_commits_failed_total"] == 0
            for name in ("commit", "thought", "bot_wait", "answer", "move"):
                check_buckets(now, f"tioli_{name}_seconds")

    @test("a bot that thinks is counted once")
    def _(folder):
        with Server(folder, db="memory") as server:
            anna = Player(server, check=False)
            table = anna.create(players=2, first=2, bot=3000)
            anna.do("start", table=table, level="expert")
            # It does so for more than a second.
            wait_until(lambda: figure(server, "tioli_thinking") == 1, "none")
            assert figure(server, "tioli_hints_waiting") == 0
            assert figure(server, "tioli_hints_running") == 0

    @test("a name that is told again is not written again")
    def _(folder):
        server = Server(folder)

        def commits():
            return figure(server, "tioli_commits_total")

        def greet(player):
            return player.ask("hello", version=1, token=player.token)

        with server:
            anna = Player(server, "Anna")
            before = commits()
            again = Player(server, "Anna", token=anna.token)
            again.do("me", name="Anna", colour="#3a7bd5")
            hello(server, anna.token, name="Anna", colour="#3a7bd5")
            hello(server, anna.token)
            assert commits() == before
            hello(server, anna.token, colour="#3a7bd6")
            assert commits() == before + 1
            third = Player(server, "Anna", token=anna.token)
            assert greet(third)["colour"] == "#3a7bd5"
            assert commits() == before + 2
            hello(server, anna.token, name="Ann")
            assert commits() == before + 3
            again.do("me", name="Anna", colour="#3a7bd7")
            assert commits() == before + 4
            # Nobody becomes somebody else.
            ben = Player(server, "Ben")
            answer = anna.refused("bad-message", "hello", version=1,
                                  token=ben.token)
            assert answer["field"] == "token", answer
            assert "somebody else" in answer["words"], answer
            assert anna.do("hello", version=1)["name"] == "Anna"
            assert figure(server, "tioli_sessions") == 4
        with server:
            assert hello(server, anna.token)[1] == {
                "new": False, "name": "Anna", "colour": "#3a7bd7",
                "address": None}

    @test("a name that is stored and makes no sense is not used")
    def _(folder):
        server = Server(folder)
        stored = {b"00ff7f A": ("A", "#00ff7f"),
                  b"00ff7f " + b"n" * 40: ("n" * 40, "#00ff7f"),
                  b"": None, b"00ff7f": None, b"00ff7f ": None,
                  b"00ff7f-A": None, b"00ffgg A": None, b"00ff7f \x1b[2J": None,
                  b"00ff7f " + b"n" * 41: None}
        with server:
            tokens = [hello(server, name=f"N{i}", colour="#000000")[0]
                      for i in range(len(stored))]
            guest = hello(server)
            assert server.stop()[0] == 0
            change(server, *(
                ("UPDATE value SET bytes = ? WHERE bytes = ?", text,
                 f"000000 N{i}".encode()) for i, text in enumerate(stored)))
            server.start()
            for token, wanted in zip(tokens, stored.values()):
                said = [hello(server, token)[1] for _ in range(2)]
                assert said[0] == said[1], said
                name, colour = said[0]["name"], said[0]["colour"]
                if wanted:
                    assert (name, colour) == wanted
                else:
                    assert (name, colour) == guest_of(token), token
            assert server.log().count(
                "what is stored of a person can't be read") == 2 * 7
            for name in (guest_of(token)[0] for token in tokens):
                assert re.fullmatch("Guest [1-9][0-9]{3}", name), name
            # That it was made up is said, and only then.
            for token, wanted in zip(tokens, stored.values()):
                said = hello(server, token)[1].get("made_up", False)
                assert said == (wanted is None), token
            # A guest is called the same each time.
            assert guest[1]["made_up"], guest
            assert hello(server, guest[0])[1] == dict(guest[1], new=False)
            ws = WebSocket(server.port, [f"Authorization: Bearer {guest[0]}"])
            answer = json.loads(ws.ask(json.dumps(
                {"id": "1", "do": "hello", "version": 1})))
            assert (answer["name"], answer["colour"]) == (
                guest[1]["name"], guest[1]["colour"])
            assert answer["made_up"] is True, answer
            # Still nobody chose it, if only a colour was.
            token, said = hello(server, guest[0], colour="#123456")
            assert said["made_up"] and said["colour"] == "#123456", said
            answer = json.loads(ws.ask(json.dumps(
                {"id": "2", "do": "me", "name": "Gus", "colour": "#123456"})))
            assert answer["ok"], answer
            answer = json.loads(ws.ask(json.dumps(
                {"id": "3", "do": "hello", "version": 1})))
            assert answer["name"] == "Gus" and "made_up" not in answer, answer
            assert "made_up" not in hello(server, guest[0])[1]

    @test("the time goes on from what was stored, if that makes sense")
    def _(folder):
        server = Server(folder)

        def kept():
            return int(rows(server, "SELECT bytes FROM value WHERE name = "
                            "'time'")[0][0].split()[0])

        def start_after(text):
            """What a server says that finds this time."""
            change(server, ("UPDATE value SET bytes = ? WHERE name = 'time'",
                            text.encode()))
            server.log_path.write_text("")
            began = time.time() * 1000
            server.start()
            Player(server)
            assert server.stop()[0] == 0
            return server.log(), began, kept()

        with server:
            Player(server)
            assert server.stop()[0] == 0
            assert abs(kept() - time.time() * 1000) < 20000
            now = int(time.time() * 1000)
            log, _, time_of = start_after(f"{now + 2 * HOUR}\n")
            behind = int(re.search(r"clock is (\d+) s behind", log)[1])
            assert 7100 < behind <= 7200, behind
            assert 2 * HOUR <= time_of - now < 2 * HOUR + 60000
            now = int(time.time() * 1000)
            log, _, time_of = start_after(f"{now - 2 * HOUR}\n")
            away = int(re.search(r"no server ran for (\d+) s", log)[1])
            assert 7200 <= away < 7260, away
            assert abs(time_of - now) < 60000
            for text in (f"{now - HOUR + 60000}\n", f"{now + 100}\n"):
                log, _, _ = start_after(text)
                assert "no server ran" not in log and "behind" not in log, log
            log, _, time_of = start_after("tomorrow\n")
            assert "the time that is stored makes no sense" in log, log
            assert abs(time_of - now) < 60000

    @test("the public list has what it should, the latest first")
    def _(folder):
        server = Server(folder)

        def listed():
            return json.loads(http(server.port, "/api/tables").body)["tables"]

        def ids():
            return [table["table"] for table in listed()]

        def make(**settings):
            table = anna.create(**settings)
            anna.do("exit", table=table)
            del anna.views[table]
            time.sleep(0.002)  # the next one is later
            return table

        with server:
            anna = Player(server, "Anna", check=False)
            one, two, three, four = (make(players=3, listed=True)
                                     for _ in range(4))
            make(players=3)
            seen = make(players=2, watch="public", edition="schmidt",
                        free_hand=True, code="x",
                        clock={"kind": "days", "base": 3600000})
            assert ids() == [seen, four, three, two, one]
            about = listed()
            times = [(t.pop("created"), t.pop("time")) for t in about]
            assert all(0 < created <= at for created, at in times), times
            assert about[0] == {
                "table": seen, "phase": "open", "players": 2, "taken": 1,
                "edition": "schmidt", "free_hand": True, "deck": "standard",
                "clock": "days", "code": True, "watch": True, "games": 0,
                "host": "Anna"}, about[0]
            assert about[4] == {
                "table": one, "phase": "open", "players": 3, "taken": 1,
                "edition": "gamewright", "free_hand": False,
                "deck": "standard", "clock": "none", "code": False,
                "watch": False, "games": 0, "host": "Anna"}, about[4]
            # What has just happened is the latest.
            anna.do("set", table=two, settings={"hints": False})
            assert ids() == [two, seen, four, three, one]
            # In the middle, at the end and at the beginning.
            anna.do("close", table=four)
            assert ids() == [two, seen, three, one]
            anna.do("set", table=one, settings={"listed": False})
            assert ids() == [two, seen, three]
            anna.do("close", table=two)
            assert ids() == [seen, three]
            # A game that may be watched is behind those where one can sit.
            anna.do("start", table=seen, level="easy")
            anna.do("set", table=one, settings={"listed": True})
            assert ids() == [one, three, seen]
            about = listed()[2]
            assert (about["phase"], about["taken"], about["games"]) == (
                "playing", 2, 1), about
            anna.do("start", table=three, level="easy")
            assert ids() == [one, seen]
            assert server.stop()[0] == 0
            server.start()
            assert ids() == [one, seen]
            assert listed()[0]["host"] == "Anna"

    @test("a wish that was closed may be made again, some times")
    def _(folder):
        with Server(folder, db="memory") as server:
            anna = Player(server, check=False)
            tables = []
            for _ in range(8):
                first = anna.do("create", id="wish")
                second = anna.do("create", id="wish")
                assert "again" not in first and second["again"], second
                assert first["table"] == second["table"]
                anna.do("close", table=first["table"])
                tables.append(first["table"])
            assert len(set(tables)) == 8
            anna.refused("not-saved", "create", id="wish")
            # Ids have all the letters and digits that nobody mixes up.
            tables += [anna.do("create")["table"] for _ in range(12)]
            assert all(len(table) == 24 for table in tables)
            digits = "0123456789abcdefghjkmnpqrstvwxyz"
            assert set("".join(tables)) == set(digits), tables

    @test("whoever wants the view as text gets it, and no one else")
    def _(folder):
        with Server(folder, db="memory") as server:
            luck = luck_of("view as text")
            table, players = game_of(server, 2, luck, starts=1, watch="link",
                                     check=False)
            eve = Player(server, "Eve", check=False)
            texts = {}
            for who in (*players, eve):
                tab = Player(server, token=who.token)
                tab.do("enter", table=table, text=True)
                tab.until(lambda t=tab: table in t.views and t.state(table))
                texts[who] = tab
            eve.enter(table)
            mover = next(p for p in players if p.moves(table))
            mover.do("move", table=table, move="take " +
                     mover.moves(table)["take"][0])
            for tab in texts.values():
                tab.do("ping")
                told = [message for message in map(json.loads, tab.seen)
                        if message.get("table") == table and "seq" in message]
                assert len(told) >= 2 and all("view" in m for m in told), told
            for who in (*players, eve):
                who.do("ping")
                assert not any('"view"' in text for text in who.seen)
            last = {who: [json.loads(text)["view"] for text in tab.seen
                          if '"view"' in text][-1]
                    for who, tab in texts.items()}
            assert len(set(last.values())) == 3
            # Each has their own cards, and nobody else's.
            for who in players:
                cards = [card["card"] for card in
                         who.state(table)["game"]["hand"]]
                for card in cards:
                    assert card in last[who], (card, last[who])
            # Of the past they are told less.
            for tab in (*texts.values(), eve):
                tab.end()
            for number in range(140):
                players[number % 2].do("host", table=table,
                                       seat=2 - number % 2)
            late = Player(server, token=players[0].token, check=False)
            late.views[table] = View()
            late.views[table].behind = True
            late.do("enter", table=table, after=0, text=True)
            late.until(lambda: late.state(table))
            assert len(late.views[table].news) == 128
            # Whoever enters again may do without.
            late.views[table].state = None
            late.do("enter", table=table)
            late.until(lambda: late.state(table))
            assert '"view"' not in late.seen[-1], late.seen[-1]
