# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# Folders, sums of manifests, and cores at the top.
checked_in_verilog_is_what_rtl_gen_writes() {
    tb/flow/checked_in.sh "$T/made"
    [ -d "$T/made/verilog_out/tiny" ] || fail "tb/flow/checked_in.sh writes no tiny"
    for f in "$T/made"/*.core "$T/made/verilog_out"/*; do
        diff -r "$f" "${f#"$T/made/"}" ||
            fail "${f#"$T/made/"} differs from what rtl_gen writes; tb/flow/checked_in.sh writes it again"
    done
    for f in ./*.core; do
        [ -f "$T/made/$f" ] || fail "$f is of no configuration in configs/; remove it"
    done
}

# Assertions are no part of the circuit: Yosys reads the same from a text with them as from one without.
assertions_are_not_synthesized() {
    for c in tiny sm_tiny triple_a; do
        "$O/rtl_gen" -q -c configs/$c.yaml -o "$T/$c"
        mkdir "$T/without"
        count=0
        for f in "$T/$c"/*.v; do
            sed '/^`ifdef SUBCORE_ASSERT$/,/^`endif$/d' "$f" >"$T/without/${f##*/}"
            cmp -s "$f" "$T/without/${f##*/}" || count=$((count + 1))
        done
        [ "$count" -ge 8 ] || fail "only $count modules of $c have assertions"
        for text in "$c" without; do
            (cd "$T/$text" && yosys -q -p "read_verilog $(tr '\n' ' ' <"$T/$c/subcore.f"); proc; \
                setattr -unset src; setattr -mod -unset src; write_rtlil $T/$text.il")
            sed -i '/^ *attribute .src /d; s/[$][0-9]*//g; s/autoidx.*//; s/[.]v:[0-9]*//g' "$T/$text.il"
        done
        cmp "$T/$c.il" "$T/without.il" || fail "Yosys reads something else from $c with assertions"
        rm -r "$T/without"
    done
    sed -i 's/^`ifdef SUBCORE_ASSERT$//; s/^`endif$//' "$T/triple_a/ecu.v"
    ! yosys -q -p "read_verilog $T/triple_a/ecu.v" >"$T/log" 2>&1 || fail "Yosys reads assertions without a word"
}

options_page_is_what_the_table_says() {
    "$O/cmodel" options --markdown | diff docs/options.md - ||
        fail "run: build/cmodel options --markdown >docs/options.md"
}

# Both tables; every opcode has a layout that the page knows, so that no cell is a question mark.
opcodes_page_is_what_the_table_says() {
    "$O/cmodel" opcodes --markdown >"$T/opcodes"
    ! grep -q '?' "$T/opcodes" || fail "an opcode has a form that layouts[] of cmodel/stream/isa_page.c lacks"
    awk '/^\| (opcodes|operands) \| (unit|example)/ { on = 1 } !/^\|/ { on = 0 } on' docs/opcodes.md >"$T/page"
    sed '/^$/d' "$T/opcodes" | diff "$T/page" - ||
        fail "docs/opcodes.md is not build/cmodel opcodes --markdown"
    "$O/cmodel" opcodes | awk -F '\t' 'NF > 1 { n++ } END { exit n < 100 }' || fail "build/cmodel opcodes"
}

# The canned designs and those of tb/flow/template_designs, which make lint reads, use every line of all templates.
every_line_of_a_template_is_in_a_design() {
    for config in configs/*.yaml; do "$O/rtl_gen" -q -c "$config" --used-lines; done >"$T/all"
    while read -r config settings; do
        # shellcheck disable=SC2046,SC2086 # these are words
        "$O/rtl_gen" -q -c "configs/$config.yaml" $(printf -- '--set %s ' $settings) --used-lines </dev/null ||
            fail "tb/flow/template_designs: $config $settings"
    done <tb/flow/template_designs >>"$T/all"
    sort -u "$T/all" >"$T/used"
    # What is included has a comment at its begin for its readers.
    awk 'FNR == 1 { head = FILENAME ~ /[.]vh[.]in$/ } !/^\/\// { head = 0 }
        !head && !/^ *$/ && !/^ *\/\/:/ { print FILENAME ":" FNR }' rtl_gen/*/*.v.in rtl_gen/*/*.vh.in |
        sort -u >"$T/lines"
    comm -23 "$T/lines" "$T/used" >"$T/unused"
    [ ! -s "$T/unused" ] ||
        { cat "$T/unused"; fail "no design has these lines: remove them, or add one that does"; }
    # One that no configuration has is seen.
    mkdir "$T/templates"
    sed 's/^endmodule/    wire never; \/\/: BANKS == 0\n&/' rtl_gen/lib/lfsr.v.in >"$T/templates/lfsr.v.in"
    "$O/rtl_gen" -q -c configs/tiny.yaml --template-dir "$T/templates" --used-lines | sort >"$T/mine"
    line=$(grep -n 'wire never' "$T/templates/lfsr.v.in" | cut -d: -f1)
    grep -qxF "$T/templates/lfsr.v.in:$((line - 1))" "$T/mine" ||
        fail "the line before one that is never there is not used"
    ! grep -qxF "$T/templates/lfsr.v.in:$line" "$T/mine" || fail "a line that is never there counts as used"
    wc -l <"$T/lines" | sed 's/$/ lines of templates/'
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

# A text that templates include can be edited like a template; one that none includes has a wrong name. What is wrong in
# it is said with its own name and line.
included_texts_are_edited_like_templates() {
    with() { "$O/rtl_gen" -c configs/triple_a.yaml --template-dir "$T/mine" -o "$T/rtl"; }
    mkdir "$T/mine"
    sed 's/^    reg .3:0. head_has;/    reg head_has_q;\n    always @(posedge clk_i) head_has_q <= alloc_i;\n&/' \
        rtl_gen/subcore/collector_war.vh.in >"$T/mine/collector_war.vh.in"
    with
    grep -qxF 'template ecu' "$T/rtl/manifest.txt" || fail "the manifest does not say that ecu has an edited text"
    grep -q '^top.g_col\[0\].u_ecu.head_has_q	1	no	' "$T/rtl/registers.tsv" || fail "registers.tsv lacks its register"
    sed -i 's/reg head_has_q;/reg [0:1] head_has_q;/' "$T/mine/collector_war.vh.in"
    line=$(grep -n 'reg .0:1. head_has_q;' "$T/mine/collector_war.vh.in" | cut -d: -f1)
    refused "$T/mine/collector_war.vh.in:$line: from 1 to 0 is no range" with
    mv "$T/mine/collector_war.vh.in" "$T/mine/collector_raw.vh.in"
    refused "$T/mine/collector_raw.vh.in is included by no template" with
}

# Of the canned designs and of those that use every line of the templates.
lines_of_verilog_have_120_characters_at_most() {
    for config in configs/*.yaml; do "$O/rtl_gen" -q -c "$config" -o "$T/$(basename "$config" .yaml)"; done
    count=0
    while read -r config settings; do
        count=$((count + 1))
        # shellcheck disable=SC2046,SC2086 # these are words
        "$O/rtl_gen" -q -c "configs/$config.yaml" $(printf -- '--set %s ' $settings) -o "$T/$count" </dev/null ||
            fail "tb/flow/template_designs: $config $settings"
    done <tb/flow/template_designs
    awk 'length > 120 { print FILENAME ": " $0; bad = 1 } END { exit bad }' "$T"/*/*.v || fail "fold these lines"
    awk 'length > 40 { bad = 1 } END { exit bad }' "$T"/*/*.v && fail "a line of 41 characters is not seen"
    ls "$T"/*/*.v | wc -l | sed 's/$/ files/'
}

# No name is a reserved word of IEEE 1364-2005 or IEEE 1800-2017 (rtl_gen/gen/reserved.def), in any module of the
# canned designs and of 100 random ones.
no_name_is_a_reserved_word() {
    mkdir "$T/designs"
    for config in configs/*.yaml; do
        "$O/rtl_gen" -c "$config" -o "$T/designs/$(basename "$config" .yaml)"
    done
    "$O/random_config" --seed 1800 --count 100 >"$T/random"
    while read -r number settings; do
        # shellcheck disable=SC2046,SC2086 # these are words
        "$O/rtl_gen" -c configs/ocu.yaml $(printf -- '--set %s ' $settings) -o "$T/designs/$number" </dev/null
    done <"$T/random"
    "$O/rtl_gen" --list-modules | cut -f1 | sort >"$T/all"
    "$O/rtl_gen" -q -c configs/tiny.yaml --set rtl.clock_gate=cell -o "$T/designs/gates"
    (cd "$T/designs" && ls */*.v) | sed 's,.*/,,; s/[.]v$//' | sort -u >"$T/seen"
    comm -23 "$T/all" "$T/seen" | sed 's/^/not in any of the designs: /' >"$T/missing"
    [ ! -s "$T/missing" ] || { cat "$T/missing"; fail "add designs that have these modules"; }
    reserved_words "$T"/designs/*/*.v
    # The test sees one that is put in.
    sed 's/ready/before/' "$T/designs/tiny/issue.v" >"$T/issue.v"
    (reserved_words "$T/issue.v") >"$T/found" && fail "a wire called before is not found"
    grep -q 'before: .*/issue.v' "$T/found" ||
        { cat "$T/found"; fail "the file with a wire called before is not named"; }
}

# reserved_words FILE...: fails if one of them has a reserved word beside those of which Verilog is made.
reserved_words() {
    sed -n 's/^RESERVED(\(.*\))/\1/p' rtl_gen/gen/reserved.def >"$T/reserved"
    [ "$(grep -c '^[A-Z]*(' rtl_gen/gen/reserved.def)" -eq 248 ] ||
        fail "rtl_gen/gen/reserved.def has not the 248 words of Annex B"
    sed 's,//.*,,; s,"[^"]*","",g' "$@" | grep -oE '[A-Za-z_][A-Za-z0-9_$]*' | sort -u |
        grep -xF -f "$T/reserved" >"$T/words" ||
        return 0
    while read -r word; do
        echo "$word: $(grep -lw "$word" "$@" | head -n 3 | tr '\n' ' ')"
    done <"$T/words"
    fail "these names are reserved words; rename them where rtl_gen/ writes them"
}

lint() { tb/flow/flow.sh lint "$@"; }

# A clock gate for each lane of a register is a clock of its own: what Verilator needs for them grows with their number,
# and not with its square.
gates_of_lanes_take_little_memory() {
    write "$T/rtl" bow --set rtl.clock_gate=cell
    ( cd "$T/rtl" && prlimit --as=3000000000 verilator --lint-only -Wall --language 1364-2005 --top-module subcore \
        subcore.vlt -f subcore.f ) >"$T/log" 2>&1 ||
        fail "bow with clock gates is not read in 3 GB: $(tail -n 1 "$T/log"); see incoming in rtl_gen/subcore/boc.v.in"
}

designs_of_templates_are_clean() { tb/flow/flow.sh lint_templates; }

# Slots whose numbers have fewer bits than the bits of a row, at several windows.
bocs_of_few_slots_are_clean() {
    for shape in "3 2" "3 7" "4 1" "4 5"; do
        slots=${shape% *} window=${shape#* }
        tb/flow/flow.sh lint bow subcore.lanes=1 subcore.warps=2 collector.count=2 collector.slots="$slots" \
            boc.window="$window" boc.entries=9 || fail "collector.slots=$slots boc.window=$window"
    done
}

# What the options that shorten their paths leave out, alone and together.
fast_bocs_are_clean() {
    for sets in "writeback.order=unit dispatch.order=oldest" "issue.pipeline=true boc.write=hinted boc.window=1" \
        "issue.pipeline=true boc.write=back dispatch.order=oldest writeback.order=unit rf.queue_shift=true" \
        "issue.pipeline=true collector.forward=false dispatch.order=round_robin writeback.order=unit"; do
        # shellcheck disable=SC2086 # $sets is words
        tb/flow/flow.sh lint bow subcore.lanes=1 subcore.warps=2 collector.count=2 boc.entries=9 $sets || fail "$sets"
    done
}

# All that a collector or a register cache holds at full width is more than the 8192 bits of which Verilator warns.
wide_multiplexers_are_clean() {
    tb/flow/flow.sh lint tiny subcore.lanes=32 collector.operand_muxes=shared ccu.entries=9 ||
        fail "shared multiplexers of CCUs"
    tb/flow/flow.sh lint tiny subcore.lanes=32 collector.kind=boc boc.entries=9 collector.operand_muxes=shared ||
        fail "shared multiplexers of BOCs"
    tb/flow/flow.sh lint tiny subcore.lanes=32 collector.kind=ocu rfc.enable=true rfc.allocate=write rfc.entries=9 \
        rfc.ways=1 ||
        fail "register caches of nine sets"
}

# Every number that an option takes has a smallest and a largest one: Verilator finds no fault with the text of either,
# beside settings that the others have. What contradicts them is refused and left out, and the same text is looked at
# once.
ends_of_options_are_clean() { # CONFIG [key=value ...]
    config=$1
    shift
    sets=""
    for s in "$@"; do sets="$sets --set $s"; done
    "$O/cmodel" options --tsv | awk -F '\t' '$5 == "RTL" && split($2, end, " to ") == 2 {
        print $1 "=" end[1]; print $1 "=" end[2] }' | sort -u >"$T/ends"
    while read -r end; do
        # shellcheck disable=SC2086 # $sets are words
        "$O/rtl_gen" -c "configs/$config.yaml" $sets --set "$end" -o "$T/end" >"$T/refusal" 2>&1 || continue
        text=$(sed -n '/[.]v$/p' "$T/end/manifest.txt" | sha256sum)
        ! grep -qsxF "$text" "$T/texts" || continue
        echo "$text" >>"$T/texts"
        top=$(sed -n '$s/[.]v$//p' "$T/end/subcore.f")
        ( cd "$T/end" && verilator --lint-only -Wall --language 1364-2005 --top-module "$top" \
            subcore.vlt -f subcore.f ) \
            >"$T/lint" 2>&1 || { head -n 8 "$T/lint"; echo "$config $* $end" >>"$T/unclean"; }
        echo "$end" >>"$T/linted"
    done <"$T/ends"
    echo "$config${*:+ with $*}: $(wc -l <"$T/linted") texts of $(wc -l <"$T/ends") ends"
    [ "$(wc -l <"$T/linted")" -ge 15 ] || fail "hardly any end of an option makes another text of $config $*"
    [ ! -f "$T/unclean" ] || { cat "$T/unclean"; fail "these are not clean"; }
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
    refused "accepted: a directory in one that can be written" "$O/rtl_gen" -c configs/ocu.yaml -o "$T/no/where"
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
    hidden=$(find "$T" -mindepth 1 -maxdepth 1 -name '.*')
    [ -z "$hidden" ] || fail "temporary files are left: $hidden"
    start=$(date +%s%N)
    for _ in 1 2 3 4 5 6 7 8 9 10; do "$O/rtl_gen" -c configs/ccu.yaml -o "$T/b"; done
    echo "rtl_gen: $((($(date +%s%N) - start) / 10000000)) ms per run"
}

"$@"
