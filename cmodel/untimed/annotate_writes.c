/* SPDX-License-Identifier: Apache-2.0 */
#include "annotate_writes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/whole.h"
#include "cmodel/stream/write_profile.h"

static void note_counts(const char *what, const uint64_t counts[HINT_COUNT], FILE *out)
{
    fprintf(out, "\n%s: %" PRIu64 " transient, %" PRIu64 " bank, %" PRIu64 " both", what, counts[HINT_TRANSIENT],
            counts[HINT_BANK], counts[HINT_BOTH]);
}

/* The comments at the top of the file: where the hints come from, and what the hints say. */
static void write_note(const struct write_profile *p, const struct annotate *a, FILE *out)
{
    uint64_t counts[HINT_COUNT];
    struct regset bankless;
    fprintf(out, "%.500s, configuration %s: %" PRIu64 " warps of %" PRIu64 " launches", source_name(a->source),
            a->cfg->name, p->warps, p->launches);
    note_counts("registers written", liveness_totals(p->liveness)->values, out);
    write_profile_static(p, counts);
    note_counts("static micro-operations with results", counts, out);
    for (uint32_t k = 0; k < p->kernel_count; k++) {
        write_profile_bankless(p, k, &bankless);
        fprintf(out, "\n%u of %u registers of kernel %s need no row in a bank", regset_count(&bankless),
                regset_count(&p->kernels[k].named), hints_kernel_name(p->hints, (int)k));
    }
}

static bool write_hints(const struct write_profile *p, const struct annotate *a, FILE *out)
{
    char *note = NULL;
    size_t size;
    FILE *text = open_memstream(&note, &size);
    if (!text)
        return false;
    write_note(p, a, text);
    bool fine = fclose(text) == 0 && hints_write(p->hints, note, out);
    free(note);
    return fine;
}

static bool write_file(const struct write_profile *p, const struct annotate *a, const struct sentence *error)
{
    FILE *out = whole_open(a->output);
    bool fine = out && whole_close(out, write_hints(p, a, out));
    if (!fine)
        refuse(error, "%s cannot be written: %s", a->output ? a->output : "standard output", strerror(errno));
    return fine;
}

bool annotate_writes(const struct annotate *a, const struct sentence *error)
{
    struct stream stream;
    struct write_profile profile;
    const struct hints_scope scope = source_scope(a->cfg);
    if (a->histogram)
        return refuse(error, "--histogram shows reuse distances, and the hints of boc.write: hinted are about writes; "
                      "accepted are other configurations, or cmodel profile --figure bow:7");
    if (!source_open(&stream, a->source, a->cfg))
        return refuse(error, "%s", stream.error);
    bool fine = write_profile_collect(&profile, &scope, &stream);
    stream.close(&stream);
    if (!fine)
        refuse(error, "%s", stream.error);
    else if (profile.warps == 0)
        fine = refuse(error, "%s " SOURCE_IDLE, source_name(a->source));
    else
        fine = write_file(&profile, a, error);
    write_profile_free(&profile);
    return fine;
}
