/* Answers to requests, and what is told to everybody. */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include "base/json.h"
#include "server/session.h"

/* {"re":ID,"ok":true ... to which the caller may add keys before answer_end().
 * A text that does not fit into memory ends the connection. */
struct json answer_begin(const char *id);
void answer_end(struct session *session, struct json *json);

struct answer_error {
    unsigned error;    /* enum table_error or server_error */
    const char *words; /* NULL: those of the error */
    const char *field; /* or NULL */
    const char *rule;  /* name of a tio_error, or NULL */
    uint64_t position; /* of STALE: what the table is at; else 0 */
};

void answer_error(struct session *session, const char *id,
                  const struct answer_error *what);
void answer_refusal(struct session *session, const char *id, unsigned error,
                    const struct table_refusal *why, const char *field);

/* {"notice":...} to all that have said hello. */
void answer_notice(struct server *server, const char *notice,
                   const char *words);

#endif
