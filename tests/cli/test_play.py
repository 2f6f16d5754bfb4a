"""tioli play: its options, and a game through a pipe."""

import re

from program import equal, good, has, run, usage, wrong


def test_options_that_do_not_fit(folder):
    has(usage("play", "--people", "6"), "--people: expected 0 to 5, got '6'")
    has(usage("play", "--people", "3"), "--people: expected 0 to 2, got '3'")
    has(usage("play", "--people", "2", "--bots", "normal"),
        "--bots: expected at most 0, got 1")
    has(usage("play", "--bots", "nobody"), "there is no bot 'nobody'")
    has(usage("play", "--bots", "normal:effort=5"), "normal does not search")
    has(usage("play", "--bots", ",".join(["easy"] * 6)), "at most 5 bots")
    has(usage("play", "--effort", "5", "--think", "1s"),
        "--effort and --think can't be used together")
    has(usage("play", "--bot-clock", "soon"), "--bot-clock: expected a time")
    has(usage("play", "--names", "a,b,c"), "--names: expected at most 2")
    has(usage("play", "--names", "a,,c"), "--names: expected 1 to 63 bytes")
    has(usage("play", "--names", "a\x1b[2J"), "control characters")
    has(usage("play", "--names", "x" * 64), "1 to 63 bytes")
    has(usage("play", "--names", b"\xff"), "UTF-8")
    has(usage("play", "--names", "a,b,c,d,e,f"), "at most 5 names")
    has(usage("play", "--first", "3"), "--first: expected 1 to 2, got '3'")
    has(usage("play", "--resume", "--players", "3"), "--resume: ")
    for words in (["--seed", "3"], ["--effort", "3"], ["--think", "1s"],
                  ["--bots", "hard"]):
        has(usage("play", "--resume", *words), "--resume: ")
    has(wrong("play", "--deck", folder / "none"), "No such file")


def test_join_options_that_do_not_fit(folder):
    url = "http://127.0.0.1:1/t/abc"
    for words in (["--name", "Ann"], ["--password", "x"],
                  ["--watch"]):
        has(usage("play", *words), words[0] + ": only with --join")
    for words in (["--players", "3"], ["--seed", "3"], ["--resume"],
                  ["--no-hints"], ["--bots", "hard"], ["--save", "x"]):
        has(usage("play", "--join", url, *words), "--join: the host sets")
    has(usage("play", "--join", "elsewhere"), "a table's link is needed")
    has(usage("play", "--join", url, "--name", "x" * 41), "1 to 40 bytes")
    has(usage("play", "--join", url, "--name", "a\x1b[2J"), "control")
    has(wrong("play", "--join", url, folder=folder), "can't connect to")


def test_nothing_to_resume(folder):
    has(wrong("play", "--resume", folder=folder), "no saved game")


def test_bots_among_themselves(folder):
    def play():
        return good("play", "--people", "0", "--bots", "random", "--seed",
                    "5", "--starts", "1", "--plain", "--save",
                    folder / "game.tioli", folder=folder)

    first = play()
    has(first, "The game is over.")
    text = (folder / "game.tioli").read_text()
    has(good("replay", folder / "game.tioli"), "The game is over")
    (folder / "game.tioli").unlink()
    equal(play(), first)
    equal((folder / "game.tioli").read_text(), text)


def test_a_game_through_a_pipe(folder):
    """passing, laying the proposal and keeping all ends a game"""
    result = run("play", "--seed", "5", "--names", "Ann,Ben", "--bots",
                 "random", "--edition", "schmidt", "--first", "1",
                 "--save", folder / "game.tioli", folder=folder,
                 text="pass\nnever\nkeep\n" + "pass\nkeep\n" * 60)
    equal((result.status, result.err), (0, ""))
    has(result.out, "You pass.")
    text = (folder / "game.tioli").read_text()
    has(text, "\nname 1 Ann\nname 2 Ben\n")
    has(text, "\nedition schmidt\n")
    has(text, "\nfirst 1\n")
    good("replay", folder / "game.tioli")


def test_one_die_is_asked_for_where_one_is_needed(folder):
    deck = folder / "my.deck"
    for action, words in [("swap", "Name one die, or type back."),
                          ("reroll 4", "Name at least one die, or type back.")]:
        deck.write_text(f"combo 1 L? x30\naction {action} x30\n")

        def play(text, name):
            return run("play", "--deck", deck, "--seed", "5", "--first", "1",
                       "--bots", "random", "--save", folder / action / name,
                       folder=folder, text=text).out

        (folder / action).mkdir()
        number = re.search(r"(\d+)\) play your action", play("", "1"))[1]
        has(play(f"{number}\n,\n", "2"), words)


def test_the_help_tells_of_the_levels(folder):
    text = good("play", "--help")
    for name in ["random", "easy", "normal", "hard", "expert"]:
        assert re.search(rf"^  {name} +\w", text, re.M), name


def test_names_that_are_not_given(folder):
    for words, names in [
            (["--people", "0", "--bots", "cmd:./no/such-bot 'x y',hard"],
             ["such-bot 1", "Mia"]),
            (["--people", "0", "--bots", "cmd:'./no such',easy"],
             ["program 1", "Mia"]),
            (["--people", "0", "--bots", "random,normal"],
             ["Otto", "Mia"]),
            (["--people", "0", "--bots", "random", "--names", "Zoë"],
             ["Zoë", "Mia"]),
            (["--people", "0", "--bots", "easy", "--players", "3", "--names",
              "mia"], ["mia", "Hugo", "Ida"]),
            (["--people", "1", "--bots", "random"],
             ["Player 1", "Mia"]),
            (["--people", "2", "--names", "Ada", "--players", "3"],
             ["Ada", "Player 2", "Hugo"])]:
        good("play", *words, "--seed", "1", "--starts", "1", "--save",
             folder / "game.tioli", folder=folder, text="pass\nkeep\n" * 9)
        text = (folder / "game.tioli").read_text()
        equal(re.findall(r"^name \d (.*)$", text, re.M), names)
        (folder / "game.tioli").unlink()


def test_the_name_of_the_login(folder):
    """the first person is called as the account, if that can be shown"""
    save = folder / "game.tioli"
    for user, names in [
            ("anna", ["Anna", "Player 2"]), ("Zoë", ["Zoë", "Player 2"]),
            ("root", ["Player 1", "Player 2"]), ("", ["Player 1", "Player 2"]),
            ("x\x1b[31m", ["Player 1", "Player 2"]),
            ("a" * 25, ["Player 1", "Player 2"]),
            ('a"b', ["Player 1", "Player 2"])]:
        good("play", "--people", "2", "--seed", "1", "--save", save,
             folder=folder, user=user, text="")
        equal(re.findall(r"^name \d (.*)$", save.read_text(), re.M), names)
        for path in folder.glob("game*"):
            path.unlink()
