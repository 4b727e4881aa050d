/* SPDX-License-Identifier: Apache-2.0 */
/* A layout as a picture: cells by what they do, wires by layer. */
#ifndef SUBCORE_PLACE_LAYOUT_PICTURE_H
#define SUBCORE_PLACE_LAYOUT_PICTURE_H

#include <stdio.h>

#include "configs/sentence.h"
#include "def.h"

/* Prints SVG, with a legend at the right. A cell has the colour of the class of the net that it drives; those without
 * an output, of fillers, have none. Wires of power are grey. */
bool layout_picture(const struct def *def, const struct lef *lef, const char *nets, FILE *out,
                    const struct sentence *);

#endif
