#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# STHLD of each sub-core, of each SM, and of the GPU: IPC of a sub-core, hits per source register and average STHLD of
# workloads on the SM of Malekeh, as TSV.
#
# usage: compare_sthld.sh WORKLOAD...
# environment: O, SIZE (small or large; small), SMS (10), SETTINGS ("key=value ...", of every run)
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build} SIZE=${SIZE:-small} SMS=${SMS:-10}
[ $# -ge 1 ] || { echo "compare_sthld: a workload is missing; accepted are the names in workloads/" >&2; exit 2; }
. "$top/cmodel/experiments/measure.sh"

settings=machine.sms=$SMS
for s in ${SETTINGS:-}; do settings=$settings+$s; done
printf 'workload\tslices\tipc_own\tipc_shared\tipc_gpu\thits_own\thits_shared\thits_gpu'
printf '\tsthld_own\tsthld_shared\tsthld_gpu\n'
for w in "$@"; do
    files=""
    for mode in own shared gpu; do
        [ ! -t 2 ] || echo "$w, sthld.mode=$mode" >&2
        file=$(measure "sm_malekeh+$settings+sthld.mode=$mode" "$w" csv) || exit 2
        files="$files $file"
    done
    # shellcheck disable=SC2086 # names of files without spaces
    awk -F , -v w="$w" -v sms="$SMS" 'FNR == 1 { n++ }
        $1 == "ipc" { ipc[n] = $2 }
        $1 == "hit_ratio" { hits[n] = $2 }
        $1 == "sthld_average" { sthld[n] = $2 }
        END {
            if (n != 3) { print "compare_sthld: a run of " w " has counted nothing" | "cat >&2"; exit 2 }
            printf "%s\t%d", w, sms
            for (i = 1; i <= 3; i++) printf "\t%.4f", ipc[i]
            for (i = 1; i <= 3; i++) printf "\t%.4f", hits[i]
            for (i = 1; i <= 3; i++) printf "\t%.2f", sthld[i]
            print "" }' $files
done
