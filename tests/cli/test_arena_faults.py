"""tioli arena with programs: what they are told, and faults as no results."""

import json

from arena_bot import write_bot
from program import equal, good, good_json, has, run
from test_arena import arena, near


def test_a_program_plays(folder):
    bot = write_bot(folder, "none", 0)
    got = arena("--bots", f"random,{bot}", "--games", "12", "--starts", "1")
    equal(got["broken_off"], 0)
    equal(got["tables"][0]["games"], 12)
    has(got["bots"][1]["name"], "bot.py none 0")


def test_answers_are_told_when_all_have_come(folder):
    """nobody learns how others lay or discard before their own answer"""
    bot = write_bot(folder, "none", 0, folder / "log")
    arena("--bots", f"random,{bot}", "--games", "20", "--threads", "1",
          "--bot-uncaged")
    told = set()
    after = 0
    for line in (folder / "log").read_text().splitlines():
        words = line.split()
        if words[0] == "said" and words[1] in ("lay", "keep", "discard"):
            early = {"lay"} if words[1] == "lay" else {"keep", "discard"}
            assert not told & early, (line, told)
        elif words[0] == "saw" and words[2] in ("lay", "keep", "discard"):
            told.add(words[2])
            after += 1
        elif words[0] == "saw":
            told = set()
    assert after > 200, after


def test_faults_are_no_results(folder):
    """a game that is broken off is counted apart"""
    for habit, fault, more in [
            ("die", "died", []), ("bad", "illegal", []),
            ("sleep", "late", ["--bot-clock", "300ms", "--games", "2"])]:
        bot = write_bot(folder, habit, 3)
        words = ["arena", "--bots", f"{bot},random", "--games", "4",
                 "--threads", "1", *more]
        result = run(*words, "--json")
        equal((habit, result.status), (habit, 1))
        got = json.loads(result.out)
        count = got["games"]
        assert count > 0
        equal(got["broken_off"], count)
        faults = got["bots"][0]["faults"]
        equal((habit, faults[fault]), (habit, count))
        equal(sum(faults.values()), count)
        equal(got["bots"][1]["broken_off"], 0)
        table = got["tables"][0]
        equal((table["games"], table["deals"], table["broken_off"]),
              (0, 0, count))
        for side in table["sides"]:
            equal((side["wins"], side["shared"], side["losses"]), (0, 0, 0))
            for key in ["share", "elo", "margin", "score"]:
                equal(side[key], None)
        has(result.err, "game 1: seat 1, cmd:")
        has(result.err, f"{count} of {count} games were abandoned")
        text = run(*words)
        equal(text.status, 1)
        has(text.out, "no result")
        has(text.out, fault)


def test_what_was_played_before_a_fault_counts(folder):
    # It fails after some games, and begins anew.
    bot = write_bot(folder, "die", 100)
    result = run("arena", "--bots", f"{bot},random", "--games", "24",
                 "--starts", "1", "--threads", "1", "--json", "--records",
                 folder / "r")
    equal(result.status, 1)
    got = json.loads(result.out)
    table = got["tables"][0]
    assert 0 < got["broken_off"] < 12, got["broken_off"]
    assert 0 < table["deals_left_out"] <= got["broken_off"]
    equal(table["deals"] + table["deals_left_out"], 12)
    equal(got["bots"][0]["faults"]["died"], got["broken_off"])
    played = {path.stem for path in (folder / "r").iterdir()}
    equal(len(played), 24 - got["broken_off"])
    # Only whole deals count.
    whole = [d for d in range(12) if {f"{2 * d + 1:06}", f"{2 * d + 2:06}"}
             <= played]
    equal(len(whole), table["deals"])
    for side in table["sides"]:
        equal(side["wins"] + side["shared"] + side["losses"],
              2 * table["deals"])


def test_a_program_that_does_not_exist(folder):
    result = run("arena", "--bots", f"random,cmd:{folder}/none,easy",
                 "--games", "4", "--starts", "1", "--json")
    equal(result.status, 1)
    got = json.loads(result.out)
    equal(got["bots"][1]["faults"]["no-start"], 8)
    equal(got["bots"][1]["elo"], None)
    equal(got["bots"][1]["share"], None)
    equal([t["deals"] for t in got["tables"]], [0, 2, 0])
    # The others are compared all the same.
    near(got["bots"][0]["elo"]["value"], -got["bots"][2]["elo"]["value"], 0.01)
    text = run("arena", "--bots", f"random,cmd:{folder}/none,easy",
               "--games", "4", "--starts", "1").out
    has(text, "no result")
    has(text, "no-start")


def test_sim_names_what_a_player_did(folder):
    bot = write_bot(folder, "bad", 3)
    result = run("sim", "--bots", f"random,{bot}", "--games", "4",
                 "--threads", "1")
    equal((result.status, result.out), (1, ""))
    has(result.err, "tioli sim: game 1: seat 2, cmd:")
    has(result.err, "illegal move")
    bot = write_bot(folder, "none", 0)
    got = good_json("sim", "--bots", f"random,{bot}", "--games", "4",
                    "--json", "--starts", "1", "--records", folder / "r")
    equal([s["bot"] for s in got["seats"]], ["random", bot])
    for path in (folder / "r").iterdir():
        good("replay", path)
