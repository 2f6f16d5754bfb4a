/* See player.h. This is the part that always has a move to give. */
#include "programs/player.h"

#include <stdlib.h>
#include <string.h>

#include "programs/talk.h"

/* Whoever fails so often in a row is not started again. */
#define MOST_FAILURES 3

struct player {
    struct player_spec spec;
    const tio_bot *stand_in;
    struct talk *talk; /* with a program; NULL for a built-in bot */
    enum player_fault fault;
    unsigned failures; /* in a row */
    unsigned games;
};

static const struct {
    const char *word;
    const char *sentence;
} faults[] = {
#define X(name, word, sentence) {word, sentence},
    PLAYER_FAULTS(X)
#undef X
};

const char *player_fault_name(enum player_fault fault)
{
    return fault < PLAYER_FAULT_COUNT ? faults[fault].word : "unknown";
}

const char *player_fault_words(enum player_fault fault)
{
    return fault < PLAYER_FAULT_COUNT ? faults[fault].sentence : "unknown";
}

struct player_limits player_limits_default(void)
{
    return (struct player_limits){
        .start_ms = 10000,
        .move_ms = 10000,
        .quit_ms = 1000,
        .memory_mb = PLAYER_MEMORY_MB,
        .cpu_seconds = 3600,
    };
}

/* Remembers a fault for the rest of the game. */
static enum player_fault note(struct player *player, enum player_fault fault)
{
    if (fault != PLAYER_NONE && player->fault == PLAYER_NONE) {
        player->fault = fault;
        player->failures++;
        talk_stop(player->talk);
    }
    return player->fault;
}

struct player *player_open(const struct player_spec *spec,
                           const struct player_limits *limits,
                           enum player_fault *fault)
{
    struct player *player = calloc(1, sizeof *player);
    *fault = PLAYER_NONE;
    if (!player)
        return NULL;
    player->spec = *spec;
    player->stand_in = tio_bot_named("normal");
    if (spec->bot)
        return player;
    player->talk = talk_new(spec->command, limits);
    if (!player->talk) {
        free(player);
        return NULL;
    }
    *fault = note(player, talk_start(player->talk));
    return player;
}

enum player_fault player_begin(struct player *player, const tio_deck *deck,
                               const tio_settings *settings, unsigned seat,
                               const char *const names[])
{
    if (!player->talk)
        return PLAYER_NONE;
    bool again = player->fault != PLAYER_NONE && player->games > 0 &&
                 player->failures < MOST_FAILURES;
    player->games++;
    if (again) {
        player->fault = PLAYER_NONE;
        note(player, talk_start(player->talk));
    }
    if (player->fault == PLAYER_NONE)
        note(player, talk_begin(player->talk, deck, settings, seat, names));
    return player->fault;
}

void player_saw(struct player *player, const tio_deck *deck,
                const tio_move *seen)
{
    if (player->talk && player->fault == PLAYER_NONE)
        note(player, talk_saw(player->talk, deck, seen));
}

enum player_fault player_choose(struct player *player, const tio_view *view,
                                const tio_deck *deck, tio_random *random,
                                tio_move *out)
{
    const tio_bot *bot = player->spec.bot;
    memset(out, 0, sizeof *out);
    if (player->talk && player->fault == PLAYER_NONE) {
        note(player, talk_choose(player->talk, view, deck, out));
        if (player->fault == PLAYER_NONE)
            return PLAYER_NONE;
    }
    if (!bot)
        bot = player->stand_in;
    memset(out, 0, sizeof *out);
    bot->choose(view, deck, &player->spec.budget, random, out);
    out->seat = view->seat; /* whatever a bot says, it speaks for its own */
    return player->fault;
}

const char *player_fault_detail(const struct player *player)
{
    return player->fault == PLAYER_NONE ? "" : talk_detail(player->talk);
}

void player_end(struct player *player, const tio_game *game)
{
    if (!player->talk || player->fault != PLAYER_NONE)
        return;
    if (note(player, talk_end(player->talk, game)) == PLAYER_NONE)
        player->failures = 0;
}

void player_close(struct player *player)
{
    if (!player)
        return;
    if (player->talk)
        talk_free(player->talk);
    free(player);
}
