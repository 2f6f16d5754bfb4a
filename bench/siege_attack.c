#define _GNU_SOURCE
#include "bench/siege_attack.h"

#include "bench/load_process.h"
#include "bench/ws_client.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define IDLE_SOURCE 20000 /* addresses of each sort, a hundred clients each */
#define SLOW_SOURCE 30000
#define FLOOD_SOURCE 40000
#define PER_SOURCE 100
#define AT_ONCE 200 /* that connect at the same time */
#define BATCH 200   /* messages that the flooder sends in one go */
#define SLICES 100  /* of a second, in which the slow send their byte */

enum sort { IDLE, SLOW, FLOOD };

struct client {
    enum sort sort;
    struct ws_conn *conn;
    unsigned sent; /* bytes of a slow request */
};

struct attack {
    struct siege_plan plan;
    struct siege_sums *sums;
    struct ws_pool *pool;
    struct client *idle;
    struct client *slow;
    struct client flood;
    bool flooding;
    unsigned long messages;
    double slice_at; /* when the next ones of the slow send */
    unsigned slice;
};

static void join(struct attack *attack, struct client *client, const char *path,
                 unsigned source)
{
    client->sent = 0;
    client->conn =
        ws_connect(attack->pool, attack->plan.port, path, source, "");
    if (client->conn)
        ws_set_user(client->conn, client);
    else
        attack->sums->failed++;
}

/* ---- The idle ---------------------------------------------------------- */

static void say_hello(struct ws_conn *conn)
{
    static const char hello[] =
        "{\"id\":\"1\",\"do\":\"hello\",\"version\":1,\"name\":\"Idle\","
        "\"colour\":\"#3a7bd5\"}";
    ws_send(conn, hello, sizeof hello - 1);
}

static void join_idle(struct attack *attack)
{
    const struct siege_sums *sums = attack->sums;
    for (unsigned i = 0; i < attack->plan.idle && !sums->failed; i++) {
        attack->idle[i].sort = IDLE;
        join(attack, &attack->idle[i], "/ws", IDLE_SOURCE + i / PER_SOURCE);
        while (sums->idle + sums->idle_lost + AT_ONCE <= i && sums->go < 2)
            ws_pool_run(attack->pool, 100);
    }
}

/* ---- The slow ---------------------------------------------------------- */

static void join_slow(struct attack *attack, struct client *client)
{
    client->sort = SLOW;
    attack->sums->slow++;
    join(attack, client, NULL,
         SLOW_SOURCE + (unsigned)(client - attack->slow) / PER_SOURCE);
}

static void send_a_byte(struct client *client)
{
    static const char head[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ";
    char byte = 'a';
    if (!client->conn)
        return;
    if (client->sent < sizeof head - 1)
        byte = head[client->sent];
    client->sent++;
    ws_send_raw(client->conn, &byte, 1);
}

/* Each of them once a second, but not all at the same moment. */
static void send_bytes(struct attack *attack)
{
    double now = load_now();
    while (attack->slice_at <= now) {
        for (unsigned i = attack->slice; i < attack->plan.slow; i += SLICES)
            send_a_byte(&attack->slow[i]);
        attack->slice = (attack->slice + 1) % SLICES;
        attack->slice_at += 1.0 / SLICES;
    }
}

/* ---- The flooder ------------------------------------------------------- */

static void flood(struct attack *attack)
{
    static const char ping[] = "{\"id\":\"1\",\"do\":\"ping\"}";
    for (unsigned i = 0; i < BATCH && attack->flooding; i++)
        ws_send(attack->flood.conn, ping, sizeof ping - 1);
    attack->messages += BATCH;
    attack->sums->flooded = (unsigned)(attack->messages / 1000);
}

static void join_flooder(struct attack *attack)
{
    if (attack->sums->floods >= attack->plan.floods)
        return;
    attack->flood.sort = FLOOD;
    attack->sums->floods++;
    join(attack, &attack->flood, "/ws", FLOOD_SOURCE);
}

static void flooder_closed(struct attack *attack, unsigned code)
{
    attack->flooding = false;
    if (code == 429 || code == 503)
        attack->sums->flood_shut++;
    else
        attack->sums->flood_cut += code == 1008;
    join_flooder(attack);
}

/* ---- All of them ------------------------------------------------------- */

static void on_open(void *context, struct ws_conn *conn)
{
    struct attack *attack = context;
    const struct client *client = ws_user(conn);
    say_hello(conn);
    if (client->sort == FLOOD) {
        attack->flooding = true;
        flood(attack);
    }
}

static void on_message(void *context, struct ws_conn *conn, char *text,
                       size_t size)
{
    struct attack *attack = context;
    const struct client *client = ws_user(conn);
    (void)size;
    if (client->sort == IDLE && strstr(text, "\"ok\":true"))
        attack->sums->idle++;
}

static void on_closed(void *context, struct ws_conn *conn, unsigned code)
{
    struct attack *attack = context;
    struct client *client = ws_user(conn);
    client->conn = NULL;
    if (client->sort == IDLE) {
        attack->sums->idle_lost++;
    } else if (client->sort == SLOW) {
        attack->sums->slow_cut++;
        join_slow(attack, client);
    } else {
        flooder_closed(attack, code);
    }
}

static void begin(struct attack *attack)
{
    for (unsigned i = 0; i < attack->plan.slow; i++)
        join_slow(attack, &attack->slow[i]);
    attack->slice_at = load_now();
    join_flooder(attack);
}

static int attack_run(struct attack *attack)
{
    const struct siege_sums *sums = attack->sums;
    bool begun = false;
    join_idle(attack);
    while (sums->go < 2 && !sums->failed) {
        if (sums->go == 1 && !begun) {
            begun = true;
            begin(attack);
        }
        if (begun)
            send_bytes(attack);
        if (attack->flooding)
            flood(attack);
        ws_pool_run(attack->pool, begun ? 5 : 50);
    }
    return sums->failed ? 1 : 0;
}

static int attack_main(const struct siege_plan *plan, struct siege_sums *sums)
{
    struct attack attack = {.plan = *plan, .sums = sums};
    struct ws_handlers handlers = {.context = &attack,
                                   .open = on_open,
                                   .message = on_message,
                                   .closed = on_closed};
    attack.pool = ws_pool_new(&handlers);
    attack.idle = calloc(plan->idle + 1, sizeof *attack.idle);
    attack.slow = calloc(plan->slow + 1, sizeof *attack.slow);
    int status = 1;
    if (attack.pool && attack.idle && attack.slow)
        status = attack_run(&attack);
    else
        sums->failed++;
    ws_pool_free(attack.pool);
    free(attack.idle);
    free(attack.slow);
    return status;
}

pid_t siege_start(const struct siege_plan *plan, struct siege_sums *sums)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    _exit(attack_main(plan, sums));
}
