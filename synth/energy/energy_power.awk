# SPDX-License-Identifier: Apache-2.0
# Sums what energy.tcl prints by component. Another file before it (energy_parts.awk for a sub-core, sm_energy_parts.awk
# for an SM) says what the components are: `parts`, with tabs between them, and component(instance). Variables: factor
# (by which OpenSTA overstates internal energy), volts, period (ns). Input: the flip-flops' clock capacitances
# (energy_cut.awk's `cut`), OpenSTA's output without activity, and with it. Prints "component <tab> internal <tab>
# switching <tab> clock <tab> leakage <tab> instances <tab> gated": pJ per cycle, leakage in mW. Clock: the clock pins'
# net, without a tree, and what flip-flops take when only their clock changes; gated: what of it is left if each eight
# bits of a register are clocked only when one of them changes. Exit code 1 if an output of OpenSTA is not complete.
FNR == 1 { file++ }
function add_clock(c, pj, part) { clock[c] += pj; gated[c] += pj * part }
file == 1 {
    split($0, w, "\t")
    share[w[1]] = w[3]
    add_clock(component(w[1]), w[2] * volts * volts / 1000, w[3])
    next
}
/^@ end/ { complete++ }
NF == 5 && $1 ~ /^-?[0-9.]+e[-+][0-9]+$/ {
    if ($5 ~ /^load_[0-9]+$/ || $5 ~ /\.u_sram$/) next
    c = component($5)
    pj = $1 / factor * period * 1000
    if (file == 2) { add_clock(c, pj, share[$5]); internal[c] -= pj; next }
    internal[c] += pj
    switching[c] += $2 * period * 1000
    leakage[c] += $3 * 1000
    count[c]++
}
END {
    if (complete != 2) exit 1
    n = split(parts, order, "\t")
    for (i = 1; i <= n; i++) {
        c = order[i]
        printf "%s\t%.8g\t%.8g\t%.8g\t%.8g\t%d\t%.8g\n", c, internal[c], switching[c], clock[c], leakage[c], count[c],
            gated[c]
    }
}
