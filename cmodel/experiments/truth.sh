#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Cycles of the sub-core without collectors beside what is public: the tables of docs/truth.md.
#
# usage: truth.sh [PART...]          PART: issue, latencies, slopes, kernels (all)
# environment: O; OUT ($O/truth); JOBS; SHARED (recorded traces are taken from $SHARED/traces, if they are there)
#
# OUT/  truth_issue.tsv, truth_latencies.tsv, truth_slopes.tsv; of kernels truth_kernels.tsv, truth_means.tsv,
#       truth_applications.tsv and truth_chains.tsv, and folders modern/, modern_sm/ and slice/ of make correlate
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
. tb/flow/whole.sh
export O="${O:-build}"
OUT=${OUT:-$O/truth}
data=cmodel/experiments/correlate
config=configs/modern.yaml
near="memory.l1_latency=26 memory.shared_latency=18"        # with which words take what they take in Table 2
tab=$(printf '\t')
die() { echo "truth: $*" >&2; exit 2; }

parts="issue latencies slopes kernels"
[ $# -gt 0 ] || set -- $parts
for part in "$@"; do
    case " $parts " in *" $part "*) ;; *) die "'$part' is no part; accepted are $parts" ;; esac
done
mkdir -p "$OUT" 2>/dev/null && [ -w "$OUT" ] || die "OUT=$OUT cannot be written; accepted is a folder that can be"
work=$(mktemp -d "$OUT/run.XXXXXX")
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

rows_of() { grep -v '^#' "$1"; }

issue() { "$O/unit/test_memory_modern" --issue; }

# --- from issue to issue ----------------------------------------------------------------------------------------------

# apart ROW WHAT [KEY=VALUE...]: cycles from the issue of the row's instruction to that of the one behind it.
apart() {
    awk -v row="$1" -v what="$2" -f $data/latencies.awk $data/latencies.tsv >"$work/row.traceg" || exit 2
    shift 2
    for set in "$@"; do shift; set -- "$@" --set "$set"; done
    "$O/event_list" -c $config "$@" -t "$work/row.traceg" >"$work/events" || exit 2
    awk '$3 == "issue" { before = now; now = last; last = $1 } END { print now - before }' "$work/events"
}
# shellcheck disable=SC2086 # words
latency() { # ROW WHAT PAPER
    printf '%s\t%s\t%s' "$1" "$(echo "$2" | tr a-z A-Z)" "$3"
    for sets in "" "$near"; do
        cycles=$(apart "$1" "$2" $sets) || exit 2
        printf '\t%s\t%s' "$cycles" $((cycles - $3))
    done
    echo
}
latencies() {
    printf 'instruction\tafter\tpaper\tmodern\tless paper\tnear\tnear less paper\n'
    for what in war raw; do
        rows_of $data/latencies.tsv | while IFS=$tab read -r name _ war raw; do
            paper=$war
            [ $what = war ] || paper=$raw
            [ "$paper" = - ] || latency "$name" $what "$paper" || exit 2
        done
    done
}

# --- slopes -----------------------------------------------------------------------------------------------------------

loop() { # THREADS ITERATIONS: prints cycles
    "$O/cmodel" run -c $config --set machine.kernels=gpu --workload $data/slopes.yaml --param threads="$1" \
        --param iterations="$2" -o "$work/run" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 2; }
    sed -n 's/^kernel 1: \([0-9]*\) cycles$/\1/p' "$work/run" | grep . || die "$data/slopes.yaml has no kernel 1"
}
slopes() {
    printf 'threads\tH100\tmodern\tmodern less H100\n'
    for threads in 32 64 128; do
        few=$(loop $threads 10) && many=$(loop $threads 40) || exit 2
        awk -F "$tab" -v threads=$threads -v few="$few" -v many="$many" '
            $2 == threads { cycles[$3] = $4 }
            END {
                hardware = (cycles[40] - cycles[10]) / 30
                model = (many - few) / 30
                printf "%d\t%.1f\t%.1f\t%.1f\n", threads, hardware, model, model - hardware
            }' $data/h100.tsv
    done
}

# --- kernels ----------------------------------------------------------------------------------------------------------

correlate() { # NAME
    echo "truth: make correlate with $data/$1.yaml" >&2
    CONFIG=$data/$1.yaml OUT="$OUT/$1" WORKLOAD="" TRACE="" ACCELSIM="" cmodel/experiments/correlate.sh \
        >"$work/$1.log" 2>&1 || { cat "$work/$1.log" >&2; exit 2; }
}
# beside FILE: a table of modern, and the columns of plain collectors behind it.
beside() {
    awk -F "$tab" '
        NR == FNR { model[$1] = $3; ratio[$1] = $4; next }
        FNR == 1 { print "name\tAccel-Sim\tmodern\tratio\tplain collectors\tratio of these"; next }
        $1 in model { print $0 "\t" model[$1] "\t" ratio[$1] }' "$OUT/slice/$1" "$OUT/modern/$1"
}
means() {
    awk -F "$tab" '
        function add(what, ratio,  error) {
            error = ratio > 1 ? ratio - 1 : 1 - ratio
            n[what]++
            logs[what] += log(ratio)
            errors[what] += error
            if (error > most[what]) most[what] = error
        }
        BEGIN { print "cycles\tkernels\tgeometric mean\tmean error, %\tlargest error, %" }
        FNR == 1 { file++; next }
        file == 1 { add(1, $4); add(2, $6); add(3, $3 / $5) }
        file == 2 { add(4, $4) }
        END {
            split("modern over Accel-Sim;plain collectors over Accel-Sim;modern over plain collectors;" \
                  "modern in SMs over Accel-Sim", name, ";")
            for (i = 1; i <= 4; i++)
                printf "%s\t%d\t%.3f\t%.1f\t%.1f\n", name[i], n[i], exp(logs[i] / n[i]), 100 * errors[i] / n[i],
                    100 * most[i]
        }' "$OUT/truth_kernels.tsv" "$OUT/modern_sm/kernels_beside.tsv"
}
applications() {
    awk -F "$tab" '
        NR == FNR { if (FNR > 1) { split($1, part, "/"); n[part[1]]++; a[part[1]] += log($4)
                                   p[part[1]] += log($3 / $5) }; next }
        /^#/ { next }
        !begun++ { print "application\tAccel-Sim, %\ttheir model, %\ttheir model over Accel-Sim\t" \
                         "modern over Accel-Sim\tmodern over plain collectors" }
        {
            printf "%s\t%s\t%s\t%.2f", $1, $2, $3, (100 + $3) / (100 + $2)
            if ($1 in n) printf "\t%.2f\t%.2f\n", exp(a[$1] / n[$1]), exp(p[$1] / n[$1])
            else print "\t-\t-"
        }' "$OUT/truth_kernels.tsv" $data/authors.tsv
}
chains() {
    awk -F "$tab" '
        FNR == 1 { file++ }
        file == 1 { reference[$1] = $2; model[$1] = $3; next }
        /^#/ { next }
        !begun++ { print "micro-benchmark\thardware\tsource\tAccel-Sim\tmodern" }
        { printf "%s\t%s\t%s\t%.0f\t%.0f\n", $1, $2, $3, reference[$1], model[$1] }
        ' "$OUT/modern/rates_beside.tsv" $data/chains.tsv
}

for part in "$@"; do
    case $part in
    kernels)
        for name in modern modern_sm slice; do correlate $name; done
        whole truth "$OUT/truth_kernels.tsv" beside kernels_beside.tsv
        for table in means applications chains; do whole truth "$OUT/truth_$table.tsv" $table; done ;;
    *) whole truth "$OUT/truth_$part.tsv" "$part" ;;
    esac
done
echo "truth: tables are in $OUT"
