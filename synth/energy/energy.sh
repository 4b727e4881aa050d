#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Energy of a verified run by component: baseline against scheme on the same instructions.
#
# usage: energy.sh BASELINE SCHEME TRACE [key=value ...]
# environment: O, LIB, STRATEGY, NM (node of the memories; default the library's, which it overrides), LANES (of the
# netlist: "full", or two widths such as "2 4", extended on the straight line to the run's), GATED (yes: both designs
# with gated clocks, too; no), and what tb/flow/flow.sh cosim takes: WORKLOAD SIZE PARAM HINTS SLICE SEED
#
# Lock-step writes events and the activity of all registers; a run that fails gives no number. Logic: the netlist of
# netlist.sh, cut at the flip-flops (energy_cut.awk), in OpenSTA. Memories: events times the figures of build/sram.
# build/energy_table adds them up. With GATED=yes the same is done with rtl.clock_gate: cell, in runs whose events have
# to be the same.
# Everything is also in $O/energy/<baseline>-<scheme>-<library>-<inputs>.tsv; <inputs> is a hash over all that the table
# depends on (inputs below), and the last line of the report names the file.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/synth/flow/library.sh"
. "$top/synth/flow/settings.sh"
. "$top/tb/flow/trace_paths.sh"
. "$top/tb/flow/run_files.sh"
[ $# -ge 3 ] || {
    echo "energy: two configurations and a trace are needed: BASELINE SCHEME TRACE [key=value ...]" >&2; exit 2; }
base=$1 scheme=$2 trace=$3
shift 3
gated_or_not energy "$base" "$scheme" "$@"
for tool in yosys sta; do
    command -v $tool >/dev/null 2>&1 || { echo "energy: $tool is not installed; make deps installs it" >&2; exit 2; }
done
unset MODULES
library energy
export LIB
[ "$GATED" = no ] || library_gate energy
NM=${NM:-$lib_nm}
LANES=${LANES:-full}
[ "$NM" != - ] || {
    echo "energy: the node of $LIB is not known; accepted is NM= in nm, or a line in constraints/libraries.tsv" >&2
    exit 2
}
"$O/sram" table --nm "$NM" --tsv >/dev/null || exit 2
if [ -n "${WORKLOAD:-}" ]; then
    [ -f "$WORKLOAD" ] || ls "$top"/workloads/*/"$WORKLOAD.yaml" >/dev/null 2>&1 || {
        echo "energy: WORKLOAD=$WORKLOAD is not a workload; accepted are names in workloads/, or a launch file" >&2
        exit 2; }
else
    trace_paths "$trace" | while IFS= read -r path; do
        [ -e "$path" ] || {
            echo "energy: TRACE=$trace: $path does not exist; accepted is a folder with kernelslist.g, or a trace" >&2
            exit 2; }
    done || exit 2
fi
# refuse_sm CONFIG [key=value ...]
refuse_sm() {
    rtl=$("$top/tb/flow/flow.sh" rtl "$@") || exit $?
    [ "$(top_of "$rtl")" != sm ] || {
        echo "energy: $1 is an SM (sm.subcores), whose energy is not measured; accepted are sub-cores" >&2; exit 2; }
}
# refuse_slow CONFIG [key=value ...]: no source says what a bank takes that is slower than its clock.
refuse_slow() {
    rtl=$("$top/tb/flow/flow.sh" rtl "$@") || exit $?
    ! grep -qs 'parameter WAIT_BITS' "$(file_of "$rtl" rf_bank.v)" || {
        echo "energy: $1 has slow banks, whose energy is not known; accepted is rf.cycles: 1" >&2; exit 2; }
}
refuse_sm "$base"
refuse_slow "$base"
refuse_sm "$scheme" "$@"
refuse_slow "$scheme" "$@"
widths_of_netlists energy
"$top/tb/flow/flow.sh" notes run "$scheme" "$@"
mkdir -p "$O/energy"
work=$O/energy/work.$$
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
"$O/liberty" --name "$LIB" flops "$lib_dir/library.lib" >"$work/flops" || exit 2
volts=$(awk 'NR == 1 { print $2 }' "$work/flops")
load=$(awk -v unit="$(awk -F '\t' 'NR == 1 { print $3 }' "$lib_dir/cells.tsv")" \
    '$1 == "set_load" { print $2 / unit }' "$lib_dir/constr")

. "$top/synth/energy/energy_known.sh"
known_factor energy || exit 1

# Power of one netlist with one activity, by component: label, activity, configuration, settings.
power() {
    out=$work/$1.power activity=$2 config=$3
    shift 3
    dir=$("$top/synth/flow/netlist.sh" "$config" "$@") || exit $?
    rows=$(awk -F '\t' 'NR == 2 { print $2 }' "$dir/rtl/memories.tsv")
    bits=$(awk -F '\t' 'NR == 2 { print $3 }' "$dir/rtl/memories.tsv")
    ports=$(macro_ports "$dir/rtl")
    row_bits=$(sed -n 's/^ *parameter ROW_BITS = \([0-9]*\).*/\1/p' "$dir/rtl/sram_$ports.v")
    flat=$dir/flat-$(cat "$top/synth/energy/energy.ys.in" "$top/synth/energy/energy_macro.v" | cksum | cut -d' ' -f1).v
    if [ ! -f "$flat" ]; then
        echo "  flattening $(basename "$dir")" >&2
        sed "s/@ROW_BITS@/$row_bits/; s/@LANES@/$((bits / 32))/; s/@BITS@/$bits/" "$top/synth/energy/energy_macro.v" \
            >"$work/macro.v"
        sed -e "s|@LIB@|$lib_dir/library.lib|; s|@NETLIST@|$dir/netlist.v|; s|@MACRO@|$work/macro.v|" \
            -e "s|@OUT@|$work/flat.v|" "$top/synth/energy/energy.ys.in" >"$work/flat.ys"
        yosys -q "$work/flat.ys" >"$work/flat.log" 2>&1 || {
            echo "energy: Yosys failed on $dir/netlist.v; the end of its log:" >&2
            tail -n 5 "$work/flat.log" >&2
            exit 1
        }
        mv "$work/flat.v" "$flat"
    fi
    "$O/sram" liberty --ports "$ports" --rows "$rows" --bits "$bits" --row-bits "$row_bits" --lanes $((bits / 32)) \
        --nm "$NM" -o "$work/sram.lib"
    awk -v flops="$work/flops" -v activity="$activity" -v gate="$lib_dir/gate" -v unit="$lib_unit_ff" \
        -v tcl="$work/activity.tcl" -v cut="$work/cut" -f "$top/synth/energy/energy_cut.awk" "$flat" "$flat" \
        >"$work/cut.v" || exit 1
    echo "  power of $(basename "$dir")" >&2
    clock=$(awk -v p="$lib_period" -v u="$lib_unit_ns" 'BEGIN { print p / u }')
    status=0
    for idle in 1 0; do
        LIB="$lib_dir/library.lib" SRAM="$work/sram.lib" NETLIST="$work/cut.v" SDC="$dir/rtl/subcore.sdc" \
            LOAD="$load" PERIOD="$clock" ACTIVITY="$work/activity.tcl" IDLE=$idle \
            sta -no_init -exit /dev/stdin <"$top/synth/energy/energy.tcl" >"$work/power.$idle" 2>&1 || status=$?
    done
    if [ $status -ne 0 ] || grep -q '^Error' "$work/power.0" "$work/power.1" ||
        ! "$O/energy_power" --factor "$factor" --volts "$volts" --period "$lib_period" \
            "$(parts_of "$dir/rtl")" "$work/cut" "$work/power.1" "$work/power.0" >"$out"; then
        echo "energy: OpenSTA failed on $flat (exit code $status); its messages:" >&2
        { grep -h -m 5 '^Error' "$work/power.1" "$work/power.0" || tail -n 5 "$work/power.0"; } >&2
        exit 1
    fi
}

# caches_of RTL: prints how many register caches it has.
caches_of() { awk '/^top[.]g_rfc\[[0-9]*\][.]u_rfc[.]valid_q/ { n++ } END { print n + 0 }' "$1/registers.tsv"; }

# parts_of RTL: prints what build/energy_power calls its components.
parts_of() {
    if [ -f "$(file_of "$1" modern_bank.v)" ]; then echo modern
    elif [ "$(caches_of "$1")" -gt 0 ]; then echo caches
    else echo subcore
    fi
}

# holders_of RTL: prints how many memories hold operands until their dispatch, and how many values are in each:
# collectors. Without any it is the unit queue, and as many of its size as the window fills, of three values for each
# read port of each bank.
holders_of() {
    awk '/^top[.]g_col\[0\][.].*[.]data_q/ { values++ }
        /^top[.]g_col\[[0-9]*\][.]u_[a-z]*[.]occupied_q/ { holders++ }
        /^top[.]u_queue[.]g_slot\[[0-9]*\][.]data_q/ { queued++ }
        /^top[.]g_bank\[[0-9]*\][.]u_bank[.].*u_sram[.]rdata_q/ { window += 3 }
        END {
            if (queued) { values = queued; holders = 1 + int((window + queued - 1) / queued) }
            print holders + 0, values + 0
        }' "$1/registers.tsv"
}

# levels_of RTL: prints a line for each memory of its levels: interval, orf or lrf, rows, ports, how many.
# Values of one kind are one memory for all active warps, as those of register caches are, with three read ports
# (Gebhart et al., MICRO 2011); a split LRF is three banks, each of one operand position.
levels_of() {
    [ -f "$1/level_entries.v" ] || return 0
    frames=$(awk '/^top[.]g_frame\[[0-9]*\][.]u_entries[.]g_entry\[0\][.]data_q/ { n++ } END { print n + 0 }' \
        "$1/registers.tsv")
    of_interval=no
    [ ! -f "$1/interval_table.v" ] || of_interval=yes
    awk -v frames="$frames" -v of_interval="$of_interval" '
        $1 == "parameter" && $2 == "ORF_ENTRIES" {
            print of_interval == "yes" ? "interval" : "orf", frames * ($4 + 0), "3r1w", 1 }
        $1 == "parameter" && $2 == "LRF_ENTRIES" { print "lrf", frames, $4 + 0 == 1 ? "3r1w" : "1r1w", $4 + 0 }' \
        "$1/level_entries.v"
}

# One design: role, configuration, settings. Leaves $work/<role>.design, .activity, .power, .memories: energy_inputs.h.
design() {
    role=$1 config=$2
    shift 2
    rm -f "$work/$role.activity"
    status=0
    rtl=$("$top/tb/flow/flow.sh" rtl "$config" "$@") || exit $?
    PINS=$([ ! -f "$rtl/clock_gate.v" ] || echo clock_gate)     # how often they are open
    [ "$(parts_of "$rtl")" != modern ] || PINS="${PINS:+$PINS }modern_bank"     # what the banks read and keep
    export PINS
    "$top/tb/flow/flow.sh" cosim "$config" "$trace" "$@" -- -q --activity "$work/$role.activity" \
        >"$work/$role.log" 2>&1 ||
        status=$?
    if [ $status -ne 0 ] || [ ! -s "$work/$role.activity" ]; then
        echo "energy: $config has no energy: lock-step ended with exit code $status:" >&2
        tail -n 5 "$work/$role.log" >&2
        exit 1
    fi
    tail -n 2 "$work/$role.log" >&2
    echo "$rtl" >"$work/$role.rtl"
    lanes=$(awk -F '\t' 'NR == 2 { print $3 / 32 }' "$rtl/memories.tsv")
    case $LANES in
    full) power "$role" "$work/$role.activity" "$config" "$@" ;;
    *)  # shellcheck disable=SC2086 # two words
        set -- $LANES -- "$@"
        low=$1 high=$2
        shift 3
        power "$role.low" "$work/$role.activity" "$config" "$@" "subcore.lanes=$low"
        power "$role.high" "$work/$role.activity" "$config" "$@" "subcore.lanes=$high"
        awk -F '\t' -v OFS='\t' -v t="$(awk "BEGIN { print ($lanes - $low) / ($high - $low) }")" '
            NR == FNR { for (i = 2; i <= 6; i++) v[$1, i] = $i; next }
            { for (i = 2; i <= 6; i++) $i = v[$1, i] + t * ($i - v[$1, i]); print }' \
            "$work/$role.low.power" "$work/$role.high.power" >"$work/$role.power" ;;
    esac
    rows=$(awk -F '\t' 'NR == 2 { print $2 }' "$rtl/memories.tsv")
    banks=$(awk 'END { print NR - 1 }' "$rtl/memories.tsv")
    copies=$(grep -c '^top[.]g_bank\[0\][.]' "$rtl/memories.tsv")
    holders=$(holders_of "$rtl")
    collectors=${holders% *} entries=${holders#* }
    if [ "$entries" = 0 ] || [ "$collectors" = 0 ]; then
        echo "energy: $rtl/registers.tsv has $entries values of a collector (data_q) and $collectors collectors" \
            "(occupied_q), and no unit queue; accepted are designs with both, or with that" >&2
        exit 1
    fi
    # Register caches as one memory, with three read ports unless they deliver one register a cycle (RFC-sim V-B, VI-B).
    caches=$(caches_of "$rtl") of_caches=""
    if [ "$caches" -gt 0 ]; then
        cached=$(awk '/^top[.]g_rfc\[[0-9]*\][.].*[.]data_q/ { n++ } END { print n + 0 }' "$rtl/registers.tsv")
        delivers=$(sed -n 's/^ *parameter READ_PORTS = \([0-9]*\).*/\1/p' "$rtl/rfc.v")
        if [ "$cached" = 0 ] || [ -z "$delivers" ]; then
            echo "energy: $rtl has $caches register caches with $cached values (data_q) and '$delivers' read ports" \
                "(READ_PORTS); all are needed" >&2
            exit 1
        fi
        of_caches="cache $cached $([ "$delivers" = 1 ] && echo 1r1w || echo 3r1w)"
    fi
    # The reuse cache is one memory, too: three operands are read at once.
    reuse=$(awk '/^top[.]g_bank\[[0-9]*\][.]u_bank[.]reuse[0-2]_data_q/ { n++ } END { print n + 0 }' \
        "$rtl/registers.tsv")
    [ "$reuse" = 0 ] || of_caches="reuse $reuse 3r1w"
    levels_of "$rtl" >"$work/levels"
    { echo "buffer $entries 1rw"; echo "$of_caches"; cat "$work/levels"; echo "bank $rows $(macro_ports "$rtl")"; } |
        while read -r what rows ports _; do
            [ -n "$what" ] || continue
            "$O/sram" bank --rows "$rows" --bits $((32 * lanes)) --ports "$ports" --nm "$NM" --tsv |
                awk -v what="$what" -v OFS='\t' -F '\t' 'NR > 1 { print what, $1, $5, $6, $7, $3, $11 }'
        done >"$work/$role.memories"
    # shellcheck disable=SC2046,SC2183 # three of them are of awk
    printf 'design\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$config" "$lanes" "$banks" "$collectors" \
        "$entries" "$caches" \
        $(awk '{ n[$1] = $4 } END { print n["orf"] + 0, n["lrf"] + 0, n["interval"] + 0 }' "$work/levels") \
        $((reuse > 0)) "$copies" >"$work/$role.design"
}
shared=$(settings_of_both "$@")
# shellcheck disable=SC2086 # $shared is words
design baseline "$base" $shared
design scheme "$scheme" "$@"
roles="baseline scheme"
if [ "$GATED" = yes ]; then
    # shellcheck disable=SC2086 # $shared is words
    design baseline_gated "$base" $shared rtl.clock_gate=cell
    design scheme_gated "$scheme" "$@" rtl.clock_gate=cell
    roles="$roles baseline_gated scheme_gated"
fi

# Everything that the table depends on, as text: parameters in words, and the contents of files as their hashes.
contents() { cat "$@" | sha256sum | cut -d' ' -f1; }
parameters() {
    if [ -n "${WORKLOAD:-}" ]; then
        printf 'WORKLOAD=%s SIZE=%s PARAM="%s"' "$(basename "$WORKLOAD" .yaml)" "${SIZE:-}" "${PARAM:-}"
    else
        printf 'TRACE=%s' "$(basename "$trace")"
    fi
    printf ' HINTS=%s SLICE=%s SEED=%s LIB=%s NM=%s LANES="%s" %sSET="%s" files %s\n' "$(basename "${HINTS:-}")" \
        "${SLICE:-}" "${SEED:-}" "$lib_name" "$NM" "$LANES" "$([ "$GATED" = no ] || echo 'GATED=yes ')" "$settings" \
        "$(run_hash "${trace:-}" "${WORKLOAD:-}")"
}
inputs() {
    settings=$*
    parameters
    echo "period $lib_period"
    for role in $roles; do contents "$(cat "$work/$role.rtl")/manifest.txt"; done
    contents "$lib_dir/library.lib" "$lib_dir/constr"
    # shellcheck disable=SC2086 # words
    contents $lib_scripts
    [ -z "${HINTS:-}" ] || contents "$HINTS"
    contents "$top"/synth/energy/energy* "$top"/synth/flow/liberty* "$top"/synth/memory/*
    contents "$top"/synth/flow/elaborate.ys.in "$top"/synth/flow/module.ys.in "$top"/synth/flow/netlist*.c
    yosys -V
    sta -version
}
inputs "$@" >"$work/inputs"
hash=$(sha256sum <"$work/inputs" | cut -c1-12)
out=$O/energy/$(basename "$base" .yaml)-$(basename "$scheme" .yaml)-$lib_name-$hash.tsv
gated_too=""
[ "$GATED" = no ] || gated_too=--gated
# shellcheck disable=SC2086 # nothing, or an option
"$O/energy_table" --period "$lib_period" --library "$lib_name" --nm "$NM" --factor "$factor" --lanes "$LANES" \
    $gated_too --inputs "$hash" --parameters "$(head -n 1 "$work/inputs")" \
    --tools "$(yosys -V), OpenSTA $(sta -version)" --output "$out" "$work" || exit $?
echo "  all of it: $out"
