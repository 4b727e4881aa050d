/* SPDX-License-Identifier: Apache-2.0 */
/* The words for what instructions wait for in a sub-core without collectors (3.18). */
#ifndef SUBCORE_PIPELINE_MODERN_TEXT_H
#define SUBCORE_PIPELINE_MODERN_TEXT_H

#include "step.h"

/* "waits for SB0: #3 LDG has yet to write", or with `past` the end of a sentence: "for SB0: #3 LDG had yet to write".
 * The length; 0 for causes of other sub-cores. */
size_t modern_text(const struct step *, uint64_t launch, bool past, char text[STEP_TEXT]);

/* "reads R4 from bank 0 and R5 from bank 1", or "read ...". Returns the length. */
size_t modern_reads_text(const struct step *, bool past, char text[STEP_TEXT]);

/* "writes R6 and R7", or "wrote ...": several results of one cycle. */
size_t modern_writes_text(const struct step *, bool past, char text[STEP_TEXT]);

#endif
