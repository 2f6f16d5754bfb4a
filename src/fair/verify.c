/* See verify.h. The record is read twice: its secret stands in its last line,
 * and nothing of it is believed before all of it was found to hold. */
#include "fair/verify.h"

#include <string.h>

#include "base/hex.h"

/* Above it stand the version, the edition, the number of players, their names
 * and five settings. */
#define LINE_OF_COMMIT(players) ((players) + 9)

static const struct {
    const char *code;
    enum fair_verdict verdict;
    const char *words;
} reasons[FAIR_REASON_COUNT] = {[FAIR_NO_REASON] = {"", FAIR_YES, ""},
#define X(name, code, verdict, words)                                          \
    [FAIR_##name] = {code, FAIR_##verdict, words},
                                FAIR_REASONS(X)
#undef X
};

const char *fair_reason_code(enum fair_reason reason)
{
    return reasons[reason].code;
}

enum fair_verdict fair_verdict(const struct fair_finding *found)
{
    return reasons[found->reason].verdict;
}

const char *fair_words(const struct fair_finding *found)
{
    return found->reason == FAIR_RECORD ? found->broken.what
                                        : reasons[found->reason].words;
}

static void find(struct fair_finding *out, enum fair_reason reason,
                 unsigned line)
{
    out->reason = reason;
    out->line = line;
}

static void find_broken(struct fair_finding *out, const tio_text_error *error)
{
    find(out, FAIR_RECORD, error->line);
    out->broken = *error;
}

/* ---- What the head says ---- */

static bool was_given(const tio_record_head *head, const uint8_t *bytes)
{
    for (unsigned seat = 0; seat < head->settings.players; seat++)
        if ((head->contributed >> seat & 1) &&
            fair_same(head->bytes[seat], bytes, FAIR_BYTES))
            return true;
    return false;
}

static bool claims_hold(const struct fair_claims *claims,
                        struct fair_finding *out)
{
    const tio_record_head *head = &out->head;
    unsigned line = LINE_OF_COMMIT(head->settings.players);
    if (claims->has_commit &&
        !fair_same(claims->commit, head->commit, FAIR_BYTES)) {
        find(out, FAIR_OTHER_COMMIT, line);
        hex_print(claims->commit, FAIR_BYTES, out->expected);
        hex_print(head->commit, FAIR_BYTES, out->found);
        return false;
    }
    for (unsigned i = 0; i < claims->count; i++) {
        if (was_given(head, claims->bytes[i]))
            continue;
        find(out, FAIR_BYTES_MISSING, 0);
        hex_print(claims->bytes[i], FAIR_BYTES, out->expected);
        return false;
    }
    return true;
}

static bool secret_holds(unsigned line, struct fair_finding *out)
{
    uint8_t commit[FAIR_BYTES];
    fair_commit(out->secret, commit);
    if (fair_same(commit, out->head.commit, FAIR_BYTES))
        return true;
    find(out, FAIR_OTHER_SECRET, line);
    hex_print(out->head.commit, FAIR_BYTES, out->expected);
    hex_print(commit, FAIR_BYTES, out->found);
    return false;
}

/* ---- The moves ---- */

/* Reads all moves; gives the line of the last one. */
static bool record_holds(tio_record_reader *reader, unsigned *line,
                         struct fair_finding *out)
{
    tio_text_error error;
    tio_move move;
    bool more = true;
    while (more) {
        if (tio_record_next(reader, &move, &more, &error) != TIO_OK) {
            find_broken(out, &error);
            return false;
        }
    }
    const uint8_t *secret = tio_record_secret(reader);
    *line = tio_record_line(reader);
    out->finished = tio_record_finished(reader);
    out->has_secret = secret;
    if (secret)
        memcpy(out->secret, secret, FAIR_BYTES);
    return true;
}

static bool chance_holds(const uint8_t key[FAIR_BYTES], const tio_game *before,
                         const tio_deck *deck, const tio_move *move,
                         unsigned line, struct fair_finding *out)
{
    tio_move fair;
    fair_deal(key, out->chances, before, deck, &fair);
    tio_move_print(deck, &fair, out->expected);
    tio_move_print(deck, move, out->found);
    if (strcmp(out->expected, out->found) != 0) {
        find(out, FAIR_OTHER_CHANCE, line);
        return false;
    }
    out->chances++;
    out->expected[0] = '\0';
    out->found[0] = '\0';
    return true;
}

/* The second time nothing can be wrong with the record itself. */
static void check_chances(tio_record_reader *reader, struct fair_finding *out)
{
    const tio_deck *deck = tio_record_get_deck(reader);
    const tio_game *game = tio_record_get_game(reader);
    const tio_record_head *head = &out->head;
    uint8_t key[FAIR_BYTES];
    fair_key(out->secret, head->settings.players, head->contributed,
             head->bytes, key);
    for (;;) {
        tio_game before = *game;
        tio_move move;
        bool more = false;
        if (tio_record_next(reader, &move, &more, NULL) != TIO_OK || !more)
            break;
        if (tio_move_is_chance(move.type) &&
            !chance_holds(key, &before, deck, &move, tio_record_line(reader),
                          out))
            return;
    }
}

static bool can_be_checked(tio_record_reader *reader,
                           const struct fair_claims *claims,
                           struct fair_finding *out)
{
    unsigned line = 0;
    out->has_head = true;
    out->head = *tio_record_get_head(reader);
    if (!record_holds(reader, &line, out))
        return false;
    if (!out->head.fair) {
        find(out, FAIR_NO_COMMIT, 0);
        return false;
    }
    if (!claims_hold(claims, out))
        return false;
    if (!out->has_secret) {
        find(out, FAIR_NO_SECRET, 0);
        return false;
    }
    return secret_holds(line + (out->finished ? 2 : 1), out);
}

bool fair_verify(const char *record, size_t length,
                 const struct fair_claims *claims, struct fair_finding *out)
{
    tio_record_reader *reader;
    tio_text_error error;
    memset(out, 0, sizeof *out);
    tio_error code = tio_record_open(record, length, &reader, &error);
    if (code != TIO_OK) {
        find_broken(out, &error);
        return code != TIO_E_MEMORY;
    }
    bool checkable = can_be_checked(reader, claims, out);
    tio_record_close(reader);
    if (!checkable)
        return true;
    if (tio_record_open(record, length, &reader, &error) != TIO_OK)
        return false;
    check_chances(reader, out);
    tio_record_close(reader);
    return true;
}
