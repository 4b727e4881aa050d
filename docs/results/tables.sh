#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tables of measured values that are kept, for blocks of pages.
#
# usage: tables.sh --frontier FILE              what make frontier has measured (docs/figures/frontier*.tsv)
#        tables.sh --table NAME                 the columns that tables.tsv has under this name, of its table, whose
#                                               first line names them; NAME[:DIGITS][=TITLE] is a column with so many
#                                               digits, under another title
#        tables.sh --columns FILE COLUMNS       likewise, of any table
#        tables.sh --cells FILE                all of a table as it is, with its first line as titles
#        tables.sh --ratios FILE PERCENT        the means of its column "ratio", and how many are within so many percent
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
die() { echo "tables: $*" >&2; exit 2; }

frontier() {
    columns="label design area_um2 area_ratio clock_MHz ipc_ratio reads_ratio speed_ratio lockstep_cycles meaning"
    [ "$(head -n 1 "$1" | tr '\t' ' ')" = "$columns" ] || die "$1 has other columns; accepted are $columns"
    awk -F '\t' '
        NR == 1 {
            print "| design | area, um2 | | highest clock, MHz | IPC | bank reads | IPC x clock |"
            print "|---|---|---|---|---|---|---|"
            next
        }
        {
            printf "| %s | %.0f | %+.0f %% | %.0f | %.3f | %.3f | %.3f |\n", $1, $3, 100 * ($4 - 1), $5, $6, $7, $8
            cycles += $9
            what = what "| " $1 " | " $10 " |\n"
        }
        END {
            printf "\n| design | what it is |\n|---|---|\n%s", what
            printf "\nBefore it lock-step has compared %d cycles.\n", cycles
        }' "$1"
}

columns() { # FILE, and columns with a semicolon between
    awk -F '\t' -v wanted="$2" '
        function line(  i, text) {
            text = "|"
            for (i = 1; i <= n; i++) text = text " " (cell[i] == "" ? "" : cell[i] " ") "|"
            print text
        }
        NR == 1 {
            for (i = 1; i <= NF; i++) at[$i] = i
            n = split(wanted, column, ";")
            for (i = 1; i <= n; i++) {
                name = title = column[i]
                digits[i] = ""
                if (match(name, /=/)) { title = substr(name, RSTART + 1); name = substr(name, 1, RSTART - 1) }
                if (match(name, /:[0-9]$/)) {
                    digits[i] = substr(name, RSTART + 1)
                    if (title == column[i]) title = substr(name, 1, RSTART - 1)
                    name = substr(name, 1, RSTART - 1)
                }
                if (!(name in at)) {
                    print "tables: " FILENAME " has no column " name "; accepted are those of its first line" \
                        > "/dev/stderr"
                    exit 2
                }
                number[i] = at[name]
                cell[i] = title
                rule = rule "|---"
            }
            line()
            print rule "|"
            next
        }
        {
            for (i = 1; i <= n; i++) {
                cell[i] = $number[i] == "-" ? "" : $number[i]
                if (digits[i] != "" && cell[i] != "") cell[i] = sprintf("%." digits[i] "f", cell[i])
            }
            line()
        }' "$1"
}

cells() { # FILE
    awk -F '\t' '
        {
            text = "|"
            for (i = 1; i <= NF; i++) text = text " " ($i == "" || $i == "-" ? "" : $i " ") "|"
            print text
        }
        NR == 1 { for (i = 1; i <= NF; i++) printf "|---"; print "|" }' "$1"
}

ratios() { # FILE PERCENT
    awk -F '\t' -v within="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == "ratio") at = i; next }
        at {
            n++
            logs += log($at)
            error = $at > 1 ? $at - 1 : 1 - $at
            errors += error
            near += error <= within / 100
            if (error > most) most = error
        }
        END {
            if (!n) {
                print "tables: " FILENAME " has no ratios; accepted is a column ratio" >"/dev/stderr"
                exit 2
            }
            print "| compared | geometric mean | mean error | largest error | within " within " % |"
            print "|---|---|---|---|---|"
            printf "| %d | %.3f | %.1f %% | %.1f %% | %d |\n", n, exp(logs / n), 100 * errors / n, 100 * most, near
        }' "$1"
}

readable() { [ -r "$1" ] || die "$1 cannot be read; accepted is a table with tabs between its columns"; }

named() { # NAME
    list=$(dirname "$0")/tables.tsv
    tab=$(printf '\t')
    row=$(grep "^$1$tab" "$list") || die "$list has no table $1; accepted are its names"
    file=$(printf '%s\n' "$row" | cut -f 2) wanted=$(printf '%s\n' "$row" | cut -f 3)
    readable "$file"
    columns "$file" "$wanted"
}

case ${1:-}.$# in
--frontier.2) readable "$2"; frontier "$2" ;;
--table.2) named "$2" ;;
--cells.2) readable "$2"; cells "$2" ;;
--ratios.3) readable "$2"; ratios "$2" "$3" ;;
--columns.3) readable "$2"; columns "$2" "$3" ;;
*) die "usage: tables.sh --frontier FILE, --table NAME, --columns FILE COLUMNS, --cells FILE, or" \
    "--ratios FILE PERCENT" ;;
esac
