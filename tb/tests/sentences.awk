# SPDX-License-Identifier: Apache-2.0
# How long the sentences of pages are (prose.awk). For each page: name, sentences, words per sentence, words of the
# longest one, the line where that begins.
function begin_page() { page = FILENAME }
function clean(line) {
    gsub(/\]\([^)]*\)/, "]", line)                  # where a link leads
    gsub(/`[^`]*`/, "x", line)                      # code is a word
    return line
}
function add_word(word) { if (!words++) begin = FNR }
function end_of_sentence() {
    if (!words) return
    sentences++
    all += words
    if (words > longest) { longest = words; where = begin }
    words = 0
}
function end_of_page() {
    end_of_sentence()
    if (sentences) printf "%s\t%d\t%.1f\t%d\t%d\n", page, sentences, all / sentences, longest, where
    sentences = all = longest = where = 0
}
