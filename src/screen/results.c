/* What a round brought, one player after another: their dice on their cards,
 * what is left over, and the score. */
#include "screen/parts.h"

#include "i18n/i18n.h"

#define REVEAL_MS 900
#define READ_MS 6000 /* then it goes on by itself for who only looks on */
#define DICE_AT 4    /* column */

static unsigned players_of(const struct ui *ui)
{
    return ui->results.after.game.settings.players;
}

void results_begin(struct ui *ui, const tio_view *before, const tio_view *after)
{
    ui->results = (struct results){.on = true,
                                   .before = *before,
                                   .after = *after,
                                   .shown = 1,
                                   .since = ui->now};
    if (!ui->options.animation)
        ui->results.shown = players_of(ui);
}

void results_tick(struct ui *ui)
{
    struct results *results = &ui->results;

    if (!results->on || ui->motion.on) {
        results->since = ui->now;
        return;
    }
    while (results->shown < players_of(ui) &&
           ui->now - results->since >= REVEAL_MS) {
        results->since += REVEAL_MS;
        results->shown++;
        ui->changes++;
    }
    if (!ui->table.here && ui->now - results->since >= READ_MS) {
        results_key(ui, &(struct ui_key){.type = UI_KEY_ENTER});
        ui->changes++;
    }
}

int results_wait(const struct ui *ui)
{
    uint64_t past = ui->now - ui->results.since;
    bool shown = ui->results.shown >= players_of(ui);
    uint64_t length = shown ? READ_MS : REVEAL_MS;

    if (!ui->results.on || (shown && ui->table.here))
        return -1;
    return past >= length ? 0 : (int)(length - past);
}

/* ---- Figures ----------------------------------------------------------- */

struct outcome {
    int points;
    int chips;
    tio_dice left;
};

/* Counted up from the cards that all have seen: a view with score piles face
 * down shows no sums. */
static struct outcome outcome_of(const struct ui *ui, unsigned seat)
{
    const tio_player *player = &ui->results.after.game.player[seat];
    struct outcome out = {.left = ui->results.before.game.player[seat].taken};

    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        if (player->laid_card[i] >= ui->table.deck->combos)
            continue;
        out.points += ui->table.deck->combo[player->laid_card[i]].points;
        out.chips +=
            (int)tio_dice_size(tio_dice_colour(player->laid[i], TIO_RED));
        if (tio_dice_contain(out.left, player->laid[i]))
            out.left -= player->laid[i];
    }
    out.chips += (int)tio_dice_size(out.left) +
                 (int)tio_dice_size(tio_dice_colour(out.left, TIO_RED));
    return out;
}

/* Rows that a player takes; `height` is that of a row of dice. */
static int rows_of(const struct ui *ui, unsigned seat, int height)
{
    const tio_player *player = &ui->results.after.game.player[seat];
    int rows = 1;

    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        rows += player->laid_card[i] < ui->table.deck->combos ? height : 0;
    return rows + (outcome_of(ui, seat).left ? height : 0);
}

/* Dice are boxes if everybody's fit that way. */
static int height_for(const struct ui *ui, int rows)
{
    int all = 0;

    for (unsigned seat = 0; seat < players_of(ui); seat++)
        all += rows_of(ui, seat, 3);
    return all <= rows ? 3 : 1;
}

/* The seat after the last that fits below `first` in so many rows. */
static unsigned page_end(const struct ui *ui, unsigned first, int rows)
{
    int height = height_for(ui, rows);
    unsigned seat = first;

    while (seat < players_of(ui) &&
           (seat == first || rows_of(ui, seat, height) <= rows)) {
        rows -= rows_of(ui, seat, height);
        seat++;
    }
    return seat;
}

/* ---- Picture ----------------------------------------------------------- */

/* Dice in a row, small or as boxes. The pen then stands in the middle row,
 * where words follow. */
static void draw_dice(struct pen *pen, tio_dice dice, int height)
{
    tio_kind list[TIO_MAX_DICE];
    unsigned count = dice_list(dice, list);
    int words = DICE_AT + (height == 3 ? 30 : 20);

    if (height == 1) {
        pen_at(pen, pen->row, DICE_AT);
        dice_row(pen, dice, 9 * DIE_SMALL);
    } else {
        for (unsigned i = 0; i < count && i < 8; i++)
            die_box(pen, pen->row, DICE_AT + (int)i * (DIE_BOX + 1),
                    die_of(list[i]));
        pen_at(pen, pen->row + 1, DICE_AT + (int)count * (DIE_BOX + 1));
    }
    pen->column = pen->column < words ? words + 1 : pen->column + 1;
}

/* A red die costs a chip although it is laid. */
static void draw_red(struct pen *pen, tio_dice dice)
{
    struct text text;

    text_clear(&text);
    words_red_cost(&text, dice);
    pen_inked(pen, INK_BAD, text.at);
    pen->column += text.length ? 2 : 0;
}

/* Beside boxes there are three rows for words, the last for a red die's cost. */
static void draw_words(struct pen *pen, const char *words, int rows)
{
    int width = pen->columns - pen->column - 1;
    struct pen rest = pen_box(pen, pen->row, pen->column, rows, width);

    rest.ink = INK_DIM;
    rest.may_cut = true;
    if (rows == 1)
        pen_left(&rest, words, width);
    else
        pen_wrap(&rest, words, 0);
}

static void draw_card(const struct ui *ui, struct pen *pen, unsigned card,
                      tio_dice dice, int height)
{
    unsigned edition = ui->results.after.game.settings.edition;
    const tio_combo *combo = &ui->table.deck->combo[card];
    struct text words;
    struct text points;
    int middle;
    int at;
    int rows;

    text_clear(&words);
    text_clear(&points);
    words_combo(&words, edition, combo);
    words_points(&points, combo->points);
    draw_dice(pen, dice, height);
    middle = pen->row;
    at = pen->column;
    rows = height == 1
               ? 1
               : pen_wrapped(pen, words.at,
                             pen->columns - at - (int)i18n_width(points.at) - 3,
                             0);
    pen_at(pen, rows > 1 ? middle - 1 : middle, at);
    pen_inked(pen, INK_GOOD, points.at);
    pen->column += 2;
    if (height == 1)
        draw_red(pen, dice);
    draw_words(pen, words.at,
               rows == 1                        ? 1
               : tio_dice_colour(dice, TIO_RED) ? 2
                                                : 3);
    pen_at(pen, middle + 1, 0);
    if (height == 3) {
        pen->column = at;
        draw_red(pen, dice);
        pen_at(pen, middle + 2, 0);
    }
}

/* What lies on no card, and what it costs. */
static void draw_left(struct pen *pen, tio_dice left, int height)
{
    struct text chips;

    text_clear(&chips);
    words_chips(&chips, (int)(tio_dice_size(left) +
                              tio_dice_size(tio_dice_colour(left, TIO_RED))));
    draw_dice(pen, left, height);
    pen_inked(pen, INK_BAD, chips.at);
    pen->column += 2;
    pen->may_cut = true;
    pen_inked(pen, INK_DIM,
              tio_dice_colour(left, TIO_RED) ? _("left over, red counts twice")
                                             : _("left over"));
    pen->may_cut = false;
    pen_at(pen, pen->row + (height == 3 ? 2 : 1), 0);
}

static void draw_player(const struct ui *ui, struct pen *pen, unsigned seat,
                        int height)
{
    const tio_player *player = &ui->results.after.game.player[seat];
    struct outcome outcome = outcome_of(ui, seat);
    struct text score;

    text_clear(&score);
    words_score(&score, outcome.points, outcome.chips);
    pen_at(pen, pen->row, 1);
    pen->look = LOOK_BOLD;
    pen->may_cut = true;
    pen->ink = INK_STRONG;
    pen_left(pen, ui->table.names->of[seat], 20);
    pen->may_cut = false;
    pen->look = 0;
    pen_put(pen, "  ");
    pen->ink = outcome.points > outcome.chips   ? INK_GOOD
               : outcome.points < outcome.chips ? INK_BAD
                                                : INK_PLAIN;
    if (ui->results.before.game.player[seat].taken)
        pen_put(pen, score.at);
    else
        pen_inked(pen, INK_DIM, _("no dice"));
    pen->ink = INK_PLAIN;
    pen_at(pen, pen->row + 1, 0);
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        if (player->laid_card[i] < ui->table.deck->combos)
            draw_card(ui, pen, player->laid_card[i], player->laid[i], height);
    if (outcome.left)
        draw_left(pen, outcome.left, height);
}

static struct pen results_box(const struct ui *ui, struct pen *pen)
{
    struct plan plan;
    int top;

    plan_make(ui, &ui->results.after, (unsigned)pen->rows,
              (unsigned)pen->columns, &plan);
    top = plan.tray;
    return pen_box(pen, top, 0, plan.keys - top, plan.main);
}

void results_draw(const struct ui *ui, struct pen *pen)
{
    struct pen box = results_box(ui, pen);
    struct pen inner;
    struct text title;
    unsigned end;

    text_clear(&title);
    text_add(&title, _("Round %u of %u is scored"),
             ui->results.before.game.round, ui->results.before.game.rounds);
    pen_clear(&box);
    pen_frame(&box, title.at);
    inner = pen_box(&box, 1, 1, box.rows - 2, box.columns - 2);
    end = page_end(ui, ui->results.first, inner.rows);
    for (unsigned seat = ui->results.first;
         seat < end && seat < ui->results.shown; seat++)
        draw_player(ui, &inner, seat, height_for(ui, inner.rows));
    pen_mark(&box, 0, 0, box.rows, box.columns, 0, HIT_SPECIAL + UI_KEY_ENTER);
}

void results_key(struct ui *ui, const struct ui_key *key)
{
    struct cells cells = {.rows = ui->options.rows,
                          .columns = ui->options.columns};
    struct pen pen = cells_pen(&cells);
    struct pen box = results_box(ui, &pen);
    unsigned end = page_end(ui, ui->results.first, box.rows - 2);

    ui->results.since = ui->now;
    if (key->type == UI_KEY_ESCAPE) {
        ui->results.on = false;
        return;
    }
    if (key->type != UI_KEY_ENTER && !ui_is_key(key, ' ') &&
        key->type != UI_KEY_DOWN && key->type != UI_KEY_PAGE_DOWN)
        return;
    if (ui->results.shown < players_of(ui)) {
        ui->results.shown = players_of(ui);
    } else if (end < players_of(ui)) {
        ui->results.first = end;
    } else {
        ui->results.on = false;
        ui->lay.since = ui->now;
    }
}
