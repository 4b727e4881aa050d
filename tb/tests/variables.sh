# SPDX-License-Identifier: Apache-2.0
# The words of make's command line: tb/flow/variables.tsv, what reads variables, what documents them, what is refused.
. tb/tests/lib.sh

known() { awk -F '\t' '!/^#/ && NF == 3 { print $1 }' tb/flow/variables.tsv; }

page_says_what_the_table_says() {
    tb/flow/variables.sh --markdown >"$T/table"
    sed -n '/^\* `/,$p' docs/variables.md | diff - "$T/table" ||
        fail "put the output of tb/flow/variables.sh --markdown into docs/variables.md"
    known | sort | uniq -d | grep . && fail "a variable is in tb/flow/variables.tsv twice"
    sed -n '/^TARGETS/,/[^\\]$/p' Makefile | tr ' \\' '\n\n' | grep '^[a-z]' | sort >"$T/targets"
    awk -F '\t' '!/^#/ && NF == 3 && $2 != "*" { print $2 }' tb/flow/variables.tsv | tr ' ' '\n' |
        sort -u >"$T/listening"
    comm -13 "$T/targets" "$T/listening" | grep . && fail "that is no target of make"
    :
}

# What Makefile, scripts and programs read of it.
every_variable_is_in_the_table() {
    known | sort >"$T/known"
    # Those that the Makefile sets itself, and make's own.
    sed -nE 's/^(override )?([A-Z][A-Z_]*) *:?=.*/\2/p' Makefile | grep -vxF -f "$T/known" >"$T/own"
    printf '%s\n' MAKE MAKECMDGOALS MAKEFILE_LIST VARIABLES PROFILE FUZZ_COVERAGE FUZZ_SANITIZE >>"$T/own"
    grep -oE '\$\([A-Z][A-Z_]+[):]' Makefile | tr -d '$():' | sort -u | grep -vxF -f "$T/own" >"$T/read"
    sed -nE 's/^([A-Z][A-Z_]*) *\?=.*/\1/p' Makefile >>"$T/read"
    # What one script hands to another, or sets itself; what those read that no target of make runs, which say so.
    printf '%s\n' BENCH_ROWS BENCH_SKIPPED CACHED LIB_GIVEN MODULES RTL_PREFIX RTL_SRAM RTL_SUFFIX SETTINGS SHOW \
        CMODEL CONFIGS COUNT MOST POLICY SMS WAYS >"$T/between"
    for f in $(find .ci synth tb -name '*.sh' | grep -v '^tb/tests/'); do
        sed 's/^ *#.*//' "$f" | grep -oE '\$\{[A-Z][A-Z0-9_]+:?[-=+?]' | sed 's/[^A-Z0-9_]//g'
    done | sort -u | grep -vxF -f "$T/between" >>"$T/read"
    printf '%s\n' PLANT SETTLE_SECONDS >>"$T/between"           # of a fuzz target, and of a test
    grep -rhoE 'getenv\("[A-Z_]+"\)' --include='*.c' --include='*.cpp' cmodel configs rtl_gen synth docs \
        tb/lockstep tb/random tb/alone tb/bench tb/fuzz |
        sed 's/[^A-Z_]//g' | sort -u | grep -vxF -f "$T/between" >>"$T/read"
    sort -u "$T/read" | grep -vxF -f "$T/known" >"$T/lacking" || :
    [ ! -s "$T/lacking" ] || { cat "$T/lacking"; fail "that is read, and is not in tb/flow/variables.tsv"; }
    [ "$(sort -u "$T/read" | wc -l)" -gt 60 ] || fail "only $(sort -u "$T/read" | wc -l) variables were found"
    # And nothing is in the table that nobody reads.
    for v in $(known); do
        case $v in V|MAKEFLAGS|SHELL|PATH|HOME|LC_ALL|LANG|LC_NUMERIC) continue ;; esac
        grep -qxF "$v" "$T/read" || grep -rqE "\\b$v\\b" --include='*.sh' --include='*.c' Makefile synth tb cmodel ||
            fail "$v is in tb/flow/variables.tsv, and nothing reads it"
    done
}

# Every command of make that a page, the help or a message of a test shows is accepted. make reads an empty folder
# faster than one with what has been built.
documented_words_are_accepted() {
    known | sort >"$T/known"
    make -s help | grep -oE '\b[A-Z][A-Z_]+=' | tr -d '=' | sort -u | grep -vxF -f "$T/known" &&
        fail "make help names that, and it is not in tb/flow/variables.tsv"
    { for f in *.md docs/*.md; do
          awk '/^```/ { on = !on; next }
              on || /^    [$] make / { sub(/^ *[$] /, ""); if (/^([A-Z]+=[^ ]* )*make /) print }' "$f"
          tr '\n' ' ' <"$f" | grep -oE '`make [^`]*`' | tr -d '`'
      done
      grep -ohE "make [a-z_]+( [A-Z_]+=('[^']*'|[^ '\",;]*))+" tb/tests/tiers/*.sh
    } | sed 's/ *#.*//; s/<[a-z]*>/tiny/g; s/ | .*//' | grep -vE '\.\.\.|=$|= |[*]|…' | sort -u >"$T/commands"
    count=0
    while read -r line; do
        goal=$(echo "$line" | sed 's/^\([A-Z]*=[^ ]* \)*make *//')
        case $goal in ''|*"$(printf '\t')"*) continue ;; esac
        count=$((count + 1))
        status=0
        (eval "set -- $goal" 2>"$T/err" && make -n O="$T/empty" "$@") >"$T/out" 2>"$T/err" </dev/null || status=$?
        ! grep -E 'there is no (variable|target)|does not listen' "$T/err" || fail "a command that is documented: $line"
    done <"$T/commands"
    [ $count -gt 80 ] || fail "only $count commands were found"
}

# Mistakes are one sentence with what was meant; nothing is built.
wrong_words_are_refused() {
    wrong() { # SENTENCE WORD...
        sentence=$1
        shift
        refused "$sentence" make "$@" O="$T/o"
        [ ! -e "$T/o" ] || fail "make $*: something was built"
    }
    wrong "there is no variable WORKLOD; the nearest accepted is WORKLOAD" run WORKLOD=saxpy
    wrong "there is no variable CONFG; the nearest accepted is CONFIG" cosim CONFG=ccu WORKLOAD=saxpy
    wrong "there is no variable config; the nearest accepted is CONFIG" verilog config=ccu
    wrong "there is no variable Set; the nearest accepted is SET" run "Set=ccu.entries=12 rf.banks=4"
    wrong "all does not listen to PREFIX" all PREFIX=/usr
    wrong "storage does not listen to WORKLOAD, which is of run " storage WORKLOAD=saxpy
    wrong "accepted are CONFIG, SET, PREFIX, SUFFIX, FAULT, SRAM, EDITED" lint SLICE=0.0
    wrong "demo does not listen to CONFIG" demo CONFIG=tiny
    wrong "help does not listen to CONFIG" CONFIG=tiny
    wrong "lint verilog does not listen to SIZE" lint verilog SIZE=large
    wrong "there is no target rnu; the nearest accepted is run" rnu
    wrong "there is no target cosmi; the nearest accepted is cosim" run cosmi
    refused "UPDATE=yse; accepted: yes, no" make -n golden UPDATE=yse
    refused "TRACE=workloads/mix; accepted: yes, no" make -n formal TRACE=workloads/mix
    refused "are of FIGURE=" make -n figures SIZE=small
    refused "N=7 is of many cases" make -n regress CASE=1000000 N=7
    refused "VIEW=maybe; accepted: yes, no" env VIEW=maybe tb/flow/flow.sh wave tiny workloads/mix
    refused "CSV=1; accepted: yes, no" env CSV=1 synth/area/storage.sh ocu ccu
    refused "is of ACCELSIM=, and none is given" env ACCELSIM_CONFIG=a tb/bench/bench.sh ccu workloads/mix
    # What is right, or none of our business.
    fine() { "$@" >"$T/out" 2>&1 || { cat "$T/out"; fail "was refused: $*"; }; }
    fine make -n run CONFIG=tiny WORKLOAD=saxpy SIZE=small "PARAM=n=5" ARGS=-q SLICE=0.0
    fine make -n lint verilog storage CONFIG=tiny BASELINE=tiny
    fine make -n -j3 -k "$O/cmodel"
    fine env WORKLOD=saxpy PREFIX=/usr make -n run
    fine make -n run CONFIG=tiny MAKEFLAGS=-k SHELL=/bin/sh LC_ALL=C
    printf 'all:\n\t$(MAKE) -n run CONFIG=tiny\nbad:\n\t$(MAKE) -n run CONFG=tiny\n' >"$T/parent"
    fine make -f "$T/parent" PREFIX=/usr all
    make -f "$T/parent" PREFIX=/usr bad >"$T/out" 2>&1 && fail "a wrong word of a make that another one calls"
    grep -q "there is no variable CONFG" "$T/out" || { cat "$T/out"; fail "another word than CONFG was refused"; }
    printf 'include Makefile\nmine:\n\t@echo mine\n' | fine make -f - mine
}

# Options of the compiler that a folder of programs was not compiled with are said: make would change nothing.
options_of_the_compiler_are_those_of_the_folder() {
    make -s O="$T/o" OPT=-O0 CFLAGS=-DNOTHING=1 "$T/o/storage" || fail "build"
    grep -q -- '-O0 .*-I[.] -DNOTHING=1$' "$T/o/flags" || fail "the folder says: $(cat "$T/o/flags")"
    refused "OPT=: the programs in O=$T/o were compiled by: " make O="$T/o" OPT=-O1 "$T/o/storage"
    refused "CC= SANITIZE=: the programs in" make O="$T/o" SANITIZE=-fsanitize=undefined CC=cc "$T/o/storage"
    make -s O="$T/o" "$T/o/storage" || fail "without options the programs are as they are"
    make -s O="$T/o" OPT=-O0 CFLAGS=-DNOTHING=1 "$T/o/storage" || fail "the same options again"
    make -s O="$T/o" OPT=-O1 clean || fail "make clean"
}

"$@"
