# SPDX-License-Identifier: Apache-2.0
# make nightly: what takes too long for every change: the other designs, the rest of each kind of test.

tier_nightly() {
    tier_test
    tier_ci
    shell_test use documented_commands "the command that the log names fails" long
    shell_test names area_and_timing_are_those_without "run make area and make timing with and without PREFIX=a_"
    shell_test generate wide_multiplexers_are_clean "run make lint with the settings that the log names"
    shell_test example rule_diagrams_are_those_of_runs "run make figures; see docs/waves/rules.tsv and runs.tsv"
    shell_test generate bocs_of_few_slots_are_clean "run make lint CONFIG=bow with the settings that the log names"
    shell_test generate fast_bocs_are_clean "run make lint CONFIG=bow with the settings that the log names"
    shell_test gates gated_clocks_cost_what_the_library_says \
        "run make area CONFIG=tiny GATED=yes and read synth/flow/liberty_gate.c"
    shell_test numbers strategies_stand_apart "run \`make timing CONFIG=tiny STRATEGY=delay\`"
    shell_test energy energy_of_what_ciao_adds \
        "run make sm_energy PARTS=ciao CONFIG=sm_tiny with the settings of the test"
    x_starts 200 10
    shell_test waiting steps_of_lock_step_are_said "run tb/flow/flow.sh --steps cosim with another O=" verilator
    shell_test options all_options_change_what_they_say "compare the condition in configs/options.def with the log"
    for c in ocu_8 ocu_pascal malekeh_pr gto_lru malekeh_7slot two_level_rfc two_level_sw sw_rfc sw_rfc_split \
        ltrf ltrf_plus monolithic bow bow_wr bow_wr_hinted bow_half bow_pascal triple_a rfc_2way_compiler_interleaved \
        rfc_2way_compiler_linear \
        rfc_2way_write_interleaved rfc_2way_write_linear rfc_4way_compiler_interleaved rfc_4way_write_interleaved \
        rfc_4way_write_linear rfc_8way_compiler sm_gto sm_best_swl sm_ccws sm_statpcal sm_malekeh ciao_t ciao_p \
        ciao_c; do
        shell_test generate lint "run make lint CONFIG=$c" $c
        shell_test unit every_point_alone "run make unit CONFIG=$c N=20000 and the command behind again:" $c
    done
    for c in $(cd configs && echo *.yaml | sed 's/[.]yaml//g'); do
        for set in rtl.clock_gate=cell rtl.reset=async_low; do
            shell_test generate lint "run make lint CONFIG=$c SET=$set" $c $set
        done
    done
    for c in tiny ccu bow_wr rfc_8way_write modern ciao_c; do
        shell_test generate lint "run make lint CONFIG=$c SET='rtl.clock_gate=cell rtl.reset=async_low'" $c \
            rtl.clock_gate=cell rtl.reset=async_low
    done
    shell_test generate designs_of_templates_are_clean "run make lint"
    shell_test claims interrupted_leaves_nothing "run make claims HARDWARE=yes ONLY=hardware and interrupt it"
    shell_test generate ends_of_options_are_clean "run make lint with the setting that the log names" bow_wr_hinted \
        collector.operand_muxes=shared subcore.warps=2 collector.count=2
    shell_test generate ends_of_options_are_clean "run make lint with the setting that the log names" ccu \
        collector.operand_muxes=shared
    for c in rfc_8way_write two_level_rfc malekeh ciao_c sm_ccws; do
        shell_test generate ends_of_options_are_clean "run make lint with the setting that the log names" $c
    done
    shell_test lockstep quickly "run the two commands of the log" cache_programs sm_tiny 3 l1d.write_hit=evict \
        l1d.hash=none l1d.mshrs=1 l1d.write_queue=1 l1d.response_queue=1
    shell_test lockstep quickly "run the two commands of the log" cache_programs sm_tiny 4 throttle.policy=ccws \
        subcore.warps=5
    for c in gto_lru two_level_rfc bow_wr_hinted sm_gto; do
        shell_test lockstep bundled "run make cosim CONFIG=$c" $c
    done
    shell_test lockstep quickly "run make cosim CONFIG=sm_malekeh" bundled sm_malekeh
    for c in ocu ocu_8 ocu_pascal ccu malekeh malekeh_pr gto_lru malekeh_7slot two_level_rfc two_level_sw \
        sw_rfc sw_rfc_split ltrf ltrf_plus monolithic bow bow_wr bow_wr_hinted bow_half bow_pascal triple_a \
        rfc_2way_compiler_interleaved \
        rfc_2way_compiler_linear rfc_2way_write_interleaved \
        rfc_2way_write_linear rfc_4way_compiler_interleaved rfc_4way_write_interleaved rfc_4way_write_linear \
        rfc_8way_compiler rfc_8way_write sm_gto sm_best_swl sm_ccws sm_statpcal sm_malekeh ciao_t ciao_p ciao_c; do
        for t in bfs vectoradd ffma backprop volta_warps; do
            shell_test lockstep recorded "run make cosim CONFIG=$c TRACE=$SHARED/traces/$t" $c $t
        done
        shell_test workloads rtl_computes_workloads "run make cosim CONFIG=$c WORKLOAD=<name>" $c all
    done
    shell_test gpu rtl_of_a_gpu \
        "run make cosim CONFIG=sm_tiny with the settings in tb/tests/tiers/nightly.sh, and build/cmodel run" \
        sm_tiny ccu.allocation=malekeh issue.scheduler=malekeh sthld.mode=gpu sthld.interval=100 machine.sms=2
    shell_test gpu rtl_behind_one_l2 \
        "run make cosim CONFIG=sm_tiny with the settings in tb/tests/tiers/nightly.sh, and build/cmodel run" \
        sm_tiny memory.l2=shared machine.sms=2
    shell_test random programs_pass "run the make regress CASE= that the log names" 600 "${SEED:-$now}"
    shell_test random programs_pass "run the make regress CASE= that the log names" 100 "${SEED:-$now}" none
    shell_test speed leaps_change_no_counter "run build/cmodel run with and without --timing-only as the log says" \
        300 "${SEED:-$now}"
    shell_test verilating no_module_takes_more_of_a_cycle \
        "read docs/performance.md, Verilog that Verilator runs fast, or run tb/bench/bench_modules.sh update ccu" ccu
    shell_test speed work_hardly_grows_with_sizes \
        "run O=build/counted COUNT=instructions MOST=1.25 tb/bench/bench_scale.sh"
    shell_test speed fast_program_counts_the_same "run build/cmodel run and build/fast/cmodel run --timing-only by hand"
    for settings in "sm_tiny throttle.policy=ciao_c" "sm_tiny throttle.policy=ccws" \
        "tiny collector.kind=boc boc.write=back" "tiny collector.kind=ecu" \
        "tiny collector.kind=ocu rfc.enable=true rfc.allocate=read_write issue.scheduler=two_level"; do
        # shellcheck disable=SC2086 # $settings is words
        shell_test parameters other_values_end_elaboration "elaborate the module of the log with the parameter" \
            $settings
    done
    for c in ocu ccu malekeh bow_wr rfc_2way_write_linear triple_a two_level_rfc ciao_c; do
        for set in rtl.reset=async_low rtl.clock_gate=cell; do
            shell_test lockstep bundled "run make cosim CONFIG=$c SET=$set" $c $set
        done
    done
    for c in sm_tiny modern modern_scoreboard bow sm_gto; do
        for set in rtl.reset=async_low rtl.clock_gate=cell; do
            shell_test lockstep quickly "run make cosim CONFIG=$c SET='subcore.lanes=4 $set'" bundled $c \
                subcore.lanes=4 $set
        done
    done
    shell_test sthld next_state_and_difference_equal_the_models \
        "compare rtl_gen/subcore/sthld_*.v.in with section 3.5" programmed
    shell_test lockstep planted_faults "run the command that the log names" 1
    shell_test unit planted_faults_are_mismatches "run make unit MODULE=<module> FAULT=<fault>" 1
    shell_test icarus same_as_verilator "run make cosim CONFIG=tiny, also with SIM=icarus" tiny 0
    shell_test icarus x_start "run make cosim CONFIG=tiny SIM=icarus ARGS=--x-start" tiny 300
    shell_test icarus planted_faults "run make cosim CONFIG=tiny FAULT=bank_arbiter:1, also with SIM=icarus" \
        bank_arbiter:1 sram_1rw:1
    shell_test formal rtl_equals_functions_of_the_model \
        "run make formal PROVE=equal and do what its next: lines say" all
    shell_test formal boc_is_proved "run make formal and do what its next: lines say" all
    shell_test formal l1d_loses_no_request_and_has_no_two_copies_of_a_line \
        "run make formal PROVE=l1d and do what its next: lines say" all
    shell_test formal cache_and_shared_memory_have_one_copy_of_a_line \
        "run make formal PROVE=shared and do what its next: lines say" all
    shell_test formal ciao_stalls_no_warp_for_ever "run make formal PROVE=ciao and do what its next: lines say" all
    shell_test formal modern_counters_ports_and_cache_are_proved \
        "run make formal PROVE=modern and do what its next: lines say" all
    shell_test formal places_and_moves_of_levels_are_proved \
        "run make formal PROVE=levels and do what its next: lines say" all
    shell_test formal boc_is_proved "run make formal SIZE=large and do what its next: lines say" large
    shell_test formal l1d_loses_no_request_and_has_no_two_copies_of_a_line \
        "run make formal PROVE=l1d SIZE=large and do what its next: lines say" large
    shell_test mutants rtl_mutants_die_or_are_named "run make mutants CONFIG=tiny N=10 KIND=rtl (docs/mutants.md)"
    shell_test numbers area_of_an_sm "run make area CONFIG=sm_tiny and look at its parts"
    shell_test numbers area_of_register_caches "run make area CONFIG=rfc_8way_write and look at the kinds of module rfc"
    shell_test numbers timing_of_register_caches "run make timing CONFIG=rfc_8way_write and read its messages"
    shell_test numbers area_against_speed "run make frontier and read its messages"
    shell_test numbers netlists_depend_on_their_text_only "compare the two netlists of the log"
    shell_test numbers golden_metrics "run make golden TIER=nightly and find out which commit changed the module" \
        nightly
    shell_test numbers blocks_beside_peers "run make peers and look at the block whose ratio is above its bound"
    shell_test energy energy_of_drains "run make energy CONFIG=bow_wr_hinted and compare boc_drains"
    shell_test energy energy_of_a_run_with_register_caches "run make energy CONFIG=rfc_8way_write on a small sub-core"
    shell_test energy energy_of_a_run_with_levels "run make energy CONFIG=sw_rfc_split on a small sub-core" \
        sw_rfc_split "with three read ports and one write port.*with one read port and one write port"
    shell_test energy energy_of_a_run_with_levels "run make energy CONFIG=ltrf_plus on a small sub-core" \
        ltrf_plus "with three read ports and one write port"
    shell_test energy energy_of_a_run_without_collectors "run make energy CONFIG=modern on a small sub-core" 1 6 modern
    shell_test energy energy_of_a_run_without_collectors \
        "run make energy CONFIG=modern SET=modern.read_ports=2 on a small sub-core" 2 6 modern modern.read_ports=2
    shell_test energy energy_of_a_run_without_collectors \
        "run make energy CONFIG=modern_scoreboard SET=modern.reuse_cache=false on a small sub-core" \
        1 0 modern_scoreboard modern.reuse_cache=false
    shell_test energy energy_of_an_sm "run make sm_energy CONFIG=sm_tiny with the settings of the test"
    shell_test use wave "run make wave"
    shell_test fuzz readers_under_fire "run the command behind 'again:' in the log" 600 "${SEED:-$now}"
    shell_test fuzz planted_faults_are_found "run the command of the log by hand; see tb/fuzz/worker.c"
    shell_test fuzz valgrind_finds_nothing "run the command of the log by hand"
    shell_test coverage holes_have_reasons "explain the holes of the log in tb/coverage/coverage_reasons.tsv" 0
    item every_program_of_five_instructions "run $O/unit/test_boc_programs" env PROGRAM_LENGTH=5 \
        "$O/unit/test_boc_programs"
    shell_test use demo_in_a_read_only_checkout "run make demo O=/some/where in a read-only copy"
    shell_test environment decimal_commas_change_nothing "run the command of the log under LC_ALL=de_DE.utf8 and C"
    shell_test place page_says_what_is_placed "run synth/place/table.sh and put what it prints into docs/place.md"
    shell_test place too_many_lanes_are_refused "see LANES in synth/place/place.sh"
    shell_test fpga prefixed_and_edited_designs_are_placed "run make fpga CONFIG=tiny PREFIX=a_, and with EDITED="
    shell_test fpga page_says_what_is_placed "run make fpga SEED='1 2' and put what it prints into docs/fpga.md"
    shell_test fpga what_no_device_holds_is_refused "one of the commands in tb/tests/fpga.sh was not refused as it says"
    shell_test newest verilog_perl_links_checked_in_designs "run vhier on the folder of the log (docs/tools.md)"
    for tag in latest any; do
        shell_test newest newest_yosys_takes_checked_in_designs \
            "run the script of yosys_takes in tb/tests/newest.sh with the newest Yosys (docs/tools.md)" \
            $tag tiny sm_tiny ocu ccu malekeh bow_wr
    done
}
