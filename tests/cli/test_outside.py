"""Programs that play: the protocol's page, the examples, tioli bot, faults."""

import os
import pathlib
import re
import subprocess
import sys

from bot_session import parts, session
from program import (SOURCE, TIOLI, equal, good, good_json, has, run,
                     same_in_every_build, usage, wrong)

sys.path.insert(0, str(SOURCE / "tests" / "support"))
from old_kernel import without_landlock  # noqa: E402

PAGE = SOURCE / "docs" / "bot-protocol.md"
SAMPLE = SOURCE / "docs" / "sample-bot-session.txt"
ZOO = f"/usr/bin/python3 -S {SOURCE}/tests/zoo/bad_bot.py"
PYTHON_BOT = f"cmd:/usr/bin/python3 {SOURCE}/examples/bot.py"
BUILD = pathlib.Path(TIOLI).resolve().parent
C_BOT = f"cmd:{BUILD}/tests/example_bot {BUILD}/src"  # where its library is
# A program under a sanitizer reserves more memory than there is.
PATIENT = ["--bot-clock", "60s", "--bot-memory", "0"]


def sample():
    return SAMPLE.read_text("utf-8").replace(
        "0.1.0", good("--version").split()[1])


def blocks(kind):
    found = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text("utf-8"),
                       re.M | re.S)
    return [text for name, text in found if name == kind]


def talk(lines, *words):
    """What tioli bot answers to these lines."""
    return good("bot", *words, text="".join(line + "\n" for line in lines))


def test_session(folder):
    """the sample session is what both sides say (else: tests/cli/bot_session.py --update)"""
    equal(session(folder).splitlines(), sample().splitlines())


def test_session_from_the_page(folder):
    """the page's parts of the session are parts of the whole"""
    whole = SAMPLE.read_text("utf-8")
    equal(blocks("session"), parts(whole))
    for part in parts(whole):
        has(whole, part)


def test_session_by_hand(folder):
    """the bot alone, fed with the table's lines, gives the same answers"""
    told = [line[2:] for line in sample().splitlines() if line[0] == ">"]
    answers = [line[2:] for line in sample().splitlines() if line[0] == "<"]
    assert len(answers) > 20
    equal(talk(told, "--level", "normal").splitlines(), answers)


def test_errors_on_the_page(folder):
    """the errors that the page shows are those that a bot hears"""
    log = folder / "log"
    bot = folder / "bot"
    bot.write_text(f"""#!/usr/bin/python3 -S
import sys
wrong = ["move take X9", "move take DIE", "take D5"]
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "tioli":
        print("ready 1", flush=True)
    elif word == "ping":
        print("pong", flush=True)
    elif word == "view" and rest.startswith("tray"):
        dice = [c + str(f) for c in "LDR" for f in range(1, 7)]
        other = [die for die in dice if die not in rest.split()][0]
    elif word == "error":
        open({str(log)!r}, "a").write(line)
    elif word == "go":
        print(wrong.pop(0).replace("DIE", other), flush=True)
        if not wrong:
            break
""")
    bot.chmod(0o700)
    result = run("sim", "--bots", f"cmd:{bot},random", "--games", "1",
                 "--threads", "1", "--bot-uncaged")
    equal(result.status, 1)
    has(result.err, "sent something that is not a message: 'take D5': MESSAGE expected "
        "'move' and a move, got 'take D5'")
    shown = [block for block in blocks("") if block.startswith("error ")]
    equal(len(shown), 1)
    lines = shown[0].splitlines()
    equal(log.read_text().splitlines(), lines[:2])
    has(result.err, lines[2].removeprefix("error "))


def test_both_sides_are_written_down(folder):
    """--bot-trace: every line with its side, and what was wrong"""
    bot = folder / "bot"
    bot.write_text("#!/bin/sh\nread hello\necho name Ned\necho ready 1\n"
                   "while read -r line; do [ \"$line\" = ping ] && echo pong;"
                   " [ \"${line%% *}\" = go ] && echo nonsense; done\n")
    bot.chmod(0o700)
    path = folder / "trace"
    result = run("sim", "--bots", f"cmd:{bot},random", "--games", "1",
                 "--threads", "1", "--bot-trace", path)
    equal(result.status, 1)
    text = path.read_text()
    for line in text.splitlines():
        assert re.fullmatch(r" *\d+\.\d{3} \d+ [<>!] .*", line), line
    for part in ["> tioli 1 ", "< name Ned", "< ready 1", "> ping",
                 "> go ", "< nonsense", "> error MESSAGE ", "! 'nonsense': "]:
        has(text, f" {part}")
    has(wrong("sim", "--bots", f"cmd:{bot},random", "--games", "1",
              "--bot-trace", folder / "no" / "trace"), "No such file")


def test_numbers_on_the_page(folder):
    """limits on the page are those of the source"""
    text = PAGE.read_text("utf-8")
    source = (SOURCE / "src" / "programs" / "protocol.h").read_text()
    for name, sentence in [("BOT_LINE", "a line from the bot | {} bytes"),
                           ("TABLE_LINE", "a line from the table | {} bytes"),
                           ("TRIES", "wrong answers to one question | {} "),
                           ("CHATTER", "lines of `info` | {} between"),
                           ("TARGETS", "up to {} ways")]:
        number = re.search(rf"PROTOCOL_{name} (\d+)", source)[1]
        has(" ".join(text.split()), sentence.format(number))
    source = (SOURCE / "src" / "programs" / "player.h").read_text()
    faults = re.findall(r'^    X\([A-Z_]+, "([a-z-]+)"', source, re.M)
    assert len(faults) > 7
    part = text.split("## Faults")[1].split("## Deadlines")[0]
    equal(re.findall(r"^\| `([a-z-]+)`", part, re.M), faults[1:])


@same_in_every_build
def test_examples_play_every_game(folder):
    """both examples play whole legal games at every table"""
    for players in "2345":
        for edition in ["gamewright", "schmidt"]:
            for hand in [[], ["--free-hand"]]:
                got = good_json(
                    "sim", "--bots", f"{PYTHON_BOT},{C_BOT}", "--players",
                    players, "--edition", edition, *hand, "--starts", "1",
                    "--games", "2", "--json", *PATIENT)
                equal(got["games"], 2)
                equal(len(got["seats"]), int(players))


@same_in_every_build
def test_examples_play_well(folder):
    """both examples beat random by far"""
    for bot, least in [(PYTHON_BOT, 32), (C_BOT, 36)]:
        got = good_json("sim", "--bots", f"{bot},random", "--games", "40",
                        "--seed", "5", "--json", *PATIENT)
        assert got["seats"][0]["wins"] >= least, got["seats"]


def test_examples_are_short(folder):
    for name in ["bot.py", "bot.c"]:
        lines = (SOURCE / "examples" / name).read_text().splitlines()
        assert len(lines) <= 105, name


def test_every_level_speaks_it(folder):
    for level in ["random", "easy", "normal", "hard", "expert"]:
        got = good_json(
            "sim", "--bots", f"cmd:{os.path.abspath(TIOLI)} bot --level "
            f"{level} --effort 20,random", "--starts", "1", "--games", "1",
            "--json", *PATIENT)
        equal(got["games"], 1)


def test_bot_options(folder):
    has(usage("bot", "--level", "boss"), "--level: expected one of random, "
        "easy, normal, hard, expert, got 'boss'")
    has(usage("bot", "--effort", "0"), "--effort: expected 1 to 10000000")
    has(usage("bot", "--think", "200"), "--think: expected a time from 1ms")
    has(usage("bot", "--threads", "0"), "--threads: expected 1 to 64")
    has(usage("bot", "--effort", "5", "--think", "1s"), "can't be used together")
    has(usage("bot", "more"), "unexpected 'more'")
    has(talk(["tioli 1 x"]), "name tioli hard ")
    has(talk(["tioli 1 x"], "--level", "easy"), "name tioli easy ")


def test_bot_bears_anything(folder):
    equal(good("bot", text=""), "")
    equal(good("bot", text="ping"), "")  # no line yet
    equal(good("bot", text="quit\nping\n"), "")
    equal(good("bot", text="ping\r\n"), "pong\n")
    equal(good("bot", text=b"\xff\n\0\nping\n"),
          "error TEXT that is not text: expected UTF-8 without controls\n" * 2
          + "pong\n")
    equal(good("bot", text="x" * 100000 + "\nping\n"),
          "error LONG_LINE a line has at most 4608 bytes\npong\n")
    told = [line[2:] for line in sample().splitlines() if line[0] == ">"]
    for number in range(0, len(told), 97):
        without = told[:number] + told[number + 1:-1]
        assert talk(without, "--level", "random").count("\n") > 5
    # Answers that nobody reads end it.
    child = subprocess.Popen([TIOLI, "bot"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdout.close()
    child.stdin.write(b"ping\n")
    child.stdin.flush()
    equal(child.wait(timeout=30), 1)
    equal(child.stderr.read(), b"")


def fault(habit, *more):
    result = run("sim", "--bots", f"cmd:{ZOO} {habit},random", "--games", "1",
                 "--threads", "1", "--starts", "1", *more)
    equal((habit, result.status), (habit, 1))
    return result.err


def test_faults_are_named(folder):
    for habit, words in [
            ("illegal", "made an illegal move: 'move lay 1:L1 "),
            ("garbage", "sent something that is not a message: "),
            ("dies-at-once", "ended before the game did: ended with status 3"),
            ("endless-line", "sent a line that is too long"),
            ("closes-output", "closed its pipes")]:
        error = fault(habit)
        has(error, f"tioli sim: game 1: seat 1, cmd:{ZOO} {habit}: ")
        has(error, words)
        assert error.isprintable() or error.count("\n") == 1, error
    has(fault("no-move", "--bot-clock", "100ms"), "did not move in time")
    has(fault("eats-memory", "--bot-memory", "100"), "ended before the game")
    error = run("sim", "--bots", "cmd:./nobody,random").err
    has(error, "could not be started: there is no such program")
    (folder / "plain").write_text("")
    for path, words in [(folder, "it is a folder"),
                        (folder / "plain", "it is not executable")]:
        error = run("sim", "--bots", f"cmd:{path},random").err
        has(error, f"could not be started: {words}\n")


def test_where_to_look_is_said(folder):
    words = " (--bot-stderr shows what it writes)\n"
    for habit in ["dies-at-once", "garbage", "nonsense"]:
        has(fault(habit), words)
        assert "(--bot-stderr" not in fault(habit, "--bot-stderr")
    assert "(--bot-stderr" not in fault("illegal")
    for more, count in [[[], 1], [["--bot-stderr"], 0]]:
        error = run("arena", "--bots", f"cmd:{ZOO} dies-at-once,random",
                    "--games", "2", "--starts", "1", *more).err
        equal(error.count(words), count)


def test_names_of_programs_in_sim(folder):
    one, two = [f"cmd:{os.path.abspath(TIOLI)} bot --level {level}"
                for level in ["random", "easy"]]
    text = good("sim", "--bots", f"{one},{two},{one}", "--players", "3",
                "--games", "1", "--starts", "1", *PATIENT)
    equal(re.findall(r"^ +\d  (tioli .{3}) ", text, re.M),
          ["tioli ~#1", "tioli ~#2", "tioli ~#1", "tioli ~#1", "tioli ~#2"])


def test_blanks_in_a_list(folder):
    got = good_json("sim", "--bots", " easy ,\trandom ", "--games", "1",
                    "--json")
    equal([seat["bot"] for seat in got["seats"]], ["easy", "random"])
    for command in ["sim", "arena", "play"]:
        for text in ["", " ", "easy,", ",easy", "easy, ,random"]:
            has(usage(command, "--bots", text), "--bots: a name is missing")
    has(run("sim", "--bots", "random,cmd:./none\\ ").err,
        "cmd:./none\\ : could not be started")


def test_what_programs_say_is_shown_when_asked_for(folder):
    word = "a word on the standard error\n"
    has(fault("illegal", "--bot-stderr"), word)
    assert word not in fault("illegal")
    has(fault("learns-badly", "--bot-stderr"), "seat 1: info \\xe2\\x80\\x8b")


def test_options_of_programs(folder):
    for command in ["sim", "arena"]:
        has(usage(command, "--bot-clock", "5"), "--bot-clock: expected a time "
            "from 10ms to 3600s, such as 200ms or 1.5s, got '5'")
        has(usage(command, "--bot-clock", "9ms"), "--bot-clock: expected")
        has(usage(command, "--bot-memory", "15"),
            "--bot-memory: expected 16 to 1048576, got '15'")
        has(usage(command, "--think", "0s"), "--think: expected a time from")
        has(usage(command, "--effort", "0"), "--effort: expected 1 to")
        has(usage(command, "--effort", "9", "--think", "1s"),
            "--effort and --think can't be used together")
        has(usage(command, "--bots", "cmd:'x,hard"), "a quote that is not")


CAGED = "programs can't be fully confined on this system ("


def test_gaps_in_the_cage_are_named(folder):
    """a kernel that can't cage programs is named once, unless asked for"""
    for command in [["sim", "--games", "2"], ["arena", "--games", "2"],
                    ["play", "--people", "0", "--plain"]]:
        words = [*command, "--bots", f"{PYTHON_BOT},{PYTHON_BOT}", "--players",
                 "2", "--starts", "1", *PATIENT]
        result = run(*words, preexec_fn=without_landlock)
        equal(result.status, 0)
        equal(result.err.count(CAGED), 1)
        has(result.err, f"tioli {command[0]}: {CAGED}files: open (no Landlock)")
    for words in [["--bots", "easy,random"],
                  ["--bots", f"{PYTHON_BOT},random", "--bot-uncaged"]]:
        equal(run("sim", *words, "--games", "1", "--starts", "1", *PATIENT,
                  preexec_fn=without_landlock).err, "")


def test_programs_are_caged(folder):
    """the network is for those who ask for it, files beside a program are its
    own, those of others are not"""
    (folder / "bots").mkdir()
    (folder / "secret").write_text("secret")
    bot = folder / "bots" / "bot.py"
    for line, good_in_cage in [
            ("import socket; socket.socket()", False),
            (f"open({str(folder / 'secret')!r})", False),
            (f"open({str(folder / 'bots' / 'bot.py')!r})", True),
            ("open('note', 'w').write('mine')", True)]:
        bot.write_text(line + "\n"
                       + (SOURCE / "examples" / "bot.py").read_text("utf-8"))
        words = ["sim", "--bots", f"cmd:/usr/bin/python3 {bot},random",
                 "--games", "1", "--starts", "1", "--threads", "1", *PATIENT]
        caged = run(*words)
        if CAGED not in caged.err:  # else the kernel can't
            equal((line, caged.status), (line, 0 if good_in_cage else 1))
        equal((line, run(*words, "--bot-uncaged").status), (line, 0))


def test_paths_are_the_users(folder):
    """a program and its script are found from the user's own folder"""
    (folder / "bots").mkdir()
    bot = folder / "bots" / "mine.py"
    bot.write_bytes((SOURCE / "examples" / "bot.py").read_bytes())
    bot.chmod(0o700)
    for command in ["/usr/bin/python3 bots/mine.py", "./bots/mine.py",
                    "bots/mine.py"]:
        good("sim", "--bots", f"cmd:{command},random", "--games", "1",
             "--starts", "1", cwd=folder)
    equal(sorted(path.name for path in folder.rglob("*")), ["bots", "mine.py"])
