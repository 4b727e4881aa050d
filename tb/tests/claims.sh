# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# page [NAME=value ...]: claims that need seconds, into $T/claims, without lock-step.
page() { env O="$O" OUT="$T/claims" ONLY="storage table_1" LOCKSTEP=none "$@" synth/claims/claims.sh >"$T/log" 2>&1; }

# measured ID: what the page says of a claim, as "measured, verdict" of its HTML row.
measured() {
    awk -v id="id=\"$1\"" '
        index($0, id) { gsub(/<\/td>/, "\t"); gsub(/<[^>]*>/, ""); split($0, c, "\t"); print c[3] ", " c[4] }' \
        "$T/claims/claims.html"
}
says() { # ID TEXT
    found=$(measured "$1")
    [ "$found" = "$2" ] || fail "the page says of $1 '$found', the raw output '$2'"
}
# bits LINE of a storage table.
bits() { sed -n "s/^  $2  *\([0-9]*\) bits =.*/\1/p" "$1"; }

# counts CONFIGURATION COUNTING WORKLOAD EXPRESSION: of v["key"], the keys of profile --json, with two decimals.
counts() {
    "$O/cmodel" profile -c "configs/$1.yaml" --set rfc.compat="$2" --workload "workloads/$3/$3.yaml" --json |
        tr -d '{}" ' | tr ',' '\n' | awk -F : '{ v[$1] = $2 } END { printf "%.2f", '"$4"' }'
}
significant() { awk "BEGIN { printf \"%.4g\", $1 }"; }

# One workload's counts, without the figures, give what the page says of it (RFC-sim VI-F1), and the most of eight
# what it says of these (VI-D1).
register_caches_say() {
    c=rfc_2way_compiler_interleaved saved='100 * (1 - v["energy_pj"] / v["baseline_energy_pj"])'
    says rfc-sim.bfs "$(significant "$(counts $c rfc_sim bfs "$saved")") %, differs"
    says rfc-sim.bfs_correct "$(significant "$(counts $c none bfs "$saved")") %, not in the paper"
    hits='100 * v["read_hits"] / (v["read_hits"] + v["read_misses"])'
    for w in bfs btree gaussian hotspot kmeans nn lud pathfinder; do
        echo "$(counts rfc_8way_compiler rfc_sim $w "$hits") $(counts rfc_8way_write rfc_sim $w "$hits")"
    done | awk 'NR == 1 || $1 - $2 > most { most = $1 - $2 } END { printf "%.4g", most }' >"$T/most"
    says rfc-sim.aided_rodinia "$(cat "$T/most") %, holds"
}

# What a claim says of a CCU is said of all modules in it, and of none whose name begins so by chance.
a_ccu_is_all_that_is_in_it() {
    {   printf 'design\tmodule\ttotal\n'
        printf 'ocu\tocu\t100\nocu\tcrossbar\t7\n'
        printf 'malekeh\tccu\t200\nmalekeh\tccu_ranks\t30\nmalekeh\tccuno\t1000\nmalekeh\tcrossbar\t9\n'; } >"$T/table"
    printf 'ccu\tccu_ranks\tr\nccu\tclock_gate\ta\nccu\tclock_gate\tb\nccu_ranks\tclock_gate\tc\n' >"$T/instances.tsv"
    printf 'ccu\t2\t10\nccu_ranks\t2\t4\nclock_gate\t6\t0.5\nocu\t2\t8\n' >"$T/modules.tsv"
    said=$(LIB='' HARDWARE=no
        . synth/claims/hardware.sh
        # shellcheck disable=SC2034,SC2154 # of what is read
        table=$T/table
        echo "$(over total "$ccu" ocu) $(over total 'boc' ocu || echo none) $(with_gates "$T" "$ccu")")
    [ "$said" = "2.3 none 31" ] || fail "it says '$said'; 230 over 100, no BOC, 2 * (10 + 2 * 0.5) + 2 * (4 + 0.5)"
}

# Numbers on the page are those of the commands behind them, run again here.
page_says_what_the_raw_outputs_say() {
    page ONLY="storage table_1 register_cache" || { cat "$T/log"; fail "synth/claims/claims.sh, exit code $?"; }
    synth/area/storage.sh ocu ccu >"$T/ccu"
    synth/area/storage.sh ocu_pascal bow_pascal subcore.lanes=32 >"$T/bow"
    synth/area/storage.sh ocu_pascal bow_pascal subcore.lanes=32 boc.write=back >"$T/wr"
    says malekeh.storage "$(($(bits "$T/ccu" 'collector data added') / 8192)) KB, holds"
    says uncounted.ccu_control "$(bits "$T/ccu" 'collector control added') bit, not in the paper"
    says bow.storage "$(($(bits "$T/bow" 'collector data added') / 8192)) KB, holds"
    says uncounted.boc_control "$(bits "$T/bow" 'collector control added') bit, not in the paper"
    says uncounted.bow_wr_drain "$(($(bits "$T/wr" everything) - $(bits "$T/bow" everything))) bit, not in the paper"
    says consistency.bow_die "$(awk 'BEGIN { printf "%.0f", 1.72 * 32 * 56 }') mm2, differs"
    says bow.table_1_through "12 writes, differs"       # tb/unit/test_liveness.c counts 12, 7 and 2 by hand
    says bow.table_1_back "7 writes, differs"
    says bow.table_1_hinted "2 writes, holds"
    synth/area/storage.sh ocu rfc_8way_write >"$T/rfc"
    says rfc-sim.storage "$(awk '$1 == "rfc" { print $7 / 8192 }' "$T/rfc") KB, holds"
    control=$(awk '$1 == "total" { print 4 * ($7 + $8 - $3 - $4 - 65536) }' "$T/rfc")
    says uncounted.rfc_control "$control bit, not in the paper"
    says bow.rfc_storage "24 KB, holds"
    register_caches_say
    says malekeh.ipc "-, not measured yet"
    says ciao.lists_area "-, not measured yet"
    grep -q '| holds |' "$T/claims/claims.md" || fail "no verdict in the Markdown page"
    # Every row of the table is on both pages, once.
    for id in $(grep -v '^#' synth/claims/claims.tsv | cut -f1); do
        [ "$(grep -c "<td id=\"$id\">" "$T/claims/claims.html")" -eq 1 ] || fail "$id is not once on the HTML page"
        [ "$(grep -cF "| \`$id\` |" "$T/claims/claims.md")" -eq 1 ] || fail "$id is not once in the Markdown tables"
        [ "$(grep -cF "* \`$id\` (" "$T/claims/claims.md")" -eq 1 ] || fail "$id is not once in the Markdown lists"
    done
    ! grep -qE '<(script|link|img)' "$T/claims/claims.html" || fail "the HTML page needs something else"
}

# What control bits store, by the table of make storage of the configuration as it is, with 8 warps: u_dependence less
# two numbers of three bits for each in-flight number. The recorded page has the same rows as one that is made now.
control_bits_store_what_the_page_says() {
    page ONLY=storage || { cat "$T/log"; fail "synth/claims/claims.sh, exit code $?"; }
    synth/area/storage.sh ocu modern >"$T/modern" || fail "synth/area/storage.sh ocu modern"
    state=$(awk '$1 == "dependence" { print ($8 - 32 * 6) / 8 }' "$T/modern")
    [ -n "$state" ] || { cat "$T/modern"; fail "no row of dependence"; }
    says modern.state "$state bit, $([ "$state" = 41 ] && echo holds || echo differs)"
    says modern.state_sm "$((48 * state)) bit, $([ "$state" = 41 ] && echo holds || echo differs)"
    says modern.state_share "$(awk "BEGIN { printf \"%.4f\", 100 * 48 * $state / 2097152 }") %, differs"
    says modern.state_own "41 bit, holds"
    says modern.state_sm_own "1968 bit, holds"
    says modern.state_share_own "0.0938 %, holds"
    says modern.scoreboard_63_bits "2324 bit, holds"
    for id in modern.scoreboard_1 modern.scoreboard_3 modern.scoreboard_63; do
        case $(measured $id) in *" %, holds") ;; *) fail "the page says of $id: $(measured $id)" ;; esac
    done
    says modern.cache "6144 bit, holds"
    says modern.scoreboard "$(awk '$1 == "scoreboard" { print $4 / 8 }' "$T/modern") bit, not in the paper"
    for p in docs/claims-results.md "$T/claims/claims.md"; do
        # Rows and items, but for what is behind them.
        sed -n '/^## Modern GPU Cores/,/^## Software/p' $p |
            awk '/^[|*] / { behind = 0 } /^  [*]Behind it:[*] / { behind = 1 } !behind && /^[|* ]/'
        echo
    done >"$T/both"
    awk -v RS= '{ part[NR] = $0 } END { exit !(NR == 2 && part[1] == part[2]) }' "$T/both" ||
        { cat "$T/both"; fail "docs/claims-results.md has other rows; run synth/claims/section.sh (docs/claims.md)"; }
}

# A section takes the place of one of the same paper, or its own, and verdicts are counted again.
one_section_of_the_page_is_replaced() {
    awk '/^[|] Modern GPU Cores/ || /^[|] all [|]/ { next } /^## / { skip = /^## Modern/ } !skip' \
        docs/claims-results.md >"$T/lacking.md"
    sed 's/^| all |.*/| all | 0 | 0 | 0 | 0 | 0 | 0 |/' docs/claims-results.md >"$T/wrong.md"
    for paper in "Modern GPU Cores" BOW "What the papers"; do
        synth/claims/section.sh "$T/wrong.md" docs/claims-results.md "$paper" | cmp - docs/claims-results.md ||
            fail "a page changes with its own section of $paper"
    done
    grep -v '^| all |' docs/claims-results.md >"$T/rest.md"
    synth/claims/section.sh "$T/lacking.md" docs/claims-results.md "Modern GPU Cores" | cmp - "$T/rest.md" ||
        fail "the section is not where it belongs"
    refused "has no section Nobody" synth/claims/section.sh docs/claims-results.md docs/claims-results.md Nobody
    refused "is no page of claims" synth/claims/section.sh README.md docs/claims-results.md BOW
    refused "accepted are PAGE OTHER PAPER" synth/claims/section.sh docs/claims-results.md
}

# A verdict follows from the claimed value: another one gives another verdict.
another_claim_gives_another_verdict() {
    awk -F '\t' 'BEGIN { OFS = "\t" }
        $1 == "malekeh.storage" { $7 = 3 }
        $1 == "bow.half_share" { $7 = 4.7 }
        { print }' synth/claims/claims.tsv >"$T/claims.tsv"
    page CLAIMS="$T/claims.tsv" || { cat "$T/log"; fail "synth/claims/claims.sh"; }
    says malekeh.storage "2 KB, differs"
    says bow.half_share "4.688 %, holds"
}

# Cycles of lock-step are those of the RTL that was measured, of each input once, and of no other RTL.
only_cycles_of_the_same_rtl_count() {
    ocu=$(tb/flow/flow.sh hash ocu) ccu=$(tb/flow/flow.sh hash ccu)
    printf 'storage.ccu.data\tok\t2\tKB\tocu ccu\t-\t-\tocu=%s ccu=%s\tcommand\traw\t-\n' "$ocu" "$ccu" >"$T/measured"
    { printf '%s\tocu\tinput a\t100\t0\n%s\tocu\tinput a\t100\t0\n%s\tocu\tinput b\t20\t0\n' "$ocu" "$ocu" "$ocu"
      printf '0123456789abcdef\tccu\tinput a\t7\t0\n'; } >"$T/lockstep"
    mkdir -p "$T/claims"
    : >"$T/about"
    write() {
        "$O/claims_page" --page "$T/claims" synth/claims/claims.tsv "$T/measured" "$T/lockstep" "$T/about" 2>"$T/err"
    }
    write || { cat "$T/err"; fail "claims_page"; }
    grep -qF 'lock-step: ocu 120 cycles, ccu no cycle yet' "$T/claims/claims.html" || fail "not 120 cycles of ocu alone"
    # A configuration's settings may be long.
    long=$(awk 'BEGIN { for (i = 0; i < 300; i++) printf "+rf.banks=2" }')
    printf '%s\tocu%s\tinput c\t3\t0\n' "$ocu" "$long" >>"$T/lockstep"
    write || { cat "$T/err"; fail "claims_page, with a long line"; }
    grep -qF 'lock-step: ocu 123 cycles' "$T/claims/claims.html" || fail "a long line of cycles is not counted"
    # A run that differed is shown, and is a failure.
    printf '%s\tccu\tinput a\t5\t1\n' "$ccu" >>"$T/lockstep"
    status=0
    write || status=$?
    [ $status -eq 1 ] || fail "exit code $status, not 1, after a run that differed"
    grep -qF 'ccu DIFFERED' "$T/claims/claims.html" || fail "the page does not show the run that differed"
    # make cosim keeps the count.
    rm -f "$T/lockstep"
    before=$(cat "$O/lockstep.tsv" 2>/dev/null | wc -l)
    tb/flow/flow.sh cosim tiny workloads/mix -- --quiet >"$T/cosim" ||
        { cat "$T/cosim"; fail "make cosim CONFIG=tiny"; }
    [ "$(wc -l <"$O/lockstep.tsv")" -eq $((before + 1)) ] || fail "no line more in $O/lockstep.tsv"
    # A run that leaves registers uncompared has no cycles to count.
    tb/flow/flow.sh cosim tiny workloads/mix -- --quiet --no-flops >"$T/cosim" || { cat "$T/cosim"; fail "--no-flops"; }
    [ "$(wc -l <"$O/lockstep.tsv")" -eq $((before + 1)) ] || fail "cycles without registers are counted"
    # Spelled otherwise and with other options for its output, it is the same input; with another seed it is not.
    SEED=1 tb/flow/flow.sh cosim tiny "$PWD/workloads/../workloads/mix" -- -q --tags=0 --activity "$T/activity" \
        >"$T/again" || { cat "$T/again"; fail "make cosim CONFIG=tiny ARGS='--tags=0 --activity file'"; }
    SEED=2 tb/flow/flow.sh cosim tiny workloads/mix -- -q >"$T/again" ||
        { cat "$T/again"; fail "make cosim CONFIG=tiny SEED=2"; }
    tail -n 3 "$O/lockstep.tsv" | cut -f3 >"$T/inputs"
    [ "$(head -n 2 "$T/inputs" | sort -u | wc -l)" -eq 1 ] || { cat "$T/inputs"; fail "one input has two keys, above"; }
    [ "$(sort -u "$T/inputs" | wc -l)" -eq 2 ] || { cat "$T/inputs"; fail "another seed has the same key, above"; }
    grep -q 'trace mix .*seed=2' "$T/inputs" || { cat "$T/inputs"; fail "the key does not say trace and seed"; }
    cycles=$(sed -n 's/^lock-step: \([0-9]*\) cycles.*/\1/p' "$T/cosim")
    [ "$(tail -n 1 "$O/lockstep.tsv" | cut -f1,4,5)" = "$(printf '%s\t%s\t0' "$(tb/flow/flow.sh hash tiny)" \
        "$cycles")" ] ||
        fail "the last line of $O/lockstep.tsv is not that run"
}

# Texts of all lengths, with everything that Markdown could take for a mark: no line has more than 120 characters, and
# none begins as a comment or a list does.
markdown_page_is_folded() {
    awk 'BEGIN {
        for (n = 1; n <= 120; n++) {
            text = text (n % 7 ? "x" : " ")
            printf "bow.t%d\tbow\tI\tcount\t%sx 5 %% of - a 2. b_c _d_ e|f\tis\t3\tKB\t0\tm\t-\n", n, text
        }
    }' >"$T/claims.tsv"
    printf 'm\tok\t2\tKB\ta_b c+d=e\t-\tall *\t-\tmake a_* && b | c\traw_1 _raw\t-\n' >"$T/measured"
    mkdir "$T/claims"
    : >"$T/about"
    "$O/claims_page" --page "$T/claims" "$T/claims.tsv" "$T/measured" "$T/none" "$T/about" || fail "claims_page"
    page=$T/claims/claims.md
    ! awk 'length($0) > 120' "$page" | grep . || fail "this line has more than 120 characters"
    ! grep -nE '^ *(%|[-+] |[0-9]+[.)] )' "$page" || fail "a line begins as a list or a comment"
    sed -e ':more' -e 'N;s/\n  / /;t more' -e 'P;D' "$page" >"$T/whole.md"
    for words in 'x 5 % of - a 2. b_c \_d\_ e\|f. *Difference:* 0.667 times the claim; why is not known yet. *Behind' \
        '*Behind it:* `a_b` `c+d=e`; workloads: all \*; command: `make a_* && b | c`; raw: `raw_1` `_raw`'; do
        [ "$(grep -cF "$words" "$T/whole.md")" -eq 120 ] || { head -n 200 "$page"; fail "not 120 items have '$words'"; }
    done
    [ "$(grep -cF '| 3 KB | 2 KB | differs |' "$page")" -eq 120 ] || fail "not 120 rows"
    grep -qF '5 % of - a 2. b_c _d_ e|f<div' "$T/claims/claims.html" || fail "the HTML page has another text"
}

# What failed is on the page, and in the exit code; what is missing is on the page.
failures_are_shown() {
    { printf 'storage.ccu.data\tfailed\t-\t-\t-\t-\t-\t-\tmake storage\t-\tnot measured (command failed: no disk)\n'
      printf 'area.malekeh.added_of_rf\tmissing\t-\t-\t-\t-\t-\t-\tmake area\t-\tlibrary not there\n'; } >"$T/measured"
    mkdir -p "$T/claims"
    : >"$T/about"
    status=0
    "$O/claims_page" --page "$T/claims" synth/claims/claims.tsv "$T/measured" "$T/none" "$T/about" || status=$?
    [ $status -eq 1 ] || fail "exit code $status, not 1, after a failed measure"
    says malekeh.storage "-, not measured: failed"
    says malekeh.area "-, cannot be checked"
    for text in 'no disk' 'library not there'; do
        grep -q "$text" "$T/claims/claims.html" || fail "the page does not say why: $text"
    done
}

# Synthesis shows what it does, and leaves neither a process nor a file behind when it is interrupted.
interrupted_leaves_nothing() {
    mkdir "$T/o"
    find "$PWD/${O#"$PWD"/}" -maxdepth 1 -type f -perm -u+x -exec ln -s {} "$T/o/" ';'
    O="$T/o" OUT="$T/claims" HARDWARE=yes ONLY=hardware setsid synth/claims/claims.sh >"$T/log" 2>&1 &
    group=$!
    waited=0
    until grep -q '^synthesizing [0-9]* modules of ' "$T/log"; do
        sleep 1
        waited=$((waited + 1))
        [ $waited -lt 300 ] || { kill -TERM -$group; cat "$T/log"; fail "no progress of synthesis in 300 s"; }
    done
    kill -TERM -$group
    status=0
    wait $group || status=$?
    [ $status -eq 130 ] || { cat "$T/log"; fail "exit code $status, not 130, when it is interrupted"; }
    sleep 2
    ! grep -lF "$T/o" /proc/[0-9]*/environ 2>/dev/null | grep . || fail "these processes are still at work"
    [ -z "$(find "$T/claims" -name 'part.*')" ] || fail "$T/claims keeps $(ls "$T/claims")"
}

# kept QUERY: what the database of $T/claims says.
kept() { sqlite3 -batch -init /dev/null "$T/claims/claims.sqlite" "$1"; }
as_it_was() { grep -c "^claims: $1: as the interrupted run measured it" "$T/log"; }

# The page is drawn from the database: what a group has measured before the run was interrupted is not measured again
# and is on the page; what was not through is. A finished run, and another one, begin anew.
interrupted_claims_go_on() {
    command -v sqlite3 >/dev/null 2>&1 || skip "sqlite3 is missing: make deps"
    env O="$O" OUT="$T/claims" ONLY="storage register_cache" LOCKSTEP=none setsid synth/claims/claims.sh \
        >"$T/log" 2>&1 &
    group=$! waited=0
    until [ "$(kept 'select count(*) from done' 2>/dev/null)" = 1 ]; do
        sleep 0.2
        waited=$((waited + 1))
        [ $waited -lt 1500 ] || { kill -TERM -$group; cat "$T/log"; fail "no group is through after 300 s"; }
    done
    kill -TERM -$group
    wait $group && fail "it was interrupted and says that it is finished"
    [ "$(kept 'select finished from run')" = 0 ] || fail "the run is not one that goes on: $(kept 'select * from run')"
    kept "update measured set value = '17' where name = 'storage.ccu.data'"
    page || { cat "$T/log"; fail "synth/claims/claims.sh after an interrupted run"; }
    [ "$(as_it_was storage) $(as_it_was table_1)" = "1 0" ] ||
        { cat "$T/log"; fail "storage is not taken from the interrupted run, or table_1 is"; }
    says malekeh.storage "17 KB, differs"
    says bow.table_1_hinted "2 writes, holds"
    [ "$(kept 'select count(*) from measured')" = "$(wc -l <"$T/claims/measured.tsv")" ] ||
        fail "measured.tsv is not what the database has"
    page || { cat "$T/log"; fail "synth/claims/claims.sh after a finished run"; }
    [ "$(as_it_was storage)" = 0 ] || fail "a finished run goes on"
    says malekeh.storage "2 KB, holds"
    for change in "SIZE=large" "CLAIMS=$T/claims.tsv"; do       # of another run nothing is taken
        kept 'update run set finished = 0'
        { cat synth/claims/claims.tsv; echo '# another one'; } >"$T/claims.tsv"
        page "$change" || { cat "$T/log"; fail "synth/claims/claims.sh $change"; }
        [ "$(as_it_was storage)" = 0 ] || fail "with $change values of another run are taken"
        page || { cat "$T/log"; fail "synth/claims/claims.sh"; }
    done
    kept "update run set finished = 0"
    kept "update measured set status = 'failed', value = '-' where name = 'storage.ccu.data'"
    page || { cat "$T/log"; fail "synth/claims/claims.sh after a failed measure"; }
    says malekeh.storage "2 KB, holds"
    echo "no database" >"$T/claims/claims.sqlite"
    refused "claims.sqlite is no database of claims" asked ONLY=storage LOCKSTEP=none
}

# asked NAME=value: all claims; what is not refused would measure for hours.
asked() { timeout 60 env O="$O" OUT="$T/claims" "$@" synth/claims/claims.sh; }

broken_tables_are_refused() {
    { cat synth/claims/claims.tsv
      printf 'malekeh.new\tmalekeh\tI\tarea\ttext\tabout\t1\t%%\t5%%\tm\t-\n'; } >"$T/claims.tsv"
    line=$(wc -l <"$T/claims.tsv")
    refused "claims.tsv:$line: the relation is" asked CLAIMS="$T/claims.tsv"
    printf 'storage.ccu.data\tok\t2\tMB\t-\t-\t-\t-\t-\t-\t-\n' >"$T/measured"
    refused "the same unit is accepted" "$O/claims_page" --csv synth/claims/claims.tsv "$T/measured"
    printf 'storage.ccu.data\tok\ttwo\tKB\t-\t-\t-\t-\t-\t-\t-\n' >"$T/measured"
    refused "$T/measured:1: the value" "$O/claims_page" --csv synth/claims/claims.tsv "$T/measured"
    printf 'nonsense\n' >"$T/lockstep"
    refused "$T/lockstep:1: five columns" "$O/claims_page" --page "$T" synth/claims/claims.tsv /dev/null "$T/lockstep" \
        /dev/null
    refused "SIZE=huge" asked SIZE=huge
    refused "group" asked ONLY=everything
    refused "HARDWARE=perhaps" asked HARDWARE=perhaps
    refused "LOCKSTEP=typo" asked LOCKSTEP="mix typo"
    refused "ENERGY=mix" asked ENERGY="hgemm mix"
    refused "nope does not exist as a file" asked LIB="$T/nope"
    refused "accepted is a liberty file" asked LIB=README.md
    refused "nm foo is not covered" asked NM=foo
    refused "LANES=4 2" asked LANES="4 2"
    refused "RESULTS=/proc/x cannot be written" asked RESULTS=/proc/x
}

# Relative names are of where one is, and nothing of a user's directory is lost.
writes_where_it_is_told_and_nothing_else() {
    top=$PWD
    mkdir -p "$T/here/page"
    echo mine >"$T/here/page/mine.svg"
    echo mine >"$T/here/page/mine.csv"
    build=$(cd "$O" && pwd)
    grep -v '^bow' synth/claims/claims.tsv >"$T/here/claims.tsv"
    ( cd "$T/here" && env O="$build" OUT=page CLAIMS=claims.tsv RESULTS=results ONLY=table_1 LOCKSTEP=none \
        "$top/synth/claims/claims.sh" ) >"$T/log" 2>&1 ||
        { cat "$T/log"; fail "synth/claims/claims.sh from another directory"; }
    for f in page/claims.html results/claims-results.md; do
        [ -s "$T/here/$f" ] || fail "no $f where it was called"
    done
    ! grep -q 'id="bow[.]storage"' "$T/here/page/claims.html" || fail "CLAIMS= was taken from elsewhere"
    for f in mine.svg mine.csv; do [ "$(cat "$T/here/page/$f")" = mine ] || fail "OUT=page lost page/$f"; done
}

# Every measure that a claim needs is measured by some group, and none is measured for nothing.
every_measure_has_its_claim() {
    { grep -v '^#' synth/claims/measures.tsv | cut -f1
      grep -v '^#' synth/claims/runs.tsv | cut -f1 | sed 's/^/runs./'; } | sort >"$T/known"
    "$O/claims_page" --measures synth/claims/claims.tsv | sort >"$T/need"
    unknown=$(comm -23 "$T/need" "$T/known" | tr '\n' ' ')
    [ -z "$unknown" ] || fail "a claim needs it, and neither measures.tsv nor runs.tsv has it: $unknown"
    unused=$(comm -13 "$T/need" "$T/known" | tr '\n' ' ')
    [ -z "$unused" ] || fail "measured, and no claim uses it: $unused"
    # What takes hours is looked up in the text: a name in measures.tsv alone would be "not measured yet" for ever.
    sed -n 's/^ *\(.*&& \)*area \([a-z0-9_.]*\) .*/area.\2/p; s/.*\<clock \([a-z0-9_.]*\) ".*/timing.\1/p
        s/^ *\(small_joule\|joule\|watt\) \(energy[a-z0-9_.]*\) .*/\2/p' \
        synth/claims/hardware.sh >"$T/names"
    # A function writes them for each scheme with clock gates.
    for scheme in $(sed -n 's/.*energies_of_gated \([a-z][a-z0-9_]*\) .*/\1/p' synth/claims/hardware.sh); do
        sed -n 's/^ *joule "\(energy[.]gated[.]\)$1\([a-z0-9_.]*\)" .*/\1'"$scheme"'\2/p' synth/claims/hardware.sh
    done >>"$T/names"
    # Another one writes what a scheme adds in area.
    for scheme in $(sed -n 's/.*areas_added \([a-z][a-z0-9_]*\) .*/\1/p' synth/claims/hardware.sh); do
        sed -n 's/^ *area "$1\([.][a-z0-9_.]*\)" .*/area.'"$scheme"'\1/p' synth/claims/hardware.sh
    done >>"$T/names"
    sort -u "$T/names" >"$T/written"
    sed -n 's/\t\(hardware\|energy\)$//p' synth/claims/measures.tsv | sort >"$T/listed"
    diff "$T/listed" "$T/written" || fail "measures.tsv and synth/claims/hardware.sh differ in what is above"
    page ONLY="storage register_cache table_1 sram hardware energy" || { cat "$T/log"; fail "synth/claims/claims.sh"; }
    mine=$(awk -F '\t' '
        NR == FNR { if (!/^#/ && $2 ~ /^(storage|register_cache|table_1|sram)$/) mine[$1] = 1; next }
        $1 in mine && $2 != "ok" { print $1 }' \
        synth/claims/measures.tsv "$T/claims/measured.tsv")
    [ -z "$mine" ] || fail "has no value after its group was measured: $mine"
    # A claim that nothing measures is a failure, not something to be measured later.
    sed 's/\tstorage.ccu.tag\t/\tstorage.ccu.tug\t/' synth/claims/claims.tsv >"$T/claims.tsv"
    ! page CLAIMS="$T/claims.tsv" || fail "a claim that nothing measures is no failure"
    grep -q 'nothing measures storage.ccu.tug' "$T/claims/claims.html" || fail "the page does not say so"
}

"$@"
