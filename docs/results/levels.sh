#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Register files that a compiler manages, on the bundled workloads, for docs/software-rf.md.
#
# usage: levels.sh --picture NAME               strands, intervals and places of operands of a workload's first kernel
#        levels.sh --schemes                    docs/figures/levels.tsv: a line for each workload
#        levels.sh --entries                    docs/figures/levels_entries.tsv: means by entries of the ORF
#        levels.sh --slow                       docs/figures/levels_slow.tsv: IPC by cycles of the register file
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
O=${O:-build}
die() { echo "levels: $*" >&2; exit 2; }

# A bar for each strand and interval, from its first instruction to its last.
picture() {
    "$O/cmodel" annotate --levels -c configs/ocu.yaml --workload "workloads/$1/$1.yaml" | awk -F '\t' '
        /^#|^subcore/ { next }
        !kernel { kernel = $1 }
        $1 != kernel || $3 == "NOP" { next }
        { n++; address[n] = $2; opcode[n] = $3; strand[n] = $4; reads[n] = $5; writes[n] = $6; interval[n] = $7 }
        function bar(text, next_text) {
            sub(/[*]/, "", next_text)
            if (text ~ /[*]/) { sub(/[*]/, "", text); return (text == next_text ? "." : "-") text }
            return text == next_text ? "|" : "\x27"
        }
        END {
            print "```text"
            printf "%-8s%-16s%-10s%-10s%-12s%s\n", "address", "opcode", "strand", "interval", "sources", "results"
            for (i = 1; i <= n; i++)
                printf "%-8s%-16s%-10s%-10s%-12s%s\n", address[i], opcode[i], bar(strand[i], strand[i + 1]),
                       bar(interval[i], interval[i + 1]), reads[i], writes[i]
            print "```"
        }'
}

# One line: workload, and these statistics.
schemes() {
    names="sw_lrf_share sw_orf_share sw_energy_share sw_strand_length ltrf_interval_length ltrf_interval_registers
        ltrf_mrf_share hw_read_share hw_write_share hw_energy_share
        corf_read_share greener_on_share greener_off_share regless_storage"
    printf 'workload'
    printf '\t%s' $names
    echo
    for file in workloads/*/*.yaml; do
        "$O/cmodel" profile --levels -c configs/ocu.yaml --workload "$file" --csv |
            awk -F, -v names="$names" -v w="$(basename "$file" .yaml)" '
                { value[$1] = $2 }
                END {
                    n = split(names, name, /[ \n]+/)
                    printf "%s", w
                    for (i = 1; i <= n; i++) printf "\t%.4f", value[name[i]]
                    print ""
                }'
    done | awk -F '\t' -v OFS='\t' '
        { print; n++; for (i = 2; i <= NF; i++) sum[i] += $i; last = NF }
        END { printf "mean"; for (i = 2; i <= last; i++) printf "\t%.4f", sum[i] / n; print "" }'
}

# Means over the workloads, each as much as another.
entries() {
    printf 'lrf\torf\treads_lrf\treads_orf\treads_mrf\twrites_lrf\twrites_orf\twrites_mrf\tenergy\n'
    for file in workloads/*/*.yaml; do
        "$O/cmodel" profile --figure levels:entries -c configs/ocu.yaml --workload "$file" --csv
    done | awk -F, '
        /^orf/ { next }
        { key = $2 "\t" $1; if (!(key in count)) order[++n] = key; count[key]++
          for (i = 3; i <= 9; i++) sum[key, i] += $i }
        END {
            for (k = 1; k <= n; k++) {
                printf "%s", order[k]
                for (i = 3; i <= 9; i++) printf "\t%.2f", sum[order[k], i] / count[order[k]]
                print ""
            }
        }'
}

# ipc LABEL CONFIG [key=value ...]: a line "label workload IPC" for each workload.
ipc() {
    label=$1 config=$2
    shift 2
    sets=""
    for s in "$@"; do sets="$sets --set $s"; done
    for file in workloads/*/*.yaml; do
        # shellcheck disable=SC2086 # these are words
        "$O/cmodel" run -c "configs/$config.yaml" $sets --workload "$file" --csv </dev/null 2>/dev/null |
            awk -F, -v label="$label\t$file" '$1 == "ipc" { print label "\t" $2; n = 1 } END { exit !n }' ||
            { echo "levels: cmodel run -c configs/$config.yaml$sets --workload $file failed" >&2; return 1; }
    done
}

# relative COLUMN: of lines "column=value config", tab, workload, tab, IPC, geometric means of the IPC over that of ocu
# in the first line's value; a row for each value, a column for each configuration.
relative() {
    awk -F '\t' -v name="$1" '
        {
            split($1, key, " ")
            if (!(key[1] in row)) { row[key[1]] = 1; rows[++n] = key[1] }
            if (!(key[2] in column)) { column[key[2]] = 1; columns[++m] = key[2] }
            if (key[1] == rows[1] && key[2] == columns[1]) base[$2] = $3
            sum[key[1], key[2]] += log($3 / base[$2])
            count[key[1], key[2]]++
        }
        END {
            printf "%s", name
            for (c = 1; c <= m; c++) printf "\t%s", columns[c]
            print ""
            for (r = 1; r <= n; r++) {
                printf "%s", rows[r]
                for (c = 1; c <= m; c++) printf "\t%.3f", exp(sum[rows[r], columns[c]] / count[rows[r], columns[c]])
                print ""
            }
        }'
}

# All have as many collectors, and the same baseline: plain collectors and a register file of one cycle.
slow() {
    for cycles in 1 2 3 4 6 8; do
        for config in ocu malekeh two_level_rfc sw_rfc_split ltrf ltrf_plus; do
            ipc "$cycles $config" $config rf.cycles=$cycles || return 1
        done
    done | relative cycles
}


case ${1-}:$# in
    --picture:2) picture "$2" ;;
    --schemes:1) schemes ;;
    --entries:1) entries ;;
    --slow:1) slow ;;
    *) die "usage: levels.sh --picture NAME, --schemes, --entries or --slow" ;;
esac
