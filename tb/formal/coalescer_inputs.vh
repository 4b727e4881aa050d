// SPDX-License-Identifier: Apache-2.0
// Inputs of the proofs of coalescer: all are free.
input  wire clk_i,
input  wire [SUBCORES-1:0] mem_valid_i,
input  wire [SUBCORES*LANES-1:0] mem_mask_i,
input  wire [SUBCORES*ID_BITS-1:0] mem_id_i,
input  wire [SUBCORES*2-1:0] mem_op_i,
input  wire [SUBCORES-1:0] mem_local_i,
input  wire [SUBCORES*LANES*ADDR_BITS-1:0] mem_addr_i,
input  wire [SUBCORES*LANES*4-1:0] mem_be_i,
input  wire [SUBCORES*VECTOR_BITS-1:0] mem_data_i,
input  wire taken_i
