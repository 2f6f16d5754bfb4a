/* Log lines for the server's operator. */
#define _POSIX_C_SOURCE 200809L

#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"

void log_line(enum log_level most, enum log_level level, const char *format,
              ...)
{
    static const char *const words[] = {"error", "warning", "info"};
    if (level > most)
        return;
    va_list list;
    va_start(list, format);
    char text[512];
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    char safe[1024];
    utf8_escape(text, strlen(text), safe, sizeof safe);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct tm parts;
    gmtime_r(&now.tv_sec, &parts);
    fprintf(stderr, "%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ %s %s\n",
            parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
            parts.tm_hour, parts.tm_min, parts.tm_sec, now.tv_nsec / 1000000,
            words[level], safe);
}
