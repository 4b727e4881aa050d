# SPDX-License-Identifier: Apache-2.0
# Sentences of pages with a number that has a unit: page, line, sentence, separated by tabs. Tables, code, headings and
# what a program has written are no sentences, as in sentences.awk. Code within a sentence is left out.
function end_of_sentence() {
    if (text ~ number) printf "%s\t%d\t%s\n", page, begin, text
    text = ""
}
BEGIN {
    unit = "(%|per cent|um2|mm2|MHz|GHz|ns|ps|pJ|mW|minutes?|hours?|s|ms|seconds?|times|MB|cycles a second)"
    number = "(^|[^A-Za-z0-9_.-])[+-]?[0-9]+(,[0-9][0-9][0-9])*([.][0-9]+)? " unit "([^A-Za-z0-9]|$)"
}
FNR == 1 { end_of_sentence(); page = FILENAME; code = written = 0 }
/^<!-- written by/ { written = 1 }
/^<!-- end -->/ { written = 0 }
/^ *```/ { code = !code; end_of_sentence(); next }
code || written || /^<!--/ { next }
/^ *$/ || /^#/ || /^ *[|]/ || /^    / || /^ *!\[/ { end_of_sentence(); next }
/^ *([*-]|[0-9]+[.]) / { end_of_sentence(); sub(/^ *([*-]|[0-9]+[.]) /, "") }
{
    n = split($0, word, " ")
    for (i = 1; i <= n; i++) {
        if (text == "") begin = FNR
        text = text (text == "" ? "" : " ") word[i]
        if (word[i] ~ /[.?!:][)"*_\]]*$/ && word[i] !~ /^(e[.]g|i[.]e|[A-Z]|Fig|vs|al)[.]$/) end_of_sentence()
    }
}
END { end_of_sentence() }
