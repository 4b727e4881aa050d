/* SPDX-License-Identifier: Apache-2.0 */
/* The table of options, and their values in a configuration: see config.h. */
#include "config.h"

#include <string.h>

#include "config_parts.h"

static const struct config_option table[CONFIG_OPTIONS] = {
#define OPT_INT(field, key, initial, min, max, unit, scope, with, source, help) \
    {key, #field, CONFIG_INT, #initial, min, max, unit, "", CONFIG_##scope, with, source, help, \
     offsetof(struct config, field)},
#define OPT_BOOL(field, key, initial, scope, with, source, help) \
    {key, #field, CONFIG_BOOL, #initial, 0, 1, "", "", CONFIG_##scope, with, source, help, \
     offsetof(struct config, field)},
#define OPT_ENUM(field, key, initial, words, scope, with, source, help) \
    {key, #field, CONFIG_ENUM, initial, 0, 0, "", words, CONFIG_##scope, with, source, help, \
     offsetof(struct config, field)},
#include "options.def"
#undef OPT_INT
#undef OPT_BOOL
#undef OPT_ENUM
};

/* Every key leaves room in CONFIG_KEY for a dot and a clipped name. */
#define OPT_INT(field, key, ...) _Static_assert(sizeof key <= CONFIG_KEY - 8, "CONFIG_KEY is too small for " key);
#define OPT_BOOL(field, key, ...) OPT_INT(field, key, )
#define OPT_ENUM(field, key, ...) OPT_INT(field, key, )
#include "options.def"
#undef OPT_INT
#undef OPT_BOOL
#undef OPT_ENUM

int config_get(const struct config *config, int index)
{
    const char *field = (const char *)config + table[index].offset;
    return table[index].type == CONFIG_BOOL ? *(const bool *)field : *(const int *)field;
}

void config_put(struct config *config, int index, int value, struct config_origin origin)
{
    char *field = (char *)config + table[index].offset;
    if (table[index].type == CONFIG_BOOL)
        *(bool *)field = value != 0;
    else
        *(int *)field = value;
    config->origin[index] = origin;
}

void config_copy(struct config *config, int index, const struct config *from)
{
    config_put(config, index, config_get(from, index), from->origin[index]);
}

const char *config_text(const struct config *config, int index, char text[CONFIG_TEXT])
{
    int value = config_get(config, index);
    size_t length = 0;
    const char *words = table[index].type == CONFIG_BOOL ? "false|true" : table[index].words;
    const char *word = table[index].type == CONFIG_INT ? NULL : config_word(words, value, &length);
    if (word)
        snprintf(text, CONFIG_TEXT, "%.*s", (int)length, word);
    else
        snprintf(text, CONFIG_TEXT, "%d", value);
    return text;
}

void config_default(struct config *config)
{
    *config = (struct config){.name = "default"};
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        int value = 0;
        config_parse_value(&table[i], table[i].initial, &value);
        config_put(config, i, value, (struct config_origin){0, 0});
    }
}

const struct config_option *config_option(int index)
{
    return &table[index];
}

int config_find(const char *key)
{
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (strcmp(table[i].key, key) == 0)
            return i;
    return -1;
}

bool config_set(struct config *config, const char *assignment, const struct sentence *sentence)
{
    char shown[2 * CONFIG_TEXT], where[2 * CONFIG_TEXT + 8], key[CONFIG_KEY], text[CONFIG_TEXT], what[CONFIG_ACCEPTED];
    config_clip(shown, sizeof shown, assignment, strlen(assignment));
    snprintf(where, sizeof where, "--set %s", shown);
    const char *equals = strchr(assignment, '=');
    if (!equals)
        return refuse(sentence, "%s: there is no \"=\"; accepted: --set option=value", where);
    config_clip(key, sizeof key, assignment, (size_t)(equals - assignment));
    config_clip(text, sizeof text, equals + 1, strlen(equals + 1));
    int index = config_find(key), value;
    if (index < 0)
        return config_refuse_key(sentence, where, key, false);
    if (!config_parse_value(&table[index], text, &value))
        return refuse(sentence, "%s: %s is %s%s%s; accepted: %s", where, key, *text ? "\"" : "", *text ? text : "empty",
                      *text ? "\"" : "", config_accepts(&table[index], what));
    if (config->origin[index].file < 0 && config_get(config, index) != value)
        config->again[index] = true;
    config_put(config, index, value, (struct config_origin){-1, 0});
    return true;
}

void config_where(const struct config *config, int index, char *text, size_t size)
{
    char value[CONFIG_TEXT];
    struct config_origin origin = config->origin[index];
    if (origin.file > 0)
        snprintf(text, size, "%s:%d", config->files[origin.file - 1], origin.line);
    else if (origin.file < 0)
        snprintf(text, size, "--set %s=%s", table[index].key, config_text(config, index, value));
    else
        snprintf(text, size, "default");
}
