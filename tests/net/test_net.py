#!/usr/bin/env python3
"""HTTP and WebSocket from outside: what a client may do and what it may not.

usage: test_net.py ECHO_SERVER TALK [NUMBER...]        (TAP on standard output)
"""

import base64
import contextlib
import email.utils
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from client import (BINARY, CLOSE, PING, TEXT, WAIT, Server,  # noqa: E402
                    WebSocket, connect, http, read_all, read_reply)

PROGRAM, TALK = sys.argv[1:3]
TESTS = []


def test(words):
    def add(function):
        TESTS.append((words, function))
        return function
    return add


def server(*options):
    """Without the limits on how often, unless they are asked for."""
    return Server(PROGRAM, "rate=0", "address_rate=0", *options)


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


# ---- WebSockets ------------------------------------------------------------

@test("messages come back, of all lengths")
def _():
    with server() as it:
        ws = WebSocket(it.port)
        assert ws.status == 101
        for size in (0, 1, 125, 126, 1000, 1024, 1025, 4096, 16384):
            text = "é" * (size // 2) + "x" * (size % 2)
            assert ws.ask(text) == text, size
        for i in range(200):
            ws.send(f"{i}")
        assert [ws.recv() for _ in range(200)] == [f"{i}" for i in range(200)]


@test("a message may come in pieces, with a ping between them")
def _():
    with server() as it:
        ws = WebSocket(it.port)
        whole = "prefix " + "ü" * 3000 + " end"
        data = whole.encode()
        ws.send(data[:8], TEXT, False)
        ws.send(b"", 0, False)
        ws.send("ping", PING)
        ws.send(data[8:4001], 0, False)
        ws.send(data[4001:], 0, True)
        assert ws.recv() == whole
        # Byte by byte, as a slow network would bring it.
        for byte in ws.frame(TEXT, "slowly"):
            ws.sock.sendall(bytes([byte]))
        assert ws.recv() == "slowly"


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


@test("what is too long, not text or not UTF-8 ends the socket")
def _():
    with server() as it:
        judge = WebSocket(it.port)
        assert ended(it, ("x" * 16385,)) == 1009
        assert ended(it, ("x" * 9000, TEXT, False), ("x" * 9000, 0)) == 1009
        assert ended(it, *[("", TEXT, False)],
                     *[("", 0, False)] * 70) == 1009
        assert ended(it, ("x" * 70000,)) == 1009
        assert counts(judge)["message_size"] == 4
        assert ended(it, (b"\1\2", BINARY)) == 1003
        for bad in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
                    b"ok \xe2\x82", b"\xc3"):
            assert ended(it, (bad,)) == 1007, bad
        assert counts(judge)["message_kind"] == 7
        # A character may be cut by a fragment, but must be whole at the end.
        assert ended(it, (b"\xe2\x82", TEXT, False), (b"\x41", 0)) == 1007
        # Neither a kind that does not exist nor a piece of nothing.
        assert ended(it, ("", 3)) in (1002, None)
        assert ended(it, ("x", 0)) in (1002, None)


@test("both sides may close, and the last words are still read")
def _():
    with server() as it:
        ws = WebSocket(it.port)
        assert ws.ask("!end 4321 good bye") == "last words"
        assert ws.recv() is None
        assert (ws.close_code, ws.close_reason) == (4321, "good bye")
        ws = WebSocket(it.port)
        assert ws.ask("before") == "before"
        ws.send(b"\x03\xe8bye", CLOSE)
        assert ws.recv() is None and ws.close_code == 1000
        ws = WebSocket(it.port)
        ws.send("!end 4000 " + "é" * 200)
        assert ws.recv() == "last words" and ws.recv() is None
        assert 100 < len(ws.close_reason.encode()) <= 120
        judge = WebSocket(it.port)
        for _ in range(200):
            if counts(judge)["sockets"] == 1:
                break
            time.sleep(0.01)
        assert counts(judge)["sockets"] == 1


@test("a handler may refuse a socket, with a reason")
def _():
    with server() as it:
        ws = WebSocket(it.port, ["Cookie: a=b; tioli=unwelcome",
                                 f"Origin: http://localhost:{it.port}"])
        assert ws.recv() is None
        assert (ws.close_code, ws.close_reason) == (4001, "not you")


@test("it is found at its path alone, in its version alone")
def _():
    with server() as it:
        assert WebSocket(it.port, path="/").status == 404
        assert WebSocket(it.port, path="/ws2").status == 404
        assert WebSocket(it.port, path="/ws/x").status == 404
        old = WebSocket(it.port, version="8")
        assert old.status == 426
        assert old.reply["sec-websocket-version"] == "13"
        assert WebSocket(it.port, path="/ws?a=1").status == 101


# ---- Turns -----------------------------------------------------------------

@test("nothing is written before the turn has ended")
def _():
    with server() as it:
        ws = WebSocket(it.port)
        ws.send("!hold")
        assert it.process.stdout.readline() == "in turn\n"
        # The server stands still inside of the turn: what it had sent before
        # would be here.
        assert ws.quiet()
        asker = connect(it.port)
        asker.sendall(b"GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
        it.process.stdin.write("go\n")
        it.process.stdin.flush()
        assert ws.recv() == "held"
        assert read_reply(asker).status == 200


@test("it is woken by a thread, and a timer comes in time")
def _():
    with server() as it:
        ws = WebSocket(it.port)
        assert ws.ask("!wake") == "woken"
        assert ws.ask("!timer 30") == "timer"
        turns = counts(ws)["turns"]
        assert counts(ws)["turns"] > turns


# ---- Origins ---------------------------------------------------------------

def origin(it, text, host=None, fields=()):
    more = list(fields)
    if text is not None:
        more.append(f"Origin: {text}")
    ws = WebSocket(it.port, more, name=host)
    ws.end()
    return ws.status


@test("only pages of the right origin get a socket")
def _():
    with server("origins=https://a.example,http://b.example:8080",
                "address_rate=0") as it:
        port = it.port
        good = [
            (f"http://localhost:{port}", None),
            (f"http://LOCALHOST:{port}", None),
            (f"http://127.0.0.1:{port}", f"127.0.0.1:{port}"),
            ("http://play.example", "play.example"),
            ("http://play.example:80", "play.example"),
            ("http://play.example", "play.example:80"),
            (f"http://[::1]:{port}", f"[::1]:{port}"),
            ("https://a.example", None),
            ("https://a.example:443", None),
            ("http://b.example:8080", None),
        ]
        bad = [
            "null", "", "*", f"https://localhost:{port}",
            f"http://localhost:{port + 1}", "http://localhost",
            f"http://localhost:{port}.evil.example",
            f"http://localhost.evil.example:{port}",
            f"http://evil-localhost:{port}",
            f"http://localhost:{port}@evil.example",
            f"http://evil.example/http://localhost:{port}",
            f"http://localhost:{port}/", f"http://localhost:{port}#",
            f"http://localhost:0{port}1", "http://a.example",
            "https://a.example:8443", "https://a.example.evil.example",
            "https://evila.example", "https://xa.example",
            "https://sub.a.example", "https://a.exampl",
            "https://a.example.", "http://b.example", "ws://a.example",
            "file://", "https://", "https://:443", "https://a.example:",
            "https://a.example:99999", "https://a.example:-1",
            "https://a.example https://evil.example", "a.example",
            "https:/a.example", "https://a.example\\.evil.example",
        ]
        for text, host in good:
            assert origin(it, text, host) == 101, text
        for text in bad:
            if text:
                assert origin(it, text) == 403, text
        # Two of them are none.
        assert origin(it, "https://a.example", None,
                      ["Origin: https://evil.example"]) == 403
        # A program sends none; a browser's cookie needs one.
        assert origin(it, None) == 101
        assert origin(it, None, None, ["Cookie: tioli=abc"]) == 403
        assert origin(it, "https://a.example", None,
                      ["Cookie: tioli=abc"]) == 101
        judge = WebSocket(it.port)
        assert counts(judge)["origin"] == len(bad) - 1 + 2
        assert judge.ask("!cookie") == ""


@test("the cookie is told to whoever opens")
def _():
    with server() as it:
        for header, value in (("tioli=abc", "abc"),
                              ("x=1; tioli=a=b; tioli=2", "a=b"),
                              ("xtioli=1", ""), ("tiolix=1; TIOLI=2", ""),
                              ("tioli=" + "y" * 600, "")):
            ws = WebSocket(it.port, [f"Cookie: {header}",
                                     f"Origin: http://localhost:{it.port}"])
            assert ws.ask("!cookie") == value, header


@test("behind a proxy its fields count, and otherwise not")
def _():
    told = ["X-Forwarded-For: 203.0.113.7, 198.51.100.9",
            "X-Forwarded-Proto: https", "X-Forwarded-Host: play.example"]
    with server("proxy=1") as it:
        ws = WebSocket(it.port, told + ["Origin: https://play.example"])
        assert ws.status == 101
        assert ws.ask("!address") == "198.51.100.9"
        assert origin(it, "http://play.example", None, told) == 403
        assert origin(it, f"https://localhost:{it.port}", None, told) == 403
        reply = http(it.port, "/echo", fields=told)
        assert b"from=198.51.100.9\n" in reply.body
        assert reply["strict-transport-security"]
        assert reply["cross-origin-opener-policy"] == "same-origin"
        for bad in ("", "unknown", "1.2.3", "1.2.3.4, "):
            reply = http(it.port, "/echo", fields=[f"X-Forwarded-For: {bad}"])
            assert b"from=127.0.0.1\n" in reply.body, bad
    with server() as it:
        ws = WebSocket(it.port, told)
        assert ws.ask("!address") == "127.0.0.1"
        assert origin(it, "https://play.example", None, told) == 403


@test("behind a proxy each client's address has its own limit")
def _():
    with server("proxy=1", "per_address=2") as it:
        held = [WebSocket(it.port, ["X-Forwarded-For: 2001:db8::1"]),
                WebSocket(it.port, ["X-Forwarded-For: 2001:db8::2"])]
        assert [ws.status for ws in held] == [101, 101]
        third = WebSocket(it.port, ["X-Forwarded-For: 2001:db8::3"])
        assert third.status == 503, "the same /64"
        other = WebSocket(it.port, ["X-Forwarded-For: 2001:db8:0:1::1"])
        assert other.status == 101
        assert counts(other)["address_connections"] == 1


# ---- Limits ----------------------------------------------------------------

@test("too many connections are refused in clear words, and room comes back")
def _():
    with server("connections=3") as it:
        held = [WebSocket(it.port) for _ in range(3)]
        more = WebSocket(it.port)
        assert more.status == 503 and b"full" in more.reply.body
        assert more.reply["retry-after"]
        assert http(it.port, "/echo").status == 503
        assert count_soon(held[0], "connections", 2) >= 2
        held.pop().end()
        for _ in range(200):
            again = WebSocket(it.port)
            if again.status == 101:
                break
            again.end()
            time.sleep(0.01)
        assert again.status == 101
        # Far more than there is room to refuse politely.
        crowd = [connect(it.port) for _ in range(100)]
        assert held[0].ask("still here") == "still here"
        for one in crowd:
            one.close()
    with server("per_address=2") as it:
        held = [WebSocket(it.port) for _ in range(2)]
        more = WebSocket(it.port)
        assert more.status == 503 and b"your address" in more.reply.body
        assert counts(held[0])["address_connections"] == 1


@test("too many messages end the socket")
def _():
    with server("rate=5", "burst=10", "address_rate=0") as it:
        assert ended(it, *[("x",)] * 30) == 1008
        judge = WebSocket(it.port)
        assert counts(judge)["rate"] == 1
        assert counts(judge)["messages_in"] <= 15
    with server("rate=0", "address_rate=1", "address_burst=20") as it:
        ws = WebSocket(it.port)
        for _ in range(10):
            assert ws.ask("x") == "x"
        assert ended(it, *[("x",)] * 30) == 1008
        statuses = [http(it.port, "/echo").status for _ in range(3)]
        assert statuses[-1] == 429, statuses


@test("who does not read is dropped, and nobody else waits for it")
def _():
    with server("queue_bytes=20000") as it:
        slow, judge = WebSocket(it.port), WebSocket(it.port)
        slow.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        for _ in range(500):
            try:
                slow.send("!flood 4 16000")
            except OSError:
                break
            assert judge.ask("x") == "x"
        assert count_soon(judge, "slow_reader") >= 1
        assert counts(judge)["sockets"] == 1
        # More in one turn than may ever wait.
        burst = WebSocket(it.port)
        burst.send("!flood 10 16000")
        got = []
        while True:
            text = burst.recv()
            if text is None:
                break
            got.append(text)
        assert len(got) <= 5 and burst.close_code in (1013, None)


@test("a reader that is slow but reads gets everything, in order")
def _():
    with server("queue_bytes=1000000") as it:
        ws = WebSocket(it.port)
        ws.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        ws.send("!flood 60 16000")
        ws.send("the end")
        for _ in range(60):
            assert len(ws.recv()) == 16000
        assert ws.recv() == "the end"


@test("a request that never ends is not waited for")
def _():
    with server("header_ms=200", "files=/") as it:
        judge = WebSocket(it.port)
        slow = [connect(it.port) for _ in range(6)]
        slow[1].sendall(b"GET / HT")
        slow[2].sendall(b"GET /ws HTTP/1.1\r\nHost: a\r\n")
        slow[3].sendall(b"POST /echo HTTP/1.1\r\nHost: a\r\n"
                        b"Content-Length: 100\r\n\r\nabc")
        # A drop now and then does not help.
        end = time.monotonic() + 5
        dripping, open_ = slow[4], True
        dripping.sendall(b"GET /")
        while open_ and time.monotonic() < end:
            try:
                dripping.sendall(b"x")
                dripping.settimeout(0.02)
                open_ = dripping.recv(1) != b""
            except TimeoutError:
                pass
            except OSError:
                open_ = False
        assert not open_
        for one in slow[1:4]:
            assert read_all(one).startswith(b"HTTP/1.1 408 "), one
        for one in slow[0], slow[5]:
            assert read_all(one) == b"", "who asked nothing is told nothing"
        assert count_soon(judge, "slow_header", 6) == 6
        # A message in pieces is no better.
        ws = WebSocket(it.port)
        ws.send("begun", TEXT, False)
        assert ws.recv() is None
        # An idle connection after an answer is closed, but did no wrong.
        kept = connect(it.port)
        assert http(it.port, "/echo", sock=kept).status == 200
        assert read_all(kept) == b""
        assert counts(judge)["slow_header"] == 7


@test("a silent socket is pinged, and dropped when it stays silent")
def _():
    with server("idle_ms=120") as it:
        alive, dead = WebSocket(it.port), WebSocket(it.port)
        dead.answer_pings = False
        assert count_soon(alive, "idle") == 1
        assert alive.pings >= 1
        assert dead.recv() is None and dead.pings >= 1


@test("who answers pings and says nothing else stays")
def _():
    with server("idle_ms=120") as it:
        quiet = WebSocket(it.port)
        quiet.sock.settimeout(0.05)
        for _ in range(100):
            try:
                assert quiet.recv() is not None
            except TimeoutError:
                pass
            if quiet.pings == 6:
                break
        assert quiet.pings == 6
        quiet.sock.settimeout(WAIT)
        quiet.send("still there")
        assert quiet.recv() == "still there"


# ---- HTTP ------------------------------------------------------------------

@test("requests reach the handler with all their parts")
def _():
    with server() as it:
        reply = http(it.port, "/echo?b=1&a=x%20y%26z+w&c", "GET",
                     ["User-Agent: me", "X-Own: mine", "Cookie: tioli=abc"])
        assert reply.status == 200 and reply["x-echo"] == "yes"
        assert reply.body == (b"GET /echo a=x y&z w agent=me own=mine "
                              b"cookie=abc from=127.0.0.1\n")
        assert reply["cache-control"] == "no-store"
        reply = http(it.port, "/echo", "POST", body=b"x" * 3000)
        assert reply.body.endswith(b"x" * 3000)
        assert b"a=(none) agent=(none) own=(none)" in reply.body
        reply = http(it.port, "/echo", "POST", body=b"")
        assert reply.status == 200 and reply.body.startswith(b"POST /echo")
        for method in ("PUT", "PATCH"):
            assert http(it.port, "/echo", method,
                        body=b"hi").body.startswith(method.encode())
        for method in ("DELETE", "OPTIONS"):
            assert http(it.port, "/echo",
                        method).body.startswith(method.encode())
        reply = http(it.port, "/echo", "HEAD")
        assert reply.status == 200 and int(reply["content-length"]) > 20
        assert http(it.port, "/none").status == 404


@test("one connection may ask often, also before it has the answer")
def _():
    with server() as it:
        sock = connect(it.port)
        for i in range(20):
            assert http(it.port, f"/echo?a={i}", sock=sock).status == 200
            assert http(it.port, "/echo", "POST", body=b"b",
                        sock=sock).body.endswith(b"b")
        sock = connect(it.port)
        one = b"GET /echo?a=%d HTTP/1.1\r\nHost: a\r\n\r\n"
        sock.sendall(one % 1 + one % 2 + one % 3)
        rest = b""
        for i in (1, 2, 3):
            reply = read_reply(sock, rest=rest)
            assert b"a=%d " % i in reply.body, reply.body
            rest = reply.rest
        sock = connect(it.port)
        sock.sendall(b"GET /echo HTTP/1.0\r\nHost: a\r\n\r\n")
        assert b"GET /echo" in read_all(sock)


@test("bodies are bounded, and must say how long they are")
def _():
    with server("body_bytes=1000") as it:
        judge = WebSocket(it.port)
        assert http(it.port, "/echo", "POST", body=b"x" * 1000).status == 200
        assert http(it.port, "/echo", "POST", body=b"x" * 1001).status == 413
        assert http(it.port, "/echo", "POST",
                    body=b"x" * 300000).status == 413
        assert counts(judge)["body_size"] == 2
        assert http(it.port, "/echo", "POST").status == 411
        assert http(it.port, "/echo", "POST",
                    ["Transfer-Encoding: chunked"]).status == 411
        for bad in ("-1", "1x", "0x10", "99999999999999999999", "1, 1"):
            reply = http(it.port, "/echo", "POST", [f"Content-Length: {bad}"])
            assert reply is None or reply.status in (400, 413), bad
        twice = http(it.port, "/echo", "POST",
                     ["Content-Length: 1", "Content-Length: 2"])
        assert twice is None or twice.status == 400


@test("every answer has the fields that protect the page")
def _():
    with server() as it:
        replies = [http(it.port, "/echo"), http(it.port, "/none"),
                   WebSocket(it.port, path="/x").reply,
                   http(it.port, "/echo", "POST")]
        for reply in replies:
            policy = reply["content-security-policy"]
            for part in ("default-src 'self'", "frame-ancestors 'none'",
                         "script-src 'self' 'wasm-unsafe-eval'",
                         "object-src 'none'", "base-uri 'none'",
                         "img-src 'self' data: blob:", "style-src 'self'",
                         "worker-src 'self'", "manifest-src 'self'",
                         f"connect-src 'self' ws://localhost:{it.port}"):
                assert part in policy, (part, policy)
            assert reply["x-content-type-options"] == "nosniff"
            assert reply["referrer-policy"] == "no-referrer"
            assert reply["cross-origin-opener-policy"] is None
            assert reply["cross-origin-resource-policy"] == "same-origin"
            assert "camera=()" in reply["permissions-policy"]
            assert reply["strict-transport-security"] is None
        sock = connect(it.port)
        sock.sendall(b"GET /echo HTTP/1.1\r\nHost: a;b'c\r\n\r\n")
        reply = read_reply(sock)
        assert "a;b" not in reply["content-security-policy"]


@test("nonsense and half requests do no harm")
def _():
    dice = random.Random(7)
    pieces = [b"GET ", b"POST ", b"/ws", b"/echo", b" HTTP/1.1\r\n", b"\r\n",
              b"Host: a\r\n", b"Upgrade: websocket\r\n", b"Upgrade: h2c\r\n",
              b"Upgrade: other\r\n", b"Connection: Upgrade\r\n",
              b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
              b"Sec-WebSocket-Version: 13\r\n", b"Content-Length: 5\r\n",
              b"Expect: 100-continue\r\n", b"hello", b"%00", b"%", b"\0",
              b"\x81\x85abcdhello", b"\x88\x80abcd", b"CONNECT a:1",
              b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"Cookie: ", b"x" * 3000,
              b"Origin: null\r\n", b"HTTP2-Settings: AAMAAABkAAQAAP__\r\n",
              b"Transfer-Encoding: chunked\r\n", b"OPTIONS *", b"HEAD /",
              b"Sec-WebSocket-Protocol: a, net\r\n", b"\x16\x03\x01\x02\x00"]
    upgrade = b"".join([b"GET /ws HTTP/1.1\r\nHost: a\r\n", *pieces[7:8],
                        *pieces[10:13], b"\r\n"])
    with server("header_ms=100", "address_rate=0") as it:
        for i in range(400):
            sock = connect(it.port)
            try:
                if i % 4 == 0:
                    sock.sendall(upgrade)
                if i % 4 == 1:
                    sock.sendall(b"GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
                for _ in range(dice.randint(1, 8)):
                    sock.sendall(dice.choice(pieces))
                if i % 3 == 0:
                    sock.shutdown(socket.SHUT_WR)
                if i % 5 == 0:
                    sock.recv(100)
            except OSError:
                pass
            sock.close()
        for _ in range(60):
            ws = WebSocket(it.port)
            try:
                ws.sock.sendall(dice.randbytes(dice.randint(1, 200)))
                ws.sock.shutdown(socket.SHUT_WR)
                read_all(ws.sock)
            except OSError:
                pass
            ws.end()
        ws = WebSocket(it.port)
        assert ws.ask("alive") == "alive"
        for method in ("FOO", "CONNECT", "TRACE"):
            sock = connect(it.port)
            sock.sendall(f"{method} / HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            answer = read_all(sock)
            assert answer.startswith(b"HTTP/1.1 405 "), answer
            assert b"frame-ancestors 'none'" in answer, answer
        assert ws.ask("alive") == "alive"


# ---- Heads -----------------------------------------------------------------

def raw(it, data, tls=None, before=False):
    """The status that the bytes get, or None; after a first request or not."""
    sock = connect(it.port, tls=tls)
    if before:
        assert http(it.port, "/echo", sock=sock).status == 200
    sock.sendall(data)
    reply = read_reply(sock)
    if not reply:
        return None
    assert reply.status == 200 or reply.body.endswith(b".\n"), reply.body
    status = reply.status
    if status != 200:
        assert reply["connection"] == "close" and sock.recv(100) == b""
    sock.close()
    return status


GET = b"GET /echo HTTP/1.1\r\nHost: a\r\n"
HEADS = [
    # What no name of a field can be wrong with: each begins like one that is
    # known to many.
    (GET + b"User: x\r\nAuth: y\r\nX-A: z\r\nH: 1\r\nCook: 2\r\n\r\n", 200),
    (b"\r\n" + GET + b"\r\n", 200),
    (b"\r\n\r\n" + GET + b"\r\n", 200),
    (b"GET http://a/echo HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    (GET + b"A:\r\nB: \t \r\nC:\xff\r\n\r\n", 200),
    (GET + b"X: " + b"y" * (16384 - len(GET) - 7) + b"\r\n\r\n", 200),
    (GET + b"X: " + b"y" * (16384 - len(GET) - 6) + b"\r\n\r\n", 431),
    (GET + b"Cookie: " + b"y" * 20000, 431),
    (GET + b"X: y\r\n" * 99 + b"\r\n", 200),
    (GET + b"X: y\r\n" * 100 + b"\r\n", 431),
    (b"GET /echo?" + b"y" * (8192 - 6) + b" HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    (b"GET /echo?" + b"y" * (8192 - 5) + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    (b"GET /echo HTTP/1.1\n", 400),
    (GET + b"X: y\n", 400),
    (GET + b"X: a\rb\r\n\r\n", 400),
    (GET + b"\rX: y\r\n\r\n", 400),
    (b"\rX\r\n\r\n", 400),
    (GET + b"X: y\r\n z\r\n\r\n", 400),
    (GET + b"X : y\r\n\r\n", 400),
    (GET + b": y\r\n\r\n", 400),
    (GET + b"no colon\r\n\r\n", 400),
    (GET + b"X: \0\r\n\r\n", 400),
    (GET + b"X: \x01\r\n\r\n", 400),
    (GET + b"X: \x7f\r\n\r\n", 400),
    (GET + b"X\xe4: y\r\n\r\n", 400),
    (GET + b"Host: b\r\n\r\n", 400),
    (GET + b"Content-Length: 0\r\nContent-Length: 0\r\n\r\n", 400),
    (GET + b"Authorization: a\r\nAuthorization: a\r\n\r\n", 400),
    (b"GET /echo HTTP/1.1\r\n\r\n", 400),
    (b"GET /echo\r\nHost: a\r\n\r\n", 400),
    (b"GET  HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /echo FTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET echo HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /%0 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"G@T /echo HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /echo HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    (b"GET /echo HTTP/1.2\r\nHost: a\r\n\r\n", 505),
    (b"GET /echo HTTP/1.10\r\nHost: a\r\n\r\n", 505),
    (b"\x16\x03\x01\x02\x00\x01", 400),
    (b" ", 400),
    (b"{", 400),
]


@test("whatever is wrong with a head is said, on any connection")
def _():
    folder = pathlib.Path(FOLDER.name)
    cert, key = make_certificate(folder, "one")
    with server() as it:
        judge = WebSocket(it.port)
        for before in False, True:
            for data, status in HEADS:
                assert raw(it, data, before=before) == status, (data, before)
        told = counts(judge)
        large = sum(status in (431, 414) for _, status in HEADS)
        small = sum(status in (400, 505) for _, status in HEADS)
        assert told["head_size"] == 2 * large, told
        assert told["bad_request"] == 2 * small, told
        # In the smallest of pieces, too.
        sock = connect(it.port)
        for byte in GET + b"X-Own: slow\r\n\r\n":
            sock.sendall(bytes([byte]))
        assert b"own=slow" in read_reply(sock).body
        # An old client needs no Host, and is answered once.
        sock = connect(it.port)
        sock.sendall(b"GET /echo HTTP/1.0\r\n\r\n")
        assert b" 200 OK" in read_all(sock)
        sock = connect(it.port)
        sock.sendall(GET + b"Connection: keep-alive , CLOSE\r\n\r\n")
        assert b"\r\nConnection: close\r\n" in read_all(sock)
        assert judge.ask("x") == "x"
    with server(f"cert={cert}", f"key={key}") as it:
        tls = ssl.create_default_context(cafile=cert)
        for data, status in HEADS[:1] + HEADS[6:9]:
            assert raw(it, data, tls=tls) == status, data


@test("what a query asks for is decoded, and nonsense is not found")
def _():
    with server() as it:
        for query, value in (
                ("a=1", "1"), ("a", ""), ("a=", ""), ("aa=1&a=2", "2"),
                ("b=a&a=%41%6a%C3%a4", "Ajä"), ("a=1&a=2", "1"),
                ("%61=3", "3"), ("a=b=c", "b=c"), ("&&a=4&", "4"),
                ("a=%", "(none)"), ("a=%0", "(none)"), ("a=%00", "(none)"),
                ("%=1&a=2", "2"), ("b=1", "(none)"), ("", "(none)"),
                ("x" * 70 + "=1&a=2", "2"), ("a=" + "y" * 2047, "y" * 2047),
                ("a=" + "y" * 2048, "(none)")):
            body = http(it.port, f"/echo?{query}").body.decode()
            assert f" a={value} agent" in body, (query, body)


# ---- Who it is -------------------------------------------------------------

@test("the one cookie is found among many, in every head")
def _():
    others = "; ".join(f"other{i}=" + "z" * 100 for i in range(120))
    with server() as it:
        page = f"Origin: http://localhost:{it.port}"
        for fields, value in (
                ([f"Cookie: {others}; tioli=person1"], "person1"),
                ([f"Cookie: tioli=person1; {others}"], "person1"),
                (["Cookie: a=b", f"Cookie: {others}", "Cookie: tioli=person1"],
                 "person1"),
                # Any of several may be the one that somebody has.
                (["Cookie: tioli=x; tioli=person1; tioli=person2"], "person1"),
                (["Cookie: tioli=x", "Cookie: tioli=person1"], "person1"),
                (["Cookie: tioli=" + "y" * 600 + "; tioli=person1"],
                 "person1"),
                (["Cookie: tioli=x; tioli=y"], "x"),
                (["Cookie: tioli="], ""), (["Cookie: ;;tioli;=;"], ""),
                (["Cookie: tioli=" + "y" * 127], "y" * 127),
                (["Cookie: tioli=" + "y" * 128], "")):
            reply = http(it.port, "/echo", fields=fields)
            assert f"cookie={value} from" in reply.body.decode(), fields
            ws = WebSocket(it.port, [*fields, page])
            assert ws.ask("!cookie") == value, fields
        # A program's token comes before a cookie.
        ws = WebSocket(it.port, ["Authorization: BEARER person3",
                                 "Cookie: tioli=person1", page])
        assert ws.ask("!cookie") == "person3"
        ws = WebSocket(it.port, ["Authorization: Basic person3",
                                 "Cookie: tioli=person1", page])
        assert ws.ask("!cookie") == "person1"


def person(name):
    return [f"Authorization: Bearer person-{name}"]


@test("who has a token pays alone, and only so many new ones come at once")
def _():
    with Server(PROGRAM, "rate=0", "person_rate=1", "person_burst=8",
                "address_rate=1", "address_burst=100") as it:
        judge = WebSocket(it.port, person("judge"))
        assert judge.status == 101
        # Somebody at the same address uses up the address's share...
        statuses = [http(it.port, "/echo").status for _ in range(110)]
        assert statuses[:99] == [200] * 99 and statuses[-1] == 429
        assert WebSocket(it.port).status == 429
        # ... and who has a token does not notice, by HTTP or on a socket,
        assert judge.ask("x") == "x"
        assert http(it.port, "/echo", fields=person("ben")).status == 200
        # unless they do too much themselves.
        eve = WebSocket(it.port, person("eve"))
        for _ in range(7):
            assert eve.ask("x") == "x"
        eve.send("x")
        eve.send("x")
        while eve.recv() is not None:
            pass
        assert (eve.close_code, "of yours" in eve.close_reason) == (1008, True)
        reply = http(it.port, "/echo", fields=person("eve"))
        assert reply.status == 429 and b"of yours" in reply.body
        assert reply["retry-after"]
        told = counts(judge)
        assert told["person_rate"] >= 2 and told["address_rate"] >= 2, told
        # 60 persons may come from an address: three are here.
        for number in range(57):
            assert http(it.port, "/echo", fields=person(number)).status == 200
        assert http(it.port, "/echo", fields=person("late")).status == 429
        assert http(it.port, "/echo", fields=person(5)).status == 200
        assert counts(judge)["person_rate"] == told["person_rate"]
    with Server(PROGRAM, "rate=0", "per_address=0", "address_rate=1",
                "address_burst=1", "person_rate=0") as it:
        # Where addresses are not counted anybody may come.
        for number in range(70):
            assert http(it.port, "/echo", fields=person(number)).status == 200


@test("a share is kept for who comes back, and may be asked for on a socket")
def _():
    with Server(PROGRAM, "rate=0", "address_rate=1", "address_burst=80",
                "person_rate=0") as it:
        ws = WebSocket(it.port)
        assert ws.ask("!person-whose-name-is-long") == "shared"
        assert ws.ask("!person-1") == "own"
        for number in range(60):
            assert http(it.port, "/echo", fields=person(number)).status == 200
        late = WebSocket(it.port, person("late"))
        assert late.ask("!person-late") == "shared"
        # They share the address's, which is then used up.
        assert ended_by(late) == 1008
        for _ in range(50):
            assert ws.ask("x") == "x"
        ws.end()
        again = WebSocket(it.port, person("1"))
        assert again.ask("!person-1") == "own"


def ended_by(ws):
    """The code with which a socket ends that sends too much."""
    try:
        for _ in range(100):
            ws.send("x")
    except ConnectionError:
        pass
    while ws.recv() is not None:
        pass
    return ws.close_code


@test("an address's connections are for those without a token")
def _():
    with server("per_address=2", "per_person=2", "person_rate=0") as it:
        def opens(*fields):
            ws = WebSocket(it.port, *fields)
            return ws if ws.status == 101 else ws.status

        judge = opens(person("judge"))
        guests = [opens(), opens()]
        assert opens() == 503
        more = opens(person("judge"))
        assert more.status == 101
        # The third one would be a guest's.
        assert opens(person("judge")) == 503
        anna = [opens(person("anna")), opens(person("anna"))]
        assert anna[1].status == 101
        # Four times as many in all, whoever they say to be.
        ben = [opens(person("ben")), opens(person("ben"))]
        assert ben[1].status == 101
        assert opens(person("carl")) == 503
        assert counts(judge)["address_connections"] == 3
        guests.pop().end()
        assert gets_in(it)
        assert judge.ask("x") == anna[0].ask("x") == "x"
    with server("per_address=1", "person_rate=0") as it:
        one = WebSocket(it.port)
        assert one.status == 101
        assert WebSocket(it.port).status == 503
        one.end()
        assert gets_in(it)
    with server("per_address=0") as it:
        assert all([WebSocket(it.port).status == 101 for _ in range(5)])


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


@test("who says nothing takes nobody's place for long")
def _():
    with server("per_address=2", "person_rate=0") as it:
        judge = WebSocket(it.port, person("judge"))
        # The address is full, and so is the room for those too many.
        silent = [connect(it.port) for _ in range(2 + 64)]
        for one in silent[2:]:
            one.sendall(b"GET /e")
        for _ in range(10):
            assert http(it.port, "/echo", fields=person("ben")).status == 200
            assert http(it.port, "/echo").status == 503
        assert judge.ask("x") == "x"
        # Those that came first had to go.
        assert read_all(silent[2]) == b""
        assert counts(judge)["open"] <= 4
        # Nor does who was refused and stays.
        told = counts(judge)["address_connections"]
        stubborn = [connect(it.port) for _ in range(100)]
        for one in stubborn:
            try:
                one.sendall(b"GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
            except ConnectionError:
                pass
        for _ in range(10):
            assert http(it.port, "/echo", fields=person("ben")).status == 200
        assert count_soon(judge, "address_connections", told + 100) >= told + 100
        # With a body to come, who has a share has the usual time for it.
        sock = connect(it.port)
        sock.sendall(b"POST /echo HTTP/1.1\r\nHost: a\r\nAuthorization: "
                     b"Bearer person-ben\r\nContent-Length: 2\r\n\r\nh")
        crowd = [connect(it.port) for _ in range(100)]
        assert judge.ask("x") == "x"
        sock.sendall(b"i")
        assert read_reply(sock).body.endswith(b"hi")
        for one in crowd + stubborn:
            one.close()


@test("a foreign name of the server is refused, if it has one")
def _():
    with server("host=play.example", "origins=https://a.example") as it:
        for name, status in (
                ("play.example", 101), ("PLAY.example:8443", 101),
                ("localhost", 101), (f"localhost:{it.port}", 101),
                ("127.0.0.1:80", 101), ("192.168.1.5", 101),
                ("[::1]:8080", 101), ("evil.example", 421),
                ("play.example.evil.example", 421), ("xplay.example", 421),
                ("play.example.", 421), ("127.0.0.1.evil.example", 421),
                ("a.example", 421), ("localhost.evil.example", 421),
                ("play.example:", 421), ("1.2.3", 421)):
            ws = WebSocket(it.port, name=name)
            assert ws.status == status, name
            sock = connect(it.port)
            sock.sendall(f"GET /echo HTTP/1.1\r\nHost: {name}\r\n\r\n"
                         .encode())
            reply = read_reply(sock)
            assert reply.status == (200 if status == 101 else 421), name
            ws.end()
            sock.close()
        judge = WebSocket(it.port)
        assert counts(judge)["host"] == 18
        sock = connect(it.port)
        sock.sendall(b"GET /echo HTTP/1.0\r\n\r\n")
        assert b" 421 " in read_all(sock)
    with server("host=play.example", "proxy=1") as it:
        told = ["X-Forwarded-Host: evil.example"]
        assert http(it.port, "/echo", fields=told).status == 421
        told = ["X-Forwarded-Host: evil.example, play.example"]
        assert http(it.port, "/echo", fields=told).status == 200
    with server() as it:
        assert WebSocket(it.port, name="any.example").status == 101


# ---- Frames ----------------------------------------------------------------

def frames(it, *pieces):
    """How a socket ends that gets these bytes."""
    ws = WebSocket(it.port)
    try:
        ws.sock.sendall(b"".join(pieces))
    except ConnectionError:
        pass
    while ws.recv() is not None:
        pass
    return ws.close_code, ws.close_reason


@test("frames that break the rules end the socket, others don't")
def _():
    mask = b"\0\0\0\0"
    with server() as it:
        judge = WebSocket(it.port)
        wrong = [
            b"\x83\x80" + mask, b"\x87\x80" + mask, b"\x8b\x80" + mask,
            b"\x8f\x80" + mask,                       # unknown kinds
            b"\xc1\x80" + mask, b"\xa1\x80" + mask,
            b"\x91\x80" + mask,                       # reserved bits
            b"\x81\x01x", b"\x81\x00",               # without a mask
            b"\x09\x80" + mask, b"\x08\x80" + mask,   # a ping in pieces
            b"\x89\xfe\0\x7e" + mask + b"x" * 126,   # a long one
            b"\x80\x80" + mask, b"\x00\x80" + mask,   # a piece of nothing
            b"\x01\x80" + mask + b"\x81\x80" + mask,  # one within another
        ]
        for data in wrong:
            assert frames(it, data)[0] == 1002, data
            assert frames(it, data + b"\x81\x85" + mask + b"hello")[0] == 1002
        assert counts(judge)["bad_request"] == 2 * len(wrong)
        for data, code in (
                (b"\x88\x80" + mask, 1000),
                (b"\x88\x82" + mask + b"\x03\xe9", 1001),
                (b"\x88\x82" + mask + b"\x0f\xa0", 4000),
                (b"\x88\x82" + mask + b"\x0b\xb8", 3000),
                (b"\x88\x82" + mask + b"\x13\x87", 4999),
                (b"\x88\x82" + mask + b"\x03\xf6", 1014),
                (b"\x88\x81" + mask + b"x", 1002),
                (b"\x88\x82" + mask + b"\x03\xe7", 1002),
                (b"\x88\x82" + mask + b"\x03\xec", 1002),
                (b"\x88\x82" + mask + b"\x03\xee", 1002),
                (b"\x88\x82" + mask + b"\x03\xf7", 1002),
                (b"\x88\x82" + mask + b"\x0b\xb7", 1002),
                (b"\x88\x82" + mask + b"\x13\x88", 1002)):
            assert frames(it, data)[0] == code, data
        # Longer than any message may be, which is known before it is there.
        for length in (b"\xff\0\0\0\0\0\1\0\0", b"\xff" + b"\xff" * 8,
                       b"\xfe\x40\x01"):
            assert frames(it, b"\x81" + length + mask)[0] == 1009, length
        # A short length may be written long.
        ws = WebSocket(it.port)
        ws.sock.sendall(b"\x81\xff" + b"\0" * 7 + b"\x02" + b"abcd" +
                        bytes([0x61 ^ 0x68, 0x62 ^ 0x69]))
        assert ws.recv() == "hi"
        # A ping comes back as it was, wherever it comes.
        ws.send(b"\x01\x02" * 62 + b"!", PING)
        kind, payload = ws.read_frame()
        assert (kind, payload) == (10, b"\x01\x02" * 62 + b"!")
        ws.send("", PING)
        assert ws.read_frame() == (10, b"")
        ws.send("so", TEXT, False)
        ws.send("q", PING)
        ws.send("lo", 0, True)
        assert ws.read_frame() == (10, b"q")
        assert ws.recv() == "solo"
        # A pong that nobody asked for says nothing.
        ws.send("x", 10)
        assert ws.ask("y") == "y"
        # 64 pieces are a message, 65 are not.
        for count, fine in ((64, True), (65, False)):
            ws = WebSocket(it.port)
            ws.send("x", TEXT, False)
            for _ in range(count - 2):
                ws.send("x", 0, False)
            ws.send("x", 0, True)
            assert ws.recv() == ("x" * 64 if fine else None)
    with Server(PROGRAM, "rate=1", "burst=5") as it:
        assert frames(it, (b"\x89\x80" + mask) * 20)[0] == 1008
        assert frames(it, (b"\x8a\x80" + mask) * 20)[0] == 1008


@test("a WebSocket has a key, and is asked for as the rules say")
def _():
    with server() as it:
        ask = ("GET /ws HTTP/1.1\r\nHost: localhost\r\n"
               "{}Sec-WebSocket-Version: 13\r\n\r\n")
        upgrade = "Upgrade: {}\r\nConnection: {}\r\n"
        key = "Sec-WebSocket-Key: {}\r\n"
        good = "dGhlIHNhbXBsZSBub25jZQ=="
        for text, status in (
                (upgrade.format("websocket", "Upgrade") + key.format(good),
                 101),
                (upgrade.format("WebSocket", "keep-alive, upgrade") +
                 key.format(good), 101),
                (upgrade.format("websocket", "Upgrade"), 400),
                (upgrade.format("websocket", "Upgrade") + key.format("x"),
                 400),
                (upgrade.format("websocket", "Upgrade") +
                 key.format("dGhlIHNhbXBsZSBub25jZQ=!"), 400),
                (upgrade.format("websocket", "Upgrade") +
                 key.format("dGhlIHNhbXBsZSBub25jZQ==="), 400),
                (upgrade.format("websocket", "Upgrade") +
                 key.format("dGhlIHNhbXBsZSBub25jZQAA"), 400),
                (upgrade.format("h2c", "Upgrade") + key.format(good), 426),
                # Without both of the fields it is a plain request.
                (upgrade.format("websocket", "close") + key.format(good), 404),
                ("Connection: Upgrade\r\n" + key.format(good), 404)):
            sock = connect(it.port)
            sock.sendall(ask.format(text).encode())
            assert read_reply(sock).status == status, text
            sock.close()
        post = (ask.replace("GET", "POST").format(
            upgrade.format("websocket", "Upgrade") + key.format(good) +
            "Content-Length: 0\r\n"))
        sock = connect(it.port)
        sock.sendall(post.encode())
        assert read_reply(sock).status == 404


# ---- Files -----------------------------------------------------------------

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


@test("files come with their type, compressed where that is wanted")
def _():
    with server(f"files={WWW}") as it:
        types = {"/": "text/html; charset=utf-8", "/game.wasm":
                 "application/wasm", "/app.webmanifest":
                 "application/manifest+json", "/icon.svg": "image/svg+xml",
                 "/assets/app-1234.js": "text/javascript; charset=utf-8",
                 "/style.css": "text/css; charset=utf-8",
                 "/data.json": "application/json",
                 "/words.txt": "text/plain; charset=utf-8",
                 "/letters.woff2": "font/woff2",
                 "/LICENSE": "application/octet-stream",
                 "/odd.unknown": "application/octet-stream"}
        for path, type_ in types.items():
            reply = http(it.port, path)
            assert (reply.status, reply["content-type"]) == (200, type_), path
            assert reply["content-encoding"] is None
            assert reply["vary"] == "Accept-Encoding"
            assert reply["content-security-policy"]
        for accepted, coding, body in (
                ("gzip, deflate, br", "br", b"page as br"),
                ("gzip", "gzip", b"page as gzip"),
                ("br;q=0, gzip;q=0.5", "gzip", b"page as gzip"),
                ("BR", "br", b"page as br"),
                ("brotli, xgzip", None, b"<!doctype html>page"),
                ("identity", None, b"<!doctype html>page")):
            reply = http(it.port, "/",
                         fields=[f"Accept-Encoding: {accepted}"])
            assert reply["content-encoding"] == coding, accepted
            assert reply.body == body
            assert reply["content-type"] == "text/html; charset=utf-8"
        reply = http(it.port, "/assets/app-1234.js",
                     fields=["Accept-Encoding: br, gzip"])
        assert reply.body == b"js as gzip"
        reply = http(it.port, "/big.txt")
        assert reply.body == (WWW / "big.txt").read_bytes()
        assert http(it.port, "/nothing.txt").body == b""
        reply = http(it.port, "/big.txt", "HEAD")
        assert reply["content-length"] == "1048576"
        assert http(it.port, "/LICENSE").body == b"licence"
        assert http(it.port, "/index.html", "POST", body=b"x").status == 404


@test("every path of the page itself is index.html")
def _():
    with server(f"files={WWW}", "handled=/api,/echo") as it:
        for path in ("/t/abc", "/t/abc/def", "/r/xyz", "/rules", "/learn/",
                     "/gallery?theme=dark", "/apiary", "/assets", "/t/%C3%A4",
                     "/t/%20abc", "/t/abc.", "/t/" + "a" * 400):
            reply = http(it.port, path)
            assert reply.body == b"<!doctype html>page", path
            assert reply["cache-control"] == "no-cache", path
            reply = http(it.port, path, "HEAD")
            assert (reply.status, reply.body) == (200, b""), path
        packed = http(it.port, "/t/abc", fields=["Accept-Encoding: br"])
        assert packed.body == b"page as br"
        for path in ("/api", "/api/x", "/echo", "/assets/old-Bx12yz_-.js",
                     "/favicon.ico", "/t/abc.png"):
            assert b"page" not in http(it.port, path).body, path
        assert b"page" not in http(it.port, "/t/abc", "POST", body=b"x").body


@test("a browser asks for a file again only when it has changed")
def _():
    with server(f"files={WWW}") as it:
        reply = http(it.port, "/style.css")
        tag = reply["etag"]
        assert reply["cache-control"] == "no-cache" and tag
        for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
            again = http(it.port, "/style.css",
                         fields=[f"If-None-Match: {known}"])
            assert again.status == 304 and again["etag"] == tag, known
            assert again.body == b"" and again["content-length"] is None
        assert http(it.port, "/style.css",
                    fields=['If-None-Match: "x"']).status == 200
        (WWW / "style.css").write_bytes(b"new css")
        reply = http(it.port, "/style.css", fields=[f"If-None-Match: {tag}"])
        assert reply.status == 200 and reply.body == b"new css"
        for accepted in ("identity", "br"):
            reply = http(it.port, "/assets/app-Bx12yz_-.js",
                         fields=[f"Accept-Encoding: {accepted}"])
            assert (reply["cache-control"] ==
                    "public, max-age=31536000, immutable")
        # Without a hash of its content a name may mean something else soon.
        for path in ("/assets/plain.js", "/assets/app-1234.js", "/"):
            assert http(it.port, path)["cache-control"] == "no-cache", path
        plain = http(it.port, "/")["etag"]
        packed = http(it.port, "/", fields=["Accept-Encoding: br"])["etag"]
        assert plain != packed


@test("there is no way out of the folder")
def _():
    paths = ["/../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt",
             "/%2e%2e%2foutside.txt", "/assets/../../outside.txt",
             "/assets/..%2f..%2foutside.txt", "/..\\outside.txt",
             "/%5c..%5coutside.txt", "/.%2e/outside.txt", "//outside.txt",
             "/./../outside.txt", "/....//outside.txt", "/link.txt",
             "/up/outside.txt", "/up/www/index.html", "/.hidden",
             "/assets/../.hidden", "/index.html%00.txt", "/%00", "/empty",
             "/empty/", "/assets/", "/assets", "/fifo.txt", "/index.html/",
             "/index.html/x", "/" + "a/" * 200, "/" + "a" * 5000,
             "/%252e%252e/outside.txt", "/C:/index.html",
             "/proc/self/environ", f"{WWW}/index.html",
             "file:///etc/passwd", "http://localhost/../outside.txt",
             "/assets/%2e%2e/%2e%2e/outside.txt", "/%", "/%2", "/%zz",
             "/index.html;x", "/*", "/index.html.br/.."]
    with server(f"files={WWW}") as it:
        for path in paths:
            try:
                reply = http(it.port, path)
            except (ConnectionError, TimeoutError):
                reply = None
            body = reply.body if reply else b""
            assert b"secret" not in body, path
            allowed = reply is None or reply.status in (400, 403, 404, 414)
            # Dots that stay inside may be followed.
            assert allowed or body.startswith(b"<!doctype"), (path, body)
        assert http(it.port, "/words.txt").body == b"words"


def processor_time(it):
    """Seconds that the server has worked."""
    stat = pathlib.Path(f"/proc/{it.process.pid}/stat").read_text()
    user, system = stat.rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@test("who asks for much and reads nothing does not keep the server busy")
def _():
    with server(f"files={WWW}", "idle_ms=60000") as it:
        judge = WebSocket(it.port)
        greedy = connect(it.port)
        greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        ask = b"GET /big.txt HTTP/1.1\r\nHost: a\r\n\r\n"
        greedy.sendall(ask * 500)
        for _ in range(50):
            assert judge.ask("x") == "x"
        # Neither the one nor a WebSocket that floods itself makes it spin.
        slow = WebSocket(it.port)
        slow.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        slow.sock.settimeout(0.05)
        try:
            for _ in range(10):
                slow.send("!flood 10 16000")
        except OSError:
            pass
        assert judge.ask("x") == "x"
        before = processor_time(it)
        judge.ask("!timer 300")
        assert processor_time(it) - before < 0.1


# ---- Listening -------------------------------------------------------------

@test("TLS: pages, sockets, and nothing older than 1.2")
def _():
    folder = pathlib.Path(FOLDER.name)
    cert, key = make_certificate(folder, "one")
    with server(f"cert={cert}", f"key={key}", f"files={WWW}") as it:
        # As a browser comes.
        tls = ssl.create_default_context(cafile=cert)
        tls.set_alpn_protocols(["h2", "http/1.1"])
        sock = connect(it.port, tls=tls)
        assert sock.selected_alpn_protocol() == "http/1.1"
        for _ in range(3):
            assert http(it.port, "/words.txt", sock=sock).body == b"words"
        tls = ssl.create_default_context(cafile=cert)
        reply = http(it.port, "/big.txt", tls=tls)
        assert reply.body == (WWW / "big.txt").read_bytes()
        assert "max-age" in reply["strict-transport-security"]
        assert reply["cross-origin-opener-policy"] == "same-origin"
        ws = WebSocket(it.port, [f"Origin: https://localhost:{it.port}"],
                       tls=tls)
        text = "x" * 16384
        assert ws.status == 101 and ws.ask(text) == text
        ws.send("!flood 20 16000")
        assert [len(ws.recv()) for _ in range(20)] == [16000] * 20
        assert WebSocket(it.port, [f"Origin: http://localhost:{it.port}"],
                         tls=tls).status == 403
        plain = connect(it.port)
        plain.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b"page" not in read_all(plain)
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("DEFAULT@SECLEVEL=0")
        old.minimum_version = ssl.TLSVersion.TLSv1
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        try:
            connect(it.port, tls=old)
            raise AssertionError("TLS 1.1 was taken")
        except (ssl.SSLError, ConnectionError):
            pass
        assert ws.ask("!end 4000 x") == "last words" and ws.recv() is None
        assert ws.close_code == 4000


def make_certificate(folder, name):
    cert, key = str(folder / f"{name}.crt"), str(folder / f"{name}.key")
    if not os.path.exists(cert):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
             "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
             "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


@test("wrong certificates, folders and addresses are named")
def _():
    folder = pathlib.Path(FOLDER.name)
    cert, key = make_certificate(folder, "one")
    _other, other_key = make_certificate(folder, "two")
    text = str(WWW / "words.txt")
    busy = socket.create_server(("127.0.0.1", 0))
    # What may be given to it by mistake: bound only, of another kind, a file.
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    datagrams = socket.socket(type=socket.SOCK_DGRAM)
    folder_fd = os.open(folder, os.O_RDONLY)
    for options, words in (
            ([f"cert={folder}/none", f"key={key}"], "No such file"),
            ([f"cert={cert}", f"key={folder}/none"], "No such file"),
            ([f"cert={cert}"], "needs its key"),
            ([f"cert={text}", f"key={key}"], "no certificate"),
            ([f"cert={cert}", f"key={text}"], "private key"),
            ([f"cert={cert}", f"key={other_key}"], "does not belong"),
            ([f"files={folder}/none"], "folder"),
            ([f"files={text}"], "folder"),
            (["listen=192.0.2.1"], "can't listen"),
            (["listen=no such host"], "can't listen"),
            ([f"port={busy.getsockname()[1]}"], "in use"),
            (["inherited=0"], "no listening socket"),
            ([f"inherited={bound.fileno()}"], "no listening socket"),
            ([f"inherited={datagrams.fileno()}"], "no listening socket"),
            ([f"inherited={folder_fd}"], "no listening socket"),
            (["inherited=99"], "no listening socket")):
        run = subprocess.run([PROGRAM, *options], stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, timeout=10,
                             pass_fds=[bound.fileno(), datagrams.fileno(),
                                       folder_fd])
        assert run.returncode == 1 and words in run.stderr, (options, run)
        assert run.stderr.count("\n") == 1, run.stderr


@test("it listens on IPv4 and IPv6, or takes a socket that is given to it")
def _():
    six = socket.has_ipv6
    with server("listen=") as it:
        assert WebSocket(it.port).ask("!address") == "127.0.0.1"
        if six:
            assert WebSocket(it.port, host="::1").ask("!address") == "::1"
    if six:
        with server("listen=::1") as it:
            assert WebSocket(it.port, host="::1").ask("x") == "x"
    given = socket.create_server(("127.0.0.1", 0))
    number = given.fileno()
    with Server(PROGRAM, f"inherited={number}", pass_fds=[number]) as it:
        assert it.port == given.getsockname()[1]
        ws = WebSocket(it.port)
        assert ws.ask("x") == "x"
        # Who comes now waits for whoever gets the socket next.
        assert ws.ask("!refuse") == "refusing"
        late = connect(it.port)
        assert ws.ask("x") == "x"
    peer, _address = given.accept()
    peer.close()
    late.close()


@test("an IPv6 network of 64 bits counts as one")
def _():
    with server("proxy=1", "rate=0", "address_rate=1",
                "address_burst=10") as it:
        for i in range(10):
            ws = WebSocket(it.port, [f"X-Forwarded-For: 2001:db8::{i:x}"])
            assert ws.status == 101
        assert WebSocket(it.port,
                         ["X-Forwarded-For: 2001:db8::ffff"]).status == 429
        assert WebSocket(it.port,
                         ["X-Forwarded-For: 2001:db8:1::1"]).status == 101


@test("without descriptors nobody is kept waiting, and room comes back")
def _():
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60))

    with Server(PROGRAM, "rate=0", "address_rate=0", preexec_fn=few) as it:
        judge = WebSocket(it.port, person("judge"))
        crowd = [connect(it.port) for _ in range(100)]
        # Those that there is no room for are closed, not left in the queue.
        assert count_soon(judge, "connections", 20) >= 20
        before = processor_time(it)
        judge.ask("!timer 300")
        assert processor_time(it) - before < 0.1
        closed = 0
        for one in crowd:
            one.settimeout(0)
            with contextlib.suppress(BlockingIOError):
                closed += read_all(one) == b""
        assert closed >= 20
        for one in crowd:
            one.close()
        assert gets_in(it)


@test("one connection asks a thousand times, and then another has to")
def _():
    with server() as it:
        sock = connect(it.port)
        for number in range(1000):
            assert http(it.port, "/echo", sock=sock).status == 200, number
        assert sock.recv(10) == b""


@test("what comes in and goes out is counted")
def _():
    with server() as it:
        ws = WebSocket(it.port)
        first = counts(ws)
        assert ws.ask("hello") == "hello"
        text = "ü" * 100
        assert ws.ask(text) == text
        second = counts(ws)
        size = len(json.dumps(first, separators=(",", ":")))
        assert second["messages_in"] - first["messages_in"] == 3
        assert second["messages_out"] - first["messages_out"] == 3
        assert second["bytes_in"] - first["bytes_in"] == 5 + 200 + 7
        assert second["bytes_out"] - first["bytes_out"] == (
            2 + 5 + 4 + 200 + 4 + size)
        assert (first["accepted"], first["open"], first["sockets"]) == (1, 1, 1)
        reply = http(it.port, "/echo")
        third = counts(ws)
        assert third["accepted"] == 2
        assert third["bytes_out"] - second["bytes_out"] > len(reply.body) + 500


@test("every status has its words, and every answer its moment")
def _():
    words = {200: "OK", 400: "Bad Request", 404: "Not Found",
             405: "Method Not Allowed", 411: "Length Required",
             413: "Content Too Large", 414: "URI Too Long",
             431: "Request Header Fields Too Large",
             505: "HTTP Version Not Supported"}
    with server() as it:
        for data, status in (
                *HEADS, (b"POST /echo HTTP/1.1\r\nHost: a\r\n\r\n", 411),
                (b"FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
                (b"GET /x HTTP/1.1\r\nHost: a\r\n\r\n", 404),
                (b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n"
                 b"\r\n", 413)):
            sock = connect(it.port)
            sock.sendall(data)
            line = b""
            while b"\r\n\r\n" not in line:
                line += sock.recv(4096)
            top = line.decode().split("\r\n")
            assert top[0] == f"HTTP/1.1 {status} {words[status]}", top[0]
            moment = email.utils.parsedate_to_datetime(top[1][6:])
            assert abs(moment.timestamp() - time.time()) < 30, top[1]
            assert top[1] == "Date: " + email.utils.format_datetime(
                moment, usegmt=True)
            sock.close()


@test("an answer that can't be given is one that says so")
def _():
    with server() as it:
        reply = http(it.port, "/silent")
        assert (reply.status, reply.body) == (500, b"Something went wrong.\n")
        reply = http(it.port, "/fields?a=100")
        assert (reply.status, reply.body) == (200, b"x")
        assert reply["content-type"] is None
        reply = http(it.port, "/fields?a=200")
        assert (reply.status, reply.body) == (500, b"Something went wrong.\n")
        sock = connect(it.port)
        sock.sendall(b"GET /cached HTTP/1.1\r\nHost: a\r\n\r\n")
        text = sock.recv(65536).lower()
        assert text.count(b"cache-control:") == 1 and b"max-age=1" in text
        assert http(it.port, "/echo", sock=sock).status == 200
        it.process.terminate()
        log = it.process.communicate()[1]
        assert "a request was not answered" in log
        assert "header fields are too long" in log


@test("as many descriptors are asked for as connections need")
def _():
    def limit(soft, hard):
        return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    def soft_limit(it):
        text = pathlib.Path(f"/proc/{it.process.pid}/limits").read_text()
        return int(re.search(r"Max open files +(\d+)", text)[1])

    for soft, hard, wanted in ((100, 4000, 1000 + 64 + 512),
                               (100, 800, 800), (3000, 4000, 3000)):
        with Server(PROGRAM, "connections=1000",
                    preexec_fn=limit(soft, hard)) as it:
            assert soft_limit(it) == wanted, (soft, hard)


@test("no new connections, when that is asked for")
def _():
    with server() as it:
        ws, early = WebSocket(it.port), connect(it.port)
        assert http(it.port, "/echo", sock=early).status == 200
        assert ws.ask("!refuse") == "refusing"
        try:
            connect(it.port).close()
            raise AssertionError("connected")
        except ConnectionRefusedError:
            pass
        early.sendall(b"GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
                      b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                      b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        assert read_reply(early).status == 503
        assert ws.ask("x") == "x"


@test("stopping writes all that is queued, says good bye, and ends")
def _():
    with server("queue_bytes=1000000") as it:
        ws, other = WebSocket(it.port), WebSocket(it.port)
        ws.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        ws.sock.sendall(ws.frame(TEXT, "!flood 20 16000") +
                        ws.frame(TEXT, "!stop"))
        assert [len(ws.recv()) for _ in range(20)] == [16000] * 20
        assert ws.recv() is None and ws.close_code == 1001
        assert other.recv() is None and other.close_code == 1001
        assert it.process.wait(timeout=8) == 0
    with server("queue_bytes=1000000") as it:
        deaf = WebSocket(it.port)
        deaf.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        deaf.send("!flood 60 16000")
        started = time.monotonic()
        assert it.end() == 0
        assert time.monotonic() - started < 6


# ---- The client ------------------------------------------------------------

def talk(url, text="", wait=3000, token="", patience=None, **more):
    """What the client prints, with `text` for its input."""
    last = [] if patience is None else [str(patience)]
    run = subprocess.run([TALK, url, str(wait), token, *last], input=text, text=True,
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
    assert "within 1 seconds" in talk(url, wait=300, patience=1000)
    assert "within 2 seconds" in talk(url, wait=1001, patience=1000)
    silent.close()


class Peer:
    """A server of the test's own, which answers the first message as it
    wants."""

    def __init__(self, *frames):
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"ws://127.0.0.1:{self.listening.getsockname()[1]}/ws"
        self.frames = frames
        self.heard = b""
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        sock, _ = self.listening.accept()
        head = b""
        while b"\r\n\r\n" not in head:
            head += sock.recv(4096)
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
    for _ in range(400):
        if peer.heard:
            break
        time.sleep(0.01)
    assert peer.heard[-8:] == b"\x88\x82\0\0\0\0\x03\xe8", peer.heard


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
        trusting = dict(os.environ, SSL_CERT_FILE=cert)
        assert talk(url, "hello\n!end 4000 x\n",
                    env=trusting).startswith("open\nmessage 5 hello\n")
        assert "can't connect" in talk(f"ws://localhost:{it.port}/ws")
    with server() as it:
        assert "HTTP 404" in talk(f"ws://127.0.0.1:{it.port}/wrong")
        assert "can't connect" in talk(f"wss://127.0.0.1:{it.port}/ws")


def main():
    print(f"1..{len(TESTS)}", flush=True)
    chosen = sys.argv[3:]
    failed = 0
    for number, (words, function) in enumerate(TESTS, 1):
        if chosen and str(number) not in chosen:
            continue
        started = time.monotonic()
        try:
            function()
            print(f"ok {number} - {words}", flush=True)
        except Exception:
            failed += 1
            print(f"not ok {number} - {words}", flush=True)
            for line in traceback.format_exc().splitlines():
                print(f"# {line}")
        if os.environ.get("TIOLI_TEST_TIMES"):
            print(f"# {time.monotonic() - started:.2f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
