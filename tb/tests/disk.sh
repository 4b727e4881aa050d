# SPDX-License-Identifier: Apache-2.0
# Full disks: exit code 2, one sentence that names what cannot be written and says why, nothing half-written, and what
# was whole before stays. The disk is a small one in memory, in a name space of its own.
. tb/tests/lib.sh
D=$T/disk

# on_disk FUNCTION MIB: the rest of the function runs with a new file system of that size at $D.
on_disk() {
    if [ "${MOUNTED:-}" != yes ]; then
        mkdir "$D"
        unshare -rm mount -t tmpfs none "$D" >"$T/log" 2>&1 || skip "no disk can be mounted here: $(head -n 1 "$T/log")"
        status=0
        MOUNTED=yes unshare -rm sh tb/tests/disk.sh "$1" || status=$?
        exit $status
    fi
    mkdir "$D"
    mount -t tmpfs -o "size=$2m" none "$D"
    trap 'umount "$D"; rm -rf "$T"' EXIT
}

# room PAGES: leaves so many pages of 4 KiB on the disk.
room() {
    rm -f "$D/filler"
    cat /dev/zero 2>/dev/null >"$D/filler" || :
    [ "$(stat -c %s "$D/filler")" -ge $((4096 * $1)) ] || fail "the disk of the test is too small"
    truncate -s "-$((4096 * $1))" "$D/filler"
}

# What is on the disk.
state() {
    (cd "$D" && find . ! -name filler -printf '%y %p %l\n' && find . -type f ! -name filler -exec cksum '{}' +) | sort
}

# attempt WORD COMMAND...: whether it succeeds. If not, it exits 2 and its last line, without more the only one, names
# WORD and the cause; what it has left is in $T/left.
attempt() {
    word=$1
    shift
    state >"$T/before"
    status=0
    "$@" >"$T/out" 2>"$T/err" </dev/null || status=$?
    [ $status -ne 0 ] || return 0
    what="with $pages pages of room: $*"
    [ $status -eq 2 ] || fail "exit code $status instead of 2 $what: $(tail -n 3 "$T/err")"
    [ $talks = yes ] || [ "$(wc -l <"$T/err")" -eq 1 ] || fail "not one sentence $what: $(cat "$T/err")"
    grep -v '^make' "$T/err" | tail -n 1 | grep -F -- "$word" |
        grep -qE 'No space left on device|disk is full|is the disk full[?]' ||
        fail "'$word' and the cause are not in the message $what: $(tail -n 3 "$T/err")"
    state | comm -13 "$T/before" - >"$T/new"
    state | comm -23 "$T/before" - >"$T/lost"
    [ $steps = yes ] || [ ! -s "$T/new" ] || { cat "$T/new"; fail "this was left $what"; }
    cat "$T/new" >>"$T/left"
    [ ! -s "$T/lost" ] || [ $steps = yes ] || { cat "$T/lost"; fail "this is lost $what"; }
    return 1
}

# until_it_fits COMMAND...: with ever more room it fails like that, until it succeeds. What failures have left is whole:
# it is there in the end.
until_it_fits() {
    pages=0 failed=0
    : >"$T/left"
    while room $pages; ! attempt "$@"; do
        failed=$((failed + 1))
        pages=$((pages + pages / 2 + least))
    done
    rm "$D/filler"
    state >"$T/after"
    [ $failed -gt 0 ] || fail "a full disk is no error: $*"
    sort -u "$T/left" | comm -23 - "$T/after" >"$T/half"
    [ ! -s "$T/half" ] || { cat "$T/half"; fail "this was left, and is not what is there in the end: $*"; }
}

# endures WORD COMMAND...: so on an empty disk, and where other results are, which stay or become the same.
endures() {
    until_it_fits "$@"
    mv "$T/after" "$T/first"
    find "$D" -type f | while read -r f; do echo "# of before" >>"$f"; done
    until_it_fits "$@"
    diff "$T/first" "$T/after" || fail "the second time other results: $*"
    find "$D" -mindepth 1 -delete
}
# Whether progress is said, whether results may come one by one, and the least that more room is.
talks=no steps=no least=1

# Files that the programs write.
files_of_programs() {
    on_disk files_of_programs 8
    run="$O/cmodel run -c configs/ccu.yaml --trace workloads/mix --timing-only -q -j 1"
    mix="--trace workloads/mix"
    endures "$D/hints" "$O/cmodel" annotate -c configs/malekeh.yaml $mix -o "$D/hints"
    endures "$D/hints" "$O/cmodel" annotate -c configs/bow_wr_hinted.yaml $mix -o "$D/hints"
    endures "$D/histogram" "$O/cmodel" annotate -c configs/malekeh.yaml $mix -o /dev/null --histogram="$D/histogram"
    endures "$D/series" $run --interval 20 --series "$D/series"
    endures "$D/timeline" $run --timeline "$D/timeline"
    endures "$D/report" $run --csv -o "$D/report"
    endures "$D/figure" "$O/cmodel" profile -c configs/bow.yaml $mix --figure bow:3 --csv -o "$D/figure"
    endures "$D/figure" "$O/cmodel" profile $mix --figure rfc:9 --csv -o "$D/figure"
    endures "$D/counts" "$O/cmodel" profile -c configs/rfc_2way_write_linear.yaml $mix --json -o "$D/counts"
    endures "$D/sram.lib" "$O/sram" liberty --rows 64 --bits 32 --row-bits 6 --lanes 1 -o "$D/sram.lib"
}

# Several files of one program take their places together.
files_that_belong_together() {
    on_disk files_that_belong_together 8
    endures "$D/" "$O/cmodel" run -c configs/ccu.yaml --trace workloads/mix --timing-only -q -j 1 --csv -o "$D/report" \
        --interval 20 --series "$D/series" --timeline "$D/timeline"
    endures "$D/" "$O/cmodel" annotate -c configs/malekeh.yaml --trace workloads/mix -o "$D/hints" \
        --histogram="$D/histogram"
    endures "$D/" "$O/warptrace" -q --run workloads/hgemm/hgemm.yaml --dump "$D"
}

# Folders: none is left that was not there, nor a part of one.
folders_of_programs() {
    on_disk folders_of_programs 16
    endures "$D/rtl" "$O/rtl_gen" -q -c configs/tiny.yaml -o "$D/rtl"
    endures "$D/random" "$O/random_trace" -s 3 -i 60 -o "$D/random"
    endures "$D/trace" "$O/warptrace" -q --run workloads/reduction/reduction.yaml --trace "$D/trace"
    # A trace whose run is refused in the middle leaves none, and one that was there as it was.
    room 1000
    trace="$O/warptrace -q --run workloads/reduction/reduction.yaml --trace $D/trace"
    refused "the limit of warp instructions" $trace --limit 100
    [ ! -e "$D/trace" ] || fail "a refused run has left $(ls "$D/trace" | tr '\n' ' ') in a new folder"
    mkdir "$D/trace"
    refused "the limit of warp instructions" $trace --limit 100
    [ -z "$(ls "$D/trace")" ] || fail "a refused run has left $(ls "$D/trace" | tr '\n' ' ') in an empty folder"
    $trace >"$T/log"
    state >"$T/before"
    refused "the limit of warp instructions" $trace --limit 100
    state >"$T/after"
    diff "$T/before" "$T/after" || fail "a refused run has changed the trace of another one"
}

# What scripts draw and tabulate: each file is whole.
files_of_scripts() {
    for tool in gnuplot parallel sqlite3; do command -v $tool >/dev/null || skip "$tool is not installed"; done
    on_disk files_of_scripts 8
    # The scripts write a picture of some ten pages behind a table of one: they fail at either, and within the former.
    talks=yes steps=yes least=6
    mkdir -p "$T/o"
    for p in cmodel sweep_cells rtl_gen draw_subcore; do cp "$O/$p" "$T/o/"; done
    printf 'configs: tiny\noptions: {ccu.entries: [6, 8]}\ntraces: workloads/mix\n' >"$T/cells.yaml"
    endures "$D/cells." env O="$T/o" OUT="$D" cmodel/experiments/sweep.sh "$T/cells.yaml"
    for figure in malekeh:1 malekeh:7 malekeh:9 malekeh:14 bow:3 bow:4; do
        endures "$D/${figure%:*}_${figure#*:}" env O="$T/o" SIZE=small WORKLOADS=gaussian \
            cmodel/experiments/figures.sh \
            "$D" "$figure"
    done
    least=12
    endures "$D/" make -s figures FIGURES="$D"
}

"$@"
