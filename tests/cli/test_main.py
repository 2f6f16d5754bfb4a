"""What all the commands share: help, version, messages, lost output."""

import os
import re
import subprocess

from program import COMMANDS, SLOW, TIOLI, equal, good, has, run, usage


def test_help_names_every_command(folder):
    text = good("--help")
    for command in COMMANDS + ["help"]:
        assert re.search(rf"^  {command} +\w", text, re.M), command
    equal(good("-h"), text)
    equal(good("help"), text)


def test_help_of_each_command(folder):
    for command in COMMANDS:
        text = good(command, "--help")
        assert text.startswith(f"Usage: tioli {command}"), text
        equal(good(command, "-h"), text)
        equal(good("help", command), text)
        for line in text.splitlines():
            assert len(line) <= 80, line
    has(good("deck", "stats", "--help"), "Usage: tioli deck stats")


def test_version(folder):
    assert re.fullmatch(r"tioli \d+\.\d+\.\d+\n", good("--version"))


def test_nothing_goes_with_help_or_version(folder):
    for word in ["--version", "--help", "-h"]:
        has(usage(word, "extra"), f"tioli: unexpected 'extra' after '{word}'")


def test_without_a_command(folder):
    result = run()
    equal(result.status, 2)
    equal(result.out, "")
    has(result.err, "Usage: tioli COMMAND")


def test_unknown_command_suggests_the_nearest(folder):
    for word, nearest in [("paly", "play"), ("scor", "score"),
                          ("simm", "sim"), ("reply", "replay"),
                          ("decks", "deck"), ("bemch", "bench")]:
        message = usage(word)
        has(message, f"there is no command '{word}'")
        has(message, f"did you mean '{nearest}'?")
    for word in ["frobnicate", "", "x" * 5000]:
        assert "did you mean" not in usage(word), word
    has(usage("help", "paly"), "did you mean 'play'?")
    usage("help", "play", "sim")


def test_unknown_options(folder):
    has(usage("--frobnicate"), "unknown option '--frobnicate'")
    for command in COMMANDS:
        message = usage(command, "--frobnicate")
        has(message, f"tioli {command}: unknown")
        has(message, "'--frobnicate'")
        has(message, f"Try 'tioli {command} --help'")
        has(usage(command, "-x"), "unknown option '-x'")
    has(usage("sim", "--games"), "option '--games' needs a value")
    has(usage("sim", "--json=1"), "option '--json' takes no value")
    has(usage("sim", "more"), "unexpected 'more'")
    has(usage("bench", "more"), "unexpected 'more'")
    has(usage("play", "more"), "unexpected 'more'")


def test_numbers_are_strict(folder):
    for text in ["x", "", "1", "6", "-2", "+2", " 2", "2 ", "0x2", "2.0",
                 "18446744073709551618", "99999999999999999999999"]:
        message = usage("sim", "--players", text)
        has(message, f"tioli sim: --players: expected 2 to 5, got '{text}'")
    has(usage("sim", "--games", "0"), "--games: expected 1 to 1000000000")
    has(usage("sim", "--seed", "18446744073709551616"),
        "--seed: expected 0 to 18446744073709551615")
    for text in ["x", "12a", "1e3", "-1", "1 "]:
        has(usage("sim", "--seed", text), f"--seed: expected 0 to 18446744073"
            f"709551615, got '{text}'")
    has(usage("sim", "--threads", "65"), "--threads: expected 1 to 64")
    has(usage("sim", "--starts", "10"), "--starts: expected 1 to 9")
    has(usage("replay", "--until", "0", "x"), "--until: expected 1 to")


def test_words_are_checked(folder):
    has(usage("sim", "--edition", "haba"),
        "--edition: expected one of gamewright, schmidt, got 'haba'")
    has(usage("sim", "--cast", "far"),
        "--cast: expected one of carry, aim, off, got 'far'")
    has(usage("sim", "--first", "0"), "--first: expected 'random' or a seat")
    has(usage("sim", "--first", "3"), "--first: expected 1 to 2, got '3'")
    has(usage("sim", "--bots", "nobody"), "there is no bot 'nobody'")
    has(usage("sim", "--bots", "random,"), "a name is missing")
    has(usage("sim", "--bots", "random,random,random"),
        "--bots: expected at most 2, got 3")
    has(usage("sim", "--bots", ",".join(["random"] * 6)), "at most 5 bots")


# What the command line can smuggle in, and how it is shown.
TRICKS = [
    (b"a\x1b[31mb", r"a\x1b[31mb"),
    (b"a\x07\x7f\n\r\tb", r"a\x07\x7f\x0a\x0d\x09b"),
    (b"a\xff\xc3", r"a\xff\xc3"),
    (b"a\xc2\x9b31mb", r"a\xc2\x9b31mb"),           # CSI as one character
    (b"a\xe2\x80\xaeb", r"a\xe2\x80\xaeb"),        # right to left
    (b"a\xe2\x80\x8fb", r"a\xe2\x80\x8fb"),
    (b"a\xd8\x9cb", r"a\xd8\x9cb"),
    ("schön 骰子".encode(), "schön 骰子"),
]


def test_messages_hide_no_controls(folder):
    for trick, shown in TRICKS:
        for words in [[trick], [b"--" + trick], [b"help", trick],
                      [b"--version", trick], [b"score", trick],
                      [b"score", b"L1", trick], [b"replay", trick],
                      [b"deck", trick], [b"deck", b"check", trick],
                      [b"deck", b"list", trick], [b"sim", b"--bots", trick],
                      [b"sim", b"--edition", trick], [b"sim", b"--" + trick],
                      [b"sim", b"--games", trick], [b"sim", b"--deck", trick],
                      [b"sim", b"--first", trick], [b"sim", trick],
                      [b"sim", b"--records", b"/dev/null/" + trick],
                      [b"sim", b"--json=" + trick, trick],
                      [b"arena", b"--bots", b"random," + trick],
                      [b"arena", b"--bots", b"random,random", b"--sprt",
                       trick],
                      [b"arena", b"--bots", b"random,random", b"--plot",
                       b"/dev/null/" + trick],
                      [b"bench", b"--time", trick], [b"play", trick],
                      [b"play", b"--names", b" " + trick],
                      [b"deck", b"stats", b"--bot", trick]]:
            result = run(*words, folder=folder)
            assert result.status in (1, 2), (words, result)
            if words[1:2] != [b"--json=" + trick]:
                has(result.err, shown)
            lines = 2 if result.status == 2 else 1
            equal((words, len(result.err.split("\n"))), (words, lines + 1))
            for c in result.err.replace("\n", ""):
                assert c.isprintable(), (words, result)


def test_names_of_files_are_shown_as_safely(folder):
    for trick, shown in TRICKS:
        path = os.fsencode(folder) + b"/" + trick
        with open(path, "wb") as file:
            file.write(b"nonsense\n")
        has(run("deck", "check", path).err, f"{folder}/{shown}:1:1: ")
        has(run("replay", path).err, f"{folder}/{shown}:1: ")
        with open(path, "wb") as file:
            file.write(b"combo 1 L?\n")
        has(good("deck", "check", path), f"{folder}/{shown}: good: ")


def test_long_words_are_shown_whole(folder):
    has(usage("x" * 5000), f"there is no command '{'x' * 5000}'\n")


def test_an_empty_file_name(folder):
    for words in [["replay", ""], ["deck", "check", ""], ["deck", "list", ""],
                  ["sim", "--deck", ""]]:
        equal(run(*words).err, f"tioli {words[0]}: the file name is empty\n")
        equal(run(*words).status, 1)


PRINTING = [
    ["--help"], ["--version"], ["help", "sim"], ["deck", "list"],
    ["deck", "list", "--json"], ["score", "L1", "1 L1"],
    ["sim", "--games", "1", "--bots", "random"],
    ["sim", "--games", "1", "--bots", "random", "--json"],
    ["arena", "--games", "2", "--bots", "random,random"],
    ["arena", "--games", "2", "--bots", "random,random", "--json"],
    ["deck", "stats", "--games", "1", "--bot", "random"],
] + ([] if SLOW else [["bench", "--time", "0.01"]])


def test_a_full_disk_is_reported(folder):
    for words in PRINTING:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([TIOLI, *words], stdout=full,
                                  stderr=subprocess.PIPE, timeout=60)
        equal((words, done.returncode), (words, 1))
        has(done.stderr.decode(), "the output can't be written")
        has(done.stderr.decode(), "No space left on device")


def test_a_closed_pipe_is_no_fault(folder):
    """nobody reads on: status 1, and not a word"""
    good("sim", "--games", "1", "--bots", "random", "--players", "5",
         "--records", folder)
    record = str(folder / "000001.tioli")
    assert len(good("replay", record)) > 8192, "fits in one buffer"
    for words in PRINTING + [["replay", record], ["replay", "--json", record]]:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([TIOLI, *words], stdout=writer,
                              stderr=subprocess.PIPE, timeout=60)
        os.close(writer)
        equal((words, done.returncode), (words, 1))
        equal((words, done.stderr), (words, b""))


def test_score_stops_when_nobody_reads_it(folder):
    reader, writer = os.pipe()
    child = subprocess.Popen([TIOLI, "score"], stdin=subprocess.PIPE,
                             stdout=writer, stderr=subprocess.PIPE)
    os.close(reader)
    os.close(writer)
    child.stdin.write(b'{"dice":"L1","combos":[]}\n')
    child.stdin.flush()
    # The input stays open: only the lost output can end it.
    equal(child.wait(timeout=30), 1)
    equal(child.stderr.read(), b"")


def test_a_closed_output_is_reported(folder):
    script = 'exec "$0" "$@" >&-'
    for words in PRINTING[:6]:
        done = subprocess.run(["sh", "-c", script, TIOLI, *words],
                              stderr=subprocess.PIPE, timeout=60)
        equal((words, done.returncode), (words, 1))
    # A file that stays open meanwhile must not take its place.
    done = subprocess.run(
        ["sh", "-c", script, TIOLI, "play", "--save",
         str(folder / "game.tioli")],
        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60)
    equal(done.returncode, 1)
    equal(len(list(folder.iterdir())), 2)
    for path in folder.iterdir():
        assert "TAKE IT" not in path.read_text(), path
