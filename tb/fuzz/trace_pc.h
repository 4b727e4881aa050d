/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an input reaches: gcc's -fsanitize-coverage=trace-pc,trace-cmp calls the functions in trace_pc.c, which count
 * edges between basic blocks, in a map of fixed size, and remember operands of comparisons.
 */
#ifndef TB_FUZZ_TRACE_PC_H
#define TB_FUZZ_TRACE_PC_H

#include <stdbool.h>
#include <stdint.h>

enum { TRACE_MAP = 1 << 16, TRACE_PAIRS = 1 << 10 };

/* Two numbers that were compared and differed; `bytes` wide. */
struct trace_pair { uint64_t a, b; uint32_t bytes; };

/* Before an input. */
void trace_begin(void);
/* After it: how many (edge, about how often) were never there before; they count as seen from now on. */
uint32_t trace_new(void);
/* Edges seen, and (edge, about how often). */
uint32_t trace_edges(void);
uint32_t trace_features(void);
/* One of the last pairs, chosen by a number. */
struct trace_pair trace_compared(uint32_t choice);

#endif
