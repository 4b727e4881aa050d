/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ccu: next state of slots, entries and owner (3.6, 3.8, 3.11, 3.12).
 *
 * With one port D its result is what every entry may take ("d_data"); with several each entry has a merge of its own in
 * block g_entry ("e_data").
 */
#include "ccu.h"
#include "modules.h"

static const char *entry_result(const struct emit *e, char text[NAME], const char *name)
{
    snprintf(text, NAME, "%c_%s", ccu_several_ports(e) ? 'e' : 'd', name);
    return text;
}

/* The entries whose rank port D renews; with several ports, of all ports or of one. */
static const char *renewed(const struct emit *e, bool by_port)
{
    bool fifo = e->config->replacement == REPLACEMENT_FIFO;
    return by_port ? (fifo ? "d_victims" : "d_writes") : fifo ? "d_victim" : "d_write";
}

/* Ranks by port, of several. */
static void port_ranks(struct emit *e)
{
    emit_format(e,
        "    // The ports move their entries to the most recent ranks, one after the other.\n"
        "    reg [PORTS_D*ENTRY_BITS-1:0] d_rank;\n"
        "\n"
        "    always @* begin : d_ranks\n"
        "        integer p;\n"
        "        reg [ENTRIES-1:0] later;                         // entries of higher ports\n"
        "        later = {ENTRIES{1'b0}};\n"
        "        for (p = PORTS_D - 1; p >= 0; p = p - 1) begin\n"
        "            d_rank[p*ENTRY_BITS +: ENTRY_BITS] = MOST_RECENT - ones(later);\n"
        "            later = later | %s[p*ENTRIES +: ENTRIES];\n"
        "        end\n"
        "    end\n"
        "\n",
        renewed(e, true));
}

/* The most recent rank that is left for slots. */
static void emit_slot_rank(struct emit *e)
{
    if (!ccu_writes_results(e))
        emit_text(e, "            rank = MOST_RECENT;\n");
    else if (ccu_several_ports(e))
        emit_format(e, "            rank = MOST_RECENT - ones(%s);\n", renewed(e, false));
    else
        emit_format(e, "            rank = MOST_RECENT - {{(ENTRY_BITS-1){1'b0}}, |%s};\n", renewed(e, false));
}

/* Whether slot k is the last one that renews its entry's rank. */
static void emit_last_use(struct emit *e)
{
    if (e->config->replacement == REPLACEMENT_FIFO) {
        emit_text(e, "                last_use = |victim[k*ENTRIES +: ENTRIES];\n");
        return;
    }
    emit_format(e,
        "                last_use = issue_src_valid_i[k]%s;\n"
        "                for (j = k + 1; j < SLOTS; j = j + 1)\n"
        "                    last_use = last_use & ~issue_same_i[j*SLOTS + k];\n",
        ccu_writes_results(e) ? " & ~|(refers[k*ENTRIES +: ENTRIES] & d_write)" : "");
}

/* The sources of the instruction: indices, tags, ranks. */
void ccu_sources(struct emit *e)
{
    bool fifo = e->config->replacement == REPLACEMENT_FIFO, ranks = ccu_has_ranks(e);
    emit_text(e,
        "\n"
        "    // Next state ----------------------------------------------------------------------------------\n"
        "\n");
    if (ranks && ccu_several_ports(e))
        port_ranks(e);
    if (ranks && fifo)
        emit_format(e,
            "    // Order of arrival: the victims of the slots%s move to the most recent ranks.\n"
            "    wire [ENTRIES-1:0] touched = replaced%s;\n",
            ccu_writes_results(e) ? ", then of port D," : "", ccu_writes_results(e) ? " | d_victim" : "");
    else if (ranks)
        emit_format(e,
            "    // Order of use: the slots of the instruction%s move to the most recent ranks. An entry's\n"
            "    // last use counts: the number of entries used later gives its rank.\n"
            "    wire [ENTRIES-1:0] touched = referenced%s;\n",
            ccu_writes_results(e) ? ", then port D," : "", ccu_writes_results(e) ? " | d_write" : "");
    emit_format(e,
        "    reg  [SLOTS*ENTRY_BITS-1:0] index_d;\n"
        "    reg  [ENTRIES*REG_BITS-1:0] source_tag;\n"
        "%s"
        "\n"
        "    always @* begin : sources\n"
        "        integer k, j;\n"
        "%s"
        "        k = 0;\n"
        "        j = 0;\n"
        "%s"
        "        index_d = {(SLOTS*ENTRY_BITS){1'b0}};\n"
        "        source_tag = {(ENTRIES*REG_BITS){1'b0}};\n"
        "%s"
        "        if (alloc_i) begin\n",
        ranks ? "    reg  [ENTRIES*ENTRY_BITS-1:0] source_rank;\n" : "",
        ranks ? "        reg last_use;\n"
                "        reg [ENTRY_BITS-1:0] rank;\n" : "",
        ranks ? "        last_use = 1'b0;\n"
                "        rank = {ENTRY_BITS{1'b0}};\n" : "",
        ranks ? "        source_rank = {(ENTRIES*ENTRY_BITS){1'b0}};\n" : "");
    if (ranks)
        emit_slot_rank(e);
    emit_text(e,
        "            for (k = SLOTS - 1; k >= 0; k = k - 1) begin\n"
        "                index_d[k*ENTRY_BITS +: ENTRY_BITS] = encode(refers[k*ENTRIES +: ENTRIES]);\n");
    if (ranks)
        emit_last_use(e);
    emit_format(e,
        "                for (j = 0; j < ENTRIES; j = j + 1)%s\n"
        "                    source_tag[j*REG_BITS +: REG_BITS] = source_tag[j*REG_BITS +: REG_BITS] |\n"
        "                        ({REG_BITS{victim[k*ENTRIES + j]}} & issue_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "%s"
        "            end\n"
        "        end\n"
        "    end\n",
        ranks ? " begin" : "",
        ranks ? "                    source_rank[j*ENTRY_BITS +: ENTRY_BITS] = source_rank[j*ENTRY_BITS +: ENTRY_BITS] |\n"
                "                        ({ENTRY_BITS{last_use & refers[k*ENTRIES + j]}} & rank);\n"
                "                end\n"
                "                rank = rank - {{(ENTRY_BITS-1){1'b0}}, last_use};\n" : "");
}

/* What an entry takes of several ports D. */
static void entry_merge(struct emit *e)
{
    struct ccu_result list[6];
    char bits[WIDTH], name[NAME], zero[EXPRESSION], right[EXPRESSION];
    int count = ccu_results(e, list);
    if (ccu_has_ranks(e))
        list[count++] = (struct ccu_result){"d_rank", "", "ENTRY_BITS"};
    emit_text(e, "            // The result that a port D writes to it.\n");
    for (int i = 0; i < count; i++)
        emit_format(e, "            reg %s%s;\n", emit_range(bits, list[i].width),
                    entry_result(e, name, list[i].name + 2));
    emit_text(e,
        "\n"
        "            always @* begin : merge\n"
        "                integer p;\n");
    for (int i = 0; i < count; i++)
        emit_format(e, "                %s = %s;\n", entry_result(e, name, list[i].name + 2),
                    copies(zero, "1'b0", list[i].width));
    emit_text(e,
        "                for (p = 0; p < PORTS_D; p = p + 1)\n"
        "                    if (d_writes[p*ENTRIES + e]) begin\n");
    for (int i = 0; i < count; i++) {
        entry_result(e, name, list[i].name + 2);
        emit_format(e, "                        %s = %s | %s;\n", name, name,
                    element(right, list[i].name, "p", list[i].width));
    }
    emit_text(e,
        "                    end\n"
        "            end\n"
        "\n");
}

/* The value of an entry. */
static void entry_value(struct emit *e)
{
    char mask[NAME], data[NAME];
    entry_result(e, mask, "mask");
    entry_result(e, data, "data");
    emit_text(e,
        "            reg [VECTOR_BITS-1:0] data_q;\n"
        "\n"
        "            assign entry_data[e] = data_q;\n"
        "            assign s_write[e] = s_valid_i & (s_index == e);\n"
        "\n");
    if (!ccu_writes_results(e)) {
        emit_text(e,
            "            // 3.8: port S writes all lanes.\n"
            "            always @(posedge clk_i)\n"
            "                if (s_write[e])\n"
            "                    data_q <= s_data_i;\n");
        return;
    }
    if (ccu_several_ports(e))
        entry_merge(e);
    emit_format(e,
        "            // 3.8, 3.11: port S writes all lanes, port D those of its mask.\n"
        "            for (l = 0; l < LANES; l = l + 1) begin : g_lane\n"
        "                always @(posedge clk_i)\n"
        "                    if (s_write[e] | d_write[e])\n"
        "                        if (s_write[e] | %s[l])\n"
        "                            data_q[l*32 +: 32] <=\n"
        "                                d_write[e] & %s[l] ? %s[l*32 +: 32] : s_data_i[l*32 +: 32];\n"
        "            end\n",
        mask, mask, data);
}

/* The near bit of an entry. */
static void entry_near(struct emit *e)
{
    const char *const next[] = {
        [WRITE_NEAR] = "d_write[e] | source_near[e]",
        [WRITE_ALL] = ccu_several_ports(e) ? "d_write[e] ? e_near : source_near[e]" : "d_write[e] ? d_near : source_near[e]",
        [WRITE_NONE] = "source_near[e]",
    };
    emit_format(e,
        "\n"
        "            always @(posedge clk_i)\n"
        "                if (referenced[e]%s)\n"
        "                    ct_near_q[e] <= %s;\n",
        ccu_writes_results(e) ? " | d_write[e]" : "", next[e->config->write]);
}

/* The distance of an entry. */
static void entry_distance(struct emit *e)
{
    char dist[NAME];
    bool counts = e->config->distance == DISTANCE_DECREMENTED;
    if (counts)
        emit_text(e,
            "\n"
            "            // 3.6, step 5: distances that are neither 0 nor the greatest count down.\n"
            "            wire [DIST_BITS-1:0] remains = ct_dist_q[e*DIST_BITS +: DIST_BITS];\n"
            "            wire counts = alloc_i & kept[e] & |remains & ~&remains;\n");
    emit_text(e,
        "\n"
        "            always @(posedge clk_i)\n");
    if (ccu_writes_results(e))
        emit_format(e,
            "                if (d_write[e])\n"
            "                    ct_dist_q[e*DIST_BITS +: DIST_BITS] <= %s;\n"
            "                else ",
            entry_result(e, dist, "dist"));
    else
        emit_text(e, "                ");
    emit_text(e,
        "if (referenced[e])\n"
        "                    ct_dist_q[e*DIST_BITS +: DIST_BITS] <= source_dist[e*DIST_BITS +: DIST_BITS];\n");
    if (counts)
        emit_text(e,
            "                else if (counts)\n"
            "                    ct_dist_q[e*DIST_BITS +: DIST_BITS] <= remains - 1'b1;\n");
}

/* The register of an entry. */
static void entry_tag(struct emit *e)
{
    char reg[NAME];
    emit_text(e,
        "\n"
        "            always @(posedge clk_i)\n");
    if (ccu_writes_results(e))
        emit_format(e,
            "                if (d_victim[e])\n"
            "                    ct_tag_q[e*REG_BITS +: REG_BITS] <= %s;\n"
            "                else ",
            entry_result(e, reg, "reg"));
    else
        emit_text(e, "                ");
    emit_text(e,
        "if (replaced[e])\n"
        "                    ct_tag_q[e*REG_BITS +: REG_BITS] <= source_tag[e*REG_BITS +: REG_BITS];\n");
}

/* The rank of an entry. */
static void entry_rank(struct emit *e)
{
    bool fifo = e->config->replacement == REPLACEMENT_FIFO;
    emit_text(e,
        "\n"
        "            // 3.11: an entry that is not touched moves down by the number of touched ones that were older.\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= RANK;\n");
    if (ccu_writes_results(e))
        emit_format(e,
            "                else if (%s[e])\n"
            "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= %s;\n",
            renewed(e, false), ccu_several_ports(e) ? "e_rank" : "MOST_RECENT");
    emit_format(e,
        "                else if (%s[e])\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= source_rank[e*ENTRY_BITS +: ENTRY_BITS];\n"
        "                else if (|touched)\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <=\n"
        "                        ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] -\n"
        "                        ones(touched & older(ct_lru_q, ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS]));\n",
        fifo ? "replaced" : "referenced");
}

void ccu_entries(struct emit *e)
{
    emit_text(e,
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry\n");
    if (ccu_has_ranks(e))
        emit_text(e, "            localparam [ENTRY_BITS-1:0] RANK = e;\n\n");
    entry_value(e);
    if (has(e, WITH_NEAR))
        entry_near(e);
    if (has(e, WITH_DIST))
        entry_distance(e);
    entry_tag(e);
    if (ccu_has_ranks(e))
        entry_rank(e);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* The bits of all entries, the slots, and the owner. */
void ccu_next_state(struct emit *e)
{
    bool any = e->config->allocation == ALLOCATION_ANY;
    emit_format(e,
        "\n"
        "    // 3.12: the end of its warp empties the table, unless another warp takes the CCU in the same cycle.\n"
        "    wire ends = end_valid_i & (end_warp_i == warp_q) & ~alloc_i;\n"
        "%s"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | ends%s)\n"
        "            ct_valid_q <= {ENTRIES{1'b0}};\n"
        "        else\n"
        "            ct_valid_q <= %s;\n",
        any ? "\n    // 3.6 step 6: what the warp leaves behind in this CCU is not hit again.\n" : "", any ? " | leaves" : "",
        ccu_writes_results(e) ? "((stays | replaced) & ~stale) | d_victim" : "(stays | replaced) & ~stale");
    emit_text(e,
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i)\n"
        "            ct_lock_q <= {ENTRIES{1'b0}};\n"
        "        else\n"
        "            ct_lock_q <= locked;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i | ends)\n"
        "            own_q <= 1'b0;\n"
        "        else if (alloc_i)\n"
        "            own_q <= 1'b1;\n"
        "        else if (leaves)\n"
        "            own_q <= 1'b0;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (rst_i) begin\n"
        "            oct_valid_q <= {SLOTS{1'b0}};\n"
        "            oct_ready_q <= {SLOTS{1'b0}};\n"
        "        end else if (alloc_i) begin\n"
        "            oct_valid_q <= issue_src_valid_i;\n"
        "            oct_ready_q <= slot_hit;\n"
        "        end else\n"
        "            oct_ready_q <= oct_ready_q | arrives;\n"
        "\n"
        "    always @(posedge clk_i)\n"
        "        if (alloc_i)\n"
        "            oct_index_q <= index_d;\n");
}
