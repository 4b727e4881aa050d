/* SPDX-License-Identifier: Apache-2.0 */
/* ccu: results on the ports D (3.11; Malekeh III-B, IV-A2). */
#include "ccu.h"
#include "rtl_gen/gen/modules.h"

/* Whether results are written to the cache table. */
bool ccu_writes_results(const struct emit *e)
{
    return e->config->write != WRITE_NONE;
}

/* Whether there is more than one port D. */
bool ccu_several_ports(const struct emit *e)
{
    return ccu_writes_results(e) && shape_value(e->shape, "PORTS_D") > 1;
}

bool ccu_shares_write(const struct emit *e)
{
    return ccu_writes_results(e) && e->config->shared_write;
}

/* Whether results on ports D carry a near bit or distance; with ccu.write: near their near bit is 1. */
static bool result_has_field(const struct emit *e)
{
    return has(e, WITH_DIST) || (has(e, WITH_NEAR) && e->config->write == WRITE_ALL);
}

bool ccu_follows_outcomes(const struct emit *e)
{
    return ccu_writes_results(e) && !ccu_several_ports(e) && !has(e, WITH_STAGE);
}

/* Where distances are compared: the near results. */
static void near_results(struct emit *e)
{
    if (e->config->write == WRITE_NEAR && has(e, WITH_DST_DIST))
        emit_text(e, "            assign wr_near[b] = wr_dist_i[b*DIST_BITS +: DIST_BITS] < NEAR_BELOW;\n");
}

/* Step 1: the results that concern the CCU. */
static void concerned_results(struct emit *e)
{
    bool compares = e->config->write == WRITE_NEAR && has(e, WITH_DST_DIST);
    emit_text(e,
        "\n"
        "    // Port D (III-C1, IV-A2, 3.11) ----------------------------------------------------------------\n"
        "\n"
        "    // 3.6 step 6: the warp goes on in another CCU.\n"
        "    wire leaves = issue_valid_i & ~alloc_i & ~flush;\n"
        "\n"
        "    // Step 1: results that concern this CCU.\n"
        "    wire [BANKS-1:0] concerns;\n");
    if (compares)
        emit_text(e, "    wire [BANKS-1:0] wr_near;\n");
    emit_format(e,
        "\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_result\n"
        "            wire [WARP_BITS-1:0] wr_warp = wr_warp_i[b*WARP_BITS +: WARP_BITS];\n"
        "            assign concerns[b] = wr_valid_i[b] & (%s ? wr_warp == issue_warp_i\n"
        "                                                           : %s & (wr_warp == warp_q));\n",
        has(e, WITH_STAGE) ? "alloc_i" : "take_new",
        has(e, WITH_STAGE) ? "own_q & ~leaves" : "(take_own | (own_q & ~leaves))");
    near_results(e);
    emit_text(e,
        "        end\n"
        "    endgenerate\n");
}

/* Step 2: which of the results that concern the CCU may be written, as the rest of an expression. */
static const char *wanted(const struct emit *e)
{
    if (e->config->write == WRITE_ALL)
        return "";
    return has(e, WITH_DST_NEAR) ? " & wr_near_i" : " & wr_near";
}

/* Step 2 with one port. */
static void one_port(struct emit *e)
{
    bool shared = ccu_shares_write(e);
    emit_format(e,
        "\n"
        "    // Step 2: the lowest %sone takes the port%s.\n"
        "    wire [BANKS-1:0] d_wanted = concerns%s%s;\n"
        "    wire [BANKS-1:0] d_taken = d_wanted & (~d_wanted + 1'b1);\n",
        e->config->write == WRITE_NEAR ? "near " : "", shared ? ", unless port S needs the entries' write port" : "",
        wanted(e), shared ? " & {BANKS{~s_valid_i}}" : "");
}

/* Step 2 with a port for each bank. */
static void port_per_bank(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Step 2: %s take the ports, each that of its bank.\n"
        "    wire [BANKS-1:0] d_taken = concerns%s;\n",
        e->config->write == WRITE_NEAR ? "the near ones" : "they", wanted(e));
}

/* Step 2 with fewer ports than banks: a result takes the port that the number of lower ones gives. */
static void several_ports_of_more_banks(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Step 2: the lowest %sones take the ports. d_select[p*BANKS + b]: port p takes the result of bank b.\n"
        "    wire [BANKS-1:0] d_wanted = concerns%s;\n"
        "    reg  [PORTS_D*BANKS-1:0] d_select;\n"
        "    reg  [BANKS-1:0] d_taken;\n"
        "\n"
        "    always @* begin : d_ports\n"
        "        integer p, k;\n"
        "        reg [5:0] lower;                                 // those of lower banks\n"
        "        lower = 6'd0;\n"
        "        d_taken = {BANKS{1'b0}};\n"
        "        for (k = 0; k < BANKS; k = k + 1) begin\n"
        "            for (p = 0; p < PORTS_D; p = p + 1) begin\n"
        "                d_select[p*BANKS + k] = d_wanted[k] & (lower == p[5:0]);\n"
        "                d_taken[k] = d_taken[k] | d_select[p*BANKS + k];\n"
        "            end\n"
        "            lower = lower + {5'd0, d_wanted[k]};\n"
        "        end\n"
        "    end\n",
        e->config->write == WRITE_NEAR ? "near " : "", wanted(e));
}

/* The entries that results hit, and what becomes of them. */
static void result_hits(struct emit *e)
{
    emit_format(e,
        "\n"
        "%s"
        "    reg [ENTRIES-1:0] stale;\n"
        "\n"
        "    always @* begin : hits\n"
        "        integer k, j;\n"
        "        reg [ENTRIES-1:0] found;\n"
        "        stale = {ENTRIES{1'b0}};\n"
        "        for (k = 0; k < BANKS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                found[j] = stays[j] & (ct_tag_q[j*REG_BITS +: REG_BITS] == wr_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "            found = found & {ENTRIES{concerns[k]}};\n"
        "%s"
        "        end\n"
        "    end\n",
        ccu_writes_results(e) ? "    // Entries that the results hit, by bank at [b*ENTRIES +: ENTRIES]; those of results without a port are\n"
                            "    // stale. They never hit a register that the instruction brings: it waited for its sources (3.5).\n"
                            "    reg [BANKS*ENTRIES-1:0] match;\n"
                          : "    // Entries that the results hit are stale. They never hit a register that the instruction brings: it\n"
                            "    // waited for its sources (3.5).\n",
        ccu_writes_results(e) ? "            match[k*ENTRIES +: ENTRIES] = found;\n"
                            "            stale = stale | (found & {ENTRIES{~d_taken[k]}});\n"
                          : "            stale = stale | found;\n");
}
int ccu_results(const struct emit *e, struct ccu_result list[6])
{
    int count = 0;
    list[count++] = (struct ccu_result){"d_reg", "wr_reg_i", "REG_BITS"};
    list[count++] = (struct ccu_result){"d_mask", "wr_mask_i", "LANES"};
    list[count++] = (struct ccu_result){"d_data", "wr_data_i", "VECTOR_BITS"};
    if (result_has_field(e))
        list[count++] = has(e, WITH_DIST) ? (struct ccu_result){"d_dist", "wr_dist_i", "DIST_BITS"}
                                          : (struct ccu_result){"d_near", "wr_near_i", "1"};
    return count;
}

/* The results on the ports, of one port or of several. */
static void port_d_results(struct emit *e)
{
    struct ccu_result list[6];
    char bits[WIDTH], product[EXPRESSION], left[EXPRESSION], right[EXPRESSION], zero[EXPRESSION];
    bool several = ccu_several_ports(e);
    int count = ccu_results(e, list);
    if (!ccu_follows_outcomes(e))
        list[count++] = (struct ccu_result){"d_hit", "match", "ENTRIES"};
    emit_format(e, "\n    // The result%s on the port%s.\n", several ? "s" : "", several ? "s" : "");
    for (int i = 0; i < count; i++)
        emit_format(e, "    reg %s%s;\n",
                    emit_range(bits, several ? times(product, "PORTS_D", list[i].width) : list[i].width), list[i].name);
    if (several)
        emit_text(e, "    reg [PORTS_D-1:0] d_valid;\n");
    emit_format(e,
        "\n"
        "    always @* begin : d_results\n"
        "        integer %sk;\n",
        several ? "p, " : "");
    for (int i = 0; i < count; i++)
        emit_format(e, "        %s = %s;\n", list[i].name,
                    copies(zero, "1'b0", several ? times(product, "PORTS_D", list[i].width) : list[i].width));
    if (several)
        emit_text(e, "        for (p = 0; p < PORTS_D; p = p + 1) begin\n"
                     "            d_valid[p] = |d_select[p*BANKS +: BANKS];\n"
                     "            for (k = 0; k < BANKS; k = k + 1)\n"
                     "                if (d_select[p*BANKS + k]) begin\n");
    else
        emit_text(e, "        for (k = 0; k < BANKS; k = k + 1)\n"
                     "            if (d_taken[k]) begin\n");
    for (int i = 0; i < count; i++) {
        const char *to = several ? element(left, list[i].name, "p", list[i].width) : list[i].name;
        emit_format(e, several ? "                    %s = %s |\n                        %s;\n"
                               : "                %s = %s | %s;\n",
                    to, to, element(right, list[i].source, "k", list[i].width));
    }
    emit_text(e, several ? "                end\n        end\n    end\n" : "            end\n    end\n");
}

/* The same with a port for each bank. */
static void port_d_results_per_bank(struct emit *e)
{
    struct ccu_result list[6];
    char product[EXPRESSION];
    int count = ccu_results(e, list);
    emit_text(e,
        "\n"
        "    // The results on the ports.\n"
        "    wire [PORTS_D-1:0] d_valid = d_taken;\n");
    for (int i = 0; i < count; i++)
        emit_format(e, "    wire [%s-1:0] %s = %s;\n", times(product, "PORTS_D", list[i].width), list[i].name,
                    list[i].source);
    emit_text(e,
        "    reg  [PORTS_D*ENTRIES-1:0] d_hit;\n"
        "\n"
        "    always @* begin : d_hits\n"
        "        integer p;\n"
        "        for (p = 0; p < PORTS_D; p = p + 1)\n"
        "            d_hit[p*ENTRIES +: ENTRIES] = match[p*ENTRIES +: ENTRIES] & {ENTRIES{d_taken[p]}};\n"
        "    end\n");
}

/* Steps 4 and 5 with one port: the function that finds a victim. */
static void first_candidate(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The first candidate.\n"
        "    function [ENTRIES-1:0] first_of;\n"
        "        input [ENTRIES-1:0] candidate;\n"
        "        input [ENTRIES-1:0] used;\n"
        "        input [ENTRIES*ENTRIES-1:0] used_before;\n"
        "        input [ENTRIES*ENTRIES-1:0] lower;\n"
        "        integer k;\n"
        "        for (k = 0; k < ENTRIES; k = k + 1)\n"
        "            first_of[k] = candidate[k] & ~|(candidate &\n"
        "                ahead(used[k], used, used_before[k*ENTRIES +: ENTRIES], lower[k*ENTRIES +: ENTRIES]));\n"
        "    endfunction\n"
        "\n");
}

/* What a victim is besides not being locked. */
static const char *not_written(const struct emit *e)
{
    return ccu_shares_write(e) ? "" : " & ~s_write";
}

static const char *victims_are(const struct emit *e)
{
    return ccu_shares_write(e) ? "not locked" : "neither locked nor written by port S";
}

/* In the issue stage the instruction has been chosen a cycle before. */
static void one_replacement(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Steps 4 and 5: a miss with all lanes takes an entry that is %s.\n"
        "    wire [ENTRIES-1:0] s_write;\n"
        "    wire d_miss = |d_taken & ~|d_hit & &d_mask;\n"
        "    reg  [ENTRIES-1:0] d_victim;\n",
        victims_are(e));
    first_candidate(e);
    emit_format(e,
        "    // If the CCU is allocated it is the entry behind the victims of the slots; nothing is on its way to the CCU\n"
        "    // then, and port S is idle.\n"
        "    always @* begin : d_replacement\n"
        "        d_victim = alloc_i ? check_next : first_of(~still_locked%s, ct_valid_q, prior, below);\n"
        "        d_victim = d_victim & {ENTRIES{d_miss}};\n"
        "    end\n"
        "\n"
        "    wire [ENTRIES-1:0] d_write = d_hit | d_victim;\n",
        not_written(e));
}

/* Steps 1 and 2 for both warps. */
static void results_of_warps(struct emit *e)
{
    const char *unless = ccu_shares_write(e) ? " & {BANKS{~s_valid_i}}" : "";
    emit_text(e,
        "\n"
        "    // Port D (III-C1, IV-A2, 3.11) ----------------------------------------------------------------\n"
        "    //\n"
        "    // It is known late what becomes of the CCU. So results are followed in three cases side by side: nothing is\n"
        "    // allocated here (\"stay\"), the table's own warp is (\"own\"), or another one (\"new\").\n"
        "\n"
        "    // 3.6 step 6: the warp goes on in another CCU.\n"
        "    wire leaves = issue_valid_i & ~alloc_i & ~flush;\n"
        "    wire take_none = own_q & ~alloc_i & ~leaves;\n"
        "\n"
        "    // Step 1: results of the table's warp, and of the warp that issues.\n"
        "    wire [BANKS-1:0] wr_own;\n"
        "    wire [BANKS-1:0] wr_new;\n"
        "    wire [BANKS-1:0] wr_all;                             // with all lanes\n");
    if (e->config->write == WRITE_NEAR && has(e, WITH_DST_DIST))
        emit_text(e, "    wire [BANKS-1:0] wr_near;\n");
    emit_text(e,
        "\n"
        "    generate\n"
        "        for (b = 0; b < BANKS; b = b + 1) begin : g_result\n"
        "            assign wr_own[b] = wr_valid_i[b] & (wr_warp_i[b*WARP_BITS +: WARP_BITS] == warp_q);\n"
        "            assign wr_new[b] = wr_valid_i[b] & (wr_warp_i[b*WARP_BITS +: WARP_BITS] == issue_warp_i);\n"
        "            assign wr_all[b] = &wr_mask_i[b*LANES +: LANES];\n");
    near_results(e);
    emit_format(e,
        "        end\n"
        "    endgenerate\n"
        "\n"
        "    // Step 2: the lowest %sone takes the port%s.\n"
        "    wire [BANKS-1:0] own_wanted = wr_own%s%s;\n"
        "    wire [BANKS-1:0] new_wanted = wr_new%s%s;\n"
        "    wire [BANKS-1:0] own_taken = own_wanted & (~own_wanted + 1'b1);\n"
        "    wire [BANKS-1:0] new_taken = new_wanted & (~new_wanted + 1'b1);\n"
        "    wire [BANKS-1:0] d_taken = take_new ? new_taken : own_taken;\n",
        e->config->write == WRITE_NEAR ? "near " : "", *unless ? ", unless port S needs the entries' write port" : "",
        wanted(e), unless, wanted(e), unless);
}

/* Step 3: the entries that results of the table's warp hit. */
static void own_hits(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // Step 3: the entry that the result on the port hits; entries of results without a port are stale. They never\n"
        "    // hit a register that the instruction brings: it waited for its sources (3.5).\n"
        "    reg  [ENTRIES-1:0] stay_hit;\n"
        "    reg  [ENTRIES-1:0] own_stale;\n"
        "    wire [ENTRIES-1:0] own_d_hit = stay_hit & ~own_replaced;\n"
        "    wire [ENTRIES-1:0] stale = own_stale & {ENTRIES{take_own | take_none}};\n"
        "\n"
        "    always @* begin : hits\n"
        "        integer k, j;\n"
        "        reg [ENTRIES-1:0] found;\n"
        "        stay_hit = {ENTRIES{1'b0}};\n"
        "        own_stale = {ENTRIES{1'b0}};\n"
        "        for (k = 0; k < BANKS; k = k + 1) begin\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                found[j] = ct_valid_q[j] &\n"
        "                    (ct_tag_q[j*REG_BITS +: REG_BITS] == wr_reg_i[k*REG_BITS +: REG_BITS]);\n"
        "            stay_hit = stay_hit | (found & {ENTRIES{own_taken[k]}});\n"
        "            own_stale = own_stale | (found & {ENTRIES{wr_own[k] & ~own_taken[k]}});\n"
        "        end\n"
        "    end\n");
}

/* The entry that a result of a new warp takes, for each entry that may be the first behind those of the slots. */
static void entries_behind(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The first entry from k on that port S does not write, at [k*ENTRIES +: ENTRIES].\n"
        "    reg [ENTRIES*ENTRIES-1:0] behind;\n"
        "\n"
        "    always @* begin : entries_behind\n"
        "        integer k;\n"
        "        reg [ENTRIES-1:0] found;\n"
        "        found = {ENTRIES{1'b0}};\n"
        "        for (k = ENTRIES - 1; k >= 0; k = k - 1) begin\n");
    if (ccu_shares_write(e))
        emit_text(e,
            "            found = {{(ENTRIES-1){1'b0}}, 1'b1} << k;\n");
    else
        emit_text(e,
            "            if (~s_write[k])\n"
            "                found = {{(ENTRIES-1){1'b0}}, 1'b1} << k;\n");
    emit_text(e,
        "            behind[k*ENTRIES +: ENTRIES] = found;\n"
        "        end\n"
        "    end\n");
}

/* Steps 4 and 5: an entry for each case. */
static void replacement_by_outcome(struct emit *e)
{
    emit_format(e,
        "\n"
        "    // Steps 4 and 5: a miss with all lanes takes an entry that is %s.\n"
        "    wire [ENTRIES-1:0] s_write;\n"
        "    wire stay_miss = |(own_taken & wr_all) & ~|stay_hit;\n"
        "    wire own_miss = |(own_taken & wr_all) & ~|own_d_hit;\n"
        "    wire new_miss = |(new_taken & wr_all);\n"
        "    reg  [ENTRIES-1:0] stay_d_victim;\n"
        "    reg  [ENTRIES-1:0] own_d_victim;\n"
        "    reg  [ENTRIES-1:0] new_d_victim;\n",
        victims_are(e));
    entries_behind(e);
    first_candidate(e);
    emit_format(e,
        "    always @* begin : d_replacement\n"
        "        integer k;\n"
        "        stay_d_victim = first_of(~still_locked%s, ct_valid_q, prior, below) & {ENTRIES{stay_miss}};\n"
        "        own_d_victim = first_of(~own_referenced%s, ct_valid_q & ~own_replaced, prior, below) &\n"
        "            {ENTRIES{own_miss}};\n"
        "        new_d_victim = {ENTRIES{1'b0}};\n"
        "        for (k = 0; k < ENTRIES; k = k + 1)\n"
        "            new_d_victim = new_d_victim | (behind[k*ENTRIES +: ENTRIES] & {ENTRIES{new_next[k] & new_miss}});\n"
        "    end\n"
        "\n"
        "    wire [ENTRIES-1:0] stay_d_write = stay_hit | stay_d_victim;\n"
        "    wire [ENTRIES-1:0] own_d_write = own_d_hit | own_d_victim;\n"
        "\n"
        "    // The case that there is.\n"
        "    wire [ENTRIES-1:0] d_victim = (stay_d_victim & {ENTRIES{take_none}}) | (own_d_victim & {ENTRIES{take_own}}) |\n"
        "                                  (new_d_victim & {ENTRIES{take_new}});\n"
        "    wire [ENTRIES-1:0] d_write = (stay_d_write & {ENTRIES{take_none}}) | (own_d_write & {ENTRIES{take_own}}) |\n"
        "                                 (new_d_victim & {ENTRIES{take_new}});\n",
        not_written(e), not_written(e));
}

/* Steps 4 and 5 with several. */
static void several_replacements(struct emit *e)
{
    char place[EXPRESSION];
    emit_format(e,
        "\n"
        "    // Steps 4 and 5: misses with all lanes take entries that are neither locked nor written by port S nor hit:\n"
        "    // the n-th one the candidate that n candidates are ahead of. Sets of entries by port are at\n"
        "    // [p*ENTRIES +: ENTRIES].\n"
        "    wire [ENTRIES-1:0] s_write;\n"
        "    reg  [PORTS_D*ENTRIES-1:0] d_victims;\n"
        "    wire [PORTS_D*ENTRIES-1:0] d_writes = d_hit | d_victims;\n"
        "    reg  [ENTRIES-1:0] d_victim;                         // of any port\n"
        "    reg  [ENTRIES-1:0] d_write;\n"
        "\n"
        "    always @* begin : d_replacement\n"
        "        integer p, j;\n"
        "        reg d_miss;\n"
        "        reg [ENTRIES-1:0] candidate;\n"
        "        reg [ENTRIES*ENTRY_BITS-1:0] place;              // candidates ahead of each entry\n"
        "        reg [5:0] misses;                                // on lower ports\n"
        "        d_miss = 1'b0;\n"
        "        misses = 6'd0;\n"
        "        candidate = ~locked & ~s_write;\n"
        "        for (p = 0; p < PORTS_D; p = p + 1)\n"
        "            candidate = candidate & ~d_hit[p*ENTRIES +: ENTRIES];\n"
        "        for (j = 0; j < ENTRIES; j = j + 1)\n"
        "            place[j*ENTRY_BITS +: ENTRY_BITS] = ones(candidate &\n"
        "                ahead(stays[j], stays, prior[j*ENTRIES +: ENTRIES], below[j*ENTRIES +: ENTRIES]));\n"
        "        for (p = 0; p < PORTS_D; p = p + 1) begin\n"
        "            d_miss = d_valid[p] & ~|d_hit[p*ENTRIES +: ENTRIES] & &d_mask[p*LANES +: LANES];\n"
        "            for (j = 0; j < ENTRIES; j = j + 1)\n"
        "                d_victims[p*ENTRIES + j] = d_miss & candidate[j] &\n"
        "                    (%s == misses);\n"
        "            misses = misses + {5'd0, d_miss};\n"
        "        end\n"
        "    end\n"
        "\n"
        "    always @* begin : d_any\n"
        "        integer p;\n"
        "        d_victim = {ENTRIES{1'b0}};\n"
        "        d_write = {ENTRIES{1'b0}};\n"
        "        for (p = 0; p < PORTS_D; p = p + 1) begin\n"
        "            d_victim = d_victim | d_victims[p*ENTRIES +: ENTRIES];\n"
        "            d_write = d_write | d_writes[p*ENTRIES +: ENTRIES];\n"
        "        end\n"
        "    end\n",
        extend(place, "place[j*ENTRY_BITS +: ENTRY_BITS]", shape_value(e->shape, "ENTRY_BITS"), 6));
}

/* Results: those that concern the CCU, their ports, the entries that they are written to. */
void ccu_port_d(struct emit *e)
{
    bool per_bank = ccu_several_ports(e) && e->config->ports_d >= e->config->banks;
    if (ccu_follows_outcomes(e)) {
        results_of_warps(e);
        own_hits(e);
        port_d_results(e);
        replacement_by_outcome(e);
        return;
    }
    concerned_results(e);
    if (!ccu_writes_results(e)) {
        result_hits(e);
        emit_text(e, "\n    wire [ENTRIES-1:0] s_write;\n");
        return;
    }
    if (per_bank)
        port_per_bank(e);
    else if (ccu_several_ports(e))
        several_ports_of_more_banks(e);
    else
        one_port(e);
    result_hits(e);
    if (per_bank)
        port_d_results_per_bank(e);
    else
        port_d_results(e);
    if (ccu_several_ports(e))
        several_replacements(e);
    else
        one_replacement(e);
}
