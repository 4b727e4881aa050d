# SPDX-License-Identifier: Apache-2.0
# Sourced by scripts that keep what came of a run; they set $top, and source trace_paths.sh before.

# run_files TRACE WORKLOAD: the files of a run, one a line: those of the trace, or, if WORKLOAD is not empty, its launch
# file and the files that this one names, in its folder or by a path from there.
run_files() {
    if [ -z "$2" ]; then
        trace_paths "$1" | while IFS= read -r path; do find "$path" -type f | sort; done
        return
    fi
    launch=$2
    [ -f "$launch" ] || launch=$(ls "$top"/workloads/*/"$2.yaml")
    echo "$launch"
    for f in "$(dirname "$launch")"/*; do
        ! grep -qF ": $(basename "$f")" "$launch" || echo "$f"
    done
    sed -n 's/^[a-z_ -]*: *\([^ {}#]*\/[^ {}#]*\)\( *#.*\)\{0,1\}$/\1/p' "$launch" | while IFS= read -r f; do
        [ ! -f "$(dirname "$launch")/$f" ] || echo "$(dirname "$launch")/$f"
    done
}

# run_hash TRACE WORKLOAD: twelve digits that tell runs of other files apart.
run_hash() {
    run_files "$1" "$2" | while IFS= read -r f; do sha256sum <"$f"; done | sha256sum | cut -c1-12
}
