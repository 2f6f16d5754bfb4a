/* The client of src/net in a program: it sends each line of its input as a
 * message, and prints what comes back, until it is told "bye". It waits for so
 * many milliseconds at a time as TALK_MS says.
 * The allocation of the number TALK_FAILS fails, and to look up the name `slow.test` takes longer than anybody waits. */
#define _GNU_SOURCE
#include "net/client.h"

#include "failing.h"

#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int __real_getaddrinfo(const char *name, const char *service,
                       const struct addrinfo *hints, struct addrinfo **found);
int __wrap_getaddrinfo(const char *name, const char *service,
                       const struct addrinfo *hints, struct addrinfo **found);
int __wrap_getaddrinfo(const char *name, const char *service,
                       const struct addrinfo *hints, struct addrinfo **found)
{
    if (strcmp(name, "slow.test") == 0)
        sleep(60);
    return __real_getaddrinfo(name, service, hints, found);
}

/* It is there to interrupt what waits. */
static void on_signal(int number)
{
    (void)number;
}

/* A line from the descriptor itself, for poll() does not see what stdio has
 * read ahead. False at the end. */
static bool read_line(char *line, size_t room)
{
    size_t size = 0;
    char c;
    while (read(STDIN_FILENO, &c, 1) == 1) {
        if (c == '\n') {
            line[size] = '\0';
            return true;
        }
        if (size + 1 < room)
            line[size++] = c;
    }
    return false;
}

/* So often somebody is willing to wait for more. */
static bool lasts(void *context)
{
    unsigned *left = context;
    return *left > 0 && (*left)-- > 0;
}

int main(int count, char **words)
{
    unsigned often = count > 4 ? (unsigned)strtoul(words[4], NULL, 10) : 0;
    struct net_patience patience = {lasts, &often};
    char why[NET_WHY];
    char line[65536];
    const char *text;
    size_t size;
    if (count < 3)
        return 2;
    struct sigaction interrupts = {.sa_handler = on_signal};
    sigaction(SIGUSR1, &interrupts, NULL);
    const char *told = getenv("TALK_FAILS");
    failing = told ? (unsigned)strtoul(told, NULL, 10) : 0;
    told = getenv("TALK_MS");
    int ms = told ? (int)strtol(told, NULL, 10) : 20000;
    struct net_client *client =
        net_client_open(words[1], count > 3 ? words[3] : "",
                        (unsigned)strtoul(words[2], NULL, 10),
                        count > 4 ? &patience : NULL, why);
    if (!client) {
        printf("not open: %s\n", why);
        return 1;
    }
    printf("open\n");
    fflush(stdout);
    int input = STDIN_FILENO;
    for (;;) {
        switch (net_client_wait(client, input, ms, &text, &size)) {
        case NET_MESSAGE:
            if (strlen(text) != size)
                abort();
            printf("message %zu %.40s\n", size, text);
            break;
        case NET_INPUT:
            if (!read_line(line, sizeof line)) {
                input = -1;
                break;
            }
            if (strcmp(line, "bye") == 0) {
                net_client_close(client);
                return 0;
            }
            if (!net_client_send(client, line, strlen(line)))
                printf("not sent\n");
            break;
        case NET_TIMEOUT:
            printf("timeout\n");
            break;
        case NET_CLOSED:
            printf("closed: %s\n", net_client_why(client));
            net_client_close(client);
            return 0;
        }
        fflush(stdout);
    }
}
