/* SPDX-License-Identifier: Apache-2.0 */
/* Which register or tag that the scoreboard has outstanding a head waits for (3.5, item 2, and Tags). */
#ifndef SUBCORE_PIPELINE_HEADS_PENDING_H
#define SUBCORE_PIPELINE_HEADS_PENDING_H

#include "scene.h"

/* A wait in the instruction buffer: for a register, or 0, and for another instruction, or NULL. */
struct step head_waits_for(enum pipe_cause cause, unsigned reg, const struct row *other);

/* Whether the head of warp w waits for a source (CAUSE_RAW), a result register (CAUSE_WAW) or a tag (CAUSE_TAG): the
 * first of these, with its writer, is in `step` then. */
bool head_waits_pending(const struct scene *sc, unsigned w, const struct row *head, struct step *step);

#endif
