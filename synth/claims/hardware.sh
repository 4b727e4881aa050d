# SPDX-License-Identifier: Apache-2.0
# Areas, clocks and energies for claims.sh, which reads this file: from the netlists of synth/netlist.sh and what is
# built on them. HARDWARE=yes synthesizes what is lacking; without it, what was synthesized before is taken.

later="make claims HARDWARE=yes${LIB:+ LIB=$LIB}"

# netlist DESIGN: prints the directory of its netlist; DESIGN is "configuration+setting".
netlist() {
    base=${1%%+*}
    sets=$(printf '%s' "${1#"$base"}" | tr '+' ' ')
    # shellcheck disable=SC2086 # $sets is words
    CACHED=$([ "$HARDWARE" = yes ] || echo yes) synth/netlist.sh "$base" $sets 2>>"$parts/log"
}

# um2 DIRECTORY [MODULE [logic]]: area of all instances of a module, or of everything; logic: without flip-flops.
um2() {
    awk -F '\t' -v module="${2:-}" -v logic="${3:-}" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        module != "" && $1 != module { next }
        { sum += $(at["instances"]) * ($(at["area_um2"]) - (logic ? $(at["flop_area_um2"]) : 0)) }
        END { printf "%.9g", sum }' "$1/modules.tsv"
}

# bank_um2 ROWS BITS: one bank as a macro at the library's node, by CACTI 7 and the rules of synth/sram.tsv.
bank_um2() {
    "$O/sram" bank --rows "$1" --bits "$2" --nm "$lib_nm" --tsv 2>>"$parts/log" |
        awk -F '\t' '$1 == "monolithic" { printf "%.9g", $8 * 1e6 }'
}

# area NAME VALUE UNIT DESIGNS DIRECTORY
area() { row "area.$1" ok "$2" "$3" "$4" "$lib_name, $lib_nm nm" - "$later" "$5/modules.tsv" -; }

hardware() {
    : >"$parts/log"
    (library claims) >/dev/null 2>"$parts/log" ||
        { without area. missing "$later" "cannot be checked here: $(tail -n 1 "$parts/log")"; clocks; return 0; }
    library claims
    export LIB
    areas_of_malekeh
    areas_of_bow
    areas_of_pascal
    without area. "$([ "$HARDWARE" = yes ] && echo failed || echo todo)" "$later" "$(why_no_area)"
    clocks
}

why_no_area() {
    [ "$HARDWARE" = yes ] || { echo "not measured yet: $later"; return; }
    echo "not measured (command failed: $(tail -n 1 "$parts/log" | tr '\t' ' ' | cut -c1-200))"
}

areas_of_malekeh() {
    a=$(netlist ocu) && b=$(netlist malekeh) || return 0
    area ccu_over_ocu "$(calculate "$(um2 "$b" ccu)/$(um2 "$a" ocu)")" times "ocu malekeh" "$b"
    area ccu_logic_over_ocu "$(calculate "$(um2 "$b" ccu logic)/$(um2 "$a" ocu logic)")" times "ocu malekeh" "$b"
    area malekeh.added_of_logic "$(calculate "100*($(um2 "$b")/$(um2 "$a")-1)")" % "ocu malekeh" "$b"
    bank=$(bank_um2 256 1024)
    [ -n "$bank" ] || return 0
    area malekeh.added_of_rf "$(calculate "100*($(um2 "$b")-$(um2 "$a"))/(2*$bank)")" % "ocu malekeh" "$b"
}

areas_of_bow() {
    a=$(netlist ocu) && b=$(netlist ocu_8) || return 0
    area ocu_8_over_ocu "$(calculate "$(um2 "$b")/$(um2 "$a")")" times "ocu ocu_8" "$b"
    c=$(netlist bow) || return 0
    area boc_over_ocu "$(calculate "$(um2 "$c" boc)/$(um2 "$b" ocu)")" times "ocu_8 bow" "$c"
    area boc_logic_over_ocu "$(calculate "$(um2 "$c" boc logic)/$(um2 "$b" ocu logic)")" times "ocu_8 bow" "$c"
    d=$(netlist bow_wr) || return 0
    area bow_wr.drain "$(um2 "$d" boc_drain)" um2 bow_wr "$d"
}

# The SM of BOW's Table II. Its areas are for 28 nm: of a larger node they say nothing.
areas_of_pascal() {
    small="cannot be checked here: a library of at most 28 nm is needed, this is $lib_name ($lib_nm nm)"
    [ "$lib_nm" != - ] && [ "$lib_nm" -le 28 ] || { without area.bow_pascal. missing "$later" "$small"; return 0; }
    plain=ocu_pascal+subcore.lanes=32 scheme=bow_pascal+subcore.lanes=32
    a=$(netlist $plain) && b=$(netlist $scheme) && bank=$(bank_um2 512 1024) || return 0
    more=$(calculate "$(um2 "$b")-$(um2 "$a")")
    area bow_pascal.added "$(calculate "$more/1e6")" mm2 "$plain $scheme" "$b"
    area bow_pascal.added_of_bank "$(calculate "100*$more/$bank")" % "$plain $scheme" "$b"
    area bow_pascal.added_of_rf "$(calculate "100*$more/(4*$bank)")" % "$plain $scheme" "$b"
}

clocks() { without timing. todo "make timing" "not measured yet: make timing"; }

energy() {
    without energy. todo "make energy" "not measured yet: make energy"
    without power. todo "make energy" "not measured yet: make energy"
}
