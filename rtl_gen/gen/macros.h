/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Macros in the place of generated memories: --sram MODULE=FILE (docs/memories.md). FILE has a module of that name, the
 * wrapper, with the ports of the generated one. Where the wrapper does not hold rows and output register itself, it
 * says in comments where they are in what it instantiates, so that lock-step compares them there.
 */
#ifndef RTL_GEN_MACROS_H
#define RTL_GEN_MACROS_H

#include "elaborate.h"
#include "modules.h"

enum { MAX_MACROS = 3, MAX_MODELS = 16, MAX_INNER = 16, STATES = 2 };

/* Where a register or memory is below the wrapper: BLOCK[*].INSTANCE.VARIABLE. */
struct place {
    struct part path; /* empty: it is in the wrapper */
    struct part variable;
    struct part module; /* of the instance */
    int line;
};

/* A module that a wrapper instantiates, as far as it is known: its parameters, and variables that are places. */
struct inner {
    struct part name;
    char *text;
    struct verilog verilog;
};

/* A file that simulators need besides. */
struct model {
    char *name, *text;
    size_t size;
};

struct macro {
    int module; /* in modules[] */
    const char *path;
    char *text; /* the file */
    size_t size;
    char *alone; /* the wrapper alone, on the same lines */
    struct verilog wrapper;
    struct place places[STATES];
    struct inner inner[MAX_INNER];
    int inner_count;
    struct model models[MAX_MODELS];
    int model_count;
};

/* Bits of a register or memory as the generated module has them, and where they are. */
struct piece {
    const char *name;
    int from, bits, rows;
    const char *path;
    struct part module;
};

struct macros {
    struct macro of[MAX_MACROS];
    int count;
    struct state state; /* of the design with the macros */
    struct piece *pieces;
    int piece_count;
};

/* Takes MODULE=FILE each. */
bool macros_read(struct macros *macros, const char *const *bindings, size_t count, const struct config *config,
                 const struct sentence *);

/* Reads the wrapper, whose parameters get the values of those of the generated module. */
bool macro_fit(struct macro *macro, const struct verilog *generated, const struct sentence *);

/* The macro of a module; or NULL. */
const struct macro *macros_of(const struct macros *macros, int module);

/*
 * Finds the pieces of the state of a design that is generated: every register and memory of a module with a macro must
 * be there once, and nothing else may hold state.
 */
bool macros_place(struct macros *macros, const struct state *state, const struct verilog *top, struct library generated,
                  const struct sentence *);

void macros_free(struct macros *macros);

#endif
