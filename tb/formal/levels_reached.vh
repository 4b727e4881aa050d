// SPDX-License-Identifier: Apache-2.0
// What the assumptions of levels.vh leave possible: this text is put behind it.

// The watched entry has got a copy. Then a result has waited for an older one for the same ORF. The warp has left the
// active set, another one has got its frame, and the entry of the same number has got a value again.
reg copied_once_f, beaten_once_f, left_f, taken_f;
reg [FRAME_BITS-1:0] before_f;
integer z_f;
always @(posedge clk_i) begin
    copied_once_f <= ~rst_f & (copied_once_f | copies_f[warp_f*LEVEL_ENTRIES + entry_f]);
    beaten_once_f <= ~rst_f & (beaten_once_f | (copied_once_f & |(there_f & beaten_f[USED_F-1:0])));
    if (beaten_once_f & ~left_f)
        before_f <= own_f;
    left_f <= ~rst_f & (left_f | (beaten_once_f & ~active_f[warp_f]));
    for (z_f = 0; z_f < WARPS; z_f = z_f + 1)
        if (left_f & active_f[z_f] & (z_f != warp_f) & (frame_f[z_f*FRAME_BITS +: FRAME_BITS] == before_f))
            taken_f <= 1'b1;
    if (rst_f)
        taken_f <= 1'b0;
end
wire again_f = taken_f & active_f[warp_f] & known_f;
