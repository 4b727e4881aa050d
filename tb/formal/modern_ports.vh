// SPDX-License-Identifier: Apache-2.0
// Several read ports (3.18, Allocate): this text is put in front of the `endmodule` of the generated modern_control.
// Names that end in _f belong to the proof. Nothing is assumed: it holds of any instruction, and of any cycles of ports
// that are taken.

integer s_f, t_f;

function [31:0] place_f(input [BW-1:0] bank, input [READ_BITS-1:0] port, input [1:0] cycle);
    place_f = (bank*READS + port)*3 + cycle;
endfunction

wire [31:0] places_f [0:SLOTS-1];
genvar g_f;
generate
    for (g_f = 0; g_f < SLOTS; g_f = g_f + 1) begin : g_place_f
        assign places_f[g_f] = place_f(slot_bank[g_f*BW +: BW], slot_port[g_f*READ_BITS +: READ_BITS],
            slot_time[g_f*2 +: 2]);
    end
endgenerate

reg [BANKS*READS*3-1:0] wanted_f;                    // places of the slots that are read
always @* begin
    wanted_f = {(BANKS*READS*3){1'b0}};
    for (s_f = 0; s_f < SLOTS; s_f = s_f + 1) begin
        if (enters & need[s_f]) begin
            // The place is a port of the slot's bank, in a cycle that is not taken; no other slot has it.
            assert((slot_time[s_f*2 +: 2] < 3) & (slot_port[s_f*READ_BITS +: READ_BITS] < READS));
            assert(~wanted_f[places_f[s_f]]);
            wanted_f[places_f[s_f]] = 1'b1;
            assert(reserve_reg_o[places_f[s_f]*REG_BITS +: REG_BITS] == allocate_src_reg_q[s_f*REG_BITS +: REG_BITS]);
            assert(reserve_row_o[places_f[s_f]*ROW_BITS +: ROW_BITS] == slot_row[s_f*ROW_BITS +: ROW_BITS]);
        end
        // A slot with the register of a lower one takes the place of that.
        for (t_f = 0; t_f < s_f; t_f = t_f + 1)
            if (enters & same[s_f*SLOTS + t_f])
                assert(places_f[s_f] == places_f[t_f]);
    end
    // Nothing else is reserved, and no port reads twice in a cycle.
    assert(reserve_o == wanted_f);
    for (s_f = 0; s_f < BANKS*READS; s_f = s_f + 1)
        for (t_f = 0; t_f < 2; t_f = t_f + 1)
            assert(~(reserve_o[s_f*3 + t_f] & taken_i[((s_f/READS)*2 + t_f)*READS + s_f%READS]));
end
