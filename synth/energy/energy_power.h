/* SPDX-License-Identifier: Apache-2.0 */
/* Power of a netlist's instances, as OpenSTA says it (energy.tcl), summed by component. */
#ifndef SUBCORE_ENERGY_POWER_H
#define SUBCORE_ENERGY_POWER_H

#include <stdio.h>

#include "configs/sentence.h"
#include "energy_parts.h"

struct energy_power {
    const struct energy_parts *parts;
    const char *prefix;                 /* of the instances of a part that has a netlist of its own; "" */
    double factor;                      /* by which OpenSTA overstates internal energy */
    double volts, period_ns;
    const char *cut;                    /* of energy_cut.awk: flip-flop, capacitance of its clock in fF, share */
    const char *idle, *active;          /* what OpenSTA prints without activity, and with it */
};

/* Prints a line a component: component, internal, switching, clock, leakage, instances, gated, with tabs between: pJ
 * per cycle, leakage in mW. Clock: the clock pins' net, without a tree, and what flip-flops take when only their clock
 * changes; gated: what of it is left if each eight bits of a register are clocked only when one of them changes. */
bool energy_print_power(const struct energy_power *power, FILE *out, const struct sentence *error);

#endif
