/* The table of a game here: what happens at it is told to bots and people, and
 * saved. */
#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "terminal/local_game.h"

/* ---- What happened ----------------------------------------------------- */

static void tell_move(struct local_game *local, const tio_move *move)
{
    struct teller teller = {
        .deck = &local->deck,
        .names = &local->names,
        .log = &local->log,
        .you = local->onlooker,
    };
    tio_move seen = tio_move_seen(&local->deck, move, local->onlooker);
    const tio_game *game = &local->table->game;
    tio_view before;
    tio_view_of(&local->game, local->onlooker, &before);
    tio_view after;
    tio_view_of(game, local->onlooker, &after);
    event_tell(&teller, &before, &seen, &after);
    if (local->eyes.moved)
        local->eyes.moved(local->eyes.context, &before, &seen, &after);
}

static void moved(struct local_game *local, const tio_move *move)
{
    if (!past_add(&local->past, move))
        local->driver.trouble = TIO_E_MEMORY;
    tell_move(local, move);
}

static void took_back(struct local_game *local, unsigned seat)
{
    for (unsigned i = 0; i < local->table->undone; i++)
        past_drop(&local->past);
    if (local->onlooker == seat && local->table->undone > 1)
        tell(&local->log, _("You take your last move back, and the bots' "
                            "answers with it."));
    else if (local->onlooker == seat)
        tell(&local->log, _("You take your last move back."));
    else
        tell(&local->log, _("%s takes the last move back."),
             local->names.of[seat]);
    if (local->eyes.took_back)
        local->eyes.took_back(local->eyes.context, seat);
}

void local_game_save(struct local_game *local)
{
    size_t length;
    const char *text = tio_record_text(local->setup.record, &length);
    bool failed_before = local->save_failed;
    if (!local->saving)
        return;
    local->save_failed = !save_write(&local->save, text, length);
    if (local->save_failed && !failed_before && local->eyes.not_saved)
        local->eyes.not_saved(local->eyes.context);
    if (!local->save_failed && failed_before && local->eyes.saved_again)
        local->eyes.saved_again(local->eyes.context);
}

static void happened(void *context, const struct table_event *event)
{
    struct local_game *local = context;
    crew_saw(&local->crew, local->driver.table, event);
    if (event->type == TABLE_EVENT_UNDO)
        took_back(local, event->seat);
    else if (event->type == TABLE_EVENT_MOVE ||
             event->type == TABLE_EVENT_CHANCE)
        moved(local, &event->move);
    else
        return;
    local->game = local->table->game;
    local_game_save(local);
}

/* ---- Playing ----------------------------------------------------------- */

/* A table is for people: where there are none, whoever sits on the first seat is
 * taken for one. The crew knows who plays on the other seats; the table has to
 * know which of them are built-in bots. */
bool local_game_seat(struct local_game *local)
{
    struct local_setup *setup = &local->setup;
    setup->deck = &local->deck;
    setup->seed = local->seating.seed;
    setup->undo = true;
    setup->happened = happened;
    setup->context = local;
    for (unsigned seat = 0; seat < setup->head.settings.players; seat++) {
        const tio_bot *bot = local->seating.spec[seat].bot;
        if (local->people >> seat & 1 || !(local->people || seat))
            continue;
        if (bot)
            snprintf(setup->level[seat], sizeof setup->level[seat], "%s",
                     bot->name);
        else
            snprintf(setup->level[seat], sizeof setup->level[seat], "seat %u",
                     seat + 1);
    }
    char why[200];
    bool done = local_begin(&local->driver, setup, why);
    local->table = local->driver.table;
    if (!done)
        return local_game_fail(local, "%s", _(why));
    local->game = local->table->game;
    return true;
}

/* What comes of a move. */
static bool outcome(struct local_game *local, tio_error error)
{
    if (error == TIO_OK)
        error = local->driver.trouble;
    return error == TIO_OK ||
           local_game_fail(local, "%s", _(tio_error_words(error)));
}

bool local_game_follow(struct local_game *local, const tio_move *move)
{
    char why[200];
    return local_follow(&local->driver, move, false, why)
               ? outcome(local, TIO_OK)
               : local_game_fail(local, "%s", why);
}

void local_game_go_on(struct local_game *local)
{
    local_settle(&local->driver);
}

bool local_game_do(struct local_game *local, unsigned seat,
                   const tio_move *move)
{
    tio_move made = *move;
    made.seat = (uint8_t)seat;
    tio_error error = local_move(&local->driver, &made);
    local_settle(&local->driver);
    return outcome(local, error);
}

/* A move that was the only one would be made again at once: it goes back
 * together with the decision before it. */
static bool was_forced(const struct local_game *local, unsigned seat)
{
    tio_view view;
    tio_view_of(&local->table->game, seat, &view);
    tio_move only;
    return local_game_no_choice(local, &view, &only);
}

bool local_game_undo(struct local_game *local, unsigned seat)
{
    if (!local_undo(&local->driver, seat))
        return local_game_fail(local, "%s",
                               _(table_error_words(TABLE_E_NOTHING_TO_UNDO)));
    while (was_forced(local, seat) && local_undo(&local->driver, seat))
        ;
    return outcome(local, TIO_OK);
}
