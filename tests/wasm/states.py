#!/usr/bin/env python3
"""What a page is shown of records and of games in the page is what the protocol
says: every sort of state and news, against its schema.

usage: states.py SEEN RECORD...      (TAP on standard output)

Golden records are looked at in strides, for the check of a state is slow; the
first and the last step always are. It is also asked here that nobody's hand is
seen by others, and that the record's own words about players and totals agree.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import schema  # noqa: E402

SEEN, *RECORDS = sys.argv[1:]
STATES = 6  # of each record that are held against the schema

SETTINGS = {
    "a game with bots": "seat Anna\nbot easy Ben\nseed 1\nstarts 1\n",
    "five in free hand": "edition schmidt\nfree_hand yes\nseat A\nbot random B"
    "\nbot normal C\nbot easy D\nseat E\nstarts 1\nseed 2\n",
    "piles that are down": "seat A\nbot easy B\nbot easy C\npiles down\ncast "
    "aim\nstarts 1\nseed 18446744073709551\n",
}


def seen(what, path):
    done = subprocess.run([SEEN, what, str(path)], check=True, text=True,
                          encoding="utf-8", stdout=subprocess.PIPE)
    return done.stdout.split("\n")[:-1]


def check_pair(state, news, eyes):
    schema.check("state", state)
    schema.check("news", news)
    assert state["you"]["seat"] == (eyes or None), state["you"]
    assert ("hand" in state["game"]) == bool(eyes), "a hand for the wrong eyes"


def check_hands(states):
    """By eyes, of one step: others' cards are in no state. What was laid or
    discarded may be in a hand again where a pile was shuffled anew."""
    hands = {eyes: {card["card"] for card in state["game"]["hand"]}
             for eyes, state in enumerate(states) if eyes}
    for player in states[0]["game"]["players"]:
        player["round"] = player["discarded"] = None
    public = json.dumps(states[0])
    for eyes, cards in hands.items():
        assert len(cards) == len(states[eyes]["game"]["hand"])
        for card in cards:
            owners = [other for other in hands if card in hands[other]]
            assert owners == [eyes], (card, owners)
            assert f'"{card}"' not in public, f"{card} is seen by all"


def check_record(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    lines = seen("record", path)
    about, verdict = json.loads(lines[0]), json.loads(lines[-1])
    names = re.findall(r"^name \d (.*)$", text, re.M)
    moves = re.split(r"^moves .*\n", text, flags=re.M)[1].splitlines()
    moves = [m for m in moves if not m.startswith(("end ", "secret "))]
    eyes = len(names) + 1
    assert about["names"] == names, about["names"]
    seats = json.loads(lines[1])["seats"]
    assert [seat["name"] for seat in seats] == names, seats
    assert all(seat["present"] for seat in seats), seats
    assert len(about["steps"]) == len(moves), len(moves)
    assert len(lines) == 2 + (len(moves) + 1) * eyes * 2, len(lines)
    stride = max(1, len(moves) * eyes // STATES)
    pairs = list(zip(lines[1:-1:2], lines[2:-1:2]))
    for i, (state, news) in enumerate(pairs):
        if i % stride == 0 or i < eyes or i >= len(pairs) - eyes:
            check_pair(json.loads(state), json.loads(news), i % eyes)
    for step in range(0, len(moves) + 1, 7):
        check_hands([json.loads(state) for state, _ in
                     pairs[step * eyes:(step + 1) * eyes]])
    first = text.split("\nmoves ")[0].count("\n") + 3
    check_moves(about, first, moves, pairs, eyes)
    check_end(text, json.loads(pairs[-1][0]), about, verdict)


def check_moves(about, first, moves, pairs, eyes):
    """Each step is its line, as an onlooker or the mover is told it."""
    rounds = [(r["round"], r["step"]) for r in about["rounds"]]
    began = json.loads(pairs[-1][0])["game"]["round"]
    assert [number for number, _ in rounds] == list(range(1, began + 1)), rounds
    for number, step in rounds:
        state = json.loads(pairs[step * eyes][0])
        assert state["game"]["round"] == number, (number, step)
        assert state["game"]["phase"] == "turn", (number, step)
    for i, line in enumerate(moves):
        words = line.rsplit(" =", 1)[0]
        seat, by, move = re.match(r"(?:(\d)(~?) )?(.*)$", words).groups()
        step = about["steps"][i]
        assert step["do"] == move.split()[0], (line, i)
        assert step["line"] == first + i, (line, step)
        who = int(seat or 0)
        if move.startswith(("deal ", "start ")):
            who = int(move.split()[1])
        assert step["seat"] == (who or None), (line, step)
        news = json.loads(pairs[(i + 1) * eyes + who][1])
        assert news["move"] == move, (line, news)
        if seat:
            assert news["seat"] == who, (line, news)
            assert news["by"] == ("stand-in" if by else "person"), (line, news)


def check_end(text, state, about, verdict):
    fair = text.startswith("tioli record 2\n")
    end = re.search(r"^end (.*) wins (.*) =", text, re.M)
    secret = re.search(r"^secret (.*)$", text, re.M)
    assert about["fair"] == fair and about["finished"] == bool(end), about
    assert (verdict["fair"] is not None) == bool(secret), verdict
    assert (state["phase"] == "over") == bool(end), state["phase"]
    if end:
        totals = [int(part.split(":")[1]) for part in end[1].split()]
        assert [p["total"] for p in state["game"]["players"]] == totals
        assert state["game"]["winners"] == [int(s) for s in end[2].split()]
    last = state["fair"]["last"]
    assert (last and last["secret"]) == (secret and end and secret[1]), last


def played(settings, folder):
    """What was said at each step of the game, and by how many eyes."""
    path = pathlib.Path(folder) / "settings"
    path.write_text(settings, encoding="utf-8")
    lines = seen("game", path)
    eyes = len(re.findall(r"^(?:seat|bot) ", settings, re.M)) + 1
    each = 2 * eyes + 2
    assert len(lines) % each == 0 and len(lines) > 20 * each, len(lines)
    return [lines[i:i + each] for i in range(0, len(lines), each)], eyes


def check_game(settings, folder):
    steps, eyes = played(settings, folder)
    for i, step in enumerate(steps):
        assert step[0] == '{"ok":true}', step[0]
        check = i % max(1, len(steps) * eyes // STATES) == 0
        for who in range(eyes if check or i == len(steps) - 1 else 0):
            check_pair(json.loads(step[1 + 2 * who]),
                       json.loads(step[2 + 2 * who]), who)
    assert json.loads(steps[-1][1])["phase"] == "over"
    assert steps[-1][-1] == '{"waits":"nothing"}'


def check_play(folder):
    """The same seed gives the game that `tioli play` has."""
    save = pathlib.Path(folder) / "save"
    subprocess.run([os.environ["TIOLI"], "play", "--players", "3", "--people",
                    "0", "--bots", "normal,easy,random", "--seed", "77",
                    "--starts", "1", "--save", str(save)], check=True,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    text = save.read_text(encoding="utf-8")
    record = re.split(r"^moves .*\n", text, flags=re.M)[1].splitlines()
    steps, eyes = played("seat A\nbot easy B\nbot random C\nseed 77\n"
                         "starts 1\n", folder)
    told = []
    for step in steps:
        news = [json.loads(step[2 + 2 * who]) for who in range(eyes)]
        seat = f"{news[0]['seat']} " if news[0]["event"] == "move" else ""
        told.append(seat + next(n["move"] for n in news
                                if "move" in n and "?" not in n["move"]))
    assert told == [line.rsplit(" =", 1)[0] for line in record
                    if not line.startswith("end ")], told


WRONG = {
    "seat A\nseat B\nedition x\n": r"^3: ",
    "seat A\nbot nobody B\n": r"^2: .*level",
    "seat A\n": r"^0: 2 to 5 can play",
    "bot easy A\nbot easy B\n": r"^0: at least one person must",
    "seat A\nseat B\nfirst 3\n": r"^0: the first starter",
    "seat A\nseat B\nseed 1x\n": r"^3: .*number",
    "seat A\nseat B\nstarts 10\n": r"^3: ",
    "seat A\nseat B\ndeck none\n": r"^3: ",
    "seat A\nseat B\n\n": r"^3: ",
    "seat A\nseat B\nfree_hand yes no\n": r"^3: ",
    "seat A \nseat B\n": r"^1: ",
    "seat A\nseat B\nseat C\nseat D\nseat E\nseat F\n": r"^6: ",
}


def check_wrong(folder):
    path = pathlib.Path(folder) / "settings"
    for settings, words in WRONG.items():
        path.write_text(settings, encoding="utf-8")
        said = seen("game", path)
        assert len(said) == 1 and re.search(words, said[0]), (settings, said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        points = [(pathlib.Path(path).name, check_record, path)
                  for path in RECORDS]
        points += [(name, check_game, settings, folder)
                   for name, settings in SETTINGS.items()]
        points.append(("the same seed as in tioli play", check_play, folder))
        points.append(("settings that are wrong", check_wrong, folder))
        failed = 0
        print(f"1..{len(points)}")
        for number, (name, check, *arguments) in enumerate(points, 1):
            try:
                check(*arguments)
                print(f"ok {number} - {name}")
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f"not ok {number} - {name}")
                for line in traceback.format_exc().splitlines():
                    print(f"# {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
