/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ports of the RTL (docs/microarchitecture-base.md, section 2; docs/sm.md, section 5.2) and the structures of
 * boundary.h and sm_boundary.h: packing one into the other. A port is a bus of `repeats` times `count` elements of
 * `element` bits, element 0 lowest; each element is one field of sm_in or sm_out. A port of the sub-cores repeats once
 * for each; that of a single sub-core is the port of one, and sc_in and sc_out do.
 */
#ifndef SUBCORE_PORTS_H
#define SUBCORE_PORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare.h"
#include "configs/config.h"
#include "cmodel/sm/sm_boundary.h"

enum { PORTS_MAX = 96, PORT_BYTES_MAX = MAX_SUBCORES * MAX_SLOTS * sizeof(struct vreg),
       PORT_PAIRS_MAX = MAX_SUBCORES * MAX_SLOTS };

/* What changes together, so that packing can be skipped while it does not. */
enum port_group {
    PORT_CONTROL, PORT_DECODE, PORT_WRITEBACK, PORT_ACCESS, PORT_ANSWER,    /* inputs */
    PORT_ISSUE, PORT_DISPATCH, PORT_MEMORY                                  /* outputs */
};

enum port_form {
    PORT_ONE,       /* one element of at most 32 bits */
    PORT_SMALL,     /* up to 64 bits: in one integer */
    PORT_WORDS,     /* elements of a multiple of 32 bits, or a single one of several words: copied */
    PORT_BITS       /* anything else: bit by bit */
};

struct port {
    const char     *name;
    bool            output;
    enum port_group group;
    enum port_form  form;
    uint32_t        width;      /* bits of the bus */
    uint32_t        element, count, repeats;
    uint32_t        bytes;      /* a device keeps the bus in so many: 1, 2, 4, 8 or a multiple of 4 */
    size_t          offset;     /* of element 0 in sm_in or sm_out */
    size_t          stride;     /* to the next element, */
    size_t          repeat_stride;  /* and to the next `count` elements */
    uint32_t        size;       /* bytes of the field: 1, 2, 4, or more for arrays of words */
};

struct ports {
    struct port list[PORTS_MAX];
    uint32_t    count;
};

/* The ports that a configuration has, clk_i and rst_i excepted. */
void ports_init(struct ports *ports, const struct config *cfg);

/* Bytes in which a device keeps `width` bits. */
uint32_t ports_storage(uint32_t width);

/* Pairs of a port's elements and their bits in a device, to be compared without packing; at most PORT_PAIRS_MAX.
 * Returns their number; 0 where a device keeps the elements otherwise than the structure: for port_equal(). */
uint32_t port_pairs(const struct port *port, const uint8_t *bits, struct pair *list);

/* Packs the elements of a port out of an sm_in or sm_out into port->bytes bytes. False if a field does not fit into
 * its element; its low bits are packed then. */
bool port_pack(const struct port *port, const void *side, uint8_t *bits);

/* The other way round; fields of the structure beyond the port's elements are left alone. */
void port_unpack(const struct port *port, void *side, const uint8_t *bits);

/* Whether the packed bits of `side` are `bits`; a field that does not fit is unequal. */
bool port_equal(const struct port *port, const void *side, const uint8_t *bits);

#endif
