# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# made NUMBER NAME RESULT WORD...: a test as tests.sh lists it, and how it went (nothing: it left no result).
made() {
    number=$1 name=$2 result=$3
    shift 3
    printf '%s\n' "$name" "do this" "$@" >"$T/$number"
    [ -z "$result" ] || echo "$result 3 $name" >"$T/$number.result"
}

# The page says of each scheme and rung how many passed, and names each test that failed, was skipped or left no result.
page_says_what_failed() {
    made 0001 lint_malekeh "1 0 0" sh tb/tests/generate.sh lint malekeh
    made 0002 bundled_bow "0 1 0" sh tb/tests/lockstep.sh bundled bow
    made 0003 bundled_bow_wr "1 0 0" sh tb/tests/lockstep.sh bundled bow_wr
    made 0004 test_rfc "12 0 1" build/unit/test_rfc
    made 0005 bundled_ciao_c "" sh tb/tests/lockstep.sh bundled ciao_c
    find "$T" -name '0*' | sort | xargs awk -v tier=nightly -v logs=logs -f tb/ladder.awk tb/ladder.tsv >"$T/page"
    expect() { grep -qF "$1" "$T/page" || { cat "$T/page"; fail "the page does not say: $1"; }; }
    expect '| Malekeh | 1 passed |'
    grep '^| BOW' "$T/page" | grep -qF '**1 failed**, 1 passed' || { cat "$T/page"; fail "a failure is not counted"; }
    grep '^| register cache' "$T/page" | grep -qF '12 passed, 1 skipped' || { cat "$T/page"; fail "nothing is skipped"; }
    grep '^| CIAO' "$T/page" | grep -qF '1 not run' || { cat "$T/page"; fail "a test that left no result is not seen"; }
    expect '* `bundled_bow` failed: do this; output: logs/bundled_bow.log; again: `make nightly ONLY=bundled_bow`'
    expect '* `bundled_ciao_c` left no result'
    [ "$(grep -c '^\* ' "$T/page")" -eq 3 ] || { cat "$T/page"; fail "other tests are said not to have passed"; }
}

"$@"
