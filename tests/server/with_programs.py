"""Programs that play at a server's tables: what they hear and when, how they
end, and what they can't reach. test_server.py runs these points."""

import contextlib
import pathlib
import resource
import select
import socket
import ssl
import subprocess
import sys
import time

from players import (SOURCE, Player, Server, Suite, figure, luck_of,
                     play_on)

sys.path.insert(0, str(SOURCE / "tests" / "support"))
from old_kernel import without_landlock  # noqa: E402

test = Suite()


# Takes a die and passes, and writes down what it is told: each process into a
# file of its own.
LISTENER = """
import sys
for number in range(99):
    try:
        out = open(f"{sys.argv[1]}.{number}", "x", buffering=1)
        break
    except FileExistsError:
        pass
legal, took = [], False
for line in sys.stdin:
    out.write(line)
    if line.startswith("tioli "):
        print("ready 1", flush=True)
    elif line == "ping\\n":
        print("pong", flush=True)
    elif line.startswith("legal "):
        legal.append(line[6:-1])
    elif line.startswith("go "):
        move = "pass" if "pass" in legal and took else legal[0]
        took = move.startswith("take ")
        print("move " + move, flush=True)
        legal = []
"""
ANSWERS = ("lay", "discard", "keep", "draw")


class Listener:
    """A program at a server, and what it was told."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        bot = self.folder / "listener.py"
        bot.write_text(LISTENER)
        self.options = ["--bot-uncaged", "--bot", f"spy={sys.executable} -S "
                        f"{bot} {self.folder / 'told'}"]

    def started(self):
        return len(list(self.folder.glob("told.*")))

    def told(self, number, word):
        """What it was told under that word."""
        path = self.folder / f"told.{number}"
        lines = path.read_text().splitlines() if path.exists() else []
        return [line[len(word) + 1:] for line in lines
                if line.split(" ")[0] == word]

    def has_heard(self, number, ready, word="saw"):
        """Waits until that is such, and returns it."""
        end = time.monotonic() + 20
        while not ready(self.told(number, word)):
            assert time.monotonic() < end, self.told(number, word)
            time.sleep(0.01)
        return self.told(number, word)


def answers_in(news):
    """The answers among the news, those of each common phase together."""
    phases, before = [], None
    for line in news:
        kind = (line.split() + [""])[1].replace("keep", "discard")
        if kind in ANSWERS:
            phases += [[]] * (kind != before)
            phases[-1] = [*phases[-1], line]
        before = kind
    return phases


def pass_on(players, table):
    """Everybody takes a die and passes, until all have to answer at the same
    time."""
    def at_answers(player):
        return any(word in (player.moves(table) or {}) for word in ANSWERS)

    end = time.monotonic() + 60
    while not all(at_answers(player) for player in players):
        assert time.monotonic() < end, "no answers are asked for"
        for player in players:
            player.pump()
            moves = player.moves(table)
            if moves and not at_answers(player):
                state = player.state(table)
                seat = state["game"]["players"][state["you"]["seat"] - 1]
                move = ("pass" if seat["dice"] and moves["pass"]
                        else "take " + moves["take"][0])
                player.ask("move", table=table, at=state["position"],
                           move=move)
        select.select([p.socket.sock for p in players], [], [], 0.01)


def answers_of(player, table):
    """All that they may answer."""
    moves = player.moves(table)
    if "lay" in moves:
        return [lay["move"] for lay in moves["lay"]]
    if "draw" in moves:
        return [way["move"] for way in moves["draw"]]
    return ["keep"] * moves["keep"] + [
        f"discard {place}" for place in moves["discard"]]


def answer(player, table, move):
    done = player.do("move", table=table, move=move)
    view = player.views[table]
    player.until(lambda: view.state_seq >= done["seq"])


def take_back(player, table):
    done = player.do("undo", table=table)
    view = player.views[table]
    player.until(lambda: view.state_seq >= done["seq"])


def program_answered(player, table):
    player.until(lambda: player.state(table)["game"]["players"][2]["answered"])


@test("a program hears hidden answers when all have come, and what was taken "
      "back never")
def _(folder):
    listener = Listener(folder)
    with Server(folder, *listener.options) as server:
        anna, ben = (Player(server, name, check=False)
                     for name in ("Anna", "Ben"))
        table = anna.create(players=3, starts=2, free_hand=True, first=1)
        ben.join(table)
        anna.do("bot", table=table, level="spy")
        anna.do("start", table=table)
        anna.until(lambda: anna.state(table)["phase"] == "playing")
        ben.until(lambda: ben.state(table)["phase"] == "playing")
        wanted = []
        kinds = set()
        for phase in range(3):
            pass_on([anna, ben], table)
            program_answered(anna, table)
            # The last seat first, and both think again.
            answer(anna, table, answers_of(anna, table)[0])
            take_back(anna, table)
            first, last = (answers_of(ben, table)[i] for i in (0, -1))
            answer(ben, table, last)
            take_back(ben, table)
            answer(ben, table, first)
            hers = answers_of(anna, table)[-1]
            answer(anna, table, hers)
            kinds |= {first.split()[0], hers.split()[0]}
            wanted.append((f"1 {hers}", f"2 {first}"))
            news = listener.has_heard(
                0, lambda n, p=phase: len(answers_in(n)) > p
                and len(answers_in(n)[p]) >= 3)
            told = answers_in(news)
            assert [tuple(told[i][:2]) for i in range(phase + 1)] == wanted, (
                told, wanted)
            assert [line.split()[0] for line in told[phase]] == list("123"), \
                told[phase]
        assert kinds == set(ANSWERS), kinds
        assert listener.started() == 1
        # One that is started later has the same story.
        server.kill()
        server.start()
        for player in (anna, ben):
            player.reconnect()
            if "draw" in (player.moves(table) or {}):
                answer(player, table, player.moves(table)["draw"][0]["move"])
        pass_on([anna, ben], table)
        again = listener.has_heard(1, lambda n: len(n) >= len(news))
        assert again[:len(news)] == news, (again, news)


@test("a program hears how its game ends, and another takes its place when a "
      "move is taken back")
def _(folder):
    listener = Listener(folder)
    with Server(folder, *listener.options, db="memory") as server:
        anna = Player(server, "Anna", check=False)
        # A whole game, with the totals.
        table = anna.create(players=2, starts=1, first=1, cast="off")
        anna.do("start", table=table, level="spy")
        luck = luck_of("gameover")
        play_on([anna], table, luck)
        totals = [player["total"] for player
                  in anna.state(table)["game"]["players"]]
        over = listener.has_heard(0, len, "gameover")
        assert over == [" ".join(map(str, totals))], (over, totals)
        listener.has_heard(0, len, "quit")
        names = listener.told(0, "name")
        assert [name.split()[0] for name in names] == ["1", "2"], names
        assert names[0] == "1 Anna", names
        # One in which the program's move is far away.
        table = anna.create(players=2, starts=1, first=1, bot=60000)
        anna.do("start", table=table, level="spy")
        anna.until(lambda: anna.moves(table))
        first, last = (f"take {anna.moves(table)['take'][i]}"
                       for i in (0, -1))
        answer(anna, table, first)
        listener.has_heard(1, lambda news: f"1 {first}" in news)
        take_back(anna, table)
        over = listener.has_heard(1, len, "gameover")
        assert over == ["none"], over
        answer(anna, table, last)
        news = listener.has_heard(2, lambda news: f"1 {last}" in news)
        assert f"1 {first}" not in news and news[:-1] == \
            listener.told(1, "saw")[:-1], news
        anna.do("close", table=table)
        assert listener.has_heard(2, len, "gameover") == ["none"]
        assert listener.started() == 3


@test("a program hears nothing of a move that could not be saved, or only its "
      "predecessor did")
def _(folder):
    listener = Listener(folder)
    with Server(folder, *listener.options) as server:
        anna = Player(server, "Anna", check=False)
        table = anna.create(players=2, starts=1, first=2)
        anna.do("start", table=table, level="spy")
        anna.until(lambda: anna.moves(table))
        first, last = (f"take {anna.moves(table)['take'][i]}"
                       for i in (0, -1))
        pid = server.process.pid
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, -1))
        anna.refused("not-saved", "move", table=table, move=first)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (-1, -1))
        anna.until(lambda: anna.notices[-1:] == ["store-up"])
        answer(anna, table, last)
        news = listener.has_heard(1, lambda news: f"1 {last}" in news)
        assert f"1 {first}" not in news, news


# The first process that is asked leaves a file and says nothing more; those
# that find the file play.
SLOW = """
import os, sys, time
legal = []
for line in sys.stdin:
    if line.startswith("tioli "):
        print("ready 1", flush=True)
    elif line == "ping\\n":
        print("pong", flush=True)
    elif line.startswith("legal "):
        legal.append(line[6:-1])
    elif line.startswith("go "):
        if not os.path.exists(sys.argv[1]):
            open(sys.argv[1], "w").close()
            time.sleep(1000)
        print("move " + legal[0], flush=True)
        legal = []
"""


@test("a program that fails after its time is over is nobody's fault")
def _(folder):
    bot, *asked = (pathlib.Path(folder) / name
                   for name in ("slow.py", "asked1", "asked2"))
    bot.write_text(SLOW)
    programs = [word for i in (0, 1) for word in (
        "--bot", f"slow{i}={sys.executable} -S {bot} {asked[i]}")]
    with Server(folder, "--bot-uncaged", *programs, db="memory") as server:
        def wait(ready):
            end = time.monotonic() + 20
            while not ready():
                assert time.monotonic() < end, "it waits in vain"
                time.sleep(0.02)

        anna = Player(server, "Anna", check=False)
        closed = anna.create(players=2, first=2)
        anna.do("start", table=closed, level="slow0")
        table = anna.create(players=2, first=1, bot=60000)
        anna.do("start", table=table, level="slow1")
        wait(asked[0].exists)
        anna.do("close", table=closed)
        anna.until(lambda: anna.moves(table))
        first, last = (f"take {anna.moves(table)['take'][i]}"
                       for i in (0, -1))
        answer(anna, table, first)
        wait(asked[1].exists)
        take_back(anna, table)
        answer(anna, table, last)  # and another program is asked
        wait(lambda: figure(server, "tioli_programs") == 1)
        assert figure(server, "tioli_program_faults_total") == 0
        assert "has failed" not in server.log(), server.log()


# Ends if it can read what it is not to read, else plays.
THIEF = """
import os, sys
for path in sys.argv[1:] + [f"/proc/{os.getppid()}/mem"]:
    try:
        open(path, "rb").read(1)
    except PermissionError:
        continue
    sys.exit(5)
"""


def faults_of_thief(folder, *options, before=None, wants="tioli.db"):
    """How many programs fail that lie beside the database and try to open it;
    and the server's log."""
    bot = pathlib.Path(folder) / "thief.py"
    bot.write_text(THIEF + (SOURCE / "examples" / "bot.py").read_text())
    with Server(folder, *options, "--bot", f"thief={sys.executable} -S {bot} "
                f"{folder}/{wants}", before=before) as server:
        anna = Player(server, "Anna", check=False)
        table = anna.create(players=2, first=2)
        anna.do("start", table=table, level="thief")
        anna.until(lambda: anna.moves(table))
        return (figure(server, "tioli_program_faults_total"), server.log())


@test("a program can't read the server's database or memory, and the log says "
      "what keeps it")
def _(folder):
    names = [pathlib.Path(folder) / name for name in "abc"]
    for path in names:
        path.mkdir()
    faults, log = faults_of_thief(names[0])
    assert "info programs are caged: files: Landlock " in log or \
        "warning programs are caged, with gaps: " in log, log
    assert faults == ("files: open" in log), (faults, log)
    faults, log = faults_of_thief(names[1], "--bot-uncaged")
    assert faults == 1
    assert "warning programs are not caged: they may do what" in log, log
    faults, log = faults_of_thief(names[2], before=without_landlock)
    assert faults == 1
    assert "warning programs are caged, with gaps: files: open (no Landlock); "\
        "network: none (seccomp); " in log, log


@contextlib.contextmanager
def from_address(address):
    """Connections that are made here come from another address."""
    plain = socket.create_connection
    socket.create_connection = lambda to, timeout=None, source=None: plain(
        to, timeout, (address, 0))
    try:
        yield
    finally:
        socket.create_connection = plain


def ask_for_programs(player, count):
    """So many tables with a program; returns the last."""
    for _ in range(count):
        table = player.create(players=2, first=2, bot=0)
        player.do("start", table=table, level="idle")
    return table


@test("nobody gets all the programs, and those that end make room")
def _(folder):
    idle = ["--bot", "idle=true"]  # it ends; its place is taken for the game
    with Server(folder, *idle, db="memory") as server:
        def run():
            return figure(server, "tioli_programs")

        anna, ben = (Player(server, check=False) for _ in range(2))
        ask_for_programs(anna, 8)
        assert run() == 8
        assert "too many programs" not in server.log()
        table = ask_for_programs(anna, 1)
        anna.until(lambda: anna.moves(table))  # a bot has moved
        assert run() == 8 and "too many programs" in server.log()
        ask_for_programs(ben, 6)
        assert run() == 12
        with from_address("127.0.0.2"):
            carl = Player(server, check=False)
            ask_for_programs(carl, 5)
        assert run() == 16
        for player in (anna, carl):
            for table in player.views:
                player.do("close", table=table)
        end = time.monotonic() + 20
        while run() != 4:
            assert time.monotonic() < end, run()
            time.sleep(0.02)
        ask_for_programs(anna, 9)
        assert run() == 12
    with Server(folder, *idle, "--max-per-address", "0",
                db="memory") as server:
        for _ in range(2):
            ask_for_programs(Player(server, check=False), 9)
        assert figure(server, "tioli_programs") == 16


@contextlib.contextmanager
def by_tls(certificate):
    """Connections that are made here are encrypted."""
    plain = socket.create_connection
    trust = ssl.create_default_context(cafile=str(certificate))
    socket.create_connection = lambda *words, **more: trust.wrap_socket(
        plain(*words, **more), server_hostname="localhost")
    try:
        yield
    finally:
        socket.create_connection = plain


@test("a program can't read the server's key either")
def _(folder):
    cert, key = (pathlib.Path(folder) / name for name in ("cert.pem", "key"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", key, "-out", cert], check=True,
        stderr=subprocess.DEVNULL)
    with by_tls(cert):
        faults, log = faults_of_thief(folder, "--cert", cert, "--key", key,
                                      wants="key")
    assert faults == ("files: open" in log), (faults, log)
