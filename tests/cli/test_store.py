"""tioli store: a server's games from one place to another, whole or not at
all. tests/server/test_postgres.py has the way to a database and back."""

import contextlib
import os
import pathlib
import sqlite3

from program import SOURCE, equal, good, has, usage, wrong

GOLDEN = SOURCE / "tests" / "golden" / "store"


@contextlib.contextmanager
def opened(path):
    with contextlib.closing(sqlite3.connect(path)) as db:
        yield db
        db.commit()


def sample(folder):
    """A file with tables, records and values, of the newest version that is
    kept for tests."""
    newest = max(GOLDEN.glob("v*.sql"), key=lambda path: int(path.stem[1:]))
    path = pathlib.Path(folder) / "from.db"
    path.unlink(missing_ok=True)
    with opened(path) as db:
        db.executescript(newest.read_text())
    return path


def rows(path):
    with opened(path) as db:
        return {table: db.execute(
            f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()
            for table, columns in (
                ("event", "table_id, seq, bytes"),
                ("log", "table_id, first, last"),
                ("summary", "table_id, about"),
                ("record", "table_id, game, time, about, bytes, listed, kept, "
                           "readers"),
                ("entry", "list, time, table_id, game, kept, about"),
                ("value", "name, time, bytes"))}


def test_a_copy_has_everything(folder):
    """a copy has everything, and a copy of it, too"""
    first = sample(folder)
    second, third = folder / "second.db", folder / "third.db"
    out = good("store", "copy", first, second)
    has(out, "Copied and checked: tables: ")
    equal(good("store", "copy", second, third), out)
    before = rows(first)
    assert before["event"] and before["value"], before
    equal(rows(second), before)
    equal(rows(third), before)
    equal(os.stat(second).st_mode & 0o777, 0o600)


def test_nothing_is_overwritten(folder):
    first = sample(folder)
    second = folder / "second.db"
    good("store", "copy", first, second)
    before = rows(second)
    has(wrong("store", "copy", first, second), "something in it already")
    equal(rows(second), before)
    has(wrong("store", "copy", first, first), "from.db")


def test_what_is_damaged_is_not_copied(folder):
    """a table that was changed ends the copy, and no file is left"""
    first = sample(folder)
    with opened(first) as db:
        table, = db.execute("SELECT min(table_id) FROM event").fetchone()
        db.execute("UPDATE event SET bytes = CAST(bytes || ' ' AS BLOB) "
                   "WHERE table_id = ?", (table,))
    err = wrong("store", "copy", first, folder / "second.db")
    has(err, f"the table whose id begins with {table[:6]}: ")
    has(err, "not what was stored")
    equal([p.name for p in sorted(folder.glob("second*"))], [])


def test_a_copy_that_was_not_finished(folder):
    """a copy that was not finished is known by everybody"""
    first = sample(folder)
    second = folder / "second.db"
    good("store", "copy", first, second)
    with opened(second) as db:
        db.execute("INSERT INTO value (name, bytes, time) "
                   "VALUES ('copying', x'79', 0)")
    has(wrong("store", "copy", first, second), "not finished")
    has(wrong("store", "copy", second, folder / "third.db"), "not finished")
    has(wrong("serve", "--listen", "127.0.0.1", "--port", "0", "--db", second),
        "not finished")
    assert not (folder / "third.db").exists()


def test_bad_command_lines(folder):
    has(usage("store"), "say copy")
    has(usage("store", "move", "a", "b"), "say copy")
    has(usage("store", "copy", "a"), "FROM and TO")
    has(usage("store", "copy", "a", "b", "c"), "FROM and TO")
    has(wrong("store", "copy", folder / "none.db", folder / "to.db"),
        "none.db: No such file")
    assert not (folder / "to.db").exists()
    has(wrong("store", "copy", "postgresql://x:secret@127.0.0.1:1/x",
              folder / "to.db"), "postgresql://127.0.0.1:1/x: ")
    has(wrong("store", "copy", sample(folder), "postgresql://["),
        "is not an address")
    has(wrong("store", "copy", SOURCE / "README.md", folder / "to.db"),
        "README.md")
