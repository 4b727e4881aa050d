# SPDX-License-Identifier: Apache-2.0
# The sub-core without collectors beside published cycles (docs/truth.md). That the page has the recorded tables is
# tested with all pages (blocks_are_what_their_commands_write).
. tb/tests/lib.sh

tables="issue latencies slopes"

# What vectors, small traces and the loop give now is what is recorded. Another sub-core would give others.
tables_of_published_cycles_are_recomputed() {
    # shellcheck disable=SC2086 # words
    OUT="$T/out" cmodel/experiments/truth.sh $tables >"$T/said" 2>&1 || { cat "$T/said"; fail "truth.sh $tables"; }
    for table in $tables; do
        diff "docs/figures/truth_$table.tsv" "$T/out/truth_$table.tsv" ||
            fail "run make truth, copy build/truth/truth_*.tsv to docs/figures, and put the tables into docs/truth.md"
    done
    awk -F '\t' '$1 == 6 && $2 == 13 && $5 == 8 && $7 == -5' "$T/out/truth_issue.tsv" | grep -q . ||
        fail "the sixth memory instruction does not issue five cycles before the paper's"
    [ "$(cut -f 3 "$T/out/truth_slopes.tsv" | sed 1d | sort -u | wc -l)" -eq 1 ] ||
        fail "the slope of one warp is not that of a warp in each sub-core"
}

# cycles CONFIG: of the first kernel of the trace.
cycles() {
    "$O/cmodel" run -c "cmodel/experiments/correlate/$1.yaml" --trace "$T/traces" --timing-only --trace-cache off \
        -o "$T/run" >"$T/log" 2>&1 || { cat "$T/log"; fail "cmodel run with $1.yaml"; }
    sed -n 's/^kernel 1: \([0-9]*\) cycles$/\1/p' "$T/run"
}

# One kernel's row, of both sub-cores; the table says what it is of.
a_kernels_row_is_recomputed() {
    "$O/warptrace" -q --run workloads/hotspot/hotspot.yaml --trace "$T/traces" >"$T/log" || fail "warptrace"
    [ -f "$T/traces/kernelslist.g" ] || fail "there is no trace of hotspot"
    row=$(awk -F '\t' '$1 == "hotspot/kernel-1" { printf "%d %d", $3, $5 }' docs/figures/truth_kernels.tsv)
    [ -n "$row" ] || fail "docs/figures/truth_kernels.tsv has no row of hotspot"
    [ "$(cycles modern) $(cycles slice)" = "$row" ] ||
        fail "hotspot takes $(cycles modern) and $(cycles slice) cycles, not $row; run make truth as docs/truth.md says"
}

bad_parts_are_refused() {
    refused "'nope' is no part" cmodel/experiments/truth.sh nope
    : >"$T/file"
    refused "cannot be written" env OUT="$T/file/out" cmodel/experiments/truth.sh issue
    refused "has no row NOPE" awk -v row=NOPE -v what=war -f cmodel/experiments/correlate/latencies.awk \
        cmodel/experiments/correlate/latencies.tsv
}

"$@"
