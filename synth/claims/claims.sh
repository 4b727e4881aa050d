#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The papers' claims beside what this project measures: runs what is needed, keeps what comes of it in
# $O/claims/claims.sqlite, and writes $O/claims/claims.md and .html from that. An interrupted run goes on where it was.
#
# usage: claims.sh                environment: O, SHARED, and
#   ONLY      groups to measure (all): storage runs profile register_cache levels schedulers table_1 sram hardware
#             energy lockstep
#   SIZE      of the workloads: small or large (small)
#   LOCKSTEP  workloads that every RTL behind a number runs in lock-step, unless it has (mix, the bundled trace); none
#   HARDWARE  yes: synthesize what areas and clocks need (long); no: take what was synthesized before (no)
#   LIB       library of areas, clocks and energies, as with make area
#   ENERGY    workloads whose energies are measured, with HARDWARE=yes (hotspot hgemm)
#   CLAIMS    a table of claims (synth/claims/claims.tsv)
#   OUT       where to write ($O/claims)
#   RESULTS   a directory: the Markdown page is copied to claims-results.md in it, its pictures to figures/ (nowhere)
# Relative paths are seen from where it is called. Exit codes: 0 written; 1 written, but a measure failed or a lock-step
# run differed; 2 a table, a library or a variable was refused.
set -u
. "$(dirname "$0")/../../tb/flow/neutral.sh"
here=$(pwd)
top=$(cd "$(dirname "$0")/../.." && pwd)

# A path as seen from the top directory, short where it is in it.
from_top() {
    case $1 in
    '') ;;
    "$top"/*) echo "${1#"$top"/}" ;;
    /*) echo "$1" ;;
    *) from_top "$here/$1" ;;
    esac
}
if [ "${1:-}" != --lockstep ]; then
    O=$(from_top "${O:-$top/build}") OUT=$(from_top "${OUT:-}") LIB=$(from_top "${LIB:-}")
    CLAIMS=$(from_top "${CLAIMS:-}") RESULTS=$(from_top "${RESULTS:-}")
fi
cd "$top" || exit 2

# A design, "configuration+setting", in lock-step on the words of $LOCKSTEP, on one core. $PROGRESS has the time when
# the first one began, the number of designs, and a line for each that is done.
if [ "${1:-}" = --lockstep ]; then
    base=${2%%+*}
    sets=$(printf '%s' "${2#"$base"}" | tr '+' ' ')
    log=$(mktemp "$O/claims-lockstep.XXXXXX") bad=0 words=""
    export JOBS=1
    [ "$LOCKSTEP" != mix ] || export VERILATE_OPT=-O0      # a few thousand cycles: compiling is what takes time
    for w in $LOCKSTEP; do
        # shellcheck disable=SC2086 # $sets is words
        if WORKLOAD=$([ "$w" = mix ] || echo "$w") SIZE=small tb/flow/flow.sh cosim "$base" workloads/mix $sets \
            -- --quiet \
            >"$log" 2>&1 </dev/null
        then words="$words, $w: $(sed -n 's/^lock-step: \([0-9]* cycles\),.*/\1/p' "$log")"
        else
            echo "claims: lock-step of $2 on $w failed:" >&2
            tail -n 5 "$log" >&2
            bad=1 words="$words, $w: failed"
        fi
    done
    rm -f "$log"
    echo "$2" >>"$PROGRESS"
    awk -v now="$(date +%s)" -v text="$2$words" '
        NR == 1 { begin = $1; all = $2 }
        END {
            printf "claims: lock-step: [%d/%d] %s; %d s so far", NR - 1, all, text, now - begin
            if (NR - 1 < all) printf ", about %d s to go", (now - begin) / (NR - 1) * (all - NR + 1)
            print ""
        }' "$PROGRESS" >&2
    exit $bad
fi
export O SIZE=${SIZE:-small}
unset PARAM SEED HINTS SLICE FAULT      # what is measured is not of these, whoever has set them
groups="storage runs profile register_cache levels schedulers table_1 sram hardware energy lockstep"
ONLY=${ONLY:-$groups}
pictures="storage accesses performance"
export LOCKSTEP=${LOCKSTEP:-mix}
HARDWARE=${HARDWARE:-no} ENERGY=${ENERGY:-hotspot hgemm}
CLAIMS=${CLAIMS:-synth/claims/claims.tsv}
out=${OUT:-$O/claims}
raw=$out/raw
refuse() { echo "claims: $*" >&2; exit 2; }

# workloads NAME WORDS [WORD ...]: refuses words that are neither workloads nor WORD.
workloads() {
    name=$1 words=$2
    shift 2
    [ -n "$words" ] || refuse "$name= is empty; accepted are names of workloads${*:+, $*}"
    for w in $words; do
        case " $* " in *" $w "*) continue ;; esac
        case $w in */*) ;; *) ls workloads/*/"$w.yaml" >/dev/null 2>&1 && continue ;; esac
        refuse "$name=$w is not a workload; accepted are names in workloads/${*:+, $*}"
    done
}
case $SIZE in small|large) ;; *) refuse "SIZE=$SIZE; accepted: small, large" ;; esac
case $HARDWARE in yes|no) ;; *) refuse "HARDWARE=$HARDWARE; accepted: yes, no" ;; esac
[ "$LOCKSTEP" = none ] || workloads LOCKSTEP "$LOCKSTEP" mix
workloads ENERGY "$ENERGY"
for group in $ONLY; do
    case " $groups " in *" $group "*) ;; *) refuse "ONLY=$group is not a group; accepted: $groups" ;; esac
done
mkdir -p "$raw" 2>/dev/null || refuse "$out cannot be written; accepted is a directory in O= or OUT= that can"
parts=$(mktemp -d "$out/part.XXXXXX")
trap 'rm -rf "$parts"' EXIT
trap 'exit 130' HUP INT TERM
# What is lost on a full disk must not become a page: the end of all, wherever in it.
trap 'refuse "$out cannot be written; is the disk full?"' USR1
full() { kill -s USR1 $$; exit 2; }
begin=$(date +%s)
say() { echo "claims: $*, $(($(date +%s) - begin)) s so far" >&2; }
. synth/flow/library.sh
. tb/flow/whole.sh
[ "${STRATEGY:-area}" = area ] || refuse "STRATEGY=$STRATEGY; accepted: area, which the page is of"
[ -z "$LIB" ] || (library claims) || exit 2
[ -z "${NM:-}" ] || "$O/sram" table --nm "$NM" --tsv >/dev/null || exit 2
. synth/flow/settings.sh
widths_of_netlists claims
[ -z "${RESULTS:-}" ] || { mkdir -p "$RESULTS/figures" 2>/dev/null && [ -w "$RESULTS/figures" ]; } ||
    refuse "RESULTS=$RESULTS cannot be written; accepted is a directory that can"
"$O/claims_page" --measures "$CLAIMS" >"$parts/names" || exit 2
sort "$parts/names" >"$parts/needed"
# "measure group" of everything that can be measured.
{ grep -v '^#' synth/claims/measures.tsv | tr '\t' ' '
  sed -n '/^#/d; s/^\([^\t]*\)\t.*/runs.\1 runs/p' synth/claims/runs.tsv; } | sort >"$parts/known"

# --- values -----------------------------------------------------------------------------------------------------------

# "configuration+setting=hash" of each configuration, the hash being that under which lock-step keeps its count.
rtl_of() {
    for c in "$@"; do
        key=$(printf '%s' "$c" | tr '/' '_')
        if [ ! -f "$parts/rtl.$key" ]; then
            base=${c%%+*}
            sets=$(printf '%s' "${c#"$base"}" | tr '+' ' ')
            # shellcheck disable=SC2086 # $sets is words
            hash=$(tb/flow/flow.sh hash "$base" $sets) || continue
            echo "$hash" 2>/dev/null >"$parts/rtl.$key" || full
        fi
        printf '%s=%s ' "$c" "$(cat "$parts/rtl.$key")"
    done | sed 's/ $//'
}

# row NAME STATUS VALUE UNIT CONFIGURATIONS LIBRARY WORKLOADS COMMAND RAW MESSAGE: a measure.
# CONFIGURATIONS are words.
row() {
    # shellcheck disable=SC2086 # $5 is words
    hashes=$(rtl_of $5)
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' \
        "$1" "$2" "$3" "$4" "${5:--}" "$6" "$7" "${hashes:--}" "$8" "$9" "${10}" \
        2>/dev/null >>"$parts/measured" || full
}
ok() { row "$1" ok "$2" "$3" "$4" - "${7:--}" "$5" "$6" -; }

# failed GROUP LOG COMMAND: what a group did not measure, with the command's last words.
failed() {
    words=$(tail -n 1 "$2" 2>/dev/null | tr '\t' ' ' | cut -c1-200)
    without "$1" failed "$3" "not measured (command failed: ${words:-no message})"
}

# without PREFIX STATUS COMMAND MESSAGE: says of every measure that a group can make, that is needed, begins so and has
# no value, why it has none.
without() {
    join "$parts/needed" "$parts/known" | cut -d' ' -f1 | grep "^$1" | while read -r name; do
        cut -f1 "$parts/measured" | grep -qxF "$name" || row "$name" "$2" - - "" - - "$3" - "$4"
    done
}

wants() {
    case " $ONLY " in *" $1 "*) say "$1" ;; *) return 1 ;; esac
}
. synth/claims/results.sh
calculate() { awk "BEGIN { printf \"%.9g\", $1 }"; }

# --- groups -----------------------------------------------------------------------------------------------------------

. synth/claims/storage.sh
. synth/claims/runs.sh
. synth/claims/untimed.sh
. synth/claims/register_cache.sh
. synth/claims/levels.sh
. synth/claims/schedulers.sh
. synth/claims/hardware.sh

# --- lock-step --------------------------------------------------------------------------------------------------------

# size DESIGN: register bits of a design, which is what its compilation goes by.
size() {
    base=${1%%+*}
    # shellcheck disable=SC2046 # the settings are words
    awk -F '\t' 'NR > 1 { n += $2 } END { print n }' \
        "$(tb/flow/flow.sh rtl "$base" $(printf '%s' "${1#"$base"}" | tr '+' ' '))/registers.tsv"
}

# Every RTL behind a number, unless it has cycles already: one on each core, the largest first.
lockstep() {
    [ "$LOCKSTEP" != none ] || return 0
    touch "$O/lockstep.tsv" "$parts/asked"
    cut -f8 "$parts/measured" | tr ' ' '\n' | grep '=' | sort -u | while IFS= read -r design; do
        hash=${design##*=} label=${design%=*}
        ! cut -f1 "$O/lockstep.tsv" "$parts/asked" | grep -qx "$hash" || continue
        echo "$hash" >>"$parts/asked"
        echo "$(size "$label") $label"
    done | sort -rn | cut -d' ' -f2 >"$parts/designs"
    say "lock-step of $(wc -l <"$parts/designs") designs, $(nproc) at a time"
    export PROGRESS="$parts/progress"
    echo "$(date +%s) $(wc -l <"$parts/designs")" >"$PROGRESS"
    xargs -r -P "$(nproc)" -n 1 synth/claims/claims.sh --lockstep <"$parts/designs" || bad=1
}

# What is left: its group was not asked for, or has not measured it, or nothing knows how to.
left() {
    cut -f1 "$parts/measured" | sort >"$parts/have"
    unlisted=$(cut -d' ' -f1 "$parts/known" | comm -13 - "$parts/have" | tr '\n' ' ')
    [ -z "$unlisted" ] || { say "measured, but not in synth/claims/measures.tsv: $unlisted"; bad=1; }
    comm -23 "$parts/needed" "$parts/have" | while IFS= read -r name; do
        group=$(sed -n "s/^$name //p" "$parts/known")
        case " $ONLY " in
        *" ${group:=none} "*) row "$name" failed - - "" - - - - "not measured, and group $group does not say why" ;;
        *) if [ "$group" = none ]; then row "$name" failed - - "" - - - - "nothing measures $name"
            else row "$name" later - - "" - - - - "not measured in this run"; fi ;;
        esac
    done
}

# --- page -------------------------------------------------------------------------------------------------------------

draw() { # name, kind, title
    awk -F , -v kind="$2" 'NR == 1 || ($3 == kind && $4 == "%" && $6 != "" && $7 != "" && $2 != "consistency")' \
        "$page/claims.csv" >"$parts/$1.csv"
    [ "$(wc -l <"$parts/$1.csv")" -gt 1 ] || return 0
    command -v gnuplot >/dev/null 2>&1 || { say "no picture: gnuplot is missing"; return 0; }
    picture claims "$page/$1.svg" <<END || exit 2
set terminal svg size 1200,460 font "sans,12" background rgb "white" name "$1"
set datafile separator ","
set title "$3"
set ylabel "per cent"
set style data histogram
set style histogram cluster gap 1
set style fill solid 0.8 border -1
set xtics rotate by -40 font ",10" noenhanced
set rmargin 14
set xzeroaxis
set key outside top center horizontal
set grid y
plot "$parts/$1.csv" using 6:xtic(1) every ::1 lc "#b0b0c8" title "claimed", \
     "" using 7 every ::1 lc "#1f8a70" title "measured"
END
}

about() {
    cat <<END
What the papers claim of overhead and benefit, and what this project measures. A verdict is computed from the \
claimed and the measured value: a number holds if it is within the tolerance of its row in $CLAIMS, a bound if it \
is kept. What the columns mean is in docs/claims.md.
Workloads at their $SIZE sizes unless a row says otherwise. Lock-step cycles are those in which every register of this \
very RTL was equal to the golden model's; the same input counts once.
END
    tools=""
    for t in "yosys -V" "verilator --version" "gnuplot --version"; do
        tools="$tools${tools:+; }$($t 2>/dev/null | head -n 1 | cut -d' ' -f1-3)"
    done
    echo "Tools: $tools."
}

# --- everything -------------------------------------------------------------------------------------------------------

bad=0
: >"$parts/measured"
begin_results
for group in storage runs profile register_cache levels schedulers table_1 sram hardware energy; do
    ! wants $group || measure_group $group
done
lines=$(wc -l <"$parts/measured")
left
keep left "$lines"
! wants lockstep || lockstep
# All files of the page take their places together.
page=$parts/page
mkdir "$page" 2>/dev/null || full
stored true >"$page/measured.tsv" || not_ours "$(tail -n 1 "$page/measured.tsv")"
"$O/claims_page" --csv "$CLAIMS" "$page/measured.tsv" >"$page/claims.csv" || exit 2
draw storage storage "Storage: claimed and measured"
draw accesses count "Accesses to the register file: claimed and measured"
draw performance ipc "Performance: claimed and measured, SIZE=$SIZE"
about 2>/dev/null >"$parts/about" || full
"$O/claims_page" --page "$page" "$CLAIMS" "$page/measured.tsv" "$O/lockstep.tsv" "$parts/about"
status=$?
[ $status -eq 2 ] || {
    for name in $pictures; do rm -f "$out/$name.svg"; done
    mv -f "$page"/* "$out/"
}
[ $status -eq 2 ] || [ -z "${RESULTS:-}" ] || {
    mkdir -p "$RESULTS/figures"
    whole claims "$RESULTS/claims-results.md" sed -e 's,\](\([a-z]*\)[.]svg),](figures/claims_\1.svg),' \
        -e '/^| verdicts /i\
<!-- written by docs/results/block.sh --list claims. -->\
\
<!-- end -->\
' "$out/claims.md" || exit 2
    for name in $pictures; do
        [ ! -f "$out/$name.svg" ] || whole claims "$RESULTS/figures/claims_$name.svg" cat "$out/$name.svg" || exit 2
    done
}
[ $status -eq 2 ] || {
    finish_results
    cut -d , -f5 "$out/claims.csv" | sed 1d | sort | uniq -c | sort -rn
    echo "$out/claims.html"
    echo "$out/claims.md"
}
[ $status -ne 0 ] || status=$bad
exit $status
