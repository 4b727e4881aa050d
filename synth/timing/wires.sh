#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What wires_design.tcl needs of a netlist: what each of its modules' nets carries, and areas of its memories.
#
# usage: wires.sh NETLIST TOP LEF NM OUT     NETLIST: a folder of netlist.sh; environment: O
#
# Leaves OUT/, whole or not at all:
#   classes.tsv  instance of the top, or of a sub-core, and the file that says what carries what in it (build/layout
#                circuit: *.drivers.tsv); an instance with memories has none
#   areas.tsv    instance and um2 of the memories in it, by build/sram at NM nm
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/synth/flow/settings.sh"
dir=$1 design=$2 lef=$3 nm=$4 out=$5
[ ! -d "$out" ] || exit 0
work=$out.$$
mkdir "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
core=$(basename "$(file_of "$dir/rtl" subcore.v)" .v)

# Instances of the top and of its sub-cores: name, module.
awk -F '\t' -v OFS='\t' -v top="$design" -v core="$core" '
    $1 == top && $2 == core { subcore[++subcores] = $3; next }
    $1 == top { print $3, $2 }
    $1 == core && core != top { name[++names] = $3; module[names] = $2 }
    END { for (s = 1; s <= subcores; s++) for (n = 1; n <= names; n++) print subcore[s] "/" name[n], module[n] }' \
    "$dir/instances.tsv" >"$work/instances"

# Memories below each module: module, memory, how many.
awk -F '\t' -v OFS='\t' '
    FILENAME == ARGV[1] { if (FNR > 1) macro[$1] = 1; next }
    { child[$1] = child[$1] " " $2; seen[$1] }
    function count(m, memory,    n, i, list, sum) {
        n = split(child[m], list, " ")
        for (i = 1; i <= n; i++) sum += list[i] == memory ? 1 : count(list[i], memory)
        return sum
    }
    END { for (m in seen) for (memory in macro) if (count(m, memory)) print m, memory, count(m, memory) }' \
    "$dir/macros.tsv" "$dir/instances.tsv" >"$work/memories"

um2() { # MEMORY: its area
    awk -F '\t' -v m="$1" '$1 == m { print $3, $4, $5 }' "$dir/macros.tsv" | {
        read -r rows bits ports
        "$O/sram" bank --rows "$rows" --bits "$bits" --ports "$ports" --nm "$nm" --organisation monolithic --tsv; } |
        awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $(at["area_mm2"]) * 1e6 }'
}
tail -n +2 "$dir/macros.tsv" | while read -r memory _; do
    area=$(um2 "$memory") || exit 1
    awk -F '\t' -v OFS='\t' -v memory="$memory" -v um2="$area" '
        NR == FNR { if ($2 == memory) has[$1] = $3; next }
        $2 == memory { print $1, um2 }
        $2 in has { print $1, has[$2] * um2 }' "$work/memories" "$work/instances" || exit 1
done >"$work/areas.tsv"

# Flat modules without memories.
modules=$(awk -F '\t' 'NR == FNR { has[$1] = 1; next } !($2 in has) && !seen[$2]++ { print $2 }' "$work/memories" \
    "$work/instances")
{   echo "read_liberty -lib -ignore_miss_func $dir/library.lib"
    echo "read_verilog $dir/netlist.v"
    for module in $modules; do
        echo "design -save all"
        echo "hierarchy -top $module; flatten; opt_clean; write_json $work/$module.json"
        echo "design -load all"
    done; } >"$work/flat.ys"
yosys -q "$work/flat.ys" >"$work/log" 2>&1 || {
    echo "timing: Yosys does not flatten the modules of $dir/netlist.v: $(tail -n 1 "$work/log")" >&2; exit 1; }
"$O/layout" flops "$dir/library.lib" >"$work/flops.tsv"
for module in $modules; do
    "$O/layout" circuit "$lef" "$work/$module.json" "$module" "$work/flops.tsv" "$work/$module" >"$work/size" || exit 1
    rm "$work/$module.json" "$work/$module.blif" "$work/$module.v" "$work/$module.nets.tsv"
done
awk -F '\t' -v OFS='\t' -v dir="$out" 'NR == FNR { has[$1] = 1; next }
    !($2 in has) { print $1, dir "/" $2 ".drivers.tsv" }' "$work/memories" "$work/instances" >"$work/classes.tsv"
rm "$work/instances" "$work/memories" "$work/flat.ys" "$work/log" "$work/flops.tsv" "$work/size"
mv "$work" "$out"
