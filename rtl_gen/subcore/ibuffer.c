/* SPDX-License-Identifier: Apache-2.0 */
/* ibuffer: decoded instructions, one ring per warp, or (SHIFT) entries that move up. */
#include "rtl_gen/gen/fields.h"
#include "rtl_gen/gen/modules.h"

#include <string.h>

/* Whether the sources of the instruction that issues are compared here; a BOC compares those of its warp's head. */
static bool compares_sources(const struct emit *e)
{
    return !has(e, WITH_BOC);
}

/* Whether heads and the instruction that issues come with the comparison of all pairs of slots, for a tag check. */
static bool shows_comparisons(const struct emit *e)
{
    return e->ccu && !has(e, WITH_STAGE);
}

/* Whether instructions are compared as they are decoded, for the issue stage. */
static bool compares_decoded(const struct emit *e)
{
    return has(e, WITH_STAGE);
}

/* Whether they come with the number of their registers. */
static bool counts_registers(const struct emit *e)
{
    return shows_comparisons(e) && ccu_counts_registers(e);
}

/* Whether they come with the ranks that an empty cache table gives to its entries. */
static bool ranks_heads(const struct emit *e)
{
    return shows_comparisons(e) && has(e, WITH_RANKS);
}

/* Whether the field of the instruction that issues is selected: it leaves, or the banks of its sources are found here. */
static bool selected(const struct field *field, const struct config *config)
{
    return field_issued(field, config) || strcmp(field->name, "src_reg") == 0;
}

/* Whether there is a vector of it of all heads: what nobody sees of the heads of rings has one multiplexer. */
static bool of_heads(const struct field *field, const struct config *config)
{
    return field_of_heads(field, config) || (config->ib_shift && selected(field, config));
}

/* Whether it is selected of the heads, or of all entries at once. */
static bool head_selected(const struct field *field, const struct config *config)
{
    return selected(field, config) && of_heads(field, config);
}

static bool entry_selected(const struct field *field, const struct config *config)
{
    return selected(field, config) && !of_heads(field, config);
}

/* Whether there is such a field; a BOC takes nearly all from the head of its warp. */
static bool selects_entries(const struct emit *e)
{
    for (const struct field *f = decoded_fields; f->name; f++)
        if (entry_selected(f, e->config))
            return true;
    return false;
}

/* The signal: an output, or a variable. */
static const char *selection_of(char name[NAME], const struct field *field, const struct config *config)
{
    snprintf(name, NAME, field_issued(field, config) ? "issue_%s_o" : "issue_%s", field->name);
    return name;
}

/* Whether the equal slots of every head are shown, for the tag checks of CCUs and register caches. */
static bool shows_same(const struct emit *e)
{
    return shows_comparisons(e) || has(e, WITH_RFC);
}

static void ports(struct emit *e)
{
    char name[NAME], product[EXPRESSION];
    emit_port(e, IN, "clk_i", "1", "clock");
    emit_port(e, IN, "rst_i", "1", "synchronous reset");
    emit_port(e, IN, "dec_valid_i", "1", "an instruction enters");
    emit_port(e, IN, "dec_warp_i", "WARP_BITS", "its warp");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_present(f, e->config)) {
            snprintf(name, sizeof name, "dec_%s_i", f->name);
            emit_port(e, IN, name, f->width, f->meaning);
        }
    emit_port(e, IN, "grant_i", "WARPS", "warp whose head leaves, one-hot or zero");
    emit_port(e, OUT, "head_valid_o", "WARPS", "warps that have an instruction");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_of_heads(f, e->config)) {
            snprintf(name, sizeof name, "head_%s_o", f->name);
            emit_port(e, OUT, name, times(product, "WARPS", f->width), f->meaning);
        }
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_issued(f, e->config)) {
            snprintf(name, sizeof name, "issue_%s_o", f->name);
            emit_port(e, OUT_REG, name, f->width, f->meaning);
        }
    emit_port_if(e, has(e, WITH_WAR_BIT), OUT, "head_war_o", "WARPS",
                 "a result of a warp's next instruction is a source of the one before it");
    emit_port_if(e, compares_sources(e), OUT, "issue_first_o", "SLOTS", "no lower slot names the same register");
    emit_port_if(e, compares_decoded(e) && e->ccu, OUT, "issue_same_o", "SLOTS*SLOTS",
                 "bit s*SLOTS+f, f <= s: slots s and f are equal");
    emit_port_if(e, shows_same(e), OUT, "head_same_o", "WARPS*SLOTS*SLOTS",
                 "bit s*SLOTS+f, f <= s: slots s and f of a head are equal");
    if (shows_comparisons(e)) {
        emit_port_if(e, issue_shows_same(e), OUT, "issue_same_o", "SLOTS*SLOTS",
                     "bit s*SLOTS+f, f <= s: slots s and f are equal");
        emit_port(e, OUT, "issue_place_o", "SLOTS*SLOTS",
                  "bit s*SLOTS+n, n <= s: slot s names the n-th register, from 0");
        emit_port_if(e, counts_registers(e), OUT, "issue_count_o", ccu_places(e), "bit n: it names n registers");
        emit_port_if(e, ranks_heads(e), OUT, "issue_rank_o", "SLOTS*ENTRY_BITS",
                     "rank that a slot gives its entry of an empty cache table, or 0");
    }
    emit_port_if(e, !has(e, WITH_STAGE), OUT, "issue_bank_o", "BANKS*SLOTS", "bit b*SLOTS+s: slot s lies in bank b");
}

static const char *register_name(char name[NAME], const struct field *field)
{
    snprintf(name, NAME, "%s_q", field->name);
    return name;
}

static void registers(struct emit *e)
{
    char name[NAME], width[EXPRESSION];
    emit_register(e, "count_q", "WARPS*COUNT_BITS", true, "instructions held");
    if (has(e, WITH_RING))
        emit_register(e, "rptr_q", "WARPS*DEPTH_BITS", true, "position of the head of each ring");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_present(f, e->config)) {
            register_name(name, f);
            emit_register(e, name, times(width, "WARPS*DEPTH", f->width), false, f->meaning);
        }
    if (compares_decoded(e))
        emit_register(e, "same_q", "WARPS*DEPTH*SLOTS*SLOTS", false, "bit s*SLOTS+f, f <= s: slots s and f are equal");
    if (has(e, WITH_WAR_BIT))
        emit_register(e, "war_q", "WARPS*DEPTH", false, "a result is a source of the instruction before it");
}

/* The position behind the last instruction, (rptr + count) mod DEPTH. */
static void write_position(struct emit *e)
{
    int depth = e->config->ib_depth, bits = shape_value(e->shape, "DEPTH_BITS");
    int count_bits = shape_value(e->shape, "COUNT_BITS");
    char sum[EXPRESSION];
    emit_text(e, "            // 3.12: the ring's position (rptr + count) mod DEPTH.\n");
    if (depth == 1)
        emit_text(e, "            wire [DEPTH_BITS-1:0] wptr = rptr;\n");
    else if ((depth & (depth - 1)) == 0)
        emit_text(e, "            wire [DEPTH_BITS-1:0] wptr = rptr + count[DEPTH_BITS-1:0];\n");
    else
        emit_format(e,
            "            wire [DEPTH_BITS:0] sum = {1'b0, rptr} + %s;\n"
            "            wire [DEPTH_BITS-1:0] wptr = sum[DEPTH_BITS-1:0] - (sum < DEPTH ? %d'd0 : %d'd%d);\n",
            extend(sum, "count", count_bits, bits + 1), bits, bits, depth);
}

static void pointer(struct emit *e)
{
    emit_text(e,
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    rptr_q[w*DEPTH_BITS +: DEPTH_BITS] <= {DEPTH_BITS{1'b0}};\n"
        "                else if (pop)\n"
        "                    rptr_q[w*DEPTH_BITS +: DEPTH_BITS] <= rptr == LAST ? {DEPTH_BITS{1'b0}} : rptr + 1'b1;\n");
}

/* The fields of an entry take those of the instruction that enters, or of the entry behind. */
static void take(struct emit *e, const char *entry, bool enters)
{
    char name[NAME], text[EXPRESSION], from[EXPRESSION];
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_present(f, e->config)) {
            register_name(name, f);
            if (enters)
                snprintf(from, sizeof from, "dec_%s_i", f->name);
            else
                element(from, name, "BEHIND", f->width);
            emit_format(e, "                        %s <= %s;\n", element(text, name, entry, f->width), from);
        }
    if (compares_decoded(e))
        emit_format(e, "                        %s <= %s;\n", element(text, "same_q", entry, "SLOTS*SLOTS"),
                    enters ? "dec_same" : element(from, "same_q", "BEHIND", "SLOTS*SLOTS"));
    if (has(e, WITH_WAR_BIT))
        emit_format(e, "                        war_q[%s] <= %s;\n", entry, enters ? "dec_war" : "war_q[BEHIND]");
}

/* 3.6, for the issue stage: slots that name the same register, found as the instruction is decoded. */
static void same_decoded(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.6: slots of what enters that name the same register.\n"
        "    reg [SLOTS*SLOTS-1:0] dec_same;\n"
        "\n"
        "    always @* begin : compare\n"
        "        integer j, f;\n"
        "        dec_same = {(SLOTS*SLOTS){1'b0}};\n"
        "        for (j = 0; j < SLOTS; j = j + 1) begin\n"
        "            for (f = 0; f < j; f = f + 1)\n"
        "                dec_same[j*SLOTS + f] = dec_src_valid_i[j] & dec_src_valid_i[f] &\n"
        "                    (dec_src_reg_i[j*REG_BITS +: REG_BITS] == dec_src_reg_i[f*REG_BITS +: REG_BITS]);\n"
        "            dec_same[j*SLOTS + j] = dec_src_valid_i[j];\n"
        "        end\n"
        "    end\n");
}

/*
 * 3.5, condition 3, for the instruction in the issue stage, which is the one before the head of its warp: found as that
 * head is decoded. What has issued in a cycle before is not there any more when the head can issue.
 */
static void hazard_of_decoded(struct emit *e)
{
    char count[EXPRESSION];
    emit_format(e,
        "\n"
        "    // 3.5, condition 3 (WAR): a result of what enters is a source of its warp's instruction before it.\n"
        "    wire [WARPS*DEPTH-1:0] newest;                       // the warp's last instruction\n"
        "    reg [SLOTS-1:0] before_valid;\n"
        "    reg [SLOTS*REG_BITS-1:0] before_reg;\n"
        "    reg dec_war;\n"
        "\n"
        "    always @* begin : hazard\n"
        "        integer k, n;\n"
        "        reg [REG_BITS-1:0] distance;                     // from the first result to the source\n"
        "        before_valid = {SLOTS{1'b0}};\n"
        "        before_reg = {(SLOTS*REG_BITS){1'b0}};\n"
        "        for (k = 0; k < WARPS; k = k + 1)\n"
        "            for (n = k*DEPTH; n < (k + 1)*DEPTH; n = n + 1)\n"
        "                if ((dec_warp_i == k[WARP_BITS-1:0]) & newest[n]) begin\n"
        "                    before_valid = before_valid | src_valid_q[n*SLOTS +: SLOTS];\n"
        "                    before_reg = before_reg | src_reg_q[n*SLOTS*REG_BITS +: SLOTS*REG_BITS];\n"
        "                end\n"
        "        dec_war = 1'b0;\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            distance = before_reg[k*REG_BITS +: REG_BITS] - dec_dst_base_i;\n"
        "            dec_war = dec_war | (before_valid[k] & (distance < %s));\n"
        "        end\n"
        "    end\n",
        extend(count, "dec_dst_count_i", 3, shape_value(e->shape, "REG_BITS")));
}

/* The entries of a ring. */
static void ring_entries(struct emit *e)
{
    emit_text(e,
        "\n"
        "            for (i = 0; i < DEPTH; i = i + 1) begin : g_entry\n"
        "                always @(posedge clk_i)\n"
        "                    if (push & (wptr == i)) begin\n");
    take(e, "w*DEPTH + i", true);
    emit_format(e,
        "                    end\n"
        "%s%s"
        "            end\n",
        selects_entries(e) ? "\n                assign leaves[w*DEPTH + i] = pop & (rptr == i);\n" : "",
        has(e, WITH_WAR_BIT) ? "\n                assign newest[w*DEPTH + i] = (count != {COUNT_BITS{1'b0}}) &\n"
                               "                    (i == DEPTH - 1 ? wptr == 0 : wptr == i + 1);\n" : "");
}

/* Entries that move up. */
static void moving_entries(struct emit *e)
{
    bool several = e->config->ib_depth > 1;
    emit_format(e,
        "\n"
        "            // 3.12: what enters stands behind what stays, which moves up if the head leaves.\n"
        "            for (i = 0; i < DEPTH; i = i + 1) begin : g_entry\n"
        "                localparam HERE = w*DEPTH + i;\n"
        "%s"
        "                wire enters = push & (pop ? count == i + 1 : count == i);\n"
        "%s"
        "\n"
        "                always @(posedge clk_i)\n"
        "                    if (enters) begin\n",
        several ? "                localparam BEHIND = i + 1 < DEPTH ? HERE + 1 : HERE;\n" : "",
        several ? "                wire moves = pop & (BEHIND != HERE) & (count > i + 1);\n" : "");
    take(e, "HERE", true);
    if (several) {
        emit_text(e, "                    end else if (moves) begin\n");
        take(e, "HERE", false);
    }
    emit_format(e,
        "                    end\n"
        "%s"
        "            end\n",
        has(e, WITH_WAR_BIT) ? "\n                assign newest[HERE] = count == i + 1;\n" : "");
}

/* The heads: chosen in rings, else first entries. */
static void heads(struct emit *e)
{
    char name[NAME], head[NAME], all[EXPRESSION], width[EXPRESSION], text[EXPRESSION];
    emit_format(e,
        "\n"
        "            // The head%s: what is needed before it is known which one leaves.\n"
        "            assign head_valid_o[w] = count != {COUNT_BITS{1'b0}};\n",
        has(e, WITH_RING) ? " of the ring" : "");
    for (const struct field *f = decoded_fields; f->name && has(e, WITH_RING); f++)
        if (of_heads(f, e->config))
            emit_format(e, "            wire [%s-1:0] ring_%s = %s;\n", times(all, "DEPTH", f->width), f->name,
                        element(text, register_name(name, f), "w", times(width, "DEPTH", f->width)));
    for (const struct field *f = decoded_fields; f->name; f++)
        if (of_heads(f, e->config)) {
            snprintf(head, sizeof head, "head_%s", f->name);
            if (has(e, WITH_RING)) {
                snprintf(name, sizeof name, "ring_%s", f->name);
                element(text, name, "rptr", f->width);
            } else {
                element(text, register_name(name, f), "w*DEPTH", f->width);
            }
            emit_format(e, "            assign %s = %s;\n", element(all, head, "w", f->width), text);
        }
}

/* The instructions of one warp. */
static void ring(struct emit *e)
{
    char text[EXPRESSION];
    bool ring = has(e, WITH_RING);
    if (ring)
        emit_text(e,
            "\n"
            "    localparam [DEPTH_BITS-1:0] LAST = DEPTH[DEPTH_BITS-1:0] - 1'b1;\n");
    if (compares_decoded(e))
        same_decoded(e);
    if (has(e, WITH_WAR_BIT))
        hazard_of_decoded(e);
    emit_text(e, "\n");
    if (compares_decoded(e))
        emit_text(e, "    wire [WARPS*SLOTS*SLOTS-1:0] head_same;\n");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (of_heads(f, e->config))
            emit_format(e, "    wire [%s-1:0] head_%s;\n", times(text, "WARPS", f->width), f->name);
    if (selects_entries(e))
        emit_text(e, "    wire [WARPS*DEPTH-1:0] leaves;                       // the entry is the head that leaves\n");
    emit_format(e,
        "\n"
        "    genvar w, i;\n"
        "    generate\n"
        "        for (w = 0; w < WARPS; w = w + 1) begin : g_warp\n"
        "            wire [COUNT_BITS-1:0] count = count_q[w*COUNT_BITS +: COUNT_BITS];\n"
        "%s"
        "            wire push = dec_valid_i & (dec_warp_i == w);\n"
        "            wire pop = grant_i[w];\n",
        ring ? "            wire [DEPTH_BITS-1:0] rptr = rptr_q[w*DEPTH_BITS +: DEPTH_BITS];\n" : "");
    if (ring) {
        emit_text(e, "\n");
        write_position(e);
    }
    emit_text(e,
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    count_q[w*COUNT_BITS +: COUNT_BITS] <= {COUNT_BITS{1'b0}};\n"
        "                else if (push & ~pop)\n"
        "                    count_q[w*COUNT_BITS +: COUNT_BITS] <= count + 1'b1;\n"
        "                else if (pop & ~push)\n"
        "                    count_q[w*COUNT_BITS +: COUNT_BITS] <= count - 1'b1;\n");
    if (ring)
        pointer(e);
    (ring ? ring_entries : moving_entries)(e);
    heads(e);
    if (compares_decoded(e) && ring)
        emit_text(e,
            "            wire [DEPTH*SLOTS*SLOTS-1:0] ring_same = same_q[w*DEPTH*SLOTS*SLOTS +: DEPTH*SLOTS*SLOTS];\n"
            "            assign head_same[w*SLOTS*SLOTS +: SLOTS*SLOTS] = ring_same[rptr*SLOTS*SLOTS +: SLOTS*SLOTS];\n");
    else if (compares_decoded(e))
        emit_text(e,
            "            assign head_same[w*SLOTS*SLOTS +: SLOTS*SLOTS] = same_q[w*DEPTH*SLOTS*SLOTS +: SLOTS*SLOTS];\n");
    if (has(e, WITH_WAR_BIT))
        emit_text(e, ring ? "            wire [DEPTH-1:0] ring_war = war_q[w*DEPTH +: DEPTH];\n"
                            "            assign head_war_o[w] = ring_war[rptr];\n"
                          : "            assign head_war_o[w] = war_q[w*DEPTH];\n");
    emit_text(e,
        "        end\n"
        "    endgenerate\n"
        "\n");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (field_of_heads(f, e->config))
            emit_format(e, "    assign head_%s_o = head_%s;\n", f->name, f->name);
}

/* Fields of the entry that leaves, which nobody has seen of the heads: closes one loop and opens the next one. */
static void entry_selection(struct emit *e)
{
    char name[NAME], entries[NAME], all[EXPRESSION], text[EXPRESSION];
    emit_text(e,
        "        end\n"
        "        for (k = 0; k < WARPS*DEPTH; k = k + 1) begin\n");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (entry_selected(f, e->config)) {
            register_name(entries, f);
            selection_of(name, f, e->config);
            emit_format(e, "            %s = %s | (%s & %s);\n", name, name, copies(all, "leaves[k]", f->width),
                        element(text, entries, "k", f->width));
        }
}

/* The instruction of the warp that issues. */
static void selection(struct emit *e)
{
    int bank_bits = has(e, WITH_STAGE) ? 0 : e->shape->bank_bits;
    char name[NAME], head[NAME], all[EXPRESSION], text[EXPRESSION];
    emit_text(e,
        "\n"
        "    // The instruction that leaves; zero when none does.\n");
    if (bank_bits)
        emit_format(e, "    reg [%d:0] issue_turn; // its warp mod BANKS\n", bank_bits - 1);
    if (has(e, WITH_BOC))
        emit_text(e, "    reg [SLOTS*REG_BITS-1:0] issue_src_reg; // its sources\n");
    emit_text(e,
        "\n"
        "    always @* begin : select\n"
        "        integer k;\n");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (selected(f, e->config))
            emit_format(e, "        %s = %s;\n", selection_of(name, f, e->config), copies(text, "1'b0", f->width));
    if (bank_bits)
        emit_format(e, "        issue_turn = %d'd0;\n", bank_bits);
    emit_text(e,
        "        for (k = 0; k < WARPS; k = k + 1) begin\n");
    for (const struct field *f = decoded_fields; f->name; f++)
        if (head_selected(f, e->config)) {
            snprintf(head, sizeof head, "head_%s", f->name);
            selection_of(name, f, e->config);
            emit_format(e, "            %s = %s | (%s & %s);\n", name, name, copies(all, "grant_i[k]", f->width),
                        element(text, head, "k", f->width));
        }
    if (bank_bits)
        emit_format(e, "            issue_turn = issue_turn | ({%d{grant_i[k]}} & k[%d:0]);\n", bank_bits,
                    bank_bits - 1);
    if (selects_entries(e))
        entry_selection(e);
    emit_text(e,
        "        end\n"
        "    end\n");
}

/* The same slots of head k, in the loop over the heads. */
static void head_comparison(struct emit *e)
{
    emit_text(e,
        "            for (j = 0; j < SLOTS; j = j + 1) begin\n"
        "                for (f = 0; f < j; f = f + 1)\n"
        "                    head_same[(k*SLOTS + j)*SLOTS + f] =\n"
        "                        head_src_valid[k*SLOTS + j] & head_src_valid[k*SLOTS + f] &\n"
        "                        (head_src_reg[(k*SLOTS + j)*REG_BITS +: REG_BITS] ==\n"
        "                         head_src_reg[(k*SLOTS + f)*REG_BITS +: REG_BITS]);\n"
        "                head_same[(k*SLOTS + j)*SLOTS + j] = head_src_valid[k*SLOTS + j];\n"
        "            end\n");
}

/*
 * Where the register of each slot comes among those of its instruction: a table that is empty takes them in this order.
 * In the loop over the heads.
 */
static void head_places(struct emit *e)
{
    emit_format(e,
        "            next = {{(PLACES-1){1'b0}}, 1'b1};\n"
        "            for (j = 0; j < SLOTS; j = j + 1) begin\n"
        "                self = {{(SLOTS-1){1'b0}}, 1'b1} << j;\n"
        "                head_first[k*SLOTS + j] = head_same[(k*SLOTS + j)*SLOTS +: SLOTS] == self;\n"
        "                place[j*SLOTS +: SLOTS] = next[SLOTS-1:0] & {SLOTS{head_first[k*SLOTS + j]}};\n"
        "                if (head_first[k*SLOTS + j])\n"
        "                    next = next << 1;\n"
        "            end\n"
        "%s"
        "            for (j = 0; j < SLOTS; j = j + 1)\n"
        "                for (f = 0; f <= j; f = f + 1)\n"
        "                    head_place[(k*SLOTS + j)*SLOTS +: SLOTS] = head_place[(k*SLOTS + j)*SLOTS +: SLOTS] |\n"
        "                        (place[f*SLOTS +: SLOTS] & {SLOTS{head_same[(k*SLOTS + j)*SLOTS + f]}});\n",
        ccu_counts_registers(e) ? "            head_count[k*PLACES +: PLACES] = next;\n" : "");
}

/* The ranks that an empty table gives to its entries, one for each register: in the loop over the heads. */
static void head_ranks(struct emit *e)
{
    emit_text(e,
        "            rank = MOST_RECENT;\n"
        "            for (j = SLOTS - 1; j >= 0; j = j - 1) begin\n");
    if (e->config->replacement == REPLACEMENT_FIFO)
        emit_text(e, "                moves = head_first[k*SLOTS + j];\n");
    else
        emit_text(e,
            "                moves = head_src_valid[k*SLOTS + j];\n"
            "                for (f = j + 1; f < SLOTS; f = f + 1)\n"
            "                    moves = moves & ~head_same[(k*SLOTS + f)*SLOTS + j];\n");
    emit_text(e,
        "                head_rank[(k*SLOTS + j)*ENTRY_BITS +: ENTRY_BITS] = rank & {ENTRY_BITS{moves}};\n"
        "                rank = rank - {{(ENTRY_BITS-1){1'b0}}, moves};\n"
        "            end\n");
}

/* The same of the head that issues: closes the loop, and opens that over the slots. */
static void selected_places(struct emit *e)
{
    emit_text(e,
        "            first = first | ({SLOTS{grant_i[k]}} & head_first[k*SLOTS +: SLOTS]);\n"
        "            places = places | ({(SLOTS*SLOTS){grant_i[k]}} & head_place[k*SLOTS*SLOTS +: SLOTS*SLOTS]);\n");
    if (issue_shows_same(e))
        emit_text(e,
            "            same = same | ({(SLOTS*SLOTS){grant_i[k]}} & head_same[k*SLOTS*SLOTS +: SLOTS*SLOTS]);\n");
    if (ccu_counts_registers(e))
        emit_text(e,
            "            count = count | ({PLACES{grant_i[k]}} & head_count[k*PLACES +: PLACES]);\n");
    if (has(e, WITH_RANKS))
        emit_text(e,
            "            ranks = ranks |\n"
            "                ({(SLOTS*ENTRY_BITS){grant_i[k]}} & head_rank[k*SLOTS*ENTRY_BITS +: SLOTS*ENTRY_BITS]);\n");
    emit_text(e,
        "        end\n"
        "    end\n"
        "\n"
        "    assign issue_first_o = first;\n"
        "\n"
        "    genvar s, b;\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n");
}

/* For a CCU: equal slots, places and ranks of every head, of which one issues. */
static void same_and_places(struct emit *e)
{
    bool ranks = has(e, WITH_RANKS), shown = issue_shows_same(e), counts = ccu_counts_registers(e);
    emit_format(e,
        "\n"
        "    // 3.6: slots that name the same register, and what a cache table without values does for them, found for every\n"
        "    // head while issue still chooses one.\n"
        "    reg [WARPS*SLOTS*SLOTS-1:0] head_same;\n"
        "    reg [WARPS*SLOTS-1:0] head_first;\n"
        "    reg [WARPS*SLOTS*SLOTS-1:0] head_place;\n"
        "%s%s%s"
        "    reg [SLOTS-1:0] first;\n"
        "    reg [SLOTS*SLOTS-1:0] places;\n"
        "%s%s"
        "\n"
        "    always @* begin : compare\n"
        "        integer k, j, f;\n"
        "        reg [SLOTS-1:0] self;\n"
        "        reg [PLACES-1:0] next;                           // place of the next register\n"
        "        reg [SLOTS*SLOTS-1:0] place;                     // of slots that are the first with theirs\n"
        "%s"
        "        head_same = {(WARPS*SLOTS*SLOTS){1'b0}};\n"
        "        head_place = {(WARPS*SLOTS*SLOTS){1'b0}};\n"
        "%s"
        "        first = {SLOTS{1'b0}};\n"
        "        places = {(SLOTS*SLOTS){1'b0}};\n"
        "%s%s"
        "        for (k = 0; k < WARPS; k = k + 1) begin\n",
        counts ? "    reg [WARPS*PLACES-1:0] head_count;\n" : "",
        ranks ? "    reg [WARPS*SLOTS*ENTRY_BITS-1:0] head_rank;\n" : "",
        shown ? "    reg [SLOTS*SLOTS-1:0] same;\n" : "",
        counts ? "    reg [PLACES-1:0] count;\n" : "",
        ranks ? "    reg [SLOTS*ENTRY_BITS-1:0] ranks;\n" : "",
        !ranks ? "" :
        e->config->replacement == REPLACEMENT_FIFO ?
            "        reg [ENTRY_BITS-1:0] rank;                       // of the next register to the left\n"
            "        reg moves;                                       // the slot is the first with its register\n" :
            "        reg [ENTRY_BITS-1:0] rank;                       // of the next register to the left\n"
            "        reg moves;                                       // the slot is the last with its register\n",
        shown ? "        same = {(SLOTS*SLOTS){1'b0}};\n" : "",
        counts ? "        count = {PLACES{1'b0}};\n" : "",
        ranks ? "        ranks = {(SLOTS*ENTRY_BITS){1'b0}};\n" : "");
    head_comparison(e);
    head_places(e);
    if (ranks)
        head_ranks(e);
    selected_places(e);
}

/* Slots that name the same register, of every head, and of the one that issues: opens the loop over the slots. */
static void same_sources(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.6: slots that name the same register, found for every head while issue still chooses one.\n"
        "    reg [WARPS*SLOTS*SLOTS-1:0] head_same;\n"
        "    reg [SLOTS*SLOTS-1:0] same;\n"
        "\n"
        "    always @* begin : compare\n"
        "        integer k, j, f;\n"
        "        head_same = {(WARPS*SLOTS*SLOTS){1'b0}};\n");
    if (has(e, WITH_RFC)) // a choice of its own: what the caches find out from the heads decides which one issues
        emit_text(e,
            "        for (k = 0; k < WARPS; k = k + 1)\n");
    else
        emit_text(e,
            "        same = {(SLOTS*SLOTS){1'b0}};\n"
            "        for (k = 0; k < WARPS; k = k + 1) begin\n");
    head_comparison(e);
    if (has(e, WITH_RFC))
        emit_text(e,
            "    end\n"
            "\n"
            "    always @* begin : select_same\n"
            "        integer k;\n"
            "        same = {(SLOTS*SLOTS){1'b0}};\n"
            "        for (k = 0; k < WARPS; k = k + 1)\n"
            "            same = same | ({(SLOTS*SLOTS){grant_i[k]}} & head_same[k*SLOTS*SLOTS +: SLOTS*SLOTS]);\n"
            "    end\n");
    else
        emit_text(e,
            "            same = same | ({(SLOTS*SLOTS){grant_i[k]}} & head_same[k*SLOTS*SLOTS +: SLOTS*SLOTS]);\n"
            "        end\n"
            "    end\n");
    emit_text(e,
        "\n"
        "    genvar s, b;\n"
        "    generate\n"
        "        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n"
        "            wire [SLOTS-1:0] self = {{(SLOTS-1){1'b0}}, 1'b1} << s;\n"
        "\n"
        "            assign issue_first_o[s] = same[s*SLOTS +: SLOTS] == self;\n"
        "\n");
}

/* The same of the instruction that issues, which slots are the first with theirs being found for every head. */
static void same_selected(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // 3.6: which slots of the instruction that leaves are the first ones with their registers%s.\n"
        "    reg [WARPS*SLOTS-1:0] head_first;\n"
        "    reg [SLOTS-1:0] first;\n"
        "%s"
        "\n"
        "    always @* begin : first_slots\n"
        "        integer k, j;\n"
        "        reg [SLOTS-1:0] self;\n"
        "        first = {SLOTS{1'b0}};\n"
        "%s"
        "        for (k = 0; k < WARPS; k = k + 1) begin\n"
        "            for (j = 0; j < SLOTS; j = j + 1) begin\n"
        "                self = {{(SLOTS-1){1'b0}}, 1'b1} << j;\n"
        "                head_first[k*SLOTS + j] = head_same[(k*SLOTS + j)*SLOTS +: SLOTS] == self;\n"
        "            end\n"
        "            first = first | ({SLOTS{grant_i[k]}} & head_first[k*SLOTS +: SLOTS]);\n"
        "%s"
        "        end\n"
        "    end\n"
        "\n"
        "    assign issue_first_o = first;\n"
        "%s",
        e->ccu ? ", and which are equal" : "",
        e->ccu ? "    reg [SLOTS*SLOTS-1:0] same;\n" : "",
        e->ccu ? "        same = {(SLOTS*SLOTS){1'b0}};\n" : "",
        e->ccu ? "            same = same | ({(SLOTS*SLOTS){grant_i[k]}} & head_same[k*SLOTS*SLOTS +: SLOTS*SLOTS]);\n"
               : "",
        e->ccu ? "    assign issue_same_o = same;\n" : "");
}

/* What the collectors need to know about its sources. */
static void sources(struct emit *e)
{
    char bank[EXPRESSION];
    if (compares_decoded(e)) {
        same_selected(e);
        return;
    }
    if (shows_comparisons(e))
        same_and_places(e);
    else if (compares_sources(e))
        same_sources(e);
    else
        emit_text(e,
            "\n"
            "    // 3.7: the banks of the slots.\n"
            "    genvar s, b;\n"
            "    generate\n"
            "        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot\n");
    if (e->shape->bank_bits)
        emit_format(e,
            "            wire [%d:0] bank = %s;\n"
            "\n",
            e->shape->bank_bits - 1,
            bank_of(bank, e->shape, has(e, WITH_BOC) ? "issue_src_reg" : "issue_src_reg_o", "s*REG_BITS", "issue_turn", "",
                    e->shape->bank_bits));
    emit_format(e,
        "            for (b = 0; b < BANKS; b = b + 1) begin : g_bank\n"
        "                assign issue_bank_o[b*SLOTS + s] = %s;\n"
        "            end\n"
        "        end\n"
        "    endgenerate\n",
        e->shape->bank_bits ? "bank == b" : "1'b1");
    if (shows_same(e))
        emit_text(e, "\n    assign head_same_o = head_same;\n");
    if (shows_comparisons(e))
        emit_format(e, "%s"
                       "    assign issue_place_o = places;\n",
                    issue_shows_same(e) ? "    assign issue_same_o = same;\n" : "");
    if (counts_registers(e))
        emit_text(e, "    assign issue_count_o = count;\n");
    if (ranks_heads(e))
        emit_text(e, "    assign issue_rank_o = ranks;\n");
}

void emit_ibuffer(struct emit *e)
{
    char text[1024];
    snprintf(text, sizeof text,
        "%s The heads go to the "
        "hazard checks%s; the one that issues goes to the %s%s.\n"
        "Malekeh, section II (baseline). Specification: 3.5, 3.6, 3.7, 3.12.\n",
        has(e, WITH_RING) ? "The front end writes at the tail of a warp's ring, issue takes the head."
                          : "The front end writes behind a warp's instructions, issue takes the first one, and the "
                            "others move up.",
        has(e, WITH_RFC) ? " and to the register caches" :
        has(e, WITH_BOC) ? " and to the tag checks of the BOCs" : "",
        has(e, WITH_STAGE) ? "issue stage" : "collectors",
        compares_sources(e) ? ", with the comparison of its source registers" : "");
    emit_module(e, "ibuffer",
                has(e, WITH_RING) ? "decoded instructions, one ring per warp" : "decoded instructions", text);
    emit_parameters(e, "WARPS WARP_BITS LANES REG_BITS DEPTH %sCOUNT_BITS %sSLOTS %sPAYLOAD_BITS TAGS DIST_BITS",
                    has(e, WITH_RING) ? "DEPTH_BITS " : "", has(e, WITH_STAGE) ? "" : "BANKS ",
                    ranks_heads(e) ? "ENTRIES ENTRY_BITS " : "");
    ports(e);
    emit_body(e);
    if (shows_comparisons(e)) {
        bool behind = strcmp(ccu_places(e), "SLOTS") != 0;
        emit_format(e,
            "\n"
            "    // Places of registers in an empty cache table%s.\n"
            "    localparam PLACES = %s;\n",
            behind ? ", and the one behind them" : "", behind ? "SLOTS + 1" : "SLOTS");
    }
    if (ranks_heads(e))
        emit_text(e, "\n    localparam [ENTRY_BITS-1:0] MOST_RECENT = ENTRIES[ENTRY_BITS-1:0] - 1'b1;\n");
    emit_text(e, "\n");
    registers(e);
    ring(e);
    selection(e);
    sources(e);
    emit_end(e);
}
