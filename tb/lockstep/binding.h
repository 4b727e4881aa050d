/* SPDX-License-Identifier: Apache-2.0 */
/* A device with its objects found by name: what docs/microarchitecture.md and docs/sm.md call ports, registers and
 * memories. */
#ifndef SUBCORE_BINDING_H
#define SUBCORE_BINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/config.h"
#include "configs/sentence.h"
#include "compare.h"
#include "dut.h"
#include "ports.h"
#include "cmodel/sm/top.h"

struct binding {
    const struct dut_api *api;
    struct dut *dut;
    const struct dut_object *objects;
    uint32_t  object_count;
    uint8_t  *rst;
    bool      reset_low;           /* reset is where it is 0 */
    struct ports ports;
    uint8_t  *port_bits[PORTS_MAX];             /* per port */
    uint8_t **registers;                        /* per model register */
    bool      four_state;
    uint8_t  *port_unknown[PORTS_MAX], **register_unknown;      /* undefined bits, NULL with two states */
    const struct dut_object *memories[MAX_MEMORIES];    /* by the golden model's number */
    uint32_t  subs;                             /* sub-cores */
    struct compare same_registers, same_outputs;    /* what needs no packing: all registers, and most output ports */
    const struct port *packed[PORTS_MAX];       /* output ports that are packed to be compared, */
    const uint8_t *packed_bits[PORTS_MAX];      /* with their bits in the device */
    uint32_t  packed_count;
    unsigned  changed;                          /* groups of input ports that were not what they are in `driven` */
    struct sm_in driven;                        /* what the input ports had in the last evaluation */
};

/* Opens a device and finds everything, with the expected widths; all inputs are zero. Returns false with one sentence
 * in `error`. Call binding_close() in any case. */
bool binding_open(struct binding *b, const struct dut_api *api, const struct config *cfg, const struct top *model,
                  const struct sentence *error);
void binding_close(struct binding *b);

/* In RTL that holds mutants (docs/mutants.md) chooses one; 0 is none. Returns false with one sentence in `error` if the
 * RTL does not hold so many. */
bool binding_choose(struct binding *b, uint32_t mutant, const struct sentence *error);

/* Puts the inputs on the ports, where they are not those of the last evaluation. False if a field does not fit its
 * port. */
bool binding_drive(struct binding *b, const struct sm_in *in);

/* The device is evaluated with what is on the ports; with `edge` the clock rises before (dut.h). */
void binding_eval(struct binding *b, bool edge);

/* Keeps the inputs that are on the ports as `driven`; call it before the next binding_drive(). */
void binding_keep(struct binding *b, const struct sm_in *in);

/* Whether all output ports are those of `out`, and all registers those of the model. Two states only. */
bool binding_outputs_equal(const struct binding *b, const struct sm_out *out);
bool binding_registers_equal(const struct binding *b, struct top *model);

/* What the output ports have, values apart: those of at most 64 bits in each sub-core. */
void binding_outputs(const struct binding *b, struct sm_out *out);

/* A row of a memory. */
uint8_t *binding_row(const struct binding *b, uint32_t memory, uint32_t row);

/* Its undefined bits; NULL with two states. */
uint8_t *binding_row_unknown(const struct binding *b, uint32_t memory, uint32_t row);

/* The first assertion of the RTL that has not held; or NULL. */
const char *binding_broken(const struct binding *b);

#endif
