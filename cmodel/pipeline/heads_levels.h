/* SPDX-License-Identifier: Apache-2.0 */
/* What a head waits for beside ORF and LRF (3.19; items 6 to 8 of 3.5). */
#ifndef SUBCORE_PIPELINE_HEADS_LEVELS_H
#define SUBCORE_PIPELINE_HEADS_LEVELS_H

#include "scene.h"

/* True with the cause: an entry that is still to be written, or a strand that begins. */
bool head_waits_levels(const struct scene *sc, unsigned w, const struct row *head, struct step *step);

#endif
