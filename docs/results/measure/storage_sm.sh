#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What CCWS adds to an SM in register bits, for make results: the modules around the sub-cores, of make storage.
#
# usage: storage_sm.sh               environment: O, OUT (folder of storage_sm.tsv and of what make storage has printed)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh

table() {
    make -s storage CONFIG=sm_ccws >"$OUT/storage_sm_ccws.txt" || exit 2
    cat "$OUT/storage_sm_ccws.txt" >&3
    awk -v OFS='\t' '
        BEGIN { print "part or module", "instances of sm_gto", "bits", "instances of sm_ccws", "bits", "more" }
        function row(what, a, b, c, d, e, f) {
            seen[what]++
            print what, a, b + c, d, e + f, (e + f > b + c ? "+" : "") e + f - b - c
        }
        $1 == "module" { within = 1; next }
        !within { next }
        $1 == "=" && $2 == "sub-cores" { row("four sub-cores", $3, $4, $5, $7, $8, $9); around = 1; next }
        $1 == "=" && $2 == "around" { row("around them", $3, $4, $5, $7, $8, $9); exit }
        around && NF >= 9 { row("`" $1 "`", $2, $3, $4, $6, $7, $8) }' "$OUT/storage_sm_ccws.txt"
}
exec 3>&1
whole storage_sm "$OUT/storage_sm.tsv" table
