/* SPDX-License-Identifier: Apache-2.0 */
/*
 * random_trace: writes an Accel-Sim trace of random programs. Kernels of random size, loops, divergence, barriers, all
 * kinds of units, operands of up to four registers, few registers or many, so that hits, hazards and conflicts of all
 * kinds come up. With --memory half of the instructions are loads, stores and atomics, global and local, of a few
 * lines, for caches. With --arithmetic there are none, no barriers, and blocks of four warps, so that nothing is shared
 * by the sub-cores of an SM. With --mixed further instructions come up (shuffles, products of all shapes, shared and
 * generic atomics, operands of eight registers, cracked ones), the halves of a body diverge, lanes and whole warps exit
 * early, and kernels are of different sizes. With --wide the lines of global memory, which are neighbours otherwise,
 * lie anywhere below 2^47, in each kernel elsewhere, some of them one bit apart, and kernels have any amount of shared
 * memory. With --registers N warps have N registers, and use the last ones of them, too. The same seed gives the same
 * files.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draw.h"
#include "configs/program.h"
#include "configs/whole.h"

enum { MAX_BODY = 64, FEWEST_REGISTERS = 16, MOST_REGISTERS = 255, LANES = 32 };
#define SHARED_BASE UINT64_C(0x7f5a00000000)

struct options {
    const char *out;
    uint64_t seed;
    unsigned kernels, instructions;     /* instructions: of a warp, about */
};

static bool memory;                     /* --memory */
static bool arithmetic;                 /* --arithmetic */
static bool mixed;                      /* --mixed */
static bool wide;                       /* --wide */
static unsigned registers;              /* --registers, or 0 */
static unsigned kernel;                 /* that is written */

static struct draw generator;

static unsigned below(unsigned n)
{
    return draw_below(&generator, n);
}

/* --- opcodes ------------------------------------------------------------------------------------------------------ */

/* Registers of each operand; 0 ends the list. `align`: of operands wider than one. */
struct shape {
    const char *name;
    unsigned weight;
    uint8_t dst, src[4];
    uint8_t bytes;                      /* per lane of a memory access */
    bool wide_address;                  /* the first source is an address of two registers */
    unsigned often;                     /* what --memory adds to the weight */
};

static const struct shape shapes[] = {
    {"IADD3", 10, 1, {1, 1, 1}, 0, false, 0}, {"IMAD", 8, 1, {1, 1, 1}, 0, false, 0},
    {"IMAD.WIDE", 3, 2, {1, 1, 2}, 0, false, 0}, {"LOP3.LUT", 4, 1, {1, 1, 1}, 0, false, 0},
    {"MOV", 3, 1, {1}, 0, false, 0}, {"ISETP.GE.AND", 3, 0, {1, 1}, 0, false, 0},
    {"FFMA", 14, 1, {1, 1, 1}, 0, false, 0},
    {"FADD", 6, 1, {1, 1}, 0, false, 0}, {"FMUL", 6, 1, {1, 1}, 0, false, 0}, {"DFMA", 2, 2, {2, 2, 2}, 0, false, 0},
    {"DADD", 1, 2, {2, 2}, 0, false, 0}, {"MUFU.RCP", 3, 1, {1}, 0, false, 0}, {"F2F.F64.F32", 1, 2, {1}, 0, false, 0},
    {"HMMA.16816.F32", 2, 4, {4, 2, 4}, 0, false, 0}, {"HMMA.1688.F32", 3, 4, {2, 1, 4}, 0, false, 0},
    {"HMMA.1688.F16", 2, 2, {2, 1, 2}, 0, false, 0}, {"IMMA.8816.S8.S8", 2, 2, {1, 1, 2}, 0, false, 0},
    {"LDG.E", 5, 1, {1}, 4, true, 0}, {"LDG.E.64", 2, 2, {1}, 8, true, 0}, {"LDG.E.128", 2, 4, {1}, 16, true, 0},
    {"STG.E", 3, 0, {1, 1}, 4, true, 0}, {"STG.E.128", 1, 0, {1, 4}, 16, true, 0}, {"LDS", 4, 1, {1}, 4, false, 0},
    {"LDS.128", 1, 4, {1}, 16, false, 0}, {"STS", 3, 0, {1, 1}, 4, false, 0}, {"S2R", 1, 1, {0}, 0, false, 0},
    {"NOP", 1, 0, {0}, 0, false, 0}, {"MEMBAR.SC.GPU", 1, 0, {0}, 0, false, 0}, {"UMOV", 1, 0, {0}, 0, false, 0},
    {"LDG.E", 0, 1, {1}, 4, true, 30}, {"STG.E", 0, 0, {1, 1}, 4, true, 20}, {"LDG.E.U8", 0, 1, {1}, 1, true, 4},
    {"STG.E.U8", 0, 0, {1, 1}, 1, true, 4}, {"STG.E.U16", 0, 0, {1, 1}, 2, true, 3},
    {"LDG.E.128", 0, 4, {1}, 16, true, 4}, {"LDL", 0, 1, {1}, 4, false, 10}, {"STL", 0, 0, {1, 1}, 4, false, 12},
    {"LDL.64", 0, 2, {1}, 8, false, 3}, {"STL.128", 0, 0, {1, 4}, 16, false, 3},
    {"ATOMG.E.ADD.STRONG.GPU", 0, 1, {1, 1}, 4, true, 4}, {"RED.E.ADD.STRONG.GPU", 0, 0, {1, 1}, 4, true, 4},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* What --mixed adds. Some name their destination as first source, or a source as destination, as the tracer does. */
static const struct shape further[] = {
    {"SHFL.IDX", 3, 0, {1, 1, 1}, 0, false, 0}, {"LOP3.LUT", 2, 0, {1, 1, 1, 1}, 0, false, 0},
    {"IMAD.HI", 2, 1, {1, 1, 2}, 0, false, 0}, {"PRMT", 1, 1, {1, 1, 1}, 0, false, 0},
    {"SEL", 1, 1, {1, 1}, 0, false, 0},
    {"LEA.HI", 1, 1, {1, 1, 1}, 0, false, 0}, {"FSETP.GT.AND", 1, 0, {1, 1}, 0, false, 0},
    {"DMUL", 1, 2, {2, 2}, 0, false, 0}, {"DSETP.LT.AND", 1, 0, {2, 2}, 0, false, 0},
    {"F2I.S32.F64", 1, 1, {2}, 0, false, 0}, {"I2F.F64.S32", 1, 2, {1}, 0, false, 0},
    {"F2F.F32.F64", 1, 1, {2}, 0, false, 0}, {"MATCH.ANY.U64", 1, 1, {2}, 0, false, 0},
    {"VOTE.ANY", 1, 1, {0}, 0, false, 0}, {"CS2R", 1, 2, {0}, 0, false, 0}, {"R2UR", 1, 0, {1}, 0, false, 0},
    {"LDC.64", 1, 2, {1}, 0, false, 0}, {"LDC", 1, 1, {1}, 0, false, 0},
    {"HMMA.884.F32.F32.STEP0", 2, 2, {2, 2, 2}, 0, false, 0},
    {"HMMA.SP.16816.F32", 2, 4, {2, 2, 4, 1}, 0, false, 0}, {"IMMA.16832.S8.S8", 1, 4, {4, 2, 4}, 0, false, 0},
    {"DMMA.884", 1, 4, {2, 2, 4}, 0, false, 0}, {"BMMA.88128.XOR.POPC", 1, 2, {1, 1, 2}, 0, false, 0},
    {"RET.REL.NODEC", 1, 2, {0}, 0, false, 0}, {"WARPSYNC", 1, 1, {0}, 0, false, 0}, {"YIELD", 1, 0, {0}, 0, false, 0},
    {"BSYNC", 1, 0, {0}, 0, false, 0}, {"BAR.SYNC", 1, 0, {0}, 0, false, 0}, {"BAR.ARV", 1, 0, {0}, 0, false, 0},
    {"LDG.E.256", 1, 8, {1}, 32, true, 0}, {"STG.E.256", 1, 0, {1, 8}, 32, true, 0},
    {"STG.E.64", 1, 0, {1, 2}, 8, true, 0},
    {"LDS.64", 1, 2, {1}, 8, false, 0}, {"STS.128", 1, 0, {1, 4}, 16, false, 0},
    {"LDSM.16.M88.4", 2, 4, {1}, 16, false, 0},
    {"ATOMG.E.CAS.STRONG.GPU", 2, 0, {1, 2, 1, 1}, 4, false, 0},
    {"ATOMG.E.ADD.64.STRONG.GPU", 1, 0, {2, 2, 2}, 8, false, 0},
    {"ATOMS.ADD", 2, 0, {1, 1, 1}, 4, false, 0}, {"ATOM.E.ADD.STRONG.GPU", 1, 0, {1, 2, 1}, 4, false, 0},
    {"RED.E.MAX.S32.STRONG.GPU", 1, 0, {1, 1}, 4, true, 0}, {"LD.E", 2, 1, {1}, 4, true, 0},
    {"ST.E", 2, 0, {1, 1}, 4, true, 0},
    {"FENCE.SC.GPU", 1, 0, {0}, 0, false, 0},
};

enum { FURTHER = sizeof further / sizeof *further };

/* --- a program ---------------------------------------------------------------------------------------------------- */

struct operation {
    const struct shape *shape;
    uint8_t dst, src[4];
    uint8_t partial;                    /* 0: all lanes; else the kind of mask */
};

struct program {
    unsigned registers, length, loops;
    unsigned window;                    /* registers that the code prefers */
    struct operation body[MAX_BODY];
};

/* A register for an operand of `count` registers; sometimes RZ for one that is read. */
static uint8_t pick(const struct program *p, unsigned count, bool zero)
{
    unsigned align = count > 1 ? (count > 2 ? 4 : 2) : 1, last = p->registers - (registers || count > 4 ? count : 4);
    unsigned range = below(4) ? p->window : p->registers;
    if (zero && count == 1 && below(12) == 0)
        return 255;
    range = range > last ? last : range;
    return (uint8_t)(below(range / align + 1) * align);
}

/* Whether it goes to an execution unit of the sub-core alone. */
static bool is_arithmetic(const struct shape *s)
{
    return !s->bytes && strncmp(s->name, "MEMBAR", 6) != 0;
}

static unsigned weight_of(unsigned shape)
{
    if (arithmetic && !is_arithmetic(&shapes[shape]))
        return 0;
    return shapes[shape].weight + (memory ? shapes[shape].often : 0);
}

static const struct shape *common_shape(void)
{
    unsigned total = 0, i = 0;
    for (unsigned s = 0; s < SHAPES; s++)
        total += weight_of(s);
    for (unsigned at = below(total); at >= weight_of(i); i++)
        at -= weight_of(i);
    return &shapes[i];
}

static const struct shape *further_shape(void)
{
    unsigned total = 0, i = 0;
    for (unsigned s = 0; s < FURTHER; s++)
        total += further[s].weight;
    for (unsigned at = below(total); at >= further[i].weight; i++)
        at -= further[i].weight;
    return &further[i];
}

static struct operation make_operation(const struct program *p)
{
    const struct shape *shape = mixed && below(3) == 0 ? further_shape() : common_shape();
    struct operation o = {.shape = shape, .partial = (uint8_t)(below(5) ? 0 : 1 + below(3))};
    o.dst = pick(p, o.shape->dst ? o.shape->dst : 1, false);
    for (unsigned s = 0; s < 4 && o.shape->src[s]; s++)
        o.src[s] = pick(p, s == 0 && o.shape->wide_address ? 2 : o.shape->src[s], o.shape->bytes == 0);
    return o;
}

static void make_program(struct program *p, unsigned instructions)
{
    p->registers = registers ? registers : 16 + 8 * below(5);
    p->window = 4 + below(p->registers - 4);
    p->length = 4 + below(MAX_BODY - 4);
    p->loops = 1 + instructions / p->length;
    for (unsigned i = 0; i < p->length; i++)
        p->body[i] = make_operation(p);
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

static uint32_t mask_of(unsigned kind, uint32_t alive)
{
    uint32_t mask = kind == 1 ? UINT32_C(0x55555555) << below(2)
                  : kind == 2 ? (uint32_t)draw_next(&generator) : kind == 3 ? 0 : UINT32_MAX;
    return mask & alive;
}

/* The gigabytes around the windows of shared and local memory, and the last ones below 2^47, behind which is local
 * memory of an SM, are left out. */
static bool is_global(uint64_t address) { return address >> 32 < 0x7f59; }

/* Address of a line of global memory. With --wide its bits are a hash. */
static uint64_t global_address(unsigned line)
{
    if (!wide)
        return UINT64_C(0x7f0000000000) + line * UINT64_C(128);
    struct draw scatter = {.state = kernel * UINT64_C(0x100000000) + line};
    uint64_t address;
    do
        address = draw_next(&scatter) & UINT64_C(0x7fffffffff80);
    while (!is_global(address));
    return address;
}

/* With --wide one line in four differs from another one in one bit, so that no bit of a comparison is for nothing. */
static uint64_t near_line(uint64_t address)
{
    uint64_t near = wide && below(4) == 0 ? address ^ UINT64_C(1) << (7 + below(40)) : address;
    return is_global(near) ? near : address;
}

static void print_addresses(FILE *f, const struct shape *s, uint32_t mask)
{
    bool generic = strncmp(s->name, "LD.", 3) == 0 || strncmp(s->name, "ST.", 3) == 0;
    bool window = generic && below(2);          /* shared memory, by a generic address */
    bool shared = strncmp(s->name, "LDS", 3) == 0 || strncmp(s->name, "STS", 3) == 0 ||
                  strncmp(s->name, "ATOMS", 5) == 0 || window;
    bool local = strncmp(s->name, "LDL", 3) == 0 || strncmp(s->name, "STL", 3) == 0;
    uint64_t base = shared ? below(64) * 32 : local ? below(24) * 16
                  : global_address(below(memory ? 12 : 1 << 16));
    bool global = !shared && !local;
    base = window ? base + SHARED_BASE : global ? near_line(base) : base;
    unsigned stride = local && below(2) ? 0 : below(3) ? s->bytes : s->bytes * 8u;
    fprintf(f, "%u", (unsigned)s->bytes);
    if (below(2)) {
        fprintf(f, " 1 0x%" PRIx64 " %u", base, shared ? (unsigned)s->bytes : stride);
        return;
    }
    fprintf(f, " 0");
    for (unsigned l = 0; l < LANES; l++)
        if (mask >> l & 1) {
            uint64_t line = global ? near_line(base) : base;
            fprintf(f, " 0x%" PRIx64, line + (shared ? l : below(64)) * (uint64_t)s->bytes);
        }
}

static void print_operation(FILE *f, const struct operation *o, unsigned pc, uint32_t mask)
{
    const struct shape *s = o->shape;
    unsigned sources = 0;
    while (sources < 4 && s->src[sources])
        sources++;
    fprintf(f, "%04x %08" PRIx32, pc, mask);
    if (s->dst)
        fprintf(f, " 1 R%u", (unsigned)o->dst);
    else
        fputs(" 0", f);
    fprintf(f, " %s %u", s->name, sources);
    for (unsigned i = 0; i < sources; i++)
        fprintf(f, " R%u", (unsigned)o->src[i]);
    if (!s->bytes) {
        fputs(" 0", f);
    } else if (mask) {
        fputc(' ', f);
        print_addresses(f, s, mask);
    } else {
        fprintf(f, " %u 1 0x0 0", (unsigned)s->bytes);
    }
    fputs(" 0\n", f);
}

static void print_plain(FILE *f, const char *name, unsigned pc, uint32_t mask)
{
    fprintf(f, "%04x %08" PRIx32 " 0 %s 0 0 0\n", pc, mask, name);
}

/* The body once: as it is, or its halves for some lanes and the others. Returns the lines. */
static unsigned print_body(FILE *f, const struct program *p, uint32_t alive)
{
    bool split = below(3) == 0;
    uint32_t some = (uint32_t)draw_next(&generator);
    for (unsigned i = 0; i < p->length; i++) {
        uint32_t lanes = !split ? alive : i < p->length / 2 ? alive & some : alive & ~some;
        print_operation(f, &p->body[i], 16 * i, mask_of(p->body[i].partial, lanes));
    }
    return p->length;
}

/* Some of the lanes leave, never all. */
static unsigned print_early_exit(FILE *f, unsigned pc, uint32_t *alive)
{
    uint32_t leave = (uint32_t)draw_next(&generator) & *alive;
    if (below(6) || leave == 0 || leave == *alive)
        return 0;
    print_plain(f, "EXIT", pc, leave);
    *alive &= ~leave;
    return 1;
}

/* One warp of --mixed: some have fewer loops, and lanes leave before the others. */
static void print_mixed_warp(FILE *f, const struct program *p, unsigned warp, uint32_t alive, const bool *barrier)
{
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);
    if (!lines)
        give_up("no memory is left");
    unsigned loops = below(3) ? p->loops : 1 + below(p->loops), count = 1, pc = 16 * p->length;
    for (unsigned loop = 0; loop < loops; loop++) {
        count += print_body(lines, p, alive) + 1;
        count += print_early_exit(lines, pc, &alive);
        if (barrier[loop % MAX_BODY]) {
            print_plain(lines, "BAR.SYNC", pc + 16, alive);
            count++;
        }
        print_plain(lines, "BRA", pc + 32, alive);
    }
    print_plain(lines, "EXIT", pc + 48, alive);
    fclose(lines);
    fprintf(f, "warp = %u\ninsts = %u\n%s\n", warp, count, text);
    free(text);
}

/* One warp: the body several times, with a branch back, a barrier now and then, an EXIT. */
static void print_warp(FILE *f, const struct program *p, unsigned warp, uint32_t alive, const bool *barrier)
{
    unsigned loops = p->loops, count = 0, pc = 0;
    for (unsigned loop = 0; loop < loops; loop++)
        count += p->length + 1 + barrier[loop % MAX_BODY];
    fprintf(f, "warp = %u\ninsts = %u\n", warp, count + 1);
    for (unsigned loop = 0; loop < loops; loop++) {
        for (unsigned i = 0; i < p->length; i++)
            print_operation(f, &p->body[i], 16 * i, mask_of(p->body[i].partial, alive));
        pc = 16 * p->length;
        if (barrier[loop % MAX_BODY])
            print_plain(f, "BAR.SYNC", pc, alive);
        print_plain(f, "BRA", pc + 16, alive);
    }
    print_plain(f, "EXIT", pc + 32, alive);
    fputc('\n', f);
}

static void print_kernel(FILE *f, unsigned id, unsigned instructions)
{
    struct program p;
    bool barrier[MAX_BODY];
    unsigned blocks = 1 + below(mixed ? 4 : 6), threads = 1 + below(below(3) ? memory ? 128 : 256 : 32);
    threads = arithmetic ? 4 * LANES : threads;
    unsigned warps = (threads + LANES - 1) / LANES;
    make_program(&p, mixed ? 4 + below(instructions) : instructions);
    for (unsigned i = 0; i < MAX_BODY; i++)
        barrier[i] = below(4) == 0 && !arithmetic;
    unsigned most = wide ? 16 * (1 + below(128)) : 2048;
    unsigned shared = memory && below(2) ? 0 : most;    /* what a kernel does not use is a cache (CIAO IV-B) */
    fprintf(f, "-kernel name = random_%u\n-kernel id = %u\n-grid dim = (%u,1,1)\n-block dim = (%u,1,1)\n-shmem = %u\n"
            "-nregs = %u\n-shmem base_addr = 0x%016" PRIx64 "\n-local mem base_addr = 0x00007f5a02000000\n"
            "-accelsim tracer version = 5\n-enable lineinfo = 0\n\n#traces format = [line_num] PC mask dest_num "
            "[reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses] immediate\n\n", id, id,
            blocks, threads, shared, p.registers, SHARED_BASE);
    for (unsigned b = 0; b < blocks; b++) {
        fprintf(f, "#BEGIN_TB\n\nthread block = %u,0,0\n\n", b);
        for (unsigned w = 0; w < warps; w++) {
            unsigned lanes = w + 1 == warps && threads % LANES ? threads % LANES : LANES;
            uint32_t alive = lanes == LANES ? UINT32_MAX : (UINT32_C(1) << lanes) - 1;
            (mixed ? print_mixed_warp : print_warp)(f, &p, w, alive, barrier);
        }
        fprintf(f, "#END_TB\n\n");
    }
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static int cannot_write(const char *path)
{
    return complain("%s cannot be written: %s", path, strerror(errno));
}

/* The kernels and their list, which are kept beside their places. */
static int write_files(const struct options *o)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/kernelslist.g", o->out);
    FILE *list = whole_open(path);
    if (!list)
        return cannot_write(path);
    for (unsigned k = 1; k <= o->kernels; k++) {
        fprintf(list, "kernel-%u.traceg\n", k);
        snprintf(path, sizeof path, "%s/kernel-%u.traceg", o->out, k);
        FILE *f = whole_open(path);
        if (!f)
            return cannot_write(path);
        kernel = k;
        print_kernel(f, k, o->instructions);
        if (!whole_keep(f, true))
            return cannot_write(path);
    }
    return whole_keep(list, true) ? 0 : cannot_write(path);
}

static int write_trace(const struct options *o)
{
    bool made = mkdir(o->out, 0777) == 0;
    if (!made && errno != EEXIST)
        return cannot_write(o->out);
    int code = write_files(o);
    if (code == 0 && !whole_take())
        code = cannot_write(o->out);
    whole_drop();
    if (code != 0 && made)
        rmdir(o->out);
    return code;
}

static uint64_t number(const char *name, const char *text, uint64_t least, uint64_t most)
{
    char *end;
    uint64_t n = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || strlen(text) > 18 || n < least || n > most)
        give_up("--%s %s: accepted are %" PRIu64 " to %" PRIu64, name, text, least, most);
    return n;
}

static error_t parse(int key, char *arg, struct argp_state *argp)
{
    struct options *o = argp->input;
    switch (key) {
    case 'o': o->out = arg; break;
    case 's': o->seed = number("seed", arg, 1, UINT64_C(10000000000000000)); break;
    case 'm': memory = true; break;
    case 'a': arithmetic = true; break;
    case 'x': mixed = true; break;
    case 'r':
        registers = (unsigned)number("registers", arg, FEWEST_REGISTERS, MOST_REGISTERS);
        break;
    case 'w': wide = true; break;
    case 'k': o->kernels = (unsigned)number("kernels", arg, 1, 100); break;
    case 'i': o->instructions = (unsigned)number("instructions", arg, 1, 1000000); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp_option list[] = {
        {"out", 'o', "DIR", 0, "where the trace goes (required)", 0},
        {"seed", 's', "N", 0, "of the random numbers (1)", 0},
        {"kernels", 'k', "N", 0, "kernels (2; with --mixed 1 to 4)", 0},
        {"instructions", 'i', "N", 0, "instructions of a warp, about (200)", 0},
        {"memory", 'm', NULL, 0, "many accesses to memory, of few lines", 0},
        {"arithmetic", 'a', NULL, 0, "no accesses to memory, no barriers, a warp for each sub-core in a block", 0},
        {"registers", 'r', "N", 0, "of a warp, 16 to 255 (16 to 48, others in each kernel)", 0},
        {"wide", 'w', NULL, 0, "lines of global memory anywhere below 2^47, any amount of shared memory", 0},
        {"mixed", 'x', NULL, 0, "further instructions, divergence, early exits, kernels of different sizes", 0},
        {0}
    };
    static const char about[] = "Writes an Accel-Sim trace of random programs.";
    static const struct argp argp = {list, parse, NULL, about, NULL, NULL, NULL};
    struct options o = {.seed = 1, .instructions = 200};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &o);
    if (!o.out)
        return complain("--out is missing; accepted is a directory");
    if (memory && arithmetic)
        return complain("--memory and --arithmetic are both given; accepted is one of them");
    if (mixed && arithmetic)
        return complain("--mixed and --arithmetic are both given; accepted is one of them");
    generator.state = o.seed;
    if (!o.kernels)
        o.kernels = mixed ? 1 + below(4) : 2;
    return write_trace(&o);
}
