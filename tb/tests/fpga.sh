# SPDX-License-Identifier: Apache-2.0
# make fpga: Yosys and nextpnr-ice40 on small designs, the harness, what is refused.
. tb/tests/lib.sh
programs=$O

tools() {
    .ci/deps --fpga >"$T/deps" 2>&1 || skip "nextpnr-ice40 cannot be installed here: $(tail -n 1 "$T/deps")"
}

# Of a small design: all of it is in the device, and the harness is counted apart.
smallest_design_is_placed() {
    tools
    small="collector.kind=ocu subcore.warps=1 subcore.registers=8 rf.rows=8 inflight.entries=2 scoreboard.tags=0"
    # shellcheck disable=SC2086 # $small is words
    SEED=1 O=$T/build synth_fpga tiny $small collector.payload_bits=1
    cat "$T/build/fpga.md"
    dir=$(echo "$T"/build/place/tiny-*)
    stat=$(awk '$1 == "SB_LUT4" { print $2 }' "$dir/stat") flops=$(awk '$1 ~ /^SB_DFF/ { n += $2 } END { print n }' \
        "$dir/stat") harness=$(cat "$dir/harness")
    awk -F ' *[|] *' -v luts="$stat" -v flops="$flops" -v harness="$harness" '$2 == "tiny" {
        found = $3 >= luts && $3 <= 1.1 * (luts + flops) && $4 == harness && $5 > 0 && $6 > 10 && $8 > 0 && $9 > 0 &&
            $11 > 0 && $12 > 0 } END { exit !found }' "$T/build/fpga.md" ||
        fail "the row of tiny does not fit to its $stat lookup tables, $flops flip-flops, harness of $harness"
    # A port more is a cell more of the harness, and no other output is dropped: the harness has each.
    sed -n '1s/.*: \([0-9]*\) bits of inputs, \([0-9]*\) of outputs$/\1 \2/p' "$dir/harness.v" >"$T/bits"
    read -r inputs outputs <"$T/bits"
    [ $((inputs + outputs)) -eq "$harness" ] && grep -q "reg \[$((outputs - 1)):0\] out_q" "$dir/harness.v" ||
        fail "the harness' first line has other numbers than its registers"
    # Nothing is done twice.
    SEED=1 O=$T/build synth_fpga tiny $small collector.payload_bits=1 >"$T/again" 2>"$T/said"
    [ ! -s "$T/said" ] || { cat "$T/said"; fail "it was synthesized or placed again"; }
}

# synth_fpga CONFIG [key=value ...]: make fpga, with this build's programs in another O.
synth_fpga() {
    mkdir -p "$T/build"
    for p in rtl_gen fpga; do ln -sf "$(realpath "$programs/$p")" "$T/build/$p"; done
    synth/fpga/fpga.sh "$@"
}

what_no_device_holds_is_refused() {
    tools
    refused "SRAM=sram_1rw=x: a macro is no cell of an FPGA" env RTL_SRAM=sram_1rw=x synth/fpga/fpga.sh tiny
    refused "SEED=1 x are not seeds" env SEED="1 x" synth/fpga/fpga.sh tiny
    refused "CONFIG= is empty" synth/fpga/fpga.sh ""
    refused "a configuration is needed" synth/fpga/fpga.sh
    refused "CONFIG=sm_tiny is an SM" synth/fpga/fpga.sh sm_tiny
    refused "has clock gates" synth/fpga/fpga.sh tiny rtl.clock_gate=cell
    refused "there is no fault" env FAULT=x synth/fpga/fpga.sh tiny
    refused "is RTL of another configuration" env EDITED=verilog_out/tiny synth/fpga/fpga.sh tiny
    refused "neither a file nor a name in configs/" synth/fpga/fpga.sh none
    refused "accepted: harness NETLIST MODULE, or report REPORT" "$O/fpga"
    echo '{"utilization": {}}' >"$T/report"
    refused "has no number of logic cells" "$O/fpga" report "$T/report"
    echo '{' >"$T/report"
    refused "accepted is a report of nextpnr-ice40 (JSON)" "$O/fpga" report "$T/report"
    echo '{"modules": {}}' >"$T/netlist"
    refused "the netlist has no module subcore" "$O/fpga" harness "$T/netlist" subcore
    status=0
    O=$T/build synth_fpga tiny subcore.registers=256 rf.rows=256 scoreboard.tags=64 >"$T/log" 2>&1 || status=$?
    [ $status -eq 2 ] && grep -q "and the largest iCE40, an HX8K, has 7680 logic cells" "$T/log" ||
        { cat "$T/log"; fail "exit code $status instead of 2, or no word about the device"; }
    grep -q "^| tiny | not placed: does not fit" "$T/log" ||
        { cat "$T/log"; fail "no row says that tiny does not fit"; }
}

# The names of modules change no cell, and RTL that was edited is taken.
prefixed_and_edited_designs_are_placed() {
    tools
    small="collector.kind=ocu subcore.warps=1 subcore.registers=8 rf.rows=8 inflight.entries=2"
    # shellcheck disable=SC2086 # $small is words
    SEED=1 O=$T/build RTL_PREFIX=a_ synth_fpga tiny $small >"$T/prefixed" || fail "PREFIX=a_"
    # shellcheck disable=SC2046,SC2086 # words
    rtl=$(O=$T/build tb/flow/flow.sh rtl tiny $(sed '/^#/d' synth/fpga/small.settings) $small) || fail "flow.sh rtl"
    cp -R "$rtl" "$T/edited"
    echo "// edited" >>"$T/edited/subcore.v"
    SEED=1 O=$T/build EDITED=$T/edited synth_fpga tiny $small >"$T/edited.md" || fail "EDITED=$T/edited"
    for f in prefixed edited.md; do
        sed -n 's/^| tiny | [0-9]* | \([0-9]*\) .*/\1/p' "$T/$f" >"$T/$f.harness"
        [ -s "$T/$f.harness" ] || { cat "$T/$f"; fail "no row of tiny"; }
    done
    cmp "$T/prefixed.harness" "$T/edited.md.harness" || fail "the harness has other numbers of bits"
}

# The page has what make fpga prints, with the same tools.
page_says_what_is_placed() {
    tools
    SEED=$(sed -n 's/^Yosys .*nextpnr.*; seeds //p' docs/fpga.md)
    export SEED
    designs=$(sed -n 's/^| \([a-z_0-9]*\) | [0-9].*/\1/p' docs/fpga.md)
    synth/fpga/fpga.sh "$designs" >"$T/table" || fail "make fpga"
    sed -n '/^Yosys .*nextpnr/,/^$/p; /^| design | cells/,/^$/p' docs/fpga.md | grep . >"$T/page"
    grep . "$T/table" >"$T/now"
    [ "$(head -n 1 "$T/page")" = "$(head -n 1 "$T/now")" ] ||
        skip "the page is of other tools: $(head -n 1 "$T/page"); these are $(head -n 1 "$T/now")"
    diff "$T/page" "$T/now" || fail "put what make fpga SEED='$SEED' prints into docs/fpga.md"
}

"$@"
