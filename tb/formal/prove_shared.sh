# SPDX-License-Identifier: Apache-2.0
# The lines of prove.sh about the L1 data cache together with shared memory as a cache. What is proved of the cache alone
# (prove_l1d.sh) is proved of both, and more: shared_*.vh.

# Two bank groups of four rows: two lines in each, or one, or none, as the programs leave room.
shared_settings="throttle.policy=ciao_p subcore.warps=2 vta.tags=1 shared.rows=4"

shared_around="l1d_environment shared_environment l1d_registers shared_registers"
shared_granted="$shared_around =l1d_structure =shared_structure"

# shared_proofs SETTINGS...: all that is proved.
shared_proofs() {
    l1d lines induction 2 "one copy of a line in cache and shared memory" "" \
        shared "$shared_around l1d_structure shared_structure" "$@"
    l1d answers induction 2 "each element is answered once, with what was written last" "" \
        shared "$shared_granted l1d_values shared_values l1d_values_induction shared_values_induction" "$@"
    l1d waiting induction 2 "an access is taken, and a line served, in bounded time" "" \
        shared "$shared_granted l1d_progress" "$@"
    l1d answered induction 2 "who waits for a line is answered in bounded time" "" \
        shared "$shared_granted shared_answered" "$@"
}

lines_shared() {
    echo "L1 data cache with shared memory as a cache, with what is not said below as follows:"
    echo $l1d_settings $shared_settings
    printf "$format" group property parameters method s result

    if [ "$tier" != large ]; then
        shared_proofs
    fi
}
