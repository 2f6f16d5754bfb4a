/* Keys and what comes of them. Pictures show what is said; here it is seen what
 * is done: at moments of the pictures keys are pressed, and all that the game
 * then wants is compared as text, moves in the move language. */
#include "screens/wishes.h"

#include <stdio.h>
#include <string.h>

#include "screens/scenes.h"
#include "screens/stage.h"

#define ROWS 24
#define COLUMNS 80
#define SMALL_ROWS 12
#define SMALL_COLUMNS 40

struct wanted {
    const char *scene; /* its own keys are not pressed */
    const char *keys;
    const char *wishes;             /* "; " between them */
    void (*set)(struct play *play); /* instead of the scene's, if any */
};

/* ---- Wishes as text ---------------------------------------------------- */

/* What differs from the set-up that a new game begins with. */
static void setup_text(const struct ui_setup *setup, char *out, size_t size)
{
    const tio_settings *rules = &setup->settings;
    size_t used = (size_t)snprintf(out, size, "new %u", rules->players);
    for (unsigned seat = 0; seat < rules->players && used < size; seat++)
        used += (size_t)snprintf(
            out + used, size - used, " %s%s%s", setup->name[seat],
            setup->bot[seat][0] ? "=" : "", setup->bot[seat]);
    if (used < size && rules->first != TIO_NONE)
        used += (size_t)snprintf(out + used, size - used, " first %u",
                                 rules->first + 1U);
    if (used < size)
        snprintf(
            out + used, size - used, "%s%s%s%s%s%s%s%s",
            rules->edition == TIO_SCHMIDT ? " schmidt" : "",
            rules->free_hand ? " free" : "", rules->starts ? " starts" : "",
            rules->cast != tio_settings_default(2).cast ? " cast" : "",
            rules->piles_down ? " secret" : "", setup->hints ? "" : " no-hints",
            setup->seed[0] ? " seed " : "", setup->seed);
}

static void wish_text(const struct play *play, const struct ui_wish *wish,
                      char *out, size_t size)
{
    static const char *const plain[UI_WISH_TYPES] = {
        [UI_WISH_UNDO] = "undo",   [UI_WISH_HINT] = "hint",
        [UI_WISH_LEAVE] = "leave", [UI_WISH_AGAIN] = "again",
        [UI_WISH_LEARN] = "learn", [UI_WISH_NEXT] = "next",
        [UI_WISH_QUIT] = "quit",   [UI_WISH_HURRY] = "hurry",
        [UI_WISH_SIT] = "sit",     [UI_WISH_REOPEN] = "reopen",
    };
    char move[TIO_MOVE_TEXT];
    switch (wish->type) {
    case UI_WISH_MOVE:
        tio_move_print(play->deck, &wish->move, move);
        snprintf(out, size, "%s", move);
        break;
    case UI_WISH_RECORD:
        snprintf(out, size, "record %.200s", wish->text);
        break;
    case UI_WISH_NEW:
        setup_text(ui_get_setup(play->ui), out, size);
        break;
    case UI_WISH_RESUME:
        snprintf(out, size, "resume %u", wish->index);
        break;
    case UI_WISH_SEEK:
        snprintf(out, size, "seek %u", wish->index);
        break;
    case UI_WISH_DELETE:
        snprintf(out, size, "delete %u", wish->index);
        break;
    case UI_WISH_SET:
        snprintf(out, size, "set %u %u", wish->index, wish->seat);
        break;
    case UI_WISH_PATIENCE:
        snprintf(out, size, "wait %u", wish->seat);
        break;
    case UI_WISH_RELIEVE:
        snprintf(out, size, "relieve %u", wish->seat);
        break;
    case UI_WISH_MUTE:
        snprintf(out, size, "mute %u", ui_get_setup(play->ui)->mute);
        break;
    case UI_WISH_START:
        snprintf(out, size, "start %.200s", wish->text);
        break;
    case UI_WISH_BOT:
        snprintf(out, size, "bot %u %.200s", wish->seat, wish->text);
        break;
    default:
        snprintf(out, size, "%s", plain[wish->type]);
        break;
    }
}

static void wishes_text(const struct play *play, char *out, size_t size)
{
    size_t used = 0;
    out[0] = 0;
    struct ui_wish wish;
    while (ui_wish(play->ui, &wish) && used + 2 < size) {
        if (used)
            used += (size_t)snprintf(out + used, size - used, "; ");
        wish_text(play, &wish, out + used, size - used);
        used += strlen(out + used);
    }
}

/* ---- Moments of their own ---------------------------------------------- */

/* A hint was shown; then another is asked. */
static void another_question(struct play *play)
{
    tio_hint hint = {.count = 1};
    hint.move[0].move.type = TIO_MOVE_PASS;
    play_keys(play, "h");
    struct ui_wish wish;
    while (ui_wish(play->ui, &wish))
        ;
    ui_show_hint(play->ui, &hint);
    play_keys(play, "esc");
    tio_view view;
    tio_view_of(&play->game, 0, &view);
    view.game.takes++;
    ui_ask(play->ui, &view, NULL);
}

static void first_game(struct play *play)
{
    struct ui_setup setup = *ui_get_setup(play->ui);
    setup.confirm = UI_CONFIRM_FIRST;
    ui_set_setup(play->ui, &setup);
}

static void fourth_game(struct play *play)
{
    struct ui_setup setup = *ui_get_setup(play->ui);
    setup.confirm = UI_CONFIRM_FIRST;
    setup.games = UI_FIRST_GAMES;
    ui_set_setup(play->ui, &setup);
}

static void has_passed(struct play *play)
{
    play->table.hurry = true;
    ui_sit(play->ui, &play->table);
}

static void no_hints(struct play *play)
{
    play->table.hints = false;
    ui_sit(play->ui, &play->table);
}

/* Anna has moved, and whoever sits behind the curtain takes it back: her hand is
 * hidden until she says that she is there. */
static void taken_back(struct play *play)
{
    play_keys(play, "enter");
    tio_view view;
    tio_view_of(&play->game, 1, &view);
    play->table.undo = true;
    ui_sit(play->ui, &play->table);
    ui_ask(play->ui, &view, NULL);
    play_keys(play, "u");
    struct ui_wish wish;
    while (ui_wish(play->ui, &wish))
        ;
    tio_view_of(&play->game, 0, &view);
    ui_ask(play->ui, &view, NULL);
}

/* ---- All of them ------------------------------------------------------- */

static const struct wanted wanted[] = {
    {"turn-first", "enter", "take L1", NULL},
    {"turn-first", "right enter", "take L2", NULL},
    {"turn-first", "right right left space", "take L2", NULL},
    {"turn-first", "end enter", "take R2", NULL},
    {"turn-first", "@6,9", "take L2", NULL},
    {"turn-first", "enter enter p", "take L1", NULL},
    {"turn-first", "p", "pass", NULL},
    {"turn-first", "p", "", first_game},
    {"turn-first", "p p", "pass", first_game},
    {"turn-first", "p enter", "", first_game},
    {"turn-first", "p esc enter", "take L1", first_game},
    {"turn-first", "p u p h p p", "pass", first_game},
    {"turn-first", "p", "pass", fourth_game},
    {"turn-second", "p", "done", NULL},
    {"turn-second", "d", "done", NULL},
    {"turn-second", "enter", "take L1", NULL},
    {"turn-first", "u", "", NULL},
    {"undo", "u u", "undo", NULL},
    {"turn-first", "h", "hint", NULL},
    {"turn-first", "h esc h", "hint; hint", NULL},
    {"turn-first", "h", "hint", another_question},
    {"turn-first", "h", "", no_hints},
    {"hint", "esc h", "", NULL},
    {"watch", "enter p u h", "", NULL},
    {"watch", "f", "", NULL},
    {"watch", "f f", "hurry", has_passed},
    {"rolling", "enter", "", NULL},
    {"rolling", "enter enter", "take L1", NULL},
    {"hand-over", "p a", "", NULL},
    {"hand-over", "enter p", "pass", NULL},
    {"hand-over", "p", "", taken_back},
    {"hand-over", "enter p", "pass", taken_back},
    {"small", "enter p", "", NULL},
    {"reroll-none", "a enter", "", NULL},
    {"reroll-none", "a space enter", "play reroll D D3", NULL},
    {"reroll-none", "a space right space enter", "play reroll D D3 D4", NULL},
    {"reroll-none", "a space right space left space space enter",
     "play reroll D D4", NULL},
    {"reroll-none", "a * enter", "play reroll D D3 D3 D4 D4 D5 D5", NULL},
    {"reroll-none", "a esc enter", "take D3", NULL},
    {"reroll-all", "a enter", "play reroll D D3 D3 D4 D4 D5 D5", NULL},
    {"reroll-four", "a * enter", "play reroll 4 L2 L2 L3 L3", NULL},
    {"reroll-red", "a enter", "play reroll R R2 R3", NULL},
    {"take-two", "a enter", "play take 2", NULL},
    {"take-two", "a esc p", "pass", NULL},
    {"change-die", "a enter right enter", "play change L2 L3 cost 2", NULL},
    {"change-die", "a enter esc right enter enter", "play change L5 L1 cost 2",
     NULL},
    {"change-die", "a enter back esc p", "pass", NULL},
    {"cast-die", "a enter right enter", "play cast L3 at L4", NULL},
    {"cast-die", "a enter n", "play cast L3", NULL},
    {"cast-mine", "a right enter enter", "play cast L4 at L2", NULL},
    {"cast-mine", "a enter esc right right enter n", "play cast D3", NULL},
    {"cast-die", "a enter esc n enter n", "play cast L3", NULL},
    {"swap", "a enter enter", "play swap L2 D1", NULL},
    {"swap", "a right enter right enter", "play swap L3 D5", NULL},
    {"swap", "a @6,2 @6,50", "play swap L2 D3", NULL},
    {"shift", "a enter enter", "play shift D1 D3", NULL},
    {"shift", "a 4 enter enter", "play shift D4 D2", NULL},
    {"shift", "a 4 enter right enter", "play shift D4 D6", NULL},
    {"shift", "a 4 enter 6 enter", "play shift D4 D6", NULL},
    {"which-action", "a enter", "", NULL},
    {"which-action", "a down enter enter enter", "play swap L1 D2", NULL},
    {"which-action", "a 3 space enter", "play reroll L L1", NULL},
    {"which-action", "a 5 esc p", "pass", NULL},
    {"no-action", "a enter", "take L1", NULL},
    {"lay", "enter", "lay 1:D3,R2 2:L2,L5,L6", NULL},
    {"lay", "n enter", "lay none", NULL},
    {"lay", "n b space", "lay 1:D3,R2 2:L2,L5,L6", NULL},
    {"lay", "0 enter", "", NULL},
    {"lay", "@9,5 enter", "lay 2:L2,L5,L6", NULL},
    {"lay", "@9,5 @9,5 enter", "lay 1:D3,R2 2:L2,L5,L6", NULL},
    {"lay", "n @12,5 enter", "lay 4:L2,D5", NULL},
    {"lay", "n right right right 1 right right 1 enter", "lay 1:D3,R2", NULL},
    {"lay-other", "n right right right 1 enter", "", NULL},
    {"lay-wrong", "right 1 enter", "", NULL},
    {"lay-another", "enter", "lay 2:D4,D4,D6", NULL},
    {"lay-another", "o enter", "lay 4:D4,D4,D6", NULL},
    {"lay-another", "o b enter", "lay 2:D4,D4,D6", NULL},
    {"discard", "enter", "keep", NULL},
    {"discard", "2 enter", "discard 2", NULL},
    {"discard", "down enter", "discard 1", NULL},
    {"discard", "up enter", "discard 3", NULL},
    {"discard", "3 k space", "keep", NULL},
    {"discard", "@14,5 enter", "discard 2", NULL},
    {"draw", "enter", "draw 4c 1a", NULL},
    {"draw", "down enter", "draw 3c 2a", NULL},
    {"draw", "1 space", "draw 5c", NULL},
    {"turn-first", ": =pass enter", "pass", NULL},
    {"turn-first", ": =d5 enter", "take D5", NULL},
    {"turn-first", ": =take_R1 enter", "", NULL},
    {"turn-first", ": =keep enter", "", NULL},
    {"turn-first", ": =pass esc", "", NULL},
    {"turn-first", ": =pasx back s enter", "pass", NULL},
    {"turn-first", "q y", "leave", NULL},
    {"turn-first", "q q", "leave", NULL},
    {"turn-first", "q enter", "leave", NULL},
    {"turn-first", "q n", "", NULL},
    {"turn-first", "q esc p", "pass", NULL},
    {"turn-first", "ctrl-c", "", NULL},
    {"turn-first", "ctrl-c ctrl-c", "leave", NULL},
    {"small", "ctrl-c ctrl-c", "leave", NULL},
    {"results", "q", "", NULL},
    {"results", "q y", "leave", NULL},
    {"results", "q n enter 1 enter", "discard 1", NULL},
    {"results", "? esc enter enter", "keep", NULL},
    {"end", "r r", "again", NULL},
    {"end", "q", "leave", NULL},
    {"end", "esc", "leave", NULL},
    {"end", "ctrl-c", "leave", NULL},
    {"record", "c =our-game.tioli enter", "record our-game.tioli", NULL},
    {"record", "c enter", "", NULL},
    {"record", "c =x esc", "", NULL},
    {"menu", "enter enter", "new 2  =normal", NULL},
    {"menu", "enter esc down enter", "learn", NULL},
    {"menu", "up enter", "quit", NULL},
    {"menu", "q", "quit", NULL},
    {"menu", "ctrl-c", "quit", NULL},
    {"menu-saves", "enter enter", "resume 0", NULL},
    {"menu-saves", "enter down down enter", "resume 2", NULL},
    {"menu-saves", "enter down d y", "delete 1", NULL},
    {"menu-saves", "enter down del y", "delete 1", NULL},
    {"menu-saves", "enter d enter", "", NULL},
    {"menu-saves", "enter d n enter", "resume 0", NULL},
    {"menu-saves", "enter d esc down enter", "resume 1", NULL},
    {"menu-saves", "enter esc down enter enter", "new 2  =normal", NULL},
    {"menu", "enter home enter", "", NULL},
    {"menu", "enter home right end enter", "new 3  =normal =normal", NULL},
    {"menu", "enter home left end enter",
     "new 5  =normal =normal =normal =normal", NULL},
    {"menu", "enter home right right right right end enter", "new 2  =normal",
     NULL},
    {"menu", "enter home down =Ann\",a down right =Bo back end enter",
     "new 2 Anna B=hard", NULL},
    {"menu", "enter home down right end enter", "", NULL},
    {"menu",
     "enter home down down down right enter right enter right end enter",
     "new 2  =normal schmidt free starts", NULL},
    {"menu", "enter end up up up up up up up up right end enter",
     "new 2  =normal first 1", NULL},
    {"menu", "enter end up up up up up up up up left end enter",
     "new 2  =normal first 2", NULL},
    {"menu",
     "enter end up up up up up up up right down right down right end enter",
     "new 2  =normal cast secret no-hints", NULL},
    {"menu", "enter end up =4x2 enter enter", "new 2  =normal seed 42", NULL},
    {"lobby-host", "enter", "start normal", NULL},
    {"lobby-host", "b b", "bot 3 normal", NULL},
    {"lobby-host", "right b", "bot 3 hard", NULL},
    {"lobby-host", "q y", "leave", NULL},
    {"lobby-guest", "enter b", "", NULL},
    {"lobby-over", "r enter", "again", NULL},
    {"lobby-over", "o s e", "", NULL},
    {"lobby-over-host", "o r", "reopen", NULL},
    {"lobby-host", "e right left esc q y", "set 0 5; leave", NULL},
    {"lobby-host", "e down right", "set 1 1", NULL},
    {"lobby-host", "e up up left", "set 5 2", NULL},
    {"lobby-host", "s", "", NULL},
    {"lobby-guest", "e right", "", NULL},
    {"lobby-free", "s enter", "sit", NULL},
    {"away", "w", "wait 1", NULL},
    {"away", "r", "relieve 1", NULL},
    {"away", "m", "mute 1", NULL},
    {"away-guest", "w r m m", "mute 0; mute 0", NULL},
    {"turn-late", "w r m", "", NULL},
    {"end-host", "o", "reopen", NULL},
    {"end", "o", "", NULL},
    {"joining", "enter q", "leave", NULL},
    {"joining", "esc", "leave", NULL},
    {"joining", "ctrl-c", "quit", NULL},
    {"replay", "left right up down home end tab",
     "seek 1; seek 2; seek 3; seek 4", NULL},
    {"replay", "home end tab", "seek 5; seek 6; seek 7", NULL},
    {"replay", "p h u q", "leave", NULL},
    {"replay", "ctrl-c", "leave", NULL},
    {"lesson-on", "right p enter", "next", NULL},
    {"lesson", "enter", "take L1", NULL},
};

static const struct scene_of *scene_named(const char *name)
{
    for (unsigned i = 0; scenes[i].name; i++)
        if (strcmp(scenes[i].name, name) == 0)
            return &scenes[i];
    return NULL;
}

static bool holds(const struct wanted *one)
{
    const struct scene_of *named = scene_named(one->scene);
    static struct play play;
    struct scene_of scene;
    char found[1024] = "there is no such moment";
    if (named) {
        scene = *named;
        scene.keys = one->keys;
        scene.set = one->set ? one->set : scene.set;
        if (play_open(&play, &scene, scene.small ? SMALL_ROWS : ROWS,
                      scene.small ? SMALL_COLUMNS : COLUMNS))
            wishes_text(&play, found, sizeof found);
        play_close(&play);
    }
    if (strcmp(found, one->wishes) == 0)
        return true;
    printf("# wanted: %s\n# found:  %s\n", one->wishes, found);
    return false;
}

int key_wishes(void)
{
    unsigned count = sizeof wanted / sizeof *wanted;
    int wrong = 0;
    for (unsigned i = 0; i < count; i++) {
        bool right = holds(&wanted[i]);
        printf("%s %u - %s: %s\n", right ? "ok" : "not ok", i + 1,
               wanted[i].scene, wanted[i].keys);
        wrong += !right;
    }
    printf("1..%u\n", count);
    return wrong ? 1 : 0;
}
