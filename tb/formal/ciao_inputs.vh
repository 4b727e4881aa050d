// SPDX-License-Identifier: Apache-2.0
// Inputs of the proofs of ciao: what is free.
input  wire clk_i,
input  wire flush_i,
input  wire [SUBCORES-1:0] launch_valid_i,
input  wire [SUBCORES*WARP_BITS-1:0] launch_warp_i,
input  wire [SUBCORES-1:0] end_valid_i,
input  wire [SUBCORES*WARP_BITS-1:0] end_warp_i,
input  wire [SUBCORES-1:0] issue_valid_i,
input  wire [SM_WARPS-1:0] awaited_i,
input  wire shared_on_i,
input  wire [SM_WARP_BITS-1:0] access_warp_i,
input  wire hit_i,
input  wire [SM_WARP_BITS-1:0] hit_by_i
