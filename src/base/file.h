/* Whole files: read within a limit, replaced in one step. Whatever fails leaves
 * its reason in errno. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* All of it with a 0 behind it, which the caller frees; NULL if it can't be
 * read. No more than one byte beyond the limit is read: `length` is then larger
 * than `limit`. */
char *file_read(const char *path, size_t limit, size_t *length);
/* The same of what is left of a stream. */
char *file_read_rest(FILE *file, size_t limit, size_t *length);

/* Puts a new file, which nobody else may read, in the place of `path`: whoever
 * looks finds the old content or the new, even after a power cut. */
bool file_replace(const char *path, const char *text, size_t length);

/* A new file: whatever has that name, even a link, makes it fail. If it can't be
 * written whole, nothing is left of it. One that is not `shared` is for its owner
 * alone, and reaches the disk. */
bool file_create(const char *path, bool shared, const char *text,
                 size_t length);

/* All of it, and on to the disk. */
bool file_write(int file, const char *text, size_t length);
/* The names in the folder of `path` reach the disk, too, or a power cut may undo
 * a renaming. Where that can't be asked for, it is as good as it gets. */
void file_sync_folder(const char *path);

/* Where the program keeps what a user has of one sort: in the folder that the
 * variable of the environment names, or in the `usual` one at home. ENOENT if
 * there is neither. */
bool file_user_folder(const char *variable, const char *usual, char *out,
                      size_t room);

/* Makes the folder and those that it lies in, or only the latter, for their
 * owner alone. If one can't be made, the path is cut after its name. */
bool file_make_folders(char *path);
bool file_make_parents(char *path);

#endif
