/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel files that a trace specification names, in order. */
#ifndef SUBCORE_TRACE_LIST_H
#define SUBCORE_TRACE_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"

enum { TRACE_LIST_NOTE = 600 };

struct trace_list {
    char **paths;
    size_t count, capacity;
    uint64_t skipped;           /* lines of lists that name neither a kernel nor a copy of memory */
    char note[TRACE_LIST_NOTE]; /* if there are any: of the first one, file, line and text */
};

/* Resolves a specification as trace_open() takes it. */
bool trace_list_resolve(struct trace_list *list, const char *spec, const struct sentence *error);

void trace_list_free(struct trace_list *list);

#endif
