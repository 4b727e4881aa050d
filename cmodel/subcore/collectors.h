/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operand collectors of a sub-core, whatever their kind: a scheme is a row of functions, struct collector_ops,
 * which the modules around the collectors call. Each kind keeps its state in its own files (ocu.h, ccu.h, boc.h), in a
 * struct that begins with struct collectors; schemes.h has the list of kinds.
 *
 * A collector holds one instruction; with shape.positions (BOC) several, by position, and collector c is then of warp
 * c. Where a function takes a position, it is 0 for all other kinds. Sets of collectors have 32 bits, of warps 64.
 */
#ifndef SUBCORE_COLLECTORS_H
#define SUBCORE_COLLECTORS_H

#include "core.h"
#include "instruction.h"

struct ibuffer;
struct levels;
struct scoreboard;
struct collector_ops;

enum { MAX_READS = 2 };

/* What arrives at one port S of each collector in a cycle (3.2). */
struct port_s {
    uint32_t valid;                         /* collectors */
    uint8_t  entry[MAX_COLLECTORS];         /* that takes the value, in a CCU or a BOC */
    uint8_t  slot[MAX_COLLECTORS];          /* for which it was read; */
    uint8_t  slots[MAX_COLLECTORS];         /* that it serves, in an OCU or a CCU */
    const struct vreg *value[MAX_COLLECTORS];
};

struct collectors {
    struct core *core;
    const struct collector_ops *ops;
    const struct scoreboard *scoreboard;
    const struct levels *levels;            /* frames beside them (3.19, 3.20), or NULL */
    struct port_s s[MAX_READS];             /* of the cycle; shape.reads of them exist */
    uint32_t occupied;                      /* collectors with an instruction */
    bool     changed;                       /* an edge has moved a register, and nothing that is seen outside tells */
};

/* Collectors that a value comes for, on any port S. */
static inline uint32_t port_s_valid(const struct collectors *cs)
{
    return cs->s[0].valid | cs->s[1].valid;
}

/* What is known around the collectors, in one cycle. */
struct collector_view {
    const struct ibuffer *ibuffer;          /* the heads */
    uint64_t lfsr;
    uint64_t exiting;                       /* warps whose last instruction has issued */
    bool     staged;                        /* an instruction is on the way from issue to its collector, or from */
    unsigned staged_warp, staged_col;       /* choice to issue: of this warp, to this collector */
    const struct instruction *staged_instruction;   /* in the former case */
};

/* What a register cache gives to the instruction that an OCU takes (3.15, Allocation). */
struct served {
    unsigned slots;                         /* whose values it has given */
    const struct vreg *value[MAX_SLOTS];
    unsigned need;                          /* first slots that are to be read from the banks */
    uint64_t fill, sets;                    /* src_fill_q, src_set_q */
};

/* The results of a cycle that are accepted and not empty (3.9). */
struct taken_results {
    const struct result *wb;                /* by port */
    uint32_t ports;
    uint32_t granted;                       /* banks that one of them is written to, */
    const uint8_t *grant_port;              /* and the port of each */
};

/* What issue wants to know of the collectors (3.5). */
struct readiness {
    uint64_t ready;                         /* warps that pass items 3 and 4 */
    bool     past_war;                      /* some warp passes item 3 */
    uint64_t held;                          /* warps of which a collector holds values */
};

/* Collectors that may take an instruction; a random one does. */
struct takers {
    uint32_t set;
    bool     held;                          /* one of them holds the warp's values */
    uint32_t near;                          /* those with near values, where issue waits for others (WAIT) */
};

/* A value on its way to its bank, of a collector or a register cache. */
struct leaving { unsigned warp, reg; const struct vreg *value; };

struct collector_ops {
    const char *name;                       /* of the module */
    void (*open)(struct collectors *cs, const struct config *cfg);
    void (*list)(const struct collectors *cs, unsigned c, struct register_list *l);
    void (*reset)(struct collectors *cs, unsigned c);
    void (*pack)(struct collectors *cs, unsigned c);
    void (*unpack)(struct collectors *cs, unsigned c);

    /* 3.2: on a port S a value comes for slot s of position p. */
    void (*receives)(const struct collectors *cs, struct port_s *port, unsigned c, unsigned p, unsigned s);

    /* Before the warps are looked at; NULL: nothing to do. */
    void (*heads)(struct collectors *cs, const struct collector_view *v);

    /* 3.3, 3.4: collectors with an instruction that can dispatch, and its position; its in-flight number; what it
     * drives, and its operands: returns the slots that have one. `dispatches`: that one does in this cycle, none
     * with c < 0. */
    uint32_t (*dispatchable)(const struct collectors *cs, uint32_t unit_ready, uint8_t position[MAX_COLLECTORS]);
    unsigned (*number)(const struct collectors *cs, unsigned c, unsigned p);
    void (*dispatches)(struct collectors *cs, int c, unsigned p);
    void (*drive)(const struct collectors *cs, unsigned c, unsigned p, struct sc_out *out);
    uint32_t (*operands)(const struct collectors *cs, unsigned c, unsigned p, struct vreg operand[MAX_SLOTS]);
    /* With BEATS: whether the upper lanes of the one before leave, and of which slots. NULL: never. */
    bool (*uppers)(const struct collectors *cs, struct vreg operand[MAX_SLOTS], uint32_t *slots);

    /* 3.5, items 3 and 4, for those of `warps` whose head waits for no result; and who may take a warp's. */
    struct readiness (*ready)(struct collectors *cs, const struct collector_view *v, uint64_t warps);
    struct takers (*takers)(const struct collectors *cs, unsigned warp);

    /* 3.10: the register of slot s of position p, and whose it is; its place among the requests of its collector. */
    unsigned (*register_of)(const struct collectors *cs, unsigned c, unsigned p, unsigned s);
    unsigned (*warp_of)(const struct collectors *cs, unsigned c);
    unsigned (*place)(const struct collectors *cs, unsigned c, unsigned p, unsigned s);

    /* 3.9: results that wait for another one of their warp, too; NULL: those of their bank only. And the results
     * that go to a collector and not to a bank; NULL: none. */
    bool one_result;                        /* of a warp in a cycle */
    uint32_t (*results)(struct collectors *cs, const struct result *wb, uint32_t ports);

    /* Values on their way to banks that no result is written to; NULL: there are none, nor if it says so (drains).
     * Bit c of a bank: collector c has one for it, and one at most. The value leaves that its bank takes. */
    bool (*drains)(const struct collectors *cs);
    void (*offers)(struct collectors *cs, const struct collector_view *v, uint64_t offered[MAX_BANKS]);
    struct leaving (*leave)(struct collectors *cs, unsigned c);

    /* The edge, in this order. */
    void (*store)(struct collectors *cs, const struct port_s *port, unsigned c);
    void (*expire)(struct collectors *cs);                          /* what is over; NULL: nothing is */
    void (*dispatched)(struct collectors *cs, int c, unsigned p);   /* c < 0: nothing dispatches */
    unsigned (*next)(const struct collectors *cs, unsigned c);      /* position that the next instruction takes */
    unsigned (*allocate)(struct collectors *cs, unsigned c, unsigned warp, unsigned iid, const struct instruction *i,
                         uint64_t lfsr, const struct served *served);       /* returns slots that banks are read for */
    void (*take_results)(struct collectors *cs, const struct taken_results *r, uint64_t lfsr);
    void (*settle)(struct collectors *cs);                          /* NULL: nothing to do */
    void (*new_head)(struct collectors *cs, unsigned warp);         /* the warp has another head; NULL: never mind */
    void (*end)(struct collectors *cs, unsigned warp);

    /* Whether the warp has an instruction, or a value that a bank lacks; instructions in collectors. */
    bool (*collects)(const struct collectors *cs, unsigned warp);
    unsigned (*busy)(const struct collectors *cs);
};

#endif
