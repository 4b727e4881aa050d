# SPDX-License-Identifier: Apache-2.0
# Coverage in lock-step: tb/coverage/coverage.sh.
. tb/tests/lib.sh

# Arguments: a number, and names of tb/coverage/coverage.tsv; none: all. No more holes than that lack a reason, every
# line is reached or has its reason, and without a table of reasons all that is neither proved nor reached alone lacks
# one.
holes_have_reasons() {
    limit=$1
    shift
    export COVERAGE_OUT="$T/coverage"
    make -s coverage CONFIG="$*" O="$O" >"$T/out" 2>&1 || { cat "$T/out"; fail "make coverage CONFIG='$*'"; }
    cat "$T/out"
    holes=$T/coverage/holes.tsv
    open=$(grep -c 'unexplained$' "$holes") || open=0
    all=$(grep -vc '^#' "$holes")
    [ "$open" -le "$limit" ] || { grep 'unexplained$' "$holes" | head -n 60
        fail "$open holes lack a reason, $limit did; put it into tb/coverage/coverage_reasons.tsv, or run what" \
            "reaches them"; }
    ! awk -F'\t' '$2 == "line" && $5 == "unexplained"' "$holes" | grep . || fail "lines that nothing reaches"
    [ "$all" -gt 0 ] || fail "no hole at all: are counters of zero in the files?"
    grep "	miscount	" tb/coverage/coverage_reasons.tsv >"$T/none.tsv"
    awk -f tb/coverage/coverage.awk -v complete=1 -v reasons="$T/none.tsv" -v out="$T/coverage" \
        -v rtl="$T/coverage/rtl.list" \
        "$T"/coverage/*-*.tsv >"$T/without"
    found=$(grep -c 'proved: constant behind reset$\|alone: the bench of its module reaches it$' "$holes") || found=0
    tail -n 1 "$T/without" | grep -q "^coverage: $found holes .* 0 by hand), $((all - found)) unexplained" ||
        fail "without reasons: $(tail -n 1 "$T/without")"
}

# The clock moves, the highest register of ten instructions becomes pending in a bench only, a point of another design
# is not covered; a constant that toggles and a device without counters are refused.
counters_count() {
    printf 'plain\ttiny\tsubcore.lanes=1 ccu.entries=6\ttrace=%s\n' "$T/trace" >"$T/table.tsv"
    "$O/random_trace" -o "$T/trace" -s 1 -i 10 -a >/dev/null
    export COVERAGE_OUT="$T/coverage"
    COVERAGE_TABLE=$T/table.tsv tb/coverage/coverage.sh >"$T/out" 2>&1 ||
        { cat "$T/out"; fail "tb/coverage/coverage.sh"; }
    moves=$(awk -F'\t' '$2 == "toggle" && $3 == "subcore" && $4 == "clk_i"' "$T/coverage/holes.tsv")
    [ -z "$moves" ] || fail "the clock does not move: $moves"
    awk -F'\t' '$2 == "point" && $4 == "boc_all_valid" { n++ } END { exit n != 1 }' "$T/coverage/holes.tsv" ||
        fail "a configuration without BOCs has covered a point of them"
    grep -q "	toggle	scoreboard	pending_q\[127\]	alone: " "$T/coverage/holes.tsv" ||
        fail "R63 of warp 1 is no hole that the scoreboard's bench reaches"
    rm "$T/coverage/plain.alone"
    grep "	miscount	" tb/coverage/coverage_reasons.tsv >"$T/none.tsv"
    awk -f tb/coverage/coverage.awk -v reasons="$T/none.tsv" -v out="$T/coverage" -v rtl="$T/coverage/rtl.list" \
        "$T"/coverage/*-*.tsv >"$T/out"
    grep -q "	toggle	scoreboard	pending_q\[127\]	unexplained" "$T/coverage/holes.tsv" ||
        fail "R63 of warp 1 needs no bench"
    # A bit that moves and that the list says to be constant.
    printf 'subcore\tclk_i\t0\n' >"$T/coverage/plain.constants"
    status=0
    awk -f tb/coverage/coverage.awk -v reasons=tb/coverage/coverage_reasons.tsv -v out="$T/coverage" \
        -v rtl="$T/coverage/rtl.list" \
        "$T"/coverage/*-*.tsv >"$T/out" 2>&1 || status=$?
    [ $status -eq 1 ] && grep -q '^coverage: plain: subcore.clk_i toggles, and' "$T/out" ||
        { cat "$T/out"; fail "a constant bit that toggles is not refused (exit code $status)"; }
    export VERILATE_OPT=${VERILATE_OPT:--O0}
    tb/flow/flow.sh dut tiny >"$T/out" 2>&1 || { cat "$T/out"; fail "tb/flow/flow.sh dut tiny"; }
    refused "counters of lines and toggles" tb/flow/flow.sh cosim tiny "$T/trace" -- --coverage "$T/none"
}

"$@"
