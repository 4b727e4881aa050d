/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch: choice of the collector that dispatches. */
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"

/* Whether there is an order of allocation of the collectors; BOCs hold several instructions each. */
static bool has_ages(const struct emit *e)
{
    return !has(e, WITH_BOC);
}

static void ports(struct emit *e)
{
    char name[NAME], width[EXPRESSION];
    bool boc = has(e, WITH_BOC), oldest_first = e->config->order == ORDER_OLDEST, shared = has(e, WITH_SHARED_MUXES);
    if (boc && oldest_first) {
        emit_port(e, IN, "age_i", "INFLIGHT*INFLIGHT", "rows of the age matrix of the in-flight numbers");
        emit_port(e, IN, "dispatchable_i", "COLLECTORS", "BOCs with an instruction that can dispatch, the oldest one:");
    } else if (boc) {
        emit_port(e, IN, "clk_i", "1", "clock");
        emit_port(e, IN, "rst_i", "1", "synchronous reset");
        emit_port(e, IN, "dispatchable_i", "COLLECTORS", "BOCs with an instruction that can dispatch, the oldest one:");
    } else {
        emit_port(e, IN, "clk_i", "1", "clock");
        emit_port(e, IN, "rst_i", "1", "synchronous reset");
        emit_port(e, IN, "alloc_i", "COLLECTORS", "collector that takes an instruction");
        emit_port(e, IN, "dispatchable_i", "COLLECTORS", "collectors whose operands are ready:");
    }
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, e->config)) {
            snprintf(name, sizeof name, "col_%s_i", f->name);
            emit_port(e, IN, name, times(width, "COLLECTORS", f->width), f->meaning);
        }
    if (has(e, WITH_UPPER)) {
        emit_port(e, IN, "col_operand_i", "COLLECTORS*SLOTS*BEAT_BITS", "lower lanes of its operands, else zero");
        emit_port(e, IN, "col_upper_i", "COLLECTORS", "collector of which the upper lanes leave:");
        emit_port(e, IN, "col_upper_operand_i", "COLLECTORS*SLOTS*BEAT_BITS", "these, of its operands, else zero");
    } else if (!shared) {
        emit_port(e, IN, "col_operand_i", "COLLECTORS*SLOTS*VECTOR_BITS",
                  "operands of the one that dispatches, else zero");
    }
    emit_port_if(e, !boc, IN, "unit_ready_i", "UNITS", "units that can take an instruction");
    emit_port(e, OUT, "dispatch_o", "COLLECTORS", "collector that dispatches, one-hot or zero");
    emit_port(e, OUT, "disp_valid_o", "1", "an instruction dispatches:");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "disp_%s_o", f->name);
            emit_port(e, OUT_REG, name, f->width, f->meaning);
        }
    if (has(e, WITH_UPPER)) {
        emit_port(e, OUT_REG, "disp_operand_o", "SLOTS*BEAT_BITS", "lower lanes of the operands");
        emit_port(e, OUT, "disp_upper_valid_o", "1", "upper lanes leave, of the instruction before:");
        emit_port(e, OUT_REG, "disp_upper_operand_o", "SLOTS*BEAT_BITS", "these, of its operands");
    } else if (!shared) {
        emit_port(e, OUT_REG, "disp_operand_o", "SLOTS*VECTOR_BITS", "operands");
    }
}

static void oldest(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.4: the oldest candidate.\n"
        "    generate\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_oldest\n"
        "            wire [COLLECTORS-1:0] self = {{(COLLECTORS-1){1'b0}}, 1'b1} << c;\n"
        "            assign dispatch_o[c] = candidate[c] &\n"
        "                ((candidate & row[c*COLLECTORS +: COLLECTORS] & ~self) == {COLLECTORS{1'b0}});\n"
        "        end\n"
        "    endgenerate\n");
}

/* The BOC with the oldest instruction, by in-flight numbers. */
static void oldest_instruction(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.14: the oldest candidate, by the in-flight numbers of all of them.\n"
        "    reg [INFLIGHT-1:0] waiting;\n"
        "\n"
        "    always @* begin : numbers\n"
        "        integer k;\n"
        "        waiting = {INFLIGHT{1'b0}};\n"
        "        for (k = 0; k < COLLECTORS; k = k + 1)\n"
        "            if (candidate[k])\n"
        "                waiting[col_iid_i[k*IID_BITS +: IID_BITS]] = 1'b1;\n"
        "    end\n"
        "\n"
        "    genvar c;\n"
        "    generate\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_oldest\n"
        "            wire [IID_BITS-1:0] iid = col_iid_i[c*IID_BITS +: IID_BITS];\n"
        "            wire [INFLIGHT-1:0] self = {{(INFLIGHT-1){1'b0}}, 1'b1} << iid;\n"
        "            assign dispatch_o[c] = candidate[c] &\n"
        "                ((waiting & age_i[iid*INFLIGHT +: INFLIGHT] & ~self) == {INFLIGHT{1'b0}});\n"
        "        end\n"
        "    endgenerate\n");
}

static void round_robin(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.4: the first candidate behind the collector that dispatched last.\n"
        "    wire [COLLECTORS-1:0] behind = {COLLECTORS{1'b1}} << rr_q << 1;\n"
        "    wire [COLLECTORS-1:0] turn = |(candidate & behind) ? candidate & behind : candidate;\n"
        "    reg  [COL_BITS-1:0] chosen;\n"
        "\n"
        "    assign dispatch_o = turn & (~turn + 1'b1);\n"
        "\n"
        "    always @* begin : number\n"
        "        integer k;\n"
        "        chosen = {COL_BITS{1'b0}};\n"
        "        for (k = 0; k < COLLECTORS; k = k + 1)\n"
        "            chosen = chosen | ({COL_BITS{dispatch_o[k]}} & k[COL_BITS-1:0]);\n"
        "    end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            rr_q <= LAST;\n"
        "        else if (disp_valid_o)\n"
        "            rr_q <= chosen;\n");
}

static void outputs(struct emit *e)
{
    char name[NAME], all[EXPRESSION], text[EXPRESSION];
    emit_text(e,
        "\n"
        "    assign disp_valid_o = |candidate;\n"
        "\n"
        "    always @* begin : instruction\n"
        "        integer k;\n");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config))
            emit_format(e, "        disp_%s_o = %s;\n", f->name, copies(text, "1'b0", f->width));
    emit_text(e,
        "        for (k = 0; k < COLLECTORS; k = k + 1) begin\n");
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_collected(f, e->config)) {
            snprintf(name, sizeof name, "col_%s_i", f->name);
            emit_format(e, "            disp_%s_o = disp_%s_o | (%s & %s);\n", f->name, f->name,
                        copies(all, "dispatch_o[k]", f->width), element(text, name, "k", f->width));
        }
    if (has(e, WITH_BOC)) // BOC k serves warp k
        emit_text(e, "            disp_warp_o = disp_warp_o | ({WARP_BITS{dispatch_o[k]}} & k[WARP_BITS-1:0]);\n");
    emit_text(e,
        "        end\n"
        "    end\n");
}

/* The operands of all collectors, of which all but one are zero: on a bus, with the block that drives it. */
static void operand_bus(struct emit *e, const char *block, const char *bus, const char *operands)
{
    char width[EXPRESSION];
    times(width, "SLOTS", operand_width(e));
    emit_format(e,
        "\n"
        "    always @* begin : %s\n"
        "        integer k;\n"
        "        %s = %s[0 +: %s];\n"
        "        for (k = 1; k < COLLECTORS; k = k + 1)\n"
        "            %s = %s | %s[k*%s +: %s];\n"
        "    end\n",
        block, bus, operands, width, bus, bus, operands, width, width);
}

/* The header: which instruction dispatches, and where its operands come from. */
static void purpose(const struct emit *e, char *text, size_t size)
{
    static const char *const choices[2][2] = {
        {"Each cycle one instruction whose operands are ready and whose unit can take it dispatches, the collectors "
         "taking turns.",
         "Each cycle the oldest instruction whose operands are ready and whose unit can take it dispatches."},
        {"Each cycle one of the instructions that the BOCs offer dispatches, the BOCs taking turns.",
         "Each cycle, of the instructions that the BOCs offer, the oldest one dispatches."},
    };
    static const char *const sources[2][2] = {
        {"Malekeh, section II (dispatch scheduler); BOW, round-robin. Specification: 3.4.\n",
         "Malekeh, section II (dispatch scheduler). Specification: 3.4.\n"},
        {"BOW, section IV-A (round-robin). Specification: 3.4, 3.14.\n",
         "Malekeh, section II (dispatch scheduler). Specification: 3.4, 3.14.\n"},
    };
    bool oldest_first = e->config->order == ORDER_OLDEST, boc = has(e, WITH_BOC);
    const char *operands = has(e, WITH_SHARED_MUXES) ? "" :
        has(e, WITH_UPPER) ? " Its collector drives the lower lanes of the operands, in the next cycle the upper ones "
                             "on a bus of their own; the others zero." :
        boc ? " Its BOC drives the operands, the others zero." : " Its collector drives the operands, the others zero.";
    snprintf(text, size, "%s%s\n%s", choices[boc][oldest_first], operands, sources[boc][oldest_first]);
}

/* The candidates of collectors, and their order of allocation. */
static void candidates(struct emit *e)
{
    bool oldest_first = e->config->order == ORDER_OLDEST;
    emit_format(e,
        "    wire [COLLECTORS-1:0] candidate;\n"
        "    wire [COLLECTORS*COLLECTORS-1:0] %s;%s\n"
        "\n"
        "    genvar c;\n"
        "    generate\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_candidate\n"
        "            wire [2:0] unit = col_unit_i[c*3 +: 3];\n"
        "            assign candidate[c] = dispatchable_i[c] & unit_ready_i[unit];\n"
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    age_matrix #(.ENTRIES(COLLECTORS)) u_age (\n"
        "        .clk_i(clk_i),\n"
        "        .rst_i(rst_i),\n"
        "        .alloc_i(alloc_i),\n"
        "        .free_i(dispatch_o),\n"
        "        .row_o(%s)\n"
        "    );\n",
        oldest_first ? "row" : "unused_row", oldest_first ? "" : " // kept, but not needed in this order",
        oldest_first ? "row" : "unused_row");
}

void emit_dispatch(struct emit *e)
{
    bool oldest_first = e->config->order == ORDER_OLDEST, boc = has(e, WITH_BOC);
    bool own_muxes = has(e, WITH_OWN_MUXES);
    char text[1024];
    purpose(e, text, sizeof text);
    emit_module(e, "dispatch", "choice of the collector that dispatches", text);
    emit_parameters(e, "WARP_BITS LANES %sREG_BITS %sIID_BITS COLLECTORS %s%sPAYLOAD_BITS%s%s",
                    has(e, WITH_UPPER) ? "BEAT_BITS " : own_muxes ? "VECTOR_BITS " : "",
                    boc && oldest_first ? "INFLIGHT " : "",
                    oldest_first ? "" : "COL_BITS ", own_muxes ? "SLOTS " : "", boc ? "" : " UNITS",
                    has(e, WITH_DST_DIST) ? " DIST_BITS" : "");
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    if (!oldest_first) {
        emit_text(e, "    localparam [COL_BITS-1:0] LAST = COLLECTORS[COL_BITS-1:0] - 1'b1;\n\n");
        emit_register(e, "rr_q", "COL_BITS", true, "collector that dispatched last");
        emit_text(e, "\n");
    }
    if (has_ages(e))
        candidates(e);
    else
        emit_text(e, "    wire [COLLECTORS-1:0] candidate = dispatchable_i;\n");
    if (!oldest_first)
        round_robin(e);
    else if (has_ages(e))
        oldest(e);
    else
        oldest_instruction(e);
    outputs(e);
    if (own_muxes)
        operand_bus(e, "operands", "disp_operand_o", "col_operand_i");
    if (has(e, WITH_UPPER)) {
        emit_text(e, "\n    // 3.4: the second beat.\n    assign disp_upper_valid_o = |col_upper_i;\n");
        operand_bus(e, "upper_operands", "disp_upper_operand_o", "col_upper_operand_i");
    }
    emit_end(e);
}
