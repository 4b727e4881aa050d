/* SPDX-License-Identifier: Apache-2.0 */
/* What a head waits for beside intervals (3.20; item 6 of 3.5). */
#ifndef SUBCORE_PIPELINE_HEADS_INTERVALS_H
#define SUBCORE_PIPELINE_HEADS_INTERVALS_H

#include "scene.h"

/* True with the cause: its warp is in the active set, and leaves it, or lacks registers of its interval. */
bool head_waits_interval(const struct scene *sc, unsigned w, const struct row *head, struct step *step);

#endif
