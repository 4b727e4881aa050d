// SPDX-License-Identifier: Apache-2.0
// Registers of the generated modules. Behind `flatten` a wire with the attribute hierconn is the one with its name;
// prove_l1d.sh refuses one that is not there. `ROWS_F are the rows of the array.

(* hierconn *) wire [LINES-1:0] \u_l1d.valid_q ;
(* hierconn *) wire [LINES-1:0] \u_l1d.wait_q ;
(* hierconn *) wire [LINES-1:0] \u_l1d.dirty_q ;
(* hierconn *) wire [LINES*NUMBER_BITS-1:0] \u_l1d.tag_q ;
(* hierconn *) wire [L1D_SETS*L1D_PAIRS-1:0] \u_l1d.older_q ;
(* hierconn *) wire \u_l1d.hit_q ;
(* hierconn *) wire [SUB_BITS-1:0] \u_l1d.hit_sub_q ;
(* hierconn *) wire [ID_BITS-1:0] \u_l1d.hit_id_q ;
(* hierconn *) wire [LANES-1:0] \u_l1d.hit_mask_q ;
(* hierconn *) wire [LANES*OFF_BITS-1:0] \u_l1d.hit_off_q ;
(* hierconn *) wire \u_l1d.victim_q ;
(* hierconn *) wire [NUMBER_BITS-1:0] \u_l1d.victim_line_q ;
(* hierconn *) wire [MSHRS-1:0] \u_l1d.u_mshr.busy_q ;
(* hierconn *) wire [MSHRS-1:0] \u_l1d.u_mshr.atomic_q ;
(* hierconn *) wire [MSHRS*NUMBER_BITS-1:0] \u_l1d.u_mshr.line_q ;
(* hierconn *) wire [MSHRS*INDEX_BITS-1:0] \u_l1d.u_mshr.index_q ;
(* hierconn *) wire [TARGETS-1:0] \u_l1d.u_mshr.target_q ;
(* hierconn *) wire [TARGETS*MSHR_BITS-1:0] \u_l1d.u_mshr.target_mshr_q ;
(* hierconn *) wire [TARGETS*SUB_BITS-1:0] \u_l1d.u_mshr.target_sub_q ;
(* hierconn *) wire [TARGETS*ID_BITS-1:0] \u_l1d.u_mshr.target_id_q ;
(* hierconn *) wire [TARGETS*LANES-1:0] \u_l1d.u_mshr.target_mask_q ;
(* hierconn *) wire [TARGETS*LANES*OFF_BITS-1:0] \u_l1d.u_mshr.target_off_q ;
(* hierconn *) wire [WRITE_COUNT_BITS-1:0] \u_l1d.u_write_queue.count_q ;
(* hierconn *) wire [WRITE_BITS-1:0] \u_l1d.u_write_queue.rptr_q ;
(* hierconn *) wire [WRITES*2-1:0] \u_l1d.u_write_queue.op_q ;
(* hierconn *) wire [WRITES*NUMBER_BITS-1:0] \u_l1d.u_write_queue.line_q ;
(* hierconn *) wire [WRITES*MSHR_BITS-1:0] \u_l1d.u_write_queue.mshr_q ;
(* hierconn *) wire [WRITES*ID_BITS-1:0] \u_l1d.u_write_queue.id_q ;
(* hierconn *) wire [WRITES*LINE_BYTES-1:0] \u_l1d.u_write_queue.be_q ;
(* hierconn *) wire [WRITES*LINE_BITS-1:0] \u_l1d.u_write_queue.data_q ;
(* hierconn *) wire \u_l1d.u_write_queue.push_valid_i ;
(* hierconn *) wire [FILL_COUNT_BITS-1:0] \u_l1d.u_response_queue.count_q ;
(* hierconn *) wire [FILL_BITS-1:0] \u_l1d.u_response_queue.rptr_q ;
(* hierconn *) wire [FILLS*MSHR_BITS-1:0] \u_l1d.u_response_queue.mshr_q ;
(* hierconn *) wire [FILLS*LINE_BITS-1:0] \u_l1d.u_response_queue.data_q ;
(* hierconn *) wire \u_l1d.u_response_queue.pop_i ;
(* hierconn *) wire \u_l1d.leave ;                   // a dirty line is read to leave
(* hierconn *) wire [L1D_WAYS-1:0] \u_l1d.used ;     // ways of the set that are used
(* hierconn *) wire [L1D_SETS-1:0] \u_l1d.set ;
(* hierconn *) wire \u_l1d.reserve ;
(* hierconn *) wire [L1D_WAYS-1:0] \u_l1d.place_way ;
(* hierconn *) wire [LINE_BITS-1:0] \u_l1d.u_array.rdata_q ;

wire [LINES-1:0] valid_f = \u_l1d.valid_q ;
wire [LINES-1:0] wait_f = \u_l1d.wait_q ;
wire [LINES-1:0] dirty_f = \u_l1d.dirty_q ;
wire [LINES*NUMBER_BITS-1:0] tag_f = \u_l1d.tag_q ;
wire [L1D_SETS*L1D_PAIRS-1:0] older_f = \u_l1d.older_q ;
wire hit_f = \u_l1d.hit_q ;
wire [SUB_BITS-1:0] hit_sub_f = \u_l1d.hit_sub_q ;
wire [ID_BITS-1:0] hit_id_f = \u_l1d.hit_id_q ;
wire [LANES-1:0] hit_mask_f = \u_l1d.hit_mask_q ;
wire [LANES*OFF_BITS-1:0] hit_off_f = \u_l1d.hit_off_q ;
wire victim_f = \u_l1d.victim_q ;
wire [NUMBER_BITS-1:0] victim_line_f = \u_l1d.victim_line_q ;
wire [MSHRS-1:0] busy_f = \u_l1d.u_mshr.busy_q ;
wire [MSHRS-1:0] atomic_f = \u_l1d.u_mshr.atomic_q ;
wire [MSHRS*NUMBER_BITS-1:0] mshr_line_f = \u_l1d.u_mshr.line_q ;
wire [MSHRS*INDEX_BITS-1:0] index_f = \u_l1d.u_mshr.index_q ;
wire [TARGETS-1:0] target_f = \u_l1d.u_mshr.target_q ;
wire [TARGETS*MSHR_BITS-1:0] target_mshr_f = \u_l1d.u_mshr.target_mshr_q ;
wire [TARGETS*SUB_BITS-1:0] target_sub_f = \u_l1d.u_mshr.target_sub_q ;
wire [TARGETS*ID_BITS-1:0] target_id_f = \u_l1d.u_mshr.target_id_q ;
wire [TARGETS*LANES-1:0] target_mask_f = \u_l1d.u_mshr.target_mask_q ;
wire [TARGETS*LANES*OFF_BITS-1:0] target_off_f = \u_l1d.u_mshr.target_off_q ;
wire [WRITE_COUNT_BITS-1:0] writes_f = \u_l1d.u_write_queue.count_q ;
wire [WRITE_BITS-1:0] write_ptr_f = \u_l1d.u_write_queue.rptr_q ;
wire [WRITES*2-1:0] write_op_f = \u_l1d.u_write_queue.op_q ;
wire [WRITES*NUMBER_BITS-1:0] write_line_f = \u_l1d.u_write_queue.line_q ;
wire [WRITES*MSHR_BITS-1:0] write_mshr_f = \u_l1d.u_write_queue.mshr_q ;
wire [WRITES*ID_BITS-1:0] write_id_f = \u_l1d.u_write_queue.id_q ;
wire [WRITES*LINE_BYTES-1:0] write_be_f = \u_l1d.u_write_queue.be_q ;
wire [WRITES*LINE_BITS-1:0] write_data_f = \u_l1d.u_write_queue.data_q ;
wire push_f = \u_l1d.u_write_queue.push_valid_i ;
wire [FILL_COUNT_BITS-1:0] fills_f = \u_l1d.u_response_queue.count_q ;
wire [FILL_BITS-1:0] fill_ptr_f = \u_l1d.u_response_queue.rptr_q ;
wire [FILLS*MSHR_BITS-1:0] fill_mshr_f = \u_l1d.u_response_queue.mshr_q ;
wire [FILLS*LINE_BITS-1:0] fill_data_f = \u_l1d.u_response_queue.data_q ;
wire pop_f = \u_l1d.u_response_queue.pop_i ;
wire leave_f = \u_l1d.leave ;
wire [L1D_WAYS-1:0] used_f = \u_l1d.used ;
wire [L1D_SETS-1:0] set_f = \u_l1d.set ;
wire reserve_f = \u_l1d.reserve ;
wire [L1D_WAYS-1:0] place_way_f = \u_l1d.place_way ;
wire [LINE_BITS-1:0] rdata_f = \u_l1d.u_array.rdata_q ;
wire [LINES*LINE_BITS-1:0] rows_f = `ROWS_F;

// Of shared memory as a cache, what the cache's own properties have to know.
`ifdef SHARED_F
(* hierconn *) wire [MSHRS-1:0] \u_l1d.u_mshr.shared_q ;
(* hierconn *) wire \u_l1d.redirected ;
(* hierconn *) wire \u_l1d.migrate_q ;
(* hierconn *) wire [MSHR_BITS-1:0] \u_l1d.migrate_mshr_q ;
(* hierconn *) wire \u_l1d.probed_q ;
(* hierconn *) wire [LINE_BITS-1:0] \u_l1d.hit_data ;
wire [MSHRS-1:0] shared_f = \u_l1d.u_mshr.shared_q ; // the line goes to shared memory
wire redirected_f = \u_l1d.redirected ;              // a load goes there
wire migrate_f = \u_l1d.migrate_q ;                  // one goes over,
wire [MSHR_BITS-1:0] migrate_mshr_f = \u_l1d.migrate_mshr_q ;    // for this MSHR
wire probed_f = \u_l1d.probed_q ;                    // shared memory was probed for the access
wire probe_f = shared_probe_f;                       // it is
wire clear_f = shared_clear_f;                       // its tags are being cleared
(* hierconn *) wire [SHARED_BITS-1:0] \u_shared.clear_row_q ;
(* hierconn *) wire [SHARED_BITS-1:0] \u_shared.u_smmt.data_offset_q ;
wire [15:0] clears_f = clear_f ? \u_shared.u_smmt.data_offset_q - \u_shared.clear_row_q : 16'd0;   // rows left
wire [LINE_BITS-1:0] hit_data_f = \u_l1d.hit_data ;  // what answers a load that hit
localparam CLEARS_F = SHARED_ROWS;
`else
wire [MSHRS-1:0] shared_f = {MSHRS{1'b0}};
wire redirected_f = 1'b0;
wire migrate_f = 1'b0;
wire [MSHR_BITS-1:0] migrate_mshr_f = {MSHR_BITS{1'b0}};
wire probed_f = 1'b0;
wire probe_f = 1'b0;
wire clear_f = 1'b0;
wire [15:0] clears_f = 16'd0;
wire [LINE_BITS-1:0] hit_data_f = rdata_f;
localparam CLEARS_F = 0;
`endif

// Entries of the queues that are held, and where.
reg [WRITES-1:0] queued_f;                           // by position in the ring
reg [FILLS-1:0] come_f;
integer r_f;
always @* begin
    for (r_f = 0; r_f < WRITES; r_f = r_f + 1)
        queued_f[r_f] = (r_f >= write_ptr_f ? r_f - write_ptr_f : r_f + WRITES - write_ptr_f) < writes_f;
    for (r_f = 0; r_f < FILLS; r_f = r_f + 1)
        come_f[r_f] = (r_f >= fill_ptr_f ? r_f - fill_ptr_f : r_f + FILLS - fill_ptr_f) < fills_f;
end
