/* SPDX-License-Identifier: Apache-2.0 */
#include "subcore_collector.h"

#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"

const char *allocated(const struct emit *e, char text[NAME], const char *name)
{
    snprintf(text, NAME, "%s_%s", has(e, WITH_STAGE) ? "stage" : "issue", name);
    return text;
}

void allocated_pin(struct instance *i, const char *name)
{
    char port[NAME], signal[NAME];
    snprintf(port, sizeof port, "issue_%s_i", name);
    pin(i, port, allocated(i->e, signal, name));
}

void operand_pins(struct instance *i)
{
    char width[EXPRESSION];
    times(width, "SLOTS", operand_width(i->e));
    if (has(i->e, WITH_OWN_MUXES)) {
        element_pin(i, "operand_o", "col_operand", "c", width);
        if (has(i->e, WITH_UPPER)) {
            pin(i, "upper_o", "col_upper[c]");
            element_pin(i, "upper_operand_o", "col_upper_operand", "c", width);
        }
        return;
    }
    element_pin(i, "entry_o", "col_entry", "c", "ENTRIES*VECTOR_BITS");
    element_pin(i, "select_o", "col_select", "c", "SLOTS*ENTRIES");
    if (i->e->config->forward)
        element_pin(i, "forward_o", "col_forward", "c", "SLOTS");
}

void carried_pins(struct instance *i)
{
    char name[NAME], vector[NAME];
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, i->e->config)) {
            snprintf(name, sizeof name, "%s_o", f->name);
            snprintf(vector, sizeof vector, "col_%s", f->name);
            element_pin(i, name, vector, "c", f->width);
        }
}

/* The instruction that it takes, and what of that has to be read. */
static void allocation_pins(struct instance *i)
{
    pin(i, "alloc_i", "alloc[c]");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, i->e->config))
            allocated_pin(i, f->name);
    allocated_pin(i, "src_valid");
    allocated_pin(i, "src_reg");
    allocated_pin(i, "first");
    element_pin(i, "need_o", "need", "c", "SLOTS");
}

void collector_instance(struct emit *e, const char *module, void (*own)(struct instance *i))
{
    char name[NAME];
    snprintf(name, sizeof name, "u_%s", module);
    struct instance i = instance_begin(e, module, name, "g_col", e->config->collectors);
    top_pins(&i, "clk_i rst_i");
    allocation_pins(&i);
    pin(&i, "s_valid_i", "s_valid[c]");
    element_pin(&i, "s_slot_i", "s_slot", "c", "SLOT_BITS");
    element_pin(&i, "s_data_i", "s_data", "c", "VECTOR_BITS");
    pin(&i, "dispatchable_o", "dispatchable[c]");
    pin(&i, "dispatch_i", "dispatch[c]");
    pin(&i, "occupied_o", "occupied[c]");
    carried_pins(&i);
    operand_pins(&i);
    element_pin(&i, "src_row_o", "col_src_row", "c", "SLOTS*ROW_BITS");
    if (has(e, WITH_WAR)) {
        pins(&i, "head_dst_count_i head_dst_base_i");
        pin(&i, "war_o", "war[c]");
    }
    own(&i);
    instance_end(&i);
}

void collector_issue_pins(struct instance *i)
{
    pins(i, "col_warp_i");
}

void collector_result_pins(struct instance *i)
{
    pins(i, "wr_valid_o wr_warp_o wr_row_o");
    pins_if(i, has(i->e, WITH_WR_REG), "wr_reg_o");
    pins_if(i, has(i->e, WITH_DST_NEAR), "wr_near_o");
    pins_if(i, has(i->e, WITH_DST_DIST), "wr_dist_o");
    pins(i, "wr_mask_o wr_data_o");
}
