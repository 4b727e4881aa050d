# SPDX-License-Identifier: Apache-2.0
# From RTLIL text: for each module the units that have an instance of it, at any depth, itself first. A unit is a module
# with a bench, under the name that build/alone knows it by: age_matrix__2 is age_matrix_p2.
# usage: awk -v benches="issue ccu ..." -f units.awk FILE.il     prints module, units (words; none if there is no unit)
function plain(module) {
    sub(/__[0-9]+$/, "", module)
    return module
}

# All that have an instance of the module, after it.
function climb(module,   list, i, n, unit) {
    if (module in above) return
    above[module]
    if (plain(module) in bench) {
        unit = module
        sub(/__/, "_p", unit)
        units = units " " unit
    }
    n = split(parents[module], list, " ")
    for (i = 1; i <= n; i++)
        climb(list[i])
}

BEGIN {
    n = split(benches, list, " ")
    for (i = 1; i <= n; i++) bench[list[i]]
}

$1 == "module" { name = substr($2, 2); order[++modules] = name }

$1 == "cell" && $2 ~ /^\\/ { parents[substr($2, 2)] = parents[substr($2, 2)] " " name }

END {
    for (m = 1; m <= modules; m++) {
        units = ""
        split("", above)
        climb(order[m])
        print order[m] "\t" substr(units, 2)
    }
}
