/* The server's log for its operator: one line per event, on standard error. It
 * never has a token, a hand, a secret, a code or anything that a client sent. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

enum log_level { LOG_LEVEL_ERROR, LOG_LEVEL_WARNING, LOG_LEVEL_INFO };

/* "2025-03-01T12:00:00.123Z info words". Control characters are escaped. */
__attribute__((format(printf, 3, 4))) void log_line(enum log_level most,
                                                    enum log_level level,
                                                    const char *format, ...);

#endif
