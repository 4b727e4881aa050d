#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Measures what a paper leads one to expect, and lists what holds and what does not. The expectations
# (cmodel/experiments/expect/*.tsv) were written down before anything was measured, the reasons
# (cmodel/experiments/expect/*.reasons) after that.
#
# usage: expect.sh FILE.tsv [WORKLOAD ...]        environment: O, SIZE (large), VALUES (a file for name, value without
#                                                 rounding, and the workload of a least or most)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
SIZE=${SIZE:-large}
case $SIZE in small|large) ;; *) echo "expect: SIZE=$SIZE; accepted: small, large" >&2; exit 2 ;; esac
case $1 in /*) file=$1 ;; *) file=$top/$1 ;; esac
[ -f "$file" ] || {
    echo "expect: $1 is not a file; accepted is a table such as cmodel/experiments/expect/malekeh.tsv" >&2; exit 2; }
awk -F '\t' '/^#/ { next } NF != 9 || $8 $9 ~ /[^-+.0-9e]/ || $8 == "" || $9 == "" { bad = 1; exit } { n++ }
    END { exit bad || !n }' "$file" || {
    echo "expect: $1: a line has not nine fields, the last two numbers, or there is none; accepted is a table such as" \
        "cmodel/experiments/expect/malekeh.tsv" >&2; exit 2; }
shift
. "$top/cmodel/experiments/measure.sh"
. "$top/tb/flow/whole.sh"
[ $# -gt 0 ] || set -- $paper_workloads
workloads="$*"

configs=$(awk -F '\t' '!/^#/ { print $5; if ($6 != "-") print $6 }' "$file" | sort -u)
total=$(($(echo "$configs" | wc -l) * $#)) done=0
all=$runs/all.$$                     # several may run at once
trap 'rm -f "$all" "$all.values"' EXIT
trap 'exit 1' HUP INT TERM
: >"$all"
: >"$all.values"
for c in $configs; do
    for w in $workloads; do
        run=$(measure "$c" "$w") || exit 2
        awk -F , -v c="$c" -v w="$w" 'NR > 1 { print c "\t" w "\t" $1 "\t" $2 }' "$run" >>"$all"
        done=$((done + 1))
        [ ! -t 2 ] || printf '\r%d of %d runs' $done $total >&2
    done
done
[ ! -t 2 ] || printf '\r%30s\r' '' >&2

reasons=${file%.tsv}.reasons
[ -f "$reasons" ] || reasons=/dev/null
echo "expectations of $(basename "$file" .tsv), $# workloads, $SIZE: $workloads"
awk -F '\t' -v workloads="$workloads" -v values="${VALUES:+$all.values}" '
    function value(quantity, c, w,    part, inside, x) {
        if (quantity == "ipc") return over(c, w, "warp_instructions", "cycles")
        if (quantity == "hit_ratio") return over(c, w, "ccu_hits", "source_reads")
        if (quantity == "cache_writes_per_result") return over(c, w, "cache_writes", "bank_writes")
        if (quantity == "state_2") return over(c, w, "stall_inactive", "cycles")
        if (split(quantity, part, "/") == 2) return over(c, w, part[1], part[2])
        if (quantity == "collection_share") {
            inside = v[c, w, "memory_collection"] + v[c, w, "other_collection"]
            x = inside + v[c, w, "memory_execution"] + v[c, w, "other_execution"]
            return x ? inside / x : 0
        }
        if (quantity == "collection") return v[c, w, "memory_collection"] + v[c, w, "other_collection"]
        if ((c, w, quantity) in v) return v[c, w, quantity]
        print "expect: " quantity " is not a quantity" >"/dev/stderr"; exit 2
    }
    function over(c, w, a, b) { return v[c, w, b] ? v[c, w, a] / v[c, w, b] : 0 }
    FILENAME == ARGV[1] { v[$1, $2, $3] = $4; next }
    FILENAME == ARGV[2] { reason[$1] = $2; next }
    /^#/ { next }
    {
        count = split(workloads, list, " "); sum = logs = compared = 0; least = 1e30; most = -1e30
        for (i = 1; i <= count; i++) {
            x = value($4, $5, list[i])
            if ($6 != "-" && $7 == "difference") x -= value($4, $6, list[i])
            else if ($6 != "-") { y = value($4, $6, list[i]); x = y ? x / y : x ? 1e9 : 1 }
            sum += x; logs += log(x > 0 ? x : 1e-9)
            if (x < least) { least = x; at_least = list[i] }
            if (x > most) { most = x; at_most = list[i] }
        }
        speeds = $4 == "ipc" && $6 != "-" && $7 == "mean"
        m = $7 == "least" ? least : $7 == "most" ? most : speeds ? exp(logs / count) : sum / count
        what = $4 " of " $5 ($6 == "-" ? "" : $7 == "difference" ? " less that of " $6 : " over that of " $6)
        if (values != "")
            printf "%s\t%.9g\t%s\n", $1, m, $7 == "least" ? at_least : $7 == "most" ? at_most : "-" >>values
        held = m >= $8 && m <= $9
        holds += held; rows++
        printf "%-9s %-24s %8.3f, expected %s to %s; %s of %s%s (%s: %s)\n", held ? "holds" : "does not", $1, m, $8, $9,
            $7, what, $7 == "least" ? ", at " at_least : $7 == "most" ? ", at " at_most : "", $2, $3
        if (!held) print "          reason: " ($1 in reason ? reason[$1] : "not known yet")
    }
    END { if (rows) printf "%d of %d expectations hold\n", holds, rows }' "$all" "$reasons" "$file"
[ -z "${VALUES:-}" ] || whole expect "$VALUES" cat "$all.values"
