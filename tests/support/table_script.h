/* A random table, played by a script that can be followed again with other
 * hidden cards; and what one observer is sent meanwhile. */
#ifndef SUPPORT_TABLE_SCRIPT_H
#define SUPPORT_TABLE_SCRIPT_H

#include "table/json.h"

#define STEPS 700 /* of a script at the most */

enum step_kind {
    STEP_DO,      /* a person's command */
    STEP_TRY,     /* the observer thinks about a move */
    STEP_PRESENT, /* somebody comes or goes */
    STEP_TICK,
    STEP_WANT /* a bot is asked and answers */
};

struct step {
    uint8_t kind;
    uint8_t seat;  /* of the person, the bot */
    bool observer; /* the observer did it: what came of it is compared */
    bool present;
    bool moves;  /* `move` is what the text or the answer says */
    bool hidden; /* and it was an answer that was not shown in the end */
    uint8_t command;
    unsigned number;
    uint64_t now;
    uint64_t at;
    tio_move move;
    char text[TIO_MOVE_TEXT];
};

struct script {
    uint64_t seed;
    unsigned players;
    unsigned persons;  /* seats from 0; bots sit on the others */
    unsigned observer; /* seat, or TIO_SPECTATOR */
    struct table_settings settings;
    const char *deck; /* own, or NULL */
    unsigned count;
    struct step step[STEPS];
    unsigned deals;
    tio_move deal[STEPS * 8]; /* all chance moves, in order */
    uint8_t played[STEPS];    /* the cards of all actions, in order */
};

/* One table that follows a script, or writes it. */
struct side {
    struct script *script;
    struct table_host host;
    struct table *table;
    tio_random random;
    struct json sent;               /* to the observer, one message a line */
    struct table_sections sections; /* of the last state among them */
    /* Called for each event instead, if not NULL. */
    void (*look)(const struct table *table, const struct table_event *event);
    tio_game before;
    bool shown[TIO_MAX_CARDS]; /* to the observer */
    bool first; /* chance is drawn; else it is the first side's, */
    uint8_t card[TIO_MAX_CARDS]; /* with these cards instead */
    unsigned deals;
    unsigned plays;
    bool broken; /* the script does not fit any more */
    unsigned secrets;
    unsigned events;
    struct table_event log[STEPS * 9];
    char deck[TABLE_DECK]; /* of the last snapshot in it */
};

/* Everybody has an id and a share of chance that can be told from all else. */
struct table_person script_person(unsigned seat);
void script_bytes(unsigned seat, uint8_t out[TABLE_BYTES]);
bool script_is_answer(const tio_move *move);

/* Settings, seats and an observer, all at random. */
void script_begin(struct script *script, uint64_t seed);

/* The first side draws chance and writes the script down. */
void side_begin(struct side *side, struct script *script, bool first,
                struct decks *decks);
void side_end(struct side *side);
void side_create(struct side *side);
/* Plays to a random moment. */
void side_write(struct side *side);
/* One step, with all that the observer is sent because of it. */
void side_step(struct side *side, const struct step *step);
/* One of the seat's legal moves. */
void side_any_move(struct side *side, unsigned seat, tio_move *out);

/* What is sent: the state, and numbers that must not differ either. */
struct table_viewer side_viewer(const struct table *table, unsigned seat);
void side_state(struct side *side, const struct table *table, uint64_t now);
void side_note(struct side *side, const char *word, uint64_t number);
void side_end_line(struct side *side);

#endif
