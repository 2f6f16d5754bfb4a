/* A log from a disk: each line that is read is written as the same bytes, what
 * can follow is folded, and the table that comes of it holds, comes back the
 * same when it is asked to go on, and plays. */
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void happened(void *context, struct table *table,
                     const struct table_event *event)
{
    static char text[TABLE_EVENT];
    static char room[TABLE_DECK];
    struct table_event again;
    (void)context;
    size_t size = table_event_print(event, table->deck, text);
    if (size == 0 ||
        !table_event_parse(text, size, table->deck, &again, room, NULL))
        abort();
}

static void deal(void *context, const struct table *table, tio_move *out)
{
    (void)context;
    tio_random random;
    tio_random_init(&random, table->secret[0], table->chances);
    tio_deal_random(&table->game, table->deck, &random, out);
}

static void secret(void *context, uint8_t out[TABLE_BYTES],
                   uint8_t commit[TABLE_BYTES])
{
    (void)context;
    memset(out, 1, TABLE_BYTES);
    memset(commit, 2, TABLE_BYTES);
}

static bool knows(void *context, const char *level)
{
    (void)context;
    return level[0] != '\0';
}

static void check(const struct table *table)
{
    bool between = table->phase == TABLE_OVER && !table->game.settings.players;
    if (table->games > 0 && !between &&
        tio_game_check(&table->game, table->deck, NULL))
        abort();
    if (table->deck && tio_deck_cards(table->deck) == 0)
        abort();
    if (table->undo_moves > TABLE_UNDO)
        abort();
}

static void read_line(struct table *table, const char *line, size_t size)
{
    static char text[TABLE_EVENT];
    static char room[TABLE_DECK];
    struct table_event event;
    tio_text_error error = {0, 0, ""};
    char why[200] = "";
    uint64_t seq = table->seq;
    if (!table_event_parse(line, size, table->deck, &event, room, &error)) {
        if (error.line == 0 || error.column == 0 || error.what[0] == '\0')
            abort();
        return;
    }
    if (table_event_print(&event, table->deck, text) != size ||
        memcmp(text, line, size) != 0)
        abort();
    bool folded = table_fold(table, &event, why);
    if (table->seq != (folded ? event.seq : seq) || (!folded && why[0] == '\0'))
        abort();
    check(table);
}

/* Everybody is away: bots play. */
static void go_on(struct table *table)
{
    const tio_bot *bot = tio_bot_named("random");
    uint64_t now = table->time;
    if (table->seq == 0)
        return;
    tio_random random;
    tio_random_init(&random, table->seq, 0);
    table_resume(table, now);
    for (unsigned n = 0; n < 10 && table->phase != TABLE_CLOSED; n++) {
        struct table_want want;
        table_tick(table, now);
        while (table_wants(table, now, &want)) {
            tio_move move;
            bot->choose(&want.view, table->deck, NULL, &random, &move);
            if (table_answer(table, want.seat, want.ticket, &move, now) ==
                TABLE_ANSWER_ILLEGAL)
                abort();
        }
        check(table);
        if ((table_due(table) == TABLE_NEVER) != (table->phase == TABLE_CLOSED))
            abort();
        if (table_due(table) > now)
            now = table_due(table);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct table_host host = {
        .happened = happened, .deal = deal, .secret = secret, .knows = knows};
    host.decks = decks_new();
    struct table *table = host.decks ? table_new(&host) : NULL;
    char *text = malloc(size + 1);
    if (table && text) {
        memcpy(text, data, size);
        const char *end = text + size;
        const char *at = text;
        while (at < end) {
            const char *feed = memchr(at, '\n', (size_t)(end - at));
            const char *stop = feed ? feed : end;
            read_line(table, at, (size_t)(stop - at));
            at = feed ? feed + 1 : end;
        }
        go_on(table);
    }
    free(text);
    table_free(table);
    if (host.decks && decks_held(host.decks) != 0)
        abort();
    decks_free(host.decks);
    return 0;
}
