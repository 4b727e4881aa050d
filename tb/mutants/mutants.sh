#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Mutation analysis: small faults are put into the generated RTL and into the golden model, and each rung of the
# verification is asked whether it sees them. See docs/mutants.md.
#
# usage: mutants.sh CONFIG [key=value ...]     further settings beside those of tb/mutants/settings.tsv
# environment: O; N, RTL mutants (200); SEED (1); KIND=rtl, model or both; JOBS, runs at a time; MUTANT=K, only this
# one, with all reports (KIND=rtl or model); DEEP, DEPTH, PROOF_SECONDS (tb/mutants/prove.sh); MODEL, mutants of the
# model (3 for each 10 of the RTL)
#
# Exit code: 0 the bars are met, 1 they are not, 2 usage, 77 without Yosys or Verilator. An interrupted analysis goes on
# where it was.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
export O="${O:-build}"
export SUBCORE_TRACE_CACHE=off         # a mutant of the trace reader must leave nothing behind
. tb/flow/workers.sh
die() { echo "mutants: $*" >&2; exit 2; }

config=${1:-malekeh}
shift
export N="${N:-200}" SEED="${SEED:-1}"
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
for pair in "N=$N 100000" "SEED=$SEED 999999999" "JOBS=$jobs 1000" "MUTANT=${MUTANT:-1} 100000" \
    "MODEL=${MODEL:-1} 100000" "DEPTH=${DEPTH:-1} 1000" "PROOF_SECONDS=${PROOF_SECONDS:-1} 100000"; do
    most=${pair##* } given=${pair% *}
    case ${given#*=} in
    ''|*[!0-9]*|0*|??????????*) bad=yes ;;
    *) bad=no; [ "${given#*=}" -le "$most" ] || bad=yes ;;
    esac
    [ $bad = no ] || die "$given; accepted: 1 to $most"
done
kind=${KIND:-both}
case $kind in
rtl|model) ;;
both) [ -z "${MUTANT:-}" ] || die "MUTANT= needs KIND=rtl or KIND=model" ;;
*) die "KIND=$kind is not known; accepted: rtl, model, both" ;;
esac
case ${DEEP:-top} in top|module|no) ;; *) die "DEEP=$DEEP is not known; accepted: top, module, no" ;; esac
for tool in yosys verilator; do
    command -v $tool >/dev/null 2>&1 || {
        echo "mutants: skipped, $tool is not installed; make deps installs it"
        exit 77; }
done

# Settings of the configuration, and what its programs are like.
name=$(basename "$config" .yaml)
line=$(awk -F '\t' -v name="$name" '
    !/^#/ { all = $0; text = $1; gsub(/[*]/, ".*", text);
        if (name ~ "^" text "$") { print all; exit } }' tb/mutants/settings.tsv)
memory=$(printf '%s\n' "$line" | cut -f 2)
files=$(printf '%s\n' "$line" | cut -f 3)
tests=$(printf '%s\n' "$line" | cut -f 4)
settings=$(printf '%s\n' "$line" | cut -f 5)
export memory files tests
extra=$(echo "$*" | tr -c 'A-Za-z0-9=\n' '_')
base=$O/mutants/$name${extra:+-$extra}
again="make mutants CONFIG=$config N=$N SEED=$SEED${*:+ SET='$*'}"
[ "$O" = build ] || again="$again O=$O"

# pending DIR: numbers of mutants without a result, or of which DEEP may prove what it has not proved before.
pending() {
    awk -F '\t' '{ print $1 }' "$1/mutants.tsv" | while read -r k; do
        if [ ! -f "$1/results/$k" ]; then echo "$k"
        elif [ "${DEEP:-top}" != no ] && [ "$(cut -f 9 "$1/results/$k")" = unproved ]; then echo "$k"
        fi
    done
}

# begin DIR: nobody else works there.
begin() {
    mkdir -p "$O/mutants" 2>/dev/null && [ -w "$O/mutants" ] ||
        die "$O/mutants cannot be written; set O= to a directory that can"
    only_run "$1.lock" "mutants: what is kept in $1"
    trap 'dismiss; echo "mutants: interrupted; the same command goes on where it has stopped" >&2; exit 130' INT TERM
}

# `set -e` is off in what follows, because the functions' results are looked at.

# all SCRIPT DIR: runs what is pending, several at a time, and says how far it is.
all() {
    script=$1 dir=$2 total=$(wc -l <"$2/mutants.tsv")
    begin=$(date +%s) failed=$dir/failed
    rm -f "$failed"
    pending "$dir" >"$dir/pending"
    workers "$dir/pending" -P "$jobs" -I '{}' sh -c '
        [ ! -f "$4" ] || exit 0
        "$1" run "$2" {} || { touch "$4"; exit 0; }
        done=$(ls "$2/results" | wc -l)
        [ $((done % 20)) -ne 0 ] || echo "mutants: $done of $3, $(($(date +%s) - $5)) s" >&2' \
        mutants "$script" "$dir" "$total" "$failed" "$begin"
    [ ! -f "$failed" ] || die "stopped: a mutant could not be run; the message is above"
    find "$dir/results" -name '[0-9]*' -exec cat '{}' + | sort -n >"$dir/results.tsv"
}

rtl() {
    dir=$base-$N-$SEED
    begin "$dir"
    # shellcheck disable=SC2086 # $settings are words
    tb/mutants/rtl.sh make "$dir" "$config" "$N" "$SEED" $settings "$@" || exit 2
    [ -z "${MUTANT:-}" ] || { tb/mutants/rtl.sh show "$dir" "$MUTANT"; return; }
    all tb/mutants/rtl.sh "$dir"
    echo "RTL of $name ($settings${*:+ $*}), N=$N SEED=$SEED"
    status=0
    awk -F '\t' -f tb/mutants/proved.awk -f tb/mutants/table.awk "$dir/results.tsv" || status=1
    awk -F '\t' -v again="$again KIND=rtl" -f tb/mutants/proved.awk -f tb/mutants/list.awk "$dir/mutants.tsv" \
        "$dir/results.tsv"
    echo "every mutant: $dir/mutants.tsv, $dir/results.tsv"
    return $status
}

model() {
    dir=$base-model-$N-$SEED
    begin "$dir"
    # shellcheck disable=SC2086 # $settings are words
    tb/mutants/model.sh make "$dir" "$config" "${MODEL:-$(((N * 3 + 9) / 10))}" "$SEED" $settings "$@" ||
        exit 2
    [ -z "${MUTANT:-}" ] || { tb/mutants/model.sh show "$dir" "$MUTANT"; return; }
    all tb/mutants/model.sh "$dir"
    echo "model of $name ($settings${*:+ $*}), N=$N SEED=$SEED"
    status=0
    awk -F '\t' -v again="$again KIND=model" -f tb/mutants/model_table.awk "$dir/mutants.tsv" "$dir/results.tsv" ||
        status=1
    echo "every mutant: $dir/mutants.tsv, $dir/results.tsv"
    return $status
}

# shellcheck disable=SC2086 # $settings are words
tb/flow/flow.sh notes rtl "$config" $settings "$@"
# shellcheck disable=SC2086 # $settings are words
rtl=$(tb/flow/flow.sh rtl "$config" $settings "$@")
! grep -lqs "negedge rst_ni" "$rtl"/*.v ||
    die "rtl.reset of $config is async_low, and proofs of mutants know rst_i; accepted: rtl.reset=sync_high"
! grep -lqs "posedge gate_" "$rtl"/*.v ||
    die "rtl.clock_gate of $config is cell, and proofs of mutants know one clock; accepted: rtl.clock_gate=none"
code=0
case $kind in rtl|both) rtl "$@" || code=$? ;; esac
[ $code -le 1 ] || exit $code
case $kind in model|both) model "$@" || code=$? ;; esac
exit $code
