"""Whether a message is one of docs/protocol.schema.json.

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


@functools.lru_cache(maxsize=None)
def rows():
    """The settings, as the sources have them."""
    program = os.environ.get("TIOLI", ROOT / "build" / "tioli")
    build = pathlib.Path(program).resolve().parent
    return json.loads((build / "src" / "settings.json").read_text("utf-8"))


def setting(row, asked):
    """What a setting may be: asked for, or in a state."""
    kind, low, high = row["kind"], row["low"], row["high"]
    if kind == "code" and not asked:
        return {"type": "boolean"}
    if kind == "seat":
        return {"enum": [*row["words"], *range(low, high + 1)]}
    if kind == "ms":
        # What is too short is refused since, and older tables may have it.
        return {"type": "integer", "maximum": min(high, 2592000000),
                "minimum": 1000 if asked and row["name"] == "grace" else 0}
    return {
        "number": {"type": "integer", "minimum": low, "maximum": high},
        "starts": {"type": "integer", "minimum": 0 if asked else low,
                   "maximum": high},
        "word": {"enum": row.get("words")},
        "yes": {"type": "boolean"},
        "text": {"type": "string", "minLength": 1, "maxLength": high},
        "code": {"type": "string", "maxLength": high},
    }[kind]


def settings(asked):
    """All of them as one object; "clock.kind" is within one of its own."""
    def new():
        return {"type": "object", "properties": {}, "required": [],
                "additionalProperties": False}
    whole = new()
    for row in rows():
        at = whole
        *within, name = row["name"].split(".")
        for part in [*within, name]:
            if not (asked or row["later"] or part in at["required"]):
                at["required"].append(part)
            if part != name:
                at = at["properties"].setdefault(part, new())
        at["properties"][name] = setting(row, asked)
    return whole


@functools.lru_cache(maxsize=None)
def document():
    path = ROOT / "docs" / "protocol.schema.json"
    text = json.loads(path.read_text(encoding="utf-8"))
    text["$defs"] |= {"settings": settings(False), "settings_in": settings(True)}
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


if __name__ == "__main__":
    print(json.dumps(document(), indent=2))
