/* Sections of a state that a viewer has already are written and then taken
 * back: what they would say has to be known to tell whether it is new. */
#include "table/json_parts.h"

/* Both halves of a product of two words. Where the compiler would call a library
 * for it (the module of the page is linked with none), it is made of four. */
static uint64_t folded(uint64_t one, uint64_t two)
{
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    __extension__ unsigned __int128 wide = one;
    wide *= two;
    return (uint64_t)wide ^ (uint64_t)(wide >> 64);
#else
    uint64_t low = (one & UINT32_MAX) * (two & UINT32_MAX);
    uint64_t cross = (one >> 32) * (two & UINT32_MAX) + (low >> 32);
    uint64_t other = (one & UINT32_MAX) * (two >> 32) + (cross & UINT32_MAX);
    uint64_t high = (one >> 32) * (two >> 32) + (cross >> 32) + (other >> 32);
    return (other << 32 | (low & UINT32_MAX)) ^ high;
#endif
}

static uint64_t word_at(const char *text)
{
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return word;
}

/* One product for two words (as in wyhash), of which one is hidden by a key and
 * the other by all that was before, which begins with the other key: whoever
 * knows neither can't choose texts that meet, and is never shown a hash. Half
 * an instruction a byte matters here, since every section is hashed for
 * everybody at every event. */
static uint64_t hash_text(const uint64_t key[2], const char *text, size_t size)
{
    uint64_t hash = key[1] + size;
    for (; size >= 16; text += 16, size -= 16)
        hash = folded(word_at(text) ^ key[0], word_at(text + 8) ^ hash);
    char last[16] = {0};
    memcpy(last, text, size);
    hash = folded(word_at(last) ^ key[0], word_at(last + 8) ^ hash);
    return hash ? hash : 1;
}

void section_undo(const struct json_page *page, struct section begun)
{
    struct json *json = page->json;
    if (json->buffer.failed)
        return;
    json->buffer.size = begun.size;
    json->buffer.data[begun.size] = '\0';
    json->comma = begun.comma;
}

/* Whether it is another than the viewer knows. */
static bool note(const struct json_page *page, unsigned section, uint64_t hash)
{
    page->sent->hash[section] = hash;
    return !page->known || page->known->hash[section] != hash;
}

bool section_end(const struct json_page *page, unsigned section,
                 struct section begun)
{
    const struct buffer *buffer = &page->json->buffer;
    if (!page->sent || buffer->failed)
        return true;
    size_t begin = begun.size + begun.comma; /* a comma says nothing */
    if (note(page, section,
             hash_text(page->sent->key, buffer->data + begin,
                       buffer->size - begin)))
        return true;
    section_undo(page, begun);
    return false;
}

bool section_count(const struct json_page *page, unsigned section,
                   unsigned count)
{
    return !page->sent || note(page, section, count + 1);
}
