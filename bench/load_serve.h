/* A `tioli serve` of its own, under load. */
#ifndef BENCH_LOAD_SERVE_H
#define BENCH_LOAD_SERVE_H

#include "bench/load_process.h"

struct load_serve {
    struct load_process process;
    char folder[256]; /* of its file, gone after load_serve_end(); or "" */
};

/* `kind`: "memory", or "sqlite" for a file in a folder that is made below
 * `place`. Limits are high enough for all that is done here. */
bool load_serve_start(struct load_serve *serve, const char *program,
                      const char *kind, const char *place);
/* True if it drained and ended well. */
bool load_serve_end(struct load_serve *serve);

#endif
