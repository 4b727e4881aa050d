#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Blocks for comparison (synth/peers/*.v), which the generator does not emit, beside well-known blocks with the same
# function, and generated modules (verilog_out/ccu) beside the nearest of them: area x delay over that of the peer, with
# the recipe behind the peers' figures in synth/peers/figures.tsv.
#
# usage: peers.sh     environment: O, SHARED (liberty files in $SHARED/lib), ONLY (part of a block's name)
# Exit code 1 when a ratio is above its bound, 2 when ONLY names no block, 77 when the liberty files are missing or
# Yosys is not that of the figures.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build} SHARED=${SHARED:-../shared} ONLY=${ONLY:-}
work=$O/peers
mkdir -p "$work"

blocks=$(awk -F '\t' '!/^#/ && !seen[$1]++ { printf "%s%s", (n++ ? ", " : ""), $1 }' "$top/synth/peers/figures.tsv")
case $blocks in
*"$ONLY"*) ;;
*) echo "peers: ONLY=$ONLY is in no block's name; accepted: part of $blocks" >&2; exit 2 ;;
esac

for tool in yosys sta; do
    command -v $tool >/dev/null 2>&1 || { echo "peers: $tool is missing: make deps"; exit 77; }
done
case $(yosys -V) in
"Yosys 0.23 "*) ;;
*) echo "peers: the peers' figures are of Yosys 0.23, this is $(yosys -V | cut -d'(' -f1)"; exit 77 ;;
esac
for lib in sky130hd_tt asap7_rvt_tt_merged; do
    packed=$SHARED/lib/$lib.lib.xz
    [ -f "$packed" ] || { echo "peers: $packed is missing; set SHARED" >&2; exit 77; }
    file=$work/$lib-$(cksum <"$packed" | cut -d' ' -f1).lib
    [ -f "$file" ] || { xz -dc "$packed" >"$file.$$" && mv "$file.$$" "$file"; }
    echo "$lib $file"
done >"$work/libraries"

one() { # block, parameters, library, conditions: prints area and delay
    lib=$(sed -n "s/^$3 //p" "$work/libraries") chparam=""
    source=$top/synth/peers/$1.v
    [ -f "$source" ] || source=$top/verilog_out/ccu/$1.v
    for p in $2; do chparam="$chparam -chparam ${p%=*} ${p#*=}"; done
    case $3 in
        sky130*) driver=sky130_fd_sc_hd__buf_2 load=10 unit=1 sta_load=0.010 ;;
        *) driver=BUFx2_ASAP7_75t_R load=1 unit=1000 sta_load=1 ;;
    esac
    printf 'set_driving_cell %s\nset_load %s [all_outputs]\n' $driver $load >"$work/constr"
    yosys -q -p "read_verilog $source; hierarchy -top $1 $chparam; synth -flatten; dfflibmap -liberty $lib
        abc -liberty $lib -constr $work/constr; splitnets -ports; clean; rename -top dut
        tee -o $work/stat stat -liberty $lib; write_verilog -noattr $work/dut.v" >"$work/log" 2>&1 ||
        { echo "peers: Yosys failed on $1; see $work/log" >&2; exit 1; }
    cat >"$work/dut.tcl" <<END
read_liberty $lib
read_verilog $work/dut.v
link_design dut
create_clock -name clk -period [expr 10 * $unit] [get_ports -quiet clk_i]
set_input_delay 0 -clock clk [all_inputs]
set_output_delay 0 -clock clk [all_outputs]
if {"$4" == "driven"} {
    set_driving_cell -lib_cell $driver [all_inputs]
    set_load $sta_load [all_outputs]
}
puts "delay [expr 10 - [get_property [lindex [find_timing_paths] 0] slack] / $unit]"
exit
END
    sta -no_splash -exit "$work/dut.tcl" >"$work/sta" 2>&1 ||
        { echo "peers: OpenSTA failed on $1; see $work/sta" >&2; exit 1; }
    area=$(sed -n 's/.*Chip area.*: *//p' "$work/stat") delay=$(sed -n 's/^delay //p' "$work/sta")
    [ -n "$area" ] && [ -n "$delay" ] || { echo "peers: no area or delay of $1; see $work/sta" >&2; exit 1; }
    echo "$area $delay"
}

tab=$(printf '\t')
printf '%-17s %-28s %-20s %-6s %9s %7s %9s %7s  %-27s %6s %6s\n' block parameters library at um2 ns \
    "peer um2" "peer ns" peer ratio bound
grep -v '^#' "$top/synth/peers/figures.tsv" >"$work/rows"
: >"$work/verdicts"
while IFS=$tab read -r block parameters library at peer peer_area peer_delay bound same; do
    case $block in *"$ONLY"*) ;; *) continue ;; esac
    measured=$(one "$block" "$parameters" "$library" "$at")
    echo "$measured" "$peer_area" "$peer_delay" "$bound" | awk -v b="$block" -v p="$parameters" -v l="$library" \
        -v at="$at" -v peer="$peer" -v same="$same" -v verdicts="$work/verdicts" '{
        ratio = $1 * $2 / ($3 * $4)
        verdict = ratio > $5 + 0.005 ? "worse than its bound" : same == "other" ? "another function" : \
            ratio > 1.055 ? "misses the goal of 1.05" : ""
        printf "%-17s %-28s %-20s %-6s %9.2f %7.3f %9.2f %7.3f  %-27s %6.2f %6.2f  %s\n", \
            b, p, l, at, $1, $2, $3, $4, peer, ratio, $5, verdict
        print same, (ratio > 1.055), (ratio > $5 + 0.005) >>verdicts }'
done <"$work/rows"
awk '$1 == "same" { n++; missed += $2 } { worse += $3 }
    END { printf "%d of %d miss the goal of 1.05\n", missed, n; exit worse > 0 }' "$work/verdicts"
