"""WebSockets: messages, turns, origins, and how much anybody may have."""

import contextlib
import socket
import struct
import time

from client import (BINARY, CLOSE, CONTINUED, PING, TEXT, WAIT, WebSocket, connect, http,
                    read_all, read_reply)
from common import (GET, WWW, count_soon, counts, ended, falls_to, server,
                    test)

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
        assert ws.close_reason == "é" * 60
        ws = WebSocket(it.port)
        ws.send("!end 4000 x" + "é" * 200)
        assert ws.recv() == "last words" and ws.recv() is None
        assert ws.close_reason == "x" + "é" * 59
        judge = WebSocket(it.port)
        assert falls_to(judge, "sockets", 1)


@test("a handler may refuse a socket, with a reason")
def _():
    with server() as it:
        ws = WebSocket(it.port, ["Cookie: a=b; tioli=unwelcome",
                                 f"Origin: http://localhost:{it.port}"])
        assert ws.recv() is None
        assert (ws.close_code, ws.close_reason) == (4001, "not you")
        ws = WebSocket(it.port, ["Authorization: Bearer nobody"])
        assert ws.recv() is None
        assert (ws.close_code, ws.close_reason) == (1008, "refused")
        assert counts(WebSocket(it.port))["sockets"] == 1


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


@test("whoever goes before they are told is forgotten")
def _():
    with server() as it:
        for _ in range(3):
            leaver, first, last = (WebSocket(it.port) for _ in range(3))
            assert leaver.ask("!listen") == "listening"
            # Meanwhile all that happens waits for the same turn.
            last.send("!hold")
            assert it.process.stdout.readline() == "in turn\n"
            first.send("!tell")
            leaver.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                   struct.pack("ii", 1, 0))
            leaver.end()
            it.process.stdin.write("go\n")
            it.process.stdin.flush()
            assert last.recv() == "held"
            assert first.ask("x") == last.ask("x") == "x"
            assert falls_to(first, "sockets", 2)
            first.end()
            assert falls_to(last, "sockets", 1)
            last.end()


def comes_and_goes(it, judge):
    """Connections that end in all the ways that have something to forget."""
    half = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf"
    large = b"GET /big.txt HTTP/1.1\r\nHost: a\r\n\r\n"
    asked = GET + b"X-Y: z\r\n\r\n"
    for data in (b"", GET, half, large, asked, asked * 3, large + asked,
                 b"nonsense\n", b"GET /none?a=b HTTP/1.1\r\nHost: a\r\n\r\n",
                 half + b" more", b"HEAD /big.txt HTTP/1.0\r\n\r\n"):
        for reads in 0, 100:
            sock = connect(it.port)
            sock.sendall(data)
            if reads and data.endswith(b"\r\n\r\n"):
                assert sock.recv(reads)
            sock.close()
    for words in ("!end 4000 x", "!flood 9 99999", "hello"):
        ws = WebSocket(it.port)
        ws.send(words)
        assert ws.recv() is not None
        ws.send("half a message", final=False)
        ws.sock.close()
    assert WebSocket(it.port, path="/none").status == 404
    assert falls_to(judge, "open", 1)


@test("whatever was kept for a connection is given back")
def _():
    with server(f"files={WWW}") as it:
        judge = WebSocket(it.port)
        for _ in range(2):
            comes_and_goes(it, judge)
        before = int(judge.ask("!heap"))
        for _ in range(10):
            comes_and_goes(it, judge)
        grown = int(judge.ask("!heap")) - before
        assert grown < 500, grown


def unlucky(it):
    """What somebody does while memory runs out, however that ends."""
    asks = b"POST /echo?a=b HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
    sock = connect(it.port)
    with contextlib.suppress(OSError):
        sock.sendall(asks * 2)
        sock.shutdown(socket.SHUT_WR)
    read_all(sock)
    with contextlib.suppress(OSError, AssertionError):
        ws = WebSocket(it.port)
        ws.send("he", final=False)
        ws.send("llo", CONTINUED)
        ws.recv()
        ws.end()


@test("when memory runs out somebody is turned away, and nobody else")
def _():
    with server() as it:
        judge = WebSocket(it.port)
        unlucky(it)
        before = int(judge.ask("!heap"))
        for number in range(1, 24):
            assert judge.ask(f"!fail {number}") == "failing"
            unlucky(it)
            assert falls_to(judge, "open", 1), number
        assert int(judge.ask("!heap")) - before < 500


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


@test("a request is asked for its origin by whoever answers it")
def _():
    with server() as it:
        for fields, status in (
                ([], 200), (["Cookie: tioli=abc"], 200),
                ([f"Origin: http://localhost:{it.port}"], 200),
                (["Origin: http://evil.example"], 403),
                (["Origin: null"], 403)):
            assert http(it.port, "/origin", fields=fields).status == status
        assert counts(WebSocket(it.port))["origin"] == 2


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
        for scheme, protected in (("HTTPS", True), ("http", False)):
            reply = http(it.port, "/echo",
                         fields=[f"X-Forwarded-Proto: {scheme}"])
            assert bool(reply["strict-transport-security"]) == protected
        assert http(it.port, "/echo")["strict-transport-security"] is None
        for bad in ("", "unknown", "1.2.3", "1.2.3.4, "):
            reply = http(it.port, "/echo", fields=[f"X-Forwarded-For: {bad}"])
            assert b"from=127.0.0.1\n" in reply.body, bad
    with server() as it:
        ws = WebSocket(it.port, told)
        assert ws.ask("!address") == "127.0.0.1"
        assert origin(it, "https://play.example", None, told) == 403
        reply = http(it.port, "/echo", fields=told)
        assert reply["strict-transport-security"] is None


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


@test("whoever does not read is dropped, and nobody else waits for it")
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
        assert falls_to(judge, "sockets", 1)
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


@test("what waits to be written is told, with all that goes with it")
def _():
    with server() as it:
        ws = WebSocket(it.port)
        ws.sock.sendall(ws.frame(TEXT, "!flood 3 100") +
                        ws.frame(TEXT, "!waiting"))
        assert [len(ws.recv()) for _ in range(3)] == [100] * 3
        assert ws.recv() == str(3 * 102)
        assert ws.ask("!waiting") == "0"


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
            assert read_all(one) == b"", "nobody asked it"
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
        # Nor is one that comes in drops; but one that is whole is forgotten.
        whole, drops = WebSocket(it.port), WebSocket(it.port)
        whole.send("who", TEXT, False)
        whole.send("le", 0, True)
        assert whole.recv() == "whole"
        end = time.monotonic() + 5
        drops.sock.settimeout(0.02)
        open_, bytes_ = True, iter(drops.frame(TEXT, "x" * 1000))
        while open_ and time.monotonic() < end:
            try:
                drops.sock.sendall(bytes([next(bytes_)]))
                open_ = drops.sock.recv(1) != b""
            except TimeoutError:
                pass
            except OSError:
                open_ = False
        assert not open_ and counts(judge)["slow_header"] == 8
        assert whole.ask("!timer 300") == "timer"


@test("whoever has asked for nothing is gone as soon as they are late")
def _():
    with server("header_ms=100") as it:
        judge = WebSocket(it.port)
        for _ in range(3):
            silent = connect(it.port)
            assert read_all(silent) == b""
            told = [counts(judge)["open"] for _ in range(3)]
            assert told[-1] == 1, told
            silent.close()


@test("a silent socket is pinged, and dropped when it stays silent")
def _():
    with server("idle_ms=120") as it:
        alive, dead = WebSocket(it.port), WebSocket(it.port)
        dead.answer_pings = False
        assert count_soon(alive, "idle") == 1
        assert alive.pings >= 1
        assert dead.recv() is None and dead.pings >= 1


@test("whoever answers pings and says nothing else stays")
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
