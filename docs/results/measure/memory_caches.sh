#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Areas of memories at 7 nm beside those of netlists, for make results: the values of eight register caches as one
# memory, 64 rows of 1024 bits with three read ports and one write port; and the two banks of a sub-core. build/sram.
#
# usage: memory_caches.sh            environment: O, OUT (folder of memory_caches.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
O=${O:-build}

row() { # TEXT COUNT ROWS PORTS: um2 of so many memories, as one array each and in slices
    "$O/sram" bank --rows "$3" --bits 1024 --nm 7 --ports "$4" --tsv >"$OUT/sram.tsv" || exit 2
    cat "$OUT/sram.tsv" >&3
    awk -F '\t' -v OFS='\t' -v text="$1" -v count="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { um2 = sprintf("%.0f", count * 1e6 * $(at["area_mm2"])) }
        $1 == "monolithic" { one = um2 }
        $1 == "sliced16" { print text, one, um2 }' "$OUT/sram.tsv"
}
table() {
    printf 'um2 at 7 nm\tone array\tslices of 16 bytes\n'
    row "values of eight register caches" 1 64 3r1w
    row "two banks of 32 KB with one port" 2 256 1rw
    row "two banks of 32 KB with two ports" 2 256 1r1w
}
exec 3>&1
whole memory_caches "$OUT/memory_caches.tsv" table
