/* Static files from one folder: compressed ones beside them where the browser
 * takes them, fields for caches, and no way out of the folder. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "net/http_text.h"

/* Opens step by step, so that no symbolic link is ever followed: there is none
 * in our folder, and one that somebody planted might lead anywhere. */
static int open_below(int folder, const char *file)
{
    char step[HTTP_FILE + 4];
    int at = folder;
    const char *slash;
    while ((slash = strchr(file, '/'))) {
        size_t size = (size_t)(slash - file);
        memcpy(step, file, size);
        step[size] = '\0';
        int next =
            openat(at, step, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (at != folder)
            close(at);
        if (next < 0)
            return -1;
        at = next;
        file = slash + 1;
    }
    /* A FIFO must not keep us waiting. */
    int fd = openat(at, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (at != folder)
        close(at);
    return fd;
}

/* The file, or what is beside it in a coding that the browser takes. */
static int open_variant(struct net_request *request, const char *file,
                        struct stat *about, const char **coding)
{
    static const struct {
        const char *coding;
        const char *ending;
    } variants[] = {{"br", ".br"}, {"gzip", ".gz"}, {NULL, ""}};
    const char *accepted = http_field(request->socket, "accept-encoding");
    char name[HTTP_FILE + 4];
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        *coding = variants[i].coding;
        if (*coding && (!accepted || !accepts_encoding(accepted, *coding)))
            continue;
        snprintf(name, sizeof name, "%s%s", file, variants[i].ending);
        int fd = open_below(request->net->folder, name);
        if (fd >= 0 && fstat(fd, about) == 0 && S_ISREG(about->st_mode))
            return fd;
        if (fd >= 0)
            close(fd);
    }
    return -1;
}

static void reply_file(struct net_request *request, const char *file, int fd,
                       const struct stat *about, const char *coding)
{
    struct net_socket *socket = request->socket;
    char head[REPLY_HEAD];
    char fields[NET_TEXT];
    char tag[80];
    const char *known = http_field(socket, "if-none-match");
    uint64_t size = (uint64_t)about->st_size;
    snprintf(tag, sizeof tag, "\"%llx-%llx-%lx%s\"", (unsigned long long)size,
             (unsigned long long)about->st_mtim.tv_sec, about->st_mtim.tv_nsec,
             coding ? coding : "");
    bool hashed = strncmp(file, "assets/", 7) == 0 && file_is_hashed(file);
    snprintf(fields, sizeof fields,
             "ETag: %s\r\nVary: Accept-Encoding\r\nCache-Control: %s\r\n"
             "%s%s%s",
             tag, hashed ? "public, max-age=31536000, immutable" : "no-cache",
             coding ? "Content-Encoding: " : "", coding ? coding : "",
             coding ? "\r\n" : "");
    bool fresh = known && etag_matches(known, tag);
    size_t head_size = reply_head(socket, head, fresh ? 304 : 200,
                                  fresh ? NULL : file_type(file), fields, size,
                                  request->close_after);
    request_set_reply(request, head, head_size, "", 0);
    if (fresh || request->head) {
        close(fd);
        return;
    }
    request->file = fd;
    request->file_left = size;
}

bool files_answer(struct net_request *request)
{
    char file[HTTP_FILE];
    struct stat about;
    const char *coding;
    int fd = -1;
    if (request->net->folder < 0 ||
        (strcmp(request->method, "GET") != 0 && !request->head))
        return false;
    if (path_to_file(request->path, file))
        fd = open_variant(request, file, &about, &coding);
    if (fd < 0 && path_is_page(request->path, request->net->config.handled)) {
        snprintf(file, sizeof file, "index.html");
        fd = open_variant(request, file, &about, &coding);
    }
    if (fd < 0)
        return false;
    reply_file(request, file, fd, &about, coding);
    return true;
}
