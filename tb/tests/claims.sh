# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# page [NAME=value ...]: claims that need seconds, into $T/claims, without lock-step.
page() { env O="$O" OUT="$T/claims" ONLY="storage table_1" LOCKSTEP=none "$@" synth/claims.sh >"$T/log" 2>&1; }

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

# Numbers on the page are those of the commands behind them, run again here.
page_says_what_the_raw_outputs_say() {
    page || { cat "$T/log"; fail "synth/claims.sh, exit code $?"; }
    synth/storage.sh ocu ccu >"$T/ccu"
    synth/storage.sh ocu_pascal bow_pascal subcore.lanes=32 >"$T/bow"
    synth/storage.sh ocu_pascal bow_pascal subcore.lanes=32 boc.write=back >"$T/wr"
    says malekeh.storage "$(($(bits "$T/ccu" 'collector data added') / 8192)) KB, holds"
    says uncounted.ccu_control "$(bits "$T/ccu" 'collector control added') bit, not in the paper"
    says bow.storage "$(($(bits "$T/bow" 'collector data added') / 8192)) KB, holds"
    says uncounted.boc_control "$(bits "$T/bow" 'collector control added') bit, not in the paper"
    says uncounted.bow_wr_drain "$(($(bits "$T/wr" everything) - $(bits "$T/bow" everything))) bit, not in the paper"
    says consistency.bow_die "$(awk 'BEGIN { printf "%.0f", 1.72 * 32 * 56 }') mm2, differs"
    says bow.table_1_through "12 writes, differs"       # tb/unit/test_liveness.c counts 12, 7 and 2 by hand
    says bow.table_1_back "7 writes, differs"
    says bow.table_1_hinted "2 writes, holds"
    says malekeh.ipc "-, not measured yet"
    says ciao.lists_area "-, not measured yet"
    grep -q '| holds |' "$T/claims/claims.md" || fail "no verdict in the Markdown page"
    # Every row of the table is on both pages, once.
    for id in $(grep -v '^#' synth/claims/claims.tsv | cut -f1); do
        [ "$(grep -c "<td id=\"$id\">" "$T/claims/claims.html")" -eq 1 ] || fail "$id is not once on the HTML page"
        [ "$(grep -cF "; \`$id\`)" "$T/claims/claims.md")" -eq 1 ] || fail "$id is not once on the Markdown page"
    done
    ! grep -qE '<(script|link|img)' "$T/claims/claims.html" || fail "the HTML page needs something else"
}

# A verdict follows from the claimed value: another one gives another verdict.
another_claim_gives_another_verdict() {
    awk -F '\t' 'BEGIN { OFS = "\t" }
        $1 == "malekeh.storage" { $7 = 3 }
        $1 == "bow.half_share" { $7 = 4.7 }
        { print }' synth/claims/claims.tsv >"$T/claims.tsv"
    page CLAIMS="$T/claims.tsv" || { cat "$T/log"; fail "synth/claims.sh"; }
    says malekeh.storage "2 KB, differs"
    says bow.half_share "4.688 %, holds"
}

# Cycles of lock-step are those of the RTL that was measured, of each input once, and of no other RTL.
only_cycles_of_the_same_rtl_count() {
    ocu=$(tb/flow.sh hash ocu) ccu=$(tb/flow.sh hash ccu)
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
    # A run that differed is shown, and is a failure.
    printf '%s\tccu\tinput a\t5\t1\n' "$ccu" >>"$T/lockstep"
    status=0
    write || status=$?
    [ $status -eq 1 ] || fail "exit code $status, not 1, after a run that differed"
    grep -qF 'ccu DIFFERED' "$T/claims/claims.html" || fail "the page does not show the run that differed"
    # make cosim keeps the count.
    rm -f "$T/lockstep"
    before=$(cat "$O/lockstep.tsv" 2>/dev/null | wc -l)
    tb/flow.sh cosim tiny workloads/mix -- --quiet >"$T/cosim" || { cat "$T/cosim"; fail "make cosim CONFIG=tiny"; }
    [ "$(wc -l <"$O/lockstep.tsv")" -eq $((before + 1)) ] || fail "no line more in $O/lockstep.tsv"
    cycles=$(sed -n 's/^lock-step: \([0-9]*\) cycles.*/\1/p' "$T/cosim")
    [ "$(tail -n 1 "$O/lockstep.tsv" | cut -f1,4,5)" = "$(printf '%s\t%s\t0' "$(tb/flow.sh hash tiny)" "$cycles")" ] ||
        fail "the last line of $O/lockstep.tsv is not that run"
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

broken_tables_are_refused() {
    { cat synth/claims/claims.tsv; printf 'malekeh.new\tmalekeh\tI\tarea\ttext\tabout\t1\t%%\t5%%\tm\t-\n'; } >"$T/claims.tsv"
    line=$(wc -l <"$T/claims.tsv")
    refused "$T/claims.tsv:$line: the relation is" env O="$O" OUT="$T/claims" CLAIMS="$T/claims.tsv" synth/claims.sh
    printf 'storage.ccu.data\tok\t2\tMB\t-\t-\t-\t-\t-\t-\t-\n' >"$T/measured"
    refused "the same unit is accepted" "$O/claims_page" --csv synth/claims/claims.tsv "$T/measured"
    printf 'storage.ccu.data\tok\ttwo\tKB\t-\t-\t-\t-\t-\t-\t-\n' >"$T/measured"
    refused "$T/measured:1: the value" "$O/claims_page" --csv synth/claims/claims.tsv "$T/measured"
    printf 'nonsense\n' >"$T/lockstep"
    refused "$T/lockstep:1: five columns" "$O/claims_page" --page "$T" synth/claims/claims.tsv /dev/null "$T/lockstep" \
        /dev/null
    refused "SIZE=huge" env O="$O" OUT="$T/claims" SIZE=huge synth/claims.sh
    refused "group" env O="$O" OUT="$T/claims" ONLY=everything synth/claims.sh
}

# Every measure that a claim needs is measured by some group, and none is measured for nothing.
every_measure_has_its_claim() {
    page ONLY="storage table_1 sram hardware energy" ||
        { cat "$T/log"; grep 'nothing measures' "$T/claims/measured.tsv"; fail "synth/claims.sh"; }
    grep -v '^#' synth/claims/runs.tsv | cut -f1 | sed 's/^/runs./' | sort >"$T/runs"
    "$O/claims_page" --measures synth/claims/claims.tsv | sort >"$T/need"
    unknown=$(grep '^runs[.]' "$T/need" | comm -23 - "$T/runs" | tr '\n' ' ')
    [ -z "$unknown" ] || fail "a claim needs it, and synth/claims/runs.tsv lacks it: $unknown"
    unused=$({ cat "$T/runs"; cut -f1 "$T/claims/measured.tsv"; } | sort -u | comm -23 - "$T/need" | tr '\n' ' ')
    [ -z "$unused" ] || fail "measured, and no claim uses it: $unused"
    # A claim that nothing measures is a failure, not something to be measured later.
    sed 's/\tstorage.ccu.tag\t/\tstorage.ccu.tug\t/' synth/claims/claims.tsv >"$T/claims.tsv"
    ! page CLAIMS="$T/claims.tsv" || fail "a claim that nothing measures is no failure"
    grep -q 'nothing measures storage.ccu.tug' "$T/claims/claims.html" || fail "the page does not say so"
}

"$@"
