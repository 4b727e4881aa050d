/* SPDX-License-Identifier: Apache-2.0 */
#include "stats_pages.h"

#include <ctype.h>
#include <string.h>

#include "configs/edit_distance.h"
#include "configs/fold.h"
#include "cmodel/levels/level_stats.h"
#include "cmodel/subcore/stats.h"
#include "stats_text.h"

enum { WIDTH = 120, TEXT = 1024, NEAR = 3, LONGEST_NAME = 64 };

/* The condition of a row, which has that of its group in front of it; "" for none. */
static const char *condition(const struct stat_row *row, char text[TEXT])
{
    const char *group = stats_group(row->group)->with;
    snprintf(text, TEXT, "%s%s%s", group, *group && *row->with ? " " : "", row->with);
    return text;
}

/* --- the list ----------------------------------------------------------------------------------------------------- */

static void list_row(const struct stat_row *row, FILE *out)
{
    fprintf(out, "  %s (%s)\n", row->name, row->unit);
    fold(out, WIDTH, "    ", "    ", row->meaning);
    if (*row->formula && row->ratio)
        fold(out, WIDTH, "    = ", "      ", row->formula);
}

/* Those without timing, which no run has. */
static void list_untimed(FILE *out)
{
    const struct level_stat_row *row;
    for (unsigned g = 0; level_stats_group(g); g++) {
        fprintf(out, "\n%s\n", level_stats_group(g));
        for (unsigned i = 0; (row = level_stats_row(i)); i++) {
            if (row->group != g)
                continue;
            fprintf(out, "  %s (%s)\n", row->name, row->unit);
            fold(out, WIDTH, "    ", "    ", row->meaning);
            if (row->ratio)
                fold(out, WIDTH, "    = ", "      ", row->formula);
        }
    }
}

void stats_list(const struct config *cfg, FILE *out)
{
    const struct stat_row *row;
    for (unsigned g = 0; stats_group(g); g++) {
        bool begun = false;
        for (unsigned i = 0; (row = stats_row(i)); i++) {
            if (row->group != g || (cfg && !stats_apply(cfg, row)))
                continue;
            if (!begun)
                fprintf(out, "%s%s\n", g ? "\n" : "", stats_group(g)->title);
            begun = true;
            list_row(row, out);
        }
    }
    if (!cfg)
        list_untimed(out);
}

void stats_tsv(FILE *out)
{
    const struct stat_row *row;
    char with[TEXT];
    fputs("name\tunit\tformula\tgroup\twith\tsource\tmeaning\n", out);
    for (unsigned i = 0; (row = stats_row(i)); i++)
        fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", row->name, row->unit, row->formula, stats_group(row->group)->name,
                condition(row, with), row->source, row->meaning);
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

static const char page_head[] =
    "# Statistics\n\n"
    "`build/cmodel stats --markdown` writes this page. `build/cmodel stats NAME` explains one of them, and\n"
    "`build/cmodel stats -c FILE` lists those that a configuration has. A run's text, `--csv` and `--json` come from\n"
    "the same table, `cmodel/subcore/stats.def`.\n\n"
    "A run prints ten first: what it took, and why it did not go faster. Then it prints all that apply to its\n"
    "configuration, group by group. `--all` prints the others, too, which are 0. `--csv` and `--json` always have\n"
    "all.\n\n"
    "All counters are exact. Nothing is sampled, and nothing counts in reset. A run of several slices adds them up.\n"
    "A ratio is computed from the sums. A ratio over 0 is printed as 0.\n";

static const char page_idle[] =
    "A sub-core issues one micro-operation in a cycle, or none. A cycle without one is idle and has exactly one\n"
    "cause: how far the live warp that came furthest has come. The list is in that order. So `stall_collector` says\n"
    "that some warp had an instruction without dependences, and that no such warp had a collector. As text the shares\n"
    "of all causes and of the issues add up to 100.0 %: they are rounded so.\n";

/* What a row is; `formula` of a ratio, or of a sum, or "". */
static void page_item(const char *name, const char *unit, const char *meaning, const char *formula, bool ratio,
                      FILE *out)
{
    char text[TEXT];
    snprintf(text, sizeof text, "- **`%s`** (%s): ", name, unit);
    fold(out, WIDTH, text, "  ", meaning);
    if (*formula) {
        snprintf(text, sizeof text, "%s`%s`.", ratio ? "" : "The sum of ", formula);
        fold(out, WIDTH, "  Formula: ", "  ", text);
    }
}

static void page_row(const struct stat_row *row, FILE *out)
{
    char text[TEXT];
    page_item(row->name, row->unit, row->meaning, row->formula, row->ratio, out);
    if (*row->with) {
        snprintf(text, sizeof text, "With `%s`.", row->with);
        fold(out, WIDTH, "  ", "  ", text);
    }
    fprintf(out, "  Source: %s.\n", row->source);
}

static void page_group(unsigned g, FILE *out)
{
    const struct stat_group *group = stats_group(g);
    const struct stat_row *row;
    char text[TEXT];
    fprintf(out, "\n## %s\n\n", group->title);
    if (strcmp(group->name, "idle") == 0)
        fprintf(out, "%s\n", page_idle);
    if (*group->with) {
        snprintf(text, sizeof text, "These are 0 in configurations other than those with `%s`.", group->with);
        fold(out, WIDTH, "", "", text);
        fputc('\n', out);
    }
    for (unsigned i = 0; (row = stats_row(i)); i++)
        if (row->group == g)
            page_row(row, out);
}

static const char page_untimed[] =
    "\n## Without timing\n\n"
    "`cmodel profile --levels` prints these for a trace or a workload, and no run has them. They come from\n"
    "`cmodel/levels/level_stats.def`. [Register files that a compiler manages](software-rf.md) says what they rest\n"
    "on.\n";

static void page_untimed_row(const struct level_stat_row *row, FILE *out)
{
    page_item(row->name, row->unit, row->meaning, row->formula, row->ratio, out);
    if (*row->claim)
        fprintf(out, "  The paper says: %s.\n", row->claim);
    fprintf(out, "  Source: %s.\n", row->source);
}

static void page_untimed_group(unsigned g, FILE *out)
{
    const struct level_stat_row *row;
    fprintf(out, "\n### %s\n\n", level_stats_group(g));
    for (unsigned i = 0; (row = level_stats_row(i)); i++)
        if (row->group == g)
            page_untimed_row(row, out);
}

void stats_markdown(FILE *out)
{
    const char *name, *formula;
    fputs(page_head, out);
    for (unsigned g = 0; stats_group(g); g++)
        page_group(g, out);
    fputs(page_untimed, out);
    for (unsigned g = 0; level_stats_group(g); g++)
        page_untimed_group(g, out);
    fputs("\n## Names of Accel-Sim\n\n`--accel-sim` writes these instead.\n\n| name | what it is |\n|---|---|\n", out);
    for (unsigned i = 0; (name = stats_accel_sim_name(i, &formula)); i++)
        fprintf(out, "| `%s` | %s |\n", name, formula);
}

/* --- one of them -------------------------------------------------------------------------------------------------- */

/* Whether the formula has the name as a word. */
static bool has_word(const char *formula, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = formula; (at = strstr(at, name)); at += length)
        if ((at == formula || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) &&
            !(isalnum((unsigned char)at[length]) || at[length] == '_'))
            return true;
    return false;
}

/* What the formula of a row is made of, or with `users` what it is in. */
static void explain_others(const struct stat_row *row, bool users, FILE *out)
{
    const struct stat_row *other;
    char first[TEXT];
    bool begun = false;
    for (unsigned i = 0; (other = stats_row(i)); i++) {
        if (!has_word(users ? other->formula : row->formula, users ? row->name : other->name))
            continue;
        if (!begun)
            fprintf(out, "  %s\n", users ? "it is in:" : "where");
        begun = true;
        snprintf(first, sizeof first, "    %s: ", other->name);
        fold(out, WIDTH, first, "      ", users ? other->formula : other->meaning);
    }
}

static void explain(const struct stat_row *row, FILE *out)
{
    char with[TEXT];
    fprintf(out, "%s (%s), in the group \"%s\"\n", row->name, row->unit, stats_group(row->group)->title);
    fold(out, WIDTH, "  ", "  ", row->meaning);
    if (*row->formula)
        fold(out, WIDTH, "  formula: ", "    ", row->formula);
    explain_others(row, false, out);
    explain_others(row, true, out);
    fprintf(out, "  source: %s\n", row->source);
    if (*condition(row, with))
        fold(out, WIDTH, "  0 but with: ", "    ", with);
}

/* Less for a name that is nearer; one that has the word in it is near. */
static int distance(const char *word, const char *name)
{
    return strstr(name, word) ? 0 : edit_distance(word, name, strlen(name));
}

static bool refuse_name(const char *word, const struct sentence *sentence)
{
    char names[NEAR * LONGEST_NAME] = "", shown[LONGEST_NAME];
    const struct stat_row *row;
    unsigned count = 0;
    snprintf(shown, sizeof shown, "%s", word);
    for (int d = 0; d <= 2 * LONGEST_NAME && count < NEAR; d++)
        for (unsigned i = 0; (row = stats_row(i)) && count < NEAR; i++)
            if (distance(shown, row->name) == d) {
                size_t used = strlen(names);
                const char *gap = count == 0 ? "" : count + 1 < NEAR ? ", " : " and ";
                snprintf(names + used, sizeof names - used, "%s%s", gap, row->name);
                count++;
            }
    return refuse(sentence, "there is no statistic '%s'; near are %s, and `cmodel stats` lists all", shown, names);
}

/* Of those without timing. False if there is none of that name. */
static bool explain_untimed(const char *name, FILE *out)
{
    const struct level_stat_row *row;
    for (unsigned i = 0; (row = level_stats_row(i)); i++) {
        if (strcmp(row->name, name) != 0)
            continue;
        fprintf(out, "%s (%s), in the group \"%s\"\n", row->name, row->unit, level_stats_group(row->group));
        fold(out, WIDTH, "  ", "  ", row->meaning);
        if (*row->formula)
            fold(out, WIDTH, "  formula: ", "    ", row->formula);
        if (*row->claim)
            fold(out, WIDTH, "  the paper says: ", "    ", row->claim);
        fprintf(out, "  source: %s\n  cmodel profile --levels prints it\n", row->source);
        return true;
    }
    return false;
}

bool stats_explain(const char *name, FILE *out, const struct sentence *sentence)
{
    int index = stats_find(name);
    if (index < 0 && explain_untimed(name, out))
        return true;
    if (index < 0)
        return refuse_name(name, sentence);
    explain(stats_row((unsigned)index), out);
    return true;
}
