"""Records that something was done to: every kind of change that a forger, an
editor or a disk could make, each by one function from bytes to bytes."""

import random
import re

DICE = [colour + face for colour in "LDR" for face in "123456"]
MOVES = ["pass", "done", "keep", "lay none", "draw none", "play take 2",
         "play swap L1 D2", "play cast L1", "play cast L1 at D2", "discard 1",
         "draw 4c 1a", "draw 2c", "draw 1a"]


def fnv(head):
    value = 2166136261
    for byte in head:
        value = (value ^ byte) * 16777619 % 2**32
    return value


def mended(data):
    """The record with the hash that its head has now."""
    head, mark, rest = data.partition(b"\nmoves ")
    if not mark:
        return data
    return head + mark + b"%08x" % fnv(head + b"\n") + rest[8:]


def lines_of(data):
    return data.split(b"\n")[:-1]


def joined(lines):
    return b"".join(line + b"\n" for line in lines)


def first_move(lines):
    return next((n for n, line in enumerate(lines)
                 if line.startswith(b"moves ")), 0) + 1


def some_move(lines):
    """The number of some line below the head."""
    return random.randrange(min(first_move(lines), len(lines) - 1), len(lines))


# ---- Bytes ----

def changed_byte(data):
    at = random.randrange(len(data))
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1:]


def changed_digit(data):
    at = random.choice([match.start() for match in re.finditer(rb"\d", data)])
    return data[:at] + str(random.randrange(10)).encode() + data[at + 1:]


def dropped_byte(data):
    at = random.randrange(len(data))
    return data[:at] + data[at + 1:]


def added_byte(data):
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice([b" ", b"\t", b"\r", b"\n", b"\0", b"0",
                                      b"~", b"x"]) + data[at:]


def other_case(data):
    at = random.choice([match.start() for match in
                        re.finditer(rb"[A-Za-z]", data)])
    return data[:at] + data[at:at + 1].swapcase() + data[at + 1:]


def cut_off(data):
    return data[:random.randrange(len(data))]


def other_encoding(data):
    return random.choice([
        lambda: data.decode().encode("utf-16"),
        lambda: b"\xef\xbb\xbf" + data, lambda: data.replace(b"\n", b"\r\n"),
        lambda: data.replace(b"\n", b"\r"), lambda: data.replace(b" ", b"\t"),
        lambda: data.decode().encode("utf-32-le"), lambda: data + b"\0"])()


# ---- Lines ----

def swapped_lines(data):
    lines = lines_of(data)
    one = some_move(lines)
    two = random.choice([min(one + 1, len(lines) - 1), some_move(lines)])
    lines[one], lines[two] = lines[two], lines[one]
    return joined(lines)


def doubled_line(data):
    lines = lines_of(data)
    at = some_move(lines)
    return joined(lines[:at] + [lines[at]] * random.choice([2, 2, 3, 50])
                  + lines[at + 1:])


def dropped_line(data):
    lines = lines_of(data)
    del lines[some_move(lines)]
    return joined(lines)


def inserted_line(data):
    lines = lines_of(data)
    line = random.choice([
        lines[some_move(lines)], lines[0], b"", b"#", b"end", b"secret",
        b"start 1 =00000000", b"1 pass =00000000", b"roll L1 =00000000"])
    at = some_move(lines)
    return joined(lines[:at] + [line] + lines[at:])


def moved_line(data):
    lines = lines_of(data)
    line = lines.pop(some_move(lines))
    lines.insert(some_move(lines), line)
    return joined(lines)


def ends_early(data):
    lines = lines_of(data)
    at = some_move(lines)
    return joined(lines[:at] + random.choice([lines[-1:], lines[-2:], []]))


def goes_on(data):
    return data + random.choice([b"\n", b"x", b"secret\n", b"1 pass =12345678\n",
                                 lines_of(data)[-1] + b"\n"])


def long_line(data):
    lines = lines_of(data)
    at = random.randrange(len(lines))
    wide = random.choice([4096, 4097, 5000, 100000])
    return joined(lines[:at] + [lines[at] + b"0" * (wide - len(lines[at]))]
                  + lines[at + 1:])


# ---- What a line says ----

def in_a_move(change):
    """The mutator that changes the words of one move and keeps its hash."""
    def mutate(data):
        lines = lines_of(data)
        at = some_move(lines)
        text, mark, rest = lines[at].partition(b" =")
        lines[at] = change(text.decode("latin-1")).encode("latin-1") + mark + rest
        return joined(lines)
    mutate.__name__ = change.__name__
    return mutate


def some_match(pattern, text):
    return random.choice(list(re.finditer(pattern, text)) or [None])


def replaced(pattern, text, new):
    match = some_match(pattern, text)
    return text[:match.start()] + new + text[match.end():] if match else text


@in_a_move
def another_die(text):
    return replaced("[LDR][1-6]", text, random.choice(DICE))


@in_a_move
def one_die_more(text):
    return text + random.choice([" ", ","]) + random.choice(DICE)


@in_a_move
def one_die_less(text):
    return replaced("[ ,][LDR][1-6]", text, "")


@in_a_move
def another_card(text):
    return replaced("[ca][0-9]+", text,
                    random.choice("ca") + str(random.randrange(0, 120)))


@in_a_move
def another_seat(text):
    return replaced("^[1-5]", text, random.choice("0123456"))


@in_a_move
def another_number(text):
    return replaced("(?<![LDR])[0-9]", text, random.choice("0123456789"))


@in_a_move
def another_word(text):
    return replaced("[a-z]+", text, random.choice(
        ["take", "pass", "done", "keep", "play", "lay", "roll", "none", "cast",
         "swap", "reroll", "deal", "at", "cost", "x"]))


@in_a_move
def another_move(text):
    return text[:2] + random.choice(
        MOVES + [f"take {random.choice(DICE)}",
                 f"play swap {random.choice(DICE)} {random.choice(DICE)}",
                 f"play shift {random.choice(DICE)} {random.choice(DICE)}",
                 f"play reroll {random.choice('LDR4')} {random.choice(DICE)}",
                 f"play cast {random.choice(DICE)} at {random.choice(DICE)}",
                 f"lay {random.randrange(6)}:{random.choice(DICE)}",
                 f"discard {random.randrange(7)}"])


@in_a_move
def another_stand_in(text):
    return text.replace("~", "") if "~" in text else replaced(
        "^[1-5]", text, text[:1] + "~")


@in_a_move
def other_order(text):
    words = re.split("([ ,])", text)
    at = random.randrange(len(words))
    words[0], words[at] = words[at], words[0]
    if len(words) > 4:
        one, two = random.sample(range(2, len(words), 2), 2)
        words[one], words[two] = words[two], words[one]
    return "".join(words)


@in_a_move
def odd_blanks(text):
    return replaced(" |^|$", text, random.choice(["  ", "\t", " \t", "  "]))


def another_hash(data):
    lines = lines_of(data)
    at = some_move(lines)
    lines[at] = re.sub(rb"=[0-9a-f]{8}$",
                       b"=%08x" % random.randrange(2**32), lines[at])
    return joined(lines)


def another_result(data):
    return re.sub(rb"^end .*? =", random.choice([
        b"end 1:0 2:0 wins 1 =", b"end 1:0 2:0 wins 1 2 =", b"end =",
        b"END 1:3 2:3 wins 1 =", b"end 1:11 2:3 wins 1 ="]), data, flags=re.M)


def another_secret(data):
    at = random.randrange(len(data) - 65, len(data))
    return data[:at] + random.choice(b"0123456789abcdefgAB ").to_bytes(1, "big") \
        + data[at + 1:]


# ---- The head, with the hash that it then has ----

HEAD = {b"tioli record": [b"1", b"2", b"3", b"02", b""],
        b"edition": [b"schmidt", b"gamewright", b"Schmidt", b"other"],
        b"players": [b"1", b"2", b"3", b"4", b"5", b"6", b"02"],
        b"free-hand": [b"no", b"yes", b"No", b""],
        b"starts": [b"0", b"1", b"2", b"3", b"9", b"10"],
        b"first": [b"random", b"1", b"2", b"5", b"6", b"0"],
        b"cast": [b"carry", b"aim", b"off", b"on"],
        b"piles": [b"open", b"down", b"up"],
        b"name 1": [b"\xff", b"\xc3\xa4", b" a", b"a ", b"", b"\xe2\x80\xae",
                    b"\xed\xa0\x80", b"\xc0\xaf", b"a" * 63, b"a" * 64,
                    b"\xe2\x80\x8b", b"\xf4\x90\x80\x80", b"\x7f", b"\xc2\x85",
                    b"\xc2\xa0", b"\tx", b"x\0", b"\x1cx", b"\xe3\x80\x80"],
        b"deck": [b"standard 0123456789abcdef", b"own x 0123456789abcdef",
                  b"own 0123456789abcdef", b"x", b"own  0123456789abcdef",
                  b"../decks/standard 0123456789abcdef"],
        b"fair": [b"0" * 64, b"0" * 63, b"G" * 64],
        b"bytes": [b"1 " + b"0" * 64, b"5 " + b"1" * 64, b"2 " + b"1" * 63,
                   b"6 " + b"0" * 64],
        b"moves": [b"00000000", b"0", b"0000000g"]}


def another_setting(data):
    key = random.choice(list(HEAD))
    new = key + b" " + random.choice(HEAD[key])
    other = re.sub(rb"^" + key + rb" .*", lambda _: new, data, count=1,
                   flags=re.M)
    return mended(other) if random.randrange(8) else other


def another_head_line(data):
    lines = lines_of(data)
    most = min(first_move(lines), len(lines))
    at, to = random.randrange(most), random.randrange(most)
    how = random.randrange(4)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, lines[at])
    elif how == 2:
        lines[at], lines[to] = lines[to], lines[at]
    else:
        lines.insert(to, lines[at])
    return mended(joined(lines))


def changed_head_byte(data):
    head = data.find(b"\nmoves ")
    return mended(changed_byte(data[:max(head, 1)]) + data[max(head, 1):])


CARDS = [b"combo 3 sum D > 92", b"combo 21 L1", b"combo 3 sum * < 2",
         b"combo 3 sum * = 1", b"combo 03 L1", b"combo 3 sum 12L > 3",
         b"combo 3 sum 11L > 3", b"combo 3 sum 21* > 30", b"combo 3 L1 x2",
         b"combo 3 sum * > 119", b"combo 3 sum * > 120", b"combo 3 sum * = 120",
         b"combo 3 sum L = 67", b"combo 3 sum L = 66", b"combo 3 sum * < 1",
         b"combo 3 sum 2* < 2", b"combo 3 sum 2* < 3", b"combo 3 sum 2* = 2",
         b"combo 1 L1 L1 L1 L1 L1 L1 L1 L1", b"combo 3 sum * < 121",
         b"combo 1 L1 L1 L1 L1 L1 L1 L1 L1 L1", b"combo 3 R1", b"combo 3",
         b"combo 3 sum 0* > 3", b"combo 3 sum 1* > 5", b"combo 3 sum 1* > 6",
         b"action reroll *", b"action take 3", b"action change L cost 10",
         b"action change R cost 1", b"action shift L 3", b"action swap 1",
         b"action", b"combo 3 sum * >= 5", b"combo 3 sum * = 0", b"# nothing"]


def another_card_of_the_deck(data):
    lines = lines_of(data)
    cards = [n for n, line in enumerate(lines)
             if re.match(rb"(combo|action) ", line)]
    if not cards:
        return another_setting(data)
    at = random.choice(cards)
    lines[at] = random.choice(CARDS) if random.randrange(3) else re.sub(
        rb"[0-9](?=[^0-9]*$)", str(random.randrange(10)).encode(), lines[at])
    return mended(joined(lines))


MUTATORS = [
    changed_byte, changed_digit, dropped_byte, added_byte, other_case, cut_off,
    other_encoding, swapped_lines, doubled_line, dropped_line, inserted_line,
    moved_line, ends_early, goes_on, long_line, another_die, one_die_more,
    one_die_less, another_card, another_seat, another_number, another_word,
    another_move, another_stand_in, other_order, odd_blanks, another_hash,
    another_result, another_secret, another_setting, another_head_line,
    changed_head_byte, another_card_of_the_deck]


def mutants(records, count):
    """`count` pairs of a mutator's name and a record changed by it."""
    for number in range(count):
        change = MUTATORS[number % len(MUTATORS)]
        data = random.choice(records)
        other = change(data)
        for _ in range(3):
            other = change(data) if other == data else other
        yield change.__name__, other
