# SPDX-License-Identifier: Apache-2.0
# The table of area.sh for people. Variables: lib, hold, nand, base, scheme (names), macros (file: design,
# a macro's size), gate (what the library has for a clock gate: kind, cell).
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
    value[$1, $10, $2, 13] = $13; sum[$1, 13] += $13; part_sum[$1, $10, 13] += $13
    value[$1, $10, $2, 14] = $14; sum[$1, 14] += $14; part_sum[$1, $10, 14] += $14
    if ($13 > 0) clock_gates = 1
    if ($14 != "-") gated = 1
    if ($2 ~ /^(ocu|ccu|boc|ecu)(_|$)/) {
        collectors[$1] += $9
        gated_collectors[$1] += $14
    }
    if ($2 ~ /^rfc(_read|_result|_fill|_drain)?$/) caches[$1] += $9
}
function gates(um2) { return nand > 0 ? sprintf("%.0f", um2 / nand) : "-" }
function row(name, instances, a, b, c, d, e, f, g, h) {
    printf "  %-14s %4s %12.5g %12.5g %12.5g %12.5g %12.5g %12.6g %9s %11s", name, instances, a, b, c, d, e, f,
        gates(f), gates(d + e)
    if (clock_gates) printf " %12.5g", g
    if (gated) printf " %12.6g %8s", h, change(f, h)
    print ""
}
function list(d, part,    i, m) {
    for (i = 1; i <= rows[d, part]; i++) {
        m = module[d, part, i]
        row(m, value[d, part, m, 3], value[d, part, m, 4], value[d, part, m, 5], value[d, part, m, 6],
            value[d, part, m, 7], value[d, part, m, 8], value[d, part, m, 9], value[d, part, m, 13],
            value[d, part, m, 14])
    }
}
function of_part(name, d, part) {
    row(name, "", part_sum[d, part, 4], part_sum[d, part, 5], part_sum[d, part, 6], part_sum[d, part, 7],
        part_sum[d, part, 8], part_sum[d, part, 9], part_sum[d, part, 13], part_sum[d, part, 14])
}
function table(d) {
    printf "\n%s: um2 of %s by module, all instances\n", d, lib
    printf "  %-14s %4s %12s %12s %12s %12s %12s %12s %9s %11s", "module", "inst", "ctrl flops", "data flops", "hold",
        "data logic", "ctrl logic", "total", "gates", "logic gates"
    if (clock_gates) printf " %12s", "clock gates"
    if (gated) printf " %12s %8s", "gated", ""
    print ""
    list(d, "subcore")
    if (sm) {
        of_part("= sub-cores", d, "subcore")
        print ""
        list(d, "sm")
        of_part("= around", d, "sm")
        print ""
    }
    row("total", "", sum[d, 4], sum[d, 5], sum[d, 6], sum[d, 7], sum[d, 8], sum[d, 9], sum[d, 13], sum[d, 14])
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
function ratio(a, b) { return a > 0 ? sprintf("%.4g times", b / a) : "-" }
function compare_gated() {
    printf "  gated: collectors %.5g -> %.5g um2 (%s); everything but the macros %.5g -> %.5g um2 (%s)\n",
        gated_collectors[base], gated_collectors[scheme], change(gated_collectors[base], gated_collectors[scheme]),
        sum[base, 14], sum[scheme, 14], change(sum[base, 14], sum[scheme, 14])
    printf "  what gating changes: collectors %s and %s, everything %s and %s\n",
        change(collectors[base], gated_collectors[base]), change(collectors[scheme], gated_collectors[scheme]),
        change(sum[base, 9], sum[base, 14]), change(sum[scheme, 9], sum[scheme, 14])
    printf "  collectors of the scheme over those of the baseline: %s, gated %s\n",
        ratio(collectors[base], collectors[scheme]), ratio(gated_collectors[base], gated_collectors[scheme])
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
    split(gate, of_gate, " ")
    if (clock_gates) print "  clock gates: in the module that they stand in."
    if (gated) print "  gated: the total with rtl.clock_gate=cell, its clock gates among it."
    if ((clock_gates || gated) && of_gate[1] == "cell")
        printf "  a clock gate is %s of the library.\n", of_gate[2]
    if ((clock_gates || gated) && of_gate[1] == "latch")
        printf "  a clock gate is %s and an AND of the library, which has no clock gating cell.\n", of_gate[2]
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
        if (gated) compare_gated()
        printf "  without what holds (clock-gated, gates not counted): %.5g -> %.5g um2 (%s)\n",
            sum[base, 9] - sum[base, 6], sum[scheme, 9] - sum[scheme, 6],
            change(sum[base, 9] - sum[base, 6], sum[scheme, 9] - sum[scheme, 6])
    }
}
