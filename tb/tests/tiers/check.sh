# SPDX-License-Identifier: Apache-2.0
# make check: the unit tests, and what takes 2 minutes altogether.

tier_check() {
    for u in tb/unit/test_*.c; do
        t=$(basename "$u" .c)
        item "$t" "run $O/unit/$t and read the first failing assertion" "$O/unit/$t"
    done
    shell_test generate checked_in_verilog_is_what_rtl_gen_writes "run tb/flow/checked_in.sh and look at git diff"
    shell_test environment scripts_begin_with_neutral "give the script that the log names the line behind its set"
    shell_test house folders_include_what_the_table_says "do what the log says about the include; see docs/house.md"
    shell_test house object_files_need_each_other_one_way \
        "move what both files of the circle need into one below them; see docs/house/circles.tsv"
    shell_test house sections_that_comments_name_are_there "name the page of docs that has the section"
    shell_test house house_page_is_what_the_code_is "run make figures, and draw_house --rows for the page's table"
    shell_test house walk_of_an_operand_is_what_the_code_is \
        "see docs/house/walk.tsv; then make figures and draw_walk --rows"
    shell_test example example_prints_what_the_page_shows \
        "run make example SIM=icarus; docs/interface.md has what it prints"
    shell_test example timing_diagrams_are_those_of_a_run "run make figures; see docs/waves/interface.tsv"
    shell_test example drawn_values_are_those_before_the_edge "run build/draw_waves on the waveform of the test"
    shell_test example broken_waveforms "one of the files in tb/tests/example.sh was not refused as it says"
    shell_test use programs_print_their_version "see configs/version.h, CHANGELOG.md and configs/program.h"
    shell_test use beginnings_of_options_are_one_of_them "see find_any() in configs/program.c"
    shell_test use example_of_the_style_is_one "correct the C in CONTRIBUTING.md, or .clang-format"
    shell_test use readers_refuse_in_one_way "give the function that the log names a sentence; see configs/sentence.h"
    shell_test use sources_keep_to_editorconfig "mend the line that the log names"
    shell_test use lines_have_120_characters_at_most "fold the lines that the log names"
    shell_test use links_lead_somewhere "look for the link that the log names"
    shell_test use paths_lead_somewhere "look for the path that the log names"
    shell_test pages findings_are_those_of_the_claims "run docs/results/results.sh as the log says"
    shell_test pages blocks_are_what_their_commands_write "put what the command of the log prints into the page"
    shell_test pages index_and_tutorial_are_complete "see docs/index.md and docs/start.md"
    shell_test pages block_diagrams_are_those_of_the_designs "run make figures"
    shell_test pages sentences_are_short "make two sentences of the one that the log names"
    shell_test pages tables_are_narrower_than_a_screen "make a list of the table that the log names"
    shell_test pages numbers_stand_in_tables "put the number of the log into a table that names its command"
    shell_test results tables_with_numbers_are_blocks \
        "make the table that the log names a block; see docs/results-run.md"
    shell_test results comments_of_each_kind_are_left_out "run build/text_hash --print on the text of the test"
    shell_test results rows_of_claims_are_replaced "run docs/results/claims_rows.sh as the log says"
    shell_test results wrong_words_are_refused "run docs/results/run.sh with the variables of the log"
    shell_test generate options_page_is_what_the_table_says \
        "run build/cmodel options --markdown >docs/options.md"
    shell_test generate opcodes_page_is_what_the_table_says \
        "put the tables of build/cmodel opcodes --markdown into the page"
    shell_test conformance lists_are_what_the_model_does \
        "compare the cycle of the log with docs/microarchitecture-base.md; see docs/conformance.md"
    shell_test conformance page_has_the_defaults "correct the table in docs/conformance.md, Defaults"
    shell_test conformance accumulators_cause_no_war_in_any_collector \
        "run build/cmodel run on tb/conformance/accumulate.traceg with the configuration of the log (isa_share())"
    shell_test truth tables_of_published_cycles_are_recomputed \
        "run make truth; copy build/truth/truth_*.tsv to docs/figures, and the tables to docs/truth.md"
    shell_test truth a_kernels_row_is_recomputed "the same; see cmodel/experiments/correlate/modern.yaml and slice.yaml"
    shell_test truth bad_parts_are_refused "run the command of the log"
    shell_test correlate tables_are_compared "run build/correlate on the tables of tb/tests/correlate.sh"
    shell_test correlate broken_tables_are_refused \
        "one of the tables in tb/tests/correlate.sh was not refused as it says"
    shell_test conformance broken_lists_are_refused "run build/event_list with the options of the log"
    shell_test options ignored_options_are_listed "run the command of the log (configs/config_pages.c)"
    shell_test options page_says_what_modern_needs "compare docs/microarchitecture-modern.md with check_modern()"
    shell_test statistics statistics_page_is_what_the_table_says "run build/cmodel stats --markdown >docs/statistics.md"
    shell_test statistics every_statistic_has_a_row "give the statistic a row in cmodel/subcore/stats.def"
    shell_test statistics one_statistic_is_explained "run the command of the log (cmodel/run/stats_pages.c)"
    shell_test generate included_texts_are_edited_like_templates "see rtl_gen/gen/templates.c and docs/templates.md"
    shell_test generate no_name_is_a_reserved_word "rename what the log names in rtl_gen/"
    shell_test clocks registers_are_the_same "run build/rtl_gen with the option of the log; see rtl_gen/gen/clocks.c"
    shell_test names only_names_are_others "compare the two folders of the log; see rtl_gen/gen/names.c"
    shell_test names bad_names_are_refused "run build/rtl_gen with the --prefix and --suffix of the log"
    shell_test names folders_of_two_designs_are_refused "run the command of the log; see names_of in tb/flow/names.sh"
    shell_test names folders_beside_with_odd_names_are_refused "run make cosim BESIDE= with the name of the log"
    shell_test generate lint "run make lint CONFIG=tiny" tiny
    shell_test generate planted_faults_find_their_text \
        "the text of the fault that the log names is not there: see //: fault in *.v.in"
    shell_test verilating functions_are_shared_only_if_they_are_the_same \
        "read tb/lockstep/verilator/share.awk, and compare the two texts of the log"
    shell_test formal functions_of_the_proofs_compile "change the file in tb/formal/equal/functions as the model was"
    shell_test ladder page_says_what_failed "compare the page in the log with tb/tests/ladder.awk"
    shell_test ladder interrupted_tier_goes_on "run make check ONLY=lint, stop it, and go on with RESUME=yes"
    shell_test lockstep bundled "run make cosim CONFIG=tiny" tiny
    shell_test lockstep bundled "run make cosim CONFIG=tiny SET='collector.kind=boc boc.write=hinted'" \
        tiny collector.kind=boc boc.write=hinted
    shell_test lockstep bundled \
        "run make cosim CONFIG=tiny SET='collector.kind=ocu rfc.enable=true rfc.allocate=read_write'" \
        tiny collector.kind=ocu rfc.enable=true rfc.allocate=read_write
    shell_test lockstep tags "run make cosim CONFIG=tiny ARGS='--tags 1'" tiny
    shell_test refuse broken_configurations "one of the configurations in tb/tests/refuse.sh was not refused as it says"
    shell_test memories wrappers_share_a_model "run build/rtl_gen with --sram twice, as tb/tests/memories.sh does"
    shell_test memories wrappers_are_refused "one of the wrappers in tb/tests/memories.sh was not refused as it says"
    shell_test parameters rtl_gen_refuses_other_values "run rtl_gen --template-dir with the instance of the log"
    shell_test parameters odd_values_are_refused_or_taken "elaborate the module of the log with the value"
    shell_test parameters free_modules_are_documented "name the module of the log in docs/using.md"
    shell_test refuse broken_traces "one of the traces in tb/tests/refuse.sh was not refused as it says"
    shell_test refuse broken_commands "one of the commands in tb/tests/refuse.sh was not refused as it says"
    shell_test refuse options_of_another_mode "see the rows of the program that the log names; configs/option_use.h"
    shell_test refuse broken_variables_of_make "run the make command of the log"
    shell_test variables page_says_what_the_table_says \
        "run tb/flow/variables.sh --markdown; it goes into docs/variables.md"
    shell_test variables every_variable_is_in_the_table "give the variable a row in tb/flow/variables.tsv"
    shell_test options settings_without_effect_are_said "run the command of the log (configs/counts.c)"
    shell_test variables wrong_words_are_refused "run the make command of the log; see tb/flow/variables.sh"
    shell_test random contradictions_are_refused \
        "run build/random_config --case <number> and build/rtl_gen with its invalid settings" 30 "${SEED:-3}"
    shell_test random options_are_drawn_or_say_why \
        "draw the option in tb/random/random_config.c, or add it to tb/random/undrawn.tsv" 400
    shell_test random traces_are_made_short "run build/shrink_trace with the command of the test by hand"
    shell_test random unready_configurations_fail "run make regress with a verilator in PATH that fails"
    shell_test annotate hints_of_a_file_are_those_on_the_fly "run the commands in tb/tests/annotate.sh"
    shell_test annotate hints_take_effect "run the commands in tb/tests/annotate.sh"
    shell_test annotate hints_give_reuse_flags "run the commands in tb/tests/annotate.sh and compare rfc_fills"
    shell_test annotate histograms_count_every_operand "run build/cmodel annotate --histogram by hand"
    shell_test annotate hints_about_writes "run build/cmodel annotate -c configs/bow_wr_hinted.yaml by hand"
    shell_test annotate control_bits_of_a_file_are_those_on_the_fly "run build/cmodel annotate --control by hand"
    shell_test annotate what_a_reuse_cache_lacks_is_said "see source_bits() in cmodel/program/source.c"
    shell_test annotate control_bits_keep_operands_from_being_stale \
        "run build/cmodel on the trace of the log; see cmodel/program/control_rules.h"
    shell_test annotate wrong_control_bits_are_named "run build/cmodel with the planted file of tb/tests/annotate.sh"
    shell_test annotate broken_control_bits "one of the files in tb/tests/annotate.sh was not refused as it says"
    shell_test annotate broken_hints "one of the files in tb/tests/annotate.sh was not refused as it says"
    shell_test levels levels_of_workloads_are_right "run the commands of the log; see cmodel/levels/level_judge.h" \
        saxpy reduction bfs hgemm
    shell_test levels strands_and_intervals_of_three_kernels \
        "compare strand.h and interval.h of cmodel/levels/ with the log"
    shell_test levels changed_levels_are_reported \
        "run build/cmodel annotate --levels --judge with the change of the log"
    shell_test levels hardware_reads_what_the_judge_says \
        "compare build/cmodel run and profile --levels as the log says"
    shell_test levels hardware_runs_other_kernels "run the command of the log; see cmodel/levels/level_apply.c"
    shell_test levels hardware_runs_traces_that_end_anywhere \
        "cut the bundled trace as the test does; see \`ends\` in cmodel/program/level_source.h"
    shell_test levels a_place_without_the_value_is_reported "run build/cmodel run --hints with the change of the log"
    shell_test levels a_broken_interval_is_reported "run build/cmodel run --hints with the change of the log"
    shell_test levels broken_levels "one of the files in tb/tests/levels.sh was not refused as it says"
    shell_test levels counts_without_timing "compare build/cmodel profile --levels with cmodel/levels/level_stats.def"
    shell_test profile timed_reads_are_bypassed_as_bow_3_says "run both commands of the log by hand"
    shell_test profile shares_of_bow_3 "run build/cmodel profile --figure bow:3 by hand"
    shell_test profile distributions_of_bow "run the commands in tb/tests/profile.sh"
    shell_test profile tables_and_files "run the commands in tb/tests/profile.sh"
    shell_test profile register_cache_example "compare the counts of the log with the comments in tb/tests/profile.sh"
    shell_test profile register_cache_formats "run build/cmodel profile with --json, --csv and neither by hand"
    shell_test profile register_cache_of_cubins_and_traces "run both commands with the options of the log"
    shell_test profile register_cache_hints "run build/cmodel profile --hints by hand"
    shell_test profile register_cache_figures "run build/cmodel profile --figure and --json of the log by hand"
    shell_test profile register_cache_memory "see what cmodel/untimed/rfc_trace.c keeps"
    shell_test profile published_simulator_counts_the_same "run both programs with the options of the log"
    shell_test profile broken_register_caches "one of the commands in tb/tests/profile.sh was not refused as it says"
    shell_test profile broken_figures "one of the commands in tb/tests/profile.sh was not refused as it says"
    shell_test trace_cache cache_is_read "run build/cmodel profile with --trace-cache on the trace of the test, twice"
    shell_test traces written_traces_pass_a_strict_reader "run build/strict_trace on the trace of the workload" 6
    shell_test traces strict_reader_finds_what_accelsim_asserts \
        "compare tb/tests/strict_trace.c with the edit of the log"
    shell_test traces random_traces_give_every_access_a_width "see print_operation() in tb/random/random_trace.c"
    shell_test traces odd_traces_are_read "run build/cmodel on the trace that the log names (tb/tests/traces.sh)"
    shell_test traces odd_traces_are_refused "run build/cmodel on the trace that the log names (tb/tests/traces.sh)"
    shell_test energy sram_table \
        "run build/sram table and compare with the rules at the top of synth/memory/sram_model.c"
    shell_test energy liberty_of_the_macro "give sta the commands of tb/tests/energy.sh by hand"
    shell_test workloads every_workload_agrees_with_its_reference "run make workloads and the one that fails by hand"
    shell_test workloads disassembler_knows_every_bundled_instruction "add the instruction to cmodel/sass/sass_table.c"
    shell_test workloads decoder_prints_the_official_text "the log has text, then official text, of every difference"
    shell_test workloads broken_machine_code "one of the files in tb/tests/workloads.sh was not refused as it says"
    shell_test control bundled_control_bits_hold "look for the class in cmodel/sass/control_access.c or the matrix"
    shell_test control planted_control_bits_are_found "run build/warptrace --check-control on the copy by hand"
    shell_test control control_bits_that_cannot_be_checked_are_refused \
        "one of the files in tb/tests/control.sh was not refused as it says"
    shell_test control planted_control_bits_are_seen_in_a_run "run build/cmodel run -c configs/modern.yaml on the copy"
    shell_test control results_of_shared_memory_and_lanes_come_in_order \
        "run build/cmodel run -c configs/modern.yaml --workload tb/launches/order.yaml"
    shell_test control matrix_of_the_page_is_the_table "put what build/warptrace --latencies prints into the page"
    shell_test launches launches_give_what_is_expected "run build/warptrace --run tb/launches/<name>.yaml" \
        constants pack sync numbers parameters globals linked barriers reductions timeouts
    shell_test launches waits_for_some_are_no_barriers "run the launch file of the log; see cmodel/sass/exec_order.c"
    shell_test launches numbers_out_of_range_are_refused "run the launch file of the log; see cmodel/sass/element.c"
    shell_test launches shapes_that_do_not_fit_are_refused "see cmodel/sass/launch_arguments.c"
    shell_test launches other_files_are_refused "see other_kind() in cmodel/sass/elf_image.c"
    shell_test launches waits_without_end_are_refused "run the launch file of the log; see cmodel/sass/exec_spin.c"
    shell_test launches waits_end_in_lock_step "run make cosim CONFIG=tiny WORKLOAD=tb/launches/sync.yaml" tiny
    shell_test launches waits_end_on_the_model_of_an_sm \
        "run build/cmodel run -c configs/sm_gto.yaml --workload tb/launches/sync.yaml"
    shell_test launches workloads_are_right_with_races_allowed "add 'races: allowed' to the launch file and run it"
    shell_test launches waits_are_traced "run build/warptrace --run tb/launches/sync.yaml --trace folder"
    shell_test launches refusals_name_their_cause "run the launch file of the log; see cmodel/sass/exec_refuse.c"
}
