"""The client of the terminal."""

import base64
import contextlib
import hashlib
import os
import pathlib
import re
import select
import signal
import socket
import subprocess
import threading
import time

from client import WAIT, WebSocket, read_all
from common import (CHECKED, FOLDER, TALK, counts, make_certificate, server,
                    test)

# ---- The client ------------------------------------------------------------

def talk(url, text="", wait=3000, token="", patience=None, **more):
    """What the client prints, with `text` for its input."""
    last = [] if patience is None else [str(patience)]
    more.setdefault("env", CHECKED)
    run = subprocess.run([TALK, url, str(wait), token, *last], input=text,
                         text=True,
                         capture_output=True, timeout=20, **more)
    assert run.stderr == "", run.stderr
    return run.stdout


@test("the client talks, hears of the end, and says good bye itself")
def _():
    with server() as it:
        url = f"ws://127.0.0.1:{it.port}/ws"
        lines = talk(url, "hello\n!flood 3 100000\n" + "y" * 16000 +
                     "\n!end 4000 good bye\n" + "late\n" * 3).splitlines()
        assert lines[0] == "open"
        heard = [line[:15] for line in lines if line.startswith("message")]
        assert heard[0] == "message 5 hello"
        assert heard[1:4] == ["message 100000 "] * 3
        assert heard[4] == "message 16000 y" and "last words" in lines[-2]
        assert lines[-1] == ("closed: the server closed the connection: "
                             "good bye (4000)")
        assert talk(url, "bye\n").splitlines() == ["open"]
        # It says who comes, so that its share is its own from the beginning.
        assert "message 9 person-me" in talk(
            url, "!cookie\n!end 4000 x\n", token="person-me")
        assert "message 0 " in talk(url, "!cookie\n!end 4000 x\n")
        # A token that is too long is not one.
        for size, heard in (248, "message 127 "), (249, "message 0 "):
            assert heard in talk(url, "!cookie\n!end 4000 x\n",
                                 token="y" * size), size
        judge = WebSocket(it.port)
        assert counts(judge)["sockets"] == 1


@test("the client waits as long as somebody has patience, and no longer")
def _():
    with server() as it:
        for host in "127.0.0.1", "localhost":
            url = f"ws://{host}:{it.port}/ws"
            said = talk(url, "hello\n!end 4000 x\n", patience=100)
            assert said.startswith("open\nmessage 5 hello\n"), said
        # Without any it does not even try.
        assert talk(url, patience=0) == "not open: \n"
    silent = socket.create_server(("127.0.0.1", 0))
    url = f"ws://127.0.0.1:{silent.getsockname()[1]}/ws"
    started = time.monotonic()
    assert talk(url, wait=60000, patience=5) == "not open: \n"
    assert time.monotonic() - started < 30
    assert "within 1 seconds" in talk(url, wait=1000, patience=1000)
    assert "within 2 seconds" in talk(url, wait=1001, patience=1000)
    silent.close()
    # Nor does a name that nobody knows keep it.
    assert talk("ws://slow.test/", wait=60000, patience=2) == "not open: \n"
    assert talk("ws://slow.test/", wait=120, patience=1000) == \
        "not open: no answer from slow.test within 1 seconds\n"


def talks(it, wait):
    """A client that has connected and waits so long at a time."""
    client = subprocess.Popen(
        [TALK, f"ws://127.0.0.1:{it.port}/ws", "3000"], bufsize=0,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=dict(CHECKED, TALK_MS=str(wait)))
    assert client.stdout.readline() == b"open\n"
    return client


def ports(process):
    """Those of a process that others could connect to."""
    folder = pathlib.Path(f"/proc/{process.pid}")
    held = {os.readlink(fd) for fd in (folder / "fd").iterdir()}
    rows = [line.split() for name in ("tcp", "tcp6")
            for line in (folder / "net" / name).read_text().splitlines()[1:]]
    return [int(row[1].split(":")[1], 16) for row in rows
            if row[3] == "0A" and f"socket:[{row[9]}]" in held]


@test("the client waits as long as it is told, and answers pings meanwhile")
def _():
    with server("idle_ms=1000") as it:
        patient, quick = talks(it, -1), talks(it, 40)
        judge = WebSocket(it.port)
        assert ports(it.process) == [it.port] and not ports(patient)
        assert judge.ask("!timer 2300") == "timer"
        told = counts(judge)
        assert (told["sockets"], told["idle"]) == (3, 0), told
        assert quick.stdout.readline() == b"timeout\n"
        assert not select.select([patient.stdout], [], [], 0)[0]
        for client in patient, quick:
            client.stdin.write(b"bye\n")
            heard = client.communicate(timeout=WAIT)[0]
            # As often as there is time for, and not all the time.
            assert heard.count(b"timeout") < 1000, heard
            assert client.returncode == 0


@test("a signal ends the client's waiting, and nothing else")
def _():
    with server() as it:
        client = talks(it, -1)
        # It may not wait yet, so that one alone might come too early.
        for _ in range(200):
            client.send_signal(signal.SIGUSR1)
            if select.select([client.stdout], [], [], 0.02)[0]:
                break
        assert client.stdout.readline() == b"timeout\n"
        client.stdin.write(b"hello\n")
        while (line := client.stdout.readline()) == b"timeout\n":
            pass
        assert line == b"message 5 hello\n", line
        client.communicate(b"bye\n", timeout=WAIT)
        assert client.returncode == 0


class Peer:
    """A server of the test's own, which answers the first message as it
    wants."""

    def __init__(self, *frames):
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"ws://127.0.0.1:{self.listening.getsockname()[1]}/ws"
        self.frames = frames
        self.heard = b""
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        sock, _ = self.listening.accept()
        head = b""
        while b"\r\n\r\n" not in head:
            more = sock.recv(4096)
            assert more, head
            head += more
        key = re.search(rb"(?i)sec-websocket-key: (\S+)", head)[1].decode()
        text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accepted = base64.b64encode(hashlib.sha1(text.encode()).digest())
        sock.sendall(b"HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: "
                     b"Upgrade\r\nSec-WebSocket-Accept: " + accepted +
                     b"\r\n\r\n")
        self.heard = sock.recv(4096)
        with contextlib.suppress(ConnectionError):
            for frame in self.frames:
                sock.sendall(frame)
        self.heard += read_all(sock)
        sock.close()
        self.listening.close()


@test("the client takes what a server says in pieces, and says why it ended")
def _():
    short = b"\x81\x05hello"
    pieces = b"\x01\x02he\x00\x00\x80\x03llo"
    for frames_, said in (
            ([short, b"\x88\x02\x0f\xa1"],
             "message 5 hello\nclosed: the server closed the connection "
             "(4001)\n"),
            ([pieces[:3], pieces[3:], b"\x81\x00", b"\x88\x00"],
             "message 5 hello\nmessage 0 \nclosed: the connection was lost\n"),
            ([b"\x81\x7f\0\0\0\0\0\x10\0\0" + b"x" * (1 << 20),
              b"\x88\x02\x0f\xa1"],
             f"message 1048576 {'x' * 40}\nclosed: the server closed the "
             "connection (4001)\n"),
            ([b"\x81\x7f\0\0\0\0\0\x10\0\1" + b"x" * (1 << 20 | 1)],
             "closed: the server sent too long a message\n")):
        assert talk(Peer(*frames_).url, "go\n") == "open\n" + said, said
    peer = Peer(short)
    assert talk(peer.url, "go\nbye\n").startswith("open\n")
    # Its words, and then a good bye with code 1000.
    peer.thread.join(WAIT)
    assert peer.heard[-8:] == b"\x88\x82\0\0\0\0\x03\xe8", peer.heard


@test("a client without memory says so")
def _():
    with server() as it:
        url = f"ws://127.0.0.1:{it.port}/ws"
        # The second is for looking up, which libwebsockets then does.
        for number, text, said in (
                (1, "", "not open: out of memory\n"),
                (2, "!end 4000 x\n", "open\nmessage 10 last words\nclosed: the "
                 "server closed the connection: x (4000)\n"),
                (3, "hello\n", "open\nnot sent\nclosed: out of memory\n"),
                (4, "hello\n", "open\nclosed: out of memory\n")):
            heard = talk(url, text, patience=100, wait=20000,
                         env=dict(CHECKED, TALK_FAILS=str(number)))
            assert heard == said, (number, heard)


@test("the client says why it can't connect")
def _():
    folder = pathlib.Path(FOLDER.name)
    cert, key = make_certificate(folder, "one")
    silent = socket.create_server(("127.0.0.1", 0))
    port = silent.getsockname()[1]
    assert "within 1 seconds" in talk(f"ws://127.0.0.1:{port}/ws", wait=300)
    silent.close()
    for url in ("http://localhost/", "ws://", "wss://a b/", "ws://a:0/",
                "ws://a:b/", "ws://user@a/", "ws://" + "a" * 300):
        assert "an address is needed" in talk(url), url
    assert "can't connect" in talk(f"ws://127.0.0.1:{port}/ws")
    with server(f"cert={cert}", f"key={key}") as it:
        url = f"wss://localhost:{it.port}/ws"
        assert "certificate" in talk(url)
        trusting = dict(CHECKED, SSL_CERT_FILE=cert)
        assert talk(url, "hello\n!end 4000 x\n",
                    env=trusting).startswith("open\nmessage 5 hello\n")
        assert "can't connect" in talk(f"ws://localhost:{it.port}/ws")
    with server() as it:
        assert "HTTP 404" in talk(f"ws://127.0.0.1:{it.port}/wrong")
        assert "can't connect" in talk(f"wss://127.0.0.1:{it.port}/ws")
