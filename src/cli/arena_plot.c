/* The ladder as a picture: a dot for what was found and a bar for its 95%
 * interval. SVG written by hand; it fits a page of 640 pixels, and brings its
 * own background, light or dark as the reader prefers. */
#include "cli/arena.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "notation/settings.h"
#include "base/utf8.h"

enum {
    WIDTH = 640,
    LEFT = 196, /* of the scale; names end before it */
    RIGHT = 556,
    TOP = 74,
    ROW = 34,
    BOTTOM = 58,
    NAME = 19, /* characters of a name */
};

struct row {
    unsigned bot;
    unsigned seats;
    struct stats_interval at; /* in the units of the scale */
};

struct scale {
    bool elo;
    double low;
    double high;
    double step;
    double even; /* where equals stand */
};

/* What stands for itself in XML; characters that may not occur there at all
 * are few, and become a question mark. */
static void put_text(FILE *file, const char *text)
{
    const char *end = text + strlen(text);
    while (text < end) {
        uint32_t character;
        size_t size = utf8_next(text, end, &character);
        if (size == 0 || character < ' ' || (character & 0xfffe) == 0xfffe) {
            fputc('?', file);
            size = size == 0 ? 1 : size;
        } else if (character == '&') {
            fputs("&amp;", file);
        } else if (character == '<') {
            fputs("&lt;", file);
        } else if (character == '>') {
            fputs("&gt;", file);
        } else {
            fwrite(text, 1, size, file);
        }
        text += size;
    }
}

static unsigned gather_rows(const struct arena *arena,
                            struct row rows[ARENA_MAX_BOTS])
{
    struct stats_interval at[ARENA_MAX_BOTS];
    unsigned seats[ARENA_MAX_BOTS];
    unsigned ranking[ARENA_MAX_BOTS];
    if (arena_is_round_robin(arena))
        arena_ladder(arena, at);
    for (unsigned i = 0; i < arena->bots; i++) {
        seats[i] = 1;
        if (!arena_is_round_robin(arena)) {
            const struct arena_side *side = &arena->table[0].side[i];
            at[i] = arena_seat_share(arena, side);
            at[i].value *= 100;
            at[i].low *= 100;
            at[i].high *= 100;
            seats[i] = side->seats;
        }
    }
    arena_ranking(arena, at, ranking);
    for (unsigned i = 0; i < arena->bots; i++)
        rows[i] = (struct row){ranking[i], seats[ranking[i]], at[ranking[i]]};
    return arena->bots;
}

/* Round steps, so that three to eight of them fill the scale. */
static struct scale make_scale(const struct arena *arena,
                               const struct row rows[], unsigned count)
{
    struct scale scale = {.elo = arena_is_round_robin(arena)};
    scale.even = scale.elo ? 0 : 100.0 / arena_players(arena);
    double low = scale.even;
    double high = scale.even;
    for (unsigned i = 0; i < count; i++) {
        if (!isnan(rows[i].at.value)) {
            low = fmin(low, rows[i].at.low);
            high = fmax(high, rows[i].at.high);
        }
    }
    double room = fmax(0, (scale.elo ? 20 : 4) - (high - low)) / 2;
    low -= room;
    high += room;
    double span = high - low;
    double power = pow(10, floor(log10(span / 6)));
    double parts = span / 6 / power;
    scale.step = power * (parts > 5 ? 10 : parts > 2 ? 5 : parts > 1 ? 2 : 1);
    scale.low = floor(low / scale.step - 0.2) * scale.step;
    scale.high = ceil(high / scale.step + 0.2) * scale.step;
    if (!scale.elo) {
        scale.low = fmax(0, scale.low);
        scale.high = fmin(100, scale.high);
    }
    return scale;
}

static double x_of(const struct scale *scale, double value)
{
    return LEFT +
           (RIGHT - LEFT) * (value - scale->low) / (scale->high - scale->low);
}

static void put_head(FILE *file, const struct arena *arena, unsigned height)
{
    unsigned players = arena_players(arena);
    unsigned long long games = arena->counted / arena->tables;
    fprintf(
        file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
        "height=\"%u\" viewBox=\"0 0 %d %u\" role=\"img\">\n"
        "<style>\n"
        "text{font:13px system-ui,'DejaVu Sans',sans-serif;fill:#1f2430}\n"
        ".title{font-size:17px;font-weight:600}\n"
        ".small{font-size:12px;fill:#5b6475}\n"
        ".page{fill:#fbfbfd;stroke:#d9dde6}\n"
        ".grid{stroke:#e3e6ee}\n"
        ".even{stroke:#9aa3b5;stroke-dasharray:4 4}\n"
        ".bar{stroke:#7aa0d8;stroke-width:7;stroke-linecap:round}\n"
        ".dot{fill:#1d4f91;stroke:#fbfbfd;stroke-width:1.5}\n"
        "@media (prefers-color-scheme:dark){\n"
        "text{fill:#e6e9ef}\n"
        ".small{fill:#9aa3b5}\n"
        ".page{fill:#171b23;stroke:#323a49}\n"
        ".grid{stroke:#2a313e}\n"
        ".even{stroke:#6b7488}\n"
        ".bar{stroke:#3f6aa8}\n"
        ".dot{fill:#a9cbff;stroke:#171b23}\n"
        "}\n"
        "</style>\n"
        "<rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%u\" "
        "rx=\"8\"/>\n",
        WIDTH, height, WIDTH, height, WIDTH - 1, height - 1);
    fprintf(file, "<text class=\"title\" x=\"24\" y=\"32\">%s</text>\n",
            arena_is_round_robin(arena) ? "Elo in a round robin"
            : players > 2               ? "Share of wins, a seat"
                                        : "Share of wins");
    fprintf(file,
            "<text class=\"small\" x=\"24\" y=\"52\">%llu mirrored games%s, "
            "%u players, %s%s, deck ",
            games, arena_is_round_robin(arena) ? " a pair" : "", players,
            setting_editions[arena->match.settings.edition],
            arena->match.settings.free_hand ? ", free hand" : "");
    put_text(file, arena->match.deck->name);
    fprintf(file, ", seed %llu</text>\n",
            (unsigned long long)arena->match.seed);
}

static void put_scale(FILE *file, const struct scale *scale, int bottom)
{
    int decimals = scale->step < 1 ? 1 : 0;
    long first = lround(scale->low / scale->step);
    long last = (long)floor(scale->high / scale->step + 0.01);
    for (long i = first; i <= last; i++) {
        double at = (double)i * scale->step;
        double x = x_of(scale, at);
        fprintf(file,
                "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" "
                "y2=\"%d\"/>\n"
                "<text class=\"small\" x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"middle\">",
                x, TOP - 6, x, bottom, x, bottom + 18);
        fprintf(file, scale->elo && i != 0 ? "%+.*f" : "%.*f", decimals, at);
        fputs(scale->elo ? "</text>\n" : " %</text>\n", file);
    }
    double x = x_of(scale, scale->even);
    fprintf(file,
            "<line class=\"even\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" "
            "y2=\"%d\"/>\n",
            x, TOP - 6, x, bottom);
    fprintf(file,
            "<text class=\"small\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">"
            "%s</text>\n",
            (LEFT + RIGHT) / 2, bottom + 40,
            scale->elo ? "Elo, 0 on average; the bar is the 95% interval"
                       : "the bar is the 95% interval, the dashed line even");
}

static void put_row(FILE *file, const struct arena *arena,
                    const struct scale *scale, const struct row *row, int y)
{
    char name[OPTIONS_COLUMN];
    match_name_column(arena->bot[row->bot].name, NAME, name);
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] == ' ')
        name[--length] = 0;
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 18,
            y + 5);
    put_text(file, name);
    if (row->seats > 1)
        fprintf(file, " x%u", row->seats);
    /* The whole name, for a name that had to be cut. */
    fputs("<title>", file);
    put_text(file, arena->bot[row->bot].name);
    fputs("</title></text>\n", file);
    if (isnan(row->at.value)) {
        fprintf(file,
                "<text class=\"small\" x=\"%d\" y=\"%d\">no result</text>\n",
                LEFT + 8, y + 4);
        return;
    }
    fprintf(file,
            "<line class=\"bar\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" "
            "y2=\"%d\"/>\n"
            "<circle class=\"dot\" cx=\"%.1f\" cy=\"%d\" r=\"5.5\"/>\n"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">",
            x_of(scale, row->at.low), y, x_of(scale, row->at.high), y,
            x_of(scale, row->at.value), y, WIDTH - 22, y + 5);
    fprintf(file, scale->elo ? "%+.0f</text>\n" : "%.1f %%</text>\n",
            row->at.value);
}

const char *arena_plot(const struct arena *arena, const char *path)
{
    struct row rows[ARENA_MAX_BOTS];
    unsigned count = gather_rows(arena, rows);
    struct scale scale = make_scale(arena, rows, count);
    int bottom = TOP + (int)count * ROW;
    FILE *file = fopen(path, "w");
    if (!file)
        return strerror(errno);
    put_head(file, arena, (unsigned)(bottom + BOTTOM));
    put_scale(file, &scale, bottom);
    for (unsigned i = 0; i < count; i++)
        put_row(file, arena, &scale, &rows[i], TOP + (int)i * ROW + ROW / 2);
    fputs("</svg>\n", file);
    bool good = ferror(file) == 0;
    int why = errno;
    if (fclose(file) != 0 && good) {
        good = false;
        why = errno;
    }
    return good ? NULL : strerror(why);
}
