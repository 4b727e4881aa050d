# SPDX-License-Identifier: Apache-2.0
# What the golden model says of an SM: statistics, interference, series, limits and schedulers.
. tb/tests/lib.sh

sm_run() { # sm_run CONFIG WORKLOAD OPTION...: its statistics into $T/csv
    config=$1 workload=$2
    shift 2
    "$O/cmodel" run -c "configs/$config.yaml" --workload "workloads/$workload/$workload.yaml" --timing-only -q "$@" \
        >"$T/csv" || fail "cmodel run of $workload on $config"
}
value() { awk -F , -v name="$1" '$1 == name { print $2; seen = 1 } END { exit !seen }' "$T/csv" || fail "no $1"; }

# Every test that docs/ciao.md names for an example of the paper is there, and a name that is not is found.
examples_of_ciao_have_their_tests() {
    sed -n '/^## 7.11/,/^## 7.12/p' docs/ciao.md >"$T/section"
    sed 's/address_is_translated/address_is_transported/' "$T/section" >"$T/planted"
    lacking "$T/section" >"$T/lacking"
    [ ! -s "$T/lacking" ] || { cat "$T/lacking"; fail "docs/ciao.md, 7.11, names tests that do not exist"; }
    lacking "$T/planted" >"$T/lacking"
    [ "$(cat "$T/lacking")" = address_is_transported ] || fail "a name that is no test's is not found"
    for s in II-B III-A III-B III-C IV-A IV-B IV-C; do
        grep -q "^[*] [*][*]${s}[,;*]" "$T/section" || fail "docs/ciao.md, 7.11, has no example of section $s"
    done
    echo "$(tests_of "$T/section" | wc -l) tests"
}
# Names of tests in the list, and those of them that are neither a unit test nor a shell test.
tests_of() { awk '/^[*] / { on = 1 } /^$/ { on = 0 } on' "$1" | grep -o '`[a-z0-9_]*`' | tr -d '`' | sort -u; }
lacking() {
    for t in $(tests_of "$1"); do
        grep -qE "^static void ${t}(__[a-z0-9_]*)?\(" tb/unit/*.c || grep -qE "^$t\(\)" tb/tests/*.sh || echo "$t"
    done
}

# The counters of the cache add up, and ratios are what their counters say (CIAO Table II: APKI; II-C: VTA hits), in
# text, CSV and JSON.
cache_statistics_add_up() {
    for c in sm_gto sm_ccws sm_statpcal sm_malekeh; do
        # shellcheck disable=SC2046 # these are words
        sm_run $c syr2k --csv $([ $c != sm_statpcal ] || echo --set issue.limit=1)
        awk -F , -v c=$c '{ v[$1] = $2 }
            function near(a, b) { return a - b < 1e-4 && b - a < 1e-4 }
            END { loads = v["l1d_load_hits"] + v["l1d_load_waits"] + v["l1d_load_misses"] + v["l1d_load_bypasses"]
                  if (loads != v["l1d_loads"]) exit 1
                  if (v["l1d_lines"] != loads + v["l1d_stores"] + v["l1d_atomics"]) exit 1
                  if (v["l1d_evictions"] > v["l1d_load_misses"] || v["l1d_vta_hits"] > v["l1d_load_misses"]) exit 1
                  if (v["l1d_dirty_victims"] > v["l1d_evictions"] || v["l1d_blocked"] > v["sm_cycles"]) exit 1
                  if (!near(v["l1d_apki"], 1000 * v["l1d_lines"] / v["thread_instructions"])) exit 1
                  if (!near(v["l1d_load_hit_ratio"], v["l1d_load_hits"] / loads)) exit 1
                  if (!near(v["sm_ipc"], v["warp_instructions"] / v["sm_cycles"])) exit 1
                  if ((c == "sm_statpcal") != (v["l1d_load_bypasses"] > 0)) exit 1 }' "$T/csv" ||
            { cat "$T/csv"; fail "$c: the counters of the cache do not add up"; }
        echo "$c: $(grep l1d_loads "$T/csv")"
    done
    run="$O/cmodel run -c configs/sm_gto.yaml --workload workloads/syr2k/syr2k.yaml --timing-only"
    $run --csv | sed 1d | tr , ' ' | awk '{ printf "%s %.4f\n", $1, $2 }' >"$T/values"
    # Text is rounded to four digits once, and this of the CSV twice: the last digit may be another.
    $run --all | sed '1,/^$/d' | awk '
        NR == FNR { csv[$1] = $2; next }
        $2 ~ /^[0-9.]+$/ && $1 !~ /:/ {
            d = $2 - csv[$1]
            if (!($1 in csv) || d > 1.1e-4 || d < -1.1e-4) { print $1 ": " $2 " in text, " csv[$1]; bad = 1 }
            delete csv[$1]
        }
        END { for (name in csv) { print name " is not in text"; bad = 1 } exit bad }' "$T/values" - ||
        fail "text and CSV differ"
    $run --json | sed -n 's/^ *"\(.*\)": \([0-9.]*\),*$/\1 \2/p' | awk '{ printf "%s %.4f\n", $1, $2 }' |
        diff "$T/values" - || fail "JSON and CSV differ"
}

# The matrix holds every VTA hit once, and the report's summary is that of the matrix (CIAO Fig. 1a, 4a and 4b).
interference_is_every_vta_hit() {
    sm_run sm_gto atax --csv --interference "$T/matrix"
    hits=$(value l1d_vta_hits)
    [ "$(head -n 1 "$T/matrix")" = "$(printf 'interfered\tinterfering\tcount\tsm')" ] || fail "another header"
    awk -F '\t' 'NR > 1 { if ($1 > 47 || $2 > 47 || $3 < 1 || $4 != 0 || seen[$1, $2]++) exit 1; n += $3 }
        END { print n }' "$T/matrix" >"$T/sum" || fail "a line of the matrix is no pair of warps"
    [ "$hits" -gt 0 ] || fail "no VTA hits: nothing is tested"
    [ "$(cat "$T/sum")" = "$hits" ] || fail "the matrix holds $(cat "$T/sum") of $hits VTA hits"
    "$O/cmodel" run -c configs/sm_gto.yaml --workload workloads/atax/atax.yaml --timing-only --interference "$T/again" \
        >"$T/out" || fail "run with a report"
    cmp -s "$T/matrix" "$T/again" || fail "two runs give different matrices"
    awk -F '\t' 'NR > 1 { sum[$1] += $3; if ($3 > most[$1]) most[$1] = $3 }
        END { low = 2
              for (w in sum) { x = most[w] / sum[w]; all += x; n++
                               if (x > high) high = x
                               if (x < low) low = x }
              printf "%d %.4f %.4f %.4f\n", n, high, low, all / n }' "$T/matrix" >"$T/wanted"
    number='\([0-9.]*\)'
    summary="VTA hits of $number warps, .* makes up $number at most .*), $number at least .*), $number on average"
    sed -n "s/^interference: .* $summary\$/\1 \2 \3 \4/p" "$T/out" | diff "$T/wanted" - ||
        { grep interf "$T/out"; fail "the summary is not that of the matrix"; }
    [ "$(grep -c '^interfered warp ' "$T/out")" = "$(cut -d ' ' -f 1 "$T/wanted")" ] || fail "not a line for each warp"
}

# Intervals add up to the counters of the run; a limit and CCWS hold warps back, GTO none (CIAO Fig. 9 and 10).
series_add_up_to_the_run() {
    for c in sm_gto sm_best_swl sm_ccws sm_statpcal ocu; do
        case $c in
        ocu) more="--slice 0.1 --set issue.limit=1" ;;
        sm_best_swl|sm_statpcal) more="--set issue.limit=1" ;;
        *) more="" ;;
        esac
        # shellcheck disable=SC2086 # these are words
        sm_run $c atax --csv $more --series "$T/series" --interval 700
        awk -F '[,\t]' -v c=$c '
            FNR == NR { v[$1] = $2; next }
            FNR == 1 { if ($6 != "live_warps" || $7 != "active_warps") exit 1; next }
            { if ($1 != (c == "ocu" ? "0.1" : "0.0") || $2 != at + $3 || ($3 != 700 && at && last != 700)) exit 1
              at = $2; last = $3; n += $4; loads += $8; hits += $8 * $9; vta += $10; held += ($6 - $7) * $3
              if ($7 > $6 + 0.0005 || $9 > 1 || ($5 - $4 / $3) ^ 2 > 1e-8) exit 1
              if (c == "sm_best_swl" && $7 > 4.0005 || c == "ocu" && ($7 > 1.0005 || $10 != "-")) exit 1 }
            END { sm = c != "ocu"
                  if (at != v[sm ? "sm_cycles" : "cycles"] || n != v["warp_instructions"]) exit 1
                  if (loads != v[sm ? "l1d_loads" : "L1D_total_cache_accesses"] || vta != v["l1d_vta_hits"]) exit 1
                  if (sm && (hits - v["l1d_load_hits"]) ^ 2 > (0.0001 * loads) ^ 2) exit 1
                  if ((c == "sm_gto") != (held < 0.5)) exit 1
                  printf "%s: %d cycles, %.3f held back on average\n", c, at, held / at }' "$T/csv" "$T/series" ||
            { head -n 30 "$T/series"; fail "$c: the series does not add up to the run"; }
    done
}

# Every limit is run, the best has the fewest cycles, and the command that is printed gives them (CIAO V-A, Best-SWL).
best_swl_is_the_best_of_all_limits() {
    make -s --no-print-directory best_swl O="$O" WORKLOAD=gesummv CONFIG=sm_gto SIZE=small JOBS=2 \
        SET="subcore.warps=4 memory.dram_interval=16" >"$T/out" 2>"$T/err" || { cat "$T/err"; fail "make best_swl"; }
    cat "$T/out"
    awk -F '\t' 'NR == 1 { if ($0 != "limit\tcycles\tipc\thit_ratio") exit 1; next }
        NF == 4 { if ($1 != NR - 1) exit 1; if (!n || $2 < least) { least = $2; best = $1 } n++ }
        /^best:/ { if (index($0, "issue.limit=" best ",") == 0) exit 1; seen = 1 }
        END { if (n != 4 || !seen) exit 1; print least >"/dev/stderr" }' "$T/out" 2>"$T/least" || fail "the table"
    line=$(tail -n 1 "$T/out")
    sh -c "$line O='$O'" >"$T/run" || fail "the command: $line"
    [ "$(awk '$1 == "sm_cycles" { print $2 }' "$T/run")" = "$(cat "$T/least")" ] || fail "other cycles: $line"
    [ "$(grep -c '^best_swl: ' "$T/err")" -eq 4 ] || fail "no progress on stderr"
}

# The comparison of schedulers is drawn, with its numbers (CIAO Fig. 8 and 12).
schedulers_are_compared() {
    WORKLOADS="atax gesummv" SIZE=small SETTINGS="subcore.warps=6 memory.dram_interval=8" JOBS=2 \
        cmodel/experiments/compare_schedulers.sh "$T/figures" >"$T/out" 2>"$T/err" ||
        { cat "$T/err"; fail "cmodel/experiments/compare_schedulers.sh"; }
    cat "$T/out"
    grep -q '<svg' "$T/figures/schedulers.svg" || fail "no picture"
    awk -F '\t' 'NR == 1 { if ($8 != "CIAO-T" || $14 != "CIAO-C-2X" || NF != 16) exit 1 }
        NR > 1 { for (i = 5; i <= 14; i++) if ($i !~ /^[0-9]+[.][0-9]+$/) exit 1
                 if ($6 < 0.9999) exit 1 }
        NR == 2 || NR == 3 { for (i = 5; i <= 14; i++) sum[i] += log($i) / 2 }
        $1 == "geometric mean" { seen = 1; for (i = 5; i <= 14; i++) if ((exp(sum[i]) - $i) ^ 2 > 1e-6) exit 1 }
        END { exit NR != 5 || !seen }' "$T/figures/schedulers.tsv" || fail "the table"
    sm_run sm_gto atax --csv --size small --set subcore.warps=6 --set memory.dram_interval=8
    gto=$(value sm_cycles)
    sm_run sm_ccws atax --csv --size small --set subcore.warps=6 --set memory.dram_interval=8
    awk -F '\t' -v x="$gto" -v y="$(value sm_cycles)" '$1 == "atax" { exit ($5 - x / y) ^ 2 > 1e-6 }' \
        "$T/figures/schedulers.tsv" || fail "CCWS is not what two runs by hand give"
    for f in cutoffs epochs; do
        WORKLOADS=atax SIZE=small SETTINGS="subcore.warps=6 memory.dram_interval=8" JOBS=2 \
            cmodel/experiments/compare_schedulers.sh "$T/figures" $f >"$T/out" 2>"$T/err" ||
            { cat "$T/err"; fail "$f"; }
        cat "$T/out"
        grep -q '<svg' "$T/figures/$f.svg" || fail "no picture of $f"
        awk -F '\t' 'NR == 2 { for (i = 5; i <= 9; i++) if ($i !~ /^[0-9]+[.][0-9]+$/) exit 1 }
            END { exit NR != 3 || NF != 9 }' "$T/figures/$f.tsv" || fail "the table of $f"
    done
    WORKLOADS=nn SIZE=small SETTINGS="subcore.warps=4 memory.dram_interval=8" JOBS=2 \
        cmodel/experiments/compare_schedulers.sh "$T/figures" compute >"$T/out" 2>"$T/err" ||
        { cat "$T/err"; fail compute; }
    cat "$T/out"
    awk -F '\t' 'NR == 1 { if ($10 != "CIAO-C" || NF != 12) exit 1 }
        NR == 2 { for (i = 2; i <= 12; i++) if ($i !~ /^[0-9.]+$/) exit 1 }
        END { exit NR != 3 || $1 != "geometric mean" }' "$T/figures/compute.tsv" || fail "the table of compute"
    # The variants of CIAO: with all warps examined and with hashed places IPC is another one than without.
    WORKLOADS=atax SIZE=small SETTINGS="subcore.warps=6 memory.dram_interval=8" JOBS=2 \
        cmodel/experiments/compare_schedulers.sh "$T/figures" variants >"$T/out" 2>"$T/err" ||
        { cat "$T/err"; fail variants; }
    cat "$T/out"
    awk -F '\t' 'NR == 1 { if ($9 != "CIAO-P-xor" || $12 != "CIAO-C-all" || NF != 12) exit 1 }
        NR == 2 { for (i = 2; i <= 12; i++) if ($i !~ /^[0-9.]+$/) exit 1
            if ($7 == $9 && $8 == $10 && $6 == $11 && $8 == $12) exit 1 }
        END { exit NR != 3 }' "$T/figures/variants.tsv" || fail "the table of variants"
    refused nonsense cmodel/experiments/compare_schedulers.sh "$T/figures" nonsense
}

# The parts of a run have equally many instructions, and add up to the run, as counted by a run of its own; warps that
# CIAO-T stalls are not active (CIAO Fig. 9 and 10).
runs_over_time_add_up() {
    settings=$(. cmodel/experiments/scheduler_inputs.sh; for s in $scheduler_settings; do echo "--set $s"; done)
    for f in 9 10; do
        SIZE=small WORKLOADS=atax cmodel/experiments/figures.sh "$T/figures" ciao:$f >"$T/out" 2>"$T/err" ||
            { cat "$T/err"; fail "make figures FIGURE=ciao:$f"; }
        grep -q '<svg' "$T/figures/ciao_$f.svg" || fail "no picture of ciao:$f"
        for pair in CCWS=sm_ccws CIAO-T=ciao_t CIAO-P=ciao_p CIAO-C=ciao_c; do
            grep -q "^atax,${pair%=*}," "$T/figures/ciao_$f.csv" || continue
            echo "$f $pair" >>"$T/pairs"
            # shellcheck disable=SC2086 # these are words
            sm_run "${pair#*=}" atax --csv --size small $settings
            awk -F , -v n="$(value warp_instructions)" -v cycles="$(value sm_cycles)" -v hits="$(value l1d_vta_hits)" \
                -v s="${pair%=*}" '
                function off(a, b, by) { return a - b > by || b - a > by }
                $2 == s {
                    parts++; all += $4; time += $5; vta += $9; held += ($7 - $8) * $5
                    if (off($4, n / 20, 0.06) || off($6, $4 / $5, 0.001) || $8 > $7 + 0.001) bad = $0
                }
                END {
                    if (parts != 20 || off(all, n, 2) || off(time, cycles, 2) || off(vta, hits, 0.5)) bad = "the sums"
                    if ((s == "CIAO-P") != (held < 0.5)) bad = "active warps"
                    printf "%s: %d instructions, %d cycles, %d VTA hits, %.3f warps held back%s\n", s, all, time, vta,
                        held / time, bad ? "; wrong: " bad : ""
                    exit bad != ""
                }' "$T/figures/ciao_$f.csv" || fail "ciao:$f: the parts are not those of the run: $pair"
        done
    done
    [ "$(wc -l <"$T/pairs")" -eq 6 ] || { cat "$T/pairs"; fail "not all schemes were looked at"; }
    refused "WORKLOADS=saxpy" env WORKLOADS=saxpy cmodel/experiments/figures.sh "$T/figures" ciao:10
}

# Where nothing is shared an SM is four sub-cores: all counters but the cycles before the first launch are those of four
# single runs. The SM launches two cycles later, after its flush, so that single runs start with the LFSR two steps on.
sub_cores_that_share_nothing_are_single_ones() {
    for seed in 1 2 3 4 5 6; do
        "$O/random_trace" -o "$T/trace" -s "$seed" -k 1 -i 200 --arithmetic
        for cycles in 400 20000; do
            "$O/cmodel" run -c configs/sm_malekeh.yaml --trace "$T/trace" --csv -q --max-cycles $((cycles + 2)) \
                --set random.seed=44257 --timeline "$T/sm.timeline" --every 1000000 >"$T/sm" || fail "the SM"
            "$O/cmodel" run -c configs/sm_malekeh.yaml --trace "$T/trace" --csv -q --max-cycles $cycles \
                --set sm.subcores=0 --set random.seed=45958 --timeline "$T/single.timeline" --every 1000000 \
                >"$T/single" || fail "the single sub-cores"
            if [ $cycles = 400 ]; then
                # Both stop there: the cycles are those of the two cycles before, in each sub-core.
                awk -F , 'FNR == NR { v[$1] = $2; next } { d[$1] = v[$1] - $2 }
                    END { exit d["cycles"] != 8 || d["stall_no_warp"] != 8 }' "$T/sm" "$T/single" ||
                    fail "seed $seed: the cycles differ by something else than two for each sub-core"
            fi
            for f in sm single; do      # counters, without ratios over cycles
                sed '/^cycles,/d; /^stall_no_warp,/d; /^sm_cycles,/d; /^memory_final_raced,/q' "$T/$f" >"$T/$f.counts"
                cut -d , -f 1,2,4,6- "$T/$f.timeline" >"$T/$f.subs"
            done
            diff "$T/sm.counts" "$T/single.counts" || fail "seed $seed: counters differ"
            diff "$T/sm.subs" "$T/single.subs" || fail "seed $seed: a sub-core's counters differ"
            grep -q '^ccu_hits,[1-9]' "$T/sm.counts" || fail "seed $seed: no hits: nothing is tested"
            grep -q '^l1d_accesses,0$' "$T/sm.counts" || fail "seed $seed: the trace accesses memory"
        done
        echo "seed $seed: $(grep -c . "$T/sm.counts") counters equal, $(grep warp_instructions "$T/sm.counts")"
    done
}

refusals_of_interference_and_limits() {
    run="$O/cmodel run -c configs/sm_gto.yaml --workload workloads/atax/atax.yaml --timing-only -q"
    refused "--interference" "$O/cmodel" run -c configs/ocu.yaml --trace workloads/mix --interference "$T/x"
    refused "--interval 0" $run --interval 0
    refused "--interval x" $run --interval x
    refused "--series $T/none/x" $run --set memory.dram_interval=1 -o "$T/y" --series "$T/none/x"
    refused "--interference $T/none/x" $run -o "$T/y" --interference "$T/none/x"
    unset WORKLOAD
    refused "WORKLOAD is missing" cmodel/experiments/best_swl.sh sm_gto
    refused "WORKLOAD=nosuch" env WORKLOAD=nosuch cmodel/experiments/best_swl.sh sm_gto
    refused "CONFIG=nosuch" env WORKLOAD=atax cmodel/experiments/best_swl.sh nosuch
    refused "JOBS=0" env WORKLOAD=atax JOBS=0 cmodel/experiments/best_swl.sh sm_gto
    refused "issue.limits" env WORKLOAD=atax cmodel/experiments/best_swl.sh sm_gto issue.limits=3
    refused "k=3" env WORKLOAD=atax PARAM=k=3 cmodel/experiments/best_swl.sh sm_gto
    refused "WORKLOADS=nosuch" env WORKLOADS=nosuch cmodel/experiments/compare_schedulers.sh "$T/figures"
    refused "memory.dram" env WORKLOADS=atax SETTINGS=memory.dram=1 cmodel/experiments/compare_schedulers.sh \
        "$T/figures"
}

"$@"
