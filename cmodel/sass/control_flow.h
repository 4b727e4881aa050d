/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All paths of a kernel, to a fixpoint: the state (control_state.h) before every instruction at which paths meet. A
 * function is followed from each of its calls on its own, so that a return goes back to where the call was.
 */
#ifndef SUBCORE_CONTROL_FLOW_H
#define SUBCORE_CONTROL_FLOW_H

#include "control.h"
#include "control_state.h"

/* Is called for each instruction of each path once all states are known: what is under way before it, its own waits
 * not yet done. */
typedef void control_visit(void *user, uint32_t insn, const struct control_state *before);

void control_flow(const struct control_code *, control_visit *visit, void *user);

#endif
