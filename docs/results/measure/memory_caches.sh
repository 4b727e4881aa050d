#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area of the values of eight register caches as one memory at 7 nm, for make results: build/sram, 64 rows of 1024 bits
# with three read ports and one write port.
#
# usage: memory_caches.sh            environment: O, OUT (folder of memory_caches.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
O=${O:-build}

table() {
    "$O/sram" bank --rows 64 --bits 1024 --nm 7 --ports 3r1w >"$OUT/sram.txt" || exit 2
    cat "$OUT/sram.txt" >&3
    awk -v OFS='\t' '
        BEGIN { print "values of all caches as", "um2 at 7 nm" }
        $1 == "monolithic" { print "one array", sprintf("%.0f", 1e6 * $5) }
        $1 == "sliced16" { print "slices of 16 bytes", sprintf("%.0f", 1e6 * $5) }' "$OUT/sram.txt"
}
exec 3>&1
whole memory_caches "$OUT/memory_caches.tsv" table
