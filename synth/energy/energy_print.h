/* SPDX-License-Identifier: Apache-2.0 */
/* Energies of baseline and scheme as a table to read, and as lines with tabs (docs/energy.md). */
#ifndef SUBCORE_ENERGY_PRINT_H
#define SUBCORE_ENERGY_PRINT_H

#include <stdio.h>

#include "energy_sums.h"

enum energy_role { ENERGY_BASELINE, ENERGY_SCHEME, ENERGY_ROLES };

extern const char *const energy_role_names[ENERGY_ROLES], *const energy_gated_names[ENERGY_ROLES];

struct energy_report {
    struct energy_inputs in[ENERGY_ROLES];
    struct energy_sums   sums[ENERGY_ROLES];
    bool gated;                         /* the same two designs with clock gates are there, too */
    struct energy_inputs gated_in[ENERGY_ROLES];
    struct energy_sums   gated_sums[ENERGY_ROLES];
    double      period, nm, factor;     /* ns; of the memories; by which OpenSTA overstates internal energy */
    const char *library, *points;       /* points: lanes of the netlists */
    const char *inputs, *parameters, *tools;
};

void energy_print_table(const struct energy_report *r, FILE *out);
void energy_print_lines(const struct energy_report *r, FILE *out);

#endif
