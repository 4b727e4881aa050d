# SPDX-License-Identifier: Apache-2.0
# Clock gates and asynchronous resets in netlists: cells of the library, areas, paths, energy of the clock.
. tb/tests/lib.sh

osu018=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
small="subcore.lanes=1 rf.rows=16"
# A small sub-core with plain collectors, as a file.
small_ocu() { sed -e 's/kind: ccu/kind: ocu/; /^ccu:/,$d' configs/tiny.yaml >"$T/tiny_ocu.yaml"; }

# registers_behind_gates FOLDER: what is behind a clock gate has no enable of its own in the netlist, but for the few
# that have one more.
registers_behind_gates() {
    awk '
        /^module / { module = $2; sub(/[(].*/, "", module) }
        /[(]$/ { cell = $2 }
        $1 ~ /^[.]CLK[(]/ && /gate_[0-9]+_clk/ { n++; print module "\t" cell >gated }
        END { exit n < 20 }' gated="$T/gated" "$1/netlist.v" ||
        fail "no 20 flip-flops of $1/netlist.v have a gated clock"
    awk -F '\t' 'NR == FNR { gated[$1, $2]; next } ($1, $2) in gated { n++; if ($6 ~ /DFFE/) { held++; print } }
        END { exit 20 * held >= n }' "$T/gated" "$1/flops.tsv" ||
        fail "more than one in twenty flip-flops with a gated clock holds besides"
}

# Flip-flops behind a gate lose what holds them; the gates are counted with the module that they stand in, and are one
# cell in a library with a clock gating cell, a latch and an AND in one without.
gated_clocks_cost_what_the_library_says() {
    small_ocu
    tiny=$T/tiny_ocu.yaml LIB=$osu018
    export LIB
    # shellcheck disable=SC2086 # $small is words
    {
        plain=$(synth/flow/netlist.sh "$tiny" $small) &&
            gated=$(synth/flow/netlist.sh "$tiny" $small rtl.clock_gate=cell) &&
            GATED=yes synth/area/area.sh "$tiny" "$tiny" $small >"$T/area"
    } 2>"$T/log" || { tail -n 5 "$T/log"; fail "synth/area/area.sh tiny with GATED=yes"; }
    cat "$T/area"
    registers_behind_gates "$gated"
    before=$(awk -F '\t' 'NR > 1 { n += $2 * $9 } END { print n }' "$plain/modules.tsv")
    after=$(awk -F '\t' 'NR > 1 { n += $2 * $9 } END { print n }' "$gated/modules.tsv")
    [ $((4 * after)) -lt "$before" ] || fail "$after of $before flip-flops still hold with gates"
    grep -q '^clock_gate	[1-9][0-9]*	104	' "$gated/modules.tsv" ||
        fail "a gate is not an AND (32), an inverter (16) and a latch (56): $(grep ^clock_gate "$gated/modules.tsv")"
    grep -q 'LATCH and an AND of the library, which has no clock gating cell' "$T/area" || fail "the gate is not named"
    awk -F '\t' 'NR == FNR { if (FNR > 1) sum += $2 * $3; next } FNR > 1 && !seen[$2]++ { all += $14 }
        END { print sum, all; exit !(all > 0.999 * sum && all < 1.001 * sum) }' "$gated/modules.tsv" \
        "$(sed -n 's/^  the table: //p' "$T/area")" || fail "the column of gated areas is not that of $gated"
    GATED=no synth/area/area.sh "$tiny" "$tiny" $small rtl.clock_gate=cell >"$T/area" 2>"$T/log" ||
        { tail -n 5 "$T/log"; fail "synth/area/area.sh with rtl.clock_gate=cell"; }
    awk -F '\t' 'NR > 1 { sum = $4 + $5 + $6 + $7 + $8 + $13; n += $13 > 0
            if (sum > $9 + 0.05 || sum < $9 - 0.05) { print; exit 1 } } END { exit n < 3 }' \
        "$(sed -n 's/^  the table: //p' "$T/area")" || fail "kinds with clock gates do not add up to the total"
    refused "accepted: yes, no" env GATED=maybe synth/area/area.sh tiny tiny
    refused "accepted is GATED=yes without it" env GATED=yes synth/area/area.sh tiny tiny rtl.clock_gate=cell
    sed 's/^name: .*/name: gated/' configs/tiny.yaml >"$T/gated.yaml"
    echo "rtl: {clock_gate: cell}" >>"$T/gated.yaml"
    refused "GATED=yes adds clock gates, which $T/gated.yaml has" env GATED=yes synth/area/area.sh tiny "$T/gated.yaml"
}

# The enable of a gate has the whole cycle, as a register has, and no latch is a register: the worst paths stay about
# what they are without gates.
gates_do_not_change_what_limits_the_clock() {
    small_ocu
    for set in none cell; do
        # shellcheck disable=SC2086 # $small is words
        LIB=$osu018 synth/timing/timing.sh "$T/tiny_ocu.yaml" $small rtl.clock_gate=$set >"$T/timing" 2>"$T/log" ||
            { tail -n 5 "$T/log"; fail "synth/timing/timing.sh with rtl.clock_gate=$set"; }
        cp "$(sed -n 's/^  the table: //p' "$T/timing")" "$T/$set"
    done
    ! grep -q 'gate_1_clk\|/latch ->' "$T/cell" || fail "a path begins in a clock gate: $T/cell"
    awk -F '\t' 'NR == FNR { if ($1 == "kind") least[$2] = $3; next }
        $1 == "kind" { print $2, least[$2], $3; n++; if ($3 > 1.25 * least[$2] || $3 < 0.75 * least[$2]) bad = 1 }
        END { exit bad || n < 3 }' "$T/none" "$T/cell" || fail "paths are others with gates"
}

# A library without what is needed is refused in one sentence.
libraries_without_gates_or_resets_are_refused() {
    awk '/^cell [(](LATCH|DFFSR)[)]/ { skip = 1 } /^cell / && !/LATCH|DFFSR/ { skip = 0 } !skip' $osu018 >"$T/less.lib"
    LIB=$T/less.lib refused "accepted is rtl.clock_gate: none" synth/flow/netlist.sh tiny rtl.clock_gate=cell
    LIB=$T/less.lib refused "accepted is rtl.reset: sync_high" synth/flow/netlist.sh tiny rtl.reset=async_low
    sed 's/^cell (LATCH)/cell (LATCH2)/' $osu018 >"$T/no_area.lib"
    LIB=$T/no_area.lib refused "gives LATCH2 of a clock gate no area" synth/flow/netlist.sh tiny rtl.clock_gate=cell
}

# Flip-flops with an asynchronous reset are those of the library.
asynchronous_resets_are_cells() {
    small_ocu
    # shellcheck disable=SC2086 # $small is words
    dir=$(LIB=$osu018 synth/flow/netlist.sh "$T/tiny_ocu.yaml" $small rtl.reset=async_low 2>"$T/log") ||
        { tail -n 5 "$T/log"; fail "synth/flow/netlist.sh with rtl.reset=async_low"; }
    awk -F '\t' '$6 ~ /_PN[01]/ && $6 !~ /SDFF/ { n++; if ($3 != "DFFSR") { print; bad = 1 } }
        END { exit bad || n < 20 }' "$dir/flops.tsv" || fail "flip-flops with a reset are no DFFSR"
    ! grep -q '[$]_' "$dir/used.tsv" || fail "cells are not mapped: $(grep '[$]_' "$dir/used.tsv" | head -n 3)"
}

# Three flip-flops, two of them behind a gate that was open in a quarter of 4000 cycles, as energy.sh has them of a
# run: $T/flat.v, flops, gate, activity. A bit of a register is one as often as zero, and changes in a fortieth.
gated_netlist() {
    cat >"$T/flat.v" <<'EOF'
module subcore(clk_i, rst_i, d_i, y_o);
  input clk_i;
  input rst_i;
  input d_i;
  output y_o;
  wire \g_col[0].u_ccu.gate_1_clk ;
  wire \g_col[0].u_ccu.a_q ;
  wire \g_col[0].u_ccu.u_gate_1.open ;
  LATCH \g_col[0].u_ccu.u_gate_1.latch  (
    .CLK(clk_i),
    .D(d_i),
    .Q(\g_col[0].u_ccu.u_gate_1.open )
  );
  AND2X1 \g_col[0].u_ccu.u_gate_1.and_gate  (
    .A(clk_i),
    .B(\g_col[0].u_ccu.u_gate_1.open ),
    .Y(\g_col[0].u_ccu.gate_1_clk )
  );
  KNOWNDFF \g_col[0].u_ccu.a_q_reg_0_  (
    .CLK(\g_col[0].u_ccu.gate_1_clk ),
    .D(d_i),
    .Q(\g_col[0].u_ccu.a_q )
  );
  KNOWNDFF \g_col[0].u_ccu.a_q_reg_1_  (
    .CLK(\g_col[0].u_ccu.gate_1_clk ),
    .D(d_i),
    .Q()
  );
  KNOWNDFF \g_col[0].u_ccu.b_q_reg_0_  (
    .CLK(clk_i),
    .D(d_i),
    .Q(y_o)
  );
endmodule
EOF
    "$O/liberty" flops synth/energy/energy_known.lib >"$T/flops"
    echo '// latch LATCH D latch Y 0.025' >"$T/gate"
    printf 'event\tactivity_cycles\t4000\nregister\ttop.g_col[0].u_ccu.a_q\t1\t100\t2000\t400\n' >"$T/activity"
    printf 'register\ttop.g_col[0].u_ccu.b_q\t1\t100\t2000\t400\n' >>"$T/activity"
}
pin_of_the_gate() { printf 'pin\ttop.g_col[0].u_ccu.u_gate_1.en_i\t1\t900\t1000\t900\n'; }
cut() {
    awk -v flops="$T/flops" -v activity="$T/activity" -v gate="$T/gate" -v unit=1000 -v tcl="$T/tcl" \
        -v cut="$T/cut" -f synth/energy/energy_cut.awk "$T/flat.v" "$T/flat.v" >"$T/cut.v" 2>"$T/err"
}

# Clock energy is that of the cycles in which a gate was open; the pins of a gate count in all. Flip-flops behind a
# gate have ideal edges, and the gate drives one of them. A gate without activity is refused.
clock_energy_goes_with_the_enables() {
    gated_netlist
    ! cut || fail "a clock gate without activity is taken"
    grep -qF 'gate g_col[0].u_ccu.u_gate_1 has no activity: accepted is a run with PINS=clock_gate' "$T/err" ||
        fail "another message: $(cat "$T/err")"
    pin_of_the_gate >>"$T/activity"
    cut || fail "energy_cut.awk: $(cat "$T/err")"
    printf '%s\n' 'g_col[0].u_ccu.u_gate_1.latch 25 1 1 gate' 'g_col[0].u_ccu.u_gate_1.and_gate 0 0.25 0.25 gate' \
        'g_col[0].u_ccu.a_q_reg_0_ 100 0.1 0.25 flop' 'g_col[0].u_ccu.a_q_reg_1_ 100 0.1 0.25 flop' \
        'g_col[0].u_ccu.b_q_reg_0_ 100 0.1 1 flop' >"$T/expected"
    tr '\t' ' ' <"$T/cut" | diff "$T/expected" - || fail "the clock of a_q has an edge in 1000 of 4000 cycles"
    awk '/[(]$/ { cell = $2 } $1 ~ /^[.]CLK[(]/ { print cell, ($0 ~ /gate_1_clk/ ? "gated" : "ideal") }' "$T/cut.v" |
        grep -v latch >"$T/clocks"
    printf '%s\n' 'load_0 gated' 'load_1 ideal' 'load_2 ideal' >"$T/expected"
    grep '^load' "$T/clocks" | diff "$T/expected" - || fail "a gate drives another load than one flip-flop"
    [ "$(grep -c '_reg_.* ideal$' "$T/clocks")" -eq 3 ] || fail "flip-flops have slow edges: $(cat "$T/clocks")"
}

# What the netlist above takes for its clock, added up by hand: 1 V, a flip-flop 2 pJ and its pin 0.1 pF, or 20 pJ more
# with edges of 10 ns, which is what the gate's AND gives; a latch 6 pJ, and the pins of a gate 25 fF. Nothing else is
# in it: the flip-flops' 2.1 pJ, of two of them in a quarter of the cycles, and 6.025 pJ for the gate.
gated_clock_takes_what_is_added_up_by_hand() {
    command -v sta >/dev/null 2>&1 || skip "OpenSTA is missing: make deps"
    gated_netlist
    pin_of_the_gate >>"$T/activity"
    cut || fail "energy_cut.awk: $(cat "$T/err")"
    awk '
        /^  cell \(KNOWNDFF\)/ && !head++ {
            print "  power_lut_template (slew) { variable_1 : input_transition_time; index_1 (\"0, 10\"); }" }
        /^    pin \(CLK\)/ { clock = 1 }
        /^    }/ { clock = 0 }
        clock && /(rise|fall)_power \(scalar\)/ {
            print "        " ($1 ~ /rise/ ? "rise" : "fall") "_power (slew) { values (\"1, 11\"); }"
            next
        }
        /^}/ { exit }
        { print }' synth/energy/energy_known.lib >"$T/known.lib"
    cat >>"$T/known.lib" <<'EOF'
  cell (LATCH) {
    area : 1;
    latch (IQ, IQN) { enable : "!CLK"; data_in : "D"; }
    pin (CLK) {
      direction : input; clock : true; capacitance : 0.01;
      internal_power () { rise_power (scalar) { values ("3"); } fall_power (scalar) { values ("3"); } }
    }
    pin (D) { direction : input; capacitance : 0.01; }
    pin (Q) {
      direction : output; function : "IQ";
      timing () {
        related_pin : "CLK"; timing_type : falling_edge;
        cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); }
        rise_transition (scalar) { values ("1"); } fall_transition (scalar) { values ("1"); }
      }
    }
  }
  cell (AND2X1) {
    area : 1;
    pin (A) { direction : input; capacitance : 0.015; }
    pin (B) { direction : input; capacitance : 0.01; }
    pin (Y) {
      direction : output; function : "A & B";
      timing () {
        related_pin : "A B"; timing_sense : positive_unate;
        cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); }
        rise_transition (scalar) { values ("10"); } fall_transition (scalar) { values ("10"); }
      }
    }
  }
}
EOF
    echo 'create_clock -name clk -period $period [get_ports clk_i]' >"$T/sdc"
    "$O/sram" liberty --rows 8 --bits 32 --row-bits 3 --lanes 1 -o "$T/sram.lib"
    for idle in 1 0; do
        LIB=$T/known.lib SRAM=$T/sram.lib NETLIST=$T/cut.v SDC=$T/sdc LOAD=1 PERIOD=10 IDLE=$idle ACTIVITY=$T/tcl \
            sta -no_init -exit synth/energy/energy.tcl >"$T/power.$idle" 2>&1 ||
            { cat "$T/power.$idle"; fail "OpenSTA on synth/energy/energy.tcl"; }
    done
    cat "$T/power.1"
    "$O/energy_power" --factor 2 --volts 1 --period 10 subcore "$T/cut" "$T/power.1" "$T/power.0" >"$T/sums" ||
        fail "build/energy_power"
    cat "$T/sums"
    awk -F '\t' '$1 == "collectors" { want = 2.1 * (1 + 2 * 0.25) + 6.025; got = $4 }
        END { print got " pJ for the clock, " want " by hand"; exit !(got > 0.9999 * want && got < 1.0001 * want) }' \
        "$T/sums" || fail "the clock of a gated design is not what was added up by hand"
}

"$@"
