/* The last line: which keys work now, in words. A click on a word is as good as
 * the key. Words that don't fit are left out from the end; help lists them all.
 * */
#include "terminal/full/parts.h"

#include "i18n/i18n.h"

#define KEYS_MOST 16

struct keys {
    unsigned count;
    struct key_word *word;
};

static void add(struct keys *keys, const char *key, const char *word,
                unsigned hit)
{
    if (keys->count < KEYS_MOST)
        keys->word[keys->count++] = (struct key_word){key, word, (uint16_t)hit};
}

static void add_letter(struct keys *keys, const char *key, const char *word)
{
    add(keys, key, word, HIT_KEY + (unsigned)(unsigned char)key[0]);
}

static void add_enter(struct keys *keys, const char *word)
{
    add(keys, C_("key", "Enter"), word, HIT_SPECIAL + UI_KEY_ENTER);
}

static void add_escape(struct keys *keys, const char *word)
{
    add(keys, C_("key", "Esc"), word, HIT_SPECIAL + UI_KEY_ESCAPE);
}

static void add_help(struct keys *keys)
{
    add_letter(keys, "?", C_("key", "help"));
    add_letter(keys, "q", C_("key", "leave"));
}

static void add_reading(struct keys *keys)
{
    add_letter(keys, "l", C_("key", "log"));
    add_letter(keys, "s", C_("key", "scores"));
    add_letter(keys, ":", C_("key", "type a move"));
}

static void add_common(const struct ui *ui, struct keys *keys)
{
    if (ui->table.hints)
        add_letter(keys, "h", C_("key", "hint"));
    /* Where there is no room for all, help stays. */
    add_help(keys);
    if (!ui->no_undo[0])
        add_letter(keys, "u", C_("key", "undo"));
}

static void aim_keys(const struct ui *ui, struct keys *keys)
{
    if (ui->aim.choosing) {
        add(keys, "\u2191\u2193", C_("key", "choose"), 0);
        add_enter(keys, C_("key", "choose"));
    } else if (aim_picks_many(ui)) {
        add(keys, "\u2190\u2192", C_("key", "choose"), 0);
        add(keys, C_("key", "Space"), C_("key", "pick"), HIT_KEY + ' ');
        add_letter(keys, "*", C_("key", "pick all"));
        add_enter(keys, C_("key", "do it"));
    } else {
        if (aim_chooses(ui))
            add(keys, "\u2190\u2192", C_("key", "choose"), 0);
        add_enter(keys, C_("key", "do it"));
    }
    if (aim_can_miss(ui))
        add_letter(keys, "n", C_("key", "no aim"));
    add_escape(keys, C_("key", "back"));
    add_help(keys);
    add_reading(keys);
}

static void lay_keys(const struct ui *ui, struct keys *keys)
{
    add_enter(keys, C_("key", "lay them"));
    add(keys, "\u2190\u2192", C_("key", "choose"), 0);
    add(keys, "1-5", C_("key", "put the die there"), 0);
    add_letter(keys, "0", C_("key", "off"));
    add_letter(keys, "o", C_("key", "another way"));
    add_letter(keys, "n", C_("key", "none"));
    if (ui->table.hints)
        add_letter(keys, "h", C_("key", "hint"));
    add_help(keys);
    add_letter(keys, "b", C_("key", "best"));
    if (!ui->no_undo[0])
        add_letter(keys, "u", C_("key", "undo"));
    add_reading(keys);
}

/* Of a table on a server: those that are needed now, */
static void add_absent(const struct ui *ui, struct keys *keys)
{
    if (!ui->table.host || ui_awaited(&ui->table) == TIO_NONE)
        return;
    add_letter(keys, "w", C_("key", "wait longer"));
    add_letter(keys, "r", C_("key", "let the bot play"));
}

/* and one that seldom is. */
static void add_mute(const struct ui *ui, struct keys *keys)
{
    if (ui->table.server)
        add_letter(keys, "m",
                   ui->setup.mute ? C_("key", "unmute") : C_("key", "mute"));
}

static void watch_keys(const struct ui *ui, struct keys *keys)
{
    add_absent(ui, keys);
    if (ui->table.hurry && !ui->hurries)
        add_letter(keys, "f", C_("key", "skip ahead"));
    if (ui->table.undo && !ui->waiting)
        add_letter(keys, "u", C_("key", "undo"));
    add_letter(keys, "l", C_("key", "log"));
    add_letter(keys, "s", C_("key", "scores"));
    add_help(keys);
    add_mute(ui, keys);
}

/* What may follow a game that is over. */
static void add_over(const struct ui *ui, struct keys *keys)
{
    if (ui->mode == MODE_LOBBY && !ui->table.over)
        return;
    if (!ui->table.server || ui->table.here)
        add_letter(keys, "r", C_("key", "rematch"));
    if (ui->table.server && ui->table.host)
        add_letter(keys, "o", C_("key", "other settings"));
}

static void end_keys(const struct ui *ui, struct keys *keys)
{
    add_over(ui, keys);
    if (ui->record[0])
        add_letter(keys, "c", C_("key", "copy the record"));
    if (end_scrolls(ui))
        add(keys, "\u2191\u2193", C_("key", "other rounds"), 0);
    add_letter(keys, "l", C_("key", "log"));
    add_help(keys);
}

static void replay_keys(struct keys *keys)
{
    add(keys, "\u2190\u2192", C_("key", "moves"), 0);
    add(keys, "\u2191\u2193", C_("key", "rounds"), 0);
    add(keys, C_("key", "Tab"), C_("key", "other eyes"),
        HIT_SPECIAL + UI_KEY_TAB);
    add_help(keys);
    add(keys, C_("key", "Home"), C_("key", "beginning"),
        HIT_SPECIAL + UI_KEY_HOME);
    add(keys, C_("key", "End"), C_("key", "end"), HIT_SPECIAL + UI_KEY_END);
    add_letter(keys, "l", C_("key", "log"));
    add_letter(keys, "s", C_("key", "scores"));
}

static void turn_keys(const struct ui *ui, struct keys *keys)
{
    if (ui->sure) {
        add_letter(keys, "p", C_("key", "pass"));
        add_escape(keys, C_("key", "keep playing"));
        return;
    }
    add(keys, "\u2190\u2192", C_("key", "choose"), 0);
    add_enter(keys, C_("key", "take"));
    if (ui->view.game.took)
        add_letter(keys, "d", C_("key", "done"));
    else
        add_letter(keys, "p", C_("key", "pass"));
    if (aim_possible(ui))
        add_letter(keys, "a", C_("key", "action"));
    add_absent(ui, keys);
    add_common(ui, keys);
    add_letter(keys, "c", C_("key", "cards"));
    add_reading(keys);
    add_mute(ui, keys);
}

static void table_keys(const struct ui *ui, struct keys *keys)
{
    if (ui->replaying) {
        replay_keys(keys);
        return;
    }
    if (ui->results.on && !ui->motion.on) {
        add_enter(keys, C_("key", "continue"));
        add_escape(keys, C_("key", "skip"));
        add_help(keys);
        return;
    }
    if (ui->teaching && ui->lesson.go_on) {
        add_enter(keys, C_("key", "continue"));
        add_help(keys);
        return;
    }
    switch (ui->waiting || ui->motion.on ? MODE_WATCH : ui->mode) {
    case MODE_HAND_OVER:
        add_enter(keys, C_("key", "ready"));
        watch_keys(ui, keys);
        break;
    case MODE_TURN:
        turn_keys(ui, keys);
        break;
    case MODE_AIM:
        aim_keys(ui, keys);
        break;
    case MODE_LAY:
        lay_keys(ui, keys);
        break;
    case MODE_DISCARD:
    case MODE_DRAW:
        add(keys, "\u2191\u2193", C_("key", "choose"), 0);
        add_enter(keys, C_("key", "do it"));
        add_common(ui, keys);
        add_reading(keys);
        break;
    case MODE_END:
        end_keys(ui, keys);
        break;
    case MODE_NOTHING:
    case MODE_AWAIT:
    case MODE_MENU:
    case MODE_SAVES:
    case MODE_FORM:
    case MODE_LOBBY:
    case MODE_WATCH:
        watch_keys(ui, keys);
        break;
    }
}

unsigned keys_now(const struct ui *ui, struct key_word out[16])
{
    struct keys keys = {.word = out};
    switch (ui->mode) {
    case MODE_MENU:
    case MODE_SAVES:
        add(&keys, "\u2191\u2193", C_("key", "choose"), 0);
        add_enter(&keys, C_("key", "go"));
        if (ui->mode == MODE_SAVES) {
            add_letter(&keys, "d", C_("key", "delete"));
            add_escape(&keys, C_("key", "back"));
        } else {
            add_letter(&keys, "q", C_("key", "quit"));
        }
        break;
    case MODE_AWAIT:
        add_letter(&keys, "q", C_("key", "leave"));
        break;
    case MODE_FORM:
        add(&keys, "\u2191\u2193", C_("key", "choose"), 0);
        if (form_changes(ui))
            add(&keys, "\u2190\u2192", C_("key", "change"), 0);
        add_enter(&keys,
                  form_on_begin(ui) ? C_("key", "start") : C_("key", "next"));
        add_escape(&keys, C_("key", "back"));
        break;
    case MODE_LOBBY:
        if (ui->table.host) {
            add_enter(&keys, C_("key", "start"));
            if (ui->table.open)
                add_letter(&keys, "b", C_("key", "add a bot"));
            add(&keys, "\u2190\u2192", C_("key", "its level"), 0);
        }
        if (lobby_may_sit(ui))
            add_letter(&keys, "s", C_("key", "sit down"));
        if (ui->table.open)
            add_letter(&keys, "e", C_("key", "settings"));
        add_over(ui, &keys);
        add_letter(&keys, "q", C_("key", "leave"));
        break;
    case MODE_NOTHING:
    case MODE_WATCH:
    case MODE_HAND_OVER:
    case MODE_TURN:
    case MODE_AIM:
    case MODE_LAY:
    case MODE_DISCARD:
    case MODE_DRAW:
    case MODE_END:
        table_keys(ui, &keys);
        break;
    }
    return keys.count;
}

/* Arrows have no letters that stand for them. */
static const char *key_text(const struct pen *pen, const char *key)
{
    if (pen->cells->utf8 || (unsigned char)key[0] < 128)
        return key;
    return C_("key", "arrows");
}

void keys_draw(const struct ui *ui, struct pen *pen, int row)
{
    struct key_word word[KEYS_MOST];
    unsigned count = keys_now(ui, word);
    struct pen line = pen_box(pen, row, 0, 1, pen->columns);
    line.column = 1;
    for (unsigned i = 0; i < count; i++) {
        const char *key = key_text(pen, word[i].key);
        int width = (int)(i18n_width(key) + i18n_width(word[i].word)) + 1;
        if (line.column + width > line.columns)
            continue;
        line.hit = word[i].hit;
        line.ink = INK_ACCENT;
        line.look = LOOK_BOLD;
        pen_put(&line, key);
        line.look = 0;
        line.ink = INK_PLAIN;
        pen_put(&line, " ");
        pen_put(&line, word[i].word);
        line.hit = 0;
        line.column += 3;
    }
}
