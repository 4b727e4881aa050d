#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area by module and by kind: baseline against scheme, from the netlists of netlist.sh.
#
# usage: area.sh BASELINE SCHEME [key=value ...]     environment: O, LIB, STRATEGY (area, delay), GATED (yes: both
#                                                    designs with gated clocks, too; no), WIRES (model, or a file
#                                                    with one: dies and wires of docs/place.md, too; none)
#
# Kinds: flip-flops of control and of data (a register file's values), what holds a flip-flop's value (a multiplexer
# where the library has no enable; a clock-gated design saves it), logic on data (operand multiplexers, merging of
# lanes, buffers that drive it) and control, and with rtl.clock_gate: cell clock gates, in the module that they stand
# in. Logic on data is what grows with the lanes: each module is also synthesized at one lane, and a straight line
# through both widths, at no lanes, is control. Instances in a module are rows of their own, and not counted twice. SRAM
# macros are not in the table. Gates are areas over that of the library's smallest NAND of two inputs. Of SMs the
# modules of the sub-cores and those around them are apart; a module is synthesized once, and counted with all its
# instances. Modules have their names without prefix and suffix. With GATED=yes a column has the same modules with
# rtl.clock_gate: cell. The table is also in $O/area/<baseline>-<scheme>-<library>.tsv, with a picture beside it.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/synth/flow/library.sh"
. "$top/synth/flow/settings.sh"
. "$top/synth/timing/wire_model.sh"
. "$top/tb/flow/whole.sh"
[ $# -ge 2 ] || { echo "area: two configurations are needed: BASELINE SCHEME [key=value ...]" >&2; exit 2; }
base=$1 scheme=$2
shift 2
gated_or_not area "$base" "$scheme" "$@"
library area
export LIB
wire_model area
[ "$GATED" = no ] || library_gate area
mkdir -p "$O/area"
unset MODULES

# What holding a bit costs: a flip-flop with an enable less one without.
hold_area=$lib_dir/hold-$(cat "$top/synth/flow/hold.v" "$top/synth/flow/module.ys.in" \
    "$top/synth/flow/abc_area.script" | cksum | cut -d' ' -f1)
if [ ! -f "$hold_area" ]; then
    work=$lib_dir/hold.tmp.$$
    mkdir -p "$work"
    yosys -q -p "read_verilog $top/synth/flow/hold.v; proc; write_rtlil $work/hold.il" >"$work/log" 2>&1
    sed -e "s|@DESIGN@|$work/hold.il|; s|@MODULE@|hold|g; s|@BLACKBOX@||; s|@OUT@|$work/out|g" \
        -e "s|@LIB@|$lib_dir/library.lib|g; s|@CONSTR@|$lib_dir/constr|; s|@SCRIPT@|$top/synth/flow/abc_area.script|" \
        "$top/synth/flow/module.ys.in" >"$work/hold.ys"
    yosys -q "$work/hold.ys" >>"$work/log" 2>&1 || {
        echo "area: Yosys failed on synth/flow/hold.v with LIB=$LIB; the end of its log:" >&2
        tail -n 5 "$work/log" >&2
        exit 1; }
    "$O/netlist" mapped "$lib_dir/cells.tsv" /dev/null "$work/out.json" "$work/flops" "$work/cells" >"$work/hold.v"
    awk -F '\t' '
        FILENAME == ARGV[1] { area[$1] = $2; next }
        FILENAME == ARGV[2] { if ($3 == "plain_q") plain = area[$2]; next }
        $1 in area { sum += $2 * area[$1] }
        END { printf "%.6g\n", (sum - 128 * plain) / 64 }' \
        "$lib_dir/cells.tsv" "$work/flops" "$work/cells" >"$work/area"
    mv "$work/area" "$hold_area"
    rm -r "$work"
fi
hold=$(cat "$hold_area")
nand=$("$O/liberty" --name "$LIB" nand "$lib_dir/library.lib")

shared=$(settings_of_both "$@")
# shellcheck disable=SC2086 # $shared is words
base_rtl=$("$top/tb/flow/flow.sh" rtl "$base" $shared)
scheme_rtl=$("$top/tb/flow/flow.sh" rtl "$scheme" "$@")
same_kind area "$base" "$base_rtl" "$scheme" "$scheme_rtl"
"$top/tb/flow/flow.sh" notes rtl "$scheme" "$@"

base_label=$(basename "$base" .yaml)
scheme_label=$(basename "$scheme" .yaml)
[ $# -eq 0 ] || scheme_label=$scheme_label+$(printf '%s' "$*" | tr -c 'A-Za-z0-9_.=+-' '+')
[ -z "$shared" ] || base_label=$base_label+$(printf '%s' "$shared" | tr -c 'A-Za-z0-9_.=+-' '+')
[ "$base_label" != "$scheme_label" ] || [ "$base" = "$scheme" ] || scheme_label=$scheme_label+other

rows=$O/area/rows.$$ macros=$O/area/macros.$$ modules=$O/area/modules.$$
trap 'rm -f "$rows" "$macros" "$modules" "$modules".*' EXIT
: >"$rows"
: >"$macros"
# gated_areas CONFIG [key=value ...]: prints module and area of one instance with gated clocks.
gated_areas() {
    dir=$("$top/synth/flow/netlist.sh" "$@" rtl.clock_gate=cell) || exit $?
    plain_of "$dir/rtl" "$dir/modules.tsv" >"$modules.gated" && instances_of "$dir" >"$modules.in" || exit
    awk -F '\t' -v OFS='\t' '
        NR == FNR { has[$1] += $2 == "clock_gate"; next }
        $1 == "clock_gate" { gate = $3; next }
        FNR > 1 { area[$1] = $3 }
        END { for (m in area) print m, area[m] + gate * has[m] }' "$modules.in" "$modules.gated"
}

# instances_of NETLIST: what is in what, by plain names.
instances_of() {
    plain_of "$1/rtl" "$1/instances.tsv" | awk -F '\t' -v OFS='\t' '{ print $2, $1 }' >"$modules.turned"
    plain_of "$1/rtl" "$modules.turned" | awk -F '\t' -v OFS='\t' '{ print $2, $1 }'
}

add() { # a design's rows: label, configuration, settings
    label=$1 config=$2
    shift 2
    full=$("$top/synth/flow/netlist.sh" "$config" "$@") || exit $?
    one=$("$top/synth/flow/netlist.sh" "$config" "$@" subcore.lanes=1) || exit $?
    lanes=$(awk -F '\t' 'NR == 2 { print $3 / 32 }' "$(file_of "$full/rtl" memories.tsv)")
    plain_of "$full/rtl" "$full/macros.tsv" |
        awk -F '\t' -v design="$label" 'NR > 1 { printf "%s\t%d x %d x %d bits (%s)\n", design, $2, $3, $4, $1 }' \
            >>"$macros"
    plain_of "$full/rtl" "$full/modules.tsv" >"$modules" || exit
    plain_of "$one/rtl" "$one/modules.tsv" >"$modules.one" || exit
    [ "$GATED" = no ] || gated_areas "$config" "$@" >"$modules.areas" || exit
    instances_of "$full" >"$modules.in" || exit
    awk -v design="$label" -v lanes="$lanes" -v hold="$hold" -v nand="$nand" -v instances_file="$modules.in" \
        -v gated="$([ "$GATED" = no ] || echo "$modules.areas")" -f "$top/synth/area/area.awk" \
        "$modules" "$modules.one" >>"$rows"
}
# shellcheck disable=SC2086 # $shared is words
add "$base_label" "$base" $shared
[ "$base" = "$scheme" ] && [ $# -eq 0 ] || add "$scheme_label" "$scheme" "$@"

name=$base_label-$scheme_label-$lib_name
table=$O/area/$name.tsv
print_rows() {
    printf 'design\tmodule\tinstances\tcontrol_flops\tdata_flops\thold\tdata_logic\tcontrol_logic\ttotal\t' &&
        printf 'part\tgates\tlogic_gates\tclock_gates\tgated_total\n' && cat "$rows"
}
whole area "$table" print_rows
awk -v lib="$lib_name" -v hold="$hold" -v nand="$nand" -v base="$base_label" -v scheme="$scheme_label" \
    -v macros="$macros" -v gate="$(sed -n 's,^// ,,p' "$lib_dir/gate" 2>/dev/null)" \
    -f "$top/synth/area/area_table.awk" "$table"
# wired LABEL CONFIG [key=value ...]: a line of die and wires of a design, from what timing.sh says.
wired() {
    label=$1
    shift
    printed=$(WIRES=$WIRES "$top/synth/timing/timing.sh" "$@" 2>"$modules.said") || {
        sed 's/^timing:/area:/' "$modules.said" >&2; exit 2; }
    awk -F '\t' -v design="$label" '
        $1 == "die" { die = $2 }
        $1 == "wires" { sum += $4; of[$2] = $4 }
        END { printf "%s\t%.3f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\n", design, die, sum, of["data"], of["tags"],
            of["control"], of["between"] }' "$(printf '%s\n' "$printed" | sed -n 's/^  the table: //p')"
}
if [ -n "$model" ]; then
    # shellcheck disable=SC2086 # $shared is words
    {   wired "$base_label" "$base" $shared || exit 2
        wired "$scheme_label" "$scheme" "$@" || exit 2; } >"$modules.wired" || exit 2
    awk -F '\t' '
        function row(title, column) {
            printf "  %-24s %14s %14s %+9.1f %%\n", title, base[column], $column, 100 * ($column / base[column] - 1)
        }
        NR == 1 { for (i = 1; i <= NF; i++) base[i] = $i; next }
        {
            print "with wires by model"
            row("die with memories, mm2", 2)
            row("wires, mm", 3)
            split("data tags control between", name, " ")
            for (i = 1; i <= 4; i++) if (base[i + 3] > 0) row("  " name[i], i + 3)
        }' "$modules.wired"
fi
echo "  the table: $table"
if command -v gnuplot >/dev/null 2>&1; then
    "$top/synth/area/area_plot.sh" "$table" "$lib_name" "${table%.tsv}.svg"
    echo "  as a picture: ${table%.tsv}.svg"
fi
