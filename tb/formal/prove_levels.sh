# SPDX-License-Identifier: Apache-2.0
# The lines of prove.sh about register files that a compiler manages: software RFC and LTRF. The generated modules are
# instances of the module with the properties (levels.vh, intervals.vh), and are not changed.

# Few entries, banks that collide, warps that wait for a frame.
levels_settings="subcore.warps=2 subcore.lanes=1 subcore.registers=8 rf.rows=16 rf.banks=2 collector.slots=3
collector.payload_bits=1 inflight.entries=4 scoreboard.tags=0"

# levels_line KIND STEPS TEXT FAULT CONFIG FILE SETTINGS...: a line of the table. FAULT is one of rtl_gen --list-faults,
# or a module and a substitution for sed, or empty. A control has to break a property: helper invariants do not count.
levels_line() {
    k=$1 n=$2 t=$3 f=$4 configuration=$5 file=$6
    shift 6
    take levels "$k" "$n" "$t" "$f" "config=$configuration" "$@" || return 0
    least=""
    [ "$file" != intervals ] || least=levels.interval=8
    take_modules "$("modules_$file")" "$configuration" $levels_settings $least "$@" || return 0
    if [ "$kind" = reaches ]; then
        properties "-$file" | sed 's/\<assert(/cover(/'
        cat "$formal/${file}_reached.vh"
        echo "always @* assert(~(started_f & $event));"
    else properties "${f:+-}$file"
    fi >"$work/properties.vh"
    {
        "shape_$file" "$@"
        echo "module proof ("
        cat "$formal/${file}_inputs.vh"
        echo ");"
        cat "$work/parameters.vh" "$work/properties.vh"
        echo endmodule
    } >"$work/proof.v"
    decide "read_verilog -formal $work/proof.v; read_verilog $sources; hierarchy -top proof; proc; flatten;
        select -assert-none a:hierconn; check -assert; prep -top proof" \
        "opt -full; techmap; opt -full -purge; abc -g AND,XOR,MUX; opt -full -purge" "config=$configuration" "$@"
}

# The modules; the parameters into a file, and what `ifdef asks for. levels.interval is 8 at least; here frames have 2
# entries. A place has one bit more than the number of an entry then, too, which is all that the text of interval_table
# knows of them; that of level_entries knows nothing. So the modules that refuse other parameters are there, and empty.
modules_intervals() {
    echo interval_table interval_move active_set levels level_entries age_matrix priority_encoder
}
shape_intervals() {
    {
        sed -n 's/^    parameter \([A-Z_]* = [0-9][0-9]*\).*/localparam \1;/p' "$work/interval_move.v"
        sed -n 's/^    parameter \(\(SLOTS\|PORTS\) = [0-9][0-9]*\).*/localparam \1;/p' "$work/interval_table.v"
    } | sed '/LEVEL_/d' >"$work/parameters.vh"
    echo "localparam LEVEL_ENTRIES = 2, LEVEL_ENTRY_BITS = 1, LEVEL_BITS = 2;" >>"$work/parameters.vh"
    case $configuration in ltrf_plus) echo '`define LIVE_F' ;; esac
    for p in interval_table level_entries; do
        echo "module ${p}_does_not_take_these_parameters; endmodule"
    done
    cycles=1
    for s in "$@"; do
        case $s in rf.cycles=*) cycles=${s#*=}; echo '`define SLOW_F' ;; esac
    done
    echo "localparam CYCLES_F = $cycles;" >>"$work/parameters.vh"
}

# The same of ORF and LRF, with an ORF of two entries and an LRF of one.
modules_levels() {
    echo levels active_set level_entries level_result level_copy age_matrix
}
shape_levels() {
    for p in level_copy level_result; do
        sed -n 's/^    parameter \([A-Z_]* = [0-9][0-9]*\).*/localparam \1;/p' "$work/$p.v"
    done | sort -u >"$work/parameters.vh"
}

# found EVENT STEPS TEXT CONFIG FILE SETTINGS...: a line that finds the event of FILE_reached.vh under the assumptions
# of FILE, from reset on.
found() {
    event=$1 n=$2 t=$3
    shift 3
    levels_line reaches "$n" "$t" "" "$@"
}

lines_levels() {
    echo "Register files that a compiler manages, with what is not said below as follows:"
    echo $levels_settings
    printf "$format" group property parameters method s result

    [ "$tier" != large ] || return 0
    intervals="places, moves, who may issue, values"
    levels_line induction 2 "$intervals" "" ltrf intervals
    levels_line within 10 "a warp issues before its interval is there" interval_table:1 ltrf intervals
    levels_line within 10 "a register is looked for in another entry" \
        "interval_table s/ = fill_entry_i;/ = ~fill_entry_i;/" ltrf intervals
    found again_f 20 "a result is written back, fetched, and read" ltrf intervals
    orf="levels.orf=2"
    levels="frames, pending entries, who may issue, values"
    levels_line induction 2 "$levels" "" sw_rfc levels $orf
    levels_line within 8 "the entry of a copy is not pending" levels:3 sw_rfc levels $orf
    [ "$tier" = all ] || return 0
    levels_line induction 2 "$levels" "" sw_rfc_split levels $orf
    found again_f 16 "copies, results that wait, a frame that changes hands" sw_rfc levels $orf
    levels_line within 10 "a warp leaves though an entry of it is pending" levels:1 sw_rfc levels $orf
    levels_line within 10 "a warp takes a frame that another one has" levels:2 sw_rfc levels $orf
    levels_line within 10 "the entry of a copy is pending for ever" levels:4 sw_rfc levels $orf
    levels_line within 10 "entries of frame 0 become pending, whoever issues" levels:5 sw_rfc levels $orf
    levels_line within 10 "a warp leaves while entries are pending" active_set:7 sw_rfc levels $orf
    levels_line within 10 "an ORF gets two results in a cycle" level_result:1 sw_rfc levels $orf
    levels_line within 10 "the entry of an empty result is pending for ever" level_result:2 sw_rfc levels $orf
    levels_line within 10 "an LRF takes results of FP32 for those of INT" level_result:4 sw_rfc levels $orf
    levels_line within 10 "a source is copied to the first entry" level_copy:1 sw_rfc levels $orf
    levels_line within 10 "the source in slot 0 is copied" level_copy:2 sw_rfc levels $orf
    levels_line within 10 "a copy gets what a result brings" level_entries:2 sw_rfc levels $orf
    levels_line within 10 "an entry of an LRF takes what INT brings" level_entries:3 sw_rfc levels $orf
    levels_line induction 2 "$intervals" "" ltrf_plus intervals
    levels_line induction 2 "$intervals" "" ltrf_plus intervals rf.cycles=3
    levels_line induction 2 "$intervals" "" ltrf intervals issue.active=1
    found again_f 22 "the same, and the register was dead in between" ltrf_plus intervals
    levels_line within 11 "the entry of a register that leaves is not free" interval_table:4 ltrf intervals
    levels_line within 10 "a warp takes one interval, and no other" interval_table:5 ltrf intervals
    levels_line within 10 "results go to their banks, wherever they belong" interval_table:6 ltrf intervals
    levels_line within 10 "the first result only is live" interval_table:7 ltrf_plus intervals
    levels_line within 8 "a register is read from a bank that is written" interval_move:4 ltrf intervals
    levels_line within 11 "a value goes to a bank that gets a result" interval_move:3 ltrf intervals
    levels_line within 12 "a value is written back without its lowest lane" interval_move:5 ltrf intervals
    levels_line within 9 "a move is done while a value is on its way" interval_move:6 ltrf intervals
    levels_line within 11 "registers that are not live are written back" interval_move:7 ltrf_plus intervals
    levels_line within 8 "registers that are not live are fetched" interval_move:8 ltrf_plus intervals
    levels_line within 10 "a value comes while its bank still reads it" interval_move:12 ltrf intervals rf.cycles=3
    levels_line within 13 "a move ends only when the frame is empty" \
        "interval_move s/(held_i == want);/(held_i == want) \& ~|used_i;/" ltrf intervals
    levels_line within 6 "a warp takes a frame that another one has" levels:6 ltrf intervals
    levels_line within 10 "a warp leaves as soon as it waits for far memory" active_set:8 ltrf intervals
    levels_line within 9 "a value from a bank gets what a result brings" level_entries:5 ltrf intervals
}
