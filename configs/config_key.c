/* SPDX-License-Identifier: Apache-2.0 */
/* Keys that name no option: which one may have been meant. */
#include <limits.h>
#include <string.h>

#include "config_parts.h"
#include "edit_distance.h"

int config_find_group(const char *path)
{
    size_t length = strlen(path);
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (strncmp(config_option(i)->key, path, length) == 0 && config_option(i)->key[length] == '.')
            return i;
    return -1;
}

/* Takes the first `length` characters of `known` as `nearest` if they are nearer to `path` than `*best`. */
static void consider(const char *path, const char *known, size_t length, int *best, char nearest[CONFIG_KEY])
{
    int distance = edit_distance(path, known, length);
    size_t path_length = strlen(path);
    if (length > path_length && known[length - path_length - 1] == '.' &&
        memcmp(known + length - path_length, path, path_length) == 0)
        distance = 1; /* only the group is missing */
    if (distance >= *best)
        return;
    *best = distance;
    config_clip(nearest, CONFIG_KEY, known, length);
}

/* The known key nearest to `path`: an option or, when `group`, what holds options. */
static const char *nearest_key(const char *path, bool group, char nearest[CONFIG_KEY])
{
    int best = INT_MAX;
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const char *key = config_option(i)->key;
        if (!group)
            consider(path, key, strlen(key), &best, nearest);
        for (const char *dot = strchr(key, '.'); group && dot; dot = strchr(dot + 1, '.'))
            consider(path, key, (size_t)(dot - key), &best, nearest);
    }
    if (!group && !strchr(path, '.'))
        consider(path, "extends", strlen("extends"), &best, nearest);
    return nearest;
}

bool config_refuse_key(const struct sentence *sentence, const char *where, const char *path, bool group)
{
    char nearest[CONFIG_KEY];
    return refuse(sentence, "%s: there is no option \"%s\"; the nearest accepted is \"%s\"", where, path,
                  nearest_key(path, group, nearest));
}
