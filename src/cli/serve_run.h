/* From settings to a server that runs: sockets, files, signals. */
#ifndef CLI_SERVE_RUN_H
#define CLI_SERVE_RUN_H

#include "server/config.h"

/* Runs until the server has drained. Returns the exit status. */
int serve_run(const struct config *config);

#endif
