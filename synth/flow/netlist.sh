#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Synthesizes a configuration with Yosys, module by module and at full width: the one netlist behind area, timing,
# energy.
#
# usage: netlist.sh CONFIG [key=value ...]     environment: O, LIB (liberty file, .xz accepted; default osu018),
#                                              STRATEGY (area, delay: what abc maps for; area),
#                                              CACHED (yes: exit code 3 instead of synthesis),
#                                              MODULES (names: these alone)
#
# prints the directory with
#   netlist.v     mapped, hierarchical: modules and instances as in the RTL, flip-flops named <register>_reg_<bit>_,
#                 SRAM macros as instances of sram_1rw, sram_1r1w (rf.ports: 2), sram_1rw_be (arrays of an SM)
#   modules.tsv   by module: instances, areas, cells, flip-flops of one instance (without what it instantiates), and its
#                 longest combinational path as abc sees it; in an SM, how many of the instances are outside of the
#                 sub-cores
#   macros.tsv    by module of a macro: instances, rows, bits, ports as build/sram names them, pins
#   flops.tsv     module, cell, register, bit, type before mapping: $_DFFE_ and $_SDFFE_ hold their value; those behind
#                 a clock gate have a plain type
#   instances.tsv module, child module, instance
#   rtl           link to the RTL; library.lib, cells.tsv, constr: see library.sh
#
# A module's netlist is kept by the hash of its elaborated text (without line numbers and names that depend on them),
# the ports of its instances, library and recipe: what is not changed is not synthesized again. Modules with the widest
# vectors go first.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/synth/flow/library.sh"
. "$top/synth/flow/settings.sh"
. "$top/tb/flow/whole.sh"
# What reads designs: the sources behind each step of it.
reads_parts=$(echo "$top"/synth/flow/netlist.c "$top"/synth/flow/netlist_split.c "$top"/synth/flow/netlist_flops.c \
    "$top"/synth/flow/netlist_macros.c)
reads_mapped=$(echo "$top"/synth/flow/netlist.c "$top"/synth/flow/netlist_mapped.c "$top"/synth/flow/netlist_flops.c \
    "$top"/synth/flow/netlist_verilog.c)

# The text of a module and the ports of what it instantiates.
with_ports() {
    awk -F '\t' -v m="$2" '$1 == m && !seen[$2]++ { print $2 }' "$1/instances.tsv" | sort | while read -r child; do
        cat "$1/$child.il.ports"
    done
    cat "$1/$2.il.part"
}

# yosys_script: of the module, on stdout: what is in module.ys.in, the part from abc on once for each of abc's scripts,
# with the design as it was before; the n-th one's results are $work/out.n.json, and its delay follows line "@ n" in the
# log. A clock gate is what the library has for one.
yosys_script() {
    if [ "$module" = "$GATE" ]; then
        print_gate "$module" >"$work/gate.v"
        sed -e "s|@GATE@|$work/gate.v|; s|@OUT@|$work/out|g" "$top/synth/flow/gate.ys.in"
        return
    fi
    n=0
    for script in $lib_scripts; do
        n=$((n + 1))
        [ $n -eq 1 ] || printf 'design -load unmapped\nlog @ %d\n' $n
        awk -v n=$n '
            /^abc / { back = 1; if (n == 1) print "design -save unmapped\nlog @ 1" }
            n == 1 || back' "$top/synth/flow/module.ys.in" |
            sed -e "s|@DESIGN@|$work/design.il|; s|@MODULE@|$module|g" \
                -e "s|@OUT@.json|$work/out.$n.json|; s|@OUT@|$work/out|g" \
                -e "s|@LIB@|$lib_dir/library.lib|g; s|@CONSTR@|$lib_dir/constr|; s|@SCRIPT@|$script|"
    done
}

# One module: key, elaborated design, module. Progress, and what Yosys says if it fails, goes to descriptor 3; nothing
# is left of what fails otherwise.
one() {
    key=$1 split=$2 module=$3
    library netlist
    work=$lib_dir/$key.tmp.$$
    mkdir -p "$work"
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' HUP INT TERM
    with_ports "$split" "$module" >"$work/design.il"
    begin=$(date +%s)
    yosys_script >"$work/module.ys"
    if ! yosys -q -l "$work/log" "$work/module.ys" >"$work/messages" 2>&1 || ! ends "}" "$work"/out.[1-9].json; then
        has_room "$work" || { echo "$work cannot be written; is the disk full?" >&2; exit 1; }
        trap - EXIT
        echo "netlist: Yosys failed on module $module; the end of its log, $work/log:" >&3
        tail -n 5 "$work/log" >&3
        exit 1
    fi
    # The number of the best one, and its delay, if there is anything to map.
    sed -n 's/^@ \([0-9]*\)$/@ \1/p; s/^ABC: WireLoad.*Delay = *\([0-9.]*\) ps.*/\1/p' "$work/log" |
        awk '$1 == "@" { n = $2; next }
            { ps[n] = $1 }
            END {
                best = 1
                for (i = 2; i <= n; i++) if (ps[i] != "" && ps[i] + 0 < ps[best] + 0) best = i
                print best, ps[best]
            }' >"$work/best"
    read -r best ps <"$work/best"
    echo "$ps" | grep . >"$work/delay" || ! grep -q '^ABC: ' "$work/log" || {
        trap - EXIT
        echo "netlist: abc says no delay of module $module; see $work/log" >&3; exit 1; }
    "$O/netlist" mapped "$lib_dir/cells.tsv" "$split/$module.il.names" "$work/out.$best.json" "$work/flops" \
        "$work/cells" >"$work/netlist"
    mv "$work/flops" "$lib_dir/$key.flops"
    mv "$work/cells" "$lib_dir/$key.cells"
    mv "$work/out.generic" "$lib_dir/$key.generic"
    mv "$work/delay" "$lib_dir/$key.delay"
    mv "$work/netlist" "$lib_dir/$key.v"
    done=$(while read -r k _; do [ ! -f "$lib_dir/$k.v" ] || echo; done <"$PENDING" | wc -l)
    echo "  [$done/$(wc -l <"$PENDING")] $module, $(($(date +%s) - begin)) s" >&3
}
if [ "${1:-}" = --one ]; then
    shift
    [ ! -e "$PENDING.failed" ] || exit 1
    said=$(one "$@" 3>&2 2>&1) && exit 0
    # What is no fault of the module would be one of all others, too.
    [ -z "$said" ] || {
        touch "$PENDING.failed" 2>/dev/null || :
        echo "netlist: module $3 is not synthesized: $(printf '%s' "$said" | tail -n 1)" >&2; }
    exit 1
fi

[ $# -ge 1 ] || { echo "netlist: a configuration is needed: CONFIG [key=value ...]" >&2; exit 2; }
command -v yosys >/dev/null 2>&1 || { echo "netlist: Yosys is not installed; make deps installs it" >&2; exit 2; }
library netlist
rtl=$("$top/tb/flow/flow.sh" rtl "$@")
top_module=$(top_of "$rtl")
memories=$(file_of "$rtl" memories.tsv) registers=$(file_of "$rtl" registers.tsv)
names_of "$rtl"
for memory in sram_1r1rw sram_2r1w; do
    [ ! -f "$(file_of "$rtl" $memory.v)" ] || {
        echo "netlist: rf.read_ports is 2; accepted is 1, for no memory with two read ports has a model" >&2
        exit 2; }
done
# The module of a clock gate, if there are gates: the library says what is in it.
GATE=""
[ ! -f "$(file_of "$rtl" clock_gate.v)" ] || GATE=${prefix}clock_gate$suffix
export GATE
[ -z "$GATE" ] || library_gate netlist
! grep -lqs 'negedge rst_ni' "$rtl"/*.v || "$O/liberty" --name "$LIB" reset "$lib_dir/library.lib" >/dev/null || exit 2
# In an SM, wires of functions have names without the directory, so that SMs share netlists. The goldens of sub-cores
# are of texts with it.
functions=no
[ "$top_module" != "${prefix}sm$suffix" ] || functions=yes
# A macro, and what Yosys calls it when it is derived with other parameters than its own.
# shellcheck disable=SC2016 # the $ is Yosys'
patterns=$(macros_of "$rtl" | while read -r m; do
    printf '%s $paramod*\\\\%s $paramod*\\\\%s\\\\* ' "$m" "$m" "$m"; done)

# The end on a full disk.
full() { echo "netlist: $O/synth cannot be written; is the disk full?" >&2; exit 2; }

# Elaborated once for all libraries.
name=$(basename "$rtl")
# shellcheck disable=SC2086 # words
design=$({ cat "$(file_of "$rtl" manifest.txt)" "$top/synth/flow/elaborate.ys.in" $reads_parts; yosys -V; } |
    sha256sum | cut -c1-12)
split=$O/synth/elaborated/$name-$design
if [ ! -d "$split" ]; then
    [ "${CACHED:-no}" != yes ] || exit 3
    work=$split.tmp.$$
    mkdir -p "$work"
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' HUP INT TERM
    sed -e "s|@FILES@|$(sed "s|^|$rtl/|" "$(file_of "$rtl" subcore.f)" | tr '\n' ' ')|; s|@OUT@|$work/elaborated|" \
        -e "s|@MACROS@|$patterns|; s|@TOP@|$top_module|" \
        "$top/synth/flow/elaborate.ys.in" >"$work/elaborate.ys"
    # What wrappers of macros instantiate is in no module any more.
    [ ! -f "$rtl/macros.tsv" ] || sed -i "s/^blackbox .*/&\nhierarchy -top $top_module/" "$work/elaborate.ys"
    yosys -q "$work/elaborate.ys" >"$work/log" 2>&1 && ends end "$work/elaborated.il" &&
        ends "}" "$work/elaborated.json" || {
        has_room "$work" || full
        echo "netlist: Yosys failed to read $rtl; the end of its log:" >&2; tail -n 5 "$work/log" >&2; exit 1; }
    said=$("$O/netlist" split "$top_module" "$memories" "$functions" "$work/elaborated.json" \
        "$work/elaborated.il" "$work" 2>&1) || {
        has_room "$work" || full
        echo "$said" >&2; exit 1; }
    rm -f "$work/elaborated.il" "$work/elaborated.json"
    mv -T "$work" "$split" 2>/dev/null || rm -rf "$work" # another run was quicker
    trap - EXIT
fi

# shellcheck disable=SC2086 # $lib_scripts is words
recipe=$(cat "$lib_dir/library.lib" "$lib_dir/constr" "$top/synth/flow/module.ys.in" $lib_scripts $reads_mapped |
    sha256sum | cut -c1-16)
plan=$split/plan.$$ whole=""
export PENDING="$split/pending.$$"
reporter=""
trap 'rm -rf "$plan" "$plan.all" "$PENDING" "$PENDING.failed" ${whole:+"$whole.tmp.$$"}
    [ -z "$reporter" ] || kill "$reporter" 2>/dev/null || :' EXIT
trap 'exit 130' HUP INT TERM
# Says every two minutes which modules are under way, as long as this script lives. A `sleep` that outlives it holds no
# pipe open.
in_progress() {
    begin=$(date +%s)
    while sleep 120 >/dev/null 2>&1 && [ -d "/proc/$$" ]; do
        now=$(while read -r key _ module; do
            for work in "$lib_dir/$key".tmp.*; do [ ! -d "/proc/${work##*.}" ] || printf ' %s' "$module"; done
        done <"$PENDING")
        echo "  $(($(date +%s) - begin)) s, under way:$now" >&2
    done >/dev/null
}
for part in "$split"/*.il.part; do
    module=$(basename "$part" .il.part)
    ! grep -qx "$module" "$split/macros" || continue
    key=$module-$({ echo "$recipe"; [ "$module" != "$GATE" ] || cat "$top/synth/flow/gate.ys.in"
        with_ports "$split" "$module"; } | sha256sum | cut -c1-16)
    echo "$(wc -c <"$part") $key $module"
done | sort -rn | cut -d' ' -f2- 2>/dev/null >"$plan.all" || full
awk -v only="${MODULES:-}" '
    BEGIN { n = split(only, name, " "); for (i = 1; i <= n; i++) lacking[name[i]] = 1 }
    { all = all " " $2 }
    only == "" || ($2 in lacking) { print; delete lacking[$2] }
    END { for (m in lacking) {
        print "netlist: MODULES: " m " is no module of it; accepted:" all >"/dev/stderr"; exit 2 } }
    ' "$plan.all" >"$plan"
{ while read -r key module; do
      [ -f "$lib_dir/$key.v" ] || echo "$key $split $module" || exit 1
  done <"$plan"; } 2>/dev/null >"$PENDING" || full
[ ! -s "$PENDING" ] || [ "${CACHED:-no}" != yes ] || exit 3
if [ -s "$PENDING" ]; then
    echo "synthesizing $(wc -l <"$PENDING") modules of $name for $lib_name" >&2
    in_progress &
    reporter=$!
    LIB=$LIB xargs -P "$(nproc)" -n 3 "$top/synth/flow/netlist.sh" --one <"$PENDING" ||
        { [ ! -e "$PENDING.failed" ] || exit 2; exit 1; }
fi

# What is not synthesized counts, too: memories, names and kinds of registers, clock.
whole=$lib_dir/$name-$(cat "$plan" "$split/instances.tsv" "$split/macros.tsv" "$top/synth/flow/netlist_modules.c" \
    "$memories" "$registers" "$(file_of "$rtl" subcore.sdc)" | sha256sum | cut -c1-12)
# all_of KIND: the files of that kind of all modules, each line after the module's name.
all_of() {
    while read -r key module; do sed "s/^/$module\t/" "$lib_dir/$key.$1" || exit 1; done <"$plan"
}
assemble() {
    mkdir -p "$out" || return
    { while read -r key module; do cat "$lib_dir/$key.v" || exit 1; done <"$plan"; } >"$out/netlist.v" || return
    all_of flops >"$out/flops.tsv" || return
    all_of delay >"$out/delays.tsv" || return
    cp "$split/instances.tsv" "$out/instances.tsv" || return
    for f in library.lib cells.tsv constr; do ln -sf "../$f" "$out/$f" || return; done
    ln -sfn "$(realpath "$rtl")" "$out/rtl" || return
    cp "$split/macros.tsv" "$out/macros.tsv" || return
    all_of cells >"$out/used.tsv" || return
    "$O/netlist" modules "$top_module" "$out/cells.tsv" "$out/used.tsv" "$out/instances.tsv" "$out/flops.tsv" \
        "$out/delays.tsv" "$registers" "${prefix}subcore$suffix" >"$out/modules.tsv"
}
if [ ! -f "$whole/modules.tsv" ]; then
    out=$whole.tmp.$$
    said=$(assemble 2>&1) || {
        has_room "$lib_dir" || full
        printf '%s\n' "$said" >&2
        exit 1; }
    mv -T "$out" "$whole" 2>/dev/null || rm -rf "$out" # another run was quicker
fi
echo "$whole"
