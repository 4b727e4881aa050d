# SPDX-License-Identifier: Apache-2.0
# make ci: beside those of make test, up to 45 minutes. Its longest tests come first, so that no processor waits for
# them at the end.

tier_ci() {
    shell_test scripts scripts_pass_shellcheck \
        "run shellcheck -S warning on the script of the log, with -s sh if it has no #!"
    shell_test disk files_of_scripts "run the command of the log on a full disk; see tb/flow/whole.sh"
    shell_test results marks_are_those_of_the_sources "run docs/results/pages.sh --write"
    shell_test results interrupted_twice_it_goes_on "run make results ONLY=storage, interrupt it, and run it again"
    shell_test results comments_change_nothing_and_logic_does \
        "compare what docs/results/prints.sh prints with the template changed as the log says"
    shell_test use sanitizers "run the unit test that the log names with SANITIZE=-fsanitize=address,undefined"
    shell_test use documented_commands "the command that the log names fails" short
    shell_test pages transcripts_are_what_commands_print "put what the command prints into the page" README.md
    shell_test pages pages_become_html "run make docs"
    shell_test names make_takes_names_of_the_command_line "run make verilog and make cosim with PREFIX=a_ SUFFIX=_z"
    shell_test names two_designs_stand_in_one_top "run the tool of the log on tb/lockstep/beside.awk's module pair"
    for c in malekeh sm_tiny rfc_8way_write modern; do
        shell_test generate lint "run make lint CONFIG=$c" $c
    done
    shell_test generate gates_of_lanes_take_little_memory "run make lint CONFIG=bow SET=rtl.clock_gate=cell"
    for c in malekeh bow_half rfc_8way_write; do
        shell_test lockstep bundled "run make cosim CONFIG=$c" $c
    done
    for c in ocu ccu triple_a; do
        shell_test pipeline rtl_shows_what_the_model_does \
            "compare make run and make cosim with PIPELINE=view.kanata and CONFIG=$c" $c
    done
    shell_test pipeline rtl_shows_what_the_model_does \
        "compare make run and make cosim with PIPELINE=view.kanata, CONFIG=tiny and these options" \
        tiny collector.kind=boc boc.write=hinted
    shell_test pipeline rtl_shows_what_the_model_does \
        "compare make run and make cosim with PIPELINE=view.kanata, CONFIG=tiny and these options" \
        tiny collector.kind=ocu rfc.enable=true rfc.allocate=read_write
    for c in sm_tiny modern; do
        shell_test pipeline rtl_shows_what_the_model_does_quickly \
            "compare make run and make cosim with PIPELINE=view.kanata and CONFIG=$c" $c
    done
    shell_test pipeline rtl_shows_what_the_model_does_quickly \
        "compare make run and make cosim with PIPELINE=view.kanata, CONFIG=sw_rfc and these options" \
        sw_rfc subcore.lanes=4
    for set in "ltrf rf.cycles=3" ltrf_plus; do
        # shellcheck disable=SC2086 # these are words
        shell_test pipeline rtl_shows_what_the_model_does_quickly \
            "compare make run and make cosim with PIPELINE=view.kanata, CONFIG=${set%% *} and these options" \
            $set subcore.lanes=4
    done
    shell_test lockstep quickly "run make cosim CONFIG=modern with the settings of the log" bundled modern \
        machine.subcores=2 sm.subcores=2 subcore.lanes=4
    shell_test lockstep quickly "run make cosim CONFIG=modern with the settings of the log" bundled modern \
        machine.subcores=2 sm.subcores=2 subcore.lanes=1 modern.read_ports=2
    shell_test control random_control_bits_change_both_alike \
        "run make cosim CONFIG=modern HINTS=<file> ARGS=--stale with these settings" modern \
        machine.subcores=2 sm.subcores=2 subcore.lanes=4
    shell_test pipeline rtl_shows_what_the_model_does_quickly \
        "compare make run and make cosim with PIPELINE=view.kanata, CONFIG=modern and these options" \
        modern machine.subcores=2 sm.subcores=2 subcore.lanes=4
    shell_test pipeline rtl_shows_what_the_model_does_quickly \
        "compare make run and make cosim with PIPELINE=view.kanata, CONFIG=modern and these options" \
        modern modern.read_ports=2 subcore.lanes=4
    shell_test pipeline rtl_shows_what_the_model_does_quickly \
        "compare make run and make cosim with PIPELINE=view.kanata, CONFIG=modern_scoreboard and these options" \
        modern_scoreboard modern.consumers=1 subcore.lanes=4
    shell_test pipeline planted_fault_without_collectors_is_seen \
        "run make cosim CONFIG=modern FAULT=modern_control:5 LOG= ARGS=--no-flops, and make run LOG="
    shell_test pipeline causes_of_programs_add_up \
        "run build/cmodel run with and without --pipeline view.json as the log says" "${SEED:-1}"
    shell_test lockstep tags "run make cosim CONFIG=sm_tiny ARGS='--tags 1'" sm_tiny
    shell_test lockstep quickly "run the two commands of the log" cache_programs sm_tiny 5 throttle.policy=statpcal \
        issue.limit=1 subcore.warps=5
    shell_test lockstep bundled "run make cosim CONFIG=tiny SET='issue.limit=1'" tiny issue.limit=1
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=sw_rfc_split WORKLOAD=<name>" sw_rfc_split \
        saxpy reduction
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=ltrf_plus WORKLOAD=<name>" ltrf_plus \
        saxpy reduction
    shell_test icarus same_as_verilator "run make cosim CONFIG=ccu ARGS='--max-cycles 60', also with SIM=icarus" ccu 60
    shell_test icarus same_as_verilator "run make cosim CONFIG=sm_tiny ARGS='--max-cycles 150', also with SIM=icarus" \
        sm_tiny 150
    shell_test icarus x_start "run make cosim SIM=icarus ARGS=--x-start with the settings in tb/tests/tiers/ci.sh" \
        tiny 200 \
        collector.kind=boc boc.write=hinted
    shell_test icarus x_start "run make cosim SIM=icarus ARGS=--x-start with the settings in tb/tests/tiers/ci.sh" \
        tiny 150 \
        collector.kind=ocu issue.pipeline=true ibuffer.shift=true rf.queue_shift=true writeback.order=unit
    shell_test icarus x_start "run make cosim SIM=icarus ARGS=--x-start with the settings in tb/tests/tiers/ci.sh" \
        tiny 150 \
        issue.pipeline=true subcore.warps=3 rf.rows=96
    shell_test icarus x_start "run make cosim SIM=icarus ARGS=--x-start with the settings in tb/tests/tiers/ci.sh" \
        tiny 150 \
        collector.kind=boc boc.write=back issue.pipeline=true rf.queue_shift=true writeback.order=unit
    shell_test icarus x_start "run make cosim CONFIG=sm_tiny SIM=icarus ARGS=--x-start" sm_tiny 150
    x_starts 100 2
    # shellcheck disable=SC2154 # $schemes is of x_starts.sh
    while read -r config settings; do
        # shellcheck disable=SC2086 # $settings is words
        [ "$config" != tiny ] || shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" \
            tiny 3 $settings
    done <<LIST
$schemes
LIST
    for set in rf.read_ports=2 "rf.read_ports=2 collector.kind=ocu rf.swizzle=none" \
        "rf.read_ports=2 collector.kind=ocu rf.ports=2 rf.queue_shift=true" \
        "rf.read_ports=2 collector.kind=ecu rf.swizzle=none" \
        "rf.read_ports=2 collector.kind=boc" "rf.read_ports=2 collector.kind=boc boc.write=back rf.queue_shift=true" \
        "rf.read_ports=2 collector.kind=ocu rfc.enable=true rfc.allocate=read_write" \
        "rf.swizzle=none issue.pipeline=true rf.banks=4"; do
        # shellcheck disable=SC2086 # $set is words
        shell_test lockstep bundled "run make cosim CONFIG=tiny SET='$set'" tiny $set
    done
    shell_test lockstep bundled "run make cosim CONFIG=sm_tiny SET='rf.read_ports=2 rf.swizzle=none'" \
        sm_tiny rf.read_ports=2 rf.swizzle=none
    for set in rtl.reset=async_low rtl.clock_gate=cell \
        "rtl.reset=async_low rtl.clock_gate=cell rtl.clock_gate_bits=1"; do
        # shellcheck disable=SC2086 # $set is words
        shell_test lockstep bundled "run make cosim CONFIG=tiny SET='$set'" tiny $set
    done
    while read -r config settings; do
        # shellcheck disable=SC2086 # $settings is words
        shell_test lockstep bundled "run make cosim CONFIG=$config with the settings in tb/tests/tiers/ci.sh" \
            $config $settings rtl.clock_gate=cell rtl.reset=async_low
    done <<LIST
tiny collector.kind=ocu
tiny collector.kind=boc boc.write=back
tiny collector.kind=ecu
tiny collector.kind=ocu rfc.enable=true rfc.allocate=read_write
tiny collector.kind=ocu issue.scheduler=two_level levels.scheme=software
tiny collector.kind=ocu issue.scheduler=two_level levels.scheme=ltrf levels.dead=left
sm_tiny throttle.policy=ciao_c
LIST
    shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" tiny 5 rtl.reset=async_low \
        rtl.clock_gate=cell
    shell_test lockstep logic_that_does_not_settle_is_reported \
        "read vl_fatal in tb/lockstep/verilator/dut_verilator.cpp"
    shell_test example example_prints_the_same_with_verilator "run make example with and without SIM=icarus"
    shell_test icarus assertions_fail_when_broken \
        "run tb/plain/run.sh, or cosim with --no-flops, on tiny with the fault of the log (tb/tests/assertions.tsv)"
    small="subcore.lanes=1 rf.rows=16"
    shell_test parameters other_values_end_elaboration "elaborate the module of the log with the parameter" tiny
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "bank_arbiter bank_queue crossbar grant_stage operand_mux" tiny \
        "$small collector.kind=boc issue.pipeline=true collector.operand_muxes=shared boc.window=2 boc.entries=12" \
        "subcore.warps=3 collector.count=3 boc.window=3 boc.entries=18 inflight.entries=5"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "readers" modern_scoreboard \
        "$small subcore.warps=2 subcore.registers=16 modern.consumers=2 scoreboard.tags=0" \
        "subcore.warps=3 subcore.registers=8 modern.consumers=5"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "active_set rfc_read" tiny \
        "$small collector.kind=ocu rfc.enable=true rfc.allocate=read_write issue.scheduler=two_level" \
        "subcore.warps=4 issue.active=1 rfc.read_ports=2"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "cutoff_test interference_list mshr vta sram_1rw_be" sm_tiny \
        "subcore.lanes=1 rf.rows=16 throttle.policy=ciao_c l1d.mshrs=2" \
        "subcore.warps=3 l1d.mshrs=3 l1d.targets=3 l1d.sets=2 vta.tags=3 ciao.low_cutoff=150"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "ccws vta" sm_tiny \
        "subcore.lanes=1 rf.rows=16 throttle.policy=ccws" \
        "subcore.warps=3 ccws.base=50 vta.tags=3"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "spare" sm_tiny \
        "subcore.lanes=1 rf.rows=16 issue.limit=1 throttle.policy=statpcal throttle.window=40 throttle.spare=5" \
        "throttle.window=64 throttle.spare=9"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "sthld_diff" malekeh \
        "subcore.lanes=1 rf.rows=16" \
        "sthld.fraction=20"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "rf_bank" tiny \
        "subcore.lanes=1 rf.rows=16 collector.kind=ocu rf.ports=2" \
        "collector.count=3"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "sram_1r1w" tiny \
        "subcore.lanes=1 rf.rows=16 collector.kind=ocu rf.ports=2" \
        "subcore.lanes=2 rf.rows=8"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "sram_1r1rw" tiny \
        "subcore.lanes=1 rf.rows=16 collector.kind=ocu rf.read_ports=2" \
        "subcore.lanes=2 rf.rows=8"
    shell_test parameters free_parameters_give_what_is_generated \
        "run Yosys on the module of the log with these parameters, as tb/tests/parameters.sh does" \
        "sram_2r1w" tiny \
        "subcore.lanes=1 rf.rows=16 collector.kind=ocu rf.ports=2 rf.read_ports=2" \
        "subcore.lanes=2 rf.rows=8"
    shell_test memories memories_are_block_ram "run synth_<flow> of Yosys on the module of the log, and stat" \
        ecp5 ice40 gowin xilinx
    shell_test place small_module_is_placed_and_routed "run make place CONFIG=tiny MODULE=bank_queue"
    shell_test place what_cannot_be_placed_is_refused \
        "one of the commands in tb/tests/place.sh was not refused as it says"
    shell_test place modelled_wires_take_time_and_area "run make timing CONFIG=tiny WIRES=model; see docs/place.md"
    shell_test place both_languages_have_one_length "compare synth/timing/wires.tcl with synth/place/wire_model.c"
    shell_test place wires_without_a_model_are_refused \
        "one of the commands in tb/tests/place.sh was not refused as it says"
    shell_test fpga smallest_design_is_placed "run make fpga CONFIG=tiny with the settings in tb/tests/fpga.sh"
    shell_test memories macro_passes_lock_step "run make cosim CONFIG=tiny SRAM=sram_1rw=tb/macros/sram_1rw.v"
    shell_test memories no_row_is_read_and_written_in_reset \
        "run make cosim CONFIG=tiny with the settings of tb/tests/memories.sh and the SEED of the log"
    shell_test icarus broken_assertions_end_lock_step "run make cosim CONFIG=tiny FAULT=inflight:2 ARGS=--no-flops"
    shell_test icarus planted_faults "run make cosim CONFIG=tiny FAULT=ccu:1, also with SIM=icarus" ccu:1 crossbar:1
    shell_test lockstep reports_lead_to_the_module "run make cosim CONFIG=tiny FAULT=crossbar:2" tiny crossbar:2
    for c in ccu malekeh bow_half rfc_8way_write sm_malekeh modern; do
        shell_test workloads golden_model_computes_workloads "run make run CONFIG=$c WORKLOAD=<name>" $c
    done
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=bow_half WORKLOAD=<name>" bow_half hgemm bfs
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=triple_a WORKLOAD=<name>" triple_a lud kmeans
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=modern WORKLOAD=<name>" modern hgemm srad bfs \
        igemm particlefilter
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=modern_scoreboard WORKLOAD=<name>" \
        modern_scoreboard saxpy reduction hgemm bfs
    quarter=0
    for c in ocu ccu malekeh rfc_8way_write; do
        quarter=$((quarter + 1))
        shell_test workloads rtl_computes_workloads "run make cosim CONFIG=$c WORKLOAD=<name>" $c quarter $quarter
    done
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=sm_tiny WORKLOAD=<name>" sm_tiny bfs \
        kmeans dwt2d
    for t in bfs volta_warps; do
        for c in ccu malekeh; do
            shell_test lockstep recorded "run make cosim CONFIG=$c TRACE=$SHARED/traces/$t" $c $t
        done
    done
    shell_test levels levels_of_workloads_are_right "run the commands of the log; see cmodel/levels/level_judge.h"
    shell_test levels tables_are_measured "run docs/results/levels.sh as the log says; then tables.sh for the page" \
        levels_entries entries
    shell_test annotate control_bits_of_recorded_traces "run build/cmodel on the trace of the log"
    shell_test lockstep recorded "run make cosim CONFIG=rfc_8way_write TRACE=$SHARED/traces/backprop" \
        rfc_8way_write backprop
    shell_test random programs_pass "run the make regress CASE= that the log names" 5 "${SEED:-5}"
    shell_test random programs_pass "run the make regress CASE= that the log names" 8 "${SEED:-5}" none
    shell_test random interrupted_run_goes_on "interrupt make regress N=8 SEED=12 KINDS=ocu and run it again" 12 ocu
    shell_test random failures_are_made_short "run make regress N=1 SEED=12 KINDS=ocu FAULT=ocu:1 by hand" ocu:1 12 ocu
    shell_test waiting steps_of_lock_step_are_said "run tb/flow/flow.sh --steps cosim with another O=" icarus
    shell_test waiting progress_is_for_terminals "run the command of the log on a terminal (cmodel/run/slices_run.c)"
    shell_test statistics what_cannot_apply_is_zero "correct the condition in cmodel/subcore/stats.def" atax
    shell_test gpu rtl_of_a_gpu \
        "run make cosim CONFIG=tiny with the settings in tb/tests/tiers/ci.sh, and build/cmodel run" \
        tiny ccu.allocation=malekeh issue.scheduler=malekeh sthld.mode=gpu sthld.interval=100 machine.sms=2
    shell_test gpu rtl_behind_one_l2 \
        "run make cosim CONFIG=tiny with the settings in tb/tests/tiers/ci.sh, and build/cmodel run" \
        tiny memory.l2=shared machine.sms=2
    for c in malekeh ocu_8; do
        shell_test unit every_point_alone "run make unit CONFIG=$c N=20000 and the command behind again:" $c
    done
    shell_test unit sms_of_many_warps_alone "run make unit CONFIG=ciao_c SET='subcore.warps=32 rf.rows=1024 ...'"
    shell_test unit rescue_during_a_walk_alone "run make unit MODULE=ciao with the settings in tb/tests/unit.sh"
    shell_test unit every_bit_of_a_line_is_compared "make EDITED= with one bit less in a comparison and run make unit"
    shell_test unit every_design_alone \
        "run make unit with the settings in tb/tests/unit.sh and the command behind again:"
    shell_test unit planted_faults_are_mismatches "run make unit MODULE=<module> FAULT=<fault>" 12
    shell_test formal modern_counters_ports_and_cache_are_proved \
        "run make formal PROVE=modern SIZE=small and do what its next: lines say" small
    shell_test formal places_and_moves_of_levels_are_proved \
        "run make formal PROVE=levels SIZE=small and do what its next: lines say" small
    shell_test formal ciao_stalls_no_warp_for_ever \
        "run make formal PROVE=ciao SIZE=small and do what its next: lines say" small
    shell_test mutants model_mutants_die_without_rtl "run make mutants CONFIG=tiny N=10 MODEL=6 KIND=model"
    shell_test mutants invariants_prove_what_is_equivalent "run build/equal as the log says; see tb/mutants/prove.sh"
    shell_test mutants proofs_say_what_is_equivalent \
        "run tb/mutants/prove.sh as the log says (docs/mutants.md, Survivors)"
    shell_test mutants mutants_die_alone "run build/alone --mutant by hand; see tb/mutants/units.sh"
    shell_test mutants every_answer_of_a_proof_is_counted "compare tb/mutants/proved.awk with the answers of prove.sh"
    shell_test mutants broken_mutants "one of the commands in tb/tests/mutants.sh was not refused as it says"
    shell_test numbers memories_with_two_read_ports_have_no_netlist "run synth/flow/netlist.sh tiny rf.read_ports=2"
    shell_test numbers area_table "run make area and read its messages"
    shell_test numbers area_beside_modern_is_of_its_netlists "see cmodel/experiments/modern_area.sh"
    shell_test numbers second_opinion_is_of_the_same_designs "see synth/second/second.sh"
    shell_test gates gates_do_not_change_what_limits_the_clock \
        "run make timing CONFIG=tiny SET=rtl.clock_gate=cell and read synth/timing/timing.tcl"
    shell_test gates asynchronous_resets_are_cells "look for flip-flops with a reset in flops.tsv of the netlist"
    shell_test numbers storage_of_an_sm "run make storage CONFIG=sm_ccws and compare with registers.tsv"
    shell_test numbers timing_table "run make timing and read its messages"
    shell_test numbers golden_metrics "run make golden and find out which commit changed the module" ci
    shell_test energy energy_of_known_cells "run sta on synth/energy/energy_known.lib by hand"
    shell_test energy energy_of_a_run "run make energy CONFIG=tiny and read its messages"
    shell_test energy energy_with_gated_clocks "run make energy CONFIG=tiny GATED=yes and compare with the log"
    shell_test energy energy_of_register_caches \
        "compare the events of the log with cache_reads and check_accesses in synth/energy/energy_sums.c"
    shell_test energy energy_of_levels \
        "compare the events of the log with of_caches, of_orfs and of_lrfs in synth/energy/energy_sums.c"
    shell_test energy energy_without_collectors \
        "compare the events of the log with of_collectors and of_reuse in synth/energy/energy_sums.c"
    shell_test energy energy_needs_lock_step_and_good_input "run make energy with FAULT=ccu:1"
    shell_test verilating shared_modules_are_equal_in_lock_step \
        "run make cosim CONFIG=tiny SET=collector.kind=boc and see tb/lockstep/verilator/share.awk"
    shell_test verilating progress_is_shown_on_a_terminal "read tb/lockstep/verilator/progress.sh"
    shell_test verilating no_module_takes_more_of_a_cycle \
        "read docs/performance.md, Verilog that Verilator runs fast, or run tb/bench/bench_modules.sh update tiny" \
        tiny
    shell_test speed planted_leaps_are_seen "run tb/tests/speed.sh planted_leaps_are_seen and change its list"
    shell_test speed skipped_warps_change_no_counter "run build/cmodel run on the trace of the log and on it gzipped"
    shell_test bench fallen_ratios_fail "run tb/bench/bench_report.sh on the rows of the test"
    shell_test bench bench_of_profiles "run RFCSIM=program tb/bench/bench_profile.sh workloads/mix"
    shell_test bench bench_beside_accelsim "run ACCELSIM=program tb/bench/bench_accelsim.sh workloads/mix"
    alone shell_test bench bench_twice "run make bench CONFIG=tiny RUNS=1 CYCLES=2000"
    for t in page_says_what_the_raw_outputs_say another_claim_gives_another_verdict only_cycles_of_the_same_rtl_count \
        failures_are_shown broken_tables_are_refused every_measure_has_its_claim \
        writes_where_it_is_told_and_nothing_else interrupted_claims_go_on control_bits_store_what_the_page_says \
        one_section_of_the_page_is_replaced markdown_page_is_folded; do
        shell_test claims $t "run make claims ONLY='storage table_1' and look at build/claims"
    done
    shell_test numbers blocks_beside_peers_do_what_they_say \
        "simulate synth/peers/bench.v with the seed that the test prints"
    shell_test use expectations_of_malekeh "run make expect SIZE=small and find out what has changed"
    shell_test use figures_of_malekeh "run make figures FIGURE=malekeh:12 SIZE=small"
    shell_test use expectations_of_bow \
        "run make expect EXPECT=cmodel/experiments/expect/bow.tsv SIZE=small and find out what has changed"
    shell_test use figures_of_bow "run make figures FIGURE=bow:10 SIZE=small"
    shell_test fuzz readers_under_fire "run the command behind 'again:' in the log" 30 "${SEED:-1}"
    shell_test fuzz refusals "one of the commands in tb/tests/fuzz.sh was not refused as it says"
    shell_test environment users_settings_change_nothing "run the command of the log with the variables of the test"
    shell_test environment folders_of_any_name "run the command of the log in a checkout of such a name"
    shell_test coverage counters_count "run the commands in tb/tests/coverage.sh"
    shell_test use cubins_come_from_their_sources "run make cubins and look at git diff"
    shell_test sm cache_statistics_add_up "compare build/cmodel run --csv with cmodel/sm/l1d.c (CIAO II-C, Table II)"
    shell_test sm examples_of_ciao_have_their_tests "rename the test in section 7.11 of docs/ciao.md, too"
    shell_test sm interference_is_every_vta_hit "run build/cmodel run --interference by hand (CIAO Fig. 1a and 4)"
    shell_test sm series_add_up_to_the_run "run build/cmodel run --series by hand (CIAO Fig. 9 and 10)"
    shell_test sm best_swl_is_the_best_of_all_limits "run make best_swl WORKLOAD=gesummv (CIAO V-A)"
    shell_test sm schedulers_are_compared "run make schedulers WORKLOADS=atax SIZE=small (CIAO Fig. 8 and 12)"
    shell_test sm runs_over_time_add_up "run make figures FIGURE='ciao:9 ciao:10' SIZE=small WORKLOAD=atax"
    shell_test sm sub_cores_that_share_nothing_are_single_ones "run the two commands in tb/tests/sm.sh on the trace"
    shell_test sm refusals_of_interference_and_limits "one of the commands in tb/tests/sm.sh was not refused as it says"
    shell_test sweep cells_have_a_baseline_and_a_picture "run make sweep PLOT= on the file in tb/tests/sweep.sh"
    shell_test compare table_is_of_single_runs "run make compare FORMAT=csv and the single run that the log names"
    shell_test compare all_forms_agree "compare what make compare OUT= and REPORT= have written"
    shell_test compare baselines_follow_one_rule "see cmodel/experiments/compare/baseline.c"
    shell_test compare designs_are_their_files "run make compare with a file called ocu.yaml beside ocu"
    shell_test compare comparisons_share_results_alone "run make compare twice at one time, and look at O=/comparisons"
    shell_test compare lockstep_comes_first "run make compare LOCKSTEP=yes, and see its notes"
    shell_test sweep killed_and_resumed "run make sweep on the file in tb/tests/sweep.sh, kill it and go on"
    alone shell_test sweep on_slurm "look at slurmctld's log that the test prints"
}
