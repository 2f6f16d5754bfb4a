/* Texts in the reader's language. What is marked here is found by
 * tools/messages and translated in po/; what is a language of its own (moves,
 * decks, records, JSON, logs, what goes over the wire) is never marked. */
#ifndef I18N_I18N_H
#define I18N_I18N_H

#include <libintl.h>
#include <stdbool.h>

#include "i18n/mark.h"

/* A whole sentence, or a label that stands alone; never a part that is put
 * together with others. ngettext() is for what depends on a number. */
#define _(text) gettext(text)

/* A short text that means different things in different places. */
#define C_(context, text) i18n_of(context "\004" text)

/* The same of something that depends on a number, for ngettext(). */
#define CN_(context, one, many, number)                                        \
    i18n_count(context "\004" one, context "\004" many, number)
const char *i18n_count(const char *one, const char *many, unsigned long number)
    __attribute__((format_arg(1), format_arg(2)));

/* The text of NC_() in the reader's language. */
const char *i18n_of(const char *marked) __attribute__((format_arg(1)));

/* The same for a text that may be empty or may come from outside: what is not
 * in the catalogue stays as it is. */
const char *i18n_words(const char *text);

/* English and the languages of po/LINGUAS, ended by NULL. */
extern const char *const i18n_languages[];

/* Chooses the language by LANGUAGE, LC_ALL, LC_MESSAGES and LANG, and finds the
 * catalogues beside the program or where they were installed. Numbers are not
 * touched: files hold them as C writes them. For main() alone. */
void i18n_begin(void);
/* The same for a language that was asked for by its name, "de" or "de_AT".
 * False if there is no such catalogue: the language is then as before. */
bool i18n_begin_in(const char *language);

/* True if the terminal is said to show UTF-8, by LC_ALL, LC_CTYPE or LANG. */
bool i18n_is_utf8(void);

/* The columns that a text in UTF-8 takes on a screen. */
unsigned i18n_width(const char *utf8);

/* The bytes of the first `width` columns. */
unsigned i18n_cut(const char *utf8, unsigned width);

/* How many blanks fill a text up to `width` columns: for "%s%*s". */
int i18n_fill(const char *utf8, unsigned width);

#endif
