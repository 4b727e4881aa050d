#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tables of measured values that are kept, for blocks of pages.
#
# usage: tables.sh --frontier FILE      what make frontier has measured: FILE is its table (docs/figures/frontier*.tsv)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
die() { echo "tables: $*" >&2; exit 2; }
[ "${1:-}" = --frontier ] && [ $# -eq 2 ] || die "usage: tables.sh --frontier FILE"
[ -r "$2" ] || die "$2 cannot be read; accepted is a table that make frontier has written"
columns="label design area_um2 area_ratio clock_MHz ipc_ratio reads_ratio speed_ratio lockstep_cycles meaning"
[ "$(head -n 1 "$2" | tr '\t' ' ')" = "$columns" ] || die "$2 has other columns; accepted are $columns"
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
    }' "$2"
