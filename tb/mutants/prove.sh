#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves with Yosys and its ABC that a mutant of generated Verilog is equivalent. See docs/mutants.md, "Survivors".
#
# usage: prove.sh module DIR K MODULE the same next states and outputs of its module in every state; or in every state
#                                     for all inputs that contract.awk says its environment gives
#        prove.sh comb DIR K MODULE   the same of its module in every state that the invariant of a proof of
#                                     tb/formal/equal allows; or of all modules that have instances of it in every state
#        prove.sh deep DIR K MODULE   the same of the whole design; of its module in every state that a property
#                                     of make formal allows; then in every state that is reached from reset: of its
#                                     module for all inputs that contract.awk allows, then of the whole design; else
#                                     bounded to DEPTH cycles. What memories give is free.
#        environment: DEPTH (4); PROOF_SECONDS (180), processor time of a question; INVARIANT_SECONDS (600), likewise of
#        proving that an invariant holds and lasts; DEEP (top: all of this; module: no induction over the whole design,
#        which takes minutes; no: none of deep). A program that has no time left exits with 152.
# Prints one word: unproved, module, contract, invariant, parents, design, property, induction_module, induction_top,
# bounded_N.
# DIR is what rtl.sh has made.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
here=$(cd "$(dirname "$0")" && pwd)
[ $# -eq 4 ] || { echo "mutants: usage: prove.sh module|comb|deep DIR K MODULE" >&2; exit 2; }
O=${O:-build}
. "$here/stimuli.sh"
command=$1 dir=$(cd "$2" && pwd) k=$3 module=$4
depth=${DEPTH:-4} limit=${PROOF_SECONDS:-180}
work=$dir/proof.$k
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
mutation=$(awk -F '\t' -v k="$k" '$1 == k { print $3 }' "$dir/mutants.tsv")
formal=tb/formal
. "$formal/prove_equal.sh"
configuration=$(config_file "$(cat "$dir/config")")
top=$(sed -n '$s/[.]v$//p' "$dir/rtl/subcore.f")

# Commands for a miter of the module ROOT without and with the mutation. In both the instances of the modules OPEN are
# opened; all others become inputs and outputs, and so do all registers, under their own names: a wire or an output that
# has a register's bits may have others in the mutant. Memories of ROOT itself become registers.

# Of the cases of a cell that hold together the first one counts, as in the text that Yosys has written for the
# simulator. Without a mutation one holds at most, and Yosys makes gates that take them together.
cat >"$work/cases.v" <<'V'
(* techmap_celltype = "$pmux" *)
module first_case (A, B, S, Y);
    parameter WIDTH = 1;
    parameter S_WIDTH = 1;
    input [WIDTH-1:0] A;
    input [WIDTH*S_WIDTH-1:0] B;
    input [S_WIDTH-1:0] S;
    output [WIDTH-1:0] Y;

    wire [WIDTH*(S_WIDTH+1)-1:0] from;                   // the choice of this case and those behind it

    assign from[WIDTH*S_WIDTH +: WIDTH] = A;
    assign Y = from[0 +: WIDTH];

    genvar i;
    generate
        for (i = 0; i < S_WIDTH; i = i + 1) begin : g_case
            assign from[WIDTH*i +: WIDTH] = S[i] ? B[WIDTH*i +: WIDTH] : from[WIDTH*(i+1) +: WIDTH];
        end
    endgenerate
endmodule
V

# part ROOT COPY "OPEN ...": the module, called gold or gate.
part() {
    case " $1 $3 " in *" $module "*) ;; *)
        echo "mutants: $module stays closed in a question about $1" >&2
        exit 2 ;;
    esac
    echo "read_rtlil $dir/base.il"
    [ "$2" = gold ] || echo "mutate $mutation"
    echo "setattr -mod -set keep_hierarchy 1 *"
    for m in $3; do echo "setattr -mod -unset keep_hierarchy $m"; done
    echo "setattr -mod -unset keep_hierarchy $1"
    echo "hierarchy -top $1"
    [ -z "$3" ] || echo "flatten $1"
    printf 'rename %s %s\nsetattr -mod -unset top %s\n' "$1" "$2" "$2"
}

# miter ROOT "OPEN ..." [OPTION]: what both have in common is there once, in gates: cells with the same inputs are
# merged, from the inputs on, and what no difference depends on is dropped. What is left lies between the mutation and
# where it is seen. A value that the RTL leaves undefined counts as 0 in both.
miter() {
    part "$1" gold "$2"
    echo "design -stash gold"
    part "$1" gate "$2"
    cat <<YS
design -copy-from gold -as gold gold
opt_clean gold gate
memory_collect gold gate
memory_map gold gate
rename -hide gold/w:* gold/w:*_q %d gold/w:*mem[* %d gate/w:* gate/w:*_q %d gate/w:*mem[* %d
opt_clean gold gate
iopadmap -bits -outpad \$_BUF_ A:Y gold gate
expose -dff -evert-dff -evert gold gate
opt_clean gold gate
select -assert-none gold/t:\$*ff* gate/t:\$*ff*
miter -equiv ${3:-} -flatten gold gate miter
delete gold gate
hierarchy -top miter
setundef -zero
opt_merge
opt_expr
opt_clean
opt_merge
opt_expr
opt_clean
techmap -map $work/cases.v
techmap
setundef -zero
opt_expr
opt_merge
opt_clean
opt_expr
opt_merge
opt_clean
opt_expr
opt_merge
opt_clean
YS
}

# ask TOP ABC-COMMANDS: what ABC says of the only output of module TOP, which the script $work/question.ys leaves, if it
# is asked whether that is ever 1. Sets $outcome to proved, refuted or open (no time left), and $cycles to the last one
# that it has examined, from 0 on.
ask() {
    cat >>"$work/question.ys" <<YS
hierarchy -top $1
proc
flatten
opt_clean
techmap
aigmap
opt_clean -purge
write_aiger -zinit $work/question.aig
YS
    yosys -q "$work/question.ys" >"$work/out" 2>&1 || { cat "$work/out" >&2; exit 2; }
    status=0
    # shellcheck disable=SC3045 # Debian's sh has it
    (ulimit -S -t "$limit"
     yosys-abc -c "read_aiger $work/question.aig; $2; print_status" || exit $?) >"$work/log" 2>&1 || status=$?
    case $status in 0|152) ;; *) cat "$work/log" >&2; exit 2 ;; esac
    outcome=$(sed -n 's/^Status = 1 .*/proved/p; s/^Status = 0 .*/refuted/p; s/^Status = -1 .*/open/p' "$work/log")
    cycles=$(sed -n 's/^Status = .* Frames = *\([0-9]*\) .*/\1/p' "$work/log")
    [ -n "$outcome" ] || [ $status -eq 152 ] || { cat "$work/log" >&2; exit 2; }
    [ -n "$outcome" ] || outcome=open
}

# same ROOT "OPEN ...": whether next states and outputs are the same in every state.
same() {
    miter "$@" >"$work/question.ys"
    ask miter iprove
    [ $outcome = proved ]
}

# bench ROOT "OPEN ..." CONTRACT [run]: a question about the miter in a bench, with CONTRACT (yes) for all inputs that
# the module's environment gives it as far as contract.awk knows, or (property) also in states that it knows of only,
# which fails if it knows of none.
bench() {
    { miter "$1" "$2" "-make_outputs -make_outcmp"
      echo "write_rtlil $work/miter.il"; } >"$work/miter.ys"
    yosys -q "$work/miter.ys" >"$work/out" 2>&1 || { cat "$work/out" >&2; exit 2; }
    : >"$work/contract.v"
    kept=""
    if [ "$3" != no ]; then
        awk -v root="$1" -v property="${3#yes}" -f "$here/contract.awk" "$dir/base.il" "$work/miter.il" \
            >"$work/contract.v"
        [ ! -s "$work/contract.v" ] || kept=yes
    fi
    registers=$dir/rtl/registers.tsv root=$1
    [ "$1" != "$top" ] || root=""
    awk -v run="${4:-}" -v contract="$kept" -v root="$root" -f "$here/bench.awk" "$registers" "$work/miter.il" \
        >"$work/bench.v"
    echo "read_rtlil $work/miter.il; read_verilog $work/contract.v $work/bench.v" >"$work/question.ys"
    [ "$3" != property ] || [ "$kept" = yes ]
}

# keeping CONTRACT ROOT: whether they are for all inputs that keep the contract, in states as `bench` says.
keeping() {
    bench "$2" "" "$1" || return 1
    ask bench iprove
    [ $outcome = proved ]
}

# reached ROOT "OPEN ..." CONTRACT: the same in every state that is reached from reset. Sets $outcome.
reached() {
    bench "$1" "$2" "$3" run
    ask bench "pdr -T $limit"
}

# bounded: whether they are, for what reached() has asked, in the first DEPTH cycles behind reset.
bounded() {
    ask bench "bmc3 -F $((depth + 2)) -T $limit"
    [ $outcome != refuted ] && [ "${cycles:-0}" -gt "$depth" ]
}

# gates ROOT COPY: the module as a file of gates, without or with the mutation, all of its instances opened.
gates() {
    [ ! -s "$work/$2.blif" ] || return 0
    { part "$1" "$2" "$all"
      cat <<YS
hierarchy -top $2
techmap -map $work/cases.v
$equal_gates
write_blif $work/$2.blif
YS
    } >"$work/gates.ys"
    yosys -q -l "$work/log" "$work/gates.ys" >"$work/out" 2>&1 || { cat "$work/out" >&2; exit 2; }
}

# roots MODULE: the modules with a proof of tb/formal/equal that have all instances of it; fails if there is none for
# one of them, or it says nothing of a design with such modules as this one has.
roots() {
    harness=$formal/equal/functions/rtl_${1%__*}.c
    if [ -f "$harness" ]; then
        for other in $(sed -n 's,^/\* not beside: \(.*\) \*/$,\1,p' "$harness"); do
            ! grep -qx "module [\\]$other\(__[0-9]*\)*" "$dir/base.il" || return 1
        done
        echo "$1"
        return 0
    fi
    [ "$1" != "$top" ] || return 1
    for p in $(awk -v module="$1" -f "$here/parents.awk" "$dir/base.il"); do
        roots "$p" || return 1
    done
}

# invariant ROOT: proves once for all mutants that the invariant of ROOT holds after reset and lasts. What other mutants
# are proving is waited for.
invariant() {
    kept=$dir/invariant.$1
    (
        flock 9
        [ ! -f "$kept" ] || exit 0
        status=0
        # shellcheck disable=SC2046,SC3045 # these are words
        (ulimit -S -t "${INVARIANT_SECONDS:-600}"; "$O/equal" -c "$configuration" $(cat "$dir/sets") --invariant \
            "$work/gold.blif" "$work/program" || exit $?) >"$work/out" 2>&1 || status=$?
        case $status in 0|1|152) ;; *) cat "$work/out" >&2; exit 2 ;; esac
        echo $status >"$kept.new"
        mv "$kept.new" "$kept"
    ) 9>"$kept.lock" || exit 2
    [ "$(cat "$kept")" -eq 0 ]
}

# allowed: the same in every state that the invariants of the modules around allow.
allowed() {
    found=$(roots "$module") || return 1
    [ -n "$found" ] || return 1
    for root in $(echo "$found" | sort -u); do
        rm -f "$work"/*.blif
        gates "$root" gold
        gates "$root" gate
        equal_program "${root%__*}" || { cat "$work/cc.log" >&2; exit 2; }
        status=0
        # shellcheck disable=SC2046,SC3045 # these are words
        (ulimit -S -t "$limit"; "$O/equal" -c "$configuration" $(cat "$dir/sets") --mutant "$work/gate.blif" \
            "$work/gold.blif" "$work/program" || exit $?) >"$work/out" 2>"$work/err" || status=$?
        case $status in
        0) invariant "$root" || return 1 ;;
        1|152) return 1 ;;
        *) cat "$work/err" >&2; exit 2 ;;
        esac
    done
}

# Everything but the rows of the register file. A question that leaves the mutated module closed would compare the
# design with itself: of these rows none is asked of the whole design.
all=$(sed -n 's/^module [\\]//p' "$dir/base.il" | grep -vx "sram_1rw\|$top" | tr '\n' ' ')
case $command in
module)
    if same "$module" ""; then echo module
    elif keeping yes "$module"; then echo contract
    else echo unproved
    fi ;;
comb)
    if [ -x "$O/equal" ] && command -v riscv64-linux-gnu-gcc >/dev/null && allowed; then echo invariant; exit 0; fi
    good=yes
    for parent in $(awk -v module="$module" -f "$here/parents.awk" "$dir/base.il"); do
        [ $good = no ] || same "$parent" "$module" || good=no
    done
    if [ "$module" = "$top" ] || [ $good = no ]; then echo unproved; else echo parents; fi ;;
deep)
    [ "${DEEP:-top}" != no ] || { echo unproved; exit 0; }
    whole=yes
    case " $top $all" in *" $module "*) ;; *) whole=no ;; esac
    if [ $whole = yes ] && same "$top" "$all"; then echo design; exit 0; fi
    if keeping property "$module"; then echo property; exit 0; fi
    reached "$module" "" yes
    [ "$outcome" != proved ] || { echo induction_module; exit 0; }
    [ "${DEEP:-top}" = top ] && [ $whole = yes ] || { echo unproved; exit 0; }
    reached "$top" "$all" no
    if [ "$outcome" = proved ]; then echo induction_top
    elif bounded; then echo "bounded_$depth"
    else echo unproved
    fi ;;
*) echo "mutants: '$command' is not a command of prove.sh; accepted: module, comb, deep" >&2; exit 2 ;;
esac
