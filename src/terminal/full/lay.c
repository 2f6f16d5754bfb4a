/* The end of a round: the best lay-out is proposed, its dice travel onto their
 * cards, and every die can be put elsewhere. */
#include "terminal/full/parts.h"

#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "show/offer.h"

#define TRAVEL_MS 140 /* from one die to the next */

static unsigned combos_of(const struct ui *ui, const tio_combo *out[])
{
    return tio_hand_combos(&ui->view.game, ui->table.deck, ui->view.seat, out);
}

tio_dice lay_on(const struct ui *ui, unsigned place)
{
    const struct lay *lay = &ui->lay;
    tio_dice dice = 0;
    for (unsigned i = 0; i < lay->count && i < lay->shown; i++)
        if (lay->where[i] == place)
            dice += tio_dice_of(lay->die[i]);
    return dice;
}

static void put(struct ui *ui, const tio_layout *layout)
{
    struct lay *lay = &ui->lay;
    memset(lay->where, TIO_NONE, sizeof lay->where);
    for (unsigned place = 0; place < TIO_HAND_CARDS; place++) {
        tio_dice dice = layout->cards >> place & 1 ? layout->lay[place] : 0;
        for (unsigned i = 0; i < lay->count; i++) {
            if (lay->where[i] != TIO_NONE || !tio_dice_count(dice, lay->die[i]))
                continue;
            lay->where[i] = (uint8_t)place;
            dice -= tio_dice_of(lay->die[i]);
        }
    }
}

/* The lay-outs that score most; returns how many. */
static unsigned propose(struct ui *ui, unsigned number)
{
    struct show_offers offers;
    show_offers(&ui->view, ui->table.deck, &offers);
    ui->lay.proposal = offers.moves ? number % offers.moves : 0;
    if (offers.moves)
        put(ui, &offers.layout[ui->lay.proposal]);
    return offers.moves;
}

void lay_begin(struct ui *ui)
{
    ui->mode = MODE_LAY;
    ui->lay = (struct lay){.since = ui->now};
    ui->lay.count =
        dice_list(ui->view.game.player[ui->view.seat].taken, ui->lay.die);
    propose(ui, 0);
    ui->lay.shown = ui->options.animation ? 0 : ui->lay.count;
}

/* ---- Time -------------------------------------------------------------- */

bool lay_moves(const struct ui *ui)
{
    return ui->mode == MODE_LAY && ui->lay.shown < ui->lay.count;
}

void lay_tick(struct ui *ui)
{
    if (!lay_moves(ui))
        return;
    if (ui->results.on || ui->motion.on) {
        ui->lay.since = ui->now;
        return;
    }
    while (lay_moves(ui) && ui->now - ui->lay.since >= TRAVEL_MS) {
        ui->lay.since += TRAVEL_MS;
        ui->lay.shown++;
        ui->changes++;
    }
}

int lay_wait(const struct ui *ui)
{
    uint64_t past = ui->now - ui->lay.since;
    if (!lay_moves(ui))
        return -1;
    return past >= TRAVEL_MS ? 0 : (int)(TRAVEL_MS - past);
}

/* ---- Keys -------------------------------------------------------------- */

static void confirm(struct ui *ui)
{
    tio_move move = {.type = TIO_MOVE_LAY, .seat = ui->view.seat};
    for (unsigned place = 0; place < TIO_HAND_CARDS; place++)
        move.lay[place] = lay_on(ui, place);
    ui_want_move(ui, &move);
}

/* A card loses its dice, or gets what completes it best out of the free ones. */
static void toggle_card(struct ui *ui, unsigned place)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned cards = combos_of(ui, combos);
    struct lay *lay = &ui->lay;
    tio_dice free = lay_on(ui, TIO_NONE);
    if (place >= cards)
        return;
    if (lay_on(ui, place)) {
        for (unsigned i = 0; i < lay->count; i++)
            if (lay->where[i] == place)
                lay->where[i] = TIO_NONE;
        return;
    }
    const tio_combo *one[1];
    one[0] = combos[place];
    tio_layout best;
    tio_layout_best(one, 1, free, &best);
    if (!best.cards) {
        ui_say(ui, false, _("The free dice do not complete that combo."));
        return;
    }
    for (unsigned i = 0; i < lay->count; i++) {
        if (lay->where[i] == TIO_NONE &&
            tio_dice_count(best.lay[0], lay->die[i])) {
            lay->where[i] = (uint8_t)place;
            best.lay[0] -= tio_dice_of(lay->die[i]);
        }
    }
}

static void put_die(struct ui *ui, unsigned place)
{
    if (ui->lay.cursor >= ui->lay.count)
        return;
    const tio_combo *combos[TIO_HAND_CARDS];
    if (place != TIO_NONE && place >= combos_of(ui, combos))
        ui_say(ui, false, _("There is no combo with that number."));
    else
        ui->lay.where[ui->lay.cursor] = (uint8_t)place;
}

static void other_proposal(struct ui *ui)
{
    if (propose(ui, ui->lay.proposal + 1) < 2)
        ui_say(ui, false, _("No other lay-out scores as much."));
}

static void text_key(struct ui *ui, const struct ui_key *key)
{
    char letter = key->text[1] ? 0 : key->text[0];
    if (letter >= '1' && letter <= '5')
        put_die(ui, (unsigned)(letter - '1'));
    else if (letter == '0' || letter == '-')
        put_die(ui, TIO_NONE);
    else if (letter == 'n')
        memset(ui->lay.where, TIO_NONE, sizeof ui->lay.where);
    else if (letter == 'b')
        propose(ui, 0);
    else if (letter == 'o')
        other_proposal(ui);
    else if (letter == ' ')
        confirm(ui);
}

void lay_key(struct ui *ui, const struct ui_key *key)
{
    int card = ui_hit(ui, HIT_CARD, TIO_HAND_CARDS);
    int die = ui_hit(ui, HIT_OPTION, TIO_MAX_DICE);
    ui->lay.shown = ui->lay.count;
    if (card >= 0)
        toggle_card(ui, (unsigned)card);
    else if (die >= 0 && (unsigned)die < ui->lay.count)
        ui->lay.cursor = (unsigned)die;
    switch (key->type) {
    case UI_KEY_LEFT:
    case UI_KEY_BACKTAB:
        ui_step(&ui->lay.cursor, ui->lay.count, -1);
        break;
    case UI_KEY_RIGHT:
        ui_step(&ui->lay.cursor, ui->lay.count, 1);
        break;
    case UI_KEY_TAB:
        other_proposal(ui);
        break;
    case UI_KEY_BACKSPACE:
    case UI_KEY_DELETE:
        put_die(ui, TIO_NONE);
        break;
    case UI_KEY_ENTER:
        confirm(ui);
        break;
    case UI_KEY_TEXT:
        text_key(ui, key);
        break;
    default:
        break;
    }
}

/* ---- Picture ----------------------------------------------------------- */

static void draw_die(struct pen *pen, const struct ui *ui, unsigned i,
                     bool boxes)
{
    int width = boxes ? DIE_BOX + 1 : DIE_SMALL + 1;
    int column = (int)i * width + ((int)ui->lay.count * width < pen->columns);
    unsigned where = i < ui->lay.shown ? ui->lay.where[i] : TIO_NONE;
    struct die die = die_of(ui->lay.die[i]);
    die.hit = (uint16_t)(HIT_OPTION + i);
    die.dim = where != TIO_NONE;
    if (i == ui->lay.cursor && !lay_moves(ui))
        die.look = LOOK_CURSOR;
    char text[16];
    snprintf(text, sizeof text, "%u", where + 1);
    if (boxes) {
        die_box(pen, 1, column, die);
        pen_at(pen, 4, column + 2);
    } else {
        pen_at(pen, 1, column);
        die_small(pen, die);
        pen_at(pen, 2, column + 1);
    }
    if (where == TIO_NONE)
        pen_inked(pen, INK_BAD, pen->cells->utf8 ? "·" : "-");
    else
        pen_inked(pen, INK_GOOD, text);
}

void lay_draw(struct scene *scene)
{
    const struct plan *plan = &scene->plan;
    const struct ui *ui = scene->ui;
    struct pen pen =
        pen_box(&scene->pen, plan->tray, 0, plan->tray_rows + 1, plan->main);
    bool boxes =
        plan->tray_rows >= 4 && (int)ui->lay.count * (DIE_BOX + 1) < plan->main;
    draw_rule(&pen, 0, _("Your dice, and the cards they are on"), "");
    for (unsigned i = 0; i < ui->lay.count; i++)
        draw_die(&pen, ui, i, boxes);
    if (!ui->lay.count) {
        pen_at(&pen, 2, 0);
        pen.ink = INK_DIM;
        pen_centre(&pen, _("You took no dice."));
    }
}

/* The first card whose dice do not complete it, or TIO_NONE. */
static unsigned first_wrong(const struct ui *ui)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned cards = combos_of(ui, combos);
    for (unsigned place = 0; place < cards; place++) {
        tio_dice dice = lay_on(ui, place);
        if (dice && !tio_combo_accepts(combos[place], dice))
            return place;
    }
    return TIO_NONE;
}

/* More dice lie on no card than the best way leaves over: who is not done yet
 * is not told of a better way. */
static bool still_laying(const struct ui *ui, const tio_layout *best)
{
    unsigned laid = 0;
    for (unsigned place = 0; place < TIO_HAND_CARDS; place++)
        if (best->cards >> place & 1)
            laid += tio_dice_size(best->lay[place]);
    return tio_dice_size(lay_on(ui, TIO_NONE)) + laid > ui->lay.count;
}

void lay_ask(struct scene *scene, struct pen *pen)
{
    const struct ui *ui = scene->ui;
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned cards = combos_of(ui, combos);
    unsigned wrong = first_wrong(ui);
    tio_layout layout = {0};
    tio_layout best;
    show_best(&ui->view, ui->table.deck,
              ui->view.game.player[ui->view.seat].taken, &best);
    struct text score;
    text_clear(&score);
    struct text line;
    text_clear(&line);
    if (wrong != TIO_NONE) {
        text_add(&line, _("The dice on combo %u do not complete it."),
                 wrong + 1);
        pen->ink = INK_BAD;
    } else {
        for (unsigned place = 0; place < cards; place++)
            layout.lay[place] = lay_on(ui, place);
        tio_layout_score(combos, cards,
                         ui->view.game.player[ui->view.seat].taken, &layout);
        words_score(&score, layout.points, layout.chips);
        text_add(&line, _("This way you score %s."), score.at);
        pen->ink = INK_ACCENT;
    }
    pen_at(pen, 1, 0);
    pen_put(pen, line.at);
    pen->ink = INK_STRONG;
    pen_at(pen, 0, 0);
    if (wrong == TIO_NONE && layout.net == best.net)
        pen_put(pen, _("Lay your dice on your combos: this scores the most, "
                       "but you may change it."));
    else if (wrong != TIO_NONE || still_laying(ui, &best))
        pen_put(pen, _("Lay your dice on your combos, by their numbers. Press "
                       "b for the best way."));
    else
        pen_put(pen, _("Lay your dice on your combos. Another way scores "
                       "more: press b for it."));
}
