# SPDX-License-Identifier: Apache-2.0
# Rows of recorded.tsv, for sourcing by what writes it; $MEASUREMENTS and $RECORDED are set.

# rows_with FILE: what is recorded, with the rows of the file in the place of those of the same name, in the order of
# the table of measurements.
rows_with() {
    sed -n '/^#/p' "$RECORDED"
    awk -F '\t' '
        FILENAME == ARGV[1] { if (!/^#/ && NF) { order[++n] = $1 } next }
        !/^#/ && NF { row[$1] = $0 }
        END { for (i = 1; i <= n; i++) if (order[i] in row) print row[order[i]] }' "$MEASUREMENTS" "$RECORDED" "$1"
}
