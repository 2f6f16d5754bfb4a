/* Sets of small numbers as bits, such as seats. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

/* The least number in a set that is not empty. */
static inline unsigned bits_lowest(unsigned set)
{
    return (unsigned)__builtin_ctz(set);
}

#endif
