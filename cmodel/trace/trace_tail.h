/* SPDX-License-Identifier: Apache-2.0 */
/* What stands in a line of a trace besides registers and the addresses of lanes. */
#ifndef SUBCORE_TRACE_TAIL_H
#define SUBCORE_TRACE_TAIL_H

#include <stdbool.h>

#include "trace_cursor.h"

/* What these refuse is one phrase in the cursor's error. */

/* Behind the addresses: immediates, values of registers, the end of the line. *vary: there are values, which are not
 * the same in each execution. */
bool trace_tail_behind(struct cursor *, const struct trace_line *, const struct trace_format *, bool *vary);

/* What a TMA instruction moves, which is checked and dropped: this sub-core has no unit for it. *lanes: there are the
 * addresses of lanes instead, with their format, which are still to be read. */
bool trace_tail_transfer(struct cursor *, const struct trace_line *, const struct trace_format *, bool *lanes);

/* Before the width: passes what later tracers say there of warp-group instructions, whether one ends its group. */
void trace_tail_group(struct cursor *, const struct trace_line *, const struct trace_format *);

#endif
