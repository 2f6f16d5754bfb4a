/* Aiming an action: only dice can be picked with which a legal move exists,
 * and what it will do and cost is said before it is done. */
#include "screen/parts.h"

#include <string.h>

#include "engine/actions.h"
#include "i18n/i18n.h"
#include "terminal/action_words.h"

/* ---- Which actions ----------------------------------------------------- */

unsigned aim_actions(const struct ui *ui, tio_action out[TIO_HAND_CARDS])
{
    unsigned count = 0;
    tio_moves moves;
    tio_move move;

    tio_moves_begin(&moves, ui->table.deck, &ui->view);
    while (tio_moves_next(&moves, &move)) {
        unsigned i = 0;

        if (move.type != TIO_MOVE_PLAY)
            continue;
        while (i < count && !tio_action_same(out[i], move.play.action))
            i++;
        if (i == count && count < TIO_HAND_CARDS)
            out[count++] = move.play.action;
    }
    return count;
}

static void say_none(struct ui *ui)
{
    const tio_game *game = &ui->view.game;
    const tio_player *player = &game->player[ui->view.seat];
    tio_error spent = action_spent(game);

    if (!player->actions && !spent)
        ui_say(ui, false, _("You hold no action."));
    else if (game->took)
        ui_say(ui, false, _("An action comes before you take a die."));
    else if (spent == TIO_E_ACTION_SPENT_TURN)
        ui_say(ui, false, _("You have played an action this turn."));
    else if (spent)
        ui_say(ui, false, _("You have played an action this round."));
    else
        ui_say(ui, false, _("No action would change anything now."));
}

/* ---- Steps ------------------------------------------------------------- */

/* What is picked next: dice in the tray, or one of a row of options. */
enum step {
    STEP_DICE,    /* any number of dice in the tray, or all */
    STEP_DIE,     /* one die in the tray */
    STEP_FACE,    /* what it becomes */
    STEP_MINE,    /* one of the own dice */
    STEP_AIM,     /* a die in the tray, or none */
    STEP_PARTNER, /* the dark die of a swap */
    STEP_SURE
};

static enum step step_of(const struct ui *ui)
{
    bool picked = ui->aim.die != TIO_NONE;

    switch (action_shape(ui->aim.action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        return STEP_DICE;
    case SHAPE_FACE:
        return picked ? STEP_FACE : STEP_DIE;
    case SHAPE_PAIR:
        return picked ? STEP_PARTNER : STEP_DIE;
    case SHAPE_THROW:
        return picked ? STEP_AIM : STEP_MINE;
    }
    return STEP_SURE;
}

/* Re-rolls that leave no choice. */
static bool takes_all(const struct ui *ui)
{
    return action_takes_all(&ui->view.game, ui->aim.action);
}

static tio_dice one_of(tio_dice dice, tio_kind kind)
{
    return kind < TIO_KINDS && !tio_dice_count(dice, kind)
               ? dice + tio_dice_of(kind)
               : dice;
}

/* A set of kinds as dice, with as many of each as `among` has. */
static tio_dice as_many(tio_dice kinds, tio_dice among)
{
    tio_dice out = 0;

    for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
        if (tio_dice_count(kinds, kind))
            out += tio_dice_count(among, kind) * tio_dice_of(kind);
    return out;
}

/* Of each kind as many as the one that has more of it. */
static tio_dice joined(tio_dice a, tio_dice b)
{
    tio_dice out = a;

    for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
        for (unsigned i = tio_dice_count(a, kind); i < tio_dice_count(b, kind);
             i++)
            out += tio_dice_of(kind);
    return out;
}

/* What the legal moves with this action offer for the step: kinds, once each;
 * of re-rolls those that can join what is picked. */
static tio_dice offers(const struct ui *ui, enum step step)
{
    tio_dice out = 0;
    tio_moves moves;
    tio_move move;

    tio_moves_begin(&moves, ui->table.deck, &ui->view);
    while (tio_moves_next(&moves, &move)) {
        if (move.type != TIO_MOVE_PLAY ||
            !tio_action_same(move.play.action, ui->aim.action))
            continue;
        if (step == STEP_DICE) {
            if (!tio_dice_contain(move.play.dice, ui->aim.dice))
                continue;
            for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
                if (tio_dice_count(move.play.dice, kind) >
                    tio_dice_count(ui->aim.dice, kind))
                    out = one_of(out, kind);
        } else if (ui->aim.die == TIO_NONE) {
            out = one_of(out, move.play.die);
        } else if (move.play.die == ui->aim.die) {
            out = one_of(out, move.play.other);
        }
    }
    return out;
}

static tio_dice picked_die(const struct ui *ui)
{
    return ui->aim.die < TIO_KINDS ? tio_dice_of(ui->aim.die) : 0;
}

tio_dice aim_choice(const struct ui *ui, tio_dice *picked)
{
    tio_dice tray = ui->view.game.tray;
    enum step step = step_of(ui);

    *picked = 0;
    if (ui->aim.choosing)
        return 0;
    switch (step) {
    case STEP_DICE:
        *picked = ui->aim.dice;
        if (takes_all(ui))
            return ui->aim.dice;
        return joined(as_many(offers(ui, step), tray), ui->aim.dice);
    case STEP_PARTNER:
        *picked = picked_die(ui);
        return as_many(offers(ui, step), tray);
    case STEP_DIE:
    case STEP_AIM:
        return as_many(offers(ui, step), tray);
    case STEP_FACE:
        *picked = picked_die(ui);
        return 0;
    case STEP_MINE:
    case STEP_SURE:
        break;
    }
    return 0;
}

/* The row of options: faces, own dice. Returns how many. */
static unsigned options(const struct ui *ui, tio_kind out[TIO_MAX_DICE])
{
    enum step step = step_of(ui);

    if (ui->aim.choosing || (step != STEP_FACE && step != STEP_MINE))
        return 0;
    return dice_list(offers(ui, step), out);
}

/* ---- Putting the move together ----------------------------------------- */

/* The move as far as it is picked, with the cursor for what is not. */
static tio_move draft(const struct ui *ui)
{
    tio_move move = {.type = TIO_MOVE_PLAY, .seat = ui->view.seat};
    tio_kind list[TIO_MAX_DICE];
    unsigned count = options(ui, list);
    enum step step = step_of(ui);

    move.play.action = ui->aim.action;
    move.play.die = ui->aim.die;
    move.play.other = TIO_NONE;
    if (step == STEP_DICE)
        move.play.dice = ui->aim.dice;
    if (step == STEP_DIE)
        move.play.die = ui->cursor;
    if (step == STEP_MINE && count)
        move.play.die = list[ui->aim.option % count];
    if (step == STEP_FACE && count)
        move.play.other = list[ui->aim.option % count];
    if (step == STEP_PARTNER || step == STEP_AIM)
        move.play.other = ui->cursor;
    return move;
}

/* The cursor must be on something that can be picked. */
static void settle(struct ui *ui)
{
    tio_dice picked;
    tio_dice choice = aim_choice(ui, &picked);

    ui->aim.option = 0;
    if (!choice || tio_dice_count(choice, ui->cursor))
        return;
    ui->cursor = 0;
    while (ui->cursor < TIO_KINDS - 1 && !tio_dice_count(choice, ui->cursor))
        ui->cursor++;
}

static void begin_with(struct ui *ui, tio_action action)
{
    unsigned card = ui->aim.card;

    ui->mode = MODE_AIM;
    ui->aim = (struct aim){.action = action, .die = TIO_NONE, .card = card};
    if (takes_all(ui))
        ui->aim.dice = as_many(offers(ui, STEP_DICE), ui->view.game.tray);
    settle(ui);
}

void aim_begin(struct ui *ui)
{
    tio_action action[TIO_HAND_CARDS];
    unsigned count = aim_actions(ui, action);

    if (count == 0) {
        say_none(ui);
        return;
    }
    ui->aim = (struct aim){.die = TIO_NONE,
                           .card = ui->view.game.player[ui->view.seat].combos};
    if (count == 1) {
        begin_with(ui, action[0]);
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
    tio_dice picked;
    tio_dice choice = aim_choice(ui, &picked);
    tio_dice free = as_many(offers(ui, STEP_DICE), ui->view.game.tray);
    unsigned taken = tio_dice_count(ui->aim.dice, kind);

    ui->cursor = kind;
    if (takes_all(ui) || !tio_dice_count(choice, kind))
        return;
    if (tio_dice_count(free, kind))
        ui->aim.dice += tio_dice_of(kind);
    else
        ui->aim.dice -= taken * tio_dice_of(kind);
}

static void pick_all(struct ui *ui)
{
    for (;;) {
        tio_dice free = offers(ui, STEP_DICE);
        tio_kind list[TIO_MAX_DICE];

        if (!dice_list(free, list))
            return;
        ui->aim.dice += tio_dice_of(list[0]);
    }
}

/* Enter, or a click on what the cursor is on. */
static void confirm(struct ui *ui)
{
    enum step step = step_of(ui);
    tio_move move = draft(ui);
    tio_dice picked;

    if (step == STEP_DICE && !ui->aim.dice) {
        ui_say(ui, false, _("Pick at least one die, with the space bar."));
        return;
    }
    if (step == STEP_DIE || step == STEP_MINE) {
        tio_dice choice = aim_choice(ui, &picked);

        if (step == STEP_DIE && !tio_dice_count(choice, ui->cursor))
            return;
        ui->aim.die = move.play.die;
        settle(ui);
        /* Where nothing can be aimed at, nothing is asked. */
        if (step == STEP_MINE && !offers(ui, STEP_AIM)) {
            move = draft(ui);
            move.play.other = TIO_NONE;
            ui_want_move(ui, &move);
        }
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
        tio_action playable[TIO_HAND_CARDS];
        unsigned count = aim_actions(ui, playable);
        tio_action wanted =
            tio_deck_action(ui->table.deck, player->hand[ui->aim.card]);

        for (unsigned i = 0; i < count; i++) {
            if (tio_action_same(playable[i], wanted)) {
                begin_with(ui, wanted);
                return;
            }
        }
        ui_say(ui, false, _("No die in the tray can be changed by it."));
    }
}

static void click(struct ui *ui)
{
    int kind = ui_hit(ui, HIT_TRAY, TIO_KINDS);
    int option = ui_hit(ui, HIT_OPTION, TIO_MAX_DICE);
    tio_dice picked;
    tio_dice choice = aim_choice(ui, &picked);

    if (option >= 0) {
        ui->aim.option = (unsigned)option;
        confirm(ui);
    } else if (kind >= 0 && tio_dice_count(choice, (tio_kind)kind)) {
        ui->cursor = (tio_kind)kind;
        if (step_of(ui) == STEP_DICE)
            toggle(ui, ui->cursor);
        else
            confirm(ui);
    }
}

static bool option_key(struct ui *ui, const struct ui_key *key)
{
    tio_kind list[TIO_MAX_DICE];
    unsigned count = options(ui, list);

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

void aim_key(struct ui *ui, const struct ui_key *key)
{
    enum step step = step_of(ui);
    tio_dice picked;

    if (ui->aim.choosing) {
        choose_key(ui, key);
        return;
    }
    if (key->type == UI_KEY_CLICK)
        click(ui);
    else if (key->type == UI_KEY_ESCAPE || key->type == UI_KEY_BACKSPACE)
        back(ui);
    else if (option_key(ui, key) || tray_key(ui, aim_choice(ui, &picked), key))
        return;
    else if (step == STEP_DICE && ui_is_key(key, ' '))
        toggle(ui, ui->cursor);
    else if (step == STEP_DICE && ui_is_key(key, '*') && !takes_all(ui))
        pick_all(ui);
    else if (step == STEP_AIM && ui_is_key(key, 'n')) {
        tio_move move = draft(ui);

        move.play.other = TIO_NONE;
        ui_want_move(ui, &move);
    } else if (key->type == UI_KEY_ENTER || ui_is_key(key, ' ')) {
        confirm(ui);
    }
}

bool aim_can_miss(const struct ui *ui)
{
    return !ui->aim.choosing && step_of(ui) == STEP_AIM;
}

bool aim_chooses(const struct ui *ui)
{
    tio_kind list[TIO_MAX_DICE];
    tio_dice picked;
    tio_dice choice = aim_choice(ui, &picked);

    return !takes_all(ui) && (choice || options(ui, list) > 1);
}

bool aim_picks_many(const struct ui *ui)
{
    return !ui->aim.choosing && step_of(ui) == STEP_DICE && !takes_all(ui);
}

/* ---- Words ------------------------------------------------------------- */

/* What will happen, as far as it is chosen. */
static void effect(const struct ui *ui, unsigned edition, struct text *out)
{
    tio_move move = draft(ui);
    enum step step = step_of(ui);
    struct text words;

    text_clear(out);
    text_clear(&words);
    if (step == STEP_DIE || step == STEP_MINE ||
        (step == STEP_DICE && !ui->aim.dice)) {
        words_action_short(&words, edition, ui->aim.action);
        text_add(out, _("Your action: %s."), words.at);
        return;
    }
    words_play(out, SAY_WILL, edition, NULL, &move);
}

static const char *question(const struct ui *ui)
{
    switch (step_of(ui)) {
    case STEP_DICE:
        if (takes_all(ui))
            break;
        return words_which(ui->aim.action);
    case STEP_DIE:
    case STEP_MINE:
        return words_which(ui->aim.action);
    case STEP_FACE:
        return _("What shall it become?");
    case STEP_AIM:
        return _("Aim at a die in the tray? Two throws in three hit it.");
    case STEP_PARTNER:
        return _("With which die?");
    case STEP_SURE:
        break;
    }
    return _("Enter does it.");
}

static void draw_options(const struct ui *ui, struct pen *pen)
{
    tio_kind list[TIO_MAX_DICE];
    unsigned count = options(ui, list);

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
    struct text text;

    pen_at(pen, 0, 0);
    pen->ink = INK_STRONG;
    if (scene->ui->aim.choosing) {
        pen_put(pen, _("Which action do you play?"));
        return;
    }
    effect(scene->ui, scene->edition, &text);
    pen_put(pen, question(scene->ui));
    draw_options(scene->ui, pen);
    pen->ink = INK_ACCENT;
    pen_at(pen, 1, 0);
    pen_put(pen, text.at);
}
