# SPDX-License-Identifier: Apache-2.0
# From a flat mapped netlist: "cell register" of every flip-flop, as Tcl list elements.
$1 ~ /^DFF/ { cell = $2 }
/^ *\.Q\(/ && cell != "" {
    name = $0
    sub(/^ *\.Q\(\\?/, "", name)
    sub(/\)[,;]*$/, "", name)
    gsub(/ /, "", name)
    printf "{%s} {%s}\n", cell, name
    cell = ""
}
