# SPDX-License-Identifier: Apache-2.0
# Table of energy.sh, and the file `out`. Input: lines "role part ..." of two designs, see energy.sh. Variables: period
# (ns), library, nm, factor, points; inputs (hash), parameters, tools (for the file).
#
# Two ways of counting. "netlist": everything that is synthesized, the collectors' values in flip-flops, and the banks
# as memories. "papers": arbiter, crossbar, banks, and the collectors' and register caches' values as memories with an
# access per value that goes in or out, without their control, which is what the papers count; a row that a BOC drains
# is read from it, too. A register cache is read for each value that it delivers, evicts or drains, and written for each
# result and each fill that it takes.
# The clock of flip-flops, which is not gated, is a column of its own in both; a design with gated clocks would take a
# part of it.
function die(text) { print "energy: " text >"/dev/stderr"; failed = 1; exit 1 }
function event(r, name) { return ev[r, name] + 0 }
function ns(r) { return event(r, "activity_cycles") * period }
function add(r, way, o, c, kind, pj) {
    e[r, way, o, c, kind] += pj
    e[r, way, o, "total", kind] += pj
}
function memory(r, way, o, what, c, arrays, reads, writes) {
    add(r, way, o, c, "dynamic", reads * mem[r, what, o, "read"] + writes * mem[r, what, o, "write"])
    add(r, way, o, c, "leakage", arrays * mem[r, what, o, "leak"] * ns(r))
}
function check(r,    n) {
    n = name[r]
    if (!event(r, "warp_instructions")) die(n " has executed nothing")
    if (event(r, "activity_cycles") != lockstep[r] || mismatches[r] != "0")
        die(n ": activity and lock-step differ in cycles")
    if (event(r, "rows_compared") != event(r, "bank_writes"))
        die(n ": " event(r, "rows_compared") " rows were compared and " event(r, "bank_writes") " written")
    if (rtl_reads[r] != event(r, "bank_reads"))
        die(n ": the RTL has read " rtl_reads[r] " rows and the statistics say " event(r, "bank_reads"))
    check_caches(r)
}
# Values that a register cache has given and taken, each a row of it. In a sub-core with register caches what hits is
# written to a collector, and results are written to a cache and not to a collector.
function cache_reads(r) {
    return caches[r] ? event(r, "ccu_hits") + event(r, "rfc_evictions") + event(r, "rfc_drains") : 0
}
function cache_writes(r) { return caches[r] ? event(r, "cache_writes") + event(r, "rfc_fills") : 0 }
# A row is an access of each bank that has an active lane of the instruction, perhaps none; of all banks when it is
# evicted, drained or filled.
function check_accesses(r, what, rows, whole, accesses) {
    if (accesses < whole || accesses > rows * lanes[r])
        die(name[r] ": " rows " rows of register caches, " whole " of them whole, are not " accesses " accesses of" \
            " their banks (" what ")")
}
function check_caches(r) {
    check_accesses(r, "reads", cache_reads(r), event(r, "rfc_evictions") + event(r, "rfc_drains"), \
        event(r, "rfc_read_accesses"))
    check_accesses(r, "writes", cache_writes(r), event(r, "rfc_fills"), event(r, "rfc_write_accesses"))
}
function compute(r,    i, o, c, k, cycles) {
    cycles = event(r, "activity_cycles")
    for (k = 1; k <= organisations; k++) {
        o = organisation[k]
        for (i = 1; i <= components; i++) {
            c = component[i]
            add(r, "netlist", o, c, "dynamic", dynamic[r, c] * cycles)
            add(r, "netlist", o, c, "clock", logic[r, c, 3] * cycles)
            add(r, "netlist", o, c, "leakage", leak[r, c] * ns(r))
            if (c != "arbiter" && c != "crossbar") continue
            add(r, "papers", o, c, "dynamic", dynamic[r, c] * cycles)
            add(r, "papers", o, c, "clock", logic[r, c, 3] * cycles)
            add(r, "papers", o, c, "leakage", leak[r, c] * ns(r))
        }
        memory(r, "netlist", o, "bank", "banks", banks[r], event(r, "bank_reads"), event(r, "bank_writes"))
        memory(r, "papers", o, "bank", "banks", banks[r], event(r, "bank_reads"), event(r, "bank_writes"))
        memory(r, "papers", o, "buffer", "collectors", collectors[r], \
            event(r, "source_reads") + event(r, "boc_drains"), \
            event(r, "bank_reads") + event(r, caches[r] ? "ccu_hits" : "cache_writes"))
        if (caches[r]) memory(r, "papers", o, "cache", "caches", 1, cache_reads(r), cache_writes(r))
    }
}

# --- what is printed ---
function per(r, way, o, c, kind) { return e[r, way, o, c, kind] / event(r, "warp_instructions") }
function change(a, b) { return a > 0 ? sprintf("%+8.1f %%", 100 * (b / a - 1)) : sprintf("%10s", "") }
function line(way, o, c,    k, a, b, text, sum) {
    for (k = 1; k <= 3; k++) {
        a = per("baseline", way, o, c, kinds[k]); b = per("scheme", way, o, c, kinds[k])
        sum += a + b
        text = text sprintf(" %11.2f %11.2f %s", a, b, change(a, b))
    }
    if (sum > 0) printf "  %-10s%s\n", c, text
}
function block(way, o, title,    i) {
    printf "\n%s; pJ per warp instruction\n  %-10s", title, ""
    for (i = 1; i <= 3; i++) printf " %11.11s %11.11s %-10s", name["baseline"], name["scheme"], kinds[i]
    print ""
    for (i = 1; i <= components; i++) line(way, o, component[i])
    line(way, o, "total")
}
# How the memories' figures came about, of both designs, each rule once.
function rules(    text, r, i, w) {
    for (r = 1; r <= 2; r++)
        for (i = 1; i <= split("bank buffer cache", memory_kind, " "); i++) {
            w = rule[role[r], memory_kind[i]]
            if (w != "" && index(text, w "|") == 0) text = text w "|"
        }
    sub(/[|]$/, "", text)
    gsub(/[|]/, "; ", text)
    return text
}
function head(    i, n) {
    printf "energy on %s, %d warp instructions, %d lanes; ", run["scheme", "source"], \
        event("scheme", "warp_instructions"), lanes["scheme"]
    printf "lock-step: %d and %d cycles, 0 mismatches\n", lockstep["baseline"], lockstep["scheme"]
    printf "logic: %s, clock %g ns, no wires, no clock tree%s\nmemories: %g nm, %s\n", library, period, \
        points == "full" ? "" : ", netlists of " points " lanes extended", nm, rules()
    if (factor != 1)
        printf "this OpenSTA states internal energy %g times too high (see energy_known.lib): divided by that\n", factor
    printf "\nper instruction        %11.11s %11.11s\n", name["baseline"], name["scheme"]
    n = split("bank_reads bank_writes source_reads ccu_hits cache_writes boc_drains rfc_fills rfc_evictions " \
        "rfc_drains rfc_read_accesses rfc_write_accesses activity_cycles", shown, " ")
    for (i = 1; i <= n; i++)
        if (shown[i] !~ /^rfc_/ || caches["baseline"] || caches["scheme"]) printf "  %-20s %11.3f %11.3f\n", shown[i], \
            event("baseline", shown[i]) / event("baseline", "warp_instructions"), \
            event("scheme", shown[i]) / event("scheme", "warp_instructions")
}

# --- the file ---
function row(r, way, o, c, kind, value) {
    printf "%s\t%s\t%s\t%s\t%s\t%.9g\t%.9g\n", r, way, o, c, kind, value, value / event(r, "warp_instructions") >out
}
function file_head() {
    printf "# energy of %s against %s, library %s, clock %g ns, netlists of %s lanes\n", name["scheme"], \
        name["baseline"], library, period, points >out
    printf "# memories: %g nm, %s\n", nm, rules() >out
    printf "# %s; lock-step of %d and %d cycles; manifests %s %s\n", run["scheme", "source"], lockstep["baseline"], \
        lockstep["scheme"], run["baseline", "manifest"], run["scheme", "manifest"] >out
    printf "# inputs %s\n# parameters: %s\n# tools: %s\n", inputs, parameters, tools >out
    print "role\tway\torganisation\tcomponent\tkind\ttotal\tper_instruction" >out
}
function file_of(r,    i, k, w, c, kind, o) {
    for (i in ev) { split(i, part, SUBSEP); if (part[1] == r) row(r, "event", "-", part[2], "-", ev[i]) }
    for (w = 1; w <= 2; w++) for (k = 1; k <= organisations; k++) for (i = 1; i <= components + 1; i++)
        for (kind = 1; kind <= 3; kind++) {
            c = i > components ? "total" : component[i]
            o = organisation[k]
            if ((r, way[w], o, c, kinds[kind]) in e) row(r, way[w], o, c, kinds[kind], e[r, way[w], o, c, kinds[kind]])
        }
    for (i = 1; i <= components; i++) {
        c = component[i]
        for (k = 1; k <= 3; k++) row(r, "logic", "-", c, share[k], logic[r, c, k] * event(r, "activity_cycles"))
        row(r, "logic", "-", c, "cells", cells[r, c])
    }
}

BEGIN {
    FS = "\t"
    components = split("arbiter crossbar banks caches collectors dispatch issue writeback rest", component, " ")
    split("netlist papers", way, " "); split("baseline scheme", role, " "); split("dynamic clock leakage", kinds, " ")
    split("internal switching clock", share, " ")
}
$2 == "design" {
    name[$1] = $4
    sub(/^.*\//, "", name[$1]); sub(/\.yaml$/, "", name[$1])
    lanes[$1] = $5; banks[$1] = $6; collectors[$1] = $7; caches[$1] = $9 + 0
}
$2 == "activity" && $3 == "run" { run[$1, $4] = $5 }
$2 == "activity" && $4 == "lock_step_cycles" { lockstep[$1] = $5 }
$2 == "activity" && $4 == "mismatches" { mismatches[$1] = $5 }
$2 == "activity" && $3 == "event" { ev[$1, $4] = $5 }
$2 == "activity" && $3 == "register" && $4 ~ /\.u_bank\.rd_valid_q$/ { rtl_reads[$1] += $7 }
$2 == "power" {
    dynamic[$1, $3] = $4 + $5; leak[$1, $3] = $7; cells[$1, $3] = $8
    for (i = 1; i <= 3; i++) logic[$1, $3, i] = $(3 + i)
}
$2 == "memories" {
    if (!($4 in known)) { known[$4] = 1; organisation[++organisations] = $4 }
    mem[$1, $3, $4, "read"] = $5; mem[$1, $3, $4, "write"] = $6; mem[$1, $3, $4, "leak"] = $7
    rule[$1, $3] = $9
    sub(/; [0-9]+ (rows|slices) of.*/, "", rule[$1, $3])
}
END {
    if (failed) exit 1
    check("baseline"); check("scheme")
    if (event("baseline", "warp_instructions") != event("scheme", "warp_instructions"))
        die("the designs executed " event("baseline", "warp_instructions") " and " \
            event("scheme", "warp_instructions") " instructions, which cannot be compared")
    compute("baseline"); compute("scheme")
    file_head(); file_of("baseline"); file_of("scheme")
    head()
    for (k = 1; k <= 2; k++)
        block("netlist", organisation[k], "as synthesized, values of collectors in flip-flops, banks " organisation[k])
    for (k = 1; k <= 2; k++)
        block("papers", organisation[k], "as the papers count, values of collectors and caches in memories, " \
            organisation[k])
}
