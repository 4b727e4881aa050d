// SPDX-License-Identifier: Apache-2.0
// mshr: lines on their way, and who waits for them
//
// Miss status holding registers: each waits for a line, or for the old values of an atomic. Targets are the
// loads and atomics that wait; all MSHRs share them. When what an MSHR waits for is there, its targets are
// answered one by one, the lowest first.
// CIAO, section II-A (MSHRs). Specification: 5.4.

`default_nettype none

module mshr #(
    parameter SUB_BITS = 1,                              // bits of a sub-core's number
    parameter LANES = 4,                                 // lanes of a vector register
    parameter ID_BITS = 8,                               // bits of an access's number
    parameter NUMBER_BITS = 44,                          // bits of a line's number
    parameter OFF_BITS = 2,                              // bits of the number of a word of a line
    parameter INDEX_BITS = 3,                            // bits of the number of a line's place
    parameter MSHRS = 3,                                 // lines that can be on their way
    parameter MSHR_BITS = 2,                             // bits of an MSHR's number
    parameter TARGETS = 4,                               // loads and atomics that can wait
    parameter TARGET_BITS = 2                            // bits of a target's number
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    output wire mshr_free_o,                             // an MSHR is free:
    output wire [MSHR_BITS-1:0] mshr_o,                  // the lowest
    output wire target_free_o,                           // a target is free
    output wire idle_o,                                  // no MSHR waits
    input  wire [NUMBER_BITS-1:0] access_line_i,         // an access: its line
    input  wire [SUB_BITS-1:0] access_sub_i,             // its sub-core
    input  wire [ID_BITS-1:0] access_id_i,               // its number there
    input  wire [LANES-1:0] access_mask_i,               // its elements
    input  wire [LANES*OFF_BITS-1:0] access_off_i,       // their words
    input  wire merge_i,                                 // it waits for a line that is under way
    input  wire alloc_i,                                 // it takes an MSHR, and waits for that
    input  wire alloc_atomic_i,                          // for old values
    input  wire [INDEX_BITS-1:0] alloc_index_i,          // for a line: place that is reserved
    input  wire serve_i,                                 // what an MSHR waits for is there:
    input  wire [MSHR_BITS-1:0] serve_mshr_i,            // this one
    output reg  [SUB_BITS-1:0] serve_sub_o,              // who is answered, zero if none: sub-core
    output reg  [ID_BITS-1:0] serve_id_o,                // number there
    output reg  [LANES-1:0] serve_mask_o,                // elements
    output reg  [LANES*OFF_BITS-1:0] serve_off_o,        // their words
    output wire last_o,                                  // that is the last one
    output wire install_o,                               // and it was a line that the MSHR waited for:
    output reg  [INDEX_BITS-1:0] install_index_o         // its place
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(SUB_BITS < 1 || LANES < 1 || ID_BITS < 1 || NUMBER_BITS < 1 || OFF_BITS < 1 ||
            INDEX_BITS < 1 || MSHRS < 1 || MSHR_BITS != (MSHRS > 2 ? $clog2(MSHRS) : 1) || TARGETS < 1 ||
            TARGET_BITS != (TARGETS > 2 ? $clog2(TARGETS) : 1))) begin : g_taken
        end else begin : g_refused
            mshr_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg [MSHRS-1:0] busy_q;                              // the MSHR waits
    reg [MSHRS-1:0] atomic_q;                            // for old values, else for a line
    reg [MSHRS*NUMBER_BITS-1:0] line_q;                  // number of the line
    reg [MSHRS*INDEX_BITS-1:0] index_q;                  // its place
    reg [TARGETS-1:0] target_q;                          // the target is in use
    reg [TARGETS*MSHR_BITS-1:0] target_mshr_q;           // MSHR that it waits for
    reg [TARGETS*SUB_BITS-1:0] target_sub_q;             // sub-core
    reg [TARGETS*ID_BITS-1:0] target_id_q;               // number there
    reg [TARGETS*LANES-1:0] target_mask_q;               // elements
    reg [TARGETS*LANES*OFF_BITS-1:0] target_off_q;       // their words

    // The lowest MSHR and the lowest target that are free.
    wire [MSHR_BITS-1:0] free_mshr;
    wire [TARGET_BITS-1:0] free_target;
    wire no_mshr, no_target;

    priority_encoder #(.N(MSHRS), .BITS(MSHR_BITS)) u_free_mshr (
        .set_i(~busy_q),
        .index_o(free_mshr),
        .none_o(no_mshr)
    );

    priority_encoder #(.N(TARGETS), .BITS(TARGET_BITS)) u_free_target (
        .set_i(~target_q),
        .index_o(free_target),
        .none_o(no_target)
    );

    assign mshr_free_o = ~no_mshr;
    assign mshr_o = free_mshr;
    assign target_free_o = ~no_target;
    assign idle_o = ~|busy_q;

    // 5.4: the MSHR that the access waits for.
    reg [MSHR_BITS-1:0] found;

    always @* begin : find
        integer m;
        found = {MSHR_BITS{1'b0}};
        for (m = 0; m < MSHRS; m = m + 1)
            if (busy_q[m] & ~atomic_q[m] & (line_q[m*NUMBER_BITS +: NUMBER_BITS] == access_line_i))
                found = found | m[MSHR_BITS-1:0];
    end

    wire [MSHR_BITS-1:0] awaited = merge_i ? found : free_mshr;
    wire add = merge_i | alloc_i;

    // Responses: the lowest target of the MSHR, and whether it is the last one.
    reg [TARGETS-1:0] waiting, answered;
    wire [TARGET_BITS-1:0] first;
    wire unused_none;                                    // an MSHR has a target

    always @* begin : targets
        integer t;
        waiting = {TARGETS{1'b0}};
        for (t = 0; t < TARGETS; t = t + 1)
            if (target_q[t])
                waiting[t] = target_mshr_q[t*MSHR_BITS +: MSHR_BITS] == serve_mshr_i;
    end

    priority_encoder #(.N(TARGETS), .BITS(TARGET_BITS)) u_first (
        .set_i(waiting),
        .index_o(first),
        .none_o(unused_none)
    );

    always @* begin : answer
        integer t;
        serve_sub_o = {SUB_BITS{1'b0}};
        serve_id_o = {ID_BITS{1'b0}};
        serve_mask_o = {LANES{1'b0}};
        serve_off_o = {(LANES*OFF_BITS){1'b0}};
        for (t = 0; t < TARGETS; t = t + 1) begin
            answered[t] = serve_i & (first == t[TARGET_BITS-1:0]);
            if (answered[t]) begin
                serve_sub_o = serve_sub_o | target_sub_q[t*SUB_BITS +: SUB_BITS];
                serve_id_o = serve_id_o | target_id_q[t*ID_BITS +: ID_BITS];
                serve_mask_o = serve_mask_o | target_mask_q[t*LANES +: LANES];
                serve_off_o = serve_off_o | target_off_q[t*LANES*OFF_BITS +: LANES*OFF_BITS];
            end
        end
    end

    wire last = serve_i & ~|(waiting & ~answered);
    reg [MSHRS-1:0] served;                              // the MSHR

    always @* begin : place
        integer m;
        install_index_o = {INDEX_BITS{1'b0}};
        for (m = 0; m < MSHRS; m = m + 1) begin
            served[m] = serve_mshr_i == m[MSHR_BITS-1:0];
            if (served[m])
                install_index_o = install_index_o | index_q[m*INDEX_BITS +: INDEX_BITS];
        end
    end

    assign last_o = last;
    assign install_o = last & ~|(served & atomic_q);

    genvar i;
    generate
        for (i = 0; i < MSHRS; i = i + 1) begin : g_mshr
            wire alloc = alloc_i & (free_mshr == i);

            always @(posedge clk_i)
                if (rst_i)
                    busy_q[i] <= 1'b0;
                else if (alloc)
                    busy_q[i] <= 1'b1;
                else if (last & served[i])
                    busy_q[i] <= 1'b0;

            always @(posedge clk_i)
                if (alloc & ~rst_i) begin
                    atomic_q[i] <= alloc_atomic_i;
                    line_q[i*NUMBER_BITS +: NUMBER_BITS] <= access_line_i;
                    index_q[i*INDEX_BITS +: INDEX_BITS] <= alloc_index_i;
                end
        end

        for (i = 0; i < TARGETS; i = i + 1) begin : g_target
            wire taken = add & (free_target == i);

            always @(posedge clk_i)
                if (rst_i)
                    target_q[i] <= 1'b0;
                else if (taken)
                    target_q[i] <= 1'b1;
                else if (answered[i])
                    target_q[i] <= 1'b0;

            always @(posedge clk_i)
                if (taken & ~rst_i) begin
                    target_mshr_q[i*MSHR_BITS +: MSHR_BITS] <= awaited;
                    target_sub_q[i*SUB_BITS +: SUB_BITS] <= access_sub_i;
                    target_id_q[i*ID_BITS +: ID_BITS] <= access_id_i;
                    target_mask_q[i*LANES +: LANES] <= access_mask_i;
                    target_off_q[i*LANES*OFF_BITS +: LANES*OFF_BITS] <= access_off_i;
                end
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            integer j, k;
            reg [MSHRS-1:0] waits;                       // for the line of the access
            if (alloc_i & no_mshr) begin
                $display("ASSERT %m: an access takes an MSHR, and none is free");
                $stop;
            end
            if (add & no_target) begin
                $display("ASSERT %m: an access takes a target, and none is free");
                $stop;
            end
            if (serve_i & ~|(busy_q & served)) begin
                $display("ASSERT %m: something comes for MSHR %0d, which waits for nothing", serve_mshr_i);
                $stop;
            end
            if (serve_i & unused_none) begin
                $display("ASSERT %m: something comes for MSHR %0d, which nobody waits for", serve_mshr_i);
                $stop;
            end
            if (alloc_i)
                for (k = 1; k < MSHRS; k = k + 1)
                    for (j = 0; j < k; j = j + 1)
                        if (busy_q[j] & busy_q[k] & ~atomic_q[j] & ~atomic_q[k] &
                            (line_q[j*NUMBER_BITS +: NUMBER_BITS] == line_q[k*NUMBER_BITS +: NUMBER_BITS])) begin
                            $display("ASSERT %m: MSHRs %0d and %0d wait for one line", j, k);
                            $stop;
                        end
            waits = {MSHRS{1'b0}};
            for (k = 0; k < MSHRS; k = k + 1)
                waits[k] = busy_q[k] & ~atomic_q[k] & (line_q[k*NUMBER_BITS +: NUMBER_BITS] == access_line_i);
            if (merge_i & ~|waits) begin
                $display("ASSERT %m: an access waits for a line that is not under way");
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
