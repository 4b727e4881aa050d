/* SPDX-License-Identifier: Apache-2.0 */
/* Results on their way to the banks: the oldest wins a bank (3.9). */
#ifndef SUBCORE_WRITEBACK_H
#define SUBCORE_WRITEBACK_H

#include "model_internal.h"

void writeback_eval(struct model *m, const struct sc_in *in, struct sc_out *out);
void writeback_edge(struct model *m);

#endif
