#!/usr/bin/env python3
"""Tables of people and bots are played through HAProxy while servers are
killed, stopped, cut off from the database and restarted, and the database fails
over.
Whatever was acknowledged must be in the log, once and in order; all at a table
must have seen the same game; and its record must be fair.

usage: test_cluster.py [WORDS...]     (TAP)

TIOLI_TEST_FAULTS=N is how many things go wrong (24), TIOLI_TEST_TABLES=N how
many tables are played at a time (50), TIOLI_TEST_SEED what is drawn. With
TIOLI_TEST_LONG a server stands still for up to 30 s, and is cut off for up to
20.
"""

import collections
import copy
import importlib.machinery
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "server")]
import checker  # noqa: E402
from people import PATIENCE, Game  # noqa: E402
from players import SOURCE, TIOLI, Suite, http, luck_of  # noqa: E402

FAULTS = int(os.environ.get("TIOLI_TEST_FAULTS", "24"))
TABLES = int(os.environ.get("TIOLI_TEST_TABLES", "50"))
LONG = bool(os.environ.get("TIOLI_TEST_LONG"))
SERVERS = 3
# Seconds. Whoever is silent for 5 s is taken for dead by the others, and what
# time does at its tables is theirs; connections are given up after 11 s.
SHORT = (1, 4)
STOPPED_FOR_LONG = (6, 30) if LONG else (6, 8)
CUT_FOR_LONG = (6, 20) if LONG else (6, 12)
# Seconds that people think, at most: all tables together make some 50 moves a
# second, which leaves a machine of two cores time for the rest.
PACE = max(0.2, TABLES / 25)
TOOL = SOURCE / "tools" / "cluster"
test = Suite()


def load_tool():
    loader = importlib.machinery.SourceFileLoader("cluster", str(TOOL))
    tool = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("cluster", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(tool)
    return tool


def cluster(folder, *words):
    return subprocess.run([TOOL, "--folder", folder, *words],
                          capture_output=True, text=True, check=False)


class Cluster:
    """Runs while the block does, and no longer."""

    def __init__(self, folder, servers):
        self.folder = pathlib.Path(folder) / "cluster"
        self.servers = servers
        self.tool = load_tool()

    def __enter__(self):
        # The user postgres has to come through.
        os.chmod(self.folder.parent, 0o711)
        done = cluster(self.folder, "up", "--program", TIOLI, "--servers",
                       str(self.servers), "--while", str(os.getpid()), "--",
                       "--max-tables", "100000", "--quiet")
        assert done.returncode == 0, done.stderr
        status = self.ask("status")
        self.port = status["port"]
        return self

    def ask(self, *words):
        return self.tool.ask(self.folder, *words)

    def primary(self):
        return next(one for one in self.ask("status")["databases"]
                    if one["state"].startswith("primary"))

    def stored(self):
        """The lines of each table's log, where writes are taken."""
        text = subprocess.run(
            [self.tool.programs() / "psql", "-X", "-q", "-A", "-t", "-F", " ",
             "-d", self.primary()["url"], "-c",
             "SELECT table_id, convert_from(bytes, 'UTF8') FROM tioli.event "
             "ORDER BY table_id, seq"],
            check=True, capture_output=True, text=True).stdout
        tables = collections.defaultdict(list)
        for line in text.splitlines():
            table, event = line.split(" ", 1)
            tables[table].append(event)
        return tables

    def logs(self):
        return "".join(
            f"{path.name}: " + path.read_text(errors="replace")[-1500:] + "\n"
            for path in sorted(self.folder.glob("server-*.log")))

    def __exit__(self, *_):
        """Nothing is left, even if whoever watched over it died before."""
        rows = [row.split() for row in
                (self.folder / "processes").read_text().splitlines()]
        os.kill(next(int(row[0]) for row in rows if row[2] == "cluster"),
                signal.SIGKILL)
        done = cluster(self.folder, "down")
        assert done.returncode == 0, done.stderr
        assert not self.folder.exists()
        end = time.monotonic() + PATIENCE
        while left := [row for row in rows
                       if (self.tool.about(row[0]) or "  ")[1] == row[1]]:
            assert time.monotonic() < end, left
            time.sleep(0.05)


# ---- What goes wrong --------------------------------------------------------

def victim(it, luck):
    """A server that serves, if there is one."""
    servers = it.ask("servers")
    ready = [one for one in servers if one["state"] == "ready"]
    return luck.choice(ready or servers)["number"]


def kill(it, luck):
    it.ask("kill", victim(it, luck))


def stop(it, luck, seconds=SHORT):
    number = victim(it, luck)
    it.ask("stop", number)
    time.sleep(luck.uniform(*seconds))
    it.ask("continue", number)


def stop_for_long(it, luck):
    """It wakes and believes that its tables are still its own."""
    stop(it, luck, STOPPED_FOR_LONG)


def cut(it, luck, seconds=SHORT):
    number = victim(it, luck)
    it.ask("cut", number)
    time.sleep(luck.uniform(*seconds))
    it.ask("heal", number)


def cut_for_long(it, luck):
    """The others take it for dead, and connections may not survive it."""
    cut(it, luck, CUT_FOR_LONG)


def slow_victim(it, luck):
    """One that has much under way: it takes long to save."""
    number = victim(it, luck)
    it.ask("delay", number, luck.randint(50, 250))
    time.sleep(luck.uniform(0.2, 1))
    return number


def kill_late(it, luck):
    number = slow_victim(it, luck)
    it.ask("kill", number)
    it.ask("heal", number)


def stop_late(it, luck):
    """In the middle of a commit, it may be, whose locks it keeps."""
    number = slow_victim(it, luck)
    it.ask("stop", number)
    time.sleep(luck.uniform(*STOPPED_FOR_LONG))
    it.ask("continue", number)
    it.ask("heal", number)


def fail_over(it, luck):
    it.ask("fail-over")


def restart(it, luck):
    it.ask("restart")


# How often each of them comes, in so many.
KINDS = {kill: 7, kill_late: 4, stop: 3, stop_for_long: 1, stop_late: 1,
         cut: 3, cut_for_long: 2, fail_over: 2, restart: 1}


def faults(luck, count):
    deck = []
    for _ in range(count):
        if not deck:
            deck = [kind for kind, often in KINDS.items()
                    for _ in range(often)]
            luck.shuffle(deck)
        yield deck.pop()


# ---- The run ----------------------------------------------------------------

class Run:
    """The tables, and what was found out about them."""

    def __init__(self, it):
        self.it = it
        self.lock = threading.Lock()
        self.wrong = []
        self.finished = []   # (table, people)
        self.requests = 0
        self.returns = 0
        self.faults = []     # (name, when it began, when all went on)
        self.games = [Game(it.port, number, luck_of(f"table {number}"),
                           self.check, PACE) for number in range(TABLES)]

    def check(self, table, people):
        """A game is over."""
        last = max(person.views[table].seq for person in people)
        for person in people:
            person.read_again(table, last)
        record = people[0].persist(lambda: self.record_of(table, people[0]))
        with tempfile.NamedTemporaryFile(suffix=".tioli") as file:
            file.write(record)
            file.flush()
            done = subprocess.run([TIOLI, "verify", file.name], check=False,
                                  capture_output=True, text=True)
        with self.lock:
            if done.returncode != 0:
                self.wrong.append(f"{table}: {done.stdout}{done.stderr}")
            self.finished.append((table, people))
            self.requests += sum(r.seq is not None for person in people
                                 for r in person.requests)
            self.returns += sum(person.returns for person in people)

    def record_of(self, table, person):
        reply = http(self.it.port, f"/api/tables/{table}/record",
                     fields=[f"Authorization: Bearer {person.token}"])
        if not reply or reply.status != 200:
            raise OSError(f"the record: {reply and reply.status}")
        return reply.body

    def wait_until_all_go_on(self, since):
        """Every table has had something acknowledged."""
        end = time.monotonic() + PATIENCE + 10
        while True:
            self.look()
            slow = [game for game in self.games
                    if game.is_alive() and game.last <= since]
            if not slow:
                return
            assert time.monotonic() < end, (
                f"tables that don't go on: {[game.table for game in slow]}")
            time.sleep(0.05)

    def look(self):
        for game in self.games:
            if game.failure:
                raise AssertionError(
                    f"table {game.table}") from game.failure

    def end(self):
        """Games end, and all logs are read once more: from the database that
        takes writes in the end."""
        for game in self.games:
            game.is_last = True
        for game in self.games:
            game.join(2 * PATIENCE)
            assert not game.is_alive(), f"table {game.table} does not end"
        self.look()
        stored = self.it.stored()
        unknown = set(stored) - {table for game in self.games
                                 for table in game.tables}
        self.wrong += [f"nobody knows of table {table}" for table in unknown]
        for table, people in self.finished:
            self.wrong += [f"{table}: {words}" for words in checker.check(
                stored[table], people, table)]

    def losses(self):
        """Of games that came to no end. Some are still played: what people
        know is noted before the log is read."""
        known = [(game.table, [
            types.SimpleNamespace(requests=[copy.copy(request) for request
                                            in list(person.requests)],
                                  told={game.table: dict(person.told.get(
                                      game.table, {}))})
            for person in game.people]) for game in self.games if game.table]
        stored = self.it.stored()
        return [f"{table}: {words}" for table, people in known
                for words in checker.check_history(stored[table], people,
                                                   table)]

    def gaps(self):
        """How long each table stood still after each fault, by its name: the
        longest time in which nothing was acknowledged though somebody was
        ready, and of which a part lies between the fault and the moment when
        all went on. A bot's time counts, nobody's thought does."""
        found = {"all": [], **{kind.__name__: [] for kind in KINDS}}
        for name, began, ended in self.faults:
            for game in self.games:
                gaps = [other - one for one, other in game.spans
                        if one < ended and other > began]
                if gaps:
                    found[name].append(max(gaps))
                    found["all"].append(max(gaps))
        return found

    def report(self):
        print(f"# {self.requests} requests acknowledged in "
              f"{len(self.finished)} games, {self.returns} connections opened "
              "again\n# how long a table stood still: median, p99, most",
              flush=True)
        for name, gaps in self.gaps().items():
            gaps.sort()
            if gaps:
                print(f"# {name:14} {gaps[len(gaps) // 2]:5.1f} "
                      f"{gaps[len(gaps) * 99 // 100]:5.1f} {gaps[-1]:5.1f} s",
                      flush=True)


def strike(run, count, luck):
    began = time.monotonic()
    for game in run.games:
        game.start()
    run.wait_until_all_go_on(began)
    print(f"# all play after {time.monotonic() - began:.1f} s", flush=True)
    for number, kind in enumerate(faults(luck, count), 1):
        since = time.monotonic()
        kind(run.it, luck)
        run.wait_until_all_go_on(time.monotonic())
        run.faults.append((kind.__name__, since, time.monotonic()))
        print(f"# {number}. {kind.__name__}: "
              f"{time.monotonic() - since:.1f} s", flush=True)
    run.end()


@test(f"{SERVERS} servers, {TABLES} tables, {FAULTS} faults: what was "
      "acknowledged is there, once and in order")
def _(folder):
    luck = luck_of("faults")
    with Cluster(folder, SERVERS) as it:
        run = Run(it)
        try:
            strike(run, FAULTS, luck)
        except BaseException:
            words = [it.logs(), *run.losses()]
            print("# " + "\n".join(words).replace("\n", "\n# "), flush=True)
            raise
        run.report()
        assert not run.wrong, "\n".join(run.wrong[:20])
        assert len(run.finished) >= TABLES and run.returns > 0
        check_chain(it, folder)


def check_chain(it, folder):
    """Every table's chain, by the program itself. It wants a database that no
    server uses, so it gets a copy that knows of none."""
    url = it.primary()["url"]
    checked = url.rsplit("/", 1)[0] + "/checked"
    bin = it.tool.programs()
    subprocess.run([bin / "createdb", "--maintenance-db", url, "checked"],
                   check=True)
    dump = subprocess.run([bin / "pg_dump", "--schema=tioli",
                           "--exclude-table-data=tioli.member", url],
                          check=True, capture_output=True).stdout
    subprocess.run([bin / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d",
                    checked], input=dump, check=True,
                   stdout=subprocess.DEVNULL)
    done = subprocess.run(
        [TIOLI, "store", "copy", checked, f"{folder}/copy.db"], check=False,
        capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# ---- The checker itself -----------------------------------------------------

def small_history():
    """Two people, a log of four events, and all is well."""
    log = ["1 9 create person=a request=a-1 players=2",
           "2 9 sit person=a request=a-2 seat=1",
           "3 9 sit person=b request=b-1 seat=2",
           "4 9 move person=a request=a-3 seat=1 cause=person move=take L6"]
    words = ["create", "sit", "sit", "move"]
    news = {i + 1: {"event": word} for i, word in enumerate(words)}

    def asked(id, do, seq, error=None, is_open=False):
        return types.SimpleNamespace(id=id, do=do, table="t", seq=seq,
                                     error=error, is_open=is_open)

    def person(name, *requests):
        view = types.SimpleNamespace(seq=4, state={"position": 4})
        return types.SimpleNamespace(name=name, requests=list(requests),
                                     told={"t": dict(news)},
                                     views={"t": view})
    a = person("a", asked("a-2", "sit", 2), asked("a-3", "move", 4))
    b = person("b", asked("b-1", "sit", 3),
               asked("b-2", "move", None, "stale"))
    return log, a, b


@test("the checker finds what is lost, doubled, out of order or different")
def _(_folder):
    def found(spoil):
        log, a, b = small_history()
        spoil(log, a, b)
        return " ".join(checker.check(log, [a, b], "t"))

    assert found(lambda log, a, b: None) == ""
    for words, spoil in {
            "is lost": lambda log, a, b: log.pop(),
            "are not 1, 2, 3": lambda log, a, b: log.pop(1),
            "happened 2 times": lambda log, a, b: log.append(
                log[3].replace("4 9", "5 9")),
            "was refused (stale) and happened": lambda log, a, b: log.append(
                "5 9 move person=b request=b-2 seat=2 move=pass"),
            "are not in order": lambda log, a, b: a.requests.reverse(),
            "acknowledged as event 3": lambda log, a, b: setattr(
                a.requests[1], "seq", 3),
            "was told as undo": lambda log, a, b: b.told["t"].update(
                {4: {"event": "undo"}}),
            "was told (move) and is lost": lambda log, a, b: b.told["t"].update(
                {5: {"event": "move"}}),
            "knows 3 of 4": lambda log, a, b: setattr(b.views["t"], "seq", 3),
            "different games": lambda log, a, b: setattr(
                b.views["t"], "state", {"position": 3})}.items():
        assert words in found(spoil), (words, found(spoil))


@test("the tool says what is wrong, and leaves nothing behind")
def _(folder):
    place = pathlib.Path(folder) / "cluster"
    for words, text in {("status",): "Nothing runs in",
                        ("up", "--program", "/nowhere"): "no program",
                        ("up", "--servers", "0"): "1 to 9",
                        ("kill", "1"): "Nothing runs in"}.items():
        done = cluster(place, *words, *(
            ("--program", TIOLI) if words[-1] == "0" else ()))
        assert done.returncode == 1 and text in done.stderr, done
        assert not place.exists()
    place.mkdir()
    (place / "mine").touch()
    done = cluster(place, "down")
    assert done.returncode == 1 and "stays" in done.stderr, done
    assert (place / "mine").exists()


if __name__ == "__main__":
    sys.exit(test.run(2))
