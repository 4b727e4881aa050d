# SPDX-License-Identifier: Apache-2.0
# make test: what make check has, and a test of each kind; 10 minutes.

tier_test() {
    tier_check
    shell_test clocks fault_in_a_gate_is_found "see rtl_gen/lib/clock_gate.v.in and tb/tests/clocks.sh"
    for c in ocu ccu; do
        shell_test generate lint "run make lint CONFIG=$c" $c
    done
    shell_test generate lines_of_verilog_have_120_characters_at_most "fold the line in its template"
    shell_test generate every_line_of_a_template_is_in_a_design \
        "remove the line, or add a design to tb/flow/template_designs"
    alone shell_test generate rtl_gen_is_fast_atomic_and_deterministic "see tb/tests/generate.sh"
    shell_test lockstep bundled "run make cosim CONFIG=ocu" ocu
    shell_test conformance rtl_does_the_same "run make cosim CONFIG=ocu TRACE=tb/conformance/life.traceg, and others"
    shell_test lockstep bundled "run make cosim CONFIG=ccu" ccu
    shell_test lockstep bundled "run make cosim CONFIG=triple_a" triple_a
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=modern WORKLOAD=<name>" modern saxpy reduction
    shell_test control random_control_bits_change_both_alike \
        "run make cosim CONFIG=modern HINTS=<file> ARGS=--stale, the file from build/random_control" modern
    shell_test control depbar_waits_in_lock_step \
        "run make cosim CONFIG=modern WORKLOAD=<launch file> on the copy of tb/launches/depbar.yaml that the test makes"
    shell_test lockstep tags "run make cosim CONFIG=ccu ARGS='--tags 1'" ccu
    shell_test lockstep quickly "run the two commands of the log" cache_programs sm_tiny 2
    for t in rows_are_those_of_hand rows_of_two_warps_are_those_of_hand; do
        shell_test pipeline $t "read the step that differs, with docs/microarchitecture.md; see cmodel/pipeline"
    done
    for t in rows_without_collectors_are_those_of_hand waits_without_collectors_are_those_of_hand \
        waits_under_scoreboards_are_those_of_hand reads_of_two_ports_are_those_of_hand; do
        shell_test pipeline $t "read the step that differs, with docs/microarchitecture-modern.md; see cmodel/pipeline"
    done
    shell_test pipeline rows_with_intervals_are_those_of_hand \
        "read the step that differs, with docs/microarchitecture-intervals.md; see cmodel/pipeline"
    shell_test pipeline memory_waits_have_causes "see env_memory_wait() in cmodel/env/env.c"
    shell_test pipeline causes_add_up "run build/cmodel run with and without --pipeline view.json as the log says"
    for t in kanata_is_well_formed files_are_well_formed reads_without_collectors_are_in_the_log \
        moves_of_intervals_are_in_the_log; do
        shell_test pipeline $t "look at the line of the log; its writer is in cmodel/pipeline"
    done
    shell_test pipeline kanata_names_are_short_and_in_their_legend \
        "put the names of cmodel/pipeline/step.h into Stages and Short names of docs/pipeline.md"
    shell_test pipeline timing_only_shows_the_same "see pipeline_unseen() in cmodel/pipeline/pipeline.c"
    for t in explain_says_what_the_log_has explain_of_an_early_end_is_true results_wait_for_those_that_are_accepted; do
        shell_test pipeline $t "run build/cmodel run with --explain and --log; see cmodel/pipeline/explain.c"
    done
    shell_test pipeline pipeline_options_are_refused \
        "one of the options in tb/tests/pipeline.sh was not refused as it says"
    shell_test pipeline rtl_shows_what_the_model_does "compare make run and make cosim with PIPELINE=view.kanata" tiny
    shell_test pipeline each_part_of_a_view_is_closed_by_itself "see pipeline_close() in cmodel/pipeline/pipeline.c"
    shell_test pipeline planted_fault_is_seen "run make cosim FAULT=ccu:2 LOG= ARGS=--no-flops, and make run LOG="
    shell_test levels every_place_matters "run build/cmodel annotate --levels --judge with the line of the log changed"
    shell_test levels tables_are_measured "run docs/results/levels.sh as the log says; then tables.sh for the page" \
        levels schemes
    shell_test levels levels_of_other_kernels_are_right "run the commands of the log; see cmodel/program/level_cubin.c"
    shell_test levels levels_of_random_traces_are_right \
        "run the commands of the log; see cmodel/program/level_trace.c" 1 6
    shell_test lockstep two_seeds_same_events "registers without reset leak into behaviour: compare the two statistics"
    shell_test lockstep timing_only_counts_the_same "a vector decides timing somewhere in the model"
    shell_test speed leaps_change_no_counter "run build/cmodel run with and without --timing-only as the log says" \
        12 "${SEED:-1}"
    shell_test lockstep engine_refuses_unequal_register_lists "see tb/lockstep/reglist.c"
    for t in files_of_programs files_that_belong_together folders_of_programs; do
        shell_test disk $t "run the command of the log on a full disk; see configs/whole.h"
    done
    shell_test lockstep refusals_leave_results_alone "run the command that the log names by hand"
    shell_test lockstep register_added_to_a_template \
        "give bank_arbiter.v.in a register and run build/rtl_gen --template-dir; see docs/templates.md"
    shell_test lockstep edited_rtl "copy what make verilog writes, edit it and run make cosim EDITED="
    shell_test lockstep difference_in_reset_has_no_waveform "run make wave EDITED= with a register without its reset"
    shell_test lockstep planted_faults "run the command that the log names" some
    shell_test icarus same_as_verilator "run make cosim CONFIG=tiny ARGS='--max-cycles 300', also with SIM=icarus" \
        tiny 300
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "bank_arbiter bank_queue crossbar inflight lfsr sram_1rw" tiny \
        "subcore.lanes=2 rf.rows=16" \
        "subcore.warps=4 subcore.lanes=1 rf.rows=8 rf.banks=4 collector.count=3 inflight.entries=5 random.seed=7"
    shell_test constraints every_port_has_one_delay "read the file of the log; see rtl_gen/files/sdc.c"
    shell_test constraints opensta_takes_constraints "give sta the commands of tb/tests/constraints.sh by hand"
    shell_test packages file_lists_work_from_any_folder \
        "run the tool of the log from another folder; see docs/packages.md"
    shell_test packages packages_follow_their_formats \
        "compare the file of the log with tb/tests/packages.tsv; see rtl_gen/files/packages.c"
    shell_test names both_pass_lock_step_in_one_top "run make cosim BESIDE= with the settings of the log" verilator 3000
    shell_test names both_pass_lock_step_in_one_top "run make cosim BESIDE= with the settings of the log" icarus 300
    shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" tiny 1
    shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" tiny 2 collector.kind=boc \
        boc.write=back
    shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" tiny 4 collector.kind=ecu
    shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" tiny 3 collector.kind=ocu \
        rfc.enable=true rfc.allocate=read_write rfc.write=write_through
    shell_test example example_runs_on_every_kind "run make example SIM=icarus with CONFIG and SET of the log"
    shell_test example example_finds_broken_designs "run tb/example/run.sh on tiny with the fault of the log"
    shell_test example example_refuses_other_designs "run tb/example/run.sh on the folder that the log names"
    shell_test icarus plain_bench_finds_faults "run tb/plain/run.sh on a copy of tiny with the change of the log"
    shell_test icarus x_start_on_random_programs "run the two commands of the log by hand" tiny 1 2
    shell_test icarus undefined_values_are_found \
        "run the plant of the log by hand: tb/lockstep/icarus/icarus.sh and build/cosim"
    shell_test generate assertions_are_not_synthesized \
        "compare what Yosys reads from the module of the log with and without its assertions"
    shell_test icarus refusals "one of the commands in tb/tests/icarus.sh was not refused as it says"
    shell_test icarus endless_steps_are_found "see on_timer() in tb/lockstep/icarus/icarus_vpi.c"
    shell_test icarus simulator_ends "see wait_for_vvp() in tb/lockstep/icarus/dut_icarus.c"
    shell_test workloads golden_model_computes_workloads "run make run CONFIG=ocu WORKLOAD=<name>" ocu
    shell_test workloads golden_model_computes_workloads "run make run CONFIG=sm_gto WORKLOAD=<name>" sm_gto
    for c in ocu sm_gto; do
        shell_test workloads golden_model_executes_every_opcode \
            "run make run CONFIG=$c WORKLOAD=tb/opcodes/<name>.yaml" $c
    done
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=ccu WORKLOAD=<name>" ccu reduction
    shell_test correlate memory_of_an_sm_has_one_port_and_its_latency \
        "run the two lengths of the micro-benchmark on sm_gto; see cmodel/env/lsu.c and shared_port.h"
    shell_test correlate rates_are_those_of_accel_sim_where_assumptions_agree \
        "run the two lengths of the micro-benchmark on ocu"
    shell_test correlate inputs_are_refused_or_taken "run make correlate with the TRACE, WORKLOAD or CONFIG of the log"
    shell_test correlate runs_a_build_of_accel_sim "run make correlate with the stand-in of tb/tests/correlate.sh"
    shell_test compare refusals "one of the commands in tb/tests/compare.sh was not refused as it says"
    shell_test compare modern_table_is_of_comparisons "see cmodel/experiments/modern_table.sh and make compare"
    shell_test compare lists_go_over_several_lines "see the target compare in the Makefile"
    shell_test compare page_sorts "see order() in cmodel/experiments/compare/page.js"
    shell_test sweep refusals "one of the files in tb/tests/sweep.sh was not refused as it says"
    shell_test sweep ports_table_is_of_the_sweep "see cmodel/experiments/ports_table.sh, and the sweep ports.yaml"
    shell_test sweep modern_variants_are_of_the_sweep \
        "see cmodel/experiments/modern_variants.sh, and the sweep modern.yaml"
    shell_test sweep cells_are_single_runs "run make sweep on the file in tb/tests/sweep.sh and the single run"
    shell_test workloads slices_are_partial_and_faults_are_seen "run the commands in tb/tests/workloads.sh"
    shell_test workloads workloads_take_other_sizes "run build/warptrace --run with the --param of the log"
    shell_test workloads traces_hold_the_same_instructions "compare the trace with build/warptrace --disassemble"
    shell_test sthld next_state_and_difference_equal_the_models \
        "compare rtl_gen/subcore/sthld_*.v.in with section 3.5" malekeh
    shell_test gpu threads_change_nothing \
        "run build/cmodel run with -j 1 and -j 7 by hand and compare (cmodel/run/gpu.c)"
    shell_test gpu failing_slices_are_the_same_ones "run the command of the log with -j 1 and -j 7"
    shell_test gpu time_out_of_a_slice "run build/cmodel run with the options in tb/tests/gpu.sh"
    shell_test gpu transitions_are_those_of_figure_8 \
        "compare cmodel/sm/gpu_sthld.c and cmodel/subcore/sthld.c with Malekeh IV-B3"
    shell_test gpu threads_change_nothing_behind_one_l2 \
        "run build/cmodel run with -j 1 and -j 7 by hand and compare (cmodel/run/gpu.c, cmodel/env/gpu_memory.c)"
    shell_test gpu a_short_kernel_behind_a_long_one_takes_its_own_time \
        "run the trace of the test (cmodel/run/slice.c, slice_advance)"
    shell_test gpu kernels_end_for_the_whole_gpu "run the commands in tb/tests/gpu.sh (cmodel/run/gpu.c, begin_kernel)"
    shell_test gpu a_long_wait_for_dram_is_no_time_out "run the command of the log (memory_port_waits())"
    shell_test gpu requests_of_a_cut_run_are_counted "run the command of the log (between() in cmodel/run/gpu.c)"
    shell_test gpu streams_take_the_bandwidth_of_dram \
        "run the commands in tb/tests/gpu.sh (cmodel/env/gpu_memory.c, transfer)"
    shell_test gpu cycles_that_are_leaped_over_count \
        "run build/cmodel run --csv with and without --timing-only and compare (cmodel/env/env.c, next_event)"
    shell_test gpu rtl_is_that_of_an_external_sthld "compare the RTL of the two modes (config_sthld_input)"
    shell_test gpu refusals "one of the commands in tb/tests/gpu.sh was not refused as it says"
    shell_test gpu slice_chooses_what_is_seen "see choose_slice() in cmodel/run/main.c"
    shell_test unit every_module_has_a_bench_or_a_reason "add a row to tb/alone/benches.c (docs/unit.md)"
    shell_test unit modules_alone "run make unit and the command behind again:" tiny
    shell_test unit planted_faults_are_mismatches "run make unit MODULE=<module> FAULT=<fault>" 12 ccu
    shell_test unit refusals "one of the commands in tb/tests/unit.sh was not refused as it says"
    shell_test formal rtl_equals_functions_of_the_model \
        "run make formal PROVE=equal SIZE=small and do what its next: lines say" small
    shell_test formal boc_is_proved "run make formal SIZE=small and do what its next: lines say" small
    shell_test formal names_that_are_gone_stop_a_proof "look at decide() of tb/formal/prove.sh"
    shell_test formal events_that_nothing_reaches_are_said "look at decide() of tb/formal/prove.sh"
    shell_test formal same_proofs_are_not_run_twice_at_once "look at flock in tb/formal/prove.sh"
    shell_test formal l1d_loses_no_request_and_has_no_two_copies_of_a_line \
        "run make formal PROVE=l1d SIZE=small and do what its next: lines say" small
    for t in same_results damage_is_noticed refusals_are_the_same stands_in_nobodys_way limit_and_clearing; do
        shell_test trace_cache $t "run build/cmodel with and without --trace-cache off on the trace of the test"
    done
    shell_test traces written_traces_pass_a_strict_reader "run build/strict_trace on the trace of the workload" 1
    shell_test traces damaged_lines_are_read_or_refused "make the edit of the log to write_base of tb/tests/traces.sh"
    shell_test traces skipped_lines_are_said "run the command of the log on a list with a line of NCCL"
    shell_test traces commas_of_paths_are_escaped "run the command of the log by hand"
    shell_test gates libraries_without_gates_or_resets_are_refused "read library_gate in synth/flow/library.sh"
    shell_test gates clock_energy_goes_with_the_enables "read synth/energy/energy_cut.awk"
    shell_test gates gated_clock_takes_what_is_added_up_by_hand \
        "read synth/energy/energy_cut.awk, and what OpenSTA says of each cell in the log"
    shell_test numbers storage_of_malekeh "run make storage and compare with Malekeh VI-D"
    shell_test options options_change_what_they_say "compare the condition in configs/options.def with the log" \
        ocu+memory.l2_kib=2 ocu+memory.l2=shared malekeh bow_wr_hinted triple_a rfc_2way_compiler_linear \
        sm_tiny+throttle.policy=ciao_c
    shell_test statistics shares_add_up "run the configuration of the log; see cmodel/run/stats_text.c"
    shell_test statistics formulas_give_the_values "compare the formula in cmodel/subcore/stats.def with the log"
    shell_test statistics what_cannot_apply_is_zero "correct the condition in cmodel/subcore/stats.def" mix
    shell_test waiting build_says_a_line_for_each_step "run the make command of the log by hand (step in the Makefile)"
    shell_test sweep cells_that_do_the_same_are_marked "run make sweep on the file in tb/tests/sweep.sh"
    shell_test results storage_is_what_is_recorded "run make results ONLY=storage, then make results PAGES=yes"
    shell_test pages transcripts_are_what_commands_print "put what the command prints into the page" docs/start.md
    shell_test variables documented_words_are_accepted "change the command in the page, or tb/flow/variables.tsv"
    shell_test variables options_of_the_compiler_are_those_of_the_folder "see COMPILED_BY in the Makefile"
    shell_test random configurations "rerun with the SEED in the log" 1 "${SEED:-20261121}"
}
