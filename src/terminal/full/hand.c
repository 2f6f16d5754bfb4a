/* A hand of cards, each drawn as the dice that it asks for, with the player's
 * dice on it: what is done, what is missing, and what would be left over. */
#include "terminal/full/parts.h"

#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "show/slots.h"
#include "terminal/action_words.h"
#include "terminal/fit_words.h"

#define WORDS_AT 34 /* column from which a card is told in words */

/* ---- A card ------------------------------------------------------------ */

/* A card in the hand and the dice on it. */
struct card {
    unsigned place;
    const tio_combo *combo; /* NULL: an action */
    tio_action action;
    tio_dice on;
    bool complete;
    bool hinted; /* the hint that was read is about it */
    uint8_t look;
    struct fit_card fit; /* what the die under the cursor would do for it */
};

static struct die slot_die(const tio_combo *combo, unsigned slot, tio_kind kind)
{
    if (kind != TIO_NONE)
        return die_of(kind);
    return (struct die){.colour = combo->slot[slot].colour,
                        .face = combo->slot[slot].face,
                        .empty = true};
}

static void tick(struct pen *pen, bool there)
{
    if (there)
        pen_inked(pen, INK_GOOD, pen->cells->utf8 ? "✓" : "*");
    else
        pen_put(pen, " ");
}

static void slots_small(struct pen *pen, const struct card *card)
{
    tio_kind die[TIO_MAX_SLOTS];
    slots_fill(card->combo, card->on, die);
    for (unsigned i = 0; i < card->combo->slots; i++) {
        die_small(pen, slot_die(card->combo, i, die[i]));
        tick(pen, die[i] != TIO_NONE);
    }
}

/* "[?][?] > 8", "[?].. > 12", and then the dice on it. */
static void sum_small(struct pen *pen, const struct card *card, int width)
{
    const tio_combo *combo = card->combo;
    struct die any = {.colour = combo->colour, .empty = true};
    unsigned shown = combo->count ? combo->count : 1;
    int start = pen->column;
    struct text sum;
    text_clear(&sum);
    words_bound(&sum, combo);
    for (unsigned i = 0; i < shown && i < 4; i++)
        die_small(pen, any);
    if (!combo->count || shown > 4)
        pen_inked(pen, INK_DIM, pen->cells->utf8 ? "…" : "..");
    pen_print(pen, " %s", sum.at);
    if (card->on) {
        char now[16];
        snprintf(now, sizeof now, " %u: ", tio_dice_pips(card->on));
        pen_inked(pen, card->complete ? INK_GOOD : INK_PLAIN, now);
        dice_row(pen, card->on, width - (pen->column - start));
    }
}

static void status_text(const struct card *card, struct text *out)
{
    text_clear(out);
    if (card->fit.how) {
        words_fit_card(out, card->combo, card->fit);
    } else if (card->complete) {
        text_add(out, "%s", C_("card", "done"));
    } else if (card->combo && card->on) {
        unsigned missing = slots_missing(card->combo, card->on);
        if (missing)
            text_add(out, ngettext("%u missing", "%u missing", missing),
                     missing);
    }
}

static void draw_status(struct pen *pen, int row, const struct card *card)
{
    struct text status;
    status_text(card, &status);
    int width = (int)i18n_width(status.at);
    if (!status.length)
        return;
    pen_at(pen, row, pen->columns - width - 4);
    pen_put(pen, " ");
    if (card->fit.how) {
        pen_ink(pen, card->fit.how == FIT_COMPLETES ? INK_GOOD : INK_ACCENT);
        pen_put(pen, pen->cells->utf8 ? "▸ " : "> ");
    } else {
        pen_ink(pen, card->complete ? INK_GOOD : INK_DIM);
        pen_put(pen, card->complete ? (pen->cells->utf8 ? "✓ " : "* ") : "  ");
    }
    pen_put(pen, status.at);
}

static void card_words(const struct scene *scene, const struct card *card,
                       struct text *out)
{
    text_clear(out);
    if (card->combo)
        words_combo(out, scene->edition, card->combo);
    else
        words_action(out, scene->edition, card->action);
}

static void card_worth(const struct card *card, struct text *out)
{
    text_clear(out);
    if (card->combo)
        words_points(out, card->combo->points);
    else
        text_add(out, "%s", C_("card", "action"));
}

/* The column after number and points, the same for all cards. */
static int drawn_at(const tio_deck *deck)
{
    struct card action = {0};
    unsigned width = 8;
    int most = 3;
    for (unsigned i = 0; i < deck->combos; i++)
        most = deck->combo[i].points > most ? deck->combo[i].points : most;

    struct text worth;
    card_worth(&action, &worth);
    if (i18n_width(worth.at) > width)
        width = i18n_width(worth.at);
    text_clear(&worth);
    words_points(&worth, most);
    if (i18n_width(worth.at) > width)
        width = i18n_width(worth.at);
    return 5 + (int)width + 1;
}

static void card_head(struct pen *pen, int row, const struct card *card)
{
    struct text worth;
    card_worth(card, &worth);
    pen_at(pen, row, 0);
    pen_put(pen, card->look & LOOK_CURSOR ? " >" : "  ");
    if (card->hinted && !(card->look & LOOK_CURSOR)) {
        pen_at(pen, row, 1);
        pen_inked(pen, INK_GOOD, pen->cells->utf8 ? "▶" : ">");
    }
    pen_print(pen, "%u  ", card->place + 1);
    pen_inked(pen,
              card->complete || card->fit.how == FIT_COMPLETES ? INK_GOOD
              : card->fit.how                                  ? INK_ACCENT
                                                               : INK_STRONG,
              worth.at);
}

static void card_line(struct scene *scene, struct pen *pen,
                      const struct card *card)
{
    int at = drawn_at(scene->deck);
    struct text words;
    card_words(scene, card, &words);
    struct text status;
    status_text(card, &status);
    card_head(pen, 0, card);
    pen_at(pen, 0, at);
    if (card->combo && card->combo->slots)
        slots_small(pen, card);
    else if (card->combo)
        sum_small(pen, card, pen->columns - at - 20);
    if (card->combo && pen->column < WORDS_AT)
        pen->column = WORDS_AT;
    else if (card->combo)
        pen->column += 2;
    struct pen rest =
        pen_box(pen, 0, pen->column, 1,
                pen->columns - pen->column -
                    (status.length ? (int)i18n_width(status.at) + 6 : 1));
    rest.ink = card->combo ? INK_DIM : INK_PLAIN;
    rest.may_cut = true;
    if (rest.columns > 8)
        pen_left(&rest, words.at, rest.columns);
    draw_status(pen, 0, card);
}

static void slots_boxes(struct pen *pen, const struct card *card, int *column)
{
    tio_kind die[TIO_MAX_SLOTS];
    slots_fill(card->combo, card->on, die);
    for (unsigned i = 0; i < card->combo->slots; i++) {
        struct die drawn = slot_die(card->combo, i, die[i]);
        die_box(pen, 0, *column, drawn);
        *column += DIE_BOX + 1;
    }
}

static void sum_boxes(struct pen *pen, const struct card *card, int *column)
{
    const tio_combo *combo = card->combo;
    tio_kind list[TIO_MAX_DICE];
    unsigned count = dice_list(card->on, list);
    unsigned shown = combo->count > count ? combo->count : count;
    if (!combo->count && !card->complete && shown == count)
        shown++;
    if (shown > 6)
        shown = 6;
    for (unsigned i = 0; i < shown; i++) {
        struct die die = {.colour = combo->colour, .empty = true};
        if (i < count)
            die = die_of(list[i]);
        die_box(pen, 0, *column, die);
        *column += DIE_BOX + 1;
    }
    struct pen sum = pen_box(pen, 0, *column, 3, 8);
    struct text bound;
    text_clear(&bound);
    words_bound(&bound, combo);
    pen_at(&sum, 0, 0);
    if (!combo->count)
        pen_inked(&sum, INK_DIM, pen->cells->utf8 ? "…" : "..");
    pen_at(&sum, 1, 0);
    sum.ink = INK_STRONG;
    pen_put(&sum, bound.at);
    if (card->on) {
        pen_at(&sum, 2, 0);
        sum.ink = card->complete ? INK_GOOD : INK_DIM;
        pen_print(&sum, "(%u)", tio_dice_pips(card->on));
    }
    *column += 8;
}

static void card_boxes(struct scene *scene, struct pen *pen,
                       const struct card *card)
{
    int column = drawn_at(scene->deck);
    struct text words;
    card_words(scene, card, &words);
    card_head(pen, 1, card);
    if (card->combo && card->combo->slots)
        slots_boxes(pen, card, &column);
    else if (card->combo)
        sum_boxes(pen, card, &column);
    column = column < WORDS_AT && card->combo ? WORDS_AT : column;
    struct pen rest =
        pen_box(pen, 0, column + 1, 3, pen->columns - column - 14);
    rest.ink = card->combo ? INK_DIM : INK_PLAIN;
    rest.may_cut = true;
    if (rest.columns > 10) {
        int rows = pen_wrapped(&rest, words.at, rest.columns, 0);
        pen_at(&rest, rows > 2 ? 0 : 1, 0);
        pen_wrap(&rest, words.at, 0);
    }
    draw_status(pen, 1, card);
}

/* ---- The hand ---------------------------------------------------------- */

/* Whoever looks at a record sees the hand of somebody. */
static const char *hand_title(const struct scene *scene)
{
    unsigned seat = scene->view->seat;
    return scene->ui->replaying && seat < TIO_MAX_PLAYERS
               ? scene->ui->table.names->of[seat]
               : _("Your hand");
}

/* "Your hand", and what it would score now. */
static void hand_head(const struct scene *scene, struct pen *pen,
                      const struct arranged *at)
{
    struct text score;
    text_clear(&score);
    struct text right;
    text_clear(&right);
    if (at->dice && scene->ui->mode != MODE_LAY) {
        words_score(&score, at->best.points, at->best.chips);
        text_add(&right, _("Now: %s"), score.at);
    }
    draw_rule(pen, 0, hand_title(scene), right.at);
}

/* Dice that lie on no card that is done, and what they cost. */
static void hand_spare(const struct scene *scene, struct pen *pen,
                       const struct arranged *at)
{
    struct pen with = *pen;
    unsigned chips = tio_dice_size(at->spare) +
                     tio_dice_size(tio_dice_colour(at->spare, TIO_RED));
    if (!at->spare)
        return;
    struct text cost;
    text_clear(&cost);
    /* TRANSLATORS: short, for a heading: there is no room for more than "chip"
     * in your language. */
    text_add(&cost, CN_("hand", "%u chip", "%u chips", chips), chips);
    pen_at(&with, 0, (int)i18n_width(hand_title(scene)) + 6);
    pen_put(&with, " ");
    dice_row(&with, at->spare, 9 * DIE_SMALL);
    with.ink = INK_BAD;
    pen_print(&with, " %s ", cost.at);
}

static void hidden_hand(struct pen *pen, const char *title, int rows)
{
    draw_rule(pen, 0, title, "");
    pen_at(pen, 1 + rows / 2, 0);
    pen_ink(pen, INK_DIM);
    pen_centre(pen, _("The cards are hidden."));
}

static void shown_dice(const struct scene *scene, struct arranged *at)
{
    const struct ui *ui = scene->ui;
    slots_arrange(scene->view, scene->deck, slots_dice(scene->view), at);
    if (ui->mode != MODE_LAY || ui->motion.on)
        return;
    at->complete = 0;
    for (unsigned i = 0; i < at->combos; i++) {
        at->on[i] = lay_on(ui, i);
        if (at->on[i] && tio_combo_accepts(at->combo[i], at->on[i]))
            at->complete |= 1U << i;
    }
}

/* A card that is looked at: to be discarded, to be played, or to see which dice
 * fit it. */
static bool has_cursor(const struct ui *ui, unsigned place)
{
    return (ui->mode == MODE_DISCARD && ui->row == place) ||
           (ui->mode == MODE_AIM && ui->aim.choosing &&
            ui->aim.card == place) ||
           (ui->mode == MODE_TURN && ui->card == place);
}

static struct card card_at(const struct scene *scene, const struct arranged *at,
                           const struct fit *fit, unsigned place)
{
    const tio_player *player = &scene->view->game.player[scene->view->seat];
    struct card card = {.place = place};
    if (place < player->combos) {
        card.combo = at->combo[place];
        card.on = at->on[place];
        card.complete = at->complete >> place & 1;
        card.fit = fit->card[place];
    } else {
        card.action = tio_deck_action(scene->deck, player->hand[place]);
    }
    return card;
}

/* What a card says and how far it is are seen at one glance, however wide the
 * screen is. */
#define HAND_COLUMNS 110

void hand_draw(struct scene *scene)
{
    const struct plan *plan = &scene->plan;
    const struct ui *ui = scene->ui;
    struct pen pen =
        pen_box(&scene->pen, plan->hand, 0, plan->hand_rows + 1, plan->main);
    int height = plan->boxes ? 3 : 1;
    if (scene->hides || scene->view->seat >= TIO_MAX_PLAYERS) {
        hidden_hand(&pen, ui->replaying ? "" : _("Your hand"), plan->hand_rows);
        return;
    }
    const tio_player *player;
    player = &scene->view->game.player[scene->view->seat];
    struct arranged at;
    shown_dice(scene, &at);
    struct fit fit;
    turn_fit(scene, &at, &fit);
    hand_head(scene, &pen, &at);
    if (ui->mode != MODE_LAY)
        hand_spare(scene, &pen, &at);
    for (unsigned i = 0; i < (unsigned)player->combos + player->actions; i++) {
        struct pen row =
            pen_box(&pen, 1 + (int)i * height, 0, height,
                    plan->main < HAND_COLUMNS ? plan->main : HAND_COLUMNS);
        bool cursor = has_cursor(ui, i);
        struct card card = card_at(scene, &at, &fit, i);
        card.hinted = scene->advice.cards >> i & 1;
        card.look = cursor ? LOOK_CURSOR : 0;
        if (plan->boxes)
            card_boxes(scene, &row, &card);
        else
            card_line(scene, &row, &card);
        pen_mark(&row, 0, 0, height, cursor && !plan->boxes ? row.columns : 4,
                 card.look, 0);
        pen_mark(&row, 0, 0, height, row.columns, 0, HIT_CARD + i);
    }
}
