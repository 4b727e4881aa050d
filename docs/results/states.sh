#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Whether what pages say is of today's checkout: what is recorded (recorded.tsv) beside what prints.sh prints.
#
# usage: states.sh [NAME...]         of these measurements, or of all, a line each: name, state (fresh, stale, never: it
#                                    is not recorded), what has changed
# environment: O, SHARED; RECORDED (another table), MEASUREMENTS; PRINTS (a file that prints.sh has written)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
here=$(cd "$(dirname "$0")" && pwd)
RECORDED=${RECORDED:-$here/recorded.tsv}
[ -r "$RECORDED" ] || { echo "states: $RECORDED cannot be read; accepted is docs/results/recorded.tsv" >&2; exit 2; }
prints=$(mktemp)
trap 'rm -f "$prints"' EXIT
trap 'exit 130' HUP INT TERM
if [ -n "${PRINTS:-}" ]; then
    awk -F '\t' -v wanted=" $* " 'wanted == "  " || index(wanted, " " $1 " ")' "$PRINTS" >"$prints"
else
    "$here/prints.sh" "$@" >"$prints" || exit 2
fi
# Recorded are: name, date, seconds, processor seconds, origin, library, tools, fingerprint, RTL, parts.
awk -F '\t' -v OFS='\t' '
    function key(part) { sub(/=[^=]*$/, "", part); return part }
    function hash(part) { sub(/.*=/, "", part); return part }
    FILENAME == ARGV[1] { if (!/^#/) recorded[$1] = $10; next }
    !($1 in recorded) { print $1, "never", "-"; next }
    {
        split("", was)
        n = split(recorded[$1], part, " ")
        for (i = 1; i <= n; i++) was[key(part[i])] = hash(part[i])
        changed = ""
        n = split($4, part, " ")
        for (i = 1; i <= n; i++) {
            k = key(part[i])
            h = hash(part[i])
            if (!(k in was) || was[k] != h && !(k ~ /^library:/ && (h == "-" || was[k] == "-")))
                changed = changed (changed == "" ? "" : " ") k
            delete was[k]
        }
        for (k in was) gone[++gones] = k
        for (i = 1; i <= gones; i++) {                      # in their order
            for (j = i + 1; j <= gones; j++)
                if (gone[j] < gone[i]) { k = gone[i]; gone[i] = gone[j]; gone[j] = k }
            changed = changed (changed == "" ? "" : " ") gone[i]
        }
        gones = 0
        print $1, (changed == "" ? "fresh" : "stale"), (changed == "" ? "-" : changed)
    }' "$RECORDED" "$prints"
