/* A game in progress with everything around it: who sits where, bots' turns,
 * clocks, stand-ins, undo, rematches. It knows no transport, no store and no
 * clock: requests come in as commands, time is an argument, and what happened
 * goes out through struct table_host.
 *
 *     table_do()    a person asks for something: events, or a refusal
 *     table_tick()  time has passed: events
 *     table_fold()  one event: the only function that changes a table
 *
 * What a table is, is the fold of its events; the few fields that are not
 * (marked 'live') are about this process: who is connected, what bots think. */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "show/tale.h"
#include "table/decks.h"
#include "table/event.h"

/* Moves that can be taken back at most: every die of the tray, a second die that
 * somebody forgoes, and for each seat a pass and an answer that nobody has seen.
 * Anything else is a roll, a deal or a card that is shown. */
#define TABLE_UNDO (TIO_MAX_DICE + 1 + 2 * TIO_MAX_PLAYERS)
/* Bytes of a table's log, from its last snapshot on. Nobody can make it grow
 * without end: src/table/snapshot.c lists what bounds each event.
 *
 * Before the first game another snapshot takes the place of what came after the
 * last one whenever that is more than TABLE_LOG_OPEN: little to read again, and
 * enough that a snapshot is not written after every change.
 *
 * From TABLE_LOG_FULL on nothing happens but the game that is on, what ends it
 * and what begins the next; a player who is back then shows it by a move. The
 * longest games that bots play with the most rounds are a third of it, and
 * folding all of it again takes some hundredths of a second. What a game may
 * still add is bounded by the rules, so that no log is above TABLE_LOG_MOST. */
#define TABLE_LOG_OPEN ((size_t)16 << 10)
#define TABLE_LOG_FULL ((size_t)512 << 10)
#define TABLE_LOG_MOST ((size_t)3 << 19)
/* Of a seat in a game: no guest alone fills a log. */
#define TABLE_NAMES 20
#define TABLE_UNDOS 200
/* How much longer a host may have the others wait for somebody who is away, and
 * how often for a seat in a game: an hour in all. */
#define TABLE_WAIT (5 * TABLE_MINUTE)
#define TABLE_WAITS 12
#define TABLE_STAND_INS 64 /* of a seat in a game, with equal grace */
#define TABLE_ROUNDS (TIO_MAX_PLAYERS * TIO_MAX_STARTS)
#define TABLE_NEVER UINT64_MAX
#define TABLE_TOLD 768 /* bytes of the settings in a state, with long names */
#define TABLE_SPOKEN 6 /* room for a spoken code */
#define TABLE_LATEST ((uint64_t)1 << 53) /* time of an event, at most */

enum table_phase {
    TABLE_OPEN, /* seats are filled */
    TABLE_PLAYING,
    TABLE_OVER, /* the game is; a rematch may follow */
    TABLE_CLOSED,
    TABLE_PHASES
};

/* What a bot or a stand-in is asked, and what it said. Live. */
struct table_thought {
    uint64_t ticket;  /* the seat's `question`; 0: nothing is thought about */
    uint64_t due;     /* when the answer is given, whatever it is */
    uint64_t release; /* the same, or later if the answer came later */
    bool asked;       /* handed out by table_wants() */
    bool answered;
    tio_move move;
};

struct table_seat {
    uint8_t kind;
    bool stand_in;    /* a bot plays until the person is back */
    bool left;        /* for good */
    bool gave_up;     /* left while this game was on: a bot played on */
    bool again;       /* wants a rematch */
    bool contributed; /* `bytes` are the person's share of chance */
    struct table_person person;
    char name[TIO_NAME_TEXT];
    uint32_t colour;
    char level[TABLE_LEVEL];
    uint8_t bytes[TABLE_BYTES];
    uint64_t left_ms;    /* on the clock when it last stopped */
    uint64_t asked_time; /* since when a decision is awaited; 0: none */
    uint64_t question;   /* number of the event that asked for it; 0: none */
    uint32_t stand_ins;  /* of this game */
    uint32_t names;      /* changes of it in this game, or before the first */
    uint32_t undos;      /* of this game */
    uint32_t waits;      /* of this game */
    uint64_t wait_until; /* no stand-in before this time; 0: no matter */
    /* Live. */
    bool present;
    uint64_t absent_since;
    uint64_t reacted; /* the moment at which all reactions are forgotten */
    struct table_thought thought;
};

/* A player's sums so far. */
struct table_score {
    int16_t points;
    int16_t chips;
};

struct table;

/* What a table needs of the process around it. None of the functions may call
 * back into the table, except to read it. */
struct table_host {
    void *context;
    struct decks *decks; /* what tables of this process share */
    /* An event was folded: write it down, tell whoever watches. */
    void (*happened)(void *context, struct table *table,
                     const struct table_event *event);
    /* The outcome of the chance move that table->game waits for. */
    void (*deal)(void *context, const struct table *table, tio_move *out);
    /* A fresh secret and the commitment to it. */
    void (*secret)(void *context, uint8_t secret[TABLE_BYTES],
                   uint8_t commit[TABLE_BYTES]);
    /* Whether `level` is a bot or program that is available here. */
    bool (*knows)(void *context, const char *level);
};

struct table {
    const struct table_host *host;
    void *context;    /* live: for whoever owns the table */
    uint64_t seq;     /* of the last event; 0: nothing has happened */
    uint64_t time;    /* of the last event */
    uint64_t created; /* time */
    uint64_t rested;  /* live: of the time since the last event, when there was
                         no server; nobody forgets a table meanwhile */
    size_t log;       /* bytes of the events from the last snapshot on */
    size_t log_first; /* of them, of the snapshot; 0: there is none */
    uint8_t phase;    /* enum table_phase */
    uint8_t cause;    /* of closing */
    struct table_settings settings;
    char told[TABLE_TOLD]; /* the settings as every state has them: JSON */
    size_t told_size;
    const tio_deck *deck;      /* shared: see deck_share() in table/decks.h */
    struct table_person owner; /* the host */
    struct table_seat seat[TIO_MAX_PLAYERS];
    struct table_request request[TABLE_REQUESTS];
    unsigned requests; /* ever remembered: the ring's place */
    struct table_person kicked[TABLE_KICKED]; /* may not come back */
    unsigned kicks;
    /* Chance. `secret` is of the game that is on or will be next; the one of
     * the game before is `revealed`. */
    uint8_t secret[TABLE_BYTES];
    uint8_t commit[TABLE_BYTES];
    uint8_t revealed[TABLE_BYTES];
    uint8_t revealed_commit[TABLE_BYTES];
    bool has_secret;
    bool has_revealed;
    unsigned games;   /* started here */
    uint32_t chances; /* chance moves of this game so far: the number of the
                         next, from 0 */
    /* The game: of any meaning once `games` is not 0. */
    uint8_t first;    /* seat that started its first round, or TIO_NONE as long
                         as that is not known */
    uint64_t started; /* time */
    tio_game game;
    /* What a client names in `at`: the number of the event that made the
     * present question. An answer in a common phase that leaves others to
     * answer, and its undoing, do not change it: nobody else's move is late
     * because of them. Everything else that changes `game` does. */
    uint64_t position;
    /* The game before the moves that can be taken back, the last one first to
     * go. The first was made by a person. So were the others, on the same seat,
     * except where bots' moves go back with the person's: see table_solo(). */
    tio_game barrier;
    unsigned undo_moves;
    unsigned undone; /* moves that the last event took back, for the news */
    tio_move undo_move[TABLE_UNDO];
    uint64_t undo_left[TABLE_UNDO]; /* on the seat's clock when it was made */
    uint64_t undo_time[TABLE_UNDO]; /* when that was; time down left out */
    /* Answers of a common phase that nobody has seen yet; and those that the
     * last event revealed, for the news. */
    unsigned hidden_answers; /* bit per seat */
    tio_move answer[TIO_MAX_PLAYERS];
    unsigned shown_answers;
    tio_move shown[TIO_MAX_PLAYERS];
    uint8_t hurry; /* live: the round to the end of which bots play at once, 0:
                      none */
    struct tale_ground ground; /* live: before the last event, for the news */
    char spoken[TABLE_SPOKEN]; /* live: under which whoever has no link finds
                                  the table while it is open, or "" */
    char stood[TIO_NAME_TEXT]; /* whose seat was freed last, or what somebody
                                  was called before, for the news */
    /* How it stood after each round of this game. */
    unsigned scored; /* rounds */
    struct table_score score[TABLE_ROUNDS][TIO_MAX_PLAYERS];
};

/* Keeps `told` true: the fold calls it whenever `settings` have changed. In
 * table/json.c. */
void table_tell_settings(struct table *table);
/* Keeps `scored` and `score` true: the fold calls it whenever `game` was begun
 * or a move was applied to it. In table/scores.c. */
void table_keep_scores(struct table *table);

/* ---- Refusals ------------------------------------------------------- */

#define TABLE_ERRORS(X)                                                        \
    X(OK, "ok", "done")                                                        \
    X(NOT_HOST, "not-host", "only the host may do that")                       \
    X(NOT_SEATED, "not-seated", "only players at the table may do that")       \
    X(NO_WATCHING, "no-watching", "watching is turned off at this table")      \
    X(NOT_OPEN, "not-open", "the game has started")                            \
    X(NOT_PLAYING, "not-playing", "no game is being played")                   \
    X(NOT_OVER, "not-over", "the game is not over")                            \
    X(CLOSED, "closed", "the table is closed")                                 \
    X(STALE, "stale", "the game moved on before this arrived")                 \
    X(FULL, "full", "every seat is taken")                                     \
    X(SEAT_TAKEN, "seat-taken", "that seat is taken")                          \
    X(SEATED_ALREADY, "seated-already",                                        \
      "you already have a seat at this table")                                 \
    X(NO_SUCH_SEAT, "no-such-seat", "there is no such seat")                   \
    X(NOBODY_THERE, "nobody-there", "nobody sits there")                       \
    X(NO_SUCH_BOT, "no-such-bot", "there is no such bot")                      \
    X(BAD_NAME, "bad-name",                                                    \
      "a name has 1 to 40 bytes, is visible, and does not mix alphabets")      \
    X(BAD_CODE, "bad-code", "the password is wrong")                           \
    X(BAD_SETTING, "bad-setting", "that setting is not allowed")               \
    X(BAD_DECK, "bad-deck", "the deck can't be read")                          \
    X(TOO_FEW, "too-few", "at least one person must have a seat")              \
    X(BAD_MOVE, "bad-move", "the move can't be read")                          \
    X(ILLEGAL, "illegal", "the rules do not allow it")                         \
    X(NO_HINTS, "no-hints", "hints are turned off at this table")              \
    X(NO_UNDO, "no-undo", "taking moves back is turned off at this table")     \
    X(NOTHING_TO_UNDO, "nothing-to-undo", "you have no move to take back")     \
    X(NO_BYTES, "no-bytes", "your random bytes are missing")                   \
    X(MEMORY, "memory", "the server is out of memory")                         \
    X(KICKED, "kicked", "the host has removed you from this table")            \
    X(LOG_FULL, "log-full",                                                    \
      "the log of this table is full: only the game itself continues")         \
    X(NOT_AGREED, "not-agreed",                                                \
      "somebody must ask for a rematch first, and so must you if you play")    \
    X(TOO_MANY_NAMES, "too-many-names",                                        \
      "you have changed your name often enough: wait for the next game")       \
    X(NAME_TAKEN, "name-taken",                                                \
      "somebody at this table has that name, or one that looks the same")      \
    X(TOO_MANY_UNDOS, "too-many-undos",                                        \
      "you have taken back as many moves as you can in one game")              \
    X(NO_HURRY, "no-hurry",                                                    \
      "you can skip ahead only after you have passed, alone against bots")     \
    X(NOT_AWAITED, "not-awaited", "nobody is being waited for in that seat")   \
    X(TOO_OFTEN, "too-often", "that has been done as often as one game allows")

enum table_error {
#define X(name, word, words) TABLE_E_##name,
    TABLE_ERRORS(X)
#undef X
        TABLE_ERROR_COUNT
};

/* "Otto", "Mia": what bots are called. There are more than there are seats; the
 * numbers go round. */
const char *table_first_name(unsigned number);

const char *table_error_name(enum table_error error);
const char *table_error_words(enum table_error error);

struct table_refusal {
    enum table_error error;
    tio_error rule;      /* of ILLEGAL */
    tio_text_error text; /* of BAD_MOVE, BAD_DECK, BAD_SETTING */
    char field[16];      /* of BAD_SETTING: "players", "clock" ... */
};

/* ---- Commands ------------------------------------------------------- */

#define TABLE_COMMANDS(X)                                                      \
    X(SIT, "sit")     /* seat or TIO_NONE, name, colour, bytes, code */        \
    X(STAND, "stand") /* open: the seat is free; in a game: leaves for good */ \
    X(KICK, "kick")   /* seat: of a person or a bot, before the start */       \
    X(BOT, "bot")     /* seat or TIO_NONE, level */                            \
    X(NAME, "name")   /* name, colour */                                       \
    X(SET, "set")     /* settings, deck */                                     \
    X(HOST, "host")   /* seat: becomes the host */                             \
    X(START,                                                                   \
      "start")      /* level: of the bots in empty seats; for a rematch,     \
                         of those for players who did not agree */ \
    X(MOVE, "move") /* at, text */                                             \
    X(UNDO, "undo") /* at */                                                   \
    X(HURRY, "hurry")     /* bots play at once until the round ends */         \
    X(AGAIN, "again")     /* bytes */                                          \
    X(RELIEVE, "relieve") /* seat: a bot plays at once */                      \
    X(WAIT, "wait")       /* seat: the stand-in comes later */                 \
    X(REOPEN, "reopen")   /* bytes: of a host who keeps the seat */            \
    X(CLOSE, "close")

enum table_command_type {
#define X(name, word) TABLE_DO_##name,
    TABLE_COMMANDS(X)
#undef X
        TABLE_COMMAND_TYPES
};

struct table_command {
    uint8_t type;
    uint8_t seat;
    struct table_person person; /* from the session, never from a message */
    char request[TABLE_REQUEST];
    uint64_t at; /* the position that the person saw; 0: any */
    char name[TIO_NAME_TEXT];
    uint32_t colour;
    bool has_bytes;
    uint8_t bytes[TABLE_BYTES];
    char code[TABLE_CODE];
    char level[TABLE_LEVEL];
    const char *text; /* the move */
    struct table_settings settings;
    const char *deck; /* text of an own deck, or NULL */
};

/* ---- Life ----------------------------------------------------------- */

/* An empty table. NULL if memory is out. `host` must outlive it. */
struct table *table_new(const struct table_host *host);
void table_free(struct table *table);

/* Makes the first events of a new table (CREATE, COMMIT). */
enum table_error table_create(struct table *table,
                              const struct table_settings *settings,
                              const char *own_deck, struct table_person owner,
                              const char *request, uint64_t now,
                              struct table_refusal *why);

/* Carries a command out, with all that follows at once (dice, cards, the end
 * of the game). *seq becomes the number of the event that carries the request.
 * A request that was carried out before gives OK again and its old *seq, and
 * nothing happens, whatever the command says now. `why` and `seq` may be
 * NULL. */
enum table_error table_do(struct table *table,
                          const struct table_command *command, uint64_t now,
                          uint64_t *seq, struct table_refusal *why);

/* Applies one event, live or from a log. False with a sentence in `why` if it
 * can't follow what is there; the table is then as it was. */
bool table_fold(struct table *table, const struct table_event *event,
                char why[200]);

/* After the last event of a log was folded: clocks go on from `now`, everybody
 * is absent, and what a crash cut short is carried on. */
void table_resume(struct table *table, uint64_t now);
/* The same for a table that goes on elsewhere: nothing happens by it. */
void table_join(struct table *table, uint64_t now);
/* Somebody else asks the bots from now on. */
void table_rest(struct table *table);

/* From now on until the round ends, bots answer as soon as they can. */
void table_hurry(struct table *table, uint64_t now);

/* Does whatever is due. */
void table_tick(struct table *table, uint64_t now);
/* When table_tick() is to be called at the latest, or TABLE_NEVER. */
uint64_t table_due(const struct table *table);

/* A person's first connection has come, or the last has gone. A person who
 * sits down is absent until this is called. */
void table_present(struct table *table, unsigned seat, bool present,
                   uint64_t now);

/* ---- Bots ----------------------------------------------------------- */

/* A decision that somebody has to think out, on a copy of the seat's view. */
struct table_want {
    uint8_t seat;
    uint64_t ticket;
    const char *level;
    uint64_t due; /* what comes later waits for the next moment that does not
                     depend on how long it took */
    tio_view view;
};

/* Whether there is a decision that was not handed out yet; and the next of
 * those, false if there is none. */
bool table_has_wants(struct table *table, uint64_t now);
bool table_wants(struct table *table, uint64_t now, struct table_want *out);
/* The answer. It takes effect in table_tick(), at its moment: `due`, or if
 * `now` is later a whole number of steps after that; a step depends on the
 * level and the settings alone. TABLE_ANSWER_OLD: nobody waits for it any more.
 * TABLE_ANSWER_ILLEGAL: the table still waits, and the caller must find
 * another. */
enum table_answer_status {
    TABLE_ANSWER_TAKEN,
    TABLE_ANSWER_OLD,
    TABLE_ANSWER_ILLEGAL
};
enum table_answer_status table_answer(struct table *table, unsigned seat,
                                      uint64_t ticket, const tio_move *move,
                                      uint64_t now);

/* ---- Questions ------------------------------------------------------ */

/* The person's seat, or TIO_NONE. */
unsigned table_seat_of(const struct table *table, struct table_person person);

/* ---- tale.c ---- */

/* How an event is told to a viewer, a seat or TIO_SPECTATOR; `table` is as the
 * event left it. */
void table_tale(struct tale *out, const struct table *table,
                const struct table_event *event, unsigned viewer);
/* Who has put an end to a seat's part in the game: the person, or the host, who
 * began a rematch without waiting. */
unsigned table_left_by(const struct table *table,
                       const struct table_event *event);
bool table_is_owner(const struct table *table, struct table_person person);
bool table_person_same(struct table_person a, struct table_person b);
/* Whether the host has sent the person away: for as long as the table lasts, or
 * until TABLE_KICKED others were sent away after them. */
bool table_was_kicked(const struct table *table, struct table_person person);
/* Whether somebody who has the link may see the table as it is: TIO_NONE no,
 * TIO_SPECTATOR for a spectator (also of an open table), else the seat. */
unsigned table_viewer(const struct table *table, struct table_person person);
/* The same as a refusal: OK, KICKED or NO_WATCHING. */
enum table_error table_may_see(const struct table *table,
                               struct table_person person);
/* Whether the seat has taken back as many moves as it may in a game. */
bool table_undos_spent(const struct table *table, unsigned seat);
/* How many of the moves that the last event took back everybody had seen:
 * `hidden` are the seats whose answers were hidden before it. */
unsigned table_undone_shown(const struct table *table, unsigned hidden);
/* Whether the person on the seat may have the bots play on at once: it is out of
 * the round, and nobody but bots is left at the table. */
bool table_may_hurry(const struct table *table, unsigned seat);
/* Whether the moves of bots are taken back together with the person's move that
 * they followed: the table wants it, and one person plays against built-in bots.
 * It holds for a whole game, because nobody sits down during one, and a person
 * who has left still counts. Other people's programs can't unlearn a move. */
bool table_solo(const struct table *table);
/* The seat whose last move `undo` would take back now: TIO_NONE if none. */
unsigned table_undo_seat(const struct table *table);
/* What everybody may know of since the event, which was folded last: a move, or
 * in a common phase the answers that it has shown; each as it was made. Returns
 * how many they are. */
unsigned table_shown(const struct table *table, const struct table_event *event,
                     tio_move out[TIO_MAX_PLAYERS]);
/* When a stand-in comes for a person who is away, or TABLE_NEVER: the person is
 * there, one plays already, or none will. */
uint64_t table_grace_end(const struct table *table, unsigned seat);
/* The same as milliseconds from now on. */
uint64_t table_grace_left(const struct table *table, unsigned seat,
                          uint64_t now);
/* What is left on a seat's clock, in milliseconds; TABLE_NEVER without one: at
 * a table without clocks, for bots, and while no game is on. */
uint64_t table_clock(const struct table *table, unsigned seat, uint64_t now);

#endif
