# SPDX-License-Identifier: Apache-2.0
# The lines of prove.sh about boc and boc_drain. The properties (boc_*.vh) are put into a copy of the generated module.

# The smallest sub-core with partial masks, banks that collide and a window; lines of the table change some of it.
settings="collector.kind=boc subcore.warps=2 subcore.lanes=2 subcore.registers=8 collector.slots=3 boc.entries=3
boc.window=2 collector.payload_bits=1 inflight.entries=4 rf.banks=2 scoreboard.tags=0"

# boc GROUP KIND STEPS TEXT FAULT MODULE FILES SETTINGS...: a line of the table. FAULT is a substitution for sed, or
# empty. FILES are properties, with = in front those that are taken for granted, for another line has proved them.
boc() {
    module=$6 files=$7
    g=$1 k=$2 n=$3 t=$4 f=$5
    shift 7
    take "$g" "$k" "$n" "$t" "$f" "$@" || return 0
    rtl=$(tb/flow/flow.sh rtl tiny $settings "$@")
    if [ -n "$fault" ]; then
        sed "$fault" "$rtl/$module.v" >"$work/rtl.v"
        ! cmp -s "$rtl/$module.v" "$work/rtl.v" || { lost_fault "$rtl/$module.v"; return 0; }
    else
        cp "$rtl/$module.v" "$work/rtl.v"
    fi
    properties $files >"$work/properties.vh"
    defines=""
    case " $* " in *" boc.write=back "*) defines="-DBACK" ;; *" boc.write=hinted "*) defines="-DBACK -DHINT" ;; esac
    case " $* " in *" issue.pipeline=true "*) defines="$defines -DLATE" ;; esac
    inputs=/dev/null
    [ "$module" != boc ] || inputs=$formal/boc_inputs.vh
    awk -v inputs="$inputs" -v properties="$work/properties.vh" '
        function put(file,   line) { while ((getline line <file) > 0) print line }
        /^endmodule/ { put(properties) }
        { print }
        /^\) \($/ { put(inputs) }' "$work/rtl.v" >"$work/proof.v"
    # What is not asked about is removed, and the rest made of gates, which makes the proof two to five times faster.
    gates="delete -output o:*; memory_map; opt -full; techmap; opt -full -purge"
    [ "$module" != boc ] || gates="$gates; abc -g AND,XOR,MUX; opt -full -purge"
    decide "read_verilog -formal $defines $work/proof.v; hierarchy -top $module; prep -flatten -top $module" \
        "$gates" "$@"
}

structure="boc_environment boc_structure boc_structure_induction"
granted="boc_environment =boc_structure =boc_structure_induction"

lines_boc() {
    echo "BOC, with what is not said below as follows:"
    echo $settings
    printf "$format" group property parameters method s result

    if [ "$tier" != large ]; then
        # u_drain.
        for b in "2 2" "3 2" "4 1"; do
            boc drain induction 2 "banks take one offer; it waits for N-1 others at most" "" boc_drain boc_drain \
                boc.write=back subcore.warps=${b% *} collector.count=${b% *} rf.banks=${b#* }
        done
        boc drain bounded 4 "a bank with a result takes an offer, too" 's/ & {COLLECTORS{~granted_valid_i\[b\]}}//' \
            boc_drain boc_drain boc.write=back subcore.warps=3 collector.count=3
        boc drain bounded 4 "the bank goes on to prefer the BOC" "s/: number + 1'b1;/: number;/" \
            boc_drain boc_drain boc.write=back subcore.warps=3 collector.count=3
        boc drain bounded 6 "the lowest BOC goes first" 's/turns = |(offers & preferred) ? .*;/turns = offers;/' \
            boc_drain boc_drain boc.write=back subcore.warps=3 collector.count=3

        # Eviction and writeback.
        boc progress induction 3 "a head that lacks entries gets them: no deadlock" "" \
            boc "$granted boc_progress" boc.write=hinted
        boc progress bounded 8 "no entry drains for the head" 's/offered = lacks ? first_yielding :/offered =/' \
            boc "boc_environment boc_progress" boc.write=hinted
    fi
    if [ "$tier" = all ]; then
        for w in through back; do
            boc progress induction 3 "a head that lacks entries gets them: no deadlock" "" \
                boc "$granted boc_progress" boc.write=$w
        done
        boc progress bounded 8 "what the head hits drains for it" 's/leave | ~entry_hit/leave | entry_hit/' \
            boc "boc_environment boc_progress" boc.write=back

        # Invariants.
        for w in through back hinted; do
            boc invariant induction 2 "tags, locks, dirty is full, ranges, entries for misses" "" \
                boc "$structure" boc.write=$w
        done
        boc invariant bounded 6 "locked entries are taken" 's/~(locked | wait_q/~(wait_q/' \
            boc "boc_environment boc_structure" boc.write=hinted
        boc invariant bounded 6 "entries that the head hits are taken" 's/exists\[r\] & ~.*entry_hit);/exists[r];/' \
            boc "boc_environment boc_structure" boc.write=hinted
        boc invariant bounded 6 "results take an entry though they have one" \
            's/ & ~|holds\[k\*ENTRIES +: ENTRIES\] &/ \&/' boc "boc_environment boc_structure" boc.write=back

        # With LATE.
        for w in through back hinted; do
            boc invariant induction 3 "tags, locks, dirty is full, ranges, entries for misses" "" \
                boc "$structure" boc.write=$w issue.pipeline=true
            boc progress induction 3 "a head that lacks entries gets them: no deadlock" "" \
                boc "$granted boc_progress" boc.write=$w issue.pipeline=true
        done
        boc values induction 3 "a read never returns a stale value" "" \
            boc "$granted boc_values boc_values_induction" boc.write=hinted issue.pipeline=true
        boc invariant within 8 "what a chosen head hits may leave" 's/ & living & ~replaceable);/);/' \
            boc "boc_environment boc_structure" boc.write=back issue.pipeline=true
        boc invariant within 8 "a chosen head hits what has left" 's/ = hit_q & {SLOTS{in_use}};/ = hit_q;/' \
            boc "boc_environment boc_structure" boc.write=back issue.pipeline=true
        boc invariant bounded 8 "entries that a source takes are not locked" \
            's/<= entry_present | for_source;/<= entry_present;/' \
            boc "boc_environment boc_structure" boc.write=through issue.pipeline=true

        # Values.
        for w in through back hinted; do
            boc values induction 1 "a read never returns a stale value" "" \
                boc "$granted boc_values boc_values_induction" boc.write=$w
        done
        boc values bounded 5 "a read never returns a stale value" "" boc "boc_environment boc_values" boc.write=hinted
        boc values bounded 5 "free entries ignore what they owe" 's/~(living | locked | owes)/~(living | locked)/' \
            boc "boc_environment boc_values" boc.write=hinted
        boc values within 8 "free entries ignore what they owe" 's/~(living | locked | owes)/~(living | locked)/' \
            boc "boc_environment boc_values" boc.write=back
        boc values within 8 "dirty entries are taken" 's/wait_q | dirty_q)/wait_q)/' \
            boc "boc_environment boc_values" boc.write=back
        boc values within 8 "a copy outlives a result for the bank only" \
            's/valid_q & ~free & ~stale/valid_q \& ~free/' boc "boc_environment boc_values" boc.write=hinted
        boc values within 8 "a partial result clears dirty" 's/~(home & {ENTRIES{alloc_i & all_lanes}})/~home/' \
            boc "boc_environment boc_values" boc.write=back
        boc values within 9 "a partial result leaves an entry transient" \
            's/transient_q & ~taken & ~awaits/transient_q \& ~taken/' boc "boc_environment boc_values boc_writes_only" \
                boc.write=hinted
        boc values within 8 "a result writes all lanes" 's/written\[e\] & result_mask_i\[l\]/written[e]/' \
            boc "boc_environment boc_values" boc.write=through
    fi
    if [ "$tier" = large ]; then
        for w in through back hinted; do
            boc invariant induction 2 "tags, locks, dirty is full, ranges, entries for misses" "" boc "$structure" \
                boc.write=$w boc.entries=4 boc.window=3
            boc values induction 1 "a read never returns a stale value" "" \
                boc "$granted boc_values boc_values_induction" boc.write=$w boc.entries=4 boc.window=3
        done
        for w in through back; do
            boc values induction 3 "a read never returns a stale value" "" \
                boc "$granted boc_values boc_values_induction" boc.write=$w issue.pipeline=true
        done
    fi
}
