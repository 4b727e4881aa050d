/* SPDX-License-Identifier: Apache-2.0 */
/* Read values on their way from the banks to ports S of the collectors (3.2). It has no registers. */
#ifndef SUBCORE_CROSSBAR_H
#define SUBCORE_CROSSBAR_H

#include "collectors.h"
#include "rf_bank.h"

/* Which collectors receive in this cycle, and for which slots. */
void crossbar_eval(const struct rf_banks *rf, struct collectors *cs);

/* Ports S take the values (3.8). Ready bits of a collector that is allocated in this cycle are set again later. */
void crossbar_edge(struct collectors *cs);

#endif
