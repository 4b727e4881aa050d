/* SPDX-License-Identifier: Apache-2.0 */
/* What the top has with caching collectors. */
#include "rtl_gen/gen/modules.h"
#include "scheme.h"
#include "subcore_collector.h"

static void issue_wires(struct emit *e)
{
    if (has(e, WITH_STAGE)) {
        wire(e, "issue_same", "SLOTS*SLOTS");
        return;
    }
    wire(e, "head_same", "WARPS*SLOTS*SLOTS");
    wire_if(e, issue_shows_same(e), "issue_same", "SLOTS*SLOTS");
    wire(e, "issue_place", "SLOTS*SLOTS");
    wire_if(e, has(e, WITH_COUNTS), "issue_count", ccu_places(e));
    wire_if(e, has(e, WITH_RANKS), "issue_rank", "SLOTS*ENTRY_BITS");
}

static void ready_wires(struct emit *e)
{
    wire_if(e, issue_needs_holders(e), "holds", "COLLECTORS");
    wire_if(e, has(e, WITH_WAIT), "near", "COLLECTORS");
}

static void issue_pins(struct instance *i)
{
    collector_issue_pins(i);
    if (issue_needs_holders(i->e))
        pin(i, "col_holds_i", "holds");
}

/* The tag check and the ports R and D. */
static void table_pins(struct instance *i)
{
    const struct emit *e = i->e;
    pins_if(i, !has(e, WITH_STAGE), "head_src_valid_i head_src_reg_i head_same_i");
    allocated_pin(i, "valid");
    if (has(e, WITH_NEAR))
        allocated_pin(i, "src_near");
    if (has(e, WITH_DIST))
        allocated_pin(i, "src_dist");
    if (issue_shows_same(e))
        allocated_pin(i, "same");
    if (has(e, WITH_STAGE))
        pin(i, "issue_serves_i", "stage_serves[c]");
    pins_if(i, !has(e, WITH_STAGE), "issue_place_i");
    pins_if(i, has(e, WITH_COUNTS), "issue_count_i");
    pins_if(i, !has(e, WITH_STAGE) && has(e, WITH_RANKS), "issue_rank_i");
    pins_if(i, has(e, WITH_RANDOM_ENTRY), "random_i");
    if (issue_needs_holders(e))
        pin(i, "holds_o", "holds[c]");
    if (has(e, WITH_WAIT))
        pin(i, "near_o", "near[c]");
    pins(i, "wr_valid_i wr_warp_i wr_reg_i");
    pins_if(i, has(e, WITH_DST_NEAR), "wr_near_i");
    pins_if(i, has(e, WITH_DST_DIST), "wr_dist_i");
    pins_if(i, e->config->write != WRITE_NONE, "wr_mask_i wr_data_i");
    pins(i, "end_valid_i end_warp_i");
}

static void instance(struct emit *e)
{
    collector_instance(e, "ccu", table_pins);
}

const struct scheme ccu_scheme = {
    .units = "caching collector units", .sections = "s II and III-B",
    .issue_wires = issue_wires, .ready_wires = ready_wires, .issue_pins = issue_pins,
    .result_pins = collector_result_pins, .instance = instance,
};
