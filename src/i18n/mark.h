/* Marks texts that are translated where they are shown: for code that shows
 * nothing itself, in a browser too. */
#ifndef I18N_MARK_H
#define I18N_MARK_H

#define N_(text) text

/* The forms of a text that depends on a number, for ngettext(). */
#define NN_(one, many) one, many

/* A short text that means different things in different places. */
#define NC_(context, text) context "\004" text

#endif
