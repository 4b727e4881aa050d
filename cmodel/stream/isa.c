/* SPDX-License-Identifier: Apache-2.0 */
#include "isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How the register operands of an opcode are laid out. */
enum form {
    PLAIN,          /* every operand is one register */
    IMAD,           /* .WIDE: C and D are pairs; .HI: C is a pair */
    DOUBLE,         /* every operand is a pair */
    CONVERT_FF,     /* F2F, FRND: first type is the destination's, second (else first) the source's */
    CONVERT_FI,     /* F2I: floating type is the source's, integer type the destination's */
    CONVERT_IF,     /* I2F: the other way round */
    HALF_MMA, INT_MMA, BIT_MMA, DOUBLE_MMA, QUARTER_MMA,
    LOAD, STORE, ATOMIC, REDUCTION,
    LOAD_MATRIX, STORE_MATRIX, COPY,
    SPECIAL_WIDE,   /* CS2R: a pair unless .32 */
    PC_WIDE,        /* LEPC: a pair */
    PREDICATE,      /* operand 0 may be a predicate, operand 1 the destination */
    MATCH,          /* .U64: source is a pair */
    QUERY,          /* QSPC: predicate, destination, address */
    JUMP,           /* the first operand is a 64-bit address that is read */
    READER,         /* the first operand is a register that is read */
    BARRIER, FENCE,
    BULK            /* TMA: uniform registers alone */
};

static const struct isa_row table[] = {
    /* 32-bit floating point and packed halves */
    {"FADD", UNIT_FP32, PLAIN, false}, {"FADD32I", UNIT_FP32, PLAIN, false}, {"FCHK", UNIT_FP32, PLAIN, false},
    {"FFMA", UNIT_FP32, PLAIN, false}, {"FFMA32I", UNIT_FP32, PLAIN, false}, {"FMNMX", UNIT_FP32, PLAIN, false},
    {"FMUL", UNIT_FP32, PLAIN, false}, {"FMUL32I", UNIT_FP32, PLAIN, false}, {"FSEL", UNIT_FP32, PLAIN, false},
    {"FSET", UNIT_FP32, PLAIN, false}, {"FSETP", UNIT_FP32, PLAIN, false}, {"FSWZADD", UNIT_FP32, PLAIN, false},
    {"HADD2", UNIT_FP32, PLAIN, false}, {"HADD2_32I", UNIT_FP32, PLAIN, false}, {"HFMA2", UNIT_FP32, PLAIN, false},
    {"HFMA2_32I", UNIT_FP32, PLAIN, false}, {"HMUL2", UNIT_FP32, PLAIN, false},
    {"HMUL2_32I", UNIT_FP32, PLAIN, false}, {"HSET2", UNIT_FP32, PLAIN, false}, {"HSETP2", UNIT_FP32, PLAIN, false},
    {"HMNMX2", UNIT_FP32, PLAIN, false},
    /* 64-bit floating point */
    {"DADD", UNIT_FP64, DOUBLE, false}, {"DFMA", UNIT_FP64, DOUBLE, false}, {"DMUL", UNIT_FP64, DOUBLE, false},
    {"DSETP", UNIT_FP64, DOUBLE, false}, {"DMNMX", UNIT_FP64, DOUBLE, false},
    /* special functions and conversions */
    {"MUFU", UNIT_SFU, PLAIN, false}, {"F2F", UNIT_SFU, CONVERT_FF, false}, {"FRND", UNIT_SFU, CONVERT_FF, false},
    {"F2I", UNIT_SFU, CONVERT_FI, false}, {"I2F", UNIT_SFU, CONVERT_IF, false}, {"S2R", UNIT_SFU, PLAIN, false},
    {"POPC", UNIT_SFU, PLAIN, false}, {"FLO", UNIT_SFU, PLAIN, false}, {"BREV", UNIT_SFU, PLAIN, false},
    /* tensor; the warp-group instructions of Hopper keep one register per operand */
    {"HMMA", UNIT_TENSOR, HALF_MMA, false}, {"IMMA", UNIT_TENSOR, INT_MMA, false},
    {"BMMA", UNIT_TENSOR, BIT_MMA, false}, {"DMMA", UNIT_TENSOR, DOUBLE_MMA, false},
    {"QMMA", UNIT_TENSOR, QUARTER_MMA, false}, {"HGMMA", UNIT_TENSOR, PLAIN, false},
    {"IGMMA", UNIT_TENSOR, PLAIN, false}, {"BGMMA", UNIT_TENSOR, PLAIN, false}, {"QGMMA", UNIT_TENSOR, PLAIN, false},
    /* integer, moves, predicates */
    {"BMSK", UNIT_INT, PLAIN, false}, {"IABS", UNIT_INT, PLAIN, false}, {"IADD", UNIT_INT, PLAIN, false},
    {"IADD3", UNIT_INT, PLAIN, false}, {"IADD32I", UNIT_INT, PLAIN, false}, {"IDP", UNIT_INT, PLAIN, false},
    {"IDP4A", UNIT_INT, PLAIN, false}, {"IMAD", UNIT_INT, IMAD, false}, {"IMNMX", UNIT_INT, PLAIN, false},
    {"IMUL", UNIT_INT, PLAIN, false}, {"IMUL32I", UNIT_INT, PLAIN, false}, {"ISCADD", UNIT_INT, PLAIN, false},
    {"ISCADD32I", UNIT_INT, PLAIN, false}, {"ISETP", UNIT_INT, PLAIN, false}, {"LEA", UNIT_INT, PLAIN, false},
    {"LOP", UNIT_INT, PLAIN, false}, {"LOP3", UNIT_INT, PREDICATE, false}, {"LOP32I", UNIT_INT, PLAIN, false},
    {"SHF", UNIT_INT, PLAIN, false}, {"SHL", UNIT_INT, PLAIN, false}, {"SHR", UNIT_INT, PLAIN, false},
    {"VABSDIFF", UNIT_INT, PLAIN, false}, {"VABSDIFF4", UNIT_INT, PLAIN, false}, {"VIADD", UNIT_INT, PLAIN, false},
    {"VIADDMNMX", UNIT_INT, PLAIN, false}, {"VIMNMX", UNIT_INT, PLAIN, false}, {"VIMNMX3", UNIT_INT, PLAIN, false},
    {"VHMNMX", UNIT_INT, PLAIN, false}, {"I2I", UNIT_INT, PLAIN, false}, {"I2IP", UNIT_INT, PLAIN, false},
    {"I2FP", UNIT_INT, PLAIN, false}, {"F2IP", UNIT_INT, PLAIN, false}, {"F2FP", UNIT_INT, PLAIN, false},
    {"MOV", UNIT_INT, PLAIN, false}, {"MOV32I", UNIT_INT, PLAIN, false}, {"MOVM", UNIT_INT, PLAIN, false},
    {"PRMT", UNIT_INT, PLAIN, false}, {"SEL", UNIT_INT, PLAIN, false}, {"SGXT", UNIT_INT, PLAIN, false},
    {"SHFL", UNIT_INT, PREDICATE, false}, {"PLOP3", UNIT_INT, PLAIN, false}, {"PSETP", UNIT_INT, PLAIN, false},
    {"PSIGN3", UNIT_INT, PLAIN, false}, {"P2R", UNIT_INT, PLAIN, false}, {"R2P", UNIT_INT, PLAIN, false},
    {"LDC", UNIT_INT, LOAD, false},
    {"MATCH", UNIT_INT, MATCH, false}, {"QSPC", UNIT_INT, QUERY, false}, {"VOTE", UNIT_INT, PLAIN, false},
    {"VOTE_VTG", UNIT_INT, PLAIN, false}, {"CCTL", UNIT_INT, PLAIN, false}, {"CCTLL", UNIT_INT, PLAIN, false},
    {"CCTLT", UNIT_INT, PLAIN, false}, {"ERRBAR", UNIT_INT, PLAIN, false}, {"CGAERRBAR", UNIT_INT, PLAIN, false},
    {"LDGDEPBAR", UNIT_INT, PLAIN, false}, {"DEPBAR", UNIT_INT, PLAIN, false}, {"B2R", UNIT_INT, PLAIN, false},
    {"R2B", UNIT_INT, READER, false}, {"CS2R", UNIT_INT, SPECIAL_WIDE, false}, {"CSMTEST", UNIT_INT, PLAIN, false},
    {"GETLMEMBASE", UNIT_INT, PC_WIDE, false}, {"SETLMEMBASE", UNIT_INT, READER, false},
    {"LEPC", UNIT_INT, PC_WIDE, false}, {"NOP", UNIT_INT, PLAIN, false}, {"PMTRIG", UNIT_INT, PLAIN, false},
    {"SETCTAID", UNIT_INT, READER, false},
    /* memory */
    {"LD", UNIT_LDST, LOAD, false}, {"LDG", UNIT_LDST, LOAD, false}, {"LDL", UNIT_LDST, LOAD, false},
    {"LDS", UNIT_LDST, LOAD, false}, {"LDSM", UNIT_LDST, LOAD_MATRIX, false}, {"ST", UNIT_LDST, STORE, false},
    {"STG", UNIT_LDST, STORE, false}, {"STL", UNIT_LDST, STORE, false}, {"STS", UNIT_LDST, STORE, false},
    {"STSM", UNIT_LDST, STORE_MATRIX, false}, {"ATOM", UNIT_LDST, ATOMIC, false},
    {"ATOMG", UNIT_LDST, ATOMIC, false}, {"ATOMS", UNIT_LDST, ATOMIC, false}, {"RED", UNIT_LDST, REDUCTION, false},
    {"LDGSTS", UNIT_LDST, COPY, false}, {"MEMBAR", UNIT_LDST, FENCE, false}, {"FENCE", UNIT_LDST, FENCE, false},
    {"REDG", UNIT_LDST, REDUCTION, false}, {"ARRIVES", UNIT_LDST, PLAIN, false}, {"STAS", UNIT_LDST, PLAIN, false},
    {"SYNCS", UNIT_LDST, PLAIN, false}, {"TEX", UNIT_LDST, PLAIN, false}, {"TLD", UNIT_LDST, PLAIN, false},
    {"TLD4", UNIT_LDST, PLAIN, false}, {"TMML", UNIT_LDST, PLAIN, false}, {"TXD", UNIT_LDST, PLAIN, false},
    {"TXQ", UNIT_LDST, PLAIN, false}, {"SUATOM", UNIT_LDST, PLAIN, false}, {"SULD", UNIT_LDST, PLAIN, false},
    {"SUQUERY", UNIT_LDST, PLAIN, false}, {"SURED", UNIT_LDST, PLAIN, false}, {"SUST", UNIT_LDST, PLAIN, false},
    /* control flow */
    {"BRA", UNIT_BRANCH, PLAIN, true}, {"BRX", UNIT_BRANCH, JUMP, true}, {"BRXU", UNIT_BRANCH, PLAIN, true},
    {"JMP", UNIT_BRANCH, PLAIN, true}, {"JMX", UNIT_BRANCH, JUMP, true}, {"JMXU", UNIT_BRANCH, PLAIN, true},
    {"CALL", UNIT_BRANCH, JUMP, true}, {"RET", UNIT_BRANCH, JUMP, true}, {"RTT", UNIT_BRANCH, PLAIN, true},
    {"BREAK", UNIT_BRANCH, PLAIN, true}, {"BSYNC", UNIT_BRANCH, PLAIN, true}, {"EXIT", UNIT_BRANCH, PLAIN, true},
    {"KILL", UNIT_BRANCH, PLAIN, true}, {"WARPSYNC", UNIT_BRANCH, READER, true}, {"YIELD", UNIT_BRANCH, PLAIN, true},
    {"BAR", UNIT_BRANCH, BARRIER, false}, {"BMOV", UNIT_BRANCH, PLAIN, false}, {"BPT", UNIT_BRANCH, PLAIN, false},
    {"BSSY", UNIT_BRANCH, PLAIN, false}, {"NANOSLEEP", UNIT_BRANCH, READER, false},
    {"RPCMOV", UNIT_BRANCH, PLAIN, false}, {"WARPGROUP", UNIT_BRANCH, PLAIN, false},
    {"WARPGROUPSET", UNIT_BRANCH, PLAIN, false}, {"ACQBULK", UNIT_BRANCH, PLAIN, false},
    {"ENDCOLLECTIVE", UNIT_BRANCH, PLAIN, false}, {"PREEXIT", UNIT_BRANCH, PLAIN, false},
    /* uniform */
    {"R2UR", UNIT_UNIFORM, PLAIN, false}, {"REDUX", UNIT_UNIFORM, PLAIN, false}, {"S2UR", UNIT_UNIFORM, PLAIN, false},
    {"UBMSK", UNIT_UNIFORM, PLAIN, false}, {"UBREV", UNIT_UNIFORM, PLAIN, false},
    {"UCLEA", UNIT_UNIFORM, PLAIN, false}, {"UF2FP", UNIT_UNIFORM, PLAIN, false}, {"UFLO", UNIT_UNIFORM, PLAIN, false},
    {"UIADD3", UNIT_UNIFORM, PLAIN, false}, {"UIMAD", UNIT_UNIFORM, PLAIN, false},
    {"UISETP", UNIT_UNIFORM, PLAIN, false}, {"ULDC", UNIT_UNIFORM, PLAIN, false}, {"ULEA", UNIT_UNIFORM, PLAIN, false},
    {"ULEPC", UNIT_UNIFORM, PLAIN, false}, {"ULOP", UNIT_UNIFORM, PLAIN, false}, {"ULOP3", UNIT_UNIFORM, PLAIN, false},
    {"ULOP32I", UNIT_UNIFORM, PLAIN, false}, {"UMOV", UNIT_UNIFORM, PLAIN, false},
    {"UP2UR", UNIT_UNIFORM, PLAIN, false}, {"UPLOP3", UNIT_UNIFORM, PLAIN, false},
    {"UPOPC", UNIT_UNIFORM, PLAIN, false}, {"UPRMT", UNIT_UNIFORM, PLAIN, false},
    {"UPSETP", UNIT_UNIFORM, PLAIN, false}, {"UR2UP", UNIT_UNIFORM, PLAIN, false},
    {"USEL", UNIT_UNIFORM, PLAIN, false}, {"USETMAXREG", UNIT_UNIFORM, PLAIN, false},
    {"USGXT", UNIT_UNIFORM, PLAIN, false}, {"USHF", UNIT_UNIFORM, PLAIN, false}, {"USHL", UNIT_UNIFORM, PLAIN, false},
    {"USHR", UNIT_UNIFORM, PLAIN, false}, {"VOTEU", UNIT_UNIFORM, PLAIN, false}, {"ELECT", UNIT_UNIFORM, PLAIN, false},
    {"UBLKCP", UNIT_UNIFORM, BULK, false}, {"UBLKPF", UNIT_UNIFORM, BULK, false},
    {"UBLKRED", UNIT_UNIFORM, BULK, false}, {"UTMALDG", UNIT_UNIFORM, BULK, false},
    {"UTMASTG", UNIT_UNIFORM, BULK, false}, {"UTMAREDG", UNIT_UNIFORM, BULK, false},
    {"UTMAPF", UNIT_UNIFORM, BULK, false}, {"UTMACCTL", UNIT_UNIFORM, BULK, false},
    {"UTMACMDFLUSH", UNIT_UNIFORM, BULK, false}, {"UCGABAR_ARV", UNIT_UNIFORM, PLAIN, false},
    {"UCGABAR_WAIT", UNIT_UNIFORM, PLAIN, false}, {"USETSHMSZ", UNIT_UNIFORM, PLAIN, false},
};

/* Opcodes of INT and FP32 that take a time which is not fixed: to memory, to other lanes, of slow units; and those of
 * other units that have a vector register as result, and so go to INT. */
static const char *const untimed[] = {
    "B2R", "BMOV", "CCTL", "CCTLL", "CCTLT", "CGAERRBAR", "CSMTEST", "DEPBAR", "ERRBAR", "FCHK", "GETLMEMBASE", "LDC",
    "LDGDEPBAR", "MATCH", "MOVM", "PMTRIG", "QSPC", "R2B", "REDUX", "RPCMOV", "SETCTAID", "SETLMEMBASE", "SHFL",
    "VOTE_VTG",
};

/* --- the components of an opcode's name --------------------------------------------------------------------------- */

/* Where component `token` of a name begins and how long it is; false past the last one. */
static bool component(const char *name, unsigned token, const char **begin, size_t *length)
{
    for (; token > 0; token--) {
        name += strcspn(name, ".");
        if (*name == '\0')
            return false;
        name++;
    }
    *begin = name;
    *length = strcspn(name, ".");
    return true;
}

static bool is_word(const char *begin, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(begin, word, length) == 0;
}

/* Whether one of the components after the first is `word`. */
static bool has(const char *name, const char *word)
{
    const char *begin;
    size_t length;

    for (unsigned t = 1; component(name, t, &begin, &length); t++)
        if (is_word(begin, length, word))
            return true;
    return false;
}

/* The number of bits of the n-th component (from 0) that is one of `letters` and a number, such as U8, S64 or F32. */
static unsigned type_bits(const char *name, const char *letters, unsigned n, unsigned otherwise)
{
    const char *begin;
    size_t length;

    for (unsigned t = 1; component(name, t, &begin, &length); t++) {
        if (length < 2 || length > 3 || strchr(letters, begin[0]) == NULL || begin[1] < '0' || begin[1] > '9')
            continue;
        if (n-- == 0)
            return (unsigned)strtoul(begin + 1, NULL, 10);
    }
    return otherwise;
}

static uint8_t registers_of(unsigned bits)
{
    return bits > 32 ? (uint8_t)((bits + 31) / 32) : 1;
}

/* Bytes per lane that a memory opcode moves. */
static uint8_t data_bytes(const char *name)
{
    static const struct { const char *word; uint8_t bytes; } words[] = {
        {"U8", 1}, {"S8", 1}, {"U16", 2}, {"S16", 2}, {"64", 8}, {"U64", 8}, {"S64", 8}, {"F64", 8},
        {"128", 16}, {"256", 32},
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (has(name, words[i].word))
            return words[i].bytes;
    return 4;
}

/* --- forms -------------------------------------------------------------------------------------------------------- */

static void set_sources(struct isa_op *op, uint8_t count, uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    const uint8_t regs[ISA_ROLES] = {a, b, c, d};

    op->src_roles = count;
    memcpy(op->src_regs, regs, sizeof regs);
}

static void form_imad(struct isa_op *op, const char *name)
{
    bool wide = has(name, "WIDE");

    op->dst_regs = wide ? 2 : 1;
    set_sources(op, 3, 1, 1, wide || has(name, "HI") ? 2 : 1, 1);
}

static void form_convert(struct isa_op *op, enum form form, const char *name)
{
    unsigned dst, src;

    if (form == CONVERT_FF) {
        dst = type_bits(name, "F", 0, 32);
        src = type_bits(name, "F", 1, dst);
    } else if (form == CONVERT_FI) {
        dst = type_bits(name, "US", 0, 32);
        src = type_bits(name, "F", 0, 32);
    } else {
        dst = type_bits(name, "F", 0, 32);
        src = type_bits(name, "US", 0, 32);
    }
    op->dst_regs = registers_of(dst);
    set_sources(op, 1, registers_of(src), 1, 1, 1);
}

/* The m, n and k of a matrix instruction; false when the name has none that is known. */
static bool matrix_shape(const char *name, unsigned *m, unsigned *n, unsigned *k)
{
    static const struct { const char *word; uint16_t m, n, k; } shapes[] = {
        {"884", 8, 8, 4}, {"8x8x4", 8, 8, 4}, {"8816", 8, 8, 16}, {"8832", 8, 8, 32}, {"88128", 8, 8, 128},
        {"1684", 16, 8, 4}, {"16x8x4", 16, 8, 4}, {"1688", 16, 8, 8}, {"16x8x8", 16, 8, 8}, {"16816", 16, 8, 16},
        {"16x8x16", 16, 8, 16}, {"16832", 16, 8, 32}, {"16864", 16, 8, 64}, {"168128", 16, 8, 128},
        {"168256", 16, 8, 256},
    };

    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (!has(name, shapes[i].word))
            continue;
        *m = shapes[i].m;
        *n = shapes[i].n;
        *k = shapes[i].k;
        return true;
    }
    return false;
}

/* Bits of an element of A, B and of the accumulators. */
static void matrix_bits(enum form form, const char *name, unsigned *a, unsigned *b, unsigned *c)
{
    *c = has(name, "F16") && !has(name, "F32") ? 16 : 32;
    switch (form) {
    case INT_MMA:
        *a = type_bits(name, "US", 0, 8);
        *b = type_bits(name, "US", 1, *a);
        break;
    case BIT_MMA:
        *a = *b = 1;
        break;
    case DOUBLE_MMA:
        *a = *b = *c = 64;
        break;
    case QUARTER_MMA:
        *a = *b = 8;
        break;
    default:
        *a = *b = has(name, "TF32") ? 32 : 16;
        break;
    }
}

/* A fragment of rows * columns elements is spread evenly over the 32 lanes; Volta's HMMA.884 steps are the exception,
 * where four groups of eight lanes work on a tile each: a pair of registers for every operand. The sparse variants
 * store half of A, and read a register of metadata as fourth operand. */
static void form_matrix(struct isa_op *op, enum form form, const char *name)
{
    unsigned m, n, k, a, b, c;

    if (!matrix_shape(name, &m, &n, &k))
        return;
    if (form == HALF_MMA && has(name, "884")) {
        op->dst_regs = 2;
        set_sources(op, 3, 2, 2, 2, 1);
        return;
    }
    matrix_bits(form, name, &a, &b, &c);
    if (has(name, "SP"))
        m /= 2;
    a = registers_of(m * k * a / 32);
    if (has(name, "SP"))
        m *= 2;
    op->dst_regs = registers_of(m * n * c / 32);
    set_sources(op, 4, (uint8_t)a, registers_of(n * k * b / 32), op->dst_regs, 1);
}

static uint8_t space_of(const char *name)
{
    size_t length = strcspn(name, ".");
    static const struct { const char *word; uint8_t space; } words[] = {
        {"LDS", SPACE_SHARED}, {"STS", SPACE_SHARED}, {"ATOMS", SPACE_SHARED}, {"LDSM", SPACE_SHARED},
        {"STSM", SPACE_SHARED}, {"LDL", SPACE_LOCAL}, {"STL", SPACE_LOCAL},
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is_word(name, length, words[i].word))
            return words[i].space;
    return SPACE_GLOBAL;
}

/* Loads, stores and atomics: the address is a pair with .E. */
static void form_memory(struct isa_op *op, enum form form, const char *name)
{
    uint8_t address = has(name, "E") ? 2 : 1;
    size_t length = strcspn(name, ".");

    op->width = data_bytes(name);
    op->space = space_of(name);
    op->generic = is_word(name, length, "LD") || is_word(name, length, "ST") || is_word(name, length, "ATOM");
    op->load = form != STORE;
    op->store = form != LOAD;
    op->right = form != LOAD;
    op->predicate_first = form == ATOMIC;
    uint8_t data = registers_of(8u * op->width);
    if (form == LOAD || form == ATOMIC)
        op->dst_regs = data;
    if (form == LOAD)
        set_sources(op, 1, address, 1, 1, 1);
    else if (form == ATOMIC && (has(name, "CAS") || has(name, "CAST")))
        set_sources(op, 3, address, data, data, 1);
    else
        set_sources(op, 2, address, data, 1, 1);
}

/* LDC: an operation without address, see isa.h. */
static void form_constant(struct isa_op *op, const char *name)
{
    op->dst_regs = registers_of(8u * data_bytes(name));
}

/* LDSM, STSM: 1, 2 or 4 registers per lane; the address is that of a row in shared memory. */
static void form_ldsm(struct isa_op *op, enum form form, const char *name)
{
    uint8_t regs = has(name, "4") ? 4 : has(name, "2") ? 2 : 1;

    op->width = (uint8_t)(4 * regs);
    op->space = SPACE_SHARED;
    op->load = form == LOAD_MATRIX;
    op->store = !op->load;
    op->right = op->store;
    op->dst_regs = op->load ? regs : 1;
    set_sources(op, 2, 1, op->store ? regs : 1, 1, 1);
}

/* LDGSTS [shared], [global]: a load from global memory without a result. */
static void form_copy(struct isa_op *op, const char *name)
{
    op->width = data_bytes(name);
    op->space = SPACE_GLOBAL;
    op->load = op->twice = op->right = true;
    set_sources(op, 2, 1, has(name, "E") ? 2 : 1, 1, 1);
}

static void form_other(struct isa_op *op, enum form form, const char *name)
{
    switch (form) {
    case DOUBLE:
        op->dst_regs = 2;
        set_sources(op, 4, 2, 2, 2, 2);
        break;
    case SPECIAL_WIDE:
        op->dst_regs = has(name, "32") ? 1 : 2;
        break;
    case PC_WIDE:
        op->dst_regs = 2;
        break;
    case PREDICATE:
        op->predicate_first = true;
        break;
    case MATCH:
        op->predicate_first = has(name, "ALL");
        set_sources(op, 1, has(name, "U64") ? 2 : 1, 1, 1, 1);
        break;
    case QUERY:
        op->predicate_first = true;
        set_sources(op, 1, has(name, "E") ? 2 : 1, 1, 1, 1);
        break;
    case JUMP:
        op->reads_first = true;
        set_sources(op, 1, 2, 1, 1, 1);
        break;
    case READER:
        op->reads_first = true;
        break;
    case BARRIER:
        op->reads_first = true;
        op->barrier = !has(name, "ARV");
        break;
    case FENCE:
        op->fence = true;
        break;
    case BULK:
        op->bulk = true;
        break;
    default:
        break;
    }
}

static void apply_form(struct isa_op *op, enum form form, const char *name)
{
    switch (form) {
    case IMAD:
        form_imad(op, name);
        break;
    case CONVERT_FF: case CONVERT_FI: case CONVERT_IF:
        form_convert(op, form, name);
        break;
    case HALF_MMA: case INT_MMA: case BIT_MMA: case DOUBLE_MMA: case QUARTER_MMA:
        form_matrix(op, form, name);
        break;
    case LOAD: case STORE: case ATOMIC: case REDUCTION:
        if (op->unit == UNIT_LDST)
            form_memory(op, form, name);
        else
            form_constant(op, name);
        break;
    case LOAD_MATRIX: case STORE_MATRIX:
        form_ldsm(op, form, name);
        break;
    case COPY:
        form_copy(op, name);
        break;
    default:
        form_other(op, form, name);
        break;
    }
}

static bool is_untimed(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof untimed / sizeof untimed[0]; i++)
        if (is_word(name, length, untimed[i]))
            return true;
    return false;
}

bool isa_lookup(struct isa_op *op, const char *name)
{
    size_t length = strcspn(name, ".");

    *op = (struct isa_op){.unit = UNIT_INT, .dst_regs = 1, .untimed = is_untimed(name, length)};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (!is_word(name, length, table[i].name))
            continue;
        op->unit = table[i].unit;
        op->branch = table[i].branch;
        apply_form(op, (enum form)table[i].form, name);
        return true;
    }
    op->other = true;
    return false;
}

bool isa_row(size_t index, struct isa_row *row)
{
    if (index >= sizeof table / sizeof table[0])
        return false;
    *row = table[index];
    return true;
}

/* --- from listed registers to records ----------------------------------------------------------------------------- */

/* Registers in operand order after expansion. */
struct regs {
    unsigned count;
    uint8_t  reg[ISA_MAX_REGS];
    uint8_t  position[ISA_MAX_REGS];    /* the listed operand that each belongs to */
};

struct expansion {
    const struct isa_limits *limits;
    struct regs src, dst;
    int    src_shift;           /* see isa_operands */
    const struct sentence *error;
};

/* Appends `width` registers from `base` on, or nothing for RZ and uniform registers. */
static bool add_operand(struct expansion *e, struct regs *regs, unsigned position, unsigned base, unsigned width)
{
    unsigned limit = (unsigned)e->limits->registers;

    if (base == ISA_RZ || base == ISA_UNIFORM)
        return true;
    if (!e->limits->expand)
        width = 1;
    if (limit > ISA_RZ)
        limit = ISA_RZ;
    if (base >= limit)
        return refuse(e->error, "register R%u is out of range: R0 to R%u, or R255 for RZ, are accepted", base,
                      limit - 1);
    if (base + width > limit)
        return refuse(e->error, "an operand of %u registers from R%u on runs past R%u, the last one", width, base,
                      limit - 1);
    if (regs->count + width > ISA_MAX_REGS)
        return refuse(e->error, "the instruction names more than %d registers", (int)ISA_MAX_REGS);
    for (unsigned i = 0; i < width; i++) {
        regs->position[regs->count] = (uint8_t)position;
        regs->reg[regs->count++] = (uint8_t)(base + i);
    }
    return true;
}

/* The width of listed source i of n. */
static unsigned source_width(const struct isa_op *op, unsigned i, unsigned n)
{
    unsigned role = i;

    if (op->right && n < op->src_roles)
        role = i + op->src_roles - n;
    return role < op->src_roles ? op->src_regs[role] : 1;
}

/* Undoes what the trace's list gets wrong (see isa.h): afterwards dst holds what is written, src what is read. Returns
 * by how much the list's positions of sources are greater. */
static int assign_roles(const struct isa_op *op, struct isa_listed *l)
{
    if (op->predicate_first && l->dst_count == 0 && l->src_count > 0) {
        l->dst[l->dst_count++] = l->src[0];
        memmove(l->src, l->src + 1, --l->src_count * sizeof l->src[0]);
        return 1;
    }
    if (op->reads_first && l->dst_count > 0 && l->src_count < ISA_MAX_LISTED) {
        memmove(l->src + 1, l->src, l->src_count++ * sizeof l->src[0]);
        l->src[0] = l->dst[0];
        memmove(l->dst, l->dst + 1, --l->dst_count * sizeof l->dst[0]);
        return -1;
    }
    return 0;
}

static bool gather(const struct isa_op *op, const struct isa_listed *in, struct expansion *e)
{
    struct isa_listed listed = *in;

    if (op->bulk)
        return true;
    e->src_shift = assign_roles(op, &listed);
    for (unsigned i = 0; i < listed.src_count; i++)
        if (!add_operand(e, &e->src, i, listed.src[i], source_width(op, i, listed.src_count)))
            return false;
    for (unsigned i = 0; i < listed.dst_count; i++)
        if (!add_operand(e, &e->dst, i, listed.dst[i], i == 0 ? op->dst_regs : 1))
            return false;
    return true;
}

unsigned isa_share(unsigned left, unsigned slots)
{
    unsigned records = (left + slots - 1) / slots;
    return records ? left / records : 0;
}

/* Moves `count` sources from position `from` on into a record; returns the next position. */
static unsigned take_sources(struct insn *uop, const struct regs *src, unsigned from, unsigned count)
{
    for (unsigned s = 0; s < count; s++, from++) {
        uop->src[s] = src->reg[from];
        uop->src_pos[s] = src->position[from];
        uop->src_valid |= (uint8_t)(1u << s);
    }
    return from;
}

/* The same for a run of consecutive results. */
static unsigned take_results(struct insn *uop, const struct regs *dst, unsigned from)
{
    if (from == dst->count)
        return from;
    uop->dst_base = dst->reg[from];
    do {
        uop->dst_count++;
        from++;
    } while (from < dst->count && uop->dst_count < STREAM_MAX_DSTS && dst->reg[from] == dst->reg[from - 1] + 1);
    return from;
}

/* The first micro-operation waits for predicates and uniform registers, the last one writes them. */
static void take_tags(const struct insn *proto, struct insn *first, struct insn *last)
{
    first->pred_read = proto->pred_read;
    first->upred_read = proto->upred_read;
    first->ureg_read = proto->ureg_read;
    last->pred_write = proto->pred_write;
    last->upred_write = proto->upred_write;
    last->ureg_write = proto->ureg_write;
}

void isa_access(const struct isa_op *op, struct insn *access, const struct insn *end)
{
    if (!op->load && !op->store)
        return;
    access->load = op->load;
    access->store = op->store;
    for (struct insn *i = access; i != end; i++) {
        i->behind = i != access;
        i->space = op->space;
        i->width = op->width;
    }
}

static void finish(const struct isa_op *op, struct insn *last)
{
    last->branch = op->branch;
    last->barrier = op->barrier && last->mask != 0;
    last->fence = op->fence && last->mask != 0;
}

int isa_expand(const struct isa_op *op, const struct isa_listed *listed, const struct isa_limits *limits,
               const struct insn *proto, struct insn uops[ISA_MAX_UOPS], const struct sentence *error)
{
    struct expansion e = {.limits = limits, .error = error};
    const struct insn blank = {.pc = proto->pc, .opcode = proto->opcode, .mask = proto->mask,
                               .address = proto->address, .other = op->other};
    unsigned src = 0, dst = 0;
    int count = 0, access = -1;

    if (!gather(op, listed, &e))
        return -1;
    do {
        uops[count] = blank;
        uops[count].unit = op->unit;
        if (e.dst.count > 0 && (op->unit == UNIT_BRANCH || op->unit == UNIT_UNIFORM))
            uops[count].unit = UNIT_INT;
        src = take_sources(&uops[count], &e.src, src, isa_share(e.src.count - src, (unsigned)limits->slots));
        if (src == e.src.count) {
            access = access < 0 ? count : access;
            dst = take_results(&uops[count], &e.dst, dst);
        }
        count++;
    } while (src < e.src.count || dst < e.dst.count);
    uops[0].first_uop = true;
    uops[count - 1].last_uop = true;
    take_tags(proto, &uops[0], &uops[count - 1]);
    isa_access(op, &uops[access], &uops[count]);
    finish(op, &uops[count - 1]);
    return count;
}

void isa_settle_unit(const struct isa_op *op, const char *name, struct insn *uops, int count)
{
    size_t length = strcspn(name, ".");
    bool to_memory = is_word(name, length, "BAR") || is_word(name, length, "SHFL");

    for (int i = 0; i < count; i++) {
        bool fixed = uops[i].unit == UNIT_INT || uops[i].unit == UNIT_FP32;
        uops[i].unit = to_memory ? UNIT_LDST : op->untimed && fixed ? UNIT_SFU : uops[i].unit;
    }
}

bool isa_operands(const struct isa_op *op, const struct isa_listed *listed, const struct isa_limits *limits,
                  struct isa_operands *out, const struct sentence *error)
{
    struct expansion e = {.limits = limits, .error = error};

    if (!gather(op, listed, &e))
        return false;
    out->src_count = (uint8_t)e.src.count;
    out->dst_count = (uint8_t)e.dst.count;
    memcpy(out->src, e.src.reg, e.src.count);
    memcpy(out->src_position, e.src.position, e.src.count);
    memcpy(out->dst, e.dst.reg, e.dst.count);
    out->src_shift = (int8_t)e.src_shift;
    return true;
}
