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
            [ "$timed" = "$untimed" ] || fail "$run: $timed per cent of the reads are forwarded, and bow:3 says $untimed"
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
    refused "--figure bow:4: accepted are bow:3, bow:7, bow:8 and bow:9" $run --figure bow:4
    refused "--figure is missing; accepted are bow:3" $run
    refused "one of --trace and --workload" "$O/cmodel" profile -c configs/bow.yaml --figure bow:3
    refused "-c is missing" "$O/cmodel" profile --trace workloads/mix --figure bow:3
    refused "nowhere" "$O/cmodel" profile -c configs/bow.yaml --trace "$T/nowhere" --figure bow:7
    refused "cannot be written" $run --figure bow:8 -o "$T/no/figure"
    refused "accepted are run, annotate, profile, config and options" "$O/cmodel" profiles
}

"$@"
