"""Every text in five languages: the catalogues are whole, the program speaks
them, and what is for programs stays as it is."""

import importlib.machinery
import importlib.util
import json
import re
import unicodedata

from program import SOURCE, equal, good, has, run, same_in_every_build
from served import serve

LOADER = importlib.machinery.SourceFileLoader(
    "messages", str(SOURCE / "tools" / "messages"))
messages = importlib.util.module_from_spec(
    importlib.util.spec_from_loader("messages", LOADER))
LOADER.exec_module(messages)

LINGUAS = (SOURCE / "po" / "LINGUAS").read_text().split()


def says(language):
    """A word of the help, and how a sentence of the game begins."""
    text = (SOURCE / "po" / f"{language}.po").read_text("utf-8")
    found = {entry.id: entry.text for entry in messages.read_catalogue(text)}
    easy = found["collects what fits its cards, now and then carelessly"][0]
    return found["Commands:"][0], f" easy {easy.split()[0]}"


SAYS = {language: says(language) for language in LINGUAS}
# A locale need not be there to say which language is wanted.
LOCALES = {language: f"{language}_{language.upper()}.UTF-8"
           for language in SAYS}
# What a person types in a whole game: all that explains, then one move after
# the other.
TYPED = "help\nrules\nhint all\nhand\ntray\nscores\nlog\nsave\nnonsense\n" \
    + "1\n\n1\n\n1\n\npass\n" * 60


def width(text):
    return sum(0 if unicodedata.combining(c)
               else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


def play(folder, language, *words, text=TYPED):
    saved = folder / f"{language or 'en'}.tioli"
    return good("play", "--seed", 11, "--bots", "easy", "--starts", 1,
                "--save", saved, *words, text=text, folder=folder,
                language=language)


# ---- The catalogues -------------------------------------------------------

@same_in_every_build
def test_catalogues(_folder):
    """no language lacks a message, a plural form or a placeholder"""
    found = messages.problems()
    equal(set(found), {"template", *SAYS})
    wrong = [f"{where}: {line}" for where, lines in found.items()
             for line in lines]
    assert not wrong, "\n".join(wrong[:40])


def entry(text, *translated, plural=None, places=("web/src/a.ts",), flags=()):
    made = messages.Entry()
    made.id, made.plural, made.text = text, plural, list(translated)
    made.places, made.flags = list(places), set(flags)
    return made


@same_in_every_build
def test_checks(_folder):
    """the checks see what they are for"""
    for bad in (entry("{name} takes {die}", "{name} nimmt"),
                entry("{name} takes", "{nome} nimmt"),
                entry("one of {name}", "einer", "{n} von {name}",
                      plural="{n} of {name}")):
        assert messages.brace_problem(bad), bad
    for fine in (entry("{name} takes {die}", "{die} nimmt {name}"),
                 entry("one die", "ein Würfel", "{n} Würfel",
                       plural="{n} dice"),
                 entry("a {", "ein {", places=["src/a.c"])):
        assert not messages.brace_problem(fine), fine
    for glued in (" and ", "was ", "on %s", "%s %s"):
        assert messages.glued_problem(entry(glued)), glued
    assert not messages.glued_problem(entry("You take %s."))
    assert messages.shape_problem(entry("It ends.", "Schluss"))
    assert not entry("a", "b", flags=["fuzzy"]).done
    assert not entry("a", "").done
    assert not entry("a", "b", "", plural="c").done


@same_in_every_build
def test_wrong_catalogue(folder):
    """gaps, wrong formats and what is stale are found in a real catalogue"""
    old = messages.PO
    text = (old / "de.po").read_text("utf-8")
    template = messages.read_catalogue(messages.template())
    try:
        messages.PO = folder
        for was, now, says in (
                ('msgstr "Du nimmst %s."', 'msgstr "Du nimmst %d."', "format"),
                ('msgstr "Du passt."', 'msgstr ""', "not translated"),
                ('#, c-format\nmsgid "%s passes."',
                 '#, c-format, fuzzy\nmsgid "%s passes."', "fuzzy"),
                ('msgid "You pass."', 'msgid "You pass!"', "not in"),
                ('msgid "You pass."', 'msgid "You pass!"', "nobody says"),
                ('#: src/show/phrases.def\n', '#: src/gone.c\n', "elsewhere"),
                ('msgid_plural "', 'msgid_plural "! ', "elsewhere")):
            assert was in text, was
            (folder / "de.po").write_text(text.replace(was, now), "utf-8")
            found = messages.language_problems("de", template)
            assert any(says in line for line in found), (now, found)
        (folder / "de.po").write_text(text, "utf-8")
        equal(messages.language_problems("de", template), [])
    finally:
        messages.PO = old


@same_in_every_build
def test_page_extractor(_folder):
    """the page's messages are found, and what can't be is named by its line"""
    text = """<script lang="ts">
  // t(nothing)
  const a = t("Your turn");
  b = n("one die", "{n} dice", count, {n: count});
  c = tc("column", "points") + t("{name} \\"takes\\"", {name});
  input(text); list.t(x); await(t);
  export function t(text: string) { return text; }
</script>
<!-- t(hidden) -->
<p title={t("Say \\u00ab{x}\\u00bb", { x })}>{n(
   "a", "b", 2)}</p>
"""
    equal([(line, call, words) for line, call, words
           in messages.page_calls("a.svelte", text)],
          [(3, "t", ["Your turn"]), (4, "n", ["one die", "{n} dice"]),
           (5, "tc", ["column", "points"]), (5, "t", ['{name} "takes"']),
           (10, "t", ["Say «{x}»"]), (10, "n", ["a", "b"])])
    for bad in ("t('single')", "t(`back`)", 't("a" + b)', 't(name)',
                'n("one", many, 2)', 'n("one")', 'tc("context", x)', 't("")'):
        try:
            list(messages.page_calls("web/src/x.ts", "\n" + bad))
        except messages.Mistake as error:
            has(str(error), "web/src/x.ts:2:")
        else:
            raise AssertionError(f"{bad} was taken")


@same_in_every_build
def test_plural_rules(_folder):
    """rules of gettext become tables that a page can look into"""
    equal(messages.plural_table("(n != 1)"), "10" + "1" * 198)
    polish = messages.plural_table(
        "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2")
    equal([polish[n] for n in (0, 1, 2, 4, 5, 12, 22, 101, 122)],
          list("201122121"))
    try:
        messages.plural_table("__import__('os')")
    except messages.Mistake:
        return
    raise AssertionError("code was taken for a rule")


@same_in_every_build
def test_page_json(folder):
    """the page gets what it may have to show, and nothing else"""
    for language in ("en", *SAYS):
        file = folder / f"{language}.json"
        equal(messages.main(["--json", language, "-o", str(file)]), 0)
        found = json.loads(file.read_text("utf-8"))
        equal(messages.main(["--json", language, "--later", "-o", str(file)]), 0)
        later = json.loads(file.read_text("utf-8"))
        equal(sorted(found), ["language", "messages", "plural"])
        equal(sorted(later), sorted(found))
        equal(found["messages"].keys() & later["messages"].keys(), set())
        # What a first screen shows is there at once, and the rules are not.
        rule = "The game suggests the best way to lay your dice."
        equal([any(text.startswith(rule) for text in part["messages"])
               for part in (found, later)], [False, language != "en"])
        found["messages"].update(later["messages"])
        equal((found["language"], len(found["plural"])), (language, 200))
        if language == "en":
            equal(found["messages"], {})
            continue
        for words in ("it is another player's turn", "every seat is taken",
                      "the server is about to stop"):
            assert found["messages"][words] != words, words
        assert "show this help" not in found["messages"]
        # Places of C's own sort are in the sentences that both tell by, in the
        # words for cards, and in what a record's settings are told by.
        phrases = re.sub(r'"\s*"', "", "".join(
            (SOURCE / "src" / "show" / name).read_text("utf-8")
            for name in ("phrases.def", "card_words.c")))
        with_places = [text for text in found["messages"] if "%" in text]
        assert len(with_places) > 30, with_places
        equal([text for text in with_places
               if f'N_("{text}"' not in phrases and text != "cast back: %s"], [])


@same_in_every_build
def test_languages_are_listed_once(_folder):
    """to add a language takes its catalogue and a line of LINGUAS: nothing
    else lists the languages, and what needs them has them from there"""
    code = "|".join(["en", *LINGUAS])
    lists = re.compile(rf"\b({code})\b(\W+(or |and )?\b({code})\b){{3,}}")
    for found in ('["en", "de", "it", "es"]', "en, de, it or nl",
                  '["de", "es",\n "it", "nl"]'):
        assert lists.search(found), found
    files = [SOURCE / "meson.build", SOURCE / "test", SOURCE / "play"]
    for folder in ("src", "web", "tools", "tests", "man", "completions",
                   "data", "bench"):
        files += [path for path in (SOURCE / folder).rglob("*")
                  if path.is_file() and "node_modules" not in path.parts]
    assert len(files) > 500, len(files)
    for path in files:
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found = None if path.name == "test_languages.py" \
            else lists.search(text)
        assert not found, (str(path), found[0])
    every = ", ".join(["en", *LINGUAS])
    has(good("--help"), every)
    has(run("--lang", "xx").err, f"--lang: expected one of {every}, got 'xx'")
    told = json.loads(good("help", "--json"))["options"]
    equal([one["words"] for one in told if one["name"] == "lang"],
          [["en", *LINGUAS]])
    for language in LINGUAS:
        has(good("--lang", language, "--help"), SAYS[language][0])


# ---- The program ----------------------------------------------------------

def test_every_language(folder):
    """help and game are shown in each language"""
    for language, (word, sentence) in SAYS.items():
        has(good("--help", language=language), word)
        has(good("--help", locale=LOCALES[language]), word)
        has(play(folder, language, text=""), sentence)


def test_a_list_before_the_vowel_i(folder):
    """Spanish joins a list by 'e' where the last name begins with an i"""
    for last, joined in (("Inés", "e"), ("Íñigo", "e"), ("Hilda", "e"),
                         ("Ian", "y"), ("Hieronymus", "y"), ("Hugo", "y")):
        text = play(folder, "es", "--names", f"Ana,{last}", text="")
        has(text, f"TAKE IT OR LEAVE IT: Ana {joined} {last} juegan")


def test_which_language(_folder):
    """the environment decides as it does for other programs"""
    german = SAYS["de"][0]
    for locale, language, speaks in (
            ("C.UTF-8", "de", True), ("C.UTF-8", "de_AT:en", True),
            ("C.UTF-8", "xx:de", True), ("C.UTF-8", "en:de", False),
            ("C.UTF-8", "en_GB:en:de", False), ("C", "de", False),
            ("POSIX", "de", False), ("de_DE.UTF-8", "", True),
            ("de_DE", "", True), ("de_DE@euro", "", True),
            ("en_GB.UTF-8", "", False), ("xx_XX.UTF-8", "", False),
            ("de_DE.UTF-8", "en", False), ("C.UTF-8", "../../de", False),
            ("C.UTF-8", "d" * 9999, False), ("C.UTF-8", ":::", False)):
        got = german in good("--help", locale=locale, language=language)
        assert got == speaks, (locale, language[:20], got)


@same_in_every_build
def test_nothing_left_in_english(folder):
    """a whole game has no line with English words in another language"""
    english = set(play(folder, "").splitlines())
    for language in SAYS:
        for line in play(folder, language).splitlines():
            if line not in english:
                continue
            # Names, what was typed, and paths are the same everywhere.
            left = re.sub(r"> .*|\S*/\S*|--[\w-]+|\beasy \d|tioli (play|replay)",
                          "", line)
            assert not re.search(r"[A-Za-z]{3,} +[a-z]{3,}", left) or \
                re.search(r"^  play [a-z]+", line), (language, line)


@same_in_every_build
def test_width(folder):
    """help and game fit into 80 columns, and columns stand below each other"""
    names = "Ängström,日本語のなまえ"
    for language in ("", *SAYS):
        for command in ("play", "serve", "score", "sim", "arena", "bot",
                        "replay", "verify", "deck", "bench"):
            for line in good(command, "--help",
                             language=language).splitlines():
                assert width(line) <= 80, (language, line)
        dice = []
        for line in play(folder, language, "--names", names).splitlines():
            assert width(line) <= 80 or "/" in line or ">" in line, line
            found = re.match(r"( > |   )(Äng\S*|日本\S*)( +-?\d+){3}"
                             r"  (\w+ +| +)", line)
            if found and not line.endswith(":"):
                dice.append(width(found[0]))
        assert len(dice) > 4, (language, dice)
        equal((language, set(dice)), (language, {dice[0]}))


@same_in_every_build
def test_for_programs(folder):
    """what programs read is the same in every language"""
    record = folder / "one.tioli"
    play(folder, "", "--save", record)
    asked = '{"dice":"D5 L1 R6","combos":["4 D5 L1 *6"]}\nnonsense\n'
    for words, text in ((("replay", "--json", record), ""),
                        (("deck", "list", "--json"), ""),
                        (("score",), asked),
                        (("sim", "--games", 20, "--bots", "easy,random",
                          "--json"), "")):
        texts = []
        for language in ("", "de"):
            out = run(*words, text=text, language=language).out
            texts.append(re.sub(r'"(seconds|games_per_second)":[\d.]+', "",
                                out))
        equal(texts[1], texts[0])
    equal((folder / "de.tioli").exists(), False)
    play(folder, "de")
    play(folder, "", "--save", folder / "en.tioli", "--names",
         "Spieler 1,Mia")
    equal((folder / "de.tioli").read_text(), (folder / "en.tioli").read_text())


def test_the_protocol(folder):
    """a German server says where it is in German, and speaks the protocol"""
    with serve(folder, env={"LANGUAGE": "de"}) as server:
        status, answer = server.post("/api/tables", {})
        equal((status, answer["words"]), (401, "say hello first"))
        server.stop()
        has(server.process.stdout.read().decode(), "Öffne eine dieser Adressen")


def test_complaints(folder):
    """mistakes are told in the reader's language, options by their names"""
    err = run("play", "--players", "9", language="de").err
    has(err, "--players: erwartet 2 bis 5, nicht „9“")
    has(err, "Versuch es mit „tioli play --help“.")
    err = run("sim", "--bots", "nobody", language="nl").err
    has(err, "de bot ‘nobody’ bestaat niet")
    err = run("replay", folder / "none.tioli", language="es").err
    has(err, "tioli replay:")
