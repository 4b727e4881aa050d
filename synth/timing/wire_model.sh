# SPDX-License-Identifier: Apache-2.0
# What WIRES= says, for sourcing. Needs $top, $O, LIB and what library (../flow/library.sh) sets.
#
# wire_model TOOL: sets, for messages of TOOL,
#   model  the table of the model, or nothing if there are no wires
#   lef    layouts of the library's cells, if there are wires
wire_model() {
    WIRES=${WIRES:-none} model="" lef=""
    [ "$WIRES" != none ] || return 0
    model=$top/synth/place/wire_model.tsv lef=${LIB%.lib}.lef
    [ "$WIRES" = model ] || model=$WIRES
    [ -f "$model" ] || {
        echo "$1: WIRES=$WIRES is not known; accepted: none, model, a file of build/wires fit" >&2; exit 2; }
    "$O/wires" read "$model" || exit 2
    case $lib_name in osu018*) [ ! -f "$lef" ] || return 0 ;; esac
    echo "$1: LIB=$LIB has no model of wires; accepted with WIRES= is osu018 with its LEF, without LIB=" >&2
    exit 2
}
