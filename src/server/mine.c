/* A person's own lists. They cost what the person has, not what the server has:
 * the lobby knows each person's tables, and the store keeps a list of games. */
#include "server/mine.h"

#include "server/answer.h"
#include "server/lobby.h"
#include "server/played.h"

/* The latest, sorted. */
static unsigned latest(const struct lobby *lobby, struct table_person person,
                       const struct lobby_table *out[MINE_TABLES])
{
    const struct keyed_link *link = NULL;
    unsigned count = 0;
    while ((link = lobby_next_of(lobby, person, link))) {
        const struct lobby_table *table = link->table;
        unsigned place = count < MINE_TABLES ? count++ : MINE_TABLES;
        for (; place > 0 && table->about.time > out[place - 1]->about.time;
             place--)
            if (place < MINE_TABLES)
                out[place] = out[place - 1];
        if (place < MINE_TABLES)
            out[place] = table;
    }
    return count;
}

static void put_seats(struct json *json, const struct lobby_about *about)
{
    json_array_begin(json_key(json, "seats"));
    for (unsigned i = 0; i < about->players; i++) {
        const struct lobby_seat *seat = &about->seat[i];
        if (seat->kind == TABLE_SEAT_EMPTY)
            continue;
        json_object_begin(json);
        json_key_int(json, "seat", i + 1);
        json_key_string(json, "kind",
                        seat->kind == TABLE_SEAT_BOT ? "bot" : "person");
        json_key_string(json, "name", seat->name);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_table(struct json *json, const struct lobby_table *table,
                      struct table_person person)
{
    const struct lobby_about *about = &table->about;
    unsigned seat = lobby_seat_of(table, person);
    char link[LOBBY_LINK];
    lobby_link(table, link);
    json_object_begin(json);
    json_key_string(json, "table", table->id);
    json_key_string(json, "link", link);
    json_key_string(json, "phase", lobby_phase_name(about->phase));
    json_key_int(json, "players", about->players);
    put_seats(json, about);
    json_key(json, "seat");
    if (seat < TIO_MAX_PLAYERS)
        json_uint(json, seat + 1);
    else
        json_none(json);
    json_key_bool(json, "host", table_person_same(person, lobby_owner(table)));
    if (about->phase == TABLE_PLAYING) {
        json_key_int(json, "round", about->round);
        json_key_int(json, "rounds", about->rounds);
    }
    json_key_bool(json, "yours",
                  seat < TIO_MAX_PLAYERS && about->deciders >> seat & 1);
    json_uint(json_key(json, "time"), about->time);
    json_object_end(json);
}

void mine_answer(struct session *session, const char *id)
{
    struct server *server = session->server;
    const struct lobby_table *table[MINE_TABLES];
    unsigned count = latest(server->lobby, session->person, table);
    struct json json = answer_begin(id);
    json_array_begin(json_key(&json, "tables"));
    for (unsigned i = 0; i < count; i++)
        put_table(&json, table[i], session->person);
    json_array_end(&json);
    json_key(&json, "records");
    if (played_json(server, session->person, &json)) {
        answer_end(session, &json);
    } else {
        json_free(&json);
        answer_error(session, id,
                     &(struct answer_error){.error = SERVER_E_BUSY});
    }
}
