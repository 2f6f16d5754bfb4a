"""A server, and players who are real clients of it: for the tests beside this
file. Whatever comes in is held against the schema of the protocol and against
what came before."""

import json
import multiprocessing
import multiprocessing.connection
import os
import pathlib
import random
import select
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "net"))
sys.path.insert(0, str(HERE))
import schema  # noqa: E402
from client import WebSocket, http  # noqa: E402

SOURCE = pathlib.Path(os.environ.get("TIOLI_SOURCE", HERE.parents[1]))
TIOLI = os.environ.get("TIOLI", str(SOURCE / "build" / "tioli"))
SLOW = os.environ.get("TIOLI_SLOW_BUILD", "") != ""
WAIT = 100 if SLOW else 20
BURST = 50  # messages of one connection before its rate would count
# Settings in which nobody waits for show. A bot that is later than its time
# waits for the next quarter of a second.
QUICK = {"bot": 15, "grace": 600000}


class Gone(Exception):
    """The connection is closed."""


class Server:
    """tioli serve on a port of its own. Its log is kept, to be searched."""

    def __init__(self, folder, *options, db="tioli.db", before=None,
                 env=None, program=TIOLI):
        self.folder = pathlib.Path(folder)
        self.options = [str(word) for word in options]
        self.db = (db if db == "memory" or "://" in db
                   else str(self.folder / db))
        self.before = before
        self.env = env or {}
        self.program = program
        self.log_path = self.folder / "log"
        self.process = None
        self.port = None

    def start(self):
        port_file = self.folder / "port"
        port_file.unlink(missing_ok=True)
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--listen", "127.0.0.1", "--port", "0",
                 "--port-file", str(port_file), "--db", self.db, "--no-qr",
                 *self.options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=self.before,
                # What was freed looks like nothing that anybody has a use for.
                env=dict(os.environ, LC_ALL="C.UTF-8", HOME=str(self.folder),
                         MALLOC_PERTURB_="165", **self.env))
        end = time.monotonic() + WAIT
        while not (port_file.exists() and port_file.read_text().strip()):
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("no server: " + self.log())
            time.sleep(0.005)
        self.port = int(port_file.read_text())
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """By SIGTERM; its status and how long it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=WAIT)
        return status, time.monotonic() - began

    def log(self):
        return self.log_path.read_text(errors="replace")

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, *_):
        """It ends well, unless something is wrong already."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=WAIT)
            except subprocess.TimeoutExpired:
                self.kill()
        if kind is None and self.process.returncode != 0:
            raise RuntimeError(f"the server ended with "
                               f"{self.process.returncode}: {self.log()}")


def figures(server):
    """/metrics as a dictionary from name and labels to value."""
    text = http(server.port, "/metrics").body.decode()
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1])
            for line in text.splitlines() if not line.startswith("#")}


def figure(server, name, **labels):
    """One of them: figure(server, "tioli_tables", phase="open")."""
    label = ",".join(f'{key}="{value}"' for key, value in labels.items())
    return figures(server)[name + (f"{{{label}}}" if label else "")]


def change(server, *statements):
    """Changes the file of a server that is stopped."""
    store = sqlite3.connect(server.db)
    for statement, *values in statements:
        store.execute(statement, values)
    store.commit()
    store.close()


def bytes_of_chance():
    return os.urandom(32).hex()


def merged(old, changes):
    """A state with what has changed since: docs/protocol.md, Changes."""
    new = {**old, **changes}
    if old.get("game") and changes.get("game"):
        was, now = old["game"], changes["game"]
        game = new["game"] = {**was, **now}
        for key in {"players", "hand"} & set(now):
            game[key] = [was[key][i] if item is None else item
                         for i, item in enumerate(now[key])]
        if "players" in now:
            game["players"] = [{**one, **item} for one, item in zip(
                was["players"] + [{}] * len(now["players"]), game["players"])]
    return new


class View:
    """What one player knows of a table."""

    def __init__(self):
        self.seq = 0       # the last that was told
        self.state = None
        self.state_seq = 0
        self.states = 0    # that have come
        self.news = {}     # by number
        self.gone = None
        self.presence = []
        self.said = []     # reactions: seat and word
        self.behind = False  # the news may begin later than we know


class Player:
    """A client. Requests are numbered; what was not answered may be asked
    again with the same number."""

    count = 0

    def __init__(self, server, name=None, token=None, check=True, cookie=None):
        Player.count += 1
        self.server = server
        self.name = name or f"P{Player.count}"
        self.token = token
        self.cookie = cookie
        self.check = check
        self.prefix = os.urandom(4).hex()
        self.number = 0
        self.views = {}
        self.answers = {}
        self.notices = []
        self.seen = []     # every text, for searching
        self.socket = None
        self.sent = 0
        self.connect()

    # ---- The connection

    def connect(self):
        fields = [f"Cookie: tioli={self.cookie}"] if self.cookie else []
        if self.token:
            fields.append(f"Authorization: Bearer {self.token}")
        self.socket = WebSocket(self.server.port, fields)
        assert self.socket.status == 101, self.socket.status
        self.sent = 0
        hello = {"version": 1, "name": self.name, "colour": "#3a7bd5"}
        if self.token:
            hello["token"] = self.token
        answer = self.ask("hello", **hello)
        assert answer["ok"], answer
        self.token = answer.get("token", self.token)
        return answer

    def reconnect(self):
        """Comes back and catches up with every table."""
        self.end()
        self.connect()
        for table, view in self.views.items():
            if view.gone is None:
                self.enter(table, after=view.seq)

    def end(self):
        if self.socket:
            self.socket.end()
        self.socket = None

    def id(self):
        self.number += 1
        return f"{self.prefix}-{self.number}"

    def send(self, do, id=None, **fields):
        message = {"id": id or self.id(), "do": do, **fields}
        if self.check:
            schema.check_in(message)
        self.sent += 1
        try:
            self.socket.send(json.dumps(message))
        except OSError as error:
            raise Gone from error
        return message["id"]

    def ask(self, do, id=None, **fields):
        """The answer, whatever it says."""
        if self.sent >= BURST and do != "hello":
            self.reconnect()
        id = self.send(do, id, **fields)
        self.until(lambda: id in self.answers)
        return self.answers.pop(id)

    def do(self, do, **fields):
        answer = self.ask(do, **fields)
        assert answer.get("ok"), (do, fields, answer)
        return answer

    def refused(self, error, do, **fields):
        answer = self.ask(do, **fields)
        assert answer.get("error") == error, (error, do, fields, answer)
        return answer

    # ---- What comes in

    def read(self):
        text = self.socket.recv()
        if text is None:
            raise Gone
        self.take(text)

    def until(self, ready):
        end = time.monotonic() + WAIT
        while not ready():
            left = end - time.monotonic()
            assert left > 0, f"{self.name} waits in vain"
            if self.socket.data or select.select([self.socket.sock], [], [],
                                                 left)[0]:
                self.read()

    def pump(self):
        """Everything that has arrived."""
        while not self.socket.quiet():
            self.read()

    def take(self, text):
        message = json.loads(text)
        if self.check:
            schema.check_out(message)
        self.seen.append(text)
        if "re" in message:
            self.answers[message["re"]] = message
        elif "notice" in message:
            self.notices.append(message["notice"])
        else:
            self.take_table(message)

    def take_table(self, message):
        view = self.views.setdefault(message["table"], View())
        if "gone" in message:
            view.gone = message["gone"]
        elif "presence" in message:
            view.presence = message["presence"]
        elif "reaction" in message:
            view.said.append((message["seat"], message["reaction"]))
        else:
            seq = message["seq"]
            if "news" in message:
                assert (seq == view.seq + 1 or not view.seq
                        or (view.behind and seq > view.seq)), (
                    f"{self.name}: event {seq} follows {view.seq}")
                view.behind = False
                assert seq not in view.news, f"event {seq} is told twice"
                view.news[seq] = message["news"]
            else:
                assert seq >= view.seq, (seq, view.seq)
            view.seq = seq
            # Whoever has forgotten a table may still be told of it.
            if "changes" in message and view.state:
                assert message["since"] == view.state_seq, (
                    message["since"], view.state_seq)
                view.state = merged(view.state, message["changes"])
                if self.check:
                    schema.check("state", view.state)
            view.state = message.get("state", view.state)
            if view.state and {"state", "changes"} & set(message):
                view.state_seq = seq
                view.states += 1

    # ---- At tables

    def create(self, id=None, **settings):
        if self.sent + 1 >= BURST:
            self.reconnect()
        deck = settings.pop("own", None)
        more = {"deck": deck} if deck else {}
        answer = self.do("create", id=id, settings={**QUICK, **settings},
                         **more)
        table = answer["table"]
        self.until(lambda: table in self.views and self.state(table))
        if self.state(table)["you"]["seat"] is None:
            self.do("sit", table=table, bytes=bytes_of_chance())
            self.until(lambda: self.state(table)["you"]["seat"])
        return table

    def enter(self, table, after=None):
        view = self.views.setdefault(table, View())
        more = {} if after is None else {"after": after}
        view.behind = after is not None
        if after is None:
            view.seq = 0
        answer = self.ask("enter", table=table, **more)
        if answer.get("ok"):
            # Whatever news there is comes before the state.
            states = view.states
            self.until(lambda: view.states > states)
        return answer

    def join(self, table, **more):
        self.enter(table)
        return self.do("sit", table=table, bytes=bytes_of_chance(), **more)

    def state(self, table):
        return self.views[table].state

    def moves(self, table):
        game = (self.state(table) or {}).get("game")
        return game.get("moves") if game else None


def choose(moves, luck):
    """Any move that the state offers, as text."""
    if "lay" in moves:
        return luck.choice(moves["lay"])["move"]
    if "discard" in moves:
        places = [f"discard {place}" for place in moves["discard"]]
        return luck.choice(places + ["keep"] * (2 * moves["keep"]))
    if "draw" in moves:
        return luck.choice(moves["draw"])["move"]
    some = [f"take {die}" for die in moves["take"]] * 2
    some += ["pass"] * (2 * moves["pass"]) + ["done"] * moves["done"]
    some += [aim(play, luck) for play in moves["play"] if "form" in play]
    return luck.choice(some)


def aim(play, luck):
    if "dice" in play:
        count = luck.randint(play["least"], play["most"])
        dice = sorted(luck.sample(play["dice"], count))
        return play["form"].replace("{dice}", " ".join(dice))
    if "targets" not in play:
        return play["form"]
    target = luck.choice(play["targets"])
    form = play["form"]
    if target["others"] and "aimed" in play:
        form = play["aimed"]
    if not target["others"]:
        return form.replace("{die}", target["die"])
    return (form.replace("{die}", target["die"])
            .replace("{other}", luck.choice(target["others"])))


def play_on(players, table, luck, step=None, most=5000):
    """Plays until the game is over; `step` is called before each move and may
    stop it by returning True. Returns the number of moves made."""
    made = 0
    end = time.monotonic() + 60
    while made < most and time.monotonic() < end:
        for player in players:
            player.pump()
        over = [p.state(table)["phase"] != "playing" for p in players]
        if all(over):
            return made
        movers = [p for p in players if p.moves(table)]
        if not movers:
            select.select([p.socket.sock for p in players], [], [], 0.05)
            continue
        player = luck.choice(movers)
        if step and step(player):
            return made
        view = player.views[table]
        if not player.moves(table):
            continue
        at = view.state["position"]
        answer = player.ask("move", table=table, at=at,
                            move=choose(player.moves(table), luck))
        if answer.get("error") == "stale":
            continue
        assert answer.get("ok"), answer
        made += 1
        player.until(lambda: view.state_seq >= answer["seq"])
    raise AssertionError("the game does not end")


def game_of(server, count, luck, check=True, **settings):
    """A table with so many players; it starts when the last sits down. Returns
    (table, players)."""
    players = [Player(server, check=check) for _ in range(count)]
    table = players[0].create(players=count, **settings)
    for player in players[1:]:
        player.join(table)
    for player in players:
        player.until(lambda p=player: p.state(table)["phase"] == "playing")
    return table, players


class Suite:
    """TAP points."""

    def __init__(self):
        self.tests = []

    def __call__(self, words, searches=False):
        """Points in which bots search long are left to the plain build: with
        sanitizers a search takes many times as long."""
        def add(function):
            if not (searches and SLOW):
                self.tests.append((words, function))
            return function
        return add

    def run(self, jobs=1):
        """Every point that is asked for, so many at a time: most of them
        wait."""
        wanted = sys.argv[1:]
        chosen = [t for t in self.tests
                  if not wanted or any(w in t[0] for w in wanted)]
        failed = 0
        print(f"1..{len(chosen)}", flush=True)
        results = (beside(chosen, jobs) if jobs > 1
                   else (one_point(*t) for t in chosen))
        for number, (good, text) in enumerate(results, 1):
            failed += not good
            print(f"{'ok' if good else 'not ok'} {number} - {text}",
                  flush=True)
        return 1 if failed else 0


def one_point(words, function):
    """Whether it is good, and what is said about it."""
    began = time.monotonic()
    lines = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            function(folder)
    except Exception:  # noqa: BLE001 every failure is a TAP point
        lines = traceback.format_exc().splitlines()
    said = [words, *(f"# {line}" for line in lines),
            f"# {time.monotonic() - began:.1f} s"]
    return not lines, "\n".join(said)


def beside(points, jobs):
    """The results of points, as they come. Each has a process of its own."""
    fork = multiprocessing.get_context("fork")
    schema.check_in({"id": "a", "do": "ping"})  # read it before, once for all
    schema.check_out({"re": "a", "ok": True})
    left = list(reversed(points))
    running = {}
    while left or running:
        while left and len(running) < jobs:
            words, function = left.pop()
            here, there = fork.Pipe(duplex=False)
            child = fork.Process(target=lambda: there.send(
                one_point(words, function)))
            child.start()
            there.close()
            running[here] = words, child
        for here in multiprocessing.connection.wait(list(running)):
            words, child = running.pop(here)
            try:
                result = here.recv()
            except EOFError:
                result = False, f"{words}\n# its process ended"
            child.join()
            here.close()
            yield result


def luck_of(seed):
    """The same choices each time, or by TIOLI_TEST_SEED other ones."""
    return random.Random(f"{os.environ.get('TIOLI_TEST_SEED', '1')} {seed}")
