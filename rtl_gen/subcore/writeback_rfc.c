/* SPDX-License-Identifier: Apache-2.0 */
/* writeback with register caches: results to caches and banks. */
#include "rfc.h"
#include "rtl_gen/gen/modules.h"

/* Whether the caches are told of results that contend: which warps, or which entries. */
static bool shows_warps(const struct emit *e)
{
    return has(e, WITH_FILL) && !rfc_has_two_writes(e);
}

static void ports(struct emit *e)
{
    bool place = has(e, WITH_PLACE), evict = has(e, WITH_EVICT);
    emit_port(e, IN, "wb_valid_i", "PORTS", "a result on each port:");
    emit_port(e, IN, "wb_warp_i", "PORTS*WARP_BITS", "its warp");
    emit_port_if(e, place, IN, "wb_reg_i", "PORTS*REG_BITS", "its register");
    emit_port(e, IN, "wb_mask_i", "PORTS*LANES", "its lanes");
    emit_port(e, IN, "wb_data_i", "PORTS*VECTOR_BITS", "its value");
    emit_port(e, IN, "hit_i", "PORTS*ENTRIES", "entry of its warp's cache that has its register");
    emit_port_if(e, place, IN, "place_i", "PORTS*ENTRIES", "entry that it takes");
    emit_port_if(e, evict, IN, "evicts_i", "PORTS", "the bank has to get what is there");
    emit_port(e, IN, "bank_i", "PORTS*BANKS", "the bank that it needs, one-hot, or none");
    emit_port(e, IN, "row_i", "PORTS*ROW_BITS", "the row there, within those of its warp");
    emit_port(e, IN, "older_i", "PORTS*PORTS", "bit u*PORTS+v: the result on port v is older than u's");
    emit_port(e, OUT, "wb_ready_o", "PORTS", "it can be taken");
    emit_port(e, OUT, "accept_o", "PORTS", "it is taken");
    emit_port_if(e, shows_warps(e), OUT, "contends_o", "WARPS", "a result of the warp contends");
    emit_port_if(e, rfc_has_two_writes(e), OUT, "contended_o", "WARPS*ENTRIES", "entries for results that contend");
    emit_port(e, OUT, "result_valid_o", "WARPS", "each cache takes a result, the oldest one of its warp:");
    emit_port(e, OUT, "result_hit_o", "WARPS*ENTRIES", "entry with its register");
    emit_port_if(e, place, OUT, "result_place_o", "WARPS*ENTRIES", "or entry that it takes");
    emit_port_if(e, place, OUT, "result_reg_o", "WARPS*REG_BITS", "its register");
    emit_port(e, OUT, "result_mask_o", "WARPS*LANES", "its lanes");
    emit_port(e, OUT, "result_data_o", "WARPS*VECTOR_BITS", "its value");
    emit_port(e, OUT, "wr_valid_o", "BANKS", "each bank is written for a result:");
    emit_port(e, OUT, "wr_warp_o", "BANKS*WARP_BITS", "its warp");
    emit_port(e, OUT, "wr_row_o", "BANKS*ROW_BITS", "the row within the warp's");
    emit_port(e, OUT, "wr_mask_o", "BANKS*LANES", "the lanes");
    emit_port(e, OUT, "wr_data_o", "BANKS*VECTOR_BITS", evict ? "its value, or zero:" : "its value");
    emit_port_if(e, evict, OUT, "evict_o", "BANKS*WARPS", "bit b*WARPS+w: the value of an entry of cache w is written");
}

static void arbitration(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.9, 3.15: a result without lanes needs neither cache nor bank; the oldest one for a bank, and of a\n"
        "    // warp, is taken.\n"
        "    wire [PORTS-1:0] contends;\n"
        "    wire [PORTS-1:0] taken = contends & wb_ready_o;\n"
        "    wire [PORTS-1:0] senior;                             // the oldest of its warp, whatever bank it needs\n"
        "    wire [WARPS*PORTS-1:0] of_warp;                      // bit w*PORTS+u: u's result is of warp w\n"
        "\n"
        "    assign accept_o = wb_valid_i & wb_ready_o;\n"
        "\n"
        "    genvar u, v, w, b;\n"
        "    generate\n"
        "        for (u = 0; u < PORTS; u = u + 1) begin : g_port\n"
        "            wire some_lane = |wb_mask_i[u*LANES +: LANES];\n"
        "            wire [PORTS-1:0] in_warp;                    // an older one of the same warp\n"
        "            wire [PORTS-1:0] in_bank;                    // an older one for the same bank\n"
        "\n"
        "            for (v = 0; v < PORTS; v = v + 1) begin : g_other\n"
        "                wire same_bank = |(bank_i[u*BANKS +: BANKS] & bank_i[v*BANKS +: BANKS]);\n"
        "                wire same_warp = wb_warp_i[u*WARP_BITS +: WARP_BITS] ==\n"
        "                                 wb_warp_i[v*WARP_BITS +: WARP_BITS];\n"
        "                assign in_warp[v] = contends[v] & same_warp & older_i[u*PORTS + v];\n"
        "                assign in_bank[v] = contends[v] & same_bank & older_i[u*PORTS + v];\n"
        "            end\n"
        "\n"
        "            for (w = 0; w < WARPS; w = w + 1) begin : g_of\n"
        "                assign of_warp[w*PORTS + u] = wb_warp_i[u*WARP_BITS +: WARP_BITS] == w;\n"
        "            end\n"
        "\n"
        "            assign contends[u] = wb_valid_i[u] & some_lane;\n"
        "            assign senior[u] = contends[u] & ~|in_warp;\n"
        "            assign wb_ready_o[u] = ~some_lane | ~|(in_warp | in_bank);\n"
        "        end\n"
        "    endgenerate\n");
}

/* The fields of the result of each cache. */
static const struct {
    const char *name;
    const char *source;
    const char *width;
    enum presence presence;
} result_fields[] = {
    {"hit", "hit_i", "ENTRIES", ALWAYS},
    {"place", "place_i", "ENTRIES", WITH_PLACE},
    {"reg", "wb_reg_i", "REG_BITS", WITH_PLACE},
    {"mask", "wb_mask_i", "LANES", ALWAYS},
    {"data", "wb_data_i", "VECTOR_BITS", ALWAYS},
};

enum { RESULT_FIELDS = sizeof result_fields / sizeof *result_fields };

/* Functions that merge the fields, for what caches and banks take. */
static void merges(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The value of the port in a set of one; zero if the set is empty.\n");
    emit_merge(e, "warp", "PORTS", "WARP_BITS");
    emit_merge(e, "row", "PORTS", "ROW_BITS");
    for (int f = 0; f < RESULT_FIELDS; f++)
        if (has(e, result_fields[f].presence))
            emit_merge(e, result_fields[f].name, "PORTS", result_fields[f].width);
}

/* The entries for which results contend. */
static void contended(struct emit *e)
{
    emit_format(e,
        "\n"
        "            assign contended_o[w*ENTRIES +: ENTRIES] = merged_hit(contends & of_warp[w*PORTS +: PORTS], hit_i)%s;\n",
        has(e, WITH_PLACE) ? " |\n                merged_place(contends & of_warp[w*PORTS +: PORTS], place_i)" : "");
}

/* The result of each cache. */
static void results(struct emit *e)
{
    char name[NAME], text[EXPRESSION];
    emit_text(e,
        "\n"
        "    // 3.15: the result of each cache, never more than one; zero if none. It is the oldest one of its warp,\n"
        "    // which is known before banks are; whether it is taken comes last.\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_result\n"
        "            wire [PORTS-1:0] from = senior & of_warp[w*PORTS +: PORTS];\n"
        "\n"
        "            assign result_valid_o[w] = |(taken & of_warp[w*PORTS +: PORTS]);\n");
    for (int f = 0; f < RESULT_FIELDS; f++) {
        const char *n = result_fields[f].name;
        if (!has(e, result_fields[f].presence))
            continue;
        snprintf(name, sizeof name, "result_%s_o", n);
        emit_format(e, "            assign %s = merged_%s(from, %s);\n", element(text, name, "w", result_fields[f].width), n,
                    result_fields[f].source);
    }
    if (shows_warps(e))
        emit_text(e, "\n            assign contends_o[w] = |(contends & of_warp[w*PORTS +: PORTS]);\n");
    if (rfc_has_two_writes(e))
        contended(e);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* The write of each bank. */
static void writes(struct emit *e)
{
    bool evict = has(e, WITH_EVICT);
    emit_format(e,
        "\n"
        "    // The write of each bank; zero if none.\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_write\n"
        "            wire [PORTS-1:0] from;\n"
        "\n"
        "            for (u = 0; u < PORTS; u = u + 1) begin : g_from\n"
        "                assign from[u] = taken[u] & bank_i[u*BANKS + b];\n"
        "            end\n"
        "\n"
        "            assign wr_valid_o[b] = |from;\n"
        "            assign wr_warp_o[b*WARP_BITS +: WARP_BITS] = merged_warp(from, wb_warp_i);\n"
        "            assign wr_row_o[b*ROW_BITS +: ROW_BITS] = merged_row(from, row_i);\n"
        "            assign wr_mask_o[b*LANES +: LANES] = merged_mask(from, wb_mask_i);\n"
        "            assign wr_data_o[b*VECTOR_BITS +: VECTOR_BITS] = merged_data(from%s, wb_data_i);\n",
        evict ? " & ~evicts_i" : "");
    if (evict)
        emit_text(e,
            "\n"
            "            for (w = 0; w < WARPS; w = w + 1) begin : g_evict\n"
            "                assign evict_o[b*WARPS + w] = |(from & evicts_i & of_warp[w*PORTS +: PORTS]);\n"
            "            end\n");
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

void rfc_writeback(struct emit *e)
{
    emit_module(e, "writeback", "results to banks",
        has(e, WITH_RFC_BACK)
            ? "Each unit offers one result; each bank and each cache takes the oldest result for it in the same cycle. "
              "A bank is written where the cache has no entry for a result, and where a result that takes an entry "
              "sends a value away.\n"
              "Malekeh, section II (writes are granted at once); RFC-sim, section IV-E (write-back). Specification: "
              "3.9, 3.15.\n"
            : "Each unit offers one result; each bank and each cache takes the oldest result for it in the same "
              "cycle.\n"
              "Malekeh, section II (writes are granted at once); RFC-sim, section IV-E (write-through). Specification: "
              "3.9, 3.15.\n");
    emit_parameters(e, "WARPS WARP_BITS LANES VECTOR_BITS %sBANKS ROW_BITS PORTS ENTRIES",
                    has(e, WITH_PLACE) ? "REG_BITS " : "");
    ports(e);
    emit_body(e);
    arbitration(e);
    merges(e);
    results(e);
    writes(e);
    emit_end(e);
}
