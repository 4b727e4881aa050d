// SPDX-License-Identifier: Apache-2.0
// boc: bypassing operand collector
//
// The collector of one warp. Its positions hold the last instructions of the warp, the window, in program
// order; its entries the registers that these have read or written. On allocation the sources are looked up,
// misses take an entry each and are read from the banks (port S); results find or take one, too. Results are
// written to it, and drain to the banks when they leave the window (BOW-WR).
// BOW, sections IV-A and IV-B. Specification: 3.14.

`default_nettype none

module boc #(
    parameter LANES = 32,                                // lanes of a vector register
    parameter VECTOR_BITS = 1024,                        // bits of a vector register: 32 per lane
    parameter REG_BITS = 8,                              // bits of a register's number
    parameter BANK_BITS = 1,                             // bits of a bank's number; none with one bank
    parameter IID_BITS = 5,                              // bits of an in-flight number
    parameter ROW_BITS = 8,                              // bits of a row's number
    parameter WINDOW = 3,                                // instructions in the window of a warp
    parameter POS_BITS = 2,                              // bits of a position in the window
    parameter SLOTS = 6,                                 // source operand slots per collector
    parameter SLOT_BITS = 3,                             // bits of a slot's number
    parameter ENTRIES = 24,                              // registers that a BOC holds
    parameter ENTRY_BITS = 5,                            // bits of an entry's number
    parameter PAYLOAD_BITS = 64,                         // opaque instruction bits
    parameter UNITS = 8                                  // execution units
) (
    input  wire clk_i,                                   // clock
    input  wire rst_i,                                   // synchronous reset
    input  wire head_valid_i,                            // the warp has a next instruction:
    input  wire [2:0] head_unit_i,                       // execution unit
    input  wire [SLOTS-1:0] head_src_valid_i,            // source slots in use
    input  wire [SLOTS*REG_BITS-1:0] head_src_reg_i,     // register of each source
    input  wire [2:0] head_dst_count_i,                  // result registers
    input  wire [REG_BITS-1:0] head_dst_base_i,          // first result register
    input  wire head_first_i,                            // the first or only micro-operation of its instruction
    input  wire [LANES-1:0] head_mask_i,                 // active lanes
    input  wire [PAYLOAD_BITS-1:0] head_payload_i,       // opaque bits
    output wire war_o,                                   // a slot names one of its results
    output wire room_o,                                  // there is a position, and entries for its sources
    input  wire alloc_i,                                 // it issues, with this
    input  wire [IID_BITS-1:0] issue_iid_i,              // in-flight number
    output wire [POS_BITS-1:0] next_o,                   // the position that it takes, held by the oldest one
    output wire [SLOTS-1:0] need_o,                      // its slots to be read from the banks
    input  wire s_valid_i,                               // port S: a value arrives
    input  wire [POS_BITS-1:0] s_pos_i,                  // the position that asked for it
    input  wire [SLOT_BITS-1:0] s_slot_i,                // and its slot
    input  wire [VECTOR_BITS-1:0] s_data_i,              // the value
    output wire [WINDOW*SLOTS*ROW_BITS-1:0] src_row_o,   // each slot's row among those of the warp
    output wire occupied_o,                              // holds an instruction
    input  wire [UNITS-1:0] unit_ready_i,                // units that can take an instruction
    output wire dispatchable_o,                          // an instruction can dispatch, the oldest one:
    output reg  [IID_BITS-1:0] iid_o,                    // in-flight number
    output reg  [2:0] unit_o,                            // execution unit
    output reg  [LANES-1:0] mask_o,                      // active lanes
    output reg  [2:0] dst_count_o,                       // result registers
    output reg  [REG_BITS-1:0] dst_base_o,               // first result register
    output reg  [PAYLOAD_BITS-1:0] payload_o,            // opaque bits
    input  wire dispatch_i,                              // it dispatches in this cycle
    output reg  [SLOTS*VECTOR_BITS-1:0] operand_o,       // operands; zero unless it dispatches
    input  wire result_valid_i,                          // a result of the warp:
    input  wire [REG_BITS-1:0] result_reg_i,             // its register
    input  wire [LANES-1:0] result_mask_i,               // its lanes
    input  wire [VECTOR_BITS-1:0] result_data_i,         // its value
    output wire keep_o,                                  // an entry takes it, the bank does not
    input  wire exiting_i,                               // the warp's last instruction has issued
    output wire owes_o,                                  // the banks still have to get a value
    output wire offer_valid_o,                           // a value to be drained:
    output wire [REG_BITS-1:0] offer_reg_o,              // its register
    output wire [VECTOR_BITS-1:0] offer_data_o,          // the value
    input  wire drain_i,                                 // its bank takes it
    input  wire end_i                                    // the warp ends
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(LANES != 32 || VECTOR_BITS != 1024 || REG_BITS != 8 || BANK_BITS != 1 || IID_BITS != 5 ||
            ROW_BITS != 8 || WINDOW != 3 || POS_BITS != 2 || SLOTS != 6 || SLOT_BITS != 3 ||
            ENTRIES != 24 || ENTRY_BITS != 5 || PAYLOAD_BITS != 64 || UNITS != 8)) begin : g_taken
        end else begin : g_refused
            boc_does_not_take_these_parameters refused ();
        end
    endgenerate

    localparam [POS_BITS-1:0] LIFE = WINDOW[POS_BITS-1:0] - 1'b1;            // of a value that is used
    localparam [POS_BITS-1:0] LAST_POSITION = WINDOW[POS_BITS-1:0] - 1'b1;
    localparam [ENTRIES-1:0] ONE = {{(ENTRIES-1){1'b0}}, 1'b1};              // as a set: entry 0

    reg [POS_BITS-1:0] next_q;                           // position of the next instruction, held by the oldest
    reg [WINDOW-1:0] occupied_q;                         // position p waits for operands or dispatch
    reg [WINDOW*IID_BITS-1:0] iid_q;                     // in-flight number
    reg [WINDOW*3-1:0] unit_q;                           // execution unit
    reg [WINDOW*LANES-1:0] mask_q;                       // active lanes
    reg [WINDOW*3-1:0] dst_count_q;                      // result registers
    reg [WINDOW*REG_BITS-1:0] dst_base_q;                // first result register
    reg [WINDOW*PAYLOAD_BITS-1:0] payload_q;             // opaque bits
    reg [WINDOW*SLOTS-1:0] src_valid_q;                  // slot s of position p is used: bit p*SLOTS + s
    reg [WINDOW*SLOTS*ENTRY_BITS-1:0] src_index_q;       // its entry
    reg [ENTRIES-1:0] valid_q;                           // entry e is in use
    reg [ENTRIES-1:0] full_q;                            // it holds a value; else one is on its way
    reg [ENTRIES-1:0] wait_q;                            // a result is to be written to it
    reg [ENTRIES-1:0] dirty_q;                           // the bank does not have its value
    reg [ENTRIES*POS_BITS-1:0] life_q;                   // instructions that still find it in the window
    reg [ENTRIES*REG_BITS-1:0] tag_q;                    // its register
    reg [ENTRY_BITS-1:0] fifo_q;                         // entry behind the last one that was taken

    // The window (IV-A) ---------------------------------------------------------------------------

    wire [VECTOR_BITS-1:0] entry_data [0:ENTRIES-1];
    wire [SLOTS*ENTRY_BITS-1:0] s_indices = src_index_q[s_pos_i*SLOTS*ENTRY_BITS +: SLOTS*ENTRY_BITS];
    wire [ENTRY_BITS-1:0] s_index = s_indices[s_slot_i*ENTRY_BITS +: ENTRY_BITS];
    wire [ENTRIES-1:0] arrives;                          // its value, on port S
    wire [WINDOW-1:0] dispatchable;
    wire [WINDOW-1:0] hazard;

    // The oldest position that can dispatch; from position next_q on they are in program order.
    wire [WINDOW-1:0] from_oldest = {WINDOW{1'b1}} << next_q;
    wire [WINDOW-1:0] turn = |(dispatchable & from_oldest) ? dispatchable & from_oldest : dispatchable;
    wire [WINDOW-1:0] chosen = turn & (~turn + 1'b1);
    wire [WINDOW-1:0] leaves = chosen & {WINDOW{dispatch_i}};
    wire [WINDOW-1:0] busy = occupied_q & ~leaves;

    genvar e, p, s;

    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : g_arrives
            assign arrives[e] = s_valid_i & (s_index == e);
        end

        for (p = 0; p < WINDOW; p = p + 1) begin : g_position
            wire [2:0] unit = unit_q[p*3 +: 3];
            wire [SLOTS-1:0] used = src_valid_q[p*SLOTS +: SLOTS];
            wire [SLOTS-1:0] ready;
            wire [SLOTS-1:0] reads_result;

            for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
                wire [ENTRY_BITS-1:0] index = src_index_q[(p*SLOTS + s)*ENTRY_BITS +: ENTRY_BITS];
                wire [REG_BITS-1:0] register = tag_q[index*REG_BITS +: REG_BITS];
                wire [REG_BITS-1:0] distance = register - head_dst_base_i;

                assign ready[s] = full_q[index] | (s_valid_i & (s_index == index));
                assign reads_result[s] = used[s] & (distance < {5'd0, head_dst_count_i});
                assign src_row_o[(p*SLOTS + s)*ROW_BITS +: ROW_BITS] =
                    {1'd0, register[BANK_BITS +: REG_BITS-BANK_BITS]};
            end

            assign dispatchable[p] =
                occupied_q[p] & ((~used | ready) == {SLOTS{1'b1}}) & unit_ready_i[unit];

            // 3.5, condition 3 (WAR): a slot names a result of the warp's next instruction.
            assign hazard[p] = busy[p] & |reads_result;
        end
    endgenerate

    assign occupied_o = |occupied_q;
    assign dispatchable_o = |dispatchable;
    assign war_o = |hazard;
    assign next_o = next_q;

    // Its metadata and slots.
    reg [SLOTS-1:0] out_valid;
    reg [SLOTS*ENTRY_BITS-1:0] out_index;

    always @* begin : instruction
        integer k;
        iid_o = {IID_BITS{1'b0}};
        unit_o = {3{1'b0}};
        mask_o = {LANES{1'b0}};
        dst_count_o = {3{1'b0}};
        dst_base_o = {REG_BITS{1'b0}};
        payload_o = {PAYLOAD_BITS{1'b0}};
        out_valid = {SLOTS{1'b0}};
        out_index = {(SLOTS*ENTRY_BITS){1'b0}};
        for (k = 0; k < WINDOW; k = k + 1)
            if (chosen[k]) begin
                iid_o = iid_o | iid_q[k*IID_BITS +: IID_BITS];
                unit_o = unit_o | unit_q[k*3 +: 3];
                mask_o = mask_o | mask_q[k*LANES +: LANES];
                dst_count_o = dst_count_o | dst_count_q[k*3 +: 3];
                dst_base_o = dst_base_o | dst_base_q[k*REG_BITS +: REG_BITS];
                payload_o = payload_o | payload_q[k*PAYLOAD_BITS +: PAYLOAD_BITS];
                out_valid = out_valid | src_valid_q[k*SLOTS +: SLOTS];
                out_index = out_index | src_index_q[k*SLOTS*ENTRY_BITS +: SLOTS*ENTRY_BITS];
            end
    end

    // 3.3: its operands: what entries hold goes to every instruction that names it (bypassing).
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : g_operand
            wire [ENTRY_BITS-1:0] index = out_index[s*ENTRY_BITS +: ENTRY_BITS];
            wire [VECTOR_BITS-1:0] value = entry_data[index];

            always @* begin
                operand_o[s*VECTOR_BITS +: VECTOR_BITS] = {VECTOR_BITS{1'b0}};
                if (dispatch_i & out_valid[s])
                    operand_o[s*VECTOR_BITS +: VECTOR_BITS] = full_q[index] ? value : s_data_i;
            end
        end
    endgenerate

    // Entries that slots of waiting instructions refer to.
    reg [ENTRIES-1:0] locked;

    always @* begin : locks
        integer k;
        locked = {ENTRIES{1'b0}};
        for (k = 0; k < WINDOW*SLOTS; k = k + 1)
            if (occupied_q[k/SLOTS] & src_valid_q[k])
                locked = locked | (ONE << src_index_q[k*ENTRY_BITS +: ENTRY_BITS]);
    end

    // Entries ------------------------------------------------------------------------------------

    wire [ENTRIES-1:0] living;                           // the window has not passed it

    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : g_living
            assign living[e] = |life_q[e*POS_BITS +: POS_BITS];
        end
    endgenerate

    // An entry owes its value to the bank; it is in the window, or owes; it can be taken without loss.
    wire [ENTRIES-1:0] owes = dirty_q;
    wire [ENTRIES-1:0] in_use = valid_q & (living | owes);
    wire [ENTRIES-1:0] free = ~valid_q | ~(living | locked | owes);

    assign owes_o = |(valid_q & owes);

    // Candidates ----------------------------------------------------------------------------------

    // The entries that come first when entries are taken, as many as an instruction names registers. They are found
    // from registers alone; what the head hits is passed over then.
    // A number of entries is one-hot: bit n is 1 if it is n; no bit if it is CANDIDATES or more. Numbers of all bits
    // of a word are CANDIDATES words: bit k of word n is 1 if the number of bit k is n.
    localparam CANDIDATES = SLOTS + 4;

    // Entries whose number has bit b, at [b*ENTRIES +: ENTRIES].
    localparam [ENTRY_BITS*ENTRIES-1:0] WITH_BIT = with_bits(ENTRIES);

    function [ENTRY_BITS*ENTRIES-1:0] with_bits;
        input integer entries;
        integer k, b;
        for (k = 0; k < entries; k = k + 1)
            for (b = 0; b < ENTRY_BITS; b = b + 1)
                with_bits[b*ENTRIES + k] = k[b];
    endfunction

    // Number of the entry in a set of one; 0 for none.
    function [ENTRY_BITS-1:0] encode;
        input [ENTRIES-1:0] set;
        integer b;
        for (b = 0; b < ENTRY_BITS; b = b + 1)
            encode[b] = |(set & WITH_BIT[b*ENTRIES +: ENTRIES]);
    endfunction

    // Number of entries in a set: sums of pairs, of pairs of these, and so on; each is that of its lowest entry.
    function [CANDIDATES-1:0] count;
        input [ENTRIES-1:0] set;
        integer m, n, reach;
        reg [CANDIDATES*ENTRIES-1:0] sums;
        reg [CANDIDATES*ENTRIES-1:0] halves;
        reg [ENTRIES-1:0] alone;                         // without another half
        reg [ENTRIES-1:0] word;
        begin
            sums = {{((CANDIDATES-2)*ENTRIES){1'b0}}, set, ~set};
            for (reach = 1; reach < ENTRIES; reach = reach*2) begin
                halves = sums;
                alone = ~({ENTRIES{1'b1}} >> reach);
                for (n = 0; n < CANDIDATES && n <= 2*reach; n = n + 1) begin
                    word = n > reach ? {ENTRIES{1'b0}} : halves[n*ENTRIES +: ENTRIES] & alone;
                    for (m = n > reach ? n - reach : 0; m <= n && m <= reach; m = m + 1)
                        word = word | (halves[(n - m)*ENTRIES +: ENTRIES] & (halves[m*ENTRIES +: ENTRIES] >> reach));
                    sums[n*ENTRIES +: ENTRIES] = word;
                end
            end
            for (n = 0; n < CANDIDATES; n = n + 1)
                count[n] = sums[n*ENTRIES];
        end
    endfunction

    // For every entry the number of entries of a set ahead of it, in cyclic order from `begins` on: of the last
    // 1, 2, 4 ... before it, of which none is ahead of `begins`.
    function [CANDIDATES*ENTRIES-1:0] count_ahead;
        input [ENTRIES-1:0] set;
        input [ENTRIES-1:0] begins;
        integer m, n, reach;
        reg [ENTRIES-1:0] all;                           // these are all that are ahead
        reg [CANDIDATES*ENTRIES-1:0] ahead;              // their number
        reg [CANDIDATES*ENTRIES-1:0] more;               // and that of as many before them
        reg [ENTRIES-1:0] word;
        begin
            all = begins;
            word = ((set << 1) | (set >> (ENTRIES - 1))) & ~begins;
            count_ahead = {{((CANDIDATES-2)*ENTRIES){1'b0}}, word, ~word};
            more = count_ahead;
            for (reach = 1; reach < ENTRIES; reach = reach*2) begin
                ahead = count_ahead;
                for (n = 0; n < CANDIDATES && n <= reach; n = n + 1) begin
                    word = (ahead[n*ENTRIES +: ENTRIES] << reach) | (ahead[n*ENTRIES +: ENTRIES] >> (ENTRIES - reach));
                    more[n*ENTRIES +: ENTRIES] = n == 0 ? word | all : word & ~all;
                end
                for (n = 0; n < CANDIDATES && n <= 2*reach; n = n + 1) begin
                    word = {ENTRIES{1'b0}};
                    for (m = n > reach ? n - reach : 0; m <= n && m <= reach; m = m + 1)
                        word = word | (ahead[(n - m)*ENTRIES +: ENTRIES] & more[m*ENTRIES +: ENTRIES]);
                    count_ahead[n*ENTRIES +: ENTRIES] = word;
                end
                all = all | (all << reach) | (all >> (ENTRIES - reach));
            end
        end
    endfunction

    // The first entry of a set in this order.
    function [ENTRIES-1:0] first_of;
        input [ENTRIES-1:0] set;
        input [ENTRIES-1:0] begins;
        integer reach;
        reg [ENTRIES-1:0] all;                           // 1, 2, 4 ... before it are all that are ahead
        reg [ENTRIES-1:0] ahead;                         // some of these are in the set
        begin
            all = begins;
            ahead = ((set << 1) | (set >> (ENTRIES - 1))) & ~begins;
            for (reach = 1; reach < ENTRIES; reach = reach*2) begin
                ahead = ahead | (((ahead << reach) | (ahead >> (ENTRIES - reach))) & ~all);
                all = all | (all << reach) | (all >> (ENTRIES - reach));
            end
            first_of = set & ~ahead;
        end
    endfunction

    // Free entries come first, then those in the window that can be replaced, unless the head hits them.
    wire [ENTRIES-1:0] replaceable = in_use & ~(locked | wait_q | dirty_q);
    wire [ENTRIES-1:0] begins = {{(ENTRIES-1){1'b0}}, 1'b1} << fifo_q; // cyclic order begins with it

    // Candidate r as a set, at [r*ENTRIES +: ENTRIES]: the entry with r ahead of it.
    function [CANDIDATES*ENTRIES-1:0] candidates;
        input [ENTRIES-1:0] unused;
        input [ENTRIES-1:0] others;
        input [ENTRIES-1:0] begin_at;
        integer m, n;
        reg [CANDIDATES-1:0] unused_ones;
        reg [CANDIDATES*ENTRIES-1:0] unused_ahead;
        reg [CANDIDATES*ENTRIES-1:0] others_ahead;
        reg [ENTRIES-1:0] set;
        begin
            set = {ENTRIES{1'b0}};
            unused_ones = count(unused);
            unused_ahead = count_ahead(unused, begin_at);
            others_ahead = count_ahead(others, begin_at);
            for (n = 0; n < CANDIDATES; n = n + 1) begin
                set = {ENTRIES{1'b0}};
                for (m = 0; m <= n; m = m + 1)
                    if (unused_ones[n - m])
                        set = set | others_ahead[m*ENTRIES +: ENTRIES];
                candidates[n*ENTRIES +: ENTRIES] = (unused & unused_ahead[n*ENTRIES +: ENTRIES]) | (others & set);
            end
        end
    endfunction

    // Lookup --------------------------------------------------------------------------------------

    // The sources of the warp's next instruction. Sets of entries by slot are at [s*ENTRIES +: ENTRIES].
    wire [SLOTS*ENTRIES-1:0] hits;                       // entry that the slot hits
    reg [ENTRIES-1:0] entry_hit;                         // entries hit by any slot
    wire [SLOTS*SLOTS-1:0] same;                         // bit s*SLOTS+f, f <= s: slots s and f are equal
    wire [SLOTS-1:0] miss;                               // first slots of registers that are not in
    wire [SLOTS-1:0] claims;                             // or in an entry that can be replaced, which they keep

    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : g_lookup
            wire [REG_BITS-1:0] register = head_src_reg_i[s*REG_BITS +: REG_BITS];
            reg [ENTRIES-1:0] hit;
            reg [SLOTS-1:0] equal;
            reg alone;                                   // no slot before it has its register

            always @* begin : tag_check
                integer j;
                j = 0;
                hit = {ENTRIES{1'b0}};
                equal = {SLOTS{1'b0}};
                alone = head_src_valid_i[s];
                if (head_src_valid_i[s]) begin
                    for (j = 0; j < ENTRIES; j = j + 1)
                        hit[j] = in_use[j] & (tag_q[j*REG_BITS +: REG_BITS] == register);
                    equal[s] = 1'b1;
                    for (j = 0; j < s; j = j + 1) begin
                        equal[j] = head_src_valid_i[j] & (head_src_reg_i[j*REG_BITS +: REG_BITS] == register);
                        alone = alone & ~equal[j];
                    end
                end
            end

            assign hits[s*ENTRIES +: ENTRIES] = hit;
            assign same[s*SLOTS +: SLOTS] = equal;
            assign miss[s] = alone & ~|hit;
            assign claims[s] = alone & ~|(hit & ~replaceable);
        end
    endgenerate

    always @* begin : all_hits
        integer k;
        entry_hit = {ENTRIES{1'b0}};
        for (k = 0; k < SLOTS; k = k + 1)
            entry_hit = entry_hit | hits[k*ENTRIES +: ENTRIES];
    end

    // For every bit of a word the number of ones below it.
    function [CANDIDATES*CANDIDATES-1:0] count_below;
        input [CANDIDATES-1:0] word;
        integer m, n, reach;
        reg [CANDIDATES*CANDIDATES-1:0] below;
        reg [CANDIDATES-1:0] all;                        // these are all that are below
        reg [CANDIDATES-1:0] bits;
        begin
            bits = word << 1;
            count_below = {{((CANDIDATES-2)*CANDIDATES){1'b0}}, bits, ~bits};
            for (reach = 1; reach < CANDIDATES; reach = reach*2) begin
                below = count_below;
                all = ~({CANDIDATES{1'b1}} << reach);
                for (n = 0; n < CANDIDATES && n <= 2*reach; n = n + 1) begin
                    bits = n > reach ? {CANDIDATES{1'b0}} : below[n*CANDIDATES +: CANDIDATES] & all;
                    for (m = n > reach ? n - reach : 0; m <= n && m <= reach; m = m + 1)
                        bits = bits | (below[(n - m)*CANDIDATES +: CANDIDATES] &
                            (below[m*CANDIDATES +: CANDIDATES] << reach));
                    count_below[n*CANDIDATES +: CANDIDATES] = bits;
                end
            end
        end
    endfunction

    // Bit n says that a word has more than n ones.
    function [CANDIDATES-1:0] more_than;
        input [CANDIDATES-1:0] word;
        integer n;
        reg [CANDIDATES*CANDIDATES-1:0] below;
        begin
            below = count_below(word);
            for (n = 0; n < CANDIDATES; n = n + 1)
                more_than[n] = |(word & below[n*CANDIDATES +: CANDIDATES]);
        end
    endfunction

    // Entries that can be taken, hit or not, are fewer than registers that need one of them.
    reg lacks;

    always @* begin : room
        lacks = 1'b0;
        if (head_valid_i)
            lacks = |(count(free | replaceable) & more_than({4'd0, claims}));
    end

    // 3.5, condition 4.
    assign room_o = ~busy[next_q] & ~lacks;

    // Allocation ----------------------------------------------------------------------------------

    // Results look for an entry if they have lanes; those that are stored, which have all, may take one.
    wire all_lanes = &head_mask_i;
    wire some_lane = |head_mask_i;
    wire stored = all_lanes;

    // What the instruction takes if it issues. Sets of candidates by slot or result are at
    // [k*CANDIDATES +: CANDIDATES].
    reg [SLOTS*ENTRY_BITS-1:0] index_d;                  // entries of the slots
    reg [ENTRIES-1:0] for_source;                        // entries taken in step 1
    reg [ENTRIES-1:0] for_result;                        // and in step 2
    reg [ENTRIES-1:0] home;                              // homes that step 2 finds
    reg [ENTRIES*REG_BITS-1:0] new_tag;                  // registers of the entries taken
    reg [ENTRY_BITS-1:0] fifo_d;                         // entry behind the last one taken
    reg any;                                             // some are taken

    always @* begin : allocation
        integer k, j, n, r;
        reg [CANDIDATES*ENTRIES-1:0] candidate;          // they
        reg [ENTRIES-1:0] set;                           // one of them
        reg [CANDIDATES*ENTRY_BITS-1:0] number;          // its number
        reg [CANDIDATES*ENTRY_BITS-1:0] next_number;     // and that of the entry behind it
        reg [CANDIDATES-1:0] open;                       // candidates that no slot hits
        reg [CANDIDATES*CANDIDATES-1:0] rank;            // number of set bits below each one of a word
        reg [CANDIDATES*CANDIDATES-1:0] order;           // the same of misses or homeless results
        reg [SLOTS-1:0] take;                            // the one that a slot takes
        reg [SLOTS*SLOTS-1:0] takes;                     // of each slot, at [s*SLOTS +: SLOTS]
        reg [CANDIDATES-1:0] taken_1;                    // those taken in step 1
        reg [CANDIDATES-1:0] taken_2;                    // and in step 2
        reg [CANDIDATES-1:0] homes;                      // those that a source takes and a result finds
        reg [CANDIDATES-1:0] left;                       // those that step 1 leaves, but for homes
        reg [CANDIDATES-1:0] kept;                       // those with the register of a result
        reg [CANDIDATES-1:0] demand;                     // misses, and results that nothing has the register of
        reg [CANDIDATES*REG_BITS-1:0] tag;               // registers that candidates get
        reg [ENTRIES-1:0] hold;                          // entries that have the register of a result
        reg [4*ENTRIES-1:0] holds;                       // of each result
        reg [4*CANDIDATES-1:0] meets;                    // candidates that are in it
        reg [SLOTS-1:0] name;                            // sources that do
        reg [4*SLOTS-1:0] named;                         // of each result
        reg [SLOTS-1:0] naming;                          // of any result
        reg [4*REG_BITS-1:0] register;                   // of the results
        reg [3:0] homeless;                              // results that take an entry
        reg [REG_BITS-1:0] result;                       // register of one of these
        reg [CANDIDATES-1:0] gets;                       // the one that gets it
        reg [ENTRY_BITS-1:0] entry;                      // of one slot
        candidate = {(CANDIDATES*ENTRIES){1'b0}};
        set = {ENTRIES{1'b0}};
        number = {(CANDIDATES*ENTRY_BITS){1'b0}};
        next_number = {(CANDIDATES*ENTRY_BITS){1'b0}};
        open = {CANDIDATES{1'b0}};
        rank = {(CANDIDATES*CANDIDATES){1'b0}};
        order = {(CANDIDATES*CANDIDATES){1'b0}};
        take = {SLOTS{1'b0}};
        takes = {(SLOTS*SLOTS){1'b0}};
        taken_1 = {CANDIDATES{1'b0}};
        taken_2 = {CANDIDATES{1'b0}};
        homes = {CANDIDATES{1'b0}};
        left = {CANDIDATES{1'b0}};
        kept = {CANDIDATES{1'b0}};
        demand = {CANDIDATES{1'b0}};
        tag = {(CANDIDATES*REG_BITS){1'b0}};
        hold = {ENTRIES{1'b0}};
        holds = {(4*ENTRIES){1'b0}};
        meets = {(4*CANDIDATES){1'b0}};
        name = {SLOTS{1'b0}};
        named = {(4*SLOTS){1'b0}};
        naming = {SLOTS{1'b0}};
        register = {(4*REG_BITS){1'b0}};
        homeless = 4'd0;
        result = {REG_BITS{1'b0}};
        gets = {CANDIDATES{1'b0}};
        entry = {ENTRY_BITS{1'b0}};
        index_d = {(SLOTS*ENTRY_BITS){1'b0}};
        for_source = {ENTRIES{1'b0}};
        for_result = {ENTRIES{1'b0}};
        home = {ENTRIES{1'b0}};
        new_tag = {(ENTRIES*REG_BITS){1'b0}};
        fifo_d = {ENTRY_BITS{1'b0}};
        any = 1'b0;
        k = 0;
        j = 0;
        n = 0;
        r = 0;
        if (alloc_i) begin
            // Who has the register of result k: an entry, a source; which candidates the head meets.
            demand = {4'd0, miss};
            for (k = 0; k < 4; k = k + 1) begin
                register[k*REG_BITS +: REG_BITS] = head_dst_base_i + k[REG_BITS-1:0];
                hold = {ENTRIES{1'b0}};
                name = {SLOTS{1'b0}};
                if (some_lane & (head_dst_count_i > k[2:0])) begin
                    for (j = 0; j < ENTRIES; j = j + 1)
                        hold[j] = in_use[j] &
                            (tag_q[j*REG_BITS +: REG_BITS] == register[k*REG_BITS +: REG_BITS]);
                    for (j = 0; j < SLOTS; j = j + 1)
                        name[j] = head_src_valid_i[j] &
                            (head_src_reg_i[j*REG_BITS +: REG_BITS] == register[k*REG_BITS +: REG_BITS]);
                end
                holds[k*ENTRIES +: ENTRIES] = hold;
                named[k*SLOTS +: SLOTS] = name;
                naming = naming | name;
                demand[SLOTS + k] = stored & (head_dst_count_i > k[2:0]) & ~|hold & ~|(miss & name);
            end
            candidate = candidates(free, replaceable, begins);
            for (r = 0; r < CANDIDATES; r = r + 1) begin
                set = candidate[r*ENTRIES +: ENTRIES];
                number[r*ENTRY_BITS +: ENTRY_BITS] = encode(set);
                next_number[r*ENTRY_BITS +: ENTRY_BITS] = encode((set << 1) | (set >> (ENTRIES - 1)));
                open[r] = |set & ~|(set & entry_hit);
                for (k = 0; k < 4; k = k + 1)
                    meets[k*CANDIDATES + r] = |(set & holds[k*ENTRIES +: ENTRIES]);
            end

            // Step 1: miss n takes the open candidate n. A slot refers to the entry that it hits,
            // or to the one that the first slot with its register takes.
            order = count_below({4'd0, miss});
            rank = count_below(open);
            for (k = 0; k < SLOTS; k = k + 1) begin
                take = {SLOTS{1'b0}};
                if (miss[k]) begin
                    for (n = 0; n <= k; n = n + 1)
                        if (order[n*CANDIDATES + k])
                            take = take | (open[SLOTS-1:0] & rank[n*CANDIDATES +: SLOTS]);
                    if (naming[k])
                        homes = homes | {4'd0, take};
                    for (r = 0; r < SLOTS; r = r + 1)
                        if (take[r])
                            tag[r*REG_BITS +: REG_BITS] = tag[r*REG_BITS +: REG_BITS] |
                                head_src_reg_i[k*REG_BITS +: REG_BITS];
                end
                takes[k*SLOTS +: SLOTS] = take;
                taken_1 = taken_1 | {4'd0, take};
            end
            for (k = 0; k < SLOTS; k = k + 1) begin
                entry = encode(hits[k*ENTRIES +: ENTRIES]);
                take = {SLOTS{1'b0}};
                for (n = 0; n <= k; n = n + 1)
                    if (same[k*SLOTS + n])
                        take = take | takes[n*SLOTS +: SLOTS];
                for (r = 0; r < SLOTS; r = r + 1)
                    if (take[r])
                        entry = entry | number[r*ENTRY_BITS +: ENTRY_BITS];
                index_d[k*ENTRY_BITS +: ENTRY_BITS] = entry;
            end

            // Step 2: a result's home is the entry that has its register now: one that had it before and was not
            // taken in step 1, or the one that a source takes. Results that are stored and without a home take what
            // step 1 leaves, but for homes. How many of these are taken in both steps does not depend on which step 1
            // takes: if it takes the entry of a result, that one takes another.
            for (k = 0; k < 4; k = k + 1)
                kept = kept | meets[k*CANDIDATES +: CANDIDATES];
            left = open & ~kept & ~taken_1;
            rank = count_below(open & ~kept);
            demand = more_than(demand);
            if (stored)
                for (n = 0; n < CANDIDATES; n = n + 1)
                    if (demand[n])
                        taken_2 = taken_2 | (left & rank[n*CANDIDATES +: CANDIDATES]);

            // The n-th one that is left gets the register of the n-th of these results.
            for (k = 0; k < 4; k = k + 1)
                homeless[k] = stored & (head_dst_count_i > k[2:0]) &
                    (|(taken_1 & meets[k*CANDIDATES +: CANDIDATES]) | ~(|holds[k*ENTRIES +: ENTRIES] |
                        |(miss & named[k*SLOTS +: SLOTS])));
            order = count_below({{SLOTS{1'b0}}, homeless});
            rank = count_below(left);
            for (n = 0; n < 4; n = n + 1) begin
                result = {REG_BITS{1'b0}};
                for (k = n; k < 4; k = k + 1)
                    if (homeless[k] & order[n*CANDIDATES + k])
                        result = result | register[k*REG_BITS +: REG_BITS];
                gets = left & rank[n*CANDIDATES +: CANDIDATES];
                for (r = 0; r < CANDIDATES; r = r + 1)
                    if (gets[r])
                        tag[r*REG_BITS +: REG_BITS] = tag[r*REG_BITS +: REG_BITS] | result;
            end

            // Candidates as entries again.
            for (r = 0; r < CANDIDATES; r = r + 1) begin
                set = candidate[r*ENTRIES +: ENTRIES];
                if (taken_1[r])
                    for_source = for_source | set;
                if (taken_2[r])
                    for_result = for_result | set;
                if (homes[r])
                    home = home | set;
                for (j = 0; j < ENTRIES; j = j + 1)
                    if (set[j])
                        new_tag[j*REG_BITS +: REG_BITS] = new_tag[j*REG_BITS +: REG_BITS] |
                            tag[r*REG_BITS +: REG_BITS];
            end
            for (k = 0; k < 4; k = k + 1)
                home = home | (holds[k*ENTRIES +: ENTRIES] & ~for_source);

            // Step 5: those that step 2 takes are behind all that step 1 takes.
            for (r = CANDIDATES - 1; r >= 0; r = r - 1) begin
                if ((taken_1[r] | taken_2[r]) & ~any)
                    fifo_d = fifo_d | next_number[r*ENTRY_BITS +: ENTRY_BITS];
                any = any | taken_1[r] | taken_2[r];
            end
        end
    end

    assign need_o = miss & {SLOTS{alloc_i}};

    // Entries that get another register, that will get a result, and that are in the window anew.
    wire [ENTRIES-1:0] taken = for_source | for_result;
    wire [ENTRIES-1:0] awaits = for_result | home;
    wire [ENTRIES-1:0] renewed = awaits | for_source | ({ENTRIES{alloc_i}} & entry_hit);

    // Results -------------------------------------------------------------------------------------

    // The entry with the result's register takes it if it waits for one, else it is stale from now on.
    reg [ENTRIES-1:0] match;
    wire [ENTRIES-1:0] written = match & wait_q;
    wire [ENTRIES-1:0] stale = match & ~wait_q;

    always @* begin : agrees
        integer k;
        k = 0;
        match = {ENTRIES{1'b0}};
        if (result_valid_i)
            for (k = 0; k < ENTRIES; k = k + 1)
                match[k] = in_use[k] & (tag_q[k*REG_BITS +: REG_BITS] == result_reg_i);
    end

    assign keep_o = |written;

    // Drains (IV-B): values that have left the window, that the end of the warp waits for, or that are in
    // the way of its next instruction. The first one in cyclic order is offered. Whether values are in the way
    // is known last: the first one is found for both cases.
    wire [ENTRIES-1:0] leave = (~living | {ENTRIES{exiting_i}});
    wire [ENTRIES-1:0] able = in_use & dirty_q & ~wait_q & ~locked;
    wire [ENTRIES-1:0] first_leaving = first_of(able & leave, begins);
    wire [ENTRIES-1:0] first_yielding = first_of(able & (leave | ~entry_hit), begins);
    wire [ENTRIES-1:0] offered = lacks ? first_yielding : first_leaving;
    wire [ENTRIES-1:0] drained = offered & {ENTRIES{drain_i}};
    wire [ENTRY_BITS-1:0] offer = encode(offered);
    reg [REG_BITS-1:0] leaving_reg;                      // their registers
    reg [REG_BITS-1:0] yielding_reg;

    always @* begin : offers
        integer k;
        leaving_reg = {REG_BITS{1'b0}};
        yielding_reg = {REG_BITS{1'b0}};
        for (k = 0; k < ENTRIES; k = k + 1) begin
            if (first_leaving[k])
                leaving_reg = leaving_reg | tag_q[k*REG_BITS +: REG_BITS];
            if (first_yielding[k])
                yielding_reg = yielding_reg | tag_q[k*REG_BITS +: REG_BITS];
        end
    end

    assign offer_valid_o = |offered;
    assign offer_reg_o = lacks ? yielding_reg : leaving_reg;
    assign offer_data_o = entry_data[offer];

    // Next state ----------------------------------------------------------------------------------

    // Step 1: the positions take turns.
    always @(posedge clk_i)
        if (rst_i)
            next_q <= {POS_BITS{1'b0}};
        else if (alloc_i)
            next_q <= next_q == LAST_POSITION ? {POS_BITS{1'b0}} : next_q + 1'b1;

    generate
        for (p = 0; p < WINDOW; p = p + 1) begin : g_allocation
            wire takes = alloc_i & (next_q == p);

            always @(posedge clk_i)
                if (rst_i)
                    occupied_q[p] <= 1'b0;
                else if (takes)
                    occupied_q[p] <= 1'b1;
                else if (leaves[p])
                    occupied_q[p] <= 1'b0;

            always @(posedge clk_i)
                if (rst_i)
                    src_valid_q[p*SLOTS +: SLOTS] <= {SLOTS{1'b0}};
                else if (takes)
                    src_valid_q[p*SLOTS +: SLOTS] <= head_src_valid_i;

            always @(posedge clk_i)
                if (takes) begin
                    iid_q[p*IID_BITS +: IID_BITS] <= issue_iid_i;
                    unit_q[p*3 +: 3] <= head_unit_i;
                    mask_q[p*LANES +: LANES] <= head_mask_i;
                    dst_count_q[p*3 +: 3] <= head_dst_count_i;
                    dst_base_q[p*REG_BITS +: REG_BITS] <= head_dst_base_i;
                    payload_q[p*PAYLOAD_BITS +: PAYLOAD_BITS] <= head_payload_i;
                    src_index_q[p*SLOTS*ENTRY_BITS +: SLOTS*ENTRY_BITS] <= index_d;
                end
        end
    endgenerate

    // Step 3, and what becomes of entries otherwise.
    always @(posedge clk_i)
        if (rst_i | end_i)
            valid_q <= {ENTRIES{1'b0}};
        else
            valid_q <= (valid_q & ~free & ~stale) | taken;

    always @(posedge clk_i) begin
        full_q <= (full_q & ~taken) | arrives | written;
        wait_q <= (wait_q & ~taken & ~written) | awaits;
        dirty_q <= ((dirty_q & ~taken & ~(home & {ENTRIES{all_lanes}})) | written) & ~drained;
    end

    // Step 5.
    always @(posedge clk_i)
        if (rst_i)
            fifo_q <= {ENTRY_BITS{1'b0}};
        else if (any)
            fifo_q <= fifo_d;

    // A value after a write of all lanes, or of those of a mask.
    function [VECTOR_BITS-1:0] merged;
        input [VECTOR_BITS-1:0] value;
        input full;
        input [VECTOR_BITS-1:0] all;
        input [LANES-1:0] mask;
        input [VECTOR_BITS-1:0] some;
        integer k;
        begin
            merged = value;
            for (k = 0; k < LANES; k = k + 1)
                if (full | mask[k])
                    merged[k*32 +: 32] = full ? all[k*32 +: 32] : some[k*32 +: 32];
        end
    endfunction

    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
            reg [VECTOR_BITS-1:0] data_q;

            assign entry_data[e] = data_q;

            // 3.8: port S writes all lanes, a result those of its mask.
            always @(posedge clk_i)
                if (arrives[e] | written[e])
                    data_q <= merged(data_q, arrives[e], s_data_i, result_mask_i, result_data_i);

            always @(posedge clk_i)
                if (taken[e])
                    tag_q[e*REG_BITS +: REG_BITS] <= new_tag[e*REG_BITS +: REG_BITS];

            // Step 4: with each instruction the window moves on.
            always @(posedge clk_i)
                if (renewed[e])
                    life_q[e*POS_BITS +: POS_BITS] <= LIFE;
                else if (alloc_i & head_first_i & valid_q[e] & living[e])
                    life_q[e*POS_BITS +: POS_BITS] <= life_q[e*POS_BITS +: POS_BITS] - 1'b1;
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle without reset.
    always @(posedge clk_i)
        if (!rst_i) begin : assertions
            integer j, k;
            if (alloc_i & ~(head_valid_i & room_o)) begin
                $display("ASSERT %m: an instruction comes without room for it");
                $stop;
            end
            if (alloc_i & busy[next_q]) begin
                $display("ASSERT %m: an instruction comes to a position that is taken: %0d", next_q);
                $stop;
            end
            if (dispatch_i & ~dispatchable_o) begin
                $display("ASSERT %m: an instruction dispatches that is not ready");
                $stop;
            end
            if ({1'b0, next_q} > {1'b0, LAST_POSITION}) begin
                $display("ASSERT %m: there is no position %0d", next_q);
                $stop;
            end
            if ({1'b0, fifo_q} >= ENTRIES) begin
                $display("ASSERT %m: there is no entry %0d", fifo_q);
                $stop;
            end
            if (|(locked & ~valid_q)) begin
                $display("ASSERT %m: waiting instructions need entries not in use: %b", locked & ~valid_q);
                $stop;
            end
            if (|(taken & locked)) begin
                $display("ASSERT %m: an entry is taken that a waiting instruction refers to: %b", taken & locked);
                $stop;
            end
            if (|(valid_q & dirty_q & ~full_q)) begin
                $display("ASSERT %m: entries owe values that they lack: %b", valid_q & dirty_q & ~full_q);
                $stop;
            end
            if (|(match & (match - 1'b1))) begin
                $display("ASSERT %m: several entries have the register of a result: %b", match);
                $stop;
            end
            if (alloc_i)
                for (k = 1; k < ENTRIES; k = k + 1)
                    for (j = 0; j < k; j = j + 1)
                        if (in_use[j] & in_use[k] &
                            (tag_q[j*REG_BITS +: REG_BITS] == tag_q[k*REG_BITS +: REG_BITS])) begin
                            $display("ASSERT %m: entries %0d and %0d have one register", j, k);
                            $stop;
                        end
        end
`endif

endmodule

`default_nettype wire
