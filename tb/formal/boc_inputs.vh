// SPDX-License-Identifier: Apache-2.0
// Inputs that the proofs of boc add: choices of its environment.
input  wire free_read_i,                             // free: the bank reads for a slot that has asked:
input  wire [POS_BITS-1:0] free_pos_i,               // free: its position
input  wire [SLOT_BITS-1:0] free_slot_i,             // free: the slot
input  wire [(1<<REG_BITS)-1:0] free_back_i,         // free: results without lanes that come back
input  wire [LANES-1:0] free_launch_i,               // free: what the next warp's register holds
input  wire [REG_BITS-1:0] free_register_i,          // free, but always the same: the register looked at
`ifdef LATE
input  wire free_choose_i,                           // free: the warp is chosen, and issues in the next cycle
`endif
