#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Places and routes configurations on the largest iCE40 with Yosys and nextpnr: logic cells, highest clock, and how much
# of the longest path is routing. The only timing here that has real wires.
#
# usage: fpga.sh "CONFIG ..." [key=value ...]     environment: O, SEED (of placements; "1 2"), and what
#                                                 flow.sh rtl listens to
#
# The settings of synth/fpga/small.settings come first: a design of full size does not fit. The design is synthesized
# alone, flat, then put into the harness that build/fpga writes, so that the harness changes nothing in it. Prints a
# row for each configuration when it is done, of the seed with the median of the clocks, and leaves the table in
# $O/fpga.md. A design that is not placed has a row that says why, and the others are placed all the same. What was done
# before, with the same text, tools and seed, is not done again.
#
# exit code: 2 what is asked for is wrong, or a design is not placed; 77 a tool is missing
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/tb/flow/names.sh"
. "$top/tb/flow/whole.sh"

die() { echo "fpga: $*" >&2; exit 2; }
longest=600                             # seconds of a placement

# place SEED DIR: one placement, whose line is $DIR/<seed>.tsv, or $DIR/<seed>.why, the reason that there is none.
place() {
    begin=$(date +%s)
    work=$2/$1.$$
    trap 'rm -f "$work".*' EXIT
    trap 'exit 130' HUP INT TERM
    timeout $longest nextpnr-ice40 --hx8k --package ct256 --json "$2/fpga.json" --seed "$1" --freq 100 \
        --timing-allow-fail --pcf-allow-unconstrained --report "$work.json" >"$work.log" 2>&1 || {
        cp "$work.log" "$2/failed.log"
        what=$(sed -n '/^ERROR/ { s/^ERROR: *//; s/[|]/ /g; p; q; }' "$work.log" | cut -c1-200)
        echo "seed $1: ${what:-not routed within $longest s}" >"$2/$1.why"
        die "nextpnr-ice40 does not place ${2##*/} with seed $1: ${what:-not routed within $longest s}; its log is" \
            "$2/failed.log, accepted is a design that fits"; }
    whole fpga "$2/$1.tsv" "$O/fpga" report "$work.json"
    rm -f "$2/$1.why"
    echo "  ${2##*/}, seed $1: $(cut -f 4 "$2/$1.tsv") MHz, $(($(date +%s) - begin)) s" >&2
}
if [ "${1:-}" = --place ]; then
    place "$2" "$3"
    exit 0
fi

[ $# -ge 1 ] || die "a configuration is needed: CONFIG [key=value ...]"
[ -z "${RTL_SRAM:-}" ] || die "SRAM=$RTL_SRAM: a macro is no cell of an FPGA; accepted are generated memories"
seeds=${SEED:-1 2}
echo "$seeds" | awk '{ for (i = 1; i <= NF; i++) bad += $i !~ /^[0-9]+$/ || length($i) > 9 } END { exit bad || !NF }' ||
    die "SEED=$seeds are not seeds; accepted are numbers of up to nine digits, such as '1 2'"
for tool in yosys nextpnr-ice40; do
    command -v $tool >/dev/null 2>&1 || {
        echo "fpga: $tool is not installed; .ci/deps --fpga installs it" >&2; exit 77; }
done
case $O$top in
*[[:space:]]*) die "O=$O or $top has a blank, which Yosys' scripts do not take; accepted are paths without" ;;
esac
most=7680                               # logic cells of an HX8K
version=$(nextpnr-ice40 --version 2>&1 | sed 's/^.*Version \(.*\))$/\1/')
versions="$(yosys -V | cut -d' ' -f1,2), nextpnr-ice40 $version"

# yosys_on DIR SCRIPT: or the end, with its last lines.
yosys_on() {
    yosys -q -l "$1/log" -p "$2" >"$1/messages" 2>&1 || {
        has_room "$1" || die "$1 cannot be written; is the disk full?"
        tail -n 3 "$1/log" >&2
        die "Yosys failed; its log is $1/log"; }
}

# synthesize: makes $dir of $rtl: fpga.json, and harness, the number of its cells.
synthesize() {
    begin=$(date +%s)
    module=$(top_of "$rtl")
    work=$dir.tmp.$$
    mkdir -p "$work" 2>/dev/null || die "$dir cannot be written; is the disk full?"
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' HUP INT TERM
    yosys_on "$work" "read_verilog $(sed "s|^|$rtl/|" "$(file_of "$rtl" subcore.f)" | tr '\n' ' ')
        synth_ice40 -top $module; tee -o $work/stat stat -top $module
        write_rtlil $work/design.il; write_json $work/design.json"
    cells=$(awk '$1 == "SB_LUT4" { print $2 }' "$work/stat")
    [ "${cells:-0}" -le $most ] || {
        echo "does not fit: $cells lookup tables, and the device has $most logic cells" >"$cause"
        die "$config has $cells lookup tables, and the largest iCE40, an HX8K, has $most logic cells; accepted is a" \
            "smaller design, by SET= (docs/fpga.md)"; }
    whole fpga "$work/harness.v" "$O/fpga" harness "$work/design.json" "$module" || exit 2
    sed -n '1s/^[^0-9]*\([0-9]*\).*/\1/p' "$work/harness.v" >"$work/harness"
    yosys_on "$work" "read_verilog $work/harness.v; synth_ice40 -top fpga_harness
        read_rtlil -overwrite $work/design.il; hierarchy -top fpga_harness; flatten; clean
        write_json $work/fpga.json"
    ends "}" "$work/fpga.json" || die "$dir cannot be written; is the disk full?"
    rm -f "$work/design.il" "$work/design.json"
    mv -T "$work" "$dir" 2>/dev/null || rm -rf "$work"  # another run was quicker
    trap - EXIT
    echo "  $config: synthesized, $(($(date +%s) - begin)) s" >&2
}

# row: the seeds' lines of $dir as one of the table: medians, and the range of the clock.
row() {
    for seed in $seeds; do cat "$dir/$seed.tsv"; done | sort -t "$tab" -k 4 -n |
        awk -F '\t' -v config="$config" -v harness="$(cat "$dir/harness")" '
        { for (i = 1; i <= 9; i++) v[NR, i] = $i }
        END {
            m = int((NR + 1) / 2)       # of an even number the lower one: a run that was
            printf "| %s | %d | %d | %d | %.1f | %.1f to %.1f | %.1f | %.1f | %.0f %% | %.1f | %.1f | %.1f |\n", config,
                v[m, 1] - harness, harness, v[m, 3], v[m, 4], v[1, 4], v[NR, 4], v[m, 5], v[m, 6],
                100 * v[m, 6] / (v[m, 5] + v[m, 6]), v[m, 7], v[m, 8], v[m, 9]
        }'
}

# head_of_table: what is above the rows.
head_of_table() {
    printf '%s\n\n' "$versions; seeds $(echo $seeds | tr -s ' ' ' ')"
    echo "| design | cells | harness | block RAM | MHz | all seeds | ns cells | ns wires | wires | ns in |" \
        "ns out | ns through |"
    echo "|---|---|---|---|---|---|---|---|---|---|---|---|"
}

# no_row: of a design that is not placed, with the reason in $cause.
no_row() {
    echo "| $config | not placed: $(head -n 1 "$cause") | | | | | | | | | | |"
}

# one: places $config, whose Verilog is $rtl, and prints its row.
one() {
    made=$({ cat "$(file_of "$rtl" manifest.txt)" "$top"/synth/fpga/*.[chs]* "$top"/synth/flow/netlist.[ch]
        echo "$versions"; } | sha256sum | cut -c1-12)
    dir=$O/place/$(basename "$config" .yaml)-$made
    echo "Yosys fails" >"$cause"
    [ -f "$dir/fpga.json" ] || ( synthesize ) || return 2
    for seed in $seeds; do [ -f "$dir/$seed.tsv" ] || echo "$seed $dir"; done |
        xargs -r -P "$(nproc)" -n 2 "$top/synth/fpga/fpga.sh" --place || {
        for seed in $seeds; do [ -f "$dir/$seed.tsv" ] || cat "$dir/$seed.why"; done >"$cause" 2>/dev/null || :
        [ -s "$cause" ] || echo "the messages say why" >"$cause"
        return 2; }
    row
}

# all: prints the table, row by row; the designs that are not placed are in $failed.
all() {
    head_of_table
    while read -r config rtl; do
        if one; then continue; fi
        no_row
        echo "$config" >>"$failed"
    done <"$list"
}

configs=$1
shift
[ -n "$configs" ] || die "CONFIG= is empty; accepted are a YAML file and names in configs/"
tab=$(printf '\t')
work=$O/place/table.$$
list=$work.list cause=$work.cause rows=$work.rows failed=$work.failed
mkdir -p "$O/place" 2>/dev/null || die "$O/place cannot be written; accepted is a folder that can"
trap 'rm -f "$work".*' EXIT
trap 'exit 130' HUP INT TERM
settings=$(sed '/^#/d' "$top/synth/fpga/small.settings" | tr '\n' ' ')
[ -f "$configs" ] || configs=$(echo $configs)
for config in $configs; do
    # shellcheck disable=SC2086 # $settings is words
    rtl=$("$top/tb/flow/flow.sh" rtl "$config" $settings "$@") || exit $?
    [ ! -f "$(file_of "$rtl" sm.v)" ] ||
        die "CONFIG=$config is an SM (sm.subcores), which is not placed; accepted are sub-cores"
    ! grep -qs "posedge gate_" "$rtl"/*.v ||
        die "CONFIG=$config has clock gates, whose latches are no cells of the device; accepted is rtl.clock_gate=none"
    echo "$config $rtl" >>"$list"
done
all | tee "$rows"
whole fpga "$O/fpga.md" cat "$rows"
[ ! -f "$failed" ] || exit 2
