/* A server under load: starting it, what it costs, ending it. */
#ifndef BENCH_LOAD_PROCESS_H
#define BENCH_LOAD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

struct load_process {
    pid_t pid;
    int output; /* what it says, for reading */
    unsigned port;
};

/* Starts it and waits until it has said "port N" in a line of its own, or an
 * address, "://127.0.0.1:N". False with a message on standard error. */
bool load_process_start(struct load_process *process, char *const *words);
/* Seconds of CPU, its own and the kernel's for it, all threads. */
double load_process_cpu(const struct load_process *process);
/* Bytes of memory that are its alone or in use now. */
double load_process_memory(const struct load_process *process);
/* With SIGTERM, and SIGKILL after 10 s. True if it ended with status 0. */
bool load_process_end(struct load_process *process);

/* Seconds, from some moment. */
double load_now(void);
/* As many descriptors as there may be. */
void load_raise_limit(void);

#endif
