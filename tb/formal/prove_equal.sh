# SPDX-License-Identifier: Apache-2.0
# The lines of prove.sh about functions of the golden model: that a module of the generated Verilog does what they do.
# See docs/formal.md. A file equal/functions/rtl_<function>.c says how; equal/equal.c proves it.

# The C library's headers are there for rv64imafd only; of what is compared no other instructions are made than RV64IM.
equal_cc="riscv64-linux-gnu-gcc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -march=rv64imafd -mabi=lp64d
-mcmodel=medany -mno-relax -static -nostdlib -nostartfiles -fno-pic -fno-jump-tables -fno-tree-vectorize
-fno-optimize-sibling-calls -fno-reorder-blocks -fno-asynchronous-unwind-tables -fno-tree-loop-distribute-patterns
-ffunction-sections
-fdata-sections -Wl,--no-relax -Wl,--gc-sections -Wl,-u,environment -Wl,-u,invariant -Wl,-e,step -Wl,--build-id=none
-Wl,--unresolved-symbols=ignore-all"

# Yosys' commands from a module without instances to gates and registers, every one of which stays: opt_dff, and so opt,
# would make a constant of one whose next state is constant, whatever it is after power-up and whether it is to be kept.
equal_opt='opt_expr; opt_merge; opt_muxtree; opt_reduce; opt_merge; opt_clean; opt_expr; opt_clean'
equal_gates="memory_map; setattr -set keep 1 t:*dff*; $equal_opt; techmap; $equal_opt; dffunmap;
    setattr -set keep 1 t:*dff*; opt_expr; simplemap; opt_clean"

# Makes $work/program of the model's C files, or of copies in $work that a fault has changed. What a function does not
# call is not linked; what it calls and is not there is an error when it gets there.
equal_program() {
    harness=$formal/equal/functions/rtl_$1.c
    sources=""
    for s in $(sed -n 's,^/\* model: \(.*\) \*/$,\1,p' "$harness"); do
        s=cmodel/subcore/$s
        [ -f "$work/$s" ] && sources="$sources $work/$s" || sources="$sources $s"
    done
    # shellcheck disable=SC2086 # these are words
    $equal_cc -I"$work" -I. -iquote cmodel/subcore -idirafter /usr/include -o "$work/program" \
        "$harness" "$formal/equal/target.c" configs/config.c configs/config_derived.c configs/counts.c \
        $sources 2>"$work/cc.log"
}

# The program again, for this machine, on the states and inputs in $work/example.*: it has to say the same of them.
equal_natively() {
    # shellcheck disable=SC2086 # these are words
    gcc -std=c11 -D_GNU_SOURCE -O2 -no-pie -fno-pie -ffunction-sections -fdata-sections -Wl,--gc-sections \
        -Wl,--unresolved-symbols=ignore-all -I"$work" -I. -iquote cmodel/subcore \
        -o "$work/native" "$harness" "$formal/equal/native.c" \
        configs/config.c configs/config_derived.c configs/counts.c $sources 2>>"$work/cc.log" || return 2
    examples=0
    while [ -f "$work/example.$examples" ]; do
        "$work/native" "$work/example.config" <"$work/example.$examples" >"$work/said" 2>"$work/err" &&
            cmp "$work/said" "$work/example.$examples.expected" >>"$work/err" || return 2
        examples=$((examples + 1))
    done
    [ "$examples" -gt 0 ] || { echo "no example was found" >"$work/err"; return 2; }
}

# equal FUNCTION TEXT FAULT CONFIG SETTINGS...: a line of the table. The module has the name of the function. FAULT is
# one of rtl_gen --list-faults, or a file of cmodel/ and a substitution for sed, or empty.
equal() {
    function=$1 t="$1: $2" f=$3 config=$4
    shift 4
    take equal all 0 "$t" "$f" "$config" "$@" || return 0
    planted=""
    case $fault in
    *.c\ *)
        source=cmodel/subcore/${fault%% *}
        mkdir -p "$work/cmodel/subcore"
        sed "${fault#* }" "$source" >"$work/$source"
        ! cmp -s "$source" "$work/$source" || { lost_fault "$source"; return 0; } ;;
    *) planted=$fault ;;
    esac
    begin=$(date +%s)
    rtl=$(FAULT=$planted tb/flow/flow.sh rtl "$config" "$@")
    sets="" examples=$work/example
    for s in "$@"; do sets="$sets --set $s"; done
    [ -z "$fault" ] || examples=""
    status=0
    # shellcheck disable=SC2086 # these are words
    {
        yosys -q -l "$work/log" -p "read_verilog $rtl/$function.v; hierarchy -libdir $rtl -top $function; proc; flatten;
            $equal_gates; write_blif $work/netlist.blif" >"$work/out" 2>&1 &&
        equal_program "$function" &&
        "$O/equal" -c "configs/$config.yaml" $sets "$work/netlist.blif" "$work/program" $examples >"$work/out" \
            2>"$work/err" &&
        { [ -n "$fault" ] || equal_natively; }
    } || status=$?
    seconds=$(($(date +%s) - begin))
    next="" how="SAT, all inputs"
    if [ -n "$fault" ]; then how="an example"; fi
    if [ -n "$fault" ] && [ $status -eq 1 ] && grep -q '^DIFFERENT' "$work/out"; then outcome="fails, as it has to"
    elif [ -n "$fault" ] && [ $status -eq 0 ]; then
        outcome="NOT REFUTED" bad=$((bad + 1))
        next="the comparison does not see the fault '$fault': it is too weak, or the fault does no harm"
    elif [ $status -eq 0 ] && grep -q '^equal:' "$work/out"; then outcome=proved
    elif [ $status -eq 1 ] && [ -s "$work/out" ]; then
        outcome=FAILS bad=$((bad + 1))
        next="$work/out has inputs and registers for which RTL and model differ, and where"
    else
        outcome="NOT PROVED" bad=$((bad + 1))
        next="read $work/out, $work/cc.log and $work/err"
    fi
    changed=$(echo "$config $*" | sed 's,[a-z0-9]*[.],,g')
    printf "$format" equal "$text" "$changed" "$how" "$seconds" "$outcome"
    [ -z "$next" ] || printf '    next: %s\n' "$next"
}

equal_missing() {
    command -v riscv64-linux-gnu-gcc >/dev/null 2>&1 || { echo riscv64-linux-gnu-gcc; return; }
    [ -f /usr/riscv64-linux-gnu/include/stdio.h ] || { echo "the C library's headers for RISC-V"; return; }
    [ -x "$O/equal" ] || echo "$O/equal, which needs libcadical-dev,"
}

# An issue stage and a dispatcher with more warps and collectors than tiny has.
equal_four="subcore.warps=4 rf.rows=256 machine.subcores=1"
equal_small="subcore.lanes=1 collector.payload_bits=1"
equal_narrow="subcore.lanes=1 subcore.registers=8 rf.rows=16"
equal_table="$equal_small collector.slots=3 ccu.entries=4 subcore.registers=8 rf.rows=16"
equal_early="collector.kind=ecu"
equal_six="$equal_small collector.slots=4 ccu.entries=6 subcore.registers=16 rf.rows=32"

equal_rest() {
    equal sthld "the C function calls a change of 1/50 large" \
        'sthld.c s,sthld_fraction > previous,sthld_fraction >= previous,' \
        malekeh
    for f in "sthld:1 cycles without a live warp count" "sthld:2 a kernel goes on with the STHLD of the one before" \
        "sthld:3 the instruction of an interval's last cycle is lost" "sthld_diff:1 a loss is not seen" \
        "sthld_next:2 the clamped flag is never set"; do
        equal sthld "${f#* }" "${f%% *}" malekeh
    done

    equal dispatch "the same among four" "" tiny $equal_small collector.count=4
    equal dispatch "the next in turn" "" tiny $equal_small collector.count=4 dispatch.order=round_robin
    equal dispatch "the youngest dispatches, too" dispatch:1 tiny $equal_small
    equal dispatch "what is freed stays older than the others" age_matrix:1 tiny $equal_small collector.count=4
    equal dispatch "a new entry is older than all" age_matrix:2 tiny $equal_small collector.count=4

    equal issue "warps of near CCUs first; near CCUs wait for STHLD" "" malekeh $equal_four
    equal issue "a private CCU for each warp" "" tiny ccu.allocation=private
    equal issue "loose round robin" "" tiny $equal_four issue.scheduler=lrr
    equal issue "who has to wait for its CCU blocks the others" "" tiny $equal_four issue.blocked=stall
    equal issue "oldest first, beside OCUs" "" tiny $equal_four collector.kind=ocu
    equal issue "a warp ends while a collector holds its instruction" issue:2 tiny
    equal issue "the warp that issued last comes first" issue:3 tiny $equal_four issue.scheduler=lrr
    for f in "issue:4 warps that a CCU holds do not come first" "issue:5 the wait counter does not start anew" \
        "issue:6 near CCUs are taken like far ones" "issue:7 STHLD is one cycle more"; do
        equal issue "${f#* }" "${f%% *}" malekeh $equal_four
    done
    equal issue "a warp whose CCU is busy is passed over" issue:8 tiny $equal_four issue.blocked=stall
    equal issue "a warp issues while its own CCU is busy" issue:10 tiny ccu.allocation=private

    equal bank_arbiter "requests, grants, rows" "" tiny $equal_small
    equal bank_arbiter "a read does not give way to a write" bank_arbiter:1 tiny $equal_small
    equal bank_arbiter "the higher slot gets port S" bank_arbiter:2 tiny $equal_small
    equal bank_arbiter "the row base is left out" bank_arbiter:3 tiny $equal_small

    equal bank_queue "the head, and entries of a ring" "" tiny $equal_small collector.count=3
    equal bank_queue "entries that move up" "" tiny $equal_small collector.count=3 rf.queue_shift=true
    equal bank_queue "what comes as the head leaves is one entry too far" bank_queue:4 tiny $equal_small \
        collector.count=3 rf.queue_shift=true
    equal bank_queue "what moves up loses its first slot" bank_queue:5 tiny $equal_small collector.count=3 \
        rf.queue_shift=true
    equal bank_queue "in C what is behind the next one does not move" \
        'bank_queue.c s/left > 1;/left == 2;/' \
        tiny $equal_small collector.count=3 rf.queue_shift=true

    equal ccu "tags, victims, LRU, locks, near bits, port D" "" tiny $equal_table
    for r in lru fifo random; do
        equal ccu "the same with $r" "" tiny $equal_table ccu.replacement=$r
    done
    equal ccu "and WAR, where it is compared" "" tiny $equal_table issue.blocked=stall
    for f in "ccu:1 the table is not flushed for another warp" "ccu:2 locks outlive the dispatch" \
        "ccu:3 stale copies stay valid" "ccu:4 a result on port D is not marked near" \
        "ccu_ranks:1 port D does not renew the rank of its entry" \
        "ccu:7 the table is not emptied at the end of its warp"; do
        equal ccu "${f#* }" "${f%% *}" tiny $equal_table
    done
    equal ccu "a written entry counts as a new one" ccu:8 tiny $equal_table ccu.replacement=fifo
    equal ccu "the random choice starts behind its start" ccu_replacement:1 tiny $equal_table ccu.replacement=random
    equal ccu "the C function takes the most recent entry" \
        'ccu.c s/ccu->lru\[lowest(set)\] < ccu->lru\[best\]/ccu->lru[lowest(set)] > ccu->lru[best]/' \
        tiny $equal_table
    equal ccu "the C function's port D takes locked entries" \
        'ccu.c s/(low_bits(cs->entries) & ~ccu->q.ct_lock)/low_bits(cs->entries)/' \
        tiny $equal_table

    equal ecu "waiting for a result, taking it, dispatch" "" tiny $equal_table $equal_early
    equal ecu "the same in four banks, without forwarding" "" tiny $equal_table $equal_early rf.banks=4 \
        collector.forward=false
    for f in "ecu:1 a slot that waits is read from its bank, too" "ecu:2 a result at the allocation is missed" \
        "ecu:3 a result of another warp is taken" "ecu:4 a slot goes on waiting" \
        "ecu:6 a collector is ready while a result is outstanding"; do
        equal ecu "${f#* }" "${f%% *}" tiny $equal_table $equal_early
    done
    equal ecu "the C function takes the result of any register" \
        'ecu.c s/ \&\& col->reg.at\[lowest(wait)\] == r->reg//' \
        tiny $equal_table $equal_early

    equal writeback "which results are taken, what banks write" "" tiny $equal_narrow
    equal writeback "the same by units" "" tiny $equal_narrow collector.kind=ocu writeback.order=unit
    equal writeback "two results for a bank do not exclude each other" writeback:1 tiny $equal_narrow
    equal writeback "a result without lanes waits for its bank" writeback:2 tiny $equal_narrow
    equal writeback "the row loses its lowest bit" writeback:3 tiny $equal_narrow
    equal writeback "the C function takes the lowest unit" 'writeback.c s/by_unit ? v > u/by_unit ? v < u/' \
        tiny $equal_narrow collector.kind=ocu writeback.order=unit
}

# More entries than the others have.
equal_long() {
    equal ccu "six entries, four slots" "" tiny $equal_six
    equal ccu "the table is not flushed for another warp" ccu:1 tiny $equal_six
}

lines_equal() {
    missing=$(equal_missing)
    if [ -n "$missing" ]; then
        echo "prove: equality with the model skipped, $missing is not there; .ci/deps --formal installs it"
        [ "$what" != equal ] || exit 77
        return 0
    fi
    echo "RTL and functions of the golden model, for every input and every state that the invariant allows:"
    printf "$format" group property parameters method s result

    if [ "$tier" != large ]; then
        equal dispatch "oldest of the candidates, age matrix" "" tiny $equal_small
        equal dispatch "the unit's ready is ignored" dispatch:2 tiny $equal_small
        equal issue "warp, collector, end of warps, age matrix" "" tiny
        equal issue "oldest first instead of greedy" issue:1 tiny
        equal issue "the C function prefers warp 0 to the last one" \
            'issue.c s,if (valid && (ready >> last & 1)),if (valid \&\& (ready \& 1)),' tiny
        equal sthld "state machine, steps, interval, large change" "" malekeh
        equal sthld "the same behind the issue stage" "" malekeh issue.pipeline=true
        equal sthld "a step is taken in every cycle there" sthld:4 malekeh issue.pipeline=true
        equal sthld "STHLD wraps around at 0" sthld_next:1 malekeh
    fi
    if [ "$tier" = all ]; then
        equal_rest
    fi
    if [ "$tier" = large ]; then
        equal_long
    fi
}
