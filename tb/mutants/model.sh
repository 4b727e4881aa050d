#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Mutants of the golden model: one changed place of a source file each, compiled, and run on every rung of the
# verification that needs no RTL, and in lock-step with RTL without a mutation. See docs/mutants.md. Called by
# tb/mutants/mutants.sh, in the top directory.
#
# usage: model.sh make DIR CONFIG N SEED [key=value ...]
#        model.sh run DIR K             DIR/results/K: what kills mutant K
#        model.sh show DIR K            runs it with all output
# environment: MODEL_OBJECTS, all but the programs' main functions; MODEL_COMPILE, the compiler with its options; and
# memory, files, tests, columns of settings.tsv
#
# DIR/results/K has six columns: number, file; what kills it: cmodel run by its checks, the same by its counts, a unit
# test, lock-step; "-" that nothing does. What is not compiled has "stillborn" in all of them.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
here=$(cd "$(dirname "$0")" && pwd)
O=${O:-build}
. "$here/stimuli.sh"
die() { echo "mutants: $*" >&2; exit 2; }
libraries="-lyaml -lmd -lm -larchive -lcmocka -ldl -lpthread"

# cmodel STIMULUS: what it counts, checked by the oracle.
count() { # count PROGRAM STIMULUS
    # shellcheck disable=SC2046 # these are words
    limited 60 "$1" run -c "$(config_file "$(cat "$dir/config")")" $(cat "$dir/sets") --csv --quiet --jobs 1 \
        $(echo "$2" | sed 's/ --\(tags\|seed\) [0-9]*//g') </dev/null
}

make_all() {
    dir=$1 config=$2 n=$3 seed=$4
    shift 4
    hash=$(tb/flow/flow.sh hash "$config" "$@")
    # shellcheck disable=SC2046,SC2086 # these are words
    key=$({ echo "$hash"; cat "$here/model.sh" "$here/stimuli.sh" "$here/settings.tsv" tb/mutants/mutate.c \
        "$here/raise.awk" tb/random/*.c tb/random/bits.sh $(find cmodel -name "*.[ch]"); sha256sum $MODEL_OBJECTS; } |
        sha256sum | cut -c1-16)
    [ ! -f "$dir/key" ] || [ "$(cat "$dir/key")" != "$key" ] || return 0
    rm -rf "$dir"
    mkdir -p "$dir/results" || die "$dir cannot be written; set O= to a directory that can"
    # shellcheck disable=SC2046 # these are words
    "$O/mutate" list "$n" "$seed" $(for f in $files; do ls cmodel/*/"$f.c"; done) >"$dir/mutants.tsv"
    [ -s "$dir/mutants.tsv" ] || die "no mutant of the model with MODEL=$n; accepted: 1 to 999999"
    echo "mutants: $(wc -l <"$dir/mutants.tsv") mutants of the model for $config (seed $seed)" >&2
    # shellcheck disable=SC2086
    ar rcsT "$dir/model.a" $MODEL_OBJECTS
    for s in "$@"; do printf -- '--set %s ' "$s"; done >"$dir/sets"
    echo "$config" >"$dir/config"
    echo "$tests" >"$dir/tests"
    stimuli "$dir" "$memory" "$(config_file "$config")" "$@" >"$dir/stimuli" || exit 2
    tb/flow/flow.sh rtl "$config" "$@" >"$dir/rtl"
    tb/flow/flow.sh dut "$config" "$@" >"$dir/dut"
    tb/flow/flow.sh flops "$config" "$@" >"$dir/flops"
    # Without a mutation all must pass.
    i=0
    while read -r stimulus; do
        i=$((i + 1))
        count "$O/cmodel" "$stimulus" >"$dir/counts.$i" || die "the model fails without a mutation on $stimulus"
        lockstep "$O/cosim" "$stimulus" >"$dir/log" 2>&1 || { cat "$dir/log" >&2
            die "lock-step fails without a mutation on $stimulus"; }
    done <"$dir/stimuli"
    for t in $tests; do
        "$O/unit/test_$t" >"$dir/log" 2>&1 || { cat "$dir/log" >&2; die "test_$t fails without a mutation"; }
    done
    echo "$key" >"$dir/key"
}

lockstep() { # lockstep PROGRAM STIMULUS
    # shellcheck disable=SC2046,SC2086 # these are words
    limited 300 "$1" -c "$(config_file "$(cat "$dir/config")")" $(cat "$dir/sets") --rtl "$(cat "$dir/rtl")" \
        --dut "$(cat "$dir/dut")/libdut.so" --yosys "$(cat "$dir/flops")" $2 -q </dev/null
}

# link PROGRAM MAIN...: the program with the mutant.
link() {
    program=$work/$1
    shift
    # shellcheck disable=SC2086 # these are words
    $MODEL_COMPILE "$@" "$work/mutant.o" "$dir/model.a" -Wl,-S -o "$program" $libraries
}

# out COMMAND...: runs it; its output is kept, and shown if that is wanted.
out() {
    status=0
    "$@" >"$work/out" 2>"$work/err" || status=$?
    [ -z "${SHOW:-}" ] || { echo "$* (exit code $status)"; tail -n 30 "$work/out" "$work/err"; }
    return $status
}

# What kills it on each rung, as numbers of stimuli and names of tests.
rungs() {
    checks=- counts=- unit=- locked=-
    link cmodel "$O/obj/cmodel/run/main.o"
    link cosim "$O/obj/tb/lockstep/cosim.o"
    i=0
    while read -r stimulus; do
        i=$((i + 1))
        if ! out count "$work/cmodel" "$stimulus"; then [ $checks != - ] || checks=$i
        elif ! cmp -s "$work/out" "$dir/counts.$i"; then [ $counts != - ] || counts=$i
        fi
        [ $checks = - ] || break
    done <"$dir/stimuli"
    [ $checks = - ] || counts=${counts#-} counts=${counts:-$checks}
    for t in $(cat "$dir/tests"); do
        link "test_$t" "$O/obj/tb/unit/test_$t.o" "$O/obj/tb/unit/vector.o" "$O/obj/tb/unit/sm_bench.o" \
            "$O/obj/tb/unit/modern_bench.o"
        out limited 120 "$work/test_$t" || { unit=$t; break; }
    done
    i=0
    while read -r stimulus; do
        i=$((i + 1))
        out lockstep "$work/cosim" "$stimulus" || { locked=$i; break; }
    done <"$dir/stimuli"
}

run() {
    dir=$1 k=$2 work=$1/work.$2
    trap 'rm -rf "$work"' EXIT
    mkdir -p "$work"
    line=$(awk -F '\t' -v k="$k" '$1 == k' "$dir/mutants.tsv")
    [ -n "$line" ] || die "MUTANT=$k is not in $dir/mutants.tsv; accepted: 1 to $(wc -l <"$dir/mutants.tsv")"
    file=$(echo "$line" | cut -f 2)
    "$O/mutate" apply "$file" "$(echo "$line" | cut -f 3)" "$(echo "$line" | cut -f 4)" \
        "$(echo "$line" | cut -f 5)" >"$work/mutant.c"
    checks=stillborn counts=stillborn unit=stillborn locked=stillborn
    # shellcheck disable=SC2086 # $MODEL_COMPILE is words; what a mutant provokes warnings for is of no interest
    $MODEL_COMPILE -w -I"$(dirname "$file")" -c "$work/mutant.c" -o "$work/mutant.o" >"$work/err" 2>&1 || return 0
    rungs
}

command=$1
shift
case $command in
make) make_all "$@" ;;
run)
    run "$@"
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$k" "$file" "$checks" "$counts" "$unit" "$locked" >"$dir/results/.$k"
    mv "$dir/results/.$k" "$dir/results/$k" ;;
show)
    SHOW=yes
    run "$@"
    printf '%s\n' "$line"
    diff "$file" "$work/mutant.c" || [ $? -eq 1 ]
    printf 'checks of cmodel run: %s\ncounts: %s\nunit test: %s\nlock-step: %s\n' "$checks" "$counts" "$unit" \
        "$locked" ;;
*) die "'$command' is not a command of model.sh; accepted: make, run, show" ;;
esac
