# SPDX-License-Identifier: Apache-2.0
# How long the sentences of pages are. For each page: name, sentences, words per sentence, words of the longest one, the
# line where that begins. Tables, code, headings, pictures and what a program has written between `<!-- written by` and
# `<!-- end -->` are no sentences. A sentence ends at the last character of a word that is one of . ? ! and :, at an empty
# line, at the end of a line with a backslash, and where a point of a list begins.
function end_of_sentence() {
    if (!words) return
    sentences++
    all += words
    if (words > longest) { longest = words; where = begin }
    words = 0
}
function end_of_page() {
    end_of_sentence()
    if (page && sentences) printf "%s\t%d\t%.1f\t%d\t%d\n", page, sentences, all / sentences, longest, where
    sentences = all = longest = where = code = written = 0
}
FNR == 1 { end_of_page(); page = FILENAME }
/^<!-- written by/ { written = 1 }
/^<!-- end -->/ { written = 0 }
/^ *```/ { code = !code; end_of_sentence(); next }
code || written || /^<!--/ { next }
/^ *$/ || /^#/ || /^ *[|]/ || /^    / || /^ *!\[/ { end_of_sentence(); next }
/^ *([*-]|[0-9]+[.]) / { end_of_sentence(); sub(/^ *([*-]|[0-9]+[.]) /, "") }
{
    gsub(/\]\([^)]*\)/, "]")                        # where a link leads
    gsub(/`[^`]*`/, "x")                            # code is a word
    n = split($0, word, " ")
    for (i = 1; i <= n; i++) {
        if (!words++) begin = FNR
        if (word[i] ~ /\\$/ || word[i] ~ /[.?!:][)"*_\]]*$/ && word[i] !~ /^(e[.]g|i[.]e|[A-Z]|Fig|vs|al)[.]$/) end_of_sentence()
    }
}
END { end_of_page() }
