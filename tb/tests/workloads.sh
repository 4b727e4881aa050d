# SPDX-License-Identifier: Apache-2.0
# Machine code: the bundled workloads, their traces, decoding, refusals.
. tb/tests/lib.sh

names() { (cd workloads && ls */*.yaml | sed 's,.*/,,; s,[.]yaml$,,'); }
file_of() { ls workloads/*/"$1.yaml"; }

# The executor alone: every kernel's buffers are what its C reference says.
every_workload_agrees_with_its_reference() {
    make -s --no-print-directory workloads O="$O" >"$T/out" 2>&1 || { cat "$T/out"; fail "a workload failed"; }
    cat "$T/out"
    [ "$(grep -c '^result correct' "$T/out")" -eq "$(names | wc -l)" ] ||
        fail "not every workload says 'result correct'"
}

# A size that no launch file has, odd on purpose.
workloads_take_other_sizes() {
    for w in vectoradd:n saxpy:n reduction:n; do
        [ -f workloads/"${w%:*}"/"${w%:*}.yaml" ] || continue
        "$O/warptrace" --run "$(file_of "${w%:*}")" --param "${w#*:}=77" | grep '^result correct' || fail "$w=77"
    done
    "$O/warptrace" --run workloads/hgemm/hgemm.yaml --param m=17 --param n=33 --param k=9 | grep '^result correct'
}

# The golden model alone with values: units compute from the operands that it delivers. CONFIG as argument.
golden_model_computes_workloads() {
    for w in $(names); do
        "$O/cmodel" run -c "configs/$1.yaml" --workload "$(file_of "$w")" --quiet >"$T/out" 2>&1 ||
            { cat "$T/out"; fail "$w on $1"; }
        grep -qx 'result correct' "$T/out" || fail "$w on $1: $(tail -n 1 "$T/out")"
        echo "$w: $(head -n 1 "$T/out")"
    done
}

# RTL and model in lock-step: arguments are a configuration and workloads, 'all', or 'quarter' and a number: every
# fourth.
rtl_computes_workloads() {
    config=$1
    shift
    # shellcheck disable=SC2046 # these are words
    case $1 in
    all) set -- $(names) ;;
    quarter) set -- $(names | awk -v n="$2" 'NR % 4 == n % 4') ;;
    esac
    for w in "$@"; do
        make -s --no-print-directory cosim CONFIG="$config" WORKLOAD="$w" O="$O" >"$T/out" 2>&1 ||
            { cat "$T/out"; fail "$w on $config"; }
        tail -n 2 "$T/out" | head -n 1 | grep -q '^lock-step: .* 0 mismatches, oracle equal$' ||
            fail "$w: no lock-step line"
        tail -n 1 "$T/out" | grep -qx 'result correct' || fail "$w: $(tail -n 1 "$T/out")"
        echo "$w: $(tail -n 2 "$T/out" | head -n 1)"
    done
}

# One slice is no whole product; a planted fault must be seen in a workload, too.
slices_are_partial_and_faults_are_seen() {
    make -s --no-print-directory cosim CONFIG=tiny WORKLOAD=atax SLICE=0.1 O="$O" >"$T/out" 2>&1 ||
        { cat "$T/out"; fail "slice"; }
    tail -n 1 "$T/out" | grep -qx 'result partial' || fail "a slice says: $(tail -n 1 "$T/out")"
    status=0
    make -s --no-print-directory cosim CONFIG=tiny WORKLOAD=atax FAULT=crossbar:1 O="$O" >"$T/out" 2>&1 || status=$?
    [ "$status" -ne 0 ] || fail "the planted fault crossbar:1 was not seen"
    grep -q 'RTL' "$T/out" || fail "the report names no RTL value: $(head -n 3 "$T/out")"
}

# Traces written by warptrace hold the same instructions: same cycles without the tags that a trace lacks.
traces_hold_the_same_instructions() {
    for w in vectoradd mvt igemm bfs; do
        [ -f "workloads/$w/$w.yaml" ] || continue
        "$O/warptrace" --run "workloads/$w/$w.yaml" --trace "$T/$w" | grep '^result correct' || fail "$w: no trace"
        [ -s "$T/$w/kernel-1.reuse" ] || fail "$w: no reuse flags"
        for s in "--trace $T/$w" "--workload workloads/$w/$w.yaml"; do
            "$O/cmodel" run -c configs/ocu.yaml --set scoreboard.tags=0 $s --timing-only --csv >"$T/csv" ||
                fail "$w: $s"
            sed -n 's/^warp_instructions,//p' "$T/csv"
        done >"$T/counts"
        [ "$(sort -u "$T/counts" | wc -l)" -eq 1 ] || fail "$w: instruction counts differ: $(cat "$T/counts")"
    done
}

# The official disassembly of public Turing encodings.
decoder_prints_the_official_text() {
    pairs=$SHARED/sass/sm75_encodings.tsv
    [ -f "$pairs" ] || skip "$pairs is not there (public encodings with their disassembly)"
    grep -v '^#' "$pairs" | cut -f1,2 | "$O/warptrace" --decode >"$T/text"
    grep -v '^#' "$pairs" | cut -f3 >"$T/official"
    paste "$T/text" "$T/official" | awk -F'\t' '$1 == "?" { unknown++; next } $1 != $2 { wrong++; print }
        END { printf "%d pairs, %d unknown, %d wrong\n", NR, unknown, wrong; exit wrong > 0 || unknown > NR / 10 }'
}

# Every bundled cubin disassembles without an unknown instruction.
disassembler_knows_every_bundled_instruction() {
    for c in workloads/*/*.cubin; do
        "$O/warptrace" --disassemble "$c" >"$T/text" || fail "$c"
        ! grep -q '  ? ' "$T/text" || fail "$c: $(grep '  ? ' "$T/text" | head -n 1)"
        grep -q 'EXIT ;' "$T/text" || fail "$c has no EXIT"
    done
}

# The kernels for every opcode on the golden model: units compute each instruction again from the operands that it
# delivers. CONFIG as argument.
golden_model_executes_every_opcode() {
    for f in tb/opcodes/*.yaml; do
        "$O/cmodel" run -c "configs/$1.yaml" --workload "$f" --quiet >"$T/out" 2>&1 ||
            { cat "$T/out"; fail "$f on $1"; }
        echo "$f: $(head -n 1 "$T/out")"
    done
}

# Input errors are one sentence and exit code 2.
broken_machine_code() {
    head -c 300 workloads/mvt/mvt.cubin >"$T/short.cubin"
    refused short.cubin "$O/warptrace" --disassemble "$T/short.cubin"
    refused none.cubin "$O/warptrace" --disassemble "$T/none.cubin"
    refused "is a directory" "$O/warptrace" --disassemble "$T"
    refused "takes a folder that exists" "$O/warptrace" --run workloads/mvt/mvt.yaml --dump "$T/none"
    printf 'cubin: none.cubin\n' >"$T/a.yaml"
    refused a.yaml "$O/warptrace" --run "$T/a.yaml"
    sed "s,^cubin: ,cubin: $PWD/workloads/mvt/," workloads/mvt/mvt.yaml >"$T/b.yaml"
    printf 'nonsense: 1\n' >>"$T/b.yaml"
    refused nonsense "$O/warptrace" --run "$T/b.yaml"
    refused nosuch "$O/warptrace" --run workloads/mvt/mvt.yaml --param nosuch=1
    refused middling "$O/warptrace" --run workloads/mvt/mvt.yaml --size middling
    refused limit "$O/warptrace" --run workloads/mvt/mvt.yaml --limit 100
    refused 1024 "$O/cmodel" run -c configs/ocu.yaml --set reuse.rthld=2000 --workload workloads/mvt/mvt.yaml
    refused registers "$O/cmodel" run -c configs/tiny.yaml --set subcore.registers=16 --workload \
        workloads/hgemm/hgemm.yaml
    printf 'zzz\n' >"$T/pairs"
    refused hexadecimal "$O/warptrace" --decode="$T/pairs"
    printf '0x10\t0xffffffffffffffffffffffffffffffff\n' | "$O/warptrace" --decode | grep -qx '?' ||
        fail "an unknown opcode"
}

"$@"
