/* What a person at this terminal is shown, what keys do, and what the person
 * wants. Plain data and pure functions: no terminal, no clock, no game in
 * progress. Two things show it: the full screen draws it as cells, the line game
 * (line.h) prints what is new in it and asks for lines instead of keys.
 *
 *     keys, clicks  ->  ui_key()  --+
 *     what happened ->  ui_news() --+-> struct ui -> ui_draw(): cells
 *     time          ->  ui_tick() --+       \------> ui_wish(): what to do
 *
 * A driver tells it of the table and of what happens there, shows what it
 * draws, and carries its wishes out:
 *
 *     for (;;) {
 *         if (it changed) { ui_draw(ui, cells); show them; }
 *         wait for a key, for news, or ui_wait() milliseconds
 *         ui_key(), ui_news() ..., ui_tick()
 *         while (ui_wish(ui, &wish)) do it
 *     }
 *
 * Texts that are handed over are copied, pointers are not: deck, names, log
 * and history must stay where they are while the table is shown. */
#ifndef TERMINAL_FULL_UI_H
#define TERMINAL_FULL_UI_H

#include "terminal/full/cells.h"
#include "terminal/say.h"
#include "terminal/show.h"
#include "terminal/words.h"
#include "tioli.h"

#define UI_ROWS 24 /* the least that a game needs */
#define UI_COLUMNS 80
#define UI_SAVES 100 /* shown at most, the newest first */
#define UI_LEVEL 64  /* bytes of a bot's level, or of a program's name */
#define UI_PATH 1024
#define UI_LINK 600

struct ui;

struct ui_options {
    bool utf8;      /* else ASCII alone */
    bool animation; /* dice move */
    unsigned rows;
    unsigned columns;
    bool lines; /* printed: nothing is shown for a while and then gone */
};

/* NULL if memory is out. */
struct ui *ui_new(const struct ui_options *options);
void ui_free(struct ui *ui);

/* What can't wait until somebody looks at the ui: a sentence, or the end of a
 * game. Whoever prints has to do so in that order. */
enum ui_told { UI_TOLD_TEXT, UI_TOLD_END };
void ui_hear(struct ui *ui,
             void (*told)(void *context, enum ui_told what, const char *text),
             void *context);

/* Nothing moves from now on: the terminal does not keep up. */
void ui_be_still(struct ui *ui);

/* ---- Keys -------------------------------------------------------------- */

enum ui_key_type {
    UI_KEY_TEXT, /* a character that is not a control character */
    UI_KEY_UP,
    UI_KEY_DOWN,
    UI_KEY_LEFT,
    UI_KEY_RIGHT,
    UI_KEY_ENTER,
    UI_KEY_ESCAPE,
    UI_KEY_TAB,
    UI_KEY_BACKTAB,
    UI_KEY_BACKSPACE,
    UI_KEY_DELETE,
    UI_KEY_HOME,
    UI_KEY_END,
    UI_KEY_PAGE_UP,
    UI_KEY_PAGE_DOWN,
    UI_KEY_CLICK, /* at row and column, from 0 */
    UI_KEY_WHEEL_UP,
    UI_KEY_WHEEL_DOWN,
    UI_KEY_INTERRUPT, /* Ctrl-C: asks whether to leave; a second time leaves */
    UI_KEY_TYPES
};

struct ui_key {
    uint8_t type;
    char text[8]; /* UTF-8 */
    uint16_t row;
    uint16_t column;
};

void ui_key(struct ui *ui, const struct ui_key *key);
void ui_resize(struct ui *ui, unsigned rows, unsigned columns);

/* ---- Time -------------------------------------------------------------- */

/* `now` in milliseconds, of any clock that never goes back. */
void ui_tick(struct ui *ui, uint64_t now);
/* After how many milliseconds the picture changes by itself; -1: never. */
int ui_wait(const struct ui *ui);
/* The shorter of two such times. */
int ui_sooner(int a, int b);
/* Something is still being shown: dice that move, results to be read. More
 * news may come at any time, but are best held back until this is false. */
bool ui_busy(const struct ui *ui);

/* ---- Drawing ----------------------------------------------------------- */

/* The cells may have any size: it is what the picture is laid out for. */
void ui_draw(const struct ui *ui, struct cells *cells);
/* A number that is another whenever the picture may be. */
uint64_t ui_changes(const struct ui *ui);

/* ---- Wishes ------------------------------------------------------------ */

enum ui_wish_type {
    UI_WISH_MOVE,   /* move: it is legal in the view that was asked about */
    UI_WISH_UNDO,   /* the last move back */
    UI_WISH_HURRY,  /* bots play at once until the round ends */
    UI_WISH_HINT,   /* ui_show_hint() answers */
    UI_WISH_LEAVE,  /* away from the table; the game is kept */
    UI_WISH_AGAIN,  /* another game with the same players */
    UI_WISH_RECORD, /* text: where the record of the game is to be copied to */
    UI_WISH_NEW,    /* ui_get_setup() says what */
    UI_WISH_RESUME, /* index: of the saves that were given to ui_menu() */
    UI_WISH_DELETE, /* index: one of those is to go; ui_saves() answers */
    UI_WISH_LEARN,  /* the tutorial */
    UI_WISH_NEXT,   /* the lesson's text was read */
    UI_WISH_START,  /* lobby: begin; bots of level text take empty seats */
    UI_WISH_BOT,    /* lobby: a bot of level text sits down on seat */
    UI_WISH_SET,    /* there: index of game_settings is to be seat */
    UI_WISH_SIT,    /* there: take a free seat */
    UI_WISH_REOPEN, /* the game is over: open the table again */
    UI_WISH_PATIENCE, /* seat is away: the stand-in is to wait longer, */
    UI_WISH_RELIEVE,  /* or to play at once */
    UI_WISH_MUTE,     /* ui_get_setup() says whether reactions are told */
    UI_WISH_SEEK,     /* index: where to in a record, enum ui_seek */
    UI_WISH_QUIT,     /* out of the program, from the start menu */
    UI_WISH_TYPES
};

struct ui_wish {
    uint8_t type;
    tio_move move;
    unsigned index;
    unsigned seat;
    char text[UI_PATH];
};

/* Takes the oldest wish; false if there is none. After a move, an undo or the
 * like the ui waits, and takes no other, until ui_ask(), ui_watch(), ui_end(),
 * ui_notice() or ui_menu() is called. */
bool ui_wish(struct ui *ui, struct ui_wish *out);

/* ---- Before the game --------------------------------------------------- */

struct ui_save {
    char title[200]; /* "Anna: 12, Ben: 8" */
    char detail[80]; /* "round 3 of 6, yesterday at 21:40" */
};

/* The start menu: new game, saved games, learning, quitting. The set-up form
 * is reached from here, or at once by ui_form(). */
void ui_menu(struct ui *ui, const struct ui_save saves[], unsigned count);
/* Other saves than before, while their list is shown. */
void ui_saves(struct ui *ui, const struct ui_save saves[], unsigned count);

/* Something takes its time before there is a table: the sentence says what.
 * Whoever does not want to wait wishes to leave. */
void ui_await(struct ui *ui, const char *text);

/* What a new game shall be like. */
struct ui_setup {
    tio_settings settings;
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT]; /* "": a name will be found */
    char login[TIO_NAME_TEXT];                 /* the first person's, or "" */
    char bot[TIO_MAX_PLAYERS][UI_LEVEL]; /* level or program; "": a person */
    char deck[UI_PATH];                  /* a file, or "": the standard deck */
    char seed[24];                       /* digits, or "" */
    bool hints;
    bool takeback;   /* alone against bots: their moves can be taken back */
    uint8_t confirm; /* enum ui_confirm */
    uint8_t games;   /* played to their end, up to UI_FIRST_GAMES */
    bool mute;       /* what others say at a server's table is not told */
};

/* Whether the key that passes asks first. */
enum ui_confirm {
    UI_CONFIRM_NO,
    UI_CONFIRM_YES,
    UI_CONFIRM_FIRST, /* in the first games */
    UI_CONFIRMS
};
#define UI_FIRST_GAMES 3

/* What the form begins with: the one of the last time. */
void ui_set_setup(struct ui *ui, const struct ui_setup *setup);
const struct ui_setup *ui_get_setup(const struct ui *ui);
void ui_form(struct ui *ui);

/* ---- The table --------------------------------------------------------- */

struct ui_table {
    const tio_deck *deck;
    const struct names *names;
    const struct log *log;
    const struct history *history; /* rounds that were scored; NULL: unknown */
    unsigned players;
    unsigned here; /* bit per seat: people at this keyboard */
    char level[TIO_MAX_PLAYERS][UI_LEVEL]; /* of a bot, else "" */
    bool hints;                            /* may be asked for */
    bool saved; /* the game is kept if one leaves; else it is lost, or on a
                   server, where it continues */
    bool server;
    bool undo;    /* somebody here may take a move back, though another
                          is to decide */
    bool hurry;   /* the only person here has passed; bots still play */
    bool unsaved; /* saving failed: said on the screen */
    bool open;    /* on a server: before the game */
    bool over;    /* there: the game is over, another may follow */
    bool host;    /* there: may begin, and have bots sit down */
    tio_settings settings; /* there: of the next game */
    unsigned taken;        /* bit per seat, there: not free */
    unsigned bots;         /* bit per seat, there */
    unsigned again;        /* bit per seat, there: want another game */
    unsigned hosts;        /* bit per seat, there: whose table it is */
    unsigned away;         /* bit per seat: persons who are not connected */
    unsigned stand_in;     /* bit per seat: a bot plays for them */
    long clock_ms[TIO_MAX_PLAYERS]; /* left, as of now; negative: no clock */
    unsigned awaited; /* bit per seat: away, and the stand-in comes in */
    unsigned long grace_ms[TIO_MAX_PLAYERS]; /* so much, as of now */
    const char *spoken;    /* there: the table's code before the game, or "" */
    const char *save_path; /* where the game is saved, or NULL */
    const char *no_undo; /* why somebody who is not asked can't take back their
                            last move, or NULL */
    uint64_t seed;       /* of hints, which differ from */
    uint64_t number;     /* move to move */
};

/* Everybody sits at this table from now on; again whenever one of the facts
 * has changed. */
void ui_sit(struct ui *ui, const struct ui_table *table);

/* A seat at this keyboard has to decide. `no_undo` is a sentence that says why
 * the last move can't be taken back, or NULL: it can. If several people sit at
 * this keyboard and another than the last one is asked, the screen hides the
 * hand until that person confirms. */
void ui_ask(struct ui *ui, const tio_view *view, const char *no_undo);

/* Others have to decide, or nobody. With several people at the keyboard the
 * view had better be a spectator's. */
void ui_watch(struct ui *ui, const tio_view *view);

/* What happened: the views before and after it, and the move, as one seat sees
 * them. The log has it in words already. Answers of a common phase are news
 * only when the last one came (that is the move then). */
void ui_news(struct ui *ui, const tio_view *before, const tio_move *move,
             const tio_view *after);

/* The answer to UI_WISH_HINT. */
void ui_show_hint(struct ui *ui, const tio_hint *hint);

/* A sentence for the message line; it stays until a key is pressed. */
void ui_notice(struct ui *ui, const char *text);
/* The same in the ink of things that went wrong. */
void ui_trouble(struct ui *ui, const char *text);

/* The game is over. `record` is where its record is kept, `verdict` a sentence
 * about its dice, which stays however many keys are pressed; or NULL. */
void ui_end(struct ui *ui, const tio_view *view, const char *record,
            const char *verdict);

/* ---- Lessons ----------------------------------------------------------- */

struct ui_lesson {
    char title[120];
    char text[1200]; /* paragraphs are parted by "\n" */
    unsigned step;   /* from 1 */
    unsigned steps;  /* 0: their number is not shown */
    bool go_on;      /* Enter continues: UI_WISH_NEXT; no move can be made */
    bool wrong;      /* that was not what was asked for */
};

/* A panel beside the table, or NULL: no lesson any more. */
void ui_teach(struct ui *ui, const struct ui_lesson *lesson);

/* ---- A record that is looked at ---------------------------------------- */

enum ui_seek {
    UI_SEEK_NOTHING,
    UI_SEEK_BACK, /* one move */
    UI_SEEK_ON,
    UI_SEEK_ROUND_BACK,
    UI_SEEK_ROUND_ON,
    UI_SEEK_FIRST,
    UI_SEEK_LAST,
    UI_SEEK_EYES /* with those of the next player, or of nobody */
};

struct ui_replay {
    unsigned at; /* moves made */
    unsigned moves;
    char said[400]; /* what the last of them was */
};

/* The table is that of a record. Whatever is shown was told by ui_watch() or
 * ui_news() before; keys are wishes to go elsewhere. */
void ui_replay(struct ui *ui, const struct ui_replay *replay);

/* ---- A table on a server, before the game ------------------------------ */

/* The facts of the table say who is there; `link` is for others. Before the
 * game, or between two: then START is a rematch, and AGAIN asks for one. */
void ui_lobby(struct ui *ui, const char *link);

/* Whenever a key means something: when, which, and what it does, in English.
 * False after the last. */
struct screen_key {
    const char *when;
    const char *key;
    const char *words;
};
bool screen_key(unsigned number, struct screen_key *key);

#endif
