#define _GNU_SOURCE
#include "bench/load_serve.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void clear_folder(struct load_serve *serve)
{
    char path[sizeof serve->folder + 258];
    struct dirent *entry;
    DIR *folder = serve->folder[0] ? opendir(serve->folder) : NULL;
    if (!folder)
        return;
    while ((entry = readdir(folder))) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", serve->folder, entry->d_name);
        (void)unlink(path);
    }
    closedir(folder);
    (void)rmdir(serve->folder);
    serve->folder[0] = '\0';
}

bool load_serve_start(struct load_serve *serve, const char *program,
                      const char *kind, const char *place)
{
    char db[sizeof serve->folder + 16] = "memory";
    memset(serve, 0, sizeof *serve);
    if (strcmp(kind, "sqlite") == 0) {
        snprintf(serve->folder, sizeof serve->folder, "%s/load-XXXXXX", place);
        if (!mkdtemp(serve->folder)) {
            fprintf(stderr, "can't make a folder in %s\n", place);
            serve->folder[0] = '\0';
            return false;
        }
        snprintf(db, sizeof db, "%s/tioli.db", serve->folder);
    }
    char *words[] = {
        strdup(program),
        "serve",
        "--listen",
        "127.0.0.1",
        "--port",
        "0",
        "--db",
        db,
        "--no-qr",
        "--threads",
        "1",
        "--max-tables",
        "100000",
        "--max-connections",
        "15000",
        "--max-per-address",
        "250",
        NULL,
    };
    bool good = words[0] && load_process_start(&serve->process, words);
    free(words[0]);
    if (!good)
        clear_folder(serve);
    return good;
}

bool load_serve_end(struct load_serve *serve)
{
    bool ended = load_process_end(&serve->process);
    clear_folder(serve);
    if (!ended)
        fprintf(stderr, "the server ended badly\n");
    return ended;
}
