/* The table: who is to play, everybody's dice and points, the tray, the own
 * hand, what happened, and what can be done now. */
#include "terminal/full/parts.h"

#include <stdio.h>
#include <string.h>

#include "engine/cards.h"
#include "i18n/i18n.h"

#define NAME_COLUMNS 20

void draw_rule(struct pen *pen, int row, const char *left, const char *right)
{
    struct pen with = *pen;
    int width = right ? (int)i18n_width(right) : 0;
    with.look = 0;
    pen_at(&with, row, 0);
    with.ink = INK_FRAME;
    pen_repeat(&with, pen->cells->utf8 ? "─" : "-", pen->columns);
    pen_at(&with, row, 2);
    if (left && left[0]) {
        with.ink = INK_STRONG;
        with.look = LOOK_BOLD;
        pen_print(&with, " %s ", left);
        with.look = 0;
    }
    if (width) {
        with.ink = INK_STRONG;
        pen_at(&with, row, pen->columns - width - 4);
        pen_print(&with, " %s ", right);
    }
}

/* ---- Title ------------------------------------------------------------- */

/* Who is asked at this keyboard, as a sentence. */
static void own_title(const struct scene *scene, struct text *out)
{
    const tio_game *game = &scene->view->game;
    if (game->phase == TIO_PHASE_DRAW)
        text_add(out, _("Draw your cards. Round %u of %u"), game->round,
                 game->rounds);
    else if (game->phase != TIO_PHASE_TURN)
        text_add(out, _("The round is over. Round %u of %u"), game->round,
                 game->rounds);
    else
        show_turn(out, scene->view, scene->ui->table.names,
                  ui_alone(scene->ui) != TIO_NONE);
}

static void title_text(const struct scene *scene, struct text *out)
{
    const tio_game *game = &scene->view->game;
    const struct names *names = scene->ui->table.names;
    unsigned deciders = tio_game_deciders(game);
    bool mine = !scene->ui->replaying && scene->view->seat < TIO_MAX_PLAYERS &&
                deciders >> scene->view->seat & 1;
    text_clear(out);
    struct text who;
    text_clear(&who);
    if (mine && !scene->hides) {
        own_title(scene, out);
    } else if (game->phase == TIO_PHASE_TURN && game->turn < TIO_MAX_PLAYERS) {
        text_add(out, _("%s is to play. Round %u of %u, started by %s"),
                 names->of[game->turn], game->round, game->rounds,
                 names->of[game->starter]);
    } else if (deciders) {
        words_names(&who, names, deciders);
        text_add(out, _("Still to decide: %s. Round %u of %u"), who.at,
                 game->round, game->rounds);
    } else if (game->round) {
        text_add(out, _("Round %u of %u."), game->round, game->rounds);
    }
}

static void draw_title(struct scene *scene)
{
    struct pen pen = pen_box(&scene->pen, 0, 0, 1, scene->pen.columns);
    bool unsaved = scene->ui->table.unsaved;
    const char *game =
        unsaved ? _("The game is not saved!") : _("Take It or Leave It");
    int room = pen.columns - (int)i18n_width(game) - 4;
    struct text title;
    title_text(scene, &title);
    pen.ink = INK_ACCENT;
    pen.look = LOOK_BOLD;
    pen_at(&pen, 0, 1);
    if ((int)i18n_width(title.at) > room)
        room = pen.columns - 2;
    pen_left(&pen, title.at, room);
    pen_ink(&pen, unsaved ? INK_BAD : INK_DIM);
    pen.look = 0;
    if (room < pen.columns - 2) {
        pen_at(&pen, 0, room + 2);
        pen_put(&pen, game);
    }
}

/* ---- Players ----------------------------------------------------------- */

struct columns {
    bool level; /* after the names */
    int name;
    int out;
    int dice;
    int cards;
    int points;
    int chips;
    int total;
};

static int widest(int least, const char *head)
{
    int width = (int)i18n_width(head) + 2;
    return width > least ? width : least;
}

static void player_name(const struct ui *ui, unsigned seat, bool level,
                        struct text *out)
{
    text_clear(out);
    text_add(out, "%s", ui->table.names->of[seat]);
    if (level && ui->table.level[seat][0] &&
        !strstr(ui->table.names->of[seat], ui->table.level[seat]))
        text_add(out, " (%s)", level_word(ui->table.level[seat]));
}

static int name_width(const struct scene *scene, bool level)
{
    int width = 8;
    struct text name;
    for (unsigned seat = 0; seat < scene->view->game.settings.players; seat++) {
        player_name(scene->ui, seat, level, &name);
        width = widest(width, name.at);
    }
    return width > NAME_COLUMNS ? NAME_COLUMNS : width;
}

/* The columns that all dice of the one who has most would take. */
static int dice_width(const tio_game *game)
{
    unsigned most = 0;
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        unsigned dice = tio_dice_size(game->player[seat].taken);
        most = dice > most ? dice : most;
    }
    return (int)most * DIE_SMALL + 1;
}

#define STATE_WORD 64

/* What is to be said of a seat in a word, or the time on its clock, or until a
 * bot plays for it. */
static const char *state_word(const struct scene *scene, unsigned seat,
                              char clock[STATE_WORD])
{
    const struct ui_table *table = &scene->ui->table;
    const tio_game *game = &scene->view->game;
    if (game->passed >> seat & 1 && game->phase != TIO_PHASE_DISCARD &&
        game->phase != TIO_PHASE_OVER)
        return C_("column", "out");
    if (table->stand_in >> seat & 1)
        return C_("column", "bot");
    char left[WORDS_CLOCK];
    if (table->awaited >> seat & 1) {
        words_clock(table->grace_ms[seat], left);
        snprintf(clock, STATE_WORD, "%s %s", C_("column", "away"), left);
        return clock;
    }
    if (table->away >> seat & 1)
        return C_("column", "away");
    if (table->clock_ms[seat] < 0)
        return "";
    words_clock((unsigned long)table->clock_ms[seat], left);
    snprintf(clock, STATE_WORD, "%s", left);
    return clock;
}

/* Wide enough for the longest of these words, and for a clock. */
static int state_width(const struct scene *scene)
{
    int width = widest(5, C_("column", "out"));
    for (unsigned seat = 0; seat < scene->view->game.settings.players; seat++) {
        char clock[STATE_WORD];
        const char *word = state_word(scene, seat, clock);
        int needs = (int)i18n_width(word) + 1;
        width = needs > width ? needs : width;
    }
    return width;
}

/* Bots' levels make room where dice need it. */
static struct columns find_columns(const struct scene *scene)
{
    struct columns columns = {.level = true};
    columns.out = state_width(scene);
    columns.cards = widest(6, C_("column", "cards"));
    columns.points = widest(6, C_("column", "points"));
    columns.chips = widest(6, C_("column", "chips"));
    columns.total = widest(6, C_("column", "total"));
    int rest = scene->plan.main - (scene->plan.side > 0) - 3 - columns.out -
               columns.cards - columns.points - columns.chips - columns.total;
    columns.name = name_width(scene, true);
    if (rest - columns.name < dice_width(&scene->view->game)) {
        columns.level = false;
        columns.name = name_width(scene, false);
    }
    columns.dice = rest - columns.name;
    return columns;
}

static void heads(struct pen *pen, const struct columns *columns)
{
    pen->ink = INK_DIM;
    pen_at(pen, 0, 3);
    pen_left(pen, C_("column", "Player"), columns->name);
    pen_left(pen, "", columns->out);
    pen_left(pen, C_("column", "dice"), columns->dice);
    pen_right(pen, C_("column", "cards"), columns->cards);
    pen_right(pen, C_("column", "points"), columns->points);
    pen_right(pen, C_("column", "chips"), columns->chips);
    pen_right(pen, C_("column", "total"), columns->total);
}

static void numbers(const struct scene *scene, struct pen *pen, unsigned seat,
                    const struct columns *columns)
{
    const tio_player *player = &scene->view->game.player[seat];
    pen->ink = INK_DIM;
    char text[32];
    snprintf(text, sizeof text, "%u+%u", player->combos, player->actions);
    pen_right(pen, text, columns->cards);
    pen->ink = INK_PLAIN;
    snprintf(text, sizeof text, "%d", player->points);
    pen_right(pen, !points_hidden(scene->view, seat) ? text : "?",
              columns->points);
    snprintf(text, sizeof text, "%d", player->chips);
    pen_right(pen, text, columns->chips);
    snprintf(text, sizeof text, "%d", tio_game_total(&scene->view->game, seat));
    pen->ink = INK_STRONG;
    pen->look = LOOK_BOLD;
    pen_right(pen, !points_hidden(scene->view, seat) ? text : "?",
              columns->total);
    pen->look = 0;
}

static void player_row(const struct scene *scene, struct pen *pen,
                       unsigned seat, const struct columns *columns)
{
    const tio_game *game = &scene->view->game;
    bool turn = tio_game_deciders(game) >> seat & 1 ||
                (game->phase <= TIO_PHASE_TURN && game->turn == seat);
    bool me = seat == scene->view->seat;
    bool out = game->passed >> seat & 1;
    struct text name;
    player_name(scene->ui, seat, columns->level, &name);
    pen_at(pen, (int)seat + 1, 1);
    pen_inked(pen, INK_ACCENT, !turn ? "  " : pen->cells->utf8 ? "▶ " : "> ");
    pen->ink = turn ? INK_ACCENT : out ? INK_DIM : INK_STRONG;
    pen->look = turn || me ? LOOK_BOLD : 0;
    pen->may_cut = true;
    pen_left(pen, name.at, columns->name - 1);
    pen_put(pen, " ");
    pen->look = 0;
    pen->ink = INK_DIM;
    char clock[STATE_WORD];
    pen_left(pen, state_word(scene, seat, clock), columns->out);
    pen->may_cut = false;
    int dice = pen->column;
    dice_row(pen, game->player[seat].taken, columns->dice - 1);
    pen->column = dice + columns->dice;
    numbers(scene, pen, seat, columns);
}

int players_dice(const struct scene *scene, unsigned seat)
{
    struct columns columns = find_columns(scene);
    unsigned dice = tio_dice_size(scene->view->game.player[seat].taken);
    int all = (int)dice * DIE_SMALL;
    if (all > columns.dice - DIE_SMALL)
        all = columns.dice - DIE_SMALL;
    return 3 + columns.name + columns.out + (all > 0 ? all : 0);
}

static void players_draw(struct scene *scene)
{
    unsigned players = scene->view->game.settings.players;
    struct pen pen = pen_box(&scene->pen, scene->plan.players, 0,
                             (int)players + 1, scene->plan.main);
    struct columns columns = find_columns(scene);
    heads(&pen, &columns);
    for (unsigned seat = 0; seat < players; seat++)
        player_row(scene, &pen, seat, &columns);
}

/* ---- Log --------------------------------------------------------------- */

static const char *log_line(const struct log *log, unsigned long number)
{
    return log->line[number % LOG_LINES];
}

int log_indent(const char *line)
{
    return (int)strspn(line, " ") + 2;
}

/* The roll is announced once the dice lie still. */
static unsigned long lines_told(const struct ui *ui)
{
    bool rolls = ui->motion.on && (ui->motion.move.type == TIO_MOVE_ROLL ||
                                   ui->motion.move.type == TIO_MOVE_LAND);
    unsigned long count = ui->table.log->count;
    return rolls && count ? count - 1 : count;
}

/* The newest lines, as many as there is room for, the last at the bottom; from
 * the top, if there is more room than lines. */
static void log_draw(struct pen *pen, const struct ui *ui, bool from_top)
{
    const struct log *log = ui->table.log;
    int rows = pen->rows;
    unsigned long oldest = log->count > LOG_LINES ? log->count - LOG_LINES : 0;
    unsigned long end = lines_told(ui);
    unsigned long from = end;
    int used = 0;
    while (from > oldest) {
        int takes = pen_wrapped(pen, log_line(log, from - 1), pen->columns,
                                log_indent(log_line(log, from - 1)));
        if (used + takes > rows)
            break;
        used += takes;
        from--;
    }
    pen_at(pen, from_top ? 0 : rows - used, 0);
    for (; from < end; from++) {
        pen->ink = from + 1 == end ? INK_PLAIN : INK_DIM;
        pen_wrap(pen, log_line(log, from), log_indent(log_line(log, from)));
    }
}

static void draw_log(struct scene *scene)
{
    const struct plan *plan = &scene->plan;
    int left = plan->side ? plan->main + 2 : 1;
    int columns = plan->side ? plan->side - 3 : plan->main - 2;
    struct pen pen;
    if (plan->side) {
        struct pen bar = pen_box(&scene->pen, 1, plan->main, plan->log_rows, 1);
        bar.ink = INK_FRAME;
        for (int row = 0; row < bar.rows; row++) {
            pen_at(&bar, row, 0);
            pen_put(&bar, bar.cells->utf8 ? "│" : "|");
        }
    }
    pen = pen_box(&scene->pen, plan->log, left, plan->log_rows, columns);
    if (scene->ui->teaching) {
        struct pen lesson = pen;
        if (plan->side)
            lesson.rows = pen.rows / 2;
        lesson_draw(scene->ui, &lesson);
        if (!plan->side)
            return;
        pen =
            pen_box(&pen, lesson.rows, 0, pen.rows - lesson.rows, pen.columns);
    }
    if (!scene->ui->table.log)
        return;
    if (plan->side) {
        struct pen head = pen;
        pen_inked(&head, INK_STRONG, _("What happened"));
        pen = pen_box(&pen, 1, 0, pen.rows - 1, pen.columns);
    }
    log_draw(&pen, scene->ui, plan->side > 0);
}

/* ---- What is asked ----------------------------------------------------- */

static void waiting_text(const struct scene *scene, struct text *out)
{
    const tio_game *game = &scene->view->game;
    unsigned deciders = tio_game_deciders(game);
    text_clear(out);
    if (scene->ui->teaching && scene->ui->lesson.go_on)
        return; /* the person is to read on: nobody else is waited for */
    if (scene->ui->waiting)
        text_add(out, "%s", _("One moment"));
    else if (game->phase == TIO_PHASE_TURN && game->turn < TIO_MAX_PLAYERS)
        text_add(out,
                 scene->ui->table.away >> game->turn & 1 ? _("Waiting for %s.")
                                                         : _("%s is thinking."),
                 scene->ui->table.names->of[game->turn]);
    else if (deciders)
        text_add(out, "%s", _("The others still have to decide."));
}

static void absent_draw(const struct ui_table *table, struct pen *pen)
{
    unsigned seat = ui_awaited(table);
    if (seat == TIO_NONE)
        return;
    struct text text;
    text_clear(&text);
    words_awaited(&text, table->names->of[seat], table->grace_ms[seat]);
    pen_inked(pen, INK_STRONG, text.at);
}

static void rule_draw(struct scene *scene)
{
    struct pen rule =
        pen_box(&scene->pen, scene->plan.rule, 0, 1, scene->plan.main);
    if (!scene->plan.rule)
        return;
    struct text text;
    text_clear(&text);
    if (scene->ui->replaying)
        replay_where(scene->ui, &text);
    draw_rule(&rule, 0, text.at, "");
}

static void ask_draw(struct scene *scene)
{
    const struct ui *ui = scene->ui;
    struct pen pen =
        pen_box(&scene->pen, scene->plan.ask, 1, 2, scene->plan.main - 2);
    rule_draw(scene);
    if (ui->notice[0] && ui->over != OVER_TYPE) {
        pen.ink = ui->trouble ? INK_BAD : INK_STRONG;
        pen_wrap(&pen, ui->notice, 0);
        return;
    }
    if (ui->replaying) {
        replay_ask(ui, &pen, scene->plan.rule != 0);
        return;
    }
    if (ui->teaching && ui->lesson.go_on && !ui->motion.on) {
        pen.ink = INK_ACCENT;
        pen_put(&pen, _("Press Enter to continue."));
        return;
    }
    struct text text;
    switch (ui->motion.on || ui->waiting ? MODE_WATCH : ui->mode) {
    case MODE_TURN:
        turn_draw(scene, &pen);
        break;
    case MODE_AIM:
        aim_draw(scene, &pen);
        break;
    case MODE_LAY:
        lay_ask(scene, &pen);
        break;
    case MODE_DISCARD:
    case MODE_DRAW:
        between_ask(scene, &pen);
        break;
    case MODE_NOTHING:
    case MODE_AWAIT:
    case MODE_MENU:
    case MODE_SAVES:
    case MODE_FORM:
    case MODE_LOBBY:
    case MODE_WATCH:
    case MODE_HAND_OVER:
    case MODE_END:
        absent_draw(&ui->table, &pen);
        waiting_text(scene, &text);
        pen.ink = INK_DIM;
        pen_at(&pen, 1, 0);
        pen_put(&pen, text.at);
        break;
    }
}

static void hand_over_draw(struct scene *scene)
{
    struct pen pen =
        pen_box(&scene->pen, scene->plan.tray, 0,
                scene->plan.ask - scene->plan.tray, scene->plan.main);
    const char *name = scene->ui->table.names->of[scene->ui->view.seat];
    pen_clear(&pen);
    pen_frame(&pen, "");
    struct text text;
    text_clear(&text);
    text_add(&text, _("%s, it is your turn."), name);
    pen.ink = INK_ACCENT;
    pen.look = LOOK_BOLD;
    pen_at(&pen, pen.rows / 2 - 1, 0);
    pen_centre(&pen, text.at);
    pen.ink = INK_PLAIN;
    pen.look = 0;
    pen_at(&pen, pen.rows / 2 + 1, 0);
    pen_centre(
        &pen,
        _("Everyone else, please look away. Press Enter when you are ready."));
    pen_mark(&pen, 0, 0, pen.rows, pen.columns, 0, HIT_SPECIAL + UI_KEY_ENTER);
}

tio_dice tray_choice(const struct ui *ui, tio_dice *picked)
{
    *picked = 0;
    if (ui->waiting || ui->motion.on || ui->results.on ||
        (ui->teaching && ui->lesson.go_on))
        return 0;
    if (ui->mode == MODE_TURN)
        return ui->view.game.tray;
    if (ui->mode == MODE_AIM)
        return aim_choice(ui, picked);
    return 0;
}

static void draw_middle(struct scene *scene)
{
    static void (*const draw[])(struct scene *) = {
        [MODE_LAY] = lay_draw,
        [MODE_DISCARD] = discard_draw,
        [MODE_DRAW] = draw_draw,
        [MODE_END] = NULL, /* the last mode */
    };
    unsigned mode = scene->ui->motion.on ? MODE_WATCH : scene->ui->mode;
    if (mode == MODE_HAND_OVER) {
        hand_over_draw(scene);
        return;
    }
    (draw[mode] ? draw[mode] : tray_draw)(scene);
    hand_draw(scene);
    draw_log(scene);
    ask_draw(scene);
}

void table_draw(const struct ui *ui, struct pen *pen)
{
    tio_view scratch;
    struct scene scene = {.ui = ui, .deck = ui->table.deck, .pen = *pen};
    scene.view = motion_view(ui, &scratch);
    scene.edition = scene.view->game.settings.edition;
    scene.hides = ui->mode == MODE_HAND_OVER;
    /* A hint to take a die has nothing to do with how an action is aimed. */
    if (ui->has_hint && ui_asks(ui) && !ui->motion.on &&
        (ui->mode != MODE_AIM || ui->hint.move[0].move.type == TIO_MOVE_PLAY))
        advice_of(&ui->view, ui->table.deck, &ui->hint.move[0],
                  &ui->hint.move[0], &scene.advice);
    plan_make(ui, scene.view, (unsigned)pen->rows, (unsigned)pen->columns,
              &scene.plan);
    draw_title(&scene);
    players_draw(&scene);
    draw_middle(&scene);
    if (ui->motion.on)
        motion_draw(&scene);
    keys_draw(ui, pen, scene.plan.keys);
}
