/* The input of every hash is described byte by byte in docs/fairness.md; it may
 * never change, or old records would not be found fair any more. Where the
 * hashes come from is another file's matter: sodium.c, or in a browser the
 * page. */
#include "fair/fair.h"

#include <string.h>

_Static_assert(FAIR_BYTES == TIO_FAIR_BYTES, "what a record holds");

static const char commit_label[] = "tioli fair 1 commit\n";
static const char key_label[] = "tioli fair 1 key\n";
static const char chance_label[] = "chance";
static const char bot_label[] = "bot";

/* ---- Commitment and key ---- */

/* A message that is put together piece by piece. */
struct message {
    uint8_t bytes[256];
    size_t size;
};

_Static_assert(sizeof key_label + (size_t)TIO_MAX_PLAYERS * (1 + FAIR_BYTES) <=
                   sizeof((struct message *)0)->bytes,
               "every message fits");

static void add(struct message *message, const void *bytes, size_t size)
{
    memcpy(message->bytes + message->size, bytes, size);
    message->size += size;
}

static void add_label(struct message *message, const char *label)
{
    add(message, label, strlen(label));
}

/* Big-endian. */
static void add_number(struct message *message, uint64_t number, unsigned size)
{
    while (size > 0)
        message->bytes[message->size++] = (uint8_t)(number >> 8 * --size);
}

void fair_commit(const uint8_t secret[FAIR_BYTES], uint8_t out[FAIR_BYTES])
{
    struct message message = {.size = 0};
    add_label(&message, commit_label);
    add(&message, secret, FAIR_BYTES);
    fair_hash(message.bytes, message.size, out);
    fair_wipe(&message, sizeof message);
}

void fair_key(const uint8_t secret[FAIR_BYTES], unsigned players,
              unsigned contributed,
              const uint8_t bytes[TIO_MAX_PLAYERS][FAIR_BYTES],
              uint8_t out[FAIR_BYTES])
{
    struct message message = {.size = 0};
    add_label(&message, key_label);
    for (unsigned seat = 0; seat < players && seat < TIO_MAX_PLAYERS; seat++) {
        unsigned gave = contributed >> seat & 1;
        add_number(&message, gave, 1);
        if (gave)
            add(&message, bytes[seat], FAIR_BYTES);
    }
    fair_mac(secret, message.bytes, message.size, out);
}

/* ---- The words of a chance move ---- */

struct words {
    const uint8_t *key;
    uint32_t number;
    uint32_t block; /* the next one */
    unsigned at;    /* the next byte of `bytes` */
    uint8_t bytes[FAIR_BYTES];
};

static void next_block(struct words *words)
{
    struct message message = {.size = 0};
    add_label(&message, chance_label);
    add_number(&message, words->number, 4);
    add_number(&message, words->block++, 4);
    fair_mac(words->key, message.bytes, message.size, words->bytes);
    words->at = 0;
}

static uint64_t big_endian(const uint8_t *bytes, unsigned size)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

static uint32_t next_word(void *context)
{
    struct words *words = context;
    if (words->at == FAIR_BYTES)
        next_block(words);
    words->at += 4;
    return (uint32_t)big_endian(words->bytes + words->at - 4, 4);
}

void fair_deal(const uint8_t key[FAIR_BYTES], uint32_t number,
               const tio_game *game, const tio_deck *deck, tio_move *out)
{
    struct words words = {.key = key, .number = number, .at = FAIR_BYTES};
    tio_deal_words(game, deck, next_word, &words, out);
    fair_wipe(words.bytes, sizeof words.bytes);
}

void fair_bot_random(const uint8_t key[FAIR_BYTES], uint64_t number,
                     unsigned seat, tio_random *out)
{
    struct message message = {.size = 0};
    uint8_t bytes[FAIR_BYTES];
    add_label(&message, bot_label);
    add_number(&message, number, 8);
    add_number(&message, seat, 1);
    fair_mac(key, message.bytes, message.size, bytes);
    for (unsigned i = 0; i < 4; i++)
        out->state[i] = big_endian(bytes + (size_t)i * 8, 8);
    fair_wipe(bytes, sizeof bytes);
}
