# SPDX-License-Identifier: Apache-2.0
# From RTLIL text: cells that choose bits of a signal by an index, and the bits of an index within it. The others are
# always 0; with one of them inverted the hardware would choose nothing, but Verilator leaves them out.
# usage: awk -f indices.awk FILE.il     prints module, cell, bits
$1 == "module" { module = substr($2, 2) }
$1 == "cell" { cell = ($2 == "$shiftx") ? $3 : "" }
$1 == "parameter" && $2 == "\\A_WIDTH" && cell != "" {
    bits = 0
    while (2 ^ bits < $3)
        bits++
    print module "\t" cell "\t" bits
}
