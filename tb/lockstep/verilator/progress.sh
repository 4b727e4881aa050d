# SPDX-License-Identifier: Apache-2.0
# How far verilate.sh is, on a terminal, for sourcing. It sets $work, $parent, $runtime and $jobs before. What asks for
# progress_seconds alone sets $parent.
#
# The time goes with the flop bits of a design, and some more that every design takes: the first estimate is from the
# seconds that a thousand of them took the last time, which $pace keeps. Once Verilator is done, the size of what is
# compiled says more.
pace=$parent/.pace${VERILATE_OPT:--O2}
ticker="" first=""

# progress_seconds RTL: about how long it takes. Of modules alone there is no list of registers, nor a pace.
progress_seconds() {
    listed=$(file_of "$1" registers.tsv)
    [ -f "$listed" ] || { listed=/dev/null first=yes; }
    weight=$(awk -F '\t' 'NR > 1 { bits += $2 } END { print 28 + bits / 1000 }' "$listed")
    about=$(cat "$pace" 2>/dev/null || :)
    about=$(awk -v w="$weight" -v s="${about:-0.3}" 'BEGIN { printf "%d", w * s }')
}

# progress_begin RTL: shows it until progress_end.
progress_begin() {
    began=$(date +%s) first=""
    [ -d "$runtime" ] || first=yes      # the run-time is compiled, too
    progress_seconds "$1"
    [ -t 2 ] || return 0
    ( while :; do progress_line; sleep 1; done ) >&2 &
    ticker=$!
}

# A part takes a second for Verilator's headers, and two for a megabyte of its own, or 0.3 if it is not optimised. How
# long that is here, the parts that are ready say; those that are being compiled are half done.
progress_line() {
    now=$(($(date +%s) - began))
    if [ -f "$work/dut.mk" ]; then
        # Up to the first part it may have been Verilator's run-time.
        ls "$work"/*.o >/dev/null 2>&1 || compiled_from=$now
        for part in "$work"/*.cpp; do
            echo "$part $(wc -c <"$part") $([ -f "${part%.cpp}.o" ] && echo 1 || echo 0)"
        done 2>/dev/null | awk -v now="$now" -v from="${compiled_from:-$now}" -v jobs="$jobs" '
            {
                cost = 1 + $2 / 1000000 * ($1 ~ /seldom/ ? 0.3 : 2)
                all += cost; ready += $3
                done += cost * ($3 ? 1 : running++ < jobs ? 0.5 : 0)
            }
            END {
                left = (all - done) * (done > all / 5 ? (now - from) / done : 0.6)
                printf "\rverilate: compiled %d of %d parts in %d s%s ", ready, NR, now,
                    ready == NR ? ", linking" : left < 1 ? "" : sprintf(", about %d s left", left)
            }'
    else
        printf '\rverilate: Verilator translates the design, %d s of about %d s in all ' "$now" "$about"
    fi
}

# progress_end [done]: with done the pace is kept.
progress_end() {
    if [ -n "$ticker" ]; then
        kill "$ticker" 2>/dev/null || :
        ticker=""
        printf '\r%70s\r' "" >&2
    fi
    [ "${1:-}$first" != "done" ] ||
        { awk -v w="$weight" -v s=$(($(date +%s) - began)) 'BEGIN { print s / w }' >"$pace"; } 2>/dev/null || :
}
