#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the recorded page of claims with the section of one paper as another run has it. Verdicts are counted again.
#
# usage: section.sh PAGE OTHER PAPER          PAGE, OTHER: Markdown pages of make claims; PAPER: how its title begins
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
[ $# -eq 3 ] || { echo "section: $# arguments; accepted are PAGE OTHER PAPER" >&2; exit 2; }
for page in "$1" "$2"; do
    grep -qs '^| verdicts | holds ' "$page" && grep -q '^| `[a-z0-9_.-]*` | ' "$page" ||
        { echo "section: $page is no page of claims; accepted is Markdown that make claims has written" >&2; exit 2; }
done
grep -q "^## $3" "$2" ||
    { echo "section: $2 has no section $3; accepted: $(sed -n 's/^## //p' "$2" | paste -s -d ';')" >&2; exit 2; }

# A section that PAGE lacks comes before the first one that is behind it in OTHER, and so does its row.
awk -v paper="$3" '
    # The table of verdicts has titles without what is in parentheses.
    BEGIN { FS = " [|] "; title = paper; sub(/ [(].*/, "", title) }
    function is_of(text) { return index(text, paper) == 1 }
    function row_is_of(row) { return index(substr(row, 3), title) == 1 }
    function put(line) { if (line == "") empty = "\n"; else { printf "%s%s\n", empty, line; empty = "" } }
    function count(row,    n, i) {
        n = split(row, cell, " [|] ")
        for (i = 2; i <= n; i++) sum[i] += cell[i] + 0
        most = n
    }
    function put_row() { if (!placed) { put(row); count(row) }; placed = 1 }
    function put_section(    n, i, line) {
        n = given ? 0 : split(section "\n", line, "\n")
        for (i = 1; i <= n; i++) put(line[i])
        given = 1
    }
    function without_rest(title) { sub(/ [(].*/, "", title); return title }
    FNR == NR {
        if (/^## / && section && !is_of(substr($0, 4))) behind[without_rest(substr($0, 4))]
        if (/^[|] / && !section && row == "" && row_is_of($0)) row = $0
        if (/^## /) within = is_of(substr($0, 4))
        if (within) section = section $0 "\n"
        next
    }
    /^[|] verdicts / { verdicts = 1 }
    verdicts && /^$/ { verdicts = 0 }
    verdicts && row_is_of($0) { put_row(); next }
    verdicts && (substr($1, 3) in behind) { put_row() }
    verdicts && /^[|] all / {
        line = "| all"
        for (i = 2; i <= most; i++) line = line " | " sum[i]
        put(line " |")
        next
    }
    verdicts && !/^[|]( verdicts |---)/ { count($0) }
    /^## / {
        skips = is_of(substr($0, 4))
        if (skips || (without_rest(substr($0, 4)) in behind)) put_section()
    }
    !skips { put($0) }' "$2" "$1"
