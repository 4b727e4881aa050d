# SPDX-License-Identifier: Apache-2.0
# Register files that a compiler manages (docs/software-rf.md): the hints that cmodel annotate --levels writes, their
# judge, and what is counted without timing.
. tb/tests/lib.sh

# judged ARGUMENTS: hints for this source with these options, and the judge's word on them in $T/word.
judged() {
    "$O/cmodel" annotate --levels="$shape" -c configs/ocu.yaml "$@" -o "$T/levels" 2>"$T/err" ||
        fail "annotate --levels=$shape -c configs/ocu.yaml $*: $(cat "$T/err")"
    "$O/cmodel" annotate --levels --judge "$T/levels" -c configs/ocu.yaml "$@" >"$T/word" 2>"$T/err" ||
        fail "annotate --levels=$shape and --judge -c configs/ocu.yaml $*: $(cat "$T/err")"
    grep -q 'every operand is where the hints say' "$T/word" || fail "no word of the judge: $*"
}

# levels_of_workloads_are_right [WORKLOAD...]: values of these, or of all, are where the hints say, of machine code and
# of a trace of it.
levels_of_workloads_are_right() {
    [ $# -gt 0 ] || set -- '*'
    for w; do
        for file in workloads/$w/*.yaml; do
            for shape in orf=3 orf=8,lrf=one,interval=32 orf=1,lrf=off,interval=12; do
                judged --workload "$file"
                judged --workload "$file" --set collector.slots=3
                judged --workload "$file" --set operand.expand=false
            done
            rm -rf "$T/trace"
            mkdir "$T/trace"
            "$O/warptrace" -q --run="$file" --trace="$T/trace" >/dev/null || fail "warptrace --run=$file --trace"
            shape=orf=3 judged --trace "$T/trace"
        done
    done
}

# Calls, loops, barriers, lanes that wait for each other, every opcode.
levels_of_other_kernels_are_right() {
    for file in tb/launches/*.yaml tb/opcodes/*.yaml; do
        for shape in orf=3 orf=6,lrf=one,interval=32 orf=1,lrf=off; do
            judged --workload "$file"
        done
    done
}

# levels_of_random_traces_are_right FIRST LAST: with divergence and early exits, too.
levels_of_random_traces_are_right() {
    for seed in $(seq "$1" "$2"); do
        for kind in "" "-x" "-x -m"; do
            # shellcheck disable=SC2086 # $kind is words
            "$O/random_trace" $kind -s "$seed" -i 100 -o "$T/random" >/dev/null || fail "random_trace $kind -s $seed"
            for shape in orf=3 orf=7,lrf=one,interval=24; do
                judged --trace "$T/random"
            done
        done
    done
    shape=orf=3 judged --trace workloads/mix
}

# begins FIELD: the addresses at which a strand (4) or an interval (7) begins.
begins() { awk -F '\t' -v f="$1" 'NF == 9 && $f ~ /[*]$/ { printf "%s%s", n++ ? " " : "", $2 }' "$T/levels"; }

# three KERNEL STRANDS INTERVALS
three() {
    shape=orf=3,interval=16 judged --workload "workloads/$1/$1.yaml"
    [ "$(begins 4)" = "$2" ] || fail "$1: strands begin at $(begins 4), and by hand at $2"
    [ "$(begins 7)" = "$3" ] || fail "$1: intervals begin at $(begins 7), and by hand at $3"
}

# By hand, from the disassembly. vectoradd: both loads are used at 0x00c0, and nothing leads to 0x00f0. saxpy: a loop
# from 0x0100 back to 0x0060, whose loads are used at 0x00e0. reduction: a divergent branch at 0x0090, a loop from
# 0x0140 back to 0x00c0, its load used at 0x0120, BSYNC at 0x0150, BAR at 0x0300; padding behind the last EXIT.
strands_and_intervals_of_three_kernels() {
    three vectoradd "0x0000 0x00c0 0x00f0" "0x0000 0x00f0"
    three saxpy "0x0000 0x0060 0x00e0 0x0110 0x0120 0x0130" "0x0000 0x0060 0x0110 0x0120 0x0130"
    three reduction "0x0000 0x00a0 0x00c0 0x0120 0x0150 0x0160 0x0310 0x0540 0x0550" \
        "0x0000 0x00a0 0x00c0 0x0150 0x0160 0x0310 0x0540 0x0550"
}

# changed SED SENTENCE: with this change of saxpy's hints the judge says that.
changed() {
    sed "$1" "$T/levels" >"$T/changed"
    ! cmp -s "$T/levels" "$T/changed" || fail "sed '$1' changes nothing in the hints of saxpy"
    refused "$2" "$O/cmodel" annotate --levels --judge "$T/changed" -c configs/ocu.yaml \
        --workload workloads/saxpy/saxpy.yaml
}

# Each hint that is changed by hand is reported with its line, instruction and register.
changed_levels_are_reported() {
    shape=orf=3 judged --workload workloads/saxpy/saxpy.yaml
    changed '/0x0040/s/l0/l1/' \
        'changed:8: kernel saxpy, instruction 0x0040 (ISETP.GE.AND): source R0 is read from entry 1'
    changed '/0x0030/s/m+l0/l0/' 'instruction 0x0070 (IMAD.WIDE): source R0 is read from the MRF, which holds another'
    changed '/0x00e0/s/o0/m/' 'instruction 0x00f0 (STG.E.SYS): source R7 is read from entry 0 of the ORF'
    changed '/0x0080/s/o2,l1/o1,l1/' 'instruction 0x0080 (IMAD.WIDE): source R0 is read from entry 1 of the ORF'
    changed '/0x00a0/s/m,m/m,o0/' 'instruction 0x00a0 (LDG.E.SYS): source R5 is read from entry 0 of the ORF'
    changed '/0x0090/s/\tm\t/\to0\t/' \
        'instruction 0x00e0 (FFMA): source R2 is read from the MRF'
    changed '/0x00e0/s/2\*/1/; s/\t2\(\t.*\t1\t-\t-\)$/\t1\1/' 'instruction 0x00e0 (FFMA): R2 has a long latency'
    changed '/0x0090/s/~//' 'changed:13: LDG.E.SYS has a long latency; accepted is its name with ~ behind it'
    changed '/0x0030/s/IMAD/IMAD~/' 'changed:7: IMAD has no long latency; accepted is its name without ~'
    changed '/0x0070/s/o0,o1/l0,o1/; /0x0090/s/o0,o1/l0,o1/' \
        'instruction 0x0090 (LDG.E.SYS): its unit does not reach the LRF'
    changed '/0x0060/s/R0,R2-R5/R2-R5/' \
        'instruction 0x0070 (IMAD.WIDE): source R0 is not among the registers of interval 1'
    changed '/0x0060/s/R0$/none/' 'instruction 0x0070 (IMAD.WIDE): source R0 of interval 1'
    changed '/0x0070/s/,l1//' 'source 1 of it, and the hints have 1'
    changed '/0x0080/d' 'has nothing about kernel saxpy, instruction 0x0080'
    changed '/0x0080/s/IMAD.WIDE/IMAD/' 'the run executes IMAD.WIDE there'
    changed 's/^saxpy/other/' 'has nothing about kernel saxpy'
}

# One operand after the other goes to the MRF; the judge stops the run at that
# instruction, or where its result is read, unless the MRF has the value, too.
every_place_matters() {
    shape=orf=3 judged --workload workloads/reduction/reduction.yaml
    caught=0 kept=0
    for line in $(awk -F '\t' 'NF == 9 && $5 ~ /(^|,)[ol]/ { print NR }' "$T/levels"); do
        awk -F '\t' -v OFS='\t' -v l="$line" '
            NR == l && !sub(/^[ol][0-7]/, "m", $5) { sub(/,[ol][0-7]/, ",m", $5) } 1' "$T/levels" >"$T/changed"
        if "$O/cmodel" annotate --levels --judge "$T/changed" -c configs/ocu.yaml \
            --workload workloads/reduction/reduction.yaml >"$T/out" 2>"$T/err"; then
            kept=$((kept + 1))
        else
            address=$(awk -F '\t' -v l="$line" 'NR == l { print $2 }' "$T/levels")
            grep -q "changed:$line: .*instruction $address " "$T/err" || fail "line $line: $(cat "$T/err")"
            caught=$((caught + 1))
        fi
    done
    [ "$caught" -gt 20 ] || fail "of the sources that read the MRF instead, $caught are reported and $kept are right"
}

# broken LINE TEXT SENTENCE: a file with this line is refused so.
broken() {
    printf "subcore-hints 1 levels orf 3 lrf split interval 16 slots 6 expand true\n$2\n" >"$T/levels"
    refused "levels:$1: $3" "$O/cmodel" annotate --levels --judge "$T/levels" -c configs/ocu.yaml --trace workloads/mix
}

broken_levels() {
    good='k\t0x0000\tMOV\t0*\t-\tm\t0*\tR0-R2\tnone'
    broken 2 'k\t0x0000\tMOV' 'the line has 3 fields; accepted are 9'
    broken 2 "$good\tmore" 'the line has more than 9 fields'
    broken 2 'k\t12\tMOV\t0*\t-\tm\t0*\tR0\tnone' 'bad address'
    broken 2 'k\t0x0000\tMOV\tfirst\t-\tm\t0*\tR0\tnone' 'bad strand'
    broken 2 'k\t0x0000\tMOV\t0*\t-\tm\t0+\tR0\tnone' 'bad interval'
    broken 2 'k\t0x0000\tMOV\t0*\t-\to3\t0*\tR0\tnone' 'bad place of an operand'
    broken 2 'k\t0x0000\tMOV\t0*\tm+l0\tm\t0*\tR0\tnone' 'bad place of an operand'
    broken 2 'k\t0x0000\tMOV\t0*\t-\tmo0\t0*\tR0\tnone' 'bad place of an operand'
    broken 2 'k\t0x0000\tMOV\t0*\t-\tl3\t0*\tR0\tnone' 'bad place of an operand'
    broken 2 'k\t0x0000\tMOV\t0*\t-\tm\t0*\tR2-R1\tnone' 'bad set of registers'
    broken 2 'k\t0x0000\tMOV\t0*\t-\tm\t0*\tR256\tnone' 'bad set of registers'
    broken 2 'k\t0x0000\tMOV\t0*\t-\tm\t0*\tR0-R16\tnone' 'the interval has 17 registers; up to 16'
    broken 2 'k\t0x0000\tMOV\t0*\t-\tm\t0*\t-\t-' 'the interval that begins has no registers'
    broken 2 'k\t0x0000\tMOV\t0*\t-\tm\t0\tR0\tnone' 'registers stand where no interval begins'
    broken 3 "$good\n$good" 'the address is not above that of the line before'
    broken 4 "$good\nj\t0x0000\tMOV\t0*\t-\tm\t0*\tR0\tnone\nk\t0x0010\tMOV\t0\t-\tm\t0\t-\t-" \
        'the lines of kernel k do not stand together'
    broken 3 "$good\nk\t0x0010\tMOV\t1\t-\tm\t0\t-\t-" 'the strand begins at no line'
    broken 3 "$good\nk\t0x0010\tMOV\t0\t-\tm\t1\t-\t-" 'the interval begins at no line'
    broken 3 "$good\nk\t0x0010\tMOV\t0*\t-\tm\t0\t-\t-" 'the strand or interval begins at an earlier line, too'
    broken 2 'k\t0x0000\tMOV\t7*\t-\tm\t0*\tR0\tnone' 'a strand or interval has a number from 1 on'
    for first in "" "subcore-hints 1 binary" "subcore-hints 1 levels orf 9 lrf split interval 16 slots 6 expand true" \
        "subcore-hints 1 levels orf 3 lrf two interval 16 slots 6 expand true" \
        "subcore-hints 1 levels orf 3 lrf one interval 7 slots 6 expand true"; do
        echo "$first" >"$T/levels"
        refused "levels:1: this is no file of hints about levels" "$O/cmodel" annotate --levels --judge "$T/levels" \
            -c configs/ocu.yaml --trace workloads/mix
    done
    for first in "0 lrf one:m, an entry of the first line's levels (l0 to l0), and" "0 lrf off:m" \
        "2 lrf off:m, an entry of the first line's levels (o0 to o1), and"; do
        { echo "subcore-hints 1 levels orf ${first%%:*} interval 16 slots 6 expand true"
          printf 'k\t0x0000\tMOV\t0*\t-\tl7\t0*\tR0\tnone\n'; } >"$T/levels"
        refused "levels:2: bad place of an operand: accepted are ${first#*:}" "$O/cmodel" annotate --levels \
            --judge "$T/levels" -c configs/ocu.yaml --trace workloads/mix
    done
    annotate="$O/cmodel annotate -c configs/ocu.yaml --trace workloads/mix"
    refused "cannot be opened" $annotate --levels --judge "$T/nowhere"
    for shape in orf=9 lrf=two interval=7 interval=65 orf "orf=3," orf=3,orf=4 banks=2; do
        refused "--levels=$shape: accepted are orf=0 to 8" $annotate --levels="$shape"
    done
    refused "accepted with --levels" $annotate --levels --control
    refused "accepted with --levels" $annotate --judge "$T/levels"
    refused "accepted is --levels without a shape" $annotate --levels=orf=2 --judge "$T/levels"
    refused "cannot be written" $annotate --levels -o "$T/no/levels"
    shape=orf=3 judged --trace workloads/mix
    refused "the hints are for collector.slots 6" $annotate --levels --judge "$T/levels" --set collector.slots=3
    refused "no file of hints" "$O/cmodel" run -c configs/ccu.yaml --trace workloads/mix --hints "$T/levels"
}

# tables_are_measured NAME PART: the table that docs/ keeps is what its script measures.
tables_are_measured() {
    docs/results/levels.sh "--$2" >"$T/measured" || fail "docs/results/levels.sh --$2"
    diff "docs/figures/$1.tsv" "$T/measured" || fail "run docs/results/levels.sh --$2 >docs/figures/$1.tsv"
    refused "usage: levels.sh" docs/results/levels.sh "--$2" more
}

# levels_of_hardware CONFIG ARGUMENTS: prints what the golden model reads and writes in ORF and LRF.
levels_of_hardware() {
    config=$1
    shift
    "$O/cmodel" run -c "configs/$config.yaml" "$@" --csv >"$T/csv" 2>"$T/err" ||
        fail "cmodel run -c configs/$config.yaml $*: $(cat "$T/err")"
    awk -F, '/^level_(orf|lrf)_(reads|writes),/ || /^level_copies,/ { n[$1] = $2 }
        END { print n["level_lrf_reads"], n["level_orf_reads"], n["level_lrf_writes"],
            n["level_orf_writes"] + n["level_copies"] }' "$T/csv"
}

# hardware_reads_what_the_judge_says (3.19): reads and writes of ORF and LRF in a run are those that the judge counts
# without timing.
hardware_reads_what_the_judge_says() {
    for s in "--trace workloads/mix" "--workload workloads/saxpy/saxpy.yaml" \
        "--workload workloads/reduction/reduction.yaml"; do
        for config in sw_rfc sw_rfc_split; do
            lrf="split"
            [ $config = sw_rfc_split ] || lrf=one
            # shellcheck disable=SC2086 # $s is words
            "$O/cmodel" profile --levels=orf=3,lrf=$lrf -c configs/ocu.yaml $s --csv >"$T/judge" ||
                fail "profile --levels=orf=3,lrf=$lrf $s"
            want=$(awk -F, '{ n[$1] = $2 } END { print n["sw_reads_lrf"], n["sw_reads_orf"], n["sw_writes_lrf"],
                n["sw_writes_orf"] }' "$T/judge")
            # shellcheck disable=SC2086
            got=$(levels_of_hardware $config $s) || exit 1
            [ "$got" = "$want" ] || fail "$config $s: LRF and ORF have reads and writes $got, and by the judge $want"
        done
    done
}

# Barriers with sources, calls, every opcode: kernels whose results are known run with places, too (3.19).
hardware_runs_other_kernels() {
    for file in tb/launches/*.yaml tb/opcodes/*.yaml; do
        for config in sw_rfc ltrf_plus; do
            "$O/cmodel" run -c configs/$config.yaml --workload "$file" >"$T/out" 2>&1 ||
                fail "cmodel run -c configs/$config.yaml --workload $file: $(tail -n 1 "$T/out")"
        done
    done
}

# first_instructions N: the bundled trace, of each warp the first N instructions.
first_instructions() {
    rm -rf "$T/cut"
    mkdir "$T/cut"
    cp workloads/mix/kernelslist.g "$T/cut" || fail "no list of kernels"
    for trace in workloads/mix/*.traceg; do
        awk -v n="$1" '/^insts = / { left = $3 < n ? $3 : n; print "insts = " left; next }
            /^[0-9a-f]+ / && left-- <= 0 { next } 1' "$trace" >"$T/cut/${trace##*/}"
    done
}

# A warp of a trace may end with any instruction; its frame is lost with it (3.13).
hardware_runs_traces_that_end_anywhere() {
    for n in 25 26 27 30 33 34 41; do
        first_instructions $n
        for config in sw_rfc ltrf_plus; do
            "$O/cmodel" run -c configs/$config.yaml --trace "$T/cut" --csv >"$T/csv" 2>"$T/err" ||
                fail "$config, the first $n instructions of each warp: $(grep -v '^cycle' "$T/err")"
            grep -q '^warp_instructions,[1-9]' "$T/csv" || fail "$config: nothing ran of the first $n instructions"
        done
    done
}

# hinted SED SENTENCE: a run with this change of the hints of saxpy ends with that sentence.
hinted() {
    sed "$1" "$T/levels" >"$T/changed"
    ! cmp -s "$T/levels" "$T/changed" || fail "sed '$1' changes nothing in the hints of saxpy"
    status=0
    "$O/cmodel" run -c configs/sw_rfc_split.yaml --workload workloads/saxpy/saxpy.yaml --hints "$T/changed" \
        >"$T/out" 2>"$T/err" || status=$?
    [ $status -ne 0 ] || fail "sed '$1': the run ended with 0"
    grep -qF "$2" "$T/err" || fail "sed '$1': \"$2\" is not in: $(cat "$T/err")"
}

# a_place_without_the_value_is_reported (3.19, 4.14): a run names instruction, slot and register; what hardware cannot
# do is refused before it begins.
a_place_without_the_value_is_reported() {
    shape=orf=3 judged --workload workloads/saxpy/saxpy.yaml
    "$O/cmodel" run -c configs/sw_rfc_split.yaml --workload workloads/saxpy/saxpy.yaml --hints "$T/levels" \
        >"$T/out" 2>"$T/err" || fail "hints of the passes: $(cat "$T/err")"
    hinted '/0x0030/s/m+l0/l0/' '(pc 0x0070, IMAD.WIDE)'
    hinted '/0x0080/s/o2,l1/o1,l1/' '(pc 0x0080, IMAD.WIDE)'
    hinted '/0x00e0/s/o0/m/' '(pc 0x00f0, STG.E.SYS)'
    hinted '/0x0090/s/o0,o1/l0,o1/' 'its unit does not reach the LRF'
    hinted '/0x0070/s/m+o2,l1/m+o2,m+o0/' 'it copies two sources'
    hinted '/0x0070/s/o0,o1/o0,o0/' 'two of its results go to one entry'
    hinted '/0x0080/d' 'says nothing of 0x0080'
    hinted 's/^saxpy/other/' 'says nothing of this kernel'
    hinted '1s/orf 3/orf 4/' 'the hints are for levels.orf 4; accepted are hints for this configuration'
    hinted '1s/lrf split/lrf one/; s/l[12]/l0/g' 'the hints are for levels.lrf one'
    hinted '1s/slots 6/slots 5/' 'the hints are for collector.slots 5'
    # Without a shape --levels has the ORF and LRF of the configuration.
    "$O/cmodel" annotate --levels -c configs/sw_rfc.yaml --set levels.orf=2 --trace workloads/mix -o "$T/own" \
        2>"$T/err" || fail "annotate --levels -c configs/sw_rfc.yaml: $(cat "$T/err")"
    "$O/cmodel" run -c configs/sw_rfc.yaml --set levels.orf=2 --trace workloads/mix --hints "$T/own" >"$T/out" \
        2>"$T/err" || fail "hints of annotate --levels for sw_rfc: $(cat "$T/err")"
    refused "the configuration makes no use of hints" "$O/cmodel" run -c configs/ocu.yaml \
        --workload workloads/saxpy/saxpy.yaml --hints "$T/levels"
}

# without_live LINE: those hints of reduction without what is live in this line.
without_live() { awk -F '\t' -v OFS='\t' -v l="$1" 'NR == l { $9 = "none" } 1' "$T/levels" >"$T/changed"; }

# a_broken_interval_is_reported (3.20, 4.14): a register that an interval lacks is refused. With LTRF+ a live one that
# is said to be dead loses its value, and the oracle says in which operand; with LTRF it loses nothing.
a_broken_interval_is_reported() {
    "$O/cmodel" annotate --levels -c configs/ltrf_plus.yaml --workload workloads/reduction/reduction.yaml \
        -o "$T/levels" 2>"$T/err" || fail "annotate --levels -c configs/ltrf_plus.yaml: $(cat "$T/err")"
    on="--workload workloads/reduction/reduction.yaml --hints $T/changed"
    sed '/0x00c0/s/\tR0,R2-R5,R7\t/\tR0,R2-R5\t/' "$T/levels" >"$T/changed"
    # shellcheck disable=SC2086 # $on is words
    refused "R7 is not among the registers of interval 2, which begins at 0x00c0" \
        "$O/cmodel" run -c configs/ltrf.yaml $on
    sed '1s/interval 16/interval 24/' "$T/levels" >"$T/changed"
    # shellcheck disable=SC2086
    refused "the hints are for levels.interval 24; accepted are hints for this configuration's 16" \
        "$O/cmodel" run -c configs/ltrf.yaml $on
    sed '/0x00c0/s/\tR0,R2-R5,R7\t/\tR0,R2-R5,R7,R16-R17\t/' "$T/levels" >"$T/changed"
    # shellcheck disable=SC2086
    refused "R16 is a register of its interval; accepted are those of the kernel, up to R15" \
        "$O/cmodel" run -c configs/ltrf.yaml $on
    reported=0
    for line in $(awk -F '\t' 'NF == 9 && $7 ~ /[*]/ && $8 != "none" && $9 ~ /^R/ { print NR }' "$T/levels"); do
        without_live "$line"
        # shellcheck disable=SC2086
        "$O/cmodel" run -c configs/ltrf.yaml $on >"$T/out" 2>"$T/err" || fail "ltrf, line $line: $(cat "$T/err")"
        status=0
        # shellcheck disable=SC2086
        "$O/cmodel" run -c configs/ltrf_plus.yaml $on >"$T/out" 2>"$T/err" || status=$?
        [ $status -eq 1 ] || fail "ltrf_plus, line $line: exit code $status"
        grep -q '(pc 0x[0-9a-f]*, [A-Z].* slot [0-9] (R[0-9]*), lane' "$T/err" ||
            fail "ltrf_plus, line $line: no operand is named: $(cat "$T/err")"
        reported=$((reported + 1))
    done
    [ $reported -eq 4 ] || fail "$reported intervals of reduction have live registers among theirs, and not 4"
    # The interval before it holds R0, too: its value is not lost.
    "$O/cmodel" annotate --levels -c configs/ltrf_plus.yaml --workload workloads/saxpy/saxpy.yaml -o "$T/levels" \
        2>"$T/err" || fail "annotate --levels -c configs/ltrf_plus.yaml: $(cat "$T/err")"
    without_live "$(awk -F '\t' '$2 == "0x0060" { print NR }' "$T/levels")"
    "$O/cmodel" run -c configs/ltrf_plus.yaml --workload workloads/saxpy/saxpy.yaml --hints "$T/changed" >"$T/out" \
        2>"$T/err" && fail "R0 of 0x0060 is said to be dead, and the run ended with 0"
    grep -q 'IMAD.WIDE.* (R0), lane 0: the hints say that the register is not live' "$T/err" ||
        fail "saxpy: $(cat "$T/err")"
}

# Sums of the table, and reads by entries.
counts_without_timing() {
    for s in "--trace workloads/mix" "--workload workloads/reduction/reduction.yaml"; do
        # shellcheck disable=SC2086 # $s is words
        "$O/cmodel" profile --levels -c configs/ocu.yaml $s --csv >"$T/csv" || fail "profile --levels $s"
        awk -F, '{ v[$1] = $2 } END {
            if (v["sw_reads"] != v["sw_reads_lrf"] + v["sw_reads_orf"] + v["sw_reads_mrf"]) exit 1
            if (v["ltrf_mrf_accesses"] != v["ltrf_fetched"] + v["ltrf_written_back"]) exit 2
            if (v["ltrf_plus_fetched"] > v["ltrf_fetched"]) exit 3
            if (v["greener_registers"] != v["greener_on"] + v["greener_sleep"] + v["greener_off"]) exit 4
            if (v["sw_reads"] + v["sw_results"] != v["ltrf_cache_accesses"]) exit 5
            if (v["sw_energy_share"] <= 0.2 || v["sw_energy_share"] >= 1) exit 6
            if (v["corf_accesses"] + v["corf_pairs"] != v["corf_reads"]) exit 7 }' "$T/csv" ||
            fail "$s: sum $? of the test is wrong: $(cat "$T/csv")"
    done
    # With more entries fewer reads are left to the MRF.
    "$O/cmodel" profile --figure levels:entries -c configs/ocu.yaml --workload workloads/vectoradd/vectoradd.yaml \
        --csv >"$T/csv" || fail "profile --figure levels:entries"
    awk -F, 'NR == 1 { next } $3 + $4 + $5 < 99.9 || $3 + $4 + $5 > 100.1 { exit 1 } $2 == "off" && $3 != 0 { exit 1 }
        $1 > 1 && $5 > last { exit 1 } { last = $5; n++ } END { if (n != 24) exit 1 }' "$T/csv" ||
        fail "shares of reads: $(cat "$T/csv")"
    refused "accepted is one of them" "$O/cmodel" profile --levels --figure levels:entries -c configs/ocu.yaml \
        --trace workloads/mix
    refused "accepted with --levels and --figure is --csv" "$O/cmodel" profile --levels --json -c configs/ocu.yaml \
        --trace workloads/mix
    "$O/cmodel" stats sw_energy_share | grep -q 'the paper says' || fail "cmodel stats sw_energy_share"
}

"$@"
