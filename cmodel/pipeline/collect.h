/* SPDX-License-Identifier: Apache-2.0 */
/* What instructions in collectors do, or wait for (3.2 to 3.4, 3.10). */
#ifndef SUBCORE_PIPELINE_COLLECT_H
#define SUBCORE_PIPELINE_COLLECT_H

#include "banks.h"

/* The instruction in position p of collector c. */
struct step collect_step(const struct scene *sc, const struct banks *b, unsigned c, unsigned p, const struct row *r);

/* "R1 hit, R4 from bank 0": where its operands come from, in its first cycle there. Returns the length. */
enum { COLLECT_TEXT = 160 };
size_t collect_text(const struct scene *sc, const struct banks *b, unsigned c, unsigned p, const struct row *r,
                    char text[COLLECT_TEXT]);

#endif
