#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every register bit by module: baseline against scheme. usage: storage.sh BASELINE SCHEME [key=value ...]
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
O=${O:-build}
[ $# -ge 2 ] || { echo "storage: two configurations are needed: BASELINE SCHEME [key=value ...]" >&2; exit 2; }
base=$1 scheme=$2
shift 2
base_rtl=$("$top/tb/flow.sh" rtl "$base" "$@")
scheme_rtl=$("$top/tb/flow.sh" rtl "$scheme" "$@")
for rtl in "$base_rtl" "$scheme_rtl"; do
    [ ! -f "$rtl/sm.v" ] || {
        echo "storage: $base, $scheme: sm.subcores is not 0 in $rtl; accepted: 0, for one of the SM's sub-cores" >&2
        exit 2; }
done
subcores=$("$O/cmodel" config -c "$(if [ -f "$scheme" ]; then echo "$scheme"; else echo "$top/configs/$scheme.yaml"; \
    fi)" |
    awk '/^[a-z]/ { group = $1 } group == "machine:" && $1 == "subcores:" { print $2 }')
echo "storage of one sub-core in bits: $base against $scheme"
exec "$O/storage" ${CSV:+--csv} --subcores "$subcores" "$base_rtl" "$scheme_rtl"
