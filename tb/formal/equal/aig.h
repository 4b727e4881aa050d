/* SPDX-License-Identifier: Apache-2.0 */
/*
 * And-inverter graphs, and a SAT solver that is asked about them. A literal is twice the number of a node, plus one for
 * its complement; node 0 is false. Equal nodes are made once.
 */
#ifndef SUBCORE_FORMAL_AIG_H
#define SUBCORE_FORMAL_AIG_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t lit;

enum { FALSE = 0, TRUE = 1 };

lit aig_input(void);
lit aig_and(lit a, lit b);
lit aig_xor(lit a, lit b);
lit aig_mux(lit c, lit then, lit otherwise);
uint32_t aig_nodes(void);

static inline lit aig_not(lit a) { return a ^ 1; }
static inline lit aig_or(lit a, lit b) { return aig_and(a ^ 1, b ^ 1) ^ 1; }

enum aig_answer { AIG_IMPOSSIBLE, AIG_POSSIBLE, AIG_UNKNOWN };

/* Whether some inputs make all of them true; unknown after so many conflicts, if that is not 0. */
enum aig_answer aig_ask(const lit *all, unsigned count, int conflicts);
bool aig_possible(const lit *all, unsigned count);

/* Gives the solver what has been proved: one of both is true. */
void aig_learn(lit a, lit b);

/* Whether a literal is the conjunction of two others; then these. */
bool aig_both(lit a, lit part[2]);

/* True if random inputs have shown it; false says nothing. */
bool aig_seen(const lit *all, unsigned count);

/* After that has been true: the value of a literal in the answer, for all inputs, as a number 0 or 1. */
bool aig_value(lit a);

/* Makes the solver know a literal, so that its value is one in every later answer. */
void aig_tell(lit a);

/* Questions that the solver was asked. */
extern uint64_t aig_questions;

/* Values of all nodes from those of the inputs: set the inputs, evaluate, read. */
void aig_set(lit input, bool value);
void aig_evaluate(void);
bool aig_evaluated(lit a);

/* Patterns of inputs: random ones, and answers of the solver. The value of a literal in one of them. */
unsigned aig_patterns(void);
bool aig_in_pattern(lit a, unsigned index);

#endif
