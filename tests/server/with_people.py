"""People who come together at a table: spoken codes, somebody who is away, a
table that is opened again, reactions, a screen for all. test_server.py runs these
points."""

from client import http
from players import (Player, Server, Suite, bytes_of_chance, change, figure,
                     game_of, luck_of, play_on)

test = Suite()

LETTERS = "BCDFGHJKMNPQRSTVWXYZ"


def code_of(player, table):
    player.do("ping")
    return player.state(table)["you"].get("spoken")


@test("a table that waits is found by the code that people say")
def _(folder):
    server = Server(folder)
    with server:
        anna, ben = Player(server, "Anna"), Player(server, "Ben")
        table, other = anna.create(players=2), anna.create(players=2)
        code, next_code = code_of(anna, table), code_of(anna, other)
        assert code != next_code
        assert len(code) == 5 and set(code) <= set(LETTERS), code
        said = code.lower()
        for text in code, said, f" {said[:2]}-{said[2:]}":
            found = ben.do("find", spoken=text)
            assert found["table"] == table and table in found["link"], found
            assert found["spoken"] == code, found
    with server:
        ben = Player(server, "Ben")
        assert ben.do("find", spoken=code)["table"] == table
        cleo = Player(server, "Cleo")
        cleo.do("enter", table=table)
        assert code_of(cleo, table) == code
        # It is forgotten when the game begins, and when the table is closed.
        anna = Player(server, token=anna.token)
        anna.do("enter", table=table)
        ben.join(table)
        anna.until(lambda: table in anna.views and
                   anna.state(table)["phase"] == "playing")
        anna.do("close", table=other)
        assert code_of(anna, table) is None
        for text in code, next_code:
            ben.refused("no-such-code", "find", spoken=text)


@test("a table that was stored without a code gets one that lasts")
def _(folder):
    server = Server(folder)
    with server:
        anna = Player(server, "Anna")
        table = anna.create(players=2)
        code = code_of(anna, table)
    change(server, ("update summary set about = "
                    "replace(about, char(9) || ?, '')", code))
    with server:
        anna = Player(server, token=anna.token)
        anna.refused("no-such-code", "find", spoken=code)
        anna.do("enter", table=table)
        new = code_of(anna, table)
        assert new and new != code
    with server:
        assert Player(server, "Ben").do("find", spoken=new)["table"] == table


@test("spoken codes can't be guessed")
def _(folder):
    with Server(folder, db="memory") as server:
        anna, ben = Player(server, "Anna"), Player(server, "Ben")
        code = code_of(anna, anna.create(players=2))
        wrong = [c for c in ("BBBB" + last for last in LETTERS) if c != code]
        # What can't be a code is not counted.
        for text in "apple", "BBBBBB", "BBBB", "BBBB1", "-":
            for _ in range(5):
                ben.refused("no-such-code", "find", spoken=text)
        for text in wrong[:19] + ["CCCCC"]:
            ben.refused("no-such-code", "find", spoken=text)
        # Whoever comes from the same address is not heard either.
        ben.refused("rate", "find", spoken=code)
        Player(server, "Cleo").refused("rate", "find", spoken=code)
        assert figure(server, "tioli_spoken_total", result="wrong") == 20
        assert figure(server, "tioli_spoken_total", result="refused") == 2


def away_of(player, table, seat):
    player.do("ping")
    return player.state(table)["seats"][seat - 1].get("grace")


@test("the host decides about somebody who is away")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("away")
        table, (anna, ben, cleo) = game_of(server, 3, luck, grace=60000)
        watcher = Player(server, "Dora")
        watcher.enter(table)
        anna.refused("not-awaited", "wait", table=table, seat=2)
        ben.end()
        anna.until(lambda: any(line["seat"] == 2 and not line["present"]
                               and 50000 < line["grace"] <= 60000
                               for line in anna.views[table].presence))
        cleo.refused("not-host", "relieve", table=table, seat=2)
        watcher.refused("not-host", "wait", table=table, seat=2)
        anna.do("wait", table=table, seat=2)
        for player in anna, cleo, watcher:
            player.until(lambda p=player:
                         240000 < (away_of(p, table, 2) or 0) <= 300000)
        anna.do("relieve", table=table, seat=2)
        anna.until(lambda: anna.state(table)["seats"][1]["stand_in"])
        assert away_of(anna, table, 2) is None
        anna.refused("not-awaited", "relieve", table=table, seat=2)


@test("a table is opened again for whoever is there, spectators included")
def _(folder):
    server = Server(folder)
    with server:
        luck = luck_of("reopened")
        table, (anna, ben) = game_of(server, 2, luck, starts=1)
        dora = Player(server, "Dora")
        dora.enter(table)
        anna.refused("not-over", "reopen", table=table)
        play_on([anna, ben], table, luck)
        anna.until(lambda: anna.state(table)["phase"] == "over")
        ben.refused("not-host", "reopen", table=table)
        anna.do("reopen", table=table, bytes=bytes_of_chance())
        for player in anna, ben, dora:
            player.until(lambda p=player: p.state(table)["phase"] == "open")
        code = code_of(dora, table)
        assert ben.do("find", spoken=code)["table"] == table
        assert [seat["kind"] for seat in anna.state(table)["seats"]] == \
            ["person", "empty"]
        anna.do("set", table=table, settings={"players": 3, "hints": False})
    with server:
        anna = Player(server, token=anna.token)
        dora, ben = Player(server, token=dora.token), Player(server, "Ben B")
        for player in anna, ben, dora:
            player.enter(table)
        assert code_of(ben, table) == code
        for player in dora, ben:
            player.do("sit", table=table, bytes=bytes_of_chance())
        for player in anna, ben, dora:
            player.until(lambda p=player: p.state(table)["phase"] == "playing")
        assert anna.state(table)["games"] == 2
        play_on([anna, dora, ben], table, luck)
        anna.until(lambda: anna.state(table)["phase"] == "over")
        for game in 1, 2:
            reply = http(server.port,
                         f"/api/tables/{table}/record?game={game}",
                         fields=[f"Authorization: Bearer {anna.token}"])
            assert reply.status == 200, (game, reply.status)


@test("reactions are heard by all who are there, and not too many")
def _(folder):
    with Server(folder, db="memory") as server:
        table, (anna, ben) = game_of(server, 2, luck_of("reactions"))
        dora = Player(server, "Dora")
        dora.enter(table)
        dora.refused("not-seated", "react", table=table, reaction="wow")
        anna.refused("bad-message", "react", table=table, reaction="boo")
        before = anna.state(table), anna.views[table].seq
        for _ in range(4):
            anna.do("react", table=table, reaction="bravo")
        anna.refused("rate", "react", table=table, reaction="bravo")
        another = Player(server, token=anna.token)
        another.refused("rate", "react", table=table, reaction="bravo")
        ben.do("react", table=table, reaction="thanks")
        for player in anna, ben, dora:
            player.do("ping")
            said = player.views[table].said
            assert said == [(1, "bravo")] * 4 + [(2, "thanks")], said
        assert before == (anna.state(table), anna.views[table].seq)


@test("a screen for all shows nobody's cards and is nobody's presence")
def _(folder):
    with Server(folder, db="memory") as server:
        table, (anna, ben) = game_of(server, 2, luck_of("screen"))
        screen = Player(server, token=anna.token)
        screen.do("enter", table=table, aside=True)
        screen.until(lambda: table in screen.views and screen.state(table))
        state = screen.state(table)
        assert state["you"]["seat"] is None and not state["you"]["host"]
        assert "hand" not in state["game"] and "moves" not in state["game"]
        anna.end()
        ben.until(lambda: any(line["seat"] == 1 and not line["present"]
                              for line in ben.views[table].presence))
        assert not any('"hand"' in text for text in screen.seen)
