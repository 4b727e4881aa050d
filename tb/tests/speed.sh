# SPDX-License-Identifier: Apache-2.0
# What is done for speed changes no result.
. tb/tests/lib.sh

# The oracles' own counters are zero without values.
golden() { sed 's/"\(memory_words\|memory_raced\|memory_final_raced\)": [0-9]*/"\1": 0/'; }

# equal CMODEL CONFIG TRACE [OPTION...]: every counter of a timing-only run of CMODEL, in which cycles are leapt over
# (cmodel/env/leap.h) and no values move, is that of the golden run, which has every cycle.
equal() {
    program=$1 config=$2 trace=$3
    shift 3
    "$O/cmodel" run -c "$config" --trace "$trace" --json -q "$@" 2>"$T/golden.err" | golden >"$T/golden"
    "$program" run -c "$config" --trace "$trace" --json -q --timing-only "$@" >"$T/timing" 2>"$T/timing.err"
    [ "$(grep -c '": [0-9]' "$T/golden")" -gt 100 ] ||
        { cat "$T/golden.err"; fail "no counters of $config, $trace: $*"; }
    diff "$T/golden" "$T/timing" >"$T/differences"
}

# The canned designs with rules of their own, then COUNT random configurations from SEED, each on a random program.
leaps_change_no_counter() {
    count=$1 seed=$2
    for c in tiny ocu malekeh gto_lru two_level_sw bow_wr_hinted rfc_8way_write rfc_2way_compiler_interleaved \
        sm_tiny ciao_c; do
        equal "$O/cmodel" configs/$c.yaml workloads/mix || { cat "$T/differences"; fail "$c on workloads/mix"; }
        equal "$O/cmodel" configs/$c.yaml workloads/mix --max-cycles 777 ||
            { cat "$T/differences"; fail "$c on workloads/mix, 777 cycles"; }
    done
    "$O/random_config" --seed "$seed" --count "$count" >"$T/list"
    leapt=0
    while read -r number sets; do
        options=""
        for s in $sets; do options="$options --set $s"; done
        rm -rf "$T/trace"
        # shellcheck disable=SC2046 # these are words
        "$O/random_trace" -o "$T/trace" -s "$number" -i 60 $([ $((number % 2)) -eq 0 ] || echo --mixed)
        # shellcheck disable=SC2086 # $options are words
        equal "$O/cmodel" configs/ocu.yaml "$T/trace" $options </dev/null ||
            { cat "$T/differences"; fail "random_trace -s $number -i 60 on configs/ocu.yaml with $sets"; }
        # shellcheck disable=SC2086
        n=$("$O/model_speed" -c configs/ocu.yaml $options --trace "$T/trace" --timing-only --seconds 0 </dev/null |
            sed 's/.* cycles, \([0-9]*\) skipped.*/\1/')
        leapt=$((leapt + (n > 0)))
    done <"$T/list"
    echo "$count random configurations from seed $seed: every counter is the same; $leapt of them leapt over cycles"
    [ $((2 * leapt)) -ge "$count" ] || fail "hardly any run leapt: the comparison says nothing"
}

# plant SOURCE SCRIPT: $T/cmodel is cmodel with a source changed by sed.
plant() {
    source=$1 script=$2 sources='$(call obj,cmodel/run/main.c $(MODEL_SRC))'
    objects=$(printf 'include Makefile\nobjects-of-cmodel:\n\t@echo %s\n' "$sources" |
        make -s -f - O="$O" objects-of-cmodel)
    sed "$script" "$source" >"$T/planted.c"
    ! cmp -s "$source" "$T/planted.c" || fail "'$script' finds nothing in $source: change it here, too"
    others=""
    for o in $objects; do [ "$o" = "$O/obj/${source%.c}.o" ] || others="$others $o"; done
    gcc -std=c11 -D_GNU_SOURCE -O1 -I. -iquote "$(dirname "$source")" -c "$T/planted.c" -o "$T/planted.o"
    # shellcheck disable=SC2086 # $others are words
    gcc "$T/planted.o" $others -o "$T/cmodel" -lyaml -lmd -lm -ldl -lpthread
}

# Wrong leaps are seen by the comparison: each of these changes of a source is planted into a cmodel of its own.
planted_leaps_are_seen() {
    planted=0
    while read -r source config set script; do
        plant "$source" "$script"
        ! equal "$T/cmodel" configs/$config.yaml workloads/mix --set "$set" ||
            fail "$source with '$script' is not seen on $config with $set"
        planted=$((planted + 1))
        echo "$source with '$script' is seen on $config: $(head -n 2 "$T/differences" | tail -n 1)"
    done <<'LIST'
cmodel/subcore/rest.c ocu collector.count=2 s/+= n [*] cs->ops->busy/+= cs->ops->busy/
cmodel/subcore/rest.c malekeh sthld.interval=64 s/lfsr_after(m->q.lfsr, n)/lfsr_after(m->q.lfsr, 1)/
cmodel/subcore/rest.c ocu collector.count=2 s/ m->rf.read.0..reading || m->rf.read.1..reading ||//
cmodel/subcore/rest.c malekeh sthld.interval=64 s/sthld_pass(&m->sthld, n)/sthld_pass(\&m->sthld, 1)/
cmodel/env/env.c ocu unit.branch.interval=1 s/frontend_event(c->fe, c->side) - 1/frontend_event(c->fe, c->side)/
cmodel/env/env.c ocu collector.count=2 s/units_event(c->units, c->now)/UINT64_MAX/
LIST
    echo "$planted planted faults seen"
}

# Traces whose warps are not as they mostly are, each as text, of which slices behind the first one skip the warps of
# others, as they do when it comes from the cache, in text/, and compressed, which all read as a whole, in gz/: warps
# that descend, comments and blank lines between instructions, a warp without instructions, lines that end with \r.
write_traces() {
    mkdir -p "$T/text" "$T/gz"
    for k in 1 2; do
        trace=workloads/mix/kernel-$k.traceg
        cp $trace "$T/text/usual-$k.traceg"
        awk '/^#BEGIN_TB/ { n = 0; inside = 1 } /^#END_TB/ { while (n > 0) printf "%s", text[n--]; inside = 0 }
            /^warp = / { n++; text[n] = "" } inside && n { text[n] = text[n] $0 "\n"; next } { print }' $trace \
            >"$T/text/descending-$k.traceg"
        awk '{ print } /^#BEGIN_TB/ { inside = 1 } /^insts/ { last = 1; next }
            inside && last && NR % 3 == 0 { print "# warp = 1"; print ""; print "#END" }' $trace \
            >"$T/text/comments-$k.traceg"
        awk '/^warp = 1$/ { print; print "insts = 0"; skip = 1; next } /^warp|^#END_TB/ { skip = 0 } !skip' $trace \
            >"$T/text/empty-$k.traceg"
        sed 's/$/\r/' $trace >"$T/text/dos-$k.traceg"
    done
    for f in "$T"/text/*.traceg; do
        awk 'BEGIN { for (i = 0; i < 4096; i++) print "# behind the end" }' >>"$f"  # files of 64 KB are cached
        gzip -c "$f" >"$T/gz/${f##*/}.gz"
    done
    sleep 3     # and those that have not changed for two seconds
}

# whole PROGRAM: what slices skip changes no counter, whatever the trace, however many SMs and threads there are.
whole() {
    for f in "$T"/text/*.traceg; do
        for sms in 1 2; do
            for jobs in 1 3; do
                while read -r side cache name; do
                    "$1" run -c configs/malekeh.yaml --set machine.sms=$sms -j $jobs --trace "$side" \
                        --trace-cache "$cache" --timing-only --json -q >"$T/out" 2>&1
                    sed "s,$T/[a-z]*/,,; s/[.]gz//" "$T/out" >"$T/$name.out"
                done <<SIDES
$T/gz/${f##*/}.gz off gz
$f off text
$f $T/cache written
$f $T/cache cached
SIDES
                for name in text written cached; do
                    diff "$T/gz.out" "$T/$name.out" >"$T/differences" || return 1
                done
                [ "$(grep -c '": [0-9]' "$T/text.out")" -gt 100 ] || { cat "$T/text.out"; fail "no counters of $f"; }
            done
        done
    done
}

skipped_warps_change_no_counter() {
    write_traces
    whole "$O/cmodel" ||
        { cat "$T/differences"; fail "$f ($name) with $sms SMs and -j $jobs is not what it is compressed"; }
    while read -r source script; do
        plant "$source" "$script"
        ! whole "$T/cmodel" || fail "$source with '$script' is not seen"
        echo "$source with '$script' is seen on ${f##*/} ($name): $(sed -n 2p "$T/differences")"
    done <<'LIST'
cmodel/env/frontend.c s/fe->dealt + place/fe->dealt + place + 1/
cmodel/trace/trace_block.c s/b->shuffled |= [*]seen.*;/(void)0;/
cmodel/trace/trace_block.c s/b->shuffled |= id < before;/(void)0;/
cmodel/trace/trace_pack.c s/p->at += 1 + address_words(word, p->forms/p->at += 2 + address_words(word, p->forms/
LIST
}

# What make fast builds is another program from the same sources: every counter of its timing-only runs is that of a
# golden run of the usual one, on designs that it was compiled for and on others. One that differs is seen.
fast_program_counts_the_same() {
    make -s fast O="$O" >"$T/make" 2>&1 || { tail -n 5 "$T/make"; fail "make fast"; }
    compared=0
    for c in tiny ocu malekeh two_level_sw bow_wr_hinted rfc_8way_write sm_gto ciao_c; do
        for t in workloads/mix "$SHARED/traces/volta_warps"; do
            [ -d "$t" ] || continue
            equal "$O/fast/cmodel" configs/$c.yaml "$t" || { cat "$T/differences"; fail "$c on $t"; }
            compared=$((compared + 1))
        done
    done
    printf "#!/bin/sh\nexec %s/cmodel \"\$@\" --max-cycles 300\n" "$O" >"$T/other"
    chmod +x "$T/other"
    ! equal "$T/other" configs/tiny.yaml workloads/mix || fail "a program that stops after 300 cycles is not seen"
    echo "$compared runs of build/fast/cmodel: every counter is the same"
}

# Work per warp instruction hardly grows with warps, collectors and entries, counted in instructions of the processor,
# which are the same on a busy machine: it is 1.16 times as much at most, with 32 OCUs for 2. A bound that nothing can
# keep is said to be broken.
work_hardly_grows_with_sizes() {
    command -v valgrind >/dev/null 2>&1 || skip "valgrind is not there (Debian package valgrind)"
    make -s -j2 O="$O/counted" OPT=-O2 "$O/counted/model_speed" >"$T/err" 2>&1 || { cat "$T/err"; fail "build"; }
    grows() { O="$O/counted" COUNT=instructions tb/bench/bench_scale.sh >"$T/scale" 2>"$T/err"; }
    MOST=1.25 grows || { cat "$T/scale" "$T/err"; fail "tb/bench/bench_scale.sh"; }
    cat "$T/scale"
    [ "$(grep -c "^[a-z_]* *[0-9]" "$T/scale")" -gt 20 ] || fail "rows are missing"
    ! MOST=0.001 grows || fail "no ratio is above 0.001 times its bound"
    grep -q "above 0.001 times" "$T/scale" || { cat "$T/err"; fail "tb/bench/bench_scale.sh names no row"; }
    O="$O" RUNS=1 tb/bench/bench_scale.sh >"$T/scale" 2>"$T/err" || { cat "$T/err"; fail "COUNT=time"; }
    grep -q "ns/cycle" "$T/scale" || fail "times are not in nanoseconds"
}

"$@"
