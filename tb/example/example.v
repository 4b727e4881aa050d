// SPDX-License-Identifier: Apache-2.0
// An example: a small bench around the generated module `subcore`, to be read, copied and changed.
//
// One warp runs three instructions:
//
//     #0  SET    R2 = 100, 101, 102, ...  (a value for each lane)   on unit INT
//     #1  SET    R4 = 200, 201, 202, ...                            on unit FP32
//     #2  STORE  R2, R4; the last instruction of the warp           on unit LDST
//
// The sub-core does not know what an instruction does. It keeps instructions until their registers are ready, reads the
// registers, and hands instruction and operands to an execution unit. What stands around it is here:
//
//     the front end        launches the warp and decodes its instructions
//     the execution units  take what is dispatched, and answer with results
//     the checker          looks at every output, and ends the simulation with an error if one is wrong
//
// `make example` runs it. By hand, in the folder of the design (verilog_out/tiny):
//
//     iverilog -g2005 -s example -o /tmp/example -c subcore.f ../../tb/example/example.v
//     vvp -n /tmp/example +vcd=/tmp/example.vcd
//
// A good run ends with a line "example: PASS". Any other has exit code 1. Without +vcd no waveform is written.

`default_nettype none

// The sizes are those of the design `tiny`. For another one set the parameters to what its files say, and the macros at
// the instance below; `make example CONFIG=` does both.
module example #(
    parameter WARPS = 2,                                 // warp slots
    parameter LANES = 4,                                 // lanes of a vector register, each of 32 bits
    parameter REG_BITS = 6,                              // bits of a register's number
    parameter IID_BITS = 3,                              // bits of an in-flight number
    parameter BANKS = 2,                                 // register file banks
    parameter ROW_BITS = 6,                              // bits of a row's number in a bank
    parameter SLOTS = 6,                                 // source operands of an instruction
    parameter PAYLOAD_BITS = 64,                         // bits of an instruction that the sub-core only carries
    parameter TAGS = 32,                                 // predicates and uniform registers of a warp
    parameter DEPTH = 2                                  // instructions of a warp in the ibuffer (see ibuffer.v)
);
    localparam WARP_BITS = WARPS > 1 ? $clog2(WARPS) : 1;
    localparam VECTOR_BITS = 32*LANES;
    localparam UNITS = 8;                                // execution units
    localparam PORTS = 6;                                // result ports, of units 0 to 5
    localparam INT = 0, FP32 = 1, LDST = 5;              // numbers of units

    // Choices of this bench. Register r of warp w is in bank (r + w) mod BANKS: R2 and R4 are in one bank of two.
    localparam WARP = WARPS - 1;                         // slot of the warp
    localparam ROW = 4;                                  // first row of its registers, in each bank
    localparam FIRST = 2;                                // register that #0 writes
    localparam SECOND = FIRST + BANKS < (1 << REG_BITS) ? FIRST + BANKS : FIRST + 1;     // and #1
    localparam [REG_BITS-1:0] FIRST_NUMBER = FIRST, SECOND_NUMBER = SECOND;
    localparam INSTRUCTIONS = 3;
    localparam RESET_CYCLES = 2;
    localparam INT_CYCLES = 5;                           // from dispatch to result
    localparam FP32_CYCLES = 4;                          // one less: both results come in the same cycle
    localparam LDST_CYCLES = 8;                          // from the issue of #2 until LDST is ready
    localparam PATIENCE = 200;                           // cycles after which the bench gives up

    // The signals of the sub-core, called as its ports. What goes with a valid input is X while that is low, so that
    // a design that looks at it shows.

    reg clk_i = 1'b0;
    reg rst_i = 1'b1;
    reg launch_valid_i = 1'b0;
    reg [WARP_BITS-1:0] launch_warp_i;
    reg [ROW_BITS-1:0] launch_row_i;
    reg dec_valid_i = 1'b0;
    reg [WARP_BITS-1:0] dec_warp_i;
    reg [2:0] dec_unit_i;
    reg [SLOTS-1:0] dec_src_valid_i;
    reg [SLOTS*REG_BITS-1:0] dec_src_reg_i;
    reg [SLOTS-1:0] dec_src_near_i;
    reg [2:0] dec_dst_count_i;
    reg [REG_BITS-1:0] dec_dst_base_i;
    reg [3:0] dec_dst_near_i;
    reg [TAGS-1:0] dec_tag_src_i;
    reg [TAGS-1:0] dec_tag_dst_i;
    reg dec_last_i;
    reg [LANES-1:0] dec_mask_i;
    reg [PAYLOAD_BITS-1:0] dec_payload_i;
    wire issue_valid_o;
    wire [WARP_BITS-1:0] issue_warp_o;
    wire [IID_BITS-1:0] issue_iid_o;
    wire [UNITS-1:0] unit_ready_i;
    wire disp_valid_o;
    wire [WARP_BITS-1:0] disp_warp_o;
    wire [IID_BITS-1:0] disp_iid_o;
    wire [2:0] disp_unit_o;
    wire [LANES-1:0] disp_mask_o;
    wire [2:0] disp_dst_count_o;
    wire [REG_BITS-1:0] disp_dst_base_o;
    wire [3:0] disp_dst_near_o;
    wire [PAYLOAD_BITS-1:0] disp_payload_o;
    wire [SLOTS*VECTOR_BITS-1:0] disp_operand_o;
    reg [PORTS-1:0] wb_valid_i = 0;
    reg [PORTS*WARP_BITS-1:0] wb_warp_i;
    reg [PORTS*REG_BITS-1:0] wb_reg_i;
    reg [PORTS*IID_BITS-1:0] wb_iid_i;
    reg [PORTS-1:0] wb_last_i;
    reg [PORTS-1:0] wb_near_i;
    reg [PORTS*LANES-1:0] wb_mask_i;
    reg [PORTS*VECTOR_BITS-1:0] wb_data_i;
    wire [PORTS-1:0] wb_ready_o;
    wire end_valid_o;
    wire [WARP_BITS-1:0] end_warp_o;

    subcore dut (
        .clk_i(clk_i),
`ifdef HAS_RST_NI
        .rst_ni(~rst_i),
`else
        .rst_i(rst_i),
`endif
        .launch_valid_i(launch_valid_i),
        .launch_warp_i(launch_warp_i),
        .launch_row_i(launch_row_i),
        .dec_valid_i(dec_valid_i),
        .dec_warp_i(dec_warp_i),
        .dec_unit_i(dec_unit_i),
        .dec_src_valid_i(dec_src_valid_i),
        .dec_src_reg_i(dec_src_reg_i),
        .dec_dst_count_i(dec_dst_count_i),
        .dec_dst_base_i(dec_dst_base_i),
        .dec_last_i(dec_last_i),
        .dec_mask_i(dec_mask_i),
        .dec_payload_i(dec_payload_i),
        .issue_valid_o(issue_valid_o),
        .issue_warp_o(issue_warp_o),
        .issue_iid_o(issue_iid_o),
        .unit_ready_i(unit_ready_i),
        .disp_valid_o(disp_valid_o),
        .disp_warp_o(disp_warp_o),
        .disp_iid_o(disp_iid_o),
        .disp_unit_o(disp_unit_o),
        .disp_mask_o(disp_mask_o),
        .disp_dst_count_o(disp_dst_count_o),
        .disp_dst_base_o(disp_dst_base_o),
        .disp_payload_o(disp_payload_o),
        .disp_operand_o(disp_operand_o),
        .wb_valid_i(wb_valid_i),
        .wb_warp_i(wb_warp_i),
        .wb_reg_i(wb_reg_i),
        .wb_iid_i(wb_iid_i),
        .wb_last_i(wb_last_i),
        .wb_mask_i(wb_mask_i),
        .wb_data_i(wb_data_i),
        .wb_ready_o(wb_ready_o),
        // Ports that tiny has, and some designs lack.
`ifndef NO_TAGS
        .dec_tag_src_i(dec_tag_src_i),
        .dec_tag_dst_i(dec_tag_dst_i),
        .tag_valid_i(1'b0),                              // no instruction here sets a tag
        .tag_warp_i({WARP_BITS{1'bx}}),
        .tag_mask_i({TAGS{1'bx}}),
`endif
`ifndef NO_SRC_NEAR
        .dec_src_near_i(dec_src_near_i),
`endif
`ifndef NO_DST_NEAR
        .dec_dst_near_i(dec_dst_near_i),
        .disp_dst_near_o(disp_dst_near_o),
        .wb_near_i(wb_near_i),
`endif
        // Ports that tiny lacks, and some designs have.
`ifdef HAS_FIRST
        .dec_first_i(1'b1),
`endif
`ifdef HAS_HINT
        .dec_hint_i(2'b11),
`endif
`ifdef HAS_LEAVE
        .dec_long_i(1'b0),
        .dec_leave_i(1'b0),
`endif
`ifdef HAS_POSITION
        .dec_src_pos_i({SLOTS{3'd0}}),
`endif
`ifdef HAS_REUSE
        .dec_src_reuse_i({SLOTS{1'b0}}),
`endif
`ifdef HAS_KERNEL
        .kernel_i(launch_valid_i),
`endif
        .end_valid_o(end_valid_o),
        .end_warp_o(end_warp_o)
    );

    // The clock -----------------------------------------------------------------------------------
    // Cycle n ends with the rising edge at which `cycle` is n. Inputs change right after an edge; outputs are read at
    // the next one.

    integer cycle = 0;
    always #5 clk_i = !clk_i;
    always @(posedge clk_i) cycle <= cycle + 1;

    // The program ---------------------------------------------------------------------------------
    // Of the instruction with this number.

    function [2:0] unit_of;
        input integer number;
        unit_of = number == 0 ? INT : number == 1 ? FP32 : LDST;
    endfunction

    function [4*8-1:0] name_of;                          // a unit
        input [2:0] unit;
        name_of = unit == INT ? "INT" : unit == FP32 ? "FP32" : unit == LDST ? "LDST" : "none";
    endfunction

    function [2:0] count_of;                             // results
        input integer number;
        count_of = number == 2 ? 0 : 1;
    endfunction

    function [REG_BITS-1:0] register_of;                 // the first one that it writes
        input integer number;
        register_of = number == 0 ? FIRST : number == 1 ? SECOND : 0;
    endfunction

    function [3:0] near_of;                              // a bit for each result: it is read soon, so cache it
        input integer number;
        near_of = number == 0 ? 4'b0001 : 4'b0000;
    endfunction

    function [PAYLOAD_BITS-1:0] payload_of;
        input integer number;
        payload_of = number;
    endfunction

    function [VECTOR_BITS-1:0] result_of;
        input integer number;
        integer lane;
        for (lane = 0; lane < LANES; lane = lane + 1)
            result_of[lane*32 +: 32] = (number == 0 ? 100 : 200) + lane;
    endfunction

    function [SLOTS*VECTOR_BITS-1:0] operands_of;        // a slot that is not in use has zero
        input integer number;
        begin
            operands_of = 0;
            if (number == 2) begin
                operands_of[0 +: VECTOR_BITS] = result_of(0);
                operands_of[VECTOR_BITS +: VECTOR_BITS] = result_of(1);
            end
        end
    endfunction

    // The front end -------------------------------------------------------------------------------

    // The ibuffer has no port that says whether it has room. An instruction is in it from its decoding to its issue.
    integer in_buffer = 0;                               // at the beginning of this cycle
    wire [31:0] in_buffer_next = in_buffer + dec_valid_i - issue_valid_o;
    always @(posedge clk_i)
        if (!rst_i)
            in_buffer <= in_buffer_next;

    task launch;
        begin
            launch_valid_i <= 1'b1;
            launch_warp_i <= WARP;
            launch_row_i <= ROW;
        end
    endtask

    task launch_nothing;
        begin
            launch_valid_i <= 1'b0;
            launch_warp_i <= {WARP_BITS{1'bx}};
            launch_row_i <= {ROW_BITS{1'bx}};
        end
    endtask

    task decode;
        input integer number;
        begin
            dec_valid_i <= 1'b1;
            dec_warp_i <= WARP;
            dec_unit_i <= unit_of(number);
            dec_src_valid_i <= number == 2 ? 2'b11 : 2'b00;
            dec_src_reg_i <= number == 2 ? {SECOND_NUMBER, FIRST_NUMBER} : 0;
            dec_src_near_i <= 0;                         // no source is read again soon
            dec_dst_count_i <= count_of(number);
            dec_dst_base_i <= register_of(number);
            dec_dst_near_i <= near_of(number);
            dec_tag_src_i <= 0;
            dec_tag_dst_i <= 0;
            dec_last_i <= number == INSTRUCTIONS - 1;
            dec_mask_i <= {LANES{1'b1}};                 // all lanes are active
            dec_payload_i <= payload_of(number);
        end
    endtask

    task decode_nothing;
        begin
            dec_valid_i <= 1'b0;
            dec_warp_i <= {WARP_BITS{1'bx}};
            dec_unit_i <= 3'bx;
            dec_src_valid_i <= {SLOTS{1'bx}};
            dec_src_reg_i <= {SLOTS*REG_BITS{1'bx}};
            dec_src_near_i <= {SLOTS{1'bx}};
            dec_dst_count_i <= 3'bx;
            dec_dst_base_i <= {REG_BITS{1'bx}};
            dec_dst_near_i <= 4'bx;
            dec_tag_src_i <= {TAGS{1'bx}};
            dec_tag_dst_i <= {TAGS{1'bx}};
            dec_last_i <= 1'bx;
            dec_mask_i <= {LANES{1'bx}};
            dec_payload_i <= {PAYLOAD_BITS{1'bx}};
        end
    endtask

    integer next = 0;                                    // number of the instruction that is decoded next
    always @(posedge clk_i) begin
        rst_i <= cycle < RESET_CYCLES - 1;
        launch_nothing;
        decode_nothing;
        if (cycle == RESET_CYCLES)
            launch;
        else if (cycle > RESET_CYCLES && next < INSTRUCTIONS && in_buffer_next < DEPTH) begin
            decode(next);
            next <= next + 1;
        end
    end

    // What has happened ---------------------------------------------------------------------------

    integer decoded = 0;                                 // instructions
    integer issued = 0;
    integer number_of [0:(1 << IID_BITS) - 1];           // instruction of an in-flight number

    // The execution units -------------------------------------------------------------------------
    // Each takes one instruction at a time and is not ready again before its result is accepted. LDST is busy with
    // something else at first.

    reg [UNITS-1:0] busy = 1 << LDST;
    integer left [0:UNITS-1];                            // cycles until the result; at LDST until it is ready
    integer has [0:UNITS-1];                             // number of the instruction
    reg [IID_BITS-1:0] has_iid [0:UNITS-1];              // and its in-flight number
    assign unit_ready_i = ~busy;

    task offer_nothing;                                  // on port u
        input integer u;
        begin
            wb_valid_i[u] <= 1'b0;
            wb_warp_i[u*WARP_BITS +: WARP_BITS] <= {WARP_BITS{1'bx}};
            wb_reg_i[u*REG_BITS +: REG_BITS] <= {REG_BITS{1'bx}};
            wb_iid_i[u*IID_BITS +: IID_BITS] <= {IID_BITS{1'bx}};
            wb_last_i[u] <= 1'bx;
            wb_near_i[u] <= 1'bx;
            wb_mask_i[u*LANES +: LANES] <= {LANES{1'bx}};
            wb_data_i[u*VECTOR_BITS +: VECTOR_BITS] <= {VECTOR_BITS{1'bx}};
        end
    endtask

    task offer;                                          // the result of port u
        input integer u;
        begin
            wb_valid_i[u] <= 1'b1;
            wb_warp_i[u*WARP_BITS +: WARP_BITS] <= WARP;
            wb_reg_i[u*REG_BITS +: REG_BITS] <= register_of(has[u]);
            wb_iid_i[u*IID_BITS +: IID_BITS] <= has_iid[u];
            wb_last_i[u] <= 1'b1;
            wb_near_i[u] <= near_of(has[u]);
            wb_mask_i[u*LANES +: LANES] <= {LANES{1'b1}};
            wb_data_i[u*VECTOR_BITS +: VECTOR_BITS] <= result_of(has[u]);
        end
    endtask

    integer u;
    always @(posedge clk_i) begin
        for (u = 0; u < PORTS; u = u + 1) begin
            if (wb_valid_i[u] && wb_ready_o[u]) begin    // the result is accepted
                offer_nothing(u);
                busy[u] <= 1'b0;
            end
            if (busy[u] && left[u] > 0)
                left[u] <= left[u] - 1;
            if (busy[u] && left[u] == 1) begin
                if (u == LDST)
                    busy[u] <= 1'b0;
                else
                    offer(u);
            end
        end
        if (!rst_i && disp_valid_o && disp_dst_count_o != 0) begin
            busy[disp_unit_o] <= 1'b1;
            left[disp_unit_o] <= disp_unit_o == INT ? INT_CYCLES - 1 : FP32_CYCLES - 1;
            has[disp_unit_o] <= number_of[disp_iid_o];
            has_iid[disp_unit_o] <= disp_iid_o;
        end
        if (!rst_i && issue_valid_o && issued == 2)
            left[LDST] <= LDST_CYCLES - 1;
    end

    // The checker ---------------------------------------------------------------------------------
    // It prints what happens in each cycle, and compares with !==, to which an X is never what is wanted.

    reg [INSTRUCTIONS-1:0] dispatched = 0;
    reg [INSTRUCTIONS-1:0] answered = 0;                 // the result is accepted
    reg launched = 1'b0;
    reg ended = 1'b0;
    integer after_end = 0;                               // cycles
    reg failed = 1'b0;

    task fail;
        input [80*8-1:0] why;
        if (!failed) begin
            failed = 1'b1;
            $display("example: FAIL in cycle %0d: %0s", cycle, why);
            $fatal(1);
        end
    endtask

    task check_issue;
        begin
            $display("cycle %2d  issue     #%0d, its in-flight number is %0d", cycle, issued, issue_iid_o);
            if (issue_warp_o !== WARP || issued >= decoded || ^issue_iid_o === 1'bx)
                fail("an issue that cannot be");
            number_of[issue_iid_o] <= issued;
            issued <= issued + 1;
        end
    endtask

    integer n;
    task check_dispatch;
        begin
            n = number_of[disp_iid_o];
            $display("cycle %2d  dispatch  #%0d to unit %0d, %0s", cycle, n, disp_unit_o, name_of(disp_unit_o));
            if (n === 2) begin
                $display("          operand   lane 0: %0d and %0d, lane %0d: %0d and %0d", disp_operand_o[0 +: 32],
                    disp_operand_o[VECTOR_BITS +: 32], LANES - 1, disp_operand_o[VECTOR_BITS - 32 +: 32],
                    disp_operand_o[2*VECTOR_BITS - 32 +: 32]);
                if (answered !== 3'b011)
                    fail("an instruction is dispatched before its sources are written");
            end
            if (n < 0 || n >= issued || dispatched[n] !== 1'b0)
                fail("what is dispatched was not issued, or was dispatched before");
            if (disp_warp_o !== WARP || disp_unit_o !== unit_of(n) || disp_mask_o !== {LANES{1'b1}})
                fail("another warp, unit or mask is dispatched than was decoded");
            if (disp_dst_count_o !== count_of(n) || disp_dst_base_o !== register_of(n))
                fail("other result registers are dispatched than were decoded");
            if (disp_payload_o !== payload_of(n))
                fail("another payload is dispatched than was decoded");
`ifndef NO_DST_NEAR
            if (disp_dst_near_o !== near_of(n))
                fail("other near bits are dispatched than were decoded");
`endif
            if (disp_operand_o !== operands_of(n))
                fail("an operand is not what was written");
            if (unit_ready_i[disp_unit_o] !== 1'b1)
                fail("an instruction is dispatched to a unit that is not ready");
            dispatched[n] <= 1'b1;
        end
    endtask

    task check_result;                                   // on port p
        input integer p;
        begin
            if (wb_ready_o[p]) begin
                $display("cycle %2d  result    R%0d of #%0d is accepted on port %0d", cycle,
                    wb_reg_i[p*REG_BITS +: REG_BITS], has[p], p);
                answered[has[p]] <= 1'b1;
            end else
                $display("cycle %2d  wait      R%0d of #%0d on port %0d: another result writes that bank", cycle,
                    wb_reg_i[p*REG_BITS +: REG_BITS], has[p], p);
        end
    endtask

    task check_end;
        begin
            $display("cycle %2d  end       warp %0d", cycle, end_warp_o);
            if (end_warp_o !== WARP || !launched || ended)
                fail("a warp ends that does not run");
            if (dispatched !== 3'b111 || answered !== 3'b011)
                fail("a warp ends before its instructions");
            ended <= 1'b1;
        end
    endtask

    integer p;
    always @(posedge clk_i)
        if (!rst_i) begin
            if (^{issue_valid_o, disp_valid_o, end_valid_o, wb_valid_i & wb_ready_o} === 1'bx)
                fail("a valid or ready output is X");
            if (launch_valid_i) begin
                $display("cycle %2d  launch    warp %0d", cycle, launch_warp_i);
                launched <= 1'b1;
            end
            if (dec_valid_i) begin
                if (decoded == 2)
                    $display("cycle %2d  decode    #2: STORE R%0d, R%0d", cycle, FIRST, SECOND);
                else
                    $display("cycle %2d  decode    #%0d: SET R%0d", cycle, decoded, dec_dst_base_i);
                decoded <= decoded + 1;
            end
            if (issue_valid_o)
                check_issue;
            else if ({issue_warp_o, issue_iid_o} !== 0)
                fail("outputs of issue are not zero, and nothing issues");
            if (disp_valid_o)
                check_dispatch;
            else if ({disp_warp_o, disp_iid_o, disp_unit_o, disp_mask_o, disp_dst_count_o, disp_dst_base_o,
                      disp_payload_o, disp_operand_o} !== 0)
                fail("outputs of dispatch are not zero, and nothing is dispatched");
            for (p = 0; p < PORTS; p = p + 1)
                if (wb_valid_i[p])
                    check_result(p);
            if (end_valid_o)
                check_end;
            else if (end_warp_o !== 0)
                fail("the output of ends is not zero, and no warp ends");
            after_end <= after_end + ended;
            if (after_end == 3 && !failed) begin         // and nothing came behind it
                $display("example: PASS: %0d instructions in %0d cycles", INSTRUCTIONS, cycle);
                $finish;
            end
            if (cycle == PATIENCE)
                fail("the warp has not ended");
        end

    // The start of the simulation -----------------------------------------------------------------

    reg [200*8-1:0] file;
    integer i;
    initial begin
        if ($value$plusargs("vcd=%s", file)) begin
            $dumpfile(file);
            $dumpvars(1, example);
        end
        for (i = 0; i < UNITS; i = i + 1)
            left[i] = 0;
    end
endmodule
