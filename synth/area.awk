# SPDX-License-Identifier: Apache-2.0
# Table of area.sh. Input: a line "@ design lanes point module instances" before each Yosys report (generic cells, then mapped).
BEGIN {
    while ((getline line < lib) > 0) {
        if (line ~ /^[ \t]*cell *\(/) { split(line, part, /[()]/); cell = part[2]; gsub(/[" ]/, "", cell); flop = 0 }
        else if (line ~ /^[ \t]*area *:/ && cell != "" && !(cell in size)) { split(line, part, /[:;]/); size[cell] = part[2] + 0 }
        else if (line ~ /^[ \t]*ff *\(/) sequential[cell] = 1
    }
}
$1 == "@" { design = $2; lanes[design] = $3; point = $4; module = $5; count[design, module] = $6; mapped = 0
    if (!((design, module) in known)) { known[design, module] = 1; if (!(module in listed)) { listed[module] = 1; order[++modules] = module } }
    if (!((design, module) in low)) low[design, module] = point; else high[design, module] = point
    next }
/Chip area/ { value["area", design, module, point] = $NF; next }
NF == 2 && $1 ~ /^\$_/ && !mapped {
    if ($1 ~ /DFF/) { value["flop", design, module, point] += $2
        if ($1 ~ /^\$_S?DFFC?E/) value["hold", design, module, point] += $2 }
    else if ($1 == "$_MUX_") value["mux", design, module, point] += $2
    next }
NF == 2 && ($1 in size) { mapped = 1
    if ($1 in sequential) value["flop_area", design, module, point] += $2 * size[$1] }

# Value at the configuration's lanes: a straight line through the two points, or the one point.
function at(what, d, m,    a, b, x, y) {
    a = low[d, m]; x = value[what, d, m, a] + 0
    if (!((d, m) in high)) return x
    b = high[d, m]; y = value[what, d, m, b] + 0
    return x + (y - x) * (lanes[d] - a) / (b - a)
}
function table(d, name,    i, m, n, sum, all, f, h, x, area) {
    printf "\n%s, %d lanes, per module (all instances), areas in um2 of %s\n", name, lanes[d], library()
    printf "  %-13s %4s %9s %9s %9s %12s %12s %12s\n", "module", "inst", "flops", "hold mux", "other mux", "flop area", "logic area", "area"
    sum_flop = sum_hold = sum_mux = sum_fa = sum_area = 0
    for (i = 1; i <= modules; i++) {
        m = order[i]
        if (!((d, m) in known)) continue
        n = count[d, m]
        f = n * at("flop", d, m); h = n * at("hold", d, m); x = n * at("mux", d, m)
        area = n * at("area", d, m); fa = n * at("flop_area", d, m)
        printf "  %-13s %4d %9.0f %9.0f %9.0f %12.0f %12.0f %12.0f\n", m, n, f, h, x, fa, area - fa, area
        sum_flop += f; sum_hold += h; sum_mux += x; sum_fa += fa; sum_area += area
        if (m == "ocu" || m == "ccu" || m == "boc" || m == "boc_drain") collectors[d] += area
    }
    printf "  %-13s %4s %9.0f %9.0f %9.0f %12.0f %12.0f %12.0f\n", "total", "", sum_flop, sum_hold, sum_mux, sum_fa, sum_area - sum_fa, sum_area
    all_area[d] = sum_area
}
function library(    part, n) { n = split(lib, part, "/"); return part[n] }
END {
    split(names, name, " ")
    table("base", name[1])
    table("scheme", name[2])
    printf "\n  RF banks are SRAM macros and not in these tables: see make storage for their bits.\n"
    printf "  hold mux: multiplexers that keep a flip-flop's value; osu018 has no enable flip-flops, a clock-gated design saves them.\n"
    printf "  other mux: 2:1 multiplexer bits before mapping (operand selection, result selection, merging of lanes).\n"
    printf "  collectors: %.0f -> %.0f um2 (%+.1f %%); everything but the banks: %.0f -> %.0f um2 (%+.1f %%)\n",
        collectors["base"], collectors["scheme"], 100 * (collectors["scheme"] / collectors["base"] - 1),
        all_area["base"], all_area["scheme"], 100 * (all_area["scheme"] / all_area["base"] - 1)
}
