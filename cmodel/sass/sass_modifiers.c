/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words of modifiers. Most are a field, what each of its values prints and what it sets in struct sass_insn. "+WORD"
 * prints WORD always; "=P/W:V" demands that the field of W bits in bit P be V.
 */
#include <stdlib.h>
#include <string.h>

#include "sass_decode_internal.h"

/* Where a modifier goes in struct sass_insn: a member of one byte. 0 is `lo`, thus none. */
#define MEMBER(name) (uint16_t)offsetof(struct sass_insn, name)

enum { NOWHERE = 0 };

struct modifier {
    const char *word;
    uint8_t position, width;
    const char *values;             /* what the values print, with spaces between; - nothing, ! not accepted */
    uint16_t member;
    const uint8_t *meaning;         /* what the member gets, by value; NULL: the value itself */
};

static const uint8_t inverted[] = {1, 0};
static const uint8_t memory_types[] = {SASS_U8, SASS_S8, SASS_U16, SASS_S16, SASS_B32, SASS_B64, SASS_B128, SASS_B128};
static const uint8_t u32_s32[] = {SASS_U32, SASS_S32};
static const uint8_t float_cmps[] = {
    SASS_CMP_F, SASS_LT, SASS_EQ, SASS_LE, SASS_GT, SASS_NE, SASS_GE, SASS_NUM, SASS_NAN, SASS_LTU, SASS_EQU, SASS_LEU,
    SASS_GTU, SASS_NEU, SASS_GEU, SASS_CMP_T
};
static const uint8_t double_cmps[] = {
    SASS_CMP_MIN, SASS_LT, SASS_EQ, SASS_LE, SASS_GT, SASS_NE, SASS_GE, SASS_NUM, SASS_NAN, SASS_LTU, SASS_EQU,
    SASS_LEU, SASS_GTU, SASS_NEU, SASS_GEU, SASS_CMP_MAX
};
static const uint8_t int_cmps[] = {
    SASS_CMP_F, SASS_LT, SASS_EQ, SASS_LE, SASS_GT, SASS_NE, SASS_GE, SASS_CMP_T
};
static const uint8_t functions[] = {
    SASS_COS, SASS_SIN, SASS_EX2, SASS_LG2, SASS_RCP, SASS_RSQ, SASS_RCP64H, SASS_RSQ64H, SASS_SQRT, SASS_TANH
};
static const uint8_t shift_types[] = {SASS_S64, SASS_U64, SASS_S32, SASS_U32};
static const uint8_t permutations[] = {
    SASS_MODE_NONE, SASS_PRMT_F4E, SASS_PRMT_B4E, SASS_PRMT_RC8, SASS_PRMT_ECL, SASS_PRMT_ECR, SASS_PRMT_RC16
};
static const uint8_t shuffles[] = {SASS_SHFL_IDX, SASS_SHFL_UP, SASS_SHFL_DOWN, SASS_SHFL_BFLY};
static const uint8_t votes[] = {SASS_VOTE_ALL, SASS_VOTE_ANY, SASS_VOTE_EQ};
static const uint8_t match_types[] = {SASS_U32, SASS_U64};
static const uint8_t atomics[] = {
    SASS_ATOM_ADD, SASS_ATOM_MIN, SASS_ATOM_MAX, SASS_ATOM_INC, SASS_ATOM_DEC, SASS_ATOM_AND, SASS_ATOM_OR,
    SASS_ATOM_XOR, SASS_ATOM_EXCH
};
static const uint8_t shared_types[] = {SASS_U32, SASS_S32, SASS_U64};
static const uint8_t cas_types[] = {SASS_U32, SASS_TYPE_NONE, SASS_U64};
static const uint8_t matrix_counts[] = {1, 2, 4};
static const uint8_t matrix_orders[] = {SASS_M88, SASS_MT88};
static const uint8_t narrow_types[] = {SASS_U8, SASS_S8, SASS_U16, SASS_S16};
static const uint8_t dot_products[] = {SASS_IDP_4A, SASS_IDP_2A_LO, SASS_MODE_NONE, SASS_IDP_2A_HI};
static const uint8_t branches[] = {SASS_MODE_NONE, SASS_BRA_U, SASS_BRA_DIV, SASS_BRA_CONV};
static const uint8_t references[] = {SASS_REL, SASS_ABS};
static const uint8_t spaces[] = {SASS_SPACE_GLOBAL, SASS_SPACE_LOCAL, SASS_SPACE_SHARED};

static const struct modifier modifiers[] = {
    /* floating point */
    {"ftz", 80, 1, "- FTZ", MEMBER(ftz), NULL},
    {"sat", 77, 1, "- SAT", MEMBER(sat), NULL},
    {"rnd", 78, 2, "- RM RP RZ", MEMBER(round), NULL},
    {"round", 78, 2, "- FLOOR CEIL TRUNC", MEMBER(round), NULL},
    {"scale", 84, 3, "! D8 D4 D2 - M2 M4 M8", MEMBER(scale), NULL},      /* times 2 to the power of the field - 4 */
    {"fcmp", 76, 4, "F LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU T", MEMBER(cmp), float_cmps},
    {"dcmp", 76, 4, "MIN LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU MAX", MEMBER(cmp), double_cmps},
    {"bool", 74, 2, "AND OR XOR", MEMBER(boolop), NULL},
    {"hbool", 69, 2, "AND OR XOR", MEMBER(boolop), NULL},
    {"hbf", 71, 1, "- BF", MEMBER(bf), NULL},
    {"f32", 78, 1, "- F32", MEMBER(f32_accumulate), NULL},
    {"mufu", 74, 4, "COS SIN EX2 LG2 RCP RSQ RCP64H RSQ64H SQRT TANH", MEMBER(mode), functions},
    {"ndv", 77, 1, "- NDV", NOWHERE, NULL},
    {"ntz", 77, 1, "- NTZ", MEMBER(ntz), NULL},
    /* integers */
    {"x", 74, 1, "- X", MEMBER(extended), NULL},
    {"ex", 72, 1, "- EX", MEMBER(extended), NULL},
    {"u32", 73, 1, "U32 -", MEMBER(type), u32_s32},
    {"icmp", 76, 3, "F LT EQ LE GT NE GE T", MEMBER(cmp), int_cmps},
    {"wrap", 75, 1, "- W", MEMBER(wrap), NULL},
    {"lr", 76, 1, "L R", MEMBER(left), inverted},
    {"shift", 73, 2, "S64 U64 S32 U32", MEMBER(type), shift_types},
    {"hi", 80, 1, "- HI", MEMBER(hi_result), NULL},
    {"sx32", 73, 1, "- SX32", MEMBER(sx32), NULL},
    {"sh", 74, 1, "- SH", MEMBER(sh), NULL},
    {"prmt", 72, 3, "- F4E B4E RC8 ECL ECR RC16", MEMBER(mode), permutations},
    {"idp", 76, 2, "4A 2A.LO ! 2A.HI", MEMBER(mode), dot_products},
    {"acc", 75, 1, "- ACC", MEMBER(acc), NULL},
    {"byte", 76, 2, "- B1 B2 B3", MEMBER(count), NULL},
    {"i2i", 76, 2, "U8.S32 S8.S32 U16.S32 S16.S32", MEMBER(type), narrow_types},
    /* lanes */
    {"shfl", 58, 2, "IDX UP DOWN BFLY", MEMBER(mode), shuffles},
    {"vote", 72, 2, "ALL ANY EQ", MEMBER(mode), votes},
    {"match", 79, 1, "ALL ANY", MEMBER(mode), votes},
    {"match64", 73, 1, "- U64", MEMBER(type), match_types},
    /* memory */
    {"e", 72, 1, "- E", NOWHERE, NULL},
    {"evict", 84, 3, "EF - EL LU EU NA", NOWHERE, NULL},
    {"prefetch", 68, 2, "- LTC64B LTC128B", NOWHERE, NULL},
    {"mem", 73, 3, "U8 S8 U16 S16 - 64 128", MEMBER(type), memory_types},
    {"memu", 73, 3, "U8 S8 U16 S16 - 64 128 U.128", MEMBER(type), memory_types},
    {"mem64", 73, 3, "U8 S8 U16 S16 - 64", MEMBER(type), memory_types},
    {"u76", 76, 1, "- U", NOWHERE, NULL},
    {"matrix", 78, 1, "M88 MT88", MEMBER(mode), matrix_orders},
    {"matrices", 72, 2, "- 2 4", MEMBER(count), matrix_counts},
    {"atomop", 87, 4, "ADD MIN MAX INC DEC AND OR XOR EXCH", MEMBER(mode), atomics},
    {"redop", 87, 3, "ADD MIN MAX INC DEC AND OR XOR", MEMBER(mode), atomics},
    {"atomstype", 73, 3, "- S32 64", MEMBER(type), shared_types},
    {"castype", 73, 3, "- ! 64", MEMBER(type), cas_types},
    {"scope", 77, 2, "CTA SM GPU SYS", NOWHERE, NULL},
    {"order", 79, 2, "CONSTANT - STRONG MMIO", NOWHERE, NULL},
    {"space", 73, 2, "G L S", MEMBER(mode), spaces},
    {"membar", 79, 2, "SC ALL -", NOWHERE, NULL},
    {"barscope", 76, 3, "CTA SM GPU SYS ! VC", NOWHERE, NULL},
    {"cctl", 87, 4, "PF1 PF2 WB IV IVALL RS IVALLP WBALL WBALLP", NOWHERE, NULL},
    {"cctll", 87, 4, "PF1 PF2 WB IV ! RS", NOWHERE, NULL},    /* without those that have no address */
    /* texture and surface */
    {"scr", 60, 1, "- SCR", NOWHERE, NULL},
    {"lod", 87, 3, "- LZ LB LL", NOWHERE, NULL},
    {"component", 87, 2, "R G B A", NOWHERE, NULL},
    {"aoffi", 76, 1, "- AOFFI", NOWHERE, NULL},
    {"dc", 78, 1, "- DC", NOWHERE, NULL},
    {"ba", 72, 1, "- BA", NOWHERE, NULL},
    {"surface", 61, 3, "1D 1D_BUFFER 1D_ARRAY 2D 2D_ARRAY 3D", NOWHERE, NULL},
    {"clamp", 59, 2, "IGN - TRAP", NOWHERE, NULL},
    {"formatted", 72, 4, "! R ! RG ! ! ! ! ! ! ! ! ! ! ! -", MEMBER(count), NULL},
    /* control */
    {"defer", 80, 1, "- DEFER_BLOCKING", NOWHERE, NULL},
    {"clear", 84, 1, "- CLEAR", MEMBER(clear), NULL},
    {"pquad", 84, 1, "- PQUAD", NOWHERE, NULL},
    {"branch", 32, 2, "- U DIV CONV", MEMBER(mode), branches},
    {"relabs", 85, 1, "REL ABS", MEMBER(mode), references},
    {"noinc", 86, 1, "- NOINC", MEMBER(inc), inverted},
    {"nodec", 86, 1, "- NODEC", MEMBER(inc), inverted},
    {"warp", 85, 1, "- WARP", NOWHERE, NULL},
    /* tensor */
    {"immasat", 82, 1, "- SAT", MEMBER(sat), NULL},
    {NULL, 0, 0, NULL, NOWHERE, NULL}
};

void scan_suffix(struct scan *s, const char *word)
{
    size_t used = strlen(s->suffix), length = strlen(word);
    if (length == 0)
        return;
    if (used + 1 + length >= sizeof s->suffix) {
        s->bad = true;
        return;
    }
    s->suffix[used] = '.';
    memcpy(s->suffix + used + 1, word, length + 1);
}

static void scan_field_modifier(struct scan *s, const struct modifier *m)
{
    uint64_t value = scan_field(s, m->position, m->width);
    const char *text = m->values;
    char word[32];
    for (uint64_t n = value; n > 0 && *text; n--) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    size_t length = strcspn(text, " ");
    if (length == 0 || *text == '!' || length >= sizeof word) {
        s->bad = true;
        return;
    }
    if (m->member != NOWHERE)
        ((uint8_t *)s->insn)[m->member] = m->meaning ? m->meaning[value] : (uint8_t)value;
    memcpy(word, text, length);
    word[length] = '\0';
    if (*text != '-')
        scan_suffix(s, word);
}

/* --- conversions -------------------------------------------------------------------------------------------------- */

static const char *type_name(uint8_t type)
{
    static const char *const names[] = {
        [SASS_U2] = "U2", [SASS_S2] = "S2", [SASS_U4] = "U4", [SASS_S4] = "S4", [SASS_U8] = "U8", [SASS_S8] = "S8",
        [SASS_U16] = "U16", [SASS_S16] = "S16",
        [SASS_U32] = "U32", [SASS_S32] = "S32", [SASS_U64] = "U64", [SASS_S64] = "S64", [SASS_F16] = "F16",
        [SASS_F32] = "F32", [SASS_F64] = "F64"
    };
    return type < sizeof names / sizeof *names && names[type] ? names[type] : "";
}

static uint8_t float_type(struct scan *s, unsigned position)
{
    static const uint8_t types[] = {SASS_TYPE_NONE, SASS_F16, SASS_F32, SASS_F64};
    uint8_t type = types[scan_field(s, position, 2)];
    if (type == SASS_TYPE_NONE)
        s->bad = true;
    return type;
}

static uint8_t int_type(struct scan *s, unsigned position, unsigned sign_position)
{
    static const uint8_t types[4][2] = {
        {SASS_U8, SASS_S8}, {SASS_U16, SASS_S16}, {SASS_U32, SASS_S32}, {SASS_U64, SASS_S64}
    };
    return types[scan_field(s, position, 2)][scan_field(s, sign_position, 1)];
}

static bool is_64(uint8_t type)
{
    return type == SASS_U64 || type == SASS_S64 || type == SASS_F64;
}

/* Prints the types that are not the usual ones. If one of them has 64 bits the opcode is another one, from 0x110 on. */
static void print_types(struct scan *s, uint8_t usual, uint8_t usual2)
{
    const struct sass_insn *i = s->insn;
    if ((is_64(i->type) || is_64(i->type2)) != (s->row->code >= 0x110))
        s->bad = true;
    if (i->type != usual)
        scan_suffix(s, type_name(i->type));
    if (i->type2 != usual2)
        scan_suffix(s, type_name(i->type2));
}

enum { FROM = 84, TO = 75, FROM_SIGN = 74, TO_SIGN = 72 };  /* fields of sizes: a power of two bytes */

static void f2f_types(struct scan *s)
{
    s->insn->type = float_type(s, TO);
    s->insn->type2 = float_type(s, FROM);
    print_types(s, SASS_TYPE_NONE, SASS_TYPE_NONE);
}

static void f2i_types(struct scan *s)
{
    s->insn->type = int_type(s, TO, TO_SIGN);
    s->insn->type2 = float_type(s, FROM);
    print_types(s, SASS_S32, SASS_F32);
}

static void i2f_types(struct scan *s)
{
    s->insn->type = float_type(s, TO);
    s->insn->type2 = int_type(s, FROM, FROM_SIGN);
    print_types(s, SASS_F32, SASS_S32);
}

static void frnd_types(struct scan *s)
{
    s->insn->type = float_type(s, TO);
    s->insn->type2 = float_type(s, FROM);
    if (s->insn->type != s->insn->type2)
        s->bad = true;
    print_types(s, SASS_F32, s->insn->type2);
}

/* CS2R: 64 bits, or 32. */
static void cs2r_type(struct scan *s)
{
    s->insn->type = scan_field(s, 80, 1) ? SASS_U64 : SASS_U32;
    scan_suffix(s, s->insn->type == SASS_U32 ? "32" : "");
}

/* --- integers and tensors ----------------------------------------------------------------------------------------- */

static void idp_types(struct scan *s)
{
    bool is_signed = scan_field(s, 73, 1), four = s->insn->mode == SASS_IDP_4A;
    s->insn->type = is_signed ? (four ? SASS_S8 : SASS_S16) : four ? SASS_U8 : SASS_U16;
    s->insn->type2 = scan_field(s, 74, 1) ? SASS_S8 : SASS_U8;
    scan_suffix(s, type_name(s->insn->type));
    scan_suffix(s, type_name(s->insn->type2));
}

/* I2IP: what A and B become. Of C one half is taken (bits 72 and 73: 0 or 1), or with the narrowest types all of it. */
static void i2ip_types(struct scan *s)
{
    static const struct { uint8_t type, part; } types[] = {
        {SASS_U8, 0}, {SASS_S8, 0}, {SASS_U16, 0}, {SASS_S16, 0}, {SASS_U2, 3}, {SASS_S2, 3}, {SASS_U4, 2}, {SASS_S4, 2}
    };
    unsigned t = (unsigned)scan_field(s, 76, 3), part = (unsigned)scan_field(s, 72, 2);
    s->insn->type = types[t].type;
    s->insn->type2 = SASS_S32;
    s->insn->count = (uint8_t)part;
    if (part != types[t].part && !(types[t].part == 0 && part == 1))
        s->bad = true;
    scan_suffix(s, type_name(s->insn->type));
    scan_suffix(s, type_name(s->insn->type2));
}

/* MUFU of half precision: two functions, of the low or the high half of a register. */
static void mufu_half(struct scan *s)
{
    if (!scan_field(s, 73, 1))
        return;
    if ((s->insn->mode != SASS_EX2 && s->insn->mode != SASS_TANH) || s->form != 1)
        s->bad = true;
    s->insn->type = s->insn->type2 = SASS_F16;
    scan_suffix(s, type_name(SASS_F16));
}

/* IMAD.WIDE, IMAD.HI: an opcode each. */
static void imad_wide(struct scan *s)
{
    s->insn->wide = true;
    scan_suffix(s, "WIDE");
}

static void imad_hi(struct scan *s)
{
    s->insn->hi_result = true;
    scan_suffix(s, "HI");
}

/* FSET gives 1.0 or 0.0. */
static void fset_bf(struct scan *s)
{
    s->insn->bf = true;
    scan_suffix(s, "BF");
}

static void hmma_884(struct scan *s)
{
    static const char *const steps[] = {"STEP0", "STEP1", "STEP2", "STEP3"};
    bool c = scan_field(s, 78, 1);
    s->insn->mode = SASS_MMA_884;
    s->insn->type = s->insn->type2 = SASS_F16;
    s->insn->f32_accumulate = scan_field(s, 76, 1);
    s->insn->count = (uint8_t)scan_field(s, 79, 2);
    if (c && !s->insn->f32_accumulate)
        s->bad = true;
    scan_suffix(s, s->insn->f32_accumulate ? "884.F32" : "884.F16");
    scan_suffix(s, c ? "F32" : "F16");
    scan_suffix(s, steps[s->insn->count]);
}

static void hmma_1688(struct scan *s)
{
    s->insn->mode = SASS_MMA_1688;
    s->insn->type = s->insn->type2 = SASS_F16;
    s->insn->f32_accumulate = scan_field(s, 76, 1);
    scan_suffix(s, s->insn->f32_accumulate ? "1688.F32" : "1688.F16");
}

/* Bits 83 to 85: A, B, the shape; 4-bit operands come in the larger shape only. */
static void imma(struct scan *s)
{
    bool four = scan_field(s, 83, 1), a = scan_field(s, 76, 1), b = scan_field(s, 78, 1);
    scan_expect(s, 84, 2, four ? 3 : 0);
    s->insn->mode = four ? SASS_MMA_8832 : SASS_MMA_8816;
    s->insn->type = four ? (a ? SASS_S4 : SASS_U4) : a ? SASS_S8 : SASS_U8;
    s->insn->type2 = four ? (b ? SASS_S4 : SASS_U4) : b ? SASS_S8 : SASS_U8;
    scan_suffix(s, four ? "8832" : "8816");
    scan_suffix(s, type_name(s->insn->type));
    scan_suffix(s, type_name(s->insn->type2));
}

static void bmma(struct scan *s)
{
    s->insn->mode = SASS_MMA_88128;
    s->insn->type = s->insn->type2 = SASS_B1;
    scan_suffix(s, "88128.XOR.POPC");
}

/* --- memory and control ------------------------------------------------------------------------------------------- */

static void atom_type(struct scan *s)
{
    static const struct { uint8_t type; const char *text; } types[8] = {
        {SASS_U32, ""}, {SASS_S32, "S32"}, {SASS_U64, "64"}, {SASS_F32, "F32.FTZ.RN"}, {SASS_F16X2, "F16x2.RN"},
        {SASS_S64, "S64"}, {SASS_F64, "F64.RN"}, {SASS_TYPE_NONE, ""}
    };
    unsigned t = (unsigned)scan_field(s, 73, 3);
    s->insn->type = types[t].type;
    s->insn->ftz = types[t].type == SASS_F32;
    if (s->insn->type == SASS_TYPE_NONE)
        s->bad = true;
    scan_suffix(s, types[t].text);
}

static void cas(struct scan *s)
{
    s->insn->mode = SASS_ATOM_CAS;
    scan_suffix(s, "CAS");
}

/* ATOMS.CAS and ATOMS.CAST.SPIN. */
static void cast_spin(struct scan *s)
{
    bool spin = scan_field(s, 87, 1);
    scan_expect(s, 88, 3, spin);
    s->insn->mode = spin ? SASS_ATOM_CAST_SPIN : SASS_ATOM_CAS;
    scan_suffix(s, spin ? "CAST.SPIN" : "CAS");
}

/* Atomics are strong, and without a cache hint. */
static void strong(struct scan *s)
{
    scan_expect(s, 79, 2, 2);
    scan_expect(s, 84, 3, 1);
    scan_suffix(s, "STRONG");
}

/* Shared memory: what the register of the address is multiplied with. */
static void address_scale(struct scan *s)
{
    static const uint8_t scales[] = {1, 4, 8, 16};
    s->insn->scale = scales[scan_field(s, 78, 2)];
}

/* BAR: bits 77 to 79; of reductions the operation in bits 74 and 75. */
static void bar(struct scan *s)
{
    static const char *const operations[] = {"RED.POPC", "RED.AND", "RED.OR"};
    enum { SYNC, ARRIVE, REDUCE };
    unsigned mode = (unsigned)scan_field(s, 77, 3), operation = (unsigned)scan_field(s, 74, 2);
    if (mode > REDUCE || operation > (mode == REDUCE ? 2u : 0u)) {
        s->bad = true;
        return;
    }
    s->insn->mode = mode == SYNC ? SASS_BAR_SYNC : mode == ARRIVE ? SASS_BAR_ARV
                                                                  : (uint8_t)(SASS_BAR_RED_POPC + operation);
    scan_suffix(s, mode == SYNC ? "SYNC" : mode == ARRIVE ? "ARV" : operations[operation]);
}

static void b2r_result(struct scan *s)
{
    scan_expect(s, 77, 2, 2);
    s->insn->mode = SASS_B2R_RESULT;
    scan_suffix(s, "RESULT");
}

static void call_absolute(struct scan *s)
{
    s->insn->mode = SASS_ABS;
    scan_suffix(s, "ABS");
}

static void call_relative(struct scan *s)
{
    s->insn->mode = SASS_REL;
    scan_suffix(s, "REL");
}

/* The texture's handle comes in a register. */
static void bindless(struct scan *s)
{
    scan_expect(s, 59, 1, 1);
    scan_suffix(s, "B");
}

static const struct { const char *word; void (*scan)(struct scan *); } specials[] = {
    {"f2f", f2f_types}, {"f2i", f2i_types}, {"i2f", i2f_types}, {"frnd", frnd_types}, {"cs2r", cs2r_type},
    {"i2ip", i2ip_types},
    {"half", mufu_half}, {"idptypes", idp_types}, {"wide", imad_wide}, {"imadhi", imad_hi}, {"bf", fset_bf},
    {"hmma884", hmma_884}, {"hmma1688", hmma_1688}, {"imma", imma}, {"bmma", bmma}, {"atomtype", atom_type},
    {"cas", cas}, {"castspin", cast_spin}, {"strong", strong}, {"addrscale", address_scale}, {"bar", bar},
    {"b2r", b2r_result}, {"abs", call_absolute}, {"rel", call_relative}, {"bindless", bindless}
};

/* "=P/W:V"; the width is 1 and the value 0 unless given. */
static void scan_demand(struct scan *s, const char *word)
{
    char *end;
    unsigned position = (unsigned)strtoul(word + 1, &end, 10), width = 1;
    unsigned long value = 0;
    if (*end == '/')
        width = (unsigned)strtoul(end + 1, &end, 10);
    if (*end == ':')
        value = strtoul(end + 1, &end, 10);
    scan_expect(s, position, width, value);
}

bool scan_modifier(struct scan *s, const char *word)
{
    if (*word == '+') {
        scan_suffix(s, word + 1);
        return true;
    }
    if (*word == '=') {
        scan_demand(s, word);
        return true;
    }
    for (const struct modifier *m = modifiers; m->word; m++)
        if (strcmp(m->word, word) == 0) {
            scan_field_modifier(s, m);
            return true;
        }
    for (size_t n = 0; n < sizeof specials / sizeof *specials; n++)
        if (strcmp(specials[n].word, word) == 0) {
            specials[n].scan(s);
            return true;
        }
    return false;
}
