# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# The line that every equal run ends with, but for what it says of its results and its control bits.
equal='^lock-step: [1-9][0-9]* cycles, \([1-9][0-9]*\) of \1 flop bits compared, 0 mismatches, oracle equal$'

cosim() { # cosim CONFIG TRACE [key=value ...]
    tb/flow/flow.sh cosim "$@" >"$T/cosim" 2>&1 || { cat "$T/cosim"; fail "tb/flow/flow.sh cosim $*"; }
    grep '^lock-step: ' "$T/cosim" | tail -n 1 | grep "$equal" ||
        { cat "$T/cosim"; fail "the run does not end with the lock-step line: cosim $*"; }
}

# A test of few cycles: what takes its time is the C++ compiler.
quickly() { # FUNCTION ...
    export VERILATE_OPT=-O0
    "$@"
}

# Recorded traces name no predicates: pseudo-random tags on the records.
tags() {
    cosim "$1" workloads/mix -- --tags 1
    cosim "$1" workloads/mix -- --tags 2
}

# A configuration, and settings. Nothing else runs the designs of tiny for long: compiling them is what takes time.
bundled() {
    config=$1
    shift
    case $config in *tiny) export VERILATE_OPT=-O0 ;; esac
    cosim "$config" workloads/mix "$@"
}

recorded() {
    [ -d "$SHARED/traces/$2" ] || skip "$SHARED/traces/$2 is not here; set SHARED="
    cosim "$1" "$SHARED/traces/$2"
}

two_seeds_same_events() {
    for seed in 1 2; do
        SEED=$seed cosim tiny workloads/mix
        grep -v seed "$T/cosim" >"$T/seed$seed"
    done
    diff "$T/seed1" "$T/seed2" || fail "start values of registers without reset change the events"
}

# An SM on programs that keep its cache busy; with SEED other ones.
cache_programs() { # CONFIG SEED [key=value ...]
    config=$1 seed=$2
    shift 2
    "$O/random_trace" -o "$T/trace" -s "$seed" -i 80 --memory
    cosim "$config" "$T/trace" "$@" -- --tags "$seed"
}

timing_only_counts_the_same() {
    for c in ocu ccu bow_half tiny sm_tiny sm_malekeh; do
        "$O/cmodel" run -c configs/$c.yaml --trace workloads/mix --csv |
            sed 's/^\(memory_words\|memory_raced\|memory_final_raced\),.*/\1,0/' >"$T/values"
        "$O/cmodel" run -c configs/$c.yaml --trace workloads/mix --csv --timing-only >"$T/timing"
        diff "$T/values" "$T/timing" || fail "$c: counters differ between values and --timing-only"
        grep -q '^warp_instructions,[1-9]' "$T/values" || fail "$c: no instruction counted"
    done
}

engine_refuses_unequal_register_lists() {
    dut=$(tb/flow/flow.sh dut tiny)
    rtl=$(tb/flow/flow.sh rtl tiny)
    flops=$(tb/flow/flow.sh flops tiny)
    run() { "$O/cosim" -c configs/tiny.yaml --trace workloads/mix --dut "$dut/libdut.so" "$@"; }
    sed '/oct_ready_q/d' "$flops" >"$T/yosys.tsv"
    refused oct_ready_q run --rtl "$rtl" --yosys "$T/yosys.tsv"
    cp -r "$rtl" "$T/rtl"
    sed -i 's/^\(top.u_lfsr.lfsr_q[^0-9]*\)16/\115/' "$T/rtl/registers.tsv"
    refused lfsr_q run --rtl "$T/rtl" --yosys "$flops"
    refused configuration "$O/cosim" -c configs/ccu.yaml --trace workloads/mix --dut "$dut/libdut.so" --rtl "$rtl" \
        --yosys "$flops"
}

# What stands where a result would go is untouched when something is refused, and a result that cannot be written is
# refused before the run.
refusals_leave_results_alone() {
    dut=$(tb/flow/flow.sh dut tiny)
    run() {
        "$O/cosim" -c configs/tiny.yaml --rtl "$(tb/flow/flow.sh rtl tiny)" --dut "$dut/libdut.so" \
            --yosys "$(tb/flow/flow.sh flops tiny)" "$@"
    }
    echo precious >"$T/activity"
    mkdir "$T/folder"
    refused none run --trace "$T/none" --activity "$T/activity"
    grep -qx precious "$T/activity" || fail "a trace that is not there has cost an earlier result"
    for file in "$T/folder" "$T/none/activity"; do
        refused "--activity $file cannot be written" run --trace workloads/mix --activity "$file"
    done
    refused "could not be written in full" run --trace workloads/mix --slice 0.0 --quiet --activity /dev/full
    [ -d "$T/folder" ] && [ -c /dev/full ] || fail "what is no file was replaced by one"
    refused "--max-cycles 0 is too small" run --trace workloads/mix --max-cycles 0
    refused "WORKLOAD=saxpy and TRACE=workloads/mix are both given" \
        make -s --no-print-directory cosim CONFIG=tiny WORKLOAD=saxpy TRACE=workloads/mix O="$O"
}

# Who adds a register to the template of a module has it in every list and in the waves, and the lock-step says that the
# model lacks it. What is wrong in a template is said with its line.
register_added_to_a_template() {
    export SIM=icarus SLICE=0.0
    mkdir "$T/templates"
    awk '{ print }
        /^    reg .* row_base_q;/ {
            print "    reg [BANKS-1:0] read_q;                              // banks that read in the previous cycle\n"
            print "    always @(posedge clk_i)\n        read_q <= read_o;"
        }' rtl_gen/subcore/bank_arbiter.v.in >"$T/templates/bank_arbiter.v.in"
    echo none >"$T/templates/.bank_queue.v.in" # an editor's, and skipped
    for mode in "" --template-dir; do
        mkdir "$T/rtl$mode"
        "$O/rtl_gen" -c configs/tiny.yaml ${mode:+$mode "$T/templates"} -o "$T/rtl$mode/tiny"
    done
    mine=$T/rtl--template-dir/tiny
    for f in "$mine"/*; do cmp -s "$f" "$T/rtl/tiny/${f##*/}" || echo "${f##*/}"; done >"$T/differ"
    printf '%s\n' bank_arbiter.v manifest.txt registers.tsv subcore.gtkw subcore.vlt | diff "$T/differ" - ||
        fail "these files and no others should be changed"
    printf 'top.u_arbiter.read_q\t2\tno\tbank_arbiter\tcontrol\n' | grep -qxF -f - "$mine/registers.tsv" ||
        fail "registers.tsv does not have it as 2 bits without reset"
    grep -qxF 'public_flat_rd -module "bank_arbiter" -var "read_q"' "$mine/subcore.vlt" ||
        fail "Verilator does not show it"
    grep -qxF 'TOP.subcore.u_arbiter.read_q[1:0]' "$mine/subcore.gtkw" || fail "it is not among the waves"
    grep -qxF 'template bank_arbiter' "$mine/manifest.txt" || fail "the manifest does not say whose template it is"
    EDITED=$mine refused "top.u_arbiter.read_q (the generator: 2 bits, not reset; the model: absent;" \
        tb/flow/flow.sh cosim tiny workloads/mix
    with() { "$O/rtl_gen" -c configs/tiny.yaml --template-dir "$T/templates" -o "$T/none"; }
    sed -i 's/if boc$/if bok/' "$T/templates/bank_arbiter.v.in"
    line=$(grep -n 'if bok$' "$T/templates/bank_arbiter.v.in" | head -n 1 | cut -d : -f 1)
    refused "$T/templates/bank_arbiter.v.in:$line: there is no condition bok" with
    mv "$T/templates/bank_arbiter.v.in" "$T/templates/arbiter.v.in"
    refused "$T/templates/arbiter.v.in is of no module" with
    rm "$T/templates/arbiter.v.in"
    mkfifo "$T/templates/bank_arbiter.v.in"
    refused "$T/templates/bank_arbiter.v.in cannot be read; accepted: a regular file" with
    rm "$T/templates/bank_arbiter.v.in"
    refused "$T/templates has no template" with
    rm "$T/templates/.bank_queue.v.in"
    rmdir "$T/templates"
    refused "$T/templates cannot be read" with
    [ ! -e "$T/none" ] || fail "what was refused has left a folder"
}

# RTL that somebody has edited takes the place of what is generated; RTL of anything else does not. Names may have
# blanks.
edited_rtl() {
    export SIM=icarus SLICE=0.0
    tb/flow/flow.sh verilog tiny "$T/by hand" >/dev/null
    mine="$T/by hand/tiny"
    cp -R workloads/mix "$T/a trace"
    EDITED=$mine cosim tiny "$T/a trace" -- --max-cycles 60
    sed -i 's/: src_row\[slot\*ROW_BITS +: ROW_BITS\];/: ~src_row[slot*ROW_BITS +: ROW_BITS];/' "$mine/bank_arbiter.v"
    status=0
    EDITED=$mine tb/flow/flow.sh cosim tiny "$T/a trace" -- --max-cycles 60 >"$T/edited" 2>&1 || status=$?
    [ "$status" -eq 1 ] || { cat "$T/edited"; fail "exit code $status instead of 1 with an edited bank_arbiter.v"; }
    grep -q " TRACE='$T/a trace' .* EDITED='$mine'" "$T/edited" ||
        { cat "$T/edited"; fail "the command that repeats it does not name what was edited"; }
    status=0
    EDITED=$mine MODULE=bank_arbiter N=100 tb/alone/alone.sh tiny >"$T/edited" 2>&1 || status=$?
    [ "$status" -eq 1 ] && grep -q " EDITED='$mine' SIM=icarus" "$T/edited" ||
        { cat "$T/edited"; fail "exit code $status, the module alone"; }
    EDITED=$mine refused "RTL of another configuration" tb/flow/flow.sh cosim tiny workloads/mix rf.banks=4
    EDITED=$mine FAULT=ccu:1 refused "one of the two" tb/flow/flow.sh cosim tiny workloads/mix
    EDITED=$(unset EDITED; tb/flow/flow.sh rtl tiny) refused "accepted is a copy of it" tb/flow/flow.sh cosim tiny \
        workloads/mix
    rm "$mine/subcore.f"
    EDITED=$mine/ refused "has no subcore.f" tb/flow/flow.sh cosim tiny workloads/mix
    unset SIM
    FROM=20 TO=10 refused "FROM=20 is behind TO=10" tb/flow/flow.sh wave tiny workloads/mix
    FROM=x refused "accepted are numbers of cycles" tb/flow/flow.sh wave tiny workloads/mix
}

# A register that reset leaves alone differs before the first cycle: no waveform is promised, or left from before.
difference_in_reset_has_no_waveform() {
    tb/flow/flow.sh verilog tiny "$T" >/dev/null
    sed -i "s/exiting_q <= {WARPS{1'b0}};/exiting_q <= exiting_q;/" "$T/tiny/issue.v"
    grep -q "exiting_q <= exiting_q;" "$T/tiny/issue.v" || fail "issue.v has no such reset; edit another register here"
    status=0
    EDITED=$T/tiny VERILATE_OPT=-O0 tb/flow/flow.sh wave tiny workloads/mix >"$T/edited" 2>&1 || status=$?
    [ "$status" -eq 1 ] && grep -q "^  again: make cosim CONFIG=" "$T/edited" &&
        grep -q "^wave: no waveform: RTL and model differ in reset" "$T/edited" && ! grep -q "make wave" "$T/edited" &&
        ! grep -q "^waveform: " "$T/edited" || { cat "$T/edited"; fail "exit code $status, or another report"; }
}

# A fault in a module without registers shows in what it drives; the command that the report prints names the module.
reports_lead_to_the_module() { # CONFIG FAULT [key=value ...]
    config=$1 fault=$2
    shift 2
    one_fault "$config" "$fault" "$@"
    ! grep -m1 -A3 '^lock-step: MISMATCH' "$T/fault" | grep -q "u_${fault%:*}" ||
        fail "$fault: the report names the module, take another fault"
    command=$(sed -n 's/^  which module: //p' "$T/fault")
    [ -n "$command" ] || { cat "$T/fault"; fail "the report does not say how to find the module"; }
    status=0
    sh -c "$command SIM=icarus N=500" >"$T/alone" 2>&1 || status=$?
    [ "$status" -ne 0 ] && [ "$(grep -c MISMATCH "$T/alone")" -gt 0 ] &&
        grep MISMATCH "$T/alone" | grep -qw "${fault%:*}" ||
        { cat "$T/alone"; fail "$command: exit code $status, and no mismatch of ${fault%:*}"; }
}

# A loop of logic that has no stable value, as an edit may make one, ends lock-step with a sentence and exit code 5.
logic_that_does_not_settle_is_reported() {
    config="collector.kind=boc issue.pipeline=true"
    # shellcheck disable=SC2086 # $config is words
    tb/flow/flow.sh verilog tiny "$T" $config >/dev/null
    sed -i 's/assign issue_iid_o = iid_q;/assign issue_iid_o = chosen_valid_i ? chosen_iid_i : iid_q;/' \
        "$T/tiny/grant_stage.v"
    status=0
    # shellcheck disable=SC2086
    EDITED=$T/tiny VERILATE_OPT=-O0 tb/flow/flow.sh cosim tiny workloads/mix $config >"$T/log" 2>&1 || status=$?
    [ "$status" -eq 5 ] && grep -q '^lock-step: NOT SETTLED in cycle 5 ' "$T/log" &&
        grep -q '^  the logic does not settle, Verilator says: Active region did not converge' "$T/log" ||
        { cat "$T/log"; fail "exit code $status instead of 5, or no sentence"; }
    # Such a mutant is a loop, and not counted as found.
    . tb/mutants/stimuli.sh
    unsettled "$T/log" || fail "make mutants takes it for a mutant that is found"
    # In the first cycle, too.
    # shellcheck disable=SC2086
    tb/flow/flow.sh verilog tiny "$T/first" >/dev/null
    sed -i 's/^endmodule/    wire loop_w;\n    assign loop_w = ~(loop_w \& launch_valid_i);\n&/' \
        "$T/first/tiny/subcore.v"
    status=0
    EDITED=$T/first/tiny VERILATE_OPT=-O0 tb/flow/flow.sh cosim tiny workloads/mix >"$T/log" 2>&1 || status=$?
    [ "$status" -eq 5 ] && grep -q '^lock-step: NOT SETTLED in cycle 0 ' "$T/log" ||
        { cat "$T/log"; fail "exit code $status instead of 5, or not cycle 0"; }
}

# Every planted fault must be reported: exit code 1, or 5 of an assertion of the RTL, and what differs first, which may
# be in another module that the faulty one drives; which one it is the modules alone say, and the report says how to
# run them (reports_lead_to_the_module, and planted_faults_are_mismatches of tb/tests/unit.sh for every fault).
# Those of an SM are looked for with programs that keep its cache busy, those of its schedulers with kernels whose warps
# interfere, too, and with a memory that makes them wait. What workloads/mix does not show, random programs may, short
# ones and longer ones.
one_fault() { # CONFIG FAULT [key=value ...]
    fault=$2 config=$1 trace=workloads/mix inputs="mix random:3:80 random:1:300"
    kernels="syrk_direct:n=12:m=16 bfs:nodes=100 atax:m=40:n=24"
    shift 2
    case $* in *throttle.policy=ciao_*) inputs=$kernels ;; *throttle.policy=*) inputs="mix random:3:80 $kernels" ;; esac
    case $* in *sm.subcores=*)
        inputs="$inputs memory:4:200" trace=$T/trace
        [ -d "$trace" ] || "$O/random_trace" -o "$trace" -s 2 -i 80 --memory ;;
    esac
    for i in $inputs; do
        status=0
        case $i in
        random:*|memory:*)      # and seed and number of instructions
            seed=${i#*:} kind=""
            [ "${i%%:*}" = random ] || kind="--memory --wide"
            [ "${i%%:*}" = random ] || set -- "$@" memory.queue=1
            trace=$T/$i
            # shellcheck disable=SC2086 # $kind is words
            [ -d "$trace" ] || "$O/random_trace" -o "$trace" -s "${seed%:*}" -i "${i##*:}" $kind ;;
        esac
        case $i in
        mix|random:*|memory:*)
            FAULT=$fault tb/flow/flow.sh cosim "$config" "$trace" "$@" -- --tags 1 >"$T/fault" 2>&1 || status=$? ;;
        *)
            FAULT=$fault WORKLOAD=${i%%:*} PARAM=$(echo "${i#*:}" | tr : ' ') \
                tb/flow/flow.sh cosim "$config" - "$@" -- \
                --tags 1 >"$T/fault" 2>&1 || status=$? ;;
        esac
        [ "$status" -eq 0 ] || break
    done
    [ "$status" -eq 1 ] || [ "$status" -eq 5 ] ||
        { cat "$T/fault"; fail "FAULT=$fault: exit code $status instead of 1 or 5"; }
    grep -Eq '^lock-step: [A-Z]' "$T/fault" || { cat "$T/fault"; fail "FAULT=$fault: no report"; }
    echo "$fault: $(grep -m1 -E 'RTL|MODEL|mismatch' "$T/fault")"
}

planted_faults() {
    export VERILATE_OPT=-O0
    case $1 in
    some) # without settings, one of each kind of module
        printf '%s - \n' ccu:1 bank_arbiter:1 crossbar:1 sram_1rw:1 >"$T/faults" ;;
    *)  # every so many, of those of a small CCU design, and of those of other collectors and policies with settings
        "$O/rtl_gen" --list-faults | awk -F '\t' -v step="$1" \
            'n[$3 != "-"]++ % step == 0 { print $1, $3 }' >"$T/faults" ;;
    esac
    while read -r f settings; do one_fault tiny "$f" ${settings#-} </dev/null; done <"$T/faults"
}

"$@"
