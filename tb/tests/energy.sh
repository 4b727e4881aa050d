# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

sram_table() { # every organisation with its source, at a node of CACTI's, between two and beyond them
    for nm in 22 28 7 180; do
        "$O/sram" table --nm $nm --tsv >"$T/table" || fail "build/sram table --nm $nm"
        awk -F'\t' -v nm=$nm 'NR == 1 { next }
            NF != 12 { print "line " NR " has " NF " columns"; bad = 1 }
            $2 == "cacti7" && ($3 != nm || $6 <= 0 || $7 <= 0 || $8 <= 0 || $9 <= 0) { print "bad: " $0; bad = 1 }
            $2 != "cacti7" && $12 != "published" { print "a published figure was scaled: " $0; bad = 1 }
            { n[$2 == "cacti7"]++ } END { exit bad || n[1] < 15 || n[0] < 6 }' "$T/table" || fail "the table at $nm nm"
    done
    "$O/sram" table --nm 7 | grep -q 'Weakness: ' || fail "nothing is said of how weak an extrapolation is"
    # Ratios beyond the nodes are those of the nearest one.
    ratio() { "$O/sram" table --nm "$1" --tsv | awk -F'\t' '$1 == "buffer_12x1024" { a = $6 } $1 == "bank_256x1024" { b = $6 }
        END { printf "%.4f\n", a / b }'; }
    [ "$(ratio 7)" = "$(ratio 22)" ] || fail "12 rows against 256: $(ratio 7) at 7 nm and $(ratio 22) at 22 nm"
    refused "accepted: table, bank, liberty" "$O/sram" tables
    refused "accepted: a number from 5 to 250" "$O/sram" table --nm 3
    refused "accepted: monolithic, sliced" "$O/sram" bank --rows 8 --bits 8 --organisation flat
    refused "does not number 64 rows" "$O/sram" liberty --rows 64 --bits 64 --row-bits 5 --lanes 2
    refused "cannot be read" "$O/sram" table --data "$T/none"
}

# The macro between a port and a flip-flop: OpenSTA reads the model in either unit without a word, and finds the access
# time and the energies that the table has.
liberty_of_the_macro() {
    command -v sta >/dev/null 2>&1 || skip "OpenSTA is missing: make deps"
    lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
    [ -f "$lib" ] || skip "$lib is missing: make deps"
    cat >"$T/top.v" <<'EOF'
module top (clk, rd, wr, row, m, d, q);
  input clk, rd, wr; input [5:0] row; input [1:0] m; input [63:0] d; output q;
  wire [63:0] r;
  sram_1rw u (.clk_i(clk), .read_i(rd), .write_i(wr), .row_i(row), .wmask_i(m), .wdata_i(d), .rdata_o(r));
  DFFPOSX1 f (.CLK(clk), .D(r[63]), .Q(q));
endmodule
EOF
    for units in "ns pf" "ps ff"; do
        # shellcheck disable=SC2086 # two words
        set -- $units
        "$O/sram" liberty --rows 64 --bits 64 --row-bits 6 --lanes 2 --nm 90 --time-unit "$1" --cap-unit "$2" -o "$T/sram.lib"
        cat >"$T/run.tcl" <<EOF
read_liberty $lib
read_liberty $T/sram.lib
read_verilog $T/top.v
link_design top
create_clock -period 10 clk
set_input_delay 0 -clock clk [get_ports {rd wr row* m* d*}]
report_checks -from u/clk_i -to f/D
report_checks -to u/row_i[5]
report_checks -path_delay min -to u/wdata_i[63]
puts "arcs done"
EOF
        sta -exit "$T/run.tcl" >"$T/out" 2>&1 || { cat "$T/out"; fail "sta"; }
        cat "$T/out"
        ! grep -qiE '^(warning|error)' "$T/out" || fail "OpenSTA complains about the model in $units"
        grep -q 'arcs done' "$T/out" || fail "OpenSTA stopped"
        access=$("$O/sram" bank --rows 64 --bits 64 --nm 90 --organisation monolithic --tsv |
            awk -F'\t' 'NR == 2 { print $9 }')
        awk -v access="$access" '/u\/rdata_o/ { found = $1; exit }
            END { d = found - access; exit !(found > 0 && d < 0.1 * access + 0.01 && d > -0.01) }' "$T/out" || fail "clk_i to rdata_o is not the access time $access ns"
        grep -q 'library setup time' "$T/out" || fail "row_i has no setup check"
        grep -q 'library hold time' "$T/out" || fail "wdata_i has no hold check"
    done
}

"$@"
