#define _GNU_SOURCE
#include "bench/load_tables.h"

#include "bench/load_process.h"
#include "bench/ws_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID 32
#define MOVE 256
#define OFFER 512 /* as much of it as is read */

struct group;

enum asked { NOTHING, HELLO, CREATE, ENTER, SIT, PLAY, EXIT, CLOSE };

/* A client. What it could do is noted with every state that comes, and done
 * once it has no question open. */
struct player {
    struct group *group;
    struct ws_conn *conn;
    enum asked asked;
    unsigned number; /* of its requests */
    bool away;       /* has left the room */
    bool thinking;
    double asked_at;
    double thought_at; /* when it has thought enough */
    struct player *next_thinking;
    unsigned long position; /* what `move` is for */
    char move[MOVE];        /* "": nothing */
    char offer[OFFER];      /* what may be done, as the server wrote it */
};

/* The four of a table. */
struct group {
    struct load_tables *all;
    unsigned number;
    unsigned greeted;
    unsigned moves;  /* at this table */
    unsigned played; /* tables */
    uint64_t since;  /* moves since the last mark */
    bool over;       /* this table has had its moves */
    bool closing;
    char table[ID];
    struct player player[LOAD_SEATS];
};

struct load_tables {
    struct load_plan plan;
    struct load_sums sums;
    struct ws_pool *pool;
    struct player *thinking;
    uint64_t random;
    bool begun;
    struct group *groups;
};

static unsigned below(struct load_tables *all, unsigned count)
{
    all->random = all->random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((all->random >> 33) % count);
}

/* ---- Asking ------------------------------------------------------------ */

static void ask(struct player *player, enum asked asked, const char *rest)
{
    struct load_sums *sums = &player->group->all->sums;
    char text[1024];
    if (!player->conn)
        return;
    int size = snprintf(text, sizeof text, "{\"id\":\"%u\",%s}",
                        ++player->number, rest);
    player->asked = asked;
    player->asked_at = load_now();
    sums->in++;
    sums->bytes_in += (size_t)size;
    ws_send(player->conn, text, (size_t)size);
}

static void ask_of_table(struct player *player, enum asked asked,
                         const char *what, const char *more)
{
    char text[512];
    snprintf(text, sizeof text, "\"do\":\"%s\",\"table\":\"%s\"%s", what,
             player->group->table, more);
    ask(player, asked, text);
}

static void add_bytes(struct player *player, char text[80])
{
    size_t at = strlen(text);
    for (int i = 0; i < 64; i++)
        text[at++] = "0123456789abcdef"[below(player->group->all, 16)];
    text[at++] = '"';
    text[at] = '\0';
}

static void say_hello(struct player *player)
{
    char text[128];
    snprintf(text, sizeof text,
             "\"do\":\"hello\",\"version\":1,\"name\":\"P%u-%td\","
             "\"colour\":\"#3a7bd5\"",
             player->group->number + 1, player - player->group->player + 1);
    ask(player, HELLO, text);
}

static void create(struct group *group)
{
    char text[400] = "";
    char starts[32] = "";
    group->moves = 0;
    group->over = false;
    group->closing = false;
    for (unsigned i = 0; i < LOAD_SEATS; i++) {
        group->player[i].move[0] = '\0';
        group->player[i].offer[0] = '\0';
        group->player[i].away = false;
    }
    if (group->all->plan.starts > 0)
        snprintf(starts, sizeof starts, ",\"starts\":%u",
                 group->all->plan.starts);
    snprintf(text, sizeof text,
             "\"do\":\"create\",\"settings\":{\"players\":4,\"bot\":0,"
             "\"grace\":86400000%s}",
             starts);
    ask(&group->player[0], CREATE, text);
}

static void sit(struct player *player)
{
    char text[96] = ",\"bytes\":\"";
    add_bytes(player, text);
    ask_of_table(player, SIT, "sit", text);
}

/* ---- Playing ----------------------------------------------------------- */

/* The first text in quotes behind `at`. */
static bool copy_text(char out[MOVE], const char *before, const char *at)
{
    const char *begin = strchr(at, '"');
    const char *end = begin ? strchr(begin + 1, '"') : NULL;
    if (!end || (size_t)(end - begin) + strlen(before) > MOVE)
        return false;
    snprintf(out, MOVE, "%s%.*s", before, (int)(end - begin - 1), begin + 1);
    return true;
}

static void choose_turn(struct player *player, const char *take)
{
    struct load_tables *all = player->group->all;
    const char *end = strchr(take, ']');
    const char *at = take;
    unsigned dice = 0;
    if (!end)
        return;
    for (const char *comma = take; comma < end; comma++)
        dice += *comma == ',';
    dice += end > take;
    bool may_pass = strncmp(end, "],\"pass\":true", 13) == 0;
    if (dice == 0 || (may_pass && below(all, 8) == 0)) {
        snprintf(player->move, MOVE, may_pass ? "pass" : "done");
        return;
    }
    for (unsigned skip = below(all, dice); skip > 0; skip--)
        at = strchr(at, ',') + 1;
    copy_text(player->move, "take ", at);
}

static void choose_discard(struct player *player, const char *places)
{
    bool may_keep = strstr(places, "\"keep\":true");
    if (places[0] == ']' || (may_keep && below(player->group->all, 2) == 0))
        snprintf(player->move, MOVE, "keep");
    else
        snprintf(player->move, MOVE, "discard %c", places[0]);
}

/* `moves` begins behind its bracket. Actions are kept for the discard: aiming
 * them would take more reading than they are worth here. */
static void choose(struct player *player, const char *moves)
{
    if (strncmp(moves, "\"take\":[", 8) == 0)
        choose_turn(player, moves + 8);
    else if (strncmp(moves, "\"lay\":[{\"move\":", 15) == 0)
        copy_text(player->move, "", moves + 15);
    else if (strncmp(moves, "\"discard\":[", 11) == 0)
        choose_discard(player, moves + 11);
    else if (strncmp(moves, "\"draw\":[", 8) == 0)
        copy_text(player->move, "", moves + 8);
}

static void play(struct player *player)
{
    char more[MOVE + 64];
    snprintf(more, sizeof more, ",\"move\":\"%s\",\"at\":%lu", player->move,
             player->position);
    player->move[0] = '\0';
    ask_of_table(player, PLAY, "move", more);
}

static void think(struct player *player)
{
    struct load_tables *all = player->group->all;
    unsigned ms = all->plan.think_ms;
    if (player->thinking)
        return;
    player->thinking = true;
    player->thought_at = load_now() + (ms / 2.0 + below(all, ms + 1)) / 1000;
    player->next_thinking = all->thinking;
    all->thinking = player;
}

/* Whatever is next, if no question is open. */
static void go_on(struct player *player)
{
    struct group *group = player->group;
    const struct load_plan *plan = &group->all->plan;
    if (player->asked != NOTHING || player->away)
        return;
    if (group->over) {
        if (plan->end == LOAD_END_EXIT)
            ask_of_table(player, EXIT, "exit", "");
        else if (player == &group->player[0] && !group->closing) {
            group->closing = true;
            ask_of_table(player, CLOSE, "close", "");
        }
    } else if (player->move[0] && plan->think_ms > 0) {
        think(player);
    } else if (player->move[0]) {
        play(player);
    }
}

static void table_is_over(struct group *group)
{
    if (group->over)
        return;
    group->over = true;
    for (unsigned i = 0; i < LOAD_SEATS; i++)
        go_on(&group->player[i]);
}

/* One of the four is away; the last one starts again. */
static void gone(struct player *player)
{
    struct group *group = player->group;
    unsigned away = 0;
    player->away = true;
    for (unsigned i = 0; i < LOAD_SEATS; i++)
        away += group->player[i].away && group->player[i].asked == NOTHING;
    if (away < LOAD_SEATS)
        return;
    group->played++;
    group->all->sums.tables++;
    if (group->played == group->all->plan.tables_each)
        group->all->sums.done++;
    else
        create(group);
}

/* ---- What comes -------------------------------------------------------- */

static void note_time(struct load_sums *sums, double seconds)
{
    if (sums->times == sums->room) {
        size_t room = sums->room * 2 + 4096;
        uint32_t *larger = realloc(sums->us, room * sizeof *larger);
        if (!larger)
            return;
        sums->us = larger;
        sums->room = room;
    }
    sums->us[sums->times++] = (uint32_t)(seconds * 1e6);
}

static void moved(struct player *player)
{
    struct group *group = player->group;
    struct load_tables *all = group->all;
    /* The state that it led to is still to come; what came meanwhile was from
     * before it. */
    player->move[0] = '\0';
    all->sums.moves++;
    group->moves++;
    group->since++;
    note_time(&all->sums, load_now() - player->asked_at);
    if (all->plan.moves_of_table > 0 &&
        group->moves >= all->plan.moves_of_table)
        table_is_over(group);
}

static void refused(struct player *player, const char *text)
{
    struct load_sums *sums = &player->group->all->sums;
    if (strstr(text, "\"error\":\"stale\"")) {
        sums->stale++;
        return;
    }
    if (sums->refused++ == 0)
        fprintf(stderr, "refused: %s\n", text);
}

static void greeted(struct group *group)
{
    if (++group->greeted < LOAD_SEATS)
        return;
    group->all->sums.seated++;
    if (group->all->begun)
        create(group);
}

static void made(struct group *group, const char *text)
{
    const char *id = strstr(text, "\"table\":\"");
    size_t size = id ? strcspn(id + 9, "\"") : 0;
    if (size == 0 || size >= sizeof group->table)
        return;
    memcpy(group->table, id + 9, size);
    group->table[size] = '\0';
    sit(&group->player[0]);
    for (unsigned i = 1; i < LOAD_SEATS; i++)
        ask_of_table(&group->player[i], ENTER, "enter", "");
}

static void answered(struct player *player, const char *text)
{
    enum asked asked = player->asked;
    player->asked = NOTHING;
    if (!strstr(text, ",\"ok\":true"))
        refused(player, text);
    else if (asked == HELLO)
        greeted(player->group);
    else if (asked == CREATE)
        made(player->group, text);
    else if (asked == ENTER)
        sit(player);
    else if (asked == PLAY)
        moved(player);
    else if (asked == EXIT || (asked == CLOSE && player->away))
        gone(player);
    go_on(player);
}

static void told(struct player *player, const char *text)
{
    struct group *group = player->group;
    const char *state = strstr(text, ",\"state\":{");
    if (!state)
        state = strstr(text, ",\"changes\":{");
    if (!state)
        return;
    state = strchr(state, '{') + 1;
    player->move[0] = '\0';
    if (strncmp(state, "\"phase\":\"over", 13) == 0) {
        if (!group->over)
            group->all->sums.games++;
        table_is_over(group);
        return;
    }
    const char *position = strstr(state, "\"position\":");
    const char *moves = strstr(state, "\"moves\":");
    if (position)
        player->position =
            strtoul(position + strlen("\"position\":"), NULL, 10);
    if (moves) /* or they are the same as before */
        snprintf(player->offer, sizeof player->offer, "%s",
                 moves + strlen("\"moves\":"));
    if (player->offer[0] != '{')
        return;
    choose(player, player->offer + 1);
    go_on(player);
}

static void on_open(void *context, struct ws_conn *conn)
{
    (void)context;
    say_hello(ws_user(conn));
}

static void on_message(void *context, struct ws_conn *conn, char *text,
                       size_t size)
{
    static const char of_table[] = "{\"table\":\"";
    struct load_tables *all = context;
    struct player *player = ws_user(conn);
    all->sums.out++;
    all->sums.bytes_out += size;
    if (strncmp(text, "{\"re\":", 6) == 0) {
        answered(player, text);
        return;
    }
    if (strncmp(text, of_table, sizeof of_table - 1) != 0)
        return;
    size_t id = strlen(player->group->table);
    if (strncmp(text + sizeof of_table - 1, player->group->table, id) != 0)
        return; /* the answer to 'create' comes before anything of its table */
    if (strncmp(text + sizeof of_table - 1 + id, "\",\"gone\":", 9) == 0)
        gone(player);
    else
        told(player, text);
}

static void on_closed(void *context, struct ws_conn *conn, unsigned code)
{
    struct load_tables *all = context;
    struct player *player = ws_user(conn);
    player->conn = NULL;
    player->asked = CLOSE; /* never answered: it does nothing any more */
    if (all->sums.lost++ == 0)
        fprintf(stderr, "a player was cut off with code %u\n", code);
}

/* ---- From outside ------------------------------------------------------ */

static bool connect_all(struct load_tables *all)
{
    for (unsigned i = 0; i < all->plan.tables; i++) {
        struct group *group = &all->groups[i];
        group->all = all;
        group->number = i;
        for (unsigned j = 0; j < LOAD_SEATS; j++) {
            struct player *player = &group->player[j];
            player->group = group;
            unsigned port = all->plan.other_port && j % 2 ? all->plan.other_port
                                                          : all->plan.port;
            player->conn =
                ws_connect(all->pool, port, "/ws", all->plan.source + i, "");
            if (!player->conn) {
                fprintf(stderr, "can't connect player %u of table %u\n", j + 1,
                        i + 1);
                return false;
            }
            ws_set_user(player->conn, player);
        }
        /* A backlog has its limit. */
        while (all->sums.seated + 50 <= i && all->sums.lost == 0)
            load_tables_run(all, 100);
    }
    while (all->sums.seated < all->plan.tables && all->sums.lost == 0)
        load_tables_run(all, 100);
    return all->sums.lost == 0;
}

struct load_tables *load_tables_new(const struct load_plan *plan)
{
    struct load_tables *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    struct ws_handlers handlers = {.context = all,
                                   .open = on_open,
                                   .message = on_message,
                                   .closed = on_closed};
    all->plan = *plan;
    all->random = 1;
    all->pool = ws_pool_new(&handlers);
    all->groups = calloc(plan->tables, sizeof *all->groups);
    if (all->pool && all->groups && connect_all(all))
        return all;
    load_tables_free(all);
    return NULL;
}

void load_tables_free(struct load_tables *all)
{
    if (!all)
        return;
    ws_pool_free(all->pool);
    free(all->sums.us);
    free(all->groups);
    free(all);
}

void load_tables_begin(struct load_tables *all)
{
    all->begun = true;
    for (unsigned i = 0; i < all->plan.tables; i++)
        create(&all->groups[i]);
}

/* Those who have thought enough move. */
static void wake(struct load_tables *all)
{
    struct player *waiting = all->thinking;
    double now = load_now();
    all->thinking = NULL;
    while (waiting) {
        struct player *player = waiting;
        waiting = player->next_thinking;
        if (player->thought_at > now) {
            player->next_thinking = all->thinking;
            all->thinking = player;
            continue;
        }
        player->thinking = false;
        if (player->asked == NOTHING && !player->group->over && player->move[0])
            play(player);
    }
}

void load_tables_run(struct load_tables *all, int ms)
{
    ws_pool_run(all->pool, all->thinking && ms > 1 ? 1 : ms);
    if (all->thinking)
        wake(all);
}

struct load_sums *load_tables_sums(struct load_tables *all)
{
    return &all->sums;
}

void load_tables_mark(struct load_tables *all)
{
    all->sums.times = 0;
    for (unsigned i = 0; i < all->plan.tables; i++)
        all->groups[i].since = 0;
}

uint64_t load_tables_least(const struct load_tables *all)
{
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < all->plan.tables; i++)
        if (all->groups[i].since < least)
            least = all->groups[i].since;
    return least;
}

static int by_size(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left;
    uint32_t b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

double load_sums_time(struct load_sums *sums, double part)
{
    if (sums->times == 0)
        return 0;
    qsort(sums->us, sums->times, sizeof *sums->us, by_size);
    size_t at = (size_t)(part * (double)sums->times);
    return sums->us[at < sums->times ? at : sums->times - 1];
}
