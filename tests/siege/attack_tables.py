"""Guests who have as much stored as they are allowed to: tables that are made,
started and closed, and names."""

from attack import MIB, Attack, elsewhere, on_and_on
from client import http
from players import Player


class Tables(Attack):
    words = "tables are made, started and closed as fast as possible"
    disk = 64 * MIB      # newcomers of an address have 32, and there is a log

    def run(self, server, over):
        self.closed, self.refused = 0, {}
        with elsewhere("127.0.0.2"):
            on_and_on(over, lambda: self.guest(server, over))
        return self.closed, self.refused

    def guest(self, server, over):
        """As one person, until the connection is cut or the quota is used."""
        player = Player(server, "Maker", check=False)
        while not over():
            if player.sent > 52:
                player.reconnect()
            answer = player.ask("create", settings={"players": 2, "bot": 0})
            if not answer.get("ok"):
                why = answer["error"]
                self.refused[why] = self.refused.get(why, 0) + 1
                break
            table = answer["table"]
            for do, fields in (("sit", {"bytes": "00" * 32}), ("start", {}),
                               ("close", {})):
                player.do(do, table=table, **fields)
            player.views.clear()
            self.closed += 1
        return 0

    def check(self, server, found):
        closed, refused = found
        assert closed > 20, f"only {closed} were closed"
        assert set(refused) <= {"rate", "too-many-tables"}, refused


class Names(Attack):
    words = "new persons with a name each, as fast as possible"
    disk = 48 * MIB

    def run(self, server, over):
        named = refused = 0
        with elsewhere("127.0.0.2"):
            while not over():
                try:
                    reply = http(server.port, "/api/hello", method="POST",
                                 body=b'{"name":"N %d"}' % named,
                                 fields=["Content-Type: application/json"])
                    named += reply.status == 200
                    refused += reply.status != 200
                except OSError:
                    refused += 1
        return named, refused

    def check(self, server, found):
        named, _ = found
        assert named > 50, f"only {named} names were given"
        text = http(server.port, "/metrics").body.decode()
        kept = next(int(line.split()[-1]) for line in text.splitlines()
                    if line.startswith('tioli_store_rows{kind="values"}'))
        assert kept < 2500, f"{kept} names are kept"
