/* See talk.h. Whatever is wrong becomes a fault and a sentence about it, once:
 * nothing that a program does is repaired or guessed at. */
#define _POSIX_C_SOURCE 200809L

#include "programs/talk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "programs/answer.h"
#include "programs/question.h"
#include "programs/wire.h"

/* Pipes close a little before a process is known to have ended. */
#define GONE_MS 1000

#define SHOWN 96 /* bytes of a line in a sentence about it */

struct talk {
    char command[PLAYER_TEXT];
    struct player_limits limits;
    bool running;
    unsigned seat;
    unsigned chatter; /* lines to people since the last question */
    struct process process;
    struct wire wire;
    char last[SHOWN]; /* of its lines, safe to show; "" before the first */
    char detail[PLAYER_TEXT];
};

struct talk *talk_new(const char *command, const struct player_limits *limits)
{
    struct talk *talk = calloc(1, sizeof *talk);
    if (talk) {
        snprintf(talk->command, sizeof talk->command, "%s", command);
        talk->limits = *limits;
    }
    return talk;
}

const char *talk_detail(const struct talk *talk)
{
    return talk->detail;
}

/* Each line of a text, with the time, the program's number and whose line it is:
 * '>' told to the program, '<' said by it, '!' what is wrong. */
static void trace(const struct talk *talk, char mark, const char *text,
                  size_t size)
{
    const struct player_trace *to = talk->limits.trace;
    if (!to)
        return;
    double now = clock_seconds() - to->began;
    flockfile(to->file);
    while (size > 0) {
        const char *end = memchr(text, '\n', size);
        size_t length = end ? (size_t)(end - text) : size;
        char safe[4 * PROTOCOL_TABLE_LINE];
        utf8_escape(text, length, safe, sizeof safe);
        fprintf(to->file, "%9.3f %ld %c %s\n", now, (long)talk->process.keeper,
                mark, safe);
        size -= end ? length + 1 : length;
        text += end ? length + 1 : length;
    }
    fflush(to->file);
    funlockfile(to->file);
}

__attribute__((format(printf, 3, 4))) static enum player_fault fail(
    struct talk *talk, enum player_fault fault, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(talk->detail, sizeof talk->detail, format, args);
    va_end(args);
    if (fault != PLAYER_NONE)
        trace(talk, '!', talk->detail, strlen(talk->detail));
    return fault;
}

/* ---- Lines ------------------------------------------------------------- */

static const char *shown(const char *line, size_t size, char out[SHOWN])
{
    utf8_escape(line, size, out, SHOWN);
    return out;
}

/* Nobody is at the other end any more: did it end, or only close its ears? */
static enum player_fault gone(struct talk *talk)
{
    switch (process_look(&talk->process, GONE_MS)) {
    case PROCESS_NO_EXEC:
        return fail(talk, PLAYER_NO_START, "%s", talk->process.detail);
    case PROCESS_ENDED:
        return fail(talk, PLAYER_DIED, "%s", talk->process.detail);
    case PROCESS_NONE:
    case PROCESS_RUNS:
        break;
    }
    return fail(talk, PLAYER_CLOSED, "it closed a pipe but goes on");
}

static enum player_fault put(struct talk *talk, struct buffer *text)
{
    enum player_fault fault = PLAYER_NONE;
    trace(talk, '>', text->data, text->failed ? 0 : text->size);
    if (text->failed || !wire_put(&talk->wire, text->data, text->size))
        fault = fail(talk, PLAYER_LATE, "it does not read what it is told");
    buffer_free(text);
    return fault;
}

/* Words to people are shown if anybody asked for them. */
static void show_chatter(const struct talk *talk, const char *line, size_t size)
{
    char safe[PROTOCOL_BOT_LINE + 1];
    if (talk->limits.show_errors) {
        utf8_escape(line, size, safe, sizeof safe);
        fprintf(stderr, "seat %u: %s\n", talk->seat + 1, safe);
    }
}

/* The next line that is not chatter. `late` is the fault of silence. */
static enum player_fault get(struct talk *talk, uint64_t deadline,
                             enum player_fault late, char **line, size_t *size)
{
    for (;;) {
        char text[SHOWN];
        switch (wire_get(&talk->wire, deadline, line, size)) {
        case WIRE_LATE:
            return fail(talk, late, "it said nothing in time");
        case WIRE_LONG:
            return fail(talk, PLAYER_LONG_LINE, "a line of more than %d bytes",
                        PROTOCOL_BOT_LINE);
        case WIRE_CLOSED:
            return gone(talk);
        case WIRE_LINE:
            break;
        }
        shown(*line, *size, talk->last);
        trace(talk, '<', *line, *size);
        if (!answer_is_text(*line, *size)) {
            return fail(talk, PLAYER_GARBAGE, "no text: '%s'",
                        shown(*line, *size, text));
        }
        if (!answer_is_chatter(*line))
            return PLAYER_NONE;
        if (++talk->chatter > PROTOCOL_CHATTER) {
            return fail(talk, PLAYER_GARBAGE, "more than %d lines of info",
                        PROTOCOL_CHATTER);
        }
        show_chatter(talk, *line, *size);
    }
}

/* ---- Hello ------------------------------------------------------------- */

static bool is_word(const char *line, const char *word)
{
    size_t size = strlen(word);
    return strncmp(line, word, size) == 0 && line[size] == ' ' &&
           line[size + 1] != '\0';
}

/* Silence mostly means that its words still wait in a buffer of its own. */
static enum player_fault no_hello(struct talk *talk)
{
    const struct lines *lines = &talk->wire.lines;
    char text[SHOWN];
    if (talk->last[0] != '\0') {
        return fail(talk, PLAYER_START_LATE,
                    "it said lines but no \"ready\", the last: '%s'",
                    talk->last);
    }
    if (lines->size > lines->used) {
        return fail(
            talk, PLAYER_START_LATE, "it did not end its line: '%s'",
            shown(lines->bytes + lines->used, lines->size - lines->used, text));
    }
    return fail(talk, PLAYER_START_LATE,
                "it said nothing: is its output flushed?");
}

static enum player_fault hear_hello(struct talk *talk)
{
    uint64_t deadline = clock_ms() + talk->limits.start_ms;
    for (;;) {
        char *line;
        size_t size;
        char text[SHOWN];
        enum player_fault fault =
            get(talk, deadline, PLAYER_START_LATE, &line, &size);
        if (fault != PLAYER_NONE)
            return fault == PLAYER_START_LATE ? no_hello(talk) : fault;
        if (strcmp(line, "ready 1") == 0)
            return PLAYER_NONE;
        if (is_word(line, "ready")) {
            return fail(talk, PLAYER_GARBAGE,
                        "expected protocol %d, it speaks '%s'",
                        PROTOCOL_VERSION, shown(line + 6, size - 6, text));
        }
        if (!is_word(line, "name") && !is_word(line, "author")) {
            return fail(talk, PLAYER_GARBAGE,
                        "expected name, author or ready, got '%s'",
                        shown(line, size, text));
        }
        if (++talk->chatter > PROTOCOL_CHATTER)
            return fail(talk, PLAYER_GARBAGE, "no end of its hello");
    }
}

enum player_fault talk_start(struct talk *talk)
{
    struct buffer hello = buffer_growing();
    talk_stop(talk);
    talk->chatter = 0;
    talk->last[0] = '\0';
    talk->detail[0] = '\0';
    if (!process_start(&talk->process, talk->command, &talk->limits))
        return fail(talk, PLAYER_NO_START, "%s", talk->process.detail);
    talk->running = true;
    wire_open(&talk->wire, &talk->process, talk->limits.hurry);
    buffer_text(&hello, "tioli 1 ");
    buffer_text(&hello, tio_version());
    buffer_text(&hello, "\n");
    enum player_fault fault = put(talk, &hello);
    return fault != PLAYER_NONE ? fault : hear_hello(talk);
}

/* ---- A game ------------------------------------------------------------ */

enum player_fault talk_begin(struct talk *talk, const tio_deck *deck,
                             const tio_settings *settings, unsigned seat,
                             const char *const names[])
{
    struct buffer text = buffer_growing();
    char *line;
    size_t size;
    char part[SHOWN];
    talk->seat = seat;
    talk->chatter = 0;
    question_game(&text, deck, settings, seat, names);
    buffer_text(&text, "ping\n");
    enum player_fault fault = put(talk, &text);
    if (fault == PLAYER_NONE) {
        fault = get(talk, clock_ms() + talk->limits.start_ms, PLAYER_LATE,
                    &line, &size);
    }
    if (fault == PLAYER_NONE && strcmp(line, "pong") != 0) {
        fault = fail(talk, PLAYER_GARBAGE, "expected pong, got '%s'",
                     shown(line, size, part));
    }
    return fault;
}

enum player_fault talk_saw(struct talk *talk, const tio_deck *deck,
                           const tio_move *seen)
{
    struct buffer text = buffer_growing();
    /* Once more, because a hidden card must never depend on a caller's care. */
    tio_move mine = tio_move_seen(deck, seen, talk->seat);
    question_saw(&text, deck, &mine);
    return put(talk, &text);
}

/* Whatever came before the question can't be the answer to it. */
static enum player_fault hear_early(struct talk *talk)
{
    char *line;
    size_t size;
    char text[SHOWN];
    enum player_fault fault = get(talk, 0, PLAYER_LATE, &line, &size);
    if (fault == PLAYER_LATE) {
        talk->detail[0] = '\0';
        return PLAYER_NONE;
    }
    return fault != PLAYER_NONE
               ? fault
               : fail(talk, PLAYER_GARBAGE, "nobody asked for '%s'",
                      shown(line, size, text));
}

static void put_go(struct buffer *text, int left)
{
    char go[32];
    snprintf(go, sizeof go, "go %d\n", left > 0 ? left : 1);
    buffer_text(text, go);
}

/* Tells what was wrong with an answer and asks again. */
static enum player_fault ask_again(struct talk *talk, const char *words,
                                   uint64_t deadline)
{
    struct buffer text = buffer_growing();
    buffer_text(&text, "error ");
    buffer_text(&text, words);
    buffer_text(&text, "\n");
    put_go(&text, clock_left(deadline));
    return put(talk, &text);
}

static enum player_fault hear_move(struct talk *talk, const tio_view *view,
                                   const tio_deck *deck, uint64_t deadline,
                                   tio_move *out)
{
    for (unsigned tries = 1;; tries++) {
        char *line;
        size_t size;
        char words[ANSWER_TEXT];
        char text[SHOWN];
        enum player_fault fault =
            get(talk, deadline + PROTOCOL_LAG_MS, PLAYER_LATE, &line, &size);
        if (fault != PLAYER_NONE)
            return fault;
        enum answer answer = answer_read(line, size, view, deck, out, words);
        if (answer == ANSWER_MOVE)
            return PLAYER_NONE;
        if (tries == PROTOCOL_TRIES) {
            return fail(
                talk, answer == ANSWER_WRONG ? PLAYER_ILLEGAL : PLAYER_GARBAGE,
                "'%s': %.120s", shown(line, size, text), words);
        }
        fault = ask_again(talk, words, deadline);
        if (fault != PLAYER_NONE)
            return fault;
    }
}

enum player_fault talk_choose(struct talk *talk, const tio_view *view,
                              const tio_deck *deck, tio_move *out)
{
    struct buffer text = buffer_growing();
    enum player_fault fault = hear_early(talk);
    if (fault != PLAYER_NONE)
        return fault;
    talk->chatter = 0;
    question_position(&text, deck, view);
    put_go(&text, (int)talk->limits.move_ms);
    uint64_t deadline = clock_ms() + talk->limits.move_ms;
    fault = put(talk, &text);
    return fault != PLAYER_NONE ? fault
                                : hear_move(talk, view, deck, deadline, out);
}

enum player_fault talk_end(struct talk *talk, const tio_game *game)
{
    struct buffer text = buffer_growing();
    question_over(&text, game);
    return put(talk, &text);
}

/* ---- The end ----------------------------------------------------------- */

void talk_stop(struct talk *talk)
{
    if (!talk->running)
        return;
    process_stop(&talk->process, talk->limits.quit_ms);
    wire_close(&talk->wire);
    talk->running = false;
}

void talk_free(struct talk *talk)
{
    if (talk->running) {
        trace(talk, '>', "quit\n", 5);
        (void)wire_put(&talk->wire, "quit\n", 5);
        process_hang_up(&talk->process);
        process_look(&talk->process, talk->limits.quit_ms);
    }
    talk_stop(talk);
    free(talk);
}
