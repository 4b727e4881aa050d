#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A block of a page with something measured: the table, and below it of what sources it is.
#
# usage: block.sh NAME                    what is recorded of a measurement, in a sentence, and if it is stale a mark
#        block.sh NAME ARGUMENT...        before it what tables.sh prints with these arguments
#        block.sh --list NAME...          a list of several measurements; "claims." stands for all that begin so
# environment: O, SHARED; RECORDED, MEASUREMENTS; STATES (a file that states.sh has written; none: no marks)
#
# A mark is a line that begins with **Stale:**.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
. "$(dirname "$0")/../../tb/flow/fold.sh"
here=$(cd "$(dirname "$0")" && pwd)
RECORDED=${RECORDED:-$here/recorded.tsv}
MEASUREMENTS=${MEASUREMENTS:-$here/measurements.tsv}
die() { echo "block: $*" >&2; exit 2; }
[ $# -gt 0 ] || die "usage: block.sh NAME [ARGUMENT...] or --list NAME..."
first=no
[ "$1" != --list ] || { first=yes; shift; }
[ $# -gt 0 ] || die "usage: block.sh --list NAME..."
names=$1
[ $first = no ] || names=$(awk -F '\t' -v names="$*" '
    !/^#/ && NF { all[++most] = $1 }
    END {
        n = split(names, name, " ")
        for (i = 1; i <= n; i++) {
            if (name[i] !~ /[.]$/) print name[i]
            for (k = 1; k <= most && name[i] ~ /[.]$/; k++) if (index(all[k], name[i]) == 1) print all[k]
        }
    }' "$MEASUREMENTS" | tr '\n' ' ')

# states: of these measurements, as states.sh says it.
states() {
    case ${STATES:-} in
    none) ;;
    '') RECORDED=$RECORDED MEASUREMENTS=$MEASUREMENTS "$here/states.sh" $names ;;
    *) awk -F '\t' -v names=" $names " 'index(names, " " $1 " ")' "$STATES" ;;
    esac
}

recorded() {
    awk -F '\t' -v names="$names" -v list=$first -v recorded="$RECORDED" -v table="$MEASUREMENTS" \
        "$fold_function"'
        # module:issue is `issue`; library:, workloads: and row: are named as what they are.
        function named(part,    kind, what) {
            kind = what = part
            sub(/:.*/, "", kind)
            sub(/^[^:]*:/, "", what)
            if (kind == "row") return what == "depends" ? "the list of what is behind it" : "the command"
            if (kind == "workloads") return "the workloads"
            if (kind == "library") return "the library"
            return "`" what "`"
        }
        function mark(text,    part, n, i, most, said, seen, names) {
            n = split(text, part, " ")
            for (i = 1; i <= n; i++) {                      # the modules first, and nothing twice
                said = named(part[i])
                if (!(said in seen)) { seen[said]; names[++most] = said }
            }
            said = ""
            for (i = 1; i <= most && i <= 3; i++) said = said (i == 1 ? "" : i == most ? " and " : ", ") names[i]
            if (most > 3) said = said " and " most - 3 " more"
            return "**Stale:** " said (most > 1 ? " have" : " has") " changed since."
        }
        function what(name,    text) {
            if (!(name in date)) return "It is not recorded of what sources this is"
            text = "measured " date[name]
            if (origin[name] != "run") text = text " at commit " origin[name]
            if (rtl[name] != "-") text = text "; RTL " rtl[name]
            if (rtl[name] != print_[name]) text = text "; all sources " print_[name]
            if (library[name] != "-") text = text "; " library[name]
            if (tools[name] != "-") text = text "; " tools[name]
            return text (part_of[name] == "hand" ? "; again by hand: `" command[name] "`" : \
                "; again: `make results ONLY=" name "`")
        }
        FILENAME == table && !/^#/ && NF { part_of[$1] = $2; command[$1] = $6; next }
        FILENAME == recorded && !/^#/ {
            date[$1] = $2; origin[$1] = $5; library[$1] = $6; tools[$1] = $7; print_[$1] = $8; rtl[$1] = $9
            next
        }
        FILENAME == "-" { state[$1] = $2; changed[$1] = $3 }
        END {
            n = split(names, name, " ")
            for (i = 1; i <= n; i++) {
                if (!(name[i] in part_of)) {
                    print "block: " name[i] " is not in " table "; accepted are its names" > "/dev/stderr"
                    exit 2
                }
                text = what(name[i])
                if (list == "yes") fold("* ", "  ", "`" name[i] "`: " text ".")
                else fold("*", "", toupper(substr(text, 1, 1)) substr(text, 2) ".*")
                if (state[name[i]] == "stale") print (list == "yes" ? "  " : "\n") mark(changed[name[i]])
                else if (state[name[i]] == "never")
                    print (list == "yes" ? "  " : "\n") "**Stale:** it is not known what has changed since."
            }
        }' "$MEASUREMENTS" "$RECORDED" -
}

if [ $first = no ] && [ $# -gt 1 ]; then
    shift
    "$here/tables.sh" "$@"
    echo
fi
said=$(states) || exit 2
printf '%s\n' "$said" | recorded
