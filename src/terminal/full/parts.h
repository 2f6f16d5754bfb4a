/* What the files of the full-screen game share: all of its state, and how the
 * parts of the picture are drawn. */
#ifndef TERMINAL_FULL_PARTS_H
#define TERMINAL_FULL_PARTS_H

#include "show/advice.h"
#include "terminal/full/ui.h"
#include "notation/settings.h"
#include "show/fit.h"

enum mode {
    MODE_NOTHING, /* before anybody has told anything */
    MODE_AWAIT,   /* a program, or a server, takes its time */
    MODE_MENU,
    MODE_SAVES,
    MODE_FORM,
    MODE_LOBBY,
    MODE_WATCH,     /* others decide */
    MODE_HAND_OVER, /* the one who has to decide is not at the keyboard yet */
    MODE_TURN,
    MODE_AIM, /* part of a turn: an action's targets */
    MODE_LAY,
    MODE_DISCARD,
    MODE_DRAW,
    MODE_END
};

enum overlay {
    OVER_NOTHING,
    OVER_HELP,
    OVER_LOG,
    OVER_SCORES,
    OVER_HINT,
    OVER_TYPE,     /* a move in the move language */
    OVER_RECORD,   /* where the record goes */
    OVER_DELETE,   /* whether a saved game goes */
    OVER_SETTINGS, /* of a table on a server */
    OVER_LEAVE
};

/* What a click means. Lists count from 0. */
enum hit {
    HIT_NOTHING,
    HIT_KEY = 0x100,     /* + character: as if it were pressed */
    HIT_SPECIAL = 0x200, /* + enum ui_key_type: the same */
    HIT_TRAY = 0x300,    /* + kind of a die in the tray */
    HIT_OPTION = 0x400,  /* + number in a row of options */
    HIT_CARD = 0x500,    /* + place in the hand */
    HIT_ROW = 0x600,     /* + number in a list */
    HIT_KINDS = 0x700
};

#define WISHES 4
#define NOTICE 400
#define TYPED 200

/* Aiming an action: what was picked so far. */
struct aim {
    bool choosing; /* which action, because there are several */
    unsigned card; /* then: place in a list of them */
    tio_action action;
    tio_kind die; /* picked, or TIO_NONE */
    tio_dice dice;
    unsigned option; /* cursor in a row of options */
};

/* Where the dice lie in the lay-out that is put together. */
struct lay {
    unsigned count;
    tio_kind die[TIO_MAX_DICE];
    uint8_t where[TIO_MAX_DICE]; /* place in the hand, or TIO_NONE */
    unsigned proposal; /* number of the one shown, of those that are best */
    unsigned cursor;
    unsigned shown; /* dice that have arrived, while they travel */
    uint64_t since;
};

struct results {
    bool on;
    tio_view before;
    tio_view after;
    unsigned first; /* player at the top */
    unsigned shown; /* players revealed */
    uint64_t since;
};

/* Something that moves. The picture is of `before` until it is over. */
struct motion {
    bool on;
    uint64_t since;
    unsigned length; /* milliseconds */
    tio_view before;
    tio_move move;
};

struct form {
    unsigned row;
    bool started; /* the set-up is that of somebody */
};

struct ui {
    struct ui_options options;
    void (*told)(void *context, enum ui_told what, const char *text);
    void *told_context;
    uint64_t changes;
    uint64_t questions; /* how often somebody was asked */
    uint64_t now;
    enum mode mode;
    enum overlay over;
    /* The table. */
    struct ui_table table;
    tio_view view;
    struct results results;
    struct motion motion;
    struct lay lay;
    struct aim aim;
    tio_hint hint;
    unsigned at_keyboard; /* seat, or TIO_NONE */
    unsigned row;         /* cursor in a list: menu, saves, discard, draw */
    tio_kind cursor;      /* in the tray */
    unsigned card;        /* in a turn, the card looked at, or TIO_NONE */
    bool seated;          /* there is a table */
    bool has_view;
    bool waiting; /* a wish is being carried out */
    bool sure;    /* the person is asked whether to pass */
    bool hurries; /* what bots do is not shown move by move */
    bool trouble; /* the notice is of something that went wrong */
    bool hint_wanted;
    bool has_hint;
    bool teaching;
    /* Beside it. */
    int scroll;     /* of an overlay */
    unsigned level; /* of bots in the lobby */
    unsigned saves;
    unsigned wishes;
    unsigned hit; /* of the click that is being handled */
    struct ui_save *save;
    struct form form;
    char no_undo[NOTICE]; /* "": the last move can be taken back */
    char notice[NOTICE];
    char awaited[NOTICE];
    char record[UI_PATH];
    char verdict[NOTICE];
    char typed[UI_PATH];
    struct ui_setup setup;
    char link[UI_LINK];
    struct ui_lesson lesson;
    struct ui_wish wish[WISHES];
    bool replaying; /* a record is looked at */
    struct ui_replay replay;
};

/* ---- ui.c -------------------------------------------------------------- */

void ui_want(struct ui *ui, const struct ui_wish *wish);
void ui_want_type(struct ui *ui, unsigned type);
/* The same, and nothing else until it is done. */
void ui_want_done(struct ui *ui, unsigned type);
/* A legal move of the view's seat; anything else is told and refused. */
bool ui_want_move(struct ui *ui, const tio_move *move);
void ui_say(struct ui *ui, bool trouble, const char *text);
/* Puts something on top of the picture. */
void ui_open(struct ui *ui, enum overlay over);
bool ui_is_key(const struct ui_key *key, char letter);
/* The only seat at this keyboard, or TIO_NONE. */
unsigned ui_alone(const struct ui *ui);
/* Somebody at this keyboard has to decide. */
bool ui_asks(const struct ui *ui);
/* Whose stand-in comes first, or TIO_NONE. */
unsigned ui_awaited(const struct ui_table *table);
/* The host decides about somebody who is away: PATIENCE or RELIEVE. */
void ui_absent(struct ui *ui, unsigned type, unsigned seat);
/* What others say is told, or not any more. */
void ui_mute(struct ui *ui);
/* The number of the hit in [base, base + count), or -1. */
int ui_hit(const struct ui *ui, unsigned base, unsigned count);
/* One up or down in a list of `count`, round its ends. */
void ui_step(unsigned *row, unsigned count, int by);

/* ---- Dice: dice.c ------------------------------------------------------ */

/* How a die is drawn. */
struct die {
    uint8_t colour; /* TIO_EITHER: a place for both */
    uint8_t face;   /* 0: any */
    bool empty;     /* a place on a card, with no die on it */
    bool dim;       /* can't be picked now */
    bool picked;    /* is */
    bool hinted;    /* the hint that was read is about it */
    uint8_t look;
    uint16_t hit;
};

#define DIE_SMALL 3 /* columns */
#define DIE_BOX 5
#define DIE_PIPS 7

struct die die_of(tio_kind kind);
unsigned die_ink(unsigned colour);
/* "(3)" where the pen is; the pen moves on. */
void die_small(struct pen *pen, struct die die);
/* 3 rows and 5 columns at a place in the pen's box. */
void die_box(struct pen *pen, int row, int column, struct die die);
/* 5 rows and 7 columns. */
void die_pips(struct pen *pen, int row, int column, struct die die);
/* Small dice in a row, at most `width` columns. */
void dice_row(struct pen *pen, tio_dice dice, int width);
/* The kinds in order, one for each die; returns how many. */
unsigned dice_list(tio_dice dice, tio_kind out[TIO_MAX_DICE]);

/* ---- The parts of the table -------------------------------------------- */

enum tray_form { TRAY_ROWS, TRAY_BOXES, TRAY_PIPS };

/* Where everything is. Rows count from the top; a height of 0: not shown. */
struct plan {
    int main; /* columns of what is not at the side */
    int side; /* columns of the panel at the right; 0: none */
    int players;
    int tray;
    int tray_rows;
    enum tray_form form;
    int bands; /* of dice in the tray */
    int hand;
    int hand_rows;
    bool boxes; /* cards have three rows each */
    int log;
    int log_rows;
    int rule; /* a line above the question; 0: there is no room for it */
    int ask;  /* two rows */
    int keys;
};

/* Everything that is needed to draw: nothing is changed. */
struct scene {
    const struct ui *ui;
    const tio_view *view; /* the one that is shown: it may lag behind */
    const tio_deck *deck;
    unsigned edition;
    struct plan plan;
    struct pen pen;
    struct advice advice; /* that was read last, and still holds */
    bool hides;           /* the hand is not shown */
};

void plan_make(const struct ui *ui, const tio_view *view, unsigned rows,
               unsigned columns, struct plan *out);

void table_draw(const struct ui *ui, struct pen *pen);
void tray_draw(struct scene *scene);
/* The column where a player's next die goes. */
int players_dice(const struct scene *scene, unsigned seat);
/* Where a die of this kind lies, in the picture. */
void tray_place(const struct scene *scene, tio_kind kind, int *row,
                int *column);
void hand_draw(struct scene *scene);
/* Which dice in the tray can be picked, and which are. */
tio_dice tray_choice(const struct ui *ui, tio_dice *picked);

/* How far a line of the log is indented where it goes on below. */
int log_indent(const char *line);
/* A line across, with words in it. */
void draw_rule(struct pen *pen, int row, const char *left, const char *right);

/* ---- The line of keys: keys.c ------------------------------------------ */

struct key_word {
    const char *key; /* as it is written: "Enter", "p" */
    const char *word;
    uint16_t hit;
};

/* What can be pressed now, the most useful first. */
unsigned keys_now(const struct ui *ui, struct key_word out[16]);
void keys_draw(const struct ui *ui, struct pen *pen, int row);

/* ---- Help: help.c ------------------------------------------------------ */

/* Where keys mean the same. */
enum help_place {
    HELP_TURN,
    HELP_ACTION,
    HELP_LAY,
    HELP_RESULTS,
    HELP_CARDS,
    HELP_OVER,
    HELP_REPLAY,
    HELP_TABLE, /* wherever there is a table and the game is not over */
    HELP_PLACES
};

struct help_row {
    enum help_place place;
    const char *key;  /* as it is written there, to be translated */
    const char *keys; /* the characters that do it */
    uint32_t special; /* bits: enum ui_key_type */
    const char *words;
};

/* NULL after the last. */
const struct help_row *help_row(unsigned number);
enum help_place help_now(const struct ui *ui);
void help_draw(const struct ui *ui, struct pen *pen);

/* ---- Modes: what a key does, and what is drawn ------------------------- */

void turn_begin(struct ui *ui);
void turn_key(struct ui *ui, const struct ui_key *key);
/* Whether a pass is asked about first. */
bool turn_asks_first(const struct ui *ui);
/* Moves the cursor over the dice that can be picked. */
bool tray_key(struct ui *ui, tio_dice choice, const struct ui_key *key);
void turn_draw(struct scene *scene, struct pen *pen);
/* What the die under the cursor would do; nothing if none is looked at. */
void turn_fit(const struct scene *scene, const struct arranged *now,
              struct fit *out);
/* The kinds in the tray that fit the card which is looked at, each once; false
 * if none is looked at. */
bool turn_fitting(const struct scene *scene, tio_dice *out);

void aim_begin(struct ui *ui);
void aim_key(struct ui *ui, const struct ui_key *key);
void aim_draw(struct scene *scene, struct pen *pen);
tio_dice aim_choice(const struct ui *ui, tio_dice *picked);
/* A throw may be left without an aim; several dice can be picked. */
bool aim_can_miss(const struct ui *ui);
bool aim_picks_many(const struct ui *ui);
/* There is something to go to with the arrows. */
bool aim_chooses(const struct ui *ui);
/* There is an action that can be played. */
bool aim_possible(const struct ui *ui);

void lay_begin(struct ui *ui);
void lay_key(struct ui *ui, const struct ui_key *key);
void lay_draw(struct scene *scene);
void lay_ask(struct scene *scene, struct pen *pen);
/* The dice on a card. */
tio_dice lay_on(const struct ui *ui, unsigned place);
/* Dice still travel; and after a while more of them have arrived. */
bool lay_moves(const struct ui *ui);
void lay_tick(struct ui *ui);
int lay_wait(const struct ui *ui);

void discard_begin(struct ui *ui);
void discard_key(struct ui *ui, const struct ui_key *key);
void discard_draw(struct scene *scene);
void draw_begin(struct ui *ui);
void draw_key(struct ui *ui, const struct ui_key *key);
void draw_draw(struct scene *scene);

void between_ask(struct scene *scene, struct pen *pen);

void results_begin(struct ui *ui, const tio_view *before,
                   const tio_view *after);
void results_key(struct ui *ui, const struct ui_key *key);
void results_draw(const struct ui *ui, struct pen *pen);
void results_tick(struct ui *ui);
int results_wait(const struct ui *ui);

void end_key(struct ui *ui, const struct ui_key *key);
void end_draw(const struct ui *ui, struct pen *pen);
/* Not all rounds have room. */
bool end_scrolls(const struct ui *ui);
/* Rounds and totals of everyone, as a table. */
void scores_draw(const struct ui *ui, struct pen *pen);

/* The same as lines, if there is room for them. */
void chart_draw(const struct ui *ui, struct pen *pen);
/* What stands for a player in it, and at the head of the player's column. */
const char *chart_mark(const struct pen *pen, unsigned seat);
unsigned chart_ink(unsigned seat);

void replay_key(struct ui *ui, const struct ui_key *key);
/* Which move it is, and whose cards are shown. */
void replay_where(const struct ui *ui, struct text *out);
/* Draws what that move was: in both rows, if the move's number is shown above
 * them. */
void replay_ask(const struct ui *ui, struct pen *pen, bool above);

void menu_key(struct ui *ui, const struct ui_key *key);
void menu_draw(const struct ui *ui, struct pen *pen);
void await_key(struct ui *ui, const struct ui_key *key);
void await_draw(const struct ui *ui, struct pen *pen);
/* The cursor is where a game begins: all else is as it was last time. */
void form_open(struct ui *ui);
bool form_on_begin(const struct ui *ui);
/* The arrows change what the cursor is on. */
bool form_changes(const struct ui *ui);
void form_key(struct ui *ui, const struct ui_key *key);
void form_draw(const struct ui *ui, struct pen *pen);
/* How many bots there are. */
unsigned form_bots(void);
/* A setting of a game: its value in words, another value, what it is about. */
void form_value(const tio_settings *setup, const struct setting *row,
                struct text *out);
void form_change(tio_settings *settings, const struct setting *row, int by);
void form_explain(const tio_settings *setup, const struct setting *row,
                  struct text *out);
void lobby_key(struct ui *ui, const struct ui_key *key);
void lobby_draw(const struct ui *ui, struct pen *pen);
/* The settings of the next game there, which the host can change. */
void lobby_settings_key(struct ui *ui, const struct ui_key *key);
void lobby_settings_draw(const struct ui *ui, struct pen *pen);
bool lobby_may_set(const struct ui_table *table);
bool lobby_may_sit(const struct ui *ui);

/* "Hard": a bot's level, or what else it is called. */
const char *level_word(const char *level);
/* The notice, in two rows. */
void notice_draw(const struct ui *ui, struct pen *pen, int row);

void overlay_key(struct ui *ui, const struct ui_key *key);
void overlay_draw(const struct ui *ui, struct pen *pen);
void lesson_draw(const struct ui *ui, struct pen *pen);

/* A line of text that is edited: true if the key was meant for it. */
bool edit_key(char *text, size_t size, const struct ui_key *key);

/* ---- What moves: motion.c ---------------------------------------------- */

void motion_begin(struct ui *ui, const tio_view *before, const tio_move *move,
                  const tio_view *after);
/* The view that is shown now. */
const tio_view *motion_view(const struct ui *ui, tio_view *scratch);
void motion_draw(struct scene *scene);
int motion_wait(const struct ui *ui);

#endif
