/* A player that is not a person: a bot, or a conversation with somebody else's
 * program, what docs/bot-protocol.md calls the table's side. Every call comes back
 * in time, with a fault if the program gave one; after that only talk_stop(),
 * talk_start() and talk_free() make sense. Whatever is wrong becomes a fault and a sentence about it, once:
 * nothing that a program does is repaired or guessed at. */
#define _POSIX_C_SOURCE 200809L

#include "programs/player.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "programs/process.h"
#include "programs/protocol.h"

/* ---- Lines to and from the process ---------------------------------- */

/* Each wait has a deadline. Writing never waits: what the process does not take
 * at once is kept until it reads again. */
struct wire {
    struct process *process;
    int hurry;            /* when this can be read all is late; 0: never */
    bool closed;          /* no more will come, or nothing can be sent */
    struct buffer outbox; /* what has still to be sent, */
    size_t sent;          /* from here */
    struct lines lines;
};

enum wire_result {
    WIRE_LINE,
    WIRE_LATE,   /* the deadline came first */
    WIRE_LONG,   /* a line is too long */
    WIRE_CLOSED, /* there is nobody at the other end */
};

/* News of a whole game is less: who lets that much wait does not read. */
#define OUTBOX_MOST ((size_t)512 << 10)

static void wire_open(struct wire *wire, struct process *process, int hurry)
{
    wire->process = process;
    wire->hurry = hurry;
    wire->closed = false;
    wire->outbox = buffer_growing();
    wire->sent = 0;
    lines_init(&wire->lines, PROTOCOL_BOT_LINE);
}

static void wire_close(struct wire *wire)
{
    buffer_free(&wire->outbox);
}

static bool waits(const struct wire *wire)
{
    return wire->sent < wire->outbox.size;
}

static bool would_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* Sends what goes without waiting. */
static void push(struct wire *wire)
{
    while (waits(wire) && !wire->closed) {
        ssize_t size =
            process_write(wire->process->to, wire->outbox.data + wire->sent,
                          wire->outbox.size - wire->sent);
        if (size == -1) {
            wire->closed = !would_wait();
            return;
        }
        wire->sent += (size_t)size;
    }
    buffer_clear(&wire->outbox);
    wire->sent = 0;
}

/* False if far too much is waiting to be read already. */
static bool wire_put(struct wire *wire, const char *text, size_t size)
{
    if (wire->outbox.size - wire->sent > OUTBOX_MOST)
        return false;
    buffer_add(&wire->outbox, text, size);
    if (wire->outbox.failed)
        return false;
    push(wire);
    return true;
}

static void pull(struct wire *wire)
{
    size_t room;
    char *at = lines_room(&wire->lines, &room);
    ssize_t size = read(wire->process->from, at, room);
    if (size > 0)
        lines_added(&wire->lines, (size_t)size);
    else if (size == 0 || !would_wait())
        wire->closed = true;
}

/* One round of waiting, sending and receiving; false if time is up. */
static bool serve(struct wire *wire, uint64_t deadline)
{
    struct pollfd polled[3] = {
        {.fd = wire->process->from, .events = POLLIN},
        {.fd = wire->process->to, .events = waits(wire) ? POLLOUT : 0},
        {.fd = wire->hurry > 0 ? wire->hurry : -1, .events = POLLIN},
    };
    if (poll(polled, 3, clock_left(deadline)) < 1)
        return true;
    if (polled[1].revents & POLLOUT)
        push(wire);
    if (polled[0].revents != 0)
        pull(wire);
    else if (polled[1].revents & POLLERR)
        wire->closed = true; /* it does not want to hear any more */
    return polled[2].revents == 0;
}

/* The next line, sending the while what is waiting to be sent. A deadline that
 * has passed (0, say) asks only for what has come. */
static enum wire_result wire_get(struct wire *wire, uint64_t deadline,
                                 char **line, size_t *size)
{
    bool last = false;
    for (;;) {
        enum lines_result result = lines_next(&wire->lines, line, size);
        if (result != LINES_NONE)
            return result == LINES_LONG ? WIRE_LONG : WIRE_LINE;
        if (wire->closed)
            return WIRE_CLOSED;
        if (last)
            return WIRE_LATE;
        last = !serve(wire, deadline) || clock_left(deadline) == 0;
    }
}

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

static struct talk *talk_new(const char *command,
                             const struct player_limits *limits)
{
    struct talk *talk = calloc(1, sizeof *talk);
    if (talk) {
        snprintf(talk->command, sizeof talk->command, "%s", command);
        talk->limits = *limits;
    }
    return talk;
}

/* What the last fault was about, safe to show. */
static const char *talk_detail(const struct talk *talk)
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

/* ---- Lines ---------------------------------------------------------- */

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
        if (!utf8_is_text(*line, *size, "\t"))
            return fail(talk, PLAYER_GARBAGE, "no text: '%s'",
                        shown(*line, *size, text));
        if (!answer_is_chatter(*line))
            return PLAYER_NONE;
        if (++talk->chatter > PROTOCOL_CHATTER)
            return fail(talk, PLAYER_GARBAGE, "more than %d lines of info",
                        PROTOCOL_CHATTER);
        show_chatter(talk, *line, *size);
    }
}

/* ---- Hello ---------------------------------------------------------- */

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
    if (talk->last[0] != '\0')
        return fail(talk, PLAYER_START_LATE,
                    "it said lines but no \"ready\", the last: '%s'",
                    talk->last);
    if (lines->size > lines->used)
        return fail(
            talk, PLAYER_START_LATE, "it did not end its line: '%s'",
            shown(lines->bytes + lines->used, lines->size - lines->used, text));
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
        if (is_word(line, "ready"))
            return fail(talk, PLAYER_GARBAGE,
                        "expected protocol %d, it speaks '%s'",
                        PROTOCOL_VERSION, shown(line + 6, size - 6, text));
        if (!is_word(line, "name") && !is_word(line, "author"))
            return fail(talk, PLAYER_GARBAGE,
                        "expected name, author or ready, got '%s'",
                        shown(line, size, text));
        if (++talk->chatter > PROTOCOL_CHATTER)
            return fail(talk, PLAYER_GARBAGE, "no end of its hello");
    }
}

/* Ends the program after a fault: no word more is said to it. */
static void talk_stop(struct talk *talk)
{
    if (!talk->running)
        return;
    process_stop(&talk->process, talk->limits.quit_ms);
    wire_close(&talk->wire);
    talk->running = false;
}

/* Starts the program and waits for its hello. */
static enum player_fault talk_start(struct talk *talk)
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

/* ---- A game --------------------------------------------------------- */

static enum player_fault talk_begin(struct talk *talk, const tio_deck *deck,
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
    if (fault == PLAYER_NONE)
        fault = get(talk, clock_ms() + talk->limits.start_ms, PLAYER_LATE,
                    &line, &size);
    if (fault == PLAYER_NONE && strcmp(line, "pong") != 0)
        fault = fail(talk, PLAYER_GARBAGE, "expected pong, got '%s'",
                     shown(line, size, part));
    return fault;
}

static enum player_fault talk_saw(struct talk *talk, const tio_deck *deck,
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
        if (tries == PROTOCOL_TRIES)
            return fail(
                talk, answer == ANSWER_WRONG ? PLAYER_ILLEGAL : PLAYER_GARBAGE,
                "'%s': %.120s", shown(line, size, text), words);
        fault = ask_again(talk, words, deadline);
        if (fault != PLAYER_NONE)
            return fault;
    }
}

static enum player_fault talk_choose(struct talk *talk, const tio_view *view,
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

static enum player_fault talk_end(struct talk *talk, const tio_game *game)
{
    struct buffer text = buffer_growing();
    question_over(&text, game);
    return put(talk, &text);
}

/* ---- The end -------------------------------------------------------- */

/* Asks the program to quit, ends it if it does not, and frees the rest. */
static void talk_free(struct talk *talk)
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

/* ---- A player ------------------------------------------------------- */

/* This is the part that always has a move to give. */

/* Whoever fails so often in a row is not started again. */
#define MOST_FAILURES 3

struct player {
    struct player_spec spec;
    const tio_bot *stand_in;
    struct talk *talk; /* with a program; NULL for a built-in bot */
    enum player_fault fault;
    unsigned failures; /* in a row */
    unsigned games;
};

static const struct {
    const char *word;
    const char *sentence;
} faults[] = {
#define X(name, word, sentence) {word, sentence},
    PLAYER_FAULTS(X)
#undef X
};

const char *player_fault_name(enum player_fault fault)
{
    return fault < PLAYER_FAULT_COUNT ? faults[fault].word : "unknown";
}

const char *player_fault_words(enum player_fault fault)
{
    return fault < PLAYER_FAULT_COUNT ? faults[fault].sentence : "unknown";
}

struct player_limits player_limits_default(void)
{
    return (struct player_limits){
        .start_ms = 10000,
        .move_ms = 10000,
        .quit_ms = 1000,
        .memory_mb = PLAYER_MEMORY_MB,
        .cpu_seconds = 3600,
    };
}

/* Remembers a fault for the rest of the game. */
static enum player_fault note(struct player *player, enum player_fault fault)
{
    if (fault != PLAYER_NONE && player->fault == PLAYER_NONE) {
        player->fault = fault;
        player->failures++;
        talk_stop(player->talk);
    }
    return player->fault;
}

struct player *player_open(const struct player_spec *spec,
                           const struct player_limits *limits,
                           enum player_fault *fault)
{
    struct player *player = calloc(1, sizeof *player);
    *fault = PLAYER_NONE;
    if (!player)
        return NULL;
    player->spec = *spec;
    player->stand_in = tio_bot_named("normal");
    if (spec->bot)
        return player;
    player->talk = talk_new(spec->command, limits);
    if (!player->talk) {
        free(player);
        return NULL;
    }
    *fault = note(player, talk_start(player->talk));
    return player;
}

enum player_fault player_begin(struct player *player, const tio_deck *deck,
                               const tio_settings *settings, unsigned seat,
                               const char *const names[])
{
    if (!player->talk)
        return PLAYER_NONE;
    bool again = player->fault != PLAYER_NONE && player->games > 0 &&
                 player->failures < MOST_FAILURES;
    player->games++;
    if (again) {
        player->fault = PLAYER_NONE;
        note(player, talk_start(player->talk));
    }
    if (player->fault == PLAYER_NONE)
        note(player, talk_begin(player->talk, deck, settings, seat, names));
    return player->fault;
}

void player_saw(struct player *player, const tio_deck *deck,
                const tio_move *seen)
{
    if (player->talk && player->fault == PLAYER_NONE)
        note(player, talk_saw(player->talk, deck, seen));
}

enum player_fault player_choose(struct player *player, const tio_view *view,
                                const tio_deck *deck, tio_random *random,
                                tio_move *out)
{
    const tio_bot *bot = player->spec.bot;
    memset(out, 0, sizeof *out);
    if (player->talk && player->fault == PLAYER_NONE) {
        note(player, talk_choose(player->talk, view, deck, out));
        if (player->fault == PLAYER_NONE)
            return PLAYER_NONE;
    }
    if (!bot)
        bot = player->stand_in;
    memset(out, 0, sizeof *out);
    bot->choose(view, deck, &player->spec.budget, random, out);
    out->seat = view->seat; /* whatever a bot says, it speaks for its own */
    return player->fault;
}

const char *player_fault_detail(const struct player *player)
{
    return player->fault == PLAYER_NONE ? "" : talk_detail(player->talk);
}

void player_end(struct player *player, const tio_game *game)
{
    if (!player->talk || player->fault != PLAYER_NONE)
        return;
    if (note(player, talk_end(player->talk, game)) == PLAYER_NONE)
        player->failures = 0;
}

void player_close(struct player *player)
{
    if (!player)
        return;
    if (player->talk)
        talk_free(player->talk);
    free(player);
}
