/* SPDX-License-Identifier: Apache-2.0 */
/* The table of options for its readers, group by group. */
#include <string.h>

#include "config_parts.h"
#include "fold.h"

enum { WIDTH = 120, LINE = 2048, LIST = 8192 };

/* "1 to 32 banks", "true or false". */
static const char *accepted(const struct config_option *option, char text[LINE])
{
    char range[CONFIG_ACCEPTED];
    config_accepted(option, range, sizeof range);
    snprintf(text, LINE, "%s%s%s", range, *option->unit ? " " : "", option->unit);
    return text;
}

/* --- the list ----------------------------------------------------------------------------------------------------- */

static void list_option(const struct config_option *option, const char *value, FILE *out)
{
    char text[LINE], range[LINE];
    bool other = strcmp(value, option->initial) != 0;
    fprintf(out, "  %s = %s  (%s%s%s; %s)\n", option->key, value, accepted(option, range), other ? "; default " : "",
            other ? option->initial : "", config_scope_name(option->scope));
    snprintf(text, sizeof text, "%s [%s]", option->help, option->source);
    fold(out, WIDTH, "      ", "      ", text);
}

static void begin_group(int group, FILE *out)
{
    fprintf(out, "%s%s\n", group ? "\n" : "", config_group(group)->title);
    fold(out, WIDTH, "  ", "  ", config_group(group)->meaning);
    fputc('\n', out);
}

void config_help(FILE *out)
{
    for (int g = 0; config_group(g); g++) {
        begin_group(g, out);
        for (int i = 0; i < CONFIG_OPTIONS; i++) {
            const struct config_option *option = config_option(i);
            if (config_group_of(i) != g)
                continue;
            list_option(option, option->initial, out);
            if (*option->with)
                fold(out, WIDTH, "      counts with ", "      ", option->with);
        }
    }
    fputs("\nAn option that does not count has no effect. RTL: it changes the generated Verilog; ENV: what surrounds\n"
          "the sub-core in C; RUN: how a workload is laid out. With -c: the options of a configuration with its\n"
          "values, and which of them it ignores.\n", out);
}

/* --- one configuration -------------------------------------------------------------------------------------------- */

/* The option that stands against this one; CONFIG_OPTIONS: none does; -1: no configuration gives it an effect. */
static int against(const struct config *config, int index)
{
    int other = -1;
    return config_counts_unless(config, index, &other) ? CONFIG_OPTIONS : other;
}

/* The options of `group`, -1 for all, that `other` stands against, with commas between; "" if there are none. */
static const char *ignored(const struct config *config, int group, int other, char list[LIST])
{
    *list = '\0';
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if ((group < 0 || config_group_of(i) == group) && against(config, i) == other) {
            size_t used = strlen(list);
            snprintf(list + used, LIST - used, "%s%s", used ? ", " : "", config_option(i)->key);
        }
    return list;
}

/* Lines "ignored, for KEY is VALUE: KEY, ...". */
static void print_ignored(const struct config *config, int group, const char *begin, const char *next, FILE *out)
{
    char list[LIST], first[LINE], value[CONFIG_TEXT];
    for (int other = -1; other < CONFIG_OPTIONS; other++) {
        if (!*ignored(config, group, other, list))
            continue;
        if (other < 0)
            snprintf(first, sizeof first, "%signored but by build/cmodel profile: ", begin);
        else
            snprintf(first, sizeof first, "%signored, for %s is %s: ", begin, config_option(other)->key,
                     config_text(config, other, value));
        fold(out, WIDTH, first, next, list);
    }
}

void config_ignored(const struct config *config, FILE *out)
{
    print_ignored(config, -1, "# ", "#   ", out);
}

static bool has_effect(const struct config *config, int group)
{
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (config_group_of(i) == group && config_counts(config, i))
            return true;
    return false;
}

void config_list(const struct config *config, FILE *out)
{
    char value[CONFIG_TEXT];
    for (int g = 0; config_group(g); g++) {
        if (has_effect(config, g))
            begin_group(g, out);
        else
            fprintf(out, "\n%s\n", config_group(g)->title);
        for (int i = 0; i < CONFIG_OPTIONS; i++)
            if (config_group_of(i) == g && config_counts(config, i))
                list_option(config_option(i), config_text(config, i, value), out);
        print_ignored(config, g, "  ", "      ", out);
    }
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

static const char page_head[] =
    "# Options\n\n"
    "`build/cmodel options --markdown` writes this page. `build/cmodel options -c FILE` lists the options of a\n"
    "configuration with its values, without those that it ignores, and says why it ignores them.\n\n"
    "Scope: `RTL` changes the Verilog, `ENV` what surrounds the sub-core, `RUN` how a workload is laid out.\n\n"
    "An option counts with what is said of it: `collector.kind=ccu`, for instance, if that option has this value and\n"
    "counts itself; with `a>b` if it is greater; with a bare name if that option counts; and with `profile` in\n"
    "`build/cmodel profile` only. Otherwise it has no effect, which\n"
    "[every command says](using.md#a-configuration-of-your-own).\n";

static void page_option(const struct config_option *option, FILE *out)
{
    char text[LINE], range[LINE];
    fprintf(out, "- **`%s`** (%s; default %s; %s)\\\n", option->key, accepted(option, range), option->initial,
            config_scope_name(option->scope));
    fold(out, WIDTH, "  ", "  ", option->help);
    if (*option->with) {
        snprintf(text, sizeof text, "Counts with `%s`.", option->with);
        fold(out, WIDTH, "  ", "  ", text);
    }
    fprintf(out, "  Source: %s.\n", option->source);
}

void config_doc_markdown(FILE *out)
{
    fputs(page_head, out);
    for (int g = 0; config_group(g); g++) {
        fprintf(out, "\n## %s\n\n", config_group(g)->title);
        fold(out, WIDTH, "", "", config_group(g)->meaning);
        fputc('\n', out);
        for (int i = 0; i < CONFIG_OPTIONS; i++)
            if (config_group_of(i) == g)
                page_option(config_option(i), out);
    }
}

void config_doc_tsv(FILE *out)
{
    char range[CONFIG_ACCEPTED];
    fputs("option\taccepted\tunit\tdefault\tscope\tgroup\twith\tsource\tmeaning\n", out);
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *option = config_option(i);
        const struct config_group *group = config_group(config_group_of(i));
        config_accepted(option, range, sizeof range);
        fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", option->key, range, option->unit, option->initial,
                config_scope_name(option->scope), group ? group->name : "", option->with, option->source, option->help);
    }
}
