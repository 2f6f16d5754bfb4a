"""A guest who asks for the worst programs that the operator offers, at as many
tables as they get."""

import pathlib
import sys
import time

from attack import Attack, elsewhere
from players import Gone, Player

# Each is polite until its first move.
HOG = """
import os, sys, time
for line in sys.stdin:
    if line.startswith("tioli "):
        print("ready 1", flush=True)
    elif line == "ping\\n":
        print("pong", flush=True)
    elif line.startswith("go "):
        break
habit = sys.argv[1]
if habit == "mute":
    time.sleep(1000)
eaten = bytearray(48 << 20) if habit == "eater" else None
if habit == "family":
    os.fork()
    os.fork()
while True:
    pass
"""
HABITS = ("spinner", "mute", "eater", "family")
MOST = 12           # programs at tables that were made from one address
MOST_PROCESSES = 5  # of one program, with its keeper


def descendants(root):
    """How many processes a process has started, and how many are below it."""
    parents = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(path.parent.name)] = int(parent)
    found = {root}
    started = sum(parent == root for parent in parents.values())
    while True:
        more = {child for child, parent in parents.items()
                if parent in found} - found
        if not more:
            return started, len(found) - 1
        found |= more


class Programs(Attack):
    words = "programs that spin, eat, multiply or say nothing"

    def __init__(self):
        self.options = [word for habit in HABITS for word in (
            "--bot", f"{habit}={sys.executable} -S HOG {habit}")]

    def prepare(self, folder):
        hog = folder / "bots" / "hog.py"
        hog.parent.mkdir()
        hog.write_text(HOG)
        self.options = [word.replace("HOG", str(hog)) for word in self.options]

    def ask(self, server, over, found):
        """Two persons who make a new table for every one that they close."""
        players = [Player(server, "Hog", check=False) for _ in range(2)]
        tables = []
        while not over():
            player = players[found["asked"] % 2]
            try:
                table = player.create(players=2, first=2, bot=0)
                tables.append((player, table))
                player.do("start", table=table,
                          level=HABITS[found["asked"] % len(HABITS)])
                found["asked"] += 1
            except AssertionError:
                pass  # they have enough, or went too fast
            found["most"] = [max(pair) for pair in zip(
                found["most"], descendants(server.process.pid))]
            if len(tables) > 2 * MOST:
                player, table = tables.pop(0)
                player.ask("close", table=table)
        for player, table in tables:
            player.ask("close", table=table)

    def run(self, server, over):
        found = {"asked": 0, "most": [0, 0]}
        with elsewhere("127.0.0.2"):
            while not over():
                try:
                    self.ask(server, over, found)
                except (Gone, OSError):
                    pass
        return found

    def check(self, server, found):
        keepers, processes = found["most"]
        assert found["asked"] >= 4 and 2 <= keepers <= MOST, found
        assert processes <= MOST * MOST_PROCESSES, found
        print("# at most {} programs, {} processes".format(*found["most"]))
        end = time.monotonic() + 30
        while any(descendants(server.process.pid)):
            assert time.monotonic() < end, "programs are left"
            time.sleep(0.05)
