#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The steps behind the Makefile: generate, lint, verilate, run in lock-step. Everything is kept under $O and reused as
# long as the generated text is the same.
#
# usage: flow.sh [--steps] COMMAND ...
#        flow.sh verilog CONFIG OUT [key=value ...]          generate into OUT/<name>
#        flow.sh rtl     CONFIG [key=value ...]              generate under $O/rtl, print the directory
#        flow.sh hash    CONFIG [key=value ...]              generate, print the hash by which lock-step keeps count
#        flow.sh baseline CONFIG [key=value ...]             print the configuration that it is compared with
#        flow.sh dut     CONFIG [key=value ...]              and verilate, print the directory
#        flow.sh flops   CONFIG [key=value ...]              generate, list what Yosys finds, print the list's name
#        flow.sh lint    "CONFIG ..." [key=value ...]
#        flow.sh lint_templates                              designs that, with the canned ones, use every line of them
#        flow.sh notes   rtl|run CONFIG [key=value ...]      says which settings change nothing in the Verilog, in a run
#        flow.sh run     CONFIG TRACE [key=value ...] [-- cmodel arguments]    environment: SLICE PIPELINE EXPLAIN
#                                                                              LOG FROM TO; cosim and wave, too
#        flow.sh cosim   CONFIG TRACE [key=value ...] [-- cosim arguments]     environment: FAULT SLICE SEED SIM
#                                                                              COVERAGE EDITED PINS BESIDE
#        flow.sh wave    CONFIG TRACE [key=value ...] [-- cosim arguments]     environment: as cosim, and VIEW
#        flow.sh workloads [NAME ...]                        run workloads functionally and check their results
# With WORKLOAD in the environment, a name in workloads/ or a launch file, run, cosim and wave take it instead of TRACE,
# with SIZE (small, large) and PARAM ("name=value ..."); with HINTS they take the hints in that file. With PINS,
# names of modules, cosim --activity knows what their instances get (verilate.sh --pins). RTL_PREFIX and RTL_SUFFIX are
# put around the names of all modules and files; BESIDE is a folder that rtl_gen has written, whose design stands in one
# top with that of CONFIG (cosim). With --steps cosim and wave say on stderr what they do, if it is more than a run.
set -eu
. "$(dirname "$0")/neutral.sh"
top=$(cd "$(dirname "$0")/../.." && pwd)
O=${O:-build}
. "$top/tb/flow/names.sh"
. "$top/tb/lockstep/beside.sh"
. "$top/tb/flow/trace_paths.sh"
. "$top/tb/flow/whole.sh"
canned=$(cd "$top/configs" && echo *.yaml | sed 's/[.]yaml//g')

die() { echo "subcore: $*" >&2; exit 2; }

config_file() {
    if [ -f "$1" ]; then echo "$1"
    elif [ -f "$top/configs/$1.yaml" ]; then echo "$top/configs/$1.yaml"
    else die "CONFIG=$1: neither a file nor a name in configs/; accepted are a YAML file, $(echo $canned | tr ' ' ',')"
    fi
}

# The launch file of a name in workloads/.
launch_file() {
    if [ -f "$1" ]; then echo "$1"; return; fi
    for file in "$top"/workloads/*/"$1.yaml"; do
        [ -f "$file" ] && { echo "$file"; return; }
    done
    die "WORKLOAD=$1: neither a launch file nor a name in workloads/; accepted are a YAML file and $(cd \
        "$top/workloads" &&
        ls */*.yaml | sed 's,.*/,,; s,[.]yaml,,' | tr '\n' ' ')"
}

# Sets $kind and $input to the option that names the workload, or the trace in $1, and $source to those that go with it.
kind="" input="" source=""
choose_source() {
    if [ -z "${WORKLOAD:-}" ]; then kind=--trace input=$1; return; fi
    input=$(launch_file "$WORKLOAD") || exit 2
    kind=--workload source=${SIZE:+--size $SIZE}
    for p in ${PARAM:-}; do source="$source --param $p"; done
}

# The window of a waveform, and of what is to be seen of the pipeline.
check_window() {
    case ${FROM:-0} in *[!0-9]*|????????????????*) bad=FROM ;; *) bad="" ;; esac
    case ${TO:-0} in *[!0-9]*|????????????????*) bad=TO ;; esac
    [ -z "$bad" ] || die "FROM=${FROM:-} TO=${TO:-}: accepted are numbers of cycles of at most 15 digits"
    [ -z "${TO:-}" ] || [ "${FROM:-0}" -le "$TO" ] || die "FROM=$FROM is behind TO=$TO; accepted is a window of cycles"
    [ -z "${FROM:-}${TO:-}" ] || [ "$command" = wave ] || [ -n "${PIPELINE:-}${LOG:-}" ] ||
        die "FROM=${FROM:-} TO=${TO:-}: accepted with PIPELINE= or LOG=, whose window they are"
}

# Splits "key=value ... [-- args]" into $sets (as --set options) and $rest.
sets="" rest=""
split() {
    sets="" rest=""
    while [ $# -gt 0 ]; do
        [ "$1" != -- ] || { shift; rest="$*"; break; }
        sets="$sets --set $1"
        shift
    done
}

# Sets $macros to options for the wrappers of make's SRAM='MODULE=FILE ...', which it hands down as RTL_SRAM.
macros=""
choose_macros() {
    macros=""
    for m in ${RTL_SRAM:-}; do macros="$macros --sram $m"; done
}

# Generates the configuration in $1 under $O/rtl and sets $rtl. Settings that change nothing are said where $loud is
# empty.
loud=--quiet
generate() {
    file=$(config_file "$1")
    name=$(basename "$file" .yaml)
    fault=${FAULT:+--fault $FAULT}
    choose_macros
    names=${RTL_PREFIX:+ $RTL_PREFIX*}${RTL_SUFFIX:+ *$RTL_SUFFIX}
    key=$(printf '%s' "$file$sets$fault$macros$names" | cksum | cut -d' ' -f1)
    rtl=$O/rtl/$name-$key/$name
    mkdir -p "$(dirname "$rtl")"
    [ -z "${EDITED:-}" ] || [ "$(realpath -m "$EDITED")" != "$(realpath -m "$rtl")" ] ||
        die "EDITED=$EDITED is where this configuration is generated to; accepted is a copy of it"
    # One at a time writes a folder: the other one then finds that it has what it should.
    (flock 8 && "$O/rtl_gen" -c "$file" $sets $fault $macros ${RTL_PREFIX:+"--prefix=$RTL_PREFIX"} \
        ${RTL_SUFFIX:+"--suffix=$RTL_SUFFIX"} $loud -o "$rtl") 8>"${rtl%/*}/.lock" || exit $?
    manifest=$(file_of "$rtl" manifest.txt)
    [ -z "${EDITED:-}" ] || names_of "$EDITED"
    [ -z "${EDITED:-}" ] || take_edited "${EDITED%/}"
}

# Sets $rtl to a copy of the folder in $1: RTL of the same configuration that somebody has edited. Its manifest has the
# sums of the files as they are, by which everything that is made of them is kept.
take_edited() {
    [ -z "${FAULT:-}" ] || die "EDITED=$1: FAULT= is planted while RTL is generated; accepted is one of the two"
    manifest=${manifest##*/}
    for f in manifest.txt subcore.f subcore.vlt registers.tsv memories.tsv macros.tsv; do
        f=$(file_of "$rtl" $f)
        [ ! -f "$f" ] || [ -f "$1/${f##*/}" ] || die "EDITED=$1 has no ${f##*/}; accepted is an edited copy of $rtl"
        [ "${f##*/}" != "$manifest" ] || [ "$(grep '^macro ' "$1/$manifest")" = "$(grep '^macro ' "$f")" ] ||
            die "EDITED=$1 has other macros than SRAM= names; accepted is an edited copy of $rtl"
    done
    [ "$(grep '^configuration ' "$1/$manifest")" = "$(grep '^configuration ' "$rtl/$manifest")" ] ||
        die "EDITED=$1 is RTL of another configuration than CONFIG and SET; accepted is an edited copy of $rtl"
    copy=$O/edited/$(text_hash "$1")/$name
    if [ ! -f "$copy/$manifest" ]; then
        work=$O/edited/.$$
        rm -rf "$work" "$copy"
        mkdir -p "$work" "${copy%/*}"
        cp -R "$1" "$work/$name"
        {
            sed -n '/^name /p; /^configuration /p; /^options /p; /^prefix /p; /^suffix /p; /^macro /p' "$1/$manifest"
            echo "edited yes"
            for f in $(cd "$1" && ls); do
                [ "$f" = "$manifest" ] || echo "$(sha256sum <"$1/$f" | cut -c1-64) $(wc -c <"$1/$f") $f"
            done
        } >"$work/manifest.txt"
        mv "$work/manifest.txt" "$work/$name/$manifest"
        mv "$work/$name" "$copy"
        rmdir "$work"
    fi
    rtl=$copy
    manifest=$copy/$manifest
}

# say SENTENCE: with --steps, what is done next and takes time; before the first one, what there is to do at all.
steps="" said=""
say() {
    [ -n "$steps" ] || return 0
    [ -n "$said" ] || echo "$command: $rtl has the Verilog; in this order: compile, list registers, run" >&2
    said=yes
    echo "$command: $*" >&2
}

# About how long Verilator and the compiler take for $rtl.
verilating_time() {
    parent=$O/dut
    . "$top/tb/lockstep/verilator/progress.sh"
    progress_seconds "$rtl"
    echo "about $about s"
}

# once FILE COMMAND...: the command, which makes the file, if it is not there; one that does so at the same time waits,
# and finds the file. Where no lock can be written the command says why it cannot write either.
once() {
    [ ! -f "$1" ] || return 0
    made=$1 lock=$O/making/$(printf '%s' "$1" | cksum | cut -d' ' -f1)
    shift
    if (mkdir -p "$O/making" && : >>"$lock") 2>/dev/null; then
        (flock 8 && { [ -f "$made" ] || "$@"; }) 8>>"$lock"
    else
        "$@"
    fi
}

# Verilates $rtl into $dut; $1 is empty, --trace, --coverage, --pins=MODULE,... or --beside=RTL
verilate() {
    hash=$({ cat "$manifest"; grep 'DUT_API =' "$top/tb/lockstep/dut.h"; } | sha256sum | cut -c1-16)
    case ${1:-} in
    --beside=*) dut=$O/dut/$hash-beside-$(text_hash "${1#*=}") ;;
    *) dut=$O/dut/$hash$(printf '%s' "${1:-}" | tr ',=' '+-') ;;
    esac
    [ "${ASSERT:-yes}" = yes ] || dut=$dut-assert-$ASSERT
    [ -f "$dut/libdut.so" ] || dut=$dut${VERILATE_OPT:-}        # compiled quickly: never in the place of a fast one
    [ -f "$dut/libdut.so" ] || say "compile it with Verilator, $(verilating_time); kept for the next time"
    once "$dut/libdut.so" "$top/tb/lockstep/verilator/verilate.sh" "$rtl" "$dut" ${1:+"$1"} || {
        [ $? -ne 2 ] || exit 2                                  # it has said why
        die "the Verilog in $rtl could not be compiled; what is wrong is said above"; }
}

# Compiles $rtl with Icarus into $dut, which takes a second: kept by everything that it is made of.
icarus() {
    dut=$O/dut/$(cat "$manifest" "$top"/tb/lockstep/dut.h "$top"/configs/program.[ch] \
        "$top"/tb/lockstep/icarus/* | sha256sum | cut -c1-16)-icarus${BESIDE:+-$(text_hash "$BESIDE")}
    [ -f "$dut/libdut.so" ] || say "compile it with Icarus"
    [ -f "$dut/libdut.so" ] || "$top/tb/lockstep/icarus/icarus.sh" "$rtl" "$dut" ${BESIDE:+"$BESIDE"}
}

# Sets $flops to Yosys' list of what holds state in $rtl, kept by what it is made of: one text has one list, whatever
# options it was generated for.
list_flops() {
    flops=$O/flops/$({ sed -n '/[.]v$/p; / macros[.]tsv$/p' "$manifest"
        cat "$top"/tb/lockstep/yosys_registers.sh "$top"/synth/flow/netlist.c "$top"/synth/flow/netlist_registers.c
        } | sha256sum | cut -c1-16).tsv
    [ -f "$flops" ] || say "list its registers with Yosys; kept for the next time"
    once "$flops" "$top/tb/lockstep/yosys_registers.sh" "$rtl" "$flops"
}

# What RTL is: its text and what it was generated for, whatever the configuration is called or does elsewhere.
rtl_hash() { sed '/^name /d; /^options /d' "$manifest" | sha256sum | cut -c1-16; }

# A hash of a file, or of all files of a directory.
text_hash() {
    if [ -d "$1" ]; then (cd "$1" && find . -type f | sort | tr '\n' '\0' | xargs -0 sha256sum)
    elif [ -f "$1" ]; then sha256sum <"$1"
    else echo "$1"
    fi | sha256sum | cut -c1-8
}

# The hash of a trace's file or folder; of several together.
trace_hash() {
    set -- "$(trace_paths "$1")"
    case $1 in
    *"
"*) text_hash "$(printf '%s\n' "$1" | while IFS= read -r path; do text_hash "$path"; done)" ;;
    *) text_hash "$1" ;;
    esac
}

# Prints what a run is fed with, in one spelling: workload or trace with a hash of its files, size, parameters, hints,
# slice, seed, tags and STHLD. Whatever else is among $source, $options and $rest is left out.
input_key() {
    type="" what="" size=small params="" hints=none slice=all seed=1 tags=0 sthld=0
    # shellcheck disable=SC2086 # these are words
    set -- "$kind" "$input" $source ${HINTS:+--hints "$HINTS"} $options $rest
    while [ $# -gt 0 ]; do
        case $1 in
        --*=*) word=${1%%=*} value=${1#*=} ;;
        --trace|--workload|--size|--param|--hints|--slice|--seed|--tags|--sthld)
            word=$1 value=${2:-}
            [ $# -lt 2 ] || shift ;;
        *) word="" ;;
        esac
        shift
        case $word in
        --trace) type=trace what="$(basename "$value") $(trace_hash "$value")" ;;
        --workload) type=workload what="$(basename "$value" .yaml) $(text_hash "$value")" ;;
        --size) size=$value ;;
        --param) params="$params $value" ;;
        --hints) hints=$(text_hash "$value") ;;
        --slice) slice=$value ;;
        --seed) seed=$value ;;
        --tags) tags=$value ;;
        --sthld) sthld=$value ;;
        esac
    done
    echo "$type $what"
    [ "$type" = trace ] || echo "size=$size $(printf '%s\n' $params | sort | tr '\n' ' ')"
    echo "hints=$hints slice=$slice seed=$seed tags=$tags sthld=$sthld"
}

# Keeps count of the cycles that $rtl has passed, or not, in $O/lockstep.tsv: RTL, configuration, input, cycles, code.
record() {
    [ -s "$tally" ] || return 0
    read -r cycles code <"$tally"
    rm "$tally"
    input=$(input_key | tr '\t\n' '  ' | tr -s ' ' | sed 's/ $//' | cut -c1-250)
    label=${RTL_PREFIX:-}$name${RTL_SUFFIX:-}$(printf '%s' "$sets" | sed 's/ --set /+/g')
    line=$(printf '%s\t%s\t%s\t%s\t%s' "$(rtl_hash)" "$label" "$input" "$cycles" "$code")
    (flock 8
     whole cosim "$O/lockstep.tsv" counted_runs) 8>"$O/lockstep.lock"
}

# All that was counted before, and this run.
counted_runs() {
    [ ! -f "$O/lockstep.tsv" ] || cat "$O/lockstep.tsv" || return
    printf '%s\n' "$line"
}

# Every tool reads a design in both languages: IEEE 1364-2005, and IEEE 1800, which most take for the default; those
# that simulate also with its assertions.
lint_one() {
    loud=${2-}
    generate "$1"
    module=$(top_of "$rtl")
    names_of "$rtl"
    lists=${prefix}subcore$suffix
    printf 'lint %-10s' "$name"
    ( cd "$rtl"
      files=$(tr '\n' ' ' <"$lists.f")
      for language in "--language 1364-2005" "" "--language 1364-2005 -DSUBCORE_ASSERT"; do
          verilator --lint-only -Wall $language --top-module "$module" "$lists.vlt" -f "$lists.f" || exit 1
      done
      for language in -g2005 -g2012 "-g2005 -DSUBCORE_ASSERT" "-g2012 -DSUBCORE_ASSERT"; do
          out=$(iverilog -Wall $language -t null -s "$module" -c "$lists.f" 2>&1) || { echo "$out"; exit 1; }
          [ -z "$out" ] || { echo "$out"; exit 1; }
      done
      yosys -q -p "read_verilog $files; hierarchy -check -top $module; proc; \
          select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr %u %u ${prefix}clock_gate$suffix/* %d; \
          check -assert" || exit 1
      yosys -q -p "read_verilog -sv $files; hierarchy -check -top $module" ) || {
        echo "lint: $name is not clean; the messages above name file and line in $rtl" >&2; exit 1; }
    echo " clean: verilator -Wall, iverilog -Wall, yosys check -assert, as Verilog and as SystemVerilog"
}

[ "${1:-}" != --steps ] || { steps=yes; shift; }
command=$1
shift
case $command in
verilog)
    [ $# -ge 2 ] || die "usage: flow.sh verilog CONFIG OUT"
    file=$(config_file "$1"); out=$2; shift 2; split "$@"
    choose_macros
    made=$([ -d "$out" ] || echo yes)
    mkdir -p "$out" 2>/dev/null || die "$out cannot be written; set O= or VERILOG_OUT= to a directory that can"
    folder=$out/${RTL_PREFIX:-}$(basename "$file" .yaml)${RTL_SUFFIX:-}
    "$O/rtl_gen" -c "$file" $sets $macros ${RTL_PREFIX:+"--prefix=$RTL_PREFIX"} \
        ${RTL_SUFFIX:+"--suffix=$RTL_SUFFIX"} -o "$folder" || {
        status=$?
        [ -z "$made" ] || rmdir "$out" 2>/dev/null
        exit $status; }
    echo "$folder" ;;
rtl) c=$1; shift; split "$@"; generate "$c"; echo "$rtl" ;;
hash) c=$1; shift; split "$@"; generate "$c"; rtl_hash ;;
baseline)
    file=$(config_file "$1"); shift; split "$@"
    # shellcheck disable=SC2086 # words
    found=$("$O/compare" baseline -c "$file" $sets) || exit 2
    printf '%s\n' "$found" | cut -f1 ;;
dut) c=$1; shift; split "$@"; generate "$c"; verilate >&2; echo "$dut" ;;
flops) c=$1; shift; split "$@"; generate "$c"; list_flops >&2; echo "$flops" ;;
notes)
    case $1 in
    rtl) loud="$O/rtl_gen --notes" ;;
    run) loud="$O/cmodel config" ;;
    *) die "'$1' is not known to notes; accepted: rtl, run" ;;
    esac
    file=$(config_file "$2"); shift 2; split "$@"
    $loud -c "$file" $sets >/dev/null ;;
lint)
    list=$1; shift; split "$@"
    case $list in *[![:space:]]*) ;; *) die "CONFIG= is empty; accepted are a YAML file and names in configs/" ;; esac
    one=${RTL_SRAM:+SRAM=$RTL_SRAM}${FAULT:+ FAULT=$FAULT}${EDITED:+ EDITED=$EDITED}
    # shellcheck disable=SC2086 # these are words
    [ -z "$one" ] || [ "$(printf '%s\n' $list | sort)" != "$(printf '%s\n' $canned | sort)" ] ||
        die "${one# }: not every canned configuration has a place for it; accepted is it with a CONFIG= that has one"
    if [ -f "$list" ]; then lint_one "$list"; else for c in $list; do lint_one "$c"; done; fi ;;
lint_templates)
    while read -r c settings; do
        # shellcheck disable=SC2086 # $settings is words
        split $settings
        lint_one "$c" -q
    done <tb/flow/template_designs ;;
run)
    file=$(config_file "$1"); trace=$2; shift 2; split "$@"
    choose_source "$trace"
    check_window
    exec "$O/cmodel" run -c "$file" $sets "$kind" "$input" $source ${HINTS:+--hints "$HINTS"} \
        ${PIPELINE:+--pipeline "$PIPELINE"} ${EXPLAIN:+--explain "$EXPLAIN"} ${LOG:+--log "$LOG"} \
        ${FROM:+--from "$FROM"} ${TO:+--to "$TO"} ${SLICE:+--slice "$SLICE"} $rest ;;
cosim|wave)
    case $command.${SIM:-verilator} in
    cosim.verilator|cosim.icarus|wave.verilator) ;;
    wave.*) die "SIM=$SIM: waveforms come from Verilator; accepted is verilator" ;;
    *) die "SIM=$SIM: not a simulator of lock-step; accepted are verilator and icarus" ;;
    esac
    c=$1; trace=$2; shift 2; split "$@"
    choose_source "$trace"
    check_window
    case ${VIEW:-yes} in yes|no) ;; *) die "VIEW=$VIEW; accepted: yes, no" ;; esac
    [ -z "${BESIDE:-}" ] || [ -z "${COVERAGE:-}${PINS:-}" ] ||
        die "BESIDE=$BESIDE: COVERAGE= and PINS= are of one design; accepted is a run without them"
    generate "$c"
    [ -z "${BESIDE:-}" ] || beside_check "$rtl" "$BESIDE" || exit 2
    options="${SLICE:+--slice $SLICE} ${SEED:+--seed $SEED}"
    if [ "$command" = wave ]; then
        verilate --trace
        wave=$O/wave-$name.fst
        rm -f "$wave"
        options="$options --wave $wave"
    elif [ "${SIM:-verilator}" = icarus ]; then
        icarus
    elif [ -n "${COVERAGE:-}" ]; then
        verilate --coverage
        options="$options --coverage $COVERAGE"
    elif [ -n "${BESIDE:-}" ]; then
        verilate "--beside=$BESIDE"
    else
        verilate ${PINS:+--pins="$(printf '%s' "$PINS" | tr ' ' ',')"}
    fi
    list_flops
    [ -z "$said" ] || say "run model and RTL on $input"
    status=0 tally=$O/tally.$$
    # The count is of cycles of what is generated, alone and with Verilator.
    [ "${SIM:-verilator}${EDITED:-}${BESIDE:-}" = verilator ] || tally=/dev/null
    "$O/cosim" -c "$file" $sets --rtl "$rtl" --dut "$dut/libdut.so" --yosys "$flops" \
        --tally "$tally" "$kind" "$input" $source ${HINTS:+--hints "$HINTS"} $options \
        ${PIPELINE:+--pipeline "$PIPELINE"} ${EXPLAIN:+--explain "$EXPLAIN"} ${LOG:+--log "$LOG"} \
        ${FROM:+--from "$FROM"} ${TO:+--to "$TO"} $rest || status=$?
    record
    if [ "$command" = wave ] && [ ! -f "$wave" ] && [ "$status" -eq 1 ]; then
        echo "wave: no waveform: RTL and model differ in reset, before the first cycle" >&2
    fi
    if [ "$command" = wave ] && [ -f "$wave" ]; then
        signals=$(file_of "$rtl" subcore.gtkw)
        echo "waveform: $wave, signals: $signals"
        [ -z "${cycles:-}" ] || [ "$cycles" -ge "${FROM:-0}" ] ||
            echo "the run has $cycles cycles, none from FROM=$FROM on: it is empty" >&2
        if [ "${VIEW:-yes}" != no ] && [ -n "${DISPLAY:-}" ]; then
            "$top/.ci/deps" --wave && ( cd "$rtl" && gtkwave "$(cd "$OLDPWD" && realpath "$wave")" "${signals##*/}" ) ||
                echo "gtkwave could not be started; open the two files by hand" >&2
        fi
    fi
    exit $status ;;
workloads)
    # shellcheck disable=SC2046 # these are words
    [ $# -gt 0 ] || set -- $(cd "$top/workloads" && ls */*.yaml | sed 's,.*/,,; s,[.]yaml$,,')
    [ $# -ne 1 ] || [ -f "$1" ] || set -- $1
    bad=0
    for w in "$@"; do
        WORKLOAD=$w choose_source ""
        "$O/warptrace" --run "$input" $source || bad=$((bad + 1))
    done
    [ $bad -eq 0 ] || die "$bad of $# workloads failed" ;;
*) die "'$command' is not a command of flow.sh; accepted: verilog, rtl, hash, baseline, dut, flops, notes, lint," \
    "lint_templates, run, cosim," \
    "wave, workloads" ;;
esac
