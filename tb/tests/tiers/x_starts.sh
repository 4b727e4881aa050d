# SPDX-License-Identifier: Apache-2.0
# What several tiers list: registers that start as X, in every scheme.

# One of each scheme whose registers without reset could show, in a small configuration.
schemes="tiny collector.kind=ocu
tiny ccu.replacement=lru
tiny ccu.replacement=fifo
tiny ccu.replacement=random
tiny ccu.replacement=reuse
tiny ccu.replacement=reuse_random issue.pipeline=true
tiny ccu.allocation=malekeh issue.scheduler=malekeh sthld.mode=own
tiny collector.kind=boc boc.write=through
tiny collector.kind=boc boc.write=back
tiny collector.kind=boc boc.write=hinted
tiny collector.kind=boc boc.write=through issue.pipeline=true
tiny collector.kind=boc boc.write=back issue.pipeline=true
tiny collector.kind=boc boc.write=hinted issue.pipeline=true
tiny collector.kind=ecu ecu.waits_for=all
tiny collector.kind=ocu rfc.enable=true rfc.allocate=write
tiny collector.kind=ocu rfc.enable=true rfc.allocate=read
tiny collector.kind=ocu rfc.enable=true rfc.allocate=read_write rfc.write=write_through rfc.replacement=lru
tiny collector.kind=ocu rfc.enable=true rfc.allocate=compiler_aided
tiny collector.kind=ocu rfc.enable=true rfc.allocate=look_ahead
tiny collector.kind=ocu issue.scheduler=two_level levels.scheme=software
tiny collector.kind=ocu issue.scheduler=two_level levels.scheme=software levels.orf=0 levels.lrf=one issue.active=1
tiny collector.kind=ocu issue.scheduler=two_level levels.scheme=ltrf
tiny collector.kind=ocu issue.scheduler=two_level levels.scheme=ltrf levels.dead=left issue.active=1
sm_tiny throttle.policy=ccws
sm_tiny throttle.policy=statpcal issue.limit=1
sm_tiny throttle.policy=ciao_t
sm_tiny throttle.policy=ciao_p
sm_tiny throttle.policy=ciao_c"

# Each with COUNT programs of two kinds from SEED on, whose registers start as X.
x_starts() { # SEED COUNT
    while read -r config settings; do
        # shellcheck disable=SC2086 # $settings is words
        shell_test icarus x_start_on_random_programs "run the two commands of the log by hand" $config $1 $2 $settings
    done <<LIST
$schemes
LIST
}
