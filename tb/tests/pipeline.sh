# SPDX-License-Identifier: Apache-2.0
# What a run shows of its pipeline: --pipeline, --log, --explain (docs/pipeline.md).
. tb/tests/lib.sh

# trace NAME WARPS: a trace of one block whose warps have the instructions on standard input.
trace() {
    mkdir -p "$T/$1"
    cat >"$T/body"
    {
        cat <<-end
		-kernel name = $1
		-kernel id = 1
		-grid dim = (1,1,1)
		-block dim = ($(($2 * 32)),1,1)
		-shmem = 0
		-nregs = 40
		-binary version = 80
		-cuda stream id = 0
		-shmem base_addr = 0x00007f5a00000000
		-local mem base_addr = 0x00007f5a02000000
		-nvbit version = none
		-accelsim tracer version = 5
		-enable lineinfo = 0

		#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width \
[adrrescompress?] [mem_addresses] immediate

		#BEGIN_TB

		thread block = 0,0,0
		end
        w=0
        while [ $w -lt "$2" ]; do
            printf '\nwarp = %d\ninsts = %d\n' $w "$(wc -l <"$T/body")"
            cat "$T/body"
            w=$((w + 1))
        done
        printf '\n#END_TB\n'
    } >"$T/$1/kernel-1.traceg"
    echo kernel-1.traceg >"$T/$1/kernelslist.g"
}

# run CONFIG TRACE [argument ...]: the golden model on slice 0.0.
run() {
    config=$1 input=$2
    shift 2
    "$O/cmodel" run -c "configs/$config.yaml" --trace "$input" --slice 0.0 -q "$@" >"$T/run" 2>"$T/err" ||
        { cat "$T/err"; fail "cmodel run -c configs/$config.yaml --trace $input --slice 0.0 $*"; }
}

# The steps of a page: sequence, first cycle, how many, what; of warp $2.
steps() { # PAGE WARP
    awk -F '\t' -v warp="$2" '$1 == "R" { of[rows] = $3; sequence[rows++] = $4 }
        $1 == "S" && of[$2] == warp { print sequence[$2] " " $3 " " $4 " " $7 }' "$1" | sort -n -k 1,1 -k 2,2
}

# Latencies of memory of all that is computed by hand.
hand="--set memory.shared_latency=20 --set memory.l1_latency=20 --set memory.l2_latency=160"
hand="$hand --set memory.dram_latency=100"

# shows TRACE WARP [argument ...] <expected: what the rows of a warp are to show.
# shellcheck disable=SC2086 # $hand is words
shows() {
    input=$1 warp=$2
    shift 2
    run tiny "$T/$input" $hand --set machine.sms=1 --set machine.subcores=1 "$@" --pipeline "$T/page.html"
    steps "$T/page.html" "$warp" >"$T/steps"
    diff - "$T/steps" || fail "warp $warp of trace $input does otherwise (<: by hand): $*"
}

# Computed by hand from docs/microarchitecture.md. INT, FP32 have latency 2; R and its bank: (R + warp) mod 2.
rows_are_those_of_hand() {
    trace raw 1 <<-end
	0000 ffffffff 1 R1 MOV 0 0 0
	0010 ffffffff 1 R3 IADD3 2 R1 R2 0 0
	0020 ffffffff 1 R2 FADD 2 R4 R6 0 0
	0030 ffffffff 0 EXIT 0 0 0
	end
    shows raw 0 --set collector.kind=ocu <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 dispatch: unit INT
	0 4 1 execute: unit INT
	0 5 1 writes R1
	1 2 1 decode
	1 3 3 waits for R1 of #0 MOV
	1 6 1 issue
	1 7 1 R2 in bank 0 waits for port S, which R1 takes
	1 8 1 reads R2 from bank 0
	1 9 1 dispatch: unit INT
	1 10 1 execute: unit INT
	1 11 1 writes R3
	2 3 1 decode
	2 4 3 waits behind #1 IADD3 of its warp
	2 7 2 waits to write R2 until #1 IADD3 has read it
	2 9 1 issue
	2 10 1 R6 waits in bank 0 behind its own R4
	2 11 1 reads R6 from bank 0
	2 12 1 dispatch: unit FP32
	2 13 1 execute: unit FP32
	2 14 1 writes R2
	3 7 1 decode
	3 8 2 waits behind #2 FADD of its warp
	3 10 1 issue
	3 11 1 dispatch: unit BRANCH
	end
    # The cache table has R1 from the result. There is one CCU for the warp.
    shows raw 0 <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 dispatch: unit INT
	0 4 1 execute: unit INT
	0 5 1 writes R1
	1 2 1 decode
	1 3 3 waits for R1 of #0 MOV
	1 6 1 issue
	1 7 1 reads R2 from bank 0
	1 8 1 dispatch: unit INT
	1 9 1 execute: unit INT
	1 10 1 writes R3
	2 3 1 decode
	2 4 3 waits behind #1 IADD3 of its warp
	2 7 1 waits to write R2 until #1 IADD3 has read it
	2 8 1 issue
	2 9 1 R6 waits in bank 0 behind its own R4
	2 10 1 reads R6 from bank 0
	2 11 1 dispatch: unit FP32
	2 12 1 execute: unit FP32
	2 13 1 writes R2
	3 7 1 decode
	3 8 1 waits behind #2 FADD of its warp
	3 9 2 waits for a collector: none is free for its warp
	3 11 1 issue
	3 12 1 dispatch: unit BRANCH
	end
    grep -q '^E	1	7	R1 hit, R2 from bank 0$' "$T/page.html" || fail "it is not said that the cache table has R1"
}

# Two warps share one SFU, which takes an instruction each 8 cycles, and meet at a barrier of latency 4.
rows_of_two_warps_are_those_of_hand() {
    trace two 2 <<-end
	0000 ffffffff 1 R4 MUFU.RCP 1 R2 0 0
	0010 ffffffff 1 R5 MUFU.RCP 1 R6 0 0
	0020 ffffffff 0 BAR.SYNC 0 0 0
	0030 ffffffff 1 R8 LDG.E 1 R4 4 1 0x7f0000000000 4 0
	0040 ffffffff 0 EXIT 0 0 0
	end
    shows two 0 --set collector.kind=ocu --to 320 <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 reads R2 from bank 0
	0 4 1 dispatch: unit SFU
	0 5 20 execute: unit SFU
	0 25 1 writes R4
	1 2 1 decode
	1 3 1 issue
	1 4 1 reads R6 from bank 0
	1 5 7 waits for unit SFU, which is busy with #0 MUFU.RCP
	1 12 1 dispatch: unit SFU
	1 13 20 execute: unit SFU
	1 33 1 writes R5
	2 3 1 decode
	2 4 1 issue
	2 5 1 dispatch: unit BRANCH
	2 6 20 its warp waits at the barrier
	3 28 1 decode
	3 29 5 waits for R5 of #1 MUFU.RCP
	3 34 1 issue
	3 35 1 R5 in bank 1 waits for port S, which R4 takes
	3 36 1 reads R5 from bank 1
	3 37 1 dispatch: unit LDST
	3 38 279 waits for DRAM, as a line was neither in the L1 nor in the L2
	3 317 1 writes R8
	4 29 1 decode
	4 30 5 waits behind #3 LDG.E of its warp
	4 35 1 issue
	4 36 1 dispatch: unit BRANCH
	end
    shows two 1 --set collector.kind=ocu --to 40 --explain 1:1 <<-end
	0 4 1 decode
	0 5 1 issue
	0 6 1 reads R2 from bank 1
	0 7 5 waits for unit SFU, which is busy with #0 MUFU.RCP of warp 0
	0 12 1 waits for its turn: #1 MUFU.RCP of warp 0 dispatches
	0 13 7 waits for unit SFU, which is busy with #1 MUFU.RCP of warp 0
	0 20 1 dispatch: unit SFU
	0 21 20 execute: unit SFU
	1 5 1 decode
	1 6 6 waits for a collector: none is free for its warp
	1 12 1 issue
	1 13 1 reads R6 from bank 1
	1 14 6 waits for unit SFU, which is busy with #1 MUFU.RCP of warp 0
	1 20 1 waits for its turn: #0 MUFU.RCP dispatches
	1 21 7 waits for unit SFU, which is busy with #0 MUFU.RCP
	1 28 1 dispatch: unit SFU
	1 29 12 execute: unit SFU
	2 6 1 decode
	2 7 6 waits behind #1 MUFU.RCP of its warp
	2 13 7 waits for a collector: none is free for its warp
	2 20 1 issue
	2 21 1 dispatch: unit BRANCH
	2 22 4 its warp waits at the barrier
	3 26 1 decode
	3 27 14 waits for R5 of #1 MUFU.RCP
	4 27 1 decode
	4 28 13 waits behind #3 LDG.E of its warp
	end
    cat >"$T/told" <<-end
	Warp 1 (slot 1 of sub-core 0.0, warp 1 of block 0), instruction 1: 0x0010 MUFU.RCP R5 <- R6
	It was decoded in cycle 5.
	It waited 6 cycles for a collector: none was free for its warp (cycles 6 to 11).
	It issued in cycle 12.
	Its operands: R6 from bank 1.
	It read R6 from bank 1 (cycle 13).
	It waited 6 cycles for unit SFU, which was busy with #1 MUFU.RCP of warp 0 (cycles 14 to 19).
	It waited 1 cycle for its turn: #0 MUFU.RCP was dispatched (cycle 20).
	It waited 7 cycles for unit SFU, which was busy with #0 MUFU.RCP (cycles 21 to 27).
	It was dispatched to unit SFU in cycle 28, 16 cycles behind its issue.
	It was executed for 20 cycles (cycles 29 to 48).
	It wrote R5 in cycle 49.
	In all 45 cycles, of which it waited 20: 6 collector, 13 unit, 1 dispatch.
	end
    sed 1d "$T/run" | diff "$T/told" - || fail "--explain 1:1 tells another story"
}

# tells_of_waits FILE: what --explain of the last run has said of waits is in the file.
tells_of_waits() {
    grep '^It waited' "$T/run" | diff - "$1" || fail "--explain tells of other waits than those of hand"
}

# shows_intervals TRACE WARP [argument ...] <expected: likewise with registers that are fetched by intervals.
shows_intervals() {
    input=$1 warp=$2
    shift 2
    shows "$input" "$warp" --set collector.kind=ocu --set issue.scheduler=two_level --set levels.scheme=ltrf "$@"
}

# Computed by hand from docs/microarchitecture-intervals.md: a fetch of five registers, likewise from slow banks and
# behind one of another warp. A warp leaves the active set for a load, whose address has two registers, while a result
# comes.
rows_with_intervals_are_those_of_hand() {
    trace five 1 <<-end
	0000 ffffffff 1 R1 MOV 0 0 0
	0010 ffffffff 1 R3 IADD3 2 R1 R2 0 0
	0020 ffffffff 1 R2 FADD 2 R4 R6 0 0
	0030 ffffffff 0 EXIT 0 0 0
	end
    shows_intervals five 0 <<-end
	0 1 1 decode
	0 2 1 its warp is not in the active set
	0 3 7 waits for R6, of the registers of its interval
	0 10 1 the registers of its interval have come, and it goes on in the next cycle
	0 11 1 issue
	0 12 1 dispatch: unit INT
	0 13 1 execute: unit INT
	0 14 1 writes R1
	1 2 1 decode
	1 3 9 waits behind #0 MOV of its warp
	1 12 3 waits for R1 of #0 MOV
	1 15 1 issue
	1 16 1 dispatch: unit INT
	1 17 1 execute: unit INT
	1 18 1 writes R3
	2 12 1 decode
	2 13 3 waits behind #1 IADD3 of its warp
	2 16 1 issue
	2 17 1 dispatch: unit FP32
	2 18 1 execute: unit FP32
	2 19 6 the result in R2 waits, as registers of its warp are moved
	2 25 1 writes R2
	3 16 1 decode
	3 17 1 issue
	3 18 1 dispatch: unit BRANCH
	end
    shows_intervals five 0 --set rf.cycles=3 --to 16 <<-end
	0 1 1 decode
	0 2 1 its warp is not in the active set
	0 3 12 waits for R6, of the registers of its interval
	0 15 1 the registers of its interval have come, and it goes on in the next cycle
	0 16 1 issue
	1 2 1 decode
	1 3 14 waits behind #0 MOV of its warp
	end
    cp "$T/body" "$T/again"
    trace five 2 <"$T/again"
    shows_intervals five 1 --to 19 --explain 1:0 --log "$T/events" <<-end
	0 3 1 decode
	0 4 1 its warp is not in the active set
	0 5 6 waits for R6, of the registers of its interval; those of warp 0 are moved first
	0 11 7 waits for R6, of the registers of its interval
	0 18 1 the registers of its interval have come, and it goes on in the next cycle
	0 19 1 issue
	1 4 1 decode
	1 5 15 waits behind #0 MOV of its warp
	end
    tells_of_waits - <<-end
	It waited 1 cycle because its warp was not in the active set (cycle 4).
	It waited 6 cycles for R6, of the registers of its interval; those of warp 0 were moved first (cycles 5 to 10).
	It waited 7 cycles for R6, of the registers of its interval (cycles 11 to 17).
	It waited 1 cycle when the registers of its interval had come (cycle 18).
	end
    grep '	fetch	.*	1	R' "$T/events" | cut -f 1,9 | tr '\t\n' ' ;' >"$T/fetches"
    [ "$(cat "$T/fetches")" = "12 R1 from bank 0;13 R2 from bank 1;14 R3 from bank 0;15 R4 from bank 1;\
16 R6 from bank 1;" ] || fail "the log has other fetches of warp 1: $(cat "$T/fetches")"
    trace far 1 <<-end
	0000 ffffffff 1 R4 LDG.E 1 R2 4 1 0x7f0000000000 4 0
	0010 ffffffff 1 R8 MOV 1 R9 0 0
	0020 ffffffff 1 R10 IADD3 1 R4 0 0
	0030 ffffffff 0 EXIT 0 0 0
	end
    shows_intervals far 0 --explain 0:1 --log "$T/events" <<-end
	0 1 1 decode
	0 2 1 its warp is not in the active set
	0 3 8 waits for R10, of the registers of its interval
	0 11 1 the registers of its interval have come, and it goes on in the next cycle
	0 12 1 issue
	0 13 1 dispatch: unit LDST
	0 14 279 waits for DRAM, as a line was neither in the L1 nor in the L2
	0 293 1 writes R4
	1 2 1 decode
	1 3 10 waits behind #0 LDG.E of its warp
	1 13 1 issue
	1 14 1 dispatch: unit INT
	1 15 1 execute: unit INT
	1 16 6 the result in R8 waits, as registers of its warp are moved
	1 22 1 writes R8
	2 13 1 decode
	2 14 280 waits for R4 of #0 LDG.E
	2 294 1 its warp is not in the active set
	2 295 8 waits for R10, of the registers of its interval
	2 303 1 the registers of its interval have come, and it goes on in the next cycle
	2 304 1 issue
	2 305 1 dispatch: unit INT
	2 306 1 execute: unit INT
	2 307 7 the result in R10 waits, as registers of its warp are moved
	2 314 1 writes R10
	3 14 1 decode
	3 15 290 waits behind #2 IADD3 of its warp
	3 305 1 issue
	3 306 1 dispatch: unit BRANCH
	end
    grep -q '^It waited 6 cycles to write R8, as registers of its warp were moved (cycles 16 to 21)[.]$' "$T/run" ||
        fail "--explain 0:1 does not say that registers of the warp of its result are moved"
    grep '	return	' "$T/events" | cut -f 1,9 | head -n 6 | tr '\t\n' ' ;' >"$T/returns"
    [ "$(cat "$T/returns")" = "15 R2 to bank 0;16 R3 to bank 1;17 R4 to bank 0;18 R8 to bank 0;19 R9 to bank 1;\
20 R10 to bank 0;" ] || fail "the log has other returns: $(cat "$T/returns")"
}

# bits NAME [LATENCY]: the control bits of a trace, from lines of standard input with the fields of a file of hints
# (docs/control-bits.md) but the first one, in $T/bits. LATENCY: of FP32.
bits() {
    echo "subcore-hints 1 control banks 2 int 3 fp32 ${2:-3} expand true" >"$T/bits"
    sed "s/^ */$1 /; s/  */	/g" >>"$T/bits"
}

# shows_modern TRACE WARP [argument ...] <expected: likewise without collectors, with the control bits of $T/bits.
# shellcheck disable=SC2086
shows_modern() {
    input=$1 warp=$2
    shift 2
    run modern "$T/$input" $hand --hints "$T/bits" --set machine.sms=1 --set machine.subcores=1 "$@" \
        --pipeline "$T/page.html" --log "$T/events"
    steps "$T/page.html" "$warp" >"$T/steps"
    diff - "$T/steps" || fail "warp $warp of trace $input does otherwise without collectors (<: by hand): $*"
}

# Computed by hand from docs/microarchitecture-modern.md: its diagram; a hold, for three registers of one bank; and a
# result that waits for the write port of its bank. R and its bank: R mod 2.
rows_without_collectors_are_those_of_hand() {
    trace raw 1 <<-end
	0000 ffffffff 1 R6 IADD3 2 R4 R5 0 0
	0010 ffffffff 1 R7 FADD 2 R6 R5 0 0
	0020 ffffffff 0 EXIT 0 0 0
	end
    bits raw <<-end
	0x0 IADD3 5 - - - - B
	0x10 FADD 1 - - - - -
	0x20 EXIT 5 - - - - -
	end
    shows_modern raw 0 --explain 0:1 <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 control
	0 4 1 allocate: goes to the window
	0 5 1 reads R4 from bank 0 and R5 from bank 1
	0 6 2 window
	0 8 1 dispatch: unit INT
	0 9 2 execute: unit INT
	0 11 1 writes R6
	1 2 1 decode
	1 3 4 waits for stall count 5 of #0 IADD3
	1 7 1 issue
	1 8 1 control
	1 9 1 allocate: goes to the window
	1 10 1 reads R6 from bank 0
	1 11 2 window
	1 13 1 dispatch: unit FP32
	1 14 2 execute: unit FP32
	1 16 1 writes R7
	2 3 1 decode
	2 4 4 waits behind #1 FADD of its warp
	2 8 1 issue
	2 9 1 control
	2 10 1 allocate: goes to the window
	2 11 3 window
	2 14 1 dispatch: unit BRANCH
	2 15 2 waits for #1 FADD: its warp does not end before
	2 17 1 its warp ends
	end
    cat >"$T/told" <<-end
	Warp 0 (slot 0 of sub-core 0.0, warp 0 of block 0), instruction 1: 0x0010 FADD R7 <- R6 R5
	It was decoded in cycle 2.
	It waited 4 cycles for stall count 5 of #0 IADD3 (cycles 3 to 6).
	It issued in cycle 7.
	Its operands: R6 from bank 0, R5 hit.
	It was in Control in cycle 8.
	Its reads were reserved in cycle 9.
	It read R6 from bank 0 (cycle 10).
	It was in the window (cycles 11 to 12).
	It was dispatched to unit FP32 in cycle 13, 6 cycles behind its issue.
	It was executed for 2 cycles (cycles 14 to 15).
	It wrote R7 in cycle 16.
	In all 15 cycles, of which it waited 4: 4 stall count.
	end
    sed 1d "$T/run" | diff "$T/told" - || fail "--explain 0:1 of trace raw tells another story"
    grep -q '^4	.*	collect	0	IADD3	0	0	R4 from bank 0, R5 from bank 1 and kept$' "$T/events" ||
        fail "the log does not say that R5 is kept for operand B"
    trace hold 1 <<-end
	0000 ffffffff 1 R1 FFMA 3 R2 R4 R6 0 0
	0010 ffffffff 1 R3 IADD3 2 R8 R10 0 0
	0020 ffffffff 1 R5 FADD 2 R9 R11 0 0
	0030 ffffffff 1 R13 MOV 1 R14 0 0
	0040 ffffffff 0 EXIT 0 0 0
	end
    for stall in 3 1; do
        bits hold <<-end
	0x0 FFMA 1 - - - - -
	0x10 IADD3 1 - - - - -
	0x20 FADD $stall - - - - -
	0x30 MOV 1 - - - - -
	0x40 EXIT 1 - - - - -
	end
        [ $stall = 1 ] || run modern "$T/hold" --hints "$T/bits" --explain 0:3
        [ $stall = 1 ] || tells_of_waits - <<-end
	It waited 1 cycle for stall count 3 of #2 FADD, which a hold stopped (cycle 5).
	It waited 2 cycles for stall count 3 of #2 FADD (cycles 6 to 7).
	end
    done
    shows_modern hold 0 --explain 0:1 <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 control
	0 4 1 allocate: goes to the window
	0 5 1 reads R2 from bank 0
	0 6 1 reads R4 from bank 0
	0 7 1 reads R6 from bank 0
	0 8 1 dispatch: unit FP32
	0 9 2 execute: unit FP32
	0 11 1 writes R1
	1 2 1 decode
	1 3 1 issue
	1 4 1 control
	1 5 1 is held: bank 0 has no free cycle for R10: it reads R4 of #0 FFMA
	1 6 1 allocate: goes to the window
	1 7 1 window
	1 8 1 reads R8 from bank 0
	1 9 1 reads R10 from bank 0
	1 10 1 dispatch: unit INT
	1 11 2 execute: unit INT
	1 13 1 writes R3
	2 3 1 decode
	2 4 1 issue
	2 5 1 waits: #1 IADD3 is held in Allocate: bank 0 has no free cycle for its R10
	2 6 1 control
	2 7 1 allocate: goes to the window
	2 8 1 reads R9 from bank 1
	2 9 1 reads R11 from bank 1
	2 10 1 window
	2 11 1 dispatch: unit FP32
	2 12 2 execute: unit FP32
	2 14 1 writes R5
	3 4 1 decode
	3 5 1 waits: #1 IADD3 is held in Allocate: bank 0 has no free cycle for its R10
	3 6 1 issue
	3 7 1 control
	3 8 1 allocate: goes to the window
	3 9 1 window
	3 10 1 reads R14 from bank 0
	3 11 1 window
	3 12 1 dispatch: unit INT
	3 13 2 execute: unit INT
	3 15 1 writes R13
	4 5 1 decode
	4 6 1 waits behind #3 MOV of its warp
	4 7 1 issue
	4 8 1 control
	4 9 1 allocate: goes to the window
	4 10 3 window
	4 13 1 dispatch: unit BRANCH
	4 14 2 waits for #3 MOV: its warp does not end before
	4 16 1 its warp ends
	end
    tells_of_waits - <<-end
	It waited 1 cycle because bank 0 had no free cycle for R10: it read R4 of #0 FFMA (cycle 5).
	end
    trace results 1 <<-end
	0000 ffffffff 1 R4 FADD 2 R3 R5 0 0
	0010 ffffffff 1 R6 IMAD.WIDE 2 R0 R7 0 0
	0020 ffffffff 0 EXIT 0 0 0
	end
    bits results <<-end
	0x0 FADD 1 - - - - -
	0x10 IMAD.WIDE 1 - - - - -
	0x20 EXIT 1 - - - - -
	end
    shows_modern results 0 --explain 0:1 <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 control
	0 4 1 allocate: goes to the window
	0 5 1 reads R3 from bank 1
	0 6 1 reads R5 from bank 1
	0 7 1 window
	0 8 1 dispatch: unit FP32
	0 9 2 execute: unit FP32
	0 11 1 writes R4
	1 2 1 decode
	1 3 1 issue
	1 4 1 control
	1 5 1 allocate: goes to the window
	1 6 1 reads R0 from bank 0
	1 7 1 reads R7 from bank 1
	1 8 1 window
	1 9 1 dispatch: unit INT
	1 10 1 execute: unit INT
	1 11 1 the result in R6 waits in the queue of bank 0, which writes R4 of #0 FADD
	1 12 1 writes R6 and R7
	2 3 1 decode
	2 4 1 issue
	2 5 1 control
	2 6 1 allocate: goes to the window
	2 7 3 window
	2 10 1 dispatch: unit BRANCH
	2 11 2 waits for #1 IMAD.WIDE: its warp does not end before
	2 13 1 its warp ends
	end
    grep -q '^12	0	0x0010	write	1	IMAD.WIDE	0	0	R6 to bank 0$' "$T/events" ||
        fail "the log does not have the write of R6, which has waited"
    trace one 1 <<-end
	0000 ffffffff 1 R6 IMAD.WIDE 2 R0 R7 0 0
	0010 ffffffff 1 R9 FADD 2 R3 R2 0 0
	0020 ffffffff 0 EXIT 0 0 0
	end
    bits one 2 <<-end
	0x0 IMAD.WIDE 1 - - - - -
	0x10 FADD 1 - - - - -
	0x20 EXIT 1 - - - - -
	end
    run modern "$T/one" --hints "$T/bits" --set unit.fp32.latency=2 --explain 0:1
    tells_of_waits - <<-end
	It waited 1 cycle because its result in R9 stood in the result queue of bank 1, which wrote R7 of #0 IMAD.WIDE \
(cycle 11).
	end
    grep -q '^It wrote R9 in cycle 12[.]$' "$T/run" || fail "R9, which has waited, is not written in cycle 12"
}

# Likewise a unit queue for one instruction, two loads of a counter, and two warps with a yield and intervals of INT.
# Shared memory has a latency of 20.
waits_without_collectors_are_those_of_hand() {
    trace queue 1 <<-end
	0000 ffffffff 1 R1 FFMA 3 R2 R4 R6 0 0
	0010 ffffffff 1 R9 LDS 1 R8 4 1 0x7f5a00000000 0 0
	0020 ffffffff 1 R11 LDS 1 R10 4 1 0x7f5a00000000 0 0
	0030 ffffffff 1 R13 IADD3 2 R9 R11 0 0
	0040 ffffffff 0 EXIT 0 0 0
	end
    bits queue <<-end
	0x0 FFMA 1 - - - - -
	0x10 LDS 1 - SB0 - - -
	0x20 LDS 2 - SB0 - - -
	0x30 IADD3 1 - - - SB0 -
	0x40 EXIT 1 - - - - -
	end
    shows_modern queue 0 --set modern.queue=1 --explain 0:3 <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 control
	0 4 1 allocate: goes to the window
	0 5 1 reads R2 from bank 0
	0 6 1 reads R4 from bank 0
	0 7 1 reads R6 from bank 0
	0 8 1 dispatch: unit FP32
	0 9 2 execute: unit FP32
	0 11 1 writes R1
	1 2 1 decode
	1 3 1 issue
	1 4 1 control
	1 5 1 allocate: goes to the unit queue
	1 6 1 R8 waits: bank 0 reads R4 of #0 FFMA
	1 7 1 R8 waits: bank 0 reads R6 of #0 FFMA
	1 8 1 reads R8 from bank 0
	1 9 1 R8 arrives from bank 0
	1 10 1 dispatch: unit LDST
	1 11 19 waits for shared memory
	1 30 1 writes R9
	2 3 1 decode
	2 4 1 issue
	2 5 1 control
	2 6 5 is held: the unit queue is full, with #1 LDS at its head
	2 11 1 allocate: goes to the unit queue
	2 12 1 reads R10 from bank 0
	2 13 1 R10 arrives from bank 0
	2 14 1 dispatch: unit LDST
	2 15 19 waits for shared memory
	2 34 1 writes R11
	3 4 1 decode
	3 5 1 waits for stall count 2 of #2 LDS
	3 6 25 waits for SB0: #1 LDS and #2 LDS have yet to write
	3 31 4 waits for SB0: #2 LDS has yet to write
	3 35 1 issue
	3 36 1 control
	3 37 1 allocate: goes to the window
	3 38 1 reads R9 from bank 1
	3 39 1 reads R11 from bank 1
	3 40 1 window
	3 41 1 dispatch: unit INT
	3 42 2 execute: unit INT
	3 44 1 writes R13
	4 5 1 decode
	4 6 30 waits behind #3 IADD3 of its warp
	4 36 1 issue
	4 37 1 control
	4 38 1 allocate: goes to the window
	4 39 3 window
	4 42 1 dispatch: unit BRANCH
	4 43 2 waits for #3 IADD3: its warp does not end before
	4 45 1 its warp ends
	end
    tells_of_waits - <<-end
	It waited 1 cycle for stall count 2 of #2 LDS (cycle 5).
	It waited 25 cycles for SB0: #1 LDS and #2 LDS had yet to write (cycles 6 to 30).
	It waited 4 cycles for SB0: #2 LDS had yet to write (cycles 31 to 34).
	end
    trace turns 2 <<-end
	0000 ffffffff 1 R1 MOV 1 R2 0 0
	0010 ffffffff 1 R3 MOV 1 R4 0 0
	0020 ffffffff 1 R5 MOV 1 R6 0 0
	0030 ffffffff 0 EXIT 0 0 0
	end
    bits turns <<-end
	0x0 MOV 1 yield - - - -
	0x10 MOV 1 - - - - -
	0x20 MOV 1 - - - - -
	0x30 EXIT 1 - - - - -
	end
    shows_modern turns 1 --explain 1:0 <<-end
	0 5 1 decode
	0 6 1 waits for its turn: #2 MOV of warp 0 was chosen
	0 7 1 waits for the interval of unit INT behind #2 MOV of warp 0
	0 8 1 issue
	0 9 1 control
	0 10 1 allocate: goes to the window
	0 11 1 reads R2 from bank 1
	0 12 2 window
	0 14 1 dispatch: unit INT
	0 15 2 execute: unit INT
	0 17 1 writes R1
	1 6 1 decode
	1 7 2 waits behind #0 MOV of its warp
	1 9 1 waits: #0 MOV has yielded
	1 10 1 issue
	1 11 1 control
	1 12 1 allocate: goes to the window
	1 13 1 reads R4 from bank 1
	1 14 2 window
	1 16 1 dispatch: unit INT
	1 17 2 execute: unit INT
	1 19 1 writes R3
	2 7 1 decode
	2 8 1 waits behind #0 MOV of its warp
	2 9 2 waits behind #1 MOV of its warp
	2 11 1 waits for the interval of unit INT behind #1 MOV
	2 12 1 issue
	2 13 1 control
	2 14 1 allocate: goes to the window
	2 15 1 reads R6 from bank 1
	2 16 2 window
	2 18 1 dispatch: unit INT
	2 19 2 execute: unit INT
	2 21 1 writes R5
	3 9 1 decode
	3 10 1 waits behind #1 MOV of its warp
	3 11 2 waits behind #2 MOV of its warp
	3 13 1 issue
	3 14 1 control
	3 15 1 allocate: goes to the window
	3 16 3 window
	3 19 1 dispatch: unit BRANCH
	3 20 2 waits for #2 MOV: its warp does not end before
	3 22 1 its warp ends
	end
    tells_of_waits - <<-end
	It waited 1 cycle for its turn: #2 MOV of warp 0 was chosen (cycle 6).
	It waited 1 cycle for the interval of unit INT behind #2 MOV of warp 0 (cycle 7).
	end
}

# shows_scoreboards TRACE [argument ...] <expected: the rows of warp 0 under scoreboards in the place of control bits.
# shellcheck disable=SC2086
shows_scoreboards() {
    input=$1
    shift
    run modern_scoreboard "$T/$input" $hand --set machine.sms=1 --set machine.subcores=1 --set scoreboard.tags=0 \
        "$@" --pipeline "$T/page.html"
    steps "$T/page.html" 0 >"$T/steps"
    diff - "$T/steps" || fail "warp 0 of trace $input does otherwise under scoreboards (<: by hand): $*"
}

# Computed by hand from docs/microarchitecture-modern.md, Scoreboard: a result that waits for a reader in the unit
# queue, one that waits for an earlier result, and a source of which there may be one reader. Shared memory has a
# latency of 20.
waits_under_scoreboards_are_those_of_hand() {
    trace war 1 <<-end
	0000 ffffffff 1 R9 LDS 1 R8 4 1 0x7f5a00000000 0 0
	0010 ffffffff 1 R8 IADD3 2 R2 R4 0 0
	0020 ffffffff 1 R9 MOV 1 R2 0 0
	0030 ffffffff 1 R10 FADD 2 R9 R8 0 0
	0040 ffffffff 0 EXIT 0 0 0
	end
    shows_scoreboards war --explain 0:1 <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 control
	0 4 1 allocate: goes to the unit queue
	0 5 1 reads R8 from bank 0
	0 6 1 R8 arrives from bank 0
	0 7 1 dispatch: unit LDST
	0 8 19 waits for shared memory
	0 27 1 writes R9
	1 2 1 decode
	1 3 5 waits to write R8 until #0 LDS has read it
	1 8 1 issue
	1 9 1 control
	1 10 1 allocate: goes to the window
	1 11 1 reads R2 from bank 0
	1 12 1 reads R4 from bank 0
	1 13 1 window
	1 14 1 dispatch: unit INT
	1 15 2 execute: unit INT
	1 17 1 writes R8
	2 3 1 decode
	2 4 5 waits behind #1 IADD3 of its warp
	2 9 19 waits to write R9 until #0 LDS has
	2 28 1 issue
	2 29 1 control
	2 30 1 allocate: goes to the window
	2 31 1 reads R2 from bank 0
	2 32 2 window
	2 34 1 dispatch: unit INT
	2 35 2 execute: unit INT
	2 37 1 writes R9
	3 4 1 decode
	3 5 4 waits behind #1 IADD3 of its warp
	3 9 20 waits behind #2 MOV of its warp
	3 29 9 waits for R9 of #2 MOV
	3 38 1 issue
	3 39 1 control
	3 40 1 allocate: goes to the window
	3 41 1 reads R8 from bank 0 and R9 from bank 1
	3 42 2 window
	3 44 1 dispatch: unit FP32
	3 45 2 execute: unit FP32
	3 47 1 writes R10
	4 9 1 decode
	4 10 19 waits behind #2 MOV of its warp
	4 29 10 waits behind #3 FADD of its warp
	4 39 1 issue
	4 40 1 control
	4 41 1 allocate: goes to the window
	4 42 3 window
	4 45 1 dispatch: unit BRANCH
	4 46 2 waits for #3 FADD: its warp does not end before
	4 48 1 its warp ends
	end
    tells_of_waits - <<-end
	It waited 5 cycles until #0 LDS had read R8, which it writes (cycles 3 to 7).
	end
    trace readers 1 <<-end
	0000 ffffffff 1 R9 LDS 1 R8 4 1 0x7f5a00000000 0 0
	0010 ffffffff 1 R11 IADD3 2 R3 R8 0 0
	0020 ffffffff 0 EXIT 0 0 0
	end
    shows_scoreboards readers --set modern.consumers=1 --explain 0:1 <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 control
	0 4 1 allocate: goes to the unit queue
	0 5 1 reads R8 from bank 0
	0 6 1 R8 arrives from bank 0
	0 7 1 dispatch: unit LDST
	0 8 19 waits for shared memory
	0 27 1 writes R9
	1 2 1 decode
	1 3 5 waits: #0 LDS has yet to read R8, and modern.consumers is 1
	1 8 1 issue
	1 9 1 control
	1 10 1 allocate: goes to the window
	1 11 1 reads R8 from bank 0 and R3 from bank 1
	1 12 2 window
	1 14 1 dispatch: unit INT
	1 15 2 execute: unit INT
	1 17 1 writes R11
	2 3 1 decode
	2 4 5 waits behind #1 IADD3 of its warp
	2 9 1 issue
	2 10 1 control
	2 11 1 allocate: goes to the window
	2 12 3 window
	2 15 1 dispatch: unit BRANCH
	2 16 2 waits for #1 IADD3: its warp does not end before
	2 18 10 waits for #0 LDS: its warp does not end before
	2 28 1 its warp ends
	end
    tells_of_waits - <<-end
	It waited 5 cycles because #0 LDS had yet to read R8, and modern.consumers is 1 (cycles 3 to 7).
	end
}

# Likewise from More read ports, with two: a unit queue that waits for port 1 alone, and six registers of one bank. They
# leave room for two of the three of the next instruction.
reads_of_two_ports_are_those_of_hand() {
    trace ports 1 <<-end
	0000 ffffffff 1 R1 FFMA 4 R2 R4 R6 R10 0 0
	0010 ffffffff 1 R9 LDS 1 R8 4 1 0x7f5a00000000 0 0
	0020 ffffffff 0 EXIT 0 0 0
	end
    shows_scoreboards ports --set modern.read_ports=2 --log "$T/events" <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 control
	0 4 1 allocate: goes to the window
	0 5 1 reads R2 from bank 0 and R4 from bank 0
	0 6 1 reads R6 from bank 0 and R10 from bank 0
	0 7 1 window
	0 8 1 dispatch: unit FP32
	0 9 2 execute: unit FP32
	0 11 1 writes R1
	1 2 1 decode
	1 3 1 issue
	1 4 1 control
	1 5 1 allocate: goes to the unit queue
	1 6 1 R8 waits: bank 0 reads R10 of #0 FFMA
	1 7 1 reads R8 from bank 0
	1 8 1 R8 arrives from bank 0
	1 9 1 dispatch: unit LDST
	1 10 19 waits for shared memory
	1 29 1 writes R9
	2 3 1 decode
	2 4 1 issue
	2 5 1 control
	2 6 1 allocate: goes to the window
	2 7 3 window
	2 10 1 dispatch: unit BRANCH
	2 11 19 waits for #1 LDS: its warp does not end before
	2 30 1 its warp ends
	end
    awk -F '\t' '$4 == "read" { print $1 " " $9 }' "$T/events" >"$T/reads"
    diff - "$T/reads" <<-end || fail "--log has other reads than those of hand (<)"
	5 R2 from bank 0
	5 R4 from bank 0
	6 R6 from bank 0
	6 R10 from bank 0
	7 R8 from bank 0
	end
    trace six 1 <<-end
	0000 ffffffff 1 R1 FFMA 6 R0 R2 R4 R6 R8 R10 0 0
	0010 ffffffff 1 R3 IADD3 3 R12 R14 R16 0 0
	0020 ffffffff 0 EXIT 0 0 0
	end
    shows_scoreboards six --set modern.read_ports=2 --explain 0:1 <<-end
	0 1 1 decode
	0 2 1 issue
	0 3 1 control
	0 4 1 allocate: goes to the window
	0 5 1 reads R0 from bank 0 and R2 from bank 0
	0 6 1 reads R4 from bank 0 and R6 from bank 0
	0 7 1 reads R8 from bank 0 and R10 from bank 0
	0 8 1 dispatch: unit FP32
	0 9 2 execute: unit FP32
	0 11 1 writes R1
	1 2 1 decode
	1 3 1 issue
	1 4 1 control
	1 5 1 is held: bank 0 has no free cycle for R16: it reads R4 of #0 FFMA
	1 6 1 allocate: goes to the window
	1 7 1 window
	1 8 1 reads R12 from bank 0 and R14 from bank 0
	1 9 1 reads R16 from bank 0
	1 10 1 dispatch: unit INT
	1 11 2 execute: unit INT
	1 13 1 writes R3
	2 3 1 decode
	2 4 1 issue
	2 5 1 waits: #1 IADD3 is held in Allocate: bank 0 has no free cycle for its R16
	2 6 1 control
	2 7 1 allocate: goes to the window
	2 8 3 window
	2 11 1 dispatch: unit BRANCH
	2 12 2 waits for #1 IADD3: its warp does not end before
	2 14 1 its warp ends
	end
    tells_of_waits - <<-end
	It waited 1 cycle because bank 0 had no free cycle for R16: it read R4 of #0 FFMA (cycle 5).
	end
}

# A load waits for the part of memory that has its line. The L1 has 8 lines in 2 sets of 4 ways: lines 0, 2, 4, 6 and 8
# are of one set, so that line 0 is in the L2 alone when it is asked for again. Shared memory has a cause of its own. In
# an SM it is the taking of its accesses, then what comes behind.
memory_waits_have_causes() {
    trace memory 1 <<-end
	0000 ffffffff 1 R4 LDG.E 1 R2 4 1 0x7f0000000000 0 0
	0010 ffffffff 1 R5 LDG.E 1 R4 4 1 0x7f0000000000 0 0
	0020 ffffffff 1 R6 LDG.E 1 R5 4 1 0x7f0000000100 0 0
	0030 ffffffff 1 R7 LDG.E 1 R6 4 1 0x7f0000000200 0 0
	0040 ffffffff 1 R8 LDG.E 1 R7 4 1 0x7f0000000300 0 0
	0050 ffffffff 1 R9 LDG.E 1 R8 4 1 0x7f0000000400 0 0
	0060 ffffffff 1 R4 LDG.E 1 R9 4 1 0x7f0000000000 0 0
	0070 ffffffff 1 R5 LDS 1 R4 4 1 0x7f5a00000000 0 0
	0080 ffffffff 0 EXIT 0 0 0
	end
    n=0
    for cause in DRAM L1 DRAM DRAM DRAM DRAM L2 "shared memory"; do
        run ocu "$T/memory" --set memory.l1_kib=1 --explain 0:$n
        grep -q "^In all .* $cause\(,\|[.]\)" "$T/run" ||
            { cat "$T/run"; fail "instruction $n does not wait for $cause"; }
        n=$((n + 1))
    done
    trace wide 1 <<-end
	0000 ffffffff 1 R4 LDG.E.128 1 R2 16 1 0x7f0000000000 128 0
	0010 ffffffff 1 R8 IADD3 1 R7 0 0
	0020 ffffffff 0 EXIT 0 0 0
	end
    run sm_gto "$T/wide" --explain 0:0
    grep -q '^In all .*[0-9] access, [0-9]* memory[.]' "$T/run" || { cat "$T/run"; fail "the SM"; }
}

# add_up CONFIG TRACE [key=value ...]: the causes of all cycles are those that the run has counted, and an instruction
# does one thing in each cycle of its life.
add_up() {
    config=$1 input=$2 sets=""
    shift 2
    for s in "$@"; do sets="$sets --set $s"; done
    # shellcheck disable=SC2086 # these are words
    run "$config" "$input" $sets --csv -o "$T/counts" --pipeline "$T/view.json" --to 100000000
    "$O/yaml_leaves" "$T/view.json" >"$T/leaves" || fail "$config $*: the view is not JSON"
    sed -n 's,^otherData/\([a-z_]*\)	\([0-9]*\)	.*,\1\,\2,p' "$T/leaves" | sort >"$T/seen"
    [ "$(wc -l <"$T/seen")" -ge 18 ] || fail "$config $*: the view has only $(wc -l <"$T/seen") counts"
    sort "$T/counts" | comm -13 - "$T/seen" | grep -vE '^(from|to),' >"$T/other" || :
    [ ! -s "$T/other" ] || { cat "$T/other"; fail "$config $*: the run has counted otherwise than its view"; }
    awk -F , '$1 == "cycles" { all += $2 } $1 ~ /^(issue_cycles|stall_)/ { all -= $2 }
        END { exit all != 0 }' "$T/seen" ||
        { cat "$T/seen"; fail "$config $*: cycles of the view are not those with an issue and those of its causes"; }
    # shellcheck disable=SC2086
    run "$config" "$input" $sets --pipeline "$T/view.html" --to 100000000
    awk -F '\t' '$1 == "R" { next_[rows++] = $9 }
        $1 == "S" && (next_[$2] != $3 || $4 < 1) { print "row " $2 ": a step at " $3 ", not at " next_[$2]; bad = 1 }
        $1 == "S" { next_[$2] = $3 + $4; steps++ }
        END { if (rows < 100 || steps < 5 * rows) { print rows " rows, " steps " steps"; bad = 1 } exit bad }' \
        "$T/view.html" || fail "$config $*: rows of the view have gaps"
}

causes_add_up() {
    for c in tiny ocu_8 malekeh bow_wr_hinted triple_a two_level_rfc two_level_sw sw_rfc sw_rfc_split ltrf ltrf_plus \
        rfc_8way_write modern modern_scoreboard; do
        add_up $c workloads/mix
    done
    for c in ltrf ltrf_plus; do add_up $c workloads/mix rf.cycles=3; done
    add_up modern workloads/mix modern.read_ports=2
    add_up modern_scoreboard workloads/mix modern.consumers=1
}

causes_of_programs_add_up() { # SEED
    levels="collector.kind=ocu issue.scheduler=two_level levels.scheme=software"
    ltrf="collector.kind=ocu issue.scheduler=two_level levels.scheme=ltrf"
    "$O/random_trace" -o "$T/programs" -s "$1" -i 100 --memory
    for set in collector.kind=ccu issue.pipeline=true collector.beats=2 \
        "collector.beats=2 collector.reuse_on_dispatch=false" ccu.allocation=any issue.blocked=stall \
        issue.scheduler=lrr collector.forward=false inflight.entries=2 writeback.order=unit issue.limit=1 \
        "collector.kind=boc boc.write=back" "collector.kind=boc boc.write=back issue.pipeline=true" \
        "collector.kind=boc boc.write=hinted boc.entries=8" "collector.kind=ecu ecu.waits_for=all" \
        "collector.kind=ocu rfc.enable=true rfc.allocate=read_write rfc.read_ports=1" \
        "collector.kind=ocu issue.scheduler=two_level issue.active=1" rf.read_ports=2 \
        "$levels" "$levels issue.active=1 levels.orf=1 levels.lrf=off" \
        "$levels collector.forward=false rf.read_ports=2" \
        "$ltrf" "$ltrf levels.dead=left issue.active=1" "$ltrf collector.forward=false rf.cycles=2" \
        "$ltrf levels.dead=left rf.cycles=3" "$ltrf rf.banks=4 rf.cycles=5 levels.interval=12" \
        "collector.kind=ocu rf.cycles=3" "rf.cycles=2 collector.forward=false" \
        "rf.read_ports=2 collector.kind=ocu rf.ports=2" "rf.read_ports=2 collector.kind=ecu rf.swizzle=none" \
        "rf.read_ports=2 collector.kind=boc boc.write=back rf.queue_shift=true" \
        "rf.read_ports=2 collector.kind=ocu rfc.enable=true rfc.allocate=read_write"; do
        # shellcheck disable=SC2086 # these are words
        add_up tiny "$T/programs" $set
    done
    for c in sm_tiny sm_malekeh sm_ccws ciao_c; do add_up $c "$T/programs"; done
    for set in modern.queue=1 modern.kept=near "modern.reuse_cache=false modern.int_interval=4" \
        "rf.banks=4 inflight.entries=3" \
        "issue.scheduler=gto modern.fp32_interval=1 unit.fp32.interval=1 unit.fp32.latency=5" \
        "subcore.warps=2 ibuffer.depth=1 modern.queue=8"; do
        # shellcheck disable=SC2086 # these are words
        add_up modern "$T/programs" $set
    done
    for set in modern.read_ports=2 "modern.read_ports=3 modern.reuse_cache=false" "rf.banks=4 modern.read_ports=2"; do
        # shellcheck disable=SC2086 # these are words
        add_up modern "$T/programs" $set
    done
    for set in "" modern.consumers=1 "rf.banks=4 modern.consumers=2 scoreboard.tags=0" \
        "modern.read_ports=3 modern.queue=1"; do
        # shellcheck disable=SC2086 # these are words
        add_up modern_scoreboard "$T/programs" $set
    done
}

# kanata_fault FILE FROM: the first line of a file that breaks a rule of Kanata 0004 as Konata's description of the
# format has them, or nothing. Cycles go forward. I comes first for each row, with numbers from 0 on in their
# order. A stage begins when the one before in its lane has ended, and an end has its begin. R comes once, with nothing
# open, behind at least one stage, and numbers what retires. W is of a row that is alive, from one that there is.
# Commands have the fields of their kind, and no row that has ended has any.
kanata_fault() {
    awk -F '\t' -v from="$2" 'function bad(text) { print FNR ": " text ": " $0; wrong = 1; exit }
        function whole(text) { return text ~ /^(0|[1-9][0-9]*)$/ }
        NR == 1 { if ($0 != "Kanata\t0004") bad("no header"); next }
        NR == 2 { if ($0 != "C=\t" from) bad("no first cycle"); next }
        $1 == "C" { if (NF != 2 || !whole($2) || $2 == 0) bad("no cycles"); next }
        $1 == "I" { if (NF != 4 || $2 != rows + 0 "" || !whole($3) || !whole($4)) bad("no row")
            rows++; live[$2]; next }
        !whole($2) || !($2 in live) { bad("a row that is not there") }
        $1 == "L" { if (NF != 4 || $3 !~ /^[01]$/ || $4 == "") bad("no label"); labels[$2] = labels[$2] $3; next }
        $1 == "W" { if (NF != 4 || !whole($3) || $3 >= rows || $4 != 0) bad("no dependency"); next }
        $1 == "S" { if (NF != 4 || $3 !~ /^[01]$/ || $4 == "" || (($2, $3) in stage)) bad("no stage")
            if ($3 == 1 && !(($2, 0) in stage)) bad("a wait without a stage")
            stage[$2, $3] = $4; began[$2]; next }
        $1 == "E" { if (NF != 4 || !(($2, $3) in stage) || stage[$2, $3] != $4) bad("another stage")
            delete stage[$2, $3]; next }
        $1 == "R" { if (NF != 4 || $4 != 0 || $3 != ended + 0 "") bad("no end")
            if (!($2 in began) || labels[$2] !~ /0/) bad("the end of what has not begun")
            if ((($2, 0) in stage) || (($2, 1) in stage)) bad("the end of what goes on")
            delete live[$2]; ended++; next }
        { bad("no command") }
        END { if (!wrong && (rows == 0 || ended == 0)) print rows + 0 " rows, " ended + 0 " ended" }' "$1"
}

# Views of all kinds of collectors, of an SM and of one window keep the rules. Faults of each kind are seen.
kanata_is_well_formed() {
    for view in "ocu 0 5000" "malekeh 40 900" "bow_wr 0 5000" "triple_a 100 2000" "rfc_8way_write 0 3000" \
        "ltrf 0 3000" "modern 0 5000" "modern 100 400" "modern_scoreboard 100 900" "sm_tiny 300 3000"; do
        # shellcheck disable=SC2086 # these are words
        set -- $view
        run "$1" workloads/mix --pipeline "$T/view.kanata" --from "$2" --to "$3"
        fault=$(kanata_fault "$T/view.kanata" "$2")
        [ -z "$fault" ] || fail "--pipeline view.kanata of $view is not Kanata 0004: $fault"
    done
    awk -F '\t' '$1 == "C" { now += $2 } $1 == "C=" { now = $2 } $1 == "I" { rows++ } $1 == "R" { ended++ }
        $1 == "W" { arrows++ }
        END { if (now != 3001 || rows < 100 || ended < rows - 60 || arrows < 20) {
                  print rows " rows, " ended " ended, " arrows " arrows, cycle " now; exit 1 } }' "$T/view.kanata" ||
        fail "too little is in the view"
    for plant in '1s/4/3/' '2d' '0,/^C\t1$/s//C\t-1/' '0,/^I\t7\t/s//I\t8\t/' '0,/^S\t3\t/{/^S\t3\t/d;}' \
        '/^E\t5\t0/d' '/^S\t4\t/d;/^E\t4\t/d' '0,/^R\t/s/^R\t[0-9]*/R\t99999/' '/^I\t9\t/d' \
        '0,/^W\t/s/^\(W\t[0-9]*\)\t[0-9]*/\1\t-1/' \
        '0,/^R\t/{/^R\t/d;}' '0,/^L\t6\t0/s//Q\t6\t0/'; do
        sed "$plant" "$T/view.kanata" >"$T/planted"
        ! cmp -s "$T/view.kanata" "$T/planted" || fail "nothing was planted: $plant"
        [ -n "$(kanata_fault "$T/planted" 300)" ] || fail "a planted fault is not seen: $plant"
    done
    run sm_tiny workloads/mix --pipeline "$T/view.log" --from 300 --to 3000
    cmp "$T/view.kanata" "$T/view.log" || fail "names in .log and .kanata give different files"
}

# Names of stages and causes in Konata have four characters at most, no two the same one, and docs/pipeline.md has them.
kanata_names_are_short_and_in_their_legend() {
    sed -n 's/^    STAGE([A-Z]*, *"\([^"]*\)", "\([^"]*\)").*/\2	\1/p' cmodel/pipeline/step.h >"$T/stages"
    sed -n 's/^    CAUSE([A-Z0-9_]*, *"\([^"]*\)", *"\([^"]*\)", *true).*/\1	\2/p' cmodel/pipeline/step.h >"$T/causes"
    [ "$(wc -l <"$T/stages")" -ge 11 ] && [ "$(wc -l <"$T/causes")" -ge 30 ] ||
        fail "cmodel/pipeline/step.h has its stages and causes in another form"
    sed -n 's/^| `\([^`]*\)` | `\([^`]*\)` |$/\1	\2/p' docs/pipeline.md | diff "$T/causes" - ||
        fail "the table of Short names in docs/pipeline.md (>) has other causes than cmodel/pipeline/step.h"
    while IFS='	' read -r name brief; do
        grep -q "^| $name | .$brief. | " docs/pipeline.md || fail "Stages in docs/pipeline.md lacks $name, $brief"
    done <"$T/stages"
    for list in "2 $T/stages" "1 $T/causes"; do
        cut -f "${list%% *}" "${list#* }" | awk '{ if (seen[$0]++ || $0 == "" || length($0) > 4) { print; bad = 1 } }
            END { exit bad }' || fail "a name is longer than four characters, or there twice"
    done
    for c in modern_scoreboard ocu; do
        run $c workloads/mix --pipeline "$T/view.kanata"
        awk -F '\t' '$1 == "S" && length($4) > 4 { print; bad = 1 } $1 == "S" && $3 == 1 { waits++ }
            END { exit bad || waits < 100 }' "$T/view.kanata" || fail "a long name is in the view of $c"
    done
}

# chrome_fault LEAVES: the first event that breaks a rule of the Trace Event Format (JSON object format) as it is
# published, or nothing. An event has ph, pid and name. Here ph is M or X. M names a process, a track or its place,
# once. X has a track that is named, a whole ts, dur and cat; what, or warp and sequence, are in its args.
chrome_fault() {
    awk -F '\t' 'function bad(text) { print "event " at ": " text; wrong = 1; exit }
        function whole(text) { return text ~ /^(0|[1-9][0-9]*)$/ }
        function check(    track) {
            if (at == "") return
            track = v["pid"] "." v["tid"]
            if (v["ph"] == "" || !whole(v["pid"]) || v["name"] == "") bad("no ph, pid or name")
            if (v["ph"] == "M") {
                if (v["name"] !~ /^(process_name|thread_name|thread_sort_index)$/) bad("no metadata: " v["name"])
                if (v["name"] != "process_name" && !whole(v["tid"])) bad("no tid")
                if (v[v["name"] == "thread_sort_index" ? "args/sort_index" : "args/name"] == "") bad("no args")
                if ((v["name"], track) in named) bad("named twice")
                named[v["name"], track]
            } else if (v["ph"] == "X") {
                if (!whole(v["tid"]) || !whole(v["ts"]) || !whole(v["dur"])) bad("no tid, ts or dur")
                if (!(("thread_name", track) in named) || !(("process_name", v["pid"] ".") in named)) bad("no track")
                if (v["cat"] !~ /^(instruction|work|wait)$/) bad("no cat")
                if (v["cat"] == "instruction" && !(whole(v["args/warp"]) && whole(v["args/sequence"]))) bad("no warp")
                if (v["cat"] != "instruction" && v["args/what"] == "") bad("no args")
                slices++
            } else bad("no ph that is known: " v["ph"])
        }
        $1 ~ /^traceEvents\// {
            place = substr($1, 13)
            key = substr(place, index(place, "/") + 1)
            place = substr(place, 2, index(place, "]") - 2)
            if (place != at) { check(); if (wrong) exit; split("", v); at = place }
            if (key in v) bad("two " key)
            v[key] = $2
            if (key ~ /^(pid|tid|ts|dur)$/ && $3 != "other") bad(key " is no number")
        }
        END { if (!wrong) { check(); if (!wrong && slices < 100) print slices + 0 " slices" } }' "$1"
}

# The slices of a track of $T/leaves lie in each other or behind each other. Viewers take that which comes first for the
# outer one of two that begin together.
slices_nest() {
    awk -F '\t' '$1 ~ /^traceEvents\// { split($1, at, "/"); v[at[3]] = $2
            if (at[3] == "name" && v["ph"] == "X") { t = v["pid"] "." v["tid"]; n++
                if (v["cat"] == "instruction") {
                    if ((t, v["ts"]) in begun) { print "track " t ": inside first at " v["ts"]; bad = 1 }
                    if (v["ts"] < over[t]) { print "track " t ": " v["ts"]; bad = 1 }
                    over[t] = v["ts"] + v["dur"]; inside[t] = 0; rows++ }
                else { begun[t, v["ts"]]; if (v["ts"] < inside[t]) { print "step in track " t ": " v["ts"]; bad = 1 }
                    inside[t] = v["ts"] + v["dur"] } } }
        END { if (rows < 100 || n < 5 * rows) { print rows " rows, " n " slices"; bad = 1 } exit bad }' "$T/leaves" ||
        fail "tracks overlap"
}

# A view of a configuration as JSON follows the Trace Event Format, and a page needs nothing from elsewhere.
views_are_well_formed() { # CONFIG
    run "$1" workloads/mix --pipeline "$T/view.json" --from 300 --to 3000 --log "$T/events"
    "$O/yaml_leaves" "$T/view.json" >"$T/leaves" || fail "the view of $1 is not JSON"
    fault=$(chrome_fault "$T/leaves")
    [ -z "$fault" ] || fail "the view of $1 is not in the Trace Event Format: $fault"
    slices_nest
    run "$1" workloads/mix --pipeline "$T/view.html" --from 300 --to 3000
    grep -nE 'https?:|src=|@import|url\(' "$T/view.html" && fail "the page of $1 asks for something from elsewhere"
    grep -q '^@DATA@' "$T/view.html" && fail "the data are not in the page of $1"
    return 0
}

# A log has its columns, and the cycles of its window in their order: of each cycle what the whole run shows.
log_is_well_formed() { # CONFIG
    awk -F '\t' 'NR == 1 { if ($0 !~ /^cycle\twarp\tpc\tevent\t/) exit 1; next }
        NF != 9 || $1 < last || $1 < 300 || $1 > 3000 { print NR ": " $0; exit 1 } { last = $1; seen[$4]++ }
        END { split("launch decode issue collect read dispatch result end", all, " ")
              for (i in all) if (!seen[all[i]] && all[i] != "launch" && all[i] != "end") { print all[i]; exit 1 } }' \
        "$T/events" || fail "--log of $1 is not as it should be"
    run "$1" workloads/mix --log "$T/all"
    awk -F '\t' 'NR == 1 || ($1 >= 300 && $1 <= 3000)' "$T/all" | diff - "$T/events" ||
        fail "a window changes the log of $1"
}

# Each register of an interval that the run has counted on its way from a bank or to one is in the log.
moves_of_intervals_are_in_the_log() {
    for set in "ltrf rf.cycles=1" "ltrf rf.cycles=3" "ltrf_plus rf.cycles=1" "ltrf_plus rf.cycles=3"; do
        run "${set% *}" workloads/mix --set "${set#* }" --csv -o "$T/counts" --log "$T/events"
        for move in "fetch interval_fetched" "return interval_written"; do
            counted=$(sed -n "s/^${move#* },//p" "$T/counts")
            shown=$(awk -F '\t' -v event="${move% *}" '$4 == event && $9 ~ /^R[0-9]+ / { n++ } END { print n + 0 }' \
                "$T/events")
            [ "$shown" -gt 300 ] && [ "$shown" -eq "$counted" ] ||
                fail "$set: ${move#* } is $counted, and the log has $shown of ${move% *}"
        done
    done
}

# Without collectors each read of a bank that the run has counted is in the log, of an instruction that names the
# register.
reads_without_collectors_are_in_the_log() {
    for set in "modern modern.read_ports=1" "modern modern.read_ports=2" "modern modern.read_ports=3" \
        "modern_scoreboard modern.read_ports=2"; do
        run "${set% *}" workloads/mix --set "${set#* }" --csv -o "$T/counts" --log "$T/events"
        counted=$(sed -n 's/^bank_reads,//p' "$T/counts")
        shown=$(awk -F '\t' '$4 == "read" && $2 ~ /^[0-9]/ { n++ } END { print n + 0 }' "$T/events")
        [ "$shown" -gt 300 ] && [ "$shown" -eq "$counted" ] ||
            fail "$set: $counted reads are counted, $shown in the log"
        awk -F '\t' 'FNR == NR { if ($4 != "collect") next; n = split($9, part, ", ")
                for (i = 1; i <= n; i++) { sub(/ and kept/, "", part[i]); named[$2, $5, part[i]] = 1 }
                next }
            $4 == "read" && !(($2, $5, $9) in named) { print; bad = 1 } END { exit bad }' "$T/events" "$T/events" ||
            fail "$set: a read is of an instruction that has no such operand"
    done
}

files_are_well_formed() {
    for c in modern modern_scoreboard sm_tiny; do
        views_are_well_formed $c
        log_is_well_formed $c
    done
    for plant in 's,/ph\tX\t,/ph\tY\t,' '0,/\/tid\t/{/\/tid\t/d;}' 's,/dur\t3\t,/dur\t-3\t,' '/thread_name/d' \
        's,/cat\twait,/cat\t,' '/args.what/d' 's,\(/ts\t[0-9]*\)\tother,\1\tstring,'; do
        sed "$plant" "$T/leaves" >"$T/planted"
        ! cmp -s "$T/leaves" "$T/planted" || fail "nothing was planted: $plant"
        [ -n "$(chrome_fault "$T/planted")" ] || fail "a planted fault is not seen: $plant"
    done
}

# Values do not matter, and cycles that pass unseen are not in the window.
timing_only_shows_the_same() {
    for window in "ccu 0 3000" "ccu 700 1200" "modern 700 1200"; do
        # shellcheck disable=SC2086 # these are words
        set -- $window
        run "$1" workloads/mix --from "$2" --to "$3" --pipeline "$T/a.kanata" --explain 3:20
        cp "$T/run" "$T/told"
        run "$1" workloads/mix --from "$2" --to "$3" --pipeline "$T/b.kanata" --explain 3:20 --timing-only
        cmp "$T/a.kanata" "$T/b.kanata" || fail "--timing-only shows something else in cycles $2 to $3 of $1"
        sed 1d "$T/run" >"$T/told.timing"
        sed 1d "$T/told" | diff - "$T/told.timing" || fail "--timing-only tells another story of $1"
    done
}

# In lock-step the RTL's ports and registers are read: without a mismatch they show what the model's do.
rtl_shows_what_the_model_does() { # CONFIG [key=value ...]
    config=$1 sets=""
    shift
    for s in "$@"; do sets="$sets --set $s"; done
    tb/flow/flow.sh cosim "$config" workloads/mix "$@" -- --slice 0.0 --to 5000 --pipeline "$T/rtl.kanata" \
        --log "$T/rtl.tsv" --explain 1:12 >"$T/cosim" 2>&1 || { cat "$T/cosim"; fail "cosim $config $*"; }
    # shellcheck disable=SC2086 # these are words
    run "$config" workloads/mix $sets --to 5000 --pipeline "$T/model.kanata" --log "$T/model.tsv" --explain 1:12
    cmp "$T/rtl.kanata" "$T/model.kanata" || fail "$config $*: the RTL's view is not the model's"
    diff "$T/rtl.tsv" "$T/model.tsv" || fail "$config $*: the RTL's log is not the model's"
    grep -E '^(It|Its|In all|Warp) ' "$T/run" >"$T/told"
    [ "$(wc -l <"$T/told")" -gt 5 ] || fail "$config $*: --explain says nothing"
    grep -E '^(It|Its|In all|Warp) ' "$T/cosim" | diff - "$T/told" || fail "$config $*: the RTL tells another story"
}

rtl_shows_what_the_model_does_quickly() { export VERILATE_OPT=-O0; rtl_shows_what_the_model_does "$@"; }

# A fault of the RTL is seen in the RTL's view, and not in the model's: a CCU that keeps locks has no entry left for R5.
planted_fault_is_seen() {
    export VERILATE_OPT=-O0
    status=0
    # With these latencies the log shows it in the cycle before a port does.
    FAULT=ccu:2 LOG="$T/rtl.tsv" tb/flow/flow.sh cosim tiny workloads/mix memory.shared_latency=20 \
        memory.l1_latency=20 memory.l2_latency=160 memory.dram_latency=100 -- --slice 0.0 --no-flops >"$T/cosim" 2>&1 ||
        status=$?
    [ $status -eq 1 ] || { cat "$T/cosim"; fail "exit code $status instead of 1 with FAULT=ccu:2"; }
    cycle=$(sed -n 's/^lock-step: MISMATCH in cycle \([0-9]*\).*/\1/p' "$T/cosim")
    # shellcheck disable=SC2086 # $hand is words
    run tiny workloads/mix $hand --to $((cycle - 1)) --log "$T/model.tsv"
    diff "$T/model.tsv" "$T/rtl.tsv" >"$T/diff" && fail "the RTL's log does not show FAULT=ccu:2"
    [ "$(wc -l <"$T/diff")" -eq 4 ] || { cat "$T/diff"; fail "the logs differ in more than one line"; }
    grep -q '^< .*collect.*R5 hit$' "$T/diff" && grep -q '^> .*collect.*R5 from bank 0$' "$T/diff" ||
        { cat "$T/diff"; fail "the RTL's log differs otherwise than by R5, which is not in its cache table"; }
}

# Without collectors likewise: an entry of the reuse cache stays valid though a read does not keep it. No port shows it,
# for the value is the same.
planted_fault_without_collectors_is_seen() {
    export VERILATE_OPT=-O0
    FAULT=modern_control:5 LOG="$T/rtl.tsv" tb/flow/flow.sh cosim modern workloads/mix -- --slice 0.0 --to 500 \
        --no-flops >"$T/cosim" 2>&1 || { cat "$T/cosim"; fail "a port shows FAULT=modern_control:5"; }
    run modern workloads/mix --to 500 --log "$T/model.tsv"
    diff "$T/model.tsv" "$T/rtl.tsv" >"$T/diff" && fail "the RTL's log does not show FAULT=modern_control:5"
    grep -q '^< .*	collect	24	FFMA.*, R10 from bank 0 and kept, R20 from bank 0$' "$T/diff" &&
        grep -q '^> .*	collect	24	FFMA.*, R10 hit and kept, R20 from bank 0$' "$T/diff" ||
        { cat "$T/diff"; fail "the RTL's log differs otherwise than by R10, which its reuse cache still has"; }
}

# told CONFIG INPUT STEP LAST WARP... [-- argument ...]: what --explain tells of instructions 1, 1 + STEP, ... up to
# LAST of these warps.
told() {
    config=$1 step=$3 last=$4 warps=""
    case $2 in
    *.yaml) input="--workload $2" ;;
    *) input="--trace $2" ;;
    esac
    shift 4
    while [ $# -gt 0 ] && [ "$1" != -- ]; do warps="$warps $1" && shift; done
    [ $# -eq 0 ] || shift
    : >"$T/told"
    # shellcheck disable=SC2086 # these are words
    "$O/cmodel" run -c "configs/$config.yaml" $input --slice 0.0 -q "$@" --log "$T/events" >"$T/run" 2>"$T/err" ||
        { cat "$T/err"; fail "cmodel run -c configs/$config.yaml $input --slice 0.0 $*"; }
    for warp in $warps; do
        for n in $(seq 1 "$step" "$last"); do
            # shellcheck disable=SC2086
            "$O/cmodel" run -c "configs/$config.yaml" $input --slice 0.0 -q "$@" --explain "$warp:$n" 2>"$T/err" |
                sed '/^result/d' >>"$T/told"
        done
    done
}

# Whether the log has what the sentences of $T/told say of a cycle: "R7, which #10 LDG wrote in cycle 199", "until #10
# LDG had written R7 in cycle 199", "P0, which #3 ISETP gave in cycle 9", "It wrote R7 in cycle 199". FEWEST: so many of
# the first three are there.
told_is_in_log() { # FEWEST
    awk -v fewest="$1" 'function event(name, number, detail, cycle) {
            if (!((cycle, warp, name, number, detail) in seen)) { bad = 1
                print "warp " warp ", instruction " self ": no " name " of #" number " " detail " in cycle " cycle
                print $0
            } }
        FNR == NR { split($0, f, "\t"); if (f[4] == "write") { f[4] = "result"; sub(/ .*/, "", f[9]) }
            seen[f[1], f[2], f[4], f[5], f[4] == "result" ? f[9] : ""] = 1; next }
        $1 == "Warp" { warp = $2; self = $0; sub(/.* instruction /, "", self); sub(/:.*/, "", self); next }
        / (wrote|had written|gave) .*in cycle [0-9]+/ {
            for (i = 1; i <= NF; i++) { if ($i ~ /^#/) who = substr($i, 2)
                if ($i == "which") what = substr($(i - 1), 1, length($(i - 1)) - 1)
                if ($i == "written") what = $(i + 1)
                if ($i == "cycle" && $(i - 1) == "in") cycle = $(i + 1) + 0 }
            for (i = 3; $2 == "wrote" && $i != "in"; i++)
                if ($i ~ /^R/) { sub(/,/, "", $i); event("result", self, $i, cycle) }
            if ($2 == "wrote") next
            sentences++
            if ($0 ~ / gave in /) event("tags", who, "", cycle); else event("result", who, what, cycle) }
        END { if (sentences < fewest) { print sentences + 0 " sentences name a cycle"; bad = 1 } exit bad }' \
        "$T/events" "$T/told" || fail "--explain says what --log does not have: $config"
}

# What a sentence says of a cycle is in the log.
explain_says_what_the_log_has() {
    for c in triple_a ocu rfc_2way_compiler_linear bow_wr_hinted ccu; do
        told $c workloads/mix 4 52 4
        told_is_in_log 3
    done
    told triple_a docs/start/mine.yaml 1 5 1 2
    told_is_in_log 3
    told ltrf workloads/mix 4 52 4 -- --set rf.cycles=3
    told_is_in_log 3
    told modern workloads/mix 4 52 4
    told_is_in_log 0
    grep -q '^It wrote R[0-9]* in cycle' "$T/told" || fail "--explain says of no result when it was written: modern"
    told modern_scoreboard workloads/mix 4 52 4
    told_is_in_log 3
    told modern_scoreboard docs/start/mine.yaml 1 5 1 2
    told_is_in_log 3
}

# results_wait_for CONFIG INPUT [argument ...]: whoever "goes first" has a result accepted in each cycle of the wait,
# and somebody is named.
results_wait_for() {
    run "$@" --pipeline "$T/page.html" --to 100000000 --log "$T/events"
    awk -F '\t' 'FNR == NR { if ($4 == "result" || $4 == "write") seen[$1, $2, $5] = 1; next }
        $1 == "R" { of[rows] = $3; sequence[rows++] = $4 }
        $1 == "S" && / (of before|is not accepted)/ { print "warp " of[$2] " #" sequence[$2] ": " $0; bad = 1 }
        $1 == "S" && $7 ~ /^the result in .* goes first$/ {
            warp = of[$2]
            if ($7 ~ / of warp [0-9]+ goes first$/) { warp = $7; sub(/.* of warp /, "", warp); warp += 0 }
            who = $7; sub(/.*#/, "", who); who += 0; waits++
            for (i = 0; i < $4; i++) if (!(($3 + i, warp, who) in seen)) { bad = 1
                print "warp " of[$2] " #" sequence[$2] ": no result of #" who " of warp " warp " in cycle " $3 + i
                print $7
            } }
        END { if (!waits) { print "no result waits"; bad = 1 } exit bad }' "$T/events" "$T/page.html" ||
        fail "--pipeline names somebody else than --log: $*"
}

results_wait_for_those_that_are_accepted() {
    for c in rfc_8way_write rfc_2way_compiler_linear rfc_4way_write_interleaved two_level_rfc bow bow_wr_hinted ocu \
        modern; do
        results_wait_for $c workloads/mix
    done
    results_wait_for rfc_8way_write workloads/mix --set rfc.write=write_through
    for c in ltrf ltrf_plus sw_rfc; do results_wait_for $c workloads/mix; done
    results_wait_for ltrf_plus workloads/mix --set rf.cycles=3
    results_wait_for ocu workloads/mix --set writeback.order=unit
    results_wait_for ocu workloads/mix --set collector.beats=2
    run rfc_8way_write workloads/mix --explain 0:13
    why='because R17, which its result in R24 replaces, had to leave bank 1 to the result of #11 LDG.E.128.CONSTANT of'
    grep -qF "$why" "$T/run" || fail "--explain 0:13 does not say for which bank its result waits"
}

# A run that ends before a wait does, or with a mismatch, knows no cycle for it.
explain_of_an_early_end_is_true() {
    told ocu docs/start/mine.yaml 1 14 0 -- --max-cycles 200
    told_is_in_log 3
    grep -q '^It has waited 104 cycles so far for R7 of #10 LDG.E.SYS (cycles 96 to 199)\.$' "$T/told" ||
        fail "--max-cycles 200 --explain 0:14 does not say that R7 of #10 has not come"
    for n in 11 30 60; do
        told triple_a workloads/mix 2 9 0 -- --max-cycles $n
        told_is_in_log 0
    done
}

# What --explain has not reached does not take the files along, and what --from has not reached not the sentences; nor
# with a mismatch.
each_part_of_a_view_is_closed_by_itself() {
    tiny="$O/cmodel run -c configs/tiny.yaml --trace workloads/mix --slice 0.0 -q"
    # shellcheck disable=SC2086 # these are words
    refused "--explain 0:9: slice 0.0 has decoded no such instruction" $tiny --max-cycles 20 --explain 0:9 \
        --pipeline "$T/v.html" --log "$T/v.tsv"
    [ -s "$T/v.html" ] && [ -s "$T/v.tsv" ] || fail "--explain of nobody takes view and log along"
    # shellcheck disable=SC2086
    refused "--from 5000: the run" $tiny --explain 0:3 --pipeline "$T/w.html" --from 5000
    grep -q '^It was decoded' "$T/out" || fail "--from behind the end takes the sentences of --explain along"
    [ ! -e "$T/w.html" ] || fail "a view of no cycle was written"
    export VERILATE_OPT=-O0
    status=0
    FAULT=ccu:2 LOG="$T/rtl.tsv" EXPLAIN=0:99999 tb/flow/flow.sh cosim tiny workloads/mix -- --slice 0.0 \
        >"$T/cosim" 2>&1 || status=$?
    [ $status -eq 1 ] || { cat "$T/cosim"; fail "exit code $status instead of 1 with FAULT=ccu:2"; }
    grep -qF -- "--explain 0:99999: slice 0.0 has decoded no such instruction" "$T/cosim" ||
        { cat "$T/cosim"; fail "with a mismatch nothing is said of --explain, which was not reached"; }
    [ -s "$T/rtl.tsv" ] || fail "with a mismatch --explain of nobody takes the log along"
}

pipeline_options_are_refused() {
    tiny="$O/cmodel run -c configs/tiny.yaml --trace workloads/mix --slice 0.0 -q"
    # shellcheck disable=SC2086 # these are words
    {
    refused "--pipeline view.txt: the end of the name says what is written; accepted are .kanata" $tiny \
        --pipeline view.txt
    refused "--pipeline .json: the end of the name" $tiny --pipeline .json
    refused "--from 20 comes behind --to 10; accepted is a window" $tiny --pipeline "$T/v.json" --from 20 --to 10
    refused "--from and --to are of --pipeline and --log" $tiny --from 20
    refused "--to x: accepted is a cycle" $tiny --pipeline "$T/v.json" --to x
    refused "--pipeline $T/none/v.json cannot be written: No such file" $tiny --pipeline "$T/none/v.json"
    refused "--log $T cannot be written: Is a directory" $tiny --log "$T"
    refused "--from 5000: the run of slice 0.0 has cycles 0 to 299; accepted is one of these" $tiny --max-cycles 300 \
        --pipeline "$T/v.json" --from 5000
    for who in 1 1: :1 x:1 1:x 1:2:3 -1:2 1:4294967296; do
        refused "--explain $who: accepted is WARP:SEQUENCE" $tiny --explain "$who"
    done
    refused "--explain 99:0: slice 0.0 has decoded no such instruction" $tiny --explain 99:0
    refused "--pipeline $T/x.log and --log $T/./x.log are one file; accepted are two" $tiny --pipeline "$T/x.log" \
        --log "$T/./x.log"
    : >"$T/there.log"
    ln -s there.log "$T/other.log"
    refused "are one file" $tiny --pipeline "$T/there.log" --log "$T/other.log"
    refused "--explain with --csv, --json or --accel-sim" $tiny --explain 0:1 --json
    }
    [ ! -e "$T/v.json" ] || fail "a view was written all the same"
    export PIPELINE="$T/v.json"
    FROM=9 TO=5 refused "FROM=9 is behind TO=5" tb/flow/flow.sh run tiny workloads/mix
    FROM=x refused "FROM=x TO=: accepted are numbers of cycles" tb/flow/flow.sh cosim tiny workloads/mix
    unset PIPELINE
    FROM=5 refused "FROM=5 TO=: accepted with PIPELINE= or LOG=" tb/flow/flow.sh run tiny workloads/mix
    LOG=$T/none/log make -s run CONFIG=tiny >/dev/null || fail "LOG of the environment counts"
}

"$@"
