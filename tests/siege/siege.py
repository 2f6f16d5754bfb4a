#!/usr/bin/env python3
"""One guest against the rest: does anybody else notice?

usage: siege.py [WORD...]     only the attacks whose name has such a word

Every attack_NAME.py beside this file has one class, a kind of Attack. A
bystander pings a server and plays with a bot there, and does the same on a
second server that nobody attacks. Both feel how busy the machine is, so what
the attack did is the difference between the two:

  - the worst ping is at most 100 ms above the worst on the calm server;
  - the bot's slowest answer is at most a second above the slowest there;
  - memory and disk grow by no more than the attack's class says.

Where there are more programs than cores, a server that has work stands in line
for a core while one that has none is let in at once. That wait is the machine's
and not the server's, and is taken off a ping's time on both. A server that has
to keep something stands still while the disk does, so in the quick run, which is
to pass beside other work, stores are in memory where there is a place for it.

A machine that stands still for a moment can spoil one try, a server that does
can't hide in three: the best of up to three tries counts. Each is twice as long
as the one before, for on a busy machine an attacker comes to little. With TIOLI_TEST_LONG
each attack goes on for its `long_seconds`.
"""

import importlib
import multiprocessing
import os
import pathlib
import sys
import tempfile
import threading
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "server"))
from attack import Attack, Stopwatch  # noqa: E402
from players import Player, Server, choose, luck_of  # noqa: E402

LONG = bool(os.environ.get("TIOLI_TEST_LONG"))
TRIES = 3
PING_EVERY = 0.02
PINGS_OF_ONE = 40      # of one connection: fewer than its rate allows
WORST_PING = 0.1       # seconds above the calm server's worst
WORST_BOT = 1.0
BOT = "hard"


class Bystander(threading.Thread):
    """Pings a server and plays against a bot there until it is stopped. In
    every try they are the same persons, who have been there before."""

    tokens = {}

    def __init__(self, server, name):
        super().__init__(daemon=True)
        self.server, self.name = server, name
        self.ping, self.bot = Stopwatch(), Stopwatch()
        self.over = threading.Event()
        self.trouble = None
        self.luck = luck_of(name)

    def run(self):
        try:
            pings = threading.Thread(target=self.guarded, args=[self.pings])
            pings.start()
            self.guarded(self.games)
            pings.join()
        finally:
            self.over.set()

    def guarded(self, work):
        try:
            work()
        except Exception:  # noqa: BLE001 told by whoever waits for it
            self.trouble = traceback.format_exc()
            self.over.set()

    def come(self, name):
        key = self.server.port, name
        player = Player(self.server, name, self.tokens.get(key), check=False)
        self.tokens[key] = player.token
        return player

    def pings(self):
        player = self.come("Pia")
        while not self.over.is_set():
            if player.sent >= PINGS_OF_ONE:
                player.reconnect()
            began, waited = time.monotonic(), wait_for_a_core(self.server)
            player.do("ping")
            waited = wait_for_a_core(self.server) - waited
            self.ping.note(max(0, time.monotonic() - began - waited))
            self.over.wait(PING_EVERY)
        player.end()

    def games(self):
        player = self.come("Paul")
        while not self.over.is_set():
            table = player.create(players=2, first=1)
            player.do("start", table=table, level=BOT)
            self.game(player, table)
            player.do("close", table=table)
        player.end()

    def game(self, player, table):
        """Whenever only the bot has to decide, a stopwatch runs."""
        view = player.views[table]
        player.until(lambda: player.state(table)["phase"] == "playing")
        while not self.over.is_set():
            if view.state["phase"] != "playing":
                return
            moves = player.moves(table)
            if moves:
                answer = player.ask("move", table=table,
                                    at=view.state["position"],
                                    move=choose(moves, self.luck))
                assert answer.get("ok") or answer["error"] == "stale", answer
                player.until(lambda a=answer: not a.get("ok")
                             or view.state_seq >= a["seq"])
                continue
            began, states = time.monotonic(), view.states
            player.until(lambda s=states: view.states > s)
            self.bot.note(time.monotonic() - began)

    def stop(self):
        self.over.set()
        self.join()
        if self.trouble:
            raise AssertionError(f"{self.name}: {self.trouble}")


def wait_for_a_core(server):
    """For how many seconds the server's loop could have run and had no core:
    the second figure of what Linux keeps for each thread."""
    path = pathlib.Path(f"/proc/{server.process.pid}/schedstat")
    return int(path.read_text().split()[1]) / 1e9


def size_on_disk(folder):
    """What lies there; files come and go while it is counted."""
    total = 0
    for path in pathlib.Path(folder).rglob("*"):
        try:
            total += path.stat().st_size
        except FileNotFoundError:
            pass
    return total


def memory_of(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    fields = dict(line.split(":", 1) for line in status.splitlines())
    return int(fields["VmRSS"].split()[0]) * 1024


def attack_in_process(attack, server, seconds, answer):
    """The attacker has an interpreter of its own, so that it is in nobody's way
    but by what it asks the server for."""
    try:
        end = time.monotonic() + seconds
        answer.send((None, attack.run(server, lambda: time.monotonic() > end)))
    except Exception:  # noqa: BLE001 told in the other process
        answer.send((traceback.format_exc(), None))


class Try:
    """One attack beside one bystander here and one on the calm server."""

    def __init__(self, attack, server, calm_server, seconds):
        here, there = (Bystander(server, "besieged"),
                       Bystander(calm_server, "calm"))
        memory, disk = memory_of(server), size_on_disk(server.folder)
        mine, theirs = multiprocessing.Pipe()
        attacker = multiprocessing.Process(
            target=attack_in_process, args=(attack, server, seconds, theirs))
        attacker.start()  # first: a process with threads is not to be copied
        here.start()
        there.start()
        # An attack that hangs is ended: what it did until then counts.
        self.outcome = (mine.recv() if mine.poll(seconds + 60)
                        else ("the attacker hangs", None))
        attacker.kill()
        attacker.join()
        here.stop()
        there.stop()
        self.memory = memory_of(server) - memory
        self.disk = size_on_disk(server.folder) - disk
        self.here, self.calm = here, there
        self.trouble = self.outcome[0] or self.checked(attack, server)

    def checked(self, attack, server):
        """What is wrong with what the attack has found, or None."""
        try:
            attack.check(server, self.outcome[1])
        except Exception:  # noqa: BLE001 told as a TAP point
            return traceback.format_exc()
        return None

    def excess(self):
        """How much worse than in calm, in parts of what is allowed."""
        return max((self.here.ping.worst - self.calm.ping.worst) / WORST_PING,
                   (self.here.bot.worst - self.calm.bot.worst) / WORST_BOT)

    def rank(self):
        return bool(self.trouble), self.excess()

    def figures(self):
        return (f"ping {self.here.ping} (calm {self.calm.ping}); "
                f"bot {self.here.bot} (calm {self.calm.bot}); "
                f"memory {self.memory / 2**20:+.1f} MiB, "
                f"disk {self.disk / 2**20:+.1f} MiB")


class Report:
    def __init__(self, count):
        self.number = self.failed = 0
        print(f"1..{count}", flush=True)

    def point(self, words, good, why=""):
        self.number += 1
        self.failed += not good
        print("ok" if good else "not ok", self.number, "-", words)
        for line in ("" if good else str(why)).splitlines():
            print("#", line)
        sys.stdout.flush()


def best_try(attack, server, calm_server):
    best = None
    seconds = attack.long_seconds if LONG else attack.seconds
    for number in range(TRIES):
        one = Try(attack, server, calm_server, seconds << number)
        if not best or one.rank() < best.rank():
            best = one
        if not best.trouble and best.excess() <= 1:
            break
    return best


def siege(attack, calm_server, report):
    name = attack.words
    points = ["nobody else notices", "bots answer in time",
              "memory and disk are bounded", "the server says what it should"]
    try:
        with tempfile.TemporaryDirectory() as folder:
            attack.prepare(pathlib.Path(folder))
            with Server(folder, *attack.options) as server:
                one = best_try(attack, server, calm_server)
                print("#", one.figures(), flush=True)
    except Exception:  # noqa: BLE001 every failure is a TAP point
        for words in points:
            report.point(f"{name}: {words}", False, traceback.format_exc())
        return
    calm = one.calm
    good = (
        one.here.ping.worst <= calm.ping.worst + WORST_PING,
        one.here.bot.count > 0 and
        one.here.bot.worst <= calm.bot.worst + WORST_BOT,
        one.memory <= attack.memory and one.disk <= attack.disk,
        not one.trouble)
    for words, ok in zip(points, good):
        report.point(f"{name}: {words}", ok, one.trouble or one.figures())


def attacks(wanted):
    for path in sorted(HERE.glob("attack_*.py")):
        if wanted and not any(word in path.stem for word in wanted):
            continue
        module = importlib.import_module(path.stem)
        for thing in vars(module).values():
            if (isinstance(thing, type) and issubclass(thing, Attack)
                    and thing.__module__ == path.stem):
                yield thing()


def main():
    chosen = list(attacks(sys.argv[1:]))
    if not chosen:
        sys.exit("there is no such attack")
    if not LONG and os.access("/dev/shm", os.W_OK):
        tempfile.tempdir = "/dev/shm"
    report = Report(4 * len(chosen))
    with tempfile.TemporaryDirectory() as folder, Server(folder) as calm_server:
        for attack in chosen:
            began = time.monotonic()
            siege(attack, calm_server, report)
            print(f"# {time.monotonic() - began:.1f} s", flush=True)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
