/* Between two rounds: which card is discarded, and in the free-hand variant
 * how many of each are drawn. */
#include "terminal/full/parts.h"

#include "i18n/i18n.h"
#include "show/offer.h"

static unsigned hand_size(const struct ui *ui)
{
    const tio_player *player = &ui->view.game.player[ui->view.seat];
    return (unsigned)player->combos + player->actions;
}

/* Rows are in the order of the offers. */
static void answer(struct ui *ui)
{
    struct show_offers offers;
    show_offers(&ui->view, ui->table.deck, &offers);
    if (ui->row < offers.moves)
        ui_want_move(ui, &offers.move[ui->row]);
}

/* ---- Discarding -------------------------------------------------------- */

/* The row after the last card keeps them all. */
void discard_begin(struct ui *ui)
{
    ui->mode = MODE_DISCARD;
    ui->row = hand_size(ui);
}

void discard_key(struct ui *ui, const struct ui_key *key)
{
    unsigned cards = hand_size(ui);
    int card = ui_hit(ui, HIT_CARD, TIO_HAND_CARDS);
    if (card >= 0 && (unsigned)card < cards)
        ui->row = (unsigned)card;
    else if (ui_hit(ui, HIT_ROW, 1) == 0)
        ui->row = cards;
    switch (key->type) {
    case UI_KEY_UP:
        ui_step(&ui->row, cards + 1, -1);
        break;
    case UI_KEY_DOWN:
    case UI_KEY_TAB:
        ui_step(&ui->row, cards + 1, 1);
        break;
    case UI_KEY_ENTER:
        answer(ui);
        break;
    case UI_KEY_TEXT:
        if (key->text[0] >= '1' && key->text[0] <= '5' &&
            (unsigned)(key->text[0] - '1') < cards)
            ui->row = (unsigned)(key->text[0] - '1');
        else if (ui_is_key(key, 'k') || ui_is_key(key, '0'))
            ui->row = cards;
        else if (ui_is_key(key, ' '))
            answer(ui);
        break;
    default:
        break;
    }
}

static void button(struct pen *pen, int row, const char *text, bool cursor,
                   unsigned hit)
{
    int start = pen->column;
    pen->row = row;
    pen->ink = cursor ? INK_ACCENT : INK_PLAIN;
    pen->look = cursor ? LOOK_CURSOR : 0;
    pen_print(pen, " %s ", text);
    pen->look = 0;
    pen_mark(pen, row, start, 1, pen->column - start, 0, hit);
    pen->column += 2;
}

void discard_draw(struct scene *scene)
{
    const struct plan *plan = &scene->plan;
    struct pen pen =
        pen_box(&scene->pen, plan->tray, 0, plan->tray_rows + 1, plan->main);
    draw_rule(&pen, 0, C_("card", "Discard"), "");
    pen_at(&pen, 1, 2);
    pen_put(&pen, _("You may discard one card before you draw:"));
    pen_at(&pen, 3, 2);
    button(&pen, 3, _("Keep all cards"), scene->ui->row == hand_size(scene->ui),
           HIT_ROW);
}

/* ---- Drawing cards ----------------------------------------------------- */

/* The usual one is where the cursor begins. */
void draw_begin(struct ui *ui)
{
    struct show_offers offers;
    show_offers(&ui->view, ui->table.deck, &offers);
    ui->mode = MODE_DRAW;
    ui->row = offers.usual;
}

void draw_key(struct ui *ui, const struct ui_key *key)
{
    struct show_offers offers;
    show_offers(&ui->view, ui->table.deck, &offers);
    int hit = ui_hit(ui, HIT_ROW, offers.moves);

    if (hit >= 0)
        ui->row = (unsigned)hit;
    switch (key->type) {
    case UI_KEY_UP:
    case UI_KEY_LEFT:
        ui_step(&ui->row, offers.moves, -1);
        break;
    case UI_KEY_DOWN:
    case UI_KEY_RIGHT:
    case UI_KEY_TAB:
        ui_step(&ui->row, offers.moves, 1);
        break;
    case UI_KEY_ENTER:
        answer(ui);
        break;
    case UI_KEY_TEXT:
        if (key->text[0] >= '1' &&
            (unsigned)(key->text[0] - '1') < offers.moves)
            ui->row = (unsigned)(key->text[0] - '1');
        else if (ui_is_key(key, ' '))
            answer(ui);
        break;
    default:
        break;
    }
}

void draw_draw(struct scene *scene)
{
    const struct plan *plan = &scene->plan;
    struct pen pen =
        pen_box(&scene->pen, plan->tray, 0, plan->tray_rows + 1, plan->main);
    struct show_offers offers;
    show_offers(&scene->ui->view, scene->deck, &offers);
    draw_rule(&pen, 0, _("Draw cards"), "");
    for (unsigned i = 0; i < offers.moves; i++) {
        struct text text;
        text_clear(&text);
        text_add(&text, _("combos: %u, actions: %u"),
                 offers.move[i].draw.combos, offers.move[i].draw.actions);
        pen_at(&pen, 1, 2 + (int)(i % 2) * (plan->main / 2));
        button(&pen, 1 + (int)i / 2, text.at, i == scene->ui->row, HIT_ROW + i);
    }
}

/* ---- What is asked ----------------------------------------------------- */

void between_ask(struct scene *scene, struct pen *pen)
{
    const struct ui *ui = scene->ui;
    unsigned edition = scene->edition;
    pen->ink = INK_STRONG;
    pen_at(pen, 0, 0);
    if (ui->mode == MODE_DRAW) {
        pen_put(pen, _("A hand has five cards. How many of each do you draw?"));
        return;
    }
    struct text card;
    text_clear(&card);
    struct text line;
    text_clear(&line);
    if (ui->row >= hand_size(ui)) {
        pen_put(pen, _("You keep all your cards."));
        return;
    }
    words_card(&card, edition, scene->deck,
               ui->view.game.player[ui->view.seat].hand[ui->row]);
    text_add(&line, _("You discard: %s."), card.at);
    pen_wrap(pen, line.at, 0);
}
