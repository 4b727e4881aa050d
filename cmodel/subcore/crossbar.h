/* SPDX-License-Identifier: Apache-2.0 */
/* Read values on their way from the banks to port S of the collectors (3.2). */
#ifndef SUBCORE_CROSSBAR_H
#define SUBCORE_CROSSBAR_H

#include "model_internal.h"

/* Which collectors receive in this cycle, from which bank, for which slots. */
void crossbar_eval(struct model *m);

/* Port S takes the values (3.8). Ready bits of a collector that is allocated in this cycle are set again later. */
void crossbar_edge(struct model *m);

#endif
