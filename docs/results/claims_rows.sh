#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Rows of the page of claims, by the groups of make claims that measure them.
#
# usage: claims_rows.sh --configs GROUP PAGE            the configurations, with their settings, behind rows of a group
#        claims_rows.sh --merge PAGE OTHER GROUP...     PAGE with the rows of these groups as OTHER has them; verdicts
#                                                       are counted again
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
claims=$(cd "$(dirname "$0")/../../synth/claims" && pwd)
die() { echo "claims_rows: $*" >&2; exit 2; }

groups_of='
    function row_id(row) { return match(row, /; `[a-z0-9_.-]+`[)]/) ? substr(row, RSTART + 3, RLENGTH - 5) : "" }
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
    grep -qs '^| verdicts | holds ' "$1" ||
        die "$1 is no page of claims; accepted is Markdown that make claims has written"
}

case ${1:-}.$# in
--configs.3)
    is_page "$3"
    # shellcheck disable=SC2016 # that is awk
    with_groups '
        /^[|]/ {
            id = row_id($0)
            if (id == "" || measured_by[id] != words) next
            n = split($0, cell, " [|] ")
            behind = cell[n]
            sub(/ [|]$/, "", behind)
            gsub(/\\/, "", behind)
            sub(/;.*/, "", behind)
            if (behind == "-" || behind ~ /:/) next
            m = split(behind, name, " ")
            for (i = 1; i <= m; i++) if (!(name[i] in seen)) { seen[name[i]]; print name[i] }
        }' "$2" "$3" ;;
--merge.*)
    [ $# -ge 4 ] || die "$# arguments; accepted are --merge PAGE OTHER GROUP..."
    page=$2 other=$3
    shift 3
    is_page "$page"
    is_page "$other"
    # shellcheck disable=SC2016 # that is awk
    with_groups '
        function verdict_of(row,    cell) { split(row, cell, " [|] "); return cell[4] }
        BEGIN { n = split(words, list, " "); for (i = 1; i <= n; i++) wanted[list[i]] }
        FNR == 1 && FILENAME ~ /[.]md$/ {
            pages++
            for (g in wanted) if (!(g in known)) {
                print "claims_rows: " g " is no group; accepted are those of synth/claims/measures.tsv" > "/dev/stderr"
                exit 2
            }
        }
        /^[|]/ { id = row_id($0) }
        !/^[|]/ { id = "" }
        pages == 1 { if (id != "" && measured_by[id] in wanted) taken[id] = $0; next }
        { lines++; line[lines] = id in taken ? taken[id] : $0; is_row[lines] = id != "" }
        END {
            section = ""
            for (i = 1; i <= lines; i++) {
                if (line[i] ~ /^## /) section = substr(line[i], 4)
                if (is_row[i]) { count[section, verdict_of(line[i])]++; count["all", verdict_of(line[i])]++ }
            }
            for (i = 1; i <= lines; i++) {
                if (line[i] ~ /^[|] verdicts /) {
                    m = split(line[i], title, " [|] ")
                    sub(/ [|]$/, "", title[m])
                    within = 1
                } else if (line[i] !~ /^[|]/) {
                    within = 0
                } else if (within && line[i] !~ /^[|]---/) {
                    split(line[i], cell, " [|] ")
                    name = substr(cell[1], 3)
                    line[i] = "| " name
                    for (j = 2; j <= m; j++) line[i] = line[i] " | " count[name, title[j]] + 0
                    line[i] = line[i] " |"
                }
                print line[i]
            }
        }' "$*" "$other" "$page" ;;
*) die "usage: claims_rows.sh --configs GROUP PAGE or --merge PAGE OTHER GROUP..." ;;
esac
