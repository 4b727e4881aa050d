# SPDX-License-Identifier: Apache-2.0
# The kill matrix of RTL: a line per module of what rtl.sh has left in results/ (see there), and one of sums.
# usage: awk -F '\t' -v short=CYCLES -f proved.awk -f table.awk RESULTS
#
# Columns: module; mutants; loop (combinational logic does not settle before a register differs; not counted further);
# equivalent, proved; functional, all others; killed in the first SHORT cycles, in lock-step, with registers left
# uncompared; killed in benches of modules alone, and there with registers left uncompared; killed there only; bounded
# (survives, bounded proof); unexplained. Parameters of a module do not make it another one. Exit code 1: one is
# unexplained, or less than 90 % of the functional ones die with registers left uncompared, in the whole design or
# alone.
function add(m) {
    mutants[m]++
    if ($6 == "loop") $6 = "-"            # registers differ before
    if ($3 == "loop") { loop[m]++; return }
    if ($3 == "-" && proved($9)) { equivalent[m]++; return }
    functional[m]++
    if ($3 != "-") lockstep[m]++
    else if (dies_alone($11)) only[m]++
    else if ($9 ~ /^bounded/) bounded[m]++
    else unexplained[m]++
    if ($3 == 1 && $4 == "0.0" && $5 + 0 < short) quick[m]++
    if ($6 != "-") outputs[m]++
    if (dies_alone($11)) alone[m]++
    if (dies_alone($12)) alone_outputs[m]++
    if ($6 != "-" || dies_alone($12)) any_outputs[m]++
}

function row(m, name) {
    printf "%-20s %7d %6d %11d %11d %7d %9d %9d %7d %9d %7d %8d %12d\n", name, mutants[m], loop[m], equivalent[m],
        functional[m], quick[m], lockstep[m], outputs[m], alone[m], alone_outputs[m], only[m], bounded[m],
        unexplained[m]
}

function share(killed) {
    all = functional[" all"] + 0
    return sprintf("%d of %d (%.1f %%)", killed, all, all ? 100 * killed / all : 0)
}

BEGIN {
    if (!short) short = 200
    printf "%-20s %7s %6s %11s %11s %7s %9s %9s %7s %9s %7s %8s %12s\n", "module", "mutants", "loop", "equivalent",
        "functional", "short", "lock-step", "no flops", "alone", "no flops", "only", "bounded", "unexplained"
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
    printf "functional mutants that die with flop comparison off, at least 90 %% expected: %s\n",
        share(any_outputs[" all"])
    printf "    of these in the whole design: %s\n", share(outputs[" all"])
    exit unexplained[" all"] > 0 || 10 * any_outputs[" all"] < 9 * functional[" all"]
}
