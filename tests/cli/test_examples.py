"""What the documentation shows is true: commands, code, picture and links."""

import importlib.machinery
import importlib.util
import re
import subprocess

from program import COMMANDS, SOURCE, equal, has

SAME_IN_EVERY_BUILD = True

README = SOURCE / "README.md"


def load(name):
    loader = importlib.machinery.SourceFileLoader(
        name, str(SOURCE / "tools" / name))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


EXAMPLES = load("doc-examples")


def blocks(language, text):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def test_commands(folder):
    """every command in the docs prints what they say (else: tools/doc-examples --update)"""
    wrong = [f"{path.name}: {sentence}" for path in EXAMPLES.pages()
             for sentence in EXAMPLES.check_page(path, False)]
    assert not wrong, "\n".join(wrong)


def test_every_command_has_an_example(folder):
    text = "\n".join(blocks("console", README.read_text("utf-8")))
    for command in COMMANDS:
        has(text, f"tioli {command}")


def test_an_example_that_lies_is_found(folder):
    page = folder / "page.md"
    for told, lies in [("one", False), ("...", False), ("two", True),
                       ("one\ntwo", True), ("one\n...", True), ("", True)]:
        page.write_text(f"```console\n$ echo one\n{told}\n```\n")
        equal((told, bool(EXAMPLES.check_page(page, False))), (told, lies))
    page.write_text("```console\n$ no-such-command\nanything\n```\n")
    assert EXAMPLES.check_page(page, False)


def test_code(folder):
    """the program in the README is the one in examples/"""
    equal(blocks("c", README.read_text("utf-8")),
          [(SOURCE / "examples" / "one_game.c").read_text("utf-8")])


def test_picture(folder):
    """the picture is drawn from docs/sample-play.txt (else: tools/screen-to-svg)"""
    drawn = folder / "play.svg"
    subprocess.run([SOURCE / "tools" / "screen-to-svg",
                    SOURCE / "docs" / "sample-play.txt", drawn], check=True)
    assert drawn.read_bytes() == (SOURCE / "docs" / "play.svg").read_bytes()


def test_screen(folder):
    """the full screen's picture is that of a test (else: tools/picture-to-svg)"""
    drawn = folder / "screen.svg"
    subprocess.run([SOURCE / "tools" / "picture-to-svg",
                    SOURCE / "tests" / "screens" / "pictures" /
                    "turn-three-120x40.txt", drawn], check=True)
    assert drawn.read_bytes() == (SOURCE / "docs" / "screen.svg").read_bytes()


def test_walk(folder):
    """what the README quotes of the screen is on it"""
    screen = (SOURCE / "docs" / "sample-play.txt").read_text("utf-8")
    quoted = blocks("text", README.read_text("utf-8"))
    assert quoted
    for block in quoted:
        has(screen, block)


def anchor(heading):
    words = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return words.replace(" ", "-")


def anchors(path):
    return {anchor(found) for found in
            re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.M)}


def test_links(folder):
    """every link within the project leads somewhere"""
    seen = 0
    for path in EXAMPLES.pages():
        text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.S)
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if link.startswith("https://"):
                continue
            name, _, part = link.partition("#")
            target = (path.parent / name).resolve() if name else path
            assert target.exists(), f"{path.name}: {link}"
            if part:
                assert part in anchors(target), f"{path.name}: {link}"
            seen += 1
    assert seen > 10
