#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that modules of the generated Verilog equal functions of the golden model, and properties of the BOC and of the
# path from BOCs to banks, of the coalescer and the L1 data cache, of CIAO's decisions, of the sub-core without
# collectors, and of register files that a compiler manages, for every value of their inputs and every sequence of
# them, at small parameters. See docs/formal.md.
#
# usage: prove.sh [small|all|large]       small: about a minute; all: the default, minutes; large: more entries, long
#        environment: O; PROVE=equal, boc, l1d, ciao, shared, modern or levels, else all; ONLY=part of a line's name;
#        TRACE=yes keeps names and writes a waveform of a counterexample
#
# The properties are texts in this directory, lines of the tables are in prove_*.sh. A line is a
# proof, or a control: the same properties of the module with a fault planted into its text, which have to fail, with a
# counterexample that starts from reset.
#
# exit code: 0, 1 a proof fails or a control is proved, 2 usage, 77 without Yosys
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
formal=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$formal/../.." && pwd)
O=${O:-build}
tier=${1:-all}
case $tier in small|all|large) ;; *) echo "prove: '$tier' is not known; accepted: small, all, large" >&2; exit 2 ;; esac
what=${PROVE:-equal boc l1d ciao shared modern levels}
case $what in
equal|boc|l1d|ciao|shared|modern|levels|"equal boc l1d ciao shared modern levels") ;;
*) echo "prove: PROVE=$what is not known; accepted: equal, boc, l1d, ciao, shared, modern, levels" >&2; exit 2 ;;
esac
command -v yosys >/dev/null 2>&1 || { echo "prove: skipped, Yosys is not installed; make deps installs it"; exit 77; }
cd "$top"
[ -x "$O/rtl_gen" ] || { echo "prove: $O/rtl_gen is not there; make formal builds it" >&2; exit 2; }
mkdir -p "$O/formal"
exec 9>"$O/formal/${PROVE:-all}-$tier.lock"
flock -n 9 || {
    echo "prove: the same proofs are being run in $O/formal; wait for their end, or take another O=" >&2
    exit 2
}

bad=0 count=0
format='%-9s %-58s %-30s %-22s %5s  %s\n'

# take GROUP KIND STEPS TEXT FAULT SETTINGS...: begins a line of the table in $work; 1 if ONLY does not name it. KIND is
# induction, bounded (to STEPS cycles behind reset, one after the other), within (the same, but all at once: quicker
# if there is a counterexample), or reaches (the same, of an event that has to be found: its negation is the property).
take() {
    group=$1 kind=$2 steps=$3 text=$4 fault=$5
    shift 5
    [ -z "$fault" ] || text="control: $text"
    name="$group $kind $text $*"
    case $name in *"${ONLY:-}"*) ;; *) return 1 ;; esac
    count=$((count + 1))
    work=$O/formal/${PROVE:-all}-$tier/$count
    rm -rf "$work" && mkdir -p "$work"
}

# lost_fault FILE: a fault that is no longer one.
lost_fault() {
    echo "prove: the fault '$fault' does not find its text in $1"
    bad=$((bad + 1))
}

# take_modules "MODULE ..." CONFIG [key=value ...]: generated modules in $work, with the fault of the line planted into
# them; $sources are their files. 1: the fault is none any more, and that has been said.
take_modules() {
    parts=$1 planted="" sources=""
    shift
    case $fault in *" "*) ;; *) planted=$fault ;; esac
    rtl=$(FAULT=$planted tb/flow/flow.sh rtl "$@") || exit $?
    for p in $parts; do
        cp "$rtl/$p.v" "$work/$p.v" || exit 2
        sources="$sources $work/$p.v"
    done
    case $fault in
    *" "*)
        p=${fault%% *}.v
        sed "${fault#* }" "$rtl/$p" >"$work/$p"
        ! cmp -s "$rtl/$p" "$work/$p" || { lost_fault "$rtl/$p"; return 1; } ;;
    esac
}

# properties FILES: texts of this directory. `INVARIANT is assert, or assume in what is taken for granted (=), or it
# asks nothing (-) where only names that the text defines are needed.
properties() {
    # shellcheck disable=SC2048 # these are words
    for f in $*; do
        case $f in
        =*) echo '`define INVARIANT assume'; cat "$formal/${f#=}.vh" ;;
        -*) echo '`define INVARIANT cover'; cat "$formal/${f#-}.vh" ;;
        *) echo '`define INVARIANT assert'; cat "$formal/$f.vh" ;;
        esac
    done
}

# decide READ GATES SETTINGS...: the commands that read the proof, and those that make gates of it; then what came out.
decide() {
    read=$1 gates=$2
    shift 2
    trace=""
    [ "${TRACE:-no}" != yes ] || { gates="memory_map; opt -full"; trace="-show-public -dump_vcd $work/trace.vcd"; }
    case $kind in
    induction) search="-tempinduct -maxsteps $steps -seq 1" ;;
    bounded) search="-tempinduct -tempinduct-baseonly -maxsteps $steps -seq 1" ;;
    within|reaches) search="-seq $steps" ;;
    esac
    begin=$(date +%s)
    status=0
    # A name of the module that is gone is an error: Yosys would make a free wire of it.
    yosys -q -e "is implicitly declared" -l "$work/log" -p "$read; chformal -cover -remove; $gates;
        sat -verify -prove-asserts -set-assumes $search $trace" >"$work/out" 2>&1 || status=$?
    seconds=$(($(date +%s) - begin))
    last=$(sed -n 's/^\[base case \([0-9]*\)\] Solving.*/\1/p' "$work/log" | tail -n 1)
    if grep -q '^Induction step proven: SUCCESS' "$work/log"; then outcome=proved how="induction, $last deep"
    elif grep -q 'model found for base case: FAIL' "$work/log"; then outcome=refuted how="cycle $((last + 1))"
    elif grep -q 'model found: FAIL' "$work/log"; then outcome=refuted how="within $steps cycles"
    elif [ "$kind" = bounded ] && [ "$last" = "$steps" ] && [ $status -eq 0 ]; then
        outcome=proved how="bounded to $steps cycles"
    else outcome=open how="$kind"
    fi
    next=""
    # Only induction says which case it solves; the others end well if there is no sequence.
    case $kind in within|reaches) stopped=$status ;; *) stopped=${last:+0} ;; esac
    if [ $outcome = open ] && [ "$stopped" != 0 ]; then
        outcome="NOT PROVED" bad=$((bad + 1))
        next="Yosys stopped: $(tail -n 1 "$work/out")"
    elif [ -n "$fault" ] && [ $outcome = refuted ]; then outcome="fails, as it has to"
    elif [ -n "$fault" ]; then
        outcome="NOT REFUTED" bad=$((bad + 1))
        next="the properties do not see the fault '$fault' in $steps cycles: they are too weak, or it does no harm"
    elif [ "$kind" = reaches ] && [ $outcome = refuted ]; then outcome=reached
    elif [ "$kind" = reaches ]; then
        outcome="NOT REACHED" bad=$((bad + 1))
        next="no sequence of $steps cycles meets the assumptions and comes there: proofs with them may say nothing"
    elif [ $outcome = refuted ]; then
        outcome=FAILS bad=$((bad + 1))
        next="a sequence from reset breaks it; again with TRACE=yes PROP='$text' writes it to $work/trace.vcd"
    elif [ $outcome != proved ]; then
        outcome="NOT PROVED" bad=$((bad + 1))
        next="no counterexample in $last cycles, but the invariants do not suffice, or Yosys stopped; read $work/log"
    fi
    changed=$(echo "$*" | sed 's, *collector.count=[0-9]*,,; s,[a-z0-9]*[.],,g')
    printf "$format" "$group" "$text" "$changed" "$how" "$seconds" "$outcome"
    [ -z "$next" ] || printf '    next: %s\n' "$next"
}

. "$formal/prove_equal.sh"
. "$formal/prove_boc.sh"
. "$formal/prove_l1d.sh"
. "$formal/prove_ciao.sh"
. "$formal/prove_shared.sh"
. "$formal/prove_modern.sh"
. "$formal/prove_levels.sh"

yosys -V | sed 's/ (.*//'
for w in $what; do
    "lines_$w"
done
[ $count -gt 0 ] || {
    echo "prove: PROP=$ONLY is in no line; accepted: a part of one as the table without PROP shows it" >&2
    exit 2
}
[ $bad -eq 0 ] || { echo "prove: $bad of $count lines are not as they have to be" >&2; exit 1; }
echo "prove: all $count lines are as they have to be"
