#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The structures that rtl_gen emits, as blocks of their own, beside well-known blocks with the same function: area x delay
# of the block over that of the peer, with the recipe behind the peers' figures in synth/peers/figures.tsv.
#
# usage: peers.sh     environment: O, SHARED (liberty files in $SHARED/lib), ONLY (part of a block's name)
# Exit code 1 when a ratio is above its bound, 77 when the liberty files are missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build} SHARED=${SHARED:-../shared} ONLY=${ONLY:-}
work=$O/peers
mkdir -p "$work"

for lib in sky130hd_tt asap7_rvt_tt_merged; do
    [ -f "$work/$lib.lib" ] && continue
    [ -f "$SHARED/lib/$lib.lib.xz" ] || { echo "peers: $SHARED/lib/$lib.lib.xz is missing; set SHARED"; exit 77; }
    xz -dc "$SHARED/lib/$lib.lib.xz" >"$work/$lib.tmp" && mv "$work/$lib.tmp" "$work/$lib.lib"
done

one() { # block, parameters, library: prints area and delay
    lib=$work/$3.lib chparam=""
    for p in $2; do chparam="$chparam -chparam ${p%=*} ${p#*=}"; done
    case $3 in
        sky130*) driver=sky130_fd_sc_hd__buf_2 load=10 unit=1 ;;
        *) driver=BUFx2_ASAP7_75t_R load=1 unit=1000 ;;
    esac
    printf 'set_driving_cell %s\nset_load %s [all_outputs]\n' $driver $load >"$work/constr"
    yosys -q -p "read_verilog $top/synth/peers/$1.v; hierarchy -top $1 $chparam; synth -flatten; dfflibmap -liberty $lib
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
puts "delay [expr 10 - [get_property [lindex [find_timing_paths] 0] slack] / $unit]"
exit
END
    sta -no_splash -exit "$work/dut.tcl" >"$work/sta" 2>&1 || true
    area=$(sed -n 's/.*Chip area.*: *//p' "$work/stat") delay=$(sed -n 's/^delay //p' "$work/sta")
    [ -n "$area" ] && [ -n "$delay" ] || { echo "peers: no area or delay of $1; see $work/sta" >&2; exit 1; }
    echo "$area $delay"
}

tab=$(printf '\t')
printf '%-17s %-28s %-20s %9s %7s %9s %7s  %-27s %6s %6s\n' block parameters library um2 ns "peer um2" "peer ns" peer \
    ratio bound
grep -v '^#' "$top/synth/peers/figures.tsv" >"$work/rows"
status=0
while IFS=$tab read -r block parameters library peer peer_area peer_delay bound; do
    case $block in *"$ONLY"*) ;; *) continue ;; esac
    measured=$(one "$block" "$parameters" "$library")
    echo "$measured $peer_area $peer_delay $bound" | awk -v b="$block" -v p="$parameters" -v l="$library" -v peer="$peer" '{
        ratio = $1 * $2 / ($3 * $4)
        worse = (ratio > $5 + 0.005)
        printf "%-17s %-28s %-20s %9.2f %7.3f %9.2f %7.3f  %-27s %6.2f %6.2f%s\n", b, p, l, $1, $2, $3, $4, peer, ratio, $5,
            (worse ? "  worse than its bound" : ratio > 1.055 ? "  misses the goal of 1.05" : "")
        exit worse }' || status=1
done <"$work/rows"
exit $status
