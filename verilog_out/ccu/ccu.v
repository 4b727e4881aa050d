// SPDX-License-Identifier: Apache-2.0
// ccu: caching collector unit
//
// A collector whose operands stay in a fully associative cache table (CT) after dispatch; the slots of the
// operand collector table (OCT) point into it. On allocation the sources are looked up, misses replace an
// entry and are read from the banks (port S); near results of the warp are written too (port D).
// Malekeh, sections III-C and IV-A. Specification: 3.3, 3.5, 3.6, 3.8, 3.11, 3.12.

`default_nettype none

module ccu #(
    parameter WARPS = 8,                                 // warp slots
    parameter WARP_BITS = 3,                             // bits of a warp slot's number
    parameter LANES = 32,                                // lanes of a vector register
    parameter VECTOR_BITS = 1024,                        // bits of a vector register: 32 per lane
    parameter REG_BITS = 8,                              // bits of a register's number
    parameter IID_BITS = 5,                              // bits of an in-flight number
    parameter BANKS = 2,                                 // register file banks
    parameter BANK_BITS = 1,                             // bits of a bank's number; none with one bank
    parameter ROW_BITS = 8,                              // bits of a row's number
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter SLOT_BITS = 3,                             // bits of a slot's number
    parameter ENTRIES = 8,                               // cache table entries per CCU
    parameter ENTRY_BITS = 3,                            // bits of an entry's number
    parameter PAYLOAD_BITS = 64                          // opaque instruction bits
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire alloc_i,                                 // takes the instruction that issues:
    input  wire [WARP_BITS-1:0] issue_warp_i,            // warp
    input  wire [IID_BITS-1:0] issue_iid_i,              // in-flight number
    input  wire [2:0] issue_unit_i,                      // execution unit
    input  wire [LANES-1:0] issue_mask_i,                // active lanes
    input  wire [2:0] issue_dst_count_i,                 // result registers
    input  wire [REG_BITS-1:0] issue_dst_base_i,         // first result register
    input  wire [3:0] issue_dst_near_i,                  // the first read of the result is near
    input  wire [PAYLOAD_BITS-1:0] issue_payload_i,      // opaque bits
    input  wire [SLOTS-1:0] issue_src_valid_i,           // slots in use
    input  wire [SLOTS*REG_BITS-1:0] issue_src_reg_i,    // register of each slot
    input  wire [SLOTS-1:0] issue_first_i,               // no lower slot names the same register
    output wire [SLOTS-1:0] need_o,                      // its slots to be read from the banks
    input  wire s_valid_i,                               // port S: a value arrives
    input  wire [SLOT_BITS-1:0] s_slot_i,                // the slot that asked for it
    input  wire [VECTOR_BITS-1:0] s_data_i,              // the value
    output wire dispatchable_o,                          // all operands are ready
    input  wire dispatch_i,                              // the instruction dispatches in this cycle
    output wire occupied_o,                              // holds an instruction:
    output wire [WARP_BITS-1:0] warp_o,                  // warp
    output wire [IID_BITS-1:0] iid_o,                    // in-flight number
    output wire [2:0] unit_o,                            // execution unit
    output wire [LANES-1:0] mask_o,                      // active lanes
    output wire [2:0] dst_count_o,                       // result registers
    output wire [REG_BITS-1:0] dst_base_o,               // first result register
    output wire [3:0] dst_near_o,                        // the first read of the result is near
    output wire [PAYLOAD_BITS-1:0] payload_o,            // opaque bits
    output reg  [SLOTS*VECTOR_BITS-1:0] operand_o,       // operands; zero unless it dispatches
    output wire [SLOTS*ROW_BITS-1:0] src_row_o,          // each slot's row among those of its warp
    input  wire [WARPS*SLOTS-1:0] head_src_valid_i,      // each warp's next instruction: slots in use
    input  wire [WARPS*SLOTS*REG_BITS-1:0] head_src_reg_i, // their registers
    input  wire [WARPS*SLOTS*SLOTS-1:0] head_same_i,     // bit s*SLOTS+f, f <= s: slots s and f of it are equal
    input  wire issue_valid_i,                           // an instruction issues, here or elsewhere
    input  wire [SLOTS-1:0] issue_src_near_i,            // the next read of the source is near
    input  wire [SLOTS*SLOTS-1:0] issue_place_i,         // bit s*SLOTS+n, n <= s: slot s names register n, from 0
    input  wire [SLOTS:0] issue_count_i,                 // bit n: it names n registers
    input  wire [SLOTS*ENTRY_BITS-1:0] issue_rank_i,     // rank that a slot gives its entry of an empty table, or 0
    input  wire [7:0] random_i,                          // pseudo-random number
    output wire holds_o,                                 // port R: holds values of warp_o
    input  wire [BANKS-1:0] wr_valid_i,                  // port D: results written to each bank
    input  wire [BANKS*WARP_BITS-1:0] wr_warp_i,         // their warps
    input  wire [BANKS*REG_BITS-1:0] wr_reg_i,           // their registers
    input  wire [BANKS-1:0] wr_near_i,                   // their next read is near
    input  wire [BANKS*LANES-1:0] wr_mask_i,             // their lanes
    input  wire [BANKS*VECTOR_BITS-1:0] wr_data_i,       // their values
    input  wire end_valid_i,                             // a warp ends
    input  wire [WARP_BITS-1:0] end_warp_i               // that warp
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(WARPS != 8 || WARP_BITS != 3 || LANES != 32 || VECTOR_BITS != 1024 || REG_BITS != 8 ||
            IID_BITS != 5 || BANKS != 2 || BANK_BITS != 1 || ROW_BITS != 8 || SLOTS != 6 ||
            SLOT_BITS != 3 || ENTRIES != 8 || ENTRY_BITS != 3 || PAYLOAD_BITS != 64)) begin : g_taken
        end else begin : g_refused
            ccu_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg occupied_q;                                      // an instruction waits for operands or dispatch
    reg [WARP_BITS-1:0] warp_q;                          // warp
    reg [IID_BITS-1:0] iid_q;                            // in-flight number
    reg [2:0] unit_q;                                    // execution unit
    reg [LANES-1:0] mask_q;                              // active lanes
    reg [2:0] dst_count_q;                               // result registers
    reg [REG_BITS-1:0] dst_base_q;                       // first result register
    reg [3:0] dst_near_q;                                // the first read of the result is near
    reg [PAYLOAD_BITS-1:0] payload_q;                    // opaque bits
    reg own_q;                                           // the table may take results of warp_q
    reg [SLOTS-1:0] oct_valid_q;                         // operand collector table: slot s is used
    reg [SLOTS-1:0] oct_ready_q;                         // the value of slot s is in the cache table
    reg [SLOTS*ENTRY_BITS-1:0] oct_index_q;              // cache table entry of slot s
    reg [ENTRIES-1:0] ct_valid_q;                        // cache table: entry e is in use
    reg [ENTRIES-1:0] ct_lock_q;                         // a source of the waiting instruction
    reg [ENTRIES-1:0] ct_near_q;                         // its next read is near
    reg [ENTRIES*REG_BITS-1:0] ct_tag_q;                 // its register
    reg [ENTRIES*ENTRY_BITS-1:0] ct_lru_q;               // its rank, 0 = least recently used

    // Port S and the operands ---------------------------------------------------------------------

    wire [VECTOR_BITS-1:0] entry_data [0:ENTRIES-1];
    wire [ENTRY_BITS-1:0] s_index = oct_index_q[s_slot_i*ENTRY_BITS +: ENTRY_BITS];
    wire [SLOTS-1:0] arrives;
    wire [SLOTS-1:0] ready = oct_ready_q | arrives;

    genvar s, e, b;
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
            wire [ENTRY_BITS-1:0] index = oct_index_q[s*ENTRY_BITS +: ENTRY_BITS];

            // 3.8: one read serves every slot of the entry.
            assign arrives[s] = s_valid_i & oct_valid_q[s] & (index == s_index);

            // 3.3: the operand (the MUXs of III-C).
            wire [VECTOR_BITS-1:0] value = entry_data[index];

            always @* begin
                operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};
                if (dispatch_i & oct_valid_q[s])
                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = oct_ready_q[s] ? value : s_data_i;
            end

            assign src_row_o[s*ROW_BITS +: ROW_BITS] =
                {1'd0, ct_tag_q[index*REG_BITS + BANK_BITS +: REG_BITS-BANK_BITS]};
        end
    endgenerate

    // 3.3: a value that arrives in this cycle counts.
    assign dispatchable_o = occupied_q & ((~oct_valid_q | ready) == {SLOTS{1'b1}});

    // Tag check (III-C1, 3.6) ---------------------------------------------------------------------
    //
    // Sets of entries by entry are at [e*ENTRIES +: ENTRIES], by slot at [s*ENTRIES +: ENTRIES].

    wire [ENTRIES*ENTRIES-1:0] older;                    // entries that are older than e
    wire [ENTRIES*ENTRIES-1:0] prior;                    // entries replaced before e, if all are in use
    wire [ENTRIES*ENTRIES-1:0] ahead;                    // entries replaced before e, if those known are
    wire [ENTRIES-1:0] known;                            // entries in use that the instruction may hit

    ccu_replacement u_replacement (
        .random_i(random_i),
        .near_i(ct_near_q),
        .rank_i(ct_lru_q),
        .used_i(known),
        .older_o(older),
        .prior_o(prior),
        .ahead_o(ahead)
    );

    // Only the warp whose values are in the table can hit. So its next instruction is looked up while issue still
    // chooses a warp.
    reg  [SLOTS-1:0] check_valid;                        // its slots in use
    reg  [SLOTS*REG_BITS-1:0] check_reg;                 // their registers
    reg  [SLOTS*SLOTS-1:0] check_same;                   // bit s*SLOTS+f, f <= s: slots s and f are equal
    reg  [SLOTS-1:0] check_first;                        // no lower slot names the same register
    assign known = ct_valid_q;

    always @* begin : own_head
        integer k, j;
        check_valid = {SLOTS{1'b0}};
        check_reg = {(SLOTS*REG_BITS){1'b0}};
        check_same = {(SLOTS*SLOTS){1'b0}};
        for (k = 0; k < WARPS; k = k + 1)
            if (warp_q == k[WARP_BITS-1:0]) begin
                check_valid = check_valid | head_src_valid_i[k*SLOTS +: SLOTS];
                check_reg = check_reg | head_src_reg_i[k*SLOTS*REG_BITS +: SLOTS*REG_BITS];
                check_same = check_same | head_same_i[k*SLOTS*SLOTS +: SLOTS*SLOTS];
            end
        for (k = 0; k < SLOTS; k = k + 1) begin
            check_first[k] = check_valid[k];
            for (j = 0; j < k; j = j + 1)
                check_first[k] = check_first[k] & ~check_same[k*SLOTS + j];
        end
    end

    wire [SLOTS-1:0] check_hit;                          // the table has the value of the slot
    wire [SLOTS*ENTRIES-1:0] check_victim;               // entry that the slot's register replaces
    wire [SLOTS*ENTRIES-1:0] check_refers;               // entry of the slot
    wire [ENTRIES-1:0] check_referenced;                 // entries of all slots
    wire [ENTRIES-1:0] check_replaced;                   // entries that get another register

    ccu_tag_check u_check (
        .valid_i(check_valid),
        .reg_i(check_reg),
        .first_i(check_first),
        .same_i(check_same),
        .used_i(known),
        .tag_i(ct_tag_q),
        .ahead_i(ahead),
        .hit_o(check_hit),
        .victim_o(check_victim),
        .refers_o(check_refers),
        .referenced_o(check_referenced),
        .replaced_o(check_replaced)
    );

    // Allocation (III-C1, 3.6) --------------------------------------------------------------------

    // Step 1: the table is flushed for another warp.
    wire flush = warp_q != issue_warp_i;
    wire take_own = alloc_i & ~flush;
    wire take_new = alloc_i & flush;

    // Another warp finds an empty table: all slots miss, and the n-th register takes entry n.
    reg [SLOTS*ENTRIES-1:0] new_victim;
    reg [SLOTS*ENTRIES-1:0] new_refers;
    reg [ENTRIES-1:0] new_replaced;                      // also all that the slots refer to

    always @* begin : new_check
        integer k;
        new_refers = {(SLOTS*ENTRIES){1'b0}};
        new_replaced = {ENTRIES{1'b0}};
        for (k = 0; k < SLOTS; k = k + 1) begin
            new_refers[k*ENTRIES +: SLOTS] = issue_place_i[k*SLOTS +: SLOTS];
            new_victim[k*ENTRIES +: ENTRIES] = new_refers[k*ENTRIES +: ENTRIES] & {ENTRIES{issue_first_i[k]}};
            new_replaced = new_replaced | new_victim[k*ENTRIES +: ENTRIES];
        end
    end

    // The entry behind them.
    wire [ENTRIES-1:0] new_next = {1'd0, issue_count_i};

    // The check that counts if the CCU is allocated.
    wire [SLOTS*ENTRIES-1:0] victim = flush ? new_victim : check_victim;
    wire [SLOTS*ENTRIES-1:0] refers = flush ? new_refers : check_refers;
    wire [SLOTS-1:0] slot_hit = check_hit & {SLOTS{~flush}};

    assign need_o = (flush ? issue_first_i : check_first & ~check_hit) & {SLOTS{alloc_i}};

    // Its entries; none without an allocation.
    wire [ENTRIES-1:0] referenced = (check_referenced & {ENTRIES{take_own}}) |
                                    (new_replaced & {ENTRIES{take_new}});
    wire [ENTRIES-1:0] replaced = (check_replaced & {ENTRIES{take_own}}) |
                                  (new_replaced & {ENTRIES{take_new}});

    // Step 5: near bits of the entries.
    reg [ENTRIES-1:0] source_near;

    always @* begin : source_fields
        integer k;
        source_near = {ENTRIES{1'b0}};
        for (k = 0; k < SLOTS; k = k + 1)
            if (issue_src_near_i[k])
                source_near = source_near | refers[k*ENTRIES +: ENTRIES];
    end

    // The table after these steps, before port D: entries that are valid and not replaced, and locks.
    wire [ENTRIES-1:0] stays = ct_valid_q & ~replaced & {ENTRIES{~take_new}};
    wire [ENTRIES-1:0] still_locked = ct_lock_q & {ENTRIES{~dispatch_i}};
    wire [ENTRIES-1:0] locked = alloc_i ? referenced : still_locked;

    // Port D (III-C1, IV-A2, 3.11) ----------------------------------------------------------------
    //
    // It is known late what becomes of the CCU. So results are followed in three cases side by side: nothing is
    // allocated here ("stay"), the table's own warp is ("own"), or another one ("new").

    // 3.6 step 6: the warp goes on in another CCU.
    wire leaves = issue_valid_i & ~alloc_i & ~flush;
    wire take_none = own_q & ~alloc_i & ~leaves;

    // Step 1: results of the table's warp, and of the warp that issues.
    wire [BANKS-1:0] wr_own;
    wire [BANKS-1:0] wr_new;
    wire [BANKS-1:0] wr_all;                             // with all lanes

    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_result
            assign wr_own[b] = wr_valid_i[b] & (wr_warp_i[b*WARP_BITS +: WARP_BITS] == warp_q);
            assign wr_new[b] = wr_valid_i[b] & (wr_warp_i[b*WARP_BITS +: WARP_BITS] == issue_warp_i);
            assign wr_all[b] = &wr_mask_i[b*LANES +: LANES];
        end
    endgenerate

    // Step 2: the lowest near one takes the port.
    wire [BANKS-1:0] own_wanted = wr_own & wr_near_i;
    wire [BANKS-1:0] new_wanted = wr_new & wr_near_i;
    wire [BANKS-1:0] own_taken = own_wanted & (~own_wanted + 1'b1);
    wire [BANKS-1:0] new_taken = new_wanted & (~new_wanted + 1'b1);
    wire [BANKS-1:0] d_taken = take_new ? new_taken : own_taken;

    // Step 3: the entry that the result on the port hits; entries of results without a port are stale. They never
    // hit a register that the instruction brings: it waited for its sources (3.5).
    reg  [ENTRIES-1:0] stay_hit;
    reg  [ENTRIES-1:0] own_stale;
    wire [ENTRIES-1:0] own_d_hit = stay_hit & ~check_replaced;
    wire [ENTRIES-1:0] stale = own_stale & {ENTRIES{take_own | take_none}};

    always @* begin : hits
        integer k, j;
        reg [ENTRIES-1:0] found;
        stay_hit = {ENTRIES{1'b0}};
        own_stale = {ENTRIES{1'b0}};
        for (k = 0; k < BANKS; k = k + 1) begin
            for (j = 0; j < ENTRIES; j = j + 1)
                found[j] = ct_valid_q[j] &
                    (ct_tag_q[j*REG_BITS +: REG_BITS] == wr_reg_i[k*REG_BITS +: REG_BITS]);
            if (own_taken[k])
                stay_hit = stay_hit | found;
            if (wr_own[k] & ~own_taken[k])
                own_stale = own_stale | found;
        end
    end

    // The result on the port.
    reg [REG_BITS-1:0] d_reg;
    reg [LANES-1:0] d_mask;
    reg [VECTOR_BITS-1:0] d_data;

    always @* begin : d_results
        integer k;
        d_reg = {REG_BITS{1'b0}};
        d_mask = {LANES{1'b0}};
        d_data = {VECTOR_BITS{1'b0}};
        for (k = 0; k < BANKS; k = k + 1)
            if (d_taken[k]) begin
                d_reg = d_reg | wr_reg_i[k*REG_BITS +: REG_BITS];
                d_mask = d_mask | wr_mask_i[k*LANES +: LANES];
                d_data = d_data | wr_data_i[k*VECTOR_BITS +: VECTOR_BITS];
            end
    end

    // Entries that are replaced before each one, if `used` are in use: the others come first, by number.
    function [ENTRIES*ENTRIES-1:0] order_of;
        input [ENTRIES-1:0] used;
        input [ENTRIES*ENTRIES-1:0] used_order;          // if all are in use
        integer k;
        for (k = 0; k < ENTRIES; k = k + 1)
            order_of[k*ENTRIES +: ENTRIES] = used[k] ? ~used | used_order[k*ENTRIES +: ENTRIES]
                                                     : ~used & ~({ENTRIES{1'b1}} << k);
    endfunction

    // Steps 4 and 5: a miss with all lanes takes an entry that is neither locked nor written by port S.
    wire [ENTRIES-1:0] s_write;
    wire stay_miss = |(own_taken & wr_all) & ~|stay_hit;
    wire own_miss = |(own_taken & wr_all) & ~|own_d_hit;
    wire new_miss = |(new_taken & wr_all);
    reg  [ENTRIES-1:0] stay_d_victim;
    reg  [ENTRIES-1:0] own_d_victim;
    reg  [ENTRIES-1:0] new_d_victim;

    // The first entry from k on that port S does not write, at [k*ENTRIES +: ENTRIES].
    reg [ENTRIES*ENTRIES-1:0] behind;

    always @* begin : entries_behind
        integer k;
        reg [ENTRIES-1:0] found;
        found = {ENTRIES{1'b0}};
        for (k = ENTRIES - 1; k >= 0; k = k - 1) begin
            if (~s_write[k])
                found = {{(ENTRIES-1){1'b0}}, 1'b1} << k;
            behind[k*ENTRIES +: ENTRIES] = found;
        end
    end

    // The first candidate.
    function [ENTRIES-1:0] first_of;
        input [ENTRIES-1:0] candidate;
        input [ENTRIES*ENTRIES-1:0] earlier;
        integer k;
        for (k = 0; k < ENTRIES; k = k + 1)
            first_of[k] = candidate[k] & ~|(candidate & earlier[k*ENTRIES +: ENTRIES]);
    endfunction

    always @* begin : d_replacement
        integer k;
        stay_d_victim = first_of(~still_locked & ~s_write, ahead) & {ENTRIES{stay_miss}};
        own_d_victim = first_of(~check_referenced & ~s_write, order_of(ct_valid_q & ~check_replaced, prior)) &
            {ENTRIES{own_miss}};
        new_d_victim = {ENTRIES{1'b0}};
        for (k = 0; k < ENTRIES; k = k + 1)
            if (new_next[k] & new_miss)
                new_d_victim = new_d_victim | behind[k*ENTRIES +: ENTRIES];
    end

    wire [ENTRIES-1:0] stay_d_write = stay_hit | stay_d_victim;
    wire [ENTRIES-1:0] own_d_write = own_d_hit | own_d_victim;

    // The case that there is.
    wire [ENTRIES-1:0] d_victim = (stay_d_victim & {ENTRIES{take_none}}) | (own_d_victim & {ENTRIES{take_own}}) |
                                  (new_d_victim & {ENTRIES{take_new}});
    wire [ENTRIES-1:0] d_write = (stay_d_write & {ENTRIES{take_none}}) | (own_d_write & {ENTRIES{take_own}}) |
                                 (new_d_victim & {ENTRIES{take_new}});

    // Next state ----------------------------------------------------------------------------------

    wire [ENTRIES*ENTRY_BITS-1:0] next_rank;

    ccu_ranks u_ranks (
        .rank_i(ct_lru_q),
        .older_i(older),
        .take_own_i(take_own),
        .take_new_i(take_new),
        .take_none_i(take_none),
        .check_valid_i(check_valid),
        .check_same_i(check_same),
        .check_refers_i(check_refers),
        .check_moved_i(check_referenced),
        .new_place_i(issue_place_i),
        .new_slot_rank_i(issue_rank_i),
        .new_count_i(issue_count_i),
        .behind_i(behind),
        .new_d_i(new_d_victim),
        .own_d_i(own_d_write),
        .stay_d_i(stay_d_write),
        .rank_o(next_rank)
    );

    // Number of the entry in a set of one; 0 for none.
    function [ENTRY_BITS-1:0] encode;
        input [ENTRIES-1:0] set;
        integer k;
        begin
            encode = {ENTRY_BITS{1'b0}};
            for (k = 0; k < ENTRIES; k = k + 1)
                if (set[k])
                    encode = encode | k[ENTRY_BITS-1:0];
        end
    endfunction

    reg  [SLOTS*ENTRY_BITS-1:0] index_d;
    reg  [ENTRIES*REG_BITS-1:0] source_tag;

    always @* begin : sources
        integer k, j;
        source_tag = {(ENTRIES*REG_BITS){1'b0}};
        for (k = 0; k < SLOTS; k = k + 1) begin
            index_d[k*ENTRY_BITS +: ENTRY_BITS] = encode(refers[k*ENTRIES +: ENTRIES]);
            for (j = 0; j < ENTRIES; j = j + 1)
                if (victim[k*ENTRIES + j])
                    source_tag[j*REG_BITS +: REG_BITS] = source_tag[j*REG_BITS +: REG_BITS] |
                        issue_src_reg_i[k*REG_BITS +: REG_BITS];
        end
    end

    // A value in which all lanes, or those of a mask, are written.
    function [VECTOR_BITS-1:0] written;
        input [VECTOR_BITS-1:0] value;
        input is_all;
        input [VECTOR_BITS-1:0] all;
        input [LANES-1:0] mask;
        input [VECTOR_BITS-1:0] some;
        integer k;
        begin
            written = value;
            for (k = 0; k < LANES; k = k + 1)
                if (is_all | mask[k])
                    written[k*32 +: 32] = is_all ? all[k*32 +: 32] : some[k*32 +: 32];
        end
    endfunction

    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
            localparam [ENTRY_BITS-1:0] RANK = e;

            reg [VECTOR_BITS-1:0] data_q;

            assign entry_data[e] = data_q;
            assign s_write[e] = s_valid_i & (s_index == e);

            // 3.8, 3.11: port S writes all lanes, port D those of its mask; never both.
            always @(posedge clk_i)
                if (s_write[e] | d_write[e])
                    data_q <= written(data_q, s_write[e], s_data_i, d_mask, d_data);

            always @(posedge clk_i)
                if (referenced[e] | d_write[e])
                    ct_near_q[e] <= d_write[e] | source_near[e];

            always @(posedge clk_i)
                if (d_victim[e])
                    ct_tag_q[e*REG_BITS +: REG_BITS] <= d_reg;
                else if (replaced[e])
                    ct_tag_q[e*REG_BITS +: REG_BITS] <= source_tag[e*REG_BITS +: REG_BITS];

            always @(posedge clk_i)
                if (rst_i)
                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= RANK;
                else
                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= next_rank[e*ENTRY_BITS +: ENTRY_BITS];
        end
    endgenerate

    // 3.12: the end of its warp empties the table, unless another warp takes the CCU in the same cycle.
    wire ends = end_valid_i & (end_warp_i == warp_q) & ~alloc_i;

    always @(posedge clk_i)
        if (rst_i | ends)
            ct_valid_q <= {ENTRIES{1'b0}};
        else
            ct_valid_q <= (stays & ~stale) | replaced | d_victim;

    always @(posedge clk_i)
        if (rst_i)
            ct_lock_q <= {ENTRIES{1'b0}};
        else
            ct_lock_q <= locked;

    always @(posedge clk_i)
        if (rst_i | ends)
            own_q <= 1'b0;
        else if (alloc_i)
            own_q <= 1'b1;
        else if (leaves)
            own_q <= 1'b0;

    always @(posedge clk_i)
        if (rst_i) begin
            oct_valid_q <= {SLOTS{1'b0}};
            oct_ready_q <= {SLOTS{1'b0}};
        end else if (alloc_i) begin
            oct_valid_q <= issue_src_valid_i;
            oct_ready_q <= slot_hit;
        end else
            oct_ready_q <= oct_ready_q | arrives;

    always @(posedge clk_i)
        if (alloc_i)
            oct_index_q <= index_d;

    // Port R (3.5).
    assign holds_o = |ct_valid_q;

    // Metadata.
    always @(posedge clk_i)
        if (rst_i)
            occupied_q <= 1'b0;
        else if (alloc_i)
            occupied_q <= 1'b1;
        else if (dispatch_i)
            occupied_q <= 1'b0;

    always @(posedge clk_i)
        if (alloc_i) begin
            iid_q <= issue_iid_i;
            unit_q <= issue_unit_i;
            mask_q <= issue_mask_i;
            dst_count_q <= issue_dst_count_i;
            dst_base_q <= issue_dst_base_i;
            dst_near_q <= issue_dst_near_i;
            payload_q <= issue_payload_i;
        end

    always @(posedge clk_i)
        if (rst_i)
            warp_q <= {WARP_BITS{1'b0}};
        else if (alloc_i)
            warp_q <= issue_warp_i;

    assign occupied_o = occupied_q;
    assign warp_o = warp_q;
    assign iid_o = iid_q;
    assign unit_o = unit_q;
    assign mask_o = mask_q;
    assign dst_count_o = dst_count_q;
    assign dst_base_o = dst_base_q;
    assign dst_near_o = dst_near_q;
    assign payload_o = payload_q;

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            integer j, k;
            for (j = 1; j < ENTRIES; j = j + 1)
                for (k = 0; k < j; k = k + 1)
                    if (ct_valid_q[j] & ct_valid_q[k] &
                        (ct_tag_q[j*REG_BITS +: REG_BITS] == ct_tag_q[k*REG_BITS +: REG_BITS])) begin
                        $display("ASSERT %m: entries %0d and %0d have the same register", k, j);
                        $stop;
                    end
            for (j = 1; j < ENTRIES; j = j + 1)
                for (k = 0; k < j; k = k + 1)
                    if (ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS] == ct_lru_q[k*ENTRY_BITS +: ENTRY_BITS]) begin
                        $display("ASSERT %m: entries %0d and %0d have the same rank", k, j);
                        $stop;
                    end
            if (alloc_i & occupied_q & ~dispatch_i) begin
                $display("ASSERT %m: an instruction comes while another one waits");
                $stop;
            end
            if (dispatch_i & ~dispatchable_o) begin
                $display("ASSERT %m: an instruction dispatches that is not ready");
                $stop;
            end
            if (s_valid_i & ~(occupied_q & oct_valid_q[s_slot_i])) begin
                $display("ASSERT %m: a value comes for slot %0d, which is not in use", s_slot_i);
                $stop;
            end
            if (s_valid_i & oct_ready_q[s_slot_i]) begin
                $display("ASSERT %m: a value comes for slot %0d, which has one", s_slot_i);
                $stop;
            end
            if (|(s_write & d_write)) begin
                $display("ASSERT %m: a value and a result are written to an entry: %b", s_write & d_write);
                $stop;
            end
        end
`endif

endmodule

`default_nettype wire
