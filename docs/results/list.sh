#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The list of measurements, for docs/results-run.md.
#
# usage: list.sh
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
. "$(dirname "$0")/../../tb/flow/fold.sh"
awk -F '\t' "$fold_function"'
    /^#/ || !NF { next }
    { fold("* ", "  ", "`" $1 "` (" $2 "): `" $6 "`") }' "$(dirname "$0")/measurements.tsv"
