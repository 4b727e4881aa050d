/* SPDX-License-Identifier: Apache-2.0 */
#include "annotate_levels.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/levels/level_judge.h"
#include "cmodel/program/level_source.h"
#include "configs/whole.h"

static bool write_file(const struct level_pass *p, const struct annotate *a, const struct sentence *error)
{
    char note[1024];
    FILE *out = whole_open(a->output);
    snprintf(note, sizeof note, "%.500s, configuration %s: %" PRIu64 " instructions of %" PRIu32 " kernels",
             source_name(a->source), a->cfg->name, p->instructions, p->hints->count);
    if (out)
        level_hints_write(p->hints, note, out);
    return (out && whole_close(out, true))
        || refuse(error, "%s cannot be written: %s", a->output ? a->output : "standard output", strerror(errno));
}

static bool write_hints(const struct annotate *a, const struct level_shape *shape, const struct sentence *error)
{
    struct level_pass pass;
    struct stream stream;
    if (!source_open(&stream, a->source, a->cfg))
        return refuse(error, "%s", stream.error);
    bool fine = level_pass(&pass, shape, &stream) || refuse(error, "%s: %s", source_name(a->source), stream.error);
    stream.close(&stream);
    if (!fine)
        return false;
    fine = pass.instructions > 0 ? write_file(&pass, a, error)
                                 : refuse(error, "%s " SOURCE_IDLE, source_name(a->source));
    level_hints_destroy(pass.hints);
    return fine;
}

/* --- the judge ---------------------------------------------------------------------------------------------------- */

static void print_counts(const struct level_counts *c, FILE *out)
{
    fprintf(out, "%" PRIu64 " instructions of %" PRIu64 " warps, %" PRIu64 " strands, %" PRIu64 " intervals: every "
            "operand is where the hints say\n", c->instructions, c->warps, c->strands, c->intervals);
    fprintf(out, "reads   MRF %" PRIu64 ", ORF %" PRIu64 ", LRF %" PRIu64 "\n", c->reads[LEVEL_MRF],
            c->reads[LEVEL_ORF], c->reads[LEVEL_LRF]);
    fprintf(out, "writes  MRF %" PRIu64 ", ORF %" PRIu64 ", LRF %" PRIu64 "\n", c->writes[LEVEL_MRF],
            c->writes[LEVEL_ORF], c->writes[LEVEL_LRF]);
    fprintf(out, "LTRF+   %" PRIu64 " registers fetched, %" PRIu64 " written back\n", c->fetched, c->written_back);
}

static bool follow(const struct annotate *a, const struct level_hints *hints, const struct sentence *error)
{
    struct stream stream;
    struct level_counts counts;
    if (!source_open(&stream, a->source, a->cfg))
        return refuse(error, "%s", stream.error);
    bool fine = level_follow(hints, &stream, &counts) || refuse(error, "%s", stream.error);
    stream.close(&stream);
    if (fine)
        print_counts(&counts, stdout);
    return fine;
}

static bool judge(const struct annotate *a, const struct level_shape *shape, const struct sentence *error)
{
    struct level_hints *hints = level_hints_read(a->judge, error);
    if (!hints)
        return false;
    bool fine = hints->shape.slots == shape->slots && hints->shape.expand == shape->expand;
    if (fine)
        fine = follow(a, hints, error);
    else
        refuse(error, "%.300s:1: the hints are for collector.slots %d and operand.expand %s; accepted are hints for "
               "this configuration's %d and %s", a->judge, hints->shape.slots, hints->shape.expand ? "true" : "false",
               shape->slots, shape->expand ? "true" : "false");
    level_hints_destroy(hints);
    return fine;
}

bool annotate_levels(const struct annotate *a, const struct sentence *error)
{
    struct level_shape shape = source_levels(a->cfg);
    if (a->histogram || a->control || !a->levels)
        return refuse(error, "--levels writes hints about levels, and --judge follows them; accepted with --levels is "
                      "neither --control nor --histogram");
    if (a->judge && (a->level_shape || a->output))
        return refuse(error, "--judge %.300s takes the levels of its file and writes nothing; accepted is --levels "
                      "without a shape and without -o", a->judge);
    if (!level_shape_read(&shape, a->level_shape, error))
        return false;
    return a->judge ? judge(a, &shape, error) : write_hints(a, &shape, error);
}
