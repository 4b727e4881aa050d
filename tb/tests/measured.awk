# SPDX-License-Identifier: Apache-2.0
# Sentences of pages (prose.awk) with a number that has a unit: page, line, sentence, separated by tabs.
function begin_page() { page = FILENAME }
function clean(line) { return line }
function add_word(word) {
    if (text == "") begin = FNR
    text = text (text == "" ? "" : " ") word
}
function end_of_sentence() {
    if (text ~ number) printf "%s\t%d\t%s\n", page, begin, text
    text = ""
}
function end_of_page() { end_of_sentence() }
BEGIN {
    unit = "(%|per cent|um2|mm2|MHz|GHz|ns|ps|pJ|mW|minutes?|hours?|s|ms|seconds?|times|MB|cycles a second)"
    number = "(^|[^A-Za-z0-9_.-])[+-]?[0-9]+(,[0-9][0-9][0-9])*([.][0-9]+)? " unit "([^A-Za-z0-9]|$)"
}
