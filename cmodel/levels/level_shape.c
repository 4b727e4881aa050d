/* SPDX-License-Identifier: Apache-2.0 */
#include "level_shape.h"

#include <stdlib.h>
#include <string.h>

static const char *const lrf_words[] = {[LRF_OFF] = "off", [LRF_ONE] = "one", [LRF_SPLIT] = "split"};

const char *level_lrf_word(int lrf)
{
    return lrf_words[lrf];
}

bool level_lrf_find(const char *word, int *lrf)
{
    for (*lrf = LRF_OFF; *lrf <= LRF_SPLIT; ++*lrf)
        if (strcmp(word, lrf_words[*lrf]) == 0)
            return true;
    return false;
}

static bool read_number(const char *text, int least, int most, int *value)
{
    size_t digits = strspn(text, "0123456789");
    *value = digits > 0 && digits <= 3 && text[digits] == '\0' ? atoi(text) : -1;
    return *value >= least && *value <= most;
}

/* One part, which no earlier one of `seen` has set. */
static bool read_part(struct level_shape *s, char *part, unsigned *seen)
{
    enum { ORF = 1, LRF = 2, INTERVAL = 4 };
    char *name = strsep(&part, "=");
    unsigned before = *seen;
    if (!part)
        return false;
    if (strcmp(name, "orf") == 0) {
        *seen |= ORF;
        return *seen != before && read_number(part, 0, LEVEL_MAX_ORF, &s->orf);
    }
    if (strcmp(name, "interval") == 0) {
        *seen |= INTERVAL;
        return *seen != before && read_number(part, LEVEL_MIN_INTERVAL, LEVEL_MAX_INTERVAL, &s->interval);
    }
    *seen |= LRF;
    return *seen != before && strcmp(name, "lrf") == 0 && level_lrf_find(part, &s->lrf);
}

struct level_shape level_shape_default(void)
{
    return (struct level_shape){.orf = 3, .lrf = LRF_SPLIT, .interval = 16};
}

bool level_shape_read(struct level_shape *s, const char *text, const struct sentence *error)
{
    bool fine = true;
    unsigned seen = 0;
    char *copy = strdup(text ? text : ""), *rest = copy;
    for (char *part; fine && rest && text && (part = strsep(&rest, ","));)
        fine = read_part(s, part, &seen);
    free(copy);
    return (copy && fine) || refuse(error, "--levels=%.100s: accepted are orf=0 to %d, lrf=off, one or split, and "
                                    "interval=%d to %d, each once at most, with commas between", text,
                                    (int)LEVEL_MAX_ORF, (int)LEVEL_MIN_INTERVAL, (int)LEVEL_MAX_INTERVAL);
}
