# SPDX-License-Identifier: Apache-2.0
# Cells of a liberty file: a first line "# library time_unit_in_ns capacitance_unit_in_fF", then "cell area kind input_fF"
# separated by tabs; kind is flop, latch, buffer, inverter or logic, input_fF the capacitance of an input pin.
function clean(text) { gsub(/[" ;()\t\\]/, "", text); return text }
function flush_cell(    kind) {
    if (cell == "") return
    kind = "logic"
    if (flop) kind = "flop"
    else if (latch) kind = "latch"
    else if (inputs == 1 && f == input) kind = "buffer"
    else if (inputs == 1 && (f == "!" input || f == input "'")) kind = "inverter"
    printf "%s\t%s\t%s\t%.4g\n", cell, area, kind, cap * unit_ff
    cell = ""
}
function flush_pin() {
    if (pin != "" && direction == "input") { inputs++; input = pin; cap = pin_cap }
    pin = ""
}
# The header's line waits for the first cell: units may come in any order.
function header() { if (!begun++) printf "# %s\t%g\t%g\n", library, unit_ns, unit_ff }

{ sub(/\r$/, "") }
/^[ \t]*library *\(/ { split($0, part, /[()]/); library = clean(part[2]) }
/^[ \t]*time_unit/ { split($0, part, ":"); t = clean(part[2]); unit_ns = (t + 0) * (t ~ /ps/ ? 0.001 : 1) }
/^[ \t]*capacitive_load_unit/ {
    split($0, part, /[(),]/)
    unit_ff = part[2] * (tolower(clean(part[3])) == "pf" ? 1000 : 1)
}
/^[ \t]*cell *\(/ {
    header()
    flush_pin()
    flush_cell()
    split($0, part, /[()]/)
    cell = clean(part[2])
    flop = latch = inputs = cap = 0
    area = f = ""
}
/^[ \t]*ff *\(/ { flop = 1 }
/^[ \t]*latch *\(/ { latch = 1 }
/^[ \t]*(pg_)?pin *\(/ {
    flush_pin()
    split($0, part, /[()]/)
    pin = $0 ~ /pg_pin/ ? "" : clean(part[2])
    pin_cap = 0; direction = ""
}
cell == "" { next }
/^[ \t]*area *:/ && area == "" { split($0, part, /[:;]/); area = part[2] + 0 }
/^[ \t]*direction *:/ && direction == "" { split($0, part, ":"); direction = clean(part[2]) }
/^[ \t]*capacitance *:/ { split($0, part, /[:;]/); pin_cap = part[2] + 0 }
/^[ \t]*function *:/ && f == "" { split($0, part, ":"); f = clean(part[2]) }
END { header(); flush_pin(); flush_cell() }
