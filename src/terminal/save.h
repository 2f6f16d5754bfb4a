/* Where a game in progress is kept. The save is an unfinished record; beside
 * it lies a small file that says which seats are bots, which bots, and the seed,
 * so that a game goes on as if it had never been interrupted. */
#ifndef TERMINAL_SAVE_H
#define TERMINAL_SAVE_H

#include <stdbool.h>
#include <stddef.h>

#include "programs/player.h"
#include "tioli.h"

#define SAVE_PATH 4096
#define SAVE_ERROR (SAVE_PATH + 256)
#define SAVE_LIMIT ((size_t)8 << 20) /* bytes of the largest record read */

struct save {
    char path[SAVE_PATH];    /* the record */
    char seats[SAVE_PATH];   /* who sits where */
    char records[SAVE_PATH]; /* folder of finished games; "" : they stay */
    int lock;                /* the seats file, held while the game runs */
    bool new_seats;          /* the seats file was made by this process */
    bool held;               /* another process plays the game that is there */
    bool beside;             /* so this one has a name of its own */
    char error[SAVE_ERROR];  /* what went wrong last */
};

/* Who sits where, and the seed of all chance. */
struct seating {
    unsigned players;
    struct player_spec spec[TIO_MAX_PLAYERS]; /* no text: a person */
    unsigned clock_ms; /* for a move of a program; 0: the default */
    uint64_t seed;
};

static inline bool seating_is_bot(const struct seating *seating, unsigned seat)
{
    return seating->spec[seat].text[0] != 0;
}

/* Every function that returns bool is false with `error` filled in. */

/* The folder where things are kept, or one in it, which is made if need be. */
bool save_folder(struct save *save, const char *name, char out[SAVE_PATH]);

/* Whether a file of the default folder can be a save, by its name. */
bool save_is_name(const char *name);

/* Finds the place, NULL for the default one, and makes its folders. A save that
 * lies in the default folder is one of its own, however it is named. */
bool save_find(struct save *save, const char *path);

/* Whether --resume alone is enough to continue it. */
bool save_is_usual(const struct save *save);

/* Claims the place for this process; a save that lies there already is moved
 * to a new name, which is put in `aside` ("" if there was none). Where another
 * process plays in the default place, the game gets a name of its own beside
 * it. A place that can't be used is left as it was. */
bool save_claim_new(struct save *save, const struct seating *seating,
                    char aside[SAVE_PATH]);

/* Claims the place and reads the record there; the caller frees *text. Writes
 * nothing. */
bool save_claim_old(struct save *save, char **text, size_t *length);

/* Who sits where. Writing claims the place if that has not happened. */
bool save_read_seats(struct save *save, struct seating *out);
bool save_write_seats(struct save *save, const struct seating *seating);

/* Replaces the record: at any moment the old or the new one is there whole. */
bool save_write(struct save *save, const char *text, size_t length);

/* Puts the record of a finished game where it stays, and says where. */
bool save_finish(struct save *save, char where[SAVE_PATH]);

/* Deletes a save that nobody is playing. */
bool save_remove(struct save *save);

/* Lets go of the place. */
void save_release(struct save *save);

#endif
