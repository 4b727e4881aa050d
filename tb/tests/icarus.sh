# SPDX-License-Identifier: Apache-2.0
# Lock-step with Icarus: the same as with Verilator, and undefined values.
. tb/tests/lib.sh

# Few cycles are run: what takes its time is the C++ compiler.
export VERILATE_OPT=-O0
equal='^lock-step: [1-9][0-9]* cycles, \([1-9][0-9]*\) of \1 flop bits compared, 0 mismatches, oracle equal$'

# cosim SIM CONFIG SETTINGS ARGUMENTS...: sets $status; the output is in $T/SIM, messages are in $T/SIM.err.
cosim() {
    sim=$1 config=$2 settings=$3
    shift 3
    status=0
    SIM=$sim tb/flow/flow.sh cosim "$config" workloads/mix $settings -- "$@" >"$T/$sim" 2>"$T/$sim.err" || status=$?
}

# The same without exit codes other than 0.
passes() {
    cosim "$@"
    [ "$status" -eq 0 ] && tail -n 1 "$T/$1" | grep -q "$equal" ||
        { cat "$T/$1" "$T/$1.err"; fail "exit code $status: SIM=$1 tb/flow/flow.sh cosim $2 workloads/mix $3 -- $*"; }
}

# What both simulators have to say alike.
events() { grep -v '^with seed\|^four states' "$1"; }

# Slices of CYCLES cycles (0: whole ones) say the same with both simulators, and nothing is undefined.
same_as_verilator() { # CONFIG CYCLES [key=value ...]
    config=$1 cycles=$2
    shift 2
    for sim in verilator icarus; do
        passes $sim "$config" "$*" --max-cycles "$cycles"
        events "$T/$sim" >"$T/events.$sim"
    done
    diff "$T/events.verilator" "$T/events.icarus" || fail "Icarus and Verilator count differently"
    grep '^four states  *[1-9][0-9]* bits compared, 0 X; 0 undefined' "$T/icarus" ||
        fail "the line about four states is missing, or says that something is undefined"
    grep 'cycles per second' "$T/verilator" "$T/icarus" | sed 's,.*/,,'
}

# Whatever has no reset starts as X: nothing that the model has written is one, and the events are the same. That there
# are X at all shows that they were put.
x_start() { # CONFIG CYCLES [key=value ...]
    config=$1 cycles=$2
    shift 2
    passes icarus "$config" "$*" --max-cycles "$cycles" --x-start
    events "$T/icarus" >"$T/events.x"
    grep '^four states  *[1-9][0-9]* bits compared, 0 X; [1-9][0-9]* undefined in the model, of these [1-9]' \
        "$T/icarus" || { cat "$T/icarus"; fail "no bit has been X"; }
    passes icarus "$config" "$*" --max-cycles "$cycles" --seed 7
    events "$T/icarus" | diff - "$T/events.x" || fail "X at the start changes the events"
}

# Programs of accesses, of arithmetic and of both, from SEED on, with X at the start: twenty of each scheme.
x_start_on_random_programs() { # CONFIG SEED COUNT [key=value ...]
    config=$1 seed=$2 count=$3
    shift 3
    case $config in sm_*) kinds="--memory --arithmetic" ;; *) kinds="--arithmetic --mixed" ;; esac
    export SIM=icarus
    for kind in $kinds; do
        for s in $(seq "$seed" $((seed + count - 1))); do
            rm -rf "$T/program"
            "$O/random_trace" $kind -o "$T/program" -s "$s" -k 1 -i 40
            tb/flow/flow.sh cosim "$config" "$T/program" "$@" -- --slice 0.0 --max-cycles 120 --x-start \
                >"$T/log" 2>&1 ||
                { tail -n 30 "$T/log"; fail "$O/random_trace $kind -o DIR -s $s -k 1 -i 40; make cosim CONFIG=$config" \
                    "SIM=icarus TRACE=DIR SET='$*' ARGS='--slice 0.0 --max-cycles 120 --x-start'"; }
            tail -n 1 "$T/log" | grep -q "$equal" || { tail -n 3 "$T/log"; fail "lock-step did not end as it has to"; }
        done
    done
}

# The bench without a line of C (tb/plain) on the sub-core of CONFIG.
plain_bench() { # CONFIG SEED [key=value ...]
    config=$1 seed=$2
    shift 2
    rtl=$(tb/flow/flow.sh rtl "$config" "$@")
    tb/plain/run.sh "$rtl" "$seed" || fail "tb/plain/run.sh $rtl $seed"
}

# finds FILE SED WANT: it fails on tiny with a changed text and ends with WANT.
finds() {
    rm -rf "$T/rtl"
    cp -r "$rtl" "$T/rtl"
    sed -i "$2" "$T/rtl/$1"
    ! cmp -s "$rtl/$1" "$T/rtl/$1" || fail "$1 has no text for: $2"
    status=0
    tb/plain/run.sh "$T/rtl" >"$T/log" 2>&1 || status=$?
    [ "$status" -eq 1 ] && tail -n 1 "$T/log" | grep "^plain: FAIL .*$3" ||
        { tail -n 3 "$T/log"; fail "exit code $status instead of 1, or not about '$3': $1 $2"; }
}

# A register that is compared before it is written, a wrong operand, a value that never comes.
plain_bench_finds_faults() {
    rtl=$(tb/flow/flow.sh rtl tiny)
    finds ccu.v "/warp_q <= {WARP_BITS/s/warp_q/if (1'b0) warp_q/" "nothing happens any more"
    finds ccu.v "s/oct_ready_q\[s\] ? value/1'b1 ? value/" "a wrong operand"
    finds crossbar.v "s/= |from/= 1'b0 \& |from/" "nothing happens any more"
    "$O/rtl_gen" -c configs/sm_tiny.yaml -o "$T/sm"
    refused "accepted is that of a sub-core" tb/plain/run.sh "$T/sm"
    refused "accepted is a folder" tb/plain/run.sh "$T/none"
    refused "accepted: 0 to" tb/plain/run.sh "$rtl" one
}

# The same report and exit code as with Verilator.
planted_faults() {
    for fault in "$@"; do
        export FAULT="$fault"
        for sim in verilator icarus; do
            cosim $sim tiny "" --slice 0.0
            case $status in
            1|5) ;; # a flop differs, or an assertion fails before
            *)  cat "$T/$sim" "$T/$sim.err"; fail "SIM=$sim FAULT=$fault: exit code $status; wanted is 1 or 5" ;;
            esac
        done
        diff "$T/verilator" "$T/icarus" || fail "FAULT=$fault is reported in another way"
        echo "$fault: $(grep -m1 RTL "$T/icarus")"
    done
}

# A fault of tb/tests/assertions.tsv in $T/rtl, tiny with its settings, $sets as options.
broken_rtl() { # FAULT|FILE CHANGE [key=value ...]
    fault=$1 change=$2
    shift 2
    sets=$(printf ' --set %s' "$@")
    [ $# -gt 0 ] || sets=""
    rm -rf "$T/rtl" "$T/dut"
    # shellcheck disable=SC2086 # $sets are words
    case $fault in
    *:*) "$O/rtl_gen" -q -c configs/tiny.yaml $sets --fault "$fault" -o "$T/rtl" ;;
    *)  "$O/rtl_gen" -q -c configs/tiny.yaml $sets -o "$T/rtl"
        cp "$T/rtl/$fault" "$T/before"
        sed -i "$change" "$T/rtl/$fault"
        ! cmp -s "$T/before" "$T/rtl/$fault" || fail "$fault has no text for: $change" ;;
    esac
}

# Each assertion of the table is reported as a failure that names module and property, and nothing else is: not by the
# plain bench, nor in lock-step, where it has an exit code of its own.
assertions_fail_when_broken() {
    "$O/random_trace" -o "$T/trace" -s 2 -i 80 --memory
    "$O/rtl_gen" --list-faults >"$T/faults"
    count=0
    while IFS="$(printf '\t')" read -r run fault change want settings; do
        case $run in '#'*) continue ;; esac
        [ "$change" != - ] || settings=$(awk -F '\t' -v f="$fault" '$1 == f && $3 != "-" { print $3 }' "$T/faults")
        # shellcheck disable=SC2086 # $settings are words
        broken_rtl "$fault" "$change" $settings </dev/null
        status=0
        case $run in
        lock-step)
            tb/lockstep/icarus/icarus.sh "$T/rtl" "$T/dut" </dev/null
            # shellcheck disable=SC2086 # $settings and $sets are words
            "$O/cosim" -c configs/tiny.yaml $sets --rtl "$T/rtl" --dut "$T/dut/libdut.so" \
                --yosys "$(tb/flow/flow.sh flops tiny $settings </dev/null)" --trace "$T/trace" --slice 0.0 --no-flops \
                --max-cycles 600 >"$T/log" 2>&1 </dev/null || status=$?
            [ "$status" -eq 5 ] && grep -q 'make wave' "$T/log" &&
                grep -A1 '^lock-step: ASSERTION in cycle [0-9]' "$T/log" | grep -q "^  top[.].*$want" ||
                status=bad ;;
        plain)
            tb/plain/run.sh "$T/rtl" >"$T/log" 2>&1 </dev/null || status=$?
            tail -n 1 "$T/log" | grep -q "^plain: FAIL, an assertion does not hold: .*$want" || status=bad ;;
        esac
        [ "$status" != bad ] ||
            { tail -n 20 "$T/log"; fail "$fault $change: the assertion '$want' is not what is reported"; }
        count=$((count + 1))
    done <tb/tests/assertions.tsv
    [ "$count" -ge 20 ] || fail "only $count assertions were broken"
    echo "$count assertions were broken and reported"
}

# Both simulators say the same of a broken assertion, in one sentence that names cycle, module and property, with exit
# code 5 and a command to go on with.
broken_assertions_end_lock_step() {
    flops=$(tb/flow/flow.sh flops tiny)
    broken_rtl inflight:2 -
    tb/lockstep/icarus/icarus.sh "$T/rtl" "$T/dut"
    VERILATE_OPT=-O0 tb/lockstep/verilator/verilate.sh "$T/rtl" "$T/verilated" >"$T/log" 2>&1 ||
        { cat "$T/log"; fail "it is not compiled"; }
    for dut in dut verilated; do
        status=0
        "$O/cosim" -c configs/tiny.yaml --rtl "$T/rtl" --dut "$T/$dut/libdut.so" --yosys "$flops" \
            --trace workloads/mix --slice 0.0 --no-flops >"$T/$dut.log" 2>"$T/$dut.err" || status=$?
        [ "$status" -eq 5 ] && [ ! -s "$T/$dut.err" ] ||
            { cat "$T/$dut.log" "$T/$dut.err"; fail "$dut: exit code $status instead of 5, or a message"; }
    done
    diff "$T/dut.log" "$T/verilated.log" || fail "the simulators report it in different ways"
    sed -n 1,2p "$T/dut.log"
    grep -q '^  top.u_inflight: a number comes back that is not taken: [01]*$' "$T/dut.log" || fail "not that assertion"
    # Without assertions nothing ends the run there.
    ASSERT=no VERILATE_OPT=-O0 tb/lockstep/verilator/verilate.sh "$T/rtl" "$T/bare" >"$T/log" 2>&1
    status=0
    "$O/cosim" -c configs/tiny.yaml --rtl "$T/rtl" --dut "$T/bare/libdut.so" --yosys "$flops" --trace workloads/mix \
        --slice 0.0 --no-flops >"$T/log" 2>&1 || status=$?
    [ "$status" -ne 5 ] || { cat "$T/log"; fail "ASSERT=no does not leave assertions out"; }
}

# plant FILE SED WANT [argument ...]: tiny with a changed text ends with exit code 3 and names WANT.
plant() {
    file=$1 change=$2 want=$3
    shift 3
    rm -rf "$T/rtl" "$T/dut"
    cp -r "$rtl" "$T/rtl"
    sed -i "$change" "$T/rtl/$file"
    ! cmp -s "$rtl/$file" "$T/rtl/$file" || fail "$file has no text for: $change"
    tb/lockstep/icarus/icarus.sh "$T/rtl" "$T/dut"
    status=0
    "$O/cosim" -c configs/tiny.yaml --rtl "$T/rtl" --dut "$T/dut/libdut.so" --yosys "$flops" --trace workloads/mix \
        --slice 0.0 --max-cycles 300 "$@" >"$T/log" 2>&1 || status=$?
    [ "$status" -eq 3 ] || { cat "$T/log"; fail "exit code $status instead of 3: $change"; }
    grep -q '^lock-step: X in cycle [0-9]* ' "$T/log" && grep -q "$want" "$T/log" && grep -q 'RTL [0-9x]*x' "$T/log" ||
        { cat "$T/log"; fail "the report does not name $want and its X: $change"; }
    echo "$want: $(grep -m1 'RTL' "$T/log")"
}

# A net that nothing drives; a register that has lost its reset; tags that are compared before they are written, where
# start values of two states seldom show it.
undefined_values_are_found() {
    rtl=$(tb/flow/flow.sh rtl tiny)
    flops=$(tb/flow/flow.sh flops tiny)
    plant rf_bank.v 's/^    reg rd_v/    wire [SLOT_BITS-1:0] gap;\n&/; s/rd_slot_q <= slot_i/rd_slot_q <= gap/' \
        'u_bank.rd_slot_q'
    plant lfsr.v 's/if (rst_i)/if (1'"'b0"')/' 'top.u_lfsr.lfsr_q' --x-start
    plant ccu.v 's/found\[j\] = ct_valid_q\[j\] &/found[j] =/' 'u_ccu.ct_' --x-start
}

refusals() {
    refused "accepted are verilator and icarus" env SIM=iverilog tb/flow/flow.sh cosim tiny workloads/mix
    refused "accepted is verilator" env SIM=icarus tb/flow/flow.sh wave tiny workloads/mix
    tb/flow/flow.sh dut tiny >"$T/dut.log" 2>&1
    refused "needs a simulator with four states" tb/flow/flow.sh cosim tiny workloads/mix -- --slice 0.0 --x-start
    rtl=$(tb/flow/flow.sh rtl tiny)
    mkdir "$T/bin"
    ln -s /usr/bin/* "$T/bin"
    rm -f "$T/bin/iverilog"
    refused "iverilog is missing" env PATH="$T/bin" tb/lockstep/icarus/icarus.sh "$rtl" "$T/dut"
    [ ! -d "$T/dut" ] || fail "a device was made without iverilog"
}

# Two blocks that wake each other without end are found, and said in one sentence.
endless_steps_are_found() {
    rtl=$(tb/flow/flow.sh rtl tiny)
    flops=$(tb/flow/flow.sh flops tiny)
    cp -r "$rtl" "$T/rtl"
    sed -i 's/^endmodule/reg a, b; initial a = 0; always @(a) b = ~a; always @(b) a = b;\n&/' "$T/rtl/lfsr.v"
    tb/lockstep/icarus/icarus.sh "$T/rtl" "$T/dut"
    for seconds in 0 x; do
        refused "SETTLE_SECONDS=$seconds is not accepted" env SETTLE_SECONDS=$seconds "$O/cosim" -c configs/tiny.yaml \
            --rtl "$T/rtl" --dut "$T/dut/libdut.so" --yosys "$flops" --trace workloads/mix --slice 0.0
    done
    refused "does not settle" env SETTLE_SECONDS=1 "$O/cosim" -c configs/tiny.yaml --rtl "$T/rtl" \
        --dut "$T/dut/libdut.so" --yosys "$flops" --trace workloads/mix --slice 0.0
}

# vvp ends in the middle: the engine says so and ends.
simulator_ends() {
    rtl=$(tb/flow/flow.sh rtl tiny)
    flops=$(tb/flow/flow.sh flops tiny)
    tb/lockstep/icarus/icarus.sh "$rtl" "$T/dut"
    echo damaged >"$T/dut/subcore.vvp"
    status=0
    "$O/cosim" -c configs/tiny.yaml --rtl "$rtl" --dut "$T/dut/libdut.so" --yosys "$flops" --trace workloads/mix \
        >"$T/out" 2>"$T/err" || status=$?
    [ "$status" -eq 2 ] || fail "exit code $status instead of 2"
    tail -n 1 "$T/err" | grep '^cosim: vvp has ended' || { cat "$T/err"; fail "the last line does not say why"; }
}

"$@"
