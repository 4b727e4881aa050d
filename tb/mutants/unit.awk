# SPDX-License-Identifier: Apache-2.0
# From RTLIL text with mutants: a Verilog module `unit` with one instance of each module that has a bench, as alone.awk
# writes it of generated Verilog. Clock, reset and mutant_i are those of all; other ports are called UNIT_0_PORT.
# usage: awk -f unit.awk units.tsv FILE.il         units.tsv: what units.awk writes
NR == FNR {
    split($2, list, " ")
    name = $1
    sub(/__/, "_p", name)
    if (list[1] == name) unit[$1] = name
    next
}

$1 == "module" { module = substr($2, 2); of = (module in unit) ? unit[module] : "" }

# wire width 8 input 3 \name
$1 == "wire" && of != "" {
    direction = width = ""
    for (i = 2; i < NF; i++) {
        if ($i == "width") width = $(i + 1)
        if ($i == "input" || $i == "output") direction = $i
    }
    if (direction == "") next
    port = to = substr($NF, 2)
    range = width == "" ? "" : "[" width - 1 ":0] "
    if (port == "mutant_i") choice = range
    else if (port != "clk_i" && port != "rst_i") {
        to = of "_0_" port
        ports = ports ",\n    " direction " wire " range to
    }
    before = (module in connections) ? connections[module] ",\n" : ""
    connections[module] = before "        ." port "(" to ")"
}

END {
    print "module unit (\n    input wire clk_i,\n    input wire rst_i,\n    input wire " choice "mutant_i" ports "\n);"
    for (m in connections)
        print "    " m " u_" unit[m] " (\n" connections[m] "\n    );"
    print "endmodule"
}
