# SPDX-License-Identifier: Apache-2.0
# The lines of prove.sh about the L1 data cache together with shared memory as a cache. What is proved of the cache
# alone (prove_l1d.sh) is proved of both, and more: shared_*.vh.

# Two bank groups of four rows: two lines in each, or one, or none, as the programs leave room.
shared_settings="throttle.policy=ciao_p subcore.warps=2 vta.tags=1 shared.rows=4"

shared_around="l1d_environment shared_environment l1d_registers shared_registers"
shared_granted="$shared_around =l1d_structure =shared_structure"

# shared_proofs: all that is proved.
shared_proofs() {
    l1d lines induction 2 "one copy of a line in cache and shared memory" "" \
        shared "$shared_around l1d_structure shared_structure"
    l1d answers induction 2 "each element is answered once, with what was written last" "" \
        shared "$shared_granted l1d_values shared_values l1d_values_induction shared_values_induction"
    l1d waiting induction 2 "an access is taken, and a line served, in bounded time" "" \
        shared "$shared_granted l1d_progress"
    l1d answered induction 2 "who waits for a line is answered in bounded time" "" \
        shared "$shared_granted shared_answered"
}

# Controls, in a smaller cache: the properties without what makes them inductive, but `answered` with its count.
shared_small="subcore.lanes=1 l1d.sets=1"
shared_lines="$shared_around l1d_structure shared_structure"
shared_values="$shared_around -l1d_structure -shared_structure l1d_values shared_values"
shared_waiting="$shared_around -l1d_structure l1d_progress"
shared_answered="$shared_around shared_answered"

# shared_control GROUP STEPS TEXT FAULT FILES [SETTING]
shared_control() {
    l1d "$1" within "$2" "$3" "$4" shared "$5" $shared_small ${6:-}
}

lines_shared() {
    echo "L1 data cache with shared memory as a cache, with what is not said below as follows:"
    echo $l1d_settings $shared_settings
    printf "$format" group property parameters method s result

    [ "$tier" != large ] || return 0
    shared_proofs
    shared_control lines 12 "a line takes a place that waits for another one" l1d:15 "$shared_lines"
    shared_control answers 14 "a load gets the row of the other bank group" shared_cache:5 "$shared_values"
    shared_control waiting 8 "what was probed is not known" \
        'l1d s/wire known = look & (~maybe | probed_q);/wire known = look \& ~maybe;/' "$shared_waiting"
    shared_control answered 14 "a line from the L2 is lost where one goes over" response_queue:4 "$shared_answered"
    [ "$tier" = all ] || return 0
    shared_control lines 12 "other warps do not look into shared memory" l1d:13 "$shared_lines"
}
