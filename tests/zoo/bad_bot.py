#!/usr/bin/env python3
"""Bots that misbehave, one habit each, to try the table's patience.

usage: bad_bot.py HABIT [TOKEN]     (the token marks its processes in /proc)

What the table must make of each habit stands in tests/unit/test_zoo.c.
"""

import fcntl
import os
import signal
import sys
import time


def say(text):
    os.write(1, text.encode() + b"\n")


def hello():
    say("name Bad\nauthor Zoo\nready 1")


def until_go():
    """Behaves until the first question."""
    hello()
    for line in sys.stdin:
        if line == "ping\n":
            say("pong")
        elif line.startswith("go "):
            return


def play(moves):
    """Makes so many good moves: the first that is listed."""
    hello()
    legal = []
    for line in sys.stdin:
        if line == "ping\n":
            say("pong")
        elif line.startswith("legal "):
            legal.append(line[6:-1])
        elif line.startswith("go "):
            if moves == 0:
                return
            moves -= 1
            say("move " + legal[0])
            legal = []


def for_ever():
    while True:
        time.sleep(1000)


def silent():
    for_ever()


def half_hello():
    say("name Half")
    say("info \u200b")
    for_ever()


def half_line():
    sys.stdout.write("ready 1")
    sys.stdout.flush()
    for_ever()


def late_hello():
    time.sleep(3)
    hello()
    for_ever()


def no_move():
    until_go()
    for_ever()


def no_pong():
    hello()
    for_ever()


def endless_line():
    until_go()
    while True:
        os.write(1, b"x" * 1000)


def endless_hello():
    while True:
        os.write(1, b"name " + b"x" * 1000)


def many_names():
    while True:
        say("name Bad")


def garbage():
    until_go()
    os.write(1, b"\xff\xfe\x00move pass\x1b[31m\n")
    for_ever()


def nul():
    until_go()
    os.write(1, b"move pass\0\n")
    for_ever()


def nonsense():
    until_go()
    while True:
        say("the quick brown fox")
        time.sleep(0.01)


def other_protocol():
    say("ready 2")
    for_ever()


def echo():
    while True:
        os.write(1, os.read(0, 4096))


def illegal():
    until_go()
    say("move take R9")
    for line in sys.stdin:
        if line.startswith("go "):
            say("move lay 1:L1 2:L1 3:L1")


def cheats():
    """Wants to decide what is rolled."""
    until_go()
    for _ in range(3):
        say("move roll L6 L6 L6")
    for_ever()


def closes_output():
    until_go()
    os.close(1)
    for_ever()


def closes_input():
    until_go()
    os.close(0)
    for_ever()


def dies_at_once():
    os._exit(3)


def dies_at_game():
    hello()
    sys.stdin.readline()
    sys.stdin.readline()
    os._exit(4)


def dies_in_game():
    play(3)
    os._exit(5)


def crashes():
    until_go()
    os.kill(os.getpid(), signal.SIGSEGV)


def ignores_term():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    until_go()
    for_ever()


def ignores_quit():
    """Plays well, and does not leave when the table says so."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    play(-1)
    for_ever()


def forks():
    for _ in range(5):
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            for_ever()
    until_go()
    for_ever()


def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            for number in range(3):
                os.close(number)
            for_ever()
        os._exit(0)
    os.wait()


def forks_daemon():
    daemon()
    until_go()
    for_ever()


def stubborn():
    """Nothing but SIGKILL ends it, and its daemon is out of the group."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    daemon()
    until_go()
    for_ever()


def daemon_and_dies():
    daemon()
    until_go()
    os._exit(0)


def leaves_heir():
    """Ends, while a child keeps the pipes open."""
    until_go()
    if os.fork() == 0:
        os.setsid()
        for_ever()
    os._exit(6)


def forks_on():
    """Every process hands over to a child and ends, in sessions of their own."""
    until_go()
    if os.fork() != 0:
        for_ever()
    while True:
        os.setsid()
        if os.fork() != 0:
            os._exit(0)


def eats_memory():
    until_go()
    kept = []
    while True:
        kept.append(bytearray(1 << 24))


def burns_cpu():
    until_go()
    while True:
        pass


def floods():
    until_go()
    while True:
        os.write(1, b"info so much to say\n" * 100)


def floods_early():
    while True:
        os.write(1, b"info so much to say\n" * 100)


def slow():
    until_go()
    for byte in b"move pass" + b" " * 1000:
        os.write(1, bytes([byte]))
        time.sleep(0.05)


def reads_nothing():
    fcntl.fcntl(0, 1031, 4096)  # F_SETPIPE_SZ: soon full
    hello()
    say("pong")
    for_ever()


def eager():
    hello()
    say("move pass")
    for_ever()


def talks_twice():
    hello()
    for line in sys.stdin:
        if line == "ping\n":
            say("pong")
        elif line.startswith("go "):
            say("move pass\nmove pass")


def makes_a_mess():
    """Plays well and leaves its folder full."""
    os.symlink("/", "root")
    os.mkfifo("fifo")
    for name in ("0", "1", "2"):
        os.mkdir(name)
    for _ in range(300):
        with open("file", "w", encoding="ascii") as file:
            file.write("more")
        os.mkdir("deeper")
        os.chdir("deeper")
    os.mkdir("closed")
    os.mkdir("closed/inside")
    os.chmod(os.open("closed", os.O_RDONLY), 0)
    play(-1)


def huge_file():
    until_go()
    with open("huge", "wb") as file:
        while True:
            file.write(b"x" * (1 << 20))


def learns():
    """Makes two mistakes before every move, and wants to hear of them."""
    hello()
    legal, errors, tries = [], [], 0
    for line in sys.stdin:
        if line == "ping\n":
            say("pong")
        elif line.startswith("legal "):
            legal.append(line[6:-1])
        elif line.startswith("error "):
            errors.append(line)
        elif line.startswith("go "):
            tries += 1
            if tries == 1:
                say("info a mistake\nmove take X9")
            elif tries == 2:
                say("move roll L1")
            elif (errors[0].startswith("error NO_SUCH_DIE column 11: ")
                  and errors[1].startswith("error NOT_CHANCE ")):
                say("move " + legal[0])
                legal, errors, tries = [], [], 0
            else:
                os._exit(9)


def learns_badly():
    until_go()
    say("info \u200bhidden")
    os._exit(1)


def good():
    play(-1)


def spies():
    """Plays well and writes down what it can see of us."""
    fds = []
    for name in sorted(os.listdir("/proc/self/fd"), key=int):
        try:
            fds.append(name + ":" + os.readlink("/proc/self/fd/" + name))
        except FileNotFoundError:
            pass  # the descriptor that listed the folder
    with open("/proc/self/status", encoding="ascii") as file:
        status = [line for line in file if line.startswith(("Sig", "Shd"))]
    ignored = [line for line in status if line.startswith(("SigBlk", "SigIgn"))]
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(f"cwd {os.getcwd()}\n")
        out.write(f"files {os.listdir('.')}\n")
        out.write(f"argv {sys.argv[2:]}\n")
        for key in sorted(os.environ):
            out.write(f"env {key}={os.environ[key]}\n")
        for descriptor in fds:
            out.write(f"fd {descriptor}\n")
        for line in ignored:
            out.write(f"signals {' '.join(line.split())}\n")
        out.write(f"session {os.getsid(0) == os.getpid()}\n")
    play(-1)


def listens():
    """Plays well and writes every byte it is told to a file."""
    with open(sys.argv[2], "wb", buffering=0) as out:
        hello()
        legal = []
        for line in sys.stdin:
            out.write(line.encode())
            if line == "ping\n":
                say("pong")
            elif line.startswith("legal "):
                legal.append(line[6:-1])
            elif line.startswith("go "):
                say("move " + legal[0])
                legal = []


if __name__ == "__main__":
    sys.stderr.write("a word on the standard error\n")
    globals()[sys.argv[1].replace("-", "_")]()
