/* SPDX-License-Identifier: Apache-2.0 */
/* What a layout takes: area of cells and die, wires by class of net and by layer, nets that were not routed. */
#ifndef SUBCORE_PLACE_LAYOUT_REPORT_H
#define SUBCORE_PLACE_LAYOUT_REPORT_H

#include <stdio.h>

#include "configs/sentence.h"
#include "def.h"

/*
 * Prints lines of fields, separated by tabs; areas in um2, lengths in um, capacitances in fF:
 *   area   cells  area_of_cells  area_of_fillers  area_of_die
 *   class  <class>  nets  pins  length  capacitance
 *   layer  <layer>  length  fF_per_um
 *   net    <class>  pins  length  capacitance  <net>     each one with two pins or more, the longest first
 *   failed <net>                                   each net whose pins are not all connected
 * A filler is a cell without a pin but those of power. Pins are of cells and ports. Nets with one pin are none.
 */
bool layout_report(const struct def *def, const struct lef *lef, const char *nets, FILE *out, const struct sentence *);

#endif
