/* The table of a game here. It is the same code that a server runs, without
 * a store, a network or a clock: time stands still, so that nothing waits. What
 * the table tells is written into the record, told to bots and people, and
 * saved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "i18n/i18n.h"
#include "notation/deck_text.h"
#include "terminal/home.h"

#define OWN_DECK "own" /* its name is in the record: the table needs none */
#define NOW 1          /* any time will do: only bots let it pass */
#define LEVEL "seat "

static void forget_answers(struct home *home)
{
    memset(&home->answers, TIO_NONE, sizeof home->answers);
}

/* ---- What happened ----------------------------------------------------- */

static void tell_move(struct home *home, const tio_move *move)
{
    struct teller teller = {
        .deck = &home->deck,
        .names = &home->names,
        .log = &home->log,
        .you = home->onlooker,
    };
    tio_move seen = tio_move_seen(&home->deck, move, home->onlooker);
    const tio_game *game = &home->table->game;
    tio_view before;
    tio_view after;

    tio_view_of(&home->game, home->onlooker, &before);
    tio_view_of(game, home->onlooker, &after);
    answers_note(&home->answers, move);
    event_tell(&teller, &before, &seen, &after, &home->answers);
    if (home->eyes.moved)
        home->eyes.moved(home->eyes.context, &before, &seen, &after);
    if (game->phase != TIO_PHASE_DISCARD && game->phase != TIO_PHASE_DRAW)
        forget_answers(home);
}

static void moved(struct home *home, const tio_move *move)
{
    const struct table *table = home->table;
    struct crew_move told = {home->game.phase, table->game.phase, *move};
    tio_error error = past_add(&home->past, move) ? TIO_OK : TIO_E_MEMORY;

    if (error == TIO_OK)
        error = tio_record_add(home->record, &table->game, move);
    if (error != TIO_OK)
        home->trouble = error;
    crew_saw(&home->crew, &home->deck, &told, table->undo_moves);
    tell_move(home, move);
    home->game = table->game;
}

/* A record is only ever added to: without the last move it is another one. */
static tio_error record_again(struct home *home)
{
    tio_record_writer *fresh = tio_record_new(&home->deck, &home->head);
    tio_game game;
    tio_error error = tio_game_init(&game, &home->deck, &home->head.settings);

    if (!fresh)
        return TIO_E_MEMORY;
    for (size_t i = 0; i < home->past.count && error == TIO_OK; i++) {
        error = tio_apply(&game, &home->deck, &home->past.move[i]);
        if (error == TIO_OK)
            error = tio_record_add(fresh, &game, &home->past.move[i]);
    }
    if (error != TIO_OK) {
        tio_record_free(fresh);
        return error;
    }
    tio_record_free(home->record);
    home->record = fresh;
    return TIO_OK;
}

static void took_back(struct home *home, unsigned seat)
{
    tio_error error;

    past_drop(&home->past);
    crew_undo(&home->crew);
    error = record_again(home);
    if (error != TIO_OK)
        home->trouble = error;
    home->answers.combos[seat] = TIO_NONE;
    home->answers.actions[seat] = TIO_NONE;
    if (home->onlooker == seat)
        tell(&home->log, _("You take your last move back."));
    else
        tell(&home->log, _("%s takes the last move back."),
             home->names.of[seat]);
    home->game = home->table->game;
    if (home->eyes.took_back)
        home->eyes.took_back(home->eyes.context, seat);
}

void home_save(struct home *home)
{
    size_t length;
    const char *text = tio_record_text(home->record, &length);
    bool failed_before = home->save_failed;

    if (!home->saving)
        return;
    home->save_failed = !save_write(&home->save, text, length);
    if (home->save_failed && !failed_before && home->eyes.not_saved)
        home->eyes.not_saved(home->eyes.context);
    if (!home->save_failed && failed_before && home->eyes.saved_again)
        home->eyes.saved_again(home->eyes.context);
}

static void note(struct home *home, const struct table_event *event)
{
    if (event->type == TABLE_EVENT_UNDO)
        took_back(home, event->seat);
    else if (event->type == TABLE_EVENT_MOVE ||
             event->type == TABLE_EVENT_CHANCE)
        moved(home, &event->move);
    else
        return;
    home_save(home);
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
    const struct home *home = context;
    tio_random random;

    tio_random_init(&random, home->seating.seed, table->chances);
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
static bool sits_as_person(const struct home *home, unsigned seat)
{
    return home->people >> seat & 1 || (!home->people && seat == 0);
}

static bool fold(struct home *home, struct table_event *event)
{
    char why[200];

    event->seq = home->table->seq + 1;
    event->time = NOW;
    return table_fold(home->table, event, why) || home_fail(home, "%s", why);
}

static bool is_builtin(const tio_deck *deck)
{
    const tio_deck *other;

    for (unsigned i = 0; (other = tio_deck_builtin(i)) != NULL; i++)
        if (other->hash == deck->hash && strcmp(other->name, deck->name) == 0)
            return true;
    return false;
}

static bool create(struct home *home)
{
    const tio_settings *settings = &home->head.settings;
    struct table_event event = {.type = TABLE_EVENT_CREATE};
    char *own = NULL;
    bool done;

    event.settings = table_settings_default(settings->players);
    event.settings.game = *settings;
    event.settings.bot_ms = 0;
    event.settings.hints = home->hints;
    event.person = person_on(0);
    if (is_builtin(&home->deck)) {
        memcpy(event.settings.deck, home->deck.name,
               sizeof event.settings.deck);
    } else {
        own = malloc(DECK_TEXT);
        if (!own)
            return home_fail(home, "%s", _("out of memory"));
        deck_print(&home->deck, own, DECK_TEXT);
        memcpy(event.settings.deck, OWN_DECK, sizeof OWN_DECK);
        event.deck = own;
    }
    done = fold(home, &event);
    free(own);
    return done;
}

static bool sit_down(struct home *home, unsigned seat)
{
    struct table_event event = {.seat = (uint8_t)seat};

    memcpy(event.name, home->names.of[seat], sizeof event.name);
    if (sits_as_person(home, seat)) {
        event.type = TABLE_EVENT_SIT;
        event.person = person_on(seat);
    } else {
        event.type = TABLE_EVENT_BOT;
        snprintf(event.level, sizeof event.level, LEVEL "%u", seat + 1);
    }
    return fold(home, &event);
}

bool home_seat(struct home *home)
{
    struct table_event commit = {.type = TABLE_EVENT_COMMIT};
    struct table_event start = {.type = TABLE_EVENT_START};
    bool done;

    forget_answers(home);
    home->host = (struct table_host){
        .context = home,
        .decks = decks_new(),
        .happened = happened,
        .deal = deal,
        .secret = secret,
        .knows = knows,
    };
    home->table = home->host.decks ? table_new(&home->host) : NULL;
    if (!home->table)
        return home_fail(home, "%s", _("out of memory"));
    done = create(home) && fold(home, &commit);
    for (unsigned seat = 0; seat < home->head.settings.players && done; seat++)
        done = sit_down(home, seat);
    start.seat = home->head.settings.first;
    done = done && fold(home, &start);
    home->game = home->table->game;
    return done;
}

static bool untroubled(struct home *home)
{
    return home->trouble == TIO_OK ||
           home_fail(home, "%s", _(tio_error_words(home->trouble)));
}

bool home_follow(struct home *home, const tio_move *move)
{
    bool chance = tio_move_is_chance(move->type);
    struct table_event event = {
        .type = chance ? TABLE_EVENT_CHANCE : TABLE_EVENT_MOVE,
        .seat = move->seat,
        .cause = TABLE_CAUSE_BOT,
        .move = *move,
    };

    if (!chance && sits_as_person(home, move->seat)) {
        event.cause = TABLE_CAUSE_PERSON;
        event.person = person_on(move->seat);
    }
    if (!fold(home, &event))
        return false;
    note(home, &event);
    return untroubled(home);
}

void home_go_on(struct home *home)
{
    table_resume(home->table, NOW);
    for (unsigned seat = 0; seat < home->head.settings.players; seat++)
        table_present(home->table, seat, true, NOW);
}

/* ---- Asking for something ---------------------------------------------- */

static bool ask_table(struct home *home, const struct table_command *command)
{
    struct table_refusal why;

    if (table_do(home->table, command, NOW, NULL, &why) == TABLE_E_OK)
        return untroubled(home);
    if (why.error == TABLE_E_ILLEGAL)
        return home_fail(home, "%s", _(tio_error_words(why.rule)));
    return home_fail(home, "%s", _(table_error_words(why.error)));
}

static bool answer_table(struct home *home, const tio_move *move)
{
    struct table *table = home->table;

    if (table_answer(table, move->seat, table->seat[move->seat].question, move,
                     NOW) != TABLE_ANSWER_TAKEN)
        return home_fail(home, "%s", _("a bot's move does not fit"));
    /* Here nobody waits for the moment of a bot. */
    table_tick(table, table->seat[move->seat].thought.release);
    return untroubled(home);
}

bool home_do(struct home *home, unsigned seat, const tio_move *move)
{
    struct table_command command = {
        .type = TABLE_DO_MOVE,
        .person = person_on(seat),
    };
    char text[TIO_MOVE_TEXT];

    if (!sits_as_person(home, seat))
        return answer_table(home, move);
    tio_move_print(&home->deck, move, text);
    command.text = text;
    return ask_table(home, &command);
}

bool home_undo(struct home *home, unsigned seat)
{
    struct table_command command = {
        .type = TABLE_DO_UNDO,
        .person = person_on(seat),
    };

    return ask_table(home, &command);
}
