#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A second opinion about areas and clocks: the same designs by another recipe and by a newer Yosys, beside netlist.sh's.
#
# usage: second.sh [key=value ...]      environment: O, LIB, CONFIGS (words "configuration+key=value"; the first one is
#                                       the baseline), VERSION (of the npm package @yowasp/yosys, or latest), FIGURES
#                                       (docs/figures)
#
# netlist.sh maps module by module. The other recipe (flat) is Yosys' own synth on the whole design without hierarchy,
# and abc's own script for a driving cell and a load: once by the Yosys that is installed, and once by that of the
# package. Clocks are those of timing.sh between registers, of all three netlists.
#
# Writes second.tsv: configuration; area in mm2 of the three, without memories; MHz of the three; areas over those of
# the baseline. Without node, npm or a network the columns of the package are empty, and that is said.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
top=$(pwd)
export O="${O:-build}"
. synth/flow/library.sh
. tb/flow/whole.sh
. synth/flow/settings.sh
. synth/second/npm_yosys.sh
for tool in yosys sta; do
    command -v $tool >/dev/null 2>&1 || { echo "second: $tool is not installed; make deps installs it" >&2; exit 2; }
done
library second
export LIB
FIGURES=${FIGURES:-docs/figures}
CONFIGS=${CONFIGS:-ocu ccu malekeh modern rfc_8way_write}
work=$O/second/work.$$
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
if ! npm_yosys "${VERSION:-0.55.944}" "$work/npm"; then
    package=""
    echo "second: $why; the columns of a newer Yosys are empty" >&2
fi

# script FILES MACROS TOP LIBRARY OUT CONSTR: what the other recipe does.
script() {
    cat <<END
        read_verilog $1; hierarchy -check -top $3; blackbox $2; synth -flatten -top $3; dfflibmap -liberty $4;
        abc -liberty $4 -constr $6; splitnets; opt_clean -purge; check -mapped; tee -o $5stat.txt stat -liberty $4;
        write_verilog -noattr -noexpr -nohex -nodec $5netlist.v
END
}

# flat BY RTL: sets $area in mm2 and $netlist, by Yosys here or of the package (npm). Kept by the design and the recipe.
flat() {
    by=$1 rtl=$2
    name=$(top_of "$rtl") macros=$(macros_of "$rtl" | tr '\n' ' ')
    files=$(sed "s|^|$rtl/|" "$(file_of "$rtl" subcore.f)")
    key=$({ cat "$rtl/manifest.txt" "$lib_dir/library.lib" "$lib_dir/constr"; script - "$macros" "$name" - - -
        if [ "$by" = npm ]; then echo "$version"; else yosys -V; fi; } | cksum | cut -d' ' -f1)
    out=$O/second/$by-$key
    if [ ! -s "$out/netlist.v" ]; then
        echo "second: $name of $word, flat, Yosys $([ "$by" = npm ] && echo "$version" || echo here)" >&2
        rm -rf "$out"
        # shellcheck disable=SC2086,SC2116 # words
        if [ "$by" = npm ]; then
            node synth/second/npm_yosys.mjs "$package" "$work/npm-out" \
                "$(script @FILES@ "$macros" "$name" library.lib "" constr)" $files "$lib_dir/library.lib" \
                "$lib_dir/constr"
        else
            yosys -q -p "$(script "$(echo $files)" "$macros" "$name" "$lib_dir/library.lib" "$work/here-out/" \
                "$lib_dir/constr")"
        fi >"$work/log" 2>&1 || { echo "second: Yosys failed on $word:" >&2; tail -n 3 "$work/log" >&2; exit 1; }
        mv "$work/$by-out" "$out"
    fi
    netlist=$out/netlist.v
    area=$(awk '/Chip area for (top )?module/ { um2 = $NF } END { printf "%.4f", um2 / 1e6 }' "$out/stat.txt")
}

# clock NETLIST CONFIG [key=value ...]: MHz between registers; "" is netlist.sh's own.
clock() {
    netlist=$1
    shift
    NETLIST=$netlist synth/timing/timing.sh "$@" >"$work/timing" || exit 2
    awk -F '\t' '$1 == "kind" && $2 == "register to register" { printf "%.1f", 1000 / $3 }' \
        "$(sed -n 's/^  the table: //p' "$work/timing")"
}

rows() {
    given=$*
    for word in $CONFIGS; do
        base=${word%%+*}
        # shellcheck disable=SC2046,SC2086 # words
        set -- "$base" $given $(printf '%s' "${word#"$base"}" | tr '+' ' ')
        rtl=$(tb/flow/flow.sh rtl "$@") || exit 2
        dir=$(synth/flow/netlist.sh "$@") || exit 2
        own=$(awk -f synth/area/netlist_area.awk "$dir/modules.tsv" | awk '{ printf "%.4f", $1 / 1e6 }')
        mkdir -p "$work/here-out" "$work/npm-out"
        flat here "$rtl"
        here=$area here_mhz=$(clock "$netlist" "$@") npm="" npm_mhz=""
        [ -z "$package" ] || { flat npm "$rtl"; npm=$area npm_mhz=$(clock "$netlist" "$@"); }
        printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$word" "$own" "$here" "$npm" "$(clock "" "$@")" "$here_mhz" "$npm_mhz"
    done >"$work/rows"
    awk -F '\t' -v OFS='\t' '
        function over(n) { return $n == "" ? "" : sprintf("%.3f", $n / first[n]) }
        BEGIN { print "configuration", "area", "flat", "newer", "clock", "clock flat", "clock newer", "over", \
            "over flat", "over newer" }
        NR == 1 { for (i = 2; i <= 4; i++) first[i] = $i }
        { print $0, over(2), over(3), over(4) }' "$work/rows"
}
whole second "$FIGURES/second.tsv" rows "$@"
