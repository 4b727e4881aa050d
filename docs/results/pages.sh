#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Blocks of pages: what stands between <!-- written by docs/PROGRAM ARGUMENTS --> and <!-- end -->.
#
# usage: pages.sh --write [PAGE...]      writes what the programs print into the blocks (README.md, docs/*.md)
#        pages.sh --marks [PAGE...]      says which block of make results has another mark than it should; exit code 1
#        pages.sh --take DATABASE        first puts what a database of make results has into tables and recorded.tsv
# environment: O, SHARED; TOP (.): the checkout that is written; RECORDED, MEASUREMENTS
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
here=docs/results
. tb/flow/whole.sh
. docs/results/rows.sh
export O="${O:-build}" MEASUREMENTS="${MEASUREMENTS:-$here/measurements.tsv}"
TOP=${TOP:-.}
RECORDED=${RECORDED:-$TOP/$here/recorded.tsv}
export RECORDED
tab=$(printf '\t')
die() { echo "pages: $*" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
mode=${1:-}
[ $# -eq 0 ] || shift

# --- what has been measured -------------------------------------------------------------------------------------------

sql() { sqlite3 -batch -bail -init /dev/null -separator "$tab" "$database" "$@" 2>"$work/said" || {
    die "$database is no database of make results ($(tail -n 1 "$work/said")); accepted is what it writes"; }; }

# take_file NAME PATH[:GROUP]
take_file() {
    file=${2%%:*}
    sql "select writefile('$work/text.md', text) from file where name = '$1' and path = '$2'" >/dev/null
    mkdir -p "$(dirname "$TOP/$file")"
    case $2 in
    *:*) whole pages "$TOP/$file" "$here/claims_rows.sh" --merge "$TOP/$file" "$work/text.md" "${2#*:}" ;;
    *) whole pages "$TOP/$file" cat "$work/text.md" ;;
    esac
}

take() {
    database=$1
    [ -r "$database" ] || die "$database cannot be read; accepted is what make results has written"
    sql "select name, date, cast(seconds as integer), cast(processor + 0.5 as integer), 'run', library, tools,
        fingerprint, rtl, parts from result order by name" >"$work/all"
    # Only what is not recorded so: the same again is no news.
    awk -F '\t' '
        FILENAME == ARGV[1] { if (!/^#/) was[$1] = $8; next }
        was[$1] != $8' "$RECORDED" "$work/all" >"$work/rows"
    while IFS=$tab read -r name _ <&3; do
        for path in $(sql "select path from file where name = '$name'"); do
            take_file "$name" "$path"
            echo "pages: $name: ${path%%:*}" >&2
        done
    done 3<"$work/rows"
    whole pages "$RECORDED" rows_with "$work/rows"
}

# --- blocks -----------------------------------------------------------------------------------------------------------

# written PAGE: the page with its blocks as they are written now. docs/results.md is one block.
written() {
    case $1 in */results.md) (cd "$TOP" && docs/results/results.sh --page); return ;; esac
    sed -n 's/^<!-- written by \(docs\/.*[^ ]\) *-->$/\1/p' "$1" | sort -u >"$work/commands"
    n=0
    rm -rf "$work/blocks"
    mkdir "$work/blocks"
    while IFS= read -r line <&4; do
        n=$((n + 1))
        (cd "$TOP" && sh -c "$line") >"$work/blocks/$n" </dev/null || { echo "$1: '$line' has failed" >&2; return 1; }
    done 4<"$work/commands"
    awk -v commands="$work/commands" -v blocks="$work/blocks/" '
        BEGIN { while ((getline line < commands) > 0) number[line] = ++n }
        /^<!-- written by docs\// {
            command = $0
            sub(/^<!-- written by /, "", command)
            sub(/ *-->$/, "", command)
            print
            if (!(command in number)) next
            within = number[command]
            begins = 1
            next
        }
        # With empty lines around it, as it was.
        within && begins {
            begins = 0
            file = blocks within
            loose = $0 == "" || /^<!-- end -->/
            if (loose) print ""
            while ((getline line < file) > 0) print line
            close(file)
            if (loose) print ""
        }
        /^<!-- end -->/ { within = 0 }
        !within
        END { if (within) exit 1 }' "$1" || { echo "$1: a block has no <!-- end -->" >&2; return 1; }
}

pages() {
    [ $# -gt 0 ] || { (cd "$TOP" && ls README.md docs/*.md); return; }
    printf '%s\n' "$@"
}

# All states at once, for all blocks.
all_states() {
    "$here/states.sh" >"$work/states" || exit 2
    STATES=$work/states
    export STATES
}

write() {
    all_states
    # The page of claims before those that are made of it.
    for page in $(pages "$@" | sort -r | awk '/claims-results/ { print; next } { rest = rest $0 "\n" }
        END { printf "%s", rest }'); do
        grep -q '^<!-- written by docs/' "$TOP/$page" || continue
        written "$TOP/$page" >"$work/page" || exit 2
        cmp -s "$work/page" "$TOP/$page" || { whole pages "$TOP/$page" cat "$work/page"; echo "pages: $page"; }
    done
}

# Lines "page, line, names, mark" of the blocks of block.sh, and what they should be.
marks_of() { # PAGE
    awk -v page="$1" '
        /^<!-- written by docs\/results\/block[.]sh / {
            names = $0
            sub(/^<!-- written by docs\/results\/block[.]sh (--list )?/, "", names)
            sub(/ *-->$/, "", names)
            if ($0 !~ /--list/) sub(/ .*/, "", names)
            line = FNR
            within = 1
            mark = ""
            next
        }
        within && /^ *[*][*]Stale:[*][*]/ { sub(/^ */, ""); mark = mark $0 " " }
        within && /^<!-- end -->/ { print page "\t" line "\t" names "\t" mark; within = 0 }' "$TOP/$1"
}

marks() {
    all_states
    bad=0 count=0
    pages "$@" | while IFS= read -r page; do marks_of "$page"; done >"$work/marks"
    while IFS=$tab read -r page line names mark <&3; do
        count=$((count + 1))
        case $names in *" "*|*.) list=--list ;; *) list="" ;; esac
        # shellcheck disable=SC2086 # words
        want=$("$here/block.sh" $list $names | sed -n 's/^ *\([*][*]Stale:.*\)/\1/p' | tr '\n' ' ')
        [ "$mark" = "$want" ] || {
            echo "$page:$line: $names: the mark is '${mark% }' and should be '${want% }'; pages.sh --write writes it"
            bad=1
        }
    done 3<"$work/marks"
    echo "$count blocks of make results"
    return $bad
}

case $mode in
--write) write "$@" ;;
--marks) marks "$@" ;;
--take) [ $# -eq 1 ] || die "usage: pages.sh --take DATABASE"
    take "$1"
    write ;;
*) die "'$mode' is not accepted; accepted are --write, --marks and --take" ;;
esac
