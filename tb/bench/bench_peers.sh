# SPDX-License-Identifier: Apache-2.0
# Part of bench.sh and bench_profile.sh: the untimed register cache (cmodel profile --json, rfc.compat: rfc_sim), text
# of the trace included and from the cache of parsed traces, beside RFC-sim; and the timing-only model of a whole
# machine beside Accel-Sim; all in warp instructions per second, one thread.

peer_ways="2 8 16"          # of a cache of 8 entries, of the last of 16
peer_machine=$top/configs/sm_gto.yaml

# policy ALLOCATE REPLACEMENT WRITE: what rfc.allocate, rfc.replacement and rfc.write are, and their numbers in RFC-sim.
policy() {
    case ${1:-} in write) allocates=1 ;; compiler_aided) allocates=2 ;;
    *) die "POLICY begins with '${1:-}'; accepted is write or compiler_aided, which RFC-sim has, too" ;; esac
    case ${2:-} in lru) replaces=0 ;; fifo) replaces=1 ;;
    *) die "POLICY goes on with '${2:-}'; accepted is lru or fifo" ;; esac
    case ${3:-} in write_back) writes=0 ;; write_through) writes=1 ;;
    *) die "POLICY ends with '${3:-}'; accepted is write_back or write_through" ;; esac
    allocate=$1 replacement=$2 write=$3
}
policy compiler_aided fifo write_back

# prepare_peers TRACE: a copy of the trace as the peers want it: files named kernel..., a list, a listing of functions.
prepare_peers() {
    shared=${SHARED:-../shared}/traces/bfs
    peer_trace=${BENCH_TRACE:-$([ -d "$shared" ] && echo "$shared" || echo "$1")} peer_instructions=0
    peer=$work/peer
    rm -rf "$peer"
    mkdir -p "$peer/trace"
    files=""
    [ ! -f "$peer_trace/kernelslist.g" ] || files=$(sed -n 's/^\(kernel.*traceg\).*/\1/p' "$peer_trace/kernelslist.g")
    if [ -z "$files" ]; then
        for f in "$peer_trace"/*.traceg; do [ ! -f "$f" ] || files="$files ${f##*/}"; done
    fi
    [ -n "$files" ] || return 0
    for f in $files; do
        ln -sf "$(cd "$peer_trace" && pwd)/$f" "$peer/trace/kernel-$f"
        echo "kernel-$f" >>"$peer/trace/kernelslist.g"
    done
    peer_instructions=$(cat "$peer"/trace/*.traceg | grep -cE '^[0-9a-f]{4} [0-9a-f]{8} ')
    cat "$peer"/trace/*.traceg | awk '/^-kernel name/ && !seen[$4]++ { printf "\t\tFunction : %s\n", $4
        print "        /*0000*/                   NOP ;                  /* 0x0000000000007918 */"
        print "                                                          /* 0x000fc00000000000 */" }' \
        >"$peer/listing.sass"
    times=$((REPEAT * 50000 / (peer_instructions + 1) + 1))   # ours is quick: it has the trace so often
    many=$(awk -v t="$peer/trace" -v n="$times" 'BEGIN { for (i = 1; i <= n; i++) printf "%s,", t }')
    many=${many%,}
    for ways in $peer_ways; do
        printf 'arch: 1\nassoc: %d\nn_block: %d\nn_dw: 1\nwindow_len: 0\npolicy:\n  - alloc: %d\n  - repl: %d
  - evict: %d\n  - dest_map: 1\nbitwidth: 128\nenergy_model:\n  - rfc.r: 1\n  - rfc.w: 1\n  - mrf.r: 1
  - mrf.w: 1\n' \
            "$ways" "$([ "$ways" -gt 8 ] && echo "$ways" || echo 8)" "$allocates" "$replaces" "$writes" \
            >"$peer/$ways.yaml"
    done
    # Small files are not cached: neither are they a measure of the cache.
    SUBCORE_TRACE_CACHE=$peer/cache profile 8
    mkdir -p "$peer/cache"
    peer_cached=$(find "$peer/cache" -name "*.trace" | wc -l)
}

profile() { # WAYS
    "$O/cmodel" profile --json --trace "$many" --sass "$peer/listing.sass" --set rfc.compat=rfc_sim \
        --set rfc.allocate="$allocate" --set rfc.replacement="$replacement" --set rfc.write="$write" \
        --set rfc.entries="$([ "$1" -gt 8 ] && echo "$1" || echo 8)" --set rfc.ways="$1" -o "$work/counts.$1"
}

run_peers() {
    [ "$peer_instructions" -gt 0 ] || return 0
    for ways in $peer_ways; do
        [ -z "${RFCSIM:-}" ] || { seconds "$RFCSIM" -t "$peer/trace" -c "$peer/$ways.yaml" -d "$peer/listing.sass" \
            -o /dev/null; speed "rfcsim_$ways" "$peer_instructions"; }
        seconds profile "$ways"
        speed "profile_$ways" $((times * peer_instructions))
    done
    if [ "$peer_cached" -gt 0 ]; then
        SUBCORE_TRACE_CACHE=$peer/cache
        seconds profile 8
        SUBCORE_TRACE_CACHE=off
        speed cached_8 $((times * peer_instructions))
    fi
    seconds "$O/cmodel" run -c "$peer_machine" --trace "$peer/trace" --timing-only --csv -q -j 1
    speed machine "$(sed -n 's/^warp_instructions,//p' "$work/output")"
    [ -n "${ACCELSIM:-}" ] || return 0
    set --
    for f in ${ACCELSIM_CONFIG:-}; do set -- "$@" -config "$f"; done
    seconds "$ACCELSIM" -trace "$peer/trace/kernelslist.g" "$@"
    count=$(sed -n 's/^gpgpu_n_tot_w_icount = *\([0-9][0-9]*\).*/\1/p' "$work/output" | tail -n 1)
    [ -n "$count" ] || { tail -n 5 "$work/output" >&2; die "ACCELSIM=$ACCELSIM: its output has no line" \
        "'gpgpu_n_tot_w_icount = N'; ACCELSIM_CONFIG= must name its gpgpusim.config and trace.config"; }
    speed accelsim "$count"
}

peer_rows() {
    if [ "$peer_instructions" -eq 0 ]; then
        for ways in $peer_ways; do
            skipped "profile_$ways" "$peer_trace is no folder with .traceg files; BENCH_TRACE= names one"
        done
        skipped machine "likewise"
        return 0
    fi
    for ways in $peer_ways; do
        row "profile_$ways" bare "instr./s" - "register cache, $ways ways, to bare"
    done
    if [ "$peer_cached" -gt 0 ]; then
        row cached_8 profile_8 "instr./s" - "the same from cached traces, 8 ways, to text"
    else
        skipped cached_8 "the files of $peer_trace are too small to be cached; BENCH_TRACE= names larger ones"
    fi
    row machine bare "instr./s" - "machine of SMs, timing only, to bare"
    for ways in $peer_ways; do
        if [ -n "${RFCSIM:-}" ]; then
            cp "$work/speed.profile_$ways" "$work/speed.over_rfcsim_$ways"
            row "over_rfcsim_$ways" "rfcsim_$ways" "instr./s" 30 "register cache, $ways ways, to RFC-sim"
        else
            skipped "over_rfcsim_$ways" "RFCSIM= names no build of RFC-sim"
        fi
    done
    if [ -n "${ACCELSIM:-}" ]; then
        cp "$work/speed.machine" "$work/speed.over_accelsim"
        row over_accelsim accelsim "instr./s" 20 "machine of SMs, timing only, to Accel-Sim"
    else
        skipped over_accelsim "ACCELSIM= names no build of Accel-Sim"
    fi
}
