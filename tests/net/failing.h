/* Allocations of our own, not of libraries, of which one is made to fail: the
 * linker puts these in the place of those that are called. */
#ifndef TESTS_NET_FAILING_H
#define TESTS_NET_FAILING_H

#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

/* The one to fail, counted from the next; 0 for none. */
static unsigned failing;

static bool fails(void)
{
    return failing > 0 && --failing == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

#endif
