# SPDX-License-Identifier: Apache-2.0
# What make place prints, from nets.tsv and report.tsv (place.sh); `constants`: pins of cells at 0 or 1.

NR == FNR { name[$1] = $5; next }

$1 == "area" { cells = $2; of_cells = $3; die = $5 }
$1 == "class" { class[++classes] = $2; nets[$2] = $3; pins[$2] = $4; um[$2] = $5; ff[$2] = $6; all_nets += $3
    all_pins += $4; all_um += $5; all_ff += $6 }
$1 == "layer" && $3 > 0 { layers = layers sprintf("%s %s %.2f mm", layers == "" ? "" : ",", $2, $3 / 1000) }
$1 == "net" {
    bin = $3 < 4 ? $3 - 1 : $3 < 7 ? 3 : $3 < 11 ? 4 : $3 < 21 ? 5 : $3 < 51 ? 6 : 7
    in_bin[bin]++
    um_in_bin[bin] += $4
}
$1 == "net" && longest == "" { longest = sprintf("%.0f um, %d pins, %s (%s)", $4, $3, rtl($6), $2) }
$1 == "failed" { failed = failed (failed == "" ? ": " : ", ") rtl($2); fails++ }
$1 == "wired" { kind[++kinds] = $2; wired[$2] = $3; path[$2] = $4 }
$1 == "unwired" { unwired[$2] = $3 }
$1 == "same" { same[$2] = $3 }
$1 == "modelled" { modelled[$2] = $3 }

# The name in the RTL of a net or a cell; that of a net without one is its number.
function rtl(n) { return name[n] == "" || name[n] == "-" ? n : name[n] }

# Of a pin of a path: the register that it is of, or the port.
function end_of(pin) { sub("/.*", "", pin); return rtl(pin) }

function ends(pins,    p, n) {
    n = split(pins, p, " ")
    return end_of(p[1]) " -> " end_of(p[n])
}

function row(title, nets, pins, um, ff) {
    if (nets) printf "    %-10s %6d %7d %9.2f %9.2f %9.1f %9.2f\n", title, nets, pins, um / 1000,
        modelled[title] / 1000, um / nets, ff / pins
}

END {
    printf "  %d cells: %.0f um2; die %.0f um2, utilisation %.1f %%; %.1f um of wire a cell\n", cells, of_cells, die,
        100 * of_cells / die, all_um / cells
    if (constants) printf "  %d pins are at 0 or 1, and have no wire\n", constants
    printf "  %-12s %6s %7s %9s %9s %9s %9s\n", "wires", "nets", "pins", "mm", "by model", "um a net", "fF a pin"
    for (i = 1; i <= classes; i++) row(class[i], nets[class[i]], pins[class[i]], um[class[i]], ff[class[i]])
    row("all", all_nets, all_pins, all_um, all_ff)
    print "  by layer:" layers
    split("2 3 4-6 7-10 11-20 21-50 51-", label, " ")
    printf "  by pins, um a net:"
    for (i = 1; i <= 7; i++)
        if (in_bin[i]) printf "%s %s: %.0f (%d nets)", comma, label[i], um_in_bin[i] / in_bin[i], in_bin[i]
        else continue
    print ""
    print "  longest net: " longest
    printf "  nets that are not routed: %d%s\n", fails, failed
    printf "  %-24s %9s %9s %9s %9s %7s  %s\n", "longest paths, ns", "no wires", "wires", "by model", "the same",
        "wires", "from -> to"
    for (i = 1; i <= kinds; i++) {
        k = kind[i]
        printf "    %-22s %9.3f %9.3f %9.3f %9s %7s  %s\n", k, unwired[k], wired[k], modelled[k],
            k in same ? sprintf("%.3f", same[k]) : "-",
            k in same ? sprintf("%.1f %%", 100 * (wired[k] - same[k]) / wired[k]) : "-", ends(path[k])
    }
}
