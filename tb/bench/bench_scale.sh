#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How the golden model's work per cycle grows with warps, collectors and entries: a table of nanoseconds of processor
# time, or of instructions, and of ratios to the smallest size. Work that grows linearly has the ratio of the sizes.
#
# usage: bench_scale.sh      environment: O; COUNT (time, or instructions: valgrind counts the model's own, the same on
#        a busy machine; $O/model_speed is then one that valgrind can run, made without -march=native); RUNS (5: the
#        best of so many interleaved passes counts; of instructions one pass is all); MOST (if set, more than MOST times
#        the work of the smallest size for a warp instruction is an error, exit code 1)
#
# Every design runs the same made-up trace, which keeps every warp slot in use: blocks of four warps, one for each
# sub-core, with arithmetic, loads, stores and branches, and no barriers.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
O=${O:-build}
RUNS=${RUNS:-5}
MOST=${MOST:-}
COUNT=${COUNT:-time}
case $RUNS in *[!0-9]*|''|0) echo "bench_scale: RUNS=$RUNS: accepted is a number from 1 on" >&2; exit 2 ;; esac
under="" what="processor time, the best of $RUNS interleaved passes" blocks=256
case $COUNT in
time) ;;
instructions)
    command -v valgrind >/dev/null 2>&1 || { echo "bench_scale: COUNT=instructions: needs valgrind" >&2; exit 2; }
    under="valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=simulate"
    what="instructions of the processor" RUNS=1 blocks=64 ;;
*) echo "bench_scale: COUNT=$COUNT: accepted are time and instructions" >&2; exit 2 ;;
esac
[ -x "$O/model_speed" ] || { echo "bench_scale: $O/model_speed is missing; make all builds it" >&2; exit 2; }
work=$O/bench_scale
rm -rf "$work"
mkdir -p "$work/trace"

awk -v blocks=$blocks -v loops=12 'BEGIN {
    print "-kernel name = scale\n-kernel id = 1\n-grid dim = (" blocks ",1,1)\n-block dim = (128,1,1)\n-shmem = 0"
    print "-nregs = 24\n-binary version = 75\n-cuda stream id = 0\n-shmem base_addr = 0x00007f5a00000000"
    print "-local mem base_addr = 0x00007f5a02000000\n-nvbit version = none\n-accelsim tracer version = 5"
    print "-enable lineinfo = 0\n\n#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num " \
        "[reg_srcs] mem_width [adrrescompress?] [mem_addresses] immediate\n"
    for (b = 0; b < blocks; b++) {
        print "#BEGIN_TB\n\nthread block = " b ",0,0\n"
        for (w = 0; w < 4; w++) {
            print "warp = " w "\ninsts = " 10 * loops + 2
            print "0000 ffffffff 1 R1 MOV 0 0 0 "
            for (i = 0; i < loops; i++) {
                at = sprintf("0x00007f52%08x", (b * 4 + w) * 4096 + i * 128)
                print "0010 ffffffff 1 R4 LDG.E.SYS 1 R2 4 1 " at " 4 0 "
                print "0020 ffffffff 1 R5 FFMA 3 R6 R7 R8 0 0 "
                print "0030 ffffffff 1 R6 FFMA 3 R5 R9 R10 0 0 "
                print "0040 ffffffff 1 R7 IMAD 3 R11 R12 R13 0 0 "
                print "0050 ffffffff 1 R8 FADD 2 R6 R7 0 0 "
                print "0060 ffffffff 1 R9 FFMA 3 R4 R8 R5 0 0 "
                print "0070 ffffffff 1 R2 IADD3 2 R2 R11 0 0 "
                print "0080 ffffffff 0 ISETP.GE.AND 2 R2 R3 0 0 "
                print "0090 ffffffff 0 STG.E.SYS 2 R2 R9 4 1 " at " 4 0 "
                print "00a0 ffffffff 0 BRA 0 0 0 "
            }
            print "00b0 ffffffff 0 EXIT 0 0 0 \n"
        }
        print "#END_TB\n"
    }
}' >"$work/trace/kernel-1.traceg"
echo kernel-1.traceg >"$work/trace/kernelslist.g"

# size NAME VALUE CONFIG SETTINGS...: a row of the table. What else grows with it is in the settings.
: >"$work/list"
size() { echo "$*" >>"$work/list"; }
for n in 8 16 32 64; do
    rows="rf.rows=$((n * 16)) machine.blocks=64 inflight.entries=64"
    size "warps" $n ocu "subcore.warps=$n $rows"
    size "warps_ccu" $n malekeh "subcore.warps=$n $rows"
    size "warps_two_level" $n two_level_sw "subcore.warps=$n $rows"
    size "warps_lrr" $n ocu "subcore.warps=$n issue.scheduler=lrr $rows"
done
for n in 8 16 32; do
    size "warps_boc" $n bow_wr_hinted "subcore.warps=$n collector.count=$n rf.rows=$((n * 16)) machine.blocks=64"
done
all="subcore.warps=32 rf.rows=512 machine.blocks=64 inflight.entries=64"
for n in 2 4 8 16 32; do
    size "collectors" $n ocu "collector.count=$n $all"
    size "collectors_ccu" $n malekeh "collector.count=$n $all"
done
for n in 8 16 32; do size "entries_ccu" $n malekeh "ccu.entries=$n $all"; done

run=1
while [ $run -le "$RUNS" ]; do
    while read -r name n config settings; do
        printf '\rrun %d of %d: %-15s %2d' $run "$RUNS" "$name" "$n" >&2
        sets=""
        for s in $settings; do sets="$sets --set $s"; done
        # shellcheck disable=SC2086 # $sets and $under are words
        line=$($under "$O/model_speed" -c "configs/$config.yaml" $sets --trace "$work/trace" --timing-only --no-leaps \
            --seconds 0 </dev/null 2>"$work/log") || { cat "$work/log" >&2; exit 1; }
        counted=$(sed -n 's/.*I *refs: *\([0-9,]*\)$/\1/p' "$work/log" | tr -d ,)
        echo "$name $n $line ${counted:+$counted counted}" >>"$work/times"
    done <"$work/list"
    run=$((run + 1))
done
printf '\r%40s\r' '' >&2

echo "timing only, without leaps; $what"
awk -v most="$MOST" -v count="$COUNT" '
    { key = $1 " " $2
      for (i = 3; i <= NF; i++) {
          if ($i == "cycles," && !(key in cycles)) cycles[key] = $(i - 1)
          if ($i == (count == "time" ? "s," : "counted")) spent = $(i - 1)
          if ($i == "warp" && $(i + 2) == "in") instructions[key] = $(i - 1) }
      if (!(key in best)) { sizes[$1] = sizes[$1] " " $2; if (!($1 in designs)) names[++rows] = $1; designs[$1] }
      if (!(key in best) || spent < best[key]) best[key] = spent }
    END {
      unit = count == "time" ? "ns" : "Ir"; scale = count == "time" ? 1e9 : 1
      printf "%-18s %5s %8s %6s %9s %7s %9s %9s\n", "design", "size", "cycles", "IPC", unit "/cycle", "ratio",
          "of sizes", unit "/instr"
      for (i = 1; i <= rows; i++) {
          n = split(sizes[names[i]], size, " ")
          for (j = 1; j <= n; j++) {
              key = names[i] " " size[j]
              each = scale * best[key] / cycles[key]
              work = scale * best[key] / instructions[key]
              if (j == 1) { first = each; least = work }
              bad = most != "" && work > most * least
              wrong += bad
              printf "%-18s %5d %8d %6.3f %9.0f %7.2f %9.2f %9.0f%s\n", names[i], size[j], cycles[key],
                  instructions[key] / cycles[key], each, each / first, size[j] / size[1],
                  work, bad ? "  above " most " times the first size" : "" } }
      exit wrong > 0 }' "$work/times"
