/* The server's figures in the text form that Prometheus reads (version 0.0.4).
 * docs/operating.md explains each. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "base/buffer.h"
#include "server/server.h"

#define METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"

void metrics_print(struct buffer *out, const struct server *server);

#endif
