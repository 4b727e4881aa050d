# SPDX-License-Identifier: Apache-2.0
# The memories of a design: what becomes of sram_1rw, sram_1rw_be and sram_1r1w, and macros in their place.
. tb/tests/lib.sh

# The cells of one module, each with its number: what a flow of Yosys makes of it.
cells_of() { # FLOW MODULE FILE
    case $1 in
    gowin) pads="-noiopads" ;;
    xilinx) pads="-noiopad -noclkbuf" ;;
    *) pads="" ;;
    esac
    yosys -q -p "read_verilog $3; synth_$1 -top $2 $pads; tee -o $T/stat stat" >"$T/log" 2>&1 ||
        { tail -n 5 "$T/log"; fail "synth_$1 does not take $2"; }
    awk '/Number of cells:/ { cells = 1; next } cells && NF == 2 { print }' "$T/stat"
}

# memory_is FLOW MODULE FILE ENABLES PRIMITIVE COUNT: 256 rows of 256 bits are so many primitives, and beside them is
# little: no flip-flop, and of logic what the write enables need, and a comparison of two rows.
memory_is() {
    cells_of "$1" "$2" "$3" >"$T/cells"
    awk -v primitive="$5" -v count="$6" -v most=$((2 * $4 + 32)) '
        $1 == primitive { found = $2; next }
        $1 == "GND" || $1 == "VCC" { next }
        $1 ~ /DFF|_FF|^FD/ { flops += $2 }
        { others += $2 }
        END { exit !(found == count && !flops && others <= most) }' "$T/cells" ||
        { cat "$T/cells"; fail "synth_$1 of $2: wanted are $6 $5, at most $((2 * $4 + 32)) other cells, no flip-flop"; }
    echo "$2 $1: $6 $5, $(awk -v p="$5" '$1 != p { n += $2 } END { print n + 0 }' "$T/cells") other cells"
}

# Every memory becomes block RAM, and nothing that makes up for what block RAM does when a row is read and written.
memories_are_block_ram() { # FLOW ...
    "$O/rtl_gen" -q -c configs/ocu.yaml --set subcore.lanes=8 -o "$T/one"
    "$O/rtl_gen" -q -c configs/ocu.yaml --set subcore.lanes=8 --set rf.ports=2 -o "$T/two"
    "$O/rtl_gen" -q -c configs/sm_tiny.yaml --set l1d.sets=64 --set l1d.ways=4 --set l1d.line_bytes=32 -o "$T/sm"
    for flow in "$@"; do
        case $flow in
        ecp5) ram="DP16KD 8" dual="DP16KD 8" ;;
        ice40) ram="SB_RAM40_4K 16" dual="SB_RAM40_4K 16" ;;
        gowin) ram="SPX9 8" dual="SDPX9 8" ;;
        xilinx) ram="RAMB36E1 4" dual="RAMB36E1 4" ;;
        esac
        # shellcheck disable=SC2086 # $ram and $dual are words
        {
            memory_is "$flow" sram_1rw "$T/one/sram_1rw.v" 8 $ram
            memory_is "$flow" sram_1rw_be "$T/sm/sram_1rw_be.v" 32 $ram
            memory_is "$flow" sram_1r1w "$T/two/sram_1r1w.v" 8 $dual
        }
    done
    # Without the condition of a read the logic is seen.
    sed 's/if (read_i & ~write_i)/if (read_i)/' "$T/one/sram_1rw.v" >"$T/sram_1rw.v"
    ! cmp -s "$T/one/sram_1rw.v" "$T/sram_1rw.v" || fail "sram_1rw has another condition of a read"
    ! (memory_is ecp5 sram_1rw "$T/sram_1rw.v" 8 DP16KD 8) >"$T/log" || fail "logic beside the memory is not seen"
}

# Nor does reset read and write a row at once, when registers hold anything: the assertion of the memory with two ports
# would end the run.
no_row_is_read_and_written_in_reset() {
    sets="rf.ports=2 collector.kind=ocu rfc.enable=true rfc.allocate=read_write"
    options=$(printf ' --set %s' $sets)
    # shellcheck disable=SC2086 # words
    rtl=$(tb/flow/flow.sh rtl tiny $sets) flops=$(tb/flow/flow.sh flops tiny $sets)
    dut=$(VERILATE_OPT=-O0 tb/flow/flow.sh dut tiny $sets)
    seed=0
    while [ $seed -lt 200 ]; do
        seed=$((seed + 1))
        # shellcheck disable=SC2086 # words
        "$O/cosim" -q -c configs/tiny.yaml $options --rtl "$rtl" --dut "$dut/libdut.so" --yosys "$flops" --slice 0.0 \
            --trace workloads/mix --max-cycles 1 --seed $seed >"$T/log" 2>&1 || { cat "$T/log"; fail "seed $seed"; }
    done
    echo "$seed seeds"
}


# run_macro FILE STATUS SIM [key=value ...]: lock-step of tiny with that wrapper of sram_1rw ends so.
run_macro() {
    file=$1 want=$2 sim=$3
    shift 3
    status=0
    SIM=$sim VERILATE_OPT=-O0 RTL_SRAM="sram_1rw=$file" tb/flow/flow.sh cosim tiny workloads/mix "$@" -- \
        --slice 0.0 --max-cycles 600 >"$T/log" 2>&1 || status=$?
    [ "$status" -eq "$want" ] || { tail -n 20 "$T/log"; fail "$sim with $file: exit code $status instead of $want"; }
}

# The example of a macro passes lock-step with both simulators, all of its bits compared; with faults in the wrapper or
# in the macro it does not.
macro_passes_lock_step() {
    macro=sky130_sram_1kbyte_1rw_32x256_8
    cp tb/macros/*.v "$T"
    for sim in verilator icarus; do
        run_macro tb/macros/sram_1rw.v 0 $sim
        grep -q '^macros  *256 of the flop bits are in macros' "$T/log" || fail "$sim: no word about macros"
        tail -n 1 "$T/log"
    done
    flops=$(sed -n 's/.* cycles, \([0-9]* of [0-9]* flop bits\) .*/\1/p' "$T/log")
    run_macro tb/macros/sram_1rw.v 0 verilator subcore.lanes=2 rf.rows=100
    while read -r file change; do
        cp tb/macros/*.v "$T"
        sed -i "$change" "$T/$file"
        ! cmp -s "$T/$file" "tb/macros/$file" || fail "$file has no text for: $change"
        run_macro "$T/sram_1rw.v" 1 icarus
        grep -q 'u_sram' "$T/log" || { cat "$T/log"; fail "$change: the report does not name the memory"; }
    done <<LIST
sram_1rw.v s/4'b1111/4'b0111/
sram_1rw.v s/(write_i & wmask_i\[l\])/write_i/
$macro.v s/if (~csb0 & web0)/if (~csb0)/
LIST
    cp tb/macros/*.v "$T"
    sed -i 's/[.]web0(~write_i)/.web0(~write_i | (l == 1))/' "$T/sram_1rw.v"
    run_macro "$T/sram_1rw.v" 1 icarus
    # Its assertion is seen like that of the generated module.
    status=0
    FAULT=bank_arbiter:1 SIM=icarus RTL_SRAM=sram_1rw=tb/macros/sram_1rw.v tb/flow/flow.sh cosim tiny workloads/mix -- \
        --slice 0.0 --no-flops --max-cycles 600 >"$T/log" 2>&1 || status=$?
    [ "$status" -eq 5 ] && grep -q 'u_sram: row [0-9]* is read and written' "$T/log" ||
        { cat "$T/log"; fail "exit code $status instead of 5, or another assertion"; }
    grep -q ' SRAM=sram_1rw=tb/macros/sram_1rw.v' "$T/log" || { cat "$T/log"; fail "make wave is said without SRAM="; }
    # The wrapper of an edited copy is not left out silently.
    RTL_SRAM=sram_1rw=tb/macros/sram_1rw.v EDITED=verilog_out/tiny refused "has other macros than SRAM= names" \
        tb/flow/flow.sh cosim tiny workloads/mix
    # A wrapper that holds everything itself.
    "$O/rtl_gen" -q -c configs/tiny.yaml -o "$T/tiny"
    sed 's/read_i & ~write_i/read_i/; s/sram_1rw: single/sram_1rw: my/' "$T/tiny/sram_1rw.v" >"$T/sram_1rw.v"
    run_macro "$T/sram_1rw.v" 0 icarus
    tail -n 1 "$T/log" | grep -qF "$flops" || fail "with it, not $flops are compared"
}

# Two wrappers of one macro bring its model once; another model of that name is refused. SRAM of the environment is
# somebody else's.
wrappers_share_a_model() {
    macro=sky130_sram_1kbyte_1rw_32x256_8
    mkdir "$T/other"
    cp tb/macros/*.v "$T"
    "$O/rtl_gen" -q -c configs/sm_tiny.yaml -o "$T/plain"
    {
        echo "//: file $macro.v"
        cat "$T/plain/sram_1rw_be.v"
    } >"$T/sram_1rw_be.v"
    cp "$T/sram_1rw_be.v" "$T/other"
    sed 's/web0/web1/g' tb/macros/$macro.v >"$T/other/$macro.v"
    both() { "$O/rtl_gen" -q -c configs/sm_tiny.yaml --sram "sram_1rw=$T/sram_1rw.v" --sram "$1" -o "$T/rtl"; }
    both "sram_1rw_be=$T/sram_1rw_be.v" || fail "two wrappers with one model are refused"
    [ "$(grep -c "^$macro.v$" "$T/rtl/subcore.f")" -eq 1 ] || fail "subcore.f: $(cat "$T/rtl/subcore.f")"
    refused "has another file $macro.v already" both "sram_1rw_be=$T/other/sram_1rw_be.v"
    SRAM=junk make -s verilog CONFIG=tiny VERILOG_OUT="$T/verilog" >"$T/log" 2>&1 ||
        { cat "$T/log"; fail "SRAM=junk of the environment counts"; }
}

# A wrapper that does not keep to the contract, or does not say where it holds what, is refused in one sentence.
wrappers_are_refused() {
    cp tb/macros/*.v "$T"
    with() { "$O/rtl_gen" -q -c configs/tiny.yaml --sram "$@" -o "$T/rtl"; }
    changed() { # WANT CHANGE
        sed "$2" tb/macros/sram_1rw.v >"$T/sram_1rw.v"
        ! cmp -s "$T/sram_1rw.v" tb/macros/sram_1rw.v || fail "no text for: $2"
        refused "$1" with "sram_1rw=$T/sram_1rw.v"
    }
    refused "accepted: MODULE=FILE with a MODULE of sram_1rw, sram_1rw_be and sram_1r1w" with sram_1rw
    refused "accepted: MODULE=FILE" with sram_1rw=
    refused "accepted: MODULE=FILE" with "lfsr=$T/sram_1rw.v"
    refused "the configuration has no module sram_1r1w" with "sram_1r1w=$T/sram_1rw.v"
    refused "--sram: $T/none.v cannot be read" with "sram_1rw=$T/none.v"
    refused "--sram: $T cannot be read; accepted: a regular file" with "sram_1rw=$T"
    refused "sram_1rw is given twice" with "sram_1rw=$T/sram_1rw.v" --sram "sram_1rw=$T/sram_1rw.v"
    refused "sram_1rw is what --sram names" with "sram_1rw=$T/sram_1rw.v" --fault sram_1rw:1
    changed "has no module sram_1rw" 's/^module sram_1rw/module my_sram/'
    changed "sram_1rw.v:9: sram_1rw has no port wmask_i; accepted are just the ports clk_i, read_i, write_i, row_i" \
        's/wmask_i,  /mask_i,  /'
    changed "sram_1rw has the port test_i" 's/^    input  wire read_i,/    input  wire test_i,\n&/'
    changed "read_i is an output; accepted: an input" 's/input  wire read_i/output wire read_i/'
    changed "wdata_i has 129 bits in top.g_bank[0].u_bank.u_sram; accepted: 128" \
        's/VECTOR_BITS-1:0\] wdata_i/VECTOR_BITS:0] wdata_i/'
    changed "is not understood; accepted: //: state mem = PATH" 's/^..: state mem = /\/\/: where mem = /'
    changed "is given twice" 's/state rdata_q/state mem/'
    changed "does not say where sram_1rw has its mem" '/state mem/d'
    changed "does not say where sram_1rw has its rdata_q" '/state rdata_q/d'
    changed "g_lane.u_macro.mem is no variable of an instance" 's/mem = g_lane\[[*]\]/mem = g_lane/'
    changed "g_lane[*].u_ram.mem is no variable of an instance" 's/u_macro[.]mem/u_ram.mem/'
    changed "is there 3 times, which do not share the 128 bits" 's/l < LANES/l < LANES - 1/'
    changed "is no file of Verilog" 's/^..: file .*/\/\/: file macro.txt/'
    changed "none.v cannot be read" 's/^..: file .*/\/\/: file none.v/'
    cp "$T/sky130_sram_1kbyte_1rw_32x256_8.v" "$T/subcore.v"
    changed "the design has another file subcore.v already" 's/^..: file .*/\/\/: file subcore.v/'
    changed "top.g_bank[0].u_bank.u_sram.last_q is a register that the golden model does not have" \
        's/^    wire .7:0. address/    reg last_q;\n    always @(posedge clk_i) last_q <= read_i;\n&/'
    changed "mem is a register of the wrapper, and said to be" \
        's/^    wire .7:0. address/    reg mem;\n    always @(posedge clk_i) mem <= read_i;\n&/'
    changed "is not understood; accepted is" 's/^    wire .7:0. address/    always @(negedge clk_i) x <= 1;\n&/'
    # What simulators do not find is said by lock-step.
    sed 's/u_macro.dout0/u_macro.dout1/' tb/macros/sram_1rw.v >"$T/sram_1rw.v"
    run_macro "$T/sram_1rw.v" 2 icarus
    tail -n 1 "$T/log" | grep -q 'u_sram[.]rdata_q' ||
        { cat "$T/log"; fail "lock-step does not say what it does not find"; }
}

"$@"
