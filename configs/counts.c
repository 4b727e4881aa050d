/* SPDX-License-Identifier: Apache-2.0 */
/* Which options have an effect, by the conditions in options.def, and notes about those that are given in vain. */
#include <stdlib.h>
#include <string.h>

#include "config_parts.h"
#include "program.h"

enum { LINE = 4 * CONFIG_TEXT };

/* Part of a condition, without a terminating NUL. */
struct text {
    const char *start;
    size_t length;
};

/* Takes the part up to `separator` from the front of the text. */
static struct text take(struct text *rest, const char *separator)
{
    size_t skip = strlen(separator);
    for (size_t i = 0; i + skip <= rest->length; i++)
        if (memcmp(rest->start + i, separator, skip) == 0) {
            struct text part = {rest->start, i};
            *rest = (struct text){rest->start + i + skip, rest->length - i - skip};
            return part;
        }
    struct text all = *rest;
    *rest = (struct text){rest->start + rest->length, 0};
    return all;
}

/* Copies the text; every condition fits. */
static const char *copy(struct text text, char out[LINE])
{
    snprintf(out, LINE, "%.*s", (int)text.length, text.start);
    return out;
}

static bool equal(struct text text, const char *word)
{
    return strlen(word) == text.length && memcmp(text.start, word, text.length) == 0;
}

/* Whether `value` is one of the words "a|b|c". */
static bool is_one_of(struct text words, const char *value)
{
    while (words.length > 0)
        if (equal(take(&words, "|"), value))
            return true;
    return false;
}

/* The number, or the value of the option, that the text is. */
static int number_of(const struct config *config, struct text text)
{
    char line[LINE];
    int index = config_find(copy(text, line));
    return index >= 0 ? config_get(config, index) : atoi(line);
}

/* Whether a condition on one option holds; if not, `against` is the option that stands against it. */
static bool holds(const struct config *config, struct text condition, int *against)
{
    char line[LINE], value[CONFIG_TEXT];
    size_t length = strcspn(copy(condition, line), "=>");
    struct text key = {condition.start, length < condition.length ? length : condition.length};
    struct text right = {condition.start + key.length + 1, condition.length - key.length - (length < condition.length)};
    int index = config_find(copy(key, line));
    if (index < 0)
        return false;           /* "profile" */
    if (!config_counts_unless(config, index, against))
        return false;
    *against = index;
    if (key.length == condition.length)
        return true;
    if (condition.start[key.length] == '>')
        return config_get(config, index) > number_of(config, right);
    return is_one_of(right, config_text(config, index, value));
}

/* Whether all of the conditions of an alternative hold. */
static bool all_hold(const struct config *config, struct text conditions, int *against)
{
    while (conditions.length > 0)
        if (!holds(config, take(&conditions, " "), against))
            return false;
    return true;
}

/* As config_holds; `against` is the option that stands against the first alternative; -1 if none does. */
static bool one_holds(const struct config *config, const char *with, int *against)
{
    struct text rest = {with, strlen(with)};
    int first = -1;
    for (bool begin = true; begin || rest.length > 0; begin = false) {
        int other = -1;
        if (all_hold(config, take(&rest, " or "), &other))
            return true;
        if (begin)
            first = other;
    }
    *against = first;
    return false;
}

bool config_holds(const struct config *config, const char *with)
{
    int against;
    return one_holds(config, with, &against);
}

bool config_counts_unless(const struct config *config, int index, int *against)
{
    return one_holds(config, config_option(index)->with, against);
}

bool config_counts(const struct config *config, int index)
{
    return config_holds(config, config_option(index)->with);
}

void config_effective_hash(const struct config *config, char hex[CONFIG_HASH])
{
    struct config effective = *config, defaults;
    config_default(&defaults);
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (!config_counts(config, i))
            config_copy(&effective, i, &defaults);
    config_hash(&effective, hex);
}

/* Why an option has no effect, from "has no effect" on. */
static void explain(const struct config *config, int index, char *text, size_t size)
{
    char value[CONFIG_TEXT];
    int against;
    config_counts_unless(config, index, &against);
    const char *with = config_option(index)->with;
    if (strcmp(with, "profile") == 0)
        snprintf(text, size, "has no effect on runs in time; it counts in build/cmodel profile");
    else
        snprintf(text, size, "has no effect, for %s is %s; it counts with %s", config_option(against)->key,
                 config_text(config, against, value), with);
}

/* Whether --set gives an option that the Verilog is not made of, and that no rule of config_check asks for. */
static bool changes_no_verilog(const struct config *config, int index)
{
    char error[CONFIG_ERROR];
    struct config without = *config, defaults;
    config_default(&defaults);
    config_copy(&without, index, &defaults);
    return config->origin[index].file < 0 && config_option(index)->scope != CONFIG_RTL &&
           config_check(&without, SENTENCE(error));
}

/* Whether an option was given by --set, or in vain by the file that was loaded. */
static bool given(const struct config *config, int index)
{
    return config->origin[index].file < 0 || (config->origin[index].file == 1 && config->idle[index]);
}

bool config_note(const struct config *config, int index, bool verilog, char *text, size_t size)
{
    char value[CONFIG_TEXT], why[CONFIG_ERROR], where[CONFIG_PATH + 32] = "";
    const struct config_option *option = config_option(index);
    const struct config_origin *origin = &config->origin[index];
    bool vain = given(config, index) && !config_counts(config, index);
    if (vain)
        explain(config, index, why, sizeof why);
    else if (verilog && changes_no_verilog(config, index))
        snprintf(why, sizeof why, "has no effect on Verilog; it is about %s",
                 option->scope == CONFIG_ENV ? "what surrounds the sub-core" : "how a workload is laid out");
    else if (config->again[index])
        snprintf(why, sizeof why, "is the last of several values of it; no other counts");
    else
        return false;
    if (origin->file > 0)
        snprintf(where, sizeof where, "%s:%d: ", config->files[origin->file - 1], origin->line);
    snprintf(text, size, "%s%s=%s %s", where, option->key, config_text(config, index, value), why);
    return true;
}

void config_notes(const struct config *config, bool verilog)
{
    char text[CONFIG_ERROR + CONFIG_PATH];
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (config_note(config, i, verilog, text, sizeof text))
            remark("%s", text);
}
