/* Names and plain words for the error codes, from the one table in tioli.h. */
#include "tioli.h"

static const char *const names[] = {
#define X(name, words) #name,
    TIO_ERRORS(X)
#undef X
};

static const char *const sentences[] = {
#define X(name, words) words,
    TIO_ERRORS(X)
#undef X
};

const char *tio_error_name(tio_error error)
{
    return (unsigned)error < TIO_ERROR_COUNT ? names[error] : "UNKNOWN";
}

const char *tio_error_words(tio_error error)
{
    return (unsigned)error < TIO_ERROR_COUNT ? sentences[error]
                                             : "an unknown error";
}
