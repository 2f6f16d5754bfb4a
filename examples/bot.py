#!/usr/bin/env python3
"""A bot for Take It or Leave It that needs nothing but Python.

Copy it and put an idea of your own into choose(). To see it play:
    tioli sim --bots "cmd:python3 examples/bot.py,random" --games 20
The messages are explained in docs/bot-protocol.md.
"""

import sys


def fits(die, slot):
    """Whether a die such as D5 fills a place such as D5, D?, *5 or *?."""
    return (die[0] == "R" or slot[0] in (die[0], "*")) and \
        slot[1] in (die[1], "?")


def chance(tray, slot):
    """How likely a die for that place is still to be had, more or less."""
    return 1 - 0.6 ** sum(fits(die, slot) for die in tray)


def lay(card, dice, tray):
    """The chance to complete a combo, and the dice that it leaves over."""
    rest, likely = list(dice), 1
    if card[0] != "sum":                            # as in D5 L1 *6
        for slot in card:
            mine = [die for die in rest if fits(die, slot)]
            if mine:
                rest.remove(mine[0])
            else:
                likely *= chance(tray, slot)
        return likely, rest
    count, colour, goal = card[1][:-1], card[1][-1], int(card[3])
    mine = [die for die in rest if fits(die, colour + "?")]
    short = goal - sum(int(die[1]) for die in mine)  # as in sum 3* < 9
    likely = {"<": short > 0, "=": short == 0, ">": short < 0}[card[2]]
    if card[2] == "=" and short > 0:
        likely = chance(tray, colour + str(short)) * 0.7
    if card[2] == ">" and short >= 0:
        likely = chance(tray, colour + "?") * 0.8 ** (short / 4)
    if count:
        likely *= 0.7 ** abs(int(count) - len(mine))
    return likely, [die for die in rest if die not in mine]


def worth(cards, dice, tray):
    """What the dice promise for the combos in the hand, in points."""
    total = 0
    for card in sorted(cards, key=lambda card: -int(card[0])):
        likely, rest = lay(card[1:], dice, tray)
        used = len(dice) - len(rest)
        if used and likely > 0:
            total += likely * int(card[0]) - (1 - likely) * used
            dice = rest
    return total - sum(2 if die[0] == "R" else 1 for die in dice)


def choose(view, legal):
    """One of the legal moves. The first lay-out is the best, keeping is fine."""
    if view["phase"] != [["turn"]]:
        return legal[0]
    cards = [card[2:] for card in view["card"] if card[1][0] == "c"]
    seat = int(view["seat"][0][0])
    taken = [die for die in view["taken"][seat - 1][1:] if die != "-"]
    tray = view["tray"][0]
    takes = [move for move in legal if move.startswith("take")]
    best = max(takes, key=lambda m: worth(cards, taken + [m.split()[1]], tray))
    if worth(cards, taken + [best.split()[1]], tray) > worth(cards, taken, []):
        return best
    return "done" if "done" in legal else "pass"


view, legal = {}, []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "tioli":
        print("name Example in Python\nready 1", flush=True)
    elif word == "ping":
        print("pong", flush=True)
    elif word == "view":
        key, *value = rest.split(" ")
        if key == "tioli":                          # a new view begins
            view, legal = {}, []
        view.setdefault(key, []).append(value)
    elif word == "legal":
        legal.append(rest)
    elif word == "go":
        print("move " + choose(view, legal), flush=True)
    elif word == "quit":
        break
