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
    : >"$T/bad/kernelslist.g"
    ! "$O/strict_trace" "$T/bad" 2>"$T/err" && grep -qF 'kernelslist.g:1: the list names no kernel' "$T/err" ||
        fail "an empty list: $(cat "$T/err")"
    refused "accepted is a folder that warptrace --trace has written" "$O/strict_trace" "$T"
    refused "a folder with a kernelslist.g" "$O/strict_trace"
}

# ---- what is read ----------------------------------------------------------------------------------------------------

counts() { "$O/cmodel" run -c configs/tiny.yaml --timing-only --csv --trace-cache off --trace "$@"; }

# A trace of version 5 with a line of each kind. Line numbers of the tests below count from its first line.
write_base() {
    cat <<END
-kernel name = base
-kernel id = 1
-grid dim = (4,1,1)
-block dim = (64,1,1)
-shmem = 64
-nregs = 16
-binary version = 80
-cuda stream id = 0
-shmem base_addr = 0x00007f6000000000
-local mem base_addr = 0x00007f6100000000
-nvbit version = 1.5.5
-accelsim tracer version = 5
-enable lineinfo = 0

#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [mem_addresses] immediate

#BEGIN_TB

thread block = 1,0,0

warp = 0
insts = 7
0000 ffffffff 1 R1 MOV 0 0 16
0010 00000003 1 R2 LDG.E 1 R4 4 0 0x100 0x200 0
0020 00000003 1 R2 LDS 1 R4 4 1 0x10 4 0
0030 00000007 0 STG.E 2 R4 R2 4 2 0x100 16 -32 0
0040 ffffffff 0 BAR.SYNC 0 0 0
0050 00000000 0 STS 2 R4 R2 4 1 0x0 0 0
0060 ffffffff 0 EXIT 0 0 0

warp = 1
insts = 2
0000 ffffffff 0 BAR.SYNC 0 0 0
0010 ffffffff 0 EXIT 0 0 0

#END_TB
END
}

# is_same SPEC: it is read, without a word, and the counts are those of the base.
is_same() {
    status=0
    counts "$1" >"$T/counts" 2>"$T/err" || status=$?
    [ "$status" -eq 0 ] || fail "$1: exit code $status: $(cat "$T/err")"
    [ ! -s "$T/err" ] || fail "$1: $(cat "$T/err")"
    cmp -s "$T/counts" "$T/base.counts" || fail "$1: other counts: $(diff "$T/counts" "$T/base.counts" | head -n 4)"
    good=$((good + 1))
}

# is_refused "FILE:LINE: WORDS" SPEC
is_refused() {
    refused "$1" counts "$2"
    grep -Eq 'accepted|must follow|missing' "$T/err" || fail "what would be accepted is not said: $(cat "$T/err")"
    good=$((good + 1))
}

# edited EDIT: the base with an edit, as bad.traceg.
edited() {
    write_base | sed -E "$1" >"$T/bad.traceg"
    ! cmp -s "$T/bad.traceg" "$T/base.traceg" || fail "'$1' changes nothing"
}

start_base() {
    good=0
    write_base >"$T/base.traceg"
    counts "$T/base.traceg" >"$T/base.counts" || fail "the base"
}

# Every line of the format damaged in turn, in ten ways: read, or refused by one sentence with file and line.
damaged_lines_are_read_or_refused() {
    start_base
    lines=$(wc -l <"$T/base.traceg") read=0
    for n in $(seq "$lines"); do
        for edit in "${n}d" "${n}s/\$/ x/" "${n}s/^/x/" "${n}p" "${n}s/(.*)..\$/\1/" "${n}s/[0-9]+/-1/" \
            "${n}s/[0-9]+/99999999999999999999/" "${n}s/ //g" "${n}s/.*/\x01\xff/" "${n}q"; do
            write_base | sed -E "$edit" >"$T/bad.traceg"
            status=0
            counts "$T/bad.traceg" >"$T/out" 2>"$T/err" || status=$?
            case $status in
            0) [ ! -s "$T/err" ] && read=$((read + 1)) || fail "$edit: read, but $(cat "$T/err")" ;;
            2) [ "$(wc -l <"$T/err")" -eq 1 ] && grep -Eq 'bad.traceg(:[0-9]+: | executes no)' "$T/err" ||
                fail "$edit: $(cat "$T/err")"
                good=$((good + 1)) ;;
            *) fail "$edit: exit code $status: $(cat "$T/err")" ;;
            esac
        done
    done
    echo "$good are refused, $read read"
    [ "$good" -gt 150 ] && [ "$read" -gt 50 ] || fail "too few of one kind"
}

# What is odd and right: the counts are those of the base.
odd_traces_are_read() {
    start_base
    while IFS= read -r edit; do
        edited "$edit"
        is_same "$T/bad.traceg"
    done <<'END'
s/$/\r/
s/$/ \t /
/^[0-9a-f]{4} /s/ /\t/g
s/ = /\t=\t/
s/^([0-9a-f]{4} )/  \t\1/
s/^$/\n\n\n/
$s/$/\n\n/
s/^-nvbit version = .*//
s/^-binary version = 80/-binary version = 9999/
s/^-nvbit/-some other key = 1\n-nvbit/
s/^#BEGIN/# a comment\n#BEGIN/
s/^0000 ffffffff 1/0x0000 0xFFFFFFFF 1/
s/^-kernel name = base/-kernel name = base<int, 3>(float*, unsigned)/
s/^insts = 7/insts = 007/
/MOV/s/ 16$/ -1.5e-05/
s/^(-enable lineinfo = )0/\10\n-accelsim tracer version = 5/
s/^0050 .*/0050 00000000 0 STS 2 R4 R2 0 0/
s/^warp = 1$/warp = 01/
END
    # The last line has no end; nothing behind the last block; a byte order mark is none of this.
    write_base | head -c -1 >"$T/bad.traceg"
    is_same "$T/bad.traceg"
    # names and folders
    mkdir "$T/a b" "$T/links" "$T/xz" "$T/list"
    cp "$T/base.traceg" "$T/a b/kernel 1.traceg"
    is_same "$T/a b"
    is_same "$T/a b/kernel 1.traceg"
    ln -s "$T/base.traceg" "$T/links/kernel-1.traceg"
    is_same "$T/links"
    ln -s links "$T/linked"
    is_same "$T/linked"
    xz -c "$T/base.traceg" >"$T/xz/kernel-1-ctx_0x55d0c8e0a2b0.traceg.xz"
    is_same "$T/xz"
    printf '%s\n' kernel-1-ctx_0x55d0c8e0a2b0.traceg >"$T/xz/kernelslist.g"    # without .xz
    is_same "$T/xz"
    is_same "$T/xz/kernelslist.g"
    xz "$T/xz/kernelslist.g"
    is_same "$T/xz"
    cp "$T/base.traceg" "$T/list/kernel-1.traceg"
    for line in "$T/list/kernel-1.traceg" "./kernel-1.traceg" "../list/kernel-1.traceg" "$T/a b/kernel 1.traceg" \
        "  kernel-1.traceg" "kernel-1.traceg  " "$(printf 'kernel-1.traceg\r')"; do
        printf 'MemcpyHtoD,0x00007fd5f6400000,4096\n\n# %s\n%s\n' "a comment" "$line" >"$T/list/kernelslist.g"
        is_same "$T/list"
    done
    cp "$T/base.traceg" "$T/list/base"
    is_same "$T/list/base"          # a trace by its content, whatever its name
    echo "$good are read"
}

# What is odd and wrong: file and line, and what would be accepted.
odd_traces_are_refused() {
    start_base
    while IFS='|' read -r want edit; do
        edited "$edit"
        is_refused "$want" "$T/bad.traceg"
    done <<'END'
bad.traceg:21: bad warp number|s/^warp = 0/warp = x/
bad.traceg:21: bad warp number: accepted are 0 to 1, the warps of a block of 64 x 1 x 1|s/^warp = 0/warp = 2/
bad.traceg:22: 'insts = number' must follow|s/^insts = 7/insts = 18446744073709551616/
bad.traceg:31: warp 0 ends after 7 of 4000000000|s/^insts = 7/insts = 4000000000/
bad.traceg:31: warp 0 ends after 7 of 9000000000000000000|s/^insts = 7/insts = 9000000000000000000/
bad.traceg:29: the warp has more instructions: as many as|s/^insts = 7/insts = 6/
bad.traceg:31: warp 0 appears twice|s/^warp = 1/warp = 0/
bad.traceg:19: thread block 4,0,0 is outside: accepted are those of the grid|s/^thread block = 1/thread block = 4/
bad.traceg:19: 'thread block = x,y,z' must follow|s/^thread block = 1,0,0/thread block = 1,0/
bad.traceg:35: the file ends inside a thread block|/^#END_TB/d
bad.traceg:3: bad grid dim|s/^-grid dim = .*/-grid dim = (4294967296,1,1)/
bad.traceg:3: bad grid dim|s/^-grid dim = .*/-grid dim = (4,1,1/
bad.traceg:4: bad block dim|s/^-block dim = .*/-block dim = (0,1,1)/
bad.traceg:12: tracer version 7: 1 to 6 are accepted|s/tracer version = 5/tracer version = 7/
bad.traceg:17: '-nregs =' is missing|s/^-nregs.*//
bad.traceg:7: not a line of a trace's header|s/^-binary.*/\x00\x01\x02/
bad.traceg:23: the immediate is missing|s/^(0000 ffffffff 1 R1 MOV 0 0) 16/\1/
bad.traceg:23: destination register 1 of 1 is bad|s/1 R1 MOV/1 R256 MOV/
bad.traceg:23: 99999999 destination registers: 0 to 8 are accepted|s/1 R1 MOV/99999999 R1 MOV/
bad.traceg:23: MOV: register R16 is out of range|s/1 R1 MOV/1 R16 MOV/
bad.traceg:23: the opcode has a bad character|s/MOV/MO%V/
bad.traceg:23: the opcode is missing|s/MOV/mov/
bad.traceg:23: the active mask is missing|s/^0000 ffffffff 1/0000 fffffffff 1/
bad.traceg:24: address 2 of 2 is missing|s/0x100 0x200 0/0x100/
bad.traceg:24: address format 3 belongs to TMA|s/4 0 0x100 0x200/4 3 2 0x100 0x200/
bad.traceg:24: memory width 3|s/R4 4 0 0x100/R4 3 0 0x100/
bad.traceg:24: LDG.E accesses memory and has no addresses|s/R4 4 0 0x100 0x200/R4 0/
bad.traceg:25: the stride is missing|s/0x10 4/0x10 4x/
bad.traceg:26: address difference 2 of 2|s/16 -32 0/16/
bad.traceg:17: an instruction before the first #BEGIN_TB|s/^#BEGIN_TB/0 0 0 0 0000 ffffffff 0 EXIT 0 0 0/
bad.traceg:1: a line of a list of kernels|1s/^.*/kernel-1.traceg/
END
    : >"$T/empty.traceg"
    is_refused "empty.traceg:1: the file is empty" "$T/empty.traceg"
    printf '\n\n' >"$T/bad.traceg"
    is_refused "bad.traceg:2: '-grid dim =' is missing" "$T/bad.traceg"
    printf '%2000000s\n' x | cat "$T/base.traceg" - >"$T/bad.traceg"
    is_refused "bad.traceg:37: the line is longer than the 1048576 bytes" "$T/bad.traceg"
    xz -c "$T/base.traceg" | head -c -20 >"$T/cut.traceg.xz"
    is_refused "cut.traceg.xz:" "$T/cut.traceg.xz"
    # names, links and folders
    mkdir "$T/none" "$T/twice" "$T/ungrouped" "$T/dsm" "$T/folder.traceg"
    is_refused "none: the directory has no trace; accepted are a kernelslist.g or a .traceg file" "$T/none"
    is_refused "folder.traceg: the directory has no trace" "$T/folder.traceg"
    cp "$T/base.traceg" "$T/twice/kernel-1.traceg"
    gzip -k "$T/twice/kernel-1.traceg"
    is_refused "kernel-1.traceg: the same trace is there compressed, too" "$T/twice"
    echo kernel-1.trace >"$T/ungrouped/kernelslist"
    is_refused "kernelslist: it is the list of traces that are not grouped" "$T/ungrouped/kernelslist"
    is_refused "ungrouped: the directory has no trace" "$T/ungrouped"
    echo x >"$T/dsm/kernel-1.tracez"
    is_refused "kernel-1.tracez: a .tracez file is not read" "$T/dsm/kernel-1.tracez"
    is_refused "or a .tracez" "$T/dsm"
    ln -s "$T/nowhere" "$T/broken.traceg"
    is_refused "broken.traceg: No such file or directory" "$T/broken.traceg"
    ln -s loop.traceg "$T/loop.traceg"
    is_refused "loop.traceg: Too many levels of symbolic links" "$T/loop.traceg"
    mkfifo "$T/pipe.traceg"
    is_refused "pipe.traceg: it is no regular file" "$T/pipe.traceg"
    is_refused "/dev/null: it is no regular file" /dev/null
    # lists
    mkdir "$T/list"
    while IFS='|' read -r want line; do
        printf "$line" >"$T/list/kernelslist.g"
        is_refused "$want" "$T/list"
    done <<'END'
kernelslist.g: the list names no kernel|\n# nothing\n
kernelslist.g: the list names no kernel|MemcpyHtoD,0x7f,4\nncclGroupStart\n
kernelslist.g:2: a .tracez file is not read|# the first\nkernel-1.tracez\n
kernelslist.g:1: the trace is not grouped|kernel-1.trace\n
kernel-7.traceg: |kernel-7.traceg\n
list/kernel: |kernel\n
END
    printf 'kernel-1.traceg\n' >"$T/list/kernelslist.g"
    is_refused "kernel-1.traceg: " "$T/list"
    is_refused "has an empty element" "$T/base.traceg,"
    is_refused "has an empty element" ""
    echo "$good are refused"
}

# ---- lists and names -------------------------------------------------------------------------------------------------

# Lines that are skipped are counted and said once, by every command that reads the list; not with --quiet.
skipped_lines_are_said() {
    start_base
    mkdir "$T/list"
    cp "$T/base.traceg" "$T/list/kernel-1.traceg"
    printf '%s\n' MemcpyHtoD,0x7f,4 ncclCommInitAll kernel-1.traceg ncclGroupStart ncclGroupEnd "# x" \
        >"$T/list/kernelslist.g"
    note="note: 3 lines of lists name neither a kernel's trace nor a copy of memory, and are skipped; the first is"
    for command in "cmodel run -c configs/tiny.yaml --timing-only --csv" "cmodel annotate -c configs/malekeh.yaml" \
        "cmodel profile -c configs/bow.yaml --figure bow:7"; do
        "$O"/$command --trace "$T/list" >"$T/out" 2>"$T/err" || fail "$command: $(cat "$T/err")"
        [ "$(cat "$T/err")" = "cmodel: $note $T/list/kernelslist.g:2: 'ncclCommInitAll'" ] ||
            fail "$command: $(cat "$T/err")"
    done
    counts "$T/list" -q >"$T/out" 2>"$T/err" && [ ! -s "$T/err" ] || fail "with -q: $(cat "$T/err")"
    counts "$T/list" 2>"$T/err" | cmp - "$T/base.counts" || fail "other counts than those of the kernel alone"
    make -s --no-print-directory cosim CONFIG=tiny TRACE="$T/list" O="$O" >"$T/out" 2>&1 || fail "$(cat "$T/out")"
    [ "$(grep -c "^cosim: $note" "$T/out")" -eq 1 ] || fail "cosim does not say it once: $(cat "$T/out")"
    printf '%s\n' "ncclSend $(printf '%0200d' 0)" kernel-1.traceg >"$T/list/kernelslist.g"
    counts "$T/list,$T/list" 2>"$T/err" >"$T/out" || fail "twice: $(cat "$T/err")"
    grep -q "2 lines of lists name neither.*kernelslist.g:1: 'ncclSend 0*\.\.\.'$" "$T/err" || fail "$(cat "$T/err")"
    [ "$(wc -c <"$T/err")" -lt 400 ] || fail "all of a long line is printed"
}

# A comma of a path is \, for options, for make and for sweeps; without it the sentence says so.
commas_of_paths_are_escaped() {
    start_base
    mkdir "$T/a,b" "$T/c\\,d"
    cp "$T/base.traceg" "$T/a,b/kernel-1.traceg"
    cp "$T/base.traceg" "$T/c\\,d/kernel-1.traceg"
    escaped=$T/a\\,b
    is_same "$escaped"
    is_same "$escaped/kernel-1.traceg"
    is_same "$T/c\\\\\\,d"
    counts "$escaped,$T/base.traceg" >"$T/out" || fail "two, one with a comma"
    counts "$T/base.traceg,$T/base.traceg" | cmp - "$T/out" || fail "two are not two"
    is_refused "has a comma in its name, and commas stand between traces; accepted is \\, in its place" "$T/a,b"
    make -s --no-print-directory run CONFIG=tiny TRACE="$escaped" ARGS="--timing-only --csv" O="$O" >"$T/out" 2>&1 ||
        fail "make run: $(cat "$T/out")"
    cmp -s "$T/out" "$T/base.counts" || fail "make run: $(diff "$T/out" "$T/base.counts")"
    make -s --no-print-directory cosim CONFIG=tiny TRACE="$escaped,$T/base.traceg" O="$O" >"$T/out" 2>&1 ||
        fail "make cosim: $(cat "$T/out")"
    refused "$T/a,x does not exist" env O="$O" synth/energy/energy.sh tiny tiny "$T/base.traceg,$T/a\\,x"
    printf 'configs: tiny\ntraces: ["%s", "%s"]\n' "$(echo "$escaped" | sed 's/\\/\\\\/g')" "$T/base.traceg" \
        >"$T/sweep.yaml"
    make -s --no-print-directory sweep SWEEP="$T/sweep.yaml" OUT="$T/sweep" O="$O" >"$T/out" 2>&1 ||
        fail "make sweep: $(cat "$T/out")"
    [ "$(grep -c ',ok,' "$T/sweep"/*.csv)" -eq 2 ] || fail "sweep: $(cat "$T/sweep"/*.csv)"
    printf 'configs: tiny\ntraces: "%s"\n' "$T/a,b" >"$T/sweep.yaml"
    refused "a comma of a name is \\," "$O/sweep_cells" "$T/sweep.yaml" "$O/cmodel"
}

"$@"
