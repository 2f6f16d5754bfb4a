/* From the start menu to a table and back. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/game/screen.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "i18n/i18n.h"
#include "terminal/full/remembered.h"
#include "terminal/full/saves.h"
#include "terminal/game/parts.h"
#include "terminal/crew.h"
#include "terminal/login.h"

#define DECK_FILE_LIMIT ((size_t)1 << 20)

struct screen {
    struct stage stage;
    const struct screen_options *options;
    struct saves *saves;
    struct farewell farewell;
    tio_deck deck; /* of the form */
    char why[SAVE_ERROR];
};

bool screen_possible(void)
{
    return term_possible();
}

/* ---- What the form says ------------------------------------------------ */

bool screen_read_deck(const char *path, tio_deck *deck, char why[SAVE_ERROR])
{
    const char *name = strrchr(path, '/');
    tio_text_error error = {0};
    size_t length = 0;
    char *text = file_read(path, DECK_FILE_LIMIT, &length);
    bool good = false;
    if (!text)
        snprintf(why, SAVE_ERROR, "%s: %s", path, strerror(errno));
    else if (length > DECK_FILE_LIMIT)
        snprintf(why, SAVE_ERROR, _("%s: longer than %zu bytes"), path,
                 DECK_FILE_LIMIT);
    else if (tio_deck_parse(text, length, name ? name + 1 : path, deck,
                            &error) == TIO_OK)
        good = true;
    else
        snprintf(why, SAVE_ERROR, "%s:%u:%u: %s", path, error.line,
                 error.column, i18n_words(error.what));
    free(text);
    return good;
}

static bool read_bot(struct screen *screen, const char *text,
                     struct player_spec *out)
{
    char why[PLAYER_TEXT];
    if (player_spec_parse(text, strlen(text), NULL, out, why))
        return true;
    snprintf(screen->why, sizeof screen->why, "%s", i18n_words(why));
    return false;
}

static bool read_seats(struct screen *screen, const struct ui_setup *setup,
                       struct local_game_options *out)
{
    for (unsigned seat = 0; seat < setup->settings.players; seat++) {
        memcpy(out->name[seat], setup->name[seat], TIO_NAME_TEXT);
        if (setup->bot[seat][0] &&
            !read_bot(screen, setup->bot[seat], &out->bot[seat]))
            return false;
    }
    crew_names(out->bot, setup->settings.players, setup->login, out->name);
    return true;
}

static bool read_setup(struct screen *screen, const struct ui_setup *setup,
                       struct local_game_options *out)
{
    *out = (struct local_game_options){
        .settings = setup->settings,
        .deck = tio_deck_standard(),
        .limits = screen->options->game.limits,
        .hints = setup->hints,
        .takeback = setup->takeback,
    };
    if (setup->seed[0]) {
        out->seed = strtoull(setup->seed, NULL, 10);
        out->seeded = true;
    }
    if (setup->deck[0]) {
        if (!screen_read_deck(setup->deck, &screen->deck, screen->why))
            return false;
        out->deck = &screen->deck;
    }
    return read_seats(screen, setup, out);
}

/* ---- Playing ----------------------------------------------------------- */

/* The same players once more. */
static struct local_game_options again(const struct local_game *local,
                                       const struct local_game_options *before,
                                       tio_deck *deck)
{
    struct local_game_options options = {
        .settings = local->setup.head.settings,
        .limits = before->limits,
        .clock = before->clock,
        .hints = local->hints,
        .takeback = local->setup.head.takeback,
        .save_path = local->save.records[0] ? NULL : before->save_path,
    };
    *deck = local->deck;
    options.deck = deck;
    memcpy(options.bot, local->seating.spec, sizeof options.bot);
    memcpy(options.name, local->setup.head.name, sizeof options.name);
    return options;
}

/* One game after another, as long as they are wanted. */
static enum parting play(struct screen *screen,
                         const struct local_game_options *first, bool last)
{
    tio_deck *deck = malloc(sizeof *deck);
    struct local_game_options options = *first;
    enum parting parting = PARTING_AGAIN;
    while (parting == PARTING_AGAIN) {
        struct local_game *local = calloc(1, sizeof *local);
        struct think *think = think_new();
        struct local_play_options here = {&options, last};
        if (local)
            local->save.lock = -1;
        if (!deck || !local || !think) {
            snprintf(screen->why, sizeof screen->why, "%s", _("out of memory"));
            parting = PARTING_FAILED;
        } else {
            parting =
                local_play(&screen->stage, &here, local, think, screen->why);
        }
        if (parting == PARTING_AGAIN)
            options = again(local, &options, deck);
        if (think)
            think_leave(think, local, &screen->farewell);
        else
            free(local);
    }
    free(deck);
    return parting;
}

static void show_menu(struct screen *screen)
{
    free(screen->saves);
    screen->saves = saves_find();
    ui_menu(screen->stage.ui, screen->saves ? screen->saves->shown : NULL,
            screen->saves ? screen->saves->count : 0);
}

/* Back at the menu, or out of the program: false. */
static bool back(struct screen *screen, enum parting parting)
{
    if (parting == PARTING_ENDS)
        return false;
    show_menu(screen);
    if (parting == PARTING_FAILED)
        ui_trouble(screen->stage.ui, screen->why);
    return true;
}

static bool play_new(struct screen *screen)
{
    const struct ui_setup *setup = ui_get_setup(screen->stage.ui);
    remembered_save(setup);
    struct local_game_options options;
    if (read_setup(screen, setup, &options))
        return back(screen, play(screen, &options, false));
    ui_trouble(screen->stage.ui, screen->why);
    return true;
}

static bool play_old(struct screen *screen, unsigned index)
{
    struct local_game_options options = screen->options->game;
    if (!screen->saves || index >= screen->saves->count)
        return true;
    options.resume = true;
    options.save_path = screen->saves->path[index];
    return back(screen, play(screen, &options, false));
}

/* The list is shown again, without it. */
static void delete_old(struct screen *screen, unsigned index)
{
    if (!screen->saves || index >= screen->saves->count)
        return;
    struct save save;
    bool done =
        save_find(&save, screen->saves->path[index]) && save_remove(&save);
    free(screen->saves);
    screen->saves = saves_find();
    ui_saves(screen->stage.ui, screen->saves ? screen->saves->shown : NULL,
             screen->saves ? screen->saves->count : 0);
    if (done)
        ui_notice(screen->stage.ui, _("The game is deleted."));
    else
        ui_trouble(screen->stage.ui, save.error);
}

/* False: out of the program. */
static bool grant(struct screen *screen, const struct ui_wish *wish)
{
    switch ((enum ui_wish_type)wish->type) {
    case UI_WISH_NEW:
        return play_new(screen);
    case UI_WISH_RESUME:
        return play_old(screen, wish->index);
    case UI_WISH_DELETE:
        delete_old(screen, wish->index);
        break;
    case UI_WISH_LEARN:
        return back(screen, learn_play(&screen->stage));
    case UI_WISH_QUIT:
    case UI_WISH_LEAVE:
        return false;
    case UI_WISH_MOVE:
    case UI_WISH_UNDO:
    case UI_WISH_HURRY:
    case UI_WISH_HINT:
    case UI_WISH_AGAIN:
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
    case UI_WISH_SEEK:
    case UI_WISH_TYPES:
        break;
    }
    return true;
}

void screen_remember(struct ui *ui)
{
    struct ui_setup setup;
    remembered_load(&setup);
    login_name(setup.login);
    ui_set_setup(ui, &setup);
}

static void menu(struct screen *screen)
{
    bool stays = true;
    show_menu(screen);
    if (screen->options->game.resume) /* the list at once */
        ui_key(screen->stage.ui, &(struct ui_key){.type = UI_KEY_ENTER});
    struct ui_wish wish;
    while (stays && !screen->stage.leave) {
        stage_wait(&screen->stage, -1);
        while (stays && ui_wish(screen->stage.ui, &wish))
            stays = grant(screen, &wish);
    }
}

void screen_complain(const char *what)
{
    fflush(stdout);
    fprintf(stderr, "tioli play: %s\n", what);
}

void screen_die_of(int number)
{
    if (!number)
        return;
    fflush(stdout);
    signal(number, SIG_DFL);
    raise(number);
}

/* The person chooses which one to continue. */
static bool many_saves(struct screen *screen)
{
    const struct local_game_options *game = &screen->options->game;
    if (!game->resume || game->save_path)
        return false;
    screen->saves = saves_find();
    return screen->saves && screen->saves->count > 1;
}

int screen_play(const struct screen_options *options)
{
    struct screen *screen = calloc(1, sizeof *screen);
    enum parting parting = PARTING_LEFT;
    int number = 0;
    if (!screen ||
        !(options->lines ? stage_open_lines(&screen->stage)
                         : stage_open(&screen->stage, options->animation))) {
        free(screen);
        return SCREEN_NONE;
    }
    screen->options = options;
    screen_remember(screen->stage.ui);
    if (options->lines || (options->straight && !many_saves(screen)))
        parting = play(screen, &options->game, true);
    else
        menu(screen);
    number = screen->stage.signal;
    stage_close(&screen->stage);
    farewell_wait(&screen->farewell);
    free(screen->saves);
    if (parting == PARTING_FAILED)
        screen_complain(screen->why);
    free(screen);
    screen_die_of(number);
    return parting == PARTING_FAILED;
}
