"""tioli score: lines of JSON, arguments, and everything that can be wrong."""

import itertools
import json
import random
import select
import subprocess

from program import TIOLI, equal, good, has, run, usage, wrong


def ask(*questions):
    """The answers to questions, each an object or a text."""
    lines = [q if isinstance(q, str) else json.dumps(q) for q in questions]
    result = run("score", text="".join(line + "\n" for line in lines))
    answers = result.out.splitlines()
    equal(len(answers), len(lines))
    return result.status, answers


def best(dice, *combos):
    status, answers = ask({"dice": dice, "combos": list(combos)})
    equal(status, 0)
    return json.loads(answers[0])


def error(question):
    status, answers = ask(question)
    equal(status, 1)
    answer = json.loads(answers[0])
    equal(list(answer), ["error"])
    return answer["error"]


def test_the_example_to_the_letter(folder):
    line = '{"dice":"D5 L1 R6","combos":["4 D5 L1 *6","3 sum D > 12"]}\n'
    equal(good("score", text=line),
          '{"net":3,"points":4,"chips":1,"lay":[["D5","L1","R6"],[]]}\n')


def test_known_hands(folder):
    cases = [
        # dice, combos, net, points, chips, lay
        ("", [], 0, 0, 0, []),
        ("L1", [], -1, 0, 1, []),
        ("R1", [], -2, 0, 2, []),
        ("L1 R2", ["1 L? L?"], 0, 1, 1, [["L1", "R2"]]),
        ("D6 D6", ["3 sum D > 12"], -2, 0, 2, [[]]),
        ("D6 D6 D1", ["3 sum D > 12"], 3, 3, 0, [["D1", "D6", "D6"]]),
        # A spare die hides on a sum of any number.
        ("L4 D3 D6 D6 D1", ["3 D3 L4", "3 sum D > 12"], 6, 6, 0,
         [["D3", "L4"], ["D1", "D6", "D6"]]),
        ("D2 D3 D6 D6 D1", ["3 sum D > 12"], 3, 3, 0,
         [["D1", "D2", "D3", "D6", "D6"]]),
        # Exactly three, and strictly below.
        ("L1 D2 R5", ["3 sum 3* < 9"], 2, 3, 1, [["L1", "D2", "R5"]]),
        ("L1 D2 R6", ["3 sum 3* < 9"], -4, 0, 4, [[]]),
        ("L1 D2", ["3 sum 3* < 9"], -2, 0, 2, [[]]),
        # One die for two cards: the dearer one gets it.
        ("L3 L2 D4", ["1 L3 D4", "3 L3 L2"], 2, 3, 1, [[], ["L3", "L2"]]),
        # A card may cost more than it brings.
        ("R1 R1", ["0 *1 *1"], -2, 0, 2, [["R1", "R1"]]),
    ]
    for dice, combos, net, points, chips, lay in cases:
        equal(best(dice, *combos),
              {"net": net, "points": points, "chips": chips, "lay": lay})


def fits(die, slot):
    return ((slot[1] in "?" + die[1]) and
            (slot[0] == "*" or die[0] in "R" + slot[0]))


def test_dice_lie_in_the_order_of_the_slots(folder):
    """dice of a lay-out lie in the order of the card's slots"""
    chance = random.Random(4)
    questions = []
    for _ in range(400):
        slots = [chance.choice("LD*") + chance.choice("?123")
                 for _ in range(chance.randint(1, 6))]
        dice = [chance.choice("LDDLR") + chance.choice("123")
                for _ in range(len(slots))]
        if any(dice.count("R" + face) > 3 for face in "123"):
            continue
        questions.append((dice, slots))
    status, answers = ask(*[
        {"dice": " ".join(dice), "combos": ["20 " + " ".join(slots)]}
        for dice, slots in questions])
    equal(status, 0)
    laid = 0
    for (dice, slots), answer in zip(questions, answers):
        lay = json.loads(answer)["lay"][0]
        possible = any(all(map(fits, order, slots))
                       for order in itertools.permutations(dice))
        equal(bool(lay), possible)
        if lay:
            laid += 1
            equal(sorted(lay), sorted(dice))
            assert all(map(fits, lay, slots)), (lay, slots)
    assert 20 < laid < len(questions) - 20, laid


def test_bad_lines(folder):
    full = {"dice": "L1", "combos": []}
    cases = [
        ("", "not JSON"),
        ("{", "not JSON, column 1: "),
        ('{"dice":"L1","combos":[]} x', "expected nothing more"),
        ('{"dice":"L1","dice":"L1","combos":[]}', "a key that was there"),
        ("[]", "expected an object, got an array"),
        ("3", "expected an object, got a number"),
        ("null", "expected an object, got null"),
        ('"x"', "expected an object, got a string"),
        ("true", "expected an object, got a boolean"),
        ({"combos": []}, '"dice" is missing'),
        ({"dice": "L1"}, '"combos" is missing'),
        ({**full, "wild": 1}, 'unknown key "wild"'),
        ({**full, "dice": 3}, '"dice": expected a string, got a number'),
        ({**full, "dice": ["L1"]}, '"dice": expected a string, got an array'),
        ({**full, "dice": None}, '"dice": expected a string, got null'),
        ({**full, "combos": "1 L1"}, "expected an array of strings"),
        ({**full, "combos": {}}, "got an object"),
        ({**full, "combos": [1]}, "combo 1: expected a string, got a number"),
        ({**full, "combos": ["1 L1"] * 6}, "at most 5, got 6"),
        ({**full, "combos": ["1 L1", "1 X1"]}, "combo 2, column 3: "),
        ({**full, "combos": [""]}, "combo 1, column 1: "),
        ({**full, "combos": ["21 L1"]}, "20"),
        ({**full, "combos": ["1" + 9 * " L1"]}, "8"),
        ({**full, "dice": "L7"}, '"dice", column '),
        ({**full, "dice": "L1 X2"}, '"dice", column 4: '),
        ({**full, "dice": " ".join(["L1", "D1", "L2"] * 7)}, "20"),
        ({**full, "dice": " ".join(["L1"] * 16)}, "15"),
        ({**full, "dice": "R1 R1 R1 R1"}, "3"),
        ('{"dice":"L1\\u0000","combos":[]}',
         "not JSON, column 18: a string can't hold \\u0000"),
        ('{"dice\\u0000":"L1","combos":[]}', "a string can't hold \\u0000"),
        ("[" * 5000, "nested too deeply"),
    ]
    for question, part in cases:
        has(error(question), part)


def test_a_hand_as_large_as_it_may_be(folder):
    dice = ["L1"] * 15 + ["R1"] * 3 + ["D1", "D2"]
    answer = best(" ".join(dice), "3 sum * > 5", "2 D? D? L?", "3 sum L = 9",
                  "1 L1 L1 L1 L1 L1 L1 L1 L1", "5 D1 D2")
    equal(answer["net"], answer["points"] - answer["chips"])


def test_bytes_that_are_no_text(folder):
    result = run("score", text=b'{"dice":"\xff","combos":[]}\n\x00\n')
    equal(result.status, 1)
    answers = result.out.splitlines()
    equal(len(answers), 2)
    for answer in answers:
        has(json.loads(answer)["error"], "not JSON")


def test_bad_lines_do_not_stop_the_others(folder):
    line = {"dice": "L1", "combos": ["2 L1"]}
    status, answers = ask(line, "nonsense", line)
    equal(status, 1)
    equal(answers[0], answers[2])
    equal(json.loads(answers[0])["net"], 2)
    has(answers[1], "error")


def test_long_lines(folder):
    def line(size):
        text = '{"dice":"L1","combos":[]}'
        return text[:-1] + " " * (size - len(text)) + "}"

    status, answers = ask(line(65536), line(65537), line(1000000), line(100))
    equal(status, 1)
    equal([json.loads(a).get("net") for a in answers], [-1, None, None, -1])
    for answer in answers[1:3]:
        equal(json.loads(answer)["error"], "a line has at most 65536 bytes")


def test_the_last_line_needs_no_end(folder):
    equal(good("score", text='{"dice":"L1","combos":[]}'),
          '{"net":-1,"points":0,"chips":1,"lay":[]}\n')
    equal(good("score", text=""), "")


def test_answers_come_at_once(folder):
    """each line is answered before the next is sent"""
    child = subprocess.Popen([TIOLI, "score"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)
    for faces in range(1, 4):
        line = json.dumps({"dice": " ".join(["L1"] * faces), "combos": []})
        child.stdin.write(line.encode() + b"\n")
        child.stdin.flush()
        assert select.select([child.stdout], [], [], 20)[0], "no answer"
        equal(json.loads(child.stdout.readline())["net"], -faces)
    child.stdin.close()
    equal(child.wait(timeout=30), 0)
    child.stdout.close()


def test_arguments_for_a_person(folder):
    text = good("score", "D5 L1 R6 L2", "4 D5 L1 *6", "3 sum D > 12")
    lines = text.splitlines()
    equal(lines[0], "Dice: L1 L2 D5 R6")
    has(lines[2], "4 D5 L1 *6")
    has(lines[2], "D5 L1 R6  (4 points)")
    has(lines[3], "3 sum D > 12")
    assert lines[3].endswith(" -"), lines[3]
    equal(lines[4], "  unused: L2")
    equal(lines[5], "  4 points - 2 chips = 2")
    equal(len(lines), 6)
    has(good("score", "R1"), "0 points - 2 chips = -2")
    has(good("score", "L1", "1 L1"), "1 point - 0 chips = 1")


def test_other_lay_outs_worth_the_same(folder):
    text = good("score", "L1", "2 L1", "2 *1", "2 L?")
    equal(text.count("2 points - 0 chips = 2"), 3)
    equal(text.count("Worth the same"), 1)
    equal(text.count("\nor:\n"), 1)
    assert "Worth the same" not in good("score", "L1", "2 L1", "1 *1")


def test_bad_arguments(folder):
    has(wrong("score", "L9", "1 L1"), "dice 'L9', column ")
    has(wrong("score", "L1", "1 L1", "x"), "combo 2 'x', column 1: ")
    has(usage("score", "L1", *["1 L1"] * 6), "at most 5 combos, got 6")
