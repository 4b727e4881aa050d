/* SPDX-License-Identifier: Apache-2.0 */
/* rfc_fill: values from banks to register caches. */
#include "rfc.h"
#include "rtl_gen/gen/modules.h"

static void ports(struct emit *e)
{
    bool sets = rfc_has_sets(e);
    emit_port(e, IN, "wish_i", "COLLECTORS", "a value arrives that the cache of the collector's warp wants:");
    emit_port(e, IN, "wish_reg_i", "COLLECTORS*REG_BITS", "its register");
    emit_port_if(e, sets, IN, "wish_set_i", "COLLECTORS*SET_BITS", "the set that it goes to");
    emit_port(e, IN, "col_warp_i", "COLLECTORS*WARP_BITS", "warps of the collectors");
    emit_port(e, IN, "s_data_i", "COLLECTORS*VECTOR_BITS", "the value on port S");
    emit_port_if(e, !rfc_has_two_writes(e), IN, "contends_i", "WARPS", "a result of the warp contends");
    emit_port(e, OUT, "fill_valid_o", "WARPS", "a value for each cache:");
    emit_port(e, OUT, "fill_reg_o", "WARPS*REG_BITS", "its register");
    emit_port_if(e, sets, OUT, "fill_set_o", "WARPS*SET_BITS", "the set that it goes to");
    emit_port(e, OUT, "fill_data_o", "WARPS*VECTOR_BITS", "the value; zero if none");
}

void emit_rfc_fill(struct emit *e)
{
    bool sets = rfc_has_sets(e), both = rfc_has_two_writes(e);
    emit_module(e, "rfc_fill", "values from banks to register caches",
        both ? "A value that comes from a bank for a collector also goes to the cache of its warp if that wants it: of "
               "several the one of the lowest collector.\n"
               "RFC-sim, sections IV-B and V-B. Specification: 3.15.\n"
             : "A value that comes from a bank for a collector also goes to the cache of its warp if that wants it: of "
               "several the one of the lowest collector, and none while the warp has results, which the cache's one "
               "write port is for.\n"
               "RFC-sim, sections IV-B and V-B. Specification: 3.15.\n");
    emit_parameters(e, "WARPS WARP_BITS VECTOR_BITS REG_BITS COLLECTORS SET_BITS");
    ports(e);
    emit_body(e);
    emit_text(e,
        "\n"
        "    // The value of the collector in a set of one; zero if the set is empty.\n");
    emit_merge(e, "reg", "COLLECTORS", "REG_BITS");
    if (sets)
        emit_merge(e, "set", "COLLECTORS", "SET_BITS");
    emit_merge(e, "data", "COLLECTORS", "VECTOR_BITS");
    emit_format(e,
        "\n"
        "    genvar w, c;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "            wire [COLLECTORS-1:0] from;\n"
        "            wire [COLLECTORS-1:0] chosen = from & (~from + 1'b1);\n"
        "\n"
        "            for (c = 0; c < COLLECTORS; c = c + 1) begin : g_from\n"
        "                assign from[c] = wish_i[c] & (col_warp_i[c*WARP_BITS +: WARP_BITS] == w)%s;\n"
        "            end\n"
        "\n"
        "            assign fill_valid_o[w] = |from;\n"
        "            assign fill_reg_o[w*REG_BITS +: REG_BITS] = merged_reg(chosen, wish_reg_i);\n"
        "%s"
        "            assign fill_data_o[w*VECTOR_BITS +: VECTOR_BITS] = merged_data(chosen, s_data_i);\n"
        "        end\n"
        "    endgenerate\n",
        both ? "" : " & ~contends_i[w]",
        sets ? "            assign fill_set_o[w*SET_BITS +: SET_BITS] = merged_set(chosen, wish_set_i);\n" : "");
    emit_end(e);
}
