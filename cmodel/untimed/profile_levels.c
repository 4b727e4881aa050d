/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_levels.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/levels/level_stats.h"
#include "cmodel/program/level_source.h"
#include "configs/fold.h"
#include "configs/whole.h"

/* Passes, then counts. */
static bool count(const struct profile_options *o, const struct level_shape *shape, struct level_stats *stats,
                  const struct sentence *error)
{
    struct stream stream;
    struct level_pass pass = {.hints = NULL};
    if (!source_open(&stream, o->source, o->cfg))
        return refuse(error, "%s", stream.error);
    bool fine = level_pass(&pass, shape, &stream);
    stream.close(&stream);
    if (fine && pass.instructions == 0) {
        level_hints_destroy(pass.hints);
        return refuse(error, "%s " SOURCE_IDLE, source_name(o->source));
    }
    if (fine && source_open(&stream, o->source, o->cfg)) {
        fine = level_count(pass.hints, &stream, stats);
        stream.close(&stream);
    }
    level_hints_destroy(pass.hints);
    return fine || refuse(error, "%s: %s", source_name(o->source), stream.error);
}

static bool end_file(const struct profile_options *o, FILE *out, const struct sentence *error)
{
    return (out && whole_close(out, true))
        || refuse(error, "%s cannot be written: %s", o->output ? o->output : "standard output", strerror(errno));
}

/* --- all statistics of one shape ---------------------------------------------------------------------------------- */

static void print_group(const struct level_stats *s, unsigned g, FILE *out)
{
    const struct level_stat_row *row;
    fprintf(out, "%s%s\n", g ? "\n" : "", level_stats_group(g));
    for (unsigned i = 0; (row = level_stats_row(i)); i++) {
        if (row->group != g)
            continue;
        fprintf(out, "  %-26s ", row->name);
        level_stats_print(s, row, out);
        fprintf(out, *row->claim ? " %s (%s in the paper)\n" : " %s%s\n", row->unit, row->claim);
    }
}

static void print_csv(const struct level_stats *s, FILE *out)
{
    const struct level_stat_row *row;
    fputs("name,value\n", out);
    for (unsigned i = 0; (row = level_stats_row(i)); i++) {
        fprintf(out, "%s,", row->name);
        level_stats_print(s, row, out);
        fputc('\n', out);
    }
}

bool profile_levels(const struct profile_options *o, const char *text, const struct sentence *error)
{
    struct level_shape shape = source_levels(o->cfg);
    struct level_stats stats;
    if (!level_shape_read(&shape, text, error) || !count(o, &shape, &stats, error))
        return false;
    FILE *out = whole_open(o->output);
    if (out && o->csv)
        print_csv(&stats, out);
    for (unsigned g = 0; out && !o->csv && level_stats_group(g); g++)
        print_group(&stats, g, out);
    return end_file(o, out, error);
}

/* --- by entries --------------------------------------------------------------------------------------------------- */

static void print_row(const struct level_shape *shape, const struct level_stats *s, FILE *out)
{
    fprintf(out, "%d,%s,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f\n", shape->orf, level_lrf_word(shape->lrf),
            percent(s->sw_reads_lrf, s->sw_reads), percent(s->sw_reads_orf, s->sw_reads),
            percent(s->sw_reads_mrf, s->sw_reads), percent(s->sw_writes_lrf, s->sw_results),
            percent(s->sw_writes_orf, s->sw_results), percent(s->sw_writes_mrf, s->sw_results),
            percent(s->sw_energy, s->sw_energy_mrf));
}

static bool print_all(const struct profile_options *o, FILE *out, const struct sentence *error)
{
    fputs("orf,lrf,reads_lrf,reads_orf,reads_mrf,writes_lrf,writes_orf,writes_mrf,energy\n", out);
    for (int lrf = LRF_OFF; lrf <= LRF_SPLIT; lrf++)
        for (int orf = 1; orf <= LEVEL_MAX_ORF; orf++) {
            const struct level_shape shape = {.orf = orf, .lrf = lrf, .interval = LEVEL_MAX_INTERVAL,
                                              .slots = o->cfg->slots, .expand = o->cfg->expand};
            struct level_stats stats;
            if (!count(o, &shape, &stats, error))
                return false;
            print_row(&shape, &stats, out);
        }
    return true;
}

bool profile_levels_entries(const struct profile_options *o, const struct sentence *error)
{
    char *text = NULL;
    size_t size;
    FILE *csv = open_memstream(&text, &size);
    bool fine = csv ? print_all(o, csv, error) : refuse(error, "no memory is left");
    if (csv && fclose(csv) != 0)
        fine = refuse(error, "no memory is left");
    FILE *out = fine ? whole_open(o->output) : NULL;
    if (out && o->csv)
        fputs(text, out);
    if (out && !o->csv) {
        fprintf(out, PROFILE_LEVELS_FIGURE ", %s: per cent of reads, of results and of the energy without levels\n",
                source_name(o->source));
        profile_align(text, out);
    }
    free(text);
    return fine && end_file(o, out, error);
}
