/* Aiming an action: only dice can be picked with which a legal move exists,
 * and what it will do and cost is said before it is done. */
#include "terminal/full/parts.h"

#include "i18n/i18n.h"
#include "show/offer.h"
#include "terminal/action_words.h"

/* ---- Which actions ----------------------------------------------------- */

bool aim_possible(const struct ui *ui)
{
    struct show_offers offers;
    show_offers(&ui->view, ui->table.deck, &offers);
    return !offers.no_action;
}

static void say_none(struct ui *ui, tio_error why)
{
    if (why == TIO_E_ACTION_NOT_IN_HAND)
        ui_say(ui, false, _("You hold no action."));
    else if (why == TIO_E_ACTION_AFTER_TAKE)
        ui_say(ui, false, _("An action comes before you take a die."));
    else if (why == TIO_E_ACTION_SPENT_TURN)
        ui_say(ui, false, _("You have played an action this turn."));
    else if (why == TIO_E_ACTION_SPENT_ROUND)
        ui_say(ui, false, _("You have played an action this round."));
    else
        ui_say(ui, false, _("No action would change anything now."));
}

/* ---- Steps ------------------------------------------------------------- */

/* Where the choice is. Dice in the tray have the cursor; own dice and faces
 * are a row of options. */
struct aiming {
    struct show_offer offer;
    struct show_step step;
    bool open;   /* there is such a step; else all is chosen */
    bool second; /* it is what follows the die that was picked */
    bool pool;   /* it is any number of dice */
};

static struct aiming aiming_at(const struct ui *ui)
{
    struct aiming now = {.open = false};
    show_offer(&ui->view, ui->table.deck, ui->aim.action, &now.offer);
    tio_move draft = show_draft(&now.offer, ui->view.seat);
    draft.play.die = ui->aim.die;
    draft.play.dice = ui->aim.dice;
    now.second = ui->aim.die != TIO_NONE;
    now.pool = action_shape(ui->aim.action) == SHAPE_POOL;
    now.open = !ui->aim.choosing &&
               show_step(&now.offer, &draft, now.second, &now.step);
    return now;
}

/* The dice in the tray that can be picked. */
static tio_dice in_tray(const struct aiming *now)
{
    return now->open && now->step.from == SHOW_TRAY ? now->step.choice : 0;
}

tio_dice aim_choice(const struct ui *ui, tio_dice *picked)
{
    struct aiming now = aiming_at(ui);
    *picked = now.pool ? ui->aim.dice : 0;
    if (now.open && now.second && action_shape(ui->aim.action) != SHAPE_THROW)
        *picked = tio_dice_of(ui->aim.die);
    return in_tray(&now);
}

/* The row of options: faces, own dice. Returns how many. */
static unsigned options(const struct aiming *now, tio_kind out[TIO_MAX_DICE])
{
    if (!now->open || now->step.from == SHOW_TRAY)
        return 0;
    return dice_list(dice_kinds(now->step.choice), out);
}

/* ---- Putting the move together ----------------------------------------- */

/* The move as far as it is picked, with the cursor for what is not. */
static tio_move draft(const struct ui *ui, const struct aiming *now)
{
    tio_move move = show_draft(&now->offer, ui->view.seat);
    tio_kind list[TIO_MAX_DICE];
    unsigned count = options(now, list);
    tio_kind under = count ? list[ui->aim.option % count] : ui->cursor;
    move.play.die = ui->aim.die;
    if (now->pool)
        move.play.dice = ui->aim.dice;
    else if (now->open)
        show_pick(&move, now->second, tio_dice_of(under));
    return move;
}

/* The cursor must be on something that can be picked. */
static void settle(struct ui *ui)
{
    struct aiming now = aiming_at(ui);
    tio_dice choice = in_tray(&now);
    ui->aim.option = 0;
    if (choice && !tio_dice_count(choice, ui->cursor))
        ui->cursor = dice_first_kind(choice);
}

static void begin_with(struct ui *ui, const struct show_offer *offer)
{
    unsigned card = ui->aim.card;
    ui->mode = MODE_AIM;
    ui->aim =
        (struct aim){.action = offer->action, .die = TIO_NONE, .card = card};
    if (offer->all)
        ui->aim.dice = offer->dice;
    settle(ui);
}

void aim_begin(struct ui *ui)
{
    struct show_offers offers;
    const struct show_offer *found = NULL;
    unsigned count = 0;
    show_offers(&ui->view, ui->table.deck, &offers);
    if (offers.no_action) {
        say_none(ui, offers.no_action);
        return;
    }
    for (unsigned i = 0; i < offers.actions; i++) {
        if (offers.action[i].barred || offers.action[i].again)
            continue;
        found = &offers.action[i];
        count++;
    }
    ui->aim = (struct aim){.die = TIO_NONE,
                           .card = ui->view.game.player[ui->view.seat].combos};
    if (count == 1) {
        begin_with(ui, found);
    } else {
        ui->mode = MODE_AIM;
        ui->aim.choosing = true;
    }
}

static void back(struct ui *ui)
{
    if (ui->aim.die != TIO_NONE) {
        ui->aim.die = TIO_NONE;
        settle(ui);
    } else {
        turn_begin(ui);
    }
}

static void toggle(struct ui *ui, tio_kind kind)
{
    struct aiming now = aiming_at(ui);
    tio_dice choice = in_tray(&now);
    ui->cursor = kind;
    if (now.offer.all || !tio_dice_count(choice, kind))
        return;
    if (tio_dice_count(choice - ui->aim.dice, kind))
        ui->aim.dice += tio_dice_of(kind);
    else
        ui->aim.dice -= tio_dice_count(ui->aim.dice, kind) * tio_dice_of(kind);
}

static void pick_all(struct ui *ui)
{
    for (;;) {
        struct aiming now = aiming_at(ui);
        tio_dice free = in_tray(&now) - ui->aim.dice;
        if (!free)
            return;
        ui->aim.dice += tio_dice_of(dice_first_kind(free));
    }
}

/* Enter, or a click on what the cursor is on. */
static void confirm(struct ui *ui)
{
    struct aiming now = aiming_at(ui);
    tio_move move = draft(ui, &now);
    if (now.pool && !ui->aim.dice) {
        ui_say(ui, false, _("Pick at least one die, with the space bar."));
        return;
    }
    if (now.open && !now.second && !now.pool) {
        if (!tio_dice_count(now.step.choice, move.play.die))
            return;
        ui->aim.die = move.play.die;
        settle(ui);
        now = aiming_at(ui);
        /* Where nothing can be aimed at, nothing is asked. */
        if (now.open)
            return;
    }
    ui_want_move(ui, &move);
}

static void choose_key(struct ui *ui, const struct ui_key *key)
{
    const tio_player *player = &ui->view.game.player[ui->view.seat];
    unsigned cards = (unsigned)player->combos + player->actions;
    int hit = ui_hit(ui, HIT_CARD, TIO_HAND_CARDS);
    bool go = key->type == UI_KEY_ENTER || ui_is_key(key, ' ');
    if (key->type == UI_KEY_UP && ui->aim.card > player->combos)
        ui->aim.card--;
    else if (key->type == UI_KEY_DOWN && ui->aim.card + 1 < cards)
        ui->aim.card++;
    if (key->type == UI_KEY_TEXT && key->text[0] > '0' && key->text[0] < '6')
        hit = key->text[0] - '1';
    if (hit >= player->combos && (unsigned)hit < cards) {
        ui->aim.card = (unsigned)hit;
        go = true;
    }
    if (key->type == UI_KEY_ESCAPE || ui_is_key(key, 'b')) {
        turn_begin(ui);
    } else if (go) {
        struct show_offer offer;
        show_offer(&ui->view, ui->table.deck,
                   tio_deck_action(ui->table.deck, player->hand[ui->aim.card]),
                   &offer);
        if (!offer.barred)
            begin_with(ui, &offer);
        else
            ui_say(ui, false, _("It can't change any die in the tray."));
    }
}

static void click(struct ui *ui, const struct aiming *now)
{
    int kind = ui_hit(ui, HIT_TRAY, TIO_KINDS);
    int option = ui_hit(ui, HIT_OPTION, TIO_MAX_DICE);
    if (option >= 0) {
        ui->aim.option = (unsigned)option;
        confirm(ui);
    } else if (kind >= 0 && tio_dice_count(in_tray(now), (tio_kind)kind)) {
        ui->cursor = (tio_kind)kind;
        if (now->pool)
            toggle(ui, ui->cursor);
        else
            confirm(ui);
    }
}

static bool option_key(struct ui *ui, const struct aiming *now,
                       const struct ui_key *key)
{
    tio_kind list[TIO_MAX_DICE];
    unsigned count = options(now, list);
    if (!count)
        return false;
    if (key->type == UI_KEY_LEFT || key->type == UI_KEY_UP)
        ui_step(&ui->aim.option, count, -1);
    else if (key->type == UI_KEY_RIGHT || key->type == UI_KEY_DOWN ||
             key->type == UI_KEY_TAB)
        ui_step(&ui->aim.option, count, 1);
    else if (key->type == UI_KEY_TEXT && key->text[0] > '0' &&
             key->text[0] < '7' && !key->text[1]) {
        unsigned face = (unsigned)(key->text[0] - '0');
        for (unsigned i = 1; i <= count; i++) {
            unsigned next = (ui->aim.option + i) % count;
            if (tio_kind_face(list[next]) == face) {
                ui->aim.option = next;
                break;
            }
        }
    } else {
        return false;
    }
    return true;
}

/* What the draft may be left without: an aim. */
static bool can_miss(const struct aiming *now)
{
    return now->open && !now->step.least;
}

void aim_key(struct ui *ui, const struct ui_key *key)
{
    struct aiming now = aiming_at(ui);
    if (ui->aim.choosing)
        choose_key(ui, key);
    else if (key->type == UI_KEY_CLICK)
        click(ui, &now);
    else if (key->type == UI_KEY_ESCAPE || key->type == UI_KEY_BACKSPACE)
        back(ui);
    else if (option_key(ui, &now, key) || tray_key(ui, in_tray(&now), key))
        return;
    else if (now.pool && ui_is_key(key, ' '))
        toggle(ui, ui->cursor);
    else if (now.pool && ui_is_key(key, '*') && !now.offer.all)
        pick_all(ui);
    else if (can_miss(&now) && ui_is_key(key, 'n')) {
        tio_move move = draft(ui, &now);
        show_pick(&move, 1, 0);
        ui_want_move(ui, &move);
    } else if (key->type == UI_KEY_ENTER || ui_is_key(key, ' ')) {
        confirm(ui);
    }
}

bool aim_can_miss(const struct ui *ui)
{
    struct aiming now = aiming_at(ui);
    return can_miss(&now);
}

bool aim_chooses(const struct ui *ui)
{
    tio_kind list[TIO_MAX_DICE];
    struct aiming now = aiming_at(ui);
    return !now.offer.all && (in_tray(&now) || options(&now, list) > 1);
}

bool aim_picks_many(const struct ui *ui)
{
    struct aiming now = aiming_at(ui);
    return now.open && now.pool && !now.offer.all;
}

/* ---- Words ------------------------------------------------------------- */

/* What will happen, as far as it is chosen. */
static void effect(const struct ui *ui, const struct aiming *now,
                   unsigned edition, struct text *out)
{
    tio_move move = draft(ui, now);
    bool chosen = now->pool ? ui->aim.dice != 0 : !now->open || now->second;
    text_clear(out);
    if (chosen) {
        words_play(out, SAY_WILL, edition, &move);
        return;
    }
    struct text words;
    text_clear(&words);
    words_action_short(&words, edition, ui->aim.action);
    text_add(out, _("Your action: %s."), words.at);
}

/* What is known before a die is thrown: the odds, and what a hit does. */
static const char *aim_question(unsigned cast)
{
    return cast == TIO_CAST_CARRY
               ? _("Aim at a die? Two in three hit: it is rolled too, and may "
                   "hit another.")
               : _("Aim at a die? Two in three hit: then it is rolled too.");
}

static const char *question(const struct ui *ui, const struct aiming *now)
{
    if (!now->open || now->offer.all)
        return _("Press Enter to confirm.");
    if (!now->second)
        return words_which(now->offer.action);
    if (now->step.from == SHOW_FACES)
        return _("Which face should it show?");
    return now->step.least ? _("With which die?")
                           : aim_question(ui->view.game.settings.cast);
}

static void draw_options(const struct ui *ui, const struct aiming *now,
                         struct pen *pen)
{
    tio_kind list[TIO_MAX_DICE];
    unsigned count = options(now, list);
    for (unsigned i = 0; i < count; i++) {
        struct die die = die_of(list[i]);
        die.hit = (uint16_t)(HIT_OPTION + i);
        if (i == ui->aim.option % count)
            die.look = LOOK_CURSOR;
        pen_put(pen, " ");
        die_small(pen, die);
    }
}

void aim_draw(struct scene *scene, struct pen *pen)
{
    struct aiming now = aiming_at(scene->ui);
    pen_at(pen, 0, 0);
    pen->ink = INK_STRONG;
    if (scene->ui->aim.choosing) {
        pen_put(pen, _("Which action do you play?"));
        return;
    }
    struct text text;
    effect(scene->ui, &now, scene->edition, &text);
    pen_put(pen, question(scene->ui, &now));
    draw_options(scene->ui, &now, pen);
    pen->ink = INK_ACCENT;
    pen_at(pen, 1, 0);
    pen_put(pen, text.at);
}
