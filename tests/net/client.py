"""A small WebSocket and HTTP client on raw sockets, for tests that must be able
to do things that no good client would do."""

import base64
import hashlib
import os
import select
import socket
import struct
import subprocess

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
# Seconds for an answer: a busy machine and a build with sanitizers need more.
WAIT = 40 if os.environ.get("TIOLI_SLOW_BUILD") else 8


class Server:
    """A program that says `port N`; it is ended when the block is."""

    def __init__(self, program, *options, **more):
        self.words = [program, *options]
        self.more = more

    def __enter__(self):
        self.process = subprocess.Popen(
            self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, **self.more)
        line = self.process.stdout.readline()
        if not line.startswith("port "):
            raise RuntimeError(self.process.communicate()[1])
        self.port = int(line.split()[1])
        return self

    def end(self):
        """Its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.communicate(timeout=WAIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        return self.process.returncode

    def __exit__(self, *_):
        status = self.end()
        if status not in (0, None):
            raise RuntimeError(f"the server ended with {status}")


def connect(port, host="127.0.0.1", tls=None):
    plain = socket.create_connection((host, port), timeout=WAIT)
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return tls.wrap_socket(plain, server_hostname="localhost") if tls else plain


def read_all(sock):
    """Up to the end of the connection, however it ends."""
    data = b""
    try:
        while True:
            more = sock.recv(65536)
            if not more:
                return data
            data += more
    except ConnectionResetError:
        return data


class Reply:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def __getitem__(self, name):
        return self.fields.get(name.lower())


def read_reply(sock, head=False, rest=b""):
    data = rest
    while b"\r\n\r\n" not in data:
        more = sock.recv(65536)
        if not more:
            return None
        data += more
    top, body = data.split(b"\r\n\r\n", 1)
    lines = top.decode("latin-1").split("\r\n")
    fields = {}
    for line in lines[1:]:
        name, value = line.split(":", 1)
        fields[name.strip().lower()] = value.strip()
    size = 0 if head else int(fields.get("content-length", "0"))
    while len(body) < size:
        more = sock.recv(65536)
        if not more:
            break
        body += more
    reply = Reply(int(lines[0].split()[1]), fields, body[:size])
    reply.rest = body[size:]
    return reply


def http(port, path, method="GET", fields=(), body=None, tls=None,
         host="127.0.0.1", sock=None):
    sock = sock or connect(port, host, tls)
    lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{port}", *fields]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    sock.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b""))
    return read_reply(sock, method == "HEAD")


class WebSocket:
    def __init__(self, port, fields=(), path="/ws", host="127.0.0.1", tls=None,
                 version="13", name=None):
        self.sock = connect(port, host, tls)
        key = base64.b64encode(os.urandom(16)).decode()
        name = name or f"localhost:{port}"
        lines = [f"GET {path} HTTP/1.1", f"Host: {name}",
                 "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}",
                 f"Sec-WebSocket-Version: {version}", *fields]
        self.sock.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        self.reply = read_reply(self.sock)
        self.status = self.reply.status if self.reply else None
        self.data = self.reply.rest if self.reply else b""
        self.close_code = None
        self.close_reason = None
        self.pings = 0
        self.answer_pings = True
        if self.status == 101:
            text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
            good = base64.b64encode(hashlib.sha1(text.encode()).digest())
            assert self.reply["sec-websocket-accept"] == good.decode()

    def frame(self, kind, payload, final=True):
        if isinstance(payload, str):
            payload = payload.encode()
        head = bytes([kind | (0x80 if final else 0)])
        if len(payload) < 126:
            head += bytes([0x80 | len(payload)])
        elif len(payload) < 65536:
            head += b"\xfe" + struct.pack(">H", len(payload))
        else:
            head += b"\xff" + struct.pack(">Q", len(payload))
        mask = os.urandom(4)
        pattern = mask * (len(payload) // 4 + 1)
        masked = bytes(a ^ b for a, b in zip(payload, pattern))
        return head + mask + masked

    def send(self, payload, kind=TEXT, final=True):
        self.sock.sendall(self.frame(kind, payload, final))

    def need(self, size):
        while len(self.data) < size:
            more = self.sock.recv(65536)
            if not more:
                raise EOFError
            self.data += more

    def read_frame(self):
        self.need(2)
        kind, size, at = self.data[0] & 15, self.data[1], 2
        assert size < 128, "a server does not mask"
        if size == 126:
            self.need(4)
            size, at = struct.unpack(">H", self.data[2:4])[0], 4
        elif size == 127:
            self.need(10)
            size, at = struct.unpack(">Q", self.data[2:10])[0], 10
        self.need(at + size)
        payload = self.data[at:at + size]
        self.data = self.data[at + size:]
        return kind, payload

    def take_ping(self, payload):
        self.pings += 1
        if self.answer_pings:
            self.send(payload, PONG)

    def recv(self):
        """The next text; None when the connection is closed."""
        while True:
            try:
                kind, payload = self.read_frame()
            except (EOFError, ConnectionError):
                return None
            if kind == TEXT:
                return payload.decode()
            if kind == PING:
                self.take_ping(payload)
            if kind == CLOSE:
                self.close_code = struct.unpack(">H", payload[:2])[0]
                self.close_reason = payload[2:].decode()
                try:
                    self.send(payload[:2], CLOSE)
                except OSError:
                    pass

    def ask(self, text):
        self.send(text)
        return self.recv()

    def quiet(self):
        """Nothing has come in that was not read, but for pings."""
        while self.data or select.select([self.sock], [], [], 0)[0]:
            try:
                self.need(2)
                if self.data[0] & 15 != PING:
                    return False
                self.take_ping(self.read_frame()[1])
            except (EOFError, OSError):
                return False  # to be found out by whoever reads
        return True

    def end(self):
        self.sock.close()
