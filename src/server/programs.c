/* Threads that each hold one player of programs/player.h, which belongs to its
 * thread from start to end. The loop only puts tasks into a list. */
#define _POSIX_C_SOURCE 200809L

#include "server/programs.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "server/replay.h"

/* So that the end of the server never waits long for a program. */
#define START_MS 3000
#define MOVE_MS 3000
#define QUIT_MS 500

struct task {
    struct task *next;
    struct thought *thought; /* a question; NULL: a move that was seen */
    tio_move seen;
};

struct program {
    struct program *next;
    struct server *server;
    char table[SERVER_TABLE_ID];
    uint8_t owner[KEYED_KEY]; /* whose table it is, and from where */
    uint8_t maker[KEYED_KEY];
    uint8_t seat;
    bool dropped;    /* gets nothing more */
    bool failed;     /* gets no more questions */
    uint64_t ticket; /* of its last question */
    unsigned hidden; /* answers that nobody has seen, as bits */
    struct player_spec spec;
    tio_deck deck;
    tio_settings settings;
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    pthread_t thread;
    /* Between the two threads. */
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct task *first;
    struct task **last;
    bool stop;
    bool has_end; /* `end` is the game as it ended */
    tio_game end;
    bool ended;
};

struct programs {
    struct server *server;
    struct program *first;
};

/* What the operator has to know before anybody asks for a program. */
static void tell_cage(const struct server_config *config)
{
    struct player_cage parts = player_cage_parts();
    char words[PLAYER_TEXT];
    bool whole = player_cage_whole(parts);
    player_cage_words(parts, words);
    if (config->uncaged)
        log_line(config->log, LOG_LEVEL_WARNING,
                 "programs are not caged: they may do what the server may");
    else
        log_line(config->log, whole ? LOG_LEVEL_INFO : LOG_LEVEL_WARNING,
                 "programs are caged%s: %s", whole ? "" : ", with gaps", words);
}

struct programs *programs_new(struct server *server)
{
    struct programs *programs = calloc(1, sizeof *programs);
    if (programs)
        programs->server = server;
    if (server->config.programs)
        tell_cage(&server->config);
    return programs;
}

const struct server_program *programs_named(const struct server *server,
                                            const char *name)
{
    for (unsigned i = 0; i < server->config.programs; i++)
        if (strcmp(server->config.program[i].name, name) == 0)
            return &server->config.program[i];
    return NULL;
}

/* ---- The program's thread ---------------------------------------------- */

static struct task *next_task(struct program *program)
{
    pthread_mutex_lock(&program->lock);
    while (!program->first && !program->stop)
        pthread_cond_wait(&program->more, &program->lock);
    /* Whoever hears how the game ended hears first what led to it. */
    struct task *task =
        program->stop && !program->has_end ? NULL : program->first;
    if (task) {
        program->first = task->next;
        if (!program->first)
            program->last = &program->first;
    }
    pthread_mutex_unlock(&program->lock);
    return task;
}

static enum player_fault do_task(struct program *program, struct player *player,
                                 struct task *task, enum player_fault fault)
{
    struct thought *thought = task->thought;
    if (!thought) {
        player_saw(player, &program->deck, &task->seen);
        return fault;
    }
    if (fault == PLAYER_NONE)
        fault = player_choose(player, &thought->view, &program->deck,
                              &thought->random, &thought->move);
    thought->failed = fault != PLAYER_NONE;
    thought->fault = (uint8_t)fault;
    thinkers_post(program->server->thinkers, thought);
    return fault;
}

static void *play(void *context)
{
    struct program *program = context;
    const struct server_config *config = &program->server->config;
    struct player_limits limits = player_limits_default();
    enum player_fault fault = PLAYER_NO_START;
    limits.start_ms = START_MS;
    limits.move_ms = MOVE_MS;
    limits.quit_ms = QUIT_MS;
    limits.background = true; /* the loop and our own bots go first */
    limits.uncaged = config->uncaged;
    if (config->db && !store_is_postgres(config->db))
        limits.hidden[0] = config->db;
    limits.hidden[1] = config->net.key;
    const char *names[TIO_MAX_PLAYERS];
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        names[seat] = program->name[seat];
    struct player *player = player_open(&program->spec, &limits, &fault);
    if (player && fault == PLAYER_NONE)
        fault = player_begin(player, &program->deck, &program->settings,
                             program->seat, names);
    struct task *task;
    while (player && (task = next_task(program))) {
        fault = do_task(program, player, task, fault);
        free(task);
    }
    if (player) {
        player_end(player, program->has_end ? &program->end : NULL);
        player_close(player);
    }
    pthread_mutex_lock(&program->lock);
    program->ended = true;
    pthread_mutex_unlock(&program->lock);
    net_wake(program->server->net);
    return NULL;
}

/* ---- The loop's side --------------------------------------------------- */

/* False if memory is out: the program would miss something. */
static bool give(struct program *program, struct thought *thought,
                 const tio_move *move)
{
    struct task *task = calloc(1, sizeof *task);
    if (!task)
        return false;
    task->thought = thought;
    if (move)
        task->seen = tio_move_seen(&program->deck, move, program->seat);
    pthread_mutex_lock(&program->lock);
    *program->last = task;
    program->last = &task->next;
    pthread_cond_signal(&program->more);
    pthread_mutex_unlock(&program->lock);
    return true;
}

static bool is_asked(const struct program *program)
{
    const struct task *task = program->first;
    while (task && !task->thought)
        task = task->next;
    return task;
}

static void stop(struct program *program, const tio_game *end)
{
    if (program->dropped)
        return;
    program->dropped = true;
    pthread_mutex_lock(&program->lock);
    if (end && !is_asked(program)) {
        program->has_end = true;
        program->end = *end;
    }
    program->stop = true;
    pthread_cond_signal(&program->more);
    pthread_mutex_unlock(&program->lock);
}

static void free_program(struct program *program)
{
    while (program->first) {
        struct task *task = program->first;
        program->first = task->next;
        if (task->thought)
            thought_free(program->server, task->thought);
        free(task);
    }
    pthread_cond_destroy(&program->more);
    pthread_mutex_destroy(&program->lock);
    free(program);
}

void programs_reap(struct programs *programs)
{
    struct program **at = &programs->first;
    while (*at) {
        struct program *program = *at;
        pthread_mutex_lock(&program->lock);
        bool ended;
        ended = program->ended;
        pthread_mutex_unlock(&program->lock);
        if (!ended) {
            at = &program->next;
            continue;
        }
        *at = program->next;
        pthread_join(program->thread, NULL);
        free_program(program);
        programs->server->counts.programs--;
    }
}

void programs_free(struct programs *programs)
{
    if (!programs)
        return;
    for (struct program *program = programs->first; program;
         program = program->next)
        stop(program, NULL);
    while (programs->first) {
        struct program *program = programs->first;
        programs->first = program->next;
        pthread_join(program->thread, NULL);
        free_program(program);
    }
    free(programs);
}

static struct program *find(const struct programs *programs, const char *table,
                            unsigned seat)
{
    struct program *program = programs->first;
    while (program && (program->dropped || program->seat != seat ||
                       strcmp(program->table, table) != 0))
        program = program->next;
    return program;
}

void programs_drop(struct programs *programs, const struct lobby_table *table)
{
    for (struct program *program = programs->first; program;
         program = program->next)
        if (strcmp(program->table, table->id) == 0)
            stop(program, NULL);
}

void programs_failed(struct programs *programs, const struct thought *thought)
{
    struct program *program = find(programs, thought->table, thought->seat);
    /* Another may have taken its place since, and is not to blame. */
    if (!program || program->ticket != thought->ticket)
        return;
    program->failed = true;
    programs->server->counts.program_faults++;
    log_line(programs->server->config.log, LOG_LEVEL_WARNING,
             "a program on a seat has failed and a bot takes over: it %s",
             player_fault_words(thought->fault));
}

/* ---- What it sees ------------------------------------------------------ */

/* Moves as the program is told them. */
struct story {
    tio_move *move;
    size_t count;
    size_t room;
    unsigned hidden;
    bool failed;
};

static bool follow(void *context, const struct table *table,
                   const struct table_event *event)
{
    struct story *story = context;
    tio_move shown[TIO_MAX_PLAYERS];
    unsigned count = table_shown(table, event, shown);
    if (event->type == TABLE_EVENT_START)
        story->count = 0;
    else if (event->type == TABLE_EVENT_UNDO) {
        unsigned seen = table_undone_shown(table, story->hidden);
        story->count -= seen < story->count ? seen : story->count;
    }
    story->hidden = table->hidden_answers;
    for (unsigned i = 0; i < count && !story->failed; i++) {
        story->failed = !grow(&story->move, story->count, &story->room,
                              sizeof *story->move);
        if (!story->failed)
            story->move[story->count++] = shown[i];
    }
    return !story->failed;
}

static bool tell_history(struct program *program, struct lobby_table *entry)
{
    struct story story = {0};
    bool good = replay_run(entry, follow, &story) && !story.failed;
    for (size_t i = 0; good && i < story.count; i++)
        good = give(program, NULL, &story.move[i]);
    free(story.move);
    program->hidden = entry->table->hidden_answers;
    return good;
}

static void see(struct program *program, const struct table *table,
                const struct table_event *event)
{
    tio_move shown[TIO_MAX_PLAYERS];
    unsigned count = table_shown(table, event, shown);
    bool good = true;
    for (unsigned i = 0; i < count && good; i++)
        good = give(program, NULL, &shown[i]);
    if (!good)
        stop(program, NULL);
}

void programs_event(struct programs *programs, struct lobby_table *entry,
                    const struct table_event *event)
{
    const struct table *table = entry->table;
    for (struct program *program = programs->first; program;
         program = program->next) {
        if (program->dropped || strcmp(program->table, entry->id) != 0)
            continue;
        if (event->type == TABLE_EVENT_CHANCE ||
            event->type == TABLE_EVENT_MOVE)
            see(program, table, event);
        else if (event->type == TABLE_EVENT_REVEAL ||
                 event->type == TABLE_EVENT_CLOSE)
            stop(program,
                 table->game.phase == TIO_PHASE_OVER ? &table->game : NULL);
        else if (event->type == TABLE_EVENT_UNDO &&
                 !(program->hidden >> event->seat & 1))
            /* It can't be told that: another takes its place. */
            stop(program, NULL);
        program->hidden = table->hidden_answers;
    }
}

/* ---- Starting one ------------------------------------------------------ */

static struct program *new_program(struct lobby_table *entry, const char *name,
                                   unsigned seat)
{
    struct server *server = entry->server;
    const struct server_program *known = programs_named(server, name);
    struct program *program = calloc(1, sizeof *program);
    if (!program)
        return NULL;
    char text[PLAYER_TEXT + 8];
    snprintf(text, sizeof text, "cmd:%s", known->command);
    char why[PLAYER_TEXT];
    if (!player_spec_parse(text, strlen(text), NULL, &program->spec, why)) {
        free(program);
        return NULL;
    }
    program->server = server;
    memcpy(program->table, entry->id, sizeof program->table);
    memcpy(program->owner, entry->owner.key, KEYED_KEY);
    memcpy(program->maker, entry->maker.key, KEYED_KEY);
    program->seat = (uint8_t)seat;
    program->deck = *entry->table->deck;
    program->settings = entry->table->game.settings;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        memcpy(program->name[i], entry->table->seat[i].name, TIO_NAME_TEXT);
    program->last = &program->first;
    pthread_mutex_init(&program->lock, NULL);
    pthread_cond_init(&program->more, NULL);
    return program;
}

static struct program *start(struct programs *programs,
                             struct lobby_table *entry, const char *name,
                             unsigned seat)
{
    struct program *program = new_program(entry, name, seat);
    if (!program)
        return NULL;
    if (!tell_history(program, entry)) {
        free_program(program);
        return NULL;
    }
    sigset_t all;
    sigfillset(&all);
    sigset_t old;
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started = pthread_create(&program->thread, NULL, play, program) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!started) {
        free_program(program);
        return NULL;
    }
    program->next = programs->first;
    programs->first = program;
    programs->server->counts.programs++;
    return program;
}

/* Is there room for one more? Nobody takes all of it: one person's tables have
 * half, those made from one address three quarters. Those that are about to end
 * count, because they still run. */
static bool has_room(const struct programs *programs,
                     const struct lobby_table *entry)
{
    static const uint8_t unknown[KEYED_KEY];
    const struct server *server = programs->server;
    unsigned most = server->config.max_programs;
    unsigned of_person = 0;
    unsigned of_address = 0;
    for (const struct program *program = programs->first; program;
         program = program->next) {
        of_person += memcmp(program->owner, entry->owner.key, KEYED_KEY) == 0;
        of_address += memcmp(program->maker, entry->maker.key, KEYED_KEY) == 0;
    }
    if (!server->config.net.limits.connections_per_address ||
        memcmp(entry->maker.key, unknown, KEYED_KEY) == 0)
        of_address = 0;
    return server->counts.programs < most && of_person < most / 2 &&
           of_address < most - most / 4;
}

bool programs_ask(struct programs *programs, struct lobby_table *entry,
                  const char *name, struct thought *thought)
{
    struct server *server = programs->server;
    struct program *program = find(programs, entry->id, thought->seat);
    if (!program) {
        if (!has_room(programs, entry)) {
            log_line(server->config.log, LOG_LEVEL_WARNING,
                     "too many programs run: a bot plays instead");
            return false;
        }
        program = start(programs, entry, name, thought->seat);
    }
    if (!program || program->failed)
        return false;
    thought->program = true;
    program->ticket = thought->ticket;
    if (!give(program, thought, NULL)) {
        thought->program = false;
        return false;
    }
    return true;
}
