/* The life of the ui: what it is told, which part of it a key goes to, and what
 * it wants. */
#include "terminal/full/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "i18n/i18n.h"

/* ---- Life -------------------------------------------------------------- */

static void default_setup(struct ui_setup *setup)
{
    *setup = (struct ui_setup){
        .settings = tio_settings_default(2), .hints = true, .takeback = true};
    snprintf(setup->bot[1], UI_LEVEL, "normal");
    for (unsigned seat = 2; seat < TIO_MAX_PLAYERS; seat++)
        snprintf(setup->bot[seat], UI_LEVEL, "normal");
}

struct ui *ui_new(const struct ui_options *options)
{
    struct ui *ui = calloc(1, sizeof *ui);
    if (!ui)
        return NULL;
    ui->save = calloc(UI_SAVES, sizeof *ui->save);
    if (!ui->save) {
        free(ui);
        return NULL;
    }
    ui->options = *options;
    ui->at_keyboard = TIO_NONE;
    ui->level = 2;
    default_setup(&ui->setup);
    return ui;
}

void ui_hear(struct ui *ui,
             void (*told)(void *context, enum ui_told what, const char *text),
             void *context)
{
    ui->told = told;
    ui->told_context = context;
}

static void tell_listener(struct ui *ui, enum ui_told what, const char *text)
{
    if (ui->told)
        ui->told(ui->told_context, what, text);
}

void ui_be_still(struct ui *ui)
{
    ui->options.animation = false;
    ui->motion.on = false;
    ui->changes++;
}

void ui_free(struct ui *ui)
{
    if (!ui)
        return;
    free(ui->save);
    free(ui);
}

uint64_t ui_changes(const struct ui *ui)
{
    return ui->changes;
}

void ui_resize(struct ui *ui, unsigned rows, unsigned columns)
{
    ui->options.rows = rows;
    ui->options.columns = columns;
    ui->changes++;
}

/* ---- Wishes ------------------------------------------------------------ */

void ui_want(struct ui *ui, const struct ui_wish *wish)
{
    if (ui->wishes < WISHES)
        ui->wish[ui->wishes++] = *wish;
}

void ui_want_type(struct ui *ui, unsigned type)
{
    struct ui_wish wish = {.type = (uint8_t)type};
    ui_want(ui, &wish);
}

void ui_want_done(struct ui *ui, unsigned type)
{
    ui->waiting = true;
    ui_want_type(ui, type);
}

bool ui_want_move(struct ui *ui, const tio_move *move)
{
    struct ui_wish wish = {.type = UI_WISH_MOVE, .move = *move};
    tio_error error = tio_check(&ui->view.game, ui->table.deck, move);
    struct text why;
    if (error != TIO_OK) {
        text_clear(&why);
        text_add(&why, _("That can't be done: %s."), _(tio_error_words(error)));
        ui_say(ui, true, why.at);
        return false;
    }
    ui_want(ui, &wish);
    ui->waiting = true;
    return true;
}

bool ui_wish(struct ui *ui, struct ui_wish *out)
{
    if (!ui->wishes)
        return false;
    *out = ui->wish[0];
    ui->wishes--;
    memmove(ui->wish, ui->wish + 1, ui->wishes * sizeof *ui->wish);
    return true;
}

/* ---- What it is told --------------------------------------------------- */

void ui_say(struct ui *ui, bool trouble, const char *text)
{
    snprintf(ui->notice, sizeof ui->notice, "%.*s", NOTICE - 1, text);
    ui->trouble = trouble;
    ui->changes++;
    tell_listener(ui, UI_TOLD_TEXT, text);
}

void ui_notice(struct ui *ui, const char *text)
{
    ui_say(ui, false, text);
    ui->waiting = false;
    ui->hint_wanted = false;
    if (ui->over == OVER_HINT && !ui->has_hint)
        ui->over = OVER_NOTHING;
}

void ui_trouble(struct ui *ui, const char *text)
{
    ui_notice(ui, text);
    ui->trouble = true;
}

void ui_menu(struct ui *ui, const struct ui_save saves[], unsigned count)
{
    ui->saves = count < UI_SAVES ? count : UI_SAVES;
    if (ui->saves)
        memcpy(ui->save, saves, ui->saves * sizeof *saves);
    ui->mode = MODE_MENU;
    ui->over = OVER_NOTHING;
    ui->row = 0;
    ui->seated = false;
    ui->has_view = false;
    ui->waiting = false;
    ui->teaching = false;
    ui->results.on = false;
    ui->motion.on = false;
    ui->at_keyboard = TIO_NONE;
    ui->changes++;
}

void ui_saves(struct ui *ui, const struct ui_save saves[], unsigned count)
{
    unsigned row = ui->row;
    ui_menu(ui, saves, count);
    if (!ui->saves)
        return;
    ui->mode = MODE_SAVES;
    ui->row = row < ui->saves ? row : ui->saves - 1;
}

void ui_await(struct ui *ui, const char *text)
{
    ui_menu(ui, NULL, 0);
    ui->mode = MODE_AWAIT;
    snprintf(ui->awaited, sizeof ui->awaited, "%.*s", NOTICE - 1, text);
}

void ui_set_setup(struct ui *ui, const struct ui_setup *setup)
{
    ui->setup = *setup;
    ui->changes++;
}

const struct ui_setup *ui_get_setup(const struct ui *ui)
{
    return &ui->setup;
}

void ui_form(struct ui *ui)
{
    ui->mode = MODE_FORM;
    ui->over = OVER_NOTHING;
    form_open(ui);
    ui->waiting = false;
    ui->changes++;
}

void ui_sit(struct ui *ui, const struct ui_table *table)
{
    ui->table = *table;
    ui->seated = true;
    ui->changes++;
}

static void begin_question(struct ui *ui)
{
    static void (*const begin[TIO_PHASES])(struct ui *) = {
        [TIO_PHASE_TURN] = turn_begin,
        [TIO_PHASE_LAY] = lay_begin,
        [TIO_PHASE_DISCARD] = discard_begin,
        [TIO_PHASE_DRAW] = draw_begin,
    };
    unsigned phase = ui->view.game.phase;
    (begin[phase] ? begin[phase] : turn_begin)(ui);
}

unsigned ui_alone(const struct ui *ui)
{
    unsigned seat = 0;
    while (seat < TIO_MAX_PLAYERS && ui->table.here != 1U << seat)
        seat++;
    return seat < TIO_MAX_PLAYERS ? seat : TIO_NONE;
}

bool ui_asks(const struct ui *ui)
{
    return ui->mode >= MODE_TURN && ui->mode <= MODE_DRAW;
}

/* What was on top of the last picture makes no sense on this one. */
static void forget_question(struct ui *ui)
{
    ui->has_hint = false;
    ui->hint_wanted = false;
    if (ui->over == OVER_HINT || ui->over == OVER_TYPE ||
        ui->over == OVER_SETTINGS)
        ui->over = OVER_NOTHING;
}

void ui_ask(struct ui *ui, const tio_view *view, const char *no_undo)
{
    bool several = ui->table.here & (ui->table.here - 1);
    bool again = ui->has_view && ui_asks(ui) &&
                 memcmp(&ui->view, view, sizeof *view) == 0;
    ui->waiting = false;
    ui->has_view = true;
    ui->view = *view;
    ui->questions++;
    snprintf(ui->no_undo, sizeof ui->no_undo, "%s", no_undo ? no_undo : "");
    ui->changes++;
    if (again)
        return;
    forget_question(ui);
    if (several && ui->at_keyboard != view->seat) {
        ui->mode = MODE_HAND_OVER;
        return;
    }
    ui->at_keyboard = view->seat;
    begin_question(ui);
}

void ui_watch(struct ui *ui, const tio_view *view)
{
    ui->waiting = false;
    ui->has_view = true;
    ui->view = *view;
    ui->mode = MODE_WATCH;
    forget_question(ui);
    ui->changes++;
}

/* The bots finish the round, and nobody has to see it move by move. */
static bool still_hurries(const struct ui *ui, const tio_game *game)
{
    unsigned seat = ui_alone(ui);
    return ui->hurries && seat < TIO_MAX_PLAYERS && game->passed >> seat & 1 &&
           (game->phase == TIO_PHASE_TURN || game->phase == TIO_PHASE_ROLL ||
            game->phase == TIO_PHASE_LAND);
}

void ui_news(struct ui *ui, const tio_view *before, const tio_move *move,
             const tio_view *after)
{
    ui->view = *after;
    ui->has_view = true;
    ui->mode = MODE_WATCH;
    ui->waiting = false;
    ui->changes++;
    if (tale_scores(move, &after->game) && !ui->options.lines)
        results_begin(ui, before, after);
    ui->hurries = still_hurries(ui, &after->game);
    if (!ui->hurries)
        motion_begin(ui, before, move, after);
}

void ui_show_hint(struct ui *ui, const tio_hint *hint)
{
    ui->changes++;
    if (!ui->hint_wanted)
        return;
    ui->hint_wanted = false;
    if (!hint->count) {
        ui_notice(ui, _("No hint now: you have nothing to decide."));
        return;
    }
    ui->hint = *hint;
    ui->has_hint = true;
}

void ui_end(struct ui *ui, const tio_view *view, const char *record,
            const char *verdict)
{
    ui->view = *view;
    ui->has_view = true;
    ui->mode = MODE_END;
    ui->waiting = false;
    ui->scroll = 0;
    snprintf(ui->record, sizeof ui->record, "%s", record ? record : "");
    snprintf(ui->verdict, sizeof ui->verdict, "%s", verdict ? verdict : "");
    if (ui->over != OVER_RECORD)
        ui->over = OVER_NOTHING;
    ui->changes++;
    tell_listener(ui, UI_TOLD_END, verdict);
}

void ui_teach(struct ui *ui, const struct ui_lesson *lesson)
{
    ui->teaching = lesson;
    if (lesson)
        ui->lesson = *lesson;
    ui->waiting = false;
    ui->changes++;
}

void ui_lobby(struct ui *ui, const char *link)
{
    if (ui->mode != MODE_LOBBY)
        ui->row = 0;
    snprintf(ui->link, sizeof ui->link, "%s", link);
    ui->mode = MODE_LOBBY;
    ui->waiting = false;
    ui->changes++;
}

/* ---- Time -------------------------------------------------------------- */

void ui_tick(struct ui *ui, uint64_t now)
{
    if (now < ui->now)
        return;
    ui->now = now;
    if (ui->motion.on) {
        ui->changes++;
        if (now - ui->motion.since >= ui->motion.length)
            ui->motion.on = false;
    }
    results_tick(ui);
    lay_tick(ui);
}

int ui_sooner(int a, int b)
{
    if (a < 0)
        return b;
    return b < 0 || a < b ? a : b;
}

int ui_wait(const struct ui *ui)
{
    return ui_sooner(motion_wait(ui),
                     ui_sooner(results_wait(ui), lay_wait(ui)));
}

bool ui_busy(const struct ui *ui)
{
    return ui->motion.on || ui->results.on;
}

/* ---- Keys -------------------------------------------------------------- */

bool ui_is_key(const struct ui_key *key, char letter)
{
    return key->type == UI_KEY_TEXT && key->text[0] == letter &&
           key->text[1] == 0;
}

int ui_hit(const struct ui *ui, unsigned base, unsigned count)
{
    return ui->hit >= base && ui->hit < base + count ? (int)(ui->hit - base)
                                                     : -1;
}

void ui_step(unsigned *row, unsigned count, int by)
{
    if (count)
        *row = (*row + count + (unsigned)by) % count;
}

/* Finds what is under a click by drawing the picture once more. */
static unsigned hit_at(const struct ui *ui, unsigned row, unsigned column)
{
    struct cells *cells =
        cells_new(ui->options.rows, ui->options.columns, ui->options.utf8);
    unsigned hit = HIT_NOTHING;
    if (!cells)
        return hit;
    ui_draw(ui, cells);
    if (row < cells->rows && column < cells->columns)
        hit = cells_at(cells, row, column)->hit;
    cells_free(cells);
    return hit;
}

/* A click on a word for a key is that key. */
static struct ui_key clicked(struct ui *ui, const struct ui_key *key)
{
    struct ui_key out = *key;
    ui->hit = key->type == UI_KEY_CLICK ? hit_at(ui, key->row, key->column)
                                        : HIT_NOTHING;
    int letter = ui_hit(ui, HIT_KEY, 128);
    int special = ui_hit(ui, HIT_SPECIAL, UI_KEY_TYPES);
    if (letter > 0) {
        out = (struct ui_key){.type = UI_KEY_TEXT};
        out.text[0] = (char)letter;
    } else if (special >= 0) {
        out = (struct ui_key){.type = (uint8_t)special};
    }
    return out;
}

void ui_open(struct ui *ui, enum overlay over)
{
    ui->over = over;
    ui->scroll = 0;
    ui->typed[0] = 0;
}

static void ask_hint(struct ui *ui)
{
    if (!ui->table.hints) {
        ui_say(ui, false, _("Hints are turned off at this table."));
    } else if (!ui_asks(ui) || ui->waiting) {
        ui_say(ui, false, _("It is not your turn."));
    } else {
        ui_open(ui, OVER_HINT);
        if (ui->has_hint)
            return;
        ui->hint_wanted = true;
        ui_want_type(ui, UI_WISH_HINT);
    }
}

static void ask_undo(struct ui *ui)
{
    bool late = (ui->mode == MODE_HAND_OVER || ui->mode == MODE_WATCH) &&
                ui->table.undo;
    if ((!ui_asks(ui) && !late) || ui->waiting) {
        ui_say(ui, false, _("It is not your turn."));
    } else if (ui->no_undo[0] && !late) {
        ui_say(ui, false, ui->no_undo);
    } else {
        /* Whoever pressed the key may not be the one whose hand comes back. */
        if (late)
            ui->at_keyboard = TIO_NONE;
        ui_want_done(ui, UI_WISH_UNDO);
    }
}

static void ask_hurry(struct ui *ui)
{
    if (!ui->table.hurry) {
        ui_say(ui, false,
               _("You can skip ahead only after you have passed, "
                 "alone against bots."));
    } else if (!ui->hurries) {
        ui->hurries = true;
        ui->motion.on = false;
        ui_want_type(ui, UI_WISH_HURRY);
    }
}

unsigned ui_awaited(const struct ui_table *table)
{
    unsigned first = TIO_NONE;
    for (unsigned seat = 0; seat < table->players; seat++)
        if (table->awaited >> seat & 1 &&
            (first == TIO_NONE ||
             table->grace_ms[seat] < table->grace_ms[first]))
            first = seat;
    return first;
}

void ui_absent(struct ui *ui, unsigned type, unsigned seat)
{
    struct ui_wish wish = {.type = (uint8_t)type, .seat = seat};
    if (!ui->table.host)
        ui_say(ui, false, _("Only the host can do that."));
    else if (seat >= ui->table.players || !(ui->table.awaited >> seat & 1))
        ui_say(ui, false, _("No bot is about to take over for anybody."));
    else
        ui_want(ui, &wish);
}

void ui_mute(struct ui *ui)
{
    ui->setup.mute = !ui->setup.mute;
    ui_say(ui, false,
           ui->setup.mute
               ? _("Reactions are muted: what the others say is not shown.")
               : _("Reactions are shown again."));
    ui_want_type(ui, UI_WISH_MUTE);
}

/* Keys that mean the same at every table on a server. */
static bool server_key(struct ui *ui, char key)
{
    if (!ui->table.server)
        return false;
    if (key == 'w')
        ui_absent(ui, UI_WISH_PATIENCE, ui_awaited(&ui->table));
    else if (key == 'r')
        ui_absent(ui, UI_WISH_RELIEVE, ui_awaited(&ui->table));
    else if (key == 'm')
        ui_mute(ui);
    else
        return false;
    return true;
}

/* Keys that mean the same wherever a table is shown. */
static bool table_key(struct ui *ui, const struct ui_key *key)
{
    if (key->type != UI_KEY_TEXT || key->text[1])
        return false;
    switch (key->text[0]) {
    case 'h':
        ask_hint(ui);
        return true;
    case 'u':
        ask_undo(ui);
        return true;
    case 'f':
        ask_hurry(ui);
        return true;
    case 'l':
        ui_open(ui, OVER_LOG);
        return true;
    case 's':
        ui_open(ui, OVER_SCORES);
        return true;
    case '?':
        ui_open(ui, OVER_HELP);
        return true;
    case 'q':
        ui_open(ui, OVER_LEAVE);
        return true;
    case ':':
    case '/':
        if (ui_asks(ui) && !ui->waiting)
            ui_open(ui, OVER_TYPE);
        return true;
    default:
        return server_key(ui, key->text[0]);
    }
}

static void hand_over_key(struct ui *ui, const struct ui_key *key)
{
    if (key->type != UI_KEY_ENTER && !ui_is_key(key, ' '))
        return;
    ui->at_keyboard = ui->view.seat;
    begin_question(ui);
}

static void question_key(struct ui *ui, const struct ui_key *key)
{
    static void (*const keys[])(struct ui *, const struct ui_key *) = {
        [MODE_TURN] = turn_key, [MODE_AIM] = aim_key,
        [MODE_LAY] = lay_key,   [MODE_DISCARD] = discard_key,
        [MODE_DRAW] = draw_key, [MODE_HAND_OVER] = hand_over_key,
        [MODE_END] = NULL, /* the last mode */
    };
    if (keys[ui->mode])
        keys[ui->mode](ui, key);
}

static void at_table_key(struct ui *ui, const struct ui_key *key)
{
    if (ui->replaying) {
        replay_key(ui, key);
        return;
    }
    if (ui->sure && ui->mode == MODE_TURN && !ui->waiting) {
        question_key(ui, key);
        return;
    }
    if (ui->motion.on && ui_is_key(key, 'f') && ui->table.hurry) {
        ask_hurry(ui);
        return;
    }
    if (ui->motion.on) {
        /* Keys typed ahead must not take a die that nobody has seen yet. */
        ui->motion.on = false;
        return;
    }
    if (ui->results.on) {
        bool common = ui_is_key(key, 'q') || ui_is_key(key, '?');
        if (!common || !table_key(ui, key))
            results_key(ui, key);
        return;
    }
    if (ui->mode == MODE_END) {
        end_key(ui, key);
        return;
    }
    if (ui->teaching && ui->lesson.go_on &&
        (key->type == UI_KEY_ENTER || ui_is_key(key, ' '))) {
        ui_want_type(ui, UI_WISH_NEXT);
        return;
    }
    if (table_key(ui, key) || ui->waiting || (ui->teaching && ui->lesson.go_on))
        return;
    question_key(ui, key);
}

static void interrupt(struct ui *ui)
{
    if (ui->mode <= MODE_FORM)
        ui_want_type(ui, UI_WISH_QUIT);
    else if (ui->over == OVER_LEAVE || ui->mode == MODE_END || ui->replaying)
        ui_want_type(ui, UI_WISH_LEAVE);
    else
        ui_open(ui, OVER_LEAVE);
}

static bool too_small(unsigned rows, unsigned columns)
{
    return rows < UI_ROWS || columns < UI_COLUMNS;
}

void ui_key(struct ui *ui, const struct ui_key *key)
{
    ui->changes++;
    if (key->type == UI_KEY_INTERRUPT) {
        interrupt(ui);
        return;
    }
    /* Nobody decides what can't be seen. */
    if (too_small(ui->options.rows, ui->options.columns))
        return;
    struct ui_key real = clicked(ui, key);
    ui->notice[0] = 0;
    if (ui->over != OVER_NOTHING)
        overlay_key(ui, &real);
    else if (ui->mode == MODE_MENU || ui->mode == MODE_SAVES)
        menu_key(ui, &real);
    else if (ui->mode == MODE_AWAIT)
        await_key(ui, &real);
    else if (ui->mode == MODE_FORM)
        form_key(ui, &real);
    else if (ui->mode == MODE_LOBBY)
        lobby_key(ui, &real);
    else if (ui->has_view && ui->seated)
        at_table_key(ui, &real);
    ui->hit = HIT_NOTHING;
}

/* ---- Drawing ----------------------------------------------------------- */

static void draw_too_small(struct pen *pen)
{
    struct text text;
    text_clear(&text);
    text_add(&text,
             _("Please make the window larger: the game needs %d columns and "
               "%d rows, and this one has %d and %d. Nothing is lost."),
             UI_COLUMNS, UI_ROWS, pen->columns, pen->rows);
    pen->ink = INK_STRONG;
    pen_at(pen, pen->rows > 6 ? 2 : 0, 0);
    pen_wrap(pen, text.at, 0);
}

static void draw_mode(const struct ui *ui, struct pen *pen)
{
    switch (ui->mode) {
    case MODE_MENU:
    case MODE_SAVES:
        menu_draw(ui, pen);
        break;
    case MODE_AWAIT:
        await_draw(ui, pen);
        break;
    case MODE_FORM:
        form_draw(ui, pen);
        break;
    case MODE_LOBBY:
        lobby_draw(ui, pen);
        break;
    case MODE_END:
        if (!ui_busy(ui)) {
            end_draw(ui, pen);
            break;
        }
        /* fall through */
    case MODE_NOTHING:
    case MODE_WATCH:
    case MODE_HAND_OVER:
    case MODE_TURN:
    case MODE_AIM:
    case MODE_LAY:
    case MODE_DISCARD:
    case MODE_DRAW:
        if (ui->has_view && ui->seated)
            table_draw(ui, pen);
        break;
    }
}

static unsigned edition_of(const struct ui *ui)
{
    if (ui->mode <= MODE_FORM)
        return ui->setup.settings.edition;
    if (ui->mode == MODE_LOBBY)
        return ui->table.settings.edition;
    return ui->view.game.settings.edition;
}

void ui_draw(const struct ui *ui, struct cells *cells)
{
    cells_clear(cells);
    cells->edition = edition_of(ui);
    struct pen pen = cells_pen(cells);
    if (too_small(cells->rows, cells->columns)) {
        draw_too_small(&pen);
        return;
    }
    draw_mode(ui, &pen);
    if (ui->results.on && !ui->motion.on && ui->has_view && ui->seated)
        results_draw(ui, &pen);
    if (ui->over != OVER_NOTHING)
        overlay_draw(ui, &pen);
}
