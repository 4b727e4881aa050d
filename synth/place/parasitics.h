/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Resistance and capacitance of routed wires, as SPEF (IEEE 1481-1999) of a network for each net.
 *
 * Of each layer by the LEF: ohm a square times squares, fF by area and both edges, for wires of the layer's width. A
 * piece of wire has half of its capacitance at each end. Vias and joints have PARASITICS_JOINT ohm. Coupling is none:
 * all capacitance is to ground. Parts of a net that was not routed are joined in the same way, so that it has the delay
 * of the wires that it has.
 */
#ifndef SUBCORE_PLACE_PARASITICS_H
#define SUBCORE_PLACE_PARASITICS_H

#include <stdio.h>

#include "configs/sentence.h"
#include "def.h"

#define PARASITICS_JOINT 0.01

/* Capacitances in fF, resistances in ohm. */
bool parasitics_print(const struct def *def, const struct lef *lef, FILE *out, const struct sentence *);

#endif
