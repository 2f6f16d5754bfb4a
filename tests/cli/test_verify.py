"""tioli verify: fair records are found fair, and nothing else is."""

import hashlib
import hmac
import json
import re
import struct
import subprocess

from program import SOURCE, equal, good, good_json, has, run, usage

SAMPLE = SOURCE / "docs" / "sample-fair.tioli"
PAGE = SOURCE / "docs" / "fairness.md"
COMMIT = re.search(r"^fair (\w+)", SAMPLE.read_text(), re.M)[1]
BYTES = re.search(r"^bytes 1 (\w+)", SAMPLE.read_text(), re.M)[1]
SECRET = re.search(r"^secret (\w+)", SAMPLE.read_text(), re.M)[1]


def mended(text):
    """The record with the hash that its head has now."""
    head, rest = text.split("moves ", 1)
    value = 2166136261
    for byte in head.encode():
        value = (value ^ byte) * 16777619 % 2**32
    return f"{head}moves {value:08x}{rest[8:]}"


def verdict(folder, text, *words):
    """Line (or None), verdict and all that is said about a bad record."""
    path = folder / "game.tioli"
    path.write_text(text)
    result = run("verify", *words, path)
    equal((result.status, result.out), (1, ""))
    match = re.match(rf"{re.escape(str(path))}(?::(\d+))?: ([a-z ]+): ",
                     result.err)
    assert match, result
    return match[1] and int(match[1]), match[2], result.err


def test_a_fair_record(folder):
    told = "fair: 8 chance moves, bytes from 1 of 2 players\n"
    equal(good("verify", SAMPLE), f"{SAMPLE}: {told}")
    equal(good("verify", "-", text=SAMPLE.read_text()), f"-: {told}")
    equal(good("verify", SAMPLE, SAMPLE), 2 * f"{SAMPLE}: {told}")


def test_what_was_seen_and_given(folder):
    good("verify", "--commit", COMMIT, "--bytes", BYTES, SAMPLE)
    good("verify", "--bytes", BYTES, "--bytes", BYTES, SAMPLE)
    text = SAMPLE.read_text()
    line, word, said = verdict(folder, text, "--commit", "0" * 64)
    equal((line, word), (11, "not fair"))
    has(said, "not the one that was seen at the table")
    has(said, f"    should be  {'0' * 64}\n    is         {COMMIT}\n")
    for words in [["--bytes", "0" * 64], ["--bytes", BYTES, "--bytes", SECRET]]:
        line, word, said = verdict(folder, text, *words)
        equal((line, word), (None, "not fair"))
        has(said, "bytes that a player added at the table are not in the record")


def test_a_game_that_was_broken_off(folder):
    lines = SAMPLE.read_text().splitlines(keepends=True)
    path = folder / "game.tioli"
    path.write_text("".join(lines[:33] + lines[-1:]))
    equal(good("verify", path), f"{path}: fair: 4 chance moves, bytes from 1 "
          "of 2 players; the game was abandoned\n")
    path.write_text("".join(lines[:29] + lines[-1:]))
    has(good("verify", path), "fair: 0 chance moves")


def test_nobody_gave_bytes(folder):
    text = SAMPLE.read_text()
    head = text.split("start ")[0].replace(f"bytes 1 {BYTES}\n", "")
    path = folder / "game.tioli"
    path.write_text(mended(head + f"secret {SECRET}\n"))
    has(good("verify", path), "but no player added bytes")


def test_another_secret(folder):
    text = SAMPLE.read_text()
    line, word, said = verdict(folder, text.replace(SECRET, SECRET[::-1]))
    equal((line, word), (text.count("\n"), "not fair"))
    has(said, "the secret is not the one that the table was committed to")
    has(said, f"should be  {COMMIT}\n")
    other = mended(text.replace(COMMIT, COMMIT[::-1]))
    equal(verdict(folder, other)[:2], (text.count("\n"), "not fair"))


def test_other_bytes(folder):
    text = SAMPLE.read_text()
    for old, new in [(BYTES, BYTES[:-1] + "2"),
                     (f"bytes 1 {BYTES}", f"bytes 2 {BYTES}"),
                     (f"bytes 1 {BYTES}\n", "")]:
        line, word, said = verdict(folder, mended(text.replace(old, new)))
        equal(word, "not fair")
        has(said, "the secret and the bytes give another result")
        found = re.search(r"should be  (.*)\n +is +(.*)\n", said)
        assert found[1] != found[2], said
        lines = mended(text.replace(old, new)).splitlines()
        has(lines[line - 1], found[2] + " =")


def test_what_can_not_be_told(folder):
    text = SAMPLE.read_text()
    line, word, said = verdict(folder, text.split("secret")[0])
    equal((line, word), (None, "not verifiable"))
    has(said, "does not reveal the secret")
    golden = SOURCE / "tests" / "golden" / "two-players.tioli"
    line, word, said = verdict(folder, golden.read_text())
    equal((line, word), (None, "not verifiable"))
    has(said, "version 1")
    # Who saw another commitment need not wait for the secret.
    line, word, said = verdict(folder, text.split("secret")[0], "--commit",
                               "0" * 64)
    equal((line, word), (11, "not fair"))


def test_a_broken_record(folder):
    text = SAMPLE.read_text()
    for number, other in [(1, "nonsense\n"), (33, text.replace("R4 =", "R5 =")),
                          (text.count("\n"), text[:-1])]:
        line, word, said = verdict(folder, other)
        equal((line, word), (number, "broken"))


def test_json(folder):
    got = good_json("verify", "--json", SAMPLE)
    equal(got, {"records": [{
        "file": str(SAMPLE), "verdict": "fair", "line": None, "what": None,
        "expected": None, "found": None, "chances": 8, "finished": True,
        "commit": COMMIT, "contributed": [1], "secret": SECRET}],
        "fair": True})
    path = folder / "game.tioli"
    path.write_text(mended(SAMPLE.read_text().replace(BYTES, "0" * 64)))
    golden = SOURCE / "tests" / "golden" / "two-players.tioli"
    result = run("verify", "--json", path, SAMPLE, folder / "none", golden)
    equal(result.status, 1)
    got = json.loads(result.out)
    equal(got["fair"], False)
    equal([record["verdict"] for record in got["records"]],
          ["not fair", "fair", "unreadable", "not verifiable"])
    first = got["records"][0]
    line = path.read_text().splitlines()[first["line"] - 1]
    equal(line.split(" =")[0], first["found"])
    assert first["expected"] != first["found"]
    equal(got["records"][3]["commit"], None)


def test_usage(folder):
    has(usage("verify"), "expected at least one record")
    for text in ["", "12", "g" * 64, "A" * 64, "0" * 63, "0" * 65]:
        has(usage("verify", "--commit", text, SAMPLE), "--commit: ")
        has(usage("verify", "--bytes", text, SAMPLE),
            "is not 64 hexadecimal digits")
    has(usage("verify", *["--bytes", BYTES] * 6, SAMPLE), "at most 5")
    result = run("verify", folder / "none")
    equal(result.status, 1)


def test_replay_tells_of_fairness(folder):
    text = good("replay", SAMPLE)
    for part in [COMMIT, BYTES, SECRET, "and Anna had added",
                 "(A stand-in moves for Ben.)"]:
        has(text, part)
    equal(text.count("(A stand-in moves"), SAMPLE.read_text().count("~ "))
    got = good_json("replay", "--json", SAMPLE)
    equal(got["head"]["fair"], {"commit": COMMIT, "bytes": [BYTES, None]})
    equal(got["secret"], SECRET)
    lines = SAMPLE.read_text().splitlines()
    for move in got["moves"]:
        equal(move["stand_in"], "~ " in lines[move["line"] - 1])
    golden = SOURCE / "tests" / "golden" / "two-players.tioli"
    got = good_json("replay", "--json", golden)
    equal((got["head"]["fair"], got["secret"]), (None, None))
    assert not any(move["stand_in"] for move in got["moves"])


# ---- The example by hand in docs/fairness.md ----

def words_of(key, number, count):
    stream = b"".join(
        hmac.digest(key, b"chance" + struct.pack(">II", number, block),
                    "sha256") for block in range(count // 8 + 1))
    return [f"{word:08x}" for word in
            struct.unpack(f">{len(stream) // 4}I", stream)][:count]


def test_the_example_in_the_docs(folder):
    text = PAGE.read_text()
    text = text[text.index("## An example by hand"):]
    told = dict(re.findall(r"^(secret|commit|bytes 1|key) +(\w{64})$", text,
                           re.M))
    equal((told["secret"], told["commit"], told["bytes 1"]),
          (SECRET, COMMIT, BYTES))
    secret = bytes.fromhex(SECRET)
    equal(hashlib.sha256(b"tioli fair 1 commit\n" + secret).hexdigest(), COMMIT)
    key = hmac.digest(secret, b"tioli fair 1 key\n\1" + bytes.fromhex(BYTES)
                      + b"\0", "sha256")
    equal(key.hex(), told["key"])
    parts = re.findall(r"^\*\*Chance move (\d), `([^`]*)`\.\*\*(.*?)(?=^\*\*|\Z)",
                       text, re.M | re.S)
    equal([number for number, _, _ in parts], ["0", "1", "3", "4"])
    chances = re.findall(r"^((?:start|deal|roll|land) .*) =",
                         SAMPLE.read_text(), re.M)
    for number, move, more in parts:
        equal(chances[int(number)], move)
        words = re.findall(r"`(\w{8})`", more)
        equal(words, words_of(key, int(number), len(words)))
        for row in re.findall(r"^\| `(\w+)` \| (\d+): (\d+) \| ([ac0-9 ]+) \| "
                              r"(\w+) \|$", more, re.M):
            word, below, pick, pile, card = row
            equal(int(word, 16) % int(below), int(pick))
            equal(len(pile.split()), int(below))
            equal(pile.split()[int(pick)], card)
        faces = re.findall(r"\| (light|dark|red) \|.*\| ([1-6 ]+) \|$", more,
                           re.M)
        if faces:
            rolled = [f"{colour[0].upper()}{face}" for colour, shown in faces
                      for face in sorted(shown.split())]
            equal(rolled, move.split()[1:])
            equal([str(1 + int(word, 16) % 6) for word in words],
                  [face for _, shown in faces for face in shown.split()])


def test_the_second_verifier_agrees(folder):
    tool = SOURCE / "tools" / "verify-record"
    done = subprocess.run([tool, SAMPLE], stdout=subprocess.PIPE, text=True,
                          timeout=60, check=True)
    equal(done.stdout, good("verify", SAMPLE))
    for words, status in [([], 2), ([folder / "none"], 1),
                          ([SAMPLE, folder / "none"], 1)]:
        done = subprocess.run([tool, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60, check=False)
        equal(done.returncode, status)
