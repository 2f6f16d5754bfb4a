"""What all the commands share: help, version, messages, lost output."""

import os
import re
import subprocess

from program import COMMANDS, TIOLI, equal, good, has, run, usage


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
    has(usage("sim", "--bots", "random,"), "there is no bot ''")
    has(usage("sim", "--bots", "random,random,random"),
        "--bots: expected at most 2, got 3")
    has(usage("sim", "--bots", ",".join(["random"] * 6)), "at most 5 bots")


PRINTING = [
    ["--help"], ["--version"], ["help", "sim"], ["deck", "list"],
    ["deck", "list", "--json"], ["score", "L1", "1 L1"],
    ["sim", "--games", "1", "--bots", "random"],
    ["sim", "--games", "1", "--bots", "random", "--json"],
    ["deck", "stats", "--games", "1", "--bot", "random"],
    ["bench", "--time", "0.01"],
]


def test_a_full_disk_is_reported(folder):
    for words in PRINTING:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([TIOLI, *words], stdout=full,
                                  stderr=subprocess.PIPE, timeout=60)
        equal((words, done.returncode), (words, 1))
        has(done.stderr.decode(), "the output can't be written")
        has(done.stderr.decode(), "No space left on device")


def test_a_closed_pipe_is_reported(folder):
    for words in PRINTING:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([TIOLI, *words], stdout=writer,
                              stderr=subprocess.PIPE, timeout=60)
        os.close(writer)
        equal((words, done.returncode), (words, 1))
        has(done.stderr.decode(), "Broken pipe")


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
    has(child.stderr.read().decode(), "the output can't be written")


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
