/* Reading a person's answers, line by line, from a terminal or a pipe. */
#ifndef TERMINAL_LINE_ASK_H
#define TERMINAL_LINE_ASK_H

#include "terminal/line/keys.h"
#include "terminal/say.h"
#include "terminal/words.h"
#include "tioli.h"

#define ASK_LINE KEYS_LINE

/* What a question needs to know: only the seat's view, and what is public. */
struct person {
    const tio_view *view;
    const tio_deck *deck;
    const struct names *names;
    const struct log *log;
    struct keys *keys;
    const char *save_path; /* NULL: the game can't be saved */
    bool alone;            /* no other person sits at this keyboard */
    bool away;             /* the table is on a server */
    bool hints;            /* may be asked for */
    const char *no_undo;   /* why the seat's last move can't be taken back, or
                              NULL: it can */
    uint64_t seed;         /* of hints, which differ from */
    uint64_t number;       /* move to move */
    bool *confirms;        /* a pass is asked about; false once the person does
                              not want to be asked any more */
    /* Does what other words stand for at this table; false: none of them. */
    bool (*command)(void *context, const char *line);
    void *context;
};

enum ask {
    ASK_OK,    /* there is an answer */
    ASK_AGAIN, /* something was shown or refused: put the question again */
    ASK_BACK,  /* never mind */
    ASK_UNDO,  /* the person wants the last move back */
    ASK_NEWS,  /* the question has no meaning any more: see struct keys */
    ASK_STOP   /* the person leaves, or the input has ended */
};

/* True if the question is over, without an answer. */
static inline bool ask_over(enum ask ask)
{
    return ask == ASK_STOP || ask == ASK_UNDO || ask == ASK_NEWS;
}

/* Prints a prompt and reads a line, without spaces at its ends. Words like
 * 'help' and 'hand' are answered here. */
enum ask ask_line(const struct person *person, char line[ASK_LINE]);

/* Waits for Enter; no command but quit and undo is understood, because the
 * person who types may not be the one who is asked for. */
enum ask ask_ready(struct keys *keys);

/* Answers words like 'help' and 'hand', which always work; false if the line is
 * none of them. */
bool ask_answered(const struct person *person, const char *line);
bool ask_is_quit(const char *line);

/* A die by itself is short for taking it: "d5" becomes "take d5". */
void ask_lengthen(char *line, size_t size);

/* True if the line is nothing but a number, at most 1000000. */
bool ask_is_number(const char *line, unsigned *number);

/* Has a person pick `low` to `high` of the dice, by their numbers in the list
 * that is printed, or by name. Enter picks none where `low` is 0. */
enum ask ask_dice(const struct person *person, const char *question,
                  tio_dice from, unsigned low, unsigned high, tio_dice *out);

#endif
