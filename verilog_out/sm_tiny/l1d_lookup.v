// SPDX-License-Identifier: Apache-2.0
// l1d_lookup: where a line is in the cache, or goes
//
// The set of a line, the way that has it or waits for it, and the way that it takes if none has. Nothing here
// waits for what is to be done with the line.
// CIAO, sections II-A and V-A (set index, LRU). Specification: 5.4.

`default_nettype none

module l1d_lookup #(
    parameter NUMBER_BITS = 44,                          // bits of a line's number
    parameter L1D_SETS = 4,                              // sets of the cache
    parameter L1D_SET_BITS = 2,                          // bits of a set's number
    parameter L1D_WAYS = 2,                              // lines of a set
    parameter L1D_PAIRS = 1,                             // pairs of ways of a set
    parameter LINES = 8,                                 // lines of the cache
    parameter INDEX_BITS = 3                             // bits of the number of a line's place
) (
    input  wire [NUMBER_BITS-1:0] line_i,                // number of the line
    input  wire [LINES-1:0] valid_i,                     // lines that are there
    input  wire [LINES-1:0] wait_i,                      // on their way
    input  wire [LINES-1:0] dirty_i,                     // not in memory below
    input  wire [LINES*NUMBER_BITS-1:0] tag_i,           // their numbers
    input  wire [L1D_SETS*L1D_PAIRS-1:0] older_i,        // order of use of the ways of each set
    output wire [L1D_SETS-1:0] set_o,                    // set of the line, one-hot
    output wire [L1D_WAYS-1:0] hit_o,                    // way that has it, one-hot or zero
    output wire [L1D_WAYS-1:0] under_way_o,              // way that waits for it, one-hot or zero
    output wire [L1D_WAYS-1:0] place_o,                  // way that a miss takes, one-hot or zero
    output wire place_dirty_o,                           // it holds a dirty line:
    output reg  [NUMBER_BITS-1:0] place_line_o,          // its number
    output reg  [INDEX_BITS-1:0] row_o                   // row of the way that has the line, else of the place
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(NUMBER_BITS != 44 || L1D_SETS != 4 || L1D_SET_BITS != 2 || L1D_WAYS != 2 ||
            L1D_PAIRS != 1 || LINES != 8 || INDEX_BITS != 3)) begin : g_taken
        end else begin : g_refused
            l1d_lookup_does_not_take_these_parameters refused ();
        end
    endgenerate

    // 5.4: the set, the exclusive or of all groups of L1D_SET_BITS bits of the line's number.
    reg [L1D_SET_BITS-1:0] set;

    always @* begin : hash
        integer k;
        set = {L1D_SET_BITS{1'b0}};
        for (k = 0; k < NUMBER_BITS; k = k + 1)
            set[k % L1D_SET_BITS] = set[k % L1D_SET_BITS] ^ line_i[k];
    end
    wire [INDEX_BITS-1:0] base = {1'd0, set} * L1D_WAYS[INDEX_BITS-1:0];

    genvar s;
    generate
        for (s = 0; s < L1D_SETS; s = s + 1) begin : g_set
            assign set_o[s] = set == s;
        end
    endgenerate

    // Its ways.
    reg [L1D_WAYS-1:0] valid, waits, dirty;
    reg [L1D_WAYS*NUMBER_BITS-1:0] tag;
    reg [L1D_PAIRS-1:0] older;

    always @* begin : ways
        integer z;
        valid = {L1D_WAYS{1'b0}};
        waits = {L1D_WAYS{1'b0}};
        dirty = {L1D_WAYS{1'b0}};
        tag = {(L1D_WAYS*NUMBER_BITS){1'b0}};
        older = {L1D_PAIRS{1'b0}};
        for (z = 0; z < L1D_SETS; z = z + 1) begin
            valid = valid | ({L1D_WAYS{set_o[z]}} & valid_i[z*L1D_WAYS +: L1D_WAYS]);
            waits = waits | ({L1D_WAYS{set_o[z]}} & wait_i[z*L1D_WAYS +: L1D_WAYS]);
            dirty = dirty | ({L1D_WAYS{set_o[z]}} & dirty_i[z*L1D_WAYS +: L1D_WAYS]);
            tag = tag | ({(L1D_WAYS*NUMBER_BITS){set_o[z]}} &
                tag_i[z*L1D_WAYS*NUMBER_BITS +: L1D_WAYS*NUMBER_BITS]);
            older = older | ({L1D_PAIRS{set_o[z]}} & older_i[z*L1D_PAIRS +: L1D_PAIRS]);
        end
    end

    // Where the line is.
    reg [L1D_WAYS-1:0] same;

    always @* begin : compare
        integer k;
        for (k = 0; k < L1D_WAYS; k = k + 1)
            same[k] = tag[k*NUMBER_BITS +: NUMBER_BITS] == line_i;
    end

    wire [L1D_WAYS-1:0] hit = valid & same;

    // The place of a miss: the lowest way that is free, else the one that was used longest ago.
    wire [L1D_WAYS-1:0] unused = ~valid & ~waits;
    wire [L1D_WAYS-1:0] lowest = unused & (~unused + 1'b1);
    wire [L1D_WAYS*L1D_WAYS-1:0] sooner;                 // bit i*L1D_WAYS+j: way i before way j
    wire [L1D_WAYS-1:0] oldest;

    genvar i, j;
    generate
        for (i = 0; i < L1D_WAYS; i = i + 1) begin : g_way
            for (j = 0; j < L1D_WAYS; j = j + 1) begin : g_other
                if (i < j) begin : g_behind
                    assign sooner[i*L1D_WAYS + j] = older[i*(2*L1D_WAYS - i - 1)/2 + (j - i - 1)];
                end else if (i > j) begin : g_ahead
                    assign sooner[i*L1D_WAYS + j] = ~older[j*(2*L1D_WAYS - j - 1)/2 + (i - j - 1)];
                end else begin : g_self
                    assign sooner[i*L1D_WAYS + j] = 1'b1;
                end
            end

            assign oldest[i] = ~waits[i] & &(sooner[i*L1D_WAYS +: L1D_WAYS] | waits);
        end
    endgenerate

    wire [L1D_WAYS-1:0] place = |unused ? lowest : oldest;

    assign hit_o = hit;
    assign under_way_o = waits & same;
    assign place_o = place;
    assign place_dirty_o = |(place & dirty);

    always @* begin : place_line
        integer k;
        place_line_o = {NUMBER_BITS{1'b0}};
        for (k = 0; k < L1D_WAYS; k = k + 1)
            place_line_o = place_line_o | ({NUMBER_BITS{place[k]}} & tag[k*NUMBER_BITS +: NUMBER_BITS]);
    end

    // The number of the row: the rows of a set lie behind each other.
    wire [L1D_WAYS-1:0] way = hit | (place & {L1D_WAYS{~|hit}});

    always @* begin : row
        integer k;
        row_o = {INDEX_BITS{1'b0}};
        for (k = 0; k < L1D_WAYS; k = k + 1)
            row_o = row_o | ({INDEX_BITS{way[k]}} & (base + k[INDEX_BITS-1:0]));
    end

endmodule

`default_nettype wire
