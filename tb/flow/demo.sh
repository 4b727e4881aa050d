#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The tour behind make demo: generate, lint, lock-step, storage, area.
set -eu
. "$(dirname "$0")/neutral.sh"
cd "$(dirname "$0")/../.."
O=${O:-build}
case $O$PWD in
*[[:space:]]*)
    echo "demo: O=$O or $PWD has a blank, which Yosys and make do not take; accepted are paths without" >&2; exit 2 ;;
esac
begin=$(date +%s)
step() { printf '\n== %s  (%d s)\n' "$1" "$(($(date +%s) - begin))"; }

step "1. generate Verilog for the baseline (ocu) and for Malekeh's caching collector (ccu)"
for c in ocu ccu; do
    rtl=$(tb/flow/flow.sh rtl $c)
    echo "  $c: $(ls "$rtl"/*.v | wc -l) modules, $(cat "$rtl"/*.v | wc -l) lines in $rtl"
done
step "2. lint: Verilator, Icarus, Yosys"
tb/flow/flow.sh lint "ocu ccu"
step "3. lock-step: golden model and Verilated RTL on workloads/mix, every flop, every cycle"
for c in ocu ccu; do
    echo "  $c (compiling the Verilated model takes about half a minute the first time)"
    tb/flow/flow.sh cosim $c workloads/mix >"$O/demo-cosim.log" || { cat "$O/demo-cosim.log"; exit 1; }
    tail -n 1 "$O/demo-cosim.log"
done
step "4. machine code: a matrix product on tensor cores, computed from what the generated Verilog delivers"
WORKLOAD=hgemm tb/flow/flow.sh cosim ccu "" >"$O/demo-cosim.log" || { cat "$O/demo-cosim.log"; exit 1; }
tail -n 2 "$O/demo-cosim.log"
step "5. storage: the baseline against the CCU"
synth/area/storage.sh ocu ccu
step "6. area with Yosys on osu018, small CCUs beside OCUs (make area CONFIG=ccu takes 32 lanes, and minutes)"
synth/area/area.sh tiny tiny collector.kind=ocu
step "done"
echo "Next: make cosim CONFIG=ccu FAULT=ccu:1 shows how a mismatch is reported; docs/index.md is the door."
