# SPDX-License-Identifier: Apache-2.0
# Coverage in lock-step: tb/coverage.sh.
. tb/tests/lib.sh

# Names of tb/coverage.tsv as arguments: every hole has its reason, and without reasons they are as many unexplained.
every_hole_has_its_reason() {
    export COVERAGE_OUT="$T/coverage"
    make -s coverage CONFIG="$*" O="$O" >"$T/out" 2>&1 || { cat "$T/out"; fail "make coverage CONFIG='$*'"; }
    cat "$T/out"
    summary=$(tail -n 1 "$T/out")
    case $summary in
    *" 0 unexplained; "*) ;;
    *) grep 'unexplained$' "$T/coverage/holes.tsv" | head -n 40
        fail "holes without a reason; put it into tb/coverage_reasons.tsv, or run what reaches them" ;;
    esac
    explained=$(echo "$summary" | sed 's/^coverage: \([0-9]*\) holes.*/\1/')
    [ "$explained" -gt 0 ] || fail "no hole at all: are counters of zero in the files?"
    : >"$T/none.tsv"
    awk -f tb/coverage.awk -v complete=1 -v reasons="$T/none.tsv" -v out="$T/coverage" \
        -v rtl="$T/coverage/rtl.list" \
        "$T"/coverage/*-*.tsv >"$T/without"
    tail -n 1 "$T/without" | grep -q "^coverage: 0 holes with a reason, $explained unexplained" ||
        fail "without reasons: $(tail -n 1 "$T/without")"
}

# A signal that a program without loads cannot move is a hole, and one that it moves is none; a device without counters
# is refused.
counters_count() {
    printf 'plain\ttiny\tsubcore.lanes=1 subcore.registers=16\ttrace=%s\n' "$T/trace" >"$T/table.tsv"
    "$O/random_trace" -o "$T/trace" -s 1 -i 10 -a >/dev/null
    export COVERAGE_OUT="$T/coverage"
    COVERAGE_TABLE=$T/table.tsv tb/coverage.sh >"$T/out" 2>&1 || { cat "$T/out"; fail "tb/coverage.sh"; }
    moves=$(awk -F'\t' '$2 == "toggle" && $3 == "subcore" && $4 == "clk_i"' "$T/coverage/holes.tsv")
    [ -z "$moves" ] || fail "the clock does not move: $moves"
    awk -F'\t' '$2 == "point" && $4 == "boc_all_valid" { n++ } END { exit n != 1 }' "$T/coverage/holes.tsv" ||
        fail "a configuration without BOCs has covered a point of them"
    refused "counters of lines and toggles" tb/flow.sh cosim tiny "$T/trace" -- --coverage "$T/none"
}

"$@"
