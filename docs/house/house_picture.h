/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SUBCORE_HOUSE_PICTURE_H
#define SUBCORE_HOUSE_PICTURE_H

#include <stdio.h>

#include "folders.h"

/* Folders as boxes: those of a top folder in a panel, each above what it includes. An arrow that follows from others is
 * left out, and so are those between folders of two panels, for which their panels have one. */
void house_draw(const struct house *, FILE *out);

/* Compares the picture in a file with what would be drawn: sizes may differ by a quarter. Returns 0 if they are the
 * same, else 1 after a sentence on stderr. */
int house_same(const struct house *, const char *picture);

#endif
