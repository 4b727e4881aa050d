/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control flow. Lanes that run together are a path. A divergent branch splits a path in two; the fall-through path goes
 * on first. BSSY notes the lanes of a path in a convergence barrier; at BSYNC lanes wait until all of these, but those
 * that have ended or left by BREAK, have come, and go on as one. Every lane has its own copy of the sixteen barriers:
 * two paths may use the same number for different lanes, as recursion does, which saves barriers by BMOV. WARPSYNC
 * waits for a mask of lanes. A path that waits for the block's barrier (BAR) is merged with the others of its warp that
 * wait at the same address.
 */
#include <inttypes.h>
#include <string.h>

#include "exec.h"

static const struct sass_operand *find(const struct sass_insn *insn, uint8_t kind)
{
    for (uint32_t i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == kind)
            return &insn->operand[i];
    return NULL;
}

/* --- paths -------------------------------------------------------------------------------------------------------- */

static void remove_path(struct exec_warp *w, uint32_t index)
{
    memmove(&w->path[index], &w->path[index + 1], (--w->path_count - index) * sizeof w->path[0]);
    if (w->current > index)
        w->current--;
}

/* Lanes `mask` leave the current path for one of their own at `pc`. Paths hold disjoint lanes, so there is room. */
void exec_split(struct exec_warp *w, uint32_t mask, uint32_t pc)
{
    struct exec_path *path = &w->path[w->current];
    if (mask == 0)
        return;
    if (mask == path->mask) {
        path->pc = pc;
        return;
    }
    path->mask &= ~mask;
    w->path[w->path_count++] = (struct exec_path){.pc = pc, .mask = mask};
}

/* Ready paths at the same address become one. */
static void merge(struct exec_warp *w)
{
    for (uint32_t i = 0; i < w->path_count; i++)
        for (uint32_t j = w->path_count; j-- > i + 1;) {
            struct exec_path *a = &w->path[i], *b = &w->path[j];
            if (a->state != PATH_READY || b->state != PATH_READY || a->pc != b->pc)
                continue;
            a->mask |= b->mask;
            if (w->current == j)
                w->current = i;
            remove_path(w, j);
        }
}

/* Paths that wait as `state`, at `barrier` if it is one of those, go on behind the instruction at which they wait. */
static void release(struct exec_warp *w, uint8_t state, uint32_t barrier)
{
    for (uint32_t i = 0; i < w->path_count; i++) {
        struct exec_path *p = &w->path[i];
        if (p->state != state || (state != PATH_WARPSYNC && p->barrier != barrier))
            continue;
        p->state = PATH_READY;
        p->pc++;
    }
    merge(w);
}

static uint32_t waiting(const struct exec_warp *w, uint8_t state, uint32_t barrier)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < w->path_count; i++)
        if (w->path[i].state == state && (state == PATH_WARPSYNC || w->path[i].barrier == barrier))
            mask |= w->path[i].mask;
    return mask;
}

uint32_t exec_waiting(const struct exec_warp *w, uint32_t barrier)
{
    return waiting(w, PATH_BAR, barrier);
}

void exec_open(struct exec_warp *w, uint32_t barrier)
{
    release(w, PATH_BAR, barrier);
}

/* Lanes `mask` that wait at convergence barrier `b` go on behind their BSYNC. */
static void release_lanes(struct exec_warp *w, uint32_t b, uint32_t mask)
{
    for (uint32_t i = 0, count = w->path_count; i < count; i++) {
        struct exec_path *p = &w->path[i];
        if (p->state != PATH_BSYNC || p->barrier != b || (p->mask & mask) == 0)
            continue;
        if ((p->mask & ~mask) != 0) {
            w->path[w->path_count++] = (struct exec_path){
                .pc = p->pc, .mask = p->mask & ~mask, .state = PATH_BSYNC, .barrier = (uint8_t)b};
            p->mask &= mask;
        }
        p->state = PATH_READY;
        p->pc++;
    }
    for (uint32_t l = 0; l < SASS_LANES; l++)
        if (mask >> l & 1)
            w->converge[b][l] = 0;
}

/* The lanes that meet at barrier `b` with lane `l`, which waits there; 0 if one of them is still to come. */
static uint32_t complete(const struct exec_warp *w, uint32_t b, uint32_t l, uint32_t arrived)
{
    uint32_t lanes = w->converge[b][l] & w->alive;
    if (!(lanes >> l & 1))
        return UINT32_C(1) << l;
    if (lanes & ~arrived)
        return 0;
    for (uint32_t m = 0; m < SASS_LANES; m++)
        if (lanes >> m & 1 && (w->converge[b][m] & w->alive) != lanes)
            return 0;
    return lanes;
}

/* Opens what is complete now that lanes have come, left or ended. */
static void settle(struct exec_warp *w)
{
    for (uint32_t b = 0; b < EXEC_BARRIERS; b++) {
        uint32_t arrived = waiting(w, PATH_BSYNC, b), left = arrived;
        while (left) {
            uint32_t l = (uint32_t)__builtin_ctz(left), lanes = complete(w, b, l, arrived);
            if (lanes)
                release_lanes(w, b, lanes);
            left &= ~(lanes | UINT32_C(1) << l);
        }
    }
    merge(w);
    uint32_t arrived = waiting(w, PATH_WARPSYNC, 0), wanted = 0;
    for (uint32_t i = 0; i < w->path_count; i++)
        if (w->path[i].state == PATH_WARPSYNC)
            wanted |= w->path[i].until;
    if (arrived && (wanted & w->alive & ~arrived) == 0)
        release(w, PATH_WARPSYNC, 0);
}

/* The lanes `mask` of the current path wait; the others go on behind the instruction. */
static void wait_at(struct exec_warp *w, uint32_t mask, uint8_t state, uint8_t barrier, uint32_t until)
{
    struct exec_path *path = &w->path[w->current];
    uint32_t pc = path->pc;
    exec_split(w, path->mask & ~mask, pc + 1);  /* the current path keeps the waiting lanes */
    path = &w->path[w->current];
    if (mask == 0)
        return;
    path->state = state;
    path->barrier = barrier;
    path->until = until;
    path->pc = pc;
    settle(w);
}

/* --- instructions ------------------------------------------------------------------------------------------------- */

static void end_lanes(struct exec_warp *w, uint32_t mask)
{
    struct exec_path *path = &w->path[w->current];
    w->alive &= ~mask;
    path->mask &= ~mask;
    path->pc++;
    if (path->mask == 0)
        remove_path(w, w->current);
    if (w->alive == 0)
        w->block->live &= ~(UINT32_C(1) << w->number);
    settle(w);
}

/* Whether code that the file does not hold lies there, with a sentence. */
static bool leaves_file(struct exec_warp *w, uint64_t target)
{
    const char *name = cubin_find_outside(w->launch->kernel, target);
    if (name)
        exec_fail(w, "it calls %.200s, which is not in the file; kernels that do not come to a call of the driver "
                  "(printf, malloc, a launch, a failed assertion) are accepted", name);
    return name;
}

static void branch(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    const struct sass_operand *label = find(insn, SASS_LABEL);
    struct exec_path *path = &w->path[w->current];
    uint32_t taken = mask ? w->out.taken & mask : 0;
    w->run_length++;
    if (!label || label->value < 0 || label->value % SASS_BYTES != 0) {
        exec_fail(w, "the branch has no target");
        return;
    }
    if (taken && leaves_file(w, (uint64_t)label->value))
        return;
    path->pc++;
    exec_split(w, taken, (uint32_t)(label->value / SASS_BYTES));
}

/* BRX, JMX, RET: every lane may have a target of its own. */
static void indirect(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    const struct sass_operand *reg = find(insn, SASS_REG), *ureg = find(insn, SASS_UREG),
                              *label = find(insn, SASS_LABEL);
    uint64_t add = label ? (uint64_t)label->value : 0;
    struct exec_path *path = &w->path[w->current];
    uint32_t left = mask;
    w->run_length++;
    path->pc++;
    while (left) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), same = 0;
        uint64_t target = 0;
        for (uint32_t l = lane; l < SASS_LANES; l++) {
            if (!(left >> l & 1))
                continue;
            uint64_t t = add;
            if (reg) {
                t += w->in.reg[reg->position][l];
                if (reg->regs > 1)
                    t += (uint64_t)w->in.reg[reg->position + 1][l] << 32;
            } else if (ureg) {
                t += w->in.scalar[ureg - insn->operand];
            }
            if (l == lane)
                target = t;
            same |= t == target ? UINT32_C(1) << l : 0;
        }
        if (leaves_file(w, target))
            return;
        target = cubin_code_address(w->launch->kernel, target);
        if (target % SASS_BYTES != 0 || target / SASS_BYTES >= w->launch->kernel->insn_count) {
            exec_fail(w, "lane %" PRIu32 " jumps to 0x%" PRIx64 "; the code has 0x%" PRIx64 " bytes", lane, target,
                      (uint64_t)w->launch->kernel->insn_count * SASS_BYTES);
            return;
        }
        exec_split(w, same, (uint32_t)(target / SASS_BYTES));
        left &= ~same;
    }
}

static uint32_t value_of(const struct exec_warp *w, const struct sass_insn *insn, const struct sass_operand *o,
                         uint32_t lane)
{
    return o->kind == SASS_REG ? w->in.reg[o->position][lane] : (uint32_t)w->in.scalar[o - insn->operand];
}

static void warp_sync(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    uint32_t until = UINT32_MAX;
    for (uint32_t i = 0; i < insn->operand_count && mask; i++)
        if (insn->operand[i].kind == SASS_REG || insn->operand[i].kind == SASS_IMM)
            until = value_of(w, insn, &insn->operand[i], (uint32_t)__builtin_ctz(mask));
    wait_at(w, mask, PATH_WARPSYNC, 0, until);
}

/* BREAK: the lanes `mask` no longer take part in barrier `b`, for themselves and for those that they would have met. */
static void leave(struct exec_warp *w, uint32_t b, uint32_t mask)
{
    uint32_t met = 0;
    for (uint32_t l = 0; l < SASS_LANES; l++)
        if (mask >> l & 1) {
            met |= w->converge[b][l];
            w->converge[b][l] = 0;
        }
    for (uint32_t l = 0; l < SASS_LANES; l++)
        if (met >> l & 1)
            w->converge[b][l] &= ~mask;
}

/* Whoever waits at a BSYNC goes on; the others will not wait for him any more. */
void exec_release_waiting(struct exec_warp *w)
{
    for (uint32_t b = 0; b < EXEC_BARRIERS; b++) {
        uint32_t mask = waiting(w, PATH_BSYNC, b);
        if (mask == 0)
            continue;
        leave(w, b, mask);
        release_lanes(w, b, mask);
    }
    merge(w);
    w->run_length = UINT32_MAX / 2;
}

/* BMOV: a convergence barrier's lanes to a register and back. */
static void move_barrier(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    const struct sass_operand *to = &insn->operand[0], *from = insn->operand_count > 1 ? &insn->operand[1] : NULL;
    w->path[w->current].pc++;
    if (!mask || !from)
        return;
    if (to->kind == SASS_REG && from->kind == SASS_BREG) {
        uint32_t *lanes = w->converge[from->reg % EXEC_BARRIERS];
        memcpy(w->out.reg[0], lanes, sizeof w->out.reg[0]);
        w->given[0] = mask;
        for (uint32_t l = 0; l < SASS_LANES && insn->clear; l++)
            if (mask >> l & 1)
                lanes[l] = 0;
    } else if (to->kind == SASS_BREG && (from->kind == SASS_REG || from->kind == SASS_IMM)) {
        for (uint32_t l = 0; l < SASS_LANES; l++)
            if (mask >> l & 1)
                w->converge[to->reg % EXEC_BARRIERS][l] = value_of(w, insn, from, l);
        settle(w);
    } else {
        exec_fail(w, "this form of BMOV is not executed");
    }
}

/* --- the block's barriers ----------------------------------------------------------------------------------------- */

/* BAR: operand 0 is the barrier, a further one the number of threads. Lanes of a warp arrive together or path by path.
 * */
static void barrier(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    uint32_t operand[2] = {0, 0}, count = 0, lane = mask ? (uint32_t)__builtin_ctz(mask) : 0;
    if (!mask) {
        w->path[w->current].pc++;
        return;
    }
    for (uint32_t i = 0; i < insn->operand_count && count < 2; i++)
        if (insn->operand[i].kind == SASS_REG || insn->operand[i].kind == SASS_IMM)
            operand[count++] = value_of(w, insn, &insn->operand[i], lane);
    if (count > 0 && (insn->lo >> 9 & 7) == 1) {    /* both in one register */
        operand[1] = operand[0] >> 16 & 0xfff;
        operand[0] &= 0xffff;
        count = 2;
    }
    uint32_t number = operand[0] % EXEC_BARRIERS, expected = count > 1 ? operand[1] : 0;
    if (operand[0] >= EXEC_BARRIERS || expected % SASS_LANES != 0) {
        exec_fail(w, "barrier %" PRIu32 " for %" PRIu32 " threads; there are 16 barriers, for multiples of 32 threads",
                  operand[0], expected);
        return;
    }
    struct exec_block *b = w->block;
    if (!w->replay)
        b->bar_expected[number] = expected;
    if (insn->mode == SASS_BAR_ARV) {
        if (!w->replay)
            b->bar_arrived[number] += SASS_LANES;
        w->changes++;
        w->path[w->current].pc++;
        return;
    }
    const struct sass_operand *pred = find(insn, SASS_PRED);
    if (!w->replay && pred && insn->mode >= SASS_BAR_RED_POPC && insn->mode <= SASS_BAR_RED_OR) {
        struct exec_reduction *red = &b->red[number];
        red->mode = insn->mode;
        red->true_lanes += (uint32_t)__builtin_popcount((w->in.pred[pred->reg] ^ (pred->inv ? UINT32_MAX : 0)) & mask);
        red->lanes += (uint32_t)__builtin_popcount(mask);
    }
    wait_at(w, mask, PATH_BAR, (uint8_t)number, 0);
    bool whole = expected == 0 || expected >= w->launch->warps * SASS_LANES;
    w->last_barrier = whole && exec_waiting(w, number) == w->alive;
}

/* B2R.RESULT: what the last BAR.RED has given. */
static void barrier_result(struct exec_warp *w, const struct sass_insn *insn, uint32_t mask)
{
    uint32_t words[2] = {w->bar_result[0], w->bar_result[1]};
    w->path[w->current].pc++;
    if (!mask)
        return;
    if (w->log && (w->replay ? !exec_log_get(w->log, words, 3) : !exec_log_put(w->log, words, 3))) {
        exec_fail(w, "no memory is left for the log of the warp");
        return;
    }
    for (uint32_t l = 0; l < SASS_LANES; l++)
        w->out.reg[0][l] = words[0];
    w->given[0] = mask;
    for (uint32_t set = insn->pred_write; set; set &= set - 1)
        w->out.pred[__builtin_ctz(set)] = words[1] ? UINT32_MAX : 0;
}

void exec_control(struct exec_warp *w, const struct exec_plan *p, struct exec_path *path, uint32_t mask)
{
    const struct sass_insn *insn = p->insn;
    const struct sass_operand *breg = find(insn, SASS_BREG);
    uint8_t number = breg ? breg->reg % EXEC_BARRIERS : 0;
    switch (p->kind) {
    case EXEC_BRANCH: case EXEC_CALL:
        if (p->kind == EXEC_CALL && find(insn, SASS_REG))
            indirect(w, insn, mask);
        else
            branch(w, insn, mask);
        break;
    case EXEC_INDIRECT: indirect(w, insn, mask); break;
    case EXEC_EXIT: end_lanes(w, mask ? w->out.taken & mask : 0); break;
    case EXEC_BSSY:
        for (uint32_t l = 0; l < SASS_LANES; l++)
            if (mask >> l & 1)
                w->converge[number][l] = mask;
        path->pc++;
        break;
    case EXEC_BSYNC: wait_at(w, mask, PATH_BSYNC, number, 0); break;
    case EXEC_BREAK:
        leave(w, number, mask ? w->out.taken & mask : 0);
        path->pc++;
        settle(w);
        break;
    case EXEC_BMOV: move_barrier(w, insn, mask); break;
    case EXEC_WARPSYNC: warp_sync(w, insn, mask); break;
    case EXEC_YIELD:
        path->pc++;
        w->run_length = UINT32_MAX / 2;
        break;
    case EXEC_BAR: barrier(w, insn, mask); break;
    case EXEC_FENCE:
        w->fenced |= mask != 0;
        path->pc++;
        break;
    default: barrier_result(w, insn, mask); break;
    }
}
