# SPDX-License-Identifier: Apache-2.0
# Rows of area.sh: arguments are modules.tsv at full width, then at one lane; variables design, lanes, hold (area of
# what holds a bit), nand (area of a gate, 0 if unknown). Prints "design module instances control_flops data_flops hold
# data_logic control_logic total part gates logic_gates clock_gates gated_total" in um2 and gates, all instances. Part:
# subcore, or sm for those outside of the sub-cores of an SM; a module with instances in both has two rows. Clock gates
# are part of the module that they stand in: instances (file) has what is in what. gated (file, may be empty) has lines
# "module area" of one instance with gated clocks.
BEGIN {
    FS = OFS = "\t"
    while ((getline line < instances_file) > 0) { split(line, w, "\t"); if (w[2] == "clock_gate") has[w[1]]++ }
    if (gated != "") while ((getline line < gated) > 0) { split(line, w, "\t"); gated_area[w[1]] = w[2] }
}
$1 == "module" { next }
$1 == "clock_gate" { gate_area = $3; next }
FNR == NR {
    area[$1] = $3; flop[$1] = $4; data[$1] = $5; held[$1] = $9; outside[$1] = $12
    inside[$1] = $2 - $12
    order[++modules] = $1
    next
}
{ one[$1] = $3 - $4 - hold * $9 }
function gates(um2) { return nand > 0 ? sprintf("%.0f", um2 / nand) : "-" }
# The rows of a part, of which instances[] has the numbers.
function rows(part, instances,    i, m, k, holds, logic, control, clock, all) {
    for (i = 1; i <= modules; i++) {
        m = order[i]
        k = instances[m]
        if (!k) continue
        holds = hold * held[m]
        logic = area[m] - flop[m] - holds
        # Logic that does not grow with the lanes, from two widths; a module that exists at one width only has one kind.
        control = logic
        if (lanes > 1 && (m in one)) control = one[m] - (logic - one[m]) / (lanes - 1)
        if (control < 0) control = 0
        if (control > logic) control = logic
        clock = gate_area * has[m]
        all = area[m] + clock
        printf "%s\t%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%s\t%s\t%s\t%.2f\t%s\n", design, m, k,
            k * (flop[m] - data[m]), k * data[m], k * holds, k * (logic - control), k * control, k * all, part,
            gates(k * all), gates(k * logic), k * clock, m in gated_area ? sprintf("%.2f", k * gated_area[m]) : "-"
    }
}
END { rows("subcore", inside); rows("sm", outside) }
