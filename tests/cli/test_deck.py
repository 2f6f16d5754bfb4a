"""tioli deck: list, check and stats."""

import json

from program import (SLOW, SOURCE, equal, good, good_json, has, run,
                     same_in_every_build, usage, wrong)

STANDARD = SOURCE / "decks" / "standard.deck"


def write(folder, text, name="my.deck"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_list_the_standard_deck(folder):
    text = good("deck", "list")
    has(text, "deck standard: 76 combos, 34 actions, hash ")
    equal(text, good("deck", "list", "standard"))
    equal(text, good("deck", "list", STANDARD))
    combos, actions = text.split("  copies  action")
    for part, count in [(combos, 76), (actions, 34)]:
        copies = [int(line.split()[0]) for line in part.splitlines()
                  if line.startswith("   ")]
        equal(sum(copies), count)


def test_list_as_json(folder):
    got = good_json("deck", "list", "--json")
    equal(got["name"], "standard")
    equal(len(got["hash"]), 16)
    equal(got["cards"], 110)
    equal(sum(card["copies"] for card in got["combos"]), 76)
    equal(sum(card["copies"] for card in got["actions"]), 34)
    texts = [card["text"] for card in got["combos"] + got["actions"]]
    equal(len(texts), len(set(texts)))
    for card in got["combos"]:
        assert card["text"].startswith(f"{card['points']} "), card
    equal(got, good_json("deck", "--json", "list", STANDARD))


def test_list_a_file(folder):
    path = write(folder, "combo 1 L?\naction swap x2\ncombo 2 D3\n"
                         "combo 1 L?  # again\n")
    equal(good_json("deck", "list", "--json", path), {
        "name": "my",
        "hash": good_json("deck", "list", "--json", path)["hash"],
        "cards": 5,
        "combos": [{"points": 1, "text": "1 L?", "copies": 2},
                   {"points": 2, "text": "2 D3", "copies": 1}],
        "actions": [{"text": "swap", "copies": 2}],
    })


def test_check_good_files(folder):
    path = write(folder, "combo 1 L? x3\naction swap\n")
    text = good("deck", "check", path, STANDARD)
    lines = text.splitlines()
    equal(len(lines), 2)
    has(lines[0], f"{path}: good: 3 combos, 1 action, hash ")
    has(lines[1], f"{STANDARD}: good: 76 combos, 34 actions, hash ")
    has(good("deck", "check", "-", text="combo 1 L?\n"),
        "-: good: 1 combo, no actions, hash ")
    has(good("deck", "list", "-", text="combo 1 L? x2\n"),
        "deck stdin: 2 combos, no actions, hash ")


def test_check_bad_files(folder):
    cases = [
        ("combo 3 D3 L4\ncombo x D3\n", "2:7: ", ""),
        ("combo 21 D3\n", "1:7: ", "20"),
        ("combo 1" + " L1" * 9 + "\n", "1:", "8"),
        ("combo 1 L1 x201\n", "1:", "200"),
        ("combo 1 L7\n", "1:", ""),
        ("combo 3 sum D ~ 12\n", "1:15: ", ""),
        ("combo 1 L?\naction dance\n", "2:8: ", ""),
        ("nonsense\n", "1:1: ", ""),
        ("", "1:1: ", ""),
        ("combo 1 sum L < 1\n", "1:15: ", "the least that 1 die shows"),
        ("combo 1 sum 2L < 2\n", "1:16: ", "the least that 2 dice show"),
        ("combo 1 sum 1L > 6\n", "1:16: ", "the most that 1 die shows"),
        (b"combo 1 L?\n\xff\xfe\n", "2:1: ", ""),
        (b"combo 1 L?\n\x00\n", "2:1: ", ""),
    ]
    for text, where, part in cases:
        path = write(folder, text)
        message = wrong("deck", "check", path)
        has(message, f"{path}:{where}")
        has(message, part)
        has(message, "expected")
        equal(len(message.splitlines()), 1)


def test_a_bad_file_does_not_stop_the_others(folder):
    bad = write(folder, "x\n", "bad.deck")
    result = run("deck", "check", bad, STANDARD, folder / "none")
    equal(result.status, 1)
    has(result.out, "standard.deck: good")
    has(result.err, f"{bad}:1:1: ")
    has(result.err, "none: No such file")


def test_a_file_that_never_ends(folder):
    has(wrong("deck", "check", "/dev/zero"), "longer than 1048576 bytes")


def test_usage_errors(folder):
    has(usage("deck"), "say list, check or stats")
    has(usage("deck", "shuffle"), "expected list, check or stats")
    has(usage("deck", "check"), "name at least one file")
    has(usage("deck", "check", "--json", "x"), "--json")
    has(usage("deck", "list", "a", "b"), "one deck at a time")
    has(usage("deck", "stats", "a"), "unexpected 'a'")
    has(usage("deck", "stats", "--bot", "random,normal"),
        "--bot: at most 1 bot can play")
    has(usage("deck", "stats", "--bot", "x"), "there is no bot 'x'")
    has(wrong("deck", "list", folder / "none"), "No such file")


def spearman(pairs):
    def ranks(values):
        return [sum(v < value for v in values) +
                (sum(v == value for v in values) + 1) / 2 for value in values]

    a, b = (ranks([pair[i] for pair in pairs]) for i in range(2))
    middle = (len(pairs) + 1) / 2
    ab = sum((x - middle) * (y - middle) for x, y in zip(a, b))
    aa = sum((x - middle) ** 2 for x in a)
    bb = sum((y - middle) ** 2 for y in b)
    return ab / (aa * bb) ** 0.5


def test_stats_add_up(folder):
    got = good_json("deck", "stats", "--games", "50", "--bot", "random",
                    "--players", "2", "--starts", "1", "--json")
    equal(got["games"], 50)
    # Two players hold four combos each in both rounds of each game.
    equal(sum(card["held"] for card in got["combos"]), 50 * 2 * 2 * 4)
    equal(sum(card["copies"] for card in got["combos"]), 76)
    for card in got["combos"]:
        assert card["completed"] <= card["held"], card
    assert sum(card["completed"] for card in got["combos"]) > 20
    pairs = [(card["points"], 1 - card["completed"] / card["held"])
             for card in got["combos"] if card["held"]]
    assert abs(got["correlation"] - spearman(pairs)) < 1e-5


@same_in_every_build
def test_stats_count_what_records_show(folder):
    """stats agree with the lay-outs in the records of the same games"""
    words = ["--games", "25", "--players", "3", "--seed", "6"]
    got = good_json("deck", "stats", "--bot", "random", "--json", *words)
    good("sim", "--bots", "random", "--records", folder / "r", *words)
    laid = 0
    for path in (folder / "r").iterdir():
        for move in good_json("replay", "--json", path)["moves"]:
            if move["move"].startswith("lay "):
                laid += move["move"].count(":")
    equal(sum(card["completed"] for card in got["combos"]), laid)


@same_in_every_build
def test_points_follow_difficulty(folder):
    """in the standard deck the harder card is worth more, however many play"""
    games, least = (20, 0.7) if SLOW else (100, 0.9)
    for players in range(2, 6):
        got = good_json("deck", "stats", "--games", games, "--json",
                        "--players", players, "--equal-points")
        assert got["correlation"] >= least, (players, got["correlation"])


def test_stats_pool_equal_cards(folder):
    path = write(folder, "combo 1 L?\ncombo 5 D6 D6 D6 D6 D6\ncombo 1 L? x9\n"
                         "combo 5 D6 D6 D6 D6 D6 x9\n")
    got = good_json("deck", "stats", "--deck", path, "--games", "20",
                    "--players", "2", "--bot", "normal", "--json")
    equal([(c["text"], c["copies"]) for c in got["combos"]],
          [("1 L?", 10), ("5 D6 D6 D6 D6 D6", 10)])
    equal(got["correlation"], 1.0)


def test_stats_do_not_depend_on_threads(folder):
    outputs = {good("deck", "stats", "--games", "30", "--bot", "random",
                    "--json", "--threads", threads)
               for threads in ["1", "2", "5"]}
    equal(len(outputs), 1)


def test_stats_for_a_person(folder):
    text = good("deck", "stats", "--games", "5", "--bot", "random")
    has(text, "deck standard, 5 games, 2 players, bot random, seed 1")
    has(text, "rank correlation of points with difficulty")
    has(good("deck", "stats", "--games", "1", "--bot", "random"), ", 1 game, ")
    for line in text.splitlines():
        assert len(line) <= 80, line


def test_stats_of_equal_points(folder):
    """no correlation is told where there is none to tell"""
    path = write(folder, "combo 1 L? x10\ncombo 1 D? x10\n")
    got = good_json("deck", "stats", "--deck", path, "--games", "5",
                    "--bot", "random", "--json")
    equal(got["correlation"], None)
    assert "nan" not in json.dumps(got)
    text = good("deck", "stats", "--deck", path, "--games", "5",
                "--bot", "random")
    has(text, "none")


def test_stats_with_equal_points(folder):
    """the games are played with other points, but the deck's are compared"""
    easy, hard = "*? *?", "D6 L6"
    words = ["--games", "20", "--json"]
    own = write(folder, f"combo 9 {easy} x10\ncombo 0 {hard} x10\n")
    level = write(folder, f"combo 5 {easy} x10\ncombo 5 {hard} x10\n", "level")
    got = good_json("deck", "stats", "--deck", own, "--equal-points", *words)
    equal([card["points"] for card in got["combos"]], [0, 9])
    equal(got["played_points"], 5)  # the average, 4.5, rounded
    equal(got["correlation"], -1.0)
    same = good_json("deck", "stats", "--deck", level, *words)
    assert "played_points" not in same
    for side in got, same:
        side["by text"] = {card["text"].split(" ", 1)[1]:
                           (card["held"], card["completed"])
                           for card in side["combos"]}
    equal(got["by text"], same["by text"])
    text = good("deck", "stats", "--deck", own, "--equal-points",
                "--games", "1")
    has(text, "played with every combo worth 5 points")
