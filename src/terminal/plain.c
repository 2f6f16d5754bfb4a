/* The plain game from its beginning, or from where it was saved, to its end. */
#define _DEFAULT_SOURCE

#include "terminal/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "i18n/i18n.h"
#include "notation/utf8.h"
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

static int leave(struct plain *plain)
{
    if (!plain->saving) {
        say(0, _("Goodbye. This game was not saved."));
        return 0;
    }
    if (plain->save_failed)
        return plain_complain(plain->save.error);
    printf("%s\n  %s\n", _("The game is saved in"), plain->save.path);
    puts(_("Go on with"));
    say_command("TIOLI_PLAY_COMMAND", " --terminal", "tioli play");
    fputs(" --resume", stdout);
    if (!plain->save.records[0]) {
        fputs(" --save ", stdout);
        say_shell_word(plain->save.path);
    }
    putchar('\n');
    return 0;
}

/* The table keeps how it stood after each round; a person wants to see what
 * each round brought. */
static struct history history_of(const struct table *table)
{
    struct history history = {.rounds = table->scored};

    for (unsigned row = 0; row < history.rounds; row++) {
        for (unsigned seat = 0; seat < table->game.settings.players; seat++) {
            struct table_score now = table->score[row][seat];
            struct table_score old = {0, 0};

            if (row)
                old = table->score[row - 1][seat];
            history.points[row][seat] = (int16_t)(now.points - old.points);
            history.chips[row][seat] = (int16_t)(now.chips - old.chips);
        }
    }
    return history;
}

static int finish(struct plain *plain)
{
    struct history history = history_of(plain->table);
    char where[SAVE_PATH];
    tio_view view;

    tio_view_of(&plain->table->game, plain->onlooker, &view);
    show_end(&view, &plain->names, &history);
    if (tio_record_end(plain->record, &plain->table->game) != TIO_OK)
        return plain_complain(_("the record could not be finished"));
    if (!plain->saving)
        return 0;
    plain_save(plain);
    if (plain->save_failed || !save_finish(&plain->save, where))
        return plain_complain(plain->save.error);
    printf("%s\n  %s\n", _("The record of the game is in"), where);
    puts(_("See it again with"));
    say_command("TIOLI_COMMAND", "", "tioli");
    fputs(" replay ", stdout);
    say_shell_word(where);
    putchar('\n');
    return 0;
}

static int run(struct plain *plain)
{
    int status = 0;

    plain_go_on(plain);
    while (plain->table->phase == TABLE_PLAYING) {
        if (plain_turn(plain, &status) == ASK_STOP)
            return leave(plain);
        if (status)
            return status;
    }
    crew_tell(&plain->crew, &plain->deck);
    return finish(plain);
}

static bool draw_seed(uint64_t *seed)
{
    return getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed;
}

/* What follows from who sits where. */
static void seat_all(struct plain *plain, unsigned players)
{
    plain->people = 0;
    for (unsigned seat = 0; seat < players; seat++)
        plain->people |= (seating_is_bot(&plain->seating, seat) ? 0U : 1U)
                         << seat;
    plain->onlooker = TIO_SPECTATOR;
    for (unsigned seat = 0; seat < players; seat++) {
        if (plain->people == 1U << seat)
            plain->onlooker = seat;
    }
}

/* What the game is, once `head` and deck are known, and that it can be. */
static int lay_out(struct plain *plain)
{
    tio_error error;

    memcpy(plain->names.of, plain->head.name, sizeof plain->names.of);
    error = tio_game_init(&plain->game, &plain->deck, &plain->head.settings);
    if (error != TIO_OK)
        return plain_complain(_(tio_error_words(error)));
    plain->record = tio_record_new(&plain->deck, &plain->head);
    if (!plain->record)
        return plain_complain(
            _("out of memory, or a name that can't be written"));
    seat_all(plain, plain->head.settings.players);
    return plain_seat(plain);
}

static int set_up(struct plain *plain, const struct plain_options *options)
{
    plain->deck = *options->deck;
    plain->head = (tio_record_head){.settings = options->settings};
    memcpy(plain->head.name, options->name, sizeof plain->head.name);
    memcpy(plain->seating.spec, options->bot, sizeof plain->seating.spec);
    plain->seating.clock_ms = options->clock ? options->limits.move_ms : 0;
    plain->seating.players = options->settings.players;
    plain->seating.seed = options->seed;
    if (!options->seeded && !draw_seed(&plain->seating.seed))
        return plain_complain(_("the system gives no random numbers"));
    return lay_out(plain);
}

static int start_crew(struct plain *plain, const struct plain_options *options)
{
    struct player_limits limits = options->limits;

    if (plain->seating.clock_ms)
        limits.move_ms = plain->seating.clock_ms;
    if (!crew_open(&plain->crew, &plain->seating, &limits, &plain->deck,
                   &plain->game.settings, &plain->names))
        return plain_complain(_("out of memory"));
    return 0;
}

static void welcome(struct plain *plain)
{
    show_title(&plain->game.settings, &plain->names, plain->game.rounds);
    crew_introduce(&plain->seating, &plain->names, plain->onlooker);
    show_welcome(plain->game.settings.edition, plain->hints);
}

static int start_new(struct plain *plain, const struct plain_options *options)
{
    char aside[SAVE_PATH] = "";
    int status = set_up(plain, options);

    if (status)
        return status;
    plain->saving = save_find(&plain->save, options->save_path) &&
                    save_claim_new(&plain->save, &plain->seating, aside);
    if (!plain->saving && options->save_path)
        return plain_complain(plain->save.error);
    status = start_crew(plain, options);
    if (status)
        return status;
    welcome(plain);
    if (!plain->saving)
        say(0, _("This game will not be saved. %s"), plain->save.error);
    if (aside[0])
        printf("%s\n  %s\n", _("The game that was saved before is kept in"),
               aside);
    putchar('\n');
    plain_tell_faults(plain);
    return 0;
}

/* Without the file that says so, a seat is a bot's if it bears a bot's name:
 * 'hard', 'hard 2'. */
static const tio_bot *bot_by_name(const char *name)
{
    const tio_bot *bot;

    for (unsigned i = 0; (bot = tio_bot_at(i)) != NULL; i++) {
        size_t length = strlen(bot->name);

        if (strncmp(name, bot->name, length) == 0 &&
            (!name[length] || name[length] == ' '))
            return bot;
    }
    return NULL;
}

static int guess_seating(struct plain *plain, unsigned players)
{
    plain->guessed = true;
    plain->seating = (struct seating){.players = players};
    for (unsigned seat = 0; seat < players; seat++) {
        const tio_bot *bot = bot_by_name(plain->names.of[seat]);
        struct player_spec *spec = &plain->seating.spec[seat];
        char why[PLAYER_TEXT];

        if (bot)
            player_spec_parse(bot->name, strlen(bot->name), NULL, spec, why);
    }
    return draw_seed(&plain->seating.seed)
               ? 0
               : plain_complain(_("the system gives no random numbers"));
}

static int find_seating(struct plain *plain,
                        const struct plain_options *options, unsigned players)
{
    char what[SAVE_ERROR];
    unsigned seats;

    if (plain->save.lock < 0) {
        int status = guess_seating(plain, players);

        if (status)
            return status;
    } else if (!save_read_seats(&plain->save, &plain->seating)) {
        return plain_complain(plain->save.error);
    }
    seats = plain->seating.players;
    if (seats != players) {
        snprintf(what, sizeof what,
                 ngettext("%s has %u seat, the record %u",
                          "%s has %u seats, the record %u", seats),
                 plain->save.seats, seats, players);
        return plain_complain(what);
    }
    if (options->seeded)
        plain->seating.seed = options->seed;
    if (options->clock)
        plain->seating.clock_ms = options->limits.move_ms;
    return 0;
}

static int complain_record(const struct plain *plain,
                           const tio_text_error *where)
{
    char what[SAVE_ERROR];

    snprintf(what, sizeof what, "%s:%u:%u: %s", plain->save.path, where->line,
             where->column, i18n_words(where->what));
    return plain_complain(what);
}

/* Plays the record up to where it stops. */
static int follow_record(struct plain *plain, tio_record_reader *reader)
{
    tio_text_error where = {0};
    char what[SAVE_ERROR];
    tio_move move;
    bool more;

    for (;;) {
        int status;

        if (tio_record_next(reader, &move, &more, &where) != TIO_OK)
            return complain_record(plain, &where);
        if (!more)
            break;
        status = plain_follow(plain, &move);
        if (status)
            return status;
    }
    if (!tio_record_finished(reader))
        return 0;
    snprintf(what, sizeof what,
             _("%s: this game is over; see it with tioli replay"),
             plain->save.path);
    return plain_complain(what);
}

static int open_record(struct plain *plain, const struct plain_options *options,
                       tio_record_reader *reader)
{
    int status;

    plain->head = *tio_record_get_head(reader);
    plain->deck = *tio_record_get_deck(reader);
    memcpy(plain->names.of, plain->head.name, sizeof plain->names.of);
    if (plain->head.fair)
        return plain_complain(_("a game of a server can't go on here"));
    status = find_seating(plain, options, plain->head.settings.players);
    if (!status)
        status = lay_out(plain);
    if (!status)
        status = start_crew(plain, options);
    return status ? status : follow_record(plain, reader);
}

static int start_old(struct plain *plain, const struct plain_options *options)
{
    tio_record_reader *reader = NULL;
    tio_text_error where = {0};
    char *text = NULL;
    size_t length = 0;
    int status;

    if (!save_find(&plain->save, options->save_path) ||
        !save_claim_old(&plain->save, &text, &length))
        return plain_complain(plain->save.error);
    plain->log.quiet = true;
    if (tio_record_open(text, length, &reader, &where) != TIO_OK)
        status = complain_record(plain, &where);
    else
        status = open_record(plain, options, reader);
    free(text);
    if (reader)
        tio_record_close(reader);
    if (status)
        return status;
    plain->saving = true;
    if (!save_write_seats(&plain->save, &plain->seating))
        return plain_complain(plain->save.error);
    if (plain->guessed)
        say(0,
            _("There is no %s to tell who plays: whoever has a bot's name is "
              "taken for a bot."),
            plain->save.seats);
    welcome(plain);
    putchar('\n');
    say(0, _("Welcome back. This round so far:"));
    log_print(&plain->log, plain->log.round);
    plain->log.quiet = false;
    plain_tell_faults(plain);
    return 0;
}

int plain_play(const struct plain_options *options)
{
    struct plain *plain = calloc(1, sizeof *plain);
    const char *term = getenv("TERM");
    int status;

    if (!plain)
        return plain_complain(_("out of memory"));
    plain->save.lock = -1;
    plain->hints = options->hints;
    plain->at_keyboard = TIO_NONE;
    plain->screen = isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) && term &&
                    strcmp(term, "dumb") != 0;
    status =
        options->resume ? start_old(plain, options) : start_new(plain, options);
    if (status == 0)
        status = run(plain);
    crew_close(&plain->crew,
               plain->game.phase == TIO_PHASE_OVER ? &plain->game : NULL);
    save_release(&plain->save);
    plain_free(plain);
    return status;
}
