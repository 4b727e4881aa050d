/* SPDX-License-Identifier: Apache-2.0 */
/* Why a head does not issue in a sub-core without collectors (3.5 in 3.18). */
#ifndef SUBCORE_PIPELINE_MODERN_HEADS_H
#define SUBCORE_PIPELINE_MODERN_HEADS_H

#include "scene.h"

/* The first item that holds the head of warp w back, in the order in which the golden model looks; CAUSE_NONE: none
 * does. `number`: an in-flight number is free. */
struct step modern_first_cause(const struct scene *sc, bool number, unsigned w, const struct row *head);

/* What waits for a hold, in stage `stage`. */
struct step modern_hold(const struct modern_scene *m, unsigned stage);

#endif
