"""Running the program, for the tests beside this file."""

import json
import os
import pathlib
import subprocess

SOURCE = pathlib.Path(os.environ.get(
    "TIOLI_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
TIOLI = os.environ.get("TIOLI", str(SOURCE / "build" / "tioli"))
# Whoever runs the tests has a name that they do not know.
for variable in ("USER", "LOGNAME"):
    os.environ.pop(variable, None)
# With sanitizers all is several times slower, and less has to do.
SLOW = os.environ.get("TIOLI_SLOW_BUILD", "") != ""


def same_in_every_build(function):
    """Of texts, documents and sums, which no build changes: a test that slow
    builds leave to the plain one."""
    function.plain_only = True
    return function
COMMANDS = ["play", "serve", "score", "sim", "arena", "bot", "replay",
            "verify", "store", "deck", "bench"]


class Result:
    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode("utf-8", "surrogateescape")
        self.err = done.stderr.decode("utf-8", "surrogateescape")

    def __repr__(self):
        return f"status {self.status}, out {self.out!r}, err {self.err!r}"


def run(*words, text="", folder=None, language="", locale="C.UTF-8",
        user="", **more):
    """Runs tioli to its end; `text` is its standard input."""
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogateescape")
    # Nobody's saved game is touched by a test, and no folder can be made there.
    home = str(folder or "/dev/null/home")
    env = dict(os.environ, LC_ALL=locale, LANGUAGE=language, HOME=home,
               XDG_STATE_HOME=home, XDG_CONFIG_HOME=home, USER=user)
    words = [w if isinstance(w, bytes) else str(w) for w in words]
    return Result(subprocess.run(
        [TIOLI, *words], input=text, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=120, env=env, **more))


def good(*words, **more):
    result = run(*words, **more)
    assert result.status == 0, (words, result)
    assert result.err == "", (words, result)
    return result.out


def good_json(*words, **more):
    return json.loads(good(*words, **more))


def wrong(*words, **more):
    """Something that is wrong in the input: status 1 and a message."""
    result = run(*words, **more)
    assert result.status == 1, (words, result)
    assert result.err != "", (words, result)
    return result.err


def usage(*words, **more):
    """A command line that can't be understood: status 2, a message, and
    nothing on the standard output."""
    result = run(*words, **more)
    assert result.status == 2, (words, result)
    assert result.err.startswith("tioli"), (words, result)
    assert result.out == "", (words, result)
    return result.err


def equal(got, wanted):
    assert got == wanted, f"got {got!r}, wanted {wanted!r}"


def has(text, part):
    assert part in text, f"{part!r} is not in {text!r}"
