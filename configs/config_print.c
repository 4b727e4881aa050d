/* SPDX-License-Identifier: Apache-2.0 */
/* Configurations and the table of options as text, and their hashes. */
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

void config_help(FILE *out)
{
    char range[CONFIG_ACCEPTED];
    fprintf(out, "%-29s %-23s %-9s %s\n    %s\n", "OPTION", "ACCEPTED", "DEFAULT", "SCOPE",
            "meaning [source]; what it counts with");
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *option = config_option(i);
        config_accepted(option, range, sizeof range);
        fprintf(out, "%-29s %-23s %-9s %s\n", option->key, range, option->initial, config_scope_name(option->scope));
        fprintf(out, "    %s [%s]%s%s\n", option->help, option->source, *option->with ? "; counts with " : "",
                option->with);
    }
    fputs("\nScope: RTL changes the generated Verilog, ENV what surrounds the sub-core in C,\n"
          "RUN how a workload is laid out. An option that does not count has no effect.\n", out);
}

/* Writes text as a cell of a Markdown table. */
static void markdown_cell(const char *text, FILE *out)
{
    fputs(" ", out);
    for (; *text; text++)
        fprintf(out, "%s%c", *text == '|' ? "\\" : "", *text);
    fputs(" |", out);
}

void config_doc_markdown(FILE *out)
{
    char key[CONFIG_KEY + 2], range[CONFIG_ACCEPTED];
    fputs("| option | accepted | default | scope | counts with | source | meaning |\n"
          "|---|---|---|---|---|---|---|\n", out);
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *option = config_option(i);
        snprintf(key, sizeof key, "`%s`", option->key);
        config_accepted(option, range, sizeof range);
        const char *cells[] = {key, range, option->initial, config_scope_name(option->scope),
                               option->with, option->source, option->help};
        fputs("|", out);
        for (size_t cell = 0; cell < sizeof cells / sizeof *cells; cell++)
            markdown_cell(cells[cell], out);
        fputs("\n", out);
    }
}
