/* The lines of a record, as both its writer and its reader know them. */
#include "notation/record.h"

#include "base/hex.h"

uint32_t record_head_hash(const char *text, size_t size)
{
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619U;
    return hash;
}

uint32_t record_state_hash(const tio_game *game)
{
    return (uint32_t)(tio_game_hash(game) >> 32);
}

static void record_print_hash(struct buffer *out, const tio_game *game)
{
    buffer_text(out, " =");
    buffer_hex(out, record_state_hash(game), 8);
}

void record_print_words(struct buffer *out, const tio_deck *deck,
                        const tio_move *move, bool stand_in)
{
    char text[TIO_MOVE_TEXT];
    if (!tio_move_is_chance(move->type)) {
        buffer_number(out, move->seat + 1);
        if (stand_in)
            buffer_char(out, RECORD_STAND_IN);
        buffer_char(out, ' ');
    }
    tio_move_print(deck, move, text);
    buffer_text(out, text);
}

void record_print_move(struct buffer *out, const tio_deck *deck,
                       const tio_game *after, const tio_move *move,
                       bool stand_in)
{
    record_print_words(out, deck, move, stand_in);
    record_print_hash(out, after);
}

void record_print_end(struct buffer *out, const tio_game *game)
{
    unsigned players = game->settings.players;
    unsigned winners = tio_game_leaders(game);
    buffer_text(out, "end");
    for (unsigned seat = 0; seat < players; seat++) {
        buffer_char(out, ' ');
        buffer_number(out, (int)seat + 1);
        buffer_char(out, ':');
        buffer_number(out, tio_game_total(game, seat));
    }
    buffer_text(out, " wins");
    for (unsigned seat = 0; seat < players; seat++) {
        if ((winners >> seat & 1) == 0)
            continue;
        buffer_char(out, ' ');
        buffer_number(out, (int)seat + 1);
    }
    record_print_hash(out, game);
}

void record_print_bytes(struct buffer *out, const uint8_t bytes[TIO_FAIR_BYTES])
{
    char text[2 * TIO_FAIR_BYTES + 1];
    hex_print(bytes, TIO_FAIR_BYTES, text);
    buffer_text(out, text);
}
