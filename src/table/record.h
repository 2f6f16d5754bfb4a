/* Events become a record here and nowhere else: of a game on a server when it
 * has ended, of one at a terminal or in a page as it goes on. */
#ifndef TABLE_RECORD_H
#define TABLE_RECORD_H

#include "table/table.h"

/* The record of the game that has just begun, with fair dice: names and shares
 * of chance are those of its beginning. NULL if memory is out. */
tio_record_writer *table_record_new(const struct table *table);

/* What an event adds to the record, or takes away; `table` is as it became by
 * it. Events that have no place in a record change nothing. */
tio_error table_record_note(tio_record_writer *record,
                            const struct table *table,
                            const struct table_event *event);

#endif
