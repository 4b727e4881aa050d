#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Paths of a scheme beside its baseline, and their clocks, for make results: make timing.
#
# usage: timing.sh NAME LIBRARIES BASELINE SCHEME [key=value ...]
#        LIBRARIES: names as in measurements.tsv, with commas between; the settings go to both designs
#        environment: O, SHARED, OUT (folder of NAME.tsv and of what make timing has printed)
#
# Columns: of each library baseline, scheme and the change. Rows: the longest path between registers, in what it begins
# and ends; the highest clock, which is that of the macros if they are slower; the paths that make timing names.
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
. docs/results/measure/libraries.sh
[ $# -ge 4 ] || {
    echo "timing: $# arguments; accepted are NAME LIBRARIES BASELINE SCHEME [key=value ...]" >&2; exit 2; }
name=$1 libraries=$(printf '%s' "$2" | tr ',' ' ') base=$3 scheme=$4
shift 4
for l in $libraries; do liberty_of timing "$l" >/dev/null; done

# Lines: library, design, what, value; "clock" in MHz, else ns.
paths() {
    for l in $libraries; do
        for config in "$base" "$scheme"; do
            said=$OUT/timing_$l.$config.txt
            make -s timing CONFIG="$config" LIB="$(liberty_of timing "$l")" SET="$*" >"$said" 2>&3 || exit 2
            cat "$said" >&3
            report=$(sed -n 's/^  the table: //p' "$said")
            { sed -n 's/^  highest clock: .* \([0-9]*\) MHz between registers$/clock\tMHz\t\1/p' "$said"
                cat "$report"; } | sed "s/^/$(titled "$l")	$config	/"
        done
    done
}
table() {
    paths "$@" >"$OUT/paths.tsv" || exit 2
    awk -F '\t' -v base="$base" -v scheme="$scheme" '
        function instance(register) {                   # g_bank[0].u_queue/count_q: `queue`
            if (register !~ /\//) return "`" register "`"
            sub(/.*g_sub\[[0-9]*\][.]u_subcore\//, "", register)
            sub(/\/.*/, "", register)
            sub(/.*[.]/, "", register)
            sub(/^u_/, "", register)
            return "`" register "`"
        }
        function keep(row, value) {
            at[row, $1, $2 == base ? 1 : 2] = value
            if (!(row in seen)) { seen[row]; rows[++most] = row }
        }
        !($1 in known) { known[$1]; libs[++n] = $1 }
        $3 == "clock" { clock[$1, $2 == base ? 1 : 2] = $5 }
        $3 == "worst" {
            keep("worst of all", $5)
            n_words = split($6, word, " ")
            from[$1, $2 == base ? 1 : 2] = instance(word[1])
            to[$1, $2 == base ? 1 : 2] = instance(word[n_words])
        }
        $3 == "path" { keep($4, $5) }
        function change(a, b) { return a > 0 && b > 0 ? sprintf("%+.0f %%", 100 * (b / a - 1)) : "" }
        END {
            if (!n) exit 1
            text = "ns, between registers"
            for (i = 1; i <= n; i++) text = text "\t" libs[i] ": " base "\t" scheme "\t"
            print text
            for (r = 1; r <= most; r++) {
                text = rows[r]
                for (i = 1; i <= n; i++) {
                    a = at[rows[r], libs[i], 1]
                    b = at[rows[r], libs[i], 2]
                    text = text "\t" (a == "" ? "" : sprintf("%.3f", a)) "\t" (b == "" ? "" : sprintf("%.3f", b)) "\t" \
                        change(a, b)
                }
                print text
                if (r > 1) continue
                begin = "begins in"
                end = "ends in"
                clocks = "highest clock, MHz"
                for (i = 1; i <= n; i++) {
                    begin = begin "\t" from[libs[i], 1] "\t" from[libs[i], 2] "\t"
                    end = end "\t" to[libs[i], 1] "\t" to[libs[i], 2] "\t"
                    clocks = clocks "\t" clock[libs[i], 1] "\t" clock[libs[i], 2] "\t" \
                        change(clock[libs[i], 1], clock[libs[i], 2])
                }
                print begin "\n" end "\n" clocks
            }
        }' "$OUT/paths.tsv"
}
exec 3>&1
whole timing "$OUT/$name.tsv" table "$@"
