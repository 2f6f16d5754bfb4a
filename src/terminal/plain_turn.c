/* Who decides next: a bot by its player, a person at the keyboard. */
#include <stdio.h>

#include "i18n/i18n.h"
#include "terminal/choose.h"
#include "terminal/plain_parts.h"
#include "terminal/show.h"

/* Every decision of a bot draws from a generator of its own, numbered like all
 * moves, which are fewer than this. */
#define BOT_STREAMS ((uint64_t)1 << 63)

static unsigned count_bits(unsigned bits)
{
    unsigned count = 0;

    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* What a program did, with its name. */
static const char *fault_sentence(enum player_fault fault)
{
    switch (fault) {
    case PLAYER_NO_START:
        return _("%s could not be started; a stand-in plays on for it.");
    case PLAYER_START_LATE:
        return _("%s did not say \"ready\" in time; a stand-in plays on for "
                 "it.");
    case PLAYER_LATE:
        return _("%s did not move in time; a stand-in plays on for it.");
    case PLAYER_LONG_LINE:
        return _("%s sent a line that is too long; a stand-in plays on for "
                 "it.");
    case PLAYER_GARBAGE:
        return _("%s sent what is no message; a stand-in plays on for it.");
    case PLAYER_ILLEGAL:
        return _("%s made an illegal move; a stand-in plays on for it.");
    case PLAYER_CLOSED:
        return _("%s closed its pipes; a stand-in plays on for it.");
    case PLAYER_DIED:
        return _("%s ended before the game did; a stand-in plays on for it.");
    case PLAYER_NONE:
    case PLAYER_FAULT_COUNT:
        break;
    }
    return "%s";
}

void plain_tell_faults(struct plain *plain)
{
    unsigned seat;

    while ((seat = crew_fault(&plain->crew)) != TIO_NONE)
        tell(&plain->log, fault_sentence(plain->crew.fault[seat]),
             plain->names.of[seat]);
}

static void bot_chooses(struct plain *plain, unsigned seat, tio_move *out)
{
    tio_random random;
    tio_view view;

    tio_random_init(&random, plain->seating.seed,
                    BOT_STREAMS + plain->past.count);
    tio_view_of(&plain->table->game, seat, &view);
    crew_tell(&plain->crew, &plain->deck);
    crew_choose(&plain->crew, seat, &view, &plain->deck, &random, out);
    plain_tell_faults(plain);
}

static void hide(const struct plain *plain)
{
    if (plain->screen && count_bits(plain->people) > 1)
        fputs("\033[H\033[2J\033[3J", stdout);
}

/* Between two people at one keyboard a hand must not be seen by the other. Who
 * has just moved may still think better of it. */
static enum ask hand_over(struct plain *plain, unsigned seat)
{
    unsigned undo = table_undo_seat(plain->table);
    enum ask ask;

    if (count_bits(plain->people) < 2 || plain->at_keyboard == seat)
        return ASK_OK;
    for (;;) {
        bool may = undo != TIO_NONE && undo != seat;

        putchar('\n');
        printf(may ? _("Pass the keyboard to %s (or undo); Enter when ready.")
                   : _("Pass the keyboard to %s; Enter when ready."),
               plain->names.of[seat]);
        putchar(' ');
        ask = ask_ready(&plain->keys);
        if (ask != ASK_UNDO || may)
            break;
        say(0, _("There is nothing to take back."));
    }
    if (ask != ASK_OK)
        return ask;
    hide(plain);
    if (plain->screen)
        log_print(&plain->log, plain->seen[seat]);
    plain->at_keyboard = seat;
    return ASK_OK;
}

/* True if there is only one thing to do: nobody needs to be asked. */
static bool no_choice(const struct plain *plain, const tio_view *view,
                      tio_move *out)
{
    tio_moves moves;
    tio_move second;

    tio_moves_begin(&moves, &plain->deck, view);
    return tio_moves_next(&moves, out) && !tio_moves_next(&moves, &second);
}

static enum ask person_chooses(struct plain *plain, unsigned seat,
                               tio_move *out)
{
    tio_view view;
    bool saved = plain->saving && !plain->save_failed;
    bool undo = table_undo_seat(plain->table) == seat;
    struct person person = {
        .view = &view,
        .deck = &plain->deck,
        .names = &plain->names,
        .log = &plain->log,
        .keys = &plain->keys,
        .save_path = saved ? plain->save.path : NULL,
        .alone = plain->onlooker == seat,
        .hints = plain->hints,
        .no_undo = undo ? NULL : past_why_not(&plain->past, seat),
        .seed = plain->seating.seed,
        .number = plain->past.count,
    };
    enum ask ask;

    tio_view_of(&plain->table->game, seat, &view);
    if (no_choice(plain, &view, out))
        return ASK_OK;
    ask = hand_over(plain, seat);
    if (ask != ASK_OK)
        return ask;
    ask = choose_move(&person, out);
    plain->seen[seat] = plain->log.count;
    hide(plain);
    return ask;
}

enum ask plain_turn(struct plain *plain, int *status)
{
    unsigned deciders = tio_game_deciders(&plain->table->game);
    unsigned seat = 0;
    enum ask ask = ASK_OK;
    tio_move move;

    while (!(deciders >> seat & 1))
        seat++;
    if (plain->people >> seat & 1)
        ask = person_chooses(plain, seat, &move);
    else
        bot_chooses(plain, seat, &move);
    if (ask == ASK_OK)
        *status = plain_do(plain, seat, &move);
    else if (ask == ASK_UNDO)
        *status = plain_undo(plain, table_undo_seat(plain->table));
    return ask;
}
