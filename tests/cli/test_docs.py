"""Help, man pages and completions name the same options."""

import re
import subprocess

from program import COMMANDS, SOURCE, equal, good, has, usage

SAME_IN_EVERY_BUILD = True

TABLE = {"--edition", "--free-hand", "--starts", "--first", "--cast",
         "--piles-down", "--deck"}


def help_options(*command):
    """The options that the help explains, each at the start of a line."""
    text = good(*command, "--help")
    found = set(re.findall(r"^ +(?:-h, )?(--[a-z-]+)", text, re.M))
    mentioned = set(re.findall(r"--[a-z-]+", text))
    assert mentioned <= found, (command, mentioned - found)
    return found


def page(name):
    text = (SOURCE / "man" / f"{name}.1").read_text()
    return text.replace("\\-", "-")


def page_options(text):
    return set(re.findall(r"^\.B[IR]? (?:-h \", \" )?(--[a-z-]+)", text,
                          re.M))


def all_options():
    options = {command: help_options(command) for command in COMMANDS}
    options["deck stats"] = help_options("deck", "stats")
    return options


def test_the_help_has_options(folder):
    options = all_options()
    for command, some in options.items():
        has(some, "--help")
    for command in ["play", "sim", "arena", "deck stats"]:
        assert TABLE <= options[command], command


def test_man_pages(folder):
    options = all_options()
    options["deck"] |= options.pop("deck stats")
    for command, some in options.items():
        equal((command, page_options(page(f"tioli-{command}"))),
              (command, some))
    main = page("tioli")
    equal(page_options(main), {"--help", "--version", "--lang"})
    commands = main.split(".SH COMMANDS")[1].split(".SH OPTIONS")[0]
    equal(re.findall(r"^\.B (\w+)$", commands, re.M), COMMANDS + ["help"])


def test_defaults_in_man_pages(folder):
    """numbers that are defaults in the help are those of the man pages"""
    count = 0
    for words in [["play"], ["serve"], ["sim"], ["arena"], ["deck", "stats"],
                  ["bench"]]:
        text = page(f"tioli-{words[0]}").replace("\n", " ")
        help_text = re.sub(r"\n {20,}", " ", good(*words, "--help"))
        for option, default in re.findall(
                r"^ +(--[a-z-]+) .*\(default (\d+)\)", help_text, re.M):
            part = text.split(f".BI {option} ")[1].split(".TP")[0]
            assert re.search(rf"default is {default}[.;]", part), part
            count += 1
    assert count >= 13, count


def test_man_pages_know_their_place(folder):
    for path in (SOURCE / "man").glob("*.1"):
        text = page(path.stem)
        assert text.startswith(f".TH {path.stem.upper()} 1 "), path
        for part in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS",
                     "EXIT STATUS", "SEE ALSO"]:
            has(text, f"\n.SH {part}\n")
        version = good("--version").split()[1]
        has(text.splitlines()[0], f'"tioli {version}"')
        for other in re.findall(r"\.BR (tioli[a-z-]*) \(1\)", text):
            assert (SOURCE / "man" / f"{other}.1").exists(), other


def bash_words(*words):
    """What bash offers for the last of the words."""
    script = """
        source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _tioli tioli "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        ["bash", "-c", script, "bash", SOURCE / "completions" / "tioli.bash",
         "tioli", *words], stdout=subprocess.PIPE, check=True, timeout=30)
    return set(done.stdout.decode().split())


def test_bash_completion(folder):
    equal(bash_words(""),
          {*COMMANDS, "help", "--help", "--version", "--lang"})
    for command, some in all_options().items():
        if command == "deck":
            equal(bash_words("deck", ""), {"list", "check", "stats", "--help"})
            equal(bash_words("deck", "list", "--"), some)
        else:
            equal((command, bash_words(*command.split(), "--")),
                  (command, some))
    equal(bash_words("sim", "--edition", ""), {"gamewright", "schmidt"})
    equal(bash_words("sim", "--cast", "o"), {"off"})


def fish_options():
    """Options by subcommand, as the file declares them."""
    found = {}
    loop = []
    for line in (SOURCE / "completions" / "tioli.fish").open():
        if match := re.match(r"for command in (.*)", line):
            loop = match[1].split()
        elif line.startswith("end"):
            loop = []
        option = re.match(r"\s*complete .* -l ([a-z-]+)", line)
        where = re.search(r"-n '__fish_seen_subcommand_from (\w+)'", line)
        if option and where:
            found.setdefault(where[1], set()).add("--" + option[1])
        elif option and loop:
            for command in loop:
                found.setdefault(command, set()).add("--" + option[1])
    return found


def test_fish_completion(folder):
    found = fish_options()
    options = all_options()
    options["stats"] = options.pop("deck stats")
    options["list"] = options.pop("deck")
    for command, some in options.items():
        # --help is declared once for all of them.
        equal((command, found.get(command, set())),
              (command, some - {"--help"}))
    text = (SOURCE / "completions" / "tioli.fish").read_text()
    has(text, "complete -c tioli -s h -l help ")
    for command in COMMANDS + ["help"]:
        has(text, f" -a {command} -d ")


# A star says that it may be repeated.
OPTION = r"'\*?(--[a-z-]+)\["


def zsh_options():
    text = (SOURCE / "completions" / "_tioli").read_text()
    groups = {name: set(re.findall(OPTION, body)) for name, body in
              re.findall(r"^    (table|thought)=\((.*?)^    \)", text,
                         re.M | re.S)}
    sections = re.split(r"^    (\w+)\)$", text, flags=re.M)[1:]
    found = {}
    for name, body in zip(sections[::2], sections[1::2]):
        for part, some in [(name, body)] if name != "deck" else [
                ("deck stats", body.split("else")[0]),
                ("deck", body.split("else")[1])]:
            found[part] = set(re.findall(OPTION, some))
            for group, options in groups.items():
                if f"${group}" in some:
                    found[part] |= options
            if "{-h,--help}" in some:
                found[part].add("--help")
    return found, text


def test_zsh_completion(folder):
    found, text = zsh_options()
    for command, some in all_options().items():
        equal((command, found.get(command)), (command, some))
    for command in COMMANDS + ["help"]:
        has(text, f"        '{command}:")


def test_bots_and_decks_in_completions(folder):
    bots = re.search(r"the bots are (.*), and cmd:PROGRAM",
                     usage("deck", "stats", "--bot", "?"))[1]
    words = bots.replace(",", "")
    for name in ["tioli.bash", "_tioli", "tioli.fish"]:
        has((SOURCE / "completions" / name).read_text(), words)
    equal(bash_words("sim", "--bots", ""), set(words.split()))


def test_summaries_are_the_same(folder):
    """the one-line summaries in the help are those of the completions"""
    summaries = re.findall(r"^  (\w+) +(\S.*)$",
                           good("--help").split("Commands:")[1]
                           .split("Options:")[0], re.M)
    equal([name for name, _ in summaries], COMMANDS + ["help"])
    for name in ["_tioli", "tioli.fish"]:
        text = (SOURCE / "completions" / name).read_text()
        for _, summary in summaries:
            has(text, summary)
