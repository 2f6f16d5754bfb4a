"""Help, man pages and completions name the same options, which are the rows of
the program; the pages are well-formed, and shells can read what is for them."""

import json
import pathlib
import re
import shutil
import subprocess

from program import COMMANDS, SOURCE, TIOLI, equal, good, has, usage

BUILT = pathlib.Path(TIOLI).resolve().parent

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
    text = (BUILT / "man" / f"{name}.1").read_text()
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


def told():
    """What the program says of itself, for the pages to be made from."""
    return json.loads(good("help", "--json"))


def test_help_says_what_rows_say(_folder):
    """the numbers in the words of the help are those that hold"""
    count = 0
    for command in told()["commands"]:
        for option in command["options"]:
            scale = option["scale"]
            words = " ".join(option["help"].split())
            default = re.search(r"\(default (\d+)[),]", words)
            if default and (option["normal"] or option["name"] != "threads"):
                equal((option["name"], float(default[1]) * scale),
                      (option["name"], option["normal"]))
                count += 1
            elif option["normal"] and option["kind"] != "word":
                raise AssertionError(f"{option['name']}: no default: {words}")
            limits = re.search(r"\b([\d.]+) to ([\d.]+)\b", words)
            if limits and option["kind"] in ("number", "time"):
                equal((option["name"], *(float(n) * scale
                                         for n in limits.groups())),
                      (option["name"], option["low"], option["high"]))
                count += 1
    assert count >= 30, count


def test_defaults_in_man_pages(folder):
    """numbers that are defaults in the help are those of the man pages"""
    count = 0
    for command in told()["commands"]:
        text = page(f"tioli-{command['name'].split()[0]}").replace("\n", " ")
        for option in command["options"]:
            if option["normal"] and option["kind"] != "word":
                default = option["normal"] // option["scale"]
                parts = [part.split(".TP")[0] for part
                         in text.split(f".BI --{option['name']} ")[1:]]
                assert any(re.search(rf"default is {default}[.;]", part)
                           for part in parts), (option, parts)
                count += 1
    assert count >= 20, count


def test_pages_are_well_formed(_folder):
    """no part of a template is left over, and groff finds nothing wrong"""
    for path in (BUILT / "man").glob("*.1"):
        text = path.read_text()
        assert not re.search(r"@[A-Z_]+@|\{[a-z]+\}|\*\w", text
                             .split(".SH OPTIONS")[1].split(".SH")[0]), path
        if shutil.which("groff"):
            done = subprocess.run(
                ["groff", "-man", "-ww", "-b", "-Tutf8", "-z", path],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True,
                timeout=30)
            equal((path.name, done.stdout.decode()), (path.name, ""))


def test_the_page_lists_every_key(_folder):
    """those that the help of the full screen has, and when they work"""
    text = page("tioli-play").split("\n.SH KEYS\n")[1].split("\n.SH ")[0]
    keys = told()["keys"]
    assert len(keys) > 30, keys
    for key in keys:
        has(text, f"\n.SS {key['when']}\n")
        has(text.replace("\\", ""), f".B {key['key']}\n")


def test_letters_only_where_one_types(_folder):
    """the full screen draws dice or says their names; D5 is for typing"""
    pictures = sorted((SOURCE / "tests/screens/pictures").glob("*.txt"))
    assert len(pictures) > 100, pictures
    for path in pictures:
        if not path.name.startswith(("help", "rules", "typing")):
            found = re.search(r"\b[LDR][1-6]\b", path.read_text())
            assert not found, (path.name, found[0])


def test_bash_completes_lists(_folder):
    """behind a comma, too"""
    for typed, wanted in [("normal,ha", "normal,hard"), ("ea", "easy"),
                          ("easy,hard,ra", "easy,hard,random")]:
        done = subprocess.run(
            ["bash", "-c", f"source {BUILT}/completions/tioli;"
             f"COMP_WORDS=(tioli play --bots {typed}); COMP_CWORD=3;"
             f"_tioli tioli {typed} --bots; echo \"${{COMPREPLY[@]}}\""],
            check=True, timeout=30, capture_output=True, text=True)
        equal(done.stdout, wanted + "\n")


def test_shells_can_read_completions(_folder):
    for shell, name in [("bash", "tioli"), ("zsh", "_tioli"),
                        ("fish", "tioli.fish")]:
        if shutil.which(shell):
            subprocess.run([shell, "-n", BUILT / "completions" / name],
                           check=True, timeout=30)
    # Quotes come in pairs, as far as can be told without a shell.
    for name in ["_tioli", "tioli.fish"]:
        text = (BUILT / "completions" / name).read_text()
        for line in text.splitlines():
            plain = line.replace("'\\''", "").replace("\\'", "")
            assert plain.count("'") % 2 == 0, line


def test_each_option_is_everywhere(_folder):
    """a row is an option of the command, a line of its help, an entry of its
    page, and known to three shells"""
    fish, (zsh, _) = fish_options(), zsh_options()
    count = 0
    for command in told()["commands"]:
        words = command["name"].split()
        if not command["runs"] or words == ["deck"]:
            continue
        entries = page_options(page(f"tioli-{words[0]}"))
        for option in ("--" + one["name"] for one in command["options"]):
            has(help_options(*words), option)
            has(entries, option)
            has(bash_words(*words, "--"), option)
            has(zsh[words[-1]], option)
            has(fish.get(words[-1], set()) | {"--help"}, option)
            count += 1
    assert count > 120, count


def test_man_pages_know_their_place(folder):
    for path in (BUILT / "man").glob("*.1"):
        text = page(path.stem)
        assert text.startswith(f".TH {path.stem.upper()} 1 "), path
        for part in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS",
                     "EXIT STATUS", "SEE ALSO"]:
            has(text, f"\n.SH {part}\n")
        version = good("--version").split()[1]
        has(text.splitlines()[0], f'"tioli {version}"')
        for other in re.findall(r"\.BR (tioli[a-z-]*) \(1\)", text):
            assert (BUILT / "man" / f"{other}.1").exists(), other


def bash_words(*words):
    """What bash offers for the last of the words."""
    script = """
        source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _tioli tioli "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        ["bash", "-c", script, "bash", BUILT / "completions" / "tioli",
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
    equal(bash_words("--lang", ""), bash_words("sim", "--lang", ""))
    assert {"en", "de"} < bash_words("--lang", "")
    equal(bash_words("sim", "--cast", "o"), {"off"})


def fish_options():
    """Options by subcommand, as the file declares them."""
    found = {}
    for line in (BUILT / "completions" / "tioli.fish").open():
        option = re.match(r"complete .* -l ([a-z-]+)", line)
        where = re.search(r"-n '__fish_seen_subcommand_from (\w+)'", line)
        if option and where:
            found.setdefault(where[1], set()).add("--" + option[1])
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
    text = (BUILT / "completions" / "tioli.fish").read_text()
    has(text, "complete -c tioli -s h -l help ")
    for command in COMMANDS + ["help"]:
        has(text, f" -a {command} -d ")


# A star says that it may be repeated.
OPTION = r"'\*?(--[a-z-]+)\["


def zsh_options():
    text = (BUILT / "completions" / "_tioli").read_text()
    sections = re.split(r"^ {4,8}(\w+)\)$", text, flags=re.M)[1:]
    found = {}
    for name, body in zip(sections[::2], sections[1::2]):
        found[name] = set(re.findall(OPTION, body))
        if "{-h,--help}" in body:
            found[name].add("--help")
    found["store"] = found.pop("copy")  # the only thing that it does
    return found, text


def test_zsh_completion(folder):
    found, text = zsh_options()
    equal(found["list"], found.pop("check") | {"--json"})
    found["deck"] = found.pop("list")
    for command, some in all_options().items():
        equal((command, found.get(command.split()[-1])), (command, some))
    for command in COMMANDS + ["help"]:
        has(text, f"        '{command}:")


def test_bots_and_decks_in_completions(folder):
    bots = re.search(r"the bots are (.*), and cmd:PROGRAM",
                     usage("deck", "stats", "--bot", "?"))[1]
    words = bots.replace(",", "")
    for name in ["tioli", "_tioli", "tioli.fish"]:
        has((BUILT / "completions" / name).read_text(), words)
    equal(bash_words("sim", "--bots", ""), set(words.split()))
    equal(bash_words("sim", "--bots", "normal,e"),
          {"normal,easy", "normal,expert"})


def test_summaries_are_the_same(folder):
    """the one-line summaries in the help are those of the completions"""
    summaries = re.findall(r"^  (\w+) +(\S.*)$",
                           good("--help").split("Commands:")[1]
                           .split("Options:")[0], re.M)
    equal([name for name, _ in summaries], COMMANDS + ["help"])
    for name in ["_tioli", "tioli.fish"]:
        text = (BUILT / "completions" / name).read_text()
        for _, summary in summaries:
            has(text, summary)
