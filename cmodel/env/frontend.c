/* SPDX-License-Identifier: Apache-2.0 */
#include "frontend.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block_check.h"

enum { MAX_RESIDENT = 64, ERROR_SIZE = 1024 };

static const uint64_t unknown = UINT64_MAX;

/* A block that holds a thread-block slot in this slice's view. */
struct resident {
    bool     used;
    struct block *block;        /* NULL: it has no warp here */
    uint32_t live;              /* its warps in this slice that have not ended */
    uint32_t arrived;           /* of these, at the barrier */
    uint64_t done;              /* cycle in which the last of their barriers is executed */
    uint64_t shared;            /* bytes */
};

/* What there is once for each sub-core. */
struct side {
    struct fe_warp warps[MAX_WARPS];
    uint8_t  launch_queue[MAX_WARPS];   /* admitted, not launched */
    uint32_t launch_head, launch_count;
    uint8_t  age[MAX_WARPS];    /* running slots by launch */
    uint32_t running;
    int      last_issued;       /* slot, or -1 */
    uint64_t accepting;         /* bit per slot that can take an instruction */
    uint64_t waking;            /* bit per slot whose `resume` is a known, later cycle */
    uint64_t next_wake;         /* the earliest of these */
};

struct frontend {
    const struct config *cfg;
    struct stream *stream;
    uint32_t sm, subcore, sides;        /* sub-cores `subcore` to `subcore` + `sides` - 1 of that SM */

    struct kernel kernel;
    uint32_t kernels;
    bool     in_kernel;         /* the stream has more blocks of the kernel */
    uint64_t dealt;             /* warps of this kernel dealt on this SM so far */
    uint32_t registers;         /* allocated per warp */
    struct block *pending;      /* read, not admitted */
    uint32_t offset, own;       /* sub-core of its first warp; how many of its warps are here */

    struct resident resident[MAX_RESIDENT];
    uint8_t  order[MAX_RESIDENT];   /* resident blocks, by admission */
    uint32_t residents;
    uint64_t shared_used;

    struct side side[MAX_SUBCORES];
    uint64_t launches, first_launch;    /* all, and before this kernel */
    bool     failed;
    char     error[ERROR_SIZE];
};

/* --- kernels and blocks ------------------------------------------------------------------------------------------- */

/* The sub-core, counted from this slice's first, of the warp that is dealt as the `number`-th of a kernel on this
 * SM. */
static uint32_t subcore_of(const struct frontend *fe, uint64_t number)
{
    return (uint32_t)(number % (uint32_t)fe->cfg->subcores) - fe->subcore;
}

/* Whether the warp of this place in the block that is read runs here. */
static bool runs_here(const void *reader, uint64_t block, uint32_t place)
{
    const struct frontend *fe = reader;
    return block % (uint64_t)fe->cfg->sms == fe->sm && subcore_of(fe, fe->dealt + place) < fe->sides;
}

struct frontend *frontend_create(const struct config *cfg, struct stream *stream, uint32_t sm, uint32_t subcore,
                                 uint32_t sides)
{
    struct frontend *fe = calloc(1, sizeof *fe);
    if (!fe)
        return NULL;
    fe->cfg = cfg;
    fe->stream = stream;
    stream->wants = runs_here;
    stream->reader = fe;
    fe->sm = sm;
    fe->subcore = subcore;
    fe->sides = sides;
    for (uint32_t i = 0; i < sides; i++) {
        fe->side[i].last_issued = -1;
        fe->side[i].next_wake = unknown;
    }
    return fe;
}

void frontend_destroy(struct frontend *fe)
{
    if (!fe)
        return;
    for (uint32_t i = 0; i < MAX_RESIDENT; i++)
        block_free(fe->resident[i].block);
    block_free(fe->pending);
    free(fe);
}

const char *frontend_error(const struct frontend *fe)
{
    return fe->error;
}

bool frontend_failed(const struct frontend *fe)
{
    return fe->failed;
}

uint32_t frontend_kernels(const struct frontend *fe)
{
    return fe->kernels;
}

const struct kernel *frontend_kernel(const struct frontend *fe)
{
    return &fe->kernel;
}

uint64_t frontend_first_launch(const struct frontend *fe)
{
    return fe->first_launch;
}

const struct fe_warp *frontend_warps(const struct frontend *fe, uint32_t side)
{
    return fe->side[side].warps;
}

/* Registers are handed out in multiples of lcm(8, banks). */
static uint32_t round_up_registers(const struct config *cfg, uint32_t registers)
{
    uint32_t unit = cfg->banks > 8 ? (uint32_t)cfg->banks : 8;
    return (registers + unit - 1) / unit * unit;
}

int frontend_next_kernel(struct frontend *fe)
{
    int status = fe->stream->next_kernel(fe->stream, &fe->kernel);
    if (status < 0)
        return refuse(SENTENCE(fe->error), "%s", fe->stream->error), -1;
    if (status == 0)
        return 0;
    const uint32_t *grid = fe->kernel.grid;
    struct stream_place *place = &fe->stream->place;
    *place = (struct stream_place){++fe->kernels, place->kernels, 0, (uint64_t)grid[0] * grid[1] * grid[2]};
    fe->in_kernel = true;
    fe->first_launch = fe->launches;
    fe->dealt = 0;
    fe->registers = round_up_registers(fe->cfg, fe->kernel.registers);
    return 1;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* As many blocks as thread-block slots, the grid, warp slots and shared memory allow (docs/ciao.md, 7.7). */
uint32_t frontend_shared_rows(const struct frontend *fe)
{
    const struct config *cfg = fe->cfg;
    const struct kernel *k = &fe->kernel;
    uint64_t row = 2 * (uint64_t)cfg->l1d_line, bytes = k->shared_bytes;
    uint64_t threads = (uint64_t)k->block[0] * k->block[1] * k->block[2], warps = (threads + 31) / 32;
    uint64_t blocks = least((uint64_t)cfg->sm_blocks, (uint64_t)k->grid[0] * k->grid[1] * k->grid[2]);
    if (bytes == 0 || warps == 0)
        return 0;
    blocks = least(blocks, (uint64_t)cfg->subcores * (uint64_t)cfg->warps / warps);
    blocks = least(blocks, (uint64_t)cfg->sm_shared * 1024 / bytes);
    return (uint32_t)least((blocks * bytes + row - 1) / row, (uint64_t)cfg->shared_rows);
}

/* The side on which warp `number` of the pending block runs, or NULL if that is no sub-core of this slice. */
static struct side *side_of(struct frontend *fe, uint32_t number)
{
    uint32_t subcore = subcore_of(fe, fe->offset + number);
    return subcore < fe->sides ? &fe->side[subcore] : NULL;
}

/* Deals the pending block's warps to the sub-cores. */
static void deal(struct frontend *fe)
{
    fe->offset = (uint32_t)(fe->dealt % (uint32_t)fe->cfg->subcores);
    fe->own = 0;
    for (uint32_t i = 0; i < fe->pending->warp_count; i++)
        fe->own += side_of(fe, i) != NULL;
    fe->dealt += fe->pending->warp_count;
}

static struct block_limits limits_of(const struct frontend *fe)
{
    return (struct block_limits){fe->cfg, &fe->kernel, fe->registers};
}

/* Reads on to the next block of this SM. Returns 1 with fe->pending set, 0 at the end of the kernel, -1 on an error. */
static int read_block(struct frontend *fe)
{
    const struct block_limits limits = limits_of(fe);
    struct block *block;
    int status;
    while ((status = fe->stream->next_block(fe->stream, &block)) == 1) {
        fe->stream->place.block = block->index + 1;
        if (block->index % (uint64_t)fe->cfg->sms != fe->sm) {
            block_free(block);
            continue;
        }
        fe->pending = block;
        deal(fe);
        return block_fits(&limits, block, SENTENCE(fe->error)) ? 1 : -1;
    }
    if (status < 0)
        return refuse(SENTENCE(fe->error), "%s", fe->stream->error), -1;
    fe->in_kernel = false;
    return 0;
}

/* --- admission ---------------------------------------------------------------------------------------------------- */

static bool overlaps(const struct frontend *fe, const struct side *side, uint32_t base, uint32_t count)
{
    for (int w = 0; w < fe->cfg->warps; w++) {
        const struct fe_warp *s = &side->warps[w];
        if (s->warp && base < s->base + s->registers && s->base < base + count)
            return true;
    }
    return false;
}

/* First fit in the register file: the lowest base at which `count` registers are free, or -1. Candidates are 0 and the
 * ends of what is allocated. */
static int64_t find_registers(const struct frontend *fe, const struct side *side, uint32_t count)
{
    uint32_t file = (uint32_t)(fe->cfg->banks * fe->cfg->rows);
    int64_t best = count <= file && !overlaps(fe, side, 0, count) ? 0 : -1;
    for (int w = 0; w < fe->cfg->warps && best != 0; w++) {
        const struct fe_warp *s = &side->warps[w];
        uint32_t base = s->base + s->registers;
        if (s->warp && base + count <= file && (best < 0 || base < best) && !overlaps(fe, side, base, count))
            best = base;
    }
    return best;
}

static int find_slot(const struct frontend *fe, const struct side *side)
{
    for (int w = 0; w < fe->cfg->warps; w++)
        if (!side->warps[w].warp)
            return w;
    return -1;
}

/* Gives each of the pending block's warps a slot and registers. Returns false, and takes nothing, if one finds none. */
static bool place_warps(struct frontend *fe, struct fe_warp *placed[MAX_SUBCORES * MAX_WARPS])
{
    for (uint32_t i = 0, n = 0; i < fe->pending->warp_count; i++) {
        struct side *side = side_of(fe, i);
        if (!side)
            continue;
        int slot = find_slot(fe, side);
        int64_t base = slot < 0 ? -1 : find_registers(fe, side, fe->registers);
        if (base < 0) {
            while (n-- > 0)
                placed[n]->warp = NULL;
            return false;
        }
        placed[n] = &side->warps[slot];
        *placed[n++] = (struct fe_warp){
            .warp = &fe->pending->warps[i], .block = fe->pending->index, .base = (uint32_t)base,
            .registers = fe->registers,
        };
    }
    return true;
}

/* Queues an admitted warp for its launch. */
static void queue_launch(struct frontend *fe, const struct fe_warp *w)
{
    struct side *side = fe->side;
    while (w < side->warps || w >= side->warps + MAX_WARPS)
        side++;
    side->launch_queue[(side->launch_head + side->launch_count++) % MAX_WARPS] = (uint8_t)(w - side->warps);
}

static uint32_t free_resident(const struct frontend *fe)
{
    uint32_t i = 0;
    while (fe->resident[i].used)
        i++;
    return i;
}

/* Makes the pending block resident. Returns 1 if it was admitted, 0 if it has to wait, -1 on an error. */
static int admit_block(struct frontend *fe)
{
    struct fe_warp *placed[MAX_SUBCORES * MAX_WARPS];
    if (fe->residents == (uint32_t)fe->cfg->sm_blocks
        || fe->shared_used + fe->kernel.shared_bytes > (uint64_t)fe->cfg->sm_shared * 1024 || !place_warps(fe, placed))
        return 0;

    const struct block_limits limits = limits_of(fe);
    uint32_t index = free_resident(fe);
    struct resident *r = &fe->resident[index];
    *r = (struct resident){.used = true, .block = fe->pending, .live = fe->own, .shared = fe->kernel.shared_bytes};
    fe->pending = NULL;
    fe->order[fe->residents++] = (uint8_t)index;
    fe->shared_used += r->shared;
    for (uint32_t i = 0; i < fe->own; i++) {
        placed[i]->resident = (uint8_t)index;
        if (!block_warp_runs(&limits, r->block, placed[i]->warp, SENTENCE(fe->error)))
            return -1;
        queue_launch(fe, placed[i]);
    }
    if (fe->own == 0) { /* only its place counts */
        block_free(r->block);
        r->block = NULL;
    }
    return 1;
}

static bool holds_warps(const struct frontend *fe)
{
    for (uint32_t i = 0; i < fe->residents; i++)
        if (fe->resident[fe->order[i]].live > 0)
            return true;
    return false;
}

/* Gives up what ended blocks hold: own ones, with the blocks of other slices right before them; or `all`. */
static void release_blocks(struct frontend *fe, bool all)
{
    uint32_t kept = MAX_RESIDENT;
    bool ended = all;
    for (uint32_t i = fe->residents; i-- > 0;) {
        struct resident *r = &fe->resident[fe->order[i]];
        ended = all || (r->block ? r->live == 0 : ended);
        if (!ended) {
            fe->order[--kept] = fe->order[i];
            continue;
        }
        fe->shared_used -= r->shared;
        block_free(r->block);
        *r = (struct resident){.used = false};
    }
    fe->residents = MAX_RESIDENT - kept;
    memmove(fe->order, fe->order + kept, fe->residents);
}

/* Admits blocks of the kernel until one has to wait or none is left. */
static bool admit_blocks(struct frontend *fe)
{
    int status;
    do {
        if (!fe->pending && fe->in_kernel && read_block(fe) < 0)
            return false;
        status = fe->pending ? admit_block(fe) : 0;
        if (fe->pending && status == 0 && fe->residents > 0 && !holds_warps(fe)) {
            release_blocks(fe, true); /* only blocks of other slices are in the way */
            status = 1;
        }
    } while (status > 0);
    return status == 0;
}

int frontend_admit(struct frontend *fe)
{
    release_blocks(fe, false);
    if (!admit_blocks(fe))
        return -1;
    if (holds_warps(fe))
        return FRONTEND_WORK;
    release_blocks(fe, true);
    if (fe->pending)
        return refuse(SENTENCE(fe->error), "kernel '%s' (%" PRIu32 "): a block does not fit into an idle %s",
                      fe->kernel.name, fe->kernel.id, fe->sides > 1 ? "SM" : "sub-core"), -1;
    return FRONTEND_BETWEEN;
}

/* --- launch, decode, issue ---------------------------------------------------------------------------------------- */

static uint64_t bit(uint32_t slot)
{
    return UINT64_C(1) << slot;
}

/* Has the next record made if the warp makes them one after another. Returns whether it is there. */
static bool fetch(struct frontend *fe, const struct fe_warp *w)
{
    const struct block_limits limits = limits_of(fe);
    if (!w->warp->more)
        return true;
    if (w->decoded >= w->warp->insn_count && !w->warp->more(w->warp))
        refuse(SENTENCE(fe->error), "%s", fe->stream->error);
    else if (block_record_runs(&limits, w->block, w->warp, w->decoded, SENTENCE(fe->error)))
        return true;
    fe->failed = true;
    return false;
}

static void update_accepting(struct frontend *fe, struct side *side, uint32_t slot)
{
    const struct fe_warp *w = &side->warps[slot];
    bool can = w->warp && w->running && w->resume == 0 && !w->complete
        && w->decoded - w->issued < (uint32_t)fe->cfg->ib_depth && fetch(fe, w);
    side->accepting = (side->accepting & ~bit(slot)) | (can ? bit(slot) : 0);
}

int frontend_launch(const struct frontend *fe, uint32_t side)
{
    const struct side *s = &fe->side[side];
    return s->launch_count > 0 ? s->launch_queue[s->launch_head] : -1;
}

int frontend_decode(const struct frontend *fe, uint32_t side)
{
    const struct side *s = &fe->side[side];
    if (!s->accepting)
        return -1;
    if (s->last_issued >= 0 && (s->accepting & bit((uint32_t)s->last_issued)))
        return s->last_issued;
    uint32_t i = 0;
    while (!(s->accepting & bit(s->age[i])))
        i++;
    return s->age[i];
}

const struct insn *frontend_next(const struct frontend *fe, uint32_t side, uint32_t slot)
{
    const struct fe_warp *w = &fe->side[side].warps[slot];
    return warp_insn(w->warp, w->decoded);
}

void frontend_launched(struct frontend *fe, uint32_t side)
{
    struct side *s = &fe->side[side];
    uint32_t slot = s->launch_queue[s->launch_head];
    s->launch_head = (s->launch_head + 1) % MAX_WARPS;
    s->launch_count--;
    s->age[s->running++] = (uint8_t)slot;
    s->warps[slot].running = true;
    s->warps[slot].launch = fe->launches++;
    update_accepting(fe, s, slot);
}

void frontend_decoded(struct frontend *fe, uint32_t side, uint32_t slot)
{
    struct side *s = &fe->side[side];
    struct fe_warp *w = &s->warps[slot];
    const struct insn *insn = warp_insn(w->warp, w->decoded++);
    w->complete = insn->last;
    if ((insn->branch && fe->cfg->branch_holds) || insn->barrier)
        w->resume = unknown;
    update_accepting(fe, s, slot);
}

void frontend_issued(struct frontend *fe, uint32_t side, uint32_t slot)
{
    struct side *s = &fe->side[side];
    s->warps[slot].issued++;
    s->last_issued = (int)slot;
    update_accepting(fe, s, slot);
}

/* --- branches and barriers ---------------------------------------------------------------------------------------- */

static void resume_at(struct side *s, uint32_t slot, uint64_t cycle)
{
    s->warps[slot].resume = cycle;
    s->waking |= bit(slot);
    s->next_wake = cycle < s->next_wake ? cycle : s->next_wake;
}

void frontend_branch(struct frontend *fe, uint32_t side, uint32_t slot, uint64_t done)
{
    if (fe->cfg->branch_holds)
        resume_at(&fe->side[side], slot, done + 1);
}

/* Lets the warps at the block's barrier go on if no other live one is missing. */
static void open_barrier(struct frontend *fe, uint32_t index)
{
    struct resident *r = &fe->resident[index];
    if (r->arrived == 0 || r->arrived < r->live)
        return;
    for (uint32_t i = 0; i < fe->sides * MAX_WARPS; i++) {
        struct side *s = &fe->side[i / MAX_WARPS];
        struct fe_warp *w = &s->warps[i % MAX_WARPS];
        if (!w->warp || w->resident != index || !w->at_barrier)
            continue;
        w->at_barrier = false;
        resume_at(s, i % MAX_WARPS, r->done + 1);
    }
    r->arrived = 0;
    r->done = 0;
}

void frontend_barrier(struct frontend *fe, uint32_t side, uint32_t slot, uint64_t done)
{
    struct fe_warp *w = &fe->side[side].warps[slot];
    struct resident *r = &fe->resident[w->resident];
    if (w->complete) /* its last record: the warp ends instead of waiting */
        return;
    w->at_barrier = true;
    r->arrived++;
    r->done = done > r->done ? done : r->done;
    open_barrier(fe, w->resident);
}

uint64_t frontend_awaited(const struct frontend *fe, uint32_t side)
{
    const struct side *s = &fe->side[side];
    uint64_t set = 0;
    for (uint32_t i = 0; i < s->running; i++) {
        const struct fe_warp *w = &s->warps[s->age[i]];
        if (!w->at_barrier && fe->resident[w->resident].arrived > 0)
            set |= bit(s->age[i]);
    }
    return set;
}

void frontend_ended(struct frontend *fe, uint32_t side, uint32_t slot)
{
    struct side *s = &fe->side[side];
    struct fe_warp *w = &s->warps[slot];
    uint32_t index = w->resident, i = 0;
    while (s->age[i] != slot)
        i++;
    s->running--;
    memmove(s->age + i, s->age + i + 1, s->running - i);
    *w = (struct fe_warp){.warp = NULL};
    s->accepting &= ~bit(slot);
    s->waking &= ~bit(slot);
    if (s->last_issued == (int)slot)
        s->last_issued = -1;
    fe->resident[index].live--;
    open_barrier(fe, index);
}

/* Lets the warps of a sub-core go on whose cycle comes. */
static void wake(struct frontend *fe, struct side *s, uint64_t next)
{
    s->next_wake = unknown;
    for (uint64_t rest = s->waking; rest; rest &= rest - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        struct fe_warp *w = &s->warps[slot];
        if (w->resume <= next) {
            w->resume = 0;
            s->waking &= ~bit(slot);
            update_accepting(fe, s, slot);
        } else if (w->resume < s->next_wake) {
            s->next_wake = w->resume;
        }
    }
}

void frontend_tick(struct frontend *fe, uint64_t now)
{
    for (uint32_t i = 0; i < fe->sides; i++)
        if (now + 1 >= fe->side[i].next_wake)
            wake(fe, &fe->side[i], now + 1);
}

uint64_t frontend_event(const struct frontend *fe, uint32_t side)
{
    return fe->side[side].next_wake;
}
