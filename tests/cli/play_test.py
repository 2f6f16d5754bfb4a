#!/usr/bin/env python3
"""Plays whole games of `tioli play` through pipes, as a patient person would.

The program is named by the environment variable TIOLI. A driver reads what is
printed up to each prompt and picks one of the numbers offered; the pick depends
only on the list and on a seed, so a game that is interrupted and resumed is
answered the same way as one that is not.

usage: play_test.py [WORDS OF A TEST'S NAME...]
       play_test.py --sample    print what docs/sample-play.txt should be
"""

import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import zlib

TIOLI = os.environ.get("TIOLI", "build/tioli")
PROMPT = re.compile(rb"^(?:[^>]*> |Pass the keyboard to .*\. )$")
OFFER = re.compile(r"(?<![\w:])(\d+)\) ")
SECONDS = 20


class Failed(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Failed(what)


class Game:
    """One process and its transcript."""

    running = []

    def __init__(self, state, *arguments):
        environment = dict(os.environ, XDG_STATE_HOME=str(state), TERM="dumb")
        self.process = subprocess.Popen(
            [TIOLI, "play", *arguments], env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        Game.running.append(self.process)
        self.text = ""
        self.news = ""
        self.deadline = time.monotonic() + SECONDS

    def read_to_prompt(self):
        """True at a prompt, False at the end. The answer is echoed, so that
        only what follows the last prompt counts."""
        pipe = self.process.stdout.fileno()
        raw = b""
        part = b" "
        while part and not PROMPT.search(raw[raw.rfind(b"\n") + 1:]):
            left = self.deadline - time.monotonic()
            if left < 0 or not select.select([pipe], [], [], left)[0]:
                raise Failed("the game hangs after: "
                             + raw.decode("utf-8", "replace")[-300:])
            part = os.read(pipe, 65536)
            raw += part
        self.news = raw.decode()
        self.text += self.news
        return bool(part)

    def answer(self, line):
        data = line if isinstance(line, bytes) else line.encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def end(self):
        """Closes the input and returns the exit status."""
        self.process.stdin.close()
        while self.read_to_prompt():
            pass
        self.errors = self.process.stderr.read().decode()
        return self.process.wait(SECONDS)

    def pick(self, seed):
        """A number from the last list, or Enter where there is none."""
        if "Pass the keyboard" in self.news.rsplit("\n", 1)[-1]:
            return ""
        tail = self.news.split("\n")
        offers = [line for line in tail if OFFER.search(line)]
        numbers = [int(n) for line in offers for n in OFFER.findall(line)]
        if "To which face" in self.news:
            return "6" if "6?" not in self.news else "1"
        if not numbers:
            return ""
        if seed is None:
            return "1"
        mark = zlib.crc32(("%d\n" % seed + "\n".join(offers)).encode())
        # A re-roll of several dice shows that lists can be answered together.
        if "in one line" in self.news and mark % 3 == 0:
            return " ".join(str(n) for n in numbers[:3])
        # Whoever passes at every chance has a dull game.
        number = numbers[mark // 3 % len(numbers)]
        if ("%d) back" % number) in self.news:
            return "1"
        if ("%d) pass" % number) in self.news and mark % 5:
            number = numbers[0]
        return str(number)

    def play(self, seed, limit=None):
        """Answers until the end or for `limit` prompts; True at the end."""
        answered = 0
        while limit is None or answered < limit:
            if not self.read_to_prompt():
                return True
            self.answer(self.pick(seed))
            answered += 1
        return not self.read_to_prompt()


def records(state):
    return sorted((state / "tioli" / "records").glob("*.tioli"))


def save_of(state):
    return state / "tioli" / "game.tioli"


def replay(path):
    return subprocess.run([TIOLI, "replay", str(path)], capture_output=True,
                          timeout=SECONDS)


def whole_game(state, seed, *arguments):
    """Plays to the end; returns the transcript and the record."""
    game = Game(state, *arguments)
    check(game.play(seed), "the game did not end")
    check(game.end() == 0, "exit status: " + game.errors)
    found = records(state)
    check(len(found) == 1, "one record, found %d" % len(found))
    check(not save_of(state).exists(), "the save is still there")
    check(not (state / "tioli" / "game.seats").exists(), "seats still there")
    done = replay(found[0])
    check(done.returncode == 0, "replay: " + done.stderr.decode())
    return game.text, found[0].read_bytes()


def check_columns(text):
    for line in text.split("\n"):
        # A path is never broken: it must be possible to copy it.
        if "/" not in line:
            check(len(line) <= 80, "%d columns: %s" % (len(line), line))
            check(line == line.rstrip() or line.endswith(("> ", "ready. ")),
                  "spaces at the end: %r" % line)


# ---- The tests -----------------------------------------------------------

TABLES = [
    ("two", ["--players", "2"]),
    ("three, Schmidt", ["--players", "3", "--edition", "schmidt"]),
    ("four, free hand", ["--players", "4", "--free-hand"]),
    ("five", ["--players", "5", "--bots", "greedy,random"]),
    ("three, free hand, Schmidt, piles down",
     ["--players", "3", "--free-hand", "--edition", "schmidt",
      "--piles-down"]),
    ("three people and a bot", ["--players", "4", "--people", "3"]),
    ("five people, free hand",
     ["--players", "5", "--people", "5", "--free-hand"]),
]


def check_game(arguments, seed):
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        text, _ = whole_game(state, seed, "--seed", "7", *arguments)
        check_columns(text)
        check("TAKE IT OR LEAVE IT" in text, "no welcome")
        check("The game is over." in text, "no end")
        totals = re.search(r"^total\s+(.*)$", text, re.M).group(1).split()
        best = max(int(total) for total in totals)
        check(re.search(r" (win|wins|share the win) with %d( each)?\.$" % best,
                        text, re.M), "the winner has the highest total")
        rounds = len(re.findall(r"^\d+\s+-?\d+ - \d+", text, re.M))
        check(rounds == len(re.findall(r"^Round \d+ is scored", text, re.M)),
              "a row for each round")


def edition_colours():
    for edition, here, not_here in (
            ("gamewright", ["orange", "blue"], ["white", "black"]),
            ("schmidt", ["white", "black"], ["orange", "blue"])):
        with tempfile.TemporaryDirectory() as folder:
            text, _ = whole_game(pathlib.Path(folder), 1, "--seed", "1",
                                 "--edition", edition)
            for word in here:
                check(word in text, "%s speaks of %s" % (edition, word))
            for word in not_here:
                check(word not in text, "%s, but %s" % (edition, word))


def same_seed_same_game():
    found = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            found.append(whole_game(pathlib.Path(folder), 3, "--seed", "11",
                                    "--players", "3"))
    check(found[0][1] == found[1][1], "the records differ")
    with tempfile.TemporaryDirectory() as folder:
        other = whole_game(pathlib.Path(folder), 3, "--seed", "12",
                           "--players", "3")
    check(other[1] != found[0][1], "another seed is another game")


def interrupted(arguments, stop):
    """The record of an uninterrupted game equals that of one which was stopped
    and resumed again and again."""
    with tempfile.TemporaryDirectory() as folder:
        whole = whole_game(pathlib.Path(folder), 5, "--seed", "21", *arguments)
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--seed", "21", *arguments)
        stops = 0
        while not game.play(5, limit=9):
            stop(game)
            check(save_of(state).exists(), "nothing was saved")
            game = Game(state, "--resume")
            stops += 1
        check(game.end() == 0, game.errors)
        check(stops > 3, "stopped %d times" % stops)
        found = records(state)
        check(len(found) == 1, "one record, found %d" % len(found))
        check(found[0].read_bytes() == whole[1], "the records differ")


def stop_by_quit(game):
    game.answer("quit")
    check(game.end() == 0, "quit: " + game.errors)
    check("tioli play --resume" in game.text, "how to go on is not told")


def stop_by_end(game):
    check(game.end() == 0, "end of input: " + game.errors)
    check("tioli play --resume" in game.text, "how to go on is not told")


def stop_by_kill(game):
    game.process.send_signal(signal.SIGKILL)
    check(game.process.wait(SECONDS) == -signal.SIGKILL, "was not killed")


def stop_by_interrupt(game):
    game.process.send_signal(signal.SIGINT)
    check(game.end() == 0, "Ctrl-C: " + game.errors)
    check("tioli play --resume" in game.text, "how to go on is not told")


BAD = [
    "", "0", "99", "-1", "1.5", "99999999999999999999999", "1 2 3", "take",
    "take Z9", "take L7", "take L", "take L1 L1", "play", "play dance",
    "play reroll", "play swap L1 L1", "play cast", "lay 1:L1", "lay none",
    "discard 1", "keep", "draw 3c 2a", "done", "deal 1 c1", "roll L1",
    "start 1", "land L1", "back", "all", "yes", "HELP ME", "%s%n%d%s",
    b"\x1b[2J\x1b]0;hallo\x07", b"\xff\xfe\x80", b"a\x00b", "x" * 255,
    "x" * 256, "y" * 100000, "\t \r", "L\u00e4tze",
]


def bad_input():
    """Every bad line is answered with a sentence and the question again, no
    control character comes back, and the game is the same as without them."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--seed", "2", "--first", "1")
        check(game.read_to_prompt(), "no prompt")
        before = save_of(state).read_bytes()
        for line in BAD:
            game.answer(line)
            check(game.read_to_prompt(), "%r ended the game" % line)
            said = game.news.split("\n")[1]
            check(said.endswith((".", ",")) or len(said) > 40,
                  "%r is answered by %r" % (line, said))
            check("Take a die" in game.news, "%r: not asked again" % line)
            check(save_of(state).read_bytes() == before,
                  "%r changed the game" % line)
        check(not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", game.text),
              "a control character came back")
        check(all(len(l) < 300 for l in game.text.split("\n")),
              "a long line came back")
        game.answer("quit")
        check(game.end() == 0, game.errors)


def commands():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--seed", "2", "--first", "2")
        check(game.read_to_prompt(), "no prompt")
        for word, expected in (
                ("help", "play swap L3 D6"), ("?", "play swap L3 D6"),
                ("rules", "costs 1 chip"), ("hand", "Your hand"),
                ("tray", "In the tray"), ("scores", "dice taken"),
                ("log", "Round 1 of 6: greedy"),
                ("log all", "Round 1 of 6: greedy"),
                ("save", str(save_of(state)))):
            game.answer(word)
            check(game.read_to_prompt(), word)
            check(expected in game.news, "%s says nothing of it" % word)
            check("Take a die" in game.news, "%s: not asked again" % word)
            check_columns(game.news)
        game.answer("quit")
        check(game.end() == 0, game.errors)


def typed_moves():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--seed", "2", "--first", "1", "--bots", "random")
        check(game.read_to_prompt(), "no prompt")
        for words in ("take %s", "%s", "  take\t%s  "):
            die = re.search(r"1\) ([LDR][1-6])", game.news).group(1)
            game.answer(words % die.lower())
            check(game.read_to_prompt(), words)
            check("You take" in game.news, "%r is not understood" % words)
        game.answer("pass")
        game.read_to_prompt()
        check("You pass." in game.news, "pass is not understood")
        game.end()


# Each card of this deck has words of its own, so that a card in the transcript
# can be traced to the hand that it lies in.
def telling_deck(folder):
    lines = ["combo 1 sum * = %d" % n for n in range(2, 60)]
    lines += ["action change %s cost %d" % (colour, cost)
              for colour in "LD" for cost in range(2, 10)]
    path = folder / "telling.deck"
    path.write_text("\n".join(lines) + "\n")
    combos = {"c%d" % (n - 1): "exactly %d" % n for n in range(2, 60)}
    actions = {"a%d" % (8 * i + cost - 1):
               "turn %s die in the tray to any other face, for %d chips"
               % (colour, cost)
               for i, colour in enumerate(["an orange", "a blue"])
               for cost in range(2, 10)}
    return path, dict(combos, **actions)


def holders(record):
    """Who was ever dealt which card."""
    held = {}
    for seat, cards in re.findall(r"\bdeal (\d) ((?:[ca]\d+ ?)+)", record):
        for card in cards.split():
            held.setdefault(card, set()).add(int(seat))
    return held


PUBLIC = re.compile(r"^    [LDR\d ]* on '|discards? an? (combo|action) \(")
PRIVATE = re.compile(r"^ [ *] \d  |^   \d\) |^      [LDR\d ]* on card \d"
                     r"|^   \d+\) play your action"
                     r"|You draw an? (combo|action) \(")


def check_hidden(arguments, names):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        deck, words = telling_deck(folder)
        text, record = whole_game(
            folder / "state", 8, "--seed", "5", "--deck", str(deck),
            "--names", ",".join(names), *arguments)
    held = holders(record.decode())
    check(held, "no deals in the record")
    told = text.count("You draw a")
    if "Pass the keyboard" in text:
        check(told == 0, "what one draws is told to all")
    else:
        lines = re.findall(r"\bdeal 1 ((?:[ca]\d+ ?)+)", record.decode())
        drawn = sum(len(line.split()) for line in lines[1:])
        check(told == drawn, "%d cards told, %d drawn" % (told, drawn))
    seat = 1
    seen = 0
    text = re.sub(r"\n {6,}(?! *[LDR\d]+ on|not used)", " ", text)
    for line in text.split("\n"):
        passed_to = re.search(r"Pass the keyboard to (\w+)", line)
        if passed_to:
            seat = names.index(passed_to.group(1)) + 1
        for card, said in words.items():
            if not re.search(re.escape(said) + r"(?!\d)", line):
                continue
            if PUBLIC.search(line):
                continue
            check(PRIVATE.search(line), "where does this come from: " + line)
            check(seat in held.get(card, ()),
                  "%s of %s is shown to %s: %s"
                  % (card, held.get(card), names[seat - 1], line))
            seen += 1
    check(seen > 50, "only %d cards were seen" % seen)


def piles_down():
    with tempfile.TemporaryDirectory() as folder:
        text, _ = whole_game(pathlib.Path(folder), 4, "--seed", "3",
                             "--piles-down")
        rows = re.findall(r"^   greedy 2 +(\S+) +\d+ +(\S+)", text, re.M)
        check(len(rows) > 5 and set(rows) == {("?", "?")}, str(set(rows)))
        check("Totals so far" not in text, "totals are told")


def long_names():
    name = "\u00c4" * 31
    with tempfile.TemporaryDirectory() as folder:
        text, _ = whole_game(pathlib.Path(folder), 4, "--seed", "3",
                             "--people", "2", "--names", name + "," + "W" * 63)
        for line in text.split("\n"):
            if not re.search(r"W{63}|\u00c4{31}", line) and "/" not in line:
                check(len(line) <= 80, line)


def nothing_to_resume():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--resume")
        check(game.end() == 1, "exit status")
        check("there is no saved game" in game.errors, game.errors)


def start_and_quit(state, *arguments):
    game = Game(state, *arguments)
    game.play(5, limit=6)
    game.answer("quit")
    check(game.end() == 0, game.errors)


def corrupt_saves():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        start_and_quit(state, "--seed", "1", "--first", "1")
        save = save_of(state)
        good = save.read_text().split("\n")
        roll = next(i for i, line in enumerate(good) if "roll" in line)
        for where, lines in (
                (roll + 1, good[:roll] + [good[roll].replace("1", "2", 1)]
                 + good[roll + 1:]),
                (roll + 1, good[:roll] + good[roll + 1:]),
                (roll + 2, good[:roll + 1] + ["nonsense"] + good[roll + 1:]),
                (1, ["nonsense"] + good[1:]),
                (None, [""])):
            save.write_text("\n".join(lines))
            before = save.read_bytes()
            game = Game(state, "--resume")
            check(game.end() == 1, "a corrupt save was taken: %s" % where)
            if where:
                check("%s:%d:" % (save, where) in game.errors,
                      "line %d is not named: %s" % (where, game.errors))
            check(save.read_bytes() == before, "the save was touched")
        save.write_bytes(b"\xff" * (9 << 20))
        game = Game(state, "--resume")
        check(game.end() == 1 and "too large" in game.errors, game.errors)


def nothing_is_lost():
    """A new game moves an unfinished one aside, and both can be resumed."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        start_and_quit(state, "--seed", "1")
        first = save_of(state).read_bytes()
        start_and_quit(state, "--seed", "2")
        start_and_quit(state, "--seed", "3")
        kept = sorted(state.glob("tioli/game-*.tioli"))
        check(len(kept) == 2, "kept %s" % kept)
        check(first in [path.read_bytes() for path in kept], "a game is lost")
        mine = next(p for p in kept if p.read_bytes() == first)
        game = Game(state, "--resume", "--save", str(mine))
        check(game.play(5), "did not go on")
        check(game.end() == 0, game.errors)
        check(replay(mine).returncode == 0, "the record does not hold")
        game = Game(state, "--resume", "--save", str(mine))
        check(game.end() == 1 and "is over" in game.errors, game.errors)


def seats_file_missing():
    for harm in (lambda path: path.unlink(),
                 lambda path: path.write_text("rubbish\n"),
                 lambda path: path.write_text("")):
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder)
            start_and_quit(state, "--seed", "1", "--players", "3")
            harm(state / "tioli" / "game.seats")
            game = Game(state, "--resume")
            check(game.play(5), "did not go on")
            check(game.end() == 0, game.errors)
            check("taken for a bot" in game.text, "nothing is said of it")
            check("Pass the keyboard" not in game.text, "a bot was asked")


def no_place_to_save():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder) / "file"
        state.write_text("")
        game = Game(state, "--seed", "1")
        check(game.play(5), "the game did not end")
        check(game.end() == 0, game.errors)
        check("will not be saved" in game.text, "nothing is said of it")


def two_at_once():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        first = Game(state, "--seed", "1")
        check(first.read_to_prompt(), "no prompt")
        before = save_of(state).read_bytes()
        second = Game(state, "--seed", "2")
        check(second.read_to_prompt(), "no prompt")
        check("another tioli" in second.text.replace("\n", " "), second.text)
        third = Game(state, "--resume")
        check(third.end() == 1 and "another tioli" in third.errors,
              third.errors)
        second.end()
        check(save_of(state).read_bytes() == before, "the save was touched")
        first.answer("quit")
        check(first.end() == 0, first.errors)


def only_bots():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        text, _ = whole_game(state, None, "--seed", "1", "--people", "0")
        check(">" not in text, "a bot was asked")


SAMPLE = pathlib.Path(__file__).parents[2] / "docs" / "sample-play.txt"
SAMPLE_ANSWERS = ["4", "3", "8", "1 2", "3", "7", ""]


def sample():
    """The last turn of a round and its scoring, as docs/sample-play.txt has
    it."""
    with tempfile.TemporaryDirectory() as folder:
        game = Game(pathlib.Path(folder), "--seed", "1", "--names", "Anna",
                    "--first", "1")
        for line in SAMPLE_ANSWERS:
            check(game.read_to_prompt(), "the game ended")
            game.answer(line)
        game.end()
    told = game.text.split("\n")
    ends = [i for i, line in enumerate(told) if line.startswith("Totals")]
    check(ends, "the round was not scored: %s" % game.text)
    turn = max(i for i, line in enumerate(told[:ends[0]])
               if line.startswith("--- Your turn"))
    start = max(i for i, line in enumerate(told[:turn])
                if line.startswith("Your choice>")) + 1
    return "".join(line.rstrip() + "\n" for line in told[start:ends[0] + 1])


def sample_is_true():
    check(SAMPLE.read_text() == sample(),
          "%s tells of another game; tests/cli/play_test.py --sample prints "
          "what it should be" % SAMPLE.name)


def tests():
    for name, arguments in TABLES:
        yield ("a game of " + name + ", always the first choice",
               lambda a=arguments: check_game(a, None))
        yield ("a game of " + name + ", any choice",
               lambda a=arguments: check_game(a, 1))
    yield "only bots", only_bots
    yield "colours are those of the edition", edition_colours
    yield "the same seed and answers give the same game", same_seed_same_game
    tables = [["--players", "3", "--bots", "greedy,random"],
              ["--people", "2", "--free-hand", "--edition", "schmidt"]]
    for stop in (stop_by_quit, stop_by_end, stop_by_kill, stop_by_interrupt):
        for table in tables:
            yield (stop.__name__.replace("_", " ") + " and resume: "
                   + " ".join(table),
                   lambda t=table, s=stop: interrupted(t, s))
    yield "bad input gets a sentence and another try", bad_input
    yield "commands", commands
    yield "typed moves", typed_moves
    yield ("no hand is shown to another person",
           lambda: check_hidden(["--people", "2"], ["Anna", "Berta"]))
    yield ("no bot's hand is shown",
           lambda: check_hidden(["--people", "1", "--players", "3"],
                                ["Anna", "Botho", "Botho2"]))
    yield "piles down hide the points of others", piles_down
    yield "long names", long_names
    yield "nothing to resume", nothing_to_resume
    yield "corrupt saves are named and left alone", corrupt_saves
    yield "an unfinished game is never lost", nothing_is_lost
    yield "without the seats file names decide", seats_file_missing
    yield "a game goes on where nothing can be saved", no_place_to_save
    yield "two games at once keep apart", two_at_once
    yield "the sample of play in docs is a real one", sample_is_true


def main():
    only = sys.argv[1:]
    # Every move of every game reaches the disk: in memory that takes no time.
    if "TMPDIR" not in os.environ and os.access("/dev/shm", os.W_OK):
        tempfile.tempdir = "/dev/shm"
    if only == ["--sample"]:
        print(sample(), end="")
        return 0
    failures = 0
    cases = [case for case in tests()
             if not only or any(word in case[0] for word in only)]
    print("1..%d" % len(cases))
    for number, (name, run) in enumerate(cases, 1):
        try:
            run()
            print("ok %d - %s" % (number, name))
        except (Failed, OSError, AttributeError, UnicodeError, ValueError,
                subprocess.TimeoutExpired) as wrong:
            failures += 1
            print("not ok %d - %s" % (number, name))
            for line in str(wrong).split("\n")[:20]:
                print("# " + line)
        for process in Game.running:
            if process.poll() is None:
                process.kill()
                process.wait()
            for pipe in process.stdin, process.stdout, process.stderr:
                pipe.close()
        Game.running.clear()
        sys.stdout.flush()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
