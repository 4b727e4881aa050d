// SPDX-License-Identifier: Apache-2.0
// l1d: L1 data cache
//
// Lines of memory with their state, misses under way, requests to the L2 and the lines that come from there.
// Writes allocate nothing; those to local memory stay in the line, those to global memory go through. A line
// access is looked up and decided in one cycle; a load that hits is answered in the next one.
// CIAO, section II-A, Table I, Fig. 7a. Specification: 5.4.

`default_nettype none

module l1d #(
    parameter SUB_BITS = 1,                              // bits of a sub-core's number
    parameter LANES = 4,                                 // lanes of a vector register
    parameter VECTOR_BITS = 128,                         // bits of a vector register: 32 per lane
    parameter ID_BITS = 8,                               // bits of an access's number
    parameter NUMBER_BITS = 44,                          // bits of a line's number
    parameter OFF_BITS = 2,                              // bits of the number of a word of a line
    parameter LINE_BYTES = 16,                           // bytes of a line
    parameter LINE_BITS = 128,                           // bits of a line
    parameter L1D_SETS = 4,                              // sets of the cache
    parameter L1D_WAYS = 2,                              // lines of a set
    parameter L1D_PAIRS = 1,                             // pairs of ways of a set
    parameter LINES = 8,                                 // lines of the cache
    parameter INDEX_BITS = 3,                            // bits of the number of a line's place
    parameter MSHR_BITS = 2                              // bits of an MSHR's number
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire flush_i,                                 // nothing is valid any more; only while idle
    input  wire access_valid_i,                          // an access to a line:
    input  wire [1:0] access_op_i,                       // 0 load, 1 store, 2 and 3 atomic with old values and without
    input  wire access_local_i,                          // local memory
    input  wire [SUB_BITS-1:0] access_sub_i,             // sub-core
    input  wire [ID_BITS-1:0] access_id_i,               // number there
    input  wire [NUMBER_BITS-1:0] access_line_i,         // number of the line
    input  wire [LANES-1:0] access_mask_i,               // elements
    input  wire [LANES*OFF_BITS-1:0] access_off_i,       // their words, zero for the others
    input  wire [LINE_BYTES-1:0] access_be_i,            // bytes that are written
    input  wire [LINE_BITS-1:0] access_data_i,           // and with what, zero in the others
    output wire taken_o,                                 // it is taken
    output wire resp_valid_o,                            // elements come, else zero:
    output wire [SUB_BITS-1:0] resp_sub_o,               // for this sub-core
    output wire [ID_BITS-1:0] resp_id_o,                 // and this access of it
    output wire [LANES-1:0] resp_mask_o,                 // which
    output reg  [VECTOR_BITS-1:0] resp_data_o,           // their words, zero in the others
    output wire req_valid_o,                             // a request, else zero:
    output wire [1:0] req_op_o,                          // 0 a line is wanted, 1 bytes are written, 2 and 3 an atomic
    output wire [NUMBER_BITS-1:0] req_line_o,            // number of the line
    output wire [MSHR_BITS-1:0] req_mshr_o,              // MSHR that the answer is for
    output wire [SUB_BITS-1:0] req_sub_o,                // sub-core of an atomic
    output wire [ID_BITS-1:0] req_id_o,                  // its number there
    output wire [LINE_BYTES-1:0] req_be_o,               // bytes that are written
    output wire [LINE_BITS-1:0] req_data_o,              // and with what
    input  wire req_ready_i,                             // it is taken
    input  wire fill_valid_i,                            // a line comes:
    input  wire [MSHR_BITS-1:0] fill_mshr_i,             // MSHR that it is for
    input  wire [LINE_BITS-1:0] fill_data_i,             // its bytes
    output wire fill_ready_o,                            // it is taken if valid
    output wire idle_o                                   // nothing is under way
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(SUB_BITS != 1 || LANES != 4 || VECTOR_BITS != 128 || ID_BITS != 8 || NUMBER_BITS != 44 ||
            OFF_BITS != 2 || LINE_BYTES != 16 || LINE_BITS != 128 || L1D_SETS != 4 || L1D_WAYS != 2 ||
            L1D_PAIRS != 1 || LINES != 8 || INDEX_BITS != 3 || MSHR_BITS != 2)) begin : g_taken
        end else begin : g_refused
            l1d_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg [LINES-1:0] valid_q;                             // the line is there: bit z*L1D_WAYS+y, way y of set z
    reg [LINES-1:0] wait_q;                              // the place is reserved, its line is on its way
    reg [LINES-1:0] dirty_q;                             // memory below does not have the line's value
    reg [LINES*NUMBER_BITS-1:0] tag_q;                   // number of the line
    reg [L1D_SETS*L1D_PAIRS-1:0] older_q;                // order of use of the ways of each set
    reg hit_q;                                           // the array delivers a line for a load that hit:
    reg [SUB_BITS-1:0] hit_sub_q;                        // sub-core
    reg [ID_BITS-1:0] hit_id_q;                          // number there
    reg [LANES-1:0] hit_mask_q;                          // elements
    reg [LANES*OFF_BITS-1:0] hit_off_q;                  // their words
    reg victim_q;                                        // the array delivers a dirty line that leaves:
    reg [NUMBER_BITS-1:0] victim_line_q;                 // its number

    // Where the line is, and what there is room for: known before it is decided.
    wire [L1D_SETS-1:0] set;
    wire [L1D_WAYS-1:0] hit_way;
    wire [L1D_WAYS-1:0] wait_way;
    wire [L1D_WAYS-1:0] place_way;
    wire place_dirty;
    wire [NUMBER_BITS-1:0] place_line;
    wire [INDEX_BITS-1:0] row;
    wire mshr_free;
    wire [MSHR_BITS-1:0] mshr;
    wire target_free;
    wire room;

    l1d_lookup u_lookup (
        .line_i(access_line_i),
        .valid_i(valid_q),
        .wait_i(wait_q),
        .dirty_i(dirty_q),
        .tag_i(tag_q),
        .older_i(older_q),
        .set_o(set),
        .hit_o(hit_way),
        .under_way_o(wait_way),
        .place_o(place_way),
        .place_dirty_o(place_dirty),
        .place_line_o(place_line),
        .row_o(row)
    );

    // 5.4: what is done with the access. Nothing is looked up while a line has come or a dirty line leaves.
    wire head_valid;
    wire look = access_valid_i & ~head_valid & ~victim_q;
    wire load = access_op_i == 2'd0;
    wire store = access_op_i == 2'd1;
    wire atomic = access_op_i[1];
    wire swap = access_op_i == 2'd2;                     // an atomic whose old values are wanted
    wire hit = |hit_way;
    wire under_way = |wait_way;
    wire can_wait = mshr_free & target_free & room;      // for something new
    wire load_miss = look & load & ~hit & ~under_way;

    wire load_hit = look & load & hit;
    wire merge = look & load & under_way & target_free;
    wire leave = load_miss & place_dirty & room;
    wire reserve = load_miss & |place_way & ~place_dirty & can_wait;
    wire local_hit = look & store & access_local_i & hit;
    wire write = look & store & ~(access_local_i & hit) & ~under_way & room;
    wire update = look & atomic & ~under_way & (swap ? can_wait : room);
    wire request = reserve | write | update;
    wire alloc = reserve | (update & swap);

    assign taken_o = load_hit | merge | local_hit | request;

    // Ways of the set that are used.
    wire [L1D_WAYS-1:0] used = (hit_way & {L1D_WAYS{load_hit | local_hit | write}}) |
        (wait_way & {L1D_WAYS{merge}}) | (place_way & {L1D_WAYS{reserve}});

    // Ways of the set that lose their line.
    wire [L1D_WAYS-1:0] lost = (hit_way & {L1D_WAYS{update}}) |
        (place_way & {L1D_WAYS{reserve | leave}});

    // Responses: a load that hit, else a target of the line that has come.
    wire [LINE_BITS-1:0] rdata;
    wire [MSHR_BITS-1:0] head_mshr;
    wire [LINE_BITS-1:0] head_data;
    wire [SUB_BITS-1:0] serve_sub;
    wire [ID_BITS-1:0] serve_id;
    wire [LANES-1:0] serve_mask;
    wire [LANES*OFF_BITS-1:0] serve_off;
    wire last;
    wire install;
    wire [INDEX_BITS-1:0] install_index;
    wire serve = head_valid & ~hit_q;
    wire [LINE_BITS-1:0] answer = hit_q ? rdata : head_data;
    wire [LANES-1:0] answer_mask = serve_mask | (hit_mask_q & {LANES{hit_q}});
    wire [LANES*OFF_BITS-1:0] answer_off = serve_off | (hit_off_q & {(LANES*OFF_BITS){hit_q}});

    assign resp_valid_o = hit_q | serve;
    assign resp_sub_o = serve_sub | (hit_sub_q & {SUB_BITS{hit_q}});
    assign resp_id_o = serve_id | (hit_id_q & {ID_BITS{hit_q}});
    assign resp_mask_o = answer_mask;

    always @* begin : words
        integer k;
        resp_data_o = {VECTOR_BITS{1'b0}};
        for (k = 0; k < LANES; k = k + 1)
            if (answer_mask[k])
                resp_data_o[k*32 +: 32] = answer[answer_off[k*OFF_BITS +: OFF_BITS]*32 +: 32];
    end

    mshr u_mshr (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .mshr_free_o(mshr_free),
        .mshr_o(mshr),
        .target_free_o(target_free),
        .idle_o(mshr_idle),
        .access_line_i(access_line_i),
        .access_sub_i(access_sub_i),
        .access_id_i(access_id_i),
        .access_mask_i(access_mask_i),
        .access_off_i(access_off_i),
        .merge_i(merge),
        .alloc_i(alloc),
        .alloc_atomic_i(atomic),
        .alloc_index_i(row & {INDEX_BITS{load}}),
        .serve_i(serve),
        .serve_mshr_i(head_mshr),
        .serve_sub_o(serve_sub),
        .serve_id_o(serve_id),
        .serve_mask_o(serve_mask),
        .serve_off_o(serve_off),
        .last_o(last),
        .install_o(install),
        .install_index_o(install_index)
    );

    // Requests: of an access, or the dirty line that leaves. Fields that a request does not have are zero.
    wire mshr_idle, queue_idle;
    wire answered = access_op_i[0] | victim_q;           // nothing comes back
    wire whose = atomic & ~victim_q;

    write_queue u_write_queue (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .push_valid_i(request | victim_q),
        .push_op_i(victim_q ? 2'd1 : access_op_i),
        .push_line_i(victim_q ? victim_line_q : access_line_i),
        .push_mshr_i(mshr & {MSHR_BITS{~answered}}),
        .push_sub_i(access_sub_i & {SUB_BITS{whose}}),
        .push_id_i(access_id_i & {ID_BITS{whose}}),
        .push_be_i(access_be_i | {LINE_BYTES{victim_q}}),
        .push_data_i(victim_q ? rdata : access_data_i),
        .room_o(room),
        .idle_o(queue_idle),
        .req_valid_o(req_valid_o),
        .req_op_o(req_op_o),
        .req_line_o(req_line_o),
        .req_mshr_o(req_mshr_o),
        .req_sub_o(req_sub_o),
        .req_id_o(req_id_o),
        .req_be_o(req_be_o),
        .req_data_o(req_data_o),
        .req_ready_i(req_ready_i)
    );

    response_queue u_response_queue (
        .clk_i(clk_i),
        .rst_i(rst_i),
        .fill_valid_i(fill_valid_i),
        .fill_mshr_i(fill_mshr_i),
        .fill_data_i(fill_data_i),
        .fill_ready_o(fill_ready_o),
        .head_valid_o(head_valid),
        .head_mshr_o(head_mshr),
        .head_data_o(head_data),
        .pop_i(last)
    );

    assign idle_o = mshr_idle & queue_idle & ~head_valid & ~hit_q & ~victim_q;

    // The array. A line that has come has its port for itself.
    wire [INDEX_BITS-1:0] array_row = head_valid ? install_index : row;
    wire [LINE_BYTES-1:0] array_be = access_be_i | {LINE_BYTES{head_valid}};
    wire [LINE_BITS-1:0] array_data = head_valid ? head_data : access_data_i;
    wire array_write = install | local_hit | (write & hit);

    sram_1rw_be u_array (
        .clk_i(clk_i),
        .read_i((load_hit | leave) & ~rst_i),
        .write_i(array_write & ~rst_i),
        .row_i(array_row),
        .be_i(array_be),
        .wdata_i(array_data),
        .rdata_o(rdata)
    );

    // The lines.
    reg [LINES-1:0] installed;
    reg [LINES-1:0] reserves;
    reg [LINES-1:0] gone;
    reg [LINES-1:0] written;

    always @* begin : changes
        integer z;
        installed = {LINES{1'b0}};
        reserves = {LINES{1'b0}};
        gone = {LINES{1'b0}};
        written = {LINES{1'b0}};
        if (install)
            installed[install_index] = 1'b1;
        for (z = 0; z < L1D_SETS; z = z + 1)
            if (set[z]) begin
                reserves[z*L1D_WAYS +: L1D_WAYS] = place_way & {L1D_WAYS{reserve}};
                gone[z*L1D_WAYS +: L1D_WAYS] = lost;
                written[z*L1D_WAYS +: L1D_WAYS] = hit_way & {L1D_WAYS{local_hit}};
            end
    end

    always @(posedge clk_i)
        if (rst_i | flush_i)
            valid_q <= {LINES{1'b0}};
        else
            valid_q <= installed | (valid_q & ~gone);

    always @(posedge clk_i)
        if (rst_i)
            wait_q <= {LINES{1'b0}};
        else
            wait_q <= reserves | (wait_q & ~installed);

    always @(posedge clk_i)
        if (rst_i | flush_i)
            dirty_q <= {LINES{1'b0}};
        else
            dirty_q <= written | (dirty_q & ~gone);

    genvar z, y, j;
    generate
        for (z = 0; z < L1D_SETS; z = z + 1) begin : g_set
            for (y = 0; y < L1D_WAYS; y = y + 1) begin : g_way
                wire reserved = reserve & set[z] & place_way[y];

                always @(posedge clk_i)
                    if (reserved & ~rst_i)
                        tag_q[(z*L1D_WAYS + y)*NUMBER_BITS +: NUMBER_BITS] <= access_line_i;

                // A way that is used goes behind all others.
                for (j = y + 1; j < L1D_WAYS; j = j + 1) begin : g_pair
                    always @(posedge clk_i)
                        if (rst_i)
                            older_q[z*L1D_PAIRS + y*(2*L1D_WAYS - y - 1)/2 + (j - y - 1)] <= 1'b1;
                        else if (set[z] & (used[y] | used[j]))
                            older_q[z*L1D_PAIRS + y*(2*L1D_WAYS - y - 1)/2 + (j - y - 1)] <= used[j];
                end
            end
        end
    endgenerate

    // What the array delivers in the next cycle.
    always @(posedge clk_i)
        if (rst_i) begin
            hit_q <= 1'b0;
            victim_q <= 1'b0;
        end else begin
            hit_q <= load_hit;
            victim_q <= leave;
        end

    always @(posedge clk_i)
        if (load_hit & ~rst_i) begin
            hit_sub_q <= access_sub_i;
            hit_id_q <= access_id_i;
            hit_mask_q <= access_mask_i;
            hit_off_q <= access_off_i;
        end

    always @(posedge clk_i)
        if (leave & ~rst_i)
            victim_line_q <= place_line;

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            if ((load_hit | leave) & array_write) begin
                $display("ASSERT %m: the array is read and written");
                $stop;
            end
            if (|(hit_way & (hit_way - 1'b1))) begin
                $display("ASSERT %m: several ways have the line: %b", hit_way);
                $stop;
            end
            if (|(wait_way & (wait_way - 1'b1))) begin
                $display("ASSERT %m: several ways wait for the line: %b", wait_way);
                $stop;
            end
            if (|hit_way & |wait_way) begin
                $display("ASSERT %m: a way has the line, and another one waits for it");
                $stop;
            end
            if (|(place_way & (place_way - 1'b1))) begin
                $display("ASSERT %m: the line takes several ways: %b", place_way);
                $stop;
            end
            if (|(valid_q & wait_q)) begin
                $display("ASSERT %m: lines are there and on their way: %b", valid_q & wait_q);
                $stop;
            end
            if (|(dirty_q & ~valid_q)) begin
                $display("ASSERT %m: lines are dirty that are not there: %b", dirty_q & ~valid_q);
                $stop;
            end
            if (flush_i & ~idle_o) begin
                $display("ASSERT %m: a kernel starts while something is under way");
                $stop;
            end
            if (|(installed & ~wait_q)) begin
                $display("ASSERT %m: a line comes to a place that is not reserved for it: %b", installed & ~wait_q);
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
