/* What the two halves of test_store_file share. */
#ifndef STORE_FILE_H
#define STORE_FILE_H

#include <stddef.h>

/* The caller frees it. */
char *read_file(const char *path, size_t *size);
void write_file(const char *path, const void *bytes, size_t size);

/* In store_file_moved.c. */
#define MOVED_TESTS(X)                                                         \
    X(a_file_that_is_gone_takes_nothing)                                       \
    X(a_folder_that_is_moved_takes_nothing)                                    \
    X(another_file_takes_nothing)                                              \
    X(a_whole_copy_is_taken)                                                   \
    X(a_wal_that_is_gone_is_made_anew)                                         \
    X(a_wal_of_another_store_is_not_taken)                                     \
    X(a_file_turned_empty_takes_nothing)                                       \
    X(a_file_written_by_others_is_looked_at_again)                             \
    X(a_file_that_was_touched_is_still_the_same)                               \
    X(closing_leaves_files_of_others)

#define AS_FUNCTION(name) void name(void **state);
MOVED_TESTS(AS_FUNCTION)

#endif
