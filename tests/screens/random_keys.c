/* A driver that grants every wish that can be granted, and a person who presses
 * whatever comes. */
#include "screens/random_keys.h"

#include <stdio.h>
#include <string.h>

#include "screens/stage.h"

#define KEYS_EACH 6000

struct monkey {
    struct play play;
    tio_random random;
    unsigned moves;
    unsigned ended;
    uint64_t now;
    bool begun;
    bool asked;
    const char *wrong; /* what went wrong, or NULL */
};

static unsigned below(struct monkey *monkey, unsigned bound)
{
    return tio_random_below(&monkey->random, bound);
}

static struct ui_key any_key(struct monkey *monkey, unsigned rows,
                             unsigned columns)
{
    static const char *const texts[] = {"p", "a", "h", "u", "l",  "s", "?", "q",
                                        ":", "/", " ", "*", "n",  "o", "b", "d",
                                        "k", "r", "c", "y", "0",  "1", "2", "3",
                                        "4", "5", "6", "ä", "漢", "x"};
    struct ui_key key = {.type = (uint8_t)below(monkey, UI_KEY_TYPES)};
    if (key.type == UI_KEY_INTERRUPT && below(monkey, 20))
        key.type = UI_KEY_RIGHT;
    if (key.type == UI_KEY_ESCAPE && below(monkey, 2))
        key.type = UI_KEY_ENTER;
    if (below(monkey, 3) == 0)
        key.type = UI_KEY_TEXT;
    if (key.type == UI_KEY_TEXT)
        snprintf(key.text, sizeof key.text, "%s",
                 texts[below(monkey, sizeof texts / sizeof *texts)]);
    key.row = (uint16_t)below(monkey, rows + 2);
    key.column = (uint16_t)below(monkey, columns + 2);
    return key;
}

static void begin(struct monkey *monkey)
{
    struct scene_of scene = {.moment = AT_TURN, .seed = below(monkey, 1000)};
    struct ui *ui = monkey->play.ui;
    struct ui_setup setup = *ui_get_setup(ui);
    (void)scene;
    memset(&monkey->play.history, 0, sizeof monkey->play.history);
    monkey->play.log.count = 0;
    if (tio_game_init(&monkey->play.game, monkey->play.deck, &setup.settings) !=
        TIO_OK) {
        monkey->wrong = "the form made settings that are none";
        return;
    }
    monkey->play.table = (struct ui_table){
        .deck = monkey->play.deck,
        .names = &monkey->play.names,
        .log = &monkey->play.log,
        .history = &monkey->play.history,
        .players = setup.settings.players,
        .hints = setup.hints,
        .saved = true,
    };
    for (unsigned seat = 0; seat < setup.settings.players; seat++) {
        snprintf(monkey->play.names.of[seat], TIO_NAME_TEXT, "%s",
                 setup.name[seat][0] ? setup.name[seat] : "Somebody");
        snprintf(monkey->play.table.level[seat], UI_LEVEL, "%s",
                 setup.bot[seat]);
        if (!setup.bot[seat][0])
            monkey->play.table.here |= 1U << seat;
    }
    ui_sit(ui, &monkey->play.table);
    monkey->begun = true;
    monkey->asked = false;
}

static void grant_move(struct monkey *monkey, const tio_move *move)
{
    if (!monkey->begun || !monkey->asked) {
        monkey->wrong = "a move that nobody asked for";
        return;
    }
    if (tio_check(&monkey->play.game, monkey->play.deck, move) != TIO_OK) {
        monkey->wrong = "a move against the rules";
        return;
    }
    if (!(monkey->play.table.here >> move->seat & 1)) {
        monkey->wrong = "a move for somebody else";
        return;
    }
    monkey->moves++;
    monkey->asked = false;
    play_move(&monkey->play, move);
}

static void grant(struct monkey *monkey, const struct ui_wish *wish)
{
    static const struct ui_save saves[] = {{"one", "today"}, {"two", ""}};
    tio_hint hint = {.count = 0};
    switch ((enum ui_wish_type)wish->type) {
    case UI_WISH_MOVE:
        grant_move(monkey, &wish->move);
        break;
    case UI_WISH_HURRY:
        break;
    case UI_WISH_UNDO:
        ui_notice(monkey->play.ui, "It can't be taken back.");
        break;
    case UI_WISH_HINT:
        ui_show_hint(monkey->play.ui, &hint);
        break;
    case UI_WISH_NEW:
    case UI_WISH_AGAIN:
        begin(monkey);
        break;
    case UI_WISH_RESUME:
        if (wish->index >= 2)
            monkey->wrong = "a save that there is not";
        ui_trouble(monkey->play.ui, "It can't be read.");
        break;
    case UI_WISH_SEEK:
        monkey->wrong = "no record is looked at";
        break;
    case UI_WISH_DELETE:
        if (wish->index >= 2)
            monkey->wrong = "a save that there is not";
        ui_saves(monkey->play.ui, saves, below(monkey, 3));
        break;
    case UI_WISH_LEAVE:
    case UI_WISH_LEARN:
    case UI_WISH_QUIT:
        monkey->begun = false;
        ui_menu(monkey->play.ui, saves, below(monkey, 3));
        break;
    case UI_WISH_RECORD:
    case UI_WISH_NEXT:
    case UI_WISH_START:
    case UI_WISH_BOT:
    case UI_WISH_SET:
    case UI_WISH_SIT:
    case UI_WISH_REOPEN:
    case UI_WISH_PATIENCE:
    case UI_WISH_RELIEVE:
    case UI_WISH_MUTE:
    case UI_WISH_TYPES:
        ui_notice(monkey->play.ui, "Done.");
        break;
    }
}

/* Lets the game go on until a person has to decide. */
static void go_on(struct monkey *monkey)
{
    struct play *play = &monkey->play;
    unsigned deciders = tio_game_deciders(&play->game);
    unsigned here = deciders & play->table.here;
    unsigned seat = 0;
    if (!monkey->begun || monkey->asked)
        return;
    if (!here && play->game.phase != TIO_PHASE_OVER) {
        play_step(play);
        return;
    }
    monkey->asked = true;
    if (!here) {
        monkey->ended++;
        ui_end(play->ui, &play->view, "game.tioli",
               below(monkey, 2) ? "The dice: fair." : NULL);
        return;
    }
    while (!(here >> seat & 1))
        seat++;
    tio_view view;
    tio_view_of(&play->game, seat, &view);
    ui_ask(play->ui, &view, below(monkey, 2) ? NULL : "It stands.");
}

static void draw(struct monkey *monkey, unsigned rows, unsigned columns)
{
    struct cells *cells = cells_new(rows, columns, below(monkey, 2));
    if (!cells) {
        monkey->wrong = "no memory";
        return;
    }
    ui_draw(monkey->play.ui, cells);
    cells_free(cells);
}

static void one_key(struct monkey *monkey)
{
    static const unsigned sizes[][2] = {{24, 80}, {40, 120}, {12, 40}, {1, 1},
                                        {25, 81}, {60, 200}, {24, 109}};
    static const unsigned *size = sizes[0];
    if (below(monkey, 50) == 0) {
        size = sizes[below(monkey, sizeof sizes / sizeof *sizes)];
        ui_resize(monkey->play.ui, size[0], size[1]);
    }
    struct ui_key key = any_key(monkey, size[0], size[1]);
    ui_key(monkey->play.ui, &key);
    struct ui_wish wish;
    while (ui_wish(monkey->play.ui, &wish) && !monkey->wrong)
        grant(monkey, &wish);
    if (!ui_busy(monkey->play.ui) || below(monkey, 20) == 0)
        go_on(monkey);
    monkey->now += below(monkey, 300);
    ui_tick(monkey->play.ui, monkey->now);
    if (below(monkey, 4) == 0)
        draw(monkey, size[0], size[1]);
}

int random_keys(unsigned games)
{
    static struct monkey monkey;
    unsigned moves = 0;
    unsigned wrong = 0;
    for (unsigned game = 0; game < games; game++) {
        struct ui_options options = {
            .utf8 = true, .animation = game % 2, .rows = 24, .columns = 80};
        memset(&monkey, 0, sizeof monkey);
        monkey.play.deck = tio_deck_standard();
        monkey.play.ui = ui_new(&options);
        tio_random_init(&monkey.random, game, 11);
        tio_random_init(&monkey.play.random, game, 12);
        if (!monkey.play.ui)
            return 1;
        ui_menu(monkey.play.ui, NULL, 0);
        for (unsigned i = 0; i < KEYS_EACH && !monkey.wrong; i++)
            one_key(&monkey);
        printf("%s %u - random keys %u: %u moves, %u games ended\n",
               monkey.wrong ? "not ok" : "ok", game + 1, game, monkey.moves,
               monkey.ended);
        if (monkey.wrong)
            printf("# %s\n", monkey.wrong);
        wrong += monkey.wrong != NULL;
        moves += monkey.moves;
        ui_free(monkey.play.ui);
    }
    /* Keys that never make a move would prove nothing. */
    printf("%s %u - %u moves were made\n", moves >= games ? "ok" : "not ok",
           games + 1, moves);
    printf("1..%u\n", games + 1);
    return wrong || moves < games ? 1 : 0;
}
