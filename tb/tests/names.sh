# SPDX-License-Identifier: Apache-2.0
# Designs with a prefix and a suffix of their own (rtl_gen --prefix, --suffix), alone and two of them in one top.
. tb/tests/lib.sh
. tb/flow/names.sh

# Without both around the names of modules and files, the files are those of the design without. The manifest has the
# sums of the files as they are. Bender takes its file by no other name than Bender.yml.
only_names_are_others() {
    for c in tiny sm_tiny triple_a; do
        for names in "--prefix a_" "--suffix _z" "--prefix Gpu0_ --suffix 2"; do
            rm -rf "$T/named"
            # shellcheck disable=SC2086 # $names is words
            write "$T/named" $c $names
            write "$T/$c" $c
            names_of "$T/named"
            { "$O/rtl_gen" --list-modules | cut -f1
                printf '%s\n' $c subcore_$c units clk config subcore_home SUBCORE_HOME; } |
                sed "s/.*/s,\\\\b$prefix&$suffix\\\\b,&,g/" >"$T/plain.sed"
            mkdir -p "$T/back"
            for f in "$T/named"/*; do
                f=${f##*/}
                [ "$f" != Bender.yml ] || { sed -f "$T/plain.sed" "$T/named/$f" >"$T/back/$f"; continue; }
                plain=${f#"$prefix"}
                stem=${plain%.*}
                [ "$f" = "$prefix$plain" ] && [ "${stem%"$suffix"}$suffix" = "$stem" ] ||
                    fail "$c $names: file $f has no prefix $prefix, or no suffix $suffix"
                sed -f "$T/plain.sed" "$T/named/$f" >"$T/back/${stem%"$suffix"}.${plain##*.}"
            done
            # As words beside code: comments have the names that templates have.
            "$O/rtl_gen" --list-modules | cut -f1 | sed 's/.*/\t&\t|"&"|^ *(module +)?& (u_|#)/' >"$T/words"
            ! sed 's,//.*,,' "$T/named"/* | grep -Ef "$T/words" >"$T/found" ||
                { head -n 5 "$T/found"; fail "$c $names: these names are those without"; }
            diff -r -x manifest.txt "$T/back" "$T/$c" >"$T/differ" || {
                head -n 20 "$T/differ"; fail "$c $names: more than names is other than without"; }
            if cmp -s "$T/named/$(top_of "$T/named").v" "$T/$c/$(top_of "$T/$c").v"; then
                fail "$c $names: the top is the same as without"
            fi
            manifest=$(file_of "$T/named" manifest.txt)
            sed -n 's/^\([0-9a-f]\{64\}\) [0-9]* /\1  /p' "$manifest" >"$T/sums"
            [ "$(wc -l <"$T/sums")" -eq $(($(ls "$T/named" | wc -l) - 1)) ] || fail "$manifest lacks files"
            (cd "$T/named" && sha256sum --quiet -c "$T/sums") || fail "$manifest has other sums"
            rm -r "$T/back" "${T:?}/$c"
        done
    done
}

# What no module or file can be called. A folder that holds somebody's manifest is none of rtl_gen's.
bad_names_are_refused() {
    long=a23456789_123456789_123456789_12
    for bad in "" 1a _a a__b 'a b' a-b a.b ../a 'a$' é "${long}3" 'a"b'; do
        refused "accepted: 1 to 32 letters, digits and single _, with a letter first" \
            "$O/rtl_gen" -c configs/tiny.yaml --prefix "$bad" -o "$T/none"
    done
    for bad in "" a__ __a 'a b' a/b "${long}3"; do
        refused "accepted: 1 to 32 letters, digits and single _" \
            "$O/rtl_gen" -c configs/tiny.yaml --suffix "$bad" -o "$T/none"
    done
    refused "the reserved word small of module sm" "$O/rtl_gen" -c configs/sm_tiny.yaml --suffix all -o "$T/none"
    [ ! -e "$T/none" ] || fail "something was written"
    write "$T/good" tiny --suffix all
    write "$T/good" tiny --prefix $long --suffix "_${long#a}"
    [ -z "$(find "$T/good" -type f ! -name "$long*" ! -name Bender.yml)" ] || fail "files of other names are left"
    write "$T/good" tiny
    [ -z "$(find "$T/good" -type f -name "$long*")" ] || fail "files of other names are left"
    mkdir "$T/mine" && echo "name mine" >"$T/mine/my_manifest.txt"
    refused "mine has no manifest.txt; accepted is a folder that rtl_gen has written, or a new or empty one" \
        "$O/rtl_gen" -c configs/tiny.yaml --prefix my_ -o "$T/mine"
}

# Files of two designs may stand in one folder, but nothing here says which of them is meant.
folders_of_two_designs_are_refused() {
    write "$T/a" tiny --prefix a_
    write "$T/two" tiny
    cp "$T"/a/* "$T/two"
    several="two has manifests of several designs; accepted is a folder that rtl_gen has written"
    refused "$several, or a new or empty one" "$O/rtl_gen" -c configs/tiny.yaml -o "$T/two"
    BESIDE=$T/two RTL_SUFFIX=_b refused "$several" tb/flow/flow.sh cosim tiny workloads/mix
    EDITED=$T/two refused "$several" tb/flow/flow.sh lint tiny
    refused "$several" tb/plain/run.sh "$T/two"
    refused "$several" tb/lockstep/icarus/icarus.sh "$T/two" "$T/dut"
    refused "$several" tb/lockstep/verilator/verilate.sh "$T/two" "$T/dut"
    refused "$several" tb/lockstep/verilator/verilate.sh "$T/a" "$T/dut" "--beside=$T/two"
    rm "$T/two/a_manifest.txt"
    [ "$(top_of "$T/two")" = subcore ] || fail "one manifest of two: $(top_of "$T/two")"
}

# Lists of files have no quotes for paths.
folders_beside_with_odd_names_are_refused() {
    for name in 'a b' "a'b" 'a"b' 'a$b' 'a#b' 'a&b' 'a|b' 'a\b'; do
        write "$T/$name" tiny --suffix _b
        BESIDE=$T/$name refused "in its whole path, which lists of files do not take" \
            tb/flow/flow.sh cosim tiny workloads/mix
    done
    write "$T/a b/inside" tiny --suffix _b
    here=$PWD
    cd "$T/a b"
    BESIDE=inside O=$here/$O refused "inside has a blank" "$here/tb/flow/flow.sh" cosim "$here/configs/tiny.yaml" \
        "$here/workloads/mix"
}

# On the command line PREFIX counts; in the environment, or of a make that calls this one, it is somebody else's. A
# failure is run again with both.
make_takes_names_of_the_command_line() {
    printf 'all:\n\t@$(MAKE) -s verilog CONFIG=tiny VERILOG_OUT=%s/made\n' "$T" >"$T/parent"
    PREFIX=/usr/local make -s -f "$T/parent" SUFFIX=/usr/local >"$T/log" || fail "PREFIX of the environment counts"
    make -s verilog CONFIG=tiny VERILOG_OUT="$T/made" PREFIX=a_ SUFFIX=_z >>"$T/log"
    [ "$(ls "$T/made" | tr '\n' ' ')" = "a_tiny_z tiny " ] || fail "other folders are written: $(ls "$T/made")"
    [ -f "$T/made/tiny/subcore.f" ] && [ -f "$T/made/a_tiny_z/a_subcore_z.f" ] || fail "files have other names"
    make -s lint CONFIG=tiny PREFIX=a_ SUFFIX=_z || fail "make lint PREFIX=a_ SUFFIX=_z"
    status=0
    make -s cosim CONFIG=tiny PREFIX=a_ SUFFIX=_z FAULT=ccu:2 SLICE=0.0 VERILATE_OPT=-O0 >"$T/log" 2>&1 || status=$?
    [ $status -ne 0 ] && grep -q 'register top.g_col.*u_ccu.ct_lock_q' "$T/log" &&
        grep -q 'make wave .* PREFIX=a_ SUFFIX=_z ' "$T/log" || { cat "$T/log"; fail "no report, or another one"; }
    cp -r "$T/made/a_tiny_z" "$T/edited"
    echo "// edited" >>"$T/edited/a_ccu_z.v"
    RTL_PREFIX=a_ RTL_SUFFIX=_z EDITED="$T/edited" tb/flow/flow.sh lint tiny || fail "an edited copy is not read"
    RTL_PREFIX=b_ EDITED="$T/edited" refused "has no b_manifest.txt" tb/flow/flow.sh lint tiny
    tb/plain/run.sh "$T/made/a_tiny_z" >"$T/log" || { cat "$T/log"; fail "tb/plain/run.sh"; }
}

# Two designs of other kinds, of which one may have plain names, in one top: three tools read it without a word, but
# for parameters that the top does not use. With the same names in both they do not.
two_designs_stand_in_one_top() {
    . tb/lockstep/beside.sh
    tb=tb
    write "$T/b" tiny --set collector.kind=ecu --suffix _b
    write "$T/plain" tiny --set collector.kind=boc
    write "$T/same" tiny --set collector.kind=ocu
    for pair in "plain b" "plain same"; do
        # shellcheck disable=SC2086 # $pair is words
        set -- $pair
        mkdir -p "$T/work"
        beside_of "$T/$1" "$T/$2" "$T/work"
        sed "s|^|$T/$1/|" "$(file_of "$T/$1" subcore.f)" >"$T/work/first.f"
        lists="-f $T/work/first.f -f $T/work/beside.f $T/work/pair.v"
        good=0
        # shellcheck disable=SC2046,SC2086 # these are words
        {
            verilator --lint-only -Wall --language 1364-2005 -DSUBCORE_ASSERT --top-module pair \
                "$(file_of "$T/$1" subcore.vlt)" "$T/work/beside.vlt" $lists && good=$((good + 1))
            iverilog -Wall -g2005 -DSUBCORE_ASSERT -t null -s pair $(echo "$lists" | sed 's/-f /-c/g') &&
                good=$((good + 1))
            yosys -q -p "read_verilog $(cat "$T/work/first.f" "$T/work/beside.f" | tr '\n' ' ') $T/work/pair.v
                hierarchy -check -top pair; proc; check -assert; select -assert-count 2 pair/t:*" && good=$((good + 1))
        } >"$T/log" 2>&1
        case $pair in
        "plain same") [ $good -eq 0 ] || { cat "$T/log"; fail "$good tools take two modules of one name"; } ;;
        *) [ $good -eq 3 ] && [ ! -s "$T/log" ] || { cat "$T/log"; fail "$pair: $good of 3 tools are silent"; } ;;
        esac
    done
    BESIDE=$T/same refused "age_matrix is a module of" tb/flow/flow.sh cosim tiny workloads/mix
    BESIDE=$T refused "has no manifest.txt" tb/flow/flow.sh cosim tiny workloads/mix
}

# Each of two designs passes lock-step out of a top that has both, and a fault in it is seen.
both_pass_lock_step_in_one_top() { # SIM CYCLES
    export VERILATE_OPT=-O0 SIM="$1"
    set -- "$2" collector.kind=boc boc.write=back
    write "$T/a" tiny --prefix a_
    write "$T/b" tiny --set collector.kind=boc --set boc.write=back --suffix _b
    lock_step() { # as flow.sh cosim, with what the log has to end with
        want=$1
        shift
        tb/flow/flow.sh cosim tiny workloads/mix "$@" --slice 0.0 --max-cycles "$cycles" -q >"$T/log" 2>&1 || :
        tail -n 1 "$T/log"
        grep -q "$want" "$T/log" && ! grep -q 'with a waveform: make wave' "$T/log" ||
            { cat "$T/log"; fail "BESIDE=$BESIDE: $want is not in the log, or make wave is"; }
    }
    cycles=$1
    shift
    BESIDE=$T/b RTL_PREFIX=a_ lock_step "0 mismatches" --
    BESIDE=$T/a RTL_SUFFIX=_b lock_step "0 mismatches" "$@" --
    BESIDE=$T/b RTL_PREFIX=a_ FAULT=ccu:2 lock_step "register top.g_col.*u_ccu.ct_lock_q" --
    grep -qF " BESIDE=$T/b (make wave runs the design alone, without BESIDE=)" "$T/log" ||
        { cat "$T/log"; fail "no make cosim with BESIDE= in the report"; }
}

# Areas, gates and paths do not depend on names.
area_and_timing_are_those_without() {
    for names in "" a_; do
        export RTL_PREFIX="$names"
        synth/area/area.sh tiny tiny subcore.lanes=1 >"$T/area$names" 2>"$T/err" || { cat "$T/err"; fail "make area"; }
        synth/timing/timing.sh tiny subcore.lanes=1 2>"$T/err" |
            sed '/the table:/d; s/cycle of a_sram_1rw  /cycle of sram_1rw    /' >"$T/timing$names"
    done
    grep -q '^  ccu  *2 ' "$T/area" || { cat "$T/area"; fail "no line for two CCUs"; }
    grep -q 'highest clock' "$T/timing" || { cat "$T/timing" "$T/err"; fail "no highest clock"; }
    diff "$T/area" "$T/areaa_" || fail "areas with the prefix a_ are others"
    diff "$T/timing" "$T/timinga_" || fail "paths with the prefix a_ are others"
}

"$@"
