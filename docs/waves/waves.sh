#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws the timing diagrams of docs/interface.md into a folder, from a run of tb/example on tiny with Icarus.
#
# usage: waves.sh FOLDER
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
. tb/flow/whole.sh
O=${O:-build}
[ $# -eq 1 ] || { echo "waves: usage: waves.sh FOLDER" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rtl=$(tb/flow/flow.sh rtl tiny)
SIM=icarus tb/example/run.sh "$rtl" "$work/vcd" >"$work/log" || { cat "$work/log" >&2; exit 1; }
for name in $("$O/draw_waves" --names docs/waves/interface.tsv); do
    whole figures "$1/interface_$name.svg" "$O/draw_waves" "$work/vcd" docs/waves/interface.tsv "$name"
    echo "$1/interface_$name.svg"
done
