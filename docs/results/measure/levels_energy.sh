#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Energies of register files that a compiler manages, and of a register cache behind the same scheduler, on a small
# sub-core, each against plain collectors: make energy on the bundled trace.
#
# usage: levels_energy.sh            environment: O, OUT (folder of levels_energy.tsv)
#
# Columns: configuration; bank reads and writes per instruction; pJ per instruction, dynamic, over those of plain
# collectors: as the papers count, all that is synthesized, and that with the clock of every flip-flop; area without the
# banks over that of plain collectors, and flip-flops.
set -eu
. "$(dirname "$0")/../../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../../.."
small="subcore.warps=2 subcore.lanes=4 subcore.registers=64 inflight.entries=8 rf.rows=64"
rfc="rfc.enable=true rfc.entries=6 rfc.ways=6 rfc.allocate=write"
report=$(mktemp)
trap 'rm -f "$report"' EXIT
trap 'exit 130' HUP INT TERM

# area CONFIG [key=value ...]: um2 without the banks, and flip-flops, of the netlist that the energy is of.
area() {
    config=$1
    shift
    # shellcheck disable=SC2086 # $small is words
    dir=$(synth/flow/netlist.sh "$config" $small "$@") || exit 2
    awk -f synth/area/netlist_area.awk "$dir/modules.tsv"
}

row() { # CONFIG [key=value ...]
    config=$1
    shift
    name=$config${1:+ with a cache}
    # shellcheck disable=SC2086 # $small is words
    synth/energy/energy.sh ocu "$config" workloads/mix $small "$@" >"$report" || exit 2
    of=$(area "$config" "$@") && of_ocu=$(area ocu) || exit 2
    awk -F '\t' -v name="$name" -v area="${of% *}" -v area_of_ocu="${of_ocu% *}" -v flops="${of#* }" '
        $1 !~ /^(baseline|scheme)$/ { next }
        $2 == "event" { event[$1, $4] = $7 }
        $3 == "monolithic" && $4 == "total" { pj[$1, $2, $5] = $7 }
        function clocked(role) { return pj[role, "netlist", "dynamic"] + pj[role, "netlist", "clock"] }
        END {
            if (!pj["baseline", "netlist", "dynamic"]) exit 1
            printf "%s\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%d\n", name, event["scheme", "bank_reads"],
                event["scheme", "bank_writes"], pj["scheme", "papers", "dynamic"] / pj["baseline", "papers", "dynamic"],
                pj["scheme", "netlist", "dynamic"] / pj["baseline", "netlist", "dynamic"],
                clocked("scheme") / clocked("baseline"), area / area_of_ocu, flops
        }' "$(sed -n 's/^  all of it: //p' "$report")"
}

{
    printf 'configuration\tbank reads\tbank writes\tpapers\tsynthesized\twith clock\tarea\tflip-flops\n'
    row ocu
    # shellcheck disable=SC2086 # $rfc is words
    row two_level_rfc $rfc
    for c in sw_rfc_split ltrf ltrf_plus; do row $c; done
} >"$OUT/levels_energy.tsv"
