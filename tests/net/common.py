"""What the tests of HTTP and WebSockets have in common: the programs that they
run, waiting for a count, and what somebody from outside does again and again.
"""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from client import Server, WebSocket  # noqa: E402

PROGRAM, TALK = sys.argv[1:3]
# What was freed looks like nothing that anybody has a use for.
os.environ.setdefault("MALLOC_PERTURB_", "165")
TESTS = []


def test(words):
    def add(function):
        TESTS.append((words, function))
        return function
    return add


# With a mark behind everything that was asked for, which is looked for when it
# is given back; sanitizers have marks of their own.
CHECKED = dict(os.environ)
if not os.environ.get("TIOLI_SLOW_BUILD"):
    CHECKED.update(LD_PRELOAD="libc_malloc_debug.so.0", MALLOC_CHECK_="3")


def server(*options):
    """Without the limits on how often, unless they are asked for."""
    return Server(PROGRAM, "rate=0", "address_rate=0", *options, env=CHECKED)


def counts(socket_):
    return json.loads(socket_.ask("!counts"))


def count_soon(socket_, name, least=1):
    """A count, once it has reached `least`; it may take the server a turn."""
    for _ in range(400):
        value = counts(socket_)[name]
        if value >= least:
            return value
        time.sleep(0.01)
    return value


def falls_to(socket_, name, value):
    """Whether a count is so soon; somebody may have to be waited for."""
    for _ in range(400):
        if counts(socket_)[name] == value:
            return True
        time.sleep(0.01)
    return False


def ended(it, *frames, **options):
    """How a socket ends that sends these frames."""
    ws = WebSocket(it.port, **options)
    try:
        for frame in frames:
            ws.send(*frame)
    except ConnectionError:
        pass
    while ws.recv() is not None:
        pass
    return ws.close_code


def person(name):
    return [f"Authorization: Bearer person-{name}"]


def gets_in(it, fields=()):
    """Soon, for it may take the server a turn to see that there is room."""
    for _ in range(400):
        with contextlib.suppress(ConnectionError):
            ws = WebSocket(it.port, fields)
            if ws.status == 101:
                return ws
            ws.end()
        time.sleep(0.01)
    return None


def processor_time(it):
    """Seconds that the server has worked."""
    stat = pathlib.Path(f"/proc/{it.process.pid}/stat").read_text()
    user, system = stat.rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def make_certificate(folder, name):
    cert, key = str(folder / f"{name}.crt"), str(folder / f"{name}.key")
    if not os.path.exists(cert):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
             "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
             "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


def make_files(folder):
    root = pathlib.Path(folder) / "www"
    (root / "assets").mkdir(parents=True)
    (root / "empty").mkdir()
    files = {
        "index.html": b"<!doctype html>page",
        "index.html.br": b"page as br", "index.html.gz": b"page as gzip",
        "assets/app-1234.js": b"js", "assets/app-1234.js.gz": b"js as gzip",
        "style.css": b"css", "data.json": b"{}", "words.txt": b"words",
        "game.wasm": b"\0asm", "icon.svg": b"<svg/>", "odd.unknown": b"?",
        "app.webmanifest": b"{}", ".hidden": b"secret",
        "assets/app-Bx12yz_-.js": b"js", "assets/plain.js": b"js",
        "assets/app-Bx12yz_-.js.br": b"js as br", "letters.woff2": b"wOF2",
        "LICENSE": b"licence",
        "big.txt": b"0123456789abcdef" * 65536, "nothing.txt": b"",
    }
    for name, content in files.items():
        (root / name).write_bytes(content)
    (pathlib.Path(folder) / "outside.txt").write_bytes(b"secret")
    os.symlink("../outside.txt", root / "link.txt")
    os.symlink("..", root / "up")
    os.mkfifo(root / "fifo.txt")
    return root


FOLDER = tempfile.TemporaryDirectory()
WWW = make_files(FOLDER.name)
GET = b"GET /echo HTTP/1.1\r\nHost: a\r\n"
