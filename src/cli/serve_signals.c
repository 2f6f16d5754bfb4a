/* A thread waits for signals, so that no handler runs in the middle of
 * anything, and nothing has to be global for a handler to find it. */
#define _POSIX_C_SOURCE 200809L

#include "cli/serve_signals.h"

#include <errno.h>
#include <systemd/sd-daemon.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/options.h"

#define DRAIN_MS 4800 /* service managers and people are promised 5 s */
#define DONE SIGUSR1  /* server_run() has returned */

void serve_signals_hold(struct serve_signals *signals)
{
    sigemptyset(&signals->set);
    sigaddset(&signals->set, SIGTERM);
    sigaddset(&signals->set, SIGINT);
    sigaddset(&signals->set, SIGHUP);
    sigaddset(&signals->set, DONE);
    pthread_sigmask(SIG_BLOCK, &signals->set, NULL);
    /* A log that nobody reads any more and a file that may not grow are errors
     * of a write, and no end of the server. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* The next one that means anything; 0 if the time is up. */
static int next_signal(const struct serve_signals *signals, uint64_t deadline)
{
    for (;;) {
        uint64_t now = clock_ms();
        uint64_t left = deadline > now ? deadline - now : 0;
        struct timespec wait = {.tv_sec = (time_t)(left / 1000),
                                .tv_nsec = (long)(left % 1000) * 1000000};
        int got = deadline == UINT64_MAX
                      ? sigwaitinfo(&signals->set, NULL)
                      : sigtimedwait(&signals->set, NULL, &wait);
        if (got == -1 && errno == EAGAIN)
            return 0;
        if (got > 0 && got != SIGHUP)
            return got;
    }
}

/* Nothing that was acknowledged can be lost by ending here: it is on disk. */
static void end_now(const char *why)
{
    options_say("tioli serve: %s", why);
    _exit(CLI_WRONG);
}

static void *take_signals(void *context)
{
    struct serve_signals *signals = context;
    int got = next_signal(signals, UINT64_MAX);
    if (got == DONE)
        return NULL;
    sd_notify(0, "STOPPING=1\nSTATUS=telling the players");
    server_drain(signals->server);
    uint64_t deadline = clock_ms() + DRAIN_MS;
    while ((got = next_signal(signals, deadline)) != DONE) {
        if (got == 0)
            end_now(_("stopping took too long"));
        if (got == SIGINT)
            end_now(_("stopped at once"));
    }
    return NULL;
}

bool serve_signals_start(struct serve_signals *signals, struct server *server)
{
    signals->server = server;
    return pthread_create(&signals->thread, NULL, take_signals, signals) == 0;
}

void serve_signals_stop(struct serve_signals *signals)
{
    pthread_kill(signals->thread, DONE);
    pthread_join(signals->thread, NULL);
}
