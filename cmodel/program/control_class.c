/* SPDX-License-Identifier: Apache-2.0 */
#include "control_class.h"

#include <stddef.h>
#include <string.h>

#include "cmodel/base/unit.h"
#include "cmodel/sass/latency.h"

#define CLASS(c) (UINT32_C(1) << (c))

enum {
    WIDE_READS = 1 << LATENCY_WIDE_AB | 1 << LATENCY_WIDE_LOW | 1 << LATENCY_WIDE_HIGH,
    WIDE_WRITES = 1 << LATENCY_WIDE_LOW | 1 << LATENCY_WIDE_HIGH,
    HALF_MATRIX = 1 << LATENCY_HMMA_884_F16 | 1 << LATENCY_HMMA_884_F32 | 1 << LATENCY_HMMA_1688
};

/* As docs/control-bits.md has them; the wide forms of an opcode are told by its modifiers. */
static const struct { const char *name; uint8_t class; } rows[] = {
    {"LEPC", LATENCY_DISP64}, {"CS2R", LATENCY_DISP64}, {"VOTE", LATENCY_DISP}, {"NOP", LATENCY_DISP},
    {"BMSK", LATENCY_ALU}, {"FMNMX", LATENCY_ALU}, {"FSEL", LATENCY_ALU}, {"FSET", LATENCY_ALU},
    {"FSETP", LATENCY_ALU}, {"I2I", LATENCY_ALU}, {"I2IP", LATENCY_ALU}, {"IABS", LATENCY_ALU},
    {"IADD", LATENCY_ALU}, {"IADD3", LATENCY_ALU}, {"IADD32I", LATENCY_ALU}, {"IMNMX", LATENCY_ALU},
    {"ISETP", LATENCY_ALU}, {"LEA", LATENCY_ALU}, {"LOP", LATENCY_ALU}, {"LOP3", LATENCY_ALU},
    {"LOP32I", LATENCY_ALU}, {"MOV", LATENCY_ALU}, {"MOV32I", LATENCY_ALU}, {"P2R", LATENCY_ALU},
    {"PLOP3", LATENCY_ALU}, {"PRMT", LATENCY_ALU}, {"PSIGN3", LATENCY_ALU}, {"R2P", LATENCY_ALU},
    {"SEL", LATENCY_ALU}, {"SGXT", LATENCY_ALU}, {"SHF", LATENCY_ALU}, {"SHL", LATENCY_ALU}, {"SHR", LATENCY_ALU},
    {"VABSDIFF", LATENCY_ALU}, {"VABSDIFF4", LATENCY_ALU}, {"VIADD", LATENCY_ALU},
    {"FADD", LATENCY_FMA}, {"FADD32I", LATENCY_FMA}, {"FFMA", LATENCY_FMA}, {"FFMA32I", LATENCY_FMA},
    {"FMUL", LATENCY_FMA}, {"FMUL32I", LATENCY_FMA}, {"FSWZADD", LATENCY_FMA}, {"IDP", LATENCY_FMA},
    {"IDP4A", LATENCY_FMA}, {"IMAD", LATENCY_FMA},
    {"HADD2", LATENCY_FP16}, {"HADD2_32I", LATENCY_FP16}, {"HFMA2", LATENCY_FP16}, {"HFMA2_32I", LATENCY_FP16},
    {"HMUL2", LATENCY_FP16}, {"HMUL2_32I", LATENCY_FP16}, {"HSET2", LATENCY_FP16}, {"HSETP2", LATENCY_FP16},
};

/* Whether the name has this modifier behind its first part. */
static bool has(const char *name, const char *modifier)
{
    size_t length = strlen(modifier);
    for (const char *p = strchr(name, '.'); p; p = strchr(p, '.')) {
        p++;
        if (strncmp(p, modifier, length) == 0 && (p[length] == '.' || p[length] == '\0'))
            return true;
    }
    return false;
}

static bool is(const char *name, const char *first)
{
    size_t length = strlen(first);
    return strncmp(name, first, length) == 0 && (name[length] == '.' || name[length] == '\0');
}

static struct control_class both(uint32_t classes)
{
    return (struct control_class){classes, classes};
}

static struct control_class fixed_class(const char *name)
{
    if (is(name, "IMAD") && (has(name, "WIDE") || has(name, "HI")))
        return (struct control_class){WIDE_READS, WIDE_WRITES};
    if (is(name, "CS2R") && has(name, "32"))
        return both(CLASS(LATENCY_ALU));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is(name, rows[i].name))
            return both(CLASS(rows[i].class));
    uint32_t any = CLASS(LATENCY_DISP64) | CLASS(LATENCY_DISP) | CLASS(LATENCY_ALU) | CLASS(LATENCY_FMA)
                 | CLASS(LATENCY_FP16) | WIDE_WRITES;
    return (struct control_class){any | WIDE_READS, any};
}

static struct control_class variable_class(const char *name, unsigned unit)
{
    bool lanes = is(name, "SHFL") || is(name, "CCTL") || is(name, "CCTLL") || is(name, "CCTLT");
    if (unit == UNIT_FP64)
        return both(CLASS(LATENCY_FP64));
    if (unit == UNIT_TENSOR)
        return both(is(name, "HMMA") ? (uint32_t)HALF_MATRIX : (uint32_t)HALF_MATRIX | CLASS(LATENCY_IMMA));
    if (is(name, "BMOV"))
        return (struct control_class){CLASS(LATENCY_DECOUPLED), CLASS(LATENCY_BMOV)};
    return (struct control_class){unit == UNIT_LDST || lanes ? CLASS(LATENCY_MEMORY) : CLASS(LATENCY_DECOUPLED),
                                  CLASS(LATENCY_DECOUPLED)};
}

struct control_class control_class(const char *opcode, unsigned unit, bool fixed)
{
    if (unit == UNIT_BRANCH || unit == UNIT_UNIFORM || !fixed)
        return variable_class(opcode, unit);
    return fixed_class(opcode);
}
