/* SPDX-License-Identifier: Apache-2.0 */
#include "rfc_source.h"

bool rfc_source_run(struct rfc_source *s, const struct rfc_sink *sink, const struct sentence *error)
{
    return s->source->trace ? rfc_trace_run(s, sink, error) : rfc_machine_run(s, sink, error);
}

void rfc_source_free(struct rfc_source *s)
{
    rfc_shapes_free(&s->shapes);
}
