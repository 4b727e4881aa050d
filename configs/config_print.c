/* SPDX-License-Identifier: Apache-2.0 */
/* Configurations as text, and their hashes. */
#include <sha2.h>
#include <string.h>

#include "config_parts.h"

/* The hash over all options, or over those of one scope. What has its default does not count: a new option leaves the
 * hashes of configurations that do not use it alone. */
static void hash(const struct config *config, bool all, enum config_scope scope, char hex[CONFIG_HASH])
{
    SHA2_CTX context;
    struct config defaults;
    char line[CONFIG_KEY + CONFIG_TEXT + 2], text[CONFIG_TEXT];
    config_default(&defaults);
    SHA256Init(&context);
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        if ((!all && config_option(i)->scope != scope) || config_get(config, i) == config_get(&defaults, i))
            continue;
        snprintf(line, sizeof line, "%s=%s\n", config_option(i)->key, config_text(config, i, text));
        SHA256Update(&context, (const uint8_t *)line, strlen(line));
    }
    SHA256End(&context, hex);
}

void config_hash(const struct config *config, char hex[CONFIG_HASH])
{
    hash(config, true, CONFIG_RTL, hex);
}

void config_rtl_hash(const struct config *config, char hex[CONFIG_HASH])
{
    hash(config, false, CONFIG_RTL, hex);
}

/* Length of the groups that two keys share, with their dots. */
static size_t shared_groups(const char *a, const char *b)
{
    size_t shared = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '.')
            shared = i + 1;
    return shared;
}

/* Writes the line of an option, after the lines of the groups that the option before it was not in. */
static void echo_option(const char *before, const char *key, const char *value, FILE *out)
{
    size_t shared = shared_groups(before, key);
    int level = 0;
    const char *part = key;
    for (const char *dot; (dot = strchr(part, '.')); part = dot + 1, level++)
        if (part >= key + shared)
            fprintf(out, "%*s%.*s:\n", 2 * level, "", (int)(dot - part), part);
    fprintf(out, "%*s%s: %s\n", 2 * level, "", part, value);
}

void config_echo(const struct config *config, FILE *out)
{
    char hex[CONFIG_HASH], text[CONFIG_TEXT];
    config_hash(config, hex);
    fprintf(out, "# configuration %s, hash %.16s\n", config->name, hex);
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        echo_option(i ? config_option(i - 1)->key : "", config_option(i)->key, config_text(config, i, text), out);
}

const char *config_scope_name(enum config_scope scope)
{
    return scope == CONFIG_RTL ? "RTL" : scope == CONFIG_ENV ? "ENV" : "RUN";
}
