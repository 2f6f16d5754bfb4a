"""tioli sim: the same games for the same seed, honest sums, records."""

import json
import os
import pty
import re
import resource
import signal
import subprocess
import time

from program import (SOURCE, TIOLI, equal, good, good_json, has, run,
                     same_in_every_build, usage, wrong)

VARIANTS = [
    ["--players", "2"],
    ["--players", "3", "--edition", "schmidt"],
    ["--players", "4", "--free-hand"],
    ["--players", "5", "--edition", "schmidt", "--free-hand"],
    ["--players", "2", "--starts", "1", "--first", "2", "--cast", "off",
     "--piles-down"],
    ["--players", "3", "--cast", "aim", "--bots", "normal,random"],
]


def sim(*words, **more):
    return good("sim", "--bots", "random", *words, **more)


@same_in_every_build
def test_threads_change_nothing(folder):
    for number, variant in enumerate(VARIANTS):
        outputs = set()
        records = []
        for threads in ["1", "2", "7"]:
            where = folder / f"{number}-{threads}"
            outputs.add(sim("--games", "40", "--seed", "77", "--json",
                            "--threads", threads, "--records", where,
                            *variant))
            records.append({path.name: path.read_bytes()
                            for path in where.iterdir()})
        equal(len(outputs), 1)
        equal(len(records[0]), 40)
        equal(records[0], records[1])
        equal(records[0], records[2])


def test_the_seed_decides(folder):
    outputs = {sim("--games", "50", "--json", "--seed", str(seed))
               for seed in [0, 1, 2, 2**63, 2**64 - 1]}
    equal(len(outputs), 5)
    equal(sim("--games", "50", "--json"),
          sim("--games", "50", "--json", "--seed", "1"))


def test_more_games_begin_with_the_same(folder):
    for games in ["3", "6"]:
        sim("--games", games, "--seed", "5", "--records", folder / games)
    for name in ["000001.tioli", "000002.tioli", "000003.tioli"]:
        equal((folder / "3" / name).read_bytes(),
              (folder / "6" / name).read_bytes())


def test_every_game_has_its_own_dice(folder):
    sim("--games", "20", "--records", folder)
    rolls = [line for path in folder.iterdir()
             for line in path.read_text().splitlines()
             if line.startswith(("roll ", "deal "))]
    assert len(rolls) > 300 and len(set(rolls)) > 0.9 * len(rolls)


def record_results(where):
    """What the records themselves say, by the replay's JSON."""
    for path in sorted(where.iterdir()):
        game = good_json("replay", "--json", path)
        yield game["scores"], game["result"]["winners"], game["moves"]


@same_in_every_build
def test_sums_are_those_of_the_records(folder):
    got = json.loads(sim("--games", "60", "--players", "3", "--starts", "1",
                         "--seed", "9", "--json", "--records", folder / "r"))
    games = list(record_results(folder / "r"))
    equal(got["games"], 60)
    for seat in range(3):
        totals = [scores[seat]["total"] for scores, _, _ in games]
        points = [scores[seat]["points"] for scores, _, _ in games]
        mean = sum(totals) / 60
        deviation = (sum((t - mean) ** 2 for t in totals) / 59) ** 0.5
        side = got["seats"][seat]
        equal(side["seat"], seat + 1)
        equal(side["wins"], sum(w == [seat + 1] for _, w, _ in games))
        equal(side["shared"],
              sum(len(w) > 1 and seat + 1 in w for _, w, _ in games))
        share = sum(1 / len(w) for _, w, _ in games if seat + 1 in w) / 60
        assert abs(side["win_share"] - share) < 1e-6
        assert abs(side["score"]["mean"] - mean) < 1e-4
        assert abs(side["score"]["sd"] - deviation) < 1e-3
        equal(side["score"]["min"], min(totals))
        equal(side["score"]["max"], max(totals))
        assert abs(side["points"]["mean"] - sum(points) / 60) < 1e-4
    moves = [len(m) for _, _, m in games]
    equal(got["moves"]["min"], min(moves))
    equal(got["moves"]["max"], max(moves))
    decisions = [sum(m["seat"] is not None for m in each)
                 for _, _, each in games]
    assert abs(got["decisions"]["mean"] - sum(decisions) / 60) < 1e-4
    equal(got["rounds"]["mean"], 3)
    assert any(len(w) > 1 for _, w, _ in games), "no tie to count"


def test_bots_are_added_up(folder):
    got = good_json("sim", "--games", "30", "--players", "3", "--json",
                    "--bots", "random,normal", "--starts", "1")
    equal([s["bot"] for s in got["seats"]], ["random", "normal", "random"])
    equal([(b["bot"], b["seats"]) for b in got["bots"]],
          [("random", 2), ("normal", 1)])
    equal(got["bots"][0]["wins"],
          got["seats"][0]["wins"] + got["seats"][2]["wins"])
    assert "seconds" not in json.dumps(got) and "speed" not in got


@same_in_every_build
def test_normal_beats_random(folder):
    got = good_json("sim", "--games", "60", "--json", "--bots",
                    "normal,random", "--starts", "1")
    assert got["seats"][0]["win_share"] > 0.8, got["seats"]


def test_the_table_for_a_person(folder):
    text = sim("--games", "10", "--players", "2")
    has(text, "10 games, 2 players, gamewright, deck standard, seed 1")
    has(text, "games/s on ")
    has(text, "win %")
    for line in text.splitlines():
        assert len(line) <= 80, line


def test_records_are_never_lost(folder):
    """records that are there already are kept unless told otherwise"""
    where = folder / "records"
    sim("--games", "2", "--records", where)
    before = (where / "000001.tioli").read_bytes()
    result = run("sim", "--games", "2", "--bots", "random", "--seed", "2",
                 "--records", where)
    equal(result.status, 1)
    has(result.err, "there are records in it already")
    equal((where / "000001.tioli").read_bytes(), before)
    (where / "mine.tioli").write_text("")
    sim("--games", "1", "--seed", "2", "--records", where, "--force")
    assert (where / "000001.tioli").read_bytes() != before
    equal(sorted(p.name for p in where.iterdir()),
          ["000001.tioli", "mine.tioli"])
    has(usage("sim", "--force"), "--force works only with --records")


def test_a_folder_with_other_files_is_fine(folder):
    (folder / "notes.txt").write_text("mine")
    sim("--games", "1", "--records", folder)
    equal(sorted(p.name for p in folder.iterdir()),
          ["000001.tioli", "notes.txt"])


def test_records_that_can_not_be_written(folder):
    has(wrong("sim", "--records", folder / "a" / "b"), "No such file")
    (folder / "file").write_text("")
    has(wrong("sim", "--records", folder / "file"), "Not a directory")
    has(wrong("sim", "--records", ""), "the folder's name is empty")


def small_files_only():
    """For a child: writing more than 100 bytes to a file is an error."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def test_a_cut_record_is_removed(folder):
    for words in [[], ["--force"]]:
        result = run("sim", "--games", "1", "--bots", "random", "--records",
                     folder, *words, preexec_fn=small_files_only)
        equal((result.status, result.out), (1, ""))
        equal(result.err, f"tioli sim: game 1: {folder}/000001.tioli: "
              "File too large\n")
        equal(list(folder.iterdir()), [])


def test_a_record_that_is_in_the_way_is_named(folder):
    (folder / "000002.tioli").mkdir()
    result = run("sim", "--games", "2", "--bots", "random", "--threads", "1",
                 "--records", folder, "--force")
    equal(result.status, 1)
    has(result.err, f"tioli sim: {folder}/000002.tioli: ")
    assert (folder / "000002.tioli").is_dir()


def test_links_are_replaced_and_not_followed(folder):
    """--force writes nothing outside the folder"""
    (folder / "precious").write_text("mine")
    where = folder / "records"
    where.mkdir()
    (where / "000001.tioli").symlink_to(folder / "precious")
    (where / "000002.tioli").symlink_to(folder / "missing")
    os.link(folder / "precious", where / "000003.tioli")
    sim("--games", "3", "--records", where, "--force")
    equal((folder / "precious").read_text(), "mine")
    equal(sorted(p.name for p in folder.iterdir()), ["precious", "records"])
    for path in where.iterdir():
        assert not path.is_symlink(), path
        good("replay", path)


def test_another_deck(folder):
    deck = folder / "my own.deck"
    deck.write_text("combo 1 L? x30\ncombo 2 D? D? x30\naction swap x10\n")
    got = json.loads(sim("--games", "5", "--json", "--deck", deck,
                         "--records", folder / "r"))
    equal(got["deck"]["name"], "my-own")
    good("replay", folder / "r" / "000001.tioli")
    standard = json.loads(sim("--games", "1", "--json", "--deck",
                              SOURCE / "decks" / "standard.deck"))
    equal(standard["deck"],
          json.loads(sim("--games", "1", "--json"))["deck"])
    deck.write_text("combo 1 L?\n combo 2 X?\n")
    has(wrong("sim", "--deck", deck), f"{deck}:2:10: ")
    has(wrong("sim", "--deck", folder / "none"), "No such file")
    has(wrong("sim", "--deck", folder), "directory")


def long_run(**more):
    return subprocess.Popen(
        [TIOLI, "sim", "--games", "1000000000", "--bots", "random", "--json",
         "--seed", "3", "--starts", "1"], stdout=subprocess.PIPE, **more)


def test_an_interruption_sums_up_the_games_done(folder):
    child = long_run(stderr=subprocess.PIPE)
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    equal(child.returncode, 1)
    has(err.decode(), "interrupted after ")
    got = json.loads(out)
    equal(got["interrupted"], True)
    assert 0 < got["games"] < 1000000000
    again = json.loads(sim("--games", str(got["games"]), "--seed", "3",
                           "--starts", "1", "--json"))
    equal(again.pop("interrupted"), False)
    got.pop("interrupted")
    equal(again, got)


def test_progress_is_for_terminals(folder):
    ours, theirs = pty.openpty()
    child = long_run(stderr=theirs)
    os.close(theirs)
    seen = b""
    while not re.search(rb"/1000000000, (\d+:)?\d+:\d\d left", seen):
        seen += os.read(ours, 1000)
    child.send_signal(signal.SIGINT)
    json.loads(child.communicate(timeout=30)[0])
    has(seen.decode(), "games [")
    os.close(ours)
    # Not into a file or a pipe.
    child = long_run(stderr=subprocess.PIPE)
    time.sleep(0.6)
    child.send_signal(signal.SIGINT)
    err = child.communicate(timeout=30)[1].decode()
    equal(len(err.splitlines()), 1)
    assert "[" not in err, err
