/* SPDX-License-Identifier: Apache-2.0 */
/* subcore: what it has with register caches; see subcore_rfc.h. */
#include "subcore_rfc.h"
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"

void rfc_wires(struct emit *e)
{
    bool back = has(e, WITH_RFC_BACK), fill = has(e, WITH_FILL), both = has(e, WITH_TWO_WRITES);
    emit_text(e, "\n    // Register caches.\n");
    wire(e, "exiting", "WARPS");
    wire_if(e, has(e, WITH_LACK), "lacks", "WARPS");
    wire_if(e, back, "owes", "WARPS");
    wire(e, "read_data", "WARPS*READ_PORTS*VECTOR_BITS");
    wire(e, "slot_port", "WARPS*SLOTS*READ_PORTS");
    wire_if(e, fill, "head_fill", "WARPS*SLOTS");
    wire(e, "issue_served", "SLOTS");
    wire(e, "issue_value", "SLOTS*VECTOR_BITS");
    wire_if(e, fill, "issue_fill", "SLOTS");
    wire_if(e, fill, "wish", "COLLECTORS");
    wire_if(e, fill, "wish_reg", "COLLECTORS*REG_BITS");
    wire_if(e, has(e, WITH_POS), "wish_set", "COLLECTORS*SET_BITS");
    wire_if(e, fill && !both, "contends", "WARPS");
    wire_if(e, both, "contended", "WARPS*ENTRIES");
    wire_if(e, fill, "fill_valid", "WARPS");
    wire_if(e, fill, "fill_reg", "WARPS*REG_BITS");
    wire_if(e, has(e, WITH_POS), "fill_set", "WARPS*SET_BITS");
    wire_if(e, fill, "fill_data", "WARPS*VECTOR_BITS");
    wire_if(e, back, "offer_valid", "WARPS");
    wire_if(e, back, "offer_reg", "WARPS*REG_BITS");
    wire_if(e, back, "offer_data", "WARPS*VECTOR_BITS");
    wire_if(e, back, "drain", "WARPS");
}

void rfc_result_wires(struct emit *e)
{
    bool back = has(e, WITH_RFC_BACK), place = has(e, WITH_PLACE), evict = has(e, WITH_EVICT);
    wire(e, "cache_valid", "WARPS*ENTRIES");
    wire(e, "cache_tag", "WARPS*ENTRIES*REG_BITS");
    wire_if(e, place, "cache_flushing", "WARPS");
    wire_if(e, place, "cache_victim", "WARPS*ENTRIES");
    wire_if(e, evict, "cache_victim_dirty", "WARPS*SETS");
    wire_if(e, evict, "cache_victim_reg", "WARPS*SETS*REG_BITS");
    wire(e, "port_hit", "PORTS*ENTRIES");
    wire_if(e, place, "port_place", "PORTS*ENTRIES");
    wire_if(e, evict, "port_evicts", "PORTS");
    wire(e, "port_bank", "PORTS*BANKS");
    wire(e, "port_row", "PORTS*ROW_BITS");
    wire(e, "result_valid", "WARPS");
    wire(e, "result_hit", "WARPS*ENTRIES");
    wire_if(e, place, "result_place", "WARPS*ENTRIES");
    wire_if(e, place, "result_reg", "WARPS*REG_BITS");
    wire(e, "result_mask", "WARPS*LANES");
    wire(e, "result_data", "WARPS*VECTOR_BITS");
    wire_if(e, evict, "evict", "BANKS*WARPS");
    wire_if(e, evict, "evict_data", "WARPS*VECTOR_BITS");
    wire_if(e, back, "granted_valid", "BANKS");
    wire_if(e, back, "granted_warp", "BANKS*WARP_BITS");
    wire_if(e, back, "granted_row", "BANKS*ROW_BITS");
    wire_if(e, back, "granted_mask", "BANKS*LANES");
    wire_if(e, back, "granted_data", "BANKS*VECTOR_BITS");
}

void rfc_issue_pins(struct instance *i)
{
    if (has(i->e, WITH_LACK))
        pin(i, "cache_lacks_i", "lacks");
    if (has(i->e, WITH_RFC_BACK))
        pin(i, "cache_owes_i", "owes");
    pins(i, "exiting_o");
}

void rfc_collector_pins(struct instance *i)
{
    pins(i, "issue_served_i issue_value_i");
    if (!has(i->e, WITH_FILL))
        return;
    pins(i, "issue_fill_i");
    pins_if(i, has(i->e, WITH_POS), "issue_src_pos_i");
    pin(i, "wish_o", "wish[c]");
    element_pin(i, "wish_reg_o", "wish_reg", "c", "REG_BITS");
    if (has(i->e, WITH_POS))
        element_pin(i, "wish_set_o", "wish_set", "c", "SET_BITS");
}

void rfc_lookup_pins(struct instance *i)
{
    pin(i, "hit_i", "port_hit");
    if (has(i->e, WITH_PLACE))
        pin(i, "place_i", "port_place");
    if (has(i->e, WITH_EVICT))
        pin(i, "evicts_i", "port_evicts");
    pin(i, "bank_i", "port_bank");
    pin(i, "row_i", "port_row");
}

/* Results that no cache keeps go to the banks, or to the module that adds what leaves the caches. */
void rfc_result_pins(struct instance *i)
{
    const struct emit *e = i->e;
    bool place = has(e, WITH_PLACE), evict = has(e, WITH_EVICT), both = has(e, WITH_TWO_WRITES);
    pins_if(i, has(e, WITH_FILL) && !both, "contends_o");
    pins_if(i, both, "contended_o");
    pins(i, "result_valid_o result_hit_o");
    pins_if(i, place, "result_place_o result_reg_o");
    pins(i, "result_mask_o result_data_o");
    if (has(e, WITH_RFC_BACK)) {
        pin(i, "wr_valid_o", "granted_valid");
        pin(i, "wr_warp_o", "granted_warp");
        pin(i, "wr_row_o", "granted_row");
        pin(i, "wr_mask_o", "granted_mask");
        pin(i, "wr_data_o", "granted_data");
        pins_if(i, evict, "evict_o");
    } else {
        pins(i, "wr_valid_o wr_warp_o wr_row_o wr_mask_o wr_data_o");
    }
}

/* The warp's next instruction. */
static void head_pins(struct instance *i)
{
    char name[NAME], head[NAME];
    if (has(i->e, WITH_LACK))
        pin(i, "head_valid_i", "head_valid[w]");
    element_pin(i, "head_src_valid_i", "head_src_valid", "w", "SLOTS");
    element_pin(i, "head_src_reg_i", "head_src_reg", "w", "SLOTS*REG_BITS");
    element_pin(i, "head_same_i", "head_same", "w", "SLOTS*SLOTS");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_of_cache(f, i->e->config)) {
            snprintf(name, sizeof name, "head_%s_i", f->name);
            snprintf(head, sizeof head, "head_%s", f->name);
            element_pin(i, name, head, "w", f->width);
        }
    if (has(i->e, WITH_LACK))
        pin(i, "lacks_o", "lacks[w]");
    element_pin(i, "read_data_o", "read_data", "w", "READ_PORTS*VECTOR_BITS");
    element_pin(i, "slot_port_o", "slot_port", "w", "SLOTS*READ_PORTS");
    if (has(i->e, WITH_FILL))
        element_pin(i, "head_fill_o", "head_fill", "w", "SLOTS");
    if (has(i->e, WITH_TOUCH))
        pin(i, "grant_i", "grant[w]");
    pin(i, "exiting_i", "exiting[w]");
    if (has(i->e, WITH_TWO_LEVEL))
        pin(i, "active_i", "active[w]");
}

/* The results of the warp. */
static void cache_result_pins(struct instance *i)
{
    bool place = has(i->e, WITH_PLACE), evict = has(i->e, WITH_EVICT);
    element_pin(i, "valid_o", "cache_valid", "w", "ENTRIES");
    element_pin(i, "tag_o", "cache_tag", "w", "ENTRIES*REG_BITS");
    if (place) {
        pin(i, "flushing_o", "cache_flushing[w]");
        element_pin(i, "victim_o", "cache_victim", "w", "ENTRIES");
    }
    if (evict) {
        element_pin(i, "victim_dirty_o", "cache_victim_dirty", "w", "SETS");
        element_pin(i, "victim_reg_o", "cache_victim_reg", "w", "SETS*REG_BITS");
    }
    pin(i, "result_valid_i", "result_valid[w]");
    element_pin(i, "result_hit_i", "result_hit", "w", "ENTRIES");
    if (place) {
        element_pin(i, "result_place_i", "result_place", "w", "ENTRIES");
        element_pin(i, "result_reg_i", "result_reg", "w", "REG_BITS");
    }
    element_pin(i, "result_mask_i", "result_mask", "w", "LANES");
    element_pin(i, "result_data_i", "result_data", "w", "VECTOR_BITS");
    if (evict)
        element_pin(i, "evict_data_o", "evict_data", "w", "VECTOR_BITS");
}

/* Fills and drains. */
static void cache_bank_pins(struct instance *i)
{
    if (has(i->e, WITH_FILL)) {
        pin(i, "fill_valid_i", "fill_valid[w]");
        element_pin(i, "fill_reg_i", "fill_reg", "w", "REG_BITS");
        if (has(i->e, WITH_POS))
            element_pin(i, "fill_set_i", "fill_set", "w", "SET_BITS");
        element_pin(i, "fill_data_i", "fill_data", "w", "VECTOR_BITS");
        if (has(i->e, WITH_TWO_WRITES))
            element_pin(i, "contended_i", "contended", "w", "ENTRIES");
    }
    if (has(i->e, WITH_RFC_BACK)) {
        pin(i, "offer_valid_o", "offer_valid[w]");
        element_pin(i, "offer_reg_o", "offer_reg", "w", "REG_BITS");
        element_pin(i, "offer_data_o", "offer_data", "w", "VECTOR_BITS");
        pin(i, "drain_i", "drain[w]");
        pin(i, "owes_o", "owes[w]");
    }
}

static void cache_instances(struct emit *e)
{
    emit_text(e,
        "\n"
        "    genvar w;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_rfc\n");
    struct instance i = instance_begin(e, "rfc", "u_rfc", "g_rfc", e->config->warps);
    top_pins(&i, "clk_i rst_i");
    head_pins(&i);
    cache_result_pins(&i);
    cache_bank_pins(&i);
    instance_end(&i);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

static void result_instance(struct emit *e)
{
    bool place = has(e, WITH_PLACE), evict = has(e, WITH_EVICT);
    struct instance i = instance_begin(e, "rfc_result", "u_result", "", 1);
    top_pins(&i, "wb_warp_i wb_reg_i");
    top_pins(&i, has(e, WITH_LOOK) ? "wb_look_i" : "");
    top_pins(&i, place ? "wb_mask_i" : "");
    pins(&i, "cache_valid_i cache_tag_i");
    pins_if(&i, place, "cache_flushing_i cache_victim_i");
    pins_if(&i, evict, "cache_victim_dirty_i cache_victim_reg_i");
    pin(&i, "hit_o", "port_hit");
    if (place)
        pin(&i, "place_o", "port_place");
    if (evict)
        pin(&i, "evicts_o", "port_evicts");
    pin(&i, "bank_o", "port_bank");
    pin(&i, "row_o", "port_row");
    instance_end(&i);
}

void rfc_instances(struct emit *e)
{
    bool fill = has(e, WITH_FILL);
    cache_instances(e);
    struct instance i = instance_begin(e, "rfc_read", "u_read", "", 1);
    pins(&i, "grant_i read_data_i slot_port_i");
    pins_if(&i, fill, "head_fill_i");
    pins(&i, "issue_served_o issue_value_o");
    pins_if(&i, fill, "issue_fill_o");
    instance_end(&i);
    result_instance(e);
    if (fill) {
        i = instance_begin(e, "rfc_fill", "u_fill", "", 1);
        pins(&i, "wish_i wish_reg_i");
        pins_if(&i, has(e, WITH_POS), "wish_set_i");
        pins(&i, "col_warp_i s_data_i");
        pins_if(&i, !has(e, WITH_TWO_WRITES), "contends_i");
        pins(&i, "fill_valid_o fill_reg_o");
        pins_if(&i, has(e, WITH_POS), "fill_set_o");
        pins(&i, "fill_data_o");
        instance_end(&i);
    }
    if (has(e, WITH_RFC_BACK)) {
        i = instance_begin(e, "rfc_drain", "u_drain", "", 1);
        top_pins(&i, "clk_i rst_i");
        pins(&i, "offer_valid_i offer_reg_i offer_data_i drain_o granted_valid_i granted_warp_i granted_row_i "
                 "granted_mask_i granted_data_i");
        pins_if(&i, has(e, WITH_EVICT), "evict_i evict_data_i");
        pins(&i, "wr_valid_o wr_warp_o wr_row_o wr_mask_o wr_data_o");
        instance_end(&i);
    }
}
