/* SPDX-License-Identifier: Apache-2.0 */
/* writeback: results to banks. */
#include <string.h>

#include "rtl_gen/gen/modules.h"
#include "rfc.h"
#include "scheme.h"

/* Whether a warp's results go one by one to its BOC, and whether that can keep them from the banks. */
static bool bypasses(const struct emit *e)
{
    return has(e, WITH_BOC);
}

static bool keeps(const struct emit *e)
{
    return has(e, WITH_BACK);
}

static void ports(struct emit *e)
{
    emit_port(e, IN, "wb_valid_i", "PORTS", "a result on each port:");
    emit_port(e, IN, "wb_warp_i", "PORTS*WARP_BITS", "its warp");
    emit_port(e, IN, "wb_reg_i", "PORTS*REG_BITS", "its register");
    emit_port_if(e, has(e, WITH_DST_NEAR), IN, "wb_near_i", "PORTS", "its next read is near");
    emit_port_if(e, has(e, WITH_DST_DIST), IN, "wb_dist_i", "PORTS*DIST_BITS", "distance to its next read");
    emit_port(e, IN, "wb_mask_i", "PORTS*LANES", "its lanes");
    emit_port(e, IN, "wb_data_i", "PORTS*VECTOR_BITS", "its value");
    emit_port_if(e, has(e, WITH_RESULT_AGES), IN, "older_i", "PORTS*PORTS", "bit u*PORTS+v: the result on port v is older than u's");
    emit_port(e, OUT, "wb_ready_o", "PORTS", "it can be taken");
    emit_port(e, OUT, "accept_o", "PORTS", "it is taken");
    if (bypasses(e)) {
        emit_port(e, OUT, "result_valid_o", "WARPS", "a result for each BOC:");
        emit_port(e, OUT, "result_reg_o", "WARPS*REG_BITS", "its register");
        emit_port(e, OUT, "result_mask_o", "WARPS*LANES", "its lanes");
        emit_port(e, OUT, "result_data_o", "WARPS*VECTOR_BITS", "its value");
        emit_port_if(e, keeps(e), IN, "keep_i", "WARPS", "the BOC has an entry for it: the bank is not written");
    }
    emit_port(e, OUT, "wr_valid_o", "BANKS", "a result is written to each bank:");
    emit_port(e, OUT, "wr_warp_o", "BANKS*WARP_BITS", "its warp");
    emit_port(e, OUT, "wr_row_o", "BANKS*ROW_BITS", "its row within the warp's");
    emit_port_if(e, has(e, WITH_WR_REG), OUT, "wr_reg_o", "BANKS*REG_BITS", "its register");
    emit_port_if(e, has(e, WITH_DST_NEAR), OUT, "wr_near_o", "BANKS", "its next read is near");
    emit_port_if(e, has(e, WITH_DST_DIST), OUT, "wr_dist_o", "BANKS*DIST_BITS", "distance to its next read");
    emit_port(e, OUT, "wr_mask_o", "BANKS*LANES", "its lanes");
    emit_port(e, OUT, "wr_data_o", "BANKS*VECTOR_BITS", "its value");
}

/* The results that contend, and those that are written. */
static void contenders(struct emit *e)
{
    if (!bypasses(e)) {
        emit_format(e,
            "\n"
            "    // 3.9: a result without lanes needs no bank; the %s one for a bank gets it.\n"
            "    wire [PORTS-1:0] contends;\n"
            "    wire [PORTS-1:0] granted = contends & wb_ready_o;\n",
            has(e, WITH_RESULT_AGES) ? "oldest" : "highest unit's");
        return;
    }
    emit_format(e,
        "\n"
        "    // 3.9, 3.14: a result without lanes needs neither bank nor BOC; the %s one for a bank, and of a\n"
        "    // warp, is taken.\n"
        "    wire [PORTS-1:0] contends;\n"
        "    wire [PORTS-1:0] passes = contends & wb_ready_o;\n"
        "%s",
        has(e, WITH_RESULT_AGES) ? "oldest" : "highest unit's",
        keeps(e) ? "    wire [PORTS-1:0] kept;                               // by their BOCs, if they pass\n"
                   "    wire [PORTS-1:0] granted = passes & ~kept;\n"
                 : "    wire [PORTS-1:0] granted = passes;\n");
}

static void arbitration(struct emit *e)
{
    char text[EXPRESSION];
    contenders(e);
    emit_text(e,
        "    wire [PORTS*BANKS-1:0] in_bank;                      // bit u*BANKS+b: u's register lies in bank b\n"
        "    wire [PORTS*ROW_BITS-1:0] wb_row;\n"
        "\n"
        "    assign accept_o = wb_valid_i & wb_ready_o;\n"
        "\n"
        "    genvar u, v, b;\n"
        "    generate\n"
        "        for (u = 0; u < PORTS; u = u + 1) begin : g_port\n"
        "            wire some_lane = |wb_mask_i[u*LANES +: LANES];\n"
        "            wire [PORTS-1:0] beaten;\n"
        "\n");
    if (e->shape->bank_bits)
        emit_format(e,
            "            wire [%d:0] bank = %s;\n"
            "\n",
            e->shape->bank_bits - 1,
            bank_of(text, e->shape, "wb_reg_i", "u*REG_BITS", "wb_warp_i", "u*WARP_BITS",
                    shape_value(e->shape, "WARP_BITS")));
    emit_format(e,
        "            for (b = 0; b < BANKS; b = b + 1) begin : g_bank\n"
        "                assign in_bank[u*BANKS + b] = %s;\n"
        "            end\n"
        "\n"
        "            for (v = 0; v < PORTS; v = v + 1) begin : g_other\n"
        "                wire same_bank = in_bank[u*BANKS +: BANKS] == in_bank[v*BANKS +: BANKS];\n"
        "%s"
        "                assign beaten[v] = contends[v] & %s & %s;\n"
        "            end\n"
        "\n",
        e->shape->bank_bits ? "bank == b" : "1'b1",
        bypasses(e) ? "                wire same_warp = wb_warp_i[u*WARP_BITS +: WARP_BITS] ==\n"
                      "                                 wb_warp_i[v*WARP_BITS +: WARP_BITS];\n" : "",
        bypasses(e) ? "(same_bank | same_warp)" : "same_bank",
        has(e, WITH_RESULT_AGES) ? "older_i[u*PORTS + v]" : "(v > u)");
    if (keeps(e))
        emit_text(e, "            assign kept[u] = keep_i[wb_warp_i[u*WARP_BITS +: WARP_BITS]];\n");
    emit_format(e,
        "            assign contends[u] = wb_valid_i[u] & some_lane;\n"
        "            assign wb_ready_o[u] = ~some_lane | ~|beaten;\n"
        "            assign wb_row[u*ROW_BITS +: ROW_BITS] = %s;\n",
        row_of(text, e->shape, "wb_reg_i", "u*REG_BITS"));
    if (!has(e, WITH_WR_REG) && !bypasses(e))
        emit_unused_register(e, "wb_reg_i", "u*REG_BITS");
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* The result of each BOC. */
static void bypass(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.14: the result of each BOC, never more than one; zero if none.\n"
        "    genvar w;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_result\n"
        "            wire [PORTS-1:0] from;\n"
        "\n"
        "            for (u = 0; u < PORTS; u = u + 1) begin : g_from\n"
        "                assign from[u] = passes[u] & (wb_warp_i[u*WARP_BITS +: WARP_BITS] == w);\n"
        "            end\n"
        "\n"
        "            assign result_valid_o[w] = |from;\n"
        "            assign result_reg_o[w*REG_BITS +: REG_BITS] = merged_reg(from, wb_reg_i);\n"
        "            assign result_mask_o[w*LANES +: LANES] = merged_mask(from, wb_mask_i);\n"
        "            assign result_data_o[w*VECTOR_BITS +: VECTOR_BITS] = merged_data(from, wb_data_i);\n"
        "        end\n"
        "    endgenerate\n");
}

/* The fields of a write, and the vectors that they are taken from. */
struct write_field {
    const char *name;
    const char *source;
    const char *width;
    enum presence presence;
};

static const struct write_field write_fields[] = {
    {"warp", "wb_warp_i", "WARP_BITS", ALWAYS},   {"row", "wb_row", "ROW_BITS", ALWAYS},
    {"reg", "wb_reg_i", "REG_BITS", WITH_WR_REG},    {"near", "wb_near_i", "1", WITH_DST_NEAR},
    {"dist", "wb_dist_i", "DIST_BITS", WITH_DST_DIST}, {"mask", "wb_mask_i", "LANES", ALWAYS},
    {"data", "wb_data_i", "VECTOR_BITS", ALWAYS}, {0},
};

/* Functions that merge the fields, for what banks and BOCs take. */
static void merges(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The value of the port in a set of one; zero if the set is empty.\n");
    for (const struct write_field *f = write_fields; f->name; f++)
        if (has(e, f->presence) && strcmp(f->width, "1") != 0)
            emit_merge(e, f->name, "PORTS", f->width);
    if (bypasses(e) && !has(e, WITH_WR_REG))
        emit_merge(e, "reg", "PORTS", "REG_BITS");
}

static void writes(struct emit *e)
{
    char name[NAME], left[EXPRESSION];
    emit_text(e,
        "\n"
        "    // The write of each bank; zero if none.\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_write\n"
        "            wire [PORTS-1:0] from;\n"
        "\n"
        "            for (u = 0; u < PORTS; u = u + 1) begin : g_from\n"
        "                assign from[u] = granted[u] & in_bank[u*BANKS + b];\n"
        "            end\n"
        "\n"
        "            assign wr_valid_o[b] = |from;\n");
    for (const struct write_field *f = write_fields; f->name; f++) {
        if (!has(e, f->presence))
            continue;
        snprintf(name, sizeof name, "wr_%s_o", f->name);
        element(left, name, "b", f->width);
        if (strcmp(f->width, "1") == 0)
            emit_format(e, "            assign %s = |(from & %s);\n", left, f->source);
        else
            emit_format(e, "            assign %s = merged_%s(from, %s);\n", left, f->name, f->source);
    }
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

static const char *first_result(const struct emit *e)
{
    return has(e, WITH_RESULT_AGES) ? "oldest result" : "result of the unit with the highest number";
}

/* Without register caches and BOCs. */
static void purpose(const struct emit *e, char *text, size_t size)
{
    const struct scheme *scheme = scheme_of(e);
    snprintf(text, size,
        "Each unit offers one result; each bank takes the %s for it in the same cycle%s.\n"
        "Malekeh, %s. Specification: 3.9.\n",
        first_result(e), scheme->watch ? scheme->watch : "",
        scheme->watch_sections ? scheme->watch_sections : "section II (writes are granted at once)");
}

static void boc_purpose(const struct emit *e, char *text, size_t size)
{
    snprintf(text, size,
        "Each unit offers one result; each bank and each BOC takes the %s for it in the same cycle%s\n"
        "Malekeh, section II (writes are granted at once); BOW, section IV-%s. Specification: 3.9, 3.14.\n",
        first_result(e),
        keeps(e) ? ". The bank is not written where the BOC has an entry for it."
                 : ", the bank also where the BOC has an entry for it (write-through).",
        keeps(e) ? "B (write-back)" : "A");
}

void emit_writeback(struct emit *e)
{
    if (has(e, WITH_RFC)) {
        rfc_writeback(e);
        return;
    }
    char text[512];
    (bypasses(e) ? boc_purpose : purpose)(e, text, sizeof text);
    emit_module(e, "writeback", "results to banks", text);
    emit_parameters(e, "%sWARP_BITS LANES VECTOR_BITS REG_BITS BANKS ROW_BITS PORTS%s",
                    bypasses(e) ? "WARPS " : "", has(e, WITH_DST_DIST) ? " DIST_BITS" : "");
    ports(e);
    emit_body(e);
    arbitration(e);
    merges(e);
    if (bypasses(e))
        bypass(e);
    writes(e);
    emit_end(e);
}
