/* The least that a WebSocket server on libwebsockets and libuv can do: it says
 * again what it hears. What our own server costs is put beside it. */
#define _GNU_SOURCE
#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#define MESSAGE 16384

struct text {
    struct text *next;
    size_t size;
    unsigned char bytes[]; /* LWS_PRE of room, then the text */
};

struct peer {
    struct text *first;
    struct text *part; /* of a message that is not whole yet */
};

static int keep(struct lws *wsi, struct peer *peer, const void *in, size_t size)
{
    struct text **link = &peer->first;
    size_t before = peer->part ? peer->part->size : 0;
    size_t left = lws_remaining_packet_payload(wsi);
    if (before + size + left > MESSAGE)
        return -1;
    struct text *text =
        realloc(peer->part, sizeof *text + LWS_PRE + before + size + left);
    if (!text)
        return -1;
    memcpy(text->bytes + LWS_PRE + before, in, size);
    text->size = before + size;
    text->next = NULL;
    peer->part = text;
    if (!lws_is_final_fragment(wsi) || left > 0)
        return 0;
    peer->part = NULL;
    while (*link)
        link = &(*link)->next;
    *link = text;
    lws_callback_on_writable(wsi);
    return 0;
}

static int say(struct lws *wsi, struct peer *peer)
{
    struct text *text = peer->first;
    if (!text)
        return 0;
    int written =
        lws_write(wsi, text->bytes + LWS_PRE, text->size, LWS_WRITE_TEXT);
    peer->first = text->next;
    free(text);
    if (peer->first)
        lws_callback_on_writable(wsi);
    return written < 0 ? -1 : 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason,
                    void *user, void *in, size_t size)
{
    struct peer *peer = user;
    switch ((int)reason) {
    case LWS_CALLBACK_RECEIVE:
        return keep(wsi, peer, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return say(wsi, peer);
    case LWS_CALLBACK_CLOSED:
        free(peer->part);
        while (peer->first) {
            struct text *next = peer->first->next;
            free(peer->first);
            peer->first = next;
        }
        return 0;
    default:
        return 0;
    }
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    uv_stop(handle->loop);
}

int main(void)
{
    static const struct lws_protocols protocols[] = {
        {"echo", callback, sizeof(struct peer), 1024, 0, NULL, MESSAGE},
        {NULL, NULL, 0, 0, 0, NULL, 0},
    };
    uv_loop_t loop;
    uv_signal_t term;
    void *loops[] = {&loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    uv_loop_init(&loop);
    uv_signal_init(&loop, &term);
    uv_signal_start(&term, on_signal, SIGTERM);
    info.iface = "127.0.0.1";
    info.protocols = protocols;
    info.foreign_loops = loops;
    info.gid = -1;
    info.uid = -1;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    lws_set_log_level(0, NULL);
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *vhost = context ? lws_create_vhost(context, &info) : NULL;
    if (!vhost) {
        fprintf(stderr, "libwebsockets can't start\n");
        return 1;
    }
    printf("port %d\n", lws_get_vhost_listen_port(vhost));
    fflush(stdout);
    uv_run(&loop, UV_RUN_DEFAULT);
    lws_context_destroy(context);
    uv_close((uv_handle_t *)&term, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    lws_context_destroy(context);
    uv_loop_close(&loop);
    return 0;
}
