# SPDX-License-Identifier: Apache-2.0
# What needs no timing, for claims.sh, which reads this file: BOW's figures and snippet, and the table of memories.

# take NAME FIGURE PROGRAM: x of an awk program over a figure's CSV.
take() {
    value=$(awk -F , "NR > 1 { $3 } END { printf \"%.9g\", x }" "$raw/$2.csv")
    ok "profile.$1" "$value" % bow "$command" "$raw/$2.csv" "the $paper_count of make expect, $SIZE, mean"
}

# The share of the workloads none of whose instructions needs more than half of the 12 entries (BOW Fig. 9).
never_above_half() {
    above='build/cmodel profile -c configs/bow.yaml --workload workloads/$w/$w.yaml --figure bow:9 --csv'
    for w in $paper_list; do
        "$O/cmodel" profile -c configs/bow.yaml --workload workloads/*/"$w".yaml --size "$SIZE" --figure bow:9 --csv |
            awk -F , -v w="$w" '$1 == 6 { print w "," $4 }'
    done >"$raw/bow_9_above.csv"
    [ "$(wc -l <"$raw/bow_9_above.csv")" = "$paper_count" ] ||
        { echo "not every workload has a line in $raw/bow_9_above.csv" >"$parts/log"
          failed profile.never_above_half "$parts/log" "$above"; return 0; }
    value=$(awk -F , '$2 == 0 { n++ } END { printf "%.9g", 100 * n / NR }' "$raw/bow_9_above.csv")
    ok profile.never_above_half "$value" % bow "for w in $paper_list; do $above --size $SIZE; done" \
        "$raw/bow_9_above.csv" "the $paper_count of make expect, $SIZE"
}

profile() {
    command="make figures FIGURE='bow:3 bow:7 bow:8 bow:9' SIZE=$SIZE"
    cmodel/experiments/figures.sh "$raw" bow:3 bow:7 bow:8 bow:9 >/dev/null 2>"$parts/log" ||
        { failed profile. "$parts/log" "$command"; return 0; }
    take reads_2 bow_3 'if ($1 == 2) x = $2'
    take reads_3 bow_3 'if ($1 == 3) x = $2'
    take reads_7 bow_3 'if ($1 == 7) x = $2'
    take writes_2 bow_3 'if ($1 == 2) x = $4'
    take writes_3 bow_3 'if ($1 == 3) x = $4'
    take transient bow_7 'if ($1 == "transient") x = $2'
    take bank_only bow_7 'if ($1 == "bank") x = $2'
    take both bow_7 'if ($1 == "both") x = $2'
    take three_sources bow_8 'if ($1 + 0 >= 3) x += $2'
    take above_half bow_9 'if ($1 == "more" || $1 + 0 > 6) x += $2'
    never_above_half
    take full bow_9 'if ($1 == "more" || $1 + 0 == 12) x += $2'
}

# The snippet of BOW's Fig. 6 on one BOC.
table_1() {
    trace=synth/claims/fig6.traceg
    for write in through back hinted; do
        file=$raw/table_1_$write.csv
        command="make run CONFIG=bow_pascal TRACE=$trace SET='boc.write=$write operand.expand=false' ARGS=--csv"
        "$O/cmodel" run -c configs/bow_pascal.yaml --set boc.write=$write --set operand.expand=false --trace $trace \
            --csv -q >"$file" 2>"$parts/log" </dev/null || { failed table_1.$write "$parts/log" "$command"; continue; }
        writes=$(awk -F , '$1 == "bank_writes" { print $2 }' "$file")
        ok table_1.$write "$writes" writes "bow_pascal+boc.write=$write" "$command" "$file" "the snippet of Fig. 6"
    done
}

# of NAME COLUMN NM: a figure of a memory.
of() {
    "$O/sram" table --nm "$3" --tsv | awk -F '\t' -v name="$1" -v column="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $1 == name { print $(at[column]) }'
}

# memory NAME VALUE UNIT NM
memory() {
    row "sram.$1" ok "$2" "$3" "" "CACTI 7 at $4 nm (synth/memory/sram.tsv)" - "build/sram table --nm $4" \
        "$raw/sram_$4.txt" -
}
share() { calculate "100*$1/$2"; }

sram() {
    for nm in 22 28; do
        "$O/sram" table --nm $nm >"$raw/sram_$nm.txt" 2>"$parts/log" ||
            { failed sram. "$parts/log" "build/sram table --nm $nm"; return 0; }
    done
    memory rfc_bank_read "$(of cache_64x128 read_pj 22)" pJ 22
    memory rfc_bank_write "$(of cache_64x128 write_pj 22)" pJ 22
    for figure in area_mm2 read_pj access_ns; do
        memory "dual_over_single_${figure%_*}" \
            "$(calculate "$(of dual_256x1024 $figure 22)/$(of bank_256x1024 $figure 22)")" times 22
    done
    memory boc_read "$(of buffer_12x1024 read_pj 28)" pJ 28
    memory bank_64k_read "$(of bank_512x1024 read_pj 28)" pJ 28
    memory boc_over_bank_64k "$(share "$(of buffer_12x1024 read_pj 28)" "$(of bank_512x1024 read_pj 28)")" % 28
    memory boc_leakage "$(of buffer_12x1024 leak_mw 28)" mW 28
    memory bank_64k_leakage "$(of bank_512x1024 leak_mw 28)" mW 28
    memory boc_leakage_over_bank_64k "$(share "$(of buffer_12x1024 leak_mw 28)" "$(of bank_512x1024 leak_mw 28)")" % 28
    memory bank_64k_area "$(of bank_512x1024 area_mm2 28)" mm2 28
    memory buffer_over_bank "$(share "$(of buffer_8x1024 read_pj 22)" "$(of bank_256x1024 read_pj 22)")" % 22
    memory slices_over_bank_slices "$(share "$(of slice_8x128 read_pj 22)" "$(of slice_256x128 read_pj 22)")" % 22
}
