# SPDX-License-Identifier: Apache-2.0
# The sentences of pages, for sentences.awk and measured.awk, which stand beside it on the command line. Tables, code,
# headings, pictures and what a program has written between `<!-- written by` and `<!-- end -->` are none; a page that begins so is written as a whole. A sentence
# ends at the last character of a word that is one of . ? ! and :, at an empty line, at the end of a line with a
# backslash, and where a point of a list begins.
#
# They have begin_page(), clean(line), add_word(word), end_of_sentence() and end_of_page().
FNR == 1 { if (NR > 1) end_of_page(); code = written = 0; whole = /^<!-- written by/; begin_page() }
/^<!-- written by/ { written = 1 }
/^<!-- end -->/ { written = whole }
/^ *```/ { code = !code; end_of_sentence(); next }
code || written || /^<!--/ { next }
/^ *$/ || /^#/ || /^ *[|]/ || /^    / || /^ *!\[/ { end_of_sentence(); next }
/^ *([*-]|[0-9]+[.]) / { end_of_sentence(); sub(/^ *([*-]|[0-9]+[.]) /, "") }
{
    n = split(clean($0), word, " ")
    for (i = 1; i <= n; i++) {
        add_word(word[i])
        if (word[i] ~ /\\$/ || word[i] ~ /[.?!:][)"*_\]]*$/ && word[i] !~ /^(e[.]g|i[.]e|[A-Z]|Fig|vs|al)[.]$/)
            end_of_sentence()
    }
}
END { end_of_page() }
