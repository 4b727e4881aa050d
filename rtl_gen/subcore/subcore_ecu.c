/* SPDX-License-Identifier: Apache-2.0 */
/* What the top has with early collectors. */
#include "rtl_gen/gen/modules.h"
#include "scheme.h"
#include "subcore_collector.h"

static void issue_wires(struct emit *e)
{
    wire(e, "issue_wait", "SLOTS");
}

static void scoreboard_pins(struct instance *i)
{
    pins_if(i, has(i->e, WITH_BARS_LOADS), "issue_unit_i");
    pins(i, "issue_mask_i issue_wait_o");
}

static void wait_pins(struct instance *i)
{
    pins(i, "issue_wait_i wr_valid_i wr_warp_i wr_reg_i wr_data_i");
}

static void instance(struct emit *e)
{
    collector_instance(e, "ecu", wait_pins);
}

const struct scheme ecu_scheme = {
    .units = "early collector units", .sections = " II; Triple-A",
    .issue_wires = issue_wires, .scoreboard_pins = scoreboard_pins, .issue_pins = collector_issue_pins,
    .result_pins = collector_result_pins, .instance = instance,
};
