#!/usr/bin/env python3
"""A whole session between a table and a bot, both of them tioli.

usage: bot_session.py [--update]

Prints the session: lines from the table begin with '>', lines from the bot with
'<'. With --update it is written to docs/sample-bot-session.txt instead, and its
parts in docs/bot-protocol.md are brought up to date.
"""

import os
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from program import SOURCE, TIOLI, good  # noqa: E402

DECK = """combo 3 D3 L4
combo 4 D5 L1 *6
combo 2 D? D? L?
combo 3 sum D > 12
combo 3 sum 3* < 9
combo 3 sum * = 13
combo 2 sum L > 14
combo 1 D? L?
combo 3 L3 L2
combo 2 *1 *2
action swap
action take 2
action cast
action reroll D
"""

# Stands between the two and writes down what it passes on. The bot answers
# only when it was asked, so one side is always silent.
BETWEEN = """#!/usr/bin/python3 -S
import subprocess, sys
with open({log!r}, "w") as log:
    bot = subprocess.Popen([{tioli!r}, "bot", "--level", "normal"],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           text=True, bufsize=1)
    for line in sys.stdin:
        log.write("> " + line)
        bot.stdin.write(line)
        answers = {{"tioli": 3, "ping": 1, "go": 1}}.get(line.split()[0], 0)
        for _ in range(answers):
            answer = bot.stdout.readline()
            log.write("< " + answer)
            sys.stdout.write(answer)
        sys.stdout.flush()
        log.flush()
    bot.stdin.close()
    bot.wait()
"""


def session(folder):
    log, deck, between = (folder / name for name in
                          ["session.txt", "small.deck", "sample"])
    deck.write_text(DECK)
    between.write_text(BETWEEN.format(log=str(log),
                                      tioli=os.path.abspath(TIOLI)))
    between.chmod(0o700)
    good("sim", "--bots", f"cmd:{between},random", "--games", "1", "--starts",
         "1", "--seed", "3", "--threads", "1", "--deck", deck,
         "--bot-memory", "0", "--bot-uncaged")
    return log.read_text()


def parts(text):
    """What the page shows: hello and game, a first move, a lay-out, the end."""
    lines = text.splitlines(keepends=True)
    view = lines.index("> view tioli view 1\n")
    move = next(i for i, line in enumerate(lines) if line[:6] == "< move")
    lay = next(i for i, line in enumerate(lines) if line[:10] == "< move lay")
    legal = max(i for i in range(lay) if lines[i] == "> view end\n") + 1
    return ["".join(some) for some in [
        lines[:view], lines[view:move + 3], lines[legal:lay + 5], lines[-8:]]]


def update(text):
    (SOURCE / "docs" / "sample-bot-session.txt").write_text(text, "utf-8")
    page = SOURCE / "docs" / "bot-protocol.md"
    fresh = iter(parts(text))
    page.write_text(re.sub(
        r"^```session\n.*?^```$", lambda _: f"```session\n{next(fresh)}```",
        page.read_text("utf-8"), flags=re.M | re.S), "utf-8")


def main(arguments):
    if arguments not in ([], ["--update"]):
        print(__doc__.strip())
        return 2
    with tempfile.TemporaryDirectory() as place:
        text = session(pathlib.Path(place))
    if arguments:
        update(text)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
