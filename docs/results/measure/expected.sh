#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a paper leads one to expect, and what came out at a size, for make results: make expect.
#
# usage: expected.sh TABLE SIZE      TABLE of cmodel/experiments/expect/, SIZE small or large
#                                    environment: O, OUT (folder of TABLE_SIZE.tsv and of what make expect has printed)
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
[ $# -eq 2 ] || { echo "expected: $# arguments; accepted are TABLE SIZE" >&2; exit 2; }
expectations=cmodel/experiments/expect/$1.tsv size=$2

# Bold is what does not hold; three digits behind the point.
table() {
    awk -F '\t' -v OFS='\t' -v size="$size" '
        FILENAME == ARGV[1] { value[$1] = $2; at[$1] = $3; next }
        /^#/ { next }
        !head++ { print "expectation", "section", "the paper", "expected", size }
        {
            said = sprintf("%.3f", value[$1]) (at[$1] != "-" && at[$1] != "" ? " (" at[$1] ")" : "")
            holds = value[$1] >= $8 && value[$1] <= $9
            print $1, $2, $3, $8 " to " $9, holds ? said : "**" said "**"
        }' "$OUT/values" "$expectations"
}
SIZE=$size VALUES="$OUT/values" cmodel/experiments/expect.sh "$expectations"
whole expected "$OUT/$1_$size.tsv" table
