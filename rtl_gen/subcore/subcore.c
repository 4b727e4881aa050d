/* SPDX-License-Identifier: Apache-2.0 */
/* subcore: the top, structure only. */
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/instance.h"
#include "rtl_gen/gen/modules.h"
#include "scheme.h"
#include "subcore_collector.h"
#include "subcore_rfc.h"

static void environment_ports(struct emit *e)
{
    char name[NAME];
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset, active high");
    emit_port(e, IN, "launch_valid_i", "1", "a warp starts:");
    emit_port(e, IN, "launch_warp_i", "WARP_BITS", "its slot");
    emit_port(e, IN, "launch_row_i", "ROW_BITS", "first row of its registers");
    emit_port_if(e, has(e, WITH_OWN), IN, "kernel_i", "1", "a kernel starts: STHLD is adapted anew");
    emit_port_if(e, has(e, WITH_STHLD_IN), IN, "sthld_i", "STHLD_BITS", "STHLD");
    emit_port_if(e, has(e, WITH_LIMIT), IN, "barrier_i", "WARPS", "warps that wait at a barrier");
    emit_port_if(e, has(e, WITH_SPARE), IN, "spare_i", "1", "the limit is lifted");
    emit_port_if(e, has(e, WITH_CCWS), IN, "stop_i", "WARPS", "warps that issue nothing to the load/store unit");
    emit_port_if(e, has(e, WITH_STALL), IN, "stall_i", "WARPS", "warps that issue nothing");
    emit_port(e, IN, "dec_valid_i", "1", "an instruction for the ibuffer:");
    emit_port(e, IN, "dec_warp_i", "WARP_BITS", "its warp");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "dec_%s_i", f->name);
            emit_port(e, IN, name, f->width, f->meaning);
        }
    emit_port_if(e, has(e, WITH_COMMON), OUT, "live_o", "1", "some warp is live");
    emit_port_if(e, has(e, WITH_SPARE), OUT, "token_o", "WARPS", "warps within the limit");
    emit_port(e, OUT, "issue_valid_o", "1", "an instruction leaves the ibuffer:");
    emit_port(e, OUT, "issue_warp_o", "WARP_BITS", "its warp");
    emit_port(e, OUT, "issue_iid_o", "IID_BITS", "its in-flight number");
    emit_port(e, IN, "unit_ready_i", "UNITS", "units that can take an instruction");
    emit_port(e, OUT, "disp_valid_o", "1", "an instruction goes to its unit:");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "disp_%s_o", f->name);
            emit_port(e, OUT, name, f->width, f->meaning);
        }
    if (!has(e, WITH_UPPER)) {
        emit_port(e, OUT, "disp_operand_o", "SLOTS*VECTOR_BITS", "operands, zero in slots not in use");
        return;
    }
    emit_port(e, OUT, "disp_operand_o", "SLOTS*BEAT_BITS", "lower lanes of the operands, zero in slots not in use");
    emit_port(e, OUT, "disp_upper_valid_o", "1", "upper lanes leave, of the instruction before:");
    emit_port(e, OUT, "disp_upper_operand_o", "SLOTS*BEAT_BITS", "these, of its operands");
}

static void result_ports(struct emit *e)
{
    emit_port(e, IN, "wb_valid_i", "PORTS", "a result on each port:");
    emit_port(e, IN, "wb_warp_i", "PORTS*WARP_BITS", "its warp");
    emit_port(e, IN, "wb_reg_i", "PORTS*REG_BITS", "its register");
    emit_port(e, IN, "wb_iid_i", "PORTS*IID_BITS", "its in-flight number");
    emit_port(e, IN, "wb_last_i", "PORTS", "the last one of its instruction");
    emit_port_if(e, has(e, WITH_DST_NEAR), IN, "wb_near_i", "PORTS", "its next read is near");
    emit_port_if(e, has(e, WITH_DST_DIST), IN, "wb_dist_i", "PORTS*DIST_BITS", "distance to its next read");
    emit_port_if(e, has(e, WITH_LOOK), IN, "wb_look_i", "PORTS", "one of the warp's next instructions names it");
    emit_port(e, IN, "wb_mask_i", "PORTS*LANES", "its lanes");
    emit_port(e, IN, "wb_data_i", "PORTS*VECTOR_BITS", "its value");
    emit_port(e, OUT, "wb_ready_o", "PORTS", "it is accepted if valid");
    if (e->config->tags > 0) {
        emit_port(e, IN, "tag_valid_i", "1", "tags come back:");
        emit_port(e, IN, "tag_warp_i", "WARP_BITS", "their warp");
        emit_port(e, IN, "tag_mask_i", "TAGS", "which");
    }
    emit_port(e, OUT, "end_valid_o", "1", "a warp has ended:");
    emit_port(e, OUT, "end_warp_o", "WARP_BITS", "its slot, free from the next cycle on");
}

/* The random number; where no choice is random it is kept, but not needed. */
static const char *random_signal(const struct emit *e)
{
    return issue_needs_random(e) || has(e, WITH_RANDOM_ENTRY) ? "random" : "unused_random";
}

/* Wires ---------------------------------------------------------------------------------------------------------- */

/* Between issue and the stage behind it, and from there to the collectors. */
static void stage_wires(struct emit *e)
{
    char name[NAME];
    emit_text(e, "\n    // The stage behind issue.\n");
    wire(e, "chosen", "COLLECTORS");
    wire(e, "stage_valid", "1");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "stage_%s", f->name);
            wire(e, name, f->width);
        }
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_present(f, e->config) && field_of_sources(f)) {
            snprintf(name, sizeof name, "stage_%s", f->name);
            wire(e, name, f->width);
        }
    wire(e, "stage_first", "SLOTS");
    wire_if(e, e->ccu, "stage_same", "SLOTS*SLOTS");
    wire_if(e, e->ccu, "stage_serves", "COLLECTORS");
    wire(e, "stage_bank", "BANKS*SLOTS");
    emit_text(e, "\n    // End of warps.\n");
}

/* What issue has chosen, which issues in the next cycle. */
static void choice_wires(struct emit *e)
{
    wire(e, "chosen", "WARPS");
    wire(e, "chosen_valid", "1");
    wire(e, "chosen_warp", "WARP_BITS");
    wire(e, "chosen_iid", "IID_BITS");
}

/* What a kind of collector has besides what all have. */
static void own_text(struct emit *e, void (*own)(struct emit *e))
{
    if (own)
        own(e);
}

static void own_pins(struct instance *i, void (*own)(struct instance *i))
{
    if (own)
        own(i);
}

static void wires(struct emit *e)
{
    char name[NAME], width[EXPRESSION];
    bool boc = has(e, WITH_BOC);
    emit_text(e, "\n    // Issue.\n");
    wire(e, random_signal(e), "8");
    wire(e, "head_valid", "WARPS");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_of_heads(f, e->config)) {
            snprintf(name, sizeof name, "head_%s", f->name);
            wire(e, name, times(width, "WARPS", f->width));
        }
    wire_if(e, has(e, WITH_WAR_BIT), "head_war", "WARPS");
    wire(e, "blocked", "WARPS");
    wire_if(e, has(e, WITH_TWO_LEVEL), "long", "WARPS");
    wire_if(e, has(e, WITH_TWO_LEVEL), "age", "WARPS*WARPS");
    wire_if(e, has(e, WITH_TWO_LEVEL), "active", "WARPS");
    wire_if(e, limits_active_set(e), "may", "WARPS");
    wire_if(e, has(e, WITH_OWN), "live", "1");
    wire_if(e, has(e, WITH_OWN), "sthld", "STHLD_BITS");
    wire(e, "pending", "WARPS");
    wire(e, "full", "1");
    wire_if(e, has(e, WITH_AGES), "iid_age", "INFLIGHT*INFLIGHT");
    if (has(e, WITH_LATE))
        choice_wires(e);
    wire(e, "grant", "WARPS");
    wire(e, "issue_valid", "1");
    wire(e, "issue_warp", "WARP_BITS");
    wire(e, "issue_iid", "IID_BITS");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_issued(f, e->config)) {
            snprintf(name, sizeof name, "issue_%s", f->name);
            wire(e, name, f->width);
        }
    if (has(e, WITH_STAGE)) {
        wire(e, "issue_first", "SLOTS");
        own_text(e, scheme_of(e)->issue_wires);
        stage_wires(e);
    } else {
        wire_if(e, !boc, "issue_first", "SLOTS");
        own_text(e, scheme_of(e)->issue_wires);
        wire(e, "issue_bank", "BANKS*SLOTS");
    }
    wire(e, "end_valid", "1");
    wire(e, "end_warp", "WARP_BITS");
    emit_text(e, "\n    // Collectors.\n");
    wire(e, "alloc", "COLLECTORS");
    wire(e, "need", "COLLECTORS*SLOTS");
    wire(e, "occupied", "COLLECTORS");
    wire_if(e, has(e, WITH_WAR), "war", "COLLECTORS");
    own_text(e, scheme_of(e)->ready_wires);
    wire(e, "dispatchable", "COLLECTORS");
    wire(e, "dispatch", "COLLECTORS");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, e->config)) {
            snprintf(name, sizeof name, "col_%s", f->name);
            wire(e, name, times(width, "COLLECTORS", f->width));
        }
    snprintf(width, sizeof width, "COLLECTORS*SLOTS*%s", operand_width(e));
    wire_if(e, has(e, WITH_OWN_MUXES), "col_operand", width);
    wire_if(e, has(e, WITH_UPPER), "col_upper", "COLLECTORS");
    wire_if(e, has(e, WITH_UPPER), "col_upper_operand", width);
    wire_if(e, has(e, WITH_SHARED_MUXES), "col_entry", "COLLECTORS*ENTRIES*VECTOR_BITS");
    wire_if(e, has(e, WITH_SHARED_MUXES), "col_select", "COLLECTORS*SLOTS*ENTRIES");
    wire_if(e, has(e, WITH_SHARED_MUXES) && e->config->forward, "col_forward", "COLLECTORS*SLOTS");
    wire(e, "col_src_row", boc ? "COLLECTORS*WINDOW*SLOTS*ROW_BITS" : "COLLECTORS*SLOTS*ROW_BITS");
    wire(e, "s_valid", "COLLECTORS");
    wire_if(e, boc, "s_pos", "COLLECTORS*POS_BITS");
    wire(e, "s_slot", "COLLECTORS*SLOT_BITS");
    wire(e, "s_data", "COLLECTORS*VECTOR_BITS");
    own_text(e, scheme_of(e)->wires);
    if (has(e, WITH_RFC))
        rfc_wires(e);
    emit_text(e, "\n    // Banks.\n");
    wire(e, "push_valid", "BANKS");
    wire(e, "push_col", "COL_BITS");
    wire_if(e, boc, "push_pos", "POS_BITS");
    wire(e, "push_mask", "BANKS*SLOTS");
    wire(e, "queue_valid", "BANKS");
    wire(e, "queue_col", "BANKS*COL_BITS");
    wire_if(e, boc, "queue_pos", "BANKS*POS_BITS");
    wire(e, "queue_slot", "BANKS*SLOT_BITS");
    wire(e, "read", "BANKS");
    wire_if(e, !has(e, WITH_TWO_PORTS), "row", "BANKS*ROW_BITS");
    wire_if(e, has(e, WITH_TWO_PORTS), "read_row", "BANKS*ROW_BITS");
    wire_if(e, has(e, WITH_TWO_PORTS), "write_row", "BANKS*ROW_BITS");
    wire(e, "rd_valid", "BANKS");
    wire(e, "rd_col", "BANKS*COL_BITS");
    wire_if(e, boc, "rd_pos", "BANKS*POS_BITS");
    wire(e, "rd_slot", "BANKS*SLOT_BITS");
    wire(e, "rdata", "BANKS*VECTOR_BITS");
    emit_text(e, "\n    // Results.\n");
    wire(e, "accept", "PORTS");
    wire_if(e, has(e, WITH_RESULT_AGES), "older", "PORTS*PORTS");
    own_text(e, scheme_of(e)->result_wires);
    if (has(e, WITH_RFC))
        rfc_result_wires(e);
    wire(e, "wr_valid", "BANKS");
    wire(e, "wr_warp", "BANKS*WARP_BITS");
    wire(e, "wr_row", "BANKS*ROW_BITS");
    wire_if(e, has(e, WITH_WR_REG), "wr_reg", "BANKS*REG_BITS");
    wire_if(e, has(e, WITH_DST_NEAR), "wr_near", "BANKS");
    wire_if(e, has(e, WITH_DST_DIST), "wr_dist", "BANKS*DIST_BITS");
    wire(e, "wr_mask", "BANKS*LANES");
    wire(e, "wr_data", "BANKS*VECTOR_BITS");
}

/* Instances ------------------------------------------------------------------------------------------------------ */

/* STHLD: fixed, from its FSM, or from outside. */
static const char *sthld_signal(const struct emit *e, char text[NAME])
{
    if (has(e, WITH_OWN))
        return "sthld";
    if (has(e, WITH_STHLD_IN))
        return "sthld_i";
    snprintf(text, NAME, "%d'd%d", shape_value(e->shape, "STHLD_BITS"), e->config->sthld_value);
    return text;
}

static void active_set_instance(struct emit *e)
{
    struct instance i = instance_begin(e, "active_set", "u_active", "", 1);
    top_pins(&i, "clk_i rst_i");
    pins(&i, "age_i head_valid_i long_i");
    pins_if(&i, limits_active_set(e), "may_i");
    pins(&i, "grant_i issue_leave_i end_valid_i end_warp_i active_o");
    instance_end(&i);
}

static void sthld_instance(struct emit *e)
{
    struct instance i = instance_begin(e, "sthld", "u_sthld", "", 1);
    top_pins(&i, "clk_i rst_i kernel_i");
    pins(&i, "live_i");
    pin(&i, "issue_valid_i", has(e, WITH_STAGE) ? "stage_valid" : "issue_valid");
    pins(&i, "sthld_o");
    instance_end(&i);
}

static void stage_instance(struct emit *e)
{
    static const struct field *const tables[] = {carried_fields, decoded_fields};
    char name[NAME];
    struct instance i = instance_begin(e, "issue_stage", "u_stage", "", 1);
    top_pins(&i, "clk_i rst_i");
    pins(&i, "issue_valid_i chosen_i issue_first_i");
    pins_if(&i, e->ccu, "issue_same_i grant_i col_warp_i");
    for (int out = 0; out < 2; out++) {
        pins_if(&i, out, "stage_valid_o alloc_o");
        for (int t = 0; t < 2; t++)
            for (const struct field *f = tables[t]; f->name; f++)
                if (field_present(f, e->config) && (t == 0 || field_of_sources(f))) {
                    snprintf(name, sizeof name, out ? "stage_%s_o" : "issue_%s_i", f->name);
                    same_pin(&i, name);
                }
    }
    pins(&i, e->ccu ? "stage_first_o stage_same_o stage_serves_o stage_bank_o" : "stage_first_o stage_bank_o");
    instance_end(&i);
}

static void grant_stage_instance(struct emit *e)
{
    struct instance i = instance_begin(e, "grant_stage", "u_grant", "", 1);
    top_pins(&i, "clk_i rst_i");
    pins(&i, "chosen_valid_i chosen_i chosen_warp_i chosen_iid_i");
    pins(&i, "grant_o issue_valid_o issue_warp_o issue_iid_o alloc_o");
    instance_end(&i);
}

/* What issue chooses: what issues in this cycle, or in the next one. */
static void choice_pins(struct instance *i)
{
    if (has(i->e, WITH_LATE)) {
        pin(i, "grant_o", "chosen");
        pin(i, "issue_valid_o", "chosen_valid");
        pin(i, "issue_warp_o", "chosen_warp");
        return;
    }
    pins(i, "grant_o issue_valid_o issue_warp_o");
    pin(i, "alloc_o", has(i->e, WITH_STAGE) ? "chosen" : "alloc");
}

static void issue_instances(struct emit *e)
{
    char name[NAME], signal[NAME];
    bool late = has(e, WITH_LATE);
    struct instance i = instance_begin(e, "lfsr", "u_lfsr", "", 1);
    top_pins(&i, "clk_i rst_i");
    pin(&i, "random_o", random_signal(e));
    instance_end(&i);

    i = instance_begin(e, "ibuffer", "u_ibuffer", "", 1);
    top_pins(&i, "clk_i rst_i dec_valid_i dec_warp_i");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "dec_%s_i", f->name);
            pin(&i, name, name);
        }
    pins(&i, "grant_i head_valid_o");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_of_heads(f, e->config)) {
            snprintf(name, sizeof name, "head_%s_o", f->name);
            pins(&i, name);
        }
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_issued(f, e->config)) {
            snprintf(name, sizeof name, "issue_%s_o", f->name);
            same_pin(&i, name);
        }
    pins_if(&i, has(e, WITH_WAR_BIT), "head_war_o");
    pins(&i, has(e, WITH_STAGE) ? "issue_first_o" : e->ccu ? "head_same_o issue_first_o issue_place_o issue_bank_o" :
             has(e, WITH_BOC) ? "issue_bank_o" : has(e, WITH_RFC) ? "issue_first_o head_same_o issue_bank_o" :
             "issue_first_o issue_bank_o");
    pins_if(&i, issue_shows_same(e), "issue_same_o");
    pins_if(&i, has(e, WITH_COUNTS), "issue_count_o");
    pins_if(&i, e->ccu && !has(e, WITH_STAGE) && has(e, WITH_RANKS), "issue_rank_o");
    instance_end(&i);

    i = instance_begin(e, "scoreboard", "u_scoreboard", "", 1);
    top_pins(&i, "clk_i rst_i");
    pins(&i, "grant_i");
    pins_if(&i, has(e, WITH_TWO_LEVEL) || has(e, WITH_BARS_FAR), "issue_long_i");
    pins(&i, "accept_i");
    top_pins(&i, "wb_warp_i wb_reg_i");
    if (e->config->tags > 0) {
        top_pins(&i, "tag_valid_i tag_warp_i tag_mask_i");
        pins(&i, "head_tag_src_i head_tag_dst_i");
    }
    pins(&i, "head_src_valid_i head_src_reg_i head_dst_count_i head_dst_base_i blocked_o");
    pins_if(&i, has(e, WITH_TWO_LEVEL), "long_o");
    own_pins(&i, scheme_of(e)->scoreboard_pins);
    pins(&i, "pending_o");
    instance_end(&i);

    i = instance_begin(e, "inflight", "u_inflight", "", 1);
    top_pins(&i, "clk_i rst_i");
    pins(&i, "full_o");
    pin(&i, "iid_o", late ? "chosen_iid" : "issue_iid");
    if (has(e, WITH_STAGE) || late) {
        pin(&i, "stage_valid_i", late ? "issue_valid" : "stage_valid");
        pin(&i, "stage_iid_i", late ? "issue_iid" : "stage_iid");
    } else {
        pin(&i, "issue_valid_i", "issue_valid");
    }
    pin(&i, "disp_valid_i", "disp_valid_o");
    pin(&i, "disp_iid_i", "disp_iid_o");
    pin(&i, "disp_dst_count_i", "disp_dst_count_o");
    pins(&i, "accept_i");
    top_pins(&i, "wb_iid_i wb_last_i");
    pins_if(&i, has(e, WITH_RESULT_AGES), "older_o");
    if (has(e, WITH_AGES))
        pin(&i, "age_o", "iid_age");
    instance_end(&i);

    i = instance_begin(e, "issue", "u_issue", "", 1);
    top_pins(&i, "clk_i rst_i launch_valid_i launch_warp_i");
    pins_if(&i, issue_needs_random(e), "random_i");
    pins(&i, "head_valid_i");
    pins_if(&i, has(e, WITH_TWO_LEVEL), "active_i");
    top_pins(&i, has(e, WITH_SPARE) ? "barrier_i spare_i" : has(e, WITH_LIMIT) ? "barrier_i" : "");
    top_pins(&i, has(e, WITH_CCWS) ? "stop_i" : has(e, WITH_STALL) ? "stall_i" : "");
    pins_if(&i, has(e, WITH_CCWS), "head_unit_i");
    pins(&i, "blocked_i pending_i full_i occupied_i");
    if (e->config->reuse_on_dispatch && has(e, WITH_UPPER))
        pin(&i, "upper_i", "col_upper");
    else
        pins_if(&i, e->config->reuse_on_dispatch && !has(e, WITH_BOC), "dispatch_i");
    if (has(e, WITH_WAR))
        pin(&i, "col_war_i", "war");
    own_pins(&i, scheme_of(e)->issue_pins);
    if (has(e, WITH_RFC))
        rfc_issue_pins(&i);
    if (has(e, WITH_WAIT)) {
        pin(&i, "col_near_i", "near");
        pin(&i, "sthld_i", sthld_signal(e, signal));
    }
    if (has(e, WITH_STAGE)) {
        pins(&i, "stage_valid_i");
        pin(&i, "stage_alloc_i", "alloc");
        pins(&i, has(e, WITH_WAR) ? "stage_warp_i head_war_i" : "stage_warp_i");
    }
    if (late)
        pin(&i, "issuing_i", "grant");
    pins(&i, "head_last_i");
    choice_pins(&i);
    top_pins(&i, has(e, WITH_SPARE) ? "token_o" : "");
    pins_if(&i, limits_active_set(e), "may_o");
    pins_if(&i, has(e, WITH_TWO_LEVEL), "age_o");
    pins_if(&i, has(e, WITH_OWN), "live_o");
    top_pins(&i, has(e, WITH_COMMON) ? "live_o" : "");
    pins(&i, "end_valid_o end_warp_o");
    instance_end(&i);
    if (has(e, WITH_STAGE))
        stage_instance(e);
    if (late)
        grant_stage_instance(e);
    if (has(e, WITH_TWO_LEVEL))
        active_set_instance(e);
    if (has(e, WITH_OWN))
        sthld_instance(e);

    emit_text(e, "\n");
    static const char *const outputs[] = {"issue_valid", "issue_warp", "end_valid", "end_warp"};
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; k++) {
        snprintf(signal, sizeof signal, "%s", outputs[k]);
        emit_format(e, "    assign %s_o = %s;\n", signal, signal);
    }
    emit_text(e, "    assign issue_iid_o = issue_iid & {IID_BITS{issue_valid}};\n");
}

/* The multiplexers that all collectors share. */
static void operand_mux_instance(struct emit *e)
{
    struct instance i = instance_begin(e, "operand_mux", "u_operand", "", 1);
    pins(&i, "dispatch_i col_entry_i col_select_i");
    pins_if(&i, e->config->forward, "col_forward_i s_data_i");
    pin(&i, "operand_o", "disp_operand_o");
    instance_end(&i);
}

static void collector_instances(struct emit *e)
{
    char name[NAME];
    bool boc = has(e, WITH_BOC);
    emit_text(e,
        "\n"
        "    genvar c, b;\n"
        "    generate\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_col\n");
    scheme_of(e)->instance(e);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");

    struct instance i = instance_begin(e, "dispatch", "u_dispatch", "", 1);
    if (has(e, WITH_AGES))
        pin(&i, "age_i", "iid_age");
    else
        top_pins(&i, "clk_i rst_i");
    pins_if(&i, !boc, "alloc_i");
    pins(&i, "dispatchable_i");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, e->config)) {
            snprintf(name, sizeof name, "col_%s_i", f->name);
            same_pin(&i, name);
        }
    pins_if(&i, has(e, WITH_OWN_MUXES), "col_operand_i");
    pins_if(&i, has(e, WITH_UPPER), "col_upper_i col_upper_operand_i");
    top_pins(&i, boc ? "" : "unit_ready_i");
    pins(&i, "dispatch_o");
    top_pins(&i, "disp_valid_o");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "disp_%s_o", f->name);
            pin(&i, name, name);
        }
    top_pins(&i, has(e, WITH_OWN_MUXES) ? "disp_operand_o" : "");
    top_pins(&i, has(e, WITH_UPPER) ? "disp_upper_valid_o disp_upper_operand_o" : "");
    instance_end(&i);
    if (has(e, WITH_SHARED_MUXES))
        operand_mux_instance(e);
}

/* Results to banks; with BOCs and register caches, also to these. */
static void writeback_instance(struct emit *e)
{
    bool rfc = has(e, WITH_RFC), place = has(e, WITH_PLACE);
    struct instance i = instance_begin(e, "writeback", "u_writeback", "", 1);
    top_pins(&i, rfc && !place ? "wb_valid_i wb_warp_i" : "wb_valid_i wb_warp_i wb_reg_i");
    top_pins(&i, has(e, WITH_DST_NEAR) ? "wb_near_i" : has(e, WITH_DST_DIST) ? "wb_dist_i" : "");
    top_pins(&i, "wb_mask_i wb_data_i");
    if (rfc)
        rfc_lookup_pins(&i);
    pins_if(&i, has(e, WITH_RESULT_AGES), "older_i");
    top_pins(&i, "wb_ready_o");
    pins(&i, "accept_o");
    if (rfc)
        rfc_result_pins(&i);
    else
        scheme_of(e)->result_pins(&i);
    instance_end(&i);
}

static void bank_instances(struct emit *e)
{
    char name[NAME];
    bool boc = has(e, WITH_BOC), two = has(e, WITH_TWO_PORTS);
    emit_text(e,
        "\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_bank\n");
    struct instance i = instance_begin(e, "bank_queue", "u_queue", "g_bank", e->config->banks);
    top_pins(&i, "clk_i rst_i");
    pin(&i, "push_valid_i", "push_valid[b]");
    pins(&i, boc ? "push_col_i push_pos_i" : "push_col_i");
    element_pin(&i, "push_mask_i", "push_mask", "b", "SLOTS");
    pin(&i, "head_valid_o", "queue_valid[b]");
    element_pin(&i, "head_col_o", "queue_col", "b", "COL_BITS");
    if (boc)
        element_pin(&i, "head_pos_o", "queue_pos", "b", "POS_BITS");
    element_pin(&i, "head_slot_o", "queue_slot", "b", "SLOT_BITS");
    pin(&i, "grant_i", "read[b]");
    instance_end(&i);
    emit_text(e, "\n");
    i = instance_begin(e, "rf_bank", "u_bank", "g_bank", e->config->banks);
    top_pins(&i, "clk_i rst_i");
    pin(&i, "read_i", "read[b]");
    element_pin(&i, "col_i", "queue_col", "b", "COL_BITS");
    if (boc)
        element_pin(&i, "pos_i", "queue_pos", "b", "POS_BITS");
    element_pin(&i, "slot_i", "queue_slot", "b", "SLOT_BITS");
    if (two)
        element_pin(&i, "read_row_i", "read_row", "b", "ROW_BITS");
    pin(&i, "write_i", "wr_valid[b]");
    element_pin(&i, two ? "write_row_i" : "row_i", two ? "write_row" : "row", "b", "ROW_BITS");
    element_pin(&i, "wmask_i", "wr_mask", "b", "LANES");
    element_pin(&i, "wdata_i", "wr_data", "b", "VECTOR_BITS");
    pin(&i, "rd_valid_o", "rd_valid[b]");
    element_pin(&i, "rd_col_o", "rd_col", "b", "COL_BITS");
    if (boc)
        element_pin(&i, "rd_pos_o", "rd_pos", "b", "POS_BITS");
    element_pin(&i, "rd_slot_o", "rd_slot", "b", "SLOT_BITS");
    element_pin(&i, "rdata_o", "rdata", "b", "VECTOR_BITS");
    instance_end(&i);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");

    i = instance_begin(e, "bank_arbiter", "u_arbiter", "", 1);
    top_pins(&i, "clk_i launch_valid_i launch_warp_i launch_row_i");
    pins(&i, "alloc_i need_i");
    pin(&i, "bank_i", allocated(e, name, "bank"));
    pins(&i, boc ? "push_valid_o push_col_o push_pos_o push_mask_o" : "push_valid_o push_col_o push_mask_o");
    pin(&i, "head_valid_i", "queue_valid");
    pin(&i, "head_col_i", "queue_col");
    if (boc)
        pin(&i, "head_pos_i", "queue_pos");
    pin(&i, "head_slot_i", "queue_slot");
    pins(&i, boc ? "col_next_i" : "col_warp_i");
    pins(&i, two ? "col_src_row_i wr_warp_i wr_row_i read_o read_row_o write_row_o"
                 : "col_src_row_i wr_valid_i wr_warp_i wr_row_i read_o row_o");
    instance_end(&i);

    i = instance_begin(e, "crossbar", "u_crossbar", "", 1);
    pins(&i, boc ? "rd_valid_i rd_col_i rd_pos_i rd_slot_i rdata_i s_valid_o s_pos_o s_slot_o s_data_o"
                 : "rd_valid_i rd_col_i rd_slot_i rdata_i s_valid_o s_slot_o s_data_o");
    instance_end(&i);

    writeback_instance(e);
    own_text(e, scheme_of(e)->drain);
    if (has(e, WITH_RFC))
        rfc_instances(e);
}

void emit_subcore(struct emit *e)
{
    const struct scheme *scheme = scheme_of(e);
    char purpose[1024], hash[CONFIG_HASH], rtl_hash[CONFIG_HASH];
    config_hash(e->config, hash);
    config_rtl_hash(e->config, rtl_hash);
    snprintf(purpose, sizeof purpose,
             "Operand collection and register file of one GPU sub-core, with %d %s: from decoded instructions to "
             "operands at the execution units, and from results to the register file banks.\n"
             "Malekeh, section%s. Specification: 2, 3.\n"
             "\n"
             "Configuration: %s\n"
             "  hash             %s\n"
             "  RTL options hash %s\n",
             e->config->collectors, scheme->units, scheme->sections, e->config->name, hash, rtl_hash);
    emit_module(e, "subcore", has(e, WITH_SM) ? "one of the sub-cores" : "the top", purpose);
    emit_parameters(e, "WARPS WARP_BITS LANES VECTOR_BITS BEAT_BITS REG_BITS IID_BITS BANKS ROW_BITS COLLECTORS "
                       "COL_BITS SLOTS %s%s%sSLOT_BITS PAYLOAD_BITS UNITS PORTS TAGS DIST_BITS%s%s",
                    has(e, WITH_SHARED_MUXES) ? "ENTRIES " : "",
                    e->ccu && has(e, WITH_RANKS) && !has(e, WITH_STAGE) ? "ENTRY_BITS " : "",
                    has(e, WITH_BOC) ? "WINDOW POS_BITS " : "",
                    has(e, WITH_AGES) ? " INFLIGHT" : "",
                    has(e, WITH_FSM) || has(e, WITH_STHLD_IN) ? " STHLD_BITS" :
                    has(e, WITH_EVICT) ? " ENTRIES SETS SET_BITS READ_PORTS" :
                    has(e, WITH_RFC) ? " ENTRIES SET_BITS READ_PORTS" : "");
    environment_ports(e);
    result_ports(e);
    emit_body(e);
    wires(e);
    issue_instances(e);
    collector_instances(e);
    bank_instances(e);
    emit_end(e);
}
