/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Length of a wire that is not placed: um = scale[class] * area^with_area * (pins - 1)^with_pins.
 *
 * `area` (um2) is that of the die in which the pins of the net lie, `pins` those of cells and ports at the net, 2 or
 * more. The clock, one net of many pins, has exponents of its own: both are a half, as for a tree over pins that are
 * spread evenly. Capacitance and resistance are by length.
 */
#ifndef SUBCORE_PLACE_WIRE_MODEL_H
#define SUBCORE_PLACE_WIRE_MODEL_H

#include <stdio.h>

#include "circuit.h"

struct wire_model {
    double scale[NET_CLASSES];
    double with_area, with_pins;
    double ff, ohm;                 /* of an um */
    double used;                    /* area of cells over that of the die */
    double gate;                    /* area of the smallest NAND of two inputs of the library (um2) */
};

double wire_model_um(const struct wire_model *model, enum net_class class, double area, size_t pins);

/* Makes it that of a library with another gate: a die of as many gates has wires of as many sides of a gate. */
void wire_model_scale(struct wire_model *model, double gate);

/* A table of lines "name value", names as in the struct and "scale class", with tabs. */
void wire_model_print(const struct wire_model *model, FILE *out);
bool wire_model_read(struct wire_model *model, const char *path, const struct sentence *error);

#endif
