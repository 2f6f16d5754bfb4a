/* Bytes that pile up: in memory that grows, or in the caller's that does not.
 * A failure is remembered, so that a writer needs to look only once. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer {
    char *data; /* ended by 0 once anything was added */
    size_t size;
    size_t room;
    bool fixed;  /* `data` is the caller's and is never moved */
    bool failed; /* something did not fit: the content is not whole */
};

struct buffer buffer_growing(void);
/* `room` counts the final 0 and is at least 1. */
struct buffer buffer_fixed(char *data, size_t room);

/* Whether so many bytes and a 0 fit behind what is there, now or by growth; if
 * not, it has `failed`. */
bool buffer_reserve(struct buffer *buffer, size_t size);
/* All of it, or nothing and `failed`. */
void buffer_add(struct buffer *buffer, const char *bytes, size_t size);
void buffer_text(struct buffer *buffer, const char *text);
void buffer_char(struct buffer *buffer, char c);
void buffer_number(struct buffer *buffer, int number);
/* The lowest `digits` hexadecimal digits, an even number of them up to 16. */
void buffer_hex(struct buffer *buffer, uint64_t number, unsigned digits);
/* As printf() writes it. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void buffer_print(struct buffer *buffer, const char *format, ...);

/* Empties it and forgets a failure; keeps the memory. */
void buffer_clear(struct buffer *buffer);
/* Frees what grew. */
void buffer_free(struct buffer *buffer);

#endif
