/* SPDX-License-Identifier: Apache-2.0 */
/* The official disassembly: scans the instruction once more for what struct sass_insn leaves out. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"
#include "sass_decode_internal.h"

struct out {
    char  *text;
    size_t size, used;
};

__attribute__((format(printf, 2, 3)))
static void put(struct out *o, const char *format, ...)
{
    bool room = o->used < o->size;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(room ? o->text + o->used : NULL, room ? o->size - o->used : 0, format, args);
    va_end(args);
    o->used += n > 0 ? (size_t)n : 0;
}

/* --- names -------------------------------------------------------------------------------------------------------- */

/* Name of a special register in `text`, which has at least 40 bytes. */
static const char *special_name(unsigned reg, char *text)
{
    static const char *const names[] = {
        [0] = "LANEID", "CLOCK", "VIRTCFG", "VIRTID",
        [15] = "ORDERING_TICKET", "PRIM_TYPE", "INVOCATION_ID", "Y_DIRECTION", "THREAD_KILL",
        [21] = "DIRECTCBEWRITEADDRESSLOW", "DIRECTCBEWRITEADDRESSHIGH", "DIRECTCBEWRITEENABLED", "MACHINE_ID_0",
        "MACHINE_ID_1", "MACHINE_ID_2", "MACHINE_ID_3", "AFFINITY", "INVOCATION_INFO", "WSCALEFACTOR_XY",
        "WSCALEFACTOR_Z", "TID", "TID.X", "TID.Y", "TID.Z",
        [37] = "CTAID.X", "CTAID.Y", "CTAID.Z", "NTID", "CirQueueIncrMinusOne", "NLATC",
        [44] = "SM_SPA_VERSION", "MULTIPASSSHADERINFO", "LWINHI", "SWINHI", "SWINLO", "SWINSZ", "SMEMSZ", "SMEMBANKS",
        "LWINLO", "LWINSZ", "LMEMLOSZ", "LMEMHIOFF", "EQMASK", "LTMASK", "LEMASK", "GTMASK", "GEMASK", "REGALLOC",
        "BARRIERALLOC",
        [64] = "GLOBALERRORSTATUS",
        [66] = "WARPERRORSTATUS", "VIRTUALSMID", "VIRTUALENGINEID",
        [80] = "CLOCKLO", "CLOCKHI", "GLOBALTIMERLO", "GLOBALTIMERHI", "ESR_PC", "ESR_PC_HI",
        [96] = "HWTASKID", "CIRCULARQUEUEENTRYINDEX", "CIRCULARQUEUEENTRYADDRESSLOW", "CIRCULARQUEUEENTRYADDRESSHIGH",
        "PM0", "PM_HI0", "PM1", "PM_HI1", "PM2", "PM_HI2", "PM3", "PM_HI3", "PM4", "PM_HI4", "PM5", "PM_HI5", "PM6",
        "PM_HI6", "PM7", "PM_HI7", "SNAP_PM0", "SNAP_PM_HI0", "SNAP_PM1", "SNAP_PM_HI1", "SNAP_PM2", "SNAP_PM_HI2",
        "SNAP_PM3", "SNAP_PM_HI3", "SNAP_PM4", "SNAP_PM_HI4", "SNAP_PM5", "SNAP_PM_HI5", "SNAP_PM6", "SNAP_PM_HI6",
        "SNAP_PM7", "SNAP_PM_HI7", "VARIABLE_RATE", "TTU_TICKET_INFO"
    };
    enum { SRZ = 255, SM_SHADER_TYPE = 20, LENGTH = 40 };
    if (reg == SRZ)
        snprintf(text, LENGTH, "SRZ");
    else if (reg == SM_SHADER_TYPE)
        snprintf(text, LENGTH, "SM_SHADER_TYPE");
    else if (reg < sizeof names / sizeof *names && names[reg])
        snprintf(text, LENGTH, "SR_%s", names[reg]);
    else
        snprintf(text, LENGTH, "SR%u", reg);
    return text;
}

static void put_name(struct out *o, const char *prefix, unsigned reg, unsigned last, char last_name)
{
    if (reg == last)
        put(o, "%s%c", prefix, last_name);
    else
        put(o, "%s%u", prefix, reg);
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static void put_hex(struct out *o, int64_t value)
{
    if (value < 0)
        put(o, "-0x%" PRIx64, -(uint64_t)value);
    else
        put(o, "0x%" PRIx64, (uint64_t)value);
}

/* Numbers outside the range of 32-bit integers come with an exponent and all digits. */
static void put_number(struct out *o, double value)
{
    if (isnan(value))
        put(o, "%cQNAN ", signbit(value) ? '-' : '+');
    else if (isinf(value))
        put(o, "%cINF ", value < 0 ? '-' : '+');
    else if (fabs(value) >= 2147483648.0)
        put(o, "%.20e", value);
    else
        put(o, "%.20g", value);
}

static void put_float(struct out *o, uint64_t bits, uint8_t style)
{
    uint32_t low = (uint32_t)bits;
    double wide;
    float single;
    if (style == STYLE_HALVES) {
        put_number(o, half_to_float((uint16_t)(low >> 16)));
        put(o, ", ");
        put_number(o, half_to_float((uint16_t)low));
    } else if (style == STYLE_DOUBLE || style == STYLE_UPPER) {
        bits <<= style == STYLE_UPPER ? 32 : 0;
        memcpy(&wide, &bits, sizeof wide);
        put_number(o, wide);
    } else {
        memcpy(&single, &low, sizeof single);
        put_number(o, single);
    }
}

/* --- operands ----------------------------------------------------------------------------------------------------- */

static const char *half_name(unsigned half)
{
    static const char *const names[] = {
        [SASS_H1_H0] = "", [SASS_H0_H0] = ".H0_H0", [SASS_H1_H1] = ".H1_H1", [SASS_HALF_F32] = ".F32"
    };
    return names[half];
}

/* What is read of a source, behind its name. */
static void put_style(struct out *o, const struct sass_operand *x, uint8_t style)
{
    switch (style) {
    case STYLE_ROW: put(o, ".ROW"); break;
    case STYLE_COL: put(o, ".COL"); break;
    case STYLE_BYTE: put(o, ".B%u", x->part); break;
    case STYLE_HALF: put(o, ".H%u", x->part); break;
    default: break;
    }
}

static bool has_half_operands(unsigned op)
{
    return op == SASS_HADD2 || op == SASS_HMUL2 || op == SASS_HFMA2 || op == SASS_HSET2 || op == SASS_HSETP2;
}

/* Bank and offset; an index register is printed even if it is RZ, unless there is an offset. */
static void put_constant(struct out *o, unsigned op, const struct sass_operand *x)
{
    bool indexed = x->kind == SASS_CONST && (x->reg != SASS_RZ || x->uregs > 0 || (op == SASS_LDC && x->value == 0));
    if (x->kind == SASS_UCONST) {
        put(o, "cx[");
        put_name(o, "UR", x->ureg, SASS_URZ, 'Z');
        put(o, "]");
    } else {
        put(o, "c[0x%x]", x->bank);
    }
    put(o, has_half_operands(op) ? " [" : "[");
    if (indexed && x->uregs > 0)
        put_name(o, "UR", x->ureg, SASS_URZ, 'Z');
    else if (indexed)
        put_name(o, "R", x->reg, SASS_RZ, 'Z');
    if (indexed && x->value != 0)
        put(o, "+");
    if (!indexed || x->value != 0)
        put_hex(o, x->value);
    put(o, "]");
}

static void put_source(struct out *o, unsigned op, const struct sass_operand *x, uint8_t style)
{
    put(o, "%s%s%s", x->neg ? "-" : "", x->inv ? "~" : "", x->abs ? "|" : "");
    if (x->kind == SASS_REG) {
        put_name(o, "R", x->reg, SASS_RZ, 'Z');
        put(o, "%s%s%s", x->abs ? "|" : "", x->reuse ? ".reuse" : "", half_name(x->half));
    } else {
        if (x->kind == SASS_UREG)
            put_name(o, "UR", x->reg, SASS_URZ, 'Z');
        else
            put_constant(o, op, x);
        put(o, "%s%s", half_name(x->half), x->abs ? "|" : "");
    }
    put_style(o, x, style);
}

static void put_address(struct out *o, const struct sass_insn *i, const struct sass_operand *x, uint8_t style)
{
    const char *join = "";
    put(o, "[");
    if (x->reg != SASS_RZ || (x->uregs == 0 && x->value == 0)) {
        put_name(o, "R", x->reg, SASS_RZ, 'Z');
        if (x->scaled)
            put(o, ".X%u", i->scale);
        put(o, "%s", style == STYLE_64 ? ".64" : style == STYLE_U32 ? ".U32" : "");
        join = "+";
    }
    if (x->uregs > 0) {
        put(o, "%s", join);
        put_name(o, "UR", x->ureg, SASS_URZ, 'Z');
        join = "+";
    }
    if (x->value != 0) {
        put(o, "%s", join);
        put_hex(o, x->value);
    }
    put(o, "]");
}

static void put_scoreboards(struct out *o, uint64_t mask)
{
    const char *join = "{";
    for (int n = 5; n >= 0; n--)
        if (mask >> n & 1) {
            put(o, "%s%d", join, n);
            join = ",";
        }
    put(o, "}");
}

/* Code by code, most significant first: of the signs of both sources. */
static void put_swizzle(struct out *o, uint64_t codes)
{
    static const char *const signs[] = {"PP", "NP", "PN", "ZP"};
    for (int n = 3; n >= 0; n--)
        put(o, "%s", signs[codes >> 2 * n & 3]);
}

static void put_other(struct out *o, unsigned op, const struct sass_operand *x)
{
    static const char *const dimensions[] = {"1D", "2D", "3D", "CUBE", "ARRAY_1D", "ARRAY_2D", "", "ARRAY_CUBE"};
    switch (op) {
    case SASS_P2R: case SASS_R2P: put(o, "PR"); break;
    case SASS_UP2UR: put(o, "UPR"); break;
    case SASS_BMOV: put(o, "MACTIVE"); break;
    case SASS_FSWZADD: put_swizzle(o, (uint64_t)x->value); break;
    case SASS_DEPBAR: put_scoreboards(o, (uint64_t)x->value); break;
    case SASS_TXQ: put(o, "TEX_HEADER_DIMENSION"); break;
    default: put(o, "%s", dimensions[x->value & 7]); break;
    }
}

static void put_operand(struct out *o, const struct sass_insn *i, const struct sass_operand *x, uint8_t style)
{
    char name[40];
    switch (x->kind) {
    case SASS_REG: case SASS_UREG: case SASS_CONST: case SASS_UCONST: put_source(o, i->op, x, style); break;
    case SASS_PRED: case SASS_UPRED:
        put(o, "%s", x->inv ? "!" : "");
        put_name(o, x->kind == SASS_PRED ? "P" : "UP", x->reg, SASS_PT, 'T');
        break;
    case SASS_FIMM: put_float(o, (uint64_t)x->value, style); break;
    case SASS_ADDR: put_address(o, i, x, style); break;
    case SASS_LABEL:
        put_hex(o, style == STYLE_OFFSET ? (int64_t)((uint64_t)x->value - i->pc - SASS_BYTES) : x->value);
        break;
    case SASS_SREG: put(o, "%s", special_name(x->reg, name)); break;
    case SASS_BREG: put(o, "B%u", x->reg); break;
    case SASS_SB: put(o, "SB%u", x->reg); break;
    case SASS_OTHER: put_other(o, i->op, x); break;
    default: put_hex(o, x->value); break;
    }
}

/* --- instructions ------------------------------------------------------------------------------------------------- */

/* The target of an indirect branch follows its register without a comma. */
static const char *separator(const struct sass_insn *i, const struct sass_operand *x)
{
    bool indirect = i->op == SASS_BRX || i->op == SASS_BRXU || i->op == SASS_RET || i->op == SASS_CALL;
    return indirect && x->kind == SASS_LABEL ? " " : ", ";
}

/* A blank before the semicolon stands for scheduling: there is none if that has no stall and no barrier. Published
 * tables have zeros in its place; then it is what compilers emit: nothing at the end of a program and of ERRBAR. */
static bool ends_tight(const struct sass_insn *i)
{
    enum { POSITION = 105 - 64, MASK = 0x1ffff, NOTHING = 0x7e0 };
    uint64_t scheduling = i->hi >> POSITION & MASK;
    bool guarded = i->guard != SASS_PT || i->guard_not;
    if (scheduling != 0)
        return scheduling == NOTHING;
    if (i->op == SASS_BRA)
        return !guarded && i->operand[0].hidden && i->operand[1].value == (int64_t)i->pc;
    return i->op == SASS_ERRBAR || (i->op == SASS_NOP && !guarded);
}

size_t sass_text(const struct sass_insn *insn, char *text, size_t size)
{
    struct out o = {text, size, 0};
    struct sass_insn i;
    struct scan s;
    bool first = true;
    if (!scan_insn(&s, &i, insn->lo, insn->hi, insn->pc)) {
        put(&o, "?");
        return o.used;
    }
    if (i.guard != SASS_PT || i.guard_not) {
        put(&o, "@%s", i.guard_not ? "!" : "");
        put_name(&o, i.guard_uniform ? "UP" : "P", i.guard, SASS_PT, 'T');
        put(&o, " ");
    }
    put(&o, "%s%s", s.row->name, s.suffix);
    for (unsigned n = 0; n < i.operand_count; n++) {
        const struct sass_operand *x = &i.operand[n];
        if (x->hidden)
            continue;
        put(&o, "%s", first ? " " : separator(&i, x));
        put_operand(&o, &i, x, s.style[n]);
        first = false;
    }
    put(&o, ends_tight(&i) ? ";" : " ;");
    return o.used;
}

size_t sass_opcode_text(const struct sass_insn *insn, char *text, size_t size)
{
    struct out o = {text, size, 0};
    struct sass_insn i;
    struct scan s;
    if (scan_insn(&s, &i, insn->lo, insn->hi, insn->pc))
        put(&o, "%s%s", s.row->name, s.suffix);
    else
        put(&o, "?");
    return o.used;
}

const char *sass_op_name(unsigned op)
{
    for (const struct sass_row *r = sass_rows; r->name; r++)
        if (r->op == op)
            return r->name;
    return "?";
}
