# SPDX-License-Identifier: Apache-2.0
# What the scripts that compile Verilator's output share. They set $parent, the directory that keeps Verilator's
# run-time in runtime-VERSION-fatal/, $work, a directory of their own, and $tb, before they read this.
# clang++ compiles Verilator's code faster than g++, and makes faster code of it (docs/performance.md).
cxx=${CXX:-$(command -v clang++ || echo g++)}
verilator=${VERILATOR:-verilator}
version=$("$verilator" --version | cut -d' ' -f2)
root=$("$verilator" --getenv VERILATOR_ROOT)
include=$root/include
runtime=$parent/runtime-$version-fatal
flags="-std=c++17 -fPIC ${VERILATE_MARCH--march=native} -fvisibility=hidden -I$include -I$include/vltstd"
libraries="-lpthread -Wl,--as-needed -latomic"      # of clang++, which asks libatomic whether an atomic has a lock
flags="$flags -DVM_COVERAGE=0 -DVM_SC=0 -DVL_TIME_CONTEXT -DVL_USER_FATAL -w -include $tb/lockstep/verilator/print.h"

# Compiles $1.cpp of Verilator's run-time unless that is done. What writes waves and coverage is optimised: of the rest
# hardly anything runs in a cycle.
runtime_object() {
    [ ! -f "$runtime/$1.o" ] || return 0
    case $1 in verilated|verilated_dpi|verilated_threads) level=-O0 ;; *) level=-O2 ;; esac
    mkdir -p "$runtime" "$work.runtime"
    "$cxx" $flags $level -DVM_TRACE=1 -DVM_TRACE_FST=1 -c "$include/$1.cpp" -o "$work.runtime/$1.o"
    mv -f "$work.runtime/$1.o" "$runtime/$1.o"
}
