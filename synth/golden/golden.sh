#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Golden metrics: area, flip-flops and depth of every module, by library, in synth/golden/<library>.tsv.
#
# usage: golden.sh check|update [TIER]     environment: O, LIB, GOLDEN (another file)
# TIER is ci (default) or nightly (all designs)
#
# check fails where an area is off by more than 1 %, a depth by more than 5 %, a flip-flop or an instance was added or
# removed, a module or library has no golden, or the file is not one of goldens. update writes the file. Goldens hold
# for the Yosys that made them; with another one check is skipped.
#
# exit code: 0, 1 something differs, 2 usage, 77 another Yosys
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
AREA=1 DELAY=5
. "$top/synth/flow/library.sh"
. "$top/tb/flow/whole.sh"
case ${1:-} in check|update) ;; *) echo "golden: '${1:-}' is not known; accepted: check, update" >&2; exit 2 ;; esac
case ${2:-ci} in ci|nightly) ;; *) echo "golden: tier '$2' is not known; accepted: ci, nightly" >&2; exit 2 ;; esac
what=$1 tier=${2:-ci}
[ "${STRATEGY:-area}" = area ] || {
    echo "golden: STRATEGY=$STRATEGY; accepted: area, which goldens are of" >&2; exit 2; }
unset MODULES
library golden
export LIB
golden=${GOLDEN:-$top/synth/golden/$lib_name.tsv}
version=$(yosys -V | cut -d' ' -f1,2)
[ "$what" = update ] || [ -f "$golden" ] ||
    { echo "golden: $golden is missing; make golden UPDATE=yes LIB=... writes it" >&2; exit 1; }
problem=$([ "$what" = update ] || awk -F '\t' '
    NR == 1 && !/^# Yosys [0-9][^;]*;/ { print "line 1 does not name the Yosys that made it"; exit }
    NR == 2 && $1 != "design" { print "line 2 does not name the columns"; exit }
    NR < 3 { next }
    NF != 6 { print "line " NR " has not six fields"; exit }
    { for (i = 3; i <= NF; i++)
        if ($i !~ /^[0-9]+([.][0-9]+)?(e[+][0-9]+)?$/) { print "line " NR ": " $i " is not a number"; exit } }
    END { if (NR < 3) print "no module is in it" }' "$golden" | head -n 1)
[ -z "$problem" ] || {
    echo "golden: $golden: $problem; accepted is what make golden UPDATE=yes writes" >&2
    exit 1; }
mkdir -p "$O/golden"
now=$O/golden/$lib_name.tsv

tab=$(printf '\t')
{
    echo "# $version; tolerance: area $AREA %, depth $DELAY %; \`make golden\` compares, UPDATE=yes writes"
    printf 'design\tmodule\tinstances\tarea_um2\tflops\tdepth_ps\n'
    while IFS=$tab read -r name when config settings; do
        case $name in name|'#'*) continue ;; esac
        [ "$tier" = nightly ] || [ "$when" = ci ] || continue
        # shellcheck disable=SC2086 # $settings is words
        dir=$("$top/synth/flow/netlist.sh" "$config" $settings) || exit 1
        awk -F '\t' -v OFS='\t' -v design="$name" 'NR > 1 { print design, $1, $2, $3, $7, $11 }' "$dir/modules.tsv" |
            sort
    done <"$top/synth/golden/designs.tsv"
} >"$now"

made=""
[ ! -f "$golden" ] || made=$(sed -n '1s/^# \([^;]*\);.*/\1/p' "$golden")
if [ "$what" = update ]; then
    # Designs that this tier does not synthesize keep their goldens, which are of the same Yosys.
    [ "$tier" = nightly ] || [ -z "$made" ] || [ "$made" = "$version" ] || {
        echo "golden: $golden is of $made, this is $version: only TIER=nightly, which makes all, is accepted" >&2; \
            exit 2; }
    print_goldens() {
        cat "$now" || return
        [ ! -f "$golden" ] ||
            awk -F '\t' 'NR == FNR { seen[$1] = 1; next } !/^#/ && !($1 in seen)' "$now" "$golden"
    }
    whole golden "$golden" print_goldens
    echo "golden: wrote $golden, $(grep -c . "$golden") lines"
    exit 0
fi
[ "$made" = "$version" ] || { echo "golden: skipped, $golden is of $made, this is $version"; exit 77; }
awk -F '\t' -v area=$AREA -v delay=$DELAY -v file="$golden" '
    function bad(text) { print "golden: " text; wrong++ }
    function compare(what, unit, a, b, most,    off) {
        off = b > 0 ? 100 * (a / b - 1) : a > 0 ? 100 : 0
        if (off > most || off < -most)
            bad(sprintf("%s/%s: %s %.6g %s, golden %.6g (%+.1f %%)", $1, $2, what, a, unit, b, off))
    }
    /^#/ || $1 == "design" { next }
    NR == FNR {
        old[$1, $2] = 1
        n_of[$1, $2] = $3; a[$1, $2] = $4; f[$1, $2] = $5; d[$1, $2] = $6
        in_file[$1] = in_file[$1] " " $2
        next
    }
    {
        n++
        seen[$1, $2] = designs[$1] = 1
        if (!(($1, $2) in old)) { bad($1 "/" $2 " has no golden in " file); next }
        compare("instances", "", $3, n_of[$1, $2], 0)
        compare("area", "um2", $4, a[$1, $2], area)
        compare("flip-flops", "", $5, f[$1, $2], 0)
        compare("depth", "ps", $6, d[$1, $2], delay)
    }
    END {
        for (design in designs) {
            k = split(in_file[design], m, " ")
            for (i = 1; i <= k; i++)
                if (!((design, m[i]) in seen)) bad(design "/" m[i] " has a golden and does not exist any more")
        }
        if (!n) bad("nothing was synthesized")
        if (wrong) {
            print "golden: if the change is meant, make golden UPDATE=yes LIB=... takes it; say in the commit why"
            exit 1
        }
        printf "golden: %d modules as in %s\n", n, file
    }' "$golden" "$now"
