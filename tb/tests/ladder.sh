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
    find "$T" -name '0*' | sort | xargs awk -v tier=nightly -v logs=logs -f tb/tests/ladder.awk tb/tests/ladder.tsv \
        >"$T/page"
    expect() { grep -qF "$1" "$T/page" || { cat "$T/page"; fail "the page does not say: $1"; }; }
    expect '| Malekeh | 1 passed |'
    grep '^| BOW' "$T/page" | grep -qF '**1 failed**, 1 passed' || { cat "$T/page"; fail "a failure is not counted"; }
    grep '^| register cache' "$T/page" | grep -qF '12 passed, 1 skipped' ||
        { cat "$T/page"; fail "nothing is skipped"; }
    grep '^| CIAO' "$T/page" | grep -qF '1 not run' || { cat "$T/page"; fail "a test that left no result is not seen"; }
    expect '* `bundled_bow` failed: do this; output: logs/bundled_bow.log; again: `make nightly ONLY=bundled_bow`'
    expect '* `bundled_ciao_c` left no result'
    [ "$(grep -c '^\* ' "$T/page")" -eq 3 ] || { cat "$T/page"; fail "other tests are said not to have passed"; }
}

# tier RESUME NAME: `make check ONLY=NAME`, with results of its own.
tier() {
    status=0
    RESUME=$1 ONLY=$2 LOGS="$T/logs" JOBS=1 tb/tests/tests.sh check >"$T/out" 2>&1 || status=$?
}

# An interrupted tier goes on: what passed is not run again, what failed or left no result is, and all of it is when a
# source has changed. The page is there after an interruption, too.
interrupted_tier_goes_on() {
    tier no test_sentence
    grep -q '^test_sentence  *ok' "$T/out" && [ $status -eq 0 ] || { cat "$T/out"; fail "exit code $status"; }
    result=$(find "$T/logs" -name '0*.result') passed=$(tail -n 1 "$T/out")
    tier yes test_sentence
    grep -q '^test_sentence  *has passed before' "$T/out" && [ $status -eq 0 ] &&
        [ "$(tail -n 1 "$T/out")" = "$passed" ] && [ "$(grep -c '^test_sentence' "$T/out")" -eq 1 ] ||
        { cat "$T/out"; fail "what has passed is run again, or not counted"; }
    echo "0 1 0 3 test_sentence" >"$result"
    tier yes test_sentence
    grep -q '^test_sentence  *ok' "$T/out" || { cat "$T/out"; fail "what has failed is not run again"; }
    rm "$result"
    tier yes test_sentence
    grep -q '^test_sentence  *ok' "$T/out" || { cat "$T/out"; fail "what left no result is not run"; }
    echo "other sources" >"$T/logs/check.list/before"
    tier yes test_sentence
    grep -q 'nothing of a tier of these sources is left' "$T/out" && grep -q '^test_sentence  *ok' "$T/out" ||
        { cat "$T/out"; fail "results of other sources are taken"; }
    tier perhaps test_sentence
    [ $status -eq 2 ] && grep -qx 'tests: RESUME=perhaps; accepted: yes, no' "$T/out" ||
        { cat "$T/out"; fail "not refused"; }
    RESUME=no ONLY=planted_faults_find_their_text LOGS="$T/stopped" JOBS=1 setsid tb/tests/tests.sh check \
        >"$T/stopped.out" 2>&1 &
    runner=$!
    tries=0
    until [ -f "$T/stopped/planted_faults_find_their_text.log" ]; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "the test does not begin: $(cat "$T/stopped.out")"
        sleep 0.1
    done
    kill -TERM "-$runner"
    wait "$runner" && fail "exit code 0 after an interruption"
    grep -q 'make check RESUME=yes goes on' "$T/stopped.out" && [ -s "$T/stopped/ladder-check.md" ] ||
        { cat "$T/stopped.out"; fail "no page after an interruption"; }
}

"$@"
