# SPDX-License-Identifier: Apache-2.0
# For sourcing by what writes pages: $fold_function, a function for awk.
#
# fold(FIRST, NEXT, TEXT) prints the words of TEXT in lines of at most 120 characters. The first line begins with FIRST,
# the others with NEXT. TEXT has at least one word.

# shellcheck disable=SC2034 # for who sources it
fold_function='
    function fold(first, next_, text,    word, n, i, line) {
        n = split(text, word, " ")
        line = first word[1]
        for (i = 2; i <= n; i++)
            if (length(line) + 1 + length(word[i]) > 120) { print line; line = next_ word[i] }
            else line = line " " word[i]
        print line
    }'
