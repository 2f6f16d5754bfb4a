/* The summary of a simulation, for a person and for a machine. */
#ifndef CLI_SIM_REPORT_H
#define CLI_SIM_REPORT_H

#include <stdbool.h>

#include "cli/match.h"
#include "cli/tally.h"

struct sim_report {
    const struct match *match;
    const struct player_spec *const *seat; /* who sat where */
    const struct game_tally *tally;
    uint64_t games; /* asked for */
    uint64_t played;
    bool interrupted;
    unsigned threads;
    double seconds;
};

void sim_report_text(const struct sim_report *report);

/* Without times and threads: equal seeds give equal text. False after a
 * message if memory ran out. */
bool sim_report_json(const struct sim_report *report, const char *command);

#endif
