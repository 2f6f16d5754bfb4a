/* The table of a game here: what happens at it is told to bots and people, and
 * saved. */
#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "terminal/home.h"

/* ---- What happened ----------------------------------------------------- */

static void tell_move(struct home *home, const tio_move *move)
{
    struct teller teller = {
        .deck = &home->deck,
        .names = &home->names,
        .log = &home->log,
        .you = home->onlooker,
    };
    tio_move seen = tio_move_seen(&home->deck, move, home->onlooker);
    const tio_game *game = &home->table->game;
    tio_view before;
    tio_view after;

    tio_view_of(&home->game, home->onlooker, &before);
    tio_view_of(game, home->onlooker, &after);
    event_tell(&teller, &before, &seen, &after);
    if (home->eyes.moved)
        home->eyes.moved(home->eyes.context, &before, &seen, &after);
}

static void moved(struct home *home, const tio_move *move)
{
    if (!past_add(&home->past, move))
        home->local.trouble = TIO_E_MEMORY;
    tell_move(home, move);
}

static void took_back(struct home *home, unsigned seat)
{
    for (unsigned i = 0; i < home->table->undone; i++)
        past_drop(&home->past);
    if (home->onlooker == seat && home->table->undone > 1)
        tell(&home->log, _("You take your last move back, and the bots' "
                           "answers with it."));
    else if (home->onlooker == seat)
        tell(&home->log, _("You take your last move back."));
    else
        tell(&home->log, _("%s takes the last move back."),
             home->names.of[seat]);
    if (home->eyes.took_back)
        home->eyes.took_back(home->eyes.context, seat);
}

void home_save(struct home *home)
{
    size_t length;
    const char *text = tio_record_text(home->setup.record, &length);
    bool failed_before = home->save_failed;

    if (!home->saving)
        return;
    home->save_failed = !save_write(&home->save, text, length);
    if (home->save_failed && !failed_before && home->eyes.not_saved)
        home->eyes.not_saved(home->eyes.context);
    if (!home->save_failed && failed_before && home->eyes.saved_again)
        home->eyes.saved_again(home->eyes.context);
}

static void happened(void *context, const struct table_event *event)
{
    struct home *home = context;

    crew_saw(&home->crew, home->local.table, event);
    if (event->type == TABLE_EVENT_UNDO)
        took_back(home, event->seat);
    else if (event->type == TABLE_EVENT_MOVE ||
             event->type == TABLE_EVENT_CHANCE)
        moved(home, &event->move);
    else
        return;
    home->game = home->table->game;
    home_save(home);
}

/* ---- Playing ----------------------------------------------------------- */

/* A table is for people: where there are none, whoever sits on the first seat is
 * taken for one. What plays on the others the crew knows; the table has to know
 * which of them are built-in bots. */
bool home_seat(struct home *home)
{
    struct local_setup *setup = &home->setup;
    char why[200];
    bool done;

    setup->deck = &home->deck;
    setup->seed = home->seating.seed;
    setup->undo = true;
    setup->happened = happened;
    setup->context = home;
    for (unsigned seat = 0; seat < setup->head.settings.players; seat++) {
        const tio_bot *bot = home->seating.spec[seat].bot;

        if (home->people >> seat & 1 || !(home->people || seat))
            continue;
        if (bot)
            snprintf(setup->level[seat], sizeof setup->level[seat], "%s",
                     bot->name);
        else
            snprintf(setup->level[seat], sizeof setup->level[seat], "seat %u",
                     seat + 1);
    }
    done = local_begin(&home->local, setup, why);
    home->table = home->local.table;
    if (!done)
        return home_fail(home, "%s", _(why));
    home->game = home->table->game;
    return true;
}

/* What comes of a move. */
static bool outcome(struct home *home, tio_error error)
{
    if (error == TIO_OK)
        error = home->local.trouble;
    return error == TIO_OK || home_fail(home, "%s", _(tio_error_words(error)));
}

bool home_follow(struct home *home, const tio_move *move)
{
    char why[200];

    return local_follow(&home->local, move, false, why)
               ? outcome(home, TIO_OK)
               : home_fail(home, "%s", why);
}

void home_go_on(struct home *home)
{
    local_settle(&home->local);
}

bool home_do(struct home *home, unsigned seat, const tio_move *move)
{
    tio_move made = *move;
    tio_error error;

    made.seat = (uint8_t)seat;
    error = local_move(&home->local, &made);
    local_settle(&home->local);
    return outcome(home, error);
}

/* A move that was the only one would be made again at once: it goes back
 * together with the decision before it. */
static bool was_forced(const struct home *home, unsigned seat)
{
    tio_view view;
    tio_move only;

    tio_view_of(&home->table->game, seat, &view);
    return home_no_choice(home, &view, &only);
}

bool home_undo(struct home *home, unsigned seat)
{
    if (!local_undo(&home->local, seat))
        return home_fail(home, "%s",
                         _(table_error_words(TABLE_E_NOTHING_TO_UNDO)));
    while (was_forced(home, seat) && local_undo(&home->local, seat))
        ;
    return outcome(home, TIO_OK);
}
