#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Places a netlist with graywolf and routes it with qrouter. The way from BLIF to one and from there to the other is
# that of qflow, with its scripts: cells are spread with fillers up to a density, rows are made equal, stripes of power
# cross them, and ports are moved to where their wires are.
#
# usage: route.sh NAME NETLIST.blif LEF PAR DENSITY DIR
#
# NAME is for messages, PAR graywolf's parameters of the technology. Leaves DIR/layout.def and DIR/route.log. Says every
# half minute that it goes on. exit code: 2 a tool has failed, or takes too long
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
. "$top/tb/flow/whole.sh"
[ $# -eq 6 ] || { echo "route: accepted: NAME NETLIST LEF PAR DENSITY DIR" >&2; exit 2; }
name=$1 blif=$2 lef=$3 par=$4 density=$5 dir=$6
scripts=/usr/lib/qflow/scripts
longest=7200                            # seconds of a step
stripes="-stripe 2.0 50.0 PG"           # those of qflow's osu018

die() { echo "place: $*" >&2; exit 2; }
tech=${par%.par}.sh
fill=$(sed -n 's/^set fillcell=\([A-Za-z0-9_]*\).*/\1/p' "$tech" 2>/dev/null)
[ -n "$fill" ] || die "$tech has no fillcell; accepted is a technology of qflow"

work=$dir.tmp.$$
mkdir "$work" 2>/dev/null || die "$dir cannot be written; is the disk full?"
reporter="" tool=""
keep=no
clean() {
    [ -z "$reporter" ] || kill "$reporter" 2>/dev/null || :
    [ -z "$tool" ] || { kill "$tool" 2>/dev/null && wait "$tool" 2>/dev/null; } || :
    [ $keep = yes ] || rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' HUP INT TERM
begin=$(date +%s)
say() { echo "  $name: $*, $(($(date +%s) - begin)) s" >&2; }

# in_progress STEP: says every half minute that it goes on, as long as this script lives, and how many routes remain. A
# `sleep` that outlives it holds no pipe open.
in_progress() {
    while sleep 30 >/dev/null 2>&1 && [ -d "/proc/$$" ]; do
        left=$(tail -c 4096 "$work/route.log" 2>/dev/null | sed -n 's/.*remaining: *\([0-9][0-9]*\).*/\1/p' |
            tail -n 1)
        say "$1${left:+, $left routes remain}"
    done >/dev/null
}

# step NAME FILE COMMAND...: runs a tool in $work, its log is NAME.log; FILE is what it has to leave. It runs in the
# background, so that a signal ends this script at once, and `timeout`, which has a group of its own, ends the tool.
step() {
    step=$1 left=$2 status=0
    shift 2
    in_progress "$step" &
    reporter=$!
    (cd "$work" && exec timeout $longest "$@") >"$work/$step.log" 2>&1 </dev/null &
    tool=$!
    wait "$tool" || status=$?
    kill "$reporter" 2>/dev/null || :
    tool="" reporter=""
    [ $status -ne 124 ] ||
        die "$name: $step takes more than $longest s; accepted is a smaller module, by LANES= or SET="
    [ -s "$work/$left" ] || {
        has_room "$work" || die "$work cannot be written; is the disk full?"
        keep=yes
        die "$name: $step has left no $left; its log is $work/$step.log"; }
}

# replace NEW OLD: one of qflow's scripts has written another file, if there was anything to change.
replace() { [ ! -s "$work/$1" ] || mv "$work/$1" "$work/$2"; }

sed "s/^[.]model .*/.model layout/" "$blif" >"$work/layout.blif"
say "$(grep -c '^[.]gate' "$blif") cells, to be placed"
echo "read_lef $lef" >"$work/info.cfg"
cp "$par" "$work/layout.par"
step info layout.info qrouter -noc -nog -i layout.info -c info.cfg
units=$(awk '$1 == "units" { print $3 }' "$work/layout.info")
step cells layout.cel "$scripts/blif2cel.tcl" --blif layout.blif --lef "$lef" --cel layout.cel
step density layout.acel "$scripts/decongest.tcl" layout "$lef" "$fill" "$density" "--units=${units:-100}"
replace layout.acel layout.cel
step place layout.pl1 graywolf -n layout
step def layout.def "$scripts/place2def.tcl" layout "$fill"
# shellcheck disable=SC2086 # words
step stripes layout.def "$scripts/addspacers.tcl" $stripes layout "$lef" "$fill"
replace layout_filled.def layout.def
replace layout.obsx layout.obs
step ports layout.def "$scripts/arrangepins.tcl" layout
replace layout_mod.def layout.def
say "placed, to be routed"
{   printf 'verbose 1\nread_lef %s\ncatch {layers 6}\nvia stack 1\nvdd vdd\ngnd gnd\n' "$lef"
    cat "$work/layout.obs"
    printf 'read_def layout.def\nqrouter::standard_route routed.def false\nquit\n'; } >"$work/layout.cfg"
step route routed.def qrouter -noc -nog -s layout.cfg
say "routed"
mkdir -p "$dir" 2>/dev/null && mv "$work/route.log" "$work/routed.def" "$dir/" 2>/dev/null &&
    mv "$dir/routed.def" "$dir/layout.def" || die "$dir cannot be written; is the disk full?"
