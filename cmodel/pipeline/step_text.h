/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction does or waits for, in words. */
#ifndef SUBCORE_PIPELINE_STEP_TEXT_H
#define SUBCORE_PIPELINE_STEP_TEXT_H

#include "step.h"

/* Of warp `launch`: "waits for R5 of #41 LDG". Returns the length. */
size_t step_text(const struct step *, uint64_t launch, char text[STEP_TEXT]);

#endif
