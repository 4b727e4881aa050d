/* SPDX-License-Identifier: Apache-2.0 */
/* The official disassembly of an instruction. */
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
    va_list args;
    va_start(args, format);
    int n = vsnprintf(o->used < o->size ? o->text + o->used : NULL, o->used < o->size ? o->size - o->used : 0, format,
                      args);
    va_end(args);
    o->used += n > 0 ? (size_t)n : 0;
}

const char *sass_special_name(unsigned reg)
{
    static const struct { uint8_t reg; const char *name; } names[] = {
        {0x00, "SR_LANEID"}, {0x01, "SR_CLOCK"}, {0x02, "SR_VIRTCFG"}, {0x03, "SR_VIRTID"}, {0x04, "SR_PM0"},
        {0x05, "SR_PM1"}, {0x06, "SR_PM2"}, {0x07, "SR_PM3"}, {0x08, "SR_PM4"}, {0x09, "SR_PM5"}, {0x0a, "SR_PM6"},
        {0x0b, "SR_PM7"}, {0x0f, "SR_ORDERING_TICKET"}, {0x10, "SR_PRIM_TYPE"}, {0x11, "SR_INVOCATION_ID"},
        {0x12, "SR_Y_DIRECTION"}, {0x13, "SR_THREAD_KILL"}, {0x20, "SR_TID"}, {0x21, "SR_TID.X"}, {0x22, "SR_TID.Y"},
        {0x23, "SR_TID.Z"}, {0x25, "SR_CTAID.X"}, {0x26, "SR_CTAID.Y"}, {0x27, "SR_CTAID.Z"}, {0x28, "SR_NTID"},
        {0x30, "SR_SWINLO"}, {0x31, "SR_SWINSZ"}, {0x32, "SR_SMEMSZ"}, {0x33, "SR_SMEMBANKS"}, {0x34, "SR_LWINLO"},
        {0x35, "SR_LWINSZ"}, {0x36, "SR_LMEMLOSZ"}, {0x37, "SR_LMEMHIOFF"}, {0x38, "SR_EQMASK"}, {0x39, "SR_LTMASK"}, {0x3a, "SR_LEMASK"}, {0x3b, "SR_GTMASK"}, {0x3c, "SR_GEMASK"},
        {0x40, "SR_GLOBALERRORSTATUS"}, {0x42, "SR_WARPERRORSTATUS"}, {0x43, "SR_VIRTUALSMID"},
        {0x44, "SR_VIRTUALENGINEID"}, {0x50, "SR_CLOCKLO"}, {0x51, "SR_CLOCKHI"}, {0x52, "SR_GLOBALTIMERLO"},
        {0x53, "SR_GLOBALTIMERHI"}, {0x64, "SR_PM0"}, {0x65, "SR_PM_HI0"}, {0x66, "SR_PM1"}, {0x67, "SR_PM_HI1"},
        {0x68, "SR_PM2"}, {0x69, "SR_PM_HI2"}, {0x6a, "SR_PM3"}, {0x6b, "SR_PM_HI3"}, {0xff, "SRZ"}
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].reg == reg)
            return names[i].name;
    return NULL;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------ */

static void put_hex(struct out *o, int64_t value)
{
    if (value < 0)
        put(o, "-0x%" PRIx64, (uint64_t)-value);
    else
        put(o, "0x%" PRIx64, (uint64_t)value);
}

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

static void put_float(struct out *o, const struct sass_operand *f)
{
    uint64_t bits = f->part == 3 ? (uint64_t)f->value << 32 : (uint64_t)f->value;
    uint32_t low = (uint32_t)bits;
    double d;
    float single;
    if (f->part == 1) {
        put_number(o, half_to_float((uint16_t)(low >> 16)));
        put(o, ", ");
        put_number(o, half_to_float((uint16_t)low));
    } else if (f->part >= 2) {
        memcpy(&d, &bits, sizeof d);
        put_number(o, d);
    } else {
        memcpy(&single, &low, sizeof single);
        put_number(o, single);
    }
}

/* ---- operands ----------------------------------------------------------------------------------------------------- */

static void put_name(struct out *o, const char *prefix, unsigned reg, unsigned zero, char last)
{
    if (reg == zero)
        put(o, "%s%c", prefix, last);
    else
        put(o, "%s%u", prefix, reg);
}

static const char *half_name(unsigned half)
{
    return half == SASS_H0_H0 ? ".H0_H0" : half == SASS_H1_H1 ? ".H1_H1" : half == SASS_HALF_F32 ? ".F32" : "";
}

static bool is_packed(const struct sass_insn *i)
{
    return i->op == SASS_HADD2 || i->op == SASS_HMUL2 || i->op == SASS_HFMA2 || i->op == SASS_HSET2 || i->op == SASS_HSETP2;
}

static bool is_matrix(const struct sass_insn *i)
{
    return i->op == SASS_HMMA || i->op == SASS_IMMA || i->op == SASS_BMMA;
}

/* What follows a register's name. */
static void put_part(struct out *o, const struct sass_insn *i, const struct sass_operand *r)
{
    if (is_matrix(i) && r->part)
        put(o, r->part == 1 ? ".ROW" : ".COL");
    else if (is_matrix(i) || !r->part)
        return;
    else if (i->op == SASS_R2P || (i->op == SASS_I2F && (i->type2 == SASS_U8 || i->type2 == SASS_S8)))
        put(o, ".B%u", r->part);
    else
        put(o, ".H%u", r->part);
}

static void put_source(struct out *o, const struct sass_insn *i, const struct sass_operand *r)
{
    put(o, "%s%s%s", r->neg ? "-" : "", r->inv ? "~" : "", r->abs ? "|" : "");
    if (r->kind == SASS_CONST || r->kind == SASS_UCONST) {
        if (r->kind == SASS_UCONST)
            put(o, "cx[UR%u]", r->ureg);
        else
            put(o, "c[0x%x]", r->bank);
        put(o, is_packed(i) ? " [" : "[");
        if (r->reg != SASS_RZ && r->kind == SASS_CONST)
            put(o, "R%u", r->reg);
        else if (r->uregs && r->kind == SASS_CONST)
            put_name(o, "UR", r->ureg, SASS_URZ, 'Z');
        bool indexed = r->kind == SASS_CONST && (r->reg != SASS_RZ || r->uregs);
        if (i->op == SASS_LDC && !indexed && r->value == 0) {
            put(o, "RZ");
            indexed = true;
        }
        if (indexed && r->value)
            put(o, "+");
        if (!indexed || r->value)
            put_hex(o, r->value);
        put(o, "]%s%s", half_name(r->half), r->abs ? "|" : "");
        put_part(o, i, r);
        return;
    }
    put_name(o, r->kind == SASS_UREG ? "UR" : "R", r->reg, r->kind == SASS_UREG ? SASS_URZ : SASS_RZ, 'Z');
    if (r->kind == SASS_UREG)
        put(o, "%s%s", half_name(r->half), r->abs ? "|" : "");
    else
        put(o, "%s%s%s", r->abs ? "|" : "", r->reuse ? ".reuse" : "", half_name(r->half));
    put_part(o, i, r);
}

static void put_address(struct out *o, const struct sass_insn *i, const struct sass_operand *a)
{
    const char *join = "";
    put(o, "[");
    if (a->reg != SASS_RZ || (a->uregs == 0 && a->value == 0)) {
        put_name(o, "R", a->reg, SASS_RZ, 'Z');
        put(o, "%s", a->reuse ? ".reuse" : "");
        if (a->scaled)
            put(o, ".X%u", i->scale);
        if (a->half && a->reg != SASS_RZ)
            put(o, a->part ? ".64" : ".U32");
        join = "+";
    }
    if (a->uregs) {
        put(o, "%s", join);
        put_name(o, "UR", a->ureg, SASS_URZ, 'Z');
        join = "+";
    }
    if (a->value) {
        put(o, "%s", join);
        put_hex(o, a->value);
    }
    put(o, "]");
}

static void put_other(struct out *o, const struct sass_insn *i, const struct sass_operand *x)
{
    static const char *const signs[] = {"PP", "PN", "NP", "ZP"};
    const char *join = "";
    switch (i->op) {
    case SASS_P2R: case SASS_R2P: put(o, "PR"); break;
    case SASS_UP2UR: put(o, "UPR"); break;
    case SASS_BMOV: put(o, "MACTIVE"); break;
    case SASS_FSWZADD:
        for (int n = 3; n >= 0; n--)
            put(o, "%s", signs[x->value >> 2 * n & 3]);
        break;
    case SASS_DEPBAR:
        put(o, "{");
        for (int n = 5; n >= 0; n--)
            if (x->value >> n & 1) {
                put(o, "%s%d", join, n);
                join = ",";
            }
        put(o, "}");
        break;
    default: put_hex(o, x->value); break;
    }
}

static void put_operand(struct out *o, const struct sass_insn *i, const struct sass_operand *x)
{
    switch (x->kind) {
    case SASS_REG: case SASS_UREG: case SASS_CONST: case SASS_UCONST: put_source(o, i, x); break;
    case SASS_PRED: case SASS_UPRED:
        put(o, "%s", x->inv ? "!" : "");
        put_name(o, x->kind == SASS_PRED ? "P" : "UP", x->reg, SASS_PT, 'T');
        break;
    case SASS_FIMM: put_float(o, x); break;
    case SASS_ADDR: put_address(o, i, x); break;
    case SASS_SREG: put(o, "%s", sass_special_name(x->reg)); break;
    case SASS_BREG: put(o, "B%u", x->reg); break;
    case SASS_SB: put(o, "SB%u", x->reg); break;
    case SASS_OTHER: put_other(o, i, x); break;
    default: put_hex(o, x->value); break;
    }
}

/* ---- instructions ------------------------------------------------------------------------------------------------- */

static void put_opcode(struct out *o, const struct sass_insn *i)
{
    struct scan s;
    struct sass_insn again;
    if (scan_insn(&s, &again, i->lo, i->hi, i->pc))
        put(o, "%s%s", s.row->name, s.suffix);
    else
        put(o, "?");
}

size_t sass_opcode_text(const struct sass_insn *i, char *text, size_t size)
{
    struct out o = {text, size, 0};
    if (size)
        text[0] = '\0';
    put_opcode(&o, i);
    return o.used;
}

const char *sass_op_name(unsigned op)
{
    for (const struct sass_row *r = sass_rows; r->name; r++)
        if (r->op == op)
            return r->name;
    return "?";
}

/* The target of an indirect jump follows its register without a comma. */
static const char *separator(const struct sass_insn *i, const struct sass_operand *x, bool first)
{
    bool target = x->kind == SASS_LABEL || x->kind == SASS_OTHER;
    bool indirect = i->op == SASS_BRX || i->op == SASS_BRXU || i->op == SASS_RET || i->op == SASS_CALL;
    return first || (target && indirect) ? " " : ", ";
}

size_t sass_text(const struct sass_insn *i, char *text, size_t size)
{
    struct out o = {text, size, 0};
    bool first = true, bare = i->op == SASS_NOP || i->op == SASS_ERRBAR;
    if (size)
        text[0] = '\0';
    if (i->guard != SASS_PT || i->guard_not) {
        put(&o, "@%s", i->guard_not ? "!" : "");
        put_name(&o, i->guard_uniform ? "UP" : "P", i->guard, SASS_PT, 'T');
        put(&o, " ");
    }
    put_opcode(&o, i);
    for (unsigned n = 0; n < i->operand_count; n++) {
        const struct sass_operand *x = &i->operand[n];
        if (x->hidden)
            continue;
        put(&o, "%s", separator(i, x, first));
        put_operand(&o, i, x);
        first = false;
        if (i->op == SASS_BRA && x->kind == SASS_LABEL && x->value == (int64_t)i->pc)
            bare = true;    /* as nvdisasm prints the loop that ends a program */
    }
    put(&o, bare ? ";" : " ;");
    return o.used;
}
