#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The summary of docs/claims-results.md: findings in sentences, and a table of the claims that matter first.
#
# usage: results.sh --findings [PAGE]    the list of README.md; PAGE is another one than docs/claims-results.md
#        results.sh --page [PAGE]        the whole of docs/results.md
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
here=$(dirname "$0")
page=${2:-$here/../claims-results.md}
case ${1:-} in
--findings|--page) ;;
*) echo "results: '${1:-}' is not accepted; accepted are --findings and --page" >&2; exit 2 ;;
esac
[ -r "$page" ] || { echo "results: $page cannot be read; accepted is a page that make claims has written" >&2; exit 2; }

# The rows of the page: name, claimed, measured, verdict.
rows() {
    awk -F ' [|] ' '/^[|] `[a-z0-9_.-]+` [|] / {
        sub(/ [|]$/, "", $4)
        print substr($1, 4, length($1) - 4) "\t" $2 "\t" $3 "\t" $4
    }' "$page"
}

# What awk needs to look a row up: three digits of a measured value, and its unit.
lookup='
    function refuse(why) { print "results: " why > "/dev/stderr"; refused = 1; exit 2 }
    function known(name) {
        if (!(name in measured)) refuse(place() ": there is no row " name " in " page "; accepted are its rows")
        return name
    }
    function rounded(text, sign,    word) {
        if (text == "-") return text
        split(text, word, " ")
        return sprintf("%.3g", sign * word[1]) substr(text, length(word[1]) + 1)
    }
    function share(name) { split(measured[known(name)], of_row, " "); return 1 + of_row[1] / 100 }
    FILENAME == "-" { claimed[$1] = $2; measured[$1] = $3; verdict[$1] = $4; next }
    function place() { return FILENAME ":" FNR }'

# Paragraphs with their numbers, as a list of lines of at most 120 characters.
findings() {
    rows | awk -F '\t' -v page="$page" "$lookup"'
        function value(what,    name) {
            name = what
            if (what == "bow beside ocu_8") return rounded(100 * (bow_over_ocu() / share("malekeh.ocu_8") - 1) " %", 1)
            if (sub(/^claimed /, "", name)) return claimed[known(name)]
            if (sub(/^minus /, "", name)) return rounded(measured[known(name)], -1)
            return rounded(measured[known(name)], 1)
        }
        function bow_over_ocu() { return share("malekeh.ipc") * share("malekeh.ipc_bow") }
        function filled(text) {
            while (match(text, /[{][^}]*[}]/))
                text = substr(text, 1, RSTART - 1) value(substr(text, RSTART + 1, RLENGTH - 2)) \
                    substr(text, RSTART + RLENGTH)
            return text
        }
        function fold(text,    word, n, i, line) {
            n = split(text, word, " ")
            line = "*"
            for (i = 1; i <= n; i++) {
                if (length(line) + 1 + length(word[i]) > 120) { print line; line = " " }
                line = line " " word[i]
            }
            print line
        }
        /^#/ { next }
        NF { paragraph = paragraph " " $0; next }
        paragraph { fold(filled(paragraph)); paragraph = "" }
        END { if (!refused && paragraph) fold(filled(paragraph)) }
    ' - "$here/findings.txt"
}

table() {
    rows | awk -F '\t' -v page="$page" "$lookup"'
        /^#/ { next }
        $1 != paper { paper = $1; print "\n## " paper "\n\n| what | the paper | here | verdict |\n|---|---|---|---|" }
        { print "| " $3 " | " claimed[known($2)] " | " rounded(measured[$2], 1) " | " verdict[$2] " |" }
    ' - "$here/chosen.tsv"
}

if [ "$1" = --findings ]; then
    findings
    exit
fi
cat <<'PAGE'
<!-- written by docs/results/results.sh --page -->

# Results

This page is a summary. [All claims](claims-results.md) has every claim with its configuration, library, workloads and
command. [Claims](claims.md) says how a claim is measured and when it holds.

## Findings

PAGE
findings
cat <<'PAGE'

The workloads have their small sizes. Means of IPC are geometric. *Area* is that of standard cells and memories, not of
a chip that was placed and routed.

## Verdicts

PAGE
sed -n '/^| verdicts /,/^$/{/^$/!p}' "$page"
cat <<'PAGE'

*Differs* is also said of a value that is better than the claim. *Not in the paper* is a measured value that no paper
gives.

![Performance: claimed and measured](figures/claims_performance.svg)
PAGE
table
cat <<'PAGE'

## Of what sources this is

The groups of claims, and a mark where what is behind them has changed since ([measuring](results-run.md)):

PAGE
sed -n '/^<!-- written by docs.results.block.sh --list /,/^<!-- end -->/{/^<!--/!p}' "$page" | sed '/^$/d'
cat <<'PAGE'

## Where more is

* [Malekeh](malekeh.md), [BOW](bow.md), [register caches](rfc.md), [schedulers](schedulers.md) and [CIAO](ciao.md) have
  results by workload.
* [Numbers](numbers.md) has storage, areas and clocks. [Energy](energy.md) has energies of verified runs.
* [With wires](place.md) has modules that were placed and routed.
* [FPGA](fpga.md) has small designs that were placed and routed.
* [Departures](departures.md) lists where a paper is silent or was not followed.
PAGE
