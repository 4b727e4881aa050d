// SPDX-License-Identifier: Apache-2.0
// sram_1rw_be: single-ported memory with byte enables
//
// One read or write of a line per cycle, never both, not even in reset. Bit b of be_i is 1 if byte b is
// written; a read takes all bytes. The output register belongs to the memory: it has the row from the next
// cycle on, and keeps it up to the next read. To be replaced by a macro: the only memory of the cache.
// CIAO, section II-A (L1 data cache). Specification: 5.2, 5.4.

`default_nettype none

module sram_1rw_be #(
    parameter LINE_BYTES = 16,                           // bytes of a line
    parameter LINE_BITS = 128,                           // bits of a line
    parameter LINES = 8,                                 // lines of the cache
    parameter INDEX_BITS = 3                             // bits of the number of a line's place
) (
    input  wire clk_i,                                   // clock
    input  wire read_i,                                  // read a row
    input  wire write_i,                                 // write bytes of a row; not together with read_i
    input  wire [INDEX_BITS-1:0] row_i,                  // the row
    input  wire [LINE_BYTES-1:0] be_i,                   // bytes to write
    input  wire [LINE_BITS-1:0] wdata_i,                 // value to write
    output wire [LINE_BITS-1:0] rdata_o                  // the row read last, from the next cycle on
);

    // Elaboration ends here for values that the text is not right for: there is no such module.
    generate
        if (!(LINE_BYTES < 1 || LINE_BITS != 8 * LINE_BYTES || LINES < 1 ||
            INDEX_BITS != (LINES > 2 ? $clog2(LINES) : 1))) begin : g_taken
        end else begin : g_refused
            sram_1rw_be_does_not_take_these_parameters refused ();
        end
    endgenerate

    reg [LINE_BITS-1:0] mem [0:LINES-1];                 // the rows
    reg [LINE_BITS-1:0] rdata_q;                         // output register

    assign rdata_o = rdata_q;

    always @(posedge clk_i)
        if (read_i & ~write_i)
            rdata_q <= mem[row_i];

    genvar b;
    generate
        for (b = 0; b < LINE_BYTES; b = b + 1) begin : g_byte
            always @(posedge clk_i)
                if (write_i & be_i[b])
                    mem[row_i][b*8 +: 8] <= wdata_i[b*8 +: 8];
        end
    endgenerate

`ifdef SUBCORE_ASSERT
    // What holds in every cycle.
    always @(posedge clk_i) begin : assertions
        if (read_i & write_i) begin
            $display("ASSERT %m: row %0d is read and written", row_i);
            $stop;
        end
    end
`endif

endmodule

`default_nettype wire
