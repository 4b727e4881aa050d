# SPDX-License-Identifier: Apache-2.0
# Subcore 0.9.0 for OpenROAD-flow-scripts, from its folder flow: make DESIGN_CONFIG=<this file>
export DESIGN_NAME := sm
export DESIGN_NICKNAME ?= subcore_sm_tiny
export PLATFORM ?= sky130hd
export SDC_FILE := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))config.sdc
export VERILOG_FILES := $(addprefix $(dir $(abspath $(lastword $(MAKEFILE_LIST)))), \
	lfsr.v \
	age_matrix.v \
	priority_encoder.v \
	rotating_choice.v \
	ibuffer.v \
	scoreboard.v \
	inflight.v \
	issue.v \
	ccu_replacement.v \
	ccu_tag_check.v \
	ccu_ranks.v \
	ccu.v \
	dispatch.v \
	bank_queue.v \
	bank_arbiter.v \
	sram_1rw.v \
	rf_bank.v \
	data_crossbar.v \
	crossbar.v \
	writeback.v \
	subcore.v \
	coalescer.v \
	l1d_lookup.v \
	mshr.v \
	write_queue.v \
	response_queue.v \
	sram_1rw_be.v \
	l1d.v \
	sm.v \
)
export CORE_UTILIZATION ?= 40
