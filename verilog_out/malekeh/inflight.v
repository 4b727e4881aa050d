// SPDX-License-Identifier: Apache-2.0
// inflight: numbers of the instructions between issue and last result
//
// An instruction takes the lowest free number when it issues and gives it back with its last result, or when
// it dispatches if it has none. The age matrix tells which of two results is of the older instruction.
// Malekeh, section II: writes come from several units at once. Specification: 3.4, 3.5, 3.9.

`default_nettype none

module inflight #(
    parameter INFLIGHT = 32,                             // instructions between issue and last result
    parameter IID_BITS = 5,                              // bits of an in-flight number
    parameter PORTS = 6                                  // result ports
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    output wire full_o,                                  // no number is free
    output wire [IID_BITS-1:0] iid_o,                    // the lowest free number
    input  wire issue_valid_i,                           // an instruction takes it
    input  wire disp_valid_i,                            // an instruction dispatches
    input  wire [IID_BITS-1:0] disp_iid_i,               // its number
    input  wire [2:0] disp_dst_count_i,                  // its result registers
    input  wire [PORTS-1:0] accept_i,                    // results accepted
    input  wire [PORTS*IID_BITS-1:0] wb_iid_i,           // their numbers
    input  wire [PORTS-1:0] wb_last_i,                   // the last result of its instruction
    output wire [PORTS*PORTS-1:0] older_o                // bit u*PORTS+v: the result on port v is older than u's
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(INFLIGHT < 1 || IID_BITS != (INFLIGHT > 2 ? $clog2(INFLIGHT) : 1) || PORTS < 1)) begin : g_taken
        end else begin : g_refused
            inflight_does_not_take_these_parameters refused ();
        end
    endgenerate

    wire [INFLIGHT*INFLIGHT-1:0] row;
    wire [INFLIGHT-1:0] valid;
    wire [INFLIGHT-1:0] alloc;
    reg  [INFLIGHT-1:0] free;

    age_matrix #(.ENTRIES(INFLIGHT)) u_age (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .alloc_i(alloc),
        .free_i(free),
        .row_o(row)
    );

    genvar i, u, v;
    generate
        for (i = 0; i < INFLIGHT; i = i + 1) begin : g_number
            assign valid[i] = row[i*INFLIGHT + i];
            assign alloc[i] = issue_valid_i & (iid_o == i);
        end
    endgenerate

    // 3.5: the lowest free number.
    priority_encoder #(.N(INFLIGHT), .BITS(IID_BITS)) u_lowest (
        .set_i(~valid),
        .index_o(iid_o),
        .none_o(full_o)
    );

    // 3.4, 3.9: numbers that come back.
    always @* begin : give_back
        integer p;
        free = {INFLIGHT{1'b0}};
        if (disp_valid_i & (disp_dst_count_i == 3'd0))
            free[disp_iid_i] = 1'b1;
        for (p = 0; p < PORTS; p = p + 1)
            if (accept_i[p] & wb_last_i[p])
                free[wb_iid_i[p*IID_BITS +: IID_BITS]] = 1'b1;
    end

    // 3.9: age of the results. Numbers are decoded first: AND-OR is smaller than multiplexers of rows.
    wire [PORTS*INFLIGHT-1:0] named;

    generate
        for (u = 0; u < PORTS; u = u + 1) begin : g_port
            reg [INFLIGHT-1:0] older;

            assign named[u*INFLIGHT +: INFLIGHT] = {{(INFLIGHT-1){1'b0}}, 1'b1} << wb_iid_i[u*IID_BITS +: IID_BITS];

            always @* begin : row_of_port
                integer k;
                older = {INFLIGHT{1'b0}};
                for (k = 0; k < INFLIGHT; k = k + 1)
                    if (named[u*INFLIGHT + k])
                        older = older | row[k*INFLIGHT +: INFLIGHT];
            end

            for (v = 0; v < PORTS; v = v + 1) begin : g_other
                assign older_o[u*PORTS + v] = (v != u) & |(older & named[v*INFLIGHT +: INFLIGHT]);
            end
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if (|(alloc & valid)) begin
                $display("ASSERT %m: a number is given that is taken: %b", alloc);
                $stop;
            end
            if (|(free & ~valid)) begin
                $display("ASSERT %m: a number comes back that is not taken: %b", free);
                $stop;
            end
            if (full_o != &valid) begin
                $display("ASSERT %m: numbers are free, or none is, and full is %b", full_o);
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
