#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Draws timing diagrams into a folder: those of docs/interface.md from a run of tb/example on tiny, those of rules from
# runs in lock-step. Both are with Icarus.
#
# usage: waves.sh [--interface|--rules] FOLDER    without an option, all
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
cd "$(dirname "$0")/../.."
. tb/flow/whole.sh
. tb/flow/names.sh
O=${O:-build}
die() { echo "waves: $*" >&2; exit 2; }
which=all
case ${1:-} in --interface|--rules) which=${1#--}; shift ;; esac
[ $# -eq 1 ] || die "usage: waves.sh [--interface|--rules] FOLDER"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# draw VCD TABLE NAME FILE
draw() {
    whole figures "$4" "$O/draw_waves" "$1" "$2" "$3"
    echo "$4"
}

interface() { # FOLDER
    rtl=$(tb/flow/flow.sh rtl tiny)
    SIM=icarus tb/example/run.sh "$rtl" "$work/vcd" >"$work/log" || { cat "$work/log" >&2; exit 1; }
    for name in $("$O/draw_waves" --names docs/waves/interface.tsv); do
        draw "$work/vcd" docs/waves/interface.tsv "$name" "$1/interface_$name.svg"
    done
}

# Makes $work/design, a device that writes all signals to $work/design.vcd: those of cycle 0, the first one without
# reset, come first.
device() { # CONFIG SETTINGS
    # shellcheck disable=SC2086 # $2 is words
    rtl=$(tb/flow/flow.sh rtl "$1" $2) flops=$(tb/flow/flow.sh flops "$1" $2)
    rm -rf "$work/rtl" "$work/design"
    cp -r "$rtl" "$work/rtl"
    top=$(top_of "$work/rtl")
    sed -i "s|^endmodule|    initial begin @(negedge rst_i); \$dumpfile(\"$work/design.vcd\"); \$dumpvars; end\\n&|" \
        "$work/rtl/$top.v"
    tb/lockstep/icarus/icarus.sh "$work/rtl" "$work/design"
}

# run CONFIG SETTINGS TRACE: with the device of the same configuration and settings.
run() {
    rm -f "$work/design.vcd"
    # shellcheck disable=SC2046 # these are words
    "$O/cosim" -c "configs/$1.yaml" $(printf -- '--set %s ' $2) --rtl "$work/rtl" --dut "$work/design/libdut.so" \
        --yosys "$flops" --trace "$3" --slice 0.0 >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; exit 1; }
    [ -s "$work/design.vcd" ] || die "the run of $3 on $1 has written no waveform"
}

rules() { # FOLDER
    made=
    tab=$(printf '\t')
    grep -v '^#' docs/waves/runs.tsv >"$work/runs"
    while IFS=$tab read -r config settings trace names; do
        [ "$config $settings" = "$made" ] || device "$config" "$settings"
        made="$config $settings"
        run "$config" "$settings" "$trace"
        for name in $names; do
            draw "$work/design.vcd" docs/waves/rules.tsv "$name" "$1/rule_$name.svg"
        done
    done <"$work/runs"
}

[ $which = rules ] || interface "$1"
[ $which = interface ] || rules "$1"
