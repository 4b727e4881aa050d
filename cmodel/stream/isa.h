/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the model knows of NVIDIA machine instructions (SASS, Volta to Hopper): the execution unit of an opcode, the
 * roles and widths of its register operands, and how an instruction becomes records of the stream.
 *
 * Units. The first dot-separated component of an opcode decides. Accel-Sim's opcode maps (volta, turing, ampere) are
 * followed, with these departures: conversions (I2F, F2I, F2F, FRND), S2R, POPC, FLO and BREV go to the SFU, where the
 * hardware has them (Accel-Sim: ALU or INTP); Volta's IMMA goes to the tensor unit (Accel-Sim: INTP); texture and
 * surface opcodes go to LDST, which is the nearest this sub-core has, as plain operations without addresses; KILL is a
 * branch (Accel-Sim: tensor). Where Accel-Sim says ALU this is followed even if the hardware differs: SHFL, LDC, VOTE
 * and MATCH are INT. LDC is an operation on the INT unit and neither load nor store, because traces hold no address
 * for it.
 *
 * Results come back on the units INT to LDST only. An opcode of the branch or uniform unit that has a vector register
 * as destination (other than RZ) is therefore routed to INT: BMOV Rd, B2R and the like.
 *
 * Listed operands. An Accel-Sim trace lists an instruction's operand 0 as its destination if it is a register, and all
 * further registers, address registers included, as sources; constants, immediates and predicates do not appear.
 * Uniform registers appear since 2025, but for those of addresses and constants; they keep their place in the list and
 * leave no slot and no result. Three consequences are undone here:
 *   - operand 0 is a predicate (SHFL PT, Rd, ...; ATOM, ATOMG, ATOMS, QSPC, MATCH.ALL; LOP3 P0, Rd, ...): the trace
 *     says "no destination" and lists Rd first among the sources; the first source is made the destination;
 *   - operand 0 is a register that is read (RET, CALL, BRX, JMX, BAR, NANOSLEEP, WARPSYNC, ...): the listed
 *     destination is made the first source;
 *   - stores, atomics and reductions may lack the address register (uniform or absolute address): the roles are
 *     assigned from the right.
 */
#ifndef SUBCORE_ISA_H
#define SUBCORE_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "configs/sentence.h"
#include "stream.h"

enum {
    ISA_RZ = 255,               /* the register that reads as zero and ignores writes */
    ISA_UNIFORM = 256,          /* stands in a list for one that is not in the vector register file */
    ISA_ROLES = 4,              /* source operands with a width of their own; further ones are one register wide */
    ISA_MAX_LISTED = 8,         /* registers that a trace may list as destinations, and as sources */
    ISA_MAX_REGS = 64,          /* registers that one instruction may read, and write, after expansion */
    ISA_MAX_UOPS = 2 * ISA_MAX_REGS
};

/* What an opcode means. */
struct isa_op {
    uint8_t unit;               /* enum unit_kind, before the routing to INT described above */
    uint8_t space;              /* enum space; SPACE_NONE unless load or store */
    uint8_t width;              /* bytes per lane of a memory access */
    uint8_t dst_regs;           /* registers of the (first) listed destination */
    uint8_t src_roles;          /* entries of src_regs that count */
    uint8_t src_regs[ISA_ROLES];/* registers of each source role */
    bool    right;              /* roles are assigned from the last listed source backwards */
    bool    predicate_first;    /* with no listed destination, the first listed source is the destination */
    bool    reads_first;        /* a listed destination is a source */
    bool    load, store;
    bool    generic;            /* space is decided by the address; `space` is that of an address in no window */
    bool    twice;              /* a tracer reports it twice, shared address first (LDGSTS) */
    bool    branch, barrier, fence;
    bool    bulk;               /* TMA: it has uniform registers alone, whatever is listed */
    bool    untimed;            /* on INT or FP32, and takes a time that is not fixed */
    bool    other;              /* not in the table */
};

/* A row of the table: the first component of a name. Those with the same form have the same operands. */
struct isa_row {
    const char *name;
    uint8_t unit, form;
    bool    branch;
};

/* The registers of one instruction as its trace line lists them. */
struct isa_listed {
    uint8_t  dst_count, src_count;
    uint16_t dst[ISA_MAX_LISTED], src[ISA_MAX_LISTED];  /* R0 to R254, ISA_RZ, ISA_UNIFORM */
};

struct isa_limits {
    int  slots;                 /* source slots of a collector, 1 to STREAM_MAX_SLOTS */
    int  registers;             /* registers beyond it are refused, 1 to 256; R255 is always RZ */
    bool expand;                /* wide operands name consecutive registers */
};

/* Looks an opcode up by its full name, such as "LDG.E.64.SYS". An unknown one gives unit INT, no widths, and other;
 * returns whether it is known. */
bool isa_lookup(struct isa_op *op, const char *name);

/* The rows of the table by number, for pages about it. False behind the last one. */
bool isa_row(size_t index, struct isa_row *row);

/*
 * Sources of the next record when `left` are left and a record has `slots` (1 or more): records of one instruction have
 * as many sources, but for one, and the later ones have more. The last operand of a matrix operation is its
 * accumulator. If the last record has a slot for each of its registers, the record that overwrites it reads it, too,
 * and waits for no other record of its instruction (WAR; 3.5, item 3). With fewer slots it waits.
 */
unsigned isa_share(unsigned left, unsigned slots);

/*
 * Turns one instruction into records: expands wide operands, drops RZ, and cracks what reads more registers than there
 * are slots or writes more than STREAM_MAX_DSTS. Returns the number of records, at least 1, or -1 with one phrase
 * (without file and line) in `error`.
 *
 * Source slots are filled in operand order without gaps; RZ and what is not in the vector register file leave no gap.
 * An instruction that reads more than `slots` registers becomes micro-operations that read them in order, each as many
 * as isa_share() says. All results belong to the last of them; each run of consecutive destination registers, cut after
 * STREAM_MAX_DSTS, needs a record of its own, so that further runs follow in records without sources. Only the first
 * record has first_uop, only the last one last_uop; branch, barrier and fence belong to the last one. Memory access
 * belongs to the one that reads the last sources.
 * The position of a source is the number of its operand among the sources after the corrections above, RZ and uniform
 * registers counted, from 0; reuse flags are left clear.
 * pc, opcode, mask and address are copied from `proto`, predicates and uniform registers that are read to the first
 * record, those that are written to the last; reuse bits, distances, backward and last are left clear.
 */
int isa_expand(const struct isa_op *op, const struct isa_listed *listed, const struct isa_limits *limits,
               const struct insn *proto, struct insn uops[ISA_MAX_UOPS], const struct sentence *error);

/* Gives the memory access of an opcode, if it has one, to record `access` of an instruction; `end` is behind its last
 * record. */
void isa_access(const struct isa_op *op, struct insn *access, const struct insn *end);

/* Where units tell which instructions take a fixed time (collector.kind none): sends records of an opcode on INT or
 * FP32 that takes none to the SFU, a barrier and SHFL to LDST. */
void isa_settle_unit(const struct isa_op *op, const char *name, struct insn *uops, int count);

/* The registers of one instruction, expanded, without RZ: sources and results in operand order. */
struct isa_operands {
    uint8_t src_count, dst_count;
    uint8_t src[ISA_MAX_REGS], src_position[ISA_MAX_REGS];  /* the latter: which of the sources after the corrections
                                                               above a register belongs to, RZ counted */
    uint8_t dst[ISA_MAX_REGS];
    int8_t  src_shift;          /* what a position must be increased by to be one of the trace's list */
};

/* What isa_expand() does, without cracking. */
bool isa_operands(const struct isa_op *op, const struct isa_listed *listed, const struct isa_limits *limits,
                  struct isa_operands *out, const struct sentence *error);

#endif
