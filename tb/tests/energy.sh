# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

sram_table() { # every organisation with its source, at a node of CACTI's, between two and beyond them
    for nm in 22 28 7 180; do
        "$O/sram" table --nm $nm --tsv >"$T/table" || fail "build/sram table --nm $nm"
        awk -F'\t' -v nm=$nm 'NR == 1 { next }
            NF != 12 { print "line " NR " has " NF " columns"; bad = 1 }
            $2 ~ /^cacti7/ && ($3 != nm || $6 <= 0 || $7 <= 0 || $8 <= 0 || $9 <= 0) { print "bad: " $0; bad = 1 }
            $2 !~ /^cacti7/ && $12 != "published" { print "a published figure was scaled: " $0; bad = 1 }
            { n[$2 ~ /^cacti7/ ? $2 : "paper"]++ }
            END { exit bad || n["cacti7"] < 15 || n["cacti7_1r1w"] < 11 || n["cacti7_3r1w"] < 9 ||
                n["paper"] < 6 }' "$T/table" || fail "the table at $nm nm"
    done
    "$O/sram" table --nm 7 | grep -q 'Weakness: ' || fail "nothing is said of how weak an extrapolation is"
    # Ratios beyond the nodes are those of the nearest one.
    ratio() {
        "$O/sram" table --nm "$1" --tsv |
            awk -F'\t' '$1 == "buffer_12x1024" { a = $6 } $1 == "bank_256x1024" { b = $6 }
                END { printf "%.4f\n", a / b }'
    }
    [ "$(ratio 7)" = "$(ratio 22)" ] || fail "12 rows against 256: $(ratio 7) at 7 nm and $(ratio 22) at 22 nm"
    refused "accepted: table, bank, liberty" "$O/sram" tables
    refused "accepted: a number from 5 to 250" "$O/sram" table --nm 3
    refused "accepted: monolithic, sliced" "$O/sram" bank --rows 8 --bits 8 --organisation flat
    refused "accepted: 1rw (one that reads or writes), 1r1w, 3r1w" "$O/sram" bank --rows 8 --bits 8 --ports 2rw
    refused "accepted for liberty: 1rw, 1r1w" \
        "$O/sram" liberty --rows 64 --bits 64 --row-bits 6 --lanes 2 --ports 3r1w
    refused "does not number 64 rows" "$O/sram" liberty --rows 64 --bits 64 --row-bits 5 --lanes 2
    refused "cannot be read" "$O/sram" table --data "$T/none"
}

# The macros, of one port and of two (RFC-sim VI-B), between a port and a flip-flop: OpenSTA reads the model in either
# unit without a word, and finds the access time that the table has.
liberty_of_the_macro() {
    command -v sta >/dev/null 2>&1 || skip "OpenSTA is missing: make deps"
    lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
    [ -f "$lib" ] || skip "$lib is missing: make deps"
    for kind in "ns pf 1rw row_i" "ps ff 1rw row_i" "ns pf 1r1w write_row_i" "ps ff 1r1w read_row_i"; do
        # shellcheck disable=SC2086 # four words
        set -- $kind
        rows=".row_i(row)"
        [ "$3" = 1rw ] || rows=".read_row_i(row), .write_row_i(row)"
        cat >"$T/top.v" <<EOF
module top (clk, rd, wr, row, m, d, q);
  input clk, rd, wr; input [5:0] row; input [1:0] m; input [63:0] d; output q;
  wire [63:0] r;
  sram_$3 u (.clk_i(clk), .read_i(rd), .write_i(wr), $rows, .wmask_i(m), .wdata_i(d), .rdata_o(r));
  DFFPOSX1 f (.CLK(clk), .D(r[63]), .Q(q));
endmodule
EOF
        "$O/sram" liberty --ports "$3" --rows 64 --bits 64 --row-bits 6 --lanes 2 --nm 90 \
            --time-unit "$1" --cap-unit "$2" \
            -o "$T/sram.lib"
        cat >"$T/run.tcl" <<EOF
read_liberty $lib
read_liberty $T/sram.lib
read_verilog $T/top.v
link_design top
create_clock -period 10 clk
set_input_delay 0 -clock clk [get_ports {rd wr row* m* d*}]
report_checks -from u/clk_i -to f/D
report_checks -to u/$4[5]
report_checks -path_delay min -to u/wdata_i[63]
puts "arcs done"
EOF
        sta -no_init -exit "$T/run.tcl" >"$T/out" 2>&1 || { cat "$T/out"; fail "sta"; }
        cat "$T/out"
        ! grep -qiE '^(warning|error)' "$T/out" || fail "OpenSTA complains about the model of $kind"
        grep -q 'arcs done' "$T/out" || fail "OpenSTA stopped"
        access=$("$O/sram" bank --ports "$3" --rows 64 --bits 64 --nm 90 --organisation monolithic --tsv |
            awk -F'\t' 'NR == 2 { print $9 }')
        awk -v access="$access" '/u\/rdata_o/ { found = $1; exit }
            END { d = found - access; exit !(found > 0 && d < 0.1 * access + 0.01 && d > -0.01) }' "$T/out" ||
            fail "clk_i to rdata_o is not the access time $access ns"
        grep -q 'library setup time' "$T/out" || fail "$4 has no setup check"
        grep -q 'library hold time' "$T/out" || fail "wdata_i has no hold check"
    done
}

# A flip-flop and an inverter whose energies can be added up by hand: 1 V, 10 ns, a load of 1 pF each, a bit that
# changes in a quarter of the cycles. Switching of each: 0.5 * 1 pF * 1 V^2 * 0.25 = 0.125 pJ per cycle; the inverter
# takes 0.25 * 3 pJ inside, the clock 2 pJ inside of the flip-flop and 0.1 pF * 1 V^2 of its pin. With twice the
# changes all but the clock doubles.
energy_of_known_cells() {
    command -v sta >/dev/null 2>&1 || skip "OpenSTA is missing: make deps"
    cat >"$T/flat.v" <<'EOF'
module subcore(clk_i, rst_i, y_o);
  input clk_i;
  input rst_i;
  output y_o;
  wire \g_col[0].u_ccu.a_q ;
  wire \g_col[0].u_ccu.n ;
  KNOWNDFF \g_col[0].u_ccu.a_q_reg_0_  (
    .CLK(clk_i),
    .D(\g_col[0].u_ccu.n ),
    .Q(\g_col[0].u_ccu.a_q )
  );
  KNOWNINV \u_crossbar._1_  (
    .A(\g_col[0].u_ccu.a_q ),
    .Y(y_o)
  );
  KNOWNINV \u_writeback._1_  (
    .A(1'h0),
    .Y(\g_col[0].u_ccu.n )
  );
endmodule
EOF
    echo 'create_clock -name clk -period $period [get_ports clk_i]' >"$T/sdc"
    "$O/sram" liberty --rows 8 --bits 32 --row-bits 3 --lanes 1 -o "$T/sram.lib"
    "$O/liberty" flops synth/energy/energy_known.lib >"$T/flops"
    [ "$(tail -n 1 "$T/flops" | tr '\t' ' ')" = "KNOWNDFF CLK D 100" ] || fail "build/liberty flops: $(cat "$T/flops")"
    # 4000 cycles, as many ones as zeros
    for toggles in 1000 2000; do
        printf 'event\tactivity_cycles\t4000\nport\trst_i\t1\t0\t0\n' >"$T/activity"
        printf 'register\ttop.g_col[0].u_ccu.a_q\t1\t%s\t2000\n' $toggles >>"$T/activity"
        awk -v flops="$T/flops" -v activity="$T/activity" -v tcl="$T/activity.tcl" -v cut="$T/cut" \
            -f synth/energy/energy_cut.awk "$T/flat.v" "$T/flat.v" >"$T/cut.v" || fail "energy_cut.awk"
        for idle in 1 0; do
            LIB=synth/energy/energy_known.lib SRAM=$T/sram.lib NETLIST=$T/cut.v SDC=$T/sdc LOAD=1 PERIOD=10 IDLE=$idle \
                ACTIVITY=$T/activity.tcl sta -no_init -exit synth/energy/energy.tcl >"$T/power.$idle" 2>&1 ||
                { cat "$T/power.$idle"; fail "OpenSTA on synth/energy/energy.tcl"; }
        done
        cat "$T/power.0"
        # Twice what is inside is what this OpenSTA says; energy.sh finds that out, too.
        "$O/energy_power" --factor 2 --volts 1 --period 10 subcore "$T/cut" "$T/power.1" "$T/power.0" \
            >"$T/sums.$toggles" || fail "build/energy_power"
        cat "$T/sums.$toggles"
        for f in cut power.1 power.0; do     # the same cells as those of an SM
            sed 's/g_col\[0\][.]u_ccu/u_ciao.u_pair_list/; s/u_crossbar/u_vta/; s/u_writeback/g_sub[1].u_subcore.u_x/' \
                "$T/$f" >"$T/sm.$f"
        done
        "$O/energy_power" --factor 2 --volts 1 --period 10 sm "$T/sm.cut" "$T/sm.power.1" "$T/sm.power.0" \
            >"$T/sm.sums.$toggles" || fail "build/energy_power of an SM"
        cat "$T/sm.sums.$toggles"
    done
    awk -F'\t' 'function same(what, got, want) {
            if (got < want - 1e-5 || got > want + 1e-5) { print what ": " got " instead of " want; bad = 1 } }
        FNR == 1 { f++ }
        $1 == "collectors" { same("switching of the flip-flop", $3, 0.125 * f); same("clock", $4, 2.1)
            same("inside", $2, 0); same("leakage", $5, 0.007) }
        $1 == "crossbar" { same("inverter, inside", $2, 0.75 * f); same("inverter, switching", $3, 0.125 * f) }
        $1 == "writeback" { same("an inverter of a constant, inside", $2, 0); same("and switching", $3, 0) }
        { n += $6 }
        END { if (n != 6) { print n " instances instead of 6: loads are counted, or cells are not"; bad = 1 }
            exit bad }' \
        "$T/sums.1000" "$T/sums.2000" || fail "the sums above are not what was added up by hand"
    awk -F'\t' 'function same(got, want) { if (got < want - 1e-5 || got > want + 1e-5) { print $0; bad = 1 } }
        FNR == 1 { f++ }
        { n += $6 }
        $1 == "pair list" { same($2, 0); same($3, 0.125 * f); same($4, 2.1); same($5, 0.007); same($6, 1) }
        $1 == "victim tags" { same($2, 0.75 * f); same($3, 0.125 * f); same($4, 0); same($6, 1) }
        $1 == "sub-cores" { same($2, 0); same($3, 0); same($6, 1) }
        END { exit bad || n != 6 }' "$T/sm.sums.1000" "$T/sm.sums.2000" ||
            fail "build/energy_power adds up an SM otherwise"
}

# A small SM with CIAO-C: every cell of the netlist is in one row, all parts of CIAO are there, and registers that are
# clocked take what their flip-flops do. A run that fails, a sub-core and a bad width give no number.
energy_of_an_sm() {
    for tool in yosys sta; do command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"; done
    [ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || skip "the library osu018 is missing: make deps"
    set -- collector.kind=ocu throttle.policy=ciao_c vta.tags=2 l1d.response_queue=2 shared.rows=12
    synth/energy/sm_energy.sh sm_tiny workloads/mix "$@" >"$T/table" 2>"$T/err" ||
        { cat "$T/err"; fail "make sm_energy"; }
    cat "$T/table"
    tsv=$(sed -n 's/^  the table: //p' "$T/table")
    dir=$(synth/flow/netlist.sh sm_tiny "$@" subcore.lanes=1)
    awk -F '\t' 'FILENAME == ARGV[1] { if (FNR > 1) { cells += $2 * $6; flops += $2 * $7 } next }
        /^#/ { if ($0 !~ /ciao_c.* cycles in lock-step; library osu018, /) exit 1; next }
        $1 == "component" { next }
        { rows++; n += $6; if ($2 < 0 || $3 < 0 || $4 <= 0 && $1 != "rest") bad = $0 }
        END {
            print n " instances of " cells " cells, " rows " rows" (bad ? "; wrong: " bad : "")
            exit bad != "" || rows < 10 || n > cells || n < 0.9 * cells
        }' "$dir/modules.tsv" "$tsv" || fail "$tsv"
    status=0
    FAULT=ocu:1 synth/energy/sm_energy.sh sm_tiny workloads/mix "$@" >"$T/out" 2>"$T/err" || status=$?
    [ $status -eq 1 ] && grep -q 'has no energy: lock-step ended with exit code 1' "$T/err" ||
        { cat "$T/err"; fail "a fault: exit code $status"; }
    refused "tiny is a sub-core" synth/energy/sm_energy.sh tiny workloads/mix
    refused "LANES=0" env LANES=0 synth/energy/sm_energy.sh sm_tiny workloads/mix
    refused "accepted is a liberty file" env LIB="$T/none" synth/energy/sm_energy.sh sm_tiny workloads/mix
}

# What CIAO adds alone, of a small SM: every cell of its modules is counted once. Twice the activity is twice what
# switches; without any, clock and leakage are left. A run that has not seen the pins of the instances is refused.
energy_of_what_ciao_adds() {
    for tool in yosys sta; do command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"; done
    [ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || skip "the library osu018 is missing: make deps"
    export VERILATE_OPT=-O0
    set -- collector.kind=ocu throttle.policy=ciao_c vta.tags=2 l1d.response_queue=2 shared.rows=12
    PARTS=ciao synth/energy/sm_energy.sh sm_tiny workloads/mix "$@" >"$T/table" 2>"$T/err" ||
        { cat "$T/err"; fail "make sm_energy PARTS=ciao"; }
    cat "$T/table"
    tsv=$(sed -n 's/^  the table: //p' "$T/table")
    modules="vta ciao interference_list vta_counts cutoff_test pair_list shared_cache smmt translation"
    dir=$(MODULES=$modules synth/flow/netlist.sh sm_tiny "$@")
    # A flip-flop whose value nobody reads is not in the flat netlist, and what drives it alone is neither.
    awk -F '\t' 'FILENAME == ARGV[1] { if (FNR > 1) { cells += $2 * $6; flops += $2 * $7 } next }
        /^# mW of 15 SMs at 1.4 GHz, scaled from 180 nm and 1.8 V to 40 nm and 1 V/ { scaled++ }
        /^#/ || $1 == "component" { next }
        { rows++; n += $6; if ($2 < 0 || $3 < 0 || $4 <= 0 || $7 < 0 || $7 > $4 || $5 <= 0) bad = $0 }
        END {
            print n " instances of " cells " cells, " rows " rows" (bad ? "; wrong: " bad : "")
            exit bad != "" || scaled != 1 || rows != 7 || n > cells || n < 0.95 * cells
        }' "$dir/modules.tsv" "$tsv" || fail "$tsv"
    PINS="vta ciao shared_cache" tb/flow/flow.sh cosim sm_tiny workloads/mix "$@" -- -q --activity "$T/activity.1" \
        >"$T/log" 2>&1 || { cat "$T/log"; fail "lock-step with the pins of instances"; }
    for times in 0 2; do
        awk -F '\t' -v OFS='\t' -v t=$times '$1 ~ /^(register|pin|port)$/ { $4 *= t; $6 *= t } { print }' \
            "$T/activity.1" >"$T/activity.$times"
    done
    for unit in "vta u_vta" "ciao u_ciao"; do
        for times in 0 1 2; do
            # shellcheck disable=SC2086 # two words
            synth/energy/sm_power.sh "$T/activity.$times" "$dir" $unit >"$T/sums.$times" 2>"$T/err" ||
                { cat "$T/err"; fail "synth/energy/sm_power.sh"; }
        done
        awk -F '\t' 'function near(a, b) { return a > 0.999 * b - 1e-9 && a < 1.001 * b + 1e-9 }
            FNR == 1 { file++ }
            $6 == 0 { next }
            file == 1 { for (i = 4; i <= 5; i++) still[$1, i] = $i
                if ($2 > 1e-6 || $2 < -1e-6 || $3 > 1e-6 || $7 != 0) { print "without activity: " $0; bad = 1 } next }
            { for (i = 4; i <= 5; i++) if (!near($i, still[$1, i])) { print "not clock and leakage: " $0; bad = 1 } }
            file == 2 { for (i = 2; i <= 7; i++) once[$1, i] = $i; switched += $2 + $3; next }
            { rows++; for (i = 2; i <= 7; i++) if ((i < 4 || i == 7) && !near($i, 2 * once[$1, i])) {
                print "not twice as much: " $0; bad = 1 } }
            END { print rows " components, " switched " pJ"; exit bad || !rows || switched <= 0 }' \
            "$T/sums.0" "$T/sums.1" "$T/sums.2" ||
            { cat "$T"/sums.?; fail "energy of $unit does not follow the activity"; }
    done
    awk -F '\t' 'NR == FNR { want[$1] = $2 + $3; next }
        $1 == "pair list" || $1 == "decisions" { n++; d = $2 + $3 - want[$1]; if (d > 1e-6 || d < -1e-6) bad = 1 }
        END { exit bad || n != 2 }' "$T/sums.1" "$tsv" || fail "the table is not the sum of its parts"
    grep -v '^pin' "$T/activity.1" >"$T/no_pins"
    refused "does not say how often u_vta" synth/energy/sm_power.sh "$T/no_pins" "$dir" vta u_vta
    refused "PARTS=ccws is not accepted; ciao is" env PARTS=ccws synth/energy/sm_energy.sh sm_tiny workloads/mix
    refused "has nothing of CIAO; accepted are" env PARTS=ciao synth/energy/sm_energy.sh sm_tiny workloads/mix
}

tiny_ocu() { sed -e 's/kind: ccu/kind: ocu/; /^ccu:/,$d' configs/tiny.yaml >"$T/tiny_ocu.yaml"; }

energy_of_a_run() {
    for tool in yosys sta; do command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"; done
    [ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || skip "the library osu018 is missing: make deps"
    tiny_ocu
    synth/energy/energy.sh "$T/tiny_ocu.yaml" tiny workloads/mix >"$T/table" 2>"$T/err" || {
        cat "$T/err"; fail "make energy"; }
    cat "$T/table"
    tsv=$(sed -n 's/^  all of it: //p' "$T/table")
    hash=$(sed -n 's/^# inputs \([0-9a-f]\{12\}\)$/\1/p' "$tsv")
    [ -n "$hash" ] && [ "$tsv" = "$O/energy/tiny_ocu-tiny-osu018-$hash.tsv" ] || fail "the inputs' hash is not in $tsv"
    grep -q '^# parameters: TRACE=mix .* NM=180 LANES="full"' "$tsv" ||
        fail "the parameters are not in the head of $tsv"
    # A total is the sum of its components, and none of these is missing.
    awk -F'\t' '/^#/ || $5 !~ /^(dynamic|clock|leakage)$/ || $2 == "logic" { next }
        { key = $1 " " $2 " " $3 " " $5 }
        $4 == "total" { total[key] = $6; next }
        { sum[key] += $6; n[key]++ }
        END { for (k in total) { d = total[k] - sum[k]; if (d < 0) d = -d
                if (d > 1e-6 * total[k] || !n[k]) { print k ": total " total[k] ", sum " sum[k]; bad = 1 } }
            for (k in sum) if (!(k in total)) { print k " has no total"; bad = 1 }
            for (r in total) if (total[r] > 0) positive++
            if (positive < 24) { print "only " positive " totals are above 0"; bad = 1 }
            exit bad }' "$tsv" || fail "$tsv"
    # Events are those of the golden model in a run of its own.
    for role in baseline scheme; do
        config=configs/tiny.yaml
        [ $role = scheme ] || config=$T/tiny_ocu.yaml
        "$O/cmodel" run -c "$config" --trace workloads/mix --csv >"$T/csv"
        for e in cycles warp_instructions bank_reads bank_writes source_reads ccu_hits cache_writes; do
            want=$(awk -F, -v e=$e '$1 == e { print $2 }' "$T/csv")
            got=$(awk -F'\t' -v r=$role -v e=$e '$1 == r && $2 == "event" && $4 == e { print $6 }' "$tsv")
            [ -n "$want" ] && [ "$got" = "$want" ] || fail "$role: $e is $got and in cmodel run '$want'"
        done
    done
    # The banks' dynamic energy: their logic, and events times the figures of the memories.
    "$O/sram" bank --rows 64 --bits 128 --nm 180 --tsv >"$T/bank"
    awk -F'\t' 'NR == FNR { read[$1] = $5; write[$1] = $6; next }
        $2 == "event" { event[$1, $4] = $6 }
        $2 == "logic" && $4 == "banks" && $5 ~ /^(internal|switching)$/ { logic[$1] += $6 }
        $2 == "netlist" && $4 == "banks" && $5 == "dynamic" { found[$1, $3] = $6 }
        END { for (k in found) { split(k, p, SUBSEP)
                want = logic[p[1]] + event[p[1], "bank_reads"] * read[p[2]] + event[p[1], "bank_writes"] * write[p[2]]
                n++
                if (found[k] < 0.99999 * want || found[k] > 1.00001 * want) {
                    print k ": " found[k] " instead of " want; bad = 1 } }
            exit bad || n < 4 }' "$T/bank" "$tsv" || fail "the banks' energy is not events times energy per event"
    comparison_takes_energy_of_the_same_files "$tsv"
}

# clock_by_hand CONFIG LOGIC_CLOCK: from the netlist with gates and a run of its own, without OpenSTA: flip-flops of the
# cycles in which their gate was open, each of them with what one takes without gates, LOGIC_CLOCK pJ of the whole run
# over their number; prints that, the cycles of all gates, and how many flip-flops are behind one.
clock_by_hand() {
    PINS=clock_gate tb/flow/flow.sh cosim "$1" workloads/mix rtl.clock_gate=cell -- -q --activity "$T/activity" \
        >"$T/log" 2>&1 || { cat "$T/log"; fail "lock-step of $1 with gates"; }
    plain=$(synth/flow/netlist.sh "$1") && gated=$(synth/flow/netlist.sh "$1" rtl.clock_gate=cell) || fail "netlist.sh"
    flops=$(cat "$plain"/flat-*.v | grep -c '^  DFF.*_reg_[0-9]*_  ($')
    awk -v each="$2" -v flops="$flops" '
        function name(text) { gsub(/^[^(]*\(|[ \\]|\),?$/, "", text); return text }
        FNR == 1 { file++ }
        file == 1 && $2 == "activity_cycles" { cycles = $3 }
        file == 1 && $1 == "pin" && $2 ~ /u_gate_[0-9]+[.]en_i$/ {
            sub(/^top[.]/, "", $2); sub(/[.]en_i$/, "", $2); open[$2] = $5 }
        file == 1 { next }
        / [(]$/ { cell = $1; instance = $2; sub(/^\\/, "", instance) }
        file == 2 && cell == "AND2X1" && $1 ~ /^[.]Y[(]/ && sub(/[.]and_gate$/, "", instance) {
            gates++; gate[name($0)] = instance }
        file == 3 && cell ~ /^DFF/ && $1 ~ /^[.]CLK[(]/ {
            clock = name($0)
            if (clock in gate) { behind++; edges += open[gate[clock]] } else edges += cycles
        }
        END { printf "%.9g %.9g %d\n", edges * each / flops / cycles, gates * cycles, behind }' \
        FS='\t' "$T/activity" FS=' ' "$gated"/flat-*.v "$gated"/flat-*.v
}

# The same runs with gated clocks: events and memories are the same, the clock is what flip-flops take in the cycles in
# which their gates are open and what the gates take, and a ratio is that of the totals beside it.
energy_with_gated_clocks() {
    for tool in yosys sta; do command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"; done
    [ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || skip "the library osu018 is missing: make deps"
    refused "GATED=maybe; accepted: yes, no" env GATED=maybe synth/energy/energy.sh tiny tiny workloads/mix
    refused "accepted is GATED=yes without it" \
        env GATED=yes synth/energy/energy.sh tiny tiny workloads/mix rtl.clock_gate=cell
    sed 's/^name: .*/name: gated/' configs/tiny.yaml >"$T/gated.yaml"
    echo "rtl: {clock_gate: cell}" >>"$T/gated.yaml"
    refused "energy: GATED=yes adds clock gates, which $T/gated.yaml has" \
        env GATED=yes synth/energy/energy.sh tiny "$T/gated.yaml" workloads/mix
    export VERILATE_OPT=-O0
    tiny_ocu
    GATED=yes synth/energy/energy.sh "$T/tiny_ocu.yaml" tiny workloads/mix >"$T/table" 2>"$T/err" || {
        cat "$T/err"; fail "make energy GATED=yes"; }
    cat "$T/table"
    tsv=$(sed -n 's/^  all of it: //p' "$T/table")
    awk -F '\t' '/^#/ || $1 == "role" { next }
        { gated = sub(/_gated$/, "", $1); key = $1 "," $2 "," $3 "," $4 "," $5
          if (gated) with[key] = $6; else without[key] = $6 }
        END {
            for (k in without) {
                split(k, p, ","); n++
                if (!(k in with)) { print "not with gates: " k; bad = 1 }
                memory = p[2] == "papers" && p[4] ~ /^(banks|collectors)$/ || p[2] == "event"
                if (memory && with[k] != without[k]) { print k " " without[k] ", gated " with[k]; bad = 1 }
                less = p[2] == "netlist" && p[4] == "total" && p[5] == "clock"
                if (less && !(with[k] < without[k] / 2)) { print k " " without[k] ", gated " with[k]; bad = 1 }
                same = p[2] == "netlist" && p[4] ~ /^(banks|dispatch|writeback|rest)$/ && p[5] == "dynamic"
                if (same && (with[k] < 0.97 * without[k] || with[k] > 1.03 * without[k])) { print k; bad = 1 }
            }
            exit bad || n < 100
        }' "$tsv" || fail "what gates do not concern is different, or the clock is not less than half: $tsv"
    awk -F '\t' 'FNR == 1 { file++ }
        file == 1 && $2 == "netlist" && $3 ~ /^(monolithic|sliced16)$/ && $4 == "total" && $5 ~ /^(dynamic|clock)$/ {
            sum[$1, $3] += $7 }
        file == 1 { next }
        /^as / { netlist = /^as synthesized/; o = /monolithic/ ? "monolithic" : "sliced16" }
        /^  dynamic and clock/ { both = 1 }
        both && $1 == "total" {
            both = 0; n++
            for (i = 0; i < 2; i++) { d = $(10 + i) - $(6 + i) / $(2 + i); if (d > 0.001 || d < -0.001) bad = $0 }
            split("2 baseline 3 baseline_gated 6 scheme 7 scheme_gated", at, " ")
            for (i = 1; i < 8 && netlist; i += 2) {
                d = $(at[i]) - sum[at[i + 1], o]; if (d > 0.01 || d < -0.01) bad = at[i + 1] " " sum[at[i + 1], o] }
        }
        END { if (bad != "") print "not the ratio, or the sum: " bad; exit bad != "" || n != 4 }' \
        "$tsv" FS=' ' "$T/table" || fail "ratios are not those of the totals, or these not what $tsv says"
    load=$(awk 'NR == 1 { print $7 }' "$(echo "$O"/synth/osu018_stdcells-*/gate)")
    for role in baseline scheme; do
        config=tiny
        [ $role = scheme ] || config=$T/tiny_ocu.yaml
        clock() {
            awk -F '\t' -v r="$1" '$1 == r && $2 == "logic" && $5 == "clock" { n += $6 } END { print n }' "$tsv"
        }
        # Three pins of a gate at 1.8 V, and inside of it three quarters of that: a latch and an inverter.
        clock_by_hand "$config" "$(clock $role)" >"$T/hand" || exit 1
        awk -v got="$(clock ${role}_gated)" -v role=$role -v pins="$(awk "BEGIN { print $load * 1.8 * 1.8 }")" '
            { print role ": the clock takes " got " pJ, flip-flops " $1 ", gates " (got - $1) / $2 " each in a cycle," \
                " of which pins " pins "; flip-flops behind gates: " $3
              exit !($3 > 100 && got - $1 > 1.6 * pins * $2 && got - $1 < 2 * pins * $2) }' "$T/hand" ||
            fail "the clock is not that of the cycles in which gates are open"
    done
}

# comparison_takes_energy_of_the_same_files TABLE: make compare shows the energy of this table, of workloads/mix, and
# none of another trace with that name.
comparison_takes_energy_of_the_same_files() {
    for tool in parallel sqlite3; do command -v $tool >/dev/null 2>&1 || fail "$tool is missing: make deps"; done
    mkdir "$T/mix"
    cp workloads/mix/kernel* "$T/mix"
    sed -i '/kernel-2/d' "$T/mix/kernelslist.g"
    for trace in workloads/mix "$T/mix"; do
        CONFIGS=tiny BASELINE=$T/tiny_ocu.yaml TRACE=$trace OUT="$T/compared" cmodel/experiments/compare.sh \
            >/dev/null 2>"$T/err" || { cat "$T/err"; fail "make compare TRACE=$trace"; }
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            $(at["energy_pj"]) != "" { printf "%.6g\n", $(at["energy_pj"]) }' \
            "$T/compared/comparison.csv" >"$T/pj.${trace%%/*}"
    done
    awk -F '\t' '$2 == "netlist" && $3 == "monolithic" && $4 == "total" { sum[$1] += $7 }
        END { printf "%.6g\n%.6g\n", sum["baseline"], sum["scheme"] }' "$1" | cmp - "$T/pj.workloads" ||
        { cat "$T/pj.workloads"; fail "make compare has other energies than $1"; }
    ! grep . "$T/pj." || fail "make compare takes energies of another trace that is called mix"
}

# power_of_nothing: a file of power in which no component takes any.
power_of_nothing() {
    for c in arbiter crossbar banks caches collectors dispatch issue writeback rest; do
        printf '%s\t0\t0\t0\t0\t0\t0\n' $c
    done
}

# energy_table: the table of what lies in $T, and $T/tsv.
energy_table() {
    "$O/energy_table" --period 10 --library none --nm 180 --factor 1 --lanes full --inputs none --parameters none \
        --tools none --output "$T/tsv" "$T"
}

# in_lock_step CONFIG COLUMNS MEMORIES [key=value ...]: a small sub-core in lock-step, and its table with memories of 11
# and 5 pJ and 2 mW beside banks and collectors; logic takes nothing. Events of a run of the model alone are in $T/csv.
in_lock_step() {
    config=$1 columns=$2 memories=$3
    shift 3
    set -- subcore.warps=2 subcore.lanes=4 subcore.registers=64 inflight.entries=8 rf.rows=64 "$@"
    tb/flow/flow.sh cosim "$config" workloads/mix "$@" -- -q --activity "$T/activity" || fail "lock-step of $config"
    tb/flow/flow.sh run "$config" workloads/mix "$@" -- --csv >"$T/csv"
    for role in baseline scheme; do
        # shellcheck disable=SC2059 # $columns has tabs
        printf "design\t$config\t4\t2\t2\t6\t$columns\n" >"$T/$role.design"
        cp "$T/activity" "$T/$role.activity"
        power_of_nothing >"$T/$role.power"
        for o in monolithic sliced16 sliced32; do
            printf 'bank\t%s\t10000\t1000\t0\t180\trule\n' $o
            printf 'buffer\t%s\t7\t3\t0\t180\trule\n' $o
            for memory in $memories; do printf '%s\t%s\t11\t5\t2\t180\trule\n' "$memory" $o; done
        done >"$T/$role.memories"
    done
    energy_table >"$T/table" || fail "build/energy_table of $config"
}

# value EVENT: of the run of the model alone.
value() { awk -F, -v e="$1" '$1 == e { print $2 }' "$T/csv"; }

# takes COMPONENT KIND PJ: as the papers count, with monolithic memories.
takes() {
    got=$(awk -F'\t' -v c="$1" -v kind="$2" '$1 == "scheme" && $2 == "papers" && $3 == "monolithic" && $4 == c &&
        $5 == kind { printf "%d", $6 }' "$T/tsv")
    [ "$got" = "$3" ] || fail "$1, $2: $got instead of $3 pJ"
}

# A row that a write-back BOC drains is read from it: events of a run of its own, energies of a memory by hand. Logic is
# left out: its power is 0 here.
energy_of_drains() {
    in_lock_step bow_wr_hinted '0\t0\t0\t0\t0\t1' "" collector.count=2 boc.entries=6
    [ "$(value boc_drains)" -gt 0 ] || fail "nothing was drained"
    takes collectors dynamic $((7 * ($(value source_reads) + $(value boc_drains)) +
        3 * ($(value bank_reads) + $(value cache_writes))))
}

# A small sub-core with register caches, and plain collectors: RFC-sim's Table VI with the rows of the tests.
tiny_rfc="collector.kind=ocu rfc.enable=true rfc.entries=4 rfc.ways=4"

# RFC-sim V-B, VI-B: a row of a register cache is read for each value that it delivers, evicts or drains, and written
# for each result and fill; what it delivers is written to a collector, and a dual-ported bank has energies of its own.
# Events of a run of the model alone, energies by hand; logic is left out. Events that cannot be are refused.
energy_of_register_caches() {
    in_lock_step rfc_8way_write '2\t0\t0\t0\t0\t1' cache rfc.entries=2 rfc.ways=2 rfc.allocate=read_write rf.ports=2
    for e in rfc_evictions rfc_drains rfc_fills ccu_hits; do
        [ "$(value $e)" -gt 0 ] || fail "the run has no $e, and says nothing of them"
    done
    takes caches dynamic $((11 * ($(value ccu_hits) + $(value rfc_evictions) + $(value rfc_drains)) +
        5 * ($(value cache_writes) + $(value rfc_fills))))
    takes caches leakage $((2 * 10 * $(value cycles)))
    takes collectors dynamic $((7 * $(value source_reads) + 3 * ($(value bank_reads) + $(value ccu_hits))))
    takes banks dynamic $((10000 * $(value bank_reads) + 1000 * $(value bank_writes)))
    grep -q '^  rfc_evictions ' "$T/table" || fail "the table does not show the events of the caches"
    sed 's/\(event\trfc_read_accesses\t\).*/\1'"$(($(value rfc_drains) - 1))/" "$T/activity" >"$T/scheme.activity"
    rm "$T/tsv"
    status=0
    energy_table >"$T/out" 2>"$T/err" || status=$?
    [ $status -eq 1 ] || fail "exit code $status instead of 1 with fewer accesses than drains"
    [ ! -s "$T/out" ] && [ ! -e "$T/tsv" ] || fail "there are numbers of a run that disagrees with its statistics"
    grep -q 'rows of register caches, .* accesses of their banks (reads)' "$T/err" || fail "$(cat "$T/err")"
    sed '5s/.*/of no kind/' "$T/activity" >"$T/scheme.activity"
    refused "$T/scheme.activity:5: not a line of cosim --activity; accepted are run and event" energy_table
    rm "$T/scheme.power"
    cp "$T/activity" "$T/scheme.activity"
    refused "$T/scheme.power: cannot be read" energy_table
    refused "--period '0' is not covered; accepted: a number above 0" "$O/energy_table" --period 0
    refused "a folder is needed" "$O/energy_table"
    refused "an option is missing; accepted are --library" "$O/energy_table" --period 1 --nm 1 --factor 1 "$T"
}

# RFC-sim V-B, VI-B: the caches are a component, as synthesized and as memories with three read ports, and dual-ported
# banks have the energies of dual-ported memories.
energy_of_a_run_with_register_caches() {
    for tool in yosys sta; do command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"; done
    [ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || skip "the library osu018 is missing: make deps"
    tiny_ocu
    # shellcheck disable=SC2086 # $tiny_rfc is words
    synth/energy/energy.sh "$T/tiny_ocu.yaml" tiny workloads/mix $tiny_rfc rf.ports=2 >"$T/table" 2>"$T/err" || {
        cat "$T/err"; fail "make energy"; }
    cat "$T/table"
    [ "$(grep -c '^  caches ' "$T/table")" -eq 4 ] || fail "the caches are not in each of the four tables"
    grep -q 'memories: .*with one read port and one write port.*with three read ports and one write port' "$T/table" ||
        fail "the ports of banks and caches are not in the head of the table"
    tsv=$(sed -n 's/^  all of it: //p' "$T/table")
    awk -F'\t' '$1 == "baseline" && $4 == "caches" && $6 != 0 { print "the baseline has caches: " $0; exit 1 }
        $1 == "scheme" && $4 == "caches" && $2 == "logic" && $5 == "cells" { cells = $6 }
        END { exit !(cells > 0) }' "$tsv" || fail "$tsv: the caches have no cells, or the baseline has"
    "$O/sram" bank --rows 64 --bits 128 --ports 1r1w --nm 180 --tsv >"$T/bank"
    "$O/sram" bank --rows 8 --bits 128 --ports 3r1w --nm 180 --tsv >"$T/cache"
    awk -F'\t' 'FNR == 1 { file++ }
        file == 1 && $1 == "monolithic" { bank_read = $5; bank_write = $6 }
        file == 2 && $1 == "monolithic" { read = $5; write = $6 }
        $1 != "scheme" { next }
        $2 == "event" { event[$4] = $6 }
        $2 == "papers" && $3 == "monolithic" && $5 == "dynamic" { found[$4] = $6 }
        function close_to(what, want) {
            if (found[what] < 0.99999 * want || found[what] > 1.00001 * want || !want) {
                print what ": " found[what] " instead of " want; bad = 1 } }
        END {
            close_to("banks", event["bank_reads"] * bank_read + event["bank_writes"] * bank_write)
            close_to("caches", (event["ccu_hits"] + event["rfc_evictions"] + event["rfc_drains"]) * read + \
                (event["cache_writes"] + event["rfc_fills"]) * write)
            exit bad
        }' "$T/bank" "$T/cache" "$tsv" || fail "energies are not events times energy per event"
}

# Gebhart MICRO 2011, LTRF ASPLOS 2018: entries of levels are memories; a copy is a write of the ORF; what is fetched is
# written to the cache of an interval and to no collector, what is written back is read from it.
energy_of_levels() {
    in_lock_step sw_rfc_split '0\t1\t3\t0\t0\t1' 'orf lrf'
    for e in level_orf_reads level_lrf_reads level_copies; do [ "$(value $e)" -gt 0 ] || fail "no $e"; done
    takes caches dynamic $((11 * ($(value level_orf_reads) + $(value level_lrf_reads)) +
        5 * ($(value level_orf_writes) + $(value level_lrf_writes) + $(value level_copies))))
    takes caches leakage $((4 * 2 * 10 * $(value cycles)))
    takes collectors dynamic $((7 * $(value source_reads) + 3 * $(value source_reads)))
    grep -q '^  level_copies ' "$T/table" || fail "the table does not show the events of the levels"
    sed "s/\(event\tlevel_lrf_reads\t\).*/\10/" "$T/activity" >"$T/scheme.activity"
    status=0
    energy_table >"$T/out" 2>"$T/err" || status=$?
    [ $status -eq 1 ] && grep -q 'sources from levels and the statistics say' "$T/err" ||
        fail "sources that the RTL has not read are believed: $(cat "$T/err")"
    in_lock_step ltrf_plus '0\t0\t0\t1\t0\t1' interval
    for e in interval_fetched interval_written; do [ "$(value $e)" -gt 0 ] || fail "no $e"; done
    takes caches dynamic $((11 * ($(value interval_reads) + $(value interval_written)) +
        5 * ($(value interval_writes) + $(value interval_fetched))))
    takes collectors dynamic $((7 * $(value source_reads) + 3 * $(value source_reads)))
    takes banks dynamic $((10000 * $(value bank_reads) + 1000 * $(value bank_writes)))
}

# Without collectors: what banks deliver waits in the window or the unit queue, what is kept for reuse in a memory of
# its own, and each write goes to the memory of every read port. Energies by hand; logic is left out. What the RTL has
# not read or kept is refused, and so is a run that has not looked.
energy_without_collectors() {
    export PINS=modern_bank
    in_lock_step modern '0\t0\t0\t0\t1\t1' reuse
    [ "$(value reuse_hits)" -gt 0 ] && [ "$(value reuse_kept)" -gt 0 ] || fail "the run reuses nothing"
    takes caches dynamic $((11 * $(value reuse_hits) + 5 * $(value reuse_kept)))
    takes caches leakage $((2 * 10 * $(value cycles)))
    takes collectors dynamic $((10 * $(value bank_reads)))
    takes banks dynamic $((10000 * $(value bank_reads) + 1000 * $(value bank_writes)))
    for e in reuse_hits reuse_kept; do grep -q "^  $e " "$T/table" || fail "the table does not show $e"; done
    disagrees() { # what it says of $T/scheme.activity
        status=0
        energy_table >"$T/out" 2>"$T/err" || status=$?
        [ $status -eq 1 ] && grep -q "$1" "$T/err" || fail "exit code $status: $(cat "$T/err")"
    }
    sed "s/\(event\treuse_kept\t\).*/\11/" "$T/activity" >"$T/scheme.activity"
    disagrees "has kept $(value reuse_kept) values for reuse and the statistics say 1"
    sed "s/\(event\treuse_hits\t\).*/\11/" "$T/activity" >"$T/scheme.activity"
    disagrees "and not all others of 1 hits"
    grep -v '^pin' "$T/activity" >"$T/scheme.activity"
    disagrees "the RTL has read 0 rows and the statistics say $(value bank_reads)"
    in_lock_step modern '0\t0\t0\t0\t0\t2' "" modern.reuse_cache=false modern.read_ports=2
    takes collectors dynamic $((10 * $(value bank_reads)))
    takes banks dynamic $((10000 * $(value bank_reads) + 2 * 1000 * $(value bank_writes)))
}

# energy_of_a_run_without_collectors MEMORIES VALUES CONFIG [key=value ...]: a small sub-core, with as many memories for
# each bank and values that are kept for reuse. All its components are there, every cell of the netlist is in one, a
# total is the sum of its components, and memories take what their events do.
energy_of_a_run_without_collectors() {
    for tool in yosys sta; do command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"; done
    [ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || skip "the library osu018 is missing: make deps"
    copies=$1 values=$2 config=$3
    shift 3
    set -- subcore.warps=2 subcore.lanes=4 subcore.registers=64 inflight.entries=8 rf.rows=64 "$@"
    synth/energy/energy.sh ocu "$config" workloads/mix "$@" >"$T/table" 2>"$T/err" || {
        cat "$T/err"; fail "make energy CONFIG=$config"; }
    cat "$T/table"
    tsv=$(sed -n 's/^  all of it: //p' "$T/table")
    wanted="arbiter crossbar banks collectors issue writeback"
    [ "$values" = 0 ] || wanted="$wanted caches"
    "$O/sram" bank --rows 64 --bits 128 --ports 1r1w --nm 180 --tsv >"$T/bank"
    "$O/sram" bank --rows 6 --bits 128 --nm 180 --tsv >"$T/buffer"
    "$O/sram" bank --rows 6 --bits 128 --ports 3r1w --nm 180 --tsv >"$T/reuse"
    dir=$(synth/flow/netlist.sh "$config" "$@")
    awk -F '\t' -v wanted="$wanted" -v copies="$copies" -v values="$values" '
        FNR == 1 { file++ }
        file < 4 && $1 == "monolithic" { read[file] = $5; write[file] = $6; leaks[file] = $7 }
        file == 4 && FNR > 1 { cells += $2 * $6 }
        file < 5 || $1 != "scheme" { next }
        $2 == "event" { event[$4] = $6; next }
        $2 == "logic" { if ($5 == "cells") counted += $6
            if ($4 == "banks" && $5 ~ /^(internal|switching)$/) logic += $6
            next }
        $3 != "monolithic" { next }
        $4 == "total" { total[$2, $5] = $6; next }
        { sum[$2, $5] += $6; found[$2, $4, $5] = $6 }
        function same(what, got, want) {
            if (got < 0.99999 * want || got > 1.00001 * want) { print what ": " got " instead of " want; bad = 1 } }
        END {
            n = split(wanted, component, " ")
            for (i = 1; i <= n; i++)
                if (!(found["netlist", component[i], "dynamic"] > 0)) { print "no " component[i]; bad = 1 }
            for (k in total) same("total of " k, sum[k], total[k])
            reads = event["bank_reads"]
            banks = reads * read[1] + copies * event["bank_writes"] * write[1]
            same("banks", found["papers", "banks", "dynamic"], banks)
            same("banks as synthesized", found["netlist", "banks", "dynamic"], banks + logic)
            same("leakage of banks", found["papers", "banks", "leakage"],
                2 * copies * leaks[1] * 10 * event["activity_cycles"])
            same("window and unit queue", found["papers", "collectors", "dynamic"], reads * (read[2] + write[2]))
            same("their leakage", found["papers", "collectors", "leakage"],
                (1 + copies) * leaks[2] * 10 * event["activity_cycles"])
            same("reuse", found["papers", "caches", "dynamic"],
                values ? event["reuse_hits"] * read[3] + event["reuse_kept"] * write[3] : 0)
            if (counted > cells || counted < 0.9 * cells) { print counted " instances of " cells " cells"; bad = 1 }
            exit bad
        }' \
        "$T/bank" "$T/buffer" "$T/reuse" "$dir/modules.tsv" "$tsv" || fail "$tsv"
}

# What energy.sh finds of levels in RTL: memories, rows, ports, banks; the component has cells in the netlist.
energy_of_a_run_with_levels() {
    for tool in yosys sta; do command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"; done
    [ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || skip "the library osu018 is missing: make deps"
    config=$1 head=$2
    synth/energy/energy.sh ocu "$config" workloads/mix subcore.warps=2 subcore.lanes=4 subcore.registers=64 \
        inflight.entries=8 rf.rows=64 >"$T/table" 2>"$T/err" || { cat "$T/err"; fail "make energy CONFIG=$config"; }
    cat "$T/table"
    [ "$(grep -c '^  caches ' "$T/table")" -eq 4 ] || fail "the levels are not in each of the four tables"
    tsv=$(sed -n 's/^  all of it: //p' "$T/table")
    awk -F'\t' '$1 == "scheme" && $4 == "caches" && $2 == "logic" && $5 == "cells" { cells = $6 }
        END { exit !(cells > 0) }' "$tsv" || fail "$tsv: the levels have no cells"
    grep -q "memories: .*$head" "$T/table" || fail "the head of the table does not say '$head'"
}

energy_needs_lock_step_and_good_input() {
    for tool in yosys sta; do command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"; done
    [ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || skip "the library osu018 is missing: make deps"
    refused "ocu has slow banks, whose energy is not known; accepted is rf.cycles: 1" \
        synth/energy/energy.sh ocu ocu workloads/mix rf.cycles=2
    status=0
    FAULT=ccu:1 synth/energy/energy.sh tiny tiny workloads/mix >"$T/out" 2>"$T/err" || status=$?
    cat "$T/err"
    [ $status -eq 1 ] || fail "exit code $status instead of 1 with a planted fault"
    grep -q 'has no energy: lock-step ended with exit code 1' "$T/err" || fail "nothing is said of lock-step"
    [ ! -s "$T/out" ] || fail "there are numbers of a run that failed: $(cat "$T/out")"
    refused "accepted is a liberty file" env LIB="$T/none" synth/energy/energy.sh ocu tiny workloads/mix
    sed '/nom_voltage/d' /usr/share/qflow/tech/osu018/osu018_stdcells.lib >"$T/no_volts.lib"
    refused "states no nom_voltage" env LIB="$T/no_volts.lib" synth/energy/energy.sh ocu tiny workloads/mix
    refused "accepted: a number from 5 to 250" env NM=3 synth/energy/energy.sh ocu tiny workloads/mix
    refused "accepted: full, or two ascending" env LANES="4 2" synth/energy/energy.sh ocu tiny workloads/mix
    refused "two configurations and a trace are needed" synth/energy/energy.sh ocu
}

"$@"
