#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Means of hits, bank writes and energy of register caches in both ways of counting, for make results: the figures of
# build/cmodel profile.
#
# usage: rfc_means.sh                environment: O, OUT (folder of rfc_means.tsv and of the figures)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
O=${O:-build}

figure() { # NUMBER COUNTING
    "$O/cmodel" profile --figure "rfc:$1" --csv --set rfc.compat="$2" -o "$OUT/rfc_$1.$2.csv" >&3 || exit 2
    cat "$OUT/rfc_$1.$2.csv" >&3
}
mean() { # FILE MODEL [MEASURE]
    awk -F , -v model="$2" -v measure="${3:-}" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $(at["workload"]) == "mean" && (measure == "" || $1 == measure) { printf "%.1f %%", $(at[model]) }' "$1"
}
row() { # TEXT PAPER FIGURE MODEL [MEASURE]
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$(mean "$OUT/rfc_$3.rfc_sim.csv" "$4" "${5:-}")" \
        "$(mean "$OUT/rfc_$3.none.csv" "$4" "${5:-}")"
}
table() {
    for f in 9 10 11 15; do figure $f rfc_sim; figure $f none; done
    two=rfc_2way_compiler_interleaved eight=rfc_8way_write
    printf 'mean\tpaper\t`rfc_sim`\t`none`\n'
    row "reads that hit, \`$eight\`" - 9 $eight
    row "reads that hit, \`$two\`" - 9 $two
    row "bank writes saved, \`$eight\`" - 10 $eight bank_writes_saved
    row "energy saved, \`$two\`" "up to 40 %" 11 $two
    row "energy saved, \`$eight\`, GEMMs" "-23 % at worst" 15 $eight
}
exec 3>&1
whole rfc_means "$OUT/rfc_means.tsv" table
