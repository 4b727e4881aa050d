#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area of a scheme beside its baseline by kind and module, for make results: make area.
#
# usage: area.sh NAME LIBRARIES BASELINE SCHEME [key=value ...]
#        LIBRARIES: names as in measurements.tsv, with commas between; the settings go to both designs
#        environment: O, SHARED, OUT (folder of NAME.tsv and of what make area has printed), GATED (libraries in which
#        both designs are synthesized with clock gates, too)
#
# Columns: of each library baseline, scheme and the change, of all instances. Rows: kinds; everything but the macros; of
# SMs both parts; the kinds of the collectors alone, with the modules in them (ccu_ranks); every module that is 3 % of
# one of the designs, or whose change is 1 % of the baseline, in the first library; and all others.
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
. tb/flow/whole.sh
. docs/results/measure/libraries.sh
[ $# -ge 4 ] || { echo "area: $# arguments; accepted are NAME LIBRARIES BASELINE SCHEME [key=value ...]" >&2; exit 2; }
name=$1 libraries=$(printf '%s' "$2" | tr ',' ' ') base=$3 scheme=$4
gated=,${GATED:-},
shift 4
for l in $libraries; do liberty_of area "$l" >/dev/null; done

# What make area prints, and its table behind one column more: the library.
tables() {
    for l in $libraries; do
        said=$OUT/area_$l.txt
        with_gates=no
        case $gated in *,$l,*) with_gates=yes ;; esac
        make -s area BASELINE="$base" CONFIG="$scheme" LIB="$(liberty_of area "$l")" SET="$*" GATED=$with_gates \
            >"$said" 2>&3 || exit 2
        cat "$said" >&3
        title=$(titled "$l")
        sed -n 's/^  the table: //p' "$said" | xargs cat | sed "1d; s/^/$title	/"
    done
}
# Columns of it: library, design, module, instances, then areas as in make area.
table() {
    tables "$@" >"$OUT/areas.tsv" || exit 2
    awk -F '\t' -v base="$base" -v scheme="$scheme" '
        function add(row, value) {
            area[row, lib, role] += value
            if (!(row in seen)) { seen[row]; rows[++most] = row }
        }
        function size(row, l, r) { return (row, l, r) in area ? area[row, l, r] : 0 }
        !($1 in known) { known[$1]; libs[++n_libs] = $1; first_design[$1] = $2 }
        {
            lib = $1
            role = $2 == first_design[lib] ? 1 : 2
            all[lib, role] += $10
            for (k = 5; k <= 9; k++) kind[k, lib, role] += $k
            if ($14 > 0) gates = 1
            kind[14, lib, role] += $14
            part[$11, lib, role] += $10
            if ($11 == "sm") sm = 1
            if ($15 != "-") { with_gates = 1; gated[lib, role] += $15 }
            if ($3 ~ /^(ocu|ccu|boc|ecu)(_|$)/) {
                collectors[lib, role] += $10
                if ($15 != "-") gated_collectors[lib, role] += $15
                for (k = 5; k <= 9; k++) of_collectors[k, lib, role] += $k
            } else add("`" $3 "`", $10)
        }
        function cell(value, l) { return sprintf(milli[l] ? "%.3f" : "%.0f", milli[l] ? value / 1e6 : value) }
        function change(a, b) {
            if (!a) return ""
            return b / a < 3 ? sprintf("%+.0f %%", 100 * (b / a - 1)) : sprintf("%.1f times", b / a)
        }
        function line(title, table, key,    i, l, a, b, text) {
            text = title
            for (i = 1; i <= n_libs; i++) {
                l = libs[i]
                if (table == "all") { a = all[l, 1]; b = all[l, 2] }
                else if (table == "kind") { a = kind[key, l, 1]; b = kind[key, l, 2] }
                else if (table == "part") { a = part[key, l, 1]; b = part[key, l, 2] }
                else if (table == "gated") { a = gated[l, 1]; b = gated[l, 2] }
                else if (table == "gated collectors") { a = gated_collectors[l, 1]; b = gated_collectors[l, 2] }
                else if (table == "collectors") { a = collectors[l, 1]; b = collectors[l, 2] }
                else if (table == "of collectors") { a = of_collectors[key, l, 1]; b = of_collectors[key, l, 2] }
                else { a = size(key, l, 1); b = size(key, l, 2) }
                text = text "\t" (a ? cell(a, l) : "") "\t" (b ? cell(b, l) : "") "\t" change(a, b)
            }
            print text
        }
        # Whether a module has a row of its own; all others are one row.
        function large(row,    a, b, l) {
            l = libs[1]
            a = size(row, l, 1)
            b = size(row, l, 2)
            return a > 0.03 * all[l, 1] || b > 0.03 * all[l, 2] || (b > a ? b - a : a - b) > 0.01 * all[l, 1]
        }
        END {
            if (!n_libs) exit 1
            split("", title)
            title[6] = "data flip-flops"; title[7] = "hold"; title[8] = "data logic"
            title[5] = "control flip-flops"; title[9] = "control logic"; title[14] = "clock gates"
            text = "all instances"
            for (i = 1; i <= n_libs; i++) {
                milli[libs[i]] = all[libs[i], 1] > 1e5
                text = text "\t" libs[i] ", " (milli[libs[i]] ? "mm2" : "um2") ": " base "\t" scheme "\t"
            }
            print text
            split("6 7 8 5 9", order, " ")
            for (k = 1; k <= 5; k++) line(title[order[k]], "kind", order[k])
            if (gates) line(title[14], "kind", 14)
            line("**everything but the macros**", "all", "")
            if (with_gates) line("this with gated clocks", "gated", "")
            if (sm) { line("in the sub-cores", "part", "subcore"); line("around them", "part", "sm") }
            if (collectors[libs[1], 1] || collectors[libs[1], 2]) {
                line("**collectors**", "collectors", "")
                if (with_gates) line("these with gated clocks", "gated collectors", "")
                for (k = 1; k <= 5; k++) line("their " title[order[k]], "of collectors", order[k])
            }
            for (i = 1; i <= most; i++) {
                if (large(rows[i])) { own[++n] = rows[i]; continue }
                for (l = 1; l <= n_libs; l++)
                    for (r = 1; r <= 2; r++) area["others", libs[l], r] += size(rows[i], libs[l], r)
            }
            for (i = 2; i <= n; i++)                    # the largest of the scheme first
                for (j = i; j > 1 && size(own[j], libs[1], 2) > size(own[j - 1], libs[1], 2); j--) {
                    t = own[j]; own[j] = own[j - 1]; own[j - 1] = t
                }
            for (i = 1; i <= n; i++) line(own[i], "module", own[i])
            line("other modules", "module", "others")
        }' "$OUT/areas.tsv"
}
exec 3>&1
whole area "$OUT/$name.tsv" table "$@"
