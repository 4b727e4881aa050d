/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memories in macros (docs/memories.md): macros.tsv beside the RTL says where the bits of a register or memory are. A
 * device is shown as if the memories were generated: what is in pieces is one object under the name that the golden
 * model has, and what else is in macros is not there.
 */
#ifndef SUBCORE_MACROS_H
#define SUBCORE_MACROS_H

#include "dut.h"
#include "reglist.h"

/* The device itself if no macros.tsv is there. NULL: refused. There is one at a time. */
const struct dut_api *macros_open(const struct dut_api *api, const char *rtl_dir, const struct sentence *);

/* Adds what is in macros to a list that does not look into them. */
bool macros_add(struct reglist *list, const struct sentence *);

/* Flop bits that are in macros. */
uint64_t macros_flop_bits(void);

void macros_close(void);

#endif
