#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs tb/example/example.v on the sub-core in RTL_DIR, which rtl_gen has written without --prefix and --suffix: with
# Icarus Verilog, then with Verilator, if that knows --binary, and compares what they print.
#
# usage: run.sh RTL_DIR [VCD]          VCD: file of the waveform, which Icarus writes
#
# Environment: SIM, icarus or verilator, is the only one of them that runs.
# Exit codes: 0 passed; 1 failed, a line that begins with "example: FAIL" says why; 2 usage
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
. "$(dirname "$0")/../flow/whole.sh"
here=$(cd "$(dirname "$0")" && pwd)
die() { echo "example: $*" >&2; exit 2; }
[ $# -ge 1 ] && [ $# -le 2 ] || die "usage: run.sh RTL_DIR [VCD]"
rtl=$1 vcd=${2:-}
[ -f "$rtl/subcore.v" ] || die "$rtl has no subcore.v; accepted is a folder that rtl_gen has written without" \
    "--prefix and --suffix"
[ ! -f "$rtl/sm.v" ] || die "$rtl has the RTL of an SM; accepted is that of a sub-core, such as tiny"
case ${SIM:-} in
''|icarus|verilator) ;;
*) die "SIM=$SIM: not a simulator of the example; accepted are icarus and verilator" ;;
esac
for program in iverilog vvp; do
    command -v $program >/dev/null || die "$program is missing; it is in the package iverilog (.ci/deps installs it)"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

# The ports of the design, and those of the bench.
sed -n 's/^    \(input\|output\) .* \([a-z_]*_[io]\)\(,.*\|  *\/\/.*\)*$/\2/p' "$rtl/subcore.v" >"$work/design"
sed -n 's/^ *[.]\([a-z_]*_[io]\)(.*/\1/p' "$here/example.v" >"$work/bench"
[ -s "$work/design" ] || die "$rtl/subcore.v has no ports; accepted is a folder that rtl_gen has written"
strange=$(grep -vxFf "$work/bench" "$work/design" | head -n 1) || :
[ -z "$strange" ] ||
    die "$rtl/subcore.v has the port $strange, which tb/example/example.v does not know; accepted are designs without" \
        "it, such as tiny"

# What differs from tiny: macros for ports, parameters for sizes.
defines=""
lacks() { grep -qxF "$1" "$work/design" || defines="$defines -DNO_$2"; }
has() { ! grep -qxF "$1" "$work/design" || defines="$defines -DHAS_$2"; }
! grep -q "^    input .* rst_ni," "$rtl/subcore.v" || defines="$defines -DHAS_RST_NI"
lacks tag_valid_i TAGS
lacks dec_src_near_i SRC_NEAR
lacks dec_dst_near_i DST_NEAR
has dec_first_i FIRST
has dec_hint_i HINT
has dec_leave_i LEAVE
has dec_src_pos_i POSITION
has dec_src_reuse_i REUSE
has kernel_i KERNEL
sizes=""
for size in WARPS LANES REG_BITS IID_BITS BANKS ROW_BITS SLOTS PAYLOAD_BITS TAGS DEPTH; do
    case $size$defines in TAGS*NO_TAGS*) continue ;; esac
    file=$([ $size = DEPTH ] && echo ibuffer.v || echo subcore.v)
    value=$(sed -n "s/^ *\(parameter\|localparam\) $size = \([0-9][0-9]*\).*/\2/p" "$rtl/$file" | head -n 1)
    [ -n "$value" ] || die "$rtl/$file has no number for $size; accepted is a folder that rtl_gen has written"
    sizes="$sizes $size=$value"
done

# failed SIMULATOR STATUS: prints why the run whose output is in $work/SIMULATOR is none that passed, if so.
failed() {
    [ "$2" -ne 124 ] || echo "example: FAIL: the simulation does not come to an end"
    sed -n 's/^ASSERT /example: FAIL, an assertion does not hold: /p' "$work/$1"
    [ "$2" -ne 0 ] || ! grep -q '^example: PASS' "$work/$1" || return 0
    grep -q '^example: FAIL' "$work/$1" || [ "$2" -eq 124 ] || grep -q '^ASSERT' "$work/$1" ||
        echo "example: FAIL: the simulation has ended with exit code $2 and without a result"
    exit 1
}

# What the bench prints, without what simulators add.
printed() { grep '^cycle \|^  \|^example: ' "$work/$1"; }

if [ "${SIM:-icarus}" = icarus ]; then
    # shellcheck disable=SC2046,SC2086 # these are words
    ( cd "$rtl" && iverilog -g2005 -Wportbind -Wselect-range -DSUBCORE_ASSERT $defines \
        $(printf ' -Pexample.%s' $sizes) -s example -o "$work/example" -c subcore.f "$here/example.v" ) \
        >"$work/said" 2>&1 && [ ! -s "$work/said" ] || {
        cat "$work/said" >&2
        die "iverilog has messages about tb/example/example.v with the Verilog in $rtl; they are above"; }
    status=0
    timeout 120 vvp -n "$work/example" ${vcd:+"+vcd=$work/vcd"} >"$work/icarus" 2>&1 || status=$?
    printed icarus || :
    if [ -n "$vcd" ] && [ -f "$work/vcd" ]; then
        whole example "$vcd" cat "$work/vcd"
        echo "waveform: $vcd"
    fi
    failed icarus $status
fi
if [ "${SIM:-verilator}" = verilator ]; then
    verilator=${VERILATOR:-verilator}
    if ! "$verilator" --binary --version >/dev/null 2>&1; then
        [ -z "${SIM:-}" ] || die "SIM=verilator: $verilator is not there, or does not know --binary; accepted is one" \
            "of version 5"
        echo "with Verilator: skipped, for $verilator is not there or does not know --binary (version 5 does)"
        exit 0
    fi
    # -Wno-WIDTH: parameters and counters of the bench are integers of 32 bits. They are cut to what they go to, which
    # has another width in each design. Of the design itself `make lint` has the warning on, and of a port that differs
    # in width iverilog has one above. What the design itself silences is in its subcore.vlt.
    grep -v '^public' "$rtl/subcore.vlt" >"$work/waivers.vlt"
    # shellcheck disable=SC2046,SC2086 # these are words
    ( cd "$rtl" && "$verilator" --binary -Wno-WIDTH -DSUBCORE_ASSERT $defines $(printf ' -G%s' $sizes) \
        --x-assign unique --x-initial unique -MAKEFLAGS "OPT_FAST=-O0 OPT_GLOBAL=-O0 OPT_SLOW=-O0" \
        --top-module example --Mdir "$work/obj" -o example "$work/waivers.vlt" -f subcore.f \
        "$here/example.v" ) >"$work/said" 2>&1 || {
        tail -n 20 "$work/said" >&2
        die "verilator does not compile tb/example/example.v with the Verilog in $rtl; its messages are above"; }
    status=0
    # Where it runs, it may leave a core.
    ( cd "$work" && exec timeout 120 obj/example +verilator+rand+reset+2 +verilator+seed+1 ) >"$work/verilator" 2>&1 ||
        status=$?
    if [ -n "${SIM:-}" ]; then
        printed verilator || :
        failed verilator $status
    else
        failed verilator $status
        printed icarus >"$work/lines"
        printed verilator | diff "$work/lines" - ||
            { echo "example: FAIL: Verilator (>) prints other lines than Icarus (<)"; exit 1; }
        echo "with Verilator: the same lines"
    fi
fi
