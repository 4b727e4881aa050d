#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is on make's command line: a sentence about the first variable that is not one of tb/flow/variables.tsv, or to
# which none of the targets listens. Variables of the environment and of a make that has called this one are not looked
# at.
#
# usage: variables.sh PID "TARGET ..." NAME...    PID of the make that asks; NAMEs of what it knows from command lines
#        variables.sh --target NAME TARGET...     likewise of a target that is none of these
#        variables.sh --markdown                  the list of docs/variables.md
set -eu
. "$(dirname "$0")/neutral.sh"
. "$(dirname "$0")/fold.sh"
table=$(dirname "$0")/variables.tsv

# Letters to change.
distance='
    function distance(a, b,    i, j, row, diagonal, above) {
        for (i = 0; i <= length(a); i++) row[i] = i
        for (j = 1; j <= length(b); j++) {
            diagonal = row[0]
            row[0] = j
            for (i = 1; i <= length(a); i++) {
                above = row[i]
                row[i] = diagonal + (substr(a, i, 1) != substr(b, j, 1))
                if (above + 1 < row[i]) row[i] = above + 1
                if (row[i - 1] + 1 < row[i]) row[i] = row[i - 1] + 1
                diagonal = above
            }
        }
        return row[length(a)]
    }'

case ${1:-} in
--markdown)
    awk -F '\t' "$fold_function"'
        !/^#/ && NF {
            fold("* ", "  ", "`" $1 "`: " $3)
            fold("  * ", "    ", "targets: " ($2 == "*" ? "all" : $2))
        }' "$table"
    exit 0 ;;
--target)
    wrong=$2
    shift 2
    printf '%s\n' "$@" | awk -v wrong="$wrong" "$distance"'
        { d = distance(tolower(wrong), $0); if (NR == 1 || d < least) { least = d; best = $0 } }
        END { printf "there is no target %s; the nearest accepted is %s\n", wrong, best }'
    exit 0 ;;
esac
[ $# -ge 2 ] || { echo "variables: usage: variables.sh PID 'TARGET ...' NAME..., or --markdown" >&2; exit 2; }
pid=$1 targets=$2
shift 2

# Words of that process which look like assignments; without /proc those of all of them.
own=$(tr '\n\000' ' \n' <"/proc/$pid/cmdline" 2>/dev/null |
    sed -n 's/^\([^ =:#]*[^ =:#+?!]\)[ :+?!]*=.*/\1/p') || own=""
for name in "$@"; do
    [ -d /proc/self ] && ! printf '%s\n' "$own" | grep -qxF -e "$name" || printf '%s\n' "$name"
done | awk -F '\t' -v targets="$targets" "$distance"'
    # Whether a target listens: one that is no target of the table is a file, and listens to what all do.
    function listens(name,    i) {
        if (of[name] == "*") return 1
        for (i = 1; i <= wanted; i++) if (index(" " of[name] " ", " " target[i] " ")) return 1
        return 0
    }
    BEGIN { wanted = split(targets, target, " ") }
    FILENAME != "-" && (/^#/ || NF != 3) { next }
    FILENAME != "-" { of[$1] = $2; order[++n] = $1; next }
    $0 in of && listens($0) { next }
    $0 in of {
        list = ""
        for (i = 1; i <= n; i++)
            if (of[order[i]] != "*" && listens(order[i])) list = list (list == "" ? "" : ", ") order[i]
        printf "%s does not listen to %s, which is of %s; accepted %s\n", targets == "" ? "help" : targets, $0, of[$0],
            list == "" ? "is none but O and what docs/variables.md calls all" : "are " list
        exit
    }
    {
        for (i = 1; i <= n; i++) {
            d = distance(toupper($0), order[i]) + (listens(order[i]) ? 0 : 0.5)
            if (best == "" || d < least) { best = order[i]; least = d }
        }
        printf "there is no variable %s; the nearest accepted is %s\n", $0, best
        exit
    }' "$table" -
