/* Sections of a state that a viewer has already are written and then taken
 * back: what they would say has to be known to tell whether it is new. */
#include "table/json_parts.h"

/* Two sums of products of half words (NH, as in UMAC) with keys that go on from
 * word to word: as fast as the text is written, and as good as the key is
 * secret. */
static uint64_t hash_text(uint64_t key, const char *text, size_t size)
{
    uint64_t one = size;
    uint64_t two = key;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        if (size - at >= sizeof word)
            memcpy(&word, text + at, sizeof word);
        else
            memcpy(&word, text + at, size - at);
        key = key * 6364136223846793005U + 1442695040888963407U;
        uint64_t a = word + key;
        uint64_t b = word ^ (key >> 29 | key << 35);
        one += (a & UINT32_MAX) * (a >> 32);
        two += (b & UINT32_MAX) * (b >> 32);
    }
    uint64_t hash = one ^ (two << 32 | two >> 32);
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
