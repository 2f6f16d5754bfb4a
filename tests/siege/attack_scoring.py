"""A guest with five seats and a deck of sums that compete for the same dice:
four pass, one takes all twenty dice, and then asks what nothing would be
worth, again and again. The best lay-out is looked for each time."""

from attack import Attack, elsewhere
from players import Gone, game_of, luck_of

DECK = """combo 20 sum * < 27 x85
combo 20 sum L < 37 x85
action take 2 x30
"""
SEATS = 5
DICE = 20
TRIES = 50
AT_ONCE = 10  # that are sent before an answer is waited for


class Scoring(Attack):
    words = "twenty dice on sums that compete, tried again and again"

    def run(self, server, over):
        tables = tries = 0
        luck = luck_of("scoring")
        with elsewhere("127.0.0.2"):
            while not over():
                try:
                    table, players = game_of(
                        server, SEATS, luck, check=False, own=DECK,
                        deck="wide", free_hand=True)
                    self.gather(players, table, over)
                    taker = self.taker(players, table)
                    tables += taker is not None
                    if taker:
                        tries += self.ask(taker, table, over)
                    players[0].do("close", table=table)
                    for player in players:
                        player.end()
                except (Gone, AssertionError, OSError):
                    # The address has had its share; it comes back at once.
                    continue
        return tables, tries

    def gather(self, players, table, over):
        """All draw five combos; the first whose turn it is takes every die."""
        taker = None
        while not over():
            for player in players:
                player.pump()
            movers = [p for p in players if p.moves(table)]
            if not movers:
                players[0].read()
                continue
            player, moves = movers[0], movers[0].moves(table)
            if "lay" in moves:
                return
            if "draw" in moves:
                move = "draw 5c"
            elif taker in (None, player):
                taker = player
                move = f"take {moves['take'][0]}"
            else:
                move = "pass"
            view = player.views[table]
            seq = player.do("move", table=table, move=move,
                            at=view.state["position"])["seq"]
            player.until(lambda v=view, s=seq: v.state_seq >= s)

    def taker(self, players, table):
        for player in players:
            moves = player.moves(table)
            dice = [len(seat["dice"]) for seat in
                    player.state(table)["game"]["players"]]
            if moves and "lay" in moves and max(dice) == DICE:
                return player
        return None

    def ask(self, player, table, over):
        answered = 0
        while answered < TRIES and not over():
            player.reconnect()
            ids = [player.send("try", table=table, move="lay none")
                   for _ in range(AT_ONCE)]
            player.until(lambda i=ids: all(one in player.answers for one in i))
            for one in ids:
                assert player.answers.pop(one)["ok"]
            answered += AT_ONCE
        return answered

    def check(self, server, found):
        tables, tries = found
        assert tables > 0 and tries >= AT_ONCE, f"{tables} tables, {tries} tries"
