/* The games of the arena. They are numbered deal by deal, then table by table,
 * then by how far the seats are turned; results count in that order and only
 * once all before them are known, so that what comes out, and where a test
 * stops, does not depend on threads. */
#define _POSIX_C_SOURCE 200809L

#include "cli/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/options.h"
#include "cli/match.h"

#define COMMAND "arena"
#define SIXTIETHS 60 /* can be divided by any number of winners */

enum arena_state { GAME_OPEN, GAME_OVER, GAME_BROKEN };

struct arena_game {
    uint8_t state;   /* enum arena_state */
    uint8_t fault;   /* of an abandoned game, */
    uint8_t culprit; /* and the seat */
    uint8_t leaders; /* bit per seat */
    uint8_t starter; /* of the first round */
    int16_t total[TIO_MAX_PLAYERS];
};

/* Where a game's number stands. */
struct place {
    uint64_t deal;
    unsigned table;
    unsigned turn; /* chair c sits in seat (c + turn) mod players */
};

/* ---- Who sits where ------------------------------------------------- */

static void seat_table(struct arena *arena, unsigned number,
                       const unsigned member[])
{
    struct arena_table *table = &arena->table[number];
    for (unsigned chair = 0; chair < arena_players(arena); chair++) {
        unsigned bot = arena->crew_bot[member[chair]];
        unsigned i = 0;
        table->member[chair] = member[chair];
        while (i < table->sides && table->side[i].bot != bot)
            i++;
        if (i == table->sides)
            table->side[table->sides++].bot = bot;
        table->side[i].seats++;
    }
}

void arena_seat(struct arena *arena)
{
    bool round_robin = arena_is_round_robin(arena);
    arena->crew_size = round_robin ? arena->bots : arena_players(arena);
    for (unsigned i = 0; i < arena->crew_size; i++) {
        unsigned bot = i < arena->bots ? i : arena->bots - 1;
        arena->crew_bot[i] = bot;
        arena->crew_spec[i] = &arena->bot[bot].spec;
    }
    arena->tables = 0;
    if (!round_robin) {
        static const unsigned all[TIO_MAX_PLAYERS] = {0, 1, 2, 3, 4};
        seat_table(arena, arena->tables++, all);
        return;
    }
    for (unsigned i = 0; i < arena->bots; i++)
        for (unsigned j = i + 1; j < arena->bots; j++)
            seat_table(arena, arena->tables++, (const unsigned[]){i, j});
}

static struct place place_of(const struct arena *arena, uint64_t number)
{
    unsigned players = arena_players(arena);
    uint64_t at_table = number / players;
    return (struct place){
        .deal = at_table / arena->tables,
        .table = (unsigned)(at_table % arena->tables),
        .turn = (unsigned)(number % players),
    };
}

/* The place in the crew of whoever sits there. */
static unsigned member_at(const struct arena *arena, struct place place,
                          unsigned seat)
{
    unsigned players = arena_players(arena);
    return arena->table[place.table]
        .member[(seat + players - place.turn) % players];
}

/* ---- Adding up ------------------------------------------------------ */

/* What one side did in the games of a deal. */
struct deal_sums {
    int64_t share;
    int64_t seat[TIO_MAX_PLAYERS];
    int64_t starting;
    int64_t waiting;
    int64_t margin;
};

static void add_game(const struct arena *arena, struct place place,
                     const struct arena_game *game, struct arena_side *side,
                     struct deal_sums *sums)
{
    unsigned players = arena_players(arena);
    unsigned winners = 0;
    unsigned own_winners = 0;
    int64_t own = 0;
    int64_t all = 0;
    for (unsigned seat = 0; seat < players; seat++)
        winners += game->leaders >> seat & 1;
    for (unsigned seat = 0; seat < players; seat++) {
        all += game->total[seat];
        if (arena->crew_bot[member_at(arena, place, seat)] != side->bot)
            continue;
        bool won = game->leaders >> seat & 1;
        int64_t share = won ? SIXTIETHS / winners : 0;
        own_winners += won;
        own += game->total[seat];
        sums->share += share;
        sums->seat[seat] += share;
        *(seat == game->starter ? &sums->starting : &sums->waiting) += share;
        tally_add(&side->score, game->total[seat]);
    }
    side->wins += own_winners == winners;
    side->shared += own_winners > 0 && own_winners < winners;
    side->losses += own_winners == 0;
    sums->margin += own * (players - side->seats) - (all - own) * side->seats;
}

static void add_deal(const struct arena *arena, struct arena_side *side,
                     const struct arena_game games[], struct place place)
{
    unsigned players = arena_players(arena);
    struct deal_sums sums = {0};
    for (place.turn = 0; place.turn < players; place.turn++)
        add_game(arena, place, &games[place.turn], side, &sums);
    tally_add(&side->share, sums.share);
    for (unsigned seat = 0; seat < players; seat++)
        tally_add(&side->seat[seat], sums.seat[seat]);
    tally_add(&side->starting, sums.starting);
    tally_add(&side->waiting, sums.waiting);
    tally_add(&side->margin, sums.margin);
}

static unsigned add_faults(struct arena *arena, struct place place,
                           const struct arena_game games[])
{
    unsigned broken = 0;
    for (place.turn = 0; place.turn < arena_players(arena); place.turn++) {
        const struct arena_game *game = &games[place.turn];
        if (game->state == GAME_BROKEN) {
            unsigned member = member_at(arena, place, game->culprit);
            arena->bot[arena->crew_bot[member]].faults[game->fault]++;
            broken++;
        }
    }
    return broken;
}

static void test_hypotheses(struct arena *arena)
{
    struct arena_sprt *sprt = &arena->sprt;
    const struct arena_side *side = &arena->table[0].side[0];
    sprt->ratio =
        stats_sprt_ratio(&side->share, (double)SIXTIETHS * arena_players(arena),
                         sprt->elo0, sprt->elo1);
    sprt->decided = (sprt->ratio >= stats_sprt_bound()) -
                    (sprt->ratio <= -stats_sprt_bound());
}

/* A deal with an abandoned game is left out as a whole: half of a
 * mirrored pair would favour whoever had the better seat. */
static void count_deal(struct arena *arena, struct place place,
                       const struct arena_game games[])
{
    struct arena_table *table = &arena->table[place.table];
    unsigned broken = add_faults(arena, place, games);
    table->broken += broken;
    if (broken > 0) {
        table->left_out++;
        return;
    }
    table->deals++;
    for (unsigned i = 0; i < table->sides; i++)
        add_deal(arena, &table->side[i], games, place);
    if (arena->sprt.wanted)
        test_hypotheses(arena);
}

/* Counts all the deals that are complete with all before them. */
static void count_on(struct arena *arena)
{
    unsigned players = arena_players(arena);
    uint64_t end = arena->deals * arena->tables * players;
    while (arena->counted < end && arena->sprt.decided == 0) {
        const struct arena_game *games = &arena->games[arena->counted];
        for (unsigned i = 0; i < players; i++)
            if (games[i].state == GAME_OPEN)
                return;
        count_deal(arena, place_of(arena, arena->counted), games);
        arena->counted += players;
    }
}

static enum match_go note(struct arena *arena, uint64_t number,
                          const struct arena_game *game)
{
    pthread_mutex_lock(&arena->lock);
    arena->games[number] = *game;
    count_on(arena);
    bool enough = arena->sprt.decided != 0;
    pthread_mutex_unlock(&arena->lock);
    return enough ? MATCH_ENOUGH : MATCH_GO_ON;
}

/* ---- Playing -------------------------------------------------------- */

static void watch_game(void *context, const tio_game *before,
                       const tio_game *after, const tio_move *move)
{
    unsigned *starter = context;
    (void)after;
    if (*starter == TIO_NONE && move->type == TIO_MOVE_ROLL)
        *starter = before->starter;
}

static void note_trouble(struct arena *arena, uint64_t number,
                         const struct match_game *play, unsigned member)
{
    struct arena_bot *bot = &arena->bot[arena->crew_bot[member]];
    pthread_mutex_lock(&arena->lock);
    if (bot->trouble[0] == 0 || number < bot->trouble_game) {
        bot->trouble_game = number;
        match_trouble(play, bot->trouble);
    }
    pthread_mutex_unlock(&arena->lock);
}

static enum match_go end_game(struct arena *arena, uint64_t number,
                              struct match_game *play, const unsigned *starter)
{
    struct arena_game game = {.state = GAME_OVER};
    char trouble[MATCH_TROUBLE];
    switch (match_play(&arena->match, play)) {
    case MATCH_ABANDONED:
        return MATCH_NOT_PLAYED;
    case MATCH_ERROR:
        match_trouble(play, trouble);
        return match_complain(COMMAND, &arena->lock, number, trouble);
    case MATCH_FAULT:
        note_trouble(arena, number, play,
                     member_at(arena, place_of(arena, number), play->culprit));
        game.state = GAME_BROKEN;
        game.fault = (uint8_t)play->fault;
        game.culprit = (uint8_t)play->culprit;
        return note(arena, number, &game);
    case MATCH_OVER:
        break;
    }
    game.leaders = (uint8_t)tio_game_leaders(&play->game);
    game.starter = (uint8_t)*starter;
    for (unsigned seat = 0; seat < arena_players(arena); seat++)
        game.total[seat] = (int16_t)tio_game_total(&play->game, seat);
    return note(arena, number, &game);
}

static enum match_go play_one(void *context, unsigned worker, uint64_t number)
{
    struct arena *arena = context;
    struct place place = place_of(arena, number);
    unsigned starter = TIO_NONE;
    char names[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    struct match_game play = {
        .number = number,
        .deal = place.deal,
        .abandon = arena->abandon,
        .watch = watch_game,
        .context = &starter,
        .quiet = !arena->crew.limits.show_errors,
    };
    bool ready = true;
    for (unsigned seat = 0; seat < arena_players(arena); seat++) {
        unsigned member = member_at(arena, place, seat);
        const struct arena_bot *bot = &arena->bot[arena->crew_bot[member]];
        memset(names[seat], 0, TIO_NAME_TEXT);
        snprintf(names[seat], TIO_NAME_TEXT, "%s %u", bot->name, seat + 1);
        play.seat[seat] = (struct match_seat){
            .player = match_crew_get(&arena->crew, worker, member),
            .spec = &bot->spec,
            .name = names[seat],
            .stream = number * ARENA_MAX_BOTS + member,
        };
        ready = ready && play.seat[seat].player;
    }
    return ready ? end_game(arena, number, &play, &starter)
                 : match_complain(COMMAND, &arena->lock, number,
                                  _(tio_error_words(TIO_E_MEMORY)));
}

/* ---- The whole run -------------------------------------------------- */

static void tell_progress(void *context, char out[MATCH_PROGRESS])
{
    struct arena *arena = context;
    char name[OPTIONS_COLUMN]; /* 12 characters, which have at most 48 bytes */
    pthread_mutex_lock(&arena->lock);
    if (arena_is_round_robin(arena)) {
        struct stats_interval elo[ARENA_MAX_BOTS];
        unsigned ranking[ARENA_MAX_BOTS];
        arena_ladder(arena, elo);
        arena_ranking(arena, elo, ranking);
        match_name_column(arena->bot[ranking[0]].name, 12, name);
        if (elo[ranking[0]].value == elo[ranking[0]].value)
            snprintf(out, MATCH_PROGRESS, "%.48s Elo %+.0f", name,
                     elo[ranking[0]].value);
    } else if (arena->table[0].deals > 0) {
        struct stats_interval share =
            arena_seat_share(arena, &arena->table[0].side[0]);
        match_name_column(arena->bot[0].name, 12, name);
        snprintf(out, MATCH_PROGRESS, _("%.48s %.1f%% (%.1f to %.1f)"), name,
                 100 * share.value, 100 * share.low, 100 * share.high);
    }
    pthread_mutex_unlock(&arena->lock);
}

/* Records of games that were played but do not count, behind the end of a test
 * or of an interrupted run, would be others on other threads. */
static void drop_records(const struct arena *arena, uint64_t games)
{
    for (uint64_t i = arena->counted; arena->match.records && i < games; i++)
        if (arena->games[i].state == GAME_OVER)
            records_dir_remove(arena->match.records, i + 1);
}

bool arena_run(struct arena *arena, unsigned threads)
{
    struct match_run run = {
        .games = arena->deals * arena->tables * arena_players(arena),
        .threads = threads,
        .label = _("games"),
        .job = play_one,
        .progress = tell_progress,
        .context = arena,
        .hasty = true,
    };
    arena->crew.spec = arena->crew_spec;
    arena->crew.size = arena->crew_size;
    arena->crew.threads = threads;
    arena->games = calloc((size_t)run.games, sizeof *arena->games);
    if (!arena->games || !match_crew_init(&arena->crew)) {
        free(arena->games);
        return options_wrong(COMMAND, "%s", _(tio_error_words(TIO_E_MEMORY)));
    }
    arena->abandon = &run.abandon;
    pthread_mutex_init(&arena->lock, NULL);
    double begin = clock_seconds();
    match_run_all(&run);
    arena->seconds = clock_seconds() - begin;
    pthread_mutex_destroy(&arena->lock);
    match_crew_fini(&arena->crew);
    /* A test that was decided meanwhile has its result all the same. */
    arena->interrupted = run.interrupted && arena->counted < run.games &&
                         arena->sprt.decided == 0;
    if (!run.failed)
        drop_records(arena, run.games);
    free(arena->games);
    arena->games = NULL;
    return !run.failed;
}
