/* SPDX-License-Identifier: Apache-2.0 */
#include "source.h"

#include "sass/cubin_stream.h"
#include "trace.h"

/* Distances that are numbers need not be known from where their bits end. */
static int distances(const struct config *cfg)
{
    bool used = cfg->distance != DISTANCE_BINARY && (config_source_reuse(cfg) || config_result_reuse(cfg));
    return used ? (1 << cfg->distance_bits) - 1 : 0;
}

int source_open(struct stream *stream, const struct source *source, const struct config *cfg)
{
    if (!source->workload) {
        struct trace_options options = {cfg->slots, cfg->registers, cfg->expand, cfg->rthld};
        return trace_open(stream, source->trace, &options);
    }
    struct cubin_stream_options options = {
        .slots = cfg->slots, .registers = cfg->registers, .expand = cfg->expand, .rthld = cfg->rthld,
        .distances = distances(cfg), .window = cfg->inflight + cfg->ib_depth, .size = source->size ? source->size : "small",
        .settings = source->parameters, .setting_count = source->parameter_count,
    };
    return cubin_stream_open(stream, source->workload, &options);
}

const char *source_name(const struct source *source)
{
    return source->workload ? source->workload : source->trace;
}
