#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make results: measures what pages say, one measurement after the other, into $O/results.sqlite. What the database has
# of today's sources is not measured again; an interrupted call loses the measurement that it was in, and no other.
#
# usage: run.sh          environment: O, SHARED, and
#   PART    all; summary: what docs/results.md needs; stale: what pages say of other sources than today's
#   ONLY    the measurement of this name, or all with this in their names
#   LIST    yes: says which are fresh, stale or were never measured, and measures nothing
#   PAGES   yes: puts what the database has into recorded.tsv, the tables and the blocks of pages; measures nothing
#   AGAIN   yes: measures what is fresh, too
#   MEASUREMENTS, RECORDED, TOP: other tables, and another checkout for PAGES=yes
# Exit codes: 0; 1: a measurement has failed, and the others have been tried; 2: a variable, table or database was
# refused; 130: interrupted.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
here=docs/results
. tb/flow/workers.sh
export O="${O:-build}"
MEASUREMENTS=${MEASUREMENTS:-$here/measurements.tsv}
export MEASUREMENTS RECORDED="${RECORDED:-$here/recorded.tsv}" SHARED="${SHARED:-../shared}"
database=$O/results.sqlite folder=$O/results
tab=$(printf '\t')
die() { echo "results: $*" >&2; exit 2; }
want=${PART:-all} only=${ONLY:-} again=${AGAIN:-no}
case $want in all|summary|stale) ;; *) die "PART=$want; accepted: all, summary, stale" ;; esac
case ${LIST:-no}.${PAGES:-no}.$again in
yes.yes.*) die "LIST=yes and PAGES=yes are both given; accepted is one of them" ;;
yes.no.*|no.yes.*|no.no.yes|no.no.no) ;;
*) die "LIST=${LIST:-no} PAGES=${PAGES:-no} AGAIN=$again; accepted: yes, no" ;;
esac
[ -r "$MEASUREMENTS" ] || die "$MEASUREMENTS cannot be read; accepted is a table like docs/results/measurements.tsv"
mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ] || die "$folder cannot be written; accepted is O= a folder that can"
work=$(mktemp -d -p "$folder")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
. docs/results/database.sh

# --- what there is ----------------------------------------------------------------------------------------------------

# $work/prints: what is here now. $work/wanted: name, part, seconds, files, command of what was asked for.
read_tables() {
    # shellcheck disable=SC2046 # names
    "$here/prints.sh" $(awk -F '\t' -v only="$only" -v want="$want" '
        !/^#/ && NF { n++; name[n] = $1; part[n] = $2; if ($1 == only) exact = 1 }
        END {
            for (i = 1; i <= n; i++)
                if ((exact ? name[i] == only : index(name[i], only)) && (want != "summary" || part[i] == "summary"))
                    print name[i]
        }' "$MEASUREMENTS") >"$work/prints" || exit 2
    PRINTS=$work/prints "$here/states.sh" >"$work/pages" || exit 2
    awk -F '\t' -v OFS='\t' -v only="$only" -v want="$want" '
        FILENAME == ARGV[1] { state[$1] = $2; next }
        /^#/ || !NF || (only in state ? $1 != only : !index($1, only)) { next }
        want == "summary" && $2 != "summary" || want == "stale" && state[$1] == "fresh" { next }
        { print $1, $2, $3, $5, $6 }' "$work/pages" "$MEASUREMENTS" >"$work/wanted"
    awk -F '\t' -v only="$only" '!/^#/ && index($1, only) { found = 1 } END { exit !found }' "$MEASUREMENTS" ||
        die "ONLY=$only: no measurement is called so; accepted is a part of a name in $MEASUREMENTS"
}

# $work/here: of each measurement that the database has: name, state, what has changed, date, seconds.
read_database() {
    [ -f "$database" ] || { : >"$work/here"; return 0; }
    sql -separator "$tab" "select name, date, cast(seconds as integer), cast(processor as integer), 'run', library,
        tools, fingerprint, rtl, parts from result" >"$work/rows" || not_ours "$(cat "$work/rows")"
    RECORDED=$work/rows PRINTS=$work/prints "$here/states.sh" >"$work/states" || exit 2
    awk -F '\t' -v OFS='\t' '
        FILENAME == ARGV[1] { date[$1] = $2; seconds[$1] = $3; next }
        $1 in date { print $1, $2, $3, date[$1], seconds[$1] }' "$work/rows" "$work/states" >"$work/here"
}
here_of() { awk -F '\t' -v name="$1" -v column="$2" '$1 == name { print $column }' "$work/here"; }
state_of() { found=$(here_of "$1" 2); echo "${found:-never}"; }

# Seconds as M:SS or H:MM:SS.
clock() {
    awk -v s="$1" 'BEGIN {
        s = int(s + 0.5)
        if (s >= 3600) printf "%d:%02d:%02d", s / 3600, s % 3600 / 60, s % 60
        else printf "%d:%02d", s / 60, s % 60
    }'
}

list() {
    awk -F '\t' -v today="$(date -u +%s)" '
        function days(date,    d, y, m) {                   # since March of year 0
            split(date, d, "-")
            y = d[2] > 2 ? d[1] : d[1] - 1
            m = d[2] > 2 ? d[2] - 3 : d[2] + 9
            return 365 * y + int(y / 4) - int(y / 100) + int(y / 400) + int((153 * m + 2) / 5) + d[3] - 1
        }
        function age(date) {
            date = int(today / 86400) + days("1970-01-01") - days(date)
            return date == 0 ? "today" : date == 1 ? "a day" : date " days"
        }
        function length_of(s) {
            return s < 60 ? s " s" : s < 3600 ? sprintf("%.0f min", s / 60) : sprintf("%.1f h", s / 3600)
        }
        function changes(text,    n, part, i, said) {
            if (text == "-" || text == "") return ""
            n = split(text, part, " ")
            for (i = 1; i <= n && i <= 3; i++) { sub(/^[a-z]*:/, "", part[i]); said = said (i > 1 ? ", " : "") part[i] }
            return said (n > 3 ? " and " n - 3 " more" : "")
        }
        FILENAME == ARGV[1] { here[$1] = $2; changed[$1] = $3; date[$1] = $4; took[$1] = $5; next }
        FILENAME == ARGV[2] { page[$1] = $2; page_changed[$1] = $3; next }
        FILENAME == ARGV[3] { if (!/^#/) recorded[$1] = $2; next }
        !head++ {
            printf "%-24s %-8s %-8s %-8s %-8s %-8s %s\n", "measurement", "part", "here", "pages", "age", "takes", \
                "changed since"
        }
        {
            n++
            state = $1 in here ? here[$1] : "never"
            pages = $1 in page ? page[$1] : "never"
            seconds = $1 in took && took[$1] > 0 ? took[$1] : $3
            when = $1 in date ? date[$1] : $1 in recorded ? recorded[$1] : ""
            printf "%-24s %-8s %-8s %-8s %-8s %-8s %s\n", $1, $2, $2 == "hand" ? "-" : state, pages, \
                when == "" ? "-" : age(when), $2 == "hand" ? "-" : length_of(seconds), \
                changes(state == "stale" ? changed[$1] : pages == "stale" ? page_changed[$1] : "")
            if ($2 != "hand" && state != "fresh") { left++; sum += seconds }
        }
        END {
            printf "%d measurements, %d of which make results would measure, in about %s\n", n, left, length_of(sum + 0)
        }' "$work/here" "$work/pages" "$RECORDED" "$work/wanted"
}

# --- measuring --------------------------------------------------------------------------------------------------------

field() { printf '%s\n' "$row" | cut -f "$1"; }
name_of() { p=${1%%:*}; echo "${p##*/}"; }

# The tools whose versions may matter, in a few words.
tool_versions() {
    { yosys -V | sed 's/^Yosys \([^ ]*\).*/Yosys \1/'
      verilator --version | sed 's/^Verilator \([^ ]*\).*/Verilator \1/'
      sta -version | head -n 1 | sed 's/^/OpenSTA /'; } 2>/dev/null | paste -s -d , - | sed 's/,/, /g'
}

# What a measurement's words name as libraries.
libraries() {
    awk -F '\t' -v name="$1" '$1 == name {
        n = split($4, word, " ")
        for (i = 1; i <= n; i++) if (sub(/^library:/, "", word[i])) said = said (said == "" ? "" : ", ") word[i]
        print said == "" ? "-" : said
    }' "$MEASUREMENTS"
}

# Processor seconds of what this shell has waited for, by what `times` has written.
processor() {
    awk 'NR == 2 { gsub("s", ""); for (i = 1; i <= 2; i++) { split($i, t, "m"); n += t[1] * 60 + t[2] } print n }' \
        "$work/times"
}

# About how long the rest takes: NUMBER of the measurement that is through.
left_after() {
    awk -F '\t' -v n="$1" '
        FILENAME == ARGV[1] { took[$1] = $5; next }
        FNR > n { sum += $1 in took && took[$1] > 0 ? took[$1] : $3 }
        END { print sum + 0 }' "$work/here" "$work/todo"
}

# A signal ends the measurement, with all that it has started, and nothing else is lost.
interrupted() {
    dismiss
    echo >&2
    echo "results: interrupted in ${name:-the beginning}; $done_ measured before it are kept;" \
        "the same command goes on" >&2
    finish
    exit 130
}
finish() { sql "update run set ended = datetime('now'), measured = $done_ where rowid = $run" >/dev/null || :; }

# one_measurement: of $name, $files, $command. Its folder stays if it does not end well: what a command keeps there for
# another try is there.
one_measurement() {
    out=$folder/$name
    mkdir -p "$out"
    row=$("$here/prints.sh" "$name") || exit 2
    times >"$work/times"
    before=$(processor) begin=$(date +%s) status=0
    OUT=$(cd "$out" && pwd) setsid sh -c "set -eu; $command" >"$out/log" 2>&1 </dev/null 9>&- &
    crew=$!
    wait "$crew" || status=$?
    crew=""
    times >"$work/times"
    after=$(processor)
    [ $status -eq 0 ] || { echo "failed, exit code $status; its last line: $(tail -n 1 "$out/log")" >&2; return 1; }
    paths=$files
    [ "$files" != - ] || paths=""
    for path in $paths; do
        [ -s "$out/$(name_of "$path")" ] ||
            { echo "failed: it has not written $(name_of "$path") into \$OUT" >&2; return 1; }
    done
    # What was changed meanwhile is of neither.
    [ "$("$here/prints.sh" "$name")" = "$row" ] || { echo "failed: its sources have changed meanwhile" >&2; return 1; }
    library=$(libraries "$name")
    keep_result "$name" "$out" "$out/log" $(($(date +%s) - begin)) \
        "$(awk -v a="$before" -v b="$after" 'BEGIN { printf "%.2f", b - a }')"
    took=$(($(date +%s) - begin))
    rm -rf "$out"
}

measure() {
    # What is measured is not of these, whoever has set them, nor of the make that has called this.
    unset ONLY PART LIST PAGES AGAIN CONFIG SET CONFIGS BASELINE TRACE WORKLOAD WORKLOADS SIZE PARAM HINTS SLICE SEED \
        FAULT LIB STRATEGY NM LANES FIGURES FIGURE COMPARE SWEEP CLAIMS RESULTS HARDWARE ENERGY LOCKSTEP MAKEFLAGS \
        MFLAGS MAKELEVEL STATES PRINTS
    awk -F '\t' '$2 != "hand"' "$work/wanted" | while IFS= read -r line; do
        [ "$again" = no ] && [ "$(state_of "${line%%"$tab"*}")" = fresh ] || printf '%s\n' "$line"
    done >"$work/todo"
    all=$(wc -l <"$work/todo")
    begin_database
    said=$(sql "insert into run values (datetime('now'), null, $(quoted "PART=$want ONLY=$only"), $all, 0);
        select last_insert_rowid()") || not_ours "$said"
    run=$said
    echo "results: $all of $(awk -F '\t' '$2 != "hand"' "$work/wanted" | wc -l) to measure," \
        "about $(clock "$(left_after 0)")" >&2
    tools=$(tool_versions) number=0 done_=0 bad=0
    trap interrupted HUP INT TERM
    while IFS=$tab read -r name _ seconds files command <&3; do
        number=$((number + 1))
        printf '[%d/%d] %s ... ' "$number" "$all" "$name" >&2
        if one_measurement; then
            done_=$((done_ + 1))
            echo "$(clock $took), about $(clock "$(left_after $number)") left" >&2
        else
            bad=$((bad + 1))
        fi
    done 3<"$work/todo"
    finish
    [ -z "$only" ] || awk -F '\t' '$2 == "hand" {
        print "results: " $1 " is measured by hand, no script writes its table: " $NF }' "$work/wanted" >&2
    [ $bad -eq 0 ] || { echo "results: $bad of $all have failed; see $folder/NAME/log" >&2; exit 1; }
    [ $done_ -gt 0 ] || { echo "results: nothing was to be measured" >&2; return 0; }
    echo "results: $done_ measured; $database has them; make results PAGES=yes puts them into the pages" >&2
}

if [ "${PAGES:-no}" = yes ]; then
    [ -f "$database" ] || die "there is no $database; accepted is PAGES=yes behind make results"
    [ -z "$only" ] || die "PAGES=yes takes all that $database has, and ONLY=$only is given; accepted is one of them"
    TOP=${TOP:-.} "$here/pages.sh" --take "$database"
    exit
fi
[ "${LIST:-no}" = yes ] || only_run "$folder/lock" "results: make results in $O"
read_tables
read_database
if [ "${LIST:-no}" = yes ]; then list; else measure; fi
