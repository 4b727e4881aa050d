/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the memory has bandwidth to spare (docs/schedulers.md, section 6.4). */
#ifndef SUBCORE_SPARE_H
#define SUBCORE_SPARE_H

#include "cmodel/base/register_list.h"
#include "sm_shape.h"

struct spare {
    uint64_t cycle, sent, spare;    /* registers */
};

void spare_list(const struct spare *s, const struct sm_shape *k, struct register_list *l);
void spare_reset(struct spare *s);

/* sent: memory takes a request in this cycle. */
void spare_edge(struct spare *s, const struct sm_shape *k, bool sent);

#endif
