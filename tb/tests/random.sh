# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# COUNT random valid configurations of few lanes from SEED: generated, linted, run in lock-step on the bundled trace and
# on random programs. With KINDS only these kinds of collector.
configurations() {
    count=$1 seed=$2 kinds=${3:-ocu ocu ccu ccu boc boc}
    echo "SEED=$seed"
    awk -v count="$count" -v seed="$seed" -v kinds="$kinds" '
        function pick(low, high) { return low + int(rand() * (high - low + 1)) }
        function word(list,    n, part) { n = split(list, part, " "); return part[pick(1, n)] }
        function digits(low, high,    i, text) { for (i = 0; i < 6; i++) text = text pick(low, high); return text }
        BEGIN {
            srand(seed)
            for (i = 0; i < count; i++) {
                warps = pick(2, 20); banks = word("1 2 4 8 16"); slots = pick(3, 8)
                kind = word(kinds); allocation = word("random malekeh malekeh private any"); collectors = pick(1, 9)
                if (kind == "ccu" && allocation == "private")
                    collectors = warps = pick(2, 9)
                if (kind == "boc")
                    collectors = warps = pick(2, 9)
                subs = pick(0, 2) > 0 ? 0 : pick(1, 4)
                if (subs) {     # an SM of a few warps more than the largest block has
                    warps = int((7 + subs) / subs) + pick(0, 2)
                    if (kind == "boc" || (kind == "ccu" && allocation == "private")) collectors = warps
                }
                caches = kind == "ocu" && pick(0, 2) > 0
                rows = int((warps * 64 + banks - 1) / banks) + pick(0, 9)
                if (rows < 64) rows = 64
                printf "subcore.warps=%d ibuffer.depth=%d inflight.entries=%d rf.banks=%d rf.rows=%d ", \
                    warps, pick(1, 4), pick(2, 40), banks, rows
                printf "collector.kind=%s collector.count=%d collector.slots=%d ccu.entries=%d ", \
                    kind, collectors, slots, pick(slots, 20)
                window = pick(1, 7)
                printf "boc.window=%d boc.entries=%d boc.write=%s ", window, pick(slots, word("8 16 64") + 0), \
                    word("through back hinted hinted")
                printf "collector.forward=%s collector.reuse_on_dispatch=%s collector.payload_bits=%d ", \
                    word("true false"), word("true false"), pick(1, 100)
                printf "scoreboard.tags=%d ", word("0 16 17 32 32 33 64")
                printf "dispatch.order=%s random.seed=%d ", word("oldest round_robin"), pick(1, 65535)
                printf "issue.scheduler=%s issue.blocked=%s issue.active=%d issue.strands=%s ", \
                    word(kind == "ccu" ? "gto lrr malekeh malekeh two_level" : "gto lrr two_level"), \
                    kind == "ccu" ? word("skip skip stall") : "skip", pick(1, warps), word("true false")
                replacement = word("reuse reuse lru fifo random reuse_random")
                shared = word("true false false")
                printf "ccu.allocation=%s ccu.replacement=%s ccu.write=%s ccu.ports_d=%d ccu.shared_write=%s ", \
                    allocation, replacement, word("near near all none"), shared == "true" ? 1 : pick(1, 5), shared
                lanes = word("1 2 3 4 8"); beats = kind != "boc" && lanes % 2 == 0 && subs == 0 ? pick(1, 2) : 1
                printf "subcore.lanes=%d collector.beats=%d collector.operand_muxes=%s issue.pipeline=%s ", lanes, \
                    beats, kind != "ocu" && beats == 1 ? word("own shared") : "own", \
                    kind != "boc" && !caches ? word("true false") : "false"
                entries = word("1 2 3 4 5 6 7 8 8 12 16")
                do ways = pick(1, entries); while (entries % ways)
                printf "rf.ports=%d rfc.enable=%s rfc.entries=%d rfc.ways=%d rfc.allocate=%s rfc.replacement=%s ", \
                    kind == "ocu" ? pick(1, 2) : 1, caches ? "true" : "false", entries, ways, \
                    word("write read read_write compiler_aided look_ahead"), word("fifo lru")
                printf "rfc.write=%s rfc.dest_map=%s rfc.read_ports=%d rfc.write_ports=%d rfc.bypass_tensor=%s ", \
                    word("write_back write_back write_through"), word("linear interleaved"), pick(1, 4), pick(1, 2), \
                    word("true false")
                printf "rfc.look_ahead=%d ", pick(0, 8)
                most = pick(1, 20)
                printf "sthld.mode=%s sthld.max=%d sthld.value=%d sthld.interval=%d sthld.fraction=%d ", \
                    word(subs && allocation == "malekeh" ? "static own external shared shared" : \
                        "static own own external"), most, pick(0, most), pick(20, 200), pick(1, 100)
                if (pick(0, 1))
                    printf "sthld.next_small=%s sthld.next_large=%s sthld.step_small=%s sthld.step_large=%s ", \
                        digits(1, 6), digits(1, 6), digits(1, 9), digits(1, 9)
                policy = subs ? word("none ccws statpcal ciao_t ciao_p ciao_c") : "none"
                ciao = policy ~ /^ciao/; shares = policy ~ /^ciao_[pc]/
                printf "issue.limit=%d throttle.policy=%s vta.tags=%d ccws.base=%d ccws.throttle=%d ", \
                    policy == "statpcal" ? pick(1, warps) : policy == "ccws" || ciao || pick(0, 3) ? 0 : \
                    pick(1, warps), \
                    policy, pick(1, 16), pick(1, 200), pick(1, 255)
                printf "throttle.window=%d throttle.spare=%d ", pick(2, 100), pick(1, 20)
                if (ciao)
                    printf "ciao.high_cutoff=%d ciao.low_cutoff=%d ciao.high_epoch=%d ciao.low_epoch=%d ", \
                        pick(1, 8), pick(1, 8), pick(4, 32), pick(4, 32)
                if (ciao)
                    printf "ciao.scan=%d ciao.counter_bits=%d ciao.patience=%d shared.rows=%d ", \
                        pick(1, subs * warps), pick(4, 12), word("16 32 64 128 256"), pick(2, 16)
                if (ciao)
                    printf "ciao.count=%s shared.hash=%s ", word("warps lanes"), word("none xor")
                if (subs) {
                    line = shares ? 8 : 4           # which holds a tag
                    while (line < 4 * lanes || (line < 128 && pick(0, 1))) line *= 2
                    printf "machine.subcores=%d sm.subcores=%d l1d.sets=%d l1d.ways=%d l1d.line_bytes=%d ", subs, subs, \
                        2 ^ pick(0, 5), pick(1, 9), line
                    printf "l1d.hash=%s l1d.mshrs=%d l1d.targets=%d l1d.write_queue=%d l1d.response_queue=%d ", \
                        word("none xor"), pick(1, 9), pick(1, 20), pick(1, 9), pick(shares ? 2 : 1, 5)
                    printf "l1d.write_hit=%s memory.lsu_queue=%d memory.queue=%d memory.dram_interval=%d ", \
                        word("update evict"), pick(1, 6), pick(1, 16), pick(1, 20)
                }
                bits = pick(2, 6)
                printf "reuse.distance=%s reuse.bits=%d reuse.near_below=%d reuse.source=%s\n", \
                    replacement == "reuse_random" ? "binary" : word("binary binary exact decremented"), bits,
                    pick(1, 2 ^ bits - 1), word("lookahead profile")
            }
        }' >"$T/list"
    number=0
    export VERILATE_OPT=-O0     # few cycles: what takes the time is the C++ compiler
    while read -r sets; do
        number=$((number + 1)) program=$((seed % 100000 * 1000 + number))
        echo "ocu.yaml with SET='$sets'"
        tb/flow.sh lint ocu $sets </dev/null || fail "lint: make lint CONFIG=ocu SET='$sets'"
        tb/flow.sh cosim ocu workloads/mix $sets -- --tags "$seed" </dev/null >"$T/cosim" 2>&1 ||
            { cat "$T/cosim"; fail "make cosim CONFIG=ocu SET='$sets' ARGS='--tags $seed'"; }
        tail -n 1 "$T/cosim"
        rm -rf "$T/trace"
        # Programs that are full of loads, stores and atomics where there is a cache.
        memory=""
        case $sets in *" sm.subcores="*) memory=--memory ;; esac
        # shellcheck disable=SC2086 # $memory is a word or nothing
        "$O/random_trace" -o "$T/trace" -s $program -i 80 $memory
        tb/flow.sh cosim ocu "$T/trace" $sets -- --tags "$seed" --sthld "$seed" </dev/null >"$T/cosim" 2>&1 ||
            { cat "$T/cosim"; fail "build/random_trace -o build/random -s $program -i 80 $memory && make cosim CONFIG=ocu \
TRACE=build/random SET='$sets' ARGS='--tags $seed --sthld $seed'"; }
        tail -n 1 "$T/cosim"
    done <"$T/list"
}

"$@"
