/* The state of a table for one viewer: who sits there, what was agreed, whose
 * clock runs, and the game as far as the viewer may know it. */
#include "table/json.h"

#include "table/json_parts.h"

#include <assert.h>

static const char *const phase_words[TABLE_PHASES] = {
    [TABLE_OPEN] = "open",
    [TABLE_PLAYING] = "playing",
    [TABLE_OVER] = "over",
    [TABLE_CLOSED] = "closed",
};

static const char *const kind_words[TABLE_SEAT_KINDS] = {
    [TABLE_SEAT_EMPTY] = "empty",
    [TABLE_SEAT_PERSON] = "person",
    [TABLE_SEAT_BOT] = "bot",
};

static unsigned host_seat(const struct table *table)
{
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        const struct table_seat *at = &table->seat[seat];
        if (at->kind == TABLE_SEAT_PERSON &&
            table_person_same(at->person, table->owner))
            return seat;
    }
    return TIO_NONE;
}

static void write_you(const struct json_page *page, bool host)
{
    struct json *json = page->json;
    const struct table *table = page->table;
    bool seated = page->seat < TIO_MAX_PLAYERS;
    JSON_KEY(json, "you");
    json_begin(json, '{');
    JSON_KEY(json, "seat");
    json_seat(json, page->seat);
    JSON_KEY(json, "host");
    json_yes(json, host);
    JSON_KEY(json, "undo");
    json_yes(json, seated && table_undo_seat(table) == page->seat);
    if (host && table->settings.code[0]) {
        JSON_KEY(json, "code");
        json_str(json, table->settings.code);
    }
    json_end(json, '}');
}

/* Every state has them, and they seldom change. What is within an object, such
 * as a clock, stands in one row after the other. */
void table_tell_settings(struct table *table)
{
    struct json text = json_fixed(table->told, sizeof table->told);
    struct json *json = &text;
    struct table_settings settled = table->settings;
    const struct setting *row;
    size_t within = 0; /* bytes of the object's name and the dot */
    settled.game = settings_settled(&settled.game);
    json_begin(json, '{');
    for (unsigned i = 0; (row = table_setting(i)); i++) {
        const char *dot = strchr(row->name, '.');
        if (row->later && setting_is_usual(row, &settled))
            continue;
        if (within && !dot)
            json_end(json, '}');
        if (dot && !within) {
            char name[16] = "";
            memcpy(name, row->name, (size_t)(dot - row->name));
            json_key(json, name);
            json_begin(json, '{');
        }
        within = dot ? (size_t)(dot - row->name) + 1 : 0;
        json_key(json, row->name + within);
        setting_json(json, row, &settled);
    }
    json_end(json, '}');
    table->told_size = text.buffer.failed ? 0 : text.buffer.size;
    assert(table->told_size > 0);
}

static void write_clock(const struct json_page *page, unsigned seat,
                        uint64_t now)
{
    struct json *json = page->json;
    uint64_t left = table_clock(page->table, seat, now);
    bool has = left != TABLE_NEVER;
    JSON_KEY(json, "clock");
    if (has)
        json_uint(json, left);
    else
        json_nothing(json);
    JSON_KEY(json, "running");
    json_yes(json, has && page->table->seat[seat].asked_time != 0);
}

static void write_seat(const struct json_page *page, unsigned seat,
                       uint64_t now)
{
    struct json *json = page->json;
    const struct table_seat *at = &page->table->seat[seat];
    json_begin(json, '{');
    JSON_KEY(json, "seat");
    json_seat(json, seat);
    JSON_KEY(json, "kind");
    json_word(json, kind_words[at->kind]);
    if (at->kind != TABLE_SEAT_EMPTY) {
        JSON_KEY(json, "name");
        json_str(json, at->name);
        JSON_KEY(json, "colour");
        json_colour(json, at->colour);
        if (at->kind == TABLE_SEAT_BOT) {
            JSON_KEY(json, "level");
            json_str(json, at->level);
        }
        JSON_KEY(json, "present");
        json_yes(json, at->kind == TABLE_SEAT_BOT || at->present);
        JSON_KEY(json, "stand_in");
        json_yes(json, at->stand_in);
        JSON_KEY(json, "left");
        json_yes(json, at->left);
        JSON_KEY(json, "again");
        json_yes(json, at->again);
        write_clock(page, seat, now);
    }
    json_end(json, '}');
}

static void write_seats(const struct json_page *page, uint64_t now)
{
    JSON_KEY(page->json, "seats");
    json_begin(page->json, '[');
    for (unsigned seat = 0; seat < page->table->settings.game.players; seat++)
        write_seat(page, seat, now);
    json_end(page->json, ']');
}

/* The secret of the game that is on is not looked at here. */
static void write_fair(const struct json_page *page)
{
    struct json *json = page->json;
    const struct table *table = page->table;
    unsigned contributed = 0;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        contributed |= (unsigned)table->seat[seat].contributed << seat;
    JSON_KEY(json, "fair");
    json_begin(json, '{');
    JSON_KEY(json, "commit");
    if (table->has_secret)
        json_hex(json, table->commit, TABLE_BYTES);
    else
        json_nothing(json);
    JSON_KEY(json, "contributed");
    json_seats(json, contributed);
    JSON_KEY(json, "last");
    if (table->has_revealed) {
        json_begin(json, '{');
        JSON_KEY(json, "commit");
        json_hex(json, table->revealed_commit, TABLE_BYTES);
        JSON_KEY(json, "secret");
        json_hex(json, table->revealed, TABLE_BYTES);
        json_end(json, '}');
    } else {
        json_nothing(json);
    }
    json_end(json, '}');
}

static void write_beginning(const struct json_page *page, bool host)
{
    struct json *json = page->json;
    const struct table *table = page->table;
    struct section begun = section_begin(page);
    JSON_KEY(json, "phase");
    json_word(json, phase_words[table->phase]);
    JSON_KEY(json, "games");
    json_number(json, table->games);
    section_end(page, SECTION_PHASE, begun);
    begun = section_begin(page);
    JSON_KEY(json, "position");
    json_uint(json, table->position);
    section_end(page, SECTION_POSITION, begun);
    begun = section_begin(page);
    write_you(page, host);
    section_end(page, SECTION_YOU, begun);
    begun = section_begin(page);
    JSON_KEY(json, "host");
    json_seat(json, host_seat(table));
    section_end(page, SECTION_HOST, begun);
}

static void write_table(const struct json_page *page, uint64_t now)
{
    struct section begun = section_begin(page);
    JSON_KEY(page->json, "settings");
    json_bytes(page->json, page->table->told, page->table->told_size);
    section_end(page, SECTION_SETTINGS, begun);
    begun = section_begin(page);
    write_seats(page, now);
    section_end(page, SECTION_SEATS, begun);
    begun = section_begin(page);
    write_fair(page);
    section_end(page, SECTION_FAIR, begun);
}

static void write_state(struct json_page *page, const struct table *table,
                        struct table_viewer viewer, uint64_t now)
{
    page->table = table;
    page->deck = table->deck;
    page->seat = viewer.seat;
    json_begin(page->json, '{');
    write_beginning(page, viewer.host);
    write_table(page, now);
    struct section begun = section_begin(page);
    JSON_KEY(page->json, "game");
    /* Between two games there is none for a moment, after a snapshot. */
    if (table->games > 0 && table->phase != TABLE_OPEN &&
        table->game.settings.players > 0) {
        tio_view_of(&table->game, viewer.seat, &page->view);
        if (!json_game(page))
            section_undo(page, begun);
    } else {
        json_nothing(page->json);
        section_end(page, SECTION_NO_GAME, begun);
    }
    json_end(page->json, '}');
}

void table_json_state(struct json *json, const struct table *table,
                      struct table_viewer viewer, uint64_t now,
                      struct table_sections *sent)
{
    struct json_page page;
    page.json = json;
    page.known = NULL;
    page.sent = sent;
    if (sent)
        memset(sent->hash, 0, sizeof sent->hash);
    write_state(&page, table, viewer, now);
}

void table_json_changes(struct json *json, const struct table *table,
                        struct table_viewer viewer, uint64_t now,
                        struct table_sections *sent)
{
    const struct table_sections known = *sent;
    struct json_page page;
    page.json = json;
    page.known = &known;
    page.sent = sent;
    memset(sent->hash, 0, sizeof sent->hash);
    write_state(&page, table, viewer, now);
}
