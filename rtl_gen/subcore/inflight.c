/* SPDX-License-Identifier: Apache-2.0 */
/* inflight: numbers of the instructions between issue and last result. */
#include "rtl_gen/gen/modules.h"

/* Whether dispatch asks which of two instructions is the older one. */
bool inflight_shows_ages(const struct emit *e)
{
    return has(e, WITH_BOC) && e->config->order == ORDER_OLDEST;
}

/* Whether a number is taken a cycle after it was given, so that no row of the matrix waits for the choice of a warp. */
bool inflight_is_staged(const struct emit *e)
{
    return has(e, WITH_STAGE) || has(e, WITH_LATE);
}

/* 3.9: which of two results is of the older instruction. */
static void result_ages(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.9: age of the results. Numbers are decoded first: AND-OR is smaller than multiplexers of rows.\n"
        "    wire [PORTS*INFLIGHT-1:0] named;\n"
        "\n"
        "    generate\n"
        "        for (u = 0; u < PORTS; u = u + 1) begin : g_port\n"
        "            reg [INFLIGHT-1:0] older;\n"
        "\n"
        "            for (i = 0; i < INFLIGHT; i = i + 1) begin : g_named\n"
        "                assign named[u*INFLIGHT + i] = wb_iid_i[u*IID_BITS +: IID_BITS] == i;\n"
        "            end\n"
        "\n"
        "            always @* begin : row_of_port\n"
        "                integer k;\n"
        "                older = {INFLIGHT{1'b0}};\n"
        "                for (k = 0; k < INFLIGHT; k = k + 1)\n"
        "                    older = older |\n"
        "                        ({INFLIGHT{named[u*INFLIGHT + k]}} & row[k*INFLIGHT +: INFLIGHT]);\n"
        "            end\n"
        "\n"
        "            for (v = 0; v < PORTS; v = v + 1) begin : g_other\n"
        "                assign older_o[u*PORTS + v] = (v != u) & |(older & named[v*INFLIGHT +: INFLIGHT]);\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n");
}

/* Whether anybody asks for an order: else a number is taken or not, and that is all. */
static bool keeps_order(const struct emit *e)
{
    return has(e, WITH_RESULT_AGES) || inflight_shows_ages(e);
}

static const char *takes(const struct emit *e)
{
    return inflight_is_staged(e) ? "stage_valid_i & (stage_iid_i == i)" : "issue_valid_i & (iid_o == i)";
}

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, OUT, "full_o", "1", "no number is free");
    emit_port(e, OUT, "iid_o", "IID_BITS", "the lowest free number");
    if (inflight_is_staged(e)) {
        emit_port(e, IN, "stage_valid_i", "1", "the instruction in the stage takes a number:");
        emit_port(e, IN, "stage_iid_i", "IID_BITS", "the one that was free when it was chosen");
    } else {
        emit_port(e, IN, "issue_valid_i", "1", "an instruction takes it");
    }
    emit_port(e, IN, "disp_valid_i", "1", "an instruction dispatches");
    emit_port(e, IN, "disp_iid_i", "IID_BITS", "its number");
    emit_port(e, IN, "disp_dst_count_i", "3", "its result registers");
    emit_port(e, IN, "accept_i", "PORTS", "results accepted");
    emit_port(e, IN, "wb_iid_i", "PORTS*IID_BITS", "their numbers");
    emit_port(e, IN, "wb_last_i", "PORTS", "the last result of its instruction");
    emit_port_if(e, has(e, WITH_RESULT_AGES), OUT, "older_o", "PORTS*PORTS",
                 "bit u*PORTS+v: the result on port v is older than u's");
    emit_port_if(e, inflight_shows_ages(e), OUT, "age_o", "INFLIGHT*INFLIGHT", "rows of the age matrix");
}

/* Which numbers are taken, and in which order they were. */
static void matrix(struct emit *e)
{
    emit_format(e,
        "\n"
        "    wire [INFLIGHT*INFLIGHT-1:0] row;\n"
        "    wire [INFLIGHT-1:0] valid;\n"
        "    wire [INFLIGHT-1:0] alloc;\n"
        "    reg  [INFLIGHT-1:0] free;\n"
        "\n"
        "    age_matrix #(.ENTRIES(INFLIGHT)) u_age (\n"
        "        .clk_i(clk_i),\n"
        "        .rst_i(rst_i),\n"
        "        .alloc_i(alloc),\n"
        "        .free_i(free),\n"
        "        .row_o(row)\n"
        "    );\n"
        "\n"
        "    genvar i%s;\n"
        "    generate\n"
        "        for (i = 0; i < INFLIGHT; i = i + 1) begin : g_number\n"
        "            assign valid[i] = row[i*INFLIGHT + i];\n"
        "            assign alloc[i] = %s;\n"
        "        end\n"
        "    endgenerate\n",
        has(e, WITH_RESULT_AGES) ? ", u, v" : "", takes(e));
}

/* Which numbers are taken. */
static void numbers(struct emit *e)
{
    emit_text(e, "\n");
    emit_register(e, "valid_q", "INFLIGHT", true, "the number is taken");
    emit_format(e,
        "\n"
        "    wire [INFLIGHT-1:0] valid = valid_q;\n"
        "    wire [INFLIGHT-1:0] alloc;\n"
        "    reg  [INFLIGHT-1:0] free;\n"
        "\n"
        "    genvar i;\n"
        "    generate\n"
        "        for (i = 0; i < INFLIGHT; i = i + 1) begin : g_number\n"
        "            assign alloc[i] = %s;\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            valid_q <= {INFLIGHT{1'b0}};\n"
        "        else\n"
        "            valid_q <= (valid_q & ~free) | alloc;\n",
        takes(e));
}

void emit_inflight(struct emit *e)
{
    char text[512];
    bool ordered = keeps_order(e);
    snprintf(text, sizeof text,
        "An instruction %s and gives it back with its last result, or when it dispatches if it has none.%s\n"
        "Malekeh, section II: writes come from several units at once. Specification: 3.4, 3.5, 3.9.\n",
        inflight_is_staged(e)
            ? "is given the lowest free number when it is chosen, takes it from the issue stage in the next cycle,"
            : "takes the lowest free number when it issues",
        ordered ? " The age matrix tells which of two results is of the older instruction." : "");
    emit_module(e, "inflight", "numbers of the instructions between issue and last result", text);
    emit_parameters(e, "INFLIGHT IID_BITS PORTS");
    ports(e);
    emit_body(e);
    (ordered ? matrix : numbers)(e);
    emit_format(e,
        "\n"
        "    // 3.5: the lowest free number%s.\n"
        "    priority_encoder #(.N(INFLIGHT), .BITS(IID_BITS)) u_lowest (\n"
        "        .set_i(%s),\n"
        "        .index_o(iid_o),\n"
        "        .none_o(full_o)\n"
        "    );\n"
        "\n"
        "    // 3.4, 3.9: numbers that come back.\n"
        "    always @* begin : give_back\n"
        "        integer p;\n"
        "        free = {INFLIGHT{1'b0}};\n"
        "        if (disp_valid_i & (disp_dst_count_i == 3'd0))\n"
        "            free[disp_iid_i] = 1'b1;\n"
        "        for (p = 0; p < PORTS; p = p + 1)\n"
        "            if (accept_i[p] & wb_last_i[p])\n"
        "                free[wb_iid_i[p*IID_BITS +: IID_BITS]] = 1'b1;\n"
        "    end\n",
        inflight_is_staged(e) ? ", which the instruction in the stage does not have either" : "",
        inflight_is_staged(e) ? "~(valid | alloc)" : "~valid");
    if (has(e, WITH_RESULT_AGES))
        result_ages(e);
    if (inflight_shows_ages(e))
        emit_text(e, "\n    assign age_o = row;\n");
    emit_end(e);
}
