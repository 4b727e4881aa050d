# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# COUNT random valid configurations of few lanes from SEED: generated, linted, run in lock-step on the bundled trace and on
# random programs. With KINDS only these kinds of collector.
configurations() {
    count=$1 seed=$2 kinds=${3:-ocu ccu ccu boc boc}
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
                rows = int((warps * 64 + banks - 1) / banks) + pick(0, 9)
                if (rows < 64) rows = 64
                printf "subcore.warps=%d subcore.lanes=%d ibuffer.depth=%d inflight.entries=%d rf.banks=%d rf.rows=%d ", \
                    warps, word("1 2 3 4 8"), pick(1, 4), pick(2, 40), banks, rows
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
                printf "ccu.allocation=%s ccu.replacement=%s ccu.write=%s ccu.ports_d=%d ", allocation, \
                    word("reuse reuse lru fifo random"), word("near near all none"), pick(1, 5)
                most = pick(1, 20)
                printf "sthld.mode=%s sthld.max=%d sthld.value=%d sthld.interval=%d sthld.fraction=%d ", \
                    word("static own own external"), most, pick(0, most), pick(20, 200), pick(1, 100)
                if (pick(0, 1))
                    printf "sthld.next_small=%s sthld.next_large=%s sthld.step_small=%s sthld.step_large=%s ", \
                        digits(1, 6), digits(1, 6), digits(1, 9), digits(1, 9)
                bits = pick(2, 6)
                printf "reuse.distance=%s reuse.bits=%d reuse.near_below=%d reuse.source=%s\n", \
                    word("binary binary exact decremented"), bits, pick(1, 2 ^ bits - 1), word("lookahead profile")
            }
        }' >"$T/list"
    number=0
    while read -r sets; do
        number=$((number + 1)) program=$((seed % 100000 * 1000 + number))
        echo "ocu.yaml with SET='$sets'"
        tb/flow.sh lint ocu $sets </dev/null || fail "lint: make lint CONFIG=ocu SET='$sets'"
        tb/flow.sh cosim ocu workloads/mix $sets -- --tags "$seed" </dev/null >"$T/cosim" 2>&1 ||
            { cat "$T/cosim"; fail "make cosim CONFIG=ocu SET='$sets' ARGS='--tags $seed'"; }
        tail -n 1 "$T/cosim"
        rm -rf "$T/trace"
        "$O/random_trace" -o "$T/trace" -s $program -i 80
        tb/flow.sh cosim ocu "$T/trace" $sets -- --tags "$seed" --sthld "$seed" </dev/null >"$T/cosim" 2>&1 ||
            { cat "$T/cosim"; fail "build/random_trace -o build/random -s $program -i 80 && make cosim CONFIG=ocu \
TRACE=build/random SET='$sets' ARGS='--tags $seed --sthld $seed'"; }
        tail -n 1 "$T/cosim"
    done <"$T/list"
}

"$@"
