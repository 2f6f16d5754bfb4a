/* Hashes of games and decks: field by field in a fixed order, so that they are
 * the same on every machine. Records depend on them: what is mixed in, and in
 * which order, is part of the record format (docs/records.md). */
#include "tioli.h"

#define HASH_START 0x746c696f6c690a01ULL

/* Mixes one word in. Not cryptographic: it finds mistakes, not forgers. */
static uint64_t hash_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9fb21c651e98df25ULL;
    return hash ^ hash >> 32;
}

/* A last stir, so that every bit of the result depends on every word. */
static uint64_t hash_finish(uint64_t hash)
{
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9ULL;
    hash = (hash ^ hash >> 32) * 0x94d049bb133111ebULL;
    return hash ^ hash >> 29;
}

/* Up to eight bytes as one word, the first one lowest. */
static uint64_t pack(const uint8_t *bytes, unsigned count)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < count; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

static uint64_t mix_cards(uint64_t hash, const tio_cards *cards)
{
    for (unsigned w = 0; w < 4; w++)
        hash = hash_mix(hash, cards->word[w]);
    return hash;
}

static uint64_t mix_player(uint64_t hash, const tio_player *player)
{
    uint8_t counts[] = {player->combos,       player->actions,
                        player->old,          player->answer,
                        player->round_points, player->round_chips,
                        player->discarded};
    hash = hash_mix(hash, pack(counts, sizeof counts));
    hash = hash_mix(hash, pack(player->hand, TIO_HAND_CARDS));
    hash = hash_mix(hash, (uint16_t)player->points |
                              (uint64_t)(uint16_t)player->chips << 16);
    hash = hash_mix(hash, pack(player->laid_card, TIO_HAND_CARDS));
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        hash = hash_mix(hash, player->laid[i]);
    return hash_mix(hash, player->taken);
}

uint64_t tio_game_hash(const tio_game *game)
{
    const tio_settings *set = &game->settings;
    uint8_t settings[] = {set->players,   set->edition, set->free_hand,
                          set->starts,    set->first,   set->cast,
                          set->piles_down};
    uint8_t round[] = {game->phase,   game->round,    game->rounds,
                       game->starter, game->turn,     game->passed,
                       game->acted,   game->acted_now};
    uint8_t turn[] = {game->takes,       game->took,        game->pending,
                      game->deal_seat,   game->deal_combos, game->deal_actions,
                      game->draw_combos, game->draw_actions};
    uint8_t throw[] = {game->thrown, game->aim};
    uint64_t hash = hash_mix(HASH_START, pack(settings, sizeof settings));
    hash = hash_mix(hash, pack(round, sizeof round));
    hash = hash_mix(hash, pack(turn, sizeof turn));
    hash = hash_mix(hash, pack(throw, sizeof throw));
    hash = hash_mix(hash, game->tray);
    hash = hash_mix(hash, game->rolling);
    hash = mix_cards(hash, &game->draw);
    hash = mix_cards(hash, &game->discards);
    for (unsigned seat = 0; seat < set->players; seat++)
        hash = mix_cards(hash, &game->pile[seat]);
    for (unsigned seat = 0; seat < set->players; seat++)
        hash = mix_player(hash, &game->player[seat]);
    return hash_finish(hash);
}

static uint64_t mix_combo(uint64_t hash, const tio_combo *combo)
{
    uint8_t face[] = {combo->points, combo->slots, combo->colour,
                      combo->count,  combo->low,   combo->high};
    hash = hash_mix(hash, pack(face, sizeof face));
    uint64_t slots = 0;
    for (unsigned i = 0; i < combo->slots; i++)
        slots |= (uint64_t)(combo->slot[i].colour << 4 | combo->slot[i].face)
                 << 8 * i;
    return hash_mix(hash, slots);
}

void tio_deck_prepare(tio_deck *deck)
{
    uint8_t counts[] = {deck->combos, deck->actions};
    uint64_t hash = hash_mix(HASH_START, pack(counts, sizeof counts));
    for (unsigned i = 0; i < deck->combos; i++) {
        tio_combo_prepare(&deck->combo[i]);
        hash = mix_combo(hash, &deck->combo[i]);
    }
    for (unsigned i = 0; i < deck->actions; i++) {
        uint8_t face[] = {deck->action[i].kind, deck->action[i].colour,
                          deck->action[i].cost};
        hash = hash_mix(hash, pack(face, sizeof face));
    }
    deck->hash = hash_finish(hash);
}
