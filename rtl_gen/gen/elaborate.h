/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a design: every register and memory of every instance, by the path of it. */
#ifndef RTL_GEN_ELABORATE_H
#define RTL_GEN_ELABORATE_H

#include "verilog.h"

struct element {
    char *path;
    const struct verilog *module;
    const struct net *net;
    int width, rows; /* rows of a memory, else 0 */
};

struct state {
    struct element *elements; /* of each instance before those of the instances in it */
    int count;
};

/*
 * The modules of a design by their names; NULL for one that it does not have. `contract`, if it is not NULL, gives for
 * a module another one whose ports it must have in each instance, or NULL.
 */
struct library {
    const struct verilog *(*find)(const void *of, struct part name);
    const void *of;
    const struct verilog *(*contract)(const void *of, const struct verilog *module);
};

/* Lists the state of an instance of `top` that is called "top". */
bool state_list(struct state *state, const struct verilog *top, struct library library, const struct sentence *);

void state_free(struct state *state);

/* Bits of a net, with the module's own values of its parameters. */
bool net_width(const struct verilog *module, const struct net *net, int *width, const struct sentence *);

/*
 * Whether a register holds values of registers, not what controls them: a vector of lanes or several, or the output
 * register of a memory.
 */
bool net_is_data(const struct verilog *module, const struct net *net);

#endif
