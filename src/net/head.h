/* The head of an HTTP request: a pure reader of text that strangers write, so
 * that it can be tested and fuzzed alone. It is ours because what is wrong with
 * a head has to be said in words, whatever is wrong with it, and because the
 * size of one cookie must not hide another. */
#ifndef NET_HEAD_H
#define NET_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#define HEAD_BYTES 16384 /* of a head, all in all */
#define HEAD_TARGET 8192 /* of them the path and the query */
#define HEAD_FIELDS 100

/* A head while it comes in. */
struct head_text {
    char *text;
    size_t size;
    size_t room;
    size_t line; /* bytes of the line that has begun */
};

enum head_state { HEAD_MORE, HEAD_WHOLE, HEAD_WRONG };

/* What is wrong with a head: an HTTP status, and a sentence. */
struct head_error {
    unsigned status;
    const char *words;
};

/* Takes what belongs to the head from the bytes; `used` of them are read. */
enum head_state head_add(struct head_text *text, const char *bytes, size_t size,
                         size_t *used, struct head_error *error);
void head_text_free(struct head_text *text);

struct head {
    char *text; /* all below points into it */
    const char *method;
    char *path;        /* decoded */
    const char *query; /* as it came, or "" */
    bool keep;         /* the connection may ask again */
    unsigned count;
    struct {
        const char *name; /* in small letters */
        const char *value;
    } field[HEAD_FIELDS];
};

/* Takes the text over, which is whole. NULL with what is wrong. */
struct head *head_parse(struct head_text *text, struct head_error *error);
void head_free(struct head *head);

/* The first field of that name (in small letters), or the last; NULL if there
 * is none. */
const char *head_first(const struct head *head, const char *name);
const char *head_last(const struct head *head, const char *name);
unsigned head_count(const struct head *head, const char *name);
/* Is the word in one of the lists that fields of that name have? */
bool head_lists(const struct head *head, const char *name, const char *word);
/* A parameter of the query, decoded; false if it is not there or has no
 * room. */
bool head_query(const struct head *head, const char *name, char *value,
                size_t room);

#endif
