#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What measurements are of: fingerprints of what stands behind them, as it is in a checkout.
#
# usage: prints.sh [NAME...]         of these measurements, or of all of measurements.tsv, a line each:
#                                    name, fingerprint, hash of the RTL (-: none), parts
# environment: O; TREE (.), the checkout; GENERATOR ($O/rtl_gen), which is made of it; MEASUREMENTS (another table);
#   SHARED (liberty files are taken from $SHARED/lib)
#
# Modules of a design are kept in $O/results/designs, by generator and configurations; not those of another GENERATOR.
#
# Parts are words KIND:NAME=HASH, with a blank between. What does not count is said in text_hash.c; a part that is not
# there has the hash -.
#   module:NAME      the Verilog of a module, in all designs of the measurement
#   source:NAME      a folder, without those below it, or a file, of what measures
#   config:NAME      the file of a configuration, and of those that it extends
#   workloads:NAME   launch files, cubins and traces
#   library:NAME     a liberty file; one that is not here has no hash, and is not compared
#   row:depends      the words of the table's column
#   row:command      the command
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
cd "$top"
O=${O:-build}
TREE=${TREE:-.}
keeps=yes
[ -z "${GENERATOR:-}" ] && [ "$TREE" = . ] || keeps=no
GENERATOR=${GENERATOR:-$O/rtl_gen}
MEASUREMENTS=${MEASUREMENTS:-$here/measurements.tsv}
SHARED=${SHARED:-../shared}
case $SHARED in /*) ;; *) SHARED=$top/$SHARED ;; esac
tab=$(printf '\t')
die() { echo "prints: $*" >&2; exit 2; }
case $GENERATOR in /*) ;; *) GENERATOR=$top/$GENERATOR ;; esac
case $O in /*) hash=$O/text_hash ;; *) hash=$top/$O/text_hash ;; esac
[ -x "$hash" ] || die "$hash is not there; make $O/text_hash builds it"
[ -x "$GENERATOR" ] || die "$GENERATOR is not there; accepted is a build of rtl_gen"
[ -d "$TREE/configs" ] || die "TREE=$TREE has no configs/; accepted is a checkout"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

# --- what measurements depend on --------------------------------------------------------------------------------------

# Rows of the table for these names: name, depends, command.
rows() {
    awk -F '\t' -v table="$MEASUREMENTS" -v wanted="$*" '
        BEGIN { n = split(wanted, list, " "); for (i = 1; i <= n; i++) want[list[i]] = 1 }
        /^#/ || !NF { next }
        NF != 6 {
            print "prints: " table ":" FNR ": " NF " columns; accepted are 6" > "/dev/stderr"
            bad = 1
            exit 2
        }
        !n || $1 in want { seen[$1] = 1; print $1 "\t" $4 "\t" $6 }
        END {
            if (bad) exit 2
            for (i = 1; i <= n; i++)
                if (!(list[i] in seen)) {
                    print "prints: " list[i] " is not in " table "; accepted are its names" > "/dev/stderr"
                    exit 2
                }
        }' "$MEASUREMENTS"
}

# The configurations of a group of claims, which the page of claims names behind its numbers.
configs_of_claims() { # GROUP
    "$here/claims_rows.sh" --configs "$1" docs/claims-results.md
}

# Lines "name, kind, what": a line for each design, folder, file, and set of workloads.
words_of() { # NAME DEPENDS
    name=$1
    for word in $2; do
        kind=${word%%:*} what=${word#*:}
        case $kind in
        rtl|config|workloads|library) printf '%s\t%s\t%s\n' "$name" "$kind" "$what" ;;
        file) printf '%s\tsource\t%s\n' "$name" "$what" ;;
        designs)                    # FILE[+setting...]
            file=${what%%+*} sets=${what#"${what%%+*}"}
            [ ! -r "$TREE/$file" ] || file=$TREE/$file
            [ -r "$file" ] || die "$name: there is no $file; accepted is designs:FILE[+key=value...]"
            awk -F '\t' -v name="$name" -v sets="$sets" '!/^#/ && NF { print name "\trtl\t" $2 sets }' "$file" ;;
        claims)
            list=$(configs_of_claims "$what") || exit 2
            for c in $list; do printf '%s\trtl\t%s\n' "$name" "$c"; done ;;
        sources)
            list=$(sed -n "s/^$what$tab//p" "$here/sources.tsv")
            [ -n "$list" ] || die "$name: $word: there is no $what in sources.tsv; accepted are its names"
            for f in $list; do printf '%s\tsource\t%s\n' "$name" "$f"; done ;;
        *) die "$name: '$word' is not known; accepted are rtl:, designs:, claims:, config:, sources:, file:," \
            "workloads:, library:" ;;
        esac
    done
}

# --- RTL --------------------------------------------------------------------------------------------------------------

# The folder in which modules of designs are kept; those of other generators go.
kept_designs() {
    key=$(cat "$GENERATOR" "$hash" configs/*.yaml | sha256sum | cut -c1-16)
    [ -d "$O/results/designs/$key" ] || rm -rf "$O/results/designs"
    mkdir -p "$O/results/designs/$key" 2>/dev/null && echo "$O/results/designs/$key"
}

# "design, module, hash" of a design, CONFIGURATION[+setting...]; what is not there has no lines.
made_modules() { # DESIGN
    base=${1%%+*}
    sets=$(printf '%s' "${1#"$base"}" | sed 's/+/ --set /g')
    rm -rf "$work/rtl"
    # An earlier generator may not know all options.
    # shellcheck disable=SC2086 # $sets is words
    (cd "$TREE" && "$GENERATOR" -c "configs/$base.yaml" $sets -o "$work/rtl") >/dev/null 2>&1 || return 0
    (cd "$work/rtl" && "$hash" ./*.v) | awk -F '\t' -v OFS='\t' -v design="$1" '{
        sub(/^[.]\//, "", $2)
        sub(/[.]v$/, "", $2)
        print design, $2, $1
    }'
}

# Lines "name, module:NAME, hashes" of all designs of a measurement. A design may say which modules: DESIGN/a,b.
module_parts() {
    kept=""
    [ $keeps = no ] || kept=$(kept_designs) || kept=""
    awk -F '\t' -v OFS='\t' '$2 == "rtl" { print $1, $3 }' "$work/words" >"$work/designs"
    cut -f2 "$work/designs" | sed 's,/.*,,' | sort -u >"$work/all_designs"
    if [ -n "$kept" ]; then
        # A file of the design's name, with nothing in it that a name cannot have.
        sed 's,/,_,g' "$work/all_designs" | paste "$work/all_designs" - | while IFS=$tab read -r design file; do
            [ -s "$kept/$file" ] && continue
            made_modules "$design" >"$kept/.$$" && mv "$kept/.$$" "$kept/$file"
        done
        (cd "$kept" && sed 's,/,_,g' "$work/all_designs" | tr '\n' '\0' | xargs -0 -r cat) >"$work/modules"
    else
        while IFS= read -r design; do made_modules "$design"; done <"$work/all_designs" >"$work/modules"
    fi
    awk -F '\t' -v OFS='\t' '
        FILENAME == ARGV[1] { n[$1]++; module[$1, n[$1]] = $2; hash[$1, n[$1]] = $3; next }
        {
            at = index($2, "/")
            design = at ? substr($2, 1, at - 1) : $2
            only = at ? "," substr($2, at + 1) "," : ""
            if (!n[design]) { print $1, "module:subcore", design "=-"; next }
            for (i = 1; i <= n[design]; i++)
                if (only == "" || index(only, "," module[design, i] ","))
                    print $1, "module:" module[design, i], design "=" hash[design, i]
        }' "$work/modules" "$work/designs"
}

# --- files ------------------------------------------------------------------------------------------------------------

# The files of a folder, without those below it; of a file itself.
files_of() { # PATH
    [ ! -e "$TREE/$1" ] || (cd "$TREE" && find "$1" -maxdepth 1 -type f ! -name '*.md' ! -name '*.svg' | sort)
}

# The file of a configuration, and of those that it extends.
config_files() {
    file=configs/$1.yaml
    while [ -f "$TREE/$file" ]; do
        echo "$file"
        next=$(sed -n 's/^extends: *\([^ ]*[.]yaml\).*/\1/p' "$TREE/$file")
        [ -n "$next" ] || break
        file=configs/$next
    done
}
# Of all workloads, of those of Malekeh's paper, or of names with commas between.
workload_files() {
    list=$1
    [ "$list" != paper ] || list=$(sed -n 's/^rodinia="\(.*\)"/\1/p; s/^deepbench="\(.*\)"/\1/p' \
        cmodel/experiments/measure.sh | tr '\n' ' ')
    (cd "$TREE" && if [ "$list" = all ]; then
        find workloads -type f '(' -name '*.yaml' -o -name '*.cubin' -o -name '*.traceg' -o -name '*.g' ')'
    else
        for w in $(echo "$list" | tr ',' ' '); do
            if [ "$w" = mix ]; then find workloads/mix -type f; else ls workloads/*/"$w".yaml workloads/*/"$w".cubin; fi
        done 2>/dev/null
    fi | sort)
}

# A library has the name of its file, or osu018, which comes with Debian.
library_file() {
    case $1 in
    osu018) echo /usr/share/qflow/tech/osu018/osu018_stdcells.lib ;;
    *) echo "$SHARED/lib/$1.lib.xz" ;;
    esac
}

# Lines "name, KIND:WHAT, hashes" of everything but RTL.
file_parts() {
    awk -F '\t' '$2 != "rtl" { print $2 "\t" $3 }' "$work/words" | sort -u >"$work/wanted"
    while IFS=$tab read -r kind what; do
        case $kind in
        source) files_of "$what" ;;
        config) config_files "${what%%+*}" ;;
        workloads) workload_files "$what" ;;
        library) file=$(library_file "$what")
            [ ! -r "$file" ] || printf '%s\n' "$file" ;;
        esac | sed "s|^|$kind:$what$tab|"
    done <"$work/wanted" >"$work/files"
    cut -f2 "$work/files" | sort -u >"$work/list"
    (cd "$TREE" && xargs -r "$hash" <"$work/list") >"$work/hashes" || die "a file in TREE=$TREE cannot be read"
    awk -F '\t' -v OFS='\t' '
        FILENAME == ARGV[1] { hash[$2] = $1; next }
        # Not where a library lies, but what it has.
        FILENAME == ARGV[2] { text[$1] = text[$1] " " ($1 ~ /^library:/ ? "" : $2 "=") hash[$2]; next }
        $2 == "rtl" { next }
        { key = $2 ":" $3; print $1, key, (key in text ? text[key] : "-") }' \
        "$work/hashes" "$work/files" "$work/words"
}

# --- all of it --------------------------------------------------------------------------------------------------------

rows "$@" >"$work/rows"
while IFS=$tab read -r name depends command; do
    words_of "$name" "$depends" >>"$work/words"
    printf '%s\trow:depends\t%s\n%s\trow:command\t%s\n' "$name" "$depends" "$name" "$command" >>"$work/row_parts"
done <"$work/rows"
[ -s "$work/words" ] || exit 0
{ module_parts; file_parts; cat "$work/row_parts"; } >"$work/parts"
# A part once, with what all designs have of it.
awk -F '\t' '
    { key = $1 " " $2; if (!(key in text)) order[++n] = key; text[key] = text[key] ";" $3 }
    END { for (i = 1; i <= n; i++) print order[i] "\t" text[order[i]] }' "$work/parts" >"$work/merged"
awk -F '\t' '$2 != ";-"' "$work/merged" | "$hash" --rows >"$work/part_hashes"
awk -F '\t' '$2 == ";-" { print $1 "\t-" }' "$work/merged" >>"$work/part_hashes"
sort "$work/part_hashes" | awk -F '[ \t]' -v OFS='\t' '
    { text[$1] = text[$1] (text[$1] == "" ? "" : " ") $2 "=" $3 }
    END { for (name in text) print name, text[name] }' >"$work/texts"
"$hash" --rows <"$work/texts" >"$work/whole"
awk -F '\t' -v OFS='\t' '{
    n = split($2, part, " ")
    rtl = ""
    for (i = 1; i <= n; i++) if (part[i] ~ /^module:/) rtl = rtl part[i] " "
    if (rtl != "") print $1, rtl
}' "$work/texts" | "$hash" --rows >"$work/rtl_hashes"
awk -F '\t' -v OFS='\t' '
    FILENAME == ARGV[1] { whole[$1] = $2; next }
    FILENAME == ARGV[2] { rtl[$1] = $2; next }
    FILENAME == ARGV[3] { text[$1] = $2; next }
    { print $1, whole[$1], ($1 in rtl ? rtl[$1] : "-"), text[$1] }' \
    "$work/whole" "$work/rtl_hashes" "$work/texts" "$work/rows"
