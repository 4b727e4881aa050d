/* SPDX-License-Identifier: Apache-2.0 */
/* What the top has with plain operand collectors. */
#include "rtl_gen/gen/modules.h"
#include "subcore_collector.h"
#include "scheme.h"
#include "subcore_rfc.h"

static void issue_wires(struct emit *e)
{
    wire_if(e, has(e, WITH_RFC) && !has(e, WITH_STAGE), "head_same", "WARPS*SLOTS*SLOTS");
}

static void cache_pins(struct instance *i)
{
    if (has(i->e, WITH_RFC))
        rfc_collector_pins(i);
}

static void instance(struct emit *e)
{
    collector_instance(e, "ocu", cache_pins);
}

const struct scheme ocu_scheme = {
    .units = "operand collector units", .sections = "s II",
    .issue_wires = issue_wires, .issue_pins = collector_issue_pins, .result_pins = collector_result_pins,
    .instance = instance,
};
