/* SPDX-License-Identifier: Apache-2.0 */
/* coalescer: accesses of a warp, split into lines. */
#include "rtl_gen/gen/modules.h"

#include <string.h>

/* What is kept of an access. */
static const struct {
    const char *name;
    const char *width;
    const char *meaning;
} parts[] = {
    {"warp", "WARP_BITS", "its warp"},
    {"id", "ID_BITS", "its number there"},
    {"op", "2", "0 load, 1 store, 2 and 3 atomic with old values and without"},
    {"local", "1", "it goes to local memory"},
    {"addr", "LANES*ADDR_BITS", "word address of each element"},
    {"be", "LANES*4", "bytes that each element writes"},
    {"data", "VECTOR_BITS", "and with what"},
};

enum { PARTS = sizeof parts / sizeof *parts };

/* What a part means; without victim tags nobody reads the warp. */
static const char *meaning(const struct emit *e, int part)
{
    bool unread = strcmp(parts[part].name, "warp") == 0 && !has(e, WITH_VTA);
    return unread ? "its warp; the cache does not need it" : parts[part].meaning;
}

static void ports(struct emit *e)
{
    char name[NAME], width[EXPRESSION];
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "mem_valid_i", "SUBCORES", "an access of each sub-core:");
    emit_port(e, IN, "mem_mask_i", "SUBCORES*LANES", "its elements");
    for (int p = 0; p < PARTS; p++) {
        snprintf(name, sizeof name, "mem_%s_i", parts[p].name);
        emit_port(e, IN, name, times(width, "SUBCORES", parts[p].width), meaning(e, p));
    }
    emit_port_if(e, has(e, WITH_SPARE), IN, "token_i", "SUBCORES*WARPS", "warps within the limit");
    emit_port(e, OUT, "mem_ready_o", "SUBCORES", "it is taken");
    emit_port(e, OUT, "access_valid_o", "1", "a line is accessed:");
    emit_port(e, OUT, "access_op_o", "2", "0 load, 1 store, 2 and 3 atomic");
    emit_port(e, OUT, "access_local_o", "1", "local memory");
    emit_port(e, OUT, "access_sub_o", "SUB_BITS", "for this sub-core");
    emit_port(e, OUT, "access_id_o", "ID_BITS", "and this access of it");
    emit_port_if(e, has(e, WITH_VTA), OUT, "access_warp_o", "SM_WARP_BITS", "of this warp of the SM");
    emit_port_if(e, has(e, WITH_SPARE), OUT, "access_bypass_o", "1", "a load goes past the cache");
    emit_port(e, OUT, "access_line_o", "NUMBER_BITS", "number of the line");
    emit_port(e, OUT, "access_mask_o", "LANES", "elements that lie in it");
    emit_port(e, OUT, "access_off_o", "LANES*OFF_BITS", "their words, zero in the others");
    emit_port(e, OUT_REG, "access_be_o", "LINE_BYTES", "bytes of the line that are written");
    emit_port(e, OUT_REG, "access_data_o", "LINE_BITS", "and with what, zero in the others");
    emit_port(e, IN, "taken_i", "1", "the access is taken");
}

static void state(struct emit *e)
{
    char name[NAME];
    emit_text(e, "\n");
    emit_register(e, "valid_q", "1", true, "an access of a warp is being split into lines");
    emit_register(e, "last_q", "SUB_BITS", true, "sub-core that the last one came from");
    emit_register(e, "sub_q", "SUB_BITS", false, "sub-core");
    emit_register(e, "pend_q", "LANES", false, "elements whose line has not been accessed yet");
    for (int p = 0; p < PARTS; p++) {
        snprintf(name, sizeof name, "%s_q", parts[p].name);
        emit_register(e, name, parts[p].width, false, meaning(e, p));
    }
    if (has(e, WITH_SPARE))
        emit_register(e, "bypass_q", "1", false, "its warp is beyond the limit: a load goes past the cache");
    if (!has(e, WITH_VTA))
        emit_text(e,
            "\n"
            "    wire [WARP_BITS-1:0] unused_warp = warp_q;           // for those who watch\n");
}

/* The line of the lowest element, and who else lies in it. */
static void selection(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // 5.3: the line of the lowest element that is left, and the elements that lie in it.\n"
        "    wire [LANES-1:0] lead = pend_q & (~pend_q + 1'b1);\n"
        "    reg [NUMBER_BITS-1:0] line;\n"
        "    reg [LANES-1:0] selected;\n"
        "\n"
        "    always @* begin : same_line\n"
        "        integer k;\n"
        "        line = {NUMBER_BITS{1'b0}};\n"
        "        for (k = 0; k < LANES; k = k + 1)\n"
        "            line = line | ({NUMBER_BITS{lead[k]}} & addr_q[(k + 1)*ADDR_BITS - NUMBER_BITS +: NUMBER_BITS]);\n"
        "        for (k = 0; k < LANES; k = k + 1)\n"
        "            selected[k] = pend_q[k] & (addr_q[(k + 1)*ADDR_BITS - NUMBER_BITS +: NUMBER_BITS] == line);\n"
        "    end\n"
        "\n"
        "    // The word of the line of each of them; of an atomic, the one with the element's number.\n"
        "    reg [LANES*OFF_BITS-1:0] off;\n"
        "\n"
        "    always @* begin : words\n"
        "        integer k;\n"
        "        for (k = 0; k < LANES; k = k + 1)\n"
        "            off[k*OFF_BITS +: OFF_BITS] = {OFF_BITS{selected[k]}} &\n"
        "                (op_q[1] ? k[OFF_BITS-1:0] : %s);\n"
        "    end\n",
        e->config->l1d_line > 4 ? "addr_q[k*ADDR_BITS +: OFF_BITS]" : "1'b0");
}

/* The bytes of the line that a store writes. */
static void line_bytes(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Bytes that each element writes, and no higher one with the same word.\n"
        "    reg [LANES*4-1:0] wins;\n"
        "    reg [VECTOR_BITS-1:0] value;\n"
        "\n"
        "    always @* begin : writers\n"
        "        integer k, h, b;\n"
        "        reg [3:0] covered;                               // by a higher one\n"
        "        covered = 4'd0;\n"
        "        for (k = 0; k < LANES; k = k + 1) begin\n"
        "            covered = 4'd0;\n"
        "            for (h = k + 1; h < LANES; h = h + 1)\n"
        "                covered = covered | (be_q[h*4 +: 4] &\n"
        "                    {4{selected[h] & (off[h*OFF_BITS +: OFF_BITS] == off[k*OFF_BITS +: OFF_BITS])}});\n"
        "            wins[k*4 +: 4] = be_q[k*4 +: 4] & {4{selected[k]}} & ~covered;\n"
        "            for (b = 0; b < 4; b = b + 1)\n"
        "                value[k*32 + b*8 +: 8] = data_q[k*32 + b*8 +: 8] & {8{wins[k*4 + b]}};\n"
        "        end\n"
        "    end\n"
        "\n"
        "    always @* begin : line_bytes\n"
        "        integer w, k;\n"
        "        access_be_o = {LINE_BYTES{1'b0}};\n"
        "        access_data_o = {LINE_BITS{1'b0}};\n"
        "        for (w = 0; w < WORDS; w = w + 1)\n"
        "            for (k = 0; k < LANES; k = k + 1) begin\n"
        "                access_be_o[w*4 +: 4] = access_be_o[w*4 +: 4] |\n"
        "                    (wins[k*4 +: 4] & {4{off[k*OFF_BITS +: OFF_BITS] == w[OFF_BITS-1:0]}});\n"
        "                access_data_o[w*32 +: 32] = access_data_o[w*32 +: 32] |\n"
        "                    (value[k*32 +: 32] & {32{off[k*OFF_BITS +: OFF_BITS] == w[OFF_BITS-1:0]}});\n"
        "            end\n"
        "    end\n"
        "\n"
        "    assign access_valid_o = valid_q;\n"
        "    assign access_op_o = op_q;\n"
        "    assign access_local_o = local_q;\n"
        "    assign access_sub_o = sub_q;\n"
        "    assign access_id_o = id_q;\n"
        "    assign access_line_o = line;\n"
        "    assign access_mask_o = selected;\n"
        "    assign access_off_o = off;\n");
}

/* What the cache is told of the warp. */
static void whose(struct emit *e)
{
    char sub[EXPRESSION], warp[EXPRESSION];
    int bits = shape_value(e->shape, "SM_WARP_BITS");
    if (has(e, WITH_VTA))
        emit_format(e,
            "\n"
            "    // 6: the warp's number in the SM.\n"
            "    assign access_warp_o = %s * WARPS[SM_WARP_BITS-1:0] + %s;\n",
            extend(sub, "sub_q", shape_value(e->shape, "SUB_BITS"), bits),
            extend(warp, "warp_q", shape_value(e->shape, "WARP_BITS"), bits));
    if (has(e, WITH_SPARE))
        emit_text(e, "    assign access_bypass_o = bypass_q;\n");
}

/* Whether the warp of the next access is within the limit. */
static void tokens(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 6.4: it goes past the cache if its warp is not within the limit.\n"
        "    reg [WARPS-1:0] token;\n"
        "\n"
        "    always @* begin : tokens\n"
        "        integer k;\n"
        "        token = {WARPS{1'b0}};\n"
        "        for (k = 0; k < SUBCORES; k = k + 1)\n"
        "            token = token | ({WARPS{choice[k]}} & token_i[k*WARPS +: WARPS]);\n"
        "    end\n"
        "\n"
        "    wire bypass_d = ~token[warp_d];\n");
}

/* The choice of the next access, and its fields. */
static void choice(struct emit *e)
{
    char bits[WIDTH], part[EXPRESSION], zeros[EXPRESSION], taken[EXPRESSION];
    emit_text(e,
        "\n"
        "    // The next access: of the first sub-core behind the last one, chosen whether there is room or not.\n"
        "    wire [SUBCORES-1:0] choice, unused_reached;\n"
        "    reg [SUBCORES-1:0] behind;\n"
        "\n"
        "    always @* begin : turns\n"
        "        integer k;\n"
        "        for (k = 0; k < SUBCORES; k = k + 1)\n"
        "            behind[k] = k[SUB_BITS-1:0] > last_q;\n"
        "    end\n"
        "\n"
        "    rotating_choice #(.N(SUBCORES)) u_choice (\n"
        "        .req_i(mem_valid_i),\n"
        "        .first_i(behind),\n"
        "        .grant_o(choice),\n"
        "        .reached_o(unused_reached)\n"
        "    );\n"
        "\n"
        "    reg [SUB_BITS-1:0] sub_d;\n"
        "    reg [LANES-1:0] mask_d;\n");
    for (int p = 0; p < PARTS; p++)
        emit_format(e, "    reg %s%s_d;\n", emit_range(bits, parts[p].width), parts[p].name);
    emit_text(e,
        "\n"
        "    always @* begin : chosen\n"
        "        integer k;\n"
        "        sub_d = {SUB_BITS{1'b0}};\n"
        "        mask_d = {LANES{1'b0}};\n");
    for (int p = 0; p < PARTS; p++)
        emit_format(e, "        %s_d = %s;\n", parts[p].name, copies(zeros, "1'b0", parts[p].width));
    emit_text(e,
        "        for (k = 0; k < SUBCORES; k = k + 1) begin\n"
        "            sub_d = sub_d | ({SUB_BITS{choice[k]}} & k[SUB_BITS-1:0]);\n"
        "            mask_d = mask_d | ({LANES{choice[k]}} & mem_mask_i[k*LANES +: LANES]);\n");
    for (int p = 0; p < PARTS; p++) {
        char port[NAME];
        snprintf(port, sizeof port, "mem_%s_i", parts[p].name);
        emit_format(e, "            %s_d = %s_d | (%s & %s);\n", parts[p].name, parts[p].name,
                    copies(taken, "choice[k]", parts[p].width), element(part, port, "k", parts[p].width));
    }
    emit_text(e,
        "        end\n"
        "    end\n");
}

static void next_state(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The access is done with its last line, and the next one takes its place at once.\n"
        "    wire [LANES-1:0] rest = pend_q & ~selected;\n"
        "    wire done = taken_i & ~|rest;\n"
        "    wire accept = ~valid_q | done;\n"
        "    wire take = accept & |mem_valid_i;\n"
        "\n"
        "    assign mem_ready_o = choice & {SUBCORES{accept}};\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            valid_q <= 1'b0;\n"
        "            last_q <= {SUB_BITS{1'b0}};\n"
        "        end else begin\n"
        "            valid_q <= take | (valid_q & ~done);\n"
        "            if (take)\n"
        "                last_q <= sub_d;\n"
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (take & ~rst_i) begin\n"
        "            sub_q <= sub_d;\n");
    for (int p = 0; p < PARTS; p++)
        emit_format(e, "            %s_q <= %s_d;\n", parts[p].name, parts[p].name);
    if (has(e, WITH_SPARE))
        emit_text(e, "            bypass_q <= bypass_d;\n");
    emit_text(e,
        "        end\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (take & ~rst_i)\n"
        "            pend_q <= mask_d;\n"
        "        else if (taken_i & ~rst_i)\n"
        "            pend_q <= rest;\n");
}

void emit_coalescer(struct emit *e)
{
    bool warps = has(e, WITH_VTA), limit = has(e, WITH_SPARE);
    char text[1024];
    snprintf(text, sizeof text,
        "Takes the accesses of the sub-cores in turn. An access is presented to the cache line by line: that of its "
        "lowest element first, together with all elements that lie in the same line.%s\n"
        "CIAO, section II-A (memory requests are coalesced). Specification: 5.3%s.\n",
        limit ? " Loads of warps beyond the limit are marked." : "", warps ? ", 6.2" : limit ? ", 6.4" : "");
    emit_module(e, "coalescer", "accesses of a warp, split into lines", text);
    emit_parameters(e, "SUBCORES SUB_BITS %sWARP_BITS LANES VECTOR_BITS ID_BITS ADDR_BITS NUMBER_BITS WORDS OFF_BITS "
                       "LINE_BYTES LINE_BITS%s", warps || limit ? "WARPS " : "", warps ? " SM_WARP_BITS" : "");
    ports(e);
    emit_body(e);
    state(e);
    selection(e);
    line_bytes(e);
    whose(e);
    choice(e);
    if (limit)
        tokens(e);
    next_state(e);
    emit_end(e);
}
