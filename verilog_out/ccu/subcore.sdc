# SPDX-License-Identifier: Apache-2.0
# Constraints of the design as a top. Variables that are set before this file is read change them; times
# and capacitances are in the units of the library:
#   period        of the clock; 10.0 if it is not set
#   io_fraction   share of the period by which inputs come late and outputs are wanted early; 0.2
#   uncertainty   of the clock, for setup and hold; none
#   driving_cell  cell of the library that drives each input; none, so that inputs switch at once
#   output_load   capacitance at each output; none
if {![info exists period]} { set period 10.0 }
if {![info exists io_fraction]} { set io_fraction 0.2 }

create_clock -name clk -period $period [get_ports clk_i]
if {[info exists uncertainty]} { set_clock_uncertainty $uncertainty [get_clocks clk] }

set data_inputs [get_ports [list \
    rst_i \
    launch_valid_i \
    launch_warp_i\[*\] \
    launch_row_i\[*\] \
    dec_valid_i \
    dec_warp_i\[*\] \
    dec_unit_i\[*\] \
    dec_src_valid_i\[*\] \
    dec_src_reg_i\[*\] \
    dec_src_near_i\[*\] \
    dec_dst_count_i\[*\] \
    dec_dst_base_i\[*\] \
    dec_dst_near_i\[*\] \
    dec_tag_src_i\[*\] \
    dec_tag_dst_i\[*\] \
    dec_last_i \
    dec_mask_i\[*\] \
    dec_payload_i\[*\] \
    unit_ready_i\[*\] \
    wb_valid_i\[*\] \
    wb_warp_i\[*\] \
    wb_reg_i\[*\] \
    wb_iid_i\[*\] \
    wb_last_i\[*\] \
    wb_near_i\[*\] \
    wb_mask_i\[*\] \
    wb_data_i\[*\] \
    tag_valid_i \
    tag_warp_i\[*\] \
    tag_mask_i\[*\] \
]]
set data_outputs [get_ports [list \
    issue_valid_o \
    issue_warp_o\[*\] \
    issue_iid_o\[*\] \
    disp_valid_o \
    disp_warp_o\[*\] \
    disp_iid_o\[*\] \
    disp_unit_o\[*\] \
    disp_mask_o\[*\] \
    disp_dst_count_o\[*\] \
    disp_dst_base_o\[*\] \
    disp_dst_near_o\[*\] \
    disp_payload_o\[*\] \
    disp_operand_o\[*\] \
    wb_ready_o\[*\] \
    end_valid_o \
    end_warp_o\[*\] \
]]

set io_delay [expr {$period * $io_fraction}]
set_input_delay $io_delay -clock clk $data_inputs
set_output_delay $io_delay -clock clk $data_outputs
if {[info exists driving_cell]} { set_driving_cell -lib_cell $driving_cell $data_inputs }
if {[info exists output_load]} { set_load $output_load $data_outputs }

# No path is false, and none takes several cycles. Reset is synchronous: its paths count, too.
