# SPDX-License-Identifier: Apache-2.0
# The memories of a design: what becomes of sram_1rw, sram_1rw_be and sram_1r1w.
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

"$@"
