/* SPDX-License-Identifier: Apache-2.0 */
#include "env.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "frontend.h"
#include "function.h"
#include "history.h"
#include "cmodel/sm/gpu_sthld.h"
#include "lsu.h"
#include "memory.h"
#include "oracle.h"
#include "record_fields.h"
#include "tags.h"
#include "units.h"

enum { MESSAGE_SIZE = 4096, DEFAULT_IDLE_LIMIT = 100000, NOTHING = -1 };

/* An instruction between issue and its dispatch (without results) or last result. */
struct flight {
    bool     used, dispatched;
    uint8_t  warp;
    uint8_t  next;              /* result to be offered next */
    uint32_t sequence;          /* number of the record in its warp */
    uint64_t order;             /* of issue, over all warps */
    uint64_t since;             /* cycle of issue, then of dispatch */
    struct tag_pair tags;
    const struct insn *insn;
    struct insn copy;           /* of a record that is not kept until its instruction is complete */
    struct vreg result[MAX_DSTS];
};

struct env {
    const struct config *cfg;
    struct stream *stream;
    struct env_options opt;
    struct record_fields fields;
    bool     kernel_starts;     /* and has not launched a warp */
    enum env_status status;
    int      culprit;

    uint64_t now, idle, issues, instructions, threads;
    uint32_t kernels;
    struct frontend *fe;
    uint32_t side;                      /* of the front end */
    struct lsu *lsu;                    /* NULL: `memory` says how long accesses take */
    uint64_t ended;                     /* bit per slot whose warp has ended, and waits for its accesses to be taken */
    uint64_t arrived;                   /* likewise, at a barrier */
    uint64_t barrier_order[MAX_WARPS], barrier_done[MAX_WARPS];     /* of these */
    bool     freed, moved;              /* a place in the front end, in this cycle; anything */
    const struct fe_warp *warps;        /* the front end's slots */
    struct units *units;
    struct tags *tags;
    struct memory *memory;
    struct oracle *oracle;
    struct flight flights[MAX_INFLIGHT];
    struct env_collection collection;
    uint32_t in_flight[MAX_WARPS];      /* instructions of each slot that have issued and not completed */
    struct history history[MAX_WARPS];
    int      half;              /* in-flight number of which the upper lanes come in this cycle, or NOTHING, */
    struct vreg lower[MAX_SLOTS];   /* and what came of its operands in the one before */

    /* What is driven in this cycle. */
    struct sc_in *in;
    int launch, decode;                 /* slots, or NOTHING */
    uint32_t ports;                     /* bit per result port that is valid, */
    uint32_t port_iid[RESULT_PORTS], port_result[RESULT_PORTS]; /* and what it offers: in-flight number, result */
    bool     returns;                   /* tags come back */

    char message[MESSAGE_SIZE];
};

/* --- creation ----------------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 4, 5)))
static enum env_status stop(struct env *e, enum env_status status, int culprit, const char *format, ...)
{
    if (e->status != ENV_RUNNING)
        return e->status;
    va_list args;
    va_start(args, format);
    vsnprintf(e->message, sizeof e->message, format, args);
    va_end(args);
    e->culprit = culprit;
    return e->status = status;
}

/* Brings in blocks; at the start of a kernel the L1 is empty. */
static void admit(struct env *e)
{
    int status;
    do
        status = frontend_admit(e->fe);
    while (status == FRONTEND_BETWEEN && (status = frontend_next_kernel(e->fe)) == 1);
    if (status < 0)
        stop(e, ENV_INPUT_ERROR, NOTHING, "%s", frontend_error(e->fe));
    else if (status == 0 && e->status == ENV_RUNNING)
        e->status = ENV_DONE;
    if (frontend_kernels(e->fe) != e->kernels) {
        e->kernels = frontend_kernels(e->fe);
        memory_flush_l1(e->memory);
        e->kernel_starts = true;
    }
}

struct env *env_create(const struct config *cfg, struct stream *stream, const struct env_options *opt)
{
    struct env *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->cfg = cfg;
    e->stream = stream;
    e->opt = *opt;
    if (e->opt.idle_limit == 0)
        e->opt.idle_limit = DEFAULT_IDLE_LIMIT;
    record_fields_init(&e->fields, cfg);
    e->culprit = e->launch = e->decode = e->half = NOTHING;
    e->side = opt->frontend ? opt->subcore : 0;
    e->lsu = opt->lsu;
    e->fe = opt->frontend ? opt->frontend : frontend_create(cfg, stream, opt->sm, opt->subcore, 1);
    e->units = units_create(cfg);
    e->tags = tags_create(cfg, opt->tag_seed);
    e->memory = memory_create(cfg);
    e->oracle = opt->values ? oracle_create(cfg) : NULL;
    if (!e->fe || !e->units || !e->tags || !e->memory || (opt->values && !e->oracle)) {
        env_destroy(e);
        return NULL;
    }
    e->warps = frontend_warps(e->fe, e->side);
    if (!opt->frontend)
        admit(e);
    return e;
}

void env_destroy(struct env *e)
{
    if (!e)
        return;
    if (!e->opt.frontend)
        frontend_destroy(e->fe);
    units_destroy(e->units);
    tags_destroy(e->tags);
    memory_destroy(e->memory);
    oracle_destroy(e->oracle);
    free(e);
}

/* --- reports ------------------------------------------------------------------------------------------------------ */

static void note(struct env *e, uint32_t slot, enum event_kind kind, uint32_t sequence, const struct insn *insn,
                 uint32_t number, uint32_t reg)
{
    history_note(&e->history[slot], &(struct event){
        .cycle = e->now, .pc = insn ? insn->pc : 0, .sequence = sequence, .opcode = insn ? insn->opcode : 0,
        .kind = (uint8_t)kind, .number = (uint8_t)number, .reg = (uint8_t)reg,
    });
}

void env_history(const struct env *e, uint32_t warp, int count, FILE *out)
{
    if (warp < MAX_WARPS)
        history_print(&e->history[warp], warp, count, e->stream, out);
}

enum { NAME_SIZE = 256 };

/* "instruction 17 (pc 0x0120, FFMA) of warp slot 3 (block 5, warp 2)" */
static const char *name_record(const struct env *e, char text[NAME_SIZE], uint32_t slot, uint32_t sequence,
                               const struct insn *insn)
{
    const struct fe_warp *w = &e->warps[slot];
    snprintf(text, NAME_SIZE, "instruction %" PRIu32 " (pc 0x%04" PRIx64 ", %s) of warp slot %" PRIu32
             " (block %" PRIu64 ", warp %" PRIu32 ")", sequence, insn->pc, history_opcode(e->stream, insn->opcode),
             slot, w->block, w->warp ? w->warp->id : 0);
    return text;
}

const char *env_message(const struct env *e)
{
    return e->message;
}

int env_culprit(const struct env *e)
{
    return e->culprit;
}

enum env_status env_state(const struct env *e)
{
    return e->status;
}

uint64_t env_cycles(const struct env *e)
{
    return e->now;
}

uint64_t env_instructions(const struct env *e)
{
    return e->instructions;
}

uint64_t env_micro_operations(const struct env *e)
{
    return e->issues;
}

uint64_t env_thread_instructions(const struct env *e)
{
    return e->threads;
}

const struct memory_counts *env_memory(const struct env *e)
{
    return memory_counts(e->memory);
}

const struct env_collection *env_collection(const struct env *e)
{
    return &e->collection;
}

uint64_t env_oracle_operands(const struct env *e)
{
    return e->oracle ? oracle_operand_count(e->oracle) : 0;
}

uint64_t env_oracle_registers(const struct env *e)
{
    return e->oracle ? oracle_register_count(e->oracle) : 0;
}

/* --- inputs ------------------------------------------------------------------------------------------------------- */

/* The caller has given another structure: everything in it is to be driven. */
static void adopt(struct env *e, struct sc_in *in)
{
    bool rst = in->rst;
    memset(in, 0, sizeof *in);
    in->rst = rst;
    e->in = in;
    e->launch = e->decode = NOTHING;
    e->ports = 0;
    e->returns = false;
}

static void drive_launch(struct env *e, struct sc_in *in)
{
    int slot = frontend_launch(e->fe, e->side);
    if (slot == e->launch)
        return;
    e->launch = slot;
    in->launch_valid = slot != NOTHING;
    in->kernel = slot != NOTHING && e->kernel_starts && config_waits(e->cfg) && e->cfg->sthld_mode == STHLD_OWN;
    in->launch_warp = slot != NOTHING ? (uint8_t)slot : 0;
    in->launch_row = 0;
    if (slot != NOTHING)
        in->launch_row = (uint16_t)(e->warps[slot].base / (uint32_t)e->cfg->banks);
}

static void drive_sthld(const struct env *e, struct sc_in *in)
{
    if (!config_sthld_input(e->cfg))
        return;
    if (e->opt.gpu) {
        in->sthld = gpu_sthld_at(e->opt.gpu, e->now).sthld;
        return;
    }
    uint64_t z = (e->opt.sthld_seed + e->now / 64) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    in->sthld = e->opt.sthld_seed ? (uint8_t)((z >> 33) % (uint64_t)(e->cfg->sthld_max + 1))
                                  : (uint8_t)e->cfg->sthld_value;
}

static void drive_barriers(const struct env *e, struct sc_in *in)
{
    if (!config_sees_barriers(e->cfg))
        return;
    in->barrier = 0;
    for (uint32_t slot = 0; slot < (uint32_t)e->cfg->warps; slot++)
        in->barrier |= (uint64_t)e->warps[slot].at_barrier << slot;
}

uint64_t env_awaited(const struct env *e)
{
    return frontend_awaited(e->fe, e->side) & ~e->ended;
}

/* The payload is a value like others: timing-only runs carry zeros. */
static void payload_of(const struct env *e, uint32_t words[PAYLOAD_WORDS], uint64_t launch, uint32_t sequence,
                       const struct insn *insn)
{
    if (e->oracle)
        function_payload(words, (uint32_t)e->cfg->payload_bits, launch, sequence, insn);
    else
        memset(words, 0, PAYLOAD_WORDS * sizeof *words);
}

static void drive_decode(struct env *e, struct sc_in *in)
{
    int slot = frontend_decode(e->fe, e->side);
    if (slot == NOTHING && e->decode == NOTHING)
        return;
    e->decode = slot;
    in->dec_valid = slot != NOTHING;
    in->dec_warp = slot != NOTHING ? (uint8_t)slot : 0;
    memset(&in->dec, 0, sizeof in->dec);
    if (slot == NOTHING)
        return;

    const struct fe_warp *w = &e->warps[slot];
    const struct insn *insn = frontend_next(e->fe, e->side, (uint32_t)slot);
    struct decoded *d = &in->dec;
    record_decoded(&e->fields, insn, d);
    struct tag_pair tags = tags_of(e->tags, insn, w->launch, w->decoded);
    d->tag_src = tags.src;
    d->tag_dst = tags.dst;
    payload_of(e, d->payload, w->launch, w->decoded, insn);
}

static void drive_port(struct env *e, struct result *wb, uint32_t port)
{
    uint32_t iid = units_head(e->units, port);
    const struct flight *f = &e->flights[iid];
    const struct insn *insn = f->insn;
    if ((e->ports >> port & 1) && e->port_iid[port] == iid && e->port_result[port] == f->next)
        return;
    e->port_iid[port] = iid;
    e->port_result[port] = f->next;
    wb->valid = true;
    wb->warp = f->warp;
    wb->reg = (uint8_t)(insn->dst_base + f->next);
    wb->iid = (uint8_t)iid;
    wb->last = f->next + 1u == insn->dst_count;
    wb->near = record_near(&e->fields, insn) >> f->next & 1;
    wb->dist = record_distance(&e->fields, insn, f->next);
    wb->look = record_look(&e->fields, insn) >> f->next & 1;
    wb->mask = insn->mask & e->fields.lane_mask;
    if (e->oracle)
        wb->data = f->result[f->next];
}

static void clear_port(const struct env *e, struct result *wb)
{
    memset(wb, 0, offsetof(struct result, data));
    if (e->oracle)
        memset(&wb->data, 0, sizeof wb->data);
}

static void drive_results(struct env *e, struct sc_in *in)
{
    uint32_t offers = units_offers(e->units, e->now);
    for (uint32_t rest = e->ports & ~offers; rest; rest &= rest - 1)
        clear_port(e, &in->wb[__builtin_ctz(rest)]);
    for (uint32_t rest = offers; rest; rest &= rest - 1)
        drive_port(e, &in->wb[__builtin_ctz(rest)], (uint32_t)__builtin_ctz(rest));
    e->ports = offers;
}

static void drive_tags(struct env *e, struct sc_in *in)
{
    uint32_t slot = 0;
    uint64_t mask = 0;
    bool returns = tags_return(e->tags, e->now, &slot, &mask);
    if (!returns && !e->returns)
        return;
    e->returns = in->tag_valid = returns;
    in->tag_warp = (uint8_t)slot;
    in->tag_mask = mask;
}

void env_drive(struct env *e, struct sc_in *in)
{
    if (in != e->in)
        adopt(e, in);
    drive_launch(e, in);
    drive_sthld(e, in);
    drive_barriers(e, in);
    drive_decode(e, in);
    in->unit_ready = units_ready(e->units, e->now);
    if (e->lsu && !lsu_ready(e->lsu))
        in->unit_ready &= ~(UINT32_C(1) << UNIT_LDST);
    drive_results(e, in);
    drive_tags(e, in);
}

/* --- issue -------------------------------------------------------------------------------------------------------- */

/* Tags are waited for; they say nothing of values, so that the oracle does not see when they are not. */
static void issue_tags(struct env *e, const struct flight *f)
{
    char name[NAME_SIZE];
    uint64_t pending = tags_issue(e->tags, f->warp, f->tags);
    if (pending)
        stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s issued while its tags 0x%" PRIx64 " were pending",
             e->now, name_record(e, name, f->warp, f->sequence, f->insn), pending);
}

/* Whether the load/store unit of an SM has the record, which then ends when its accesses have been answered. */
static bool by_lsu(const struct env *e, const struct insn *insn)
{
    return e->lsu && insn->unit == UNIT_LDST && access_needed(insn, e->fields.lane_mask);
}

static void step_issue(struct env *e, const struct sc_out *out)
{
    uint32_t slot = out->issue_warp, iid = out->issue_iid;
    if (slot >= (uint32_t)e->cfg->warps || iid >= (uint32_t)e->cfg->inflight) {
        stop(e, ENV_CHECK_FAILED, NOTHING, "cycle %" PRIu64 ": an instruction issued from warp slot %" PRIu32
             " as in-flight number %" PRIu32 "; there are %d slots and %d numbers", e->now, slot, iid, e->cfg->warps,
             e->cfg->inflight);
        return;
    }
    const struct fe_warp *w = &e->warps[slot];
    struct flight *f = &e->flights[iid];
    if (!w->running || w->issued == w->decoded) {
        stop(e, ENV_CHECK_FAILED, (int)slot, "cycle %" PRIu64 ": an instruction issued from warp slot %" PRIu32
             ", which has none decoded", e->now, slot);
        return;
    }
    if (f->used) {
        stop(e, ENV_CHECK_FAILED, (int)slot, "cycle %" PRIu64 ": an instruction of warp slot %" PRIu32
             " issued as in-flight number %" PRIu32 ", which warp slot %u still uses", e->now, slot, iid, f->warp);
        return;
    }
    f->used = true;
    f->dispatched = false;
    f->warp = (uint8_t)slot;
    f->next = 0;
    f->sequence = w->issued;
    f->order = e->issues++;
    f->since = e->now;
    f->insn = warp_insn(w->warp, w->issued);
    if (w->warp->room) {
        f->copy = *f->insn;
        f->insn = &f->copy;
    }
    f->tags = tags_of(e->tags, f->insn, w->launch, f->sequence);
    e->in_flight[slot]++;
    issue_tags(e, f);
    note(e, slot, EVENT_ISSUE, f->sequence, f->insn, iid, 0);
    if (e->oracle)
        oracle_issue(e->oracle, slot, iid, f->sequence, w->warp);
    frontend_issued(e->fe, e->side, slot);
    if (by_lsu(e, f->insn) && !lsu_issue(e->lsu, slot, f->order))
        stop(e, ENV_INPUT_ERROR, NOTHING, "out of memory for the instructions of the load/store unit");
}

/* --- dispatch ----------------------------------------------------------------------------------------------------- */

/* Compares what a dispatch delivers besides the operands. */
static bool check_fields(struct env *e, const struct flight *f, const struct sc_out *out)
{
    struct record_difference d;
    char name[NAME_SIZE];
    uint32_t payload[PAYLOAD_WORDS];
    payload_of(e, payload, e->warps[f->warp].launch, f->sequence, f->insn);
    if (record_dispatched(&e->fields, f->insn, f->warp, payload, out, &d))
        return true;
    stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s was dispatched with %s 0x%" PRIx64 " instead of 0x%"
         PRIx64, e->now, name_record(e, name, f->warp, f->sequence, f->insn), d.field, d.got, d.expected);
    return false;
}

/* "; R7 was last written by instruction 12 (pc 0x00f0, FFMA)" */
static const char *name_writer(const struct env *e, char text[NAME_SIZE], uint32_t slot,
                               const struct oracle_mismatch *m)
{
    const struct warp *w = e->warps[slot].warp;
    if (m->written && warp_keeps(w, m->writer))
        snprintf(text, NAME_SIZE, "R%" PRIu32 " was last written by instruction %" PRIu32 " (pc 0x%04" PRIx64 ", %s)",
                 m->reg, m->writer, warp_insn(w, m->writer)->pc,
                 history_opcode(e->stream, warp_insn(w, m->writer)->opcode));
    else if (m->written)
        snprintf(text, NAME_SIZE, "R%" PRIu32 " was last written by instruction %" PRIu32, m->reg, m->writer);
    else
        snprintf(text, NAME_SIZE, "R%" PRIu32 " has its value from the launch of the warp", m->reg);
    return text;
}

static bool check_operands(struct env *e, const struct flight *f, uint32_t iid, const struct vreg operands[MAX_SLOTS])
{
    struct oracle_mismatch m = {.slot = 0};
    char name[NAME_SIZE], writer[NAME_SIZE];
    if (oracle_operands(e->oracle, f->warp, iid, f->sequence, operands, &m))
        return true;
    name_record(e, name, f->warp, f->sequence, f->insn);
    if (m.slot_valid)
        stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s: slot %" PRIu32 " (R%" PRIu32 "), lane %" PRIu32
             ": delivered 0x%08" PRIx32 ", expected 0x%08" PRIx32 "; %s", e->now, name, m.slot, m.reg, m.lane,
             m.delivered, m.expected, name_writer(e, writer, f->warp, &m));
    else
        stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s: slot %" PRIu32 " is not used and lane %" PRIu32
             " of it was delivered as 0x%08" PRIx32 " instead of 0", e->now, name, m.slot, m.lane, m.delivered);
    return false;
}

/* The results that the unit computes. With values in the stream, what follows from the delivered operands must be what
 * sequential execution gave. */
static void compute(struct env *e, struct flight *f, const struct vreg operands[MAX_SLOTS])
{
    struct warp *warp = e->warps[f->warp].warp;
    uint32_t lanes = (uint32_t)e->cfg->lanes;
    const uint32_t *operand[MAX_SLOTS];
    char error[NAME_SIZE], name[NAME_SIZE];
    if (!warp->values) {
        function_results(f->result, f->insn, operands, warp->addresses, lanes);
        return;
    }
    for (uint32_t s = 0; s < MAX_SLOTS; s++)
        operand[s] = operands[s].lane;
    function_recorded(f->result, f->insn, warp, f->sequence, lanes);
    if (!warp->values->check(warp, f->sequence, operand, lanes, SENTENCE(error)))
        stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s: %s", e->now,
             name_record(e, name, f->warp, f->sequence, f->insn), error);
}

/* The oldest record of the warp that has not been dispatched is the oldest one that is still needed. */
static void keep_needed(struct env *e, const struct flight *dispatched)
{
    const struct fe_warp *w = &e->warps[dispatched->warp];
    uint32_t oldest = w->issued;
    if (dispatched->sequence != w->warp->needed)
        return;
    for (int i = 0; i < e->cfg->inflight; i++) {
        const struct flight *f = &e->flights[i];
        if (f->used && !f->dispatched && f->warp == dispatched->warp && f->sequence < oldest)
            oldest = f->sequence;
    }
    w->warp->needed = oldest;
}

static void count_collection(struct env *e, const struct flight *f, uint64_t latency)
{
    struct env_collection *n = &e->collection;
    bool memory = f->insn->load || f->insn->store;
    *(memory ? &n->memory_collection : &n->other_collection) += e->now - f->since;
    *(memory ? &n->memory_execution : &n->other_execution) += e->now - f->since + (f->insn->last_uop ? latency : 0);
}

/* Gives the record to the load/store unit. */
static void access_memory(struct env *e, const struct flight *f, uint32_t iid, const struct vreg *operands)
{
    const struct fe_warp *w = &e->warps[f->warp];
    struct access_plan plan;
    struct access_record record = {.insn = f->insn, .warp = w->warp, .sequence = f->sequence, .operand = operands,
                                   .launch = w->launch - frontend_first_launch(e->fe)};
    struct lsu_tag tag = {.order = f->order, .tags = f->tags.dst,
                          .pc = f->insn->pc, .slot = f->warp, .iid = (uint8_t)iid, .results = f->insn->dst_count > 0};
    const char *problem = access_plan(&plan, &record, e->cfg);
    char name[NAME_SIZE];
    if (problem)
        stop(e, ENV_INPUT_ERROR, f->warp, "%s %s", name_record(e, name, f->warp, f->sequence, f->insn), problem);
    else
        lsu_dispatch(e->lsu, &tag, &plan, e->now);
}

/* All lanes of the operands have come. */
static void take_operands(struct env *e, struct flight *f, uint32_t iid, const struct vreg operands[MAX_SLOTS])
{
    if (e->oracle && !check_operands(e, f, iid, operands))
        return;
    if (e->oracle)
        compute(e, f, operands);
    if (by_lsu(e, f->insn))
        access_memory(e, f, iid, e->oracle ? operands : NULL);
    if (e->warps[f->warp].warp->room)
        keep_needed(e, f);
}

/* A warp has dispatched its barrier. It has arrived when its earlier accesses to memory have been taken. */
static void arrive(struct env *e, uint32_t slot, uint64_t order, uint64_t done)
{
    if (!e->lsu || !lsu_pending(e->lsu, slot, order)) {
        frontend_barrier(e->fe, e->side, slot, done);
        return;
    }
    e->arrived |= UINT64_C(1) << slot;
    e->barrier_order[slot] = order;
    e->barrier_done[slot] = done;
}

/* The instruction starts in its unit. */
static void execute(struct env *e, struct flight *f, uint32_t iid)
{
    const struct insn *insn = f->insn;
    const struct warp *warp = e->warps[f->warp].warp;
    uint32_t lanes = (uint32_t)__builtin_popcount(insn->mask & e->fields.lane_mask);
    bool to_lsu = by_lsu(e, insn);
    struct memory_time time = to_lsu ? (struct memory_time){1, 1} : insn->unit == UNIT_LDST
        ? memory_access(e->memory, insn, warp_addresses(warp, f->sequence, insn),
                        (insn->load || insn->store) && !e->lsu ? lanes : 0)
        : units_time(e->units, insn->unit);
    if (!insn->last_uop)
        time.interval = 1;  /* it only brings operands; the unit starts with the last micro-operation */

    count_collection(e, f, time.latency);
    if (f->tags.dst && !to_lsu)
        tags_dispatch(e->tags, f->warp, f->tags.dst, e->now + time.latency, f->order);
    units_dispatch(e->units, insn->unit, (uint8_t)iid, insn->dst_count > 0 && !to_lsu, time, e->now, f->order);
    if (insn->barrier)
        arrive(e, f->warp, f->order, e->now + time.latency);
    else if (insn->branch)
        frontend_branch(e->fe, e->side, f->warp, e->now + time.latency);
    if (insn->last_uop) {
        e->instructions++;
        e->threads += lanes;
    }

    f->dispatched = true;
    f->since = e->now;
    if (insn->dst_count == 0) {
        f->used = false;
        e->in_flight[f->warp]--;
    }
}

static void step_dispatch(struct env *e, const struct sc_out *out, uint32_t unit_ready)
{
    uint32_t iid = out->disp_iid;
    struct flight *f = iid < (uint32_t)e->cfg->inflight ? &e->flights[iid] : NULL;
    if (!f || !f->used || f->dispatched || f->since == e->now) {
        stop(e, ENV_CHECK_FAILED, out->disp_warp < e->cfg->warps ? out->disp_warp : NOTHING, "cycle %" PRIu64
             ": in-flight number %" PRIu32 " was dispatched, and %s", e->now, iid,
             f && f->used && f->dispatched ? "its instruction has been dispatched before"
             : f && f->used ? "its instruction has issued only in this cycle" : "no instruction has it");
        return;
    }
    if (!check_fields(e, f, out))
        return;
    if (!(unit_ready >> out->disp_unit & 1)) {
        char name[NAME_SIZE];
        stop(e, ENV_CHECK_FAILED, f->warp, "cycle %" PRIu64 ": %s was dispatched to unit %u, which is not ready",
             e->now, name_record(e, name, f->warp, f->sequence, f->insn), out->disp_unit);
        return;
    }
    note(e, f->warp, EVENT_DISPATCH, f->sequence, f->insn, iid, 0);
    execute(e, f, iid);
    if (e->cfg->beats == 1) {
        take_operands(e, f, iid, out->disp_operand);
        return;
    }
    e->half = (int)iid;
    memcpy(e->lower, out->disp_operand, sizeof e->lower);
}

/* The second beat of the instruction that was dispatched in the cycle before. Its number may have been freed, and is
 * not given out again before this. */
static void step_upper(struct env *e, const struct sc_out *out)
{
    uint32_t half = (uint32_t)e->cfg->lanes / 2, iid = (uint32_t)e->half;
    if (out->disp_upper_valid != (e->half != NOTHING)) {
        stop(e, ENV_CHECK_FAILED, NOTHING, "cycle %" PRIu64 ": upper lanes of operands %s", e->now,
             out->disp_upper_valid ? "came, but nothing was dispatched in the cycle before"
                                   : "are missing of the instruction that was dispatched in the cycle before");
        return;
    }
    e->half = NOTHING;
    if (!out->disp_upper_valid)
        return;
    for (uint32_t s = 0; s < MAX_SLOTS; s++)
        memcpy(e->lower[s].lane + half, out->disp_upper_operand[s].lane, half * sizeof *e->lower[s].lane);
    take_operands(e, &e->flights[iid], iid, e->lower);
}

/* --- results, end ------------------------------------------------------------------------------------------------- */

/* The port's result has been accepted. */
static void step_port(struct env *e, uint32_t port)
{
    uint32_t iid = e->port_iid[port];
    struct flight *f = &e->flights[iid];
    note(e, f->warp, EVENT_RESULT, f->sequence, f->insn, iid, f->insn->dst_base + f->next);
    if (++f->next < f->insn->dst_count)
        return;
    units_pop(e->units, port);
    f->used = false;
    e->in_flight[f->warp]--;
}

static void check_registers(struct env *e, uint32_t slot)
{
    struct oracle_mismatch m = {.slot = 0};
    char writer[NAME_SIZE];
    const struct fe_warp *w = &e->warps[slot];
    if (oracle_end(e->oracle, slot, e->opt.read_row, e->opt.read_row_ctx, &m))
        return;
    uint32_t banks = (uint32_t)e->cfg->banks;
    stop(e, ENV_CHECK_FAILED, (int)slot, "cycle %" PRIu64 ": at the end of warp slot %" PRIu32 " (block %" PRIu64
         ", warp %" PRIu32 ") R%" PRIu32 ", lane %" PRIu32 ", is 0x%08" PRIx32 " in bank %" PRIu32 ", row %" PRIu32
         ", expected 0x%08" PRIx32 "; %s", e->now, slot, w->block, w->warp->id, m.reg, m.lane, m.delivered,
         (m.reg + slot) % banks, (w->base + m.reg) / banks, m.expected, name_writer(e, writer, slot, &m));
}

/* The warp's place becomes free. */
static void leave(struct env *e, uint32_t slot)
{
    frontend_ended(e->fe, e->side, slot);
    e->freed = true;
}

static void step_end(struct env *e, uint32_t slot)
{
    const struct fe_warp *w = slot < (uint32_t)e->cfg->warps ? &e->warps[slot] : NULL;
    if (!w || !w->running || !w->complete || w->issued < w->decoded || e->in_flight[slot] > 0) {
        stop(e, ENV_CHECK_FAILED, w ? (int)slot : NOTHING, "cycle %" PRIu64 ": warp slot %" PRIu32 " ended, but %s",
             e->now, slot, !w || !w->running ? "no warp runs in it"
             : !w->complete || w->issued < w->decoded ? "its last instruction has not issued"
             : "it has instructions in flight");
        return;
    }
    if (tags_pending(e->tags, slot)) {
        stop(e, ENV_CHECK_FAILED, (int)slot, "cycle %" PRIu64 ": warp slot %" PRIu32 " ended, but its tags 0x%" PRIx64
             " are pending", e->now, slot, tags_pending(e->tags, slot));
        return;
    }
    note(e, slot, EVENT_END, 0, NULL, 0, 0);
    if (e->oracle && e->opt.read_row)
        check_registers(e, slot);
    if (e->status != ENV_RUNNING)
        return;
    if (e->lsu && lsu_pending(e->lsu, slot, UINT64_MAX))
        e->ended |= UINT64_C(1) << slot;
    else
        leave(e, slot);
}

/* Warps whose accesses have been taken since then arrive at their barriers, or leave. */
static void step_waiting(struct env *e)
{
    for (uint64_t rest = e->arrived; rest; rest &= rest - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        uint64_t done = e->barrier_done[slot];
        if (lsu_pending(e->lsu, slot, e->barrier_order[slot]))
            continue;
        e->arrived &= ~(UINT64_C(1) << slot);
        frontend_barrier(e->fe, e->side, slot, done > e->now ? done : e->now);
    }
    for (uint64_t rest = e->ended; rest; rest &= rest - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        if (lsu_pending(e->lsu, slot, UINT64_MAX))
            continue;
        e->ended &= ~(UINT64_C(1) << slot);
        leave(e, slot);
    }
}

/* Loads whose words have come offer results; tags come back. */
static void step_lsu(struct env *e)
{
    struct lsu_tag done;
    while (lsu_done(e->lsu, &done)) {
        if (done.results)
            units_complete(e->units, UNIT_LDST, done.iid, e->now + 1, done.order);
        if (done.tags)
            tags_dispatch(e->tags, done.slot, done.tags, e->now + 1, done.order);
        e->moved = true;
    }
}

/* --- launch, decode ----------------------------------------------------------------------------------------------- */

static void write_rows(struct env *e, uint32_t slot, const struct fe_warp *w)
{
    uint32_t banks = (uint32_t)e->cfg->banks;
    for (uint32_t r = 0; r < w->registers; r++) {
        struct vreg value;
        function_launch(&value, w->warp, w->launch, r, (uint32_t)e->cfg->lanes);
        e->opt.write_row(e->opt.write_row_ctx, (r + slot) % banks, (w->base + r) / banks, &value);
    }
}

static void step_launch(struct env *e)
{
    uint32_t slot = (uint32_t)e->launch;
    const struct fe_warp *w = &e->warps[slot];
    e->kernel_starts = false;
    struct insn first_row = {.opcode = w->base / (uint32_t)e->cfg->banks};
    frontend_launched(e->fe, e->side);
    note(e, slot, EVENT_LAUNCH, (uint32_t)w->launch, &first_row, 0, 0);
    if (!e->oracle)
        return;
    if (e->opt.write_row)
        write_rows(e, slot, w);
    if (!oracle_launch(e->oracle, slot, w->warp, w->launch, w->base, w->registers))
        stop(e, ENV_INPUT_ERROR, NOTHING, "out of memory for %" PRIu32 " registers of the oracle", w->registers);
}

static void step_decode(struct env *e)
{
    uint32_t slot = (uint32_t)e->decode;
    note(e, slot, EVENT_DECODE, e->warps[slot].decoded, frontend_next(e->fe, e->side, slot), 0, 0);
    frontend_decoded(e->fe, e->side, slot);
}

/* --- time-out ----------------------------------------------------------------------------------------------------- */

/* The oldest instruction in flight of a slot, or NULL. */
static const struct flight *oldest_flight(const struct env *e, uint32_t slot)
{
    const struct flight *oldest = NULL;
    for (int i = 0; i < e->cfg->inflight; i++) {
        const struct flight *f = &e->flights[i];
        if (f->used && f->warp == slot && (!oldest || f->order < oldest->order))
            oldest = f;
    }
    return oldest;
}

/* What a live warp waits for, as far as it can be seen from outside the sub-core. */
static int describe_wait(const struct env *e, uint32_t slot, char *text, size_t size)
{
    const struct fe_warp *w = &e->warps[slot];
    const struct flight *f = oldest_flight(e, slot);
    char name[NAME_SIZE];
    if (!w->running)
        return snprintf(text, size, "warp slot %" PRIu32 " waits for its launch", slot);
    if (e->ended >> slot & 1)
        return snprintf(text, size, "warp slot %" PRIu32 " has ended, and waits for its accesses to be taken", slot);
    if (f && !f->dispatched)
        return snprintf(text, size, "%s waits in a collector for its operands or for unit %u (%sready) since cycle %"
                        PRIu64, name_record(e, name, slot, f->sequence, f->insn), f->insn->unit,
                        units_ready(e->units, e->now) >> f->insn->unit & 1 ? "" : "not ", f->since);
    if (f && by_lsu(e, f->insn))
        return snprintf(text, size, "%s, dispatched in cycle %" PRIu64 ", waits for memory",
                        name_record(e, name, slot, f->sequence, f->insn), f->since);
    if (f)
        return snprintf(text, size, "%s, dispatched in cycle %" PRIu64 ", has a result for R%u that is not accepted",
                        name_record(e, name, slot, f->sequence, f->insn), f->since, f->insn->dst_base + f->next);
    if (w->issued < w->decoded)
        return snprintf(text, size, "%s waits to be issued; pending tags: 0x%" PRIx64,
                        name_record(e, name, slot, w->issued, warp_insn(w->warp, w->issued)),
                        tags_pending(e->tags, slot));
    if (w->at_barrier)
        return snprintf(text, size, "warp slot %" PRIu32 " waits at the barrier of block %" PRIu64, slot, w->block);
    if (w->complete)
        return snprintf(text, size, "warp slot %" PRIu32 " has %s in flight and does not end", slot,
                        tags_pending(e->tags, slot) ? "nothing but tags" : "nothing");
    if (w->decoded >= w->warp->insn_count)
        return snprintf(text, size, "warp slot %" PRIu32 " waits for its next instruction", slot);
    return snprintf(text, size, "%s waits to be decoded",
                    name_record(e, name, slot, w->decoded, warp_insn(w->warp, w->decoded)));
}

size_t env_describe(const struct env *e, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t slot = 0; slot < (uint32_t)e->cfg->warps; slot++) {
        if (!e->warps[slot].warp || used + NAME_SIZE + 128 > size)
            continue;
        used += (size_t)snprintf(text + used, size - used, "; ");
        used += (size_t)describe_wait(e, slot, text + used, size - used);
    }
    return used;
}

static void time_out(struct env *e)
{
    char text[MESSAGE_SIZE - 128];
    int culprit = 0;
    env_describe(e, text, sizeof text);
    while (culprit < e->cfg->warps && !e->warps[culprit].warp)
        culprit++;
    culprit = culprit < e->cfg->warps ? culprit : NOTHING;
    stop(e, ENV_TIMEOUT, culprit, "cycle %" PRIu64 ": nothing issued, dispatched, returned or ended for %" PRIu64
         " cycles%s", e->now, e->idle, text);
}

void env_kernel(struct env *e)
{
    e->kernel_starts = true;
}

bool env_freed(const struct env *e)
{
    return e->freed;
}

bool env_moved(const struct env *e)
{
    return e->moved;
}

/* What an environment with a front end of its own does at the end of a cycle. */
static void step_alone(struct env *e)
{
    if (e->freed)
        admit(e);
    frontend_tick(e->fe, e->now);
    if (frontend_failed(e->fe))
        stop(e, ENV_INPUT_ERROR, NOTHING, "%s", frontend_error(e->fe));
    e->idle = e->moved ? 0 : e->idle + 1;
    if (e->status == ENV_RUNNING && e->idle >= e->opt.idle_limit)
        time_out(e);
}

/* --- one cycle ---------------------------------------------------------------------------------------------------- */

enum env_status env_step(struct env *e, const struct sc_in *in, const struct sc_out *out)
{
    if (e->status != ENV_RUNNING)
        return e->status;
    e->moved = out->issue_valid || out->disp_valid || out->end_valid || (e->ports & out->wb_ready) != 0
        || e->returns;
    e->freed = false;

    if (e->cfg->beats == 2)
        step_upper(e, out);
    /* A number that is freed in this cycle can not be given out in it: issue comes first. */
    if (out->issue_valid && e->status == ENV_RUNNING)
        step_issue(e, out);
    if (out->disp_valid && e->status == ENV_RUNNING)
        step_dispatch(e, out, in->unit_ready);
    for (uint32_t rest = e->ports & out->wb_ready; rest; rest &= rest - 1)
        step_port(e, (uint32_t)__builtin_ctz(rest));
    if (out->end_valid && e->status == ENV_RUNNING) /* it is from before the return of tags in this cycle */
        step_end(e, out->end_warp);
    if (e->status != ENV_RUNNING)
        return e->status;
    if (e->returns)
        tags_pop(e->tags);
    if (e->decode != NOTHING)
        step_decode(e);
    if (e->launch != NOTHING)
        step_launch(e);
    if (e->lsu) {
        step_lsu(e);
        step_waiting(e);
    }
    if (!e->opt.frontend)
        step_alone(e);
    e->now++;
    return e->status;
}

/* --- cycles in which nothing happens ------------------------------------------------------------------------------ */

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The first cycle from `now` on in which something of its own accord happens; `now`, also if it is not known. A warp
 * that wakes is seen in the step of the cycle before. */
static uint64_t next_event(const struct env *e)
{
    if (e->status != ENV_RUNNING || e->lsu || e->opt.frontend || e->opt.sthld_seed || e->ports || e->returns
        || e->half != NOTHING || e->in->dec_valid || e->in->launch_valid || frontend_launch(e->fe, e->side) != NOTHING
        || frontend_decode(e->fe, e->side) != NOTHING || e->in->unit_ready != units_ready(e->units, e->now))
        return e->now;
    uint64_t event = earlier(units_event(e->units, e->now), tags_event(e->tags));
    return earlier(event, frontend_event(e->fe, e->side) - 1);
}

uint64_t env_rest(const struct env *e)
{
    uint64_t event = next_event(e), until_time_out = e->opt.idle_limit - e->idle - 1;
    return event > e->now ? earlier(event - e->now, until_time_out) : 0;
}

void env_pass(struct env *e, uint64_t cycles)
{
    e->now += cycles;
    e->idle += cycles;
}
