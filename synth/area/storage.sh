#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every register bit by module: baseline against scheme. usage: storage.sh BASELINE SCHEME [key=value ...]
# environment: O; CSV (yes: the table as CSV)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/synth/flow/settings.sh"
[ $# -ge 2 ] || { echo "storage: two configurations are needed: BASELINE SCHEME [key=value ...]" >&2; exit 2; }
case ${CSV:-no} in yes|no) ;; *) echo "storage: CSV=$CSV; accepted: yes, no" >&2; exit 2 ;; esac
base=$1 scheme=$2
shift 2
# shellcheck disable=SC2046 # these are words
base_rtl=$("$top/tb/flow/flow.sh" rtl "$base" $(settings_of_both "$@"))
scheme_rtl=$("$top/tb/flow/flow.sh" rtl "$scheme" "$@")
same_kind storage "$base" "$base_rtl" "$scheme" "$scheme_rtl"
"$top/tb/flow/flow.sh" notes rtl "$scheme" "$@"
group=machine what="one sub-core"
[ "$(top_of "$scheme_rtl")" != sm ] || { group=sm what="one SM"; }
file=$scheme
[ -f "$file" ] || file=$top/configs/$scheme.yaml
sets=""
for set in "$@"; do sets="$sets --set $set"; done
# shellcheck disable=SC2086 # $sets is words
subcores=$("$O/cmodel" config -q -c "$file" $sets |
    awk -v name="$group:" '/^[a-z]/ { group = $1 } group == name && $1 == "subcores:" { print $2 }')
echo "storage of $what in bits: $base against $scheme"
# shellcheck disable=SC2046 # these are words
exec "$O/storage" $([ "${CSV:-no}" = no ] || echo --csv) --subcores "$subcores" "$base_rtl" "$scheme_rtl"
