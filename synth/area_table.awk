# SPDX-License-Identifier: Apache-2.0
# The table of area.sh for people. Variables: lib, hold, base, scheme (names).
BEGIN { FS = "\t" }
NR == 1 { next }
{
    for (k = 3; k <= 9; k++) { value[$1, $2, k] = $k; sum[$1, k] += $k }
    if (!(($1) in rows)) designs[++count] = $1
    module[$1, ++rows[$1]] = $2
    if ($2 ~ /^(ocu|ccu|boc|boc_drain)$/) collectors[$1] += $9
    if ($2 ~ /^rfc(_read|_result|_fill|_drain)?$/) caches[$1] += $9
}
function table(d,    i, m) {
    printf "\n%s: um2 of %s by module, all instances\n", d, lib
    printf "  %-14s %4s %12s %12s %12s %12s %12s %12s\n", "module", "inst", "ctrl flops", "data flops", "hold",
        "data logic", "ctrl logic", "total"
    for (i = 1; i <= rows[d]; i++) {
        m = module[d, i]
        printf "  %-14s %4d %12.5g %12.5g %12.5g %12.5g %12.5g %12.6g\n", m, value[d, m, 3], value[d, m, 4],
            value[d, m, 5], value[d, m, 6], value[d, m, 7], value[d, m, 8], value[d, m, 9]
    }
    printf "  %-14s %4s %12.5g %12.5g %12.5g %12.5g %12.5g %12.6g\n", "total", "", sum[d, 4], sum[d, 5], sum[d, 6],
        sum[d, 7], sum[d, 8], sum[d, 9]
}
function change(a, b) { return a > 0 ? sprintf("%+.1f %%", 100 * (b / a - 1)) : "-" }
END {
    for (i = 1; i <= count; i++) table(designs[i])
    print "\n  SRAM macros (RF banks) are not in these tables; a bank's row is what is around its macro."
    printf "  hold: what keeps a flip-flop's value, %.4g um2 a bit in %s; a clock-gated design saves it.\n", hold, lib
    print "  data logic grows with the lanes: operand multiplexers, merging of lanes, buffers that drive data; from" \
        " two widths."
    if (count == 2) {
        printf "  collectors: %.5g -> %.5g um2 (%s); everything but the macros: %.5g -> %.5g um2 (%s)\n",
            collectors[base], collectors[scheme], change(collectors[base], collectors[scheme]), sum[base, 9],
            sum[scheme, 9], change(sum[base, 9], sum[scheme, 9])
        if (caches[base] + caches[scheme] > 0)
            printf "  register caches and what is around them: %.5g -> %.5g um2\n", caches[base], caches[scheme]
        printf "  without what holds (clock-gated, gates not counted): %.5g -> %.5g um2 (%s)\n",
            sum[base, 9] - sum[base, 6], sum[scheme, 9] - sum[scheme, 6],
            change(sum[base, 9] - sum[base, 6], sum[scheme, 9] - sum[scheme, 6])
    }
}
