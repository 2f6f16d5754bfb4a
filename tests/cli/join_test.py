#!/usr/bin/env python3
"""Plays on a real `tioli serve` from terminals: `tioli play --join` through
pipes, several at once, as patient people would.

The program is named by the environment variable TIOLI.

usage: join_test.py [WORDS OF A TEST'S NAME...]
"""

import base64
import contextlib
import hashlib
import json
import os
import pathlib
import re
import select
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "server"))
import play_test  # noqa: E402
import players  # noqa: E402
from play_test import Failed, check, check_columns  # noqa: E402

SECONDS = 30
ESCAPES = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")


class Terminal:
    """One process. `at_prompt` is true while it waits for an answer."""

    running = []

    def __init__(self, folder, name, *arguments, stdin=subprocess.PIPE):
        self.name = name
        self.state = pathlib.Path(folder) / ("state-" + name)
        self.config = play_test.habits(
            pathlib.Path(folder) / ("config-" + name))
        environment = dict(os.environ, XDG_STATE_HOME=str(self.state),
                           TERM="dumb", USER=name,
                           XDG_CONFIG_HOME=str(self.config))
        self.process = subprocess.Popen(
            [players.TIOLI, "play", *arguments], env=environment,
            stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        Terminal.running.append(self.process)
        self.text = ""
        self.news = ""  # since the last answer
        self.open = True

    @property
    def at_prompt(self):
        return self.open and self.news.endswith("> ")

    def read(self, seconds=0.0):
        pipe = self.process.stdout
        if not self.open or not select.select([pipe], [], [], seconds)[0]:
            return
        part = os.read(pipe.fileno(), 65536).decode()
        self.open = bool(part)
        self.text += part
        self.news += part

    def until(self, words):
        """Reads until a pattern has come since the last answer."""
        end = time.monotonic() + SECONDS
        while not re.search(words, self.news):
            if not self.open or time.monotonic() > end:
                raise Failed("%s never saw '%s' but:\n%s"
                             % (self.name, words, self.text[-1500:]))
            self.read(0.1)

    def answer(self, line):
        self.news = ""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def pick(self):
        """As in play_test, from what was asked last."""
        tail = self.news.rsplit("--- Your turn", 1)[-1]
        return play_test.Game.pick(Asked(tail), 5)

    def end(self):
        """Closes the input; the exit status."""
        if self.process.stdin:
            self.process.stdin.close()
        end = time.monotonic() + SECONDS
        while self.open:
            if time.monotonic() > end:
                raise Failed("%s does not end:\n%s"
                             % (self.name, self.text[-500:]))
            self.read(0.1)
        self.errors = self.process.stderr.read().decode()
        return self.process.wait(SECONDS)

    def harmless(self):
        check(not ESCAPES.search(self.text), "%s shows controls: %r"
              % (self.name, self.text))


class Asked:
    def __init__(self, news):
        self.news = news


def link(server, table):
    return "http://127.0.0.1:%d/t/%s" % (server.port, table)


def play_all(terminals, until="The game is over", most=500, hook=None):
    """Answers whoever is asked, until all have seen the end."""
    end = time.monotonic() + SECONDS
    answered = 0
    while any(not re.search(until, t.news) for t in terminals):
        check(time.monotonic() < end, "the game hangs:\n"
              + "\n----\n".join(t.text[-700:] for t in terminals))
        select.select([t.process.stdout for t in terminals if t.open], [], [],
                      0.2)
        for terminal in terminals:
            terminal.read()
            check(terminal.open, "%s ended: %s" % (terminal.name,
                                                   terminal.text[-500:]))
            if terminal.at_prompt and answered < most:
                answered += 1
                if not (hook and hook(terminal, answered)):
                    terminal.answer(terminal.pick())
        if answered >= most:
            return


def new_table(host, sit=True, **settings):
    settings = {**players.QUICK, "players": 2, "starts": 1, **settings}
    table = host.do("create", settings=settings)["table"]
    if sit:
        host.do("sit", table=table, bytes=players.bytes_of_chance())
    return table


@contextlib.contextmanager
def place(**more):
    """A folder, a server and somebody who makes tables but does not play."""
    with tempfile.TemporaryDirectory() as folder, \
            players.Server(folder, **{"db": "memory", **more}) as server:
        host = players.Player(server, "Host")
        yield folder, server, host
        host.end()


def open_table(host, **settings):
    """A table at which nobody sits yet."""
    return new_table(host, False, **settings)


# ---- The tests -----------------------------------------------------------

def verified(folder, server, terminal):
    """Does what the terminal says can be done."""
    commands = re.search(r"curl -o game.tioli '(\S+)'\n\s+tioli (verify .*)",
                         terminal.text)
    check(commands, "no commands: " + terminal.text[-900:])
    record = pathlib.Path(folder) / "game.tioli"
    with urllib.request.urlopen(commands.group(1), timeout=SECONDS) as answer:
        record.write_bytes(answer.read())
    words = commands.group(2).split()
    check("--commit" in words and "--bytes" in words, "what was seen: %s"
          % words)
    done = subprocess.run([players.TIOLI, *words], cwd=folder, timeout=SECONDS,
                          capture_output=True, text=True)
    check(done.returncode == 0 and ": fair" in done.stdout,
          done.stdout + done.stderr)
    return record.read_text()


def whole_game():
    """Two people and a bot; an onlooker; the same end for all, and fair."""
    with place() as (folder, server, host):
        table = open_table(host, players=3)
        host.do("bot", table=table, level="random")
        url = link(server, table)
        anna = Terminal(folder, "Anna", "--join", url)
        anna.until("At the table: .*Anna")
        berta = Terminal(folder, "x", "--join", url, "--name", "Berta")
        eve = Terminal(folder, "Eve", "--join", url, "--watch",
                       stdin=subprocess.DEVNULL)
        eve.until("TAKE IT OR LEAVE IT at ")
        # Anna has a seat, but this terminal only watches.
        mirror = Terminal(folder, "Anna", "--join", url, "--watch",
                          stdin=subprocess.DEVNULL)
        mirror.until("TAKE IT OR LEAVE IT at ")
        play_all([anna, berta])
        eve.until("The game is over")
        for terminal in (anna, berta):
            terminal.until("Type again for another game")
            check_columns(re.sub("(?m)^  tioli verify .*$", "",
                                 terminal.text))
            terminal.harmless()
            check("it is the one that it was committed to when you sat down"
                  in " ".join(terminal.text.split()), "nothing was checked")
            verified(folder, server, terminal)
        tables = [re.search(r"(?s)\nround  .*\ntotal[^\n]*", t.text).group(0)
                  for t in (anna, berta, eve)]
        check(len(set(tables)) == 1, "different ends: %s" % tables)
        check("You sit down, as Anna." in anna.text, anna.text[:900])
        check("Berta sits down." in anna.text, anna.text[:900])
        check(anna.text.count("Your turn!") > 2, "Anna never moved")
        mirror.until("The game is over")
        for terminal in (eve, mirror):
            check("Your hand" not in terminal.text,
                  "an onlooker has no hand")
        for terminal in (anna, berta):
            check(terminal.end() == 0, terminal.errors)
        host.do("close", table=table)
        check(eve.end() == 0, eve.errors)
        check("The table is closed." in eve.text, eve.text[-300:])
        check(mirror.end() == 0, mirror.errors)


def hidden_hands():
    """A card that is in Anna's hand is on no other screen."""
    with place() as (folder, server, host):
        table = open_table(host)
        deck = "".join("combo %d L%d D%d\n" % (1 + i % 9, 1 + i % 6, 1 + i % 5)
                       for i in range(30)) + "action take 2 x6\n"
        host.do("set", table=table, settings={"deck": "mine"}, deck=deck)
        url = link(server, table)
        anna = Terminal(folder, "Anna", "--join", url)
        anna.until("At the table: ")
        berta = Terminal(folder, "Berta", "--join", url)
        play_all([anna, berta], most=12)
        for terminal in (anna, berta):
            check(re.search(r"\d points?  +an? \w+ \d and an? \w+ \d",
                            terminal.text), "another deck: " + terminal.text)
        hands = [set(re.findall(r"(?m)^ [* ] \d  (\d+ points? .*)$", t.text))
                 for t in (anna, berta)]
        check(hands[0] and hands[1] and hands[0] != hands[1],
              "the same hands: %s" % hands)


def kicks_and_codes():
    """Each thing that can be wrong has its sentence and status 1."""
    with place() as (folder, server, host):
        def refused(words, *arguments):
            terminal = Terminal(folder, "Anna", "--join", *arguments)
            check(terminal.end() == 1, "%s: status %s: %s" % (
                words, terminal.process.returncode, terminal.text))
            said = terminal.errors
            check(said.startswith("tioli play: ") and said.count("\n") == 1
                  and words in said, "expected '%s', got: %s" % (words, said))

        refused("there is no such table",
                link(server, "aaaaaaaaaaaaaaaaaaaaaaaa"))
        refused("can't connect to 127.0.0.1:1", "http://127.0.0.1:1/t/abc")
        table = open_table(host, code="swordfish")
        refused("password", link(server, table))
        refused("password", link(server, table), "--password", "haddock")
        refused("is waiting with the code BCDFG",
                link(server, table).split("/t/")[0] + "/BCDFG")
        host.do("enter", table=table)
        host.until(lambda: table in host.views and host.state(table))
        spoken = host.state(table)["you"]["spoken"]
        anna = Terminal(folder, "Anna", "--join",
                        link(server, table).split("/t/")[0] + "/" +
                        spoken.lower(), "--password", "swordfish")
        anna.until("At the table: Anna")
        anna.until("The table's code is " + spoken)
        host.do("kick", table=table, seat=1)
        anna.until(".")
        check(anna.end() == 1 and "removed you" in anna.errors, anna.errors)
        refused("removed you", link(server, table), "--password", "swordfish")
        table = new_table(host, watch="nobody")
        host.do("bot", table=table, level="random")
        refused("every seat at this table is taken", link(server, table))
        host.do("start", table=table)
        refused("watching is turned off", link(server, table))
        table = new_table(host)
        host.do("bot", table=table, level="random")
        host.do("start", table=table)
        refused("the game has started without you", link(server, table))


def wrong_links():
    for url in ("", "localhost", "http://", "http:///", "http://localhost/x",
                "http://localhost//", "http://localhost/?t=a",
                "http://localhost:1/t/", "ftp://localhost/t/a", "http:///t/a",
                "http://localhost/t/a/b", "http://local host/t/a",
                "http://localhost/t/%41", "http://localhost/t/" + "a" * 65,
                "http://" + "a" * 400 + "/t/a", "\x1b[2J"):
        done = subprocess.run([players.TIOLI, "play", "--join", url],
                              capture_output=True, text=True, timeout=SECONDS)
        check(done.returncode == 2 and "a table's link is needed"
              in done.stderr and "\x1b" not in done.stderr,
              "%r: %d %s" % (url, done.returncode, done.stderr))


def new_tables():
    """With a server's address alone a table is made, and others come to it."""
    with place() as (folder, server, _):
        address = "http://127.0.0.1:%d" % server.port
        deck = pathlib.Path(folder) / "mine.deck"
        deck.write_text("".join("combo %d L%d D%d\n" % (
            1 + i % 9, 1 + i % 6, 1 + i % 5) for i in range(30))
            + "action take 2 x6\n")
        anna = Terminal(folder, "Anna", "--join", address, "--players", "3",
                        "--bots", "random", "--edition", "schmidt",
                        "--starts", "1", "--first", "2", "--piles-down",
                        "--no-hints", "--free-hand", "--cast", "off",
                        "--deck", str(deck), "--password", "swordfish")
        anna.until("At the table: .*Anna")
        url = re.search(r"for the other players:\n  (\S+)\n", anna.text)[1]
        check(url.startswith(address + "/t/"), url)
        check("The bot Otto (random) takes a seat." in anna.text, anna.text)
        look = players.Player(server, "Eve")
        table = url.rsplit("/", 1)[1]
        look.enter(table)
        told = look.state(table)["settings"]
        wanted = {"players": 3, "edition": "schmidt", "starts": 1, "first": 2,
                  "piles": "down", "hints": False, "free_hand": True,
                  "cast": "off", "deck": "mine", "code": True}
        check({key: told[key] for key in wanted} == wanted, "%s" % told)
        check("mine" not in look.do("deck", table=table)["deck"] and
              look.do("deck", table=table)["deck"].count("combo") == 30,
              "another deck")
        berta = Terminal(folder, "Berta", "--join", url,
                         "--password", "swordfish")
        play_all([anna, berta], most=6)
        check(anna.end() == 0, anna.errors)
        check("tioli play --join " + url in anna.text, anna.text[-300:])
        back = Terminal(folder, "Anna", "--join", url)
        back.until("Welcome back")
        berta.harmless()
        back.harmless()
        # With a slash at its end, with nothing said but the address.
        alone = Terminal(folder, "Carl", "--join", address + "/")
        alone.until("type start to begin")
        alone.answer("start random")
        alone.until("Carl and Mia. Rounds: [0-9]+")


def new_tables_are_refused():
    for words, said in (
            (["--seed", "1"], "only the players, bots, rules and hints"),
            (["--people", "2"], "only the players, bots, rules and hints"),
            (["--effort", "50"], "only the players, bots, rules and hints"),
            (["--watch"], "needs a table's link"),
            (["--bots", "easy,easy"], "at most 1"),
            (["--bots", "expert:effort=50"], "by their names"),
            (["--bots", "cmd:true"], "by their names"),
            (["--first", "3"], "--first: expected 1 to 2")):
        done = subprocess.run([players.TIOLI, "play", "--join",
                               "http://127.0.0.1:1", *words],
                              capture_output=True, text=True, timeout=SECONDS)
        check(done.returncode == 2 and said in done.stderr,
              "%s: %d %s" % (words, done.returncode, done.stderr))
    with tempfile.TemporaryDirectory() as folder, \
            players.Server(folder, "--max-tables", "1", "--public-url",
                           "https://play.example", db="memory") as server:
        address = "http://127.0.0.1:%d" % server.port
        anna = Terminal(folder, "Anna", "--join", address)
        anna.until("At the table: .*Anna")
        check("  https://play.example/t/" in anna.text, anna.text[:400])
        berta = Terminal(folder, "Berta", "--join", address)
        check(berta.end() == 1 and berta.errors ==
              "tioli play: there are too many tables\n", berta.errors)


def first_choice(terminal, _):
    terminal.answer("1")
    return True


def quit_and_return():
    """The seat stays; the same command comes back to it, and undo works."""
    with place() as (folder, server, host):
        table = open_table(host)
        url = link(server, table)
        anna = Terminal(folder, "Anna", "--join", url)
        anna.until("At the table: ")
        berta = Terminal(folder, "Berta", "--join", url)
        tokens = list(anna.state.glob("tioli/servers/*"))
        check(len(tokens) == 2 and all(path.stat().st_mode & 0o777 == 0o600
                                       for path in tokens), "%s" % tokens)
        play_all([anna, berta], most=4, hook=first_choice)
        turn, other = anna, berta
        while not (anna.at_prompt or berta.at_prompt):
            anna.read(0.05)
            berta.read(0.05)
        if berta.at_prompt:
            turn, other = berta, anna
        turn.answer("undo")
        turn.until("(?s)Somebody else has moved.*> $")
        turn.answer("1")
        other.until("(?s)takes an? .*> $")
        turn.answer("undo")
        turn.until("(?s)You take your last move back.*Your turn!.*> $")
        other.until("takes the last move back")
        check("Waiting for" in other.news, "is still asked: " + other.news)
        check(turn.end() == 0, turn.errors)
        check("Your seat is kept" in turn.text, turn.text[-300:])
        other.until("is not connected now")
        back = Terminal(folder, turn.name, "--join", url)
        back.until("(?s)Welcome back.*Round 1 of 2.*take your last move back"
                   ".*Your turn!.*> $")
        other.until("is connected again")
        play_all([back, other])
        back.until("curl")
        verified(folder, server, back)
        back.harmless()


def killed_server():
    """A server that dies twice and comes back: nobody has to do anything, and
    no move is lost or doubled."""
    with tempfile.TemporaryDirectory() as folder:
        first = players.Server(folder).start()
        again = players.Server(folder, "--port", first.port)
        try:
            die_twice(folder, first, again)
        finally:
            for server in (first, again):
                if server.process and server.process.poll() is None:
                    server.kill()


def die_twice(folder, first, again):
    host = players.Player(first, "Host")
    table = open_table(host)
    host.end()
    url = link(first, table)
    anna = Terminal(folder, "Anna", "--join", url)
    anna.until("At the table: ")
    berta = Terminal(folder, "Berta", "--join", url)

    def hook(terminal, answered):
        if answered not in (3, 9):
            return False
        (first if answered == 3 else again).kill()
        if answered == 9:  # the move is on its way when there is nobody
            terminal.answer(terminal.pick())
        again.start()
        return answered == 9

    play_all([anna, berta], hook=hook)
    for terminal in (anna, berta):
        terminal.until("curl")
        check(terminal.text.count("Connected again.") == 2,
              "%s: %s" % (terminal.name, terminal.text[-2000:]))
    record = verified(folder, again, anna)
    for seat, terminal in ((1, anna), (2, berta)):
        took = len(re.findall("(?m)^You take (?!your|no )", terminal.text))
        check(took == len(re.findall("(?m)^%d take " % seat, record)),
              "dice were taken twice, or not told of")
    check(again.stop()[0] == 0, again.log())
    anna.until("The server is about to stop")


def annas_table(folder, server, count):
    """A table of which Anna's terminal is the host."""
    token = os.urandom(16).hex()
    request = urllib.request.Request(
        "http://127.0.0.1:%d/api/tables" % server.port, method="POST",
        data=json.dumps({"settings": {
            "players": count, "starts": 1, "bot": 15}}).encode(),
        headers={"Authorization": "Bearer " + token,
                 "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        table = json.load(answer)["table"]
    kept = pathlib.Path(folder) / "state-Anna" / "tioli" / "servers"
    kept.mkdir(parents=True)
    (kept / ("http+__127.0.0.1+%d" % server.port)).write_text(
        "token %s\n" % token)
    return table


def host_starts():
    """Who made the table begins; free seats get bots; then once more."""
    with place() as (folder, server, _):
        table = annas_table(folder, server, 3)
        anna = Terminal(folder, "Anna", "--join", link(server, table),
                        "--name", "Anna")
        anna.until("type start to begin")
        for line, words in (("start nobody", "there is no such bot"),
                            ("who", "2  .free"), ("undo", "Type help"),
                            ("help", "start +start the game"),
                            ("bot easy", r"The bot Mia \(easy\) takes a seat"),
                            ("start random", "Rounds: 3")):
            anna.answer(line)
            anna.until(words)
        play_all([anna], until="The game is over(?s:.*)Type again")
        anna.answer("again")
        anna.until("The game starts")
        play_all([anna], most=4)
        check(anna.end() == 0, anna.errors)
        check_columns(re.sub("(?m)^  tioli verify .*$", "", anna.text))


def host_does_not_wait():
    """A rematch without somebody who does not say whether to play again."""
    with place() as (folder, server, _):
        table = annas_table(folder, server, 2)
        anna = Terminal(folder, "Anna", "--join", link(server, table),
                        "--name", "Anna")
        anna.until("type start to begin")
        berta = Terminal(folder, "Berta", "--join", link(server, table),
                         "--name", "Berta")
        play_all([anna, berta], until="The game is over(?s:.*)Type again")
        check("who has not typed again" not in anna.text, anna.text[-500:])
        for line, words in (("start", "somebody must ask for a rematch first"),
                            ("help", "start +start it with those who typed"),
                            ("again", r"who\s+has\s+not\s+typed\s+again"),
                            ("start easy", "The game starts")):
            anna.answer(line)
            anna.until(words)
        check("Berta did not ask for another game: a bot takes the seat." in " ".join(
            anna.news.split())
              and "The bot Mia (easy) takes a seat." in anna.news, anna.news)
        berta.until("The game starts")
        check("without you: a bot has your seat" in " ".join(
            berta.text.split()), berta.text[-900:])
        berta.answer("hand")
        berta.until("You are watching: you have no hand")
        play_all([anna], most=2)
        for terminal in (anna, berta):
            check(terminal.end() == 0, terminal.errors)


def somebody_drops():
    """The others see when the stand-in plays; the host waits, or does not."""
    with place() as (folder, server, host):
        table = annas_table(folder, server, 2)
        anna = Terminal(folder, "Anna", "--join", link(server, table),
                        "--name", "Anna")
        anna.until("type start to begin")
        berta = players.Player(server, "Berta")
        berta.do("sit", table=table, bytes=players.bytes_of_chance())
        berta.enter(table)
        anna.until("The game starts")
        eve = Terminal(folder, "Eve", "--join", link(server, table), "--watch")
        eve.until("You are watching")
        for reaction, seen in (("bravo", True), ("wow", False)):
            berta.do("react", table=table, reaction=reaction)
            if seen:
                anna.until("Berta: Bravo!")
            else:
                eve.until("Berta: Wow!")
            anna.answer("mute")
            anna.until("muted" if seen else "shown again")
        check("Wow" not in anna.text, anna.text[-500:])
        check("mute yes" not in (anna.config / "tioli" / "setup")
              .read_text(), "the setting stays")
        berta.end()
        for terminal in (anna, eve):
            terminal.until("Berta is not connected now")
        while not re.search(r"takes over in\s1:00", anna.news):
            check(anna.at_prompt, anna.news)
            anna.answer(anna.pick())  # until it is Berta's turn
            anna.until(r"takes over in\s1:00|> $")
        eve.until(r"Berta is not connected. A bot takes over in\s1:00")
        check("You are the host" not in eve.text, eve.text[-500:])
        check(re.search(r"type relieve .*(?s:.)*or wait", anna.news), anna.news)
        eve.answer("relieve")
        eve.until("Only the host can do that")
        anna.answer("wait")
        anna.until(r"takes over in\s5:00")
        anna.answer("wait 1")
        anna.until("No bot is about to take over")
        anna.answer("relieve")
        anna.until("> $")
        check("Berta is away: a bot plays until they are back" in " ".join(anna.text.split()),
              anna.text[-500:])
        anna.answer("relieve")
        anna.until("No bot is about to take over")
        eve.answer("quit")
        for terminal in (anna, eve):
            check(terminal.end() == 0, terminal.errors)


def opened_again():
    """Other settings, and other people, after a game."""
    with place() as (folder, server, _):
        table = annas_table(folder, server, 2)
        url = link(server, table)
        anna = Terminal(folder, "Anna", "--join", url, "--name", "Anna")
        anna.until("type start to begin")
        berta = Terminal(folder, "Berta", "--join", url)
        eve = Terminal(folder, "Eve", "--join", url, "--watch")
        eve.until("You are watching|At the table")
        play_all([anna, berta], until="The game is over(?s:.*)Type again")
        check("Type reopen" in " ".join(anna.text.split())
              and "Type reopen" not in " ".join(berta.text.split()),
              berta.text[-500:])
        berta.answer("reopen")
        berta.until("It is not your turn")
        anna.answer("reopen")
        for terminal, words in ((anna, r"At the table: Anna; 1 seat is free"),
                                (berta, "Type sit to sit down"),
                                (eve, "Type sit to sit down")):
            terminal.until(words)
        for line, words in (("set", r"edition +gamewright"),
                            ("set editon schmidt", "There is no such setting"),
                            ("set edition spanish",
                             "Expected: gamewright or schmidt"),
                            ("set edition schmidt", "changed the settings"),
                            ("set players 3", "2 seats are free")):
            anna.answer(line)
            anna.until(words)
        berta.answer("set players 2")
        berta.until("Only the host")
        eve.answer("sit")
        eve.until("You sit down")
        berta.answer("sit")
        berta.until("The game starts")
        play_all([anna, berta, eve], most=6)
        check(re.search("black|white", anna.text), "another edition")
        check(eve.end() == 0, eve.errors)
        check("Your seat is kept" in eve.text, eve.text[-300:])
        back = Terminal(folder, "Eve", "--join", url)
        back.until("Welcome back")
        for terminal in (anna, berta, back):
            terminal.harmless()


def fake_server(talk):
    """The port of a server that says what `talk` gives for each message of the
    one connection that it takes."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(SECONDS)

    def serve():
        with listening, contextlib.suppress(OSError), \
                listening.accept()[0] as one, one.makefile("rb") as stream:
            one.settimeout(SECONDS)
            key = shake(stream)
            accept = base64.b64encode(hashlib.sha1(key + MAGIC).digest())
            one.sendall(b"HTTP/1.1 101 Switching Protocols\r\n"
                        b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
                        b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
            while (text := frame(stream)) is not None:
                for reply in talk(json.loads(text)):
                    data = reply.encode()
                    one.sendall(b"\x81\x7e" + struct.pack(">H", len(data))
                                + data if len(data) > 125
                                else bytes((0x81, len(data))) + data)

    thread = threading.Thread(target=serve)
    thread.start()
    return listening.getsockname()[1], thread


MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def shake(stream):
    """Reads the head of a request; its key."""
    key = b""
    while (line := stream.readline().strip()):
        name, _, value = line.partition(b":")
        if name.lower() == b"sec-websocket-key":
            key = value.strip()
    return key


def frame(stream):
    """The text of a frame; None if there are no more."""
    head = stream.read(2)
    if len(head) < 2 or head[0] & 15 != 1:
        return None
    size = head[1] & 127
    if size == 126:
        size = struct.unpack(">H", stream.read(2))[0]
    mask = stream.read(4)
    return bytes(byte ^ mask[i % 4]
                 for i, byte in enumerate(stream.read(size)))


def strange_servers():
    """Another version, nonsense, and words meant to harm the screen."""
    def version(asked):
        yield json.dumps({
            "re": asked["id"], "error": "bad-version",
            "words": "this server speaks version 2\x1b[2J\u202e"})

    def nonsense(_):
        yield "hello"

    def nowhere(asked):
        yield json.dumps({"re": asked["id"], "ok": True,
                          "table": "../\x1b[2J", "link": "\x1b[2J"})

    def cut_short(asked):
        yield json.dumps({"re": asked["id"], "ok": True, "table": "abc?d",
                          "link": "/t/abc?d"})

    def bad_deck(asked):
        yield json.dumps({"re": asked["id"], "ok": True, "deck": "\x1b[2J"})
        if asked["do"] == "enter":
            yield json.dumps({
                "table": "abc", "seq": 3, "view": "tioli view 1\n", "state": {
                    "phase": "playing", "seats": [
                        {"kind": "person", "name": "\x1b[31mEve\n"}] * 9,
                    "settings": {"players": 99}, "you": {"seat": 77}}})

    def harm(asked):
        yield json.dumps({"re": asked["id"], "ok": True, "deck": "\x1b[2J"})
        if asked["do"] == "enter":
            yield json.dumps({"notice": "draining", "words": "\x1b]0;x\x07"})
            yield json.dumps({
                "table": "abc", "seq": 3, "state": {
                    "phase": "open", "seats": [
                        {"kind": "person", "name": "\x1b[31mEve\n"}] * 9,
                    "settings": {"players": -1}, "you": {"seat": 2}}})
            yield json.dumps({"table": "abc", "seq": 4, "news": {
                "event": "sit", "seat": 1, "name": "\x9b2J\x1b[31m"}})
            yield json.dumps({"table": "abc", "gone": "\x1b",
                              "words": "bye\x1b[1m"})

    for talk, words in ((version, "one of the two programs is too old"),
                        (nonsense, "there is no tioli server at that address"),
                        (nowhere, "there is no tioli server at that address"),
                        (cut_short, "there is no tioli server at that address"),
                        (bad_deck, "deck can't be read"), (harm, "bye")):
        with tempfile.TemporaryDirectory() as folder:
            port, thread = fake_server(talk)
            anna = Terminal(folder, "Anna", "--join", "ws://127.0.0.1:%d%s" % (
                port, "" if talk in (nowhere, cut_short) else "/t/abc"))
            check(anna.end() == 1 and words in anna.errors,
                  "%s: %s%s" % (words, anna.text, anna.errors))
            anna.harmless()
            check(not ESCAPES.search(anna.errors), repr(anna.errors))
            thread.join()


# Phrases of a tale that no server says.
BAD_PHRASES = [
    "TAKES", {}, [], [None, 1], ["NONSENSE", 1], ["TAKES", 2], ["TAKES", 2, 5],
    ["TAKES", 2, "D7"], ["TAKES", 2, "D"], ["TAKES", 2, "D55"],
    ["TAKES", 2, "X5"], ["TAKES", 9, "D5"], ["TAKES", None, "D5"],
    ["TAKES", 0, "D5"], ["SITS", 2, "\x1b[1mEva"], ["SITS", 2, None],
    ["SITS", 2, ""], ["ROUND", 2, 1, 6, ["R1"] * 4],
    ["ROUND", 2, 1, 6, ["L1"] * 16], ["ROUND", 2, 1, 6, "L1"],
    ["ROUND", 2, -1, 6, ["L1"]], ["ROUND", 2, 2000, 6, ["L1"]],
    ["LAID", None, ["L1"], {"card": "c0"}, 3],
    ["LAID", None, ["L1"], {"card": "c9999999999"}, 3],
    ["LAID", None, ["L1"], {"card": "x1"}, 3], ["LAID", None, ["L1"], 1, 3],
    ["SCORE", 2, [1, 2, 3]], ["SCORE", 2, [1, 99999]], ["SCORE", 2, 1],
    ["TOTALS", None, [1, 2, 3, 4, 5, 6]], ["BEGINS", None, 6, 6],
    ["BEGINS", None, 0, 6],
]


def missed_state():
    """What has changed since a state that never came: it asks for all."""
    entered = []

    def talk(asked):
        yield json.dumps({"re": asked["id"], "ok": True, "deck": "-"})
        if asked["do"] == "enter":
            entered.append(asked.get("after"))
            if len(entered) > 1:
                yield json.dumps({"table": "abc", "seq": 11, "news": {
                    "event": "sit", "time": 1, "seat": 2, "name": "Zora",
                    "tale": [*BAD_PHRASES, ["SITS", 2, "Zora"],
                             ["TAKES", 2, "D5"], ["UNUSED", None, [], []]]},
                    "state": {"phase": "open", "seats": [], "settings": {
                        "players": 2}, "you": {"seat": 1}}})
                return
            yield json.dumps({"table": "abc", "seq": 3, "state": {
                "phase": "open", "seats": [], "settings": {"players": 2},
                "you": {"seat": 1}}})
            for seq in (4, 9, 10):
                yield json.dumps({
                    "table": "abc", "seq": seq, "since": seq - 1,
                    "news": {"event": "set", "time": 1},
                    "changes": {"position": seq}})

    with tempfile.TemporaryDirectory() as folder:
        port, thread = fake_server(talk)
        anna = Terminal(folder, "Anna", "--join",
                        f"ws://127.0.0.1:{port}/t/abc")
        anna.until("Zora sits down.")
        anna.end()
        check(entered == [0, 4], entered)
        check("Zora takes a blue 5." in anna.text, anna.text)
        check("not used: no dice (no chips)" in anna.text, anna.text)
        check(anna.text.count("takes") == 1, anna.text)
        check("Round" not in anna.text and "%" not in anna.text, anna.text)
        anna.harmless()
        thread.join()


def asked_once():
    """What the server has accepted is not asked for again before its news."""
    with place() as (_, server, host):
        table = new_table(host, first=1)
        host.do("bot", table=table, level="random")
        host.do("start", table=table)
        host.enter(table)
        host.do("enter", table=table, after=host.views[table].seq, text=True)
        host.until(lambda: '"view":' in host.seen[-1])
        turn = {**json.loads(host.seen[-1]), "table": "abc"}
        deck = host.do("deck", table=table)["deck"]
    moves = []

    def talk(asked):
        yield json.dumps({"re": asked["id"], "ok": True, "deck": deck})
        if asked["do"] == "enter":
            yield json.dumps(turn)
        elif asked["do"] == "move":
            moves.append(asked["move"])
            yield json.dumps({"table": "abc", "presence": [
                {"seat": 2, "present": len(moves) > 1}]})

    with tempfile.TemporaryDirectory() as folder:
        port, thread = fake_server(talk)
        anna = Terminal(folder, "Anna", "--join",
                        f"ws://127.0.0.1:{port}/t/abc")
        anna.until("Your choice> $")
        anna.answer("1")
        anna.until("is not connected now")
        check("Your turn!" not in anna.news, anna.news)
        anna.answer("1")
        anna.until("It is not your turn")
        check(len(moves) == 1, moves)
        anna.end()
        thread.join()


def tests():
    yield "two terminals, a bot and an onlooker", whole_game
    yield "hands stay hidden, and an own deck is known", hidden_hands
    yield "quit, come back, undo", quit_and_return
    yield "a killed server", killed_server
    yield "a host begins, and plays again", host_starts
    yield "a host does not wait for who says nothing", host_does_not_wait
    yield "somebody drops", somebody_drops
    yield "a table that is opened again", opened_again
    yield "new tables", new_tables
    yield "new tables that can't be had", new_tables_are_refused
    yield "refusals", kicks_and_codes
    yield "wrong links", wrong_links
    yield "strange servers", strange_servers
    yield "a state that was missed", missed_state
    yield "asked once", asked_once


def main():
    only = sys.argv[1:]
    if "TMPDIR" not in os.environ and os.access("/dev/shm", os.W_OK):
        tempfile.tempdir = "/dev/shm"
    failures = 0
    cases = [case for case in tests()
             if not only or any(word in case[0] for word in only)]
    print("1..%d" % len(cases))
    for number, (name, run) in enumerate(cases, 1):
        try:
            run()
            print("ok %d - %s" % (number, name))
        except (Failed, AssertionError, OSError, RuntimeError, AttributeError,
                ValueError, subprocess.TimeoutExpired, players.Gone) as wrong:
            failures += 1
            print("not ok %d - %s" % (number, name))
            for line in str(wrong).split("\n")[:60]:
                print("# " + line)
        for process in Terminal.running:
            if process.poll() is None:
                process.kill()
                process.wait()
            for pipe in process.stdin, process.stdout, process.stderr:
                if pipe:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()
        Terminal.running.clear()
        sys.stdout.flush()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
