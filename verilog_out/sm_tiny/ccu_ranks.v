// SPDX-License-Identifier: Apache-2.0
// ccu_ranks: next ranks of a cache table's entries
//
// The rank of an entry is its place in the order of use: 0 is the one that was used least recently.
// What an instruction moves goes to the most recent ranks, and what results move goes behind that.
// Malekeh, section IV-A1. Specification: 3.6, 3.11.

`default_nettype none

module ccu_ranks #(
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter ENTRIES = 8,                               // cache table entries per CCU
    parameter ENTRY_BITS = 3                             // bits of an entry's number
) (
    input  wire [ENTRIES*ENTRY_BITS-1:0] rank_i,         // ranks before
    input  wire [ENTRIES*ENTRIES-1:0] older_i,           // entries with lower ones than e, at [e*ENTRIES +: ENTRIES]
    input  wire take_own_i,                              // the table's own warp is allocated
    input  wire take_new_i,                              // another warp is
    input  wire take_none_i,                             // none is, and the table may take results
    input  wire [SLOTS-1:0] check_valid_i,               // the check: slots in use
    input  wire [SLOTS*SLOTS-1:0] check_same_i,          // bit s*SLOTS+f, f <= s: slots s and f are equal
    input  wire [SLOTS*ENTRIES-1:0] check_refers_i,      // entry of the slot
    input  wire [ENTRIES-1:0] check_moved_i,             // all of these entries
    input  wire [SLOTS*SLOTS-1:0] new_place_i,           // another warp: bit s*SLOTS+n, n <= s: slot s takes entry n
    input  wire [SLOTS*ENTRY_BITS-1:0] new_slot_rank_i,  // rank that a slot gives its entry, or 0
    input  wire [SLOTS:0] new_count_i,                   // bit n: they take n entries
    input  wire [ENTRIES*ENTRIES-1:0] behind_i,          // entry for a result if it is k, at [k*ENTRIES +: ENTRIES]
    input  wire [ENTRIES-1:0] own_d_i,                   // entry that a result moves: with the table's own warp
    input  wire [ENTRIES-1:0] new_d_i,                   // with another one
    input  wire [ENTRIES-1:0] stay_d_i,                  // without an allocation
    output reg  [ENTRIES*ENTRY_BITS-1:0] rank_o          // ranks behind
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(SLOTS != 6 || ENTRIES != 8 || ENTRY_BITS != 3)) begin : g_taken
        end else begin : g_refused
            ccu_ranks_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam [ENTRY_BITS-1:0] MOST_RECENT = ENTRIES[ENTRY_BITS-1:0] - 1'b1;

    // Number of entries in a set that lacks at least one.
    function [ENTRY_BITS-1:0] ones;
        input [ENTRIES-1:0] set;
        integer k;
        begin
            ones = {ENTRY_BITS{1'b0}};
            for (k = 0; k < ENTRIES; k = k + 1)
                ones = ones + {{(ENTRY_BITS-1){1'b0}}, set[k]};
        end
    endfunction

    // The instruction that was checked -----------------------------------------------------------

    // An entry's last use counts.
    reg [SLOTS-1:0] last;
    reg [SLOTS*ENTRIES-1:0] moves;                       // entry that the slot moves

    always @* begin : last_moves
        integer k, j;
        for (k = 0; k < SLOTS; k = k + 1) begin
            last[k] = check_valid_i[k];
            for (j = k + 1; j < SLOTS; j = j + 1)
                last[k] = last[k] & ~check_same_i[j*SLOTS + k];
            moves[k*ENTRIES +: ENTRIES] = check_refers_i[k*ENTRIES +: ENTRIES] & {ENTRIES{last[k]}};
        end
    end

    // The number of later moves gives the rank of an entry that is moved. That of another one is the number of such
    // entries that are older.
    function [ENTRIES*ENTRY_BITS-1:0] check_ranks;
        input [ENTRIES-1:0] moved;
        input [SLOTS*ENTRIES-1:0] by_slot;
        input [SLOTS-1:0] last_slots;
        input [ENTRIES*ENTRIES-1:0] lower;
        integer k, j;
        reg [ENTRY_BITS-1:0] rank;
        begin
            check_ranks = {(ENTRIES*ENTRY_BITS){1'b0}};
            for (j = 0; j < ENTRIES; j = j + 1)
                if (~moved[j])
                    check_ranks[j*ENTRY_BITS +: ENTRY_BITS] = ones(~moved & lower[j*ENTRIES +: ENTRIES]);
            rank = MOST_RECENT;
            for (k = SLOTS - 1; k >= 0; k = k - 1) begin
                for (j = 0; j < ENTRIES; j = j + 1)
                    if (by_slot[k*ENTRIES + j])
                        check_ranks[j*ENTRY_BITS +: ENTRY_BITS] = check_ranks[j*ENTRY_BITS +: ENTRY_BITS] | rank;
                rank = rank - {{(ENTRY_BITS-1){1'b0}}, last_slots[k]};
            end
        end
    endfunction

    // Another warp -------------------------------------------------------------------------------

    // It moves the entries below some number n: counts of entries that are older wait for every n.
    wire [ENTRIES-1:0] new_next = {1'd0, new_count_i};

    function [ENTRIES*ENTRY_BITS-1:0] new_ranks;
        input [ENTRIES-1:0] next;                        // the number n, one-hot
        input [ENTRIES*ENTRIES-1:0] all_lower;
        input [SLOTS*SLOTS-1:0] place;
        input [SLOTS*ENTRY_BITS-1:0] slot_rank;
        integer k, j;
        reg [ENTRIES-1:0] lower;
        reg [ENTRY_BITS-1:0] count;                      // of entries from k on
        begin
            new_ranks = {(ENTRIES*ENTRY_BITS){1'b0}};
            for (j = 0; j < ENTRIES; j = j + 1) begin
                lower = all_lower[j*ENTRIES +: ENTRIES];
                count = {ENTRY_BITS{1'b0}};
                for (k = ENTRIES - 1; k >= 0; k = k - 1) begin
                    count = count + {{(ENTRY_BITS-1){1'b0}}, lower[k]};
                    if (k <= j && next[k])
                        new_ranks[j*ENTRY_BITS +: ENTRY_BITS] = new_ranks[j*ENTRY_BITS +: ENTRY_BITS] | count;
                end
            end
            for (k = 0; k < SLOTS; k = k + 1)
                for (j = 0; j < SLOTS; j = j + 1)
                    if (place[k*SLOTS + j])
                        new_ranks[j*ENTRY_BITS +: ENTRY_BITS] = new_ranks[j*ENTRY_BITS +: ENTRY_BITS] |
                            slot_rank[k*ENTRY_BITS +: ENTRY_BITS];
        end
    endfunction

    // The same if a result takes an entry, too.
    function [ENTRIES*ENTRY_BITS-1:0] new_d_ranks;
        input [ENTRIES-1:0] next;
        input [ENTRIES*ENTRIES-1:0] all_lower;
        input [ENTRIES*ENTRIES-1:0] all_behind;
        input [SLOTS*SLOTS-1:0] place;
        input [SLOTS*ENTRY_BITS-1:0] slot_rank;
        integer k, j;
        reg [ENTRIES-1:0] lower;
        reg [ENTRIES-1:0] taken;                         // entry of a result, from k on
        reg [ENTRY_BITS-1:0] count;
        begin
            new_d_ranks = {(ENTRIES*ENTRY_BITS){1'b0}};
            for (j = 0; j < ENTRIES; j = j + 1) begin
                lower = all_lower[j*ENTRIES +: ENTRIES];
                count = {ENTRY_BITS{1'b0}};
                for (k = ENTRIES - 1; k >= 0; k = k - 1) begin
                    count = count + {{(ENTRY_BITS-1){1'b0}}, lower[k]};
                    taken = all_behind[k*ENTRIES +: ENTRIES] & ({ENTRIES{1'b1}} << k);
                    if (k <= j && next[k] & ~taken[j])
                        new_d_ranks[j*ENTRY_BITS +: ENTRY_BITS] = new_d_ranks[j*ENTRY_BITS +: ENTRY_BITS] |
                            (count - {{(ENTRY_BITS-1){1'b0}}, |(lower & taken)});
                end
            end
            for (k = 0; k < SLOTS; k = k + 1)
                for (j = 0; j < SLOTS; j = j + 1)
                    if (place[k*SLOTS + j] & |slot_rank[k*ENTRY_BITS +: ENTRY_BITS])
                        new_d_ranks[j*ENTRY_BITS +: ENTRY_BITS] = new_d_ranks[j*ENTRY_BITS +: ENTRY_BITS] |
                            (slot_rank[k*ENTRY_BITS +: ENTRY_BITS] - 1'b1);
        end
    endfunction

    // Results ------------------------------------------------------------------------------------

    // 3.11: a result moves its entry behind them; the others go down by one if they were above it.
    always @* begin : next_ranks
        integer k;
        k = 0;
        rank_o = rank_i;
        if (take_own_i) begin
            rank_o = check_ranks(check_moved_i, moves, last, older_i);
            for (k = 0; k < ENTRIES; k = k + 1)
                rank_o[k*ENTRY_BITS +: ENTRY_BITS] = own_d_i[k] ? MOST_RECENT : rank_o[k*ENTRY_BITS +: ENTRY_BITS] -
                    {{(ENTRY_BITS-1){1'b0}},
                     |(own_d_i & (older_i[k*ENTRIES +: ENTRIES] | {ENTRIES{check_moved_i[k]}}))};
        end else if (take_new_i & |new_d_i) begin
            rank_o = new_d_ranks(new_next, older_i, behind_i, new_place_i, new_slot_rank_i);
            for (k = 0; k < ENTRIES; k = k + 1)
                if (new_d_i[k])
                    rank_o[k*ENTRY_BITS +: ENTRY_BITS] = MOST_RECENT;
        end else if (take_new_i)
            rank_o = new_ranks(new_next, older_i, new_place_i, new_slot_rank_i);
        else if (take_none_i)
            for (k = 0; k < ENTRIES; k = k + 1)
                rank_o[k*ENTRY_BITS +: ENTRY_BITS] = stay_d_i[k] ? MOST_RECENT : rank_i[k*ENTRY_BITS +: ENTRY_BITS] -
                    {{(ENTRY_BITS-1){1'b0}}, |(stay_d_i & older_i[k*ENTRIES +: ENTRIES])};
    end

endmodule

`default_nettype wire
