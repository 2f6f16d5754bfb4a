"""States that come as what has changed: they are small, and put together they
are what a whole one says. test_server.py runs these points."""

import collections
import json

from players import (Player, Server, Suite, bytes_of_chance, choose, game_of,
                     luck_of, play_on)

test = Suite()

# Of all four players' messages for one take, news included: no take may cost
# more, and most cost half as much.
MOST = 5000
MEAN = 3000


@test("a take at a table of four is told in 5 kB")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("bytes")
        table, players = game_of(server, 4, luck, check=False)
        play_on(players, table, luck)
        cost = collections.Counter()
        for player in players:
            player.until(lambda p=player: p.state(table)["phase"] == "over")
            for text in player.seen:
                message = json.loads(text)
                move = message.get("news", {}).get("move", "")
                if move.startswith("take"):
                    cost[message["seq"]] += len(text.encode())
        mean = sum(cost.values()) / len(cost)
        print(f"# {len(cost)} takes, {mean:.0f} bytes each, "
              f"{max(cost.values())} at the most", flush=True)
        assert len(cost) > 30, cost
        assert mean <= MEAN and max(cost.values()) <= MOST, cost


def plain(state):
    """Without what goes on while nothing happens, and what is told apart."""
    seats = [{k: v for k, v in seat.items()
              if k not in ("clock", "present", "grace")}
             for seat in state["seats"]]
    return {**state, "seats": seats}


class Pair:
    """Somebody who is told what changes, and again by another connection that
    asks for all of it each time."""

    def __init__(self, server, table, player):
        self.table, self.player = table, player
        self.twin = Player(server, name=player.name, token=player.token,
                           check=False)

    def check(self):
        self.twin.enter(self.table)
        seq = self.twin.views[self.table].seq
        one = self.player.views[self.table]
        self.player.until(lambda: one.state_seq >= seq)
        assert one.state_seq == seq
        whole = self.twin.state(self.table)
        assert plain(one.state) == plain(whole), (one.state, whole)

    def all(self):
        """It was told changes, and its twin whole states."""
        def kinds(player):
            return collections.Counter(
                word for text in player.seen for word in ("state", "changes")
                if f'"{word}":{{' in text)
        assert kinds(self.player)["changes"] > 5
        assert kinds(self.twin)["state"] > 5


def move_and_check(pairs, table, luck, count):
    """So many moves; everybody holds together what they were told."""
    for _ in range(count):
        for pair in pairs:
            pair.check()
        mover = next((p.player for p in pairs if p.player.moves(table)), None)
        if not mover:
            return
        view = mover.views[table]
        done = mover.do("move", table=table, at=view.state["position"],
                        move=choose(mover.moves(table), luck))
        mover.until(lambda: view.state_seq >= done["seq"])


@test("what changed makes the state that is sent whole, for everybody")
def _(folder):
    with Server(folder) as server:
        luck = luck_of("merged")
        anna, ben, cora, dora = (Player(server, check=False)
                                 for _ in range(4))
        table = anna.create(players=3, starts=1, undo=True,
                            clock={"kind": "move", "base": 3600000})
        for player in (ben, cora, dora):
            player.enter(table)
        pairs = [Pair(server, table, p) for p in (anna, ben, cora, dora)]

        def step(player, do, **fields):
            player.do(do, table=table, **fields)
            for pair in pairs:
                pair.check()
        # Seats are taken, left, changed; the host goes from one to another.
        step(ben, "sit", bytes=bytes_of_chance())
        step(ben, "stand")
        step(cora, "sit", bytes=bytes_of_chance())
        step(ben, "sit", bytes=bytes_of_chance())
        move_and_check(pairs, table, luck, 8)
        for pair in pairs:
            pair.check()
        for pair in pairs:
            if pair.player.state(table)["you"]["undo"]:
                step(pair.player, "undo")
                break
        # The server starts anew.
        server.kill()
        server.start()
        for player in [p for pair in pairs for p in (pair.player, pair.twin)]:
            player.server = server
            player.reconnect()
        move_and_check(pairs, table, luck, 4)
        play_on([anna, ben, cora], table, luck)
        for player in (anna, ben, cora):
            step(player, "again", bytes=bytes_of_chance())
        assert anna.state(table)["games"] == 2
        move_and_check(pairs, table, luck, 4)
        for pair in pairs:
            pair.all()


@test("onlookers are told the same bytes, whenever they came")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("onlookers")
        table, players = game_of(server, 2, luck, check=False, starts=1)
        looks = []
        for _ in range(4):
            looks.append(Player(server, check=False))
            looks[-1].enter(table)
            left = iter(range(3))
            play_on(players, table, luck,
                    step=lambda *_: next(left, None) is None)
        play_on(players, table, luck)
        told = []
        for look in looks:
            look.until(lambda p=look: p.state(table)["phase"] == "over")
            told.append([t for t in look.seen if '"changes":{' in t])
        assert len(told[-1]) > 2
        for one in told:
            assert one[-len(told[-1]):] == told[-1]


@test("whoever enters while somebody is away goes on from what they were told")
def _(folder):
    with Server(folder, db="memory") as server:
        luck = luck_of("away")
        table, players = game_of(server, 2, luck, check=False)

        def move():
            left = iter(range(1))
            play_on(players, table, luck,
                    step=lambda *_: next(left, None) is None)

        def sees(look, *there):
            # Of whoever is away it is told how long they are waited for.
            look.until(lambda: [
                (one["seat"], one["present"], "grace" in one)
                for one in look.views[table].presence] == [
                    (seat, present, not present)
                    for seat, present in enumerate(there, 1)])
        first, second = (Player(server, check=False) for _ in range(2))
        first.enter(table)
        move()
        players[1].end()
        sees(first, True, False)
        second.enter(table)
        assert not second.state(table)["seats"][1]["present"]
        players[1].connect()
        players[1].enter(table)
        sees(second, True, True)
        move()
        for look in (first, second):
            view = look.views[table]
            look.until(lambda v=view: v.seq >= players[0].views[table].seq)
            assert view.state["seats"][1]["present"], view.state
            assert '"changes":{' in look.seen[-1]
