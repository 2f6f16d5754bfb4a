"""People who come together at a table: spoken codes. test_server.py runs these
points."""

from players import Player, Server, Suite, change, figure

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
