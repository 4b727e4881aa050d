#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The test tiers: check (2 minutes), test (10, check among it), ci (45, beside these), nightly. As many tests run at a
# time as there are processors (JOBS=n: n), those that measure speed alone at the end. Ends with "N passed, N failed[, N
# skipped]".
#
# RESUME=yes goes on with a tier that was interrupted or in which tests failed: what has passed is taken as it was, if
# no source has changed since, nor ONLY=. LOGS= is another folder for results and the page, of which there is one run
# at a time.
#
# A test is a unit-test program (its cmocka count is added) or one of tb/tests/*.sh, which is called with a function
# name and exits 0 (passed), 77 (skipped, with the reason on its last line) or anything else (failed).
set -u
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top" || exit 2
export O=${O:-build}
tier=${1:-test}
only=${ONLY:-}
unset ONLY                  # some tests call commands that take it, too
logs=${LOGS:-$O/test-logs} pages=${LOGS:-$O}

# run_item FILE: runs the test that FILE describes (name, hint, the words of the command), says how it went, and leaves
# "passed failed skipped seconds name" in FILE.result.
run_item() {
    { read -r name
      read -r hint
      set -- "$1"
      while IFS= read -r word; do set -- "$@" "$word"; done; } <"$1"
    result=$1.result log=$logs/$name.log
    [ ! -f "$result" ] || { printf '%-56s has passed before\n' "$name"; return 0; }
    shift
    begin=$(date +%s)
    timeout -k 10 "$limit" "$@" >"$log" 2>&1 </dev/null
    status=$?
    seconds=$(($(date +%s) - begin))
    [ "$status" -ne 124 ] || echo "stopped: it took more than $limit s; LIMIT=seconds allows more" >>"$log"
    good=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test(s)\..*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
    bad=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test(s), listed below:.*/\1/p' "$log" |
        awk '{ n += $1 } END { print n + 0 }')
    skip=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test(s), listed below:.*/\1/p' "$log" |
        awk '{ n += $1 } END { print n + 0 }')
    if [ "$status" -eq 77 ]; then
        printf '%-56s skipped: %s\n' "$name" "$(tail -n 1 "$log")"
        echo "0 0 1 $seconds $name" >"$result"
        return 0
    fi
    if [ "$status" -eq 0 ]; then
        [ $((good + skip)) -gt 0 ] || good=1
        printf '%-56s ok (%d passed, %d s)\n' "$name" "$good" "$seconds"
    else
        [ "$bad" -gt 0 ] || bad=1
        printf '%-56s FAILED\n%s\n    next: %s\n    whole output: %s; again: make %s ONLY=%s\n' "$name" \
            "$(tail -n 25 "$log" | sed 's/^/    /')" "$hint" "$log" "$tier" "$name"
    fi
    echo "$good $bad $skip $seconds $name" >"$result"
}

# A test that hangs must not take the others' results with it.
case $tier in nightly) limit=${LIMIT:-14400} ;; *) limit=${LIMIT:-1800} ;; esac
case $tier in item) limit=$TEST_LIMIT tier=$TEST_TIER; run_item "$2"; exit 0 ;; esac
list=$logs/$tier.list

is_count() { case $1 in ''|0*|*[!0-9]*|???????*) return 1 ;; esac; }
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
is_count "$jobs" || { echo "tests: JOBS=$jobs; accepted: 1 to 999999" >&2; exit 2; }
is_count "$limit" || { echo "tests: LIMIT=$limit; accepted: 1 to 999999 seconds" >&2; exit 2; }

# What everything that a test can look at hashes to, but the names of the tests that were asked for.
sources() {
    find .ci Makefile README.md LICENSE cmodel configs constraints docs rtl_gen synth tb verilog_out workloads -type f |
        sort | tr '\n' '\0' | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# One run of a tier at a time; its tests do not hold the file, for one that has been left behind may be long.
. tb/flow/workers.sh
. tb/flow/whole.sh
mkdir -p "$logs" 2>/dev/null && [ -w "$logs" ] ||
    { echo "tests: $logs cannot be written; set O= to a directory that can" >&2; exit 2; }
only_run "$logs/$tier.lock" "tests: make $tier in $logs"

# What the tier that RESUME=yes goes on with has left: its moment, of which seeds are made, and results that passed.
now=$(date +%s) before="$(sources) $only"
case ${RESUME:-no} in
no) rm -rf "$list" ;;
yes)
    if [ "$(cat "$list/before" 2>/dev/null)" = "$before" ]; then
        now=$(cat "$list/now")
        find "$list" -name '*.result' | while read -r f; do
            read -r good bad rest <"$f"
            [ "$bad" = 0 ] && [ "$good" -gt 0 ] || rm "$f"
        done
        rm -f "$list/names" "$list/build.result"
    else
        echo "tests: nothing of a tier of these sources is left to go on with; all of it runs"
        rm -rf "$list"
    fi ;;
*) echo "tests: RESUME=$RESUME; accepted: yes, no" >&2; exit 2 ;;
esac
mkdir -p "$list/alone"
echo "$before" >"$list/before"
echo "$now" >"$list/now"
number=0 folder=$list

# item NAME HINT COMMAND...: lists one test. The second of a name is called NAME_2.
item() {
    echo "$1" >>"$list/names"
    again=$(grep -cx "$1" "$list/names")
    name=$1
    [ "$again" -eq 1 ] || name=$1_$again
    shift
    case $name in *"$only"*) ;; *) return 0 ;; esac
    number=$((number + 1))
    printf '%s\n' "$name" "$@" >"$folder/$(printf '%04d' $number)"
}

# alone COMMAND...: what it lists runs after all others, one at a time.
alone() {
    folder=$list/alone
    "$@"
    folder=$list
}

shell_test() { # shell_test GROUP FUNCTION HINT [arguments]
    group=$1 function=$2 hint=$3
    shift 3
    item "$function${1:+_$1}" "$hint" sh "tb/tests/$group.sh" "$function" "$@"
}

print_page() {
    find "$list" -name '[0-9]*' | sort | xargs awk -v tier="$tier" -v logs="$logs" \
        -f tb/tests/ladder.awk tb/tests/ladder.tsv
}
page() {
    whole tests "$pages/ladder-$tier.md" print_page || return
    echo "the ladder: $pages/ladder-$tier.md"
}

# The programs first, then all tests.
finish() {
    if [ "$number" -eq 0 ]; then
        echo "tests: ONLY=$only: no test of make $tier is called so; accepted is a part of a name in" \
            "tb/tests/tests.sh" >&2
        exit 2
    fi
    trap 'echo "tests: interrupted; make $tier RESUME=yes goes on"; page; exit 130' INT TERM
    export TEST_LIMIT="$limit" TEST_TIER="$tier"
    echo "build" >"$list/build"
    printf '%s\n' "read the compiler's messages" make -s "-j$jobs" all >>"$list/build"
    run_item "$list/build" 9>&-
    find "$list" -maxdepth 1 -name '[0-9]*' | sort | xargs -r -n 1 -P "$jobs" "$top/tb/tests/tests.sh" item 9>&-
    find "$list/alone" -name '[0-9]*' | sort | xargs -r -n 1 "$top/tb/tests/tests.sh" item 9>&-
    page
    echo "slowest:"
    find "$list" -name '*.result' -exec cat '{}' + | sort -k 4,4 -n -r | head -8 |
        awk '{ printf "  %d s  %s\n", $4, $5 }'
    find "$list" -name '*.result' -exec cat '{}' + |
        awk -v wanted="$number" '{ good += $1; bad += $2; skip += $3; n++ }
            END { if (n != wanted + 1) { bad += wanted + 1 - n; print "tests: some left no result" }
                  printf "%d passed, %d failed%s\n", good, bad, skip ? ", " skip " skipped" : ""
                  exit bad > 0 }'
}

# One of each scheme whose registers without reset could show, in a small configuration.
schemes="tiny collector.kind=ocu
tiny ccu.replacement=lru
tiny ccu.replacement=fifo
tiny ccu.replacement=random
tiny ccu.replacement=reuse
tiny ccu.replacement=reuse_random issue.pipeline=true
tiny ccu.allocation=malekeh issue.scheduler=malekeh sthld.mode=own
tiny collector.kind=boc boc.write=through
tiny collector.kind=boc boc.write=back
tiny collector.kind=boc boc.write=hinted
tiny collector.kind=boc boc.write=through issue.pipeline=true
tiny collector.kind=boc boc.write=back issue.pipeline=true
tiny collector.kind=boc boc.write=hinted issue.pipeline=true
tiny collector.kind=ocu rfc.enable=true rfc.allocate=write
tiny collector.kind=ocu rfc.enable=true rfc.allocate=read
tiny collector.kind=ocu rfc.enable=true rfc.allocate=read_write rfc.write=write_through rfc.replacement=lru
tiny collector.kind=ocu rfc.enable=true rfc.allocate=compiler_aided
tiny collector.kind=ocu rfc.enable=true rfc.allocate=look_ahead
sm_tiny throttle.policy=ccws
sm_tiny throttle.policy=statpcal issue.limit=1
sm_tiny throttle.policy=ciao_t
sm_tiny throttle.policy=ciao_p
sm_tiny throttle.policy=ciao_c"

# Each with COUNT programs of two kinds from SEED on, whose registers start as X.
x_starts() { # SEED COUNT
    while read -r config settings; do
        # shellcheck disable=SC2086 # $settings is words
        shell_test icarus x_start_on_random_programs "run the two commands of the log by hand" $config $1 $2 $settings
    done <<LIST
$schemes
LIST
}

tier_check() {
    for u in tb/unit/test_*.c; do
        t=$(basename "$u" .c)
        item "$t" "run $O/unit/$t and read the first failing assertion" "$O/unit/$t"
    done
    shell_test generate checked_in_verilog_is_what_rtl_gen_writes "run make verilog CONFIG=<name> and look at git diff"
    shell_test environment scripts_begin_with_neutral "give the script that the log names the line behind its set"
    shell_test use links_lead_somewhere "look for the link that the log names"
    shell_test use paths_lead_somewhere "look for the path that the log names"
    shell_test generate options_page_is_what_the_table_says \
        "put the output of build/cmodel options --markdown into the page"
    shell_test generate no_name_is_a_reserved_word "rename what the log names in rtl_gen/"
    shell_test generate lint "run make lint CONFIG=tiny" tiny
    shell_test generate planted_faults_find_their_text \
        "the fault that the log names is not in rtl_gen's text; see rtl_gen/gen/fault.c"
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
    shell_test refuse broken_traces "one of the traces in tb/tests/refuse.sh was not refused as it says"
    shell_test refuse broken_commands "one of the commands in tb/tests/refuse.sh was not refused as it says"
    shell_test refuse broken_variables_of_make "run the make command of the log"
    shell_test variables page_says_what_the_table_says \
        "run tb/flow/variables.sh --markdown; it goes into docs/variables.md"
    shell_test variables every_variable_is_in_the_table "give the variable a row in tb/flow/variables.tsv"
    shell_test options settings_without_effect_are_said "run the command of the log (configs/counts.c)"
    shell_test variables wrong_words_are_refused "run the make command of the log; see tb/flow/variables.sh"
    shell_test random contradictions_are_refused \
        "run build/random_config --case <number> and build/rtl_gen with its invalid settings" 30 "${SEED:-3}"
    shell_test random traces_are_made_short "run build/shrink_trace with the command of the test by hand"
    shell_test random unready_configurations_fail "run make regress with a verilator in PATH that fails"
    shell_test annotate hints_of_a_file_are_those_on_the_fly "run the commands in tb/tests/annotate.sh"
    shell_test annotate hints_take_effect "run the commands in tb/tests/annotate.sh"
    shell_test annotate hints_give_reuse_flags "run the commands in tb/tests/annotate.sh and compare rfc_fills"
    shell_test annotate histograms_count_every_operand "run build/cmodel annotate --histogram by hand"
    shell_test annotate hints_about_writes "run build/cmodel annotate -c configs/bow_wr_hinted.yaml by hand"
    shell_test annotate broken_hints "one of the files in tb/tests/annotate.sh was not refused as it says"
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
    shell_test launches launches_give_what_is_expected "run build/warptrace --run tb/launches/<name>.yaml" \
        constants pack sync numbers parameters globals linked barriers
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

tier_test() {
    tier_check
    for c in ocu ccu; do
        shell_test generate lint "run make lint CONFIG=$c" $c
    done
    alone shell_test generate rtl_gen_is_fast_atomic_and_deterministic "see tb/tests/generate.sh"
    shell_test lockstep bundled "run make cosim CONFIG=ocu" ocu
    shell_test lockstep bundled "run make cosim CONFIG=ccu" ccu
    shell_test lockstep tags "run make cosim CONFIG=ccu ARGS='--tags 1'" ccu
    shell_test lockstep quickly "run the two commands of the log" cache_programs sm_tiny 2
    shell_test lockstep two_seeds_same_events "registers without reset leak into behaviour: compare the two statistics"
    shell_test lockstep timing_only_counts_the_same "a vector decides timing somewhere in the model"
    shell_test speed leaps_change_no_counter "run build/cmodel run with and without --timing-only as the log says" \
        12 "${SEED:-1}"
    shell_test lockstep engine_refuses_unequal_register_lists "see tb/lockstep/reglist.c"
    for t in files_of_programs files_that_belong_together folders_of_programs; do
        shell_test disk $t "run the command of the log on a full disk; see configs/whole.h"
    done
    shell_test lockstep refusals_leave_results_alone "run the command that the log names by hand"
    shell_test lockstep edited_rtl "copy what make verilog writes, edit it and run make cosim EDITED="
    shell_test lockstep difference_in_reset_has_no_waveform "run make wave EDITED= with a register without its reset"
    shell_test lockstep planted_faults "run the command that the log names" some
    shell_test icarus same_as_verilator "run make cosim CONFIG=tiny ARGS='--max-cycles 300', also with SIM=icarus" \
        tiny 300
    shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" tiny 1
    shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" tiny 2 collector.kind=boc \
        boc.write=back
    shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" tiny 3 collector.kind=ocu \
        rfc.enable=true rfc.allocate=read_write rfc.write=write_through
    shell_test icarus plain_bench_finds_faults "run tb/plain/run.sh on a copy of tiny with the change of the log"
    shell_test icarus x_start_on_random_programs "run the two commands of the log by hand" tiny 1 2
    shell_test icarus undefined_values_are_found \
        "run the plant of the log by hand: tb/lockstep/icarus/icarus.sh and build/cosim"
    shell_test icarus refusals "one of the commands in tb/tests/icarus.sh was not refused as it says"
    shell_test icarus endless_steps_are_found "see on_timer() in tb/lockstep/icarus/icarus_vpi.c"
    shell_test icarus simulator_ends "see wait_for_vvp() in tb/lockstep/icarus/dut_icarus.c"
    shell_test workloads golden_model_computes_workloads "run make run CONFIG=ocu WORKLOAD=<name>" ocu
    shell_test workloads golden_model_computes_workloads "run make run CONFIG=sm_gto WORKLOAD=<name>" sm_gto
    for c in ocu sm_gto; do
        shell_test workloads golden_model_executes_every_opcode "run make run CONFIG=$c WORKLOAD=tb/opcodes/<name>.yaml" $c
    done
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=ccu WORKLOAD=<name>" ccu reduction
    shell_test sweep refusals "one of the files in tb/tests/sweep.sh was not refused as it says"
    shell_test sweep cells_are_single_runs "run make sweep on the file in tb/tests/sweep.sh and the single run"
    shell_test workloads slices_are_partial_and_faults_are_seen "run the commands in tb/tests/workloads.sh"
    shell_test workloads workloads_take_other_sizes "run build/warptrace --run with the --param of the log"
    shell_test workloads traces_hold_the_same_instructions "compare the trace with build/warptrace --disassemble"
    shell_test sthld next_state_and_difference_equal_the_models "compare rtl_gen/subcore/sthld_*.c with section 3.5" \
        malekeh
    shell_test gpu threads_change_nothing \
        "run build/cmodel run with -j 1 and -j 7 by hand and compare (cmodel/run/gpu.c)"
    shell_test gpu failing_slices_are_the_same_ones "run the command of the log with -j 1 and -j 7"
    shell_test gpu time_out_of_a_slice "run build/cmodel run with the options in tb/tests/gpu.sh"
    shell_test gpu transitions_are_those_of_figure_8 \
        "compare cmodel/sm/gpu_sthld.c and cmodel/subcore/sthld.c with Malekeh IV-B3"
    shell_test gpu rtl_is_that_of_an_external_sthld "compare the RTL of the two modes (config_sthld_input)"
    shell_test gpu refusals "one of the commands in tb/tests/gpu.sh was not refused as it says"
    shell_test unit every_module_has_a_bench_or_a_reason "add a row to tb/alone/benches.c (docs/unit.md)"
    shell_test unit modules_alone "run make unit and the command behind again:" tiny
    shell_test unit planted_faults_are_mismatches "run make unit MODULE=<module> FAULT=<fault>" 12 ccu
    shell_test unit refusals "one of the commands in tb/tests/unit.sh was not refused as it says"
    shell_test formal rtl_equals_functions_of_the_model \
        "run make formal PROVE=equal SIZE=small and do what its next: lines say" small
    shell_test formal boc_is_proved "run make formal SIZE=small and do what its next: lines say" small
    shell_test formal names_that_are_gone_stop_a_proof "look at decide() of tb/formal/prove.sh"
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
    shell_test numbers storage_of_malekeh "run make storage and compare with Malekeh VI-D"
    shell_test options options_change_what_they_say "compare the condition in configs/options.def with the log" \
        ocu+memory.l2_kib=2 malekeh bow_wr_hinted rfc_2way_compiler_linear sm_tiny+throttle.policy=ciao_c
    shell_test sweep cells_that_do_the_same_are_marked "run make sweep on the file in tb/tests/sweep.sh"
    shell_test variables documented_words_are_accepted "change the command in the page, or tb/flow/variables.tsv"
    shell_test variables options_of_the_compiler_are_those_of_the_folder "see COMPILED_BY in the Makefile"
    shell_test numbers flip_flops_are_named_after_registers "compare synth/flow/names.awk with the log"
    shell_test random configurations "rerun with the SEED in the log" 1 "${SEED:-20261121}"
}

# Its longest tests first, so that no processor waits for them at the end.
tier_ci() {
    shell_test use demo_in_a_read_only_checkout "run make demo O=/some/where in a read-only copy"
    shell_test disk files_of_scripts "run the command of the log on a full disk; see tb/flow/whole.sh"
    shell_test use sanitizers "run the unit test that the log names with SANITIZE=-fsanitize=address,undefined"
    shell_test use documented_commands "the command that the log names fails" short
    for c in malekeh sm_tiny rfc_8way_write; do
        shell_test generate lint "run make lint CONFIG=$c" $c
    done
    shell_test generate wide_multiplexers_are_clean "run make lint with the settings that the log names"
    shell_test generate bocs_of_few_slots_are_clean "run make lint CONFIG=bow with the settings that the log names"
    shell_test generate fast_bocs_are_clean "run make lint CONFIG=bow with the settings that the log names"
    for c in malekeh bow_half rfc_8way_write; do
        shell_test lockstep bundled "run make cosim CONFIG=$c" $c
    done
    shell_test lockstep tags "run make cosim CONFIG=sm_tiny ARGS='--tags 1'" sm_tiny
    shell_test lockstep quickly "run the two commands of the log" cache_programs sm_tiny 5 throttle.policy=statpcal \
        issue.limit=1 subcore.warps=5
    shell_test lockstep quickly "run make cosim CONFIG=tiny SET='issue.limit=1'" bundled tiny issue.limit=1
    shell_test icarus same_as_verilator "run make cosim CONFIG=ccu ARGS='--max-cycles 60', also with SIM=icarus" ccu 60
    shell_test icarus same_as_verilator "run make cosim CONFIG=sm_tiny ARGS='--max-cycles 150', also with SIM=icarus" \
        sm_tiny 150
    shell_test icarus x_start "run make cosim SIM=icarus ARGS=--x-start with the settings in tb/tests/tests.sh" \
        tiny 200 \
        collector.kind=boc boc.write=hinted
    shell_test icarus x_start "run make cosim SIM=icarus ARGS=--x-start with the settings in tb/tests/tests.sh" \
        tiny 150 \
        collector.kind=ocu issue.pipeline=true ibuffer.shift=true rf.queue_shift=true writeback.order=unit
    shell_test icarus x_start "run make cosim SIM=icarus ARGS=--x-start with the settings in tb/tests/tests.sh" \
        tiny 150 \
        issue.pipeline=true subcore.warps=3 rf.rows=96
    shell_test icarus x_start "run make cosim SIM=icarus ARGS=--x-start with the settings in tb/tests/tests.sh" \
        tiny 150 \
        collector.kind=boc boc.write=back issue.pipeline=true rf.queue_shift=true writeback.order=unit
    shell_test icarus x_start "run make cosim CONFIG=sm_tiny SIM=icarus ARGS=--x-start" sm_tiny 150
    x_starts 100 2
    while read -r config settings; do
        # shellcheck disable=SC2086 # $settings is words
        [ "$config" != tiny ] || shell_test icarus plain_bench "run tb/plain/run.sh on the folder that the log names" \
            tiny 3 $settings
    done <<LIST
$schemes
LIST
    shell_test icarus planted_faults "run make cosim CONFIG=tiny FAULT=ccu:1, also with SIM=icarus" ccu:1 crossbar:1
    shell_test lockstep reports_lead_to_the_module "run make cosim CONFIG=tiny FAULT=crossbar:2" tiny crossbar:2
    for c in ccu malekeh bow_half rfc_8way_write sm_malekeh; do
        shell_test workloads golden_model_computes_workloads "run make run CONFIG=$c WORKLOAD=<name>" $c
    done
    shell_test workloads rtl_computes_workloads "run make cosim CONFIG=bow_half WORKLOAD=<name>" bow_half hgemm bfs
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
    shell_test lockstep recorded "run make cosim CONFIG=rfc_8way_write TRACE=$SHARED/traces/backprop" \
        rfc_8way_write backprop
    shell_test random programs_pass "run the make regress CASE= that the log names" 5 "${SEED:-5}"
    shell_test random interrupted_run_goes_on "interrupt make regress N=8 SEED=12 KINDS=ocu and run it again" 12 ocu
    shell_test random failures_are_made_short "run make regress N=1 SEED=12 KINDS=ocu FAULT=ocu:1 by hand" ocu:1 12 ocu
    shell_test gpu rtl_of_a_gpu \
        "run make cosim CONFIG=tiny with the settings in tb/tests/tests.sh, and build/cmodel run" \
        tiny ccu.allocation=malekeh issue.scheduler=malekeh sthld.mode=gpu sthld.interval=100 machine.sms=2
    for c in malekeh ocu_8; do
        shell_test unit every_point_alone "run make unit CONFIG=$c N=20000 and the command behind again:" $c
    done
    shell_test unit sms_of_many_warps_alone "run make unit CONFIG=ciao_c SET='subcore.warps=32 rf.rows=1024 ...'"
    shell_test unit rescue_during_a_walk_alone "run make unit MODULE=ciao with the settings in tb/tests/unit.sh"
    shell_test unit every_bit_of_a_line_is_compared "make EDITED= with one bit less in a comparison and run make unit"
    shell_test unit every_design_alone \
        "run make unit with the settings in tb/tests/unit.sh and the command behind again:"
    shell_test unit planted_faults_are_mismatches "run make unit MODULE=<module> FAULT=<fault>" 12
    shell_test formal ciao_stalls_no_warp_for_ever \
        "run make formal PROVE=ciao SIZE=small and do what its next: lines say" small
    shell_test mutants model_mutants_die_without_rtl "run make mutants CONFIG=tiny N=10 MODEL=6 KIND=model"
    shell_test mutants invariants_prove_what_is_equivalent "run build/equal as the log says; see tb/mutants/prove.sh"
    shell_test mutants proofs_say_what_is_equivalent "run tb/mutants/prove.sh as the log says (docs/mutants.md, Survivors)"
    shell_test mutants mutants_die_alone "run build/alone --mutant by hand; see tb/mutants/units.sh"
    shell_test mutants every_answer_of_a_proof_is_counted "compare tb/mutants/proved.awk with the answers of prove.sh"
    shell_test mutants broken_mutants "one of the commands in tb/tests/mutants.sh was not refused as it says"
    shell_test numbers area_table "run make area and read its messages"
    shell_test numbers strategies_stand_apart "run \`make timing CONFIG=tiny STRATEGY=delay\`"
    shell_test numbers storage_of_an_sm "run make storage CONFIG=sm_ccws and compare with registers.tsv"
    shell_test numbers timing_table "run make timing and read its messages"
    shell_test numbers golden_metrics "run make golden and find out which commit changed the module" ci
    shell_test energy energy_of_known_cells "run sta on synth/energy/energy_known.lib by hand"
    shell_test energy energy_of_a_run "run make energy CONFIG=tiny and read its messages"
    shell_test energy energy_of_register_caches \
        "compare the events of the log with check_caches and cache_reads in synth/energy/energy.awk"
    shell_test energy energy_of_what_ciao_adds "run make sm_energy PARTS=ciao CONFIG=sm_tiny with the settings of the test"
    shell_test energy energy_needs_lock_step_and_good_input "run make energy with FAULT=ccu:1"
    shell_test speed planted_leaps_are_seen "run tb/tests/speed.sh planted_leaps_are_seen and change its list"
    shell_test speed skipped_warps_change_no_counter "run build/cmodel run on the trace of the log and on it gzipped"
    shell_test bench fallen_ratios_fail "run tb/bench/bench_report.sh on the rows of the test"
    shell_test bench bench_of_profiles "run RFCSIM=program tb/bench/bench_profile.sh workloads/mix"
    shell_test bench bench_beside_accelsim "run ACCELSIM=program tb/bench/bench_accelsim.sh workloads/mix"
    alone shell_test bench bench_twice "run make bench CONFIG=tiny RUNS=1 CYCLES=2000"
    for t in page_says_what_the_raw_outputs_say another_claim_gives_another_verdict only_cycles_of_the_same_rtl_count \
        failures_are_shown broken_tables_are_refused every_measure_has_its_claim \
        writes_where_it_is_told_and_nothing_else; do
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
    shell_test environment decimal_commas_change_nothing "run the command of the log under LC_ALL=de_DE.utf8 and C"
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
    shell_test sweep killed_and_resumed "run make sweep on the file in tb/tests/sweep.sh, kill it and go on"
    alone shell_test sweep on_slurm "look at slurmctld's log that the test prints"
}

# What takes too long for every change: the other designs, the rest of each kind of test.
tier_nightly() {
    tier_test
    tier_ci
    shell_test use documented_commands "the command that the log names fails" long
    x_starts 200 10
    shell_test options all_options_change_what_they_say "compare the condition in configs/options.def with the log"
    for c in ocu_8 ocu_pascal malekeh_pr gto_lru malekeh_7slot two_level_rfc two_level_sw monolithic bow bow_wr \
        bow_wr_hinted bow_half bow_pascal rfc_2way_compiler_interleaved rfc_2way_compiler_linear \
        rfc_2way_write_interleaved rfc_2way_write_linear rfc_4way_compiler_interleaved rfc_4way_write_interleaved \
        rfc_4way_write_linear rfc_8way_compiler sm_gto sm_best_swl sm_ccws sm_statpcal sm_malekeh ciao_t ciao_p \
        ciao_c; do
        shell_test generate lint "run make lint CONFIG=$c" $c
        shell_test unit every_point_alone "run make unit CONFIG=$c N=20000 and the command behind again:" $c
    done
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
    for c in ocu ocu_8 ocu_pascal ccu malekeh malekeh_pr gto_lru malekeh_7slot two_level_rfc two_level_sw monolithic \
        bow bow_wr bow_wr_hinted bow_half bow_pascal rfc_2way_compiler_interleaved rfc_2way_compiler_linear \
        rfc_2way_write_interleaved \
        rfc_2way_write_linear rfc_4way_compiler_interleaved rfc_4way_write_interleaved rfc_4way_write_linear \
        rfc_8way_compiler rfc_8way_write sm_gto sm_best_swl sm_ccws sm_statpcal sm_malekeh ciao_t ciao_p ciao_c; do
        for t in bfs vectoradd ffma backprop volta_warps; do
            shell_test lockstep recorded "run make cosim CONFIG=$c TRACE=$SHARED/traces/$t" $c $t
        done
        shell_test workloads rtl_computes_workloads "run make cosim CONFIG=$c WORKLOAD=<name>" $c all
    done
    shell_test gpu rtl_of_a_gpu \
        "run make cosim CONFIG=sm_tiny with the settings in tb/tests/tests.sh, and build/cmodel run" \
        sm_tiny ccu.allocation=malekeh issue.scheduler=malekeh sthld.mode=gpu sthld.interval=100 machine.sms=2
    shell_test random programs_pass "run the make regress CASE= that the log names" 600 "${SEED:-$now}"
    shell_test speed leaps_change_no_counter "run build/cmodel run with and without --timing-only as the log says" \
        300 "${SEED:-$now}"
    shell_test speed work_hardly_grows_with_sizes \
        "run O=build/counted COUNT=instructions MOST=1.25 tb/bench/bench_scale.sh"
    shell_test speed fast_program_counts_the_same "run build/cmodel run and build/fast/cmodel run --timing-only by hand"
    shell_test sthld next_state_and_difference_equal_the_models "compare rtl_gen/subcore/sthld_*.c with section 3.5" \
        programmed
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
    shell_test energy energy_of_an_sm "run make sm_energy CONFIG=sm_tiny with the settings of the test"
    shell_test use wave "run make wave"
    shell_test fuzz readers_under_fire "run the command behind 'again:' in the log" 600 "${SEED:-$now}"
    shell_test fuzz planted_faults_are_found "run the command of the log by hand; see tb/fuzz/worker.c"
    shell_test fuzz valgrind_finds_nothing "run the command of the log by hand"
    shell_test coverage holes_have_reasons "explain the holes of the log in tb/coverage/coverage_reasons.tsv" 0
    item every_program_of_five_instructions "run $O/unit/test_boc_programs" env PROGRAM_LENGTH=5 \
        "$O/unit/test_boc_programs"
}

export SHARED=${SHARED:-../shared}
case $tier in
check|test|ci|nightly) "tier_$tier" ;;
*) echo "tests: '$tier' is not a tier; accepted: check, test, ci, nightly" >&2; exit 2 ;;
esac
finish
