"""What attacks have in common, and what their clients need."""

import pathlib
import socket
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "net"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent
                       / "server"))
from players import Gone  # noqa: E402

MIB = 1 << 20


class Attack:
    """One thing that a guest can do to a server, as often as the server lets
    them. `run` has a process of its own; what it returns goes to `check`."""

    words = ""          # what the guest does, for the report
    seconds = 3         # in the quick run
    long_seconds = 60
    memory = 64 * MIB   # by which the server may grow
    disk = 16 * MIB
    options = ()        # of the server

    def prepare(self, folder):
        """Before the server starts: puts into its folder what it will find
        there (its store is `tioli.db`)."""

    def run(self, server, over):
        """The attack, until over() is true."""
        raise NotImplementedError

    def check(self, server, found):
        """What must hold afterwards, beside what the bystander has seen."""


def on_and_on(over, work):
    """Does it until the time is up; whoever is cut off comes back."""
    done = 0
    while not over():
        try:
            done += work()
        except (Gone, AssertionError, OSError):
            pass
    return done


class Stopwatch:
    """Times in seconds: how many, the worst and the middle one."""

    def __init__(self):
        self.times = []

    def note(self, seconds):
        self.times.append(seconds)

    @property
    def count(self):
        return len(self.times)

    @property
    def worst(self):
        return max(self.times, default=0)

    def __str__(self):
        middle = sorted(self.times)[self.count // 2] if self.times else 0
        return (f"{1000 * middle:.1f} ms, worst {1000 * self.worst:.0f}, "
                f"of {self.count}")


class elsewhere:
    """with elsewhere("127.0.0.2"): connections come from that address. All of
    127.0.0.0/8 is this machine, so that a guest can be somebody else's
    neighbour or a stranger."""

    def __init__(self, address):
        self.address = address

    def __enter__(self):
        self.plain = socket.create_connection
        socket.create_connection = self.connect
        return self

    def connect(self, address, timeout=None, source_address=None):
        return self.plain(address, timeout,
                          source_address or (self.address, 0))

    def __exit__(self, *_):
        socket.create_connection = self.plain
