/* SPDX-License-Identifier: Apache-2.0 */
/* What the top has with bypassing operand collectors. */
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"
#include "scheme.h"
#include "subcore_collector.h"

static void wires(struct emit *e)
{
    bool back = has(e, WITH_BACK);
    wire(e, "room", "COLLECTORS");
    wire(e, "ending", "WARPS");
    wire(e, "col_next", "COLLECTORS*POS_BITS");
    wire_if(e, back, "exiting", "WARPS");
    wire_if(e, back, "owes", "COLLECTORS");
    wire_if(e, back, "offer_valid", "COLLECTORS");
    wire_if(e, back, "offer_reg", "COLLECTORS*REG_BITS");
    wire_if(e, back, "offer_data", "COLLECTORS*VECTOR_BITS");
    wire_if(e, back, "drain", "COLLECTORS");
}

static void result_wires(struct emit *e)
{
    bool back = has(e, WITH_BACK);
    wire(e, "result_valid", "WARPS");
    wire(e, "result_reg", "WARPS*REG_BITS");
    wire(e, "result_mask", "WARPS*LANES");
    wire(e, "result_data", "WARPS*VECTOR_BITS");
    wire_if(e, back, "keep", "WARPS");
    wire_if(e, back, "granted_valid", "BANKS");
    wire_if(e, back, "granted_warp", "BANKS*WARP_BITS");
    wire_if(e, back, "granted_row", "BANKS*ROW_BITS");
    wire_if(e, back, "granted_mask", "BANKS*LANES");
    wire_if(e, back, "granted_data", "BANKS*VECTOR_BITS");
}

static void issue_pins(struct instance *i)
{
    pin(i, "col_room_i", "room");
    if (has(i->e, WITH_BACK)) {
        pin(i, "col_owes_i", "owes");
        pins(i, "exiting_o");
    }
    pins(i, "ending_o");
}

/* Results that a BOC does not keep go to the banks, or to the module that adds what drains. */
static void result_pins(struct instance *i)
{
    bool back = has(i->e, WITH_BACK);
    pins(i, "result_valid_o result_reg_o result_mask_o result_data_o");
    pins_if(i, back, "keep_i");
    if (back) {
        pin(i, "wr_valid_o", "granted_valid");
        pin(i, "wr_warp_o", "granted_warp");
        pin(i, "wr_row_o", "granted_row");
        pin(i, "wr_mask_o", "granted_mask");
        pin(i, "wr_data_o", "granted_data");
    } else {
        pins(i, "wr_valid_o wr_warp_o wr_row_o wr_mask_o wr_data_o");
    }
}

/* The instruction of the warp. */
static void instruction_pins(struct instance *i)
{
    char name[NAME], head[NAME];
    pin(i, "head_valid_i", "head_valid[c]");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_of_boc(f, i->e->config)) {
            snprintf(name, sizeof name, "head_%s_i", f->name);
            snprintf(head, sizeof head, "head_%s", f->name);
            element_pin(i, name, head, "c", f->width);
        }
    pin(i, "war_o", "war[c]");
    pin(i, "room_o", "room[c]");
    pin(i, "alloc_i", "alloc[c]");
    pins(i, "issue_iid_i");
    element_pin(i, "next_o", "col_next", "c", "POS_BITS");
    element_pin(i, "need_o", "need", "c", "SLOTS");
}

static void instance(struct emit *e)
{
    struct instance i = instance_begin(e, "boc", "u_boc", "g_col", e->config->collectors);
    top_pins(&i, "clk_i rst_i");
    instruction_pins(&i);
    pin(&i, "s_valid_i", "s_valid[c]");
    element_pin(&i, "s_pos_i", "s_pos", "c", "POS_BITS");
    element_pin(&i, "s_slot_i", "s_slot", "c", "SLOT_BITS");
    element_pin(&i, "s_data_i", "s_data", "c", "VECTOR_BITS");
    element_pin(&i, "src_row_o", "col_src_row", "c", "WINDOW*SLOTS*ROW_BITS");
    pin(&i, "occupied_o", "occupied[c]");
    top_pins(&i, "unit_ready_i");
    pin(&i, "dispatchable_o", "dispatchable[c]");
    carried_pins(&i);
    pin(&i, "dispatch_i", "dispatch[c]");
    operand_pins(&i);
    pin(&i, "result_valid_i", "result_valid[c]");
    element_pin(&i, "result_reg_i", "result_reg", "c", "REG_BITS");
    element_pin(&i, "result_mask_i", "result_mask", "c", "LANES");
    element_pin(&i, "result_data_i", "result_data", "c", "VECTOR_BITS");
    if (has(e, WITH_BACK)) {
        pin(&i, "keep_o", "keep[c]");
        pin(&i, "exiting_i", "exiting[c]");
        pin(&i, "owes_o", "owes[c]");
        pin(&i, "offer_valid_o", "offer_valid[c]");
        element_pin(&i, "offer_reg_o", "offer_reg", "c", "REG_BITS");
        element_pin(&i, "offer_data_o", "offer_data", "c", "VECTOR_BITS");
        pin(&i, "drain_i", "drain[c]");
    }
    pin(&i, "end_i", "ending[c]");
    instance_end(&i);
}

static void drain(struct emit *e)
{
    if (!has(e, WITH_BACK))
        return;
    struct instance i = instance_begin(e, "boc_drain", "u_drain", "", 1);
    top_pins(&i, "clk_i rst_i");
    pins(&i, "offer_valid_i offer_reg_i offer_data_i drain_o granted_valid_i granted_warp_i granted_row_i "
             "granted_mask_i granted_data_i wr_valid_o wr_warp_o wr_row_o wr_mask_o wr_data_o");
    instance_end(&i);
}

const struct scheme boc_scheme = {
    .units = "bypassing operand collectors", .sections = " II; BOW, section IV",
    .wires = wires, .result_wires = result_wires, .issue_pins = issue_pins, .result_pins = result_pins,
    .instance = instance, .drain = drain,
};
