/* The files of tests/golden: games that were recorded once, and what they must
 * always come to. */
#ifndef SUPPORT_GOLDEN_H
#define SUPPORT_GOLDEN_H

#include <stdio.h>

#define GOLDEN_BYTES 65536 /* more than any record there has */

/* Where the file is. */
void golden_path(const char *name, char path[1024]);
/* The test fails if it can't be opened. */
FILE *golden_open(const char *name);
/* The whole file, with a null byte behind it; returns its length. */
size_t golden_read(const char *name, char text[GOLDEN_BYTES]);

#endif
