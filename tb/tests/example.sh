# SPDX-License-Identifier: Apache-2.0
# The bench in Verilog alone (tb/example), and the timing diagrams that are drawn from its run (docs/waves).
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
    "$O/rtl_gen" -q -c configs/tiny.yaml --prefix a_ -o "$T/named"
    refused "accepted is a folder that rtl_gen has written without --prefix and --suffix" tb/example/run.sh "$T/named"
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

# Each picture of the page is what is drawn of a run now, and the page has each.
timing_diagrams_are_those_of_a_run() {
    mkdir "$T/figures"
    docs/waves/waves.sh --interface "$T/figures" >"$T/drawn" || fail "docs/waves/waves.sh"
    [ "$(wc -l <"$T/drawn")" -ge 4 ] || fail "only these were drawn: $(cat "$T/drawn")"
    for f in docs/figures/interface_*.svg; do
        cmp "$T/figures/${f##*/}" "$f" || fail "$f is not what is drawn now; run make figures"
        grep -qF "(figures/${f##*/})" docs/interface.md || fail "docs/interface.md does not show $f"
    done
    for f in "$T"/figures/*; do [ -f "docs/figures/${f##*/}" ] || fail "${f##*/} is not there; run make figures"; done
    # Another value in the run is another picture.
    SIM=icarus tb/example/run.sh verilog_out/tiny "$T/vcd" >"$T/log"
    sed 's/1100100 \(.*\)$/1100101 \1/' "$T/vcd" >"$T/other"
    ! cmp -s "$T/vcd" "$T/other" || fail "100 is not in the waveform"
    "$O/draw_waves" "$T/other" docs/waves/interface.tsv result | diff -q - docs/figures/interface_result.svg \
        >"$T/log" && fail "another result is not seen"
    :
}

# The same of rules, from runs in lock-step: each has a picture in one page.
rule_diagrams_are_those_of_runs() {
    mkdir "$T/figures"
    docs/waves/waves.sh --rules "$T/figures" >"$T/drawn" || fail "docs/waves/waves.sh --rules"
    "$O/draw_waves" --names docs/waves/rules.tsv | sort >"$T/named"
    sed 's,.*/rule_,,; s/[.]svg$//' "$T/drawn" | sort | diff "$T/named" - ||
        fail "docs/waves/runs.tsv has not each diagram of docs/waves/rules.tsv once"
    for f in docs/figures/rule_*.svg; do
        cmp "$T/figures/${f##*/}" "$f" || fail "$f is not what is drawn now; run make figures"
        [ "$(grep -lF "(figures/${f##*/})" docs/*.md | wc -l)" -eq 1 ] || fail "$f is not in one page"
    done
    for f in "$T"/figures/*; do [ -f "docs/figures/${f##*/}" ] || fail "${f##*/} is not there; run make figures"; done
    refused "usage: waves.sh" docs/waves/waves.sh --rules
}

# A waveform with a clock, a bit, and a bus whose bits are 11 to 4; what it has is at the end of each cycle.
small_waveform() {
    cat <<'VCD'
$date today $end
$version by hand $end
$scope module top $end
$var wire 1 ! clk_i $end
$var reg 1 " go $end
$var wire 8 # bus [11:4] $end
$scope module inner $end
$var wire 1 $ hidden $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
0!
x"
bx #
0$
$end
#5
1!
0"
b101 #
#10
0!
#12
1"
#15
1!
b1x0 #
#20
0!
#25
1!
0"
b11111111 #
#30
0!
#35
1!
VCD
}

# drawn SIGNALS: the texts behind the labels, of all cycles.
drawn() {
    printf 'n\tt\tgo\t1\t4\t%s\n' "$1" >"$T/table"
    "$O/draw_waves" "$T/vcd" "$T/table" n | sed -n "s/^<text class='c' text-anchor='middle'.*>\(.*\)<.text>$/\1/p" |
        tail -n +5 | paste -s -d ' '
}

drawn_values_are_those_before_the_edge() {
    small_waveform >"$T/vcd"
    [ "$(drawn bus)" = "5 x 255" ] || fail "decimal: $(drawn bus)"
    [ "$(drawn bus:h)" = "05 0x ff" ] || fail "hexadecimal: $(drawn bus:h)"
    [ "$(drawn bus:b)" = "00000101 000001x0 11111111" ] || fail "binary: $(drawn bus:b)"
    [ "$(drawn 'bus[7:4] bus[11:5]:b')" = "5 x 15 0000010 000001x 1111111" ] || fail "parts: $(drawn 'bus[7:4]')"
    [ "$(drawn 'bus[11:8]')" = "0 15" ] || fail "equal values are not one: $(drawn 'bus[11:8]')"
    # Signals of inner modules and blocks have their path, whatever the outer ones are called; then the path is left.
    small_waveform >"$T/inner"
    sed '/scope module inner/a $scope begin g[1] $end\n$var wire 8 % bus [7:0] $end\n$upscope $end
        /hidden/a $var wire 4 & last [4:1] $end
        s/^0[$]/&\nb1001 %\nb110 \&/' "$T/inner" >"$T/vcd"
    [ "$(drawn 'inner.g[1].bus inner.g[1].bus[3:2] inner.last[4:2]')" = "9 2 3" ] ||
        fail "inner signals: $(drawn 'inner.g[1].bus inner.g[1].bus[3:2] inner.last[4:2]')"
    [ "$(drawn bus)" = "5 x 255" ] || fail "the bus of the outermost module is another one: $(drawn bus)"
    small_waveform >"$T/vcd"
    # The range as a part of the name; of one bit; signals of inner modules have what ranges they want.
    sed -i 's/bus .11:4/bus[11:4/; s/ go / go [0] /; s/hidden/hidden [-1:-1]/' "$T/vcd"
    [ "$(drawn 'bus[7:4]')" = "5 x 15" ] || fail "a range in the name: $(drawn 'bus[7:4]')"
    # The bit is not known in cycle 0, and high in cycles 1 and 2, of which the first one has begun low.
    printf 'n\tt\tgo=1\t1\t4\tgo\n' >"$T/table"
    "$O/draw_waves" "$T/vcd" "$T/table" n >"$T/svg"
    [ "$(grep -c "class='x'" "$T/svg")" -eq 1 ] || fail "what is not known is not one grey shape"
    [ "$(grep -c "<polyline class='w'" "$T/svg")" -eq 6 ] || fail "not a line for four cycles, for high and for low"
}

# The table and the waveform are read with one sentence of refusal.
broken_waveforms() {
    small_waveform >"$T/vcd"
    bad() { # WANT ROW...
        want=$1
        shift
        printf '%s\n' "$@" | paste -s >"$T/table"
        refused "$want" "$O/draw_waves" "$T/vcd" "$T/table" n
    }
    bad "none is not in $T/vcd" n t go 0 1 none
    bad "hidden is not in $T/vcd" n t go 0 1 hidden
    bad "inner.none is not in $T/vcd" n t go 0 1 inner.none
    bad "inner.hidden[1] has bits that inner.hidden[0:0] has not" n t go 0 1 'inner.hidden[1]'
    bad "has bits that bus[11:4] has not" n t go 0 1 'bus[3:0]'
    bad "has bits that bus[11:4] has not" n t go 0 1 'bus[5:6]'
    for text in 'bus:' 'bus:x' 'bus[4' 'bus[4]d' 'bus:dd' 'bus[a]' 'bus[4294967300]' 'bus[4294967303:4]' 'bus[-1]' \
        'bus[+7:4]'; do
        bad "'$text' is not a signal; accepted is NAME" n t go 0 1 "$text"
    done
    bad "there is no cycle with bus=7" n t bus=7 0 1 go
    bad "'go=' is not an event" n t go= 0 1 go
    bad "are not all in" n t go 3 1 go
    bad "are not all in" n t go 0 4 go
    bad "'0' is not a number of cycles" n t go 0 0 go
    bad "'-1' is not a number of cycles" n t go -1 1 go
    bad "has no diagram n" m t go 0 1 go
    printf 'n\tt\tgo\t0\t1\tgo\n' >"$T/table"
    damaged() { # WANT SED
        small_waveform | sed "$2" >"$T/vcd"
        refused "$1" "$O/draw_waves" "$T/vcd" "$T/table" n
    }
    damaged "has no clock clk_i" 's/clk_i/clock/'
    damaged "the width of bus is '0'" 's/wire 8/wire 0/'
    damaged "the width of bus is '99999999'" 's/wire 8/wire 99999999/'
    damaged "the width of bus is '4294967304'" 's/wire 8/wire 4294967304/'
    damaged "the width of bus is '8x'" 's/wire 8/wire 8x/'
    damaged "the width of bus is '-8'" 's/wire 8/wire -8/'
    damaged "the width of hidden is '4294967297'" '/hidden/s/ 1 / 4294967297 /'
    damaged "the width of bus is '1048575'; accepted: 1 to 1048576 bits of all" \
        's/wire 8/wire 1048575/; s/11:4/1048578:4/'
    for range in 31:0 11:5 4:11 -1:-8 7 -1:0 4294967303:0 :0 7:0:0 x; do
        damaged "bus has the width 8 and the range '[$range]'" "s/11:4/$range/"
        damaged "bus has the width 8 and the range '[$range]'" "s/ .11:4/[$range/"
    done
    damaged "goes on behind '[11:4]'" 's/11:4./& [0:0]/'
    damaged "goes on behind '\$var'" '/go/s/ [$]end//'
    damaged "\$var comes behind \$enddefinitions" 's/^#0/$var wire 1000 % x $end\n&/'
    damaged "\$var comes behind \$enddefinitions" 's/^#10/$var wire 1000 % x $end b1 %\n&/'
    damaged "\$scope comes behind \$enddefinitions" 's/^#10/$scope module a $end\n&/'
    damaged "\$upscope comes behind \$enddefinitions" 's/^#10/$upscope $end\n&/'
    damaged "\$enddefinitions comes behind \$enddefinitions" '/enddefinitions/p'
    damaged "comes before \$enddefinitions" '/enddefinitions/d'
    damaged "ends where \$end has to follow" '/hidden/s/ [$]end//; /hidden/q'
    damaged "'102' is not a value" 's/b101/b102/'
    damaged "has a byte 0" 's/b101/\x00/'
    damaged "'q' is not a value" 's/^1"/q"/'
    damaged "ends where a short name has to follow" '/^#10/,$d; s/^b101 #/b101/'
    damaged "has no values" '/^#0/,$d'
    : >"$T/vcd"
    refused "is empty" "$O/draw_waves" "$T/vcd" "$T/table" n
    refused "cannot be read" "$O/draw_waves" "$T/none" "$T/table" n
    refused "2 arguments are given" "$O/draw_waves" "$T/vcd" "$T/table"
}

"$@"
