/* The options that say how long bots may think, and how patient the table is
 * with programs that play. arena, sim and play understand the same ones. */
#ifndef CLI_PLAYER_OPTIONS_H
#define CLI_PLAYER_OPTIONS_H

#include <stdbool.h>

#include "cli/options.h"

struct player_options {
    tio_budget budget; /* for bots whose own text has none */
    unsigned clock_ms; /* 0: not given */
    unsigned memory_mb;
    bool show_errors;
    bool uncaged;
    const char *trace;            /* a file, or NULL */
    struct player_trace trace_to; /* once it is open: until the program ends */
    bool told;                    /* that the cage has gaps */
};

extern const struct option_row budget_rows[];  /* of a tio_budget */
extern const struct option_row program_rows[]; /* of the struct above */

/* Whether both were given, which do not go together: CLI_OK, or CLI_USAGE after
 * a message. */
int budget_check(const tio_budget *budget, const char *command);

/* How patient to be with programs. CLI_OK, or CLI_WRONG after a message: the
 * file for their words can't be written. */
int player_options_limits(struct player_options *options, const char *command,
                          struct player_limits *limits);

/* Gives a bot that searches the budget of the command line, unless it was
 * written with one of its own, as in "expert:effort=2000". At the first program
 * whose cage has gaps on this system it says so. */
void player_options_apply(struct player_options *options, const char *command,
                          struct player_spec *spec);

#endif
