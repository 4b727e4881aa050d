/* SPDX-License-Identifier: Apache-2.0 */
/* rfc: register cache of one warp (RFC-sim IV). */
#include "rfc.h"
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"

bool rfc_has_sets(const struct emit *e)
{
    return shape_value(e->shape, "SETS") > 1;
}

bool rfc_has_two_writes(const struct emit *e)
{
    return has(e, WITH_FILL) && e->config->rfc_write_ports == 2;
}

/* The warp's next instruction, and what the cache says of it. */
static void head_ports(struct emit *e)
{
    char name[NAME];
    emit_port_if(e, has(e, WITH_LACK), IN, "head_valid_i", "1", "the warp has a next instruction");
    emit_port(e, IN, "head_src_valid_i", "SLOTS", "its slots in use");
    emit_port(e, IN, "head_src_reg_i", "SLOTS*REG_BITS", "their registers");
    emit_port(e, IN, "head_same_i", "SLOTS*SLOTS", "bit s*SLOTS+f, f <= s: slots s and f are equal");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_of_cache(f, e->config)) {
            snprintf(name, sizeof name, "head_%s_i", f->name);
            emit_port(e, IN, name, f->width, f->meaning);
        }
    emit_port_if(e, has(e, WITH_LACK), OUT, "lacks_o", "1", "it reads more dirty entries than there are ports");
    emit_port(e, OUT_REG, "read_data_o", "READ_PORTS*VECTOR_BITS", "values for it on the read ports");
    emit_port(e, OUT_REG, "slot_port_o", "SLOTS*READ_PORTS", "bit s*READ_PORTS+p: that of port p is for slot s");
    emit_port_if(e, has(e, WITH_FILL), has(e, WITH_FLAG) ? OUT_REG : OUT, "head_fill_o", "SLOTS",
                 "slots whose values the cache wants from a bank");
    emit_port_if(e, has(e, WITH_TOUCH), IN, "grant_i", "1", "it issues");
    emit_port(e, IN, "exiting_i", "1", "the warp's last instruction has issued");
    emit_port_if(e, has(e, WITH_TWO_LEVEL), IN, "active_i", "1", "the warp may issue");
}

/* What the lookup of results needs, and the result that is put into the cache. */
static void result_ports(struct emit *e)
{
    emit_port(e, OUT, "valid_o", "ENTRIES", "entries in use");
    emit_port(e, OUT, "tag_o", "ENTRIES*REG_BITS", "their registers");
    emit_port_if(e, has(e, WITH_PLACE), OUT, "flushing_o", "1", "the cache is being emptied");
    emit_port_if(e, has(e, WITH_PLACE), OUT, "victim_o", "ENTRIES", "the entry of each set that is replaced next");
    emit_port_if(e, has(e, WITH_EVICT), OUT, "victim_dirty_o", "SETS", "the bank does not have its value");
    emit_port_if(e, has(e, WITH_EVICT), OUT_REG, "victim_reg_o", "SETS*REG_BITS", "its register");
    emit_port(e, IN, "result_valid_i", "1", "a result of the warp is taken:");
    emit_port(e, IN, "result_hit_i", "ENTRIES", "entry with its register, one-hot or zero");
    emit_port_if(e, has(e, WITH_PLACE), IN, "result_place_i", "ENTRIES", "entry that it takes, one-hot or zero");
    emit_port_if(e, has(e, WITH_PLACE), IN, "result_reg_i", "REG_BITS", "its register");
    emit_port(e, IN, "result_mask_i", "LANES", "its lanes");
    emit_port(e, IN, "result_data_i", "VECTOR_BITS", "its value");
    emit_port_if(e, has(e, WITH_EVICT), OUT_REG, "evict_data_o", "VECTOR_BITS", "the value of the entry that it takes");
}

/* From and to the banks. */
static void bank_ports(struct emit *e)
{
    if (has(e, WITH_FILL)) {
        emit_port(e, IN, "fill_valid_i", "1", "a value comes from a bank, and is wanted:");
        emit_port(e, IN, "fill_reg_i", "REG_BITS", "its register");
        emit_port_if(e, rfc_has_sets(e), IN, "fill_set_i", "SET_BITS", "the set that it goes to");
        emit_port(e, IN, "fill_data_i", "VECTOR_BITS", "the value");
        emit_port_if(e, rfc_has_two_writes(e), IN, "contended_i", "ENTRIES", "the entry is for a result that contends");
    }
    if (has(e, WITH_RFC_BACK)) {
        emit_port(e, OUT, "offer_valid_o", "1", "a value to be drained:");
        emit_port(e, OUT_REG, "offer_reg_o", "REG_BITS", "its register");
        emit_port(e, OUT_REG, "offer_data_o", "VECTOR_BITS", "the value");
        emit_port(e, IN, "drain_i", "1", "its bank takes it");
        emit_port(e, OUT, "owes_o", "1", "the banks still have to get a value");
    }
}

static void registers(struct emit *e)
{
    emit_register(e, "valid_q", "ENTRIES", true, "entry e is in use");
    if (has(e, WITH_RFC_BACK))
        emit_register(e, "dirty_q", "ENTRIES", false, "the bank does not have its value");
    emit_register(e, "tag_q", "ENTRIES*REG_BITS", false, "its register");
    if (has(e, WITH_ORDER))
        emit_register(e, "older_q", "SETS*PAIRS", true, "for each pair of ways of a set: the first one comes first");
}

/* Words about entries, and about the cache. */
static void words(struct emit *e)
{
    bool back = has(e, WITH_RFC_BACK);
    emit_format(e,
        "\n"
        "    wire [ENTRIES*VECTOR_BITS-1:0] entry_data;\n"
        "%s"
        "    wire flushing = exiting_i%s;\n"
        "\n"
        "    assign valid_o = valid_q;\n"
        "    assign tag_o = tag_q;\n"
        "%s%s"
        "\n"
        "    genvar e, s, l%s;\n",
        back ? "    wire [ENTRIES-1:0] dirty = valid_q & dirty_q;\n" : "", has(e, WITH_TWO_LEVEL) ? " | ~active_i" : "",
        has(e, WITH_PLACE) ? "    assign flushing_o = flushing;\n" : "", back ? "    assign owes_o = |dirty;\n" : "",
        has(e, WITH_ORDER) ? ", i, j" : "");
}

/* The header: what takes entries, and what becomes of results. */
static void purpose(const struct emit *e, char *text, size_t size)
{
    static const char *const allocations[] = {
        [RFC_ALLOCATE_WRITE] = "Results take entries",
        [RFC_ALLOCATE_READ] = "Sources that come from a bank take entries",
        [RFC_ALLOCATE_READ_WRITE] = "Sources that come from a bank and results take entries",
        [RFC_ALLOCATE_COMPILER_AIDED] = "Results, and sources with a reuse flag that come from a bank, take entries",
        [RFC_ALLOCATE_LOOK_AHEAD] = "Results that are soon used, and sources with a reuse flag that come from a bank, "
                                    "take entries",
    };
    snprintf(text, size,
             "The register cache of one warp, beside the collectors. The sources of the warp's next instruction are "
             "looked up in all entries before a warp is chosen; what hits goes to its collector when it issues. %s%s. "
             "%s.\n"
             "RFC-sim, sections IV and V-B. Specification: 3.15.\n",
             allocations[e->config->rfc_allocate],
             rfc_has_sets(e) ? ", in a set by position or register" : "",
             has(e, WITH_RFC_BACK) ? "What the bank does not have goes there when its entry is replaced, when the "
                                     "next instruction could not read it otherwise, and when the cache is flushed "
                                     "(write-back)"
                                   : "The banks get every result, too (write-through)");
}

void emit_rfc(struct emit *e)
{
    char text[1024];
    purpose(e, text, sizeof text);
    emit_module(e, "rfc", "register cache of one warp", text);
    emit_parameters(e, "LANES VECTOR_BITS REG_BITS SLOTS HIT_BITS ENTRIES %sSET_BITS PAIRS READ_PORTS",
                    has(e, WITH_ORDER) || has(e, WITH_POS) || has(e, WITH_EVICT) ? "SETS WAYS " : "");
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    head_ports(e);
    result_ports(e);
    bank_ports(e);
    emit_body(e);
    emit_text(e, "\n");
    registers(e);
    words(e);
    rfc_lookup(e);
    rfc_victims(e);
    if (has(e, WITH_FILL))
        rfc_fills(e);
    if (has(e, WITH_RFC_BACK))
        rfc_offer(e);
    rfc_entries(e);
    if (has(e, WITH_ORDER))
        rfc_order(e);
    emit_end(e);
}
