# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# Modules of a configuration, each alone, and the line that says so.
modules_alone() { # CONFIG [key=value ...]
    tb/alone/alone.sh "$@" >"$T/alone" 2>&1 || { cat "$T/alone"; fail "tb/alone/alone.sh $*"; }
    tail -n 1 "$T/alone"
    tail -n 1 "$T/alone" | grep -q '^unit: [1-9][0-9]* modules alone, .* cycles each, seed .*: 0 mismatches$' ||
        fail "the last line does not say that all modules are equal"
}

# Of an SM those modules that a sub-core does not have.
around_sub_cores() { # CONFIG [key=value ...]
    rtl=$(tb/flow/flow.sh rtl "$@")
    config=$1 sets=""
    shift
    for s in "$@"; do sets="$sets --set $s"; done
    "$O/rtl_gen" --list-modules | cut -f1 | sed '1,/^subcore$/d' >"$T/own"
    # shellcheck disable=SC2086 # these are words
    "$O/alone" -c "configs/$config.yaml" $sets --which "$rtl" 2>"$T/which" | grep -xFf "$T/own" >"$T/modules" ||
        fail "no module of $config has a bench"
    MODULE=$(tr '\n' ' ' <"$T/modules") && export MODULE
    modules_alone "$config" "$@"
    unset MODULE
}

# Some modules of a design, with Icarus, which compiles faster.
some_alone() { # "MODULE ..." CYCLES CONFIG [key=value ...]
    export SIM=icarus MODULE="$1" N="$2"
    shift 2
    modules_alone "$@"
    unset SIM MODULE N
}

# Modules of a canned configuration, long enough for every cover point at its sizes.
every_point_alone() {
    export N=20000
    modules_alone "$@"
    unset N
}

# All modules that have a bench, in designs that have them.
every_design_alone() {
    small="subcore.warps=4 rf.rows=128"
    modules_alone tiny collector.kind=ocu rf.ports=2
    modules_alone tiny collector.kind=ocu collector.beats=2
    modules_alone tiny issue.pipeline=true
    modules_alone tiny collector.kind=ocu issue.pipeline=true ibuffer.shift=true ibuffer.depth=3 \
        rf.queue_shift=true writeback.order=unit
    modules_alone tiny subcore.warps=8 rf.rows=256 machine.subcores=1 issue.scheduler=malekeh ccu.allocation=malekeh \
        issue.pipeline=true ibuffer.shift=true sthld.mode=own sthld.interval=20 sthld.fraction=3 sthld.max=4
    modules_alone tiny subcore.warps=8 rf.rows=256 machine.subcores=1 issue.scheduler=two_level \
        collector.operand_muxes=shared
    modules_alone tiny subcore.warps=8 rf.rows=256 machine.subcores=1 issue.scheduler=malekeh ccu.allocation=malekeh \
        sthld.mode=own sthld.interval=20 sthld.fraction=3 sthld.max=4
    modules_alone tiny collector.kind=boc boc.write=hinted rf.queue_shift=true dispatch.order=round_robin \
        writeback.order=unit
    every_point_alone tiny collector.kind=boc boc.write=hinted boc.entries=6 issue.pipeline=true
    some_alone "boc dispatch operand_mux" 2500 tiny collector.kind=boc collector.operand_muxes=shared
    banks="bank_queue bank_arbiter rf_bank"
    some_alone "$banks sram_1r1rw ocu ibuffer writeback" 2500 tiny collector.kind=ocu rf.read_ports=2 rf.swizzle=none
    some_alone "$banks sram_2r1w ocu" 2500 tiny collector.kind=ocu rf.read_ports=2 rf.ports=2 rf.queue_shift=true
    some_alone "$banks ecu" 2500 tiny collector.kind=ecu rf.read_ports=2 rf.swizzle=none
    some_alone "ccu operand_mux" 2500 tiny collector.operand_muxes=shared rf.read_ports=2
    some_alone "$banks boc boc_drain" 2500 tiny collector.kind=boc boc.write=back rf.read_ports=2 rf.swizzle=none \
        rf.queue_shift=true
    modules_alone tiny collector.kind=ocu rfc.enable=true rfc.allocate=read_write
    caches="rfc rfc_read rfc_fill rfc_result writeback issue"
    some_alone "$caches rfc_drain" 2500 tiny collector.kind=ocu rfc.enable=true \
        rfc.allocate=look_ahead rfc.write_ports=2 \
        rfc.replacement=lru rfc.bypass_tensor=true
    some_alone "$caches" 2500 tiny collector.kind=ocu rfc.enable=true rfc.write=write_through rfc.allocate=read_write \
        rfc.dest_map=linear
    places="collector.kind=ocu issue.scheduler=two_level levels.scheme=software subcore.lanes=2"
    frames="levels level_entries level_read level_result"
    some_alone "$frames level_copy" 2500 tiny $places
    some_alone "$frames level_copy" 2500 tiny $places subcore.warps=8 rf.rows=256 machine.subcores=1 issue.active=5
    some_alone "$frames level_copy" 2500 tiny $places levels.orf=8 levels.lrf=off
    some_alone "$frames" 2500 tiny $places levels.orf=0 levels.lrf=one issue.active=1
    levels="collector.kind=ocu issue.scheduler=two_level levels.scheme=software"
    some_alone "ibuffer ocu writeback dispatch" 2500 tiny $levels rf.read_ports=2 ibuffer.shift=true \
        levels.orf=8 levels.lrf=off
    some_alone "ibuffer ocu writeback active_set issue scoreboard" 2500 tiny $levels collector.forward=false \
        levels.orf=0 levels.lrf=one issue.active=1
    intervals="collector.kind=ocu issue.scheduler=two_level levels.scheme=ltrf subcore.lanes=2"
    frames="$frames interval_table interval_move"
    around="active_set issue ibuffer ocu writeback bank_arbiter rf_bank dispatch"
    some_alone "$frames $around" 2500 tiny $intervals
    some_alone "$frames $around" 2500 tiny $intervals levels.dead=left levels.interval=9 \
        ibuffer.shift=true subcore.warps=8 rf.rows=256 machine.subcores=1 issue.active=3
    some_alone "$frames ocu writeback" 2500 tiny $intervals levels.dead=left levels.interval=32 \
        issue.active=1 collector.forward=false
    modules_alone modern subcore.lanes=2
    modules_alone modern subcore.lanes=2 issue.scheduler=gto modern.reuse_cache=false modern.queue=1 rf.banks=4 \
        ibuffer.shift=true
    some_alone modern_control 5000 modern subcore.lanes=2 modern.kept=near
    some_alone modern_control 5000 modern subcore.lanes=1 modern.kept=near rf.banks=4 collector.slots=6
    modules_alone modern_scoreboard subcore.lanes=2 modern.read_ports=2
    some_alone "readers scoreboard modern_issue modern_control" 2500 modern_scoreboard subcore.lanes=1 \
        modern.read_ports=3 modern.consumers=1 scoreboard.tags=0 modern.reuse_cache=false
    around_sub_cores sm_tiny $small throttle.policy=ccws vta.tags=4 ccws.throttle=255 ccws.base=10
    around_sub_cores sm_tiny $small throttle.policy=statpcal issue.limit=1 throttle.window=16 throttle.spare=3
    around_sub_cores sm_tiny $small issue.scheduler=malekeh ccu.allocation=malekeh sthld.mode=shared sthld.interval=20
    export N=20000
    around_sub_cores sm_tiny subcore.warps=4 rf.rows=256 l1d.sets=2 vta.tags=4 throttle.policy=ciao_c \
        ciao.high_epoch=12 ciao.low_epoch=8 ciao.scan=4 ciao.high_cutoff=16 ciao.low_cutoff=16 ciao.counter_bits=8 \
        ciao.patience=100 shared.rows=12
    unset N
}

# Sets of more than 64 warps take several words of a bench.
sms_of_many_warps_alone() {
    export MODULE="pair_list ciao interference_list vta_counts vta"
    modules_alone ciao_c subcore.warps=32 subcore.lanes=1 rf.rows=1024 subcore.registers=64
    export MODULE="ccws vta"
    modules_alone sm_ccws subcore.warps=64 subcore.lanes=1 rf.rows=2048 subcore.registers=64
    unset MODULE
}

# Patience that is over before a walk is: a rescue waits for its end, and goes before the end of a low epoch.
rescue_during_a_walk_alone() {
    export MODULE=ciao
    every_point_alone ciao_c machine.subcores=2 sm.subcores=2 subcore.warps=5 subcore.lanes=2 subcore.registers=64 \
        rf.rows=160 l1d.sets=4 l1d.ways=2 l1d.line_bytes=8 vta.tags=2 shared.rows=4 ciao.high_cutoff=1000 \
        ciao.low_cutoff=24 ciao.high_epoch=8 ciao.low_epoch=4 ciao.scan=4 ciao.counter_bits=8 ciao.count=warps \
        ciao.patience=16
    unset MODULE
    grep -q "13 of 13 points" "$T/alone" || { cat "$T/alone"; fail "a point of ciao is not possible here"; }
}

# Every comparison of lines leaves one bit out, which also names no set: each module differs alone.
every_bit_of_a_line_is_compared() {
    set -- subcore.warps=4 rf.rows=128 throttle.policy=ccws vta.tags=4 l1d.hash=none
    modules="coalescer l1d_lookup mshr vta" names='line\|line_i\|miss_line_i\|access_line_i'
    for bit in 5 23 43; do
        rm -rf "$T/sm_tiny"
        tb/flow/flow.sh verilog sm_tiny "$T" "$@" >/dev/null
        for m in $modules; do
            sed "s/\([a-z_]*\[[^]]*\]\) == \($names\)\b/((\1 | (44'd1 << $bit)) == (\2 | (44'd1 << $bit)))/" \
                "$T/sm_tiny/$m.v" >"$T/$m.v"
            ! cmp -s "$T/$m.v" "$T/sm_tiny/$m.v" || fail "$m.v has no comparison of lines that this test knows"
            mv "$T/$m.v" "$T/sm_tiny/$m.v"
        done
        status=0
        EDITED=$T/sm_tiny MODULE=$modules SIM=icarus tb/alone/alone.sh sm_tiny "$@" >"$T/out" 2>&1 || status=$?
        for m in $modules; do
            [ "$status" -eq 1 ] && grep -q "^unit: MISMATCH of $m " "$T/out" ||
                { cat "$T/out"; fail "bit $bit is not compared, exit code $status, and $m does not differ"; }
        done
    done
}

# No module is forgotten, and none is listed that rtl_gen does not know.
every_module_has_a_bench_or_a_reason() {
    modules=$("$O/rtl_gen" --list-modules | cut -f1)
    "$O/alone" --table $modules >"$T/table" || fail "the module that is named above is in no row of tb/alone/benches.c"
    [ "$(grep -c '^| `' "$T/table")" -eq "$(echo "$modules" | wc -l)" ] || fail "the table lacks a module"
    ! "$O/alone" --table $modules newcomer >"$T/out" 2>"$T/err" || fail "a module without a row was not refused"
    grep -q 'newcomer has neither a bench nor a reason' "$T/err" || { cat "$T/err"; fail "it was not named"; }
    for b in tb/alone/modules/*.c; do
        m=$(basename "$b" .c)
        grep -qx "BENCH($m)" tb/alone/benches.inc || fail "$b is in no line of tb/alone/benches.inc"
        echo "$modules" | grep -qx "$m" || fail "rtl_gen knows no module $m"
    done
    sed -n '/^| module/,/^$/{/^$/!p}' docs/unit.md | diff - "$T/table" >"$T/diff" ||
        { cat "$T/diff"; fail "docs/unit.md differs: put the output of $O/alone --table there"; }
    grep -c '^| `.*no bench' "$T/table" | sed 's/$/ modules without a bench, each with its reason/'
}

# one_fault FAULT [key=value ...]: the bench of its module finds it, with one of three seeds. Faults of modules
# without one are counted.
one_fault() {
    planted=$1 module=${1%%:*}
    shift
    sets=""
    for s in "$@"; do sets="$sets --set $s"; done
    rtl=$(tb/flow/flow.sh rtl tiny "$@")
    # shellcheck disable=SC2086 # these are words
    "$O/alone" -c configs/tiny.yaml $sets --which "$rtl" >"$T/there" 2>"$T/which" ||
        { cat "$T/which"; fail "$O/alone --which $rtl"; }
    if ! grep -qx "$module" "$T/there"; then
        elsewhere=$((elsewhere + 1))
        return 0
    fi
    for seed in 1 2 3; do
        status=0
        SIM=icarus SEED=$seed FAULT=$planted MODULE=$module tb/alone/alone.sh tiny "$@" >"$T/fault" 2>&1 || status=$?
        [ "$status" -eq 0 ] || break
    done
    if [ "$status" -ne 1 ] || ! grep -q "^unit: MISMATCH of $module in cycle" "$T/fault"; then
        tail -n 5 "$T/fault"
        echo "not found: FAULT=$planted MODULE=$module SET='$*'"
        missed=$((missed + 1))
        return 0
    fi
    found=$((found + 1))
    sed -n "s/^unit: MISMATCH of/$planted/p" "$T/fault" | head -n 1
}

# Every planted fault of a module that has a bench, or every n-th, is a mismatch there.
planted_faults_are_mismatches() { # STEP [MODULE]
    "$O/rtl_gen" --list-faults | awk -F '\t' -v step="$1" -v only="${2:-}" '
        { split($1, part, ":") }
        (only == "" || part[1] == only) && n++ % step == 0 { print $1, $3 == "-" ? "" : $3 }' >"$T/faults"
    found=0 missed=0 elsewhere=0
    while read -r f settings; do one_fault "$f" $settings </dev/null; done <"$T/faults"
    echo "$found planted faults found, $missed not, $elsewhere in modules without a bench"
    [ "$missed" -eq 0 ] || fail "benches miss faults"
    [ "$found" -gt 0 ] || fail "no fault was tried"
}

# A point that is never reached is a failure, and so is a module or number that does not exist.
refusals() {
    status=0
    export SIM=icarus
    N=3 MODULE=scoreboard tb/alone/alone.sh tiny >"$T/out" 2>&1 || status=$?
    [ $status -eq 1 ] || fail "exit code $status instead of 1 after 3 cycles"
    grep -q '^unit: scoreboard: cover point not reached: ' "$T/out" || { cat "$T/out"; fail "no point is named"; }
    refused "MODULE=nothing: not a module of tiny with a bench" env MODULE=nothing tb/alone/alone.sh tiny
    refused "--cycles x is not a number" env MODULE=lfsr N=x tb/alone/alone.sh tiny
    refused "--cycles 0 is not a number from 1 to 18446744073709551615" env MODULE=lfsr N=0 tb/alone/alone.sh tiny
    refused "--seed 99999999999999999999 is not a number" env MODULE=lfsr SEED=99999999999999999999 tb/alone/alone.sh \
        tiny
    refused "SIM=paper: not a simulator" env MODULE=lfsr SIM=paper tb/alone/alone.sh tiny
}

"$@"
