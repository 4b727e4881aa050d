# SPDX-License-Identifier: Apache-2.0
# The kill matrix of RTL: a line per module of what rtl.sh has left in results/ (see there), and one of sums.
# usage: awk -F '\t' -v short=CYCLES -v flops=SUMMARY -f table.awk RESULTS
#
# Columns: module; mutants; loop (combinational logic does not settle; not counted further); equivalent, proved;
# functional, all others; killed in the first SHORT cycles, in lock-step, with registers left uncompared; bounded
# (survives, bounded proof); unexplained. Parameters of a module do not make it another one. Exit code 1: one is
# unexplained, or less than 90 % of the functional ones die with registers left uncompared.
function add(m) {
    mutants[m]++
    if ($3 == "loop" || $6 == "loop") { loop[m]++; return }
    if ($3 == "-" && $9 ~ /^(module|invariant|parents|design|induction)/) { equivalent[m]++; return }
    functional[m]++
    if ($3 != "-") lockstep[m]++
    else if ($9 ~ /^bounded/) bounded[m]++
    else unexplained[m]++
    if ($3 == 1 && $4 == "0.0" && $5 + 0 < short) quick[m]++
    if ($6 != "-") outputs[m]++
}

function row(m, name) {
    printf "%-20s %7d %6d %11d %11d %7d %9d %9d %8d %12d\n", name, mutants[m], loop[m], equivalent[m], functional[m],
        quick[m], lockstep[m], outputs[m], bounded[m], unexplained[m]
}

BEGIN {
    if (!short) short = 200
    printf "%-20s %7s %6s %11s %11s %7s %9s %9s %8s %12s\n", "module", "mutants", "loop", "equivalent", "functional",
        "short", "lock-step", "no flops", "bounded", "unexplained"
}

{
    module = $2
    sub(/__[0-9]+$/, "", module)
    if (!(module in mutants)) order[++modules] = module
    add(module)
    add(" all")
}

END {
    for (i = 1; i <= modules; i++) row(order[i], order[i])
    row(" all", "all")
    killed = outputs[" all"] + 0
    functional_all = functional[" all"] + 0
    good = unexplained[" all"] == 0 && 10 * killed >= 9 * functional_all
    printf "functional mutants that die with flop comparison off: %d of %d (%.1f %%, at least 90 are expected)\n",
        killed, functional_all, functional_all ? 100 * killed / functional_all : 0
    exit !good
}
