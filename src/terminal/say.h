/* Text for a person: built in bounded memory, printed within 80 columns, and
 * remembered, so that the log can be read again. */
#ifndef TERMINAL_SAY_H
#define TERMINAL_SAY_H

#include <stdbool.h>
#include <stddef.h>

#define SAY_COLUMNS 79
#define SAY_TEXT 1024

#if defined(__GNUC__)
#define SAY_FORMAT(at, from) __attribute__((format(printf, at, from)))
#else
#define SAY_FORMAT(at, from)
#endif

/* A piece of text under construction; what does not fit is cut off. */
struct text {
    size_t length;
    char at[SAY_TEXT];
};

void text_clear(struct text *text);
void text_add(struct text *text, const char *format, ...) SAY_FORMAT(2, 3);

/* Adds a name cut or filled up to `width` columns; on the left the fill
 * comes after it, on the right before. */
void text_add_left(struct text *text, const char *name, unsigned width);
void text_add_right(struct text *text, const char *name, unsigned width);

/* Prints a line to the standard output, broken at spaces where it is too long;
 * what follows a break is indented. */
void say(unsigned indent, const char *format, ...) SAY_FORMAT(2, 3);

/* Prints a word so that a shell takes it as it is. */
void say_shell_word(const char *word);

/* The lines printed so far; the oldest are forgotten first. */
#define LOG_LINES 512
#define LOG_TEXT 320

struct log {
    bool spoken;         /* dice are told in words: where they are drawn, nobody
                            needs their letters */
    unsigned long count; /* lines ever added */
    unsigned long round; /* the line that opened this round */
    char line[LOG_LINES][LOG_TEXT];
};

/* Remembers a line. */
void tell(struct log *log, const char *format, ...) SAY_FORMAT(2, 3);

/* Prints the lines from number `from` on again. */
void log_print(const struct log *log, unsigned long from);

#endif
