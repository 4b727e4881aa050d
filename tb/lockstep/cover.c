/* SPDX-License-Identifier: Apache-2.0 */
#include "cover.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum test {
    TEST_END, TEST_SOME, TEST_NONE, TEST_ONES, TEST_IS, TEST_OPTION /* equals an option of the configuration */,
    TEST_ROSE /* from zero */, TEST_FELL /* to zero */, TEST_BOTH /* has a bit that the other register has, too */,
    TEST_LESS /* has not a bit that the other one has */
};

/* Register names end in `reg`; those of a point are in one instance. */
struct term {
    const char *reg;
    enum test test;
    uint64_t value;
    const char *other;
};

struct point {
    const char *name;
    struct term terms[COVER_TERMS];
    const char *meaning;
};

#define OPTION(field) TEST_OPTION, offsetof(struct config, field), NULL

static const struct point points[] = {
    {"ibuffer_entry_waits", {{"u_ibuffer.count_q", TEST_SOME, 0, NULL}}, "an instruction is decoded"},
    {"issue_exiting", {{"u_issue.exiting_q", TEST_SOME, 0, NULL}},
     "a warp has issued its last instruction and is not gone"},
    {"issue_all_exiting", {{"u_issue.exiting_q", TEST_ONES, 0, NULL}}, "all warps have"},
    {"issue_waits_sthld", {{"u_issue.wait_q", TEST_SOME, 0, NULL}}, "a warp waits for a far CCU"},
    {"scoreboard_register_pending", {{"u_scoreboard.pending_q", TEST_SOME, 0, NULL}},
     "a register waits for its result"},
    {"scoreboard_tag_pending", {{"u_scoreboard.tag_q", TEST_SOME, 0, NULL}}, "a predicate or uniform register does"},
    {"bank_queue_full", {{"u_queue.count_q", OPTION(collectors)}}, "requests of all collectors wait for one bank"},
    {"bank_queue_drained", {{"u_queue.count_q", TEST_FELL, 0, NULL}}, "the last request of a bank is served"},
    {"bank_read_under_way", {{"u_bank.rd_valid_q", TEST_SOME, 0, NULL}}, "a row is being read"},
    {"ccu_waits_for_sources", {{"u_ccu.oct_ready_q", TEST_LESS, 0, "u_ccu.oct_valid_q"}}, "a source is not there yet"},
    {"ccu_all_valid", {{"u_ccu.ct_valid_q", TEST_ONES, 0, NULL}}, "a cache table is full"},
    {"ccu_emptied", {{"u_ccu.ct_valid_q", TEST_FELL, 0, NULL}}, "a cache table is flushed"},
    {"ccu_all_locked", {{"u_ccu.ct_valid_q", TEST_ONES, 0, NULL}, {"u_ccu.ct_lock_q", TEST_ONES, 0, NULL}},
     "all entries are valid and locked"},
    {"ccu_near_locked", {{"u_ccu.ct_lock_q", TEST_BOTH, 0, "u_ccu.ct_near_q"}}, "a near entry is locked"},
    {"ccu_all_near", {{"u_ccu.ct_valid_q", TEST_ONES, 0, NULL}, {"u_ccu.ct_near_q", TEST_ONES, 0, NULL}},
     "a full cache table has near entries only: a near one must go"},
    {"ccu_hit_on_issue", {{"u_ccu.occupied_q", TEST_ROSE, 0, NULL}, {"u_ccu.oct_ready_q", TEST_SOME, 0, NULL}},
     "a source is there when its instruction enters"},
    {"ccu_idle_with_entries", {{"u_ccu.occupied_q", TEST_NONE, 0, NULL}, {"u_ccu.ct_valid_q", TEST_SOME, 0, NULL}},
     "a free CCU keeps values"},
    {"scoreboard_register_barred", {{"u_scoreboard.pending_q", TEST_BOTH, 0, "u_scoreboard.barred_q"}},
     "no early collector waits for a result that is outstanding"},
    {"ecu_waits_for_result", {{"u_ecu.src_wait_q", TEST_SOME, 0, NULL}}, "an instruction waits in a collector"},
    {"ecu_takes_result", {{"u_ecu.src_wait_q", TEST_FELL, 0, NULL}}, "and takes the result"},
    {"ecu_waits_and_has_another", {{"u_ecu.src_wait_q", TEST_SOME, 0, NULL},
                                   {"u_ecu.src_ready_q", TEST_SOME, 0, NULL}}, "it has another source already"},
    {"dependence_stall", {{"u_dependence.stall_q", TEST_SOME, 0, NULL}}, "a warp waits for its stall count"},
    {"dependence_counts", {{"u_dependence.count_q", TEST_SOME, 0, NULL}}, "a dependence counter is not 0"},
    {"readers_some", {{"u_readers.count_q", TEST_SOME, 0, NULL}}, "a register is still to be read"},
    {"modern_port_1", {{"u_control.stage_port_q", TEST_SOME, 0, NULL}}, "a slot is not read on port 0"},
    {"modern_control_waits", {{"u_control.control_valid_q", TEST_SOME, 0, NULL},
                              {"u_control.allocate_valid_q", TEST_SOME, 0, NULL}},
     "instructions are in Control and Allocate"},
    {"modern_stages_full", {{"u_control.stage_valid_q", TEST_ONES, 0, NULL}}, "each cycle of the window has one"},
    {"modern_hit", {{"u_control.stage_hit_q", TEST_SOME, 0, NULL}}, "an operand comes from the reuse cache"},
    {"modern_kept_all", {{"u_control.reuse_valid_q", TEST_ONES, 0, NULL}}, "the reuse cache is full"},
    {"modern_reads_full", {{"u_bank.read_valid_q", TEST_ONES, 0, NULL}},
     "reads of a bank are reserved for three cycles"},
    {"modern_result_waits", {{"u_bank.result_count_q", TEST_SOME, 0, NULL}}, "a result waits for its bank"},
    {"unit_queue_full", {{"u_queue.count_q", OPTION(modern_queue)}}, "the unit queue is full"},
    {"unit_queue_partly", {{"u_queue.got_q", TEST_LESS, 0, "u_queue.asked_q"}}, "a slot has been asked for, not come"},
    {"sthld_state_1", {{"u_sthld.state_q", TEST_IS, 1, NULL}}, "state 1 of Fig. 8"},
    {"sthld_state_2", {{"u_sthld.state_q", TEST_IS, 2, NULL}}, "state 2 of Fig. 8"},
    {"sthld_state_3", {{"u_sthld.state_q", TEST_IS, 3, NULL}}, "state 3 of Fig. 8"},
    {"sthld_state_4", {{"u_sthld.state_q", TEST_IS, 4, NULL}}, "state 4 of Fig. 8"},
    {"sthld_state_5", {{"u_sthld.state_q", TEST_IS, 5, NULL}}, "state 5 of Fig. 8"},
    {"sthld_state_6", {{"u_sthld.state_q", TEST_IS, 6, NULL}}, "state 6 of Fig. 8"},
    {"sthld_clamped", {{"u_sthld.clamped_q", TEST_SOME, 0, NULL}}, "STHLD was held at an end of its range"},
    {"sthld_highest", {{"u_sthld.sthld_q", OPTION(sthld_max)}}, "STHLD is sthld.max"},
    {"boc_all_valid", {{"u_boc.valid_q", TEST_ONES, 0, NULL}}, "a BOC is full"},
    {"boc_all_dirty", {{"u_boc.valid_q", TEST_ONES, 0, NULL}, {"u_boc.dirty_q", TEST_ONES, 0, NULL}},
     "a full BOC has only values that the banks lack: it must drain"},
    {"boc_transient", {{"u_boc.transient_q", TEST_BOTH, 0, "u_boc.valid_q"}}, "a value is for the collector only"},
    {"boc_transient_dirty", {{"u_boc.transient_q", TEST_BOTH, 0, "u_boc.dirty_q"}},
     "and would have to be rescued if it left"},
    {"boc_entry_waits", {{"u_boc.wait_q", TEST_BOTH, 0, "u_boc.valid_q"}}, "an entry waits for its value"},
    {"boc_window_full", {{"u_boc.occupied_q", TEST_ONES, 0, NULL}}, "as many instructions as the window holds"},
    {"boc_emptied", {{"u_boc.valid_q", TEST_FELL, 0, NULL}}, "the last entry leaves"},
    {"rfc_all_valid", {{"u_rfc.valid_q", TEST_ONES, 0, NULL}}, "a register cache is full"},
    {"rfc_all_dirty", {{"u_rfc.valid_q", TEST_ONES, 0, NULL}, {"u_rfc.dirty_q", TEST_ONES, 0, NULL}},
     "all of it must be written back"},
    {"rfc_emptied", {{"u_rfc.valid_q", TEST_FELL, 0, NULL}}, "it is flushed"},
    {"levels_pending", {{"u_levels.pending_q", TEST_SOME, 0, NULL}}, "an entry of ORF or LRF is to be written"},
    {"levels_settled", {{"u_levels.pending_q", TEST_FELL, 0, NULL}}, "the last such entry is written"},
    {"levels_read", {{"u_read.slot_q", TEST_SOME, 0, NULL}}, "a source comes from an entry"},
    {"levels_copy", {{"u_ocu.copy_q", TEST_SOME, 0, NULL}, {"u_ocu.occupied_q", TEST_SOME, 0, NULL}},
     "a source of a bank is to be copied"},
    {"levels_and_bank", {{"u_ocu.occupied_q", TEST_SOME, 0, NULL},
                         {"u_ocu.src_bank_q", TEST_LESS, 0, "u_ocu.src_valid_q"},
                         {"u_ocu.src_bank_q", TEST_SOME, 0, NULL}},
     "an instruction has sources of entries and of banks"},
    {"levels_strand_waits", {{"u_ibuffer.strand_q", TEST_SOME, 0, NULL}}, "a strand begins in the instruction buffer"},
    {"intervals_begins", {{"u_ibuffer.interval_q", TEST_SOME, 0, NULL}},
     "an interval begins in the instruction buffer"},
    {"intervals_taken", {{"u_table.begun_q", TEST_SOME, 0, NULL}}, "a warp has taken an interval"},
    {"intervals_comes", {{"u_table.held_q", TEST_LESS, 0, "u_table.work_q"}}, "a register has to come into an entry"},
    {"intervals_goes_and_comes", {{"u_table.held_q", TEST_LESS, 0, "u_table.work_q"},
                                  {"u_table.work_q", TEST_LESS, 0, "u_table.held_q"}},
     "one has to go, and another one has to come"},
    {"intervals_all_used", {{"u_table.used_q", TEST_ONES, 0, NULL}}, "every entry of every frame is taken"},
    {"intervals_emptied", {{"u_table.held_q", TEST_FELL, 0, NULL}}, "the last register that was held goes"},
    {"intervals_leaving", {{"u_table.leaving_q", TEST_SOME, 0, NULL}},
     "a warp has issued what makes it leave the active set"},
    {"intervals_dead_held", {{"u_table.live_q", TEST_LESS, 0, "u_table.held_q"}},
     "a register is held that is not live: it is dropped when it goes"},
    {"intervals_dead_comes", {{"u_table.live_q", TEST_LESS, 0, "u_table.work_q"}},
     "a register of an interval is not live: it comes without a value"},
    {"intervals_moved_out", {{"u_move.busy_q", TEST_SOME, 0, NULL}, {"u_move.empty_q", TEST_SOME, 0, NULL}},
     "a frame is emptied"},
    {"intervals_fetch", {{"u_move.busy_q", TEST_SOME, 0, NULL}, {"u_move.fetch_q", TEST_SOME, 0, NULL}},
     "a register is on its way from its bank"},
    {"l1d_dirty_waits", {{"u_l1d.dirty_q", TEST_SOME, 0, NULL}}, "a line is dirty"},
    {"l1d_all_valid", {{"u_l1d.valid_q", TEST_ONES, 0, NULL}}, "the cache is full"},
    {"l1d_all_waiting", {{"u_l1d.wait_q", TEST_ONES, 0, NULL}}, "every line is under way: nothing can be fetched"},
    {"l1d_victim", {{"u_l1d.victim_q", TEST_SOME, 0, NULL}}, "a dirty line leaves"},
    {"l1d_migrates", {{"u_l1d.migrate_q", TEST_SOME, 0, NULL}}, "a line goes over to shared memory"},
    {"l1d_hit_in_shared", {{"u_l1d.hit_q", TEST_SOME, 0, NULL}, {"u_l1d.hit_shared_q", TEST_SOME, 0, NULL}},
     "a load hits in shared memory"},
    {"mshr_all_busy", {{"u_mshr.busy_q", TEST_ONES, 0, NULL}}, "no MSHR is free"},
    {"mshr_targets_all_used", {{"u_mshr.target_q", TEST_ONES, 0, NULL}}, "no target is free"},
    {"mshr_atomic", {{"u_mshr.atomic_q", TEST_BOTH, 0, "u_mshr.busy_q"}}, "an atomic is under way"},
    {"mshr_for_shared", {{"u_mshr.shared_q", TEST_BOTH, 0, "u_mshr.busy_q"}}, "a line for shared memory is"},
    {"write_queue_full", {{"u_write_queue.count_q", OPTION(l1d_write_queue)}}, "requests wait for the L2"},
    {"response_queue_full", {{"u_response_queue.count_q", OPTION(l1d_response_queue)}}, "lines wait for the cache"},
    {"coalescer_lanes_left", {{"u_coalescer.valid_q", TEST_SOME, 0, NULL}, {"u_coalescer.pend_q", TEST_SOME, 0, NULL}},
     "an access needs a further line"},
    {"coalescer_local", {{"u_coalescer.valid_q", TEST_SOME, 0, NULL}, {"u_coalescer.local_q", TEST_SOME, 0, NULL}},
     "an access is to local memory"},
    {"vta_all_valid", {{"u_vta.valid_q", TEST_ONES, 0, NULL}}, "every victim tag is in use"},
    {"ccws_holds_back", {{"u_ccws.allow_q", TEST_LESS, 0, "u_ccws.live_q"}}, "a live warp is held back"},
    {"ccws_all_live_allowed", {{"u_ccws.live_q", TEST_ONES, 0, NULL}, {"u_ccws.allow_q", TEST_ONES, 0, NULL}},
     "none is, with all slots live"},
    {"statpcal_bandwidth_to_spare", {{"u_spare.spare_q", TEST_SOME, 0, NULL}}, "there is bandwidth to spare"},
    {"statpcal_bandwidth_gone", {{"u_spare.spare_q", TEST_FELL, 0, NULL}}, "there is none any more"},
    {"ciao_stalled", {{"u_pair_list.stalled_q", TEST_SOME, 0, NULL}}, "a warp is stalled"},
    {"ciao_isolated", {{"u_pair_list.isolated_q", TEST_SOME, 0, NULL}}, "a warp is isolated"},
    {"ciao_both", {{"u_pair_list.stalled_q", TEST_BOTH, 0, "u_pair_list.isolated_q"}}, "a warp is both"},
    {"ciao_reactivated", {{"u_pair_list.stalled_q", TEST_FELL, 0, NULL}}, "the last stalled warp goes on"},
    {"ciao_both_epochs_due", {{"u_ciao.low_due_q", TEST_SOME, 0, NULL}, {"u_ciao.high_due_q", TEST_SOME, 0, NULL}},
     "both epochs end before one is dealt with"},
    {"ciao_rescue", {{"u_ciao.rescue_q", TEST_SOME, 0, NULL}}, "patience is at its end"},
    {"cutoff_test_busy", {{"u_cutoff_test.busy_q", TEST_SOME, 0, NULL}}, "a score is compared with a cutoff"},
};
enum { POINTS = sizeof points / sizeof *points };

/* --- binding ------------------------------------------------------------------------------------------------------ */

static const struct dut_object *find(const struct dut_object *o, uint32_t count, const char *scope, size_t length,
                                     const char *reg)
{
    for (uint32_t i = 0; i < count; i++)
        if (o[i].kind == DUT_REGISTER && strncmp(o[i].name, scope, length) == 0 && strcmp(o[i].name + length, reg) == 0)
            return &o[i];
    return NULL;
}

/* The registers of one instance; false if it lacks one. */
static bool place(struct cover_place *p, const struct dut_object *o, uint32_t count, const char *scope, size_t length)
{
    const struct point *point = &points[p->point];
    for (int t = 0; t < COVER_TERMS && point->terms[t].test != TEST_END; t++) {
        const struct term *term = &point->terms[t];
        const struct dut_object *reg = find(o, count, scope, length, term->reg);
        const struct dut_object *other = term->other ? find(o, count, scope, length, term->other) : reg;
        if (!reg || !other || other->width != reg->width)
            return false;
        p->bits[t][0] = reg->bits;
        p->bits[t][1] = other->bits;
        p->width[t] = reg->width;
    }
    return true;
}

/* The point at every instance that has its first register. */
static bool add_point(struct cover *c, uint32_t number, const struct dut_object *o, uint32_t count)
{
    const char *reg = points[number].terms[0].reg;
    c->found[number] = 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t all = strlen(o[i].name), end = strlen(reg);
        if (o[i].kind != DUT_REGISTER || all <= end || strcmp(o[i].name + all - end, reg) != 0 ||
            o[i].name[all - end - 1] != '.')
            continue;
        struct cover_place p = {.point = number};
        if (!place(&p, o, count, o[i].name, all - end))
            continue;
        struct cover_place *places = realloc(c->places, (c->count + 1) * sizeof *places);
        if (!places)
            return false;
        c->places = places;
        c->places[c->count++] = p;
        c->found[number]++;
    }
    return true;
}

bool cover_bind(struct cover *c, const struct config *cfg, const struct dut_object *objects, uint32_t count)
{
    if (!c->hits) {
        c->hits = calloc(POINTS, sizeof *c->hits);
        c->found = calloc(POINTS, sizeof *c->found);
    }
    c->cfg = cfg;
    c->count = 0;
    bool good = c->hits && c->found;
    for (uint32_t i = 0; good && i < POINTS; i++)
        good = add_point(c, i, objects, count);
    return good;
}

/* --- looking ------------------------------------------------------------------------------------------------------ */

static bool is_zero(const uint8_t *bits, uint32_t width)
{
    for (uint32_t i = 0; i < (width + 7) / 8; i++)
        if (bits[i])
            return false;
    return true;
}

static bool is_ones(const uint8_t *bits, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (!(bits[i / 8] >> i % 8 & 1))
            return false;
    return true;
}

static bool is_number(const uint8_t *bits, uint32_t width, uint64_t number)
{
    uint64_t value = 0;
    memcpy(&value, bits, width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8);
    return width <= 64 && value == number;
}

static bool share_a_bit(const uint8_t *a, const uint8_t *b, uint32_t width, uint8_t invert)
{
    for (uint32_t i = 0; i < (width + 7) / 8; i++)
        if ((a[i] ^ invert) & b[i])
            return true;
    return false;
}

static bool holds(const struct cover *c, struct cover_place *p, int t)
{
    const struct term *term = &points[p->point].terms[t];
    const uint8_t *bits = p->bits[t][0];
    uint32_t width = p->width[t];
    bool some = !is_zero(bits, width), before = p->before[t];
    p->before[t] = some;
    switch (term->test) {
    case TEST_SOME: return some;
    case TEST_NONE: return !some;
    case TEST_ONES: return some && is_ones(bits, width);
    case TEST_IS: return is_number(bits, width, term->value);
    case TEST_OPTION: {
        int value;
        memcpy(&value, (const char *)c->cfg + term->value, sizeof value);
        return is_number(bits, width, (uint64_t)value);
    }
    case TEST_ROSE: return some && !before;
    case TEST_FELL: return !some && before;
    case TEST_BOTH: return share_a_bit(bits, p->bits[t][1], width, 0);
    default: return share_a_bit(bits, p->bits[t][1], width, 0xff);
    }
}

void cover_cycle(struct cover *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        struct cover_place *p = &c->places[i];
        bool all = true;
        for (int t = 0; t < COVER_TERMS && points[p->point].terms[t].test != TEST_END; t++)
            all &= holds(c, p, t);
        c->hits[p->point] += all;
    }
}

void cover_print(const struct cover *c, FILE *out)
{
    for (uint32_t i = 0; c->hits && i < POINTS; i++)
        fprintf(out, "point\t%s\t%" PRIu64 "\t%" PRIu32 "\t%s\n", points[i].name, c->hits[i], c->found[i],
                points[i].meaning);
}

void cover_free(struct cover *c)
{
    free(c->places);
    free(c->hits);
    free(c->found);
    memset(c, 0, sizeof *c);
}
