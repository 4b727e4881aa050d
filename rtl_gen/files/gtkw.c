/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subcore.gtkw: a GTKWave save file for the waveforms of a Verilator run, with its signals in groups, and units.filter,
 * by which it shows execution units by name. GTKWave is started in their directory.
 */
#include "rtl_gen/gen/clocks.h"
#include "rtl_gen/gen/design.h"

#include <string.h>

/* Formats of a trace, as GTKWave's flags. */
enum format { BINARY = 0x28, HEX = 0x22, DECIMAL = 0x24, UNIT = 0x2022 };

enum { GROUP = 0x800200, GROUP_END = 0x1000200, CLOSED_GROUP = 0xc00200, CLOSED_GROUP_END = 0x1400200 };

struct group {
    const struct design *design;
    FILE *out;
    const char *units; /* the file by which units have names */
    const char *path;  /* of the top, or of a sub-core, with its dot */
    const char *scope; /* instance below that, with its dot, or "" */
};

static void signal(const struct group *group, const char *name, const char *width, enum format format)
{
    fprintf(group->out, "@%x\n", format);
    if (format == UNIT)
        fprintf(group->out, "^1 %s\n", group->units);
    fprintf(group->out, "%s%s%s", group->path, group->scope, name);
    int bits = shape_value(&group->design->shape, width);
    if (bits > 1)
        fprintf(group->out, "[%d:0]", bits - 1);
    else if (strcmp(width, "1") != 0)
        fputs("[0]", group->out);
    fputs("\n", group->out);
}

/* A signal that only some configurations have. */
static void signal_if(const struct group *group, enum presence presence, const char *name, const char *width,
                      enum format format)
{
    if (present(presence, group->design->config))
        signal(group, name, width, format);
}

static void issue(const struct group *g)
{
    signal(g, "issue_valid", "1", BINARY);
    signal(g, "issue_warp", "WARP_BITS", DECIMAL);
    signal(g, "issue_iid", "IID_BITS", DECIMAL);
    signal(g, "issue_unit", "3", UNIT);
    signal(g, "issue_src_valid", "SLOTS", BINARY);
    signal(g, "issue_src_reg", "SLOTS*REG_BITS", HEX);
    signal(g, "issue_dst_count", "3", DECIMAL);
    signal(g, "issue_dst_base", "REG_BITS", DECIMAL);
    signal(g, "alloc", "COLLECTORS", BINARY);
    signal_if(g, WITH_LATE, "chosen_valid", "1", BINARY);
    signal_if(g, WITH_LATE, "chosen_warp", "WARP_BITS", DECIMAL);
    signal_if(g, WITH_LATE, "chosen_iid", "IID_BITS", DECIMAL);
    signal_if(g, WITH_STAGE, "stage_valid", "1", BINARY);
    signal_if(g, WITH_STAGE, "stage_warp", "WARP_BITS", DECIMAL);
    signal_if(g, WITH_STAGE, "stage_iid", "IID_BITS", DECIMAL);
    signal_if(g, WITH_STAGE, "stage_src_valid", "SLOTS", BINARY);
    signal_if(g, WITH_STAGE, "stage_src_reg", "SLOTS*REG_BITS", HEX);
    signal(g, "head_valid", "WARPS", BINARY);
    signal(g, "head_last", "WARPS", BINARY);
    signal(g, "blocked", "WARPS", BINARY);
    if (g->design->config->tags > 0) {
        signal(g, "u_scoreboard.tag_q", "WARPS*TAGS", HEX);
        signal(g, "tag_valid_i", "1", BINARY);
        signal(g, "tag_warp_i", "WARP_BITS", DECIMAL);
        signal(g, "tag_mask_i", "TAGS", HEX);
    }
    signal_if(g, WITH_ECU, "issue_wait", "SLOTS", BINARY);
    signal(g, "full", "1", BINARY);
    signal_if(g, WITH_TWO_LEVEL, "active", "WARPS", BINARY);
    signal_if(g, WITH_TWO_LEVEL, "long", "WARPS", BINARY);
    signal_if(g, WITH_WAIT, "u_issue.wait_q", "STHLD_BITS", DECIMAL);
    signal_if(g, WITH_WAIT, "u_issue.sthld_i", "STHLD_BITS", DECIMAL);
    signal_if(g, WITH_OWN, "u_sthld.state_q", "3", DECIMAL);
    signal_if(g, WITH_OWN, "u_sthld.clamped_q", "1", BINARY);
    signal_if(g, WITH_OWN, "u_sthld.cycle_q", "CYCLE_BITS", DECIMAL);
    signal_if(g, WITH_OWN, "u_sthld.count_q", "ISSUED_BITS", DECIMAL);
    signal_if(g, WITH_OWN, "u_sthld.prev_q", "ISSUED_BITS", DECIMAL);
    if (present(WITH_STAGE, g->design->config)) {
        signal_if(g, WITH_OWN, "u_sthld.judge_q", "1", BINARY);
        signal_if(g, WITH_OWN, "u_sthld.large_q", "1", BINARY);
    }
    signal_if(g, WITH_LIMIT, "barrier_i", "WARPS", BINARY);
    signal_if(g, WITH_LIMIT, "u_issue.within_limit", "WARPS", BINARY);
    signal_if(g, WITH_SPARE, "spare_i", "1", BINARY);
    signal_if(g, WITH_CCWS, "stop_i", "WARPS", BINARY);
    signal_if(g, WITH_STALL, "stall_i", "WARPS", BINARY);
    signal(g, "u_issue.exiting_q", "WARPS", BINARY);
    signal(g, "end_valid", "1", BINARY);
    signal(g, "end_warp", "WARP_BITS", DECIMAL);
}

/* The same without collectors. */
static void modern_issue(const struct group *g)
{
    signal(g, "issue_valid", "1", BINARY);
    signal(g, "issue_warp", "WARP_BITS", DECIMAL);
    signal(g, "issue_iid", "IID_BITS", DECIMAL);
    signal(g, "issue_unit", "3", UNIT);
    signal(g, "issue_src_valid", "SLOTS", BINARY);
    signal(g, "issue_src_reg", "SLOTS*REG_BITS", HEX);
    signal(g, "issue_dst_count", "3", DECIMAL);
    signal(g, "issue_dst_base", "REG_BITS", DECIMAL);
    signal(g, "head_valid", "WARPS", BINARY);
    signal(g, "head_last", "WARPS", BINARY);
    signal_if(g, WITH_CONTROL_BITS, "head_wait", "WARPS*6", HEX);
    signal(g, "blocked", "WARPS", BINARY);
    signal_if(g, WITH_CONTROL_BITS, "u_dependence.stall_q", "WARPS*6", HEX);
    signal_if(g, WITH_CONTROL_BITS, "u_dependence.count_q", "WARPS*36", HEX);
    signal_if(g, WITH_READERS, "waits_results", "WARPS", BINARY);
    signal_if(g, WITH_READERS, "waits_readers", "WARPS", BINARY);
    signal_if(g, WITH_READERS, "u_scoreboard.pending_q", "WARPS*REGISTERS", HEX);
    signal_if(g, WITH_READERS, "u_readers.count_q", "WARPS*REGISTERS*READER_BITS", HEX);
    signal(g, "u_issue.int_q", "2", DECIMAL);
    signal(g, "u_issue.fp32_q", "2", DECIMAL);
    signal(g, "full", "1", BINARY);
    signal(g, "hold", "1", BINARY);
    signal(g, "u_issue.exiting_q", "WARPS", BINARY);
    signal(g, "end_valid", "1", BINARY);
    signal(g, "end_warp", "WARP_BITS", DECIMAL);
}

static void modern_window(const struct group *g)
{
    signal(g, "control_valid_q", "1", BINARY);
    signal(g, "control_iid_q", "IID_BITS", DECIMAL);
    signal(g, "allocate_valid_q", "1", BINARY);
    signal(g, "allocate_iid_q", "IID_BITS", DECIMAL);
    signal(g, "allocate_unit_q", "3", UNIT);
    signal(g, "allocate_src_valid_q", "SLOTS", BINARY);
    signal(g, "allocate_src_reg_q", "SLOTS*REG_BITS", HEX);
    signal(g, "need", "SLOTS", BINARY);
    signal_if(g, WITH_REUSE_CACHE, "slot_hit", "SLOTS", BINARY);
    signal_if(g, WITH_REUSE_CACHE, "slot_keep", "SLOTS", BINARY);
    signal_if(g, WITH_REUSE_CACHE, "reuse_valid_q", "BANKS*3", BINARY);
    signal_if(g, WITH_REUSE_CACHE, "reuse_reg_q", "BANKS*3*REG_BITS", HEX);
    signal(g, "lacks", "1", BINARY);
    signal(g, "reserve_o", "BANKS*READS*3", BINARY);
    signal(g, "stage_valid_q", "4", BINARY);
    signal(g, "stage_iid_q", "4*IID_BITS", HEX);
    signal(g, "stage_time_q", "4*SLOTS*2", HEX);
    signal_if(g, WITH_SEVERAL_READS, "stage_port_q", "4*SLOTS*READ_BITS", HEX);
}

static void modern_queue(const struct group *g)
{
    signal(g, "count_q", "HELD_BITS", DECIMAL);
    signal(g, "iid_q", "HELD*IID_BITS", HEX);
    signal(g, "asked_q", "SLOTS", BINARY);
    signal(g, "got_q", "SLOTS", BINARY);
    signal(g, "ask_o", "BANKS", BINARY);
    signal(g, "ask_reg_o", "BANKS*REG_BITS", HEX);
}

static void dispatch(const struct group *g)
{
    signal_if(g, WITH_COLLECTORS, "dispatchable", "COLLECTORS", BINARY);
    signal_if(g, WITH_COLLECTORS, "dispatch", "COLLECTORS", BINARY);
    signal_if(g, WITH_MODERN, "window", "1", BINARY);
    signal_if(g, WITH_MODERN, "queue_valid", "1", BINARY);
    signal(g, "unit_ready_i", "UNITS", BINARY);
    signal(g, "disp_valid_o", "1", BINARY);
    signal(g, "disp_unit_o", "3", UNIT);
    signal(g, "disp_warp_o", "WARP_BITS", DECIMAL);
    signal(g, "disp_iid_o", "IID_BITS", DECIMAL);
    signal(g, "disp_mask_o", "LANES", HEX);
    signal(g, "disp_operand_o", present(WITH_UPPER, g->design->config) ? "SLOTS*BEAT_BITS" : "SLOTS*VECTOR_BITS", HEX);
    signal_if(g, WITH_UPPER, "disp_upper_valid_o", "1", BINARY);
    signal_if(g, WITH_UPPER, "disp_upper_operand_o", "SLOTS*BEAT_BITS", HEX);
}

static void collector(const struct group *g)
{
    signal(g, "occupied_q", "1", BINARY);
    signal_if(g, WITH_UPPER, "upper_q", "1", BINARY);
    signal(g, "warp_q", "WARP_BITS", DECIMAL);
    signal(g, "iid_q", "IID_BITS", DECIMAL);
    signal(g, "unit_q", "3", UNIT);
    if (g->design->config->kind == KIND_CCU) {
        signal(g, "own_q", "1", BINARY);
        signal(g, "oct_valid_q", "SLOTS", BINARY);
        signal(g, "oct_ready_q", "SLOTS", BINARY);
        signal(g, "oct_index_q", "SLOTS*ENTRY_BITS", HEX);
        signal(g, "ct_valid_q", "ENTRIES", BINARY);
        signal(g, "ct_lock_q", "ENTRIES", BINARY);
        signal_if(g, WITH_NEAR, "ct_near_q", "ENTRIES", BINARY);
        signal_if(g, WITH_DIST, "ct_dist_q", "ENTRIES*DIST_BITS", HEX);
        signal(g, "ct_tag_q", "ENTRIES*REG_BITS", HEX);
        signal_if(g, WITH_RANKS, "ct_lru_q", "ENTRIES*ENTRY_BITS", HEX);
        signal_if(g, WITH_WAIT, "near_o", "1", BINARY);
    } else {
        signal(g, "src_valid_q", "SLOTS", BINARY);
        signal(g, "src_ready_q", "SLOTS", BINARY);
        signal(g, "src_reg_q", "SLOTS*REG_BITS", HEX);
        signal_if(g, WITH_ECU, "src_wait_q", "SLOTS", BINARY);
        signal_if(g, WITH_ECU, "takes", "SLOTS", BINARY);
        signal_if(g, WITH_FRAMES, "src_bank_q", "SLOTS", BINARY);
        signal_if(g, WITH_FRAMES, "l_valid_i", "SLOTS", BINARY);
        signal_if(g, WITH_FILL, "src_fill_q", "SLOTS", BINARY);
        signal_if(g, WITH_POS, "src_set_q", "SLOTS*SET_BITS", HEX);
        signal_if(g, WITH_RFC, "issue_served_i", "SLOTS", BINARY);
    }
    signal(g, "s_valid_i", "1", BINARY);
    signal(g, "s_slot_i", "SLOT_BITS", DECIMAL);
    signal(g, "s_data_i", "VECTOR_BITS", HEX);
}

static void boc(const struct group *g)
{
    signal(g, "next_q", "POS_BITS", DECIMAL);
    signal(g, "occupied_q", "WINDOW", BINARY);
    signal(g, "iid_q", "WINDOW*IID_BITS", HEX);
    signal(g, "unit_q", "WINDOW*3", HEX);
    signal(g, "src_valid_q", "WINDOW*SLOTS", BINARY);
    signal(g, "src_index_q", "WINDOW*SLOTS*ENTRY_BITS", HEX);
    signal(g, "valid_q", "ENTRIES", BINARY);
    signal(g, "full_q", "ENTRIES", BINARY);
    signal(g, "wait_q", "ENTRIES", BINARY);
    signal_if(g, WITH_BACK, "dirty_q", "ENTRIES", BINARY);
    signal_if(g, WITH_HINT, "transient_q", "ENTRIES", BINARY);
    signal(g, "locked", "ENTRIES", BINARY);
    signal(g, "life_q", "ENTRIES*POS_BITS", HEX);
    signal(g, "tag_q", "ENTRIES*REG_BITS", HEX);
    signal(g, "fifo_q", "ENTRY_BITS", DECIMAL);
    signal(g, "lacks", "1", BINARY);
    signal(g, "s_valid_i", "1", BINARY);
    signal(g, "s_pos_i", "POS_BITS", DECIMAL);
    signal(g, "s_slot_i", "SLOT_BITS", DECIMAL);
    signal(g, "s_data_i", "VECTOR_BITS", HEX);
    signal(g, "result_valid_i", "1", BINARY);
    signal(g, "result_reg_i", "REG_BITS", DECIMAL);
    signal(g, "result_data_i", "VECTOR_BITS", HEX);
    signal_if(g, WITH_BACK, "offer_valid_o", "1", BINARY);
    signal_if(g, WITH_BACK, "offer_reg_o", "REG_BITS", DECIMAL);
    signal_if(g, WITH_BACK, "drain_i", "1", BINARY);
}

static void cache(const struct group *g)
{
    signal(g, "valid_q", "ENTRIES", BINARY);
    signal_if(g, WITH_RFC_BACK, "dirty_q", "ENTRIES", BINARY);
    signal(g, "tag_q", "ENTRIES*REG_BITS", HEX);
    signal_if(g, WITH_ORDER, "older_q", "SETS*PAIRS", BINARY);
    signal(g, "victim", "ENTRIES", BINARY);
    signal(g, "flushing", "1", BINARY);
    signal(g, "found", "SLOTS", BINARY);
    signal(g, "slot_port_o", "SLOTS*READ_PORTS", BINARY);
    signal_if(g, WITH_LACK, "lacks_o", "1", BINARY);
    signal(g, "result_valid_i", "1", BINARY);
    signal(g, "result_hit_i", "ENTRIES", BINARY);
    signal_if(g, WITH_PLACE, "result_place_i", "ENTRIES", BINARY);
    signal_if(g, WITH_PLACE, "result_reg_i", "REG_BITS", DECIMAL);
    signal(g, "result_data_i", "VECTOR_BITS", HEX);
    signal_if(g, WITH_FILL, "fill_valid_i", "1", BINARY);
    signal_if(g, WITH_FILL, "fill_reg_i", "REG_BITS", DECIMAL);
    signal_if(g, WITH_FILL, "filled", "ENTRIES", BINARY);
    signal_if(g, WITH_RFC_BACK, "offer_valid_o", "1", BINARY);
    signal_if(g, WITH_RFC_BACK, "offer_reg_o", "REG_BITS", DECIMAL);
    signal_if(g, WITH_RFC_BACK, "drain_i", "1", BINARY);
}

/* What comes from entries. */
static void ports_l(const struct group *g)
{
    signal(g, "u_read.slot_q", "SLOTS", BINARY);
    signal(g, "u_read.col_q", "COL_BITS", DECIMAL);
    signal(g, "u_read.frame_q", "FRAME_BITS", DECIMAL);
    signal(g, "u_read.entry_q", "SLOTS*LEVEL_ENTRY_BITS", HEX);
    signal(g, "l_data", "SLOTS*VECTOR_BITS", HEX);
}

static void levels(const struct group *g)
{
    signal(g, "u_levels.frame_q", "WARPS*FRAME_BITS", HEX);
    signal(g, "u_levels.pending_q", "ACTIVE*LEVEL_ENTRIES", BINARY);
    signal(g, "head_entries", "WARPS*LEVEL_ENTRIES", BINARY);
    signal(g, "entry_waits", "WARPS", BINARY);
    signal(g, "owes", "WARPS", BINARY);
    ports_l(g);
    signal_if(g, WITH_COPY, "copied", "ACTIVE*ORF_ENTRIES", BINARY);
    signal_if(g, WITH_COPY, "copy_data", "VECTOR_BITS", HEX);
    signal_if(g, WITH_COPY, "orf_write", "ACTIVE*ORF_ENTRIES", BINARY);
    signal_if(g, WITH_COPY, "orf_data", "ACTIVE*VECTOR_BITS", HEX);
    signal_if(g, WITH_LRF, "lrf_write", "ACTIVE*2*LRF_ENTRIES", BINARY);
    signal(g, "level_done", "ACTIVE*LEVEL_ENTRIES", BINARY);
}

static void intervals(const struct group *g)
{
    signal(g, "u_levels.frame_q", "WARPS*FRAME_BITS", HEX);
    signal(g, "begins", "WARPS", BINARY);
    signal(g, "differs", "WARPS", BINARY);
    signal(g, "leaving", "WARPS", BINARY);
    signal(g, "u_table.begun_q", "WARPS", BINARY);
    signal(g, "u_table.used_q", "ACTIVE*LEVEL_ENTRIES", BINARY);
    signal(g, "u_move.busy_q", "1", BINARY);
    signal(g, "u_move.warp_q", "WARP_BITS", DECIMAL);
    signal(g, "u_move.empty_q", "1", BINARY);
    signal(g, "move_work", "REGISTERS", HEX);
    signal_if(g, WITH_LIVE_SETS, "move_live", "REGISTERS", HEX);
    signal(g, "move_held", "REGISTERS", HEX);
    signal(g, "out_valid", "1", BINARY);
    signal(g, "out_reg", "REG_BITS", DECIMAL);
    signal(g, "out_entry", "LEVEL_ENTRY_BITS", DECIMAL);
    signal(g, "in_valid", "1", BINARY);
    signal(g, "in_entry", "LEVEL_ENTRY_BITS", DECIMAL);
    signal_if(g, WITH_LIVE_SETS, "in_dead", "1", BINARY);
    signal(g, "fetch", "BANKS", BINARY);
    signal(g, "u_move.fetch_q", "BANKS", BINARY);
    signal(g, "u_move.fetch_reg_q", "BANKS*REG_BITS", HEX);
    signal(g, "u_move.fetch_entry_q", "BANKS*LEVEL_ENTRY_BITS", HEX);
    signal(g, "fill_data", "VECTOR_BITS", HEX);
    signal(g, "left", "WARPS", BINARY);
    ports_l(g);
    signal(g, "orf_write", "ACTIVE*ORF_ENTRIES", BINARY);
    signal(g, "orf_data", "ACTIVE*VECTOR_BITS", HEX);
}

static void bank(const struct group *g)
{
    signal(g, "u_queue.count_q", "QUEUE_BITS", DECIMAL);
    signal(g, "u_queue.head_col_o", "COL_BITS", DECIMAL);
    signal_if(g, WITH_BOC, "u_queue.head_pos_o", "POS_BITS", DECIMAL);
    signal(g, "u_queue.head_slot_o", "SLOT_BITS", DECIMAL);
    signal_if(g, WITH_INTERVALS, "u_bank.fetch_i", "1", BINARY);
    signal(g, "u_bank.read_i", "1", BINARY);
    signal(g, "u_bank.write_i", "1", BINARY);
    signal_if(g, WITH_SRAM_1RW, "u_bank.row_i", "ROW_BITS", DECIMAL);
    signal_if(g, WITH_SRAM_1R1W, "u_bank.read_row_i", "ROW_BITS", DECIMAL);
    signal_if(g, WITH_SRAM_1R1W, "u_bank.write_row_i", "ROW_BITS", DECIMAL);
    signal_if(g, WITH_TWO_READS, "u_bank.read_row_i", "ROW_BITS", DECIMAL);
    signal_if(g, WITH_TWO_READS, "u_bank.read2_i", "1", BINARY);
    signal_if(g, WITH_TWO_READS, "u_bank.read2_row_i", "ROW_BITS", DECIMAL);
    signal_if(g, WITH_TWO_READS, "u_bank.write_row_i", "ROW_BITS", DECIMAL);
    signal_if(g, WITH_SLOW, "u_bank.wait_q", "WAIT_BITS", DECIMAL);
    signal(g, "u_bank.rd_valid_q", "1", BINARY);
    signal(g, "u_bank.rdata_o", "VECTOR_BITS", HEX);
    signal_if(g, WITH_TWO_READS, "u_bank.rd2_valid_q", "1", BINARY);
    signal_if(g, WITH_TWO_READS, "u_bank.rdata2_o", "VECTOR_BITS", HEX);
}

static void modern_bank(const struct group *g)
{
    bool several = present(WITH_SEVERAL_READS, g->design->config);
    signal(g, "u_bank.read_valid_q", "READS*3", BINARY);
    if (!several) {
        signal(g, "u_bank.read", "1", BINARY);
        signal(g, "u_bank.read_row", "ROW_BITS", DECIMAL);
    }
    signal(g, "u_bank.write", "1", BINARY);
    signal(g, "u_bank.write_row", "ROW_BITS", DECIMAL);
    signal(g, "u_bank.value_valid_q", "READS*3", BINARY);
    signal(g, "u_bank.value_queue_q", "1", BINARY);
    signal(g, "u_bank.value_reg_q", "READS*3*REG_BITS", HEX);
    signal(g, "u_bank.value_o", "READS*3*VECTOR_BITS", HEX);
    signal(g, "u_bank.result_count_q", "RESULT_BITS", DECIMAL);
}

static void writeback(const struct group *g)
{
    signal(g, "wb_valid_i", "PORTS", BINARY);
    signal(g, "wb_ready_o", "PORTS", BINARY);
    signal(g, "wb_warp_i", "PORTS*WARP_BITS", HEX);
    signal(g, "wb_reg_i", "PORTS*REG_BITS", HEX);
    signal(g, "wb_iid_i", "PORTS*IID_BITS", HEX);
    signal(g, "wb_last_i", "PORTS", BINARY);
    signal_if(g, WITH_LEVELS, "wb_level_i", "PORTS*LEVEL_BITS", HEX);
    signal_if(g, WITH_LEVELS, "wb_bank_i", "PORTS", BINARY);
    signal_if(g, WITH_INTERVALS, "wb_level", "PORTS*LEVEL_BITS", HEX);
    signal(g, "wb_mask_i", "PORTS*LANES", HEX);
    signal(g, "wb_data_i", "PORTS*VECTOR_BITS", HEX);
}

static void access(const struct group *g)
{
    signal(g, "mem_valid_i", "SUBCORES", BINARY);
    signal(g, "mem_ready_o", "SUBCORES", BINARY);
    signal(g, "access_valid", "1", BINARY);
    signal(g, "taken", "1", BINARY);
    signal(g, "access_op", "2", DECIMAL);
    signal(g, "access_local", "1", BINARY);
    signal(g, "access_sub", "SUB_BITS", DECIMAL);
    signal(g, "u_coalescer.warp_q", "WARP_BITS", DECIMAL);
    signal_if(g, WITH_SPARE, "access_bypass", "1", BINARY);
    signal(g, "access_id", "ID_BITS", DECIMAL);
    signal(g, "u_coalescer.pend_q", "LANES", HEX);
    signal(g, "access_mask", "LANES", HEX);
    signal(g, "access_line", "NUMBER_BITS", HEX);
    signal(g, "access_off", "LANES*OFF_BITS", HEX);
    signal(g, "access_be", "LINE_BYTES", HEX);
    signal(g, "access_data", "LINE_BITS", HEX);
}

static void data_cache(const struct group *g)
{
    signal(g, "look", "1", BINARY);
    signal(g, "hit_way", "L1D_WAYS", BINARY);
    signal(g, "wait_way", "L1D_WAYS", BINARY);
    signal(g, "place_way", "L1D_WAYS", BINARY);
    signal(g, "load_hit", "1", BINARY);
    signal(g, "merge", "1", BINARY);
    signal(g, "reserve", "1", BINARY);
    signal(g, "leave", "1", BINARY);
    signal_if(g, WITH_SPARE, "pass", "1", BINARY);
    signal_if(g, WITH_SHARED, "shared_load", "1", BINARY);
    signal_if(g, WITH_SHARED, "migrate", "1", BINARY);
    signal_if(g, WITH_SHARED, "fetch", "1", BINARY);
    signal(g, "local_hit", "1", BINARY);
    signal(g, "write", "1", BINARY);
    signal(g, "update", "1", BINARY);
    signal(g, "valid_q", "LINES", HEX);
    signal(g, "wait_q", "LINES", HEX);
    signal(g, "dirty_q", "LINES", HEX);
    signal(g, "hit_q", "1", BINARY);
    signal(g, "victim_q", "1", BINARY);
    signal(g, "u_mshr.busy_q", "MSHRS", HEX);
    signal(g, "u_mshr.target_q", "TARGETS", HEX);
    signal(g, "u_write_queue.count_q", "WRITE_COUNT_BITS", DECIMAL);
    signal(g, "u_response_queue.count_q", "FILL_COUNT_BITS", DECIMAL);
    signal(g, "install", "1", BINARY);
}

static void throttle(const struct group *g)
{
    signal_if(g, WITH_CCWS, "barrier_i", "SUBCORES*WARPS", BINARY);
    signal_if(g, WITH_VTA, "evict", "1", BINARY);
    signal_if(g, WITH_VTA, "evict_warp", "SM_WARP_BITS", DECIMAL);
    signal_if(g, WITH_VTA, "evict_line", "NUMBER_BITS", HEX);
    signal_if(g, WITH_VTA, "miss", "1", BINARY);
    signal_if(g, WITH_VTA, "access_warp", "SM_WARP_BITS", DECIMAL);
    signal_if(g, WITH_VTA, "lost", "1", BINARY);
    signal_if(g, WITH_CIAO, "lost_by", "SM_WARP_BITS", DECIMAL);
    signal_if(g, WITH_CCWS, "u_ccws.live_q", "SM_WARPS", BINARY);
    signal_if(g, WITH_CCWS, "u_ccws.allow_q", "SM_WARPS", BINARY);
    signal_if(g, WITH_CCWS, "u_ccws.rise_q", "16", DECIMAL);
    signal_if(g, WITH_CCWS, "u_ccws.scan_q", "SM_WARP_BITS", DECIMAL);
    signal_if(g, WITH_CCWS, "u_ccws.own", "16", DECIMAL);
    signal_if(g, WITH_CCWS, "u_ccws.hits_q", "20", DECIMAL);
    signal_if(g, WITH_CCWS, "u_ccws.insts_q", "20", DECIMAL);
    signal_if(g, WITH_CCWS, "u_ccws.step_q", "6", DECIMAL);
    signal_if(g, WITH_SPARE, "token", "SUBCORES*WARPS", BINARY);
    signal_if(g, WITH_SPARE, "u_spare.cycle_q", "PERIOD_BITS", DECIMAL);
    signal_if(g, WITH_SPARE, "u_spare.sent_q", "SENT_BITS", DECIMAL);
    signal_if(g, WITH_SPARE, "spare", "1", BINARY);
}

static void sthld(const struct group *g)
{
    signal(g, "state_q", "3", DECIMAL);
    signal(g, "sthld_q", "STHLD_BITS", DECIMAL);
    signal(g, "clamped_q", "1", BINARY);
    signal(g, "cycle_q", "CYCLE_BITS", DECIMAL);
    signal(g, "count_q", "ISSUED_BITS", DECIMAL);
    signal(g, "issues", "ISSUES_BITS", DECIMAL);
    signal(g, "prev_q", "ISSUED_BITS", DECIMAL);
}

static void interference(const struct group *g)
{
    signal_if(g, WITH_STALL, "awaited_i", "SM_WARPS", BINARY);
    signal(g, "live_q", "SM_WARPS", BINARY);
    signal(g, "between", "1", BINARY);
    signal(g, "u_interference_list.valid_q", "SM_WARPS", BINARY);
    signal(g, "counted", "COUNTED_BITS", DECIMAL);
    signal(g, "u_vta_counts.insts_q", "VTA_BITS", DECIMAL);
    signal(g, "low_due_q", "1", BINARY);
    signal(g, "high_due_q", "1", BINARY);
    signal_if(g, WITH_STALL, "rescue_q", "1", BINARY);
    signal(g, "state_q", "2", DECIMAL);
    signal(g, "kind_q", "2", DECIMAL);
    signal(g, "turn_q", "SM_WARP_BITS", DECIMAL);
    signal(g, "pos_q", "SM_WARP_BITS", DECIMAL);
    signal(g, "subject_q", "SM_WARP_BITS", DECIMAL);
    signal(g, "tested_q", "SM_WARP_BITS", DECIMAL);
    signal(g, "entry_valid", "1", BINARY);
    signal(g, "entry_warp", "SM_WARP_BITS", DECIMAL);
    signal(g, "hits", "VTA_BITS", DECIMAL);
    signal(g, "active", "ACTIVE_BITS", DECIMAL);
    signal(g, "done", "1", BINARY);
    signal(g, "over", "1", BINARY);
    signal_if(g, WITH_SHARED, "isolated", "SM_WARPS", BINARY);
    signal_if(g, WITH_STALL, "stalled", "SM_WARPS", BINARY);
}

static void shared_memory(const struct group *g)
{
    signal(g, "on_o", "1", BINARY);
    signal(g, "clear_q", "1", BINARY);
    signal(g, "u_smmt.mask_q", "SHARED_BITS", HEX);
    signal(g, "u_smmt.tag_offset_q", "SHARED_BITS", DECIMAL);
    signal(g, "u_smmt.data_offset_q", "SHARED_BITS", DECIMAL);
    signal(g, "group_o", "1", BINARY);
    signal(g, "row_o", "SHARED_BITS", DECIMAL);
    signal(g, "probe_i", "1", BINARY);
    signal(g, "hit_o", "1", BINARY);
    signal(g, "valid_o", "1", BINARY);
    signal(g, "line_o", "NUMBER_BITS", HEX);
    signal(g, "warp_o", "SM_WARP_BITS", DECIMAL);
    signal(g, "write_i", "1", BINARY);
    signal(g, "drop_i", "1", BINARY);
    signal(g, "fill_i", "1", BINARY);
    signal(g, "come_group_i", "1", BINARY);
    signal(g, "come_row_i", "SHARED_BITS", DECIMAL);
    signal(g, "come_line_i", "NUMBER_BITS", HEX);
    signal(g, "come_warp_i", "SM_WARP_BITS", DECIMAL);
}

static void memory_side(const struct group *g)
{
    signal(g, "resp_valid_o", "1", BINARY);
    signal(g, "resp_sub_o", "SUB_BITS", DECIMAL);
    signal(g, "resp_id_o", "ID_BITS", DECIMAL);
    signal(g, "resp_mask_o", "LANES", HEX);
    signal(g, "resp_data_o", "VECTOR_BITS", HEX);
    signal(g, "req_valid_o", "1", BINARY);
    signal(g, "req_ready_i", "1", BINARY);
    signal(g, "req_op_o", "2", DECIMAL);
    signal(g, "req_line_o", "NUMBER_BITS", HEX);
    signal(g, "req_mshr_o", "MSHR_BITS", DECIMAL);
    signal(g, "req_be_o", "LINE_BYTES", HEX);
    signal(g, "req_data_o", "LINE_BITS", HEX);
    signal(g, "fill_valid_i", "1", BINARY);
    signal(g, "fill_ready_o", "1", BINARY);
    signal(g, "fill_mshr_i", "MSHR_BITS", DECIMAL);
    signal(g, "fill_data_i", "LINE_BITS", HEX);
    signal(g, "idle_o", "1", BINARY);
}

static void group_begin(FILE *out, const char *name, bool open)
{
    fprintf(out, "@%x\n-%s\n", open ? GROUP : CLOSED_GROUP, name);
}

static void group_end(FILE *out, const char *name, bool open)
{
    fprintf(out, "@%x\n-%s\n", open ? GROUP_END : CLOSED_GROUP_END, name);
}

/* A group of signals below `base`: open, or one line until it is opened. */
static void group(const struct group *base, const char *name, const char *scope, bool open,
                  void (*signals)(const struct group *group))
{
    struct group group = *base;
    group.scope = scope;
    group_begin(base->out, name, open);
    signals(&group);
    group_end(base->out, name, open);
}

/* The groups of a sub-core. */
static void subcore(const struct group *base)
{
    static const char *const modules_of[] = {[KIND_OCU] = "ocu", [KIND_CCU] = "ccu", [KIND_BOC] = "boc",
                                             [KIND_ECU] = "ecu"};
    const struct config *config = base->design->config;
    char name[NAME], scope[NAME];
    bool modern = config->kind == KIND_NONE;
    group(base, "issue", "", true, modern ? modern_issue : issue);
    if (modern) {
        group(base, "window", "u_control.", true, modern_window);
        group(base, "unit queue", "u_queue.", true, modern_queue);
    }
    for (int c = 0; c < config->collectors && !modern; c++) {
        snprintf(name, sizeof name, "collector %d", c);
        snprintf(scope, sizeof scope, "g_col[%d].u_%s.", c, modules_of[config->kind]);
        group(base, name, scope, c == 0, config->kind == KIND_BOC ? boc : collector);
    }
    for (int w = 0; w < config->warps && config->rfc_enable; w++) {
        snprintf(name, sizeof name, "register cache %d", w);
        snprintf(scope, sizeof scope, "g_rfc[%d].u_rfc.", w);
        group(base, name, scope, w == 0, cache);
    }
    if (present(WITH_LEVELS, config))
        group(base, "ORF and LRF", "", true, levels);
    if (present(WITH_INTERVALS, config))
        group(base, "intervals", "", true, intervals);
    group(base, "dispatch", "", true, dispatch);
    for (int b = 0; b < config->banks; b++) {
        snprintf(name, sizeof name, "bank %d", b);
        snprintf(scope, sizeof scope, "g_bank[%d].", b);
        group(base, name, scope, b < 2, modern ? modern_bank : bank);
    }
    group(base, "writeback", "", true, writeback);
}

/* The groups of the SM: its way to memory, and a closed one for each sub-core. */
static void sm(const struct group *base)
{
    char name[NAME], path[AFFIXED + 2 * NAME];
    group(base, "line access", "", true, access);
    group(base, "L1 data cache", "u_l1d.", true, data_cache);
    if (present(WITH_VTA, base->design->config) || present(WITH_SPARE, base->design->config))
        group(base, "throttling", "", true, throttle);
    if (present(WITH_COMMON, base->design->config))
        group(base, "STHLD", "u_sthld.", true, sthld);
    if (present(WITH_CIAO, base->design->config))
        group(base, "interference", "u_ciao.", true, interference);
    if (present(WITH_SHARED, base->design->config))
        group(base, "shared memory as a cache", "u_shared.", true, shared_memory);
    group(base, "responses, requests, lines", "", true, memory_side);
    for (int i = 0; i < base->design->config->sm_subcores; i++) {
        struct group inner = *base;
        snprintf(name, sizeof name, "sub-core %d", i);
        snprintf(path, sizeof path, "%sg_sub[%d].u_subcore.", base->path, i);
        inner.path = path;
        group_begin(base->out, name, false);
        subcore(&inner);
        group_end(base->out, name, false);
    }
}

/* The registers of modules whose templates come from a folder. */
static void changed_modules(const struct group *base)
{
    const struct design *design = base->design;
    int count = 0;
    for (const struct element *e = design->state.elements; e < design->state.elements + design->state.count; e++) {
        int module = (int)(e->module - design->texts);
        if (net_is_memory(e->net) || macros_of(design->macros, module) || !templates_edited(design->templates, module))
            continue;
        if (count++ == 0)
            group_begin(base->out, "templates of --template-dir", true);
        fprintf(base->out, "@%x\n%s%s", e->width > 1 ? HEX : BINARY, base->path, e->path + strlen("top."));
        if (!part_is_empty(e->net->high))
            fprintf(base->out, "[%d:0]", e->width - 1);
        fputs("\n", base->out);
    }
    if (count > 0)
        group_end(base->out, "templates of --template-dir", true);
}

void write_gtkw(const struct design *design, FILE *out)
{
    char path[AFFIXED + NAME], top[AFFIXED], units[AFFIXED];
    struct group base = {design, out, design_name(design, units, "units.filter"), path, ""};
    snprintf(path, sizeof path, "TOP.%s.", design_name(design, top, modules[module_top(design->config)].name));
    fprintf(out,
        "[*] GTKWave save file for waveforms of Verilator; start GTKWave in this directory (%s)\n"
        "[timestart] 0\n"
        "[size] 1400 1000\n"
        "*-4.0 0\n"
        "[sst_expanded] 0\n"
        "[signals_width] 280\n"
        "@28\n"
        "%sclk_i\n"
        "%s%s\n", units, path, path, clocks_port(design->config, "rst_i"));
    if (present(WITH_SM, design->config))
        sm(&base);
    else
        subcore(&base);
    changed_modules(&base);
}

void write_units(const struct design *design, FILE *out)
{
    static const char *const units[] = {"INT", "FP32", "FP64", "SFU", "TENSOR", "LDST", "BRANCH", "UNIFORM"};
    for (int unit = 0; unit < shape_value(&design->shape, "UNITS"); unit++)
        fprintf(out, "%d %s\n", unit, units[unit]);
}
