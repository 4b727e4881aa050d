# SPDX-License-Identifier: Apache-2.0
# Reads Yosys' RTLIL text twice and gives modules with parameters, which Yosys calls $paramod..., plain names: module
# `age_matrix` becomes age_matrix__1, age_matrix__2, ... in the order of the text.
# usage: awk -f rename.awk FILE.il FILE.il
NR == FNR {
    if ($1 == "module" && $2 ~ /^\$paramod/) {
        n = split($2, part, "\\")
        base = part[2]          # $paramod\name\A=... and $paramod$hash\name
        to[$2] = "\\" base "__" ++count[base]
    }
    next
}

($1 == "module" || $1 == "cell") && $2 in to {
    at = index($0, $2)
    print substr($0, 1, at - 1) to[$2] substr($0, at + length($2))
    next
}

{ print }
