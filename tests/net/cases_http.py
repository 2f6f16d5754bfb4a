"""Requests, and heads and frames that are wrong in every way."""

import pathlib
import random
import socket
import ssl

from client import (PING, TEXT, Server, WebSocket, connect, http, read_all,
                    read_reply)
from common import FOLDER, GET, PROGRAM, counts, make_certificate, server, test

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
        # Whoever has no more to say is still answered.
        sock = connect(it.port)
        sock.sendall(one % 4 + one % 5)
        sock.shutdown(socket.SHUT_WR)
        heard = read_all(sock)
        assert b"a=4 " in heard and b"a=5 " in heard


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
                (b"\x88\x82" + mask + b"\x03\xeb", 1003),
                (b"\x88\x82" + mask + b"\x03\xef", 1007),
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
        ws = WebSocket(it.port)
        for count, fine in ((64, True), (64, True), (65, False)):
            assert ws.ask("whole") == "whole"
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
