/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which rows of shared memory are unused, and hold lines and tags; and where a line of global memory goes there
 * (docs/ciao.md, 7.6; CIAO IV-B, Fig. 7c).
 */
#ifndef SUBCORE_SMMT_H
#define SUBCORE_SMMT_H

#include "mshr.h"
#include "cmodel/base/register_list.h"
#include "sm_shape.h"

struct smmt {
    uint64_t on, mask, tag_offset, data_offset;     /* registers */
};

void smmt_list(const struct smmt *s, const struct sm_shape *k, struct register_list *l);
void smmt_reset(struct smmt *s);

/* A kernel starts, whose blocks may hold so many rows. */
void smmt_flush(struct smmt *s, const struct sm_shape *k, unsigned used);

/* The place of a line. Rows of its group and of the other one, which has its tag, and the tag's bits there. */
struct shared_place smmt_place(const struct smmt *s, const struct sm_shape *k, uint64_t line);
unsigned smmt_line_row(const struct smmt *s, struct shared_place p);
unsigned smmt_tag_row(const struct smmt *s, const struct sm_shape *k, struct shared_place p);
unsigned smmt_tag_bit(const struct sm_shape *k, struct shared_place p);

#endif
