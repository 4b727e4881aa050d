# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts that measure workloads on the golden model; they set $top, $O and $SIZE. A run that was made
# before, of the same program, configuration and workload, is not made again.

# What Malekeh's paper runs and this project has: Rodinia, and in the place of Deepbench its three kinds of kernel.
rodinia="btree backprop bfs dwt2d gaussian hotspot kmeans lavamd lud nn particlefilter pathfinder srad"
deepbench="conv hgemm rnn"
paper_workloads="$rodinia $deepbench"

runs=$O/runs
mkdir -p "$runs"
program=$(sha256sum <"$O/cmodel" | cut -c1-16)

launch_of() {
    ls "$top"/workloads/*/"$1.yaml" 2>/dev/null || {
        echo "$1 is not a workload; accepted are the names in workloads/" >&2; exit 2; }
}

# measure CONFIGURATION+SETTING... WORKLOAD [timeline]: a run's statistics (name,value) or timeline, as a file whose
# name is printed.
measure() {
    config=${1%%+*}
    sets=$(printf '%s' "${1#"$config"}" | sed 's/+/ --set /g')
    launch=$(launch_of "$2") || exit 2
    key=$({ "$O/cmodel" config -q -c "$top/configs/$config.yaml" $sets; cat "$launch" "$(dirname "$launch")"/*.cubin
        echo "$program $2 $SIZE"; } | sha256sum | cut -c1-24)
    if [ ! -s "$runs/$key.csv" ]; then
        # shellcheck disable=SC2086 # these are words
        said=$("$O/cmodel" run -c "$top/configs/$config.yaml" $sets --workload "$launch" --size "$SIZE" --timing-only \
            --csv -q --timeline "$runs/$key.$$.timeline" -o "$runs/$key.$$.part" 2>&1 </dev/null) || {
            rm -f "$runs/$key.$$".*
            echo "$1 does not run $2: $(printf '%s' "$said" | tail -n 1)" >&2; exit 2; }
        mv "$runs/$key.$$.timeline" "$runs/$key.timeline"
        mv "$runs/$key.$$.part" "$runs/$key.csv"
    fi
    echo "$runs/$key.${3:-csv}"
}
