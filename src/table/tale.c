/* What an event at a table is, told to one viewer. Moves are told from the view
 * that the viewer has after them. */
#include "table/table.h"

static void tell_seat(struct tale *tale, enum tale_id id, unsigned seat)
{
    tale_add(tale, id, seat, tale_nothing);
}

static void tell_name(struct tale *tale, enum tale_id id, unsigned seat,
                      const char *name, const char *second)
{
    tale_add(tale, id, seat, (tale_values){{.name = name}, {.name = second}});
}

static void tell_move(struct tale *tale, const struct table *table,
                      const struct table_event *event, unsigned viewer)
{
    tio_move seen = tio_move_seen(table->deck, &event->move, viewer);
    tio_view after;
    tio_view_of(&table->game, viewer, &after);
    if (event->type == TABLE_EVENT_MOVE && event->cause == TABLE_CAUSE_LATE)
        tell_seat(tale, TALE_OF_LATE, event->move.seat);
    tale_move(tale, table->deck, &table->ground, &seen, &after);
}

static void tell_start(struct tale *tale, const tio_game *game)
{
    tale_add(tale, TALE_OF_BEGINS, TIO_NONE,
             (tale_values){{.number = game->settings.players},
                           {.number = game->rounds}});
}

unsigned table_left_by(const struct table *table,
                       const struct table_event *event)
{
    bool own =
        table_person_same(table->seat[event->seat].person, event->person);
    return own ? TABLE_CAUSE_PERSON : TABLE_CAUSE_HOST;
}

/* For these events it is enough to tell which seat they are about. */
static const uint8_t says[TABLE_EVENT_TYPES] = {
    [TABLE_EVENT_SET] = TALE_OF_SET,
    [TABLE_EVENT_STAND_IN] = TALE_OF_AWAY,
    [TABLE_EVENT_BACK] = TALE_OF_BACK,
    [TABLE_EVENT_AGAIN] = TALE_OF_AGAIN,
    [TABLE_EVENT_WAIT] = TALE_OF_AWAITED,
    [TABLE_EVENT_REOPEN] = TALE_OF_REOPENED,
    [TABLE_EVENT_REVEAL] = TALE_OF_REVEALED,
    [TABLE_EVENT_LEAVE] = TALE_OF_LEFT,
    [TABLE_EVENT_RESUME] = TALE_OF_RESUMED,
    [TABLE_EVENT_CLOSE] = TALE_OF_CLOSED,
};

void table_tale(struct tale *out, const struct table *table,
                const struct table_event *event, unsigned viewer)
{
    unsigned seat = event->seat;
    out->count = 0;
    switch (event->type) {
    case TABLE_EVENT_CHANCE:
    case TABLE_EVENT_MOVE:
        tell_move(out, table, event, viewer);
        break;
    case TABLE_EVENT_START:
        tell_start(out, &table->game);
        break;
    case TABLE_EVENT_SIT:
        tell_name(out, TALE_OF_SITS, seat, event->name, NULL);
        break;
    case TABLE_EVENT_BOT:
        tell_name(out, TALE_OF_BOT_SITS, seat, event->name, event->level);
        break;
    case TABLE_EVENT_NAME:
        tell_name(out, TALE_OF_RENAMED, seat, table->stood, event->name);
        break;
    case TABLE_EVENT_STAND:
        tell_name(out,
                  event->cause == TABLE_CAUSE_KICKED ? TALE_OF_SENT_AWAY
                                                     : TALE_OF_STANDS,
                  seat, table->stood, NULL);
        break;
    case TABLE_EVENT_HOST:
        seat = table_seat_of(table, event->person);
        if (seat < TIO_MAX_PLAYERS)
            tell_seat(out, TALE_OF_HOSTS, seat);
        break;
    case TABLE_EVENT_UNDO:
        tell_seat(out, table->undone > 1 ? TALE_OF_UNDOES_ALL : TALE_OF_UNDOES,
                  seat);
        break;
    default: /* create, commit, snapshot: nothing to be told */
        if (event->type == TABLE_EVENT_LEAVE &&
            table_left_by(table, event) == TABLE_CAUSE_HOST)
            tell_seat(out, TALE_OF_LEFT_OUT, seat);
        else if (says[event->type])
            tell_seat(out, says[event->type],
                      tale_rows[says[event->type]].arg[0] == TALE_ARG_WHO
                          ? seat
                          : TIO_NONE);
        break;
    }
}
