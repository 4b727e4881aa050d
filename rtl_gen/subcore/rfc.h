/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the register cache, in the order in which its module has them. */
#ifndef RTL_GEN_RFC_H
#define RTL_GEN_RFC_H

#include "rtl_gen/gen/emit.h"

void rfc_lookup(struct emit *e);  /* hits of the warp's next instruction, and the read ports that deliver them */
void rfc_victims(struct emit *e); /* the entry of each set that is replaced next */
void rfc_fills(struct emit *e);   /* a value from a bank that is put into the cache */
void rfc_offer(struct emit *e);   /* the entry that asks to be drained */
void rfc_order(struct emit *e);   /* next state of the order of the ways */
void rfc_entries(struct emit *e); /* and of the entries */

/* Whether there are several sets, and whether a fill and a result can be put into the cache in the same cycle. */
bool rfc_has_sets(const struct emit *e);
bool rfc_has_two_writes(const struct emit *e);

/* writeback with register caches (3.15). */
void rfc_writeback(struct emit *e);

#endif
