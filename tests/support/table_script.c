/* A random table, played by a script. */
#include "support/table_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOMENT 1700000000000U

struct table_person script_person(unsigned seat)
{
    struct table_person person;
    for (unsigned i = 0; i < TABLE_PERSON; i++)
        person.id[i] = (uint8_t)(0xa1 + 37 * i + 11 * seat);
    return person;
}

void script_bytes(unsigned seat, uint8_t out[TABLE_BYTES])
{
    for (unsigned i = 0; i < TABLE_BYTES; i++)
        out[i] = (uint8_t)(0x5b + 29 * i + 7 * seat);
}

struct table_viewer side_viewer(const struct table *table, unsigned seat)
{
    struct table_viewer viewer = {(uint8_t)seat, false};
    viewer.host = seat < TIO_MAX_PLAYERS &&
                  table->seat[seat].kind == TABLE_SEAT_PERSON &&
                  table_is_owner(table, table->seat[seat].person);
    return viewer;
}

/* Each message is a line. */
void side_end_line(struct side *side)
{
    side->sent.comma = false;
    buffer_add(&side->sent.buffer, "\n", 1);
}

void side_note(struct side *side, const char *word, uint64_t number)
{
    char line[80];
    snprintf(line, sizeof line, "%s %llu\n", word, (unsigned long long)number);
    buffer_text(&side->sent.buffer, line);
}

void side_state(struct side *side, const struct table *table, uint64_t now)
{
    table_json_state(&side->sent, table,
                     side_viewer(table, side->script->observer), now, NULL);
    side_end_line(side);
    table_json_changes(&side->sent, table,
                       side_viewer(table, side->script->observer), now,
                       &side->sections);
    side_end_line(side);
    if (table->games == 0)
        return;
    /* What a client that asked for text gets beside it. */
    tio_view view;
    char text[TIO_VIEW_TEXT];
    tio_view_of(&table->game, side->script->observer, &view);
    tio_view_print(table->deck, &view, text);
    buffer_text(&side->sent.buffer, text);
}

/* ---- The host ----------------------------------------------------------- */

/* Of two cards that say the same the first is played: where a hidden card has
 * become one that says the same, another is played, and what follows is no
 * longer the same to the players themselves. */
static void mark_played(struct side *side, const tio_deck *deck,
                        const tio_move *move)
{
    struct script *script = side->script;
    const tio_player *player = &side->before.player[move->seat];
    unsigned place = player->combos;
    while (!tio_action_same(tio_deck_action(deck, player->hand[place]),
                            move->play.action))
        place++;
    unsigned number = side->plays++;
    side->shown[player->hand[place]] = true;
    if (side->first)
        script->played[number] = player->hand[place];
    else if (script->played[number] != player->hand[place])
        side->broken = true;
}

/* What the event has shown to the observer, or to all. */
static void mark_shown(struct side *side, const struct table *table,
                       const struct table_event *event)
{
    const tio_move *move = &event->move;
    if (event->type == TABLE_EVENT_CHANCE && move->type == TIO_MOVE_DEAL &&
        move->seat == side->script->observer)
        for (unsigned i = 0; i < move->deal.count; i++)
            side->shown[move->deal.card[i]] = true;
    if (event->type != TABLE_EVENT_MOVE)
        return;
    if (move->type == TIO_MOVE_PLAY)
        mark_played(side, table->deck, move);
    for (unsigned seat = 0; table->shown_answers && seat < TIO_MAX_PLAYERS;
         seat++) {
        const tio_player *player = &table->game.player[seat];
        if (player->discarded != TIO_NONE)
            side->shown[player->discarded] = true;
        for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
            if (player->laid_card[i] != TIO_NONE)
                side->shown[player->laid_card[i]] = true;
    }
}

static void happened(void *context, struct table *table,
                     const struct table_event *event)
{
    struct side *side = context;
    assert_true(side->events < sizeof side->log / sizeof side->log[0]);
    side->log[side->events] = *event;
    const char *deck = event->deck ? side->script->deck : NULL;
    if (deck && event->type == TABLE_EVENT_SNAPSHOT) { /* in words of its own */
        (void)snprintf(side->deck, sizeof side->deck, "%s", event->deck);
        deck = side->deck;
    }
    side->log[side->events++].deck = deck;
    if (table->games > 0)
        mark_shown(side, table, event);
    side->before = table->game;
    if (side->look) {
        side->look(table, event);
        return;
    }
    table_json_news(&side->sent, table, event,
                    side_viewer(table, side->script->observer));
    side_end_line(side);
    side_state(side, table, event->time);
}

static void deal(void *context, const struct table *table, tio_move *out)
{
    struct side *side = context;
    struct script *script = side->script;
    unsigned number = side->deals++;
    assert_true(number < sizeof script->deal / sizeof script->deal[0]);
    if (side->first) {
        tio_deal_random(&table->game, table->deck, &side->random, out);
        script->deal[number] = *out;
        script->deals = side->deals;
        return;
    }
    *out = script->deal[number];
    if (out->type == TIO_MOVE_DEAL)
        for (unsigned i = 0; i < out->deal.count; i++)
            out->deal.card[i] = side->card[out->deal.card[i]];
    if (number >= script->deals || tio_check(&table->game, table->deck, out)) {
        side->broken = true;
        tio_deal_random(&table->game, table->deck, &side->random, out);
    }
}

static void secret(void *context, uint8_t out[TABLE_BYTES],
                   uint8_t commit[TABLE_BYTES])
{
    struct side *side = context;
    unsigned number = side->secrets++;
    for (unsigned i = 0; i < TABLE_BYTES; i++) {
        out[i] = (uint8_t)(0xc3 + 41 * i + 3 * number);
        commit[i] = (uint8_t)(0x17 + 13 * i + 5 * number);
    }
}

static bool knows(void *context, const char *level)
{
    (void)context;
    return tio_bot_named(level) != NULL;
}

void side_begin(struct side *side, struct script *script, bool first,
                struct decks *decks)
{
    side->script = script;
    side->first = first;
    side->look = NULL;
    side->broken = false;
    side->deals = 0;
    side->plays = 0;
    side->secrets = 0;
    side->events = 0;
    memset(side->shown, 0, sizeof side->shown);
    memset(&side->sections, 0, sizeof side->sections);
    memset(&side->before, 0, sizeof side->before);
    side->sent = json_growing();
    tio_random_init(&side->random, script->seed, first ? 1 : 2);
    side->host = (struct table_host){.context = side,
                                     .decks = decks,
                                     .happened = happened,
                                     .deal = deal,
                                     .secret = secret,
                                     .knows = knows};
    side->table = table_new(&side->host);
    assert_non_null(side->table);
}

void side_end(struct side *side)
{
    table_free(side->table);
    json_free(&side->sent);
}

/* ---- Moves -------------------------------------------------------------- */

bool script_is_answer(const tio_move *move)
{
    return move->type == TIO_MOVE_LAY || move->type == TIO_MOVE_DISCARD ||
           move->type == TIO_MOVE_KEEP || move->type == TIO_MOVE_DRAW;
}

/* One of the seat's legal moves. */
static void any_move(const tio_view *view, const tio_deck *deck,
                     tio_random *random, tio_move *out)
{
    memset(out, 0, sizeof *out);
    tio_bot_named("random")->choose(view, deck, NULL, random, out);
    if (out->type != TIO_MOVE_LAY || tio_random_below(random, 2))
        return;
    tio_moves walk;
    tio_move move;
    tio_moves_begin(&walk, deck, view);
    for (unsigned n = 1; n <= 60 && tio_moves_next(&walk, &move); n++)
        if (tio_random_below(random, n) == 0)
            *out = move;
}

void side_any_move(struct side *side, unsigned seat, tio_move *out)
{
    tio_view view;
    tio_view_of(&side->table->game, seat, &view);
    any_move(&view, side->table->deck, &side->random, out);
}

/* What nobody should get anything out of. */
static void any_lie(tio_random *random, char out[TIO_MOVE_TEXT])
{
    static const char *const lies[] = {
        "take %s",
        "pass",
        "done",
        "keep",
        "discard 1",
        "discard 5",
        "draw 5c",
        "draw 1a",
        "lay none",
        "lay 1:%s",
        "lay 2:%s",
        "play swap L3 %s",
        "play cast %s",
        "play take 2",
        "play reroll D %s",
        "play reroll L %s",
        "play reroll R",
        "play change %s 3",
        "play shift L2 L4",
        "deal 1 c1",
        "roll %s",
        "take",
        "take X9",
        "play cast %s at L2",
        "lay 1:%s,%s",
        "play change D2 D5 cost 1",
    };
    char die[3] = {"LDR"[tio_random_below(random, 3)],
                   (char)('1' + tio_random_below(random, 6)), 0};
    const char *lie =
        lies[tio_random_below(random, sizeof lies / sizeof lies[0])];
    size_t size = 0;
    for (; *lie; lie++) {
        if (*lie == '%') {
            memcpy(out + size, die, 2);
            size += 2;
            lie++;
        } else {
            out[size++] = *lie;
        }
    }
    out[size] = 0;
}

/* ---- One step ----------------------------------------------------------- */

static void note_refusal(struct side *side, enum table_error error,
                         uint64_t seq, const struct table_refusal *why)
{
    char line[400];
    snprintf(line, sizeof line, "%s %llu %s %u %s %s\n",
             table_error_name(error), (unsigned long long)seq,
             error == TABLE_E_ILLEGAL ? tio_error_name(why->rule) : "-",
             error == TABLE_E_BAD_MOVE ? why->text.column : 0,
             error == TABLE_E_BAD_MOVE ? why->text.what : "-",
             error == TABLE_E_BAD_SETTING ? why->field : "-");
    buffer_text(&side->sent.buffer, line);
}

static void step_do(struct side *side, const struct step *step)
{
    struct table_command command = {.type = step->command,
                                    .seat = step->seat,
                                    .person = script_person(step->seat),
                                    .at = step->at};
    struct table_refusal why = {0};
    uint64_t seq = 0;
    char text[TIO_MOVE_TEXT];
    snprintf(command.request, sizeof command.request, "Rq7x-%u", step->number);
    snprintf(command.name, sizeof command.name, "Player %u", step->seat + 1);
    memcpy(command.code, side->script->settings.code, sizeof command.code);
    script_bytes(step->seat, command.bytes);
    command.has_bytes = true;
    snprintf(text, sizeof text, "%s", step->text);
    if (step->command == TABLE_DO_BOT || step->command == TABLE_DO_START) {
        command.person = script_person(0);
        snprintf(command.level, sizeof command.level, "random");
    }
    if (step->moves)
        tio_move_print(side->table->deck, &step->move, text);
    command.text = text;
    enum table_error error =
        table_do(side->table, &command, step->now, &seq, &why);
    if (step->observer)
        note_refusal(side, error, seq, &why);
    else
        side_note(side, "another", error);
}

static void step_want(struct side *side, const struct step *step)
{
    struct table_want want;
    if (!table_wants(side->table, step->now, &want)) {
        side_note(side, "nothing is wanted", 0);
        return;
    }
    side_note(side, want.level, want.ticket * 8 + want.seat);
    side_note(side, "due", want.due);
    side_note(side, "answer",
              table_answer(side->table, want.seat, want.ticket, &step->move,
                           step->now));
}

void side_step(struct side *side, const struct step *step)
{
    switch (step->kind) {
    case STEP_DO:
        step_do(side, step);
        break;
    case STEP_TRY:
        table_json_try(&side->sent, side->table, side->script->observer,
                       step->text);
        side_end_line(side);
        break;
    case STEP_PRESENT:
        table_present(side->table, step->seat, step->present, step->now);
        break;
    case STEP_TICK:
        table_tick(side->table, step->now);
        break;
    default:
        step_want(side, step);
        break;
    }
    side_note(side, "due", table_due(side->table));
    if (step->kind != STEP_TRY && step->number % 4 == 0)
        side_state(side, side->table, step->now);
}

/* ---- Writing a script --------------------------------------------------- */

static const char few_cards[] = "combo 1 *?\ncombo 1 *?\ncombo 2 D? L?\n"
                                "combo 2 sum * > 8\ncombo 2 sum * > 8\n"
                                "combo 2 sum D > 6\ncombo 3 *1 *2\n"
                                "combo 1 D?\ncombo 3 L? D? *6\ncombo 1 L?\n"
                                "combo 2 L? L?\ncombo 4 *6 *6\ncombo 1 *5\n"
                                "combo 1 *4\ncombo 2 sum L < 6\n"
                                "combo 5 L1 L2 L3\ncombo 2 D3 D?\n"
                                "action cast\naction swap\naction take 2\n"
                                "action reroll D\naction reroll L\n"
                                "action swap\naction cast\naction reroll 4\n"
                                "action change D cost 1\n"
                                "action change L cost 0\naction shift D 2\n";

void script_begin(struct script *script, uint64_t seed)
{
    tio_random random;
    tio_random_init(&random, seed, 0);
    script->seed = seed;
    script->count = 0;
    script->deals = 0;
    script->players = 2 + tio_random_below(&random, 4);
    script->persons = 1 + tio_random_below(&random, script->players);
    unsigned observer = tio_random_below(&random, script->players + 1);
    script->observer =
        observer < script->players ? observer : (unsigned)TIO_SPECTATOR;
    struct table_settings *settings = &script->settings;
    *settings = table_settings_default(script->players);
    settings->game.edition = (uint8_t)tio_random_below(&random, TIO_EDITIONS);
    settings->game.free_hand = tio_random_below(&random, 3) == 0;
    settings->game.piles_down = tio_random_below(&random, 3) == 0;
    settings->game.starts = 1;
    settings->clock = (uint8_t)tio_random_below(&random, TABLE_CLOCK_KINDS);
    settings->base_ms = settings->clock == TABLE_CLOCK_DAYS ? 3600000 : 60000;
    settings->more_ms = 1000;
    if (tio_random_below(&random, 2))
        memcpy(settings->code, "Sesame-4711", sizeof "Sesame-4711");
    script->deck = tio_random_below(&random, 4) == 0 ? few_cards : NULL;
    if (script->deck)
        memcpy(settings->deck, "few", sizeof "few");
}

static struct step *script_step(struct script *script, unsigned kind,
                                unsigned seat, uint64_t now)
{
    struct step *step = &script->step[script->count++];
    memset(step, 0, sizeof *step);
    step->number = script->count;
    step->kind = (uint8_t)kind;
    step->seat = (uint8_t)seat;
    step->now = now;
    step->observer = seat == script->observer;
    return step;
}

static void script_do(struct side *side, unsigned command, unsigned seat,
                      uint64_t now)
{
    struct step *step = script_step(side->script, STEP_DO, seat, now);
    step->command = (uint8_t)command;
    side_step(side, step);
}

void side_create(struct side *side)
{
    const struct script *script = side->script;
    enum table_error error =
        table_create(side->table, &script->settings, script->deck,
                     script_person(0), "Rq7x-create", MOMENT, NULL);
    assert_int_equal(error, TABLE_E_OK);
}

static void fill_seats(struct side *side, uint64_t now)
{
    const struct script *script = side->script;
    for (unsigned seat = 0; seat < script->players; seat++) {
        bool person = seat < script->persons;
        script_do(side, person ? TABLE_DO_SIT : TABLE_DO_BOT, seat, now);
        if (person) {
            struct step *step =
                script_step(side->script, STEP_PRESENT, seat, now);
            step->present = true;
            side_step(side, step);
        }
    }
    if (side->table->phase == TABLE_OPEN)
        script_do(side, TABLE_DO_START, 0, now);
    assert_int_equal(side->table->phase, TABLE_PLAYING);
}

/* Whoever wants to be asked is asked, so that every want is in the script. */
static void ask_bots(struct side *side, uint64_t now)
{
    struct script *script = side->script;
    struct table copy;
    struct table_want want;
    for (;;) {
        /* A look ahead, to know the seat and the view before the step. */
        copy = *side->table;
        if (script->count >= STEPS || !table_wants(&copy, now, &want))
            return;
        struct step *step = script_step(script, STEP_WANT, want.seat, now);
        any_move(&want.view, side->table->deck, &side->random, &step->move);
        step->moves = true;
        side_step(side, step);
    }
}

static bool plays_alone(const struct table *table, unsigned seat)
{
    const struct table_seat *at = &table->seat[seat];
    return at->kind == TABLE_SEAT_PERSON && !at->left && !at->stand_in;
}

static void somebody_moves(struct side *side, uint64_t *now)
{
    struct table *table = side->table;
    unsigned deciders = tio_game_deciders(&table->game);
    unsigned start = tio_random_below(&side->random, TIO_MAX_PLAYERS);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        unsigned seat = (start + i) % TIO_MAX_PLAYERS;
        if (!(deciders >> seat & 1) || !plays_alone(table, seat))
            continue;
        struct step *step = script_step(side->script, STEP_DO, seat, *now);
        step->command = TABLE_DO_MOVE;
        step->at = tio_random_below(&side->random, 2) ? table->position : 0;
        step->moves = true;
        side_any_move(side, seat, &step->move);
        side_step(side, step);
        return;
    }
    uint64_t due = table_due(table);
    if (due != TABLE_NEVER && due > *now)
        *now = due;
    side_step(side, script_step(side->script, STEP_TICK, 0, *now));
}

static void observer_lies(struct side *side, uint64_t now, bool only_tries)
{
    struct script *script = side->script;
    unsigned kind = only_tries ? STEP_TRY : STEP_DO;
    struct step *step = script_step(script, kind, script->observer, now);
    step->command = TABLE_DO_MOVE;
    any_lie(&side->random, step->text);
    side_step(side, step);
}

static void one_step(struct side *side, uint64_t *now)
{
    struct script *script = side->script;
    struct table *table = side->table;
    unsigned what = tio_random_below(&side->random, 100);
    unsigned seat = tio_random_below(&side->random, script->persons);
    bool seated = script->observer < script->persons;
    *now += tio_random_below(&side->random, 900);
    if (table->phase == TABLE_OVER) {
        script_do(side, TABLE_DO_AGAIN, seat, *now);
    } else if (what < 8 && seated) {
        observer_lies(side, *now, false);
    } else if (what < 16 && seated) {
        observer_lies(side, *now, true);
    } else if (what < 22) {
        script_do(side, TABLE_DO_UNDO, seat, *now);
    } else if (what < 25) {
        struct step *step = script_step(script, STEP_PRESENT, seat, *now);
        step->present = !table->seat[seat].present;
        side_step(side, step);
    } else if (what < 27) {
        *now += tio_random_below(&side->random, 90000);
        side_step(side, script_step(script, STEP_TICK, 0, *now));
    } else if (what < 28 && script->persons > 1 && seat > 0 &&
               tio_random_below(&side->random, 4) == 0) {
        script_do(side, TABLE_DO_STAND, seat, *now);
    } else {
        somebody_moves(side, now);
    }
    ask_bots(side, *now);
}

/* Which of the answers in the script nobody has seen at its end: another legal
 * one may stand there. */
static void mark_hidden(struct script *script, const struct table *table)
{
    unsigned hidden = table->hidden_answers;
    unsigned thought = 0;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        if (table->seat[seat].thought.answered)
            thought |= 1U << seat;
    for (unsigned i = script->count; i-- > 0 && (hidden | thought);) {
        struct step *step = &script->step[i];
        unsigned bit = 1U << step->seat;
        if (!step->moves || step->seat == script->observer)
            continue;
        if (step->kind == STEP_WANT && thought & bit) {
            /* Not even given yet: whatever it is. */
            thought &= ~bit;
            step->hidden = true;
        } else if (hidden & bit) {
            hidden &= ~bit;
            step->hidden = script_is_answer(&step->move);
        }
    }
}

void side_write(struct side *side)
{
    struct script *script = side->script;
    uint64_t now = MOMENT + 1000;
    side_create(side);
    fill_seats(side, now);
    ask_bots(side, now);
    unsigned end =
        script->count + 4 + tio_random_below(&side->random, STEPS - 150);
    /* Half of them end while answers are hidden, if that comes about. */
    bool wait = tio_random_below(&side->random, 2);
    while (script->count < STEPS - 60 && side->table->phase != TABLE_CLOSED &&
           (script->count < end || (wait && side->table->hidden_answers == 0)))
        one_step(side, &now);
    mark_hidden(script, side->table);
}
