/* SPDX-License-Identifier: Apache-2.0 */
/* Words of modifiers: a field, what each of its values prints, and the field of struct sass_insn that it sets. */
#include <string.h>

#include "sass_decode_internal.h"

#define FIELD(name) (uint16_t)(offsetof(struct sass_insn, name) + 1)

enum { NO_FIELD = 0 };

struct modifier {
    const char *word;
    uint8_t position, width;
    const char *values;             /* what the values print, with spaces between; - nothing, ! not accepted */
    uint16_t field;                 /* offset in struct sass_insn + 1, or 0 */
    const uint8_t *meaning;         /* what the field gets, by value; NULL: the value itself */
};

static const uint8_t inverted[] = {1, 0};
static const uint8_t memory_type[] = {SASS_U8, SASS_S8, SASS_U16, SASS_S16, SASS_B32, SASS_B64, SASS_B128, SASS_B128};
static const uint8_t u32_s32[] = {SASS_U32, SASS_S32};
static const uint8_t float_cmp[] = {SASS_CMP_F, SASS_LT, SASS_EQ, SASS_LE, SASS_GT, SASS_NE, SASS_GE, SASS_NUM, SASS_NAN,
                                    SASS_LTU, SASS_EQU, SASS_LEU, SASS_GTU, SASS_NEU, SASS_GEU, SASS_CMP_T};
static const uint8_t double_cmp[] = {SASS_CMP_MIN, SASS_LT, SASS_EQ, SASS_LE, SASS_GT, SASS_NE, SASS_GE, SASS_NUM,
                                     SASS_NAN, SASS_LTU, SASS_EQU, SASS_LEU, SASS_GTU, SASS_NEU, SASS_GEU, SASS_CMP_MAX};
static const uint8_t int_cmp[] = {SASS_CMP_F, SASS_LT, SASS_EQ, SASS_LE, SASS_GT, SASS_NE, SASS_GE, SASS_CMP_T};
static const uint8_t mufu[] = {SASS_COS, SASS_SIN, SASS_EX2, SASS_LG2, SASS_RCP, SASS_RSQ, SASS_RCP64H, SASS_RSQ64H,
                               SASS_SQRT, SASS_TANH};
static const uint8_t shf_type[] = {SASS_S64, SASS_U64, SASS_S32, SASS_U32};
static const uint8_t prmt[] = {SASS_MODE_NONE, SASS_PRMT_F4E, SASS_PRMT_B4E, SASS_PRMT_RC8, SASS_PRMT_ECL, SASS_PRMT_ECR,
                               SASS_PRMT_RC16};
static const uint8_t shfl[] = {SASS_SHFL_IDX, SASS_SHFL_UP, SASS_SHFL_DOWN, SASS_SHFL_BFLY};
static const uint8_t vote[] = {SASS_VOTE_ALL, SASS_VOTE_ANY, SASS_VOTE_EQ};
static const uint8_t match[] = {SASS_VOTE_ALL, SASS_VOTE_ANY};
static const uint8_t match_type[] = {SASS_U32, SASS_U64};
static const uint8_t atom_op[] = {SASS_ATOM_ADD, SASS_ATOM_MIN, SASS_ATOM_MAX, SASS_ATOM_INC, SASS_ATOM_DEC,
                                  SASS_ATOM_AND, SASS_ATOM_OR, SASS_ATOM_XOR, SASS_ATOM_EXCH};
static const uint8_t ldsm_count[] = {1, 2, 4};
static const uint8_t ldsm_mode[] = {SASS_M88, SASS_MT88};
static const uint8_t i2i_type[] = {SASS_U8, SASS_S8, SASS_U16, SASS_S16};
static const uint8_t idp_mode[] = {SASS_IDP_4A, 0, SASS_IDP_2A_LO, SASS_IDP_2A_HI};
static const uint8_t b2r_mode[] = {SASS_B2R_BAR, 0, SASS_B2R_RESULT, SASS_B2R_WARP};
static const uint8_t cas_type[] = {SASS_U32, 0, SASS_U64};

static const struct modifier modifiers[] = {
    /* floating point */
    {"ftz", 80, 1, "- FTZ", FIELD(ftz), NULL},
    {"sat", 77, 1, "- SAT", FIELD(sat), NULL},
    {"rnd", 78, 2, "- RM RP RZ", FIELD(round), NULL},
    {"round", 78, 2, "- FLOOR CEIL TRUNC", FIELD(round), NULL},
    {"scale", 84, 3, "! D8 D4 D2 - M2 M4 M8", FIELD(scale), NULL},
    {"fcmp", 76, 4, "F LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU T", FIELD(cmp), float_cmp},
    {"dcmp", 76, 4, "MIN LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU MAX", FIELD(cmp), double_cmp},
    {"hcmp", 76, 4, "F LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU T", FIELD(cmp), float_cmp},
    {"bool", 74, 2, "AND OR XOR", FIELD(boolop), NULL},
    {"hbool", 69, 2, "AND OR XOR", FIELD(boolop), NULL},
    {"bf", 76, 1, "- BF", FIELD(bf), NULL},
    {"hbf", 71, 1, "- BF", FIELD(bf), NULL},
    {"f32", 78, 1, "- F32", FIELD(f32_accumulate), NULL},
    {"mufu", 74, 4, "COS SIN EX2 LG2 RCP RSQ RCP64H RSQ64H SQRT TANH", FIELD(mode), mufu},
    {"ndv", 77, 1, "- NDV", NO_FIELD, NULL},
    /* integers */
    {"x", 74, 1, "- X", FIELD(extended), NULL},
    {"u32", 73, 1, "U32 -", FIELD(type), u32_s32},
    {"sgxt", 73, 1, "U32 -", FIELD(type), u32_s32},
    {"w75", 75, 1, "- W", FIELD(wrap), NULL},
    {"icmp", 76, 3, "F LT EQ LE GT NE GE T", FIELD(cmp), int_cmp},
    {"ex", 72, 1, "- EX", FIELD(extended), NULL},
    {"hi80", 80, 1, "- HI", FIELD(hi_result), NULL},
    {"sx32", 73, 1, "- SX32", FIELD(sx32), NULL},
    {"lr", 76, 1, "L R", FIELD(left), inverted},
    {"shw", 75, 1, "- W", FIELD(wrap), NULL},
    {"shtype", 73, 2, "S64 U64 S32 U32", FIELD(type), shf_type},
    {"flou32", 73, 1, "U32 -", FIELD(type), u32_s32},
    {"sh", 74, 1, "- SH", FIELD(sh), NULL},
    {"prmt", 72, 3, "- F4E B4E RC8 ECL ECR RC16", FIELD(mode), prmt},
    {"idpmode", 75, 2, "4A ! 2A.LO 2A.HI", FIELD(mode), idp_mode},
    {"acc", 75, 1, "- ACC", FIELD(acc), NULL},
    {"pbyte", 76, 2, "- B1 B2 B3", FIELD(count), NULL},
    {"i2i", 76, 2, "U8.S32 S8.S32 U16.S32 S16.S32", FIELD(type), i2i_type},
    {"i2ip", 76, 1, "U8.S32 S8.S32", FIELD(type), i2i_type},
    /* lanes */
    {"shfl", 58, 2, "IDX UP DOWN BFLY", FIELD(mode), shfl},
    {"vote", 72, 2, "ALL ANY EQ", FIELD(mode), vote},
    {"match", 79, 1, "ALL ANY", FIELD(mode), match},
    {"match64", 73, 1, "- U64", FIELD(type), match_type},
    /* memory */
    {"e", 72, 1, "- E", NO_FIELD, NULL},
    {"mem", 73, 3, "U8 S8 U16 S16 - 64 128 U.128", FIELD(type), memory_type},
    {"evict", 84, 3, "EF - EL LU EU NA", NO_FIELD, NULL},
    {"levict", 84, 3, "- - EL LU EU NA", NO_FIELD, NULL},
    {"u76", 76, 1, "- U", NO_FIELD, NULL},
    {"matrices", 72, 2, "- 2 4", FIELD(count), ldsm_count},
    {"matrix", 78, 1, "M88 MT88", FIELD(mode), ldsm_mode},
    {"atomop", 87, 4, "ADD MIN MAX INC DEC AND OR XOR EXCH", FIELD(mode), atom_op},
    {"redop", 87, 3, "ADD MIN MAX INC DEC AND OR XOR", FIELD(mode), atom_op},
    {"castype", 73, 3, "- ! 64", FIELD(type), cas_type},
    {"space", 73, 2, "G L S", NO_FIELD, NULL},
    {"membar", 79, 2, "SC ALL - !", NO_FIELD, NULL},
    {"barscope", 76, 3, "CTA SM GPU SYS ! VC", NO_FIELD, NULL},
    {"cctl", 87, 4, "PF1 PF2 WB IV IVALL RS ! RSLB WBALL", NO_FIELD, NULL},
    /* control */
    {"defer", 80, 1, "- DEFER_BLOCKING", NO_FIELD, NULL},
    {"b2r", 77, 2, "BAR ! RESULT WARP", FIELD(mode), b2r_mode},
    {"clear", 84, 1, "- CLEAR", FIELD(clear), NULL},
    {"pquad", 84, 1, "- PQUAD", NO_FIELD, NULL},
    {"branch", 32, 2, "- U DIV CONV", FIELD(count), NULL},
    {"relabs", 85, 1, "REL ABS", NO_FIELD, NULL},
    {"noinc", 86, 1, "- NOINC", FIELD(inc), inverted},
    {"nodec", 86, 1, "- NODEC", FIELD(inc), inverted},
    {"le", 47, 1, "- LE", NO_FIELD, NULL},
    {"sleep", 85, 1, "- WARP", NO_FIELD, NULL},
    {"trap", 84, 2, "! INT DRAIN TRAP", NO_FIELD, NULL},
    /* tensor */
    {"immasat", 82, 1, "- SAT", FIELD(sat), NULL},
    {NULL, 0, 0, NULL, 0, NULL}
};

/* The n-th of the words in a list. */
static const char *nth(const char *list, uint64_t n, size_t *length)
{
    for (; n > 0 && *list; n--) {
        list += strcspn(list, " ");
        list += *list == ' ';
    }
    *length = strcspn(list, " ");
    return *length ? list : NULL;
}

void scan_suffix(struct scan *s, const char *word)
{
    size_t used = strlen(s->suffix);
    if (used + strlen(word) + 2 > sizeof s->suffix) {
        s->bad = true;
        return;
    }
    s->suffix[used] = '.';
    strcpy(s->suffix + used + 1, word);
}

static void apply(struct scan *s, const struct modifier *m)
{
    uint64_t value = scan_field(s, m->position, m->width);
    size_t length;
    const char *text = nth(m->values, value, &length);
    char word[32];
    if (!text || *text == '!' || length >= sizeof word) {
        s->bad = true;
        return;
    }
    if (m->field)
        ((uint8_t *)s->insn)[m->field - 1] = m->meaning ? m->meaning[value] : (uint8_t)value;
    if (*text == '-')
        return;
    memcpy(word, text, length);
    word[length] = '\0';
    scan_suffix(s, word);
}

/* ---- modifiers that are more than one field ----------------------------------------------------------------------- */

/* Scope and order of a memory access: bits 77 and 78, 79 and 80. Constant accesses and weak ones have a scope as well. */
static void scope(struct scan *s)
{
    static const char *const scopes[] = {"CTA", "SM", "GPU", "SYS"}, *const orders[] = {"CONSTANT", "", "STRONG", "MMIO"};
    unsigned where = (unsigned)scan_field(s, 77, 2), order = (unsigned)scan_field(s, 79, 2);
    if (orders[order][0])
        scan_suffix(s, orders[order]);
    scan_suffix(s, scopes[where]);
}

/* Type of an atomic operation, bits 73 to 75, and its rounding. */
static void atom_type(struct scan *s)
{
    static const struct { uint8_t type; const char *text; } types[8] = {
        {SASS_U32, ""}, {SASS_S32, "S32"}, {SASS_U64, "64"}, {SASS_F32, "F32.FTZ.RN"}, {SASS_F16X2, "F16x2.RN"},
        {SASS_S64, "S64"}, {SASS_F64, "F64.RN"}, {SASS_TYPE_NONE, NULL}
    };
    unsigned t = (unsigned)scan_field(s, 73, 3);
    s->insn->type = types[t].type;
    s->insn->ftz = types[t].type == SASS_F32;
    if (!types[t].text)
        s->bad = true;
    else if (types[t].text[0])
        scan_suffix(s, types[t].text);
}

static void prefetch(struct scan *s)
{
    static const char *const sizes[] = {"", "LTC64B", "LTC128B", "LTC256B"};
    unsigned size = (unsigned)scan_field(s, 68, 2);
    if (sizes[size][0])
        scan_suffix(s, sizes[size]);
}

/* The types of conversions: sizes as powers of two bytes, signedness of integers. */
static uint8_t float_type(uint64_t size)
{
    return size == 1 ? SASS_F16 : size == 2 ? SASS_F32 : size == 3 ? SASS_F64 : SASS_TYPE_NONE;
}

static uint8_t int_type(uint64_t size, bool is_signed)
{
    static const uint8_t types[4][2] = {{SASS_U8, SASS_S8}, {SASS_U16, SASS_S16}, {SASS_U32, SASS_S32},
                                        {SASS_U64, SASS_S64}};
    return types[size & 3][is_signed];
}

static const char *type_name(uint8_t type)
{
    static const char *const names[] = {
        [SASS_U8] = "U8", [SASS_S8] = "S8", [SASS_U16] = "U16", [SASS_S16] = "S16", [SASS_U32] = "U32",
        [SASS_S32] = "S32", [SASS_U64] = "U64", [SASS_S64] = "S64", [SASS_F16] = "F16", [SASS_F32] = "F32",
        [SASS_F64] = "F64"
    };
    return type < sizeof names / sizeof *names && names[type] ? names[type] : "";
}

/* Source size bits 84 and 85, destination size 75 and 76. */
static void convert_types(struct scan *s, bool from_float, bool to_float)
{
    uint64_t source = scan_field(s, 84, 2), destination = scan_field(s, 75, 2);
    struct sass_insn *i = s->insn;
    i->type2 = from_float ? float_type(source) : int_type(source, scan_field(s, 74, 1));
    i->type = to_float ? float_type(destination) : int_type(destination, scan_field(s, 72, 1));
    if (i->type == SASS_TYPE_NONE || i->type2 == SASS_TYPE_NONE)
        s->bad = true;
}

static void convert(struct scan *s, const char *word)
{
    struct sass_insn *i = s->insn;
    if (strcmp(word, "f2f") == 0) {
        convert_types(s, true, true);
        scan_suffix(s, type_name(i->type));
        scan_suffix(s, type_name(i->type2));
    } else if (strcmp(word, "f2i") == 0) {
        convert_types(s, true, false);
        if (i->type != SASS_S32)
            scan_suffix(s, type_name(i->type));
        if (i->type2 != SASS_F32)
            scan_suffix(s, type_name(i->type2));
    } else if (strcmp(word, "i2f") == 0) {
        convert_types(s, false, true);
        if (i->type != SASS_F32)
            scan_suffix(s, type_name(i->type));
        if (i->type2 != SASS_S32)
            scan_suffix(s, type_name(i->type2));
    } else {
        convert_types(s, true, true);
        if (i->type != i->type2)
            s->bad = true;
        if (i->type != SASS_F32)
            scan_suffix(s, type_name(i->type));
    }
}

/* Rounding to an integer does not turn into .NTZ for 64-bit results. */
static void ntz(struct scan *s)
{
    s->insn->ntz = scan_field(s, 77, 1);
    if (s->insn->ntz)
        scan_suffix(s, "NTZ");
}

static void idp_types(struct scan *s)
{
    bool a = scan_field(s, 73, 1), b = scan_field(s, 74, 1), wide = s->insn->mode != SASS_IDP_4A;
    s->insn->type = wide ? (a ? SASS_S16 : SASS_U16) : a ? SASS_S8 : SASS_U8;
    s->insn->type2 = b ? SASS_S8 : SASS_U8;
    scan_suffix(s, type_name(s->insn->type));
    scan_suffix(s, type_name(s->insn->type2));
}

static void vabsdiff(struct scan *s)
{
    s->insn->type = scan_field(s, 73, 1) ? SASS_S8 : SASS_U8;
    scan_suffix(s, type_name(s->insn->type));
}

/* IMMA: shape and types of A and B. */
static void imma(struct scan *s)
{
    uint64_t shape = scan_field(s, 83, 3);
    bool four = shape == 7, a = scan_field(s, 76, 1), b = scan_field(s, 78, 1);
    if (shape != 0 && shape != 7)
        s->bad = true;
    s->insn->mode = four ? SASS_MMA_8832 : SASS_MMA_8816;
    s->insn->type = four ? (a ? SASS_S4 : SASS_U4) : a ? SASS_S8 : SASS_U8;
    s->insn->type2 = four ? (b ? SASS_S4 : SASS_U4) : b ? SASS_S8 : SASS_U8;
    scan_suffix(s, four ? "8832" : "8816");
    scan_suffix(s, a ? (four ? "S4" : "S8") : four ? "U4" : "U8");
    scan_suffix(s, b ? (four ? "S4" : "S8") : four ? "U4" : "U8");
}

/* CS2R reads a pair unless .32. */
static void cs2r(struct scan *s)
{
    s->insn->type = scan_field(s, 80, 1) ? SASS_U64 : SASS_U32;
    if (s->insn->type == SASS_U32)
        scan_suffix(s, "32");
}

static void cas(struct scan *s)
{
    s->insn->mode = SASS_ATOM_CAS;
    scan_suffix(s, "CAS");
}

/* ATOMS.CAS and ATOMS.CAST.SPIN. */
static void cast_spin(struct scan *s)
{
    uint64_t spin = scan_field(s, 87, 4);
    if (spin != 0 && spin != 3)
        s->bad = true;
    s->insn->mode = spin ? SASS_ATOM_CAST_SPIN : SASS_ATOM_CAS;
    scan_suffix(s, spin ? "CAST.SPIN" : "CAS");
}

/* HMMA.884: types of D and C, and the step. */
static void hmma884(struct scan *s)
{
    static const char *const steps[] = {"STEP0", "STEP1", "STEP2", "STEP3"};
    bool d = scan_field(s, 76, 1), c = scan_field(s, 78, 1);
    s->insn->mode = SASS_MMA_884;
    s->insn->f32_accumulate = d;
    s->insn->count = (uint8_t)scan_field(s, 79, 2);
    scan_suffix(s, "884");
    scan_suffix(s, d ? "F32" : "F16");
    scan_suffix(s, c ? "F32" : "F16");
    scan_suffix(s, steps[s->insn->count]);
}

static void hmma1688(struct scan *s)
{
    s->insn->mode = SASS_MMA_1688;
    s->insn->type = s->insn->type2 = SASS_F16;
    s->insn->f32_accumulate = scan_field(s, 76, 1);
    scan_suffix(s, "1688");
    scan_suffix(s, s->insn->f32_accumulate ? "F32" : "F16");
}

static void bmma(struct scan *s)
{
    s->insn->mode = SASS_MMA_88128;
    s->insn->type = s->insn->type2 = SASS_B1;
    scan_suffix(s, "88128.XOR.POPC");
}

/* BAR: the mode in bits 77 to 79, of RED the operation in bits 74 and 75. */
static void bar(struct scan *s)
{
    static const char *const names[] = {"SYNC", "ARV", "RED", NULL, "SYNCALL", NULL, NULL, NULL};
    static const uint8_t modes[] = {SASS_BAR_SYNC, SASS_BAR_ARV, SASS_BAR_RED_POPC, 0, SASS_BAR_SYNCALL, 0, 0, 0};
    static const char *const operations[] = {"POPC", "AND", "OR", NULL};
    unsigned mode = (unsigned)scan_field(s, 77, 3), operation = (unsigned)scan_field(s, 74, 2);
    s->insn->mode = modes[mode];
    if (!names[mode] || !operations[operation] || (mode != 2 && operation)) {
        s->bad = true;
        return;
    }
    scan_suffix(s, names[mode]);
    if (mode != 2)
        return;
    s->insn->mode = (uint8_t)(SASS_BAR_RED_POPC + operation);
    scan_suffix(s, operations[operation]);
}

/* The address operand's scale, bits 78 and 79. */
static void no_text_scale(struct scan *s)
{
    s->insn->scale = (uint8_t)(1u << (scan_field(s, 78, 2) ? scan_field(s, 78, 2) + 1 : 0));
}

static const struct special_word { const char *word; void (*apply)(struct scan *); } specials[] = {
    {"scope", scope}, {"atomtype", atom_type}, {"prefetch", prefetch}, {"ntz", ntz}, {"idptypes", idp_types},
    {"vabsdiff", vabsdiff}, {"imma", imma}, {"addrscale", no_text_scale}, {"hmma884", hmma884}, {"hmma1688", hmma1688},
    {"bmma", bmma}, {"cs2r", cs2r}, {"cas", cas}, {"castspin", cast_spin}, {"bar", bar}, {NULL, NULL}
};

/* "=80:1" claims a field that must hold this value; "+WORD" prints it always. */
static void constant_word(struct scan *s, const char *word)
{
    unsigned position = 0, width = 1, value = 0;
    for (word++; *word >= '0' && *word <= '9'; word++)
        position = position * 10 + (unsigned)(*word - '0');
    if (*word == '/')
        for (width = 0, word++; *word >= '0' && *word <= '9'; word++)
            width = width * 10 + (unsigned)(*word - '0');
    if (*word == ':')
        for (word++; *word >= '0' && *word <= '9'; word++)
            value = value * 10 + (unsigned)(*word - '0');
    if (scan_field(s, position, width) != value)
        s->bad = true;
}

bool scan_modifier(struct scan *s, const char *word)
{
    if (*word == '+') {
        scan_suffix(s, word + 1);
        return true;
    }
    if (*word == '=') {
        constant_word(s, word);
        return true;
    }
    for (const struct modifier *m = modifiers; m->word; m++)
        if (strcmp(m->word, word) == 0) {
            apply(s, m);
            return true;
        }
    for (const struct special_word *w = specials; w->word; w++)
        if (strcmp(w->word, word) == 0) {
            w->apply(s);
            return true;
        }
    if (strcmp(word, "f2f") == 0 || strcmp(word, "f2i") == 0 || strcmp(word, "i2f") == 0 || strcmp(word, "frnd") == 0) {
        convert(s, word);
        return true;
    }
    return false;
}
