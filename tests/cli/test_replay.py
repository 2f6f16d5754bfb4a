"""tioli replay: good records are shown, and no change goes unseen."""

import json
import re

from program import SLOW, equal, good, good_json, has, run, usage, wrong


def record(folder, *words):
    """The text of a small game, two rounds between random bots."""
    where = folder / "records"
    good("sim", "--games", "1", "--bots", "random", "--starts", "1",
         "--records", where, "--force", *words)
    return (where / "000001.tioli").read_text()


def replay(folder, text, *words):
    path = folder / "game.tioli"
    path.write_text(text)
    return path, run("replay", *words, path)


def fails(folder, text):
    """The line that is named as wrong, and the message."""
    path, result = replay(folder, text)
    equal(result.status, 1)
    match = re.fullmatch(rf"{re.escape(str(path))}:(\d+): (.+)\n", result.err)
    assert match, result
    return int(match[1]), match[2]


def test_a_good_record(folder):
    text = record(folder, "--players", "3", "--seed", "4")
    path, result = replay(folder, text)
    equal((result.status, result.err), (0, ""))
    out = result.out
    has(out, "A game of random 1, random 2 and random 3.")
    has(out, "Gamewright edition, deck standard")
    for number in range(1, 4):
        has(out, f"Round {number} of 3: ")
        has(out, f"Round {number} is scored:")
    equal(out.count(" holds:"), 3)
    equal(out.count(" takes "), len(re.findall(r"^\d take ", text, re.M)))
    equal(out.count("plays an action"), text.count(" play "))
    result_line = text.splitlines()[-1]
    for seat, total in re.findall(r"(\d):(-?\d+)", result_line):
        assert re.search(rf"random {seat}: .* = [+]?{total}$", out, re.M)
    has(out, "The game is over: ")
    equal(run("replay", "-", text=text).out, out)


def test_quiet(folder):
    """only what is wrong is said, in the same words"""
    text = record(folder)
    for words in [[], ["--until", "3"]]:
        _, result = replay(folder, text, "--quiet", *words)
        equal((result.status, result.out, result.err), (0, "", ""))
    broken = text.rsplit("\n", 2)[0] + "\n"
    _, loud = replay(folder, broken)
    _, result = replay(folder, broken, "--quiet")
    equal((result.status, result.out, result.err), (1, "", loud.err))
    has(usage("replay", "--quiet", "--json", "x"),
        "--json and --quiet can't be used together")


def test_every_variant_replays(folder):
    for words in [["--players", "5", "--free-hand"],
                  ["--players", "4", "--edition", "schmidt"],
                  ["--first", "2", "--cast", "off"],
                  ["--piles-down", "--cast", "aim"]]:
        for seed in ["1", "2", "3"]:
            path, result = replay(
                folder, record(folder, *words, "--seed", seed))
            equal((result.status, result.err), (0, ""))


def test_json(folder):
    text = record(folder, "--seed", "8", "--first", "2", "--piles-down")
    path, result = replay(folder, text, "--json")
    equal((result.status, result.err), (0, ""))
    got = json.loads(result.out)
    equal(got["head"]["names"], ["random 1", "random 2"])
    equal(got["head"]["edition"], "gamewright")
    equal(got["head"]["first"], 2)
    equal(got["head"]["piles_down"], True)
    equal(got["finished"], True)
    equal(got["error"], None)
    lines = text.splitlines()
    for move in got["moves"]:
        seat = "" if move["seat"] is None else f"{move['seat']} "
        words = lines[move["line"] - 1].rsplit(" =", 1)[0]
        equal(seat + move["move"], words)
    equal(got["moves"][-1]["line"], len(lines) - 1)
    # A round begins with its cards or dice, after the last has kept or
    # discarded.
    round_is = 1
    for before, move in zip(got["moves"], got["moves"][1:]):
        verb = before["move"].split()[0]
        if verb in ("keep", "discard") and move["seat"] is None:
            round_is += 1
        equal(move["round"], round_is)
    assert round_is > 1
    # The short hash of the last line begins the full one.
    assert got["hash"].startswith(lines[-1].rsplit("=", 1)[1]), got["hash"]
    equal(len(got["hash"]), 16)
    totals = dict(re.findall(r"(\d):(-?\d+)", lines[-1]))
    for score in got["scores"]:
        equal(score["total"], int(totals[str(score["seat"])]))
        equal(score["total"], score["points"] - score["chips"])


def test_until(folder):
    text = record(folder, "--seed", "8")
    path, whole = replay(folder, text, "--json")
    moves = json.loads(whole.out)["moves"]
    for until in [1, 5, 12, len(moves)]:
        got = good_json("replay", "--json", "--until", until, path)
        equal(got["moves"], moves[:until])
        equal(got["finished"], False)
        shown = good("replay", "--until", until, path)
        has(shown, f"After move {until}:")
        has(shown, "The game waits for " if until < len(moves)
            else "The game is over.")
        has(shown, "random 1 holds")
    for words in [["--json"], []]:
        message = wrong("replay", "--until", len(moves) + 1, path, *words)
        has(message, "ends before the move that was asked for")
    # What comes after is not read.
    path, result = replay(folder, text + "rubbish\n", "--until", "5")
    equal((result.status, result.err), (0, ""))


def test_unfinished_records(folder):
    text = record(folder, "--seed", "8")
    lines = text.splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines)
                 if line.startswith("moves ")) + 1
    for keep in [first, first + 1, len(lines) // 2, len(lines) - 1]:
        line, message = fails(folder, "".join(lines[:keep]))
        equal(line, keep + 1)
        has(message, "stops before the end of the game")
        path, result = replay(folder, "".join(lines[:keep]), "--json")
        equal(result.status, 1)
        got = json.loads(result.out)
        equal(got["finished"], False)
        equal(got["result"], None)
        equal(len(got["moves"]), keep - first)
        equal(got["error"]["line"], keep + 1)


def named_in_time(folder, lines, changed, head):
    """The wrong line is the changed one or the one after it; in the head, it
    may also be the line that closes the head with its hash."""
    line, message = fails(folder, "".join(lines))
    last = max(changed + 1, head if changed <= head else 0)
    assert changed <= line <= last, (changed, line, message)


def tampered(lines, at):
    """Ways to change line `at`, from 0, each with the line that differs."""
    line = lines[at]
    for match in re.finditer(r"\d", line):
        digit = str((int(match[0]) + 1) % 10)
        altered = line[:match.start()] + digit + line[match.end():]
        yield lines[:at] + [altered] + lines[at + 1:]
    yield lines[:at] + lines[at + 1:]
    yield lines[:at + 1] + lines[at:]
    if at + 1 < len(lines) and lines[at + 1] != line:
        yield lines[:at] + [lines[at + 1], line] + lines[at + 2:]
    yield lines[:at] + ["\n"] + lines[at:]
    yield lines[:at] + [line.rstrip("\n") + " \n"] + lines[at + 1:]
    yield lines[:at] + [line.rstrip("\n") + "\r\n"] + lines[at + 1:]
    yield lines[:at] + [line.replace(" ", "  ", 1)] + lines[at + 1:]


def test_no_change_goes_unseen(folder):
    """every line, altered, removed, doubled or swapped, is found and named"""
    lines = record(folder, "--seed", "12").splitlines(keepends=True)
    head = 1 + next(i for i, line in enumerate(lines)
                    if line.startswith("moves "))
    count = 0
    tried = range(0, len(lines), 7 if SLOW else 1)
    for at in tried:
        for changed in tampered(lines, at):
            if changed != lines:
                named_in_time(folder, changed, at + 1, head)
                count += 1
    assert count > 10 * len(tried), count


def test_what_was_good_is_still_shown(folder):
    lines = record(folder, "--seed", "12").splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if " take " in line)
    lines[at + 3] = lines[at + 3].replace("=", "=0", 1)
    path, result = replay(folder, "".join(lines))
    equal(result.status, 1)
    has(result.out, "Round 1 of 2: ")
    has(result.out, " takes ")
    path, result = replay(folder, "".join(lines), "--json")
    got = json.loads(result.out)
    equal(got["error"]["line"], at + 4)
    equal(got["moves"][-1]["line"], at + 3)


def test_files_that_are_no_records(folder):
    for text in ["", "\n", "hello\n", "tioli record 3\n", "\0\0\0",
                 "x" * 100000]:
        line, message = fails(folder, text)
        equal(line, 1)
        path, result = replay(folder, text, "--json")
        equal(json.loads(result.out)["error"]["line"], 1)
    has(wrong("replay", folder / "none"), "No such file")
    has(wrong("replay", folder), "directory")
    has(wrong("replay", "/dev/zero"), "longer than")


def test_usage_errors(folder):
    has(usage("replay"), "expected one record, got 0")
    has(usage("replay", "a", "b"), "expected one record, got 2")
    has(usage("replay", "--until", "x", "a"), "--until: expected 1 to")


def test_a_hash_without_the_move_is_no_way_out(folder):
    """an illegal move is found even where its hash can't be checked first"""
    lines = record(folder, "--seed", "12").splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if " take " in line)
    seat, words = lines[at].split(" ", 1)
    other = "2" if seat == "1" else "1"
    lines[at] = f"{other} {words}"
    line, message = fails(folder, "".join(lines))
    equal(line, at + 1)
    has(message, "it is another player's turn")


def test_the_screen_needs_a_terminal(folder):
    text = record(folder, "--seed", "4")
    _, result = replay(folder, text, "--screen")
    equal((result.status, result.out), (1, ""))
    has(result.err, "--screen: this is not a terminal that can show it")
    has(usage("replay", "--screen", "--quiet", "x"),
        "--screen can't be used with another option")
