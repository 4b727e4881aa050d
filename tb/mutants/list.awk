# SPDX-License-Identifier: Apache-2.0
# The mutants of the RTL that are of interest, each with the command that runs it again: those that die in a bench only,
# or with registers compared only; of which only a bound is known, or nothing.
# usage: awk -F '\t' -v again=COMMAND -f proved.awk -f list.awk MUTANTS RESULTS
function tell(kind) { print kind ": " what[$1]; print "    " again " MUTANT=" $1 }

NR == FNR { what[$1] = $3; next }
$3 == "loop" { next }
$3 == "-" && !proved($9) {
    tell(dies_alone($11) ? "alone only (" $11 ")" : $9 ~ /^bounded/ ? $9 : "unexplained")
}
$3 != "-" && $6 ~ /^(-|loop)$/ { tell(dies_alone($12) ? "outputs alone only (" $12 ")" : "registers only") }
