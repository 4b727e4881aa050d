# SPDX-License-Identifier: Apache-2.0
# The components of an SM, for energy_power.awk. Variable: prefix, of the instances of a part that has a netlist of its own.
BEGIN {
    parts = "sub-cores\tcoalescer\tL1D, MSHRs, queues\tvictim tags\thit counters\tinterference list\tpair list\t" \
        "cutoff test\tdecisions\tshared memory as cache\trest"
}
function component(name) {
    name = prefix name
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
