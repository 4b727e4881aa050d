/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a module declares, read from its Verilog: parameters, ports, nets, which of them are registers, instances of
 * other modules. Read is the Verilog that rtl_gen writes: one module in a text, blocks of `posedge clk_i` that assign
 * by <= and of @* that assign by =, a synchronous reset called rst_i, generate blocks with names, loops with a step of
 * 1, comments that start with two slashes. What is not so is refused: registers would be missing, or wrong.
 */
#ifndef RTL_GEN_VERILOG_H
#define RTL_GEN_VERILOG_H

#include "expression.h"

enum net_kind { NET_WIRE, NET_VARIABLE, NET_INPUT, NET_OUTPUT, NET_OUTPUT_VARIABLE };

/* The block of the module itself; the others lie in it. */
enum { OUTERMOST = 0 };

struct net {
    enum net_kind kind;
    struct part name;
    struct part high, low;   /* of its range; empty: a single bit */
    struct part first, last; /* rows of a memory; empty: it is none */
    struct part comment;     /* of a port */
    int block;
    bool clocked; /* a clocked block assigns it: a register, or a memory */
    bool reset;   /* and gives it a value at reset */
    int line;
};

/* A parameter or localparam, and its value. */
struct constant {
    struct part name, value;
    bool parameter;
    bool ranged; /* it has a range, which cuts its value off */
    int block;
    int line;
};

/* A generate block: a loop, or one of the branches of an if. */
struct block {
    int parent;
    struct part name;
    struct part genvar, first, end; /* of a loop: for (genvar = first; genvar < end; ...) */
    struct part condition;          /* of a branch */
    bool otherwise;                 /* it is the else branch */
    int line;
};

/* A parameter that an instance sets. */
struct setting {
    struct part name, value;
};

struct instance_of {
    struct part module, name;
    int block;
    int first, settings; /* its settings, among those of the module */
    int line;
};

/* Where a line of a text is from: a file as errors name it, and the line there. */
struct origin {
    const char *path;
    int line;
};

/* All lists are in the order of the text; lines are those of the text, from 1. */
struct verilog {
    const char *path; /* as errors name the text */
    const struct origin *origins; /* of each line, for errors; NULL: the text itself */
    struct part name;
    int line; /* of the name */
    struct net *nets;
    struct constant *constants;
    struct block *blocks;
    struct instance_of *instances;
    struct setting *settings;
    int net_count, constant_count, block_count, instance_count, setting_count;
};

/* Reads a text, which has to stay as long as what is read from it. */
bool verilog_read(struct verilog *verilog, const char *path, const struct origin *origins, const char *text,
                  const struct sentence *);

/* Refuses what is in a line of the text. */
__attribute__((format(printf, 4, 5)))
bool verilog_wrong(const struct verilog *verilog, int line, const struct sentence *, const char *format, ...);

void verilog_free(struct verilog *verilog);

/* A constant by its name in a block itself; or NULL. */
const struct constant *verilog_constant(const struct verilog *verilog, struct part name, int block);

/* A net by its name in a block, or in those around it; or NULL. */
const struct net *verilog_net(const struct verilog *verilog, struct part name, int block);

static inline bool net_is_port(const struct net *net)
{
    return net->kind >= NET_INPUT;
}

static inline bool net_is_memory(const struct net *net)
{
    return !part_is_empty(net->first);
}

#endif
