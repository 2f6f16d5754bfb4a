/* The keyboard, or the pipe in its place: one line at a time, bounded. While it
 * waits for a line something else may be looked after. */
#ifndef TERMINAL_LINE_KEYS_H
#define TERMINAL_LINE_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#define KEYS_LINE 256

/* What came while it was waited for the standard input. */
enum keys_wait {
    KEYS_READY, /* it can be read, or has ended */
    KEYS_NEWS,  /* what was asked has no meaning any more */
    KEYS_STOP   /* a signal, or the end of everything */
};

enum keys_got {
    KEYS_GOT_LINE,
    KEYS_GOT_TOO_LONG, /* the line was thrown away */
    KEYS_GOT_NEWS,     /* KEYS_NEWS */
    KEYS_GOT_END       /* Ctrl-D, Ctrl-C, or the pipe has ended */
};

struct keys {
    /* Waits for the standard input and for something else, or NULL: nothing
     * else is waited for. */
    enum keys_wait (*wait)(void *context);
    void *context;
    bool ended;
    bool skips; /* the rest of a line that was too long */
    size_t used;
    size_t size;
    char bytes[1024];
};

/* Reads a line, without spaces at its ends. What a pipe brings is printed, so
 * that a transcript has the answers. */
enum keys_got keys_line(struct keys *keys, char line[KEYS_LINE]);

#endif
