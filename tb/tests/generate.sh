# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

checked_in_verilog_is_what_rtl_gen_writes() {
    for config in configs/*.yaml; do
        c=$(basename "$config" .yaml)
        "$O/rtl_gen" -c "$config" -o "$T/$c"
        if [ -d "verilog_out/$c" ]; then
            diff -r "$T/$c" "verilog_out/$c" || fail "verilog_out/$c differs from what rtl_gen writes"
        else
            (cd "$T/$c" && sha256sum manifest.txt) | diff - "verilog_out/$c.sha256" ||
                fail "verilog_out/$c.sha256 is not that of $c"
        fi
    done
}

options_page_is_what_the_table_says() {
    "$O/cmodel" options --markdown >"$T/options"
    sed -n '/^|/p' docs/options.md | diff - "$T/options" ||
        fail "docs/options.md is not build/cmodel options --markdown"
}

# Each with its settings, in the text of its module exactly once.
planted_faults_find_their_text() {
    "$O/rtl_gen" --list-faults >"$T/faults"
    while IFS="$(printf '\t')" read -r fault _ settings; do
        sets=""
        [ "$settings" = - ] || sets=$(printf ' --set %s' $settings)
        "$O/rtl_gen" -c configs/tiny.yaml $sets --fault "$fault" -o "$T/fault" </dev/null ||
            fail "fault $fault: $settings"
    done <"$T/faults"
    echo "$(wc -l <"$T/faults") faults"
}

lint() { tb/flow.sh lint "$1"; }

# Slots whose numbers have fewer bits than the bits of a row, at several windows.
bocs_of_few_slots_are_clean() {
    for shape in "3 2" "3 7" "4 1" "4 5"; do
        slots=${shape% *} window=${shape#* }
        tb/flow.sh lint bow subcore.lanes=1 subcore.warps=2 collector.count=2 collector.slots="$slots" \
            boc.window="$window" boc.entries=9 || fail "collector.slots=$slots boc.window=$window"
    done
}

rtl_gen_is_fast_atomic_and_deterministic() {
    "$O/rtl_gen" -c configs/ccu.yaml -o "$T/a"
    "$O/rtl_gen" -c configs/ccu.yaml -o "$T/b"
    diff -r "$T/a" "$T/b" || fail "two runs differ"
    # Overwriting what it wrote leaves nothing else behind; a foreign directory is left alone.
    "$O/rtl_gen" -c configs/ocu.yaml -o "$T/a"
    [ ! -e "$T/a/ccu.v" ] || fail "a file of the old configuration is left"
    mkdir "$T/mine" && echo precious >"$T/mine/file"
    refused "$T/mine" "$O/rtl_gen" -c configs/ocu.yaml -o "$T/mine"
    [ "$(cat "$T/mine/file")" = precious ] || fail "a foreign directory was changed"
    # What is there already stays, for who reads it meanwhile; what somebody has changed or added does not.
    kept=$(stat -c %i "$T/b")
    "$O/rtl_gen" -c configs/ccu.yaml -o "$T/b"
    [ "$(stat -c %i "$T/b")" = "$kept" ] || fail "a directory with the same files was replaced"
    sed -i s/posedge/negedge/ "$T/b/lfsr.v" && echo more >"$T/b/more"
    "$O/rtl_gen" -c configs/ccu.yaml -o "$T/b"
    ! grep -q negedge "$T/b/lfsr.v" || fail "a file that was changed by hand is left"
    [ ! -e "$T/b/more" ] || fail "a file that does not belong to the design is left"
    # A run that fails leaves the old output as it was.
    before=$(cat "$T/a"/* | sha256sum)
    refused "rf.banks" "$O/rtl_gen" -c configs/ocu.yaml --set rf.banks=3 -o "$T/a"
    [ "$before" = "$(cat "$T/a"/* | sha256sum)" ] || fail "a refused configuration changed the output"
    [ "$(ls "$T" | grep -c .)" -eq "$(ls -A "$T" | grep -c .)" ] || fail "temporary files are left: $(ls -A "$T")"
    start=$(date +%s%N)
    for _ in 1 2 3 4 5 6 7 8 9 10; do "$O/rtl_gen" -c configs/ccu.yaml -o "$T/b"; done
    echo "rtl_gen: $((($(date +%s%N) - start) / 10000000)) ms per run"
}

"$@"
