# SPDX-License-Identifier: Apache-2.0
# Runs of workloads on the golden model for claims.sh, which reads this file.

paper_list=$(. cmodel/experiments/measure.sh; echo "$paper_workloads")
paper_count=$(echo "$paper_list" | wc -w)

# Rows of runs.tsv in the form of cmodel/experiments/expect/*.tsv, with ranges that everything is in.
as_expectations() { awk -F '\t' '{ print $1 "\t-\t-\t" $3 "\t" $4 "\t" $5 "\t" $6 "\t-1e30\t1e30" }'; }

# wanted_runs: the rows of runs.tsv that a claim needs.
wanted_runs() {
    awk -F '\t' 'NR == FNR { needed[$1]; next } !/^#/ && ("runs." $1) in needed' "$parts/needed" synth/claims/runs.tsv
}

runs() {
    : >"$raw/runs.values"
    for w in $(wanted_runs | cut -f7 | sort -u); do
        only=$([ "$w" = - ] || echo "$w")
        name=${only:-all}
        wanted_runs | awk -F '\t' -v w="$w" '$7 == w' >"$parts/rows"
        as_expectations <"$parts/rows" >"$raw/runs.$name.tsv"
        # shellcheck disable=SC2086 # $only is a word or nothing
        VALUES=$parts/values cmodel/experiments/expect.sh "$(realpath "$raw/runs.$name.tsv")" $only \
            >"$raw/runs.$name.txt" 2>"$parts/log" || one_by_one "$parts/rows" $only
        cat "$parts/values" >>"$raw/runs.values"
    done
    wanted_runs >"$parts/rows"
    while IFS='	' read -r name form _ config base how w; do one_run; done <"$parts/rows"
}

# If something fails, find out what: the others keep their values.
one_by_one() {
    rows=$1
    shift
    : >"$parts/values"
    while IFS= read -r line; do
        name=${line%%	*}
        printf '%s\n' "$line" | as_expectations >"$parts/one.tsv"
        VALUES=$parts/value cmodel/experiments/expect.sh "$(realpath "$parts/one.tsv")" "$@" \
            >/dev/null 2>"$parts/log.$name" </dev/null && cat "$parts/value" >>"$parts/values"
    done <"$rows"
}

# A row of runs.tsv: its value in per cent, and where a least or most was.
one_run() {
    value=$(awk -F '\t' -v name="$name" -v form="$form" '
        $1 == name { printf "%.9g", form == "gain" ? 100 * ($2 - 1) : form == "saved" ? 100 * (1 - $2) : 100 * $2 }' \
        "$raw/runs.values")
    at=$(awk -F '\t' -v name="$name" '$1 == name && $3 != "-" { print " (" $3 ")" }' "$raw/runs.values")
    if [ "$w" = - ]; then file=$raw/runs.all text="the $paper_count of make expect, $SIZE, $how$at" only=""
    else file=$raw/runs.$w text="$w, $SIZE" only=" $w"
    fi
    configs=$config$([ "$base" = - ] || echo " $base")
    command="SIZE=$SIZE cmodel/experiments/expect.sh $file.tsv$only"
    if [ -n "$value" ]; then
        ok "runs.$name" "$value" % "$configs" "$command" "$file.txt" "$text"
    else
        words=$(tail -n 1 "$parts/log.$name" 2>/dev/null | tr '\t' ' ' | cut -c1-200)
        row "runs.$name" failed - - "$configs" - - "$command" - "not measured (command failed: ${words:-no message})"
    fi
}
