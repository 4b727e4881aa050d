// SPDX-License-Identifier: Apache-2.0
// What the assumptions of modern_window.vh leave possible: this text is put behind it. prove_modern.sh looks for the
// event all_again_f from reset on.

// An entry holds the watched register: in this cycle, when its warp ended, and the slot has been launched again since.
reg holds_f, ended_f, again_f;
// What has been since then.
reg hits_again_f, replaced_again_f, two_again_f;
// Behind the window, the watched register comes out of the reuse cache, as it was accepted last; or what was read of it
// has been replaced by a result that waits, and its row has another value.
reg hits_f, replaced_f, waits_of_f;
integer e_f, u_f;

always @* begin
    holds_f = 1'b0;
    hits_f = 1'b0;
    waits_of_f = 1'b0;
    for (e_f = 0; e_f < 3; e_f = e_f + 1) begin
        if (\u_control.reuse_valid_q [e_f] & is_f(\u_control.reuse_warp_q [e_f*WARP_BITS +: WARP_BITS],
                \u_control.reuse_reg_q [e_f*REG_BITS +: REG_BITS]))
            holds_f = 1'b1;
        for (u_f = 0; u_f < SLOTS; u_f = u_f + 1)
            if (stage_f[3] & slot_f[3*SLOTS + u_f] & hit_f[3*SLOTS + u_f] & (bank_f[3*SLOTS + u_f] == BANK_F) &
                (pos_f[(3*SLOTS + u_f)*3 +: 3] == e_f) & its_f[e_f] & fresh_f[e_f])
                hits_f = 1'b1;
    end
    for (e_f = 0; e_f < RESULTS; e_f = e_f + 1)
        if ((waiting_f > e_f) & is_f(\u_bank.result_warp_q [e_f*WARP_BITS +: WARP_BITS],
                \u_bank.result_reg_q [e_f*REG_BITS +: REG_BITS]))
            waits_of_f = 1'b1;
    replaced_f = there_f[0] & is_f(\u_bank.value_warp_q [0 +: WARP_BITS], \u_bank.value_reg_q [0 +: REG_BITS]) &
        waits_of_f & (value_f[0] != bits_f[at_f]);
end

always @(posedge clk_i)
    if (rst_f) begin
        ended_f <= 1'b0;
        again_f <= 1'b0;
        hits_again_f <= 1'b0;
        replaced_again_f <= 1'b0;
        two_again_f <= 1'b0;
    end else begin
        ended_f <= ended_f | (end_f[of_f] & holds_f);
        again_f <= again_f | (start_f[of_f] & ended_f);
        hits_again_f <= hits_again_f | (again_f & hits_f);
        replaced_again_f <= replaced_again_f | (again_f & replaced_f);
        two_again_f <= two_again_f | (again_f & (waiting_f == 2));
    end

wire all_again_f = hits_again_f & replaced_again_f & two_again_f;
