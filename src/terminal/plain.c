/* The plain game from its beginning, or from where it was saved, to its end. */
#define _DEFAULT_SOURCE

#include "terminal/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "i18n/i18n.h"
#include "base/utf8.h"
#include "terminal/plain_parts.h"
#include "terminal/show.h"

/* A script that starts the program says in the environment by which name a
 * person can call it again. */
#define COMMAND_LENGTH 200

int plain_complain(const char *what)
{
    fflush(stdout);
    fprintf(stderr, "tioli play: %s\n", what);
    return 1;
}

/* ---- From the first move to the last ----------------------------------- */

/* By the name of the script that started this, which needs `more` to get here,
 * or else by the program's. */
static void say_command(const char *variable, const char *more,
                        const char *otherwise)
{
    const char *name = getenv(variable);
    size_t length = name ? strlen(name) : 0;

    fputs("  ", stdout);
    if (length && length <= COMMAND_LENGTH && utf8_is_name(name, length)) {
        say_shell_word(name);
        fputs(more, stdout);
    } else {
        fputs(otherwise, stdout);
    }
}

int plain_say_left(const struct home *home)
{
    if (!home->saving) {
        say(0, _("Goodbye. This game was not saved."));
        return 0;
    }
    if (home->save_failed)
        return plain_complain(home->save.error);
    printf("%s\n  %s\n", _("The game is saved in"), home->save.path);
    puts(_("Go on with"));
    say_command("TIOLI_PLAY_COMMAND", " --terminal", "tioli play");
    fputs(" --resume", stdout);
    if (!home->save.records[0]) {
        fputs(" --save ", stdout);
        say_shell_word(home->save.path);
    }
    putchar('\n');
    return 0;
}

void plain_say_record(const char *where)
{
    printf("%s\n  %s\n", _("The record of the game is in"), where);
    puts(_("See it again with"));
    say_command("TIOLI_COMMAND", "", "tioli");
    fputs(" replay ", stdout);
    say_shell_word(where);
    putchar('\n');
}

static int finish(struct home *home)
{
    struct history history = home_history(home);
    char where[SAVE_PATH];
    tio_view view;

    tio_view_of(&home->table->game, home->onlooker, &view);
    show_end(&view, &home->names, &history);
    if (!home_finish(home, where))
        return plain_complain(home->error);
    if (where[0])
        plain_say_record(where);
    return 0;
}

static int run(struct plain *plain)
{
    struct home *home = &plain->home;
    int status = 0;

    home_go_on(home);
    while (home->table->phase == TABLE_PLAYING) {
        if (plain_turn(plain, &status) == ASK_STOP)
            return plain_say_left(home);
        if (status)
            return status;
    }
    return finish(home);
}

static void welcome(struct home *home)
{
    show_title(&home->game.settings, &home->names, home->game.rounds);
    crew_introduce(&home->seating, &home->names, home->onlooker);
    show_welcome(home->game.settings.edition, home->hints);
}

static void welcome_new(struct home *home)
{
    welcome(home);
    if (!home->saving)
        say(0, _("This game will not be saved. %s"), home->save.error);
    if (home->aside[0])
        printf("%s\n  %s\n", _("The game that was saved before is kept in"),
               home->aside);
    putchar('\n');
    home_tell_faults(home);
}

static void welcome_back(struct home *home)
{
    if (home->guessed)
        say(0,
            _("There is no %s to tell who plays: whoever has a bot's name is "
              "taken for a bot."),
            home->save.seats);
    welcome(home);
    putchar('\n');
    say(0, _("Welcome back. This round so far:"));
    log_print(&home->log, home->log.round);
    home_tell_faults(home);
}

static void not_saved(void *context)
{
    const struct home *home = context;

    say(0, _("The game could not be saved: %s"), home->save.error);
}

static void saved_again(void *context)
{
    (void)context;
    say(0, _("The game is saved again."));
}

static int play(struct plain *plain, const struct home_options *options)
{
    struct home *home = &plain->home;

    home->eyes = (struct home_eyes){
        .context = home,
        .not_saved = not_saved,
        .saved_again = saved_again,
    };
    if (!home_open(home, options))
        return plain_complain(home->error);
    if (options->resume)
        welcome_back(home);
    else
        welcome_new(home);
    return run(plain);
}

int plain_play(const struct home_options *options)
{
    struct plain *plain = calloc(1, sizeof *plain);
    const char *term = getenv("TERM");
    int status;

    if (!plain)
        return plain_complain(_("out of memory"));
    plain->at_keyboard = TIO_NONE;
    plain->screen = isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) && term &&
                    strcmp(term, "dumb") != 0;
    status = play(plain, options);
    home_close(&plain->home);
    free(plain);
    return status;
}
