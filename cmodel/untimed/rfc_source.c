/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_source.h"

int rfc_source_run(struct rfc_source *s, const struct rfc_sink *sink, char *error, size_t error_size)
{
    return s->source->trace ? rfc_trace_run(s, sink, error, error_size) : rfc_machine_run(s, sink, error, error_size);
}

void rfc_source_free(struct rfc_source *s)
{
    rfc_shapes_free(&s->shapes);
}
