# SPDX-License-Identifier: Apache-2.0
# What pages say that is measured: make results, fingerprints, marks.
. tb/tests/lib.sh

# The programs of $O in a folder of their own, for a database of their own.
own_folder() {
    mkdir -p "$T/o"
    find "$PWD/${O#"$PWD"/}" -maxdepth 1 -type f -perm -u+x -exec ln -s {} "$T/o/" ';'
    : >"$T/recorded.tsv"
}
# shellcheck disable=SC2120 # not always
results() { env O="$T/o" MEASUREMENTS="$T/table.tsv" RECORDED="$T/recorded.tsv" "$@" docs/results/run.sh; }
query() { sqlite3 -batch -init /dev/null "$T/o/results.sqlite" "$1"; }
row() { printf '%s\n' "$@" | paste -s - >>"$T/table.tsv"; }

# Two measurements of the smallest design, each of which waits until it is let go. A call is interrupted in the first,
# one in the second, and the third one goes on: what was through is not measured again, and nothing is lost.
interrupted_twice_it_goes_on() {
    own_folder
    wait_for="echo \$\$ >'$T/began.NAME'; until [ -e '$T/go.NAME' ]; do sleep 0.1; done"
    first=$(echo "$wait_for" | sed s/NAME/1/g) second=$(echo "$wait_for" | sed s/NAME/2/g)
    row tiny.storage night 5 "rtl:tiny sources:storage" a.txt \
        "$first; synth/area/storage.sh tiny tiny collector.kind=ocu >\"\$OUT/a.txt\"; cat \"\$OUT/a.txt\""
    row tiny.area night 5 "rtl:tiny/lfsr sources:netlist library:osu018" b.txt \
        "$second; dir=\$(MODULES=lfsr synth/flow/netlist.sh tiny); cat \"\$dir/modules.tsv\" >\"\$OUT/b.txt\""
    for n in 1 2; do
        O=$T/o MEASUREMENTS=$T/table.tsv RECORDED=$T/recorded.tsv docs/results/run.sh >"$T/log" 2>&1 &
        caller=$!
        tries=0
        until [ -s "$T/began.$n" ]; do
            sleep 0.2
            tries=$((tries + 1))
            [ $tries -lt 600 ] || { cat "$T/log"; fail "the measurement has not begun"; }
        done
        waiting=$(cat "$T/began.$n")
        kill -TERM $caller
        status=0
        wait $caller || status=$?
        [ $status -eq 130 ] || { cat "$T/log"; fail "exit code $status, not 130, of call $n"; }
        grep -q "results: interrupted in tiny" "$T/log" || { cat "$T/log"; fail "call $n does not say where"; }
        ! kill -0 "$waiting" 2>/dev/null || fail "call $n has left a measurement behind"
        [ "$(query 'select count(*) from result')" = $((n - 1)) ] || fail "call $n has kept what was not through"
        : >"$T/go.$n"
    done
    results >"$T/log" 2>&1 || { cat "$T/log"; fail "the third call, exit code $?"; }
    grep -qE '^\[1/1\] tiny.area [.]{3} [0-9]+:[0-9]{2}, about 0:00 left$' "$T/log" ||
        { cat "$T/log"; fail "the third call does not say what it has done"; }
    [ "$(query "select group_concat(asked || ':' || measured, ' ') from run")" = "2:0 2:1 1:1" ] ||
        fail "the database says of the calls: $(query 'select * from run')"
    # What it has is what the commands say.
    query "select text from file where name = 'tiny.storage'" | sed '$d' >"$T/kept"
    synth/area/storage.sh tiny tiny collector.kind=ocu | diff "$T/kept" - || fail "another storage than its command's"
    query "select output from result where name = 'tiny.storage'" | sed '$d' | diff "$T/kept" - ||
        fail "the output is not all that the command has printed"
    seen="processor > 0 and seconds > 0 and tools like 'Yosys%'"
    [ "$(query "select $seen from result where name = 'tiny.area'")" = 1 ] ||
        fail "no times or tools: $(query 'select name, seconds, processor, tools from result')"
    results >"$T/log" 2>&1 && grep -q "^results: 0 of 2 to measure" "$T/log" ||
        { cat "$T/log"; fail "what is there is measured again"; }
}

# templates FILE SED: a copy of templates, one of which is edited, and a generator that takes it.
templates() {
    rm -rf "$T/templates"
    mkdir "$T/templates"
    cp rtl_gen/*/*.v.in rtl_gen/*/*.vh.in "$T/templates/"
    sed "$2" "rtl_gen/$1" >"$T/templates/$(basename "$1")"
    ! cmp -s "rtl_gen/$1" "$T/templates/$(basename "$1")" || fail "sed $2 changes nothing in $1"
    printf '#!/bin/sh\nexec "%s" --template-dir "%s" "$@"\n' "$(cd "$O" && pwd)/rtl_gen" "$T/templates" >"$T/generator"
    chmod +x "$T/generator"
}
prints() { MEASUREMENTS=$T/table.tsv docs/results/prints.sh; }
# changed FILE: what is said to have changed since prints were FILE, name:parts of each that is stale.
changed() {
    awk -F '\t' -v OFS='\t' '{ print $1, "2026-01-01", 1, 1, "run", "-", "-", $2, $3, $4 }' "$1" >"$T/was.tsv"
    RECORDED=$T/was.tsv MEASUREMENTS=$T/table.tsv docs/results/states.sh |
        awk -F '\t' '$2 != "fresh" { print $1 ":" $3 }' | tr '\n' ';'
}

# In templates: a comment, an assertion, a planted fault, blanks; then a line of logic.
comments_change_nothing_and_logic_does() {
    row a night 5 rtl:tiny - true
    row b night 5 rtl:tiny+collector.kind=ocu/ocu - true
    row c night 5 sources:memory - true
    prints >"$T/before"
    for edit in 's,^// issue: .*,// issue: another word,' 's,ASSERT %m: ,ASSERT %m of another kind: ,' \
        's,^ *//: fault 1: .*,&!,' 's,^    wire ,      wire   ,'; do
        file=subcore/issue.v.in
        [ "${edit#*ASSERT}" = "$edit" ] || file=lib/lfsr.v.in
        templates $file "$edit"
        found=$(GENERATOR=$T/generator changed "$T/before")
        [ -z "$found" ] || fail "$edit in $file makes stale: $found"
    done
    templates lib/lfsr.v.in 's,lfsr_q\[15\] ^ lfsr_q\[14\],lfsr_q[14] ^ lfsr_q[15],'
    found=$(GENERATOR=$T/generator changed "$T/before")
    [ "$found" = "a:module:lfsr;" ] || fail "another order of bits in lfsr makes stale: $found"
    # And the recipes and tables that measure.
    mkdir "$T/tree"
    cp -R configs synth "$T/tree/"
    sed '2i # another comment' synth/memory/sram.tsv >"$T/tree/synth/memory/sram.tsv"
    found=$(TREE=$T/tree changed "$T/before")
    [ -z "$found" ] || fail "a comment in sram.tsv makes stale: $found"
    sed -i '$d' "$T/tree/synth/memory/sram.tsv"
    found=$(TREE=$T/tree changed "$T/before")
    [ "$found" = "c:source:synth/memory;" ] || fail "a row less in sram.tsv makes stale: $found"
}

# What counts of a text, by its kind.
comments_of_each_kind_are_left_out() {
    printf '%s\n' 'a  = b; // c' '' '/* d' ' e */ f "//  g" ' '`ifdef SUBCORE_ASSERT' h '`ifdef I' '`endif' j '`endif' \
        k >"$T/a.v"
    printf 'a = b;\nf "//  g"\nk\n' >"$T/want"
    "$O/text_hash" --print "$T/a.v" | diff "$T/want" - || fail "Verilog"
    printf '`ifdef SUBCORE_ASSERT\na\n`else\nb\n`endif\n' >"$T/a.v"
    "$O/text_hash" --print "$T/a.v" | grep -qx b || fail "what is there without assertions is left out"
    printf "int a = '\"'; /* b */ char *c = \"/* d */\"; // e\n" >"$T/a.c"
    [ "$("$O/text_hash" --print "$T/a.c")" = "int a = '\"'; char *c = \"/* d */\";" ] || fail "C"
    printf '# a\n  b # c  \n\n' >"$T/a.sh"
    [ "$("$O/text_hash" --print "$T/a.sh")" = "  b # c" ] || fail "lines"
    printf '# a\n' >"$T/a"
    [ "$("$O/text_hash" "$T/a" | cut -f1)" = "$(sha256sum <"$T/a" | cut -c1-8)" ] || fail "bytes"
    [ "$(printf 'x\t# a\n' | "$O/text_hash" --rows)" = "x$(printf '\t')$(printf '# a' | sha256sum | cut -c1-8)" ] ||
        fail "rows"
    refused "cannot be read" "$O/text_hash" "$T/none.v"
    refused "usage: text_hash" "$O/text_hash"
}

# One sentence, and exit code 2.
wrong_words_are_refused() {
    own_folder
    row a night 5 rtl:tiny - true
    refused "ONLY=typo: no measurement is called so" results ONLY=typo
    refused "PART=some; accepted: all, summary, stale" results PART=some
    refused "accepted: yes, no" results LIST=1
    refused "accepted is one of them" results LIST=yes PAGES=yes
    refused "accepted is PAGES=yes behind make results" results PAGES=yes
    refused "cannot be read" results MEASUREMENTS="$T/none.tsv"
    echo text >"$T/o/results.sqlite"
    refused "is no database of make results" results
    rm "$T/o/results.sqlite"
    row b night 5 "nothing:tiny" - true
    refused "'nothing:tiny' is not known" results
    printf 'a\tb\n' >"$T/table.tsv"
    refused "2 columns; accepted are 6" results
    refused "is no commit here" docs/results/at.sh none area.malekeh
    refused "is not in docs/results/measurements.tsv" env MEASUREMENTS=docs/results/measurements.tsv \
        docs/results/block.sh none
    refused "is no group" docs/results/claims_rows.sh --merge docs/claims-results.md docs/claims-results.md none
    : >"$T/table.tsv"
    row a night 5 rtl:tiny README.none "echo said"
    row b night 5 rtl:tiny - "echo why >&2; exit 3"
    status=0
    results >"$T/log" 2>&1 || status=$?
    [ $status -eq 1 ] && grep -q "it has not written README.none" "$T/log" &&
        grep -q "exit code 3; its last line: why" "$T/log" ||
        { cat "$T/log"; fail "exit code $status, not 1, or another reason"; }
}

# Rows of a page of claims take the place of others, and verdicts are counted again.
rows_of_claims_are_replaced() {
    page=docs/claims-results.md
    docs/results/claims_rows.sh --merge $page $page storage hardware | cmp - $page ||
        fail "a page changes with its own rows"
    sed '/`malekeh.storage`/s/| holds |/| differs |/; /`malekeh.ipc`/s/| differs |/| holds |/
        /^[*] `malekeh.[a-z]*` (/s/: .*/: other words/
        /^[*] `malekeh.control`/,/^[*] `malekeh.area`/{/^  /d}' $page >"$T/other.md"
    docs/results/claims_rows.sh --merge $page "$T/other.md" storage >"$T/merged.md"
    diff $page "$T/merged.md" | grep '^>' >"$T/lines"
    [ "$(grep -c '^> | ' "$T/lines")" -eq 3 ] && grep -q '^> | `malekeh.storage`' "$T/lines" ||
        { cat "$T/lines"; fail "another row than that of storage is replaced"; }
    items=$(sed -n 's/^> [*] `\([^`]*\)`.*: other words$/\1/p' "$T/lines" | paste -s -d ' ')
    [ "$items" = "malekeh.storage malekeh.control malekeh.tag malekeh.lru malekeh.index malekeh.cache" ] ||
        { cat "$T/lines"; fail "other items than those of storage are replaced: $items"; }
    sed -n '/^[*] `malekeh.control`/{n;p}' "$T/merged.md" | grep -q '^[*] `malekeh.area` (VIII): the conclusion' ||
        fail "lines of the item of malekeh.control are left that the other page has not"
    sed '/^| `/d' $page >"$T/lacking.md"
    refused "is no page of claims" docs/results/claims_rows.sh --merge $page "$T/lacking.md" storage
    held=$(sed -n 's/^| all | \([0-9]*\) .*/\1/p' $page)
    grep -q "^> | all | $((held - 1)) |" "$T/lines" || { cat "$T/lines"; fail "verdicts are not counted again"; }
    docs/results/claims_rows.sh --configs sram $page | grep . && fail "memories are of configurations"
    [ "$(docs/results/claims_rows.sh --configs profile $page)" = bow ] || fail "BOW's figures are not of bow alone"
}

# Every mark of every page is that of today's sources, and every measurement is recorded. A mark that is taken away, and
# one that is none, are seen.
marks_are_those_of_the_sources() {
    docs/results/prints.sh >"$T/prints" || fail "docs/results/prints.sh"
    export PRINTS="$T/prints"
    docs/results/pages.sh --marks >"$T/log" || { cat "$T/log"; fail "run docs/results/pages.sh --write"; }
    cat "$T/log"
    docs/results/states.sh >"$T/states"
    ! grep -P '\tnever\t' "$T/states" || fail "record these: make results PAGES=yes, or docs/results/at.sh"
    mkdir -p "$T/top/docs/results"
    cp README.md "$T/top/"
    cp docs/*.md "$T/top/docs/"
    cp docs/results/recorded.tsv "$T/top/docs/results/"
    page=$(grep -l '^[*][*]Stale:' docs/*.md | head -n 1)
    [ -n "$page" ] || { echo "no page has a mark that could be taken away"; page=docs/numbers.md; }
    sed -i '0,/^[*][*]Stale:/{/^[*][*]Stale:/d}' "$T/top/$page"
    ! TOP=$T/top docs/results/pages.sh --marks "$page" >"$T/log" || ! cmp -s "$page" "$T/top/$page" || fail "no mark"
    cmp -s "$page" "$T/top/$page" || grep -q "the mark is '' and should be '[*][*]Stale:" "$T/log" ||
        { cat "$T/log"; fail "a mark that was taken away is not seen"; }
    fresh=$(awk -F '\t' '$2 == "fresh" { print $1 }' "$T/states" | while read -r name; do
        grep -l "written by docs/results/block.sh $name " docs/*.md | sed "s/^/$name /"; done | head -n 1)
    [ -n "$fresh" ] || skip "nothing that pages say is fresh"
    page=${fresh#* } name=${fresh%% *}
    cp "$page" "$T/top/$page"
    sed -i "/written by docs.results.block.sh $name /,/^<!-- end/s/^<!-- end/**Stale:** \`x\` has changed since.\n&/" \
        "$T/top/$page"
    TOP=$T/top docs/results/pages.sh --marks "$page" >"$T/log" && fail "a mark of what is fresh is not seen"
    grep -q "should be ''" "$T/log" || { cat "$T/log"; fail "another sentence was expected"; }
}

# tables PAGE...: tables outside of blocks with two numbers or more: page, line, what their first row begins with.
tables() {
    awk '
        function count(text,    n) {
            gsub(/`[^`]*`/, "", text)
            gsub(/\]\([^)]*\)/, "", text)
            while (match(text, /(^|[^A-Za-z0-9_.[-])[-+]?[0-9][0-9,]*([.][0-9]+)?/)) {
                n++
                text = substr(text, RSTART + RLENGTH)
            }
            return n + 0
        }
        function done() { if (rows && numbers >= 2) print page "\t" line "\t" head; rows = 0 }
        FNR == 1 { done(); page = FILENAME; code = written = 0; whole = /^<!-- written by/ }
        /^```/ { code = !code }
        /^<!-- written by/ { done(); written = 1 }
        /^<!-- end -->/ { written = whole }
        !/^[|]/ { done(); next }
        code || written { next }
        { rows++ }
        rows == 1 { line = FNR; numbers = 0; head = $0 }
        rows > 2 { numbers += count($0) }
        END { done() }' "$@"
}

# Measured numbers stand in blocks. What other tables have is in a list: a specification, what a paper says.
tables_with_numbers_are_blocks() {
    list=tb/tests/unmeasured.tsv
    tables README.md docs/*.md | awk -F '\t' -v list=$list '
        BEGIN {
            while ((getline row < list) > 0) {
                split(row, c, "\t")
                if (row !~ /^#/) { known[c[1] "\t" c[2]]; unused[c[1] "\t" c[2]] }
            }
        }
        { key = $1 "\t" $3; delete unused[key]; if (!(key in known)) print $1 ":" $2 ": " $3 }
        END { for (k in unused) print list ": no table is " k }' >"$T/found"
    [ ! -s "$T/found" ] || { cat "$T/found"; fail "make blocks of these (docs/results-run.md), or see $list"; }
    printf '%s\n' '| a | b |' '|---|---|' '| c | 1.5 % |' '| `x=3` | 7 |' '' '<!-- written by docs/a -->' '| a |' \
        '|---|' '| 1 2 |' '<!-- end -->' '| a |' '|---|' '| 1 |' >"$T/a.md"
    [ "$(tables "$T/a.md" | cut -f 2,3)" = "1$(printf '\t')| a | b |" ] || fail "not this table: $(tables "$T/a.md")"
}

# Storage is cheap to measure: what pages say is what is measured here.
storage_is_what_is_recorded() {
    for name in storage storage_sm; do
        OUT=$T docs/results/measure/$name.sh >"$T/log" 2>&1 || { cat "$T/log"; fail "docs/results/measure/$name.sh"; }
        diff "docs/results/data/$name.tsv" "$T/$name.tsv" || fail "run make results ONLY=storage, then with PAGES=yes"
    done
}

"$@"
