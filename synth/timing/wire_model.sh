# SPDX-License-Identifier: Apache-2.0
# What WIRES= says, for sourcing. Needs $top, $O, LIB and what library (../flow/library.sh) sets.
#
# wire_model TOOL: sets, for messages of TOOL,
#   model     the table of the model, of this library, or nothing if there are no wires
#   lef       what says the directions of cells' pins: their LEF, or the library without one
#   repeater  cell, um to the next, ns in a mm, its input and output (repeater.tcl); repeaters: the file that says so
wire_model() {
    WIRES=${WIRES:-none} model="" lef=${LIB%.lib}.lef repeater="" repeaters=""
    [ "$WIRES" != none ] || return 0
    model=$top/synth/place/wire_model.tsv
    [ "$WIRES" = model ] || model=$WIRES
    [ -f "$model" ] || {
        echo "$1: WIRES=$WIRES is not known; accepted: none, model, a file of build/wires fit" >&2; exit 2; }
    "$O/wires" read "$model" || exit 2
    case $lib_name in osu018*) [ ! -f "$lef" ] || { repeater_of "$1"; return 0; } ;; esac
    lef=$lib_dir/library.lib
    layers=$(awk -F '\t' -v name="${lib_name%-delay}" '$1 == name { print $2, $3 }' "$top/synth/place/wire_layers.tsv")
    [ -n "$layers" ] || {
        echo "$1: LIB=$LIB has no model of wires; accepted with WIRES= are osu018 with its LEF, and those of" \
            "synth/place/wire_layers.tsv: $(sed '/^#/d; s/	.*//' "$top/synth/place/wire_layers.tsv" | paste -sd' ')" >&2
        exit 2; }
    gate=$("$O/liberty" nand "$lib_dir/library.lib") || exit 2
    scaled=$lib_dir/wires-$({ cat "$model"; echo "$gate $layers"; } | cksum | cut -d' ' -f1).tsv
    # shellcheck disable=SC2086 # words
    [ -f "$scaled" ] || whole "$1" "$scaled" "$O/wires" scale "$model" "$gate" $layers || exit 2
    model=$scaled
    repeater_of "$1"
}

# repeater_of TOOL: sets $repeater and $repeaters; it is looked for once in a library.
repeater_of() {
    repeaters=$lib_dir/repeater-$(cat "$model" "$top/synth/timing/repeater.tcl" "$top/synth/timing/wires.tcl" |
        cksum | cut -d' ' -f1).tsv
    buffers=$(awk -F '\t' '$3 == "buffer" { print $1 }' "$lib_dir/cells.tsv" | paste -sd' ')
    [ -n "$buffers" ] || {
        echo "$1: LIB=$LIB has no buffer; accepted with WIRES= is a library with one, which long wires need" >&2
        exit 2; }
    [ -f "$repeaters" ] || {
        LIBRARY=$lib_dir/library.lib CELLS=$lib_dir/cells.tsv BUFFERS=$buffers NETLIST=$repeaters.$$.v MODEL=$model \
            UNIT=$lib_unit_ns WIRES_TCL=$top/synth/timing/wires.tcl \
            sta -no_init -exit "$top/synth/timing/repeater.tcl" >"$repeaters.$$.log" 2>&1 </dev/null
        if ! grep -q '^@ repeater' "$repeaters.$$.log"; then
            echo "$1: OpenSTA finds no repeater among $buffers; its last words: $(tail -n 1 "$repeaters.$$.log")" >&2
            rm -f "$repeaters.$$.v" "$repeaters.$$.log"
            exit 1
        fi
        sed -n 's/^@ repeater\t//p' "$repeaters.$$.log" >"$repeaters.$$" && mv "$repeaters.$$" "$repeaters"
        rm -f "$repeaters.$$.v" "$repeaters.$$.log"
    }
    repeater=$(tr '\t' ' ' <"$repeaters")
}
