#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What Malekeh's collectors add to an SM, for make results: the lines that make storage ends with.
#
# usage: storage.sh                  environment: O, OUT (folder of storage.tsv and of what make storage has printed)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh

added() { # CONFIG
    make -s storage CONFIG="$1" >"$OUT/storage_$1.txt" || exit 2
    awk -v c="$1" -v OFS='\t' '
        /^  per SM/ { on = 1; next }
        on && match($0, / bits = /) {
            what = substr($0, 3, RSTART - 3)
            n = split(what, word, " ")
            bits = word[n]
            sub(/ *[0-9]+$/, "", what)
            split(substr($0, RSTART), rest, /[= %]+/)
            print c, what, bits, rest[3], rest[5] " %"
        }' "$OUT/storage_$1.txt"
}
table() {
    printf 'configuration\twhat\tbits\tbytes\tof the register file\n'
    for c in ccu malekeh; do added $c; done
    cat "$OUT/storage_ccu.txt" "$OUT/storage_malekeh.txt" >&3
}
exec 3>&1
whole storage "$OUT/storage.tsv" table
