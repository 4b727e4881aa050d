# SPDX-License-Identifier: Apache-2.0
# The figures of Malekeh's evaluation; see figures.sh.
malekeh_figures="1 2 7 9 10 12 13 14 16 17"

# Reuse distances, from the pass that also makes the hints.
malekeh_1() {
    printf '%s\n' $workloads | grep -qxF -e "$(printf '%s\n' $rodinia $deepbench)" || {
        echo "figures: WORKLOAD=$workloads: none of them is in malekeh:1; accepted are $rodinia $deepbench" >&2
        exit 2; }
    whole figures "$out/malekeh_1.csv" malekeh_1_table
    plot malekeh_1 "Reuse distances (Malekeh Fig. 1)" "share of the reuses"
}

malekeh_1_table() {
    for group in rodinia deepbench; do
        eval list=\$$group
        for w in $list; do
            case " $workloads " in *" $w "*) ;; *) continue ;; esac
            "$O/cmodel" annotate -c "$top/configs/malekeh.yaml" --workload "$(launch_of "$w")" --size "$SIZE" \
                --histogram="$T/histogram" -o /dev/null >/dev/null || exit 2
            awk -F , -v g=$group 'NR > 1 && $1 != "none" { print g "," $1 "," $2 + $3 }' "$T/histogram" || exit 2
        done
    done >"$T/distances" || exit 2
    awk -F , '
        { bin = $2 + 0 > 10 || $2 + 0 < 1 ? 11 : $2 + 0; n[$1, bin] += $3; sum[$1] += $3; seen[$1] = 1 }
        END { printf "distance"; if (seen["rodinia"]) printf ",Rodinia"
              if (seen["deepbench"]) printf ",Deepbench kernels"
              print ""
              for (b = 1; b <= 11; b++) {
                  printf "%s", (b > 10 ? ">10" : b)
                  if (seen["rodinia"]) printf ",%.4f", n["rodinia", b] / sum["rodinia"]
                  if (seen["deepbench"]) printf ",%.4f", n["deepbench", b] / sum["deepbench"]
                  print "" } }' "$T/distances"
}

malekeh_2() {
    whole figures "$out/malekeh_2.csv" malekeh_2_table
    plot malekeh_2 "IPC under two-level schedulers (Malekeh Fig. 2)" "IPC over that of GTO" 0.4
}

malekeh_2_table() {
    two="issue.scheduler=two_level"
    for w in $workloads; do
        line=$w
        for pair in "two_level_rfc ocu" "two_level_sw ocu" "monolithic+$two+issue.active=8 monolithic" \
            "monolithic+$two+issue.active=8+issue.strands=true monolithic"; do
            a=$(measure "${pair% *}" "$w") && b=$(measure "${pair#* }" "$w") || exit 2
            line=$line,$(awk -v x="$(ratio "$a" warp_instructions cycles)" \
                -v y="$(ratio "$b" warp_instructions cycles)" \
                'BEGIN { printf "%.4f", x / y }')
        done
        echo "$line"
    done >"$T/lines" || exit 2
    awk -F , '
        BEGIN { print "workload,\"RFC, sub-core\",\"software RFC, sub-core\"," \
                    "\"RFC, monolithic\",\"software RFC, monolithic\"" }
        { print; for (i = 2; i <= 5; i++) sum[i] += $i; n++ }
        END { printf "mean"; for (i = 2; i <= 5; i++) printf ",%.4f", sum[i] / n; print "" }' "$T/lines"
}

# IPC and hit ratio against a static STHLD, for three workloads.
malekeh_7() {
    three=$(for w in srad hotspot hgemm; do case " $workloads " in *" $w "*) echo $w ;; esac; done)
    [ -n "$three" ] || three=${workloads%% *}
    whole figures "$out/malekeh_7.csv" malekeh_7_table
    picture figures "$out/malekeh_7.svg" <<EOF
set terminal svg size 1000,360 font "sans,12" background rgb "white"
set datafile separator ","
set title "IPC and hit ratio for fixed values of STHLD (Malekeh Fig. 7)"
set xlabel "STHLD"
set ylabel "IPC, hit ratio"
set key outside right noenhanced
set grid
set yrange [0:*]
plot for [i=2:$(head -1 "$out/malekeh_7.csv" | awk -F , '{ print NF }')] "$out/malekeh_7.csv" \
    using 1:i with linespoints title columnheader(i)
EOF
    echo "$out/malekeh_7.svg"
}

malekeh_7_table() {
    printf sthld
    for w in $three; do printf ',%s IPC,%s hit ratio' $w $w; done
    echo
    for t in 0 1 2 3 4 6 8 10 12 15; do
        printf '%s' $t
        for w in $three; do
            file=$(measure "malekeh+sthld.mode=static+sthld.value=$t" $w) || exit 2
            printf ',%s,%s' "$(ratio "$file" warp_instructions cycles)" "$(ratio "$file" ccu_hits source_reads)"
        done
        echo
    done
}

# What the adaptive FSM does over time, in one sub-core.
malekeh_9() {
    w=$(case " $workloads " in *" hotspot "*) echo hotspot ;; *) echo "${workloads%% *}" ;; esac)
    file=$(measure malekeh "$w" timeline) || exit 2
    whole figures "$out/malekeh_9.csv" awk -F , 'NR == 1 || ($1 == 0 && $2 == 0 && NR <= 121)' "$file"
    picture figures "$out/malekeh_9.svg" <<EOF
set terminal svg size 1000,420 font "sans,12" background rgb "white"
set datafile separator ","
set title "STHLD over time: $w, first sub-core (Malekeh Fig. 9)"
set xlabel "cycle"
set ylabel "IPC, hit ratio"
set y2label "STHLD"
set y2tics
set yrange [0:1]
set y2range [0:*]
set grid
set key outside top center horizontal
plot "$out/malekeh_9.csv" using 3:5 every ::1 with lines title "IPC", \
    "" using 3:7 every ::1 with lines title "hit ratio", \
    "" using 3:9 every ::1 axes x1y2 with steps title "STHLD", \
    "" using 3:10 every ::1 axes x1y2 with points pt 7 ps 0.4 title "state"
EOF
    echo "$out/malekeh_9.svg"
}

# Shares of the three states: issues; nothing, though a pending warp is ready; nothing is ready.
malekeh_10() {
    whole figures "$out/malekeh_10.csv" malekeh_10_table
    plot malekeh_10 "States of two-level schedulers (Malekeh Fig. 10)" "share of the cycles"
}

malekeh_10_table() {
    echo "scheduler,1: issues,2: a pending warp is ready,3: none is ready"
    for c in two_level_rfc two_level_sw; do
        for w in $workloads; do
            file=$(measure $c "$w") || exit 2
            echo "$(ratio "$file" issue_cycles cycles),$(ratio "$file" stall_inactive cycles)"
        done >"$T/states" || exit 2
        awk -F , -v c=$c '{ a += $1; b += $2; n++ } END { printf "%s,%.4f,%.4f,%.4f\n", c, a / n, b / n,
            1 - (a + b) / n }' "$T/states" || exit 2
    done
}

malekeh_12() {
    bars malekeh_12 warp_instructions cycles ocu ocu_8 gto_lru malekeh malekeh_pr
    plot malekeh_12 "IPC (Malekeh Fig. 12)" "IPC over that of two plain collectors" 0.8
}

malekeh_13() {
    bars malekeh_13 ccu_hits source_reads - malekeh malekeh_pr
    plot malekeh_13 "Hit ratio (Malekeh Fig. 13)" "hits per source register"
}

malekeh_14() {
    bars_into "$T/misses" L1D_total_cache_misses L1D_total_cache_accesses - ocu malekeh malekeh_pr
    whole figures "$out/malekeh_14.csv" awk -F , 'BEGIN { OFS = "," }
        NR > 1 { for (i = 2; i <= NF; i++) $i = 1 - $i } { print }' "$T/misses"
    plot malekeh_14 "L1 data cache (Malekeh Fig. 14)" "hit ratio"
}

malekeh_16() {
    bars malekeh_16 cache_writes bank_writes - malekeh malekeh_pr malekeh+ccu.write=all
    plot malekeh_16 "Writes to the cache tables (Malekeh Fig. 16)" "per result register"
}

malekeh_17() {
    bars malekeh_17 ccu_hits source_reads - gto_lru gto_lru+ccu.allocation=random malekeh
    plot malekeh_17 "Hit ratio under traditional policies (Malekeh Fig. 17)" "hits per source register"
}
