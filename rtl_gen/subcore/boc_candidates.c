/* SPDX-License-Identifier: Apache-2.0 */
/* boc: the entries that the next instruction can take, in the order in which it would (3.14). */
#include "boc.h"
#include "collector.h"
#include "rtl_gen/gen/modules.h"

/* Sets of entries and numbers. */
static void functions(struct emit *e)
{
    collector_encode(e);
    emit_text(e,
        "\n"
        "    // Sum of two numbers.\n"
        "    function [CANDIDATES-1:0] sum;\n"
        "        input [CANDIDATES-1:0] a;\n"
        "        input [CANDIDATES-1:0] b;\n"
        "        integer n;\n"
        "        begin\n"
        "            sum = {CANDIDATES{1'b0}};\n"
        "            for (n = 0; n < CANDIDATES; n = n + 1)\n"
        "                sum = sum | ((a << n) & {CANDIDATES{b[n]}});\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    // Number of entries in a set: sums of pairs, of pairs of these, and so on.\n"
        "    function [CANDIDATES-1:0] count;\n"
        "        input [ENTRIES-1:0] set;\n"
        "        integer k, n, reach;\n"
        "        reg [ENTRIES*CANDIDATES-1:0] sums;\n"
        "        reg [CANDIDATES-1:0] total;\n"
        "        begin\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                sums[k*CANDIDATES +: CANDIDATES] = NONE << set[k];\n"
        "            for (reach = 1; reach < ENTRIES; reach = reach*2)\n"
        "                for (k = 0; k + reach < ENTRIES; k = k + 2*reach) begin\n"
        "                    total = {CANDIDATES{1'b0}};\n"
        "                    for (n = 0; n <= reach && n < CANDIDATES; n = n + 1)\n"
        "                        total = total | ((sums[k*CANDIDATES +: CANDIDATES] << n) &\n"
        "                            {CANDIDATES{sums[(k + reach)*CANDIDATES + n]}});\n"
        "                    sums[k*CANDIDATES +: CANDIDATES] = total;\n"
        "                end\n"
        "            count = sums[0 +: CANDIDATES];\n"
        "        end\n"
        "    endfunction\n"
        "\n"
        "    // For every entry the number of entries of a set ahead of it, in cyclic order from `begins` on: of the last\n"
        "    // 1, 2, 4 ... before it, of which none is ahead of `begins`.\n"
        "    function [ENTRIES*CANDIDATES-1:0] count_ahead;\n"
        "        input [ENTRIES-1:0] set;\n"
        "        input [ENTRIES-1:0] begins;\n"
        "        integer k, n, reach;\n"
        "        reg [ENTRIES-1:0] all;                           // these are all that are ahead\n"
        "        reg [ENTRIES*CANDIDATES-1:0] ahead;              // their number\n"
        "        reg [CANDIDATES-1:0] more;                       // number of as many before them\n"
        "        begin\n"
        "            all = begins;\n"
        "            more = NONE;\n"
        "            for (k = 0; k < ENTRIES; k = k + 1)\n"
        "                count_ahead[k*CANDIDATES +: CANDIDATES] =\n"
        "                    NONE << (set[(k + ENTRIES - 1)%ENTRIES] & ~begins[k]);\n"
        "            for (reach = 1; reach < ENTRIES; reach = reach*2) begin\n"
        "                ahead = count_ahead;\n"
        "                for (k = 0; k < ENTRIES; k = k + 1) begin\n"
        "                    more = all[k] ? NONE : ahead[((k + ENTRIES - reach)%ENTRIES)*CANDIDATES +: CANDIDATES];\n"
        "                    count_ahead[k*CANDIDATES +: CANDIDATES] = {CANDIDATES{1'b0}};\n"
        "                    for (n = 0; n <= reach && n < CANDIDATES; n = n + 1)\n"
        "                        count_ahead[k*CANDIDATES +: CANDIDATES] = count_ahead[k*CANDIDATES +: CANDIDATES] |\n"
        "                            ((ahead[k*CANDIDATES +: CANDIDATES] << n) & {CANDIDATES{more[n]}});\n"
        "                end\n"
        "                all = all | (all << reach) | (all >> (ENTRIES - reach));\n"
        "            end\n"
        "        end\n"
        "    endfunction\n");
}

/* The first one of a set, which drains need. */
static void first(struct emit *e)
{
    emit_text(e,
        "\n"
        "    // The first entry of a set in this order.\n"
        "    function [ENTRIES-1:0] first_of;\n"
        "        input [ENTRIES-1:0] set;\n"
        "        input [ENTRIES-1:0] begins;\n"
        "        integer reach;\n"
        "        reg [ENTRIES-1:0] all;                           // 1, 2, 4 ... before it are all that are ahead\n"
        "        reg [ENTRIES-1:0] ahead;                         // some of these are in the set\n"
        "        begin\n"
        "            all = begins;\n"
        "            ahead = ((set << 1) | (set >> (ENTRIES - 1))) & ~begins;\n"
        "            for (reach = 1; reach < ENTRIES; reach = reach*2) begin\n"
        "                ahead = ahead | (((ahead << reach) | (ahead >> (ENTRIES - reach))) & ~all);\n"
        "                all = all | (all << reach) | (all >> (ENTRIES - reach));\n"
        "            end\n"
        "            first_of = set & ~ahead;\n"
        "        end\n"
        "    endfunction\n");
}

void boc_candidates(struct emit *e)
{
    bool late = has(e, WITH_LATE);
    emit_format(e,
        "\n"
        "    // Candidates ----------------------------------------------------------------------------------\n"
        "\n"
        "    // The entries that come first when entries are taken, as many as an instruction names registers. They are found\n"
        "    // from registers alone, while the head is looked up; what the head hits is passed over then.\n"
        "    // Numbers of entries are one-hot: bit n is 1 if they are n; no bit if they are CANDIDATES or more.\n"
        "%s"
        "    localparam [CANDIDATES-1:0] NONE = {{(CANDIDATES-1){1'b0}}, 1'b1};\n",
        late ? "" : "    localparam CANDIDATES = SLOTS + 4;\n");
    functions(e);
    if (has(e, WITH_BACK))
        first(e);
    emit_format(e,
        "\n"
        "    // Free entries come first, then those in the window that can be replaced, unless the head hits them.\n"
        "    wire [ENTRIES-1:0] replaceable = in_use & ~(locked | wait_q%s);\n"
        "    wire [ENTRIES-1:0] begins = {{(ENTRIES-1){1'b0}}, 1'b1} << fifo_q; // cyclic order begins with it\n"
        "    wire [CANDIDATES-1:0] free_ones = count(free);\n"
        "    wire [CANDIDATES-1:0] takeable = count(free | replaceable);\n"
        "    wire [ENTRIES*CANDIDATES-1:0] free_ahead = count_ahead(free, begins);\n"
        "    wire [ENTRIES*CANDIDATES-1:0] replaceable_ahead = count_ahead(replaceable, begins);\n"
        "    reg [CANDIDATES*ENTRIES-1:0] %s            // candidate r as a set, at [r*ENTRIES +: ENTRIES]\n"
        "%s"
        "    reg [CANDIDATES-1:0] exists;                         // there is one\n"
        "    reg [CANDIDATES*ENTRY_BITS-1:0] number;              // its number\n"
        "    reg [CANDIDATES*ENTRY_BITS-1:0] next_number;         // and that of the entry behind it\n"
        "\n"
        "    always @* begin : candidates\n"
        "        integer r, j;\n"
        "        reg [CANDIDATES-1:0] place;\n"
        "        place = NONE;\n"
        "        for (j = 0; j < ENTRIES; j = j + 1) begin\n"
        "            place = ({CANDIDATES{free[j]}} & free_ahead[j*CANDIDATES +: CANDIDATES]) |\n"
        "                ({CANDIDATES{replaceable[j]}} &\n"
        "                 sum(replaceable_ahead[j*CANDIDATES +: CANDIDATES], free_ones));\n"
        "            for (r = 0; r < CANDIDATES; r = r + 1)\n"
        "                %s[r*ENTRIES + j] = place[r];\n"
        "        end\n"
        "        for (r = 0; r < CANDIDATES; r = r + 1) begin\n"
        "            exists[r] = |candidate[r*ENTRIES +: ENTRIES];\n"
        "            number[r*ENTRY_BITS +: ENTRY_BITS] = encode(candidate[r*ENTRIES +: ENTRIES]);\n"
        "            next_number[r*ENTRY_BITS +: ENTRY_BITS] = encode((candidate[r*ENTRIES +: ENTRIES] << 1) |\n"
        "                (candidate[r*ENTRIES +: ENTRIES] >> (ENTRIES - 1)));\n"
        "        end\n"
        "    end\n",
        has(e, WITH_BACK) ? " | dirty_q" : "", late ? "candidate_d;" : "candidate;  ",
        late ? "    wire [CANDIDATES*ENTRIES-1:0] candidate = candidate_q; // for what was chosen a cycle ago\n" : "",
        late ? "candidate_d" : "candidate");
    if (late)
        emit_text(e,
            "\n"
            "    always @(posedge clk_i)\n"
            "        if (rst_i)\n"
            "            candidate_q <= {(CANDIDATES*ENTRIES){1'b0}};\n"
            "        else\n"
            "            candidate_q <= candidate_d;\n");
}
