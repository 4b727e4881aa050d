#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What CIAO counts in three workloads, for make results: redirected loads that hit and miss in shared memory, cutoff
# tests, and how stalls end. Sizes and settings are those of cmodel/experiments/scheduler_inputs.sh.
#
# usage: ciao_counts.sh              environment: O, OUT (folder of ciao_redirected.tsv, ciao_tests.tsv and of the runs)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
. cmodel/experiments/scheduler_inputs.sh
export O="${O:-build}"

run() { # FILE CONFIG WORKLOAD [key=value ...]
    file=$OUT/$1.csv config=$2 workload=$3
    shift 3
    echo "ciao_counts: $workload under $config $*"
    # shellcheck disable=SC2086 # $scheduler_settings is words
    WORKLOAD=$workload SIZE='' PARAM=$(sizes_of "$workload") tb/flow/flow.sh run "$config" - $scheduler_settings \
        "$@" -- --timing-only --csv -q -o "$file"
}
count() { # FILE NAME: a count, in groups of three digits
    awk -F , -v name="$2" '
        function grouped(n,    text) {
            for (; length(n) > 3; n = substr(n, 1, length(n) - 3)) text = "," substr(n, length(n) - 2) text
            return n text
        }
        $1 == name { print grouped($2); found = 1 }
        END { exit !found }' "$OUT/$1.csv"
}
over_gto() { # FILE
    awk -F , '$1 == "sm_ipc" { ipc[FILENAME] = $2 } END { printf "%.2f\n", ipc[ARGV[1]] / ipc[ARGV[2]] }' \
        "$OUT/$1.csv" "$OUT/gto.csv"
}

redirected() {
    printf 'CIAO-C, redirected loads\thit\tmiss\n'
    while IFS=: read -r file title; do
        hits=$(count "$file" shared_load_hits) && misses=$(count "$file" shared_load_misses) || exit 2
        printf '%s\t%s\t%s\n' "$title" "$hits" "$misses"
    done <<'END'
mvt_direct:`mvt_direct`
mvt_xor:the same with `shared.hash: xor`
bfs:`bfs`
END
}
row() { # TITLE COMMAND...: what the command says of the file of each way to count
    title=$1
    shift
    lanes=$("$1" lanes ${2:+"$2"}) && warps=$("$1" warps ${2:+"$2"}) || exit 2
    printf '%s\t%s\t%s\n' "$title" "$lanes" "$warps"
}
tests() {
    printf 'CIAO-T in `atax`\t`ciao.count: lanes`\t`warps`\n'
    row "tests in the whole run" count ciao_tests
    row "IPC over GTO" over_gto
    row "stalls that end by a test" count ciao_reactivations
    row "stalls that end by the end of the trigger" count ciao_trigger_releases
    row "stalls that end by patience" count ciao_rescues
}

run mvt_direct ciao_c mvt_direct
run mvt_xor ciao_c mvt_direct shared.hash=xor
run bfs ciao_c bfs
run gto sm_gto atax
run lanes ciao_t atax
run warps ciao_t atax ciao.count=warps
whole ciao_counts "$OUT/ciao_redirected.tsv" redirected
whole ciao_counts "$OUT/ciao_tests.tsv" tests
