# SPDX-License-Identifier: Apache-2.0
# Mutants in modules alone (docs/unit.md): the text with all mutants, its modules side by side, their benches. Sourced
# by rtl.sh and a test. Variables: dir; O; insert_units also takes config, rtl, work and here of rtl.sh. Sets unwanted.

# What a mutation changes: any pin of any cell or instance but clocks, and the outputs of registers, which must stay
# registers so that they can be compared. Those of their data inputs do the same, one cycle earlier.
# Nor is a bit of an output inverted by another bit of it: as one signal drives and reads itself then, Verilator 5.006
# orders the parts wrongly even while the mutation is not chosen.
unwanted='-port (Q|CLK|[A-Z]*_CLK|clk_i) |-mode cnot[01] .*-port (Y|[A-Z]*DATA|[a-z0-9_]*_o) '

# What a mutation changes: any pin of any cell or instance but clocks, and the outputs of registers, which must stay
# registers so that they can be compared. Those of their data inputs do the same, one cycle earlier.
# Nor is a bit of an output inverted by another bit of it: as one signal drives and reads itself then, Verilator 5.006
# orders the parts wrongly even while the mutation is not chosen.
unwanted='-port (Q|CLK|[A-Z]*_CLK|clk_i) |-mode cnot[01] .*-port (Y|[A-Z]*DATA|[a-z0-9_]*_o) '

# Every module so many cycles with each of so many seeds.
ALONE_CYCLES=${ALONE_CYCLES:-20000}
ALONE_SEEDS=${ALONE_SEEDS:-20}
ALONE_LAST=${ALONE_LAST:-60}                # of those for what nothing is known of

# insert_units: $dir/units is the text in $work/rtl and a module `unit` above it; $dir/units.tsv says which units have a
# module inside. $work/base.il and $work/mutants.il are the modules without and with the mutants.
insert_units() {
    # shellcheck disable=SC2046 # these are words
    benches=$("$O/alone" -c "$(config_file "$config")" $(cat "$dir/sets") --which "$rtl" 2>"$dir/log" | tr '\n' ' ')
    [ -n "$benches" ] || { cat "$dir/log" >&2; die "no module of $config has a bench"; }
    awk -v benches="$benches" -f "$here/units.awk" "$work/base.il" >"$work/units.tsv"
    mkdir -p "$work/units"
    cp "$work/rtl/"* "$work/units/"
    awk -f "$here/unit.awk" "$work/units.tsv" "$work/mutants.il" >"$work/units/unit.v"
    echo unit.v >>"$work/units/subcore.f"
}

# alone K SEED UNIT ... [ARGUMENT ...]: mutant K, or none if K is 0; $dir/dut names the compiled text, less "-alone".
alone() {
    k=$1 seed=$2
    shift 2
    # shellcheck disable=SC2046 # these are words
    limited 300 "$O/alone" -c "$(config_file "$(cat "$dir/config")")" $(cat "$dir/sets") \
        --dut "$(cat "$dir/dut")-alone/libdut.so" --cycles "$ALONE_CYCLES" --mutant "$k" --seed "$seed" "$@" </dev/null
}

# units_fit: a bench may be one for the parameters of its configuration only. Modules with other parameters that it
# does not know are named and left out.
units_fit() {
    for unit in $(cut -f 2 "$dir/units.tsv" | tr ' ' '\n' | grep '_p[0-9]*$' | sort -u); do
        status=0
        (ALONE_CYCLES=10; alone 0 1 "$unit") >"$dir/log" 2>&1 || status=$?
        [ "$status" -eq 2 ] || continue
        echo "mutants: no bench for $unit, a module with parameters of its own: $(cat "$dir/log")" >&2
        awk -F '\t' -v OFS='\t' -v unit="$unit" '{
            n = split($2, list, " ")
            $2 = ""
            for (i = 1; i <= n; i++) if (list[i] != unit) $2 = $2 ($2 == "" ? "" : " ") list[i]
            print }' "$dir/units.tsv" >"$dir/units.new"
        mv "$dir/units.new" "$dir/units.tsv"
    done
}

# units_agree: without a mutation no module differs from the model, with any seed.
units_agree() {
    for seed in $(seq "$ALONE_SEEDS"); do
        status=0
        # shellcheck disable=SC2046 # these are words
        alone 0 "$seed" $(cut -f 2 "$dir/units.tsv" | tr ' ' '\n' | sort -u) >"$dir/log" 2>&1 || status=$?
        if [ "$status" -gt 1 ] || grep -q '^unit: .* in cycle [0-9]' "$dir/log"; then
            cat "$dir/log" >&2
            die "without a mutation a module of $dir/units is not equal to the model"
        fi
    done
}

# units_differ "SEED ..." [ARGUMENT]: runs the module of mutant $k alone, and those that have it inside, until one
# differs. Sets $differs to unit, seed and cycle; "-" says that none does, "none" that there is no bench. A difference
# is a register, an output or a row: what else a bench complains of, for example a cover point not reached, is none.
units_differ() {
    seeds=$1
    shift
    units=$(awk -F '\t' -v module="$module" '$1 == module { print $2 }' "$dir/units.tsv")
    differs=none:-:-
    [ -n "$units" ] || return 0
    for seed in $seeds; do
        status=0
        # shellcheck disable=SC2086 # these are words
        alone "$k" "$seed" "$@" $units >"$log" 2>&1 || status=$?
        [ -z "${SHOW:-}" ] || { echo "alone, seed $seed: $units $*"; cat "$log"; }
        case $status in
        0|1) ;;
        *) cat "$log" >&2; die "mutant $k of $dir: alone exits with $status" ;;
        esac
        differs=$(sed -n "s/^unit: MISMATCH of \([a-z0-9_]*\) in cycle \([0-9]*\),.*/\1:$seed:\2/p" "$log" | head -n 1)
        [ -z "$differs" ] || return 0
    done
    differs=-:-:-
}
