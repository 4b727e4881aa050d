#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Readers under fire: runs the fuzz targets in $O/fuzz, as many at a time as there are processors (JOBS=n: n), and tries
# a sample of what they refuse in the programs.
#
# usage: fuzz.sh SECONDS [TARGET...]      environment: SEED (1), JOBS, O
#
# $O/fuzz/corpus keeps what reaches something new, from run to run; $O/fuzz/crashes what something is wrong with, made
# smaller. Exit codes: 0 nothing was found, 1 something was, 2 usage.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
O=${O:-build}
all="config trace cached hints cubin launch listing"
die() { echo "fuzz: $*" >&2; exit 2; }

# fuzz.sh one TARGET SEED SECONDS
if [ "${1:-}" = one ]; then
    errors=$O/fuzz/log/$2-$3
    status=0
    "$O/fuzz/$2" --seconds "$4" --seed "$3" --seeds "tb/fuzz/corpus/$2" --keep "$O/fuzz/corpus/$2" \
        --refused "$O/fuzz/refused/$2" --crashes "$O/fuzz/crashes" 2>"$errors" || status=$?
    [ "$status" -eq 0 ] || grep -v 'WARNING: AddressSanitizer failed to allocate' "$errors" | head -n 40
    exit "$status"
fi

seconds=${1:-}
case $seconds in ''|*[!0-9]*|0*|??????????*)
    die "SECONDS=$seconds is not accepted; a number of seconds from 1 to 999999999 is" ;;
esac
shift
[ $# -gt 0 ] || set -- $all
for t in "$@"; do
    case " $all " in *" $t "*) ;; *) die "TARGET=$t is no target; accepted: $all" ;; esac
done
seed=${SEED:-1}
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
for pair in "SEED=$seed" "JOBS=$jobs"; do
    case ${pair#*=} in ''|*[!0-9]*|0*|??????????*) die "$pair is not accepted; a number from 1 to 999999999 is" ;; esac
done
mkdir -p "$O/fuzz/crashes" "$O/fuzz/corpus" "$O/fuzz/log"
rm -rf "$O/fuzz/refused"
for t in "$@"; do mkdir -p "$O/fuzz/corpus/$t" "$O/fuzz/refused/$t"; done

# A target may run several times, with one seed more each, if there are more processors than targets.
rounds=$(((jobs + $# - 1) / $#))
each=$((seconds * jobs / ($# * rounds)))
[ "$each" -gt 0 ] || each=1
echo "fuzz: $* for $each s each, $jobs at a time, seed $seed"
round=0
while [ "$round" -lt "$rounds" ]; do
    for t in "$@"; do echo "$t $((seed + round)) $each"; done
    round=$((round + 1))
done >"$O/fuzz/log/runs"
status=0
xargs -n 3 -P "$jobs" "$0" one <"$O/fuzz/log/runs" || status=1

# --- what is refused, in the programs ---------------------------------------------------------------------------------

try=$O/fuzz/try
rm -rf "$try"
mkdir -p "$try"
for f in configs/*.yaml workloads/*/*.cubin; do ln -s "$top/$f" "$try/"; done
printf 'cubin: input.cubin\nbuffers: {a: {bytes: 4}}\nlaunches: [{kernel: vectoradd, grid: [1], block: [32],
  arguments: [a]}]\n' >"$try/cubin.yaml"

# A trace that is large enough to be cached, old enough, what it counts and its cached file.
prepare_cached() {
    mkdir "$try/cache"
    sed '/^#BEGIN_TB/,$d; s/^-grid dim = .*/-grid dim = (100000,1,1)/' workloads/mix/kernel-1.traceg \
        >"$try/cached.traceg"
    for _ in 1 2 3 4; do sed -n '/^#BEGIN_TB/,$p' workloads/mix/kernel-1.traceg; done >>"$try/cached.traceg"
    sleep 3
    profile_cached >"$try/counts"
    cached=$(find "$try/cache" -name '*.trace')
    [ -n "$cached" ] || die "$try/cached.traceg is not cached by build/cmodel profile"
}

profile_cached() {
    "$O/cmodel" profile --json --set rfc.compat=rfc_sim --trace "$try/cached.traceg" --trace-cache "$try/cache"
}

# Whatever a cached file holds, the counts are those of the trace.
damaged_cached() {
    [ -f "$try/cached.traceg" ] || prepare_cached
    cp "$1" "$cached"
    profile_cached >"$try/again" && cmp "$try/counts" "$try/again" >&2
}

program() {
    case $1 in
    config) cp "$2" "$try/input.yaml"; "$O/cmodel" config -c "$try/input.yaml" ;;
    trace) cp "$2" "$try/input.traceg"
        "$O/cmodel" run -c configs/tiny.yaml --timing-only --quiet --trace "$try/input.traceg" ;;
    cached) damaged_cached "$2" ;;
    hints) "$O/cmodel" run -c configs/ccu.yaml --trace workloads/mix --timing-only --quiet --hints "$2" ;;
    cubin) cp "$2" "$try/input.cubin"; "$O/warptrace" --run "$try/cubin.yaml" ;;
    launch) cp "$2" "$try/input.yaml"; "$O/warptrace" --run "$try/input.yaml" --limit 1000 ;;
    listing) "$O/cmodel" profile --trace workloads/mix --sass "$2" ;;
    esac
}

tried=0 refused=0
for t in "$@"; do
    for f in "$O/fuzz/refused/$t"/*; do
        [ -f "$f" ] || continue
        tried=$((tried + 1)) code=0
        program "$t" "$f" >"$try/out" 2>"$try/err" || code=$?
        [ "$code" -ne 2 ] || refused=$((refused + 1))
        [ "$code" -ne 0 ] || continue       # the program asks for less than the target did
        # It runs, and gives something else than the file expects.
        ! { [ "$code" -eq 1 ] && grep -q '^result wrong: ' "$try/out"; } || continue
        if [ "$code" -ne 2 ] || [ "$(wc -l <"$try/err")" -ne 1 ]; then
            echo "fuzz: the program says of $f, with exit code $code: $(head -c 600 "$try/err")"
            status=1
        fi
    done
done
echo "fuzz: $tried refused inputs in the programs: $refused end with one sentence and exit code 2," \
    "$((tried - refused)) are accepted there"
[ "$status" -eq 0 ] && echo "fuzz: nothing was found" || echo "fuzz: something was found; see the lines above"
exit "$status"
