/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Energies of a run. Two ways of counting. `netlist`: everything that is synthesized, the collectors' values in
 * flip-flops, and the banks as memories. `papers`: arbiter, crossbar, banks, and the collectors' and register caches'
 * values as memories with an access per value that goes in or out, without their control, which is what the papers
 * count; a row that a BOC drains is read from it, too. A register cache is read for each value that it delivers, evicts
 * or drains, and written for each result and each fill that it takes. ORF and LRF are memories, too. A register cache
 * of intervals is read for what it writes back, too, and written for what it fetches. Without collectors the window and
 * the unit queue are in their place, and the reuse cache is read for each hit and written for each value that it takes.
 * The clock is a kind of its own in both: of flip-flops in the cycles in which it has an edge, and of clock gates, if
 * the design has any.
 */
#ifndef SUBCORE_ENERGY_SUMS_H
#define SUBCORE_ENERGY_SUMS_H

#include "configs/sentence.h"
#include "energy_inputs.h"

enum energy_way { ENERGY_NETLIST, ENERGY_PAPERS, ENERGY_WAYS };
enum energy_kind { ENERGY_DYNAMIC, ENERGY_CLOCK, ENERGY_LEAKAGE, ENERGY_KINDS };
enum { ENERGY_TOTAL = ENERGY_COMPONENTS };      /* behind the components */

extern const char *const energy_way_names[ENERGY_WAYS];
extern const char *const energy_kind_names[ENERGY_KINDS];

/* pJ of the run; `given`: it is counted in that way. */
struct energy_sum { bool given; double pj; };

struct energy_sums {
    struct energy_sum of[ENERGY_WAYS][SRAM_ORGANISATIONS][ENERGY_COMPONENTS + 1][ENERGY_KINDS];
};

/* Refuses a run that does not agree with its statistics. */
bool energy_check(const struct energy_inputs *in, const struct sentence *error);

/* Whether two runs can be compared. */
bool energy_check_both(const struct energy_inputs *baseline, const struct energy_inputs *scheme,
                       const struct sentence *error);

/* Whether a design and the same with clock gates have run alike, as they have to. */
bool energy_check_gated(const struct energy_inputs *plain, const struct energy_inputs *gated,
                        const struct sentence *error);

/* `period`: of the clock, in ns. */
void energy_compute(const struct energy_inputs *in, double period, struct energy_sums *sums);

#endif
