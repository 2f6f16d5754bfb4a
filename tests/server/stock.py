"""Fills the file of a server that is stopped: copies of tables that are there,
and records. What it writes is what the server would have written, with sound
checks, so that each copy can be played on."""

import hashlib
import sqlite3
import time

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
NONE = bytes(16)


def id_of(number):
    """A table's id that no server makes, for it has too many zeros."""
    text = ""
    while number:
        text = DIGITS[number % 32] + text
        number //= 32
    return text.rjust(24, "0")


def check(key, kind, before, table, *parts):
    state = hashlib.blake2b(key=key, digest_size=16)
    for part in (kind, before, table.encode() + b"\0", *parts):
        state.update(part)
    return state.digest()


def number(value):
    return value.to_bytes(8, "little")


def opened(path):
    store = sqlite3.connect(path)
    store.execute("PRAGMA synchronous = OFF")
    return store


def copy_tables(path, tables, count, first=1, change=None):
    """`count` copies of the given tables by turns; change(number, about) gives
    the line about a copy. Returns their ids."""
    store = opened(path)
    key, = store.execute("SELECT key FROM chain").fetchone()
    models = [(store.execute("SELECT seq, bytes FROM event WHERE table_id = ? "
                             "ORDER BY seq", (table,)).fetchall(),
               *store.execute("SELECT about FROM summary WHERE table_id = ?",
                              (table,)).fetchone()) for table in tables]
    events, logs, abouts = [], [], []
    for place in range(count):
        table = id_of(first + place)
        rows, about = models[place % len(models)]
        head = NONE
        for seq, text in rows:
            head = check(key, b"e", head, table, number(seq), text)
            events.append((table, seq, text, head))
        low, high = rows[0][0], rows[-1][0]
        seal = check(key, b"l", NONE, table, number(low), number(high), head)
        logs.append((table, low, high, NONE, head, seal))
        abouts.append((table, change(place, about) if change else about))
    store.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", events)
    store.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", logs)
    store.executemany("INSERT INTO summary VALUES (?, ?)", abouts)
    store.commit()
    store.close()
    return [table for table, *_ in logs]


def put_records(path, count, listed, first=1, about=None, time_of=None):
    """Records of games that nobody played."""
    store = opened(path)
    now = int(time.time() * 1000)
    about = about or (
        '{"public":%s,"finished":true,"edition":"schmidt","free_hand":false,'
        '"deck":"standard","players":[{"name":"Anna","total":7},'
        '{"name":"Ben","total":-3}]}' % ("true" if listed else "false"))
    store.executemany(
        "INSERT INTO record (table_id, game, time, about, bytes, listed, kept,"
        " readers) VALUES (?, 1, ?, ?, ?, ?, 1, x'6c')",
        ((id_of(first + place),
          time_of(place) if time_of else now - place, about,
          b"text\n" * 2000, listed) for place in range(count)))
    store.commit()
    store.close()
