# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# config SUBSTRING TEXT...: a configuration of these lines is refused by both programs with SUBSTRING and the file's
# name.
config() {
    want=$1
    shift
    printf '%s\n' "$@" >"$T/broken.yaml"
    for program in "$O/rtl_gen -o $T/rtl" "$O/cmodel run --trace workloads/mix"; do
        refused "$want" $program -c "$T/broken.yaml"
        grep -q "broken.yaml" "$T/err" || fail "the file is not named: $(cat "$T/err")"
    done
}

broken_configurations() {
    config "broken.yaml:2" "collector:" "  knid: ccu"
    config "broken.yaml:1" "collector: 3"
    config "broken.yaml:2" "subcore:" "  warps: many"
    config "broken.yaml:2" "subcore:" "  warps: 65"
    config "broken.yaml:3" "subcore:" "  warps: 8" "  warps: 4"
    config "ocu" "collector:" "  kind: boc9"
    config "true" "collector:" "  forward: yes"
    config "power of two" "rf:" "  banks: 3"
    config "scoreboard.tags" "scoreboard:" "  tags: 8"
    config "ccu.entries" "collector: {kind: ccu, slots: 8}" "ccu: {entries: 6}"
    config "broken.yaml:1" "collector: [ocu, ccu]"
    config "broken.yaml" "collector: {kind"
    printf '\000\001\377' >"$T/binary.yaml"
    refused "binary.yaml" "$O/rtl_gen" -c "$T/binary.yaml" -o "$T/rtl"
    refused "nowhere.yaml" "$O/rtl_gen" -c "$T/nowhere.yaml" -o "$T/rtl"
    refused "--set" "$O/rtl_gen" -c configs/ocu.yaml --set rf.banks=eight -o "$T/rtl"
    refused "--set" "$O/rtl_gen" -c configs/ocu.yaml --set nonsense -o "$T/rtl"
    refused "CONFIG=nothing" tb/flow/flow.sh verilog nothing "$T"
    [ ! -e "$T/rtl" ] || fail "a refused configuration left output behind"
}

trace() { # SUBSTRING FILE
    refused "$1" "$O/cmodel" run -c configs/tiny.yaml --trace "$2"
}

broken_traces() {
    good=$(ls workloads/mix/*.traceg | head -1)
    lines=$(wc -l <"$good")
    trace "nowhere" "$T/nowhere.traceg"
    : >"$T/empty.traceg"
    trace "empty.traceg" "$T/empty.traceg"
    for part in 3 2; do
        head -n $((lines - lines / part)) "$good" >"$T/cut.traceg"
        trace "cut.traceg:" "$T/cut.traceg"
    done
    sed 's/accelsim tracer version = [0-9]*/accelsim tracer version = 9/' "$good" >"$T/version.traceg"
    trace "version.traceg:" "$T/version.traceg"
    sed '0,/^insts = .*/s//insts = 4000000000/' "$good" >"$T/huge.traceg"
    trace "huge.traceg:" "$T/huge.traceg"
    sed '0,/ffffffff 1 R/s//ffffffff 1 Q/' "$good" >"$T/register.traceg"
    trace "register.traceg:" "$T/register.traceg"
    sed '0,/ffffffff/s//fffzffff/' "$good" >"$T/mask.traceg"
    trace "mask.traceg:" "$T/mask.traceg"
    head -c 3000 /dev/urandom >"$T/noise.traceg"
    trace "noise.traceg" "$T/noise.traceg"
    gzip -c "$good" | head -c 900 >"$T/cut.traceg.gz"
    trace "cut.traceg.gz" "$T/cut.traceg.gz"
    mkdir "$T/none"
    trace "none" "$T/none"
    sed 's/^-nregs = .*/-nregs = 200/' "$good" >"$T/registers.traceg"
    trace "register" "$T/registers.traceg"
}


# What make is told and cannot mean: nothing is removed, built or compared.
broken_variables_of_make() {
    for folder in "x docs" ""; do refused "is not a folder of one word" make -n clean O="$folder"; done
    refused "O=/proc/x cannot be written" make -n cosim O=/proc/x
    refused "SIZE=large and PARAM= are of a WORKLOAD" make -n run CONFIG=tiny SIZE=large
    refused "PARAM=n=5 are of a WORKLOAD" make -n cosim CONFIG=tiny PARAM=n=5
    refused "CONFIG= is empty" tb/flow/flow.sh lint " "
    for one in SRAM=sram_1rw=tb/macros/sram_1rw.v FAULT=ccu:2 EDITED=verilog_out/tiny; do
        make -s lint $one >"$T/out" 2>"$T/err" && fail "make lint $one takes every configuration"
        [ ! -s "$T/out" ] && [ "$(grep -vc '^make: ' "$T/err")" -eq 1 ] && grep -qF "$one: not every canned" "$T/err" ||
            { cat "$T/out" "$T/err"; fail "make lint $one is not refused at once"; }
    done
    for config in bow_wr configs/bow_wr.yaml; do
        make -s storage CONFIG=$config >"$T/out" && grep -q 'ocu_8 against' "$T/out" ||
            fail "$config is not compared with as many collectors"
    done
}

# Options that do not exist are one sentence; a file that cannot be written is refused before the work, and left alone
# by what is refused later; what a full disk has not taken is an error.
broken_commands() {
    for program in "cmodel run" cosim rtl_gen warptrace sram storage random_trace random_config random_control \
        shrink_trace strict_trace alone; do
        refused "'--nonsense' is not an option; accepted are --" $O/$program --nonsense
    done
    refused "'-qz' is not an option; accepted are --config, " "$O/cmodel" run -qz
    refused "'--se' is the beginning of more than one option; accepted are --config, " "$O/cmodel" run --se
    refused "--every is of --timeline" "$O/cmodel" run -c configs/tiny.yaml --trace workloads/mix -q --every 100
    refused "--interval is of --series" "$O/cmodel" run -c configs/tiny.yaml --trace workloads/mix -q --interval 100
    refused "--size is of a workload" "$O/cmodel" run -c configs/tiny.yaml --trace workloads/mix -q --size large
    refused "--param is of a workload" "$O/cmodel" annotate -c configs/ccu.yaml --trace workloads/mix --param n=5
    refused "--every lacks its value; accepted is --every N" "$O/cmodel" run -q --every
    refused "--quiet takes no value; accepted is --quiet" "$O/cmodel" run --quiet=3
    refused "'extra' is not expected" "$O/random_trace" extra
    refused "four: not a number of sub-cores; accepted: --subcores 1 to 16" "$O/storage" --subcores four a b
    refused "two directories and --subcores are needed" "$O/storage" --subcores 4 a
    refused "'c' is not expected" "$O/storage" --subcores 4 a b c
    run="$O/cmodel run -c configs/tiny.yaml --trace workloads/mix"
    for option in --output --timeline --series; do
        refused "$option $T/no/file cannot be written: No such file or directory" $run $option "$T/no/file"
        [ ! -s "$T/out" ] || fail "$option: refused behind the run"
        refused "$option $T cannot be written: Is a directory" $run $option "$T"
    done
    refused "--histogram $T/no/file" "$O/cmodel" annotate -c configs/malekeh.yaml --trace workloads/mix \
        --histogram="$T/no/file"
    refused "nowhere" "$O/cmodel" run -c configs/tiny.yaml --trace "$T/nowhere" -o "$T/kept"
    [ ! -e "$T/kept" ] || fail "a refused run has left a file"
    for command in "cmodel options" "cmodel config -c configs/tiny.yaml" "rtl_gen --list-faults" "sram table" \
        "random_config --seed 3"; do
        refused "standard output cannot be written" sh -c "$O/$command >/dev/full"
    done
    for script in verilator/verilate icarus/icarus yosys_registers; do
        refused "has a blank" tb/lockstep/$script.sh verilog_out/tiny "$T/a b/out"
    done
}

# What a program would not look at in the mode that was asked for is refused: a word of it, and the mode that takes it.
options_of_another_mode() {
    launch=workloads/saxpy/saxpy.yaml cubin=workloads/saxpy/saxpy.cubin
    for option in "--trace $T/t" "--dump $T" "--limit 3" -q --control; do
        refused "says nothing to --check-control" "$O/warptrace" --check-control $launch $option
        refused "says nothing to --latencies" "$O/warptrace" --latencies $option
        [ ! -e "$T/t" ] || fail "warptrace $option has left a trace"
    done
    for option in "--size small" "--param n=5"; do
        refused "with: --run, --check-control of a launch file" "$O/warptrace" --check-control $cubin $option
        refused "says nothing to --disassemble" "$O/warptrace" --disassemble $cubin $option
    done
    "$O/warptrace" --check-control $launch --size small >"$T/out" || fail "--check-control of a launch file: --size"
    refused "--control says nothing to --run" "$O/warptrace" --run $launch --control
    refused "--limit says nothing to --decode" "$O/warptrace" --decode=/dev/null --limit 3
    for option in "-c configs/ocu.yaml" "-o $T/rtl" "--prefix a_" "--suffix _a" "--fault ccu:2" -q; do
        refused "says nothing to --list-modules" "$O/rtl_gen" --list-modules $option
        refused "says nothing to --list-faults" "$O/rtl_gen" $option --list-faults
    done
    refused "--output says nothing to --notes" "$O/rtl_gen" --notes -c configs/ocu.yaml -o "$T/rtl"
    refused "--notes and --used-lines are both given" "$O/rtl_gen" --notes --used-lines
    [ ! -e "$T/rtl" ] || fail "a refused rtl_gen has written a design"
    refused "--rows says nothing to table; it is accepted with: bank, liberty" "$O/sram" table --rows 8
    refused "--lanes says nothing to bank; it is accepted with: liberty" "$O/sram" bank --rows 8 --bits 8 --lanes 3
    refused "--tsv says nothing to liberty" "$O/sram" liberty --rows 8 --bits 8 --tsv
    refused "--count and --kinds are of a list" "$O/random_config" --case 1000000 --count 3
    refused "--csv and --subcores are of a table" "$O/storage" --sum --csv a
    refused "--format says nothing to baseline" "$O/compare" baseline -c configs/ccu.yaml --format csv
    refused "--memory and --arithmetic are both given" "$O/random_trace" -o "$T/r" --memory --arithmetic
    refused "--no-leaps is of --timing-only" "$O/model_speed" -c configs/tiny.yaml --trace workloads/mix --no-leaps
    profile="$O/cmodel profile -c configs/bow.yaml"
    for figure in "" "--figure bow:3" "--figure rfc:9"; do
        refused "--workloads is of all bundled workloads" $profile $figure --trace workloads/mix --workloads "$T"
    done
    refused "--sass and --hints have reuse flags" $profile --figure bow:3 --trace workloads/mix --sass "$T/x"
    refused "--sass, --hints and --param are of one" $profile --figure rfc:9 --hints "$T/x"
}

"$@"
