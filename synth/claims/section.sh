#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The recorded page of claims with the section of one paper as another run has it: prints it. Verdicts are counted
# again.
#
# usage: section.sh PAGE OTHER PAPER          PAGE, OTHER: Markdown pages of make claims; PAPER: how its title begins
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
[ $# -eq 3 ] || { echo "section: $# arguments; accepted are PAGE OTHER PAPER" >&2; exit 2; }
for page in "$1" "$2"; do
    grep -qs '^| verdicts | holds ' "$page" ||
        { echo "section: $page is no page of claims; accepted is Markdown that make claims has written" >&2; exit 2; }
done
grep -q "^## $3" "$2" ||
    { echo "section: $2 has no section $3; accepted: $(sed -n 's/^## //p' "$2" | paste -s -d ';')" >&2; exit 2; }

# A section that PAGE lacks comes before what the papers do not count, and so does its row.
awk -v paper="$3" '
    function is_of(text) { return index(text, paper) == 1 }
    function count(row,    n, i) {
        n = split(row, cell, " [|] ")
        for (i = 2; i <= n; i++) sum[i] += cell[i] + 0
        most = n
    }
    function put_row() { if (!placed) { print row; count(row) }; placed = 1 }
    function put_section() { if (!given) printf "%s", section; given = 1 }
    FNR == NR {
        if (/^[|] / && !section && row == "" && is_of(substr($0, 3))) row = $0
        if (/^## /) within = is_of(substr($0, 4))
        if (within) section = section $0 "\n"
        next
    }
    /^[|] verdicts / { verdicts = 1 }
    verdicts && /^$/ { verdicts = 0 }
    verdicts && is_of(substr($0, 3)) { put_row(); next }
    verdicts && /^[|] What the papers/ { put_row() }
    verdicts && /^[|] all / {
        line = "| all"
        for (i = 2; i <= most; i++) line = line " | " sum[i]
        print line " |"
        next
    }
    verdicts && !/^[|]( verdicts |---)/ { count($0) }
    /^## / {
        skips = is_of(substr($0, 4))
        if (skips || /^## What the papers/) put_section()
    }
    !skips { print }' "$2" "$1"
