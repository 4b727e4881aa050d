// SPDX-License-Identifier: Apache-2.0
// A bench for the generated sub-core in SystemVerilog alone: four states, no program of this project beside it.
// tb/plain/run.sh compiles it with Icarus Verilog.
//
// Every warp slot runs a random program of ADDS instructions. The bench is front end and execution units: it decodes
// an instruction when the ibuffer has room, takes what is dispatched, and returns results. Registers are kept in order
// of decoding, so that the operands of each instruction are known beforehand. With ORF and LRF the bench is the
// compiler, too: it knows which entry and which bank have a register's value, and says where operands are. Nothing may
// be X: no valid signal at any time, nothing that goes with one while it is high, no operand of a register that has
// been written. What goes with an input that says valid is X while that is low.
//
// design.vh, which run.sh writes, has the parameters of the design as macros, and its name. Ports that this
// configuration lacks are driven here and connected to nothing.

`include "design.vh"
`ifndef TAGS
`define TAGS 1
`endif
`ifndef DIST_BITS
`define DIST_BITS 1
`endif
`ifndef STHLD_BITS
`define STHLD_BITS 1
`endif
`ifndef BEAT_BITS
`define BEAT_BITS `VECTOR_BITS
`endif
`ifndef ORF_ENTRIES
`define ORF_ENTRIES 0
`endif
`ifndef LEVEL_ENTRIES
`define LEVEL_ENTRIES 1
`endif
`ifndef LEVEL_BITS
`define LEVEL_BITS 1
`endif
`ifndef SEED
`define SEED 1
`endif

module bench;
    localparam ROUNDS = 3;                               // launches of each warp slot
    localparam LENGTH = 40;                              // instructions of a program
    localparam REGISTERS = 12;                           // that a program uses
    localparam ROWS = (REGISTERS + `BANKS - 1)/`BANKS;   // of a warp in each bank
    localparam NUMBERS = 1 << `IID_BITS;
    localparam PATIENCE = 2000;                          // cycles without an event

    // Ports of the sub-core -----------------------------------------------------------------------

    reg clk_i = 1'b0;
    reg rst_i = 1'b1;
    reg launch_valid_i = 1'b0;
    reg [`WARP_BITS-1:0] launch_warp_i;
    reg [`ROW_BITS-1:0] launch_row_i;
    reg dec_valid_i = 1'b0;
    reg [`WARP_BITS-1:0] dec_warp_i;
    reg [2:0] dec_unit_i;
    reg [`SLOTS-1:0] dec_src_valid_i;
    reg [`SLOTS*`REG_BITS-1:0] dec_src_reg_i;
    reg [`SLOTS-1:0] dec_src_near_i;
    reg [`SLOTS*`DIST_BITS-1:0] dec_src_dist_i;
    reg [`SLOTS*3-1:0] dec_src_pos_i;
    reg [`SLOTS-1:0] dec_src_reuse_i;
    reg [2:0] dec_dst_count_i;
    reg [`REG_BITS-1:0] dec_dst_base_i;
    reg [3:0] dec_dst_near_i;
    reg [4*`DIST_BITS-1:0] dec_dst_dist_i;
    reg [3:0] dec_dst_look_i;
    reg dec_long_i;
    reg dec_leave_i;
    reg dec_first_i;
    reg [1:0] dec_hint_i;
    reg [`SLOTS*`LEVEL_BITS-1:0] dec_src_level_i;
    reg [`LEVEL_BITS-1:0] dec_copy_i;
    reg [`SLOT_BITS-1:0] dec_copy_slot_i;
    reg [4*`LEVEL_BITS-1:0] dec_dst_level_i;
    reg [3:0] dec_dst_bank_i;
    reg dec_strand_i;
    reg dec_interval_i;
    reg [(1 << `REG_BITS)-1:0] dec_work_i;
    reg [(1 << `REG_BITS)-1:0] dec_live_i;
    reg [`TAGS-1:0] dec_tag_src_i;
    reg [`TAGS-1:0] dec_tag_dst_i;
    reg dec_last_i;
    reg [`LANES-1:0] dec_mask_i;
    reg [`PAYLOAD_BITS-1:0] dec_payload_i;
    reg [`UNITS-1:0] unit_ready_i = 0;
    reg [`PORTS-1:0] wb_valid_i = 0;
    reg [`PORTS*`WARP_BITS-1:0] wb_warp_i;
    reg [`PORTS*`REG_BITS-1:0] wb_reg_i;
    reg [`PORTS*`IID_BITS-1:0] wb_iid_i;
    reg [`PORTS-1:0] wb_last_i;
    reg [`PORTS-1:0] wb_near_i;
    reg [`PORTS*`DIST_BITS-1:0] wb_dist_i;
    reg [`PORTS-1:0] wb_look_i;
    reg [`PORTS*`LEVEL_BITS-1:0] wb_level_i;
    reg [`PORTS-1:0] wb_bank_i;
    reg [`PORTS*`LANES-1:0] wb_mask_i;
    reg [`PORTS*`VECTOR_BITS-1:0] wb_data_i;
    reg tag_valid_i = 1'b0;
    reg [`WARP_BITS-1:0] tag_warp_i;
    reg [`TAGS-1:0] tag_mask_i;
    reg [`WARPS-1:0] barrier_i = 0;
    reg [`WARPS-1:0] stall_i = 0;
    reg [`WARPS-1:0] stop_i = 0;
    reg spare_i = 1'b0;
    reg kernel_i = 1'b0;
    reg [`STHLD_BITS-1:0] sthld_i = 0;
    wire [`PORTS-1:0] wb_ready_o;
    wire issue_valid_o;
    wire [`WARP_BITS-1:0] issue_warp_o;
    wire [`IID_BITS-1:0] issue_iid_o;
    wire disp_valid_o;
    wire [`WARP_BITS-1:0] disp_warp_o;
    wire [`IID_BITS-1:0] disp_iid_o;
    wire [2:0] disp_unit_o;
    wire [`LANES-1:0] disp_mask_o;
    wire [2:0] disp_dst_count_o;
    wire [`REG_BITS-1:0] disp_dst_base_o;
    wire [3:0] disp_dst_near_o;
    wire [4*`DIST_BITS-1:0] disp_dst_dist_o;
    wire [3:0] disp_dst_look_o;
    wire [4*`LEVEL_BITS-1:0] disp_dst_level_o;
    wire [3:0] disp_dst_bank_o;
    wire [`PAYLOAD_BITS-1:0] disp_payload_o;
    wire [`SLOTS*`BEAT_BITS-1:0] disp_operand_o;
    wire disp_upper_valid_o;
    wire [`SLOTS*`BEAT_BITS-1:0] disp_upper_operand_o;
    wire [`WARPS-1:0] token_o;
    wire live_o;
    wire end_valid_o;
    wire [`WARP_BITS-1:0] end_warp_o;

    wire rst_ni = ~rst_i;                                // with rtl.reset: async_low

    `DESIGN dut (.*);

    // The programs --------------------------------------------------------------------------------

    // Of instruction i of the one that runs in warp slot w, at w*LENGTH + i.
    localparam PLACES = `WARPS*LENGTH;
    reg [2:0] unit [0:PLACES-1];
    reg [`SLOTS-1:0] used [0:PLACES-1];                  // slots
    reg [`SLOTS-1:0] known [0:PLACES-1];                 // their registers have been written
    reg [`SLOTS*`VECTOR_BITS-1:0] operand [0:PLACES-1];
    reg [2:0] count [0:PLACES-1];                        // results
    reg [`REG_BITS-1:0] base [0:PLACES-1];               // register of the first
    reg [`LANES-1:0] mask [0:PLACES-1];
    reg [4*`VECTOR_BITS-1:0] result [0:PLACES-1];
    reg [3:0] near [0:PLACES-1];                         // and what is said of them
    reg [4*`DIST_BITS-1:0] distance [0:PLACES-1];
    reg [3:0] look [0:PLACES-1];
    reg [4*`LEVEL_BITS-1:0] level [0:PLACES-1];          // places of the results
    reg [3:0] bank [0:PLACES-1];                         // which of them go to their banks

    // Of a warp slot.
    integer decoded [0:`WARPS-1];
    integer issued [0:`WARPS-1];
    integer rounds [0:`WARPS-1];                         // programs that have ended
    reg runs [0:`WARPS-1];
    reg [`VECTOR_BITS-1:0] value [0:`WARPS*REGISTERS-1]; // registers, in the order of decoding
    reg written [0:`WARPS*REGISTERS-1];
    reg banked [0:`WARPS*REGISTERS-1];                   // the bank has that value
    integer held [0:`WARPS*`LEVEL_ENTRIES-1];            // register whose value an entry has, or -1

    integer place [0:NUMBERS-1];                         // instruction of an in-flight number

    // Of a unit: the instruction that it has, and the next of its results.
    reg busy [0:`UNITS-1];
    integer has [0:`UNITS-1];
    integer next [0:`UNITS-1];
    integer wait_cycles [0:`UNITS-1];
    reg [`IID_BITS-1:0] number [0:`UNITS-1];

    integer seed = `SEED;
    integer idle = 0;                                    // cycles since the last event
    integer dispatched = 0;
    integer upper = -1;                                  // instruction whose upper lanes leave in this cycle

    function integer below;                              // a random number below n
        input integer n;
        below = $unsigned($random(seed)) % n;
    endfunction

    task fail;
        input [80*8-1:0] why;
        begin
            $display("plain: FAIL at %0t: %0s", $time, why);
            $finish;
            #1 $stop;
        end
    endtask

    // Where operands are: with levels a source is read from an entry that has its value, or from its bank.
    task place_source;
        input integer w;
        input integer p;
        input integer s;
        input integer r;
        integer e, first;
        begin
            first = below(`LEVEL_ENTRIES);
            known[p][s] = written[w*REGISTERS + r] & banked[w*REGISTERS + r];
            for (e = 0; e < `LEVEL_ENTRIES; e = e + 1)
                if (held[w*`LEVEL_ENTRIES + (first + e) % `LEVEL_ENTRIES] == r && reaches(unit[p],
                    (first + e) % `LEVEL_ENTRIES) && below(4) != 0) begin
                    dec_src_level_i[s*`LEVEL_BITS +: `LEVEL_BITS] = (first + e) % `LEVEL_ENTRIES + 1;
                    known[p][s] = 1'b1;
                end
        end
    endtask

    function reaches;                                    // the LRF has operands of INT and FP32 only
        input [2:0] kind;
        input integer e;
        reaches = e < `ORF_ENTRIES || kind < 2;
    endfunction

    // A source of a bank, behind which an entry has its value, and places for the results, all different ones.
    task place_results;
        input integer w;
        input integer p;
        integer s, d, e, r, k;
        reg [`LEVEL_ENTRIES-1:0] taken;
        begin
            taken = 0;
            s = below(`SLOTS);
            e = below(`LEVEL_ENTRIES);
            if (e < `ORF_ENTRIES && used[p][s] && !dec_last_i &&
                dec_src_level_i[s*`LEVEL_BITS +: `LEVEL_BITS] == 0) begin
                r = dec_src_reg_i[s*`REG_BITS +: `REG_BITS];
                dec_copy_i = e + 1;
                dec_copy_slot_i = s;
                taken[e] = 1'b1;
                held[w*`LEVEL_ENTRIES + e] = known[p][s] ? r : -1;
            end
            for (d = 0; d < count[p]; d = d + 1) begin
                r = base[p] + d;
                e = below(`LEVEL_ENTRIES);
                if (reaches(unit[p], e) && !taken[e] && below(3) != 0 && !dec_last_i) begin
                    taken[e] = 1'b1;
                    level[p][d*`LEVEL_BITS +: `LEVEL_BITS] = e + 1;
                    bank[p][d] = $random(seed);
                end else
                    e = -1;
                for (k = 0; k < `LEVEL_ENTRIES; k = k + 1)
                    if (mask[p] != 0 && k != e && held[w*`LEVEL_ENTRIES + k] == r)
                        held[w*`LEVEL_ENTRIES + k] = -1;
                if (mask[p] == {`LANES{1'b1}})
                    banked[w*REGISTERS + r] = bank[p][d];
                else if (mask[p] != 0 && !bank[p][d])
                    banked[w*REGISTERS + r] = 1'b0;
                if (e >= 0 && mask[p] == {`LANES{1'b1}})
                    held[w*`LEVEL_ENTRIES + e] = r;
                else if (e >= 0 && mask[p] != 0 && held[w*`LEVEL_ENTRIES + e] != r)
                    held[w*`LEVEL_ENTRIES + e] = -1;
            end
        end
    endtask

    // Sometimes an interval begins. It has any registers, as many as there are entries; what it does not name is read
    // from its bank. What is not live loses its value.
    task begin_interval;
        input integer w;
        input integer i;
        integer n, r;
        begin
            dec_interval_i = i == 0 || below(6) == 0;
            dec_work_i = 0;
            dec_live_i = 0;
            for (n = below(`LEVEL_ENTRIES + 1); n > 0 && dec_interval_i; n = n - 1)
                dec_work_i[below(REGISTERS)] = 1'b1;
            for (r = 0; r < REGISTERS && dec_interval_i; r = r + 1)
                if (below(4) != 0)
                    dec_live_i[r] = 1'b1;
`ifdef HAS_DEAD
                else
                    written[w*REGISTERS + r] = 1'b0;
`endif
        end
    endtask

    // Draws instruction i of warp slot w and puts it on the decode port.
    task decode;
        input integer w;
        input integer i;
        integer p, s, d, l, r;
        begin
            p = w*LENGTH + i;
            unit[p] = below(`UNITS);
            used[p] = i == 0 ? 1 : i <= REGISTERS ? 0 : $random(seed);
            mask[p] = i <= REGISTERS || below(3) != 0 ? {`LANES{1'b1}} : $random(seed);
            count[p] = i == 0 || unit[p] >= `PORTS ? 0 : below(5);
            base[p] = count[p] == 0 ? 0 : below(REGISTERS - count[p] + 1);
            if (i > 0 && i <= REGISTERS) begin           // each register is written first
                unit[p] = i % `PORTS;
                count[p] = 1;
                base[p] = i - 1;
            end
            known[p] = 0;
            level[p] = 0;
            bank[p] = (1 << count[p]) - 1;
            dec_last_i = i == LENGTH - 1;
            dec_src_reg_i = 0;
            dec_src_level_i = 0;
            dec_copy_i = 0;
            dec_copy_slot_i = 0;
`ifdef HAS_LEVELS
            dec_strand_i = i == 0 || below(8) == 0;
            for (r = 0; r < `LEVEL_ENTRIES && dec_strand_i; r = r + 1)
                held[w*`LEVEL_ENTRIES + r] = -1;         // the warp may have left the active set
`endif
`ifdef HAS_INTERVALS
            begin_interval(w, i);
`endif
            for (s = 0; s < `SLOTS; s = s + 1)
                if (used[p][s]) begin
                    r = below(REGISTERS);
                    dec_src_reg_i[s*`REG_BITS +: `REG_BITS] = r;
                    known[p][s] = written[w*REGISTERS + r];
`ifdef HAS_LEVELS
                    place_source(w, p, s, r);
`endif
                    operand[p][s*`VECTOR_BITS +: `VECTOR_BITS] = value[w*REGISTERS + r];
                end else
                    operand[p][s*`VECTOR_BITS +: `VECTOR_BITS] = 0;
`ifdef HAS_LEVELS
            place_results(w, p);
`endif
            for (d = 0; d < count[p]; d = d + 1) begin
                r = w*REGISTERS + base[p] + d;
                for (l = 0; l < `LANES; l = l + 1) begin
                    result[p][d*`VECTOR_BITS + l*32 +: 32] = $random(seed);
                    if (mask[p][l])
                        value[r][l*32 +: 32] = result[p][d*`VECTOR_BITS + l*32 +: 32];
                end
                if (mask[p] == {`LANES{1'b1}})
                    written[r] = 1'b1;
            end
            dec_valid_i = 1'b1;
            dec_warp_i = w;
            dec_unit_i = unit[p];
            dec_src_valid_i = used[p];
            dec_src_near_i = $random(seed);
            for (s = 0; s < `SLOTS*`DIST_BITS; s = s + 1)
                dec_src_dist_i[s] = $random(seed);
            for (s = 0; s < `SLOTS; s = s + 1)
                dec_src_pos_i[s*3 +: 3] = s;
            dec_src_reuse_i = $random(seed) & used[p];
            dec_dst_count_i = count[p];
            dec_dst_base_i = base[p];
            near[p] = $random(seed);
            distance[p] = $random(seed);
            look[p] = $random(seed);
            dec_dst_near_i = near[p];
            dec_dst_dist_i = distance[p];
            dec_dst_look_i = look[p];
            dec_long_i = 1'b0;
            dec_leave_i = 1'b0;
`ifdef HAS_INTERVALS
            dec_leave_i = below(8) == 0;
`endif
            dec_first_i = 1'b1;
            dec_hint_i = 2'b11;
            dec_dst_level_i = level[p];
            dec_dst_bank_i = bank[p];
            dec_tag_src_i = 0;
            dec_tag_dst_i = 0;
            dec_mask_i = mask[p];
            dec_payload_i = p;
            decoded[w] = i + 1;
        end
    endtask

    // What is on the inputs until the next edge of the clock ---------------------------------------

    task launch_nothing;
        begin
            launch_valid_i = 1'b0;
            launch_warp_i = 'bx;
            launch_row_i = 'bx;
        end
    endtask

    task decode_nothing;
        begin
            dec_valid_i = 1'b0;
            dec_warp_i = 'bx;
            dec_unit_i = 'bx;
            dec_src_valid_i = 'bx;
            dec_src_reg_i = 'bx;
            dec_src_near_i = 'bx;
            dec_src_dist_i = 'bx;
            dec_src_pos_i = 'bx;
            dec_src_reuse_i = 'bx;
            dec_dst_count_i = 'bx;
            dec_dst_base_i = 'bx;
            dec_dst_near_i = 'bx;
            dec_dst_dist_i = 'bx;
            dec_dst_look_i = 'bx;
            dec_long_i = 'bx;
            dec_leave_i = 'bx;
            dec_first_i = 'bx;
            dec_hint_i = 'bx;
            dec_src_level_i = 'bx;
            dec_copy_i = 'bx;
            dec_copy_slot_i = 'bx;
            dec_dst_level_i = 'bx;
            dec_dst_bank_i = 'bx;
            dec_strand_i = 'bx;
            dec_interval_i = 'bx;
            dec_work_i = 'bx;
            dec_live_i = 'bx;
            dec_tag_src_i = 'bx;
            dec_tag_dst_i = 'bx;
            dec_last_i = 'bx;
            dec_mask_i = 'bx;
            dec_payload_i = 'bx;
        end
    endtask

    task drive;
        integer w, k, u, p, left;
        begin
            // A warp starts.
            launch_nothing;
            for (w = 0; w < `WARPS && !launch_valid_i; w = w + 1)
                if (!runs[w] && rounds[w] < ROUNDS && below(3) == 0) begin
                    launch_valid_i = 1'b1;
                    launch_warp_i = w;
                    launch_row_i = w*ROWS;
                    runs[w] = 1'b1;
                    decoded[w] = 0;
                    issued[w] = 0;
                    for (k = 0; k < REGISTERS; k = k + 1)
                        written[w*REGISTERS + k] = 1'b0;
                end
            kernel_i = launch_valid_i && launch_warp_i == 0;

            // An instruction is decoded, of a warp that has nothing in the ibuffer, and has run for a cycle.
            decode_nothing;
            w = below(`WARPS);
            for (k = 0; k < `WARPS && !dec_valid_i; k = k + 1)
                if (runs[(w + k) % `WARPS] && decoded[(w + k) % `WARPS] == issued[(w + k) % `WARPS] &&
                    decoded[(w + k) % `WARPS] < LENGTH && !(launch_valid_i && launch_warp_i == (w + k) % `WARPS))
                    decode((w + k) % `WARPS, decoded[(w + k) % `WARPS]);

            // Units take one instruction at a time.
            for (u = 0; u < `UNITS; u = u + 1)
                unit_ready_i[u] = !busy[u];
            wb_valid_i = 0;
            wb_warp_i = 'bx;
            wb_reg_i = 'bx;
            wb_iid_i = 'bx;
            wb_last_i = 'bx;
            wb_near_i = 'bx;
            wb_dist_i = 'bx;
            wb_look_i = 'bx;
            wb_level_i = 'bx;
            wb_bank_i = 'bx;
            wb_mask_i = 'bx;
            wb_data_i = 'bx;
            for (u = 0; u < `PORTS; u = u + 1)
                if (busy[u] && wait_cycles[u] == 0) begin
                    p = has[u];
                    wb_valid_i[u] = 1'b1;
                    wb_warp_i[u*`WARP_BITS +: `WARP_BITS] = p/LENGTH;
                    wb_reg_i[u*`REG_BITS +: `REG_BITS] = base[p] + next[u];
                    wb_iid_i[u*`IID_BITS +: `IID_BITS] = number[u];
                    wb_last_i[u] = next[u] == count[p] - 1;
                    wb_near_i[u] = near[p][next[u]];
                    wb_dist_i[u*`DIST_BITS +: `DIST_BITS] = distance[p][next[u]*`DIST_BITS +: `DIST_BITS];
                    wb_look_i[u] = look[p][next[u]];
                    wb_level_i[u*`LEVEL_BITS +: `LEVEL_BITS] = level[p][next[u]*`LEVEL_BITS +: `LEVEL_BITS];
                    wb_bank_i[u] = bank[p][next[u]];
                    wb_mask_i[u*`LANES +: `LANES] = mask[p];
                    wb_data_i[u*`VECTOR_BITS +: `VECTOR_BITS] = result[p][next[u]*`VECTOR_BITS +: `VECTOR_BITS];
                end
        end
    endtask

    // What the sub-core says at the end of the cycle -----------------------------------------------

    // Operands of which lanes from `begins` on leave, beside those that are known.
    task check_operands;
        input integer p;
        input integer begins;
        input [`SLOTS*`BEAT_BITS-1:0] got;
        integer s;
        for (s = 0; s < `SLOTS; s = s + 1)
            if ((!used[p][s] || known[p][s]) &&
                got[s*`BEAT_BITS +: `BEAT_BITS] !== operand[p][s*`VECTOR_BITS + begins*32 +: `BEAT_BITS]) begin
                $display("plain: instruction %0d of warp slot %0d, slot %0d: operand %h instead of %h", p % LENGTH,
                    p/LENGTH, s, got[s*`BEAT_BITS +: `BEAT_BITS],
                    operand[p][s*`VECTOR_BITS + begins*32 +: `BEAT_BITS]);
                fail("a wrong operand");
            end
    endtask

    task watch;
        integer p, u;
        begin
            idle = idle + 1;
            if (^{issue_valid_o, disp_valid_o, end_valid_o, wb_valid_i & wb_ready_o} === 1'bx)
                fail("a valid or ready signal is X");
            if (issue_valid_o) begin
                if (^{issue_warp_o, issue_iid_o} === 1'bx || issued[issue_warp_o] >= decoded[issue_warp_o])
                    fail("an issue that cannot be");
                place[issue_iid_o] = issue_warp_o*LENGTH + issued[issue_warp_o];
                issued[issue_warp_o] = issued[issue_warp_o] + 1;
                idle = 0;
            end else if ({issue_warp_o, issue_iid_o} !== 0)
                fail("something is said of an issue, and there is none");
            for (u = 0; u < `PORTS; u = u + 1)
                if (wb_valid_i[u] && wb_ready_o[u]) begin
                    next[u] = next[u] + 1;
                    busy[u] = next[u] != count[has[u]];
                    idle = 0;
                end else if (busy[u] && wait_cycles[u] != 0)
                    wait_cycles[u] = wait_cycles[u] - 1;
            for (u = `PORTS; u < `UNITS; u = u + 1)
                busy[u] = 1'b0;
`ifdef HAS_UPPER
            if (disp_upper_valid_o !== (upper >= 0))
                fail("upper lanes do not leave in the cycle behind the lower ones");
            if (upper >= 0)
                check_operands(upper, `BEAT_BITS/32, disp_upper_operand_o);
            else if (disp_upper_operand_o !== 0)
                fail("upper lanes leave, and there are none");
`endif
            upper = -1;
            if (disp_valid_o) begin
                p = place[disp_iid_o];
                if (^{disp_warp_o, disp_iid_o, disp_unit_o, disp_mask_o, disp_dst_count_o, disp_dst_base_o,
                      disp_payload_o} === 1'bx)
                    fail("something of a dispatch is X");
`ifdef HAS_LEVELS
                if (disp_dst_level_o !== level[p] || disp_dst_bank_o !== bank[p])
                    fail("other places of results than decoded");
`endif
`ifdef HAS_NEAR
                if (disp_dst_near_o !== near[p])
                    fail("other near bits than decoded");
`endif
                if (disp_warp_o != p/LENGTH || disp_unit_o != unit[p] || disp_mask_o != mask[p] ||
                    disp_dst_count_o != count[p] || disp_dst_base_o != base[p] ||
                    disp_payload_o != p[`PAYLOAD_BITS-1:0] || !unit_ready_i[disp_unit_o])
                    fail("a dispatch that cannot be");
                check_operands(p, 0, disp_operand_o);
                upper = p;
                dispatched = dispatched + 1;
                has[disp_unit_o] = p;
                number[disp_unit_o] = disp_iid_o;
                next[disp_unit_o] = 0;
                wait_cycles[disp_unit_o] = below(4);
                busy[disp_unit_o] = count[p] != 0;
                idle = 0;
            end else if ({disp_warp_o, disp_iid_o, disp_unit_o, disp_mask_o, disp_dst_count_o, disp_dst_base_o,
                          disp_payload_o, disp_operand_o} !== 0)
                fail("something is said of a dispatch, and there is none");
            if (end_valid_o) begin
                if (^end_warp_o === 1'bx || !runs[end_warp_o] || issued[end_warp_o] != LENGTH)
                    fail("a warp ends that cannot");
                runs[end_warp_o] = 1'b0;
                rounds[end_warp_o] = rounds[end_warp_o] + 1;
                idle = 0;
            end
            if (idle > PATIENCE)
                fail("nothing happens any more");
        end
    endtask

    function finished;
        input dummy;
        integer w;
        begin
            finished = 1'b1;
            for (w = 0; w < `WARPS; w = w + 1)
                finished = finished & (rounds[w] == ROUNDS);
        end
    endfunction

    // The clock -----------------------------------------------------------------------------------

    integer i;
    initial begin
        for (i = 0; i < `WARPS; i = i + 1) begin
            decoded[i] = 0;
            issued[i] = 0;
            rounds[i] = 0;
            runs[i] = 1'b0;
        end
        for (i = 0; i < `UNITS; i = i + 1)
            busy[i] = 1'b0;
        for (i = 0; i < 3; i = i + 1) begin
            #5 clk_i = 1'b1;
            #5 clk_i = 1'b0;
        end
        rst_i = 1'b0;
        while (!finished(1'b0)) begin
            drive;
            #5 watch;
            clk_i = 1'b1;
            #5 clk_i = 1'b0;
        end
        if (dispatched != `WARPS*ROUNDS*LENGTH)
            fail("not all instructions were dispatched");
        $display("plain: PASS: %0d instructions of %0d warps in %0d cycles", dispatched, `WARPS*ROUNDS, $time/10 - 3);
        $finish;
    end
endmodule
