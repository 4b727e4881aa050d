# SPDX-License-Identifier: Apache-2.0
# The figures of BOW; see figures.sh. On the SM of its Table II (ocu_pascal, bow_pascal), and on the Turing sub-core
# (bow over as many plain collectors, ocu_8), where tensor instructions need 8 entries an instruction of the window.
bow_figures="3 4 7 8 9 10 11 12"

# A figure that needs no timing, the mean of all workloads: a column of numbers for each of them would hide the point.
# COLUMNS of what the program prints are kept.
bow_untimed() { # NUMBER TITLE YLABEL COLUMNS
    whole figures "$out/bow_$1.csv" bow_means "$1" "$4"
    plot "bow_$1" "$2" "$3"
}

bow_means() {
    for w in $workloads; do
        "$O/cmodel" profile -c "$top/configs/bow.yaml" --workload "$(launch_of "$w")" --size "$SIZE" --figure \
            "bow:$1" --csv -o "$T/$w.csv" >&2 || exit 2
    done
    for w in $workloads; do cat "$T/$w.csv"; done | awk -F , '
        !header { header = $0 }
        $0 == header { next }
        { key = $1; if (!(key in seen)) { order[++rows] = key; seen[key] = 1 } n[key]++
          for (i = 2; i <= NF; i++) sum[key, i] += $i; fields = NF }
        END { print header
              for (r = 1; r <= rows; r++) { printf "%s", order[r]
                  for (i = 2; i <= fields; i++) printf ",%.4f", sum[order[r], i] / n[order[r]]; print "" } }' |
        cut -d , -f "$2"
}

bow_3() { bow_untimed 3 "Requests that a window bypasses (BOW Fig. 3)" "per cent of reads, of writes" 1-5; }
bow_7() { bow_untimed 7 "Destinations of results (BOW Fig. 7)" "per cent of the results" 1,3,5,7; }
bow_8() { bow_untimed 8 "Source registers of instructions (BOW Fig. 8)" "per cent of the instructions" 1,3; }
bow_9() { bow_untimed 9 "Entries of a BOC in use (BOW Fig. 9)" "per cent of the instructions" 1,3,5; }

# The time of instructions in collectors, of the time from issue to result.
bow_4() {
    bars_into "$T/memory.csv" memory_collection memory_execution - ocu_pascal ocu
    bars_into "$T/other.csv" other_collection other_execution - ocu_pascal ocu
    bars_into "$T/all.csv" memory_collection+other_collection memory_execution+other_execution - ocu_pascal ocu
    whole figures "$out/bow_4.csv" bow_4_table
    plot bow_4 "Time in the collection stage (BOW Fig. 4)" "share of issue to result"
}

bow_4_table() {
    for part in other all; do cut -d , -f 2- "$T/$part.csv" >"$T/$part" || exit 2; done
    echo "workload,memory: ocu_pascal,memory: ocu,others: ocu_pascal,others: ocu,all: ocu_pascal,all: ocu" &&
        paste -d , "$T/memory.csv" "$T/other" "$T/all" | sed 1d
}

bow_10() {
    bars bow_10 warp_instructions cycles ocu_pascal bow_pascal+boc.window=2+boc.entries=8 bow_pascal \
        bow_pascal+boc.window=4+boc.entries=16 bow_pascal+boc.write=back bow_pascal+boc.write=hinted
    plot bow_10 "IPC (BOW Fig. 10)" "IPC over that of ocu_pascal" 0.8
    bars bow_10_turing warp_instructions cycles ocu_8 bow bow_wr bow_wr_hinted malekeh_pr
    plot bow_10_turing "IPC of private collectors on a Turing sub-core" "IPC over that of ocu_8" 0.8
}

bow_11() {
    bars bow_11 warp_instructions cycles ocu_pascal bow_pascal+boc.write=hinted \
        bow_pascal+boc.write=hinted+boc.entries=6
    plot bow_11 "IPC with half the entries (BOW Fig. 11)" "IPC over that of ocu_pascal" 0.8
}

bow_12() {
    bars bow_12 memory_collection+other_collection warp_instructions ocu_pascal bow_pascal+boc.window=2+boc.entries=8 \
        bow_pascal \
        bow_pascal+boc.window=4+boc.entries=16 bow_pascal+boc.window=7+boc.entries=28
    plot bow_12 "Time in the collection stage (BOW Fig. 12)" "over that of ocu_pascal"
}
