/* Games between players that are not people: one at a time, or many on several
 * threads. Dice and cards are fixed by the seed and the number of the deal, so
 * that the number of threads and the order in which they work change nothing,
 * and so that the same deal can be played again with other seats. */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "cli/options.h"
#include "programs/player.h"
#include "tioli.h"

#define RECORDS_PATH 4096 /* room for the path of a record */

/* Called after every move; `before` is the game as it was. */
typedef void match_watch(void *context, const tio_game *before,
                         const tio_game *after, const tio_move *move);

struct match {
    const tio_deck *deck;
    tio_settings settings;
    uint64_t seed;
    const char *records; /* folder for them, or NULL */
};

/* Keys of an object that is open: what was played. */
void match_put_json(const struct match *match, struct json *json);

struct match_seat {
    struct player *player;
    const struct player_spec *spec;
    const char *name;
    uint64_t stream; /* of the player's own chance, with the seed */
};

struct match_game {
    uint64_t number; /* of its record, from 0 */
    uint64_t deal;   /* fixes dice and cards, with the seed */
    struct match_seat seat[TIO_MAX_PLAYERS];
    const atomic_bool *abandon; /* gives the game up once it is set; or NULL */
    match_watch *watch;         /* or NULL */
    void *context;
    bool quiet; /* what programs write to their standard error is not shown */
    /* Results. */
    tio_game game;
    enum player_fault fault; /* of the seat `culprit` */
    unsigned culprit;
    tio_error error;
    char path[RECORDS_PATH]; /* of a record that was begun and */
    const char *unsaved;     /* could not be saved: why; else NULL */
};

enum match_end {
    MATCH_OVER,
    MATCH_ABANDONED,
    MATCH_FAULT, /* a player's: the game was abandoned there */
    MATCH_ERROR, /* the rules refused chance, which is a mistake of this
                    program; or the record could not be saved */
};

enum match_end match_play(const struct match *match, struct match_game *play);

/* What went wrong, in words for a message. */
#define MATCH_TROUBLE (RECORDS_PATH + 640)
void match_trouble(const struct match_game *play, char out[MATCH_TROUBLE]);

/* A name that a record can hold: the player's text, of a program its words
 * without folders and quotes, cut if it is too long, and what may not stand in
 * a name written as \xHH. There is room behind it for a number or two. */
#define MATCH_NAME 48
void match_name(const char *text, char out[MATCH_NAME]);

/* Adds "#1", "#2" and so on to names that would look the same in a column of
 * `width` characters. */
void match_number_names(char names[][TIO_NAME_TEXT], unsigned count,
                        unsigned width);
/* options_column(), but a number of that kind is not cut off. */
void match_name_column(const char *name, unsigned width,
                       char out[OPTIONS_COLUMN]);

/* The players of every thread, opened when first asked for. */
struct match_crew {
    const struct player_spec *const *spec; /* `size` of them, borrowed */
    unsigned size;
    unsigned threads;
    struct player_limits limits;
    struct player **player; /* owned; NULL: nobody asked yet */
};

/* False if memory ran out. */
bool match_crew_init(struct match_crew *crew);
/* NULL if memory ran out. */
struct player *match_crew_get(struct match_crew *crew, unsigned worker,
                              unsigned number);
void match_crew_fini(struct match_crew *crew);

enum match_go {
    MATCH_GO_ON,
    MATCH_NOT_PLAYED, /* the game was given up: continue, or end */
    MATCH_ENOUGH,     /* played; no more games are needed */
    MATCH_FAILED,
};

/* A message about a game, on any thread. */
enum match_go match_complain(const char *command, pthread_mutex_t *lock,
                             uint64_t number, const char *trouble);

/* Plays game `number` for worker `worker`. */
typedef enum match_go match_job(void *context, unsigned worker,
                                uint64_t number);

/* A few words about the result so far, for the progress bar. */
#define MATCH_PROGRESS 100
typedef void match_progress(void *context, char out[MATCH_PROGRESS]);

struct match_run {
    uint64_t games;
    unsigned threads;
    const char *label; /* in front of the progress bar */
    match_job *job;
    match_progress *progress; /* or NULL; called on the caller's thread */
    void *context;
    bool hasty; /* an interruption gives up the games under way; else only a
                   second one does */
    /* For match_game: set while the run goes on. */
    atomic_bool abandon;
    /* Results. Unless games were given up, those played are the first ones. */
    uint64_t played;
    bool interrupted; /* by Ctrl-C or SIGTERM */
    bool failed;      /* a job failed, or no thread could be started */
};

/* Runs all the jobs and shows a progress bar if the standard error is a
 * terminal. */
void match_run_all(struct match_run *run);

/* Games in which the same players always have the same seats, each game a deal
 * of its own. */
struct match_series {
    const char *command; /* whose messages these are */
    struct match match;
    const struct player_spec *seat[TIO_MAX_PLAYERS];
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    struct player_limits limits;
    bool quiet;
    size_t size; /* of what each thread counts in, */
    void *sums;  /* one after the other: made by match_series(), the caller's */
    match_watch *watch;
    void (*over)(void *sums, const tio_game *game); /* or NULL */
};

/* Plays as many games on as many threads as `run` says, and fills in the rest of
 * it. CLI_OK, or CLI_WRONG after a message. */
int match_series(struct match_series *series, struct match_run *run);

/* CLI_OK, or CLI_WRONG after a message that the run was interrupted. */
int match_end_early(const char *command, bool interrupted, uint64_t played,
                    uint64_t games);

/* How many threads to use when nobody says: one for each processor. */
unsigned match_default_threads(void);

#define MATCH_MAX_THREADS 64

/* ---- A folder of records, one file for each game -------------------- */

/* Nothing that is already there is ever written over unasked. */

/* Makes the folder if it is missing. False after a message, also if it has
 * records in it and `force` is not set; if it is, those of earlier games are
 * removed, and a link is, not what it points at. */
bool records_dir_open(const char *command, const char *path, bool force);

/* Writes DIR/NNNNNN.tioli, whose path is left in `name`. NULL, or why it
 * failed; then no part of a record is left behind. Safe on any thread. */
const char *records_dir_write(const char *path, uint64_t number,
                              const char *text, size_t length,
                              char name[RECORDS_PATH]);

/* Removes a record that records_dir_write() wrote. */
void records_dir_remove(const char *path, uint64_t number);

#endif
