/* The first game: one round that always goes the same way, with a teacher who
 * says what to do and why. Chance and the other player follow a script, so that
 * every text can speak of what lies on the table. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "i18n/i18n.h"
#include "terminal/game/parts.h"
#include "terminal/event.h"

#define YOU 0
#define OTHER 1
/* What may stand for a move: whatever the rules allow, and a lay-out that leaves
 * no die over. A die with '?' for its face is any of its colour. */
#define ANY "any"
#define ALL_LAID "all laid"
#define MOST 4 /* moves after a step */

/* How the round begins. The cards: see decks/standard.deck. */
static const char *const opening[] = {
    "deal 1 c51 c29 c14 c70 a31",
    "deal 2 c13 c33 c22 c9 a13",
    "roll L2 L2 L3 L4 L5 L5 D1 D2 D3 D4 D5 D5 R6",
};

struct step {
    const char *title;
    const char *text;
    const char *move;        /* what the person is to do; NULL: just read on */
    const char *wrong;       /* what to say to another move */
    const char *after[MOST]; /* what the other player and chance do then */
};

static const struct step steps[] = {
    {N_("The tray"),
     N_("All the dice of the round are here: orange ones, blue ones and red "
        "ones. You and Robin take turns. On your turn, you take one die, or "
        "you pass."),
     NULL,
     NULL,
     {NULL}},
    {N_("Your combos"),
     N_("You collect dice for these cards. The first needs a blue 5, an orange "
        "1 and any 6, and scores 4 points. The second needs orange dice that "
        "add up to more than 9. The third has question marks, which stand for "
        "any face. Nobody else sees your cards."),
     NULL,
     NULL,
     {NULL}},
    {N_("Take a die"),
     N_("Start with the first card: take a blue 5. Go to it with the arrow "
        "keys and press Enter, or click on it."),
     "take D5",
     N_("You may take that one, but the first card needs a blue 5, an orange 1 "
        "and any 6. Take a blue 5."),
     {"2 take L2"}},
    {N_("Your action"),
     N_("The blue 5 is on the first card now, and Robin has taken an orange 2. "
        "Next you need an orange 1. There is none, but your action turns an "
        "orange die two up or two down. You may play it once, before you take "
        "a die. Press a, choose the orange 3, and make it a 1."),
     "play shift L3 L1",
     N_("Play your action first: press a, and turn the orange 3 into a 1."),
     {NULL}},
    {N_("After the action"),
     N_("There it is. After an action you still take a die: take the orange "
        "1."),
     "take L1",
     N_("Take the orange 1 that you have just made: the first card needs it."),
     {"2 take L4"}},
    {N_("Either colour, and red"),
     N_("The last place of the first card takes a 6 of either colour. A red "
        "die counts as either colour anywhere, but it always costs: 1 chip if "
        "you can use it, 2 if you can't. A chip is a point off. The red 6 is "
        "the only 6, and the card scores 4 points: take it."),
     "take R6",
     N_("Only a 6 completes the first card, and the red 6 is the only one "
        "here. Take it."),
     {"2 take D4"}},
    {N_("A sum"),
     N_("The first combo is complete. The second card needs orange dice that "
        "add up to more than 9, and you decide how many dice that takes. Take "
        "an orange 5, and the card keeps count: 5 so far."),
     "take L5",
     N_("Large orange dice bring you past 9 soonest. Take an orange 5."),
     {"2 pass"}},
    {N_("The last one in"),
     N_("Robin has passed and is out for this round. You are the last one in: "
        "keep taking dice for as long as you like. The other orange 5 makes "
        "10, which is more than 9: take it."),
     "take L5",
     N_("The second card has 5 and needs more than 9. Take the other orange "
        "5."),
     {NULL}},
    {N_("Any face"),
     N_("Two combos are complete. The third card has three question marks: "
        "only the colour matters, and any face will do. Take a blue die, "
        "whichever you like."),
     "take D?",
     N_("The third card needs three blue dice. Take any of them."),
     {NULL}},
    {N_("One of three"),
     N_("The third card has its first die and needs two more. Take another "
        "blue die."),
     "take D?",
     N_("The third card needs two more blue dice. Take any of them."),
     {NULL}},
    {N_("Two of three"),
     N_("One more blue die completes the third card: take it."),
     "take D?",
     N_("The third card needs one more blue die. Take any of them."),
     {NULL}},
    {N_("Pass in time"),
     N_("You could take everything that is left. But each die that fits none "
        "of your cards costs a chip, and nothing here helps your last card. "
        "Knowing when to stop is part of the game: press p to pass."),
     "pass",
     N_("Nothing here helps your last card, which needs three 6s: pass."),
     {NULL}},
    {N_("Lay your dice"),
     N_("The round is over. Your dice go on your combos; this is the best way. "
        "Three combos are complete: 4, 2 and 2 points. No die is left over; "
        "only the red one costs a chip. Press Enter to accept."),
     ALL_LAID,
     N_("You could, but it would score less: lay all eight dice."),
     {"2 lay 1:L2,L4,D4"}},
    {N_("The score"),
     N_("8 points and 1 chip make 7 for you; Robin has 2. After the last round "
        "the highest total wins. Combos that you did not complete stay in your "
        "hand."),
     NULL,
     NULL,
     {NULL}},
    {N_("Between two rounds"),
     N_("Now you may discard one card that you do not want to wait for, or "
        "keep them all. Then everybody gets new cards. Choose as you like."),
     ANY,
     "",
     {"2 keep"}},
    {N_("That is all"),
     N_("Now you know the game. In any game, h gives you a hint and the reason "
        "for it, u takes a move back until somebody else has moved or seen "
        "something new, and ? lists all keys. Have fun!"),
     NULL,
     NULL,
     {NULL}},
};

#define STEPS (sizeof steps / sizeof steps[0])

struct learn {
    struct game game;
    tio_game position;
    const tio_deck *deck;
    struct names names;
    struct log log;
    unsigned step;
    bool told; /* the step's text is on the screen */
};

/* ---- The script -------------------------------------------------------- */

/* False if the rules do not allow it. */
static bool happens(struct learn *learn, const tio_move *move)
{
    struct teller teller = {
        .deck = learn->deck,
        .names = &learn->names,
        .log = &learn->log,
        .you = YOU,
    };
    tio_move seen = tio_move_seen(learn->deck, move, YOU);
    tio_view before;
    tio_view_of(&learn->position, YOU, &before);
    if (tio_apply(&learn->position, learn->deck, move) != TIO_OK)
        return false;
    tio_view after;
    tio_view_of(&learn->position, YOU, &after);
    event_tell(&teller, &before, &seen, &after);
    game_moved(&learn->game, &before, &seen, &after);
    return true;
}

/* "2 take L3", or a chance move. */
static bool follow(struct learn *learn, const char *line)
{
    bool other = line[0] == '2' && line[1] == ' ';
    tio_text_error error;
    tio_move move;
    return tio_move_parse(learn->deck, NULL, other ? OTHER : TIO_NONE,
                          other ? line + 2 : line, &move, &error) == TIO_OK &&
           happens(learn, &move);
}

static bool begin(struct learn *learn)
{
    tio_settings settings = tio_settings_default(TIO_MIN_PLAYERS);
    settings.first = YOU;
    learn->deck = tio_deck_standard();
    snprintf(learn->names.of[YOU], TIO_NAME_TEXT, "%s", C_("player", "You"));
    snprintf(learn->names.of[OTHER], TIO_NAME_TEXT, "Robin");
    learn->game.table = (struct ui_table){
        .deck = learn->deck,
        .names = &learn->names,
        .log = &learn->log,
        .players = TIO_MIN_PLAYERS,
        .here = 1U << YOU,
        .level[OTHER] = "normal",
        .clock_ms = {-1, -1, -1, -1, -1},
    };
    bool good =
        tio_game_init(&learn->position, learn->deck, &settings) == TIO_OK;
    ui_sit(learn->game.ui, &learn->game.table);
    if (good && learn->position.phase == TIO_PHASE_START)
        good = follow(learn, "start 1");
    for (size_t i = 0; i < sizeof opening / sizeof opening[0] && good; i++)
        good = follow(learn, opening[i]);
    return good;
}

/* ---- The lessons ------------------------------------------------------- */

bool learn_lesson(unsigned number, bool wrong, struct ui_lesson *out)
{
    const struct step *step = &steps[number < STEPS ? number : 0];
    const char *text =
        wrong && step->wrong && step->wrong[0] ? step->wrong : step->text;
    *out = (struct ui_lesson){
        .step = number + 1,
        .steps = STEPS,
        .go_on = !step->move,
        .wrong = wrong,
    };
    snprintf(out->title, sizeof out->title, "%s", _(step->title));
    snprintf(out->text, sizeof out->text, "%s", _(text));
    return number < STEPS;
}

static void teach(struct learn *learn, bool wrong)
{
    tio_view view;
    tio_view_of(&learn->position, YOU, &view);
    struct ui_lesson lesson;
    learn_lesson(learn->step, wrong, &lesson);
    learn->told = true;
    ui_teach(learn->game.ui, &lesson);
    if (!lesson.go_on)
        ui_ask(learn->game.ui, &view,
               _("You can't take moves back in this lesson."));
    else
        ui_watch(learn->game.ui, &view);
}

static void next(struct learn *learn)
{
    learn->told = false;
    if (++learn->step == STEPS)
        game_leave(&learn->game, PARTING_LEFT);
}

static bool all_laid(const struct learn *learn, const tio_move *move)
{
    unsigned laid = 0;
    if (move->type != TIO_MOVE_LAY)
        return false;
    for (unsigned place = 0; place < TIO_HAND_CARDS; place++)
        laid += tio_dice_size(move->lay[place]);
    return laid == tio_dice_size(learn->position.player[YOU].taken);
}

/* Steps are written as moves are printed. */
static bool fits(const struct learn *learn, const tio_move *move)
{
    const char *wanted = steps[learn->step].move;
    if (!wanted || strcmp(wanted, ANY) == 0)
        return wanted;
    if (strcmp(wanted, ALL_LAID) == 0)
        return all_laid(learn, move);
    char text[TIO_MOVE_TEXT];
    tio_move_print(learn->deck, move, text);
    return wanted[strlen(wanted) - 1] == '?'
               ? strncmp(text, wanted, strlen(wanted) - 1) == 0
               : strcmp(text, wanted) == 0;
}

static void moves(struct learn *learn, const tio_move *move)
{
    const struct step *step = &steps[learn->step];
    if (!fits(learn, move)) {
        teach(learn, true);
        return;
    }
    bool good = happens(learn, move);
    for (unsigned i = 0; i < MOST && step->after[i] && good; i++)
        good = follow(learn, step->after[i]);
    if (!good)
        game_leave(&learn->game, PARTING_LEFT);
    else
        next(learn);
}

/* The words that are repeated instead of an undo: see teach(). */
static void grant(struct game *game, const struct ui_wish *wish)
{
    struct learn *learn = game->context;
    if (wish->type == UI_WISH_MOVE)
        moves(learn, &wish->move);
    else if (wish->type == UI_WISH_NEXT && !steps[learn->step].move)
        next(learn);
    else if (wish->type == UI_WISH_UNDO)
        teach(learn, false);
}

static void go_on(struct game *game)
{
    struct learn *learn = game->context;
    if (!learn->told)
        teach(learn, false);
}

static enum game_event await(struct game *game, int input, int ms)
{
    struct pollfd from = {.fd = input, .events = POLLIN};
    (void)game;
    return poll(&from, 1, ms) == 1 ? GAME_INPUT : GAME_TIME;
}

enum parting learn_play(struct stage *stage)
{
    static const struct game_source source = {
        .wait = await, .go_on = go_on, .grant = grant};
    struct learn *learn = calloc(1, sizeof *learn);
    enum parting parting = PARTING_LEFT;
    if (!learn)
        return parting;
    learn->game.source = &source;
    learn->game.context = learn;
    learn->log.spoken = true;
    if (game_open(&learn->game, stage, NULL) && begin(learn))
        game_play(&learn->game);
    ui_teach(stage->ui, NULL);
    parting = learn->game.parting;
    game_close(&learn->game);
    free(learn);
    return parting;
}
