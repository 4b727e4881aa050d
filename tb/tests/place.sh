# SPDX-License-Identifier: Apache-2.0
# make place: a small module placed and routed, what is measured of it, what is refused.
. tb/tests/lib.sh
programs=$O

tools() {
    .ci/deps --place >"$T/deps" 2>&1 || skip "graywolf and qrouter cannot be installed here: $(tail -n 1 "$T/deps")"
}

# in_t SCRIPT ARGUMENT...: a script of synth/ with this build's programs in another O.
in_t() {
    mkdir -p "$T/build"
    for p in rtl_gen netlist liberty layout wires sram compare; do
        ln -sf "$(realpath "$programs/$p")" "$T/build/$p"
    done
    O=$T/build "$@"
}

place_in_t() { in_t synth/place/place.sh "$@"; } # MODULE LANES CONFIG [key=value ...]

# A queue with its encoder: every cell is placed, every net is routed, wires are those of the DEF, and take time.
small_module_is_placed_and_routed() {
    tools
    place_in_t bank_queue 1 tiny >"$T/printed" 2>"$T/said" || { cat "$T/printed" "$T/said"; fail "make place"; }
    cat "$T/printed"
    dir=$(echo "$T"/build/layouts/bank_queue-*)
    report=$dir/report.tsv
    cells=$(grep -c '^    [A-Z0-9]* [A-Z0-9_]* (' "$dir/layout.v")
    # Of the modules alone, which have outputs that nobody needs.
    whole=$(cat "$T"/build/synth/*/tiny-*/modules.tsv | awk -F '\t' '{ n[$1] = $6 } END {
        for (m in n) if (m == "bank_queue" || m ~ /^priority_encoder/) sum += n[m]
        print sum }')
    [ "$cells" -le "$whole" ] && [ "$cells" -gt $((whole * 9 / 10)) ] ||
        fail "$cells cells are placed, and the modules have $whole"
    awk -F '\t' -v cells="$cells" '
        $1 == "area" { good = $2 == cells && $3 > 0 && $3 < $5 && $3 > 0.3 * $5 }
        $1 == "class" { um += $5; if ($2 == "clock") clock = $3 == 1 && $5 > 0 }
        $1 == "net" { of_nets += $4 }
        $1 == "failed" { failed = 1 }
        END { exit !(good && clock && um > 0 && um - of_nets < 1 && of_nets - um < 1 && !failed) }' "$report" ||
        { head -n 12 "$report"; fail "the report does not fit to $cells cells, a clock, and nets that are all routed"; }
    # The length of all pieces in NETS, by the text of the DEF alone; a little of it lies over other pieces.
    awk '/^NETS/ { on = 1 } /^END NETS/ { on = 0 }
        function length_of(a, b) { return (a > b ? a - b : b - a) / 100 }
        on && ($1 == "NEW" || $2 == "ROUTED") {
            points = 0
            for (i = 1; i <= NF; i++) {
                if ($i != "(") continue
                nx = $(i + 1) == "*" ? x : $(i + 1)
                ny = $(i + 2) == "*" ? y : $(i + 2)
                if (points++) um += length_of(x, nx) + length_of(y, ny)
                x = nx
                y = ny
            }
        }
        END { print um }' "$dir/layout.def" >"$T/um"
    awk -F '\t' -v um="$(cat "$T/um")" '$1 == "class" { sum += $5 }
        END { print sum " um, " um " um by the text"; exit !(sum > 0.97 * um && sum < 1.03 * um) }' "$report" ||
        fail "the wires have another length than in $dir/layout.def"
    # Wires take time, and not more than the cells.
    awk -F '\t' '$1 == "wired" { wired[$2] = $3; n++ } $1 == "same" { same[$2] = $3 }
        END {
            for (k in wired) if (!(same[k] > 0 && wired[k] > same[k] && wired[k] < 2 * same[k])) exit 1
            exit n < 3
        }' "$report" || { grep -E '^(wired|same)' "$report"; fail "a path is not longer with wires"; }
    tail -n 1 "$dir/layout.svg" | grep -q '</svg>' || fail "$dir/layout.svg is not whole"
    [ "$(grep -o 'z' "$dir/layout.svg" | wc -l)" -ge "$cells" ] || fail "$dir/layout.svg has less than $cells cells"
    # Nothing is placed twice.
    place_in_t bank_queue 1 tiny >"$T/again" 2>"$T/said" || fail "it is refused now"
    [ ! -s "$T/said" ] || { cat "$T/said"; fail "it was placed again"; }
    cmp "$T/printed" "$T/again" || fail "it prints something else now"
    # A net whose wires are gone is named, by its name in the RTL.
    awk '/^END NETS/ { on = 0 }
        on && cut == "" && $1 == "-" && $2 ~ /^n[0-9]+$/ { cut = $2 }
        cut != "" && !over && ($1 == "NEW" || $2 == "ROUTED") { if ($NF == ";") { print ";"; over = 1 } next }
        /^NETS/ { on = 1 }
        { print }' "$dir/layout.def" >"$T/cut" && cp "$T/cut" "$dir/layout.def"
    status=0
    place_in_t bank_queue 1 tiny >"$T/again" 2>"$T/said" || status=$?
    [ $status -eq 1 ] && grep -q "^place: 1 nets of bank_queue are not routed" "$T/said" &&
        grep -q "nets that are not routed: 1: ." "$T/again" ||
        { cat "$T/said" "$T/again"; fail "exit code $status, or no word about the net whose wires are gone"; }
}

what_cannot_be_placed_is_refused() {
    tools
    small="collector.kind=ocu subcore.warps=1 subcore.registers=8 rf.rows=8 inflight.entries=2"
    place=synth/place/place.sh
    refused "a module, lanes and a configuration are needed" "$place"
    refused "MODULE= is empty; accepted is a module of CONFIG=tiny" "$place" "" 1 tiny
    refused "MODULE=a.b is not a name" "$place" a.b 1 tiny
    refused "LANES=0 is not a number of lanes" "$place" ocu 0 tiny
    refused "LANES=many is not a number of lanes" "$place" ocu many tiny
    refused "subcore.lanes is \"33\"" "$place" ocu 33 tiny
    refused "SET=subcore.lanes=4; accepted is LANES=4" "$place" ocu 1 tiny subcore.lanes=4
    refused "DENSITY=75 is not a share" env DENSITY=75 "$place" ocu 1 tiny
    refused "neither a file nor a name in configs/" "$place" ocu 1 none
    refused "does not exist as a file" env LIB="$T/a.lib" "$place" ocu 1 tiny
    cp /usr/share/qflow/tech/osu018/osu018_stdcells.lib "$T/a.lib"
    refused "has no LEF and no graywolf parameters beside it" env LIB="$T/a.lib" "$place" ocu 1 tiny
    # shellcheck disable=SC2086 # $small is words
    refused "place: MODULE=nix is no module of it; accepted: " place_in_t nix 1 tiny $small
    # With a netlist, whose making is said, too.
    # shellcheck disable=SC2086
    place_in_t rf_bank 1 tiny $small >/dev/null 2>&1 || :
    # shellcheck disable=SC2086
    refused "MODULE=rf_bank has the memory" place_in_t rf_bank 1 tiny $small
    mkdir "$T/bin"
    ln -s /usr/bin/* "$T/bin/"
    rm "$T/bin/graywolf"
    refused "graywolf is not installed; .ci/deps --place installs it" env PATH="$T/bin" "$place" ocu 1 tiny
    refused "accepted: circuit CELLS NETLIST MODULE FLOPS PREFIX" "$O/layout"
    echo "LAYER m1" >"$T/a.lef"
    refused "a.lef:1: the file ends where END of the layer should be" "$O/layout" spef "$T/a.lef" "$T/a.def"
    refused "none.lef cannot be read" "$O/layout" spef "$T/none.lef" "$T/a.def"
}

# More cells than graywolf places in hours are refused before it begins.
too_many_lanes_are_refused() {
    tools
    status=0
    place_in_t data_crossbar 32 ocu rf.banks=4 collector.count=8 >"$T/out" 2>"$T/said" || status=$?
    [ $status -eq 2 ] && grep -q "cells at LANES=32; accepted are at most" "$T/said" ||
        { cat "$T/said"; fail "exit code $status instead of 2, or no word about LANES"; }
}

# The page has what table.sh prints, with the same tools.
page_says_what_is_placed() {
    tools
    synth/place/table.sh >"$T/table" || fail "synth/place/table.sh"
    sed -n '/^Yosys .*graywolf/,/^$/p; /^| module | lanes/,/^$/p; /^| | cells/,/^$/p' docs/place.md | grep . >"$T/page"
    grep . "$T/table" >"$T/now"
    [ "$(head -n 1 "$T/page")" = "$(head -n 1 "$T/now")" ] ||
        skip "the page is of other tools: $(head -n 1 "$T/page"); these are $(head -n 1 "$T/now")"
    diff "$T/page" "$T/now" || fail "put what synth/place/table.sh prints into docs/place.md"
}

# path_of TABLE: the longest path between registers.
path_of() { awk -F '\t' '$1 == "kind" && $2 == "register to register" { print $3 }' "$1"; }

# scaled FF OHM: the model with so many times the capacitance and resistance.
scaled() {
    awk -F '\t' -v OFS='\t' -v ff="$1" -v ohm="$2" '$1 == "ff" { $2 *= ff } $1 == "ohm" { $2 *= ohm } 1' \
        synth/place/wire_model.tsv
}

# Wires by the model make paths longer, wires of no capacitance do not, and the areas are those of the netlist. What
# each instance carries is known of all of it that has no memory.
modelled_wires_take_time_and_area() {
    small="subcore.lanes=2 subcore.warps=2 subcore.registers=16 rf.rows=32 inflight.entries=4"
    # shellcheck disable=SC2086 # words
    timing() {
        in_t env WIRES="$1" synth/timing/timing.sh tiny $small >"$T/printed" 2>"$T/said" ||
            { cat "$T/printed" "$T/said"; fail "make timing WIRES=$1"; }
        sed -n 's/^  the table: //p' "$T/printed"
    }
    scaled 1e-9 1e-9 >"$T/none.tsv"
    scaled 2 1 >"$T/twice.tsv"
    none=$(timing none) && model=$(timing model) && nothing=$(timing "$T/none.tsv") && twice=$(timing "$T/twice.tsv") ||
        fail "make timing"
    echo "$(path_of "$none") $(path_of "$nothing") $(path_of "$model") $(path_of "$twice")" |
        awk '{
            print
            same = $2 - $1 < 0.001 && $1 - $2 < 0.001
            exit !(same && $3 > 1.03 * $1 && $4 > $3 + 0.5 * ($3 - $1) && $4 < 2 * $1)
        }' ||
        fail "paths without wires, with wires of nothing, by the model, and with twice its capacitance are these"
    # The load at ports is that of the recipe.
    load=$(awk '/set_load/ { print $2 }' "$(dirname "$none")/constr")
    awk -F '\t' -v load="$load" '$1 == "load" { seen = $2 == load && load > 0 } END { exit !seen }' "$none" ||
        fail "ports have $(grep '^load' "$none") instead of $load fF"
    # The die: cells of all instances and repeaters over the utilisation, and the memories by build/sram.
    dir=$(dirname "$model")
    scaled 3 30 >"$T/heavy.tsv"
    heavy=$(timing "$T/heavy.tsv") || fail "make timing"
    for report in "$model" "$heavy"; do
        awk -F '\t' -v least="$([ "$report" = "$model" ] || echo 1000)" '
            FILENAME ~ /wire_model/ { if ($1 == "used") used = $2; next }
            FILENAME ~ /[/]cells[.]tsv$/ { um2[$1] = $2; next }
            FILENAME ~ /[/]modules[.]tsv$/ { if (FNR > 1) cells += $2 * $3; next }
            FILENAME ~ /[/]areas[.]tsv$/ { memories += $2; banks++; next }
            $1 == "die" { die = $2 }
            $1 == "repeaters" { count = $3; repeaters = $3 * um2[$2] }
            $1 == "floor" { blocks++; outside += $3 < 0 || $4 < 0 || $5 <= $3 || $6 <= $4 }
            $1 == "wires" { nets += $3; seen[$2] = $4 > 0 }
            END {
                wanted = ((cells + repeaters) / used + memories) / 1e6
                print die " mm2, and " wanted " by the netlist; " nets " nets, " count " repeaters"
                exit !(blocks > 10 && !outside && banks == 2 && memories > 0 && die < 1.0005 * wanted &&
                    die > 0.9995 * wanted && nets > 1000 && count >= least + 0 &&
                    seen["data"] && seen["tags"] && seen["control"] && seen["between"])
            }' synth/place/wire_model.tsv "$dir/cells.tsv" "$dir/modules.tsv" "$dir"/wires-*/areas.tsv "$report" ||
            fail "the die is another, or there are few repeaters"
    done
    instances=$(awk -F '\t' '$1 == "subcore"' "$dir/instances.tsv" | wc -l)
    [ "$(wc -l <"$(echo "$dir"/wires-*/classes.tsv)")" -eq $((instances - 2)) ] || fail "instances without classes"
    # Nothing is made twice, and make area says the same of both designs.
    # shellcheck disable=SC2086
    in_t env WIRES=model synth/area/area.sh tiny tiny $small collector.kind=ocu >"$T/printed" 2>&1 ||
        { tail -n 20 "$T/printed"; fail "make area WIRES=model"; }
    sed -n '/^with wires by model/,$p' "$T/printed"
    for what in "die with memories, mm2" "wires, mm" "  data" "  control"; do
        grep -qE "^  $what +[0-9.]+ +[0-9.]+ +[-+][0-9.]+ %\$" "$T/printed" || fail "make area says nothing of: $what"
    done
}

# OpenSTA puts wires of the lengths that build/wires says.
both_languages_have_one_length() {
    printf 'area\t1\t5000\t0\t%s\n' 123456 >"$T/report.tsv"
    for class in data tags control; do printf 'net\t%s\t5\t1.0\t1.0\tn\n' $class; done >>"$T/report.tsv"
    "$O/wires" check synth/place/wire_model.tsv 1="$T/report.tsv" | awk -F '\t' '$2 != "all" { print $2, $5 }' >"$T/c"
    {   echo "source synth/timing/wires.tcl"
        echo "read_model synth/place/wire_model.tsv"
        echo 'foreach class {data tags control} { puts [format "@ %s %.1f" $class [length $class 123456.0 5]] }'
    } >"$T/lengths.tcl"
    sta -no_init -exit "$T/lengths.tcl" 2>&1 </dev/null | sed -n 's/^@ //p' >"$T/tcl"
    cat "$T/c"
    [ "$(wc -l <"$T/c")" -eq 3 ] && diff "$T/c" "$T/tcl" ||
        fail "lengths of build/wires (<) are not those of wires.tcl (>)"
}

# A wire is as fast as a row of repeaters, however long it is; a short one has none. The build folder may have any
# letters in its name.
long_wires_have_repeaters() {
    tools
    ff=$(awk -F '\t' '$1 == "ff" { print $2 }' synth/place/wire_model.tsv)
    other=$T/größe
    mkdir "$other"
    (T=$other in_t env WIRES=model synth/timing/timing.sh tiny subcore.lanes=1 subcore.warps=1 subcore.registers=8 \
        rf.rows=8 inflight.entries=2 collector.kind=ocu) >"$T/printed" 2>&1 ||
        { cat "$T/printed"; fail "make timing in a folder of another name"; }
    repeater=$(cat "$other"/build/synth/*/repeater-*.tsv)
    library=$T/library.lib
    cp "$other"/build/synth/*/library.lib "$library"
    cat >"$T/one.v" <<'EOF'
module t (a, y);
    input a;
    output y;
    wire n;
    BUFX4 u (.A(a), .Y(n));
    BUFX4 v (.A(n), .Y(y));
endmodule
EOF
    # ways of the repeater: the delay of the wire's path in ns, and how many repeaters it has.
    delay() {
        cat >"$T/delay.tcl" <<EOF
source synth/timing/wires.tcl
source synth/timing/wires_design.tcl
read_liberty $library
read_verilog $T/one.v
link_design t
create_clock -name clock -period 1000
set_input_delay 0 -clock clock [get_ports a]
set_output_delay 0 -clock clock [get_ports y]
read_model synth/place/wire_model.tsv
lassign [split "$repeater" "\t"] name repeater(um) ns repeater(input) repeater(output)
set repeater(cell) [lindex [get_lib_cells "*/\$name"] 0]
set repeater(in) [[\$repeater(cell) cell] find_port \$repeater(input)]
set repeater(out) [[\$repeater(cell) cell] find_port \$repeater(output)]
set um [expr {$1 * \$repeater(um)}]
set count [put_long_wire [get_pins u/Y] [list [get_pins v/A]] \$um \$um]
puts "@ [expr {1000 - [get_property [lindex [find_timing_paths] 0] slack]}] \$count [llength [get_cells repeater*]]"
exit
EOF
        sta -no_init -exit "$T/delay.tcl" >"$T/delay.log" 2>&1 </dev/null
        sed -n 's/^@ //p' "$T/delay.log" | grep . || { cat "$T/delay.log"; fail "a wire of $1 ways"; }
    }
    echo "$(delay 0.4) $(delay 0.6) $(delay 9.9) $(delay 19.9) $repeater $ff" | tee "$T/delays"
    awk '{
        ways = ($10 - $7) / ($14 * $15 / 1000)
        print ways " ways of " $15 " ns in a mm between both long ones"
        exit !($2 == 0 && $5 == 1 && $8 == 10 && $11 == 20 && $3 == $2 && $12 == $11 && ways > 9.5 && ways < 10.5)
    }' "$T/delays" || fail "ns, repeaters, cells of wires of 0.4, 0.6, 9.9, 19.9 ways; then the repeater"
}

# Nets between instances: what the report says is the way between the blocks where they lie in the plan, and in each of
# them what the model says of its pins and an edge. By hand: one instance drives eight others, one net each.
nets_between_instances_cross_the_plan() {
    library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
    mkdir "$T/wired"
    {   echo "module leaf (a, y);"
        echo "    input a; output y;"
        echo "    BUFX2 b (.A(a), .Y(y));"
        echo "endmodule"
        echo "module first (a, y);"
        echo "    input a; output [7:0] y;"
        for i in 0 1 2 3 4 5 6 7; do echo "    BUFX2 b$i (.A(a), .Y(y[$i]));"; done
        echo "endmodule"
        echo "module t (a, y);"
        echo "    input a; output [7:0] y; wire [7:0] n;"
        echo "    first u (.a(a), .y(n));"
        for i in 0 1 2 3 4 5 6 7; do echo "    leaf v$i (.a(n[$i]), .y(y[$i]));"; done
        echo "endmodule"; } >"$T/t.v"
    "$O/liberty" cells "$library" >"$T/cells.tsv"
    echo "module	instances	rows	bits	ports	row_bits	mask	mask_bits" >"$T/macros.tsv"
    : >"$T/wired/classes.tsv"
    # Memories of other sizes, so that blocks lie apart.
    for i in 0 1 2 3 4 5 6 7; do printf 'v%d\t%d\n' $i $((4000 * (i + 1) * (i + 1))); done >"$T/wired/areas.tsv"
    {   echo "source synth/timing/wires.tcl"
        grep '^proc plain' synth/timing/timing.tcl
        echo "source synth/timing/wires_design.tcl"
        echo "read_liberty $library"
        echo "read_verilog $T/t.v"
        echo "link_design t"
        echo "read_model synth/place/wire_model.tsv"
        echo annotate; } >"$T/t.tcl"
    DIR=$T CELLS=$T/cells.tsv WIRED=$T/wired DATA_LANES=1 FLOOR=$O/wires REPEATER="BUFX4 1e9 1 A Y" \
        sta -no_init -exit "$T/t.tcl" >"$T/said" 2>&1 </dev/null
    sed -n 's/^@ //p' "$T/said" | tee "$T/table"
    used=$(awk -F '\t' '$1 == "used" { print $2 }' synth/place/wire_model.tsv)
    # um BUFFERS PINS: of a net of control in an instance of so many buffers.
    um() {
        area=$(awk -F '\t' -v n="$1" -v used="$used" '$1 == "BUFX2" { printf "%.9g", n * $2 / used }' "$T/cells.tsv")
        printf 'area\t1\t1\t0\t%s\nnet\tcontrol\t%s\t1.0\t1.0\tn\n' "$area" "$2" >"$T/one.tsv"
        "$O/wires" check synth/place/wire_model.tsv 1="$T/one.tsv" | awk -F '\t' '$2 == "control" { print $5 }'
    }
    awk -F '\t' -v driver="$(um 8 2)" -v load="$(um 1 2)" '
        function most(a, b) { return a > b ? a : b }
        $1 == "floor" { x0[$2] = $3; y0[$2] = $4; x1[$2] = $5; y1[$2] = $6; side = most(side, most($5, $6)) }
        $1 == "wires" && $2 == "between" { nets = $3; mm = $4 }
        function apart(v) {
            return most(0, most(x0["u"] - x1[v], x0[v] - x1["u"])) + most(0, most(y0["u"] - y1[v], y0[v] - y1["u"]))
        }
        function least(a, b) { return a < b ? a : b }
        function edge(v) { return least(least(x0[v], side - x1[v]), least(y0[v], side - y1[v])) }
        END {
            for (i = 0; i < 8; i++) {
                way += apart("v" i)
                ports += edge("v" i)
            }
            wanted = (way + ports + 8 * (driver + load) + 8 * load) / 1000
            print nets " nets of " mm " mm, " wanted " by hand, of which " way / 1000 " lie between blocks"
            exit !(nets == 16 && way > 100 && mm > 0.99 * wanted && mm < 1.01 * wanted)
        }' "$T/table" || { cat "$T/said"; fail "the wires between instances have another length"; }
}

# A register behind an inverted output is one, though its data is no pin; its name is that of the flip-flop.
libraries_without_a_layout_have_classes() {
    cat >"$T/q.lib" <<'EOF'
library (q) {
  cell (FLOP) {
    ff (IQN, IQNN) { clocked_on : "CK"; next_state : "!D"; }
    pin (CK) { direction : input; clock : true; }
    pin (D)  { direction : input; }
    pin (QN) { direction : output; function : "IQN"; }
  }
  cell (INV) { pin (A) { direction : input; } pin (Y) { direction : output; function : "!A"; } }
}
EOF
    "$O/layout" flops "$T/q.lib" >"$T/flops"
    printf 'FLOP\tCK\t-\n' | diff - "$T/flops" || fail "flip-flops of a library with QN"
    cat >"$T/m.v" <<'EOF'
module m (clk_i, go_i, data_i, go_o, data_o);
    input clk_i, go_i, data_i;
    output go_o, data_o;
    wire _1_, _2_, _3_;
    FLOP go_q_reg_0_ (.CK(clk_i), .D(go_i), .QN(_1_));
    FLOP data_q_reg_0_ (.CK(clk_i), .D(data_i), .QN(_2_));
    FLOP tag_q_reg_0_ (.CK(clk_i), .D(go_i), .QN(_3_));
    INV g1 (.A(_1_), .Y(go_o));
    INV g2 (.A(_2_), .Y(data_o));
    INV g3 (.A(_3_), .Y());
endmodule
EOF
    yosys -q -p "read_liberty -lib -ignore_miss_func $T/q.lib; read_verilog $T/m.v; hierarchy -top m;
        write_json $T/m.json" >"$T/yosys" 2>&1 || { cat "$T/yosys"; fail "Yosys"; }
    "$O/layout" circuit "$T/q.lib" "$T/m.json" m "$T/flops" "$T/m" >/dev/null || fail "layout circuit with a library"
    sort "$T/m.drivers.tsv" | tee "$T/classes"
    for want in "data_q_reg_0_/QN	data" "go_q_reg_0_/QN	control" "tag_q_reg_0_/QN	tags" "g2/Y	data"; do
        grep -qx "$want" "$T/classes" || fail "it does not say '$want'"
    done
}

wires_without_a_model_are_refused() {
    refused "WIRES=much is not known; accepted: none, model" env WIRES=much synth/timing/timing.sh tiny
    echo "ff	1" >"$T/short.tsv"
    refused "has 1 numbers" env WIRES="$T/short.tsv" synth/timing/timing.sh tiny
    touch "$T/a.v"
    refused "WIRES= has no part in NETLIST=" env WIRES=model NETLIST="$T/a.v" synth/timing/timing.sh tiny
    cp /usr/share/qflow/tech/osu018/osu018_stdcells.lib "$T/a.lib"
    refused "a.lib has no model of wires" in_t env WIRES=model LIB="$T/a.lib" synth/timing/timing.sh tiny
    refused "area: WIRES=much is not known" env WIRES=much synth/area/area.sh tiny tiny
    refused "accepted: fit LEF GATE LANES=REPORT" "$O/wires"
    refused "'none' is no area of a gate" "$O/wires" scale synth/place/wire_model.tsv none 1 1
    refused "'0' is no resistance" "$O/wires" scale synth/place/wire_model.tsv 1 0 1
    printf 'block\ta\t10\nnet\t1\t1\t0\t1\n' >"$T/floor.tsv"
    refused "floor.tsv:2: '1' is no number of a block; accepted are those from 0 to 0" "$O/wires" floor "$T/floor.tsv"
    refused "'33=a'; accepted is LANES=REPORT.tsv" "$O/wires" check synth/place/wire_model.tsv 33=a
    refused "a.v cannot" "$O/wires" check synth/place/wire_model.tsv 1="$T/nix/a.v"
}

"$@"
