/* Reads tales as a server sends them. Whatever is not as it should be is left
 * out: a server can make this terminal print odd sentences, but nothing else. */
#include <string.h>

#include "base/utf8.h"
#include "terminal/join_parts.h"

static bool read_die(const json_t *json, tio_kind *out)
{
    static const char colours[] = "LDR";
    const char *text = json_string_value(json);
    const char *colour = text && text[0] ? strchr(colours, text[0]) : NULL;
    if (!colour || text[1] < '1' || text[1] > '6' || text[2])
        return false;
    *out =
        tio_kind_of((tio_colour)(colour - colours), (unsigned)(text[1] - '0'));
    return true;
}

static bool read_dice(const json_t *json, tio_dice *out)
{
    tio_kind die;
    *out = 0;
    if (!json_is_array(json) || json_array_size(json) > TIO_MAX_DICE)
        return false;
    for (size_t i = 0; i < json_array_size(json); i++) {
        if (!read_die(json_array_get(json, i), &die))
            return false;
        unsigned most = tio_kind_colour(die) == TIO_RED ? 3 : 15;
        if (tio_dice_count(*out, die) == most)
            return false; /* more would run over into another kind */
        *out += tio_dice_of(die);
    }
    return true;
}

/* "c17" or "a3", from 1. */
static bool read_card(const struct join *join, const json_t *json, int64_t *out)
{
    const char *text = json_string_value(json_object_get(json, "card"));
    unsigned number = 0;
    if (!text || !join->has_deck || (text[0] != 'c' && text[0] != 'a'))
        return false;
    bool combo = text[0] == 'c';
    for (const char *at = text + 1; *at; at++) {
        if (*at < '0' || *at > '9' || number > 100)
            return false;
        number = 10 * number + (unsigned)(*at - '0');
    }
    if (number == 0 ||
        number > (combo ? join->deck.combos : join->deck.actions))
        return false;
    *out = number - 1 + (combo ? 0 : join->deck.combos);
    return true;
}

static bool read_number(const json_t *json, int64_t low, int64_t high,
                        int64_t *out)
{
    *out = json_integer_value(json);
    return json_is_integer(json) && *out >= low && *out <= high;
}

static bool read_each(const json_t *json, size_t wanted, union tale_value *out)
{
    size_t size = json_array_size(json);
    int64_t number;
    if (!json_is_array(json) || size > TIO_MAX_PLAYERS ||
        (wanted && size != wanted))
        return false;
    out->each.count = (uint8_t)size;
    for (size_t i = 0; i < size; i++) {
        if (!read_number(json_array_get(json, i), INT16_MIN, INT16_MAX,
                         &number))
            return false;
        out->each.of[i] = (int16_t)number;
    }
    return true;
}

static bool read_name(const json_t *json, const char **out)
{
    *out = json_string_value(json);
    return *out && utf8_is_name(*out, strlen(*out));
}

static bool read_argument(const struct join *join, enum tale_arg arg,
                          const json_t *json, union tale_value *out)
{
    switch (arg) {
    case TALE_ARG_NAME:
    case TALE_ARG_LEVEL:
        return read_name(json, &out->name);
    case TALE_ARG_NUMBER:
    case TALE_ARG_CHIPS:
    case TALE_ARG_POINTS:
    case TALE_ARG_COMBOS:
    case TALE_ARG_ACTIONS:
        return read_number(json, 0, 1000, &out->number);
    case TALE_ARG_SEATS:
        return read_number(json, 1, TIO_MAX_PLAYERS, &out->number);
    case TALE_ARG_DIE:
    case TALE_ARG_FACE:
        return read_die(json, &out->die);
    case TALE_ARG_DICE:
    case TALE_ARG_THESE:
    case TALE_ARG_RED:
    case TALE_ARG_COST:
        return read_dice(json, &out->dice);
    case TALE_ARG_CARD:
        return read_card(join, json, &out->number);
    case TALE_ARG_SCORE:
        return read_each(json, 2, out);
    case TALE_ARG_TOTALS:
        return read_each(json, 0, out);
    case TALE_ARG_ACTION: /* for pictures alone */
        return true;
    case TALE_ARG_END:
    case TALE_ARG_WHO:
    case TALE_ARG_COUNT:
        break;
    }
    return false;
}

static unsigned id_of(const json_t *json)
{
    const char *code = json_string_value(json);
    unsigned id = 0;
    while (id < TALE_IDS && (!code || strcmp(tale_rows[id].code, code) != 0))
        id++;
    return id;
}

static void read_phrase(const struct join *join, const json_t *json,
                        struct tale *out)
{
    unsigned id = id_of(json_array_get(json, 0));
    int64_t seat = json_integer_value(json_array_get(json, 1)) - 1;
    tale_values values = {0};
    unsigned count = 0;
    if (id == TALE_IDS)
        return;
    const struct tale_row *row = &tale_rows[id];
    bool whose = seat >= 0 && seat < TIO_MAX_PLAYERS;
    for (unsigned i = 0; row->arg[i] != TALE_ARG_END; i++) {
        if (row->arg[i] == TALE_ARG_WHO
                ? !whose
                : !read_argument(join, row->arg[i],
                                 json_array_get(json, 2 + count),
                                 &values[count]))
            return;
        count += row->arg[i] != TALE_ARG_WHO;
    }
    tale_add(out, id, whose ? (unsigned)seat : TIO_NONE, values);
}

void join_tell(struct join *join, const json_t *news)
{
    const json_t *tale = json_object_get(news, "tale");
    struct teller teller = {.deck = &join->deck,
                            .names = &join->names,
                            .log = &join->log,
                            .you = join->seat};
    struct tale read = {.count = 0};
    for (size_t i = 0; i < json_array_size(tale) && read.count < TALE_PHRASES;
         i++)
        read_phrase(join, json_array_get(tale, i), &read);
    event_tell_tale(&teller, join->settings.edition, &read);
}
