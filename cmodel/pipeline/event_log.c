/* SPDX-License-Identifier: Apache-2.0 */
/* A line for each event, columns separated by tabs. */
#include <inttypes.h>

#include "writer.h"

static void start(struct writer *w, const struct view_frame *f)
{
    (void)f;
    fputs("cycle\twarp\tpc\tevent\tsequence\topcode\tsubcore\tslot\tdetail\n", w->out);
}

static void happens(struct writer *w, const struct pipeline_event *e)
{
    fprintf(w->out, "%" PRIu64 "\t%" PRIu64 "\t", e->cycle, e->launch);
    if (e->row)
        fprintf(w->out, "0x%04" PRIx64 "\t%s\t%" PRIu32 "\t%s", e->row->who.pc, e->name, e->row->who.sequence,
                e->row->who.opcode);
    else
        fprintf(w->out, "-\t%s\t-\t-", e->name);
    fprintf(w->out, "\t%" PRIu32 "\t%u\t%s\n", e->sub, e->slot, *e->detail ? e->detail : "-");
}

const struct writer_ops log_writer = {.open = start, .event = happens};
