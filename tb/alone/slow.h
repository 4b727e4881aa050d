/* SPDX-License-Identifier: Apache-2.0 */
/* Banks that are busy, in benches of modules that are told of them (3.21). */
#ifndef SUBCORE_ALONE_SLOW_H
#define SUBCORE_ALONE_SLOW_H

#include "alone.h"

static inline bool slow(const struct unit *u) { return config_slow(u->cfg); }

/* Makes any banks of the model busy, often none, and says so on busy_i. Returns them. */
uint32_t draw_busy(struct unit *u);

#endif
