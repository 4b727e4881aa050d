# SPDX-License-Identifier: Apache-2.0
# Register files that a compiler manages, without timing, for claims.sh, which reads this file: what the passes and the
# judge count (cmodel profile --levels), with three entries of the ORF, a split LRF and intervals of 16 registers. No
# RTL is behind them.

# level NAME STATISTIC SHARE [BEST]: per cent of a statistic, a mean over the workloads, or the most with BEST. SHARE:
# of it, or what it leaves.
level() {
    value=$(awk -F , -v name="$2" -v share="$3" -v best="${4:-}" '
        $2 == name { x = share == "of" ? 100 * $3 : 100 - 100 * $3; sum += x; n++; if (n == 1 || x > most) most = x }
        END { if (!n) exit 1; printf "%.9g", best ? most : sum / n }' "$raw/levels.csv") || return 0
    ok "levels.$1" "$value" % "" "$command" "$raw/levels.csv" \
        "the $paper_count of make expect, $SIZE, ${4:-mean}"
}

levels() {
    command="for w in $paper_list; do build/cmodel profile --levels -c configs/ocu.yaml"
    command="$command --workload workloads/\$w/\$w.yaml --size $SIZE --csv; done"
    for w in $paper_list; do
        "$O/cmodel" profile --levels -c configs/ocu.yaml --workload workloads/*/"$w".yaml --size "$SIZE" --csv \
            2>>"$parts/log" </dev/null | sed "s/^/$w,/"
    done >"$raw/levels.csv"
    [ "$(grep -c ',sw_energy,' "$raw/levels.csv")" = "$paper_count" ] ||
        { failed levels. "$parts/log" "$command"; return 0; }
    level sw_rfc.energy_saved sw_energy_share left
    level sw_rfc.energy_saved_most sw_energy_share left most
    level sw_rfc.lrf_reads sw_lrf_share of
    level sw_rfc.orf_reads sw_orf_share of
    level rfc.energy_saved hw_energy_share left
    level rfc.reads_saved hw_read_share left
    level rfc.writes_saved hw_write_share left
    level ltrf.mrf_accesses ltrf_mrf_share of
    level corf.reads_saved corf_read_share left
    level greener.on greener_on_share of
    level greener.off greener_off_share of
    level regless.storage regless_storage of
}
