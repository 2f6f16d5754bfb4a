"""Whose token a request has, who pays for it, and by which name."""

import contextlib

from client import Server, WebSocket, connect, http, read_all, read_reply
from common import PROGRAM, count_soon, counts, gets_in, person, server, test

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


def used_up(it, fields=(), sock=None):
    """Whether there is too much: one in a second may still be let through."""
    for _ in range(5):
        reply = http(it.port, "/echo", fields=fields, sock=sock)
        if reply.status == 429:
            return reply
    return None


@test("whoever has a token pays alone, and only so many new ones come at once")
def _():
    with Server(PROGRAM, "rate=0", "person_rate=1", "person_burst=8",
                "address_rate=1", "address_burst=100") as it:
        judge = WebSocket(it.port, person("judge"))
        assert judge.status == 101
        # Somebody at the same address uses up the address's share...
        for number in range(99):
            assert http(it.port, "/echo").status == 200, number
        assert used_up(it)
        assert 429 in [WebSocket(it.port).status for _ in range(5)]
        # ... and whoever has a token does not notice, by HTTP or on a socket,
        assert judge.ask("x") == "x"
        ben = person("last-is-b")
        assert http(it.port, "/echo", fields=ben).status == 200
        # unless they do too much themselves.
        eve = WebSocket(it.port, person("last-is-e"))
        for _ in range(7):
            assert eve.ask("x") == "x"
        eve.send("x")
        eve.send("x")
        while eve.recv() is not None:
            pass
        assert (eve.close_code, "you are sending" in eve.close_reason) == (1008, True)
        reply = http(it.port, "/echo", fields=person("last-is-e"))
        assert reply.status == 429 and b"You are sending" in reply.body
        assert http(it.port, "/echo", fields=ben).status == 200
        assert reply["retry-after"]
        told = counts(judge)
        assert told["person_rate"] >= 2 and told["address_rate"] >= 2, told
        # 60 persons may come from an address: three are here.
        for number in range(300):
            if used_up(it, person(number)):
                break
        assert 57 <= number < 100, number
        assert http(it.port, "/echo", fields=person(5)).status == 200
        assert counts(judge)["person_rate"] == told["person_rate"]
    with Server(PROGRAM, "rate=0", "per_address=0", "address_rate=1",
                "address_burst=1", "person_rate=0") as it:
        # Where addresses are not counted anybody may come.
        for number in range(70):
            assert http(it.port, "/echo", fields=person(number)).status == 200


@test("on one connection each request is paid for by whoever asks it")
def _():
    with Server(PROGRAM, "rate=0", "person_rate=1", "person_burst=3",
                "address_rate=1", "address_burst=20") as it:
        assert http(it.port, "/echo").status == 200
        for _ in range(19):
            http(it.port, "/echo")
        sock = connect(it.port)
        for name, status in (("a", 200), ("b", 200), ("b", 200), ("b", 200),
                             ("a", 200), ("a", 200)):
            reply = http(it.port, "/echo", sock=sock, fields=person(name))
            assert reply.status == status, name
        assert b"your address" in used_up(it, sock=sock).body


@test("whoever is known on the way has a seat of their own from then on")
def _():
    with server("per_address=2", "per_person=1", "person_rate=0") as it:
        one, two = WebSocket(it.port), WebSocket(it.port)
        assert WebSocket(it.port).status == 503
        assert one.ask("!person-a") == "own"
        three = gets_in(it)
        assert three
        # The second of the same person is still the address's.
        assert two.ask("!person-a") == "own"
        assert WebSocket(it.port).status == 503
        told = counts(one)
        assert told["accepted"] == told["open"] == 3, told
        one.end()
        assert WebSocket(it.port).status == 503
        three.end()
        assert gets_in(it)
    with server("per_address=1", "person_rate=0") as it:
        # Without the token the seat is gone, too.
        sock = connect(it.port)
        assert http(it.port, "/echo", fields=person("a"),
                    sock=sock).status == 200
        guest = gets_in(it)
        assert guest
        assert http(it.port, "/echo", fields=person("a"),
                    sock=sock).status == 200
        reply = http(it.port, "/echo", sock=sock)
        assert reply.status == 503 and b"your address" in reply.body


@test("a share that was had elsewhere is one here, as soon as it is known")
def _():
    here, there = ([f"X-Forwarded-For: 192.0.2.{i}"] for i in (1, 2))
    with server("proxy=1", "person_rate=0", "address_rate=0") as it:
        for number in range(60):
            assert http(it.port, "/echo", fields=person(number) +
                        here).status == 200
        late = WebSocket(it.port, person("late") + here)
        assert late.ask("!share") == "shared"
        other = WebSocket(it.port, person("late") + there)
        assert other.ask("!share") == late.ask("!share") == "own"


@test("a share is kept for whoever comes back, or asks for it on a socket")
def _():
    with Server(PROGRAM, "rate=0", "address_rate=1", "address_burst=80",
                "person_rate=0") as it:
        ws = WebSocket(it.port)
        assert ws.ask("!person-whose-name-is-long") == "shared"
        assert ws.ask("!person-1") == "own"
        for number in range(300):
            late = WebSocket(it.port, person(f"n{number}"))
            if late.ask(f"!person-n{number}") == "shared":
                break
            late.end()
        assert 59 <= number < 100, number
        # They share the address's, which is then used up.
        assert ended_by(late) == 1008
        for _ in range(50):
            assert ws.ask("x") == "x"
        ws.end()
        again = WebSocket(it.port, person("1"))
        assert again.ask("!person-1") == "own"


def ended_by(ws):
    """The code with which a socket ends that sends too much."""
    with contextlib.suppress(ConnectionError):
        ws.sock.sendall(ws.frame(1, "x") * 100)
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
        told = counts(judge)
        assert told["address_connections"] == 3
        assert told["accepted"] == told["open"] == 8, told
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


@test("whoever says nothing takes nobody's place for long")
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
        # Nor does whoever was refused and stays.
        told = counts(judge)["address_connections"]
        stubborn = [connect(it.port) for _ in range(100)]
        for one in stubborn:
            try:
                one.sendall(b"GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
            except ConnectionError:
                pass
        for _ in range(10):
            assert http(it.port, "/echo", fields=person("ben")).status == 200
        most = told + 100
        assert count_soon(judge, "address_connections", most) >= most
        # With a body to come, whoever has a share has the usual time for it.
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
