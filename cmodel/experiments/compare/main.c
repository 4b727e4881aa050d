/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare: schemes beside their baselines, for compare.sh and for what chooses a BASELINE.
 *
 * usage: compare baseline -c FILE [--set KEY=VALUE]...     its name and why it is that, with a tab between
 *        compare shared KEY=VALUE...                       the settings that a baseline takes, too
 *        compare differences -c FILE [--set KEY=VALUE]... --baseline FILE [--baseline-set KEY=VALUE]...
 *                                                          options of the machine in which the two differ
 *        compare table [--format text|csv|json] [-o FILE] [--report FILE --style FILE --script FILE] GATHERED
 *
 * Exit code 2 with one sentence: bad input.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "configs/option_use.h"
#include "configs/program.h"
#include "configs/whole.h"
#include "page.h"
#include "print.h"

enum { SETS = 256, WORDS = 256 };

struct options {
    const char *config, *baseline, *format, *output, *report, *style, *script;
    const char *sets[SETS], *baseline_sets[SETS], *words[WORDS];
    int set_count, baseline_set_count, word_count;
    struct option_uses uses;
};

static char sentence[CONFIG_ERROR];

enum { KEY_SET = 256, KEY_BASELINE, KEY_BASELINE_SET, KEY_FORMAT, KEY_REPORT, KEY_STYLE, KEY_SCRIPT };

static void add(const char *list[], int *count, int most, const char *word)
{
    if (*count == most)
        give_up("%s: there are %d of these already; fewer are accepted", word, most);
    list[(*count)++] = word;
}

enum { BASELINE, SHARED, DIFFERENCES, TABLE };

static const char *const modes[] = {
    [BASELINE] = "baseline", [SHARED] = "shared", [DIFFERENCES] = "differences", [TABLE] = "table",
};
static const struct option_use uses[] = {
    {'c', "--config", 1 << BASELINE | 1 << DIFFERENCES}, {KEY_SET, "--set", 1 << BASELINE | 1 << DIFFERENCES},
    {KEY_BASELINE, "--baseline", 1 << DIFFERENCES}, {KEY_BASELINE_SET, "--baseline-set", 1 << DIFFERENCES},
    {KEY_FORMAT, "--format", 1 << TABLE}, {'o', "--output", 1 << TABLE}, {KEY_REPORT, "--report", 1 << TABLE},
    {KEY_STYLE, "--style", 1 << TABLE}, {KEY_SCRIPT, "--script", 1 << TABLE},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *o = state->input;
    option_use_given(&o->uses, key);
    switch (key) {
    case 'c': o->config = argument; return 0;
    case 'o': o->output = argument; return 0;
    case KEY_SET: add(o->sets, &o->set_count, SETS, argument); return 0;
    case KEY_BASELINE: o->baseline = argument; return 0;
    case KEY_BASELINE_SET: add(o->baseline_sets, &o->baseline_set_count, SETS, argument); return 0;
    case KEY_FORMAT: o->format = argument; return 0;
    case KEY_REPORT: o->report = argument; return 0;
    case KEY_STYLE: o->style = argument; return 0;
    case KEY_SCRIPT: o->script = argument; return 0;
    case ARGP_KEY_ARG: add(o->words, &o->word_count, WORDS, argument); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void load(struct config *config, const char *path, const char *const sets[], int count)
{
    if (!path)
        give_up("a configuration is missing; accepted is -c, and --baseline, with a file such as configs/ccu.yaml");
    if (!config_make(config, path, sets, (size_t)count, SENTENCE(sentence)))
        give_up("%s", sentence);
}

static void command_baseline(const struct options *o)
{
    struct config config;
    load(&config, o->config, o->sets, o->set_count);
    struct baseline b = baseline_of(&config);
    printf("%s\t%s\n", b.name, b.why);
}

static void command_shared(const struct options *o)
{
    const char *between = "";
    for (int i = 1; i < o->word_count; i++)
        if (baseline_takes(o->words[i])) {
            printf("%s%s", between, o->words[i]);
            between = " ";
        }
    putchar('\n');
}

static void command_differences(const struct options *o)
{
    struct config config, baseline;
    char text[CONFIG_ERROR];
    load(&config, o->config, o->sets, o->set_count);
    load(&baseline, o->baseline, o->baseline_sets, o->baseline_set_count);
    baseline_differences(&config, &baseline, text, sizeof text);
    puts(text);
}

static FILE *open_file(const char *path)
{
    FILE *out = whole_open(path);
    if (!out)
        give_up("%s cannot be written (%s); accepted is a file that can", path, strerror(errno));
    return out;
}

static void keep_file(FILE *out, const char *path)
{
    if (!whole_keep(out, true))
        give_up("%s cannot be written (%s)", path ? path : "standard output", strerror(errno));
}

static void write_report(const struct options *o, const struct rows *rows)
{
    if (!o->style || !o->script)
        give_up("--report %s needs --style and --script; accepted are these files of the page", o->report);
    struct page page = {.rows = rows, .style = o->style, .script = o->script, .out = open_file(o->report)};
    if (!page_write(&page, SENTENCE(sentence)))
        give_up("%s", sentence);
    keep_file(page.out, o->report);
}

static void command_table(const struct options *o)
{
    static const struct { const char *name; void (*print)(const struct rows *, FILE *); } formats[] = {
        {"text", print_text}, {"csv", print_csv}, {"json", print_json}
    };
    static struct comparison c;
    struct rows rows;
    size_t f = 0;
    while (f < 3 && strcmp(o->format ? o->format : "text", formats[f].name))
        f++;
    if (f == 3)
        give_up("--format %s is not known; accepted are text, csv and json", o->format);
    if (o->word_count != 2)
        give_up("one file is needed; accepted is what compare.sh has gathered");
    if (!comparison_read(&c, o->words[1], SENTENCE(sentence)) || !rows_make(&rows, &c, SENTENCE(sentence)))
        give_up("%s", sentence);
    FILE *out = open_file(o->output);
    formats[f].print(&rows, out);
    keep_file(out, o->output);
    if (o->report)
        write_report(o, &rows);
    if (!whole_take())
        give_up("the files cannot take their places: %s", strerror(errno));
    rows_free(&rows);
    comparison_free(&c);
}

static const struct argp_option argp_options[] = {
    {"config", 'c', "FILE", 0, "configuration", 0},
    {"set", KEY_SET, "KEY=VALUE", 0, "changes one option of it; may be repeated", 0},
    {"baseline", KEY_BASELINE, "FILE", 0, "configuration that it is compared with", 0},
    {"baseline-set", KEY_BASELINE_SET, "KEY=VALUE", 0, "changes one option of that; may be repeated", 0},
    {"format", KEY_FORMAT, "FORMAT", 0, "text, csv or json", 0},
    {"output", 'o', "FILE", 0, "where the table goes, instead of standard output", 0},
    {"report", KEY_REPORT, "FILE", 0, "a page of HTML", 0},
    {"style", KEY_STYLE, "FILE", 0, "style of the page", 0},
    {"script", KEY_SCRIPT, "FILE", 0, "script of the page", 0},
    {0}
};

int main(int argc, char **argv)
{
    static void (*const commands[])(const struct options *) = {
        [BASELINE] = command_baseline, [SHARED] = command_shared, [DIFFERENCES] = command_differences,
        [TABLE] = command_table
    };
    static const struct argp argp = {argp_options, parse, "COMMAND [ARGUMENT...]",
        "Schemes beside their baselines. Commands: baseline, shared, differences, table.", NULL, NULL, NULL};
    static struct options o = {.uses = {uses, sizeof uses / sizeof *uses, modes, TABLE + 1, 0}};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &o);
    for (size_t i = 0; o.word_count && i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(o.words[0], modes[i])) {
            if (option_use_check(&o.uses, i))
                return EXIT_INPUT;
            commands[i](&o);
            return 0;
        }
    give_up("'%s' is not a command; accepted are baseline, shared, differences and table",
            o.word_count ? o.words[0] : "");
}
