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
    reg [ENTRIES*ENTRY_BITS-1:0] check_rank;

    always @* begin : check_ranks
        integer k, j;
        reg [ENTRY_BITS-1:0] rank;
        check_rank = {(ENTRIES*ENTRY_BITS){1'b0}};
        for (j = 0; j < ENTRIES; j = j + 1)
            if (~check_moved_i[j])
                check_rank[j*ENTRY_BITS +: ENTRY_BITS] =
                    ones(~check_moved_i & older_i[j*ENTRIES +: ENTRIES]);
        rank = MOST_RECENT;
        for (k = SLOTS - 1; k >= 0; k = k - 1) begin
            for (j = 0; j < ENTRIES; j = j + 1)
                check_rank[j*ENTRY_BITS +: ENTRY_BITS] = check_rank[j*ENTRY_BITS +: ENTRY_BITS] |
                    ({ENTRY_BITS{moves[k*ENTRIES + j]}} & rank);
            rank = rank - {{(ENTRY_BITS-1){1'b0}}, last[k]};
        end
    end

    // Another warp -------------------------------------------------------------------------------

    // It moves the entries below some number n: counts of entries that are older wait for every n.
    wire [ENTRIES-1:0] new_next = {1'd0, new_count_i};
    reg [ENTRIES*ENTRY_BITS-1:0] new_rank;
    reg [ENTRIES*ENTRY_BITS-1:0] new_d_rank;             // if a result takes an entry, too

    always @* begin : new_ranks
        integer k, j;
        reg [ENTRIES-1:0] older;
        reg [ENTRIES-1:0] taken;                         // entry of a result, from k on
        reg [ENTRY_BITS-1:0] count;                      // of entries from k on
        new_rank = {(ENTRIES*ENTRY_BITS){1'b0}};
        new_d_rank = {(ENTRIES*ENTRY_BITS){1'b0}};
        for (j = 0; j < ENTRIES; j = j + 1) begin
            older = older_i[j*ENTRIES +: ENTRIES];
            count = {ENTRY_BITS{1'b0}};
            for (k = ENTRIES - 1; k >= 0; k = k - 1) begin
                count = count + {{(ENTRY_BITS-1){1'b0}}, older[k]};
                if (k <= j)
                    new_rank[j*ENTRY_BITS +: ENTRY_BITS] = new_rank[j*ENTRY_BITS +: ENTRY_BITS] |
                        ({ENTRY_BITS{new_next[k]}} & count);
                taken = behind_i[k*ENTRIES +: ENTRIES] & ({ENTRIES{1'b1}} << k);
                if (k <= j)
                    new_d_rank[j*ENTRY_BITS +: ENTRY_BITS] = new_d_rank[j*ENTRY_BITS +: ENTRY_BITS] |
                        ({ENTRY_BITS{new_next[k] & ~taken[j]}} &
                         (count - {{(ENTRY_BITS-1){1'b0}}, |(older & taken)}));
            end
        end
        for (k = 0; k < SLOTS; k = k + 1)
            for (j = 0; j < SLOTS; j = j + 1) begin
                new_rank[j*ENTRY_BITS +: ENTRY_BITS] = new_rank[j*ENTRY_BITS +: ENTRY_BITS] |
                    ({ENTRY_BITS{new_place_i[k*SLOTS + j]}} & new_slot_rank_i[k*ENTRY_BITS +: ENTRY_BITS]);
                new_d_rank[j*ENTRY_BITS +: ENTRY_BITS] = new_d_rank[j*ENTRY_BITS +: ENTRY_BITS] |
                    ({ENTRY_BITS{new_place_i[k*SLOTS + j] & |new_slot_rank_i[k*ENTRY_BITS +: ENTRY_BITS]}} &
                     (new_slot_rank_i[k*ENTRY_BITS +: ENTRY_BITS] - 1'b1));
            end
    end

    // Results ------------------------------------------------------------------------------------

    // 3.11: a result moves its entry behind them; the others go down by one if they were above it.
    always @* begin : next_ranks
        integer k;
        reg [ENTRIES-1:0] older;
        reg [ENTRY_BITS-1:0] rank;
        for (k = 0; k < ENTRIES; k = k + 1) begin
            older = older_i[k*ENTRIES +: ENTRIES];
            rank = rank_i[k*ENTRY_BITS +: ENTRY_BITS];
            if (take_own_i)
                rank = own_d_i[k] ? MOST_RECENT : check_rank[k*ENTRY_BITS +: ENTRY_BITS] -
                    {{(ENTRY_BITS-1){1'b0}}, |(own_d_i & (older | {ENTRIES{check_moved_i[k]}}))};
            else if (take_new_i)
                rank = new_d_i[k] ? MOST_RECENT :
                    |new_d_i ? new_d_rank[k*ENTRY_BITS +: ENTRY_BITS] : new_rank[k*ENTRY_BITS +: ENTRY_BITS];
            else if (take_none_i)
                rank = stay_d_i[k] ? MOST_RECENT : rank_i[k*ENTRY_BITS +: ENTRY_BITS] -
                    {{(ENTRY_BITS-1){1'b0}}, |(stay_d_i & older)};
            rank_o[k*ENTRY_BITS +: ENTRY_BITS] = rank;
        end
    end

endmodule

`default_nettype wire
