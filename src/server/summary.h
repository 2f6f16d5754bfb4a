/* What the lobby knows of a table without reading its events, as a line of text
 * that is stored with them: in what phase it is, who sits there, when somebody
 * has to look after it. So a server that starts reads a line for each table, and
 * a table's events when somebody comes or its moment has come. */
#ifndef SERVER_SUMMARY_H
#define SERVER_SUMMARY_H

#include "server/lobby.h"

/* For the store's batch, as the table is now. */
enum store_status summary_write(struct lobby_table *entry);

/* What a line says. It comes from a file and is believed only if all of it can
 * be right; whoever gets false reads the table instead. */
struct summary {
    uint64_t seq; /* of the table's last event, or of an earlier one if the
                     table is to be read at once */
    uint64_t due; /* when it is to be looked after, at the latest */
    struct lobby_about about;
    struct table_person owner;
    struct table_person sitter[TIO_MAX_PLAYERS];
    char spoken[TABLE_SPOKEN]; /* or "" */
};

bool summary_read(const char *line, struct summary *out);
/* Whether it describes a table with this many events. */
bool summary_is_of(const struct summary *summary, uint64_t last_seq);

#endif
