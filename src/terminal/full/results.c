/* What a round brought, one player after another: their dice on their cards,
 * what is left over, and the score. */
#include "terminal/full/parts.h"

#include "i18n/i18n.h"

#define REVEAL_MS 900
#define READ_MS 6000   /* then it continues by itself for spectators */
#define DICE_AT 4      /* column */
#define WORDS_LEAST 24 /* columns: larger dice are not worth less */

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

/* ---- Rows -------------------------------------------------------------- */

/* A card with the dice on it, or what is left over, and what that counts. */
struct item {
    tio_dice dice;
    uint8_t ink; /* of the worth */
    struct text worth;
    struct text words;
    struct text cost; /* of red dice, or "" */
};

/* How everybody's items are laid out: all alike, so that columns are straight. */
struct sheet {
    int columns;
    int die;   /* rows of a die: 5, 3 or 1 */
    int worth; /* column */
    int words; /* column */
    int gap;   /* rows between two players */
};

static void item_of_card(const struct ui *ui, unsigned card, tio_dice dice,
                         struct item *out)
{
    const tio_combo *combo = &ui->table.deck->combo[card];
    *out = (struct item){.dice = dice, .ink = INK_GOOD};
    words_points(&out->worth, combo->points);
    words_combo(&out->words, ui->results.after.game.settings.edition, combo);
    words_red_cost(&out->cost, dice);
}

static void item_of_left(tio_dice left, struct item *out)
{
    unsigned red = tio_dice_size(tio_dice_colour(left, TIO_RED));
    *out = (struct item){.dice = left, .ink = INK_BAD};
    words_chips(&out->worth, (int)(tio_dice_size(left) + red));
    text_add(&out->words, "%s",
             red ? _("for dice left over, red counts twice")
                 : _("for dice left over"));
}

/* The items of a player, one after another: false past the last. */
static bool item_at(const struct ui *ui, unsigned seat, unsigned number,
                    struct item *out)
{
    const tio_player *player = &ui->results.after.game.player[seat];
    tio_dice left = outcome_of(ui, seat).left;
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        if (player->laid_card[i] >= ui->table.deck->combos || number--)
            continue;
        item_of_card(ui, player->laid_card[i], player->laid[i], out);
        return true;
    }
    if (!left || number)
        return false;
    item_of_left(left, out);
    return true;
}

/* Columns of a die, with what parts it from the next. */
static int die_width(int rows)
{
    return rows == 5 ? DIE_PIPS + 1 : rows == 3 ? DIE_BOX + 1 : DIE_SMALL;
}

/* The cost of a red die is shown beside the words if they leave room for it. */
static bool cost_beside(const struct item *item, int room)
{
    return (int)(i18n_width(item->words.at) + i18n_width(item->cost.at)) + 2 <=
           room;
}

static int text_rows(const struct pen *pen, const struct sheet *sheet,
                     const struct item *item)
{
    int room = sheet->columns - sheet->words - 1;
    int rows = pen_wrapped(pen, item->words.at, room, 0);
    return rows + (item->cost.length && !cost_beside(item, room));
}

static int item_rows(const struct pen *pen, const struct sheet *sheet,
                     const struct item *item)
{
    int rows = text_rows(pen, sheet, item);
    return rows > sheet->die ? rows : sheet->die;
}

/* Rows that a player takes. */
static int rows_of(const struct ui *ui, const struct pen *pen, unsigned seat,
                   const struct sheet *sheet)
{
    struct item item;
    int rows = 1;
    for (unsigned i = 0; item_at(ui, seat, i, &item); i++)
        rows += item_rows(pen, sheet, &item);
    return rows;
}

static int all_rows(const struct ui *ui, const struct pen *pen,
                    const struct sheet *sheet)
{
    int rows = 0;
    for (unsigned seat = 0; seat < players_of(ui); seat++)
        rows += rows_of(ui, pen, seat, sheet);
    return rows;
}

static struct sheet sheet_with(const struct ui *ui, int columns, int die)
{
    struct sheet sheet = {.columns = columns, .die = die};
    struct item item;
    for (unsigned seat = 0; seat < players_of(ui); seat++) {
        for (unsigned i = 0; item_at(ui, seat, i, &item); i++) {
            int dice = (int)tio_dice_size(item.dice) * die_width(die);
            int worth = (int)i18n_width(item.worth.at);
            sheet.worth = dice > sheet.worth ? dice : sheet.worth;
            sheet.words = worth > sheet.words ? worth : sheet.words;
        }
    }
    sheet.worth += DICE_AT + 2;
    sheet.words += sheet.worth + 2;
    return sheet;
}

/* Dice are as large as everybody's fit; the smallest may take several pages. */
static struct sheet sheet_for(const struct ui *ui, const struct pen *pen)
{
    struct sheet sheet = {0};
    int spare = 0;
    for (int die = 5; die >= 1; die -= 2) {
        sheet = sheet_with(ui, pen->columns, die);
        spare = pen->rows - all_rows(ui, pen, &sheet);
        if (spare >= 0 && sheet.columns - sheet.words >= WORDS_LEAST)
            break;
    }
    sheet.gap = spare >= (int)players_of(ui) - 1;
    return sheet;
}

/* The seat after the last that fits below `first`. */
static unsigned page_end(const struct ui *ui, const struct pen *pen,
                         const struct sheet *sheet, unsigned first)
{
    unsigned seat = first;
    int rows = pen->rows;
    while (seat < players_of(ui) &&
           (seat == first || rows_of(ui, pen, seat, sheet) <= rows)) {
        rows -= rows_of(ui, pen, seat, sheet) + sheet->gap;
        seat++;
    }
    return seat;
}

/* ---- Picture ----------------------------------------------------------- */

static void draw_dice(struct pen *pen, int row, tio_dice dice, int die)
{
    tio_kind list[TIO_MAX_DICE];
    unsigned count = dice_list(dice, list);
    if (die == 1) {
        pen_at(pen, row, DICE_AT);
        dice_row(pen, dice, TIO_MAX_DICE * DIE_SMALL);
        return;
    }
    for (unsigned i = 0; i < count; i++)
        (die == 5 ? die_pips : die_box)(
            pen, row, DICE_AT + (int)i * die_width(die), die_of(list[i]));
}

static void draw_item(struct pen *pen, const struct sheet *sheet,
                      const struct item *item)
{
    int start = pen->row;
    int rows = item_rows(pen, sheet, item);
    int top = start + (rows - text_rows(pen, sheet, item)) / 2;
    struct pen text = pen_box(pen, top, sheet->words, rows,
                              sheet->columns - sheet->words - 1);
    bool beside = cost_beside(item, text.columns);
    draw_dice(pen, start, item->dice, sheet->die);
    pen_at(pen, top, sheet->worth);
    pen_inked(pen, item->ink, item->worth.at);
    text.ink = INK_DIM;
    pen_wrap(&text, item->words.at, 0);
    if (beside)
        pen_at(&text, 0, (int)i18n_width(item->words.at) + 2);
    if (item->cost.length)
        pen_inked(&text, INK_BAD, item->cost.at);
    pen_at(pen, start + rows, 0);
}

static void draw_head(const struct ui *ui, struct pen *pen, unsigned seat)
{
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
}

static void draw_player(const struct ui *ui, struct pen *pen, unsigned seat,
                        const struct sheet *sheet)
{
    draw_head(ui, pen, seat);
    struct item item;
    for (unsigned i = 0; item_at(ui, seat, i, &item); i++)
        draw_item(pen, sheet, &item);
    pen_at(pen, pen->row + sheet->gap, 0);
}

/* Whoever is on the next page, in the lower edge. */
static void draw_others(const struct ui *ui, struct pen *box, unsigned from)
{
    struct pen edge = pen_box(box, box->rows - 1, 2, 1, box->columns - 4);
    unsigned all = (1U << players_of(ui)) - 1;
    if (from >= players_of(ui))
        return;
    struct text names;
    text_clear(&names);
    struct text text;
    text_clear(&text);
    words_names(&names, ui->table.names, all >> from << from);
    /* TRANSLATORS: players whose results are on the next page. */
    text_add(&text, _("Enter shows more: %s"), names.at);
    edge.ink = INK_ACCENT;
    edge.may_cut = true;
    pen_print(&edge, " %s ", text.at);
}

static struct pen results_box(const struct ui *ui, struct pen *pen)
{
    struct plan plan;
    plan_make(ui, &ui->results.after, (unsigned)pen->rows,
              (unsigned)pen->columns, &plan);
    int top = plan.tray;
    return pen_box(pen, top, 0, plan.keys - top, plan.main);
}

static struct pen results_inside(const struct pen *box)
{
    return pen_box(box, 1, 1, box->rows - 2, box->columns - 2);
}

void results_draw(const struct ui *ui, struct pen *pen)
{
    struct pen box = results_box(ui, pen);
    struct pen inner = results_inside(&box);
    struct sheet sheet = sheet_for(ui, &inner);
    unsigned end = page_end(ui, &inner, &sheet, ui->results.first);
    struct text title;
    text_clear(&title);
    text_add(&title, _("Round %u of %u is scored"),
             ui->results.before.game.round, ui->results.before.game.rounds);
    pen_clear(&box);
    pen_frame(&box, title.at);
    for (unsigned seat = ui->results.first;
         seat < end && seat < ui->results.shown; seat++)
        draw_player(ui, &inner, seat, &sheet);
    draw_others(ui, &box, end);
    pen_mark(&box, 0, 0, box.rows, box.columns, 0, HIT_SPECIAL + UI_KEY_ENTER);
}

void results_key(struct ui *ui, const struct ui_key *key)
{
    struct cells cells = {.rows = ui->options.rows,
                          .columns = ui->options.columns,
                          .utf8 = ui->options.utf8};
    struct pen pen = cells_pen(&cells);
    struct pen box = results_box(ui, &pen);
    struct pen inner = results_inside(&box);
    struct sheet sheet = sheet_for(ui, &inner);
    unsigned end = page_end(ui, &inner, &sheet, ui->results.first);
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
