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
        # Areas are kept by row, library and design: 1 is the baseline, 2 the scheme.
        function add(row, value) {
            if (value == "-" || value == 0) return
            area[row, lib, role] += value
            seen[row]
        }
        function size(row, l, r) { return (row, l, r) in area ? area[row, l, r] : 0 }
        BEGIN {
            kinds = split("data flip-flops;hold;data logic;control flip-flops;control logic", kind, ";")
            split("6 7 8 5 9", column, " ")
        }
        !($1 in known) { known[$1]; libs[++n_libs] = $1; first_design[$1] = $2 }
        {
            lib = $1
            role = $2 == first_design[lib] ? 1 : 2
            collector = $3 ~ /^(ocu|ccu|boc|ecu)(_|$)/
            for (k = 1; k <= kinds; k++) {
                add(kind[k], $(column[k]))
                if (collector) add("their " kind[k], $(column[k]))
            }
            add("clock gates", $14)
            add("**everything but the macros**", $10)
            add("this with gated clocks", $15)
            if ($11 == "sm") sm = 1
            add($11 == "sm" ? "around them" : "in the sub-cores", $10)
            if (collector) {
                add("**collectors**", $10)
                add("these with gated clocks", $15)
                next
            }
            module = "`" $3 "`"
            if (!(module in seen)) modules[++n_modules] = module
            add(module, $10)
        }
        function cell(value, l) {
            return !value ? "" : milli[l] ? sprintf("%.3f", value / 1e6) : sprintf("%.0f", value)
        }
        function change(a, b) {
            if (!a) return ""
            return b / a < 3 ? sprintf("%+.0f %%", 100 * (b / a - 1)) : sprintf("%.1f times", b / a)
        }
        function line(row,    i, l, text) {
            if (!(row in seen)) return
            text = row
            for (i = 1; i <= n_libs; i++) {
                l = libs[i]
                text = text "\t" cell(size(row, l, 1), l) "\t" cell(size(row, l, 2), l) "\t" \
                    change(size(row, l, 1), size(row, l, 2))
            }
            print text
        }
        # Whether a module has a row of its own; all others are one row.
        function large(row,    a, b, whole) {
            a = size(row, libs[1], 1)
            b = size(row, libs[1], 2)
            whole = size("**everything but the macros**", libs[1], 1)
            return a > 0.03 * whole || b > 0.03 * size("**everything but the macros**", libs[1], 2) ||
                (b > a ? b - a : a - b) > 0.01 * whole
        }
        END {
            if (!n_libs) exit 1
            text = "all instances"
            for (i = 1; i <= n_libs; i++) {
                milli[libs[i]] = size("**everything but the macros**", libs[i], 1) > 1e5
                text = text "\t" libs[i] ", " (milli[libs[i]] ? "mm2" : "um2") ": " base "\t" scheme "\t"
            }
            print text
            for (k = 1; k <= kinds; k++) line(kind[k])
            line("clock gates")
            line("**everything but the macros**")
            line("this with gated clocks")
            if (sm) { line("in the sub-cores"); line("around them") }
            line("**collectors**")
            line("these with gated clocks")
            for (k = 1; k <= kinds; k++) line("their " kind[k])
            while (1) {                                 # the largest of the scheme first
                best = ""
                for (i = 1; i <= n_modules; i++) {
                    row = modules[i]
                    if (row in printed || !large(row)) continue
                    if (best == "" || size(row, libs[1], 2) > size(best, libs[1], 2)) best = row
                }
                if (best == "") break
                printed[best]
                line(best)
            }
            for (i = 1; i <= n_modules; i++) {
                if (modules[i] in printed) continue
                for (l = 1; l <= n_libs; l++)
                    for (role = 1; role <= 2; role++) {
                        lib = libs[l]
                        add("other modules", size(modules[i], lib, role))
                    }
            }
            line("other modules")
        }' "$OUT/areas.tsv"
}
exec 3>&1
whole area "$OUT/$name.tsv" table "$@"
