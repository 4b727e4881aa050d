#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles generated Verilog into a shared library that cosim and bare load.
#
# usage: verilate.sh RTL_DIR OUT_DIR [--trace|--coverage|--pins=MODULE,...|--beside=RTL_DIR]
#
# RTL_DIR is what rtl_gen wrote (subcore.f, subcore.vlt, manifest.txt). OUT_DIR/libdut.so appears at once and complete,
# or not at all. Verilator's own run-time is compiled once, into runtime-VERSION-fatal/ beside OUT_DIR. --trace adds FST
# waveforms, --coverage counters of lines and of toggles of every bit of signals of up to 1024 bits, --pins what the
# instances of these modules get, as objects for cosim --activity. --beside puts another design into the same top, which
# has the clock and the reset of the first one and zeros as its other inputs. Environment: CXX, VERILATOR, JOBS (2),
# VERILATE_OPT (-O2; -O0 compiles in a third of the time, which is best for runs of a few thousand cycles),
# VERILATE_FLAGS (further ones of Verilator), VERILATE_MARCH (-march=native; empty for a processor that valgrind knows:
# set it for an OUT_DIR whose folder has no other one, as the run-time is kept there), ASSERT (yes; no leaves assertions
# out, as --coverage does). On a terminal it shows how far it is, and about how long it takes.
set -eu
. "$(dirname "$0")/../../flow/neutral.sh"
tb=$(cd "$(dirname "$0")/../.." && pwd)
die() { echo "verilate: $*" >&2; exit 2; }
case ${3:-} in
""|--trace|--coverage|--pins=?*|--beside=?*) ;;
*) die "'$3' is not accepted; --trace, --coverage, --pins=MODULE,... and --beside=RTL_DIR are" ;;
esac
[ $# -eq 2 ] || [ $# -eq 3 ] ||
    die "usage: verilate.sh RTL_DIR OUT_DIR [--trace|--coverage|--pins=MODULE,...|--beside=RTL_DIR]"
. "$tb/flow/names.sh"
manifest=$(file_of "$1" manifest.txt)
[ -f "$manifest" ] || die "$manifest does not exist; RTL_DIR is a directory that rtl_gen has written"
trace="" coverage="" settings=""
[ "${3:-}" != --trace ] || trace=yes
[ "${3:-}" != --coverage ] || coverage="--coverage-line --coverage-toggle --coverage-max-width 1024"
modules=$(printf '%s' "${3:-}" | sed -n 's/^--pins=//p' | tr ',' ' ')
beside=$(printf '%s' "${3:-}" | sed -n 's/^--beside=//p')
for module in $modules; do
    [ -f "$(file_of "$1" "$module.v")" ] ||
        die "--pins: $module is no module of $1; accepted are names of its files without .v, prefix and suffix"
done
case ${ASSERT:-yes} in yes|no) ;; *) die "ASSERT=$ASSERT; accepted: yes, no" ;; esac
assert=-DSUBCORE_ASSERT
[ "${ASSERT:-yes}$coverage" = yes ] || assert=""
jobs=${JOBS:-2}
mkdir -p "$(dirname "$2")"
rtl=$(cd "$1" && pwd)
parent=$(cd "$(dirname "$2")" && pwd)
out=$parent/$(basename "$2")
case $tb$parent in
*[[:space:]]*) die "$tb or $parent has a blank, which make's words do not take; accepted are paths without" ;;
esac

work=$parent/.verilate.$$
. "$tb/lockstep/verilator/verilator.sh"
. "$tb/lockstep/macros.sh"
. "$tb/flow/whole.sh"
. "$tb/lockstep/beside.sh"
[ -z "$beside" ] || beside_check "$1" "$beside" || exit 2
. "$tb/lockstep/verilator/progress.sh"
trap 'progress_end; rm -rf "$work" "$work.runtime"' EXIT
trap 'exit 1' HUP INT TERM

objects="verilated verilated_dpi verilated_threads"
vm_trace=0 vm_coverage=0
if [ -n "$trace" ]; then
    vm_trace=1
    objects="$objects verilated_fst_c"
    libraries="$libraries -lz"
fi
if [ -n "$coverage" ]; then
    vm_coverage=1
    objects="$objects verilated_cov"
fi

top=$(top_of "$rtl")
names_of "$rtl"
lists=${prefix}subcore$suffix

# What takes time without optimisation is the size of the C++: Verilator's own optimisations that copy expressions to
# where they are used, and a word at a time, make it three to four times as large.
small=""
[ "${VERILATE_OPT:-}" != -O0 ] || small="-fno-inline -fno-gate -fno-expand"

# Large modules with four instances or more are compiled once for all of them: Verilator does not inline them, their
# ports are variables that it does not replace by those of the module around, and share.awk finds what is the same. With
# two instances, or without optimisation, it does not pay (docs/performance.md). Coverage, waves and pins know every
# instance by its own name.
shared=""
[ -n "${3:-}$small" ] || shared=$(awk -F '\t' '
    BEGIN { n = split("boc ccu ecu ocu subcore", module, " ") }
    { for (i = 1; i <= n; i++)
        if ((at = index($1, ".u_" module[i] ".")) && !((module[i], substr($1, 1, at)) in seen)) {
            seen[module[i], substr($1, 1, at)] = 1
            count[i]++
        } }
    END { for (i = n; i > 0; i--) if (count[i] >= 4) { print module[i]; if (module[i] == "subcore") exit } }
    ' "$(file_of "$rtl" registers.tsv)")

# Verilator's settings that make ports of a module variables which it does not replace.
public_ports() { # MODULE "input" or "input output"
    for direction in $2; do
        sed -n "s/^ *$direction  *\(wire\|reg\) *\(\[.*\]\)* *\([a-z0-9_]*_[io]\)\>.*/\3/p" "$rtl/$prefix$1$suffix.v"
    done | sed "/^clk_i$/d; s/.*/public_flat_rd -module \"$prefix$1$suffix\" -var \"&\"/"
}

# join_files NAME FILE...: makes $work/NAME.cpp of these parts, those that there are, and removes them.
join_files() {
    to=$work/$1.cpp
    shift
    for part in "$@"; do
        [ ! -f "$part" ] || { cat "$part"; rm "$part"; }
    done >"$to"
}

# Makes $work/libdut.so.
build() {
    mkdir -p "$work"
    if [ -n "$modules$shared" ]; then
        settings=$work/modules.vlt
        {
            echo '`verilator_config'
            for module in $modules; do public_ports "$module" input; done
            for module in $shared; do
                echo "no_inline -module \"$prefix$module$suffix\""
                public_ports "$module" "input output"
            done
        } >"$settings"
    fi
    whole=$top path=$top file=$rtl/$top.v others=""
    if [ -n "$beside" ]; then
        beside_of "$rtl" "$beside" "$work"
        whole=pair path=pair.u_design file=$work/pair.v others="$work/beside.vlt -f $work/beside.f $work/pair.v"
    fi
    awk -v top="$whole" -f "$tb/lockstep/verilator/clocked.awk" "$file" >"$work/clocked.v"
    printf '%s\n' '`verilator_config' "coverage_off -file \"$work/clocked.v\"" >"$work/clocked.vlt"
    # Verilator's pass "reorder" changes nothing in the C++ of these designs, and took most of its time for large ones.
    # make lint warns, without these; a design with a planted fault must compile, too.
    quiet="-Wno-lint -Wno-fatal"
    # shellcheck disable=SC2086 # $small, $VERILATE_FLAGS, $quiet, $settings and $others are words
    ( cd "$rtl" && "$verilator" --cc -O3 -fno-reorder $small ${VERILATE_FLAGS:-} $quiet -x-assign fast \
        -x-initial fast --noassert --language 1364-2005 $assert ${trace:+--trace-fst} $coverage --top-module clocked \
        --prefix Vsubcore --output-split 0 --output-split-cfuncs 2000 --Mdir "$work" "$lists.vlt" $settings \
        -f "$lists.f" $others "$work/clocked.vlt" "$work/clocked.v" )

    # Waves have the names that the design has without the module around it.
    [ -z "$trace" ] || sed -i 's/Prefix("clocked */Prefix("/' "$work"/Vsubcore__Trace*.cpp

    # "VL_IN8(&clk_i,0,0);" becomes "PORT(INPUT, clk_i, 0)"; take_i is the shim's own.
    sed -n 's/^ *VL_\(IN\|OUT\)[0-9W]*(&\([A-Za-z0-9_]*\),\([0-9]*\),0.*/PORT(\1PUT, \2, \3)/p' "$work/Vsubcore.h" |
        grep -v ' take_i,\| beside_' >"$work/ports.inc"
    cp "$tb/lockstep/verilator/dut_verilator.cpp" "$work/dut.cpp"
    manifest=$(sha256sum <"$(file_of "$rtl" manifest.txt)" | cut -c1-64)
    {
        printf '#define DUT_MANIFEST "%s"\n#define DUT_TOP "%s"\n' "$manifest" "$path"
        of_macros "$rtl"
    } >"$work/manifest.inc"

    for module in $shared; do
        for file in "$work"/Vsubcore_$prefix$module${suffix}__*.cpp; do
            awk -f "$tb/lockstep/verilator/share.awk" "$file" >"$work/part" && mv "$work/part" "$file"
        done
    done

    # Verilator's headers take a second of each file. So what runs once becomes one file, which is not optimised, and
    # what is small a part of the largest that runs in every cycle. Without optimisation all is one file.
    mkdir "$work/parts"
    mv "$work"/V*.cpp "$work/dut.cpp" "$work/parts"
    if [ -n "$small" ]; then
        join_files Vsubcore "$work"/parts/*.cpp
    else
        join_files seldom "$work"/parts/*__Slow.cpp "$work"/parts/*__Syms.cpp "$work"/parts/*__ConstPool_*.cpp \
            "$work"/parts/*__Dpi.cpp "$work/parts/dut.cpp"
        largest=$(ls -S "$work"/parts/*.cpp | head -n 1)
        # shellcheck disable=SC2046 # names of files are words
        set -- $(cd "$work/parts" && find . -name '*.cpp' -size -100k | sort)
        for part in "$@"; do shift; set -- "$@" "$work/parts/$part"; done
        join_files Vsubcore "$largest" "$@"
        find "$work/parts" -name '*.cpp' -exec mv {} "$work" \;
    fi
    if [ -n "$small" ] && [ -n "$coverage" ]; then
        awk -f "$tb/lockstep/verilator/verilator_toggles.awk" "$work/Vsubcore.cpp" >"$work/part"
        mv "$work/part" "$work/Vsubcore.cpp"
    fi

    cat >"$work/dut.mk" <<MK
ALL := \$(wildcard *.cpp)
libdut.so: \$(ALL:.cpp=.o)
	$cxx -shared -o \$@ \$^ $(for o in $objects; do printf '%s ' "$runtime/$o.o"; done) $libraries
seldom.o: LEVEL := -O0
LEVEL := ${VERILATE_OPT:--O2}
%.o: %.cpp
	$cxx $flags \$(LEVEL) -DVM_TRACE=$vm_trace -DVM_TRACE_FST=$vm_trace -DVM_COVERAGE=$vm_coverage -I$tb/.. -c \$< -o \$@
MK
    for o in $objects; do runtime_object "$o"; done
    # Options and variables of the make that has called this script are not its own.
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$work" -f dut.mk -j"$jobs" libdut.so
}
status=0
progress_begin "$rtl"
said=$(build 2>&1) || status=1
if [ $status -eq 0 ]; then progress_end "done"; else progress_end; fi
has_room "$parent" || die "$parent cannot be written; is the disk full?"
[ -z "$said" ] || printf '%s\n' "$said" >&2
[ $status -eq 0 ] || exit $status

mkdir -p "$work.done"
mv "$work/libdut.so" "$work.done/"
if [ -f "$out/libdut.so" ] || ! mv -T "$work.done" "$out" 2>/dev/null; then
    mv -f "$work.done/libdut.so" "$out/libdut.so"
    rmdir "$work.done"
fi
