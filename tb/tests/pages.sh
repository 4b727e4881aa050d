# SPDX-License-Identifier: Apache-2.0
# What a reader meets first: README.md, the index, the tutorial, the results, the style of pages, and all of it as HTML.
. tb/tests/lib.sh

# What README.md and docs/results.md say of docs/claims-results.md; a name that is not there is refused.
findings_are_those_of_the_claims() {
    docs/results/results.sh --findings >"$T/findings"
    sed -n '/^<!-- written by docs.results.results.sh/,/^<!-- end -->/p' README.md | sed '1d;$d' |
        diff - "$T/findings" || fail "put the output of docs/results/results.sh --findings into README.md"
    docs/results/results.sh --page | diff docs/results.md - ||
        fail "run: docs/results/results.sh --page >docs/results.md"
    [ "$(grep -c '^[*] ' "$T/findings")" -eq 5 ] || fail "five findings were expected"
    [ "$(wc -l <README.md)" -le 120 ] || fail "README.md has more than 120 lines"
    # Another number is seen, and a row that is not there.
    sed '/`malekeh.area`/s/| [0-9.]* % | differs/| 12.34 % | differs/' docs/claims-results.md >"$T/other.md"
    docs/results/results.sh --findings "$T/other.md" | grep -q '12\.3 %' || fail "another area is not seen"
    sed '/`malekeh.area`/d' docs/claims-results.md >"$T/other.md"
    refused "there is no row malekeh.area in $T/other.md" docs/results/results.sh --findings "$T/other.md"
    refused "there is no row malekeh.area in $T/other.md" docs/results/results.sh --page "$T/other.md"
    refused "$T/none.md cannot be read" docs/results/results.sh --page "$T/none.md"
    refused "accepted are --findings and --page" docs/results/results.sh
}

# Every page is in a table of the index, once; the launch file of the tutorial is the one that the page shows.
index_and_tutorial_are_complete() {
    for f in README.md CONTRIBUTING.md CHANGELOG.md; do echo "../$f"; done >"$T/pages"
    for f in docs/*.md; do [ "$f" = docs/index.md ] || echo "${f#docs/}"; done >>"$T/pages"
    sed -n 's/^| \[[^]]*\](\([^)]*[.]md\)) |.*/\1/p' docs/index.md | sort >"$T/named"
    sort "$T/pages" | diff - "$T/named" || fail "give the page a row in docs/index.md, and only one"
    awk '/^```yaml$/ { on = 1; next } /^```/ { on = 0 } on' docs/start.md >"$T/shown"
    grep -v '^#' docs/start/mine.yaml | diff "$T/shown" - || fail "docs/start.md shows another docs/start/mine.yaml"
}

# The block diagrams are those of the designs as they are generated now.
block_diagrams_are_those_of_the_designs() {
    for f in docs/figures/subcore_*.svg; do
        c=$(basename "${f#docs/figures/subcore_}" .svg)
        write "$T/$c" "$c"
        "$O/draw_subcore" "$T/$c" | cmp -s - "$f" || fail "$f is not what is drawn now; run make figures"
        grep -q "class='t'>[0-9]* x [a-z]*</text>\|class='t'>unit queue</text>" "$f" || fail "$f has no collectors"
    done
}

# shown_of PAGE: of each command in an indented block the command, and the lines below it, in files $T/shown/N.*.
shown_of() {
    rm -rf "$T/shown"
    mkdir "$T/shown"
    awk -v to="$T/shown/" '
        !/^    / { command = 0; next }
        { text = substr($0, 5) }
        text ~ /^[$] / { command = ++n; print substr(text, 3) >(to n ".command"); next }
        command { print text >(to command ".lines") }' "$1"
}

# The lines of a file that another one has not, in their order; of a line that ends in ... its beginning counts.
lacking() { # LINES OUTPUT
    awk '
        NR == FNR { if ($0 != "...") { wanted[++n] = $0 }; next }
        k < n { w = wanted[k + 1]; cut = sub(/[.][.][.]$/, "", w)
            if ($0 == w || (cut && index($0, w) == 1)) k++ }
        END { if (k < n) print wanted[k + 1] }' "$1" "$2"
}

# transcripts_are_what_commands_print PAGE: each line that a page shows below a command is printed by it, in that order.
transcripts_are_what_commands_print() {
    printf '%s\n' a ... 'c d...' >"$T/lines"
    printf '%s\n' a b 'c d 17' >"$T/log"
    [ -z "$(lacking "$T/lines" "$T/log")" ] || fail "lines in their order are said to lack"
    printf '%s\n' 'c d 17' a >"$T/log"
    [ "$(lacking "$T/lines" "$T/log")" = "c d..." ] || fail "lines in another order are not seen"
    shown_of "$1"
    count=0
    for lines in "$T"/shown/*.lines; do
        line=$(cat "${lines%.lines}.command")
        sh -c "$line" >"$T/log" 2>&1 </dev/null || :
        lacks=$(lacking "$lines" "$T/log")
        [ -z "$lacks" ] || { cat "$T/log"; fail "$1: '$line' does not print, or not in this place: $lacks"; }
        count=$((count + 1))
        echo "ok: $line"
    done
    [ $count -ge 2 ] || fail "$1: only $count commands were found"
}

# blocks PAGE FOLDER: of each block between <!-- written by a program of docs/ --> and <!-- end --> the command and the
# lines, in files FOLDER/N.command and N.lines; empty lines at both ends do not count, nor do marks of what is stale.
blocks() {
    rm -rf "$2"
    mkdir "$2"
    awk -v to="$2/" '
        /^<!-- written by docs\// { n++; on = 1; begun = 0; empty = ""; printf "" >(to n ".lines")
            sub(/^<!-- written by /, ""); sub(/ *-->$/, ""); print >(to n ".command"); next }
        /^<!-- end -->/ { on = 0 }
        on && /^ *[*][*]Stale:/ { next }
        on && /^$/ { empty = empty "\n"; next }
        on { if (begun++) printf "%s", empty >(to n ".lines"); empty = ""; print >(to n ".lines") }
        END { if (on) printf "" >(to "open") }' "$1"
}

# What pages say that a program has written is what it writes. docs/results.md is as a whole. Marks of what is stale are
# compared in make ci (tb/tests/results.sh).
blocks_are_what_their_commands_write() {
    export STATES=none
    count=0
    for f in README.md docs/*.md; do
        [ "$f" != docs/results.md ] || continue
        blocks "$f" "$T/blocks"
        [ ! -e "$T/blocks/open" ] || fail "$f has a block without <!-- end -->"
        for lines in "$T"/blocks/*.lines; do
            [ -e "$lines" ] || continue
            line=$(cat "${lines%.lines}.command")
            sh -c "$line" >"$T/written" 2>"$T/log" || { cat "$T/log"; fail "$f: '$line' has failed"; }
            diff "$lines" "$T/written" || fail "$f: put what '$line' prints into its block"
            count=$((count + 1))
        done
    done
    [ $count -ge 9 ] || fail "only $count blocks were found"
    printf '%s\n' '<!-- written by docs/a -->' '' a '' b '' '<!-- end -->' c >"$T/a.md"
    blocks "$T/a.md" "$T/blocks"
    [ "$(cat "$T/blocks/1.lines")" = "$(printf 'a\n\nb')" ] || fail "the lines of a block are others"
    sed '/end -->/d' "$T/a.md" >"$T/b.md"
    blocks "$T/b.md" "$T/blocks"
    [ -e "$T/blocks/open" ] || fail "a block without an end is not seen"
    refused "usage: tables.sh" docs/results/tables.sh --frontier
    refused "usage: tables.sh" docs/results/tables.sh --columns "$T/a.md"
    refused "has no ratios" docs/results/tables.sh --ratios "$T/a.md" 10
    refused "$T/none cannot be read" docs/results/tables.sh --frontier "$T/none"
    refused "has other columns" docs/results/tables.sh --frontier "$T/a.md"
    refused "has no table a" docs/results/tables.sh --table a
    printf 'a\tb c\n1.26\t-\n' >"$T/table"
    docs/results/tables.sh --columns "$T/table" 'b c=d;a:1;a' | paste -s -d ' ' >"$T/written"
    [ "$(cat "$T/written")" = '| d | a | a | |---|---|---| | | 1.3 | 1.26 |' ] || fail "columns: $(cat "$T/written")"
    refused "$T/table has no column b" docs/results/tables.sh --columns "$T/table" b
}

# too_long LIMITS PAGE...: what sentences of pages exceed: words per sentence, or words of the longest one. LIMITS has
# pages that have limits of their own; what a page could have lower is said, too, so that the table gets shorter.
too_long() {
    limits=$1
    shift
    awk -f tb/tests/prose.awk -f tb/tests/sentences.awk "$@" | awk -F '\t' -v common_mean=15 -v common_longest=36 '
        function least(measured, common) { return measured > common ? measured : common }
        FILENAME != "-" { if (!/^#/ && NF == 3) { mean[$1] = $2; longest[$1] = $3 }; next }
        {
            own = $1 in mean
            m = own ? mean[$1] : common_mean
            l = own ? longest[$1] : common_longest
            if ($3 > m) print $1 ": " $3 " words per sentence; accepted are " m
            if ($4 > l) print $1 ":" $5 ": a sentence of " $4 " words; accepted are " l
            if (own && $3 <= common_mean && $4 <= common_longest) print $1 ": needs no limits of its own"
            else if (own && (m - least($3, common_mean) >= 1 || l - least($4, common_longest) >= 10))
                print $1 ": lower its limits to " least($3, common_mean) " and " least($4, common_longest)
        }' "$limits" -
}

# Sentences that can be read aloud. Pages that were written before have limits of their own, which only get lower.
sentences_are_short() {
    too_long tb/tests/sentences.tsv ./*.md docs/*.md | sed 's,^[.]/,,' >"$T/long"
    [ ! -s "$T/long" ] || { cat "$T/long"; fail "make these sentences shorter, or see tb/tests/sentences.tsv"; }
    # Both measures are seen, and limits that are too high.
    : >"$T/none.tsv"
    short='These are six words in all.'
    words() { i=0; while [ $i -lt "$1" ]; do printf 'word '; i=$((i + 1)); done; echo 'end.'; }
    { for i in 1 2 3 4 5 6; do echo "$short"; done; words 40; } >"$T/a.md"
    [ "$(too_long "$T/none.tsv" "$T/a.md")" = "$T/a.md:7: a sentence of 41 words; accepted are 36" ] ||
        fail "a long sentence is not seen"
    { words 16; words 18; } >"$T/a.md"
    [ "$(too_long "$T/none.tsv" "$T/a.md")" = "$T/a.md: 18.0 words per sentence; accepted are 15" ] ||
        fail "a high mean is not seen"
    printf '%s\t18\t60\n' "$T/a.md" >"$T/own.tsv"
    too_long "$T/own.tsv" "$T/a.md" | grep -q "lower its limits to 18.0 and 36" || fail "high limits are not seen"
    printf '# A heading\n\n%s\n\n| a | table |\n\n    %s\n\n```sh\n%s\n```\n' "$short" "$(words 50)" "$(words 50)" \
        >"$T/a.md"
    [ "$(awk -f tb/tests/prose.awk -f tb/tests/sentences.awk "$T/a.md" | cut -f 2-4)" = "$(printf '1\t6.0\t6')" ] ||
        fail "tables or code count as sentences"
}

# too_wide PAGE...: rows of tables that have more than 120 characters as they are shown.
too_wide() {
    awk '
        FNR == 1 { fence = 0 }
        /^```/ { fence = !fence }
        /^[|]/ && !fence {
            row = $0
            gsub(/\]\([^)]*\)/, "", row)
            gsub(/[`*[]/, "", row)
            if (length(row) > 120)
                print FILENAME ":" FNR ": a row of " length(row) " characters; accepted are 120"
        }' "$@"
}

# Tables are narrower than a screen; long texts are lists, or go on in rows whose first columns are empty.
tables_are_narrower_than_a_screen() {
    too_wide ./*.md docs/*.md >"$T/wide"
    [ ! -s "$T/wide" ] || { cat "$T/wide"; fail "make lists of these tables, or more rows of the wide ones"; }
    cell=$(printf 'word %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    printf '| a | b |\n|---|---|\n| [c](%s) | d |\n' "$cell" >"$T/a.md"
    [ -z "$(too_wide "$T/a.md")" ] || fail "the target of a link counts"
    printf '| a | %s |\n' "$cell" >>"$T/a.md"
    [ "$(too_wide "$T/a.md")" = "$T/a.md:4: a row of 128 characters; accepted are 120" ] ||
        fail "a wide row is not seen: $(too_wide "$T/a.md")"
}

# measured LIST PAGE...: numbers with a unit in sentences that the list does not have, and rows that no sentence needs.
measured() {
    list=$1
    shift
    awk -f tb/tests/prose.awk -f tb/tests/measured.awk "$@" | awk -F '\t' '
        FILENAME != "-" {
            if (!/^#/ && NF == 3) { page[++n] = $1; part[n] = $2 }
            next
        }
        {
            known = 0
            for (i = 1; i <= n; i++)
                if (page[i] == $1 && index($3, part[i])) known = used[i] = 1
            if (!known) print $1 ":" $2 ": " $3
        }
        END {
            for (i = 1; i <= n; i++)
                if (!used[i]) print page[i] ": no sentence has: " part[i]
        }' "$list" -
}

# Measured numbers age: they stand in tables and in blocks that programs write, not in sentences.
numbers_stand_in_tables() {
    measured tb/tests/measured.tsv README.md CONTRIBUTING.md docs/*.md >"$T/found"
    [ ! -s "$T/found" ] || { cat "$T/found"; fail "put these numbers into a table, or see tb/tests/measured.tsv"; }
    printf '%s\n' 'It is 3.5 % faster' 'now. It has 1,024 lanes.' '' '| a | 5 % |' '' '* In 7 ns' '  or 2 times' \
        >"$T/a.md"
    : >"$T/none.tsv"
    measured "$T/none.tsv" "$T/a.md" >"$T/found"
    printf '%s\n' "$T/a.md:1: It is 3.5 % faster now." "$T/a.md:6: In 7 ns or 2 times" | diff - "$T/found" ||
        fail "not these two sentences are found"
    printf '%s\t%s\t%s\n' "$T/a.md" '3.5 % faster now' 'a goal' "$T/a.md" '7 ns' 'a goal' "$T/a.md" '8 ns' 'a goal' \
        >"$T/some.tsv"
    [ "$(measured "$T/some.tsv" "$T/a.md")" = "$T/a.md: no sentence has: 8 ns" ] || fail "a row without use is not seen"
}

# Sphinx has nothing to say of any page, link or anchor; the search has words of the pages.
pages_become_html() {
    for p in python3-sphinx python3-myst-parser furo; do
        dpkg-query -W -f '${db:Status-Status}' $p 2>/dev/null | grep -qx installed ||
            skip "$p is not installed, which make docs does"
    done
    O=$T/o docs/html.sh >"$T/log" 2>&1 || { cat "$T/log"; fail "see the page that the log names"; }
    for f in index docs/start docs/microarchitecture README search; do
        [ -s "$T/o/docs/$f.html" ] || fail "there is no $f.html"
    done
    grep -q 'malekeh' "$T/o/docs/searchindex.js" || fail "the search does not know Malekeh"
    grep -q 'caption-text">Verification<' "$T/o/docs/README.html" || fail "the sections of the index are not beside it"
    ! grep -rlE '(src|href)="https?://[^"]*[.](js|css|woff2?)"' "$T/o/docs" --include='*.html' ||
        fail "these pages load something from the network"
}

"$@"
