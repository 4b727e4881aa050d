/* SPDX-License-Identifier: Apache-2.0 */
/* A timing diagram: some signals, or bits of them, over a window of cycles. */
#ifndef SUBCORE_WAVE_H
#define SUBCORE_WAVE_H

#include <stdio.h>

#include "vcd.h"

/*
 * NAME, NAME[BIT] or NAME[MSB:LSB], where NAME may be a path, and how its value is written: :d decimal, which need not
 * be said, :h, :b.
 */
struct wave_signal {
    const char *label;          /* as it was given */
    int label_length;           /* without the last part */
    size_t at;                  /* of its bits in a cycle */
    unsigned width;
    char base;                  /* d, h or b */
};

struct wave {
    const struct vcd *vcd;
    const char *title;
    size_t first, count;        /* cycles */
    struct wave_signal *signals;
    size_t signal_count;
};

/* The signal that a text names, or the end of the program; `where` begins what that says. */
struct wave_signal wave_signal(const struct vcd *, const char *text, const char *where);

/* Its value in a cycle: an allocated text, "" if no bit is known. */
char *wave_value(const struct wave *, const struct wave_signal *, size_t cycle);

/* The first cycle in which an event is: SIGNAL, which is not 0 then, or SIGNAL=VALUE. */
size_t wave_event(const struct vcd *, const char *text, const char *where);

/* Draws it as SVG. */
void wave_draw(const struct wave *, FILE *);

#endif
