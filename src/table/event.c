/* The names of events, causes and refusals, which the log and the wire share. */
#include "table/event.h"

#include "table/table.h"

const char *table_event_name(unsigned type)
{
    static const char *const names[TABLE_EVENT_TYPES] = {
#define X(name, word) word,
        TABLE_EVENTS(X)
#undef X
    };
    return type < TABLE_EVENT_TYPES ? names[type] : "unknown";
}

const char *table_cause_name(unsigned cause)
{
    static const char *const names[TABLE_CAUSE_COUNT] = {
#define X(name, word) word,
        TABLE_CAUSES(X)
#undef X
    };
    return cause < TABLE_CAUSE_COUNT ? names[cause] : "unknown";
}

const char *table_error_name(enum table_error error)
{
    static const char *const names[TABLE_ERROR_COUNT] = {
#define X(name, word, words) word,
        TABLE_ERRORS(X)
#undef X
    };
    return (unsigned)error < TABLE_ERROR_COUNT ? names[error] : "unknown";
}

const char *table_error_words(enum table_error error)
{
    static const char *const all[TABLE_ERROR_COUNT] = {
#define X(name, word, words) words,
        TABLE_ERRORS(X)
#undef X
    };
    return (unsigned)error < TABLE_ERROR_COUNT ? all[error] : "unknown";
}
