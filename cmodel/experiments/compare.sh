#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Schemes beside their baselines on workloads and traces: one table, and a page (docs/compare.md). The runs are those of
# sweep.sh; what has run before is not run again.
#
# usage: compare.sh      environment: O; CONFIGS ('name+key=value ...'), WORKLOAD, TRACE (lists), SIZE, PARAM, SET,
#                        BASELINE, FORMAT (text, csv, json), OUT (folder of all three), REPORT (page), LOCKSTEP (yes),
#                        JOBS, LIB, STRATEGY
#        compare.sh --series FOLDER INTERVAL ID    what a cell does over time
#
#        compare.sh --view FOLDER LAST ID          its pipeline, up to this cycle
#
# $O/comparisons/    results/<id>, lockstep/<key>, series/<id>, views/<id>: kept, and of all comparisons;
#                    run.*/: what one comparison is made of, as long as it runs
#
# exit code: 0, 1 a run or lock-step has failed, 2 usage or input, 130 interrupted
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
top=$PWD
export O="${O:-build}"
. synth/flow/settings.sh
. tb/flow/trace_paths.sh
. tb/flow/run_files.sh
die() { echo "compare: $*" >&2; exit 2; }
tab=$(printf '\t')
kept=$O/comparisons

# with_set KEY=VALUE...: prints them as options.
with_set() { for set in "$@"; do printf ' --set %s' "$set"; done; }

# of_cell ID: sets $arguments, those of the run of a cell in $work/cells.tsv.
of_cell() {
    IFS=$tab read -r _ _ file _ sets kind input size _ _ params _ <<LINE
$(awk -F '\t' -v id="$1" '$1 == id { print; exit }' "$work/cells.tsv")
LINE
    [ "$sets" != - ] || sets=""
    [ "$params" != - ] || params=""
    # shellcheck disable=SC2086,SC2046 # words
    set -- $(with_set $sets)
    if [ "$kind" = workload ]; then
        set -- "$@" --size "$size"
        for p in $params; do set -- "$@" --param "$p"; done
    fi
    arguments=$*
}

if [ "${1:-}" = --series ]; then
    work=$2
    of_cell "$4"
    part=$kept/series/.$4.$$
    trap 'rm -f "$part"' EXIT
    trap 'exit 130' HUP INT TERM
    # shellcheck disable=SC2086 # words
    "$O/cmodel" run -c "$file" $arguments --$kind "$input" --timing-only -q -j 1 --series "$part" --interval "$3" \
        >/dev/null && mv "$part" "$kept/series/$4-$3"
    exit
fi

if [ "${1:-}" = --view ]; then
    work=$2
    of_cell "$4"
    part=$kept/views/.$4.$$.html
    trap 'rm -f "$part"' EXIT
    trap 'exit 130' HUP INT TERM
    # shellcheck disable=SC2086 # words
    "$O/cmodel" run -c "$file" $arguments --$kind "$input" --timing-only -q -j 1 --max-cycles "$(($3 + 1))" \
        --pipeline "$part" --to "$3" >/dev/null && mv "$part" "$kept/views/$4-$3.html"
    exit
fi

# --- what is asked for ------------------------------------------------------------------------------------------------

[ $# -eq 0 ] || die "usage: make compare CONFIGS='ocu malekeh' WORKLOAD=my.yaml"
case ${FORMAT:=text} in text|csv|json) ;; *) die "FORMAT=$FORMAT; accepted: text, csv, json" ;; esac
case ${LOCKSTEP:=no} in yes|no) ;; *) die "LOCKSTEP=$LOCKSTEP; accepted: yes, no" ;; esac
case ${SIZE:=small} in small|large) ;; *) die "SIZE=$SIZE; accepted: small, large" ;; esac
case ${JOBS:=$(nproc)} in ''|*[!0-9]*|0*) die "JOBS=$JOBS; accepted is a number from 1 on" ;; esac
case ${CONFIGS:-} in
*[![:space:]]*) ;;
*) die "CONFIGS= is missing; accepted are names in configs/ and files, such as CONFIGS='ocu malekeh bow_wr'" ;;
esac
[ -n "${WORKLOAD:-}${TRACE:-}" ] || TRACE=workloads/mix
[ -z "${PARAM:-}" ] || [ -n "${WORKLOAD:-}" ] ||
    die "PARAM=$PARAM is of a WORKLOAD, and none is given; accepted with one"
for tool in parallel sqlite3; do
    command -v $tool >/dev/null 2>&1 || die "$tool is not installed; make deps installs it"
done
for file in ${REPORT:+"$REPORT"}; do
    [ -d "$(dirname "$file")" ] && [ -w "$(dirname "$file")" ] && [ ! -d "$file" ] ||
        die "REPORT=$file cannot be written; accepted is a file in a folder that can be"
done
[ -z "${OUT:-}" ] || mkdir -p "$OUT" 2>/dev/null || die "OUT=$OUT cannot be written; accepted is a folder that can be"
mkdir -p "$kept/results" "$kept/lockstep" "$kept/series" "$kept/views" 2>/dev/null &&
    work=$(mktemp -d "$kept/run.XXXXXX" 2>/dev/null) || die "$kept cannot be written; O= names another folder"
child=""
trap 'rm -rf "$work"' EXIT
trap '[ -z "$child" ] || kill "$child" 2>/dev/null; wait; exit 130' HUP INT TERM

# config_of WORD: prints the file of a configuration, whose own settings follow a +.
config_of() {
    if [ -f "$1" ]; then echo "$1"; return; fi
    case $1+ in
    *++*) die "$1 in CONFIGS or BASELINE has an empty setting; accepted is a setting behind each +, such as" \
        "ocu+rf.banks=4" ;;
    esac
    if [ -f "${1%%+*}" ]; then echo "${1%%+*}"
    elif [ -f "configs/${1%%+*}.yaml" ]; then echo "configs/${1%%+*}.yaml"
    else
        die "$1 in CONFIGS or BASELINE is neither a file nor a name in configs/; accepted are a YAML file and" \
            "$(cd configs && echo *.yaml | sed 's/[.]yaml//g')"
    fi
}

# settings_in WORD: prints its own settings.
settings_in() { [ -f "$1" ] || case $1 in *+*) printf '%s\n' "${1#*+}" | tr '+' ' ' ;; esac; }

# label_of WORD: the name, and the settings.
label_of() {
    if [ -f "$1" ]; then basename "$1" .yaml; return; fi
    name=$(basename "${1%%+*}" .yaml)
    printf '%s\n' "$name${1#"${1%%+*}"}"
}

# identity WORD: prints which configuration it is (its file and its settings), the word, and its label.
identity() {
    file=$(config_of "$1") || exit 2
    printf '%s %s\t%s\t%s' "$(realpath "$file")" "$(settings_in "$1")" "$1" "$(label_of "$1")"
}

# Every word of CONFIGS with its baseline: identity, that of the baseline, why.
# shellcheck disable=SC2086,SC2046 # words
list_words() {
    for word in $CONFIGS; do
        me=$(identity "$word") || exit 2
        own=$(settings_in "$word")
        found=$("$O/compare" baseline -c "$(config_of "$word")" $(with_set ${SET:-} $own)) || exit 2
        base=${found%%"$tab"*} why=${found#*"$tab"}
        for set in $(settings_of_both $own); do base=$base+$set; done
        [ -z "${BASELINE:-}" ] || { base=$BASELINE why="BASELINE= says so"; }
        its=$(identity "$base") || exit 2
        printf '%s\t%s\t%s\n' "$me" "$its" "$why"
    done
}
list_words >"$work/words" || exit 2
again=$(cut -f1 "$work/words" | sort | uniq -d | head -n 1)
[ -z "$again" ] || die "CONFIGS='$CONFIGS': $(awk -F '\t' -v again="$again" '$1 == again { print $3; exit }' \
    "$work/words") is there twice; accepted is each configuration once"

# The designs: label, word, label of the baseline, why. A baseline stands in front of the first that it is one of, and
# is its own. Of two with one label, the one that is not in configs/ is called by its file as it was given.
awk -F '\t' -v OFS='\t' -v canned="$(realpath configs)/" '
    function take(id, word, label) {
        if (id in given_word) return
        given_word[id] = word
        given_label[id] = label
        of_label[label]++
    }
    function label(id) {
        return of_label[given_label[id]] > 1 && index(id, canned) != 1 ? given_word[id] : given_label[id]
    }
    {
        n++; me[n] = $1; base[n] = $4; why[n] = $7
        take($1, $2, $3)
        take($4, $5, $6)
        is_listed[$1] = 1; is_base[$4] = 1
    }
    END {
        for (i = 1; i <= n; i++) {
            m = me[i]; b = base[i]
            if (m in is_base) { print label(m), given_word[m], label(m), ""; continue }
            if (!(b in is_listed) && !added[b]++) print label(b), given_word[b], label(b), ""
            print label(m), given_word[m], label(b), why[i]
        }
    }' "$work/words" >"$work/designs"
again=$(cut -f1 "$work/designs" | sort | uniq -d | head -n 1)
[ -z "$again" ] || die "two configurations are called $again; accepted is another name of one of the files"

# launch_of WORD: prints the launch file.
launch_of() {
    if [ -f "$1" ]; then echo "$1"; return; fi
    for file in workloads/*/"$1.yaml"; do [ ! -f "$file" ] || { echo "$file"; return; }; done
    die "WORKLOAD=$1: neither a launch file nor a name in workloads/; accepted are a YAML file and" \
        "$(cd workloads && echo */*.yaml | sed 's,[^ ]*/,,g; s,[.]yaml,,g')"
}
list_inputs() {
    for w in ${WORKLOAD:-}; do
        file=$(launch_of "$w") || exit 2
        printf '%s\tworkload\t%s\n' "$(basename "$w" .yaml)" "$file"
    done
    for t in ${TRACE:-}; do printf '%s\ttrace\t%s\n' "$(basename "$t")" "$t"; done
}
list_inputs >"$work/inputs" || exit 2
again=$(cut -f1 "$work/inputs" | sort | uniq -d | head -n 1)
[ -z "$again" ] || die "$again is in WORKLOAD and TRACE twice; accepted is each once, by another name"

# What the table has room for, before anything runs (compare/comparison.h).
at_most() { # FILE MOST WHAT
    [ "$(wc -l <"$1")" -le "$2" ] || die "there are $(wc -l <"$1") $3; accepted are up to $2"
}
at_most "$work/designs" 64 "configurations with their baselines"
at_most "$work/inputs" 256 "workloads and traces"

# --- cells ------------------------------------------------------------------------------------------------------------

# settings_of LABEL WORD: prints its settings; a baseline takes none that are of a scheme alone.
# shellcheck disable=SC2046,SC2086 # words
settings_of() {
    all=${SET:-}
    ! cut -f3 "$work/designs" | grep -qxF -e "$1" || all=$(settings_of_both $all)
    echo $all $(settings_in "$2")
}
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/''/g")"; }
list_of() { # KEY: the words on stdin as a list of YAML
    printf '%s: [' "$1"
    between=""
    while IFS= read -r item; do
        printf '%s%s' "$between" "$(quoted "$item")"
        between=", "
    done
    echo "]"
}
while IFS=$tab read -r label word _; do
    file=$(config_of "$word")
    for set in $(settings_of "$label" "$word"); do file=$file+$set; done
    printf '%s\n' "$file"
done <"$work/designs" | list_of configs >"$work/cells.yaml"
for kind in workload trace; do
    awk -F '\t' -v kind=$kind '$2 == kind { print $3 }' "$work/inputs" >"$work/some"
    [ ! -s "$work/some" ] || list_of ${kind}s <"$work/some" >>"$work/cells.yaml"
done
# shellcheck disable=SC2086 # words
[ -z "${PARAM:-}" ] || printf '%s\n' $PARAM | list_of param >>"$work/cells.yaml"
echo "size: $SIZE" >>"$work/cells.yaml"
"$O/sweep_cells" "$work/cells.yaml" "$O/cmodel" 2>"$work/said" >"$work/cells.tsv" || {
    sed "s,^sweep_cells: $work/cells.yaml:[0-9]*: ,compare: ," "$work/said" >&2
    exit 2; }
refused=$(awk -F '\t' 'NR > 1 && $9 != "-" { print $2 ": " $9; exit }' "$work/cells.tsv")
[ -z "$refused" ] || die "$refused"

# What a configuration cannot run is found in its first cycle.
count=$(awk 'END { print NR - 1 }' "$work/cells.tsv")
for id in $(awk -F '\t' 'NR > 1 { print $1 }' "$work/cells.tsv"); do
    [ ! -f "$kept/results/$id" ] || continue
    of_cell "$id"
    # shellcheck disable=SC2086 # words
    said=$("$O/cmodel" run -c "$file" $arguments --$kind "$input" --timing-only --max-cycles 1 -q 2>&1 >/dev/null) ||
        die "$(basename "$file" .yaml) does not run $(basename "$input" .yaml):" \
            "$(printf '%s' "$said" | tail -n 1 | sed 's/^cmodel: //')"
done

# numbered: prints cells as number of the design and of the input, from 0, and id.
numbered() {
    awk -F '\t' -v inputs="$(wc -l <"$work/inputs")" 'NR > 1 {
        printf "%d\t%d\t%s\n", int((NR - 2) / inputs), (NR - 2) % inputs, $1 }' "$work/cells.tsv"
}
# nth FILE N: its line N, from 0.
nth() { sed -n "$(($2 + 1))p" "$1"; }

# --- lock-step --------------------------------------------------------------------------------------------------------

# lockstep DESIGN INPUT ID: leaves the cycles that this cell has passed in $kept/lockstep/<key>; prints the key.
# shellcheck disable=SC2046,SC2086 # words
lockstep() {
    IFS=$tab read -r label word _ <<LINE
$(nth "$work/designs" "$1")
LINE
    IFS=$tab read -r name kind input <<LINE
$(nth "$work/inputs" "$2")
LINE
    set -- "$(config_of "$word")" "$3" $(settings_of "$label" "$word")
    config=$1 id=$2
    shift 2
    key=$id-$(tb/flow/flow.sh hash "$config" "$@")-$cosim || exit 2
    echo "$key"
    [ ! -f "$kept/lockstep/$key" ] || return 0
    echo "compare: lock-step $number of $count, $label on $name" >&2
    [ "$kind" = trace ] && trace=$input workload="" || trace=none workload=$input
    VERILATE_OPT=${VERILATE_OPT:--O0} WORKLOAD=$workload SIZE=${workload:+$SIZE} PARAM=${workload:+${PARAM:-}} \
        tb/flow/flow.sh cosim "$config" "$trace" "$@" -- -q >"$work/log" 2>&1 || {
        mv "$work/log" "$kept/lockstep/$key.log"
        return 0; }
    sed -n 's/^lock-step: \([0-9]*\) cycles, .* 0 mismatches.*/\1/p' "$work/log" >"$work/cycles"
    mv "$work/log" "$kept/lockstep/$key.log"
    [ ! -s "$work/cycles" ] || mv "$work/cycles" "$kept/lockstep/$key"
}
failures=0
: >"$work/notes"
numbered >"$work/numbered"
: >"$work/passed"
if [ "$LOCKSTEP" = yes ]; then
    cosim=$(sha256sum <"$O/cosim" | cut -c1-8) number=0
    while IFS=$tab read -r design input id <&3; do
        number=$((number + 1))
        key=$(lockstep "$design" "$input" "$id") || exit 2
        if [ -s "$kept/lockstep/$key" ]; then
            printf '%s\t%s\n' "$id" "$(cat "$kept/lockstep/$key")" >>"$work/passed"
        else
            failures=$((failures + 1))
            printf '%s\tfailed\n' "$id" >>"$work/passed"
            printf '%s has failed lock-step on %s, and has no row; %s says why\n' "$(nth "$work/designs" "$design" |
                cut -f1)" "$(nth "$work/inputs" "$input" | cut -f1)" "$kept/lockstep/$key.log" | tee -a "$work/notes" |
                sed 's/^/compare: /' >&2
        fi
    done 3<"$work/numbered"
fi

# --- runs -------------------------------------------------------------------------------------------------------------

status=0
RESULTS_IN=$kept/results ENGINE=parallel TRIES=1 JOBS=$JOBS OUT=$work PLOT='' \
    cmodel/experiments/sweep.sh --results "$work" "$work/cells.yaml" &
child=$!
wait "$child" || status=$?
child=""
[ $status -le 1 ] || exit $status
while IFS=$tab read -r design input id <&3; do
    [ ! -f "$kept/results/$id" ] || continue
    failures=$((failures + 1))
    printf '%s has failed on %s, and has no row: %s\n' "$(nth "$work/designs" "$design" | cut -f1)" \
        "$(nth "$work/inputs" "$input" | cut -f1)" \
        "$(cat "$work/failed/$id" 2>/dev/null || echo "no message")" |
        tee -a "$work/notes" | sed 's/^/compare: /' >&2
done 3<"$work/numbered"

# What a page shows over time: some 100 samples of each slice, of several hundred that a machine may have.
series_of() { # ID: prints the name of its file
    interval=$(awk -F , '$1 == "cycles" { n = int($2 / 2000); print (n < 10 ? 10 : n) }' "$kept/results/$1")
    echo "$1-$interval"
}
: >"$work/series"
if [ -n "${REPORT:-}" ]; then
    cut -f3 "$work/numbered" | while read -r id; do
        [ -f "$kept/results/$id" ] || continue
        of=$(series_of "$id")
        printf '%s\t%s\n' "$id" "$kept/series/$of" >>"$work/series"
        [ -f "$kept/series/$of" ] || echo "$work ${of##*-} $id"
    done | sort -u >"$work/to_run"
    [ ! -s "$work/to_run" ] || {
        echo "compare: $(wc -l <"$work/to_run") runs over time for $REPORT" >&2
        xargs -P "$JOBS" -L 1 cmodel/experiments/compare.sh --series <"$work/to_run" || exit 2; }
fi

# The pipeline of a run takes some 200 kB of the page, so that only a few of them are in it.
last=999 most=12
: >"$work/views"
if [ -n "${REPORT:-}" ] && [ "$(wc -l <"$work/numbered")" -le $most ]; then
    cut -f3 "$work/numbered" | sort -u | while read -r id; do
        [ ! -f "$kept/results/$id" ] || printf '%s\t%s\n' "$id" "$kept/views/$id-$last.html" >>"$work/views"
    done
    while IFS=$tab read -r id view; do
        [ -f "$view" ] || echo "$work $last $id"
    done <"$work/views" >"$work/to_view"
    [ ! -s "$work/to_view" ] || xargs -P "$JOBS" -L 1 cmodel/experiments/compare.sh --view <"$work/to_view" || exit 2
fi

# --- what designs cost ------------------------------------------------------------------------------------------------

# netlist_of CONFIG [key=value ...]: prints area and clock of a netlist that is there, or two -.
netlist_of() {
    dir=""
    ! ls -d "$O"/synth/elaborated/* >/dev/null 2>&1 ||
        dir=$(CACHED=yes synth/flow/netlist.sh "$@" 2>/dev/null </dev/null) || dir=""
    [ -n "$dir" ] || { printf -- '-\t-'; return; }
    area=$(awk -f synth/area/netlist_area.awk -v digits=6 "$dir/modules.tsv")
    area=${area% *}
    report=$(synth/timing/timing.sh "$@" 2>/dev/null </dev/null | sed -n 's/^  the table: //p') || report=""
    clock=""
    [ ! -f "$report" ] || clock=$(awk -F '\t' '$1 == "kind" && $2 == "register to register" {
        printf "%.4g", 1000 / $3 }' "$report")
    printf '%s\t%s' "$area" "${clock:--}"
}

# The lines of the designs, and which RTL each has.
: >"$work/rtl"
# shellcheck disable=SC2046 # words
list_designs() {
    while IFS=$tab read -r label word base _ <&4; do
        set -- "$(config_of "$word")" $(settings_of "$label" "$word")
        rtl=$(tb/flow/flow.sh rtl "$@") || exit 2
        printf '%s\t%s\n' "$rtl" "$(sha256sum <"$(file_of "$rtl" manifest.txt)" | cut -d' ' -f1)" >>"$work/rtl"
        bits=$("$O/storage" --sum "$rtl") || exit 2
        printf 'design\t%s\t%s\t%s\t%s\n' "$label" "$base" "$bits" "$(netlist_of "$@")"
    done 4<"$work/designs"
}
list_designs >"$work/design_lines" || exit 2
library=""
if grep -qv "${tab}-${tab}-\$" "$work/design_lines"; then
    . synth/flow/library.sh
    library compare
    library=$lib_name
else
    echo "area and clock are those of netlists that are there, and of these designs there is none; make area makes" \
        "them" >>"$work/notes"
fi

# energy_of DESIGN INPUT: prints pJ per warp instruction, as synthesized, of a table of make energy that is there: of
# this RTL beside the RTL of its baseline on this input, whose files are the same.
energy_of() {
    mine=$(nth "$work/rtl" "$1" | cut -f2)
    base_label=$(nth "$work/designs" "$1" | cut -f3)
    base=$(nth "$work/rtl" "$(awk -F '\t' -v l="$base_label" '$1 == l { print NR - 1; exit }' "$work/designs")" |
        cut -f2)
    IFS=$tab read -r input_name kind path <<LINE
$(nth "$work/inputs" "$2")
LINE
    [ "$kind" = workload ] && files=$(run_hash "" "$path") || files=$(run_hash "$path" "")
    size=$SIZE
    [ "$SIZE" != small ] || size="\\(small\\)*"
    asked="WORKLOAD=$input_name SIZE=$size PARAM=\"${PARAM:-}\" "
    [ "$kind" = workload ] || asked="TRACE=$input_name "
    for table in "$O"/energy/*.tsv "$O"/energy/claims/*.tsv; do
        [ -f "$table" ] || continue
        head -n 8 "$table" | grep -q "parameters: $asked.* files $files\$" &&
            head -n 8 "$table" | grep -qF "library $library," || continue
        role=""
        ! head -n 8 "$table" | grep -q "manifests .* $mine" || role=scheme
        ! head -n 8 "$table" | grep -q "manifests $mine " || role=baseline
        [ "$role" != scheme ] || head -n 8 "$table" | grep -q "manifests $base " || role=""
        [ -z "$role" ] || { awk -F '\t' -v role=$role '$1 == role && $2 == "netlist" && $3 == "monolithic" &&
            $4 == "total" { sum += $7 } END { if (sum > 0) printf "%.6g", sum }' "$table"; return; }
    done
}

# --- notes and the table ----------------------------------------------------------------------------------------------

# Why each baseline is one, of all that have the same one for the same reason.
awk -F '\t' '
    $4 != "" { k = $3 FS $4; if (!(k in names)) order[++n] = k; names[k] = names[k] (names[k] == "" ? "" : ", ") $1 }
    END { for (i = 1; i <= n; i++) { split(order[i], f, FS); print names[order[i]] " beside " f[1] ": " f[2] } }' \
    "$work/designs" >>"$work/notes"
# shellcheck disable=SC2046 # words
say_differences() {
    while IFS=$tab read -r label word base why <&4; do
        [ -n "$why" ] || continue
        base_word=$(awk -F '\t' -v l="$base" '$1 == l { print $2; exit }' "$work/designs")
        differ=$("$O/compare" differences -c "$(config_of "$word")" $(with_set $(settings_of "$label" "$word")) \
            --baseline "$(config_of "$base_word")" $(for set in $(settings_of "$base" "$base_word"); do
                printf ' --baseline-set %s' "$set"; done)) || exit 2
        [ -z "$differ" ] || echo "$label and $base differ in more than the scheme: $differ"
    done 4<"$work/designs"
}
say_differences >>"$work/notes"
# shellcheck disable=SC2086 # words
for set in ${SET:-}; do
    [ -n "$(settings_of_both $set)" ] ||
        echo "$set is of a scheme alone: a baseline does not take it" >>"$work/notes"
done
if grep -q "${tab}0${tab}" "$work/design_lines" && awk -F '\t' '$5 > 0 { some = 1 } $5 == 0 { none = 1 }
    END { exit !(some && none) }' "$work/design_lines"; then
    echo "sub-cores and SMs are in one table: cycles and IPC of the one are not those of the other" >>"$work/notes"
fi
awk -F '\t' -v inputs="$(wc -l <"$work/inputs")" 'NR == FNR { name[FNR] = $1; next } FNR == 1 { next }
    { of = name[int((FNR - 2) / inputs) + 1]; same = $10 == "-" ? $1 : $10 }
    !(same in first) { first[same] = of }
    first[same] != of && !seen[of]++ {
        print of " does the same as " first[same] ": they differ in no option that has an effect" }' \
    "$work/designs" "$work/cells.tsv" >>"$work/notes"

gather() {
    printf 'command\tmake compare'
    for v in CONFIGS WORKLOAD TRACE SIZE PARAM SET BASELINE LOCKSTEP LIB STRATEGY; do
        eval "value=\${$v:-}"
        case $v=$value in *=|SIZE=small|LOCKSTEP=no) continue ;; *' '*) printf " %s='%s'" "$v" "$value" ;;
        *) printf ' %s=%s' "$v" "$value" ;; esac
    done
    echo
    [ -z "$library" ] || printf 'library\t%s\n' "$library"
    awk -F '\t' '{ print "input\t" $1 "\t" $2 }' "$work/inputs"
    cat "$work/design_lines"
    while IFS=$tab read -r design input id <&4; do
        counts=$kept/results/$id
        [ -f "$counts" ] || counts=-
        over_time=$(awk -F '\t' -v id="$id" '$1 == id { print $2; exit }' "$work/series")
        passed=$(awk -F '\t' -v id="$id" '$1 == id { print $2; exit }' "$work/passed")
        energy=""
        [ -z "$library" ] || energy=$(energy_of "$design" "$input")
        view=$(awk -F '\t' -v id="$id" '$1 == id { print $2; exit }' "$work/views")
        printf 'cell\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$design" "$input" "$counts" "${over_time:--}" "${passed:--}" \
            "${energy:--}" "${view:--}"
    done 4<"$work/numbered"
    sed 's/^/note\t/' "$work/notes"
}
gather >"$work/gathered" || exit 2
if [ -n "${OUT:-}" ]; then
    for format in text csv json; do
        file=$OUT/comparison.$([ $format = text ] && echo txt || echo $format)
        "$O/compare" table --format $format -o "$file" "$work/gathered" || exit 2
        echo "compare: $file" >&2
    done
fi
"$O/compare" table --format "$FORMAT" ${REPORT:+--report "$REPORT" --style cmodel/experiments/compare/page.css \
    --script cmodel/experiments/compare/page.js} "$work/gathered" || exit 2
[ -z "${REPORT:-}" ] || echo "compare: $REPORT" >&2
[ "$failures" -eq 0 ] || { echo "compare: $failures of $count rows are not there, which is said above" >&2; exit 1; }
