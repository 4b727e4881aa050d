#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Records of which sources numbers are that were measured at an earlier commit: what stood behind them there, by that
# commit's own generator. It needs git.
#
# usage: at.sh COMMIT NAME...        rows of recorded.tsv for measurements of measurements.tsv
# environment: O, RECORDED, MEASUREMENTS, SHARED
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
here=docs/results
. tb/flow/whole.sh
. docs/results/rows.sh
O=${O:-build}
RECORDED=${RECORDED:-$here/recorded.tsv}
MEASUREMENTS=${MEASUREMENTS:-$here/measurements.tsv}
die() { echo "at: $*" >&2; exit 2; }
[ $# -ge 2 ] || die "usage: at.sh COMMIT NAME..."
commit=$(git rev-parse --short=8 "$1^{commit}" 2>/dev/null) || die "$1 is no commit here; accepted is one that git has"
shift
mkdir -p "$O/results/at"
tree=$(cd "$O/results/at" && pwd)/$commit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
[ -e "$tree/configs" ] || { mkdir -p "$tree" && git archive "$commit" | tar -x -C "$tree"; } ||
    die "$commit cannot be unpacked in $tree; accepted is a folder with room"
# Without designs there is nothing to generate.
generator=$O/rtl_gen
if awk -F '\t' -v names=" $* " '!/^#/ && index(names, " " $1 " ") && " " $4 ~ / (rtl|designs|claims):/ { found = 1 }
    END { exit !found }' "$MEASUREMENTS"
then
    generator=$tree/build/rtl_gen
    [ -x "$generator" ] || env -u MAKEFLAGS make -s -C "$tree" O=build OPT=-O0 build/rtl_gen >"$work/log" 2>&1 ||
        { tail -n 3 "$work/log" >&2; die "the generator of $commit is not built, as the lines above say"; }
fi
TREE=$tree GENERATOR=$generator O=$O MEASUREMENTS=$MEASUREMENTS "$here/prints.sh" "$@" >"$work/prints"
yosys=$(sed -n '1,3s/.*\(Yosys [0-9][0-9.]*\).*/\1/p' "$tree/synth/golden/osu018.tsv" 2>/dev/null | head -n 1)
date=$(git show -s --format=%cs "$commit")
awk -F '\t' -v OFS='\t' -v date="$date" -v commit="$commit" -v yosys="${yosys:--}" '
    FILENAME == ARGV[1] {
        if (/^#/) next
        n = split($4, word, " ")
        for (i = 1; i <= n; i++)
            if (word[i] ~ /^library:/) library[$1] = library[$1] (library[$1] == "" ? "" : ", ") substr(word[i], 9)
        next
    }
    {
        has = $1 in library
        print $1, date, "-", "-", commit, (has ? library[$1] : "-"), (has ? yosys : "-"), $2, $3, $4
    }' "$MEASUREMENTS" "$work/prints" >"$work/rows"

whole at "$RECORDED" rows_with "$work/rows"
