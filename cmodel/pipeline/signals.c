/* SPDX-License-Identifier: Apache-2.0 */
#include "signals.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Words behind the last register: a number that the RTL has wrong may lead there. */
enum { SLACK = 64 };

/* Finding registers: whose, and the path of the sub-core. */
struct finder {
    const struct device_registers *registers;
    const char *path;
    struct signals *to;
    size_t words;               /* that `kept` takes */
};

static const struct model_register *find(const struct device_registers *r, const char *name, uint32_t *index)
{
    for (*index = 0; *index < r->count; ++*index)
        if (strcmp(r->list[*index].name, name) == 0)
            return &r->list[*index];
    return NULL;
}

/* A register that the configuration need not have. */
__attribute__((format(printf, 4, 5)))
static void bind(struct finder *f, struct signal *s, const char *path, const char *format, ...)
{
    char name[2 * REGISTER_NAME];
    uint32_t index;
    va_list args;
    int at = snprintf(name, sizeof name, "%s.", path);
    va_start(args, format);
    vsnprintf(name + at, sizeof name - (size_t)at, format, args);
    va_end(args);
    const struct model_register *r = find(f->registers, name, &index);
    if (!r)
        return;
    s->now = f->registers->bits[index];
    s->bytes = (r->width + 7) / 8;
    f->to->all[f->to->count++] = s;
    f->words += QWORDS(r->width) + 1;
}

#define BIND(field, ...) bind(f, &f->to->field, f->path, __VA_ARGS__)

static void bind_subcore(struct finder *f)
{
    BIND(pending, "u_scoreboard.pending_q");
    BIND(tag, "u_scoreboard.tag_q");
    BIND(barred, "u_scoreboard.barred_q");
    BIND(active, "u_active.active_q");
    BIND(last_valid, "u_issue.last_valid_q");
    BIND(last_warp, "u_issue.last_warp_q");
    BIND(exiting, "u_issue.exiting_q");
    BIND(age, "u_issue.u_age.row_q");
    BIND(inflight, "u_inflight.valid_q");
    BIND(inflight_order, "u_inflight.u_age.row_q");
    BIND(stage_valid, "u_stage.valid_q");
    BIND(stage_col, "u_stage.col_q");
    BIND(stage_warp, "u_stage.warp_q");
    BIND(stage_iid, "u_stage.iid_q");
    BIND(far, "u_scoreboard.long_q");
    BIND(frame, "u_levels.frame_q");
    BIND(unwritten, "u_levels.pending_q");
    BIND(read_slot, "u_read.slot_q");
    BIND(read_col, "u_read.col_q");
    BIND(grant, "u_grant.grant_q");
    BIND(grant_iid, "u_grant.iid_q");
    bind(f, &f->to->allow, "top", "u_ccws.allow_q");
    bind(f, &f->to->stalled, "top", "u_ciao.u_pair_list.stalled_q");
    bind(f, &f->to->spare, "top", "u_spare.spare_q");
}

/* An OCU, ECU or CCU. */
static void bind_single(struct finder *f, unsigned c, const char *unit, bool table)
{
    BIND(col[c].occupied, "g_col[%u].u_%s.occupied_q", c, unit);
    BIND(col[c].upper, "g_col[%u].u_%s.upper_q", c, unit);
    BIND(col[c].warp, "g_col[%u].u_%s.warp_q", c, unit);
    BIND(col[c].iid, "g_col[%u].u_%s.iid_q", c, unit);
    BIND(col[c].src_valid, "g_col[%u].u_%s.%s_valid_q", c, unit, table ? "oct" : "src");
    BIND(col[c].src_ready, "g_col[%u].u_%s.%s_ready_q", c, unit, table ? "oct" : "src");
    BIND(col[c].src_wait, "g_col[%u].u_%s.src_wait_q", c, unit);
    BIND(col[c].src_bank, "g_col[%u].u_%s.src_bank_q", c, unit);
    BIND(col[c].src_reg, "g_col[%u].u_%s.src_reg_q", c, unit);
    BIND(col[c].index, "g_col[%u].u_%s.oct_index_q", c, unit);
    BIND(col[c].valid, "g_col[%u].u_%s.ct_valid_q", c, unit);
    BIND(col[c].near, "g_col[%u].u_%s.ct_near_q", c, unit);
}

static void bind_boc(struct finder *f, unsigned c)
{
    BIND(col[c].next, "g_col[%u].u_boc.next_q", c);
    BIND(col[c].occupied, "g_col[%u].u_boc.occupied_q", c);
    BIND(col[c].iid, "g_col[%u].u_boc.iid_q", c);
    BIND(col[c].src_valid, "g_col[%u].u_boc.src_valid_q", c);
    BIND(col[c].index, "g_col[%u].u_boc.src_index_q", c);
    BIND(col[c].valid, "g_col[%u].u_boc.valid_q", c);
    BIND(col[c].full, "g_col[%u].u_boc.full_q", c);
    BIND(col[c].wait, "g_col[%u].u_boc.wait_q", c);
    BIND(col[c].dirty, "g_col[%u].u_boc.dirty_q", c);
    BIND(col[c].transient, "g_col[%u].u_boc.transient_q", c);
    BIND(col[c].life, "g_col[%u].u_boc.life_q", c);
    BIND(col[c].tag, "g_col[%u].u_boc.tag_q", c);
    BIND(col[c].fifo, "g_col[%u].u_boc.fifo_q", c);
}

static void bind_bank(struct finder *f, unsigned b)
{
    BIND(bank[b].count, "g_bank[%u].u_queue.count_q", b);
    BIND(bank[b].rptr, "g_bank[%u].u_queue.rptr_q", b);
    BIND(bank[b].col, "g_bank[%u].u_queue.col_q", b);
    BIND(bank[b].pos, "g_bank[%u].u_queue.pos_q", b);
    BIND(bank[b].mask, "g_bank[%u].u_queue.mask_q", b);
    BIND(bank[b].wait, "g_bank[%u].u_bank.wait_q", b);
    BIND(bank[b].rd_valid, "g_bank[%u].u_bank.rd_valid_q", b);
    BIND(bank[b].rd_col, "g_bank[%u].u_bank.rd_col_q", b);
    BIND(bank[b].rd_slot, "g_bank[%u].u_bank.rd_slot_q", b);
    BIND(bank[b].rd_pos, "g_bank[%u].u_bank.rd_pos_q", b);
    BIND(bank[b].rd2_valid, "g_bank[%u].u_bank.rd2_valid_q", b);
}

static void bind_cache(struct finder *f, unsigned w)
{
    BIND(cache[w].valid, "g_rfc[%u].u_rfc.valid_q", w);
    BIND(cache[w].dirty, "g_rfc[%u].u_rfc.dirty_q", w);
    BIND(cache[w].tag, "g_rfc[%u].u_rfc.tag_q", w);
    BIND(cache[w].older, "g_rfc[%u].u_rfc.older_q", w);
}

static void bind_moves(struct finder *f)
{
    BIND(move.work, "u_table.work_q");
    BIND(move.live, "u_table.live_q");
    BIND(move.held, "u_table.held_q");
    BIND(move.begun, "u_table.begun_q");
    BIND(move.leaving, "u_table.leaving_q");
    BIND(move.busy, "u_move.busy_q");
    BIND(move.warp, "u_move.warp_q");
    BIND(move.empty, "u_move.empty_q");
    BIND(move.fetch, "u_move.fetch_q");
    BIND(move.fetch_reg, "u_move.fetch_reg_q");
}

static void bind_modern(struct finder *f)
{
    BIND(modern.stall, "u_dependence.stall_q");
    BIND(modern.count, "u_dependence.count_q");
    BIND(modern.write_bar, "u_dependence.write_bar_q");
    BIND(modern.read_bar, "u_dependence.read_bar_q");
    BIND(modern.readers, "u_readers.count_q");
    BIND(modern.int_wait, "u_issue.int_q");
    BIND(modern.fp32_wait, "u_issue.fp32_q");
    BIND(modern.control_valid, "u_control.control_valid_q");
    BIND(modern.control_iid, "u_control.control_iid_q");
    BIND(modern.allocate_valid, "u_control.allocate_valid_q");
    BIND(modern.allocate_iid, "u_control.allocate_iid_q");
    BIND(modern.allocate_unit, "u_control.allocate_unit_q");
    BIND(modern.stage_valid, "u_control.stage_valid_q");
    BIND(modern.stage_iid, "u_control.stage_iid_q");
    BIND(modern.stage_src_valid, "u_control.stage_src_valid_q");
    BIND(modern.stage_bank, "u_control.stage_bank_q");
    BIND(modern.stage_time, "u_control.stage_time_q");
    BIND(modern.stage_port, "u_control.stage_port_q");
    BIND(modern.stage_hit, "u_control.stage_hit_q");
    BIND(modern.stage_keep, "u_control.stage_keep_q");
    BIND(modern.reuse_valid, "u_control.reuse_valid_q");
    BIND(modern.reuse_warp, "u_control.reuse_warp_q");
    BIND(modern.reuse_reg, "u_control.reuse_reg_q");
    BIND(modern.queue_count, "u_queue.count_q");
    BIND(modern.queue_iid, "u_queue.iid_q");
    BIND(modern.asked, "u_queue.asked_q");
    BIND(modern.got, "u_queue.got_q");
}

static void bind_modern_bank(struct finder *f, unsigned b)
{
    BIND(modern.bank[b].read_valid, "g_bank[%u].u_bank.read_valid_q", b);
    BIND(modern.bank[b].value_valid, "g_bank[%u].u_bank.value_valid_q", b);
    BIND(modern.bank[b].value_reg, "g_bank[%u].u_bank.value_reg_q", b);
    BIND(modern.bank[b].value_queue, "g_bank[%u].u_bank.value_queue_q", b);
    BIND(modern.bank[b].results, "g_bank[%u].u_bank.result_count_q", b);
    BIND(modern.bank[b].result_reg, "g_bank[%u].u_bank.result_reg_q", b);
}

#undef BIND

static void bind_all(struct finder *f)
{
    static const char *const units[] = {[KIND_OCU] = "ocu", [KIND_CCU] = "ccu", [KIND_ECU] = "ecu"};
    const struct config *cfg = f->to->cfg;
    bind_subcore(f);
    if (cfg->kind == KIND_NONE)
        bind_modern(f);
    for (unsigned b = 0; cfg->kind == KIND_NONE && b < f->to->shape.banks; b++)
        bind_modern_bank(f, b);
    for (unsigned c = 0; cfg->kind != KIND_NONE && c < f->to->shape.collectors; c++) {
        if (cfg->kind == KIND_BOC)
            bind_boc(f, c);
        else
            bind_single(f, c, units[cfg->kind], cfg->kind == KIND_CCU);
    }
    for (unsigned b = 0; cfg->kind != KIND_NONE && b < f->to->shape.banks; b++)
        bind_bank(f, b);
    for (unsigned w = 0; cfg->rfc_enable && w < f->to->shape.warps; w++)
        bind_cache(f, w);
    if (config_intervals(cfg))
        bind_moves(f);
}

/* Each signal has its words, and one more: get() reads over the end of a word. */
static void give_words(struct signals *s)
{
    uint64_t *next = s->words;
    for (uint32_t i = 0; i < s->count; i++) {
        s->all[i]->kept = next;
        next += QWORDS(8 * s->all[i]->bytes) + 1;
    }
}

struct signals *signals_open(const struct config *cfg, const struct device_registers *r, uint32_t sub)
{
    char path[32] = "top";
    struct signals *s = calloc(1, sizeof *s);
    struct finder f = {.registers = r, .path = path, .to = s};
    if (!s)
        return NULL;
    if (cfg->sm_subcores)
        snprintf(path, sizeof path, "top.g_sub[%u].u_subcore", sub);
    s->cfg = cfg;
    s->sub = sub;
    s->shape = shape_of(cfg);
    s->window = cfg->kind == KIND_BOC ? (unsigned)cfg->window : 1;
    s->entries = (unsigned)(cfg->kind == KIND_BOC ? cfg->boc_entries : cfg->entries);
    s->entry_w = bits_for(s->entries);
    s->pos_w = s->shape.pos_w;
    s->requests = s->shape.collectors * s->window;
    bind_all(&f);
    s->words = calloc(f.words + SLACK, sizeof *s->words);
    if (!s->words) {
        free(s);
        return NULL;
    }
    give_words(s);
    return s;
}

void signals_close(struct signals *s)
{
    if (!s)
        return;
    free(s->words);
    free(s);
}

void signals_keep(struct signals *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        memcpy(s->all[i]->kept, s->all[i]->now, s->all[i]->bytes);
}

uint64_t is_now(const struct signal *s, unsigned at, unsigned width)
{
    uint64_t words[2] = {0, 0};
    if (!s->now || at / 8 >= s->bytes)
        return 0;
    unsigned first = at / 8, left = s->bytes - first;
    memcpy(words, s->now + first, left < sizeof words ? left : sizeof words);
    return get(words, at % 8, width);
}
