# SPDX-License-Identifier: Apache-2.0
# Flip-flops of a liberty file, for energy_cut.awk: "cell clock_pin data_pin clock_fF" separated by tabs, after a line
# "# volts unit_of_time_in_ns". Variable: lib, the file's name for the message. Exit code 2 without a voltage.
function clean(text) { gsub(/[" ;()\t!'\\]/, "", text); return text }
function number(text,    part) { split(text, part, /[:;]/); return part[2] + 0 }
function flush_cell() {
    if (ff && clock != "" && data ~ /^[A-Za-z0-9_]+$/)
        printf "%s\t%s\t%s\t%.6g\n", cell, clock, data, cap[clock] * unit
    ff = 0; clock = data = ""
}
function header() { if (!begun++) { stated = volts; printf "# %g\t%g\n", volts, time } }

{ sub(/\r$/, "") }
/^[ \t]*nom_voltage/ && !volts { volts = number($0) }
/^[ \t]*time_unit/ { split($0, part, ":"); t = clean(part[2]); time = (t + 0) * (t ~ /ps/ ? 0.001 : 1) }
/^[ \t]*capacitive_load_unit/ {
    split($0, part, /[(),]/)
    unit = part[2] * (tolower(clean(part[3])) == "pf" ? 1000 : 1)
}
/^[ \t]*cell *\(/ { header(); flush_cell(); split($0, part, /[()]/); cell = clean(part[2]); pin = ""; split("", cap) }
/^[ \t]*ff *\(/ { ff = 1 }
/^[ \t]*pin *\(/ { split($0, part, /[()]/); pin = clean(part[2]) }
/^[ \t]*capacitance *:/ && pin != "" && !(pin in cap) { cap[pin] = number($0) }
/^[ \t]*clocked_on *:/ { split($0, part, ":"); clock = clean(part[2]) }
/^[ \t]*next_state *:/ { split($0, part, ":"); data = clean(part[2]) }
END {
    header()
    if (!(stated > 0)) {
        print "energy: LIB=" (lib ? lib : FILENAME) " states no nom_voltage; accepted is a liberty file with a" \
            " nom_voltage above 0 before its cells" >"/dev/stderr"
        exit 2
    }
    flush_cell()
}
