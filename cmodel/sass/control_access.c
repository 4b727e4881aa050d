/* SPDX-License-Identifier: Apache-2.0 */
#include "control_access.h"

/* --- classes ------------------------------------------------------------------------------------------------------ */

static unsigned matrix_class(const struct sass_insn *i)
{
    if (i->mode == SASS_MMA_884)
        return i->f32_accumulate ? LATENCY_HMMA_884_F32 : LATENCY_HMMA_884_F16;
    return LATENCY_HMMA_1688;
}

/* Of a vector instruction; IMAD.WIDE and IMAD.HI by operand, see wide_class(). */
static unsigned vector_class(const struct sass_insn *i)
{
    switch (i->op) {
    case SASS_LEPC: return LATENCY_DISP64;
    case SASS_CS2R: return i->write_count == 2 ? LATENCY_DISP64 : LATENCY_ALU;
    case SASS_VOTE: case SASS_VOTEU: case SASS_NOP: return LATENCY_DISP;
    case SASS_BMSK: case SASS_FMNMX: case SASS_FSEL: case SASS_FSET: case SASS_FSETP: case SASS_I2I: case SASS_I2IP:
    case SASS_IABS: case SASS_IADD3: case SASS_IMNMX: case SASS_ISETP: case SASS_LEA: case SASS_LOP3: case SASS_MOV:
    case SASS_P2R: case SASS_PLOP3: case SASS_PRMT: case SASS_PSIGN3: case SASS_R2P: case SASS_SEL: case SASS_SGXT:
    case SASS_SHF: case SASS_VABSDIFF: case SASS_VABSDIFF4:
        return LATENCY_ALU;
    case SASS_FADD: case SASS_FFMA: case SASS_FMUL: case SASS_FSWZADD: case SASS_IDP: case SASS_IMAD:
        return LATENCY_FMA;
    case SASS_DADD: case SASS_DFMA: case SASS_DMUL: case SASS_DSETP: return LATENCY_FP64;
    case SASS_HADD2: case SASS_HFMA2: case SASS_HMUL2: case SASS_HSET2: case SASS_HSETP2: return LATENCY_FP16;
    case SASS_HMMA: return matrix_class(i);
    case SASS_IMMA: case SASS_BMMA: return LATENCY_IMMA;
    case SASS_BMOV: return i->write_count > 0 ? LATENCY_BMOV : LATENCY_DECOUPLED;
    default: return LATENCY_DECOUPLED;
    }
}

/* What it reads waits longer than that of other decoupled instructions. */
static bool to_memory(const struct sass_insn *i)
{
    switch (i->op) {
    case SASS_LD: case SASS_LDG: case SASS_LDL: case SASS_LDS: case SASS_LDSM: case SASS_ST: case SASS_STG:
    case SASS_STL: case SASS_STS: case SASS_ATOM: case SASS_ATOMG: case SASS_ATOMS: case SASS_RED: case SASS_SHFL:
    case SASS_CCTL: case SASS_CCTLL: case SASS_CCTLT:
        return true;
    default: return false;
    }
}

static bool coupled(const struct sass_insn *i)
{
    unsigned class = vector_class(i);
    return class <= LATENCY_WIDE_HIGH || class == LATENCY_FP16;
}

static bool is_wide(const struct sass_insn *i)
{
    return i->op == SASS_IMAD && (i->wide || i->hi_result);
}

/* The word `word` of source n of an IMAD.WIDE or IMAD.HI: A and B, or the sum's C. */
static unsigned wide_class(unsigned n, unsigned word)
{
    return n < 2 ? LATENCY_WIDE_AB : word == 0 ? LATENCY_WIDE_LOW : LATENCY_WIDE_HIGH;
}

static bool on_uniform_path(const struct sass_insn *i)
{
    return i->op >= SASS_R2UR && i->op < SASS_OP_COUNT;
}

static unsigned uniform_class(const struct sass_insn *i)
{
    switch (i->op) {
    case SASS_R2UR: case SASS_S2UR: return LATENCY_R2UR;
    case SASS_ULDC: return LATENCY_ULDC;
    case SASS_UMOV: return LATENCY_UMOV;
    case SASS_VOTEU: return LATENCY_VOTEU;
    default: return LATENCY_UDP;
    }
}

static unsigned uniform_reader(const struct sass_insn *i, const struct sass_operand *o)
{
    if (on_uniform_path(i))
        return i->op == SASS_ULDC ? LATENCY_ULDC : i->op == SASS_UMOV ? LATENCY_UMOV : LATENCY_UDP;
    return o->kind == SASS_UCONST ? LATENCY_BINDLESS : coupled(i) ? LATENCY_VECTOR : LATENCY_VECTOR_DECOUPLED;
}

static unsigned uniform_predicate_reader(const struct sass_insn *i)
{
    return on_uniform_path(i) ? LATENCY_UDP : coupled(i) ? LATENCY_VECTOR : LATENCY_UGUARD;
}

/* --- lists -------------------------------------------------------------------------------------------------------- */

struct accesses {
    struct control_access *list;
    unsigned count;
};

static void add(struct accesses *a, enum latency_file file, unsigned reg, unsigned class, bool chained)
{
    if (a->count < CONTROL_ACCESSES)
        a->list[a->count++] = (struct control_access){.file = (uint8_t)file, .reg = (uint8_t)reg,
                                                      .class = (uint8_t)class, .slot = CONTROL_NO_SLOT,
                                                      .chained = chained};
}

static void add_bits(struct accesses *a, enum latency_file file, uint64_t bits, unsigned class)
{
    for (unsigned r = 0; bits >> r; r++)
        if (bits >> r & 1)
            add(a, file, r, class, false);
}

/* The number of operand n among the sources, or SASS_MAX_SOURCES. */
static unsigned source_number(const struct sass_insn *i, unsigned n)
{
    unsigned s = 0;
    while (s < i->source_count && i->source[s] != n)
        s++;
    return s < i->source_count ? s : SASS_MAX_SOURCES;
}

static void read_registers(const struct sass_insn *i, unsigned n, struct accesses *a)
{
    const struct sass_operand *o = &i->operand[n];
    unsigned source = source_number(i, n), class = to_memory(i) ? LATENCY_MEMORY : vector_class(i);
    bool matrix = class >= LATENCY_HMMA_884_F16 && class <= LATENCY_IMMA;
    for (unsigned r = 0; r < o->regs && o->reg != SASS_RZ && a->count < CONTROL_ACCESSES; r++) {
        add(a, LATENCY_REGISTER, o->reg + r, is_wide(i) ? wide_class(source, r) : class, matrix && source == 2);
        if (o->kind == SASS_REG && class < LATENCY_DECOUPLED) {
            a->list[a->count - 1].slot = o->slot;
            a->list[a->count - 1].reuse = o->reuse;
        }
    }
}

static void read_operand(const struct sass_insn *i, unsigned n, struct accesses *a)
{
    const struct sass_operand *o = &i->operand[n];
    if (o->kind == SASS_REG || o->kind == SASS_ADDR || o->kind == SASS_CONST)
        read_registers(i, n, a);
    if (o->kind == SASS_PRED && o->reg < SASS_PT)
        add(a, LATENCY_PREDICATE, o->reg, is_wide(i) ? LATENCY_WIDE_HIGH : vector_class(i), false);
    if (o->kind == SASS_UPRED && o->reg < SASS_PT)
        add(a, LATENCY_UNIFORM_PREDICATE, o->reg, uniform_predicate_reader(i), false);
    unsigned first = o->kind == SASS_UREG ? o->reg : o->ureg, count = o->kind == SASS_UREG ? o->regs : o->uregs;
    for (unsigned r = first; r < first + count && r < SASS_URZ; r++)
        add(a, LATENCY_UNIFORM, r, uniform_reader(i, o), false);
}

unsigned control_reads(const struct sass_insn *i, struct control_access list[CONTROL_ACCESSES])
{
    struct accesses a = {list, 0};
    if (i->guard < SASS_PT && i->guard_uniform)
        add(&a, LATENCY_UNIFORM_PREDICATE, i->guard, LATENCY_UGUARD, false);
    else if (i->guard < SASS_PT)
        add(&a, LATENCY_PREDICATE, i->guard, LATENCY_GUARD, false);
    for (unsigned n = 0; n < i->operand_count; n++)
        if (!i->operand[n].dst)
            read_operand(i, n, &a);
    if (i->op == SASS_P2R)
        add_bits(&a, LATENCY_PREDICATE, i->pred_read, LATENCY_ALU);
    if (i->op == SASS_UP2UR)
        add_bits(&a, LATENCY_UNIFORM_PREDICATE, i->upred_read, LATENCY_UDP);
    return a.count;
}

unsigned control_writes(const struct sass_insn *i, struct control_access list[CONTROL_ACCESSES])
{
    struct accesses a = {list, 0};
    unsigned class = vector_class(i);
    for (unsigned w = 0; w < i->write_count; w++)
        if (i->write[w] != SASS_RZ)
            add(&a, LATENCY_REGISTER, i->write[w],
                !is_wide(i) ? class : i->wide && w == 0 ? LATENCY_WIDE_LOW : LATENCY_WIDE_HIGH, false);
    add_bits(&a, LATENCY_PREDICATE, i->pred_write, is_wide(i) ? LATENCY_WIDE_HIGH : class);
    add_bits(&a, LATENCY_UNIFORM, i->ureg_write, uniform_class(i));
    add_bits(&a, LATENCY_UNIFORM_PREDICATE, i->upred_write, uniform_class(i));
    return a.count;
}

/* --- counters ----------------------------------------------------------------------------------------------------- */

bool control_variable_result(const struct sass_insn *i)
{
    if (on_uniform_path(i))
        return uniform_class(i) == LATENCY_R2UR;
    return !coupled(i);
}

/* Branches and barriers have read their sources when the next instruction issues. */
static bool is_control(const struct sass_insn *i)
{
    return i->op >= SASS_BAR && i->op <= SASS_YIELD && i->op != SASS_BMOV;
}

bool control_variable_read(const struct sass_insn *i)
{
    return !coupled(i) && !is_control(i) && (!on_uniform_path(i) || i->op == SASS_R2UR);
}

/* Where instructions without a fixed time go. */
static enum control_queue queue_of(const struct sass_insn *i)
{
    switch (i->op) {
    case SASS_MUFU: case SASS_F2F: case SASS_F2I: case SASS_FRND: case SASS_I2F: case SASS_FCHK: case SASS_POPC:
    case SASS_FLO: case SASS_BREV:
        return CONTROL_SPECIAL;
    case SASS_DADD: case SASS_DFMA: case SASS_DMUL: case SASS_DSETP: return CONTROL_DOUBLE;
    case SASS_HMMA: return CONTROL_MATRIX;
    case SASS_IMMA: case SASS_BMMA: return CONTROL_INTEGER_MATRIX;
    case SASS_LDS: case SASS_LDSM: case SASS_ATOMS: return CONTROL_SHARED;
    case SASS_SHFL: return CONTROL_LANES;
    case SASS_QSPC: return CONTROL_QUERY;
    default: return to_memory(i) ? CONTROL_MEMORY : CONTROL_ALONE;
    }
}

enum control_queue control_read_queue(const struct sass_insn *i)
{
    enum control_queue queue = queue_of(i);
    return queue == CONTROL_SHARED || queue == CONTROL_LANES || queue == CONTROL_QUERY ? CONTROL_MEMORY : queue;
}

enum control_queue control_result_queue(const struct sass_insn *i)
{
    enum control_queue queue = queue_of(i);
    if (queue == CONTROL_LANES)
        return CONTROL_SHARED;
    return queue == CONTROL_MEMORY || queue == CONTROL_MATRIX ? CONTROL_ALONE : queue;
}

uint8_t control_waits(const struct sass_insn *i, uint8_t *counter, uint8_t *allowed)
{
    uint8_t mask = i->wait_mask;
    *counter = CONTROL_NONE;
    *allowed = 0;
    if (i->op != SASS_DEPBAR)
        return mask;
    for (unsigned n = 0; n < i->operand_count; n++) {
        const struct sass_operand *o = &i->operand[n];
        if (o->kind == SASS_SB)
            *counter = o->reg;
        else if (o->kind == SASS_IMM)
            *allowed = (uint8_t)o->value;
        else if (o->kind == SASS_OTHER)
            mask |= (uint8_t)o->value;
    }
    return mask;
}
