/* SPDX-License-Identifier: Apache-2.0 */
#include "traceg.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "configs/whole.h"

struct writer {
    struct machine *machine;
    const char *folder;
    const struct sentence *error;
    struct exec_warp *warp;     /* for replays */
};

/* --- one instruction ---------------------------------------------------------------------------------------------- */

void traceg_list(const struct sass_insn *insn, struct isa_listed *l)
{
    const struct sass_operand *first = NULL;
    *l = (struct isa_listed){0};
    for (uint32_t i = 0; i < insn->operand_count; i++) {
        const struct sass_operand *o = &insn->operand[i];
        if (o->hidden)
            continue;
        bool register_ = o->kind == SASS_REG || (o->kind == SASS_ADDR && o->regs > 0)
            || (o->kind == SASS_CONST && o->reg != SASS_RZ);
        if (!first && o->kind == SASS_REG)
            l->dst[l->dst_count++] = o->reg;
        else if (register_ && l->src_count < ISA_MAX_LISTED)
            l->src[l->src_count++] = o->reg;
        first = first ? first : o;
    }
}

/* Accel-Sim takes the width from the opcode, where it knows U8 and U16 alone; S8 and S16 are words to it, and words of
 * local memory must be aligned. Which of the two it is makes no difference to a trace. */
static void make_unsigned(const struct sass_insn *insn, char *opcode)
{
    char *type = insn->type == SASS_S8 ? strstr(opcode, ".S8") : insn->type == SASS_S16 ? strstr(opcode, ".S16") : NULL;
    if (type && (insn->op == SASS_LDL || insn->op == SASS_LD))
        type[1] = 'U';
}

static void print_registers(FILE *f, const struct sass_insn *insn)
{
    struct isa_listed l;
    char opcode[64];
    traceg_list(insn, &l);
    sass_opcode_text(insn, opcode, sizeof opcode);
    make_unsigned(insn, opcode);
    if (l.dst_count)
        fprintf(f, " 1 R%u %s %u", l.dst[0], opcode, l.src_count);
    else
        fprintf(f, " 0 %s %u", opcode, l.src_count);
    for (unsigned i = 0; i < l.src_count; i++)
        fprintf(f, " R%u", l.src[i]);
}

static uint32_t width_of(const struct sass_insn *insn)
{
    switch (insn->type) {
    case SASS_U8: case SASS_S8: return 1;
    case SASS_U16: case SASS_S16: case SASS_F16: return 2;
    case SASS_U64: case SASS_S64: case SASS_F64: case SASS_B64: return 8;
    case SASS_B128: return 16;
    default: return insn->op == SASS_LDSM ? 16 : 4;
    }
}

/* Loads, stores and atomics, whether executed or predicated off. */
static bool accesses_memory(const struct sass_insn *insn)
{
    switch (insn->op) {
    case SASS_LD: case SASS_LDG: case SASS_LDL: case SASS_LDS: case SASS_LDSM:
    case SASS_ST: case SASS_STG: case SASS_STL: case SASS_STS:
    case SASS_ATOM: case SASS_ATOMG: case SASS_ATOMS: case SASS_RED: return true;
    default: return false;
    }
}

uint32_t traceg_addresses(const struct exec_warp *w, bool *strided)
{
    const uint64_t *a = w->out.address;
    uint32_t mask = w->last_mask, first = mask ? (uint32_t)__builtin_ctz(mask) : 0, run = mask >> first;
    int64_t stride = run & 2 ? (int64_t)(a[first + 1] - a[first]) : 0;
    *strided = false;
    if (w->last->kind < EXEC_LOAD || w->last->kind > EXEC_LOAD_MATRIX || mask == 0)
        return 0;
    *strided = (run & (run + 1)) == 0;
    for (uint32_t l = first + 1; *strided && l < SASS_LANES && mask >> l & 1; l++)
        *strided = (int64_t)(a[l] - a[l - 1]) == stride;
    return *strided ? UINT32_C(1) << first : mask;
}

static void print_addresses(FILE *f, const struct exec_warp *w)
{
    const uint64_t *a = w->out.address;
    bool strided;
    uint32_t lanes = traceg_addresses(w, &strided);
    if (lanes == 0 && !accesses_memory(w->last->insn)) {
        fputs(" 0", f);
        return;
    }
    if (lanes == 0) {           /* as the tracer has it: a width of 0 belongs to other instructions */
        fprintf(f, " %" PRIu32 " 1 0x0 0", width_of(w->last->insn));
        return;
    }
    fprintf(f, " %" PRIu32 " %d", width_of(w->last->insn), strided);
    for (uint32_t set = lanes; set; set &= set - 1)
        fprintf(f, " 0x%" PRIx64, a[__builtin_ctz(set)]);
    if (strided) {
        uint32_t first = (uint32_t)__builtin_ctz(lanes);
        bool more = first + 1 < SASS_LANES && w->last_mask >> (first + 1) & 1;
        fprintf(f, " %" PRId64, more ? (int64_t)(a[first + 1] - a[first]) : 0);
    }
}

static void print_instruction(FILE *f, const struct exec_warp *w)
{
    const struct exec_plan *p = w->last;
    fprintf(f, "%04" PRIx64 " %08" PRIx32, p->insn->pc, w->last_mask);
    print_registers(f, p->insn);
    print_addresses(f, w);
    fputc('\n', f);
}

/* --- blocks, kernels ---------------------------------------------------------------------------------------------- */

static bool write_warp(struct writer *t, struct machine_block *b, uint32_t number, FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return refuse(t->error, "no memory is left for the trace of a warp");
    struct exec_warp *w = t->warp;
    machine_replay(t->machine, b, number, w);
    enum exec_status status = EXEC_STEPPED;
    while (w->path_count > 0 && (status = exec_step(w)) == EXEC_STEPPED)
        print_instruction(f, w);
    fclose(f);
    if (status == EXEC_STEPPED)
        fprintf(out, "warp = %" PRIu32 "\ninsts = %" PRIu64 "\n%s\n", number, w->executed, text);
    free(text);
    return status == EXEC_STEPPED || refuse(t->error, "%s", w->error);
}

static void print_header(FILE *f, const struct exec_launch *l, uint32_t id)
{
    fprintf(f, "-kernel name = %s\n-kernel id = %" PRIu32 "\n-grid dim = (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")\n"
            "-block dim = (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")\n-shmem = %" PRIu32 "\n-nregs = %" PRIu32 "\n"
            "-binary version = 75\n-cuda stream id = 0\n-shmem base_addr = 0x%016" PRIx64 "\n"
            "-local mem base_addr = 0x%016" PRIx64 "\n-nvbit version = 1.5.5\n-accelsim tracer version = 4\n"
            "-enable lineinfo = 0\n\n#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num "
            "[reg_srcs] mem_width [adrrescompress?] [mem_addresses]\n\n", l->kernel->name, id, l->grid[0], l->grid[1],
            l->grid[2], l->block[0], l->block[1], l->block[2], l->shared_bytes, l->kernel->registers,
            (uint64_t)SASS_SHARED_WINDOW, (uint64_t)SASS_LOCAL_WINDOW);
}

static bool write_blocks(struct writer *t, FILE *f)
{
    struct machine_block *b;
    int status;
    bool fine = true;
    while ((status = machine_next_block(t->machine, &b)) > 0) {
        fprintf(f, "\n#BEGIN_TB\n\nthread block = %" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n\n", b->place.x, b->place.y,
                b->place.z);
        for (uint32_t w = 0; w < b->warps && fine; w++)
            fine = write_warp(t, b, w, f);
        machine_block_free(b);
        fputs("#END_TB\n", f);
        if (!fine || ferror(f))
            return false;
    }
    return status == 0 || refuse(t->error, "%s", machine_error(t->machine));
}

/* The reuse flags of every instruction: address, then a bit for each of the operand positions A, B, C and the one
 * behind them, in this order. */
static void write_reuse(FILE *f, const struct cubin_kernel *k)
{
    for (uint32_t i = 0; i < k->insn_count; i++) {
        uint8_t r = k->insns[i].reuse;
        fprintf(f, "%04" PRIx64 " %d%d%d%d\n", k->insns[i].pc, r & 1, r >> 1 & 1, r >> 2 & 1, r >> 3 & 1);
    }
}

static FILE *create(struct writer *t, const char *name, char path[4096])
{
    snprintf(path, 4096, "%s/%s", t->folder, name);
    FILE *f = whole_open(path);
    if (!f)
        refuse(t->error, "%s cannot be written (%s); --trace takes a folder", path, strerror(errno));
    return f;
}

static bool finish(struct writer *t, FILE *f, const char *path, bool fine)
{
    bool unwritten = ferror(f);
    if (whole_keep(f, fine) || (!fine && !unwritten))
        return fine;
    return refuse(t->error, "%s cannot be written (%s)", path, strerror(errno));
}

static bool write_kernel(struct writer *t, uint32_t id)
{
    char name[64], path[4096];
    const struct exec_launch *l = machine_launch(t->machine);
    snprintf(name, sizeof name, "kernel-%" PRIu32 ".reuse", id);
    FILE *f = create(t, name, path);
    if (!f)
        return false;
    write_reuse(f, l->kernel);
    if (!finish(t, f, path, true))
        return false;
    snprintf(name, sizeof name, "kernel-%" PRIu32 ".traceg", id);
    f = create(t, name, path);
    if (!f)
        return false;
    print_header(f, l, id);
    return finish(t, f, path, write_blocks(t, f));
}

static bool write_list(struct writer *t, uint32_t kernels)
{
    char path[4096];
    FILE *list = create(t, "kernelslist.g", path);
    if (!list)
        return false;
    for (uint32_t id = 1; id <= kernels; id++)
        fprintf(list, "kernel-%" PRIu32 ".traceg\n", id);
    return finish(t, list, path, true);
}

/* All kernels and their list, which are kept beside their places. */
static bool write_all(struct writer *t)
{
    uint32_t id = 0;
    int status;
    if (!t->warp)
        return refuse(t->error, "no memory is left for a warp");
    while ((status = machine_next_launch(t->machine)) > 0)
        if (!write_kernel(t, ++id))
            return false;
    return status == 0 ? write_list(t, id) : refuse(t->error, "%s", machine_error(t->machine));
}

bool traceg_write(struct machine *m, const char *folder, const struct sentence *error)
{
    struct writer t = {.machine = m, .folder = folder, .error = error};
    bool made = mkdir(folder, 0777) == 0;
    if (!made && errno != EEXIST)
        return refuse(t.error, "%s cannot be created (%s); --trace takes a folder", folder, strerror(errno));
    t.warp = aligned_alloc(64, sizeof *t.warp);
    bool fine = write_all(&t);
    free(t.warp);
    if (fine && !whole_take())
        fine = refuse(t.error, "%s cannot be written (%s)", folder, strerror(errno));
    whole_drop();
    if (!fine && made)
        rmdir(folder);
    return fine;
}
