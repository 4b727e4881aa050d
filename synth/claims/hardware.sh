# SPDX-License-Identifier: Apache-2.0
# Areas, clocks and energies for claims.sh, which reads this file: from the netlists of synth/netlist.sh and what is
# built on them. HARDWARE=yes synthesizes what is lacking; without it, what was synthesized before is taken.

later="make claims HARDWARE=yes${LIB:+ LIB=$(basename "$LIB")}"

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

# area NAME VALUE UNIT DESIGNS DIRECTORY [BANKS]: the directory is that of the last design's netlist.
area() {
    file=$raw/area_${4##* }.tsv
    cp "$5/modules.tsv" "$file"
    row "area.$1" ok "$2" "$3" "$4" "$lib_name, $lib_nm nm${6:+; banks: $6}" - "$later" "$file" -
}
macros="CACTI 7 by the rules of build/sram"

hardware() {
    : >"$parts/log"
    (library claims) >/dev/null 2>"$parts/log" ||
        { without area. missing "$later" "$(no_library)"; without timing. missing "$later" "$(no_library)"; return 0; }
    library claims
    export LIB
    areas_of_malekeh
    areas_of_bow
    areas_of_pascal
    without area. "$([ "$HARDWARE" = yes ] && echo failed || echo todo)" "$later" "$(why_not)"
    clocks
}

no_library() { echo "cannot be checked here: $(tail -n 1 "$parts/log")"; }

why_not() {
    [ "$HARDWARE" = yes ] || { echo "not measured yet: $later"; return; }
    words=$(tail -n 1 "$parts/log" | tr '\t' ' ' | cut -c1-200)
    echo "not measured (command failed: ${words:-no message})"
}

areas_of_malekeh() {
    a=$(netlist ocu) && b=$(netlist malekeh) || return 0
    area ccu_over_ocu "$(calculate "$(um2 "$b" ccu)/$(um2 "$a" ocu)")" times "ocu malekeh" "$b"
    area ccu_logic_over_ocu "$(calculate "$(um2 "$b" ccu logic)/$(um2 "$a" ocu logic)")" times "ocu malekeh" "$b"
    area malekeh.added_of_logic "$(calculate "100*($(um2 "$b")/$(um2 "$a")-1)")" % "ocu malekeh" "$b"
    bank=$(bank_um2 256 1024)
    [ -n "$bank" ] || return 0
    area malekeh.added_of_rf "$(calculate "100*($(um2 "$b")-$(um2 "$a"))/(2*$bank)")" % "ocu malekeh" "$b" \
        "$macros"
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

# BOW's areas and clock are for 28 nm: a larger node says nothing of them.
is_small() {
    too_large="cannot be checked here: a library of at most 28 nm is needed, LIB=; this is $lib_name ($lib_nm nm)"
    [ "$lib_nm" != - ] && [ "$lib_nm" -le 28 ]
}

# The SM of BOW's Table II.
areas_of_pascal() {
    is_small || { without area.bow_pascal. missing "$later" "$too_large"; return 0; }
    plain=ocu_pascal+subcore.lanes=32 scheme=bow_pascal+subcore.lanes=32
    a=$(netlist $plain) && b=$(netlist $scheme) && bank=$(bank_um2 512 1024) || return 0
    more=$(calculate "$(um2 "$b")-$(um2 "$a")")
    area bow_pascal.added "$(calculate "$more/1e6")" mm2 "$plain $scheme" "$b"
    area bow_pascal.added_of_bank "$(calculate "100*$more/$bank")" % "$plain $scheme" "$b" "$macros"
    area bow_pascal.added_of_rf "$(calculate "100*$more/(4*$bank)")" % "$plain $scheme" "$b" "$macros"
}

# --- clocks -----------------------------------------------------------------------------------------------------------

# period DESIGN: the shortest period in ns that all paths of its netlist allow; the table is kept as a raw file.
period() {
    netlist "$1" >/dev/null || return 1
    CACHED=yes synth/timing.sh "$1" >"$parts/timing" 2>>"$parts/log" || return 1
    table=$(sed -n 's/^  the table: //p' "$parts/timing")
    [ -f "$table" ] || { echo "synth/timing.sh names no table" >>"$parts/log"; return 1; }
    cp "$table" "$raw/timing_$1.tsv"
    awk -F '\t' '$1 == "kind" && $3 > worst { worst = $3 } END { if (!worst) exit 1; printf "%.9g", worst }' "$table"
}

# clock NAME VALUE UNIT DESIGNS
clock() {
    row "timing.$1" ok "$2" "$3" "$4" "$lib_name, $lib_nm nm, no wires" - "make timing CONFIG=$5" "$raw/timing_$5.tsv" -
}

clocks() {
    is_small || without timing.bow. missing "make timing" "$too_large"
    ! is_small || { b=$(period bow) && clock bow.clock "$(calculate "1/$b")" GHz bow bow; }
    a=$(period ocu) && c=$(period malekeh) && clock malekeh_over_ocu "$(calculate "$c/$a")" times "ocu malekeh" malekeh
    without timing. "$([ "$HARDWARE" = yes ] && echo failed || echo todo)" "$later" "$(why_not)"
}

# --- energies ---------------------------------------------------------------------------------------------------------

# fresh FILE DESIGN...: whether an energy table is of the RTL that these designs have now.
fresh() {
    file=$1
    shift
    [ -s "$file" ] || return 1
    for c in "$@"; do
        grep -q "^#.*$(sha256sum <"$(tb/flow.sh rtl "$c")/manifest.txt" | cut -d' ' -f1)" "$file" || return 1
    done
}

# tables BASELINE SCHEME: their energy tables, one for each of the workloads of ENERGY, made if HARDWARE=yes.
tables() {
    mkdir -p "$O/energy/claims"
    for w in $ENERGY; do
        file=$O/energy/claims/$1-$2-$lib_name-$w-$SIZE.tsv
        if ! fresh "$file" "$1" "$2"; then
            [ "$HARDWARE" = yes ] || return 1
            say "energy of $2 against $1, $w"
            WORKLOAD=$w synth/energy.sh "$1" "$2" "" >"$raw/energy_$1-$2-$w.txt" 2>>"$parts/log" || return 1
            cp "$O/energy/$1-$2-$lib_name.tsv" "$file"
        fi
        cp "$file" "$raw/energy_$1-$2-$w.tsv"
        echo "$raw/energy_$1-$2-$w.tsv"
    done
}

# energies EXPRESSION TABLE...: "mean least most" over the tables of an awk expression of d(role, component), dynamic
# pJ per instruction as the papers count, and saved(way, organisation), per cent of the dynamic energy.
energies() {
    expression=$1
    shift
    for table in "$@"; do
        awk -F '\t' '
            function d(role, component) { return v[role, "papers", "monolithic", component, "dynamic"] }
            function saved(way, organisation) {
                base = v["baseline", way, organisation, "total", "dynamic"]
                if (!base) exit 1
                return 100 * (1 - v["scheme", way, organisation, "total", "dynamic"] / base)
            }
            /^#/ { next }
            { v[$1, $2, $3, $4, $5] = $7 }
            END { printf "%.9g\n", '"$expression"' }' "$table"
    done | awk 'NR == 1 { least = most = $1 } { sum += $1; if ($1 < least) least = $1; if ($1 > most) most = $1 }
        END { if (NR != '"$#"') exit 1; printf "%.9g %.9g %.9g", sum / NR, least, most }'
}

# joule NAME VALUE DESIGNS TABLES [TEXT]
joule() {
    text="$(echo "$ENERGY" | tr ' ' ','), $SIZE${5:+, $5}"
    files=$(echo "${4%% *}" | sed 's/-[a-z0-9]*[.]tsv$/-*.tsv/')
    row "$1" ok "$2" % "$3" "$lib_name, memories $lib_nm nm" "$text" "$later" "$files" -
}

energy() {
    : >"$parts/log"
    if [ ! -x synth/energy.sh ]; then
        without energy. todo "make energy" "not measured yet: there is no make energy"
        return 0
    fi
    (library claims) >/dev/null 2>"$parts/log" ||
        { without energy. missing "$later" "$(no_library)"; return 0; }
    library claims
    export LIB
    # shellcheck disable=SC2086 # tables are words
    energies_of_malekeh
    energies_of_bow
    without energy. "$([ "$HARDWARE" = yes ] && echo failed || echo todo)" "$later" "$(why_not)"
}

# What the paper counts: arbiter, crossbar, banks and the values in the collectors as memories.
energies_of_malekeh() {
    a=$(tables ocu malekeh) || return 0
    a=$(echo $a)
    m=$(energies 'saved("papers", "monolithic")' $a) || return 0
    set -- $m
    joule energy.malekeh.saved "$1" "ocu malekeh" "$a" mean
    joule energy.malekeh.saved_most "$3" "ocu malekeh" "$a" most
    m=$(energies 'saved("papers", "sliced16")' $a) || return 0
    set -- $m
    joule energy.malekeh.saved_sliced "$1" "ocu malekeh" "$a" mean
    m=$(energies 'saved("netlist", "monolithic")' $a) || return 0
    set -- $m
    joule energy.malekeh.saved_netlist "$1" "ocu malekeh" "$a" mean
    b=$(tables ocu bow) || return 0
    b=$(echo $b)
    m=$(energies '-saved("papers", "monolithic")' $b) || return 0
    set -- $m
    joule energy.bow_over_ocu "$1" "ocu bow" "$b" mean
    x=$(energies 'd("scheme", "total")' $a) y=$(energies 'd("scheme", "total")' $b)
    joule energy.bow_over_malekeh "$(calculate "100*(${y%% *}/${x%% *}-1)")" "malekeh bow" "$b" "ratio of means"
}

# On the Turing sub-core, against as many plain collectors.
energies_of_bow() {
    more='d("scheme", "collectors") - d("baseline", "collectors") + d("scheme", "crossbar") - d("baseline", "crossbar")'
    for pair in bow:bow bow_wr:bow_wr_hinted; do
        a=$(tables ocu_8 "${pair#*:}") || return 0
        a=$(echo $a)
        m=$(energies 'saved("papers", "monolithic")' $a) || return 0
        set -- $m
        joule "energy.${pair%:*}.saved" "$1" "ocu_8 ${pair#*:}" "$a" mean
        m=$(energies "100 * ($more) / d(\"baseline\", \"total\")" $a) || return 0
        set -- $m
        joule "energy.${pair%:*}.overhead" "$1" "ocu_8 ${pair#*:}" "$a" mean
    done
}
