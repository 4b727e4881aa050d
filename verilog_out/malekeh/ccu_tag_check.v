// SPDX-License-Identifier: Apache-2.0
// ccu_tag_check: what an instruction finds in a cache table
//
// The sources of an instruction are looked up; those that miss replace entries. Sets of entries by slot are at
// [s*ENTRIES +: ENTRIES].
// Malekeh, section III-C1, steps 2 to 4. Specification: 3.6.

`default_nettype none

module ccu_tag_check #(
    parameter REG_BITS = 8,                              // bits of a register's number
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter ENTRIES = 8,                               // cache table entries per CCU
    parameter ENTRY_BITS = 3                             // bits of an entry's number
) (
    input  wire [SLOTS-1:0] valid_i,                     // its slots in use
    input  wire [SLOTS*REG_BITS-1:0] reg_i,              // their registers
    input  wire [SLOTS-1:0] first_i,                     // no lower slot names the same register
    input  wire [SLOTS*SLOTS-1:0] same_i,                // bit s*SLOTS+f, f <= s: slots s and f are equal
    input  wire [ENTRIES-1:0] used_i,                    // entries in use that it may hit
    input  wire [ENTRIES*REG_BITS-1:0] tag_i,            // their registers
    input  wire [ENTRIES*ENTRIES-1:0] ahead_i,           // entries replaced before e, at [e*ENTRIES +: ENTRIES]
    output reg  [SLOTS-1:0] hit_o,                       // the table has the value of the slot
    output reg  [SLOTS*ENTRIES-1:0] victim_o,            // entry that the slot's register replaces
    output reg  [SLOTS*ENTRIES-1:0] refers_o,            // entry of the slot
    output reg  [ENTRIES-1:0] referenced_o,              // entries of all slots
    output reg  [ENTRIES-1:0] replaced_o                 // entries that get another register
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(REG_BITS != 8 || SLOTS != 6 || ENTRIES != 8 || ENTRY_BITS != 3)) begin : g_taken
        end else begin : g_refused
            ccu_tag_check_does_not_take_these_parameters refused ();
        end
    endgenerate

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

    always @* begin : check
        integer k, j;
        reg [ENTRIES-1:0] entry_hit;                     // entries hit by any slot
        reg [ENTRIES*ENTRY_BITS-1:0] place;              // candidates ahead of each entry
        reg [ENTRY_BITS-1:0] misses;                     // of lower slots
        j = 0;
        hit_o = {SLOTS{1'b0}};
        refers_o = {(SLOTS*ENTRIES){1'b0}};
        victim_o = {(SLOTS*ENTRIES){1'b0}};
        entry_hit = {ENTRIES{1'b0}};

        // Step 2: hits.
        for (k = 0; k < SLOTS; k = k + 1)
            if (valid_i[k]) begin
                for (j = 0; j < ENTRIES; j = j + 1)
                    refers_o[k*ENTRIES + j] = used_i[j] &
                        (tag_i[j*REG_BITS +: REG_BITS] == reg_i[k*REG_BITS +: REG_BITS]);
                hit_o[k] = |refers_o[k*ENTRIES +: ENTRIES];
                entry_hit = entry_hit | refers_o[k*ENTRIES +: ENTRIES];
            end

        // Step 3: victims. The n-th miss takes the candidate that n candidates are ahead of.
        for (j = 0; j < ENTRIES; j = j + 1)
            place[j*ENTRY_BITS +: ENTRY_BITS] = ones(~entry_hit & ahead_i[j*ENTRIES +: ENTRIES]);
        misses = {ENTRY_BITS{1'b0}};
        for (k = 0; k < SLOTS; k = k + 1) begin
            if (first_i[k] & ~hit_o[k])
                for (j = 0; j < ENTRIES; j = j + 1)
                    victim_o[k*ENTRIES + j] = ~entry_hit[j] & (place[j*ENTRY_BITS +: ENTRY_BITS] == misses);
            misses = misses + {{(ENTRY_BITS-1){1'b0}}, first_i[k] & ~hit_o[k]};
        end

        // Step 4: a slot refers to the entry that it hits, or to the victim of the first slot with its register.
        for (k = 0; k < SLOTS; k = k + 1)
            for (j = 0; j <= k; j = j + 1)
                if (same_i[k*SLOTS + j])
                    refers_o[k*ENTRIES +: ENTRIES] = refers_o[k*ENTRIES +: ENTRIES] | victim_o[j*ENTRIES +: ENTRIES];

        // The entries of all slots.
        replaced_o = {ENTRIES{1'b0}};
        for (k = 0; k < SLOTS; k = k + 1)
            replaced_o = replaced_o | victim_o[k*ENTRIES +: ENTRIES];
        referenced_o = entry_hit | replaced_o;
    end

endmodule

`default_nettype wire
