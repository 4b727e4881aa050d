/* SPDX-License-Identifier: Apache-2.0 */
#include "env_inputs.h"

#include <stddef.h>
#include <string.h>

#include "cmodel/sm/gpu_sthld.h"

/* The caller has given another structure: everything in it is to be driven. */
static void adopt(struct env_inputs *inputs, struct sc_in *in)
{
    bool rst = in->rst;
    memset(in, 0, sizeof *in);
    in->rst = rst;
    inputs->in = in;
    inputs->launch_slot = inputs->decode_slot = NOTHING;
    inputs->ports = 0;
    inputs->returns = false;
}

static void drive_launch(struct env_inputs *inputs, struct sc_in *in)
{
    struct env_common *e = inputs->env;
    int slot = frontend_launch(e->fe, e->side);
    if (slot == inputs->launch_slot)
        return;
    inputs->launch_slot = slot;
    in->launch_valid = slot != NOTHING;
    in->kernel = slot != NOTHING && inputs->launch->starting && config_waits(e->cfg) && e->cfg->sthld_mode == STHLD_OWN;
    in->launch_warp = slot != NOTHING ? (uint8_t)slot : 0;
    in->launch_row = 0;
    if (slot != NOTHING)
        in->launch_row = (uint16_t)(e->warps[slot].base / (uint32_t)e->cfg->banks);
}

static void drive_sthld(const struct env_common *e, struct sc_in *in)
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

static void drive_barriers(const struct env_common *e, struct sc_in *in)
{
    if (!config_sees_barriers(e->cfg))
        return;
    in->barrier = 0;
    for (uint32_t slot = 0; slot < (uint32_t)e->cfg->warps; slot++)
        in->barrier |= (uint64_t)e->warps[slot].at_barrier << slot;
}

static void drive_decode(struct env_inputs *inputs, struct sc_in *in)
{
    struct env_common *e = inputs->env;
    int slot = frontend_decode(e->fe, e->side);
    if (slot == NOTHING && inputs->decode_slot == NOTHING)
        return;
    inputs->decode_slot = slot;
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
    env_payload(e, d->payload, w->launch, w->decoded, insn);
}

static void drive_port(struct env_inputs *inputs, struct result *wb, uint32_t port)
{
    struct env_common *e = inputs->env;
    uint32_t iid = units_head(e->units, port);
    const struct flight *f = &inputs->flights->of[iid];
    const struct insn *insn = f->insn;
    if ((inputs->ports >> port & 1) && inputs->port_iid[port] == iid && inputs->port_result[port] == f->next)
        return;
    inputs->port_iid[port] = iid;
    inputs->port_result[port] = f->next;
    wb->valid = true;
    wb->warp = f->warp;
    wb->reg = (uint8_t)(insn->dst_base + f->next);
    wb->iid = (uint8_t)iid;
    wb->last = f->next + 1u == insn->dst_count;
    wb->near = record_near(&e->fields, insn) >> f->next & 1;
    wb->dist = record_distance(&e->fields, insn, f->next);
    wb->look = record_look(&e->fields, insn) >> f->next & 1;
    wb->level = insn->levels.dst[f->next];
    wb->bank = insn->levels.dst_bank >> f->next & 1;
    wb->mask = insn->mask & e->fields.lane_mask;
    if (e->oracle)
        wb->data = f->result[f->next];
}

static void clear_port(const struct env_common *e, struct result *wb)
{
    memset(wb, 0, offsetof(struct result, data));
    if (e->oracle)
        memset(&wb->data, 0, sizeof wb->data);
}

static void drive_results(struct env_inputs *inputs, struct sc_in *in)
{
    struct env_common *e = inputs->env;
    uint32_t offers = units_offers(e->units, e->now);
    for (uint32_t rest = inputs->ports & ~offers; rest; rest &= rest - 1)
        clear_port(e, &in->wb[__builtin_ctz(rest)]);
    for (uint32_t rest = offers; rest; rest &= rest - 1)
        drive_port(inputs, &in->wb[__builtin_ctz(rest)], (uint32_t)__builtin_ctz(rest));
    inputs->ports = offers;
}

static void drive_tags(struct env_inputs *inputs, struct sc_in *in)
{
    struct env_common *e = inputs->env;
    uint32_t slot = 0;
    uint64_t mask = 0;
    bool returns = tags_return(e->tags, e->now, &slot, &mask);
    if (!returns && !inputs->returns)
        return;
    inputs->returns = in->tag_valid = returns;
    in->tag_warp = (uint8_t)slot;
    in->tag_mask = mask;
}

void env_inputs_drive(struct env_inputs *inputs, struct sc_in *in)
{
    struct env_common *e = inputs->env;
    if (in != inputs->in)
        adopt(inputs, in);
    drive_launch(inputs, in);
    drive_sthld(e, in);
    drive_barriers(e, in);
    drive_decode(inputs, in);
    in->unit_ready = units_ready(e->units, e->now);
    if (e->lsu && !lsu_ready(e->lsu))
        in->unit_ready &= ~(UINT32_C(1) << UNIT_LDST);
    drive_results(inputs, in);
    drive_tags(inputs, in);
}
