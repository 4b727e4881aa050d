#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area against speed: what the designs of a table cost and what they give, each in lock-step first.
#
# usage: frontier.sh [TABLE] [key=value ...]     TABLE: synth/area/frontier.tsv; the settings go to every design
#        environment: O, LIB, STRATEGY, NM, SIZE (small, large: of the workloads), WORKLOAD (names; default: those of
#        Malekeh's paper that are bundled), LOCKSTEP (no: without it; yes)
#
# By design: area of everything but the SRAM macros, highest clock between registers, IPC (geometric mean of the ratios
# to the first design), reads of banks per instruction (arithmetic mean of the ratios), IPC x clock as IPC, and
# lock-step cycles of that RTL. The table is $O/frontier/<library>.tsv, with a picture beside it.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
SIZE=${SIZE:-small}
LOCKSTEP=${LOCKSTEP:-yes}
refuse() { echo "frontier: $*" >&2; exit 2; }
table=$top/synth/area/frontier.tsv
if [ $# -gt 0 ] && [ "${1#*=}" = "$1" ]; then table=$1; shift; fi
[ -f "$table" ] || refuse "$table is not a file; accepted is a table such as synth/area/frontier.tsv"
awk -F '\t' '/^#/ || NF == 0 { next } NF != 3 || $1 == "" || $2 == "" { bad = FNR; exit } { n++ }
    END { if (bad || !n) { print bad + 0; exit 1 } }' "$table" >/dev/null || refuse \
    "$table: a line has not three fields, or there is none; accepted: label, configuration+setting..., what it is," \
    "with tabs"
case $SIZE in small|large) ;; *) refuse "SIZE=$SIZE; accepted: small, large" ;; esac
case $LOCKSTEP in yes|no) ;; *) refuse "LOCKSTEP=$LOCKSTEP; accepted: yes, no" ;; esac
[ -z "${LANES:-}" ] || refuse "LANES=$LANES; accepted is SET=subcore.lanes=$LANES, for all designs"
again=$(awk -F '\t' '!/^#/ && NF && seen[$1]++ { print FNR ": " $1; exit }' "$table")
[ -z "$again" ] || refuse "$table: line $again is the label of a line before; accepted is another one for each design"
unset MODULES
. "$top/synth/flow/library.sh"
library frontier
export LIB
. "$top/cmodel/experiments/measure.sh"
. "$top/tb/flow/whole.sh"
workloads=${WORKLOAD:-$paper_workloads}
for w in $workloads; do launch_of "$w" >/dev/null || exit 2; done
extra="$*"
out=$O/frontier
mkdir -p "$out"
rows=$out/rows.$$
trap 'rm -f "$rows"' EXIT
: >"$rows"

# lockstep CONFIG [key=value ...]: prints the cycles that this RTL has passed, all runs together; runs it if there is
# none.
lockstep() {
    hash=$("$top/tb/flow/flow.sh" hash "$@") || exit 2
    passed=0
    [ ! -f "$O/lockstep.tsv" ] || passed=$(awk -F '\t' -v h="$hash" '$1 == h { if ($5 != 0) bad = 1; n += $4 }
        END { print bad ? "bad" : n + 0 }' "$O/lockstep.tsv")
    if [ "$passed" = 0 ] && [ "$LOCKSTEP" = yes ]; then
        # shellcheck disable=SC2046 # these are words
        VERILATE_OPT=${VERILATE_OPT:--O0} SIZE='' WORKLOAD='' \
            "$top/tb/flow/flow.sh" cosim "$1" "$top/workloads/mix" $(shift; echo "$@") >"$out/lockstep.log" 2>&1 || {
            echo "frontier: $* does not pass lock-step; $out/lockstep.log says why" >&2; exit 1; }
        passed=$(awk -F '\t' -v h="$hash" '$1 == h { n += $4 } END { print n + 0 }' "$O/lockstep.tsv")
    fi
    [ "$passed" != bad ] || { echo "frontier: $* has failed lock-step before ($O/lockstep.tsv)" >&2; exit 1; }
    echo "$passed"
}

# clock_of CONFIG [key=value ...]: MHz between registers.
clock_of() {
    report=$("$top/synth/timing/timing.sh" "$@" </dev/null) || exit $?
    awk -F '\t' '$1 == "kind" && $2 == "register to register" { printf "%.4g", 1000 / $3 }' \
        "$(echo "$report" | sed -n 's/^  the table: //p')"
}

# What a design is: label, configuration+settings, area, clock, cycles; then a line a workload.
number=0 count=$(awk -F '\t' '!/^#/ && NF' "$table" | wc -l)
tab=$(printf '\t')
awk -F '\t' '!/^#/ && NF' "$table" | while IFS="$tab" read -r label design what; do
    number=$((number + 1))
    echo "frontier: $number of $count, $label" >&2
    config=${design%%+*}
    sets="$(printf '%s' "${design#"$config"}" | tr '+' ' ') $extra"
    # shellcheck disable=SC2086 # $sets is words
    cycles=$(lockstep "$config" $sets) || exit $?
    # shellcheck disable=SC2086
    dir=$("$top/synth/flow/netlist.sh" "$config" $sets) || exit $?
    # shellcheck disable=SC2086
    clock=$(clock_of "$config" $sets) || exit $?
    area=$(awk -f "$top/synth/area/netlist_area.awk" -v digits=6 "$dir/modules.tsv")
    printf 'design\t%s\t%s\t%s\t%s\t%s\t%s\n' "$label" "$design" "${area% *}" "$clock" "$cycles" "$what" >>"$rows"
    for w in $workloads; do
        run=$(measure "$design$(printf '%s' "${extra:+ $extra}" | tr ' ' '+')" "$w") || exit 2
        awk -F , -v l="$label" -v w="$w" '{ v[$1] = $2 }
            END { printf "run\t%s\t%s\t%.9g\t%.9g\n", l, w, v["warp_instructions"] / v["cycles"],
                v["bank_reads"] / v["warp_instructions"] }' "$run" >>"$rows"
    done
done

result=$out/$lib_name${extra:+-$(printf '%s' "$extra" | tr -c 'A-Za-z0-9_.=\n-' '+')}.tsv
print_ratios() {
    awk -F '\t' '
        $1 == "design" { label[++n] = $2; design[$2] = $3; area[$2] = $4; clock[$2] = $5; cycles[$2] = $6; what[$2] = $7
            next }
        { ipc[$2, $3] = $4; reads[$2, $3] = $5; if (!($3 in seen)) { seen[$3] = 1; work[++m] = $3 } }
        END {
            print "label\tdesign\tarea_um2\tarea_ratio\tclock_MHz\tipc_ratio\treads_ratio\tspeed_ratio\t" \
                "lockstep_cycles\tmeaning"
            base = label[1]
            for (i = 1; i <= n; i++) {
                l = label[i]; logs = 0; sum = 0
                for (j = 1; j <= m; j++) {
                    logs += log(ipc[l, work[j]] / ipc[base, work[j]])
                    sum += reads[base, work[j]] > 0 ? reads[l, work[j]] / reads[base, work[j]] : 1
                }
                g = exp(logs / m)
                printf "%s\t%s\t%.6g\t%.4f\t%s\t%.4f\t%.4f\t%.4f\t%s\t%s\n", l, design[l], area[l],
                    area[l] / area[base],
                    clock[l], g, sum / m, g * clock[l] / clock[base], cycles[l], what[l]
            }
        }' "$rows"
}
whole frontier "$result" print_ratios
echo "area against speed, $lib_name, $(echo "$workloads" | wc -w) workloads ($SIZE)${extra:+, with $extra};" \
    "ratios to the first"
awk -F '\t' 'NR == 1 {
        printf "  %-18s %12s %7s %7s %7s %7s %9s %9s  %s\n", "design", "area, um2", "area", "MHz", "IPC", "reads",
            "IPC x MHz", "lock-step", "what it is"
        next
    }
    { printf "  %-18s %12s %7.3f %7s %7.3f %7.3f %9.3f %9s  %s\n", $1, $3, $4, $5, $6, $7, $8, $9, $10 }' "$result"
echo "  area: everything but the SRAM macros; the table: $result"
if [ "$count" -gt 1 ] && command -v gnuplot >/dev/null 2>&1; then
    "$top/synth/area/frontier_plot.sh" "$result" "$lib_name" "${result%.tsv}.svg"
    echo "  as a picture: ${result%.tsv}.svg"
fi
