/* SPDX-License-Identifier: Apache-2.0 */
#include "slices.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"
#include "cmodel/sass/cubin_stream.h"
#include "cmodel/trace/trace.h"

/* Slices of an SM. */
static uint32_t slices_of_sm(const struct config *cfg)
{
    return cfg->sm_subcores ? 1 : (uint32_t)cfg->subcores;
}

int slices_have(const struct config *cfg, const uint32_t slice[2])
{
    uint32_t sms = (uint32_t)cfg->sms, subcores = slices_of_sm(cfg);
    if (slice[0] < sms && slice[1] < subcores)
        return 0;
    return complain("--slice %" PRIu32 ".%" PRIu32 " does not exist; accepted are 0.0 to %" PRIu32 ".%"
                    PRIu32 " (machine.sms, machine.subcores)", slice[0], slice[1], sms - 1, subcores - 1);
}

int slices_list(struct slices *s, const uint32_t only[2])
{
    const struct config *cfg = s->job.cfg;
    uint32_t sms = (uint32_t)cfg->sms, subcores = slices_of_sm(cfg);
    int code = only ? slices_have(cfg, only) : 0;
    if (code != 0)
        return code;
    s->count = only ? 1 : sms * subcores;
    s->list = calloc(s->count, sizeof *s->list);
    if (!s->list)
        return complain("out of memory for %" PRIu32 " slices", s->count);
    for (uint32_t i = 0; i < s->count; i++) {
        s->list[i].sm = only ? only[0] : i / subcores;
        s->list[i].subcore = only ? only[1] : i % subcores;
    }
    return 0;
}

void slices_free(struct slices *s)
{
    for (uint32_t i = 0; s->list && i < s->count; i++)
        slice_free(&s->list[i]);
    free(s->list);
    gpu_sthld_close(&s->gpu);
    kernel_gate_free(&s->gate);
    for (uint32_t i = 0; s->ports && i < s->count; i++)
        memory_port_free(&s->ports[i]);
    free(s->ports);
    for (size_t i = 0; i < s->unknown_count; i++)
        free(s->unknowns[i].name);
    free(s->unknowns);
}

const struct slice *slices_failure(const struct slices *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->list[i].code != 0)
            return &s->list[i];
    return NULL;
}

/* --- what the first slice's stream says --------------------------------------------------------------------------- */

static void keep_unknowns(struct slices *all, const struct stream *stream)
{
    size_t count = trace_unknown_count(stream);
    all->unknowns = calloc(count ? count : 1, sizeof *all->unknowns);
    for (size_t i = 0; all->unknowns && i < count; i++) {
        struct unknown *u = &all->unknowns[i];
        const char *name = trace_unknown(stream, i, &u->instructions);
        u->name = strdup(name ? name : "?");
        if (u->name)
            all->unknown_count = i + 1;
    }
}

static void keep_result(struct slices *all, struct stream *stream)
{
    if (!cubin_stream_is(stream) || all->list[0].code != 0)
        return;
    all->result = cubin_stream_check(stream);
    snprintf(all->wrong, sizeof all->wrong, "%s", all->result < 0 ? stream->error : "");
}

void slices_keep_first(struct slices *all, struct stream *stream)
{
    keep_unknowns(all, stream);
    all->unhinted = source_unhinted(stream);
    all->races = stream->races;
    keep_result(all, stream);
}
