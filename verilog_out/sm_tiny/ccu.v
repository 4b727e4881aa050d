// SPDX-License-Identifier: Apache-2.0
// ccu: caching collector unit
//
// A collector whose operands stay in a fully associative cache table (CT) after dispatch; the slots of the
// operand collector table (OCT) point into it. On allocation the sources are looked up, misses replace an
// entry and are read from the banks (port S); near results of the warp are written too (port D).
// Malekeh, sections III-C and IV-A. Specification: 3.3, 3.5, 3.6, 3.8, 3.11, 3.12.

`default_nettype none

module ccu #(
    parameter WARPS = 2,                                 // warp slots
    parameter WARP_BITS = 1,                             // bits of a warp slot's number
    parameter LANES = 4,                                 // lanes of a vector register
    parameter VECTOR_BITS = 128,                         // bits of a vector register: 32 per lane
    parameter REG_BITS = 6,                              // bits of a register's number
    parameter IID_BITS = 3,                              // bits of an in-flight number
    parameter BANKS = 2,                                 // register file banks
    parameter ROW_BITS = 6,                              // bits of a row's number
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

    localparam [ENTRY_BITS-1:0] MOST_RECENT = ENTRIES[ENTRY_BITS-1:0] - 1'b1;

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

    genvar s, e, b, l;
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

            assign src_row_o[s*ROW_BITS +: ROW_BITS] = {1'd0, ct_tag_q[index*REG_BITS + 1 +: 5]};
        end
    endgenerate

    // 3.3: a value that arrives in this cycle counts.
    assign dispatchable_o = occupied_q & ((~oct_valid_q | ready) == {SLOTS{1'b1}});

    // Order of replacement (IV-A1) ----------------------------------------------------------------

    // Random choices start at entry (random * ENTRIES) / 256; reached[e]: e is there or behind.
    wire [31:0] start = {24'd0, random_i} * ENTRIES;
    wire [ENTRIES-1:0] reached;

    // Entries that were used before those of a rank.
    function [ENTRIES-1:0] older_entries;
        input [ENTRIES*ENTRY_BITS-1:0] ranks;
        input [ENTRY_BITS-1:0] rank;
        integer k;
        for (k = 0; k < ENTRIES; k = k + 1)
            older_entries[k] = ranks[k*ENTRY_BITS +: ENTRY_BITS] < rank;
    endfunction

    // Number of entries in a set that lacks at least one.
    function [ENTRY_BITS-1:0] ones;
        input [ENTRIES-1:0] set;
        integer k;
        begin
            ones = {ENTRY_BITS{1'b0}};
            for (k = 0; k < ENTRIES; k = k + 1)
                ones = ones + {{(ENTRY_BITS-1){1'b0}}, set[k]};
        end
    endfunction

    // Number of the entry in a set of one; 0 for none.
    function [ENTRY_BITS-1:0] encode;
        input [ENTRIES-1:0] set;
        integer k;
        begin
            encode = {ENTRY_BITS{1'b0}};
            for (k = 0; k < ENTRIES; k = k + 1)
                encode = encode | ({ENTRY_BITS{set[k]}} & k[ENTRY_BITS-1:0]);
        end
    endfunction

    // Entries in use come in this order: far ones from the random start on, then near ones by age.
    // Sets of entries by entry are at [e*ENTRIES +: ENTRIES].
    wire [ENTRIES-1:0] far = ~ct_near_q;
    wire [ENTRIES*ENTRIES-1:0] below;                    // entries with lower numbers than e
    reg  [ENTRIES*ENTRIES-1:0] prior;                    // entries before e, if all are in use

    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : g_below
            assign reached[e] = start < 256 * (e + 1);
            assign below[e*ENTRIES +: ENTRIES] = ~({ENTRIES{1'b1}} << e);
        end
    endgenerate

    always @* begin : order
        integer j;
        for (j = 0; j < ENTRIES; j = j + 1)
            prior[j*ENTRIES +: ENTRIES] =
                far[j] & reached[j] ? far & reached & below[j*ENTRIES +: ENTRIES] :
                far[j] ? far & (reached | below[j*ENTRIES +: ENTRIES]) :
                far | older_entries(ct_lru_q, ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]);
    end

    // Entries before an entry, of which `used` are in use: the others come first, by number.
    function [ENTRIES-1:0] ahead;
        input is_used;
        input [ENTRIES-1:0] used;
        input [ENTRIES-1:0] used_before;
        input [ENTRIES-1:0] lower;
        ahead = is_used ? ~used | used_before : ~used & lower;
    endfunction

    // Tag check for the table's own warp (III-C1, 3.6) ---------------------------------------------
    //
    // Only the warp whose values are in the table can hit. So its next instruction is looked up while issue
    // still chooses a warp. Sets of entries by slot are at [s*ENTRIES +: ENTRIES].

    reg  [SLOTS-1:0] own_valid;                          // its slots in use
    reg  [SLOTS*REG_BITS-1:0] own_reg;                   // their registers
    reg  [SLOTS*SLOTS-1:0] own_same;                     // bit s*SLOTS+f, f <= s: slots s and f are equal
    reg  [SLOTS-1:0] own_first;                          // no lower slot names the same register
    reg  [SLOTS-1:0] own_hit;                            // the table has the value
    reg  [SLOTS*ENTRIES-1:0] own_victim;                 // entry that the slot's register replaces
    reg  [SLOTS*ENTRIES-1:0] own_refers;                 // entry of the slot
    reg  [ENTRIES-1:0] own_referenced;                   // entries of all slots
    reg  [ENTRIES-1:0] own_replaced;                     // entries that get another register

    always @* begin : own_head
        integer k;
        own_valid = {SLOTS{1'b0}};
        own_reg = {(SLOTS*REG_BITS){1'b0}};
        own_same = {(SLOTS*SLOTS){1'b0}};
        for (k = 0; k < WARPS; k = k + 1)
            if (warp_q == k[WARP_BITS-1:0]) begin
                own_valid = own_valid | head_src_valid_i[k*SLOTS +: SLOTS];
                own_reg = own_reg | head_src_reg_i[k*SLOTS*REG_BITS +: SLOTS*REG_BITS];
                own_same = own_same | head_same_i[k*SLOTS*SLOTS +: SLOTS*SLOTS];
            end
    end

    always @* begin : own_check
        integer k, j;
        reg [ENTRIES-1:0] entry_hit;                     // entries hit by any slot
        reg [ENTRIES*ENTRY_BITS-1:0] place;              // candidates ahead of each entry
        reg [ENTRY_BITS-1:0] misses;                     // of lower slots
        entry_hit = {ENTRIES{1'b0}};

        // Step 2: hits.
        for (k = 0; k < SLOTS; k = k + 1) begin
            own_first[k] = own_valid[k];
            for (j = 0; j < k; j = j + 1)
                own_first[k] = own_first[k] & ~own_same[k*SLOTS + j];
            for (j = 0; j < ENTRIES; j = j + 1)
                own_refers[k*ENTRIES + j] = own_valid[k] & ct_valid_q[j] &
                    (ct_tag_q[j*REG_BITS +: REG_BITS] == own_reg[k*REG_BITS +: REG_BITS]);
            own_hit[k] = |own_refers[k*ENTRIES +: ENTRIES];
            entry_hit = entry_hit | own_refers[k*ENTRIES +: ENTRIES];
        end

        // Step 3: victims. The n-th miss takes the candidate that n candidates are ahead of.
        for (j = 0; j < ENTRIES; j = j + 1)
            place[j*ENTRY_BITS +: ENTRY_BITS] = ones(~entry_hit &
                ahead(ct_valid_q[j], ct_valid_q, prior[j*ENTRIES +: ENTRIES], below[j*ENTRIES +: ENTRIES]));
        misses = {ENTRY_BITS{1'b0}};
        for (k = 0; k < SLOTS; k = k + 1) begin
            for (j = 0; j < ENTRIES; j = j + 1)
                own_victim[k*ENTRIES + j] = own_first[k] & ~own_hit[k] & ~entry_hit[j] &
                    (place[j*ENTRY_BITS +: ENTRY_BITS] == misses);
            misses = misses + {{(ENTRY_BITS-1){1'b0}}, own_first[k] & ~own_hit[k]};
        end

        // Step 4: a slot refers to the entry that it hits, or to the victim of the first slot with its register.
        own_referenced = {ENTRIES{1'b0}};
        own_replaced = {ENTRIES{1'b0}};
        for (k = 0; k < SLOTS; k = k + 1) begin
            for (j = 0; j <= k; j = j + 1)
                own_refers[k*ENTRIES +: ENTRIES] = own_refers[k*ENTRIES +: ENTRIES] |
                    (own_victim[j*ENTRIES +: ENTRIES] & {ENTRIES{own_same[k*SLOTS + j]}});
            own_referenced = own_referenced | own_refers[k*ENTRIES +: ENTRIES];
            own_replaced = own_replaced | own_victim[k*ENTRIES +: ENTRIES];
        end
    end

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
    wire [SLOTS*ENTRIES-1:0] victim = flush ? new_victim : own_victim;
    wire [SLOTS*ENTRIES-1:0] refers = flush ? new_refers : own_refers;
    wire [SLOTS-1:0] slot_hit = own_hit & {SLOTS{~flush}};

    assign need_o = (flush ? issue_first_i : own_first & ~own_hit) & {SLOTS{alloc_i}};

    // Its entries; none without an allocation.
    wire [ENTRIES-1:0] referenced = (own_referenced & {ENTRIES{take_own}}) |
                                    (new_replaced & {ENTRIES{take_new}});
    wire [ENTRIES-1:0] replaced = (own_replaced & {ENTRIES{take_own}}) |
                                  (new_replaced & {ENTRIES{take_new}});

    // Step 5: near bits of the entries.
    reg [ENTRIES-1:0] source_near;

    always @* begin : source_fields
        integer k;
        source_near = {ENTRIES{1'b0}};
        for (k = 0; k < SLOTS; k = k + 1)
            source_near = source_near | (refers[k*ENTRIES +: ENTRIES] & {ENTRIES{issue_src_near_i[k]}});
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
    wire [ENTRIES-1:0] own_d_hit = stay_hit & ~own_replaced;
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
            stay_hit = stay_hit | (found & {ENTRIES{own_taken[k]}});
            own_stale = own_stale | (found & {ENTRIES{wr_own[k] & ~own_taken[k]}});
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
        input [ENTRIES-1:0] used;
        input [ENTRIES*ENTRIES-1:0] used_before;
        input [ENTRIES*ENTRIES-1:0] lower;
        integer k;
        for (k = 0; k < ENTRIES; k = k + 1)
            first_of[k] = candidate[k] & ~|(candidate &
                ahead(used[k], used, used_before[k*ENTRIES +: ENTRIES], lower[k*ENTRIES +: ENTRIES]));
    endfunction

    always @* begin : d_replacement
        integer k;
        stay_d_victim = first_of(~still_locked & ~s_write, ct_valid_q, prior, below) & {ENTRIES{stay_miss}};
        own_d_victim = first_of(~own_referenced & ~s_write, ct_valid_q & ~own_replaced, prior, below) &
            {ENTRIES{own_miss}};
        new_d_victim = {ENTRIES{1'b0}};
        for (k = 0; k < ENTRIES; k = k + 1)
            new_d_victim = new_d_victim | (behind[k*ENTRIES +: ENTRIES] & {ENTRIES{new_next[k] & new_miss}});
    end

    wire [ENTRIES-1:0] stay_d_write = stay_hit | stay_d_victim;
    wire [ENTRIES-1:0] own_d_write = own_d_hit | own_d_victim;

    // The case that there is.
    wire [ENTRIES-1:0] d_victim = (stay_d_victim & {ENTRIES{take_none}}) | (own_d_victim & {ENTRIES{take_own}}) |
                                  (new_d_victim & {ENTRIES{take_new}});
    wire [ENTRIES-1:0] d_write = (stay_d_write & {ENTRIES{take_none}}) | (own_d_write & {ENTRIES{take_own}}) |
                                 (new_d_victim & {ENTRIES{take_new}});

    // Next state ----------------------------------------------------------------------------------

    // The ranks when the last uses of slots with their entries (uses, by slot) move to the most recent ranks: the
    // number of later ones gives the rank of these; `left` are the ranks of the others.
    function [ENTRIES*ENTRY_BITS-1:0] ranks_after;
        input [SLOTS-1:0] last;
        input [SLOTS*ENTRIES-1:0] uses;
        input [ENTRIES*ENTRY_BITS-1:0] left;
        integer k, j;
        reg [ENTRY_BITS-1:0] rank;
        begin
            ranks_after = left;
            rank = MOST_RECENT;
            for (k = SLOTS - 1; k >= 0; k = k - 1) begin
                for (j = 0; j < ENTRIES; j = j + 1)
                    ranks_after[j*ENTRY_BITS +: ENTRY_BITS] = ranks_after[j*ENTRY_BITS +: ENTRY_BITS] |
                        ({ENTRY_BITS{uses[k*ENTRIES + j]}} & rank);
                rank = rank - {{(ENTRY_BITS-1){1'b0}}, last[k]};
            end
        end
    endfunction

    // The rank of an entry that is not moved is the number of such entries that are older. Another warp moves the
    // entries below some number n: counts for every n wait for it. The same without the entry that a result takes.
    reg [ENTRIES*ENTRY_BITS-1:0] own_left;
    reg [ENTRIES*ENTRY_BITS-1:0] new_left;
    reg [ENTRIES*ENTRY_BITS-1:0] new_d_left;

    always @* begin : left_ranks
        integer k, j;
        reg [ENTRIES-1:0] older;
        reg [ENTRY_BITS-1:0] count;                      // of entries from k on
        own_left = {(ENTRIES*ENTRY_BITS){1'b0}};
        new_left = {(ENTRIES*ENTRY_BITS){1'b0}};
        new_d_left = {(ENTRIES*ENTRY_BITS){1'b0}};
        for (j = 0; j < ENTRIES; j = j + 1) begin
            older = older_entries(ct_lru_q, ct_lru_q[j*ENTRY_BITS +: ENTRY_BITS]);
            if (~own_referenced[j])
                own_left[j*ENTRY_BITS +: ENTRY_BITS] = ones(~own_referenced & older);
            count = {ENTRY_BITS{1'b0}};
            for (k = ENTRIES - 1; k >= 0; k = k - 1) begin
                count = count + {{(ENTRY_BITS-1){1'b0}}, older[k]};
                if (k <= j)
                    new_left[j*ENTRY_BITS +: ENTRY_BITS] = new_left[j*ENTRY_BITS +: ENTRY_BITS] |
                        ({ENTRY_BITS{new_next[k]}} & count);
                if (k <= j)
                    new_d_left[j*ENTRY_BITS +: ENTRY_BITS] = new_d_left[j*ENTRY_BITS +: ENTRY_BITS] |
                        ({ENTRY_BITS{new_next[k] & ~behind[k*ENTRIES + j]}} &
                         (count - {{(ENTRY_BITS-1){1'b0}}, |(older & behind[k*ENTRIES +: ENTRIES])}));
            end
        end
    end

    // Order of use: the slots of the instruction move first. An entry's last use counts.
    reg [ENTRIES*ENTRY_BITS-1:0] own_rank;
    reg [ENTRIES*ENTRY_BITS-1:0] new_rank;
    reg [ENTRIES*ENTRY_BITS-1:0] new_d_rank;             // if a result takes an entry

    always @* begin : checked_ranks
        integer k, j;
        reg [SLOTS-1:0] last;
        reg [SLOTS*ENTRIES-1:0] uses;
        uses = {(SLOTS*ENTRIES){1'b0}};
        for (k = 0; k < SLOTS; k = k + 1) begin
            last[k] = own_valid[k];
            for (j = k + 1; j < SLOTS; j = j + 1)
                last[k] = last[k] & ~own_same[j*SLOTS + k];
            uses[k*ENTRIES +: ENTRIES] = own_refers[k*ENTRIES +: ENTRIES] & {ENTRIES{last[k]}};
        end
        own_rank = ranks_after(last, uses, own_left);
        new_d_rank = new_d_left;
        new_rank = new_left;
        for (k = 0; k < SLOTS; k = k + 1)
            for (j = 0; j < ENTRIES; j = j + 1) begin
                new_rank[j*ENTRY_BITS +: ENTRY_BITS] = new_rank[j*ENTRY_BITS +: ENTRY_BITS] |
                    ({ENTRY_BITS{new_refers[k*ENTRIES + j]}} & issue_rank_i[k*ENTRY_BITS +: ENTRY_BITS]);
                new_d_rank[j*ENTRY_BITS +: ENTRY_BITS] = new_d_rank[j*ENTRY_BITS +: ENTRY_BITS] |
                    ({ENTRY_BITS{new_refers[k*ENTRIES + j] & |issue_rank_i[k*ENTRY_BITS +: ENTRY_BITS]}} &
                     (issue_rank_i[k*ENTRY_BITS +: ENTRY_BITS] - 1'b1));
            end
    end

    // 3.11: port D moves an entry after them; the others go down by one if they were above it.
    reg [ENTRIES*ENTRY_BITS-1:0] lru_d;

    always @* begin : next_ranks
        integer k;
        reg [ENTRIES-1:0] older;
        reg [ENTRY_BITS-1:0] rank;
        for (k = 0; k < ENTRIES; k = k + 1) begin
            older = older_entries(ct_lru_q, ct_lru_q[k*ENTRY_BITS +: ENTRY_BITS]);
            rank = ct_lru_q[k*ENTRY_BITS +: ENTRY_BITS];
            if (take_own)
                rank = own_d_write[k] ? MOST_RECENT : own_rank[k*ENTRY_BITS +: ENTRY_BITS] -
                    {{(ENTRY_BITS-1){1'b0}}, |(own_d_write & (older | {ENTRIES{own_referenced[k]}}))};
            else if (take_new)
                rank = new_d_victim[k] ? MOST_RECENT :
                    |new_d_victim ? new_d_rank[k*ENTRY_BITS +: ENTRY_BITS] : new_rank[k*ENTRY_BITS +: ENTRY_BITS];
            else if (take_none)
                rank = stay_d_write[k] ? MOST_RECENT : ct_lru_q[k*ENTRY_BITS +: ENTRY_BITS] -
                    {{(ENTRY_BITS-1){1'b0}}, |(stay_d_write & older)};
            lru_d[k*ENTRY_BITS +: ENTRY_BITS] = rank;
        end
    end

    reg  [SLOTS*ENTRY_BITS-1:0] index_d;
    reg  [ENTRIES*REG_BITS-1:0] source_tag;

    always @* begin : sources
        integer k, j;
        source_tag = {(ENTRIES*REG_BITS){1'b0}};
        for (k = 0; k < SLOTS; k = k + 1) begin
            index_d[k*ENTRY_BITS +: ENTRY_BITS] = encode(refers[k*ENTRIES +: ENTRIES]);
            for (j = 0; j < ENTRIES; j = j + 1)
                source_tag[j*REG_BITS +: REG_BITS] = source_tag[j*REG_BITS +: REG_BITS] |
                    ({REG_BITS{victim[k*ENTRIES + j]}} & issue_src_reg_i[k*REG_BITS +: REG_BITS]);
        end
    end

    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
            localparam [ENTRY_BITS-1:0] RANK = e;

            reg [VECTOR_BITS-1:0] data_q;

            assign entry_data[e] = data_q;
            assign s_write[e] = s_valid_i & (s_index == e);

            // 3.8, 3.11: port S writes all lanes, port D those of its mask; never both.
            for (l = 0; l < LANES; l = l + 1) begin : g_lane
                always @(posedge clk_i)
                    if (s_write[e] | d_write[e])
                        if (s_write[e] | d_mask[l])
                            data_q[l*32 +: 32] <=
                                s_write[e] ? s_data_i[l*32 +: 32] : d_data[l*32 +: 32];
            end

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
                    ct_lru_q[e*ENTRY_BITS +: ENTRY_BITS] <= lru_d[e*ENTRY_BITS +: ENTRY_BITS];
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

endmodule

`default_nettype wire
