# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

sources="--trace=workloads/mix --workload=workloads/bfs/bfs.yaml --workload=workloads/hgemm/hgemm.yaml"

figure() { # figure NUMBER ARGUMENTS...: as CSV into $T/csv
    n=$1
    shift
    "$O/cmodel" profile --figure "$n" --csv "$@" >"$T/csv" || fail "profile --figure $n $*"
}

# Shares grow with the window, and what hints know of is more than what consolidation finds (BOW Fig. 3).
shares_of_bow_3() {
    for s in $sources; do
        figure bow:3 -c configs/bow.yaml $s
        awk -F, 'NR == 1 { bad = $1 != "window" || NF != 7; next }
            $1 != NR - 1 || $2 < r || $3 < c || $4 < t || $3 > $4 || $5 > $4 || $6 == 0 || $7 == 0 { bad = 1 }
            { r = $2; c = $3; t = $4 } NR == 2 && ($2 != 0 || $3 != 0) { bad = 1 }
            END { exit bad || NR != 8 }' "$T/csv" || fail "$s: $(cat "$T/csv")"
    done
}

# A BOC that lacks no entries forwards exactly what the untimed analysis says, whatever the timing (BOW III, IV-A).
timed_reads_are_bypassed_as_bow_3_says() {
    for w in hotspot bfs lud btree queens kmeans; do
        for window in 2 3 5; do
            run="-c configs/bow.yaml --set boc.window=$window --set boc.entries=64 --workload workloads/$w/$w.yaml"
            figure bow:3 $run
            "$O/cmodel" run $run --timing-only --csv --quiet >"$T/run" || fail "run $run"
            timed=$(awk -F, '{ v[$1] = $2 } END { printf "%.2f", 100 * v["ccu_hits"] / v["source_reads"] }' "$T/run")
            untimed=$(awk -F, -v w=$window '$1 == w { print $2 }' "$T/csv")
            [ "$timed" = "$untimed" ] ||
                fail "$run: $timed per cent of the reads are forwarded, and bow:3 says $untimed"
            echo "$w, window $window: $timed %"
        done
    done
}

# Every figure counts everything once, and what two of them and annotate say is the same (BOW Fig. 7 to 9).
distributions_of_bow() {
    for s in $sources; do
        for window in 1 3 7; do
            run="-c configs/bow_wr_hinted.yaml --set boc.window=$window $s"
            figure bow:3 $run
            awk -F, -v w=$window '$1 == w { print $4, $5, $7 }' "$T/csv" >"$T/writes"
            figure bow:7 $run
            awk -F, 'NR > 1 { a += $2; b += $4; c += $6; p += $3; q += $5; r += $7 } $1 == "transient" { t = $3 }
                END { if (a != b || b != c || p < 99.9 || q < 99.9 || r < 99.9) exit 1; print t, a }' "$T/csv" \
                >"$T/seven" || fail "$run: $(cat "$T/csv")"
            [ "$(cut -d' ' -f1,3 "$T/writes")" = "$(cat "$T/seven")" ] ||
                fail "$run: bow:3 and bow:7 differ: $(cat "$T/csv")"
            "$O/cmodel" annotate $run -o "$T/hints" || fail "annotate $run"
            awk 'FNR == NR { split($0, f, ","); v[f[1]] = f[2]; next } /^# registers written/ { a = $4; b = $6; c = $8 }
                END { exit !(a == v["transient"] && b == v["bank"] && c == v["both"]) }' "$T/csv" "$T/hints" ||
                fail "figure and comments differ: $(cat "$T/csv") $(head -n 3 "$T/hints")"
            figure bow:9 $run
            awk -F, 'NR > 1 { a += $3; h += $5; bad = bad || $4 < $6 }
                END { exit bad || NR != '$((4 * window + 3))' || a < 99.8 || a > 100.2 || h < 99.8 || h > 100.2 ||
                    $4 != 0 }' "$T/csv" || fail "$run: $(cat "$T/csv")"
        done
        figure bow:8 -c configs/bow.yaml $s
        awk -F, 'NR > 1 { p += $3 } END { exit NR != 8 || p < 99.9 || p > 100.1 }' "$T/csv" ||
            fail "$s: $(cat "$T/csv")"
    done
}

# The table and the CSV hold the same; the figures do not depend on the kind of collector.
tables_and_files() {
    for n in bow:3 bow:7 bow:8 bow:9; do
        run="profile --figure $n -c configs/bow_wr_hinted.yaml --workload workloads/bfs/bfs.yaml --size small"
        "$O/cmodel" $run --csv -o "$T/csv" || fail "$run"
        "$O/cmodel" $run >"$T/text" || fail "$run"
        head -n 1 "$T/text" | grep -q "^$n, workloads/bfs/bfs.yaml, 132 warps.*BOW Fig\. ${n#bow:}" ||
            fail "$(cat "$T/text")"
        sed 1d "$T/text" | awk '{ $1 = $1; print }' >"$T/words"
        sed 's/,,/,/g; s/,/ /g' "$T/csv" | cmp - "$T/words" || fail "table and CSV differ: $(cat "$T/text")"
        "$O/cmodel" profile --figure $n -c configs/ocu.yaml --workload workloads/bfs/bfs.yaml --csv | cmp - "$T/csv" ||
            fail "the collector matters"
    done
}

broken_figures() {
    run="$O/cmodel profile -c configs/bow.yaml --trace workloads/mix"
    refused "--figure bow:4: accepted are bow:3, bow:7, bow:8, bow:9, levels:entries and rfc:9 to rfc:17" \
        $run --figure bow:4
    refused "--figure rfc:9x: accepted are" "$O/cmodel" profile --trace workloads/mix --figure rfc:9x
    refused "a figure is a table; accepted is --csv" $run --figure bow:3 --json
    refused "a figure is a table; accepted is --csv" $run --figure rfc:9 --json
    refused "two formats are asked for" "$O/cmodel" profile --trace workloads/mix --csv --json
    refused "one of --trace and --workload" "$O/cmodel" profile -c configs/bow.yaml --figure bow:3
    refused "-c is missing" "$O/cmodel" profile --trace workloads/mix --figure bow:3
    refused "nowhere" "$O/cmodel" profile -c configs/bow.yaml --trace "$T/nowhere" --figure bow:7
    refused "cannot be written" $run --figure bow:8 -o "$T/no/figure"
    refused "accepted are run, annotate, profile, cache, config, options, opcodes and stats" "$O/cmodel" profiles
}

# ---- the register cache (RFC-sim)
# --------------------------------------------------------------------------------------

count() { # count SETTINGS ARGUMENTS...: the ten counts on one line
    settings=$1
    shift
    sets=$(for s in $settings; do echo "--set rfc.$s"; done)
    "$O/cmodel" profile --json $sets "$@" >"$T/json" || fail "profile --json $sets $*"
    awk -F '[:,]' '/_pj/ { next } NF > 1 { printf "%s%s", sep, $2 + 0; sep = " " } END { print "" }' "$T/json"
}

# A trace of one warp: HMMA, RZ, a partial mask, a load with addresses; and a listing in which R4 of the first
# instruction and C of the HMMA have their flags.
write_rfc_example() {
    mkdir -p "$T/example"
    cat >"$T/example/kernel-1.traceg" <<-end
	-kernel name = example
	-kernel id = 1
	-grid dim = (1,1,1)
	-block dim = (32,1,1)
	-nregs = 64
	-accelsim tracer version = 4
	#BEGIN_TB
	thread block = 0,0,0
	warp = 0
	insts = 4
	0000 ffffffff 1 R2 IADD3 3 R4 R255 R6 0
	0010 0000000f 1 R8 LDG.E 1 R2 4 1 0x7f0010 4
	0020 ffffffff 1 R20 HMMA.1688.F32 3 R4 R8 R20 0
	0030 00000000 0 EXIT 0 0
	#END_TB
	end
    sed 's/^>/\t\t/' >"$T/example/example.sass" <<-end
	Fatbin elf code:
	================
	code for sm_75
	>Function : example
	 .headerflags    @"EF_CUDA_SM75 EF_CUDA_PTX_SM(EF_CUDA_SM75)"
	        /*0000*/                   IADD3 R2, R4.reuse, RZ, R6 ;          /* 0x0000000004027210 */
	                                                                         /* 0x040fe20007ffe0ff */
	        /*0010*/                   LDG.E.SYS R8, [R2] ;                  /* 0x0000000002087381 */
	                                                                         /* 0x000ea800001ee900 */
	        /*0020*/                   HMMA.1688.F32 R20, R4, R8, R20.reuse ;  /* 0x000000080414723c */
	                                                                         /* 0x100fe20000001814 */
	        /*0030*/                   EXIT ;                                /* 0x000000000000794d */
	                                                                         /* 0x000fea0003800000 */
	end
}

# Both ways of counting, worked out by hand: 16 entries in one set, flags from the listing. As
# published, R4, RZ and R6 miss, and R4 and R2 are taken; in 4 lanes R2 hits and R8 is taken; R4 hits, R5 misses, R8
# hits in 4 lanes and misses in 28, and R20 to R23 miss twice and are taken twice, as C and as D. Nothing is evicted.
register_cache_example() {
    write_rfc_example
    run="--trace $T/example --sass $T/example/example.sass"
    at="entries=16 ways=16 allocate=compiler_aided"
    want="40 284 0 164 10 81 284 0 324 164"
    got=$(count "compat=rfc_sim $at" $run)
    [ "$got" = "$want" ] || fail "published: $got instead of $want"
    # Without RZ; the address is a pair, of which R3 misses; D hits the entries that C has taken; what is dirty goes to
    # the banks at the end: R2, R8, R20 to R23.
    want="40 256 128 36 51 81 256 164 296 164"
    got=$(count "compat=none $at" $run)
    [ "$got" = "$want" ] || fail "correct: $got instead of $want"
    # Without the listing nothing has a flag.
    got=$(count "compat=rfc_sim $at" --trace "$T/example")
    [ "$got" = "8 316 0 164 2 41 316 0 324 164" ] || fail "without flags: $got"
}

# The JSON has these keys and no others, in this order; text and CSV say the same of both ways of counting.
register_cache_formats() {
    write_rfc_example
    for compat in none rfc_sim; do
        count "compat=$compat ways=8" --trace "$T/example" >"$T/counts"
        keys=$(tr -d ' {}\n' <"$T/json" | tr ',' '\n' | sed 's/"\(.*\)":.*/\1/' |
            paste -s -d ' ')
        [ "$keys" = "read_hits read_misses write_hits write_misses cache_reads cache_writes bank_reads bank_writes \
baseline_reads baseline_writes energy_pj baseline_energy_pj" ] || fail "keys: $keys"
        "$O/cmodel" profile --trace "$T/example" --set rfc.ways=8 --set rfc.compat=$compat --csv >"$T/csv" || fail csv
        "$O/cmodel" profile --trace "$T/example" --set rfc.ways=8 -o "$T/text" || fail text
        column=$([ $compat = none ] && echo 2 || echo 3)
        [ "$(awk -F, -v c=$column '/^[a-z_]*(hits|misses|reads|writes),/ { printf "%s%s", s, $c; s = " " }' \
            "$T/csv")" = "$(cat "$T/counts")" ] || fail "CSV and JSON differ: $(cat "$T/csv" "$T/json")"
        [ "$(awk -v c=$column '/^[a-z]+_(hits|misses|reads|writes) / { printf "%s%s", s, $c; s = " " }' "$T/text")" = \
            "$(cat "$T/counts")" ] || fail "text and JSON differ: $(cat "$T/text" "$T/json")"
        for key in energy_pj baseline_energy_pj; do
            [ "$(awk -F, -v c=$column -v k=$key '$1 == k { print $c }' "$T/csv")" = \
                "$(sed -n 's/.*"'$key'": \([0-9.]*\).*/\1/p' "$T/json")" ] || fail "$key differs"
        done
    done
}

# A cubin that runs, and the trace and listing of the same run: the published simulator sees the same.
register_cache_of_cubins_and_traces() {
    for w in bfs:bfs hotspot:hotspot hgemm:hgemm igemm:igemm reduction:reduction; do
        folder=${w%:*} name=${w#*:}
        launch=workloads/$folder/$name.yaml
        rm -rf "$T/trace"
        "$O/warptrace" --run "$launch" --trace "$T/trace" -q >/dev/null || fail "warptrace --run $launch"
        "$O/warptrace" --disassemble workloads/$folder/$name.cubin | awk '
            /^Function/ { print "\t\tFunction : " $3; next }
            /0x/ { word = $(NF - 1); text = $0; sub(/\/\* 0x[^*]*\*\/ *$/, "", text)
                   printf "%s /* 0x%s */\n   /* 0x%s */\n", text, substr(word, 19, 16), substr(word, 3, 16) }' \
            >"$T/sass"
        for settings in "" "ways=8" "allocate=look_ahead look_ahead=3 ways=4" \
            "regs_per_entry=2 replacement=lru bank_bits=32"; do
            ran=$(count "compat=rfc_sim $settings" --workload $launch)
            read=$(count "compat=rfc_sim $settings" --trace "$T/trace" --sass "$T/sass")
            [ "$ran" = "$read" ] || fail "$name, $settings: $ran when it runs, $read from its trace and listing"
            for compat in none rfc_sim; do
                read=$(count "compat=$compat $settings" --trace "$T/trace" --sass "$T/sass")
                flags=$(count "compat=$compat $settings" --trace "$T/trace" --sass workloads/$folder/$name.cubin)
                [ "$flags" = "$read" ] ||
                    fail "$name, $settings, $compat: $flags with the cubin, $read with the listing"
            done
        done
    done
}

# Reuse flags from hints: with every operand near each source takes an entry, as with read-allocate and results.
register_cache_hints() {
    write_rfc_example
    "$O/cmodel" annotate -c configs/malekeh.yaml --trace "$T/example" --set reuse.profile_ppm=1000000 -o "$T/hints" ||
        fail annotate
    sed 's/far\(:[0-9/]*\)*/near/g; s/near:[0-9/]*/near/g' "$T/hints" >"$T/near"
    [ "$(count "ways=8 allocate=compiler_aided" --trace "$T/example" --hints "$T/near")" = \
        "$(count "ways=8 allocate=read_write" --trace "$T/example")" ] ||
        fail "hints that are all near are no read_write"
    [ "$(count "ways=8 allocate=compiler_aided" --trace "$T/example" --hints "$T/hints")" != \
        "$(count "ways=8 allocate=compiler_aided" --trace "$T/example")" ] || fail "hints have no effect"
}

# A figure has for each cache model what its canned configuration counts.
register_cache_figures() {
    launch=workloads/hotspot/hotspot.yaml
    for compat in none rfc_sim; do
        "$O/cmodel" profile --figure rfc:9 --csv --workload $launch --set rfc.compat=$compat >"$T/9" || fail rfc:9
        column=2
        for model in $(head -n 1 "$T/9" | cut -d , -f 2- | tr ',' ' '); do
            hits=$(count "compat=$compat" -c configs/$model.yaml --workload $launch |
                awk '{ printf "%.2f", 100 * $1 / ($1 + $2) }')
            drawn=$(sed -n 2p "$T/9" | cut -d , -f $column)
            [ "$hits" = "$drawn" ] || fail "$model, rfc.compat $compat: $hits counted, $drawn drawn"
            column=$((column + 1))
        done
        [ $column -eq 11 ] || fail "rfc:9 has $column columns"
    done
    # Parts of a breakdown add up, and the whole is what rfc:11 says.
    "$O/cmodel" profile --figure rfc:16 --csv >"$T/16" || fail rfc:16
    awk -F, 'NR > 1 { d = $3 + $4 + $5 + $6 - $7; if (d < -0.03 || d > 0.03) bad = 1; n[$1]++ }
        $2 == "without" && $7 != "100.00" { bad = 1 }
        END { exit bad || n["bfs"] != 7 || n["pathfinder"] != 7 }' "$T/16" ||
        fail "$(cat "$T/16")"
    "$O/cmodel" profile --figure rfc:11 --csv >"$T/11" || fail rfc:11
    awk -F, 'FNR == NR { if ($1 == "bfs" && $2 == "rfc_8way_write") sum = $7; next } $1 == "bfs" { saved = $2 }
        $1 ~ /gemm|conv$/ { bad = 1 } END { exit bad || 100 - sum - saved > 0.02 || 100 - sum - saved < -0.02 }' \
        "$T/16" "$T/11" || fail "rfc:16 and rfc:11 differ, or rfc:11 has tensor instructions"
    wanted=$(printf '%s\n' workloads/*/*.yaml | grep -cv 'gemm[_f0-9]*[.]yaml\|conv[.]yaml')
    [ "$(wc -l <"$T/11")" -eq $((wanted + 2)) ] ||
        fail "rfc:11 does not have $wanted workloads and their mean: $(cut -d , -f 1 "$T/11")"
    "$O/cmodel" profile --figure rfc:12 --csv >"$T/12" || fail rfc:12
    [ "$(cut -d , -f 1 "$T/12" | tr '\n' ' ')" = "workload hgemm_256 hgemm_512 igemm_256 igemm_512 mean " ] ||
        fail "rfc:12 has other rows: $(cat "$T/12")"
    for n in 10 13 14 15 17; do
        "$O/cmodel" profile --figure rfc:$n --csv --workload $launch >/dev/null || fail rfc:$n
    done
}

# Memory does not grow with the stream: ten times the trace takes the same.
register_cache_memory() {
    [ -x /usr/bin/time ] || skip "/usr/bin/time is missing (package time)"
    ten=$(yes workloads/mix | head -n 200 | tr '\n' ',')
    for s in workloads/mix "${ten%,}"; do
        /usr/bin/time -f %M "$O/cmodel" profile --trace "$s" --json -o /dev/null 2>"$T/kilobytes" || fail "$s"
        cat "$T/kilobytes"
    done | awk '{ k[NR] = $1 } END { exit !(k[2] < k[1] + 2048) }' || fail "memory grows with the trace"
}

# The published program's own output, where RFCSIM names it (a build of github.com/BrianQian1999/RFC-sim).
published_simulator_counts_the_same() {
    [ -n "${RFCSIM:-}" ] || skip "RFCSIM= names no build of the published simulator"
    write_rfc_example
    echo kernel-1.traceg >"$T/example/kernelslist.g"
    seed=${SEED:-$$}
    echo "SEED=$seed"
    for run in 1 2 3 4 5 6 7 8 9 10 11 12; do
        # shellcheck disable=SC2046 # these are words
        set -- $(awk -v s="$seed" -v r="$run" 'BEGIN { srand(s * 100 + r); split("1 2 4 8 16", e)
            n = e[1 + int(5 * rand())]; w = e[1 + int(5 * rand())]; if (w > n) w = n
            print n, w, 1 + int(3 * rand()), int(5 * rand()), 1 + int(3 * rand()), int(2 * rand()), int(2 * rand()),
                  int(2 * rand()), rand() < 0.5 ? 32 : 128 }')
        printf 'arch: 1\nassoc: %s\nn_block: %s\nn_dw: %s\nwindow_len: %s\npolicy:\n  - alloc: %s\n  - repl: %s
  - evict: %s\n  - dest_map: %s\nbitwidth: %s
energy_model:\n  - rfc.r: 1\n  - rfc.w: 1\n  - mrf.r: 1\n  - mrf.w: 1\n' \
            "$2" "$1" "$3" "$4" "$5" "$6" "$7" "$8" "$9" >"$T/cfg.yaml"
        settings="compat=rfc_sim entries=$1 ways=$2 regs_per_entry=$3 look_ahead=$4
            allocate=$(echo write compiler_aided look_ahead | cut -d ' ' -f "$5")
            replacement=$(echo lru fifo | cut -d ' ' -f $(($6 + 1)))
            write=$(echo write_back write_through | cut -d ' ' -f $(($7 + 1)))
            dest_map=$(echo linear interleaved | cut -d ' ' -f $(($8 + 1))) bank_bits=$9"
        "$RFCSIM" -t "$T/example" -c "$T/cfg.yaml" -d "$T/example/example.sass" -o /dev/null >"$T/published" 2>&1 ||
            fail "RFC-sim stops: $(tail -n 1 "$T/published")"
        want=$(sed -n 's/.*MRF.W) -> (\(.*\))$/\1/p' "$T/published" | tr -d ',' | tr '\n' ' ' |
            awk '{ print $5, $6, $7, $8, $3, $4 }')
        got=$(count "$settings" --trace "$T/example" --sass "$T/example/example.sass" | cut -d ' ' -f 5-)
        [ "$got" = "$want" ] || fail "run $run, $settings: $got, RFC-sim says $want"
    done
}

broken_register_caches() {
    write_rfc_example
    run="$O/cmodel profile --trace $T/example"
    refused "one of --trace and --workload" "$O/cmodel" profile
    refused "rfc.ways is 3; accepted: a divisor of rfc.entries" $run --set rfc.ways=3
    refused "rfc.bank_bits is 96; accepted: a power of two from 32 to 1024" $run --set rfc.bank_bits=96
    refused "accepted: an integer from 1 to 16" $run --set rfc.entries=17
    refused "accepted: none or rfc_sim" $run --set rfc.compat=other
    refused "it cannot be read" $run --sass "$T/nowhere"
    refused "one of them is accepted" $run --sass "$T/example/example.sass" --hints "$T/example/example.sass"
    echo "Function : f" >"$T/bad"
    refused "there is no instruction" $run --sass "$T/bad"
    head -c 3000 workloads/bfs/bfs.cubin >"$T/bad"
    refused "$T/bad" $run --sass "$T/bad"
    echo "  /*0000*/ NOP ; /* 0x0000000000007918 */" >"$T/bad"
    refused "bad:1: an instruction before the first function" $run --sass "$T/bad"
    printf 'Function : f\n /*0000*/ NOP ; /* 0x0000000000007918 */\n /*0010*/ NOP ; /* 0x0000000000007918 */\n' \
        >"$T/bad"
    refused "bad:3: the upper word of the instruction before is missing" $run --sass "$T/bad"
    printf 'Function : f\n /*0000*/ NOP ; /* 0x0000000000007918 */\n /* zero */\n' >"$T/bad"
    refused "bad:3: the upper word of an instruction is bad" $run --sass "$T/bad"
    "$O/cmodel" annotate -c configs/bow_wr_hinted.yaml --trace workloads/mix -o "$T/writes" || fail annotate
    refused "the hints are about writes" $run --hints "$T/writes"
    refused "cannot be written" $run -o "$T/no/counts"
    refused "accepted are bow:3, bow:7, bow:8, bow:9, levels:entries and rfc:9 to rfc:17" \
        $run -c configs/ocu.yaml --figure rfc:18
    refused "its folders have no launch files" "$O/cmodel" profile --figure rfc:9 --workloads "$T/nowhere"
    sed 's/ffffffff 1 R20/ffffffff 1 R2O/' "$T/example/kernel-1.traceg" >"$T/bad.traceg"
    refused "bad.traceg:13: destination register 1 of 1 is bad" "$O/cmodel" profile --trace "$T/bad.traceg"
    sed 's/0x7f0010 4/0x7f0010 x/' "$T/example/kernel-1.traceg" >"$T/bad.traceg"
    refused "bad.traceg:12: the stride is missing" "$O/cmodel" profile --trace "$T/bad.traceg"
    sed '12{p;s/ 4$/ x/}' "$T/example/kernel-1.traceg" | sed 's/insts = 4/insts = 5/' >"$T/bad.traceg"
    refused "bad.traceg:13: the stride is missing" "$O/cmodel" profile --trace "$T/bad.traceg"
    # A function that the listing lacks is noted, and has no flags.
    sed 's/: example/: other/' "$T/example/example.sass" >"$T/other.sass"
    $run --sass "$T/other.sass" --json 2>"$T/err" >/dev/null || fail "a listing without the kernel is refused"
    grep -q "note: --sass .*/other.sass: the listing has no function 'example'" "$T/err" ||
        fail "no note: $(cat "$T/err")"
}

"$@"
