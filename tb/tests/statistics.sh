# SPDX-License-Identifier: Apache-2.0
# Statistics of a run: the table cmodel/subcore/stats.def, what is printed of it, and what it says of itself.
. tb/tests/lib.sh

# csv CONFIG INPUT [arguments]: the statistics of a run into $T/csv.
csv() {
    c=$1 input=$2
    shift 2
    case $input in mix) input="--trace workloads/mix" ;; *) input="--workload workloads/$input/$input.yaml" ;; esac
    # shellcheck disable=SC2086 # $input is words
    "$O/cmodel" run -q -c "configs/$c.yaml" $input --csv "$@" >"$T/csv" || fail "cmodel run: $c $input $*"
}

statistics_page_is_what_the_table_says() {
    "$O/cmodel" stats --markdown >"$T/page"
    diff docs/statistics.md "$T/page" || fail "run: build/cmodel stats --markdown >docs/statistics.md"
}

# No format has a name that is not in the table, and none lacks one; each row says something.
every_statistic_has_a_row() {
    "$O/cmodel" stats --tsv >"$T/tsv"
    awk -F '\t' 'NF != 7 || $1 == "" || $2 == "" || $4 == "" || $6 == "" || $7 !~ /^[A-Z].*[.]$/ || n[$1]++ {
            if (NR > 1) { print "row " NR ": " $0; bad = 1 } }
        END { exit bad || NR < 100 }' "$T/tsv" || fail "correct these rows of cmodel/subcore/stats.def"
    sed '1d; s/\t.*//' "$T/tsv" | sort >"$T/names"
    csv ccu mix --timing-only
    sed '1d; s/,.*//' "$T/csv" | sort | diff "$T/names" - || fail "--csv has other names"
    run="$O/cmodel run -c configs/ccu.yaml --trace workloads/mix --timing-only"
    $run -q --json | sed -n 's/^  "\(.*\)": .*/\1/p' | sort | diff "$T/names" - || fail "--json has other names"
    $run --all | sed '1,/^$/d; /^result:/d' | sed -n 's/^\([A-Za-z0-9_]*\)  *[0-9].*/\1/p' | sort |
        diff "$T/names" - || fail "--all has other names"
    # The text is without those that do not apply, and begins with ten.
    $run >"$T/text"
    grep -q '^boc_\|^rfc_\|^ciao_\|^l1d_' "$T/text" && fail "the text has statistics that cannot apply to ccu"
    [ "$(sed '1d; /^$/,$d' "$T/text" | wc -l)" -eq 10 ] || { head -n 20 "$T/text"; fail "not ten come first"; }
    refused "--all is of the text" $run --all --csv
}

# Every cycle is an issue or has one cause; as text the shares add up to 100.0 %, in CSV to 1.
shares_add_up() {
    for c in ocu malekeh bow_wr rfc_8way_write two_level_rfc sw_rfc ltrf ltrf_plus triple_a modern sm_gto sm_best_swl \
        ciao_c; do
        csv $c reduction --timing-only
        awk -F , '$1 == "issue_rate" || $1 ~ /^stall_.*_share$/ { sum += $2; n++ }
            $1 == "issue_cycles" || $1 ~ /^stall_/ && $1 !~ /_share$/ { all += $2 } $1 == "cycles" { cycles = $2 }
            END { exit n != 19 || all != cycles || (sum - 1) ^ 2 > 1e-10 }' "$T/csv" ||
            { grep 'stall_\|issue_' "$T/csv"; fail "$c: the shares do not add up to 1"; }
        "$O/cmodel" run -c configs/$c.yaml --workload workloads/reduction/reduction.yaml --timing-only >"$T/text" \
            2>/dev/null
        awk '/^Where the cycles went$/ { on = 1 } on && /^$/ { on = 0 } on && / % of cycles$/ { sum += $3; n++ }
            END { printf "%d causes, %.1f %%\n", n, sum; exit n < 7 || sprintf("%.1f", sum) != "100.0" }' "$T/text" ||
            fail "$c: the percentages of the text do not add up to 100.0"
    done
}

# evaluate: every formula, with the values of $T/csv, gives the value of its statistic.
evaluate() {
    "$O/cmodel" stats --tsv | awk -F '\t' '
        FILENAME != "-" { split($0, part, ","); value[part[1]] = part[2]; next }
        function sum(text,    i, n, name, all) {
            gsub(/[()]/, "", text)
            n = split(text, name, " [+] ")
            for (i = 1; i <= n; i++) {
                if (!(name[i] in value)) { print $1 ": there is no " name[i]; bad = 1 }
                all += value[name[i]]
            }
            return all
        }
        FNR > 1 && $3 != "" {
            text = $3; scale = 1
            if (sub(/^1000 [*] /, "", text)) scale = 1000
            if (split(text, side, " / ") == 2) { under = sum(side[2]); want = under ? scale * sum(side[1]) / under : 0 }
            else want = sum(text)
            if ((want - value[$1]) ^ 2 > 1e-11) { print $1 " is " value[$1] ", and " $3 " is " want; bad = 1 }
            n++
        }
        END { exit bad || n < 30 }' "$T/csv" -
}

formulas_give_the_values() {
    for c in ocu malekeh bow_wr_hinted two_level_rfc sm_gto sm_statpcal ciao_c; do
        csv $c atax --timing-only
        evaluate || fail "$c: correct the formula in cmodel/subcore/stats.def"
    done
    # It sees a value that is another one.
    sed -i 's/^l1d_loads,.*/l1d_loads,1/' "$T/csv"
    ! evaluate >"$T/out" || fail "another l1d_loads is not seen"
    grep -q '^l1d_loads is 1, ' "$T/out" || { cat "$T/out"; fail "l1d_loads is not named"; }
}

# vain CONFIG: those of $T/csv that are not zero, and cannot be other than zero as the table says.
vain() {
    "$O/cmodel" stats -c "configs/$1.yaml" | sed -n 's/^  \([A-Za-z0-9_]*\) (.*/\1/p' >"$T/apply"
    [ "$(wc -l <"$T/apply")" -gt 40 ] || fail "only $(wc -l <"$T/apply") apply to $1"
    awk -F , 'FNR == NR { apply[$1]; next } FNR > 1 && $2 != 0 && !($1 in apply)' "$T/apply" "$T/csv"
}

# What is left out of a text is zero, in all canned configurations.
what_cannot_apply_is_zero() { # INPUT...
    for config in configs/*.yaml; do
        c=$(basename "$config" .yaml)
        for input in "$@"; do
            csv "$c" $input --timing-only
            vain "$c" >"$T/vain"
            [ ! -s "$T/vain" ] || { cat "$T/vain"; fail "$c on $input: correct their conditions in stats.def"; }
            awk -F , 'FNR > 1 && $2 != 0 { print $1 }' "$T/csv" >>"$T/seen"
        done
    done
    vain ocu >"$T/vain"
    [ -s "$T/vain" ] || fail "statistics of $c that ocu cannot have are not seen"
    sort -u "$T/seen" | wc -l | sed 's/$/ statistics were other than zero/'
}

one_statistic_is_explained() {
    "$O/cmodel" stats hit_ratio >"$T/out"
    grep -q '^  formula: ccu_hits / source_reads$' "$T/out" && grep -q '^    source_reads: ' "$T/out" ||
        { cat "$T/out"; fail "hit_ratio is not explained"; }
    "$O/cmodel" stats stall_collector | grep -q "^    stall_collector_share: " || fail "users are not said"
    refused "there is no statistic 'hit_rate'; near are hit_ratio" "$O/cmodel" stats hit_rate
    refused "near are bank_conflicts_per_instruction, level_conflicts and bank_write_conflicts" \
        "$O/cmodel" stats bank_conflicts
    refused "there is no statistic ''" "$O/cmodel" stats ""
    refused "accepted is one" "$O/cmodel" stats ipc cycles
    refused "several lists are asked for; accepted is one" "$O/cmodel" stats ipc --tsv
    refused "accepted with -c" "$O/cmodel" stats --set rf.banks=4
    long=$(printf '%05000d' 1)
    refused "there is no statistic '000" "$O/cmodel" stats "$long"
}

"$@"
