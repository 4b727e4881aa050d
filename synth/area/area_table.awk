# SPDX-License-Identifier: Apache-2.0
# The table of area.sh for people. Variables: lib, hold, nand, base, scheme (names), macros (file: design,
# a macro's size).
BEGIN {
    FS = "\t"
    while ((getline line < macros) > 0) {
        split(line, word, "\t")
        if (word[1] in macro) word[2] = macro[word[1]] ", " word[2]
        macro[word[1]] = word[2]
    }
}
NR == 1 { next }
{
    for (k = 3; k <= 9; k++) { value[$1, $10, $2, k] = $k; sum[$1, k] += $k; part_sum[$1, $10, k] += $k }
    if (!(($1) in designs)) { designs[$1]; design[++count] = $1 }
    module[$1, $10, ++rows[$1, $10]] = $2
    if ($10 == "sm") sm = 1
    if ($2 ~ /^(ocu|ccu|boc|boc_drain)$/) collectors[$1] += $9
    if ($2 ~ /^rfc(_read|_result|_fill|_drain)?$/) caches[$1] += $9
}
function gates(um2) { return nand > 0 ? sprintf("%.0f", um2 / nand) : "-" }
function row(name, instances, a, b, c, d, e, f) {
    printf "  %-14s %4s %12.5g %12.5g %12.5g %12.5g %12.5g %12.6g %9s %11s\n", name, instances, a, b, c, d, e, f,
        gates(f), gates(d + e)
}
function list(d, part,    i, m) {
    for (i = 1; i <= rows[d, part]; i++) {
        m = module[d, part, i]
        row(m, value[d, part, m, 3], value[d, part, m, 4], value[d, part, m, 5], value[d, part, m, 6],
            value[d, part, m, 7], value[d, part, m, 8], value[d, part, m, 9])
    }
}
function of_part(name, d, part) {
    row(name, "", part_sum[d, part, 4], part_sum[d, part, 5], part_sum[d, part, 6], part_sum[d, part, 7],
        part_sum[d, part, 8], part_sum[d, part, 9])
}
function table(d) {
    printf "\n%s: um2 of %s by module, all instances\n", d, lib
    printf "  %-14s %4s %12s %12s %12s %12s %12s %12s %9s %11s\n", "module", "inst", "ctrl flops", "data flops", "hold",
        "data logic", "ctrl logic", "total", "gates", "logic gates"
    list(d, "subcore")
    if (sm) {
        of_part("= sub-cores", d, "subcore")
        print ""
        list(d, "sm")
        of_part("= around", d, "sm")
        print ""
    }
    row("total", "", sum[d, 4], sum[d, 5], sum[d, 6], sum[d, 7], sum[d, 8], sum[d, 9])
}
function change(a, b) { return a > 0 ? sprintf("%+.1f %%", 100 * (b / a - 1)) : "-" }
function differ(name, a, b) {
    printf "  %-14s %12.6g %12.6g %+12.6g %9s %9s\n", name, a, b, b - a, change(a, b),
        (nand > 0) ? sprintf("%+.0f", (b - a) / nand) : "-"
}
function differences(part, name,    i, m, a, b) {
    for (i = 1; i <= rows[base, part]; i++) {
        m = module[base, part, i]
        a = value[base, part, m, 9]
        b = value[scheme, part, m, 9]
        if (a != b) differ(m, a, b)
    }
    for (i = 1; i <= rows[scheme, part]; i++) {
        m = module[scheme, part, i]
        if (!((base, part, m, 9) in value)) differ(m, 0, value[scheme, part, m, 9])
    }
    differ(name, part_sum[base, part, 9], part_sum[scheme, part, 9])
}
END {
    for (i = 1; i <= count; i++) table(design[i])
    if (sm && count == 2) {
        printf "\n%s against %s: um2, modules that differ, all instances\n", base, scheme
        printf "  %-14s %12s %12s %12s %9s %9s\n", "module", "baseline", "scheme", "difference", "", "gates"
        differences("subcore", "= sub-cores")
        differences("sm", "= around")
        differ("total", sum[base, 9], sum[scheme, 9])
    }
    print "\n  SRAM macros are not in these tables; the row of what they are in is what is around them. They are"
    for (i = 1; i <= count; i++) printf "  %s: %s\n", design[i], macro[design[i]]
    printf "  hold: what keeps a flip-flop's value, %.4g um2 a bit in %s; a clock-gated design saves it.\n", hold, lib
    print "  data logic grows with the lanes: operand multiplexers, merging of lanes, buffers that drive data; from" \
        " two widths."
    if (nand > 0)
        printf "  gates: area over that of a NAND of two inputs, %.4g um2; logic gates: without flip-flops and hold.\n",
            nand
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
