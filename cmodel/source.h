/* SPDX-License-Identifier: Apache-2.0 */
/* Where a run's instructions come from: a recorded trace, or a workload of machine code. */
#ifndef SUBCORE_SOURCE_H
#define SUBCORE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "config.h"
#include "stream.h"

struct source {
    const char  *trace;         /* one of these two */
    const char  *workload;      /* a launch file */
    const char  *size;          /* of the workload: small or large */
    const char **parameters;    /* "name=value" for the launch file */
    size_t       parameter_count;
};

/* Opens it for a configuration. Returns 0, or -1 with one sentence in stream->error; then nothing needs closing. */
int source_open(struct stream *stream, const struct source *source, const struct config *cfg);

/* Its name, for reports. */
const char *source_name(const struct source *source);

#endif
