/* SPDX-License-Identifier: Apache-2.0 */
/* What instructions between issue and dispatch do, or wait for, in a sub-core without collectors (3.18). */
#ifndef SUBCORE_PIPELINE_MODERN_STAGES_H
#define SUBCORE_PIPELINE_MODERN_STAGES_H

#include "modern_scene.h"

struct step modern_stage(const struct modern_scene *sc, const struct tracker *t, const struct row *r);

/* "R1 hit, R4 from bank 0, kept": where its operands come from, in the cycle in which it leaves Allocate. Returns the
 * length; 0 in other cycles. */
size_t modern_operands(const struct modern_scene *sc, const struct row *r, char *text, size_t size);

#endif
