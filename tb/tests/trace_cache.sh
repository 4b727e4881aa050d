# SPDX-License-Identifier: Apache-2.0
# The cache of parsed traces: it changes no result, is not believed when it is damaged or old, and stands in nobody's
# way.
. tb/tests/lib.sh

# write_trace FILE BLOCKS: the bundled kernel's blocks again and again, long enough to be cached, and a little old.
write_trace() {
    sed '/^#BEGIN_TB/,$d; s/^-grid dim = .*/-grid dim = (100000,1,1)/' workloads/mix/kernel-1.traceg >"$1"
    i=0
    while [ $i -lt "$2" ]; do
        sed -n '/^#BEGIN_TB/,$p' workloads/mix/kernel-1.traceg
        i=$((i + 1))
    done >>"$1"
    sleep 3             # what has changed a moment ago is not cached
}

files() { find "$1" -name '*.trace' 2>/dev/null | wc -l; }
counts() { "$O/cmodel" profile --json --set rfc.compat=rfc_sim --set rfc.allocate=look_ahead --trace "$@"; }
run() { "$O/cmodel" run -c configs/ccu.yaml --timing-only --csv -q --trace "$@"; }

# What the two commands print without the cache, when it is written and when it is read is the same.
same_results() {
    write_trace "$T/k.traceg" 4
    gzip -k "$T/k.traceg"
    mkdir "$T/gz"
    mv "$T/k.traceg.gz" "$T/gz/kernel-1.traceg.gz"
    cat "$T/k.traceg" "$T/k.traceg" | awk '/^-kernel name/ && seen++ { exit } { print }' >"$T/two.traceg"
    for trace in "$T/k.traceg" "$T/k.traceg,workloads/mix,$T/k.traceg" \
        $(ls -d "$SHARED"/traces/* 2>"$T/none" || sed 's/^/no shared traces: /' "$T/none" >&2); do
        counts "$trace" --trace-cache off >"$T/a" || fail "profile of $trace"
        run "$trace" --trace-cache off >"$T/b" || fail "run of $trace"
        for pass in writes reads; do
            counts "$trace" >"$T/c" 2>"$T/err" || fail "profile of $trace, cache $pass: $(cat "$T/err")"
            run "$trace" >"$T/d" 2>"$T/err" || fail "run of $trace, cache $pass: $(cat "$T/err")"
            cmp "$T/a" "$T/c" || fail "profile of $trace: another result when the cache $pass"
            cmp "$T/b" "$T/d" || fail "run of $trace: another result when the cache $pass"
            [ ! -s "$T/err" ] || fail "$(cat "$T/err")"
        done
    done
    [ "$(files "$T/cache/subcore")" -gt 0 ] || fail "nothing is cached"
    # With other options than those with which it was written, and with annotate.
    "$O/cmodel" annotate -c configs/malekeh.yaml --trace "$T/k.traceg" >"$T/a" || fail annotate
    "$O/cmodel" annotate -c configs/malekeh.yaml --trace "$T/k.traceg" --trace-cache off | cmp - "$T/a" ||
        fail "annotate: another result from the cache"
    "$O/cmodel" cache
}

# The cached file is the one that is read, and only while the trace is the one that was parsed. (That its contents are
# what gives the result is in the unit test, which changes them.)
cache_is_read() {
    write_trace "$T/k.traceg" 4
    write_trace "$T/l.traceg" 5
    counts "$T/k.traceg" --trace-cache "$T/one" >"$T/a"
    [ "$(files "$T/one")" -eq 1 ] || fail "not one cached file"
    file=$(find "$T/one" -name '*.trace')
    touch -d '2 days ago' "$file"
    counts "$T/k.traceg" --trace-cache "$T/one" | cmp - "$T/a" || fail "another result"
    [ -n "$(find "$file" -mmin -60)" ] || fail "the cached file was not used: its time is the old one"
    # A trace that has changed is not the one that was cached, whatever its name and size.
    sed '/ FFMA /s/ffffffff/0000ffff/' "$T/k.traceg" >"$T/changed"
    touch -r "$T/k.traceg" "$T/changed"
    cp -p "$T/changed" "$T/k.traceg"
    counts "$T/k.traceg" --trace-cache off >"$T/b"
    ! cmp -s "$T/a" "$T/b" || fail "the change changes nothing"
    counts "$T/k.traceg" --trace-cache "$T/one" | cmp - "$T/b" || fail "the result is that of the trace as it was"
}

# Every kind of damage is said, once, and changes nothing; the next run has a good file again.
damage_is_noticed() {
    write_trace "$T/k.traceg" 4
    counts "$T/k.traceg" >"$T/a"
    file=$(find "$T/cache" -name '*.trace')
    size=$(wc -c <"$file")
    cp "$file" "$T/good"
    seed=${SEED:-$$}
    echo "SEED=$seed"
    some=$(awk -v s="$seed" -v size="$size" 'BEGIN { srand(s); for (i = 0; i < 40; i++) print int(size * rand()) }')
    for n in $some 0 8 16 24; do
        byte=$(od -An -tu1 -j "$n" -N 1 "$T/good" | tr -d ' ')
        cp "$T/good" "$file"
        printf "\\$(printf %03o $((byte ^ 65)))" | dd of="$file" bs=1 seek="$n" conv=notrunc 2>"$T/dd" || fail dd
        counts "$T/k.traceg" >"$T/b" 2>"$T/err" || fail "byte $n: $(cat "$T/err")"
        cmp "$T/a" "$T/b" || fail "byte $n changes the result"
        case $n in
        8|9|1[0-5]) ;;          # another version: not damaged
        *) [ "$(grep -c 'is damaged (.*): the trace is parsed anew' "$T/err")" -eq 1 ] ||
                fail "byte $n: not one sentence: $(cat "$T/err")" ;;
        esac
        counts "$T/k.traceg" 2>"$T/err" | cmp - "$T/a" || fail "byte $n changes the result afterwards"
        [ ! -s "$T/err" ] || fail "byte $n: not written anew: $(cat "$T/err")"
    done
    for n in 0 1 7 8 127 128 $((size / 2)) $((size - 8)) $((size - 1)); do
        head -c "$n" "$T/good" >"$file"
        counts "$T/k.traceg" 2>"$T/err" | cmp - "$T/a" || fail "cut to $n bytes it changes the result"
        grep -q 'is damaged' "$T/err" || fail "cut to $n bytes: no sentence"
    done
    { cat "$T/good"; echo more; } >"$file"
    counts "$T/k.traceg" 2>"$T/err" | cmp - "$T/a" || fail "longer it changes the result"
    grep -q 'is damaged' "$T/err" || fail "longer: no sentence"
}

# What a configuration refuses is refused in the same words, with the line of the text.
refusals_are_the_same() {
    write_trace "$T/k.traceg" 4
    counts "$T/k.traceg" >"$T/a"
    for s in subcore.registers=8 subcore.registers=16; do
        for c in off "$T/cache/subcore"; do
            status=0
            "$O/cmodel" profile --json --trace "$T/k.traceg" --set $s --trace-cache "$c" >"$T/out" 2>"$T/err" ||
                status=$?
            echo "$status $(cat "$T/err")"
        done | uniq | awk 'END { if (NR != 1) exit 1; print }' || fail "$s: the cache has other words"
    done
    grep -q "k.traceg:[0-9]*: " "$T/err" || fail "no line: $(cat "$T/err")"
    # A file with an error is not cached, however late it comes.
    sed '$d' "$T/k.traceg" >"$T/bad.traceg"
    sleep 3
    refused "#END_TB is missing" "$O/cmodel" profile --json --trace "$T/bad.traceg" --trace-cache "$T/no"
    [ "$(files "$T/no")" -eq 0 ] || fail "a trace with an error is cached"
}

# Processes at once; a folder that is full, read-only, absent or no folder; none at all.
stands_in_nobodys_way() {
    write_trace "$T/k.traceg" 4
    counts "$T/k.traceg" --trace-cache off >"$T/a"
    for i in 1 2 3 4 5 6 7 8; do
        counts "$T/k.traceg" >"$T/out.$i" 2>"$T/err.$i" &
    done
    wait
    for i in 1 2 3 4 5 6 7 8; do
        cmp "$T/a" "$T/out.$i" || fail "process $i has another result"
        [ ! -s "$T/err.$i" ] || fail "process $i: $(cat "$T/err.$i")"
    done
    [ "$(find "$T/cache/subcore" -type f | wc -l)" -eq 1 ] || fail "not one file: $(ls -A "$T/cache/subcore")"

    : >"$T/file"
    counts "$T/k.traceg" --trace-cache "$T/file" 2>"$T/err" | cmp - "$T/a" || fail "a file as the folder"
    grep -q "note: $T/file cannot be written" "$T/err" || fail "no note: $(cat "$T/err")"
    XDG_CACHE_HOME=/proc/nowhere counts "$T/k.traceg" 2>"$T/err" | cmp - "$T/a" || fail "a folder that cannot be made"
    [ ! -s "$T/err" ] || fail "a folder that nobody has asked for is missed: $(cat "$T/err")"
    (unset XDG_CACHE_HOME HOME; counts "$T/k.traceg") | cmp - "$T/a" || fail "without a home"
    SUBCORE_TRACE_CACHE=off counts "$T/k.traceg" | cmp - "$T/a" || fail "off"
    SUBCORE_TRACE_CACHE=$T/named counts "$T/k.traceg" | cmp - "$T/a" || fail "a named folder"
    [ "$(files "$T/named")" -eq 1 ] || fail "SUBCORE_TRACE_CACHE is not used"
    SUBCORE_TRACE_CACHE_MB=0 SUBCORE_TRACE_CACHE=$T/zero counts "$T/k.traceg" | cmp - "$T/a" || fail "no room"
    [ "$(find "$T/zero" -type f | wc -l)" -eq 0 ] || fail "there is no room, and something is there"
    for bad in x -1 1x 4294967296; do
        SUBCORE_TRACE_CACHE_MB=$bad refused "a number of megabytes from 0" "$O/cmodel" profile --trace "$T/k.traceg"
    done
}

# The limit holds: the oldest goes first. `cmodel cache` counts and empties.
limit_and_clearing() {
    for i in 1 2 3 4; do
        sed '/^#BEGIN_TB/,$d; s/^-grid dim = .*/-grid dim = (100000,1,1)/' \
            workloads/mix/kernel-1.traceg >"$T/k$i.traceg"
        for _ in $(seq 60); do sed -n '/^#BEGIN_TB/,$p' workloads/mix/kernel-1.traceg; done >>"$T/k$i.traceg"
    done
    sleep 3
    export SUBCORE_TRACE_CACHE="$T/full"
    for i in 1 2 3; do counts "$T/k$i.traceg" >"$T/out" || fail "profile"; done
    bytes=$(find "$T/full" -type f -exec cat '{}' + | wc -c)
    [ "$bytes" -gt 1048576 ] || fail "$bytes bytes are too few for this test"
    SUBCORE_TRACE_CACHE_MB=1 counts "$T/k4.traceg" >"$T/out" || fail "profile with a limit"
    left=$(find "$T/full" -type f -exec cat '{}' + | wc -c)
    [ "$left" -le 1048576 ] || fail "$left bytes are left"
    "$O/cmodel" cache >"$T/out" || fail "cmodel cache"
    grep -q "^$T/full: [1-3] traces, 0.[0-9] MB of at most 1024.0$" "$T/out" || fail "$(cat "$T/out")"
    "$O/cmodel" cache --clear | grep -q ': 0 traces, 0.0 MB' || fail "it is not empty"
    refused "there is no folder of parsed traces" "$O/cmodel" cache --trace-cache off
}

"$@"
