#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Control bits of a trace, changed at random (random_control.c), for cosim.
#
# usage: bits.sh legal|any SEED TRACE FILE -c CONFIGURATION [--set KEY=VALUE ...]      environment: O
#
# Writes FILE and prints the options of cosim. With any bits operands may be stale, which do not end a run then.
# Exit codes: 0 done, 2 the trace has no control bits, or usage.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
cd "$(dirname "$0")/../.."
O=${O:-build}
case ${1:-} in
legal) legal=--legal stale="" ;;
any) legal="" stale=" --stale" ;;
*) echo "bits: '${1:-}' is not known; accepted: legal, any" >&2; exit 2 ;;
esac
[ $# -ge 6 ] || { echo "bits: SEED, TRACE, FILE and -c CONFIGURATION are needed behind '$1'" >&2; exit 2; }
seed=$2 trace=$3 file=$4
shift 4
"$O/cmodel" annotate "$@" --trace "$trace" --control -o "$file.pass" || exit 2
"$O/random_control" --in "$file.pass" --out "$file" --seed "$seed" $legal || exit 2
rm "$file.pass"
echo "--hints $file$stale"
