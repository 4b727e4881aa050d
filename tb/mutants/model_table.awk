# SPDX-License-Identifier: Apache-2.0
# The kill matrix of the model: a line per source file of what model.sh has left in results/, and one of sums; then what
# dies by its counts alone among the rungs without RTL, and what dies in lock-step alone.
# usage: awk -F '\t' -v again=COMMAND -f model_table.awk mutants.tsv results.tsv
#
# Columns: file; mutants that compile; those that change behaviour, which is that something kills them; killed by the
# checks of cmodel run, by unit tests, by either; by counts; in lock-step; and those that only lock-step kills. Exit
# code 1 if there are any of these.
NR == FNR {
    what[$1] = $2 ":" $6 ": " $7
    next
}

{
    file = $2
    sub(/.*\//, "", file)
    if (!(file in seen)) { seen[file]; order[++files] = file }
    add(file)
    add("all")
    if ($3 == "stillborn") next
    if ($3 == "-" && $5 == "-" && $4 == "-" && $6 != "-") tell("lock-step only", $1)
    else if ($3 == "-" && $5 == "-" && $4 != "-") tell("counts only", $1)
}

function tell(kind, k) { told[++tales] = kind ": " what[k] "\n    " again " MUTANT=" k }

function add(f) {
    if ($3 == "stillborn") { stillborn[f]++; return }
    mutants[f]++
    if ($3 != "-" || $4 != "-" || $5 != "-" || $6 != "-") changes[f]++
    if ($3 != "-") checks[f]++
    if ($5 != "-") unit[f]++
    if ($3 != "-" || $5 != "-") either[f]++
    if ($4 != "-") counts[f]++
    if ($6 != "-") locked[f]++
    if ($3 == "-" && $4 == "-" && $5 == "-" && $6 != "-") only[f]++
}

function row(f) {
    printf "%-20s %7d %7d %7d %7d %7d %7d %9d %14d\n", f, mutants[f], changes[f], checks[f], unit[f], either[f],
        counts[f], locked[f], only[f]
}

END {
    printf "%-20s %7s %7s %7s %7s %7s %7s %9s %14s\n", "file", "mutants", "change", "checks", "unit", "either",
        "counts", "lock-step", "lock-step only"
    for (i = 1; i <= files; i++) row(order[i])
    row("all")
    printf "not compiled and not counted: %d\n", stillborn["all"]
    printf "mutants that change behaviour and die without the RTL: %d of %d\n", changes["all"] - only["all"],
        changes["all"]
    for (i = 1; i <= tales; i++) print told[i]
    exit only["all"] > 0
}
