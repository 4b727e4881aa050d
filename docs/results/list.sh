#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The list of measurements, for docs/results-run.md.
#
# usage: list.sh
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
awk -F '\t' '
    function fold(begin, next_, text,    word, n, i, line) {
        n = split(text, word, " ")
        line = begin word[1]
        for (i = 2; i <= n; i++)
            if (length(line) + 1 + length(word[i]) > 120) { print line; line = next_ word[i] }
            else line = line " " word[i]
        print line
    }
    /^#/ || !NF { next }
    { fold("* ", "  ", "`" $1 "` (" $2 "): `" $6 "`") }' "$(dirname "$0")/measurements.tsv"
