"""TLS, addresses, given sockets, descriptors, answers, and the end."""

import contextlib
import email.utils
import http as http_words
import json
import os
import pathlib
import re
import resource
import socket
import ssl
import subprocess
import time

from client import TEXT, Server, WebSocket, connect, http, read_all, read_reply
from common import (FOLDER, PROGRAM, WWW, count_soon, counts, gets_in,
                    make_certificate, person, processor_time, server, test)
from cases_http import HEADS

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
        # All that comes in one record of TLS is seen at once.
        for count in (1000, 1500, 1700):
            some = [f"m{i}" for i in range(count)]
            ws.sock.sendall(b"".join(ws.frame(1, one) for one in some))
            assert [ws.recv() for _ in some] == some
        sock = connect(it.port, tls=tls)
        ask = b"GET /words.txt HTTP/1.1\r\nHost: a%d\r\n\r\n"
        sock.sendall(b"".join(ask % i for i in range(400)))
        rest = b""
        for i in range(400):
            reply = read_reply(sock, rest=rest)
            assert f"ws://a{i} " in reply["content-security-policy"]
            rest = reply.rest
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


@test("wrong certificates, folders and addresses are named")
def _():
    folder = pathlib.Path(FOLDER.name)
    cert, key = make_certificate(folder, "one")
    _other, other_key = make_certificate(folder, "two")
    text = str(WWW / "words.txt")
    busy = socket.create_server(("127.0.0.1", 0))
    busy_port = busy.getsockname()[1]
    # All addresses are wanted: those of one family are not enough.
    half = socket.create_server(("::1", 0), family=socket.AF_INET6)
    half_port = half.getsockname()[1]
    # What may be given to it by mistake: bound only, of another kind, a file.
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    datagrams = socket.socket(type=socket.SOCK_DGRAM)
    folder_fd = os.open(folder, os.O_RDONLY)
    for options, words in (
            ([f"cert={folder}/none", f"key={key}"],
             f"can't read the certificate {folder}/none: No such file"),
            ([f"cert={cert}", f"key={folder}/none"],
             f"can't read the key {folder}/none: No such file"),
            ([f"cert={cert}"], "a certificate needs its key, too\n"),
            ([f"cert={text}", f"key={key}"],
             f"the certificate {text} is not a certificate in PEM form ({key})"),
            ([f"cert={cert}", f"key={text}"],
             f"the certificate {cert} needs a private key in PEM form"),
            ([f"cert={cert}", f"key={other_key}"],
             f"the certificate {cert} does not belong to the key ("
             f"{other_key})"),
            ([f"files={folder}/none"],
             f"can't open the folder {folder}/none: No such file"),
            ([f"files={text}"], f"can't open the folder {text}: Not a dir"),
            (["listen=192.0.2.1", "port=8"],
             "can't listen on 192.0.2.1, port 8: Cannot assign"),
            (["listen=no such host"], "can't listen on no such host: "),
            (["listen=", f"port={busy_port}"],
             f"can't listen on port {busy_port}: Address already in use"),
            (["listen=", f"port={half_port}"],
             f"can't listen on port {half_port}: Address already in use"),
            ([f"port={busy_port}"],
             f"can't listen on 127.0.0.1, port {busy_port}: Address already"),
            (["inherited=0"], "is not a listening socket"),
            ([f"inherited={bound.fileno()}"], "is not a listening socket"),
            ([f"inherited={datagrams.fileno()}"], "is not a listening socket"),
            ([f"inherited={folder_fd}"], "is not a listening socket"),
            (["inherited=99"], "is not a listening socket")):
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
        assert first["accepted"] == first["open"] == first["sockets"] == 1
        reply = http(it.port, "/echo")
        third = counts(ws)
        assert third["accepted"] == 2
        assert third["bytes_out"] - second["bytes_out"] > len(reply.body) + 500


@test("a status that a handler gives has its words, too")
def _():
    newer = {413: "Content Too Large", 414: "URI Too Long",
             422: "Unprocessable Content", 299: "Unknown"}
    with server() as it:
        for status in (200, 201, 202, 301, 302, 303, 307, 308, 400, 401, 403,
                       404, 405, 408, 409, 410, 411, 413, 414, 415, 421, 422,
                       426, 429, 431, 500, 501, 503, 505, 204, 304, 299):
            sock = connect(it.port)
            sock.sendall(b"GET /status?a=%d HTTP/1.1\r\nHost: a\r\n"
                         b"Connection: close\r\n\r\n" % status)
            text = read_all(sock).decode()
            words = (newer.get(status) or
                     http_words.HTTPStatus(status).phrase)
            assert text.startswith(f"HTTP/1.1 {status} {words}\r\n"), text
            # These two have no body, whatever is said.
            assert ("Content-Length" in text) == (status not in (204, 304))


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
                more = sock.recv(4096)
                assert more, line
                line += more
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
        # All fields together have 2047 bytes.
        most = 2047 - len("X-Field: \r\nCache-Control: no-store\r\n")
        for size, status in ((most, 200), (most + 1, 500)):
            assert http(it.port, f"/long?a={size}").status == status, size
        # The connection is not to blame, but it is for what it asks wrongly.
        sock = connect(it.port)
        for _ in range(2):
            reply = http(it.port, "/silent", sock=sock)
            assert (reply.status, reply["connection"]) == (500, "keep-alive")
        reply = http(it.port, "/echo", "POST", sock=sock)
        assert (reply.status, reply["connection"]) == (411, "close")
        assert sock.recv(10) == b""
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
