/* One game between players. Every chance move draws from a stream of its own,
 * numbered by what it is, and each player's chance is apart from that: whoever
 * thinks differently, or re-rolls more often, changes no later roll. */
#include "cli/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "i18n/i18n.h"
#include "notation/settings.h"

/* Streams of players lie apart from those of deals. */
#define PLAYER_STREAMS ((uint64_t)1 << 63)

/* The answers of a common phase, which others learn when the last has come. */
struct answers {
    unsigned count;
    tio_move move[TIO_MAX_PLAYERS];
};

struct state {
    bool listeners; /* somebody is told what happens */
    uint64_t deal_seed;
    unsigned round; /* that `chances` counts in */
    unsigned chances[TIO_PHASES];
    tio_random random[TIO_MAX_PLAYERS];
    struct answers answers;
    tio_record_writer *record; /* NULL: none is kept */
};

static void init_state(struct state *state, const struct match *match,
                       const struct match_game *play)
{
    tio_random seeds;
    memset(state, 0, sizeof *state);
    tio_random_init(&seeds, match->seed, play->deal);
    state->deal_seed = tio_random_next(&seeds);
    for (unsigned seat = 0; seat < match->settings.players; seat++) {
        tio_random_init(&state->random[seat], match->seed,
                        PLAYER_STREAMS | play->seat[seat].stream);
        state->listeners |= !play->seat[seat].spec->bot;
    }
}

/* A deal is known by its round and seat; a roll by its round and by how many
 * there were in it before. */
static void move_of_chance(struct state *state, const tio_game *game,
                           const tio_deck *deck, tio_move *move)
{
    tio_random random;
    if (state->round != game->round) {
        state->round = game->round;
        memset(state->chances, 0, sizeof state->chances);
    }
    uint64_t which = game->phase == TIO_PHASE_DEAL
                         ? game->deal_seat
                         : state->chances[game->phase]++;
    tio_random_init(&random, state->deal_seed,
                    (uint64_t)game->phase << 56 | (uint64_t)game->round << 32 |
                        which);
    tio_deal_random(game, deck, &random, move);
}

static enum player_fault move_of_player(const struct match *match,
                                        struct match_game *play,
                                        struct state *state, tio_move *move)
{
    unsigned seat = bits_lowest(tio_game_deciders(&play->game));
    tio_view view;
    tio_view_of(&play->game, seat, &view);
    play->culprit = seat;
    enum player_fault fault =
        player_choose(play->seat[seat].player, &view, match->deck,
                      &state->random[seat], move);
    /* A player speaks for its own seat, whatever it says. */
    move->seat = (uint8_t)seat;
    return fault;
}

/* Only programs listen: a bot is shown a view when it is asked. */
static void tell(const struct match *match, const struct match_game *play,
                 const tio_move *move)
{
    for (unsigned seat = 0; seat < match->settings.players; seat++) {
        if (!play->seat[seat].spec->bot) {
            tio_move seen = tio_move_seen(match->deck, move, seat);
            player_saw(play->seat[seat].player, match->deck, &seen);
        }
    }
}

static void tell_in_time(const struct match *match,
                         const struct match_game *play, struct answers *answers,
                         unsigned phase_before, const tio_move *move)
{
    if (!tio_phase_is_common(phase_before)) {
        tell(match, play, move);
        return;
    }
    answers->move[answers->count++] = *move;
    if (play->game.phase == phase_before)
        return;
    for (unsigned i = 0; i < answers->count; i++)
        tell(match, play, &answers->move[i]);
    answers->count = 0;
}

/* ---- Its record ----------------------------------------------------- */

static bool recorded(struct match_game *play, tio_error error)
{
    if (error != TIO_OK)
        play->unsaved = _(tio_error_words(error));
    return error == TIO_OK;
}

static bool begin_record(const struct match *match, struct match_game *play,
                         struct state *state)
{
    tio_record_head head = {.settings = match->settings};
    if (!match->records)
        return true;
    for (unsigned seat = 0; seat < match->settings.players; seat++)
        snprintf(head.name[seat], sizeof head.name[seat], "%s",
                 play->seat[seat].name);
    state->record = tio_record_new(match->deck, &head);
    return recorded(play, state->record ? TIO_OK : TIO_E_MEMORY);
}

/* An abandoned game has no record: what a program did is reported, and
 * the game would only seem unfinished. */
static enum match_end save_record(const struct match *match,
                                  struct match_game *play,
                                  tio_record_writer *record)
{
    size_t length;
    if (!recorded(play, tio_record_end(record, &play->game)))
        return MATCH_ERROR;
    const char *text = tio_record_text(record, &length);
    play->unsaved = records_dir_write(match->records, play->number + 1, text,
                                      length, play->path);
    return play->unsaved ? MATCH_ERROR : MATCH_OVER;
}

/* ---- From the beginning to the end ---------------------------------- */

static enum match_end one_move(const struct match *match,
                               struct match_game *play, struct state *state)
{
    tio_move move;
    tio_game before = play->game;
    memset(&move, 0, sizeof move);
    play->culprit = TIO_NONE;
    if (tio_game_wants_chance(&before))
        move_of_chance(state, &before, match->deck, &move);
    else
        play->fault = move_of_player(match, play, state, &move);
    if (play->fault != PLAYER_NONE)
        return MATCH_FAULT;
    play->error = tio_apply(&play->game, match->deck, &move);
    if (play->error != TIO_OK && play->culprit != TIO_NONE) {
        play->fault = PLAYER_ILLEGAL;
        return MATCH_FAULT;
    }
    if (play->error != TIO_OK)
        return MATCH_ERROR;
    if (state->record &&
        !recorded(play, tio_record_add(state->record, &play->game, &move)))
        return MATCH_ERROR;
    if (state->listeners)
        tell_in_time(match, play, &state->answers, before.phase, &move);
    if (play->watch)
        play->watch(play->context, &before, &play->game, &move);
    return MATCH_OVER;
}

/* Returns how many were told of the game: all, unless one failed. */
static unsigned begin(const struct match *match, struct match_game *play)
{
    const char *names[TIO_MAX_PLAYERS] = {NULL};
    unsigned players = match->settings.players;
    for (unsigned seat = 0; seat < players; seat++)
        names[seat] = play->seat[seat].name;
    for (unsigned seat = 0; seat < players; seat++) {
        play->culprit = seat;
        play->fault = player_begin(play->seat[seat].player, match->deck,
                                   &match->settings, seat, names);
        if (play->fault != PLAYER_NONE)
            return seat + 1;
    }
    return players;
}

enum match_end match_play(const struct match *match, struct match_game *play)
{
    struct state state;
    enum match_end end = MATCH_OVER;
    init_state(&state, match, play);
    play->culprit = TIO_NONE;
    play->fault = PLAYER_NONE;
    play->unsaved = NULL;
    play->path[0] = '\0';
    play->error = tio_game_init(&play->game, match->deck, &match->settings);
    if (play->error != TIO_OK || !begin_record(match, play, &state))
        return MATCH_ERROR;
    unsigned begun = begin(match, play);
    if (play->fault != PLAYER_NONE)
        end = MATCH_FAULT;
    while (end == MATCH_OVER && play->game.phase != TIO_PHASE_OVER)
        if (play->abandon && atomic_load(play->abandon))
            end = MATCH_ABANDONED;
        else
            end = one_move(match, play, &state);
    for (unsigned seat = 0; seat < begun; seat++)
        player_end(play->seat[seat].player,
                   end == MATCH_OVER ? &play->game : NULL);
    if (end == MATCH_OVER && state.record)
        end = save_record(match, play, state.record);
    tio_record_free(state.record);
    return end;
}

void match_trouble(const struct match_game *play, char out[MATCH_TROUBLE])
{
    if (play->unsaved) {
        snprintf(out, MATCH_TROUBLE, "%s: %s",
                 play->path[0] ? play->path : _("the record"), play->unsaved);
        return;
    }
    if (play->culprit == TIO_NONE) {
        snprintf(out, MATCH_TROUBLE, _("chance: %s"),
                 _(tio_error_words(play->error)));
        return;
    }
    const struct match_seat *seat = &play->seat[play->culprit];
    const char *detail = play->error != TIO_OK
                             ? _(tio_error_words(play->error))
                             : player_fault_detail(seat->player);
    bool more = play->quiet &&
                (play->fault == PLAYER_DIED || play->fault == PLAYER_GARBAGE);
    int used =
        snprintf(out, MATCH_TROUBLE, _("seat %u, %s: %s"), play->culprit + 1,
                 seat->spec->text, _(player_fault_words(play->fault)));
    if (detail[0] != 0 && used < MATCH_TROUBLE)
        used +=
            snprintf(out + used, MATCH_TROUBLE - (size_t)used, ": %s", detail);
    if (more && used < MATCH_TROUBLE)
        snprintf(out + used, MATCH_TROUBLE - (size_t)used, " %s",
                 _("(--bot-stderr shows what it writes)"));
}

bool match_crew_init(struct match_crew *crew)
{
    crew->player =
        calloc((size_t)crew->threads * crew->size, sizeof(struct player *));
    return crew->player;
}

struct player *match_crew_get(struct match_crew *crew, unsigned worker,
                              unsigned number)
{
    struct player **player =
        &crew->player[(size_t)worker * crew->size + number];
    enum player_fault fault; /* who does not start fails the first game */
    if (!*player)
        *player = player_open(crew->spec[number], &crew->limits, &fault);
    return *player;
}

void match_crew_fini(struct match_crew *crew)
{
    for (size_t i = 0; i < (size_t)crew->threads * crew->size; i++)
        player_close(crew->player[i]);
    free(crew->player);
}

void match_put_json(const struct match *match, struct json *json)
{
    const tio_settings *settings = &match->settings;
    char hash[17];
    json_key_int(json, "players", settings->players);
    json_key_string(json, "edition", setting_editions[settings->edition]);
    json_key_bool(json, "free_hand", settings->free_hand);
    json_key_string(json, "cast", setting_casts[settings->cast]);
    json_object_begin(json_key(json, "deck"));
    json_key_string(json, "name", match->deck->name);
    snprintf(hash, sizeof hash, "%016llx",
             (unsigned long long)match->deck->hash);
    json_key_string(json, "hash", hash);
    json_object_end(json);
    json_key_uint(json, "seed", match->seed);
}
