"""A small program that plays, well or badly, for the tests of the arena."""

import sys

# Plays the first legal move; `habit` is what it does at its move `when`.
BOT = """\
import sys, time
habit, when = sys.argv[1], int(sys.argv[2])
log = open(sys.argv[3] if len(sys.argv) > 3 else "/dev/null", "a")
print("name Test\\nauthor Test\\nready 1", flush=True)
legal = []
moves = 0
for line in sys.stdin:
    log.write(line)
    if line == "ping\\n":
        print("pong", flush=True)
    elif line.startswith("legal "):
        legal.append(line[6:-1])
    elif line.startswith("go "):
        moves += 1
        if habit != "none" and moves >= when:
            if habit == "die":
                sys.exit(3)
            if habit == "sleep":
                time.sleep(30)
            if habit == "slow":
                time.sleep(0.3)
        if habit == "bad" and moves >= when:
            legal = ["draw 5 0"]  # no such thing at this table
        log.write("said " + legal[0] + "\\n")
        log.flush()
        print("move " + legal[0], flush=True)
        legal = []
"""


def write_bot(folder, habit, when, log=""):
    path = folder / "bot.py"
    path.write_text(BOT)
    return f"cmd:{sys.executable} {path} {habit} {when} {log}".strip()
