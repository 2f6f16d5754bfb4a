/* The moves are read and checked once, when the record is opened. The table is
 * wound on from where it stands, or from the beginning: a game has so few moves
 * that to keep more than its first state would gain nothing. */
#include "wasm/reel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/settings.h"
#include "base/grow.h"
#include "table/local.h"

struct step {
    tio_move move;
    bool stand_in;
    uint8_t round; /* that it belongs to; 0 of the lots before the first */
    unsigned line; /* of the record, from 1 */
};

struct reel {
    char *text; /* for the check of fairness, which reads it again */
    size_t length;
    struct local_setup setup;
    struct local local;
    struct table *first; /* as it was at step 0: no holder of the deck */
    struct table_event first_event;
    unsigned at; /* the step that `local` is at */
    struct step *step;
    unsigned steps;
    size_t room;
    bool finished;
    bool own_deck;
};

/* ---- Reading ----------------------------------------------------------- */

static bool out_of_memory(tio_text_error *error)
{
    (void)snprintf(error->what, sizeof error->what, "%s",
                   tio_error_words(TIO_E_MEMORY));
    return false;
}

/* `round` is that of the game before the move. */
static bool add_step(struct reel *reel, const tio_record_reader *reader,
                     const tio_move *move, unsigned round)
{
    if (!grow(&reel->step, reel->steps, &reel->room, sizeof *reel->step))
        return false;
    struct step *step = &reel->step[reel->steps++];
    step->move = *move;
    step->stand_in = tio_record_was_stand_in(reader);
    step->round = (uint8_t)round;
    step->line = tio_record_line(reader);
    return true;
}

static bool read_moves(struct reel *reel, tio_record_reader *reader,
                       tio_text_error *error)
{
    tio_move move;
    bool more = true;
    for (;;) {
        unsigned round = tio_record_get_game(reader)->round;
        if (tio_record_next(reader, &move, &more, error) != TIO_OK)
            return false;
        if (!more)
            break;
        if (!add_step(reel, reader, &move, round))
            return out_of_memory(error);
    }
    const uint8_t *secret = tio_record_secret(reader);
    reel->finished = tio_record_finished(reader);
    reel->setup.has_secret = secret;
    if (secret)
        memcpy(reel->setup.secret, secret, TIO_FAIR_BYTES);
    return true;
}

/* Nobody is a bot: what played on a seat is not in a record. */
static bool set_up(struct reel *reel, const tio_record_reader *reader,
                   tio_text_error *error)
{
    reel->setup.head = *tio_record_get_head(reader);
    reel->setup.deck = tio_record_get_deck(reader);
    reel->own_deck = !deck_is_builtin(reel->setup.deck);
    if (!local_begin(&reel->local, &reel->setup, error->what))
        return false;
    reel->first = malloc(sizeof *reel->first);
    if (!reel->first)
        return out_of_memory(error);
    *reel->first = *reel->local.table;
    reel->first_event = reel->local.last;
    return true;
}

static bool keep_text(struct reel *reel, const char *text, size_t length,
                      tio_text_error *error)
{
    reel->text = malloc(length);
    if (!reel->text)
        return out_of_memory(error);
    memcpy(reel->text, text, length);
    reel->length = length;
    return true;
}

struct reel *reel_open(const char *text, size_t length, tio_text_error *error)
{
    tio_record_reader *reader = NULL;
    memset(error, 0, sizeof *error);
    if (tio_record_open(text, length, &reader, error) != TIO_OK)
        return NULL;
    struct reel *reel = calloc(1, sizeof *reel);
    bool read = reel ? keep_text(reel, text, length, error) &&
                           read_moves(reel, reader, error) &&
                           set_up(reel, reader, error)
                     : out_of_memory(error);
    tio_record_close(reader);
    if (read)
        return reel;
    reel_free(reel);
    return NULL;
}

void reel_free(struct reel *reel)
{
    if (!reel)
        return;
    local_end(&reel->local);
    free(reel->first);
    free(reel->step);
    free(reel->text);
    free(reel);
}

unsigned reel_steps(const struct reel *reel)
{
    return reel->steps;
}

unsigned reel_players(const struct reel *reel)
{
    return reel->setup.head.settings.players;
}

/* ---- Winding ----------------------------------------------------------- */

static bool wind(struct reel *reel, unsigned step)
{
    char why[200];
    if (step > reel->steps)
        return false;
    if (step < reel->at) {
        *reel->local.table = *reel->first;
        reel->local.last = reel->first_event;
        reel->at = 0;
    }
    while (reel->at < step) {
        const struct step *next = &reel->step[reel->at];
        if (!local_follow(&reel->local, &next->move, next->stand_in, why))
            return false;
        reel->at++;
    }
    return true;
}

bool reel_state(struct reel *reel, unsigned step, unsigned eyes,
                struct json *json)
{
    if (!wind(reel, step))
        return false;
    local_state(&reel->local, eyes, json);
    return true;
}

bool reel_news(struct reel *reel, unsigned step, unsigned eyes,
               struct json *json)
{
    if (!wind(reel, step))
        return false;
    local_news(&reel->local, eyes, json);
    return true;
}

/* ---- About it ---------------------------------------------------------- */

static void write_step(const struct reel *reel, const struct step *step,
                       struct json *json)
{
    unsigned type = step->move.type;
    char text[TIO_MOVE_TEXT];
    tio_move_print(reel->local.table->deck, &step->move, text);
    text[strcspn(text, " ")] = '\0';
    json_object_begin(json);
    json_key_string(json, "do", text);
    json_key(json, "seat");
    if (type == TIO_MOVE_ROLL || type == TIO_MOVE_LAND)
        json_none(json);
    else
        json_int(json, step->move.seat + 1);
    json_key_int(json, "round", step->round);
    json_key_int(json, "line", step->line);
    json_object_end(json);
}

/* A round begins when its dice are in the tray. */
static void write_rounds(const struct reel *reel, struct json *json)
{
    unsigned begun = 0;
    json_key(json, "rounds");
    json_array_begin(json);
    for (unsigned i = 0; i < reel->steps; i++) {
        const struct step *step = &reel->step[i];
        if (step->move.type != TIO_MOVE_ROLL || step->round <= begun)
            continue;
        begun = step->round;
        json_object_begin(json);
        json_key_int(json, "round", begun);
        json_key_int(json, "step", i + 1);
        json_object_end(json);
    }
    json_array_end(json);
}

static void write_head(const struct reel *reel, struct json *json)
{
    const tio_record_head *head = &reel->setup.head;
    const tio_settings *settings = &head->settings;
    json_key(json, "names");
    json_array_begin(json);
    for (unsigned seat = 0; seat < settings->players; seat++)
        json_str(json, head->name[seat]);
    json_array_end(json);
    json_key_string(json, "edition", setting_editions[settings->edition]);
    json_key_bool(json, "free_hand", settings->free_hand);
    json_key_string(json, "deck", reel->local.table->settings.deck);
    json_key_bool(json, "own_deck", reel->own_deck);
    json_key_bool(json, "fair", head->fair);
    json_key_bool(json, "finished", reel->finished);
}

void reel_about(const struct reel *reel, struct json *json)
{
    json_object_begin(json);
    json_key_int(json, "players", reel_players(reel));
    write_head(reel, json);
    write_rounds(reel, json);
    json_key(json, "steps");
    json_array_begin(json);
    for (unsigned i = 0; i < reel->steps; i++)
        write_step(reel, &reel->step[i], json);
    json_array_end(json);
    json_object_end(json);
}

/* ---- Fairness ---------------------------------------------------------- */

static int64_t count_moves(const struct reel *reel, unsigned type)
{
    int64_t count = 0;
    for (unsigned i = 0; i < reel->steps; i++)
        count += reel->step[i].move.type == type;
    return count;
}

static void write_fair(const struct reel *reel,
                       const struct fair_finding *found, struct json *json)
{
    json_key_bool(json, "fair", true);
    json_key_int(json, "chances", found->chances);
    json_key_int(json, "rolls",
                 count_moves(reel, TIO_MOVE_ROLL) +
                     count_moves(reel, TIO_MOVE_LAND));
    json_key_int(json, "deals", count_moves(reel, TIO_MOVE_DEAL));
    json_key(json, "contributed");
    json_array_begin(json);
    for (unsigned seat = 0; seat < found->head.settings.players; seat++)
        if (found->head.contributed >> seat & 1)
            json_int(json, seat + 1);
    json_array_end(json);
}

static void write_unfair(const struct fair_finding *found, struct json *json)
{
    json_key(json, "fair");
    if (fair_verdict(found) == FAIR_UNKNOWN)
        json_none(json);
    else
        json_bool(json, false);
    json_key(json, "line");
    if (found->line)
        json_int(json, found->line);
    else
        json_none(json);
    json_key_string(json, "code", fair_reason_code(found->reason));
    if (found->expected[0])
        json_key_string(json, "expected", found->expected);
    if (found->found[0])
        json_key_string(json, "found", found->found);
}

bool reel_verify(const struct reel *reel, const struct fair_claims *claims,
                 struct json *json)
{
    struct fair_finding found;
    if (!fair_verify(reel->text, reel->length, claims, &found))
        return false;
    json_object_begin(json);
    if (found.reason)
        write_unfair(&found, json);
    else
        write_fair(reel, &found, json);
    json_object_end(json);
    return true;
}
