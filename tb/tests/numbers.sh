# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

storage_of_malekeh() { # VI-D: two entries more per collector are 2 KB per SM, 0.78 % of 256 KB
    synth/area/storage.sh ocu ccu >"$T/storage"
    cat "$T/storage"
    grep -q 'collector data added *16384 bits = *2048.0 bytes = *0.78 %' "$T/storage" ||
        fail "2048 bytes, 0.78 % do not come out"
    refused "accepted are two of a kind" synth/area/storage.sh ocu sm_gto
    refused "accepted: two of one size" synth/area/storage.sh ocu monolithic
    grep -q 'register file 256 KiB' "$T/storage" || fail "the register file of an SM is not 256 KiB"
    # Control by hand, per CCU of 8 entries: valid 8, lock 8, near 8, tag 64, lru 24, index 18, own 1, dst_near 4 = 135
    # bits more, less the 48 bits of src_reg_q that an OCU has and a CCU reads from its tags: 87, in 2 x 4 collectors.
    grep -q 'collector control added *696 bits' "$T/storage" || fail "the control bits are not the 696 counted by hand"
}

# No table has energy and area of a memory with two read ports, and none is made up.
memories_with_two_read_ports_have_no_netlist() {
    for set in collector.kind=ccu "collector.kind=ocu rf.ports=2"; do
        # shellcheck disable=SC2086 # $set is words
        refused "rf.read_ports is 2; accepted is 1" synth/flow/netlist.sh tiny rf.read_ports=2 $set
    done
}

# The table's kinds add up to the total, and holding multiplexers are counted from the registers that hold.
area_table() {
    synth/area/area.sh tiny tiny collector.kind=ocu >"$T/area" 2>&1 || { cat "$T/area"; fail "make area"; }
    cat "$T/area"
    grep -q '^  ccu  *2 ' "$T/area" || fail "no line for two CCUs"
    grep -q 'collectors: [1-9][0-9.e+]* -> [1-9][0-9.e+]* um2 (-' "$T/area" || fail "OCUs are not smaller than CCUs"
    # A CCU has the modules in it, too.
    awk -F '\t' 'NR > 1 && $1 == "tiny" && $2 ~ /^ccu/ { sum += $9; n++ }
        END { if (n != 4) exit 1; printf "%.4e\n", sum }' "$O/area/tiny-tiny+collector.kind=ocu-osu018.tsv" >"$T/sum" ||
        fail "the CCUs are not four modules in $O/area/tiny-tiny+collector.kind=ocu-osu018.tsv"
    sed -n 's/^ *collectors: \([^ ]*\) -> .*/\1/p' "$T/area" | awk -v sum="$(cat "$T/sum")" '
        { said = $1 } END { exit !(said > 0.999 * sum && said < 1.001 * sum) }' ||
        fail "collectors are not $(cat "$T/sum") um2, the sum of what a CCU is made of"
    awk -F '\t' 'NR > 1 { sum = $4 + $5 + $6 + $7 + $8; n++; if (sum > $9 + 0.05 || sum < $9 - 0.05) exit 1 }
        END { if (n < 20) exit 1 }' \
        "$O/area/tiny-tiny+collector.kind=ocu-osu018.tsv" ||
            fail "kinds do not add up to the total in $O/area/tiny-tiny+collector.kind=ocu-osu018.tsv"
    grep -q '<svg' "$O/area/tiny-tiny+collector.kind=ocu-osu018.svg" || fail "no picture"
    refused "accepted are two of a kind" synth/area/area.sh ocu sm_tiny
    refused "accepted are sub-cores" synth/energy/energy.sh ocu sm_tiny workloads/mix
    refused "TRACE=/nope: /nope does not exist" synth/energy/energy.sh ocu tiny /nope
    LANES=1 refused "accepted is SET=subcore.lanes=1" synth/area/frontier.sh
    printf 'a\ttiny\tfirst\na\ttiny\tagain\n' >"$T/twice.tsv"
    refused "line 2: a is the label of a line before" synth/area/frontier.sh "$T/twice.tsv"
    sed 's/timing *(/timeless(/' "${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}" >"$T/timeless.lib"
    LIB=$T/timeless.lib refused "has no timing() of any cell" synth/timing/timing.sh tiny
    head -c 200000 "${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}" >"$T/half.lib"
    LIB=$T/half.lib refused "ends within a group" synth/area/area.sh tiny tiny
    STRATEGY=delay refused "accepted: area, which goldens are of" synth/golden/golden.sh check
}

# docs/numbers.md, Another synthesis: areas of the two recipes are near each other and those of the netlists; the clock
# of a netlist is that of make timing. A package that is not there is said.
second_opinion_is_of_the_same_designs() {
    sets="subcore.lanes=1 subcore.warps=2 subcore.registers=16 rf.rows=32 inflight.entries=2 collector.slots=3"
    FIGURES=$T CONFIGS="ocu ccu" VERSION=0.0.0 synth/second/second.sh $sets >"$T/log" 2>&1 ||
        { cat "$T/log"; fail "second.sh"; }
    grep -q '^second: .*; the columns of a newer Yosys are empty$' "$T/log" || { cat "$T/log"; fail "nothing is said"; }
    for config in ocu ccu; do
        dir=$(synth/flow/netlist.sh $config $sets)
        table=$(synth/timing/timing.sh $config $sets | sed -n 's/^  the table: //p')
        awk -F '\t' 'NR > 1 { area += $2 * $3 } END { print area / 1e6 }' "$dir/modules.tsv"
        awk -F '\t' '$1 == "kind" && $2 == "register to register" { print 1000 / $3 }' "$table"
    done | paste - - >"$T/want"
    awk -F '\t' 'function near(a, b, by) { return a - b < by && b - a < by }
        FNR == NR { area[NR] = $1; clock[NR] = $2; next }
        FNR == 1 { next }
        !near($2, area[FNR - 1], 0.0001) || !near($5, clock[FNR - 1], 0.06) { exit 1 }
        !near($3, $2, $2 / 4) || !($6 > 0) || $4 != "" || $7 != "" || $10 != "" { exit 1 }
        !near($8, area[FNR - 1] / area[1], 0.001) { exit 1 }
        { n++ }
        END { exit n != 2 }' "$T/want" "$T/second.tsv" || { cat "$T/want" "$T/second.tsv"; fail "see second.sh"; }
    # Another netlist has another clock, and one that is not there is refused.
    rtl=$(tb/flow/flow.sh rtl ocu $sets)
    sed 's/^[ ]*INVX[0-9]* /  NOPE /' "$(synth/flow/netlist.sh ocu $sets)/netlist.v" >"$T/broken.v"
    ! NETLIST=$T/broken.v synth/timing/timing.sh ocu $sets >"$T/log" 2>&1 || fail "a cell that is not there is taken"
    refused "NETLIST=$T/none does not exist" env NETLIST="$T/none" synth/timing/timing.sh ocu
    refused "accepted is it without LANES=" env NETLIST="$T/broken.v" LANES="1 2" synth/timing/timing.sh ocu
}

# Area and clock beside the sub-core without collectors: each row is what netlist.sh and timing.sh say of it, and ratios
# are over the first one. A configuration without a netlist is left out, and said so; without any, no table is written.
area_beside_modern_is_of_its_netlists() {
    beside() { env FIGURES="$T" "$@" cmodel/experiments/modern_area.sh 2; }
    beside CONFIGS="tiny+collector.kind=ocu tiny" >"$T/log" 2>&1 || { cat "$T/log"; fail "modern_area.sh"; }
    cp "$T/modern_area.tsv" "$T/first.tsv"
    for kind in ocu ccu; do
        dir=$(synth/flow/netlist.sh tiny collector.kind=$kind subcore.lanes=2)
        table=$(synth/timing/timing.sh tiny collector.kind=$kind subcore.lanes=2 | sed -n 's/^  the table: //p')
        awk -F '\t' 'NR > 1 { area += $2 * $3; flops += $2 * $7 } END { print area / 1e6, flops }' "$dir/modules.tsv"
        awk -F '\t' '$1 == "kind" && $2 == "register to register" { print $3 }' "$table"
    done | paste - - | tr ' ' '\t' >"$T/want"
    awk -F '\t' 'function near(a, b) { return a - b < 0.0001 && b - a < 0.0001 }
        FNR == NR { area[NR] = $1; flops[NR] = $2; period[NR] = $3; next }
        FNR == 1 { next }
        !near($3, area[FNR - 1]) || $5 != flops[FNR - 1] || $6 != period[FNR - 1] { exit 1 }
        $2 != 2 || $4 - area[FNR - 1] / area[1] > 0.001 || area[FNR - 1] / area[1] - $4 > 0.001 { exit 1 }
        $7 - 1000 / $6 > 0.06 || 1000 / $6 - $7 > 0.06 { exit 1 }
        { n++ }
        END { exit n != 2 }' "$T/want" "$T/first.tsv" ||
        { cat "$T/want" "$T/first.tsv"; fail "modern_area.tsv is not of the netlists and paths; see modern_area.sh"; }
    beside CACHED=yes CONFIGS="tiny+subcore.warps=7 tiny" >"$T/log" 2>&1 || { cat "$T/log"; fail "modern_area.sh"; }
    grep -q "tiny+subcore.warps=7 has no netlist of 2 lanes, and is left out" "$T/log" ||
        { cat "$T/log"; fail "it does not say what is left out"; }
    [ "$(cut -f 1 "$T/modern_area.tsv" | tr '\n' ' ')" = "configuration tiny " ] || fail "rows are not what is left"
    echo kept >"$T/modern_area.tsv"
    status=0
    beside CACHED=yes CONFIGS=tiny+subcore.warps=7 >"$T/log" 2>&1 || status=$?
    [ $status -eq 2 ] && grep -q "nothing is measured" "$T/log" || { cat "$T/log"; fail "exit code $status, not 2"; }
    refused "'two' is no number of lanes" env FIGURES="$T" cmodel/experiments/modern_area.sh two
    echo kept | cmp - "$T/modern_area.tsv" || fail "a refused run has changed the table"
}

# The table of an SM adds up to the generator's list and to what Yosys finds; 138605 are the bits of sm_gto that
# lock-step compares. Victim tags: 48 warps of 16 tags of 1 + 41 bits and a position of 4 bits.
storage_of_an_sm() {
    for pair in "sm_gto sm_ccws" "sm_tiny sm_tiny"; do
        # shellcheck disable=SC2086 # $pair is words
        synth/area/storage.sh $pair >"$T/storage"
        cat "$T/storage"
        # shellcheck disable=SC2046 # these are words
        set -- $(for c in $pair; do tb/flow/flow.sh rtl "$c"; done)
        awk -v base="$1/registers.tsv" -v scheme="$2/registers.tsv" '
            function bits(file,    line, w, sum) {
                while ((getline line < file) > 0) { split(line, w, "\t"); sum += w[2] }
                close(file)
                return sum
            }
            $1 == "module" { rows = 1; next }
            $1 == "total" {
                rows = 0
                seen = $3 + $4 == bits(base) && $7 + $8 == bits(scheme) && a == $3 + $4 && b == $7 + $8
            }
            rows && NF && $1 != "=" { a += $3 + $4; b += $7 + $8 }
            $1 == "=" { parts += $4 + $5 }
            END { exit !(seen && parts == a) }' "$T/storage" ||
            fail "the table of $pair does not add up to its registers"
    done
    yosys=$(awk -F '\t' '$4 == "flop" { sum += $2 } END { print sum }' "$(tb/flow/flow.sh flops sm_tiny)")
    grep -q "registers around them" "$T/storage" || fail "no line of what is around the sub-cores"
    [ "$yosys" = "$(awk -F '\t' 'NR > 1 { sum += $2 } END { print sum }' "$1/registers.tsv")" ] ||
        fail "Yosys finds $yosys bits in sm_tiny"
    synth/area/storage.sh sm_gto sm_ccws >"$T/storage"
    awk '$1 == "total" && $3 + $4 == 138605 { n++ } $1 == "vta" && $8 == 48 * (16 * 42 + 4) { n++ }
        $1 == "l1d" && $2 == "array" && $4 == 128 * 1024 { n++ } END { exit n != 3 }' "$T/storage" ||
        fail "total, vta or the array of the L1D are not those of sm_gto and sm_ccws"
    refused "BASELINE=sm_gto for an SM" synth/area/storage.sh sm_gto ocu
}

# An SM of two sub-cores with OCUs, one lane: a sub-core's modules are synthesized once and counted twice, what is
# around them once, and in rows of its own; gates are areas over a NAND's; victim tags are as many flip-flops as the
# register list says.
area_of_an_sm() {
    printf 'extends: %s\ncollector.kind: ocu\nsubcore.lanes: 1\n' "$PWD/configs/sm_tiny.yaml" >"$T/sm_ocu.yaml"
    printf 'extends: %s\ncollector.kind: ocu\nsubcore.lanes: 1\n' "$PWD/configs/tiny.yaml" >"$T/one_ocu.yaml"
    synth/area/area.sh "$T/sm_ocu.yaml" "$T/sm_ocu.yaml" throttle.policy=ccws vta.tags=2 >"$T/area" 2>&1 ||
        { cat "$T/area"; fail "make area"; }
    cat "$T/area"
    table=$(sed -n 's/^  the table: //p' "$T/area")
    one=$(synth/flow/netlist.sh "$T/one_ocu.yaml")
    dir=$(synth/flow/netlist.sh "$T/sm_ocu.yaml" throttle.policy=ccws vta.tags=2)
    awk -F '\t' 'FNR == 1 { next }
        FILENAME == ARGV[1] { instances += $2; area += $2 * $3; next }
        $1 == "sm_ocu" && $10 == "subcore" { n += $3; sum += $9; if ($2 == "ocu") ocus = $3 }
        $1 == "sm_ocu" && $10 == "sm" { own[$2] = $3 }
        $11 < $9 / 24 - 1 || $11 > $9 / 24 + 1 || $12 > $11 { print $2 ": " $11 " gates of " $9 " um2"; bad = 1 }
        { kinds = $4 + $5 + $6 + $7 + $8; if (kinds > $9 + 5 || kinds < $9 - 5) { print $2 ": kinds"; bad = 1 } }
        END {
            print n " instances of " instances " in two sub-cores, " sum " um2 of " area
            if (n != 2 * instances || sum < 1.96 * area || sum > 2.04 * area || ocus != 4) bad = 1
            if (own["l1d"] != 1 || own["coalescer"] != 1 || own["mshr"] != 1 || own["sm"] != 1) bad = 1
            exit bad || ("vta" in own)
        }' "$one/modules.tsv" "$table" || fail "the rows of $table"
    grep -qE '^  vta +0 +[1-9][0-9.e+]* ' "$T/area" || fail "no line of what the scheme adds"
    grep -qF '4 x 64 x 32 bits (sram_1rw), 1 x 8 x 128 bits (sram_1rw_be)' "$T/area" || fail "other macros"
    awk -F '\t' 'FILENAME == ARGV[1] { if ($4 == "vta") want += $2; next } $1 == "vta" { got = $7 }
        END { print got " flip-flops of " want; exit !(want && got == want) }' \
        "$dir/rtl/registers.tsv" "$dir/modules.tsv" || fail "not all victim tags are flip-flops"
    synth/timing/timing.sh "$T/sm_ocu.yaml" >"$T/timing" 2>&1 || { cat "$T/timing"; fail "make timing"; }
    cat "$T/timing"
    for path in "issue path: read return to bank queue +g_sub" "to u_l1d +u_" "to u_coalescer +u_"; do
        grep -qE "^ +[0-9.]+  $path" "$T/timing" || fail "no path '$path' in the table"
    done
}

# A clock that is the inverse of the longest path, which may be in one module, and parts of it and of a path through
# several modules that add up to them.
timing_table() {
    synth/timing/timing.sh tiny >"$T/timing" 2>&1 || { cat "$T/timing"; fail "make timing"; }
    cat "$T/timing"
    grep -qE 'issue path: read return to bank queue +g_bank' "$T/timing" || fail "no issue path in the table"
    for path in "register to register:1" "issue path:2"; do
        awk -v path="${path%:*}" -v least="${path#*:}" 'index($0, "  " path) && / -> / {
                for (i = 1; i <= NF; i++) if ($i ~ /:[0-9.]+$/) { split($i, p, ":"); sum += p[2]; parts++ }
                ok = parts >= least && sum <= $1 && sum > 0.8 * $1
            } END { exit !ok }' "$T/timing" ||
            fail "the parts of the ${path%:*} are not its length, less the setup time"
    done
    grep -qE '^ +cycle of sram_1rw +[0-9.]+$' "$T/timing" || fail "no cycle time of the memory"
    LANES="1 x" refused "are not widths of netlists" synth/timing/timing.sh tiny
    status=0
    LIB=README.md synth/timing/timing.sh tiny >"$T/refused" 2>&1 || status=$?
    [ $status -eq 2 ] || { cat "$T/refused"; fail "LIB=README.md: exit code $status instead of 2"; }
}

tiny_rfc="collector.kind=ocu rfc.enable=true rfc.entries=4 rfc.ways=4 rf.ports=2"

# RFC-sim VI-B: a cache has 32 bits of value for each entry and lane, which are data; what else it has is control. The
# baseline has none, though the settings of the scheme name them, and the bank with two ports is a macro.
area_of_register_caches() {
    sed -e 's/kind: ccu/kind: ocu/; /^ccu:/,$d' configs/tiny.yaml >"$T/tiny_ocu.yaml"
    # shellcheck disable=SC2086 # $tiny_rfc is words
    synth/area/area.sh "$T/tiny_ocu.yaml" tiny $tiny_rfc >"$T/area" 2>&1 || { cat "$T/area"; fail "make area"; }
    cat "$T/area"
    grep -qE 'register caches and what is around them: 0 -> [1-9][0-9.e+]* um2' "$T/area" ||
        fail "no line of the caches"
    # shellcheck disable=SC2086 # $tiny_rfc is words
    dir=$(synth/flow/netlist.sh tiny $tiny_rfc)
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $1 == "rfc" { seen = $(at["instances"]); data = $(at["data_flops"]);
            held = $(at["data_hold"]); all = $(at["flops"]) }
        $1 ~ /^rfc_|^sram/ && $(at["data_flops"]) > 0 { print $1 " has data flip-flops"; bad = 1 }
        END {
            # 4 entries: valid, dirty, a tag of 6 bits each; the order of 6 pairs.
            if (seen != 2 || data != 4 * 32 * 4 || held != data || all - data != 4 * (1 + 1 + 6) + 6) {
                print seen " caches of " data " data flip-flops, " held " of which hold, and " all - data " others"
                bad = 1
            }
            exit bad
        }' "$dir/modules.tsv" || fail "$dir/modules.tsv"
    awk -F '\t' 'FNR == 1 { file++ } file == 1 && $5 == "data" && $4 !~ /^sram/ { want += $2 }
        file == 2 && FNR > 1 { got += $2 * $8 }
            END { if (want != got) { print got " data flip-flops of " want; exit 1 } }' \
        "$dir/rtl/registers.tsv" "$dir/modules.tsv" || fail "registers of kind data are not all booked as data"
    table=$(sed -n 's/^  the table: //p' "$T/area")
    awk -F '\t' 'NR > 1 { sum = $4 + $5 + $6 + $7 + $8; if (sum > $9 + 0.05 || sum < $9 - 0.05) exit 1 }
        $2 == "rfc" { hold = $6; data = $5; logic = $7 } END { exit !(hold > 0 && data > 0 && logic > 0) }' "$table" ||
        fail "kinds do not add up to the total, or the caches lack one, in $table"
}

# RFC-sim V-B, VI-B: worst paths to, through and from the caches; values that leave them go into a dual-ported macro.
timing_of_register_caches() {
    # shellcheck disable=SC2086 # $tiny_rfc is words
    synth/timing/timing.sh tiny $tiny_rfc >"$T/timing" 2>&1 || { cat "$T/timing"; fail "make timing"; }
    cat "$T/timing"
    for path in "register cache to collector +g_rfc" "register cache to bank +g_rfc" \
        "ibuffer head to register cache +u_ib" \
        "to g_rfc\[1\][.]u_rfc " "to u_drain "; do
        grep -qE "^ +[0-9.]+  $path" "$T/timing" || fail "no path '$path' in the table"
    done
    grep -qE 'register cache to bank +g_rfc.* -> g_bank\[[01]\][.]u_bank/u_sram$' "$T/timing" ||
        fail "the path to the banks does not end in their memory, sram_1r1w"
}

# Area, flip-flops and depth of every module against synth/golden/; in nightly of all designs on osu018, and of the
# small ones on the other libraries.
golden_metrics() {
    libraries=""
    [ "$1" = ci ] || libraries="sky130hd_tt asap7_rvt_tt_merged sg13g2_typ"
    for lib in "" $libraries; do
        [ -z "$lib" ] || [ -f "$SHARED/lib/$lib.lib.xz" ] || { echo "$lib: not here, left out"; continue; }
        status=0
        LIB=${lib:+$SHARED/lib/$lib.lib.xz} synth/golden/golden.sh check "$([ -n "$lib" ] && echo ci ||
            echo "$1")" >"$T/golden" 2>&1 || status=$?
        cat "$T/golden"
        [ $status -ne 77 ] || skip "$(tail -n 1 "$T/golden")"
        [ $status -eq 0 ] || fail "make golden LIB=$lib (exit code $status)"
    done
    # A changed golden and a missing one are seen.
    cp synth/golden/osu018.tsv "$T/kept"
    awk -F '\t' -v OFS='\t' '$2 == "crossbar" { $4 *= 1.02 } { print }' "$T/kept" >"$T/changed"
    awk -F '\t' '$2 != "lfsr"' "$T/kept" >"$T/missing"
    awk -F '\t' -v OFS='\t' '$2 == "crossbar" { $3++ } { print }' "$T/kept" >"$T/instantiated"
    awk -F '\t' -v OFS='\t' '$2 == "crossbar" { $4 = "nan" } { print }' "$T/kept" >"$T/nan"
    sed 1d "$T/kept" >"$T/beheaded"
    : >"$T/empty"
    for f in changed missing instantiated nan beheaded empty; do
        status=0
        GOLDEN=$T/$f synth/golden/golden.sh check ci >"$T/golden" 2>&1 || status=$?
        [ $status -eq 1 ] || { cat "$T/golden"; fail "a golden that is $f: exit code $status instead of 1"; }
    done
}

# The same text gives the same netlist whatever else the design holds and wherever it is built.
netlists_depend_on_their_text_only() {
    synth/flow/netlist.sh tiny >"$T/dir" || fail "synth/flow/netlist.sh tiny"
    mkdir -p "$T/elsewhere/build"
    cp "$O/rtl_gen" "$O/liberty" "$O/netlist" "$T/elsewhere/build/"
    O=$T/elsewhere/build synth/flow/netlist.sh tiny collector.kind=ocu >"$T/other" ||
        fail "synth/flow/netlist.sh tiny collector.kind=ocu"
    both=0
    for f in "$(dirname "$(cat "$T/other")")"/*-????????????????.v; do
        here=$(dirname "$(cat "$T/dir")")/$(basename "$f")
        [ -f "$here" ] || continue
        both=$((both + 1))
        cmp "$here" "$f" || fail "$(basename "$f") differs between two designs that hold the same module"
    done
    echo "$both modules compared"
    [ $both -ge 8 ] || fail "only $both modules are the same in both designs"
}

# Mapped for delay, modules have as many flip-flops, no one is longer and most are shorter; the netlists stand apart:
# reports and tables have the strategy in the library's name.
strategies_stand_apart() {
    one=subcore.lanes=1
    area=$(synth/flow/netlist.sh tiny $one) && delay=$(STRATEGY=delay synth/flow/netlist.sh tiny $one) ||
        fail "synth/flow/netlist.sh tiny"
    [ "$area" != "$delay" ] || fail "both strategies give $area"
    awk -F '\t' '
        FNR == 1 { next }
        NR == FNR { count[$1] = $2; flops[$1] = $7; depth[$1] = $11; next }
        count[$1] != $2 || flops[$1] != $7 { print $1 " has other instances or flip-flops"; bad = 1 }
        $11 > depth[$1] { print $1 " is longer: " $11 " ps, mapped for area " depth[$1]; bad = 1 }
        $11 < depth[$1] { shorter++ }
        END { print shorter + 0 " of " FNR - 1 " modules are shorter"; exit bad || 2 * shorter < FNR }
        ' "$area/modules.tsv" "$delay/modules.tsv" || fail "that is not what mapping for delay is for"
    STRATEGY=delay synth/timing/timing.sh tiny $one >"$T/timing" || fail "synth/timing/timing.sh"
    grep -q '^tiny on osu018-delay,' "$T/timing" || { cat "$T/timing"; fail "the report does not name the strategy"; }
    STRATEGY=speed refused "accepted: area, delay" synth/flow/netlist.sh tiny
    STRATEGY=delay refused "accepted: area, which the page is of" synth/claims/claims.sh
}

blocks_beside_peers() {
    status=0
    ONLY=typo synth/peers/peers.sh >"$T/out" 2>"$T/err" || status=$?
    [ $status -eq 2 ] && grep -q 'accepted: part of priority_encoder, ' "$T/err" ||
        fail "ONLY=typo: exit code $status instead of 2 with the names: $(cat "$T/err")"
    mkdir -p "$T/bin"
    printf '#!/bin/sh\necho "Yosys 0.24 (of a test)"\n' >"$T/bin/yosys"
    chmod +x "$T/bin/yosys"
    status=0
    PATH=$T/bin:$PATH synth/peers/peers.sh >"$T/out" 2>&1 || status=$?
    [ $status -eq 77 ] || fail "another Yosys: exit code $status instead of 77: $(cat "$T/out")"
    status=0
    synth/peers/peers.sh >"$T/out" || status=$?
    cat "$T/out"
    [ $status -ne 77 ] || exit 77
    [ $status -eq 0 ] || fail "a block is worse than its bound in synth/peers/figures.tsv"
    [ "$(grep -c ' the figures$' "$T/out")" -eq 8 ] || fail "the recipe was not checked with 8 reference blocks"
    grep -q '^0 of 24 miss the goal' "$T/out" || fail "a block misses the goal: see the last line"
}

blocks_beside_peers_do_what_they_say() {
    command -v iverilog >/dev/null 2>&1 || { echo "iverilog is missing: make deps"; exit 77; }
    generated=verilog_out/ccu
    iverilog -g2005 -s bench -o "$T/bench" synth/peers/bench.v synth/peers/round_robin.v synth/peers/true_lru.v \
        synth/peers/tag_table.v $generated/priority_encoder.v $generated/rotating_choice.v $generated/data_crossbar.v ||
        fail "synth/peers/bench.v does not compile"
    vvp "$T/bench" +seed="$(date +%j)" >"$T/out"
    cat "$T/out"
    grep -q 'no error$' "$T/out" || fail "a block differs from its model; run vvp with the seed above"
}

# Area and IPC of two designs, computed again; without lock-step, and with a bad table, there is no table.
area_against_speed() {
    printf 'plain\ttiny+collector.kind=ocu\tOCUs\ncheap\ttiny+ccu.shared_write=true\tone write port\n' >"$T/designs.tsv"
    WORKLOAD=saxpy synth/area/frontier.sh "$T/designs.tsv" collector.beats=2 >"$T/frontier" 2>&1 ||
        { cat "$T/frontier"; fail "make frontier"; }
    cat "$T/frontier"
    table=$(sed -n 's/.*; the table: //p' "$T/frontier")
    grep -q '<svg' "${table%.tsv}.svg" || fail "no picture"
    dir=$(synth/flow/netlist.sh tiny ccu.shared_write=true collector.beats=2)
    awk -F '\t' 'NR > 1 { sum += $2 * $3 } END { print sum }' "$dir/modules.tsv" >"$T/area"
    for kind in ocu ccu; do
        build/cmodel run -c configs/tiny.yaml --set collector.kind=$kind --set collector.beats=2 --csv -q \
            --timing-only \
            --set ccu.shared_write=true --workload workloads/saxpy/saxpy.yaml --size small |
            awk -F , '{ v[$1] = $2 } END { print v["warp_instructions"] / v["cycles"] }' || fail "make run"
    done >"$T/ipc"
    awk -F '\t' 'FILENAME == ARGV[1] { area = $1; next } FILENAME == ARGV[2] { ipc[++n] = $1; next }
        $1 == "cheap" { seen = 1
            if ($3 / area > 1.001 || $3 / area < 0.999 || ($6 - ipc[2] / ipc[1]) ^ 2 > 1e-6 || $9 < 1000) exit 1 }
        END { if (!seen) exit 1 }' "$T/area" "$T/ipc" "$table" ||
            { cat "$table" "$T/area" "$T/ipc"; fail "other numbers"; }
    status=0
    FAULT=ocu:1 WORKLOAD=saxpy synth/area/frontier.sh "$T/designs.tsv" collector.beats=2 >"$T/out" 2>&1 || status=$?
    [ $status -eq 1 ] && grep -q 'does not pass lock-step' "$T/out" ||
        { cat "$T/out"; fail "a fault: exit code $status, not 1"; }
    echo 'no tabs here' >"$T/designs.tsv"
    status=0
    synth/area/frontier.sh "$T/designs.tsv" >"$T/out" 2>&1 || status=$?
    [ $status -eq 2 ] && grep -q 'accepted: label' "$T/out" ||
        { cat "$T/out"; fail "a bad table: exit code $status, not 2"; }
}

"$@"
