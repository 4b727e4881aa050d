/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_text.h"

#include <string.h>

bool trace_text_begins(const char *text, size_t length, const char *word)
{
    return length >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

bool trace_text_is(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

bool trace_text_value(const char *text, size_t length, const char *key, char *value, size_t size)
{
    size_t n = strlen(key);

    if (length < n || memcmp(text, key, n) != 0)
        return false;
    text += n;
    length -= n;
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    if (length == 0 || *text != '=')
        return false;
    do {
        text++;
        length--;
    } while (length > 0 && (*text == ' ' || *text == '\t'));
    if (length >= size)
        length = size - 1;
    memcpy(value, text, length);
    value[length] = '\0';
    return true;
}

/* The value of a digit, 16 for any other character. */
static inline unsigned digit(char ch)
{
    unsigned decimal = (unsigned char)ch - (unsigned)'0', letter = ((unsigned char)ch | 32u) - (unsigned)'a';

    return decimal <= 9 ? decimal : letter <= 5 ? letter + 10 : 16;
}

bool trace_text_number(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
    bool hex = text[0] == '0' && text[1] == 'x';
    unsigned base = hex ? 16 : 10, n = 0;
    bool over = false;
    uint64_t v = 0;

    for (text += hex ? 2 : 0; digit(*text) < base; text++, n++) {
        over |= hex && v >> 60 != 0;
        v = v * base + digit(*text);
    }
    if (n == 0 || n > 19 || *text != '\0')
        return false;
    *value = over ? UINT64_MAX : v;
    return *value >= min && *value <= max;
}

/* Leaves out the blanks around a text. */
static char *without_blanks(char *text)
{
    text += strspn(text, " \t");
    for (size_t n = strlen(text); n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'); n--)
        text[n - 1] = '\0';
    return text;
}

bool trace_text_triple(const char *text, uint64_t min, uint64_t max, uint32_t value[3])
{
    char copy[64], *at = copy;
    size_t length = strlen(text);

    if (length >= 2 && text[0] == '(' && text[length - 1] == ')') {
        text++;
        length -= 2;
    }
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    for (unsigned i = 0; i < 3; i++) {
        char *comma = i < 2 ? strchr(at, ',') : NULL;
        uint64_t v;
        if (comma != NULL)
            *comma = '\0';
        if ((comma == NULL && i < 2) || !trace_text_number(without_blanks(at), min, max, &v))
            return false;
        value[i] = (uint32_t)v;
        at = comma != NULL ? comma + 1 : NULL;
    }
    return true;
}
