"""A PostgreSQL of a test's own: in a folder of its own, on a free port, and gone
when the test is over. It does not run as root: then it is the user `postgres`
who runs it."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
shared_buffers = 16MB
max_connections = 30
log_min_messages = fatal
"""


def programs():
    """The folder of the newest version that is installed, or None."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"),
                   key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Postgres:
    """with Postgres() as database: database.url, database.sql("SELECT 1")"""

    def __init__(self, standby_of=None, **variables):
        self.bin = programs()
        self.variables = variables  # of its environment
        self.standby_of = standby_of
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def as_user(self, *words):
        words = [str(word) for word in words]
        if os.geteuid() == 0:
            words = ["setpriv", "--reuid=postgres", "--regid=postgres",
                     "--clear-groups", *words]
        return words

    def run(self, *words):
        subprocess.run(self.as_user(*words), check=True, cwd="/",
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tioli-postgres-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self.data = self.folder / "data"
        if self.standby_of:
            self.run(self.bin / "pg_basebackup", "-D", self.data, "-R", "-X",
                     "stream", "-d", self.standby_of.url)
        else:
            self.run(self.bin / "initdb", "-D", self.data, "-U", "postgres",
                     "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
            with open(self.data / "postgresql.conf", "a") as file:
                file.write(SETTINGS)
        self.start()
        return self

    def start(self):
        self.process = subprocess.Popen(
            self.as_user(self.bin / "postgres", "-D", self.data, "-p",
                         self.port),
            cwd="/", stdin=subprocess.DEVNULL,
            env={**os.environ, **self.variables},
            stdout=open(self.folder / "log", "ab"), stderr=subprocess.STDOUT)
        end = time.monotonic() + 60
        while subprocess.run(
                [self.bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p",
                 str(self.port)], check=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.05)

    def stop(self, how=signal.SIGQUIT):
        """At once, as in a crash; SIGINT ends its sessions and is clean."""
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)

    def promote(self):
        self.run(self.bin / "pg_ctl", "promote", "-D", self.data, "-w")

    def sql(self, text, database="postgres", role="postgres"):
        """What it answers, as text."""
        done = subprocess.run(
            [self.bin / "psql", "-X", "-q", "-A", "-t", "-v",
             "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port), "-U",
             role, "-d", database, "-c", text],
            check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Proxy:
    """Passes everything on to a database, until it is told to cut the next
    commit: its request, so that the database never sees it, or its reply, so
    that the client does not; or after so many pieces in either direction. When
    it has cut, it may be told to cut again."""

    COMMIT = b"\0COMMIT\0"

    def __init__(self, port):
        self.to = port
        self.cut = None    # "request" or "reply", or a number
        self.then = None   # the same, afterwards
        self.cuts = 0
        self.open = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
                server = socket.create_connection(("127.0.0.1", self.to))
            except OSError:
                return
            self.open += [client, server]
            swallow = threading.Event()
            for one, other, is_request in ((client, server, True),
                                           (server, client, False)):
                threading.Thread(target=self.pass_on, daemon=True,
                                 args=(one, other, is_request,
                                       swallow)).start()

    def pass_on(self, one, other, is_request, swallow):
        try:
            while data := one.recv(65536):
                if isinstance(self.cut, int):
                    self.cut -= 1
                    if self.cut == 0:
                        break
                elif is_request and self.cut and self.COMMIT in data:
                    if self.cut == "request":
                        break
                    swallow.set()
                elif not is_request and swallow.is_set():
                    break
                other.sendall(data)
            else:
                return
            self.cut, self.then = self.then, None
            self.cuts += 1
        except OSError:
            pass
        finally:
            for end in (one, other):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self):
        """Whoever listens or reads here is told, in whichever thread."""
        for end in [self.listener, *self.open]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
