# SPDX-License-Identifier: Apache-2.0
# Rows of area.sh: arguments are modules.tsv at full width, then at one lane; variables design, lanes, hold (area of
# what holds a bit). Prints "design module instances control_flops data_flops hold data_logic control_logic total" in
# um2, all instances.
BEGIN { FS = OFS = "\t" }
$1 == "module" { next }
FNR == NR || lanes == 1 {
    n[$1] = $2; area[$1] = $3; flop[$1] = $4; data[$1] = $5; held[$1] = $9; data_held[$1] = $10
    order[++modules] = $1
    if (lanes > 1) next
}
{ one[$1] = $3 - $4 - hold * $9 }
END {
    for (i = 1; i <= modules; i++) {
        m = order[i]
        holds = hold * held[m]
        logic = area[m] - flop[m] - holds
        # Logic that does not grow with the lanes, from two widths; a module that exists at one width only has one kind.
        control = logic
        if (lanes > 1 && (m in one)) control = one[m] - (logic - one[m]) / (lanes - 1)
        if (control < 0) control = 0
        if (control > logic) control = logic
        k = n[m]
        printf "%s\t%s\t%d\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\n", design, m, k, k * (flop[m] - data[m]), k * data[m],
            k * holds,
            k * (logic - control), k * control, k * area[m]
    }
}
