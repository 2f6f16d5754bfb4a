#define _GNU_SOURCE
#include "bench/load_process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double load_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void load_raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static bool read_port(struct load_process *process)
{
    char line[512];
    FILE *said = fdopen(dup(process->output), "r");
    bool found = false;
    if (!said)
        return false;
    while (!found && fgets(line, sizeof line, said)) {
        const char *address = strstr(line, "://127.0.0.1:");
        const char *number = strncmp(line, "port ", 5) == 0 ? line + 5 : NULL;
        if (address)
            number = address + strlen("://127.0.0.1:");
        found = number;
        process->port = found ? (unsigned)strtoul(number, NULL, 10) : 0;
    }
    fclose(said);
    return found;
}

bool load_process_start(struct load_process *process, char *const *words)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    process->pid = fork();
    if (process->pid == 0) {
        /* Whatever ends us must not leave it behind. */
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        dup2(ends[1], STDOUT_FILENO);
        execvp(words[0], words);
        fprintf(stderr, "can't start %s\n", words[0]);
        _exit(127);
    }
    close(ends[1]);
    process->output = ends[0];
    if (process->pid > 0 && read_port(process))
        return true;
    fprintf(stderr, "%s did not say its port\n", words[0]);
    if (process->pid > 0)
        load_process_end(process);
    else
        close(process->output);
    return false;
}

double load_process_cpu(const struct load_process *process)
{
    char path[64];
    char text[1024];
    double ticks = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process->pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = '\0';
    /* The name may have anything in it, but it ends with the last bracket. */
    char *at = strrchr(text, ')');
    /* The state, ten numbers, and the two that are wanted. */
    at = at && strlen(at) > 4 ? at + 4 : text + size;
    for (int i = 0; i < 12; i++) {
        unsigned long number = strtoul(at, &at, 10);
        if (i >= 10)
            ticks += (double)number;
    }
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

double load_process_memory(const struct load_process *process)
{
    char path[64];
    char line[256];
    double kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)process->pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "RssAnon:", 8) == 0)
            kilobytes = strtod(line + 8, NULL);
    if (file)
        fclose(file);
    return kilobytes * 1024;
}

bool load_process_end(struct load_process *process)
{
    int status = 0;
    double end = load_now() + 10;
    struct timespec moment = {.tv_nsec = 5000000};
    kill(process->pid, SIGTERM);
    while (waitpid(process->pid, &status, WNOHANG) == 0) {
        if (load_now() > end)
            kill(process->pid, SIGKILL);
        nanosleep(&moment, NULL);
    }
    close(process->output);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
