# SPDX-License-Identifier: Apache-2.0
# Part of bench.sh and bench_profile.sh, which set $work and have die: processor times of whole processes, and medians.
# bash's `time` is what both need bash for.

TIMEFORMAT='%U %S'
seconds() { # COMMAND...: runs it, its output in $work/output, and leaves its processor time in $work/time
    { time "$@" >"$work/output" 2>&1; } 2>"$work/time" || { cat "$work/output" >&2; die "this has failed: $*"; }
}
speed() { awk -v n="$2" '{ printf "%.0f\n", n / ($1 + $2 + 1e-6) }' "$work/time" >>"$work/speed.$1"; } # NAME COUNT
median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)] }'; }
