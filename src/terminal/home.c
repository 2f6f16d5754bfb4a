/* A game here from its beginning, or from where it was saved, to its end. */
#define _DEFAULT_SOURCE

#include "terminal/home.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/bits.h"
#include "i18n/i18n.h"

bool home_fail(struct home *home, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(home->error, sizeof home->error, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Beginning --------------------------------------------------------- */

static bool draw_seed(struct home *home)
{
    uint64_t *seed = &home->seating.seed;

    if (getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed)
        return true;
    return home_fail(home, "%s", _("the system gives no random numbers"));
}

/* What follows from who sits where. */
static void seat_all(struct home *home, unsigned players)
{
    home->people = 0;
    for (unsigned seat = 0; seat < players; seat++)
        home->people |= (seating_is_bot(&home->seating, seat) ? 0U : 1U)
                        << seat;
    home->onlooker = TIO_SPECTATOR;
    for (unsigned seat = 0; seat < players; seat++)
        if (home->people == 1U << seat)
            home->onlooker = seat;
}

/* What the game is, once `head` and deck are known, and that it can be. */
static bool lay_out(struct home *home)
{
    tio_error error;

    memcpy(home->names.of, home->setup.head.name, sizeof home->names.of);
    error = tio_game_init(&home->game, &home->deck, &home->setup.head.settings);
    if (error != TIO_OK)
        return home_fail(home, "%s", _(tio_error_words(error)));
    home->setup.record = tio_record_new(&home->deck, &home->setup.head);
    if (!home->setup.record)
        return home_fail(home, "%s",
                         _("out of memory, or a name that can't be written"));
    seat_all(home, home->setup.head.settings.players);
    return home_seat(home);
}

/* Other people's programs are told of moves and can't forget them again. */
static bool alone_with_bots(const struct home *home)
{
    const struct seating *seating = &home->seating;
    unsigned people = 0;

    for (unsigned seat = 0; seat < seating->players; seat++)
        if (!seating_is_bot(seating, seat))
            people++;
        else if (!seating->spec[seat].bot)
            return false;
    return people == 1;
}

static bool set_up(struct home *home, const struct home_options *options)
{
    home->deck = *options->deck;
    home->setup.head = (tio_record_head){.settings = options->settings};
    memcpy(home->setup.head.name, options->name, sizeof home->setup.head.name);
    memcpy(home->seating.spec, options->bot, sizeof home->seating.spec);
    home->seating.clock_ms = options->clock ? options->limits.move_ms : 0;
    home->seating.players = options->settings.players;
    home->seating.seed = options->seed;
    home->setup.head.takeback = options->takeback && alone_with_bots(home);
    return (options->seeded || draw_seed(home)) && lay_out(home);
}

static bool start_crew(struct home *home, const struct home_options *options)
{
    struct player_limits limits = options->limits;

    if (home->seating.clock_ms)
        limits.move_ms = home->seating.clock_ms;
    return crew_open(&home->crew, &home->seating, &limits, &home->deck,
                     &home->game.settings, &home->names) ||
           home_fail(home, "%s", _("out of memory"));
}

static bool start_new(struct home *home, const struct home_options *options)
{
    if (!set_up(home, options))
        return false;
    home->saving = save_find(&home->save, options->save_path) &&
                   save_claim_new(&home->save, &home->seating, home->aside);
    if (!home->saving && options->save_path)
        return home_fail(home, "%s", home->save.error);
    return start_crew(home, options);
}

/* ---- Going on ---------------------------------------------------------- */

/* Without the file that says so, a seat is a bot's if it bears a bot's name:
 * 'hard', 'hard 2', or the one that a bot has on that seat if nobody names it;
 * the level is then anybody's guess. */
static const tio_bot *bot_by_name(struct home *home, unsigned seat)
{
    const char *name = home->names.of[seat];
    const tio_bot *bot;

    for (unsigned i = 0; (bot = tio_bot_at(i)); i++) {
        size_t length = strlen(bot->name);

        if (strncmp(name, bot->name, length) == 0 &&
            (!name[length] || name[length] == ' '))
            return bot;
    }
    return strcmp(name, crew_first_name(seat, home->setup.head.settings.players,
                                        home->names.of)) == 0
               ? tio_bot_named("normal")
               : NULL;
}

static bool guess_seating(struct home *home, unsigned players)
{
    home->guessed = true;
    home->seating = (struct seating){.players = players};
    for (unsigned seat = 0; seat < players; seat++) {
        const tio_bot *bot = bot_by_name(home, seat);
        struct player_spec *spec = &home->seating.spec[seat];
        char why[PLAYER_TEXT];

        if (bot)
            player_spec_parse(bot->name, strlen(bot->name), NULL, spec, why);
    }
    return draw_seed(home);
}

static bool find_seating(struct home *home, const struct home_options *options,
                         unsigned players)
{
    unsigned seats;

    if (home->save.lock < 0) {
        if (!guess_seating(home, players))
            return false;
    } else if (!save_read_seats(&home->save, &home->seating)) {
        return home_fail(home, "%s", home->save.error);
    }
    seats = home->seating.players;
    if (seats != players)
        return home_fail(home,
                         ngettext("%s has %u seat, the record %u",
                                  "%s has %u seats, the record %u", seats),
                         home->save.seats, seats, players);
    if (options->seeded)
        home->seating.seed = options->seed;
    if (options->clock)
        home->seating.clock_ms = options->limits.move_ms;
    return true;
}

static bool fail_record(struct home *home, const tio_text_error *where)
{
    return home_fail(home, "%s:%u:%u: %s", home->save.path, where->line,
                     where->column, i18n_words(where->what));
}

/* Plays the record up to where it stops. */
static bool follow_record(struct home *home, tio_record_reader *reader)
{
    tio_text_error where = {0};
    tio_move move;
    bool more;

    for (;;) {
        if (tio_record_next(reader, &move, &more, &where) != TIO_OK)
            return fail_record(home, &where);
        if (!more)
            break;
        if (!home_follow(home, &move))
            return false;
    }
    return !tio_record_finished(reader) ||
           home_fail(home, _("%s: this game is over; see it with tioli replay"),
                     home->save.path);
}

static bool open_record(struct home *home, const struct home_options *options,
                        tio_record_reader *reader)
{
    home->setup.head = *tio_record_get_head(reader);
    home->deck = *tio_record_get_deck(reader);
    memcpy(home->names.of, home->setup.head.name, sizeof home->names.of);
    if (home->setup.head.fair)
        return home_fail(home, "%s",
                         _("a server's game can't be continued here"));
    return find_seating(home, options, home->setup.head.settings.players) &&
           lay_out(home) && start_crew(home, options) &&
           follow_record(home, reader);
}

static bool start_old(struct home *home, const struct home_options *options)
{
    tio_record_reader *reader = NULL;
    tio_text_error where = {0};
    char *text = NULL;
    size_t length = 0;
    bool done;

    if (!save_find(&home->save, options->save_path) ||
        !save_claim_old(&home->save, &text, &length))
        return home_fail(home, "%s", home->save.error);
    if (tio_record_open(text, length, &reader, &where) != TIO_OK)
        done = fail_record(home, &where);
    else
        done = open_record(home, options, reader);
    free(text);
    if (reader)
        tio_record_close(reader);
    if (!done)
        return false;
    home->saving = true;
    return save_write_seats(&home->save, &home->seating) ||
           home_fail(home, "%s", home->save.error);
}

/* Nothing that happened before is news. */
bool home_open(struct home *home, const struct home_options *options)
{
    struct home_eyes eyes = home->eyes;
    bool done;

    home->eyes = (struct home_eyes){0};
    home->save.lock = -1;
    home->hints = options->hints;
    done =
        options->resume ? start_old(home, options) : start_new(home, options);
    home->eyes = eyes;
    return done;
}

/* ---- Deciding ---------------------------------------------------------- */

/* What a program did, with its name. */
static const char *fault_sentence(enum player_fault fault)
{
    switch (fault) {
    case PLAYER_NO_START:
        return _("%s could not be started; a stand-in takes over.");
    case PLAYER_START_LATE:
        return _("%s did not say \"ready\" in time; a stand-in takes over.");
    case PLAYER_LATE:
        return _("%s did not move in time; a stand-in takes over.");
    case PLAYER_LONG_LINE:
        return _("%s sent a line that is too long; a stand-in takes over.");
    case PLAYER_GARBAGE:
        return _(
            "%s sent something that is not a message; a stand-in takes over.");
    case PLAYER_ILLEGAL:
        return _("%s made an illegal move; a stand-in takes over.");
    case PLAYER_CLOSED:
        return _("%s closed its pipes; a stand-in takes over.");
    case PLAYER_DIED:
        return _("%s ended before the game did; a stand-in takes over.");
    case PLAYER_NONE:
    case PLAYER_FAULT_COUNT:
        break;
    }
    return "%s";
}

void home_tell_faults(struct home *home)
{
    unsigned seat;

    while ((seat = crew_fault(&home->crew)) != TIO_NONE)
        tell(&home->log, fault_sentence(home->crew.fault[seat]),
             home->names.of[seat]);
}

unsigned home_decider(const struct home *home)
{
    unsigned deciders = tio_game_deciders(&home->table->game);

    return deciders ? bits_lowest(deciders) : TIO_NONE;
}

bool home_no_choice(const struct home *home, const tio_view *view,
                    tio_move *out)
{
    tio_moves moves;
    tio_move second;

    tio_moves_begin(&moves, &home->deck, view);
    return tio_moves_next(&moves, out) && !tio_moves_next(&moves, &second);
}

void home_ask_bot(struct home *home, unsigned seat, struct local_question *out)
{
    local_ask(&home->local, seat, out);
    crew_tell(&home->crew, &home->deck);
}

void home_bot_chooses(struct home *home, struct local_question *question,
                      tio_move *out)
{
    crew_choose(&home->crew, question->seat, &question->view, &home->deck,
                &question->random, out);
}

/* ---- Ending ------------------------------------------------------------ */

/* The table keeps how it stood after each round; a person wants to see what
 * each round brought. */
struct history home_history(const struct home *home)
{
    const struct table *table = home->table;
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

bool home_finish(struct home *home, char where[SAVE_PATH])
{
    where[0] = 0;
    crew_tell(&home->crew, &home->deck);
    if (home->local.trouble != TIO_OK)
        return home_fail(home, "%s", _("the record could not be finished"));
    if (!home->saving)
        return true;
    home_save(home);
    if (home->save_failed || !save_finish(&home->save, where))
        return home_fail(home, "%s", home->save.error);
    return true;
}

void home_close(struct home *home)
{
    crew_close(&home->crew,
               home->game.phase == TIO_PHASE_OVER ? &home->game : NULL);
    save_release(&home->save);
    local_end(&home->local);
    past_free(&home->past);
    tio_record_free(home->setup.record);
}
