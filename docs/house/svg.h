/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures as SVG that are readable on white and, where the reader wants that, on dark ground. */
#ifndef SUBCORE_SVG_H
#define SUBCORE_SVG_H

#include <stdio.h>

/* Classes of texts: t title, b name (bold), m name of C (monospaced), c value (monospaced), n note, s size; of boxes: p
 * panel, f box; of lines: a arrow, w waveform, x waveform of what is not known, d in the background. Coordinates are
 * those of a picture `width` wide. */
void svg_begin(FILE *out, int width, int height, const char *title);
void svg_end(FILE *out);
void svg_box(FILE *out, const char *class, int x, int y, int width, int height);
/* anchor: "start", "middle", "end" */
void svg_text(FILE *out, const char *class, const char *anchor, int x, int y, const char *text);
/* A line through points "x,y x,y ...", with a head at its end. */
void svg_arrow(FILE *out, const char *points);
/* The line alone. */
void svg_line(FILE *out, const char *class, const char *points);

#endif
