# SPDX-License-Identifier: Apache-2.0
# Areas, clocks and energies for claims.sh, which reads this file: from the netlists of synth/flow/netlist.sh and what
# is built on them. HARDWARE=yes synthesizes what is lacking; without it, what was synthesized before is taken.

LIB_GIVEN=$LIB      # library() sets a default
later="make claims HARDWARE=yes${LIB:+ LIB=$LIB}"

# netlist DESIGN: prints the directory of its netlist; DESIGN is "configuration+setting".
netlist() {
    base=${1%%+*}
    sets=$(printf '%s' "${1#"$base"}" | tr '+' ' ')
    # shellcheck disable=SC2086 # $sets is words
    CACHED=$([ "$HARDWARE" = yes ] || echo yes) synth/flow/netlist.sh "$base" $sets 2>>"$parts/log"
}

# um2 DIRECTORY [MODULE]: area of all instances of a module, or of everything.
um2() {
    awk -f synth/area/netlist_area.awk -v module="${2:-}" "$1/modules.tsv" | cut -d' ' -f1
}

# kinds BASELINE SCHEME: the table of make area of two designs; sets $table, a raw file.
kinds() {
    CACHED=$([ "$HARDWARE" = yes ] || echo yes) synth/area/area.sh "$1" "$2" >"$parts/area" 2>>"$parts/log" || return 1
    made=$(sed -n 's/^  the table: //p' "$parts/area")
    [ -f "$made" ] || { echo "synth/area/area.sh names no table" >>"$parts/log"; return 1; }
    table=$raw/area_$1-$2.tsv
    cp "$made" "$table"
}

# A CCU with the modules in it that no other has: ccu_ranks, for one.
ccu='ccu(_[a-z_]*)?'

# over COLUMN MODULES MODULE: of $table, a kind of area in modules of the scheme, a regular expression, over that in one
# of the baseline.
over() {
    awk -F '\t' -v column="$1" -v modules="^($2)\$" -v baseline="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        !first { first = $1 }
        $1 == first && $2 == baseline { b = $(at[column]) }
        $1 != first && $2 ~ modules { a += $(at[column]); n++ }
        END { if (!n || !b) exit 1; printf "%.9g", a / b }' "$table"
}

# bank_um2 ROWS BITS NM: one bank as a macro, by CACTI 7 and the rules of synth/memory/sram.tsv; the figures are a raw
# file.
bank_um2() {
    "$O/sram" bank --rows "$1" --bits "$2" --nm "$3" --tsv >"$raw/bank_$1x$2_$3nm.tsv" 2>>"$parts/log"
    awk -F '\t' '$1 == "monolithic" { printf "%.9g", $8 * 1e6 }' "$raw/bank_$1x$2_$3nm.tsv"
}

# make_area DESIGN [DESIGN]: the command that prints these areas again; the settings are those of the second.
make_area() {
    sets=$(printf '%s' "$2" | sed 's/^[^+]*+*//; s/+/ /g')
    echo "make area BASELINE=${1%%+*} CONFIG=${2%%+*}${sets:+ SET='$sets'}${LIB_GIVEN:+ LIB=$LIB_GIVEN}"
}

# area NAME VALUE UNIT DESIGNS RAW [TEXT]: one or two designs, in the order baseline, scheme.
area() {
    [ -n "$2" ] || { echo "$1 has no value: the baseline has no such area" >>"$parts/log"; return 0; }
    # shellcheck disable=SC2086 # $4 is words
    row "area.$1" ok "$2" "$3" "$4" "$lib_name, $lib_nm nm${6:+; $6}" - "$(make_area ${4%% *} ${4##* })" "$5" -
}

# modules DESIGN DIRECTORY: keeps its areas by module as a raw file, and prints the name.
modules() {
    cp "$2/modules.tsv" "$raw/modules_$1.tsv"
    echo "$raw/modules_$1.tsv"
}
macros="banks: CACTI 7 by the rules of build/sram"

# watched GROUP: runs it; what synthesis writes to the log is its progress, and the reason if it fails.
watched() {
    : >"$parts/log"
    [ "$HARDWARE" = yes ] || { "$1"; return; }
    tail -q -n +1 -f --pid=$$ "$parts/log" >&2 2>/dev/null &
    watcher=$!
    "$1"
    sleep 1                 # its last lines
    kill $watcher
}
hardware() { watched areas_and_clocks; }
energy() { watched all_energies; }

areas_and_clocks() {
    (library claims) >/dev/null 2>>"$parts/log" ||
        { without area. missing "$later" "$(no_library)"; without timing. missing "$later" "$(no_library)"; return 0; }
    library claims
    export LIB
    areas_of_malekeh
    areas_of_bow
    areas_of_triple_a
    areas_of_levels
    areas_of_pascal
    areas_of_register_caches
    areas_of_2way_caches
    areas_of_ciao
    areas_of_gated_designs
    without area. "$([ "$HARDWARE" = yes ] && echo failed || echo later)" "$later" "$(why_not)"
    clocks
}

no_library() { echo "cannot be checked here: $(tail -n 1 "$parts/log")"; }

why_not() {
    [ "$HARDWARE" = yes ] || { echo "not measured yet: $later"; return; }
    words=$(tail -n 1 "$parts/log" | tr '\t' ' ' | cut -c1-200)
    echo "not measured (command failed: ${words:-no message})"
}

areas_of_malekeh() {
    kinds ocu malekeh || return 0
    area ccu_over_ocu "$(over total "$ccu" ocu)" times "ocu malekeh" "$table"
    area ccu_multiplexers_over_ocu "$(over data_logic "$ccu" ocu)" times "ocu malekeh" "$table"
    area ccu_control_over_ocu "$(over control_logic "$ccu" ocu)" times "ocu malekeh" "$table"
    areas_added malekeh ocu malekeh
}

areas_of_triple_a() {
    kinds ocu triple_a || return 0
    area ecu_over_ocu "$(over total ecu ocu)" times "ocu triple_a" "$table"
}

# areas_added NAME BASELINE SCHEME: what a scheme adds to everything but the banks, and of the banks.
areas_added() {
    a=$(netlist "$2") && b=$(netlist "$3") || return 0
    files="$(modules "$2" "$a") $(modules "$3" "$b")"
    area "$1.added_of_logic" "$(calculate "100*($(um2 "$b")/$(um2 "$a")-1)")" % "$2 $3" "$files"
    bank=$(bank_um2 256 1024 "$lib_nm")
    [ -n "$bank" ] || return 0
    area "$1.added_of_rf" "$(calculate "100*($(um2 "$b")-$(um2 "$a"))/(2*$bank)")" % "$2 $3" \
        "$files $raw/bank_256x1024_${lib_nm}nm.tsv" "$macros"
}

areas_of_levels() {
    areas_added sw_rfc ocu sw_rfc_split
    areas_added ltrf ocu ltrf
}

areas_of_bow() {
    a=$(netlist ocu) && b=$(netlist ocu_8) || return 0
    area ocu_8_over_ocu "$(calculate "$(um2 "$b")/$(um2 "$a")")" times "ocu ocu_8" \
        "$(modules ocu "$a") $(modules ocu_8 "$b")"
    kinds ocu_8 bow || return 0
    area boc_over_ocu "$(over total boc ocu)" times "ocu_8 bow" "$table"
    area boc_multiplexers_over_ocu "$(over data_logic boc ocu)" times "ocu_8 bow" "$table"
    area boc_control_over_ocu "$(over control_logic boc ocu)" times "ocu_8 bow" "$table"
    d=$(netlist bow_wr) || return 0
    area bow_wr.drain "$(um2 "$d" boc_drain)" um2 "ocu_8 bow_wr" "$(modules bow_wr "$d")"
}

# BOW's areas and clock are for 28 nm. Areas of a node from 22 to 32 nm are taken as they are; others are scaled by the
# square of the node, which is weak: cells do not shrink like that.
direct() { [ "$lib_nm" -ge 22 ] && [ "$lib_nm" -le 32 ]; }
no_node="cannot be checked here: constraints/libraries.tsv does not know the node of LIB=$(basename "${LIB:-}")"

# lanes32_um2 CONFIGURATION: area at 32 lanes, on the straight line through its netlists of 2 and of 4 lanes: every lane
# has the same, and the crossbar between 32 banks and 32 collectors of 32 lanes takes Yosys hours.
lanes32_um2() {
    two=$(netlist "$1+subcore.lanes=2") && four=$(netlist "$1+subcore.lanes=4") || return 1
    calculate "$(um2 "$two")+15*($(um2 "$four")-$(um2 "$two"))"
}

# The SM of BOW's Table II.
areas_of_pascal() {
    [ "$lib_nm" != - ] || { without area.bow_pascal. missing "$later" "$no_node"; return 0; }
    plain=ocu_pascal+subcore.lanes=4 scheme=bow_pascal+subcore.lanes=4
    a=$(lanes32_um2 ocu_pascal) && b=$(lanes32_um2 bow_pascal) || return 0
    more=$(calculate "$b-$a") nm=$lib_nm scaled="netlists of 2 and 4 lanes, extended to 32"
    direct || {
        more=$(calculate "$more*(28/$lib_nm)^2") nm=28
        scaled="$scaled; logic scaled to 28 nm by the square of the node, (28/$lib_nm)^2, which is weak"
    }
    bank=$(bank_um2 512 1024 "$nm")
    [ -n "$bank" ] || return 0
    how="$scaled; $macros, at $nm nm"
    files="$(modules $plain "$(netlist $plain)") $(modules $scheme "$(netlist $scheme)")"
    of_bank="$raw/bank_512x1024_${nm}nm.tsv"
    area bow_pascal.added "$(calculate "$more/1e6")" mm2 "$plain $scheme" "$files" "$scaled"
    area bow_pascal.added_of_bank "$(calculate "100*$more/$bank")" % "$plain $scheme" "$files $of_bank" "$how"
    area bow_pascal.added_of_rf "$(calculate "100*$more/(4*$bank)")" % "$plain $scheme" "$files $of_bank" "$how"
}

# Of RFC-sim, whose paper counts none of it.
areas_of_register_caches() {
    kinds ocu rfc_8way_write || return 0
    pair="ocu rfc_8way_write"
    area rfc_over_ocu "$(over total rfc ocu)" times "$pair" "$table"
    area rfc_multiplexers_over_ocu "$(over data_logic rfc ocu)" times "$pair" "$table"
    area rfc_control_over_ocu "$(over control_logic rfc ocu)" times "$pair" "$table"
    a=$(netlist ocu) && b=$(netlist rfc_8way_write) || return 0
    files="$(modules ocu "$a") $(modules rfc_8way_write "$b")"
    paths="$(um2 "$b" rfc_read)+$(um2 "$b" rfc_result)+$(um2 "$b" rfc_drain)"
    area rfc_paths_over_ocu "$(calculate "($paths)/$(um2 "$a" ocu)")" times "$pair" "$files"
    areas_added rfc ocu rfc_8way_write
}

# The smallest search that the paper draws, with reuse flags and fills.
areas_of_2way_caches() {
    two=rfc_2way_compiler_interleaved
    a=$(netlist ocu) && b=$(netlist $two) || return 0
    files="$(modules ocu "$a") $(modules $two "$b")"
    area rfc_2way_over_ocu "$(calculate "$(um2 "$b" rfc)/$(um2 "$a" ocu)")" times "ocu $two" "$files"
    area rfc_2way.added_of_logic "$(calculate "100*($(um2 "$b")/$(um2 "$a")-1)")" % "ocu $two" "$files"
}

# logic DIRECTORY MODULE...: area of these modules that is no flip-flop's.
logic() {
    directory=$1 sum=0
    shift
    for m in "$@"; do
        sum=$(awk -F '\t' -v module="$m" -v sum="$sum" '$1 == module { sum += $2 * ($3 - $4) }
            END { printf "%.9g", sum }' \
            "$directory/modules.tsv")
    done
    echo "$sum"
}

# with_gates DIRECTORY MODULES: area of all instances of modules, a regular expression, with the clock gates that stand
# in them.
with_gates() {
    awk -F '\t' -v modules="^($2)\$" '
        NR == FNR { if ($2 == "clock_gate") gates[$1]++; next }
        $1 ~ modules { n[$1] = $2; area[$1] = $3; found++ }
        $1 == "clock_gate" { gate = $3 }
        END {
            if (!found || !gate) exit 1
            for (m in n) sum += n[m] * (area[m] + gates[m] * gate)
            printf "%.9g", sum
        }' \
        "$1/instances.tsv" "$1/modules.tsv"
}

# with_clock_gates SCHEME MODULES [BASELINE]: of both with clock gates: $times, collectors of the scheme over those of
# the baseline (ocu); $added, what all of the scheme adds in per cent; $designs and $files.
with_clock_gates() {
    base=${3:-ocu}+rtl.clock_gate=cell scheme=$1+rtl.clock_gate=cell
    a=$(netlist "$base") && b=$(netlist "$scheme") && x=$(with_gates "$a" ocu) && y=$(with_gates "$b" "$2") || return 1
    designs="$base $scheme" files="$(modules "$base" "$a") $(modules "$scheme" "$b")"
    times=$(calculate "$y/$x") added=$(calculate "100*($(um2 "$b")/$(um2 "$a")-1)")
}

# gating CONFIGURATION: what clock gates change in it, in per cent; sets $designs and $files.
gating() {
    a=$(netlist "$1") && b=$(netlist "$1+rtl.clock_gate=cell") || return 1
    designs="$1 $1+rtl.clock_gate=cell" files="$(modules "$1" "$a") $(modules "$1+rtl.clock_gate=cell" "$b")"
    changed=$(calculate "100*($(um2 "$b")/$(um2 "$a")-1)")
}

# With clock gates in baseline and scheme alike, what holds the values of flip-flops goes.
areas_of_gated_designs() {
    gating ocu && area gated.ocu "$changed" % "$designs" "$files"
    gating malekeh && area gated.malekeh "$changed" % "$designs" "$files"
    ! with_clock_gates malekeh "$ccu" || {
        area gated.ccu_over_ocu "$times" times "$designs" "$files"
        area gated.ccu_added_of_logic "$added" % "$designs" "$files"
    }
    ! with_clock_gates bow boc ocu_8 || {
        area gated.boc_over_ocu "$times" times "$designs" "$files"
        area gated.boc_added_of_logic "$added" % "$designs" "$files"
    }
    ! with_clock_gates triple_a ecu || {
        area gated.ecu_over_ocu "$times" times "$designs" "$files"
        area gated.ecu_added_of_logic "$added" % "$designs" "$files"
    }
    ! with_clock_gates rfc_8way_write rfc || {
        area gated.rfc_over_ocu "$times" times "$designs" "$files"
        area gated.rfc_added_of_logic "$added" % "$designs" "$files"
    }
}

# What CIAO adds to an SM, without what it changes in the sub-cores' issue stages. Areas are for the GTX 480's 40 nm, to
# which logic is scaled by the square of the node; gates are over the library's smallest NAND of two inputs.
areas_of_ciao() {
    lists="vta_counts interference_list pair_list" shared="translation smmt shared_cache"
    detector="vta ciao cutoff_test $lists"
    a=$(MODULES="l1d l1d_lookup mshr" netlist sm_gto) && t=$(MODULES="l1d l1d_lookup mshr" netlist ciao_t) &&
        c=$(MODULES="$detector $shared l1d l1d_lookup mshr" netlist ciao_c) || return 0
    files="$(modules sm_gto "$a") $(modules ciao_t "$t") $(modules ciao_c "$c")"
    nand=$("$O/liberty" --name "$LIB" nand "$lib_dir/library.lib")
    area ciao.equation "$(calculate "$(um2 "$c" cutoff_test)/$nand")" gates "sm_gto ciao_c" "$files"
    more=$(calculate "$(logic "$c" $shared l1d l1d_lookup mshr)-$(logic "$t" l1d l1d_lookup mshr)")
    area ciao.shared_gates "$(calculate "$more/$nand")" gates "ciao_t ciao_c" "$files" "without flip-flops"
    [ "$lib_nm" != - ] || { without area.ciao. missing "$later" "$no_node"; return 0; }
    scale="(40/$lib_nm)^2" how="scaled to 40 nm by the square of the node, (40/$lib_nm)^2, which is weak"
    area ciao.vta "$(calculate "15*$(um2 "$c" vta)*$scale/1e6")" mm2 "sm_gto ciao_c" "$files" "$how"
    area ciao.vta_share "$(calculate "100*15*$(um2 "$c" vta)*$scale/1e6/529")" % "sm_gto ciao_c" "$files" "$how"
    sum=0
    for m in $lists; do sum=$(calculate "$sum+$(um2 "$c" "$m")"); done
    area ciao.lists "$(calculate "$sum*$scale")" um2 "sm_gto ciao_c" "$files" "$how"
    area ciao.share "$(calculate "100*15*($(um2 "$c")-$(um2 "$a"))*$scale/1e6/529")" % "sm_gto ciao_c" "$files" "$how"
}

# --- clocks -----------------------------------------------------------------------------------------------------------

# period DESIGN: the shortest period in ns that the paths between registers of its netlist allow; those of ports depend
# on what is assumed outside. The table is kept as a raw file.
period() {
    netlist "$1" >/dev/null || return 1
    # shellcheck disable=SC2046,SC2086 # settings are words
    LANES="" NM="" CACHED=yes synth/timing/timing.sh "${1%%+*}" $(settings_of "$1") >"$parts/timing" 2>>"$parts/log" ||
        return 1
    table=$(sed -n 's/^  the table: //p' "$parts/timing")
    [ -f "$table" ] || { echo "synth/timing/timing.sh names no table" >>"$parts/log"; return 1; }
    cp "$table" "$raw/timing_$1.tsv"
    awk -F '\t' '$1 == "kind" && $2 == "register to register" { ns = $3 }
        END { if (!ns) exit 1; printf "%.9g", ns }' "$table"
}

# settings_of DESIGN: its settings as words.
settings_of() { printf '%s' "$1" | sed 's/^[^+]*+*//; s/+/ /g'; }

make_timing() {
    sets=$(settings_of "$1")
    echo "make timing CONFIG=${1%%+*}${sets:+ SET='$sets'}${LIB_GIVEN:+ LIB=$LIB_GIVEN}"
}

# clock NAME VALUE UNIT DESIGNS RAW
clock() {
    row "timing.$1" ok "$2" "$3" "$4" "$lib_name, $lib_nm nm, no wires" - "$(make_timing "${4##* }")" "$5" -
}

# A clock is not scaled from one node to another.
clock_of_bow() {
    [ "$lib_nm" != - ] || { without timing.bow. missing "$(make_timing bow)" "$no_node"; return 0; }
    b=$(period bow) || return 0
    ghz=$(calculate "1/$b")
    if direct; then clock bow.clock "$ghz" GHz bow "$raw/timing_bow.tsv"; return; fi
    words="cannot be checked in $lib_nm nm; shown only: $(printf '%.3g' "$ghz") GHz with $lib_name, no wires,"
    words="$words for bow, the Turing sub-core with 8 BOCs, where the paper's SM has 32"
    without timing.bow. missing "$(make_timing bow)" "$words"
}

# Counted by no paper, so that any library will do.
clocks_of_register_caches() {
    c=$(period rfc_8way_write) || return 0
    clock rfc.clock "$(calculate "1/$c")" GHz rfc_8way_write "$raw/timing_rfc_8way_write.tsv"
    a=$(period ocu) && clock rfc_over_ocu "$(calculate "$c/$a")" times "ocu rfc_8way_write" \
        "$raw/timing_ocu.tsv $raw/timing_rfc_8way_write.tsv"
    two=rfc_2way_compiler_interleaved
    c=$(period $two) && a=$(period ocu) && clock rfc_2way_over_ocu "$(calculate "$c/$a")" times "ocu $two" \
        "$raw/timing_ocu.tsv $raw/timing_$two.tsv"
}

# worst TABLE INSTANCE...: the longest path in ns, of a table of make timing, that ends in one of these.
worst() {
    table=$1
    shift
    awk -F '\t' -v list="$*" '
        BEGIN { n = split(list, name, " "); for (i = 1; i <= n; i++) wanted[name[i]] = 1 }
        $1 == "to" && ($2 in wanted) && $3 > most { most = $3 }
        END { if (!most) exit 1; printf "%.9g", most }' "$table"
}

# What CIAO adds is the same text at any width: of an SM whose sub-cores have one lane.
clocks_of_ciao() {
    one=ciao_c+subcore.lanes=1
    c=$(period $one) || return 0
    table=$raw/timing_$one.tsv
    own=$(worst "$table" u_ciao u_vta u_shared) || return 0
    clock ciao.clock "$(calculate "1000/$own")" MHz $one "$table"
    clock ciao.worst "$(calculate "$own/$c")" times $one "$table"
}

clocks() {
    clock_of_bow
    a=$(period ocu) && c=$(period malekeh) && clock malekeh_over_ocu "$(calculate "$c/$a")" times "ocu malekeh" \
        "$raw/timing_ocu.tsv $raw/timing_malekeh.tsv"
    clocks_of_register_caches
    clocks_of_ciao
    without timing. "$([ "$HARDWARE" = yes ] && echo failed || echo later)" "$later" "$(why_not)"
}

# --- energies ---------------------------------------------------------------------------------------------------------

# made_of BASELINE SCHEME WORKLOAD [key=value ...]: a hash of what an energy table is made of: the RTL of both as
# it is now with all options behind it, the library and the node of the memories, the widths that were synthesized, the
# workload and its size, and the scripts.
made_of() {
    base=$1 scheme=$2 w=$3
    shift 3
    {
        for c in "$base" "$scheme"; do cat "$(tb/flow/flow.sh rtl "$c" "$@")/manifest.txt" || return 1; done
        echo "$lib_hash $memories_nm $LANES $w $SIZE"
        if [ "$w" = mix ]; then cat workloads/mix/*; else cat workloads/*/"$w".*; fi
        cat synth/energy/* synth/flow/liberty* synth/flow/netlist.sh synth/flow/elaborate.ys.in \
            synth/flow/netlist*.c synth/flow/module.ys.in \
            synth/flow/abc_area.script synth/memory/sram.tsv "$O/sram" tb/lockstep/activity.c
        sta -version
    } | sha256sum | cut -c1-16
}

# is_of TABLE BASELINE SCHEME WORKLOAD [key=value ...]: whether its header names this RTL, workload and library.
is_of() {
    table=$1 base=$2 scheme=$3 w=$4
    shift 4
    for c in "$base" "$scheme"; do
        grep -q "^#.*$(sha256sum <"$(tb/flow/flow.sh rtl "$c" "$@")/manifest.txt" | cut -d' ' -f1)" "$table" || return 1
    done
    [ "$w" = mix ] || w=$w.yaml
    grep -q "^#.*library $lib_name, .*of $LANES lanes" "$table" && grep -qF "/$w;" "$table"
}

# What minutes suffice for, on the bundled trace: a row is one bank of the paper's cache wide.
small="subcore.warps=2 subcore.lanes=4 subcore.registers=64 inflight.entries=8 rf.rows=64"

# tables BASELINE SCHEME [key=value ...]: their energy tables, one for each of the workloads of ENERGY (mix: the bundled
# trace), made if HARDWARE=yes; the settings are those of both. Names of the files say "small" for those of $small.
tables() {
    of_base=$1 of_scheme=$2
    shift 2
    label=$of_base-$of_scheme$(printf '+%s' "$@" | sed "s/^+$//; s/^+$(echo "$small" | tr ' ' '+')/+small/")
    mkdir -p "$O/energy/claims"
    for load in $ENERGY; do
        key=$(made_of "$of_base" "$of_scheme" "$load" "$@") || return 1
        file=$O/energy/claims/$of_base-$of_scheme-$lib_name-$load-$SIZE-$key.tsv
        if [ ! -s "$file" ]; then
            [ "$HARDWARE" = yes ] || return 1
            say "energy of $of_scheme against $of_base, $load"
            WORKLOAD=$([ "$load" = mix ] || echo "$load") NM=$memories_nm LANES=$LANES \
                synth/energy/energy.sh "$of_base" "$of_scheme" workloads/mix "$@" \
                >"$raw/energy_$label-$load.txt" 2>>"$parts/log" || return 1
            made=$(sed -n 's/^  all of it: //p' "$raw/energy_$label-$load.txt")
            [ -f "$made" ] && is_of "$made" "$of_base" "$of_scheme" "$load" "$@" || {
                echo "synth/energy/energy.sh names no table, or one of something else: ${made:-none}" >>"$parts/log"
                return 1
            }
            cp "$made" "$file"
        fi
        cp "$file" "$raw/energy_$label-$load.tsv"
        echo "$raw/energy_$label-$load.tsv"
    done
}

# energies EXPRESSION TABLE...: "mean least most" over the tables of an awk expression of d(role, component), dynamic
# pJ per instruction as the papers count, saved(way, organisation), per cent of the dynamic energy, and clocked(), of
# all that is synthesized with its clock.
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
            function netlist(role) {
                return v[role, "netlist", "monolithic", "total", "dynamic"] + \
                    v[role, "netlist", "monolithic", "total", "clock"]
            }
            function clocked() {
                if (!netlist("baseline")) exit 1
                return 100 * (1 - netlist("scheme") / netlist("baseline"))
            }
            /^#/ { next }
            { v[$1, $2, $3, $4, $5] = $7 }
            END { printf "%.9g\n", '"$expression"' }' "$table"
    done | awk 'NR == 1 { least = most = $1 } { sum += $1; if ($1 < least) least = $1; if ($1 > most) most = $1 }
        END { if (NR != '"$#"') exit 1; printf "%.9g %.9g %.9g", sum / NR, least, most }'
}

# joule NAME VALUE DESIGNS TABLES TEXT [SETTING]: the setting is that of all designs.
joule() {
    of_all=${6:+ $6}
    text="$(echo "$ENERGY" | tr ' ' ','), $SIZE, $5"
    width=$([ "$LANES" = full ] || echo "; netlists of $LANES lanes, extended")
    command="make energy BASELINE=${3%% *} CONFIG=\$c WORKLOAD=\$w SIZE=$SIZE NM=$memories_nm"
    [ "$LANES" = full ] || command="$command LANES='$LANES'"
    command="$command${of_all:+ SET=${of_all# }}"
    command="for w in $ENERGY; do for c in ${3#* }; do $command${LIB_GIVEN:+ LIB=$LIB_GIVEN}; done; done"
    row "$1" ok "$2" % "$(echo "$3" | sed "s/[^ ]*/&${6:++$6}/g")" "$lib_name, memories $memories_nm nm$width" \
        "$text" "$command" "$4" -
}

all_energies() {
    if [ ! -x synth/energy/energy.sh ]; then
        without energy. later "make energy" "not measured yet: there is no make energy"
        return 0
    fi
    (library claims) >/dev/null 2>>"$parts/log" ||
        { without energy. missing "$later" "$(no_library)"; return 0; }
    library claims
    export LIB
    memories_nm=${NM:-$lib_nm}
    LANES=${LANES:-full}
    [ "$memories_nm" != - ] || { without energy. missing "$later" "$no_node; NM= says it"; return 0; }
    # shellcheck disable=SC2086 # tables are words
    # minutes; the others are at full width
    ! asked 'rfc_small[.]' || (ENERGY=mix LANES=full; energies_of_small_caches)
    ! asked '\(malekeh[.]\|bow_over_\)' || energies_of_malekeh
    ! asked 'gated[.]malekeh[.]' || energies_of_gated malekeh ocu malekeh
    ! asked 'triple_a[.]' || energies_of_triple_a
    ! asked 'bow\(_wr\)*[.]' || energies_of_bow
    ! asked 'gated[.]bow[.]' || energies_of_gated bow ocu_8 bow
    ! asked 'rfc[.]' || energies_of_register_caches
    ! asked 'ciao[.]' || power_of_ciao
    without energy. "$([ "$HARDWARE" = yes ] && echo failed || echo later)" "$later" "$(why_not)"
}

# asked PATTERN: whether a claim asks for an energy whose name behind "energy." begins so.
asked() { grep -q "^energy[.]$1" "$parts/needed"; }

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
    m=$(energies 'clocked()' $a) || return 0
    joule energy.malekeh.saved_clocked "${m%% *}" "ocu malekeh" "$a" mean
    b=$(tables ocu bow) || return 0
    b=$(echo $b)
    m=$(energies '-saved("papers", "monolithic")' $b) || return 0
    set -- $m
    joule energy.bow_over_ocu "$1" "ocu bow" "$b" mean
    x=$(energies 'd("scheme", "total")' $a) y=$(energies 'd("scheme", "total")' $b)
    joule energy.bow_over_malekeh "$(calculate "100*(${y%% *}/${x%% *}-1)")" "ocu malekeh bow" "$a $b" "ratio of means"
}

# energies_of_gated NAME BASELINE SCHEME: with clock gates in both, as the paper counts, and all that is synthesized
# with its clock.
energies_of_gated() {
    a=$(tables "$2" "$3" rtl.clock_gate=cell) || return 0
    a=$(echo $a)
    m=$(energies 'saved("papers", "monolithic")' $a) || return 0
    joule "energy.gated.$1.saved" "${m%% *}" "$2 $3" "$a" mean rtl.clock_gate=cell
    m=$(energies 'clocked()' $a) || return 0
    joule "energy.gated.$1.saved_clocked" "${m%% *}" "$2 $3" "$a" mean rtl.clock_gate=cell
}

energies_of_triple_a() {
    a=$(tables ocu triple_a) || return 0
    a=$(echo $a)
    m=$(energies 'saved("papers", "monolithic")' $a) || return 0
    joule energy.triple_a.saved "${m%% *}" "ocu triple_a" "$a" mean
}

# What BOCs and crossbar take more than those of the baseline, of all that the baseline takes.
overhead='100 * (d("scheme", "collectors") - d("baseline", "collectors") + d("scheme", "crossbar") - \
    d("baseline", "crossbar")) / d("baseline", "total")'

# On the Turing sub-core, against as many plain collectors.
energies_of_bow() {
    a=$(tables ocu_8 bow) || return 0
    a=$(echo $a)
    m=$(energies 'saved("papers", "monolithic")' $a) || return 0
    joule energy.bow.saved "${m%% *}" "ocu_8 bow" "$a" mean
    m=$(energies "$overhead" $a) || return 0
    joule energy.bow.overhead "${m%% *}" "ocu_8 bow" "$a" mean
    m=$(energies 'clocked()' $a) || return 0
    joule energy.bow.saved_clocked "${m%% *}" "ocu_8 bow" "$a" mean
    a=$(tables ocu_8 bow_wr_hinted) || return 0
    a=$(echo $a)
    m=$(energies 'saved("papers", "monolithic")' $a) || return 0
    joule energy.bow_wr.saved "${m%% *}" "ocu_8 bow_wr_hinted" "$a" mean
    m=$(energies "$overhead" $a) || return 0
    joule energy.bow_wr.overhead "${m%% *}" "ocu_8 bow_wr_hinted" "$a" mean
}

# On the Turing sub-core, of RFC-sim's Table VI.
energies_of_register_caches() {
    a=$(tables ocu rfc_8way_write) || return 0
    a=$(echo $a)
    m=$(energies 'saved("papers", "monolithic")' $a) || return 0
    joule energy.rfc.saved "${m%% *}" "ocu rfc_8way_write" "$a" mean
    m=$(energies 'saved("papers", "sliced16")' $a) || return 0
    joule energy.rfc.saved_sliced "${m%% *}" "ocu rfc_8way_write" "$a" mean
    m=$(energies 'saved("netlist", "monolithic")' $a) || return 0
    joule energy.rfc.saved_netlist "${m%% *}" "ocu rfc_8way_write" "$a" mean
    m=$(energies 'clocked()' $a) || return 0
    joule energy.rfc.saved_clocked "${m%% *}" "ocu rfc_8way_write" "$a" mean
}

# What CIAO adds to 15 SMs, in a run in which it isolates and stalls, at 1.4 GHz: what switches, as make energy counts,
# and beside it the clock, as it is and gated; no memory. synth/energy/sm_energy.sh has it scaled to 40 nm.
ciao_run="m=384 n=48" ciao_set="machine.blocks=48"
power_of_ciao() {
    [ "$lib_nm" != - ] || return 0
    key=$({ cat "$(tb/flow/flow.sh rtl ciao_c)/manifest.txt" configs/ciao_c.yaml configs/sm_gto.yaml \
        workloads/atax/atax.*
        cat synth/energy/* synth/flow/liberty* synth/flow/netlist.sh synth/flow/elaborate.ys.in \
            synth/flow/netlist*.c synth/flow/module.ys.in synth/flow/abc_area.script tb/lockstep/activity.c
        sta -version
        echo "$lib_hash $ciao_run $ciao_set"; } | sha256sum | cut -c1-16)
    file=$O/energy/claims/ciao_c-$lib_name-$key.tsv
    if [ ! -s "$file" ]; then
        [ "$HARDWARE" = yes ] || return 0
        mkdir -p "$O/energy/claims"
        say "energy of ciao_c, atax"
        # shellcheck disable=SC2086 # these are words
        (unset SIZE LANES
            WORKLOAD=atax PARAM=$ciao_run PARTS=ciao synth/energy/sm_energy.sh ciao_c workloads/mix $ciao_set) \
            >"$parts/sm_energy" 2>>"$parts/log" || return 0
        cp "$(sed -n 's/^  the table: //p' "$parts/sm_energy")" "$file"
    fi
    cp "$file" "$raw/energy_ciao_c.tsv"
    mw=$(sed -n 's/^# mW of 15 SMs .* switching \([^,]*\), clock \([^,]*\), gated clock \([^;]*\);.*/\1 \2 \3/p' \
        "$file")
    [ -n "$mw" ] || return 0
    # shellcheck disable=SC2086 # three words
    set -- $mw
    watt energy.ciao.power "$1" "$raw/energy_ciao_c.tsv"
    watt energy.ciao.clock "$2" "$raw/energy_ciao_c.tsv"
    watt energy.ciao.gated "$3" "$raw/energy_ciao_c.tsv"
}

# watt NAME VALUE TABLE
watt() {
    row "$1" ok "$2" mW ciao_c "$lib_name, scaled to 40 nm and 1 V" "atax, $ciao_run" \
        "make sm_energy PARTS=ciao WORKLOAD=atax PARAM='$ciao_run' SET='$ciao_set'${LIB_GIVEN:+ LIB=$LIB_GIVEN}" "$3" -
}

energies_of_small_caches() {
    a=$(tables ocu rfc_8way_write $small) || return 0
    m=$(energies 'saved("papers", "monolithic")' $a) || return 0
    small_joule energy.rfc_small.saved "${m%% *}" "$small" "$a"
    m=$(energies 'saved("netlist", "monolithic")' $a) || return 0
    small_joule energy.rfc_small.saved_netlist "${m%% *}" "$small" "$a"
    a=$(tables ocu rfc_8way_write $small rf.ports=2) || return 0
    m=$(energies 'saved("papers", "monolithic")' $a) || return 0
    small_joule energy.rfc_small.dual "${m%% *}" "$small rf.ports=2" "$a"
}

# small_joule NAME VALUE SETTINGS TABLE: of the bundled trace.
small_joule() {
    with=+$(echo "$3" | tr ' ' '+')
    row "$1" ok "$2" % "ocu$with rfc_8way_write$with" "$lib_name, memories $memories_nm nm" "the bundled trace mix" \
        "make energy BASELINE=ocu CONFIG=rfc_8way_write SET='$3' NM=$memories_nm${LIB_GIVEN:+ LIB=$LIB_GIVEN}" "$4" -
}
