/* Names that people choose. Two that look the same at a table let one player
 * pass for another, and one that looks like nothing can't be spoken to. What
 * looks like what is rows here: enough for the letters that are available on
 * common keyboards and the tricks that are going round, not all of Unicode.
 * Whoever really wants to be mistaken for somebody will find a letter that is
 * missing; the seat's number and colour still tell them apart. */
#include "notation/name.h"

#include <string.h>

#include "base/utf8.h"

struct range {
    uint32_t first;
    uint32_t last;
};

/* Take room, but show nothing. */
static const struct range blanks[] = {
    {0x20, 0x20},     {0xa0, 0xa0},     {0x115f, 0x1160}, {0x1680, 0x1680},
    {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800},
    {0x3000, 0x3000}, {0x3164, 0x3164}, {0xffa0, 0xffa0},
};

/* Take no room at all. Some names need them, as joiners in Persian. */
static const struct range nothings[] = {
    {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},
    {0x2028, 0x202e},   {0x2060, 0x206f},   {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff},   {0xfff0, 0xfffb},   {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

/* Stand on the letter before them. */
static const struct range marks[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
    {0x64b, 0x65f},   {0x6d6, 0x6dc},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
    {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
};

/* Alphabets that have letters in common, to look at. */
enum script { NO_SCRIPT, LATIN, GREEK, CYRILLIC, ARMENIAN, CHEROKEE };

static const struct {
    struct range range;
    enum script script;
} scripts[] = {
    {{0x41, 0x5a}, LATIN},        {{0x61, 0x7a}, LATIN},
    {{0xc0, 0x2af}, LATIN},       {{0x370, 0x3ff}, GREEK},
    {{0x400, 0x52f}, CYRILLIC},   {{0x531, 0x58f}, ARMENIAN},
    {{0x13a0, 0x13f5}, CHEROKEE}, {{0x1e00, 0x1eff}, LATIN},
    {{0x1f00, 0x1fff}, GREEK},    {{0xff21, 0xff3a}, LATIN},
    {{0xff41, 0xff5a}, LATIN},
};

/* Looks like this Latin letter; a capital i looks like a small L. */
static const struct {
    uint32_t from;
    char to;
} twins[] = {
    {0x30, 'O'},   {0x31, 'l'},   {0x49, 'l'},   {0x7c, 'l'},   {0x131, 'i'},
    {0x251, 'a'},  {0x261, 'g'},  {0x391, 'A'},  {0x392, 'B'},  {0x395, 'E'},
    {0x396, 'Z'},  {0x397, 'H'},  {0x399, 'l'},  {0x39a, 'K'},  {0x39c, 'M'},
    {0x39d, 'N'},  {0x39f, 'O'},  {0x3a1, 'P'},  {0x3a4, 'T'},  {0x3a5, 'Y'},
    {0x3a7, 'X'},  {0x3b1, 'a'},  {0x3b9, 'i'},  {0x3ba, 'k'},  {0x3bd, 'v'},
    {0x3bf, 'o'},  {0x3c1, 'p'},  {0x3c5, 'u'},  {0x3c7, 'x'},  {0x3f2, 'c'},
    {0x3f3, 'j'},  {0x405, 'S'},  {0x406, 'l'},  {0x408, 'J'},  {0x410, 'A'},
    {0x412, 'B'},  {0x415, 'E'},  {0x41a, 'K'},  {0x41c, 'M'},  {0x41d, 'H'},
    {0x41e, 'O'},  {0x420, 'P'},  {0x421, 'C'},  {0x422, 'T'},  {0x423, 'Y'},
    {0x425, 'X'},  {0x430, 'a'},  {0x435, 'e'},  {0x43a, 'k'},  {0x43e, 'o'},
    {0x440, 'p'},  {0x441, 'c'},  {0x443, 'y'},  {0x445, 'x'},  {0x455, 's'},
    {0x456, 'i'},  {0x458, 'j'},  {0x475, 'v'},  {0x4bb, 'h'},  {0x4c0, 'l'},
    {0x4cf, 'l'},  {0x501, 'd'},  {0x50c, 'G'},  {0x51a, 'Q'},  {0x51b, 'q'},
    {0x51c, 'W'},  {0x51d, 'w'},  {0x566, 'q'},  {0x570, 'h'},  {0x578, 'n'},
    {0x57d, 'u'},  {0x581, 'g'},  {0x585, 'o'},  {0x13a2, 'T'}, {0x13aa, 'A'},
    {0x13ab, 'J'}, {0x13ac, 'E'}, {0x13b3, 'W'}, {0x13b7, 'M'}, {0x13bb, 'H'},
    {0x13c3, 'Z'}, {0x13d9, 'V'}, {0x13da, 'S'}, {0x13de, 'L'}, {0x13df, 'C'},
    {0x13e2, 'P'}, {0x13e6, 'K'}, {0x13f4, 'B'},
};

/* Every `step`-th character from `first` on is moved by `by`. Wide and circled
 * letters become plain ones, capital letters small ones. */
struct move {
    struct range range;
    uint32_t step;
    int32_t by;
};

static const struct move widths[] = {
    {{0xff01, 0xff5e}, 1, -0xfee0},
    {{0x24b6, 0x24cf}, 1, -0x2475},
    {{0x24d0, 0x24e9}, 1, -0x246f},
};

static const struct move folds[] = {
    {{0x41, 0x5a}, 1, 32},   {{0xc0, 0xde}, 1, 32},
    {{0x100, 0x136}, 2, 1},  {{0x139, 0x147}, 2, 1},
    {{0x14a, 0x176}, 2, 1},  {{0x178, 0x178}, 1, -121},
    {{0x179, 0x17d}, 2, 1},  {{0x391, 0x3a9}, 1, 32},
    {{0x3c2, 0x3c2}, 1, 1},  {{0x400, 0x40f}, 1, 80},
    {{0x410, 0x42f}, 1, 32}, {{0x460, 0x480}, 2, 1},
    {{0x48a, 0x4be}, 2, 1},  {{0x4d0, 0x52e}, 2, 1},
    {{0x531, 0x556}, 1, 48}, {{0x1e00, 0x1efe}, 2, 1},
};

/* Letters of mathematics: alphabets in many styles, capital letters first. */
static const struct range styled_letters = {0x1d400, 0x1d6a3};
static const struct range styled_digits = {0x1d7ce, 0x1d7ff};

/* A small letter with a mark is also written as two characters. */
static const struct {
    uint16_t from;
    uint16_t letter;
    uint16_t mark;
} marked[] = {
    {0xe0, 0x61, 0x300},   {0xe1, 0x61, 0x301},   {0xe2, 0x61, 0x302},
    {0xe3, 0x61, 0x303},   {0xe4, 0x61, 0x308},   {0xe5, 0x61, 0x30a},
    {0xe7, 0x63, 0x327},   {0xe8, 0x65, 0x300},   {0xe9, 0x65, 0x301},
    {0xea, 0x65, 0x302},   {0xeb, 0x65, 0x308},   {0xec, 0x69, 0x300},
    {0xed, 0x69, 0x301},   {0xee, 0x69, 0x302},   {0xef, 0x69, 0x308},
    {0xf1, 0x6e, 0x303},   {0xf2, 0x6f, 0x300},   {0xf3, 0x6f, 0x301},
    {0xf4, 0x6f, 0x302},   {0xf5, 0x6f, 0x303},   {0xf6, 0x6f, 0x308},
    {0xf9, 0x75, 0x300},   {0xfa, 0x75, 0x301},   {0xfb, 0x75, 0x302},
    {0xfc, 0x75, 0x308},   {0xfd, 0x79, 0x301},   {0xff, 0x79, 0x308},
    {0x101, 0x61, 0x304},  {0x103, 0x61, 0x306},  {0x105, 0x61, 0x328},
    {0x107, 0x63, 0x301},  {0x109, 0x63, 0x302},  {0x10b, 0x63, 0x307},
    {0x10d, 0x63, 0x30c},  {0x10f, 0x64, 0x30c},  {0x113, 0x65, 0x304},
    {0x115, 0x65, 0x306},  {0x117, 0x65, 0x307},  {0x119, 0x65, 0x328},
    {0x11b, 0x65, 0x30c},  {0x11d, 0x67, 0x302},  {0x11f, 0x67, 0x306},
    {0x121, 0x67, 0x307},  {0x123, 0x67, 0x327},  {0x125, 0x68, 0x302},
    {0x129, 0x69, 0x303},  {0x12b, 0x69, 0x304},  {0x12d, 0x69, 0x306},
    {0x12f, 0x69, 0x328},  {0x135, 0x6a, 0x302},  {0x137, 0x6b, 0x327},
    {0x13a, 0x6c, 0x301},  {0x13c, 0x6c, 0x327},  {0x13e, 0x6c, 0x30c},
    {0x144, 0x6e, 0x301},  {0x146, 0x6e, 0x327},  {0x148, 0x6e, 0x30c},
    {0x14d, 0x6f, 0x304},  {0x14f, 0x6f, 0x306},  {0x151, 0x6f, 0x30b},
    {0x155, 0x72, 0x301},  {0x157, 0x72, 0x327},  {0x159, 0x72, 0x30c},
    {0x15b, 0x73, 0x301},  {0x15d, 0x73, 0x302},  {0x15f, 0x73, 0x327},
    {0x161, 0x73, 0x30c},  {0x163, 0x74, 0x327},  {0x165, 0x74, 0x30c},
    {0x169, 0x75, 0x303},  {0x16b, 0x75, 0x304},  {0x16d, 0x75, 0x306},
    {0x16f, 0x75, 0x30a},  {0x171, 0x75, 0x30b},  {0x173, 0x75, 0x328},
    {0x175, 0x77, 0x302},  {0x177, 0x79, 0x302},  {0x17a, 0x7a, 0x301},
    {0x17c, 0x7a, 0x307},  {0x17e, 0x7a, 0x30c},  {0x439, 0x438, 0x306},
    {0x451, 0x435, 0x308}, {0x457, 0x456, 0x308},
};

#define ROWS(table) (sizeof(table) / sizeof *(table))

static bool within(struct range range, uint32_t c)
{
    return range.first <= c && c <= range.last;
}

static bool in_some(const struct range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (within(ranges[i], c))
            return true;
    return false;
}

static enum script script_of(uint32_t c)
{
    for (size_t i = 0; i < ROWS(scripts); i++)
        if (within(scripts[i].range, c))
            return scripts[i].script;
    return NO_SCRIPT;
}

static uint32_t twin_of(uint32_t c)
{
    for (size_t i = 0; i < ROWS(twins); i++)
        if (twins[i].from == c)
            return (unsigned char)twins[i].to;
    return c;
}

static uint32_t moved(const struct move *moves, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (within(moves[i].range, c) &&
            (c - moves[i].range.first) % moves[i].step == 0)
            return (uint32_t)((int32_t)c + moves[i].by);
    return c;
}

static uint32_t plain(uint32_t c)
{
    if (within(styled_letters, c)) {
        uint32_t letter = (c - styled_letters.first) % 52;
        return letter < 26 ? 'A' + letter : 'a' + letter - 26;
    }
    if (within(styled_digits, c))
        return '0' + (c - styled_digits.first) % 10;
    return moved(widths, ROWS(widths), c);
}

/* ---- What a person may be called ---- */

/* The letters of one word so far. */
struct word_letters {
    enum script script; /* of the first */
    bool mixed;
    bool twin; /* one of another alphabet that looks like a Latin one */
};

/* False once a word has letters of two alphabets, and could be read as if it
 * had not. */
static bool word_goes_on(struct word_letters *word, uint32_t c)
{
    enum script script = script_of(c);
    if (in_some(blanks, ROWS(blanks), c))
        *word = (struct word_letters){NO_SCRIPT, false, false};
    if (script == NO_SCRIPT)
        return true;
    if (word->script == NO_SCRIPT)
        word->script = script;
    word->mixed = word->mixed || word->script != script;
    word->twin = word->twin || (script != LATIN && twin_of(c) != c);
    return !(word->mixed && word->twin);
}

bool name_is_good(const char *text, size_t size)
{
    const char *end = text + size;
    struct word_letters word = {NO_SCRIPT, false, false};
    bool seen = false;
    if (!utf8_is_name(text, size))
        return false;
    while (text < end) {
        uint32_t c = 0;
        text += utf8_next(text, end, &c);
        if (!word_goes_on(&word, c))
            return false;
        seen = seen || !(in_some(blanks, ROWS(blanks), c) ||
                         in_some(nothings, ROWS(nothings), c) ||
                         in_some(marks, ROWS(marks), c));
    }
    return seen;
}

/* ---- What looks the same ---- */

/* The characters that count of one name, one after the other. */
struct skeleton {
    const char *at;
    const char *end;
    bool by_looks; /* letters of other alphabets count as what they look like */
    bool begun;    /* something was given: a blank now counts */
    bool blank;    /* the last character was one */
    uint32_t mark; /* comes next, or 0 */
};

static struct skeleton skeleton_of(const char *name, bool by_looks)
{
    return (struct skeleton){
        .at = name, .end = name + strlen(name), .by_looks = by_looks};
}

/* Takes a small letter apart; its mark waits. */
static uint32_t without_mark(struct skeleton *skeleton, uint32_t c)
{
    for (size_t i = 0; i < ROWS(marked); i++) {
        if (marked[i].from != c)
            continue;
        skeleton->mark = marked[i].mark;
        return marked[i].letter;
    }
    return c;
}

static uint32_t small(struct skeleton *skeleton, uint32_t c)
{
    uint32_t letter = plain(c);
    letter = skeleton->by_looks ? twin_of(letter) : letter;
    letter = moved(folds, ROWS(folds), letter);
    letter = without_mark(skeleton, letter);
    /* The letter without its mark may have a look-alike of its own. */
    return skeleton->by_looks && letter > 0x7f ? twin_of(letter) : letter;
}

/* The next character, or 0. Blanks are one space, but none at the end. */
static uint32_t skeleton_next(struct skeleton *skeleton)
{
    uint32_t c = skeleton->mark;
    skeleton->mark = 0;
    if (c)
        return c;
    while (skeleton->at < skeleton->end) {
        const char *before = skeleton->at;
        size_t step = utf8_next(skeleton->at, skeleton->end, &c);
        skeleton->at += step > 0 ? step : 1;
        if (step == 0)
            c = (unsigned char)*before;
        if (in_some(blanks, ROWS(blanks), c)) {
            skeleton->blank = skeleton->begun;
            continue;
        }
        if (in_some(nothings, ROWS(nothings), c))
            continue;
        if (skeleton->blank) {
            skeleton->blank = false;
            skeleton->at = before;
            return ' ';
        }
        skeleton->begun = true;
        return small(skeleton, c);
    }
    return 0;
}

static bool same_skeleton(const char *a, const char *b, bool by_looks)
{
    struct skeleton one = skeleton_of(a, by_looks);
    struct skeleton other = skeleton_of(b, by_looks);
    uint32_t c;
    do {
        c = skeleton_next(&one);
        if (c != skeleton_next(&other))
            return false;
    } while (c);
    return true;
}

/* Twice, because a capital letter may look like one that its small form does
 * not look like. */
bool names_alike(const char *a, const char *b)
{
    return same_skeleton(a, b, false) || same_skeleton(a, b, true);
}
