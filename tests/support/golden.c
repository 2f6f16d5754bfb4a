#include "support/golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

void golden_path(const char *name, char path[1024])
{
    const char *source = getenv("TIOLI_SOURCE");
    int size =
        snprintf(path, 1024, "%s/tests/golden/%s", source ? source : ".", name);
    assert_true(size > 0 && size < 1024);
}

FILE *golden_open(const char *name)
{
    char path[1024];
    golden_path(name, path);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s can't be opened", path);
    return file;
}

size_t golden_read(const char *name, char text[GOLDEN_BYTES])
{
    FILE *file = golden_open(name);
    size_t length = fread(text, 1, GOLDEN_BYTES, file);
    fclose(file);
    if (length == 0 || length == GOLDEN_BYTES)
        fail_msg("%s is empty or too long", name);
    text[length] = '\0';
    return length;
}
