#!/usr/bin/env python3
"""The transcript in docs/protocol.md, played against a real server.

Two clients play the same game each time: who does what is fixed, only dice,
cards, ids and times differ. Line by line what is said now must be what the
document says, with such values left out of the comparison; and every message
must be one of the schema.

    transcript.py            TAP: whether the document is true
    transcript.py --update   writes what is said now into the document
"""
import json
import os
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import schema  # noqa: E402
from players import BURST, Server, WebSocket, merged  # noqa: E402

DOCUMENT = schema.ROOT / "docs" / "protocol.md"
FENCE = "```transcript\n"
ELLIPSIS = "…"  # stands for a state, or changes, that are left out


class Client:
    """One line for each message, in the order in which it sees them."""

    def __init__(self, server, name, lines):
        self.server = server
        self.name = name
        self.lines = lines
        self.number = 0
        self.state = None
        self.seq = 0
        self.token = None
        self.show_state = 0  # how many of the next states, or changes, are shown
        self.socket = WebSocket(server.port, [])

    def write(self, mark, message):
        shown = dict(message)
        for key in {"state", "changes"} & set(message):
            if self.show_state > 0:
                self.show_state -= 1
            else:
                shown[key] = ELLIPSIS
        text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
        self.lines.append(f"{self.name} {mark} {text}")

    def take(self, quiet=None):
        text = self.socket.recv()
        assert text is not None, "the server has gone"
        message = json.loads(text)
        schema.check_out(message)
        if message.get("re") != quiet or quiet is None:
            self.write("<", message)
        self.state = message.get("state", self.state)
        if "changes" in message:
            self.state = merged(self.state, message["changes"])
        self.seq = message.get("seq", self.seq)
        return message

    def send(self, do, id=None, **fields):
        if id is None:
            self.number += 1
            id = f"{self.name[0]}{self.number}"
        message = {"id": id, "do": do, **fields}
        schema.check_in(message)
        self.write(">", message)
        self.socket.send(json.dumps(message))
        return id

    def ask(self, do, id=None, **fields):
        id = self.send(do, id, **fields)
        while True:
            message = self.take()
            if message.get("re") == id:
                return message

    def settle(self):
        """Everything that was caused so far has come in: what the server says
        to one connection comes in order."""
        self.socket.send(json.dumps({"id": "settle", "do": "ping"}))
        while self.take(quiet="settle").get("re") != "settle":
            pass


def play(server):
    """The lines."""
    lines = []
    anna = Client(server, "anna", lines)
    ben = Client(server, "ben", lines)
    both = (anna, ben)

    def settle():
        for client in both + both:
            client.settle()

    def move(client, text, **more):
        answer = client.ask("move", table=table, move=text,
                            at=client.state["position"], **more)
        settle()
        return answer

    def say(words):
        lines.append(f"# {words}")

    say("Both say who they are. Neither had a token: each is given one.")
    for client in both:
        answer = client.ask("hello", version=1, name=client.name.title(),
                            colour="#3a7bd5")
        client.token = answer["token"]
    say("Anna makes a table for two. She sees what its chance is committed "
        "to, and sits down.")
    anna.show_state = 1
    answer = anna.ask("create", settings={
        "players": 2, "starts": 1, "first": 1, "bot": 0})
    table = answer["table"]
    anna.settle()
    anna.ask("sit", table=table, bytes="1f" * 32)
    anna.settle()
    say("Ben has the link, looks at the table and sits down. It is full: the "
        "game begins, cards are dealt and the dice are rolled. Ben does not "
        "see Anna's cards.")
    ben.ask("enter", table=table)
    ben.settle()
    settle()
    anna.show_state = 1
    ben.ask("sit", table=table, bytes="2e" * 32)
    settle()
    say("Anna thinks about a die, and takes it. Each is told what has changed "
        "for them.")
    die = anna.state["game"]["moves"]["take"][0]
    anna.ask("try", table=table, move=f"take {die}")
    anna.show_state = ben.show_state = 1
    move(anna, f"take {die}")
    say("Ben is too late with an old position, then writes something that is not a move, "
        "then what is not allowed; then he passes.")
    ben.ask("move", table=table, move="pass", at=1)
    ben.ask("move", table=table, move="grab X9")
    ben.ask("move", table=table, move="done")
    move(ben, "pass")
    say("Anna passes too. The answer could have been lost, so she asks again "
        "with the same id: nothing happens twice.")
    move(anna, "pass", id="a-pass")
    anna.ask("move", id="a-pass", table=table, move="pass", at=1)
    say("Only Anna has a die to lay. She lays none.")
    assert anna.state["game"]["moves"]["lay"]
    move(anna, "lay none")
    say("Both may discard a card. Ben learns that Anna has answered, but not "
        "what.")
    move(anna, "discard 1")
    say("Ben's connection breaks. He comes back with his token, and asks for "
        "all that he has missed.")
    seen = ben.seq
    ben.socket.end()
    anna.settle()
    anna.ask("undo", table=table)
    anna.settle()
    move_at = anna.state["position"]
    anna.ask("move", table=table, move="discard 1", at=move_at)
    anna.settle()
    ben.socket = WebSocket(server.port, [])
    ben.ask("hello", version=1, token=ben.token)
    ben.ask("enter", table=table, after=seen)
    settle()
    move(ben, "keep")
    say("The second round: both pass at once, the game is over, the secret of "
        "the dice is revealed and the next one is committed to.")
    move(ben, "pass")
    move(anna, "pass")
    say("Ben would play again; Anna closes the table.")
    ben.ask("again", table=table, bytes="3d" * 32)
    settle()
    anna.ask("close", table=table)
    settle()
    for client in both:
        client.socket.end()
    return lines


# ---- Comparing

# Whatever dice and cards make of it: only that it is there is compared.
LEFT_OUT = {"state", "changes", "try", "scored", "token", "link", "time", "commit",
            "secret", "table", "card", "text", "spoken"}

# ---- What the sources have, the document has too


def names_of(path, macro):
    """The words of an X-macro: (NAME, "word", "words"), the last perhaps in
    pieces."""
    text = (schema.ROOT / path).read_text(encoding="utf-8")
    begin = text.index(f"#define {macro}(X)")
    body = re.split(r"\n\n", text[begin:], maxsplit=1)[0]
    body = re.sub(r'"\s*\\?\s*"', "", body)
    return re.findall(r'X\([A-Z_]+, *\\?\s*"([^"]*)"(?:,\s*\\?\s*"([^"]*)")?',
                      body)


def forms_of(name):
    """The objects that a definition is one of."""
    kinds = schema.document()["$defs"]
    return [kinds[ref["$ref"].split("/")[-1]] for ref in kinds[name]["oneOf"]]


def check_names():
    document = DOCUMENT.read_text(encoding="utf-8")
    kinds = schema.document()["$defs"]
    errors = (names_of("src/table/table.h", "TABLE_ERRORS")[1:] +
              names_of("src/server/server.h", "SERVER_ERRORS"))
    assert len(errors) > 30
    assert set(kinds["refusal_code"]["enum"]) == {word for word, _ in errors}
    for word, words in errors:
        assert f"| `{word}` | {words} |" in document, word
    requests = [form["properties"]["do"]["const"] for form in forms_of("in")]
    assert len(requests) > 15
    for word in requests:
        assert f"| `{word}` |" in document, word
    events = names_of("src/table/event.h", "TABLE_EVENTS")
    assert ({form["properties"]["event"]["const"] for form in forms_of("news")}
            == {word for word, _ in events})
    for word, _ in events:
        assert f"| `{word}` |" in document, word
    return document, kinds


def check_fields():
    """Every field of every message is told of."""
    document, kinds = check_names()
    prose = document[:document.index(FENCE)]
    told = {word for path in re.findall(r"`([a-z_.]+)`", prose)
            for word in path.split(".")}
    told |= set(re.findall(r'"([a-z_]+)":', prose))
    told |= {row["name"] for row in schema.made("settings.json")
             if row["later"]}
    for kind in kinds.values():
        missing = set(fields_in(kind)) - told
        assert not missing, missing


READS = re.compile(r"\b(?:json_object_get|flag|says|number|join_hex|"
                   r'join_seat_of)\([^;"]*, "(\w+)"')


def check_terminal():
    """What a game in a terminal looks for in messages can be there."""
    have = {name for kind in schema.document()["$defs"].values()
            for name in fields_in(kind)}
    read = {name for path in schema.ROOT.glob("src/terminal/join*.c")
            for name in READS.findall(path.read_text("utf-8"))}
    assert len(read) > 20, read
    assert read <= have, read - have


def fields_in(kind):
    if isinstance(kind, dict):
        yield from kind.get("properties", {})
        for value in kind.values():
            yield from fields_in(value)
    elif isinstance(kind, list):
        for value in kind:
            yield from fields_in(value)


# ---- Spoiling messages

ODD = {"odd": True}


def spoiled(value):
    """(where, how, the same with one thing wrong), for each thing that can be:
    a field too many, one missing, one of another kind. Of a list one item is
    enough."""
    if isinstance(value, dict):
        yield "odd", "more", value | ODD
        for key, part in value.items():
            yield key, "less", {k: v for k, v in value.items() if k != key}
            other = [0.5] if isinstance(part, dict) else ODD
            yield key, "other", value | {key: other}
            if key != "changes":  # of which much may be missing
                yield from ((f"{key}.{at}", how, value | {key: wrong})
                            for at, how, wrong in spoiled(part))
    elif isinstance(value, list) and value:
        for at, how, wrong in spoiled(value[0]):
            yield at, how, [wrong, *value[1:]]


def may_be_missing():
    """Names of fields that some message lacks at times."""
    text = (schema.ROOT / "src/server/protocol.def").read_text("utf-8")
    later = {row["name"] for row in schema.made("settings.json")
             if row["later"]}
    return later | set(re.findall(r"(\w+)\?", text))


def check_spoiled(lines):
    """No message is still one with something in it that is wrong."""
    optional, done = may_be_missing(), set()
    for mark, message in shown_messages(lines):
        valid = schema.validator("in" if mark == ">" else "out").is_valid
        what = message.get("do", " ".join(message))
        for at, how, wrong in spoiled(message):
            name = at.split(".")[-1]
            if (what, at, how) in done:
                continue
            done.add((what, at, how))
            # Without these it is another message, as good; and whoever asks for
            # settings names some.
            free = (name in optional or at == "news.answered"
                    or [*wrong] == ["re", "ok"]
                    or (mark == ">" and at.startswith("settings.")))
            assert not valid(wrong) or (how == "less" and free), (what, at, how)
    return len(done)


SAMPLES = {
    "version": [1, 2, "1"], "token": ["0" * 32, "0" * 31, "A" * 32],
    "name": ["A", "", "A" * 41], "colour": ["#3a7bd5", "#3a7bd", "3a7bd5a"],
    "settings": [{"players": 2}, {"players": 6}, {"odd": 1}, {"clock": 1},
                 {"clock": {"kind": "none"}}, {"first": "random"}],
    "deck": ["", "0" * 12288], "table": ["t", "", "?", "t" * 65],
    "after": [0, 2 ** 53, 2 ** 53 + 1, -1], "text": [True, 0],
    "aside": [True, 0],
    "seat": [1, 5, 0, 6, 1.0], "bytes": ["0" * 64, "0" * 62],
    "code": ["", "c" * 33], "level": ["l", "", "l" * 33],
    "move": ["m", "", "m" * 512], "at": [0, -1, None],
    "spoken": ["KMTRW", "", "s" * 33], "reaction": ["wow", "", "?", "r" * 17],
}


def requests():
    """Of every kind: one that is good, and what is wrong with it by one."""
    for form in forms_of("in"):
        fields = [*form["properties"]][2:]
        good = {"id": "a", "do": form["properties"]["do"]["const"],
                **{name: SAMPLES[name][0] for name in fields}}
        yield good
        yield good | ODD
        for name in fields:
            yield {k: v for k, v in good.items() if k != name}
            for sample in SAMPLES[name][1:]:
                yield good | {name: sample}


def check_reader(server):
    """The server refuses the form of just those requests that the schema
    refuses."""
    socket, count = None, 0
    valid = schema.validator("in").is_valid
    for count, request in enumerate(requests(), 1):
        if count % BURST == 1:
            socket = WebSocket(server.port, [])
        # A whole number is one to the schema, however it is written.
        strict = not any(isinstance(v, float) for v in request.values())
        socket.send(json.dumps(request))
        answer = json.loads(socket.recv())
        while "re" not in answer:
            answer = json.loads(socket.recv())
        formed = answer.get("error") not in ("bad-message", "bad-version")
        assert formed == (valid(request) and strict), (request, answer)
        if count % BURST == 0:
            socket.end()
    return count


# ---- Comparing lines



# What follows from dice and cards; of other phrases, these are left out.
LEFT_UNTOLD = {"LAID", "LAID_RED", "UNUSED"}


def plain_text(text):
    """A move or a card without its dice and numbers."""
    text = re.sub(r"\b[LDR][1-6]\b", "die", text)
    text = re.sub(r"\b[ca]([0-9]+|\?)", lambda m: m[0][0] + "#"
                  if m[0][1] != "?" else m[0], text)
    return re.sub(r"^lay .*", "lay", text)


def plain(value, key=None):
    if key in LEFT_OUT:
        return "*"
    if key == "tale":
        return [[code.replace("COMBO", "ACTION"), seat]
                for code, seat, *_ in value if code not in LEFT_UNTOLD]
    if isinstance(value, dict):
        return {k: plain(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, str) and key == "move":
        return plain_text(value)
    return value


def shape(line):
    """A line as it is compared."""
    if line.startswith("#"):
        return line
    name, mark, text = line.split(" ", 2)
    message = json.loads(text)
    whole = isinstance(message.get("state", message.get("changes")), dict)
    return name, mark, plain(message), whole


def document_lines():
    text = DOCUMENT.read_text(encoding="utf-8")
    begin = text.index(FENCE) + len(FENCE)
    return text[begin:text.index("```\n", begin)].splitlines()


def shown_messages(lines):
    """(mark, message), without what the document leaves out."""
    for line in lines:
        if line.startswith("#"):
            continue
        _, mark, text = line.split(" ", 2)
        message = json.loads(text)
        for key in ("state", "changes"):
            if message.get(key) == ELLIPSIS:
                del message[key]
                message.pop("since", None)
        yield mark, message


def check_shown(lines):
    """What the document shows is what the schema says, too."""
    for mark, message in shown_messages(lines):
        (schema.check_in if mark == ">" else schema.check_out)(message)


def update(lines):
    text = DOCUMENT.read_text(encoding="utf-8")
    begin = text.index(FENCE) + len(FENCE)
    end = text.index("```\n", begin)
    DOCUMENT.write_text(text[:begin] + "\n".join(lines) + "\n" + text[end:],
                        encoding="utf-8")


def main():
    with tempfile.TemporaryDirectory() as folder:
        with Server(folder, db="memory") as server:
            lines = play(server)
            read = check_reader(server)
    if sys.argv[1:] == ["--update"]:
        update(lines)
        return 0
    print("1..5")
    check_fields()
    check_terminal()
    print("ok 1 - document, schema and sources have the same names")
    shown = document_lines()
    check_shown(shown)
    print("ok 2 - the transcript is valid by the schema")
    for number, (was, now) in enumerate(zip(shown, lines), 1):
        if shape(was) != shape(now):
            print("not ok 3 - the transcript is what is said now")
            print(f"# line {number}: the document has\n# {was[:600]}\n"
                  f"# and the server\n# {now[:600]}")
            return 1
    if len(shown) != len(lines):
        print("not ok 3 - the transcript is what is said now")
        print(f"# {len(shown)} lines, not {len(lines)}")
        return 1
    print(f"ok 3 - the transcript is what is said now # {len(lines)} lines")
    print(f"ok 4 - no message may be spoiled # {check_spoiled(lines)} ways")
    print(f"ok 5 - the server reads what the schema says # {read} requests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
