// SPDX-License-Identifier: Apache-2.0
// Behind this line: what makes it inductive: registers hold what was accepted ------------------------

(* hierconn *) wire [SUB_BITS-1:0] \u_coalescer.last_q ;
(* hierconn *) wire [LANES-1:0] \u_coalescer.pend_q ;
(* hierconn *) wire [LANES*ADDR_BITS-1:0] \u_coalescer.addr_q ;
(* hierconn *) wire [LANES*4-1:0] \u_coalescer.be_q ;
(* hierconn *) wire [VECTOR_BITS-1:0] \u_coalescer.data_q ;

wire [SUB_BITS-1:0] last_f = \u_coalescer.last_q ;
wire [LANES-1:0] pend_f = \u_coalescer.pend_q ;
wire [LANES*ADDR_BITS-1:0] addr_q_f = \u_coalescer.addr_q ;
wire [LANES*4-1:0] be_q_f = \u_coalescer.be_q ;
wire [VECTOR_BITS-1:0] data_q_f = \u_coalescer.data_q ;
integer h_f;

always @* if (started_f) begin
    assert(last_f < SUBCORES);
    if (busy_f) begin
        assert(pend_f == left_f);
        assert(addr_q_f == addr_f);
        assert(be_q_f == be_f);
        assert(data_q_f == data_f);
    end
    for (h_f = 0; h_f < SUBCORES; h_f = h_f + 1)
        assert(others_f[h_f*4 +: 4] + (h_f > last_f ? h_f - last_f - 1 : h_f + SUBCORES - last_f - 1) <= SUBCORES - 1);
end
