"""tioli arena: mirrored deals, honest intervals, the same on any threads."""

import json
import math
import os
import pty
import re
import resource
import signal
import subprocess
import time
import xml.etree.ElementTree as xml

from arena_bot import write_bot
from program import (TIOLI, equal, good, good_json, has, run,
                     same_in_every_build, usage, wrong)

Z = 1.959963984540054


def arena(*words, **more):
    return good_json("arena", "--json", *words, **more)


def near(got, wanted, within=1e-5):
    assert abs(got - wanted) <= within, f"got {got}, wanted {wanted}"


def inside(interval, value):
    assert interval["low"] <= value <= interval["high"], (interval, value)


# ---- Even where it must be ----


@same_in_every_build
def test_a_bot_against_itself_is_even(folder):
    for words in [["--games", "4000"],
                  ["--games", "3000", "--players", "3", "--starts", "1"],
                  ["--games", "2000", "--edition", "schmidt", "--free-hand",
                   "--seed", "2"]]:
        players = 3 if "--players" in words else 2
        got = arena("--bots", ",".join(["random"] * players), *words)
        for side in got["tables"][0]["sides"]:
            near(side["even"], 1 / players)
            inside(side["share"], side["even"])
            inside(side["elo"], 0)
            inside(side["margin"], 0)
            # Wherever it sits. There are many seats to look at, so that each
            # may be further off than one alone.
            for seat in side["by_seat"]:
                share = seat["share"]
                half = (share["high"] - share["low"]) / 2
                near(share["value"], side["even"], 1.5 * half)
        near(sum(s["share"]["value"] for s in got["tables"][0]["sides"]), 1)


def test_without_chance_of_its_own_a_bot_ties_with_itself(folder):
    """a mirrored game of two equals is the same game"""
    bot = write_bot(folder, "none", 0)
    got = arena("--bots", f"{bot},{bot}", "--games", "20", "--starts", "1")
    for side in got["tables"][0]["sides"]:
        equal(side["share"]["value"], 0.5)
        equal(side["margin"]["value"], 0)
        assert 0.2 < side["share"]["low"] < 0.49, side["share"]
    one, two = got["tables"][0]["sides"]
    equal(one["by_seat"], two["by_seat"])
    equal(one["wins"], two["wins"])


def test_names_of_twins(folder):
    got = arena("--bots", "random,easy,random", "--games", "2")
    equal([bot["name"] for bot in got["bots"]],
          ["random#1", "easy", "random#2"])
    equal([bot["bot"] for bot in got["bots"]], ["random", "easy", "random"])


# ---- The same for any number of threads ----

VARIANTS = [
    ["--bots", "normal,random", "--games", "20", "--starts", "1"],
    ["--bots", "random,random", "--games", "60"],
    ["--bots", "random,random,random", "--games", "40", "--seed", "8"],
    ["--bots", "random,normal", "--players", "4", "--starts", "1",
     "--games", "8", "--free-hand"],
    ["--bots", "random,random", "--sprt", "0,60", "--games", "4000",
     "--starts", "1"],
]


@same_in_every_build
def test_threads_change_nothing(folder):
    for number, variant in enumerate(VARIANTS):
        outputs = set()
        records = []
        texts = set()
        for threads in ["1", "2", "7"]:
            where = folder / f"{number}-{threads}"
            outputs.add(good("arena", *variant, "--json", "--threads", threads,
                             "--records", where))
            records.append({path.name: path.read_bytes()
                            for path in where.iterdir()})
            texts.add(re.sub(r"\n[^\n]* games/s on .*", "", good(
                "arena", *variant, "--threads", threads)))
        equal((variant, len(outputs)), (variant, 1))
        equal(len(texts), 1)
        equal(len(records[0]), json.loads(outputs.pop())["games"])
        assert len(records[0]) >= 8
        equal(records[0], records[1])
        equal(records[0], records[2])


def test_the_seed_decides(folder):
    words = ["--bots", "random,random", "--games", "40", "--json"]
    outputs = {good("arena", *words, "--seed", str(seed))
               for seed in [0, 1, 2, 2**64 - 1]}
    equal(len(outputs), 4)
    equal(good("arena", *words), good("arena", *words, "--seed", "1"))


# ---- Mirrored deals ----


def read_games(where):
    """Names by seat, lines of the moves, and totals, by game."""
    games = []
    for path in sorted(where.iterdir()):
        told = good_json("replay", "--json", path)
        games.append({
            "names": told["head"]["names"],
            "moves": [m["move"] for m in told["moves"]],
            "rounds": [m["round"] for m in told["moves"]],
            "totals": [p["total"] for p in told["scores"]],
            "winners": [w - 1 for w in told["result"]["winners"]],
        })
    return games


def beginnings(game):
    """The chance moves up to the big roll, by round."""
    found = {}
    for number, move in zip(game["rounds"], game["moves"]):
        begun = found.setdefault(number, [])
        if (move.startswith(("start", "deal", "roll"))
                and not any(m.startswith("roll") for m in begun)):
            begun.append(move)
    return [tuple(found[number]) for number in sorted(found)]


@same_in_every_build
def test_mirrored_deals_have_the_same_cards_and_dice(folder):
    for players, bots in [(2, "normal,random"), (4, "normal,random")]:
        where = folder / str(players)
        arena("--bots", bots, "--players", players, "--games", 3 * players,
              "--records", where, "--seed", "5")
        games = read_games(where)
        equal(len(games), 3 * players)
        seen = set()
        for deal in range(3):
            mirrored = games[deal * players:(deal + 1) * players]
            begins = [beginnings(g)[0] for g in mirrored]
            # who starts, the first cards of all the seats, the first roll
            equal(len(begins[0]), 2 + players)
            equal(len(set(begins)), 1)
            seen.add(begins[0])
            # Later rounds begin with the same roll, whatever was done before.
            rolls = [[begun[-1] for begun in beginnings(g)] for g in mirrored]
            equal(len(set(rolls[0])), 6 if players == 2 else 8)
            assert all(r.startswith("roll ") for r in rolls[0]), rolls
            for other in rolls[1:]:
                equal(other, rolls[0])
            # Everybody sits everywhere once.
            for seat in range(players):
                names = [g["names"][seat] for g in mirrored]
                equal(sum(n.startswith("normal ") for n in names), 1)
                assert all(n.endswith(f" {seat + 1}") for n in names), names
            # And the games are not one and the same.
            assert len({tuple(g["moves"]) for g in mirrored}) == players
        equal(len(seen), 3)


def test_players_have_chance_of_their_own(folder):
    """a bot that tosses coins tosses others in each game and seat"""
    arena("--bots", "random,random", "--games", "8", "--records", folder / "r")
    games = read_games(folder / "r")
    # As long as the dice are the same, the first who takes or passes knows
    # nothing but the roll.
    split = 0
    for one, two in zip(games[::2], games[1::2]):
        equal(beginnings(one)[0], beginnings(two)[0])
        split += one["moves"] == two["moves"]
    equal(split, 0)


# ---- The arithmetic, from the records alone ----


def bot_of(name):
    return name.rsplit(" ", 1)[0]


def share_interval(values):
    n = len(values) + Z * Z
    middle = (sum(values) + Z * Z / 2) / n
    spread = sum((v - middle) ** 2 for v in values)
    spread += Z * Z / 2 * (middle ** 2 + (1 - middle) ** 2)
    half = Z * math.sqrt(spread / n / n)
    mean = sum(values) / len(values)
    return mean, max(0, middle - half), min(1, middle + half)


def mean_interval(values):
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values)
                          / (len(values) - 1))
    half = Z * deviation / math.sqrt(len(values))
    return mean, mean - half, mean + half


def elo(share, even):
    return 400 * math.log10(share / (1 - share) * (1 - even) / even)


def check_interval(got, wanted, within=2e-6):
    for key, value in zip(["value", "low", "high"], wanted):
        near(got[key], value, within)


def shares(games, name, players):
    """The share of wins of a bot's seats, for each deal."""
    for at in range(0, len(games), players):
        yield sum(1 / len(g["winners"]) for g in games[at:at + players]
                  for w in g["winners"] if bot_of(g["names"][w]) == name
                  ) / players


def check_side(side, games, players):
    name = side["name"]
    seats = side["seats"]
    whole = share_interval(list(shares(games, name, players)))
    check_interval(side["share"], [v / seats for v in whole])
    check_interval(side["elo"], [elo(v, seats / players) for v in whole],
                   1e-3)
    margins = []
    for at in range(0, len(games), players):
        each = []
        for g in games[at:at + players]:
            mine = [t for n, t in zip(g["names"], g["totals"])
                    if bot_of(n) == name]
            rest = [t for n, t in zip(g["names"], g["totals"])
                    if bot_of(n) != name]
            equal(len(mine), seats)
            each.append(sum(mine) / len(mine) - sum(rest) / len(rest))
        margins.append(sum(each) / players)
    check_interval(side["margin"], mean_interval(margins), 1e-4)
    mine = [{bot_of(g["names"][w]) == name for w in g["winners"]}
            for g in games]
    equal(side["wins"], sum(m == {True} for m in mine))
    equal(side["shared"], sum(m == {True, False} for m in mine))
    equal(side["losses"], sum(m == {False} for m in mine))
    totals = [t for g in games for n, t in zip(g["names"], g["totals"])
              if bot_of(n) == name]
    near(side["score"], sum(totals) / len(totals), 1e-4)


def check_seats(side, games, players):
    """By seat, and by who started."""
    for seat in range(players):
        values = []
        for at in range(0, len(games), players):
            values.append(sum(
                (seat in g["winners"]) / len(g["winners"])
                for g in games[at:at + players]
                if bot_of(g["names"][seat]) == side["name"]) / side["seats"])
        check_interval(side["by_seat"][seat]["share"], share_interval(values))
    starting, waiting = [], []
    for at in range(0, len(games), players):
        sums = {True: 0, False: 0}
        for g in games[at:at + players]:
            first = int(g["moves"][0].split()[1]) - 1
            for w in g["winners"]:
                if bot_of(g["names"][w]) == side["name"]:
                    sums[w == first] += 1 / len(g["winners"])
        starting.append(sums[True] / side["seats"])
        waiting.append(sums[False] / side["seats"] / (players - 1))
    check_interval(side["starting"], share_interval(starting))
    check_interval(side["not_starting"], share_interval(waiting))


@same_in_every_build
def test_figures_are_those_of_the_records(folder):
    for number, (players, bots) in enumerate(
            [(2, "random,random"), (3, "random,random,random"),
             (4, "random,random")]):
        where = folder / str(number)
        got = arena("--bots", bots, "--players", players, "--games", "60",
                    "--starts", "1", "--seed", "3", "--records", where)
        games = read_games(where)
        table = got["tables"][0]
        equal((got["games"], table["games"], table["deals"]),
              (60, 60, 60 // players))
        equal(sum(side["seats"] for side in table["sides"]), players)
        for side in table["sides"]:
            check_side(side, games, players)
            check_seats(side, games, players)
    assert any(len(g["winners"]) > 1 for g in games), "no tie to count"


def test_games_are_rounded_up_to_whole_deals(folder):
    for players, asked, played in [(2, 1, 2), (2, 5, 6), (4, 5, 8), (3, 6, 6)]:
        got = arena("--bots", "random,random", "--players", players,
                    "--games", asked, "--starts", "1")
        equal((got["games"], got["games_asked"]), (played, played))


@same_in_every_build
def test_a_clear_result(folder):
    got = arena("--bots", "normal,random", "--games", "100", "--starts", "1")
    best, worst = got["tables"][0]["sides"]
    assert best["share"]["low"] > 0.8 and worst["share"]["high"] < 0.2, best
    assert best["elo"]["low"] > 200, best
    # Where all is won, Elo ends where one shared win less would put it.
    got = arena("--bots", "normal,random", "--games", "6")
    side = got["tables"][0]["sides"][0]
    equal(side["wins"], 6)
    near(side["elo"]["value"], elo(1 - 1 / 12, 0.5), 1e-3)
    near(side["elo"]["high"], side["elo"]["value"])
    assert side["share"]["low"] < 0.9
    has(good("arena", "--bots", "normal,random", "--games", "6"), "above")


@same_in_every_build
def test_one_among_three(folder):
    """a short list is filled up with its last bot"""
    got = arena("--bots", "normal,random", "--players", "4", "--games", "40",
                "--starts", "1")
    normal, random = got["tables"][0]["sides"]
    equal((normal["seats"], random["seats"]), (1, 3))
    equal((normal["even"], random["even"]), (0.25, 0.25))
    assert normal["share"]["low"] > 0.5, normal["share"]
    near(normal["share"]["value"] + 3 * random["share"]["value"], 1, 1e-5)
    near(normal["elo"]["value"], -random["elo"]["value"], 1e-2)
    equal(normal["wins"], random["losses"])
    text = good("arena", "--bots", "normal,random", "--players", "4",
                "--games", "8", "--starts", "1")
    has(text, "random x3")
    has(text, "25 would be even")


# ---- Round robin ----


def fit(names, results):
    """Bradley and Terry by plain gradient steps, as a check."""
    strength = {n: 0.0 for n in names}
    for _ in range(3000):
        step = {n: 0.0 for n in names}
        for (a, b), share in results.items():
            expected = 1 / (1 + math.exp(strength[b] - strength[a]))
            step[a] += share - expected
            step[b] -= share - expected
        for n in names:
            strength[n] += step[n] / len(names)
    mean = sum(strength.values()) / len(names)
    return {n: (s - mean) * 400 / math.log(10) for n, s in strength.items()}


@same_in_every_build
def test_round_robin(folder):
    got = arena("--bots", "random,random,random,random", "--games", "30",
                "--starts", "1", "--records", folder / "r")
    names = [bot["name"] for bot in got["bots"]]
    equal(names, ["random#1", "random#2", "random#3", "random#4"])
    pairs = [tuple(s["name"] for s in t["sides"]) for t in got["tables"]]
    equal(pairs, [(a, b) for i, a in enumerate(names) for b in names[i + 1:]])
    equal(got["games"], 6 * 30)
    games = read_games(folder / "r")
    equal(len(games), 180)
    results = {}
    for pair, table in zip(pairs, got["tables"]):
        mine = [g for g in games
                if {bot_of(n) for n in g["names"]} == set(pair)]
        equal((table["games"], len(mine)), (30, 30))
        for side in table["sides"]:
            check_side(side, mine, 2)
        results[pair] = table["sides"][0]["share"]["value"]
    wanted = fit(names, {pair: (15 * share + Z * Z / 2) / (15 + Z * Z)
                         for pair, share in results.items()})
    for bot in got["bots"]:
        near(bot["elo"]["value"], wanted[bot["name"]], 0.01)
        assert bot["elo"]["low"] < bot["elo"]["value"] < bot["elo"]["high"]
        mean = [r if p[0] == bot["name"] else 1 - r
                for p, r in results.items() if bot["name"] in p]
        near(bot["share"], sum(mean) / 3)
    near(sum(bot["elo"]["value"] for bot in got["bots"]), 0, 0.01)


@same_in_every_build
def test_all_pairs_play_the_same_deals(folder):
    arena("--bots", "random,random,normal", "--games", "4", "--records",
          folder / "r")
    begins = [beginnings(g)[0] for g in read_games(folder / "r")]
    equal(len(begins), 12)
    equal([len(set(begins[:6])), len(set(begins[6:]))], [1, 1])
    assert begins[0] != begins[6]


# ---- The sequential test ----


def ratio(values, elo0, elo1):
    n = len(values)
    share0, share1 = (1 / (1 + 10 ** (-e / 400)) for e in (elo0, elo1))
    added = n + Z * Z
    middle = (sum(values) + Z * Z / 2) / added
    variance = (sum((v - middle) ** 2 for v in values) + Z * Z / 2 * (
        middle ** 2 + (1 - middle) ** 2)) / added
    mean = sum(values) / n
    return n * (share1 - share0) * (2 * mean - share0 - share1) / 2 / variance


@same_in_every_build
def test_sprt_stops_where_it_must(folder):
    bound = math.log(0.95 / 0.05)
    for number, (sprt, decided) in enumerate(
            [("0,150", "elo0"), ("-150,0.5", "elo1"), ("-90,-20", "elo1")]):
        where = folder / str(number)
        got = arena("--bots", "random,random", "--starts", "1", "--games",
                    "2000", "--seed", "4", "--sprt", sprt, "--records", where)
        equal(got["sprt"]["decided"], decided)
        assert got["games"] < 1500, got["games"]
        near(got["sprt"]["bound"], bound)
        values = list(shares(read_games(where), "random#1", 2))
        equal(len(values), got["games"] / 2)
        elo0, elo1 = (float(e) for e in sprt.split(","))
        last = ratio(values, elo0, elo1)
        near(got["sprt"]["ratio"], last, 1e-4)
        assert abs(last) >= bound
        # Not a deal too late.
        assert all(abs(ratio(values[:i], elo0, elo1)) < bound
                   for i in range(1, len(values)))
        text = good("arena", "--bots", "random,random", "--starts", "1",
                    "--games", "2000", "--seed", "4", "--sprt", sprt)
        has(text, f"decided for {elo0 if decided == 'elo0' else elo1:g} "
            f"after {got['games']} games")


def test_sprt_may_stay_open(folder):
    got = arena("--bots", "random,random", "--games", "10", "--sprt", "0,5")
    equal((got["games"], got["sprt"]["decided"]), (10, None))
    assert abs(got["sprt"]["ratio"]) < got["sprt"]["bound"]
    equal(arena("--bots", "random,random", "--games", "2")["sprt"], None)
    has(good("arena", "--bots", "random,random", "--games", "10", "--sprt",
             "0,5"), "not decided after 10 games")


# ---- Options ----


def test_bad_options(folder):
    two = ["--bots", "random,random"]
    has(usage("arena"), "--bots: say who plays")
    has(usage("arena", "--bots", "random"), "name at least two")
    has(usage("arena", "--bots", "random,nobody"), "there is no bot 'nobody'")
    has(usage("arena", "--bots", "random,"), "a name is missing")
    has(usage("arena", "--bots", ",".join(["random"] * 11)),
        "--bots: at most 10 bots can play")
    has(usage("arena", "--bots", "random,random,random,random", "--players",
              "3"), "--bots: expected at most 3 for 3 players, got 4")
    has(usage("arena", "--bots", "random:effort=5,random"), "does not search")
    for text in ["", "0", "20,0", "0,0", "0,x", "0,20,30", "0,1001", "--1,5",
                 "1e3,5", " 0,20", "0x1,20", "nan,20", "0,1.2.3", ",20"]:
        has(usage("arena", *two, "--sprt", text),
            "--sprt: expected two Elo numbers")
    has(usage("arena", "--bots", "random,random,random", "--sprt", "0,20"),
        "--sprt: works only with two bots and two players")
    has(usage("arena", *two, "--players", "3", "--sprt", "0,20"),
        "--sprt: works only with two bots")
    has(usage("arena", *two, "--games", "0"),
        "--games: expected 1 to 10000000")
    has(usage("arena", "--bots", "random,easy,normal", "--games", "9000000"),
        "--games: at most 10000000 in all, and these would be 27000000")
    has(usage("arena", *two, "--threads", "65"), "--threads: expected 1 to 64")
    has(usage("arena", *two, "--force"), "--force works only with --records")
    has(usage("arena", *two, "--plot", ""), "--plot: the file's name is empty")
    has(usage("arena", *two, "more"), "unexpected 'more'")
    for text in ["", "200", "5x", "0ms", "-1s", "1.5", "3601s", "1.2345s"]:
        has(usage("arena", *two, "--think", text), "--think: expected a time")
    has(usage("arena", *two, "--effort", "0"), "--effort: expected 1 to")
    has(usage("arena", *two, "--effort", "5", "--think", "5ms"),
        "--effort and --think can't be used together")
    has(wrong("arena", *two, "--plot", folder / "a" / "b"), "No such file")
    has(wrong("arena", *two, "--records", folder / "a" / "b"), "No such file")


@same_in_every_build
def test_budgets(folder):
    """options are for bots that search and have no budget of their own"""
    got = arena("--bots", "normal,hard,hard:effort=7,hard:think=3ms",
                "--games", "2", "--starts", "1", "--effort", "20")
    equal([(b["effort"], b["think_ms"]) for b in got["bots"]],
          [(0, 0), (20, 0), (7, 0), (0, 3)])
    got = arena("--bots", "hard:effort=9,hard", "--games", "2", "--starts",
                "1", "--think", "2ms")
    equal([(b["effort"], b["think_ms"]) for b in got["bots"]],
          [(9, 0), (0, 2)])
    good("sim", "--bots", "hard", "--effort", "20", "--games", "1", "--starts",
         "1")


# ---- Output ----


def test_tables_for_a_person(folder):
    bot = f"cmd:{TIOLI} bot --level random --a-very-long-name-of-an-option"
    for words in [["--bots", "normal,random"],
                  ["--bots", "normal,random", "--players", "5", "--starts",
                   "1"],
                  ["--bots", ",".join(["random"] * 10), "--starts", "1"],
                  ["--bots", "random,random", "--sprt", "0,20", "--games",
                   "20"],
                  ["--bots", f"{bot},random", "--games", "2"]]:
        result = run("arena", "--games", "10", *words)
        for line in result.out.splitlines():
            assert len(line) <= 80, line
        has(result.out, "seed 1")
        has(result.out, "games/s on ")
        has(result.out, "95% interval")
        assert "nan" not in result.out and "inf" not in result.out, result


@same_in_every_build
def test_programs_are_told_apart(folder):
    one, two = [f"cmd:{TIOLI} bot --level {level} --seed {folder}/7"
                for level in ["random", "easy"]]
    short = f"cmd:{TIOLI} bot"
    words = ["--games", "2", "--starts", "1", "--json", "--bot-memory", "0"]
    for bots, names in [
            ([one, two], ["tioli bot --level random --seed 7#1",
                          "tioli bot --level easy --seed 7#2"]),
            ([f"cmd:a/b/python3 '{folder}/my bot.py'", "cmd:python3 c/two.py"],
             ["python3 my bot.py", "python3 two.py"]),
            ([one, short, "random"],
             ["tioli bot --level random --seed 7", "tioli bot", "random"]),
            (["cmd:/"] * 2, ["/#1", "/#2"])]:
        got = json.loads(run("arena", "--bots", ",".join(bots), *words).out)
        equal([bot["name"] for bot in got["bots"]], names)
    for more in [["random"], []]:
        text = run("arena", "--bots", ",".join([one, two] + more), "--games",
                   "2", "--starts", "1", "--bot-memory", "0").out
        for number in "12":
            assert re.search(rf"tioli bot ?\S*~#{number} ", text), text
    text = run("arena", "--bots", f"{one},{two}", "--games", "3", "--players",
               "3", "--starts", "1", "--bot-memory", "0").out
    has(text, "~#2 x2 ")


def test_one_deal(folder):
    has(good("arena", "--bots", "random,random,easy", "--games", "2"),
        "each pair 2 games: 1 deal, each played twice")
    has(good("arena", "--bots", "random,random,easy", "--games", "4"),
        "each pair 4 games: 2 deals, each played twice")


def test_the_json_says_all(folder):
    got = arena("--bots", "random,easy", "--games", "4", "--seed", "9",
                "--edition", "schmidt", "--cast", "off")
    equal(list(got), ["players", "edition", "free_hand", "cast", "deck",
                      "seed", "games", "games_asked", "interrupted",
                      "broken_off", "sprt", "bots", "tables"])
    equal((got["players"], got["edition"], got["free_hand"], got["cast"],
           got["seed"]), (2, "schmidt", False, "off", 9))
    equal(list(got["bots"][0]), ["name", "bot", "effort", "think_ms",
                                 "faults", "broken_off"])
    equal(list(got["bots"][0]["faults"]),
          ["no-start", "start-late", "late", "long-line", "garbage",
           "illegal", "closed", "died"])
    equal(list(got["tables"][0]),
          ["deals", "games", "broken_off", "deals_left_out", "sides"])
    equal(list(got["tables"][0]["sides"][0]),
          ["name", "seats", "wins", "shared", "losses", "share", "even", "elo",
           "score", "margin", "by_seat", "starting", "not_starting"])
    text = json.dumps(got)
    assert "second" not in text and "thread" not in text, text


SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture(folder):
    evil = "cmd:./<b>&\"x\" '\u00e9\u202e' ]]>"
    for bots, more, names in [
            ("random,easy,normal", [], ["random", "easy", "normal"]),
            ("random,random", [], ["random#1", "random#2"]),
            ("easy,random", ["--players", "4"], ["easy", "random"]),
            (f"random,{evil}", [], ["random", "<b>&x \u00e9\\xe2\\x80\\xae ]]>"
                                    ])]:
        path = folder / "plot.svg"
        path.write_text("something longer that was there before" * 1000)
        run("arena", "--bots", bots, "--games", "8", "--starts", "1",
            "--plot", path, *more)
        root = xml.parse(path).getroot()
        equal((root.tag, root.get("width")), (SVG + "svg", "640"))
        equal({t.text for t in root.iter(SVG + "title")}, set(names))
        dots = list(root.iter(SVG + "circle"))
        equal(len(dots), 0 if bots.endswith(evil) else len(names))
        for dot in dots:
            assert 180 < float(dot.get("cx")) < 570, dot.get("cx")
        text = path.read_text("utf-8")
        has(text, "prefers-color-scheme:dark")
        assert "nan" not in text and "inf<" not in text


def test_the_picture_shows_what_was_found(folder):
    path = folder / "plot.svg"
    got = arena("--bots", "random,normal", "--games", "18", "--starts", "1",
                "--plot", path, "--players", "3")
    text = path.read_text()
    for side in got["tables"][0]["sides"]:
        has(text, f">{100 * side['share']['value']:.1f} %<")
    root = xml.parse(path).getroot()
    dots = [(float(dot.get("cx")), float(dot.get("cy")))
            for dot in root.iter(SVG + "circle")]
    bars = [[float(line.get(key)) for key in ("x1", "x2", "y1", "y2")]
            for line in root.iter(SVG + "line") if line.get("class") == "bar"]
    # The better one stands above, and its dot is further right.
    assert dots[0][0] > dots[1][0] and dots[0][1] < dots[1][1], dots
    for (x, y), (left, right, one, two) in zip(dots, bars):
        assert left <= x <= right and y == one == two, (dots, bars)
    # As far apart as the figures are.
    random, normal = (side["share"] for side in got["tables"][0]["sides"])
    near((bars[0][1] - bars[0][0]) / (dots[0][0] - dots[1][0]),
         (normal["high"] - normal["low"])
         / (normal["value"] - random["value"]), 0.01)


def test_a_picture_that_can_not_be_written(folder):
    words = ["arena", "--bots", "random,random", "--games", "2", "--starts",
             "1", "--plot", "/dev/full"]
    result = run(*words)
    equal(result.status, 1)
    has(result.err, "/dev/full: No space left on device")


def small_files_only():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def test_records(folder):
    words = ["--bots", "random,normal", "--games", "4", "--starts", "1"]
    arena(*words, "--records", folder / "r")
    names = []
    for path in sorted((folder / "r").iterdir()):
        good("replay", path)
        names.append(good_json("replay", "--json", path)["head"]["names"])
    equal(names, [["random 1", "normal 2"], ["normal 1", "random 2"]] * 2)
    has(wrong("arena", *words, "--records", folder / "r"),
        "there are records in it already")
    arena(*words, "--records", folder / "r", "--force", "--seed", "2")
    result = run("arena", *words, "--records", folder / "s",
                 preexec_fn=small_files_only)
    equal((result.status, result.out), (1, ""))
    has(result.err, "File too large")
    equal(list((folder / "s").iterdir()), [])


# ---- Ending early ----


def long_run(*words, **more):
    return subprocess.Popen(
        [TIOLI, "arena", "--bots", "random,random", "--games", "10000000",
         "--json", "--seed", "3", "--starts", "1", *map(str, words)],
        stdout=subprocess.PIPE, **more)


def test_an_interruption_sums_up_the_deals_done(folder):
    child = long_run("--records", folder / "r", stderr=subprocess.PIPE)
    while child.poll() is None and not (
            (folder / "r").exists() and len(os.listdir(folder / "r")) > 50):
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    equal(child.returncode, 1)
    got = json.loads(out)
    equal((got["interrupted"], got["games_asked"]), (True, 10000000))
    assert 0 < got["games"] < 10000000
    has(err.decode(), f"interrupted after {got['games']} of 10000000 games")
    equal(len(list((folder / "r").iterdir())), got["games"])
    again = arena("--bots", "random,random", "--games", got["games"], "--seed",
                  "3", "--starts", "1")
    equal(again["tables"], got["tables"])


def test_an_interruption_does_not_wait_for_a_game(folder):
    """the games under way are given up"""
    log = folder / "log"
    bot = write_bot(folder, "slow", 1, log)
    child = subprocess.Popen(
        [TIOLI, "arena", "--bots", f"{bot},random", "--json", "--threads",
         "2", "--bot-uncaged"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while child.poll() is None and not (
            log.exists() and "said" in log.read_text()):
        time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    got = json.loads(out)
    equal((got["interrupted"], got["games"], got["broken_off"]), (True, 0, 0))


def test_progress_tells_the_result_so_far(folder):
    ours, theirs = pty.openpty()
    child = long_run(stderr=theirs)
    os.close(theirs)
    seen = b""
    while not re.search(rb"games \[#*\.*\] \d+/10000000.*  random#1 +\d+\.\d% "
                        rb"\(\d+\.\d to \d+\.\d\)", seen):
        seen += os.read(ours, 1000)
    child.send_signal(signal.SIGINT)
    json.loads(child.communicate(timeout=30)[0])
    os.close(ours)
    for line in re.sub(rb"\x1b\[K", b"", seen).split(b"\r"):
        assert len(line) < 80, line
