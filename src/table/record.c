/* See record.h. */
#include "table/record.h"

#include <string.h>

#include "notation/record.h"

tio_record_writer *table_record_new(const struct table *table)
{
    tio_record_head head = {.settings = table->game.settings,
                            .takeback = table_solo(table),
                            .fair = true};
    memcpy(head.commit, table->commit, sizeof head.commit);
    for (unsigned i = 0; i < head.settings.players; i++) {
        const struct table_seat *seat = &table->seat[i];
        memcpy(head.name[i], seat->name, sizeof head.name[i]);
        memcpy(head.bytes[i], seat->bytes, sizeof head.bytes[i]);
        if (seat->contributed)
            head.contributed = (uint8_t)(head.contributed | 1U << i);
    }
    return tio_record_new(table->deck, &head);
}

static tio_error add_move(tio_record_writer *record, const tio_game *game,
                          const struct table_event *event)
{
    bool stand_in = event->cause == TABLE_CAUSE_STAND_IN ||
                    event->cause == TABLE_CAUSE_LATE;
    return stand_in ? tio_record_add_stand_in(record, game, &event->move)
                    : tio_record_add(record, game, &event->move);
}

/* The game is over, or was abandoned. */
static tio_error add_end(tio_record_writer *record, const struct table *table)
{
    tio_error error = TIO_OK;
    if (table->game.phase == TIO_PHASE_OVER)
        error = tio_record_end(record, &table->game);
    return error || !record_is_fair(record)
               ? error
               : tio_record_reveal(record, table->revealed);
}

tio_error table_record_note(tio_record_writer *record,
                            const struct table *table,
                            const struct table_event *event)
{
    switch (event->type) {
    case TABLE_EVENT_CHANCE:
        return tio_record_add(record, &table->game, &event->move);
    case TABLE_EVENT_MOVE:
        return add_move(record, &table->game, event);
    case TABLE_EVENT_UNDO:
        for (unsigned i = 0; i < table->undone; i++)
            record_take_back(record);
        return TIO_OK;
    case TABLE_EVENT_REVEAL:
        return add_end(record, table);
    default:
        return TIO_OK;
    }
}
