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
    json_object_begin(json_key(json, "you"));
    json_seat(json_key(json, "seat"), page->seat);
    json_bool(json_key(json, "host"), host);
    json_bool(json_key(json, "undo"),
              seated && table_undo_seat(table) == page->seat);
    if (table_may_hurry(table, page->seat))
        json_bool(json_key(json, "hurry"), true);
    if (host && table->settings.code[0])
        json_str(json_key(json, "code"), table->settings.code);
    if (table->spoken[0] && table->phase == TABLE_OPEN)
        json_str(json_key(json, "spoken"), table->spoken);
    json_object_end(json);
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
    json_object_begin(json);
    for (unsigned i = 0; (row = table_setting(i)); i++) {
        const char *dot = strchr(row->name, '.');
        if (row->later && setting_is_usual(row, &settled))
            continue;
        if (within && !dot)
            json_object_end(json);
        if (dot && !within) {
            char name[16] = "";
            memcpy(name, row->name, (size_t)(dot - row->name));
            json_object_begin(json_key(json, name));
        }
        within = dot ? (size_t)(dot - row->name) + 1 : 0;
        json_key(json, row->name + within);
        setting_json(json, row, &settled);
    }
    json_object_end(json);
    table->told_size = text.buffer.failed ? 0 : text.buffer.size;
    assert(table->told_size > 0);
}

static void write_clock(const struct json_page *page, unsigned seat,
                        uint64_t now)
{
    struct json *json = page->json;
    uint64_t left = table_clock(page->table, seat, now);
    bool has = left != TABLE_NEVER;
    json_key(json, "clock");
    if (has)
        json_uint(json, left);
    else
        json_none(json);
    json_bool(json_key(json, "running"),
              has && page->table->seat[seat].asked_time != 0);
}

static void write_seat(const struct json_page *page, unsigned seat,
                       uint64_t now)
{
    struct json *json = page->json;
    const struct table_seat *at = &page->table->seat[seat];
    json_object_begin(json);
    json_seat(json_key(json, "seat"), seat);
    json_word(json_key(json, "kind"), kind_words[at->kind]);
    if (at->kind != TABLE_SEAT_EMPTY) {
        json_str(json_key(json, "name"), at->name);
        json_colour(json_key(json, "colour"), at->colour);
        if (at->kind == TABLE_SEAT_BOT)
            json_str(json_key(json, "level"), at->level);
        json_bool(json_key(json, "present"),
                  at->kind == TABLE_SEAT_BOT || at->present);
        json_bool(json_key(json, "stand_in"), at->stand_in);
        json_bool(json_key(json, "left"), at->left);
        if (at->gave_up)
            json_str(json_key(json, "successor"),
                     page->table->settings.stand_in);
        json_bool(json_key(json, "again"), at->again);
        write_clock(page, seat, now);
        if (table_grace_end(page->table, seat) != TABLE_NEVER)
            json_uint(json_key(json, "grace"),
                      table_grace_left(page->table, seat, now));
    }
    json_object_end(json);
}

static void write_seats(const struct json_page *page, uint64_t now)
{
    json_array_begin(json_key(page->json, "seats"));
    for (unsigned seat = 0; seat < page->table->settings.game.players; seat++)
        write_seat(page, seat, now);
    json_array_end(page->json);
}

/* The secret of the game that is on is not looked at here. */
static void write_fair(const struct json_page *page)
{
    struct json *json = page->json;
    const struct table *table = page->table;
    unsigned contributed = 0;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        contributed |= (unsigned)table->seat[seat].contributed << seat;
    json_object_begin(json_key(json, "fair"));
    json_key(json, "commit");
    if (table->has_secret)
        json_hex(json, table->commit, TABLE_BYTES);
    else
        json_none(json);
    json_seats(json_key(json, "contributed"), contributed);
    json_key(json, "last");
    if (table->has_revealed) {
        json_object_begin(json);
        json_hex(json_key(json, "commit"), table->revealed_commit, TABLE_BYTES);
        json_hex(json_key(json, "secret"), table->revealed, TABLE_BYTES);
        json_object_end(json);
    } else {
        json_none(json);
    }
    json_object_end(json);
}

static void write_beginning(const struct json_page *page, bool host)
{
    struct json *json = page->json;
    const struct table *table = page->table;
    struct section begun = section_begin(page);
    json_word(json_key(json, "phase"), phase_words[table->phase]);
    json_int(json_key(json, "games"), table->games);
    section_end(page, SECTION_PHASE, begun);
    begun = section_begin(page);
    json_uint(json_key(json, "position"), table->position);
    section_end(page, SECTION_POSITION, begun);
    begun = section_begin(page);
    write_you(page, host);
    section_end(page, SECTION_YOU, begun);
    begun = section_begin(page);
    json_seat(json_key(json, "host"), host_seat(table));
    section_end(page, SECTION_HOST, begun);
}

static void write_table(const struct json_page *page, uint64_t now)
{
    struct section begun = section_begin(page);
    json_bytes(json_key(page->json, "settings"), page->table->told,
               page->table->told_size);
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
    json_object_begin(page->json);
    write_beginning(page, viewer.host);
    write_table(page, now);
    struct section begun = section_begin(page);
    json_key(page->json, "game");
    /* Between two games there is none for a moment, after a snapshot. */
    if (table->games > 0 && table->phase != TABLE_OPEN &&
        table->game.settings.players > 0) {
        tio_view_of(&table->game, viewer.seat, &page->view);
        if (!json_game(page))
            section_undo(page, begun);
    } else {
        json_none(page->json);
        section_end(page, SECTION_NO_GAME, begun);
    }
    json_object_end(page->json);
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
