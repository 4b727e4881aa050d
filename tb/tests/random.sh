# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# COUNT random valid configurations of few lanes from SEED: generated, linted, run in lock-step on the bundled trace and
# on a random program of its own. With KINDS only those that have one of these (tb/random/random_config.c).
configurations() {
    count=$1 seed=$2 kinds=${3:-}
    echo "SEED=$seed"
    "$O/random_config" --seed "$seed" --count "$count" --kinds "$kinds" >"$T/list"
    export VERILATE_OPT=-O0     # few cycles: what takes the time is the C++ compiler
    kept=$O/test-regress/configurations-$seed
    while read -r number sets; do
        echo "configuration $number: ocu.yaml with SET='$sets'"
        # shellcheck disable=SC2086 # $sets are words
        tb/flow/flow.sh cosim ocu workloads/mix $sets -- --tags "$seed" </dev/null >"$T/cosim" 2>&1 ||
            { cat "$T/cosim"; fail "make cosim CONFIG=ocu SET='$sets' ARGS='--tags $seed'"; }
        tail -n 1 "$T/cosim"
        STATE=$kept tb/random/regress.sh --case "${number}0" </dev/null >"$T/case" 2>&1 ||
            { cat "$T/case"; fail "make regress CASE=${number}0"; }
        tail -n 1 "$T/case"
        rm -rf "$kept"
    done <"$T/list"
}

# Beside COUNT valid configurations from SEED stand invalid ones, which are refused in one sentence. What a number means
# depends neither on KINDS nor on how many are drawn.
contradictions_are_refused() {
    count=$1 seed=$2
    "$O/random_config" --seed "$seed" --count "$count" >"$T/list"
    as_options() { for s in "$@"; do printf -- '--set %s ' "$s"; done; }
    while read -r number settings; do
        invalid=$("$O/random_config" --case "${number}0" | sed -n 's/^invalid //p')
        # shellcheck disable=SC2046,SC2086 # these are words
        { refused "accepted" "$O/rtl_gen" -c configs/ocu.yaml $(as_options $invalid) -o "$T/rtl"
          refused "accepted" "$O/cmodel" run --trace workloads/mix -c configs/ocu.yaml $(as_options $invalid)
          "$O/cmodel" config -c configs/ocu.yaml $(as_options $settings) >"$T/out"; }
        [ ! -e "$T/rtl" ] || fail "a refused configuration left output behind: case ${number}0"
    done <"$T/list"
    "$O/random_config" --seed "$seed" --count 3 --kinds "ccu ciao_p" | while read -r line; do
        echo "$line" | grep -q 'collector.kind=ccu\|throttle.policy=ciao_p' || fail "not of these kinds: $line"
        "$O/random_config" --seed "$seed" --count 100 | grep -qxF "$line" || fail "KINDS changes a configuration: $line"
    done
    refused "1 to 1000000 cases" env N=0 tb/random/regress.sh
    refused "1 to 4000000000" env SEED=first tb/random/regress.sh
    refused "ciao_c" env KINDS=occ tb/random/regress.sh
    refused "stand alone" env KINDS="modern ocu" tb/random/regress.sh
    refused "1 to 1000" env JOBS=-1 tb/random/regress.sh
    refused "number of a case" tb/random/regress.sh --case ten
    refused "--case CASE" tb/random/regress.sh --again
    refused "1 to 4000000000" "$O/random_config" --seed 0
    refused "--seed N" "$O/random_config"
}

# drawn WORD: options that any of the cases has changed, from their lines that begin with the word.
drawn() { sed -n "s/^$1 //p" "$T/cases" | tr ' ' '\n' | sed 's/=.*//' | sort -u; }

# Every option is changed by some of COUNT cases, but for those of tb/random/undrawn.tsv, and by none of these is one.
# An option that is drawn no more is seen.
options_are_drawn_or_say_why() {
    count=$1
    for first in 1000000 1900000; do
        case=$first
        while [ $case -lt $((first + 7 * count)) ]; do
            "$O/random_config" --case $case || fail "case $case"
            case=$((case + 7))
        done
    done >"$T/cases"
    { drawn configuration; drawn environment; } | sort -u >"$T/drawn"
    grep -v '^#' tb/random/undrawn.tsv | cut -f1 | sort >"$T/undrawn"
    "$O/cmodel" options --tsv | sed 1d | cut -f1 | sort >"$T/options"
    not_drawn() { sort "$T/undrawn" "$1" | comm -23 "$T/options" -; }
    [ -z "$(not_drawn "$T/drawn")" ] ||
        fail "no random configuration changes $(not_drawn "$T/drawn" | tr '\n' ' ')"
    comm -12 "$T/undrawn" "$T/drawn" >"$T/both"
    [ ! -s "$T/both" ] || fail "tb/random/undrawn.tsv has what is drawn: $(tr '\n' ' ' <"$T/both")"
    comm -13 "$T/options" "$T/undrawn" >"$T/unknown"
    [ ! -s "$T/unknown" ] || fail "tb/random/undrawn.tsv has what is no option: $(tr '\n' ' ' <"$T/unknown")"
    grep -v '^memory.l2$' "$T/drawn" >"$T/less"
    [ "$(not_drawn "$T/less")" = memory.l2 ] || fail "that memory.l2 is not drawn is not seen"
}

# Of a random program that "fails" while it has a MUFU and a barrier these two are left. All candidates are valid.
traces_are_made_short() {
    cat >"$T/fails" <<'END'
"$O/cmodel" run -c configs/tiny.yaml --set subcore.warps=4 --trace "$1" --timing-only -q >"$T/run" 2>&1 ||
    { cp "$T/run" "$T/invalid"; exit 1; }
cat "$1"/*.traceg >"$T/all"
grep -q MUFU "$T/all" && grep -q BAR.SYNC "$T/all"
END
    export O T
    for seed in 9 10; do
        "$O/random_trace" -o "$T/trace$seed" -s $seed -i 60 --mixed
        "$O/shrink_trace" -i "$T/trace$seed" -o "$T/short$seed" -- sh "$T/fails" | tee "$T/said"
        grep -q '^2 of [0-9]* instructions after' "$T/said" || fail "more than two instructions are left of seed $seed"
        [ ! -e "$T/invalid" ] || fail "a candidate is not a valid trace: $(cat "$T/invalid")"
        "$O/cmodel" run -c configs/tiny.yaml --set subcore.warps=4 --trace "$T/short$seed" --timing-only --csv -q |
            grep -qx 'warp_instructions,2' || fail "the short trace of seed $seed has not two instructions"
    done
    status=0
    "$O/shrink_trace" -i "$T/trace9" -o "$T/short" -- false 2>"$T/err" || status=$?
    [ $status -eq 1 ] || fail "exit code $status instead of 1 of a trace that does not fail"
    refused "kernelslist.g" "$O/shrink_trace" -i "$T/nowhere" -o "$T/short" -- true
    refused "a command" "$O/shrink_trace" -i "$T/trace9" -o "$T/short"
}

last_line_says() { # REGEXP FILE
    tail -n 1 "$2" | grep -q "$1" || { cat "$2"; fail "the last line is not: $1"; }
}

# A tool that finds fault with a configuration fails it, and its cases are not run.
unready_configurations_fail() {
    mkdir "$T/bin"
    printf '#!/bin/sh\necho "%%Warning-PLANTED" >&2\nexit 1\n' >"$T/bin/verilator"
    chmod +x "$T/bin/verilator"
    status=0
    PATH=$T/bin:$PATH N=3 SEED=12 KINDS=ocu JOBS=1 STATE=$T/regress tb/random/regress.sh >"$T/log" 2>&1 || status=$?
    [ $status -eq 1 ] && grep -q '^regress: configuration 1200000 FAILED: it is not clean' "$T/log" &&
        grep -q PLANTED "$T/log" || { cat "$T/log"; fail "exit code $status of make regress with a lint that fails"; }
    last_line_says ' 1 failed, 2 not run;' "$T/log"
}

# N cases from SEED pass. What fails stays in $O/test-regress.
programs_pass() { # N SEED [KINDS]
    kept=$O/test-regress/programs-$1-$2
    rm -rf "$kept"
    N=$1 SEED=$2 KINDS=${3:-} JOBS=${JOBS:-2} STATE=$kept tb/random/regress.sh >"$T/regress.log" 2>&1 ||
        { cat "$T/regress.log"; fail "make regress N=$1 SEED=$2 KINDS='${3:-}'"; }
    last_line_says "^regress: seed $2: $1 cases (.*) on .* [1-9][0-9]* cycles in lock-step, 0 failed; [1-9]" \
        "$T/regress.log"
    tail -n 1 "$T/regress.log"
    rm -rf "$kept"
}

# A run that is stopped in the middle ends with all that it has started, and goes on: nothing that was finished runs
# again, and all is run once. Nobody else works in its folder, not even when its workers are all that is left of it.
interrupted_run_goes_on() { # SEED KINDS
    export N=8 SEED=$1 KINDS=$2 JOBS=1 STATE=$T/regress
    mkdir -p "$STATE"
    setsid tb/random/regress.sh >"$T/first" 2>&1 &
    pid=$!
    while [ "$(find "$STATE" -path '*/done/*' -exec grep -h ' ok ' '{}' + | wc -l)" -eq 0 ]; do
        kill -0 $pid || { cat "$T/first"; fail "the first run ended before a case was finished"; }
        sleep 0.1
    done
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    [ $status -eq 130 ] || fail "exit code $status of the first run, which was interrupted"
    flock -w 30 "$(find "$STATE" -name lock)" true || fail "workers of the first run are at work half a minute later"
    results=$(find "$STATE" -path '*/done/*')
    grep ' ok ' "$results" >"$T/before"
    finished=$(wc -l <"$T/before")
    [ "$finished" -lt $N ] || fail "the first run had finished before it was interrupted"
    tb/random/regress.sh >"$T/second" 2>&1 ||
        { cat "$T/second"; fail "make regress N=8 SEED=$SEED KINDS=$KINDS, a second time"; }
    grep -q "$finished of 8 cases were finished before" "$T/second" || fail "the second run began anew"
    grep ' ok ' "$results" | head -n "$finished" | cmp - "$T/before" || fail "finished cases have changed"
    cut -d ' ' -f 1,2 "$results" | grep ' ok$' | sort >"$T/all"
    [ "$(wc -l <"$T/all")" -eq 8 ] && [ "$(sort -u "$T/all" | wc -l)" -eq 8 ] ||
        { cat "$results"; fail "not every case is there once"; }
    last_line_says ' 8 cases .*on 1 .* 0 failed; 1 invalid configurations refused$' "$T/second"
    status=0
    flock "$(find "$STATE" -name lock)" tb/random/regress.sh >"$T/beside" 2>&1 || status=$?
    [ $status -eq 2 ] && grep -q "runs already" "$T/beside" ||
        { cat "$T/beside"; fail "exit code $status though somebody holds the folder"; }
    tail -n 1 "$T/second"
}

# A planted fault is found, reported with its case, and made short; each printed command shows it again.
failures_are_made_short() { # FAULT SEED KINDS
    export STATE="$T/regress" FAULT=$1
    status=0
    N=1 SEED=$2 KINDS=$3 tb/random/regress.sh >"$T/failed" 2>&1 || status=$?
    cat "$T/failed"
    [ $status -eq 1 ] || fail "exit code $status instead of 1 with FAULT=$1"
    case=$(sed -n 's/^regress: case \([0-9]*\) FAILED .*/\1/p' "$T/failed")
    [ -n "$case" ] || fail "no case is named"
    sed -n 's/^  program: \([0-9]*\) of \([0-9]*\) instructions after .*/\1 \2/p' "$T/failed" >"$T/sizes"
    awk '{ good = $1 > 0 && 4 * $1 < $2 } END { exit !good }' "$T/sizes" ||
        fail "the program was not made short: $(cat "$T/sizes")"
    last_line_says ' 1 cases .*on 1 .* 1 failed' "$T/failed"
    sign=$(sed -n 's/^  exit code 1: [^,]*, //; t found
        d
        : found
        s/\[N\].*//; p' "$T/failed")
    [ -n "$sign" ] || fail "how it has failed is not said"
    command=$(sed -n 's/^  again, short: \(make cosim .*\)/\1/p' "$T/failed")
    status=0
    sh -c "unset FAULT; $command" >"$T/again" 2>&1 || status=$?
    [ $status -ne 0 ] && grep -q '^lock-step: [A-Z]' "$T/again" && grep -qF -- "$sign" "$T/again" ||
        { cat "$T/again"; fail "the short program does not fail in the same way: $command"; }
    status=0
    tb/random/regress.sh --case "$case" >"$T/again" 2>&1 || status=$?
    [ $status -eq 1 ] && grep -q "^regress: case $case FAILED" "$T/again" ||
        { cat "$T/again"; fail "exit code $status of make regress CASE=$case FAULT=$FAULT"; }
    status=0
    N=1 SEED=$2 KINDS=$3 tb/random/regress.sh >"$T/again" 2>&1 || status=$?
    [ $status -eq 1 ] && grep -q "1 of 1 cases were finished before" "$T/again" &&
        grep -q "case $case FAILED" "$T/again" ||
        { cat "$T/again"; fail "exit code $status of the same command again"; }
    # Of seven more cases, none that fails in a way that has been made short is made short again.
    status=0
    N=8 SEED=$2 KINDS=$3 tb/random/regress.sh >"$T/more" 2>&1 || status=$?
    ways=$(grep '^  exit code' "$T/more" | sort -u | wc -l)
    [ $status -eq 1 ] && [ "$(grep -c '^  program: [0-9]' "$T/more")" -eq "$ways" ] ||
        { cat "$T/more"; fail "of cases that fail in $ways ways not one for each way is made short"; }
    repeated=$(grep -cF "$(grep '^  exit code' "$T/failed")" "$T/more")
    [ "$repeated" -gt 1 ] || fail "no other case fails like the first one: choose another seed"
}

"$@"
