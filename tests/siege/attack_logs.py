"""A guest who makes the logs of tables long, and then asks for all of them."""

from attack import MIB, Attack, elsewhere, on_and_on
from players import Player, bytes_of_chance, figure

LOG_OPEN = 48 << 10  # bytes of a log before the game: two events and what is
                     # between two snapshots
READERS = 50


def deck(number):
    """12 kB, and no two of them alike."""
    lines = [f"combo {1 + (number + i) % 20} L1 L2 L3 D4 D5 # {i:055}"
             for i in range(150)]
    return "\n".join(lines) + "\naction take 2 x50\n"


class Decks(Attack):
    """Settings with a deck in them as fast as they are taken, and for each
    hundred of them all of the log for fifty connections."""

    words = "long settings, and all of the past for fifty"
    disk = 24 * MIB  # most of it is what the store writes before it tidies up

    def run(self, server, over):
        self.table = self.number = 0

        def change():
            player = Player(server, "Deck", token=self.token, check=False)
            self.token = player.token
            self.table = self.table or player.create(players=2)
            for _ in range(45):
                self.number += 1
                player.send("set", table=self.table, settings={"deck": "own"},
                            deck=deck(self.number))
                player.pump()
            player.do("ping")
            player.end()
            return 45

        def read():
            readers = [Player(server, check=False) for _ in range(READERS)]
            for reader in readers:
                for _ in range(20):
                    reader.send("enter", table=self.table, after=0)
            for reader in readers:
                reader.until(lambda r=reader: self.table in r.views
                             and r.state(self.table))
                reader.end()
            return 0

        self.token = None
        with elsewhere("127.0.0.2"):
            changes = on_and_on(over, lambda: change() + change() + read())
        return self.table, changes

    def check(self, server, found):
        table, changes = found
        assert table and changes > 90, f"{changes} changes"
        before = figure(server, "tioli_replay_bytes_total")
        player = Player(server, check=False)
        assert player.enter(table, after=0)["ok"]
        read = figure(server, "tioli_replay_bytes_total") - before
        assert 0 < read <= LOG_OPEN, f"{read} bytes after {changes} changes"
        player.end()


class BackAndForth(Attack):
    """What one request does the next one takes back: dice in a game, and a seat
    before it."""

    words = "taking and undoing, sitting and standing"

    def run(self, server, over):
        self.tokens = [None, None]
        self.open = self.refused = 0

        def takes(player, table):
            die = player.state(table)["game"]["tray"][0]
            for _ in range(22):
                player.send("move", table=table, move=f"take {die}")
                player.send("undo", table=table)
            player.do("ping")
            self.refused += sum(a.get("error") == "too-many-undos"
                                for a in player.answers.values())

        def game():
            player = Player(server, "Dicer", token=self.tokens[0], check=False)
            self.tokens[0] = player.token
            table = player.create(players=2, first=1, starts=1)
            player.do("start", table=table, level="easy")
            player.until(lambda: player.state(table)["phase"] == "playing")
            for _ in range(10):
                player.reconnect()
                takes(player, table)
            player.reconnect()
            player.do("close", table=table)
            player.end()
            return 10 * 44

        def seat():
            player = Player(server, "Sitter", token=self.tokens[1],
                            check=False)
            self.tokens[1] = player.token
            if not self.open:
                self.open = player.create(players=3)
            for _ in range(22):
                player.send("stand", table=self.open)
                player.send("sit", table=self.open, bytes=bytes_of_chance())
            player.do("ping")
            player.end()
            return 44

        keeper = Player(server, "Keeper", check=False)
        self.open = keeper.create(players=3)
        with elsewhere("127.0.0.2"):
            done = on_and_on(over, lambda: game() + seat() + seat() + seat())
        return self.open, done, self.refused

    def check(self, server, found):
        table, done, refused = found
        assert done > 250 and refused > 0, (done, refused)
        before = figure(server, "tioli_replay_bytes_total")
        player = Player(server, check=False)
        assert player.enter(table, after=0)["ok"]
        read = figure(server, "tioli_replay_bytes_total") - before
        assert 0 < read <= LOG_OPEN, f"{read} bytes"
        player.end()
