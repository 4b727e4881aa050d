/* SPDX-License-Identifier: Apache-2.0 */
#include "exec.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Branches after which another path of the warp has its turn; where warps wait for each other through memory, lanes do,
 * too. */
enum { RUN_LENGTH = 4096, SHORT_RUN_LENGTH = 16 };

/* --- start -------------------------------------------------------------------------------------------------------- */

/* What a register holds that nothing has been written to: some function of where it is. */
uint32_t exec_initial(uint32_t block, uint32_t warp, uint32_t reg, uint32_t lane)
{
    uint32_t x = block * 0x9e3779b1u ^ warp * 0x85ebca77u ^ reg * 0xc2b2ae3du;
    x = (x ^ x >> 15) * 0x2c1b3c6du + lane * 0x01000193u;
    x = (x ^ x >> 12) * 0x297a2d39u;
    return x ^ x >> 15;
}

static uint32_t lanes_of(const struct exec_launch *l, uint32_t warp)
{
    uint32_t left = l->threads - warp * SASS_LANES;
    return left >= SASS_LANES ? UINT32_MAX : (UINT32_C(1) << left) - 1;
}

void exec_start(struct exec_warp *w, const struct exec_launch *l, struct exec_block *block, uint32_t number)
{
    uint8_t *local = w->local;
    struct exec_warp *before = w->before;
    uint32_t registers = l->kernel->registers < SASS_RZ ? l->kernel->registers : SASS_RZ;
    memset(w, 0, sizeof *w);
    for (uint32_t r = 0; r < registers; r++)
        for (uint32_t lane = 0; lane < SASS_LANES; lane++)
            w->reg[r][lane] = exec_initial(block->number, number, r, lane);
    w->pred[SASS_PT] = UINT32_MAX;
    w->upred = 1u << SASS_PT;
    w->launch = l;
    w->block = block;
    w->number = number;
    w->alive = lanes_of(l, number);
    block->live |= UINT32_C(1) << number;
    w->path_count = 1;
    w->path[0] = (struct exec_path){.pc = (uint32_t)(l->kernel->entry / SASS_BYTES), .mask = w->alive};
    w->local = local;
    w->before = before;
    if (local)
        memset(local, 0, (size_t)l->local_bytes * SASS_LANES);
}

/* --- operands ----------------------------------------------------------------------------------------------------- */

/* A constant operand, `index` bytes behind its offset. Returns false if it does not lie in its bank. */
static bool read_constant(const struct exec_launch *l, const struct sass_insn *insn, const struct sass_operand *o,
                          uint32_t index, uint64_t *value)
{
    uint32_t bytes = exec_constant_bytes(insn, o), at = (uint32_t)o->value + index;
    *value = 0;
    if (!exec_in_bank(l, o->bank, at, bytes))
        return false;
    memcpy(value, l->bank[o->bank].data + at, bytes);
    return true;
}

static bool set_scalars(struct exec_warp *w, const struct exec_plan *p)
{
    memcpy(w->in.scalar, p->scalar, sizeof w->in.scalar);
    for (uint32_t i = 0; i < p->uniform_count; i++) {
        const struct sass_operand *o = &p->insn->operand[p->uniform[i]];
        bool address = o->kind == SASS_ADDR;
        if (o->kind == SASS_CONST) {
            if (read_constant(w->launch, p->insn, o, w->ureg[o->ureg], &w->in.scalar[p->uniform[i]]))
                continue;
            exec_out_of_bank(w, o->bank, (uint32_t)o->value + w->ureg[o->ureg], exec_constant_bytes(p->insn, o));
            return false;
        }
        uint32_t reg = address ? o->ureg : o->reg, count = address ? o->uregs : o->regs;
        uint64_t value = w->ureg[reg];
        if (count > 1 && reg < SASS_URZ)
            value |= (uint64_t)w->ureg[reg + 1] << 32;
        w->in.scalar[p->uniform[i]] = value;
    }
    return true;
}

static bool set_inputs(struct exec_warp *w, const struct exec_plan *p, uint32_t mask)
{
    const struct sass_insn *insn = p->insn;
    w->in.mask = mask;
    for (uint32_t i = 0; i < insn->read_count; i++)
        w->in.reg[i] = w->reg[insn->read[i]];
    memcpy(w->in.pred, w->pred, sizeof w->in.pred);
    w->in.upred = w->upred;
    return set_scalars(w, p);
}

static void write_register(struct exec_warp *w, uint32_t reg, const uint32_t value[SASS_LANES], uint32_t mask)
{
    if (reg == SASS_RZ)
        return;
    if (mask == UINT32_MAX) {
        memcpy(w->reg[reg], value, sizeof w->reg[reg]);
        return;
    }
    for (uint32_t l = 0; l < SASS_LANES; l++)
        w->reg[reg][l] = mask >> l & 1 ? value[l] : w->reg[reg][l];
}

static void write_results(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    const struct sass_outputs *out = &w->out;
    for (uint32_t i = 0; i < insn->write_count; i++)
        write_register(w, insn->write[i], out->reg[i], mask);
    for (uint32_t set = insn->pred_write; set; set &= set - 1) {
        uint32_t p = (uint32_t)__builtin_ctz(set);
        w->pred[p] = (w->pred[p] & ~mask) | (out->pred[p] & mask);
    }
    if (insn->upred_write)
        w->upred = (uint8_t)((w->upred & ~insn->upred_write) | (out->upred & insn->upred_write));
    if (insn->ureg_write) {
        uint32_t first = (uint32_t)__builtin_ctzll(insn->ureg_write);
        w->ureg[first] = (uint32_t)out->ureg;
        if (insn->ureg_write >> first & 2)
            w->ureg[first + 1] = (uint32_t)(out->ureg >> 32);
    }
}

/* Lanes of the path in which the guard predicate is true. */
static uint32_t guarded(const struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    uint32_t value = insn->guard_uniform ? (w->upred >> insn->guard & 1 ? UINT32_MAX : 0) : w->pred[insn->guard];
    return mask & (insn->guard_not ? ~value : value);
}

/* --- one instruction ---------------------------------------------------------------------------------------------- */

/* A path that can go on: the current one, else the last; the next one when turns change. NULL if all wait. */
static struct exec_path *pick(struct exec_warp *w)
{
    bool turn = w->run_length >= (w->launch->races ? SHORT_RUN_LENGTH : RUN_LENGTH);
    if (w->current < w->path_count && w->path[w->current].state == PATH_READY && !turn)
        return &w->path[w->current];
    uint32_t start = turn ? w->current : w->path_count;
    if (turn) {
        w->run_length = 0;
        exec_spin(w);
    }
    for (uint32_t i = 1; i <= w->path_count; i++) {
        uint32_t at = (start + w->path_count - i) % w->path_count;
        if (w->path[at].state == PATH_READY) {
            w->current = at;
            return &w->path[at];
        }
    }
    return NULL;
}

/* No path can go on. */
static enum exec_status stuck(struct exec_warp *w)
{
    bool opened = false;
    if (w->path_count == 0)
        return EXEC_ENDED;
    for (uint32_t b = 0; b < EXEC_BARRIERS; b++)
        if (exec_waiting(w, b)) {
            opened = true;
            if (w->replay)
                exec_open(w, b);
        }
    if (opened)
        return w->replay ? exec_step(w) : EXEC_WAITING;
    return exec_fail(w, "lanes 0x%08" PRIx32 " wait for lanes that never come to their BSYNC or WARPSYNC",
                     w->path[0].mask);
}

/* Whether the functional run has let lanes go behind the instruction that was the last. */
static bool was_let_go(const struct exec_warp *w)
{
    const struct exec_log *log = w->log;
    return w->replay && log && log->let_go_next < log->let_go_count && log->let_go[log->let_go_next] == w->executed;
}

/* Whether all lanes `mask` have got all registers that come from memory or from a barrier. The others are those of
 * sass_compute(), which sass_executable() has made sure of. */
static bool results_given(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    if (!sass_given(insn))
        return true;
    for (uint32_t i = 0; i < insn->write_count; i++)
        if (insn->write[i] != SASS_RZ && (mask & ~w->given[i])) {
            exec_fail(w, "the executor gives R%u no value, which is a fault of this program", insn->write[i]);
            return false;
        }
    return true;
}

enum exec_status exec_step(struct exec_warp *w)
{
    for (; was_let_go(w); w->log->let_go_next++)
        exec_release_waiting(w);
    struct exec_path *path = w->path_count ? pick(w) : NULL;
    if (!path)
        return stuck(w);
    if (path->pc >= w->launch->kernel->insn_count)
        return exec_fail(w, "execution goes on at address 0x%" PRIx64 ", behind the end of the code",
                         (uint64_t)path->pc * SASS_BYTES);

    const struct exec_plan *p = &w->launch->plan[path->pc];
    const struct sass_insn *insn = p->insn;
    uint32_t mask = guarded(w, insn, path->mask), special[2 * SASS_LANES];
    w->last = p;
    w->last_mask = mask;
    w->last_barrier = false;
    w->executed++;
    w->threads += (uint32_t)__builtin_popcount(mask);
    if (p->kind == EXEC_REFUSED && mask)
        return exec_refuse(w, p);
    if (!set_inputs(w, p, mask) && mask)
        return EXEC_FAILED;
    w->error[0] = '\0';
    memset(w->given, 0, sizeof w->given);
    if (mask) {
        if (p->kind == EXEC_SPECIAL) {
            if (!exec_special(w, p, special))
                return EXEC_FAILED;
            w->in.special = special;
        }
        if (!sass_compute(insn, &w->in, &w->out))
            return exec_refuse(w, p);
        if (p->kind >= EXEC_LOAD && p->kind <= EXEC_LOAD_CONST && !exec_memory(w, p, mask))
            return EXEC_FAILED;
    }
    if (p->kind >= EXEC_BRANCH && p->kind <= EXEC_FENCE)
        exec_control(w, p, path, mask);
    else
        path->pc++;
    if (w->error[0])
        return EXEC_FAILED;
    if (mask && !results_given(w, insn, mask))
        return EXEC_FAILED;
    if (mask)
        write_results(w, insn, mask);
    return EXEC_STEPPED;
}

/* --- preparing a launch ------------------------------------------------------------------------------------------- */

static uint8_t kind_of(const struct sass_insn *insn)
{
    switch (insn->op) {
    case SASS_LD: case SASS_LDG: case SASS_LDL: case SASS_LDS: return EXEC_LOAD;
    case SASS_ST: case SASS_STG: case SASS_STL: case SASS_STS: return EXEC_STORE;
    case SASS_ATOM: case SASS_ATOMG: case SASS_ATOMS: case SASS_RED: return EXEC_ATOMIC;
    case SASS_LDSM: return EXEC_LOAD_MATRIX;
    case SASS_LDC: return EXEC_LOAD_CONST;
    case SASS_BRA: case SASS_JMP: return EXEC_BRANCH;
    case SASS_EXIT: return EXEC_EXIT;
    case SASS_BSSY: return EXEC_BSSY;
    case SASS_BSYNC: return EXEC_BSYNC;
    case SASS_BREAK: return EXEC_BREAK;
    case SASS_BMOV: return EXEC_BMOV;
    case SASS_WARPSYNC: return EXEC_WARPSYNC;
    case SASS_YIELD: case SASS_NANOSLEEP: return EXEC_YIELD;
    case SASS_CALL: return EXEC_CALL;
    case SASS_BRX: case SASS_BRXU: case SASS_JMX: case SASS_RET: return EXEC_INDIRECT;
    case SASS_BAR: return EXEC_BAR;
    case SASS_B2R: return EXEC_BAR_RESULT;
    case SASS_MEMBAR: return EXEC_FENCE;
    case SASS_S2R: case SASS_CS2R: case SASS_S2UR: return EXEC_SPECIAL;
    case SASS_BPT: case SASS_KILL: case SASS_RTT: case SASS_RPCMOV: return EXEC_REFUSED;
    default: return EXEC_COMPUTE;
    }
}

static void plan_operand(const struct exec_launch *l, struct exec_plan *p, uint32_t i)
{
    const struct sass_operand *o = &p->insn->operand[i];
    bool uniform = (o->kind == SASS_UREG && !o->dst)
        || ((o->kind == SASS_ADDR || o->kind == SASS_CONST) && o->uregs > 0);
    if (o->kind == SASS_IMM || o->kind == SASS_FIMM || o->kind == SASS_LABEL)
        p->scalar[i] = (uint64_t)o->value;
    else if (o->kind == SASS_CONST && o->reg == SASS_RZ && o->uregs == 0
             && !read_constant(l, p->insn, o, 0, &p->scalar[i]))
        p->kind = EXEC_REFUSED;
    else if (o->kind == SASS_UCONST)    /* the handle of a bindless bank is the driver's secret */
        p->kind = EXEC_REFUSED;
    if (uniform && p->uniform_count < sizeof p->uniform)
        p->uniform[p->uniform_count++] = (uint8_t)i;
}

bool exec_prepare(struct exec_launch *l)
{
    uint32_t count = l->kernel->insn_count;
    l->plan = calloc(count ? count : 1, sizeof *l->plan);
    if (!l->plan)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct exec_plan *p = &l->plan[i];
        p->insn = &l->kernel->insns[i];
        p->kind = sass_executable(p->insn) && !exec_misencoded(p->insn) ? kind_of(p->insn) : EXEC_REFUSED;
        for (uint32_t o = 0; o < p->insn->operand_count; o++)
            plan_operand(l, p, o);
    }
    return true;
}

void exec_release(struct exec_launch *l)
{
    free(l->plan);
    l->plan = NULL;
}
