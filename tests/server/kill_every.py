#!/usr/bin/env python3
"""kill -9 in the middle of games: nothing that was acknowledged is lost, and
nothing happens twice.

usage: kill_every.py       (TAP)

TIOLI_TEST_EVERY=N kills after every Nth event of a game (10 if not said, 1 for
each); TIOLI_TEST_KILLS=N kills so many times at random under load (10).

Each player keeps a list of what the server has said is done: requests with the
number of their event, and the events that were told. After each kill everything
is asked for again: a request that was acknowledged must be known, one that was
not may be sent again and happens once; and the log as it is told now must be
the log as it was told before.
"""

import os
import pathlib
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from players import (Gone, Player, Server, Suite, View,  # noqa: E402
                     bytes_of_chance, choose, luck_of)

EVERY = int(os.environ.get("TIOLI_TEST_EVERY", "10"))
KILLS = int(os.environ.get("TIOLI_TEST_KILLS", "10"))
REMEMBERED = 12  # a table knows its last sixteen requests
test = Suite()


class Careful(Player):
    """Notes what was acknowledged, and asks again for what was not."""

    def __init__(self, server, **more):
        self.done = {}     # request: (event, command)
        self.open = None   # a request without an answer
        super().__init__(server, check=False, **more)

    def come_back(self, table):
        """After the server was killed: everything told before must be told
        again in the same words."""
        before = dict(self.views[table].news) if table in self.views else {}
        self.end()
        self.answers.clear()
        self.connect()
        self.views[table] = View()
        assert self.enter(table, after=0)["ok"]
        now = self.views[table].news
        for seq, news in before.items():
            assert now.get(seq) == news, (
                f"event {seq} was {news} and is {now.get(seq)}")

    def finish(self):
        """Sends again what was not acknowledged."""
        if self.open:
            id, do, fields = self.open
            answer = self.ask(do, id=id, **fields)
            if answer.get("ok"):
                self.note(id, answer, do, fields)
            self.open = None

    def note(self, id, answer, do, fields):
        assert id not in self.done
        self.done[id] = (answer["seq"], do, fields)

    def command(self, do, **fields):
        id = self.id()
        self.open = (id, do, fields)
        answer = self.ask(do, id=id, **fields)
        self.open = None
        if answer.get("ok"):
            self.note(id, answer, do, fields)
        return answer

    def examine(self, table):
        """What was acknowledged is there, once. The table remembers the last
        requests, which may be sent again."""
        news = self.views[table].news
        numbers = [seq for seq, _, _ in self.done.values()]
        assert len(numbers) == len(set(numbers)), "two requests, one event"
        for id, (seq, do, fields) in self.done.items():
            assert seq in news, f"event {seq} is gone"
            event = news[seq]
            assert event["event"] == do, (id, seq, event)
            if do == "move":
                # Dice may be told in another order.
                assert sorted(event["move"].split()) == sorted(
                    fields["move"].split()), (event, fields)
        if self.done:
            id, (seq, do, fields) = list(self.done.items())[-1]
            if sum(1 for later in news if later > seq) > REMEMBERED:
                return
            answer = self.ask(do, id=id, **fields)
            assert answer.get("again") and answer["seq"] == seq, answer


def seat_down(server, luck, count, bots=0, **settings):
    players = [Careful(server) for _ in range(count)]
    table = players[0].create(players=count + bots, starts=1, **settings)
    for _ in range(bots):
        players[0].command("bot", table=table, level="easy")
    for player in players[1:]:
        player.enter(table)
        assert player.command("sit", table=table,
                              bytes=bytes_of_chance()).get("ok")
    if bots:
        players[0].ask("start", table=table)
    for player in players:
        player.until(lambda p=player: p.state(table)["phase"] == "playing")
    return table, players


def move_once(players, table, luck):
    """True if somebody moved; None if the game is over."""
    for player in players:
        player.pump()
    if all(p.state(table)["phase"] != "playing" for p in players):
        return None
    movers = [p for p in players if p.moves(table)]
    if not movers:
        time.sleep(0.002)
        return False
    player = luck.choice(movers)
    view = player.views[table]
    answer = player.command("move", table=table, at=view.state["position"],
                            move=choose(player.moves(table), luck))
    if answer.get("ok"):
        player.until(lambda: view.state_seq >= answer["seq"])
    return bool(answer.get("ok"))


@test(f"killed after every {EVERY}. event of a game")
def _(folder):
    luck = luck_of("every")
    server = Server(folder)
    kills = 0
    with server:
        table, players = seat_down(server, luck, 3)
        next_kill = EVERY
        while True:
            if players[0].views[table].seq >= next_kill:
                server.kill()
                kills += 1
                server.start()
                for player in players:
                    player.come_back(table)
                    player.finish()
                for player in players:
                    player.examine(table)
                next_kill = players[0].views[table].seq + EVERY
            if move_once(players, table, luck) is None:
                break
        for player in players:
            player.come_back(table)
            player.examine(table)
        assert kills > 0
        print(f"# {kills} kills")


class Killer(threading.Thread):
    """Kills the server after a while, in whatever it is doing."""

    def __init__(self, server, wait):
        super().__init__(daemon=True)
        self.server, self.wait = server, wait

    def run(self):
        time.sleep(self.wait)
        self.server.process.kill()


def play_until_gone(games, luck):
    """Many tables at once, until the connection breaks. True if it did."""
    try:
        while True:
            going = False
            for table, players in games:
                moved = move_once(players, table, luck)
                going = going or moved is not None
            if not going:
                return False
    except (Gone, OSError):
        return True


@test(f"killed {KILLS} times at random under load")
def _(folder):
    luck = luck_of("random")
    chance = random.Random(os.environ.get("TIOLI_TEST_SEED", "kill"))
    server = Server(folder)
    kills = 0
    finished = 0
    with server:
        games = []
        while kills < KILLS:
            while len(games) < 4:
                games.append(seat_down(server, luck, 2, bots=len(games) % 2))
            killer = Killer(server, chance.uniform(0.005, 0.25))
            killer.start()
            gone = play_until_gone(games, luck)
            killer.join()
            server.process.wait()
            kills += 1
            server.start()
            for table, players in games:
                for player in players:
                    player.come_back(table)
                for player in players:
                    player.finish()
                for player in players:
                    player.come_back(table)
                    player.examine(table)
            if not gone:
                finished += len(games)
            over = [g for g in games
                    if g[1][0].state(g[0])["phase"] != "playing"]
            for game in over:
                finished += 1
                for player in game[1]:
                    player.end()
                games.remove(game)
        print(f"# {kills} kills, {finished} games over")


if __name__ == "__main__":
    sys.exit(test.run())
