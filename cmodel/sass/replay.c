/* SPDX-License-Identifier: Apache-2.0 */
#include "replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/look_ahead.h"
#include "memory_operation.h"

/* Base of the addresses that local memory has in a cache: the words of a warp's lanes lie side by side. */
#define LOCAL_BASE UINT64_C(0x7e0000000000)

/* What an execution of an instruction took and gave. It belongs to the first of its records. */
struct payload {
    const struct record_shape *shape;
    const struct sass_insn *insn;
    uint32_t mask;
    uint64_t scalar[SASS_MAX_OPERANDS];
    uint32_t pred[8], pred_out[8];
    uint8_t  upred, upred_out;
    uint64_t ureg_out;
    uint32_t result[SASS_MAX_WRITES][SASS_LANES];
    uint8_t  uop;                       /* number of the record in its instruction */
    uint32_t delivered;                 /* records whose operands have come, */
    uint32_t (*operand)[SASS_LANES];    /* and these: entries of insn.read; NULL until a cracked instruction needs it */
};

/* A warp that is replayed. */
struct replay {
    struct exec_warp *warp;             /* NULL until the first record is asked for */
    const struct replay_kernel *kernel;
    struct warp *records;               /* whose state this is */
    struct exec_block place;
    uint32_t number;                    /* in the block */
    struct exec_log log;                /* the words are the block's */
    uint32_t made;                      /* records in the ring, released or not */
    uint64_t made_insns, released_insns;
    bool     ended;
    struct payload *payload;            /* one per record of the ring */
};

/* --- records ------------------------------------------------------------------------------------------------------ */

static uint64_t cache_address(const struct replay *r, const struct sass_insn *insn, uint32_t lane, uint64_t a)
{
    if (insn->op != SASS_LDL && insn->op != SASS_STL)
        return a;
    const struct exec_launch *l = r->warp->launch;
    uint64_t warp = (uint64_t)r->place.number * l->warps + r->number;
    return LOCAL_BASE + (warp * l->local_bytes + a / 4 * 4) * SASS_LANES + 4 * lane + a % 4;
}

static bool is_generic(const struct sass_insn *insn)
{
    return insn->op == SASS_LD || insn->op == SASS_ST || insn->op == SASS_ATOM;
}

/* The space that a generic access finds: global memory if one of its lanes does. */
static uint8_t space_of(const struct exec_warp *w, uint32_t mask)
{
    bool local = false;
    for (uint32_t set = mask; set; set &= set - 1) {
        enum sass_mode space = sass_space(w->out.address[__builtin_ctz(set)]);
        if (space == SASS_SPACE_GLOBAL)
            return SPACE_GLOBAL;
        local |= space == SASS_SPACE_LOCAL;
    }
    return local ? SPACE_LOCAL : SPACE_SHARED;
}

/* Addresses of the lanes that access memory, without gaps; and the space that a generic access finds. */
static void put_addresses(struct replay *r, struct insn *n, const struct sass_insn *insn, uint32_t slot)
{
    uint64_t *to = r->records->addresses + (size_t)slot * SASS_LANES;
    for (uint32_t set = n->mask; set; set &= set - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(set);
        *to++ = cache_address(r, insn, l, r->warp->out.address[l]);
    }
    if (is_generic(insn) && n->mask)
        n->space = space_of(r->warp, n->mask);
}

static void put_payload(const struct replay *r, struct payload *p, const struct record_shape *shape)
{
    const struct exec_warp *w = r->warp;
    const struct sass_insn *insn = w->last->insn;
    p->shape = shape;
    p->insn = insn;
    p->mask = w->last_mask;
    memcpy(p->scalar, w->in.scalar, sizeof p->scalar);
    memcpy(p->pred, w->in.pred, sizeof p->pred);
    memcpy(p->pred_out, w->out.pred, sizeof p->pred_out);
    p->upred = w->in.upred;
    p->upred_out = w->out.upred;
    p->ureg_out = w->out.ureg;
    memcpy(p->result, w->out.reg, insn->write_count * sizeof p->result[0]);
    p->delivered = 0;
}

/* Tells the previous instruction, if it is a branch, where the warp has gone on. */
static void mark_backward(struct replay *r, uint64_t pc)
{
    if (r->made == 0)
        return;
    struct insn *previous = &r->records->insns[(r->made - 1) & (r->records->room - 1)];
    previous->backward = previous->branch && pc <= previous->pc;
}

/* Puts the records of the instruction that has just been executed into the ring. */
static void put_records(struct replay *r)
{
    const struct exec_warp *w = r->warp;
    uint32_t index = (uint32_t)(w->last->insn->pc / SASS_BYTES), room = r->records->room;
    const struct record_shape *shape = &r->kernel->shapes[index];
    put_payload(r, &r->payload[r->made & (room - 1)], shape);
    mark_backward(r, w->last->insn->pc);
    for (uint32_t u = 0; u < shape->count; u++, r->made++) {
        uint32_t slot = r->made & (room - 1);
        struct insn *n = &r->records->insns[slot];
        *n = shape->uop[u];
        n->mask = w->last_mask;
        n->barrier = n->barrier && w->last_barrier;
        n->fence = n->fence && w->last_mask != 0;
        n->last = r->ended && u + 1u == shape->count;
        r->payload[slot].uop = (uint8_t)u;
        if (n->load || n->store)
            put_addresses(r, n, w->last->insn, slot);
        else if (n->behind)
            n->space = r->records->insns[(slot - 1) & (room - 1)].space;
    }
    *r->kernel->unhinted += shape->unhinted;
    r->made_insns++;
}

uint32_t replay_window(const struct replay_kernel *k)
{
    uint32_t window = k->rthld > k->distances ? k->rthld : k->distances;
    window = k->hinted || window < 2 ? 2 : window;
    return window > k->look_ahead ? window : k->look_ahead + 1;
}

/* Releases what can be: records whose reuses, and if they are branches their successors, are known. */
static void release(struct replay *r)
{
    const struct replay_kernel *k = r->kernel;
    struct warp *w = r->records;
    uint32_t window = replay_window(k), room = w->room;
    while (w->insn_count != r->made && (r->ended || r->made_insns - r->released_insns >= window)) {
        if (!k->hinted)
            record_reuse(w->insns, room, w->insn_count, r->made, k->rthld, k->distances);
        if (k->look_ahead)
            look_ahead_ring(w->insns, room, w->insn_count, r->made, k->look_ahead);
        do
            w->insn_count++;
        while (w->insn_count != r->made && !w->insns[w->insn_count & (room - 1)].first_uop);
        r->released_insns++;
    }
}

/* Gives the ring a new size; what is in it stays. */
static bool resize(struct replay *r, uint32_t room)
{
    struct warp *w = r->records;
    struct insn *insns = calloc(room, sizeof *insns);
    uint64_t *addresses = calloc((size_t)room * SASS_LANES, sizeof *addresses);
    struct payload *payload = calloc(room, sizeof *payload);
    bool fine = insns && addresses && payload;
    for (uint32_t i = r->made > w->room ? r->made - w->room : 0; fine && i != r->made; i++) {
        uint32_t from = i & (w->room - 1), to = i & (room - 1);
        insns[to] = w->insns[from];
        payload[to] = r->payload[from];
        memcpy(addresses + (size_t)to * SASS_LANES, w->addresses + (size_t)from * SASS_LANES,
               SASS_LANES * sizeof *addresses);
    }
    free(fine ? w->insns : insns);
    free(fine ? w->addresses : addresses);
    free(fine ? r->payload : payload);
    if (!fine)
        return false;
    w->insns = insns;
    w->addresses = addresses;
    r->payload = payload;
    w->room = room;
    w->address_count = room * SASS_LANES;
    return true;
}

static bool start(struct replay *r)
{
    r->warp = aligned_alloc(64, sizeof *r->warp);
    if (!r->warp || !resize(r, r->kernel->room))
        return refuse(&r->kernel->error, "no memory is left for the records of a warp");
    r->warp->local = NULL;
    r->warp->before = NULL;
    exec_start(r->warp, r->kernel->launch, &r->place, r->number);
    r->warp->replay = true;
    r->warp->log = &r->log;
    return true;
}

/* Room for one instruction more, and for all records of the instruction that the oldest needed one belongs to. */
static bool make_room(struct replay *r)
{
    struct warp *w = r->records;
    if (r->made + 2 * RECORDS_MAX <= w->needed + w->room)
        return true;
    return resize(r, 2 * w->room) || refuse(&r->kernel->error, "no memory is left for the records of a warp");
}

/* struct warp's `more`. */
static bool more(struct warp *w)
{
    struct replay *r = w->state;
    uint32_t before = w->insn_count;
    if (!w->insns && !start(r))
        return false;
    while (w->insn_count == before) {
        if (r->ended)
            return refuse(&r->kernel->error, "warp %" PRIu32 " has ended", w->id);
        if (!make_room(r))
            return false;
        if (exec_step(r->warp) != EXEC_STEPPED)
            return refuse(&r->kernel->error, "%s", r->warp->error);
        r->ended = r->warp->path_count == 0;
        put_records(r);
        release(r);
    }
    return true;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static struct payload *payload_of(const struct warp *w, uint32_t index, uint32_t *uop)
{
    const struct replay *r = w->state;
    *uop = r->payload[index & (w->room - 1)].uop;
    return &r->payload[(index - *uop) & (w->room - 1)];
}

static void value_at_launch(const struct warp *w, uint32_t reg, uint32_t lanes[STREAM_MAX_LANES])
{
    const struct replay *r = w->state;
    for (uint32_t l = 0; l < SASS_LANES; l++)
        lanes[l] = exec_initial(r->place.number, r->number, reg, l);
}

static const uint32_t (*results_of(const struct warp *w, uint32_t index))[STREAM_MAX_LANES]
{
    uint32_t uop;
    const struct payload *p = payload_of(w, index, &uop);
    return (const uint32_t (*)[STREAM_MAX_LANES])p->result + p->shape->write[uop];
}

/* Names the first lane in which two values differ. */
static bool differ(const char *what, unsigned number, const uint32_t *computed, const uint32_t *expected, uint32_t mask,
                   const struct sentence *error)
{
    for (uint32_t set = mask; set; set &= set - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(set);
        if (computed[l] == expected[l])
            continue;
        refuse(error, "%s%u, lane %" PRIu32 ", is 0x%08" PRIx32 " when computed from the delivered operands, and 0x%08"
               PRIx32 " in sequential execution", what, number, l, computed[l], expected[l]);
        return true;
    }
    return false;
}

/* `access` is the record that reads the last sources. */
static bool compare(const struct warp *w, const struct payload *p, uint32_t access, const struct sass_outputs *out,
                    uint32_t mask, const struct sentence *error)
{
    const struct sass_insn *insn = p->insn;
    const struct insn *n = warp_insn(w, access);
    if (n->load || n->store) {
        const uint64_t *address = warp_addresses(w, access, n);
        for (uint32_t set = n->mask; set; set &= set - 1, address++) {
            uint32_t l = (uint32_t)__builtin_ctz(set);
            uint64_t computed = cache_address(w->state, insn, l, out->address[l]);
            if (!(mask >> l & 1) || computed == *address)
                continue;
            refuse(error, "the address of lane %" PRIu32 " is 0x%" PRIx64 " when computed from the delivered operands, "
                   "and 0x%" PRIx64 " in sequential execution", l, computed, *address);
            return false;
        }
        return true;
    }
    for (uint32_t i = 0; i < insn->write_count; i++)
        if (insn->write[i] != SASS_RZ && differ("R", insn->write[i], out->reg[i], p->result[i], mask, error))
            return false;
    for (uint32_t set = insn->pred_write; set; set &= set - 1) {
        unsigned number = (unsigned)__builtin_ctz(set);
        uint32_t computed = out->pred[number] & mask, expected = p->pred_out[number] & mask;
        for (uint32_t l = 0; l < SASS_LANES; l++) {
            if (!((computed ^ expected) >> l & 1))
                continue;
            refuse(error, "P%u, lane %" PRIu32 ", is %u when computed from the delivered operands, and %u in "
                   "sequential execution", number, l, (unsigned)(computed >> l & 1), (unsigned)(expected >> l & 1));
            return false;
        }
    }
    if (insn->ureg_write && out->ureg != p->ureg_out) {
        refuse(error, "the uniform result is 0x%" PRIx64 " when computed from the delivered operands, and 0x%" PRIx64
               " in sequential execution", out->ureg, p->ureg_out);
        return false;
    }
    return true;
}

/* Whether what the instruction gives can be computed from its operands. */
static bool computable(const struct replay *r, const struct payload *p, uint32_t lanes)
{
    uint32_t index = (uint32_t)(p->insn->pc / SASS_BYTES);
    uint8_t kind = r->warp->launch->plan[index].kind;
    return p->shape->whole && p->insn->read_count > 0 && kind <= EXEC_LOAD_CONST && kind != EXEC_LOAD_CONST
        && !(p->shape->crosses && lanes < SASS_LANES);
}

/* Keeps the operands of a cracked instruction's record. Returns whether all have come. */
static bool collect(struct payload *p, uint32_t uop, const uint32_t *const operand[STREAM_MAX_SLOTS])
{
    const struct record_shape *s = p->shape;
    if (!p->operand && !(p->operand = calloc(SASS_MAX_READS, sizeof *p->operand)))
        return false;
    if (p->delivered == 0)
        memset(p->operand, 0, SASS_MAX_READS * sizeof *p->operand);
    for (uint32_t set = s->uop[uop].src_valid; set; set &= set - 1) {
        uint32_t slot = (uint32_t)__builtin_ctz(set);
        memcpy(p->operand[s->read[uop][slot]], operand[slot], sizeof p->operand[0]);
    }
    return ++p->delivered == s->count;
}

static bool check(struct warp *w, uint32_t index, const uint32_t *const operand[STREAM_MAX_SLOTS], uint32_t lanes,
                  const struct sentence *error)
{
    static const uint32_t zeros[SASS_LANES];
    const struct replay *r = w->state;
    uint32_t uop, lane_mask = lanes == SASS_LANES ? UINT32_MAX : (UINT32_C(1) << lanes) - 1;
    struct payload *p = payload_of(w, index, &uop);
    struct sass_inputs in = {.mask = p->mask & lane_mask, .upred = p->upred};
    struct sass_outputs out;
    if (!computable(r, p, lanes) || in.mask == 0)
        return true;
    for (uint32_t i = 0; i < SASS_MAX_READS; i++)
        in.reg[i] = zeros;
    if (p->shape->count == 1) {
        for (uint32_t set = p->shape->uop[0].src_valid; set; set &= set - 1)
            in.reg[p->shape->read[0][__builtin_ctz(set)]] = operand[__builtin_ctz(set)];
    } else {
        if (!collect(p, uop, operand))
            return true;
        for (uint32_t i = 0; i < p->insn->read_count; i++)
            in.reg[i] = p->operand[i];
    }
    memcpy(in.scalar, p->scalar, sizeof in.scalar);
    memcpy(in.pred, p->pred, sizeof in.pred);
    sass_compute(p->insn, &in, &out);
    return compare(w, p, index - uop + p->shape->access, &out, in.mask, error);
}

/* The offset in a lane's local memory that cache_address() has made this of. */
static uint64_t local_offset(const struct replay *r, uint64_t address)
{
    uint64_t warp = (uint64_t)r->place.number * r->warp->launch->warps + r->number;
    return (address - LOCAL_BASE) / (4 * SASS_LANES) * 4 + address % 4 - warp * r->warp->launch->local_bytes;
}

/* Addresses and space of a record's lanes. Those of a generic access that are in another space are left out. */
static void locate_lanes(const struct replay *r, const struct insn *n, const struct sass_insn *insn,
                         const uint64_t *address, struct warp_memory *m)
{
    bool local = insn->op == SASS_LDL || insn->op == SASS_STL;
    bool undone = insn->pred_write;         /* an ATOM that does nothing in local memory */
    enum sass_mode space = n->space == SPACE_LOCAL && !undone ? SASS_SPACE_LOCAL : SASS_SPACE_GLOBAL;
    m->local = n->space == SPACE_LOCAL;
    m->local_bytes = r->warp->launch->local_bytes;
    for (uint32_t set = n->mask; set; set &= set - 1, address++) {
        uint32_t l = (uint32_t)__builtin_ctz(set);
        bool here = !is_generic(insn) || sass_space(*address) == space;
        m->address[l] = local ? local_offset(r, *address) : m->local ? *address - SASS_LOCAL_WINDOW : *address;
        m->lanes |= here ? UINT32_C(1) << l : 0;
    }
}

static void memory(const struct warp *w, uint32_t index, const uint32_t *const operand[STREAM_MAX_SLOTS],
                   struct warp_memory *m)
{
    static const uint32_t zeros[SASS_LANES];
    const struct replay *r = w->state;
    const struct insn *n = warp_insn(w, index);
    const uint32_t *reg[SASS_MAX_READS];
    uint32_t uop;
    const struct payload *p = payload_of(w, index, &uop);
    *m = (struct warp_memory){.result = p->result};
    locate_lanes(r, n, p->insn, warp_addresses(w, index, n), m);
    for (uint32_t i = 0; i < SASS_MAX_READS; i++)
        reg[i] = operand && p->shape->count > 1 && p->operand ? p->operand[i] : zeros;
    if (operand && p->shape->count == 1)
        for (uint32_t set = p->shape->uop[0].src_valid; set; set &= set - 1)
            reg[p->shape->read[0][__builtin_ctz(set)]] = operand[__builtin_ctz(set)];
    memory_operation(p->insn, reg, m);
}

static const struct sass_insn *machine(const struct warp *w, uint32_t index)
{
    uint32_t uop;
    return payload_of(w, index, &uop)->insn;
}

static const struct warp_values values = {value_at_launch, results_of, check, memory, machine};

/* --- creation ----------------------------------------------------------------------------------------------------- */

bool replay_create(const struct replay_kernel *kernel, struct warp *w, const struct machine_block *from,
                   uint32_t number)
{
    struct replay *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    r->kernel = kernel;
    r->records = w;
    r->place = from->place;
    r->number = number;
    r->log = from->log[number];
    w->id = number;
    w->more = more;
    w->values = &values;
    w->state = r;
    return true;
}

void replay_free(struct warp *w)
{
    struct replay *r = w->state;
    if (!r)
        return;
    for (uint32_t p = 0; r->payload && p < w->room; p++)
        free(r->payload[p].operand);
    free(r->payload);
    free(r->warp);
    free(r);
    w->state = NULL;
}
