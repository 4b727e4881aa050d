#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Blocks beside well-known ones with the same function: area x delay over that of the peer, with the recipe behind the
# peers' figures in synth/peers/figures.tsv. A block is a generated module (verilog_out/ccu) or, where the generator has
# its function only inside of other modules, one of synth/peers/*.v.
#
# usage: peers.sh     environment: O, SHARED (liberty files in $SHARED/lib), ONLY (part of a block's name)
# Exit code 1 when a ratio is above its bound or the recipe does not give its figures, 2 when ONLY names no block, 77
# when the liberty files are missing or Yosys is not that of the figures.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build} SHARED=${SHARED:-../shared} ONLY=${ONLY:-}
work=$O/peers
mkdir -p "$work"

blocks=$(awk -F '\t' '!/^#/ && !seen[$1]++ { printf "%s%s", (n++ ? ", " : ""), $1 }' "$top/synth/peers/figures.tsv")
case $ONLY in
*[,\ ]*) false ;;
*) case $blocks in *"$ONLY"*) ;; *) false ;; esac ;;
esac || {
    echo "peers: ONLY=$ONLY is in no block's name; accepted: part of $blocks" >&2
    exit 2
}

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

# Maps a block: block, parameters, liberty file, driving cell, load in fF, delay that abc aims at in ps.
map() {
    source=$top/synth/peers/$1.v chparam="" helpers=""
    [ -f "$source" ] || source=$top/verilog_out/ccu/$1.v
    for p in $2; do chparam="$chparam -chparam ${p%=*} ${p#*=}"; done
    for m in rotating_choice data_crossbar; do          # what it instantiates
        ! grep -q "^ *$m #" "$source" || helpers="$helpers $top/verilog_out/ccu/$m.v"
    done
    printf 'set_driving_cell %s\nset_load %s [all_outputs]\n' "$4" "$5" >"$work/constr"
    yosys -q -p "read_verilog $source $helpers; hierarchy -top $1 $chparam; synth -flatten; dfflibmap -liberty $3
        abc -liberty $3 -constr $work/constr -D $6; splitnets -ports; clean; rename -top dut
        tee -o $work/stat stat -liberty $3; write_verilog -noattr $work/dut.v" >"$work/log" 2>&1 ||
        { echo "peers: Yosys failed on $1; see $work/log" >&2; exit 1; }
}

# The longest path of what was mapped: liberty file, its units of time in a ns.
longest() {
    cat >"$work/dut.tcl" <<END
proc bytes {name} { encoding convertfrom utf-8 [encoding convertto [encoding system] \$name] }
read_liberty [bytes "$1"]
read_verilog [bytes "$work/dut.v"]
link_design dut
create_clock -name clk -period [expr 10 * $2] [get_ports -quiet clk_i]
set_input_delay 0 -clock clk [all_inputs]
set_output_delay 0 -clock clk [all_outputs]
puts "delay [expr 10 - [get_property [lindex [find_timing_paths] 0] slack] / $2]"
exit
END
    sta -no_init -no_splash -exit /dev/stdin <"$work/dut.tcl" >"$work/sta" 2>&1
}

one() { # block, parameters, library: prints area and delay
    lib=$(sed -n "s/^$3 //p" "$work/libraries")
    case $3 in
    sky130*) map "$1" "$2" "$lib" sky130_fd_sc_hd__buf_2 10 1000; unit=1 ;;
    *) map "$1" "$2" "$lib" BUFx2_ASAP7_75t_R 1 100; unit=1000 ;;
    esac
    longest "$lib" $unit || { echo "peers: OpenSTA failed on $1; see $work/sta" >&2; exit 1; }
    area=$(sed -n 's/.*Chip area.*: *//p' "$work/stat") delay=$(sed -n 's/^delay //p' "$work/sta")
    [ -n "$area" ] && [ -n "$delay" ] || { echo "peers: no area or delay of $1; see $work/sta" >&2; exit 1; }
    echo "$area $delay"
}

tab=$(printf '\t')
printf '%-16s %-29s %-19s %9s %7s %9s %7s  %-26s %6s %6s\n' block parameters library um2 ns \
    "peer um2" "peer ns" peer ratio bound
grep -v '^#' "$top/synth/peers/figures.tsv" >"$work/rows"
: >"$work/verdicts"
while IFS=$tab read -r block parameters library peer peer_area peer_delay bound same; do
    case $block in *"$ONLY"*) ;; *) continue ;; esac
    measured=$(one "$block" "$parameters" "$library")
    echo "$measured" "$peer_area" "$peer_delay" "$bound" | awk -v b="$block" -v p="$parameters" -v l="$library" \
        -v peer="$peer" -v same="$same" -v verdicts="$work/verdicts" '{
        ratio = $1 * $2 / ($3 * $4)
        off = same == "recipe" && (sprintf("%.2f", $1) != $3 || sprintf("%.3f", $2) != $4)
        worse = same == "recipe" ? off : ratio > $5 + 0.005
        verdict = off ? "not the figures" : same == "recipe" ? "the figures" : worse ? "worse than its bound" : \
            same == "other" ? "another function" : ratio > 1.055 ? "misses the goal of 1.05" : ""
        printf "%-16s %-29s %-19s %9.2f %7.3f %9.2f %7.3f  %-26s %6.2f %6.2f  %s\n", \
            b, p, l, $1, $2, $3, $4, peer, ratio, $5, verdict
        print same, (ratio > 1.055), worse >>verdicts }'
done <"$work/rows"
awk '$1 == "same" { n++; missed += $2 } { worse += $3 }
    END { printf "%d of %d miss the goal of 1.05\n", missed, n; exit worse > 0 }' "$work/verdicts"
