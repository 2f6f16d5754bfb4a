#!/usr/bin/env python3
"""Plays whole games of `tioli play` through pipes, as a patient person would.

The program is named by the environment variable TIOLI. A driver reads what is
printed up to each prompt and picks one of the numbers offered; the pick depends
only on the list and on a seed, so a game that is interrupted and resumed is
answered the same way as one that is not.

usage: play_test.py [WORDS OF A TEST'S NAME...]
       play_test.py --sample    print what docs/sample-play.txt should be
"""

import contextlib
import os
import pathlib
import re
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import zlib

TIOLI = os.environ.get("TIOLI", "build/tioli")
PROMPT = re.compile(rb"^(?:[^>]*> |Pass the keyboard to .*\. )$")
OFFER = re.compile(r"(?<![\w:])(\d+)\) ")
# With sanitizers all is several times slower: games are shorter.
SLOW = os.environ.get("TIOLI_SLOW_BUILD", "") != ""
SECONDS = 120 if SLOW else 60
# Whoever runs the tests has a name that they do not know.
for variable in ("USER", "LOGNAME"):
    os.environ.pop(variable, None)
BOT = pathlib.Path(__file__).parents[2] / "examples" / "bot.py"


CONFIG = tempfile.TemporaryDirectory()


class Failed(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Failed(what)


def habits(folder, words="confirm-pass no"):
    """A folder of settings. In the first games a pass is asked about; that has
    a test of its own."""
    setup = pathlib.Path(folder) / "tioli" / "setup"
    if not setup.exists():
        setup.parent.mkdir(parents=True, exist_ok=True)
        setup.write_text(words + "\n")
    return folder


class Game:
    """One process and its transcript."""

    running = []

    def __init__(self, state, *arguments, config=None):
        environment = dict(os.environ, XDG_STATE_HOME=str(state), TERM="dumb",
                           XDG_CONFIG_HOME=str(config or habits(CONFIG.name)))
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
    ("five", ["--players", "5", "--bots", "normal,random"]),
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


def sure_about_pass():
    """In the first games a pass is asked about, until that is turned off."""
    with tempfile.TemporaryDirectory() as folder:
        state, config = (pathlib.Path(folder) / name for name in "sc")
        setup = config / "tioli" / "setup"

        def answers(*lines):
            """What is printed after each line."""
            game = Game(state, "--seed", "7", config=config)
            game.read_to_prompt()
            for line in lines:
                game.answer(line)
                game.read_to_prompt()
                yield " ".join(game.news.split())
            game.end()

        asked, again, _, other, told = answers("pass", "", "pass", "1", "log")
        check("Pass for this round? Type pass again" in asked
              and "or never" in asked, asked)
        check("Take a die from the tray" in again, again)
        check("You take" in told and "You pass" not in told, told)
        check("You take" in other, other)
        for word in ("pass", "yes"):
            _, passed = answers("pass", word)
            check("You pass" in passed, passed)
        check(not setup.exists(), "nothing was chosen")
        _, passed = answers("pass", "never")
        check("You pass" in passed, passed)
        check("confirm-pass no" in setup.read_text(), setup.read_text())
        check("You pass" in next(answers("pass")), "asked again")
        setup.write_text("confirm-pass first\ngames 2\n")
        check("Pass for" in next(answers("pass")), "a first game")
        game = Game(state, "--seed", "7", config=config)
        check(game.play(None), "the game did not end")
        check("games 3" in setup.read_text(), setup.read_text())
        check("You pass" in next(answers("pass")), "the fourth game")


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


def interrupted(arguments, stop, limit=9):
    """The record of an uninterrupted game equals that of one which was stopped
    and resumed again and again."""
    with tempfile.TemporaryDirectory() as folder:
        whole = whole_game(pathlib.Path(folder), 5, "--seed", "21", *arguments)
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--seed", "21", *arguments)
        stops = 0
        while not game.play(5, limit=limit):
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
                ("log", "Round 1 of 6: Mia"),
                ("log all", "Round 1 of 6: Mia"),
                ("save", str(save_of(state)))):
            game.answer(word)
            check(game.read_to_prompt(), word)
            check(expected in game.news, "%s says nothing of it" % word)
            check("Take a die" in game.news, "%s: not asked again" % word)
            check_columns(game.news)
        game.answer("quit")
        check(game.end() == 0, game.errors)


def moves_in_help(*options):
    with tempfile.TemporaryDirectory() as folder:
        game = Game(pathlib.Path(folder), "--seed", "2", "--first", "1",
                    *options)
        check(game.read_to_prompt(), "no prompt")
        game.answer("help")
        check(game.read_to_prompt(), "help ended the game")
        told = game.news
        game.answer("quit")
        game.end()
        return re.findall(r"^  ((?:play|draw) .*?)(?:   |$)", told, re.M)


def help_shows_what_is_legal():
    """The moves that are explained are those of the table's rules."""
    ours = moves_in_help()
    for line in ("play reroll D D3 D5", "play reroll D all",
                 "play reroll 4 L1 D2 R3", "play reroll * all",
                 "play change D4 D6 cost 1", "play shift D4 D6",
                 "play cast D5 at L3", "play swap L3 D6"):
        check(line in ours, "%s is not in %s" % (line, ours))
    check(not any("draw" in line for line in ours), ours)
    theirs = moves_in_help("--edition", "schmidt", "--cast", "off",
                           "--free-hand")
    for line in ("play reroll D all", "play reroll 4 L1 D2",
                 "play cast D5", "draw 3c 2a"):
        check(line in theirs, "%s is not in %s" % (line, theirs))
    check(not any(re.search(r"reroll D D|R3| at ", line) for line in theirs),
          theirs)


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
                     r"|^ +[-+]?\d+\.\d(?: \u00b1 [\d.]+)? +[<>]?\d+%   "
                     r"|^ +[<>]?\d+%  "
                     r"|^   \d+\) play your action"
                     r"|You draw an? (combo|action) \(")


def check_hidden(arguments, names):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        deck, words = telling_deck(folder)
        game = Game(folder / "state", "--seed", "5", "--deck", str(deck),
                    "--starts", "1", "--names", ",".join(names), *arguments)
        game.deadline += 5 * SECONDS
        hint_everywhere(game, 8)
        check(game.end() == 0, game.errors)
        text, record = game.text, records(folder / "state")[0].read_bytes()
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


# ---- Hints ---------------------------------------------------------------

ROW = re.compile(r"^ +[-+]?\d+\.\d(?: \u00b1 \d+\.\d)? +[<>]?\d+%   (.*)$",
                 re.M)


def kind_of(question):
    """What a person is asked for."""
    return ("discard" if "You may discard" in question else
            "draw" if "How many of each" in question else
            "lay" if "The round is over" in question else "turn")


def hinted(game):
    """Asks for hints at a question; the rows of the table as they are typed.
    A row begins with a move and says in brackets what it does."""
    game.answer("hint")
    check(game.read_to_prompt(), "the game ended")
    check_columns(game.news)
    check("The best move" in game.news, "no hint: " + game.news)
    told = re.sub(r"\n {23}(?=\S)", " ", game.news)
    rows = ROW.findall(told)
    check(rows, "no rows: " + game.news)
    for row in rows:
        check(re.match(r"[a-z][^()]* \(.+\) \S.*\.$", row), "row: " + row)
    return [row.split(" (")[0] for row in rows]


def hints_at_questions():
    """Every kind of question has its hints, and the first of them can be typed
    as it stands."""
    with tempfile.TemporaryDirectory() as folder:
        game = Game(pathlib.Path(folder), "--seed", "2", "--first", "1",
                    "--free-hand", "--bots", "random")
        asked = {}
        while game.read_to_prompt():
            kind = kind_of(game.news)
            if kind not in asked or len(asked[kind]) < 3:
                moves = hinted(game)
                asked.setdefault(kind, []).extend(moves)
                check("Your choice>" in game.news, "not asked again")
                chances = "The chances to complete" in game.news
                check(chances == (kind == "turn"), "chances at " + kind)
                game.answer(moves[0])
            else:
                game.answer(game.pick(5))
            if len(asked) == 4 and min(map(len, asked.values())) >= 3:
                break
        for kind, words in (("discard", "keep|discard"), ("draw", "draw"),
                            ("lay", "lay"), ("turn", "take|pass|done|play")):
            check(kind in asked, "never asked: " + kind)
            for move in asked[kind]:
                check(re.match("(%s)\\b" % words, move), kind + ": " + move)
        check("can't be" not in game.text, "a hint can't be played")


def hints_in_full():
    """hint shows few, hint all the rest, h is short for hint, and the same
    question has the same answer."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--seed", "2", "--first", "1")
        check(game.read_to_prompt(), "no prompt")
        few = hinted(game)
        first = game.news
        check(hinted(game) == few and game.news == first, "it changed")
        game.answer("h")
        check(game.read_to_prompt(), "the game ended")
        check(ROW.findall(game.news), "h is no hint: " + game.news)
        game.answer("hint all")
        check(game.read_to_prompt(), "the game ended")
        check_columns(game.news)
        many = [row.split(" (")[0] for row in ROW.findall(game.news)]
        check(many[:len(few)] == few, "%s, then %s" % (few, many))
        check(len(few) <= 4 < len(many), "%d and %d" % (len(few), len(many)))
        game.answer("quit")
        check(game.end() == 0, game.errors)
        game = Game(state, "--resume")
        check(game.read_to_prompt(), "no prompt")
        check(hinted(game) == few, "another hint after a pause")


def hint_everywhere(game, seed):
    """Plays like Game.play, with a hint before every answer, or in slow builds
    every eighth."""
    asked = 0
    while game.read_to_prompt():
        choice = game.pick(seed)
        asked += 1
        if ("Pass the keyboard" not in game.news.rsplit("\n", 1)[-1]
                and (not SLOW or asked % 8 == 0)):
            game.answer("hint all")
            check(game.read_to_prompt(), "a hint ended the game")
        game.answer(choice)


def hints_change_nothing():
    """With the same seed and answers, a game with hints is the game without."""
    tables = [["--people", "2", "--starts", "1", "--free-hand"],
              ["--starts", "1"]]
    for arguments in tables[:1] if SLOW else tables:
        with tempfile.TemporaryDirectory() as folder:
            whole = whole_game(pathlib.Path(folder), 5, "--seed", "21",
                               *arguments)
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder)
            game = Game(state, "--seed", "21", *arguments)
            game.deadline += 5 * SECONDS
            hint_everywhere(game, 5)
            check(game.end() == 0, game.errors)
            check_columns(game.text)
            check(records(state)[0].read_bytes() == whole[1],
                  "the records differ")


def hints_off():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        for arguments in (["--seed", "2", "--first", "1"], ["--resume"]):
            game = Game(state, "--no-hints", *arguments)
            check(game.read_to_prompt(), "no prompt")
            check("hint" not in game.news, "hints are offered")
            for word in ("hint", "hint all", "h"):
                game.answer(word)
                check(game.read_to_prompt(), "the game ended")
                check("Hints are turned off at this table" in game.news, game.news)
                check(not ROW.search(game.news), "a hint: " + game.news)
            game.answer("quit")
            check(game.end() == 0, game.errors)


def undo_everywhere(game, seed):
    """Plays like Game.play, and takes back whatever can be, once each."""
    done = set()
    while game.read_to_prompt():
        choice = game.pick(seed)
        if "undo" in game.news and game.news not in done:
            done.add(game.news)
            choice = "undo"
        game.answer(choice)
    return game.text.count("take your last move back") \
        + game.text.count("takes the last move back")


def undo_changes_nothing():
    """Moves that were taken back and made again are the same game; neither the
    record nor a program at the table has them twice."""
    for arguments in (["--players", "3", "--bots", "random"], ["--people", "2"],
                      ["--people", "3", "--players", "4", "--free-hand"],
                      ["--first", "1", "--bots", "PROGRAM", "--bot-uncaged"]):
        heard = []
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder)
            table = [word.replace("PROGRAM", listening(state))
                     for word in arguments]
            game = Game(state, "--seed", "21", *table)
            undone = undo_everywhere(game, 5)
            check(game.end() == 0, game.errors)
            check_columns(game.text)
            record = records(state)[0].read_bytes()
            if "PROGRAM" in arguments:
                heard.append((state / "heard").read_text())
        check(undone > 5, "%s: took back %d times" % (arguments, undone))
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder)
            table = [word.replace("PROGRAM", listening(state))
                     for word in arguments]
            whole = whole_game(state, 5, "--seed", "21", *table)
            if "PROGRAM" in arguments:
                heard.append((state / "heard").read_text())
        check(record == whole[1], "%s: the records differ" % arguments)
        check(len(set(heard)) < 2, "the program heard of it")


def undo_and_resume():
    """What was taken back is not in the save, and a resumed game can still take
    back what could be before."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--seed", "21", "--bots", "random", "--first", "1")
        while True:
            check(game.read_to_prompt(), "undo was never offered")
            if "or undo)" in game.news:
                break
            game.answer(game.pick(5))
        before = save_of(state).read_text()
        game.answer("undo")
        check(game.read_to_prompt(), "undo ended the game")
        check(re.search(r"You take your last move back,\sand\sthe\sbots'\s"
                        r"answers\swith\sit\.", game.news), game.news)
        check("\ntakeback yes\n" in before, "the record does not say so")
        after = save_of(state).read_text()
        check(before.startswith(after)
              and re.fullmatch(r"1 take .+\n(2 (take|done|pass).*\n)+",
                               before[len(after):]),
              "the save lost something else: %r" % before[len(after):])
        game.answer(game.pick(5))
        check(game.read_to_prompt(), "the game ended")
        check(save_of(state).read_text() == before, "another save")
        stop_by_kill(game)
        game = Game(state, "--resume")
        check(game.read_to_prompt(), "the game ended")
        check("or undo)" in game.news, "no undo after resuming")
        game.answer("undo")
        check(game.read_to_prompt(), "undo ended the game")
        check(save_of(state).read_text() == after, "another save")
        game.answer(game.pick(5))
        check(game.play(5), "the game did not end")
        check(game.end() == 0, game.errors)
        check(replay(records(state)[0]).returncode == 0, "no good record")


def refusals(*arguments):
    """All that is said to 'undo' in a game where it can't be done."""
    said = set()
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--seed", "21", *arguments)
        while game.read_to_prompt():
            choice = game.pick(5)
            # An action that is being played asks more, and offers no more.
            whole = re.search(r"\(or type help|You may discard|lay them yourself",
                              game.news)
            if whole and "undo" not in game.news:
                before = save_of(state).read_bytes()
                game.answer("undo")
                check(game.read_to_prompt(), "undo ended the game")
                found = re.match(r"undo\n((?:.+\n)+)\n", game.news)
                check(found, "no words: " + game.news)
                said.add(" ".join(found.group(1).split()))
                check(save_of(state).read_bytes() == before, "it was undone")
            game.answer(choice)
        check(game.end() == 0, game.errors)
    return said


def undo_refused():
    """Where nothing can be taken back, words say why, and nothing changes."""
    said = refusals("--players", "3", "--bots", "random", "--no-takeback")
    said |= refusals("--players", "3", "--bots", "random")
    said |= refusals("--people", "2", "--starts", "1")
    for words in ("You have no move to take back", "You have played an action",
                  "Cards were dealt", "Somebody else has moved after you",
                  "Somebody has played an action after your last move"):
        check(any(line.startswith(words) for line in said),
              "never said: %s, only %s" % (words, said))


def undo_at_hand_over():
    """Who has just moved may think better of it before the next one looks."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        game = Game(state, "--seed", "3", "--people", "2", "--names",
                    "Anna,Berta", "--first", "1")
        for line in ("undo", "", "1"):
            check(game.read_to_prompt(), "the game ended")
            game.answer(line)
        check("There is nothing to take back." in game.text, game.text)
        check(game.read_to_prompt(), "the game ended")
        check("Pass the keyboard to Berta (or type undo)" in game.news, game.news)
        game.answer("undo")
        check(game.read_to_prompt(), "the game ended")
        check("Anna takes the last move back." in game.news, game.news)
        check(not re.search("^1 take", save_of(state).read_text(), re.M),
              "the move is still in the save")
        check("Pass the keyboard to Anna" in game.news and
              "Your hand" not in game.news, "a hand is shown: " + game.news)
        game.answer("")
        check(game.read_to_prompt(), "the game ended")
        check(game.news.endswith("Anna> "), "Anna is not asked: " + game.news)
        game.answer("2")
        check(game.read_to_prompt(), "the game ended")
        game.answer("")
        check(game.read_to_prompt(), "the game ended")
        game.answer("undo")
        check(game.read_to_prompt(), "the game ended")
        check("You have no move to take back" in game.news,
              "Berta took Anna's move back: " + game.news)


def piles_down():
    with tempfile.TemporaryDirectory() as folder:
        text, _ = whole_game(pathlib.Path(folder), 4, "--seed", "3",
                             "--piles-down")
        rows = re.findall(r"^   Mia +(\S+) +\d+ +(\S+)", text, re.M)
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
        # It ends where the records of all games are.
        (record,) = state.glob("tioli/records/*.tioli")
        check(replay(record).returncode == 0, "the record is not valid")
        game = Game(state, "--resume", "--save", str(mine))
        check(game.end() == 1 and "no saved game" in game.errors, game.errors)


def seats_file_missing():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        start_and_quit(state, "--seed", "1", "--players", "3")
        (state / "tioli" / "game.seats").unlink()
        game = Game(state, "--resume")
        check(game.play(5), "did not go on")
        check(game.end() == 0, game.errors)
        check("treated as a bot" in game.text, "nothing is said of it")
        check("Pass the keyboard" not in game.text, "a bot was asked")


def seats_file_wrong():
    """What is there but wrong is no ground to guess who plays."""
    for text, said in (
            ("rubbish\n", "not a tioli file"),
            ("", "there is nothing in it"),
            ("tioli seats 1\nseed 1\nperson\n", "has 1 seat, the record 3"),
            ("tioli seats 1\nseed 1\n" + 4 * "person\n",
             "has 4 seats, the record 3"),
            ("tioli seats 1\nseed x\n" + 3 * "person\n", "line 2 "),
            ("tioli seats 1\n" + 900 * "person\n", "not a tioli file")):
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder)
            start_and_quit(state, "--seed", "1", "--players", "3")
            (state / "tioli" / "game.seats").write_text(text)
            before = contents(state)
            game = Game(state, "--resume")
            check(game.end() == 1, "%r was taken" % text)
            check(said in game.errors, game.errors)
            check(game.text == "", "something was said before: " + game.text)
            check(contents(state) == before, "files were touched")


def over_without_noise():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        save = state / "mine.tioli"
        game = Game(state, "--seed", "1", "--save", str(save))
        check(game.play(5) and game.end() == 0, "the game did not end")
        game = Game(state, "--resume", "--save", str(save))
        check(game.end() == 1 and "is over" in game.errors, game.errors)
        check(game.text == "", "something was said before: " + game.text)


def contents(folder):
    return {str(path.relative_to(folder)):
            path.read_bytes() if path.is_file() else None
            for path in folder.rglob("*")}


def refused(state, save, said):
    """A named place that can't be used ends the program before the game."""
    before = contents(state)
    game = Game(state, "--seed", "1", "--save", str(save))
    check(game.end() == 1, "%r was taken: %s" % (save, game.text[:200]))
    check(game.text == "", "%r: the game began" % save)
    check(said in game.errors, "%r: %s" % (save, game.errors))
    check(contents(state) == before, "%r: files were touched: %s"
          % (save, contents(state).keys() ^ before.keys()))


def named_save_refused():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        (state / "d").mkdir()
        (state / "d.tioli").mkdir()
        (state / "file").write_text("")
        os.mkfifo(state / "pipe.tioli")
        (state / "link.tioli").symlink_to("file")
        refused(state, "", "no name")
        refused(state, state / "d", "not a regular file")
        refused(state, state / "d.tioli", "not a regular file")
        refused(state, "%s/" % (state / "d"), "a folder")
        refused(state, "%s/" % (state / "new"), "a folder")
        refused(state, "%s/" % (state / "new\x1b[2J"), "new\\x1b[2J/")
        refused(state, "%s/." % (state / "d"), "not a regular file")
        refused(state, state / "pipe.tioli", "not a regular file")
        refused(state, state / "link.tioli", "not a regular file")
        refused(state, state / "none" / "x", "No such file or directory")
        refused(state, state / "file" / "x", "Not a directory")
        refused(state, state / ("x" * 300), "too long")
        # There is room for its name and its seats, but not for a date.
        (state / ("y" * 240 + ".tioli")).write_text("something of value")
        refused(state, state / ("y" * 240 + ".tioli"), "too long")
        refused(state, state / "a\x1b[2Jb", "a\\x1b[2Jb")
        refused(state, os.fsdecode(bytes(state) + b"/\x9b2J"), "\\x9b2J")


def locked_save_refused():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        save = state / "mine.tioli"
        first = Game(state, "--seed", "1", "--save", str(save))
        check(first.read_to_prompt(), "no prompt")
        refused(state, save, "another tioli")
        first.answer("quit")
        check(first.end() == 0, first.errors)


def neighbours_are_safe():
    """Files that happen to lie where a save puts its own."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        for text in ("Row A: Ann, Ben\n", "x" * 5000,
                     "tioli seats 1\n" + "x" * 5000, "tioli seats 12\n"):
            (state / "my.seats").write_text(text)
            refused(state, state / "my.tioli", "not a tioli file")
            (state / "my.tioli").write_text("something of value")
            refused(state, state / "my.tioli", "not a tioli file")
            (state / "my.tioli").unlink()
        (state / "my.seats").unlink()
        neighbours = {"my.tioli.new", "my.tioli~", ".tioli-XXXXXX"}
        for name in neighbours:
            (state / name).write_text("something of value")
        start_and_quit(state, "--seed", "1", "--save", str(state / "my.tioli"))
        left = {path.name for path in state.iterdir()}
        check(left == {"my.tioli", "my.seats"} | neighbours, str(left))
        for name in neighbours:
            check((state / name).read_text() == "something of value", name)


def set_aside_whole():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        save = state / "my.tioli"
        start_and_quit(state, "--seed", "1", "--save", str(save))
        seats = (state / "my.seats").read_bytes()
        # The names of the next seconds are taken, for the seats only.
        now = time.time()
        for second in range(SECONDS):
            day = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(now + second))
            (state / ("my-%s.seats" % day)).write_text("foreign")
        before = contents(state)
        start_and_quit(state, "--seed", "2", "--save", str(save))
        after = contents(state)
        aside = [name for name in after
                 if name not in before and name.endswith(".tioli")]
        check(len(aside) == 1, str(aside))
        check(after[aside[0]] == before["my.tioli"], "the record differs")
        check(after[aside[0][:-6] + ".seats"] == seats, "the seats differ")
        for name, text in before.items():
            check(text != b"foreign" or after[name] == text, name)


def failed_save_leaves_nothing():
    """Where the record can't be replaced, no temporary file stays."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        save = state / "my.tioli"
        game = Game(state, "--seed", "1", "--first", "1", "--save", str(save))
        check(game.read_to_prompt(), "no prompt")
        save.unlink()
        save.mkdir()
        (save / "full").write_text("")
        game.answer("1")
        game.read_to_prompt()
        check("could not be saved" in game.news, game.news)
        left = {path.name for path in state.iterdir()}
        check(left == {"my.tioli", "my.seats"}, str(left))


def commands_to_paste():
    """What is said at the end can be pasted into a shell."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        for name in ("my game.tioli", "it's $HOME.tioli", "plain.tioli",
                     "Z\u00fcrich;x.tioli"):
            save = state / name
            game = Game(state, "--seed", "1", "--save", str(save))
            check(game.read_to_prompt(), "no prompt")
            game.answer("quit")
            check(game.end() == 0, game.errors)
            hint = game.text.split("To continue it, run\n")[1].strip()
            check(shlex.split(hint) == ["tioli", "play", "--resume", "--save",
                                        str(save)], hint)
            check(name != "plain.tioli" or "'" not in hint, hint)
            game = Game(state, "--resume", "--save", str(save))
            check(game.play(5) and game.end() == 0, "the game did not end")
            hint = game.text.split("To see it again, run\n")[1].strip()
            check(shlex.split(hint) == ["tioli", "replay", str(save)], hint)


def commands_of_a_script():
    """A script that starts the game has its own name told."""
    for name, told in (("./play", "./play --terminal"),
                       ("my dir/play", "'my dir/play' --terminal"),
                       ("", "tioli play"), ("a\x1b[2J", "tioli play"),
                       ("x" * 300, "tioli play")):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["TIOLI_PLAY_COMMAND"] = name
            try:
                game = Game(pathlib.Path(folder), "--seed", "1")
            finally:
                del os.environ["TIOLI_PLAY_COMMAND"]
            check(game.end() == 0, game.errors)
            check("To continue it, run\n  %s --resume\n" % told in game.text, game.text)


def play_script_names_itself():
    script = pathlib.Path(__file__).parents[2] / "play"
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        (here / "tools").mkdir()
        (here / "build").mkdir()
        (here / "bin").mkdir()
        (here / "play").write_bytes(script.read_bytes())
        (here / "tools" / "packages.sh").write_text(
            "program_packages=\npage_packages=\nneed_packages() { :; }\n")
        (here / "build" / "build.ninja").write_text("")
        (here / "bin" / "ninja").write_text("#!/bin/sh\n")
        (here / "bin" / "ninja").chmod(0o755)
        (here / "build" / "tioli").symlink_to(pathlib.Path(TIOLI).resolve())
        environment = dict(
            os.environ, XDG_STATE_HOME=folder, TERM="dumb",
            PATH="%s:%s" % (here / "bin", os.environ["PATH"]))
        for command, told in ((["sh", "play"], "./play"),
                              (["sh", "./play"], "./play"),
                              (["sh", str(here / "play")], str(here / "play"))):
            done = subprocess.run([*command, "--terminal"], cwd=here,
                                  env=environment,
                                  stdin=subprocess.DEVNULL, timeout=SECONDS,
                                  capture_output=True, text=True)
            check(done.returncode == 0, done.stderr)
            check("To continue it, run\n  %s --terminal --resume\n" % told
                  in done.stdout, done.stdout[-300:])


def fitting_examples():
    """The move that a wrong key is answered with can be made."""
    with tempfile.TemporaryDirectory() as folder:
        game = Game(pathlib.Path(folder), "--seed", "2", "--first", "1",
                    "--free-hand")
        asked = {}
        while game.read_to_prompt():
            question = game.news
            check("can't be" not in question, "an example can't be done")
            game.answer("xyzzy")
            check(game.read_to_prompt(), "the game ended")
            said = " ".join(game.news.split("\n")[1:3])
            example = re.search(r"a move such as (.*?), or help", said)
            check(example, said)
            example = example.group(1)
            kind = kind_of(question)
            asked.setdefault(kind, set()).add(example)
            if kind in ("draw", "turn") or " or " in example:
                game.answer(example.split(" or ")[-1])
            else:
                game.answer("1" if kind == "lay" else example)
            if len(asked) == 4 and len(game.text) > 30000:
                break
        for kind, words in (("discard", "keep|discard"), ("draw", "draw"),
                            ("lay", "lay"), ("turn", "take|pass|done")):
            check(kind in asked, "never asked: " + kind)
            for example in asked[kind]:
                check(re.match(words, example), "%s: %s" % (kind, example))


def names_with_controls():
    for name, shown in (("a\x1b[2J", "a\\x1b[2J"), ("b\rc", "b\\x0dc"),
                        ("d\u202ee", "d\\xe2\\x80\\xaee"),
                        (b"\xff\x9b", "\\xff\\x9b")):
        with tempfile.TemporaryDirectory() as folder:
            game = Game(pathlib.Path(folder), "--names", name)
            check(game.end() == 2, "%r was taken" % name)
            check("got '%s'" % shown in game.errors, game.errors)
            check(not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]",
                                game.errors), "a control came through")


def no_place_to_save():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder) / "file"
        state.write_text("")
        game = Game(state, "--seed", "1")
        check(game.play(5), "the game did not end")
        check(game.end() == 0, game.errors)
        check("will not be saved" in game.text, "nothing is said of it")
        game = Game(state.parent / "a\x1b[2J", "--seed", "1")
        check(game.read_to_prompt(), "no prompt")
        check("will not be saved" in game.text, "nothing is said of it")
        check("\x1b" not in game.text, "a control character came through")
        check(list(state.parent.iterdir()) == [state], "a folder was made")


def two_at_once():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        first = Game(state, "--seed", "1")
        check(first.read_to_prompt(), "no prompt")
        before = save_of(state).read_bytes()
        second = Game(state, "--seed", "2")
        check(second.read_to_prompt(), "no prompt")
        check("Another game is in progress." in second.text, second.text)
        own, = [path for path in save_of(state).parent.glob("game-*.tioli")]
        check(own.stat().st_size and own.with_suffix(".seats").exists(),
              "the second game is not saved")
        third = Game(state, "--resume")
        check(third.end() == 1 and "another tioli" in third.errors,
              third.errors)
        second.answer("quit")
        check(second.end() == 0, second.errors)
        check("--resume --save" in second.text and own.name in second.text,
              second.text)
        check(save_of(state).read_bytes() == before, "the save was touched")
        # Its record goes where those of the first do.
        again = Game(state, "--resume", "--save", str(own))
        check(again.play(5), "the game did not end")
        check(again.end() == 0, again.errors)
        check(not own.exists() and len(
            list((state / "tioli" / "records").iterdir())) == 1,
              "the record is elsewhere")
        first.answer("quit")
        check(first.end() == 0, first.errors)


# ---- Programs at the table -----------------------------------------------

# A bot that keeps to the protocol for some moves, and then does something else.
FAILING = """
import sys
legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "tioli":
        print("name failing\\nready 1", flush=True)
    elif word == "ping":
        print("pong", flush=True)
    elif word == "view":
        legal = []
    elif word == "legal":
        legal.append(rest)
    elif word == "go":
        moves -= 1
        if moves < 0 and then == "die":
            sys.exit(1)
        elif moves < 0 and then == "sleep":
            continue
        print("move " + (legal[0] if moves >= 0 else then), flush=True)
"""


def failing(folder, moves, then):
    path = folder / "failing.py"
    path.write_text("moves, then = %d, %r\n" % (moves, then) + FAILING)
    return "cmd:%s %s" % (sys.executable, path)


def program_plays():
    """A program sits at the table, is told of, and plays by the rules."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        text, record = whole_game(
            state, 5, "--seed", "4", "--players", "3", "--bots",
            "cmd:%s %s,easy" % (sys.executable, BOT))
        told = " ".join(text.split())
        check("(the program %s %s)" % (sys.executable, BOT) in told, told[:500])
        check("stand-in" not in text, "the program failed")
        check(len(re.findall(rb"^2 (take|pass)", record, re.M)) > 8,
              "it never moved")


# A bot whose choice depends on how much it has heard. It writes down what.
LISTENING = """
import sys
legal, news = [], 0
for line in sys.stdin:
    try:
        open(sys.argv[1], "a").write(line)
    except PermissionError:
        pass  # in its cage
    word, _, rest = line.strip().partition(" ")
    if word == "tioli":
        print("name listening\\nready 1", flush=True)
    elif word == "ping":
        print("pong", flush=True)
    elif word == "view":
        legal = []
    elif word == "legal":
        legal.append(rest)
    elif word == "saw":
        news += 1
    elif word == "go":
        print("move " + legal[news % len(legal)], flush=True)
"""


def listening(folder):
    path = folder / "listening.py"
    path.write_text(LISTENING)
    return "cmd:%s %s %s/heard" % (sys.executable, path, folder)


def program_news():
    """A program learns of every move, but of no card of others, and of no
    answer of others before its own was given."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        _, record = whole_game(
            state, 5, "--seed", "4", "--players", "3", "--free-hand", "--bots",
            listening(state) + ",easy", "--bot-uncaged")
        heard = (state / "heard").read_text().split("\n")
    moves = [line.rsplit(" =", 1)[0] for line in record.decode().split("\n")
             if " =" in line and not line.startswith("end ")]
    news = [line[4:] for line in heard if line.startswith("saw ")]
    hidden = [re.sub(r"\b([ca])\d+", r"\1?", move)
              if re.match("deal [13]", move) else move for move in moves]
    check(sorted(news) == sorted(hidden), "other news than moves")
    last = legal = ""
    asked = set()
    for line in heard:
        word, _, rest = line.partition(" ")
        if word == "saw":
            last = rest
        elif word == "legal":
            legal = rest.split()[0]
        elif word == "go":
            kind = "discard" if legal == "keep" else legal
            asked.add(kind)
            check(last[2:].split()[0].replace("keep", "discard") != kind
                  or kind not in ("lay", "discard", "draw"),
                  "told before it answered: " + last)
    check({"lay", "discard", "draw"} <= asked, "asked for %s" % asked)


def program_fails():
    """Whatever a program does, the game goes on, and that is told once."""
    for moves, then, words in (
            (0, "die", "ended before the game did"),
            (3, "die", "ended before the game did"),
            (2, "sleep", "did not move in time"),
            (2, "take Z9", ""), (2, "lay 9:L1", "")):
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder)
            game = Game(state, "--seed", "4", "--bots",
                        failing(state, moves, then), "--names", "Ann,Bo",
                        "--bot-clock", "1s", "--starts", "1")
            check(game.play(5), "the game did not end")
            check(game.end() == 0, game.errors)
            told = re.findall(r"^Bo (.*); a stand-in takes over\.$",
                              game.text, re.M)
            check(len(told) == 1, "%s: told %s" % (then, told))
            check(words in told[0], "%s: %s" % (then, told))
            check("Z9" not in game.text and "9:L1" not in game.text,
                  "what it sent is shown")
            check(replay(records(state)[0]).returncode == 0, "no record")


def program_does_not_start():
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        text, _ = whole_game(state, 5, "--seed", "4", "--bots",
                             "cmd:%s/none" % folder, "--starts", "1")
        check(text.count("none 2 could not be started; a stand-in takes "
                         "over.") == 1, text[:1000])


def resumed_with_program():
    """A game with a program, stopped and resumed, is the same game; the budget
    of a bot and the clock are kept as well."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--players", "3", "--starts", "1", "--bot-clock", "9s",
                     "--bots", listening(pathlib.Path(folder))
                     + ",hard:effort=20"]
        interrupted(arguments, stop_by_quit, limit=4)
        state = pathlib.Path(folder)
        start_and_quit(state, "--seed", "1", *arguments)
        seats = (state / "tioli" / "game.seats").read_text()
        check("clock 9000ms\n" in seats, seats)
        check("bot hard:effort=20\n" in seats, seats)
        start_and_quit(state, "--resume")
        check((state / "tioli" / "game.seats").read_text() == seats,
              "the seats changed")


def programs_of_others():
    """A seats file that others can write starts no program."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder)
        start_and_quit(state, "--seed", "1", "--bots",
                       "cmd:%s %s" % (sys.executable, BOT))
        seats = state / "tioli" / "game.seats"
        seats.chmod(0o666)
        game = Game(state, "--resume")
        check(game.end() == 1 and "program" in game.errors, game.errors)
        check(game.text == "", "the game began")
        seats.chmod(0o600)
        game = Game(state, "--resume")
        check(game.read_to_prompt(), "no prompt")


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
        if not SLOW:
            yield ("a game of " + name + ", always the first choice",
                   lambda a=arguments: check_game(a, None))
        yield ("a game of " + name + ", any choice",
               lambda a=arguments: check_game(a, 1))
    yield "only bots", only_bots
    yield "a pass is asked about at first", sure_about_pass
    yield "colours are those of the edition", edition_colours
    yield "the same seed and answers give the same game", same_seed_same_game
    tables = [["--players", "3", "--bots", "normal,random"],
              ["--people", "2", "--free-hand", "--edition", "schmidt"]]
    for stop in (stop_by_quit, stop_by_end, stop_by_kill, stop_by_interrupt):
        for table in tables:
            yield (stop.__name__.replace("_", " ") + " and resume: "
                   + " ".join(table),
                   lambda t=table, s=stop: interrupted(t, s))
    yield "bad input gets a sentence and another try", bad_input
    yield "commands", commands
    yield "help shows what is legal", help_shows_what_is_legal
    yield "typed moves", typed_moves
    yield ("no hand is shown to another person",
           lambda: check_hidden(["--people", "2"], ["Anna", "Berta"]))
    yield ("no bot's hand is shown",
           lambda: check_hidden(["--people", "1", "--players", "3"],
                                ["Anna", "Botho", "Botho2"]))
    yield "hints at every kind of question", hints_at_questions
    yield "hints in short and in full", hints_in_full
    yield "hints change nothing", hints_change_nothing
    yield "hints turned off", hints_off
    yield "undo changes nothing when the same is chosen", undo_changes_nothing
    yield "undo and resume", undo_and_resume
    yield "undo is refused with a reason", undo_refused
    yield "undo before the keyboard is passed on", undo_at_hand_over
    yield "piles down hide the points of others", piles_down
    yield "long names", long_names
    yield "nothing to resume", nothing_to_resume
    yield "corrupt saves are named and left alone", corrupt_saves
    yield "an unfinished game is never lost", nothing_is_lost
    yield "without the seats file names decide", seats_file_missing
    yield "a seats file that is wrong is refused", seats_file_wrong
    yield "a game that is over is not resumed", over_without_noise
    yield "a named place that can't be used is refused", named_save_refused
    yield "a named place of another game is refused", locked_save_refused
    yield "files beside a save are left alone", neighbours_are_safe
    yield "what is set aside is whole", set_aside_whole
    yield "a save that fails leaves no file", failed_save_leaves_nothing
    yield "a program at the table", program_plays
    yield "a program hears what its seat may know", program_news
    yield "a program that fails", program_fails
    yield "a program that does not start", program_does_not_start
    yield "a game with a program is resumed", resumed_with_program
    yield "no program of somebody else's is started", programs_of_others
    yield "commands at the end can be pasted into a shell", commands_to_paste
    yield "they name the script that started the game", commands_of_a_script
    yield "the script play names itself", play_script_names_itself
    yield "wrong keys are answered with a fitting move", fitting_examples
    yield "control characters in names are not printed", names_with_controls
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
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        Game.running.clear()
        sys.stdout.flush()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
