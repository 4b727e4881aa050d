/* SPDX-License-Identifier: Apache-2.0 */
/* Nets of placed modules, and the wire model that fits them. */
#ifndef SUBCORE_PLACE_WIRE_FIT_H
#define SUBCORE_PLACE_WIRE_FIT_H

#include "wire_model.h"

struct placed_layer { char *name; double um; };
struct placed_net { enum net_class class; size_t pins; double um, ff, area; };

/* What report.tsv of place.sh says of a module. */
struct placed {
    char  *path;
    double cells, die;              /* um2 */
    struct placed_net *nets;
    size_t count;
    struct placed_layer *layers;    /* that wires are routed on */
    size_t layer_count;
};

/* Reads a report. Nets of data lie in one of `lanes` equal parts of the die, all others in the whole of it. */
bool placed_read(struct placed *placed, const char *path, unsigned lanes, const struct sentence *error);
void placed_free(struct placed *placed);

/* The model that is the most likely one if lengths are counts with a mean that the model says (a Poisson regression on
 * logarithms): for each class the lengths of all nets add up to what was routed. `ohm` is of an um of wire. Refused if
 * a class has no net, or all nets have one area or one number of pins. */
bool wire_fit(struct wire_model *model, const struct placed *placed, size_t count, double ohm, const struct sentence *);

#endif
