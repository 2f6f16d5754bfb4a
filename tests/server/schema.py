"""Whether a message is one of protocol.schema.json, which the build makes.

    schema.check_in(message)   what a client sends, as an object
    schema.check_out(message)  what the server sends
    schema.check(name, value)  any definition by its name: "state", "news" ...

Each raises Wrong with a sentence that tells where the message leaves it.
"""
import functools
import json
import os
import pathlib

import jsonschema

ROOT = pathlib.Path(os.environ.get(
    "TIOLI_SOURCE", pathlib.Path(__file__).resolve().parents[2]))


class Wrong(AssertionError):
    """A message that the protocol does not have."""


def made(name):
    """A file that the build has made beside the program."""
    program = os.environ.get("TIOLI", ROOT / "build" / "tioli")
    build = pathlib.Path(program).resolve().parent
    return json.loads((build / "src" / name).read_text("utf-8"))


@functools.lru_cache(maxsize=None)
def document():
    text = made("protocol.schema.json")
    jsonschema.Draft202012Validator.check_schema(text)
    return text


@functools.lru_cache(maxsize=None)
def validator(name):
    root = document()
    return jsonschema.Draft202012Validator(
        {"$schema": root["$schema"], "$ref": f"#/$defs/{name}",
         "$defs": root["$defs"]})


def deepest(error):
    """Of the ways in which a message is no alternative, the nearest miss."""
    while error.context:
        error = max(error.context,
                    key=lambda e: (len(e.absolute_path), -len(e.message)))
    return error


def check(name, value):
    for error in validator(name).iter_errors(value):
        miss = deepest(error)
        where = "/".join(str(part) for part in miss.absolute_path)
        raise Wrong(f"{name}: at '{where}': {miss.message[:300]} in "
                    f"{json.dumps(value)[:600]}")


def check_in(message):
    check("in", message)


def check_out(message):
    check("out", message)

