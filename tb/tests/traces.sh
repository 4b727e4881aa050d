#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Traces: those that are written are as Accel-Sim asserts, and those that are read come in every odd shape.
. tb/tests/lib.sh

# Every n-th bundled workload as a trace (1: all).
written_traces_pass_a_strict_reader() {
    ls workloads/*/*.yaml | awk -v step="$1" 'NR % step == 0' >"$T/launches"
    while read -r launch; do
        name=$(basename "$launch" .yaml)
        "$O/warptrace" --run "$launch" --trace "$T/trace" -q >"$T/out" 2>&1 || fail "$name: $(cat "$T/out")"
        "$O/strict_trace" "$T/trace" >"$T/out" 2>&1 || fail "$name: $(cat "$T/out")"
        echo "$name: $(cat "$T/out")"
        rm -r "$T/trace"
    done <"$T/launches"
    [ -s "$T/launches" ] || fail "no workload"
}

# As the tracer has it: a width of 0 belongs to instructions that never access memory.
random_traces_give_every_access_a_width() {
    for mode in --memory --mixed --arithmetic; do
        "$O/random_trace" $mode -o "$T/random" -s 5 -k 2 -i 300 >"$T/out" || fail "random_trace $mode"
        awk 'NF > 4 && length($2) == 8 {
                 at = 4 + $3; sources = $(at + 1); width = $(at + 2 + sources)
                 if ($at ~ /^(LD|LDG|LDS|LDL|LDSM|ST|STG|STS|STL|ATOM|ATOMG|ATOMS|RED)([.]|$)/) {
                     accesses++; empty += $2 == "00000000"; zero += width == 0 }
             }
             END { print accesses + 0, empty + 0, zero + 0 }' "$T/random"/*.traceg >"$T/counts"
        read -r accesses empty zero <"$T/counts"
        echo "$mode: $accesses accesses, $empty of nobody, $zero without a width"
        [ "$zero" -eq 0 ] || fail "$mode: $zero accesses of width 0"
        [ $mode = --arithmetic ] || [ "$empty" -gt 0 ] || fail "$mode: no access of nobody"
    done
}

# A trace of one block of two warps, of which the second has 8 lanes, with every kind of access.
write_good() {
    mkdir -p "$T/good"
    echo kernel-1.traceg >"$T/good/kernelslist.g"
    cat >"$T/good/kernel-1.traceg" <<END
-kernel name = k
-kernel id = 1
-grid dim = (1,1,1)
-block dim = (40,1,1)
-shmem = 64
-nregs = 16
-binary version = 75
-cuda stream id = 0
-shmem base_addr = 0x00007f6000000000
-local mem base_addr = 0x00007f6100000000
-nvbit version = 1.5.5
-accelsim tracer version = 4
-enable lineinfo = 0

#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]

#BEGIN_TB

thread block = 0,0,0

warp = 0
insts = 12
0000 ffffffff 1 R1 MOV 0 0
0010 00000003 1 R2 LDG.E.SYS 1 R4 4 1 0x7f0000000101 4
0020 00000005 1 R2 LDL.U16 1 R4 2 0 0x7f6100000002 0x7f6100000006
0030 00000001 1 R2 LDL.64 1 R4 8 1 0x7f6100000004 0
0040 00000003 1 R2 LD.E.U8 1 R4 1 2 0x7f6100000001 -17000000
0050 00000001 0 ATOMG.E.ADD.S32.STRONG.GPU 3 R2 R4 R6 4 1 0x7f000000001c 0
0060 00000001 0 RED.E.ADD.64.STRONG.GPU 2 R4 R6 8 1 0x7f0000000018 0
0070 00000000 0 STS.128 2 R4 R8 16 1 0x0 0
0080 000000f0 0 ST.E.SYS 2 R4 R3 4 1 0x7f0000000001 4
0090 ffffffff 0 BAR.SYNC 0 0
00a0 0000ffff 0 EXIT 0 0
00b0 ffff0000 0 EXIT 0 0

warp = 1
insts = 1
0000 000000ff 0 EXIT 0 0

#END_TB
END
}

# stops REASON EDIT: the good trace, edited, is said to stop Accel-Sim.
stops() {
    rm -rf "$T/bad"
    cp -r "$T/good" "$T/bad"
    sed -i -E "$2" "$T/bad/kernel-1.traceg"
    ! cmp -s "$T/bad/kernel-1.traceg" "$T/good/kernel-1.traceg" || fail "'$2' changes nothing"
    status=0
    "$O/strict_trace" "$T/bad" >"$T/out" 2>"$T/err" || status=$?
    [ "$status" -eq 1 ] || fail "exit code $status instead of 1 after '$2': $(cat "$T/out" "$T/err")"
    grep -qF -- "$1" "$T/err" || fail "'$1' is not said after '$2': $(cat "$T/err")"
    grep -q 'kernel-1.traceg:[0-9]*: ' "$T/err" || fail "no file and line: $(cat "$T/err")"
}

# One row for each thing that Accel-Sim asserts, or would take for something else.
strict_reader_finds_what_accelsim_asserts() {
    write_good
    "$O/strict_trace" "$T/good" || fail "the good trace"
    # header
    stops "the parser does not find its value" 's/^-nregs = 16/-nregs=16/'
    stops "the parser does not find its value" 's/^-grid dim = .*/-grid dim = (1;1;1)/'
    stops "the parser does not find its value" 's/^-binary version = 75/-binary = 75/'
    for key in "kernel name" "kernel id" "grid dim" "block dim" shmem nregs "binary version" "cuda stream id" \
        "shmem base_addr" "local mem base_addr" "accelsim tracer version"; do
        stops "the header lacks a key" "/^-$key =/d"
    done
    stops "only 75 has the opcodes" 's/^-binary version = 75/-binary version = 80/'
    stops "3 to 5 are written for Turing" 's/tracer version = 4/tracer version = 6/'
    stops "enable lineinfo is 2" 's/lineinfo = 0/lineinfo = 2/'
    stops "the header ends without a line that begins with #" '/^#/d'
    stops "which is this one" '/^#traces/d'
    stops "1 to 1024 run on a core" 's/^-block dim = .*/-block dim = (40,32,1)/'
    stops "bytes of shared memory: a core has" 's/^-shmem = 64/-shmem = 65537/'
    stops "a core has 65536" 's/^-nregs = 16/-nregs = 1028/'
    stops "does not lie behind that of shared memory" \
        's/^-local mem base_addr = .*/-local mem base_addr = 0x7f5f00000000/'
    # blocks and warps
    stops "they are taken in order" 's/^thread block = 0,0,0/thread block = 1,0,0/'
    stops "does not follow #BEGIN_TB" '/^thread block/d'
    stops "0 of 2 instructions are there" 's/^insts = 1$/insts = 2/; /^0000 000000ff/d'
    stops "the front end asserts one" 's/^insts = 1$/insts = 0/; /^0000 000000ff/d'
    stops "1 of 2 warps are there" '/^warp = 1/,/^0000/d'
    stops "of a warp of the block, once" 's/^warp = 1/warp = 0/'
    stops "of a warp of the block, once" 's/^warp = 1/warp = 2/'
    stops "#END_TB is missing" '/^#END_TB/d'
    stops "0 of 1 blocks are there" '/^#BEGIN_TB/,$d'
    stops "1 of 2 blocks are there" 's/^-grid dim = .*/-grid dim = (2,1,1)/'
    stops "#BEGIN_TB or the end of the file belongs here" '$s/$/\n#BEGIN/'
    # lanes
    stops "lanes 0xffff0000 never end" 's/^insts = 12/insts = 11/; /^00b0/d'
    stops "lanes 0x00000100 have ended or are none" 's/^0000 000000ff/0000 000001ff/'
    stops "lanes 0x00008000 have ended or are none" 's/^00b0 ffff0000/00b0 ffff8000/'
    stops "behind the end of all lanes" 's/^insts = 1$/insts = 2/; s/^0000 000000ff.*/&\n0010 00000000 0 NOP 0 0/'
    # an instruction
    stops "PC and mask are missing" 's/^0000 ffffffff 1 R1/0000 fffffffff 1 R1/'
    stops "destination registers: the parser asserts at most 1" 's/1 R1 MOV/2 R1 R2 MOV/'
    stops "destination register 1 of 1 is not R0 to R255" 's/1 R1 MOV/1 UR1 MOV/'
    stops "the number of destination registers is missing" 's/1 R1 MOV/MOV/'
    stops "'MOVX': the opcode is not in the table" 's/MOV/MOVX/'
    stops "source registers: the parser asserts at most 4" 's/MOV 0/MOV 5 R1 R2 R3 R4 R5/'
    stops "source register 2 of 2 is not R0 to R255" 's/MOV 0/MOV 2 R1 R256/'
    stops "the memory width is missing" 's/MOV 0 0/MOV 0/'
    stops "'x' follows where the line should end" 's/MOV 0 0/MOV 0 0 x/'
    # accesses
    stops "LDG has no addresses: the front end asserts data_size > 0" 's/(LDG.* R4) .*/\1 0/'
    stops "STS has no addresses: the front end asserts data_size > 0" 's/(STS.* R8) .*/\1 0/'
    stops "the address format is not 0, 1 or 2" 's/R4 4 1 (0x7f0000000101)/R4 4 3 \1/'
    stops "the base address is missing" 's/0x7f0000000101 4//'
    stops "the stride is missing" 's/0x7f0000000101 4/0x7f0000000101/'
    stops "does not fit 32 bits" 's/0x7f0000000101 4/0x7f0000000101 2147483648/'
    stops "a stride with gaps" 's/00000003 1 R2 LDG/00000005 1 R2 LDG/'
    stops "the address of lane 2 is missing" 's/0x7f6100000002 0x7f6100000006/0x7f6100000002/'
    stops "the address difference of lane 1 is missing" 's/ -17000000//'
    stops "1, 2, 4, 8 and 16 are coalesced" 's/LDG.E.SYS/LDG.E.256.SYS/'
    stops "stay within words" 's/LDL.U16/LDL.S16/'
    stops "stay within words" 's/0x7f6100000002 /0x7f6100000003 /'
    stops "stay within words" 's/LDL.64 1 R4 8 1 0x7f6100000004/LDL.64 1 R4 8 1 0x7f6100000002/'
    stops "stay within words" 's/LD.E.U8/LD.E.S8/'
    stops "lie in one sector" 's/0x7f000000001c/0x7f000000001e/'
    stops "lie in one sector" 's/0x7f0000000018/0x7f000000001c/'
    # the end of the file, and the list
    write_good
    printf '#' >>"$T/good/kernel-1.traceg"
    stops "the line has no end" 's/^-kernel name = k/-kernel name = l/'
    write_good
    for list in 'kernel-1.traceg.xz' 'MemcpyHtoD,0x7f,4' ' kernel-1.traceg'; do
        cp "$T/good/kernel-1.traceg" "$T/bad"
        echo "$list" >"$T/bad/kernelslist.g"
        status=0
        "$O/strict_trace" "$T/bad" 2>"$T/err" || status=$?
        [ "$status" -eq 1 ] && grep -qF 'kernelslist.g:1: the line is no kernel' "$T/err" ||
            fail "'$list' in a list: $(cat "$T/err")"
    done
    refused "accepted is a folder that warptrace --trace has written" "$O/strict_trace" "$T"
    refused "a folder with a kernelslist.g" "$O/strict_trace"
}

"$@"
