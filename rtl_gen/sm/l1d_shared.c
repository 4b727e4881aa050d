/* SPDX-License-Identifier: Apache-2.0 */
/* Shared memory beside the L1 data cache; see l1d_shared.h. */
#include "l1d_shared.h"

#include "rtl_gen/gen/instance.h"
#include "rtl_gen/gen/modules.h"

void shared_ports(struct emit *e)
{
    emit_port(e, IN, "access_isolated_i", "1", "its warp is isolated");
    emit_port(e, IN, "shared_on_i", "1", "shared memory is a cache");
    emit_port(e, IN, "shared_clear_i", "1", "its tags are being cleared");
    emit_port(e, IN, "shared_group_i", "1", "place of the line there: bank group");
    emit_port(e, IN, "shared_row_i", "SHARED_BITS", "row, without offset");
    emit_port(e, OUT, "shared_probe_o", "1", "line and tag of the place are read:");
    emit_port(e, IN, "shared_hit_i", "1", "in the next cycle: the line is there");
    emit_port(e, IN, "shared_valid_i", "1", "or another one is:");
    emit_port(e, IN, "shared_line_i", "NUMBER_BITS", "its number");
    emit_port(e, IN, "shared_warp_i", "SM_WARP_BITS", "the warp that brought it");
    emit_port(e, OUT, "shared_write_o", "1", "bytes of the line are written there");
    emit_port(e, OUT, "shared_drop_o", "1", "the tag of its place becomes zero");
    emit_port(e, OUT, "shared_come_o", "1", "a line has come; if it is for shared memory:");
    emit_port(e, OUT, "shared_come_group_o", "1", "its place there: bank group");
    emit_port(e, OUT, "shared_come_row_o", "SHARED_BITS", "row, without offset");
    emit_port(e, OUT, "shared_come_line_o", "NUMBER_BITS", "its number");
    emit_port(e, OUT, "shared_come_warp_o", "SM_WARP_BITS", "the warp that brings it");
    emit_port(e, OUT, "shared_come_data_o", "LINE_BITS", "its bytes");
    emit_port(e, OUT, "shared_fill_o", "1", "it is written, with its tag");
    emit_port(e, OUT, "shared_read_group_o", "1", "bank group of a load that hit there:");
    emit_port(e, IN, "shared_data_i", "LINE_BITS", "the row that it has read");
}

void shared_state(struct emit *e)
{
    emit_register(e, "probed_q", "1", true, "shared memory delivers line and tag of the place");
    emit_register(e, "used_q", "1", true, "it has been given a line since the last flush");
    emit_register(e, "hit_shared_q", "1", false, "the load hit in shared memory,");
    emit_register(e, "hit_group_q", "1", false, "in this bank group");
    emit_register(e, "migrate_q", "1", true, "the array delivers a line that goes over to shared memory,");
    emit_register(e, "migrate_mshr_q", "MSHR_BITS", false, "for this MSHR");
}

void shared_wires(struct emit *e)
{
    wire(e, "awaited", "1");
    wire(e, "claimed", "1");
    wire(e, "place_warp", "SM_WARP_BITS");
}

void shared_decision(struct emit *e)
{
    bool evict = e->config->l1d_write_hit == L1D_EVICT;
    emit_text(e,
        "\n"
        "    // 5.4, 7.6: what is done with the access. Nothing is looked up while a line has come, leaves, or goes over\n"
        "    // to shared memory, nor while tags are cleared there.\n"
        "    wire head_valid;\n"
        "    wire look = access_valid_i & ~head_valid & ~victim_q & ~migrate_q & ~shared_clear_i;\n"
        "    wire load = access_op_i == 2'd0;\n"
        "    wire store = access_op_i == 2'd1;\n"
        "    wire atomic = access_op_i[1];\n"
        "    wire swap = access_op_i == 2'd2;                     // an atomic whose old values are wanted\n"
        "    wire hit = |hit_way;\n"
        "    wire under_way = |wait_way;\n"
        "    wire coming = under_way | awaited;                   // to the cache, or to shared memory\n"
        "    wire can_wait = mshr_free & target_free & room;      // for something new\n"
        "    wire redirected = ~access_local_i & shared_on_i & access_isolated_i;\n"
        "\n"
        "    // Shared memory is probed first where it may have the line, or gets it.\n"
        "    wire maybe = ~access_local_i & shared_on_i & ~coming & ((load & redirected) | (used_q & ~hit));\n"
        "    wire probe = look & maybe & ~probed_q;\n"
        "    wire known = look & (~maybe | probed_q);\n"
        "    wire shared_hit = maybe & probed_q & shared_hit_i;\n"
        "    wire load_miss = known & load & ~hit & ~shared_hit & ~coming;\n"
        "\n"
        "    wire load_hit = known & load & hit & ~redirected;\n"
        "    wire shared_load = known & load & shared_hit;\n"
        "    wire merge = known & load & coming & target_free;\n"
        "    wire migrate = known & load & hit & redirected & mshr_free & target_free & ~claimed;\n"
        "    wire fetch = load_miss & redirected & can_wait & ~claimed;\n"
        "    wire leave = load_miss & ~redirected & place_dirty & room;\n"
        "    wire reserve = load_miss & ~redirected & |place_way & ~place_dirty & can_wait;\n"
        "    wire local_hit = known & store & access_local_i & hit;\n"
        "    wire write = known & store & ~(access_local_i & hit) & ~coming & room;\n"
        "    wire update = known & atomic & ~coming & (swap ? can_wait : room);\n"
        "    wire request = reserve | fetch | write | update;\n"
        "    wire alloc = reserve | fetch | migrate | (update & swap);\n"
        "    wire hits = load_hit | shared_load;\n"
        "\n"
        "    assign taken_o = hits | merge | migrate | local_hit | request;\n");
    emit_format(e,
        "\n"
        "    // 7.6: what shared memory does. A place that a line is to go to is invalid until it comes.\n"
        "    assign shared_probe_o = probe;\n"
        "    assign shared_write_o = %s;\n"
        "    assign shared_drop_o = migrate | fetch | (%s & shared_hit);\n"
        "    assign shared_come_o = head_valid;\n"
        "    assign shared_read_group_o = hit_group_q;\n",
        evict ? "1'b0" : "write & shared_hit", evict ? "(update | write)" : "update");
    emit_text(e,
        "\n"
        "    // 6.2, 7.6: what the victim tags are told.\n"
        "    assign miss_o = reserve | fetch;\n"
        "    assign evict_o = leave | (reserve & place_valid) | ((migrate | fetch) & shared_valid_i);\n"
        "    assign evict_line_o = redirected ? shared_line_i : place_line;\n"
        "    assign evict_warp_o = redirected ? shared_warp_i : place_warp;\n");
}

void shared_next_state(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 7.6: what shared memory delivers, and the line that goes over to it.\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            probed_q <= 1'b0;\n"
        "            migrate_q <= 1'b0;\n"
        "        end else begin\n"
        "            probed_q <= probe;\n"
        "            migrate_q <= migrate;\n"
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | flush_i)\n"
        "            used_q <= 1'b0;\n"
        "        else if (migrate | fetch)\n"
        "            used_q <= 1'b1;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (hits & ~rst_i)\n"
        "            hit_shared_q <= shared_load;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (shared_load & ~rst_i)\n"
        "            hit_group_q <= shared_group_i;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (migrate & ~rst_i)\n"
        "            migrate_mshr_q <= mshr;\n");
}
