# SPDX-License-Identifier: Apache-2.0
# From RTLIL text: how many of N mutants each module gets. One each if there are as many, the others by the modules'
# numbers of cells; what rounding leaves goes to the largest remainders. Prints module, cells, mutants.
# usage: awk -v n=N -f shares.awk FILE.il
$1 == "module" {
    name = substr($2, 2)
    order[++modules] = name
}

$1 == "cell" { cells[name]++; total++ }

END {
    each = n >= modules ? 1 : 0
    left = n - each * modules
    for (i = 1; i <= modules; i++) {
        exact = left * cells[order[i]] / total
        share[i] = int(exact)
        rest[i] = exact - share[i]
        given += share[i]
    }
    for (; given < left; given++) {
        best = 1
        for (i = 2; i <= modules; i++)
            if (rest[i] > rest[best])
                best = i
        share[best]++
        rest[best] = -1
    }
    for (i = 1; i <= modules; i++)
        printf "%s\t%d\t%d\n", order[i], cells[order[i]], share[i] + each
}
