#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves properties of the generated BOC and of the path from BOCs to banks with Yosys, for every value of their
# inputs and every sequence of them, at small parameters. See docs/verification.md, "Proofs".
#
# usage: prove.sh [small|all|large]       small: under a minute; all: the default, minutes; large: more entries, long
#        environment: O; ONLY=part of a line's name; TRACE=yes keeps names and writes a waveform of a counterexample
#
# The properties are texts in this directory (boc_*.vh) that are put into a copy of the generated module. A line of the
# table is a proof, or a control: the same properties of the module with a fault planted into its text, which have to
# fail, with a counterexample that starts from reset.
#
# exit code: 0, 1 a proof fails or a control is proved, 2 usage, 77 without Yosys
set -eu
formal=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$formal/../.." && pwd)
O=${O:-build}
tier=${1:-all}
case $tier in small|all|large) ;; *) echo "prove: '$tier' is not known; accepted: small, all, large" >&2; exit 2 ;; esac
command -v yosys >/dev/null 2>&1 || { echo "prove: skipped, Yosys is not installed; make deps installs it"; exit 77; }
cd "$top"
[ -x "$O/rtl_gen" ] || { echo "prove: $O/rtl_gen is not there; make prove builds it" >&2; exit 2; }

# The smallest sub-core with partial masks, banks that collide and a window; lines of the table change some of it.
settings="collector.kind=boc subcore.warps=2 subcore.lanes=2 subcore.registers=8 collector.slots=3 boc.entries=3
boc.window=2 collector.payload_bits=1 inflight.entries=4 rf.banks=2 scoreboard.tags=0"

bad=0 count=0
format='%-9s %-58s %-30s %-22s %5s  %s\n'

# run GROUP KIND STEPS TEXT FAULT MODULE FILES SETTINGS...: a line of the table. KIND is induction or bounded (to STEPS
# cycles behind reset), FAULT a substitution for sed, or empty. FILES are properties, with = in front those that are
# taken for granted, for another line has proved them.
run() {
    group=$1 kind=$2 steps=$3 text=$4 fault=$5 module=$6 files=$7
    shift 7
    [ -z "$fault" ] || text="control: $text"
    name="$group $kind $text $*"
    case $name in *"${ONLY:-}"*) ;; *) return 0 ;; esac
    count=$((count + 1))
    rtl=$(tb/flow.sh rtl tiny $settings "$@")
    work=$O/formal/$count
    rm -rf "$work" && mkdir -p "$work"
    if [ -n "$fault" ]; then
        sed "$fault" "$rtl/$module.v" >"$work/rtl.v"
        ! cmp -s "$rtl/$module.v" "$work/rtl.v" ||
            { echo "prove: the fault '$fault' does not find its text in $rtl/$module.v"; bad=$((bad + 1)); return 0; }
    else
        cp "$rtl/$module.v" "$work/rtl.v"
    fi
    # `INVARIANT is assert, or assume in what is taken for granted.
    for f in $files; do
        case $f in
        =*) echo '`define INVARIANT assume'; cat "$formal/${f#=}.vh" ;;
        *) echo '`define INVARIANT assert'; cat "$formal/$f.vh" ;;
        esac
    done >"$work/properties.vh"
    defines=""
    case " $* " in *" boc.write=back "*) defines="-DBACK" ;; *" boc.write=hinted "*) defines="-DBACK -DHINT" ;; esac
    inputs=/dev/null
    [ "$module" != boc ] || inputs=$formal/boc_inputs.vh
    awk -v inputs="$inputs" -v properties="$work/properties.vh" '
        function put(file,   line) { while ((getline line <file) > 0) print line }
        /^endmodule/ { put(properties) }
        { print }
        /^\) \($/ { put(inputs) }' "$work/rtl.v" >"$work/proof.v"
    # What is not asked about is removed, and the rest made of gates, which makes the proof two to five times faster.
    gates="delete -output o:*; memory_map; opt -full; techmap; opt -full -purge"
    [ "$module" != boc ] || gates="$gates; abc -g AND,XOR,MUX; opt -full -purge"
    trace=""
    [ "${TRACE:-no}" != yes ] || { gates="memory_map; opt -full"; trace="-show-public -dump_vcd $work/trace.vcd"; }
    only="-maxsteps $steps"
    [ "$kind" = induction ] || only="-tempinduct-baseonly $only"
    begin=$(date +%s)
    status=0
    yosys -q -l "$work/log" -p "read_verilog -formal $defines $work/proof.v; hierarchy -top $module;
        prep -flatten -top $module; $gates; sat -verify -prove-asserts -set-assumes -tempinduct $only -seq 1 $trace" \
        >"$work/out" 2>&1 || status=$?
    seconds=$(($(date +%s) - begin))
    last=$(sed -n 's/^\[base case \([0-9]*\)\] Solving.*/\1/p' "$work/log" | tail -n 1)
    if grep -q '^Induction step proven: SUCCESS' "$work/log"; then outcome=proved how="induction, $last deep"
    elif grep -q 'model found for base case: FAIL' "$work/log"; then outcome=refuted how="cycle $((last + 1))"
    elif [ "$kind" = bounded ] && [ "$last" = "$steps" ] && [ $status -eq 0 ]; then
        outcome=proved how="bounded to $steps cycles"
    else outcome=open how="$kind"
    fi
    next=""
    if [ -n "$fault" ] && [ $outcome = refuted ]; then outcome="fails, as it has to"
    elif [ -n "$fault" ]; then
        outcome="NOT REFUTED" bad=$((bad + 1))
        next="the properties do not see the fault '$fault' in $steps cycles: they are too weak, or it does no harm"
    elif [ $outcome = refuted ]; then
        outcome=FAILS bad=$((bad + 1))
        next="a sequence from reset breaks it; again with TRACE=yes ONLY='$text' writes it to $work/trace.vcd"
    elif [ $outcome != proved ]; then
        outcome="NOT PROVED" bad=$((bad + 1))
        next="no counterexample in $last cycles, but the invariants do not suffice, or Yosys stopped; read $work/log"
    fi
    changed=$(echo "$*" | sed 's, *collector.count=[0-9]*,,; s,[a-z]*[.],,g')
    printf "$format" "$group" "$text" "$changed" "$how" "$seconds" "$outcome"
    [ -z "$next" ] || printf '    next: %s\n' "$next"
}

structure="boc_environment boc_structure boc_structure_induction"
granted="boc_environment =boc_structure =boc_structure_induction"

echo "$(yosys -V | sed 's/ (.*//'); with what is not said below as follows:"
echo $settings
printf "$format" group property parameters method s result

if [ "$tier" != large ]; then
    # u_drain.
    for b in "2 2" "3 2" "4 1"; do
        run drain induction 2 "banks take one offer; it waits for N-1 others at most" "" boc_drain boc_drain \
            boc.write=back subcore.warps=${b% *} collector.count=${b% *} rf.banks=${b#* }
    done
    run drain bounded 4 "a bank with a result takes an offer, too" 's/ & {COLLECTORS{~granted_valid_i\[b\]}}//' \
        boc_drain boc_drain boc.write=back subcore.warps=3 collector.count=3
    run drain bounded 4 "the bank goes on to prefer the BOC" "s/: number + 1'b1;/: number;/" \
        boc_drain boc_drain boc.write=back subcore.warps=3 collector.count=3
    run drain bounded 6 "the lowest BOC goes first" 's/turns = |(offers & preferred) ? .*;/turns = offers;/' \
        boc_drain boc_drain boc.write=back subcore.warps=3 collector.count=3

    # Eviction and writeback.
    run progress induction 3 "a head that lacks entries gets them: no deadlock" "" \
        boc "$granted boc_progress" boc.write=hinted
    run progress bounded 8 "no entry drains for the head" 's/& (leave | yield)/\& leave/' \
        boc "boc_environment boc_progress" boc.write=hinted
fi
if [ "$tier" = all ]; then
    for w in through back; do
        run progress induction 3 "a head that lacks entries gets them: no deadlock" "" \
            boc "$granted boc_progress" boc.write=$w
    done
    run progress bounded 8 "what the head hits drains for it" 's/yield = ~entry_hit/yield = entry_hit/' \
        boc "boc_environment boc_progress" boc.write=back

    # Invariants.
    for w in through back hinted; do
        run invariant induction 2 "tags, locks, dirty is full, ranges, entries for misses" "" \
            boc "$structure" boc.write=$w
    done
    run invariant bounded 6 "locked entries are taken" 's/~(locked | wait_q/~(wait_q/' \
        boc "boc_environment boc_structure" boc.write=hinted
    run invariant bounded 6 "entries that the head hits are taken" 's/ | entry_hit);/);/' \
        boc "boc_environment boc_structure" boc.write=hinted
    run invariant bounded 6 "results take an entry though they have one" 's/ & ~(|entry & ~lost)//' \
        boc "boc_environment boc_structure" boc.write=back

    # Values.
    for w in through back hinted; do
        run values induction 1 "a read never returns a stale value" "" \
            boc "$granted boc_values boc_values_induction" boc.write=$w
    done
    run values bounded 8 "a read never returns a stale value" "" boc "boc_environment boc_values" boc.write=hinted
    run values bounded 8 "free entries ignore what they owe" 's/~(living | locked | owes)/~(living | locked)/' \
        boc "boc_environment boc_values" boc.write=back
    run values bounded 8 "dirty entries are taken" 's/wait_q | dirty_q | entry_hit/wait_q | entry_hit/' \
        boc "boc_environment boc_values" boc.write=back
    run values bounded 8 "a copy outlives a result for the bank only" 's/valid_q & ~free & ~stale/valid_q \& ~free/' \
        boc "boc_environment boc_values" boc.write=hinted
    run values bounded 8 "a partial result clears dirty" 's/~(home & {ENTRIES{alloc_i & all_lanes}})/~home/' \
        boc "boc_environment boc_values" boc.write=back
    run values bounded 8 "a partial result leaves an entry transient" \
        's/transient_q & ~taken & ~awaits/transient_q \& ~taken/' boc "boc_environment boc_values" boc.write=hinted
    run values bounded 8 "a result writes all lanes" 's/written\[e\] & result_mask_i\[l\]/written[e]/' \
        boc "boc_environment boc_values" boc.write=through
fi
if [ "$tier" = large ]; then
    for w in through back hinted; do
        run invariant induction 2 "tags, locks, dirty is full, ranges, entries for misses" "" boc "$structure" \
            boc.write=$w boc.entries=4 boc.window=3
        run values induction 1 "a read never returns a stale value" "" \
            boc "$granted boc_values boc_values_induction" boc.write=$w boc.entries=4 boc.window=3
    done
fi
[ $count -gt 0 ] || { echo "prove: ONLY=$ONLY is no part of any line" >&2; exit 2; }
[ $bad -eq 0 ] || { echo "prove: $bad of $count lines are not as they have to be" >&2; exit 1; }
echo "prove: all $count lines are as they have to be"
