"""Static files, and the ways out of their folder."""

import socket

from client import WebSocket, connect, http
from common import WWW, processor_time, server, test

# ---- Files -----------------------------------------------------------------


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


@test("whoever asks for much and reads nothing does not keep the server busy")
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
