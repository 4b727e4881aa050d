#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs the golden model, timing only, on every cell of a sweep (cmodel/experiments/sweep_cells.c, docs/sweeps.md), as
# many at a time as there are processors, or as a job array on Slurm; only cells that have no result yet. What each cell
# counted, and why one has no result, is in one CSV and one SQLite file, in the order of the sweep's file, whichever
# engine ran them.
#
# usage: sweep.sh FILE         environment: O; ENGINE=parallel (the default) or slurm; JOBS (at a time); TRIES (2); OUT;
#                              PLOT='x,y': two columns, as a picture; RESULTS_IN (results/): folder of results
#        sweep.sh --results STORE FILE           results alone, without a table; what they are made of is in STORE
#        sweep.sh --cell STORE ID                one cell
#        sweep.sh --task STORE LIST OFFSET       the cell of a task of a job array
#
# $O/sweep/<name>/    cells.tsv; results/<id>, failed/<id>: statistics, or the end of what a failed run said; joblog
# OUT (that directory): <name>.csv and <name>.sqlite, table `cells`
#
# exit code: 0, 1 a cell has failed or is missing, 2 usage or input, or every configuration is refused, 130 interrupted
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
. tb/flow/whole.sh
export O="${O:-build}"
die() { echo "sweep: $*" >&2; exit 2; }

# One cell. Its result appears whole or not at all.
cell() {
    store=$1 id=$2
    line=$(awk -F '\t' -v id="$id" '$1 == id { print $3 "\t" $5 "\t" $6 "\t" $7 "\t" $8 "\t" $11; exit }' \
        "$store/cells.tsv")
    [ -n "$line" ] || die "$id is no cell of $store/cells.tsv"
    IFS=$(printf '\t') read -r file sets kind input size params <<EOF
$line
EOF
    [ "$sets" != - ] || sets=""
    [ "$params" != - ] || params=""
    [ "$kind" = trace ] && size="" || size="--size $size"
    for p in $params; do size="$size --param $p"; done
    set_options=""
    for s in $sets; do set_options="$set_options --set $s"; done
    tmp=${RESULTS_IN:-$store/results}/.$id.$(hostname).$$
    run=""
    trap 'rm -f "$tmp" "$tmp.log"' EXIT
    trap '[ -z "$run" ] || kill "$run" 2>/dev/null; wait; exit 130' HUP INT TERM
    # shellcheck disable=SC2086 # these are words
    "$O/cmodel" run -c "$file" $set_options --$kind "$input" $size --timing-only --csv -q -j 1 -o "$tmp" \
        >"$tmp.log" 2>&1 &
    run=$!
    if wait "$run"; then
        rm -f "$store/failed/$id"
        mv "$tmp" "${RESULTS_IN:-$store/results}/$id"
    else
        status=$?
        # On a full disk nothing says why: the cell is missing.
        { echo "exit code $status"; tail -n 3 "$tmp.log"; } 2>/dev/null | tr '\t\n' '  ' | cut -c1-300 \
            2>/dev/null >"$store/failed/$id" || rm -f "$store/failed/$id"
        exit 1
    fi
}

case ${1:-} in
--cell) cell "$2" "$3"; exit 0 ;;
--task) cell "$2" "$(sed -n "$(($4 + SLURM_ARRAY_TASK_ID))p" "$3")"; exit 0 ;;
esac

store="" table=yes
[ "${1:-}" != --results ] || { store=$2 table=no; shift 2; }
[ $# -eq 1 ] || die "one file is needed: SWEEP=file.yaml"
[ -f "$1" ] || die "SWEEP=$1: there is no such file; a YAML file as in docs/sweeps.md is accepted"
ENGINE=${ENGINE:-parallel} TRIES=${TRIES:-2} JOBS=${JOBS:-}
case ${PLOT:-x,y} in
,*|*,|*,*,*|*[!A-Za-z0-9_,]*) bad=yes ;;
*,*) bad=no ;;
*) bad=yes ;;
esac
[ $bad = no ] || die "PLOT=$PLOT: accepted are two columns with a comma between, such as ccu_entries,ipc"
[ -z "${PLOT:-}" ] || command -v gnuplot >/dev/null 2>&1 || die "PLOT=$PLOT needs gnuplot, which make deps installs"
case $ENGINE in
parallel) tools="parallel sqlite3" ;;
slurm) tools="sbatch squeue scancel scontrol sqlite3" ;;
*) die "ENGINE=$ENGINE: accepted are parallel and slurm" ;;
esac
for number in "$TRIES" "${JOBS:-1}"; do
    case $number in ''|*[!0-9]*|0*) die "TRIES or JOBS is '$number': a number from 1 on is accepted" ;; esac
done
for tool in $tools; do
    command -v "$tool" >/dev/null 2>&1 || die "$tool is not installed; the Debian packages parallel, sqlite3 and" \
        "slurm-client have what ENGINE=$ENGINE needs"
done
name=$(basename "$1" .yaml)
store=${store:-$O/sweep/$name}
export RESULTS_IN="${RESULTS_IN:-$store/results}"
mkdir -p "$RESULTS_IN" "$store/failed" 2>/dev/null || die "$store cannot be written; O= names another folder"
mkdir -p "${OUT:=$store}" 2>/dev/null || die "OUT=$OUT cannot be written; accepted is a folder that can be"
"$O/sweep_cells" "$1" "$O/cmodel" >"$store/cells.tsv.new" || { rm -f "$store/cells.tsv.new"; exit 2; }
mv "$store/cells.tsv.new" "$store/cells.tsv"
for column in $(echo "${PLOT:-}" | tr ',' ' '); do
    { printf '%s\n' id configuration hash kind input size param same_as status baseline ipc_ratio
      "$O/cmodel" stats --tsv | cut -f1
      cut -f5 "$store/cells.tsv" | tr ' ' '\n' | sed 's/=.*//; s/[.]/_/g'; } | grep -qx -e "$column" ||
        die "PLOT=$PLOT: $column is no column; accepted are options of the sweep, such as ccu_entries, and what" \
            "build/cmodel stats lists"
done

# Cells that can have a result and have none; list_missing puts them into a file.
list_missing() { missing 2>/dev/null >"$store/missing" || die "$store/missing cannot be written; is the disk full?"; }
missing() {
    awk -F '\t' 'NR > 1 && $9 == "-" && !seen[$1]++ { print $1 }' "$store/cells.tsv" | while read -r id; do
        [ -f "$RESULTS_IN/$id" ] || echo "$id" || exit 1
    done
}

by_parallel() {
    progress=""
    [ ! -t 2 ] || progress=--bar
    # The number of cells that fail is its exit code: what is missing is looked at below.
    parallel --plain --quote --will-cite --no-notice --jobs "${JOBS:-100%}" --retries "$TRIES" \
        --joblog "$store/joblog" $progress cmodel/experiments/sweep.sh --cell "$store" '{}' <"$1" &
    child=$!
    trap 'kill "$child" 2>/dev/null; wait; exit 130' HUP INT TERM
    wait "$child" || [ $? -le 101 ] || exit 1
    trap - HUP INT TERM
}

# Job arrays of at most what the cluster takes; they go on when this script is killed, and the next one ends them.
by_slurm() {
    list=$store/list
    cp "$1" "$list"
    most=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 - 1 }')
    case $most in ''|*[!0-9]*|0) die "Slurm does not answer: scontrol show config says no MaxArraySize" ;; esac
    wanted=$(wc -l <"$list") offset=0
    : >"$store/jobs"
    while [ "$offset" -lt "$wanted" ]; do
        n=$((wanted - offset))
        [ "$n" -le "$most" ] || n=$most
        sbatch --parsable --job-name="sweep-$name-$$" --requeue --array="1-$n${JOBS:+%$JOBS}" --output=/dev/null \
            --chdir="$PWD" --export=ALL --wrap="exec cmodel/experiments/sweep.sh --task '$store' '$list' $offset" |
            cut -d';' -f1 >>"$store/jobs"
        offset=$((offset + n))
    done
    while left=$(squeue -h -r --name="sweep-$name-$$" -o '%T %r' | sort | uniq -c | sort -rn) && [ -n "$left" ]; do
        said=$(echo $left | cut -c1-200)
        [ "$said" = "${before:-}" ] || echo "sweep: $(missing | wc -l) of $wanted cells to go; $said" >&2
        before=$said
        sleep 2
    done
    rm -f "$store/jobs"
}

# What an interrupted sweep has left on the cluster.
# shellcheck disable=SC2046 # these are words
end_jobs() { [ ! -s "$store/jobs" ] || { scancel $(cat "$store/jobs"); rm -f "$store/jobs"; }; }

all=$(awk -F '\t' 'NR > 1' "$store/cells.tsv" | wc -l)
refused=$(awk -F '\t' 'NR > 1 && $9 != "-"' "$store/cells.tsv" | wc -l)
[ "$ENGINE" != slurm ] || { end_jobs; trap 'end_jobs; exit 130' INT TERM; }
try=1
while list_missing && [ -s "$store/missing" ] && [ "$try" -le "$TRIES" ]; do
    [ "$ENGINE" != parallel ] || [ "$try" -eq 1 ] || break       # it has tried again itself
    echo "sweep: $(wc -l <"$store/missing") of $all cells to run, $refused refused" >&2
    by_"$ENGINE" "$store/missing"
    try=$((try + 1))
done

[ $table = yes ] || { [ ! -s "$store/missing" ]; exit; }

# The table: a line a cell, a column for every statistic that any of them has.
print_table() {
    awk -F '\t' -v store="$store" -v results="$RESULTS_IN" '
        function quoted(text) { if (text ~ /[",]/) { gsub(/"/, "\"\"", text); return "\"" text "\"" } return text }
        NR == 1 { next }
        {
            n++
            id[n] = $1; config[n] = $2; hash[n] = $4; kind[n] = $6; input[n] = $7; size[n] = $8; refused[n] = $9
            same[n] = $10 == "-" ? "" : $10
            param[n] = $11 == "-" ? "" : $11
            base[n] = $12 == "-" ? "" : $12
            k = $5 == "-" ? 0 : split($5, part, " ")
            for (i = 1; i <= k; i++) {
                key = part[i]; sub(/=.*/, "", key)
                value = substr(part[i], length(key) + 2)
                gsub(/[.]/, "_", key)
                if (!(key in is_option)) { is_option[key] = 1; option[++options] = key }
                v[n, key] = value
            }
            status[n] = refused[n] == "-" ? "missing" : "refused: " refused[n]
            file = results "/" id[n]
            while ((getline line < file) > 0) {
                split(line, word, ",")
                if (word[1] == "name") { status[n] = "ok"; continue }
                if (!(word[1] in is_column)) { is_column[word[1]] = 1; column[++columns] = word[1] }
                v[n, word[1]] = word[2]
            }
            if (status[n] == "ok") ipc[id[n]] = v[n, "ipc"]
            close(file)
            file = store "/failed/" id[n]
            if (status[n] == "missing" && (getline line < file) > 0) status[n] = "failed: " line
            close(file)
        }
        END {
            printf "id,configuration,hash"
            for (i = 1; i <= options; i++) printf ",%s", option[i]
            printf ",kind,input,size,param,same_as,status,baseline,ipc_ratio"
            for (i = 1; i <= columns; i++) printf ",%s", column[i]
            print ""
            for (c = 1; c <= n; c++) {
                printf "%s,%s,%s", id[c], quoted(config[c]), hash[c]
                for (i = 1; i <= options; i++) printf ",%s", v[c, option[i]]
                ratio = status[c] == "ok" && ipc[base[c]] > 0 ? sprintf("%.6f", v[c, "ipc"] / ipc[base[c]]) : ""
                printf ",%s,%s,%s,%s,%s,%s,%s,%s", kind[c], quoted(input[c]), kind[c] == "trace" ? "" : size[c],
                    quoted(param[c]), same[c], quoted(status[c]), base[c], ratio
                for (i = 1; i <= columns; i++) printf ",%s", v[c, column[i]]
                print ""
            }
        }' "$store/cells.tsv"
}
whole sweep "$OUT/$name.csv" print_table
# Of SQLite likewise: a new file takes the place of the old one.
rm -f "$OUT/$name.sqlite.part.$$"
trap 'rm -f "$OUT/$name.sqlite.part.$$"' EXIT
database() { sqlite3 -batch -init /dev/null "$OUT/$name.sqlite.part.$$" "$1" 2>&1; }
said=$(database ".import --csv \"$OUT/$name.csv\" cells") && [ "$(database 'select count(*) from cells')" = "$all" ] &&
    said=$(mv -f "$OUT/$name.sqlite.part.$$" "$OUT/$name.sqlite" 2>&1) ||
    die "$OUT/$name.sqlite cannot be written; is the disk full?${said:+ $(printf '%s' "$said" | tail -n 1)}"
echo "$OUT/$name.csv"
echo "$OUT/$name.sqlite"
have=$(awk -F '\t' 'FILENAME ~ /missing$/ { lacks[$1] = 1; next } FNR > 1 && $9 == "-" && !($1 in lacks)' \
    "$store/missing" "$store/cells.tsv" | wc -l)
echo "sweep: $have of $all cells have results, $refused are refused configurations," \
    "$((all - have - refused)) have failed"
equal=$(awk -F '\t' 'NR > 1 && $10 != "-"' "$store/cells.tsv" | wc -l)
[ "$equal" -eq 0 ] || echo "sweep: $equal cells do the same as a cell before them, whose id is in their column same_as"
if [ -n "${PLOT:-}" ] && [ "$have" -gt 0 ]; then
    cmodel/experiments/sweep_plot.sh "$OUT/$name.csv" "${PLOT%,*}" "${PLOT#*,}" "$OUT/$name.svg" || exit 2
    echo "$OUT/$name.svg"
fi
[ "$refused" -lt "$all" ] || {
    echo "sweep: every configuration is refused; $OUT/$name.csv says why in its column status" >&2; exit 2; }
[ $((have + refused)) -eq "$all" ] || {
    echo "sweep: $OUT/$name.csv says why in its column status; the same command again tries them again" >&2; exit 1; }
