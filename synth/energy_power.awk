# SPDX-License-Identifier: Apache-2.0
# Sums what energy.tcl prints by component. Variables: factor (by which OpenSTA overstates internal energy), volts,
# period (ns), caches (register caches of the design: u_drain is theirs, if there are any, else the BOCs'). Input: the flip-flops' clock capacitances (energy_cut.awk's `cut`), OpenSTA's output without activity,
# and with it. Prints "component <tab> internal <tab> switching <tab> clock <tab> leakage <tab> instances": pJ per
# cycle, leakage in mW. Clock: the clock pins' net, without a tree, and what flip-flops take when only their clock
# changes.
function component(name) {
    if (name ~ /^g_rfc\[|^u_read|^u_result|^u_fill/ || (caches > 0 && name ~ /^u_drain/)) return "caches"
    if (name ~ /^g_col\[|^u_operand|^u_drain/) return "collectors"
    if (name ~ /^u_crossbar/) return "crossbar"
    if (name ~ /^u_arbiter|^g_bank\[[0-9]+\]\.u_queue/) return "arbiter"
    if (name ~ /^g_bank\[[0-9]+\]\.u_bank/) return "banks"
    if (name ~ /^u_dispatch/) return "dispatch"
    if (name ~ /^u_ibuffer|^u_scoreboard|^u_inflight|^u_issue|^u_stage|^u_sthld|^u_active/) return "issue"
    if (name ~ /^u_writeback/) return "writeback"
    return "rest"
}
FNR == 1 { file++ }
file == 1 { split($0, w, "\t"); clock[component(w[1])] += w[2] * volts * volts / 1000; next }
/^@ end/ { complete++ }
NF == 5 && $1 ~ /^[0-9.]+e[-+][0-9]+$/ {
    if ($5 ~ /^load_[0-9]+$/ || $5 ~ /\.u_sram$/) next
    c = component($5)
    pj = $1 / factor * period * 1000
    if (file == 2) { clock[c] += pj; internal[c] -= pj; next }
    internal[c] += pj
    switching[c] += $2 * period * 1000
    leakage[c] += $3 * 1000
    count[c]++
}
END {
    if (complete != 2) exit 1
    n = split("arbiter crossbar banks caches collectors dispatch issue writeback rest", order, " ")
    for (i = 1; i <= n; i++) {
        c = order[i]
        printf "%s\t%.8g\t%.8g\t%.8g\t%.8g\t%d\n", c, internal[c], switching[c], clock[c], leakage[c], count[c]
    }
}
