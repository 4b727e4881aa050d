# SPDX-License-Identifier: Apache-2.0
# The lines of prove.sh about the sub-core without collectors. Properties are put into a copy of the generated module
# (modern_dependence.vh, modern_results.vh), or read it as an instance (modern_window.vh).

modern_settings="subcore.warps=2 subcore.lanes=1 subcore.registers=8 rf.rows=8 collector.slots=3
collector.payload_bits=1 inflight.entries=4"

# modern KIND STEPS TEXT FAULT MODULES FILE INPUTS SETTINGS...: a line of the table. FAULT is one of rtl_gen
# --list-faults, or a module and a substitution for sed, or empty. INPUTS are further inputs of the module, bits.
modern() {
    k=$1 n=$2 t=$3 f=$4 modules=$5 file=$6 inputs=$7
    shift 7
    take modern "$k" "$n" "$t" "$f" "$@" || return 0
    take_modules "$modules" modern $modern_settings "$@" || return 0
    sources=${sources#" $work/${modules%% *}.v"}            # proof.v has the first one
    defines=""
    for s in "$@"; do
        case $s in
        unit.int.latency=*) defines="$defines -DINT_F=${s#*=}" ;;
        unit.fp32.latency=*) defines="$defines -DFP32_F=${s#*=}" ;;
        modern.read_ports=*) defines="$defines -DREADS_F=${s#*=}" ;;
        modern.kept=near) defines="$defines -DNEAR_F" ;;
        esac
    done
    if [ "$kind" = reaches ]; then
        properties "-$file" | sed 's/\<assert(/cover(/'
        cat "$formal/${file}_reached.vh"
        echo "always @* assert(~(started_f & $event));"
    else properties "$file"
    fi | sed 's/\<INT_F\>/`INT_F/g; s/\<FP32_F\>/`FP32_F/g' >"$work/properties.vh"
    "put_$file"
    decide "read_verilog -formal $defines $work/proof.v $sources; hierarchy -top proof; proc; flatten;
        select -assert-none a:hierconn; check -assert; prep -top proof" \
        "delete -output o:*; memory_map; opt -full; techmap; opt -full -purge; abc -g AND,XOR,MUX; opt -full -purge" \
        "$@"
}

# reached EVENT STEPS TEXT MODULES FILE INPUTS SETTINGS...: a line that finds the event of FILE_reached.vh under the
# assumptions of FILE, from reset on. Proofs with assumptions that nothing meets would say nothing.
reached() {
    event=$1 n=$2 t=$3
    shift 3
    modern reaches "$n" "$t" "" "$@"
}

# One module, with further inputs in front of its ports, and the properties at its end.
put_within() {
    awk -v inputs="$inputs" -v properties="$work/properties.vh" '
        /^endmodule/ { while ((getline line <properties) > 0) print line }
        { sub(/^module [a-z_]* /, "module proof "); print }
        /^\) \($/ { n = split(inputs, name, " "); for (i = 1; i <= n; i++) print "input wire " name[i] "," }' \
        "$work/${modules%% *}.v" >"$work/proof.v"
}
put_modern_dependence() { put_within; }
put_modern_results() { put_within; }
put_modern_readers() { put_within; }
put_modern_scoreboard() { put_within; }
put_modern_ports() { put_within; }
put_modern_near() { put_within; }

# shown_bits BLOCK...: ports_bits_f, bits of all rows of the memories in these blocks of the bank.
shown_bits() {
    all=""
    for block in "$@"; do
        echo "(* hierconn *) wire [(1<<ROW_BITS)-1:0] \\u_bank.${block}u_sram.bits_f ;"
        all="\\u_bank.${block}u_sram.bits_f ${all:+, $all}"
    done
    echo "wire [$#*(1<<ROW_BITS)-1:0] ports_bits_f = {$all};"
}

# The modules as instances; the memory shows a bit of each row.
put_modern_window() {
    awk '/^endmodule/ {
            print "    wire [ROWS-1:0] bits_f;\n    genvar f;\n    generate"
            print "        for (f = 0; f < ROWS; f = f + 1) begin : g_bit"
            print "            assign bits_f[f] = mem[f][0];\n        end\n    endgenerate"
        }
        { print }' "$work/sram_1r1w.v" >"$work/memory.v"
    mv "$work/memory.v" "$work/sram_1r1w.v"
    {
        echo "module proof ("
        cat "$formal/modern_inputs.vh"
        echo ");"
        sed -n 's/^    parameter \([A-Z0-9_]* = [0-9][0-9]*\).*/localparam \1;/p' "$work/modern_control.v"
        sed -n 's/^    parameter \(RESULT[A-Z_]* = [0-9][0-9]*\).*/localparam \1;/p' "$work/modern_bank.v"
        reads=$(sed -n 's/^    parameter READS = \([0-9]*\).*/\1/p' "$work/modern_bank.v")
        if [ -n "$reads" ]; then
            # shellcheck disable=SC2046 # these are words
            shown_bits $(seq 0 $((reads - 1)) | sed 's/.*/g_port[&]./')
        else
            echo "localparam READS = 1, READ_BITS = 1;"
            shown_bits ""
        fi
        cat "$work/properties.vh"
        echo endmodule
    } >"$work/proof.v"
    sources="$work/modern_control.v $sources"
}

lines_modern() {
    echo "The sub-core without collectors, with what is not said below as follows:"
    echo $modern_settings
    printf "$format" group property parameters method s result

    [ "$tier" != large ] || return 0
    modern induction 2 "counters are what is outstanding, and never wrap" "" dependence modern_dependence "" \
        inflight.entries=4
    modern bounded 8 "counters go up in each cycle in Control" dependence:2 dependence modern_dependence "" \
        inflight.entries=4
    queue="int_i_f fp32_i_f pair_i_f early_i_f" bank="modern_bank sram_1r1w"
    modern induction 3 "no more results wait than there is room for" "" "$bank" modern_results "$queue" \
        unit.int.latency=3 unit.fp32.latency=3 modern.result_queue=2
    modern bounded 12 "nothing that waits is written while a result comes" \
        "modern_bank s/{{(RESULT_BITS-1){1'b0}}, waits}/{{(RESULT_BITS-1){1'b0}}, waits \& ~first_valid_i}/" \
        "$bank" modern_results "$queue" unit.int.latency=3 unit.fp32.latency=3 modern.result_queue=2
    modern induction 3 "no more results wait than there is room for" "" "$bank" modern_results "$queue" \
        unit.int.latency=5 unit.fp32.latency=2 modern.result_queue=5
    window="modern_control modern_bank sram_1r1w"
    reached goes_on_f 10 "a warp waits for a counter of 2, and goes on" dependence modern_dependence "" \
        inflight.entries=4
    reached written_f 14 "two results wait and are written" "$bank" modern_results "$queue" \
        unit.int.latency=5 unit.fp32.latency=2 modern.result_queue=5
    places="[1:0]issue_i_f [1:0]enter_i_f [1:0]leave_i_f" scoreboard=modern.dependences=scoreboard
    modern induction 2 "readers are counted, and keep away what they have to" "" readers modern_readers "$places" \
        $scoreboard modern.consumers=2
    modern within 8 "what enters the window is counted on while its warp issues" readers:4 readers modern_readers \
        "$places" $scoreboard modern.consumers=2
    modern within 8 "two instructions that have read a register count as one" readers:5 readers modern_readers \
        "$places" $scoreboard modern.consumers=2
    modern within 8 "only the first result register waits for readers" readers:2 readers modern_readers \
        "$places" $scoreboard modern.consumers=2
    reached again_f 10 "a register has all readers that it can have, and is read again" readers modern_readers \
        "$places" $scoreboard modern.consumers=2
    coming="[1:0]issue_i_f [11:0]port_i_f"
    modern induction 2 "pending is what has still to come, and keeps away who names it" "" scoreboard \
        modern_scoreboard "$coming" $scoreboard scoreboard.tags=16
    modern within 8 "only the first result register becomes pending" scoreboard:1 scoreboard modern_scoreboard \
        "$coming" $scoreboard scoreboard.tags=16
    modern within 8 "a source is not looked up" scoreboard:2 scoreboard modern_scoreboard "$coming" \
        $scoreboard scoreboard.tags=16
    modern within 8 "a tag is not pending any more when another one is set" scoreboard:3 scoreboard modern_scoreboard \
        "$coming" $scoreboard scoreboard.tags=16
    modern within 8 "tags that the next instruction sets do not block it" scoreboard:4 scoreboard modern_scoreboard \
        "$coming" $scoreboard scoreboard.tags=16
    modern within 8 "the end of a warp does not wait for its tags" scoreboard:5 scoreboard modern_scoreboard \
        "$coming" $scoreboard scoreboard.tags=16
    reached goes_on_f 12 "a warp waits for a register, and goes on" scoreboard modern_scoreboard "$coming" \
        $scoreboard scoreboard.tags=16
    modern induction 1 "no port of several reads twice in a cycle" "" modern_control modern_ports "" \
        modern.read_ports=2
    modern within 8 "slots that name the register of a lower one take it from port 0" modern_control:7 \
        modern_control modern_ports "" modern.read_ports=2
    modern within 8 "a read takes a cycle that is taken" \
        "modern_control s/{{READS{1'b1}}, ~taken_i/{{READS{1'b1}}, taken_i/" modern_control modern_ports "" \
        modern.read_ports=2
    near=modern.kept=near
    modern induction 2 "the cache has what near bits say" "" modern_control modern_near "" $near
    modern within 8 "an instruction keeps a source that it writes" modern_control:8 modern_control modern_near "" $near
    modern within 8 "a far source takes the place of a near one" modern_control:9 modern_control modern_near "" $near
    modern within 8 "a register stays in the cache when it is written" modern_control:10 modern_control modern_near \
        "" $near
    for gone in 's/named = named | slot_hit.j. | slot_near.j./named = 1/:far sources make room' \
        "s/kept = 1'b1;/kept = 1'b0;/:nothing is kept" 's/slot_near.s. & ~|higher/slot_near[s]/:lower slots keep, too' \
        "s/assign slot_keep.s. = /&1'b0 \& /:no value is kept"; do
        modern within 8 "${gone##*:}" "modern_control ${gone%:*}" modern_control modern_near "" $near
    done
    reached hit_again_f 12 "a near register is hit behind a far source of its place" modern_control modern_near "" \
        $near
    [ "$tier" = all ] || return 0
    reached all_again_f 24 "a warp with an entry ends, starts, hits; a value replaced; two wait" "$window" \
        modern_window "" modern.result_queue=2
    modern induction 2 "reads find their ports; operands are what was accepted; legal hits, too" "" "$window" \
        modern_window "" modern.result_queue=2
    modern within 10 "a read takes a cycle that is taken" \
        "modern_control s/left = {1'b1, ~taken_i/left = {1'b1, taken_i/" "$window" modern_window "" \
        modern.result_queue=2
    modern within 10 "the cache takes no notice of the register" modern_control:2 "$window" modern_window "" \
        modern.result_queue=2
    modern within 10 "a value takes no notice of what was written" modern_bank:3 "$window" modern_window "" \
        modern.result_queue=2
    modern within 10 "a value takes no notice of results that wait" modern_bank:4 "$window" modern_window "" \
        modern.result_queue=2
    modern within 10 "an entry stays valid though a read does not keep it" modern_control:5 "$window" \
        modern_window "" modern.result_queue=2
    modern within 14 "entries stay valid when their warp ends" modern_control:4 "$window" modern_window "" \
        modern.result_queue=2
    modern within 10 "slots take the read of a lower one from the first cycle" modern_control:3 "$window" \
        modern_window "" modern.result_queue=2
    modern within 10 "a bank reads for window and unit queue at once" \
        "modern_bank s/assign busy_o = for_window/assign busy_o = 1'b0/" "$window" modern_window "" \
        modern.result_queue=2
    modern induction 2 "the same with two read ports" "" "$window" modern_window "" modern.result_queue=2 \
        modern.read_ports=2
    reached all_again_f 24 "the same event with two read ports" "$window" modern_window "" modern.result_queue=2 \
        modern.read_ports=2
    modern induction 2 "the same with near bits" "" "$window" modern_window "" modern.result_queue=2 $near
    modern within 10 "an entry takes no notice of the register" modern_control:2 "$window" modern_window "" \
        modern.result_queue=2 $near
    modern within 10 "reads of the second port move by two" modern_bank:5 "$window" modern_window "" \
        modern.result_queue=2 modern.read_ports=2
    modern within 10 "slots that name the register of a lower one take it from port 0" modern_control:7 "$window" \
        modern_window "" modern.result_queue=2 modern.read_ports=2
    modern within 10 "the unit queue gets what is read for the window, too" modern_bank:2 "$window" \
        modern_window "" modern.result_queue=2
}
