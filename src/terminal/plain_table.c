/* The table of the plain game. It is the same code that a server runs, without
 * a store, a network or a clock: time stands still, so that nothing waits. What
 * the table tells is written into the record, told to bots and people, and
 * saved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "i18n/i18n.h"
#include "notation/deck_text.h"
#include "terminal/plain_parts.h"

#define OWN_DECK "own" /* its name is in the record: the table needs none */
#define NOW 1          /* any time will do: only bots let it pass */
#define LEVEL "seat "

static void forget_answers(struct plain *plain)
{
    memset(&plain->answers, TIO_NONE, sizeof plain->answers);
}

/* ---- What happened ----------------------------------------------------- */

static void tell_move(struct plain *plain, const tio_move *move)
{
    struct teller teller = {
        .deck = &plain->deck,
        .names = &plain->names,
        .log = &plain->log,
        .you = plain->onlooker,
    };
    tio_move seen = tio_move_seen(&plain->deck, move, plain->onlooker);
    const tio_game *game = &plain->table->game;
    tio_view before;
    tio_view after;

    tio_view_of(&plain->game, plain->onlooker, &before);
    tio_view_of(game, plain->onlooker, &after);
    answers_note(&plain->answers, move);
    event_tell(&teller, &before, &seen, &after, &plain->answers);
    if (game->phase != TIO_PHASE_DISCARD && game->phase != TIO_PHASE_DRAW)
        forget_answers(plain);
}

static void moved(struct plain *plain, const tio_move *move)
{
    const struct table *table = plain->table;
    struct crew_move told = {plain->game.phase, table->game.phase, *move};
    tio_error error = past_add(&plain->past, move) ? TIO_OK : TIO_E_MEMORY;

    if (error == TIO_OK)
        error = tio_record_add(plain->record, &table->game, move);
    if (error != TIO_OK)
        plain->trouble = error;
    crew_saw(&plain->crew, &plain->deck, &told, table->undo_moves);
    tell_move(plain, move);
    plain->game = table->game;
}

/* A record is only ever added to: without the last move it is another one. */
static tio_error record_again(struct plain *plain)
{
    tio_record_writer *fresh = tio_record_new(&plain->deck, &plain->head);
    tio_game game;
    tio_error error = tio_game_init(&game, &plain->deck, &plain->head.settings);

    if (!fresh)
        return TIO_E_MEMORY;
    for (size_t i = 0; i < plain->past.count && error == TIO_OK; i++) {
        error = tio_apply(&game, &plain->deck, &plain->past.move[i]);
        if (error == TIO_OK)
            error = tio_record_add(fresh, &game, &plain->past.move[i]);
    }
    if (error != TIO_OK) {
        tio_record_free(fresh);
        return error;
    }
    tio_record_free(plain->record);
    plain->record = fresh;
    return TIO_OK;
}

static void took_back(struct plain *plain, unsigned seat)
{
    tio_error error;

    past_drop(&plain->past);
    crew_undo(&plain->crew);
    error = record_again(plain);
    if (error != TIO_OK)
        plain->trouble = error;
    plain->answers.combos[seat] = TIO_NONE;
    plain->answers.actions[seat] = TIO_NONE;
    if (plain->onlooker == seat)
        tell(&plain->log, _("You take your last move back."));
    else
        tell(&plain->log, _("%s takes the last move back."),
             plain->names.of[seat]);
    plain->game = plain->table->game;
}

void plain_save(struct plain *plain)
{
    size_t length;
    const char *text = tio_record_text(plain->record, &length);
    bool failed_before = plain->save_failed;

    if (!plain->saving)
        return;
    plain->save_failed = !save_write(&plain->save, text, length);
    if (plain->save_failed && !failed_before)
        say(0, _("The game could not be saved: %s"), plain->save.error);
}

static void note(struct plain *plain, const struct table_event *event)
{
    if (event->type == TABLE_EVENT_UNDO)
        took_back(plain, event->seat);
    else if (event->type == TABLE_EVENT_MOVE ||
             event->type == TABLE_EVENT_CHANCE)
        moved(plain, &event->move);
    else
        return;
    plain_save(plain);
}

/* ---- What the table needs ---------------------------------------------- */

static void happened(void *context, struct table *table,
                     const struct table_event *event)
{
    (void)table;
    note(context, event);
}

/* Every chance move draws from a generator of its own, numbered, so that a
 * resumed game goes on exactly as it would have. */
static void deal(void *context, const struct table *table, tio_move *out)
{
    const struct plain *plain = context;
    tio_random random;

    tio_random_init(&random, plain->seating.seed, table->chances);
    tio_deal_random(&table->game, table->deck, &random, out);
}

/* Who knows the seed of a game at one keyboard sits at that keyboard: there is
 * nothing to be committed to. */
static void secret(void *context, uint8_t bytes[TABLE_BYTES],
                   uint8_t commit[TABLE_BYTES])
{
    (void)context;
    memset(bytes, 0, TABLE_BYTES);
    memset(commit, 0, TABLE_BYTES);
}

static bool knows(void *context, const char *level)
{
    (void)context;
    return strncmp(level, LEVEL, strlen(LEVEL)) == 0;
}

/* ---- Sitting down ------------------------------------------------------ */

static struct table_person person_on(unsigned seat)
{
    return (struct table_person){{(uint8_t)(seat + 1)}};
}

/* A table is for people: where there are none, who sits on the first seat is
 * taken for one. */
static bool sits_as_person(const struct plain *plain, unsigned seat)
{
    return plain->people >> seat & 1 || (!plain->people && seat == 0);
}

static int fold(struct plain *plain, struct table_event *event)
{
    char why[200];

    event->seq = plain->table->seq + 1;
    event->time = NOW;
    return table_fold(plain->table, event, why) ? 0 : plain_complain(why);
}

static bool is_builtin(const tio_deck *deck)
{
    const tio_deck *other;

    for (unsigned i = 0; (other = tio_deck_builtin(i)) != NULL; i++) {
        if (other->hash == deck->hash && strcmp(other->name, deck->name) == 0)
            return true;
    }
    return false;
}

static int create(struct plain *plain)
{
    const tio_settings *settings = &plain->head.settings;
    struct table_event event = {.type = TABLE_EVENT_CREATE};
    char *own = NULL;
    int status;

    event.settings = table_settings_default(settings->players);
    event.settings.game = *settings;
    event.settings.bot_ms = 0;
    event.settings.hints = plain->hints;
    event.person = person_on(0);
    if (is_builtin(&plain->deck)) {
        memcpy(event.settings.deck, plain->deck.name,
               sizeof event.settings.deck);
    } else {
        own = malloc(DECK_TEXT);
        if (!own)
            return plain_complain(_("out of memory"));
        deck_print(&plain->deck, own, DECK_TEXT);
        memcpy(event.settings.deck, OWN_DECK, sizeof OWN_DECK);
        event.deck = own;
    }
    status = fold(plain, &event);
    free(own);
    return status;
}

static int sit_down(struct plain *plain, unsigned seat)
{
    struct table_event event = {.seat = (uint8_t)seat};

    memcpy(event.name, plain->names.of[seat], sizeof event.name);
    if (sits_as_person(plain, seat)) {
        event.type = TABLE_EVENT_SIT;
        event.person = person_on(seat);
    } else {
        event.type = TABLE_EVENT_BOT;
        snprintf(event.level, sizeof event.level, LEVEL "%u", seat + 1);
    }
    return fold(plain, &event);
}

int plain_seat(struct plain *plain)
{
    struct table_event commit = {.type = TABLE_EVENT_COMMIT};
    struct table_event start = {.type = TABLE_EVENT_START};
    int status;

    forget_answers(plain);
    plain->host = (struct table_host){
        .context = plain,
        .decks = decks_new(),
        .happened = happened,
        .deal = deal,
        .secret = secret,
        .knows = knows,
    };
    plain->table = plain->host.decks ? table_new(&plain->host) : NULL;
    if (!plain->table)
        return plain_complain(_("out of memory"));
    status = create(plain);
    if (!status)
        status = fold(plain, &commit);
    for (unsigned seat = 0; seat < plain->head.settings.players && !status;
         seat++)
        status = sit_down(plain, seat);
    start.seat = plain->head.settings.first;
    if (!status)
        status = fold(plain, &start);
    plain->game = plain->table->game;
    return status;
}

static int troubled(struct plain *plain)
{
    return plain->trouble == TIO_OK
               ? 0
               : plain_complain(_(tio_error_words(plain->trouble)));
}

int plain_follow(struct plain *plain, const tio_move *move)
{
    bool chance = tio_move_is_chance(move->type);
    struct table_event event = {
        .type = chance ? TABLE_EVENT_CHANCE : TABLE_EVENT_MOVE,
        .seat = move->seat,
        .cause = TABLE_CAUSE_BOT,
        .move = *move,
    };
    int status;

    if (!chance && sits_as_person(plain, move->seat)) {
        event.cause = TABLE_CAUSE_PERSON;
        event.person = person_on(move->seat);
    }
    status = fold(plain, &event);
    if (status)
        return status;
    note(plain, &event);
    return troubled(plain);
}

void plain_go_on(struct plain *plain)
{
    table_resume(plain->table, NOW);
    for (unsigned seat = 0; seat < plain->head.settings.players; seat++)
        table_present(plain->table, seat, true, NOW);
}

/* ---- Asking for something ---------------------------------------------- */

static int ask_table(struct plain *plain, const struct table_command *command)
{
    struct table_refusal why;

    if (table_do(plain->table, command, NOW, NULL, &why) == TABLE_E_OK)
        return troubled(plain);
    if (why.error == TABLE_E_ILLEGAL)
        return plain_complain(_(tio_error_words(why.rule)));
    return plain_complain(_(table_error_words(why.error)));
}

static int answer_table(struct plain *plain, const tio_move *move)
{
    struct table *table = plain->table;

    if (table_answer(table, move->seat, table->seat[move->seat].question, move,
                     NOW) != TABLE_ANSWER_TAKEN)
        return plain_complain(_("a bot's move does not fit"));
    /* Here nobody waits for the moment of a bot. */
    table_tick(table, table->seat[move->seat].thought.release);
    return troubled(plain);
}

int plain_do(struct plain *plain, unsigned seat, const tio_move *move)
{
    struct table_command command = {
        .type = TABLE_DO_MOVE,
        .person = person_on(seat),
    };
    char text[TIO_MOVE_TEXT];

    if (!sits_as_person(plain, seat))
        return answer_table(plain, move);
    tio_move_print(&plain->deck, move, text);
    command.text = text;
    return ask_table(plain, &command);
}

int plain_undo(struct plain *plain, unsigned seat)
{
    struct table_command command = {
        .type = TABLE_DO_UNDO,
        .person = person_on(seat),
    };

    return ask_table(plain, &command);
}

void plain_free(struct plain *plain)
{
    table_free(plain->table);
    decks_free(plain->host.decks);
    past_free(&plain->past);
    if (plain->record)
        tio_record_free(plain->record);
    free(plain);
}
