# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# A sweep of 48 cells, of which 6 are of configurations that are refused (no more entries than operands).
small_sweep() {
    cat >"$T/points.yaml" <<EOF
configs: [malekeh, ocu]
options:
  collector.count: [1, 2]
  ccu.entries: [4, 8]
  collector.slots: [3, 6]
workloads: [reduction, vectoradd]
traces: workloads/mix
EOF
}

# run OUT [name=value ...]: the sweep, its tables in OUT.
run() {
    out=$1
    shift
    env O="$T/o" OUT="$out" "$@" cmodel/experiments/sweep.sh "$T/points.yaml" >"$T/said" 2>&1
}
use_programs() { mkdir -p "$T/o/sweep/points/results" && for p in cmodel sweep_cells; do cp "$O/$p" "$T/o/"; done; }
count() { find "$T/o/sweep/points/results" -type f ! -name '.*' | wc -l; }
need() { for tool in "$@"; do command -v "$tool" >/dev/null || skip "$tool is not installed"; done; }

# What the cells counted is what single runs count; refused configurations are in the table with their reason.
cells_are_single_runs() {
    need parallel sqlite3
    use_programs
    small_sweep
    run "$T/a" || { cat "$T/said"; fail "cmodel/experiments/sweep.sh"; }
    [ "$(grep -c ',"*refused: .*ccu.entries' "$T/a/points.csv")" -eq 6 ] || fail "not 6 configurations are refused"
    [ "$(count)" -eq 42 ] || fail "$(count) results instead of 42"
    "$O/cmodel" run -c configs/malekeh.yaml --set collector.count=1 --set ccu.entries=8 --set collector.slots=3 \
        --trace workloads/mix --timing-only --csv -q >"$T/one"
    cycles=$(awk -F , '$1 == "cycles" { print $2 }' "$T/one")
    read_back=$(sqlite3 -init /dev/null "$T/a/points.sqlite" \
        'select cycles from cells where configuration = "malekeh" and kind = "trace"
        and collector_count = 1 and ccu_entries = 8 and collector_slots = 3')
    [ "$cycles" = "$read_back" ] || fail "the single run has $cycles cycles, the table $read_back"
    # Nothing is run again, and a table is made again from what is there; a value more runs only what is new.
    touch "$T/before"
    run "$T/b" || { cat "$T/said"; fail "the second run"; }
    [ -z "$(find "$T/o/sweep/points/results" -newer "$T/before" -type f)" ] || fail "cells were run again"
    cmp "$T/a/points.csv" "$T/b/points.csv" || fail "the table is another one"
    sed -i 's/vectoradd/atax/' "$T/points.yaml"
    run "$T/c" || { cat "$T/said"; fail "the third run"; }
    grep -q '14 of 48 cells to run' "$T/said" || { cat "$T/said"; fail "not only the new cells were run"; }
    # Names may have blanks.
    echo "{configs: tiny, traces: workloads/mix}" >"$T/one cell.yaml"
    env O="$T/o" OUT="$T/d e" cmodel/experiments/sweep.sh "$T/one cell.yaml" >"$T/said" 2>&1 ||
        { cat "$T/said"; fail "blanks"; }
    grep -q ",ok," "$T/d e/one cell.csv" || fail "the cell of a sweep with blanks in its name has no result"
}

# The tables of reads of a bank (docs/compare.md): IPC of each workload, and geometric means over ocu.
ports_table_is_of_the_sweep() {
    need parallel sqlite3
    use_programs
    sed 's/^workloads: .*/workloads: [saxpy, vectoradd]/; /^ .*[],]$/{ /rf\./!d }' \
        cmodel/experiments/sweeps/ports.yaml >"$T/points.yaml"
    run "$T/a" || { cat "$T/said"; fail "cmodel/experiments/sweep.sh"; }
    FIGURES=$T cmodel/experiments/ports_table.sh "$T/a/points.csv" || fail "ports_table.sh"
    of() { # CONFIG READS SWIZZLE WORKLOAD: its IPC
        "$O/cmodel" run -q -c "configs/$1.yaml" --set "rf.read_ports=$2" --set "rf.swizzle=$3" --csv --timing-only \
            --workload "workloads/$4/$4.yaml" | awk -F , '$1 == "ipc" { print $2 }'
    }
    for w in saxpy vectoradd; do
        printf '%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\n' $w "$(of ocu 1 warp $w)" "$(of ocu 2 warp $w)" \
            "$(of malekeh 1 warp $w)" "$(of malekeh 2 warp $w)" "$(of bow_wr 1 warp $w)" "$(of bow_wr 2 warp $w)"
    done >"$T/rows"
    sed 1d "$T/ports.tsv" | sort | diff "$T/rows" - || fail "the table has not what single runs count"
    for w in saxpy vectoradd; do
        of malekeh 2 none $w; of ocu 2 none $w; of ocu 1 warp $w
    done | tr '\n' ' ' |
        awk '{ printf "%.4f %.4f %.4f\n", sqrt($2 * $5 / $3 / $6), sqrt($1 * $4 / $3 / $6), sqrt($1 * $4 / $2 / $5) }' \
        >"$T/means"
    awk '$1 == 2 && $2 == "none" { print $3, $4, $6 }' "$T/ports_means.tsv" | diff "$T/means" - ||
        fail "the means are not geometric ones over ocu"
    echo kept >"$T/ports.tsv"
    grep -v ',bow_wr,' "$T/a/points.csv" >"$T/lacking.csv"
    refused "bow_wr with 1 reads and warp has no IPC" env FIGURES="$T" cmodel/experiments/ports_table.sh \
        "$T/lacking.csv"
    refused "has not the columns" env FIGURES="$T" cmodel/experiments/ports_table.sh README.md
    refused "cannot be read" env FIGURES="$T" cmodel/experiments/ports_table.sh "$T/nothing.csv"
    echo kept | cmp - "$T/ports.tsv" || fail "a refused input has changed the table"
}

# The tables of read ports and scoreboards without collectors (docs/compare.md): IPC of each workload over `modern`, and
# geometric means.
modern_variants_are_of_the_sweep() {
    need parallel sqlite3
    use_programs
    sed 's/^workloads: .*/workloads: [saxpy, vectoradd]/; /^ .*[],]$/{ /modern/!d }' \
        cmodel/experiments/sweeps/modern.yaml >"$T/points.yaml"
    run "$T/a" || { cat "$T/said"; fail "cmodel/experiments/sweep.sh"; }
    FIGURES=$T cmodel/experiments/modern_variants.sh "$T/a/points.csv" || fail "modern_variants.sh"
    of() { # INTERVAL WORKLOAD CONFIG SETTING...: its IPC
        interval=$1 w=$2 c=$3
        shift 3
        sets=
        for s in "$@" "modern.fp32_interval=$interval" unit.fp32.interval=1; do sets="$sets --set $s"; done
        # shellcheck disable=SC2086 # $sets is words
        "$O/cmodel" run -q -c "configs/$c.yaml" $sets --csv --timing-only --workload "workloads/$w/$w.yaml" |
            awk -F , '$1 == "ipc" { print $2 }'
    }
    for w in saxpy vectoradd; do
        { of 1 $w modern; of 1 $w modern modern.reuse_cache=false modern.read_ports=2
          of 1 $w modern_scoreboard modern.consumers=1; } | tr '\n' ' ' |
            awk -v w=$w '{ printf "%s\t%.4f\t%.4f\t%.4f\n", w, $1, $2 / $1, $3 / $1 }'
    done >"$T/rows"
    sed 1d "$T/modern_workloads.tsv" | sort | cut -f 1,2,4,6 | diff "$T/rows" - ||
        fail "the table has not what single runs count"
    for interval in 1 2; do
        for w in saxpy vectoradd; do of $interval $w modern_scoreboard; of $interval $w modern; done | tr '\n' ' ' |
            awk '{ printf "%.4f\n", sqrt($1 * $3 / $2 / $4) }'
    done >"$T/means"
    awk -F '\t' '$1 == "scoreboard, 63" { print $2; print $3 }' "$T/modern_variants.tsv" | diff "$T/means" - ||
        fail "the means are not geometric ones over modern"
    echo kept >"$T/modern_variants.tsv"
    grep -v ',modern_scoreboard,' "$T/a/points.csv" >"$T/lacking.csv"
    refused "modern_scoreboard+1 with an interval of 1 was not run on" env FIGURES="$T" \
        cmodel/experiments/modern_variants.sh "$T/lacking.csv"
    refused "has no column" env FIGURES="$T" cmodel/experiments/modern_variants.sh README.md
    refused "cannot be read" env FIGURES="$T" cmodel/experiments/modern_variants.sh "$T/nothing.csv"
    echo kept | cmp - "$T/modern_variants.tsv" || fail "a refused input has changed the table"
}

# Cells that differ in options only that have no effect are marked with the first of them, in both tables and on the
# screen, and have counted the same; a value that would stand for another one is refused.
cells_that_do_the_same_are_marked() {
    need parallel sqlite3
    use_programs
    printf '%s\n' "configs: [tiny, ocu]" "options:" "  collector.kind: [ocu, ccu]" "  ccu.entries: [6, 8, 12]" \
        "set: [memory.l1_kib=32, sthld.interval=7]" "traces: workloads/mix" >"$T/points.yaml"
    run "$T/a" || { cat "$T/said"; fail "cmodel/experiments/sweep.sh"; }
    grep -qF "sweep: note: ocu: in 3 of 6 cells ccu.entries=6 has no effect, for collector.kind is ocu" "$T/said" &&
        grep -qF "sweep: note: tiny: in 6 of 6 cells sthld.interval=7 has no effect" "$T/said" &&
        grep -qF "sweep: 4 cells do the same as a cell before them" "$T/said" || { cat "$T/said"; fail "not said"; }
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { rest = ""; for (i = at["status"]; i <= NF; i++) rest = rest "," $i; did[$1] = rest; cells++ }
        $(at["same_as"]) != "" { marked++; if (did[$(at["same_as"])] != rest) bad++
                                 if ($(at["collector_kind"]) != "ocu") bad++ }
        END { exit cells != 12 || marked != 4 || bad }' "$T/a/points.csv" ||
        { cut -d , -f 1-12 "$T/a/points.csv"; fail "column same_as"; }
    [ "$(sqlite3 -init /dev/null "$T/a/points.sqlite" "select count(*) from cells where same_as != ''")" = 4 ] ||
        fail "column same_as of SQLite"
    printf 'configs: tiny\noptions: {rf.banks: [2, 4, 2]}\ntraces: workloads/mix\n' >"$T/twice.yaml"
    refused "rf.banks: 2 is there twice" cmodel/experiments/sweep.sh "$T/twice.yaml"
    printf 'configs: tiny\noptions: {rf.banks: [2, 4]}\nset: rf.banks=8\ntraces: workloads/mix\n' >"$T/twice.yaml"
    refused "set: rf.banks is one of options, too" cmodel/experiments/sweep.sh "$T/twice.yaml"
    printf 'configs: tiny\nset: [rf.banks=8, rf.banks=4]\ntraces: workloads/mix\n' >"$T/twice.yaml"
    refused "set: rf.banks is there twice" cmodel/experiments/sweep.sh "$T/twice.yaml"
}

# Each cell has the one that it is compared with and the ratio of the two, and two columns become a picture.
cells_have_a_baseline_and_a_picture() {
    need parallel sqlite3 gnuplot
    use_programs
    printf '%s\n' "configs: [tiny, ocu+collector.count=4]" "options: {ccu.entries: [6, 12]}" "baseline: ocu" \
        "workloads: [saxpy, vectoradd]" "param: n=500" >"$T/points.yaml"
    run "$T/a" PLOT=ccu_entries,ipc_ratio || { cat "$T/said"; fail "cmodel/experiments/sweep.sh"; }
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { at[$i] = i; if ($i ~ /[^a-zA-Z0-9_]/) exit 1 } next }
        NR <= 3 { base[$(at["input"])] = $1; ipc[$1] = $(at["ipc"]) }
        { b = $(at["baseline"]); ratio = $(at["ipc"]) / ipc[b]; d = ratio - $(at["ipc_ratio"]); n++
          if (b != base[$(at["input"])] || d * d > 1e-10 || $(at["param"]) != "n=500") exit 1 }
        END { exit n != 10 }' "$T/a/points.csv" || {
        cut -d , -f 1-14 "$T/a/points.csv"; fail "baseline, ratio, names"; }
    "$O/cmodel" run -c configs/ocu.yaml --set collector.count=4 --set ccu.entries=6 --param n=500 --csv -q \
        --workload workloads/saxpy/saxpy.yaml >"$T/one" 2>"$T/notes" || { cat "$T/notes"; fail "the single run"; }
    cycles=$(awk -F , '$1 == "cycles" { print $2 }' "$T/one")
    read_back=$(sqlite3 -init /dev/null "$T/a/points.sqlite" "select cycles from cells where configuration = 'ocu'
        and collector_count = 4 and ccu_entries = 6 and input like '%saxpy%'")
    [ "$cycles" = "$read_back" ] || fail "the single run has $cycles cycles, the table $read_back"
    for curve in "tiny saxpy" "tiny vectoradd" "ocu collector_count=4 saxpy"; do
        grep -qF "$curve" "$T/a/points.svg" || fail "the picture has no curve of $curve"
    done
    # Without a baseline it is the first cell on the input that is not refused.
    sed -i '/^baseline/d; s/6, 12/4, 12/' "$T/points.yaml"
    run "$T/b" || { cat "$T/said"; fail "without a baseline"; }
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        /refused/ { next }
        { k = $(at["input"]); if (!(k in first)) first[k] = $1; if ($(at["baseline"]) != first[k]) exit 1; n++ }
        END { exit n != 6 }' "$T/b/points.csv" || { cut -d , -f 1-14 "$T/b/points.csv"; fail "the first cell"; }
    refused "accepted are two columns with a comma between" env PLOT=ipc cmodel/experiments/sweep.sh "$T/points.yaml"
    status=0
    run "$T/b" PLOT=ccu_entry,ipc || status=$?
    [ $status -eq 2 ] && grep -q "ccu_entry is no column; accepted are options" "$T/said" &&
        ! grep -q 'cells to run' "$T/said" ||
        { cat "$T/said"; fail "a column that is none"; }
    # An SM beside a sub-core is said once.
    printf '%s\n' "configs: [tiny, sm_tiny]" "traces: workloads/mix" "options: {issue.limit: [1, 2]}" >"$T/mixed.yaml"
    "$O/sweep_cells" "$T/mixed.yaml" "$O/cmodel" >"$T/out" 2>"$T/err" || { cat "$T/err"; fail "sub-core and SM"; }
    grep -q 'sm_tiny is an SM, and its baseline is not' "$T/err" && [ "$(grep -c 'two machines' "$T/err")" -eq 1 ] ||
        { cat "$T/err"; fail "it is not said once that an SM stands beside a sub-core"; }
    # No option has the name of another column.
    "$O/cmodel" options --markdown |
        sed -n 's/^- [*][*]`\([a-z0-9_]*[.][a-z0-9_.]*\)`.*/\1/p' | tr . _ | sort >"$T/options"
    head -n 1 "$T/b/points.csv" | tr , '\n' | grep -vx 'ccu_entries\|collector_count' | sort | comm -12 - "$T/options" |
        grep . && fail "an option has the name of another column"
    :
}

# A sweep that is killed goes on where it was; a cell that fails is in the table, with why, and exit code 1.
killed_and_resumed() {
    need parallel sqlite3
    use_programs
    small_sweep
    env O="$T/o" OUT="$T/a" JOBS=1 setsid cmodel/experiments/sweep.sh "$T/points.yaml" >"$T/said" 2>&1 &
    pid=$!
    while [ -d /proc/$pid ] && [ "$(count)" -lt 5 ]; do sleep 0.2; done
    kill -9 -$pid
    some=$(count)
    [ "$some" -ge 5 ] && [ "$some" -lt 42 ] || fail "it was killed with $some results: that tests nothing"
    run "$T/a" || { cat "$T/said"; fail "the run that goes on"; }
    to_run=$(sed -n 's/^sweep: \([0-9]*\) of 48 cells to run.*/\1/p' "$T/said")
    [ "$to_run" -ge $((42 - some - 1)) ] && [ "$to_run" -le $((42 - some)) ] ||
        fail "$some were there, $to_run were run"
    rm "$T/o/sweep/points/results"/*
    run "$T/b" || { cat "$T/said"; fail "the run in one go"; }
    cmp "$T/a/points.csv" "$T/b/points.csv" || fail "the table of the killed sweep is another one"
    rm "$T/o/sweep/points/results/$(sed -n 2p "$T/o/sweep/points/cells.tsv" | cut -f1)"
    mv "$T/o/cmodel" "$T/o/good"
    printf '#!/bin/sh\necho "no memory left" >&2\nexit 2\n' >"$T/o/cmodel"
    chmod +x "$T/o/cmodel"
    ! run "$T/b" TRIES=1 || fail "cells that fail are no failure"
    grep -q 'failed: exit code 2 no memory left' "$T/b/points.csv" ||
        fail "the table does not say why cells have failed"
}

refusals() {
    need parallel sqlite3
    use_programs
    refused "there is no such file" cmodel/experiments/sweep.sh "$T/none.yaml"
    bad() { printf '%s\n' "$2" >"$T/bad.yaml"; refused "$1" env O="$T/o" cmodel/experiments/sweep.sh "$T/bad.yaml"; }
    bad "configs is missing" "workloads: bfs"
    bad "workloads or traces is missing" "configs: ocu"
    bad "'option' is not known" "option: {ccu.entries: 8}"
    bad "bad.yaml:3: ccu.entry is no option" "configs: ccu
options:
  ccu.entry: [1, 2]
workloads: bfs"
    bad "accepted: an integer from" "{configs: ccu, options: {ccu.entries: [8, 8000]}, workloads: bfs}"
    bad "is neither a file nor a name in configs/" "{configs: cccu, workloads: bfs}"
    bad "is neither a launch file nor a name in workloads/" "{configs: ccu, workloads: bsf}"
    bad "the list is empty" "{configs: [], workloads: bfs}"
    bad "baseline: one configuration is accepted" "{configs: ccu, workloads: bfs, baseline: [ocu, ccu]}"
    bad "nocu is neither a file nor a name in configs/" "{configs: ccu, workloads: bfs, baseline: nocu}"
    bad "bad.yaml:1: baseline: ocu+rf.banks=3 is refused: --set rf.banks=3" \
        "{configs: malekeh+ccu.entries=12, workloads: bfs, baseline: ocu+rf.banks=3}"
    bad "baseline: ocu is refused: " "{configs: malekeh, workloads: bfs, baseline: ocu, set: scoreboard.tags=8}"
    for empty in ocu+ ocu++rf.banks=4 ocu+rf.banks=4+; do
        bad "$empty has an empty setting" "{configs: [malekeh, $empty], workloads: bfs}"
    done
    bad "param is of workloads, and there are none" "{configs: ccu, traces: workloads/mix, param: n=3}"
    bad "small and large are accepted" "{configs: ccu, workloads: bfs, size: huge}"
    bad "YAML is accepted" "configs: [ccu"
    echo "{configs: ccu, workloads: bfs}" >"$T/good.yaml"
    refused "accepted are parallel and slurm" env ENGINE=pbs cmodel/experiments/sweep.sh "$T/good.yaml"
    refused "a number from 1 on is accepted" env JOBS=0 cmodel/experiments/sweep.sh "$T/good.yaml"
    echo "{configs: tiny, options: {scoreboard.tags: [4, 8]}, workloads: saxpy}" >"$T/none.yaml"
    refused "every configuration is refused" env O="$T/o" cmodel/experiments/sweep.sh "$T/none.yaml"
}

# --- a Slurm of our own: munge, controller and one node, with everything in $T ----------------------------------------

start_node() { slurmd -c -N node -f "$SLURM_CONF"; }
stop_cluster() {
    for daemon in slurmd slurmctld munged; do
        [ ! -s "$T/$daemon.pid" ] || kill "$(cat "$T/$daemon.pid")"
    done
    sleep 1
    rm -rf "$T"
}
start_cluster() {
    [ "$(id -u)" -eq 0 ] || skip "Slurm's daemons are started by root only"
    .ci/deps --slurm >"$T/deps" 2>&1 || skip "Slurm cannot be installed here: $(tail -n 1 "$T/deps")"
    export SLURM_CONF="$T/slurm.conf"
    head -c 1024 /dev/urandom >"$T/munge.key"
    chmod 400 "$T/munge.key"
    mkdir -p "$T/state" "$T/spool"
    cat >"$SLURM_CONF" <<EOF
ClusterName=test
SlurmctldHost=$(hostname -s)
SlurmUser=root
SlurmctldPort=$((20000 + $$ % 20000))
SlurmdPort=$((20001 + $$ % 20000))
AuthType=auth/munge
AuthInfo=socket=$T/munge.socket
StateSaveLocation=$T/state
SlurmdSpoolDir=$T/spool
SlurmctldPidFile=$T/slurmctld.pid
SlurmdPidFile=$T/slurmd.pid
SlurmctldLogFile=$T/slurmctld.log
SlurmdLogFile=$T/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
SlurmdTimeout=5
ReturnToService=2
MaxArraySize=31
NodeName=node NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=node Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
EOF
    trap stop_cluster EXIT
    munged --force --key-file="$T/munge.key" --socket="$T/munge.socket" --pid-file="$T/munged.pid" \
        --log-file="$T/munged.log" --seed-file="$T/munge.seed" ||
            fail "munged does not start: $(tail -n 2 "$T/munged.log")"
    slurmctld -f "$SLURM_CONF" || fail "slurmctld does not start: $(tail -n 2 "$T/slurmctld.log")"
    start_node || fail "slurmd does not start: $(tail -n 2 "$T/slurmd.log")"
    tries=0
    until sinfo -h -o %T 2>"$T/sinfo" | grep -q idle; do
        tries=$((tries + 1))
        [ $tries -lt 60 ] || fail "the node is not idle: $(cat "$T/sinfo") $(tail -n 3 "$T/slurmctld.log")"
        sleep 1
    done
}

# The same table as from GNU parallel, although the sweep is killed, its node's daemon dies, and an array is too long
# for the cluster (31).
on_slurm() {
    need parallel sqlite3
    use_programs
    small_sweep
    start_cluster
    run "$T/a" || { cat "$T/said"; fail "ENGINE=parallel"; }
    rm "$T/o/sweep/points/results"/*
    env O="$T/o" OUT="$T/b" ENGINE=slurm setsid cmodel/experiments/sweep.sh "$T/points.yaml" >"$T/said" 2>&1 &
    pid=$!
    while [ -d /proc/$pid ] && [ "$(count)" -lt 4 ]; do sleep 0.2; done
    kill -9 -$pid
    kill -9 "$(cat "$T/slurmd.pid")"
    some=$(count)
    [ "$some" -ge 4 ] && [ "$some" -lt 40 ] || fail "it was killed with $some results: that tests nothing"
    env O="$T/o" OUT="$T/b" ENGINE=slurm TRIES=4 cmodel/experiments/sweep.sh "$T/points.yaml" >"$T/said" 2>&1 &
    pid=$!
    sleep 8
    start_node || fail "slurmd does not start again"
    wait $pid || { cat "$T/said"; tail -n 5 "$T/slurmctld.log"; fail "ENGINE=slurm"; }
    cat "$T/said"
    cmp "$T/a/points.csv" "$T/b/points.csv" || fail "the table of Slurm is another one than that of GNU parallel"
}

"$@"
