#!/usr/bin/env python3
"""Several servers on one database, as far as the store goes: who writes, who has
which lease, what they hear of each other; and what is left of that when one of
them is killed, stands still or is cut off.

usage: shared.py PEER FULL_DISK [WORDS...]     (TAP)

FULL_DISK is the library of tests/support/full_disk.c.
"""

import os
import pathlib
import shutil
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]
                       / "support"))
from postgres import Postgres, Proxy  # noqa: E402

PEER, FULL_DISK = sys.argv[1:3]
PATIENCE = 20
SHARDS = 64
LEASE = 5
FIGURES = ("connected servers shards gained lost reconnects sent heard found "
           "lag").split()
tests = []


def test(title):
    def keep(function):
        tests.append((title, function))
    return keep


def wait_for(ready, patience=PATIENCE):
    """How long it took."""
    began = time.monotonic()
    while not ready():
        assert time.monotonic() < began + patience, "it never comes"
        time.sleep(0.02)
    return time.monotonic() - began


class Peer:
    def __init__(self, url, name):
        self.process = subprocess.Popen(
            [PEER, url, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1)
        self.answers = queue.Queue()
        self.news = []
        threading.Thread(target=self.read, daemon=True).start()
        self.said = self.answers.get(timeout=PATIENCE)

    def read(self):
        for line in self.process.stdout:
            if line[0] == "=":
                self.answers.put(line[1:].rstrip("\n"))
            else:
                self.news.append(line[1:].rstrip("\n").split(" ", 3))

    def do(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        return self.answers.get(timeout=PATIENCE)

    def figures(self):
        return dict(zip(FIGURES, map(int, self.do("figures").split())))

    def heard(self, kind, table=None):
        """The last news of a kind: (seq, text), or None."""
        found = [(int(one[2]), one[3]) for one in list(self.news)
                 if one[0] == kind and table in (None, one[1])]
        return found[-1] if found else None

    def hears(self, kind, table, what, patience=PATIENCE):
        return wait_for(lambda: self.heard(kind, table) == what, patience)

    def owns(self, table):
        return self.do("owns", table) == "1"

    def signal(self, number):
        self.process.send_signal(number)

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def shards(*peers):
    return sorted(peer.figures()["shards"] for peer in peers)


def a_table_of(peer):
    return next(name for name in (f"t{i}" for i in range(1000))
                if peer.owns(name))


@test("what somebody else has written about is left out, and nothing else")
def _(database):
    with Peer(database.url, "a") as a, Peer(database.url, "b") as b:
        assert a.do("append", "t", 1, "one") == "0"
        assert b.do("append", "t", 2, "two") == "0"
        assert a.do("append", "t", 2, "other") == "0 t"
        assert a.do("load", "t") == " 1:one 2:two 0"
        assert a.do("append", "t", 3, "three") == "0"
        assert b.do("claim", "code", "t") == "0"
        assert a.do("claim", "code", "u") == "0 u"
        assert b.do("record", "t", 1) == "0"
        assert a.do("record", "t", 1) == "0 t"
        assert database.sql("SELECT count(*) FROM tioli.writer") == "2"


@test("leases are spread, and move on when a server dies or says goodbye")
def _(database):
    with Peer(database.url, "a") as a:
        assert shards(a) == [SHARDS]
        with Peer(database.url, "b") as b, Peer(database.url, "c") as c:
            wait_for(lambda: shards(a, b, c) == [20, 22, 22])
            for i in range(50):
                assert sum(p.owns(f"x{i}") for p in (a, b, c)) == 1
            c.close()
            assert wait_for(lambda: shards(a, b) == [32, 32]) < 2.5
            assert a.figures()["lost"] == 0 and b.figures()["lost"] == 0
            b.signal(signal.SIGKILL)
            assert wait_for(lambda: shards(a) == [SHARDS]) < LEASE + 1.5
        assert a.figures()["servers"] == 1
        assert a.heard("leases") is not None


@test("a server that has stood still can't write as owner when it wakes")
def _(database):
    with Peer(database.url, "a") as a, Peer(database.url, "b") as b:
        wait_for(lambda: shards(a, b) == [32, 32])
        table = a_table_of(b)
        assert b.do("append", table, 1, "one", "owner") == "0"
        assert a.do("append", table, 2, "two", "owner") == f"0 {table}"
        assert a.do("append", table, 2, "two") == "0"
        b.signal(signal.SIGSTOP)
        wait_for(lambda: a.owns(table))
        assert a.do("append", table, 3, "three", "owner") == "0"
        b.signal(signal.SIGCONT)
        assert b.do("append", table, 4, "late", "owner") == f"0 {table}"
        assert a.do("load", table) == " 1:one 2:two 3:three 0"
        wait_for(lambda: shards(a, b) == [32, 32])
        assert b.figures()["lost"] > 0


@test("a lease ends by its own clock when the database is out of reach")
def _(database):
    proxy = Proxy(database.port)
    with Peer(database.url, "a") as a, Peer(proxy.url, "b") as b:
        wait_for(lambda: shards(a, b) == [32, 32])
        table = a_table_of(b)
        proxy.close()
        took = wait_for(lambda: not b.owns(table))
        assert took < LEASE and not b.figures()["connected"], took
        assert not a.owns(table)
        wait_for(lambda: a.owns(table))


@test("a server that is started again has its place at once")
def _(database):
    with Peer(database.url, "a") as a, Peer(database.url, "b") as b:
        wait_for(lambda: shards(a, b) == [32, 32])
        b.do("present", "t", "ben", 1)
        a.do("follow", "t", 0)
        a.hears("there", "t", (0, "ben"))
        b.signal(signal.SIGKILL)
        with Peer(database.url, "b") as again:
            assert wait_for(lambda: shards(a, again) == [32, 32]) < 2
            assert a.hears("there", "t", (0, "")) < 3.5
            # And should the one before be alive, it is told.
            table = a_table_of(again)
            assert again.do("append", table, 1, "one", "owner") == "0"
            with Peer(database.url, "b") as third:
                again.hears("drain", None, (0, ""))
                assert not again.owns(table)
                assert again.do("append", table, 2, "two", "owner") \
                    == f"0 {table}"
                wait_for(lambda: shards(a, third) == [32, 32])
                again.close()
                time.sleep(1.5)
                assert shards(a, third) == [32, 32]
                assert len([n for n in third.news if n[0] == "drain"]) == 0


@test("hints arrive at once, and only where the table is followed")
def _(database):
    with Peer(database.url, "a") as a, Peer(database.url, "b") as b, \
            Peer(database.url, "c") as c:
        b.do("follow", "t", 0)
        c.do("follow", "u", 0)
        time.sleep(0.3)
        a.do("append", "t", 1, "one", "about", "line-of-t")
        a.do("tell", "t", 1, "line")
        a.do("note", "t", "caf%é\"")
        assert b.hears("events", "t", (1, "")) < 1
        assert b.hears("line", "t", (1, "line-of-t")) < 1
        b.hears("said", "t", (0, "caf%é\""))
        c.hears("line", "t", (1, "line-of-t"))
        assert not c.heard("events", "t") and not c.heard("said")
        assert not a.heard("events", "t")
        figures = b.figures()
        assert figures["heard"] > 0 and figures["found"] == 0
        assert figures["lag"] < 1e6
        a.do("delete", "t")
        a.do("tell", "t", 1, "line")
        c.hears("line", "t", (0, ""))
        wall = abs(int(a.do("wall")) - int(b.do("wall")))
        assert wall < 500, wall


@test("what no hint has said is found by looking")
def _(database):
    with Peer(database.url, "a") as a, Peer(database.url, "b") as b:
        b.do("follow", "t", 0)
        time.sleep(0.3)
        a.do("append", "t", 1, "one", "about", "line-of-t")
        assert b.hears("events", "t", (1, "")) < 4
        assert b.hears("line", "t", (1, "line-of-t")) < 4
        assert b.figures()["found"] == 1
        # Whoever follows later learns of what was before.
        b.do("follow", "u", 0)
        a.do("append", "u", 1, "one")
        a.do("append", "u", 2, "two")
        b.hears("events", "u", (2, ""))
        b.do("unfollow", "t")
        a.do("append", "t", 2, "two")
        a.do("tell", "t", 2)
        a.do("append", "u", 3, "three")
        a.do("tell", "u", 3)
        b.hears("events", "u", (3, ""))
        assert b.heard("events", "t") == (1, "")


@test("a line that commits late is not missed")
def _(database):
    with Peer(database.url, "a") as a:
        slow = subprocess.Popen(
            [database.bin / "psql", "-X", "-q", database.url],
            stdin=subprocess.PIPE, text=True)
        slow.stdin.write("BEGIN; INSERT INTO tioli.summary (table_id, about) "
                         "VALUES ('late', 'at last');\n")
        slow.stdin.flush()
        wait_for(lambda: database.sql(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_xid "
            "IS NOT NULL AND state = 'idle in transaction'") == "1")
        with Peer(database.url, "b") as b:
            for i in range(3):
                b.do("append", f"t{i}", 1, "one", "about", "early")
                a.hears("line", f"t{i}", (1, "early"))
                time.sleep(1)
            slow.stdin.write("COMMIT;\n")
            slow.stdin.close()
            slow.wait()
            a.hears("line", "late", (0, "at last"))
            assert len([one for one in a.news if one[0] == "line"]) == 4


@test("who is there is known elsewhere, until they go or their server does")
def _(database):
    with Peer(database.url, "a") as a, Peer(database.url, "b") as b:
        a.do("follow", "t", 0)
        b.do("present", "t", "anna", 1)
        b.do("present", "t", "ben", 1)
        a.hears("there", "t", (0, "anna ben"))
        b.do("present", "t", "anna")
        assert a.hears("there", "t", (0, "ben")) < 1
        a.do("present", "t", "cleo", 1)
        with Peer(database.url, "c") as c:
            c.do("follow", "t", 0)
            c.hears("there", "t", (0, "ben cleo"))
        b.signal(signal.SIGKILL)
        assert a.hears("there", "t", (0, "")) < LEASE + 2.5
        assert database.sql("SELECT who FROM tioli.presence") == "cleo"


@test("a server is asked to drain, and gives up what it has")
def _(database):
    with Peer(database.url, "a") as a, Peer(database.url, "b") as b:
        wait_for(lambda: shards(a, b) == [32, 32])
        database.sql("UPDATE tioli.member SET draining = true "
                     "WHERE server = 'b'")
        b.hears("drain", None, (0, ""))
        table = a_table_of(b)
        b.do("give-up")
        assert not b.owns(table)
        assert wait_for(lambda: a.owns(table)) < 2
        assert shards(a, b) == [0, SHARDS]
        assert b.do("append", "t", 1, "one") == "0"
        time.sleep(1.2)
        assert shards(a, b) == [0, SHARDS]


@test("a connection that is cut comes back, and everything with it")
def _(database):
    proxy = Proxy(database.port)
    with Peer(database.url, "a") as a, Peer(proxy.url, "b") as b:
        wait_for(lambda: shards(a, b) == [32, 32])
        b.do("present", "t", "ben", 1)
        a.do("follow", "t", 0)
        b.do("follow", "t", 0)
        a.hears("there", "t", (0, "ben"))
        for piece in range(1, 30, 3):
            before = b.figures()["reconnects"]
            proxy.cut = piece
            wait_for(lambda: b.figures()["reconnects"] > before)
        proxy.cut = None
        wait_for(lambda: b.figures()["connected"])
        a.do("append", "t", 1, "one")
        a.do("tell", "t", 1)
        b.hears("events", "t", (1, ""))
        wait_for(lambda: shards(a, b) == [32, 32])
        assert database.sql("SELECT who FROM tioli.presence") == "ben"
    proxy.close()


@test("a standby takes over: leases, people and news go on")
def _(first):
    with Postgres(standby_of=first) as second:
        hosts = (f"postgresql://postgres@127.0.0.1:{first.port},"
                 f"127.0.0.1:{second.port}/postgres")
        with Peer(hosts, "a") as a, Peer(hosts, "b") as b:
            a.do("follow", "t", 0)
            b.do("present", "t", "ben", 1)
            a.hears("there", "t", (0, "ben"))
            assert b.do("append", "t", 1, "one") == "0"
            a.hears("events", "t", (1, ""))
            where = first.sql("SELECT pg_current_wal_lsn()")
            wait_for(lambda: second.sql(
                f"SELECT pg_last_wal_replay_lsn() >= '{where}'") == "t")
            first.stop()
            second.promote()
            wait_for(lambda: b.do("append", "t", 2, "two")[0] == "0")
            a.hears("events", "t", (2, ""))
            wait_for(lambda: shards(a, b) == [32, 32])
            wait_for(lambda: second.sql(
                "SELECT who FROM tioli.presence") == "ben")
            assert a.heard("there", "t") == (0, "ben")
    first.start()  # for the other tests


# What the second step has added; without it, it is what the first one made.
EARLIER = """
DROP RULE writer_stays ON writer;
DROP TABLE member, lease, presence;
ALTER TABLE summary DROP COLUMN gone, DROP COLUMN changed;
ALTER TABLE version DROP COLUMN steps;
"""


@test("an earlier schema is brought up to date; one with more steps will do")
def _(database):
    def in_schema(text):
        return database.sql("SET search_path TO tioli; " + text)
    with Peer(database.url, "a") as a:
        assert a.do("append", "t", 1, "one", "about", "line") == "0"
        a.close()
    in_schema(EARLIER)
    with Peer(database.url, "a") as a, Peer(database.url, "b") as b:
        assert (a.said, b.said) == ("ready", "ready")
        assert in_schema("SELECT version, steps FROM version") == "1|2"
        assert b.do("load", "t") == " 1:one 0"
        assert b.do("append", "t", 2, "two") == "0"
        wait_for(lambda: shards(a, b) == [32, 32])
        # A later version has added something. It knows which programs that
        # leaves behind.
        in_schema("ALTER TABLE log ADD COLUMN more text; "
                  "UPDATE version SET steps = 3")
        with Peer(database.url, "c") as c:
            assert c.do("append", "t", 3, "three") == "0"
        in_schema("UPDATE version SET version = 3")
        with Peer(database.url, "d") as d:
            assert "a later version of tioli" in d.said, d.said
        assert a.do("append", "t", 4, "four") == "0"
        assert in_schema("SELECT version, steps FROM version") == "3|3"


@test("servers that start at the same time make the tables once")
def _(database):
    peers = []
    threads = [threading.Thread(
        target=lambda n=n: peers.append(Peer(database.url, f"s{n}")))
        for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    try:
        assert [peer.said for peer in peers] == ["ready"] * 5
        wait_for(lambda: shards(*peers) == [12, 13, 13, 13, 13])
    finally:
        for peer in peers:
            peer.__exit__()


@test("a disk of the database that is full: a sentence, and later it goes on")
def _(_):
    with tempfile.TemporaryDirectory() as folder:
        full = pathlib.Path(folder, "full")
        os.chmod(folder, 0o755)
        # The database runs as another user, and in another folder.
        library = shutil.copy(FULL_DISK, folder)
        with Postgres(LD_PRELOAD=library, TIOLI_FULL_DISK=str(full)) as one, \
                Peer(one.url, "a") as a:
            assert a.do("append", "t", 1, "one") == "0"
            full.touch()
            seq = 2
            while (said := a.do("append", "t", seq, "x" * 900)) == "0":
                seq += 1
                assert seq < 2000
            assert said == "4 the disk of the database is full", said
            assert len(a.do("load", "t").split()) == seq
            full.unlink()
            assert a.do("append", "t", seq, "later") == "0"
            assert len(a.do("load", "t").split()) == seq + 1


def main():
    words = sys.argv[3:]
    chosen = [one for one in tests
              if not words or any(word in one[0] for word in words)]
    failed = 0
    print(f"1..{len(chosen)}")
    with Postgres() as database:
        for number, (title, function) in enumerate(chosen, 1):
            database.sql("DROP SCHEMA IF EXISTS tioli CASCADE")
            try:
                function(database)
                print(f"ok {number} - {title}", flush=True)
            except Exception as error:  # noqa: BLE001 whatever it is is told
                failed += 1
                where = error.__traceback__
                while where.tb_next and where.tb_next.tb_frame.f_code. \
                        co_filename == __file__:
                    where = where.tb_next
                print(f"not ok {number} - {title}\n# line {where.tb_lineno}: "
                      f"{type(error).__name__} {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    sys.exit(main())
