/* Whole games at every setting, with every invariant checked after every move,
 * garbage offered in between, and each game read back from its record.
 * TIOLI_TEST_GAMES is the number of games for each edition and variant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/actions.h"
#include "support/odd_game.h"

#define QUICK_GAMES (SLOW_BUILD ? 200 : 600)
#define GAMES_FOR_ALL 600 /* after so many everything has been seen */
#define MOST_MOVES 20000

static unsigned games_to_play(void)
{
    const char *asked = getenv("TIOLI_TEST_GAMES");
    return asked ? (unsigned)strtoul(asked, NULL, 10) : QUICK_GAMES;
}

/* ---- What must have happened once the games are played ---- */

enum seen {
    SEEN_ACTION, /* one bit for each kind */
    SEEN_DONE = TIO_ACTION_KINDS,
    SEEN_HIT,
    SEEN_CARRY,
    SEEN_RESHUFFLE,
    SEEN_SHORT_HAND,
    SEEN_NO_CARDS,
    SEEN_FULL_HAND,
    SEEN_ROUND_WITHOUT_DICE,
    SEEN_SHARED_WIN,
    SEEN_BELOW_ZERO,
    SEEN_LAST_ONE_GOES_ON,
    SEEN_SECOND_ACTION_OF_ROUND,
    SEEN_COUNT
};

static const char *const seen_words[SEEN_COUNT] = {
    [SEEN_DONE] = "done after the first of two dice",
    "a die hit",
    "a hit that carries on",
    "a pile reshuffled",
    "a hand that stays short",
    "a hand without cards",
    "a free hand of five combos or five actions",
    "a round in which nobody takes a die",
    "a shared win",
    "a total below zero",
    "the last player goes on",
    "a second action in one round",
};

/* A bit for each kind that the standard deck has; odd games have the same. */
static unsigned standard_kinds(void)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned kinds = 0;
    for (unsigned i = 0; i < deck->actions; i++)
        kinds |= 1U << deck->action[i].kind;
    return kinds;
}

/* What holds only in some variants. */
static bool can_be_seen(enum seen seen, unsigned edition, bool free_hand)
{
    if (seen < SEEN_DONE)
        return standard_kinds() >> seen & 1;
    if (seen == SEEN_FULL_HAND)
        return free_hand;
    if (seen == SEEN_SECOND_ACTION_OF_ROUND)
        return free_hand && edition == TIO_SCHMIDT;
    return true;
}

struct tally {
    unsigned games;
    unsigned long moves;
    unsigned long walked;
    unsigned long refused;
    uint32_t seen;
};

static void saw(struct tally *tally, bool it, enum seen what)
{
    if (it)
        tally->seen |= 1U << what;
}

static void note_move(struct tally *tally, const tio_game *before,
                      const tio_move *move)
{
    unsigned others = (1U << before->settings.players) - 1;
    switch (move->type) {
    case TIO_MOVE_PLAY:
        tally->seen |= 1U << (SEEN_ACTION + move->play.action.kind);
        saw(tally, before->acted >> move->seat & 1,
            SEEN_SECOND_ACTION_OF_ROUND);
        break;
    case TIO_MOVE_DONE:
        saw(tally, true, SEEN_DONE);
        break;
    case TIO_MOVE_TAKE:
        others &= ~(1U << move->seat);
        saw(tally, before->passed == others, SEEN_LAST_ONE_GOES_ON);
        break;
    case TIO_MOVE_LAND:
        saw(tally, move->land.hits > 0, SEEN_HIT);
        saw(tally, move->land.hits > 1, SEEN_CARRY);
        break;
    default:
        break;
    }
}

static void note_state(struct tally *tally, const tio_game *before,
                       const tio_game *game)
{
    bool round_begins = game->phase == TIO_PHASE_ROLL && game->turn == TIO_NONE;
    bool taken =
        before->phase != TIO_PHASE_TURN || game->phase != TIO_PHASE_DISCARD;
    saw(tally, !taken, SEEN_ROUND_WITHOUT_DICE);
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        const tio_player *player = &game->player[seat];
        unsigned size = (unsigned)player->combos + player->actions;
        saw(tally, player->old != 0, SEEN_RESHUFFLE);
        saw(tally, round_begins && size < TIO_HAND_CARDS, SEEN_SHORT_HAND);
        saw(tally, round_begins && size == 0, SEEN_NO_CARDS);
        saw(tally,
            round_begins && (player->combos == TIO_HAND_CARDS ||
                             player->actions == TIO_HAND_CARDS),
            SEEN_FULL_HAND);
        saw(tally, tio_game_total(game, seat) < 0, SEEN_BELOW_ZERO);
    }
    unsigned leaders = tio_game_leaders(game);
    if (game->phase == TIO_PHASE_OVER)
        saw(tally, (leaders & (leaders - 1)) != 0, SEEN_SHARED_WIN);
}

/* ---- Garbage ---- */

#define SPOILT_BYTES 20 /* what lies further back matters to few moves */

/* A move in which something is wrong, mostly; or nothing but noise. */
static void spoil(tio_move *move, tio_random *random)
{
    unsigned char *bytes = (unsigned char *)move;
    bool noise = tio_random_below(random, 8) == 0;
    size_t begin = noise ? 1 : tio_random_below(random, SPOILT_BYTES);
    size_t end = noise ? sizeof *move : begin + 1;
    for (size_t i = begin; i < end; i++)
        bytes[i] = (unsigned char)tio_random_next(random);
    if (noise)
        move->type = (uint8_t)tio_random_below(random, TIO_MOVE_TYPES + 1);
}

/* Either it is a move like any other, or it is refused and changes nothing. */
static void offer_garbage(struct odd_game *odd, const tio_move *move,
                          struct tally *tally)
{
    tio_move bad = *move;
    tio_game game = odd->game;
    spoil(&bad, &odd->random);
    tio_error checked = tio_check(&game, odd->deck, &bad);
    tio_error error = tio_apply(&game, odd->deck, &bad);
    assert_int_equal(error, checked);
    if (error) {
        assert_memory_equal(&game, &odd->game, sizeof game);
        tally->refused++;
        return;
    }
    const char *broken = tio_game_check(&game, odd->deck, &odd->game);
    if (broken)
        fail_msg("after a move of garbage: %s", broken);
}

/* ---- The walk over the legal moves ---- */

#define WALK_LIMIT 1500

static uint64_t text_hash(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325ULL;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3ULL;
    return hash;
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a;
    uint64_t right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static bool same_combo(const tio_deck *deck, unsigned a, unsigned b)
{
    char text[2][TIO_CARD_TEXT];
    tio_combo_print(&deck->combo[a], text[0]);
    tio_combo_print(&deck->combo[b], text[1]);
    return strcmp(text[0], text[1]) == 0;
}

/* Of equal combos it does not matter which is used: here it is always the
 * first, and the first gets the larger dice. */
static void make_plain(const struct odd_game *odd, tio_move *move)
{
    const tio_player *player = &odd->game.player[move->seat];
    if (move->type == TIO_MOVE_DISCARD && move->slot < player->combos)
        for (uint8_t i = move->slot; i-- > 0;)
            if (same_combo(odd->deck, player->hand[i],
                           player->hand[move->slot]))
                move->slot = i;
    for (unsigned i = 0; move->type == TIO_MOVE_LAY && i < player->combos; i++)
        for (unsigned k = i + 1; k < player->combos; k++)
            if (move->lay[i] < move->lay[k] &&
                same_combo(odd->deck, player->hand[i], player->hand[k])) {
                tio_dice dice = move->lay[i];
                move->lay[i] = move->lay[k];
                move->lay[k] = dice;
            }
}

/* Each is legal and its text reads back as the same move; no two come to the
 * same. */
static void expect_good_walk(const struct odd_game *odd, unsigned seat,
                             struct tally *tally)
{
    static uint64_t hashes[WALK_LIMIT];
    char text[TIO_MOVE_TEXT];
    char again[TIO_MOVE_TEXT];
    tio_view view;
    tio_moves moves;
    tio_move move;
    tio_move read;
    unsigned count = 0;
    tio_view_of(&odd->game, seat, &view);
    tio_moves_begin(&moves, odd->deck, &view);
    while (count < WALK_LIMIT && tio_moves_next(&moves, &move)) {
        tio_error error = tio_check(&odd->game, odd->deck, &move);
        tio_move_print(odd->deck, &move, text);
        if (error)
            fail_msg("%s is walked over: %s", text, tio_error_words(error));
        assert_int_equal(
            tio_move_parse(odd->deck, NULL, seat, text, &read, NULL), TIO_OK);
        tio_move_print(odd->deck, &read, again);
        assert_string_equal(again, text);
        make_plain(odd, &read);
        tio_move_print(odd->deck, &read, again);
        hashes[count++] = text_hash(again);
    }
    assert_true(count > 0);
    tally->walked += count;
    qsort(hashes, count, sizeof *hashes, compare_hashes);
    for (unsigned i = 1; i < count; i++)
        assert_true(hashes[i - 1] != hashes[i]);
}

/* ---- A game ---- */

static void expect_reads_back(const tio_record_writer *writer,
                              const uint64_t hashes[], unsigned count)
{
    tio_record_reader *reader;
    tio_text_error error;
    tio_move move;
    bool more;
    size_t length;
    const char *text = tio_record_text(writer, &length);
    if (tio_record_open(text, length, &reader, &error) != TIO_OK)
        fail_msg("line %u: %s", error.line, error.what);
    for (unsigned n = 0;; n++) {
        if (tio_record_next(reader, &move, &more, &error) != TIO_OK)
            fail_msg("line %u: %s", error.line, error.what);
        if (!more) {
            assert_int_equal(n, count);
            break;
        }
        assert_true(n < count);
        assert_true(tio_game_hash(tio_record_get_game(reader)) == hashes[n]);
    }
    assert_true(tio_record_finished(reader));
    tio_record_close(reader);
}

static tio_record_writer *begin_record(const struct odd_game *odd)
{
    tio_record_head head;
    memset(&head, 0, sizeof head);
    head.settings = odd->game.settings;
    for (unsigned seat = 0; seat < head.settings.players; seat++)
        snprintf(head.name[seat], sizeof head.name[seat], "player %u",
                 odd->style[seat]);
    tio_record_writer *writer = tio_record_new(odd->deck, &head);
    assert_non_null(writer);
    return writer;
}

static void play_move(struct odd_game *odd, struct tally *tally, tio_move *move)
{
    odd_game_next(odd, move);
    if (tio_random_below(&odd->random, 4) == 0)
        offer_garbage(odd, move, tally);
    tio_game before = odd->game;
    tio_error error = tio_apply(&odd->game, odd->deck, move);
    if (error)
        fail_msg("a chosen move is refused: %s", tio_error_words(error));
    const char *broken = tio_game_check(&odd->game, odd->deck, &before);
    if (broken)
        fail_msg("%s", broken);
    tally->moves++;
    note_move(tally, &before, move);
    note_state(tally, &before, &odd->game);
}

static void play_game(struct odd_game *odd, struct tally *tally)
{
    static uint64_t hashes[MOST_MOVES];
    tio_record_writer *writer = begin_record(odd);
    unsigned count = 0;
    tio_move move;
    while (odd->game.phase != TIO_PHASE_OVER) {
        unsigned deciders = tio_game_deciders(&odd->game);
        if (deciders && tio_random_below(&odd->random, 64) == 0)
            expect_good_walk(odd, odd_seat(deciders, &odd->random), tally);
        play_move(odd, tally, &move);
        assert_int_equal(tio_record_add(writer, &odd->game, &move), TIO_OK);
        assert_true(count < MOST_MOVES);
        hashes[count++] = tio_game_hash(&odd->game);
    }
    assert_int_equal(odd->game.round, odd->game.rounds);
    assert_int_equal(tio_record_end(writer, &odd->game), TIO_OK);
    expect_reads_back(writer, hashes, count);
    tio_record_free(writer);
    tally->games++;
}

static void play_variant(tio_edition edition, bool free_hand, const char *name)
{
    struct tally tally = {0};
    unsigned games = games_to_play();
    for (unsigned number = 0; number < games; number++) {
        struct odd_game odd;
        odd_game_begin(&odd, edition, free_hand, number);
        play_game(&odd, &tally);
    }
    printf("# %s: %u games, %lu moves, %lu moves of garbage refused, "
           "%lu legal moves walked over\n",
           name, tally.games, tally.moves, tally.refused, tally.walked);
    assert_int_equal(tally.games, games);
    if (games < GAMES_FOR_ALL)
        return;
    for (unsigned what = 0; what < SEEN_COUNT; what++) {
        bool seen = tally.seen >> what & 1;
        if (seen != can_be_seen((enum seen)what, edition, free_hand))
            fail_msg("%s: %s", seen ? "seen" : "never seen",
                     what < SEEN_DONE ? action_rows[what].card
                                      : seen_words[what]);
    }
}

static void gamewright_games_hold(void **state)
{
    (void)state;
    play_variant(TIO_GAMEWRIGHT, false, "gamewright");
}

static void gamewright_free_hand_games_hold(void **state)
{
    (void)state;
    play_variant(TIO_GAMEWRIGHT, true, "gamewright, free hand");
}

static void schmidt_games_hold(void **state)
{
    (void)state;
    play_variant(TIO_SCHMIDT, false, "schmidt");
}

static void schmidt_free_hand_games_hold(void **state)
{
    (void)state;
    play_variant(TIO_SCHMIDT, true, "schmidt, free hand");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gamewright_games_hold),
        cmocka_unit_test(gamewright_free_hand_games_hold),
        cmocka_unit_test(schmidt_games_hold),
        cmocka_unit_test(schmidt_free_hand_games_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
