/* SPDX-License-Identifier: Apache-2.0 */
/* issue_stage: the instruction between the choice of its warp and its allocation. */
#include "collector.h"
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"

/* Calls `each` for every field that the stage keeps: what a collector carries, and the sources. */
static void for_fields(struct emit *e, void (*each)(struct emit *e, const struct field *field))
{
    for (const struct field *f = carried_fields; f->name; f++)
        if (field_present(f, e->config))
            each(e, f);
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_present(f, e->config) && field_of_sources(f))
            each(e, f);
}

static void input(struct emit *e, const struct field *field)
{
    char name[NAME];
    snprintf(name, sizeof name, "issue_%s_i", field->name);
    emit_port(e, IN, name, field->width, field->meaning);
}

static void output(struct emit *e, const struct field *field)
{
    char name[NAME];
    snprintf(name, sizeof name, "stage_%s_o", field->name);
    emit_port(e, OUT, name, field->width, field->meaning);
}

static void field_register(struct emit *e, const struct field *field)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s_q", field->name);
    emit_register(e, name, field->width, false, field->meaning);
}

static void next_state(struct emit *e, const struct field *field)
{
    emit_format(e, "            %s_q <= issue_%s_i;\n", field->name, field->name);
}

static void show(struct emit *e, const struct field *field)
{
    emit_format(e, "    assign stage_%s_o = %s_q;\n", field->name, field->name);
}

static void ports(struct emit *e)
{
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "issue_valid_i", "1", "an instruction issues:");
    emit_port(e, IN, "chosen_i", "COLLECTORS", "its collector, one-hot or zero");
    for_fields(e, input);
    emit_port(e, IN, "issue_first_i", "SLOTS", "no lower slot names the same register");
    emit_port_if(e, e->ccu, IN, "issue_same_i", "SLOTS*SLOTS", "bit s*SLOTS+f, f <= s: slots s and f are equal");
    emit_port_if(e, e->ccu, IN, "grant_i", "WARPS", "its warp, one-hot or zero");
    emit_port_if(e, e->ccu, IN, "col_warp_i", "COLLECTORS*WARP_BITS", "warp of each CCU");
    emit_port(e, OUT, "stage_valid_o", "1", "an instruction issued in the previous cycle:");
    emit_port(e, OUT, "alloc_o", "COLLECTORS", "its collector, which takes it, one-hot or zero");
    for_fields(e, output);
    emit_port(e, OUT, "stage_first_o", "SLOTS", "no lower slot names the same register");
    emit_port_if(e, e->ccu, OUT, "stage_same_o", "SLOTS*SLOTS", "bit s*SLOTS+f, f <= s: slots s and f are equal");
    emit_port_if(e, e->ccu, OUT, "stage_serves_o", "COLLECTORS", "the CCU's warp is that of the instruction");
    emit_port(e, OUT, "stage_bank_o", "BANKS*SLOTS", "bit b*SLOTS+s: slot s lies in bank b");
}

static void state(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.5: the instruction that issues, and the number of its collector.\n"
        "    reg [COL_BITS-1:0] col_d;\n"
        "\n"
        "    always @* begin : collector_number\n"
        "        integer k;\n"
        "        col_d = {COL_BITS{1'b0}};\n"
        "        for (k = 0; k < COLLECTORS; k = k + 1)\n"
        "            col_d = col_d | ({COL_BITS{chosen_i[k]}} & k[COL_BITS-1:0]);\n"
        "    end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            valid_q <= 1'b0;\n"
        "        else\n"
        "            valid_q <= issue_valid_i;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (issue_valid_i) begin\n"
        "            col_q <= col_d;\n");
    for_fields(e, next_state);
    emit_text(e, "            first_q <= issue_first_i;\n");
    if (e->ccu)
        emit_text(e,
            "            same_q <= issue_same_i;\n"
            "            serves_q <= serves;\n");
    emit_text(e,
        "        end\n"
        "\n"
        "    assign stage_valid_o = valid_q;\n");
    for_fields(e, show);
}

/* 3.6, step 1, in the cycle before: which CCUs will be of its warp. One that takes an instruction now has a new one. */
static void served(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.6, step 1: the CCUs whose warp in the next cycle is that of the instruction that issues.\n"
        "    reg [COLLECTORS-1:0] serves;\n"
        "\n"
        "    always @* begin : next_warps\n"
        "        integer k;\n"
        "        for (k = 0; k < COLLECTORS; k = k + 1)\n"
        "            serves[k] = grant_i[alloc_o[k] ? warp_q : col_warp_i[k*WARP_BITS +: WARP_BITS]];\n"
        "    end\n");
}

/* 3.6, 3.7: what the collectors need to know about its sources. */
static void sources(struct emit *e)
{
    char bank[EXPRESSION];
    emit_text(e,
        "\n"
        "    assign stage_first_o = first_q;\n");
    if (e->ccu)
        emit_text(e,
            "    assign stage_same_o = same_q;\n"
            "    assign stage_serves_o = serves_q;\n");
    emit_text(e,
        "\n"
        "    genvar c, s, b;\n"
        "    generate\n"
        "        for (c = 0; c < COLLECTORS; c = c + 1) begin : g_collector\n"
        "            assign alloc_o[c] = valid_q & (col_q == c);\n"
        "        end\n"
        "\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n");
    if (e->shape->bank_bits)
        emit_format(e,
            "            // 3.7: its bank.\n"
            "            wire [%d:0] bank = %s;\n"
            "\n",
            e->shape->bank_bits - 1,
            bank_of(bank, e->shape, "src_reg_q", "s*REG_BITS", "warp_q", "", shape_value(e->shape, "WARP_BITS")));
    emit_format(e,
        "            for (b = 0; b < BANKS; b = b + 1) begin : g_bank\n"
        "                assign stage_bank_o[b*SLOTS + s] = %s;\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n",
        e->shape->bank_bits ? "bank == b" : "1'b1");
}

void emit_issue_stage(struct emit *e)
{
    char text[512];
    snprintf(text, sizeof text,
        "Takes the instruction that issues, with the number of its collector, which gets it one cycle later: so the "
        "choice of a warp%s is in one cycle, %s in the next one. Sources are compared with each other as an instruction "
        "is decoded.\n"
        "A design choice: the papers draw both in one. Specification: 3.5, 3.6, 3.7.\n",
        e->ccu ? ", with which CCUs are of that warp," : "", e->ccu ? "the tag check" : "the requests to the banks");
    emit_module(e, "issue_stage", "the instruction between the choice of its warp and its allocation", text);
    emit_parameters(e, "%sWARP_BITS LANES REG_BITS IID_BITS BANKS COLLECTORS COL_BITS SLOTS PAYLOAD_BITS DIST_BITS",
                    e->ccu ? "WARPS " : "");
    ports(e);
    emit_body(e);
    emit_text(e, "\n");
    emit_register(e, "valid_q", "1", true, "an instruction issued in the previous cycle:");
    emit_register(e, "col_q", "COL_BITS", false, "its collector");
    for_fields(e, field_register);
    emit_register(e, "first_q", "SLOTS", false, "no lower slot names the same register");
    if (e->ccu) {
        emit_register(e, "same_q", "SLOTS*SLOTS", false, "bit s*SLOTS+f, f <= s: slots s and f are equal");
        emit_register(e, "serves_q", "COLLECTORS", false, "the CCU's warp is that of the instruction");
        served(e);
    }
    state(e);
    sources(e);
    emit_end(e);
}
