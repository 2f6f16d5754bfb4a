#!/usr/bin/env python3
"""Plays the full-screen game of `tioli play` in tmux, by keys alone.

The program is named by the environment variable TIOLI. TIOLI_TEST_MONKEY is
how many seconds random keys are pressed for, TIOLI_TEST_VALGRIND makes one game
run under valgrind.

usage: screen_test.py [WORDS OF A TEST'S NAME...]
"""

import concurrent.futures
import contextlib
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from arena_bot import BOT  # noqa: E402
from program import SLOW, SOURCE, TIOLI, equal, good, has  # noqa: E402
from served import serve  # noqa: E402
from terminal import Terminal, sent_over_a_line, terminal  # noqa: E402

LANGUAGES = ["en", *(SOURCE / "po" / "LINGUAS").read_text().split()]
STILL = ("play", "--no-animation")
SHORT = (*STILL, "--bots", "easy", "--starts", "1")
MONKEY = float(os.environ.get("TIOLI_TEST_MONKEY", "3"))


def save_of(folder):
    return folder / "state" / "tioli" / "game.tioli"


def records_of(folder):
    return sorted((folder / "state" / "tioli" / "records").glob("*.tioli"))


def moves_of(path):
    """The lines of a record below its head."""
    try:
        text = path.read_text()
    except FileNotFoundError:
        return []
    return text.split("\nmoves ")[-1].splitlines()[1:]


def play_on(game, over, keys=("Enter",), limit=400):
    """Presses keys, one after another as the picture changes, until `over`."""
    for count in range(limit):
        if over():
            return
        before = game.text()
        game.keys(keys[count % len(keys)])
        end = time.monotonic() + (1 if SLOW else 0.3)
        while time.monotonic() < end and game.text() == before:
            time.sleep(0.02)
    raise AssertionError(f"the game does not end: {game.text()}")


def leave(game):
    """By q, whatever it asks."""
    game.keys("q")
    end = time.monotonic() + 2
    while time.monotonic() < end and not game.has_ended():
        time.sleep(0.05)
        if not game.has_ended():
            game.keys("y")
    equal(game.status(), 0)
    equal(game.is_sane(), [])


def test_a_whole_game_in_each_language(folder):
    """whole games by keys alone, in each language"""
    keys = ("Enter", "Right", "Enter", "Left", "Enter", "p")
    for language in LANGUAGES:
        place = folder / language
        place.mkdir()
        with terminal(place, *SHORT, "--seed", "5", language=language) as game:
            play_on(game, lambda: records_of(place), keys)
            game.settle()
            leave(game)
            equal(game.errors(), "")
            record, = records_of(place)
            has(game.text(), str(record.name))
            # The record is sound, and its last line says so.
            has(good("replay", record, folder=folder), "The game is over")
    texts = {(folder / language).joinpath(
        *records_of(folder / language)[0].relative_to(
            folder / language).parts).read_text().split("\nmoves ")[0]
        .split("\nname 2 ")[1] for language in LANGUAGES}
    equal(len(texts), 1)


def test_typed_moves_and_undo(folder):
    with terminal(folder, *SHORT, "--seed", "4", "--first", "1",
                  "--no-takeback") as game:
        game.see("Your turn!")
        colour, face = re.search(r"cast (orange|blue) (\d)",
                                 game.text()).groups()
        die = {"orange": "L", "blue": "D"}[colour] + face
        game.keys(":")
        game.type(f"take {die.lower()}")
        game.keys("Enter")
        game.wait(lambda: any(line.startswith(f"1 take {die}")
                              for line in moves_of(save_of(folder))), "a move")
        game.wait(lambda: any(line.startswith("2 ")
                              for line in moves_of(save_of(folder))), "a bot")
        game.settle()

        def refused():
            game.keys("u")  # too early it is not my turn
            return "can't be taken back" in game.text()
        game.wait(refused, "a refusal")
        leave(game)
    with terminal(folder, *STILL, "--people", "2", "--first", "1") as game:
        game.settle()
        game.keys("Enter")
        game.see("Your hand")
        count = len(moves_of(save_of(folder)))
        game.keys("Enter")
        game.wait(lambda: len(moves_of(save_of(folder))) == count + 1, "a move")
        game.settle()
        game.keys("u")
        game.wait(lambda: len(moves_of(save_of(folder))) == count, "an undo")
        leave(game)


def test_killed_and_resumed(folder):
    """kill -9 in the middle of a round: nothing is lost"""
    with terminal(folder, *SHORT, "--seed", "6", "--first", "1") as game:
        game.see("Your turn!")
        for number in range(3):
            count = len(moves_of(save_of(folder)))
            game.keys("Enter")
            game.wait(lambda: len(moves_of(save_of(folder))) > count, "a move")
            game.settle()
        game.keys("Home")
        picture = game.settle()
        kept = moves_of(save_of(folder))
        game.signal(signal.SIGKILL)
        game.wait(game.has_ended, "the end")
    with terminal(folder, *STILL, "--resume") as game:
        game.see("Welcome back")
        game.keys("Home")
        equal(moves_of(save_of(folder)), kept)
        # Tray, players and hand are as they were.
        equal(game.settle().splitlines()[:13], picture.splitlines()[:13])
        play_on(game, lambda: records_of(folder), ("Enter", "p"))
        leave(game)
        equal(moves_of(records_of(folder)[0])[:len(kept)], kept)


def test_the_terminal_afterwards(folder):
    """however it ends, the terminal is as it was"""
    def interrupted(game):
        game.keys("C-c")
        time.sleep(0.3)
        game.keys("C-c")

    ends = {
        "Ctrl-C": (interrupted, 0),
        "SIGTERM": (lambda game: game.signal(signal.SIGTERM), 128 + 15),
        "SIGHUP": (lambda game: game.signal(signal.SIGHUP), 128 + 1),
        "SIGQUIT": (lambda game: game.signal(signal.SIGQUIT), 128 + 3),
        "a crash": (lambda game: game.signal(signal.SIGSEGV), 128 + 11),
        "an abort": (lambda game: game.signal(signal.SIGABRT), 128 + 6),
    }
    for name, (end, status) in ends.items():
        if SLOW and name.startswith("a"):
            continue  # a sanitizer has its own way to die
        with terminal(folder, *SHORT, "--seed", "8", "--first", "1") as game:
            game.see("Your turn!")
            equal(game.flag("alternate_on"), "1")
            end(game)
            equal((name, game.status()), (name, status))
            equal((name, game.is_sane()), (name, []))


def ended(path):
    """The process that wrote its number there is gone."""
    try:
        os.kill(int(path.read_text()), 0)
    except ProcessLookupError:
        return True
    return False


def thinkers(folder):
    """Who would think for longer than any test waits, by name."""
    note = f"import os; open({str(folder / 'pid')!r}, 'w')" \
        ".write(str(os.getpid()))\n"
    bot = BOT.replace("sleep(30)", "sleep(600)")
    bots = {"silent": note + bot,
            "stubborn": note + "import signal\n"
                        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
                        + bot,
            "mute": note + "import time; time.sleep(600)\n"}
    for name, text in bots.items():
        (folder / name).write_text(text)
    return {"expert": "expert:think=600s", **{
        name: f"cmd:{sys.executable} {folder / name} sleep 1"
        for name in bots}}


def test_leaving_while_others_think(folder):
    """who leaves waits for nobody: no bot, and no program that says nothing"""
    def by_key(key, answer):
        def end(game, asked):
            game.keys(key)
            if asked:
                game.see("Leave the game?")
                game.keys(answer)
        return end

    ends = {"q": (by_key("q", "y"), 0), "Ctrl-C": (by_key("C-c", "C-c"), 0),
            "SIGTERM": (lambda game, _: game.signal(signal.SIGTERM), 128 + 15),
            "SIGHUP": (lambda game, _: game.signal(signal.SIGHUP), 128 + 1)}
    who = list(thinkers(folder).items())
    for number, (way, (end, status)) in enumerate(ends.items()):
        name, spec = who[number]
        place = folder / f"{name}-game"
        with terminal(place, *STILL, "--bots", spec, "--bot-clock", "600s",
                      "--bot-uncaged", "--first", "2", "--seed", "3") as game:
            game.see("Starting the bot" if name == "mute" else "is thinking")
            kept = moves_of(save_of(place))
            end(game, name != "mute")
            equal((way, game.status()), (way, status))
            equal((way, game.is_sane()), (way, []))
            equal(moves_of(save_of(place)), kept)
            assert name == "expert" or ended(folder / "pid"), name
    # The game is there.
    with terminal(folder / "silent-game", *STILL, "--resume") as game:
        game.see("Welcome back")
        leave(game)


def test_leaving_for_the_menu(folder):
    """the menu does not wait for a bot either"""
    place = folder / "config" / "tioli"
    place.mkdir(parents=True)
    (place / "setup").write_text("first 2\nseat 2 bot expert:think=600s\n")
    with terminal(folder, *STILL) as game:
        game.see("A new game")
        game.keys("Enter")
        game.see("Players")
        game.keys("Enter")
        game.see("is thinking")
        game.keys("q")
        game.see("Leave the game?")
        game.keys("y")
        game.see("Continue a saved game")
        # Nobody else has the game, though the bot still thinks.
        game.keys("Enter")
        game.see("round 1 of 6")
        game.keys("Enter")
        game.see("Welcome back")
        game.keys("q")
        game.see("Leave the game?")
        game.keys("y")
        game.see("A new game")
        leave(game)


def test_stopped_and_going_on(folder):
    """Ctrl-Z gives the terminal back, and fg goes on"""
    game = Terminal(folder, "-i", program="/bin/sh", language=None)
    try:
        command = " ".join([TIOLI, *SHORT, "--seed", "3", "--first", "1"])
        game.settle()
        game.type(command)
        game.keys("Enter")
        picture = game.see("Your turn!")
        picture = game.settle()
        game.keys("C-z")
        game.wait(lambda: game.flag("alternate_on") == "0", "the shell")
        game.type("stty -a | grep -c ' icanon' | sed s/1/sa''ne/")
        game.keys("Enter")
        game.see("sane")
        game.resize(100, 30)
        game.type("fg")
        game.keys("Enter")
        game.wait(lambda: game.flag("alternate_on") == "1", "the game")
        game.resize(80, 24)
        game.wait(lambda: game.text() == picture, picture)
        game.keys("q")
        game.settle()
        game.keys("y")
        game.wait(lambda: game.flag("alternate_on") == "0", "the end")
    finally:
        game.close()


def test_resize_storm(folder):
    """another size at any moment, in the middle of anything"""
    dice = random.Random(1)
    with terminal(folder, *SHORT, "--seed", "9", "--first", "1") as game:
        game.see("Your turn!")
        before = game.settle()
        for number in range(60):
            game.resize(dice.randrange(10, 220), dice.randrange(3, 70))
            if number % 10 == 9:
                game.keys(dice.choice(["?", "l", "s", "Escape", "Left"]))
        game.resize(40, 12)
        game.wait(lambda: game.text().strip(), "a word about more room")
        game.resize(80, 24)
        for _ in range(4):
            game.settle()
            game.keys("Escape")
        game.settle()
        game.keys("Home")
        equal(game.settle().splitlines()[:10], before.splitlines()[:10])
        leave(game)


MONKEY_KEYS = ["Enter", "Escape", "Tab", "BTab", "BSpace", "DC", "Home", "End",
               "PPage", "NPage", "Up", "Down", "Left", "Right", "Space", "p",
               "a", "h", "u", "l", "s", "?", "q", "y", "n", ":", "/", "r", "b",
               "o", "k", "1", "2", "3", "4", "5", "0", "C-c", "C-l", "C-d",
               "C-a", "F1", "é", "骰", "~", "-"]


def test_monkey(folder):
    """random keys, clicks and sizes: it never falls"""
    usual = 1 if MONKEY < 10 else time.time()
    seed = int(os.environ.get("TIOLI_TEST_SEED", usual))
    dice = random.Random(seed)
    end = time.monotonic() + MONKEY
    starts = 0
    while time.monotonic() < end:
        starts += 1
        words = dice.choice([STILL, ("play",), (*SHORT, "--players", "5"),
                             (*STILL, "--people", "2", "--players", "3")])
        with terminal(folder, *words, language=dice.choice(LANGUAGES)) as game:
            game.wait(lambda: game.flag("alternate_on") == "1", "the screen")
            while time.monotonic() < end and not game.has_ended():
                for _ in range(3):
                    game.keys(*dice.choices(MONKEY_KEYS, k=5))
                    # The wheel and a click, as a terminal tells of them.
                    game.type("\033[<%d;%d;%dM" % (
                        dice.choice([0, 64, 65]), dice.randrange(1, 90),
                        dice.randrange(1, 30)))
                if dice.randrange(20) == 0:
                    game.resize(dice.randrange(20, 150),
                                dice.randrange(6, 50))
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                game.signal(signal.SIGTERM)
            status = game.status()
            # Ctrl-C may hit it after its screen is gone.
            assert status in (0, 128 + 15, 128 + 2), (
                seed, status, game.text(), game.errors())
            # The shell says so when a signal has ended it.
            equal((seed, game.errors().replace("Terminated\n", "")),
                  (seed, ""))
            equal((seed, game.is_sane()), (seed, []))
    assert starts > 0


def test_not_saved(folder):
    """a save that fails is told of until saving works again"""
    state = folder / "state"
    with terminal(folder, *STILL, "--bots", "easy", "--seed", "4",
                  "--first", "1") as game:
        assert "The game is not saved!" not in game.see("Your turn!")
        state.rename(folder / "aside")
        game.keys("Enter")
        has(game.see("could not be saved"), "The game is not saved!")
        game.keys("Left")
        game.wait(lambda: "could not be saved" not in game.text(), "a key")
        game.see("The game is not saved!")  # whatever is pressed
        (folder / "aside").rename(state)
        game.keys("Enter")
        game.see("saved again")
        game.keys("Left")
        game.wait(lambda: "saved" not in game.text(), "all is well")
        leave(game)
        equal(game.errors(), "")
    with terminal(folder, *STILL, "--resume") as game:
        game.see("Welcome back")
        leave(game)
    # A file that may not grow is like a disk that is full.
    place = folder / "full"
    with terminal(place, "-c", "ulimit -f 1; exec \"$@\"", "-", TIOLI, *STILL,
                  "--bots", "easy", "--seed", "4", "--first", "1",
                  program="/bin/sh", language=None) as game:
        game.see("Your turn!")
        play_on(game, lambda: "The game is not saved!" in game.text(),
                ("Enter", "p"))
        game.keys("C-c")
        has(game.see("Leave the game?"), "could not be saved")
        game.keys("y")
        equal((game.status(), game.is_sane()), (1, []))
        has(game.errors(), "File too large")
    with terminal(place, *STILL, "--resume") as game:  # what there is, is whole
        game.wait(lambda: game.flag("alternate_on") == "1", "the screen")
        game.see("Round 1")
        game.keys("Escape")  # results, perhaps
        game.settle()
        leave(game)


def test_plain_where_it_must(folder):
    """a dumb terminal, --plain and a pipe get the line game"""
    for words, more in [(SHORT, {"term": "dumb"}),
                        ((*SHORT, "--plain"), {}),
                        (SHORT, {"term": "no-such-terminal"})]:
        with terminal(folder, *words, **more) as game:
            game.see("Your choice>")
            equal(game.flag("alternate_on"), "0")
            game.type("quit")
            game.keys("Enter")
            equal(game.status(), 0)
    has(good(*SHORT, "--people", "0", "--save", folder / "piped.tioli",
             folder=folder), "The game is over")


def test_without_utf8_and_colours(folder):
    colour = re.compile(r"\033\[[0-9;]*[34]8;|\033\[(?:\d+;)*[34][0-7][;m]")
    with terminal(folder, *SHORT, "--first", "1", locale="C",
                  language="de") as game:
        game.wait(lambda: game.flag("alternate_on") == "1", "the screen")
        text = game.settle()
        assert text.strip() and text.isascii(), text
        assert colour.search(game.raw())
        leave(game)
    with terminal(folder, *SHORT, "--first", "1", NO_COLOR="1") as game:
        game.see("Your turn!")
        assert not colour.search(game.raw()), game.raw()
        assert not game.text().isascii()
        leave(game)
    for term in ("xterm", "linux", "vt100", "screen"):
        if SLOW and term == "linux":
            continue  # its library for the mouse loses a few bytes
        with terminal(folder, *SHORT, "--first", "1", term=term) as game:
            game.see("Your turn!")
            leave(game)


def test_hands_are_hidden(folder):
    """between two people the screen hides the hand"""
    with terminal(folder, *STILL, "--people", "2", "--names", "Ann,Ben",
                  "--starts", "1", "--first", "1", "--seed", "2") as game:
        game.see("Ann")
        hidden = game.settle()
        assert "Your hand" not in hidden, hidden
        game.keys("Enter")
        hand = re.findall(r"^  [1-4]  .*", game.see("Your hand"), re.M)
        equal(len(hand), 4)
        game.keys("Enter")
        game.wait(lambda: "Your hand" not in game.text(), "hiding")
        text = game.settle()
        has(text, "Ben")
        for card in hand:
            assert card[14:60].strip() not in text, text
        leave(game)


def test_menu_and_saves(folder):
    """the form is remembered; several saves are a list"""
    with terminal(folder, *STILL) as game:
        game.see("A new game")
        game.keys("Enter")
        game.see("Players")
        game.keys("Home")
        game.keys("Right")
        game.keys("End")
        game.settle()
        game.keys("Enter")
        game.wait(lambda: moves_of(save_of(folder)), "a game")
        game.settle()
        game.keys("q")
        game.settle()
        game.keys("y")
        game.see("A new game")
        has((folder / "config" / "tioli" / "setup").read_text(), "players 3\n")
        leave(game)
    first = moves_of(save_of(folder))
    with terminal(folder, *SHORT, "--seed", "1", "--first", "1") as game:
        game.see("Your turn!")
        leave(game)
    equal(len(list((folder / "state" / "tioli").glob("game*.tioli"))), 2)
    with terminal(folder, *STILL, "--resume") as game:
        # The newest is first: the other is chosen.
        has(game.see("round 1 of 9"), "round 1 of 2")
        game.keys("Down")
        game.keys("Enter")
        game.see("Round 1 of 9")
        game.keys("q")
        game.settle()
        game.keys("y")
        game.see("A new game")
        leave(game)
    older, = [path for path in (folder / "state" / "tioli").glob("game-*")
              if path.suffix == ".tioli"]
    equal(moves_of(older)[:len(first)], first)
    with terminal(folder, *STILL, "--resume") as game:
        game.see("round 1 of 2")
        game.keys("d")
        game.see("It can't be brought back")
        game.keys("y")
        has(game.see("The game is deleted."), "round 1 of 9")
        game.keys("q")
        game.see("A new game")
        leave(game)
    kept = older.parent.glob("game*")
    equal(sorted(path.stem for path in kept), [older.stem] * 2)


def test_a_record_is_stepped_through(folder):
    path = SOURCE / "tests" / "golden" / "five-players.tioli"
    with terminal(folder, "replay", "--screen", str(path)) as game:
        has(game.see("Round 1 of"), "The cards shown are those of")
        start = re.search(r"Move (\d+) of (\d+)", game.settle())
        game.keys("Right")
        game.wait(lambda: f"Move {start[1]} " not in game.text(), "a move")
        game.keys("Left")
        game.see(start[0])
        game.keys("Down")
        game.see("Round 2 of")
        game.keys("End")
        game.see(f"Move {start[2]} of {start[2]}")
        game.keys("Home")
        game.see(f"Move 0 of {start[2]}")
        for _ in range(5):
            before = game.settle()
            game.keys("Tab")
            game.wait(lambda: game.text() != before, "other eyes")
        has(game.text(), "Nobody's cards are shown.")
        game.keys("q")
        game.wait(game.has_ended, "the end")
        equal(game.status(), 0)


# What is done in the lesson from its third step on, and what the hand then has to
# show, because the next text speaks of it. Where any die of a colour will do, it
# need not be the first.
LESSON = [("take d5", r"\n *1 .*\[5\]\u2713\(1\)"),
          ("play shift L3 L1", None),
          ("take l1", r"\n *1 .*\[5\]\u2713\(1\)\u2713\{6\}"),
          ("take r6", r"\n *1 .*<6>\u2713.*\u2713"),
          ("take l5", r"\n *2 .*> 9 +5: \(5\)"),
          ("take l5", r"\n *2 .*> 9 +10: \(5\)\(5\)"),
          ("take d2", r"\n *3 .*\[2\]\u2713\[\?\] \[\?\]"),
          ("take d5", r"\n *3 .*\[5\]\u2713\[2\]\u2713\[\?\]"),
          ("take d1", r"\n *3 .*\[5\]\u2713\[2\]\u2713\[1\]\u2713"),
          ("pass", None)]


def typed(game, move):
    game.keys(":")
    game.settle()
    game.type(move)
    game.keys("Enter")


def test_the_first_lesson(folder):
    with terminal(folder, *STILL, language="de") as game:
        game.settle()
        game.keys("Down")
        game.keys("Enter")
        for _ in range(2):
            game.settle()
            game.keys("Enter")
        for number, (move, seen) in enumerate(LESSON, 3):
            game.see(f"({number}/16)")
            typed(game, move)
            game.see(f"({number + 1}/16)")
            if seen:
                assert re.search(seen, game.text()), game.text()
        game.keys("Enter")
        game.settle()
        game.keys("Enter")
        game.see("(14/16)")
        game.keys("Enter")
        game.see("(15/16)")
        game.keys("Enter")
        game.see("(16/16)")
        game.keys("Enter")
        game.wait(lambda: "/16)" not in game.text(), "the menu")
        leave(game)


def test_the_lesson_explains_what_it_does_not_accept(folder):
    with terminal(folder, *STILL) as game:
        game.settle()
        game.keys("Down")
        game.keys("Enter")
        for _ in range(2):
            game.settle()
            game.keys("Enter")
        game.see("(3/16)")
        typed(game, "take l5")
        game.see("the first card needs a blue 5, an orange 1")
        for number, (move, _) in enumerate(LESSON[:5], 3):
            game.see(f"({number}/16)")
            typed(game, move)
        has(game.see("(8/16)"), "keep taking dice")
        typed(game, "take l2")
        game.see("The second card has 5 and needs more than 9.")
        typed(game, "take l5")
        game.see("(9/16)")
        typed(game, "take l2")
        game.see("The third card needs three blue dice.")
        game.keys("q")
        game.see("Leave the lesson?")
        game.keys("Enter")
        game.see("Learn to play")
        leave(game)


def test_rematch_and_record(folder):
    with terminal(folder, *SHORT, "--seed", "5") as game:
        play_on(game, lambda: records_of(folder), ("p", "Enter"))
        game.settle()
        game.keys("c")
        game.settle()
        game.type(str(folder / "kept.tioli"))
        game.keys("Enter")
        game.wait((folder / "kept.tioli").exists, "the record")
        equal((folder / "kept.tioli").read_bytes(),
              records_of(folder)[0].read_bytes())
        game.see("The record is in")
        game.keys("r")
        game.wait(lambda: moves_of(save_of(folder)), "another game")
        leave(game)


def test_at_a_server(folder):
    """a game on a server, from the lobby to the end"""
    with serve(folder, "--quiet", "--no-qr") as server, \
            terminal(folder, *STILL, "--join",
                     f"http://127.0.0.1:{server.port}", "--players", "2",
                     "--starts", "1", "--name", "Ann") as game:
        link = re.search(r"http://\S+/t/\w+", game.see("/t/"))[0]
        assert re.search(r"Ann +\(you\) +Host", game.text()), game.text()
        game.keys("b")
        game.settle()
        game.keys("Enter")
        game.see("Round 1 of 2")
        # The connection does not survive, the seat does.
        leave(game)
        with terminal(folder, *STILL, "--join", link) as again:
            play_on(again, lambda: "The dice:" in again.text(),
                    ("p", "Enter"), limit=600)
            leave(again)
            has(again.text(), "tioli verify --commit")


def test_who_is_away_at_a_server(folder):
    """a countdown until the stand-in plays; the host does not wait for it, and
    opens the table again after the game"""
    with serve(folder, "--quiet", "--no-qr") as server, \
            terminal(folder / "ann", *STILL, "--join",
                     f"http://127.0.0.1:{server.port}", "--players", "2",
                     "--starts", "1", "--name", "Ann") as ann:
        link = re.search(r"http://\S+/t/\w+", ann.see("/t/"))[0]
        with terminal(folder / "ben", *STILL, "--join", link, "--name",
                      "Ben") as ben:
            ann.see("Round 1 of 2")
            leave(ben)
        ann.see("away 0:")
        ann.keys("w")
        ann.see("away 4:")
        ann.keys("m")
        ann.see("muted")
        ann.keys("r")
        ann.wait(lambda: re.search(r"Ben +bot", ann.text()), "a stand-in")
        play_on(ann, lambda: "The dice:" in ann.text(), ("p", "Enter"),
                limit=600)
        ann.keys("o")
        ann.see("Before the game", "Free seat")
        ann.keys("e", "Down", "Right")
        ann.see("Schmidt: white")
        ann.keys("Escape")
        with terminal(folder / "eve", *STILL, "--join", link, "--watch",
                      "--name", "Eve") as eve:
            eve.see("press s to sit down")
            eve.keys("s")
            eve.see("Round 1 of 2")
            leave(eve)
        leave(ann)


def new_table(server, **settings):
    """The link of a table that somebody else has made."""
    status, answer = server.post("/api/tables", {"settings": settings},
                                 cookie=server.hello())
    equal(status, 201)
    return f"http://127.0.0.1:{server.port}/t/{answer['table']}"


def test_a_server_that_goes_and_comes_back(folder):
    """the server is killed in the middle of a round, and started again"""
    db = folder / "tables.db"
    with serve(folder, "--quiet", "--no-qr", db=db, status=-9) as server, \
            terminal(folder, *STILL, "--join",
                     f"http://127.0.0.1:{server.port}", "--players", "2",
                     "--starts", "1", "--name", "Ann") as game:
        game.see("/t/")
        game.keys("b")
        game.settle()
        game.keys("Enter")
        game.see("Your turn!")
        game.keys("Enter")
        game.see("You take")
        game.see("Your turn!")
        game.keys("Home")
        before = game.settle()
        server.stop(signal.SIGKILL)
        game.see("Trying again")
        game.keys("Right")
        game.settle()
        game.keys("Home")
        game.see("Trying again")  # keys do not take it away
        game.keys("Enter")  # nor is anything done that was not sent
        game.see("that was not sent")
        with serve(folder, "--quiet", "--no-qr", "--port", server.port, db=db):
            game.see("Connected again")
            equal(game.settle().splitlines()[:10], before.splitlines()[:10])
            play_on(game, lambda: "The dice:" in game.text(), ("p", "Enter"),
                    limit=600)
            # It stays, also when a key comes that was meant for the round.
            game.keys("Enter", "l")
            game.see("Esc back")
            game.keys("Escape")
            game.see("The dice:")
            leave(game)


def test_a_slow_line(folder):
    """dice that move are not sent over a line that is slow"""
    def sent(rate, name, *words):
        (folder / name).mkdir()
        return sent_over_a_line(rate, "Your turn!", folder / name, "play",
                                "--seed", "5", "--first", "2", *words)

    still = sent(1e6, "still", "--no-animation")
    # A machine that is busy may be slow for a moment, too.
    quick = max(sent(1e6, f"quick{number}") for number in range(3))
    slow = sent(3000, "slow")
    assert quick > 2 * still, (quick, still)
    assert slow < (quick + still) / 2, (slow, quick, still)


def test_clocks_at_a_server(folder):
    """a clock of the table runs on the screen by itself"""
    with serve(folder, "--quiet", "--no-qr") as server:
        link = new_table(server, players=2, clock={"kind": "move",
                                                   "base": 300000})
        with terminal(folder / "ann", *STILL, "--join", link) as ann, \
                terminal(folder / "ben", *STILL, "--join", link) as ben:
            for game in (ann, ben):
                game.see("Round 1")
                seen = set()
                game.wait(lambda: len(seen) > 2 or seen.update(
                    re.findall(r"\b[0-5]:[0-5]\d\b", game.text())), "clocks")
            for game in (ann, ben):
                leave(game)


def test_refused_by_a_server(folder):
    """no table, no seat, no code, no server: one sentence, and a sane end"""
    def refused(link, words, *more):
        with terminal(folder / "ann", *STILL, "--join", link, *more) as game:
            equal((words, game.status()), (words, 1))
            has(game.errors(), words)
            equal(len(game.errors().splitlines()), 1)
            equal(game.is_sane(), [])

    with serve(folder, "--quiet", "--no-qr") as server:
        host = f"http://127.0.0.1:{server.port}"
        link = new_table(server, players=2, code="swordfish")
        refused(link, "password")
        refused(link, "password", "--password", "haddock")
        refused(f"{host}/t/" + "z" * 24, "no such table")
        link = new_table(server, players=2, starts=1)
        with terminal(folder / "ben", *STILL, "--join", link) as ben, \
                terminal(folder / "cleo", *STILL, "--join", link) as cleo:
            cleo.see("Round 1")
            refused(link, "add --watch to watch")
            # Who looks on is at the table, and need not do anything.
            with terminal(folder / "ann", *STILL, "--join", link,
                          "--watch") as game:
                game.see("Round 1")
                leave(game)
            leave(ben)
            leave(cleo)
    refused(host, "can't connect")
    with socket.create_server(("127.0.0.1", 0)) as mute, \
            terminal(folder / "ann", *STILL, "--join",
                     f"http://127.0.0.1:{mute.getsockname()[1]}") as game:
        game.see("Joining the table")
        game.keys("Up")
        game.keys("q")
        equal(game.status(), 0)
        equal((game.errors(), game.is_sane()), ("", []))


def test_who_looks_on(folder):
    """results go on by themselves where nobody plays"""
    with terminal(folder, *STILL, "--people", "0", "--bots", "easy",
                  "--starts", "1", "--seed", "5") as game:
        game.wait(lambda: records_of(folder), "the end")
        leave(game)


def test_under_valgrind(folder):
    """no memory is lost, and no descriptor"""
    if not os.environ.get("TIOLI_TEST_VALGRIND") or SLOW or \
            not shutil.which("valgrind"):
        return
    log = folder / "valgrind.log"
    with terminal(folder, "-q", "--error-exitcode=9", "--leak-check=full",
                  "--errors-for-leak-kinds=definite", "--track-fds=yes",
                  f"--log-file={log}", TIOLI, *SHORT, "--seed", "5",
                  program=shutil.which("valgrind"), language=None) as game:
        play_on(game, lambda: records_of(folder), ("Enter", "h", "Escape",
                                                   "p"), limit=900)
        leave(game)
    text = log.read_text()
    left = re.findall(r"Open (?:file descriptor|AF_\w+ socket) (\d+)", text)
    assert all(int(number) <= 3 for number in left), text
    assert "definitely lost" not in text, text


def outcome(test):
    """What is wrong, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            test(pathlib.Path(folder))
            return ""
        except Exception:  # whatever is wrong is a failure
            return traceback.format_exc()


def main(words):
    tests = [function for name, function in globals().items()
             if name.startswith("test_") and callable(function)]
    tests = [test for test in tests if not words or any(
        word in test.__name__ for word in words)]
    failures = 0
    print("TAP version 13")
    print(f"1..{len(tests)}", flush=True)
    # Each of them waits most of the time.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for number, (test, wrong) in enumerate(
                zip(tests, pool.map(outcome, tests)), 1):
            title = (test.__doc__ or test.__name__[5:].replace("_", " "))
            print("not ok" if wrong else "ok", number, "-",
                  title.strip().splitlines()[0], flush=True)
            for line in wrong.splitlines():
                print("#", line, flush=True)
            failures += wrong != ""
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
