/* Commitment, key and streams give the bytes that another program has worked
 * out (Python's hashlib and hmac), and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/hex.h"
#include "fair/fair.h"

static uint8_t secret[FAIR_BYTES];
static uint8_t bytes[TIO_MAX_PLAYERS][FAIR_BYTES];

static int begin(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FAIR_BYTES; i++)
        secret[i] = (uint8_t)i;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        memset(bytes[seat], 0x11 * ((int)seat + 1), FAIR_BYTES);
    return fair_init() ? 0 : -1;
}

static void expect_hex(const uint8_t *got, size_t size, const char *wanted)
{
    char text[2 * 64 + 1];
    assert_true(size <= 64);
    hex_print(got, size, text);
    assert_string_equal(text, wanted);
}

static void the_commitment_is_sha256(void **state)
{
    uint8_t out[FAIR_BYTES];
    (void)state;
    fair_commit(secret, out);
    expect_hex(
        out, sizeof out,
        "4470df1a570271f6e01d3bb990d8c9148559ee6cc49993295d857aa55ceb24ed");
    fair_hash("abc", 3, out);
    expect_hex(
        out, sizeof out,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

/* Seats 1 and 3 of three gave bytes; then nobody did. */
static void the_key_is_of_all(void **state)
{
    uint8_t out[FAIR_BYTES];
    (void)state;
    fair_key(secret, 3, 5, (const uint8_t(*)[FAIR_BYTES])bytes, out);
    expect_hex(
        out, sizeof out,
        "c14a794c224c05a5e985b45e836a0d7be7aeb4ded82da659f2df84cf8be5e98e");
    fair_key(secret, 2, 0, (const uint8_t(*)[FAIR_BYTES])bytes, out);
    expect_hex(
        out, sizeof out,
        "a8d60913520ab62f5d326993490c8ed661744a0cbf86b16dc4d8acb9e9ce1c8f");
    fair_key(secret, 3, 0, (const uint8_t(*)[FAIR_BYTES])bytes, out);
    expect_hex(
        out, sizeof out,
        "fd91252f12d655ed9dde8e8de927626182026d60394473baaec77d11bffb1cd3");
}

/* One bit of anything that went in gives another key. */
static void every_bit_counts(void **state)
{
    uint8_t key[FAIR_BYTES];
    uint8_t other[FAIR_BYTES];
    const uint8_t(*all)[FAIR_BYTES] = (const uint8_t(*)[FAIR_BYTES])bytes;
    (void)state;
    fair_key(secret, 5, 31, all, key);
    for (unsigned bit = 0; bit < 8 * FAIR_BYTES; bit++) {
        uint8_t mask = (uint8_t)(1U << bit % 8);
        secret[bit / 8] ^= mask;
        fair_key(secret, 5, 31, all, other);
        assert_false(fair_same(key, other, FAIR_BYTES));
        secret[bit / 8] ^= mask;
        for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
            bytes[seat][bit / 8] ^= mask;
            fair_key(secret, 5, 31, all, other);
            assert_false(fair_same(key, other, FAIR_BYTES));
            bytes[seat][bit / 8] ^= mask;
        }
    }
    for (unsigned contributed = 0; contributed < 31; contributed++) {
        fair_key(secret, 5, contributed, all, other);
        assert_false(fair_same(key, other, FAIR_BYTES));
    }
    fair_key(secret, 5, 31, all, other);
    assert_true(fair_same(key, other, FAIR_BYTES));
}

static void expect_chance(const tio_game *game, uint32_t number,
                          const char *wanted)
{
    uint8_t key[FAIR_BYTES];
    char text[TIO_MOVE_TEXT];
    tio_move move;
    fair_key(secret, 3, 5, (const uint8_t(*)[FAIR_BYTES])bytes, key);
    fair_deal(key, number, game, tio_deck_standard(), &move);
    tio_move_print(tio_deck_standard(), &move, text);
    assert_string_equal(text, wanted);
}

/* Twenty dice need three blocks of a stream. */
static void chance_moves_have_streams_of_their_own(void **state)
{
    tio_settings settings = tio_settings_default(3);
    tio_game game;
    (void)state;
    tio_game_init(&game, tio_deck_standard(), &settings);
    expect_chance(&game, 0, "start 2");
    settings = tio_settings_default(5);
    tio_game_init(&game, tio_deck_standard(), &settings);
    game.phase = TIO_PHASE_ROLL;
    expect_chance(&game, 0x01020304,
                  "roll L1 L1 L2 L2 L3 L4 L5 L6 L6 D1 D1 D1 D4 D4 D5 D5 D6 D6 "
                  "R3 R6");
}

static void bots_have_numbers_of_their_own(void **state)
{
    uint8_t key[FAIR_BYTES];
    tio_random random;
    (void)state;
    fair_key(secret, 3, 5, (const uint8_t(*)[FAIR_BYTES])bytes, key);
    fair_bot_random(key, 7, 2, &random);
    assert_true(random.state[0] == 0xec05fe599957b191);
    assert_true(random.state[1] == 0xa1f401cea0822ad4);
    assert_true(random.state[2] == 0xee115f75d42170f4);
    assert_true(random.state[3] == 0x3cb3c5131d2929eb);
}

static void hex_is_strict(void **state)
{
    static const char *const bad[] = {"0a1", "0a1g",  "0A1b", " a1b",
                                      "0a1", "0a1b0", ""};
    uint8_t out[2] = {7, 7};
    (void)state;
    assert_true(hex_read("0a1b...", 4, out, 2));
    assert_int_equal(out[0], 0x0a);
    assert_int_equal(out[1], 0x1b);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(hex_read(bad[i], strlen(bad[i]), out, 2));
        assert_int_equal(out[0], 0x0a); /* nothing is half written */
    }
    expect_hex(out, 2, "0a1b");
}

static void random_bytes_differ(void **state)
{
    uint8_t one[FAIR_BYTES];
    uint8_t two[FAIR_BYTES];
    (void)state;
    fair_random(one, sizeof one);
    fair_random(two, sizeof two);
    assert_false(fair_same(one, two, sizeof one));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_commitment_is_sha256),
        cmocka_unit_test(the_key_is_of_all),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test(chance_moves_have_streams_of_their_own),
        cmocka_unit_test(bots_have_numbers_of_their_own),
        cmocka_unit_test(hex_is_strict),
        cmocka_unit_test(random_bytes_differ),
    };
    return cmocka_run_group_tests_name("fair", tests, begin, NULL);
}
