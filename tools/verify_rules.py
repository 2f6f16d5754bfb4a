"""The rules of docs/rules.md, for verify-record: a game that wants to be told every move.

The generator play() yields the phase that the game is in, and is sent the seat that moves
(None for chance) and the words of the move. A move that can't be made raises whatever it
raises. Seats and places count from 0 in here; cards are 'c1' and 'a1', dice are 'L1'.
"""
import re
import types

NONE, DIGITS = 255, list("12345")
KINDS = [colour + face for colour in "LDR" for face in "123456"]
SET_UP = {2: (6, 6, 1), 3: (7, 7, 2), 4: (8, 8, 2), 5: (9, 9, 2)}  # light, dark, red dice
COMBO = re.compile("combo ([0-9]|1[0-9]|20)(?:((?: [LD*][1-6?]){1,8})"
                   "| sum ([1-9][0-9]?|)([LD*]) ([<>=]) (0|[1-9][0-9]{0,2}))")
CARD_OF = {"reroll": "reroll {0}", "take": "take {0}", "change": "change {0[0]} {2} {3}",
           "cast": "cast", "swap": "swap", "shift": "shift {0[0]} 2"}  # what a move plays

def need(holds):
    if not holds:
        raise ValueError

def ordered(dice):  # also hits, 'L1:L2'
    return sorted(dice, key=lambda die: [KINDS.index(kind) for kind in die.split(":")])

def without(dice, part):
    left = list(dice)
    for die in part:
        left.remove(die)
    return left

def is_action(card):
    return card[0] == "a"

def count(cards):  # combos, actions
    actions = [card[0] for card in cards].count("a")
    return [len(cards) - actions, actions]

def completes(dice, combo):
    def fits(colour, die):  # red dice are wild
        return colour == "*" or die[0] in (colour, "R")
    _, slots, wanted, colour, sign, number = COMBO.fullmatch(combo).groups()
    if sign:
        over = sum(int(die[1]) for die in dice) - int(number)
        return (int(wanted or len(dice)) == len(dice) and all(fits(colour, d) for d in dice)
                and {"<": over < 0, "=": over == 0, ">": over > 0}[sign])
    used = {0}  # the sets of dice, as bits, that can lie on the slots so far
    for colour, shown in slots.split():
        used = {old | 1 << n for old in used for n, die in enumerate(dice)
                if not old >> n & 1 and fits(colour, die) and shown in ("?", die[1])}
    return used and len(dice) == len(slots.split())

def new_game(head, cards):  # cards: the text of each, combos first
    seats = range(head["players"])
    dice = [colour + "1" for colour, n in zip("LDR", SET_UP[len(seats)]) for _ in range(n)]
    return types.SimpleNamespace(
        head=head, cards=cards, seats=seats, rounds=head["starts"] * len(seats), round=0,
        starter=NONE, turn=NONE, passed=set(), acted=set(), pending=set(), acted_now=0,
        takes=0, took=0, deal_seat=NONE, due=[0, 0], thrown="", aim="", tray=[],
        rolling=dice, draw=set(cards), discards=set(), number=dict(zip(cards, range(200))),
        players=[types.SimpleNamespace(
            hand=[], old=set(), pile=set(), taken=[], laid=[[]] * 5, laid_card=[],
            answer=NONE, scored=(0, 0), discarded="", points=0, chips=0) for _ in seats])

def play(g):
    g.starter, all_dice = g.head["first"], g.rolling
    if g.starter == NONE:
        seat, = yield from chance("start")
        g.starter = g.seats[DIGITS.index(seat)]
    for g.round in range(1, g.rounds + 1):
        yield from deal(g)
        g.turn, g.tray, g.rolling = NONE, [], all_dice
        for p in g.players:
            p.answer, p.taken = NONE, []
        yield from roll(g)
        g.turn = g.starter
        while g.tray and len(g.passed) < len(g.seats):
            if g.turn not in g.passed:
                yield from take_turn(g, g.players[g.turn])
            g.turn = (g.turn + 1) % len(g.seats)
        g.turn = NONE
        yield from lay_out(g)
        if g.round < g.rounds:
            yield from discard_all(g)
            g.starter, g.passed, g.acted = (g.starter + 1) % len(g.seats), set(), set()
    yield "over"

def chance(what):
    seat, (said, *outcome) = yield what
    need(seat is None and said == what)
    return outcome

def ask(g, phase, asked, answer):  # all decide at the same time
    g.pending = {seat for seat in g.seats if asked(g.players[seat])}
    for seat, p in enumerate(g.players):
        p.answer = 0 if phase == "draw" and seat not in g.pending else NONE
    while g.pending:
        seat, words = yield phase
        g.pending.remove(seat)
        answer(g, g.players[seat], *words)

# ---- Cards ----

def listed(g, kind, cards):
    return sorted((card for card in cards if card[0] == kind), key=g.number.get)

def refresh(g, kind):  # an empty draw pile takes over the discards
    fresh = listed(g, kind, g.discards)
    if fresh and not listed(g, kind, g.draw):
        g.draw, g.discards = g.draw.union(fresh), g.discards.difference(fresh)
        for p in g.players:
            p.old.update(listed(g, kind, p.hand))

def deal(g):
    if g.head["free-hand"]:
        yield from ask(g, "draw", lambda p: len(p.hand) < 5, wish)
    for g.deal_seat in [(g.starter + n) % len(g.seats) for n in g.seats]:
        p = g.players[g.deal_seat]
        wanted = [full - held for full, held in zip((4, 1), count(p.hand))]
        if g.head["free-hand"]:
            wanted = [p.answer, 5 - len(p.hand) - p.answer]
        g.due = list(map(min, wanted, count(g.draw | g.discards)))
        if not any(g.due):
            continue
        seat, *cards = yield from chance("deal")
        need(seat == DIGITS[g.deal_seat] and count(cards) == g.due)
        need(cards == sorted(cards, key=is_action))
        for card in cards:
            g.draw.remove(card)
            p.old.discard(card)
            p.hand = sorted(p.hand + [card], key=is_action)
            refresh(g, card[0])
    g.deal_seat, g.due = NONE, [0, 0]

def wish(g, p, *words):
    parts = re.fullmatch("draw( [1-5]c)?( [1-5]a)?", " ".join(words)).groups()
    p.answer, actions = (int(part[1]) if part else 0 for part in parts)
    need(p.answer + actions + len(p.hand) == 5)

def discard_all(g):
    yield from ask(g, "discard", lambda p: p.hand, discard)
    for p in g.players:
        if p.answer != NONE:
            p.discarded = p.hand.pop(p.answer)
            g.discards.add(p.discarded)
        p.answer = NONE
    refresh(g, "c")
    refresh(g, "a")

def discard(g, p, what, *rest):
    need(what == "discard" or what == "keep" and not rest)
    if what == "discard":
        p.answer = range(len(p.hand))[DIGITS.index(*rest)]

def lay_out(g):
    for p in g.players:
        p.laid, p.laid_card, p.scored, p.discarded = [[]] * 5, [], (0, 0), ""
    yield from ask(g, "lay", lambda p: p.taken, lay)
    for p in g.players:
        p.points, p.chips = p.points + p.scored[0], p.chips + p.scored[1]
        p.laid_card = [card if dice else "" for card, dice in zip(p.hand, p.laid)]
        p.hand = [card for card in p.hand if card not in p.laid_card]
        p.pile.update(filter(None, p.laid_card))
        p.answer = NONE

def lay(g, p, what, *rest):
    need(what == "lay" and rest)
    p.laid, left, points = [[] for _ in range(5)], p.taken, 0
    for text in rest if rest != ("none",) else []:
        place, dice = DIGITS.index(text[0]), text[2:].split(",")
        combo = g.cards[p.hand[place]]
        need(text[1] == ":" and dice == ordered(dice) and not any(p.laid[place:]))
        need(completes(dice, combo))
        p.laid[place], left = dice, without(left, dice)
        points += int(combo.split()[1])
    p.answer = sum(1 << place for place, dice in enumerate(p.laid) if dice)
    p.scored = points, len(left) + "".join(p.taken).count("R")

# ---- Dice ----

def roll(g):
    colours = [die[0] for die in ordered(g.rolling)]
    dice = yield from chance("roll")
    need(dice == ordered(dice) and [die[0] for die in dice] == colours)
    g.tray, g.rolling = g.tray + dice, []

def take_turn(g, p):
    g.acted_now, g.takes, g.took = 0, 1, 0
    while g.tray and g.takes:
        seat, (what, *rest) = yield "turn"
        need(seat == g.turn)
        if what == "play":
            yield from act(g, p, *rest)
        elif what == "take":
            die, = rest
            g.tray, p.taken = without(g.tray, [die]), p.taken + [die]
            g.takes, g.took = g.takes - 1, g.took + 1
        else:
            need(not rest and what == ("done" if g.took else "pass"))
            g.passed.update([] if g.took else [seat])
            break

def act(g, p, what, *dice):
    schmidt, text = g.head["edition"], "action " + CARD_OF[what].format(*dice)
    card = next(card for card in p.hand if g.cards[card] == text)
    need(not g.took and not g.acted_now and (schmidt or g.turn not in g.acted))
    p.hand.remove(card)
    g.discards.add(card)
    refresh(g, "a")
    g.acted.add(g.turn)
    g.acted_now = 1
    if what == "take":
        need(len(dice) == 1)
        g.takes = 2
    elif what == "cast":
        g.thrown, at, g.aim = dice if len(dice) > 1 else (*dice, "at", "")
        p.taken = without(p.taken, [g.thrown])
        need(at == "at" and (len(dice) == 1 or g.aim in g.tray and g.head["cast"] < 2))
        yield from land(g)
    elif what == "reroll":
        which, *g.rolling = dice
        g.tray, colours = without(g.tray, g.rolling), {die[0] for die in g.rolling}
        need(g.rolling and g.rolling == ordered(g.rolling))
        if which == "4":
            need(len(g.rolling) <= 4 and not (schmidt and "R" in colours))
        else:
            need(colours == {which})
            need(which not in "".join(g.tray) or which != "R" and not schmidt)
        yield from roll(g)
    elif what == "swap":
        light, dark = dice
        need((light[0], dark[0]) == ("L", "D") and light[1] != dark[1])
        g.tray = without(g.tray, dice) + ["L" + dark[1], "D" + light[1]]
    else:
        old, new, *cost = dice
        apart = abs(KINDS.index(old) - KINDS.index(new))
        need(old[0] == new[0] and apart in ([2] if what == "shift" else range(1, 6)))
        need(len(cost) == (2 if what == "change" else 0))
        g.tray = without(g.tray, [old]) + [new]
        p.chips += int(cost[1]) if cost else 0

def land(g):
    die, *hits = yield from chance("land")
    dice = [hit.split(":") for hit in hits] + [[g.thrown, die]]
    need(all(new in KINDS and new[0] == old[0] for old, new in dice))
    need(hits[1:] == ordered(hits[1:]))
    need(not hits or dice[0][0] == g.aim and (len(hits) == 1 or g.head["cast"] == 0))
    g.tray = without(g.tray, [old for old, _ in dice[:-1]]) + [new for _, new in dice]
    g.thrown = g.aim = ""
