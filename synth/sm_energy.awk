# SPDX-License-Identifier: Apache-2.0
# Sums what energy.tcl prints of an SM's instances, as energy_power.awk does for a sub-core's. Variables: factor (by
# which OpenSTA overstates internal energy), volts, period (ns). Input: the flip-flops' clock capacitances, OpenSTA's
# output without activity, and with it. Exit code 1 if one of them is not complete.
function component(name) {
    if (name ~ /^g_sub\[/) return "sub-cores"
    if (name ~ /^u_vta/) return "victim tags"
    if (name ~ /^u_ciao\.u_interference_list/) return "interference list"
    if (name ~ /^u_ciao\.u_pair_list/) return "pair list"
    if (name ~ /^u_ciao\.u_vta_counts/) return "hit counters"
    if (name ~ /^u_ciao\.u_cutoff_test/) return "cutoff test"
    if (name ~ /^u_ciao/) return "decisions"
    if (name ~ /^u_shared/) return "shared memory as cache"
    if (name ~ /^u_l1d/) return "L1D, MSHRs, queues"
    if (name ~ /^u_coalescer/) return "coalescer"
    return "rest"
}
FNR == 1 { file++ }
file == 1 { split($0, w, "\t"); clock[component(w[1])] += w[2] * volts * volts / 1000; next }
/^@ end/ { complete++ }
NF == 5 && $1 ~ /^[0-9.]+e[-+][0-9]+$/ {
    if ($5 ~ /^load_[0-9]+$/) next
    c = component($5)
    pj = $1 / factor * period * 1000
    if (file == 2) { clock[c] += pj; internal[c] -= pj; next }
    internal[c] += pj
    switching[c] += $2 * period * 1000
    leakage[c] += $3 * 1000
    count[c]++
    n++
}
END {
    if (complete != 2 || !n) exit 1
    k = split("sub-cores;coalescer;L1D, MSHRs, queues;victim tags;hit counters;interference list;pair list;" \
        "cutoff test;decisions;shared memory as cache;rest", part, ";")
    print "component\tinternal\tswitching\tclock\tleakage\tinstances"
    for (i = 1; i <= k; i++) {
        c = part[i]
        if (!count[c]) continue
        printf "%s\t%.6g\t%.6g\t%.6g\t%.6g\t%d\n",
            c, internal[c], switching[c], clock[c], leakage[c], count[c]
    }
}
