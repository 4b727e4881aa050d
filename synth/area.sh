#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area by module with Yosys: baseline against scheme, flip-flops, hold multiplexers and other multiplexers apart.
#
# usage: area.sh BASELINE SCHEME [key=value ...]     environment: O, LIB (liberty file), FULL=yes
#
# A module with 1024-bit vectors takes minutes, one with 128 bits seconds, and everything that depends on the width is
# linear in it: each module is synthesized at 2 and at 4 lanes and extended on the straight line to the configuration's
# lanes. FULL=yes synthesizes at full width instead. Results are kept by the hash of module, library and recipe.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build}
LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
constr=$top/constraints/osu018.constr

# One synthesis: key, RTL directory, module.
one() {
    key=$1 rtl=$2 module=$3
    work=$O/area/$key.tmp.$$
    mkdir -p "$work"
    black=""
    [ "$module" != rf_bank ] || black="blackbox sram_1rw"
    files=$(sed "s|^|$rtl/|" "$rtl/subcore.f" | tr '\n' ' ')
    sed -e "s|@FILES@|$files|; s|@TOP@|$module|g; s|@BLACKBOX@|$black|; s|@LIB@|$LIB|g; s|@CONSTR@|$constr|" \
        -e "s|@OUT@|$work/out|g" "$top/synth/area.ys.in" >"$work/area.ys"
    if ! yosys -q "$work/area.ys" >"$work/log" 2>&1; then
        echo "area: Yosys failed on $module in $rtl; the end of its log:" >&2
        tail -5 "$work/log" >&2
        exit 1
    fi
    cat "$work/out.generic" "$work/out.mapped" >"$work/report"
    mv "$work/report" "$O/area/$key.report"
    rm -r "$work"
    done=$(find "$O/area" -name '*.report' -newer "$O/area/started" | wc -l)
    echo "  [$done/$(cat "$O/area/jobs")] $module" >&2
}
[ "${1:-}" != --one ] || { shift; one "$@"; exit 0; }

[ $# -ge 2 ] || { echo "area: two configurations are needed: BASELINE SCHEME [key=value ...]" >&2; exit 2; }
[ -f "$LIB" ] || { echo "area: LIB=$LIB does not exist; accepted is a liberty file" >&2; exit 2; }
base=$1 scheme=$2
shift 2
mkdir -p "$O/area"

option() { # value of option $2 in configuration $1
    config=$1 name=$2 sets=""
    shift 2
    for set in "$@"; do sets="$sets --set $set"; done
    # shellcheck disable=SC2086 # $sets is words
    "$O/cmodel" config -c "$config" $sets |
        awk -v key="${name#*.}" -v group="${name%%.*}" '/^[a-z]/ { in_group = ($1 == group ":") }
            in_group && $1 == key ":" { print $2 }'
}
config_path() { if [ -f "$1" ]; then echo "$1"; else echo "$top/configs/$1.yaml"; fi; }

key_of() { # hash of module $2 of RTL directory $1, with what it instantiates
    { cat "$1/$2.v" "$LIB" "$constr" "$top/synth/area.ys.in"
      for child in age_matrix; do grep -q "^ *$child " "$1/$2.v" && cat "$1/$child.v"; done; true
    } | sha256sum | cut -c1-24
}

plan=$O/area/plan.$$
: >"$plan"
for design in base scheme; do
    eval "c=\$$design"
    lanes=$(option "$(config_path "$c")" subcore.lanes "$@")
    points="2 4"
    if [ "$lanes" -le 4 ] || [ "${FULL:-no}" = yes ]; then points=$lanes; fi
    for p in $points; do
        rtl=$("$top/tb/flow.sh" rtl "$c" "$@" "subcore.lanes=$p")
        for m in $(sed 's/\.v$//' "$rtl/subcore.f"); do
            case $m in subcore|sram_1rw|age_matrix) continue ;; esac
            echo "$design $lanes $p $m $(key_of "$rtl" "$m") $rtl" >>"$plan"
        done
    done
done

touch "$O/area/started"
awk '!seen[$5]++ { print $5, $6, $4 }' "$plan" | while read -r key rtl module; do
    [ -f "$O/area/$key.report" ] || echo "$key $rtl $module"
done >"$plan.todo"
wc -l <"$plan.todo" >"$O/area/jobs"
[ ! -s "$plan.todo" ] || echo "synthesizing $(cat "$O/area/jobs") modules with $(yosys -V | cut -d' ' -f1,2)" >&2
xargs -r -P "$(nproc)" -n 3 "$top/synth/area.sh" --one <"$plan.todo"

while read -r design lanes point module key rtl; do
    count=1
    case $module in
    ocu|ccu|boc) count=$(grep -c 'occupied_q' "$rtl/registers.tsv") ;;
    bank_queue|rf_bank) count=$(grep -c 'rd_valid_q' "$rtl/registers.tsv") ;;
    esac
    echo "@ $design $lanes $point $module $count"
    cat "$O/area/$key.report"
done <"$plan" | awk -v lib="$LIB" -v names="$base $scheme" -f "$top/synth/area.awk"
rm -f "$plan" "$plan.todo"
