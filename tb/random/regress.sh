#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make regress: random programs on random configurations (tb/random/random_config.c) in lock-step, each with two seeds
# of start values, which must give the same events. A configuration is generated, linted and compiled once and serves
# ten programs; what stands beside it as invalid must be refused. The first program of a configuration runs in Icarus,
# too, for a while, and what has no reset starts as X. A case that fails is made short.
#
# usage: regress.sh                           environment: N (100), SEED (1), KINDS, JOBS, FAULT, O, STATE
#        regress.sh --case CASE               one case, with what cosim says of it; environment: FAULT, O, STATE
#        regress.sh --configuration NUMBER COUNT     (itself) the first COUNT cases of a configuration
#        regress.sh --same DIR TRACE          (shrink_trace) whether TRACE fails as the case in DIR has
#
# What is finished is kept in $O/regress/SEED-... (STATE: another folder than $O/regress), a file for each configuration
# with a line for each case: an interrupted run goes on where it stopped, unless the programs have changed. Exit codes:
# 0, 1 a case has failed, 2 usage.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
export O="${O:-build}" FAULT="${FAULT:-}"
STATE=${STATE:-$O/regress}
flow=$top/tb/flow/flow.sh
limit=600                                   # seconds of one run
X_CYCLES=100                                # of a run that starts with X
four=""                                     # options of cosim for a run with four states
. tb/flow/workers.sh
die() { echo "regress: $*" >&2; exit 2; }

is_number() { # TEXT MOST
    case $1 in ''|0*|*[!0-9]*|?????????????????*) return 1 ;; esac
    [ "$1" -le "$2" ]
}

# A field of what random_config says of a case.
field() { sed -n "s/^$1 *//p" "$case_file"; }

as_options() { for s in "$@"; do printf -- '--set %s ' "$s"; done; }

# --- one run ----------------------------------------------------------------------------------------------------------

# How a run has failed, without the numbers that change when the program does.
signature() { # STATUS OUTPUT
    awk -v status="$1" '
        s == "" && /^lock-step: [A-Z]/ {
            sub(/,.*/, ""); s = $0; getline
            if (/registers are as/) getline
            sub(/,.*/, ""); s = s "," $0 }
        { last = $0 }
        END { if (s == "") s = last; gsub(/0x[0-9a-f]+|[0-9]+/, "N", s); gsub(/ +/, " ", s)
              print "exit code " status ": " s }' "$2"
}

# Without collectors there are control bits: those that cmodel writes for the trace. Of ten programs two have them, four
# wait longer (legal), and four have any, which may be too weak: stale operands do not end a run then, and RTL and model
# agree on them. choose_bits: sets $bits.
choose_bits() {
    bits=""
    case " $settings " in
    *" modern.dependences=scoreboard "*) return 0 ;;
    *" collector.kind=none "*) ;;
    *) return 0 ;;
    esac
    case $case in *[05]) ;; *[2468]) bits=legal ;; *) bits=any ;; esac
}

# The control bits of a trace, which a shorter one has for itself. write_bits TRACE FILE: sets $hints, options of cosim.
write_bits() {
    hints=""
    # shellcheck disable=SC2086 # $sets are words
    [ -z "$bits" ] || hints=$("$top/tb/random/bits.sh" "$bits" "$case" "$1" "$2" -c configs/ocu.yaml $sets)
}

# try TRACE OUTPUT: runs the case with each of $seeds. Sets $status, and if it is not 0 $sign, $failing (the seed) and
# $output.
try() {
    if ! write_bits "$1" "$2.bits" >"$2.refused" 2>&1; then
        status=2 failing=${seeds%% *} output=$2.refused sign="the program has no control bits"
        return 0
    fi
    for s in $seeds; do
        status=0 failing=$s output=$2.$s
        # shellcheck disable=SC2086 # $sets, $four and $hints are words
        timeout --foreground -k 10 $limit "$O/cosim" -c configs/ocu.yaml $sets --rtl "$rtl" --dut "$dut/libdut.so" \
            --yosys "$flops" --trace "$1" --seed "$s" --tags "$case" --sthld "$case" $four $hints \
            >"$output" 2>&1 || status=$?
        [ "$status" -eq 0 ] || { sign=$(signature "$status" "$output"); return 0; }
        # Which value is stale may depend on the start values, and what happens when does not.
        sed '/^with seed/d; s/, unlike the oracle: .*//; /^  the first: /d; s/, oracle equal$//' \
            "$output" >"$output.events"
    done
    first=${seeds%% *} last=${seeds##* } failing=$last
    if ! cmp -s "$2.$first.events" "$2.$last.events"; then
        status=1 sign="other events with other start values"
        { echo "other events with seed $last than with seed $first:"
          diff "$2.$first.events" "$2.$last.events" || [ $? -eq 1 ]; } >"$output"
    fi
}

# The command that runs a trace as the case does, without this script.
command_of() { # TRACE SEED
    printf "make cosim CONFIG=ocu TRACE=%s SEED=%s SET='%s' ARGS='--tags %s --sthld %s%s%s'%s %s%s\n" "$1" "$2" \
        "$settings $environment" "$case" "$case" "${four:+ $four}" "${hints:+ $hints}" "${FAULT:+ FAULT=$FAULT}" \
        "$([ -n "$four" ] && echo SIM=icarus || echo VERILATE_OPT=-O0)" "$elsewhere"
}

again() { echo "make regress CASE=$case${FAULT:+ FAULT=$FAULT}$elsewhere"; }

# --- a case -----------------------------------------------------------------------------------------------------------

# Keeps what try() has found in $state/failed, makes the program short, and reports.
failure() {
    kept=$state/failed/$case
    rm -rf "$kept"
    mkdir -p "$kept"
    cp -r "$work/trace" "$kept/trace"
    write_bits "$kept/trace" "$kept/bits" >"$kept/bits.log" 2>&1 || :
    sed "s,$work/trace,$kept/trace,g; s,$work/out.bits,$kept/bits,g" "$output" >"$kept/output"
    echo "$sign" >"$kept/signature"
    [ "$sign" != "other events with other start values" ] || failing=$seeds
    for v in rtl dut flops sets case four bits; do eval "printf '%s=\"%s\"\n' $v \"\$$v\""; done >"$kept/variables"
    echo "seeds=\"$failing\"" >>"$kept/variables"
    short="not made short: an earlier case of this configuration has failed in the same way"
    rerun=""
    if ! grep -qxF -- "$sign" "$work/signatures"; then
        echo "$sign" >>"$work/signatures"
        echo "regress: case $case has failed; its program is made short" >&2
        if short=$("$O/shrink_trace" -i "$work/trace" -o "$kept/short" -- "$top/tb/random/regress.sh" --same "$kept" \
            2>"$kept/shrink.log"); then
            write_bits "$kept/short" "$kept/short.bits" >"$kept/bits.log" 2>&1 || :
            rerun=$(command_of "$kept/short" "${failing%% *}")
        else
            short="not made short: $(tail -n 1 "$kept/shrink.log")"
        fi
        rm -rf "$kept/short.candidate"
    fi
    { echo "regress: case $case FAILED with seed $failing, configuration $number"
      echo "  $sign"
      head -n 12 "$kept/output" | sed 's/^/    /'
      echo "  program: $short"
      echo "  output: $kept/output"
      echo "  again: $(again)"
      [ -z "$rerun" ] || echo "  again, short: $rerun"
      [ "$failing" != "$seeds" ] || echo "  compare what it prints with that for SEED=${seeds##* }"; } >"$kept/report"
    [ -t 2 ] && printf '\r%70s\r' "" >&2
    cat "$kept/report"
}

one_case() {
    case_file=$work/case
    "$O/random_config" --case "$case" >"$case_file"
    environment=$(field environment) program=$(field program)
    # shellcheck disable=SC2046,SC2086 # these are words
    sets=$(as_options $settings $environment)
    rm -rf "$work/trace"
    # shellcheck disable=SC2086 # $program are words
    "$O/random_trace" -o "$work/trace" $program
    choose_bits
    seeds="$case $((case + 1))" four="" dut=$compiled
    try "$work/trace" "$work/out"
    with_x=""
    if [ "$status" -eq 0 ] && [ -z "$FAULT" ] && [ "${case%0}" != "$case" ]; then
        with_x=x seeds=$case four="--slice 0.0 --max-cycles $X_CYCLES --x-start" dut=$work/icarus
        try "$work/trace" "$work/out.x"
    fi
    [ -z "$verbose" ] || cat "$work"/out.*[0-9]
    cycles=$(sed -n 's/^lock-step: \([0-9]*\) cycles.*/\1/p; s/^lock-step: [A-Z -]* in cycle \([0-9]*\).*/\1/p' \
        "$work"/out.*[0-9] | awk '{ n += $1 } END { printf "%.0f", n }')
    instructions=$(sed -n 's/^instructions  *\([0-9]*\) of warps.*/\1/p' "$work/out.$case")
    word=ok
    [ "$status" -eq 0 ] || { word=failed; failure; }
    echo "$case $word $cycles ${instructions:-0} ${with_x:--} ${bits:+control}" >>"$results"
    rm -f "$work"/out.*
    progress
}

progress() {
    [ -t 2 ] && [ -z "$verbose" ] || return 0
    find "$state/done" -type f -exec cat '{}' + | awk -v total="$total" '
        $2 == "ok" { n++ } $2 == "failed" { n++; bad++ }
        END { printf "\rregress: %d of %d cases, %d failed ", n, total, bad }' >&2
}

# --- a configuration --------------------------------------------------------------------------------------------------

# What a configuration cannot do before any of its cases.
not_ready() { # WHAT
    { echo "regress: configuration $number FAILED: $1"
      tail -n 12 "$work/log" | sed 's/^/    /'
      echo "  again: make lint CONFIG=ocu SET='$settings'${FAULT:+ FAULT=$FAULT}$elsewhere"
      echo "  or: $(again)"; } >"$work/report"
    mkdir -p "$state/failed/$case"
    mv "$work/report" "$state/failed/$case/report"
    cat "$state/failed/$case/report"
    echo "$case failed - -" >>"$results"
    return 1
}

# The invalid configuration must be refused with one sentence and exit code 2, and leave nothing behind.
refuses_invalid() {
    status=0
    # shellcheck disable=SC2046 # these are words
    "$O/rtl_gen" -c configs/ocu.yaml $(as_options $(field invalid)) -o "$work/never" >"$work/log" 2>&1 || status=$?
    if [ "$status" -eq 2 ] && [ "$(wc -l <"$work/log")" -eq 1 ] && [ ! -e "$work/never" ]; then
        echo "invalid refused" >>"$results"
        return 0
    fi
    echo "exit code $status, $(wc -l <"$work/log") lines; invalid: $(field invalid)" >>"$work/log"
    not_ready "an invalid configuration was not refused with one sentence and exit code 2"
}

# Generates, lints and compiles; sets $rtl, $compiled and $flops. With a planted fault it may not be clean: no lint.
prepare() {
    # shellcheck disable=SC2086 # $settings are words
    rtl=$("$flow" rtl ocu $settings 2>"$work/log") || { not_ready "rtl_gen refuses it"; return 1; }
    # shellcheck disable=SC2086
    [ -n "$FAULT" ] || "$flow" lint ocu $settings >"$work/log" 2>&1 || { not_ready "it is not clean"; return 1; }
    # shellcheck disable=SC2086
    compiled=$("$flow" dut ocu $settings 2>"$work/log") || { not_ready "it does not compile"; return 1; }
    "$top/tb/lockstep/icarus/icarus.sh" "$rtl" "$work/icarus" 2>"$work/log" ||
        { not_ready "Icarus does not compile it"; return 1; }
    # shellcheck disable=SC2086
    flops=$("$flow" flops ocu $settings 2>"$work/log") || { not_ready "Yosys does not list its registers"; return 1; }
    grep -qs '^invalid' "$results" || refuses_invalid
}

# The cases of configuration $number in $wanted that are not finished.
configuration() {
    results=$state/done/$number work=$state/work/$number missing=""
    for c in $wanted; do grep -qs "^$c " "$results" || missing="$missing $c"; done
    [ -n "$missing" ] || return 0
    # A configuration that was not ready is not tried again.
    ! grep -qs ' failed - -$' "$results" || return 0
    rm -rf "$work"
    mkdir -p "$work"
    trap 'exit 130' INT TERM
    [ -n "$verbose" ] || trap 'rm -rf "$work"' EXIT
    # Ways of failing that have been made short, in a run before this one.
    for f in "$state/failed/$number"[0-9]/short; do
        case=${f%/short} case=${case##*/}
        [ ! -e "$f" ] || ! grep -qs "^$case " "$results" || cat "${f%short}signature"
    done >"$work/signatures"
    case=${missing# } case=${case%% *} case_file=$work/case
    "$O/random_config" --case "$case" >"$case_file"
    settings=$(field configuration)
    # -O0 compiles in half the time of -O1 and runs at a tenth of its speed: best for a case or two.
    set -- $missing
    export VERILATE_OPT="-O$(($# > 3))" JOBS=1
    progress
    prepare || return 0
    for case in $missing; do one_case; done
    [ -t 2 ] || echo "regress: configuration $number, cases" $missing "- $(grep -c ' ok ' "$results") passed," \
        "$(grep -c ' failed ' "$results") failed" >&2
}

elsewhere=""
[ "$O" = build ] || elsewhere=" O=$O"

# --- the whole --------------------------------------------------------------------------------------------------------

# What results are of: other programs may give others.
programs() {
    for p in rtl_gen cosim cmodel random_config random_trace random_control; do
        cat "$O/$p"
    done | sha256sum | cut -c1-16
}

# "NUMBER COUNT" for each configuration of this run. A planted fault needs configurations that have its module.
choose() {
    left=$N count=$(((N + 9) / 10))
    [ -z "$FAULT" ] || count=$((20 * count < 100000 ? 20 * count : 100000))
    "$O/random_config" --seed "$SEED" --count "$count" --kinds "$KINDS" >"$state/list"
    while [ "$left" -gt 0 ] && read -r number settings; do
        # shellcheck disable=SC2046,SC2086 # these are words
        if [ -n "$FAULT" ] && ! "$O/rtl_gen" -c configs/ocu.yaml $(as_options $settings) --fault "$FAULT" \
            -o "$state/fault" 2>"$state/refusal"; then
            continue
        fi
        echo "$number $((left < 10 ? left : 10))"
        left=$((left - 10))
    done <"$state/list"
    rm -rf "$state/fault"
    [ "$left" -le 0 ] || die "FAULT=$FAULT: not enough configurations of SEED=$SEED have it ($(cat "$state/refusal"))"
}

cases_of() { awk '{ for (i = 0; i < $2; i++) print $1 i }' "$state/jobs"; }

# Lines of the cases of this run; $1: their second word, or nothing for any.
lines() { # WORD
    find "$state/done" -type f -exec cat '{}' + |
        awk -v word="$1" 'FNR == NR && FILENAME != "-" { wanted[$1] = 1; next }
            $1 in wanted && (word == "" || $2 == word)' "$state/cases" -
}

summary() {
    { lines ""
      while read -r number count; do
          [ ! -f "$state/done/$number" ] || sed -n '/^invalid/p' "$state/done/$number"
      done <"$state/jobs"; } |
        awk -v seed="$SEED" -v n="$N" -v configurations="$(wc -l <"$state/jobs")" '
            $1 == "invalid" { refused++; next }
            { run++; cycles += $3; instructions += $4; x += $5 == "x"; control += $6 == "control" }
            $2 == "failed" { failed++ }
            END { printf "regress: seed %s: %d cases (%d with X at the start, too%s) on %d configurations, " \
                         "%.0f instructions, %.0f cycles in lock-step, %d failed%s; %d invalid configurations " \
                         "refused\n", seed, run, x, \
                         control ? ", " control " with other control bits" : "", configurations, \
                         instructions, cycles, failed, run < n ? ", " n - run " not run" : "", refused }'
}

# Nobody else works in $state.
begin_state() {
    mkdir -p "$state" 2>/dev/null && [ -w "$state" ] ||
        die "$state cannot be written; set O= or STATE= to a directory that can"
    only_run "$state/lock" "regress: what is kept in $state"
}

main() {
    N=${N:-100} SEED=${SEED:-1} KINDS=$(echo "${KINDS:-}" | tr ',' ' ') JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
    is_number "$N" 1000000 || die "N=$N: accepted are 1 to 1000000 cases"
    is_number "$SEED" 4000000000 || die "SEED=$SEED: accepted are 1 to 4000000000"
    is_number "$JOBS" 1000 || die "JOBS=$JOBS: accepted are 1 to 1000"
    "$O/random_config" --seed 1 --kinds "$KINDS" >/dev/null || exit 2
    state=$STATE/SEED-$SEED$(printf '%s' "${KINDS:+-$KINDS}${FAULT:+-$FAULT}" | tr ' :' '+_')
    begin_state
    trap 'dismiss; echo "regress: interrupted; the same command goes on where it has stopped" >&2; exit 130' INT TERM
    now=$(programs)
    if [ -f "$state/programs" ] && [ "$(cat "$state/programs")" != "$now" ]; then
        echo "regress: the programs are others than those of $state, which begins anew"
        rm -rf "$state/done" "$state/failed" "$state/work"
    fi
    echo "$now" >"$state/programs"
    mkdir -p "$state/done" "$state/failed" "$state/work"
    choose >"$state/jobs"
    cases_of >"$state/cases"
    echo "regress: seed $SEED: $N cases from $(head -n 1 "$state/cases") to $(tail -n 1 "$state/cases")," \
        "configurations: $(wc -l <"$state/jobs"), $JOBS at a time; results in $state"
    finished=$(lines "" | wc -l)
    [ "$finished" -eq 0 ] || echo "regress: $finished of $N cases were finished before"
    lines failed | while read -r c rest; do
        cat "$state/failed/$c/report" ||
            echo "regress: case $c FAILED, and its report is gone: delete $state/done/${c%?}"
    done
    export state total="$N" verbose=""
    workers "$state/jobs" -r -L 1 -P "$JOBS" "$top/tb/random/regress.sh" --configuration ||
        die "a configuration was stopped; the same command goes on where it has stopped"
    [ -t 2 ] && printf '\r%70s\r' "" >&2
    summary
    [ "$(lines ok | wc -l)" -eq "$N" ]
}

one() { # CASE
    is_number "$1" 9000000000000000 && [ "$1" -ge 10 ] ||
        die "CASE=$1: accepted is the number of a case, such as 1000000"
    state=$STATE/CASE-$1$(printf '%s' "${FAULT:+-$FAULT}" | tr : _) number=${1%?} wanted=$1 total=1 verbose=yes
    begin_state
    rm -rf "$state/done" "$state/failed" "$state/work"
    mkdir -p "$state/done" "$state/failed"
    if [ -n "$FAULT" ]; then
        # shellcheck disable=SC2046 # these are words
        "$O/rtl_gen" -c configs/ocu.yaml \
            $(as_options $("$O/random_config" --case "$1" | sed -n 's/^configuration *//p')) \
            --fault "$FAULT" -o "$state/fault" 2>"$state/refusal" ||
            die "FAULT=$FAULT: $(sed 's/^[a-z_]*: //' "$state/refusal")"
        rm -rf "$state/fault"
    fi
    configuration
    if [ -d "$work/trace" ]; then
        echo "program: $O/random_trace -o $work/trace $program"
        write_bits "$work/trace" "$work/bits" >"$work/log" 2>&1 || :
        command_of "$work/trace" "$case"
    fi
    grep -q "^$1 ok" "$state/done/$number" || exit 1
    echo "regress: case $1 passed"
}

case ${1:-} in
--configuration)
    number=$2 wanted=""
    for i in $(seq 0 $(($3 - 1))); do wanted="$wanted $number$i"; done
    configuration ;;
--same)
    . "$2/variables"
    try "$3" "$2/candidate"
    same=1
    [ "$status" -eq 0 ] || [ "$sign" != "$(cat "$2/signature")" ] || same=0
    rm -f "$2"/candidate.*
    exit $same ;;
--case) [ $# -eq 2 ] || die "--case needs the number of a case"; one "$2" ;;
'') main ;;
*) die "'$1' is not expected; accepted are --case CASE, or nothing and N=, SEED=, KINDS=, JOBS=, FAULT=" ;;
esac
