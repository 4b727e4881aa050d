/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Value change dumps (VCD, IEEE 1364), read as cycles of a clock. Cycle n ends with the n-th rising edge, counted from
 * 0, and has the values from right before that edge. A signal of the outermost module has its name, one of an inner
 * module or block its path from there: g_col[0].u_ocu.src_ready_q. What is wrong with a file ends the program.
 */
#ifndef SUBCORE_VCD_H
#define SUBCORE_VCD_H

#include <stddef.h>

struct vcd_signal {
    char *name, *id;
    unsigned msb, lsb, width;   /* of its declaration */
    size_t at;                  /* of its bits among those of a cycle */
};

struct vcd {
    const char *path;
    struct vcd_signal *signals;
    size_t count, bits;
    char **cycles;              /* of each the bits of all signals, from the most significant one: 0, 1, x or z */
    size_t cycle_count;
};

/* Reads a file in which the clock has this name. */
void vcd_read(struct vcd *, const char *path, const char *clock);

/* The signal of the first `length` characters, or NULL. */
const struct vcd_signal *vcd_find(const struct vcd *, const char *name, size_t length);

/* The length of [MSB:LSB] or [BIT], of at most 9 digits each, with which a text begins; 0 if it begins otherwise. */
size_t vcd_range(const char *text, unsigned *msb, unsigned *lsb);

#endif
