/* SPDX-License-Identifier: Apache-2.0 */
/* The netlist of a module, as Yosys writes it (BLIF with `.names` and `.latch` of one clock), as literals. */
#ifndef SUBCORE_FORMAL_BLIF_H
#define SUBCORE_FORMAL_BLIF_H

#include "aig.h"

enum { BLIF_NAME = 160 };

/* A bit of a port or of a register. `next` is that of a register in the next cycle; of the others it is `now`. */
struct blif_bit {
    char name[BLIF_NAME];       /* "wait_q[3]", "issue_valid_o" */
    bool input, output, reg;    /* a register may be an output, too */
    lit  now, next;
};

struct netlist;

struct blif {
    struct netlist  *netlist;   /* all of its nets */
    struct blif_bit *bit;
    unsigned         bits;
};

/*
 * Reads a file; on an error a sentence on stderr, and exit code 2. Inputs and registers with the name of one of
 * `shared` (which may be NULL) are the same literals as there. A net without a driver is an input if `undriven`, else
 * an error.
 */
struct blif blif_read(const char *path, const struct blif *shared, bool undriven);

/* The bit with the name of a net; NULL: there is none. */
const struct blif_bit *blif_named(const struct blif *b, const char *name);

/* Bit `at` of a signal, by any of its names: a port, a register or a wire of the module. NULL: there is none.
 * `single` is what a signal of one bit is called. */
const struct blif_bit *blif_find(const struct blif *b, const char *name, unsigned at);

/* The net with a number from 0 on: its name, and its value in `net`, which may be NULL; NULL: there are no more. */
const char *blif_net(const struct blif *b, unsigned index, lit *net);

#endif
