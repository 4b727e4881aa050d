/* SPDX-License-Identifier: Apache-2.0 */
#include "isa_page.h"

#include <string.h>

#include "isa.h"

enum { NAME = 64, CELL = 4096, WIDEST = 72, MOST = 6 };

/* How operands are laid out: a name for it, an opcode that has it, and ends of its name that change something. Rows of
 * the table with one form are of one layout, but those of LDST of another one. */
static const struct layout { const char *name, *opcode, *ends; } layouts[] = {
    {"plain", "FADD", ""}, {"plain", "TEX", ""}, {"multiply", "IMAD", ".WIDE .HI"}, {"double", "DADD", ""},
    {"float to float", "F2F", ".F16.F32 .F32.F64 .F64.F32 .F64"},
    {"float to integer", "F2I", ".F64 .S64 .U64.F64"}, {"integer to float", "I2F", ".S64 .F64 .F64.U64"},
    {"matrix H", "HMMA", ".884.F32.F32 .1688.F16 .1688.F32 .1688.F32.TF32 .16816.F16 .16816.F32 .SP.16832.F16 "
     ".SP.16832.F32"},
    {"matrix I", "IMMA", ".8816.S8.S8 .8832.S4.S4 .16816.S8.S8 .16832.S8.S8 .16864.S4.S4 .SP.16864.S8.S8"},
    {"matrix B", "BMMA", ".88128 .168128 .168256"}, {"matrix D", "DMMA", ".884"},
    {"matrix Q", "QMMA", ".16832.F16 .16832.F32"},
    {"constant", "LDC", ".U8 .U16 .64 .128"}, {"load", "LD", ".U8 .S16 .64 .128 .256 .E .E.64"},
    {"store", "ST", ".U8 .S16 .64 .128 .256 .E .E.64"}, {"atomic", "ATOM", ".64 .E .CAS .CAS.64 .E.CAS.64"},
    {"reduction", "RED", ".64 .E .E.64"}, {"load matrix", "LDSM", ".2 .4"}, {"store matrix", "STSM", ".2 .4"},
    {"copy", "LDGSTS", ".64 .128 .E .E.128"}, {"special", "CS2R", ".32"}, {"address", "LEPC", ""},
    {"predicate", "LOP3", ""}, {"match", "MATCH", ".U64 .ALL .ALL.U64"}, {"query", "QSPC", ".E"}, {"jump", "CALL", ""},
    {"reads first", "NANOSLEEP", ""}, {"barrier", "BAR", ".ARV"}, {"fence", "MEMBAR", ""}, {"bulk", "UBLKCP", ""},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

struct page {
    FILE *out;
    bool  markdown;
};

/* --- rows of a page ----------------------------------------------------------------------------------------------- */

static void print_row(const struct page *p, const char *const cell[], unsigned cells)
{
    for (unsigned i = 0; i < cells; i++)
        fprintf(p->out, p->markdown ? "| %s " : i > 0 ? "\t%s" : "%s", cell[i]);
    fputs(p->markdown ? "|\n" : "\n", p->out);
}

static void print_heads(const struct page *p, const char *const cell[], unsigned cells)
{
    print_row(p, cell, cells);
    for (unsigned i = 0; p->markdown && i < cells; i++)
        fputs(i + 1 < cells ? "|---" : "|---|\n", p->out);
}

static void add(char cell[CELL], const char *text)
{
    size_t used = strlen(cell);
    snprintf(cell + used, CELL - used, "%s%s", used ? ", " : "", text);
}

/* --- which opcodes ------------------------------------------------------------------------------------------------ */

static bool find_row(const char *name, struct isa_row *row)
{
    for (size_t i = 0; isa_row(i, row); i++)
        if (strcmp(row->name, name) == 0)
            return true;
    return false;
}

const char *isa_page_layout(const struct isa_row *row)
{
    struct isa_row other;
    for (size_t i = 0; i < LAYOUTS; i++)
        if (find_row(layouts[i].opcode, &other) && other.form == row->form
            && (other.unit == UNIT_LDST) == (row->unit == UNIT_LDST))
            return layouts[i].name;
    return NULL;
}

static const char *space_of(const struct isa_op *op)
{
    static const char *const names[] = {"", "global", "local", "shared", "constant"};
    return op->generic ? "by address" : names[op->space];
}

/* Cells 1 to 4 of an opcode: unit, layout, memory space, whether it is a branch. */
static void describe(const struct isa_row *row, const char *cell[4])
{
    static const char *const units[] = {"INT", "FP32", "FP64", "SFU", "TENSOR", "LDST", "BRANCH", "UNIFORM"};
    struct isa_op op;
    isa_lookup(&op, row->name);
    cell[0] = units[row->unit];
    cell[1] = isa_page_layout(row);
    cell[1] = cell[1] ? cell[1] : "?";
    cell[2] = space_of(&op);
    cell[3] = row->branch ? "yes" : "";
}

static bool same(const char *const a[4], const char *const b[4])
{
    for (unsigned i = 0; i < 4; i++)
        if (strcmp(a[i], b[i]) != 0)
            return false;
    return true;
}

/* Rows from number `first` on that are described alike, unless one before it is; many take several rows of a page. */
static void print_alike(const struct page *p, size_t first)
{
    char names[CELL] = "";
    const char *cell[5] = {names}, *other[4];
    struct isa_row row;
    isa_row(first, &row);
    describe(&row, cell + 1);
    for (size_t i = 0; isa_row(i, &row); i++) {
        describe(&row, other);
        if (!same(cell + 1, other))
            continue;
        if (i < first)
            return;
        if (p->markdown && strlen(names) + strlen(row.name) > WIDEST) {
            print_row(p, cell, 5);
            *names = '\0';
        }
        add(names, row.name);
    }
    print_row(p, cell, 5);
}

/* --- operands ----------------------------------------------------------------------------------------------------- */

static void list_sources(char cell[CELL], const struct isa_op *op)
{
    char number[16];
    *cell = '\0';
    for (unsigned i = 0; i < op->src_roles; i++) {
        snprintf(number, sizeof number, "%u", op->src_regs[i]);
        add(cell, number);
    }
    if (op->src_roles == 0)
        add(cell, op->bulk ? "none" : "1 each");
}

static void list_marks(char cell[CELL], const struct isa_op *op)
{
    const struct { bool is; const char *text; } marks[] = {
        {op->load && op->store, "atomic"}, {op->load && !op->store, "load"}, {op->store && !op->load, "store"},
        {op->predicate_first, "predicate first"}, {op->reads_first, "reads first"}, {op->right, "from the right"},
        {op->twice, "two lines"}, {op->barrier, "barrier"}, {op->fence, "fence"}, {op->bulk, "no operands"},
    };
    *cell = '\0';
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (marks[i].is)
            add(cell, marks[i].text);
}

static void print_operands(const struct page *p, const struct layout *l, const char *end, size_t length)
{
    char name[NAME], example[NAME + 2], dst[16] = "none", bytes[16] = "", sources[CELL], marks[CELL];
    const char *const cell[MOST] = {l->name, example, dst, sources, bytes, marks};
    struct isa_op op;
    snprintf(name, sizeof name, "%s%.*s", l->opcode, (int)length, end);
    snprintf(example, sizeof example, p->markdown ? "`%s`" : "%s", name);
    isa_lookup(&op, name);
    if (!op.bulk)
        snprintf(dst, sizeof dst, "%u", op.dst_regs);
    if (op.load || op.store)
        snprintf(bytes, sizeof bytes, "%u", op.width);
    list_sources(sources, &op);
    list_marks(marks, &op);
    print_row(p, cell, MOST);
}

static void print_layout(const struct page *p, const struct layout *l)
{
    print_operands(p, l, "", 0);
    for (const char *end = l->ends; *end;) {
        size_t length = strcspn(end, " ");
        print_operands(p, l, end, length);
        end += length + (end[length] == ' ');
    }
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

void isa_page(FILE *out, bool markdown)
{
    static const char *const opcodes[] = {"opcodes", "unit", "operands", "memory", "branch"};
    static const char *const operands[] = {"operands", "example", "D", "A, B, C, ...", "bytes", "is"};
    const struct page p = {out, markdown};
    struct isa_row row;
    print_heads(&p, opcodes, 5);
    for (size_t i = 0; isa_row(i, &row); i++)
        print_alike(&p, i);
    fputc('\n', out);
    print_heads(&p, operands, MOST);
    for (size_t i = 0; i < LAYOUTS; i++)
        print_layout(&p, &layouts[i]);
}
