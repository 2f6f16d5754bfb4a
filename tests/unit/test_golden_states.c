/* What everybody is told of the golden games, after every event and for all
 * eyes. The games are played at a table as on a server: people sit down, moves
 * come as requests, chance is that of the record, and stand-ins play where the
 * record says so. tests/golden/states has a digest for each section of the
 * state, and one for the news; a difference is reported by its section, with
 * the first game, step and eye that it is seen in.
 *
 *     test_golden_states --write FILE
 *         writes the digests anew
 *     test_golden_states --show GAME [STEP [EYE]]
 *         prints the JSON, one section a line, for two builds to be compared:
 *         EYE is the number of a seat, or 0 for a spectator
 *
 * The order of keys in an object makes no difference. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notation/deck_text.h"
#include "support/golden.h"
#include "table/json.h"

#define MOST_GAMES 64
#define MOST_SECTIONS 52 /* each has a letter in the file */
#define MOST_MOVES 1024
#define EYES (TIO_MAX_PLAYERS + 1) /* 0: a spectator; n: seat n */
#define MOMENT 1700000000000U
#define SECOND 1000U
#define FIELD 64

/* ---- The net ----------------------------------------------------------- */

/* A digest that was not the same at the step before, or, of a seat, that is
 * another than the spectator's: 0 if the section is missing, SAME if the seat
 * sees again what the spectator sees. */
struct token {
    unsigned game;
    unsigned step; /* the number of the event */
    unsigned eye;
    unsigned section;
    uint32_t digest;
};

#define SAME 1U

struct net {
    char game[MOST_GAMES][FIELD];
    unsigned games;
    char section[MOST_SECTIONS][FIELD];
    unsigned sections;
    struct token *token;
    size_t count;
    size_t room;
};

static unsigned section_named(struct net *net, const char *name)
{
    unsigned at = 0;
    while (at < net->sections && strcmp(net->section[at], name) != 0)
        at++;
    assert_true(at < MOST_SECTIONS);
    if (at == net->sections)
        snprintf(net->section[net->sections++], FIELD, "%s", name);
    return at;
}

static void add_game(struct net *net, const char *name)
{
    assert_true(net->games < MOST_GAMES);
    snprintf(net->game[net->games++], sizeof net->game[0], "%s", name);
}

static void add_token(struct net *net, struct token token)
{
    if (net->count == net->room) {
        net->room = net->room ? 2 * net->room : 4096;
        net->token = realloc(net->token, net->room * sizeof *net->token);
        assert_non_null(net->token);
    }
    net->token[net->count++] = token;
}

static char letter_of(unsigned section)
{
    return (char)(section < 26 ? 'a' + (int)section : 'A' + (int)section - 26);
}

static unsigned section_of(char letter)
{
    return (unsigned)(letter >= 'a' ? letter - 'a' : letter - 'A' + 26);
}

/* A line for each step: its number, and the tokens. */
static void write_net(const struct net *net, FILE *file)
{
    const struct token *last = NULL;
    for (unsigned i = 0; i < net->sections; i++)
        fprintf(file, "section %c %s\n", letter_of(i), net->section[i]);
    for (size_t i = 0; i < net->count; i++) {
        const struct token *token = &net->token[i];
        bool new_game = !last || token->game != last->game;
        if (new_game)
            fprintf(file, "%sgame %s", last ? "\n" : "",
                    net->game[token->game]);
        if (new_game || token->step != last->step)
            fprintf(file, "\n%u", token->step);
        fprintf(file, " %u%c", token->eye, letter_of(token->section));
        if (token->digest > SAME)
            fprintf(file, "%05" PRIx32, token->digest);
        else
            fputc(token->digest == SAME ? '=' : '-', file);
        last = token;
    }
    fputc('\n', file);
}

static void read_tokens(struct net *net, char *line)
{
    char *rest = NULL;
    unsigned step = (unsigned)strtoul(line, &rest, 10);
    for (char *word = strtok(rest, " \n"); word; word = strtok(NULL, " \n")) {
        assert_true(strlen(word) > 2);
        const char *digest = &word[2];
        struct token token = {.game = net->games - 1,
                              .step = step,
                              .eye = (unsigned)(word[0] - '0'),
                              .section = section_of(word[1])};
        assert_true(token.section < net->sections);
        if (digest[0] == '=')
            token.digest = SAME;
        else if (digest[0] != '-')
            token.digest = (uint32_t)strtoul(digest, NULL, 16);
        add_token(net, token);
    }
}

static void read_net(struct net *net, FILE *file)
{
    static char line[1 << 14];
    char word[64];
    char letter;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "section %c %63s", &letter, word) == 2)
            assert_int_equal(section_named(net, word), section_of(letter));
        else if (sscanf(line, "game %63s", word) == 1)
            add_game(net, word);
        else
            read_tokens(net, line);
}

/* ---- Digests of JSON --------------------------------------------------- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15U;
    return x ^ x >> 29;
}

/* A string, a number, or a word such as null. */
static uint64_t hash_plain(const char **at)
{
    const char *end = *at;
    uint64_t hash = 0xcbf29ce484222325U;
    if (*end == '"')
        for (end++; *end != '"'; end++)
            end += *end == '\\';
    else
        end += strcspn(end, ",:]}") - 1;
    for (; *at <= end; ++*at)
        hash = (hash ^ (unsigned char)**at) * 0x100000001b3U;
    return mix(hash);
}

/* The members of an object are added up, so that their order does not matter;
 * those of an array are put one behind the other. */
static uint64_t hash_value(const char **at)
{
    char open = **at;
    uint64_t hash = (unsigned char)open;
    if (open != '{' && open != '[')
        return hash_plain(at);
    for (++*at; **at != '}' && **at != ']'; *at += **at == ',') {
        if (open == '[') {
            hash = mix(hash + hash_value(at));
            continue;
        }
        uint64_t key = hash_plain(at);
        ++*at;
        hash += mix(key + 3 * hash_value(at));
    }
    ++*at;
    return mix(hash);
}

static uint32_t digest_of(uint64_t hash)
{
    uint32_t digest = (uint32_t)(hash >> 44);
    return digest > SAME ? digest : SAME + 1;
}

/* What is done with a section: its name, its JSON, and the digest. */
typedef void section_visit(void *context, const char *name, const char *text,
                           size_t length, uint32_t digest);

/* The game itself is most of a state: each part of it is a section. */
static void split(const char **at, const char *prefix, section_visit *visit,
                  void *context)
{
    for (++*at; **at != '}'; *at += **at == ',') {
        char name[FIELD];
        size_t length = strcspn(++*at, "\"");
        snprintf(name, sizeof name, "%s%.*s", prefix, (int)length, *at);
        *at += length + 2;
        const char *begin = *at;
        if (strcmp(name, "game") == 0 && **at == '{') {
            split(at, "game.", visit, context);
            continue;
        }
        uint32_t digest = digest_of(hash_value(at));
        visit(context, name, begin, (size_t)(*at - begin), digest);
    }
    ++*at;
}

/* ---- Playing a record at a table --------------------------------------- */

struct line {
    tio_move move;
    bool stand_in;
};

struct play {
    struct net *net;
    struct json json;
    struct table_host host;
    struct table *table;
    tio_record_head head;
    uint8_t secret[TABLE_BYTES];
    struct line line[MOST_MOVES];
    unsigned lines;
    unsigned next; /* the line to be played */
    unsigned requests;
    struct table_want want[TIO_MAX_PLAYERS]; /* the last of each seat */
    uint64_t now;
    /* What each eye has seen last, and what it sees now. */
    uint32_t seen[EYES][MOST_SECTIONS];
    uint32_t sees[EYES][MOST_SECTIONS];
    unsigned eye;
    /* Of --show; nothing is kept then. */
    bool show;
    int show_step; /* or -1: all */
    int show_eye;
};

static void note_section(void *context, const char *name, const char *text,
                         size_t length, uint32_t digest)
{
    struct play *play = context;
    (void)text;
    (void)length;
    play->sees[play->eye][section_named(play->net, name)] = digest;
}

static void print_section(void *context, const char *name, const char *text,
                          size_t length, uint32_t digest)
{
    const struct play *play = context;
    if ((play->show_step < 0 ||
         (uint64_t)play->show_step == play->table->seq) &&
        (play->show_eye < 0 || (unsigned)play->show_eye == play->eye))
        printf("%" PRIu64 " %u %s %05" PRIx32 " %.*s\n", play->table->seq,
               play->eye, name, digest, (int)length, text);
}

static struct table_person person_of(unsigned seat)
{
    return (struct table_person){{(uint8_t)(seat + 1)}};
}

static void look(struct play *play, const struct table *table,
                 const struct table_event *event)
{
    section_visit *visit = play->show ? print_section : note_section;
    unsigned seat = play->eye ? play->eye - 1 : TIO_SPECTATOR;
    struct table_viewer viewer = {(uint8_t)seat, false};
    viewer.host = play->eye && table_is_owner(table, person_of(seat));
    json_clear(&play->json);
    table_json_state(&play->json, table, viewer, play->now, NULL);
    const char *text = json_text(&play->json, NULL);
    assert_non_null(text);
    split(&text, "", visit, play);
    json_clear(&play->json);
    table_json_news(&play->json, table, event, viewer);
    const char *begin = json_text(&play->json, NULL);
    assert_non_null(begin);
    const char *end = begin;
    uint32_t digest = digest_of(hash_value(&end));
    visit(play, "news", begin, (size_t)(end - begin), digest);
}

/* A seat that sees what the spectator sees needs no token. */
static void note_changes(struct play *play, uint64_t step)
{
    struct net *net = play->net;
    for (unsigned eye = 0; eye <= play->head.settings.players; eye++) {
        for (unsigned i = 0; i < net->sections; i++) {
            uint32_t digest = play->sees[eye][i];
            if (eye && digest == play->sees[0][i])
                digest = SAME;
            if (digest != play->seen[eye][i])
                add_token(net, (struct token){net->games - 1, (unsigned)step,
                                              eye, i, digest});
            play->seen[eye][i] = digest;
        }
    }
}

static void happened(void *context, struct table *table,
                     const struct table_event *event)
{
    struct play *play = context;
    memset(play->sees, 0, sizeof play->sees);
    for (unsigned eye = 0; eye <= play->head.settings.players; eye++) {
        play->eye = eye;
        look(play, table, event);
    }
    if (!play->show)
        note_changes(play, event->seq);
}

static void deal(void *context, const struct table *table, tio_move *out)
{
    struct play *play = context;
    (void)table;
    assert_true(play->next < play->lines);
    *out = play->line[play->next++].move;
    assert_true(tio_move_is_chance(out->type));
}

static void secret(void *context, uint8_t out[TABLE_BYTES],
                   uint8_t commit[TABLE_BYTES])
{
    struct play *play = context;
    memcpy(out, play->secret, TABLE_BYTES);
    memcpy(commit, play->head.commit, TABLE_BYTES);
}

static bool knows(void *context, const char *level)
{
    (void)context;
    return tio_bot_named(level) != NULL;
}

static void ask(struct play *play, struct table_command *command, unsigned seat)
{
    struct table_refusal why;
    command->person = person_of(seat);
    snprintf(command->request, sizeof command->request, "r%u",
             play->requests++);
    play->now += SECOND;
    if (table_do(play->table, command, play->now, NULL, &why))
        fail_msg("%s: %s %s", play->net->game[play->net->games - 1],
                 table_error_name(why.error), why.text.what);
}

static void create(struct play *play, const tio_deck *deck)
{
    struct table_settings settings =
        table_settings_default(play->head.settings.players);
    struct table_refusal why;
    static char own[DECK_TEXT];
    bool standard = deck->hash == tio_deck_standard()->hash;
    settings.game = play->head.settings;
    settings.clock = TABLE_CLOCK_GAME;
    settings.base_ms = 3600 * SECOND;
    settings.more_ms = 2 * SECOND;
    settings.grace_ms = SECOND;
    memcpy(settings.code, "open", 5);
    if (!standard) {
        deck_print_short(deck, own, sizeof own);
        snprintf(settings.deck, sizeof settings.deck, "%s", deck->name);
    }
    if (table_create(play->table, &settings, standard ? NULL : own,
                     person_of(0), "create", play->now, &why))
        fail_msg("%s %s", table_error_name(why.error), why.text.what);
}

/* The game begins when the last has sat down. */
static void sit_down(struct play *play)
{
    for (unsigned seat = 0; seat < play->head.settings.players; seat++) {
        struct table_command sit = {.type = TABLE_DO_SIT,
                                    .seat = (uint8_t)seat,
                                    .colour = 0x102030 * seat,
                                    .has_bytes = true,
                                    .code = "open"};
        memcpy(sit.name, play->head.name[seat], sizeof sit.name);
        memcpy(sit.bytes, play->head.bytes[seat], sizeof sit.bytes);
        ask(play, &sit, seat);
        table_present(play->table, seat, true, play->now);
    }
}

/* The person goes, and when the grace is over a bot has the record's move. */
static void stand_in(struct play *play, const tio_move *move)
{
    struct table_want want;
    struct table_want *asked = &play->want[move->seat];
    uint64_t before = play->table->seq;
    table_present(play->table, move->seat, false, play->now);
    play->now += SECOND + SECOND;
    table_tick(play->table, play->now);
    while (table_wants(play->table, play->now, &want))
        play->want[want.seat] = want;
    assert_int_equal(
        table_answer(play->table, move->seat, asked->ticket, move, play->now),
        TABLE_ANSWER_TAKEN);
    play->now = asked->due > play->now ? asked->due : play->now + SECOND;
    table_tick(play->table, play->now);
    assert_true(play->table->seq > before);
}

static void play_moves(struct play *play)
{
    char text[TIO_MOVE_TEXT];
    while (play->next < play->lines) {
        const struct line *line = &play->line[play->next++];
        unsigned seat = line->move.seat;
        assert_false(tio_move_is_chance(line->move.type));
        if (line->stand_in) {
            stand_in(play, &line->move);
            continue;
        }
        play->now += SECOND;
        table_present(play->table, seat, true, play->now);
        tio_move_print(play->table->deck, &line->move, text);
        struct table_command move = {.type = TABLE_DO_MOVE, .text = text};
        ask(play, &move, seat);
    }
    assert_int_equal(play->table->phase, TABLE_OVER);
}

static void play_record(struct play *play, const tio_deck *deck)
{
    play->host = (struct table_host){.context = play,
                                     .decks = decks_new(),
                                     .happened = happened,
                                     .deal = deal,
                                     .secret = secret,
                                     .knows = knows};
    play->table = table_new(&play->host);
    assert_non_null(play->table);
    play->now = MOMENT;
    create(play, deck);
    sit_down(play);
    play_moves(play);
    table_free(play->table);
    decks_free(play->host.decks);
}

/* ---- The records ------------------------------------------------------- */

static tio_record_reader *open_record(const char *name)
{
    static char text[GOLDEN_BYTES];
    size_t length = golden_read(name, text);
    tio_record_reader *reader;
    tio_text_error error;
    if (tio_record_open(text, length, &reader, &error))
        fail_msg("%s:%u: %s", name, error.line, error.what);
    return reader;
}

static void read_moves(struct play *play, tio_record_reader *reader)
{
    tio_text_error error;
    bool more = true;
    for (;;) {
        assert_true(play->lines < MOST_MOVES);
        struct line *line = &play->line[play->lines];
        assert_int_equal(tio_record_next(reader, &line->move, &more, &error),
                         TIO_OK);
        if (!more)
            break;
        line->stand_in = tio_record_was_stand_in(reader);
        play->lines++;
    }
    const uint8_t *told = tio_record_secret(reader);
    if (told)
        memcpy(play->secret, told, TABLE_BYTES);
}

/* All of the games, or the one of that name. */
static void see_games(struct net *net, const char *only, const struct play *how)
{
    FILE *file = golden_open("HASHES");
    char line[128];
    char name[64];
    while (fgets(line, sizeof line, file)) {
        assert_int_equal(sscanf(line, "%63[^.].tioli", name), 1);
        if (only && strcmp(only, name) != 0)
            continue;
        struct play *play = malloc(sizeof *play);
        assert_non_null(play);
        *play = *how;
        play->net = net;
        play->json = json_growing();
        for (unsigned i = 0; i < MOST_SECTIONS; i++)
            for (unsigned eye = 1; eye < EYES; eye++)
                play->seen[eye][i] = SAME;
        add_game(net, name);
        tio_record_reader *reader =
            open_record(strcat(strcpy(line, name), ".tioli"));
        play->head = *tio_record_get_head(reader);
        read_moves(play, reader);
        play_record(play, tio_record_get_deck(reader));
        tio_record_close(reader);
        json_free(&play->json);
        free(play);
    }
    fclose(file);
}

/* ---- Comparing --------------------------------------------------------- */

/* The next token of a section, from `at` on; `count` if there is none. */
static size_t next_of(const struct net *net, size_t at, const char *section)
{
    while (at < net->count &&
           strcmp(net->section[net->token[at].section], section) != 0)
        at++;
    return at;
}

static bool same_place(const struct net *a, const struct token *one,
                       const struct net *b, const struct token *two)
{
    return strcmp(a->game[one->game], b->game[two->game]) == 0 &&
           one->step == two->step && one->eye == two->eye;
}

static bool comes_first(const struct token *one, const struct token *two)
{
    if (one->game != two->game)
        return one->game < two->game;
    if (one->step != two->step)
        return one->step < two->step;
    return one->eye < two->eye;
}

/* Where a section is another first: NULL if it is the same all along. */
static const struct token *first_difference(const struct net *then,
                                            const struct net *now,
                                            const char *section)
{
    size_t a = 0;
    size_t b = 0;
    for (;; a++, b++) {
        a = next_of(then, a, section);
        b = next_of(now, b, section);
        const struct token *one = a < then->count ? &then->token[a] : NULL;
        const struct token *two = b < now->count ? &now->token[b] : NULL;
        if (!one || !two)
            return one ? one : two;
        if (!same_place(then, one, now, two))
            return comes_first(one, two) ? one : two;
        if (one->digest != two->digest)
            return two;
    }
}

static bool report(const struct net *then, const struct net *now,
                   const char *section)
{
    const struct token *place = first_difference(then, now, section);
    if (!place)
        return false;
    print_error("%s is another in %s, step %u, eye %u\n", section,
                now->game[place->game], place->step, place->eye);
    return true;
}

static void everybody_is_told_what_they_were(void **state)
{
    (void)state;
    static const struct play plain;
    static struct net then;
    static struct net now;
    unsigned differ = 0;
    FILE *file = golden_open("states");
    read_net(&then, file);
    fclose(file);
    see_games(&now, NULL, &plain);
    assert_int_equal(then.games, now.games);
    assert_true(now.sections > 20 && now.count > 10000);
    for (unsigned i = 0; i < then.sections; i++)
        differ += report(&then, &now, then.section[i]);
    for (unsigned i = 0; i < now.sections; i++) {
        unsigned known = 0;
        while (known < then.sections &&
               strcmp(then.section[known], now.section[i]) != 0)
            known++;
        differ += known == then.sections && report(&then, &now, now.section[i]);
    }
    free(then.token);
    free(now.token);
    assert_int_equal(differ, 0);
}

static void key_order_alone_makes_no_difference(void **state)
{
    static const char *const text[] = {
        "{\"a\":[1,2],\"b\":{\"c\":\"x\\\"y\",\"d\":null}}",
        "{\"b\":{\"d\":null,\"c\":\"x\\\"y\"},\"a\":[1,2]}",
        "{\"a\":[2,1],\"b\":{\"c\":\"x\\\"y\",\"d\":null}}",
        "{\"a\":[1,2],\"b\":{\"c\":null,\"d\":\"x\\\"y\"}}",
        "{\"a\":[[1],2],\"b\":{\"c\":\"x\\\"y\",\"d\":null}}",
        "{\"a\":[1,2],\"b\":{\"c\":\"x\\\"z\",\"d\":null}}",
    };
    uint32_t digest[sizeof text / sizeof *text];
    (void)state;
    for (unsigned i = 0; i < sizeof text / sizeof *text; i++) {
        const char *at = text[i];
        digest[i] = digest_of(hash_value(&at));
        assert_int_equal(*at, 0);
        for (unsigned j = 0; j < i; j++)
            assert_int_equal(digest[i] == digest[j], i == 1);
    }
}

static int write_states(const char *path)
{
    static const struct play plain;
    static struct net net;
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    see_games(&net, NULL, &plain);
    write_net(&net, file);
    free(net.token);
    return fclose(file) != 0;
}

static int show_states(int count, char **words)
{
    static struct net net;
    struct play show = {.show = true, .show_step = -1, .show_eye = -1};
    if (count > 3)
        show.show_step = (int)strtol(words[3], NULL, 10);
    if (count > 4)
        show.show_eye = (int)strtol(words[4], NULL, 10);
    see_games(&net, words[2], &show);
    return net.games != 1;
}

int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "--write") == 0)
        return write_states(words[2]);
    if (count >= 3 && strcmp(words[1], "--show") == 0)
        return show_states(count, words);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(key_order_alone_makes_no_difference),
        cmocka_unit_test(everybody_is_told_what_they_were),
    };
    return cmocka_run_group_tests_name("golden_states", tests, NULL, NULL);
}
