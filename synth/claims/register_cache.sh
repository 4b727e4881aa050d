# SPDX-License-Identifier: Apache-2.0
# RFC-sim's figures without timing, for claims.sh, which reads this file. Everything is counted twice: as the published
# simulator counts, with which the paper's numbers are compared, and as a correct cache behaves (the same names with
# _correct). No RTL is behind these numbers, so that the rows name none.

table_iv="bfs btree gaussian hotspot kmeans nn lud pathfinder"

# rf_figure NUMBER COUNTING: keeps the figure as a raw file.
rf_figure() {
    "$O/cmodel" profile --figure "rfc:$1" --size "$SIZE" --csv --set rfc.compat="$2" \
        -o "$raw/rfc_$1.$2.csv" >/dev/null 2>"$parts/log" </dev/null
}

# cells FILE ROWS COLUMNS [MEASURE]: "value row column" of the cells of the rows that the extended regular expression
# matches; a column a-b is the difference of two, and -a is what is lost of what a saves. MEASURE is one of a figure
# that has several.
cells() {
    awk -F , -v rows="^($2)\$" -v columns="$3" -v measure="${4:-}" '
        function cell(name) {
            if (name != "" && !(name in at)) { print "cells: no column " name >"/dev/stderr"; exit 2 }
            return name == "" ? 0 : $(at[name])
        }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; count = split(columns, list, " "); next }
        $(at["workload"]) == "mean" || $(at["workload"]) !~ rows || (measure != "" && $1 != measure) { next }
        {
            for (i = 1; i <= count; i++) {
                parts = split(list[i], two, "-")
                name = list[i]
                sub(/^-/, "", name)
                sub(/-/, " less ", name)
                printf "%.9g\t%s\t%s\n", parts == 2 ? cell(two[1]) - cell(two[2]) : cell(two[1]),
                    $(at["workload"]), name
            }
        }' "$1"
}

# reduce HOW, of cells: their mean, most or least; the least of what should never be below 0 (never_below); or the
# share that is above 0 (share_above). And in words where; of the last two the rows that fail.
reduce() {
    awk -F '\t' -v how="$1" '
        NR == 1 { least = most = $1; at_least = at_most = $2 ", " $3 }
        { sum += $1 }
        $1 > most { most = $1; at_most = $2 ", " $3 }
        $1 < least { least = $1; at_least = $2 ", " $3 }
        $1 > 0 { above++ }
        how == "share_above" ? $1 <= 0 : $1 < 0 {
            failed++
            if (!($2 in seen)) { seen[$2] = 1; names = names " " $2 }
        }
        END {
            if (!NR) exit 1
            fails = sprintf("fails in %d of %d%s", failed, NR, names == "" ? "" : ":" names)
            if (how == "mean") printf "%.9g\tmean of %d\n", sum / NR, NR
            else if (how == "most") printf "%.9g\tmost: %s\n", most, at_most
            else if (how == "least") printf "%.9g\tleast: %s\n", least, at_least
            else if (how == "never_below") printf "%.9g\tleast: %s; %s\n", least, at_least, fails
            else printf "%.9g\t%s\n", 100 * above / NR, fails
        }'
}

# counted NAME HOW FIGURE SET PROGRAM...: a measure in both ways of counting. The program prints cells; FILE is set to
# that of the figure. SET says of which workloads.
counted() {
    name=$1 how=$2 figure=$3 set=$4
    shift 4
    for counting in rfc_sim none; do
        FILE=$raw/rfc_$figure.$counting.csv measure=register_cache.$name command=$(rf_command "$figure" $counting)
        [ $counting = rfc_sim ] || measure=${measure}_correct
        if "$@" >"$parts/cells" 2>"$parts/log" && found=$(reduce "$how" <"$parts/cells"); then
            row "$measure" ok "${found%%	*}" % "" - "$set, $SIZE; ${found#*	}; rfc.compat: $counting" \
                "$command" "$FILE" -
        else
            words=$(tail -n 1 "$parts/log" | tr '\t' ' ' | cut -c1-200)
            row "$measure" failed - - "" - - "$command" "$FILE" "not measured (command failed: ${words:-no message})"
        fi
    done
}
rf_command() { echo "build/cmodel profile --figure rfc:$1 --size $SIZE --csv --set rfc.compat=$2"; }
of_rows() { cells "$FILE" "$@"; }

# igemm_over_hgemm COLUMNS: what IGEMM has more than HGEMM of the same size.
igemm_over_hgemm() {
    cells "$FILE" 'igemm_.*' "$1" >"$parts/igemm" && cells "$FILE" 'hgemm_.*' "$1" >"$parts/hgemm" || return 1
    paste "$parts/igemm" "$parts/hgemm" | awk -F '\t' '{ printf "%.9g\t%s\t%s\n", $1 - $4, $2, $3 }'
}

register_cache() {
    : >"$parts/log"
    for figure in 9 10 11 12 14 15; do
        for counting in rfc_sim none; do
            rf_figure $figure $counting || {
                failed register_cache. "$parts/log" "$(rf_command $figure $counting)"; return 0; }
        done
    done
    cuda_cores
    tensor_reads_and_writes
    tensor_energy
}

# All nine models; those of Fig. 9 and 10 that tell mappings and ways apart are compiler-aided (VI-D1).
all="rfc_8way_write rfc_8way_compiler rfc_4way_write_linear rfc_4way_write_interleaved rfc_4way_compiler_interleaved \
    rfc_2way_write_linear rfc_2way_write_interleaved rfc_2way_compiler_linear rfc_2way_compiler_interleaved"
aided_2=rfc_2way_compiler_interleaved aided_4=rfc_4way_compiler_interleaved aided_8=rfc_8way_compiler
write_2=rfc_2way_write_interleaved write_4=rfc_4way_write_interleaved write_8=rfc_8way_write
linear_2=rfc_2way_compiler_linear

cuda_cores() {
    eight=$(echo "$table_iv" | tr ' ' '|') suite="the 8 of Table IV"
    counted saved most 11 "$suite" of_rows "$eight" "$all"
    counted saved_bundled most 11 "all that execute no tensor instruction" of_rows '.*' "$all"
    counted bfs most 11 bfs of_rows bfs "$aided_2"
    counted pathfinder most 11 pathfinder of_rows pathfinder "$aided_2"
    counted aided_rodinia most 9 "$suite" of_rows "$eight" "$aided_8-$write_8"
    counted order_ways_hits never_below 9 "$suite" of_rows "$eight" "$aided_4-$aided_2 $aided_8-$aided_4"
    counted order_mapping share_above 9 "$suite" of_rows "$eight" "$aided_2-$linear_2"
    counted order_mapping_but most 9 "bfs, lud, pathfinder" of_rows "bfs|lud|pathfinder" "$aided_2-$linear_2"
    counted order_writes share_above 10 "$suite" of_rows "$eight" "$aided_2-$aided_4" bank_writes_saved
    counted order_write_hits share_above 10 "$suite" of_rows "$eight" "$aided_2-$aided_4" write_hits
}

# With the interleaving mapping alone, as VI-B says.
interleaved="$write_8 $aided_8 $write_4 $aided_4 $write_2 $aided_2"
over_write="$aided_8-$write_8 $aided_4-$write_4 $aided_2-$write_2"
fewer_ways="$write_4-$write_8 $write_2-$write_4 $aided_4-$aided_8 $aided_2-$aided_4"
more_ways="$write_8-$write_4 $write_4-$write_2 $aided_8-$aided_4 $aided_4-$aided_2"

# The sizes that a figure has are those of SIZE.
sizes() {
    cells "$raw/rfc_12.rfc_sim.csv" "$1_.*" "$write_8" | cut -f2 | sed 's/.*_//' | paste -sd , - | sed 's/,/, /g'
}

tensor_reads_and_writes() {
    h="hgemm of $(sizes hgemm)" i="igemm of $(sizes igemm)" both="hgemm and igemm of $(sizes igemm)"
    counted hits_igemm most 12 "$i" of_rows 'igemm_.*' "$interleaved"
    counted hits_hgemm most 12 "$h" of_rows 'hgemm_.*' "$aided_8 $aided_4 $aided_2"
    counted aided_hgemm mean 12 "$h" of_rows 'hgemm_.*' "$over_write"
    counted aided_igemm mean 12 "$i" of_rows 'igemm_.*' "$over_write"
    counted order_ways_hits_tensor never_below 12 "$both" of_rows '[hi]gemm_.*' "$more_ways"
    counted writes most 14 "$i" of_rows 'igemm_.*' "$interleaved"
    counted writes_difference most 14 "$both" igemm_over_hgemm "$interleaved"
}

lost() { of_rows "$1" "$(for model in $2; do echo "-$model"; done | paste -sd ' ' -)"; }

tensor_energy() {
    counted lost most 15 "$h" lost 'hgemm_.*' "$write_8 $aided_8"
    counted lost_igemm most 15 "$i" lost 'igemm_.*' "$write_8 $aided_8"
    counted hgemm mean 15 "$h" lost 'hgemm_.*' "$interleaved"
    counted igemm mean 15 "$i" lost 'igemm_.*' "$interleaved"
    counted hgemm_least least 15 "$h" lost 'hgemm_.*' "$interleaved"
    counted igemm_least least 15 "$i" lost 'igemm_.*' "$interleaved"
    counted order_ways_energy never_below 15 "$both" of_rows '[hi]gemm_.*' "$fewer_ways"
    counted order_aided never_below 15 "$both" of_rows '[hi]gemm_.*' "$over_write"
}
