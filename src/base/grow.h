/* Arrays that grow. */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>

/* Room for one more behind `count` elements of `size` bytes. `array` is the
 * address of the pointer to the first, which may be NULL. False if memory is
 * out: all is then as it was. */
bool grow(void *array, size_t count, size_t *room, size_t size);

#endif
