# SPDX-License-Identifier: Apache-2.0
# The bench in Verilog alone (tb/example).
. tb/tests/lib.sh

# The page has what a run prints, and the commands in the head of the bench are enough for the checked-in design.
example_prints_what_the_page_shows() {
    SIM=icarus tb/example/run.sh verilog_out/tiny >"$T/printed" || { cat "$T/printed"; fail "the example on tiny"; }
    awk '/^    [$] make example$/ { on = 1; next } on && !/^    / { exit } on' docs/interface.md | sed 's/^    //' |
        grep -v '^waveform: \|^with Verilator: ' | diff - "$T/printed" ||
        fail "put what make example prints into docs/interface.md"
    sed -n 's,^//     \(iverilog .*\|vvp .*\),\1,p' tb/example/example.v >"$T/commands"
    [ "$(wc -l <"$T/commands")" -eq 2 ] || fail "the head of example.v has no commands"
    sed "s,/tmp/,$T/,g" "$T/commands" >"$T/by_hand"
    (cd verilog_out/tiny && sh -e "$T/by_hand") >"$T/out" 2>&1 || { cat "$T/out"; fail "the commands in example.v"; }
    tail -n 1 "$T/out" | grep -q '^example: PASS' || { cat "$T/out"; fail "its last line is not the result"; }
    grep -q '^[$]enddefinitions' "$T/example.vcd" || fail "no waveform was written"
}

# Whatever ports and sizes a design has, the program comes to its end; an operand is checked in the last lane.
example_runs_on_every_kind() {
    while read -r config settings; do
        # shellcheck disable=SC2086 # $settings is words
        rtl=$(tb/flow/flow.sh rtl "$config" $settings)
        SIM=icarus tb/example/run.sh "$rtl" >"$T/out" 2>&1 || { cat "$T/out"; fail "$config $settings"; }
        echo "$config $settings: $(tail -n 1 "$T/out")"
    done <<LIST
ocu
malekeh
bow_half
gto_lru
triple_a
two_level_sw
rfc_2way_compiler_linear
tiny subcore.warps=1 subcore.lanes=1 rf.banks=1 ibuffer.depth=1 collector.payload_bits=1
tiny subcore.warps=5 subcore.registers=8 rf.rows=32 rf.banks=8 scoreboard.tags=0 collector.slots=3
tiny collector.kind=ocu issue.pipeline=true ibuffer.shift=true rf.queue_shift=true writeback.order=unit
LIST
}

# finds WANT COMMAND...: it ends with exit code 1 and a line of failure with WANT.
finds() {
    want=$1
    shift
    status=0
    SIM=icarus "$@" >"$T/log" 2>&1 || status=$?
    [ "$status" -eq 1 ] && grep "^example: FAIL.*$want" "$T/log" ||
        { cat "$T/log"; fail "exit code $status instead of 1, or not about '$want': $*"; }
}

# edited FILE SED: $T/rtl is tiny with a changed text.
edited() {
    rm -rf "$T/rtl"
    cp -r verilog_out/tiny "$T/rtl"
    sed -i "$2" "$T/rtl/$1"
    ! cmp -s "verilog_out/tiny/$1" "$T/rtl/$1" || fail "$1 has no text for: $2"
}

# Planted faults, an X, a value that never comes, a simulation that stays in one moment.
example_finds_broken_designs() {
    while read -r fault want; do
        "$O/rtl_gen" -q -c configs/tiny.yaml --fault "$fault" -o "$T/fault"
        finds "$want" tb/example/run.sh "$T/fault"
        rm -rf "$T/fault"
    done <<LIST
ibuffer:1 an issue that cannot be
ibuffer:2 another warp, unit or mask
issue:2 a warp ends before its instructions
dispatch:2 a unit that is not ready
writeback:1 an operand is not what was written
subcore:2 outputs of issue are not zero
lfsr:2 an assertion does not hold: .*u_lfsr
LIST
    edited crossbar.v 's/= |from/= 1'"'b0"' \& |from/'
    finds "cycle 200: the warp has not ended" tb/example/run.sh "$T/rtl"
    edited writeback.v 's/^endmodule/wire gap;\n&/
        s/assign wb_ready_o\([^=]*\)= /assign wb_ready_o\1= {PORTS{gap}} ^ /'
    finds "a valid or ready output is X" tb/example/run.sh "$T/rtl"
    edited lfsr.v 's/^endmodule/reg a, b; initial a = 0; always @(a) b = ~a; always @(b) a = b;\n&/'
    mkdir -p "$T/bin"
    printf '#!/bin/sh\nshift\nexec %s 2 "$@"\n' "$(command -v timeout)" >"$T/bin/timeout"
    chmod +x "$T/bin/timeout"
    finds "the simulation does not come to an end" env PATH="$T/bin:$PATH" tb/example/run.sh "$T/rtl"
    ! make -s example FAULT=dispatch:2 SIM=icarus >"$T/log" 2>&1 || fail "make example FAULT=dispatch:2 has passed"
    grep -q 'FAIL in cycle 15' "$T/log" && grep -q 'FAIL in cycle 15: .*not ready$' docs/interface.md ||
        fail "docs/interface.md shows another failure"
}

example_refuses_other_designs() {
    "$O/rtl_gen" -q -c configs/sm_tiny.yaml -o "$T/sm"
    refused "accepted is that of a sub-core" tb/example/run.sh "$T/sm"
    refused "accepted is a folder that rtl_gen has written" tb/example/run.sh "$T/none"
    refused "usage: run.sh RTL_DIR" tb/example/run.sh
    refused "accepted are icarus and verilator" env SIM=iverilog tb/example/run.sh verilog_out/tiny
    "$O/rtl_gen" -q -c configs/tiny.yaml --set collector.beats=2 -o "$T/beats"
    refused "has the port disp_upper_valid_o, which tb/example/example.v does not know" tb/example/run.sh "$T/beats"
    edited subcore.v '/parameter BANKS = /s/= 2/= (1 + 1)/'
    refused "has no number for BANKS" tb/example/run.sh "$T/rtl"
    refused "accepted is one of version 5" env SIM=verilator VERILATOR=false tb/example/run.sh verilog_out/tiny
    VERILATOR=false tb/example/run.sh verilog_out/tiny | grep -q '^with Verilator: skipped, for false is not there' ||
        fail "a missing Verilator is not said"
}

# Verilator has two states and another order of events: the same is printed, and a fault is found, too.
example_prints_the_same_with_verilator() {
    verilator --binary --version >/dev/null 2>&1 || skip "this Verilator does not know --binary"
    tb/example/run.sh verilog_out/tiny >"$T/out" || { cat "$T/out"; fail "tb/example/run.sh verilog_out/tiny"; }
    tail -n 1 "$T/out" | grep -qx 'with Verilator: the same lines' || { cat "$T/out"; fail "the last line"; }
    "$O/rtl_gen" -q -c configs/tiny.yaml --fault dispatch:2 -o "$T/fault"
    status=0
    SIM=verilator tb/example/run.sh "$T/fault" >"$T/out" 2>&1 || status=$?
    [ "$status" -eq 1 ] && grep '^example: FAIL in cycle 15: .*not ready$' "$T/out" ||
        { cat "$T/out"; fail "exit code $status instead of 1, or another failure"; }
}

"$@"
