#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lines, toggles and cover points of the small configurations in tb/coverage/coverage.tsv, on its programs and in the
# benches of its modules, all in lock-step.
#
# usage: coverage.sh [NAME...]      names of tb/coverage/coverage.tsv; none: all. Environment: O, COVERAGE_TABLE another
# table, COVERAGE_OUT ($O/coverage) where it all goes, COVERAGE_CYCLES (20000) of every module alone; 0: no module runs
# alone
#
# Writes holes.tsv there: what no program reaches, with who does or the reason. Prints a table of modules.
# Exit codes: 0 done, 1 a run failed, 2 usage.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
O=${O:-build}
table=${COVERAGE_TABLE:-tb/coverage/coverage.tsv}
reasons=tb/coverage/coverage_reasons.tsv out=${COVERAGE_OUT:-$O/coverage}
die() { echo "coverage: $*" >&2; exit 2; }
command -v verilator_coverage >/dev/null 2>&1 || die "verilator_coverage is not there (Debian package verilator)"

names=$(grep -v '^#' "$table" | cut -f1)
for n in "$@"; do
    echo "$names" | grep -qxF -- "$n" || die "CONFIG=$n is no name in $table; accepted: $(echo $names)"
done
complete=0
[ $# -gt 0 ] || { complete=1; set -- $names; }
mkdir -p "$out" 2>/dev/null && [ -w "$out" ] || die "$out cannot be written; set O= to a directory that can"
cycles=${COVERAGE_CYCLES:-20000}
case $cycles in *[!0-9]*|"") die "COVERAGE_CYCLES=$cycles is not a number; accepted is 0 and up" ;; esac
. tb/flow/workers.sh
only_run "$out/lock" "coverage: what is kept in $out"
rm -f "$out"/*.dat "$out"/*.tsv "$out"/*.list "$out"/*.merged "$out"/*.start "$out"/*.constants "$out"/*.alone \
    "$out"/*.bench

# The designs are compiled without optimisation: what takes time is to compile them.
export VERILATE_OPT=${VERILATE_OPT:--O0}
tab=$(printf '\t')

# run NAME CONFIG SETTINGS PROGRAM NUMBER
run() {
    trace="" arguments="" WORKLOAD="" PARAM=""
    case $4 in
    trace=*) trace=${4#*=} ;;
    random=*|bits=*)
        trace=$out/random-$1-$5
        # shellcheck disable=SC2046 # these are words
        "$O/random_trace" -o "$trace" $(echo "${4#*=}" | tr ',' ' ') >/dev/null
        arguments="--tags $5 --sthld $5"
        sets=$(for s in $3; do echo "--set $s"; done)
        # shellcheck disable=SC2086 # these are words
        [ "${4%%=*}" = random ] ||
            arguments="$arguments $(tb/random/bits.sh any "$5" "$trace" "$trace.bits" -c "configs/$2.yaml" $sets)" ||
            exit 1 ;;
    workload=*) WORKLOAD=${4#*=} PARAM=${WORKLOAD#*,} WORKLOAD=${WORKLOAD%%,*}
        [ "$PARAM" != "$WORKLOAD" ] || PARAM="" ;;
    *) die "$table: the program '$4' of $1 is none; accepted: trace=FOLDER, random=OPTIONS, bits=OPTIONS," \
        "workload=NAME, alone=MODULE,CYCLES" ;;
    esac
    export WORKLOAD PARAM
    printf 'coverage: %-10s %-32s ' "$1" "$4"
    # shellcheck disable=SC2086 # these are words
    if COVERAGE=$out/$1-$5 tb/flow/flow.sh cosim "$2" "$trace" $3 -- $arguments --quiet >"$out/log" 2>&1; then
        sed -n "s,^lock-step: ,,p" "$out/log" | cut -c1-80
    else
        echo "FAILED"
        cat "$out/log"
        exit 1
    fi
}

# Modules in their benches: what they reach there, into NAME.NUMBER.bench. Whatever differs ends the analysis; so does a
# cover point of a bench that is not reached. run_alone NAME CONFIG SETTINGS NUMBER CYCLES [MODULE]
run_alone() {
    [ "$cycles" -gt 0 ] || return 0
    printf 'coverage: %-10s %-32s ' "$1" "${6:-modules} alone, $5 cycles"
    # shellcheck disable=SC2086 # these are words
    COVERAGE=$out/$1.$4.bench N=$5 MODULE=${6:-} tb/alone/alone.sh "$2" $3 >"$out/log" 2>&1 ||
        { echo "FAILED"; cat "$out/log"; exit 1; }
    sed -n "\$s,^unit: ,,p" "$out/log"
}

# Bits that never change, into NAME.constants; kept by the text of the RTL and by what decides it.
list_constants() {
    if [ ! -x "$O/constant" ]; then
        [ -n "$told" ] || echo "coverage: no bit is proved constant: $O/constant is not there, which needs" \
            "libcadical-dev (.ci/deps --formal)"
        told=yes
        return 0
    fi
    kept=$O/constants/$({ sed -n '/[.]v$/p' "$2/manifest.txt"; cat tb/coverage/constants.* \
        tb/formal/equal/constant.c; } |
        sha256sum | cut -c1-16).tsv
    [ -f "$kept" ] || { printf 'coverage: %-10s which bits are constant ...\n' "$1"
        tb/coverage/constants.sh "$2" "$kept" ||
            { echo "coverage: $1: no bit is proved constant; what is said above is why"; return 0; }; }
    cp "$kept" "$out/$1.constants"
}
told=""

for n in "$@"; do
    line=$(grep "^$n$tab" "$table")
    config=$(echo "$line" | cut -f2) settings=$(echo "$line" | cut -f3) programs=$(echo "$line" | cut -f4)
    number=0
    for p in $programs; do
        number=$((number + 1))
        case $p in
        alone=*,*)
            module=${p#alone=}
            run_alone "$n" "$config" "$settings" "$number" "${module#*,}" "${module%,*}" ;;
        *) run "$n" "$config" "$settings" "$p" "$number" ;;
        esac
    done
    verilator_coverage --write "$out/$n.start" "$out/$n"-*-start.dat >"$out/log" 2>&1 || { cat "$out/log"; exit 1; }
    rm "$out/$n"-*-start.dat
    run_alone "$n" "$config" "$settings" 0 "$cycles"
    [ "$cycles" -eq 0 ] || verilator_coverage --write "$out/$n.alone" "$out/$n".*.bench >"$out/log" 2>&1 ||
        { cat "$out/log"; exit 1; }
    verilator_coverage --write "$out/$n.merged" "$out/$n"-*.dat >"$out/log" 2>&1 || { cat "$out/log"; exit 1; }
    # shellcheck disable=SC2086 # these are words
    rtl=$(tb/flow/flow.sh rtl "$config" $settings)
    echo "$n$tab$rtl" >>"$out/rtl.list"
    list_constants "$n" "$rtl"
done

awk -f tb/coverage/coverage.awk -v reasons="$reasons" -v out="$out" -v rtl="$out/rtl.list" -v complete=$complete \
    "$out"/*-*.tsv
