/* The terminal as it was, from whatever the program is doing: after a signal,
 * a crash, or exit() in the middle. */
#ifndef TERMINAL_FULL_RESTORE_H
#define TERMINAL_FULL_RESTORE_H

#include <stdbool.h>

/* Signals that have come since the last question; bits. */
enum restore_signal {
    RESTORE_INTERRUPT = 1, /* Ctrl-C */
    RESTORE_SIZE = 2,
    RESTORE_STOP = 4, /* Ctrl-Z */
    RESTORE_GO_ON = 8,
    RESTORE_LEAVE = 16 /* SIGTERM, SIGHUP, SIGQUIT */
};

/* Notes how the terminal is set now, and watches signals from here on. False
 * if the system does not let it. */
bool restore_begin(void);
/* The text that leaves full-screen mode. From here on it is written by whoever
 * ends the program. */
void restore_text(const char *text);
/* Full-screen mode has ended, or has begun again. */
void restore_needed(bool needed);
/* Signals are as they were before. */
void restore_end(void);

/* Becomes readable when a signal has come. */
int restore_descriptor(void);
/* What has come; *leave becomes the number of a signal that ends the program,
 * if there was one. */
unsigned restore_signals(int *leave);
/* Stops the process as Ctrl-Z does, and returns when it goes on. */
void restore_stop(void);

#endif
