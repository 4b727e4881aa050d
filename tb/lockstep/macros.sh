# SPDX-License-Identifier: Apache-2.0
# What devices know of macros, for sourcing.

# of_macros RTL: prints the names of registers in macros, which need not end in _q, as C.
of_macros() {
    names=""
    [ ! -f "$1/macros.tsv" ] ||
        names=$(awk -F '\t' 'NR > 1 && $4 == 0 { sub(/.*[.]/, "", $5); if (!seen[$5]++) printf "\"%s\", ", $5 }' \
            "$1/macros.tsv")
    echo "#define DUT_MACRO_REGISTERS $names"
}
