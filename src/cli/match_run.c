/* Many games on several threads. The main thread does not play: it waits for
 * signals, which serve as its clock, its end and its Ctrl-C, so that no state
 * has to be shared with a signal handler. */
#define _POSIX_C_SOURCE 200809L

#include "cli/match.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "i18n/i18n.h"

struct shared {
    struct match_run *run;
    pthread_t main_thread;
    _Atomic uint64_t next; /* the next game to be played */
    _Atomic uint64_t played;
    atomic_uint working; /* threads that still play */
    atomic_bool stop;
    atomic_bool failed;
};

struct worker {
    struct shared *shared;
    unsigned number;
    pthread_t thread;
};

unsigned match_default_threads(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1                   ? 1
           : count > MATCH_MAX_THREADS ? MATCH_MAX_THREADS
                                       : (unsigned)count;
}

/* A game that was begun is finished unless it is given up, and numbers are
 * given out in order: the games played are the first ones, without a gap. */
static void *work(void *argument)
{
    struct worker *worker = argument;
    struct shared *shared = worker->shared;
    struct match_run *run = shared->run;
    while (!atomic_load(&shared->stop)) {
        uint64_t number = atomic_fetch_add(&shared->next, 1);
        if (number >= run->games)
            break;
        enum match_go go = run->job(run->context, worker->number, number);
        if (go == MATCH_FAILED)
            atomic_store(&shared->failed, true);
        if (go == MATCH_FAILED || go == MATCH_ENOUGH)
            atomic_store(&shared->stop, true);
        if (go == MATCH_GO_ON || go == MATCH_ENOUGH)
            atomic_fetch_add(&shared->played, 1);
    }
    if (atomic_fetch_sub(&shared->working, 1) == 1)
        pthread_kill(shared->main_thread, SIGUSR1);
    return NULL;
}

/* How long the rest will take at this pace, as ', 1:05 left'. For
 * the first seconds, and while no game is over, nobody can tell. */
static void time_left(const struct match_run *run, uint64_t played,
                      double seconds, char out[48])
{
    double left = (double)(run->games - played) * seconds / (double)played;
    out[0] = 0;
    if (seconds < 2 || played == 0 || left >= 3600e3)
        return;
    unsigned whole = (unsigned)left;
    char clock[16];
    if (whole < 3600)
        snprintf(clock, sizeof clock, "%u:%02u", whole / 60, whole % 60);
    else
        snprintf(clock, sizeof clock, "%u:%02u:%02u", whole / 3600,
                 whole / 60 % 60, whole % 60);
    snprintf(out, 48, _(", %s left"), clock);
}

/* With the words of the result the line fits into 80 columns. */
static void draw_progress(const struct match_run *run, uint64_t played,
                          double seconds, bool stopping)
{
    enum { WIDTH = 30, SHORT = 8 };
    char left[48];
    char bar[WIDTH + 1];
    char words[MATCH_PROGRESS] = "";
    unsigned width = run->progress ? SHORT : WIDTH;
    unsigned full = (unsigned)((double)played / (double)run->games * width);
    for (unsigned i = 0; i < width; i++)
        bar[i] = i < full ? '#' : '.';
    bar[width] = 0;
    if (stopping) {
        fprintf(stderr, "\r\033[K%s",
                _("ending after the games under way; press Ctrl-C again to "
                  "stop at once"));
        return;
    }
    if (run->progress)
        run->progress(run->context, words);
    time_left(run, played, seconds, left);
    fprintf(stderr, "\r%s [%s] %llu/%llu%s%s%s\033[K", run->label, bar,
            (unsigned long long)played, (unsigned long long)run->games, left,
            words[0] != 0 ? "  " : "", words);
}

static void wait_for_workers(struct shared *shared, const sigset_t *signals)
{
    struct match_run *run = shared->run;
    bool terminal = isatty(STDERR_FILENO) == 1;
    const struct timespec tick = {.tv_nsec = 200L * 1000 * 1000};
    double began = clock_seconds();
    while (atomic_load(&shared->working) > 0) {
        int got = sigtimedwait(signals, NULL, &tick);
        if (got == SIGINT || got == SIGTERM) {
            if (run->hasty || run->interrupted)
                atomic_store(&run->abandon, true);
            run->interrupted = true;
            atomic_store(&shared->stop, true);
        }
        if (terminal && got == -1 && errno == EAGAIN)
            draw_progress(run, atomic_load(&shared->played),
                          clock_seconds() - began, run->interrupted);
    }
    if (terminal)
        fputs("\r\033[K", stderr);
}

/* Signals that are ignored stay ignored: so does a job under nohup. */
static void signals_to_wait_for(sigset_t *signals)
{
    static const int asked[] = {SIGINT, SIGTERM};
    sigemptyset(signals);
    sigaddset(signals, SIGUSR1);
    for (unsigned i = 0; i < 2; i++) {
        struct sigaction action;
        if (sigaction(asked[i], NULL, &action) == 0 &&
            action.sa_handler != SIG_IGN)
            sigaddset(signals, asked[i]);
    }
}

static unsigned start_workers(struct shared *shared, struct worker *workers,
                              unsigned threads)
{
    unsigned started = 0;
    /* This thread counts as working until all are started, or the first to
     * end could believe that it is the last. */
    atomic_store(&shared->working, 1);
    while (started < threads) {
        struct worker *worker = &workers[started];
        *worker = (struct worker){.shared = shared, .number = started};
        atomic_fetch_add(&shared->working, 1);
        if (pthread_create(&worker->thread, NULL, work, worker) != 0) {
            atomic_fetch_sub(&shared->working, 1);
            break;
        }
        started++;
    }
    atomic_fetch_sub(&shared->working, 1);
    return started;
}

void match_run_all(struct match_run *run)
{
    struct worker workers[MATCH_MAX_THREADS];
    struct shared shared = {.run = run, .main_thread = pthread_self()};
    sigset_t signals;
    sigset_t old;
    run->interrupted = false;
    atomic_init(&run->abandon, false);
    signals_to_wait_for(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, &old);
    unsigned started = start_workers(&shared, workers, run->threads);
    if (started > 0)
        wait_for_workers(&shared, &signals);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    /* The last worker's signal may still be pending: taken back unheard. */
    const struct timespec now = {0};
    while (sigtimedwait(&signals, NULL, &now) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    run->played = atomic_load(&shared.played);
    run->failed = started == 0 || atomic_load(&shared.failed);
}

/* ---- The same players in all games ---------------------------------- */

struct at_play {
    struct match_series *series;
    struct match_crew crew;
    struct match_run *run;
    pthread_mutex_t complaint; /* one thread's message at a time */
};

enum match_go match_complain(const char *command, pthread_mutex_t *lock,
                             uint64_t number, const char *trouble)
{
    pthread_mutex_lock(lock);
    options_fail(command, _("game %llu: %s"), (unsigned long long)number + 1,
                 trouble);
    pthread_mutex_unlock(lock);
    return MATCH_FAILED;
}

static enum match_go play_deal(void *context, unsigned worker, uint64_t number)
{
    struct at_play *at = context;
    const struct match_series *series = at->series;
    void *sums = (char *)series->sums + worker * series->size;
    char trouble[MATCH_TROUBLE];
    struct match_game play = {
        .number = number,
        .deal = number,
        .abandon = &at->run->abandon,
        .watch = series->watch,
        .context = sums,
        .quiet = series->quiet,
    };
    for (unsigned seat = 0; seat < at->crew.size; seat++) {
        play.seat[seat] = (struct match_seat){
            .player = match_crew_get(&at->crew, worker, seat),
            .spec = series->seat[seat],
            .name = series->name[seat],
            .stream = number * TIO_MAX_PLAYERS + seat,
        };
        if (!play.seat[seat].player)
            return match_complain(series->command, &at->complaint, number,
                                  _(tio_error_words(TIO_E_MEMORY)));
    }
    switch (match_play(&series->match, &play)) {
    case MATCH_OVER:
        if (series->over)
            series->over(sums, &play.game);
        return MATCH_GO_ON;
    case MATCH_ABANDONED:
        return MATCH_NOT_PLAYED;
    case MATCH_FAULT:
    case MATCH_ERROR:
        break;
    }
    match_trouble(&play, trouble);
    return match_complain(series->command, &at->complaint, number, trouble);
}

int match_series(struct match_series *series, struct match_run *run)
{
    struct at_play at = {
        .series = series,
        .crew = {.spec = series->seat,
                 .size = series->match.settings.players,
                 .threads = run->threads,
                 .limits = series->limits},
        .run = run,
    };
    series->sums = calloc(run->threads, series->size);
    if (!series->sums || !match_crew_init(&at.crew))
        return options_fail(series->command, "%s",
                            _(tio_error_words(TIO_E_MEMORY)));
    run->label = _("games");
    run->job = play_deal;
    run->context = &at;
    pthread_mutex_init(&at.complaint, NULL);
    match_run_all(run);
    pthread_mutex_destroy(&at.complaint);
    match_crew_fini(&at.crew);
    return run->failed ? CLI_WRONG : CLI_OK;
}

int match_end_early(const char *command, bool interrupted, uint64_t played,
                    uint64_t games)
{
    return interrupted ? options_fail(command,
                                      _("interrupted after %llu of %llu games"),
                                      (unsigned long long)played,
                                      (unsigned long long)games)
                       : CLI_OK;
}
