#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The test tiers: check (2 minutes), test (10, check among it), ci (45, beside these), nightly. As many tests run at a
# time as there are processors (JOBS=n: n), those that measure speed alone at the end. Ends with "N passed, N failed[, N
# skipped]".
#
# RESUME=yes goes on with a tier that was interrupted or in which tests failed: what has passed is taken as it was, if
# no source has changed since, nor ONLY=. LOGS= is another folder for results and the page, of which there is one run
# at a time.
#
# What each tier has is listed in tb/tests/tiers/. A test is a unit-test program (its cmocka count is added) or one of
# tb/tests/*.sh, which is called with a function name and exits 0 (passed), 77 (skipped, with the reason on its last
# line) or anything else (failed).
set -u
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top" || exit 2
export O=${O:-build}
tier=${1:-test}
only=${ONLY:-}
unset ONLY                  # some tests call commands that take it, too
logs=${LOGS:-$O/test-logs} pages=${LOGS:-$O}

# run_item FILE: runs the test that FILE describes (name, hint, the words of the command), says how it went, and leaves
# "passed failed skipped seconds name processor-seconds" in FILE.result.
run_item() {
    { read -r name
      read -r hint
      set -- "$1"
      while IFS= read -r word; do set -- "$@" "$word"; done; } <"$1"
    result=$1.result log=$logs/$name.log
    [ ! -f "$result" ] || { printf '%-56s has passed before\n' "$name"; return 0; }
    shift
    begin=$(date +%s)
    timeout -k 10 "$limit" "$@" >"$log" 2>&1 </dev/null
    status=$?
    seconds=$(($(date +%s) - begin))
    times >"$result.times"
    busy=$(awk 'NR == 2 { gsub("s", ""); for (i = 1; i <= 2; i++) { split($i, t, "m"); n += t[1] * 60 + t[2] } }
        END { printf "%.0f", n }' "$result.times")
    rm "$result.times"
    [ "$status" -ne 124 ] || echo "stopped: it took more than $limit s; LIMIT=seconds allows more" >>"$log"
    good=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test(s)\..*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
    bad=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test(s), listed below:.*/\1/p' "$log" |
        awk '{ n += $1 } END { print n + 0 }')
    skip=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test(s), listed below:.*/\1/p' "$log" |
        awk '{ n += $1 } END { print n + 0 }')
    if [ "$status" -eq 77 ]; then
        printf '%-56s skipped: %s\n' "$name" "$(tail -n 1 "$log")"
        echo "0 0 1 $seconds $name $busy" >"$result"
        return 0
    fi
    if [ "$status" -eq 0 ]; then
        [ $((good + skip)) -gt 0 ] || good=1
        printf '%-56s ok (%d passed, %d s)\n' "$name" "$good" "$seconds"
    else
        [ "$bad" -gt 0 ] || bad=1
        printf '%-56s FAILED\n%s\n    next: %s\n    whole output: %s; again: make %s ONLY=%s\n' "$name" \
            "$(tail -n 25 "$log" | sed 's/^/    /')" "$hint" "$log" "$tier" "$name"
    fi
    echo "$good $bad $skip $seconds $name $busy" >"$result"
}

# A test that hangs must not take the others' results with it.
case $tier in nightly) limit=${LIMIT:-14400} ;; *) limit=${LIMIT:-1800} ;; esac
case $tier in item) limit=$TEST_LIMIT tier=$TEST_TIER; run_item "$2"; exit 0 ;; esac
list=$logs/$tier.list

is_count() { case $1 in ''|0*|*[!0-9]*|???????*) return 1 ;; esac; }
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
is_count "$jobs" || { echo "tests: JOBS=$jobs; accepted: 1 to 999999" >&2; exit 2; }
is_count "$limit" || { echo "tests: LIMIT=$limit; accepted: 1 to 999999 seconds" >&2; exit 2; }

# What everything that a test can look at hashes to, but the names of the tests that were asked for.
sources() {
    find .ci Makefile LICENSE ./*.md ./*.core cmodel configs constraints docs rtl_gen synth tb verilog_out workloads \
        -type f | sort | tr '\n' '\0' | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# One run of a tier at a time; its tests do not hold the file, for one that has been left behind may be long.
. tb/flow/workers.sh
mkdir -p "$logs" 2>/dev/null && [ -w "$logs" ] ||
    { echo "tests: $logs cannot be written; set O= to a directory that can" >&2; exit 2; }
only_run "$logs/$tier.lock" "tests: make $tier in $logs"

# What the tier that RESUME=yes goes on with has left: its moment, of which seeds are made, and results that passed.
now=$(date +%s) before="$(sources) $only"
case ${RESUME:-no} in
no) rm -rf "$list" ;;
yes)
    if [ "$(cat "$list/before" 2>/dev/null)" = "$before" ]; then
        now=$(cat "$list/now")
        find "$list" -name '*.result' | while read -r f; do
            read -r good bad rest <"$f"
            [ "$bad" = 0 ] && [ "$good" -gt 0 ] || rm "$f"
        done
        rm -f "$list/names" "$list/build.result"
    else
        echo "tests: nothing of a tier of these sources is left to go on with; all of it runs"
        rm -rf "$list"
    fi ;;
*) echo "tests: RESUME=$RESUME; accepted: yes, no" >&2; exit 2 ;;
esac
mkdir -p "$list/alone"
echo "$before" >"$list/before"
echo "$now" >"$list/now"
number=0 folder=$list

# item NAME HINT COMMAND...: lists one test. The second of a name is called NAME_2. A name has no slash: logs have it.
item() {
    name=$(printf '%s' "$1" | tr / _)
    echo "$name" >>"$list/names"
    again=$(grep -cx -e "$name" "$list/names")
    [ "$again" -eq 1 ] || name=${name}_$again
    shift
    case $name in *"$only"*) ;; *) return 0 ;; esac
    number=$((number + 1))
    printf '%s\n' "$name" "$@" >"$folder/$(printf '%04d' $number)"
}

# alone COMMAND...: what it lists runs after all others, one at a time.
alone() {
    folder=$list/alone
    "$@"
    folder=$list
}

shell_test() { # shell_test GROUP FUNCTION HINT [arguments]
    group=$1 function=$2 hint=$3
    shift 3
    item "$function${1:+_$1}" "$hint" sh "tb/tests/$group.sh" "$function" "$@"
}

page() {
    find "$list" -name '[0-9]*' | sort |
        xargs awk -v tier="$tier" -v logs="$logs" -f tb/tests/ladder.awk tb/tests/ladder.tsv \
        >"$pages/ladder-$tier.md"
    echo "the ladder: $pages/ladder-$tier.md"
}

# The programs first, then all tests.
finish() {
    if [ "$number" -eq 0 ]; then
        echo "tests: ONLY=$only: no test of make $tier is called so; accepted is a part of a name in tb/tests/tiers" >&2
        exit 2
    fi
    trap 'echo "tests: interrupted; make $tier RESUME=yes goes on"; page; exit 130' INT TERM
    export TEST_LIMIT="$limit" TEST_TIER="$tier"
    echo "build" >"$list/build"
    printf '%s\n' "read the compiler's messages" make -s "-j$jobs" all >>"$list/build"
    run_item "$list/build" 9>&-
    find "$list" -maxdepth 1 -name '[0-9]*' ! -name '*.result' | sort |
        xargs -r -n 1 -P "$jobs" "$top/tb/tests/tests.sh" item 9>&-
    find "$list/alone" -name '[0-9]*' ! -name '*.result' | sort | xargs -r -n 1 "$top/tb/tests/tests.sh" item 9>&-
    page
    echo "slowest, in seconds and processor seconds:"
    find "$list" -name '*.result' -exec cat '{}' + | sort -k 6,6 -n -r | head -12 |
        awk '{ printf "  %5d %5d  %s\n", $4, $6, $5 }'
    find "$list" -name '*.result' -exec cat '{}' + |
        awk -v wanted="$number" '{ good += $1; bad += $2; skip += $3; n++ }
            END { if (n != wanted + 1) { bad += wanted + 1 - n; print "tests: some left no result" }
                  printf "%d passed, %d failed%s\n", good, bad, skip ? ", " skip " skipped" : ""
                  exit bad > 0 }'
}

. tb/tests/tiers/x_starts.sh
. tb/tests/tiers/check.sh
. tb/tests/tiers/test.sh
. tb/tests/tiers/ci.sh
. tb/tests/tiers/nightly.sh
export SHARED=${SHARED:-../shared}
case $tier in
check|test|ci|nightly) "tier_$tier" ;;
*) echo "tests: '$tier' is not a tier; accepted: check, test, ci, nightly" >&2; exit 2 ;;
esac
finish
