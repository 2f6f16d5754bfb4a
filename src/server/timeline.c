/* Time that goes forward only, and remembers when nobody could use it. */
#include "server/timeline.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

/* Two gaps become one, at the end of the later: then what happened between them
 * seems younger than it is, and nothing is lost by that. */
static void note_gap(struct timeline *timeline, uint64_t end, uint64_t ms)
{
    struct timeline_gap *gap = timeline->gap;
    if (ms == 0)
        return;
    if (timeline->gaps == TIMELINE_GAPS) {
        gap[1].ms += gap[0].ms;
        timeline->gaps--;
        memmove(gap, gap + 1, timeline->gaps * sizeof *gap);
    }
    gap[timeline->gaps++] = (struct timeline_gap){end, ms};
}

void timeline_start(struct timeline *timeline, uint64_t wall, uint64_t us,
                    uint64_t last)
{
    timeline->base = wall > last ? wall : last;
    if (timeline->base == 0)
        timeline->base = 1; /* no event has a time of 0 */
    timeline->base_us = us;
    timeline->ahead = (int64_t)wall - (int64_t)timeline->base;
    timeline->steady_us = us;
    if (last != 0)
        note_gap(timeline, timeline->base, timeline->base - last);
}

uint64_t timeline_now(const struct timeline *timeline, uint64_t us)
{
    return timeline->base + (us - timeline->base_us) / 1000;
}

int64_t timeline_look(struct timeline *timeline, uint64_t wall, uint64_t us)
{
    int64_t ahead = (int64_t)wall - (int64_t)timeline_now(timeline, us);
    int64_t jump = ahead - timeline->ahead;
    timeline->ahead = ahead;
    if (jump > -TIMELINE_JUMP_MS && jump < TIMELINE_JUMP_MS)
        return 0;
    timeline->steady_us = us;
    return jump;
}

uint64_t timeline_behind(const struct timeline *timeline, uint64_t us)
{
    uint64_t steady_ms = (us - timeline->steady_us) / 1000;
    return timeline->ahead >= TIMELINE_FOLLOW_MS &&
                   steady_ms >= TIMELINE_STEADY_MS
               ? (uint64_t)timeline->ahead
               : 0;
}

void timeline_leap(struct timeline *timeline, uint64_t ms, uint64_t us)
{
    timeline->base += ms;
    timeline->ahead -= (int64_t)ms;
    note_gap(timeline, timeline_now(timeline, us), ms);
}

void timeline_keep_up(struct timeline *timeline, uint64_t wall, uint64_t us)
{
    timeline->ahead = (int64_t)wall - (int64_t)timeline_now(timeline, us);
    if (timeline->ahead < TIMELINE_JUMP_MS)
        return;
    timeline->base += (uint64_t)timeline->ahead;
    timeline->ahead = 0;
}

uint64_t timeline_rested(const struct timeline *timeline, uint64_t since)
{
    uint64_t rested = 0;
    for (unsigned i = 0; i < timeline->gaps; i++) {
        const struct timeline_gap *gap = &timeline->gap[i];
        if (gap->end > since)
            rested += gap->end - since < gap->ms ? gap->end - since : gap->ms;
    }
    return rested;
}

uint64_t timeline_ago(const struct timeline *timeline, uint64_t now,
                      uint64_t ms)
{
    uint64_t moment = now > ms ? now - ms : 0;
    for (unsigned i = timeline->gaps; i > 0; i--) {
        const struct timeline_gap *gap = &timeline->gap[i - 1];
        if (gap->end > moment)
            moment = moment > gap->ms ? moment - gap->ms : 0;
    }
    return moment;
}

/* ---- As text ----------------------------------------------------------- */

size_t timeline_print(const struct timeline *timeline, uint64_t us,
                      char out[TIMELINE_TEXT])
{
    size_t size = (size_t)snprintf(out, TIMELINE_TEXT, "%" PRIu64 "\n",
                                   timeline_now(timeline, us));
    for (unsigned i = 0; i < timeline->gaps; i++)
        size += (size_t)snprintf(out + size, TIMELINE_TEXT - size,
                                 "%" PRIu64 " %" PRIu64 "\n",
                                 timeline->gap[i].end, timeline->gap[i].ms);
    return size;
}

static bool parse_number(const char **at, char after, uint64_t *out)
{
    return number_read(at, INT64_MAX, out) && *(*at)++ == after;
}

static bool parse_gaps(struct timeline *timeline, const char *at)
{
    uint64_t before = 0;
    while (*at) {
        struct timeline_gap *gap = &timeline->gap[timeline->gaps];
        if (timeline->gaps == TIMELINE_GAPS ||
            !parse_number(&at, ' ', &gap->end) ||
            !parse_number(&at, '\n', &gap->ms) || gap->ms > gap->end ||
            gap->end < before)
            return false;
        before = gap->end;
        timeline->gaps++;
    }
    return true;
}

bool timeline_parse(struct timeline *timeline, const char *text, uint64_t *last)
{
    timeline->gaps = 0;
    if (parse_number(&text, '\n', last) && parse_gaps(timeline, text))
        return true;
    timeline->gaps = 0;
    *last = 0;
    return false;
}
