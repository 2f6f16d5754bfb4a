/* A private folder for a program to run in, and its removal whatever the
 * program left there. */
#ifndef PROGRAMS_FOLDER_H
#define PROGRAMS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Makes an empty folder that only its owner can enter. */
bool folder_make(char *path, size_t room);

/* Links are removed and never followed; folders may be nested as deeply as the
 * disk allows. */
void folder_remove(const char *path);

#endif
