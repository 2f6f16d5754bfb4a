/* One way to grow, so that nobody forgets that memory may be out. */
#include "base/grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FEW 32 /* enough for most arrays at once */

/* The pointer is copied as bytes: it may be one to any type. */
bool grow(void *array, size_t count, size_t *room, size_t size)
{
    void *data;
    if (count < *room)
        return true;
    memcpy(&data, array, sizeof data);
    size_t larger = (count + FEW) * 2;
    data = larger > SIZE_MAX / size ? NULL : realloc(data, larger * size);
    if (!data)
        return false;
    memcpy(array, &data, sizeof data);
    *room = larger;
    return true;
}
