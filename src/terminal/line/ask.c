/* Questions and answers. */
#define _POSIX_C_SOURCE 200809L /* strtok_r() */

#include "terminal/line/ask.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "i18n/i18n.h"
#include "terminal/line/hint.h"
#include "terminal/show.h"
#include "terminal/words.h"

static bool is(const char *line, const char *word)
{
    return strcmp(line, word) == 0;
}

bool ask_is_quit(const char *line)
{
    return is(line, "quit") || is(line, "exit") || is(line, "q");
}

static void say_saved(const struct person *person)
{
    if (person->away)
        say(0,
            _("The server keeps the game; come back with the same command."));
    else if (person->save_path)
        printf("%s\n  %s\n", _("The game is saved after every move, in"),
               person->save_path);
    else
        say(0, _("This game can't be saved."));
}

bool ask_answered(const struct person *person, const char *line)
{
    if (is(line, "help") || is(line, "?"))
        show_help(person->deck, &person->view->game.settings);
    else if (is(line, "rules"))
        show_rules(&person->view->game.settings);
    else if (is(line, "hint") || is(line, "h"))
        hint_show(person, false);
    else if (is(line, "hint all"))
        hint_show(person, true);
    else if (is(line, "hand"))
        show_hand(person->view, person->deck);
    else if (is(line, "tray"))
        show_tray(&person->view->game);
    else if (is(line, "scores") || is(line, "score"))
        show_players(person->view, person->names);
    else if (is(line, "log"))
        log_print(person->log, person->log->round);
    else if (is(line, "log all"))
        log_print(person->log, 0);
    else if (is(line, "save"))
        say_saved(person);
    else if (is(line, "undo") && person->no_undo)
        say(0, "%s", person->no_undo);
    else if (!person->command || !person->command(person->context, line))
        return false;
    putchar('\n');
    return true;
}

enum ask ask_line(const struct person *person, char line[ASK_LINE])
{
    printf("%s> ", person->alone ? _("Your choice")
                                 : person->names->of[person->view->seat]);
    enum keys_got got = keys_line(person->keys, line);
    if (got == KEYS_GOT_NEWS)
        return ASK_NEWS;
    if (got == KEYS_GOT_END || ask_is_quit(line))
        return ASK_STOP;
    if (is(line, "undo") && !person->no_undo)
        return ASK_UNDO;
    if (got == KEYS_GOT_TOO_LONG) {
        say(0, _("That line is too long. Try again."));
        return ASK_AGAIN;
    }
    return ask_answered(person, line) ? ASK_AGAIN : ASK_OK;
}

enum ask ask_ready(struct keys *keys)
{
    char line[ASK_LINE];
    enum keys_got got = keys_line(keys, line);
    if (got == KEYS_GOT_END || ask_is_quit(line))
        return ASK_STOP;
    return is(line, "undo") ? ASK_UNDO : ASK_OK;
}

void ask_lengthen(char *line, size_t size)
{
    if (strlen(line) != 2 || !isalpha((unsigned char)line[0]) ||
        !isdigit((unsigned char)line[1]))
        return;
    char die[4];
    memcpy(die, line, 3);
    snprintf(line, size, "take %s", die);
}

bool ask_is_number(const char *line, unsigned *number)
{
    size_t length = strlen(line);
    if (length == 0 || length > 6 || strspn(line, "0123456789") != length)
        return false;
    *number = (unsigned)strtoul(line, NULL, 10);
    return true;
}

static unsigned list_dice(unsigned edition, tio_dice from,
                          tio_kind kinds[TIO_KINDS])
{
    unsigned count = 0;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        unsigned copies = tio_dice_count(from, kind);
        const char *colour = words_colour(edition, tio_kind_colour(kind));
        if (!copies)
            continue;
        kinds[count++] = kind;
        char code[TIO_DICE_TEXT];
        tio_dice_print(tio_dice_of(kind), " ", code);
        struct text row;
        text_clear(&row);
        text_add(&row, "  %2u) %s  %s %u", count, code, colour,
                 tio_kind_face(kind));
        if (copies > 1) {
            text_add(&row, " ");
            text_add(&row, ngettext("(%u of them)", "(%u of them)", copies),
                     copies);
        }
        say(8, "%s", row.at);
    }
    return count;
}

/* Each word of the line is a number of the list or the name of a die. */
static const char *read_picks(char *line, const tio_kind kinds[],
                              unsigned count, tio_dice from, tio_dice *out)
{
    char *rest = NULL;
    *out = 0;
    for (char *word = strtok_r(line, " \t,", &rest); word;
         word = strtok_r(NULL, " \t,", &rest)) {
        tio_text_error error;
        tio_dice die;
        unsigned number;
        if (ask_is_number(word, &number)) {
            if (number < 1 || number > count)
                return _("There is no such number in the list.");
            die = tio_dice_of(kinds[number - 1]);
        } else if (tio_dice_parse(word, &die, &error) != TIO_OK) {
            return _("Type numbers from the list, or dice such as L3.");
        }
        if (!tio_dice_contain(from - *out, die))
            return _("There are not enough of one of those dice.");
        *out += die;
    }
    return NULL;
}

enum ask ask_dice(const struct person *person, const char *question,
                  tio_dice from, unsigned low, unsigned high, tio_dice *out)
{
    for (;;) {
        const char *wrong = NULL;
        say(0, "%s", question);
        tio_kind kinds[TIO_KINDS];
        unsigned count =
            list_dice(person->view->game.settings.edition, from, kinds);
        char line[ASK_LINE];
        enum ask ask = ask_line(person, line);
        if (ask_over(ask))
            return ask;
        if (ask == ASK_AGAIN)
            continue;
        if (is(line, "back"))
            return ASK_BACK;
        if (is(line, "all"))
            *out = from;
        else
            wrong = read_picks(line, kinds, count, from, out);
        if (wrong)
            say(0, "%s", wrong);
        else if (tio_dice_size(*out) > high && high == 1)
            say(0, _("One die only."));
        else if (tio_dice_size(*out) > high)
            say(0, ngettext("At most %u die.", "At most %u dice.", high), high);
        else if (tio_dice_size(*out) < low && high == 1)
            say(0, _("Name one die, or type back."));
        else if (tio_dice_size(*out) < low)
            say(0, _("Name at least one die, or type back."));
        else
            return ASK_OK;
    }
}
