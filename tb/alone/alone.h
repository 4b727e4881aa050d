/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module of the generated Verilog alone, in lock-step with the part of the golden model that does what it does.
 *
 * A bench is one file in modules/: it chooses the inputs of a cycle, calls functions of the model, and says what the
 * outputs have to be. In each cycle all inputs are pseudo-random bits first; what the environment guarantees the bench
 * then makes true with give(). The driver (unit_run.c) evaluates the RTL once in a cycle: it has the clock edge of the
 * cycle before, and then the inputs of this one. All registers are compared with what the model had kept of the cycle
 * before, all outputs with what the bench says. Every bit of every output has to be named by says(), or by any_bits(),
 * in every cycle.
 */
#ifndef SUBCORE_ALONE_H
#define SUBCORE_ALONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/config.h"
#include "tb/random/draw.h"
#include "tb/lockstep/dut.h"
#include "cmodel/base/register_list.h"

enum { ALONE_POINTS = 32, ALONE_PORTS = 160, ALONE_MEMORIES = 3, ALONE_SENTENCE = 400 };
enum { ALONE_LONG = 100000 };                   /* cycles; from then on there is no reset, and counters can climb */

struct unit;

/* A cover point: a situation that a run has to bring about. */
struct point {
    const char *text;
    bool (*possible)(const struct unit *u);     /* NULL: in every configuration */
};

struct bench {
    const char *assumed;                        /* what inputs keep to, for the table */
    const char *scope;                          /* what is before the names of its registers in the model's list, */
    const char *scope_with_ports;               /* likewise where a bank has several read ports; NULL: the same */
    void (*list)(struct unit *u, struct register_list *l);  /* which is this one, or NULL: the sub-core's */
    const struct point *points;                 /* up to one without text */
    size_t own;                                 /* bytes that the bench keeps in u->own */
    bool (*open)(struct unit *u);               /* NULL: nothing to do. False: no memory is left */
    void (*close)(struct unit *u);
    void (*reset)(struct unit *u);              /* NULL: the sub-core's model is reset */
    void (*unpack)(struct unit *u);             /* registers have been written; NULL: the sub-core's model knows how */
    void (*cycle)(struct unit *u);              /* up to the registers behind the clock edge */
    const uint32_t *(*rows)(const struct unit *u);  /* of its memories, one behind the other; NULL: it has none */
    bool copies;                                /* its memories have the same contents: those rows() are of one */
};

struct unit_port {
    const char *name;
    unsigned width;
    bool output;
    uint8_t *rtl;
    uint32_t stride;
    uint64_t *bits;                             /* inputs: what is given; outputs: what the model says */
    uint64_t *kept;                             /* inputs: what was given in the cycle before */
    uint64_t *judged;                           /* outputs: said or any */
    uint64_t *matters;                          /* outputs: said */
};

struct unit_register {
    const char *name;
    unsigned width;
    bool reset;
    const uint64_t *model;
    uint64_t *kept;                             /* what the model had after the cycle before */
    uint8_t *rtl;
};

struct unit {
    const char *module;
    const struct bench *bench;
    const struct config *cfg;
    struct model *m;                            /* of a sub-core; benches call parts of it */
    void *own;
    struct draw draw;
    uint64_t cycle, kept_cycle;                 /* of the inputs, and the one before */
    struct unit_port ports[ALONE_PORTS];
    unsigned port_count;
    struct unit_register *registers;
    unsigned register_count;
    struct register_list list;
    const struct dut_object *memory[ALONE_MEMORIES];
    unsigned memory_count;
    uint8_t *kept_rows;                         /* of the memories, after the cycle before */
    size_t row_bytes;
    uint64_t hits[ALONE_POINTS];
    uint64_t output_bits, flop_bits;
    bool failed;                                /* it differs, and is not looked at any more */
    char violation[ALONE_SENTENCE];
};

/* Whether the module has a port of the name. */
bool has(const struct unit *u, const char *port);

/* The bits of a port, 0 if there is none. */
unsigned width_of(const struct unit *u, const char *port);

/* `width` bits, at most 64, of an input from bit `at`: as they are, and other ones instead. */
uint64_t given(const struct unit *u, const char *port, unsigned at, unsigned width);
void give(struct unit *u, const char *port, unsigned at, unsigned width, uint64_t value);

/* What the model says of an output; and that it says nothing of it in this case. */
void says(struct unit *u, const char *port, unsigned at, unsigned width, uint64_t value);
void any_bits(struct unit *u, const char *port, unsigned at, unsigned width);

/* Likewise for any width. */
void given_wide(const struct unit *u, const char *port, unsigned at, unsigned width, void *words);
void give_wide(struct unit *u, const char *port, unsigned at, unsigned width, const void *words);
void says_wide(struct unit *u, const char *port, unsigned at, unsigned width, const void *words);

/* For points of which there is no case with one lane. */
bool several_lanes(const struct unit *u);

void hit(struct unit *u, unsigned point);
static inline void hit_if(struct unit *u, unsigned point, bool fact)
{
    if (fact)
        hit(u, point);
}

/* The model finds fault with what the bench does, or the module with what it may. */
__attribute__((format(printf, 2, 3))) void wrong(struct unit *u, const char *format, ...);

/* --- drawing ------------------------------------------------------------------------------------------------------ */

/* True in one of n cases. */
static inline bool one_in(struct unit *u, unsigned n)
{
    return draw_below(&u->draw, n) == 0;
}

static inline unsigned below(struct unit *u, unsigned n)
{
    return draw_below(&u->draw, n);
}

/* A member of a set that is not empty. */
unsigned one_of(struct unit *u, uint64_t set);

/* A number below n of an input. */
unsigned give_below(struct unit *u, const char *port, unsigned at, unsigned width, unsigned n);

/* Benches, and modules without one. Two NULLs: the module is not known. */
struct bench_row { const char *module; const struct bench *bench; const char *reason; };
extern const struct bench_row bench_rows[];

/* The row of a module, whose name may end in _p and a number, or the last one, which has no module. */
const struct bench_row *bench_row_of(const char *module);

#endif
