/* SPDX-License-Identifier: Apache-2.0 */
/* One cycle of the sub-core (section 3). */
#ifndef SUBCORE_SUBCORE_H
#define SUBCORE_SUBCORE_H

#include "model_internal.h"

void subcore_eval(struct model *m, const struct sc_in *in, const struct sm_drives *sm, struct sc_out *out);
void subcore_edge(struct model *m);

/* Registers with a reset take it. */
void subcore_reset(struct model *m);

/* Packed form of everything from the natural form, and back. */
void subcore_pack(struct model *m);
void subcore_unpack(struct model *m);

#endif
