# SPDX-License-Identifier: Apache-2.0
# modules.tsv of netlist.sh. Arguments: cells.tsv instances.tsv flops.tsv delays.tsv netlist.v; variables
# registers=registers.tsv, top=its module. All numbers are for one instance, without the modules in it; outside counts
# the instances that are in no sub-core of an SM.
BEGIN {
    FS = "\t"; OFS = "\t"
    while ((getline line < registers) > 0) {
        split(line, r, "\t")
        name = r[1]
        sub(/^.*[.]u_[a-z0-9_]*[.]/, "", name)
        if (r[5] == "data") data[r[4], name] = 1
    }
}
FILENAME ~ /cells.tsv$/ { if (!/^#/) area[$1] = $2; next }
FILENAME ~ /instances.tsv$/ { children[$1] = children[$1] " " $2; next }
FILENAME ~ /delays.tsv$/ { delay[$1] = $2; next }
FILENAME ~ /flops.tsv$/ {
    base = $1
    sub(/_[0-9]+$/, "", base)
    flops[$1]++
    flop_area[$1] += area[$3]
    held = $6 ~ /DFFC?E_/
    hold[$1] += held
    if (($1, $4) in data || (base, $4) in data) { data_flops[$1]++; data_area[$1] += area[$3]; data_hold[$1] += held }
    next
}
/^module / { module = $0; sub(/^module */, "", module); sub(/[ (].*/, "", module); order[++n] = module; next }
/^  [A-Za-z_]/ {
    split($0, w, " ")
    if (w[1] in area) { cells[module]++; total[module] += area[w[1]] }
}
function visit(m, inside,    k, i, child) {
    instances[m]++
    if (m == "subcore") inside = 1
    if (!inside) outside[m]++
    k = split(children[m], child, " ")
    for (i = 1; i <= k; i++) visit(child[i], inside)
}
END {
    visit(top, 0)
    print "module", "instances", "area_um2", "flop_area_um2", "data_flop_area_um2", "cells", "flops", "data_flops", "hold", "data_hold", \
        "delay_ps", "outside"
    for (i = 1; i <= n; i++) {
        m = order[i]
        printf "%s\t%d\t%.6g\t%.6g\t%.6g\t%d\t%d\t%d\t%d\t%d\t%.1f\t%d\n", m, instances[m], total[m], \
            flop_area[m], data_area[m], cells[m], flops[m], data_flops[m], hold[m], data_hold[m], delay[m], outside[m]
    }
}
