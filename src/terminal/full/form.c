/* The set-up of a new game: who plays, and by which rules. Every line is one
 * setting; arrows change it, and names and numbers can be typed. */
#include "terminal/full/parts.h"

#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "terminal/crew.h"

enum field {
    FIELD_PLAYERS,
    FIELD_SEAT, /* one for each player: two columns, who and the name */
    FIELD_RULES = FIELD_SEAT + TIO_MAX_PLAYERS, /* the other settings */
    FIELD_HINTS = FIELD_RULES + GAME_SETTINGS - 1,
    FIELD_TAKEBACK,
    FIELD_CONFIRM,
    FIELD_DECK,
    FIELD_SEED,
    FIELD_BEGIN,
    FIELDS
};

#define VALUE_AT 30

/* ---- Which lines there are --------------------------------------------- */

static unsigned fields_of(const struct ui *ui, uint8_t out[FIELDS])
{
    unsigned count = 0;
    for (unsigned field = 0; field < FIELDS; field++) {
        if (field >= FIELD_SEAT + (unsigned)ui->setup.settings.players &&
            field < FIELD_RULES)
            continue;
        out[count++] = (uint8_t)field;
    }
    return count;
}

static unsigned field_now(const struct ui *ui)
{
    uint8_t fields[FIELDS];
    unsigned count = fields_of(ui, fields);
    return fields[ui->form.row < count ? ui->form.row : count - 1];
}

static bool is_seat(unsigned field)
{
    return field >= FIELD_SEAT && field < FIELD_RULES;
}

/* The setting of a line, or NULL. */
static const struct setting *row_of(unsigned field)
{
    if (field == FIELD_PLAYERS)
        return &game_settings[SETTING_PLAYERS];
    return field >= FIELD_RULES && field < FIELD_HINTS
               ? &game_settings[field - FIELD_RULES + 1]
               : NULL;
}

/* ---- Changing ---------------------------------------------------------- */

unsigned form_bots(void)
{
    unsigned count = 0;
    while (tio_bot_at(count))
        count++;
    return count;
}

/* A person, or one of the bots; a program that was named stays as one more
 * choice until it is left. */
static void change_seat(struct ui *ui, unsigned seat, int by)
{
    char *level = ui->setup.bot[seat];
    unsigned count = form_bots() + 1;
    unsigned now = 0;
    for (unsigned i = 1; i < count; i++)
        if (strcmp(tio_bot_at(i - 1)->name, level) == 0)
            now = i;
    if (level[0] && !now)
        now = by > 0 ? count - 1 : 0;
    ui_step(&now, count, by);
    snprintf(level, UI_LEVEL, "%s", now ? tio_bot_at(now - 1)->name : "");
}

/* Every value comes in turn: of starts also the box's, of seats also none. */
void form_change(tio_settings *settings, const struct setting *row, int by)
{
    bool seat = row->kind == SETTING_SEAT;
    unsigned low = row->kind == SETTING_NUMBER ? row->low : 0;
    unsigned count = seat                       ? settings->players + 1U
                     : row->kind < SETTING_WORD ? row->high - low + 1
                                                : row->high;
    unsigned now = setting_number(row, settings) - low;
    if (seat)
        now = now == TIO_NONE ? 0 : now + 1;
    ui_step(&now, count, by);
    if (seat)
        now = now ? now - 1 : TIO_NONE;
    setting_set(row, now + low, settings);
    if (settings->first != TIO_NONE && settings->first >= settings->players)
        settings->first = TIO_NONE;
}

static void change(struct ui *ui, unsigned field, int by)
{
    const struct setting *row = row_of(field);
    unsigned confirm = ui->setup.confirm;
    if (row)
        form_change(&ui->setup.settings, row, by);
    else if (field == FIELD_HINTS)
        ui->setup.hints = !ui->setup.hints;
    else if (field == FIELD_TAKEBACK)
        ui->setup.takeback = !ui->setup.takeback;
    else if (field == FIELD_CONFIRM) {
        ui_step(&confirm, UI_CONFIRMS, by);
        ui->setup.confirm = (uint8_t)confirm;
    } else if (is_seat(field))
        change_seat(ui, field - FIELD_SEAT, by);
}

/* ---- Keys -------------------------------------------------------------- */

/* A name must not hold what a record can't. */
static bool fits_name(const struct ui_key *key)
{
    return key->type != UI_KEY_TEXT || !strchr("\"\\,", key->text[0]);
}

static bool typed_into(struct ui *ui, unsigned field, const struct ui_key *key)
{
    bool text = key->type == UI_KEY_TEXT || key->type == UI_KEY_BACKSPACE;
    if (!text)
        return false;
    if (is_seat(field))
        return !fits_name(key) ||
               edit_key(ui->setup.name[field - FIELD_SEAT], 40, key);
    if (field == FIELD_DECK)
        return edit_key(ui->setup.deck, sizeof ui->setup.deck, key);
    if (field == FIELD_SEED) {
        if (key->type == UI_KEY_TEXT &&
            (key->text[0] < '0' || key->text[0] > '9'))
            return true;
        return edit_key(ui->setup.seed, 19, key);
    }
    return false;
}

static bool anybody_here(const struct ui *ui)
{
    for (unsigned seat = 0; seat < ui->setup.settings.players; seat++)
        if (!ui->setup.bot[seat][0])
            return true;
    return false;
}

static void begin(struct ui *ui)
{
    if (!anybody_here(ui)) {
        ui_say(ui, true, _("At least one person must have a seat."));
        return;
    }
    ui_want_done(ui, UI_WISH_NEW);
}

static void click(struct ui *ui, unsigned row)
{
    uint8_t fields[FIELDS];
    unsigned count = fields_of(ui, fields);
    bool again = row == ui->form.row;
    if (row >= count)
        return;
    ui->form.row = row;
    if (fields[row] == FIELD_BEGIN)
        begin(ui);
    else if (again)
        change(ui, fields[row], 1);
}

void form_key(struct ui *ui, const struct ui_key *key)
{
    uint8_t fields[FIELDS];
    unsigned count = fields_of(ui, fields);
    unsigned field = field_now(ui);
    int hit = ui_hit(ui, HIT_ROW, count);
    if (hit >= 0) {
        click(ui, (unsigned)hit);
        return;
    }
    if (typed_into(ui, field, key))
        return;
    switch (key->type) {
    case UI_KEY_UP:
    case UI_KEY_BACKTAB:
    case UI_KEY_WHEEL_UP:
        ui_step(&ui->form.row, count, -1);
        break;
    case UI_KEY_DOWN:
    case UI_KEY_TAB:
    case UI_KEY_WHEEL_DOWN:
        ui_step(&ui->form.row, count, 1);
        break;
    case UI_KEY_HOME:
        ui->form.row = 0;
        break;
    case UI_KEY_END:
        ui->form.row = count - 1;
        break;
    case UI_KEY_LEFT:
        change(ui, field, -1);
        break;
    case UI_KEY_RIGHT:
        change(ui, field, 1);
        break;
    case UI_KEY_TEXT:
        if (ui_is_key(key, ' '))
            change(ui, field, 1);
        break;
    case UI_KEY_ENTER:
        if (field == FIELD_BEGIN)
            begin(ui);
        else
            ui_step(&ui->form.row, count, 1);
        break;
    case UI_KEY_ESCAPE:
        ui->mode = MODE_MENU;
        ui->row = 0;
        break;
    default:
        break;
    }
}

/* ---- Picture ----------------------------------------------------------- */

const char *level_word(const char *level)
{
    static const struct {
        const char *name;
        const char *word;
    } words[] = {
        {"random", N_("Random")}, {"easy", N_("Easy")},
        {"normal", N_("Normal")}, {"hard", N_("Hard")},
        {"expert", N_("Expert")},
    };

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, level) == 0)
            return _(words[i].word);
    return level;
}

static void label_of(unsigned field, struct text *out)
{
    static const char *const labels[FIELDS] = {
        [FIELD_HINTS] = N_("Hints"),
        [FIELD_TAKEBACK] = N_("Take back bots' moves"),
        [FIELD_CONFIRM] = N_("Ask before passing"),
        [FIELD_DECK] = N_("Cards"),
        [FIELD_SEED] = N_("Seed for the dice"),
        [FIELD_BEGIN] = N_("Start the game"),
    };
    const struct setting *row = row_of(field);
    text_clear(out);
    if (is_seat(field))
        text_add(out, _("Player %u"), field - FIELD_SEAT + 1);
    else
        text_add(out, "%s", _(row ? row->label : labels[field]));
}

static void seat_value(const struct ui *ui, unsigned seat, struct text *out)
{
    const char *level = ui->setup.bot[seat];
    text_add(out, "%s", level[0] ? level_word(level) : _("a person here"));
}

void form_value(const tio_settings *setup, const struct setting *row,
                struct text *out)
{
    tio_settings settings = settings_settled(setup);
    unsigned value = setting_number(row, &settings);
    if (row->kind == SETTING_NUMBER)
        text_add(out, "%u", value);
    else if (row->kind == SETTING_STARTS)
        text_add(out, ngettext("%u time", "%u times", value), value);
    else if (row->kind != SETTING_SEAT)
        text_add(out, "%s", _(row->said[value]));
    else if (value == TIO_NONE)
        text_add(out, "%s", _(row->said[0]));
    else
        text_add(out, _("Player %u"), value + 1);
}

static void value_of(const struct ui *ui, unsigned field, struct text *out)
{
    static const char *const confirms[UI_CONFIRMS] = {
        [UI_CONFIRM_NO] = N_("never"),
        [UI_CONFIRM_YES] = N_("always"),
        [UI_CONFIRM_FIRST] = N_("in the first games"),
    };
    const struct ui_setup *setup = &ui->setup;
    const struct setting *row = row_of(field);
    text_clear(out);
    if (row)
        form_value(&setup->settings, row, out);
    else if (field == FIELD_HINTS)
        text_add(out, "%s", setup->hints ? _("allowed") : _("not allowed"));
    else if (field == FIELD_TAKEBACK)
        text_add(out, "%s", setup->takeback ? _("allowed") : _("not allowed"));
    else if (field == FIELD_CONFIRM)
        text_add(out, "%s", _(confirms[setup->confirm]));
    else if (field == FIELD_DECK)
        text_add(out, "%s",
                 setup->deck[0] ? setup->deck : _("the standard deck"));
    else if (field == FIELD_SEED)
        text_add(out, "%s", setup->seed[0] ? setup->seed : _("at random"));
    else if (is_seat(field))
        seat_value(ui, field - FIELD_SEAT, out);
}

/* The name that a seat will have, whether it was typed or not. */
static void name_of(const struct ui *ui, unsigned seat, char out[TIO_NAME_TEXT])
{
    const struct ui_setup *setup = &ui->setup;
    struct player_spec spec[TIO_MAX_PLAYERS] = {0};
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    memcpy(name, setup->name, sizeof name);
    char why[PLAYER_TEXT];
    for (unsigned i = 0; i < setup->settings.players; i++) {
        const char *bot = setup->bot[i];
        if (bot[0] && !player_spec_parse(bot, strlen(bot), NULL, &spec[i], why))
            spec[i].text[0] = '?';
    }
    crew_names(spec, setup->settings.players, setup->login, name);
    memcpy(out, name[seat], TIO_NAME_TEXT);
}

/* An arrow on either side of what the arrow keys change. */
static void draw_arrow(struct pen *pen, bool right)
{
    bool utf8 = pen->cells->utf8;
    pen_inked(pen, INK_ACCENT,
              right ? (utf8 ? " ▸" : " >") : (utf8 ? "◂ " : "< "));
}

static void draw_seat(const struct ui *ui, struct pen *pen, unsigned seat,
                      bool cursor)
{
    struct text who;
    int name_at = pen->columns - 26;
    const char *name = ui->setup.name[seat];
    text_clear(&who);
    seat_value(ui, seat, &who);
    pen->may_cut = true;
    if ((int)i18n_width(who.at) > name_at - pen->column - 3)
        pen_left(pen, who.at, name_at - pen->column - 3);
    else
        pen_put(pen, who.at);
    if (cursor)
        draw_arrow(pen, true);
    pen_at(pen, pen->row, name_at);
    char found[TIO_NAME_TEXT];
    if (name[0] || cursor) {
        pen->look |= LOOK_UNDERLINE;
        pen_left(pen, name, 22);
    } else {
        name_of(ui, seat, found);
        pen->ink = INK_DIM;
        pen_left(pen, found, 22);
    }
    pen->may_cut = false;
    pen->look = 0;
    if (cursor) {
        pen->cells->cursor = true;
        pen->cells->cursor_row = (unsigned)(pen->top + pen->row);
        pen->cells->cursor_column =
            (unsigned)(pen->left + name_at) +
            (i18n_width(name) < 21 ? i18n_width(name) : 21);
    }
}

static void draw_field(const struct ui *ui, struct pen *pen, unsigned row,
                       unsigned field)
{
    bool cursor = row == ui->form.row;
    bool arrows = cursor && field < FIELD_DECK;
    struct text text;
    label_of(field, &text);
    pen_at(pen, (int)row, 0);
    pen->ink = cursor ? INK_ACCENT : INK_PLAIN;
    pen->look = cursor ? LOOK_BOLD : 0;
    pen_put(pen, cursor ? "> " : "  ");
    if (field == FIELD_BEGIN)
        pen->look |= cursor ? LOOK_CURSOR : 0;
    pen_left(pen, text.at, VALUE_AT - 3);
    pen->look = 0;
    pen->ink = cursor ? INK_STRONG : INK_PLAIN;
    pen_at(pen, (int)row, VALUE_AT - 1);
    if (arrows)
        draw_arrow(pen, false);
    else
        pen_put(pen, "  ");
    if (is_seat(field)) {
        draw_seat(ui, pen, field - FIELD_SEAT, cursor);
    } else {
        value_of(ui, field, &text);
        pen->may_cut = field == FIELD_DECK;
        if (arrows) {
            pen_put(pen, text.at);
            draw_arrow(pen, true);
        } else {
            pen_left(pen, text.at, pen->columns - VALUE_AT - 1);
        }
        pen->may_cut = false;
    }
    pen_mark(pen, (int)row, 0, 1, pen->columns, 0, HIT_ROW + row);
}

static void explain_seat(const char *level, struct text *out)
{
    const tio_bot *bot = level[0] ? tio_bot_named(level) : NULL;
    if (bot)
        text_add(out, _("The bot %s %s."), level_word(level),
                 i18n_words(bot->about));
    else if (level[0])
        text_add(out, "%s", _("A program that plays."));
    else
        text_add(out, "%s", _("Somebody at this keyboard."));
    text_add(out, " %s", _("Type a name, if you like."));
}

void form_explain(const tio_settings *setup, const struct setting *row,
                  struct text *out)
{
    tio_settings settings = settings_settled(setup);
    unsigned rounds = settings.starts * settings.players;
    if (row == &game_settings[SETTING_EDITION])
        text_add(out, "%s",
                 settings.edition == TIO_SCHMIDT
                     ? _("As in the Schmidt box: re-rolling a colour re-rolls "
                         "all its dice.")
                     : _("As in the Gamewright box: re-roll as many dice of a "
                         "colour as you like."));
    else if (row->help)
        text_add(out, "%s", _(row->help));
    if (row == &game_settings[SETTING_STARTS_EACH]) {
        text_add(out, " ");
        text_add(
            out,
            ngettext("That makes %u round.", "That makes %u rounds.", rounds),
            rounds);
    }
}

/* What the line is about that the cursor is on. */
static void explain(const struct ui *ui, struct text *out)
{
    static const char *const words[FIELDS] = {
        [FIELD_HINTS] = N_("Players may ask for the best move."),
        [FIELD_TAKEBACK] = N_("Against bots, undo takes back their answers."),
        [FIELD_CONFIRM] = N_("If you are asked, press p twice to pass."),
        [FIELD_DECK] = N_("Type the name of a file with your own cards."),
        [FIELD_SEED] = N_("The same number gives the same dice and cards."),
        [FIELD_BEGIN] = N_("Press Enter to start, or move with the arrows."),
    };
    unsigned field = field_now(ui);
    const struct setting *row = row_of(field);
    text_clear(out);
    if (row)
        form_explain(&ui->setup.settings, row, out);
    else if (is_seat(field))
        explain_seat(ui->setup.bot[field - FIELD_SEAT], out);
    else
        text_add(out, "%s", _(words[field]));
}

bool form_on_begin(const struct ui *ui)
{
    return field_now(ui) == FIELD_BEGIN;
}

bool form_changes(const struct ui *ui)
{
    return field_now(ui) < FIELD_DECK;
}

void form_open(struct ui *ui)
{
    uint8_t fields[FIELDS];
    ui->form.row = fields_of(ui, fields) - 1;
}

void form_draw(const struct ui *ui, struct pen *pen)
{
    uint8_t fields[FIELDS];
    unsigned count = fields_of(ui, fields);
    int columns = pen->columns > 100 ? 100 : pen->columns;
    int left = (pen->columns - columns) / 2;
    int top = pen->rows > 30 ? 3 : 0;
    struct pen box = pen_box(pen, top, left, (int)count + 3, columns);
    pen_frame(&box, _("A new game"));
    struct pen inner = pen_box(&box, 1, 2, box.rows - 2, columns - 4);
    for (unsigned i = 0; i < count; i++)
        draw_field(ui, &inner, i, fields[i]);
    struct pen below =
        pen_box(pen, top + (int)count + 3, left + 2, 2, columns - 4);
    struct text text;
    explain(ui, &text);
    below.ink = INK_DIM;
    if (ui->notice[0])
        notice_draw(ui, pen, top + (int)count + 3);
    else
        pen_wrap(&below, text.at, 0);
    keys_draw(ui, pen, pen->rows - 1);
}
