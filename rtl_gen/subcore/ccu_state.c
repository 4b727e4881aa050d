/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ccu: next state of slots, entries and owner (3.6, 3.8, 3.11, 3.12).
 *
 * With one port D its result is what every entry may take ("d_data"); with several each entry has a merge of its own in
 * block g_entry ("e_data").
 */
#include "ccu.h"
#include "rtl_gen/gen/modules.h"

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

/* The ranks after the slots of one of the checks: of its names, and in which registers. */
struct rank_names {
    const char *valid, *same, *misses, *victim, *refers, *rank, *left;
};

static void checked_ranks(struct emit *e, const struct rank_names *n)
{
    bool fifo = e->config->replacement == REPLACEMENT_FIFO;
    emit_format(e, "        uses = {(SLOTS*ENTRIES){1'b0}};\n"
                   "        for (k = 0; k < SLOTS; k = k + 1) begin\n");
    if (fifo)
        emit_format(e, "            last[k] = %s;\n"
                       "            uses[k*ENTRIES +: ENTRIES] = %s[k*ENTRIES +: ENTRIES];\n",
                    n->misses, n->victim);
    else
        emit_format(e, "            last[k] = %s[k];\n"
                       "            for (j = k + 1; j < SLOTS; j = j + 1)\n"
                       "                last[k] = last[k] & ~%s[j*SLOTS + k];\n"
                       "            uses[k*ENTRIES +: ENTRIES] = %s[k*ENTRIES +: ENTRIES] & {ENTRIES{last[k]}};\n",
                    n->valid, n->same, n->refers);
    emit_format(e, "        end\n"
                   "        %s = ranks_after(last, uses, %s);\n",
                n->rank, n->left);
}

/* The function of both checks. */
static void ranks_after(struct emit *e)
{
    emit_format(e,
        "    // The ranks when the last %s of slots with their entries (uses, by slot) move to the most recent ranks: the\n"
        "    // number of later ones gives the rank of these; `left` are the ranks of the others.\n"
        "    function [ENTRIES*ENTRY_BITS-1:0] ranks_after;\n"
        "        input [SLOTS-1:0] last;\n"
        "        input [SLOTS*ENTRIES-1:0] uses;\n"
        "        input [ENTRIES*ENTRY_BITS-1:0] left;\n"
        "        integer k, j;\n"
        "        reg [ENTRY_BITS-1:0] rank;\n"
        "        begin\n"
        "            ranks_after = left;\n"
        "            rank = MOST_RECENT;\n"
        "            for (k = SLOTS - 1; k >= 0; k = k - 1) begin\n"
        "                for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                    ranks_after[j*ENTRY_BITS +: ENTRY_BITS] = ranks_after[j*ENTRY_BITS +: ENTRY_BITS] |\n"
        "                        ({ENTRY_BITS{uses[k*ENTRIES + j]}} & rank);\n"
        "                rank = rank - {{(ENTRY_BITS-1){1'b0}}, last[k]};\n"
        "            end\n"
        "        end\n"
        "    endfunction\n"
        "\n",
        e->config->replacement == REPLACEMENT_FIFO ? "arrivals" : "uses");
}

/*
 * The ranks of entries that are not moved, by the two checks without the issue stage; if a result of the new warp takes
 * an entry in the same cycle, too.
 */
static void left_ranks(struct emit *e, const char *moved)
{
    bool follows = ccu_follows_outcomes(e);
    emit_format(e,
        "    // The rank of an entry that is not moved is the number of such entries that are older. Another warp moves the\n"
        "    // entries below some number n: counts for every n wait for it.%s\n"
        "    reg [ENTRIES*ENTRY_BITS-1:0] own_left;\n"
        "    reg [ENTRIES*ENTRY_BITS-1:0] new_left;\n"
        "%s"
        "\n"
        "    always @* begin : left_ranks\n"
        "        integer k, j;\n"
        "        reg [ENTRIES-1:0] older;\n"
        "        reg [ENTRY_BITS-1:0] count;                      // of entries from k on\n"
        "        own_left = {(ENTRIES*ENTRY_BITS){1'b0}};\n"
        "        new_left = {(ENTRIES*ENTRY_BITS){1'b0}};\n"
        "%s"
        "        for (j = 0; j < ENTRIES; j = j + 1) begin\n"
        "            older = older_entries(ct_lru_q, ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]);\n"
        "            if (~%s[j])\n"
        "                own_left[j*ENTRY_BITS +: ENTRY_BITS] = ones(~%s & older);\n"
        "            count = {ENTRY_BITS{1'b0}};\n"
        "            for (k = ENTRIES - 1; k >= 0; k = k - 1) begin\n"
        "                count = count + {{(ENTRY_BITS-1){1'b0}}, older[k]};\n"
        "                if (k <= j)\n"
        "                    new_left[j*ENTRY_BITS +: ENTRY_BITS] = new_left[j*ENTRY_BITS +: ENTRY_BITS] |\n"
        "                        ({ENTRY_BITS{new_next[k]}} & count);\n",
        follows ? " The same without the entry that a result takes." : "",
        follows ? "    reg [ENTRIES*ENTRY_BITS-1:0] new_d_left;\n" : "",
        follows ? "        new_d_left = {(ENTRIES*ENTRY_BITS){1'b0}};\n" : "",
        moved, moved);
    if (follows)
        emit_text(e,
            "                if (k <= j)\n"
            "                    new_d_left[j*ENTRY_BITS +: ENTRY_BITS] = new_d_left[j*ENTRY_BITS +: ENTRY_BITS] |\n"
            "                        ({ENTRY_BITS{new_next[k] & ~behind[k*ENTRIES + j]}} &\n"
            "                         (count - {{(ENTRY_BITS-1){1'b0}}, |(older & behind[k*ENTRIES +: ENTRIES])}));\n");
    emit_text(e,
        "            end\n"
        "        end\n"
        "    end\n"
        "\n");
}

/* The same with it. */
static void left_ranks_of_stage(struct emit *e, const char *moved)
{
    emit_format(e,
        "    // The rank of an entry that is not moved is the number of such entries that are older.\n"
        "    reg [ENTRIES*ENTRY_BITS-1:0] left_rank;\n"
        "\n"
        "    always @* begin : left_ranks\n"
        "        integer j;\n"
        "        left_rank = {(ENTRIES*ENTRY_BITS){1'b0}};\n"
        "        for (j = 0; j < ENTRIES; j = j + 1)\n"
        "            if (~%s[j])\n"
        "                left_rank[j*ENTRY_BITS +: ENTRY_BITS] =\n"
        "                    ones(~%s & older_entries(ct_lru_q, ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]));\n"
        "    end\n"
        "\n",
        moved, moved);
}

/* The ranks after the slots of a new warp: the ibuffer has counted which slots are later. */
static void new_ranks(struct emit *e)
{
    bool follows = ccu_follows_outcomes(e);
    if (follows)
        emit_text(e, "        new_d_rank = new_d_left;\n");
    emit_text(e,
        "        new_rank = new_left;\n"
        "        for (k = 0; k < SLOTS; k = k + 1)\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)");
    emit_text(e, follows ? " begin\n" : "\n");
    emit_text(e,
        "                new_rank[j*ENTRY_BITS +: ENTRY_BITS] = new_rank[j*ENTRY_BITS +: ENTRY_BITS] |\n"
        "                    ({ENTRY_BITS{new_refers[k*ENTRIES + j]}} & issue_rank_i[k*ENTRY_BITS +: ENTRY_BITS]);\n");
    if (follows)
        emit_text(e,
            "                new_d_rank[j*ENTRY_BITS +: ENTRY_BITS] = new_d_rank[j*ENTRY_BITS +: ENTRY_BITS] |\n"
            "                    ({ENTRY_BITS{new_refers[k*ENTRIES + j] & |issue_rank_i[k*ENTRY_BITS +: ENTRY_BITS]}} &\n"
            "                     (issue_rank_i[k*ENTRY_BITS +: ENTRY_BITS] - 1'b1));\n"
            "            end\n");
}

/* What port D does to ranks, for each outcome of issue: entries that the slots move are above all that it takes. */
static void ranks_by_outcome(struct emit *e)
{
    bool fifo = e->config->replacement == REPLACEMENT_FIFO;
    const char *takes = fifo ? "victim" : "write", *moved = fifo ? "own_replaced" : "own_referenced";
    emit_format(e,
        "\n"
        "    // 3.11: port D moves an entry after them; the others go down by one if they were above it.\n"
        "    reg [ENTRIES*ENTRY_BITS-1:0] lru_d;\n"
        "\n"
        "    always @* begin : next_ranks\n"
        "        integer k;\n"
        "        reg [ENTRIES-1:0] older;\n"
        "        reg [ENTRY_BITS-1:0] rank;\n"
        "        for (k = 0; k < ENTRIES; k = k + 1) begin\n"
        "            older = older_entries(ct_lru_q, ct_lru_q[k*ENTRY_BITS +: ENTRY_BITS]);\n"
        "            rank = ct_lru_q[k*ENTRY_BITS +: ENTRY_BITS];\n"
        "            if (take_own)\n"
        "                rank = own_d_%s[k] ? MOST_RECENT : own_rank[k*ENTRY_BITS +: ENTRY_BITS] -\n"
        "                    {{(ENTRY_BITS-1){1'b0}}, |(own_d_%s & (older | {ENTRIES{%s[k]}}))};\n"
        "            else if (take_new)\n"
        "                rank = new_d_victim[k] ? MOST_RECENT :\n"
        "                    |new_d_victim ? new_d_rank[k*ENTRY_BITS +: ENTRY_BITS] : new_rank[k*ENTRY_BITS +: ENTRY_BITS];\n"
        "            else if (take_none)\n"
        "                rank = stay_d_%s[k] ? MOST_RECENT : ct_lru_q[k*ENTRY_BITS +: ENTRY_BITS] -\n"
        "                    {{(ENTRY_BITS-1){1'b0}}, |(stay_d_%s & older)};\n"
        "            lru_d[k*ENTRY_BITS +: ENTRY_BITS] = rank;\n"
        "        end\n"
        "    end\n"
        "\n",
        takes, takes, moved, takes, takes);
}

/* The ranks after the instruction's sources. */
static void source_ranks(struct emit *e)
{
    static const struct rank_names own = {"own_valid", "own_same", "own_first[k] & ~own_hit[k]", "own_victim", "own_refers",
                                          "own_rank", "own_left"};
    static const struct rank_names one = {"issue_src_valid_i", "issue_same_i", "issue_first_i[k] & ~slot_hit[k]", "victim",
                                          "refers", "moved_rank", "left_rank"};
    bool fifo = e->config->replacement == REPLACEMENT_FIFO, stage = has(e, WITH_STAGE);
    const struct ccu_check *check = ccu_check(e);
    const char *moved = fifo ? check->replaced : check->referenced;
    ranks_after(e);
    if (stage)
        left_ranks_of_stage(e, moved);
    else
        left_ranks(e, moved);
    emit_format(e,
        "    // Order of %s: %s of the instruction move first. An entry's last %s counts.\n"
        "%s%s"
        "\n"
        "    always @* begin : checked_ranks\n"
        "        integer k%s;\n"
        "        reg [SLOTS-1:0] last;\n"
        "        reg [SLOTS*ENTRIES-1:0] uses;\n",
        fifo ? "arrival" : "use", fifo ? "the victims of the slots" : "the slots", fifo ? "arrival" : "use",
        stage ? "    reg [ENTRIES*ENTRY_BITS-1:0] moved_rank;\n"
              : "    reg [ENTRIES*ENTRY_BITS-1:0] own_rank;\n"
                "    reg [ENTRIES*ENTRY_BITS-1:0] new_rank;\n",
        ccu_follows_outcomes(e) ? "    reg [ENTRIES*ENTRY_BITS-1:0] new_d_rank;             // if a result takes an entry\n" : "",
        fifo && stage ? "" : ", j");
    checked_ranks(e, stage ? &one : &own);
    if (!stage)
        new_ranks(e);
    emit_text(e, "    end\n");
    if (ccu_follows_outcomes(e)) {
        ranks_by_outcome(e);
        return;
    }
    emit_format(e,
        "\n"
        "    wire [ENTRIES*ENTRY_BITS-1:0] source_rank = %s : ct_lru_q;\n",
        stage ? "alloc_i ? moved_rank" : "take_own ? own_rank : take_new ? new_rank");
    if (ccu_writes_results(e))
        emit_format(e,
            "\n"
            "    // Port D moves its %s after them.\n"
            "    wire [ENTRIES-1:0] touched = %s;\n",
            fifo ? "victims" : "entries", renewed(e, false));
    emit_text(e, "\n");
}

/* The sources of the instruction: indices, tags, ranks. */
void ccu_sources(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Next state ----------------------------------------------------------------------------------\n"
        "\n");
    if (has(e, WITH_RANKS) && ccu_several_ports(e))
        port_ranks(e);
    if (has(e, WITH_RANKS))
        source_ranks(e);
    emit_text(e,
        "    reg  [SLOTS*ENTRY_BITS-1:0] index_d;\n"
        "    reg  [ENTRIES*REG_BITS-1:0] source_tag;\n"
        "\n"
        "    always @* begin : sources\n"
        "        integer k, j;\n"
        "        source_tag = {(ENTRIES*REG_BITS){1'b0}};\n"
        "        for (k = 0; k < SLOTS; k = k + 1) begin\n"
        "            index_d[k*ENTRY_BITS +: ENTRY_BITS] = encode(refers[k*ENTRIES +: ENTRIES]);\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                source_tag[j*REG_BITS +: REG_BITS] = source_tag[j*REG_BITS +: REG_BITS] |\n"
        "                    ({REG_BITS{victim[k*ENTRIES + j]}} & issue_src_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "        end\n"
        "    end\n");
}

/* What an entry takes of several ports D. */
static void entry_merge(struct emit *e)
{
    struct ccu_result list[6];
    char bits[WIDTH], name[NAME], zero[EXPRESSION], right[EXPRESSION];
    int count = ccu_results(e, list);
    if (has(e, WITH_RANKS))
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
    emit_format(e,
        "            reg [VECTOR_BITS-1:0] data_q;\n"
        "\n"
        "            assign %s;\n"
        "            assign s_write[e] = s_valid_i & (s_index == e);\n"
        "\n",
        has(e, WITH_UPPER) ? "entry_half[e] = upper_q ? data_q[BEAT_BITS +: BEAT_BITS] : data_q[0 +: BEAT_BITS]" :
        has(e, WITH_OWN_MUXES) ? "entry_data[e] = data_q" : "entry_o[e*VECTOR_BITS +: VECTOR_BITS] = data_q");
    if (!ccu_writes_results(e)) {
        emit_text(e,
            "            // 3.8: port S writes all lanes.\n"
            "            always @(posedge clk_i)\n"
            "                if (s_write[e])\n"
            "                    data_q <= s_data_i;\n");
        return;
    }
    if (ccu_shares_write(e)) {
        emit_text(e,
            "            // 3.8, 3.11: the lanes of the value that is written.\n"
            "            for (l = 0; l < LANES; l = l + 1) begin : g_lane\n"
            "                always @(posedge clk_i)\n"
            "                    if (s_write[e] | d_write[e])\n"
            "                        if (write_mask[l])\n"
            "                            data_q[l*32 +: 32] <= write_data[l*32 +: 32];\n"
            "            end\n");
        return;
    }
    if (ccu_several_ports(e))
        entry_merge(e);
    emit_format(e,
        "            // 3.8, 3.11: port S writes all lanes, port D those of its mask; never both.\n"
        "            for (l = 0; l < LANES; l = l + 1) begin : g_lane\n"
        "                always @(posedge clk_i)\n"
        "                    if (s_write[e] | d_write[e])\n"
        "                        if (s_write[e] | %s[l])\n"
        "                            data_q[l*32 +: 32] <=\n"
        "                                s_write[e] ? s_data_i[l*32 +: 32] : %s[l*32 +: 32];\n"
        "            end\n",
        mask, data);
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
        emit_format(e,
            "\n"
            "            // 3.6, step 5: distances that are neither 0 nor the greatest count down.\n"
            "            wire [DIST_BITS-1:0] remains = ct_dist_q[e*DIST_BITS +: DIST_BITS];\n"
            "            wire counts = %s & ct_valid_q[e] & |remains & ~&remains;\n",
            has(e, WITH_STAGE) ? "alloc_i & ~flush" : "take_own");
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
    if (ccu_follows_outcomes(e)) {
        emit_text(e,
            "\n"
            "            always @(posedge clk_i)\n"
            "                if (rst_i)\n"
            "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= RANK;\n"
            "                else\n"
            "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= lru_d[e*ENTRY_BITS +: ENTRY_BITS];\n");
        return;
    }
    emit_text(e,
        "\n"
        "            // 3.11: an entry that port D does not move goes down by the number of those that it moves from below.\n"
        "            always @(posedge clk_i)\n"
        "                if (rst_i)\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= RANK;\n");
    if (!ccu_writes_results(e)) {
        emit_text(e,
            "                else\n"
            "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= source_rank[e*ENTRY_BITS +: ENTRY_BITS];\n");
        return;
    }
    emit_format(e,
        "                else if (touched[e])\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= %s;\n"
        "                else\n"
        "                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= source_rank[e*ENTRY_BITS +: ENTRY_BITS] -\n"
        "                        %s(touched &\n"
        "                            older_entries(source_rank, source_rank[e*ENTRY_BITS +: ENTRY_BITS]))%s;\n",
        ccu_several_ports(e) ? "e_rank" : "MOST_RECENT", ccu_several_ports(e) ? "ones" : "{{(ENTRY_BITS-1){1'b0}}, |",
        ccu_several_ports(e) ? "" : "}");
}

/* What the one write port of the entries takes. */
static void write_port(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // 3.8, 3.11: the write port of the entries: a value on port S, else a result. The other one is zero.\n"
        "    wire [LANES-1:0] write_mask = {LANES{s_valid_i}} | d_mask;\n"
        "    wire [VECTOR_BITS-1:0] write_data = s_data_i | d_data;\n");
}

void ccu_entries(struct emit *e)
{
    if (ccu_shares_write(e))
        write_port(e);
    emit_text(e,
        "\n"
        "    generate\n"
        "        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry\n");
    if (has(e, WITH_RANKS))
        emit_text(e, "            localparam [ENTRY_BITS-1:0] RANK = e;\n\n");
    entry_value(e);
    if (has(e, WITH_NEAR))
        entry_near(e);
    if (has(e, WITH_DIST))
        entry_distance(e);
    entry_tag(e);
    if (has(e, WITH_RANKS))
        entry_rank(e);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* The bits of all entries, the slots, and the owner. */
void ccu_next_state(struct emit *e)
{
    // With the issue stage a result may be written to a CCU without values while its warp is on the way to another one.
    bool forgets = e->config->allocation == ALLOCATION_ANY || has(e, WITH_STAGE);
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
        forgets ? "\n    // 3.6 step 6: what the warp leaves behind in this CCU is not hit again.\n" : "",
        forgets ? " | leaves" : "",
        ccu_follows_outcomes(e) ? "(stays & ~stale) | replaced | d_victim" :
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
