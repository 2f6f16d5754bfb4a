/* Only here the date decides anything. What the server takes for its time is
 * told in timeline.h; here it is compared with the machine's clock, kept in the
 * store, and tables are told of leaps. */
#define _POSIX_C_SOURCE 200809L

#include "server/timekeeper.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "server/lobby.h"
#include "server/peers.h"
#include "server/lap.h"

#define NOTE_MS 10000       /* between notes, if something is written anyway */
#define NOTE_IDLE_MS 600000 /* if nothing is */
#define AWAY_MS 3600000     /* worth a line in the log */
#define LOOK_US 500000      /* that reading two clocks may take */
#define KEY "time"

static uint64_t wall_ms(const struct server *server)
{
    uint64_t common;
    if (peers_wall_ms(server, &common))
        return common;

    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec < 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t server_now(const struct server *server)
{
    return timeline_now(&server->timeline, clock_us());
}

uint64_t server_age(const struct server *server, uint64_t time)
{
    uint64_t now = server_now(server);
    uint64_t rested = timeline_rested(&server->timeline, time);
    return now > time + rested ? now - time - rested : 0;
}

/* ---- In the store ------------------------------------------------------ */

enum store_status timekeeper_note(struct server *server)
{
    char text[TIMELINE_TEXT];
    uint64_t us = clock_us();
    size_t size = timeline_print(&server->timeline, us, text);
    server->noted_us = us;
    return store_put(server->store, KEY, text, size);
}

enum store_status timekeeper_note_sometimes(struct server *server)
{
    return clock_us() - server->noted_us < (uint64_t)NOTE_MS * 1000
               ? STORE_OK
               : timekeeper_note(server);
}

/* What was kept, or 0: then the time begins with the machine's clock. */
static bool read_last(struct server *server, uint64_t *last)
{
    void *text = NULL;
    size_t size = 0;
    enum store_status status = store_get(server->store, KEY, &text, &size);
    *last = 0;
    if (status != STORE_OK)
        return status == STORE_MISSING;
    if (!timeline_parse(&server->timeline, text, last))
        log_line(server->config.log, LOG_LEVEL_WARNING,
                 "the time that is stored makes no sense and is not used");
    free(text);
    return true;
}

bool timekeeper_start(struct server *server, char why[SERVER_WHY])
{
    uint64_t wall = wall_ms(server);
    uint64_t last;
    if (!read_last(server, &last)) {
        snprintf(why, SERVER_WHY, "the stored time can't be read: %s",
                 store_why(server->store));
        return false;
    }
    /* While others were there, no time was without a server. */
    if (!peers_alone(server) && last < wall)
        last = wall;
    timeline_start(&server->timeline, wall, clock_us(), last);
    if (last >= wall + TIMELINE_JUMP_MS)
        log_line(server->config.log, LOG_LEVEL_WARNING,
                 "this machine's clock is %" PRIu64 " s behind the time of the "
                 "games, which continue from theirs",
                 (last - wall + 500) / 1000);
    else if (last != 0 && wall >= last + AWAY_MS)
        log_line(server->config.log, LOG_LEVEL_INFO,
                 "by this machine's clock no server ran for %" PRIu64
                 " s: no table is older by that",
                 (wall - last + 500) / 1000);
    return true;
}

/* ---- Leaps ------------------------------------------------------------- */

static void leap(struct server *server, uint64_t ms)
{
    timeline_leap(&server->timeline, ms, clock_us());
    lap_wrote(server->lap, timekeeper_note(server));
    lobby_leap(server->lobby, ms);
}

void timekeeper_reach(struct server *server, uint64_t time)
{
    uint64_t now = server_now(server);
    /* Servers on one database may differ by a little, and a table lives by
     * whichever is ahead. */
    if (time <= now + (server->peers ? TIMELINE_FOLLOW_MS : 0))
        return;
    log_line(server->config.log, LOG_LEVEL_WARNING,
             "a table is %" PRIu64 " ms ahead of the time of the games, which "
             "continues from there",
             time - now);
    leap(server, time - now);
}

static void tell_jump(struct server *server, int64_t jump)
{
    server->counts.clock_jumps++;
    log_line(server->config.log, LOG_LEVEL_WARNING,
             "this machine's clock was set %s by %" PRId64
             " s: the games do not depend on it",
             jump > 0 ? "forward" : "back",
             ((jump > 0 ? jump : -jump) + 500) / 1000);
}

void timekeeper_look(struct server *server)
{
    uint64_t us = clock_us();
    uint64_t wall = wall_ms(server);
    /* Nothing can be said if something else ran between the two. */
    if (clock_us() - us >= LOOK_US)
        return;
    if (server->peers) {
        timeline_keep_up(&server->timeline, wall, us);
        return;
    }
    int64_t jump = timeline_look(&server->timeline, wall, us);
    if (jump != 0)
        tell_jump(server, jump);
    if (server->down || lap_is_flying(server->lap))
        return;
    uint64_t behind = timeline_behind(&server->timeline, us);
    if (behind != 0) {
        log_line(server->config.log, LOG_LEVEL_INFO,
                 "the time of the games follows this machine's clock, by "
                 "%" PRIu64 " s",
                 (behind + 500) / 1000);
        leap(server, behind);
    } else if (us - server->noted_us >= (uint64_t)NOTE_IDLE_MS * 1000) {
        lap_wrote(server->lap, timekeeper_note(server));
    }
}
