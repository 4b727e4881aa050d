// SPDX-License-Identifier: Apache-2.0
// ccu_replacement: order of replacement of a cache table
//
// Entries in use are replaced in this order: far ones from a random start on, then near ones by age.
// Malekeh, section IV-A1. Specification: 3.6.

`default_nettype none

module ccu_replacement #(
    parameter ENTRIES = 8,                               // cache table entries per CCU
    parameter ENTRY_BITS = 3                             // bits of an entry's number
) (
    input  wire [7:0] random_i,                          // pseudo-random number
    input  wire [ENTRIES-1:0] near_i,                    // entries whose next read is near
    input  wire [ENTRIES*ENTRY_BITS-1:0] rank_i,         // each entry's age, 0 = oldest
    input  wire [ENTRIES-1:0] used_i,                    // entries in use
    output wire [ENTRIES*ENTRIES-1:0] older_o,           // entries older than e, at [e*ENTRIES +: ENTRIES]
    output wire [ENTRIES*ENTRIES-1:0] prior_o,           // entries replaced before e, if all are in use
    output wire [ENTRIES*ENTRIES-1:0] ahead_o            // the same as it is: those not in use come first, by number
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(ENTRIES != 8 || ENTRY_BITS != 3)) begin : g_taken
        end else begin : g_refused
            ccu_replacement_does_not_take_these_parameters refused ();
        end
    endgenerate

    wire [ENTRIES*ENTRIES-1:0] below;                    // entries with lower numbers than e
    reg  [ENTRIES*ENTRIES-1:0] prior;
    wire [ENTRIES*ENTRIES-1:0] older;
    wire [ENTRIES-1:0] far = ~near_i;

    // Random choices start at entry (random * ENTRIES) / 256; reached[e]: e is there or behind.
    wire [31:0] start = {24'd0, random_i} * ENTRIES;
    wire [ENTRIES-1:0] reached;

    genvar e, n;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
            assign reached[e] = start < 256 * (e + 1);
            assign below[e*ENTRIES +: ENTRIES] = ~({ENTRIES{1'b1}} << e);
            assign ahead_o[e*ENTRIES +: ENTRIES] = used_i[e] ? ~used_i | prior[e*ENTRIES +: ENTRIES]
                                                             : ~used_i & below[e*ENTRIES +: ENTRIES];

            for (n = 0; n < ENTRIES; n = n + 1) begin : g_older
                assign older[e*ENTRIES + n] = rank_i[n*ENTRY_BITS +: ENTRY_BITS] < rank_i[e*ENTRY_BITS +: ENTRY_BITS];
            end
        end
    endgenerate

    always @* begin : order
        integer j;
        for (j = 0; j < ENTRIES; j = j + 1)
            prior[j*ENTRIES +: ENTRIES] =
                far[j] & reached[j] ? far & reached & below[j*ENTRIES +: ENTRIES] :
                far[j] ? far & (reached | below[j*ENTRIES +: ENTRIES]) :
                far | older[j*ENTRIES +: ENTRIES];
    end

    assign older_o = older;
    assign prior_o = prior;

endmodule

`default_nettype wire
