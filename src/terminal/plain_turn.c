/* Who decides next: a bot by its player, a person at the keyboard. */
#include <stdio.h>

#include "i18n/i18n.h"
#include "terminal/choose.h"
#include "terminal/plain_parts.h"
#include "terminal/show.h"

static unsigned count_bits(unsigned bits)
{
    unsigned count = 0;

    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static void hide(const struct plain *plain)
{
    if (plain->screen && count_bits(plain->home.people) > 1)
        fputs("\033[H\033[2J\033[3J", stdout);
}

/* Between two people at one keyboard a hand must not be seen by the other. Who
 * has just moved may still think better of it. */
static enum ask hand_over(struct plain *plain, unsigned seat)
{
    unsigned undo = table_undo_seat(plain->home.table);
    enum ask ask;

    if (count_bits(plain->home.people) < 2 || plain->at_keyboard == seat)
        return ASK_OK;
    for (;;) {
        bool may = undo != TIO_NONE && undo != seat;

        putchar('\n');
        printf(may ? _("Pass the keyboard to %s (or undo); Enter when ready.")
                   : _("Pass the keyboard to %s; Enter when ready."),
               plain->home.names.of[seat]);
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
        log_print(&plain->home.log, plain->seen[seat]);
    plain->at_keyboard = seat;
    return ASK_OK;
}

static enum ask person_chooses(struct plain *plain, unsigned seat,
                               tio_move *out)
{
    tio_view view;
    bool saved = plain->home.saving && !plain->home.save_failed;
    bool undo = table_undo_seat(plain->home.table) == seat;
    struct person person = {
        .view = &view,
        .deck = &plain->home.deck,
        .names = &plain->home.names,
        .log = &plain->home.log,
        .keys = &plain->keys,
        .save_path = saved ? plain->home.save.path : NULL,
        .alone = plain->home.onlooker == seat,
        .hints = plain->home.hints,
        .no_undo = undo ? NULL : past_why_not(&plain->home.past, seat),
        .seed = plain->home.seating.seed,
        .number = plain->home.past.count,
    };
    enum ask ask;

    tio_view_of(&plain->home.table->game, seat, &view);
    if (home_no_choice(&plain->home, &view, out))
        return ASK_OK;
    ask = hand_over(plain, seat);
    if (ask != ASK_OK)
        return ask;
    ask = choose_move(&person, out);
    plain->seen[seat] = plain->home.log.count;
    hide(plain);
    return ask;
}

static void bot_chooses(struct home *home, unsigned seat, tio_move *out)
{
    struct local_question question;

    home_ask_bot(home, seat, &question);
    home_bot_chooses(home, &question, out);
    home_tell_faults(home);
}

enum ask plain_turn(struct plain *plain, int *status)
{
    struct home *home = &plain->home;
    unsigned seat = home_decider(home);
    enum ask ask = ASK_OK;
    bool done = true;
    tio_move move;

    if (home->people >> seat & 1)
        ask = person_chooses(plain, seat, &move);
    else
        bot_chooses(home, seat, &move);
    if (ask == ASK_OK)
        done = home_do(home, seat, &move);
    else if (ask == ASK_UNDO)
        done = home_undo(home, table_undo_seat(home->table));
    if (!done)
        *status = plain_complain(home->error);
    return ask;
}
