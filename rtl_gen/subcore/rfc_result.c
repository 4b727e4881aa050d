/* SPDX-License-Identifier: Apache-2.0 */
/* rfc_result: lookup of results in the register caches of their warps. */
#include "rfc.h"
#include "rtl_gen/gen/modules.h"

enum { TENSOR = 4 }; /* port of the tensor unit */

static void ports(struct emit *e)
{
    bool place = has(e, WITH_PLACE), evict = has(e, WITH_EVICT);
    emit_port(e, IN, "wb_warp_i", "PORTS*WARP_BITS", "warp of the result on each port");
    emit_port(e, IN, "wb_reg_i", "PORTS*REG_BITS", "its register");
    emit_port_if(e, has(e, WITH_LOOK), IN, "wb_look_i", "PORTS", "one of the warp's next instructions names it");
    emit_port_if(e, place, IN, "wb_mask_i", "PORTS*LANES", "its lanes");
    emit_port(e, IN, "cache_valid_i", "WARPS*ENTRIES", "each cache: entries in use");
    emit_port(e, IN, "cache_tag_i", "WARPS*ENTRIES*REG_BITS", "their registers");
    emit_port_if(e, place, IN, "cache_flushing_i", "WARPS", "it is being emptied");
    emit_port_if(e, place, IN, "cache_victim_i", "WARPS*ENTRIES", "the entry of each set that is replaced next");
    emit_port_if(e, evict, IN, "cache_victim_dirty_i", "WARPS*SETS", "the bank does not have its value");
    emit_port_if(e, evict, IN, "cache_victim_reg_i", "WARPS*SETS*REG_BITS", "its register");
    emit_port(e, OUT, "hit_o", "PORTS*ENTRIES", "entry with the register of each result");
    emit_port_if(e, place, OUT, "place_o", "PORTS*ENTRIES", "entry that it takes");
    emit_port_if(e, evict, OUT, "evicts_o", "PORTS", "the bank has to get what is there");
    emit_port(e, OUT, "bank_o", "PORTS*BANKS", "the bank that it needs, one-hot, or none");
    emit_port(e, OUT, "row_o", "PORTS*ROW_BITS", "the row there, within those of its warp");
}

/* The state of the cache of the result's warp. */
static void cache(struct emit *e)
{
    emit_text(e,
        "            wire [WARP_BITS-1:0] warp = wb_warp_i[u*WARP_BITS +: WARP_BITS];\n"
        "            wire [REG_BITS-1:0] register = wb_reg_i[u*REG_BITS +: REG_BITS];\n"
        "            wire [ENTRIES-1:0] valid = cache_valid_i[warp*ENTRIES +: ENTRIES];\n"
        "            wire [ENTRIES*REG_BITS-1:0] tag = cache_tag_i[warp*ENTRIES*REG_BITS +: ENTRIES*REG_BITS];\n"
        "            wire [ENTRIES-1:0] hit;\n"
        "\n"
        "            for (e = 0; e < ENTRIES; e = e + 1) begin : g_hit\n"
        "                assign hit[e] = valid[e] & (tag[e*REG_BITS +: REG_BITS] == register);\n"
        "            end\n"
        "\n"
        "            assign hit_o[u*ENTRIES +: ENTRIES] = hit;\n");
}

/* The set's number where registers are interleaved: register mod SETS. */
static void interleaved(struct emit *e)
{
    char text[EXPRESSION];
    int sets = shape_value(e->shape, "SETS"), size = shape_value(e->shape, "REG_BITS");
    int bits = config_log2(sets), registers = e->config->registers;
    if (sets >= registers)
        emit_format(e, "            wire [%d:0] number = %s;\n", bits - 1, extend(text, "register", size, bits));
    else if ((sets & (sets - 1)) == 0)
        emit_format(e, "            wire [%d:0] number = register[%d:0];\n", bits - 1, bits - 1);
    else
        emit_text(e, "            wire [REG_BITS-1:0] number = register % SETS[REG_BITS-1:0];\n");
    emit_text(e,
        "\n"
        "            for (s = 0; s < SETS; s = s + 1) begin : g_set\n"
        "                assign set[s] = number == s;\n"
        "            end\n");
}

/* The set where neighbours share one: register * SETS / REGISTERS. */
static void linear(struct emit *e)
{
    char text[EXPRESSION];
    emit_format(e,
        "            wire [31:0] number = %s;\n"
        "            wire [SETS-1:0] up_to;                               // it lies in this set or one below\n"
        "\n"
        "            for (s = 0; s < SETS; s = s + 1) begin : g_set\n"
        "                assign up_to[s] = number < ((s + 1)*REGISTERS + SETS - 1)/SETS;\n"
        "            end\n"
        "\n"
        "            assign set = up_to & ~(up_to << 1);\n",
        extend(text, "register", shape_value(e->shape, "REG_BITS"), 32));
}

/* Whether the result takes an entry, and which. */
static void placement(struct emit *e)
{
    bool sets = rfc_has_sets(e);
    emit_text(e, "\n            // The set of the result (IV-C), and whether it takes an entry there (IV-B).\n");
    if (sets) {
        emit_text(e, "            wire [SETS-1:0] set;\n");
        if (e->config->rfc_dest_map == RFC_DEST_LINEAR)
            linear(e);
        else
            interleaved(e);
        emit_text(e, "\n");
    }
    emit_format(e,
        "            wire [ENTRIES-1:0] victim = cache_victim_i[warp*ENTRIES +: ENTRIES];\n"
        "            wire allocates = &wb_mask_i[u*LANES +: LANES]%s%s;\n"
        "            wire places = allocates & ~|hit & ~cache_flushing_i[warp];\n"
        "\n"
        "            for (e = 0; e < ENTRIES; e = e + 1) begin : g_place\n"
        "                assign place_o[u*ENTRIES + e] = places & victim[e]%s;\n"
        "            end\n",
        has(e, WITH_LOOK) ? " & wb_look_i[u]" : "", e->config->rfc_bypass_tensor ? " & (u != TENSOR)" : "",
        sets ? " & set[e/WAYS]" : "");
}

/* What has to leave the entry before. */
static void eviction(struct emit *e)
{
    if (rfc_has_sets(e))
        emit_text(e,
            "\n"
            "            // What is there leaves for its bank if it is dirty.\n"
            "            wire [SETS*REG_BITS-1:0] leaves = cache_victim_reg_i[warp*SETS*REG_BITS +: SETS*REG_BITS];\n"
            "            wire evicts = places & |(set & cache_victim_dirty_i[warp*SETS +: SETS]);\n"
            "            reg [REG_BITS-1:0] target;\n"
            "\n"
            "            always @* begin : written\n"
            "                integer k;\n"
            "                target = register & {REG_BITS{~evicts}};\n"
            "                for (k = 0; k < SETS; k = k + 1)\n"
            "                    target = target | (leaves[k*REG_BITS +: REG_BITS] & {REG_BITS{evicts & set[k]}});\n"
            "            end\n");
    else
        emit_text(e,
            "\n"
            "            // What is there leaves for its bank if it is dirty.\n"
            "            wire evicts = places & cache_victim_dirty_i[warp];\n"
            "            wire [REG_BITS-1:0] target =\n"
            "                evicts ? cache_victim_reg_i[warp*REG_BITS +: REG_BITS] : register;\n");
    emit_text(e, "\n            assign evicts_o[u] = evicts;\n");
}

/* Bits of the register that is written beyond bank and row, as in writeback. */
static void left_over(struct emit *e)
{
    int used = e->shape->bank_bits + shape_value(e->shape, "ROW_BITS"), size = shape_value(e->shape, "REG_BITS");
    if (has(e, WITH_EVICT) && used < size)
        emit_format(e,
            "\n"
            "            // The banks hold fewer rows than a warp may name registers.\n"
            "            wire [%d:0] unused_target = target[%d:%d];\n",
            size - used - 1, size - 1, used);
}

/* The bank that is written, if any. */
static void bank(struct emit *e)
{
    char text[EXPRESSION];
    bool back = has(e, WITH_RFC_BACK), evict = has(e, WITH_EVICT);
    const char *target = evict ? "target" : "register";
    const char *needed = !back ? "" : evict ? "(evicts | ~(places | |hit))" : "~|hit";
    emit_text(e, back ? "\n            // The bank that is written: none for a result that stays in the cache.\n"
                      : "\n            // The bank that is written.\n");
    if (e->shape->bank_bits)
        emit_format(e,
            "            wire [%d:0] bank = %s;\n"
            "\n",
            e->shape->bank_bits - 1,
            bank_of(text, e->shape, target, "", "wb_warp_i", "u*WARP_BITS", shape_value(e->shape, "WARP_BITS")));
    emit_format(e,
        "            for (b = 0; b < BANKS; b = b + 1) begin : g_bank\n"
        "                assign bank_o[u*BANKS + b] = %s%s%s;\n"
        "            end\n"
        "\n"
        "            assign row_o[u*ROW_BITS +: ROW_BITS] = %s;\n",
        needed, back && e->shape->bank_bits ? " & " : "",
        e->shape->bank_bits ? (back ? "(bank == b)" : "bank == b") : back ? "" : "1'b1",
        row_of(text, e->shape, target, ""));
    left_over(e);
}

void emit_rfc_result(struct emit *e)
{
    bool place = has(e, WITH_PLACE), sets = place && rfc_has_sets(e);
    bool linear_map = sets && e->config->rfc_dest_map == RFC_DEST_LINEAR;
    emit_module(e, "rfc_result", "lookup of results in the register caches of their warps",
        "Each result is looked up in the cache of its warp, whether it is valid or not: the entry with its register, "
        "or the one that it takes, and the bank that is written when it is accepted. Nothing here depends on what the "
        "other ports offer.\n"
        "RFC-sim, sections IV-B, IV-C and IV-E. Specification: 3.15.\n");
    emit_parameters(e, "WARPS WARP_BITS %s%sREG_BITS BANKS ROW_BITS PORTS ENTRIES %s%s",
                    place ? "LANES " : "", linear_map ? "REGISTERS " : "", has(e, WITH_EVICT) || sets ? "SETS " : "",
                    sets ? "WAYS " : "");
    ports(e);
    emit_body(e);
    if (place && e->config->rfc_bypass_tensor)
        emit_format(e, "\n    localparam TENSOR = %d; // the port of the tensor unit\n", TENSOR);
    emit_format(e,
        "\n"
        "    genvar u, e, b%s;\n"
        "    generate\n"
        "        for (u = 0; u < PORTS; u = u + 1) begin : g_port\n",
        sets ? ", s" : "");
    cache(e);
    if (place)
        placement(e);
    if (has(e, WITH_EVICT))
        eviction(e);
    bank(e);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
    emit_end(e);
}
