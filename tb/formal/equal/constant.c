/* SPDX-License-Identifier: Apache-2.0 */
/*
 * constant NETLIST.blif: prints every named net of a netlist with 0 or 1 if it has that value in every cycle behind
 * reset, whatever the inputs are, else with x. Three-valued simulation: what the registers are after a cycle of reset
 * from any state, then what they may be after any number of cycles more. A register that may be both is unknown, and so
 * is a net without a driver.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blif.h"
#include "configs/program.h"

enum { ZERO, ONE, UNKNOWN };

static unsigned char *value;    /* of a node */

static unsigned char value_of(lit a)
{
    unsigned char v = value[a >> 1];
    return v == UNKNOWN ? UNKNOWN : v ^ (a & 1);
}

static void evaluate(void)
{
    for (uint32_t n = 1; n < aig_nodes(); n++) {
        lit part[2];
        if (!aig_both(2 * n, part))
            continue;
        unsigned char a = value_of(part[0]), b = value_of(part[1]);
        value[n] = a == ZERO || b == ZERO ? ZERO : a == ONE && b == ONE ? ONE : UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    program_begin();
    program_version(argc, argv);
    if (argc != 2)
        return complain("usage: constant NETLIST.blif");
    struct blif b = blif_read(argv[1], NULL, true);
    const struct blif_bit *reset = blif_named(&b, "rst_i");
    if (!reset || !reset->input)
        return complain("%s has no input rst_i; accepted is a module with a reset", argv[1]);
    const char *name;
    lit net;
    for (unsigned i = 0; (name = blif_net(&b, i, NULL)); i++)    /* first, because it makes nodes */
        if (!strchr(name, '$'))
            blif_net(&b, i, &net);
    value = malloc(aig_nodes());
    unsigned char *after = malloc(b.bits);
    if (!value || !after)
        return complain("out of memory at %u nodes", aig_nodes());
    memset(value, UNKNOWN, aig_nodes());
    value[0] = ZERO;
    value[reset->now >> 1] = ONE;
    evaluate();
    for (unsigned i = 0; i < b.bits; i++)
        after[i] = value_of(b.bit[i].next);
    for (unsigned i = 0; i < b.bits; i++)
        if (b.bit[i].reg)
            value[b.bit[i].now >> 1] = after[i];
    value[reset->now >> 1] = ZERO;
    for (bool changed = true; changed;) {
        changed = false;
        evaluate();
        for (unsigned i = 0; i < b.bits; i++)
            after[i] = value_of(b.bit[i].next);
        for (unsigned i = 0; i < b.bits; i++) {
            unsigned char *now = &value[b.bit[i].now >> 1];
            if (b.bit[i].reg && *now != UNKNOWN && *now != after[i]) {
                *now = UNKNOWN;
                changed = true;
            }
        }
    }
    value[reset->now >> 1] = UNKNOWN;       /* what changes when reset ends is no constant */
    evaluate();
    for (unsigned i = 0; (name = blif_net(&b, i, NULL)); i++) {
        if (strchr(name, '$'))
            continue;
        blif_net(&b, i, &net);
        printf("%s\t%c\n", name, "01x"[value_of(net)]);
    }
    return 0;
}
