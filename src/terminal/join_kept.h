/* A table's link, and what the terminal keeps of servers: one token for each,
 * which identifies the person there, and for a table what proves its dice. */
#ifndef TERMINAL_JOIN_KEPT_H
#define TERMINAL_JOIN_KEPT_H

#include <stdbool.h>

#define LINK_URL 300
#define LINK_TABLE 65
#define LINK_SPOKEN 6
#define KEPT_TOKEN 33
#define KEPT_HEX 65

struct link {
    char origin[LINK_URL];    /* "http://host:port" */
    char socket[LINK_URL];    /* "ws://host:port/ws" */
    char table[LINK_TABLE];   /* "": the server alone, or */
    char spoken[LINK_SPOKEN]; /* the spoken code of a table, or "" */
};

/* A table's link, the address of a server, or that with the spoken code of a
 * table that waits behind it: "http://host:port/KMTRW". NULL, or what is wrong with it. */
const char *link_parse(const char *url, struct link *out);

/* The commitment seen and the bytes given on sitting down: hexadecimal, or "". */
struct kept_proof {
    char commit[KEPT_HEX];
    char bytes[KEPT_HEX];
};

/* "" where nothing is kept, or can't be read. */
void kept_token(const struct link *link, char token[KEPT_TOKEN]);
void kept_proof(const struct link *link, struct kept_proof *out);
/* False with a sentence in `why` if it can't be kept. */
bool kept_save_token(const struct link *link, const char *token,
                     char why[LINK_URL]);
bool kept_save_proof(const struct link *link, const struct kept_proof *proof);
/* The table is of no interest any more. */
void kept_forget_proof(const struct link *link);

#endif
