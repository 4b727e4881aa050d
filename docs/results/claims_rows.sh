#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Rows of the page of claims, by the groups of make claims that measure them. A row has an item in the list below its
# table; what is said of rows here is meant of both.
#
# usage: claims_rows.sh --configs GROUP PAGE            the configurations, with their settings, behind rows of a group
#        claims_rows.sh --merge PAGE OTHER GROUP...     PAGE with the rows of these groups as OTHER has them; verdicts
#                                                       are counted again
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
claims=$(cd "$(dirname "$0")/../../synth/claims" && pwd)
die() { echo "claims_rows: $*" >&2; exit 2; }

# note() is called for each line of a page, and says by `id` of which claim it is, and by `kind` that it is the row, or
# within the item.
groups_of='
    function note(line) {
        if (line ~ /^  [^ ]/ && kind == "item") return
        id = kind = ""
        if (!match(line, /^([|]|[*]) `[a-z0-9_.-]+` [|(]/)) return
        id = substr(line, 4, RLENGTH - 6)
        kind = line ~ /^[|]/ ? "row" : "item"
    }
    BEGIN { FS = "\t" }
    /^#/ && FILENAME !~ /[.]md$/ { next }
    FILENAME == measures { group[$1] = $2; known[$2]; next }
    FILENAME == runs { group["runs." $1] = "runs"; known["runs"]; next }
    FILENAME == claims { measured_by[$1] = $10 in group ? group[$10] : "none"; next }'
with_groups() { # PROGRAM VARIABLE PAGE...
    program=$1 words=$2
    shift 2
    awk -v measures="$claims/measures.tsv" -v runs="$claims/runs.tsv" -v claims="$claims/claims.tsv" -v words="$words" \
        "$groups_of$program" "$claims/measures.tsv" "$claims/runs.tsv" "$claims/claims.tsv" "$@"
}

is_page() {
    grep -qs '^| verdicts | holds ' "$1" && grep -q '^| `[a-z0-9_.-]*` | ' "$1" ||
        die "$1 is no page of claims; accepted is Markdown that make claims has written"
}

case ${1:-}.$# in
--configs.3)
    is_page "$3"
    # shellcheck disable=SC2016 # that is awk
    with_groups '
        function put_names(item,    name) {
            if (!match(item, /[*]Behind it:[*] `/)) return
            item = substr(item, RSTART + RLENGTH - 1)
            while (match(item, /^`[^`]*`/)) {
                name = substr(item, 2, RLENGTH - 2)
                item = substr(item, RLENGTH + 2)
                if (!(name in seen)) print name
                seen[name]
            }
        }
        { note($0) }
        kind == "item" && measured_by[id] == words {
            if (!(id in item)) order[++n] = id
            item[id] = item[id] " " substr($0, 3)
        }
        END { for (i = 1; i <= n; i++) put_names(item[order[i]]) }' "$2" "$3" ;;
--merge.*)
    [ $# -ge 4 ] || die "$# arguments; accepted are --merge PAGE OTHER GROUP..."
    page=$2 other=$3
    shift 3
    is_page "$page"
    is_page "$other"
    # shellcheck disable=SC2016 # that is awk
    with_groups '
        function cells_of(row) { sub(/ [|]$/, "", row); return split(substr(row, 3), cell, " [|] ") }
        function keep(text) { line[++lines] = text }
        function take(    before) {
            if ((id, kind) in taken) before = taken[id, kind] "\n"
            taken[id, kind] = before $0
        }
        # In the place of the first line, the others go.
        function replace() {
            if (!((id, kind) in replaced)) keep(taken[id, kind])
            replaced[id, kind]
        }
        function count_row(section, row) {
            cells_of(row)
            count[section, cell[4]]++
            count["all", cell[4]]++
        }
        function counted(row,    i, text) {
            cells_of(row)
            text = "| " cell[1]
            for (i = 2; i <= titles; i++) text = text " | " count[cell[1], title[i]] + 0
            return text " |"
        }
        BEGIN { n = split(words, list, " "); for (i = 1; i <= n; i++) wanted[list[i]] }
        FNR == 1 && FILENAME ~ /[.]md$/ {
            pages++
            id = kind = ""
            for (g in wanted) if (!(g in known)) {
                print "claims_rows: " g " is no group; accepted are those of synth/claims/measures.tsv" > "/dev/stderr"
                exit 2
            }
        }
        { note($0); ours = id != "" && measured_by[id] in wanted }
        pages == 1 { if (ours) take(); next }
        ours && (id, kind) in taken { replace(); next }
        { keep($0) }
        END {
            for (i = 1; i <= lines; i++) {
                if (line[i] ~ /^## /) { section = substr(line[i], 4); sub(/ [(].*/, "", section) }
                if (line[i] ~ /^[|] `/) count_row(section, line[i])
            }
            for (i = 1; i <= lines; i++) {
                if (line[i] ~ /^[|] verdicts /) {
                    titles = cells_of(line[i])
                    for (k = 1; k <= titles; k++) title[k] = cell[k]
                    within = 1
                } else if (line[i] !~ /^[|]/) {
                    within = 0
                } else if (within && line[i] !~ /^[|]---/) {
                    line[i] = counted(line[i])
                }
                print line[i]
            }
        }' "$*" "$other" "$page" ;;
*) die "usage: claims_rows.sh --configs GROUP PAGE or --merge PAGE OTHER GROUP..." ;;
esac
