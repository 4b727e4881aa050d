# SPDX-License-Identifier: Apache-2.0
# What all slices of a GPU have in common: one STHLD (sthld.mode: gpu; docs/malekeh.md), kernels that end for all of
# them (machine.kernels: gpu), and one L2 (memory.l2: shared; docs/environment.md, 4.17).
. tb/tests/lib.sh

# kernel NAME FILE: a kernel of the blocks that stdin describes, a warp each: a line is "block", or "N text" for N times
# that instruction.
kernel() {
    mkdir -p "$(dirname "$2")"
    cat >"$T/blocks"
    awk -v name="$1" 'function close_block() { if (open) print "insts = " n "\n" text "\n#END_TB\n" }
        function add(line) { text = text sprintf("%04x ", 16 * n++) line "\n" }
        FNR == NR { blocks += $1 == "block"; next }
        FNR == 1 {
            print "-kernel name = " name "\n-kernel id = 1\n-grid dim = (" blocks ",1,1)\n-block dim = (32,1,1)"
            print "-shmem = 0\n-nregs = 40\n-binary version = 75\n-cuda stream id = 0"
            print "-shmem base_addr = 0x00007f5a00000000"
            print "-local mem base_addr = 0x00007f5a02000000\n-nvbit version = none\n-accelsim tracer version = 5"
            print "-enable lineinfo = 0\n" }
        $1 == "block" { close_block(); text = ""; n = 0; open = 1
            print "#BEGIN_TB\n\nthread block = " b++ ",0,0\n\nwarp = 0"; next }
        { line = $0; sub(/^[0-9]+ /, "", line); for (i = 0; i < $1; i++) add(line) }
        END { close_block() }' "$T/blocks" "$T/blocks" >"$2"
}

# Text, CSV, JSON, timeline and series are the same for any number of threads.
same_for_all_threads() { # cmodel options
    for j in 1 2 3 7; do
        for f in text csv json; do
            # shellcheck disable=SC2046 # these are words
            "$O/cmodel" run "$@" -j $j $([ $f = text ] || echo --$f) --timeline "$T/timeline" --every 100 \
                --series "$T/series" --interval 90 >"$T/out" 2>"$T/err" || fail "-j $j: $* ($(cat "$T/err"))"
            cat "$T/out" "$T/timeline" "$T/series" >"$T/$f.$j"
            cmp "$T/$f.1" "$T/$f.$j" || fail "$f of -j $j is not that of -j 1: $*"
        done
    done
}

# How many different values STHLD has in a timeline; it is the same in all slices in a cycle.
values_of_sthld() {
    awk -F , 'NR > 1 && $3 % interval == 0 { if ($3 in at && at[$3] != $9) bad = 1; at[$3] = $9; n += !($9 in seen)
            seen[$9] = 1 }
        END { print bad ? "different" : n }' interval="$1" "$2"
}

threads_change_nothing() {
    "$O/random_trace" -o "$T/trace" -s 11 -i 120 -k 2
    gpu="--set sthld.mode=gpu --set sthld.interval=100 --set sthld.fraction=10 --trace $T/trace"
    same_for_all_threads -c configs/malekeh.yaml $gpu --set machine.sms=10
    n=$(values_of_sthld 100 "$T/timeline")
    [ "$n" != different ] || fail "two slices have different STHLD in a cycle"
    [ "$n" -ge 3 ] || fail "STHLD has $n values only; take another trace"
    same_for_all_threads -c configs/sm_malekeh.yaml $gpu --set machine.sms=3
    [ "$(values_of_sthld 100 "$T/timeline")" -ge 3 ] || fail "SMs: STHLD has too few values; take another trace"
    grep -q '^0,3,' "$T/timeline" || fail "the timeline lacks a sub-core of the SM"
    same_for_all_threads -c configs/malekeh.yaml $gpu --set machine.sms=3 --max-cycles 350
    grep -q '^result: partial' "$T/text.1" || fail "--max-cycles: the result is not partial"
    awk -F , 'NR > 1 && $3 > 350 { exit 1 }' "$T/timeline" || fail "--max-cycles: a slice went on"
    same_for_all_threads -c configs/malekeh.yaml --set sthld.mode=gpu --set sthld.interval=200 --set machine.sms=2 \
        --workload workloads/reduction/reduction.yaml
    grep -qx "result correct" "$T/text.1" || fail "reduction: $(tail -n 1 "$T/text.1")"
    same_for_all_threads -c configs/ocu.yaml --set machine.sms=3 --trace "$T/trace"
    same_for_all_threads -c configs/malekeh.yaml --set sthld.interval=100 --set machine.sms=3 --trace "$T/trace"
    [ "$(values_of_sthld 100 "$T/timeline")" = different ] || fail "own STHLDs of slices look like one of the GPU"
}

# Slices 1 and 3 fail at their last instruction, 3 before 1. Of those that fail in the same interval the first is
# reported, else the one that fails first: the others go on to the interval's end only.
failing_slices_are_the_same_ones() {
    for movs in 900 200 600 40; do
        echo block
        echo "$movs ffffffff 1 R1 MOV 0 0 40"
        case $movs in 200|40) echo "1 ffffffff 1 R8 LDG.E 1 R2 4 1 0xff0000000000 4 0" ;; esac
        echo "1 00000000 0 EXIT 0 0 0"
    done | kernel fails "$T/fails/kernel-1.traceg"
    echo kernel-1.traceg >"$T/fails/kernelslist.g"
    for pair in "100 3" "10000 1"; do
        for j in 1 2 3 7; do
            refused "(block ${pair#* }, warp 0) accesses global memory from" \
                "$O/cmodel" run -c configs/sm_malekeh.yaml -j $j -q --set sthld.mode=gpu \
                --set sthld.interval="${pair% *}" --set machine.sms=4 \
                --trace "$T/fails" --timeline "$T/none"
            [ ! -s "$T/out" ] && [ ! -f "$T/none" ] || fail "-j $j: a failed run has written something"
        done
    done
}

# A load waits behind stores for longer than the limit, in slice 1 only: time-out, with any number of threads.
time_out_of_a_slice() {
    kernel waits "$T/waits/kernel-1.traceg" <<'X'
block
900 ffffffff 1 R1 MOV 0 0 40
1 00000000 0 EXIT 0 0 0
block
1 ffffffff 0 STG.E 2 R2 R4 4 1 0x7f0000000000 128 0
1 ffffffff 0 STG.E 2 R2 R4 4 1 0x7f0000010000 128 0
1 ffffffff 0 STG.E 2 R2 R4 4 1 0x7f0000020000 128 0
1 ffffffff 0 STG.E 2 R2 R4 4 1 0x7f0000030000 128 0
1 ffffffff 1 R8 LDG.E 1 R2 4 1 0x7f0000040000 128 0
1 ffffffff 1 R9 MOV 1 R8 0 0
1 00000000 0 EXIT 0 0 0
X
    echo kernel-1.traceg >"$T/waits/kernelslist.g"
    for j in 1 2 7; do
        status=0
        "$O/cmodel" run -c configs/sm_malekeh.yaml --set sthld.mode=gpu --set machine.sms=3 --trace "$T/waits" \
            --set memory.dram_interval=1024 --set memory.queue=256 --timing-only -j $j \
            >"$T/out" 2>"$T/err.$j" || status=$?
        [ $status -eq 4 ] || fail "-j $j: exit code $status instead of 4: $(cat "$T/out" "$T/err.$j")"
        sed -i '/^interval /d' "$T/err.$j"       # progress
        grep -q '^cmodel: slice 1.0: cycle .*nothing issued' "$T/err.$j" || fail "-j $j: $(cat "$T/err.$j")"
        cmp "$T/err.1" "$T/err.$j" || fail "the message of -j $j is not that of -j 1"
    done
}

# STHLD of each interval, computed from the instructions that all sub-cores have issued in the one before: the states of
# Fig. 8 as the text of IV-B3 describes them. 1 start; 2 the flat region, up; 3 a large change: one speculative step
# more; 4 it was steep: down by two, then by one as long as it is; 5 back by one; 6 the knee, until a large change.
figure_8='
    function step(by) {
        if (by < 0) clamped = sthld + by < 0
        sthld += by
        if (sthld < 0) sthld = 0
        if (sthld > 15) sthld = 15 }
    function next_state(large) {
        if (state == 1) { state = 2; step(1) }
        else if (state == 2) { state = large ? 3 : 2; step(1) }
        else if (state == 3) { state = large ? 4 : 2; step(large ? -2 : 1) }
        else if (state == 4 && !large) { state = 5; if (!clamped) step(1) }
        else if (state == 6 && large) { state = 3; step(1) }
        else if (large) { state = 4; step(-1) }
        else state = 6 }
    FNR == 1 { next }
    { k = int(($3 + interval - 1) / interval)
      issued[k] += $4
      if (k > last) last = k
      if ($3 % interval == 0) { n[k]++; got[k, n[k]] = $9; in_state[k, n[k]] = $10 } }
    END {
        state = 1
        sthld = before = 0
        for (k = 1; k <= last; k++) {
            for (i = 1; i <= n[k]; i++)
                if (got[k, i] != sthld || in_state[k, i] != state) {
                    printf "interval %d: STHLD %d in state %d; ", k, got[k, i], in_state[k, i]
                    printf "computed %d in state %d\n", sthld, state
                    exit 1 }
            print "state " state
            change = issued[k] - before
            if (change < 0) change = -change
            next_state(change * 50 > before)        # more than 0.02
            before = issued[k] } }'

transitions_are_those_of_figure_8() {
    timeline() { # CONFIG [key=value ...]
        config=$1 sets=""
        shift
        for s; do sets="$sets --set $s"; done
        # shellcheck disable=SC2086 # words
        "$O/cmodel" run -c "configs/$config.yaml" --set sthld.interval=300 --set machine.sms=5 \
            --set sthld.mode=gpu $sets --trace "$T/trace" --timing-only --timeline "$T/timeline" --every 300 -q \
            >"$T/out" || fail "$config $*"
    }
    for trace in "1 -i 300 -m" "2 -i 200" "3 -i 900 -k 1 -a"; do
        # shellcheck disable=SC2086 # words
        "$O/random_trace" -o "$T/trace" -s $trace
        for c in sm_malekeh malekeh; do
            timeline $c
            awk -F , -v interval=300 "$figure_8" "$T/timeline" >"$T/states" ||
                fail "$c, seed $trace: $(grep interval "$T/states")"
            cat "$T/states" >>"$T/all"
        done
    done
    [ "$(sort -u "$T/all" | wc -l)" -eq 6 ] || fail "not all states were seen: $(sort -u "$T/all" | tr '\n' ' ')"
    # Another table, another limit, and FSMs of sub-cores are found out.
    for other in sthld.step_large=663346 sthld.next_small=222466 sthld.fraction=20 sthld.mode=own; do
        [ $other != sthld.mode=own ] || "$O/random_trace" -o "$T/trace" -s 1 -i 300 -m
        timeline malekeh $other
        ! awk -F , -v interval=300 "$figure_8" "$T/timeline" >"$T/states" || fail "$other was not seen"
        echo "$other: $(grep interval "$T/states")"
    done
}

# cosim_of CONFIG [key=value ...]: all slices in lock-step into $T/cosim, and the model alone into $T/run, which takes
# as many cycles.
cosim_of() {
    export VERILATE_OPT=-O0
    few=subcore.lanes=4             # what is seen has no values
    config=$1 sets=""
    shift
    for s; do sets="$sets --set $s"; done
    tb/flow/flow.sh cosim "$config" workloads/mix "$@" >"$T/cosim" 2>&1 || { cat "$T/cosim"; fail "cosim"; }
    grep -q '0 mismatches, oracle equal$' "$T/cosim" || { cat "$T/cosim"; fail "no lock-step line"; }
    # shellcheck disable=SC2086 # words
    "$O/cmodel" run -c "configs/$config.yaml" $sets --trace workloads/mix >"$T/run" || fail "cmodel run"
    cycles=$(sed -n 's/^result: \([0-9]*\) cycles.*/\1/p' "$T/run")
    grep -q "^lock-step: $cycles cycles" "$T/cosim" || { cat "$T/cosim"; fail "not the model's $cycles cycles"; }
}

# slice_alone CONFIG [key=value ...]: slice 1.0 by itself, into $T/one, is as it was among all in $T/cosim.
slice_alone() {
    line=$(grep '^slice 1.0: ' "$T/cosim")
    config=$1
    shift
    SLICE=1.0 tb/flow/flow.sh cosim "$config" workloads/mix "$@" >"$T/one" 2>&1 ||
        { cat "$T/one"; fail "cosim of a slice"; }
    grep -qxF "$line" "$T/one" || { cat "$T/one"; fail "slice 1.0 alone is not as it was among all: $line"; }
}

# RTL of the slices, each with the STHLD that the whole GPU gives it: as many cycles as the model alone has, and the
# same STHLD; also of one slice, and with other tags.
rtl_of_a_gpu() { # CONFIG [key=value ...]
    cosim_of "$@"
    grep '^STHLD of the GPU' "$T/run" || fail "no line about STHLD"
    grep '^STHLD of the GPU' "$T/run" | grep -qF -f - "$T/cosim" || { cat "$T/cosim"; fail "STHLD is another one"; }
    ! grep -q '^STHLD of the GPU.*, 0 to [01],' "$T/run" || fail "STHLD does not move; take another interval"
    slice_alone "$@"
    config=$1
    shift
    tb/flow/flow.sh cosim "$config" workloads/mix "$@" -- --tags 3 --max-cycles 500 >"$T/tags" 2>&1 ||
        { cat "$T/tags"; fail "cosim with tags"; }
    grep '^lock-step:' "$T/cosim" "$T/one" "$T/tags" | sed 's/.*:lock-step/lock-step/'
}

# --- kernels and the L2 of the GPU ----------------------------------------------------------------------------------

# longest CMODEL-OPTIONS...: cycles of the longest slice.
longest() {
    "$O/cmodel" run "$@" -q >"$T/out" 2>"$T/err" || fail "$* ($(cat "$T/err"))"
    sed -n 's/^result: .*(longest \([0-9]*\)).*/\1/p' "$T/out"
}

# movs COUNT...: a block for each number, with so many instructions.
movs() {
    for n; do printf 'block\n%s ffffffff 1 R1 MOV 0 0 40\n1 00000000 0 EXIT 0 0 0\n' "$n"; done
}

# In each kernel another slice has more to do. With machine.kernels: gpu a run of both takes as long as one of each, and
# every slice ends in the same cycle; with own the slices go on by themselves.
kernels_end_for_the_whole_gpu() {
    movs 900 30 | kernel first "$T/first/kernel-1.traceg"
    movs 20 700 | kernel second "$T/second/kernel-1.traceg"
    mkdir -p "$T/both"
    cp "$T/first/kernel-1.traceg" "$T/both/kernel-1.traceg"
    cp "$T/second/kernel-1.traceg" "$T/both/kernel-2.traceg"
    for f in first second both; do (cd "$T/$f" && ls ./*.traceg | sed 's,^./,,') >"$T/$f/kernelslist.g"; done
    for c in ocu sm_gto; do
        for o in "machine.kernels=gpu" "memory.l2=shared"; do
            set -- -c configs/$c.yaml --set machine.sms=2 --set "$o"
            sum=$(($(longest "$@" --trace "$T/first") + $(longest "$@" --trace "$T/second")))
            both=$(longest "$@" --trace "$T/both")
            [ $c = ocu ] || sum=$((sum - 1))        # an SM begins its first kernel in a cycle of its own
            echo "$c, $o: $both cycles, $sum one after the other"
            [ "$both" -eq "$sum" ] || fail "$c, $o: both kernels take $both cycles, one after the other $sum"
            grep -q "^result: $((both * $(slices_of $c))) cycles" "$T/out" ||
                fail "$c, $o: not every slice has $both cycles: $(cat "$T/out")"
        done
        own=$(longest -c configs/$c.yaml --set machine.sms=2 --trace "$T/both")
        [ "$own" -lt $((sum - 400)) ] || fail "$c: slices that go on by themselves take $own cycles, both kernels $sum"
    done
}

# A slice that has come to the end of a kernel does not leap over the beginning of the next one: a short kernel takes
# behind a long one what it takes alone.
a_short_kernel_behind_a_long_one_takes_its_own_time() {
    movs 900 | kernel long "$T/both/kernel-1.traceg"
    movs 20 | kernel short "$T/short/kernel-1.traceg"
    cp "$T/short/kernel-1.traceg" "$T/both/kernel-2.traceg"
    for f in short both; do (cd "$T/$f" && ls ./*.traceg | sed 's,^./,,') >"$T/$f/kernelslist.g"; done
    for o in "machine.kernels=gpu" "memory.l2=shared"; do
        for f in short both; do
            "$O/cmodel" run -c configs/ocu.yaml --set machine.sms=2 --set "$o" --trace "$T/$f" -o "$T/$f.txt" \
                >"$T/log" 2>&1 || { cat "$T/log"; fail "$o: $f"; }
        done
        alone=$(sed -n 's/^kernel 1: //p' "$T/short.txt") behind=$(sed -n 's/^kernel 2: //p' "$T/both.txt")
        [ -n "$alone" ] && [ "$alone" = "$behind" ] || fail "$o: a kernel of $alone takes $behind behind another one"
    done
}

# Slices of two SMs.
slices_of() { # CONFIG
    case $1 in sm_*) echo 2 ;; *) echo 8 ;; esac
}

# loads BLOCKS COUNT: that many blocks, each of which loads so many times 32 sectors, all of different lines.
loads() {
    awk -v blocks="$1" -v count="$2" 'BEGIN {
        for (b = 0; b < blocks; b++) {
            print "block"
            for (i = 0; i < count; i++)
                printf "1 ffffffff 1 R%d LDG.E 1 R2 4 1 0x%x 128 0\n", 8 + i % 16, 268435456 + (b * count + i) * 4096
            print "1 00000000 0 EXIT 0 0 0" } }'
}

# What DRAM delivers takes its bytes divided by its bandwidth, and not much longer; from the L2 it comes faster. The SMs
# share both: eight SMs with an eighth of the loads each take as long as one.
streams_take_the_bandwidth_of_dram() {
    loads 32 8 | kernel loads "$T/loads/kernel-1.traceg"
    cp "$T/loads/kernel-1.traceg" "$T/loads/kernel-2.traceg"
    echo kernel-1.traceg >"$T/loads/kernelslist.g"
    for width in 16 32; do
        for sms in 1 8; do
            set -- -c configs/ocu.yaml --set memory.l2=shared --set machine.sms=$sms \
                --set memory.dram_bandwidth=$width --trace "$T/loads"
            cycles=$(longest "$@")
            least=$((32 * 8 * 32 * 32 / width))
            [ "$cycles" -ge "$least" ] || fail "$sms SMs, $width bytes: $cycles cycles, DRAM needs $least"
            [ "$cycles" -le $((least + 1000)) ] || fail "$sms SMs, $width bytes: $cycles cycles for $least of DRAM"
        done
    done
    once=$cycles
    printf 'kernel-1.traceg\nkernel-2.traceg\n' >"$T/loads/kernelslist.g"
    twice=$(longest "$@")
    [ $((twice - once)) -lt $((once / 2)) ] || fail "a second kernel does not find in the L2 what the first has loaded"
    echo "$once cycles, and $((twice - once)) of a second kernel"
}

# A slice whose only load waits for DRAM for longer than the limit of a time-out is not idle: 16 SMs load 32 sectors
# each of one channel, which takes 256 cycles for one.
a_long_wait_for_dram_is_no_time_out() {
    {
        printf -- '-kernel name = wait\n-kernel id = 1\n-grid dim = (16,1,1)\n-block dim = (32,1,1)\n'
        printf -- '-shmem = 0\n-nregs = 16\n-shmem base_addr = 0x0\n-local mem base_addr = 0x0\n'
        printf -- '-accelsim tracer version = 5\n-enable lineinfo = 0\n\n'
        for block in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
            printf '#BEGIN_TB\nthread block = %d,0,0\nwarp = 0\ninsts = 2\n' $block
            printf '0000 ffffffff 1 R8 LDG.E 1 R2 4 1 0x%x 4096\n0010 ffffffff 0 EXIT 0 0\n#END_TB\n' \
                $((1048576 * (block + 1)))
        done
    } >"$T/wait.traceg"
    for config in ocu sm_gto; do
        status=0
        "$O/cmodel" run -c configs/$config.yaml --set memory.l2=shared --set machine.sms=16 --set l1d.hash=none \
            --set memory.dram_bandwidth=1 --timing-only --trace "$T/wait.traceg" --accel-sim >"$T/out" 2>&1 || status=$?
        [ $status -eq 0 ] || { cat "$T/out"; fail "$config: exit code $status"; }
        awk '/^gpu_tot_sim_cycle/ { exit !($3 > 110000) }' "$T/out" ||
            { cat "$T/out"; fail "$config: no wait is long"; }
        awk '/^L2_total_cache_accesses/ { n = $3 } /^L2_total_cache_misses/ { exit !($3 > 0 && $3 <= n) }' "$T/out" ||
            { cat "$T/out"; fail "$config: more sectors miss than are looked up"; }
    done
}

# What is counted of a run that is cut does not depend on where intervals end: all requests that were sent.
requests_of_a_cut_run_are_counted() {
    before=0
    for cycles in 100 160 230 320 330; do
        sectors=$("$O/cmodel" run -c configs/ocu.yaml --set memory.l2=shared --trace workloads/mix --csv -q \
            --max-cycles $cycles 2>/dev/null | tee "$T/csv" | sed -n 's/^l2_sectors,//p')
        misses=$(sed -n 's/^L1D_total_cache_misses,//p' "$T/csv")
        [ "$sectors" -ge "$misses" ] && [ "$sectors" -ge $before ] ||
            fail "$cycles cycles: $sectors sectors, $misses lines missed in the L1, $before sectors before"
        before=$sectors
    done
    [ "$before" -gt 100 ] || fail "only $before sectors: the test does not see what it should"
}

# Also with one STHLD, with SMs, and with a workload of several kernels.
threads_change_nothing_behind_one_l2() {
    "$O/random_trace" -o "$T/trace" -s 11 -i 120 -k 2
    l2="--set memory.l2=shared --set memory.dram_bandwidth=20 --trace $T/trace"
    same_for_all_threads -c configs/ocu.yaml $l2 --set machine.sms=10
    grep -q '^dram_sectors_read' "$T/text.1" || fail "no statistics of the L2"
    same_for_all_threads -c configs/malekeh.yaml $l2 --set machine.sms=3 --set sthld.mode=gpu --set sthld.interval=100
    same_for_all_threads -c configs/sm_malekeh.yaml $l2 --set machine.sms=3 --set sthld.mode=gpu \
        --set sthld.interval=100
    same_for_all_threads -c configs/malekeh.yaml $l2 --set machine.sms=3 --max-cycles 350
    grep -q '^result: partial' "$T/text.1" || fail "--max-cycles: the result is not partial"
    same_for_all_threads -c configs/sm_gto.yaml --set memory.l2=shared --set machine.sms=2 \
        --workload workloads/reduction/reduction.yaml
    grep -qx "result correct" "$T/text.1" || fail "reduction: $(tail -n 1 "$T/text.1")"
}

# A timing-only run leaps over cycles in which nothing happens, and counts the same.
cycles_that_are_leaped_over_count() {
    "$O/random_trace" -o "$T/trace" -s 5 -i 200 -k 3
    for o in "memory.l2=shared" "machine.kernels=gpu"; do
        for f in "" --timing-only; do
            "$O/cmodel" run -c configs/ocu.yaml --set machine.sms=4 --set "$o" --trace "$T/trace" --csv $f \
                >"$T/csv$f" || fail "$o $f"
        done
        cmp "$T/csv" "$T/csv--timing-only" || fail "$o: a timing-only run counts something else"
    done
}

# RTL of the slices, each with the answers that one L2 gives it: as many cycles as the model alone has; also of one
# slice.
rtl_behind_one_l2() { # CONFIG [key=value ...]
    cosim_of "$@"
    slice_alone "$@"
    grep '^lock-step:' "$T/cosim" "$T/one" | sed 's/.*:lock-step/lock-step/'
}

# The RTL of a sub-core has the input that it also has with sthld.mode: external, and nothing else.
rtl_is_that_of_an_external_sthld() {
    for config in tiny sm_tiny; do
        for mode in gpu external; do
            "$O/rtl_gen" -c configs/$config.yaml --set ccu.allocation=malekeh --set sthld.mode=$mode -o "$T/$mode"
            for file in "$T/$mode"/*.v; do
                echo "$(basename "$file") $(sed '/^..  .*hash /d' "$file" | sha256sum)"
            done >"$T/$mode.hashes"
        done
        cmp "$T/gpu.hashes" "$T/external.hashes" || fail "$config: the RTL is another one"
        grep -q sthld_i "$T"/gpu/*.v || fail "$config: STHLD is no input"
    done
}

# Where all slices run, --slice chooses the one that is looked at: its log is another one than that of slice 0.0, and is
# that of a lock-step of it; statistics are those of all slices.
slice_chooses_what_is_seen() {
    export VERILATE_OPT=-O0
    few=subcore.lanes=4
    "$O/random_trace" -o "$T/trace" -s 4 -i 60 --mixed
    for gpu in memory.l2=shared machine.kernels=gpu; do
        for slice in "" 0.0 1.2; do
            "$O/cmodel" run -c configs/ocu.yaml --trace "$T/trace" --set machine.sms=2 --set $gpu --set $few --csv -q \
                ${slice:+--slice $slice} --log "$T/log$slice" --pipeline "$T/view$slice.json" --to 3000 \
                >"$T/out$slice" || fail "$gpu, slice '$slice'"
        done
        cmp "$T/log" "$T/log0.0" || fail "$gpu: slice 0.0 is not what is seen without --slice"
        ! cmp -s "$T/log" "$T/log1.2" || fail "$gpu: --slice 1.2 shows slice 0.0"
        ! cmp -s "$T/view.json" "$T/view1.2.json" || fail "$gpu: --pipeline of slice 1.2 shows slice 0.0"
        cmp "$T/out" "$T/out1.2" || fail "$gpu: with --slice not all slices have run"
        tb/flow/flow.sh cosim ocu "$T/trace" machine.sms=2 $gpu $few -- --slice 1.2 --log "$T/rtl" --to 3000 \
            >"$T/cosim" 2>&1 || { cat "$T/cosim"; fail "$gpu: cosim"; }
        cmp "$T/log1.2" "$T/rtl" || fail "$gpu: the log of the model is not that of the RTL"
    done
}

refusals() {
    run() { "$O/cmodel" run --trace workloads/mix "$@"; }
    refused "STHLD follows from what all slices issue" run -c configs/malekeh.yaml --set sthld.mode=gpu --slice 0.1
    refused "accepted: static, own, external, shared or gpu" run -c configs/malekeh.yaml --set sthld.mode=gpus
    refused "static, own, external or gpu, for sm.subcores is 0" run -c configs/malekeh.yaml --set sthld.mode=shared
    refused nothere "$O/cmodel" run -c configs/malekeh.yaml --set sthld.mode=gpu --trace "$T/nothere" -j 3
    refused "its time follows from what all slices do" run -c configs/ocu.yaml --set memory.l2=shared --slice 0.1
    refused "its time follows from what all slices do" run -c configs/ocu.yaml --set machine.kernels=gpu --slice 0.1
    refused "--slice 2.0 does not exist; accepted are 0.0 to 1.3" run -c configs/ocu.yaml --set memory.l2=shared \
        --set machine.sms=2 --slice 2.0 -q --log "$T/log"
    shared() { run -c configs/ocu.yaml --set memory.l2=shared "$@"; }
    refused "need all slices of the GPU" "$O/event_list" -c configs/ocu.yaml --set memory.l2=shared \
        --trace workloads/mix
    refused "need all slices of the GPU" "$O/model_speed" -c configs/sm_gto.yaml --set memory.l2=shared \
        --trace workloads/mix
    refused "memory.l2_slices * memory.l2_ways divides" shared --set memory.l2_slices=24
    refused "accepted: a divisor of memory.l2_slices" shared --set memory.dram_channels=12
    refused "accepted: 1 to 4096, for memory.l2 is shared" shared --set memory.l2_latency=0
    run -c configs/ocu.yaml --set sthld.mode=gpu --slice 0.1 -q | grep -q '^result:' || fail "a design without STHLD"
}

"$@"
