# SPDX-License-Identifier: Apache-2.0
# IPC under CIAO and the schedulers that it is compared with, for claims.sh, which reads this file. Sizes are those of
# cmodel/experiments/compare_schedulers.sh, whatever SIZE says: the bundled small ones have few warps.

# The workloads that both the paper and this project have, by the paper's classes (CIAO Table II).
large_sets="atax bicg_direct mvt_direct kmeans"
small_sets="gesummv_direct syrk_direct syr2k"
. cmodel/experiments/scheduler_inputs.sh          # compute_bound: all that the paper calls compute-intensive

# ratio FIGURE COLUMN BASE WORKLOADS: per cent by which the geometric mean of a column is above that of another one
# (GTO: above 1), over some workloads, or all.
ratio() {
    awk -F '\t' -v a="$2" -v b="$3" -v only=" ${4:-} " '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $1 == "geometric mean" || $1 ~ /^mean of/ { next }
        only == "  " || index(only, " " $1 " ") { sum += log($(at[a])) - (b == "GTO" ? 0 : log($(at[b]))); n++ }
        END { printf "%.9g", 100 * (exp(sum / n) - 1) }' "$raw/$1.tsv"
}

# gain NAME COLUMN BASE CONFIGURATIONS [WORKLOADS]: a row.
gain() {
    ok "schedulers.$1" "$(ratio schedulers "$2" "$3" "${5:-}")" % "$4" "$command" "$raw/schedulers.tsv" \
        "${5:-$large_sets $small_sets}, geometric mean"
}

# compute NAME COLUMN BASE CONFIGURATIONS: likewise, of what is compute-intensive.
compute() {
    ok "schedulers.compute.$1" "$(ratio compute "$2" "$3")" % "$4" "make schedulers COMPARE=compute FIGURES=$raw" \
        "$raw/compute.tsv" "$compute_bound, geometric mean"
}

# spread NAME FIGURE: per cent between the best and the worst mean of a figure's columns.
spread() {
    value=$(awk -F '\t' '$1 == "geometric mean" { for (i = 5; i <= NF; i++) { if (!n++ || $i < least) least = $i
                                                                               if ($i > most) most = $i } }
        END { printf "%.9g", 100 * (most / least - 1) }' "$raw/$2.tsv")
    ok "schedulers.$1" "$value" % "ciao_c sm_gto" "$command COMPARE=$2" "$raw/$2.tsv" \
        "$large_sets $small_sets, geometric mean"
}

# over_time NAME WORKLOAD COLUMN FIRST LAST EXPRESSION UNIT CONFIGURATION: of x, the IPC of a scheduler over that of
# Best-SWL in some of the twenty parts of a run (CIAO Fig. 9).
over_time() {
    value=$(awk -F , -v w="$2" -v a="$3" -v first="$4" -v last="$5" '
        $1 != w || $3 < first || $3 > last { next }
        $2 == a { n += $4; cycles += $5 }
        $2 == "Best-SWL" { swl_n += $4; swl_cycles += $5 }
        END { x = n / cycles / (swl_n / swl_cycles); printf "%.9g", '"$6"' }' "$raw/ciao_9.csv")
    ok "schedulers.$1" "$value" "$7" "$8 sm_gto" \
        "SIZE=large make figures FIGURE=ciao:9 FIGURES=$raw" "$raw/ciao_9.csv" \
        "$2 of docs/ciao.md, parts $4 to $5 of 20"
}

# A hash of what the figures are made of: golden model, configurations, workloads and scripts.
schedulers_key() {
    { cat "$O/cmodel" cmodel/experiments/compare_schedulers.sh cmodel/experiments/scheduler_inputs.sh \
        cmodel/experiments/best_swl.sh configs/*.yaml
      for w in $large_sets $small_sets $compute_bound; do cat workloads/*/"$w".yaml workloads/*/"$w".cubin; done
      echo "$large_sets $small_sets $compute_bound"; } | sha256sum | cut -c1-16
}

schedulers() {
    command="make schedulers WORKLOADS='$large_sets $small_sets' FIGURES=$raw"
    kept=$O/schedulers/$(schedulers_key)    # a quarter of an hour: what is made of the same is not made again
    for figure in schedulers cutoffs epochs compute; do
        list="$large_sets $small_sets"
        [ $figure != compute ] || list=$compute_bound
        if [ ! -s "$kept/$figure.tsv" ]; then
            rm -rf "$kept.tmp"
            mkdir -p "$kept" "$kept.tmp"
            (unset SIZE; KEEP=$kept.tmp/$figure WORKLOADS=$list \
                cmodel/experiments/compare_schedulers.sh "$kept.tmp" $figure) >"$kept.tmp/$figure.txt" 2>"$parts/log" ||
                { failed schedulers. "$parts/log" "$command COMPARE=$figure"; return 0; }
            cp -r "$kept.tmp"/* "$kept/"
        fi
        cp -r "$kept/$figure" "$kept/$figure".* "$raw/"
    done
    gain c_gto CIAO-C GTO "ciao_c sm_gto"
    gain c_ccws CIAO-C CCWS "ciao_c sm_ccws"
    gain c_t CIAO-C CIAO-T "ciao_c ciao_t"
    gain c_p CIAO-C CIAO-P "ciao_c ciao_p"
    gain t_gto CIAO-T GTO "ciao_t sm_gto"
    gain t_ccws CIAO-T CCWS "ciao_t sm_ccws"
    gain t_swl CIAO-T Best-SWL "ciao_t sm_gto" "$large_sets gesummv_direct syrk_direct"      # the paper: but for SYR2K
    gain p_gto CIAO-P GTO "ciao_p sm_gto"
    gain p_ccws CIAO-P CCWS "ciao_p sm_ccws"
    gain p_t_small CIAO-P CIAO-T "ciao_p ciao_t" "$small_sets"
    gain t_p_large CIAO-T CIAO-P "ciao_t ciao_p" "$large_sets"
    gain t_ccws_large CIAO-T CCWS "ciao_t sm_ccws" "$large_sets"
    gain t_p_kmeans CIAO-T CIAO-P "ciao_t ciao_p" kmeans
    gain ccws_gto CCWS GTO "sm_ccws sm_gto"
    gain swl_gto Best-SWL GTO sm_gto
    gain statpcal_gto statPCAL GTO "sm_statpcal sm_gto"
    gain ccws_swl_atax CCWS Best-SWL "sm_ccws sm_gto" atax
    gain cap_gto GTO-cap GTO sm_gto
    gain eight_way_gto GTO-8way GTO sm_gto
    gain c_cap CIAO-C GTO-cap "ciao_c sm_gto"
    gain c_eight_way CIAO-C GTO-8way "ciao_c sm_gto"
    gain c_statpcal_2x CIAO-C-2X statPCAL-2X "ciao_c sm_statpcal"
    compute t_gto CIAO-T GTO "ciao_t sm_gto"
    compute ccws_swl CCWS Best-SWL "sm_ccws sm_gto"
    compute ccws_gto CCWS GTO "sm_ccws sm_gto"
    compute statpcal_gto statPCAL GTO "sm_statpcal sm_gto"
    compute p_gto CIAO-P GTO "ciao_p sm_gto"
    compute c_gto CIAO-C GTO "ciao_c sm_gto"
    most=$(for w in $large_sets $small_sets; do echo "$(ratio schedulers statPCAL Best-SWL "$w") $w"; done | sort -g |
        tail -n 1)
    ok schedulers.statpcal_swl "${most% *}" % "sm_statpcal sm_gto" "$command" "$raw/schedulers.tsv" "most: ${most#* }"
    probes=$(for w in $large_sets $small_sets; do cat "$raw/schedulers/$w-CIAO-C.csv"; done |
        awk -F , '$1 == "l1d_lines" { n += $2 } $1 == "shared_probes" { m += $2 } END { printf "%.9g", 100 * m / n }')
    ok schedulers.probes "$probes" % ciao_c "$command" "$raw/schedulers.tsv" "$large_sets $small_sets, sums"
    spread threshold cutoffs
    spread epoch epochs
    (unset WORKLOADS; SIZE=large cmodel/experiments/figures.sh "$raw" ciao:9) >"$parts/log" 2>&1 ||
        { failed schedulers. "$parts/log" "SIZE=large make figures FIGURE=ciao:9 FIGURES=$raw"; return 0; }
    over_time backprop_ccws backprop CCWS 1 20 "100*(x-1)" % sm_ccws
    over_time backprop_t backprop CIAO-T 1 20 "100*(x-1)" % ciao_t
    over_time atax_phase_c atax CIAO-C 9 20 x times ciao_c
    over_time atax_phase_ccws atax CCWS 9 20 x times sm_ccws
}
