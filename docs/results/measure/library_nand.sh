#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area of the smallest NAND of two inputs, by library, for make results: what make area divides by for gates.
#
# usage: library_nand.sh LIBRARIES   names as in measurements.tsv, with commas between
#        environment: O, SHARED, OUT (folder of library_nand.tsv)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
. docs/results/measure/libraries.sh
O=${O:-build}
[ $# -eq 1 ] || { echo "library_nand: $# arguments; accepted is LIBRARIES" >&2; exit 2; }
libraries=$(printf '%s' "$1" | tr ',' ' ')
for l in $libraries; do liberty_of library_nand "$l" >/dev/null; done

table() {
    printf 'library\tsmallest NAND of two inputs, um2\n'
    for l in $libraries; do
        file=$(liberty_of library_nand "$l")
        case $file in *.xz) xz -dc "$file" ;; *) cat "$file" ;; esac >"$OUT/library.lib"
        nand=$("$O/liberty" --name "$file" nand "$OUT/library.lib") || exit 2
        rm "$OUT/library.lib"
        printf '%s\t%s\n' "$(titled "$l")" "$nand"
    done
}
whole library_nand "$OUT/library_nand.tsv" table
