# SPDX-License-Identifier: Apache-2.0
# Launch files as users write them, run by the executor alone: kernels in tb/launches, compiled by nvcc.
. tb/tests/lib.sh

# launch CUBIN KERNEL ARGUMENTS [LINES]: a launch file of one launch, of 32 threads, with a buffer o of 64 words that
# hold $fill, or 0.
launch() {
    printf 'cubin: %s\nbuffers: {o: {type: u32, count: 64, contents: {fill: %s}}}\nlaunches:\n' \
        "$PWD/tb/launches/$1.cubin" "${fill:-0}" >"$T/one.yaml"
    printf '  - {kernel: %s, grid: [1], block: [32], arguments: [%s]}\n%s\n' "$2" "$3" "${4:-}" >>"$T/one.yaml"
}

# refuses CUBIN KERNEL ARGUMENTS SUBSTRING...: the launch is refused by one sentence that has all of these, and the file
# and the kernel.
refuses() {
    launch "$1" "$2" "$3"
    cubin=$1.cubin kernel=$2
    shift 3
    refused "$1" "$O/warptrace" --run "$T/one.yaml"
    for text in "$cubin" "$kernel" accepted "$@"; do
        grep -qF -- "$text" "$T/err" || fail "'$text' is not in the refusal of $kernel: $(cat "$T/err")"
    done
    echo "$kernel: $(cat "$T/err")"
}

# Every buffer is what the launch file expects of it. Arguments: names of launch files.
launches_give_what_is_expected() {
    for name in "$@"; do
        for size in small large; do
            "$O/warptrace" --run "tb/launches/$name.yaml" --size $size >"$T/out" 2>"$T/err" ||
                { cat "$T/out" "$T/err"; fail "$name, $size"; }
            grep -q "^result correct: $name$" "$T/out" || fail "$name, $size: $(cat "$T/out")"
            head -n 1 "$T/out"
        done
    done
}

# A refusal names file, kernel, address and instruction, says what it is that is not executed, and what would be.
refusals_name_their_cause() {
    fill=1
    refuses refused texture_fetch 'o, {u64: 0}' 'address 0x0020 (TLD.' 'textures and surfaces'
    refuses refused surface_write 'o, {u64: 0}' '(SUST.' 'textures and surfaces'
    refuses refused driver_word o 'c[0x0][0x88]' 'only the driver knows'
    refuses refused counter o 'SR_PM0' 'special register 0x64'
    refuses refused trap o '(BPT.TRAP' 'come to a trap'
    refuses refused print o '(CALL.ABS' 'calls vprintf'
    refuses refused allocate o '(CALL.ABS' 'calls malloc'
    refuses refused assertion o '(CALL.ABS' 'calls __assertfail'
    refuses pack extend_by_parameter 'o, {s32: 5}' '(SGXT' 'encodes bank and offset of a constant operand of SGXT'
    refuses constants c_behind 'o, {s32: 100}' '(LDC.S8' '1 byte at 0x70 of constant bank 0x3'
    refuses constants c_uniform 'o, {s32: 1000000}' '(ULDC.S8' '1 byte at 0xf4240 of constant bank 0x3'
    fill=0
    for kernel in trap print allocate assertion; do
        launch refused $kernel o 'check: {outputs: {o: {expect: zero}}}'
        "$O/warptrace" --run "$T/one.yaml" -q | grep -qx 'result correct: one' || fail "$kernel without its cause"
    done
}

# what SUBSTRING FILE: the file is refused as a cubin, with this and its name.
what() {
    printf 'cubin: %s\nlaunches: [{kernel: add, grid: [1], block: [1]}]\n' "$2" >"$T/one.yaml"
    refused "$2: " "$O/warptrace" --run "$T/one.yaml"
    for text in "$1" accepted; do
        grep -qF -- "$text" "$T/err" || fail "'$text' is not in the refusal of $2: $(cat "$T/err")"
    done
}

# flags BYTE: numbers.cubin with this byte in the place of the architecture.
flags() {
    { head -c 49 tb/launches/numbers.cubin; printf "\\$1"; tail -c +51 tb/launches/numbers.cubin; } >"$T/flags.cubin"
}

# What is given instead of a cubin is called by its name.
other_files_are_refused() {
    printf '//\n.version 9.0\n.target sm_75\n.address_size 64\n' >"$T/a.ptx"
    what 'this is PTX' "$T/a.ptx"
    printf '\120\355\125\272rest' >"$T/a.fatbin"
    what 'this is a fatbin' "$T/a.fatbin"
    : >"$T/empty.cubin"
    what 'the file is empty' "$T/empty.cubin"
    echo text >"$T/text.cubin"
    what 'this is no ELF file' "$T/text.cubin"
    for n in 3 40 63; do
        head -c $n tb/launches/numbers.cubin >"$T/cut.cubin"
        what 'this ELF file is cut off' "$T/cut.cubin"
    done
    head -c 2000 tb/launches/numbers.cubin >"$T/cut.cubin"
    what 'does not lie in the file of 2000 bytes' "$T/cut.cubin"
    what 'this ELF file is for machine' "$PWD/$O/warptrace"
    flags 120
    what 'this cubin is for sm_80' "$T/flags.cubin"
    flags 132
    what 'this cubin is for sm_90' "$T/flags.cubin"
    flags 113
    cmp "$T/flags.cubin" tb/launches/numbers.cubin || fail "the byte of the architecture is another one"
    what 'is a directory' "$T"
    printf 'cubin: none\n' >"$T/one.yaml"
    what 'cannot be read' "$T/none.cubin"
}

# argument KERNEL ARGUMENTS SUBSTRING: a launch of parameters.cubin is refused in line 5.
argument() {
    printf 'cubin: %s\nbuffers:\n  o: {type: u64, count: 8}\nlaunches:\n  - %s\n' "$PWD/tb/launches/parameters.cubin" \
        "{kernel: $1, grid: [1], block: [1], arguments: [$2]}" >"$T/one.yaml"
    refused "one.yaml:5: $3" "$O/warptrace" --run "$T/one.yaml"
}

# contents TYPE LIST SUBSTRING: addresses are refused in line 2.
contents() {
    printf 'cubin: %s\nbuffers: {o: {type: %s, count: 2, contents: {addresses: %s}}}\nlaunches: []\n' \
        "$PWD/tb/launches/parameters.cubin" "$1" "$2" >"$T/one.yaml"
    refused "one.yaml:2: $3" "$O/warptrace" --run "$T/one.yaml"
}

# Structures, lists and addresses that do not fit.
shapes_that_do_not_fit_are_refused() {
    argument by_struct '{struct: [{s32: 7}, o, {f64: 1}, o]}' "argument 1 has 32 bytes; the kernel's parameter has 40"
    argument by_struct '{struct: [{s32: 7}, o, {f64: 1}, o, {s8: [1, 2, 3, 4, 5, 6, 7, 8, 9]}]}' \
        'argument 1 has 41 bytes'
    argument by_struct '{struct: [{s32: 7}, z, {f64: 1}, o, {s8: 1}]}' "argument 1: there is no buffer 'z'"
    argument by_struct '{struct: {s32: 7}}' 'struct: a list'
    argument by_struct '{struct: [{int: 7}]}' "argument 1: 'int' is no type"
    argument by_struct '{struct: [{s32: 7}, o, {f64: 1}, o, {s8: 128}]}' "a number of type s8 is 128"
    argument by_struct '{struct: []}' 'argument 1 has 0 bytes'
    argument by_table 'o, {s32: [1, 2]}' 'argument 2 has 8 bytes'
    argument by_table 'o, {s32: []}' 'argument 2 has 0 bytes'
    contents u32 '[o, o]' 'addresses in elements of type u32; u64 is accepted'
    contents u64 '[o]' 'addresses has 1 entries for 2 elements'
    contents u64 '[o, p]' "there is no buffer 'p'"
    contents u64 '[0, {buffer: o, offset: 17}]' 'offset is 17'
    contents u64 '[0, {buffer: o, add: 17}]' "an address has no key 'add'"
    contents u64 '[0, 1]' "there is no buffer '1'"
}

# number ARGUMENT SUBSTRING: kernel add is refused with this argument.
number() {
    launch numbers add "o, o, $1"
    refused "one.yaml:4: " "$O/warptrace" --run "$T/one.yaml"
    grep -qF -- "$2" "$T/err" || fail "$1: $(cat "$T/err")"
    grep -q ' accepted$\|parameter has 8$' "$T/err" || fail "$1: $(cat "$T/err")"
}

# Numbers out of the range of their type, in hexadecimal, too.
numbers_out_of_range_are_refused() {
    number '{u64: 18446744073709551616}' 'has a number of more than 64 bits'
    number '{u64: 0x10000000000000000}' 'has a number of more than 64 bits'
    number '{u64: -1}' "is -1 ('-1'); 0 to 18446744073709551615 is accepted"
    number '{u64: 0xffffffffffffffff + 1}' 'leaves the range -2^63 to 2^64 - 1'
    number '{s64: 9223372036854775808}' '-9223372036854775808 to 9223372036854775807 is accepted'
    number '{s64: 0xffffffffffffffff}' '-9223372036854775808 to 9223372036854775807 is accepted'
    number '{s64: -9223372036854775809}' 'leaves the range -2^63 to 2^64 - 1'
    number '{s32: 4294967295}' 'argument 3 has 4 bytes; the kernel'
    for row in 's32 4294967295 -2147483648..2147483647' 's32 0xffffffff -2147483648..2147483647' \
        'u32 -1 0..4294967295' 's8 128 -128..127' 'u8 256 0..255' 'u16 65536 0..65535' \
        's64 1<<63 -9223372036854775808..9223372036854775807'; do
        set -- $row
        printf 'cubin: %s\nbuffers: {o: {type: %s, count: 2, contents: {fill: %s}}}\nlaunches: []\n' \
            "$PWD/tb/launches/numbers.cubin" "$1" "$2" >"$T/one.yaml"
        refused "one.yaml:2: a number of type $1 is" "$O/warptrace" --run "$T/one.yaml"
        grep -qF -- "${3%..*} to ${3#*..} is accepted" "$T/err" || fail "$1 $2: $(cat "$T/err")"
    done
    printf 'cubin: %s\nbuffers: {o: {type: u64, count: 3, contents: {sequence: {start: %s}}}}\nlaunches: []\n' \
        "$PWD/tb/launches/numbers.cubin" 0xfffffffffffffffe >"$T/one.yaml"
    refused 'one.yaml:2: the sequence leaves the range of u64' "$O/warptrace" --run "$T/one.yaml"
    refused 'a parameter is up to 9223372036854775807' "$O/warptrace" --run tb/launches/numbers.yaml --param n=1\<\<63
}

one_order='races allowed: values are those of one order of the accesses to memory; a GPU may give others'

# Blocks that wait for each other end in lock-step, too, and every report says whose values these are. CONFIG as
# argument.
waits_end_in_lock_step() {
    make -s --no-print-directory cosim CONFIG="$1" WORKLOAD=tb/launches/sync.yaml O="$O" >"$T/out" 2>&1 ||
        { cat "$T/out"; fail "lock-step"; }
    cat "$T/out"
    tail -n 3 "$T/out" | head -n 1 | grep -q ' 0 mismatches, oracle equal$' || fail "no lock-step line"
    tail -n 2 "$T/out" | head -n 1 | grep -qxF "$one_order" || fail "the report does not say whose values it has"
    tail -n 1 "$T/out" | grep -qx 'result correct' || fail "$(tail -n 1 "$T/out")"
}

# A whole SM compares what loads find in its memory: what another warp stores in time of its own is no mistake there.
waits_end_on_the_model_of_an_sm() {
    "$O/cmodel" run -c configs/sm_gto.yaml --workload tb/launches/sync.yaml --quiet >"$T/out" 2>&1 ||
        { cat "$T/out"; fail "cmodel run"; }
    grep 'because of races: [1-9][0-9]* accesses' "$T/out" || fail "no load has found another value: nothing is tested"
    grep -qxF "$one_order" "$T/out" || fail "the report does not say that the order is one of many"
    tail -n 1 "$T/out" | grep -qx 'result correct' || fail "$(tail -n 1 "$T/out")"
    "$O/cmodel" run -c configs/sm_gto.yaml --workload tb/launches/sync.yaml --csv >"$T/csv" 2>"$T/err"
    grep -qF "note: $one_order" "$T/err" || fail "nothing beside --csv says that the order is one of many"
}

# What looks like a barrier of the block, but lacks something, orders nothing.
waits_for_some_are_no_barriers() {
    for kernel in nobody_waits one_stays_away no_fence; do
        printf 'cubin: %s\nbuffers: {o: {type: u32, count: 192}, c: {type: u32, count: 1}}\nlaunches:\n' \
            "$PWD/tb/launches/barriers.cubin" >"$T/one.yaml"
        printf '  - {kernel: %s, grid: [1], block: [96], arguments: [o, c]}\n' $kernel >>"$T/one.yaml"
        refused 'race in o' "$O/warptrace" --run "$T/one.yaml"
        cat "$T/err"
    done
}

# A trace holds the rounds that the waiting warps have made, and untimed analyses see the same instructions.
waits_are_traced() {
    "$O/warptrace" --run tb/launches/sync.yaml --trace "$T/trace" >"$T/out" || fail "--trace"
    grep -qxF "$one_order" "$T/out" || fail "the report does not say that the order is one of many"
    for s in "--trace $T/trace" "--workload tb/launches/sync.yaml"; do
        "$O/cmodel" run -c configs/ocu.yaml --set scoreboard.tags=0 $s --timing-only --csv 2>"$T/err" >"$T/csv" ||
            { cat "$T/err"; fail "$s"; }
        sed -n 's/^warp_instructions,//p' "$T/csv"
        "$O/cmodel" profile -c configs/rfc_8way_write.yaml $s --csv >"$T/csv" || fail "profile $s"
        sed -n 's/^baseline_reads,.*,//p; s/^baseline_writes,.*,//p' "$T/csv"     # as rfc_sim counts
    done >"$T/counts"
    cat "$T/counts"
    [ "$(wc -l <"$T/counts")" -eq 6 ] || fail "counts are missing"
    [ "$(head -n 3 "$T/counts")" = "$(tail -n 3 "$T/counts")" ] || fail "the trace has other instructions than the run"
}

# Every bundled workload is right with blocks in turns, too.
workloads_are_right_with_races_allowed() {
    count=0
    for f in workloads/*/*.yaml; do
        { echo 'races: allowed'; sed "s,^cubin: ,cubin: $PWD/$(dirname "$f")/," "$f"; } >"$T/one.yaml"
        "$O/warptrace" --run "$T/one.yaml" -q >"$T/out" 2>&1 || { cat "$T/out"; fail "$f"; }
        tail -n 1 "$T/out" | grep -qx 'result correct: one' || fail "$f: $(cat "$T/out")"
        count=$((count + 1))
    done
    echo "$count workloads"
}

# waits KERNEL GRID BLOCK ARGUMENTS RACES [KEY]: a launch file of one launch that waits.
waits() {
    printf 'cubin: %s\nraces: %s\nbuffers: {o: {type: u32, count: 4096}, p: {type: u32, count: 4096}}\nlaunches:\n' \
        "$PWD/tb/launches/sync.cubin" "$5" >"$T/one.yaml"
    printf '  - {kernel: %s, grid: [%s], block: [%s], arguments: [%s]%s}\n' "$1" "$2" "$3" "$4" "${6:-}" >>"$T/one.yaml"
}

# What would wait for ever says so: for whom it waits, and what is accepted.
waits_without_end_are_refused() {
    run="$O/warptrace --run $T/one.yaml"
    waits wait_for_nobody 2 32 o refused
    refused "until another block changes memory, and blocks run one after another; with 'races: allowed'" $run
    waits wait_for_nobody 2 32 o allowed
    refused "until memory changes, and no warp changes it any more" $run
    waits wait_for_oneself 1 64 o allowed
    refused "warp 1: it goes round and round" $run
    waits flag_chain 1153 64 'o, p' allowed
    refused "1 have not begun; up to 1152 of this kernel are under way at a time" $run
    waits flag_chain 1152 64 'o, p' allowed
    $run >"$T/out" || fail "a chain of 1152 blocks"
    waits token_of_lanes 2 32 o refused
    refused "race in o at byte 124" $run
    waits token_of_lanes 1 32 o refused
    $run >"$T/out" || fail "lanes of a warp that wait for each other without races allowed"
    waits flag_chain 8 64 'o, p' refused
    refused "until another block changes memory" $run
    waits lock_blocks 8 32 'o, p, {s32: 1}' refused
    refused "'races: allowed' in the launch file accepts it" $run
    waits grid_sync 8 64 'o, p' allowed
    refused "grid.sync() without 'cooperative: true'" $run
    waits grid_sync 8 64 'o, p' refused ', cooperative: true'
    refused "one.yaml:5: a cooperative launch waits for all of its blocks" $run
    waits grid_sync 1153 64 'o, p' allowed ', cooperative: true'
    refused "one.yaml:5: the cooperative launch has 1153 blocks; up to 1152 of grid_sync are accepted" $run
    waits grid_sync 8 64 'o, p' allowed ', cooperative: yes'
    refused "one.yaml:5: cooperative: 'yes' is not known; true and false are accepted" $run
    waits grid_sync 8 64 'o, p' yes
    refused "one.yaml:2: races: 'yes' is not known; refused (the default) and allowed are accepted" $run
}

"$@"
