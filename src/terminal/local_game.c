/* A game here from its beginning, or from where it was saved, to its end. */
#define _DEFAULT_SOURCE

#include "terminal/local_game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/bits.h"
#include "i18n/i18n.h"

bool local_game_fail(struct local_game *local, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(local->error, sizeof local->error, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Beginning --------------------------------------------------------- */

static bool draw_seed(struct local_game *local)
{
    uint64_t *seed = &local->seating.seed;
    if (getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed)
        return true;
    return local_game_fail(local, "%s",
                           _("the system gives no random numbers"));
}

/* Who is a person, and what that decides. */
static void seat_all(struct local_game *local, unsigned players)
{
    local->people = 0;
    for (unsigned seat = 0; seat < players; seat++)
        local->people |= (seating_is_bot(&local->seating, seat) ? 0U : 1U)
                         << seat;
    local->onlooker = TIO_SPECTATOR;
    for (unsigned seat = 0; seat < players; seat++)
        if (local->people == 1U << seat)
            local->onlooker = seat;
}

/* What the game is, once `head` and deck are known, and that it can be. */
static bool lay_out(struct local_game *local)
{
    memcpy(local->names.of, local->setup.head.name, sizeof local->names.of);
    tio_error error;
    error =
        tio_game_init(&local->game, &local->deck, &local->setup.head.settings);
    if (error != TIO_OK)
        return local_game_fail(local, "%s", _(tio_error_words(error)));
    local->setup.record = tio_record_new(&local->deck, &local->setup.head);
    if (!local->setup.record)
        return local_game_fail(
            local, "%s", _("out of memory, or a name that can't be written"));
    seat_all(local, local->setup.head.settings.players);
    return local_game_seat(local);
}

/* Other people's programs are told of moves and can't forget them again. */
static bool alone_with_bots(const struct local_game *local)
{
    const struct seating *seating = &local->seating;
    unsigned people = 0;
    for (unsigned seat = 0; seat < seating->players; seat++)
        if (!seating_is_bot(seating, seat))
            people++;
        else if (!seating->spec[seat].bot)
            return false;
    return people == 1;
}

static bool set_up(struct local_game *local,
                   const struct local_game_options *options)
{
    local->deck = *options->deck;
    local->setup.head = (tio_record_head){.settings = options->settings};
    memcpy(local->setup.head.name, options->name,
           sizeof local->setup.head.name);
    memcpy(local->seating.spec, options->bot, sizeof local->seating.spec);
    local->seating.clock_ms = options->clock ? options->limits.move_ms : 0;
    local->seating.players = options->settings.players;
    local->seating.seed = options->seed;
    local->setup.head.takeback = options->takeback && alone_with_bots(local);
    return (options->seeded || draw_seed(local)) && lay_out(local);
}

static bool start_crew(struct local_game *local,
                       const struct local_game_options *options)
{
    struct player_limits limits = options->limits;
    if (local->seating.clock_ms)
        limits.move_ms = local->seating.clock_ms;
    return crew_open(&local->crew, &local->seating, &limits, &local->deck,
                     &local->game.settings, &local->names) ||
           local_game_fail(local, "%s", _("out of memory"));
}

static bool start_new(struct local_game *local,
                      const struct local_game_options *options)
{
    if (!set_up(local, options))
        return false;
    local->saving = save_find(&local->save, options->save_path) &&
                    save_claim_new(&local->save, &local->seating, local->aside);
    if (!local->saving && options->save_path)
        return local_game_fail(local, "%s", local->save.error);
    return start_crew(local, options);
}

/* ---- Going on ---------------------------------------------------------- */

/* Without the file that says so, a seat is a bot's if it bears a bot's name:
 * 'hard', 'hard 2', or the one that a bot has on that seat if nobody names it;
 * the level is then anybody's guess. */
static const tio_bot *bot_by_name(struct local_game *local, unsigned seat)
{
    const char *name = local->names.of[seat];
    const tio_bot *bot;
    for (unsigned i = 0; (bot = tio_bot_at(i)); i++) {
        size_t length = strlen(bot->name);
        if (strncmp(name, bot->name, length) == 0 &&
            (!name[length] || name[length] == ' '))
            return bot;
    }
    return strcmp(name,
                  crew_first_name(seat, local->setup.head.settings.players,
                                  local->names.of)) == 0
               ? tio_bot_named("normal")
               : NULL;
}

static bool guess_seating(struct local_game *local, unsigned players)
{
    local->guessed = true;
    local->seating = (struct seating){.players = players};
    for (unsigned seat = 0; seat < players; seat++) {
        const tio_bot *bot = bot_by_name(local, seat);
        struct player_spec *spec = &local->seating.spec[seat];
        char why[PLAYER_TEXT];
        if (bot)
            player_spec_parse(bot->name, strlen(bot->name), NULL, spec, why);
    }
    return draw_seed(local);
}

static bool find_seating(struct local_game *local,
                         const struct local_game_options *options,
                         unsigned players)
{
    if (local->save.lock < 0) {
        if (!guess_seating(local, players))
            return false;
    } else if (!save_read_seats(&local->save, &local->seating)) {
        return local_game_fail(local, "%s", local->save.error);
    }
    unsigned seats = local->seating.players;
    if (seats != players)
        return local_game_fail(local,
                               ngettext("%s has %u seat, the record %u",
                                        "%s has %u seats, the record %u",
                                        seats),
                               local->save.seats, seats, players);
    if (options->seeded)
        local->seating.seed = options->seed;
    if (options->clock)
        local->seating.clock_ms = options->limits.move_ms;
    return true;
}

static bool fail_record(struct local_game *local, const tio_text_error *where)
{
    return local_game_fail(local, "%s:%u:%u: %s", local->save.path, where->line,
                           where->column, i18n_words(where->what));
}

/* Plays the record up to where it stops. */
static bool follow_record(struct local_game *local, tio_record_reader *reader)
{
    tio_text_error where = {0};
    tio_move move;
    bool more;
    for (;;) {
        if (tio_record_next(reader, &move, &more, &where) != TIO_OK)
            return fail_record(local, &where);
        if (!more)
            break;
        if (!local_game_follow(local, &move))
            return false;
    }
    return !tio_record_finished(reader) ||
           local_game_fail(local,
                           _("%s: this game is over; see it with tioli replay"),
                           local->save.path);
}

static bool open_record(struct local_game *local,
                        const struct local_game_options *options,
                        tio_record_reader *reader)
{
    local->setup.head = *tio_record_get_head(reader);
    local->deck = *tio_record_get_deck(reader);
    memcpy(local->names.of, local->setup.head.name, sizeof local->names.of);
    if (local->setup.head.fair)
        return local_game_fail(local, "%s",
                               _("a server's game can't be continued here"));
    return find_seating(local, options, local->setup.head.settings.players) &&
           lay_out(local) && start_crew(local, options) &&
           follow_record(local, reader);
}

static bool start_old(struct local_game *local,
                      const struct local_game_options *options)
{
    tio_record_reader *reader = NULL;
    tio_text_error where = {0};
    char *text = NULL;
    size_t length = 0;
    if (!save_find(&local->save, options->save_path) ||
        !save_claim_old(&local->save, &text, &length))
        return local_game_fail(local, "%s", local->save.error);
    bool done;
    if (tio_record_open(text, length, &reader, &where) != TIO_OK)
        done = fail_record(local, &where);
    else
        done = open_record(local, options, reader);
    free(text);
    if (reader)
        tio_record_close(reader);
    if (!done)
        return false;
    local->saving = true;
    return save_write_seats(&local->save, &local->seating) ||
           local_game_fail(local, "%s", local->save.error);
}

/* Nothing that happened before is news. */
bool local_game_open(struct local_game *local,
                     const struct local_game_options *options)
{
    struct local_game_eyes eyes = local->eyes;
    local->eyes = (struct local_game_eyes){0};
    local->save.lock = -1;
    local->hints = options->hints;
    bool done;
    done =
        options->resume ? start_old(local, options) : start_new(local, options);
    local->eyes = eyes;
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

void local_game_tell_faults(struct local_game *local)
{
    unsigned seat;
    while ((seat = crew_fault(&local->crew)) != TIO_NONE)
        tell(&local->log, fault_sentence(local->crew.fault[seat]),
             local->names.of[seat]);
}

unsigned local_game_decider(const struct local_game *local)
{
    unsigned deciders = tio_game_deciders(&local->table->game);
    return deciders ? bits_lowest(deciders) : TIO_NONE;
}

bool local_game_no_choice(const struct local_game *local, const tio_view *view,
                          tio_move *out)
{
    tio_moves moves;
    tio_moves_begin(&moves, &local->deck, view);
    tio_move second;
    return tio_moves_next(&moves, out) && !tio_moves_next(&moves, &second);
}

void local_game_ask_bot(struct local_game *local, unsigned seat,
                        struct local_question *out)
{
    local_ask(&local->driver, seat, out);
    crew_tell(&local->crew, &local->deck);
}

void local_game_bot_chooses(struct local_game *local,
                            struct local_question *question, tio_move *out)
{
    crew_choose(&local->crew, question->seat, &question->view, &local->deck,
                &question->random, out);
}

/* ---- Ending ------------------------------------------------------------ */

/* The table keeps how it stood after each round; a person wants to see what
 * each round brought. */
struct history local_game_history(const struct local_game *local)
{
    const struct table *table = local->table;
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

bool local_game_finish(struct local_game *local, char where[SAVE_PATH])
{
    where[0] = 0;
    crew_tell(&local->crew, &local->deck);
    if (local->driver.trouble != TIO_OK)
        return local_game_fail(local, "%s",
                               _("the record could not be finished"));
    if (!local->saving)
        return true;
    local_game_save(local);
    if (local->save_failed || !save_finish(&local->save, where))
        return local_game_fail(local, "%s", local->save.error);
    return true;
}

void local_game_close(struct local_game *local)
{
    crew_close(&local->crew,
               local->game.phase == TIO_PHASE_OVER ? &local->game : NULL);
    save_release(&local->save);
    local_end(&local->driver);
    past_free(&local->past);
    tio_record_free(local->setup.record);
}
