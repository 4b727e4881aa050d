# SPDX-License-Identifier: Apache-2.0
# The lines of prove.sh about coalescer and l1d. The generated module is an instance of the module with the properties
# (coalescer*.vh, l1d_*.vh), which reads its registers, and is not changed.

# The smallest SM with several lanes, words of a line, sets and ways, and lines that have to leave.
l1d_settings="subcore.lanes=2 l1d.line_bytes=8 l1d.address_bits=16 l1d.sets=2 l1d.ways=2 l1d.mshrs=2 l1d.targets=2
l1d.write_queue=2 l1d.response_queue=2"

# l1d GROUP KIND STEPS TEXT FAULT MODULE FILES SETTINGS...: a line of the table. FAULT is one of rtl_gen --list-faults,
# or the name of a module and a substitution for sed, or empty. FILES as in prove_boc.sh.
# MODULE shared is l1d with shared memory as a cache.
l1d() {
    module=$6 files=$7
    g=$1 k=$2 n=$3 t=$4 f=$5
    shift 7
    take "$g" "$k" "$n" "$t" "$f" "$@" || return 0
    more=""
    [ $module != shared ] || more=$shared_settings
    inputs=$module memory="" cache="l1d l1d_lookup mshr write_queue response_queue sram_1rw_be priority_encoder"
    case $module in
    l1d) parts=$cache memory="*sram_1rw_be*" ;;
    shared) inputs=l1d parts="$cache shared_cache smmt translation" memory="*sram_1rw_be*" ;;
    *) parts="coalescer rotating_choice" ;;
    esac
    take_modules "$parts" sm_tiny $l1d_settings $more "$@" || return 0
    hash=1 evict=0
    case " $* " in *" l1d.hash=none "*) hash=0 ;; esac
    case " $* " in *" l1d.write_hit=evict "*) evict=1 ;; esac
    {
        [ $module != shared ] || echo '`define SHARED_F'
        case " $* " in *" shared.hash=xor "*) echo '`define FOLD_F' ;; esac
        echo "module proof ("
        cat "$formal/${inputs}_inputs.vh"
        echo ");"
        sed -n 's/^    parameter \([A-Z0-9_]* = [0-9][0-9]*\).*/localparam \1;/p' $sources | sort -u
        echo "localparam HASH_F = $hash;"
        echo "localparam EVICT_F = $evict;"
        sed -n 's/^    parameter LINES = \([0-9]*\).*/\1/p' "$work/$inputs.v" | awk '{
            for (i = 0; i < $1; i++) {
                print "(* hierconn *) wire [LINE_BITS-1:0] \\u_l1d.u_array.mem[" i "] ;"
                rows = "\\u_l1d.u_array.mem[" i "] " (i ? ", " : "") rows
            }
            print "`define ROWS_F {" rows "}" }'
        [ $module != shared ] ||
            sed -n 's/^    parameter SHARED_ROWS = \([0-9]*\).*/\1/p' "$work/shared_cache.v" | awk '{
            for (i = 0; i < 2 * $1; i++) {
                row = "\\u_shared.g_group[" int(i / $1) "].u_array.mem[" i % $1 "] "
                print "(* hierconn *) wire [LINE_BITS-1:0] " row ";"
                rows = row (i ? ", " : "") rows
            }
            print "`define BANKS_F {" rows "}" }'
        properties $files
        echo endmodule
    } >"$work/proof.v"
    # Rows are registers before `flatten`, so that they can be read. A wire that no register is found for keeps its
    # attribute, or has no driver.
    # A control may choose where it starts: registers that reset does not name start with zero, which is quicker.
    map=""
    [ -z "$memory" ] || map="memory -nomap $memory; memory_map $memory;"
    zero=""
    [ $module != shared ] || [ -z "$fault" ] || zero="zinit -all; opt -full -purge;"
    decide "read_verilog -formal $work/proof.v; read_verilog $sources; hierarchy -top proof; proc; $map flatten;
        select -assert-none a:hierconn; check -assert; prep -top proof" \
        "opt -full; techmap; $zero opt -full -purge; abc -g AND,XOR,MUX; opt -full -purge" "$@"
}

l1d_around="l1d_environment l1d_registers"
l1d_granted="$l1d_around =l1d_structure"

# l1d_proofs SETTINGS...: all that is proved of the cache.
l1d_proofs() {
    l1d lines induction 2 "one copy of a line, MSHRs and targets belong together" "" \
        l1d "$l1d_around l1d_structure" "$@"
    l1d answers induction 2 "each element is answered once, with what was written last" "" \
        l1d "$l1d_granted l1d_values l1d_values_induction" "$@"
    l1d waiting induction 2 "an access is taken, and a line served, in bounded time" "" \
        l1d "$l1d_granted l1d_progress" "$@"
}

l1d_coalescer() {
    l1d coalescer induction 2 "each element goes with one line access; turns" "" \
        coalescer "coalescer coalescer_induction" "$@"
}

lines_l1d() {
    echo "L1 data cache and coalescer, with what is not said below as follows:"
    echo $l1d_settings
    printf "$format" group property parameters method s result

    if [ "$tier" != large ]; then
        l1d_proofs
        l1d_coalescer
        l1d lines bounded 10 "an MSHR is free after its first target" mshr:2 l1d "$l1d_around l1d_structure"
        l1d answers bounded 8 "an atomic leaves the old line in the cache" l1d:4 l1d "$l1d_around l1d_values"
        l1d waiting bounded 10 "a target that is answered is not free again" mshr:4 \
            l1d "$l1d_around -l1d_structure l1d_progress"
    fi
    if [ "$tier" = all ]; then
        l1d_proofs l1d.write_hit=evict
        l1d_proofs l1d.hash=none
        l1d_proofs l1d.ways=4 l1d.sets=1 l1d.targets=3
        l1d_coalescer subcore.lanes=4 l1d.line_bytes=16 sm.subcores=3 machine.subcores=3

        for f in "1 the sub-core that was served last comes first again" "2 elements of other lines go along" \
            "3 the lowest element with a word is stored" "4 an access is done with its first line" \
            "5 elements of an atomic go to the words of their addresses"; do
            l1d coalescer bounded 6 "${f#* }" "coalescer:${f%% *}" coalescer coalescer
        done
        for f in "l1d_lookup:2 a way is replaced that waits for its line" "l1d_lookup:3 the youngest way is replaced" \
            "l1d:1 a load overtakes a line that has come" "l1d:2 a store does not wait for its line" \
            "l1d:3 stores to global memory stay in the cache" "l1d:5 a hit does not count in the order of use" \
            "mshr:1 a load waits for another MSHR" "mshr:3 old values become a line" \
            "mshr:4 a target that is answered is not free again" "mshr:5 lines come to another place" \
            "write_queue:1 there is room in a full queue" "write_queue:3 a request shows when there is none" \
            "response_queue:1 a line is taken by a full queue" "response_queue:2 a line comes for MSHR 0" \
            "response_queue:3 the ring does not wrap around"; do
            l1d lines bounded 10 "${f#* }" "${f%% *}" l1d "$l1d_around l1d_structure"
        done
        l1d lines bounded 10 "a use leaves earlier ways as they are" \
            'l1d s/if (set\[z\] & (used\[y\] | used\[j\]))/if (set[z] \& used[j])/' \
            l1d "$l1d_around l1d_structure" l1d.ways=4 l1d.sets=1
        for f in "l1d:1 a load overtakes a line that has come" "l1d:2 a store does not wait for its line" \
            "l1d:3 stores to global memory stay in the cache" "l1d_lookup:4 a line that is given up is found" \
            "mshr:3 old values become a line" "mshr:4 a target that is answered is not free again" \
            "mshr:5 lines come to another place" "write_queue:2 the lowest byte is always written" \
            "response_queue:2 a line comes for MSHR 0" "response_queue:3 the ring does not wrap around" \
            "sram_1rw_be:1 the byte enables are ignored" "sram_1rw_be:2 row 3 is read instead of row 2"; do
            l1d answers bounded 10 "${f#* }" "${f%% *}" l1d "$l1d_around l1d_values"
        done
        l1d answers bounded 10 "a line that a store hits keeps its old bytes" l1d:7 l1d "$l1d_around l1d_values" \
            l1d.write_hit=evict
        l1d waiting bounded 12 "a dirty line never leaves" "l1d s/wire leave = .*/wire leave = 1'b0;/" \
            l1d "$l1d_around -l1d_structure l1d_progress"
        l1d waiting bounded 12 "a line is not served while an access is presented" \
            'l1d s/wire serve = head_valid & ~hit_q;/wire serve = head_valid \& ~hit_q \& ~access_valid_i;/' \
            l1d "$l1d_around -l1d_structure l1d_progress"
    fi
    if [ "$tier" = large ]; then
        # With these, `answers` does not come to an end in minutes, and `waiting` is not inductive in 2 cycles.
        l1d lines induction 2 "one copy of a line, MSHRs and targets belong together" "" \
            l1d "$l1d_around l1d_structure" l1d.mshrs=3 l1d.targets=3 l1d.write_queue=3
    fi
}
