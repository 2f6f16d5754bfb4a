/* Tests of requests, which test_config.c runs. */
#ifndef UNIT_CONFIG_REQUESTS_H
#define UNIT_CONFIG_REQUESTS_H

#define REQUEST_TESTS(X)                                                       \
    X(requests_have_a_form)                                                    \
    X(ids_of_wrong_requests)                                                   \
    X(messages_have_a_length)                                                  \
    X(fields_have_bounds)                                                      \
    X(texts_have_a_length)                                                     \
    X(fields_are_read)                                                         \
    X(settings_are_read)                                                       \
    X(nothing_is_kept)

#define X(name) void name(void **state);
REQUEST_TESTS(X)
#undef X

/* Before anything is read: JSON's memory is counted from now on. */
void requests_are_counted(void);

#endif
