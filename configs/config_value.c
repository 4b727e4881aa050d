/* SPDX-License-Identifier: Apache-2.0 */
/* Values of options as text, and texts in sentences. */
#include <stdlib.h>
#include <string.h>

#include "config_parts.h"

char *config_clip(char *out, size_t size, const char *text, size_t length)
{
    size_t kept = length;
    if (length >= size) {
        kept = size - 4;
        while (kept > 0 && ((unsigned char)text[kept] & 0xc0) == 0x80)
            kept--;
    }
    memcpy(out, text, kept);
    for (size_t i = 0; i < kept; i++)
        if (!out[i])
            out[i] = '?';
    snprintf(out + kept, size - kept, "%s", length >= size ? "..." : "");
    return out;
}

const char *config_word(const char *words, int index, size_t *length)
{
    for (; index > 0 && words; index--) {
        words = strchr(words, '|');
        words = words ? words + 1 : NULL;
    }
    if (!words || index < 0)
        return NULL;
    *length = strcspn(words, "|");
    return words;
}

/* The number of `text` among the words, or -1. */
static int word_index(const char *words, const char *text)
{
    size_t length;
    for (int index = 0;; index++) {
        const char *word = config_word(words, index, &length);
        if (!word)
            return -1;
        if (strlen(text) == length && memcmp(word, text, length) == 0)
            return index;
    }
}

/* Appends to the text in `out` as much as fits. */
static void append(char *out, size_t size, const char *text, size_t length)
{
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%.*s", (int)length, text);
}

/* "a", "a or b", "a, b or c" */
static void list_words(const char *words, char *out, size_t size)
{
    size_t length, next;
    const char *word;
    *out = '\0';
    for (int index = 0; (word = config_word(words, index, &length)); index++) {
        const char *separator = index == 0 ? "" : config_word(words, index + 1, &next) ? ", " : " or ";
        append(out, size, separator, strlen(separator));
        append(out, size, word, length);
    }
}

/* Decimal without leading zeros, or 0x; a number too large for long becomes its largest one. */
static bool parse_integer(const char *text, long *value)
{
    const char *digits = text + (*text == '-');
    bool hex = strncmp(digits, "0x", 2) == 0;
    if (hex)
        digits += 2;
    else if (digits[0] == '0' && digits[1])
        return false;
    if (!*digits || digits[strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789")])
        return false;
    *value = strtol(text, NULL, hex ? 16 : 10);
    return true;
}

bool config_parse_value(const struct config_option *option, const char *text, int *value)
{
    long number = -1;
    switch (option->type) {
    case CONFIG_INT:
        if (!parse_integer(text, &number) || number < option->min || number > option->max)
            return false;
        break;
    case CONFIG_BOOL:
        number = word_index("false|true", text);
        break;
    case CONFIG_ENUM:
        number = word_index(option->words, text);
        break;
    }
    if (option->type != CONFIG_INT && number < 0)
        return false;
    *value = (int)number;
    return true;
}

void config_accepted(const struct config_option *option, char *text, size_t size)
{
    if (option->type == CONFIG_INT)
        snprintf(text, size, "%d to %d", option->min, option->max);
    else
        list_words(option->type == CONFIG_BOOL ? "true|false" : option->words, text, size);
}

const char *config_accepts(const struct config_option *option, char text[CONFIG_ACCEPTED])
{
    char range[CONFIG_ACCEPTED - 40];
    config_accepted(option, range, sizeof range);
    bool integer = option->type == CONFIG_INT;
    snprintf(text, CONFIG_ACCEPTED, "%s%s%s", integer ? "an integer from " : "", range,
             integer ? ", decimal or 0x" : "");
    return text;
}
